//! Reporting unexpected tokens, and finding the next statement after an error.

use super::{Failed, Parser};
use crate::diagnostics::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::lexer::{LexError, Tok};
use crate::syntax::scan;

/// A token as it is named in messages.
pub fn describe(tok: Tok) -> &'static str {
    match tok {
        Tok::Comment | Tok::PageComment => "a comment",
        Tok::Metadata => "file metadata",
        Tok::Ident => "a word",
        Tok::Value => "a value",
        Tok::Block => "a block label",
        Tok::Symbol => "a symbol",
        Tok::Type => "a type",
        Tok::Attr => "an attribute",
        Tok::Int => "an integer",
        Tok::Float => "a float",
        Tok::Str => "a string",
        Tok::Directive => "a directive",
        Tok::LParen => "`(`",
        Tok::RParen => "`)`",
        Tok::LBrace => "`{`",
        Tok::RBrace => "`}`",
        Tok::LBracket => "`[`",
        Tok::RBracket => "`]`",
        Tok::Less => "`<`",
        Tok::Greater => "`>`",
        Tok::Comma => "`,`",
        Tok::Colon => "`:`",
        Tok::ColonColon => "`::`",
        Tok::Equal => "`=`",
        Tok::Arrow => "`->`",
        Tok::Minus => "`-`",
        Tok::Question => "`?`",
        Tok::Star => "`*`",
        Tok::Plus => "`+`",
        Tok::Bar => "`|`",
        Tok::Semicolon => "`;`",
        Tok::Ellipsis => "`...`",
        Tok::Invalid => "an invalid character",
        Tok::Eof => "the end of the input",
    }
}

/// A string without closing quote, from its quote at `quote`.
#[cold]
pub(super) fn open_string(quote: usize) -> Diagnostic {
    let open = Span::new(quote as u32, quote as u32 + 1);
    Diagnostic::error(codes::UNTERMINATED_STRING, open, "this string does not end on its line")
        .label("opened here")
        .help("close it with `\"`; a line break in a string is written `\\n`")
}

/// After this many errors names are no longer compared for suggestions, which costs more than all the rest.
const SUGGESTIONS: usize = 100;

impl Parser<'_> {
    /// Whether an error may still look for similar names.
    pub(super) fn may_suggest(&self) -> bool {
        self.sink.error_count() < SUGGESTIONS
    }

    /// Reports that `expected` should stand at the current token. `after` names what was read before; may be empty.
    #[cold]
    pub(super) fn unexpected(&mut self, expected: &str, after: &str) -> Failed {
        if self.tok == Tok::Invalid {
            return self.invalid_token();
        }
        let found = self.found();
        let place = if after.is_empty() { String::new() } else { format!(" {after}") };
        let mut diagnostic =
            Diagnostic::error(codes::UNEXPECTED_TOKEN, self.span, format!("expected {expected}{place}, found {found}"))
                .label(format!("expected {expected}"));
        if self.tok == Tok::Eof && self.prev_end < self.span.start {
            diagnostic =
                diagnostic.also(Span::new(self.prev_end.saturating_sub(1), self.prev_end), "the text ends here");
        }
        self.fail(diagnostic)
    }

    /// The current token for messages: its text when it is short.
    pub(super) fn found(&self) -> String {
        let text = self.slice();
        match self.tok {
            Tok::Eof => "the end of the input".into(),
            Tok::Str
            | Tok::Ident
            | Tok::Value
            | Tok::Int
            | Tok::Float
            | Tok::Symbol
            | Tok::Block
            | Tok::Directive
            | Tok::Type
            | Tok::Attr
                if text.len() <= 40 && !text.contains('\n') =>
            {
                format!("`{text}`")
            }
            tok => describe(tok).into(),
        }
    }

    /// Reports the invalid token that is the current one.
    #[cold]
    fn invalid_token(&mut self) -> Failed {
        let span = self.span;
        let text = self.slice();
        let first = text.chars().next().unwrap_or(' ');
        let diagnostic = match self.lex_error {
            LexError::Character if first == '#' => {
                let sign = Span::new(span.start, span.start + 1);
                Diagnostic::error(codes::UNEXPECTED_CHAR, sign, "a `#` that starts neither an attribute nor a comment")
                    .note("a `#` comment must be the first thing on its line; elsewhere write `//`")
            }
            LexError::Character if matches!(first, '%' | '^' | '@' | '!') => {
                Diagnostic::error(codes::UNEXPECTED_CHAR, span, format!("`{first}` without a name"))
                    .label("a name must follow directly")
            }
            LexError::Character => {
                let shown = if first.is_control() { format!("U+{:04X}", first as u32) } else { format!("`{first}`") };
                let diagnostic =
                    Diagnostic::error(codes::UNEXPECTED_CHAR, span, format!("unexpected character {shown}"));
                if first.is_ascii() {
                    diagnostic
                } else {
                    diagnostic.note("characters outside ASCII may stand only in comments and strings")
                }
            }
            LexError::String { quote } => open_string(quote as usize),
            LexError::Angle => {
                let head = text.find('<').map_or(span.start, |at| span.start + at as u32);
                Diagnostic::error(codes::UNCLOSED, Span::new(head, head + 1), "this `<` is never closed")
                    .label("no matching `>`")
                    .also(Span::new(span.start, head), "in this type or attribute")
            }
            LexError::Metadata => {
                let open = Span::new(span.start, (span.start + 3).min(span.end));
                Diagnostic::error(codes::UNCLOSED, open, "file metadata `{-#` without `#-}`")
            }
            LexError::LongName => {
                let head = Span::new(span.start, span.start + 1);
                Diagnostic::error(codes::TOO_LARGE, head, "this name is longer than 65,535 bytes")
            }
        };
        self.fail(diagnostic)
    }

    /// Skips to where a statement can start: the first token of a line outside the brackets that were open at the
    /// error, or the `}` that closes the region.
    pub(super) fn recover(&mut self) {
        let mut braces = 0usize;
        loop {
            match self.tok {
                Tok::Eof => {
                    self.lost = true;
                    return;
                }
                Tok::LBrace => braces += 1,
                Tok::RBrace if braces == 0 => return,
                Tok::RBrace => braces -= 1,
                Tok::Ident | Tok::Value | Tok::Str | Tok::Block | Tok::Directive
                    if braces == 0 && self.starts_statement() =>
                {
                    return;
                }
                Tok::Type | Tok::Attr if braces == 0 && self.on_new_line() && self.next_byte() == Some(b'=') => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// Whether the current token is the first of its line and the line reads like a statement.
    fn starts_statement(&self) -> bool {
        let bytes = self.src.as_bytes();
        if !scan::first_on_line(bytes, self.span.start as usize) {
            return false;
        }
        match self.tok {
            // A value starts a statement only with `=`, `:N` or a further result behind it.
            Tok::Value => {
                let line = &bytes[self.span.end as usize..scan::line_end(bytes, self.span.end as usize)];
                line.contains(&b'=')
            }
            // A word that continues a DPS statement is not a start.
            Tok::Ident => !matches!(self.slice(), "outs" | "ins" | "attributes" | "else" | "do"),
            Tok::Str => self.next_byte() == Some(b'(') || self.slice().starts_with("\"pto."),
            _ => true,
        }
    }
}
