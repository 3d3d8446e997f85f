//! `pto-opt fmt`: rewriting files in canonical layout.

use super::args::{FmtArgs, ReadArgs};
use super::input::{self, Input, Text};
use super::output::{self, Replacement};
use super::report::Reporter;
use super::{Failure, exit};
use pto_opt::diagnostics::{Diagnostic, Sink, codes};
use pto_opt::source::{MAX_SOURCE_BYTES, Source, Span};
use pto_opt::syntax::fmt;
use std::path::Path;

/// Runs the command.
pub fn run(args: &FmtArgs) -> Result<i32, Failure> {
    let inputs = input::collect(&args.paths)?;
    let levels = args.diagnostics.levels()?;
    let mut reporter = Reporter::new(&args.diagnostics);
    let (mut errors, mut failed, mut changes) = (false, false, String::new());
    for input in &inputs {
        let mut sink = Sink::with_levels(levels.clone());
        let (source, formatted) = match input.read() {
            Ok(Text::Source(source)) => {
                let formatted = format(&source, &args.reading, &mut sink);
                (source, formatted)
            }
            Ok(Text::TooLarge(source)) => {
                let message = format!("the input has more than {MAX_SOURCE_BYTES} bytes");
                sink.push(Diagnostic::error(codes::TOO_LARGE, Span::point(0), message));
                (source, None)
            }
            Err(failure) => {
                reporter.fail(&failure);
                failed = true;
                continue;
            }
        };
        sink.sort();
        reporter.show(&source, &sink);
        errors |= sink.has_errors();
        let Some(formatted) = formatted else { continue };
        let written = match input {
            _ if args.check => {
                if let Some(difference) = difference(&source.text, &formatted) {
                    changes.push_str(&format!("{}:{difference}\n", source.name));
                }
                Ok(())
            }
            Input::Stdin => output::print(&formatted),
            Input::File(path) if formatted != *source.text => replace(path, &formatted),
            Input::File(_) => Ok(()),
        };
        if let Err(failure) = written {
            reporter.fail(&failure);
            failed = true;
        }
    }
    reporter.finish();
    output::print(&changes)?;
    Ok(match (failed, errors || !changes.is_empty()) {
        (true, _) => exit::FAILED,
        (false, true) => exit::ERRORS,
        (false, false) => exit::CLEAN,
    })
}

/// The whole text formatted, each part by itself and the marker lines between them as they are. Nothing when there are
/// errors.
fn format(source: &Source, reading: &ReadArgs, sink: &mut Sink) -> Option<String> {
    let options = reading.parse_options();
    let mut out = String::with_capacity(source.text.len());
    let (mut end, mut complete) = (0, true);
    for part in reading.parts(&source.text) {
        out.push_str(source.text.get(end..part.start).unwrap_or(""));
        end = part.end;
        let mut found = Sink::with_levels(sink.levels().clone());
        let formatted = fmt::format(source, part, &options, &mut found);
        complete &= formatted.is_some();
        out.push_str(&formatted.unwrap_or_default());
        sink.append(found);
    }
    complete.then_some(out)
}

fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let mut file = Replacement::new(path)?;
    file.write(text)?;
    file.commit()
}

/// A summary of what would change: the first line that differs, before and after, and how many lines lie between the
/// first and the last difference. Nothing when the texts are equal.
fn difference(old: &str, new: &str) -> Option<String> {
    if old == new {
        return None;
    }
    let (old, new): (Vec<_>, Vec<_>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[same..], &new[same..]);
    let same_end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - same_end], &new[..new.len() - same_end]);
    let lines = |n: usize| format!("{n} line{}", if n == 1 { "" } else { "s" });
    let mut out = format!("{}: {} would become {}", same + 1, lines(old.len()), lines(new.len()));
    for (sign, line) in [('-', old.first()), ('+', new.first())] {
        if let Some(line) = line {
            out.push_str(&format!("\n  {sign} {}", line.trim_end_matches(['\r', '\n'])));
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_summed_up() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(
            difference("a\n b\nc\nd\n", "a\nb\nc\nd\n").as_deref(),
            Some("2: 1 line would become 1 line\n  -  b\n  + b")
        );
        assert_eq!(difference("a\nb\n\n\nc\n", "a\nb\nc\n").as_deref(), Some("3: 2 lines would become 0 lines\n  - "));
        assert_eq!(difference("a", "a\n").as_deref(), Some("1: 1 line would become 1 line\n  - a\n  + a"));
    }
}
