//! Canonical spelling of text whose inside is not understood.
//!
//! Bodies of other dialects' types and attributes are kept as text. Folding white space and comments makes spellings
//! that differ in layout only compare equal.

use crate::syntax::scan::{self, Scan};

/// The text with white space in canonical places: one blank after `,` and `:`, around `->`, `+` and `*` and between
/// words, none elsewhere. Folding twice changes nothing.
pub fn fold(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut last = Piece::Open;
    let mut i = 0;
    while i < bytes.len() {
        let start = i;
        let piece = match bytes[i] {
            b if b.is_ascii_whitespace() => {
                i += 1;
                continue;
            }
            b'/' if bytes.get(i + 1) == Some(&b'/') => {
                i = scan::line_end(bytes, i);
                continue;
            }
            b'"' => {
                i = match scan::string(bytes, i) {
                    Scan::Closed(end) => end,
                    _ => bytes.len(),
                };
                Piece::Word
            }
            b'-' if bytes.get(i + 1) == Some(&b'>') => {
                i += 2;
                Piece::Operator
            }
            b'-' => {
                i += 1;
                // A sign sticks to what follows; a difference has blanks on both sides.
                if matches!(last, Piece::Word | Piece::Close) { Piece::Operator } else { Piece::Sign }
            }
            b'*' if last == Piece::Open => {
                i += 1;
                Piece::Sign
            }
            b'+' | b'*' => {
                i += 1;
                Piece::Operator
            }
            b':' if bytes.get(i + 1) == Some(&b':') => {
                i += 2;
                Piece::Tight
            }
            b',' | b':' => {
                i += 1;
                Piece::Separator
            }
            b'(' | b'[' | b'{' | b'<' => {
                i += 1;
                Piece::Open
            }
            b')' | b']' | b'}' | b'>' => {
                i += 1;
                Piece::Close
            }
            b'=' => {
                i += 1;
                Piece::Tight
            }
            _ => {
                while i < bytes.len() && is_word(bytes, i) {
                    i += 1;
                }
                i = i.max(start + 1);
                Piece::Word
            }
        };
        while !text.is_char_boundary(i) {
            i += 1;
        }
        let blank = match (last, piece) {
            (Piece::Separator | Piece::Operator, Piece::Close) => false,
            (Piece::Separator | Piece::Operator, Piece::Separator) => false,
            (Piece::Separator | Piece::Operator, _) => true,
            (Piece::Open | Piece::Tight | Piece::Sign, _) => false,
            (_, Piece::Operator) => true,
            (Piece::Word | Piece::Close, Piece::Word) => true,
            _ => false,
        };
        if blank && !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&text[start..i]);
        last = piece;
    }
    out
}

#[derive(Clone, Copy, PartialEq)]
enum Piece {
    Word,
    Open,
    Close,
    Separator,
    Operator,
    /// `-` before a number, `*` of an unranked shape
    Sign,
    /// `=`, `::`
    Tight,
}

/// Whether the byte belongs to a word. A `-` between two word bytes does, so that names with dashes stay whole.
fn is_word(bytes: &[u8], i: usize) -> bool {
    let plain = |b: &u8| !b.is_ascii_whitespace() && !b",:()[]{}<>=+*\"-".contains(b);
    match bytes[i] {
        b'-' => i > 0 && plain(&bytes[i - 1]) && bytes.get(i + 1).is_some_and(plain),
        b'/' => bytes.get(i + 1) != Some(&b'/'),
        b => plain(&b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn layout_does_not_matter() {
        assert_eq!(fold("strided<[ 16,1 ] , offset:?>"), "strided<[16, 1], offset: ?>");
        assert_eq!(fold("affine_map<(d0)->(d0+ 1)>"), "affine_map<(d0) -> (d0 + 1)>");
        assert_eq!(fold("(i32 , // first\n ptr)"), "(i32, ptr)");
        assert_eq!(fold("loc = vec,  16 x 64"), "loc=vec, 16 x 64");
        assert_eq!(fold("[-1, - 2]"), "[-1, -2]");
        assert_eq!(fold("*xf32"), "*xf32");
        assert_eq!(fold("\"a  b\""), "\"a  b\"");
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: proptest::test_runner::RngSeed::Fixed(7), failure_persistence: None, ..Default::default() })]
        #[test]
        fn folding_twice_is_folding_once(text in "[a-c0-9 ,:<>()\\[\\]{}=+*/?!#.\"\n-]{0,40}") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }
    }
}
