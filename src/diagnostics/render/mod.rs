//! Renderers: from sinks to text for people and machines.
//!
//! A [`Renderer`] is fed one input after the other and finished once, because some formats have a frame around all
//! results (SARIF) or a summary after them (human, short). The formats live in one file each. Renderers write bytes to
//! a writer; which stream that is, the command line decides.

mod excerpt;
mod github;
mod human;
mod json;
mod sarif;
mod text;

use super::{Code, Diagnostic, Severity, Sink};
use crate::source::{LineIndex, Source};
use std::io::{self, Write};

/// How diagnostics are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Source excerpts with labels, notes and the fix.
    #[default]
    Human,
    /// `file:line:column: severity[code]: message`
    Short,
    /// One JSON object for each diagnostic, one per line.
    Json,
    /// One SARIF 2.1.0 log for all inputs.
    Sarif,
    /// Workflow commands of GitHub Actions.
    Github,
}

/// Choices for a [`Renderer`].
#[derive(Clone, Copy, Debug, Default)]
pub struct RenderOptions {
    /// The format.
    pub format: Format,
    /// Whether the human format may use ANSI colours.
    pub color: bool,
    /// Stop showing after this many errors; `None` shows all.
    pub max_errors: Option<usize>,
}

/// What was reported over all inputs, shown or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Diagnostics that were counted but not shown: over the limit of [`Sink`] or after `max_errors`.
    pub hidden: usize,
}

/// Shows the diagnostics of any number of inputs.
pub struct Renderer {
    options: RenderOptions,
    counts: Counts,
    shown_errors: usize,
    stopped: bool,
    /// The lowest code of an error that has a page, named in the closing line.
    explainable: Option<Code>,
    human: Option<Box<human::Human>>,
    sarif: sarif::Log,
}

impl Renderer {
    /// A renderer that has shown nothing yet.
    pub fn new(options: RenderOptions) -> Self {
        Renderer {
            options,
            counts: Counts::default(),
            shown_errors: 0,
            stopped: false,
            explainable: None,
            human: None,
            sarif: sarif::Log::default(),
        }
    }

    /// Shows the diagnostics of one input, in the order of the sink.
    pub fn render(&mut self, source: &Source, sink: &Sink, out: &mut dyn Write) -> io::Result<()> {
        self.counts.errors += sink.error_count();
        self.counts.warnings += sink.warning_count();
        self.counts.hidden += sink.dropped_count();
        if sink.is_empty() {
            return Ok(());
        }
        if self.stopped {
            self.counts.hidden += sink.diagnostics().len();
            return Ok(());
        }
        let file = File { source, index: LineIndex::new(&source.text) };
        for (shown, diagnostic) in sink.diagnostics().iter().enumerate() {
            if self.stopped {
                self.counts.hidden += sink.diagnostics().len() - shown;
                break;
            }
            self.render_one(&file, diagnostic, out)?;
            if diagnostic.severity == Severity::Error {
                self.shown_errors += 1;
                self.stopped = self.options.max_errors.is_some_and(|max| self.shown_errors >= max);
                let code = diagnostic.code;
                if !code.info().explanation.is_empty() {
                    self.explainable = Some(self.explainable.map_or(code, |lowest| lowest.min(code)));
                }
            }
        }
        Ok(())
    }

    fn render_one(&mut self, file: &File, diagnostic: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
        match self.options.format {
            Format::Human => self.human().render(file, diagnostic, Some(diagnostic.code), out),
            Format::Short => short(file, diagnostic, Some(diagnostic.code), out),
            Format::Json => json::render(file, diagnostic, out),
            Format::Github => github::render(file, diagnostic, out),
            Format::Sarif => {
                self.sarif.push(file, diagnostic);
                Ok(())
            }
        }
    }

    /// Shows findings that belong to no rule, such as those of [`super::verify_mode`]: as text, whatever the format is.
    pub fn render_uncoded(
        &mut self,
        source: &Source,
        index: LineIndex,
        diagnostics: &[Diagnostic],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let file = File { source, index };
        for diagnostic in diagnostics {
            match self.options.format {
                Format::Human => self.human().render(&file, diagnostic, None, out)?,
                _ => short(&file, diagnostic, None, out)?,
            }
            self.counts.errors += usize::from(diagnostic.severity == Severity::Error);
        }
        Ok(())
    }

    /// Writes what stands after the last diagnostic and gives the totals.
    pub fn finish(self, out: &mut dyn Write) -> io::Result<Counts> {
        match self.options.format {
            Format::Sarif => self.sarif.write(out)?,
            Format::Json | Format::Github => {}
            Format::Human | Format::Short => {
                if let Some(summary) = self.counts.summary() {
                    writeln!(out, "{summary}")?;
                }
                if let (Format::Human, Some(code)) = (self.options.format, self.explainable) {
                    writeln!(out, "for the rule behind an error: pto-opt explain {code}")?;
                }
            }
        }
        Ok(self.counts)
    }

    fn human(&mut self) -> &mut human::Human {
        let color = self.options.color;
        self.human.get_or_insert_with(|| Box::new(human::Human::new(color)))
    }
}

impl Counts {
    /// `2 errors, 1 warning`; nothing when there is nothing to count.
    pub fn summary(&self) -> Option<String> {
        let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
        let mut line = match (self.errors, self.warnings) {
            (0, 0) => return None,
            (errors, 0) => plural(errors, "error"),
            (0, warnings) => plural(warnings, "warning"),
            (errors, warnings) => format!("{}, {}", plural(errors, "error"), plural(warnings, "warning")),
        };
        if self.hidden > 0 {
            line.push_str(&format!(" ({} not shown)", self.hidden));
        }
        Some(line)
    }
}

/// One input with its lines, shared by all of its diagnostics.
struct File<'s> {
    source: &'s Source,
    index: LineIndex,
}

/// The word for a severity in every format.
fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn short(file: &File, diagnostic: &Diagnostic, code: Option<Code>, out: &mut dyn Write) -> io::Result<()> {
    let at = file.index.line_col(diagnostic.primary.span.start);
    let (name, severity) = (text::visible(&file.source.name), severity_name(diagnostic.severity));
    write!(out, "{name}:{}:{}: {severity}", at.line, at.column)?;
    if let Some(code) = code {
        write!(out, "[{code}]")?;
    }
    writeln!(out, ": {}", text::visible(&diagnostic.message))
}

#[cfg(test)]
mod tests;
