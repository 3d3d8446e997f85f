//! Loads and stores of logical vectors. What the operands behind the address mean depends on their number, on the
//! attribute `group` and, for a mask, on the number of types.

use super::super::statement::{Stmt, plural};
use super::super::{Parser, Res};
use crate::diagnostics::{Diagnostic, codes};
use crate::ir::types::{Type, TypeId};
use crate::source::Span;
use crate::syntax::lexer::Tok;

impl Parser<'_> {
    /// `%source[%offset] [, %stride | , %block_stride [, %repeat_stride]] {..} : P -> V, ..`
    pub(in super::super) fn vmi_vload(&mut self, st: &mut Stmt) -> Res<()> {
        let source = self.operand()?;
        st.push(source);
        self.vmi_address(st)?;
        self.expect(Tok::Colon, "before the type of the source")?;
        let (ty, span) = self.parse_type()?;
        self.check_type(source.0, source.1, ty, span);
        self.expect(Tok::Arrow, "after the type of the source")?;
        let mut results = Vec::new();
        self.types_of(&mut results)?;
        st.result_types.extend(results.iter().map(|t| t.0));
        self.expect_type(st, 1, TypeId::INDEX, "the offset");
        let strides = self.vmi_strides(st, 2, st.operands.len() - 2)?;
        st.segments.extend([1, 1]);
        st.segments.extend(strides);
        self.finish(st)
    }

    /// `%value, .., %destination[%offset] [, %stride | , %block_stride [, %repeat_stride]] [, %mask] {..} : V, .., P [, M]`
    pub(in super::super) fn vmi_vstore(&mut self, st: &mut Stmt) -> Res<()> {
        loop {
            let operand = self.operand()?;
            st.push(operand);
            if !self.at(Tok::Comma) {
                break;
            }
            self.bump();
        }
        if st.operands.len() < 2 {
            return Err(self.unexpected("`,` and the destination", "after the value to store"));
        }
        let values = st.operands.len() - 1;
        self.vmi_address(st)?;
        self.expect(Tok::Colon, "before the types of values and destination")?;
        let start = self.span;
        let mut types = Vec::new();
        self.types_of(&mut types)?;
        let extras = st.operands.len() - values - 2;
        // The types of offset and strides are not written, so one more type is that of a mask.
        let masked = types.len() == values + 2 && extras > 0;
        if types.len() != values + 1 + usize::from(masked) {
            let wanted = if extras > 0 {
                format!("{} or {}", values + 1, plural(values + 2, "type"))
            } else {
                plural(values + 1, "type")
            };
            let span = start.to(Span::point(self.prev_end));
            let diagnostic = Diagnostic::error(
                codes::OPERAND_COUNT,
                span,
                format!("{} where values, destination and mask have one each", plural(types.len(), "type")),
            )
            .label(format!("expected {wanted}"))
            .note("offset and strides have fixed types, which are not written");
            return Err(self.fail(diagnostic));
        }
        for (i, &(ty, span)) in types[..=values].iter().enumerate() {
            self.check_type(st.operands[i], st.spans[i], ty, span);
        }
        self.expect_type(st, values + 1, TypeId::INDEX, "the offset");
        if masked {
            let (ty, span) = types[values + 1];
            let last = st.operands.len() - 1;
            self.check_type(st.operands[last], st.spans[last], ty, span);
        }
        let strides = self.vmi_strides(st, values + 2, extras - usize::from(masked))?;
        st.segments.extend([values as u16, 1, 1]);
        st.segments.extend(strides);
        st.segments.push(u16::from(masked));
        self.finish(st)
    }

    /// `[%offset], %x, .. {..}`
    fn vmi_address(&mut self, st: &mut Stmt) -> Res<()> {
        self.expect(Tok::LBracket, "before the offset")?;
        let offset = self.operand()?;
        st.push(offset);
        self.expect(Tok::RBracket, "after the offset")?;
        while self.eat(Tok::Comma) {
            let operand = self.operand()?;
            st.push(operand);
        }
        self.opt_attr_dict(st)
    }

    /// Which of stride, block stride and repeat stride the `n` operands from `first` on are.
    fn vmi_strides(&mut self, st: &Stmt, first: usize, n: usize) -> Res<[u16; 3]> {
        let group = self.cx.lookup(st.dict, "group").is_some();
        let most = if group { 1 } else { 2 };
        let name = st.name.def().name;
        if n > most {
            let span = st.spans[first + most].to(st.spans[first + n - 1]);
            let wanted = if group { "one stride" } else { "a block stride and a repeat stride" };
            let diagnostic = Diagnostic::error(
                codes::OPERAND_COUNT,
                span,
                format!("{name} takes {wanted} behind the address, {} given", plural(n, "operand")),
            )
            .label("too many");
            let diagnostic =
                if group { diagnostic.note("with `group` the operand is the stride of groups") } else { diagnostic };
            return Err(self.fail(diagnostic));
        }
        if n == 0 {
            return Ok([0; 3]);
        }
        if group {
            self.expect_type(st, first, TypeId::INDEX, "the stride of groups");
            return Ok([1, 0, 0]);
        }
        match self.cx.types.get(self.body.ty(st.operands[first])) {
            Type::Index if n == 1 => {
                let diagnostic = Diagnostic::error(
                    codes::MISSING_KEY,
                    st.spans[first],
                    format!("a stride of {name} needs the attribute `group`"),
                )
                .label("of type `index`: the stride between groups")
                .help("add `{group = N}` with the number of groups; a block stride has type `i16`");
                return Err(self.fail(diagnostic));
            }
            Type::VmiMask { .. } if n == 1 => {
                let diagnostic = Diagnostic::error(
                    codes::OPERAND_COUNT,
                    st.spans[first],
                    format!("the type of the mask is missing in this {name}"),
                )
                .label("a mask")
                .help("write its type behind that of the destination");
                return Err(self.fail(diagnostic));
            }
            _ => {}
        }
        self.expect_type(st, first, TypeId::I16, "the block stride");
        if n == 2 {
            self.expect_type(st, first + 1, TypeId::I16, "the repeat stride");
        }
        Ok([0, 1, u16::from(n == 2)])
    }
}
