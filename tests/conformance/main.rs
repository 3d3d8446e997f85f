//! Conformance of reading and printing with the rules of the syntax.
//!
//! Tables of texts, each with the rule it is about. [`harness`] holds the ways to check a table; the other modules hold
//! one part of the syntax each. What an accepted text is printed as, and which token of a refused one is blamed, is
//! written down here from the rules, not from what the program does.

mod forms;
mod harness;
mod lexer;
mod sync;
