//! Tile operations with spellings of their own: `subview`, `tassign`, `tgetval`.

use super::super::statement::Stmt;
use super::super::{Parser, Res};
use crate::diagnostics::{Diagnostic, codes};
use crate::dialect::def::Infer;
use crate::ir::Form;
use crate::ir::attrs::Attr;
use crate::ir::types::TypeId;
use crate::source::Span;
use crate::syntax::lexer::Tok;

impl Parser<'_> {
    /// `subview %t[%i, %j] sizes [8, 32] valid [%r, %c] {..} : B -> B`, or the page forms `%t, %i, %j : (..) -> B`.
    pub(in super::super) fn subview(&mut self, st: &mut Stmt) -> Res<()> {
        if !self.at(Tok::Value) || !self.bracket_follows() {
            return self.page_subview(st);
        }
        let source = self.operand()?;
        st.push(source);
        self.bump();
        self.list(Tok::RBracket, "after the offsets", |p| {
            let offset = p.operand()?;
            st.push(offset);
            Ok(())
        })?;
        if st.operands.len() != 3 {
            return Err(self.count_error(st, "subview takes two offsets", st.operands.len() - 1));
        }
        self.expect_word("sizes", "after the offsets")?;
        let span = self.span;
        if !self.at(Tok::LBracket) {
            return Err(self.unexpected("`[`", "after `sizes`"));
        }
        let sizes = self.bracketed()?;
        let value = crate::syntax::attributes::parse_attr(self.text(sizes), sizes.start, &mut self.env());
        self.bump();
        self.place_sizes(st, value, span.to(sizes));
        let mut valid = 0u16;
        if self.eat_word("valid") {
            self.expect(Tok::LBracket, "after `valid`")?;
            self.list(Tok::RBracket, "after the valid extents", |p| {
                let extent = p.operand()?;
                st.push(extent);
                Ok(())
            })?;
            if st.operands.len() != 5 {
                return Err(self.count_error(st, "`valid` takes two extents", st.operands.len() - 3));
            }
            valid = 1;
        }
        st.segments.extend([1, 2, valid, valid]);
        self.opt_attr_dict(st)?;
        self.expect(Tok::Colon, "before the type of the source")?;
        let (ty, ty_span) = self.parse_type()?;
        self.check_type(source.0, source.1, ty, ty_span);
        for i in 1..st.operands.len() {
            self.check_type(st.operands[i], st.spans[i], TypeId::INDEX, st.spans[i]);
        }
        let result = if self.eat(Tok::Arrow) {
            self.parse_type()?.0
        } else {
            let def = st.name.def();
            super::super::custom::infer(self, st, def, Infer::Subview).unwrap_or(TypeId::ERROR)
        };
        st.result_types.push(result);
        self.finish(st)
    }

    /// Whether `[` follows the current token.
    fn bracket_follows(&self) -> bool {
        self.next_byte() == Some(b'[')
    }

    fn count_error(&mut self, st: &Stmt, what: &str, given: usize) -> super::super::Failed {
        let span = st.spans.last().copied().unwrap_or(st.name_span);
        let diagnostic = Diagnostic::error(codes::OPERAND_COUNT, span, format!("{what}, {given} given"));
        self.fail(diagnostic)
    }

    /// Sets `sizes` from a list of integers.
    fn place_sizes(&mut self, st: &mut Stmt, value: crate::ir::attrs::AttrId, span: Span) {
        if let Some((key, value)) = self.declared_attr(st.name.def(), "sizes", span, value, span) {
            self.place_attr(st, key, value, span);
        }
    }

    /// `tsubview %t, %r, %c : (T, index, index) -> T` and its DPS twin; the sizes are the shape of the result.
    fn page_subview(&mut self, st: &mut Stmt) -> Res<()> {
        self.derived_sizes = true;
        let result = self.tile_op(st);
        self.derived_sizes = false;
        result
    }

    /// The sizes of a page subview, from the type of its result or destination.
    pub(in super::super) fn derive_sizes(&mut self, st: &mut Stmt) {
        let given = st.extra.iter().map(|e| e.0).chain(self.cx.entries(st.dict).iter().map(|e| e.0));
        if !self.derived_sizes || given.into_iter().any(|key| self.cx.str(key) == "sizes") {
            return;
        }
        let ty = match st.result_types.first() {
            Some(&ty) => ty,
            None => match st.operands.last() {
                Some(&last) if st.n_outs == 1 => self.body.ty(last),
                _ => return,
            },
        };
        let Some(tile) = self.cx.types.tile(ty) else { return };
        let values = [tile.rows, tile.cols].map(|n| Attr::Int { value: n.into(), ty: TypeId::I64 });
        let values = values.map(|v| self.cx.attr(v));
        let list = self.cx.attr(Attr::Array(Box::new(values)));
        self.place_sizes(st, list, st.name_span);
    }

    /// `tassign %t, @tile(0x1000)`, `tassign %t, %addr : T, i64`, `%u = tassign %t, %addr : B -> B`,
    /// `tassign ins(%t, %addr : B, i64)`.
    pub(in super::super) fn tassign(&mut self, st: &mut Stmt) -> Res<()> {
        if self.at_word("ins") {
            return self.tile_op(st);
        }
        let tile = self.operand()?;
        st.push(tile);
        self.expect(Tok::Comma, "after the tile")?;
        let mut literal = None;
        match self.tok {
            Tok::Symbol if self.slice() == "@tile" => literal = Some(self.tile_address()?),
            Tok::Ident if self.slice() == "tile" => literal = Some(self.tile_address()?),
            Tok::Value => {
                let addr = self.operand()?;
                st.push(addr);
            }
            _ => match self.literal_span() {
                Some(span) => literal = Some(span),
                None => return Err(self.unexpected("an address", "after the tile")),
            },
        }
        self.opt_attr_dict(st)?;
        let mut types = Vec::new();
        let mut arrow = None;
        if self.eat(Tok::Colon) {
            if self.at(Tok::LParen) {
                types = self.typed_list_in_parens()?;
            } else {
                self.type_list(&mut types)?;
            }
            if self.eat(Tok::Arrow) {
                arrow = Some(match self.at(Tok::LParen) && self.next_byte() == Some(b')') {
                    true => {
                        self.type_list_in_parens()?;
                        None
                    }
                    false => Some(self.parse_type()?.0),
                });
            }
        }
        if let Some(&(ty, span)) = types.first() {
            self.check_type(tile.0, tile.1, ty, span);
        }
        match (literal, types.get(1)) {
            (Some(span), written) => {
                let ty = written.map_or(TypeId::I64, |t| t.0);
                let value = self.inline_constant(span, ty);
                st.push((value, span));
            }
            (None, Some(&(ty, span))) => self.check_type(st.operands[1], st.spans[1], ty, span),
            (None, None) => {}
        }
        if types.len() > 2 {
            return Err(self.count_error(st, "tassign has two operand types", types.len()));
        }
        match arrow {
            Some(Some(ty)) => st.result_types.push(ty),
            Some(None) => {}
            None if !st.results.is_empty() => {
                let ty = self.body.ty(tile.0);
                st.result_types.push(ty);
            }
            None => {}
        }
        self.finish(st)
    }

    /// `@tile(0x1000)`: the span of the number.
    fn tile_address(&mut self) -> Res<Span> {
        self.bump();
        self.expect(Tok::LParen, "after `tile`")?;
        let span = self.expect(Tok::Int, "for a byte address")?;
        self.expect(Tok::RParen, "after the address")?;
        Ok(span)
    }

    /// `%v = tgetval ins(%t, %i : B, index) outs : f32`, and the shared forms.
    pub(in super::super) fn tgetval(&mut self, st: &mut Stmt) -> Res<()> {
        if !self.at_word("ins") {
            return self.tile_op(st);
        }
        st.form = Form::Dps;
        self.bump();
        self.expect(Tok::LParen, "after `ins`")?;
        loop {
            let operand = self.operand()?;
            st.push(operand);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::Colon, "after the operands of `ins(..)`")?;
        self.operand_types(st, 0)?;
        self.expect(Tok::RParen, "after the types of `ins(..)`")?;
        if st.operands.len() != 2 {
            return Err(self.count_error(st, "tgetval takes a tile and an offset", st.operands.len()));
        }
        self.expect_word("outs", "after `ins(..)`")?;
        if self.eat(Tok::LParen) {
            let name = self.value_span()?;
            st.results.push(super::super::ResultName {
                span: Span::new(name.start + 1, name.end),
                count: 1,
                pack: false,
            });
            self.expect(Tok::Colon, "after the result name")?;
            st.result_types.push(self.parse_type()?.0);
            self.expect(Tok::RParen, "after `outs(..`")?;
        } else {
            self.expect(Tok::Colon, "after `outs`")?;
            st.result_types.push(self.parse_type()?.0);
        }
        self.opt_attr_dict(st)?;
        self.finish(st)
    }
}
