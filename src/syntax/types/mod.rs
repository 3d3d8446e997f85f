//! Text of a type to its handle.
//!
//! [`parse_type`] takes the whole text of one type. A nesting check comes first; then [`lexer`] cuts tokens, the LALR
//! grammar in `grammar/types.lalrpop` finds the structure, and [`build`] (with [`tile`] for tiles) gives it meaning and
//! interns bottom-up, so nothing here recurses. What one spelling can mean is decided here, values outside their sets
//! included; rules on a type that was understood are in `verify::types`. Printing is in `ir::type_print`.

pub mod build;
pub mod canonical;
pub mod lexer;
pub mod names;
pub mod tile;

use super::env::{Aliases, Env, MAX_DEPTH, Weight};
use super::scan::{self, Scan};
use crate::diagnostics::{Diagnostic, Sink, codes};
use crate::ir::attrs::Context;
use crate::ir::types::TypeId;
use crate::source::Span;
use build::Builder;
use lalrpop_util::{ParseError, lalrpop_mod};
use lexer::{LexError, Token, Tokens};

lalrpop_mod!(
    #[allow(clippy::all, unused)]
    grammar,
    "/types.rs"
);

/// A part of a type that a message may point at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// Value of `loc`, or the space of a pointer.
    Loc,
    /// Element type.
    Dtype,
    Rows,
    Cols,
    VRow,
    VCol,
    BLayout,
    SLayout,
    Fractal,
    Pad,
    Compact,
    /// Slots of a multi tile buffer, elements of an event id array.
    Count,
    /// Lanes of a register.
    Lanes,
    /// Granularity of a mask.
    Granularity,
    /// Layout of a vmi register, of a memref.
    Layout,
    /// A dimension of a view, array, memref, tensor or vector.
    Dim(u32),
    /// A member of a struct or tuple.
    Member(u32),
}

/// Parses the text of one type. `base` is the offset of the text in its file. Problems are reported once, and the type
/// is [`TypeId::ERROR`].
pub fn parse_type(text: &str, base: u32, env: &mut Env) -> TypeId {
    parse_weighed(text, base, env).0
}

/// As [`parse_type`], with the weight of the type.
pub(crate) fn parse_weighed(text: &str, base: u32, env: &mut Env) -> (TypeId, Weight) {
    let mut builder = Builder::new(text, base, env);
    parse_with(&mut builder).unwrap_or((TypeId::ERROR, Weight::LEAF))
}

/// Parses `<..>` where the operation fixes the constructor: `tile_buf` or `ptr`. Everything else is as in
/// [`parse_type`].
pub fn parse_bare(text: &str, base: u32, constructor: &str, env: &mut Env) -> TypeId {
    let mut builder = Builder::new(text, base, env);
    if !check_nesting(text, base, builder.env.sink) {
        return TypeId::ERROR;
    }
    let tokens = Tokens::new(text);
    match grammar::BareParser::new().parse(&mut builder, tokens) {
        Ok(params) => {
            let node = builder.pto(constructor, Some(params), 0, text.len() as u32);
            builder.finish(node)
        }
        Err(error) => {
            builder.syntax_error(error);
            TypeId::ERROR
        }
    }
}

/// Where a part of a type stands in its text, in any spelling; bytes from the start of `text`. For nested types it is
/// the part of the outermost type that has one. `None` when the spelling leaves the part out.
pub fn field_span(text: &str, field: Field) -> Option<Span> {
    let mut context = Context::default();
    let mut sink = Sink::new();
    let aliases = Aliases::default();
    let mut env = Env { context: &mut context, aliases: &aliases, sink: &mut sink, arch: None };
    let mut builder = Builder::new(text, 0, &mut env);
    parse_with(&mut builder);
    builder.fields.iter().rev().find(|(f, _)| *f == field).map(|(_, span)| *span)
}

fn parse_with(builder: &mut Builder) -> Option<(TypeId, Weight)> {
    if !check_nesting(builder.text, builder.base, builder.env.sink) {
        return None;
    }
    let tokens = Tokens::new(builder.text);
    match grammar::TypeParser::new().parse(builder, tokens) {
        Ok(node) => Some((builder.finish(node), node.weight)),
        Err(error) => {
            builder.syntax_error(error);
            None
        }
    }
}

/// Reports brackets nested more than [`MAX_DEPTH`] deep.
pub(crate) fn check_nesting(text: &str, base: u32, sink: &mut Sink) -> bool {
    let bytes = text.as_bytes();
    let mut depth = 0u32;
    let mut i = 0;
    while let Some(&b) = bytes.get(i) {
        match b {
            b'(' | b'[' | b'{' | b'<' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    let at = base + i as u32;
                    sink.push(
                        Diagnostic::error(
                            codes::TOO_DEEP,
                            Span::new(at, at + 1),
                            format!("brackets nested more than {MAX_DEPTH} levels deep"),
                        )
                        .label("one level too many"),
                    );
                    return false;
                }
            }
            b'>' if i > 0 && bytes[i - 1] == b'-' => {}
            b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
            b'"' => match scan::string(bytes, i) {
                Scan::Closed(end) => {
                    i = end;
                    continue;
                }
                _ => return true,
            },
            b'/' if bytes.get(i + 1) == Some(&b'/') => {
                i = scan::line_end(bytes, i);
                continue;
            }
            _ => {}
        }
        i += 1;
    }
    true
}

impl<'t> Builder<'t, '_, '_> {
    /// Reports what the lexer or the grammar refused.
    fn syntax_error(&mut self, error: ParseError<u32, Token<'t>, LexError>) {
        let end = self.text.trim_end().len() as u32;
        let diagnostic = match error {
            ParseError::User { error: LexError::Character { at, len } } => {
                let span = self.span(at, at + len);
                let shown = self.shown(at, at + len);
                Diagnostic::error(codes::UNEXPECTED_CHAR, span, format!("`{shown}` cannot stand in a type"))
                    .label("unexpected character")
            }
            ParseError::User { error: LexError::Number { start, end } } => {
                Diagnostic::error(codes::BAD_NUMBER, self.span(start, end), "this number does not fit 64 bits")
                    .label("too large")
            }
            ParseError::User { error: LexError::Unclosed { at } } => {
                let what = if self.text.as_bytes().get(at as usize) == Some(&b'"') { "string" } else { "bracket" };
                Diagnostic::error(codes::UNCLOSED, self.span(at, at + 1), format!("this {what} is never closed"))
                    .label("opened here")
            }
            ParseError::UnrecognizedEof { expected, .. } => {
                Diagnostic::error(codes::BAD_TYPE, self.span(end, end), "the type ends too early")
                    .label(expectation(&expected))
            }
            ParseError::UnrecognizedToken { token: (start, _, end), expected } => {
                let shown = self.shown(start, end);
                Diagnostic::error(
                    codes::BAD_TYPE,
                    self.span(start, end),
                    format!("`{shown}` cannot stand here in a type"),
                )
                .label(expectation(&expected))
            }
            ParseError::ExtraToken { token: (start, _, end) } => {
                let shown = self.shown(start, end);
                Diagnostic::error(
                    codes::BAD_TYPE,
                    self.span(start, end),
                    format!("`{shown}` after the end of the type"),
                )
                .label("the type is complete before this")
            }
            ParseError::InvalidToken { location } => {
                Diagnostic::error(codes::BAD_TYPE, self.span(location, location), "malformed type")
            }
        };
        self.report(diagnostic);
    }

    fn shown(&self, start: u32, end: u32) -> &'t str {
        self.text.get(start as usize..end as usize).unwrap_or("")
    }
}

/// `expected a or b` from the terminal names of the grammar.
fn expectation(expected: &[String]) -> String {
    let mut words: Vec<&str> = Vec::new();
    for name in expected {
        let word = match name.trim_matches('"') {
            "word" | "!name" | "opaque" | "foreign" | "*x" => "a type or value",
            "attr" => continue,
            "dim" | "int" | "?" | "-" => "a number",
            "str" => continue,
            "," => "`,`",
            "<" => "`<`",
            ">" => "`>`",
            "(" => continue,
            ")" => "`)`",
            ":" => continue,
            "=" => "`=`",
            "->" => "`->`",
            _ => continue,
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
