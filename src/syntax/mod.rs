//! From text to IR.
//!
//! [`lexer`] cuts the text into tokens, [`parser`] reads statements by the operation definitions and builds the IR in
//! the same pass; [`types`] and [`attributes`] parse the insides of types and attributes with LALR grammars, once per
//! distinct text. [`format`] compiles the assembly formats of the definitions.

pub mod attributes;
pub mod env;
pub mod fmt;
pub mod format;
pub mod lexer;
pub mod parser;
pub mod scan;
pub mod types;

use crate::diagnostics::Sink;
use crate::ir::Program;
use crate::source::Source;
use crate::target::Arch;
use std::ops::Range;

/// What reading depends on besides the text.
#[derive(Clone, Debug)]
pub struct ParseOptions {
    /// Target given by the user; it wins over what modules say.
    pub arch: Option<Arch>,
    /// Keep operations of unknown dialects in generic form instead of refusing them.
    pub allow_unregistered: bool,
    /// Threads that may be used for one input.
    pub threads: usize,
    /// Collect comments into [`Program::comments`].
    pub keep_comments: bool,
}

impl Default for ParseOptions {
    fn default() -> Self {
        ParseOptions { arch: None, allow_unregistered: false, threads: 1, keep_comments: false }
    }
}

/// Reads the part `range` of a source and checks it for well-formedness.
///
/// Every problem goes into `sink`. The program is complete as far as it could be read; after an error it is fit for
/// showing further diagnostics, not for printing or lowering.
pub fn parse(source: &Source, range: Range<usize>, options: &ParseOptions, sink: &mut Sink) -> Program {
    parser::parse_range(source, range, options, sink)
}
