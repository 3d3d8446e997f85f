//! Finding the end of bracketed text without understanding it.
//!
//! Types, attributes and dictionaries are taken from the text as slices and parsed once per distinct slice, so the
//! lexer only needs to know where they end. Every function here is linear in what it consumes, and a failed scan
//! reports how far it looked so that the caller skips that text instead of scanning it again.

/// The outcome of a scan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scan {
    /// One past the closing bracket.
    Closed(usize),
    /// No closing bracket; text up to here was looked at.
    Open(usize),
    /// A string inside, from its quote, does not end on its line.
    OpenString { quote: usize, stop: usize },
}

/// Scans angle brackets from the `<` at `start`. Round and curly brackets inside must balance, strings are skipped and
/// `->` does not close.
pub fn angles(bytes: &[u8], start: usize) -> Scan {
    let (mut round, mut curly) = (0i32, 0i32);
    scan(bytes, start, false, |b, before| match b {
        b'<' => Step::Open,
        b'>' if before == b'-' => Step::Other,
        b'>' => Step::Close,
        b'(' => {
            round += 1;
            Step::Other
        }
        b')' => {
            round -= 1;
            if round < 0 { Step::Stop } else { Step::Other }
        }
        b'{' => {
            curly += 1;
            Step::Other
        }
        b'}' => {
            curly -= 1;
            if curly < 0 { Step::Stop } else { Step::Other }
        }
        _ => Step::Other,
    })
}

/// Scans any of `( [ { <` from the bracket at `start` to its partner. Except for `<`, brackets of all kinds count alike:
/// whether each has the right partner is for the parser of the text to say.
pub fn brackets(bytes: &[u8], start: usize) -> Scan {
    if bytes.get(start) == Some(&b'<') {
        return angles(bytes, start);
    }
    scan(bytes, start, true, |b, _| match b {
        b'(' | b'[' | b'{' => Step::Open,
        b')' | b']' | b'}' => Step::Close,
        _ => Step::Other,
    })
}

/// What a byte does to the nesting.
enum Step {
    Open,
    Close,
    Other,
    /// The bracket cannot close any more.
    Stop,
}

/// Follows the nesting from `start` until it is zero again. A `%` cannot stand in a type or attribute, nor can the
/// start of a statement, so they end the search: an unclosed bracket does not swallow what follows.
fn scan(bytes: &[u8], start: usize, list: bool, mut step: impl FnMut(u8, u8) -> Step) -> Scan {
    let mut depth = 0u32;
    // Of a list, the `<` that are open, and the last byte that is not blank.
    let (mut angles, mut last) = (0i32, b'{');
    let mut i = start;
    while let Some(&b) = bytes.get(i) {
        if list && !b.is_ascii_whitespace() {
            match b {
                b'<' => angles += 1,
                b'>' if last != b'-' => angles -= 1,
                _ => {}
            }
            last = b;
        }
        match b {
            b'\n' => {
                i = skip_blanks(bytes, i);
                let between = !list || depth == 1 && angles == 0 && !b",:=<([{-".contains(&last);
                if between && starts_statement(bytes, i, list) {
                    return Scan::Open(i);
                }
                continue;
            }
            b'"' => match string(bytes, i) {
                Scan::Closed(end) => {
                    i = end;
                    continue;
                }
                Scan::Open(stop) | Scan::OpenString { stop, .. } => return Scan::OpenString { quote: i, stop },
            },
            b'/' if bytes.get(i + 1) == Some(&b'/') => {
                i = line_end(bytes, i);
                continue;
            }
            b'%' => return Scan::Open(i),
            _ => match step(b, if i > 0 { bytes[i - 1] } else { 0 }) {
                Step::Open => depth += 1,
                Step::Close => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Scan::Closed(i + 1);
                    }
                }
                Step::Other => {}
                Step::Stop => return Scan::Open(i),
            },
        }
        i += 1;
    }
    Scan::Open(bytes.len())
}

/// Whether what stands at `at`, after a line break inside brackets, can only be a statement. In a list of attributes a
/// word is a key when a value or the next key follows it.
fn starts_statement(bytes: &[u8], at: usize, list: bool) -> bool {
    let rest = &bytes[at..];
    match rest.first() {
        Some(b'^') => true,
        Some(b'"') => match string(bytes, at) {
            Scan::Closed(end) => bytes.get(skip_blanks(bytes, end)) == Some(&b'('),
            _ => false,
        },
        Some(b) if b.is_ascii_alphabetic() || *b == b'_' => {
            let len = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || b"_$.".contains(b)).count();
            match &rest[..len] {
                b"return" | b"func.return" => true,
                _ if list => !matches!(bytes.get(skip_blanks(bytes, at + len)), None | Some(b'=' | b',' | b'}')),
                word => word == b"module" || word.contains(&b'.'),
            }
        }
        _ => false,
    }
}

/// Scans a string from its opening quote. A raw newline ends the search.
pub fn string(bytes: &[u8], start: usize) -> Scan {
    let mut i = start + 1;
    while let Some(&b) = bytes.get(i) {
        match b {
            b'"' => return Scan::Closed(i + 1),
            b'\n' => return Scan::Open(i),
            b'\\' => i += 2,
            _ => i += 1,
        }
    }
    Scan::Open(bytes.len())
}

/// The position of the newline that ends the line of `at`, or the end of the text.
pub fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes[at.min(bytes.len())..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |n| at + n)
}

/// The first position at or after `at` that is neither white space nor in a comment.
pub fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&b) = bytes.get(at) {
        match b {
            _ if b.is_ascii_whitespace() => at += 1,
            b'/' if bytes.get(at + 1) == Some(&b'/') => at = line_end(bytes, at),
            b'#' if page_comment(bytes, at) => at = line_end(bytes, at),
            _ => break,
        }
    }
    at
}

/// Whether the `#` at `at` starts a comment: it is first on its line and no name follows (rule L9).
pub fn page_comment(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at + 1), None | Some(b' ' | b'\t' | b'!' | b'\n' | b'\r')) && first_on_line(bytes, at)
}

/// Whether only blanks stand between the start of the line and `at`.
pub fn first_on_line(bytes: &[u8], at: usize) -> bool {
    bytes[..at].iter().rev().take_while(|&&b| b != b'\n').all(|&b| b == b' ' || b == b'\t' || b == b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closes_at_the_partner() {
        assert_eq!(angles(b"<a<b>, (x) -> y> rest", 0), Scan::Closed(16));
        assert_eq!(angles(b"<\">\">", 0), Scan::Closed(5));
        assert_eq!(brackets(b"{a = [1, {b}], s = \"}\"} x", 0), Scan::Closed(23));
    }

    #[test]
    fn stops_where_the_bracket_cannot_close() {
        assert_eq!(angles(b"<a, %x>", 0), Scan::Open(4));
        assert_eq!(angles(b"<a) x>", 0), Scan::Open(2));
        assert_eq!(angles(b"<<<<", 0), Scan::Open(4));
        assert_eq!(string(b"\"ab\nc\"", 0), Scan::Open(3));
        assert_eq!(string(b"\"ab\\", 0), Scan::Open(4));
    }

    #[test]
    fn stops_where_a_statement_starts() {
        assert_eq!(angles(b"<4xf32\n return\n}", 0), Scan::Open(8));
        assert_eq!(angles(b"<4xf32\n\n pto.trap>", 0), Scan::Open(9));
        assert_eq!(angles(b"<a\n b>", 0), Scan::Closed(6));
        assert_eq!(angles(b"<a }>", 0), Scan::Open(3));
        assert_eq!(brackets(b"{a = 1\n return\n}", 0), Scan::Open(8));
        assert_eq!(brackets(b"{a = 1 : i32\n tabs ; }", 0), Scan::Open(14));
        assert_eq!(brackets(b"{a = 1,\n b\n}", 0), Scan::Closed(12));
        assert_eq!(brackets(b"{a\n b.c = 2\n}", 0), Scan::Closed(13));
        assert_eq!(brackets(b"{a = #p<x\n y z>}", 0), Scan::Closed(16));
    }

    #[test]
    fn blanks() {
        let text = b"  // x\n # y\n\t#pto";
        assert_eq!(skip_blanks(text, 0), 13);
        assert_eq!(skip_blanks(b"a # b", 1), 2);
        assert_eq!(skip_blanks(b" /", 0), 1);
        assert_eq!(skip_blanks(b" // x", 0), 5);
        assert_eq!(brackets(b"{a = \"x\ny\"}", 0), Scan::OpenString { quote: 5, stop: 7 });
    }

    #[test]
    fn lines() {
        assert!(first_on_line(b"a\n  # x", 4));
        assert!(!first_on_line(b"a\n b # x", 5));
        assert_eq!(line_end(b"ab\ncd", 0), 2);
        assert_eq!(line_end(b"ab\ncd", 3), 5);
    }
}
