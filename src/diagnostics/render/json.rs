//! JSON lines: one object for each diagnostic.
//!
//! The fields are part of the interface and described in the user guide. Lines and columns start at 1, columns count
//! bytes, offsets start at 0, and every end is exclusive.

use super::{Diagnostic, File, severity_name};
use crate::source::Span;
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Record<'a> {
    file: &'a str,
    #[serde(flatten)]
    place: Place,
    code: &'a str,
    name: &'a str,
    severity: &'a str,
    message: &'a str,
    label: &'a str,
    labels: Vec<Label<'a>>,
    notes: &'a [String],
    help: Option<Help<'a>>,
}

#[derive(Serialize)]
struct Place {
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    offset: u32,
    end_offset: u32,
}

#[derive(Serialize)]
struct Label<'a> {
    #[serde(flatten)]
    place: Place,
    message: &'a str,
}

#[derive(Serialize)]
struct Help<'a> {
    message: &'a str,
    edit: Option<Edit<'a>>,
}

#[derive(Serialize)]
struct Edit<'a> {
    #[serde(flatten)]
    place: Place,
    replacement: &'a str,
}

/// Writes one line.
pub fn render(file: &File, d: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
    let record = Record {
        file: &file.source.name,
        place: place(file, d.primary.span),
        code: d.code.as_str(),
        name: d.code.info().name,
        severity: severity_name(d.severity),
        message: &d.message,
        label: &d.primary.message,
        labels: d.secondary.iter().map(|l| Label { place: place(file, l.span), message: &l.message }).collect(),
        notes: &d.notes,
        help: d.help.as_ref().map(|help| Help {
            message: &help.message,
            edit: help.edit.as_ref().map(|(span, replacement)| Edit { place: place(file, *span), replacement }),
        }),
    };
    serde_json::to_writer(&mut *out, &record)?;
    out.write_all(b"\n")
}

fn place(file: &File, span: Span) -> Place {
    let range = file.index.clamp(&file.source.text, span);
    let (offset, end_offset) = (range.start as u32, range.end as u32);
    let (start, end) = (file.index.line_col(offset), file.index.line_col(end_offset));
    Place { line: start.line, column: start.column, end_line: end.line, end_column: end.column, offset, end_offset }
}
