//! Showing diagnostics on standard error.

use super::args::DiagnosticArgs;
use pto_opt::diagnostics::render::{Counts, Renderer};
use pto_opt::diagnostics::{Diagnostic, Sink};
use pto_opt::source::{LineIndex, Source};
use std::io::{self, BufWriter, Write};

/// Shows the diagnostics of inputs as they are done. A standard error that cannot be written is ignored: the exit code
/// still tells.
pub struct Reporter {
    renderer: Renderer,
    out: BufWriter<io::StderrLock<'static>>,
}

impl Reporter {
    /// A reporter for a run.
    pub fn new(args: &DiagnosticArgs) -> Self {
        Reporter { renderer: Renderer::new(args.render_options()), out: BufWriter::new(io::stderr().lock()) }
    }

    /// Shows the diagnostics of one input.
    pub fn show(&mut self, source: &Source, sink: &Sink) {
        let _ = self.renderer.render(source, sink, &mut self.out);
        let _ = self.out.flush();
    }

    /// Shows findings that belong to no rule.
    pub fn show_uncoded(&mut self, source: &Source, index: LineIndex, findings: &[Diagnostic]) {
        let _ = self.renderer.render_uncoded(source, index, findings, &mut self.out);
        let _ = self.out.flush();
    }

    /// Shows why an input could not be read or a file not be written.
    pub fn fail(&mut self, failure: &super::Failure) {
        let _ = writeln!(self.out, "pto-opt: error: {}", failure.0);
        let _ = self.out.flush();
    }

    /// Writes the summary.
    pub fn finish(mut self) -> Counts {
        let counts = self.renderer.finish(&mut self.out);
        let _ = self.out.flush();
        counts.unwrap_or_default()
    }
}
