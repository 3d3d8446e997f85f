//! `--verify-diagnostics`: comparing the findings of an input with the expectations in its comments.
//!
//! The syntax is that of `mlir-opt`. A comment `// expected-error {{text}}` expects an error on its own line whose
//! message contains the text. Instead of `error` it may say `warning`, `note` or `remark`; after that may follow
//!
//! | designator | meaning |
//! |---|---|
//! | `@+N`, `@-N` | N lines below or above |
//! | `@below`, `@above` | the next line below, or the last above, that holds no expectation |
//! | `@N` | line N of the part of the input |
//! | `@unknown` | any line |
//!
//! With `-re` the text is literal except for regular expressions in `{{..}}`. A text may also match the code in front
//! of the message: `{{[V0001]}}`. Secondary labels, notes and the help of a finding can be expected as notes, but do
//! not have to be; every finding of its own does.

use super::{Diagnostic, Severity, Sink, codes};
use crate::source::{LineIndex, Source, Span};
use regex_lite::Regex;
use std::ops::Range;

/// Whether findings without an expectation count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Every finding must be expected.
    #[default]
    All,
    /// Findings without an expectation are ignored.
    OnlyExpected,
}

/// What does not agree in the part `range` of a source, in the order of the text; nothing when all is as expected.
///
/// The results are errors that belong to no rule: their code means nothing.
pub fn verify(source: &Source, index: &LineIndex, range: Range<usize>, sink: &Sink, mode: Mode) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    let mut expectations = Expectations::collect(&source.text, index, range, &mut problems);
    for finding in sink.diagnostics() {
        let line = index.line(finding.primary.span.start);
        let text = format!("[{}] {}", finding.code, finding.message);
        let kind = Kind::of(finding.severity);
        if !expectations.meet(kind, line, &text) && mode == Mode::All {
            let what = match expectations.unmet_kind_at(line, &text) {
                Some(expected) => {
                    format!("{} reported where {} is expected: {text}", kind.name(), expected.with_article())
                }
                None => format!("unexpected {}: {text}", kind.name()),
            };
            problems.push(mismatch(finding.primary.span, what));
        }
        for label in &finding.secondary {
            expectations.meet(Kind::Note, index.line(label.span.start), &label.message);
        }
        for note in &finding.notes {
            expectations.meet(Kind::Note, line, note);
        }
        if let Some(help) = &finding.help {
            expectations.meet(Kind::Note, line, &help.message);
        }
    }
    for missing in expectations.list.iter().filter(|e| !e.met) {
        let what = format!("expected {} \"{}\" was not reported", missing.kind.name(), missing.text);
        problems.push(mismatch(missing.span, what));
    }
    problems.sort_by_key(|problem| problem.primary.span);
    problems
}

fn mismatch(span: Span, message: String) -> Diagnostic {
    Diagnostic::error(codes::UNEXPECTED_TOKEN, span, message)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Error,
    Warning,
    Note,
}

impl Kind {
    fn of(severity: Severity) -> Kind {
        match severity {
            Severity::Error => Kind::Error,
            Severity::Warning => Kind::Warning,
            Severity::Note => Kind::Note,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Error => "error",
            Kind::Warning => "warning",
            Kind::Note => "note",
        }
    }

    fn with_article(self) -> &'static str {
        match self {
            Kind::Error => "an error",
            Kind::Warning => "a warning",
            Kind::Note => "a note",
        }
    }
}

struct Expectation {
    kind: Kind,
    /// Counted from 0 in the source; `None` accepts any line.
    line: Option<usize>,
    text: String,
    pattern: Option<Regex>,
    /// The comment, from `expected-` to `}}`.
    span: Span,
    met: bool,
}

impl Expectation {
    fn accepts(&self, line: usize, text: &str) -> bool {
        self.line.is_none_or(|expected| expected == line)
            && self.pattern.as_ref().map_or_else(|| text.contains(&self.text), |pattern| pattern.is_match(text))
    }
}

/// The expectations of one part of a source.
struct Expectations {
    list: Vec<Expectation>,
    /// Indices into `list` by line, those for any line last; so that a lookup does not go through all of them.
    by_line: Vec<(usize, usize)>,
}

impl Expectations {
    fn collect(text: &str, index: &LineIndex, range: Range<usize>, problems: &mut Vec<Diagnostic>) -> Self {
        let mut list: Vec<Expectation> = Vec::new();
        let first = index.line(range.start as u32);
        let last = index.line(range.end.saturating_sub(1).max(range.start) as u32);
        // Expectations that wait for the next line without one.
        let mut below = Vec::new();
        let mut last_plain = None;
        for line in first..=last {
            let start = index.line_range(line).start;
            let content = index.line_text(text, line);
            let mut scanner = Scanner { content, at: 0, start: start as u32 };
            let mut any = false;
            while let Some((span, written)) = scanner.next() {
                any = true;
                let add = || {
                    let written = written?;
                    let pattern = if written.is_pattern { Some(compile(written.text)?) } else { None };
                    let missing = || "there is no such line".to_string();
                    let line = match written.at {
                        At::Any => None,
                        At::Offset(by) => Some(line.checked_add_signed(by).ok_or_else(missing)?),
                        At::Line(n) => Some(n.checked_sub(1).and_then(|n| first.checked_add(n)).ok_or_else(missing)?),
                        At::Above => Some(last_plain.ok_or_else(missing)?),
                        At::Below => {
                            below.push(list.len());
                            Some(usize::MAX)
                        }
                    };
                    let text = written.text.to_string();
                    list.push(Expectation { kind: written.kind, line, text, pattern, span, met: false });
                    Ok(())
                };
                if let Err(message) = add() {
                    problems.push(mismatch(span, message));
                }
            }
            if !any {
                last_plain = Some(line);
                below.drain(..).for_each(|waiting| list[waiting].line = Some(line));
            }
        }
        let mut by_line: Vec<_> = list.iter().enumerate().map(|(i, e)| (e.line.unwrap_or(usize::MAX), i)).collect();
        by_line.sort_unstable();
        Expectations { list, by_line }
    }

    /// Marks the first open expectation that the finding meets; of several with the same text each is met once, and a
    /// repeated finding may meet one that is met already.
    fn meet(&mut self, kind: Kind, line: usize, text: &str) -> bool {
        let fitting = |list: &[Expectation], i: usize, met: bool| {
            list[i].met == met && list[i].kind == kind && list[i].accepts(line, text)
        };
        for met in [false, true] {
            let found = self.candidates(line).find(|&i| fitting(&self.list, i, met));
            if let Some(i) = found {
                self.list[i].met = true;
                return true;
            }
        }
        false
    }

    /// The kind of an open expectation that the text would meet if it were of that kind.
    fn unmet_kind_at(&self, line: usize, text: &str) -> Option<Kind> {
        self.candidates(line).map(|i| &self.list[i]).find(|e| !e.met && e.accepts(line, text)).map(|e| e.kind)
    }

    fn candidates(&self, line: usize) -> impl Iterator<Item = usize> {
        let of = |line: usize| {
            let start = self.by_line.partition_point(|entry| entry.0 < line);
            self.by_line[start..].iter().take_while(move |entry| entry.0 == line).map(|entry| entry.1)
        };
        of(line).chain(of(usize::MAX))
    }
}

/// Where an expectation points.
enum At {
    Offset(isize),
    Line(usize),
    Above,
    Below,
    Any,
}

/// An expectation as written.
struct Written<'t> {
    kind: Kind,
    is_pattern: bool,
    at: At,
    text: &'t str,
}

/// Finds expectations in the comment of one line.
struct Scanner<'t> {
    content: &'t str,
    at: usize,
    start: u32,
}

const WORD: &str = "expected-";

impl<'t> Scanner<'t> {
    /// The next expectation of the line, or what is wrong with it. A word that starts like an expectation but names no
    /// kind is plain text.
    fn next(&mut self) -> Option<(Span, Result<Written<'t>, String>)> {
        if self.at == 0 {
            self.at = self.content.find("//")?;
        }
        loop {
            let start = self.at + self.content[self.at..].find(WORD)?;
            self.at = start + WORD.len();
            let Some(kind) = self.kind() else { continue };
            let is_pattern = self.eat("-re");
            let at = self.place();
            while self.eat(" ") || self.eat("\t") {}
            let text = self.text();
            let span = Span::new(self.start + start as u32, self.start + self.at as u32);
            let written = match (at, text) {
                (Some(at), Some(text)) => Ok(Written { kind, is_pattern, at, text }),
                (None, _) => Err("this expectation has a designator that does not exist".to_string()),
                (_, None) => Err("this expectation has no text in `{{` and `}}`".to_string()),
            };
            return Some((span, written));
        }
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.content[self.at..].starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn kind(&mut self) -> Option<Kind> {
        let kinds = [("error", Kind::Error), ("warning", Kind::Warning), ("note", Kind::Note), ("remark", Kind::Note)];
        let (_, kind) = kinds.into_iter().find(|(word, _)| self.eat(word))?;
        (!self.content[self.at..].starts_with(char::is_alphanumeric)).then_some(kind)
    }

    fn place(&mut self) -> Option<At> {
        while self.eat(" ") || self.eat("\t") {}
        if !self.eat("@") {
            return Some(At::Offset(0));
        }
        if self.eat("above") {
            return Some(At::Above);
        }
        if self.eat("below") {
            return Some(At::Below);
        }
        if self.eat("unknown") {
            return Some(At::Any);
        }
        if self.eat("+") {
            return Some(At::Offset(self.number()?.try_into().ok()?));
        }
        if self.eat("-") {
            return Some(At::Offset(-isize::try_from(self.number()?).ok()?));
        }
        self.number().map(At::Line)
    }

    fn number(&mut self) -> Option<usize> {
        let rest = &self.content[self.at..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        self.at += digits;
        rest[..digits].parse().ok()
    }

    /// The text between `{{` and the `}}` that closes it.
    fn text(&mut self) -> Option<&'t str> {
        if !self.eat("{{") {
            return None;
        }
        let start = self.at;
        let mut depth = 1;
        while self.at < self.content.len() {
            if self.eat("{{") {
                depth += 1;
            } else if self.eat("}}") {
                depth -= 1;
                if depth == 0 {
                    return Some(&self.content[start..self.at - 2]);
                }
            } else {
                self.at += self.content[self.at..].chars().next().map_or(1, char::len_utf8);
            }
        }
        None
    }
}

/// A pattern in which only the parts in `{{..}}` are regular expressions.
fn compile(text: &str) -> Result<Regex, String> {
    let mut pattern = String::new();
    let mut rest = text;
    while let Some((literal, after)) = rest.split_once("{{") {
        pattern.push_str(&regex_lite::escape(literal));
        let Some((regex, after)) = after.split_once("}}") else {
            return Err("a `{{` in this expectation is not closed".to_string());
        };
        pattern.push_str("(?:");
        pattern.push_str(regex);
        pattern.push(')');
        rest = after;
    }
    pattern.push_str(&regex_lite::escape(rest));
    Regex::new(&pattern).map_err(|error| format!("not a regular expression: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Findings are written `LINE KIND MESSAGE`, lines from 1.
    fn check(text: &str, findings: &[&str], mode: Mode) -> Vec<String> {
        check_range(text, 0..text.len(), findings, mode)
    }

    fn check_range(text: &str, range: Range<usize>, findings: &[&str], mode: Mode) -> Vec<String> {
        let source = Source::new("k.pto", text);
        let index = LineIndex::new(text);
        let mut sink = Sink::new();
        for finding in findings {
            let (line, rest) = finding.split_once(' ').unwrap();
            let (kind, message) = rest.split_once(' ').unwrap();
            let start = index.line_range(line.parse::<usize>().unwrap() - 1).start as u32;
            sink.push(match kind {
                "error" => Diagnostic::error(codes::UNKNOWN_OP, Span::point(start), message),
                "warning" => Diagnostic::warning(codes::UNKNOWN_OP, Span::point(start), message),
                _ => Diagnostic::note_at(codes::UNKNOWN_OP, Span::point(start), message),
            });
        }
        let problems = verify(&source, &index, range, &sink, mode);
        problems.iter().map(|p| format!("{}: {}", index.line_col(p.primary.span.start).line, p.message)).collect()
    }

    fn ok(text: &str, findings: &[&str]) {
        assert_eq!(check(text, findings, Mode::All), Vec::<String>::new(), "{text}");
    }

    #[test]
    fn designators() {
        ok("x // expected-error {{bad op}}\n", &["1 error a bad op here"]);
        ok("// expected-error@+2 {{bad}}\n\nx\n", &["3 error bad"]);
        ok("x\n// expected-warning @-1 {{bad}}\n", &["1 warning bad"]);
        ok("x\n// expected-error@above {{a}}\n// expected-note@above {{b}}\n", &["1 error a", "1 note b"]);
        ok("// expected-error@below {{a}}\n// expected-remark@below {{b}}\nx\n", &["3 error a", "3 note b"]);
        ok("\n// expected-error@4 {{a}}\n\nx\n", &["4 error a"]);
        ok("// expected-error@unknown {{a}}\n\nx\n", &["3 error a"]);
        ok("x // expected-error {{a}} expected-warning {{b}}\n", &["1 warning b", "1 error a"]);
    }

    #[test]
    fn text_can_be_the_code_or_a_pattern() {
        ok("x // expected-error {{[P0009]}}\n", &["1 error bad"]);
        ok(
            "x // expected-error-re {{has {{[0-9]+}} operands (not {{one|two}})}}\n",
            &["1 error op has 12 operands (not two)"],
        );
        let text = "x // expected-error-re {{has {{[0-9]+}} operands}}\n";
        assert_eq!(
            check(text, &["1 error has no operands"], Mode::All),
            [
                "1: unexpected error: [P0009] has no operands",
                "1: expected error \"has {{[0-9]+}} operands\" was not reported"
            ]
        );
    }

    #[test]
    fn unexpected_and_missing_findings_are_reported() {
        let text = "x // expected-error {{a}}\ny\n";
        assert_eq!(check(text, &[], Mode::All), ["1: expected error \"a\" was not reported"]);
        assert_eq!(check(text, &["1 error a", "2 warning w"], Mode::All), ["2: unexpected warning: [P0009] w"]);
        assert_eq!(check(text, &["1 error a", "2 warning w"], Mode::OnlyExpected), Vec::<String>::new());
        assert_eq!(
            check(text, &["1 warning a"], Mode::All),
            ["1: warning reported where an error is expected: [P0009] a", "1: expected error \"a\" was not reported"]
        );
    }

    #[test]
    fn equal_expectations_are_met_one_by_one() {
        let text = "x // expected-error {{a}} expected-error {{a}}\n";
        ok(text, &["1 error a", "1 error a"]);
        assert_eq!(check(text, &["1 error a"], Mode::All).len(), 1);
    }

    #[test]
    fn labels_notes_and_help_may_be_expected() {
        let text =
            "x // expected-error {{m}} expected-note {{rule}} expected-note {{try}}\ny // expected-note {{there}}\n";
        let source = Source::new("k.pto", text);
        let second = text.find("y //").unwrap() as u32;
        let finding = Diagnostic::error(codes::UNKNOWN_OP, Span::point(0), "m")
            .also(Span::point(second), "there")
            .note("rule 1")
            .help("try this");
        let mut sink = Sink::new();
        sink.push(finding);
        let index = LineIndex::new(text);
        assert_eq!(verify(&source, &index, 0..text.len(), &sink, Mode::All), []);
    }

    #[test]
    fn mistakes_in_expectations_are_reported() {
        for (text, expected) in [
            ("// expected-error bad\n", "has no text"),
            ("// expected-error {{bad\n", "has no text"),
            ("// expected-error@sideways {{bad}}\n", "designator"),
            ("// expected-error@-1 {{bad}}\n", "no such line"),
            ("// expected-error-re {{a{{(}}}}\n", "not a regular expression"),
        ] {
            let problems = check(text, &[], Mode::All);
            assert!(problems.len() == 1 && problems[0].contains(expected), "{text}: {problems:?}");
        }
        ok("// expected-errors are no expectations? no: expected-fail {{x}} is not\n", &[]);
        ok("\"expected-error {{outside of a comment}}\"\n", &[]);
    }

    #[test]
    fn only_the_part_counts_and_line_numbers_start_in_it() {
        let text = "a // expected-error {{one}}\n// -----\nb // expected-error@2 {{two}}\nc\n";
        let start = text.find("b //").unwrap();
        assert_eq!(check_range(text, start..text.len(), &["4 error two"], Mode::All), Vec::<String>::new());
        assert_eq!(check_range(text, 0..start, &["1 error one"], Mode::All), Vec::<String>::new());
    }

    #[test]
    fn an_expectation_below_the_last_line_is_missing() {
        assert_eq!(
            check("// expected-error@below {{a}}", &[], Mode::All),
            ["1: expected error \"a\" was not reported"]
        );
    }
}
