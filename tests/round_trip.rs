//! What is printed can be read, and means the same: `parse(print(m)) == m` for random programs over all operations, in
//! every form, and printing a second time changes nothing.
//!
//! `PTO_OPT_ONLY=pto.tadd` looks at the forms of one operation alone.
//!
//! The programs come from `generator`, which reads the operation tables: a new operation is covered without a change
//! here. Seeds are fixed; a failure shows the text that caused it.

mod generator;

use generator::functions::Writer;
use generator::statements::{forms_of, spellings_of, statement};
use generator::types::Level;
use generator::{Scope, hand};
use pto_opt::diagnostics::Sink;
use pto_opt::dialect::def::{Asm, Regions, Traits};
use pto_opt::dialect::registry::OpName;
use pto_opt::ir::equal::programs_equal;
use pto_opt::ir::print::{PrintOptions, print};
use pto_opt::ir::{Body, Form, Program};
use pto_opt::source::Source;
use pto_opt::syntax::{ParseOptions, parse};
use std::collections::BTreeSet;

const FORMS: [Option<Form>; 5] = [None, Some(Form::Sync), Some(Form::Ssa), Some(Form::Dps), Some(Form::Generic)];

/// Operations seen, each with the form it was read in.
type Seen = BTreeSet<(&'static str, &'static str)>;

fn read(text: &str) -> Result<(Source, Program), String> {
    let source = Source::new("generated", text);
    let mut sink = Sink::new();
    let program = parse(&source, 0..source.text.len(), &ParseOptions::default(), &mut sink);
    match sink.diagnostics().iter().find(|d| d.severity == pto_opt::diagnostics::Severity::Error) {
        None => Ok((source, program)),
        Some(error) => {
            let range = error.primary.span.range();
            let line = text[..range.start.min(text.len())].matches('\n').count();
            let at = text.get(range).unwrap_or_default();
            Err(format!(
                "error[{}] at `{at}`: {}\n    {}",
                error.code,
                error.message,
                text.lines().nth(line).unwrap_or_default().trim()
            ))
        }
    }
}

/// Prints in a form, or says which operation has no spelling in it.
fn printed(source: &Source, program: &Program, emit: Option<Form>) -> Result<String, String> {
    let mut sink = Sink::new();
    let text = print(program, source, &PrintOptions { emit, ..PrintOptions::default() }, &mut sink);
    match sink.diagnostics().first() {
        Some(diagnostic) => Err(diagnostic.message.clone()),
        None => Ok(text),
    }
}

fn note(program: &Program, seen: &mut Seen) {
    let all = |body: &Body, seen: &mut Seen| {
        for op in &body.ops {
            seen.insert((op.name.name(), op.form.name()));
        }
    };
    program.bodies.iter().for_each(|body| all(body, seen));
}

/// Checks one text in all forms, and notes which operations were read in which. `must` are the forms that every
/// operation in it has.
fn check(text: &str, must: &[Form], seen: &mut Seen) -> Result<(), String> {
    let (source, program) = read(text).map_err(|e| format!("the generated text is refused: {e}"))?;
    note(&program, seen);
    for emit in FORMS {
        let name = emit.map_or("its own", Form::name);
        let first = match printed(&source, &program, emit) {
            Ok(text) => text,
            Err(why) if emit.is_none_or(|form| must.contains(&form)) => return Err(why),
            Err(_) => continue,
        };
        let shown = |e: String| format!("in {name} form: {e}\n--- printed\n{first}");
        let (again_source, again) = read(&first).map_err(|e| shown(format!("what is printed is refused: {e}")))?;
        programs_equal(&program, &again).map_err(|e| shown(format!("another program is read: {e}")))?;
        match printed(&again_source, &again, emit) {
            Ok(second) if second == first => {}
            Ok(second) | Err(second) => return Err(shown(format!("printing again changes it\n--- again\n{second}"))),
        }
        note(&again, seen);
    }
    Ok(())
}

/// Operations that can be in a program.
fn usable() -> impl Iterator<Item = OpName> {
    OpName::all().filter(|op| {
        let traits = op.def().traits;
        !traits.has(Traits::REMOVED) && !traits.has(Traits::RESERVED)
    })
}

/// Operations that stand anywhere in a block.
fn is_leaf(op: OpName) -> bool {
    let def = op.def();
    !def.traits.has(Traits::TERMINATOR)
        && match def.asm {
            Asm::Hand(hand) => hand::is_leaf(hand),
            _ => true,
        }
}

fn levels(form: Form) -> &'static [Level] {
    match form {
        Form::Sync | Form::Ssa => &[Level::Values],
        Form::Dps => &[Level::Buffers],
        Form::Generic => &[Level::Values, Level::Buffers],
    }
}

/// Every form of every operation alone, several times.
#[test]
fn each_operation_in_each_form() {
    let mut seen = Seen::new();
    let mut failures: Vec<(String, String)> = Vec::new();
    let only = std::env::var("PTO_OPT_ONLY").ok();
    for op in usable().filter(|op| is_leaf(*op)) {
        if only.as_ref().is_some_and(|name| name != op.name()) {
            continue;
        }
        'forms: for form in spellings_of(op) {
            for &level in levels(form) {
                for round in 0..12u64 {
                    let mut scope = Scope::new(op.index() as u64 * 1000 + round);
                    let text = format!("    {}\n    return\n", statement(&mut scope, op, form, level));
                    let text = scope.finish(&text);
                    if let Err(e) = check(&text, &[], &mut seen) {
                        failures
                            .push((format!("{} ({})", op.name(), form.name()), format!("{e}\n--- generated\n{text}")));
                        continue 'forms;
                    }
                }
            }
        }
    }
    report(failures);
    if only.is_some() {
        return;
    }
    // Containers and terminators are covered by `programs_with_control_flow`.
    let missing: Vec<String> = usable()
        .filter(|op| is_leaf(*op))
        .flat_map(|op| forms_of(op).into_iter().map(move |form| (op.name(), form.name())))
        .filter(|pair| !seen.contains(pair))
        .map(|(name, form)| format!("{name} in {form} form"))
        .collect();
    assert!(missing.is_empty(), "never read: {missing:#?}");
}

fn report(failures: Vec<(String, String)>) {
    if failures.is_empty() {
        return;
    }
    for (name, message) in failures.iter().take(40) {
        eprintln!("=== {name}: {message}");
    }
    let names: Vec<&str> = failures.iter().map(|f| f.0.as_str()).collect();
    panic!("{} failures: {}", names.len(), names.join(", "));
}

/// Programs with control flow, of operations of one form each.
#[test]
fn programs_with_control_flow() {
    let mut seen = Seen::new();
    let mut failures = Vec::new();
    let leaves: Vec<OpName> = usable().filter(|op| is_leaf(*op)).collect();
    for (form, level, must) in [
        (Form::Sync, Level::Values, &[Form::Sync, Form::Ssa, Form::Generic][..]),
        (Form::Ssa, Level::Values, &[Form::Sync, Form::Ssa, Form::Generic]),
        (Form::Dps, Level::Buffers, &[Form::Dps, Form::Generic]),
    ] {
        // Operations with one spelling stand between all others.
        let one_spelling = |op: OpName| form == Form::Dps && matches!(op.def().asm, Asm::Custom(_) | Asm::Hand(_));
        let fitting: Vec<OpName> =
            leaves.iter().copied().filter(|op| spellings_of(*op).contains(&form) || one_spelling(*op)).collect();
        for seed in 0..150u64 {
            let mut scope = Scope::new(seed * 31 + form as u64);
            let mut left = 30;
            let mut leaf = |scope: &mut Scope| {
                left -= 1;
                let op = fitting[scope.rng.below(fitting.len())];
                let form = if spellings_of(op).contains(&form) { form } else { Form::Ssa };
                (left >= 0).then(|| statement(scope, op, form, level))
            };
            let body = Writer::new(level, &mut leaf).body(&mut scope);
            let text = scope.finish(&body);
            if let Err(e) = check(&text, must, &mut seen) {
                failures.push((format!("{} program {seed}", form.name()), format!("{e}\n--- generated\n{text}")));
            }
        }
    }
    // Terminators of regions stand only there.
    for op in leaves.iter().copied().filter(|op| op.def().regions != Regions::None) {
        for round in 0..12u64 {
            let mut scope = Scope::new(round);
            let text = format!("{}\nreturn\n", statement(&mut scope, op, Form::Ssa, Level::Values));
            let text = scope.finish(&text);
            if let Err(e) = check(&text, &[], &mut seen) {
                failures.push((op.name().to_owned(), format!("{e}\n--- generated\n{text}")));
            }
        }
    }
    report(failures);
    let missing: Vec<String> = usable()
        .filter(|op| !is_leaf(*op))
        .flat_map(|op| forms_of(op).into_iter().map(move |form| (op.name(), form.name())))
        .filter(|pair| !seen.contains(pair))
        .map(|(name, form)| format!("{name} in {form} form"))
        .collect();
    assert!(missing.is_empty(), "never read: {missing:#?}");
}

/// Files of directives and instructions without any function.
#[test]
fn plain_sync_files() {
    let mut seen = Seen::new();
    let mut failures = Vec::new();
    let fitting: Vec<OpName> = usable().filter(|op| is_leaf(*op) && matches!(op.def().asm, Asm::Tile)).collect();
    for seed in 0..300u64 {
        let mut scope = Scope::new(seed);
        let mut body: String = (0..3).map(|_| scope.constant()).collect();
        for _ in 0..12 {
            let op = fitting[scope.rng.below(fitting.len())];
            body.push_str(&statement(&mut scope, op, Form::Sync, Level::Values));
            body.push_str(scope.rng.pick(&["\n", ";\n", "  // remark\n"]));
        }
        let text = scope.finish_plain(&body);
        if let Err(e) = check(&text, &[Form::Sync, Form::Ssa, Form::Generic], &mut seen) {
            failures.push((format!("program {seed}"), format!("{e}\n--- generated\n{text}")));
        }
    }
    report(failures);
}

/// The sample kernels read without a remark, in the forms that their names say, and the list of them is complete.
#[test]
fn samples_in_every_form() {
    let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let list = std::fs::read_to_string(directory.join("README.md")).expect("samples have a list");
    let mut names: Vec<String> = std::fs::read_dir(&directory)
        .expect("there are samples")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".pto"))
        .collect();
    names.sort();
    assert!(names.len() > 40, "{} samples found", names.len());
    let mut seen = Seen::new();
    let mut failures = Vec::new();
    for name in names {
        let text = std::fs::read_to_string(directory.join(&name)).expect("a sample is text");
        let (kernel, form) = name.split_once('.').unwrap_or((&name, ""));
        let (form, must): (_, &[Form]) = match form {
            "sync.pto" => ("sync", &[Form::Sync, Form::Ssa, Form::Generic]),
            "ssa.pto" => ("ssa", &[Form::Sync, Form::Ssa, Form::Generic]),
            "dps.pto" => ("dps", &[Form::Dps, Form::Generic]),
            _ => ("all in one file", &[Form::Generic]),
        };
        let row = list.lines().find(|line| line.starts_with(&format!("| `{kernel}` |")));
        if !row.is_some_and(|row| row.contains(form)) {
            failures.push((name.clone(), "is not in the list of samples".to_owned()));
        }
        if let Err(e) = check(&text, must, &mut seen) {
            failures.push((name.clone(), e));
        }
        let mut sink = Sink::new();
        let source = Source::new(name.clone(), text);
        parse(&source, 0..source.text.len(), &ParseOptions::default(), &mut sink);
        if let Some(remark) = sink.diagnostics().first() {
            failures.push((name, format!("{}: {}", remark.code, remark.message)));
        }
    }
    report(failures);
}
