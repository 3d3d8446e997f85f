//! The command line: one file for each command, and what they share.
//!
//! [`args`] declares the flags, [`input`] finds and reads sources, [`output`] writes results, [`report`] shows
//! diagnostics, [`pool`] runs many inputs at once. [`opt`] is the main command. The commands decide nothing about the
//! language; they call the library.

mod args;
mod completions;
mod explain;
mod format;
mod input;
mod ops;
mod opt;
mod output;
mod pool;
mod report;
mod split;
mod timing;

use args::{Cli, Command};
use clap::Parser;
use std::fmt;

/// Exit codes, the same for every command.
mod exit {
    /// Nothing to complain about.
    pub const CLEAN: i32 = 0;
    /// There were errors in an input, or `fmt --check` would change something.
    pub const ERRORS: i32 = 1;
    /// The command line is wrong, or a file could not be read or written.
    pub const FAILED: i32 = 2;
}

/// Why a command could not do its work: the message for the user.
#[derive(Debug)]
struct Failure(String);

impl Failure {
    /// A failure that concerns one file.
    fn file(doing: &str, name: impl fmt::Display, why: &std::io::Error) -> Self {
        Failure(format!("cannot {doing} `{name}`: {why}"))
    }
}

/// Runs the program; the result is its exit code.
pub fn main() -> i32 {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; they go to standard output.
            let _ = error.print();
            return if error.use_stderr() { exit::FAILED } else { exit::CLEAN };
        }
    };
    let result = match cli.command {
        None => opt::run(&cli.options),
        Some(Command::Fmt(options)) => format::run(&options),
        Some(Command::Ops(options)) => ops::run(&options),
        Some(Command::Explain(options)) => explain::run(&options),
        Some(Command::Completions(options)) => completions::run(&options),
        Some(Command::Man) => completions::man(),
    };
    result.unwrap_or_else(|failure| {
        eprintln!("pto-opt: error: {}", failure.0);
        exit::FAILED
    })
}
