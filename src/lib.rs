//! pto-opt: reads, verifies and lowers PTO assembly.
//!
//! `source`, `diagnostics` and `target` are leaves; `syntax` turns text into the IR of `ir` by the operation
//! definitions of `dialect`; `verify` checks it; `cli` holds the commands.

pub mod diagnostics;
pub mod dialect;
pub mod ir;
pub mod source;
pub mod syntax;
pub mod target;
pub mod verify;
