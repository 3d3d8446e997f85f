//! Spellings that mean the same, errors with their spans, and printing as the inverse of reading.

use super::*;
use crate::ir::type_print::{TypeStyle, print_type};
use crate::ir::types::{DYN, Type};
use crate::target::Arch;

/// Everything a type is read into.
struct Reader {
    context: Context,
    aliases: Aliases,
    sink: Sink,
    arch: Option<Arch>,
}

impl Reader {
    fn new() -> Self {
        Reader { context: Context::default(), aliases: Aliases::default(), sink: Sink::new(), arch: None }
    }

    fn read(&mut self, text: &str) -> TypeId {
        let mut env = Env { context: &mut self.context, aliases: &self.aliases, sink: &mut self.sink, arch: self.arch };
        parse_type(text, 0, &mut env)
    }

    fn print(&self, ty: TypeId, style: TypeStyle) -> String {
        let mut out = String::new();
        print_type(&self.context, ty, style, &mut out);
        out
    }
}

/// The short spelling of a type that must be right.
#[track_caller]
fn short(text: &str) -> String {
    let mut r = Reader::new();
    let ty = r.read(text);
    assert!(r.sink.diagnostics().is_empty(), "{text}: {:?}", r.sink.diagnostics());
    r.print(ty, TypeStyle::Short)
}

#[track_caller]
fn same(spellings: &[&str]) {
    let mut r = Reader::new();
    let first = r.read(spellings[0]);
    for text in spellings {
        assert_eq!(r.read(text), first, "{text}");
    }
    assert!(r.sink.diagnostics().is_empty(), "{:?}", r.sink.diagnostics());
    assert_eq!(r.print(first, TypeStyle::Short), spellings[0]);
}

/// Code and text of the primary span of the only error.
#[track_caller]
fn error(text: &str) -> (&'static str, String) {
    let mut r = Reader::new();
    let base = 40;
    let mut env = Env { context: &mut r.context, aliases: &r.aliases, sink: &mut r.sink, arch: None };
    assert_eq!(parse_type(text, base, &mut env), TypeId::ERROR, "{text}");
    let [d] = r.sink.diagnostics() else { panic!("{text}: {:?}", r.sink.diagnostics()) };
    let span = d.primary.span;
    (d.code.info().name, text[(span.start - base) as usize..(span.end - base) as usize].to_owned())
}

#[track_caller]
fn bad(text: &str, code: &str, part: &str) {
    assert_eq!(error(text), (code_name(code), part.to_owned()), "{text}");
}

fn code_name(code: &str) -> &'static str {
    crate::diagnostics::Code::find(code).map_or("", |c| c.info().name)
}

#[test]
fn scalars() {
    for text in [
        "index",
        "none",
        "i1",
        "i4",
        "i8",
        "si8",
        "ui64",
        "f16",
        "bf16",
        "f32",
        "f64",
        "f8E4M3FN",
        "f8E4M3",
        "f8E4M3FNUZ",
        "f8E4M3B11FNUZ",
        "f8E5M2",
        "f8E5M2FNUZ",
        "!pto.hif8",
        "!pto.f8E8M0",
        "!pto.f4E1M2x2",
        "!pto.f4E2M1x2",
        "!pto.hif8x2",
        "!pto.bf16x2",
    ] {
        assert_eq!(short(text), text);
    }
    let mut r = Reader::new();
    assert_eq!(r.read("bf16"), TypeId::BF16);
    assert_eq!(r.read(" ui32 // word\n"), TypeId::UI32);
    bad("f33", "unknown-type", "f33");
    bad("dtype", "placeholder", "dtype");
    bad("half", "unknown-type", "half");
    bad("i32<4>", "malformed-type", "<4>");
    bad("memref", "unknown-type", "memref");
    bad("pto.tile<4x4xf32>", "unknown-type", "pto.tile");
    bad("pto.pipe", "unknown-type", "pto.pipe");
}

#[test]
fn pto_types() {
    for text in [
        "!pto.ptr<f32, gm>",
        "!pto.ptr<vector<2xf16>, ub>",
        "!pto.ptr<i8, l0c>",
        "!pto.tensor_view<16x?x64xf32>",
        "!pto.partition_tensor_view<16x?x!pto.hif8>",
        "!pto.eventid_array<4>",
        "!pto.local_array<4x2xi32>",
        "!pto.struct<i32, !pto.struct<f32>>",
        "!pto.pipe",
        "!pto.event",
        "!pto.align",
        "!pto.async_session",
        "!pto.async_event",
        "!pto.prefetch_async_context",
        "!pto.fmatrix_config",
        "!pto.vreg<64xf32>",
        "!pto.vreg<256x!pto.f4E1M2x2>",
        "!pto.mask<b16>",
        "!pto.vmi.vreg<64xf32>",
        "!pto.vmi.mask<64xpred>",
        "!pto.vmi.vreg<8xf32, #pto.vmi.layout<num_groups = 8, slots = 8, lane_stride = 4>>",
        "!pto.vmi.vreg<64xf16, #pto.vmi.layout<deinterleaved = 2>>",
        "!pto.vmi.mask<64xb16, #pto.vmi.layout<block_deinterleaved = 4>>",
        "!pto.memref<f32, 16, 64>",
        "!pto.global<..>",
        "!pto.group<4>",
        "!pto.tpipe<C2V, 2>",
        "!pto.record_event",
        "!pto.scalar<f32>",
        "!pto.tile<...>",
        "!pto.tile_buf<vec, ..>",
    ] {
        assert_eq!(short(text), text);
    }
    same(&["!pto.ptr<f16, gm>", "!pto.ptr<f16>", "!pto.ptr< f16 , gm >"]);
    same(&["!pto.ptr<f16, ub>", "!pto.ptr<f16, vec>"]);
    same(&["!pto.ptr<f16, fb>", "!pto.ptr<f16, scaling>"]);
    same(&["!pto.partition_tensor_view<4x4xf32>", "!pto.tile_view<4x4xf32>"]);
    same(&[
        "!pto.vmi.vreg<64xf32, #pto.vmi.layout<contiguous>>",
        "!pto.vmi.vreg<64xf32, #pto.vmi.layout<contiguous, lane_stride = 1>>",
        "!pto.vmi.vreg<64xf32, #pto<vmi.layout<contiguous>>>",
    ]);
    same(&["!pto.memref<f32, 16, 64>", "!pto.memref< f32,16 ,\n64 >"]);
    bad("!pto.ptr<f32, l3>", "malformed-type", "l3");
    bad("!pto.ptr<4xf32, gm, ub>", "malformed-type", "ub");
    bad("!pto.ptr", "malformed-type", "!pto.ptr");
    bad("!pto.til<4x4xf32>", "unknown-type", "!pto.til");
    bad("!pto.pipe<4>", "malformed-type", "<4>");
    bad("!pto.tensor_view<16x64>", "malformed-type", "64");
    bad("!pto.tensor_view<16x-4xf32>", "malformed-type", "-4x");
    bad("!pto.eventid_array<f32>", "malformed-type", "f32");
    bad("!pto.vreg<f32>", "malformed-type", "f32");
    bad("!pto.vreg<?xf32>", "malformed-type", "?x");
    bad("!pto.mask<b64>", "malformed-type", "b64");
    bad("!pto.vmi.mask<64xb64>", "malformed-type", "b64");
    bad("!pto.vmi.vreg<64xf32, #pto.vmi.layout<deinterleaved = 3>>", "malformed-attribute", "3");
    bad("!pto.vmi.vreg<64xf32, contiguous>", "malformed-type", "contiguous");
    bad("!pto.struct<i32, size=4>", "malformed-type", "size");
    bad("!pto.local_array<4xi32", "malformed-type", "");
    bad("!pto.local_array<4xi32>>", "malformed-type", ">");
    bad("!pto.local_array<4x[2]>", "unexpected-character", "[");
    bad("!pto.local_array<99999999999999999999xi32>", "bad-number", "99999999999999999999");
}

#[test]
fn bare_mask_is_read_with_a_warning() {
    let mut r = Reader::new();
    let ty = r.read("!pto.mask");
    assert_eq!(r.print(ty, TypeStyle::Short), "!pto.mask");
    assert_eq!(r.sink.diagnostics().len(), 1);
    assert!(!r.sink.has_errors());
}

#[test]
fn builtin_types() {
    for text in [
        "memref<16x?xf32>",
        "memref<f32>",
        "memref<4x4xf16, strided<[4, 1], offset: ?>, #pto.address_space<vec>>",
        "memref<4xf16, affine_map<(d0) -> (d0 + 1)>>",
        "tensor<*xf32>",
        "tensor<16x!pto.hif8>",
        "tensor<4xf32, #sparse.encoding<a, b>>",
        "vector<4x8xi16>",
        "vector<f32>",
        "tuple<i32, tuple<>>",
        "() -> ()",
        "(f32, i32) -> f32",
        "((f32) -> f32) -> ((i32) -> i32)",
        "() -> (f32, f32)",
        "!llvm.ptr",
        "!llvm.ptr<1>",
        "!llvm.struct<(i32, ptr)>",
        "!llvm.array<4 x i32>",
        "!llvm.void",
    ] {
        assert_eq!(short(text), text);
    }
    same(&["memref<4xf32>", "memref<4 x f32, 0>"]);
    same(&["memref<4xf32, #pto.address_space<gm>>", "memref<4xf32, 1>", "memref<4xf32, 1 : i32>"]);
    same(&["memref<4xf32, strided<[1]>>", "memref<4xf32, strided< [ 1 ] , offset : 0 >>"]);
    same(&["(f32) -> f32", "(f32)->(f32)"]);
    bad("memref<4x4xf32, strided<[1]>>", "malformed-type", "strided<[1]>");
    bad("memref<4xf32, 9>", "malformed-type", "9");
    bad("memref<4xf32, #pto.address_space<ub>>", "unknown-attribute-value", "ub");
    bad("memref<4xf32, strided<[1]>, strided<[1]>>", "malformed-type", "strided<[1]>");
    bad("vector<?xf32>", "malformed-type", "?xf32");
    bad("vector<4xf32, 8>", "malformed-type", "8");
    bad("tensor<4x*xf32>", "malformed-type", "*xf32");
    bad("(f32 -> f32", "malformed-type", "->");
}

#[test]
fn tile_buffers() {
    same(&[
        "!pto.tile_buf<vec, 16x64xf32>",
        "!pto.tile_buf<loc=vec, dtype=f32, rows=16, cols=64, v_row=16, v_col=64, blayout=row_major, slayout=none_box, fractal=512, pad=0>",
        "!pto.tile_buf<loc=\"vec\", blayout=row_major, dtype=f32, cols=0x40, rows=16>",
        "!pto.tile_buf<\n  vec, // where\n  16 x 64 x f32, compact=0, valid=16x64>",
        "!pto.tile_buf<loc=vec, f32, 16, 64, RowMajor, NoneBox, None, Null>",
        "!pto.tile_buf<vec, float, 16, 64, RowMajor, NoneBox, 512, Invalid>",
        "!pto.tile_buf<vec, FP32, 16, 64, 16, 64, RowMajor, NoneBox, None, Null>",
    ]);
    same(&[
        "!pto.tile_buf<acc, 32x16xf32, valid=?x16, blayout=col_major, slayout=row_major, fractal=1024, pad=1>",
        "!pto.tile_buf<loc=acc, dtype=f32, rows=32, cols=16, v_row=-1, v_col=16, blayout=col_major, slayout=row_major, fractal=1024, pad=1, compact=0>",
        "!pto.tile_buf<acc, f32, 32, 16, v_row=?, v_col=16, ColMajor, RowMajor, NZ, Zero>",
        "!pto.tile_buf<acc, f32, 32, 16, ?, 16, ColMajor, RowMajor, FR, Zero>",
    ]);
    same(&["!pto.tile_buf<16x64xf32>", "!pto.tile_buf<f32, 16, 64>", "!pto.tile_buf<16x64xfloat>"]);
    // Under its C++ name a packed type counts values.
    same(&["!pto.tile_buf<16x32x!pto.f4E2M1x2>", "!pto.tile_buf<float4_e2m1x2_t, 16, 64>"]);
    let mut r = Reader::new();
    let ty = r.read("!pto.tile_buf<left, 16x16xf16, valid=8x?, slayout=row_major, compact=2>");
    assert_eq!(
        r.print(ty, TypeStyle::Long),
        "!pto.tile_buf<loc=left, dtype=f16, rows=16, cols=16, v_row=8, v_col=?, blayout=row_major, \
         slayout=row_major, fractal=512, pad=0, compact=2>"
    );
}

#[test]
fn tiles() {
    same(&["!pto.tile<16x64xf32>", "!pto.tile<f32, 16, 64>", "!pto.tile<16x64xfloat32_t>"]);
    same(&["!pto.tile<16x32x!pto.f4E2M1x2>", "!pto.tile<16x64xfloat4_e2m1x2_t>"]);
    same(&[
        "!pto.tile<vec, 16x16xf32, blayout=row_major, slayout=none_box, fractal=512, pad=1>",
        "!pto.tile<loc=vec, f32, 16, 16, RowMajor, NoneBox, None, Zero>",
        "!pto.tile<loc=vec, dtype=f32, rows=16, cols=16, blayout=row_major, slayout=none_box, fractal=512, pad=1>",
    ]);
    same(&["!pto.tile<?x64xf32>", "!pto.tile<f32, ?, 64>"]);
    same(&["!pto.tile<16x64xi1, valid=4x?>"]);
    let mut r = Reader::new();
    let ty = r.read("!pto.tile<?x8xf32>");
    assert_eq!(r.context.types.tile(ty).map(|t| (t.rows, t.v_row, t.loc)), Some((DYN, DYN, None)));
}

#[test]
fn tile_errors() {
    bad("!pto.tile_buf<scalar, 4x4xf32>", "tile-field", "scalar");
    bad("!pto.tile_buf<ub, 4x4xf32>", "tile-field", "ub");
    bad("!pto.tile_buf<vec, 4x4xf32, blayout=diagonal>", "tile-field", "diagonal");
    bad("!pto.tile_buf<vec, 4x4xf32, fractal=256>", "tile-field", "256");
    bad("!pto.tile_buf<vec, 4x4xf32, pad=4>", "tile-field", "4");
    bad("!pto.tile_buf<vec, 4x4xf32, pad=zero>", "tile-field", "zero");
    bad("!pto.tile_buf<vec, 4x4xf32, compact=3>", "tile-field", "3");
    bad("!pto.tile_buf<vec, 4x4xf32, pad=1, pad=2>", "tile-field", "pad");
    bad("!pto.tile_buf<vec, 4x4xf32, valid=4x4, valid=4x4>", "tile-field", "valid");
    bad("!pto.tile_buf<vec, 4x4xf32, valid=4>", "malformed-type", "4");
    bad("!pto.tile_buf<vec, 4x4xf32, valid=-2x4>", "tile-valid-region", "-2");
    bad("!pto.tile_buf<vec, 4x4xf32, v_row=4>", "tile-field", "v_row");
    bad("!pto.tile_buf<vec, 4x4xf32, colour=4>", "tile-field", "colour");
    bad("!pto.tile_buf<vec, 4x4xf32, 8>", "malformed-type", "8");
    bad("!pto.tile_buf<vec, 4x4x4xf32>", "tile-shape", "4x4x4x");
    bad("!pto.tile_buf<vec, 4xf32>", "tile-shape", "4x");
    bad("!pto.tile_buf<vec, ?x4xf32>", "tile-shape", "?x");
    bad("!pto.tile_buf<vec, 4x4xhalf>", "unknown-type", "half");
    bad("!pto.tile_buf<vec, 4x4x4>", "malformed-type", "4");
    bad("!pto.tile_buf<loc=vec, dtype=dtype, rows=4, cols=4>", "placeholder", "dtype");
    bad("!pto.tile_buf<loc=vec, dtype=f32, rows=4>", "tile-field", "!pto.tile_buf<loc=vec, dtype=f32, rows=4>");
    bad("!pto.tile_buf<loc=vec, dtype=f32, rows=4, cols=4, rows=4>", "tile-field", "rows");
    bad("!pto.tile_buf<loc=vec, dtype=f32, rows=4, cols=4, v_row=-3>", "tile-valid-region", "-3");
    bad("!pto.tile_buf<16x16xf32, pad=1>", "tile-field", "!pto.tile_buf<16x16xf32, pad=1>");
    bad("!pto.tile_buf<vec, f32, 4>", "malformed-type", "vec");
    bad("!pto.tile_buf<vec, f32, 4, 4>", "malformed-type", "vec, f32, 4, 4");
    bad("!pto.tile_buf<vec, f32, 4, 4, RowMajor, NoneBox, NZ, Null>", "tile-field", "NZ");
    bad("!pto.tile_buf<vec, f32, 4, 4, RowMajor, NoneBox, XX, Null>", "tile-field", "XX");
    bad("!pto.tile_buf<float4_e1m2x2_t, 4, 5>", "tile-shape", "5");
    bad("!pto.tile_buf<>", "malformed-type", "!pto.tile_buf<>");
    bad("!pto.tile<vec, dtype=f32, 4, 4, blayout=RowMajor, NoneBox, pad=None, Null>", "tile-field", "pad");
    bad("!pto.multi_tile_buf<vec, 4x4xf32>", "malformed-type", "!pto.multi_tile_buf<vec, 4x4xf32>");
    bad("!pto.multi_tile_buf<f32, count=2>", "malformed-type", "f32");
    bad("!pto.multi_tile_buf<!pto.tile<4x4xf32>, count=2>", "malformed-type", "!pto.tile<4x4xf32>");
    bad("!pto.multi_tile_buf<vec, 4x4xf32, count=x>", "malformed-type", "x");
    bad("!pto.multi_tile_buf<vec, 4x4xf32, count=2, count=3>", "tile-field", "count");
    bad("!pto.tile_buf<vec, 4x4xf32, count=2>", "tile-field", "count");
}

#[test]
fn multi_tiles() {
    same(&[
        "!pto.multi_tile_buf<!pto.tile_buf<vec, 16x16xf16>, count=2>",
        "!pto.multi_tile_buf<vec, 16x16xf16, count=2>",
        "!pto.multi_tile_buf<count=2, vec, 16x16xf16>",
        "!pto.multi_tile_buf<loc=vec, dtype=f16, rows=16, cols=16, count=2>",
    ]);
}

#[test]
fn fixes_are_edits_of_the_text() {
    let fix = |text: &str| {
        let mut r = Reader::new();
        r.read(text);
        let help = r.sink.diagnostics()[0].help.clone().unwrap();
        let (span, new) = help.edit.unwrap();
        format!("{}{new}{}", &text[..span.start as usize], &text[span.end as usize..])
    };
    assert_eq!(fix("!pto.tile_buf<vec, 4x4xhalf>"), "!pto.tile_buf<vec, 4x4xf16>");
    assert_eq!(fix("!pto.tile_buf<ub, 4x4xf16>"), "!pto.tile_buf<vec, 4x4xf16>");
    assert_eq!(fix("!pto.tile_buf<vec, 4x4xf16, pad=zero>"), "!pto.tile_buf<vec, 4x4xf16, pad=1>");
    assert_eq!(fix("pto.tile<4x4xf16>"), "!pto.tile<4x4xf16>");
    assert_eq!(fix("!tile<4x4xf16>"), "!pto.tile<4x4xf16>");
    assert_eq!(fix("!pto.tyle<4x4xf16>"), "!pto.tile<4x4xf16>");
    assert_eq!(fix("bf17"), "bf16");
}

#[test]
fn left_tiles_have_the_layout_of_the_target() {
    let keyed = "!pto.tile_buf<loc=left, dtype=f16, rows=16, cols=16, blayout=row_major, slayout=row_major>";
    let mut r = Reader::new();
    r.arch = Some(Arch::A5);
    let ty = r.read(keyed);
    assert_eq!(r.print(ty, TypeStyle::Short), "!pto.tile_buf<left, 16x16xf16, blayout=col_major, slayout=row_major>");
    let [d] = r.sink.diagnostics() else { panic!() };
    assert_eq!(&keyed[d.primary.span.range()], "row_major");
    assert!(!r.sink.has_errors());
    // A layout that the text leaves out is not the text's mistake.
    assert_eq!(r.read("!pto.tile_buf<left, 16x16xf16, slayout=row_major>"), ty);
    assert_eq!(r.sink.diagnostics().len(), 1);
    r.arch = Some(Arch::A2A3);
    let ty = r.read("!pto.tile_buf<left, 16x16xf16, blayout=col_major, slayout=row_major>");
    assert_eq!(r.print(ty, TypeStyle::Short), "!pto.tile_buf<left, 16x16xf16, slayout=row_major>");
    assert_eq!(r.sink.diagnostics().len(), 2);
    r.arch = None;
    let ty = r.read("!pto.tile_buf<left, 16x16xf16, blayout=col_major, slayout=row_major>");
    assert_eq!(r.print(ty, TypeStyle::Short), "!pto.tile_buf<left, 16x16xf16, blayout=col_major, slayout=row_major>");
    assert_eq!(r.sink.diagnostics().len(), 2);
}

#[test]
fn constructors_may_be_fixed_by_the_operation() {
    let mut r = Reader::new();
    let whole = r.read("!pto.tile_buf<vec, 4x4xf32>");
    let ptr = r.read("!pto.ptr<f32>");
    let mut env = Env { context: &mut r.context, aliases: &r.aliases, sink: &mut r.sink, arch: None };
    assert_eq!(parse_bare("<loc=vec, dtype=f32, rows=4, cols=4>", 0, "tile_buf", &mut env), whole);
    assert_eq!(parse_bare("<f32>", 0, "ptr", &mut env), ptr);
    assert_eq!(parse_bare("<f32", 0, "ptr", &mut env), TypeId::ERROR);
    assert_eq!(r.sink.error_count(), 1);
}

#[test]
fn aliases() {
    let mut r = Reader::new();
    let tile = r.read("!pto.tile_buf<vec, 4x4xf32>");
    r.aliases.define_type(&r.context, "t", tile);
    assert_eq!(r.read("!t"), tile);
    let tuple = r.read("tuple<!t, f32>");
    assert_eq!(r.print(tuple, TypeStyle::Short), "tuple<!pto.tile_buf<vec, 4x4xf32>, f32>");
    bad("!u", "unknown-alias", "!u");
    bad("tuple<!u>", "unknown-alias", "!u");
    bad("!t<4>", "unknown-type", "!t");
}

#[test]
fn aliases_cannot_grow_without_bound() {
    let mut r = Reader::new();
    let mut ty = TypeId::F32;
    let mut refused = 0;
    for i in 0..100 {
        let name = format!("t{i}");
        r.aliases.define_type(&r.context, &name, ty);
        ty = r.read(&format!("tuple<!{name}, !{name}>"));
        refused += u32::from(ty == TypeId::ERROR);
    }
    assert!(refused > 0);
    let mut r = Reader::new();
    let mut ty = TypeId::F32;
    for i in 0..100 {
        let name = format!("t{i}");
        r.aliases.define_type(&r.context, &name, ty);
        ty = r.read(&format!("tuple<!{name}>"));
    }
    assert!(r.sink.has_errors());
}

#[test]
fn nesting_is_limited() {
    let nested = |n: usize| format!("{}f32{}", "tuple<".repeat(n), ">".repeat(n));
    short(&nested(64));
    bad(&nested(65), "nesting-too-deep", "<");
    assert_eq!(error(&nested(100_000)).0, "nesting-too-deep");
    assert_eq!(error(&"(".repeat(100_000)).0, "nesting-too-deep");
}

#[test]
fn fields_are_found_in_every_spelling() {
    let part = |text: &'static str, field| field_span(text, field).map(|span| &text[span.range()]);
    let keyed = "!pto.tile_buf<loc=mat, dtype=bf16, rows=16, cols=32, v_row=?, v_col=8, blayout=col_major, pad=2>";
    assert_eq!(part(keyed, Field::Loc), Some("mat"));
    assert_eq!(part(keyed, Field::Dtype), Some("bf16"));
    assert_eq!(part(keyed, Field::Cols), Some("32"));
    assert_eq!(part(keyed, Field::VRow), Some("?"));
    assert_eq!(part(keyed, Field::BLayout), Some("col_major"));
    assert_eq!(part(keyed, Field::Pad), Some("2"));
    assert_eq!(part(keyed, Field::SLayout), None);
    let compact = "!pto.tile_buf<mat, 16x32xbf16, valid=?x8, fractal=32>";
    assert_eq!(part(compact, Field::Loc), Some("mat"));
    assert_eq!(part(compact, Field::Dtype), Some("bf16"));
    assert_eq!(part(compact, Field::VRow), Some("?"));
    assert_eq!(part(compact, Field::VCol), Some("8"));
    assert_eq!(part(compact, Field::Fractal), Some("32"));
    let page = "!pto.tile<loc=vec, f32, 16, 32, RowMajor, NoneBox, None, Zero>";
    assert_eq!(part(page, Field::Rows), Some("16"));
    assert_eq!(part(page, Field::SLayout), Some("NoneBox"));
    assert_eq!(part("!pto.multi_tile_buf<!pto.tile_buf<vec, 4x8xf32>, count=2>", Field::Count), Some("2"));
    assert_eq!(part("!pto.multi_tile_buf<!pto.tile_buf<vec, 4x8xf32>, count=2>", Field::Loc), Some("vec"));
    assert_eq!(part("!pto.ptr<f32, ub>", Field::Loc), Some("ub"));
    assert_eq!(part("!pto.ptr<f32, ub>", Field::Dtype), Some("f32"));
    assert_eq!(part("!pto.vreg<64xf32>", Field::Dtype), Some("f32"));
    assert_eq!(part("!pto.mask<b16>", Field::Granularity), Some("b16"));
    assert_eq!(part("!t0", Field::Loc), None);
}

mod round_trip {
    use super::*;
    use crate::ir::types::{BLayout, Dim, Float, MaskGranularity, SLayout, Sign, Space, Tile, VmiLayout};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    /// A type as a tree, before it is interned.
    #[derive(Clone, Debug)]
    enum Tree {
        Leaf(Type),
        Ptr(Box<Tree>, Space),
        Shaped(u8, Vec<Dim>, Box<Tree>),
        MemRef(Vec<Dim>, Box<Tree>, Option<String>, Option<String>),
        Tensor(Option<Vec<Dim>>, Box<Tree>, Option<String>),
        Tile(Box<Tile>, bool, Type),
        Multi(Box<Tree>, u32),
        List(bool, Vec<Tree>),
        Function(Vec<Tree>, Vec<Tree>),
        VReg(u32, Type),
        Vmi(u32, Type, Option<VmiLayout>),
    }

    impl Tree {
        fn intern(&self, context: &mut Context) -> TypeId {
            let ty = match self {
                Tree::Leaf(ty) => ty.clone(),
                Tree::Ptr(elem, space) => Type::Ptr { elem: elem.intern(context), space: *space },
                Tree::Shaped(kind, dims, elem) => {
                    let elem = elem.intern(context);
                    let dims: Box<[Dim]> = dims.clone().into();
                    match kind {
                        0 => Type::TensorView { dims, elem },
                        1 => Type::PartitionView { dims, elem },
                        2 => Type::LocalArray { dims, elem },
                        _ => Type::Vector { dims: dims.iter().map(|d| (*d).max(1)).collect(), elem },
                    }
                }
                Tree::MemRef(dims, elem, layout, space) => {
                    let text = |t: &Option<String>| t.clone().map(String::into);
                    let elem = elem.intern(context);
                    Type::MemRef { dims: dims.clone().into(), elem, layout: text(layout), space: text(space) }
                }
                Tree::Tensor(dims, elem, encoding) => Type::Tensor {
                    dims: dims.clone().map(Vec::into),
                    elem: elem.intern(context),
                    encoding: encoding.clone().map(String::into),
                },
                Tree::Tile(tile, buffer, dtype) => {
                    let mut tile = tile.clone();
                    tile.dtype = context.types.intern(dtype.clone());
                    if *buffer { Type::TileBuf(tile) } else { Type::Tile(tile) }
                }
                Tree::Multi(slot, count) => Type::MultiTileBuf { slot: slot.intern(context), count: *count },
                Tree::List(structure, members) => {
                    let members = members.iter().map(|m| m.intern(context)).collect();
                    if *structure { Type::Struct { fields: members } } else { Type::Tuple { elems: members } }
                }
                Tree::Function(inputs, results) => {
                    let inputs = inputs.iter().map(|t| t.intern(context)).collect();
                    let results = results.iter().map(|t| t.intern(context)).collect();
                    Type::Function { inputs, results }
                }
                Tree::VReg(lanes, elem) => Type::VReg { lanes: *lanes, elem: context.types.intern(elem.clone()) },
                Tree::Vmi(lanes, elem, layout) => {
                    Type::VmiVReg { lanes: *lanes, elem: context.types.intern(elem.clone()), layout: *layout }
                }
            };
            context.types.intern(ty)
        }
    }

    fn element() -> impl Strategy<Value = Type> {
        let sign = prop_oneof![Just(Sign::Signless), Just(Sign::Signed), Just(Sign::Unsigned)];
        let float = prop_oneof![
            Just(Float::F16),
            Just(Float::BF16),
            Just(Float::F32),
            Just(Float::F64),
            Just(Float::F8E4M3FN),
            Just(Float::F8E4M3),
            Just(Float::F8E4M3FNUZ),
            Just(Float::F8E4M3B11FNUZ),
            Just(Float::F8E5M2),
            Just(Float::F8E5M2FNUZ),
            Just(Float::HiF8),
            Just(Float::F8E8M0),
            Just(Float::F4E1M2x2),
            Just(Float::F4E2M1x2),
            Just(Float::HiF8x2),
            Just(Float::BF16x2),
        ];
        prop_oneof![
            (1u32..129, sign).prop_map(|(width, sign)| Type::Int { width, sign }),
            float.prop_map(Type::Float),
            Just(Type::Index),
        ]
    }

    fn dims() -> impl Strategy<Value = Vec<Dim>> {
        vec(prop_oneof![3 => 0i64..300, 1 => Just(DYN)], 0..4)
    }

    fn space() -> impl Strategy<Value = Space> {
        prop_oneof![
            Just(Space::Gm),
            Just(Space::Mat),
            Just(Space::Left),
            Just(Space::Right),
            Just(Space::Acc),
            Just(Space::Vec),
            Just(Space::Bias),
            Just(Space::Scaling),
        ]
    }

    fn maybe<S: Strategy>(strategy: S) -> impl Strategy<Value = Option<S::Value>>
    where
        S::Value: Clone,
    {
        proptest::option::of(strategy)
    }

    prop_compose! {
        fn tile()(
            buffer in any::<bool>(),
            loc in maybe(space().prop_filter("a tile location", |s| *s != Space::Gm)),
            dtype in element(),
            shape in (0i64..500, 0i64..500),
            valid in (maybe(prop_oneof![0i64..500, Just(DYN)]), maybe(prop_oneof![0i64..500, Just(DYN)])),
            blayout in maybe(prop_oneof![Just(BLayout::RowMajor), Just(BLayout::ColMajor)]),
            slayout in maybe(prop_oneof![Just(SLayout::NoneBox), Just(SLayout::RowMajor), Just(SLayout::ColMajor)]),
            fractal in maybe(prop_oneof![Just(32u32), Just(512), Just(1024)]),
            pad in maybe(0u8..4),
            compact in maybe(0u8..3),
            dynamic in any::<bool>(),
        ) -> (Tile, bool, Type) {
            let rows = if dynamic && !buffer { DYN } else { shape.0 };
            let mut tile = Tile {
                loc,
                dtype: TypeId::F32,
                rows,
                cols: shape.1,
                v_row: valid.0.unwrap_or(rows),
                v_col: valid.1.unwrap_or(shape.1),
                blayout, slayout, fractal, pad, compact,
            };
            if buffer {
                tile.loc.get_or_insert(Space::Vec);
                tile.blayout.get_or_insert(BLayout::RowMajor);
                tile.slayout.get_or_insert(SLayout::NoneBox);
                tile.fractal.get_or_insert(512);
                tile.pad.get_or_insert(0);
                tile.compact.get_or_insert(0);
            }
            (tile, buffer, dtype)
        }
    }

    fn vmi_layout() -> impl Strategy<Value = VmiLayout> {
        let factor = prop_oneof![Just(2u32), Just(4)];
        prop_oneof![
            (1u32..9).prop_map(|lane_stride| VmiLayout::Contiguous { lane_stride }),
            (factor.clone(), 1u32..9)
                .prop_map(|(factor, lane_stride)| VmiLayout::Deinterleaved { factor, lane_stride }),
            factor.prop_map(|factor| VmiLayout::BlockDeinterleaved { factor }),
            (1u32..99, 0u32..9, 1u32..9).prop_map(|(groups, slots, lane_stride)| VmiLayout::NumGroups {
                groups,
                slots,
                lane_stride
            }),
        ]
    }

    fn leaf() -> impl Strategy<Value = Tree> {
        let fixed = prop_oneof![
            Just(Type::None),
            Just(Type::Align),
            Just(Type::Pipe),
            Just(Type::Event),
            Just(Type::AsyncSession),
            Just(Type::AsyncEvent),
            Just(Type::PrefetchAsyncContext),
            Just(Type::FmatrixConfig),
            Just(Type::Mask(MaskGranularity::B8)),
            Just(Type::Mask(MaskGranularity::B32)),
            Just(Type::Mask(MaskGranularity::Unknown)),
            Just(Type::Foreign("!llvm.array<4 x i32>".into())),
            any::<u64>().prop_map(|n| Type::EventIdArray { len: n >> 1 }),
            (any::<u32>(), maybe(vmi_layout())).prop_map(|(lanes, layout)| Type::VmiMask {
                lanes,
                granularity: MaskGranularity::Pred,
                layout,
            }),
        ];
        prop_oneof![
            3 => element().prop_map(Tree::Leaf),
            1 => fixed.prop_map(Tree::Leaf),
            3 => tile().prop_map(|(tile, buffer, dtype)| Tree::Tile(Box::new(tile), buffer, dtype)),
            1 => (any::<u32>(), element()).prop_map(|(lanes, elem)| Tree::VReg(lanes, elem)),
            1 => (any::<u32>(), element(), maybe(vmi_layout())).prop_map(|(n, elem, layout)| Tree::Vmi(n, elem, layout)),
            1 => (tile(), any::<u32>()).prop_filter("a buffer", |((_, buffer, _), _)| *buffer).prop_map(
                |((tile, buffer, dtype), count)| {
                    Tree::Multi(Box::new(Tree::Tile(Box::new(tile), buffer, dtype)), count)
                }
            ),
        ]
    }

    fn tree() -> impl Strategy<Value = Tree> {
        leaf().prop_recursive(5, 40, 4, |inner| {
            let boxed = inner.clone().prop_map(Box::new);
            prop_oneof![
                (boxed.clone(), space()).prop_map(|(elem, space)| Tree::Ptr(elem, space)),
                (0u8..4, dims(), boxed.clone()).prop_map(|(kind, dims, elem)| Tree::Shaped(kind, dims, elem)),
                (dims(), boxed.clone(), any::<bool>(), any::<bool>()).prop_map(|(dims, elem, layout, space)| {
                    let strides: Vec<_> = dims.iter().map(|_| "?").collect();
                    let layout = layout.then(|| format!("strided<[{}], offset: 4>", strides.join(", ")));
                    Tree::MemRef(dims, elem, layout, space.then(|| "#pto.address_space<acc>".to_owned()))
                }),
                (maybe(dims()), boxed.clone(), any::<bool>()).prop_map(|(dims, elem, encoding)| {
                    Tree::Tensor(dims, elem, encoding.then(|| "#enc.x<a, b>".to_owned()))
                }),
                (any::<bool>(), vec(inner.clone(), 0..4)).prop_map(|(s, list)| Tree::List(s, list)),
                (vec(inner.clone(), 0..3), vec(inner, 0..3)).prop_map(|(i, r)| Tree::Function(i, r)),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1500, rng_seed: RngSeed::Fixed(11), failure_persistence: None, ..Default::default() })]

        #[test]
        fn printing_is_the_inverse_of_reading(tree in tree()) {
            let mut r = Reader::new();
            let ty = tree.intern(&mut r.context);
            for style in [TypeStyle::Short, TypeStyle::Long] {
                let text = r.print(ty, style);
                let again = r.read(&text);
                prop_assert!(!r.sink.has_errors(), "{text}: {:?}", r.sink.diagnostics());
                prop_assert_eq!(again, ty, "{}", text);
            }
        }

        #[test]
        fn no_text_panics(text in "[!#]?[a-z0-9 ._,:<>()\\[\\]{}=+*?x\"/-]{0,60}") {
            let mut r = Reader::new();
            let ty = r.read(&text);
            prop_assert_eq!(ty == TypeId::ERROR, r.sink.has_errors(), "{}", text);
        }

        #[test]
        fn mutilated_types_do_not_panic(tree in tree(), at in any::<proptest::sample::Index>(), put in "[<>x?=,\\[é]?") {
            let mut r = Reader::new();
            let ty = tree.intern(&mut r.context);
            let mut text = r.print(ty, TypeStyle::Long);
            let at = at.index(text.len());
            text.replace_range(at..at + 1, &put);
            let ty = r.read(&text);
            prop_assert_eq!(ty == TypeId::ERROR, r.sink.has_errors(), "{}", text);
            prop_assert!(r.sink.error_count() <= 1, "{}: {:?}", text, r.sink.diagnostics());
        }
    }
}
