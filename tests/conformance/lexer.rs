//! Tokens, comments, white space and encoding: rules L1 to L16.

use crate::harness::*;
use pto_opt::source::LineIndex;

#[test]
fn bare_identifiers() {
    free_statements(&[
        ("L1 words", "%r = arith.addi %n, %m {_a.b$c, A0_} : i32", "%r = arith.addi %n, %m {A0_, _a.b$c} : i32"),
        ("L1 case", "%r = arith.addi %n, %m {note.x, Note.x} : i32", "%r = arith.addi %n, %m {Note.x, note.x} : i32"),
    ]);
    refused_statements(&[
        ("L1 a dash", "%r = arith.addi %n, %m {pto.device-spec = \"x\"} : i32", "T0102", "-"),
        ("L1 a digit first", "%r = arith.addi %n, %m {0note} : i32", "P0007", "0note"),
        ("L1 no name", "%r = .addi %n, %m : i32", "P0001", ".addi"),
    ]);
}

#[test]
fn value_names() {
    free_files(&[
        (
            "L2 numbers and letters",
            "func.func @f(%0: index, %17: index, %a-b: index, %_: index, %$x.y: index, %.z: index, %-1: index) {\n  \
             %A = arith.addi %0, %17 : index\n  %a = arith.addi %a-b, %_ : index\n  %1 = arith.addi %$x.y, %.z : index\n  \
             %2 = arith.addi %-1, %A : index\n  return\n}\n",
            "",
        ),
        (
            "L2 packs of two and of one",
            "func.func @f(%t: !pto.tile_buf<vec, 16x64xf32>) {\n  \
             %v:2 = pto.get_validshape %t : !pto.tile_buf<vec, 16x64xf32>\n  \
             %one:1 = arith.addi %v#0, %v#1 : index\n  %s = arith.addi %one, %one#0 : index\n  return\n}\n",
            "func.func @f(%t: !pto.tile_buf<vec, 16x64xf32>) {\n  \
             %v:2 = pto.get_validshape %t : !pto.tile_buf<vec, 16x64xf32>\n  \
             %one = arith.addi %v#0, %v#1 : index\n  %s = arith.addi %one, %one : index\n  return\n}\n",
        ),
    ]);
    refused_statements(&[
        ("L2 no name", "%r = arith.addi %n, % m : i32", "P0002", "%"),
        ("L2 a digit, then a letter", "%0a = arith.addi %n, %m : i32", "P0001", "a"),
        ("L2 other characters", "%r = arith.addi %n, %m! : i32", "P0002", "!"),
        ("L2 number of a pack", "%r = arith.addi %n#1, %m : i32", "V0001", "%n#1"),
        ("L2 pack of nothing", "%r:0 = arith.addi %n, %m : i32", "P0007", "0"),
        ("L2 pack without number", "%r: = arith.addi %n, %m : i32", "P0001", "="),
        ("L2 use as definition", "%r#0 = arith.addi %n, %m : i32", "P0001", "%r#0"),
        ("L2 pack as use", "%r = arith.addi %n:1, %m : i32", "P0001", ":"),
    ]);
}

#[test]
fn block_names() {
    free_files(&[(
        "L3",
        "func.func @f(%y: i1) {\n  cf.br ^0\n^0:\n  cf.cond_br %y, ^a-b.c, ^_$\n^a-b.c:\n  cf.br ^_$\n^_$:\n  return\n}\n",
        "",
    )]);
    refused_files(&[
        ("L3 no name", "func.func @f() {\n  cf.br ^ bb\n^bb:\n  return\n}\n", "P0002", "^"),
        ("L3 a digit, then a letter", "func.func @f() {\n  cf.br ^0\n^0bb:\n  return\n}\n", "P0001", "bb"),
    ]);
}

#[test]
fn symbols() {
    free_files(&[
        ("L4", "func.func @a.b-c$_1() {\n  return\n}\n", ""),
        ("L4 numbers", "func.func @7() {\n  return\n}\n", ""),
        (
            "L4 strings",
            "func.func @\"plain\"() {\n  func.call @\"two words\"() : () -> ()\n  return\n}\nfunc.func @\"two words\"() {\n  return\n}\n",
            "func.func @plain() {\n  call @\"two words\"() : () -> ()\n  return\n}\nfunc.func @\"two words\"() {\n  return\n}\n",
        ),
        ("L4 nested", "module attributes {k.a = @m::@\"x y\"::@f} {\n}\n", ""),
    ]);
    refused_files(&[
        ("L4 no name", "func.func @ f() {\n  return\n}\n", "P0002", "@"),
        ("L4 not a symbol", "func.func f() {\n  return\n}\n", "P0001", "f"),
        ("L4 unfinished nesting", "module attributes {k.a = @m::f} {\n}\n", "T0102", "f"),
    ]);
}

#[test]
fn introducers() {
    free_files(&[(
        "L5 aliases",
        "!t0 = $B\n#a0 = #pto.pipe<PIPE_V>\nfunc.func @f(%x: !t0) attributes {k.a = #a0} {\n  pto.barrier #a0\n  return\n}\n",
        "!t0 = $B\n#a0 = #pto.pipe<PIPE_V>\nfunc.func @f(%x: !t0) attributes {k.a = #a0} {\n  pto.barrier <PIPE_V>\n  return\n}\n",
    )]);
    refused_files(&[
        ("L5 `!` alone", "func.func @f(%x: ! pto.pipe) {\n  return\n}\n", "P0002", "!"),
        ("L5 `#` alone", "func.func @f() {\n  pto.barrier # pto.pipe<PIPE_V>\n  return\n}\n", "P0002", "#"),
    ]);
}

#[test]
fn integers() {
    free_statements(&[
        ("L6", "%r = arith.constant 0 : i32", ""),
        ("L6 sign", "%r = arith.constant -17 : i32", ""),
        ("L6 sign apart", "%r = arith.constant - 17 : i32", "%r = arith.constant -17 : i32"),
        ("L6 leading zeros", "%r = arith.constant 007 : index", "%r = arith.constant 7 : index"),
        ("L6 hex", "%r = arith.constant 0xfF : i32", "%r = arith.constant 255 : i32"),
        ("L6 hex, sign", "%r = arith.constant -0x10 : i32", "%r = arith.constant -16 : i32"),
        ("L6 hex for a float", "%r = arith.constant 0x3F800000 : f32", "%r = arith.constant 1.000000e+00 : f32"),
        ("L6 hex for a half", "%r = arith.constant 0x3C00 : f16", "%r = arith.constant 1.000000e+00 : f16"),
        ("L6 infinity", "%r = arith.constant 0x7F800000 : f32", ""),
        (
            "L6 hex in attributes",
            "%r = arith.addi %n, %m {note.a = 0x1F : i8} : i32",
            "%r = arith.addi %n, %m {note.a = 31 : i8} : i32",
        ),
        ("L6 hex in ops", "pto.get_buf \"PIPE_V\", 0x3", "pto.get_buf \"PIPE_V\", 3"),
        (
            "L6 hex in types",
            "%r = pto.alloc_tile : !pto.tile_buf<loc=vec, dtype=f32, rows=0x10, cols=0x40, v_row=0x10, v_col=0x40, \
             blayout=row_major, slayout=none_box, fractal=0x200, pad=0x0>",
            "%r = pto.alloc_tile : $B",
        ),
        ("L6 hex in an address", "%r = arith.constant 0x1000 : i64", "%r = arith.constant 4096 : i64"),
    ]);
    refused_statements(&[
        ("L6 no digits", "%r = arith.constant 0xG : i32", "P0001", "xG"),
        ("L6 letters", "%r = arith.constant 12abc : i32", "P0001", "abc"),
        ("L6 plus sign", "%r = arith.constant +1 : i32", "P0001", "+"),
        ("L6 two signs", "%r = arith.constant --1 : i32", "P0001", "-"),
        ("L6 too large", "%r = arith.constant 4294967296 : i32", "P0007", "4294967296"),
        ("L6 too large in hex", "%r = arith.constant 0x1FF : i8", "P0007", "0x1FF"),
        ("L6 pattern of another width", "%r = arith.constant 0x100000000 : f32", "P0007", "0x100000000"),
        ("L6 decimal for a float", "%r = arith.constant 1 : f32", "P0007", "1"),
    ]);
}

#[test]
fn strings() {
    free_files(&[
        ("L7", "module attributes {k.a = \"a b // c # d ; e\"} {\n}\n", ""),
        ("L7 empty", "module attributes {k.a = \"\"} {\n}\n", ""),
        ("L7 escapes", "module attributes {k.a = \"\\\\ \\09\"} {\n}\n", ""),
        (
            "L7 hex digits of either case",
            "module attributes {k.a = \"\\4a\\4B\"} {\n}\n",
            "module attributes {k.a = \"JK\"} {\n}\n",
        ),
        ("L7 UTF-8", "module attributes {k.a = \"é 瓦片\"} {\n}\n", ""),
        (
            "L7 keys",
            "module attributes {\"pto.device-spec\" = \"Ascend950\", \"pto.target_arch\" = \"a5\"} {\n}\n",
            "module attributes {\"pto.device-spec\" = \"Ascend950\", pto.target_arch = \"a5\"} {\n}\n",
        ),
        (
            "L7 fields of a tile",
            "func.func @f(%a: !pto.tile_buf<\"vec\", 16x64xf32, blayout=\"row_major\">, %b: !pto.tile_buf<loc=\"vec\", \
             dtype=f32, rows=16, cols=64, v_row=16, v_col=64, blayout=\"row_major\", slayout=\"none_box\", fractal=512, \
             pad=0>) {\n  return\n}\n",
            "func.func @f(%a: $B, %b: $B) {\n  return\n}\n",
        ),
    ]);
    same(&[
        (
            "L7 newline",
            "%r = arith.addi %n, %m {note.a = \"x\\ny\"} : i32",
            "%r = arith.addi %n, %m {note.a = \"x\\0Ay\"} : i32",
        ),
        (
            "L7 tab",
            "%r = arith.addi %n, %m {note.a = \"x\\ty\"} : i32",
            "%r = arith.addi %n, %m {note.a = \"x\\09y\"} : i32",
        ),
        (
            "L7 quote",
            "%r = arith.addi %n, %m {note.a = \"x\\\"y\"} : i32",
            "%r = arith.addi %n, %m {note.a = \"x\\22y\"} : i32",
        ),
    ]);
    refused_files(&[
        ("L7 unknown escape", "module attributes {k.a = \"x\\q\"} {\n}\n", "P0008", "\\q"),
        ("L7 one hex digit", "module attributes {k.a = \"x\\4\"} {\n}\n", "P0008", "\\4"),
        ("L7 line break", "module attributes {k.a = \"x\ny\"} {\n}\n", "P0003", "\""),
        ("L7 no end", "func.func @f() {\n  pto.barrier \"PIPE_V\n  return\n}\n", "P0003", "\""),
    ]);
}

#[test]
fn floats() {
    free_statements(&[
        ("L8", "%r = arith.constant 1.5 : f32", "%r = arith.constant 1.500000e+00 : f32"),
        ("L8 nothing behind the point", "%r = arith.constant 2. : f32", "%r = arith.constant 2.000000e+00 : f32"),
        ("L8 exponent", "%r = arith.constant 2.5e-3 : f32", "%r = arith.constant 2.500000e-03 : f32"),
        ("L8 upper case", "%r = arith.constant 1.0E+3 : f32", "%r = arith.constant 1.000000e+03 : f32"),
        ("L8 point, then exponent", "%r = arith.constant 1.e2 : f32", "%r = arith.constant 1.000000e+02 : f32"),
        ("L8 sign", "%r = arith.constant - 0.5 : f16", "%r = arith.constant -5.000000e-01 : f16"),
        (
            "L8 not a short decimal",
            "%r = arith.constant 0.3333333432674407958984375 : f32",
            "%r = arith.constant 0.333333343 : f32",
        ),
    ]);
    refused_statements(&[
        ("L8 no point", "%r = arith.constant 1e3 : f32", "P0001", "e3"),
        ("L8 no digit first", "%r = arith.constant .5 : f32", "P0002", "."),
        ("L8 no exponent", "%r = arith.constant 1.0e : f32", "P0001", "e"),
        ("L8 for an integer", "%r = arith.constant 1.0 : i32", "P0007", "1.0"),
    ]);
}

#[test]
fn comments() {
    files(&[
        (
            "L9 slashes",
            "// first\nfunc.func @f() { // \"not a string\n  return // last\n//\n} // `}`\n// end without line break",
            "func.func @f() {\n  return\n}\n",
        ),
        (
            "L9 number signs first on their line",
            "# Auto mode: x\n#\nfunc.func @f() {\n    # in between\n\t#\ttab\n#! more\n  return\n  #\n}\n#",
            "func.func @f() {\n  return\n}\n",
        ),
        (
            "L9 in the sync form",
            "# head\n.arg %a : $T // the only one\n# between\n%d = tabs %a // tail\n",
            ".arg %a : $T\n%d = tabs %a : $T -> $T\n",
        ),
        (
            "L9 continuation after a comment",
            ".arg %a : $T\n%d = tabs %a // here\n  // there\n  # and there\n  : $T -> $T\n",
            ".arg %a : $T\n%d = tabs %a : $T -> $T\n",
        ),
        (
            "L9 in types and dictionaries",
            "func.func @f(%a: !pto.tile_buf<vec, // where\n  16x64xf32>) attributes {k.a, // >\n  k.b} {\n  return\n}\n",
            "func.func @f(%a: $B) attributes {k.a, k.b} {\n  return\n}\n",
        ),
        (
            "L14 test comments",
            "// RUN: pto-opt %s\n// CHECK-LABEL: @f\nfunc.func @f() { // expected-error {{x}}\n  return\n}\n// XFAIL: *\n",
            "func.func @f() {\n  return\n}\n",
        ),
        (
            "L13 a split marker that splits nothing",
            "func.func @f() {\n  return\n}\n// -----\nfunc.func @g() {\n  return\n}\n",
            "func.func @f() {\n  return\n}\nfunc.func @g() {\n  return\n}\n",
        ),
        ("L16", "module {\n}\n{-#\n  dialect_resources: {\n    builtin: { a: \"0x08\" }\n  }\n#-}\n", "module {\n}\n"),
    ]);
    refused_files(&[
        ("L9 number sign behind a statement", "func.func @f() {\n  return # why\n}\n", "P0002", "#"),
        ("L9 number sign without blank", "#note\nfunc.func @f() {\n  return\n}\n", "P0001", "#note"),
        ("L9 dashes", "func.func @f() {\n  -- prose\n  return\n}\n", "P0001", "-"),
        ("L9 one slash", "func.func @f() {\n  / prose\n  return\n}\n", "P0002", "/"),
        ("L9 block comment", "func.func @f() {\n  return /* no */\n}\n", "P0002", "/"),
        ("L16 no end", "module {\n}\n{-# x: {}\n", "P0006", "{-#"),
    ]);
}

#[test]
fn terminators() {
    files(&[(
        "L10 in the sync form",
        ".arg %a : $T;\n.const %k = 2 : i32 ;\n%b = tabs %a; %c = tneg %b : $T -> $T; tprint %c;\n",
        ".arg %a : $T\n.const %k = 2 : i32\n%b = tabs %a : $T -> $T\n%c = tneg %b : $T -> $T\ntprint %c : $T -> ()\n",
    )]);
    refused_files(&[
        (
            "L10 after a container statement",
            "func.func @f(%a: index) {\n  %b = arith.addi %a, %a : index;\n  return\n}\n",
            "P0001",
            ";",
        ),
        ("L10 after `return`", "func.func @f() {\n  return;\n}\n", "P0001", ";"),
        ("L10 after a function", "func.func @f() {\n  return\n};\n", "P0001", ";"),
        ("L10 alone", "func.func @f() {\n  ;\n  return\n}\n", "P0001", ";"),
        (
            "L10 after an SSA statement",
            "func.func @f(%a: $T) {\n  %b = pto.tabs %a : $T -> $T;\n  return\n}\n",
            "P0001",
            ";",
        ),
        (
            "L10 after a DPS statement",
            "func.func @f(%a: $B) {\n  pto.tabs ins(%a : $B) outs(%a : $B);\n  return\n}\n",
            "P0001",
            ";",
        ),
        ("L10 not a comment", ".arg %a : $T\n%b = tabs %a ; the absolute value\n", "P0009", "the"),
    ]);
}

#[test]
fn punctuation() {
    free_files(&[
        (
            "L11 three angles",
            "func.func @f() {\n  pto.section.simt < < < 32, 1, 1 > > > {\n  }\n  return\n}\n",
            "func.func @f() {\n  pto.section.simt<<<32, 1, 1>>> {\n  }\n  return\n}\n",
        ),
        ("L11 `::`", "module attributes {k.a = @x :: @y} {\n}\n", "module attributes {k.a = @x::@y} {\n}\n"),
    ]);
    refused_statements(&[
        ("L11 no token", "%r = arith.addi %n, %m & : i32", "P0002", "&"),
        ("L11 back quote", "`%r = arith.addi %n, %m : i32", "P0002", "`"),
        ("L11 apostrophe", "%r = arith.constant '1' : i32", "P0002", "'"),
        ("L11 division", "%r = arith.constant 4/2 : i32", "P0002", "/"),
    ]);
}

#[test]
fn dimension_lists() {
    free_files(&[
        (
            "L12",
            "func.func @f(%a: !pto.tensor_view<16x?xf32>, %b: !pto.tensor_view<?x?x?xbf16>, %c: memref<4x?xi8>, %d: vector<4xi16>, \
             %e: tensor<2x3xf16>, %g: memref<f32>) {\n  return\n}\n",
            "",
        ),
        (
            "L12 element with an introducer",
            "module attributes {pto.target_arch = \"a5\"} {\n  func.func @f(%a: !pto.tensor_view<16x?x!pto.hif8>, \
             %b: !pto.tile_buf<vec, 16x64x!pto.f4E2M1x2>) {\n    return\n  }\n}\n",
            "",
        ),
        ("L12 zero is a dimension", "func.func @f(%a: memref<0x10xf32>) {\n  return\n}\n", ""),
        (
            "L12 apart",
            "func.func @f(%a: !pto.tensor_view<16 x ? x f32>, %b: !pto.tile_buf< vec , 16 x 64xf32 >) {\n  return\n}\n",
            "func.func @f(%a: !pto.tensor_view<16x?xf32>, %b: $B) {\n  return\n}\n",
        ),
    ]);
    refused_files(&[
        ("L12 no `x`", "func.func @f(%a: !pto.tensor_view<16 64xf32>) {\n  return\n}\n", "T0002", "64x"),
        ("L12 no element", "func.func @f(%a: !pto.tensor_view<16x64>) {\n  return\n}\n", "T0002", "64"),
        ("L12 negative", "func.func @f(%a: !pto.tensor_view<-16x64xf32>) {\n  return\n}\n", "T0002", "-16x"),
    ]);
}

#[test]
fn encoding() {
    files(&[(
        "L15 in comments",
        "// 把瓦片相加\nfunc.func @f() { // Größe\n  return\n}\n",
        "func.func @f() {\n  return\n}\n",
    )]);
    refused_files(&[
        ("L15 in names", "func.func @f(%größe: index) {\n  return\n}\n", "P0002", "ö"),
        ("L15 wide blank", "func.func @f() {\u{3000}\n  return\n}\n", "P0002", "\u{3000}"),
        ("L15 full-width colon", "func.func @f(%a： index) {\n  return\n}\n", "P0002", "："),
    ]);
    let text = "func.func @f() { /* é */\n";
    let column = LineIndex::new(text).line_col(text.find("*/\n").unwrap() as u32);
    assert_eq!((column.line, column.column), (1, 24), "L15: columns count bytes from 1");
}

#[test]
fn reserved_words() {
    let words = [
        "ins",
        "outs",
        "func",
        "true",
        "false",
        "unit",
        "dense",
        "array",
        "loc",
        "private",
        "public",
        "nested",
        "to",
        "step",
        "iter_args",
        "else",
        "do",
        "attributes",
    ];
    for word in words {
        let reading = Reading::new(&expand(&format!(".arg %a : $T\n{word} %a\n")));
        let found = reading.findings();
        assert_eq!(found.len(), 1, "{word}: {found:?}");
        assert!(found[0].contains(&format!("`{word}`")), "{word}: {found:?}");
    }
}
