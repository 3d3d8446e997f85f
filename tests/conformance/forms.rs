//! Which form a statement has: rules F1 to F8 and the table of statement starts.

use crate::harness::*;
use pto_opt::syntax::ParseOptions;

#[test]
fn forms_mix() {
    files(&[
        (
            "F1 in one function",
            "func.func @f(%a: $T, %b: $B) {\n  %c = tabs %a\n  %d = pto.tneg %c : $T -> $T\n  pto.tabs ins(%b : $B) outs(%b : $B)\n  \
             %e = \"pto.tneg\"(%d) : ($T) -> $T\n  return\n}\n",
            "func.func @f(%a: $T, %b: $B) {\n  %c = tabs %a : $T -> $T\n  %d = pto.tneg %c : $T -> $T\n  \
             pto.tabs ins(%b : $B) outs(%b : $B)\n  %e = \"pto.tneg\"(%d) : ($T) -> $T\n  return\n}\n",
        ),
        (
            "F1 container statements among directives",
            ".arg %a : $T\n%k = arith.constant 2.0 : f32\n%b = tmuls %a, %k : $T, f32\n",
            ".arg %a : $T\n%k = arith.constant 2.000000e+00 : f32\n%b = tmuls %a, %k : ($T, f32) -> $T\n",
        ),
    ]);
}

#[test]
fn prefixed_opcodes() {
    free_statements(&[
        ("F2 DPS", "pto.tadd ins(%ta, %tb : $B, $B) outs(%td : $B)", ""),
        ("F2 SSA", "%r = pto.tadd %a, %b : ($T, $T) -> $T", ""),
        ("F2 custom", "pto.barrier <PIPE_V>", ""),
        ("F4 generic", "%r = \"pto.tadd\"(%a, %b) : ($T, $T) -> $T", ""),
        (
            "F2 quoted DPS",
            "\"pto.tadd\" ins(%ta, %tb : $B, $B) outs(%td : $B)",
            "pto.tadd ins(%ta, %tb : $B, $B) outs(%td : $B)",
        ),
        ("F2 quoted SSA", "%r = \"pto.tadd\" %a, %b : ($T, $T) -> $T", "%r = pto.tadd %a, %b : ($T, $T) -> $T"),
        ("F2 quoted custom", "\"pto.barrier\" <PIPE_V>", "pto.barrier <PIPE_V>"),
    ]);
    refused_statements(&[
        ("F2 `ins` is no operand", "%r = pto.tadd ins, %b : ($T, $T) -> $T", "P0001", "ins"),
        ("F2 neither", "pto.tadd [%ta, %tb]", "P0001", "["),
        ("F4 nothing behind the name", "%r = \"arith.addi\" %n, %m : i32", "P0001", "\"arith.addi\""),
    ]);
}

#[test]
fn container_opcodes() {
    free_files(&[(
        "F3",
        "builtin.module {\n  func.func @f(%a: index) -> index {\n    func.return %a : index\n  }\n  func.func @g(%a: index) {\n    \
             %b = call @f(%a) : (index) -> index\n    return\n  }\n}\n",
        "module {\n  func.func @f(%a: index) -> index {\n    return %a : index\n  }\n  func.func @g(%a: index) {\n    \
             %b = call @f(%a) : (index) -> index\n    return\n  }\n}\n",
    )]);
    refused_statements(&[
        ("F8 unknown in a known dialect", "%r = arith.adi %n, %m : i32", "P0009", "arith.adi"),
        ("F8 known dialect without definitions", "%r = affine.apply %n : i32", "P0010", "affine.apply"),
        ("F8 unknown dialect", "%r = vendor.add %n, %m : i32", "P0010", "vendor.add"),
        ("F8 unknown dialect, generic", "%r = \"vendor.add\"(%n, %m) : (i32, i32) -> i32", "P0010", "vendor.add"),
        ("F8 unknown tile operation", "%r = pto.tadx %a, %b : ($T, $T) -> $T", "P0009", "pto.tadx"),
        ("F8 unknown tile operation, DPS", "pto.tadx ins(%ta, %tb : $B, $B) outs(%td : $B)", "P0009", "pto.tadx"),
        ("F8 unknown tile operation, generic", "\"pto.tadx\"(%ta, %tb, %td) : ($B, $B, $B) -> ()", "P0009", "pto.tadx"),
        ("F8 unknown sync operation", "%r = tadx %a, %b : $T", "P0009", "tadx"),
        ("F8 unknown suffix", "%r = pto.tmatmul.fast %a, %b : ($T, $T) -> $T", "P0009", "pto.tmatmul.fast"),
        ("F8 nothing behind the prefix", "%r = pto. %a : $T -> $T", "P0009", "pto."),
    ]);
    files_with(
        &ParseOptions { allow_unregistered: true, ..ParseOptions::default() },
        &[(
            "F8",
            "func.func @f(%a: i32) {\n  %b = \"vendor.add\"(%a, %a) {k = 1 : i64} : (i32, i32) -> i32\n  return\n}\n",
            "",
        )],
    );
}

#[test]
fn unregistered_operations_are_generic() {
    let options = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
    for (text, token) in [
        ("func.func @f(%a: i32) {\n  %b = vendor.add %a, %a : i32\n  return\n}\n", "P0010 `vendor.add`"),
        ("func.func @f(%a: i32) {\n  %b = \"pto.add\"(%a) : (i32) -> i32\n  return\n}\n", "P0009 `pto.add`"),
    ] {
        let found = Reading::with(text, &options).findings();
        assert!(found.len() == 1 && found[0].starts_with(token), "{found:?}");
    }
}

#[test]
fn sync_opcodes() {
    statements(&[
        ("F5", "%r = tadd %a, %b : ($T, $T) -> $T", ""),
        ("F5 upper case", "%r = TADD %a, %b : ($T, $T) -> $T", "%r = tadd %a, %b : ($T, $T) -> $T"),
        ("F5 mixed case", "%r = TRowSum %a : $T -> !pto.tile<16x1xf32>", "%r = trowsum %a : $T -> !pto.tile<16x1xf32>"),
        ("F5 upper case with prefix", "%r = pto.TADD %a, %b : ($T, $T) -> $T", "%r = pto.tadd %a, %b : ($T, $T) -> $T"),
        ("F5 suffix", "%r = tmatmul.acc %a, %b, %c : ($T, $T, $T) -> $T", ""),
        (
            "F5 suffix with `_`",
            "%r = tmatmul_acc %a, %b, %c : ($T, $T, $T) -> $T",
            "%r = tmatmul.acc %a, %b, %c : ($T, $T, $T) -> $T",
        ),
        (
            "F5 upper-case suffix",
            "%r = TMATMUL_BIAS %a, %b, %c : ($T, $T, $T) -> $T",
            "%r = tmatmul.bias %a, %b, %c : ($T, $T, $T) -> $T",
        ),
    ]);
    free_statements(&[(
        "F5 upper case in DPS",
        "pto.TADD ins(%ta, %tb : $B, $B) outs(%td : $B)",
        "pto.tadd ins(%ta, %tb : $B, $B) outs(%td : $B)",
    )]);
    refused_statements(&[
        ("F5 `_` where there is no suffix", "%r = t_add %a, %b : ($T, $T) -> $T", "P0009", "t_add"),
        ("F5 container operations keep their case", "%r = ARITH.ADDI %n, %m : i32", "P0010", "ARITH.ADDI"),
    ]);
}

#[test]
fn directives() {
    files(&[
        (
            "F6",
            ".arg %a : $T\n.const %k = 2.5 : f32\n%b = tmuls %a, %k\n",
            ".arg %a : $T\n.const %k = 2.500000e+00 : f32\n%b = tmuls %a, %k : ($T, f32) -> $T\n",
        ),
        (
            "F6 anywhere in the program",
            ".arg %a : $T\n%b = tabs %a\n.arg %c : $T\n%d = tadd %b, %c\n",
            ".arg %a : $T\n.arg %c : $T\n%b = tabs %a : $T -> $T\n%d = tadd %b, %c : ($T, $T) -> $T\n",
        ),
    ]);
    refused_files(&[
        ("F6 unknown", ".param %a : $T\n", "P0001", ".param"),
        ("F6 result list", "%r = .arg %a : $T\n", "P0001", ".arg"),
        ("F6 without prefix", "arg %a : $T\n", "P0009", "arg"),
        ("F6 in a region", "%c = arith.constant true\nscf.if %c {\n  .arg %a : $T\n}\n", "P0001", ".arg"),
    ]);
}

#[test]
fn implicit_module_and_function() {
    files(&[
        ("F7 empty", "", ""),
        ("F7 comments alone", "// nothing\n", "nothing"),
        ("F7 one function", "func.func @f() {\n  return\n}\n", ""),
        (
            "F7 several functions",
            "func.func @f() {\n  return\n}\nfunc.func @g() {\n  call @f() : () -> ()\n  return\n}\n",
            "",
        ),
        ("F7 several modules", "module {\n}\nmodule {\n}\n", ""),
        ("F7 a function and statements", "func.func @f() {\n  return\n}\n.arg %a : $T\n%b = tabs %a : $T -> $T\n", ""),
        ("F7 statements of other forms", ".arg %a : $T\n%b = pto.tabs %a : $T -> $T\n", ""),
        (
            "F7 one-line functions",
            "func.func @f() { return } func.func @g() { func.call @f() : () -> () return }",
            "func.func @f() {\n  return\n}\nfunc.func @g() {\n  call @f() : () -> ()\n  return\n}\n",
        ),
        ("F7 only aliases and a module", "!t = $T\nmodule {\n}\n", ""),
        ("F7 statements only, no directive", "%c = arith.constant 1 : index\n", ""),
    ]);
    // The implicit function has its `.arg` declarations as arguments, in order.
    let reading = Reading::new(&expand(".arg %b : $T\n.arg %a : f32\n%c = tmuls %b, %a\n"));
    assert_eq!(
        reading.print(Some(pto_opt::ir::Form::Ssa)).unwrap(),
        expand("func.func @main(%b: $T, %a: f32) {\n  %c = pto.tmuls %b, %a : ($T, f32) -> $T\n  return\n}\n")
    );
}

#[test]
fn statement_starts() {
    refused_statements(&[
        ("A a number", "17", "P0001", "17"),
        ("A a type", "$T", "P0001", "$T"),
        ("A a symbol", "@f", "P0001", "@f"),
        ("A a bracket", "[%n]", "P0001", "["),
        ("A an arrow", "-> %n", "P0001", "->"),
        ("A a string without `(`", "\"text\"", "P0001", "\"text\""),
        ("A a value alone", "%n", "P0001", "return"),
        ("A nothing behind `=`", "%r = 5", "P0001", "5"),
        ("A two names without a comma", "%r %s = pto.get_validshape %ta : $B", "P0001", "%s"),
        ("A comma without a name", "%r, = pto.get_validshape %ta : $B", "P0001", "="),
        ("A an alias inside a function", "#a0 = #pto.pipe<PIPE_V>", "P0001", "#a0"),
        ("A a type alias inside a function", "!t0 = f32", "P0001", "!t0"),
    ]);
    refused_files(&[
        ("A a label outside a function", "^bb0:\nfunc.func @f() {\n  return\n}\n", "P0001", "^bb0"),
        ("A a closing brace", "func.func @f() {\n  return\n}\n}\n", "P0001", "}"),
        ("A an opening brace", "{\n}\n", "P0001", "{"),
    ]);
}
