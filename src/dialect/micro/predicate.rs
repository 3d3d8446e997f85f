//! Operations that create and combine mask registers. Loads and stores of masks are in [`super::memory`].

use super::super::def::{Family, OpDef, Operand, Traits, enum_attr, mask};
use super::super::enums;
use super::{PURE_SYNC_FORMS, int16, int32, mask_like};

const FAMILY: Family = Family::Register;
const A2A3: &str = "-";
const A5: &str = "V";

const RESULT: &[Operand] = &[mask("result")];

const PATTERN: &str = "@pattern:str A : R*";

const fn pattern(def: OpDef) -> OpDef {
    def.outs(RESULT).attrs(const { &[enum_attr("pattern", enums::PATTERN).required()] }).with(PURE_SYNC_FORMS)
}

/// The pages write `{post_update}` after the operand; it says what the operation always does.
const TAIL: &str = "%scalar (- { post_update } ) A : T* -> R*";

const fn tail(def: OpDef) -> OpDef {
    def.ins(const { &[int32("scalar")] }).outs(const { &[mask("mask"), int32("scalar_out")] }).with(Traits::PURE)
}

const LOOP_TAIL: &str = "%loop , %bound A : T* -> R*";

const fn loop_tail(def: OpDef) -> OpDef {
    def.ins(const { &[int16("loop"), int32("bound")] }).outs(const { &[mask("mask")] }).with(Traits::PURE)
}

const HALF: &str = "%input , @part:str A : T* -> R*";

const fn half(def: OpDef) -> OpDef {
    def.ins(const { &[mask("input")] })
        .outs(RESULT)
        .attrs(const { &[enum_attr("part", enums::HALF_PART).required()] })
        .with(PURE_SYNC_FORMS)
}

const LOGICAL: &str = "%src0 , %src1 , %mask A : T* -> R*";
const LIKE_SRC0: &[Operand] = &[mask_like("src0")];

const fn logical(def: OpDef) -> OpDef {
    def.ins(const { &[mask("src0"), mask("src1"), mask("mask")] }).outs(LIKE_SRC0).with(PURE_SYNC_FORMS)
}

const PAIR: &str = "%lhs , %rhs A : T* -> R*";

const fn pair(def: OpDef) -> OpDef {
    def.ins(const { &[mask("lhs"), mask("rhs")] })
        .outs(const { &[mask("low").like("lhs"), mask("high").like("lhs")] })
        .with(PURE_SYNC_FORMS)
}

/// The table.
pub const OPS: &[OpDef] = &[
    pattern(op!("pset_b8", PATTERN, "mask of 256 bits by a named pattern")),
    pattern(op!("pset_b16", PATTERN, "mask of 128 lanes by a named pattern")),
    pattern(op!("pset_b32", PATTERN, "mask of 64 lanes by a named pattern")),
    pattern(op!("pge_b8", PATTERN, "mask of 256 lanes whose lowest ones are set by a named pattern")),
    pattern(op!("pge_b16", PATTERN, "mask of 128 lanes whose lowest ones are set by a named pattern")),
    pattern(op!("pge_b32", PATTERN, "mask of 64 lanes whose lowest ones are set by a named pattern")),
    tail(op!("plt_b8", TAIL, "mask of the lanes below a count, and what is left of the count after 256 lanes")),
    tail(op!("plt_b16", TAIL, "mask of the lanes below a count, and what is left of the count after 128 lanes")),
    tail(op!("plt_b32", TAIL, "mask of the lanes below a count, and what is left of the count after 64 lanes")),
    loop_tail(op!("pltm_b8", LOOP_TAIL, "mask of the lanes of a loop round, 256 each, that are below a bound")),
    loop_tail(op!("pltm_b16", LOOP_TAIL, "mask of the lanes of a loop round, 128 each, that are below a bound")),
    loop_tail(op!("pltm_b32", LOOP_TAIL, "mask of the lanes of a loop round, 64 each, that are below a bound")),
    half(op!("ppack", HALF, "every second bit, packed into one half; the other half is 0")),
    half(op!("punpack", HALF, "one half spread to every second bit; the odd bits are 0")),
    op!("pbitcast", "%input A : T* -> R*", "the same 256 bits in another granularity; no instruction")
        .ins(&[mask("input")])
        .outs(RESULT)
        .with(Traits::PURE)
        .pipes("-", "none"),
    op!("pnot", "%input , %mask A : T* -> R*", "complement of active bits, 0 elsewhere")
        .ins(&[mask("input"), mask("mask")])
        .outs(&[mask_like("input")])
        .with(PURE_SYNC_FORMS),
    logical(op!("pand", LOGICAL, "and of active bits, 0 elsewhere")),
    logical(op!("por", LOGICAL, "or of active bits, 0 elsewhere")),
    logical(op!("pxor", LOGICAL, "exclusive or of active bits, 0 elsewhere")),
    logical(op!("psel", LOGICAL, "bit of the first mask where the third is set, else of the second")),
    pair(op!("pintlv_b8", PAIR, "interleaves two masks of 8-bit lanes into a pair")),
    pair(op!("pintlv_b16", PAIR, "interleaves two masks of 16-bit lanes into a pair")),
    pair(op!("pintlv_b32", PAIR, "interleaves two masks of 32-bit lanes into a pair")),
    pair(op!("pdintlv_b8", PAIR, "separates even and odd bits of a pair of masks of 8-bit lanes")),
    pair(op!("pdintlv_b16", PAIR, "separates even and odd bits of a pair of masks of 16-bit lanes")),
    pair(op!("pdintlv_b32", PAIR, "separates even and odd bits of a pair of masks of 32-bit lanes")),
];
