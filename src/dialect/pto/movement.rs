//! Moves and rearrangements between on-chip memories: copy, window out, window in, transposition, padding.
//!
//! The memory spaces of source and destination select the path and with it the pipe. Transfers from and to global
//! memory are in [`super::dma`].

use super::{ACC_TO_VEC, RELU};
use crate::dialect::def::{
    Family, Kind, OpDef, Operand, SuffixGroup, TileUse, Traits, alias, enum_attr, operand, scratch, tile,
};
use crate::dialect::enums;
use crate::ir::types::TypeId;

/// From which space to which. The types decide; a suffix that contradicts them is an error.
const SPACES: SuffixGroup = &[
    (".m2l", "", ""),
    (".m2r", "", ""),
    (".m2b", "", ""),
    (".m2s", "", ""),
    (".a2v", "", ""),
    (".v2v", "", ""),
    (".a2m", "", ""),
    (".v2m", "", ""),
    (".s2d", "", ""),
];

const SRC: Operand = tile("src").usage(TileUse::Any);
const ACC_SRC: Operand = tile("src").usage(TileUse::Acc);
const FP: Operand = tile("fp").usage(TileUse::QuantScale);
const PRE_QUANT: Operand = operand("preQuantScalar", Kind::INT).opt().fixed(TypeId::I64);
/// Documentation pages give window positions other integer types than `index`.
const ROW: Operand = operand("indexRow", Kind::INDEX.or(Kind::INT)).literal(TypeId::INDEX);
const COL: Operand = operand("indexCol", Kind::INDEX.or(Kind::INT)).literal(TypeId::INDEX);
const DST: &[Operand] = &[tile("dst").usage(TileUse::Any)];
/// The part outside the window keeps its content.
const KEPT: &[Operand] = &[tile("dst").usage(TileUse::Any).inout()];
const VECTOR_SRC: &[Operand] = &[tile("src")];
const VECTOR_DST: &[Operand] = &[tile("dst")];

const fn op(name: &'static str, summary: &'static str) -> OpDef {
    OpDef::tile(name, Family::Movement, summary)
}

/// Definitions of this family.
pub const OPS: &[OpDef] = &[
    op("pto.tmov", "copies a tile to another memory space or layout, converting on the way out of the accumulator")
        .ins(&[
            SRC.typed(),
            // Quantisation parameters in the scaling space; a vector tile is scratch of the rearrangement to ZZ.
            FP.opt().typed(),
            PRE_QUANT.typed(),
        ])
        .outs(DST)
        .attrs(&[ACC_TO_VEC, RELU, enum_attr("grpAxis", enums::MX_GROUP_AXIS)])
        .suffixes(&[SPACES])
        .generic_order(&["src", "dst", "fp", "preQuantScalar"])
        .pipes("by memory spaces", "by memory spaces")
        .source("pto-isa TMOV, PTOAS TMovOp"),
    op("pto.tmov.fp", "copies an accumulator tile, each column quantised by its own parameter")
        .ins(&[ACC_SRC, FP])
        .outs(DST)
        .attrs(&[RELU, ACC_TO_VEC])
        .aliases(&[alias("pto.tmov_fp")])
        .pipes("FIX", "FIX")
        .source("pto-isa TMOV_FP"),
    op("pto.textract", "copies the window of src that starts at a row and column")
        .ins(&[SRC, ROW, COL, PRE_QUANT, FP.opt().keyword("fp")])
        .outs(DST)
        .attrs(&[ACC_TO_VEC, RELU])
        .generic_order(&["src", "indexRow", "indexCol", "dst", "fp", "preQuantScalar"])
        .pipes("by memory spaces", "by memory spaces")
        .source("pto-isa TEXTRACT, PTOAS TExtractOp"),
    op("pto.textract_fp", "copies a window of an accumulator tile, each column quantised by its own parameter")
        .ins(&[ACC_SRC, FP.opt(), ROW, COL])
        .outs(DST)
        .attrs(&[ACC_TO_VEC, RELU])
        .aliases(&[alias("pto.textract.fp")])
        .pipes("FIX", "FIX")
        .source("pto-isa TEXTRACT_FP"),
    op("pto.tinsert", "copies src into the window of dst that starts at a row and column, keeping the rest of dst")
        .ins(&[SRC, ROW, COL, FP.opt().keyword("fp"), PRE_QUANT.keyword("pre_quant")])
        .outs(KEPT)
        .attrs(&[ACC_TO_VEC, RELU, enum_attr("tinsertMode", enums::TINSERT_MODE)])
        .generic_order(&["src", "indexRow", "indexCol", "dst", "fp", "preQuantScalar"])
        .pipes("V (vec to vec) | FIX", "V (vec to vec) | MTE3 (vec to mat) | FIX (acc src)")
        .source("pto-isa TINSERT, PTOAS TInsertOp"),
    op("pto.tinsert_fp", "copies an accumulator tile into a window of dst, each column quantised by its own parameter")
        .ins(&[ACC_SRC, FP, ROW, COL])
        .outs(KEPT)
        .attrs(&[ACC_TO_VEC, RELU])
        .aliases(&[alias("pto.tinsert.fp")])
        .pipes("FIX", "FIX")
        .source("pto-isa TINSERT_FP"),
    op("pto.ttrans", "transposes a tile")
        .ins(&[tile("src"), scratch("tmp")])
        .outs(VECTOR_DST)
        .source("pto-isa TTRANS, PTOAS TTransOp"),
    op("pto.tfillpad", "copies a tile and fills the rest of dst with its pad value")
        .ins(&[SRC])
        .outs(DST)
        .attrs(&[enum_attr("padValue", enums::PAD_VALUE)])
        .pipes("MTE1 (mat) | V", "MTE1 (mat) | V")
        .source("pto-isa TFILLPAD, PTOAS TFillPadOp"),
    op("pto.tfillpad_inplace", "fills the padding of a tile; source and destination share their storage")
        .ins(VECTOR_SRC)
        .outs(VECTOR_DST)
        .with(Traits::REMOVED)
        .source("pto-isa TFILLPAD_INPLACE"),
    op("pto.tfillpad_expand", "copies a tile into a larger one and fills the rest with the pad value")
        .ins(VECTOR_SRC)
        .outs(VECTOR_DST)
        .with(Traits::REMOVED)
        .source("pto-isa TFILLPAD_EXPAND"),
];
