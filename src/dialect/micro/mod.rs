//! Register-level operations: vector and mask registers, micro DMA and cube operations, SIMT, `ub.*` and `vmi.*`.
//!
//! One table per concern; all are data. Formats are spelled as the reference assembler prints them; operations that the
//! instruction pages also show destination-first carry [`SYNC_FORMS`]. Rules on operands and results are in `verify`.

/// A definition with a format string, of the family and pipes that the table's `FAMILY`, `A2A3` and `A5` constants
/// name.
macro_rules! op {
    ($name:literal, $format:expr, $summary:expr) => {
        OpDef::custom(concat!("pto.", $name), FAMILY, $format, $summary)
            .pipes(A2A3, A5)
            .source(concat!("PTOAS VPTO ", $name))
    };
}

pub mod control;
pub mod convert;
pub mod cube;
pub mod dma;
pub mod memory;
pub mod predicate;
pub mod reserved;
pub mod scope;
pub mod simt;
pub mod ub;
pub mod vector;
pub mod vmi;
pub mod vmi_legacy;

use super::def::{Kind, OpDef, Operand, Traits, mask, operand, vreg};
use crate::ir::types::TypeId;

/// All tables of this level.
pub const TABLES: &[&[OpDef]] = &[
    scope::OPS,
    memory::OPS,
    predicate::OPS,
    vector::OPS,
    convert::OPS,
    control::OPS,
    dma::OPS,
    cube::OPS,
    simt::OPS,
    ub::OPS,
    vmi::OPS,
    vmi_legacy::OPS,
    reserved::OPS,
];

/// Also read destination-first (`vadd %d, %a, %b, %m : T`) and as `ins(..) outs(..)`.
pub const SYNC_FORMS: Traits = Traits::TILE_FORMS.or(Traits::DEFINES_OUTS);
/// [`SYNC_FORMS`] of an operation that only computes its results.
pub const PURE_SYNC_FORMS: Traits = SYNC_FORMS.or(Traits::PURE);

/// Pointer or memref: what loads and stores address.
const MEMORY: Kind = Kind::PTR.or(Kind::MEMREF);

/// Base address of a load or store.
const fn memory(name: &'static str) -> Operand {
    operand(name, MEMORY)
}

/// An integer that is always `i64`.
const fn int64(name: &'static str) -> Operand {
    operand(name, Kind::INT).fixed(TypeId::I64)
}

/// An integer that is always `i32`.
const fn int32(name: &'static str) -> Operand {
    operand(name, Kind::INT).fixed(TypeId::I32)
}

/// An integer that is always `i16`.
const fn int16(name: &'static str) -> Operand {
    operand(name, Kind::INT).fixed(TypeId::I16)
}

/// A bit that is always `i1`.
const fn bit(name: &'static str) -> Operand {
    operand(name, Kind::INT).fixed(TypeId::I1)
}

/// State of an unaligned load or store.
const fn align(name: &'static str) -> Operand {
    operand(name, Kind::ALIGN).fixed(TypeId::ALIGN)
}

/// One register result of the type of the operand `like`.
const fn register_like(like: &'static str) -> Operand {
    vreg("result").like(like)
}

/// One mask result of the type of the operand `like`.
const fn mask_like(like: &'static str) -> Operand {
    mask("result").like(like)
}

#[cfg(test)]
mod tests;
