//! `arith.constant`.

use super::super::statement::Stmt;
use super::super::{Parser, Res};
use crate::diagnostics::{Diagnostic, codes};
use crate::ir::attrs::{Attr, AttrId, DictId};
use crate::ir::types::TypeId;
use crate::source::Span;
use crate::syntax::attributes;
use crate::syntax::lexer::Tok;
use crate::syntax::scan::{self, Scan};

impl Parser<'_> {
    /// `arith.constant {..} 5 : index`
    pub(in super::super) fn arith_constant(&mut self, st: &mut Stmt) -> Res<()> {
        if self.at(Tok::LBrace) {
            self.attr_dict(st)?;
        }
        let start = self.span;
        let (dict, ty) = match self.literal_span() {
            Some(literal) => self.scalar_constant(literal)?,
            None => {
                let value = self.whole_attr_typed()?;
                let ty = self.constant_type(value, start.to(Span::point(self.prev_end)));
                (self.cx.dict(vec![(self.keys.value, value)]), ty)
            }
        };
        if st.dict == DictId::EMPTY && st.extra.is_empty() {
            st.dict = dict;
        } else {
            let span = start.to(Span::point(self.prev_end));
            let entries = self.cx.entries(dict).to_vec();
            for (key, value) in entries {
                self.place_attr(st, key, value, span);
            }
        }
        st.result_types.push(ty);
        self.finish(st)
    }

    /// The type of the value of a constant; what cannot be one is reported.
    fn constant_type(&mut self, value: AttrId, span: Span) -> TypeId {
        match *self.cx.get(value) {
            Attr::Dense { ty, .. } | Attr::Int { ty, .. } | Attr::Float { ty, .. } => ty,
            Attr::Bool(_) => TypeId::I1,
            Attr::Error => TypeId::ERROR,
            _ => {
                let message = "a constant is a number, `true`, `false` or a dense attribute with its type";
                self.sink.push(Diagnostic::error(codes::ATTR_KIND, span, message));
                TypeId::ERROR
            }
        }
    }

    /// A constant in generic form: its value has the type of the result.
    pub(in super::super) fn check_generic_constant(&mut self, st: &Stmt) {
        let (Some(value), &[result]) = (self.cx.lookup(st.dict, "value"), &st.result_types[..]) else { return };
        let ty = self.constant_type(value, st.name_span);
        if ty != result && ty != TypeId::ERROR && result != TypeId::ERROR {
            let (ty, result) = (self.show_type(ty), self.show_type(result));
            let diagnostic = Diagnostic::error(
                codes::TYPE_MISMATCH,
                st.name_span,
                format!("the value of this constant has type `{ty}`, its result `{result}`"),
            )
            .label("expected one type");
            self.sink.push(diagnostic);
        }
    }

    /// The dictionary and type of a number with its type.
    fn scalar_constant(&mut self, literal: Span) -> Res<(DictId, TypeId)> {
        if !self.at(Tok::Colon) {
            let text = self.text(literal);
            if matches!(text, "true" | "false") {
                let value = self.cx.attr(Attr::Bool(text == "true"));
                return Ok((self.cx.dict(vec![(self.keys.value, value)]), TypeId::I1));
            }
            return Err(self.unexpected("`:` and a type", "after the value of a constant"));
        }
        self.bump();
        let key = literal.to(self.span);
        if let Some(found) = self.const_cache.get(self.src, key, 0) {
            self.bump();
            return Ok(found);
        }
        let (ty, ty_span) = self.parse_type()?;
        let key = literal.to(ty_span);
        let value = attributes::literal(self.text(literal), literal, ty, &mut self.env());
        let dict = self.cx.dict(vec![(self.keys.value, value)]);
        self.const_cache.insert(self.src, key, 0, (dict, ty));
        Ok((dict, ty))
    }

    /// An attribute with its type, as far as the statement goes: `dense<..> : vector<4xf32>`.
    fn whole_attr_typed(&mut self) -> Res<AttrId> {
        let start = self.span;
        if self.at(Tok::Ident) {
            let bytes = self.src.as_bytes();
            let open = scan::skip_blanks(bytes, self.span.end as usize);
            if bytes.get(open) == Some(&b'<')
                && let Scan::Closed(end) = scan::angles(bytes, open)
            {
                self.extend(end - self.span.end as usize);
            }
        } else if !matches!(self.tok, Tok::Attr | Tok::Str) {
            return Err(self.unexpected("a constant", ""));
        }
        self.bump();
        if self.eat(Tok::Colon) {
            self.parse_type()?;
        }
        let span = Span::new(start.start, self.prev_end);
        Ok(attributes::parse_attr(self.text(span), span.start, &mut self.env()))
    }
}
