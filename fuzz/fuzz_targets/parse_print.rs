//! Arbitrary bytes through reader, printer and renderers: nothing may panic, and what is printed can be read again.
//!
//! Run with `cargo +nightly fuzz run parse_print`; the files of `samples/` are a good corpus to start from.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pto_opt::diagnostics::Sink;
use pto_opt::diagnostics::render::{Format, RenderOptions, Renderer};
use pto_opt::ir::Form;
use pto_opt::ir::print::{PrintOptions, print};
use pto_opt::source::Source;
use pto_opt::syntax::{ParseOptions, parse};

fuzz_target!(|bytes: &[u8]| {
    let source = Source::from_bytes("input.pto", bytes.to_vec());
    let mut sink = Sink::new();
    let program = parse(&source, 0..source.text.len(), &ParseOptions::default(), &mut sink);
    sink.sort();
    for format in [Format::Human, Format::Json] {
        let mut renderer = Renderer::new(RenderOptions { format, ..RenderOptions::default() });
        renderer.render(&source, &sink, &mut std::io::sink()).expect("a sink takes everything");
        renderer.finish(&mut std::io::sink()).expect("a sink takes everything");
    }
    if sink.has_errors() {
        return;
    }
    for emit in [None, Some(Form::Generic)] {
        let mut sink = Sink::new();
        let options = PrintOptions { emit, ..PrintOptions::default() };
        let text = print(&program, &source, &options, &mut sink);
        if sink.has_errors() {
            continue;
        }
        let printed = Source::new("printed.pto", text);
        let mut sink = Sink::new();
        let again = parse(&printed, 0..printed.text.len(), &ParseOptions::default(), &mut sink);
        let found = sink.diagnostics();
        assert!(!sink.has_errors(), "what was printed cannot be read: {found:?}\n{}", &*printed.text);
        let text = print(&again, &printed, &options, &mut Sink::new());
        assert_eq!(text, *printed.text, "printing twice differs");
    }
});
