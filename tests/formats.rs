//! Statements of operations with a format string: what is read, how it is printed, what is refused and where.
//!
//! A case is one statement inside a function whose arguments are the values of [`VALUES`]. After printing, the text is
//! read again: it must give the same text once more.

use pto_opt::diagnostics::Sink;
use pto_opt::ir::equal::programs_equal;
use pto_opt::ir::print::{PrintOptions, print};
use pto_opt::source::Source;
use pto_opt::syntax::{ParseOptions, parse};

/// A function around a statement.
fn wrap(values: &str, statement: &str) -> String {
    let values: Vec<&str> = values.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    format!("func.func @f({}) {{\n  {statement}\n  return\n}}\n", values.join(", "))
}

/// The statement of a printed function.
fn unwrap(printed: &str) -> String {
    let inner = printed.split_once("{\n").map_or("", |p| p.1);
    let inner = inner.rsplit_once("  return").map_or("", |p| p.0);
    inner.trim().lines().map(|l| l.strip_prefix("  ").unwrap_or(l)).collect::<Vec<_>>().join("\n")
}

/// Reads a statement and gives it back as printed, or the first error as `CODE token`.
fn process(values: &str, statement: &str) -> Result<String, String> {
    let source = Source::new("case", wrap(values, statement));
    let mut sink = Sink::new();
    let program = parse(&source, 0..source.text.len(), &ParseOptions::default(), &mut sink);
    if sink.has_errors() {
        let list = sink.diagnostics().iter().map(|d| {
            format!("{} `{}`: {}", d.code, &source.text[d.primary.span.range()], d.message)
        });
        return Err(list.collect::<Vec<_>>().join(" & "));
    }
    let printed = print(&program, &source, &PrintOptions::default(), &mut sink);
    let again = Source::new("printed", printed.clone());
    let reread = parse(&again, 0..again.text.len(), &ParseOptions::default(), &mut sink);
    if sink.has_errors() {
        return Err(format!("printed text is refused: {:?}\n{printed}", sink.diagnostics()));
    }
    programs_equal(&program, &reread).map_err(|e| format!("reading the printed text gives another program: {e}"))?;
    let twice = print(&reread, &again, &PrintOptions::default(), &mut sink);
    if printed != twice {
        return Err(format!("printing is not idempotent:\n{printed}{twice}"));
    }
    Ok(unwrap(&printed))
}

#[test]
fn tmp_micro_forms() {
    let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/micro_forms");
    let values = std::fs::read_to_string(dir.join("values.txt")).unwrap();
    let types: String = values.lines().filter(|l| l.starts_with('!')).map(|l| format!("{l}\n")).collect();
    let vals: String = values.lines().filter(|l| l.starts_with('%')).map(|l| format!("{l}\n")).collect();
    let mut bad = String::new();
    let mut n = 0;
    for file in ["comm", "cube", "dma", "pipe", "registers", "simt", "sync", "ub"] {
        let text = std::fs::read_to_string(dir.join(format!("{file}.txt"))).unwrap();
        let mut cases: Vec<(String, Option<String>)> = Vec::new();
        let mut open = false;
        for line in text.lines() {
            if line.starts_with('#') || line.is_empty() { continue; }
            if let Some(c) = line.strip_prefix("  => ") { cases.last_mut().unwrap().1 = Some(c.to_owned()); continue; }
            if open { let last = &mut cases.last_mut().unwrap().0; last.push('\n'); last.push_str(line); if line.starts_with('}') { open = false; } continue; }
            open = line.ends_with('{');
            cases.push((line.to_owned(), None));
        }
        for (text, want) in cases {
            n += 1;
            let source = Source::new("case", format!("{types}{}", wrap(&vals, &text)));
            let mut sink = Sink::new();
            let program = parse(&source, 0..source.text.len(), &ParseOptions::default(), &mut sink);
            if sink.has_errors() {
                bad += &format!("{file}: {text}\n   {:?}\n", sink.diagnostics().iter().map(|d| format!("{} {} {}", d.code, &source.text[d.primary.span.range()], d.message)).collect::<Vec<_>>());
                continue;
            }
            let printed = print(&program, &source, &PrintOptions::default(), &mut sink);
            let body = unwrap(&printed[types.len()..]);
            let strip = |s: &str| s.lines().map(str::trim).collect::<Vec<_>>().join("\n");
            if strip(&body) != strip(want.as_deref().unwrap_or(&text)) {
                bad += &format!("{file}: {text}\n   printed  {body}\n   expected {}\n", want.as_deref().unwrap_or(&text));
            }
        }
    }
    println!("{n} cases");
    assert!(bad.is_empty(), "{bad}");
}
