//! `vmi.*`, older operations that name their element class or memory access in the mnemonic, and the helpers that
//! lowering inserts (layouts, masks, packing into registers).

use super::super::def::{
    AttrDef, AttrKind, Family, Kind, OpDef, Operand, Traits, attr, enum_attr, index, operand, scalar,
};
use super::super::enums;
use super::vmi::{REASSOC, ROUNDING, SATURATE, count, mask, vector};
use super::{int16, memory};

const FAMILY: Family = Family::Vmi;
const A2A3: &str = "-";
const A5: &str = "V";

/// A definition that has only the generic form.
macro_rules! generic {
    ($name:literal, $summary:expr) => {
        OpDef::generic(concat!("pto.", $name), FAMILY, $summary).pipes(A2A3, A5).source(concat!("PTOAS VPTO ", $name))
    };
}

const RESULT: &[Operand] = &[vector("result")];
const MASK_RESULT: &[Operand] = &[mask("result")];
/// Physical registers that hold one logical value.
const PART: Kind = Kind::VREG.or(Kind::MASK);
const EITHER: Kind = Kind::VMI_VREG.or(Kind::VMI_MASK);

const UNARY: &str = "%source A : T* -> R*";
const SOURCE: &[Operand] = &[vector("source")];

const fn unary(def: OpDef) -> OpDef {
    def.ins(SOURCE).outs(const { &[vector("result").like("source")] }).with(Traits::PURE)
}

/// Element type or layout changes.
const fn convert(def: OpDef) -> OpDef {
    def.ins(SOURCE).outs(RESULT).with(Traits::PURE)
}

const fn mask_unary(def: OpDef) -> OpDef {
    def.ins(const { &[mask("source")] }).outs(MASK_RESULT).with(Traits::PURE)
}

const BINARY: &str = "%lhs , %rhs A : T* -> R*";
const VECTORS: &[Operand] = &[vector("lhs"), vector("rhs")];

const fn binary(def: OpDef) -> OpDef {
    def.ins(VECTORS).outs(const { &[vector("result").like("lhs")] }).with(Traits::PURE)
}

const fn mask_binary(def: OpDef) -> OpDef {
    def.ins(const { &[mask("lhs"), mask("rhs")] }).outs(const { &[mask("result").like("lhs")] }).with(Traits::PURE)
}

const REDUCE: &str = "%source , %mask A : T* -> R*";
const NUM_GROUPS: AttrDef = count("num_groups").required();

const fn reduce(def: OpDef) -> OpDef {
    def.ins(const { &[vector("source"), mask("mask")] }).outs(RESULT).with(Traits::PURE)
}

const fn group_reduce(def: OpDef) -> OpDef {
    reduce(def).attrs(&[NUM_GROUPS])
}

const COMPARE: &str = "@predicate:str , %lhs , %rhs A : T* -> R*";
const ORDER: AttrDef = enum_attr("order", enums::ORDER).member("ASC");

const MASKED_LOAD: &str = "%source [ %offset ] , %mask , %passthru A : T*-idx -> R*";

const fn masked_load(def: OpDef) -> OpDef {
    def.ins(const { &[memory("source"), index("offset"), mask("mask"), vector("passthru")] })
        .outs(const { &[vector("result").like("passthru")] })
}

const MASKED_STORE: &str = "%value , %destination [ %offset ] , %mask A : T*-idx";

const fn masked_store(def: OpDef) -> OpDef {
    def.ins(const { &[vector("value"), memory("destination"), index("offset"), mask("mask")] })
}

const SLOT_LOAD: &str = "%source [ %offset ] , %source_group_stride A : T(source) -> R*";

const fn slot_load(def: OpDef) -> OpDef {
    def.ins(const { &[memory("source"), index("offset"), index("source_group_stride")] })
        .outs(RESULT)
        .attrs(&[NUM_GROUPS])
}

/// The table.
pub const OPS: &[OpDef] = &[
    // constants and fills
    generic!("vmi.constant", "vector constant")
        .outs(RESULT)
        .attrs(&[attr("value", AttrKind::Any).required()])
        .with(Traits::PURE),
    generic!("vmi.constant_mask", "mask constant")
        .outs(MASK_RESULT)
        .attrs(&[attr("value", AttrKind::Any).required()])
        .with(Traits::PURE),
    op!("vmi.broadcast", "%value A : T* -> R*", "every lane is the scalar")
        .ins(&[operand("value", Kind::SCALAR.or(Kind::VMI_VREG))])
        .outs(RESULT)
        .with(Traits::PURE),
    op!("vmi.iota", "%base A : T* -> R*", "lane i is the start value plus or minus i")
        .ins(&[scalar("base")])
        .outs(RESULT)
        .attrs(&[ORDER])
        .with(Traits::PURE),
    op!("vmi.group_iota", "%base A : T* -> R*", "as `vmi.iota`, restarting in each group")
        .ins(&[scalar("base")])
        .outs(RESULT)
        .attrs(&[ORDER, count("group").required()])
        .with(Traits::PURE),
    op!("vmi.group_broadcast", UNARY, "each group slot fills its group")
        .ins(SOURCE)
        .outs(RESULT)
        .attrs(&[NUM_GROUPS])
        .with(Traits::PURE),
    // masks
    op!("vmi.create_mask", "%active_lanes A : T* -> R*", "mask of the lanes below a count")
        .ins(&[index("active_lanes")])
        .outs(MASK_RESULT)
        .with(Traits::PURE),
    op!(
        "vmi.create_group_mask",
        "%active_elems_per_group A : T* -> R*",
        "mask of the lanes below a count in each group"
    )
    .ins(&[index("active_elems_per_group")])
    .outs(MASK_RESULT)
    .attrs(&[NUM_GROUPS, count("group_size").required()])
    .with(Traits::PURE),
    mask_binary(op!("vmi.mask_and", BINARY, "and of two masks")),
    mask_binary(op!("vmi.mask_or", BINARY, "or of two masks")),
    mask_binary(op!("vmi.mask_xor", BINARY, "exclusive or of two masks")),
    op!("vmi.mask_not", UNARY, "complement of a mask")
        .ins(&[mask("source")])
        .outs(&[mask("result").like("source")])
        .with(Traits::PURE),
    op!("vmi.active_prefix_index", "%mask A : T* -> R*", "lane i counts the active lanes below i")
        .ins(&[mask("mask")])
        .outs(RESULT)
        .with(Traits::PURE),
    // arithmetic
    binary(op!("vmi.addf", BINARY, "sum of floats")),
    binary(op!("vmi.addi", BINARY, "sum of integers")),
    binary(op!("vmi.subf", BINARY, "difference of floats")),
    binary(op!("vmi.subi", BINARY, "difference of integers")),
    binary(op!("vmi.mulf", BINARY, "product of floats")),
    binary(op!("vmi.muli", BINARY, "product of integers")),
    binary(op!("vmi.divf", BINARY, "quotient of floats")),
    binary(op!("vmi.minf", BINARY, "smaller of two floats")),
    binary(op!("vmi.maxf", BINARY, "larger of two floats")),
    binary(op!("vmi.mini", BINARY, "smaller of two integers")),
    binary(op!("vmi.maxi", BINARY, "larger of two integers")),
    binary(op!("vmi.andi", BINARY, "bitwise and")),
    binary(op!("vmi.ori", BINARY, "bitwise or")),
    binary(op!("vmi.xori", BINARY, "bitwise exclusive or")),
    binary(op!("vmi.shli", BINARY, "left shift")),
    binary(op!("vmi.shrui", BINARY, "right shift with zeros")),
    binary(op!("vmi.shrsi", BINARY, "right shift with the sign")),
    unary(op!("vmi.negf", UNARY, "negation of floats")),
    unary(op!("vmi.negi", UNARY, "negation of integers")),
    unary(op!("vmi.absf", UNARY, "absolute value of floats")),
    unary(op!("vmi.absi", UNARY, "absolute value of integers")),
    unary(op!("vmi.sqrt", UNARY, "square root")),
    unary(op!("vmi.exp", UNARY, "exponential")),
    unary(op!("vmi.ln", UNARY, "natural logarithm")),
    unary(op!("vmi.relu", UNARY, "maximum of each lane and 0")),
    unary(op!("vmi.not", UNARY, "bitwise complement")),
    op!("vmi.fma", "%lhs , %rhs , %acc A : T* -> R*", "lhs * rhs + acc")
        .ins(&[vector("lhs"), vector("rhs"), vector("acc")])
        .outs(&[vector("result").like("lhs")])
        .with(Traits::PURE),
    // comparison and selection
    op!("vmi.cmpf", COMPARE, "mask of the lanes where a comparison of floats holds")
        .ins(VECTORS)
        .outs(MASK_RESULT)
        .attrs(&[attr("predicate", AttrKind::EnumOf(&[enums::VMI_CMPF, enums::CMP_TOKEN])).required()])
        .with(Traits::PURE),
    op!("vmi.cmpi", COMPARE, "mask of the lanes where a comparison of integers holds")
        .ins(VECTORS)
        .outs(MASK_RESULT)
        .attrs(&[attr("predicate", AttrKind::EnumOf(&[enums::VMI_CMPI, enums::CMP_TOKEN])).required()])
        .with(Traits::PURE),
    op!(
        "vmi.select",
        "%mask , %true_value , %false_value A : T* -> R*",
        "lane of the first vector where the mask is set, else of the second"
    )
    .ins(&[mask("mask"), vector("true_value"), vector("false_value")])
    .outs(&[vector("result").like("true_value")])
    .with(Traits::PURE),
    // reduction
    op!("vmi.compress", REDUCE, "active lanes moved to the low lanes in order")
        .ins(&[vector("source"), mask("mask")])
        .outs(&[vector("result").like("source")])
        .with(Traits::PURE),
    reduce(op!("vmi.reduce_addi", REDUCE, "sum of active integers")),
    reduce(op!("vmi.reduce_addf", REDUCE, "sum of active floats")).attrs(&[REASSOC]),
    reduce(op!("vmi.reduce_maxf", REDUCE, "maximum of active floats")),
    reduce(op!("vmi.reduce_minf", REDUCE, "minimum of active floats")),
    reduce(op!("vmi.reduce_maxi", REDUCE, "maximum of active integers")),
    reduce(op!("vmi.reduce_mini", REDUCE, "minimum of active integers")),
    group_reduce(op!("vmi.group_reduce_addf", REDUCE, "sum of active floats in each group"))
        .attrs(&[NUM_GROUPS, REASSOC]),
    group_reduce(op!("vmi.group_reduce_maxf", REDUCE, "maximum of active floats in each group")),
    group_reduce(op!("vmi.group_reduce_minf", REDUCE, "minimum of active floats in each group")),
    group_reduce(op!("vmi.group_reduce_addi", REDUCE, "sum of active integers in each group")),
    group_reduce(op!("vmi.group_reduce_maxi", REDUCE, "maximum of active integers in each group")),
    group_reduce(op!("vmi.group_reduce_mini", REDUCE, "minimum of active integers in each group")),
    // conversion
    convert(op!("vmi.extf", UNARY, "floats widened")),
    convert(op!("vmi.truncf", UNARY, "floats narrowed")).attrs(&[ROUNDING, SATURATE]),
    convert(op!("vmi.fptosi", UNARY, "floats to signed integers")).attrs(&[ROUNDING, SATURATE]),
    convert(op!("vmi.fptoui", UNARY, "floats to unsigned integers")).attrs(&[ROUNDING, SATURATE]),
    convert(op!("vmi.sitofp", UNARY, "signed integers to floats")),
    convert(op!("vmi.extsi", UNARY, "signed integers widened")),
    convert(op!("vmi.extui", UNARY, "unsigned integers widened")),
    convert(op!("vmi.trunci", UNARY, "integers narrowed")).attrs(&[SATURATE]),
    convert(op!("vmi.bitcast", UNARY, "the same bits with another element type")),
    // layout
    convert(op!("vmi.ensure_layout", UNARY, "the same lanes in another register layout")),
    mask_unary(op!("vmi.ensure_mask_layout", UNARY, "the same mask in another register layout")),
    mask_unary(op!("vmi.ensure_mask_granularity", UNARY, "the same mask in another granularity")),
    generic!("vmi.unpack", "registers that hold a vector or mask")
        .ins(&[operand("source", EITHER)])
        .outs(&[operand("parts", PART).variadic()])
        .with(Traits::PURE),
    generic!("vmi.pack", "vector or mask made of registers")
        .ins(&[operand("parts", PART).variadic()])
        .outs(&[operand("result", EITHER)])
        .with(Traits::PURE),
    generic!("vmi.channel_split", "separates interleaved channels")
        .ins(SOURCE)
        .outs(&[vector("results").variadic()])
        .with(Traits::PURE),
    generic!("vmi.channel_merge", "interleaves channels")
        .ins(&[vector("inputs").variadic()])
        .outs(RESULT)
        .with(Traits::PURE),
    op!(
        "vmi.shuffle",
        "%source (| [ [ @indices ] ] | [ @indices ] ) A : T* -> R*",
        "lane i is the lane that entry i of a constant list names"
    )
    .ins(SOURCE)
    .outs(RESULT)
    .attrs(&[attr("indices", AttrKind::IntArray).required()])
    .with(Traits::PURE),
    // loads
    op!("vmi.load", "%source [ %offset ] A : T*-idx -> R*", "loads a contiguous vector")
        .ins(&[memory("source"), index("offset")])
        .outs(RESULT),
    op!(
        "vmi.deinterleave_load",
        "%source [ %offset ] A : T*-idx -> R*",
        "loads a vector pair, even and odd elements apart"
    )
    .ins(&[memory("source"), index("offset")])
    .outs(&[vector("low"), vector("high")]),
    op!(
        "vmi.group_load",
        "%source [ %offset ] , %row_stride A : T(source) -> R*",
        "loads groups with a stride between them"
    )
    .ins(&[memory("source"), index("offset"), index("row_stride")])
    .outs(RESULT)
    .attrs(&[NUM_GROUPS]),
    slot_load(op!("vmi.group_slot_load", SLOT_LOAD, "loads one element for each group slot")),
    slot_load(op!(
        "vmi.group_broadcast_load",
        SLOT_LOAD,
        "loads one element for each group and fills the group with it"
    )),
    op!(
        "vmi.stride_load",
        "%source [ %offset ] , %block_stride , %repeat_stride , %mask A : T*-idx -> R*",
        "loads blocks with a stride between them"
    )
    .ins(&[memory("source"), index("offset"), int16("block_stride"), int16("repeat_stride"), mask("mask")])
    .outs(RESULT),
    masked_load(op!("vmi.masked_load", MASKED_LOAD, "loads active lanes; the others come from a vector")),
    masked_load(op!(
        "vmi.expand_load",
        MASKED_LOAD,
        "loads a dense stream into the active lanes; the others come from a vector"
    )),
    op!(
        "vmi.gather",
        "%source [ %indices ] , %mask , %passthru A : T* -> R*",
        "loads the elements at the indices in a vector"
    )
    .ins(&[memory("source"), vector("indices"), mask("mask"), vector("passthru")])
    .outs(&[vector("result").like("passthru")]),
    // stores
    op!("vmi.store", "%value , %destination [ %offset ] A : T*-idx", "stores a contiguous vector").ins(&[
        vector("value"),
        memory("destination"),
        index("offset"),
    ]),
    op!(
        "vmi.interleave_store",
        "%low , %high , %destination [ %offset ] A : T*-idx",
        "stores a vector pair interleaved"
    )
    .ins(&[vector("low"), vector("high"), memory("destination"), index("offset")]),
    op!(
        "vmi.group_store",
        "%value , %destination [ %offset ] , %row_stride A : T(value) , T(destination)",
        "stores groups with a stride between them"
    )
    .ins(&[vector("value"), memory("destination"), index("offset"), index("row_stride")])
    .attrs(&[NUM_GROUPS]),
    op!(
        "vmi.stride_store",
        "%value , %destination [ %offset ] , %block_stride , %repeat_stride , %mask A : T*-idx",
        "stores blocks with a stride between them"
    )
    .ins(&[
        vector("value"),
        memory("destination"),
        index("offset"),
        int16("block_stride"),
        int16("repeat_stride"),
        mask("mask"),
    ]),
    masked_store(op!("vmi.masked_store", MASKED_STORE, "stores active lanes")),
    masked_store(op!("vmi.compress_store", MASKED_STORE, "stores active lanes without gaps")),
    op!(
        "vmi.scatter",
        "%value , %destination [ %indices ] , %mask A : T*",
        "stores active lanes at the indices in a vector"
    )
    .ins(&[vector("value"), memory("destination"), vector("indices"), mask("mask")]),
];
