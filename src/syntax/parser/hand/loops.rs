//! Structured control flow.

use super::super::statement::{Stmt, plural};
use super::super::{Parser, RegionSpec, Res};
use crate::diagnostics::{Diagnostic, codes};
use crate::dialect::def::Regions;
use crate::ir::attrs::{Attr, AttrId};
use crate::ir::body::Op;
use crate::ir::types::TypeId;
use crate::source::Span;
use crate::syntax::lexer::Tok;

const YIELD: Regions = Regions::Terminated("scf.yield");

impl Parser<'_> {
    /// `scf.for %i = %a to %b step %c iter_args(%x = %y) -> (T) : i32 { .. }`
    pub(in super::super) fn scf_for(&mut self, st: &mut Stmt) -> Res<()> {
        if self.eat_word("unsigned") {
            let key = self.cx.sym("unsignedCmp");
            st.extra.push((key, AttrId::UNIT));
        }
        let induction = self.value_span()?;
        self.expect(Tok::Equal, "after the induction variable")?;
        for word in ["", "to", "step"] {
            if !word.is_empty() {
                self.expect_word(word, "in the bounds of scf.for")?;
            }
            let operand = self.operand()?;
            st.push(operand);
        }
        let mut names = Vec::new();
        if self.eat_word("iter_args") {
            self.expect(Tok::LParen, "after `iter_args`")?;
            self.list(Tok::RParen, "after the loop-carried values", |p| {
                let name = p.value_span()?;
                p.expect(Tok::Equal, "after the name of a loop-carried value")?;
                let init = p.operand()?;
                names.push(name);
                st.push(init);
                Ok(())
            })?;
            self.expect(Tok::Arrow, "after the loop-carried values")?;
            let start = self.span;
            let mut types = Vec::new();
            self.result_types(&mut types)?;
            self.match_types(st, 3, &types, start.to(Span::point(self.prev_end)));
            types.resize(names.len(), (TypeId::ERROR, start));
            st.result_types.extend(types.iter().map(|t| t.0));
        }
        let mut bound_type = TypeId::INDEX;
        if self.eat(Tok::Colon) {
            bound_type = self.parse_type()?.0;
        }
        for i in 0..3 {
            self.expect_type(st, i, bound_type, "a bound of this loop");
        }
        st.segments.extend([1, 1, 1, names.len() as u16]);
        let mut args = vec![(Span::new(induction.start + 1, induction.end), bound_type)];
        args.extend(names.iter().zip(&st.result_types).map(|(n, t)| (Span::new(n.start + 1, n.end), *t)));
        let op = self.create(st)?;
        let implied = names.is_empty();
        let region = self.region(RegionSpec { parent: op, args: &args, kind: YIELD, implied })?;
        self.body.ext_mut(op).regions.push(region);
        self.trailing_dict(st, op)?;
        self.complete(st, op);
        Ok(())
    }

    /// Checks the type of an operand where the text does not write it.
    pub(super) fn expect_type(&mut self, st: &Stmt, operand: usize, ty: TypeId, what: &str) {
        let actual = self.body.ty(st.operands[operand]);
        if actual == ty || actual == TypeId::ERROR || ty == TypeId::ERROR {
            if actual != ty {
                self.check_type(st.operands[operand], st.spans[operand], ty, st.spans[operand]);
            }
            return;
        }
        let (want, is) = (self.show_type(ty), self.show_type(actual));
        let diagnostic = Diagnostic::error(
            codes::TYPE_MISMATCH,
            st.spans[operand],
            format!("{what} must have type `{want}`, this is `{is}`"),
        )
        .label(format!("expected `{want}`"));
        self.sink.push(diagnostic);
    }

    /// A dictionary behind the last region.
    fn trailing_dict(&mut self, st: &mut Stmt, op: Op) -> Res<()> {
        self.eat_word("attributes");
        if self.at(Tok::LBrace) {
            st.dict = self.body.op(op).attrs;
            self.attr_dict(st)?;
            if !st.extra.is_empty() {
                let mut entries = self.cx.entries(st.dict).to_vec();
                entries.append(&mut st.extra);
                st.dict = self.cx.dict(entries);
            }
            self.body.ops[op.index()].attrs = st.dict;
        }
        Ok(())
    }

    /// `scf.if %c -> (T) { .. } else { .. }`
    pub(in super::super) fn scf_if(&mut self, st: &mut Stmt) -> Res<()> {
        let condition = self.operand()?;
        st.push(condition);
        self.expect_type(st, 0, TypeId::I1, "the condition of scf.if");
        self.arrow_results(st)?;
        let with_results = !st.result_types.is_empty();
        let op = self.create(st)?;
        let spec = || RegionSpec { parent: op, args: &[], kind: YIELD, implied: !with_results };
        let region = self.region(spec())?;
        self.body.ext_mut(op).regions.push(region);
        if self.eat_word("else") {
            let region = self.region(spec())?;
            self.body.ext_mut(op).regions.push(region);
        } else if with_results {
            let diagnostic =
                Diagnostic::error(codes::REGION_SHAPE, st.name_span, "scf.if with results needs an `else` region")
                    .label(format!(
                        "{} without a value when the condition is false",
                        plural(st.result_types.len(), "result")
                    ));
            self.sink.push(diagnostic);
        }
        self.trailing_dict(st, op)?;
        self.complete(st, op);
        Ok(())
    }

    /// `-> T` or `-> (T, ..)`, or nothing.
    fn arrow_results(&mut self, st: &mut Stmt) -> Res<()> {
        if self.eat(Tok::Arrow) {
            let mut types = Vec::new();
            self.result_types(&mut types)?;
            while self.eat(Tok::Comma) {
                types.push(self.parse_type()?);
            }
            st.result_types.extend(types.iter().map(|t| t.0));
        }
        Ok(())
    }

    /// `scf.while (%x = %y) : (T) -> R { .. } do { ^bb0(%z: R): .. }`
    pub(in super::super) fn scf_while(&mut self, st: &mut Stmt) -> Res<()> {
        let mut names = Vec::new();
        if self.eat(Tok::LParen) {
            self.list(Tok::RParen, "after the loop-carried values", |p| {
                let name = p.value_span()?;
                p.expect(Tok::Equal, "after the name of a loop-carried value")?;
                let init = p.operand()?;
                names.push(Span::new(name.start + 1, name.end));
                st.push(init);
                Ok(())
            })?;
        }
        self.expect(Tok::Colon, "after the operands of scf.while")?;
        let start = self.span;
        let types = self.typed_list_in_parens()?;
        self.match_types(st, 0, &types, start.to(Span::point(self.prev_end)));
        self.expect(Tok::Arrow, "after the operand types of scf.while")?;
        let mut results = Vec::new();
        self.result_types(&mut results)?;
        st.result_types.extend(results.iter().map(|t| t.0));
        let mut args: Vec<(Span, TypeId)> = names.iter().copied().zip(types.iter().map(|t| t.0)).collect();
        args.resize(names.len(), (Span::default(), TypeId::ERROR));
        let op = self.create(st)?;
        let before = Regions::Terminated("scf.condition");
        let region = self.region(RegionSpec { parent: op, args: &args, kind: before, implied: false })?;
        self.body.ext_mut(op).regions.push(region);
        self.expect_word("do", "between the regions of scf.while")?;
        let after: Vec<(Span, TypeId)> = st.result_types.iter().map(|t| (Span::default(), *t)).collect();
        let region = self.region(RegionSpec { parent: op, args: &after, kind: YIELD, implied: types.is_empty() })?;
        self.body.ext_mut(op).regions.push(region);
        self.trailing_dict(st, op)?;
        self.complete(st, op);
        Ok(())
    }

    /// `scf.condition(%c) %x : T`
    pub(in super::super) fn scf_condition(&mut self, st: &mut Stmt) -> Res<()> {
        self.expect(Tok::LParen, "after scf.condition")?;
        let condition = self.operand()?;
        self.expect(Tok::RParen, "after the condition")?;
        self.typed_operands(st)?;
        let wanted = self.parent_results("scf.while");
        if let Some(wanted) = wanted {
            self.check_passed(st, &wanted, "the loop passes on");
        }
        st.operands.insert(0, condition.0);
        st.spans.insert(0, condition.1);
        self.expect_type(st, 0, TypeId::I1, "the condition of scf.while");
        st.segments.extend([1, (st.operands.len() - 1) as u16]);
        self.finish(st)
    }

    /// Result types of the operation whose region is being read, when it has this name.
    fn parent_results(&self, name: &str) -> Option<Vec<TypeId>> {
        let parent = self.region_parent()?;
        (self.body.op(parent).name.def().name == name)
            .then(|| self.body.results(parent).map(|v| self.body.ty(v)).collect())
    }

    fn region_parent(&self) -> Option<Op> {
        if self.block == crate::ir::Block::NONE {
            return None;
        }
        let region = self.body.blocks[self.block.index()].region;
        let parent = self.body.regions[region.index()].parent;
        parent.is_some().then_some(parent)
    }

    /// `scf.yield %x : T`
    pub(in super::super) fn scf_yield(&mut self, st: &mut Stmt) -> Res<()> {
        self.typed_operands(st)?;
        if let Some(parent) = self.region_parent() {
            match self.body.op(parent).name.def().name {
                // The second region passes values to the first one.
                "scf.while" => {
                    let wanted: Vec<TypeId> = self.body.operands(parent).iter().map(|v| self.body.ty(*v)).collect();
                    self.check_passed(st, &wanted, "the loop carries");
                }
                name @ ("scf.for" | "scf.if" | "scf.index_switch" | "scf.execute_region") => {
                    let wanted = self.parent_results(name).unwrap_or_default();
                    self.check_passed(st, &wanted, &format!("{name} yields"));
                }
                _ => {}
            }
        }
        self.finish(st)
    }

    /// `scf.index_switch %i -> T case 1 { .. } default { .. }`
    pub(in super::super) fn scf_index_switch(&mut self, st: &mut Stmt) -> Res<()> {
        let operand = self.operand()?;
        st.push(operand);
        self.expect_type(st, 0, TypeId::INDEX, "the operand of scf.index_switch");
        self.opt_attr_dict(st)?;
        self.arrow_results(st)?;
        // The required `cases` come with the regions.
        let op = self.create_unchecked(st)?;
        let implied = st.result_types.is_empty();
        let mut cases: Vec<AttrId> = Vec::new();
        let mut regions = Vec::new();
        while self.eat_word("case") {
            let negative = self.eat(Tok::Minus);
            let span = self.expect(Tok::Int, "after `case`")?;
            let magnitude = self.int_value(span)?;
            let value = if negative { -magnitude } else { magnitude };
            cases.push(self.cx.attr(Attr::Int { value, ty: TypeId::I64 }));
            regions.push(self.region(RegionSpec { parent: op, args: &[], kind: YIELD, implied })?);
        }
        self.expect_word("default", "after the cases of scf.index_switch")?;
        let default = self.region(RegionSpec { parent: op, args: &[], kind: YIELD, implied })?;
        let ext = self.body.ext_mut(op);
        ext.regions.push(default);
        ext.regions.extend(regions);
        let key = self.cx.sym("cases");
        let value = self.cx.attr(Attr::DenseArray { elem: TypeId::I64, values: cases.into() });
        let mut entries = self.cx.entries(self.body.op(op).attrs).to_vec();
        entries.push((key, value));
        self.body.ops[op.index()].attrs = self.cx.dict(entries);
        self.complete(st, op);
        Ok(())
    }

    /// The value of an integer token.
    pub(in super::super) fn int_value(&mut self, span: Span) -> Res<i128> {
        match crate::syntax::attributes::parse_int(self.text(span)) {
            Some(value) => Ok(value),
            None => {
                let diagnostic = Diagnostic::error(codes::BAD_NUMBER, span, "this integer is too large");
                Err(self.fail(diagnostic))
            }
        }
    }

    /// `scf.execute_region -> T { .. }`
    pub(in super::super) fn scf_execute_region(&mut self, st: &mut Stmt) -> Res<()> {
        self.arrow_results(st)?;
        let op = self.create(st)?;
        let region = self.region(RegionSpec { parent: op, args: &[], kind: Regions::Cfg, implied: false })?;
        self.body.ext_mut(op).regions.push(region);
        self.trailing_dict(st, op)?;
        self.complete(st, op);
        Ok(())
    }
}
