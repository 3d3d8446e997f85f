//! Tile-level operations of the `pto` dialect, one module for each family.
//!
//! A module exports `OPS`, the definitions of its family, and nothing else. Rules on operands are not here but in
//! `verify`; registers and DMA at instruction level are in [`crate::dialect::micro`].

pub mod comm;
pub mod debug;
pub mod dma;
pub mod elementwise;
pub mod expand;
pub mod irregular;
pub mod matrix;
pub mod movement;
pub mod pipe;
pub mod quant;
pub mod reduce;
pub mod scalar;
pub mod sync;
pub mod views;

use super::def::{AttrDef, Kind, OpDef, enum_attr};
use super::enums;
use crate::ir::attrs::EnumId;

/// All tables of this dialect level.
pub const TABLES: &[&[OpDef]] = &[
    elementwise::OPS,
    reduce::OPS,
    expand::OPS,
    irregular::OPS,
    views::OPS,
    dma::OPS,
    movement::OPS,
    matrix::OPS,
    quant::OPS,
    scalar::OPS,
    debug::OPS,
    sync::OPS,
    pipe::OPS,
    comm::OPS,
];

/// A scalar that stands for an element: never `index`.
const NUMBER: Kind = Kind::INT.or(Kind::FLOAT);
/// A view of global memory in any of its spellings.
const GM: Kind = Kind::VIEW.or(Kind::MEMREF);

/// ReLU on the way out of the accumulator.
const RELU: AttrDef = enum_attr("reluPreMode", enums::RELU_PRE_MODE).member("no_relu");
/// Which vector buffers an accumulator tile goes to.
const ACC_TO_VEC: AttrDef = enum_attr("accToVecMode", enums::ACC_TO_VEC_MODE);

/// The precision of an arithmetic operation, with the keys of older texts.
const fn precision(kind: EnumId) -> AttrDef {
    enum_attr("precisionType", kind)
        .member("default")
        .alias(&["precision_mode"])
        .flag("highPrecision", "high_precision")
}
