//! Formatting: the canonical spelling of a source with its comments kept.

use super::{ParseOptions, parse};
use crate::diagnostics::Sink;
use crate::ir::print::{PrintOptions, print};
use crate::source::Source;
use std::ops::Range;

/// The canonical spelling of the part `range` of a source, each operation in the form it was written in, comments kept.
/// `None` when the part has errors; they are in `sink`.
pub fn format(source: &Source, range: Range<usize>, options: &ParseOptions, sink: &mut Sink) -> Option<String> {
    let options = ParseOptions { keep_comments: true, ..options.clone() };
    let before = sink.error_count();
    let program = parse(source, range, &options, sink);
    if sink.error_count() > before {
        return None;
    }
    let print_options = PrintOptions { comments: true, locations: true, ..PrintOptions::default() };
    let text = print(&program, source, &print_options, sink);
    (sink.error_count() == before).then_some(text)
}
