//! The registry of diagnostic codes.
//!
//! A code is stable: its meaning never changes and a dropped code is not used again. `P` syntax, `T` types and
//! attributes, `V` rules on operations and SSA, `M` memory, `S` synchronisation, `R` registers, `L` lowering.

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
}

macro_rules! codes {
    ($($(#[$attr:meta])* $konst:ident = $code:literal, $name:literal, $title:literal
        $(, $explanation:literal $(, wrong: $wrong:literal, right: $right:literal)?)?;)*) => {
        $(#[doc = $title] pub const $konst: Code = Code($code);)*
        /// All codes, in order.
        pub static CODES: &[CodeInfo] = &[$(CodeInfo {
            code: $konst,
            name: $name,
            title: $title,
            explanation: concat!("" $(, $explanation)?),
            wrong: concat!("" $($(, $wrong)?)?),
            right: concat!("" $($(, $right)?)?),
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
    UNKNOWN_ATTR = "T0101", "unknown-attribute-value", "an attribute that does not exist";
    BAD_ATTR = "T0102", "malformed-attribute", "an attribute with wrong syntax or parameters";
    DUPLICATE_KEY = "T0103", "duplicate-key", "a key that stands twice in one dictionary";
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
