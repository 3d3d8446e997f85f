//! The registry of diagnostic codes.
//!
//! A code is stable: its meaning never changes and a dropped code is not used again. `P` syntax, `T` types and
//! attributes, `V` rules on operations and SSA, `M` memory, `S` synchronisation, `R` registers, `L` lowering. What a code
//! means at length stands in its page, see [`super::pages`].

use super::pages::Page;
use std::fmt;

/// A stable diagnostic code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(&'static str);

impl Code {
    /// The code as written: `P0001`.
    pub fn as_str(self) -> &'static str {
        self.0
    }

    /// The registry entry.
    pub fn info(self) -> &'static CodeInfo {
        CODES.iter().find(|c| c.code == self).unwrap_or(&CODES[0])
    }

    /// The code with the given text, in any case, or with the given name.
    pub fn find(text: &str) -> Option<Code> {
        CODES.iter().find(|c| c.code.0.eq_ignore_ascii_case(text) || c.name == text).map(|c| c.code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// What the registry knows about a code.
pub struct CodeInfo {
    pub code: Code,
    /// Kebab-case name: `unexpected-token`.
    pub name: &'static str,
    /// One line.
    pub title: &'static str,
    /// The rule and why it is there; paragraphs separated by blank lines.
    pub explanation: &'static str,
    /// A program that gets the code (and no other error).
    pub wrong: &'static str,
    /// The program put right.
    pub right: &'static str,
    page: &'static str,
}

impl CodeInfo {
    /// The whole page in Markdown, without a heading; empty when the code has no page.
    pub fn page(&self) -> &'static str {
        self.page
    }
}

/// The Markdown reference of all codes: `docs/errors.md`.
pub fn reference() -> String {
    let mut out = String::from(
        "# Error codes\n\n\
         Generated from the registry of diagnostics; `pto-opt explain CODE` prints the same pages.\n\n\
         | code | name | meaning |\n|---|---|---|\n",
    );
    for info in CODES {
        out.push_str(&format!("| [{0}](#{1}) | {2} | {3} |\n", info.code, anchor(info), info.name, info.title));
    }
    for info in CODES {
        out.push_str(&format!("\n## {} {}\n\n{}\n", info.code, info.name, capitalized(info.title)));
        if !info.page.is_empty() {
            out.push('\n');
            out.push_str(info.page);
        }
    }
    out
}

/// The anchor that Markdown renderers give the heading of a code.
fn anchor(info: &CodeInfo) -> String {
    format!("{}-{}", info.code.0.to_ascii_lowercase(), info.name)
}

fn capitalized(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

macro_rules! codes {
    ($($konst:ident = $code:literal, $name:literal, $title:literal;)*) => {
        $(#[doc = $title] pub const $konst: Code = Code($code);)*
        /// All codes, in order.
        pub static CODES: &[CodeInfo] = &[$({
            const PAGE: Page = Page::of($code);
            CodeInfo {
                code: $konst,
                name: $name,
                title: $title,
                explanation: PAGE.explanation,
                wrong: PAGE.wrong,
                right: PAGE.right,
                page: PAGE.text,
            }
        }),*];
    };
}

codes! {
    // ---- syntax
    UNEXPECTED_TOKEN = "P0001", "unexpected-token", "a token that cannot stand here";
    UNEXPECTED_CHAR = "P0002", "unexpected-character", "a character that starts no token";
    UNTERMINATED_STRING = "P0003", "unterminated-string", "a string without a closing quote";
    INVALID_UTF8 = "P0004", "invalid-utf8", "bytes that are not UTF-8";
    TOO_DEEP = "P0005", "nesting-too-deep", "brackets or regions nested too deeply";
    UNCLOSED = "P0006", "unclosed-delimiter", "an opening bracket without its closing one";
    BAD_NUMBER = "P0007", "bad-number", "a number that does not fit or is not one";
    BAD_ESCAPE = "P0008", "bad-escape", "an unknown escape in a string";
    UNKNOWN_OP = "P0009", "unknown-operation", "an operation that does not exist";
    UNKNOWN_DIALECT = "P0010", "unknown-dialect", "an operation of a dialect that is not known";
    RESULT_TYPE_REQUIRED = "P0011", "result-type-required", "a result type that cannot be inferred is missing";
    PLACEHOLDER = "P0012", "placeholder", "documentation notation where a type is needed";
    NO_FORM = "P0013", "no-such-form", "an operation in a form that it does not have";
    UNKNOWN_MODIFIER = "P0014", "unknown-modifier", "an unknown `#key=value` modifier";
    DUPLICATE_CLAUSE = "P0015", "duplicate-clause", "a clause that stands twice";
    UNKNOWN_ALIAS = "P0016", "unknown-alias", "an alias that is not defined";
    ALIAS_REDEFINED = "P0017", "alias-redefined", "an alias that is defined twice";
    NOT_AVAILABLE = "P0018", "operation-not-available", "an operation that is reserved, removed or only documented";
    TOO_LARGE = "P0019", "input-too-large", "an input or a list that is too large";
    // ---- types and attributes
    UNKNOWN_TYPE = "T0001", "unknown-type", "a type that does not exist";
    BAD_TYPE = "T0002", "malformed-type", "a type with wrong syntax or parameters";
    TILE_SHAPE = "T0003", "tile-shape", "a tile without two positive dimensions";
    TILE_VALID = "T0004", "tile-valid-region", "a valid region that does not fit its tile";
    TILE_FIELD = "T0005", "tile-field", "a field of a tile type that is unknown, missing or has no such value";
    TILE_ELEMENT = "T0006", "tile-element", "an element type that tiles cannot hold";
    LEFT_LAYOUT = "T0007", "left-tile-layout", "a layout of a left tile that the target replaces";
    TILE_BOXES = "T0008", "tile-boxes", "a boxed tile that its boxes do not divide";
    REGISTER_SIZE = "T0009", "register-size", "a vector register that is not 256 bytes";
    MULTI_TILE = "T0010", "multi-tile", "a multi tile buffer with a wrong number or kind of slots";
    DIMENSIONS = "T0011", "dimensions", "a view or array with dimensions it cannot have";
    ARRAY_ELEMENT = "T0012", "element-type", "a pointer, array or struct of something it cannot hold";
    TARGET_TYPE = "T0013", "type-not-on-target", "a type that the target does not have";
    MASK_GRANULARITY = "T0014", "mask-granularity", "a mask without granularity";
    VMI_TYPE = "T0015", "vmi-register", "a vmi register with a wrong size or layout";
    UNKNOWN_ATTR = "T0101", "unknown-attribute-value", "an attribute that does not exist";
    BAD_ATTR = "T0102", "malformed-attribute", "an attribute with wrong syntax or parameters";
    DUPLICATE_KEY = "T0103", "duplicate-key", "a key that stands twice in one dictionary";
    ENUM_INTEGER = "T0104", "integer-for-enum", "an integer where an enumeration has names";
    // ---- SSA and structure
    UNDEFINED_VALUE = "V0001", "undefined-value", "use of a value that is not defined";
    REDEFINED_VALUE = "V0002", "redefined-value", "a value that is defined twice";
    NOT_DOMINATED = "V0003", "use-not-dominated", "a use that its definition does not dominate";
    OPERAND_COUNT = "V0004", "operand-count", "wrong number of operands";
    RESULT_COUNT = "V0005", "result-count", "wrong number of results";
    TYPE_MISMATCH = "V0006", "type-mismatch", "a written type differs from the type of the value";
    MISSING_TERMINATOR = "V0007", "missing-terminator", "a block without its terminator";
    MISPLACED_TERMINATOR = "V0008", "misplaced-terminator", "an operation after a terminator, or a terminator in the wrong place";
    UNKNOWN_BLOCK = "V0009", "unknown-successor", "a successor that is not a block of the region";
    REDEFINED_SYMBOL = "V0010", "redefined-symbol", "a symbol that is defined twice";
    UNKNOWN_SYMBOL = "V0011", "unknown-symbol", "a reference to a symbol that does not exist";
    CALL_MISMATCH = "V0012", "call-mismatch", "a call whose types differ from the callee's";
    OPERAND_KIND = "V0013", "operand-kind", "an operand of the wrong kind of type";
    UNKNOWN_KEY = "V0014", "unknown-attribute", "an attribute that the operation does not have";
    MISSING_KEY = "V0015", "missing-attribute", "a required attribute is missing";
    ATTR_KIND = "V0016", "attribute-kind", "an attribute value of the wrong kind";
    REGION_SHAPE = "V0017", "region-shape", "wrong number of regions or blocks";
    REDEFINED_BLOCK = "V0018", "redefined-block", "a block label that is defined twice";
    SUCCESSOR_ARGS = "V0019", "successor-arguments", "arguments that differ from those of the successor";
    FUNCTION_RULE = "V0020", "function-rule", "a function that breaks a rule on declarations or entries";
    UNKNOWN_TARGET = "V0021", "unknown-target", "a target that does not exist";
    // ---- lowering and printing
    NO_SPELLING = "L0001", "no-spelling", "an operation that the requested form cannot express";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_are_well_formed_and_unique() {
        for (i, info) in CODES.iter().enumerate() {
            let code = info.code.as_str();
            assert!(code.len() == 5 && "PTVMSRL".contains(&code[..1]), "{code}");
            assert!(code[1..].bytes().all(|b| b.is_ascii_digit()), "{code}");
            let kebab = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
            assert!(info.name.bytes().all(kebab), "{}", info.name);
            for other in &CODES[..i] {
                assert!(other.code != info.code && other.name != info.name, "{code} {}", info.name);
            }
            assert_eq!(Code::find(info.name), Some(info.code));
            assert_eq!(Code::find(&code.to_lowercase()), Some(info.code));
        }
    }

    #[test]
    fn every_code_has_a_page() {
        for info in CODES {
            assert!(!info.explanation.trim().is_empty(), "src/diagnostics/pages has no page for {}", info.code);
            assert_eq!(info.wrong.is_empty(), info.right.is_empty(), "{}", info.code);
            assert!(info.wrong.is_empty() || info.wrong != info.right, "{}", info.code);
        }
    }
}
