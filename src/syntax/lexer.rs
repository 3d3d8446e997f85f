//! Tokens.
//!
//! The lexer works on the whole text of a source; spans are byte offsets in it. A type (`!pto.tile_buf<..>`) and an
//! attribute with an introducer (`#pto<cmp lt>`) are one token each: their insides are parsed by [`super::types`] and
//! [`super::attributes`], once per distinct text. Rules `L1`..`L16` of the grammar are decided here.

use super::scan::{self, Scan};
use crate::ir::types::TypeId;
use crate::source::Span;
use logos::{Lexer, Logos};

/// A token.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(extras = Extras, error = LexError)]
#[logos(skip r"[ \t\r\n\f]+")]
pub enum Tok {
    #[token("//", comment)]
    Comment,
    /// `[A-Za-z_][A-Za-z0-9_$.]*`
    #[regex(r"[A-Za-z_][A-Za-z0-9_$.]*")]
    Ident,
    /// `%x`, `%0`, `%r#1`
    #[regex(r"%([0-9]+|[A-Za-z_$.\-][A-Za-z0-9_$.\-]*)(#[0-9]+)?", name)]
    Value,
    /// `^bb0`
    #[regex(r"\^([0-9]+|[A-Za-z_$.\-][A-Za-z0-9_$.\-]*)")]
    Block,
    /// `@name`, `@"name"`
    #[regex(r"@[A-Za-z0-9_$.\-]+")]
    #[token("@\"", at_string)]
    Symbol,
    /// `!name`, with its bracketed body
    #[regex(r"![A-Za-z_$.\-][A-Za-z0-9_$.\-]*", type_body)]
    Type,
    /// `#name`, with its bracketed body
    #[regex(r"#[A-Za-z_$.\-][A-Za-z0-9_$.\-]*", attr_body)]
    Attr,
    /// A comment of the documentation pages: `# ..` first on its line.
    #[regex(r"#[ \t!\n]", page_comment)]
    #[token("#", page_comment)]
    PageComment,
    #[regex(r"[0-9]+")]
    #[regex(r"0x[0-9A-Fa-f]+")]
    Int,
    #[regex(r"[0-9]+\.[0-9]*([eE][+\-]?[0-9]+)?")]
    Float,
    #[token("\"", string)]
    Str,
    /// `.arg`, `.const`
    #[regex(r"\.[A-Za-z]+")]
    Directive,
    /// `{-# .. #-}`: file metadata, skipped
    #[token("{-#", metadata)]
    Metadata,
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("{")]
    LBrace,
    #[token("}")]
    RBrace,
    #[token("[")]
    LBracket,
    #[token("]")]
    RBracket,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("::")]
    ColonColon,
    #[token("=")]
    Equal,
    #[token("->")]
    Arrow,
    #[token("-")]
    Minus,
    #[token("?")]
    Question,
    #[token("*")]
    Star,
    #[token("+")]
    Plus,
    #[token("|")]
    Bar,
    #[token(";")]
    Semicolon,
    #[token("...")]
    Ellipsis,
    /// A character that starts no token, or a token that does not end; reported when the parser meets it.
    Invalid,
    /// End of input.
    Eof,
}

/// Why a token could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LexError {
    /// A character that starts no token.
    #[default]
    Character,
    /// A string without closing quote, from its quote.
    String { quote: u32 },
    /// A `<` after a type or attribute name without its partner.
    Angle,
    /// `{-#` without `#-}`.
    Metadata,
    /// A name longer than 65,535 bytes.
    LongName,
}

/// What the lexer remembers between tokens.
#[derive(Default)]
pub struct Extras {
    /// Handle of the last [`Tok::Type`] when its text was among the recent ones.
    pub type_id: Option<TypeId>,
    /// Recently used type texts: where one stands, and its handle.
    recent: [(Span, TypeId); RECENT],
    next_recent: usize,
    /// Comments, when they are kept.
    pub comments: Option<Vec<Span>>,
}

/// How many type texts are compared before the cache by hash is asked. A function rarely uses more.
const RECENT: usize = 4;

impl Default for TypeId {
    fn default() -> Self {
        TypeId::ERROR
    }
}

impl Extras {
    /// Remembers the handle of the type text at `span`. Only text that ends in `>` may be remembered: other text could
    /// be the start of a longer name.
    pub fn remember(&mut self, span: Span, id: TypeId) {
        self.recent[self.next_recent] = (span, id);
        self.next_recent = (self.next_recent + 1) % RECENT;
    }

    /// Forgets all type texts; needed when the same text comes to mean another type.
    pub fn forget(&mut self) {
        self.recent = Default::default();
    }
}

/// The lexer of a source.
pub type Lex<'s> = Lexer<'s, Tok>;

/// The next token that is no comment. Comments are tokens, not skipped by the generated lexer, which would call itself
/// once for each in a row.
pub fn next(lex: &mut Lex) -> Option<Result<Tok, LexError>> {
    loop {
        match lex.next() {
            Some(Ok(Tok::Comment | Tok::PageComment | Tok::Metadata)) => {}
            other => return other,
        }
    }
}

fn comment(lex: &mut Lex) {
    let span = lex.span();
    let end = scan::line_end(lex.source().as_bytes(), span.end);
    if let Some(comments) = &mut lex.extras.comments {
        comments.push(Span::new(span.start as u32, end as u32));
    }
    lex.bump(end - span.end);
}

/// Names are stored with 16-bit lengths.
fn name(lex: &mut Lex) -> Result<(), LexError> {
    if lex.slice().len() > usize::from(u16::MAX) { Err(LexError::LongName) } else { Ok(()) }
}

fn type_body(lex: &mut Lex) -> Result<(), LexError> {
    let source = lex.source().as_bytes();
    let span = lex.span();
    if source.get(span.end) != Some(&b'<') {
        lex.extras.type_id = None;
        return Ok(());
    }
    let rest = &source[span.start..];
    for &(recent, id) in &lex.extras.recent {
        let len = recent.len();
        if len != 0 && rest.len() >= len && rest[..len] == source[recent.range()] {
            lex.extras.type_id = Some(id);
            lex.bump(span.start + len - span.end);
            return Ok(());
        }
    }
    lex.extras.type_id = None;
    angle_body(lex)
}

fn attr_body(lex: &mut Lex) -> Result<(), LexError> {
    if lex.source().as_bytes().get(lex.span().end) == Some(&b'<') { angle_body(lex) } else { Ok(()) }
}

/// Extends the token over the angle brackets that follow it.
fn angle_body(lex: &mut Lex) -> Result<(), LexError> {
    let source = lex.source();
    let end = lex.span().end;
    match scan::angles(source.as_bytes(), end) {
        Scan::Closed(close) => {
            lex.bump(close - end);
            Ok(())
        }
        Scan::Open(stop) => {
            lex.bump(char_boundary(source, stop) - end);
            Err(LexError::Angle)
        }
        Scan::OpenString { quote, stop } => {
            lex.bump(char_boundary(source, stop) - end);
            Err(LexError::String { quote: quote as u32 })
        }
    }
}

fn string(lex: &mut Lex) -> Result<(), LexError> {
    string_body(lex, lex.span().start)
}

fn at_string(lex: &mut Lex) -> Result<(), LexError> {
    string_body(lex, lex.span().start + 1)
}

fn string_body(lex: &mut Lex, quote: usize) -> Result<(), LexError> {
    let source = lex.source();
    let end = lex.span().end;
    match scan::string(source.as_bytes(), quote) {
        Scan::Closed(close) => {
            lex.bump(close - end);
            Ok(())
        }
        Scan::Open(stop) | Scan::OpenString { stop, .. } => {
            lex.bump(char_boundary(source, stop).max(end) - end);
            Err(LexError::String { quote: quote as u32 })
        }
    }
}

/// `# text` is a comment only where a line starts with it; anywhere else the `#` starts nothing (rule L9).
fn page_comment(lex: &mut Lex) -> Result<(), LexError> {
    let source = lex.source();
    let span = lex.span();
    if !scan::page_comment(source.as_bytes(), span.start) {
        return Err(LexError::Character);
    }
    let end = scan::line_end(source.as_bytes(), span.start);
    if let Some(comments) = &mut lex.extras.comments {
        comments.push(Span::new(span.start as u32, end as u32));
    }
    if end > span.end {
        lex.bump(end - span.end);
    }
    Ok(())
}

fn metadata(lex: &mut Lex) -> Result<(), LexError> {
    match lex.remainder().find("#-}") {
        Some(at) => {
            lex.bump(at + 3);
            Ok(())
        }
        None => {
            lex.bump(lex.remainder().len());
            Err(LexError::Metadata)
        }
    }
}

/// The nearest character boundary at or after `at`.
fn char_boundary(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
