//! Pointers, views of global memory, tile handles and their aliases, fusion regions.
//!
//! Nothing here moves data. Storage is described, named and bound; transfers are in [`super::dma`].

use super::GM;
use crate::dialect::def::{
    AttrKind, Family, Hand, Infer, Kind, OpDef, Operand, Regions, TileUse, Traits, alias, attr, enum_attr, index,
    operand, ptr, tile,
};
use crate::dialect::enums;
use crate::ir::types::TypeId;

const VIEW: Kind = GM;
const ANY_TILE: &[Operand] = &[tile("src").usage(TileUse::Any)];
const ALLOCATION: &[Operand] =
    &[operand("addr", Kind::INT).opt().fixed(TypeId::I64), index("valid_row").opt(), index("valid_col").opt()];
const ALLOCATION_FORMAT: &str =
    "(? addr = %addr ) (? valid_row = %valid_row ) (? valid_col = %valid_col ) A : T(result)";
const ANY_OPERANDS: &[Operand] = &[operand("operands", Kind::ANY).variadic()];
const ANY_RESULTS: &[Operand] = &[operand("results", Kind::ANY).variadic()];

const fn custom(name: &'static str, format: &'static str, summary: &'static str) -> OpDef {
    OpDef::custom(name, Family::Views, format, summary).pipes("-", "-")
}
/// A name of older dialect versions, read in generic form so that the error can tell what to write instead.
const fn retired(name: &'static str, summary: &'static str) -> OpDef {
    OpDef::generic(name, Family::Views, summary)
        .ins(ANY_OPERANDS)
        .outs(ANY_RESULTS)
        .with(Traits::REMOVED)
        .pipes("-", "-")
}

/// Definitions of this family.
pub const OPS: &[OpDef] = &[
    // ---- pointers
    custom("pto.addptr", "%ptr , %offset A : T(ptr) -> T(result)", "pointer moved by a number of elements")
        .ins(&[ptr("ptr"), index("offset")])
        .outs(&[ptr("result").like("ptr")])
        .with(Traits::PURE.or(Traits::ALIASES))
        .source("PTOAS AddPtrOp"),
    custom("pto.castptr", "%input A : T(input) -> T(result)", "the same address as another pointer type or integer")
        .ins(&[operand("input", Kind::PTR.or(Kind::MEMREF).or(Kind::INT))])
        .outs(&[operand("result", Kind::PTR.or(Kind::INT))])
        .with(Traits::PURE.or(Traits::ALIASES))
        .source("PTOAS CastPtrOp"),
    custom("pto.ptrtoint", "%ptr A : T(ptr) -> T(result)", "byte address of a pointer")
        .ins(&[ptr("ptr")])
        .outs(&[operand("result", Kind::INT)])
        .with(Traits::PURE)
        .source("PTOAS PtrToIntOp"),
    custom("pto.inttoptr", "%addr A : T(addr) -> T(result)", "pointer to global memory with a byte address")
        .ins(&[operand("addr", Kind::INT)])
        .outs(&[ptr("result")])
        .with(Traits::PURE)
        .source("PTOAS IntToPtrOp"),
    // ---- views of global memory
    custom(
        "pto.make_tensor_view",
        "%ptr , shape = [ %shape ] ,? strides = [ %strides ] A : T(result)",
        "view of global memory with the given extents and element strides",
    )
    .ins(&[ptr("ptr"), index("shape").at_least(1), index("strides").at_least(1)])
    .outs(&[operand("result", Kind::TENSOR_VIEW)])
    .attrs(&[enum_attr("layout", enums::LAYOUT)])
    .with(Traits::PURE.or(Traits::ALIASES))
    .source("PTOAS MakeTensorViewOp, pto-isa GlobalTensor"),
    custom(
        "pto.partition_view",
        "%source , offsets = [ %offsets ] , sizes = [ %sizes ] A : T(source) (? -> T(result) )",
        "rectangular window of a view",
    )
    .ins(&[operand("source", VIEW), index("offsets").at_least(1), index("sizes").at_least(1)])
    .outs(&[operand("result", Kind::PART_VIEW).infer(Infer::PartitionView)])
    .with(Traits::PURE.or(Traits::ALIASES))
    .source("PTOAS PartitionViewOp"),
    custom(
        "pto.get_tensor_view_dim",
        "%tensor_view , %dim_index : T(tensor_view) -> T(result) A",
        "extent of one dimension of a view",
    )
    .ins(&[operand("tensor_view", VIEW), index("dim_index")])
    .outs(&[index("result")])
    .with(Traits::PURE)
    .source("PTOAS GetTensorViewDimOp"),
    custom(
        "pto.get_tensor_view_stride",
        "%tensor_view , %dim_index : T(tensor_view) -> T(result) A",
        "element stride of one dimension of a view",
    )
    .ins(&[operand("tensor_view", VIEW), index("dim_index")])
    .outs(&[index("result")])
    .with(Traits::PURE)
    .source("PTOAS GetTensorViewStrideOp"),
    // ---- tile handles
    custom("pto.alloc_tile", ALLOCATION_FORMAT, "new tile, at an address or where the placer puts it")
        .ins(ALLOCATION)
        .outs(&[tile("result").usage(TileUse::Any)])
        .source("PTOAS AllocTileOp"),
    custom("pto.alloc_multi_tile", ALLOCATION_FORMAT, "several slots of one tile type, one after the other")
        .ins(ALLOCATION)
        .outs(&[operand("result", Kind::MULTI_TILE)])
        .source("PTOAS AllocMultiTileOp"),
    custom("pto.multi_tile_get", "%source [ %slot ] A : T(source) -> T(result)", "handle of one slot")
        .ins(&[operand("source", Kind::MULTI_TILE), index("slot")])
        .outs(&[tile("result").usage(TileUse::Any)])
        .with(Traits::PURE.or(Traits::ALIASES))
        .source("PTOAS MultiTileGetOp"),
    custom("pto.declare_tile", "A -> T(result)", "tile handle whose address is bound later")
        .outs(&[tile("result").usage(TileUse::Any)])
        .source("PTOAS DeclareTileOp"),
    custom("pto.declare_global", "A -> T(result)", "view handle whose address is bound later")
        .outs(&[operand("result", VIEW)])
        .source("PTOAS DeclareGlobalOp"),
    OpDef::hand("pto.subview", Family::Views, Hand::Subview, "window of a tile that keeps the pitch of the tile")
        .ins(&[
            tile("source").usage(TileUse::Any),
            operand("offsets", Kind::INDEX.or(Kind::INT)).at_least(2).literal(TypeId::INDEX),
            index("valid_row").opt(),
            index("valid_col").opt(),
        ])
        .outs(&[tile("result").usage(TileUse::Any).infer(Infer::Subview)])
        .attrs(&[attr("sizes", AttrKind::IntArray).required()])
        .with(Traits::PURE.or(Traits::ALIASES).or(Traits::DEFINES_OUTS))
        .aliases(&[alias("pto.subset"), alias("pto.tsubview")])
        .spellings(&[
            "%result = pto.subview %source[%r, %c] sizes [8, 32] (valid [%valid_row, %valid_col])? {..}? : B -> B",
            "%result = pto.subset %source[%r, %c] sizes [8, 32] : B",
            "%result = tsubview %source, %r, %c : (T, index, index) -> T",
            "pto.tsubview ins(%source, %r, %c : B, index, index) outs(%result : B)",
        ])
        .pipes("-", "-")
        .source("pto-isa TSUBVIEW, PTOAS SubViewOp"),
    custom(
        "pto.set_validshape",
        "%source , %valid_row , %valid_col A : T(source)",
        "changes the valid region of a handle",
    )
    .ins(&[tile("source").usage(TileUse::Any).inout(), index("valid_row"), index("valid_col")])
    .source("PTOAS SetValidShapeOp"),
    custom("pto.get_validshape", "%source A : T(source)", "valid region of a handle")
        .ins(&[tile("source").usage(TileUse::Any)])
        .outs(&[index("valid_row"), index("valid_col")])
        .with(Traits::PURE)
        .source("PTOAS GetValidShapeOp"),
    custom("pto.tile_valid_rows", "%src A : T(src) -> T(result)", "valid rows of a handle")
        .ins(ANY_TILE)
        .outs(&[index("result")])
        .with(Traits::PURE)
        .source("PTOAS TileValidRowsOp"),
    custom("pto.tile_valid_cols", "%src A : T(src) -> T(result)", "valid columns of a handle")
        .ins(ANY_TILE)
        .outs(&[index("result")])
        .with(Traits::PURE)
        .source("PTOAS TileValidColsOp"),
    custom("pto.treshape", "%src A : T(src) -> T(result)", "the same bytes under another tile type")
        .ins(ANY_TILE)
        .outs(&[tile("result").usage(TileUse::Any)])
        .with(Traits::PURE.or(Traits::ALIASES).or(Traits::TILE_FORMS).or(Traits::DEFINES_OUTS))
        .pipes("S", "S")
        .source("pto-isa TRESHAPE, PTOAS TReshapeOp"),
    custom("pto.bitcast", "%src A : T(src) -> T(result)", "the same bytes and shape with another element type")
        .ins(ANY_TILE)
        .outs(&[tile("result").usage(TileUse::Any)])
        .with(Traits::PURE.or(Traits::ALIASES))
        .source("PTOAS BitcastOp"),
    OpDef::hand("pto.tassign", Family::Views, Hand::Tassign, "binds a tile handle to an address of its memory space")
        .ins(&[
            tile("tile").usage(TileUse::Any).inout(),
            operand("addr", Kind::INT.or(Kind::INDEX)).literal(TypeId::I64),
        ])
        .outs(&[tile("result").usage(TileUse::Any).opt().like("tile")])
        .with(Traits::ALIASES)
        .spellings(&[
            "tassign %tile, %addr : T, index",
            "pto.tassign %tile, %addr : T, i64",
            "pto.tassign %tile, @tile(0x1000)",
            "%result = pto.tassign %tile, %addr {..}? : B -> B",
            "pto.tassign ins(%tile, %addr : B, i64)",
        ])
        .pipes("-", "-")
        .source("pto-isa TASSIGN, PTOAS TAssignOp"),
    // ---- fusion regions
    custom("pto.fusion_region", "REGION A : R*", "group of operations that are scheduled as one")
        .outs(&[operand("outputs", Kind::ANY).variadic()])
        .regions(Regions::Terminated("pto.yield"))
        .source("PTOAS FusionRegionOp"),
    custom("pto.yield", "( %values ) A : ( T(values) ) -> ( )", "ends a fusion region and gives its results")
        .ins(&[operand("values", Kind::ANY).variadic()])
        .with(Traits::TERMINATOR)
        .source("PTOAS YieldOp"),
    // ---- names without an operation
    retired("pto.materialize_tile", "bound a tile to memory; use alloc_tile with addr, or declare_tile and tassign"),
    retired("pto.bind_tile", "bound a tile to memory; use alloc_tile with addr, or declare_tile and tassign"),
    retired("pto.pointer_cast", "made a tile from an address; use alloc_tile with addr, or castptr"),
    retired("pto.declare_tile_memref", "declared a tile as a memref; use declare_tile"),
    retired("pto.slot_marker", "marked a slot of a multi tile; use multi_tile_get"),
    OpDef::generic("pto.talias", Family::Views, "named by a documentation index; use subview, treshape or bitcast")
        .ins(ANY_OPERANDS)
        .outs(ANY_RESULTS)
        .with(Traits::RESERVED)
        .pipes("-", "-"),
];
