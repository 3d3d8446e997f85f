//! Arithmetic, comparison, selection, reduction and rearrangement of vector registers.
//!
//! Conversions are in [`super::convert`], masks in [`super::predicate`], loads and stores in [`super::memory`].

use super::super::def::{Family, Kind, OpDef, Operand, Traits, enum_attr, index, mask, operand, ptr, scalar, vreg};
use super::super::enums;
use super::{PURE_SYNC_FORMS, SYNC_FORMS, int16, int32, int64, register_like};

const FAMILY: Family = Family::Register;
const A2A3: &str = "-";
const A5: &str = "V";

const UNARY: &str = "%input , %mask A : T* -> R*";
const UNARY_INS: &[Operand] = &[vreg("input"), mask("mask")];
const RESULT: &[Operand] = &[vreg("result")];
const LIKE_INPUT: &[Operand] = &[register_like("input")];

const fn unary(def: OpDef) -> OpDef {
    def.ins(UNARY_INS).outs(LIKE_INPUT).with(PURE_SYNC_FORMS)
}

const BINARY: &str = "%lhs , %rhs , %mask A : T* -> R*";
const BINARY_INS: &[Operand] = &[vreg("lhs"), vreg("rhs"), mask("mask")];
const LIKE_LHS: &[Operand] = &[register_like("lhs")];

const fn binary(def: OpDef) -> OpDef {
    def.ins(BINARY_INS).outs(LIKE_LHS).with(PURE_SYNC_FORMS)
}

const VECTOR_SCALAR: &str = "%input , %scalar , %mask A : T* -> R*";
const VECTOR_SCALAR_INS: &[Operand] = &[vreg("input"), scalar("scalar"), mask("mask")];
const SHIFT_SCALAR_INS: &[Operand] = &[vreg("input"), int16("scalar"), mask("mask")];

const fn vector_scalar(def: OpDef) -> OpDef {
    def.ins(VECTOR_SCALAR_INS).outs(LIKE_INPUT).with(PURE_SYNC_FORMS)
}

const fn shift_scalar(def: OpDef) -> OpDef {
    def.ins(SHIFT_SCALAR_INS).outs(LIKE_INPUT).with(PURE_SYNC_FORMS)
}

const TERNARY: &str = "%acc , %lhs , %rhs , %mask A : T* -> R*";
const TERNARY_INS: &[Operand] = &[vreg("acc"), vreg("lhs"), vreg("rhs"), mask("mask")];
const LIKE_ACC: &[Operand] = &[register_like("acc")];

const CARRY_OUTS: &[Operand] = &[register_like("lhs"), mask("carry").like("mask")];
const CARRY_IN: &str = "%lhs , %rhs , %carry_in , %mask A : T* -> R*";
const CARRY_IN_INS: &[Operand] = &[vreg("lhs"), vreg("rhs"), mask("carry_in"), mask("mask")];

const fn carry(def: OpDef) -> OpDef {
    def.ins(BINARY_INS).outs(CARRY_OUTS).with(PURE_SYNC_FORMS)
}

const fn carry_in(def: OpDef) -> OpDef {
    def.ins(CARRY_IN_INS).outs(CARRY_OUTS).with(PURE_SYNC_FORMS)
}

const PAIR: &str = "%lhs , %rhs A : T* -> R*";
const PAIR_INS: &[Operand] = &[vreg("lhs"), vreg("rhs")];
const PAIR_OUTS: &[Operand] = &[vreg("low").like("lhs"), vreg("high").like("lhs")];

const fn pair(def: OpDef) -> OpDef {
    def.ins(PAIR_INS).outs(PAIR_OUTS).with(PURE_SYNC_FORMS)
}

const HALF: &str = "%lhs , %rhs , @part:str A : T* -> R*";

const fn half(def: OpDef) -> OpDef {
    def.ins(PAIR_INS)
        .outs(LIKE_LHS)
        .attrs(const { &[enum_attr("part", enums::HALF_PART).required()] })
        .with(PURE_SYNC_FORMS)
}

const EXTREMUM_OUTS: &[Operand] = &[vreg("value").like("input"), mask("predicate").like("mask")];

const fn extremum(def: OpDef) -> OpDef {
    def.ins(UNARY_INS).outs(EXTREMUM_OUTS).with(Traits::PURE)
}

const LANE_SELECT: &str = "%src0 , %src1 A : T* -> R*";
const LIKE_SRC0: &[Operand] = &[register_like("src0")];

const fn lane_select(def: OpDef) -> OpDef {
    def.ins(const { &[vreg("src0"), vreg("src1")] }).outs(LIKE_SRC0).with(PURE_SYNC_FORMS)
}

const HISTOGRAM: &str = "%acc , %source , %mask , %bin A : T* -> R*";

const fn histogram(def: OpDef) -> OpDef {
    def.ins(const { &[vreg("acc"), vreg("source"), mask("mask"), int32("bin")] }).outs(LIKE_ACC).with(Traits::PURE)
}

/// The table.
pub const OPS: &[OpDef] = &[
    // fill
    op!("vbr", "%value A : T* -> R*", "every lane is the scalar")
        .ins(&[scalar("value")])
        .outs(RESULT)
        .with(PURE_SYNC_FORMS),
    op!("vdup", UNARY, "active lanes are the scalar, or the first or last lane of a register; 0 elsewhere")
        .ins(&[operand("input", Kind::SCALAR.or(Kind::VREG)), mask("mask")])
        .outs(RESULT)
        .attrs(&[enum_attr("position", enums::POSITION).member("LOWEST")])
        .with(PURE_SYNC_FORMS),
    op!("vci", "%index A : T* -> R*", "lane i is the start value plus or minus i")
        .ins(&[scalar("index")])
        .outs(RESULT)
        .attrs(&[enum_attr("order", enums::ORDER).member("ASC")])
        .with(PURE_SYNC_FORMS),
    // unary
    unary(op!("vabs", UNARY, "absolute value of active lanes, 0 elsewhere")),
    unary(op!("vneg", UNARY, "negation of active lanes, 0 elsewhere")),
    unary(op!("vexp", UNARY, "exponential of active lanes, 0 elsewhere")),
    unary(op!("vln", UNARY, "natural logarithm of active lanes, 0 elsewhere")),
    unary(op!("vsqrt", UNARY, "square root of active lanes, 0 elsewhere")),
    unary(op!("vrelu", UNARY, "maximum of each active lane and 0")),
    unary(op!("vnot", UNARY, "bitwise complement of active lanes, 0 elsewhere")),
    op!("vrec", UNARY, "reciprocal of active lanes; replaced by `vbr` and `vdiv`")
        .ins(UNARY_INS)
        .outs(LIKE_INPUT)
        .with(Traits::REMOVED.or(Traits::PURE)),
    // binary
    binary(op!("vadd", BINARY, "sum of active lanes, 0 elsewhere")),
    binary(op!("vsub", BINARY, "difference of active lanes, 0 elsewhere")),
    binary(op!("vmul", BINARY, "product of active lanes, 0 elsewhere")),
    binary(op!("vdiv", BINARY, "quotient of active lanes; integers round toward zero")),
    binary(op!("vmax", BINARY, "larger of the two lanes, 0 where inactive")),
    binary(op!("vmin", BINARY, "smaller of the two lanes, 0 where inactive")),
    binary(op!("vand", BINARY, "bitwise and of active lanes")),
    binary(op!("vor", BINARY, "bitwise or of active lanes")),
    binary(op!("vxor", BINARY, "bitwise exclusive or of active lanes")),
    binary(op!("vshl", BINARY, "left shift of each active lane by the count in the other register")),
    binary(op!("vshr", BINARY, "right shift of each active lane by the count in the other register")),
    binary(op!("vprelu", BINARY, "x where x >= 0, otherwise x times the lane of the slope register")),
    // three operands, wide products and carries
    op!("vmadd", TERNARY, "lhs * acc + rhs on active lanes").ins(TERNARY_INS).outs(LIKE_ACC).with(Traits::PURE),
    op!("vmula", TERNARY, "acc + lhs * rhs on active lanes").ins(TERNARY_INS).outs(LIKE_ACC).with(PURE_SYNC_FORMS),
    op!("vmull", BINARY, "64-bit product of 32-bit lanes as low and high words")
        .ins(BINARY_INS)
        .outs(PAIR_OUTS)
        .with(Traits::PURE),
    op!("vaxpy", "%src0 , %src1 , %alpha , %mask A : T* -> R*", "alpha * src0 + src1 on active lanes")
        .ins(&[vreg("src0"), vreg("src1"), scalar("alpha"), mask("mask")])
        .outs(LIKE_SRC0)
        .with(PURE_SYNC_FORMS),
    carry(op!("vaddc", BINARY, "sum with the carry of each lane as a mask")),
    carry(op!("vsubc", BINARY, "difference with a mask that is 1 where no borrow occurred")),
    carry_in(op!("vaddcs", CARRY_IN, "sum with carry-in and carry-out masks")),
    carry_in(op!("vsubcs", CARRY_IN, "difference with borrow-in and borrow-out masks")),
    op!("vexpdif", "%input , %max , %mask , @part:str A : T* -> R*", "f32 exponential of the difference to a maximum")
        .ins(&[vreg("input"), vreg("max"), mask("mask")])
        .outs(RESULT)
        .attrs(&[enum_attr("part", enums::EXPDIF_PART).required()])
        .with(Traits::PURE),
    op!("vaddreluconv", PAIR, "sum, clamped at 0, converted to another element width")
        .ins(PAIR_INS)
        .outs(RESULT)
        .with(Traits::PURE),
    op!("vmulconv", PAIR, "product, converted to another element width").ins(PAIR_INS).outs(RESULT).with(Traits::PURE),
    // register and scalar
    vector_scalar(op!("vadds", VECTOR_SCALAR, "active lanes plus a scalar")),
    vector_scalar(op!("vmuls", VECTOR_SCALAR, "active lanes times a scalar")),
    vector_scalar(op!("vmaxs", VECTOR_SCALAR, "larger of each active lane and a scalar")),
    vector_scalar(op!("vmins", VECTOR_SCALAR, "smaller of each active lane and a scalar")),
    vector_scalar(op!("vlrelu", VECTOR_SCALAR, "x where x >= 0, otherwise x times a scalar slope")),
    shift_scalar(op!("vshls", VECTOR_SCALAR, "left shift of active lanes by one count")),
    shift_scalar(op!("vshrs", VECTOR_SCALAR, "right shift of active lanes by one count")),
    // comparison and selection
    op!(
        "vcmp",
        "%src0 , %src1 , %mask , @cmp_mode:str A : T* -> R*",
        "mask of the active lanes where the comparison holds"
    )
    .ins(&[vreg("src0"), vreg("src1"), mask("mask")])
    .outs(&[mask("result").like("mask")])
    .attrs(&[enum_attr("cmp_mode", enums::CMP_TOKEN).required()])
    .with(PURE_SYNC_FORMS),
    op!("vcmps", "%src , %scalar , %mask , @cmp_mode:str A : T* -> R*", "as `vcmp`, against a scalar")
        .ins(&[vreg("src"), scalar("scalar"), mask("mask")])
        .outs(&[mask("result").like("mask")])
        .attrs(&[enum_attr("cmp_mode", enums::CMP_TOKEN).required()])
        .with(PURE_SYNC_FORMS),
    op!(
        "vsel",
        "%src0 , %src1 , %mask A : T* -> R*",
        "lane of the first register where the mask is set, else of the second"
    )
    .ins(&[vreg("src0"), vreg("src1"), mask("mask")])
    .outs(LIKE_SRC0)
    .with(PURE_SYNC_FORMS),
    lane_select(op!(
        "vselr",
        LANE_SELECT,
        "lane i is the lane of the first register that lane i of the index register names"
    )),
    lane_select(op!("vselrv2", LANE_SELECT, "second encoding of `vselr`")),
    // rearrangement
    op!("vsqz", UNARY, "active lanes moved to the low lanes in order, 0 above them")
        .ins(UNARY_INS)
        .outs(LIKE_INPUT)
        .attrs(&[super::super::def::attr("store", super::super::def::AttrKind::Unit)])
        .with(SYNC_FORMS),
    op!("vusqz", "%src , %mask A : T* -> R*", "lane i counts the active lanes below i")
        .ins(&[vreg("src"), mask("mask")])
        .outs(&[register_like("src")])
        .with(PURE_SYNC_FORMS),
    pair(op!("vintlv", PAIR, "interleaves two registers into a pair")),
    pair(op!("vdintlv", PAIR, "separates even and odd lanes of a register pair")),
    half(op!("vintlvv2", HALF, "one register of the pair that `vintlv` gives")),
    half(op!("vdintlvv2", HALF, "one register of the pair that `vdintlv` gives")),
    // reduction
    op!("vcadd", UNARY, "lane 0 is the sum of active lanes, the others 0; narrow integers widen")
        .ins(UNARY_INS)
        .outs(RESULT)
        .with(PURE_SYNC_FORMS),
    unary(op!("vcmax", UNARY, "lane 0 is the maximum of active lanes, lane 1 its first index")),
    unary(op!("vcmin", UNARY, "lane 0 is the minimum of active lanes, lane 1 its first index")),
    extremum(op!("vcbmax", UNARY, "maximum in lane 0 and a mask of the lanes equal to it")),
    extremum(op!("vcbmin", UNARY, "minimum in lane 0 and a mask of the lanes equal to it")),
    unary(op!("vcgadd", UNARY, "sum of each 32-byte group in lanes 0 to 7")),
    unary(op!("vcgmax", UNARY, "maximum of each 32-byte group in lanes 0 to 7")),
    unary(op!("vcgmin", UNARY, "minimum of each 32-byte group in lanes 0 to 7")),
    unary(op!("vcpadd", UNARY, "sums of neighbouring lanes")),
    histogram(op!("chistv2", HISTOGRAM, "adds cumulative counts of byte values to a histogram register")),
    histogram(op!("dhistv2", HISTOGRAM, "adds counts of byte values to a histogram register")),
    // sorting in UB
    op!(
        "vbitsort",
        "%destination , %source , %indices , %repeat_times A : T*",
        "sorts groups of 32 score and index records in UB, descending"
    )
    .ins(&[ptr("destination"), ptr("source"), ptr("indices"), index("repeat_times")]),
    op!(
        "vmrgsort4",
        "%destination , %source0 , %source1 , %source2 , %source3 , %count , %config A : T*",
        "merges four sorted lists in UB"
    )
    .ins(&[
        ptr("destination"),
        ptr("source0"),
        ptr("source1"),
        ptr("source2"),
        ptr("source3"),
        int64("count"),
        int64("config"),
    ]),
    op!("get_vms4_sr", "A : R*", "how many records of each list the last `vmrgsort4` consumed")
        .outs(&[int16("list0"), int16("list1"), int16("list2"), int16("list3")])
        .pipes("-", "S"),
];
