//! The representation of programs.
//!
//! Types, attributes and strings are interned in a [`attrs::Context`]; operations, blocks, regions and values live in
//! arenas addressed by 32-bit handles. Nothing here reads or writes text except the printers.

pub mod attr_print;
pub mod attrs;
pub mod body;
pub mod equal;
pub mod merge;
pub mod print;
pub mod program;
pub mod type_print;
pub mod types;

pub use body::{Block, Body, BodyId, Op, OpData, OpFlags, Region, Value, ValueDef};
pub use program::Program;

/// The spelling an operation was written in, or is to be printed in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Form {
    /// `%d = tadd %a, %b : T`
    Sync,
    /// `%d = pto.tadd %a, %b : (T, T) -> T`, and operations with one custom syntax
    #[default]
    Ssa,
    /// `pto.tadd ins(%a, %b : T, T) outs(%d : T)`
    Dps,
    /// `"pto.tadd"(%a, %b, %d) : (T, T, T) -> ()`
    Generic,
}

impl Form {
    /// The name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Form::Sync => "sync",
            Form::Ssa => "ssa",
            Form::Dps => "dps",
            Form::Generic => "generic",
        }
    }
}
