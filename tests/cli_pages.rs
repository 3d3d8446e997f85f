//! The programs on the pages of the error codes: the wrong one gets its code and nothing else, the right one is clean.

use pto_opt::diagnostics::Sink;
use pto_opt::diagnostics::codes::{CODES, CodeInfo};
use pto_opt::source::Source;
use pto_opt::syntax::{ParseOptions, parse};

/// The findings in a program, as `CODE line: message`.
fn findings(program: &str) -> Vec<String> {
    let source = Source::new("page.pto", program);
    let mut sink = Sink::new();
    parse(&source, 0..source.text.len(), &ParseOptions::default(), &mut sink);
    sink.sort();
    let line = |at: u32| program[..at as usize].matches('\n').count() + 1;
    sink.diagnostics().iter().map(|d| format!("{} {}: {}", d.code, line(d.primary.span.start), d.message)).collect()
}

fn problems(info: &CodeInfo) -> Vec<String> {
    let mut problems = Vec::new();
    let wrong = findings(info.wrong);
    if wrong.len() != 1 || !wrong[0].starts_with(info.code.as_str()) {
        problems.push(format!("{}: the wrong program gives {wrong:#?}", info.code));
    }
    let right = findings(info.right);
    if !right.is_empty() {
        problems.push(format!("{}: the right program gives {right:#?}", info.code));
    }
    problems
}

#[test]
fn programs_on_pages_do_what_the_pages_say() {
    let with_programs = CODES.iter().filter(|info| !info.wrong.is_empty());
    let problems: Vec<_> = with_programs.flat_map(problems).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
