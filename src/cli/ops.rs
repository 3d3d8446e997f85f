//! `pto-opt ops`: the operations and their syntax, from their definitions.

use super::args::OpsArgs;
use super::{Failure, exit, output};
use pto_opt::diagnostics::suggest;
use pto_opt::dialect::reference;
use pto_opt::dialect::registry::{self, OpName};

/// Runs the command.
pub fn run(args: &OpsArgs) -> Result<i32, Failure> {
    if args.names.is_empty() {
        output::print(&reference::table())?;
        return Ok(exit::CLEAN);
    }
    let mut text = String::new();
    for (i, name) in args.names.iter().enumerate() {
        if i > 0 {
            text.push('\n');
        }
        let found = OpName::find(name).or_else(|| OpName::find_mnemonic(name)).ok_or_else(|| unknown(name))?;
        text.push_str(&reference::describe(found.op.def()));
    }
    output::print(&text)?;
    Ok(exit::CLEAN)
}

fn unknown(name: &str) -> Failure {
    let near = registry::nearest(name, 3);
    Failure(format!("there is no operation `{name}`{}", suggest::did_you_mean(&near)))
}
