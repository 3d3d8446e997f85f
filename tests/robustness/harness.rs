//! What must hold for any input.

use pto_opt::diagnostics::render::{Format, RenderOptions, Renderer};
use pto_opt::diagnostics::{Diagnostic, Sink};
use pto_opt::ir::equal::programs_equal;
use pto_opt::ir::print::{PrintOptions, print};
use pto_opt::ir::{Form, Program};
use pto_opt::source::{Source, Span};
use pto_opt::syntax::{ParseOptions, fmt, parse};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

const FORMS: [Option<Form>; 5] = [None, Some(Form::Sync), Some(Form::Ssa), Some(Form::Dps), Some(Form::Generic)];

/// The files of `samples/`: name and text, in order of their names.
pub fn samples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "pto"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    files.sort();
    assert!(files.len() > 10, "the samples are missing");
    files
}

/// Shows the input of a check that panics.
struct Shown<'a>(&'a [u8]);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        const MOST: usize = 4000;
        if std::thread::panicking() {
            let (start, cut) = (&self.0[..self.0.len().min(MOST)], self.0.len() > MOST);
            let text = String::from_utf8_lossy(start);
            eprintln!("--- input of {} bytes\n{text}{}\n---", self.0.len(), if cut { "\n[..]" } else { "" });
        }
    }
}

/// An input that was read.
pub struct Reading {
    pub source: Source,
    pub program: Program,
    pub sink: Sink,
}

/// Reads bytes, checks all spans, and shows the diagnostics to nobody.
pub fn read(bytes: &[u8]) -> Reading {
    let source = Source::from_bytes("input", bytes.to_vec());
    assert_eq!(source.text.len(), bytes.len(), "positions are those of the file");
    let mut sink = Sink::new();
    let program = parse(&source, 0..source.text.len(), &ParseOptions::default(), &mut sink);
    for diagnostic in sink.diagnostics() {
        check_spans(diagnostic, &source);
    }
    for format in [Format::Human, Format::Json] {
        let mut renderer = Renderer::new(RenderOptions { format, ..RenderOptions::default() });
        renderer.render(&source, &sink, &mut std::io::sink()).unwrap();
        renderer.finish(&mut std::io::sink()).unwrap();
    }
    Reading { source, program, sink }
}

fn check_spans(diagnostic: &Diagnostic, source: &Source) {
    let check = |span: Span, what: &str| {
        assert!(span.start <= span.end, "{what} span {span:?} is reversed: {diagnostic:?}");
        assert!(span.end as usize <= source.text.len(), "{what} span {span:?} is outside: {diagnostic:?}");
        assert!(source.text.get(span.range()).is_some(), "{what} span {span:?} cuts a character: {diagnostic:?}");
    };
    check(diagnostic.primary.span, "primary");
    diagnostic.secondary.iter().for_each(|label| check(label.span, "secondary"));
    if let Some((span, _)) = diagnostic.help.as_ref().and_then(|help| help.edit.as_ref()) {
        check(*span, "edit");
    }
    assert!(!diagnostic.message.is_empty());
}

/// Checks everything on an input. Whether it has no errors.
pub fn check(bytes: &[u8]) -> bool {
    let _shown = Shown(bytes);
    let reading = read(bytes);
    if reading.sink.has_errors() {
        return false;
    }
    check_printing(&reading);
    true
}

/// What was read without errors is printed in every form that can express it; the text is read again as the same
/// program and printed again as the same text. Formatting keeps the program, too.
pub fn check_printing(reading: &Reading) {
    for emit in FORMS {
        let options = PrintOptions { emit, ..PrintOptions::default() };
        let Some(text) = printed(reading, &options) else { continue };
        let again = read_printed(&text);
        if let Err(difference) = programs_equal(&reading.program, &again.program) {
            panic!("printed as {emit:?} it is another program: {difference}\n{text}");
        }
        assert_eq!(printed(&again, &options).as_ref(), Some(&text), "printed as {emit:?} twice");
    }
    let options = ParseOptions::default();
    let whole = 0..reading.source.text.len();
    let formatted = fmt::format(&reading.source, whole, &options, &mut Sink::new()).expect("it has no errors");
    let again = read_printed(&formatted);
    if let Err(difference) = programs_equal(&reading.program, &again.program) {
        panic!("formatted it is another program: {difference}\n{formatted}");
    }
    let twice = fmt::format(&again.source, 0..formatted.len(), &options, &mut Sink::new()).expect("it has no errors");
    assert_eq!(twice, formatted, "formatted twice");
}

fn printed(reading: &Reading, options: &PrintOptions) -> Option<String> {
    let mut sink = Sink::new();
    let text = print(&reading.program, &reading.source, options, &mut sink);
    for diagnostic in sink.diagnostics() {
        check_spans(diagnostic, &reading.source);
    }
    (!sink.has_errors()).then_some(text)
}

fn read_printed(text: &str) -> Reading {
    let reading = read(text.as_bytes());
    if reading.sink.has_errors() {
        panic!("what is printed is refused: {:?}\n{text}", reading.sink.diagnostics()[0]);
    }
    reading
}

/// SplitMix64.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `0..n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// Runs on a thread with the stack that threads have by default, whatever the environment says.
pub fn on_small_stack(work: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, work).unwrap();
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
}

/// Time that this thread has been running, or the time of day where the system does not tell.
pub fn cpu_time() -> Duration {
    let running = fs::read_to_string("/proc/thread-self/schedstat").ok();
    match running.and_then(|text| text.split(' ').next()?.parse().ok()) {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => {
            static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
            START.get_or_init(Instant::now).elapsed()
        }
    }
}

/// Less than this is not told from noise.
const MEASURABLE: Duration = Duration::from_millis(60);

/// Fails when work for four times as much takes more than 8 times as long. Sizes grow up to `4 * n`, so that what is not
/// linear is found before it takes long.
pub fn assert_linear(name: &str, n: usize, mut work: impl FnMut(usize)) {
    let mut time = |n: usize| {
        let start = cpu_time();
        work(n);
        cpu_time() - start
    };
    let mut sizes: Vec<(usize, Duration)> = Vec::new();
    for n in [n / 16, n / 4, n, 4 * n] {
        let mut took = time(n);
        if let Some(&(small, before)) = sizes.last()
            && took > MEASURABLE
            && took > 8 * before
        {
            // The first run may have paid for tables or memory, or another process disturbed it; a second one decides.
            let before = before.max(time(small));
            took = took.min(time(n));
            assert!(took < 8 * before, "{name} is not linear: {before:?} for {small}, {took:?} for {n}");
        }
        sizes.push((n, took));
    }
    println!("{name}: {sizes:?}");
}
