//! Spellings that mean the same, errors with their spans, conversion, and printing as the inverse of reading.

use super::*;
use crate::diagnostics::{Severity, Sink};
use crate::dialect::def::AttrKind;
use crate::dialect::enums;
use crate::ir::attr_print::{attr_string, print_attr, print_dict};
use crate::ir::attrs::Context;
use crate::ir::type_print::TypeStyle;
use crate::syntax::env::Aliases;

#[derive(Default)]
struct Reader {
    context: Context,
    aliases: Aliases,
    sink: Sink,
}

impl Reader {
    fn env(&mut self) -> Env<'_> {
        Env { context: &mut self.context, aliases: &self.aliases, sink: &mut self.sink, arch: None }
    }

    fn read(&mut self, text: &str) -> AttrId {
        parse_attr(text, 0, &mut self.env())
    }
}

/// Every spelling means the same, and the first one is printed.
#[track_caller]
fn same(spellings: &[&str]) {
    let mut r = Reader::default();
    let first = r.read(spellings[0]);
    for text in spellings {
        assert_eq!(r.read(text), first, "{text}");
    }
    assert!(r.sink.diagnostics().is_empty(), "{:?}", r.sink.diagnostics());
    assert_eq!(attr_string(&r.context, first), spellings[0]);
}

#[track_caller]
fn bad(text: &str, code: &str, part: &str) {
    let mut r = Reader::default();
    let base = 40;
    let id = parse_attr(text, base, &mut r.env());
    assert_eq!(*r.context.get(id), Attr::Error, "{text}");
    let [d] = r.sink.diagnostics() else { panic!("{text}: {:?}", r.sink.diagnostics()) };
    let span = d.primary.span;
    let found = &text[(span.start - base) as usize..(span.end - base) as usize];
    assert_eq!((d.code.info().name, found), (code, part), "{text}");
}

#[test]
fn literals() {
    same(&["true"]);
    same(&["false", "0 : i1"]);
    same(&["true", "1 : i1", "-1 : i1"]);
    same(&["unit"]);
    same(&["5 : i64", "5", "0x5"]);
    same(&["-5 : i32", "- 5 : i32", "0xFFFFFFFB : i32"]);
    same(&["-1 : i8", "255 : i8"]);
    same(&["255 : ui8"]);
    same(&["7 : index"]);
    same(&["1.250000e-01 : f32", "0.125 : f32", "0x3E000000 : f32", "1.25e-1 : f32"]);
    same(&["1.000000e+00 : f64", "1.0", "1."]);
    same(&["0x7F800000 : f32"]);
    same(&["0x7FC00001 : f32"]);
    same(&["0x3C : !pto.hif8"]);
    same(&["\"a \\\"b\\\" \\\\ \\0A \u{4f60}\"", "\"a \\\"b\\\" \\5C \\n \\E4\\BD\\A0\""]);
    same(&["\"x\" : !pto.event"]);
    bad("300 : i8", "bad-number", "300");
    bad("-1 : ui8", "bad-number", "-1");
    bad("9223372036854775808 : index", "bad-number", "9223372036854775808");
    bad("99999999999999999999999999999999999999999", "bad-number", "99999999999999999999999999999999999999999");
    bad("5 : f32", "bad-number", "5");
    bad("5.0 : i32", "bad-number", "5.0");
    bad("1.0e40 : f32", "bad-number", "1.0e40");
    bad("1e3", "bad-number", "1e3");
    bad("5 : !pto.pipe", "bad-number", "5");
    bad("0x100 : !pto.hif8", "bad-number", "0x100");
    bad("\"a\\q\"", "bad-escape", "\\q");
    bad("\"\\FF\"", "bad-escape", "\\FF");
    bad("\"abc", "unclosed-delimiter", "\"");
    bad("5 : i65x", "unknown-type", "i65x");
    bad("5 : pto.pipe", "unknown-type", "pto.pipe");
    bad("lt", "malformed-attribute", "lt");
    bad("", "malformed-attribute", "");
    bad("5 5", "malformed-attribute", "5");
}

#[test]
fn aggregates() {
    same(&["[]"]);
    same(&["[1, 2 : i32, 1.000000e+00, true, \"s\", @f, f32]", "[1 : i64,2 : i32,1.0,true,\"s\",@f,f32]"]);
    same(&["{}"]);
    same(&["{a, b = 1 : i64, \"c-d\" = {x = [unit]}}", "{ \"c-d\" = {x = [unit]}, b = 1, a = unit }"]);
    same(&["{index = 0 : i64, none, true = 1 : i64}"]);
    same(&["@a::@\"b c\"::@d-e", "@\"a\" :: @\"b c\" :: @d-e"]);
    same(&["array<i64: 1, 1, 0>", "array< i64 : 1,1,0 >"]);
    same(&["array<i32>", "array<i32:>"]);
    same(&["array<i1: true, false>", "array<i1: 1, 0>"]);
    same(&["array<f32: 1.000000e+00, 0x7F800000>"]);
    same(&["dense<0> : vector<4xi16>"]);
    same(&["dense<true> : tensor<128xi1>", "dense<1> : tensor<128xi1>"]);
    same(&["dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>", "dense<[[1,2,0x3],[4,5,6]]> : tensor<2x3xi32>"]);
    same(&["dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>", "dense<[1.0, 2.0]> : vector<2xf32>"]);
    same(&["dense<5> : vector<1xi32>", "dense<[5]> : vector<1xi32>"]);
    same(&["dense<> : tensor<0xi32>"]);
    same(&["dense<\"0x01020304\"> : tensor<1xi32>"]);
    same(&["dense<\"0x00FF\"> : tensor<2xi8>", "dense<\"0x00ff\"> : tensor<2xi8>"]);
    bad("{a = 1, a = 2}", "duplicate-key", "a");
    bad("{a = 1, \"a\" = 2}", "duplicate-key", "\"a\"");
    bad("{a = 300 : i8, b = 1}", "bad-number", "300");
    bad("{a = }", "malformed-attribute", "}");
    bad("{a = lt}", "malformed-attribute", "lt");
    bad("[1, ]", "malformed-attribute", "]");
    bad("dense<[1, 2]> : vector<3xi32>", "malformed-attribute", "[1, 2]");
    bad("dense<[[1], [1, 2]]> : tensor<2x1xi32>", "malformed-attribute", "[1, 2]");
    bad("dense<[[1], 2]> : tensor<2x1xi32>", "malformed-attribute", "2");
    bad("dense<1> : tensor<?xi32>", "malformed-attribute", "dense<1> : tensor<?xi32>");
    bad("dense<1> : i32", "malformed-attribute", "dense<1> : i32");
    bad("dense<1.5> : vector<2xi32>", "bad-number", "1.5");
    bad("dense<true> : vector<2xi32>", "malformed-attribute", "true");
    bad("dense<\"0x012\"> : tensor<1xi32>", "malformed-attribute", "\"0x012\"");
    bad("dense<\"12\"> : tensor<1xi8>", "malformed-attribute", "\"12\"");
    bad("dense<> : tensor<2xi8>", "malformed-attribute", "dense<> : tensor<2xi8>");
    bad("array<f32: 1>", "bad-number", "1");
    bad("array<!pto.pipe: 1>", "malformed-attribute", "array<!pto.pipe: 1>");
    bad("[é]", "unexpected-character", "é");
}

#[test]
fn types_locations_and_foreign_text() {
    same(&["f32"]);
    same(&["!pto.tile_buf<vec, 4x4xf32>"]);
    same(&["(f32, !pto.pipe) -> ()", "(f32,!pto.pipe)->()"]);
    same(&["memref<4xf32, strided<[1]>>"]);
    same(&["affine_map<(d0) -> (d0 + 1)>", "affine_map<(d0)->(d0+1)>"]);
    same(&["strided<[16, 1], offset: ?>", "strided<[16,1],offset:?>"]);
    same(&["#llvm.linkage<internal>", "#llvm.linkage< internal >"]);
    same(&["#gpu.address_space"]);
    same(&["#pto.vector_function", "#pto<vector_function>"]);
    same(&["loc(unknown)", "loc( unknown )"]);
    same(&["loc(\"a.pto\":3:7)", "loc(\"a.pto\" : 3 : 7)"]);
    same(&["loc(fused<\"x\">[\"a\":1:2, unknown])", "loc(fused<\"x\">[loc(\"a\":1:2), unknown])"]);
    same(&["loc(callsite(\"f\" at \"a\":1:2))"]);
    same(&["loc(\"name\"(\"a\":1:2))"]);
    same(&["loc(#loc1)"]);
    bad("loc(nowhere)", "malformed-attribute", "nowhere");
    bad("loc(callsite(\"f\" in \"g\"))", "malformed-attribute", "in");
    bad("!pto.tyle<4x4xf32>", "unknown-type", "!pto.tyle");
    bad("[!pto.ptr<f32, l9>]", "malformed-type", "l9");
    bad("dense<1> : vector<2xf99>", "unknown-type", "f99");
}

#[test]
fn members_of_enumerations() {
    same(&["#pto<cmp lt>", "#pto.cmp<LT>", "#pto.cmp lt", "#pto<cmp<lt>>", "#pto.cmp< lt >"]);
    same(&["#pto.pipe<PIPE_V>", "#pto<pipe<PIPE_V>>", "#pto<pipe pipe_v>"]);
    same(&["#pto<round_mode CAST_RINT>", "#pto.round_mode<cast_rint>"]);
    same(&["#pto<round_mode FLOOR>", "#pto.round_mode<CAST_FLOOR>"]);
    same(&["#pto<scatter_atomic_op none>", "#pto.scatter_atomic_op none"]);
    same(&["#pto.pipe_event_type<TVEC>", "#pto.sync_op_type<TVEC>"]);
    same(&["#pto.slayout<row_major>", "#pto.slayout<RowMajor>"]);
    same(&["#pto.membar<VST_VLD>"]);
    same(&["#pto.l1cache<cache>"]);
    same(&["#pto<acc_store_atomic_type f32>"]);
    same(&["#pto.op<TSTORE_VEC>", "#pto.op<tstore_vec>"]);
    same(&[
        "#pto.acc_push_epilogue<layout = nz2nd, quant = f32_f16, relu = no_relu>",
        "#pto.acc_push_epilogue<layout=NZ2ND,quant=F32F16,relu=NoRelu>",
        "#pto<acc_push_epilogue<layout = nz2nd, quant = f32_f16, relu = no_relu>>",
    ]);
    same(&["#pto.vmi.layout<num_groups = 8>", "#pto.vmi.layout<num_groups = 8, slots = 0, lane_stride = 1>"]);
    same(&[
        "#pto.tile_buf_config<blayout=#pto.blayout<row_major>, slayout=#pto.slayout<none_box>, s_fractal_size=512, pad=#pto.pad_value<null>, compact=#pto.compact_mode<null>>",
        "#pto.tile_buf_config<>",
        "#pto.tile_buf_config<pad=0, blayout=RowMajor, s_fractal_size=512 : i32>",
    ]);
    bad("#pto<cmp less_than>", "unknown-attribute-value", "less_than");
    bad("#pto.cmp<>", "malformed-attribute", "#pto.cmp<>");
    bad("#pto.cmp<lt, gt>", "malformed-attribute", "#pto.cmp<lt, gt>");
    bad("#pto.cmp", "malformed-attribute", "#pto.cmp");
    bad("#pto.compare<lt>", "unknown-attribute-value", "#pto.compare");
    bad("#pto<compare lt>", "unknown-attribute-value", "compare");
    bad("#pto.vlds_dist<NORM>", "unknown-attribute-value", "#pto.vlds_dist");
    bad("#pto.arith.cmpi_predicate<eq>", "unknown-attribute-value", "#pto.arith.cmpi_predicate");
    bad("#pto<>", "malformed-attribute", "#pto<>");
    bad("#pto<5>", "malformed-attribute", "#pto<5>");
    bad("#pto.event<EVENT_ID8>", "unknown-attribute-value", "EVENT_ID8");
    bad("#pto.acc_push_epilogue<quant = f32_f16, layout = nz2nd, relu = no_relu>", "malformed-attribute", "quant");
    bad("#pto.acc_push_epilogue<layout = nz2nd>", "malformed-attribute", "#pto.acc_push_epilogue");
    bad("#pto.acc_push_epilogue<layout = nd, quant = f32_f16, relu = no_relu>", "unknown-attribute-value", "nd");
    bad("#pto.tile_buf_config<fractal=512>", "malformed-attribute", "fractal");
    bad("#pto.tile_buf_config<pad=1, pad=2>", "duplicate-key", "pad");
    bad("#pto.tile_buf_config<pad=7>", "malformed-attribute", "7");
    bad("#pto.tile_buf_config<s_fractal_size=100>", "malformed-attribute", "100");
    bad("#pto.tile_buf_config<pad=#pto.blayout<row_major>>", "malformed-attribute", "#pto.blayout<row_major>");
    bad("#pto.vmi.layout<deinterleaved = 3>", "malformed-attribute", "3");
    bad("#pto.vmi.layout<contiguous, slots = 2>", "malformed-attribute", "slots");
    bad("#pto.vmi.layout<contiguous, lane_stride = 0>", "malformed-attribute", "0");
    bad("#pto.vmi.layout<block_deinterleaved = 2, lane_stride = 2>", "malformed-attribute", "lane_stride");
    bad("#pto.vmi.layout<spread>", "malformed-attribute", "spread");
}

#[test]
fn aliases() {
    let mut r = Reader::default();
    let value = r.read("[1, 2]");
    r.aliases.define_attr(&r.context, "a", value);
    assert_eq!(r.read("#a"), value);
    let array = r.read("{x = #a}");
    assert_eq!(attr_string(&r.context, array), "{x = [1, 2]}");
    bad("#b", "unknown-alias", "#b");
    bad("[#b]", "unknown-alias", "#b");

    let mut r = Reader::default();
    let mut value = r.read("1");
    for i in 0..60 {
        let name = format!("a{i}");
        r.aliases.define_attr(&r.context, &name, value);
        value = r.read(&format!("[#{name}, #{name}]"));
    }
    assert!(r.sink.has_errors());
    assert!(attr_string(&r.context, value).len() < 1_000_000);
}

#[test]
fn nesting_is_limited() {
    let nested = |n: usize| format!("{}1{}", "[".repeat(n), "]".repeat(n));
    let mut r = Reader::default();
    r.read(&nested(64));
    assert!(!r.sink.has_errors());
    bad(&nested(65), "nesting-too-deep", "[");
    for text in ["[", "{a=", "dense<[", "loc(fused["] {
        let mut r = Reader::default();
        r.read(&text.repeat(100_000));
        assert_eq!(r.sink.error_count(), 1);
    }
}

#[test]
fn entries_have_spans() {
    let text = " { a = 1 : i32, \"b\" , a = 2, c = [3] }";
    let mut r = Reader::default();
    let entries = parse_dict_entries(text, 10, &mut r.env());
    let part = |span: Span| &text[span.start as usize - 10..span.end as usize - 10];
    let shown: Vec<_> = entries.iter().map(|e| (r.context.str(e.key), part(e.key_span), part(e.value_span))).collect();
    assert_eq!(shown, [("a", "a", "1 : i32"), ("b", "\"b\"", "\"b\""), ("c", "c", "[3]")]);
    assert_eq!(r.sink.error_count(), 1);
    let dict = parse_dict("{z = 1, y}", 0, &mut r.env());
    let mut out = String::new();
    assert!(print_dict(&r.context, dict, TypeStyle::Short, &["z"], &mut out));
    assert_eq!(out, "{y}");
    assert!(!print_dict(&r.context, dict, TypeStyle::Short, &["z", "y"], &mut out));
    // Other entries survive a wrong value.
    let entries = parse_dict_entries("{a = 300 : i8, b = 2}", 0, &mut r.env());
    assert_eq!(entries.len(), 2);
    assert_eq!(*r.context.get(entries[0].value), Attr::Error);
}

/// Converts a value and shows the result, or the code of what was reported.
fn converted(text: &str, kind: AttrKind) -> Result<String, (&'static str, Option<String>)> {
    let mut r = Reader::default();
    let value = r.read(text);
    assert!(!r.sink.has_errors(), "{text}: {:?}", r.sink.diagnostics());
    let id = convert(value, kind, "key", Span::new(3, 4), &mut r.env());
    let fix = |d: &Diagnostic| d.help.as_ref().and_then(|h| h.edit.as_ref()).map(|e| e.1.clone());
    match r.sink.diagnostics() {
        [] => Ok(attr_string(&r.context, id)),
        [d] if d.severity == Severity::Warning => Ok(format!("{} with warning", attr_string(&r.context, id))),
        [d] => {
            assert_eq!(*r.context.get(id), Attr::Error);
            assert_eq!(d.primary.span, Span::new(3, 4));
            Err((d.code.info().name, fix(d)))
        }
        more => panic!("{more:?}"),
    }
}

#[test]
fn conversion_to_simple_kinds() {
    let ok = |text: &str| Ok(text.to_owned());
    let refused = |fix: Option<&str>| Err(("attribute-kind", fix.map(str::to_owned)));
    assert_eq!(converted("true", AttrKind::Bool), ok("true"));
    assert_eq!(converted("unit", AttrKind::Bool), ok("true"));
    assert_eq!(converted("1", AttrKind::Bool), refused(Some("true")));
    assert_eq!(converted("5", AttrKind::Int(8)), ok("5 : i8"));
    assert_eq!(converted("255", AttrKind::Int(8)), ok("-1 : i8"));
    assert_eq!(converted("256", AttrKind::Int(8)), refused(None));
    assert_eq!(converted("5 : i8", AttrKind::Int(32)), refused(Some("5 : i32")));
    assert_eq!(converted("5 : i32", AttrKind::Int(32)), ok("5 : i32"));
    assert_eq!(converted("\"5\"", AttrKind::Int(32)), refused(None));
    assert_eq!(converted("0.1", AttrKind::Float32), ok("1.000000e-01 : f32"));
    assert_eq!(converted("1.0 : f32", AttrKind::Float32), ok("1.000000e+00 : f32"));
    assert_eq!(converted("1", AttrKind::Float32), refused(Some("1.0 : f32")));
    assert_eq!(converted("1.0e300", AttrKind::Float32), refused(None));
    assert_eq!(converted("\"s\"", AttrKind::Str), ok("\"s\""));
    assert_eq!(converted("1", AttrKind::Str), refused(None));
    assert_eq!(converted("unit", AttrKind::Unit), ok("unit"));
    assert_eq!(converted("true", AttrKind::Unit), ok("unit"));
    assert_eq!(converted("false", AttrKind::Unit), refused(None));
    assert_eq!(converted("@f", AttrKind::Symbol), ok("@f"));
    assert_eq!(converted("\"f\"", AttrKind::Symbol), refused(Some("@f")));
    assert_eq!(converted("f32", AttrKind::Type), ok("f32"));
    assert_eq!(converted("1", AttrKind::Type), refused(None));
    assert_eq!(converted("[1, 2]", AttrKind::IntArray), ok("array<i64: 1, 2>"));
    assert_eq!(converted("array<i64: 1>", AttrKind::IntArray), ok("array<i64: 1>"));
    assert_eq!(converted("array<i32: 1>", AttrKind::IntArray), refused(None));
    assert_eq!(converted("[1, 2.0]", AttrKind::IntArray), refused(None));
    assert_eq!(converted("[unit]", AttrKind::Any), ok("[unit]"));
    assert_eq!(converted("#pto.op<TADD>", AttrKind::OpClass), ok("#pto.op<TADD>"));
    assert_eq!(converted("\"TADD\"", AttrKind::OpClass), refused(None));
    assert_eq!(converted("{}", AttrKind::AccPushEpilogue), refused(None));
}

#[test]
fn conversion_to_members() {
    let ok = |text: &str| Ok(text.to_owned());
    let refused = |fix: Option<&str>| Err(("attribute-kind", fix.map(str::to_owned)));
    let e = AttrKind::Enum;
    assert_eq!(converted("#pto<cmp lt>", e(enums::CMP)), ok("#pto<cmp lt>"));
    assert_eq!(converted("\"LT\"", e(enums::CMP)), ok("#pto<cmp lt>"));
    assert_eq!(converted("2 : i32", e(enums::CMP)), ok("#pto<cmp lt> with warning"));
    assert_eq!(converted("9 : i32", e(enums::CMP)), refused(None));
    assert_eq!(converted("\"less\"", e(enums::CMP)), refused(None));
    assert_eq!(converted("\"EVNE\"", e(enums::CVT_PART)), refused(Some("\"EVEN\"")));
    assert_eq!(converted("#pto<cmp gt>", e(enums::WAIT_CMP)), ok("#pto<wait_cmp gt>"));
    assert_eq!(converted("#pto<wait_cmp gt>", e(enums::CMP)), refused(Some("#pto<cmp gt>")));
    assert_eq!(
        converted("#pto<fmod_precision high_precision>", e(enums::FMODS_PRECISION)),
        ok("#pto<fmods_precision high_precision>")
    );
    assert_eq!(
        converted("#pto<precision_mode HIGH_PRECISION>", e(enums::DIV_PRECISION)),
        ok("#pto<div_precision high_precision>")
    );
    assert_eq!(converted("true", e(enums::DIV_PRECISION)), ok("#pto<div_precision high_precision>"));
    assert_eq!(converted("false", e(enums::DIV_PRECISION)), ok("#pto<div_precision default>"));
    assert_eq!(converted("true", e(enums::CMP)), refused(None));
    assert_eq!(converted("#pto.scatter_axis<SCATTER_COL>", e(enums::AXIS)), ok("\"col\""));
    assert_eq!(converted("\"PART_EVEN\"", e(enums::CVT_PART)), ok("\"EVEN\""));
    assert_eq!(converted("\"ONEPT_B16\"", e(enums::VSTS_DIST)), ok("\"1PT_B16\""));
    assert_eq!(converted("1", e(enums::CVT_PART)), refused(None));
    assert_eq!(converted("1", e(enums::QUANT_TYPE)), refused(None));
    assert_eq!(converted("2 : i64", e(enums::CMPI)), ok("2 : i64"));
    let either = AttrKind::EnumOf(&[enums::PIPE, enums::PIPE_EVENT_TYPE]);
    assert_eq!(converted("\"TVEC\"", either), ok("#pto.pipe_event_type<TVEC>"));
    assert_eq!(converted("#pto.pipe<PIPE_V>", either), ok("#pto.pipe<PIPE_V>"));
    assert_eq!(converted("#pto<cmp lt>", either), refused(None));
}

#[test]
fn literals_of_statements() {
    let mut r = Reader::default();
    let span = Span::new(1, 2);
    let one = literal("1", span, TypeId::I32, &mut r.env());
    assert_eq!(attr_string(&r.context, one), "1 : i32");
    let truth = literal("true", span, TypeId::I1, &mut r.env());
    assert_eq!(*r.context.get(truth), Attr::Bool(true));
    assert!(fits("3.5", TypeId::F16, &r.context) && !fits("3.5", TypeId::I16, &r.context));
    assert!(!r.sink.has_errors());
    for (text, ty) in [("true", TypeId::I32), ("3", TypeId::F32), ("300", TypeId::I8), ("x", TypeId::I8)] {
        let id = literal(text, span, ty, &mut r.env());
        assert_eq!(*r.context.get(id), Attr::Error, "{text}");
    }
    assert_eq!(r.sink.error_count(), 4);
    // The type was wrong already.
    literal("3", span, TypeId::ERROR, &mut r.env());
    assert_eq!(r.sink.error_count(), 4);
}

mod round_trip {
    use super::*;
    use crate::dialect::enums::AttrForm;
    use crate::ir::attr_print::float;
    use crate::ir::attrs::{DenseValues, EnumId};
    use crate::ir::types::{Float, Sign, Type, VmiLayout};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    /// An attribute as a tree, before it is interned.
    #[derive(Clone, Debug)]
    enum Tree {
        Unit,
        Bool(bool),
        Int(i128, u32, Sign),
        Index(i64),
        Float(u64, Float),
        Str(String),
        Symbol(Vec<String>),
        Member(usize, usize),
        Epilogue(usize, usize, usize),
        Config(usize, usize, u8, usize, usize),
        Layout(VmiLayout),
        Type(u8),
        Array(Vec<Tree>),
        Dict(Vec<(String, Tree)>),
        DenseArray(Vec<i64>),
        Dense(Vec<i64>, bool, i64),
        Opaque(u8),
    }

    const FLOATS: [Float; 16] = [
        Float::F16,
        Float::BF16,
        Float::F32,
        Float::F64,
        Float::F8E4M3FN,
        Float::F8E4M3,
        Float::F8E4M3FNUZ,
        Float::F8E4M3B11FNUZ,
        Float::F8E5M2,
        Float::F8E5M2FNUZ,
        Float::HiF8,
        Float::F8E8M0,
        Float::F4E1M2x2,
        Float::F4E2M1x2,
        Float::HiF8x2,
        Float::BF16x2,
    ];

    fn value(kind: EnumId, i: usize) -> i32 {
        let members = enums::get(kind).members;
        members[i % members.len()].1
    }

    impl Tree {
        fn intern(&self, r: &mut Reader) -> AttrId {
            let cx = &mut r.context;
            let attr = match self {
                Tree::Unit => Attr::Unit,
                Tree::Bool(b) => Attr::Bool(*b),
                Tree::Int(value, width, sign) => {
                    let shift = 128 - *width;
                    let value = match sign {
                        Sign::Unsigned => ((*value as u128) << shift >> shift) as i128,
                        _ => *value << shift >> shift,
                    };
                    Attr::Int { value, ty: cx.types.intern(Type::Int { width: *width, sign: *sign }) }
                }
                Tree::Index(value) => Attr::Int { value: (*value).into(), ty: TypeId::INDEX },
                Tree::Float(raw, kind) => {
                    let pattern = raw >> (64 - float::bits(*kind));
                    let bits = float::from_pattern(pattern, *kind).unwrap();
                    let ty = cx.types.intern(Type::Float(*kind));
                    Attr::Float { bits: bits.value, pattern: bits.pattern, ty }
                }
                Tree::Str(text) => Attr::Str { text: cx.sym(text), ty: None },
                Tree::Symbol(names) => Attr::Symbol(names.iter().map(|n| cx.sym(n)).collect()),
                Tree::Member(set, i) => {
                    // Sets that are strings or integers in text become members by conversion only.
                    let sets: Vec<_> = (0..enums::ENUMS.len())
                        .map(|n| EnumId(n as u16))
                        .filter(|id| matches!(enums::get(*id).attr_form, AttrForm::Bracket | AttrForm::Pair))
                        .collect();
                    let kind = sets[set % sets.len()];
                    Attr::Enum { kind, value: value(kind, *i) }
                }
                Tree::Epilogue(a, b, c) => Attr::AccPushEpilogue {
                    layout: value(enums::EPILOGUE_LAYOUT, *a),
                    quant: value(enums::EPILOGUE_QUANT, *b),
                    relu: value(enums::EPILOGUE_RELU, *c),
                },
                Tree::Config(a, b, f, c, d) => Attr::TileBufConfig {
                    blayout: value(enums::BLAYOUT, *a),
                    slayout: value(enums::SLAYOUT, *b),
                    fractal: [32, 512, 1024][*f as usize % 3],
                    pad: value(enums::PAD_VALUE, *c),
                    compact: value(enums::COMPACT_MODE, *d),
                },
                Tree::Layout(layout) => Attr::VmiLayout(*layout),
                Tree::Type(i) => {
                    let tile = crate::ir::types::Tile {
                        loc: None,
                        dtype: TypeId::F32,
                        rows: 4,
                        cols: 4,
                        v_row: 4,
                        v_col: 4,
                        blayout: None,
                        slayout: None,
                        fractal: None,
                        pad: None,
                        compact: None,
                    };
                    let ty = [
                        Type::Index,
                        Type::Pipe,
                        Type::Tile(Box::new(tile)),
                        Type::Tuple { elems: [TypeId::I1].into() },
                        Type::Function { inputs: [TypeId::F32].into(), results: [].into() },
                    ];
                    Attr::Type(cx.types.intern(ty[*i as usize % ty.len()].clone()))
                }
                Tree::Array(items) => Attr::Array(items.iter().map(|i| i.intern(r)).collect()),
                Tree::Dict(entries) => {
                    let mut list = Vec::new();
                    for (key, value) in entries {
                        let key = r.context.sym(key);
                        if list.iter().all(|(k, _)| *k != key) {
                            let value = value.intern(r);
                            list.push((key, value));
                        }
                    }
                    Attr::Dict(r.context.dict(list))
                }
                Tree::DenseArray(values) => {
                    let values =
                        values.iter().map(|v| cx.attr(Attr::Int { value: (*v).into(), ty: TypeId::I64 })).collect();
                    Attr::DenseArray { elem: TypeId::I64, values }
                }
                Tree::Dense(dims, splat, first) => {
                    let ty = cx.types.intern(Type::Tensor {
                        dims: Some(dims.clone().into()),
                        elem: TypeId::I32,
                        encoding: None,
                    });
                    let count = if *splat { 1 } else { dims.iter().product::<i64>() };
                    let values = (0..count)
                        .map(|i| {
                            cx.attr(Attr::Int {
                                value: ((*first as i32).wrapping_add(i as i32)).into(),
                                ty: TypeId::I32,
                            })
                        })
                        .collect();
                    Attr::Dense { ty, values: DenseValues::Values(values) }
                }
                Tree::Opaque(i) => {
                    let text = ["affine_map<(d0) -> (d0 * 4 + 1)>", "#llvm.linkage<internal>", "strided<[4, 1]>"];
                    Attr::Opaque(cx.sym(text[*i as usize % text.len()]))
                }
            };
            r.context.attr(attr)
        }
    }

    fn tree() -> impl Strategy<Value = Tree> {
        let sign = prop_oneof![Just(Sign::Signless), Just(Sign::Signed), Just(Sign::Unsigned)];
        let n = any::<usize>;
        let leaf = prop_oneof![
            Just(Tree::Unit),
            any::<bool>().prop_map(Tree::Bool),
            (any::<i128>(), 2u32..65, sign).prop_map(|(v, w, s)| Tree::Int(v, w, s)),
            any::<i64>().prop_map(Tree::Index),
            (any::<u64>(), 0usize..FLOATS.len()).prop_map(|(bits, i)| Tree::Float(bits, FLOATS[i])),
            any::<String>().prop_map(Tree::Str),
            vec(".{1,5}", 1..4).prop_map(Tree::Symbol),
            (n(), n()).prop_map(|(s, i)| Tree::Member(s, i)),
            (n(), n(), n()).prop_map(|(a, b, c)| Tree::Epilogue(a, b, c)),
            (n(), n(), any::<u8>(), n(), n()).prop_map(|(a, b, f, c, d)| Tree::Config(a, b, f, c, d)),
            (1u32..9, 0u32..5, 1u32..5).prop_map(|(groups, slots, lane_stride)| {
                Tree::Layout(VmiLayout::NumGroups { groups, slots, lane_stride })
            }),
            any::<u8>().prop_map(Tree::Type),
            vec(any::<i64>(), 0..4).prop_map(Tree::DenseArray),
            (vec(0i64..4, 0..4), any::<bool>(), any::<i64>()).prop_map(|(d, s, f)| Tree::Dense(d, s, f)),
            any::<u8>().prop_map(Tree::Opaque),
        ];
        leaf.prop_recursive(5, 40, 5, |inner| {
            let key = prop_oneof!["[a-zA-Z_][a-z0-9_.$]{0,6}", any::<String>()];
            prop_oneof![vec(inner.clone(), 0..5).prop_map(Tree::Array), vec((key, inner), 0..5).prop_map(Tree::Dict),]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 1500, rng_seed: RngSeed::Fixed(13), failure_persistence: None, ..Default::default()
        })]

        #[test]
        fn printing_is_the_inverse_of_reading(tree in tree()) {
            let mut r = Reader::default();
            let id = tree.intern(&mut r);
            for style in [TypeStyle::Short, TypeStyle::Long] {
                let mut text = String::new();
                print_attr(&r.context, id, style, &mut text);
                let again = r.read(&text);
                prop_assert!(r.sink.diagnostics().is_empty(), "{text}: {:?}", r.sink.diagnostics());
                prop_assert_eq!(again, id, "{}", text);
            }
        }

        #[test]
        fn no_text_panics(text in "[#@{\\[]?[a-z0-9 ._,:<>()\\[\\]{}=+*?x\"\\\\#@!/-]{0,60}") {
            let mut r = Reader::default();
            let id = r.read(&text);
            prop_assert_eq!(*r.context.get(id) == Attr::Error, r.sink.has_errors(), "{}", text);
        }

        #[test]
        fn mutilated_attributes_do_not_panic(
            tree in tree(), at in any::<proptest::sample::Index>(), put in "[<>\\[{\"x=,:é-]?"
        ) {
            let mut r = Reader::default();
            let id = tree.intern(&mut r);
            let mut text = attr_string(&r.context, id);
            let mut at = at.index(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let len = text[at..].chars().next().map_or(0, char::len_utf8);
            text.replace_range(at..at + len, &put);
            let id = r.read(&text);
            prop_assert_eq!(*r.context.get(id) == Attr::Error, r.sink.has_errors(), "{}", text);
        }

        /// Sets that are strings in text become members again when the operation's definition converts them.
        #[test]
        fn every_member_survives_text_and_conversion(set in 0..enums::ENUMS.len(), i in any::<usize>()) {
            let kind = EnumId(set as u16);
            let mut r = Reader::default();
            let id = r.context.attr(Attr::Enum { kind, value: value(kind, i) });
            let text = attr_string(&r.context, id);
            let read = r.read(&text);
            let again = convert(read, AttrKind::Enum(kind), "key", Span::default(), &mut r.env());
            prop_assert!(r.sink.diagnostics().is_empty(), "{text}: {:?}", r.sink.diagnostics());
            prop_assert_eq!(again, id, "{}", text);
        }
    }
}
