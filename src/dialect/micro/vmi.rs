//! `vmi.*`, unified operations: vectors and masks of any length before they are split into registers.
//!
//! The older operations of the same level, which name their element class or memory access in the mnemonic, are in
//! [`super::vmi_legacy`].

use super::super::def::{
    AttrDef, AttrKind, Family, Hand, Kind, OpDef, Operand, Traits, attr, enum_attr, index, operand, scalar,
};
use super::super::enums;
use super::{int16, int32, memory};

const FAMILY: Family = Family::Vmi;
const A2A3: &str = "-";
const A5: &str = "V";

/// A logical vector.
pub(super) const fn vector(name: &'static str) -> Operand {
    operand(name, Kind::VMI_VREG)
}
/// A logical mask.
pub(super) const fn mask(name: &'static str) -> Operand {
    operand(name, Kind::VMI_MASK)
}
/// A logical vector or mask.
const fn either(name: &'static str) -> Operand {
    operand(name, Kind::VMI_VREG.or(Kind::VMI_MASK))
}
/// A count of groups or lanes.
pub(super) const fn count(name: &'static str) -> AttrDef {
    attr(name, AttrKind::Int(64))
}

const PMODE: AttrDef = enum_attr("pmode", enums::PMODE);
const GROUP: AttrDef = count("group");
/// Allows a float reduction to add in any order.
pub(super) const REASSOC: AttrDef = attr("reassoc", AttrKind::Unit);
pub(super) const SATURATE: AttrDef = enum_attr("saturate", enums::SAT);
pub(super) const ROUNDING: AttrDef = enum_attr("rounding", enums::VMI_RND);

const RESULT: &[Operand] = &[vector("result")];
const MASK_RESULT: &[Operand] = &[mask("result")];

const UNARY: &str = "%source (? , %mask ) A : T* -> R*";

const fn unary(def: OpDef) -> OpDef {
    def.ins(const { &[either("source"), mask("mask").opt()] })
        .outs(const { &[either("result").like("source")] })
        .attrs(&[PMODE])
        .with(Traits::PURE)
}

const BINARY: &str = "%lhs , %rhs (? , %mask ) A : T* -> R*";
const LIKE_LHS: &[Operand] = &[either("result").like("lhs")];

const fn binary(def: OpDef) -> OpDef {
    def.ins(const { &[either("lhs"), either("rhs"), mask("mask").opt()] })
        .outs(LIKE_LHS)
        .attrs(&[PMODE])
        .with(Traits::PURE)
}

const VECTOR_SCALAR: &str = "%src , %scalar , %mask A : T* -> R*";
const LIKE_SRC: &[Operand] = &[vector("result").like("src")];

const fn vector_scalar(def: OpDef) -> OpDef {
    def.ins(const { &[vector("src"), scalar("scalar"), mask("mask")] })
        .outs(LIKE_SRC)
        .attrs(&[PMODE])
        .with(Traits::PURE)
}

const fn shift_scalar(def: OpDef) -> OpDef {
    vector_scalar(def).ins(const { &[vector("src"), int16("scalar"), mask("mask")] })
}

const REDUCE: &str = "%source , %mask A : T* -> R*";
const REDUCE_INS: &[Operand] = &[vector("source"), mask("mask")];

const fn reduce(def: OpDef) -> OpDef {
    def.ins(REDUCE_INS).outs(RESULT).attrs(&[GROUP, PMODE]).with(Traits::PURE)
}

const PAIR: &str = "%lhs , %rhs , %mask A : T* -> R*";
const PAIR_INS: &[Operand] = &[vector("lhs"), vector("rhs"), mask("mask")];
const PAIR_OUTS: &[Operand] = &[vector("low").like("lhs"), vector("high").like("lhs")];

const fn pair(def: OpDef) -> OpDef {
    def.ins(PAIR_INS).outs(PAIR_OUTS).attrs(&[PMODE]).with(Traits::PURE)
}

const GATHER: &str = "%source , %offsets , %mask A : T* -> R*";

const fn gather(def: OpDef) -> OpDef {
    def.ins(const { &[memory("source"), vector("offsets"), mask("mask")] }).outs(RESULT).attrs(&[PMODE])
}

const HISTOGRAM: &str = "%acc , %source , %mask A : T* -> R*";

const fn histogram(def: OpDef) -> OpDef {
    def.ins(const { &[vector("acc"), vector("source"), mask("mask")] })
        .outs(const { &[vector("result").like("acc")] })
        .with(Traits::PURE)
}

const PATTERN: &str = "@pattern A : R*";
const PATTERN_ATTRS: &[AttrDef] = &[attr("pattern", AttrKind::Str).required(), GROUP];

const CARRY_OUTS: &[Operand] = &[vector("result").like("lhs"), mask("carry").like("mask")];

/// Comparison names with and without the ordered prefix.
const CMP: AttrDef = attr("cmp", AttrKind::EnumOf(&[enums::CMP_TOKEN, enums::VMI_CMPF])).required();

/// The table.
pub const OPS: &[OpDef] = &[
    // fill
    op!("vmi.vbrc", "%value A : T* -> R*", "every lane is the scalar; or each group slot fills its group")
        .ins(&[operand("value", Kind::SCALAR.or(Kind::VMI_VREG))])
        .outs(RESULT)
        .attrs(&[GROUP])
        .with(Traits::PURE),
    op!("vmi.vci", "%base A : T* -> R*", "lane i is the start value plus or minus i, restarting in each group")
        .ins(&[scalar("base")])
        .outs(RESULT)
        .attrs(&[enum_attr("order", enums::ORDER).member("ASC"), GROUP])
        .with(Traits::PURE),
    // masks
    op!("vmi.pset", PATTERN, "mask by a named pattern").outs(MASK_RESULT).attrs(PATTERN_ATTRS).with(Traits::PURE),
    op!("vmi.pge", PATTERN, "mask of the lowest lanes by a named pattern")
        .outs(MASK_RESULT)
        .attrs(PATTERN_ATTRS)
        .with(Traits::PURE),
    op!("vmi.plt", "%scalar A : T* -> R*", "mask of the lanes below a count, and what is left of the count")
        .ins(&[int32("scalar")])
        .outs(&[mask("mask"), int32("scalar_out")])
        .with(Traits::PURE),
    // unary
    unary(op!("vmi.vneg", UNARY, "negation")),
    unary(op!("vmi.vabs", UNARY, "absolute value")),
    unary(op!("vmi.vsqrt", UNARY, "square root")),
    unary(op!("vmi.vexp", UNARY, "exponential")),
    unary(op!("vmi.vln", UNARY, "natural logarithm")),
    unary(op!("vmi.vrelu", UNARY, "maximum of each lane and 0")),
    unary(op!("vmi.vnot", UNARY, "bitwise complement")),
    // binary
    binary(op!("vmi.vadd", BINARY, "sum")),
    binary(op!("vmi.vsub", BINARY, "difference")),
    binary(op!("vmi.vmul", BINARY, "product")),
    binary(op!("vmi.vdiv", BINARY, "quotient")),
    binary(op!("vmi.vmin", BINARY, "smaller of the two lanes")),
    binary(op!("vmi.vmax", BINARY, "larger of the two lanes")),
    binary(op!("vmi.vand", BINARY, "bitwise and")),
    binary(op!("vmi.vor", BINARY, "bitwise or")),
    binary(op!("vmi.vxor", BINARY, "bitwise exclusive or")),
    binary(op!("vmi.vshl", BINARY, "left shift by the count in the other vector")),
    binary(op!("vmi.vshr", BINARY, "right shift by the count in the other vector")),
    op!("vmi.vaddc", PAIR, "sum with the carry of each lane as a mask")
        .ins(PAIR_INS)
        .outs(CARRY_OUTS)
        .with(Traits::PURE),
    op!("vmi.vaddcs", "%lhs , %rhs , %carry_in , %mask A : T* -> R*", "sum with carry-in and carry-out masks")
        .ins(&[vector("lhs"), vector("rhs"), mask("carry_in"), mask("mask")])
        .outs(CARRY_OUTS)
        .with(Traits::PURE),
    op!("vmi.vmull", "%a , %b , %mask A : T* -> R*", "64-bit product of 32-bit lanes as low and high words")
        .ins(&[vector("a"), vector("b"), mask("mask")])
        .outs(&[vector("low").like("a"), vector("high").like("a")])
        .attrs(&[PMODE])
        .with(Traits::PURE),
    op!("vmi.vmula", "%acc , %lhs , %rhs (? , %mask ) A : T* -> R*", "acc + lhs * rhs")
        .ins(&[vector("acc"), vector("lhs"), vector("rhs"), mask("mask").opt()])
        .outs(&[vector("result").like("acc")])
        .attrs(&[PMODE])
        .with(Traits::PURE),
    // activation
    op!("vmi.vexpdif", "%x , %max , %mask A : T* -> R*", "exponential of the difference to a maximum")
        .ins(&[vector("x"), vector("max"), mask("mask")])
        .outs(RESULT)
        .attrs(&[PMODE])
        .with(Traits::PURE),
    op!(
        "vmi.vprelu",
        "%x , %alpha , %mask A : T* -> R*",
        "x where x >= 0, otherwise x times the lane of the slope vector"
    )
    .ins(&[vector("x"), vector("alpha"), mask("mask")])
    .outs(&[vector("result").like("x")])
    .attrs(&[PMODE])
    .with(Traits::PURE),
    OpDef::generic("pto.vmi.vlrelu", FAMILY, "x where x >= 0, otherwise x times a scalar slope")
        .ins(&[vector("x"), scalar("slope"), mask("mask")])
        .outs(&[vector("result").like("x")])
        .attrs(&[PMODE])
        .with(Traits::PURE)
        .pipes(A2A3, A5)
        .source("PTOAS VPTO vmi.vlrelu"),
    OpDef::generic("pto.vmi.vaxpy", FAMILY, "alpha * x + acc")
        .ins(&[vector("x"), vector("acc"), scalar("alpha"), mask("mask")])
        .outs(&[vector("result").like("acc")])
        .attrs(&[PMODE])
        .with(Traits::PURE)
        .pipes(A2A3, A5)
        .source("PTOAS VPTO vmi.vaxpy"),
    // vector and scalar
    vector_scalar(op!("vmi.vadds", VECTOR_SCALAR, "lanes plus a scalar")),
    vector_scalar(op!("vmi.vmuls", VECTOR_SCALAR, "lanes times a scalar")),
    vector_scalar(op!("vmi.vmaxs", VECTOR_SCALAR, "larger of each lane and a scalar")),
    vector_scalar(op!("vmi.vmins", VECTOR_SCALAR, "smaller of each lane and a scalar")),
    shift_scalar(op!("vmi.vshls", VECTOR_SCALAR, "left shift by one count")),
    shift_scalar(op!("vmi.vshrs", VECTOR_SCALAR, "right shift by one count")),
    // comparison and selection
    op!("vmi.vcmp", "%lhs , %rhs , %seed A : T* -> R*", "mask of the active lanes where the comparison holds")
        .ins(&[vector("lhs"), vector("rhs"), mask("seed")])
        .outs(&[mask("result").like("seed")])
        .attrs(&[CMP, PMODE])
        .with(Traits::PURE),
    op!("vmi.vcmps", "%src , %scalar , %seed A : T* -> R*", "as `vmi.vcmp`, against a scalar")
        .ins(&[vector("src"), scalar("scalar"), mask("seed")])
        .outs(&[mask("result").like("seed")])
        .attrs(&[CMP, PMODE])
        .with(Traits::PURE),
    op!(
        "vmi.vsel",
        "%mask , %true_value , %false_value A : T* -> R*",
        "lane of the first vector where the mask is set, else of the second"
    )
    .ins(&[mask("mask"), vector("true_value"), vector("false_value")])
    .outs(&[vector("result").like("true_value")])
    .attrs(&[PMODE])
    .with(Traits::PURE),
    op!("vmi.vselr", "%source , %index A : T* -> R*", "lane i is the lane that lane i of the index vector names")
        .ins(&[vector("source"), vector("index")])
        .outs(&[vector("result").like("source")])
        .with(Traits::PURE),
    // reduction
    op!("vmi.vcadd", REDUCE, "sum of active lanes, of all or of each group")
        .ins(REDUCE_INS)
        .outs(RESULT)
        .attrs(&[GROUP, PMODE, REASSOC])
        .with(Traits::PURE),
    reduce(op!("vmi.vcmax", REDUCE, "maximum of active lanes, of all or of each group")),
    reduce(op!("vmi.vcmin", REDUCE, "minimum of active lanes, of all or of each group")),
    histogram(op!("vmi.vdhist", HISTOGRAM, "adds counts of byte values to a histogram")),
    histogram(op!("vmi.vchist", HISTOGRAM, "adds cumulative counts of byte values to a histogram")),
    // conversion and rearrangement
    op!("vmi.vcvt", "%source A : T* -> R*", "converts lanes to another element type")
        .ins(&[vector("source")])
        .outs(RESULT)
        .attrs(&[ROUNDING, SATURATE, PMODE])
        .with(Traits::PURE),
    op!("vmi.vinterpret_cast", "%source A : T* -> R*", "the same bits with another element type")
        .ins(&[vector("source")])
        .outs(RESULT)
        .with(Traits::PURE),
    pair(op!("vmi.vintlv", PAIR, "interleaves two vectors into a pair")),
    pair(op!("vmi.vdintlv", PAIR, "separates even and odd lanes of a vector pair")),
    // memory
    OpDef::hand("pto.vmi.vload", FAMILY, Hand::VmiVload, "loads a vector: contiguous, in groups, or in strided blocks")
        .ins(&[
            memory("source"),
            index("offset"),
            index("stride").opt(),
            int16("block_stride").opt(),
            int16("repeat_stride").opt(),
        ])
        .outs(&[vector("results").at_least(1)])
        .attrs(&[enum_attr("dist_mode", enums::VMI_DIST_MODE), GROUP, PMODE])
        .pipes(A2A3, A5)
        .source("PTOAS VPTO vmi.vload")
        .spellings(&[
            "%r = pto.vmi.vload %source[%offset] : P -> V",
            "%r = pto.vmi.vload %source[%offset], %stride {group = 4} : P -> V",
            "%r = pto.vmi.vload %source[%offset], %block_stride, %repeat_stride : P -> V",
            "%a, %b = pto.vmi.vload %source[%offset] {dist_mode = \"dintlv\"} : P -> V, V",
        ]),
    OpDef::hand(
        "pto.vmi.vstore",
        FAMILY,
        Hand::VmiVstore,
        "stores vectors: contiguous, in groups, or in strided blocks",
    )
    .ins(&[
        vector("values").at_least(1),
        memory("destination"),
        index("offset"),
        index("stride").opt(),
        int16("block_stride").opt(),
        int16("repeat_stride").opt(),
        mask("mask").opt(),
    ])
    .attrs(&[enum_attr("dist_mode", enums::VMI_DIST_MODE), GROUP, PMODE])
    .pipes(A2A3, A5)
    .source("PTOAS VPTO vmi.vstore")
    .spellings(&[
        "pto.vmi.vstore %value, %destination[%offset] [, %mask] : V, P [, M]",
        "pto.vmi.vstore %value, %destination[%offset], %stride [, %mask] {group = 4} : V, P [, M]",
        "pto.vmi.vstore %value, %destination[%offset], %block_stride, %repeat_stride [, %mask] : V, P [, M]",
        "pto.vmi.vstore %a, %b, %destination[%offset] {dist_mode = \"dintlv\"} : V, V, P",
    ]),
    op!(
        "vmi.vsstb",
        "%value , %destination [ %offset ] , %block_stride , %mask A : T(value) , T(destination) , T(mask)",
        "stores blocks with a stride between them"
    )
    .ins(&[vector("value"), memory("destination"), index("offset"), int16("block_stride"), mask("mask")])
    .attrs(&[PMODE]),
    gather(op!("vmi.vgather", GATHER, "loads the elements at the offsets in a vector")),
    gather(op!("vmi.vgatherb", GATHER, "loads elements at the byte offsets in a vector")),
    op!(
        "vmi.vscatter",
        "%value , %destination , %offsets , %mask A : T*",
        "stores active lanes at the offsets in a vector"
    )
    .ins(&[vector("value"), memory("destination"), vector("offsets"), mask("mask")])
    .attrs(&[PMODE]),
];
