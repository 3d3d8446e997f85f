//! Conversions between element types of vector registers.

use super::super::def::{Family, Kind, OpDef, Operand, Traits, enum_attr, index, mask, operand, vreg};
use super::super::enums;
use super::{PURE_SYNC_FORMS, register_like};
use crate::ir::types::TypeId;

const FAMILY: Family = Family::Register;
const A2A3: &str = "-";
const A5: &str = "V";

const RESULT: &[Operand] = &[vreg("result")];
const UNPACK: &str = "%src , %part A : T*-idx -> R*";

const fn unpack(def: OpDef) -> OpDef {
    def.ins(const { &[vreg("src"), index("part")] }).outs(RESULT).with(PURE_SYNC_FORMS)
}

/// The table.
pub const OPS: &[OpDef] = &[
    op!("vcvt", "%input , %mask A : T* -> R*", "converts active lanes to another element type")
        .ins(&[vreg("input"), mask("mask")])
        .outs(RESULT)
        .attrs(&[
            enum_attr("rnd", enums::RND).alias(&["round_mode"]),
            enum_attr("sat", enums::SAT),
            enum_attr("part", enums::CVT_PART),
        ])
        .with(Traits::PURE),
    op!(
        "vmulscvt",
        "%input , %scalar , %mask , @rnd:str , @part:str A : T* -> R*",
        "f32 times a scalar, converted to f16 in the even or odd lanes"
    )
    .ins(&[vreg("input"), operand("scalar", Kind::FLOAT).fixed(TypeId::F32), mask("mask")])
    .outs(RESULT)
    .attrs(&[
        enum_attr("rnd", enums::VMULSCVT_RND).alias(&["round_mode"]).required(),
        enum_attr("part", enums::EXPDIF_PART).required(),
    ])
    .with(Traits::PURE),
    op!(
        "vtrc",
        "%input , %mask , @round_mode:str A : T* -> R*",
        "rounds active lanes to integral values of the same type"
    )
    .ins(&[vreg("input"), mask("mask")])
    .outs(&[register_like("input")])
    .attrs(&[enum_attr("round_mode", enums::VTRC_RND).alias(&["rnd"]).required()])
    .with(Traits::PURE),
    op!(
        "vpack",
        "%src , @part:str A : T* -> R*",
        "lanes cut to half their width in one half of the result, 0 in the other"
    )
    .ins(&[vreg("src")])
    .outs(RESULT)
    .attrs(&[enum_attr("part", enums::HALF_PART).required()])
    .with(Traits::PURE),
    unpack(op!("vsunpack", UNPACK, "one half of the lanes, sign-extended to double width")),
    unpack(op!("vzunpack", UNPACK, "one half of the lanes, zero-extended to double width")),
    op!("vbitcast", "%input A : T* -> R*", "the same 2048 bits with another element type; no instruction")
        .ins(&[vreg("input")])
        .outs(RESULT)
        .with(Traits::PURE)
        .pipes("-", "none"),
];
