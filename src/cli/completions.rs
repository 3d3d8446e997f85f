//! `pto-opt completions` and the manual page: both generated from the declarations in [`super::args`].

use super::args::{Cli, CompletionArgs};
use super::{Failure, exit, output};
use clap::CommandFactory;

/// Writes a completion script.
pub fn run(args: &CompletionArgs) -> Result<i32, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "pto-opt", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(exit::CLEAN)
}

/// Writes the manual page.
pub fn man() -> Result<i32, Failure> {
    let mut page = Vec::new();
    let rendered = clap_mangen::Man::new(Cli::command()).render(&mut page);
    rendered.map_err(|error| Failure::file("write", "<stdout>", &error))?;
    output::print(&String::from_utf8_lossy(&page))?;
    Ok(exit::CLEAN)
}
