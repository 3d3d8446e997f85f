//! Branches between blocks.

use super::super::statement::Stmt;
use super::super::{Parser, Res};
use crate::ir::attrs::{Attr, AttrId, DenseValues};
use crate::ir::types::{Type, TypeId};
use crate::syntax::lexer::Tok;

impl Parser<'_> {
    /// `cf.br ^bb(%x : T)`
    pub(in super::super) fn cf_br(&mut self, st: &mut Stmt) -> Res<()> {
        st.types.clear();
        self.successor(st)?;
        self.opt_attr_dict(st)?;
        st.segments.push(st.successors[0].2 as u16);
        self.finish(st)
    }

    /// `cf.cond_br %c, ^a(..), ^b(..)`
    pub(in super::super) fn cf_cond_br(&mut self, st: &mut Stmt) -> Res<()> {
        st.types.clear();
        let condition = self.operand()?;
        st.push(condition);
        self.check_type(condition.0, condition.1, TypeId::I1, condition.1);
        self.branch_weights(st)?;
        self.expect(Tok::Comma, "after the condition")?;
        self.successor(st)?;
        self.expect(Tok::Comma, "after the first successor")?;
        self.successor(st)?;
        self.opt_attr_dict(st)?;
        let counts = [1, st.successors[0].2 as u16, st.successors[1].2 as u16];
        st.segments.extend(counts);
        self.finish(st)
    }

    /// `weights([1, 2])` behind the condition.
    fn branch_weights(&mut self, st: &mut Stmt) -> Res<()> {
        if !self.at_word("weights") {
            return Ok(());
        }
        self.bump();
        self.expect(Tok::LParen, "after `weights`")?;
        let span = self.bracketed()?;
        let value = crate::syntax::attributes::parse_attr(self.text(span), span.start, &mut self.env());
        self.bump();
        self.expect(Tok::RParen, "after the weights")?;
        let key = self.cx.sym("branch_weights");
        self.place_attr(st, key, value, span);
        Ok(())
    }

    /// `cf.switch %x : i32, [default: ^a, 1: ^b]`
    pub(in super::super) fn cf_switch(&mut self, st: &mut Stmt) -> Res<()> {
        st.types.clear();
        let flag = self.operand()?;
        st.push(flag);
        self.expect(Tok::Colon, "after the operand of cf.switch")?;
        let (ty, span) = self.parse_type()?;
        self.check_type(flag.0, flag.1, ty, span);
        self.expect(Tok::Comma, "after the type")?;
        self.expect(Tok::LBracket, "before the cases of cf.switch")?;
        self.expect_word("default", "as first case of cf.switch")?;
        self.expect(Tok::Colon, "after `default`")?;
        self.successor(st)?;
        let mut cases: Vec<AttrId> = Vec::new();
        while self.eat(Tok::Comma) {
            let negative = self.eat(Tok::Minus);
            let span = self.expect(Tok::Int, "for a case value")?;
            let magnitude = self.int_value(span)?;
            cases.push(self.cx.attr(Attr::Int { value: if negative { -magnitude } else { magnitude }, ty }));
            self.expect(Tok::Colon, "after the case value")?;
            self.successor(st)?;
        }
        self.expect(Tok::RBracket, "after the cases of cf.switch")?;
        self.opt_attr_dict(st)?;
        if !cases.is_empty() {
            let dims = Box::new([cases.len() as i64]);
            let ty = self.cx.types.intern(Type::Vector { dims, elem: ty });
            let value = self.cx.attr(Attr::Dense { ty, values: DenseValues::Values(cases.into()) });
            let key = self.cx.sym("case_values");
            st.extra.push((key, value));
        }
        // Sizes of the argument lists: the flag, the default's, then those of all cases together.
        let sizes: Vec<u16> = std::iter::once(1).chain(st.successors.iter().map(|s| s.2 as u16)).collect();
        st.segments.extend(sizes);
        self.finish(st)
    }
}
