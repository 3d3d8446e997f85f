//! Sorting, gather and scatter between tiles, generated tiles, histograms, concatenation, interleaving.
//!
//! Gather and scatter through global memory (`mgather`, `mscatter`) are in [`super::dma`].

use super::NUMBER;
use crate::dialect::def::{
    AttrDef, AttrKind, AttrPlace, Default, Family, Kind, On, OpDef, Operand, Traits, attr, enum_attr, operand, scratch,
    tile,
};
use crate::dialect::enums;
use crate::ir::types::TypeId;

const TWO: &[Operand] = &[tile("src0"), tile("src1")];
const DST: &[Operand] = &[tile("dst")];

/// Selects the mask form of `tgather` and `tscatter`.
const MASK: AttrDef = enum_attr("maskPattern", enums::MASK_PATTERN).place(AttrPlace::Item);
/// Direction of the mask form; rows when absent.
const AXIS: AttrDef = enum_attr("axis", enums::AXIS).member("row").place(AttrPlace::TypeList);

const fn op(name: &'static str, summary: &'static str) -> OpDef {
    OpDef::tile(name, Family::Irregular, summary)
}
const fn word(name: &'static str) -> Operand {
    operand(name, Kind::INT).opt().literal(TypeId::I32)
}

/// Definitions of this family.
pub const OPS: &[OpDef] = &[
    op("pto.tsort32", "sorts blocks of 32 elements of each row, largest first, into records of value and index")
        .ins(&[tile("src"), tile("idx"), scratch("tmp")])
        .outs(DST)
        .source("pto-isa TSORT32, PTOAS TSort32Op"),
    // Every tile operand of a sync or SSA text is a source. In DPS the last of several tiles is tmp unless `no_tmp`
    // follows it; the word is the absence of tmp and says nothing more.
    op("pto.tmrgsort", "merges four sorted blocks of one tile (blockLen), or two to four sorted tiles, largest first")
        .ins(&[tile("srcs").at_least(1), operand("blockLen", Kind::INT).opt().literal(TypeId::I32), scratch("tmp")])
        .outs(&[tile("dst"), operand("executed", Kind::VECTOR.or(Kind::TILE)).opt()])
        .attrs(&[
            attr("exhausted", AttrKind::Bool).default(Default::Bool(false)),
            attr("no_tmp", AttrKind::Unit).place(AttrPlace::Word("no_tmp")),
        ])
        .with(Traits::DICT_IN_INS)
        .generic_order(&["srcs", "blockLen", "dst", "tmp", "executed"])
        .source("pto-isa TMRGSORT, PTOAS TMrgSortOp"),
    op("pto.tgather", "takes elements by index, by mask pattern, or by comparison with a threshold")
        .ins(&[
            tile("src"),
            tile("indices").opt(),
            operand("kValue", NUMBER).opt(),
            scratch("tmp").written_on(On::A2A3),
        ])
        .outs(&[tile("dst"), tile("cdst").opt()])
        .attrs(&[
            MASK,
            AXIS.alias(&["gatherAxis"]),
            enum_attr("cmpMode", enums::CMP).member("eq").alias(&["cmp"]),
            attr("offset", AttrKind::Int(32)).default(Default::Int(0)),
        ])
        .pipes("V (index, mask) | V and S (compare)", "V")
        .generic_order(&["src", "dst", "cdst", "indices", "tmp", "kValue"])
        .source("pto-isa TGATHER, PTOAS TGatherOp"),
    op("pto.tgatherb", "takes blocks of 32 bytes by byte offset")
        .ins(&[tile("src"), tile("offsets")])
        .outs(DST)
        .source("pto-isa TGATHERB, PTOAS TGatherBOp"),
    op("pto.tscatter", "puts elements at flat element offsets of dst, or spreads them by a mask pattern")
        .ins(&[tile("src"), tile("indexes").opt()])
        .outs(DST)
        .attrs(&[MASK, AXIS.alias(&["scatterAxis"])])
        .pipes("V and S (index) | V (mask)", "V")
        .generic_order(&["src", "dst", "indexes"])
        .source("pto-isa TSCATTER, PTOAS TScatterOp"),
    op("pto.tci", "counts up or down from a start value along row 0")
        .ins(&[operand("S", Kind::INT), scratch("tmp").written_on(On::A2A3)])
        .outs(DST)
        .attrs(&[attr("descending", AttrKind::Bool).default(Default::Bool(false))])
        .pipes("S", "S")
        .source("pto-isa TCI, PTOAS TCIOp"),
    op("pto.ttri", "ones in a lower or upper triangle, zeros elsewhere")
        .ins(&[operand("diagonal", Kind::INT).literal(TypeId::I32)])
        .outs(DST)
        .attrs(&[attr("upperOrLower", AttrKind::Int(32)).default(Default::Int(0)).alias(&["isUpperOrLower"])])
        .with(Traits::DICT_IN_INS)
        .source("pto-isa TTRI, PTOAS TTriOp"),
    // The pages give key and counter as two tiles, implementations as six words.
    op("pto.trandom", "pseudo-random words made from a 64-bit key and a 128-bit counter")
        .ins(&[
            tile("key").opt(),
            tile("counter").opt(),
            word("key0"),
            word("key1"),
            word("counter0"),
            word("counter1"),
            word("counter2"),
            word("counter3"),
        ])
        .outs(DST)
        .attrs(&[attr("rounds", AttrKind::Int(32)).default(Default::Int(10))])
        .with(Traits::DICT_IN_INS)
        .spellings(&[
            "%dst = trandom %key0, %key1, %counter0, %counter1, %counter2, %counter3 {..}? : \
             (i32, i32, i32, i32, i32, i32) -> T",
            "trandom %dst, %key, %counter : T",
            "%dst = pto.trandom %key0, %key1, %counter0, %counter1, %counter2, %counter3 {..}? : \
             (i32, i32, i32, i32, i32, i32) -> T",
            "%dst = pto.trandom %key, %counter : (T, T) -> T",
            "pto.trandom ins(%key0, %key1, %counter0, %counter1, %counter2, %counter3 {..}? : \
             i32, i32, i32, i32, i32, i32) outs(%dst : B)",
        ])
        .pipes("-", "V")
        .source("pto-isa TRANDOM, PTOAS TRandomOp"),
    op("pto.thistogram", "counts the values of one byte of the elements of each row, filtered by the higher bytes")
        .ins(&[tile("src"), tile("idx")])
        .outs(DST)
        .attrs(&[attr("byte", AttrKind::Int(32)).default(Default::Int(1)), attr("isMSB", AttrKind::Bool)])
        .pipes("-", "V")
        .source("pto-isa THISTOGRAM, PTOAS THistogramOp"),
    op("pto.tconcat", "the columns of src0 followed by those of src1")
        .ins(TWO)
        .outs(DST)
        .source("pto-isa TCONCAT, PTOAS TConcatOp"),
    op("pto.tconcatidx", "as tconcat, taking as many columns of each row as two index tiles say")
        .ins(&[tile("src0"), tile("src1"), tile("src0Idx"), tile("src1Idx")])
        .outs(&[tile("dst"), tile("dstIdx").opt()])
        .source("pto-isa TCONCAT, PTOAS TConcatidxOp"),
    op("pto.tinterleave", "elements of two tiles in turn, first half in dst0, second half in dst1")
        .ins(TWO)
        .outs(&[tile("dst0").like("src0"), tile("dst1").like("src0")])
        .pipes("-", "V")
        .source("pto-isa TINTERLEAVE"),
    op("pto.tdeinterleave", "even elements of one or two tiles in dst0, odd ones in dst1")
        .ins(&[tile("src0"), tile("src1").opt()])
        .outs(&[tile("dst0"), tile("dst1")])
        .pipes("-", "V")
        .source("pto-isa TDEINTERLEAVE"),
    op("pto.tpack", "keeps the low bits of each element that fit the element type of dst")
        .ins(&[tile("src")])
        .outs(DST)
        .pipes("-", "V")
        .source("PTOAS TPackOp (until April 2026)"),
];
