//! Broadcasts: one element for each row or column is spread over a tile, alone or combined with a full tile.

use super::precision;
use crate::dialect::def::{Family, On, OpDef, Operand, scratch, tile};
use crate::dialect::enums;

const SRC: &[Operand] = &[tile("src")];
const TWO: &[Operand] = &[tile("src0"), tile("src1")];
const TWO_TMP: &[Operand] = &[tile("src0"), tile("src1"), scratch("tmp").written_on(On::A2A3)];
const DST: &[Operand] = &[tile("dst")];
const LIKE_SRC0: &[Operand] = &[tile("dst").like("src0")];

const fn copy(name: &'static str, summary: &'static str) -> OpDef {
    OpDef::tile(name, Family::Expand, summary).ins(SRC).outs(DST)
}
/// src1 is the one that is spread unless the written types say otherwise.
const fn row(name: &'static str, summary: &'static str) -> OpDef {
    OpDef::tile(name, Family::Expand, summary).ins(TWO_TMP).outs(LIKE_SRC0)
}
const fn column(name: &'static str, summary: &'static str) -> OpDef {
    OpDef::tile(name, Family::Expand, summary).ins(TWO).outs(LIKE_SRC0)
}

/// Definitions of this family.
pub const OPS: &[OpDef] = &[
    copy("pto.trowexpand", "spreads the first element of each row over the row")
        .source("pto-isa TROWEXPAND, PTOAS TRowExpandOp"),
    row("pto.trowexpandadd", "adds one value for each row to all elements of the row")
        .source("pto-isa TROWEXPANDADD, PTOAS TRowExpandAddOp"),
    row("pto.trowexpandsub", "subtracts one value for each row, or the elements of the row from it")
        .source("pto-isa TROWEXPANDSUB, PTOAS TRowExpandSubOp"),
    row("pto.trowexpandmul", "multiplies the elements of each row by one value for the row")
        .source("pto-isa TROWEXPANDMUL, PTOAS TRowExpandMulOp"),
    row("pto.trowexpanddiv", "divides the elements of each row by one value for the row, or the value by them")
        .attrs(&[precision(enums::DIV_PRECISION)])
        .source("pto-isa TROWEXPANDDIV, PTOAS TRowExpandDivOp"),
    row("pto.trowexpandmax", "larger of each element and one value for its row")
        .source("pto-isa TROWEXPANDMAX, PTOAS TRowExpandMaxOp"),
    row("pto.trowexpandmin", "smaller of each element and one value for its row")
        .source("pto-isa TROWEXPANDMIN, PTOAS TRowExpandMinOp"),
    row("pto.trowexpandexpdif", "exponential of the difference between each element and one value for its row")
        .source("pto-isa TROWEXPANDEXPDIF, PTOAS TRowExpandExpdifOp"),
    copy("pto.tcolexpand", "spreads the first element of each column over the column")
        .source("pto-isa TCOLEXPAND, PTOAS TColExpandOp"),
    column("pto.tcolexpandadd", "adds one value for each column to all elements of the column")
        .source("pto-isa TCOLEXPANDADD, PTOAS TColExpandAddOp"),
    column("pto.tcolexpandsub", "subtracts one value for each column from all elements of the column")
        .source("pto-isa TCOLEXPANDSUB, PTOAS TColExpandSubOp"),
    column("pto.tcolexpandmul", "multiplies the elements of each column by one value for the column")
        .source("pto-isa TCOLEXPANDMUL, PTOAS TColExpandMulOp"),
    column("pto.tcolexpandmax", "larger of each element and one value for its column")
        .source("pto-isa TCOLEXPANDMAX, PTOAS TColExpandMaxOp"),
    column("pto.tcolexpandmin", "smaller of each element and one value for its column")
        .source("pto-isa TCOLEXPANDMIN, PTOAS TColExpandMinOp"),
    column("pto.tcolexpanddiv", "divides the elements of each column by one value for the column")
        .attrs(&[precision(enums::DIV_PRECISION)])
        .source("pto-isa TCOLEXPANDDIV, PTOAS TColExpandDivOp"),
    column("pto.tcolexpandexpdif", "exponential of the difference between each element and one value for its column")
        .source("pto-isa TCOLEXPANDEXPDIF, PTOAS TColExpandExpdifOp"),
];
