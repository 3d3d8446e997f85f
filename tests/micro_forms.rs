//! Every spelling of the operations on registers, buffers, events, queues and ranks, and of container operations.
//!
//! The listings in `tests/micro_forms` hold one statement after the other. A statement is read inside a function whose
//! arguments are the values of `values.txt`, printed, read again and compared. What it prints stands behind `=>` on the
//! next line when that is not the statement itself. In `refused.txt` the error stands behind `!`: its code, and a part of
//! its message.

use pto_opt::diagnostics::{Severity, Sink};
use pto_opt::dialect::def::{Family, Traits};
use pto_opt::dialect::registry::OpName;
use pto_opt::ir::body::Body;
use pto_opt::ir::equal::programs_equal;
use pto_opt::ir::print::{PrintOptions, print};
use pto_opt::ir::{Form, Program};
use pto_opt::source::Source;
use pto_opt::syntax::{ParseOptions, parse};
use std::collections::BTreeSet;
use std::fmt::Write;

const VALUES: &str = include_str!("micro_forms/values.txt");
const REFUSED: &str = include_str!("micro_forms/refused.txt");
const LISTINGS: &[(&str, &str)] = &[
    ("sync.txt", include_str!("micro_forms/sync.txt")),
    ("pipe.txt", include_str!("micro_forms/pipe.txt")),
    ("comm.txt", include_str!("micro_forms/comm.txt")),
    ("registers.txt", include_str!("micro_forms/registers.txt")),
    ("dma.txt", include_str!("micro_forms/dma.txt")),
    ("cube.txt", include_str!("micro_forms/cube.txt")),
    ("simt.txt", include_str!("micro_forms/simt.txt")),
    ("ub.txt", include_str!("micro_forms/ub.txt")),
    ("vmi.txt", include_str!("micro_forms/vmi.txt")),
    ("containers.txt", include_str!("micro_forms/containers.txt")),
];

/// Operations that the listings must cover, besides the register level.
const FAMILIES: &[Family] = &[
    Family::Sync,
    Family::Pipe,
    Family::Comm,
    Family::Register,
    Family::MicroDma,
    Family::MicroCube,
    Family::Simt,
    Family::Ub,
    Family::Vmi,
    Family::Container,
];

/// A statement and what its next line says about it.
struct Case {
    line: usize,
    text: String,
    printed: Option<String>,
    refused: Option<String>,
}

/// The cases of a listing. A statement ends where its braces are closed; `case` and `default` belong to the one before.
fn cases(listing: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut depth = 0i32;
    for (i, line) in listing.lines().enumerate() {
        if depth == 0 && (line.is_empty() || line.starts_with("# ")) {
            continue;
        }
        let continues = depth > 0 || line.starts_with("case ") || line.starts_with("default ");
        match cases.last_mut() {
            Some(case) if depth == 0 && line.starts_with("  => ") => case.printed = Some(line[5..].to_owned()),
            Some(case) if depth == 0 && line.starts_with("  ! ") => case.refused = Some(line[4..].to_owned()),
            Some(case) if continues => {
                case.text.push('\n');
                case.text.push_str(line);
            }
            _ => cases.push(Case { line: i + 1, text: line.to_owned(), printed: None, refused: None }),
        }
        if !line.starts_with("  ! ") {
            depth += line.matches('{').count() as i32 - line.matches('}').count() as i32;
        }
    }
    cases
}

/// The statement in a function whose arguments are the values that it uses, among the functions that it calls.
fn program(statement: &str) -> String {
    let mut text = String::new();
    if statement.contains("@work") {
        text.push_str("func.func private @work(!UI)\n");
    }
    let values = VALUES.lines().filter_map(|line| line.split_once(" : "));
    let used = values.filter(|(name, _)| statement.contains(name));
    let arguments: Vec<String> = used.map(|(name, ty)| format!("{name}: {ty}")).collect();
    writeln!(text, "func.func @all({}) {{\n{statement}\nreturn\n}}", arguments.join(", ")).unwrap();
    let aliases = VALUES.lines().filter(|line| line.starts_with('!'));
    let aliases = aliases.filter(|line| line.split_once(" = ").is_some_and(|(name, _)| text.contains(name)));
    aliases.map(|line| format!("{line}\n")).collect::<String>() + &text
}

/// Reads a program and gives the errors with their codes.
fn read(text: &str) -> (Source, Program, Vec<String>) {
    let source = Source::new("forms.pto", text);
    let mut sink = Sink::new();
    let program = parse(&source, 0..text.len(), &ParseOptions::default(), &mut sink);
    let errors = sink.diagnostics().iter().filter(|d| d.severity == Severity::Error);
    let errors = errors.map(|d| format!("{} {}", d.code, d.message)).collect();
    (source, program, errors)
}

fn printed(program: &Program, source: &Source, emit: Option<Form>) -> Result<String, String> {
    let mut sink = Sink::new();
    let text = print(program, source, &PrintOptions { emit, ..PrintOptions::default() }, &mut sink);
    match sink.diagnostics().first() {
        Some(diagnostic) => Err(format!("printing: {}", diagnostic.message)),
        None => Ok(text),
    }
}

/// The statements of the function as they were printed, without their indentation.
fn body(text: &str) -> String {
    let lines = text.lines().skip_while(|line| !line.starts_with("func.func @all")).skip(1);
    let lines: Vec<&str> = lines.take_while(|line| *line != "  return").collect();
    lines.iter().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// Names of all operations in the functions of a program.
fn operations(program: &Program, into: &mut BTreeSet<&'static str>) {
    let bodies = std::iter::once(program.top()).chain(program.bodies.iter());
    for body in bodies {
        into.extend(body_operations(body));
    }
}

fn body_operations(body: &Body) -> impl Iterator<Item = &'static str> {
    body.ops.iter().map(|op| op.name.name())
}

/// What is wrong with a case.
fn check(case: &Case, seen: &mut BTreeSet<&'static str>) -> Result<(), String> {
    let text = program(&case.text);
    let (source, first, errors) = read(&text);
    if !errors.is_empty() {
        return Err(errors.join("; "));
    }
    operations(&first, seen);
    let once = printed(&first, &source, None)?;
    let (again, second, errors) = read(&once);
    if !errors.is_empty() {
        return Err(format!("the printed text is refused: {}\n{}", errors.join("; "), body(&once)));
    }
    programs_equal(&first, &second).map_err(|e| format!("read again, it differs: {e}\n{}", body(&once)))?;
    let twice = printed(&second, &again, None)?;
    if twice != once {
        return Err(format!("printed again, it differs:\n{}\n{}", body(&once), body(&twice)));
    }
    let expected = case.printed.as_ref().unwrap_or(&case.text);
    if body(&once) != *expected {
        return Err(format!("prints\n{}", body(&once)));
    }
    for form in [Form::Generic, Form::Ssa, Form::Sync, Form::Dps] {
        // An operation without a spelling in a form is reported.
        let Ok(text) = printed(&first, &source, Some(form)) else { continue };
        let (_, other, errors) = read(&text);
        if !errors.is_empty() {
            return Err(format!("its {} form is refused: {}\n{}", form.name(), errors.join("; "), body(&text)));
        }
        programs_equal(&first, &other)
            .map_err(|e| format!("its {} form differs: {e}\n{}", form.name(), body(&text)))?;
    }
    Ok(())
}

#[test]
fn every_spelling_is_read_and_printed() {
    let mut seen = BTreeSet::new();
    let mut failed = String::new();
    for (file, listing) in LISTINGS {
        for case in cases(listing) {
            if let Err(message) = check(&case, &mut seen) {
                writeln!(failed, "{file}:{}: {}\n  {}", case.line, case.text, message.replace('\n', "\n  ")).unwrap();
            }
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
    let wanted = OpName::all().map(OpName::def).filter(|def| {
        FAMILIES.contains(&def.family)
            && !def.traits.has(Traits::RESERVED)
            && !["cf.br", "cf.cond_br", "cf.switch", "func.call_indirect"].contains(&def.name)
    });
    let missing: Vec<&str> = wanted.map(|def| def.name).filter(|name| !seen.contains(name)).collect();
    assert!(missing.is_empty(), "the listings have no statement for {missing:?}");
}

#[test]
fn what_is_refused_gets_one_error() {
    let mut failed = String::new();
    for case in cases(REFUSED) {
        let (_, _, errors) = read(&program(&case.text));
        let wanted = case.refused.as_deref().unwrap_or("no error is named");
        let matches = |error: &String| {
            let (code, part) = wanted.split_once(' ').unwrap_or((wanted, ""));
            error.starts_with(code) && error.contains(part)
        };
        if errors.len() != 1 || !errors.iter().all(matches) {
            writeln!(failed, "refused.txt:{}: {}\n  {errors:#?}", case.line, case.text).unwrap();
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
}

/// Statements with one word missing, or cut behind one.
fn damaged(text: &str) -> Vec<String> {
    let words: Vec<(usize, usize)> = {
        let bytes = text.as_bytes();
        let mut words = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let is_word = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'%' | b'!' | b'#' | b'@');
            let end = at + bytes[at..].iter().take_while(|b| is_word(**b)).count().max(1);
            if !bytes[at].is_ascii_whitespace() {
                words.push((at, end));
            }
            at = end;
        }
        words
    };
    words
        .iter()
        .flat_map(|&(start, end)| [format!("{}{}", &text[..start], &text[end..]), text[..end].to_owned()])
        .collect()
}

#[test]
fn damaged_statements_are_refused_or_printable() {
    let mut failed = String::new();
    for (file, listing) in LISTINGS {
        for case in cases(listing) {
            for text in damaged(&case.text) {
                let (source, first, errors) = read(&program(&text));
                if !errors.is_empty() {
                    continue;
                }
                let result = printed(&first, &source, None).and_then(|once| {
                    let (_, second, errors) = read(&once);
                    match errors.is_empty() {
                        true => programs_equal(&first, &second).map_err(|e| format!("{e}\n{}", body(&once))),
                        false => Err(format!("{}\n{}", errors.join("; "), body(&once))),
                    }
                });
                if let Err(message) = result {
                    writeln!(failed, "{file}:{}: {text}\n  {}", case.line, message.replace('\n', "\n  ")).unwrap();
                }
            }
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
}
