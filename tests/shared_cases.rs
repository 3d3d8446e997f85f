//! The small cases kept beside the repository, when they are there: each must be read, and survive printing.
//!
//! A case starts with comment lines `// key: value`. Reading must succeed unless the case is to be rejected.

use pto_opt::diagnostics::Sink;
use pto_opt::ir::equal::programs_equal;
use pto_opt::ir::print::{PrintOptions, print};
use pto_opt::source::Source;
use pto_opt::syntax::{ParseOptions, parse};
use std::path::{Path, PathBuf};

fn cases() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases");
    let mut found = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "pto") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn cases_are_read_and_printed() {
    let cases = cases();
    if cases.is_empty() {
        eprintln!("no cases beside the repository: skipped");
        return;
    }
    for path in cases {
        let source = Source::open(path.display().to_string(), &path).expect("the case can be opened");
        let mut sink = Sink::new();
        let program = parse(&source, 0..source.text.len(), &ParseOptions::default(), &mut sink);
        if sink.has_errors() {
            assert!(source.text.contains("expect: reject"), "{}: {:?}", source.name, sink.diagnostics());
            continue;
        }
        let printed = print(&program, &source, &PrintOptions::default(), &mut sink);
        assert!(!sink.has_errors(), "{}: {:?}", source.name, sink.diagnostics());
        let again = Source::new("printed", printed);
        let reread = parse(&again, 0..again.text.len(), &ParseOptions::default(), &mut sink);
        assert!(!sink.has_errors(), "{}: {:?}\n{}", source.name, sink.diagnostics(), &*again.text);
        programs_equal(&program, &reread).unwrap_or_else(|e| panic!("{}: {e}\n{}", source.name, &*again.text));
        let twice = print(&reread, &again, &PrintOptions::default(), &mut sink);
        assert_eq!(&*again.text, twice, "{}: printing is not idempotent", source.name);
    }
}
