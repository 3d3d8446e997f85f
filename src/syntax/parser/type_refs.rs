//! Types as they occur in statements.

use super::{Parser, Res};
use crate::diagnostics::{Diagnostic, codes};
use crate::ir::types::{Type, TypeId};
use crate::source::Span;
use crate::syntax::lexer::Tok;
use crate::syntax::scan::{self, Scan};
use crate::syntax::types;
use crate::verify::types::check_type;

impl Parser<'_> {
    /// Whether the current token can start a type.
    pub(super) fn at_type(&self) -> bool {
        match self.tok {
            Tok::Type | Tok::LParen => true,
            Tok::Ident => {
                well_known(self.slice()).is_some() || self.next_byte() == Some(b'<') || looks_like_scalar(self.slice())
            }
            _ => false,
        }
    }

    /// Parses a type. A wrong type is reported and read as [`TypeId::ERROR`]; only a token that cannot start a type
    /// is a failure.
    pub(super) fn parse_type(&mut self) -> Res<(TypeId, Span)> {
        let span = self.span;
        match self.tok {
            Tok::Type => {
                let id = match self.lex.extras.type_id {
                    Some(id) => id,
                    None => {
                        self.adopt_detached_body();
                        self.type_text(self.span)
                    }
                };
                let span = self.span;
                self.bump();
                Ok((id, span))
            }
            Tok::Ident => {
                if let Some(id) = well_known(self.slice()) {
                    self.bump();
                    return Ok((id, span));
                }
                if self.next_byte() == Some(b'<') {
                    self.adopt_detached_body();
                }
                let span = self.span;
                let id = self.type_text(span);
                self.bump();
                Ok((id, span))
            }
            Tok::LParen => self.function_type(),
            _ => Err(self.unexpected("a type", "")),
        }
    }

    /// Makes a `<..>` that follows the current token part of it.
    fn adopt_detached_body(&mut self) {
        let bytes = self.src.as_bytes();
        let end = self.span.end as usize;
        let open = scan::skip_blanks(bytes, end);
        if bytes.get(open) != Some(&b'<') || self.slice().ends_with('>') {
            return;
        }
        if let Scan::Closed(close) = scan::angles(bytes, open) {
            self.extend(close - end);
        }
    }

    /// The type that the text of `span` means.
    pub(super) fn type_text(&mut self, span: Span) -> TypeId {
        if let Some(id) = self.type_cache.get(self.src, span, 0) {
            if self.text(span).ends_with('>') {
                self.lex.extras.remember(span, id);
            }
            return id;
        }
        let text = self.text(span);
        let id = types::parse_type(text, span.start, &mut self.env());
        // Rules on the type by itself, once per text; the type stays what it is, so that its uses agree with it.
        check_type(&self.cx, id, span, Some(text), self.arch, &mut self.sink);
        self.type_cache.insert(self.src, span, 0, id);
        if text.ends_with('>') {
            self.lex.extras.remember(span, id);
        }
        id
    }

    /// `(T, ..) -> T` or `(T, ..) -> (R, ..)`.
    fn function_type(&mut self) -> Res<(TypeId, Span)> {
        let start = self.span.start;
        self.enter("types")?;
        let inputs = self.type_list_in_parens()?;
        self.expect(Tok::Arrow, "after the argument types of a function type")?;
        let results = if self.at(Tok::LParen) { self.type_list_in_parens()? } else { vec![self.parse_type()?.0] };
        self.leave();
        let id = self.cx.types.intern(Type::Function { inputs: inputs.into(), results: results.into() });
        Ok((id, Span::new(start, self.prev_end)))
    }

    /// `(T, ..)`, without spans.
    pub(super) fn type_list_in_parens(&mut self) -> Res<Vec<TypeId>> {
        Ok(self.typed_list_in_parens()?.into_iter().map(|t| t.0).collect())
    }

    /// `(T, ..)`.
    pub(super) fn typed_list_in_parens(&mut self) -> Res<Vec<(TypeId, Span)>> {
        let mut list = Vec::new();
        self.expect(Tok::LParen, "before a list of types")?;
        self.list(Tok::RParen, "after a list of types", |p| {
            list.push(p.parse_type()?);
            Ok(())
        })?;
        Ok(list)
    }

    /// `T, ..` with at least one type, appended to `list`.
    pub(super) fn type_list(&mut self, list: &mut Vec<(TypeId, Span)>) -> Res<()> {
        loop {
            list.push(self.parse_type()?);
            if !self.eat(Tok::Comma) {
                return Ok(());
            }
        }
    }

    /// `T` or `(T, ..)` after an arrow, appended to `list`.
    pub(super) fn result_types(&mut self, list: &mut Vec<(TypeId, Span)>) -> Res<()> {
        if self.at(Tok::LParen) && !self.paren_is_function_type() {
            list.extend(self.typed_list_in_parens()?);
            return Ok(());
        }
        list.push(self.parse_type()?);
        Ok(())
    }

    /// Whether the `(` at the current token opens a function type: an arrow follows its partner.
    pub(super) fn paren_is_function_type(&self) -> bool {
        let bytes = self.src.as_bytes();
        match self.partner(self.span.start as usize) {
            Scan::Closed(end) => bytes[scan::skip_blanks(bytes, end)..].starts_with(b"->"),
            _ => false,
        }
    }

    /// Counts one more level of nesting, or refuses it.
    pub(super) fn enter(&mut self, what: &str) -> Res<()> {
        if self.depth >= super::MAX_DEPTH {
            let diagnostic = Diagnostic::error(
                codes::TOO_DEEP,
                Span::new(self.span.start, self.span.end),
                format!("{what} nested more than {} levels deep", super::MAX_DEPTH),
            );
            return Err(self.fail(diagnostic));
        }
        self.depth += 1;
        Ok(())
    }

    /// Ends what [`Parser::enter`] started.
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }
}

/// The builtin scalar types that occur most.
pub(super) fn well_known(word: &str) -> Option<TypeId> {
    Some(match word {
        "f32" => TypeId::F32,
        "index" => TypeId::INDEX,
        "i64" => TypeId::I64,
        "i32" => TypeId::I32,
        "f16" => TypeId::F16,
        "bf16" => TypeId::BF16,
        "i1" => TypeId::I1,
        "i8" => TypeId::I8,
        "i16" => TypeId::I16,
        "f64" => TypeId::F64,
        "si8" => TypeId::SI8,
        "si16" => TypeId::SI16,
        "si32" => TypeId::SI32,
        "si64" => TypeId::SI64,
        "ui8" => TypeId::UI8,
        "ui16" => TypeId::UI16,
        "ui32" => TypeId::UI32,
        "ui64" => TypeId::UI64,
        "none" => TypeId::NONE,
        _ => return None,
    })
}

/// Whether a word reads like a scalar type, known or not: `i4`, `f8E4M3FN`, `dtype`.
fn looks_like_scalar(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    (word.starts_with(['i', 'f', 'u', 's', 'b']) && digits.starts_with(|c: char| c.is_ascii_digit()))
        || matches!(word, "dtype" | "T" | "half" | "float" | "memref" | "vector" | "tensor" | "tuple")
}
