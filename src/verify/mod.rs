//! Rules of programs that were read.
//!
//! Each module checks one concern and reports into a sink; none changes the program. [`types`] holds the rules on a type
//! by itself. Syntax, and values outside the sets a spelling allows, are the business of `syntax`.

pub mod dominance;
pub mod types;
