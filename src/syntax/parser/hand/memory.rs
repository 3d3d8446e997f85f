//! Windows of memrefs and addresses of elements, which mix constants and values in one list; and `arith.select`.

use super::super::statement::{Stmt, plural};
use super::super::{Failed, Parser, Res};
use crate::diagnostics::{Diagnostic, codes};
use crate::ir::attrs::{Attr, AttrId};
use crate::ir::types::{Type, TypeId};
use crate::source::Span;
use crate::syntax::lexer::Tok;

/// How a list of constants marks the entries that are operands.
#[derive(Clone, Copy)]
struct Constants {
    elem: TypeId,
    marker: i128,
}

/// Offsets, sizes and strides.
const WINDOW: Constants = Constants { elem: TypeId::I64, marker: i64::MIN as i128 };
/// Indices of an element.
const INDICES: Constants = Constants { elem: TypeId::I32, marker: i32::MIN as i128 };

/// A list in brackets.
struct Mixed {
    /// How many of its entries are values.
    values: u16,
    /// One entry each, a marker for values.
    constants: Vec<AttrId>,
    span: Span,
}

impl Parser<'_> {
    /// `%c, %a, %b {..} : T`, with the type of the condition before when that is not `i1`.
    pub(in super::super) fn arith_select(&mut self, st: &mut Stmt) -> Res<()> {
        for i in 0..3 {
            if i > 0 {
                self.expect(Tok::Comma, "between the operands of arith.select")?;
            }
            let operand = self.operand()?;
            st.push(operand);
        }
        self.opt_attr_dict(st)?;
        self.expect(Tok::Colon, "after the operands of arith.select")?;
        let (mut ty, mut span) = self.parse_type()?;
        if self.eat(Tok::Comma) {
            self.check_type(st.operands[0], st.spans[0], ty, span);
            (ty, span) = self.parse_type()?;
        } else {
            self.expect_type(st, 0, TypeId::I1, "the condition of arith.select");
        }
        for i in 1..3 {
            self.check_type(st.operands[i], st.spans[i], ty, span);
        }
        st.result_types.push(ty);
        self.finish(st)
    }

    /// `%source[offsets] [sizes] [strides] {..} : T to T`
    pub(in super::super) fn memref_subview(&mut self, st: &mut Stmt) -> Res<()> {
        let source = self.operand()?;
        st.push(source);
        st.segments.push(1);
        let offsets = self.mixed_list(st, WINDOW, "for the offsets")?;
        let sizes = self.mixed_list(st, WINDOW, "for the sizes")?;
        let strides = self.mixed_list(st, WINDOW, "for the strides")?;
        for (list, what) in [(&sizes, "size"), (&strides, "stride")] {
            if list.constants.len() != offsets.constants.len() {
                return Err(self.list_lengths(list, what, offsets.constants.len(), "offset"));
            }
        }
        let rank = offsets.constants.len();
        let offsets_span = offsets.span;
        self.place_window(st, offsets, sizes, strides);
        self.window_types(st)?;
        if let Type::MemRef { dims, .. } = self.cx.types.get(self.body.ty(source.0))
            && dims.len() != rank
        {
            let diagnostic = Diagnostic::error(
                codes::OPERAND_COUNT,
                offsets_span,
                format!("{} for a memref of rank {}", plural(rank, "offset"), dims.len()),
            )
            .label(format!("expected {}", plural(dims.len(), "offset")));
            return Err(self.fail(diagnostic));
        }
        self.finish(st)
    }

    /// `%source to offset: [o], sizes: [..], strides: [..] {..} : T to T`
    pub(in super::super) fn memref_reinterpret_cast(&mut self, st: &mut Stmt) -> Res<()> {
        let source = self.operand()?;
        st.push(source);
        st.segments.push(1);
        self.expect_word("to", "after the source")?;
        self.expect_word("offset", "after `to`")?;
        self.expect(Tok::Colon, "after `offset`")?;
        let offset = self.mixed_list(st, WINDOW, "after `offset:`")?;
        self.expect(Tok::Comma, "after the offset")?;
        self.expect_word("sizes", "after the offset")?;
        self.expect(Tok::Colon, "after `sizes`")?;
        let sizes = self.mixed_list(st, WINDOW, "after `sizes:`")?;
        self.expect(Tok::Comma, "after the sizes")?;
        self.expect_word("strides", "after the sizes")?;
        self.expect(Tok::Colon, "after `strides`")?;
        let strides = self.mixed_list(st, WINDOW, "after `strides:`")?;
        if offset.constants.len() != 1 {
            let diagnostic = Diagnostic::error(
                codes::OPERAND_COUNT,
                offset.span,
                format!("memref.reinterpret_cast takes one offset, {} given", offset.constants.len()),
            )
            .label("expected 1 offset");
            return Err(self.fail(diagnostic));
        }
        if strides.constants.len() != sizes.constants.len() {
            return Err(self.list_lengths(&strides, "stride", sizes.constants.len(), "size"));
        }
        let (rank, sizes_span) = (sizes.constants.len(), sizes.span);
        self.place_window(st, offset, sizes, strides);
        self.window_types(st)?;
        if let Some(Type::MemRef { dims, .. }) = st.result_types.first().map(|t| self.cx.types.get(*t))
            && dims.len() != rank
        {
            let diagnostic = Diagnostic::error(
                codes::OPERAND_COUNT,
                sizes_span,
                format!("{} for a result of rank {}", plural(rank, "size"), dims.len()),
            )
            .label(format!("expected {}", plural(dims.len(), "size")));
            return Err(self.fail(diagnostic));
        }
        self.finish(st)
    }

    /// `[inbounds] %base[%i, 0] {..} : (T, ..) -> T, E`
    pub(in super::super) fn llvm_gep(&mut self, st: &mut Stmt) -> Res<()> {
        if self.at_word("inbounds") {
            let key = self.cx.sym("inbounds");
            self.place_attr(st, key, AttrId::UNIT, self.span);
            self.bump();
        }
        let base = self.operand()?;
        st.push(base);
        let indices = self.mixed_list(st, INDICES, "after the base")?;
        st.segments.extend([1, indices.values]);
        self.place_constants(st, "rawConstantIndices", INDICES, indices);
        self.opt_attr_dict(st)?;
        self.expect(Tok::Colon, "after the indices")?;
        let start = self.span;
        let types = self.typed_list_in_parens()?;
        self.match_types(st, 0, &types, start.to(Span::point(self.prev_end)));
        self.expect(Tok::Arrow, "after the operand types")?;
        st.result_types.push(self.parse_type()?.0);
        self.expect(Tok::Comma, "after the result type")?;
        let (elem, span) = self.parse_type()?;
        let key = self.cx.sym("elem_type");
        let value = self.cx.attr(Attr::Type(elem));
        self.place_attr(st, key, value, span);
        self.finish(st)
    }

    /// `[%a, 4, -1]`: pushes the values and gives the constants.
    fn mixed_list(&mut self, st: &mut Stmt, kind: Constants, place: &str) -> Res<Mixed> {
        let start = self.expect(Tok::LBracket, place)?;
        let mut mixed = Mixed { values: 0, constants: Vec::new(), span: start };
        self.list(Tok::RBracket, "after an entry", |p| {
            let value = match p.tok {
                Tok::Value => {
                    let operand = p.operand()?;
                    st.push(operand);
                    mixed.values = mixed.values.saturating_add(1);
                    kind.marker
                }
                _ => p.list_constant(kind)?,
            };
            mixed.constants.push(p.cx.attr(Attr::Int { value, ty: kind.elem }));
            Ok(())
        })?;
        mixed.span = start.to(Span::point(self.prev_end));
        Ok(mixed)
    }

    /// An integer of a list.
    fn list_constant(&mut self, kind: Constants) -> Res<i128> {
        let start = self.span;
        let negative = self.eat(Tok::Minus);
        if !self.at(Tok::Int) {
            return Err(self.unexpected("a value or an integer", ""));
        }
        let digits = self.span;
        let magnitude = self.int_value(digits)?;
        self.bump();
        let value = if negative { -magnitude } else { magnitude };
        // The marker itself cannot be written.
        if value > kind.marker && value < -kind.marker {
            return Ok(value);
        }
        let width = if kind.elem == TypeId::I32 { 32 } else { 64 };
        let diagnostic = Diagnostic::error(
            codes::BAD_NUMBER,
            start.to(digits),
            format!("this integer does not fit into {width} bits"),
        )
        .label(format!("expected {} to {}", kind.marker + 1, -kind.marker - 1));
        Err(self.fail(diagnostic))
    }

    fn list_lengths(&mut self, list: &Mixed, what: &str, wanted: usize, other: &str) -> Failed {
        let diagnostic = Diagnostic::error(
            codes::OPERAND_COUNT,
            list.span,
            format!("{} for {}", plural(list.constants.len(), what), plural(wanted, other)),
        )
        .label(format!("expected {}", plural(wanted, what)));
        self.fail(diagnostic)
    }

    fn place_window(&mut self, st: &mut Stmt, offsets: Mixed, sizes: Mixed, strides: Mixed) {
        st.segments.extend([offsets.values, sizes.values, strides.values]);
        let lists = [("static_offsets", offsets), ("static_sizes", sizes), ("static_strides", strides)];
        for (key, list) in lists {
            self.place_constants(st, key, WINDOW, list);
        }
    }

    fn place_constants(&mut self, st: &mut Stmt, key: &str, kind: Constants, list: Mixed) {
        let key = self.cx.sym(key);
        let value = self.cx.attr(Attr::DenseArray { elem: kind.elem, values: list.constants.into() });
        self.place_attr(st, key, value, list.span);
    }

    /// `{..} : T to T` behind a window; the values in its lists are of type `index`.
    fn window_types(&mut self, st: &mut Stmt) -> Res<()> {
        self.opt_attr_dict(st)?;
        self.expect(Tok::Colon, "before the type of the source")?;
        let (ty, span) = self.parse_type()?;
        self.check_type(st.operands[0], st.spans[0], ty, span);
        self.expect_word("to", "after the type of the source")?;
        st.result_types.push(self.parse_type()?.0);
        for i in 1..st.operands.len() {
            self.expect_type(st, i, TypeId::INDEX, "an entry of this list");
        }
        Ok(())
    }
}
