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
        let list = sink
            .diagnostics()
            .iter()
            .map(|d| format!("{} `{}`: {}", d.code, &source.text[d.primary.span.range()], d.message));
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

/// Values that statements may use.
const VALUES: &str = "
    %i: index
    %j: index
    %a: i64
    %b: i64
    %n: i32
    %m: i32
    %yes: i1
    %x: f32
    %y: f32
    %p: !pto.ptr<f32, gm>
    %q: !pto.ptr<f32, ub>
    %h: !pto.ptr<f16, ub>
    %g: !pto.ptr<f16, gm>
    %l0c: !pto.ptr<f32, l0c>
    %l1: !pto.ptr<f16, l1>
    %view: !pto.tensor_view<?x64xf32>
    %tile: !pto.tile_buf<vec, 16x32xf32>
    %pipe: !pto.pipe
    %s: !pto.struct<f32, i32>
    %v: !pto.vreg<64xf32>
    %w: !pto.vreg<64xf32>
    %mask: !pto.mask<b32>
    %z: !pto.vmi.vreg<128xf32>
    %mem: memref<4x8xf32>
    %vec: vector<4xi32>
    %ptr: !llvm.ptr
    %pair: !llvm.struct<(f32, struct<(i8, ptr)>)>
";

/// Statements and how they are printed; without `=>` they are printed as they stand.
fn check(cases: &[&str]) {
    let mut wrong = String::new();
    for case in cases {
        let (text, want) = case.split_once(" => ").unwrap_or((case, case));
        match process(VALUES, text) {
            Ok(printed) if printed == want => {}
            Ok(printed) => wrong += &format!("\n{text}\n    printed  {printed}\n    expected {want}"),
            Err(errors) => wrong += &format!("\n{text}\n    {errors}"),
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Statements that are refused, each with its only error: code, offending text, part of the message.
fn refuse(cases: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (text, want) in cases {
        match process(VALUES, text) {
            Ok(printed) => wrong += &format!("\n{text}\n    accepted as {printed}"),
            Err(errors) if errors.starts_with(want) && !errors.contains(" & ") => {}
            Err(errors) => wrong += &format!("\n{text}\n    {errors}\n    expected {want}"),
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn operands_and_types_by_name() {
    check(&[
        "%r = pto.addptr %p, %i : !pto.ptr<f32, gm> -> !pto.ptr<f32, gm>",
        "%r = pto.addptr %p, %i {note.a} : !pto.ptr<f32, gm> -> !pto.ptr<f32, gm>",
        "%r = pto.addptr %p, %i : <f32> -> <f32> => %r = pto.addptr %p, %i : !pto.ptr<f32, gm> -> !pto.ptr<f32, gm>",
        "%r = pto.addptr %q, %i : (<f32, ub>) -> <f32, ub> \
         => %r = pto.addptr %q, %i : !pto.ptr<f32, ub> -> !pto.ptr<f32, ub>",
        "%r = pto.load_scalar %p[%i] : !pto.ptr<f32, gm> -> f32",
        "pto.store_scalar %x, %p[%i] : !pto.ptr<f32, gm>, f32",
        "pto.store_scalar %x, %p [%i] : (<f32>, f32) => pto.store_scalar %x, %p[%i] : !pto.ptr<f32, gm>, f32",
        "%r = pto.get_tensor_view_dim %view, %i : !pto.tensor_view<?x64xf32> -> index {note.end}",
        "%r = arith.index_cast %n : i32 to index",
        "%r = llvm.extractelement %vec[%n : i32] : vector<4xi32>",
        "memref.store %x, %mem[%i, %j] : memref<4x8xf32>",
        "%r = memref.alloc() : memref<4xf32>",
        "%r = memref.alloc(%i)[%j] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>",
        "set_loop_size_outtoub %a, %b : i64, i64; => set_loop_size_outtoub %a, %b : i64, i64",
    ]);
    refuse(&[
        ("%r = pto.addptr %p %i : !pto.ptr<f32, gm> -> !pto.ptr<f32, gm>", "P0001 `%i`: expected `,` in pto.addptr"),
        ("%r = pto.addptr %p, 4 : !pto.ptr<f32, gm> -> !pto.ptr<f32, gm>", "P0001 `4`: expected the value `offset`"),
        ("%r = pto.addptr %p, %i : !pto.ptr<f32, gm>", "P0001 `return`: expected `->`"),
        ("%r = pto.addptr %p, %i : !pto.ptr<f16, gm> -> !pto.ptr<f32, gm>", "V0006 `!pto.ptr<f16, gm>`"),
        ("%r = pto.addptr %p, %n : !pto.ptr<f32, gm> -> !pto.ptr<f32, gm>", "V0006 `%n`: `%n` has type `i32`, but"),
        ("%r = pto.addptr %p, %i : <f32 -> <f32>", "P0006 `<`"),
        ("pto.store_scalar %x, %p[%i] : !pto.ptr<f32, gm>", "P0001 `return`: expected `,`"),
        ("pto.store_scalar %x, %p[%i, %j] : !pto.ptr<f32, gm>, f32", "P0001 `,`: expected `]`"),
        ("%r = pto.get_tensor_view_dim %view, %i : !pto.tensor_view<?x64xf32> -> i64", "V0006 `i64`: result `result`"),
        ("%r, %t = pto.load_scalar %p[%i] : !pto.ptr<f32, gm> -> f32", "V0005 `%r, %t`"),
        ("%r = arith.addi %a, %n : i64", "V0006 `%n`: `%n` has type `i32`, but operand `rhs` of arith.addi"),
        ("%r = arith.addi %a, %b : i32", "V0006 `i32`"),
    ]);
}

#[test]
fn optional_groups() {
    check(&[
        "%r = pto.alloc_tile : !pto.tile_buf<vec, 16x32xf32>",
        "%r = pto.alloc_tile addr = %a : !pto.tile_buf<vec, 16x32xf32>",
        "%r = pto.alloc_tile addr=%a valid_col=%j:!pto.tile_buf<vec, 16x32xf32, valid=16x?> \
         => %r = pto.alloc_tile addr = %a valid_col = %j : !pto.tile_buf<vec, 16x32xf32, valid=16x?>",
        "%r = pto.alloc_tile valid_row = %i valid_col = %j {note.a = 1 : i64} : \
         !pto.tile_buf<vec, 16x32xf32, valid=?x?>",
        "pto.tfree(%pipe : !pto.pipe) {split = 1}",
        "pto.tfree(%tile, %pipe : !pto.tile_buf<vec, 16x32xf32>, !pto.pipe) {split = 0}",
        "%r = pto.tpop_from_aic {split = 1} -> !pto.tile_buf<vec, 16x32xf32>",
        "%r = pto.tpop_from_aic(%i, %j) {id = 3, split = 1} aiv_subblockid(%a) -> \
         !pto.tile_buf<vec, 16x32xf32, valid=?x?>",
        "%r = pto.tpop_from_aic {id = 0, split = 1} {note.a} -> !pto.tile_buf<vec, 16x32xf32> \
         => %r = pto.tpop_from_aic {split = 1} {note.a} -> !pto.tile_buf<vec, 16x32xf32>",
        "%r = pto.reserve_buffer {name = \"b\", size = 64, location = #pto.address_space<vec>, auto = true} -> i32",
        "%r = pto.reserve_buffer {name = \"b\", size = 0x40 : i32, location = <vec>, auto = false, base = 32} -> i32 \
         => %r = pto.reserve_buffer {name = \"b\", size = 64, location = #pto.address_space<vec>, auto = false, \
         base = 32} -> i32",
        "pto.syncall() mode = #pto.sync_all_mode<hard>, core_type = #pto.sync_core_type<mix>",
        "pto.syncall(%p : !pto.ptr<f32, gm>) mode = #pto.sync_all_mode<soft>, core_type = #pto.sync_core_type<mix>",
    ]);
    refuse(&[
        (
            "%r = pto.alloc_tile valid_col = %j addr = %a : !pto.tile_buf<vec, 16x32xf32, valid=16x?>",
            "P0001 `addr`: expected `:` in pto.alloc_tile",
        ),
        (
            "%r = pto.alloc_tile %a, %i, %j : !pto.tile_buf<vec, 16x32xf32>",
            "P0001 `%a`: expected `addr`, `valid_row`, `valid_col` or `:` in pto.alloc_tile",
        ),
        ("%r = pto.alloc_tile addr = %i : !pto.tile_buf<vec, 16x32xf32>", "V0006 `%i`"),
        ("%r = pto.alloc_tile addr %a : !pto.tile_buf<vec, 16x32xf32>", "P0001 `%a`: expected `=`"),
        ("pto.tfree(%tile %pipe : !pto.pipe) {split = 1}", "P0001 `%pipe`: expected `:` in pto.tfree"),
        (
            "%r = pto.reserve_buffer {name = \"b\", size = 64, location = <vec>, auto = true, bse = 1} -> i32",
            "P0001 `bse`: expected `base` in pto.reserve_buffer",
        ),
        ("%r = pto.reserve_buffer {size = 64, name = \"b\"} -> i32", "P0001 `size`: expected `name`"),
        ("pto.tfree(%pipe : !pto.pipe) {splt = 1}", "P0001 `splt`: expected `split`"),
    ]);
}

#[test]
fn lists() {
    check(&[
        "%r = pto.make_tensor_view %p, shape = [%i, %j], strides = [%j, %i] : !pto.tensor_view<?x?xf32>",
        "%r = pto.make_tensor_view %p, shape = [%i] strides = [%j] {layout = #pto.layout<dn>} : !pto.tensor_view<?xf32> \
         => %r = pto.make_tensor_view %p, shape = [%i], strides = [%j] {layout = #pto.layout<dn>} \
         : !pto.tensor_view<?xf32>",
        "%r = builtin.unrealized_conversion_cast %i, %j : index, index to i64",
        "%r:2 = builtin.unrealized_conversion_cast to i64, i32",
    ]);
    refuse(&[
        (
            "%r = pto.make_tensor_view %p, shape = [], strides = [%j] : !pto.tensor_view<?xf32>",
            "P0001 `]`: expected the value `shape`",
        ),
        (
            "%r = pto.make_tensor_view %p, shape = [%i,], strides = [%j] : !pto.tensor_view<?xf32>",
            "P0001 `]`: expected a value after `,`",
        ),
        (
            "%r = pto.make_tensor_view %p, shape = [%n], strides = [%j] : !pto.tensor_view<?xf32>",
            "V0006 `%n`: `%n` has type `i32`, but operand `shape`",
        ),
        ("%r = builtin.unrealized_conversion_cast %i, %j : index to i64", "V0004 `index`: 1 type for 2 operands"),
        ("%r = pto.local_array_get %s[] : !pto.struct<f32, i32> -> f32", "P0001 `]`: expected the value `indices`"),
    ]);
}

#[test]
fn inferred_results() {
    let constants = "%c8 = arith.constant 8 : index\n  %neg = arith.constant -1 : index\n  ";
    let case = |text: &str| {
        let printed = process(VALUES, &format!("{constants}{text}")).expect("the statement is read");
        printed.lines().last().map(str::to_owned).unwrap_or_default()
    };
    // The result type is written exactly when it differs from what the sizes say.
    let head = "%r = pto.partition_view %view, offsets = [%i, %j], sizes = [%c8, %i] : !pto.tensor_view<?x64xf32>";
    assert_eq!(case(head), head);
    assert_eq!(case(&format!("{head} -> !pto.partition_tensor_view<8x?xf32>")), head);
    let other = format!("{head} -> !pto.partition_tensor_view<8x16xf32>");
    assert_eq!(case(&other), other);
    let negative = head.replace("[%c8, %i]", "[%c8, %neg]");
    assert_eq!(case(&format!("{negative} -> !pto.partition_tensor_view<8x?xf32>")), negative);

    check(&[
        "%r, %t = pto.get_validshape %tile : !pto.tile_buf<vec, 16x32xf32>",
        "%r:2 = pto.get_validshape %tile : !pto.tile_buf<vec, 16x32xf32>",
        "%r = arith.cmpi slt, %i, %j : index",
        "%r = arith.cmpi eq, %vec, %vec : vector<4xi32>",
        "%r = memref.load %mem[%i, %j] : memref<4x8xf32>",
        "%r = llvm.extractvalue %pair[1, 1] : !llvm.struct<(f32, struct<(i8, ptr)>)>",
    ]);
    // The inferred types are those of the uses.
    for (first, second) in [
        ("%r = arith.cmpi eq, %vec, %vec : vector<4xi32>", "arith.xori %r, %r : vector<4xi1>"),
        ("%r = memref.load %mem[%i, %j] : memref<4x8xf32>", "arith.negf %r : f32"),
        (
            "%r = llvm.extractvalue %pair[1, 1] : !llvm.struct<(f32, struct<(i8, ptr)>)>",
            "llvm.ptrtoint %r : !llvm.ptr to i64",
        ),
        ("%r:2 = pto.get_validshape %tile : !pto.tile_buf<vec, 16x32xf32>", "arith.addi %r#0, %r#1 : index"),
        (head, "pto.get_tensor_view_dim %r, %i : !pto.partition_tensor_view<8x?xf32> -> index"),
    ] {
        let text = format!("{constants}{first}\n  %use = {second}");
        assert!(process(VALUES, &text).is_ok(), "{first}: {:?}", process(VALUES, &text));
    }
    let window = "%r = pto.subview %tile[%i, %j] sizes [8, 16] valid [%c8, %i] : !pto.tile_buf<vec, 16x32xf32>";
    assert_eq!(case(window), format!("{window} -> !pto.tile_buf<vec, 8x16xf32, valid=8x?>"));
    check(&["%r = pto.subview %tile[%i, %j] sizes [8, 16] : !pto.tile_buf<vec, 16x32xf32> \
         => %r = pto.subview %tile[%i, %j] sizes [8, 16] : !pto.tile_buf<vec, 16x32xf32> \
         -> !pto.tile_buf<vec, 8x16xf32>"]);
    refuse(&[
        (
            "%r = llvm.extractvalue %pair[7] : !llvm.struct<(f32, struct<(i8, ptr)>)>",
            "P0011 `llvm.extractvalue`: the result type",
        ),
        ("%r, %t, %u = pto.get_validshape %tile : !pto.tile_buf<vec, 16x32xf32>", "V0005 `%r, %t, %u`"),
    ]);
}

#[test]
fn attributes() {
    check(&[
        "pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]",
        "pto.set_flag [\"PIPE_MTE2\", #pto.pipe<PIPE_V>, EVENT_ID0] => pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]",
        "%r = pto.vcmp %v, %w, %mask, \"lt\" : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.mask<b32>",
        "%r = pto.mulhi %n, %m signed : i32, i32 -> i32",
        "%r = pto.convert %x round(r) sat signed : f32 -> i32",
        "%r = pto.redux_add %n : i32 -> i32",
        "%r = arith.addi %a, %b overflow<nsw, nuw> : i64",
        "%r = arith.addi %a, %b overflow < nsw,nuw > {note.a} : i64 => %r = arith.addi %a, %b overflow<nsw, nuw> {note.a} : i64",
        "%r = arith.addi %a, %b {note.b} : i64",
        "%r = arith.addf %x, %y fastmath<nnan> : f32",
        "%r = arith.cmpf ult, %x, %y fastmath<fast> : f32",
        "%r = pto.struct_get %s[1] : !pto.struct<f32, i32> -> i32",
        "%r = pto.struct_get %s [ 1 : i64 ] : !pto.struct<f32, i32> -> i32 \
         => %r = pto.struct_get %s[1] : !pto.struct<f32, i32> -> i32",
        "%r = pto.vmi.shuffle %z[[1, 0]] : !pto.vmi.vreg<128xf32> -> !pto.vmi.vreg<2xf32>",
        "%r = llvm.load volatile %ptr : !llvm.ptr -> f32",
        "%r = llvm.load %ptr {alignment = 8 : i64} : !llvm.ptr -> f32",
        "%r = llvm.alloca %a x f32 : (i64) -> !llvm.ptr",
        "%r = llvm.alloca inalloca %a x !llvm.array<2 x i8> {alignment = 8 : i64} : (i64) -> !llvm.ptr",
        "pto.get_buf \"PIPE_V\", 3",
        "pto.get_buf[#pto.pipe<PIPE_V>, 3, 1] => pto.get_buf \"PIPE_V\", 3, 1",
        "%r = pto.tpush %tile, %pipe : !pto.tile_buf<vec, 16x32xf32>, !pto.pipe -> !pto.event",
        "pto.cmo.cacheinvalid all #pto.address_space<gm>",
        "pto.cmo.cacheinvalid %p single_cache_line : !pto.ptr<f32, gm>",
    ]);
    refuse(&[
        ("pto.set_flag[<PIPE_MTE9>, <PIPE_V>, <EVENT_ID0>]", "T0101 `PIPE_MTE9`"),
        ("pto.set_flag[%i, <PIPE_V>, <EVENT_ID0>]", "P0001 `%i`: expected a pipe"),
        ("%r = arith.addi %a, %b overflow(nsw) : i64", "P0001 `(`: expected `<`"),
        ("%r = arith.addi %a, %b overflow<> : i64", "P0001 `>`: expected a word"),
        ("%r = arith.cmpi lower, %i, %j : index", "T0101 `lower`"),
        ("%r = pto.mulhi %n, %m : i32, i32 -> i32", "P0001 `:`"),
        ("%r = arith.addi %a, %b overflow<nsw> {overflowFlags = \"nuw\"} : i64", "T0103 `{overflowFlags = \"nuw\"}`"),
    ]);
}

#[test]
fn all_types() {
    check(&[
        "%r = pto.vadd %v, %w, %mask : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>",
        "%r = pto.vadd %v, %w, %mask : (!pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32>) -> (!pto.vreg<64xf32>) \
         => %r = pto.vadd %v, %w, %mask : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>",
        "%r = pto.vlds %q[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>",
        "%r, %t = pto.vlds %q[%i] {dist = \"US_B16\"} : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>, !pto.ptr<f32, ub>",
        "%r = pto.vlds %q[%i] : !pto.ptr<f32, ub>, index -> !pto.vreg<64xf32> \
         => %r = pto.vlds %q[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>",
        "pto.vsts %v, %q[%i], %mask : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32>",
        "%r = pto.vsts %v, %q[%i], %mask : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32> -> !pto.ptr<f32, ub>",
        "%r = pto.init_align : !pto.align",
        "%r:4 = pto.get_vms4_sr : i16, i16, i16, i16",
    ]);
    refuse(&[
        (
            "%r = pto.vadd %v, %w, %mask : !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>",
            "V0004 `!pto.vreg<64xf32>, !pto.mask<b32>`: 2 types for 3 operands",
        ),
        (
            "%r = pto.vadd %v, %w, %mask : !pto.vreg<64xf32>, !pto.mask<b32>, !pto.mask<b32> -> !pto.vreg<64xf32>",
            "V0006 `!pto.mask<b32>`",
        ),
        (
            "%r = pto.vlds %q[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>, !pto.ptr<f32, ub>, index",
            "V0005 `!pto.vreg<64xf32>, !pto.ptr<f32, ub>, index`: 3 result types for pto.vlds, which has 1 to 2 results",
        ),
        ("%r, %t = pto.vlds %q[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>", "V0005 `%r, %t`"),
        ("%r = pto.init_align : !pto.pipe", "V0006 `!pto.pipe`"),
        (
            "%r = pto.vadd %v, %w, %mask : !pto.vreg<64xf32> !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>",
            "P0001 `!pto.vreg<64xf32>`: expected `,` between two types",
        ),
        ("%r = pto.absf %x : f32 ->", "P0001 `return`: expected a type"),
        ("%r = pto.vadd %v, %w, %mask -> !pto.vreg<64xf32>", "P0001 `->`: expected `:` in pto.vadd"),
    ]);
}

#[test]
fn repeated_groups() {
    let head = "pto.mte_gm_ub %g, %h, %a, %b nburst(%a, %b, %a)";
    let types = "!pto.ptr<f16, gm>, !pto.ptr<f16, ub>, i64, i64, i64, i64, i64";
    let cases = [
        format!("{head} : {types}"),
        format!("{head} loop(%a, %a, %b) : {types}, loop i64, i64, i64"),
        format!("{head} loop(%a, %a, %b) loop(%b, %b, %a) : {types}, loop i64, i64, i64, loop i64, i64, i64"),
        format!("{head} pad(%x) : {types}, pad f32"),
        format!("{head} loop(%a, %a, %b) pad(%x, %a, %b) : {types}, loop i64, i64, i64, pad f32, i64, i64"),
        format!(
            "pto.mte_gm_ub %g %h %a %b nburst(%a, %b, %a) loop1(%a, %a, %b) loop2(%b, %b, %a) : {types}, \
             loop1 i64, i64, i64, loop2 i64, i64, i64 \
             => {head} loop(%a, %a, %b) loop(%b, %b, %a) : {types}, loop i64, i64, i64, loop i64, i64, i64"
        ),
        "pto.mte_ub_gm %h, %g, %a nburst(%a, %b, %a) l2_cache_ctl(%b) loop(%a, %a, %b) : !pto.ptr<f16, ub>, \
         !pto.ptr<f16, gm>, i64, i64, i64, i64, i64, loop i64, i64, i64"
            .to_owned(),
        "pto.mte_ub_gm %h, %g, %a nburst(%a, %b, %a) loop(%a, %a, %b) : !pto.ptr<f16, ub>, !pto.ptr<f16, gm>, \
         i64, i64, i64, i64, loop i64, i64, i64"
            .to_owned(),
    ];
    check(&cases.each_ref().map(String::as_str));
    let errors = [
        (format!("{head} loop(%a, %a, %b) : {types}"), "V0004 `return`: 1 clause"),
        (format!("{head} : {types}, loop i64, i64, i64"), "V0004 `i64`: a type for the operand `loop_counts`"),
        (format!("{head} : {types}, pad f32"), "V0004 `f32`: a type for the operand `pad_value`"),
        (format!("{head} pad(%x) : {types}"), "P0001 `return`: expected `,`"),
        (format!("{head} loop(%a, %a) : {types}, loop i64, i64"), "P0001 `)`: expected `,`"),
    ];
    refuse(&errors.each_ref().map(|(text, want)| (text.as_str(), *want)));
}

#[test]
fn alternatives() {
    let head = "pto.mte_l0c_l1 %l0c, %l1, %a, %b, %a, %b";
    let types = "!pto.ptr<f32, l0c>, !pto.ptr<f16, l1>, i64, i64, i64, i64";
    let cases = [
        format!("{head} : {types}"),
        format!("{head}, nz2nd : {types}"),
        format!("{head}, nz2dn(%a) : {types}, i64"),
        format!("{head}, nz2nz : {types}"),
        format!("{head}, nz2nz(%b), sat(preserve_nan) : {types}, i64"),
        format!("{head}, unit_flag(check_only), pre_quant(%x, mode = qf322f16_pre_scalar), nosat {{note.a}} : {types}, f32"),
        format!("{head}, pre_relu(mode = normal_relu), sat : {types}"),
        format!("{head}, pre_relu(%x, mode = scalar_relu, clip = %y), nz2nd, loop3(%a, %a, %b) : {types}, f32, f32, i64, i64, i64"),
        "pto.mte_l0c_ub %l0c, %q, %a, %b, %a, %b, dst_mode(%b) : !pto.ptr<f32, l0c>, !pto.ptr<f32, ub>, \
         i64, i64, i64, i64, i64"
            .into(),
        "pto.mte_l0c_ub %l0c, %q, %a, %b, %a, %b, dst_mode(split_m), nz2nd : !pto.ptr<f32, l0c>, !pto.ptr<f32, ub>, \
         i64, i64, i64, i64"
            .into(),
        "pto.sync.set <PIPE_MTE3>, 4".into(),
        "pto.sync.set #pto.pipe<PIPE_MTE3>, %i {ffts_mode = 1 : i32} => pto.sync.set <PIPE_MTE3>, %i {ffts_mode = 1 : i32}"
            .into(),
        "pto.set_intra_block \"PIPE_V\", %a : i64, i64 => pto.set_intra_block <PIPE_V>, %a".into(),
        "%r, %t = pto.plt_b32 %n {post_update} : i32 -> !pto.mask<b32>, i32 \
         => %r, %t = pto.plt_b32 %n : i32 -> !pto.mask<b32>, i32"
            .into(),
        "pto.aic_initialize_pipe {id = 0, dir_mask = 1, slot_size = 1024}(c2v_consumer_buf = %n : i32) \
         => pto.aic_initialize_pipe {dir_mask = 1, slot_size = 1024}(c2v_consumer_buf = %n : i32)"
            .into(),
        "pto.aic_initialize_pipe {slot_size = 64, id = 2, dir_mask = 1}(v2c_consumer_buf = %m : i32, \
         c2v_consumer_buf = %n : i32) => pto.aic_initialize_pipe {id = 2, dir_mask = 1, slot_size = 64}\
         (c2v_consumer_buf = %n : i32, v2c_consumer_buf = %m : i32)"
            .into(),
        "pto.aiv_initialize_pipe {dir_mask = 1, slot_size = 64}()".into(),
    ];
    check(&cases.each_ref().map(String::as_str));
    refuse(&[
        (&format!("{head}, nz2nx : {types}"), "P0001 `nz2nx`: expected"),
        (&format!("{head}, sat(preserve) : {types}"), "P0001 `preserve`: expected `preserve_nan`"),
        (&format!("{head}, nosat, nz2nd : {types}"), "P0001 `,`: expected"),
        ("pto.sync.set <PIPE_MTE3> 4", "P0001 `4`: expected `,`"),
        ("pto.sync.set <PIPE_MTE3>, x", "P0001 `x`: expected a value, an integer"),
        ("pto.aic_initialize_pipe {dir_mask = 1, slot_size = 64, dir_mask = 2}()", "P0015 `dir_mask`"),
        ("pto.aic_initialize_pipe {dir_mask = 1, slot_siz = 64}()", "V0014 `slot_siz`"),
        ("pto.aic_initialize_pipe {dir_mask = 1, slot_size = 64,}()", "P0001 `}`"),
        ("pto.aic_initialize_pipe {slot_size = 64}()", "V0015 `pto.aic_initialize_pipe`"),
    ]);
}

#[test]
fn same_value_twice() {
    let text = |mode: &str| {
        format!(
            "pto.mte_gm_l1_frac %g, %l1, nd2nz, shape(%a, %b), src_layout(%a), dst_group(%a, %a, %a, %b), ctrl(%a, %yes) : \
             !pto.ptr<f16, gm>, !pto.ptr<f16, l1>, {mode}, shape i64, i64, src_layout(i64), dst_group i64, i64, i64, i64, \
             ctrl i64, i1"
        )
    };
    check(&[&text("nd2nz")]);
    refuse(&[(&text("dn2nz"), "P0001 `dn2nz`: `mode` is `dn2nz` here, but `nd2nz` stands before the types")]);
}

#[test]
fn regions() {
    check(&[
        "pto.section.cube {\n  pto.barrier <PIPE_M>\n} {note.a}",
        "pto.section.simt<<<32, 1, 1>>> {\n  pto.syncthreads\n} \
         => pto.section.simt<<<32, 1, 1>>> {\n  pto.syncthreads\n}",
        "%r:2 = pto.fusion_region {\n  pto.yield(%i, %x) : (index, f32) -> ()\n} : index, f32",
        "pto.strict_vecscope(%q, %i) {\n^bb0(%base: !pto.ptr<f32, ub>, %at: index):\n  \
         %r = pto.load %base[%at] : !pto.ptr<f32, ub> -> f32\n} : (!pto.ptr<f32, ub>, index) -> ()",
        "pto.strict_vecscope() {\n  pto.mem_bar \"VV_ALL\"\n} : () -> ()",
        "pto.simt_launch @g<<<%n, %n, %m>>>(%i, %x) : (index, f32) -> ()",
        "pto.simt_launch @g <<<%n, %n, %m>>> () : () -> () => pto.simt_launch @g<<<%n, %n, %m>>>() : () -> ()",
    ]);
    refuse(&[
        (
            "pto.strict_vecscope(%q) {\n^bb0(%base: !pto.ptr<f32, ub>):\n  %r = pto.load %base[%i] : \
             !pto.ptr<f32, ub> -> f32\n} : (!pto.ptr<f32, ub>) -> ()",
            "V0001 `%i`",
        ),
        (
            "pto.strict_vecscope(%q) {\n^bb0(%base: !pto.ptr<f16, ub>):\n} : (!pto.ptr<f32, ub>) -> ()",
            "V0006 `!pto.ptr<f16, ub>`",
        ),
        ("pto.section.cube", "P0001 `return`: expected `{`"),
        ("pto.section.simt<<<32, 1>>> {\n}", "P0001 `>`: expected `,`"),
        ("%r = pto.fusion_region {\n  pto.yield(%i, %x) : (index, f32) -> ()\n} : index, f32", "V0005 `%r`"),
    ]);
}

#[test]
fn the_next_statement_is_not_an_operand() {
    check(&[
        "pto.tsync\n%r = arith.addi %a, %b : i64",
        "pto.tsync\n%r:2 = pto.get_validshape %tile : !pto.tile_buf<vec, 16x32xf32>",
    ]);
}
