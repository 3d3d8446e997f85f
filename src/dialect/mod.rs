//! Operation definitions.
//!
//! [`def`] is the schema, the other modules are tables of definitions by family. [`registry`] finds a definition by
//! name, [`infer`] computes result types, [`reference`] describes definitions to people. Nothing here parses, prints
//! programs or verifies; those stages read the tables.

pub mod container;
pub mod def;
pub mod enums;
pub mod infer;
pub mod micro;
pub mod pto;
pub mod reference;
pub mod registry;

pub use def::{Asm, OpDef};
pub use registry::OpName;
