//! Workflow commands of GitHub Actions: `::error file=..,line=..::message`, shown as annotations of a pull request.

use super::{Diagnostic, File, Severity};
use std::io::{self, Write};

/// Writes one command. Notes and help become further lines of the annotation.
pub fn render(file: &File, d: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
    let command = match d.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let (start, end) = (file.index.line_col(d.primary.span.start), file.index.line_col(d.primary.span.end));
    write!(out, "::{command} file={},line={}", property(&file.source.name), start.line)?;
    // GitHub ignores columns when the lines differ, and its end column names the last character.
    if start.line == end.line {
        let last = (end.column - 1).max(start.column);
        write!(out, ",col={},endLine={},endColumn={last}", start.column, end.line)?;
    } else {
        write!(out, ",endLine={}", end.line)?;
    }
    write!(out, ",title={}::{}", property(&format!("{} {}", d.code, d.code.info().name)), data(&d.message))?;
    for note in &d.notes {
        write!(out, "%0Anote: {}", data(note))?;
    }
    if let Some(help) = &d.help {
        write!(out, "%0Ahelp: {}", data(&help.message))?;
    }
    writeln!(out)
}

/// Escapes the text after `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
