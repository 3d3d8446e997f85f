//! Diagnostics: what every stage reports, and how it is shown.
//!
//! Stages build a [`Diagnostic`] only on failure and push it into a [`Sink`], one sink per input. The registry in
//! [`codes`] gives each code its title and explanation; the renderers in [`render`] turn a sink into text for people
//! or machines; [`verify_mode`] compares a sink with the expectations written in the text. Nothing here knows about
//! operations or types.

pub mod codes;
mod levels;
mod pages;
pub mod render;
pub mod suggest;
pub mod verify_mode;

use crate::source::Span;

pub use codes::Code;
pub use levels::Levels;

/// How serious a diagnostic is. Only errors make the exit code 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// Additional information that stands on its own.
    Note,
    /// Suspicious, but the program is accepted.
    Warning,
    /// The program is refused.
    Error,
}

/// A span with a remark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What stands there; may be empty.
    pub message: String,
}

/// The smallest edit that would satisfy the rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Help {
    /// One line, imperative: "write `!pto.tile<..>`".
    pub message: String,
    /// The edit itself, when it is a replacement of one span.
    pub edit: Option<(Span, String)>,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Stable code of the rule.
    pub code: Code,
    /// Severity after flags were applied.
    pub severity: Severity,
    /// One line: what was found and what was expected.
    pub message: String,
    /// The offending token.
    pub primary: Label,
    /// What it conflicts with.
    pub secondary: Vec<Label>,
    /// Target and rule that say so, and further facts.
    pub notes: Vec<String>,
    /// The smallest fix.
    pub help: Option<Help>,
}

impl Diagnostic {
    /// An error on `span`.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, span, message)
    }

    /// A warning on `span`.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, span, message)
    }

    /// A note on `span`.
    pub fn note_at(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, span, message)
    }

    fn new(severity: Severity, code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity,
            message: message.into(),
            primary: Label { span, message: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// Sets the remark at the primary span.
    pub fn label(mut self, message: impl Into<String>) -> Self {
        self.primary.message = message.into();
        self
    }

    /// Adds a secondary label.
    pub fn also(mut self, span: Span, message: impl Into<String>) -> Self {
        self.secondary.push(Label { span, message: message.into() });
        self
    }

    /// Adds a note line.
    pub fn note(mut self, message: impl Into<String>) -> Self {
        self.notes.push(message.into());
        self
    }

    /// Sets the help line.
    pub fn help(mut self, message: impl Into<String>) -> Self {
        self.help = Some(Help { message: message.into(), edit: None });
        self
    }

    /// Sets the help line and the edit that does it.
    pub fn fix(mut self, message: impl Into<String>, span: Span, replacement: impl Into<String>) -> Self {
        self.help = Some(Help { message: message.into(), edit: Some((span, replacement.into())) });
        self
    }
}

/// Collects the diagnostics of one input.
#[derive(Debug, Default, Clone)]
pub struct Sink {
    diagnostics: Vec<Diagnostic>,
    levels: Levels,
    kept_errors: usize,
    errors: usize,
    warnings: usize,
    /// Findings that were counted but not kept, so that another sink's levels can still be applied to them.
    dropped: Vec<(Code, Severity, usize)>,
}

impl Sink {
    /// Most errors kept per input, and most other findings; further ones are only counted, so that a broken gigabyte
    /// stays readable.
    pub const LIMIT: usize = 10_000;

    /// An empty sink.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty sink that applies the user's choice of warnings.
    pub fn with_levels(levels: Levels) -> Self {
        Sink { levels, ..Self::default() }
    }

    /// The user's choice of warnings, for further sinks over the same input.
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// Reports a finding.
    #[cold]
    pub fn push(&mut self, mut diagnostic: Diagnostic) {
        let Some(severity) = self.levels.apply(diagnostic.code, diagnostic.severity) else { return };
        diagnostic.severity = severity;
        self.count(severity, 1);
        let kept_others = self.diagnostics.len() - self.kept_errors;
        let is_error = severity == Severity::Error;
        if (if is_error { self.kept_errors } else { kept_others }) < Self::LIMIT {
            self.kept_errors += usize::from(is_error);
            self.diagnostics.push(diagnostic);
        } else {
            self.drop_counted(diagnostic.code, severity, 1);
        }
    }

    /// Whether an error was reported.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// How many errors were reported, including those that were not kept.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// How many warnings were reported, including those that were not kept.
    pub fn warning_count(&self) -> usize {
        self.warnings
    }

    /// How many findings were counted but not kept.
    pub fn dropped_count(&self) -> usize {
        self.dropped.iter().map(|d| d.2).sum()
    }

    /// Whether nothing was reported.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// The findings, in the order reported until [`Sink::sort`] is called.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Appends the findings of another sink over the same input.
    pub fn append(&mut self, other: Sink) {
        for diagnostic in other.diagnostics {
            self.push(diagnostic);
        }
        for (code, severity, n) in other.dropped {
            if let Some(severity) = self.levels.apply(code, severity) {
                self.count(severity, n);
                self.drop_counted(code, severity, n);
            }
        }
    }

    /// Sorts by position; findings at one position keep the order in which they were reported.
    pub fn sort(&mut self) {
        self.diagnostics.sort_by_key(|d| d.primary.span);
    }

    fn count(&mut self, severity: Severity, n: usize) {
        match severity {
            Severity::Error => self.errors += n,
            Severity::Warning => self.warnings += n,
            Severity::Note => {}
        }
    }

    fn drop_counted(&mut self, code: Code, severity: Severity, n: usize) {
        match self.dropped.iter_mut().find(|d| d.0 == code && d.1 == severity) {
            Some(entry) => entry.2 += n,
            None => self.dropped.push((code, severity, n)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warning(at: u32) -> Diagnostic {
        Diagnostic::warning(codes::NO_FORM, Span::point(at), "w")
    }

    fn error(at: u32) -> Diagnostic {
        Diagnostic::error(codes::UNKNOWN_OP, Span::point(at), "e")
    }

    #[test]
    fn a_flood_of_warnings_hides_no_error() {
        let mut sink = Sink::new();
        for at in 0..Sink::LIMIT as u32 + 5 {
            sink.push(warning(at));
        }
        sink.push(error(7));
        assert_eq!((sink.warning_count(), sink.error_count(), sink.dropped_count()), (Sink::LIMIT + 5, 1, 5));
        assert_eq!(sink.diagnostics().last(), Some(&error(7)));
    }

    #[test]
    fn levels_silence_and_deny() {
        let mut levels = Levels::default();
        levels.add("no-no-such-form").unwrap();
        let mut sink = Sink::with_levels(levels.clone());
        sink.push(warning(0));
        sink.push(error(0));
        assert_eq!((sink.warning_count(), sink.error_count()), (0, 1), "errors cannot be silenced");

        levels.add("P0013").unwrap();
        levels.deny_warnings = true;
        let mut sink = Sink::with_levels(levels);
        sink.push(warning(0));
        assert_eq!(
            (sink.warning_count(), sink.error_count()),
            (0, 1),
            "the last flag wins; denied warnings are errors"
        );
    }

    #[test]
    fn appending_applies_the_levels_to_kept_and_dropped_findings() {
        let mut worker = Sink::new();
        for at in 0..Sink::LIMIT as u32 + 3 {
            worker.push(warning(at));
        }
        let mut levels = Levels::default();
        levels.deny_warnings = true;
        let mut deny = Sink::with_levels(levels);
        deny.append(worker.clone());
        assert_eq!((deny.error_count(), deny.dropped_count()), (Sink::LIMIT + 3, 3));
        let mut levels = Levels::default();
        levels.add("no-all").unwrap();
        let mut silent = Sink::with_levels(levels);
        silent.append(worker);
        assert_eq!((silent.warning_count(), silent.is_empty()), (0, true));
    }

    #[test]
    fn sorting_is_by_position_and_stable() {
        let mut sink = Sink::new();
        sink.push(error(9));
        sink.push(warning(3));
        sink.push(error(3));
        sink.sort();
        assert_eq!(sink.diagnostics(), [warning(3), error(3), error(9)]);
    }

    #[test]
    fn unknown_warnings_are_refused_with_the_nearest_name() {
        let message = Levels::default().add("no-unknwon-symbol").unwrap_err();
        assert_eq!(message, "unknown warning `no-unknwon-symbol`; did you mean `unknown-symbol`?");
    }
}
