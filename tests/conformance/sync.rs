//! The sync form: rules S1 to S11, and the shapes of signatures it shares with the SSA form, G0 to G13.

use crate::harness::*;

#[test]
fn statements_end_with_their_line() {
    files(&[(
        "S1 lines and semicolons",
        ".arg %a : $T\n%b = tabs %a\n%c = tneg %b; %d = trelu %c;\ntprint %d\n",
        ".arg %a : $T\n%b = tabs %a : $T -> $T\n%c = tneg %b : $T -> $T\n%d = trelu %c : $T -> $T\ntprint %d : $T -> ()\n",
    )]);
    statements(&[
        ("S2 `:`", "%r = tadd %a, %b\n    : ($T, $T) -> $T", "%r = tadd %a, %b : ($T, $T) -> $T"),
        ("S2 `->`", "%r = tadd %a, %b : ($T, $T)\n    -> $T", "%r = tadd %a, %b : ($T, $T) -> $T"),
        ("S2 `(`", "%r = tadd %a, %b :\n    ($T, $T) ->\n    ($T)", "%r = tadd %a, %b : ($T, $T) -> $T"),
        ("S2 `!`", "%r = tadd %a, %b :\n    $T, $T ->\n    $T", "%r = tadd %a, %b : ($T, $T) -> $T"),
        ("S2 all", "%r = tabs %a\n:\n$T\n->\n$T", "%r = tabs %a : $T -> $T"),
        (
            "S2 dictionary on its line",
            "%r = tcvt %a {rmode = #pto<round_mode FLOOR>}\n  : $T -> $TI",
            "%r = tcvt %a {rmode = #pto<round_mode FLOOR>} : $T -> $TI",
        ),
    ]);
    refused_statements(&[
        ("S1 two statements on a line", "%r = tabs %a : $T -> $T %s = tneg %a : $T -> $T", "P0001", "%s"),
        ("S1 an extra semicolon", "%r = tabs %a : $T -> $T;;", "P0001", ";"),
        ("S1 no comma", "%r = tadd %a %b : $T", "P0001", "%b"),
    ]);
}

#[test]
fn declarations() {
    files(&[
        (
            "S3",
            ".arg %x : f32\n.arg %a : $T;\n.arg %m : !pto.memref<f32, 16, 64>\n.const %c = -3 : i8\n.const %d = 0xFF : ui8;\n\
             .const %e = 1.5 : f16\n.const %f = true : i1\n.const %g = 7 : index\n.const %h = 0x3F800000 : f32\n",
            ".arg %x : f32\n.arg %a : $T\n.arg %m : !pto.memref<f32, 16, 64>\n.const %c = -3 : i8\n.const %d = 255 : ui8\n\
             .const %e = 1.500000e+00 : f16\n.const %f = true : i1\n.const %g = 7 : index\n.const %h = 1.000000e+00 : f32\n",
        ),
        ("S3 white space", ".arg%a:$T\n.const%k=2:i32\n", ".arg %a : $T\n.const %k = 2 : i32\n"),
    ]);
    refused_files(&[
        ("S3 declared twice", ".arg %a : $T\n.arg %a : $T\n", "V0002", "%a"),
        ("S3 argument, then constant", ".arg %a : i32\n.const %a = 1 : i32\n", "V0002", "%a"),
        ("S3 constant, then result", ".arg %a : $T\n.const %k = 1 : i32\n%k = tabs %a\n", "V0002", "%k"),
        ("S3 range", ".const %k = 300 : i8\n", "P0007", "300"),
        ("S3 sign", ".const %k = -1 : ui8\n", "P0007", "-1"),
        ("S3 float for an integer", ".const %k = 1.5 : i32\n", "P0007", "1.5"),
        ("S3 word", ".const %k = half : f16\n", "P0001", "half"),
        ("S3 boolean for an integer", ".const %k = true : i32\n", "P0007", "true"),
        ("S3 no type", ".arg %a\n", "P0001", ""),
        ("S3 no value", ".const %k : i32\n", "P0001", ":"),
        ("S3 several names", ".arg %a, %b : $T\n", "P0001", ","),
    ]);
}

#[test]
fn single_assignment() {
    refused_statements(&[
        ("S4 undeclared", "%r = tadd %a, %unknown", "V0001", "%unknown"),
        ("S4 undeclared index", "%r = tload %w[%zero, %j] : ($W, index, index) -> $T", "V0001", "%zero"),
        ("S4 assigned twice", "%r = tabs %a\n%r = tneg %a", "V0002", "%r"),
        ("S4 an argument", "%a = tabs %a", "V0002", "%a"),
        (
            "S4 twice in one list",
            "%r, %r = tcolargmax %a : $T -> (!pto.tile<1x64xf32>, !pto.tile<1x64xi32>)",
            "V0002",
            "%r",
        ),
        ("S4 itself", "%r = tabs %r", "V0003", "%r"),
    ]);
}

#[test]
fn indexed_operands() {
    line_statements(&[
        ("S5 types of the indices listed", "%r = tload %w[%i, %j] : ($W, index, index) -> $T", ""),
        ("S5 not listed", "%r = tload %w[%i, %j] : $W -> $T", "%r = tload %w[%i, %j] : ($W, index, index) -> $T"),
        ("S5 memref", "%r = tload %mem[%i, %j] : ($M, index, index) -> $T", ""),
        (
            "S5 extract",
            "%r = textract %a[%i, %j] : $T -> !pto.tile<8x64xf32>",
            "%r = textract %a, %i, %j : ($T, index, index) -> !pto.tile<8x64xf32>",
        ),
        (
            "S5 extract without brackets",
            "%r = textract %a, %i, %j : ($T, index, index) -> !pto.tile<8x64xf32>",
            "%r = textract %a, %i, %j : ($T, index, index) -> !pto.tile<8x64xf32>",
        ),
        ("S5 store", "tstore %a, %w[%i, %j]", "tstore %a, %w[%i, %j] : ($T, $W, index, index) -> ()"),
        (
            "S5 store with types",
            "tstore %a, %mem[%i, %j] : ($T, $M) -> ()",
            "tstore %a, %mem[%i, %j] : ($T, $M, index, index) -> ()",
        ),
    ]);
    refused_statements(&[
        ("S5 not closed", "%r = tload %w[%i, %j : $W -> $T", "P0001", ":"),
        ("S5 empty", "%r = tload %w[] : $W -> $T", "P0001", "]"),
        ("S5 a trailing comma", "%r = tload %w[%i, ] : $W -> $T", "P0001", "]"),
        ("S5 a type", "%r = tload %w[index] : $W -> $T", "P0001", "index"),
        ("S5 index type", "%r = tload %w[%i, %j] : ($W, index, i32) -> $T", "V0006", "i32"),
    ]);
}

#[test]
fn dictionaries() {
    line_statements(&[
        ("S6 enumeration", "%r = tcvt %a {rmode = #pto<round_mode FLOOR>} : $T -> $TI", ""),
        (
            "S6 page spelling",
            "%r = tcvt %a {rmode = #pto.round_mode<CAST_FLOOR>} : $T -> $TI",
            "%r = tcvt %a {rmode = #pto<round_mode FLOOR>} : $T -> $TI",
        ),
        (
            "S6 string",
            "%r = tcmp %a, %b {cmpMode = \"gt\"} : ($T, $T) -> !pto.tile<16x8xi8>",
            "%r = tcmp %a, %b {cmpMode = #pto<cmp gt>} : ($T, $T) -> !pto.tile<16x8xi8>",
        ),
        (
            "S6 word",
            "%r = tcmp %a, %b {cmpMode = GT} : ($T, $T) -> !pto.tile<16x8xi8>",
            "%r = tcmp %a, %b {cmpMode = #pto<cmp gt>} : ($T, $T) -> !pto.tile<16x8xi8>",
        ),
        (
            "S6 integer",
            "%r = trandom %n, %n, %n, %n, %n, %n {rounds = 7} : (i32, i32, i32, i32, i32, i32) -> $TI",
            "%r = trandom %n, %n, %n, %n, %n, %n {rounds = 7 : i32} : (i32, i32, i32, i32, i32, i32) -> $TI",
        ),
        ("S6 boolean", "%r = tci %n {descending = true} : i32 -> $TI", ""),
        ("S6 bare key", "%r = tabs %a {note.seen} : $T -> $T", ""),
        ("S6 empty", "%r = tabs %a {} : $T -> $T", "%r = tabs %a : $T -> $T"),
        ("S6 default", "%r = tci %n {descending = false} : i32 -> $TI", "%r = tci %n : i32 -> $TI"),
    ]);
    refused_statements(&[
        ("S6 unknown key", "%r = tcvt %a {rmod = #pto<round_mode FLOOR>} : $T -> $TI", "V0014", "rmod"),
        ("S6 unknown member", "%r = tcvt %a {rmode = #pto<round_mode UPWARD>} : $T -> $TI", "T0101", "UPWARD"),
        ("S6 wrong kind", "%r = tci %n {descending = \"yes\"} : i32 -> $TI", "V0016", "\"yes\""),
        ("S6 twice", "%r = tci %n {descending = true, descending = true} : i32 -> $TI", "T0103", "descending"),
        ("S6 no value", "%r = tci %n {descending = } : i32 -> $TI", "T0102", "}"),
        ("S6 not closed", "%r = tci %n {descending = true : i32 -> $TI", "P0006", "{"),
    ]);
}

#[test]
fn modifiers() {
    line_statements(&[
        (
            "S7 atomic",
            "tstore %a, %p #atomic=add : ($T, $P) -> ()",
            "tstore %a, %p {atomicType = #pto<atomic_type atomic_add>} : ($T, $P) -> ()",
        ),
        ("S7 no atomic", "tstore %a, %p #atomic=none : ($T, $P) -> ()", "tstore %a, %p : ($T, $P) -> ()"),
        (
            "S7 compare",
            "%r = tcmp %a, %b #cmp=gt : ($T, $T) -> !pto.tile<16x8xi8>",
            "%r = tcmp %a, %b {cmpMode = #pto<cmp gt>} : ($T, $T) -> !pto.tile<16x8xi8>",
        ),
        (
            "S7 phase",
            "tstore %a, %p #phase=relu : ($T, $P) -> ()",
            "tstore %a, %p {reluPreMode = #pto<relu_pre_mode normal_relu>} : ($T, $P) -> ()",
        ),
        ("S7 no phase", "tstore %a, %p #phase=none : ($T, $P) -> ()", "tstore %a, %p : ($T, $P) -> ()"),
        (
            "S7 two",
            "tstore %a, %p #atomic = add #phase = relu",
            "tstore %a, %p {atomicType = #pto<atomic_type atomic_add>, reluPreMode = #pto<relu_pre_mode normal_relu>} : ($T, $P) -> ()",
        ),
        (
            "S7 with a dictionary",
            "tstore %a, %p {stPhase = #pto<st_phase final>} #atomic=add : ($T, $P) -> ()",
            "tstore %a, %p {atomicType = #pto<atomic_type atomic_add>, stPhase = #pto<st_phase final>} : ($T, $P) -> ()",
        ),
    ]);
    refused_statements(&[
        ("S7 unknown", "tstore %a, %p #speed=fast : ($T, $P) -> ()", "P0014", "#speed"),
        ("S7 of another operation", "%r = tabs %a #cmp=gt : $T -> $T", "P0014", "#cmp"),
        ("S7 unknown member", "%r = tcmp %a, %b #cmp=above : ($T, $T) -> !pto.tile<16x8xi8>", "T0101", "above"),
        (
            "S7 also in the dictionary",
            "%r = tcmp %a, %b {cmpMode = #pto<cmp gt>} #cmp=gt : ($T, $T) -> !pto.tile<16x8xi8>",
            "T0103",
            "gt",
        ),
        ("S7 twice", "%r = tcmp %a, %b #cmp=gt #cmp=lt : ($T, $T) -> !pto.tile<16x8xi8>", "T0103", "lt"),
        ("S7 without value", "%r = tcmp %a, %b #cmp : ($T, $T) -> !pto.tile<16x8xi8>", "P0001", ":"),
        ("S7 in the SSA form", "%r = pto.tcmp %a, %b #cmp=gt : ($T, $T) -> !pto.tile<16x8xi8>", "P0001", "#cmp"),
    ]);
}

#[test]
fn destination_first() {
    line_statements(&[
        ("S8 one type", "tadd %r, %a, %b : $T", "%r = tadd %a, %b : ($T, $T) -> $T"),
        ("S8 three types", "tadd %r, %a, %b : $T, $T, $T", "%r = tadd %a, %b : ($T, $T) -> $T"),
        ("S8 in parentheses", "tadd %r, %a, %b : ($T, $T, $T)", "%r = tadd %a, %b : ($T, $T) -> $T"),
        ("S8 no types", "tadd %r, %a, %b", "%r = tadd %a, %b : ($T, $T) -> $T"),
        ("S8 a literal", "tadds %r, %a, 2.5 : $T", "%r = tadds %a, 2.500000e+00 : ($T, f32) -> $T"),
        ("S8 one operand", "tabs %r, %a", "%r = tabs %a : $T -> $T"),
        ("S8 upper case", "TADD %r, %a, %b", "%r = tadd %a, %b : ($T, $T) -> $T"),
        (
            "S8 counters",
            "trandom %r, %n, %n, %n, %n, %n, %n : $TI",
            "%r = trandom %n, %n, %n, %n, %n, %n : (i32, i32, i32, i32, i32, i32) -> $TI",
        ),
        (
            "S8 gather by row",
            "mgather.row %r, %mem, %q : $T, $M, $TI",
            "%r = mgather %mem, %q {coalesce = #pto<coalesce row>} : ($M, $TI) -> $T",
        ),
        (
            "S8 gather with bounds",
            "mgather.elem.clamp %r, %mem, %q : $T, $M, $TI",
            "%r = mgather %mem, %q {coalesce = #pto<coalesce elem>, gatherOob = #pto<gather_oob clamp>} : ($M, $TI) -> $T",
        ),
        (
            "S8 scatter, the view second",
            "mscatter %a, %mem, %q : $M, $T, $TI",
            "mscatter %a, %q, %mem : ($T, $TI, $M) -> ()",
        ),
        (
            "S8 scatter by row, the view first",
            "mscatter.row.skip.atomic_add %mem, %a, %q : $M, $T, $TI",
            "mscatter %a, %q, %mem {coalesce = #pto<coalesce row>, scatterAtomicOp = #pto<scatter_atomic_op add>, \
             scatterOob = #pto<scatter_oob skip>} : ($T, $TI, $M) -> ()",
        ),
    ]);
    same(&[
        ("S8", "tadd %r, %a, %b : $T\n%s = tneg %r", "%r = tadd %a, %b : $T\n%s = tneg %r"),
        (
            "S8 in the SSA form",
            "pto.tadd %r, %a, %b : $T\n%s = pto.tneg %r",
            "%r = pto.tadd %a, %b : $T\n%s = pto.tneg %r",
        ),
    ]);
    refused_statements(&[
        ("S8 a literal as destination", "tadds 2.5, %a, %x : $T", "V0013", "2.5"),
        ("S8 a destination that exists", "tadd %c, %a, %b : $T", "V0002", "%c"),
        ("S8 too many operands", "tadd %r, %a, %b, %c : $T", "V0004", "%a, %b, %c"),
        ("S8 both spellings", "%s = tadd %a, %a, %b : $T", "V0004", "%a, %a, %b"),
    ]);
}

#[test]
fn events() {
    line_statements(&[
        ("S9 events", "tsync %ev, %ev : !pto.event, !pto.event", ""),
        ("S9 operation", "tsync #pto.op<TADD>", ""),
        ("S9 operation, page name", "TSYNC #pto.op<TSTORE_VEC>", "tsync #pto.op<TSTORE_VEC>"),
    ]);
    refused_statements(&[
        ("S9 no event result", "%r, %e = tadd %a, %b : ($T, $T) -> $T", "V0005", "$T"),
        ("S9 no wait clause", "%r = tadd %a, %b wait(%ev) : ($T, $T) -> $T", "P0001", "wait"),
        ("S9 a result of tsync", "%e = tsync %ev : !pto.event", "V0005", "%e"),
    ]);
}

#[test]
fn literal_operands() {
    line_statements(&[
        ("S10 float", "%r = tadds %a, 3.0 : ($T, f32) -> $T", "%r = tadds %a, 3.000000e+00 : ($T, f32) -> $T"),
        ("S10 negative", "%r = tadds %a, -3.5 : ($T, f32) -> $T", "%r = tadds %a, -3.500000e+00 : ($T, f32) -> $T"),
        ("S10 integer", "%r = tshrs %q, 16 : ($TI, i32) -> $TI", ""),
        (
            "S10 type of the tile's elements",
            "%r = tadds %half, 1.5 : $TH",
            "%r = tadds %half, 1.500000e+00 : ($TH, f16) -> $TH",
        ),
        ("S10 no types", "%r = tadds %q, 7", "%r = tadds %q, 7 : ($TI, i32) -> $TI"),
        (
            "S10 bit pattern",
            "%r = tadds %a, 0x3F800000 : ($T, f32) -> $T",
            "%r = tadds %a, 1.000000e+00 : ($T, f32) -> $T",
        ),
        (
            "S10 bit pattern without types",
            "%r = tadds %half, 0x3C00",
            "%r = tadds %half, 1.000000e+00 : ($TH, f16) -> $TH",
        ),
        ("S10 hex integer", "%r = tands %q, 0xFF : ($TI, i32) -> $TI", "%r = tands %q, 255 : ($TI, i32) -> $TI"),
        ("S10 type of the signature", "%r = tshls %q, 3 : $TI, i16 -> $TI", "%r = tshls %q, 3 : ($TI, i16) -> $TI"),
        ("S10 first operand", "%r = tdivs 1.0, %a : (f32, $T) -> $T", "%r = tdivs 1.000000e+00, %a : (f32, $T) -> $T"),
        ("S10 the only operand", "%r = texpands 0.0 : f32, $T", "%r = texpands 0.000000e+00 : f32 -> $T"),
    ]);
    same(&[(
        "S10 two equal literals",
        "%r = tadds %a, 2.0 : ($T, f32) -> $T",
        "%r = tadds %a, 0x40000000 : ($T, f32) -> $T",
    )]);
    refused_statements(&[
        ("S10 does not fit", "%r = tadds %q, 4294967296 : $TI", "P0007", "4294967296"),
        ("S10 float for an integer tile", "%r = tadds %q, 1.5", "P0007", "1.5"),
        ("S10 integer for a float tile", "%r = tadds %a, 3", "P0007", "3"),
        ("S10 in place of a tile", "%r = tadd %a, 1.0 : ($T, $T) -> $T", "P0007", "1.0"),
    ]);
}

#[test]
fn opaque_types() {
    let text = ".arg %a : !pto.tile<...>\n.arg %b : !pto.tile<...>\n%c = tadd %a, %b : (!pto.tile<...>, !pto.tile<...>) -> !pto.tile<...>\n";
    let reading = Reading::new(text);
    assert!(!reading.sink.has_errors(), "{:?}", reading.findings());
    assert!(reading.findings().len() <= 1, "one note per file: {:?}", reading.findings());
    assert_eq!(reading.print(None).unwrap(), text);
}

#[test]
fn signature_shapes() {
    line_statements(&[
        // Nothing written: known types, inferred result.
        ("G0", "%r = tadd %a, %b", "%r = tadd %a, %b : ($T, $T) -> $T"),
        ("G0 one operand", "%r = tabs %a", "%r = tabs %a : $T -> $T"),
        ("G0 scalar", "%r = tmuls %a, %x", "%r = tmuls %a, %x : ($T, f32) -> $T"),
        ("G0 store", "tstore %a, %p", "tstore %a, %p : ($T, $P) -> ()"),
        ("G0 statement after it", "%r = tabs %a\n%s = tabs %r", "%r = tabs %a : $T -> $T\n%s = tabs %r : $T -> $T"),
        // Exact lists.
        ("G1", "%r = tadd %a, %b : ($T, $T) -> $T", ""),
        ("G1 results in parentheses", "%r = tadd %a, %b : ($T, $T) -> ($T)", "%r = tadd %a, %b : ($T, $T) -> $T"),
        ("G1 one operand in parentheses", "%r = tabs %a : ($T) -> $T", "%r = tabs %a : $T -> $T"),
        (
            "G1 two results",
            "%r, %s = tcolargmax %a : ($T) -> (!pto.tile<1x64xf32>, !pto.tile<1x64xi32>)",
            "%r, %s = tcolargmax %a : $T -> (!pto.tile<1x64xf32>, !pto.tile<1x64xi32>)",
        ),
        ("G2", "%r = tadd %a, %b : $T, $T -> $T", "%r = tadd %a, %b : ($T, $T) -> $T"),
        (
            "G2 two results",
            "%r, %s = tcolargmax %a : $T -> !pto.tile<1x64xf32>, !pto.tile<1x64xi32>",
            "%r, %s = tcolargmax %a : $T -> (!pto.tile<1x64xf32>, !pto.tile<1x64xi32>)",
        ),
        // One type and an arrow.
        ("G3", "%r = tadd %a, %b : $T -> $T", "%r = tadd %a, %b : ($T, $T) -> $T"),
        ("G3 scalar", "%r = tmuls %a, %x : $T -> $T", "%r = tmuls %a, %x : ($T, f32) -> $T"),
        ("G3 other known types", "%r = tscatter %a, %q : $T -> $T", "%r = tscatter %a, %q : ($T, $TI) -> $T"),
        // One type alone.
        ("G4", "%r = tadd %a, %b : $T", "%r = tadd %a, %b : ($T, $T) -> $T"),
        ("G4 scalar", "%r = tmuls %a, %x : $T", "%r = tmuls %a, %x : ($T, f32) -> $T"),
        ("G4 two results", "%r, %s = tcolargmax %q : $TI", "%r, %s = tcolargmax %q : $TI -> ($TI, $TI)"),
        ("G4 store", "tprint %a : $T", "tprint %a : $T -> ()"),
        // Operand types without an arrow.
        ("G5", "%r = tfmods %a, %x : $T, f32", "%r = tfmods %a, %x : ($T, f32) -> $T"),
        ("G5 two tiles", "%r = tadd %a, %b : $T, $T", "%r = tadd %a, %b : ($T, $T) -> $T"),
        ("G5 scalar first", "%r = tdivs %x, %a : f32, $T", "%r = tdivs %x, %a : (f32, $T) -> $T"),
        ("G5 store", "tstore %a, %p : $T, $P", "tstore %a, %p : ($T, $P) -> ()"),
        // Operands, then results.
        ("G6", "%r = texpands %x : f32, $T", "%r = texpands %x : f32 -> $T"),
        ("G6 three", "%r = tadd %a, %b : $T, $T, $T", "%r = tadd %a, %b : ($T, $T) -> $T"),
        // By kind.
        ("G7", "%r = tpows %a, %x, %b : $T, f32", "%r = tpows %a, %x, %b : ($T, f32, $T) -> $T"),
        // Parentheses without an arrow.
        ("G8 results", "%r = tadd %a, %b : ($T, $T)", "%r = tadd %a, %b : ($T, $T) -> $T"),
        ("G8 no results", "tstore %a, %p : ($T, $P)", "tstore %a, %p : ($T, $P) -> ()"),
        // Nothing behind the arrow.
        ("G10", "tstore %a, %p : ($T, $P) -> ()", ""),
        ("G10 without parentheses", "tprint %a : $T -> ()", ""),
        ("G12", "%r = tadd %a, %b : ($T, $T) ->\n  $T", "%r = tadd %a, %b : ($T, $T) -> $T"),
    ]);
    refused_statements(&[
        ("G0 a result that differs", "%r = tcvt %a", "P0011", "tcvt"),
        ("G1 too few", "%r = tadd %a, %b : ($T) -> $T", "V0004", "$T"),
        ("G1 too many", "%r = tadd %a, %b : ($T, $T, $T) -> $T", "V0004", "$T, $T, $T"),
        ("G1 too many results", "%r = tadd %a, %b : ($T, $T) -> ($T, $T)", "V0005", "$T, $T"),
        ("G1 no results", "%r = tadd %a, %b : ($T, $T) -> ()", "V0005", "%r"),
        ("G1 other type", "%r = tadd %a, %b : ($T, $TI) -> $T", "V0006", "$TI"),
        ("G2 too many", "%r = tadd %a, %b : $T, $T, $T -> $T", "V0004", "$T, $T, $T"),
        ("G3 other type", "%r = tadd %a, %b : $TI -> $T", "V0006", "$TI"),
        ("G5 other type", "%r = tfmods %a, %x : $T, f16", "V0006", "f16"),
        ("G6 other type", "%r = texpands %x : f16, $T", "V0006", "f16"),
        ("G7 too many", "%r = tadd %a, %b : $T, $T, $T, $T", "V0004", "$T, $T, $T, $T"),
        ("G7 kind", "%r = tpows %a, %x, %b : f16, $T", "V0006", "f16"),
        ("G9 changes the shape", "%r = ttrans %a", "P0011", "ttrans"),
        ("G9 changes the elements", "%r = tcvt %a", "P0011", "tcvt"),
        ("G10 bound result", "%r = tstore %a, %p : ($T, $P) -> ()", "V0005", "%r"),
        ("G11 alternation", "tprint %a : $T | $P", "P0012", "|"),
        ("G13 no `!`", "%r = tadd %a, %b : pto.tile<16x64xf32>", "P0001", "pto.tile"),
        ("G13 in parentheses", "%r = tadd %a, %b : (pto.tile<16x64xf32>, $T) -> $T", "T0001", "pto.tile"),
        ("G13 result", "%r = tadd %a, %b : ($T, $T) -> pto.tile<16x64xf32>", "P0001", "pto.tile"),
        ("G placeholder", "%r = tadds %a, %x : $T, dtype", "P0012", "dtype"),
        ("G placeholder T", "%r = tadd %a, %b : T", "P0012", "T"),
        ("G arrow without `:`", "%r = tadd %a, %b -> $T", "P0001", "->"),
        ("G two arrows", "%r = tadd %a, %b : $T -> $T -> $T", "P0001", "->"),
        ("G a comma too many", "%r = tadd %a, %b : ($T, $T,) -> $T", "P0001", ")"),
    ]);
}

#[test]
fn operand_annotations() {
    line_statements(&[(
        "grammar `!loc=`",
        "%r = tadd %a!loc=vec, %b !loc=vec : $T",
        "%r = tadd %a, %b : ($T, $T) -> $T",
    )]);
}

#[test]
fn addresses() {
    line_statements(&[
        ("grammar @tile", "tassign %a, @tile(0x1000)", "tassign %a, @tile(0x1000)"),
        ("grammar tile", "tassign %a, tile(0x1000)", "tassign %a, @tile(0x1000)"),
        ("grammar decimal", "tassign %a, @tile(4096)", "tassign %a, @tile(0x1000)"),
    ]);
    refused_statements(&[
        ("grammar no number", "tassign %a, @tile()", "P0001", ")"),
        ("grammar another word", "tassign %a, @buffer(0x1000)", "P0001", "@buffer"),
        ("grammar negative", "tassign %a, @tile(-32)", "P0001", "-"),
    ]);
}
