//! Scalars: elements of tiles and of memory, the position of the core in the launch, local arrays and structures.
//!
//! Arrays of event identifiers are in [`super::sync`], accesses of SIMT code with the micro operations.

use super::NUMBER;
use crate::dialect::def::{
    AttrKind, Family, Hand, Infer, Kind, OpDef, Operand, Traits, attr, index, operand, ptr, scalar, tile,
};
use crate::ir::types::TypeId;

const I64_RESULT: &[Operand] = &[operand("result", Kind::INT).fixed(TypeId::I64)];

const fn custom(name: &'static str, format: &'static str, summary: &'static str) -> OpDef {
    OpDef::custom(name, Family::Scalar, format, summary).pipes("S", "S")
}
/// Reads a register of the core.
const fn query(name: &'static str, summary: &'static str) -> OpDef {
    custom(name, "A", summary).outs(I64_RESULT).with(Traits::PURE)
}

/// Definitions of this family.
pub const OPS: &[OpDef] = &[
    OpDef::hand("pto.tgetval", Family::Scalar, Hand::TgetVal, "reads one element of a tile, counted in storage order")
        .ins(&[tile("src"), operand("offset", Kind::INDEX.or(Kind::INT)).literal(TypeId::INDEX)])
        .outs(&[operand("value", NUMBER).infer(Infer::ElementOfFirst)])
        .spellings(&[
            "%value = tgetval %src, %offset : (T, index) -> s",
            "%value = pto.tgetval %src, %offset : (T, index) -> s",
            "%value = pto.tgetval ins(%src, %offset : B, index) outs : s {..}?",
            "pto.tgetval ins(%src, %offset : B, index) outs(%value : s)",
        ])
        .pipes("S", "S")
        .source("PTOAS TGetValOp"),
    // The tile is updated in place and stands last, as the view of a store does.
    OpDef::tile("pto.tsetval", Family::Scalar, "writes one element of a tile, counted in storage order")
        .ins(&[operand("offset", Kind::INDEX.or(Kind::INT)).literal(TypeId::INDEX), operand("val", NUMBER)])
        .outs(&[tile("dst").inout()])
        .with(Traits::STORE_LIKE)
        .generic_order(&["dst", "offset", "val"])
        .pipes("S", "S")
        .source("PTOAS TSetValOp"),
    custom("pto.load_scalar", "%ptr [ %offset ] A : T(ptr) -> T(value)", "reads the element at an offset of a pointer")
        .ins(&[ptr("ptr"), index("offset")])
        .outs(&[scalar("value")])
        .source("PTOAS LoadScalarOp"),
    custom(
        "pto.store_scalar",
        "%value , %ptr [ %offset ] A : T(ptr) , T(value)",
        "writes the element at an offset of a pointer",
    )
    .ins(&[scalar("value"), ptr("ptr"), index("offset")])
    .source("PTOAS StoreScalarOp"),
    query("pto.get_block_idx", "index of the block in the launch").source("PTOAS GetBlockIdxOp"),
    query("pto.get_block_num", "number of blocks of the launch").source("PTOAS GetBlockNumOp"),
    query("pto.get_subblock_idx", "index of the vector core in its block").source("PTOAS GetSubBlockIdxOp"),
    query("pto.get_subblock_num", "number of vector cores of the block, as the running core sees it")
        .source("PTOAS GetSubBlockNumOp"),
    custom("pto.declare_local_array", "A -> T(array)", "array on the scalar stack, not initialised")
        .outs(&[operand("array", Kind::LOCAL_ARRAY)])
        .source("PTOAS DeclareLocalArrayOp"),
    custom(
        "pto.local_array_get",
        "%array [ %indices ] A : T(array) -> T(result)",
        "reads the element of a local array at a position",
    )
    .ins(&[operand("array", Kind::LOCAL_ARRAY), index("indices").at_least(1)])
    .outs(&[operand("result", NUMBER)])
    .source("PTOAS LocalArrayGetOp"),
    custom(
        "pto.local_array_set",
        "%array [ %indices ] , %value A : T(array) , T(value)",
        "writes the element of a local array at a position",
    )
    .ins(&[operand("array", Kind::LOCAL_ARRAY).inout(), index("indices").at_least(1), operand("value", NUMBER)])
    .source("PTOAS LocalArraySetOp"),
    custom("pto.declare_struct", "A -> T(s)", "structure on the scalar stack, not initialised")
        .outs(&[operand("s", Kind::STRUCT)])
        .source("PTOAS DeclareStructOp"),
    custom(
        "pto.struct_get",
        "%s [ @path ] A : T(s) -> T(value)",
        "reads the field of a structure that a path of field numbers names",
    )
    .ins(&[operand("s", Kind::STRUCT)])
    .outs(&[operand("value", NUMBER)])
    .attrs(&[attr("path", AttrKind::IntArray).required()])
    .source("PTOAS StructGetOp"),
    custom(
        "pto.struct_set",
        "%s [ @path ] , %value A : T(s) , T(value)",
        "writes the field of a structure that a path of field numbers names",
    )
    .ins(&[operand("s", Kind::STRUCT).inout(), operand("value", NUMBER)])
    .attrs(&[attr("path", AttrKind::IntArray).required()])
    .source("PTOAS StructSetOp"),
];
