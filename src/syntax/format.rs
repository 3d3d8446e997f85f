//! Compiled assembly formats.
//!
//! The format string of a definition ([`crate::dialect::def`] describes the language) is parsed on first use by the
//! grammar in `grammar/format.lalrpop` and its names are resolved to positions. The statement parser and the printer
//! both walk the result, so what is printed can be read.

use super::lexer::Tok;
use crate::dialect::def::{Arity, Asm, OpDef, Ty};
use crate::dialect::registry::OpName;
use crate::ir::types::TypeId;
use lalrpop_util::lalrpop_mod;
use logos::Logos;
use std::sync::OnceLock;

lalrpop_mod!(#[allow(clippy::all, unused)] grammar, "/format.rs");

/// Tokens of the format language.
#[derive(Logos, Clone, Copy, PartialEq, Debug)]
#[logos(skip r"[ \n]+")]
pub enum FormatTok<'i> {
    #[regex("%[A-Za-z_][A-Za-z0-9_]*", |lex| &lex.slice()[1..])]
    Operand(&'i str),
    #[regex("@[A-Za-z_][A-Za-z0-9_]*", |lex| &lex.slice()[1..])]
    Attr(&'i str),
    #[token("T(")]
    TypeOpen,
    #[token("T*")]
    Types,
    #[token("T*-idx")]
    TypesNoIndex,
    #[token("R*")]
    Results,
    #[token("A")]
    Dict,
    #[token("REGION")]
    Region,
    #[token(",?")]
    MaybeComma,
    #[token("(?")]
    OptionalOpen,
    #[token("(*")]
    RepeatOpen,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[regex("[A-Za-z_][A-Za-z0-9_.]*", |lex| lex.slice())]
    Word(&'i str),
    #[token("->", |lex| lex.slice())]
    #[regex(r"[\[\]{}<>,:=]", |lex| lex.slice())]
    Punct(&'i str),
}

/// An element with names instead of positions.
#[derive(Clone, PartialEq, Debug)]
pub enum Raw<'i> {
    Operand(&'i str),
    Attr(&'i str),
    TypeOf(&'i str),
    Types { skip_index: bool },
    Results,
    Dict,
    Region,
    MaybeComma,
    Optional(Vec<Raw<'i>>),
    Repeat(Vec<Raw<'i>>),
    Word(&'i str),
    Punct(&'i str),
}

/// An operand or destination by position in its definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ref {
    In(usize),
    Out(usize),
}

/// An element of a compiled format.
#[derive(Clone, PartialEq, Debug)]
pub enum Elem {
    /// Punctuation.
    Punct(Tok),
    /// A keyword.
    Word(&'static str),
    /// A comma that input may leave out.
    MaybeComma,
    /// Operand by position.
    Operand(usize),
    /// Attribute by position.
    Attr(usize),
    /// Type of an operand or result.
    TypeOf(Ref),
    /// Types of the operands as they stand in the text.
    Types { skip_index: bool },
    /// Types of all results.
    Results,
    Dict,
    Region,
    Optional(Vec<Elem>),
    Repeat(Vec<Elem>),
}

/// A compiled format and what it implies.
#[derive(Debug, Default)]
pub struct Format {
    pub elems: Vec<Elem>,
    /// Attributes that the format places; the dictionary holds the others.
    pub placed: Vec<usize>,
}

/// Facts derived from a definition, computed once.
#[derive(Debug, Default)]
pub struct DefInfo {
    /// Fewest and most operands of `ins`.
    pub ins: (usize, usize),
    /// Fewest and most destinations.
    pub outs: (usize, usize),
    /// Every operand of `ins` stands exactly once.
    pub plain_ins: bool,
    /// Every destination stands exactly once.
    pub plain_outs: bool,
    /// The compiled format of a custom definition.
    pub format: Option<Format>,
}

/// The derived facts of an operation.
pub fn info(name: OpName) -> &'static DefInfo {
    static INFOS: OnceLock<Box<[OnceLock<DefInfo>]>> = OnceLock::new();
    let infos = INFOS.get_or_init(|| (0..OpName::count()).map(|_| OnceLock::new()).collect());
    infos[name.index()].get_or_init(|| derive(name.def()))
}

fn derive(def: &'static OpDef) -> DefInfo {
    let count = |list: &[crate::dialect::def::Operand]| {
        list.iter().fold((0usize, 0usize), |(min, max), o| match o.arity {
            Arity::One => (min + 1, max.saturating_add(1)),
            Arity::Optional => (min, max.saturating_add(1)),
            Arity::Variadic { min: m } => (min + usize::from(m), usize::MAX),
        })
    };
    let plain = |list: &[crate::dialect::def::Operand]| list.iter().all(|o| o.arity == Arity::One);
    let format = match def.asm {
        Asm::Custom(text) => Some(compile(def, text)),
        _ => None,
    };
    DefInfo {
        ins: count(def.ins),
        outs: count(def.outs),
        plain_ins: plain(def.ins),
        plain_outs: plain(def.outs),
        format,
    }
}

/// Compiles a format. The definitions are fixed at build time and a test compiles all of them, so a format that does
/// not parse is a programming error.
fn compile(def: &'static OpDef, text: &'static str) -> Format {
    try_compile(def, text).unwrap_or_else(|error| panic!("format of {}: {error}", def.name))
}

/// Compiles a format, or says what is wrong with it.
pub fn try_compile(def: &'static OpDef, text: &'static str) -> Result<Format, String> {
    let tokens = FormatTok::lexer(text).spanned().map(|(tok, span)| match tok {
        Ok(tok) => Ok((span.start, tok, span.end)),
        Err(()) => Err(()),
    });
    let raw = grammar::ElementsParser::new().parse(tokens).map_err(|e| format!("{e:?}"))?;
    let mut format = Format::default();
    format.elems = resolve(def, raw, &mut format.placed)?;
    Ok(format)
}

fn resolve(def: &OpDef, raw: Vec<Raw<'static>>, placed: &mut Vec<usize>) -> Result<Vec<Elem>, String> {
    raw.into_iter().map(|r| resolve_one(def, r, placed)).collect()
}

fn resolve_one(def: &OpDef, raw: Raw<'static>, placed: &mut Vec<usize>) -> Result<Elem, String> {
    let find_in = |name: &str| def.ins.iter().position(|o| o.name == name);
    let find_out = |name: &str| def.outs.iter().position(|o| o.name == name);
    Ok(match raw {
        Raw::Operand(name) => Elem::Operand(find_in(name).ok_or(format!("no operand {name}"))?),
        Raw::Attr(name) => {
            let at = def.attrs.iter().position(|a| a.name == name).ok_or(format!("no attribute {name}"))?;
            placed.push(at);
            Elem::Attr(at)
        }
        Raw::TypeOf(name) => Elem::TypeOf(match find_in(name) {
            Some(i) => Ref::In(i),
            None => Ref::Out(find_out(name).ok_or(format!("no value {name}"))?),
        }),
        Raw::Types { skip_index } => Elem::Types { skip_index },
        Raw::Results => Elem::Results,
        Raw::Dict => Elem::Dict,
        Raw::Region => Elem::Region,
        Raw::MaybeComma => Elem::MaybeComma,
        Raw::Optional(body) => Elem::Optional(resolve(def, body, placed)?),
        Raw::Repeat(body) => Elem::Repeat(resolve(def, body, placed)?),
        Raw::Word(word) => Elem::Word(word),
        Raw::Punct(text) => Elem::Punct(punct(text).ok_or(format!("no token {text}"))?),
    })
}

fn punct(text: &str) -> Option<Tok> {
    Some(match text {
        "(" => Tok::LParen,
        ")" => Tok::RParen,
        "[" => Tok::LBracket,
        "]" => Tok::RBracket,
        "{" => Tok::LBrace,
        "}" => Tok::RBrace,
        "<" => Tok::Less,
        ">" => Tok::Greater,
        "," => Tok::Comma,
        ":" => Tok::Colon,
        "=" => Tok::Equal,
        "->" => Tok::Arrow,
        _ => return None,
    })
}

/// Whether `T*-idx` leaves out an operand.
pub fn is_index(operand: &crate::dialect::def::Operand) -> bool {
    matches!(operand.ty, Ty::Fixed(TypeId::INDEX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_compiles() {
        let mut bad = Vec::new();
        for name in OpName::all() {
            if let Asm::Custom(text) = name.def().asm {
                if let Err(error) = try_compile(name.def(), text) {
                    bad.push(format!("{}: {error}: {text}", name.def().name));
                }
            }
        }
        assert!(bad.is_empty(), "{}", bad.join("\n"));
    }
}
