//! Operations whose syntax no format describes.

mod branches;
mod constants;
mod cube;
mod functions;
mod loops;
mod memory;
mod tiles;
mod vmi;

use super::statement::Stmt;
use super::{Parser, Res};
use crate::dialect::def::Hand;
use crate::ir::types::TypeId;
use crate::source::Span;
use crate::syntax::lexer::Tok;

/// Reads an operation with hand-written syntax, after its name.
pub(super) fn parse(p: &mut Parser<'_>, st: &mut Stmt, hand: Hand) -> Res<()> {
    match hand {
        Hand::Module => p.module(st),
        Hand::Func => p.func(st),
        Hand::Return => p.return_op(st),
        Hand::Call => p.call(st),
        Hand::CallIndirect => p.call_indirect(st),
        Hand::ScfFor => p.scf_for(st),
        Hand::ScfIf => p.scf_if(st),
        Hand::ScfWhile => p.scf_while(st),
        Hand::ScfCondition => p.scf_condition(st),
        Hand::ScfYield => p.scf_yield(st),
        Hand::ScfIndexSwitch => p.scf_index_switch(st),
        Hand::ScfExecuteRegion => p.scf_execute_region(st),
        Hand::CfBr => p.cf_br(st),
        Hand::CfCondBr => p.cf_cond_br(st),
        Hand::CfSwitch => p.cf_switch(st),
        Hand::ArithConstant => p.arith_constant(st),
        Hand::Subview => p.subview(st),
        Hand::Tassign => p.tassign(st),
        Hand::TgetVal => p.tgetval(st),
        Hand::ArithSelect => p.arith_select(st),
        Hand::MemrefSubview => p.memref_subview(st),
        Hand::MemrefReinterpretCast => p.memref_reinterpret_cast(st),
        Hand::LlvmGep => p.llvm_gep(st),
        Hand::VmiVload => p.vmi_vload(st),
        Hand::VmiVstore => p.vmi_vstore(st),
        Hand::MteL1L0 => p.mte_l1_l0(st),
    }
}

impl Parser<'_> {
    /// `T, ..`, which may stand in parentheses.
    fn types_of(&mut self, list: &mut Vec<(TypeId, Span)>) -> Res<()> {
        if self.at(Tok::LParen) && !self.paren_is_function_type() {
            list.extend(self.typed_list_in_parens()?);
            return Ok(());
        }
        self.type_list(list)
    }
}
