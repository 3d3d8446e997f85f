//! Elementwise operations: tile with tile, one tile, tile with scalar, fused, bitwise, compare and select, conversion.
//!
//! Every operation here works on the valid region of its destination, one element at a time. Broadcasts are in
//! [`super::expand`], operations on partly valid tiles in [`super::reduce`].

use super::{NUMBER, precision};
use crate::dialect::def::{Family, Infer, Kind, On, OpDef, Operand, Traits, enum_attr, operand, scratch, tile};
use crate::dialect::enums;
use crate::ir::types::TypeId;

const TWO: &[Operand] = &[tile("src0"), tile("src1")];
const ONE: &[Operand] = &[tile("src")];
const THREE: &[Operand] = &[tile("src0"), tile("src1"), tile("src2")];
const TILE_NUMBER: &[Operand] = &[tile("src"), operand("scalar", NUMBER)];
const TILE_INT: &[Operand] = &[tile("src"), operand("scalar", Kind::INT)];
const TILE_NUMBER_TILE: &[Operand] = &[tile("src0"), operand("scalar", NUMBER), tile("src1")];

const LIKE_SRC: &[Operand] = &[tile("dst").like("src")];
const LIKE_SRC0: &[Operand] = &[tile("dst").like("src0")];
/// The previous content is read as well.
const UPDATED: &[Operand] = &[tile("dst").like("src0").inout()];
/// Another element type than the sources.
const WRITTEN: &[Operand] = &[tile("dst")];

const fn op(name: &'static str, summary: &'static str) -> OpDef {
    OpDef::tile(name, Family::Elementwise, summary)
}
const fn binary(name: &'static str, summary: &'static str) -> OpDef {
    op(name, summary).ins(TWO).outs(LIKE_SRC0)
}
const fn unary(name: &'static str, summary: &'static str) -> OpDef {
    op(name, summary).ins(ONE).outs(LIKE_SRC)
}
const fn with_number(name: &'static str, summary: &'static str) -> OpDef {
    op(name, summary).ins(TILE_NUMBER).outs(LIKE_SRC)
}
const fn with_int(name: &'static str, summary: &'static str) -> OpDef {
    op(name, summary).ins(TILE_INT).outs(LIKE_SRC)
}

/// Definitions of this family.
pub const OPS: &[OpDef] = &[
    // ---- tile with tile
    binary("pto.tadd", "sum of two tiles").source("pto-isa TADD, PTOAS TAddOp"),
    binary("pto.tsub", "difference of two tiles").source("pto-isa TSUB, PTOAS TSubOp"),
    binary("pto.tmul", "product of two tiles").source("pto-isa TMUL, PTOAS TMulOp"),
    binary("pto.tdiv", "quotient of two tiles; the target decides what division by zero gives")
        .attrs(&[precision(enums::DIV_PRECISION)])
        .source("pto-isa TDIV, PTOAS TDivOp"),
    binary("pto.tmax", "larger of two elements").source("pto-isa TMAX, PTOAS TMaxOp"),
    binary("pto.tmin", "smaller of two elements").source("pto-isa TMIN, PTOAS TMinOp"),
    binary("pto.tfmod", "remainder of the truncated quotient; it has the sign of src0")
        .attrs(&[precision(enums::FMOD_PRECISION)])
        .source("pto-isa TFMOD, PTOAS TFModOp"),
    binary("pto.trem", "remainder of the floored quotient; it has the sign of src1")
        .ins(&[tile("src0").written_on(On::A2A3), tile("src1").written_on(On::A2A3), scratch("tmp")])
        .attrs(&[precision(enums::REM_PRECISION)])
        .source("pto-isa TREM, PTOAS TRemOp"),
    op("pto.tpow", "base raised to an exponent, element by element")
        .ins(&[tile("base"), tile("exp"), scratch("tmp")])
        .outs(&[tile("dst").like("base")])
        .attrs(&[precision(enums::POW_PRECISION)])
        .generic_order(&["base", "exp", "dst", "tmp"])
        .source("pto-isa TPOW, PTOAS TPowOp"),
    // ---- one tile
    unary("pto.tabs", "absolute value").source("pto-isa TABS, PTOAS TAbsOp"),
    unary("pto.tneg", "negation, computed as multiplication by -1").source("pto-isa TNEG, PTOAS TNegOp"),
    unary("pto.texp", "natural exponential")
        .attrs(&[precision(enums::EXP_PRECISION)])
        .source("pto-isa TEXP, PTOAS TExpOp"),
    unary("pto.tlog", "natural logarithm; the target decides what arguments up to zero give")
        .attrs(&[precision(enums::LOG_PRECISION)])
        .source("pto-isa TLOG, PTOAS TLogOp"),
    unary("pto.tsqrt", "square root; the target decides what negative arguments give")
        .attrs(&[precision(enums::SQRT_PRECISION)])
        .source("pto-isa TSQRT, PTOAS TSqrtOp"),
    unary("pto.trsqrt", "reciprocal of the square root; a2a3 takes the exact path when tmp is given")
        .ins(&[tile("src"), scratch("tmp").written_on(On::A2A3)])
        .attrs(&[precision(enums::RSQRT_PRECISION)])
        .generic_order(&["src", "dst", "tmp"])
        .source("pto-isa TRSQRT, PTOAS TRsqrtOp"),
    unary("pto.trecip", "reciprocal")
        .attrs(&[precision(enums::RECIP_PRECISION)])
        .source("pto-isa TRECIP, PTOAS TRecipOp"),
    unary("pto.trelu", "larger of the element and zero").source("pto-isa TRELU, PTOAS TReluOp"),
    unary("pto.tnot", "bitwise complement").source("pto-isa TNOT, PTOAS TNotOp"),
    op("pto.tlrelu", "positive elements as they are, others times a scalar slope")
        .ins(&[tile("src"), operand("slope", NUMBER)])
        .outs(LIKE_SRC)
        .source("pto-isa TLRELU, PTOAS TLReluOp"),
    binary("pto.tprelu", "positive elements as they are, others times the slope at the same place in src1")
        .ins(&[tile("src0"), tile("src1"), scratch("tmp")])
        .source("pto-isa TPRELU, PTOAS TPReluOp"),
    // ---- tile with scalar
    with_number("pto.tadds", "sum of each element and a scalar").source("pto-isa TADDS, PTOAS TAddSOp"),
    with_number("pto.tsubs", "each element minus a scalar").source("pto-isa TSUBS, PTOAS TSubSOp"),
    with_number("pto.tmuls", "product of each element and a scalar").source("pto-isa TMULS, PTOAS TMulSOp"),
    with_number("pto.tmaxs", "larger of each element and a scalar").source("pto-isa TMAXS, PTOAS TMaxSOp"),
    with_number("pto.tmins", "smaller of each element and a scalar").source("pto-isa TMINS, PTOAS TMinSOp"),
    op("pto.tdivs", "tile by scalar or scalar by tile: the order of the operands says which")
        .ins(&[operand("src", Kind::TILE.or(NUMBER)), operand("scalar", Kind::TILE.or(NUMBER))])
        .outs(&[tile("dst").infer(Infer::FirstTile)])
        .attrs(&[precision(enums::DIV_PRECISION)])
        .source("pto-isa TDIVS, PTOAS TDivSOp"),
    with_number("pto.tfmods", "remainder of the truncated quotient by a scalar; it has the sign of src")
        .attrs(&[precision(enums::FMODS_PRECISION)])
        .source("pto-isa TFMODS, PTOAS TFModSOp"),
    op("pto.trems", "remainder of the floored quotient by a scalar; it has the sign of the scalar")
        .ins(&[tile("src").written_on(On::A2A3), operand("scalar", NUMBER), scratch("tmp")])
        .outs(LIKE_SRC)
        .attrs(&[precision(enums::REMS_PRECISION)])
        .source("pto-isa TREMS, PTOAS TRemSOp"),
    op("pto.tpows", "each element raised to a scalar exponent")
        .ins(&[tile("base"), operand("exp", NUMBER), scratch("tmp")])
        .outs(&[tile("dst").like("base")])
        .attrs(&[precision(enums::POW_PRECISION)])
        .generic_order(&["base", "exp", "dst", "tmp"])
        .source("pto-isa TPOWS, PTOAS TPowSOp"),
    with_number("pto.taxpy", "adds scalar times src to the destination")
        .outs(&[tile("dst").like("src").inout()])
        .source("pto-isa TAXPY, PTOAS TAxpyOp"),
    op("pto.texpands", "fills a tile with a scalar")
        .ins(&[operand("scalar", NUMBER)])
        .outs(WRITTEN)
        .pipes("V (vec dst) | MTE2 (mat dst)", "V (vec dst) | MTE2 (mat dst)")
        .source("pto-isa TEXPANDS, PTOAS TExpandsOp"),
    // ---- several inputs, fused
    op("pto.taddc", "sum of three tiles").ins(THREE).outs(LIKE_SRC0).source("pto-isa TADDC, PTOAS TAddCOp"),
    op("pto.tsubc", "src0 - src1 + src2").ins(THREE).outs(LIKE_SRC0).source("pto-isa TSUBC, PTOAS TSubCOp"),
    op("pto.taddsc", "src0 + scalar + src1")
        .ins(TILE_NUMBER_TILE)
        .outs(LIKE_SRC0)
        .source("pto-isa TADDSC, PTOAS TAddSCOp"),
    op("pto.tsubsc", "src0 - scalar + src1")
        .ins(TILE_NUMBER_TILE)
        .outs(LIKE_SRC0)
        .source("pto-isa TSUBSC, PTOAS TSubSCOp"),
    binary("pto.taddrelu", "larger of zero and the sum of two tiles").pipes("V", "-").source("PTOAS TAddReluOp"),
    binary("pto.tsubrelu", "larger of zero and the difference of two tiles").source("pto-isa TSUBRELU"),
    binary("pto.tfusedmuladd", "replaces the destination by src0 * destination + src1")
        .outs(UPDATED)
        .source("pto-isa TFUSEDMULADD"),
    binary("pto.tfusedmuladdrelu", "replaces the destination by the larger of zero and src0 * destination + src1")
        .outs(UPDATED)
        .source("pto-isa TFUSEDMULADDRELU"),
    binary("pto.tmuladddst", "adds the product of two tiles to the destination")
        .outs(UPDATED)
        .source("pto-isa TMULADDDST"),
    binary("pto.taddreluconv", "larger of zero and the sum of two tiles, converted to the element type of dst")
        .outs(WRITTEN)
        .source("pto-isa TADDRELUCONV"),
    binary("pto.tsubreluconv", "larger of zero and the difference of two tiles, converted to the element type of dst")
        .outs(WRITTEN)
        .source("pto-isa TSUBRELUCONV"),
    op("pto.tadddeqrelu", "larger of zero and the scaled sum of two integer tiles, as f16")
        .ins(&[
            tile("src0").written_on(On::A2A3),
            tile("src1").written_on(On::A2A3),
            operand("deqScale", Kind::FLOAT).literal(TypeId::F32),
            tile("tmp").scratch(),
        ])
        .outs(WRITTEN)
        .source("pto-isa TADDDEQRELU"),
    // ---- bitwise and shift
    binary("pto.tand", "bitwise and of two tiles").source("pto-isa TAND, PTOAS TAndOp"),
    binary("pto.tor", "bitwise or of two tiles").source("pto-isa TOR, PTOAS TOrOp"),
    binary("pto.tshl", "shift left by the count at the same place in src1").source("pto-isa TSHL, PTOAS TShlOp"),
    binary(
        "pto.tshr",
        "shift right by the count at the same place in src1: arithmetic for signed elements, else logical",
    )
    .source("pto-isa TSHR, PTOAS TShrOp"),
    binary("pto.txor", "bitwise exclusive or of two tiles")
        .ins(&[tile("src0"), tile("src1"), scratch("tmp")])
        .source("pto-isa TXOR, PTOAS TXorOp"),
    with_int("pto.tands", "bitwise and of each element and a scalar").source("pto-isa TANDS, PTOAS TAndSOp"),
    with_int("pto.tors", "bitwise or of each element and a scalar").source("pto-isa TORS, PTOAS TOrSOp"),
    with_int("pto.txors", "bitwise exclusive or of each element and a scalar")
        .ins(&[tile("src"), operand("scalar", Kind::INT), scratch("tmp")])
        .source("pto-isa TXORS, PTOAS TXorSOp"),
    with_int("pto.tshls", "shift left by a scalar count").source("pto-isa TSHLS, PTOAS TShlSOp"),
    with_int("pto.tshrs", "shift right by a scalar count: arithmetic for signed elements, else logical")
        .source("pto-isa TSHRS, PTOAS TShrSOp"),
    // ---- compare and select
    binary("pto.tcmp", "compares two tiles into a packed mask, one bit for each element")
        .outs(WRITTEN)
        .attrs(&[enum_attr("cmpMode", enums::CMP).member("eq").alias(&["cmp"])])
        .with(Traits::DICT_IN_INS)
        .source("pto-isa TCMP, PTOAS TCmpOp"),
    op("pto.tcmps", "compares each element with a scalar, or with element (0, 0) of a tile, into a packed mask")
        .ins(&[tile("src"), operand("scalar", NUMBER.or(Kind::TILE))])
        .outs(WRITTEN)
        .attrs(&[enum_attr("cmpMode", enums::CMP).member("eq").alias(&["cmp"])])
        .with(Traits::DICT_IN_INS)
        .source("pto-isa TCMPS, PTOAS TCmpSOp"),
    op("pto.tsel", "src0 where the mask bit is set, src1 elsewhere")
        .ins(&[tile("mask"), tile("src0"), tile("src1"), scratch("tmp")])
        .outs(LIKE_SRC0)
        .source("pto-isa TSEL, PTOAS TSelOp"),
    op("pto.tsels", "src where the mask bit is set, a scalar elsewhere")
        .ins(&[tile("mask"), tile("src"), scratch("tmp"), operand("scalar", NUMBER)])
        .outs(LIKE_SRC)
        .source("pto-isa TSELS, PTOAS TSelSOp"),
    // ---- conversion
    op("pto.tcvt", "converts to the element type of dst, rounding and saturating as told")
        .ins(&[tile("src"), scratch("tmp")])
        .outs(WRITTEN)
        .attrs(&[
            enum_attr("rmode", enums::ROUND_MODE).member("CAST_RINT"),
            enum_attr("sat_mode", enums::SATURATION_MODE).member("OFF").level1_member("ON").alias(&["satmode"]),
        ])
        .with(Traits::DICT_IN_INS)
        .source("pto-isa TCVT, PTOAS TCvtOp"),
];
