//! SARIF 2.1.0, the exchange format of static analysers: one log with one run for all inputs.
//!
//! Columns count Unicode code points, because SARIF knows no byte columns; regions also carry byte offsets.

use super::{Code, Diagnostic, File, Severity};
use crate::source::Span;
use serde_sarif::sarif;
use std::io::{self, Write};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The results so far, and the rules that they name.
#[derive(Default)]
pub struct Log {
    results: Vec<sarif::Result>,
    rules: Vec<Code>,
}

impl Log {
    /// Adds one result.
    pub fn push(&mut self, file: &File, d: &Diagnostic) {
        let rule = self.rules.iter().position(|&code| code == d.code).unwrap_or_else(|| {
            self.rules.push(d.code);
            self.rules.len() - 1
        });
        let mut text = d.message.clone();
        for note in &d.notes {
            text.push_str("\nnote: ");
            text.push_str(note);
        }
        let mut result = sarif::Result::builder()
            .message(text.as_str())
            .rule_id(d.code.as_str())
            .rule_index(rule as i64)
            .level(level(d.severity))
            .locations(vec![location(file, d.primary.span, &d.primary.message, None)])
            .build();
        if !d.secondary.is_empty() {
            let related = d.secondary.iter().zip(1..);
            result.related_locations =
                Some(related.map(|(l, id)| location(file, l.span, &l.message, Some(id))).collect());
        }
        if let Some(help) = &d.help {
            match &help.edit {
                Some((span, replacement)) => result.fixes = Some(vec![fix(file, &help.message, *span, replacement)]),
                None => result.message = sarif::Message::from(format!("{text}\nhelp: {}", help.message).as_str()),
            }
        }
        self.results.push(result);
    }

    /// Writes the log, indented.
    pub fn write(self, out: &mut dyn Write) -> io::Result<()> {
        let driver = sarif::ToolComponent::builder()
            .name("pto-opt")
            .semantic_version(env!("CARGO_PKG_VERSION"))
            .rules(self.rules.into_iter().map(rule).collect::<Vec<_>>())
            .build();
        let run = sarif::Run::builder().tool(driver).column_kind("unicodeCodePoints").results(self.results).build();
        let log = sarif::Sarif::builder().schema(SCHEMA).version("2.1.0").runs(vec![run]).build();
        serde_json::to_writer_pretty(&mut *out, &log)?;
        out.write_all(b"\n")
    }
}

fn level(severity: Severity) -> sarif::ResultLevel {
    match severity {
        Severity::Error => sarif::ResultLevel::Error,
        Severity::Warning => sarif::ResultLevel::Warning,
        Severity::Note => sarif::ResultLevel::Note,
    }
}

fn rule(code: Code) -> sarif::ReportingDescriptor {
    let info = code.info();
    let text = |text: &str| sarif::MultiformatMessageString::builder().text(text).build();
    let mut rule = sarif::ReportingDescriptor::builder()
        .id(code.as_str())
        .name(info.name)
        .short_description(text(info.title))
        .build();
    if !info.explanation.is_empty() {
        let page = sarif::MultiformatMessageString::builder().text(info.explanation.trim()).markdown(info.page());
        rule.help = Some(page.build());
    }
    rule
}

fn location(file: &File, span: Span, message: &str, id: Option<i64>) -> sarif::Location {
    let physical =
        sarif::PhysicalLocation::builder().artifact_location(artifact(file)).region(region(file, span)).build();
    let mut location = sarif::Location::builder().physical_location(physical).build();
    location.id = id;
    if !message.is_empty() {
        location.message = Some(message.into());
    }
    location
}

fn fix(file: &File, message: &str, span: Span, replacement: &str) -> sarif::Fix {
    let replacement = sarif::Replacement::builder()
        .deleted_region(region(file, span))
        .inserted_content(sarif::ArtifactContent::builder().text(replacement).build())
        .build();
    let change =
        sarif::ArtifactChange::builder().artifact_location(artifact(file)).replacements(vec![replacement]).build();
    sarif::Fix::builder().description(message).artifact_changes(vec![change]).build()
}

fn region(file: &File, span: Span) -> sarif::Region {
    let text = &file.source.text;
    let range = file.index.clamp(text, span);
    let (start, end) = (range.start as u32, range.end as u32);
    sarif::Region::builder()
        .start_line(i64::from(file.index.line_col(start).line))
        .start_column(i64::from(file.index.char_column(text, start)))
        .end_line(i64::from(file.index.line_col(end).line))
        .end_column(i64::from(file.index.char_column(text, end)))
        .byte_offset(i64::from(start))
        .byte_length(i64::from(end - start))
        .build()
}

fn artifact(file: &File) -> sarif::ArtifactLocation {
    sarif::ArtifactLocation::builder().uri(uri(&file.source.name)).build()
}

/// A path as a URI reference: relative paths stay relative, bytes that a URI cannot hold are percent-encoded.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    if path.starts_with('/') {
        out.push_str("file://");
    }
    for b in path.bytes() {
        match b {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(b)),
            b'\\' if cfg!(windows) => out.push('/'),
            _ => out.push_str(&format!("%{b:02X}")),
        }
    }
    out
}
