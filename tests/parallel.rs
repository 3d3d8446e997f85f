//! Reading on several threads gives what reading on one gives.

use pto_opt::diagnostics::Sink;
use pto_opt::ir::Program;
use pto_opt::ir::equal::programs_equal;
use pto_opt::ir::print::{PrintOptions, print};
use pto_opt::source::Source;
use pto_opt::syntax::{ParseOptions, parse};
use std::fmt::Write;

/// A module of more than `bytes` bytes whose functions have types, attributes, names and constants of their own, so
/// that every thread meets some that no other has.
fn module(bytes: usize) -> String {
    let mut text =
        String::from("!row = !pto.tile_buf<vec, 8x64xf32>\nmodule attributes {pto.target_arch = \"a3\"} {\n");
    let mut k = 0;
    while text.len() < bytes {
        let rows = 8 + k % 97;
        let tile = format!("!pto.tile_buf<vec, {rows}x64xf32>");
        let _ = write!(
            text,
            "  // function {k}, not func.func\n  func.func @kernel_{k}(%x: {tile}, %y: !row) attributes {{pto.tag = \"t{k}\"}} {{\n    \
             %c = arith.constant {k} : i32\n    %s = arith.constant {k}.5 : f32\n    \
             pto.tadds ins(%x, %s : {tile}, f32) outs(%x : {tile})\n    \
             pto.tadd ins(%y, %y : !row, !row) outs(%y : !row)\n    \
             pto.tcmp ins(%x, %x {{cmpMode = #pto<cmp lt>}} : {tile}, {tile}) outs(%x : {tile})\n    \
             call @kernel_{}(%x, %y) : ({}, !row) -> ()\n    return\n  }}\n",
            k / 97 * 97 + k % 97,
            tile
        );
        k += 1;
    }
    text.push_str("}\n");
    text
}

fn read(source: &Source, threads: usize) -> (Program, Sink) {
    let mut sink = Sink::new();
    let options = ParseOptions { threads, keep_comments: true, ..ParseOptions::default() };
    let program = parse(source, 0..source.text.len(), &options, &mut sink);
    (program, sink)
}

#[test]
fn threads_do_not_change_the_program() {
    let source = Source::new("m", module(5 << 20));
    let (one, sink) = read(&source, 1);
    assert!(!sink.has_errors(), "{:?}", sink.diagnostics().first());
    let show =
        |p: &Program| print(p, &source, &PrintOptions { comments: true, ..Default::default() }, &mut Sink::new());
    let expected = show(&one);
    for threads in [2, 3, 5] {
        let (several, sink) = read(&source, threads);
        assert!(sink.diagnostics().is_empty());
        programs_equal(&one, &several).unwrap_or_else(|e| panic!("{threads} threads: {e}"));
        assert!(expected == show(&several), "{threads} threads print another text");
    }
}

#[test]
fn threads_do_not_change_the_diagnostics() {
    let mut text = module(5 << 20);
    // A misspelt operation, a call to nowhere and a function defined twice, far behind the first cut.
    let at = text.rfind("pto.tadds").expect("an operation to break");
    text.replace_range(at..at + 9, "pto.taddz");
    let at = text[..at].rfind("call @kernel_").expect("a call to break");
    text.replace_range(at..at + 13, "call @nothing");
    text.truncate(text.len() - 2);
    text.push_str("  func.func @kernel_3() {\n    return\n  }\n}\n");
    let source = Source::new("m", text);
    let (_, one) = read(&source, 1);
    assert_eq!(one.error_count(), 3, "{:?}", one.diagnostics());
    for threads in [2, 4] {
        let (_, several) = read(&source, threads);
        assert_eq!(one.diagnostics(), several.diagnostics());
    }
}

#[test]
fn a_cut_in_a_nested_module_is_not_taken() {
    // The middle of the text is a module inside the module: a thread that starts there reads functions of another one.
    let inner = module(4 << 20)
        .replace("!row = !pto.tile_buf<vec, 8x64xf32>\n", "")
        .replace("!row", "!pto.tile_buf<vec, 8x64xf32>");
    let outer = module(2 << 20);
    let first = outer.find("  // function").expect("a function");
    let text = format!("{}{inner}{}", &outer[..first], &outer[first..]);
    let source = Source::new("m", text);
    let (one, sink) = read(&source, 1);
    assert!(!sink.has_errors(), "{:?}", sink.diagnostics().first());
    let (several, _) = read(&source, 4);
    programs_equal(&one, &several).unwrap_or_else(|e| panic!("{e}"));
}
