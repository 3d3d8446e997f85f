//! Ways to check a table of texts.
//!
//! A *statement* stands in a function whose arguments are [`VALUES`]; a *file* stands alone. In both, [`ABBREVIATIONS`]
//! are written out first. Nothing here knows what the texts are about.

use pto_opt::diagnostics::{Severity, Sink};
use pto_opt::ir::equal::programs_equal;
use pto_opt::ir::print::{PrintOptions, print};
use pto_opt::ir::{Form, Program};
use pto_opt::source::Source;
use pto_opt::syntax::{ParseOptions, parse};
use std::fmt::Write;

/// Short names of the types that most texts use.
const ABBREVIATIONS: &[(&str, &str)] = &[
    ("$TI", "!pto.tile<16x64xi32>"),
    ("$TH", "!pto.tile<16x64xf16>"),
    ("$T", "!pto.tile<16x64xf32>"),
    ("$BI", "!pto.tile_buf<vec, 16x64xi32>"),
    ("$BH", "!pto.tile_buf<vec, 16x64xf16>"),
    ("$B", "!pto.tile_buf<vec, 16x64xf32>"),
    ("$P", "!pto.partition_tensor_view<16x64xf32>"),
    ("$W", "!pto.tensor_view<256x64xf32>"),
    ("$M", "!pto.memref<f32, 256, 64>"),
    ("$G", "!pto.ptr<f32, gm>"),
    ("$REG", "!pto.vreg<64xf32>"),
    ("$MASK", "!pto.mask<b32>"),
];

/// Arguments of the function around a statement.
const VALUES: &str = "%i: index, %j: index, %k: index, %n: i32, %m: i32, %l: i64, %yes: i1, %x: f32, %y: f32, %h: f16, \
    %a: $T, %b: $T, %c: $T, %q: $TI, %half: $TH, %ta: $B, %tb: $B, %td: $B, %tq: $BI, %th: $BH, %p: $P, %w: $W, \
    %mem: $M, %g: $G, %v0: $REG, %v1: $REG, %mask: $MASK, %ev: !pto.event";

/// Writes the abbreviations out.
pub fn expand(text: &str) -> String {
    // The longest name first, so that none cuts another short.
    let mut names = ABBREVIATIONS.to_vec();
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    names.iter().fold(text.to_owned(), |text, (name, ty)| text.replace(name, ty))
}

fn header() -> String {
    format!("func.func @f({}) {{\n", expand(VALUES))
}

/// A function around a statement.
fn function(statement: &str) -> String {
    format!("{}{}\n  return\n}}\n", header(), expand(statement))
}

/// Wraps what a statement is expected to be printed as.
fn printed_function(statement: &str) -> String {
    let mut out = header();
    for line in expand(statement).lines() {
        // Labels stand one level further out than statements.
        out += if line.starts_with('^') { "" } else { "  " };
        out += line;
        out.push('\n');
    }
    out + "  return\n}\n"
}

/// A text that was read.
pub struct Reading {
    pub source: Source,
    pub program: Program,
    pub sink: Sink,
}

impl Reading {
    pub fn new(text: &str) -> Self {
        Self::with(text, &ParseOptions::default())
    }

    pub fn with(text: &str, options: &ParseOptions) -> Self {
        let source = Source::new("case", text.to_owned());
        let mut sink = Sink::new();
        let program = parse(&source, 0..source.text.len(), options, &mut sink);
        Reading { source, program, sink }
    }

    /// The findings as `CODE token: message`, one a line.
    pub fn findings(&self) -> Vec<String> {
        let list = self.sink.diagnostics().iter().map(|d| {
            let word = if d.severity == Severity::Error { "" } else { "warning " };
            format!("{word}{} `{}`: {}", d.code, &self.source.text[d.primary.span.range()], d.message)
        });
        list.collect()
    }

    pub fn print(&self, emit: Option<Form>) -> Result<String, String> {
        let mut sink = Sink::new();
        let options = PrintOptions { emit, ..PrintOptions::default() };
        let text = print(&self.program, &self.source, &options, &mut sink);
        match sink.diagnostics().first() {
            Some(found) => Err(format!("{}: {}", found.code, found.message)),
            None => Ok(text),
        }
    }
}

/// Checks that a text is read with exactly the `warnings` (as `CODE token`), printed as `want`, that the printed text
/// means the same and is printed the same once more.
fn accepted(text: &str, want: &str, warnings: &[&str], options: &ParseOptions) -> Result<(), String> {
    let reading = Reading::with(text, options);
    let found = reading.findings();
    let expected = |f: &String| warnings.iter().any(|w| f.starts_with(&format!("warning {w}:")));
    if found.len() != warnings.len() || !found.iter().all(expected) {
        return Err(format!("found     {}\nexpected  {}", list(&found), list(warnings)));
    }
    let printed = reading.print(None)?;
    if printed != want {
        return Err(difference(&printed, want));
    }
    let again = Reading::with(&printed, options);
    if again.sink.has_errors() {
        return Err(format!("the printed text is refused: {}\n{printed}", list(&again.findings())));
    }
    programs_equal(&reading.program, &again.program)
        .map_err(|e| format!("the printed text means something else: {e}"))?;
    let twice = again.print(None)?;
    if twice != printed { Err(format!("printed again: {}", difference(&twice, &printed))) } else { Ok(()) }
}

fn list<S: AsRef<str>>(items: &[S]) -> String {
    if items.is_empty() {
        "nothing".into()
    } else {
        items.iter().map(AsRef::as_ref).collect::<Vec<_>>().join("\n          ")
    }
}

/// The lines that differ.
fn difference(printed: &str, want: &str) -> String {
    let (p, w): (Vec<_>, Vec<_>) = (printed.lines().collect(), want.lines().collect());
    let same = p.iter().zip(&w).take_while(|(a, b)| a == b).count();
    let tail = p[same..].iter().rev().zip(w[same..].iter().rev()).take_while(|(a, b)| a == b).count();
    let part = |lines: &[&str]| lines[same..lines.len() - tail].join("\n          ");
    format!("printed   {}\nexpected  {}", part(&p), part(&w))
}

/// Checks that a text gets one error and nothing else, with this code at this token.
fn refused(text: &str, code: &str, token: &str, options: &ParseOptions) -> Result<(), String> {
    let reading = Reading::with(text, options);
    let found = reading.findings();
    match &found[..] {
        [only] if only.starts_with(&format!("{code} `{}`:", expand(token))) => Ok(()),
        _ => Err(format!("found     {}\nexpected  {code} `{token}`", list(&found))),
    }
}

/// Runs a check on every entry and reports all that fail.
fn each<C>(cases: &[C], describe: impl Fn(&C) -> (&str, &str), check: impl Fn(&C) -> Result<(), String>) {
    let mut report = String::new();
    let mut failed = 0;
    for case in cases {
        let (rule, text) = describe(case);
        if let Err(why) = check(case) {
            failed += 1;
            let _ = write!(report, "\n--- {rule}\n{text}\n{why}\n");
        }
    }
    assert!(failed == 0, "{failed} of {} cases:{report}", cases.len());
}

/// Text and what it is printed as; an empty second text means the same.
fn wanted<'c>(text: &'c str, want: &'c str) -> &'c str {
    match want {
        "" => text,
        "nothing" => "",
        want => want,
    }
}

/// Statements that are read: rule, text, what it is printed as (empty: as it stands; `nothing`: nothing).
pub fn statements(cases: &[(&str, &str, &str)]) {
    each(
        cases,
        |c| (c.0, c.1),
        |&(_, text, want)| {
            accepted(&function(text), &printed_function(wanted(text, want)), &[], &ParseOptions::default())
        },
    );
}

/// Statements in which white space means nothing: besides what [`statements`] checks, they mean the same with a line
/// break and a comment between any two tokens, and with as little white space as possible.
pub fn free_statements(cases: &[(&str, &str, &str)]) {
    statements(cases);
    each(cases, |c| (c.0, c.1), |&(_, text, _)| spacing_is_free(&function(text)));
}

/// Statements that end with their line: besides what [`statements`] checks, they mean the same with more or less white
/// space inside each line.
pub fn line_statements(cases: &[(&str, &str, &str)]) {
    statements(cases);
    each(
        cases,
        |c| (c.0, c.1),
        |&(_, text, _)| {
            let original = Reading::new(&function(text));
            for separator in ["  \t ", ""] {
                let lines = text.lines().map(|line| join(&tokens(line), separator));
                let other = Reading::new(&function(&lines.collect::<Vec<_>>().join("\n")));
                if !other.sink.is_empty() {
                    return Err(format!("with {separator:?} between tokens: {}", list(&other.findings())));
                }
                programs_equal(&original.program, &other.program)
                    .map_err(|e| format!("with {separator:?} between tokens: {e}"))?;
            }
            Ok(())
        },
    );
}

/// Files that are read: rule, text, what it is printed as (empty: as it stands).
pub fn files(cases: &[(&str, &str, &str)]) {
    each(
        cases,
        |c| (c.0, c.1),
        |&(_, text, want)| accepted(&expand(text), &expand(wanted(text, want)), &[], &ParseOptions::default()),
    );
}

/// As [`files`], for texts in which white space means nothing.
pub fn free_files(cases: &[(&str, &str, &str)]) {
    files(cases);
    each(cases, |c| (c.0, c.1), |&(_, text, _)| spacing_is_free(&expand(text)));
}

/// As [`files`], with other options.
pub fn files_with(options: &ParseOptions, cases: &[(&str, &str, &str)]) {
    each(cases, |c| (c.0, c.1), |&(_, text, want)| accepted(&expand(text), &expand(wanted(text, want)), &[], options));
}

/// Statements that get exactly one error: rule, text, code, offending token.
pub fn refused_statements(cases: &[(&str, &str, &str, &str)]) {
    each(
        cases,
        |c| (c.0, c.1),
        |&(_, text, code, token)| refused(&function(text), code, token, &ParseOptions::default()),
    );
}

/// Files that get exactly one error: rule, text, code, offending token.
pub fn refused_files(cases: &[(&str, &str, &str, &str)]) {
    each(
        cases,
        |c| (c.0, c.1),
        |&(_, text, code, token)| refused(&expand(text), code, token, &ParseOptions::default()),
    );
}

/// Texts that mean the same program: rule, first text, second text.
pub fn same(cases: &[(&str, &str, &str)]) {
    each(
        cases,
        |c| (c.0, c.1),
        |&(_, text, other)| {
            let (a, b) = (Reading::new(&function(text)), Reading::new(&function(other)));
            for reading in [&a, &b] {
                if !reading.sink.is_empty() {
                    return Err(format!("found     {}", list(&reading.findings())));
                }
            }
            programs_equal(&a.program, &b.program)
        },
    );
}

// ---- white space

fn spacing_is_free(text: &str) -> Result<(), String> {
    let original = Reading::new(text);
    if original.sink.has_errors() {
        return Ok(()); // reported by the check before
    }
    let tokens = tokens(text);
    let loose = tokens.join("\n\t// x } ) > \"\n");
    let tight = join(&tokens, "");
    for (how, other) in [("a comment between any two tokens", loose), ("the least white space", tight)] {
        let reading = Reading::new(&other);
        if !reading.sink.is_empty() {
            let at = reading.sink.diagnostics()[0].primary.span.start as usize;
            let before: Vec<_> = self::tokens(&other[..at]);
            let before = before[before.len().saturating_sub(6)..].join(" ");
            return Err(format!("with {how}: {}\nafter     {before}", list(&reading.findings())));
        }
        programs_equal(&original.program, &reading.program).map_err(|e| format!("with {how}: {e}"))?;
    }
    Ok(())
}

/// Joins tokens, with a blank where they would run together.
fn join(tokens: &[&str], separator: &str) -> String {
    let mut out = String::new();
    for token in tokens {
        if !out.is_empty() {
            out.push_str(if separator.is_empty() && merges(&out, token) { " " } else { separator });
        }
        out.push_str(token);
    }
    out
}

/// Whether two tokens would be read as one, or as others, without white space between them.
fn merges(before: &str, after: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || "_$.-".contains(c);
    let (Some(last), Some(first)) = (before.chars().last(), after.chars().next()) else { return false };
    let start = before.rfind(|c| !word(c)).unwrap_or(0);
    let named = matches!(before.as_bytes()[start], b'%' | b'!' | b'#' | b'^' | b'@') && word(last);
    (named || first != '-') && word(first) && word(last)
        || named && first == '<'
        || named && first == '#' && after[1..].starts_with(|c: char| c.is_ascii_digit())
        || last == ':' && first == ':'
        || last == '-' && first == '>'
        || last == '{' && first == '-'
}

/// Cuts a text into tokens; comments are left out. Bodies of types and attributes are cut further where their own
/// tokens end.
fn tokens(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let word = |c: u8| c.is_ascii_alphanumeric() || b"_$.-".contains(&c);
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let rest = &text[at..];
        match bytes[at] {
            c if c.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'/' if rest.starts_with("//") => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            b'{' if rest.starts_with("{-#") => at += rest.find("#-}").map_or(rest.len(), |n| n + 3),
            b'"' => at = string_end(bytes, at),
            b'@' if bytes.get(at + 1) == Some(&b'"') => at = string_end(bytes, at + 1),
            b'%' | b'^' | b'@' | b'!' | b'#' => {
                let digits = matches!(bytes[at], b'%' | b'^') && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
                at += 1;
                while at < bytes.len() && if digits { bytes[at].is_ascii_digit() } else { word(bytes[at]) } {
                    at += 1;
                }
                if bytes[start] == b'%' && bytes.get(at) == Some(&b'#') {
                    at += 1;
                    while at < bytes.len() && bytes[at].is_ascii_digit() {
                        at += 1;
                    }
                }
                // The bracket of a type or attribute belongs to its name.
                if matches!(bytes[start], b'!' | b'#') && bytes.get(at) == Some(&b'<') {
                    at += 1;
                }
            }
            b'-' if rest.starts_with("->") => at += 2,
            b':' if rest.starts_with("::") => at += 2,
            b'.' if rest.starts_with("...") => at += 3,
            c if c.is_ascii_digit() => {
                // A number; in a shape also the dimensions and the element type, up to a `!`.
                while at < bytes.len() && (word(bytes[at]) && bytes[at] != b'-' || bytes[at] == b'?') {
                    at += 1;
                }
                if matches!(bytes[at - 1], b'e' | b'E') && matches!(bytes.get(at), Some(b'-' | b'+')) {
                    at += 1;
                    while at < bytes.len() && bytes[at].is_ascii_digit() {
                        at += 1;
                    }
                }
            }
            b'?' => {
                while at < bytes.len() && (word(bytes[at]) && bytes[at] != b'-' || bytes[at] == b'?') {
                    at += 1;
                }
            }
            c if word(c) && c != b'-' => {
                while at < bytes.len() && word(bytes[at]) && bytes[at] != b'-' {
                    at += 1;
                }
            }
            _ => at += 1,
        }
        found.push(&text[start..at]);
    }
    found
}

fn string_end(bytes: &[u8], quote: usize) -> usize {
    let mut at = quote + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}
