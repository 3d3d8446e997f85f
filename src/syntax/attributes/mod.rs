//! Text of an attribute to its handle.
//!
//! [`parse_attr`] takes the whole text of one attribute, [`parse_dict`] and [`parse_dict_entries`] a dictionary with its
//! braces. A nesting check comes first; then [`lexer`] cuts tokens, the LALR grammar in `grammar/attributes.lalrpop` finds
//! the structure, and [`build`] (with [`pto`] for attributes of PTO and [`number`] for literals) gives it meaning and
//! interns bottom-up, so nothing here recurses. [`convert`] turns a parsed value into the kind that an operation declares.
//! Which attributes an operation has is known to its definition, printing is in `ir::attr_print`.

pub mod build;
mod convert;
pub mod lexer;
pub mod number;
mod pto;

use super::env::Env;
use super::types;
use crate::diagnostics::{Diagnostic, codes};
use crate::ir::attrs::{Attr, AttrId, DictId, Sym};
use crate::ir::types::TypeId;
use crate::source::Span;
use build::{Builder, Entry};
use lalrpop_util::{ParseError, lalrpop_mod};
use lexer::{LexError, Token, Tokens};

pub use convert::convert;
pub use number::{fit_int, parse_int};

lalrpop_mod!(
    #[allow(clippy::all, unused)]
    grammar,
    "/attributes.rs"
);

/// An entry of a dictionary and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DictEntry {
    pub key: Sym,
    pub key_span: Span,
    pub value: AttrId,
    pub value_span: Span,
}

/// Parses the text of one attribute. `base` is the offset of the text in its file. Problems are reported once, and the
/// attribute is [`Attr::Error`].
pub fn parse_attr(text: &str, base: u32, env: &mut Env) -> AttrId {
    let mut builder = Builder::new(text, base, env);
    if types::check_nesting(text, base, builder.env.sink) {
        match grammar::AttributeParser::new().parse(&mut builder, Tokens::new(text)) {
            Ok(node) if !builder.failed && builder.check_weight(node.weight) => return node.id,
            Ok(_) => {}
            Err(error) => builder.syntax_error(error),
        }
    }
    env.context.attr(Attr::Error)
}

/// Parses a dictionary with its braces. After an error it is empty.
pub fn parse_dict(text: &str, base: u32, env: &mut Env) -> DictId {
    let entries = parse_dict_entries(text, base, env);
    env.context.dict(entries.iter().map(|e| (e.key, e.value)).collect())
}

/// Parses a dictionary with its braces and keeps the spans. Every key occurs once, in the order written; a key that
/// stands again is reported and left out. A value that is wrong is reported and [`Attr::Error`]; after a syntax error
/// the list is empty.
pub fn parse_dict_entries(text: &str, base: u32, env: &mut Env) -> Vec<DictEntry> {
    entries(text, base, false, env)
}

/// As [`parse_dict_entries`], for the dictionary of an operation: a bare word is a value, which the kind of the attribute
/// then gives a meaning (rule S6).
pub fn parse_op_entries(text: &str, base: u32, env: &mut Env) -> Vec<DictEntry> {
    entries(text, base, true, env)
}

fn entries(text: &str, base: u32, words: bool, env: &mut Env) -> Vec<DictEntry> {
    let mut builder = Builder::new(text, base, env);
    builder.words = words;
    if !types::check_nesting(text, base, builder.env.sink) {
        return Vec::new();
    }
    match grammar::EntriesParser::new().parse(&mut builder, Tokens::new(text)) {
        Ok(entries) => {
            let weight = entries.iter().fold(super::env::Weight::LEAF, |w, e: &Entry| w.with(e.value.weight));
            if !builder.check_weight(weight) {
                return Vec::new();
            }
            builder.unique(entries).iter().map(Builder::public_entry).collect()
        }
        Err(error) => {
            builder.syntax_error(error);
            Vec::new()
        }
    }
}

/// The attribute that the literal at `span` means at a type: an integer, a float (a hexadecimal literal is its bit
/// pattern), `true` or `false`. What does not fit is reported, and the attribute is [`Attr::Error`].
pub fn literal(text: &str, span: Span, ty: TypeId, env: &mut Env) -> AttrId {
    let text = text.trim();
    let result = match (text, ty) {
        ("true" | "false", TypeId::I1 | TypeId::ERROR) => Ok(Attr::Bool(text == "true")),
        ("true" | "false", _) => Err(number::LiteralError {
            message: format!("`{text}` is an i1, the type is {}", crate::ir::type_print::type_string(env.context, ty)),
            instead: None,
        }),
        _ => number::literal(env.context, number::Number::new(text), ty),
    };
    match result {
        Ok(attr) => env.context.attr(attr),
        Err(error) => {
            let mut diagnostic =
                Diagnostic::error(codes::BAD_NUMBER, span, error.message).label("does not fit its type");
            if let Some(instead) = error.instead {
                diagnostic = diagnostic.fix(format!("write `{instead}`"), span, instead);
            }
            env.sink.push(diagnostic);
            env.context.attr(Attr::Error)
        }
    }
}

/// Whether a literal fits a type, without reporting anything.
pub fn fits(text: &str, ty: TypeId, context: &crate::ir::attrs::Context) -> bool {
    match text.trim() {
        "true" | "false" => ty == TypeId::I1,
        text => number::literal(context, number::Number::new(text), ty).is_ok(),
    }
}

impl<'t> Builder<'t, '_, '_> {
    /// Reports what the lexer or the grammar refused, unless something was wrong before it.
    fn syntax_error(&mut self, error: ParseError<u32, Token<'t>, LexError>) {
        if self.failed {
            return;
        }
        let end = self.text.trim_end().len() as u32;
        let diagnostic = match error {
            ParseError::User { error: LexError::Character { at, len } } => {
                let shown = self.slice(at, at + len);
                Diagnostic::error(
                    codes::UNEXPECTED_CHAR,
                    self.span(at, at + len),
                    format!("`{shown}` cannot stand in an attribute"),
                )
                .label("unexpected character")
            }
            ParseError::User { error: LexError::Unclosed { at } } => {
                let what = if self.text.as_bytes().get(at as usize) == Some(&b'"') { "string" } else { "bracket" };
                Diagnostic::error(codes::UNCLOSED, self.span(at, at + 1), format!("this {what} is never closed"))
                    .label("opened here")
            }
            ParseError::User { error: LexError::Number { start, end } } => {
                let shown = self.slice(start, end);
                let mut diagnostic =
                    Diagnostic::error(codes::BAD_NUMBER, self.span(start, end), format!("`{shown}` is not a number"))
                        .label("digits and letters mixed");
                if let Some((mantissa, exponent)) = shown.split_once(['e', 'E'])
                    && !mantissa.contains('.')
                    && exponent.bytes().all(|b| b.is_ascii_digit())
                {
                    let instead = format!("{mantissa}.0e{exponent}");
                    diagnostic = diagnostic.fix(format!("write `{instead}`"), self.span(start, end), instead);
                }
                diagnostic
            }
            ParseError::UnrecognizedEof { expected, .. } => {
                Diagnostic::error(codes::BAD_ATTR, self.span(end, end), "the attribute ends too early")
                    .label(expectation(&expected))
            }
            ParseError::UnrecognizedToken { token: (start, _, end), expected } => {
                let shown = self.slice(start, end);
                let mut diagnostic = Diagnostic::error(
                    codes::BAD_ATTR,
                    self.span(start, end),
                    format!("`{shown}` cannot stand here in an attribute"),
                )
                .label(expectation(&expected));
                if crate::ir::attr_print::is_bare_word(shown) && expected.iter().any(|e| e == "\"str\"") {
                    diagnostic = diagnostic.fix(
                        format!("a string has quotes: `\"{shown}\"`"),
                        self.span(start, end),
                        format!("\"{shown}\""),
                    );
                }
                diagnostic
            }
            ParseError::ExtraToken { token: (start, _, end) } => {
                let shown = self.slice(start, end);
                Diagnostic::error(
                    codes::BAD_ATTR,
                    self.span(start, end),
                    format!("`{shown}` after the end of the attribute"),
                )
                .label("the attribute is complete before this")
            }
            ParseError::InvalidToken { location } => {
                Diagnostic::error(codes::BAD_ATTR, self.span(location, location), "malformed attribute")
            }
        };
        self.report(diagnostic);
    }
}

/// `expected a or b` from the terminal names of the grammar.
fn expectation(expected: &[String]) -> String {
    let names: Vec<&str> = expected.iter().map(|e| e.trim_matches('"')).collect();
    // Where an attribute may stand, its many first tokens say nothing.
    if names.contains(&"dense") {
        return "expected an attribute value".to_owned();
    }
    let mut words: Vec<String> = Vec::new();
    for name in names {
        let word = match name {
            "word" => "a word".to_owned(),
            "type word" | "type" => "a type".to_owned(),
            "int" | "float" | "-" => "a number".to_owned(),
            "str" => "a string".to_owned(),
            "@name" => "a symbol".to_owned(),
            "#name" | "#pto" | "opaque" => "an attribute".to_owned(),
            "true" | "false" | "unit" => continue,
            other => format!("`{other}`"),
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    match words.as_slice() {
        [] => "unexpected".to_owned(),
        [one] => format!("expected {one}"),
        [first @ .., last] => format!("expected {} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests;
