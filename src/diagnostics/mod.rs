//! Diagnostics: what every stage reports, and how it is shown.
//!
//! Stages build a [`Diagnostic`] only on failure and push it into a [`Sink`], one sink per input. The registry in
//! [`codes`] gives each code its title and explanation; the renderers in [`render`] turn a sink into text for people
//! or machines. Nothing here knows about operations or types.

pub mod codes;
pub mod render;
pub mod suggest;

use crate::source::Span;

pub use codes::Code;

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
    errors: usize,
}

impl Sink {
    /// Most diagnostics kept per input; further ones are only counted, so that a broken gigabyte stays readable.
    pub const LIMIT: usize = 10_000;

    /// An empty sink.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reports a finding.
    #[cold]
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
        }
        if self.diagnostics.len() < Self::LIMIT {
            self.diagnostics.push(diagnostic);
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

    /// The findings, in the order reported until [`Sink::sort`] is called.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Appends the findings of another sink over the same input.
    pub fn append(&mut self, other: Sink) {
        self.errors += other.errors;
        self.diagnostics.extend(other.diagnostics);
    }

    /// Sorts by position; findings at one position keep the order in which they were reported.
    pub fn sort(&mut self) {
        self.diagnostics.sort_by_key(|d| d.primary.span);
    }
}
