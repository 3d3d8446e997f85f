//! The format for people: source excerpts with labels, notes, and the fix applied to its line.
//!
//! Layout and colours are those of codespan-reporting with ASCII borders; this file decides what goes into a report.

use super::excerpt::Excerpt;
use super::text::{push_visible, visible};
use super::{Code, Diagnostic, File, Severity};
use crate::diagnostics::Help;
use crate::source::Span;
use codespan_reporting::diagnostic as report;
use codespan_reporting::files;
use codespan_reporting::term::termcolor::Buffer;
use codespan_reporting::term::{self, Chars, Config, Styles, StylesWriter};
use std::io::{self, Write};
use unicode_width::UnicodeWidthChar;

/// Secondary labels shown in one diagnostic; the rest is counted.
const MOST_LABELS: usize = 8;
/// Lines of an edit shown in the help.
const MOST_EDIT_LINES: usize = 6;
/// Text of an edited line kept to the left and right of the edit, in bytes.
const EDIT_CONTEXT: usize = 100;
const TAB_WIDTH: usize = 4;

/// State of the human format.
pub struct Human {
    config: Config,
    styles: Styles,
    buffer: Buffer,
}

impl Human {
    /// With or without ANSI colours.
    pub fn new(color: bool) -> Self {
        let config = Config { chars: Chars::ascii(), tab_width: TAB_WIDTH, ..Config::default() };
        Human { config, styles: Styles::default(), buffer: if color { Buffer::ansi() } else { Buffer::no_color() } }
    }

    /// Writes one diagnostic and an empty line. Without a code the header has no brackets.
    pub fn render(&mut self, file: &File, d: &Diagnostic, code: Option<Code>, out: &mut dyn Write) -> io::Result<()> {
        self.buffer.clear();
        let (excerpt, report) = report(file, d, code);
        let mut writer = StylesWriter::new(&mut self.buffer, &self.styles);
        term::emit_to_write_style(&mut writer, &self.config, &excerpt, &report).map_err(|error| match error {
            files::Error::Io(error) => error,
            other => io::Error::other(other.to_string()),
        })?;
        out.write_all(self.buffer.as_slice())
    }
}

/// The diagnostic in the terms of codespan-reporting.
fn report<'f>(file: &'f File, d: &Diagnostic, code: Option<Code>) -> (Excerpt<'f>, report::Diagnostic<()>) {
    let severity = match d.severity {
        Severity::Error => report::Severity::Error,
        Severity::Warning => report::Severity::Warning,
        Severity::Note => report::Severity::Note,
    };
    let shown = &d.secondary[..d.secondary.len().min(MOST_LABELS)];
    let mut spans = vec![d.primary.span];
    spans.extend(shown.iter().map(|label| label.span));
    let excerpt = Excerpt::new(file, &spans);

    let mut labels = Vec::new();
    let mut notes = Vec::new();
    if let Some(range) = excerpt.place(file, d.primary.span) {
        labels.push(report::Label::primary((), range).with_message(visible(&d.primary.message)));
    }
    for label in shown {
        match excerpt.place(file, label.span) {
            Some(range) => labels.push(report::Label::secondary((), range).with_message(visible(&label.message))),
            None => {
                let at = file.index.line_col(label.span.start);
                notes.push(format!("at line {}, column {}: {}", at.line, at.column, visible(&label.message)));
            }
        }
    }
    if d.secondary.len() > shown.len() {
        notes.push(format!("and at {} more places", d.secondary.len() - shown.len()));
    }
    notes.extend(d.notes.iter().map(|note| format!("note: {}", visible(note))));
    notes.extend(d.help.as_ref().map(|help| help_note(file, help)));

    let mut report =
        report::Diagnostic::new(severity).with_message(visible(&d.message)).with_labels(labels).with_notes(notes);
    report.code = code.map(|code| code.to_string());
    (excerpt, report)
}

/// The help line, and below it the text as it would be after the edit.
fn help_note(file: &File, help: &Help) -> String {
    let mut note = format!("help: {}", visible(&help.message));
    let Some((span, replacement)) = &help.edit else { return note };
    for line in edited_lines(file, *span, replacement) {
        note.push('\n');
        note.push_str(line.trim_end());
    }
    note
}

/// The edited line with the new text underlined, or all edited lines when there are several. A deletion shows the old
/// line with the text to delete underlined.
fn edited_lines(file: &File, span: Span, replacement: &str) -> Vec<String> {
    let text = &file.source.text;
    let range = file.index.clamp(text, span);
    let first = file.index.line(range.start as u32);
    let last = file.index.line(range.end as u32);
    let line_start = file.index.line_range(first).start.min(range.start);
    let line_end = (file.index.line_range(last).start + file.index.line_text(text, last).len()).max(range.end);
    let before = tail(text.get(line_start..range.start).unwrap_or("").trim_start());
    let after = head(text.get(range.end..line_end).unwrap_or(""));

    if first != last || replacement.contains(['\n', '\r']) {
        let edited = format!("{before}{replacement}{after}");
        let mut lines: Vec<_> =
            edited.lines().take(MOST_EDIT_LINES).map(|line| format!("  + {}", visible(line))).collect();
        if edited.lines().count() > MOST_EDIT_LINES {
            lines.push("  + ...".to_string());
        }
        return lines;
    }

    let (marked, mark) = match (range.is_empty(), replacement.is_empty()) {
        (_, true) => (text.get(range).unwrap_or(""), '-'),
        (true, false) => (replacement, '+'),
        (false, false) => (replacement, '~'),
    };
    let mut line = String::from("  ");
    let mut column = push_expanded(&mut line, before, 0);
    let start = column;
    column = push_expanded(&mut line, marked, column);
    let width = column - start;
    push_expanded(&mut line, after, column);
    vec![line, format!("  {}{}", " ".repeat(start), mark.to_string().repeat(width))]
}

/// Appends text with tabs expanded; returns the display column after it.
fn push_expanded(out: &mut String, text: &str, mut column: usize) -> usize {
    let mut shown = String::with_capacity(text.len());
    push_visible(&mut shown, text);
    for c in shown.chars() {
        if c == '\t' {
            let width = TAB_WIDTH - column % TAB_WIDTH;
            out.extend(std::iter::repeat_n(' ', width));
            column += width;
        } else {
            out.push(c);
            column += c.width().unwrap_or(0);
        }
    }
    column
}

/// The end of a text, cut at a word when it is long.
fn tail(text: &str) -> &str {
    let mut at = text.len().saturating_sub(EDIT_CONTEXT);
    while !text.is_char_boundary(at) {
        at += 1;
    }
    &text[at..]
}

/// The start of a text, cut when it is long.
fn head(text: &str) -> &str {
    let mut at = text.len().min(EDIT_CONTEXT);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    &text[..at]
}
