//! Flags and commands, as clap sees them. Their texts are what `--help`, the man page and the completions show.

use super::split;
use clap::{Args, Parser, Subcommand, ValueEnum};
use pto_opt::diagnostics::verify_mode;
use pto_opt::diagnostics::{Levels, render};
use pto_opt::ir::Form;
use pto_opt::syntax::ParseOptions;
use pto_opt::target::Arch;
use std::num::NonZero;
use std::ops::Range;
use std::path::PathBuf;

/// Reads, verifies and prints PTO assembly
///
/// Reads files, directories (every `*.pto` file below them) or standard input, checks them, and prints the modules.
/// Diagnostics go to standard error.
///
/// Exit codes: 0 when there is no error, 1 when an input has errors, 2 when the command line is wrong or a file cannot
/// be read or written.
#[derive(Parser)]
#[command(name = "pto-opt", version, max_term_width = 100, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub options: OptArgs,
}

/// Commands other than the main one.
#[derive(Subcommand)]
pub enum Command {
    /// Rewrite files in canonical layout, keeping comments
    Fmt(FmtArgs),
    /// List the operations, or describe some of them
    Ops(OpsArgs),
    /// Tell the rule behind an error code, with a wrong and a right example
    Explain(ExplainArgs),
    /// Write a completion script for a shell to standard output
    Completions(CompletionArgs),
    /// Write the manual page in roff to standard output
    #[command(hide = true)]
    Man,
}

/// Flags of the main command.
#[derive(Args)]
pub struct OptArgs {
    /// Files, directories, or `-` for standard input (also when none is given)
    pub inputs: Vec<PathBuf>,

    /// Write the modules to FILE instead of standard output; only if there are no errors
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Form to print; without it every operation is printed in the form it was written in
    #[arg(long, value_name = "FORM")]
    pub emit: Option<Emit>,

    /// Compare the diagnostics with `// expected-error {{text}}` comments instead of showing them
    #[arg(
        long,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all"
    )]
    pub verify_diagnostics: Option<VerifyMode>,

    /// Print tile types in the long spelling with all fields
    #[arg(long)]
    pub long_types: bool,

    /// Print `loc(..)` after operations
    #[arg(long)]
    pub print_locations: bool,

    /// Threads to use [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZero<usize>>,

    /// Write the time spent in each phase to standard error
    #[arg(long)]
    pub timing: bool,

    #[command(flatten)]
    pub reading: ReadArgs,

    #[command(flatten)]
    pub diagnostics: DiagnosticArgs,
}

/// Flags about reading, shared by the commands that read assembly.
#[derive(Args)]
pub struct ReadArgs {
    /// Target: a2a3 (also a2, a3), a5, or cpu; takes precedence over `pto.target_arch` in the text
    #[arg(long, visible_alias = "target", alias = "pto-arch", value_name = "ARCH", value_parser = arch)]
    pub arch: Option<Arch>,

    /// Treat the parts of an input between lines that start with MARKER as inputs of their own
    #[arg(
        long,
        value_name = "MARKER",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = split::MARKER,
        value_parser = clap::builder::NonEmptyStringValueParser::new()
    )]
    pub split_input_file: Option<String>,

    /// Accept operations of unknown dialects in generic form
    #[arg(long)]
    pub allow_unregistered_dialect: bool,
}

/// Flags about diagnostics, shared by the commands that read assembly.
#[derive(Args)]
pub struct DiagnosticArgs {
    /// How diagnostics are shown
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub diagnostics_format: Format,

    /// Stop showing diagnostics after N errors
    #[arg(long, value_name = "N")]
    pub max_errors: Option<NonZero<usize>>,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    /// Show (`NAME`) or silence (`no-NAME`) a warning, by name or code; `all` and `no-all` are for all of them
    #[arg(short = 'W', value_name = "NAME")]
    pub warnings: Vec<String>,

    /// Count warnings as errors
    #[arg(short = 'D', long)]
    pub deny_warnings: bool,
}

/// Flags of `fmt`.
#[derive(Args)]
pub struct FmtArgs {
    /// Files, directories, or `-` for standard input (also when none is given), which is written to standard output
    pub paths: Vec<PathBuf>,

    /// Change nothing; show what would change and exit with 1 if anything would
    #[arg(long)]
    pub check: bool,

    #[command(flatten)]
    pub reading: ReadArgs,

    #[command(flatten)]
    pub diagnostics: DiagnosticArgs,
}

/// Flags of `ops`.
#[derive(Args)]
pub struct OpsArgs {
    /// Operations to describe, such as `pto.tadd`; a table of all without any
    pub names: Vec<String>,
}

/// Flags of `explain`.
#[derive(Args)]
pub struct ExplainArgs {
    /// Codes (`V0001`) or names (`undefined-value`); a table of all without any
    pub codes: Vec<String>,
}

/// Flags of `completions`.
#[derive(Args)]
pub struct CompletionArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Values of `--emit`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// `pto.tadd ins(..) outs(..)`
    Dps,
    /// `%d = pto.tadd %a, %b`
    Ssa,
    /// `%d = tadd %a, %b`
    Sync,
    /// `"pto.tadd"(..)`
    Generic,
    /// Print nothing, only check
    None,
}

impl Emit {
    /// The form to print; nothing for [`Emit::None`].
    pub fn form(self) -> Option<Form> {
        match self {
            Emit::Dps => Some(Form::Dps),
            Emit::Ssa => Some(Form::Ssa),
            Emit::Sync => Some(Form::Sync),
            Emit::Generic => Some(Form::Generic),
            Emit::None => None,
        }
    }
}

/// Values of `--verify-diagnostics`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum VerifyMode {
    /// Every diagnostic must be expected
    All,
    /// Ignore diagnostics that are not expected
    OnlyExpected,
}

impl VerifyMode {
    /// For the library.
    pub fn mode(self) -> verify_mode::Mode {
        match self {
            VerifyMode::All => verify_mode::Mode::All,
            VerifyMode::OnlyExpected => verify_mode::Mode::OnlyExpected,
        }
    }
}

/// Values of `--diagnostics-format`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Source excerpts with labels, notes and fixes
    Human,
    /// One line for each diagnostic
    Short,
    /// One JSON object for each diagnostic, one per line
    Json,
    /// One SARIF 2.1.0 log
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

/// Values of `--color`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

impl ReadArgs {
    /// For the library, on one thread.
    pub fn parse_options(&self) -> ParseOptions {
        ParseOptions { arch: self.arch, allow_unregistered: self.allow_unregistered_dialect, ..ParseOptions::default() }
    }

    /// The parts of a text that are read by themselves.
    pub fn parts(&self, text: &str) -> Vec<Range<usize>> {
        split::parts(text, self.split_input_file.as_deref())
    }
}

impl DiagnosticArgs {
    /// How to show diagnostics on standard error.
    pub fn render_options(&self) -> render::RenderOptions {
        let format = match self.diagnostics_format {
            Format::Human => render::Format::Human,
            Format::Short => render::Format::Short,
            Format::Json => render::Format::Json,
            Format::Sarif => render::Format::Sarif,
            Format::Github => render::Format::Github,
        };
        let color = match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                use std::io::IsTerminal;
                let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                !set("NO_COLOR") && !dumb && std::io::stderr().is_terminal()
            }
        };
        render::RenderOptions { format, color, max_errors: self.max_errors.map(NonZero::get) }
    }

    /// Which warnings to report.
    pub fn levels(&self) -> Result<Levels, super::Failure> {
        let mut levels = Levels::default();
        levels.deny_warnings = self.deny_warnings;
        for flag in &self.warnings {
            levels.add(flag).map_err(super::Failure)?;
        }
        Ok(levels)
    }
}

fn arch(text: &str) -> Result<Arch, String> {
    Arch::parse(text).ok_or_else(|| format!("the targets are {}", Arch::ALL.map(Arch::name).join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_declarations_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn optional_values_need_an_equals_sign() {
        let cli = Cli::parse_from(["pto-opt", "--split-input-file", "a.pto", "--verify-diagnostics", "b.pto"]);
        assert_eq!(cli.options.reading.split_input_file.as_deref(), Some(split::MARKER));
        assert!(cli.options.verify_diagnostics == Some(VerifyMode::All));
        assert_eq!(cli.options.inputs.len(), 2);
        let cli = Cli::parse_from(["pto-opt", "--split-input-file=####", "--verify-diagnostics=only-expected"]);
        assert_eq!(cli.options.reading.split_input_file.as_deref(), Some("####"));
        assert!(cli.options.verify_diagnostics == Some(VerifyMode::OnlyExpected));
    }

    #[test]
    fn targets_have_several_spellings() {
        for flag in ["--arch=a2a3", "--target=a2", "--pto-arch=A3"] {
            assert_eq!(Cli::parse_from(["pto-opt", flag]).options.reading.arch, Some(Arch::A2A3), "{flag}");
        }
        assert!(Cli::try_parse_from(["pto-opt", "--arch=a7"]).is_err());
    }

    #[test]
    fn a_file_may_be_called_like_a_command() {
        assert!(Cli::parse_from(["pto-opt", "fmt"]).command.is_some());
        let cli = Cli::parse_from(["pto-opt", "./fmt"]);
        assert!(cli.command.is_none() && cli.options.inputs.len() == 1);
    }
}
