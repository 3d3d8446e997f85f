//! The main command: read, verify, print.

use super::args::{Emit, OptArgs};
use super::input::{self, Input, Text};
use super::output::Output;
use super::report::Reporter;
use super::timing::{Phase, Timing};
use super::{Failure, exit, pool, split};
use pto_opt::diagnostics::{Diagnostic, Levels, Sink, codes, verify_mode};
use pto_opt::ir::print::{PrintOptions, print};
use pto_opt::source::{LineIndex, MAX_SOURCE_BYTES, Source, Span};
use pto_opt::syntax::{ParseOptions, parse};
use std::num::NonZero;
use std::ops::Range;
use std::time::Instant;

/// Parts smaller than this are read on one thread: starting others would take longer.
const PARALLEL_BYTES: usize = 1 << 20;

/// Runs the command.
pub fn run(args: &OptArgs) -> Result<i32, Failure> {
    let start = Instant::now();
    let inputs = input::collect(&args.inputs)?;
    let job = Job { args, levels: args.diagnostics.levels()?, only_input: inputs.len() == 1 };
    let mut output = Output::open(args.output.as_deref())?;
    let mut reporter = Reporter::new(&args.diagnostics);
    let mut total = Timing::default();
    let (mut errors, mut failed, mut printed) = (false, false, false);

    let workers = if job.only_input { 1 } else { job.threads() };
    pool::in_order(
        inputs.len(),
        workers,
        |i| job.process(&inputs[i]),
        |outcome| {
            total.add(&outcome.timing);
            let Outcome { result, .. } = outcome;
            let done = match result {
                Ok(done) => done,
                Err(failure) => {
                    reporter.fail(&failure);
                    failed = true;
                    return;
                }
            };
            errors |= total.measure(Phase::Diagnostics, || done.show(&mut reporter));
            let written = total.measure(Phase::Write, || {
                done.modules.iter().try_for_each(|text| {
                    if std::mem::replace(&mut printed, true) {
                        output.write(split::MARKER)?;
                        output.write("\n")?;
                    }
                    output.write(text)
                })
            });
            if let Err(failure) = written {
                reporter.fail(&failure);
                failed = true;
            }
            if job.only_input {
                // The process ends soon; unmapping a large text first would only take time.
                std::mem::forget(done);
            }
        },
    );

    if let Err(failure) = total.measure(Phase::Write, || output.finish(!errors && !failed)) {
        reporter.fail(&failure);
        failed = true;
    }
    reporter.finish();
    if args.timing {
        eprint!("{}", total.table(start.elapsed()));
    }
    Ok(match (failed, errors) {
        (true, _) => exit::FAILED,
        (false, true) => exit::ERRORS,
        (false, false) => exit::CLEAN,
    })
}

/// What is the same for all inputs.
struct Job<'a> {
    args: &'a OptArgs,
    levels: Levels,
    only_input: bool,
}

/// What became of one input.
struct Outcome {
    timing: Timing,
    result: Result<Done, Failure>,
}

/// An input that could be read.
struct Done {
    source: Source,
    /// Findings of all parts; with `--verify-diagnostics` they are compared, not shown.
    sink: Sink,
    /// Differences that `--verify-diagnostics` found, and the lines of the source.
    differences: Option<(LineIndex, Vec<Diagnostic>)>,
    /// The printed modules of the parts without errors.
    modules: Vec<String>,
}

impl Done {
    /// Shows the findings; whether there were errors.
    fn show(&self, reporter: &mut Reporter) -> bool {
        match &self.differences {
            Some((_, differences)) if differences.is_empty() => false,
            Some((index, differences)) => {
                reporter.show_uncoded(&self.source, index.clone(), differences);
                true
            }
            None => {
                reporter.show(&self.source, &self.sink);
                self.sink.has_errors()
            }
        }
    }
}

impl Job<'_> {
    fn threads(&self) -> usize {
        self.args.threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZero::get)
    }

    fn process(&self, input: &Input) -> Outcome {
        let mut timing = Timing::default();
        let result = timing.measure(Phase::Read, || input.read()).map(|text| match text {
            Text::Source(source) => self.check(source, &mut timing),
            Text::TooLarge(source) => self.refuse(source),
        });
        Outcome { timing, result }
    }

    fn check(&self, source: Source, timing: &mut Timing) -> Done {
        timing.bytes = source.text.len();
        let mut done =
            Done { source, sink: Sink::with_levels(self.levels.clone()), differences: None, modules: Vec::new() };
        if let Some(mode) = self.args.verify_diagnostics {
            done.differences = Some((LineIndex::new(&done.source.text), Vec::new()));
            for part in self.args.reading.parts(&done.source.text) {
                let (sink, module) = self.part(&done.source, part.clone(), timing);
                done.modules.extend(module);
                if let Some((index, differences)) = &mut done.differences {
                    differences.extend(verify_mode::verify(&done.source, index, part, &sink, mode.mode()));
                }
            }
        } else {
            for part in self.args.reading.parts(&done.source.text) {
                let (sink, module) = self.part(&done.source, part, timing);
                done.modules.extend(module);
                done.sink.append(sink);
            }
        }
        done
    }

    /// Reads one part of a source, and prints it when it has no errors and printing is wanted.
    fn part(&self, source: &Source, part: Range<usize>, timing: &mut Timing) -> (Sink, Option<String>) {
        let args = self.args;
        let mut sink = Sink::with_levels(self.levels.clone());
        let threads = if self.only_input && part.len() >= PARALLEL_BYTES { self.threads() } else { 1 };
        let options = ParseOptions { threads, ..args.reading.parse_options() };
        let program = timing.measure(Phase::Parse, || parse(source, part, &options, &mut sink));
        let mut module = None;
        if !sink.has_errors() && args.emit != Some(Emit::None) {
            let options = PrintOptions {
                emit: args.emit.and_then(Emit::form),
                long_types: args.long_types,
                locations: args.print_locations,
                ..PrintOptions::default()
            };
            let text = timing.measure(Phase::Print, || print(&program, source, &options, &mut sink));
            module = (!sink.has_errors()).then_some(text);
        }
        if self.only_input {
            // See `run`: freeing large arenas just before the end is wasted time.
            std::mem::forget(program);
        }
        sink.sort();
        (sink, module)
    }

    fn refuse(&self, source: Source) -> Done {
        let mut sink = Sink::with_levels(self.levels.clone());
        let message = format!("the input has more than {MAX_SOURCE_BYTES} bytes");
        sink.push(Diagnostic::error(codes::TOO_LARGE, Span::point(0), message).help("split it into several files"));
        Done { source, sink, differences: None, modules: Vec::new() }
    }
}
