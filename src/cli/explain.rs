//! `pto-opt explain`: the page of an error code.

use super::args::ExplainArgs;
use super::{Failure, exit, output};
use pto_opt::diagnostics::codes::{CODES, Code, CodeInfo};
use pto_opt::diagnostics::suggest;

/// Runs the command.
pub fn run(args: &ExplainArgs) -> Result<i32, Failure> {
    if args.codes.is_empty() {
        output::print(&table())?;
        return Ok(exit::CLEAN);
    }
    let mut text = String::new();
    for (i, word) in args.codes.iter().enumerate() {
        let code = Code::find(word).ok_or_else(|| unknown(word))?;
        if i > 0 {
            text.push('\n');
        }
        text.push_str(&page(code.info()));
    }
    output::print(&text)?;
    Ok(exit::CLEAN)
}

fn page(info: &CodeInfo) -> String {
    let fenced = |text: &str| text.lines().map(|line| format!("    {line}\n")).collect::<String>();
    let mut out = format!("{} {}: {}\n\n{}", info.code, info.name, info.title, info.explanation);
    if !info.wrong.is_empty() {
        out.push_str(&format!("\nWrong:\n\n{}\nRight:\n\n{}", fenced(info.wrong), fenced(info.right)));
    }
    out
}

fn table() -> String {
    let width = CODES.iter().map(|info| info.name.len()).max().unwrap_or(0);
    CODES.iter().map(|info| format!("{}  {:width$}  {}\n", info.code, info.name, info.title)).collect()
}

fn unknown(word: &str) -> Failure {
    let names = CODES.iter().flat_map(|info| [info.code.as_str(), info.name]);
    let near = suggest::nearest(word, names, 3);
    Failure(format!("there is no code `{word}`{}", suggest::did_you_mean(&near)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_title_rule_and_examples() {
        let text = page(Code::find("undefined-value").unwrap().info());
        assert!(
            text.starts_with("V0001 undefined-value: use of a value that is not defined\n\nA value must"),
            "{text}"
        );
        assert!(
            text.contains("\nWrong:\n\n    func.func @twice") && text.contains("\nRight:\n\n    func.func"),
            "{text}"
        );
    }

    #[test]
    fn the_table_lists_every_code() {
        assert_eq!(table().lines().count(), CODES.len());
    }

    #[test]
    fn unknown_codes_get_a_suggestion() {
        assert_eq!(
            unknown("use-not-dominatd").0,
            "there is no code `use-not-dominatd`; did you mean `use-not-dominated`?"
        );
    }
}
