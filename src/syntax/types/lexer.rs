//! Tokens of types.
//!
//! The one thing that is not regular is a list of dimensions (rule L12): in `16x?x!pto.hif8` the `x` separates, so a
//! number or `?` takes a following `x` with it. Only the value of a key is a plain number, `0x10` included; everywhere
//! else `0x10` means the dimensions 0 and 10. Bodies whose inside has no meaning here come as one token.

use crate::ir::types::{DYN, Dim};
use crate::syntax::scan::{self, Scan};
use logos::{Lexer, Logos, Skip};

/// A token of the grammar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Token<'t> {
    /// A bare word.
    Word(&'t str),
    /// `!name`, without the `!`.
    Named(&'t str),
    /// `!pto.name<body>` whose body is kept as written.
    Opaque((&'t str, &'t str)),
    /// A type of another dialect, whole.
    Foreign(&'t str),
    /// `#name<..>`, `strided<..>`, `affine_map<..>`, whole.
    Attr(&'t str),
    /// A dimension and the `x` behind it.
    Dim(Dim),
    /// `*x`
    Unranked,
    Int(i64),
    Question,
    Minus,
    Str(&'t str),
    Less,
    Greater,
    LParen,
    RParen,
    Comma,
    Colon,
    Equal,
    Arrow,
}

/// Why a token could not be read.
#[derive(Clone, PartialEq, Debug)]
pub enum LexError {
    /// A character that starts no token.
    Character { at: u32, len: u32 },
    /// A number that does not fit 64 bits.
    Number { start: u32, end: u32 },
    /// A string or body without its end.
    Unclosed { at: u32 },
}

#[derive(Logos, Clone, Copy, PartialEq, Debug)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip(r"//|#[ \t!\r\n]", comment))]
enum Raw {
    #[regex(r"[A-Za-z_][A-Za-z0-9_$.]*")]
    Word,
    #[regex(r"![A-Za-z_$.\-][A-Za-z0-9_$.\-]*")]
    Named,
    #[regex(r"#[A-Za-z_$.\-][A-Za-z0-9_$.\-]*")]
    Attr,
    #[regex(r"[0-9]+")]
    Int,
    #[token("\"", string)]
    Str,
    #[token("?")]
    Question,
    #[token("*")]
    Star,
    #[token("-")]
    Minus,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("=")]
    Equal,
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

/// Iterator over the tokens of a type, in the shape LALRPOP wants.
pub struct Tokens<'t> {
    lex: Lexer<'t, Raw>,
    /// The last word, when the last token was one.
    word: Option<&'t str>,
    /// Whether a number here is the value of a key other than `valid`, whose value is a list of dimensions.
    in_value: bool,
    /// Whether an ellipsis occurs at all; bodies are searched for one only then.
    ellipsis: bool,
}

impl<'t> Tokens<'t> {
    /// Tokens of `text`.
    pub fn new(text: &'t str) -> Self {
        Tokens { lex: Raw::lexer(text), word: None, in_value: false, ellipsis: text.contains("..") }
    }

    fn remainder_starts_with_x(&self) -> Option<usize> {
        let rest = self.lex.remainder().as_bytes();
        let blanks = scan::skip_blanks(rest, 0);
        (rest.get(blanks) == Some(&b'x')).then_some(blanks + 1)
    }

    fn number(&mut self) -> Result<Token<'t>, LexError> {
        let start = self.lex.span().start;
        let overflow = |lex: &Lexer<'t, Raw>| LexError::Number { start: start as u32, end: lex.span().end as u32 };
        if self.in_value && self.lex.slice() == "0" {
            let rest = self.lex.remainder().as_bytes();
            let digits = match rest {
                [b'x', hex @ ..] => hex.iter().take_while(|b| b.is_ascii_hexdigit()).count(),
                _ => 0,
            };
            if digits > 0 {
                self.lex.bump(1 + digits);
                return i64::from_str_radix(&self.lex.slice()[2..], 16)
                    .map(Token::Int)
                    .map_err(|_| overflow(&self.lex));
            }
        }
        let value = self.lex.slice().parse::<i64>().map_err(|_| overflow(&self.lex))?;
        if !self.in_value
            && let Some(skip) = self.remainder_starts_with_x()
        {
            self.lex.bump(skip);
            return Ok(Token::Dim(value));
        }
        Ok(Token::Int(value))
    }

    /// The bracketed text that starts behind the current token, if one does; the token grows over it.
    fn body(&mut self) -> Result<Option<&'t str>, LexError> {
        let source = self.lex.source();
        let end = self.lex.span().end;
        let open = scan::skip_blanks(source.as_bytes(), end);
        if source.as_bytes().get(open) != Some(&b'<') {
            return Ok(None);
        }
        match scan::angles(source.as_bytes(), open) {
            Scan::Closed(close) => {
                self.lex.bump(close - end);
                Ok(Some(&source[open + 1..close - 1]))
            }
            _ => Err(LexError::Unclosed { at: open as u32 }),
        }
    }

    fn named(&mut self) -> Result<Token<'t>, LexError> {
        let start = self.lex.span().start;
        let name = &self.lex.slice()[1..];
        let source = self.lex.source();
        let Some(pto) = name.strip_prefix("pto.") else {
            if !name.contains('.') {
                return Ok(Token::Named(name));
            }
            self.body()?;
            return Ok(Token::Foreign(&source[start..self.lex.span().end]));
        };
        if PAGE_TYPES.contains(&pto) {
            return Ok(match self.body()? {
                Some(body) => Token::Opaque((pto, body)),
                None => Token::Named(name),
            });
        }
        if self.ellipsis {
            let before = self.lex.clone();
            if let Some(body) = self.body()?
                && has_ellipsis(body)
            {
                return Ok(Token::Opaque((pto, body)));
            }
            self.lex = before;
        }
        Ok(Token::Named(name))
    }

    fn token(&mut self, raw: Raw) -> Result<Token<'t>, LexError> {
        Ok(match raw {
            Raw::Word if matches!(self.lex.slice(), "strided" | "affine_map") => {
                let start = self.lex.span().start;
                let source = self.lex.source();
                match self.body()? {
                    Some(_) => Token::Attr(&source[start..self.lex.span().end]),
                    None => Token::Word(self.lex.slice()),
                }
            }
            Raw::Word => Token::Word(self.lex.slice()),
            Raw::Named => self.named()?,
            Raw::Attr => {
                let start = self.lex.span().start;
                let source = self.lex.source();
                self.body()?;
                Token::Attr(&source[start..self.lex.span().end])
            }
            Raw::Int => self.number()?,
            Raw::Question => match self.remainder_starts_with_x() {
                Some(skip) if !self.in_value => {
                    self.lex.bump(skip);
                    Token::Dim(DYN)
                }
                _ => Token::Question,
            },
            Raw::Star => match self.remainder_starts_with_x() {
                Some(skip) => {
                    self.lex.bump(skip);
                    Token::Unranked
                }
                None => return Err(LexError::Character { at: self.lex.span().start as u32, len: 1 }),
            },
            Raw::Str => Token::Str(self.lex.slice()),
            Raw::Minus => Token::Minus,
            Raw::Less => Token::Less,
            Raw::Greater => Token::Greater,
            Raw::LParen => Token::LParen,
            Raw::RParen => Token::RParen,
            Raw::Comma => Token::Comma,
            Raw::Colon => Token::Colon,
            Raw::Equal => Token::Equal,
            Raw::Arrow => Token::Arrow,
        })
    }
}

/// Types of documentation pages whose parameters have no defined meaning.
pub const PAGE_TYPES: &[&str] = &["memref", "global", "group", "tpipe", "record_event", "scalar"];

/// Whether `..` stands in `text` outside strings.
fn has_ellipsis(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        match bytes[i] {
            b'"' => match scan::string(bytes, i) {
                Scan::Closed(end) => {
                    i = end;
                    continue;
                }
                _ => return false,
            },
            b'.' if bytes.get(i + 1) == Some(&b'.') => return true,
            _ => {}
        }
        i += 1;
    }
    false
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Result<(u32, Token<'t>, u32), LexError>;

    fn next(&mut self) -> Option<Self::Item> {
        let token = match self.lex.next()? {
            Ok(raw) => self.token(raw),
            Err(()) => {
                let span = self.lex.span();
                let first = self.lex.source()[span.start..].chars().next();
                Err(match first {
                    Some('"') => LexError::Unclosed { at: span.start as u32 },
                    other => LexError::Character { at: span.start as u32, len: other.map_or(1, char::len_utf8) as u32 },
                })
            }
        };
        Some(token.map(|token| {
            match token {
                Token::Equal => self.in_value = self.word != Some("valid"),
                Token::Comma | Token::Less | Token::Greater => self.in_value = false,
                _ => {}
            }
            self.word = if let Token::Word(word) = token { Some(word) } else { None };
            let span = self.lex.span();
            (span.start as u32, token, span.end as u32)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        Tokens::new(text).map(|t| t.unwrap().1).collect()
    }

    #[test]
    fn dimensions() {
        use Token::*;
        assert_eq!(tokens("16x?x!pto.hif8"), [Dim(16), Dim(DYN), Named("pto.hif8")]);
        assert_eq!(tokens("0x10xf32"), [Dim(0), Dim(10), Word("f32")]);
        assert_eq!(tokens("4 x i32"), [Dim(4), Word("i32")]);
        assert_eq!(tokens("rows=0x10"), [Word("rows"), Equal, Int(16)]);
        assert_eq!(tokens("valid=0x10"), [Word("valid"), Equal, Dim(0), Int(10)]);
        assert_eq!(tokens("valid=?x?"), [Word("valid"), Equal, Dim(DYN), Question]);
        assert_eq!(tokens("*xf32"), [Unranked, Word("f32")]);
    }

    #[test]
    fn whole_bodies() {
        use Token::*;
        assert_eq!(tokens("!llvm.struct<(i32, ptr)>"), [Foreign("!llvm.struct<(i32, ptr)>")]);
        assert_eq!(tokens("!pto.group<4>"), [Opaque(("group", "4"))]);
        assert_eq!(tokens("!pto.tile<...>"), [Opaque(("tile", "..."))]);
        assert_eq!(tokens("strided<[1], offset: ?>"), [Attr("strided<[1], offset: ?>")]);
        assert_eq!(tokens("#a<b<c>>"), [Attr("#a<b<c>>")]);
        assert_eq!(tokens("a // b > c\n d"), [Word("a"), Word("d")]);
    }

    #[test]
    fn errors() {
        let bad = |text| Tokens::new(text).find_map(Result::err).unwrap();
        assert_eq!(bad("a é"), LexError::Character { at: 2, len: 2 });
        assert_eq!(bad("99999999999999999999"), LexError::Number { start: 0, end: 20 });
        assert_eq!(bad("a=\"b"), LexError::Unclosed { at: 2 });
    }
}
