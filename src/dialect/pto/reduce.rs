//! Reductions of rows and columns, and combinations of tiles that are valid in part.
//!
//! A row reduction gives one element for each row, a column reduction one for each column. The `arg` forms give the
//! position of the extreme element, with two destinations its value as well. `tpart*` combine two tiles whose valid
//! regions differ.

use crate::dialect::def::{AttrKind, Default, Family, On, OpDef, Operand, Traits, attr, scratch, tile};

const SRC: &[Operand] = &[tile("src")];
const SRC_TMP: &[Operand] = &[tile("src"), scratch("tmp").written_on(On::A2A3)];
const TWO: &[Operand] = &[tile("src0"), tile("src1")];
const TWO_WITH_INDEX: &[Operand] = &[tile("src0"), tile("src1"), tile("src0Idx"), tile("src1Idx")];
const DST: &[Operand] = &[tile("dst")];
const DST_WITH_INDEX: &[Operand] = &[tile("dst"), tile("dstIdx")];
/// One destination holds the positions; with two the first holds the values.
const VALUE_AND_INDEX: &[Operand] = &[tile("dstVal").opt(), tile("dst")];

const fn row(name: &'static str, summary: &'static str) -> OpDef {
    OpDef::tile(name, Family::Reduce, summary).ins(SRC_TMP).outs(DST)
}
const fn column(name: &'static str, summary: &'static str) -> OpDef {
    OpDef::tile(name, Family::Reduce, summary).ins(SRC).outs(DST)
}
const fn arg(name: &'static str, summary: &'static str) -> OpDef {
    OpDef::tile(name, Family::Reduce, summary).ins(SRC_TMP).outs(VALUE_AND_INDEX)
}
const fn part(name: &'static str, summary: &'static str) -> OpDef {
    OpDef::tile(name, Family::Reduce, summary).ins(TWO).outs(DST)
}
const fn part_arg(name: &'static str, summary: &'static str) -> OpDef {
    OpDef::tile(name, Family::Reduce, summary).ins(TWO_WITH_INDEX).outs(DST_WITH_INDEX)
}

/// Definitions of this family.
pub const OPS: &[OpDef] = &[
    row("pto.trowsum", "sum of each row").source("pto-isa TROWSUM, PTOAS TRowSumOp"),
    row("pto.trowmax", "largest element of each row").source("pto-isa TROWMAX, PTOAS TRowMaxOp"),
    row("pto.trowmin", "smallest element of each row").source("pto-isa TROWMIN, PTOAS TRowMinOp"),
    row("pto.trowprod", "product of each row").source("pto-isa TROWPROD, PTOAS TRowProdOp"),
    arg("pto.trowargmax", "column of the largest element of each row, on request with the element")
        .source("pto-isa TROWARGMAX, PTOAS TRowArgMaxOp"),
    arg("pto.trowargmin", "column of the smallest element of each row, on request with the element")
        .source("pto-isa TROWARGMIN, PTOAS TRowArgMinOp"),
    column("pto.tcolsum", "sum of each column; isBinary adds in pairs through tmp")
        .ins(&[tile("src"), scratch("tmp")])
        .attrs(&[attr("isBinary", AttrKind::Bool).default(Default::Bool(false))])
        .with(Traits::DICT_WITH_SCRATCH)
        .source("pto-isa TCOLSUM, PTOAS TColSumOp"),
    column("pto.tcolmax", "largest element of each column").source("pto-isa TCOLMAX, PTOAS TColMaxOp"),
    column("pto.tcolmin", "smallest element of each column").source("pto-isa TCOLMIN, PTOAS TColMinOp"),
    column("pto.tcolprod", "product of each column").source("pto-isa TCOLPROD, PTOAS TColProdOp"),
    arg("pto.tcolargmax", "row of the largest element of each column, on request with the element")
        .source("pto-isa TCOLARGMAX, PTOAS TColArgMaxOp"),
    arg("pto.tcolargmin", "row of the smallest element of each column, on request with the element")
        .source("pto-isa TCOLARGMIN, PTOAS TColArgMinOp"),
    OpDef::tile(
        "pto.tpairreducesum",
        Family::Reduce,
        "sums of neighbouring pairs of each row in its first half, zero in the rest",
    )
    .ins(SRC)
    .outs(&[tile("dst").like("src")])
    .source("pto-isa TPAIRREDUCESUM"),
    part("pto.tpartadd", "sum where both tiles are valid, the valid element where one is")
        .source("pto-isa TPARTADD, PTOAS TPartAddOp"),
    part("pto.tpartmul", "product where both tiles are valid, the valid element where one is")
        .source("pto-isa TPARTMUL, PTOAS TPartMulOp"),
    part("pto.tpartmax", "larger element where both tiles are valid, the valid element where one is")
        .source("pto-isa TPARTMAX, PTOAS TPartMaxOp"),
    part("pto.tpartmin", "smaller element where both tiles are valid, the valid element where one is")
        .source("pto-isa TPARTMIN, PTOAS TPartMinOp"),
    part_arg("pto.tpartargmax", "larger of two values with its index (src1 when equal), the valid pair where one is")
        .source("pto-isa TPARTARGMAX, PTOAS TPartArgMaxOp"),
    part_arg("pto.tpartargmin", "smaller of two values with its index (src1 when equal), the valid pair where one is")
        .source("pto-isa TPARTARGMIN, PTOAS TPartArgMinOp"),
];
