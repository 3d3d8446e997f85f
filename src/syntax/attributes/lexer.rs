//! Tokens of attributes.
//!
//! A type is one token here, since it has a grammar of its own: the lexer only finds its end. Inside the brackets of a
//! PTO attribute (`#pto<scatter_atomic_op none>`) every word is plain, also one that names a type elsewhere.

use crate::syntax::scan::{self, Scan};
use crate::syntax::types::names;
use logos::{Lexer, Logos, Skip};

/// A token of the grammar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Token<'t> {
    /// A bare word.
    Word(&'t str),
    /// A type that is a bare word; it may be a key or keyword instead.
    TypeWord(&'t str),
    /// Any other type but a function type, whole.
    Type(&'t str),
    True,
    False,
    Unit,
    /// Decimal or hexadecimal, as written.
    Int(&'t str),
    Float(&'t str),
    /// With its quotes.
    Str(&'t str),
    /// `@name`, with the `@`.
    Symbol(&'t str),
    /// `#name` without a body, without the `#`.
    Hash(&'t str),
    /// `#pto` or `#pto.name` before a body in brackets, without the `#`.
    Pto(&'t str),
    /// An attribute that is kept as written: `#other<..>`, `affine_map<..>`.
    Opaque(&'t str),
    /// `dense`, `array`, `loc`, before their bracket.
    Dense,
    Array,
    Loc,
    Less,
    Greater,
    LParen,
    RParen,
    LBracket,
    RBracket,
    LBrace,
    RBrace,
    Comma,
    Colon,
    ColonColon,
    Equal,
    Minus,
    Arrow,
}

/// Why a token could not be read.
#[derive(Clone, PartialEq, Debug)]
pub enum LexError {
    /// A character that starts no token.
    Character { at: u32, len: u32 },
    /// A string or bracket without its end.
    Unclosed { at: u32 },
    /// A number directly followed by a letter.
    Number { start: u32, end: u32 },
}

#[derive(Logos, Clone, Copy, PartialEq, Debug)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip(r"//|#[ \t!\r\n]", comment))]
enum Raw {
    #[regex(r"[A-Za-z_][A-Za-z0-9_$.]*")]
    Word,
    #[regex(r"![A-Za-z_$.\-][A-Za-z0-9_$.\-]*")]
    Type,
    #[regex(r"#[A-Za-z_$.\-][A-Za-z0-9_$.\-]*")]
    Hash,
    #[regex(r"[0-9]+")]
    #[regex(r"0x[0-9A-Fa-f]+")]
    Int,
    #[regex(r"[0-9]+\.[0-9]*([eE][+\-]?[0-9]+)?")]
    Float,
    #[regex(r"[0-9][A-Za-z0-9_]*", priority = 1)]
    BadNumber,
    #[token("\"", string)]
    Str,
    #[regex(r"@[A-Za-z0-9_$.\-]+")]
    #[token("@\"", string)]
    Symbol,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("[")]
    LBracket,
    #[token("]")]
    RBracket,
    #[token("{")]
    LBrace,
    #[token("}")]
    RBrace,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("::")]
    ColonColon,
    #[token("=")]
    Equal,
    #[token("-")]
    Minus,
    #[token("->")]
    Arrow,
}

// Comments and strings are scanned here: the generated lexer would call itself once for each comment in a row, and once
// for each escape or character outside ASCII.

fn comment(lex: &mut Lexer<Raw>) -> Result<Skip, ()> {
    let (source, span) = (lex.source().as_bytes(), lex.span());
    if source[span.start] == b'#' && !scan::page_comment(source, span.start) {
        return Err(());
    }
    lex.bump(scan::skip_blanks(source, span.start) - span.end);
    Ok(Skip)
}

fn string(lex: &mut Lexer<Raw>) -> bool {
    let end = lex.span().end;
    match scan::string(lex.source().as_bytes(), end - 1) {
        Scan::Closed(close) => {
            lex.bump(close - end);
            true
        }
        _ => false,
    }
}

/// Iterator over the tokens of an attribute, in the shape LALRPOP wants.
pub struct Tokens<'t> {
    lex: Lexer<'t, Raw>,
    /// Brackets open since a [`Token::Pto`].
    pto_depth: u32,
    /// The last token was a [`Token::Pto`], whose bracket comes next.
    pto_next: bool,
}

impl<'t> Tokens<'t> {
    /// Tokens of `text`.
    pub fn new(text: &'t str) -> Self {
        Tokens { lex: Raw::lexer(text), pto_depth: 0, pto_next: false }
    }

    /// The byte after blanks.
    fn next_byte(&self) -> Option<u8> {
        let rest = self.lex.remainder().as_bytes();
        rest.get(scan::skip_blanks(rest, 0)).copied()
    }

    /// Makes the brackets behind the token part of it.
    fn take_body(&mut self) -> Result<(), LexError> {
        let source = self.lex.source().as_bytes();
        let end = self.lex.span().end;
        let open = scan::skip_blanks(source, end);
        if source.get(open) != Some(&b'<') {
            return Ok(());
        }
        match scan::angles(source, open) {
            Scan::Closed(close) => {
                self.lex.bump(close - end);
                Ok(())
            }
            _ => Err(LexError::Unclosed { at: open as u32 }),
        }
    }

    fn word(&mut self) -> Result<Token<'t>, LexError> {
        let word = self.lex.slice();
        if self.pto_depth > 0 {
            return Ok(Token::Word(word));
        }
        let next = self.next_byte();
        Ok(match (word, next) {
            ("true", _) => Token::True,
            ("false", _) => Token::False,
            ("unit", _) => Token::Unit,
            ("dense", Some(b'<')) => Token::Dense,
            ("array", Some(b'<')) => Token::Array,
            ("loc", Some(b'(')) => Token::Loc,
            ("affine_map" | "affine_set" | "strided" | "dense_resource" | "sparse", Some(b'<')) => {
                self.take_body()?;
                Token::Opaque(self.lex.slice())
            }
            ("memref" | "vector" | "tensor" | "tuple", Some(b'<')) => {
                self.take_body()?;
                Token::Type(self.lex.slice())
            }
            _ if word.starts_with("pto.") && next == Some(b'<') => {
                self.take_body()?;
                Token::Type(self.lex.slice())
            }
            _ if names::scalar(word).is_some() => Token::TypeWord(word),
            _ => Token::Word(word),
        })
    }

    fn hash(&mut self) -> Result<Token<'t>, LexError> {
        let name = &self.lex.slice()[1..];
        if self.next_byte() != Some(b'<') {
            return Ok(Token::Hash(name));
        }
        if name == "pto" || name.starts_with("pto.") {
            self.pto_next = true;
            return Ok(Token::Pto(name));
        }
        self.take_body()?;
        Ok(Token::Opaque(self.lex.slice()))
    }

    fn token(&mut self, raw: Raw) -> Result<Token<'t>, LexError> {
        let span = self.lex.span();
        Ok(match raw {
            Raw::Word => self.word()?,
            Raw::Type => {
                self.take_body()?;
                Token::Type(self.lex.slice())
            }
            Raw::Hash => self.hash()?,
            Raw::Int => Token::Int(self.lex.slice()),
            Raw::Float => Token::Float(self.lex.slice()),
            // `1PT_B8` is a member of an enumeration.
            Raw::BadNumber if self.pto_depth > 0 => Token::Word(self.lex.slice()),
            Raw::BadNumber => return Err(LexError::Number { start: span.start as u32, end: span.end as u32 }),
            Raw::Str => Token::Str(self.lex.slice()),
            Raw::Symbol => Token::Symbol(self.lex.slice()),
            Raw::Less => {
                if self.pto_next || self.pto_depth > 0 {
                    self.pto_depth += 1;
                    self.pto_next = false;
                }
                Token::Less
            }
            Raw::Greater => {
                self.pto_depth = self.pto_depth.saturating_sub(1);
                Token::Greater
            }
            Raw::LParen => Token::LParen,
            Raw::RParen => Token::RParen,
            Raw::LBracket => Token::LBracket,
            Raw::RBracket => Token::RBracket,
            Raw::LBrace => Token::LBrace,
            Raw::RBrace => Token::RBrace,
            Raw::Comma => Token::Comma,
            Raw::Colon => Token::Colon,
            Raw::ColonColon => Token::ColonColon,
            Raw::Equal => Token::Equal,
            Raw::Minus => Token::Minus,
            Raw::Arrow => Token::Arrow,
        })
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Result<(u32, Token<'t>, u32), LexError>;

    fn next(&mut self) -> Option<Self::Item> {
        let raw = self.lex.next()?;
        let start = self.lex.span().start;
        let token = match raw {
            Ok(raw) => self.token(raw),
            Err(()) => {
                let first = self.lex.source()[start..].chars().next();
                Err(match first {
                    Some('"') => LexError::Unclosed { at: start as u32 },
                    other => LexError::Character { at: start as u32, len: other.map_or(1, char::len_utf8) as u32 },
                })
            }
        };
        Some(token.map(|token| (start as u32, token, self.lex.span().end as u32)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        Tokens::new(text).map(|t| t.unwrap().1).collect()
    }

    #[test]
    fn words_by_context() {
        use Token::*;
        assert_eq!(tokens("#pto<acc none>"), [Pto("pto"), Less, Word("acc"), Word("none"), Greater]);
        assert_eq!(tokens("[none, loc]"), [LBracket, TypeWord("none"), Comma, Word("loc"), RBracket]);
        assert_eq!(tokens("loc(#a)"), [Loc, LParen, Hash("a"), RParen]);
        assert_eq!(tokens("!pto.ptr<f32> vector<4xf32>"), [Type("!pto.ptr<f32>"), Type("vector<4xf32>")]);
        assert_eq!(tokens("#x.y<a, b> #c"), [Opaque("#x.y<a, b>"), Hash("c")]);
        assert_eq!(tokens("#pto.d<1PT_B8>"), [Pto("pto.d"), Less, Word("1PT_B8"), Greater]);
    }

    #[test]
    fn numbers() {
        use Token::*;
        assert_eq!(tokens("-0x1F 1.5e-3 7"), [Minus, Int("0x1F"), Float("1.5e-3"), Int("7")]);
        let bad = |text| Tokens::new(text).find_map(Result::err).unwrap();
        assert_eq!(bad("1e3"), LexError::Number { start: 0, end: 3 });
        assert_eq!(bad("0x"), LexError::Number { start: 0, end: 2 });
        assert_eq!(bad("\"a"), LexError::Unclosed { at: 0 });
        assert_eq!(bad("5 é"), LexError::Character { at: 2, len: 2 });
    }
}
