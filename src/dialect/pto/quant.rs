//! Quantisation of vector tiles. Quantisation on the way out of the accumulator belongs to the moves and stores.

use crate::dialect::def::{AttrKind, Default, Family, On, OpDef, alias, attr, enum_attr, scratch, tile};
use crate::dialect::enums;

const fn op(name: &'static str, summary: &'static str) -> OpDef {
    OpDef::tile(name, Family::Quant, summary)
}

/// Definitions of this family.
pub const OPS: &[OpDef] = &[
    // Pages write tquant without quant_type: the element type of dst and the presence of offset then tell it.
    op("pto.tquant", "scales f32 rows, adds an offset if given, and rounds to 8-bit integers with saturation")
        .ins(&[tile("src").written_on(On::A2A3), tile("fp"), tile("offset").opt()])
        .outs(&[tile("dst"), scratch("tmp").written_on(On::A2A3)])
        .attrs(&[enum_attr("quant_type", enums::QUANT_TYPE)])
        .generic_order(&["src", "fp", "offset", "tmp", "dst"])
        .source("pto-isa TQUANT, PTOAS TQuantOp"),
    op("pto.tquant.mx", "quantises groups of 32 elements to MXFP8 or MXFP4 with their exponents, maxima and scales")
        .ins(&[tile("src").written_on(On::A5)])
        .outs(&[tile("dst"), tile("exp"), tile("max"), tile("scaling"), tile("exp_zz").opt()])
        .attrs(&[
            enum_attr("quant_type", enums::QUANT_TYPE).required(),
            enum_attr("quantScaleAlg", enums::QUANT_SCALE_ALG).member("ocp"),
            enum_attr("grpAxis", enums::MX_GROUP_AXIS).member("axis1"),
            attr("interleave", AttrKind::Bool).default(Default::Bool(false)),
            enum_attr("storeMode", enums::VEC_STORE_MODE),
        ])
        .aliases(&[alias("pto.tquant_mx")])
        .pipes("-", "V")
        .source("pto-isa TQUANT, PTOAS TQuantMxOp"),
    op("pto.tdequant", "subtracts an offset from each row of integers and scales it to f32")
        .ins(&[tile("src"), tile("scale"), tile("offset")])
        .outs(&[tile("dst")])
        .source("pto-isa TDEQUANT, PTOAS TDequantOp"),
];
