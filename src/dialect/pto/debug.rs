//! Printing from the device and stopping it.

use super::{GM, NUMBER};
use crate::dialect::def::{AttrKind, AttrPlace, Family, Kind, OpDef, TileUse, attr, enum_attr, operand};
use crate::dialect::enums;

/// Definitions of this family.
pub const OPS: &[OpDef] = &[
    OpDef::tile("pto.tprint", Family::Debug, "prints the valid region of a tile, or a view, to the device log")
        .ins(&[operand("src", Kind::TILE.or(GM)).usage(TileUse::Any), operand("tmp", GM).opt().scratch()])
        .attrs(&[enum_attr("printFormat", enums::PRINT_FORMAT).member("width8_precision4")])
        .pipes("V (all pipes drained)", "V (all pipes drained)")
        .source("pto-isa TPRINT, PTOAS TPrintOp"),
    OpDef::tile("pto.print", Family::Debug, "prints a scalar with a format string")
        .ins(&[operand("scalar", NUMBER)])
        .attrs(&[attr("format", AttrKind::Str).required().place(AttrPlace::First)])
        .pipes("S", "S")
        .source("PTOAS PrintOp"),
    OpDef::custom("pto.trap", Family::Debug, "A", "stops the core").pipes("S", "S").source("PTOAS TrapOp"),
];
