//! The pages behind `pto-opt explain`: one Markdown file for each code.
//!
//! A page is an explanation and, where a short program can show the rule, a wrong and a right one under the headings
//! `Wrong:` and `Right:`. The pages are split when the crate is compiled.

/// The parts of one page.
pub(super) struct Page {
    /// All of it.
    pub text: &'static str,
    pub explanation: &'static str,
    pub wrong: &'static str,
    pub right: &'static str,
}

const WRONG: &str = "\nWrong:\n\n```mlir\n";
const RIGHT: &str = "```\n\nRight:\n\n```mlir\n";
const END: &str = "```\n";

impl Page {
    /// The page of a code; empty when there is none.
    pub const fn of(code: &str) -> Page {
        let mut i = 0;
        while i < PAGES.len() {
            if starts_with(PAGES[i].0.as_bytes(), 0, code.as_bytes()) {
                return Page::split(PAGES[i].1);
            }
            i += 1;
        }
        Page { text: "", explanation: "", wrong: "", right: "" }
    }

    const fn split(text: &'static str) -> Page {
        let Some((explanation, rest)) = split_once(text, WRONG) else {
            return Page { text, explanation: text, wrong: "", right: "" };
        };
        let Some((wrong, rest)) = split_once(rest, RIGHT) else { panic!("a page with `Wrong:` needs `Right:`") };
        let Some((right, rest)) = split_once(rest, END) else { panic!("the right program is not closed") };
        assert!(rest.is_empty(), "a page ends with the right program");
        Page { text, explanation, wrong, right }
    }
}

const fn split_once<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let mut at = 0;
    while at + mark.len() <= text.len() {
        if starts_with(text.as_bytes(), at, mark.as_bytes()) {
            let (before, rest) = text.split_at(at);
            return Some((before, rest.split_at(mark.len()).1));
        }
        at += 1;
    }
    None
}

const fn starts_with(text: &[u8], at: usize, word: &[u8]) -> bool {
    let mut i = 0;
    while i < word.len() {
        if at + i >= text.len() || text[at + i] != word[i] {
            return false;
        }
        i += 1;
    }
    true
}

macro_rules! pages {
    ($($code:literal)*) => {
        const PAGES: &[(&str, &str)] = &[$(($code, include_str!(concat!($code, ".md")))),*];
    };
}

pages! {
    "L0001" "P0001" "P0002" "P0003" "P0004" "P0005" "P0006" "P0007"
    "P0008" "P0009" "P0010" "P0011" "P0012" "P0013" "P0014" "P0015"
    "P0016" "P0017" "P0018" "P0019" "T0001" "T0002" "T0003" "T0004"
    "T0005" "T0006" "T0007" "T0008" "T0009" "T0010" "T0011" "T0012"
    "T0013" "T0014" "T0015" "T0101" "T0102" "T0103" "T0104" "V0001"
    "V0002" "V0003" "V0004" "V0005" "V0006" "V0007" "V0008" "V0009"
    "V0010" "V0011" "V0012" "V0013" "V0014" "V0015" "V0016" "V0017"
    "V0018" "V0019" "V0020" "V0021"
}
