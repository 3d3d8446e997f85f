//! Tile operations with spellings of their own: `subview`, `tassign`, `tgetval`.

use super::Printer;
use crate::ir::Form;
use crate::ir::attrs::Attr;
use crate::ir::body::{Op, OpFlags};

impl Printer<'_> {
    /// `%w = pto.subview %t[%i, %j] sizes [8, 32] valid [%r, %c] : B -> B`
    pub(super) fn subview(&mut self, op: Op, form: Form) {
        let body = self.body;
        let operands = body.operands(op);
        let plain = operands[1..].iter().all(|v| body.ty(*v) == crate::ir::types::TypeId::INDEX);
        if body.op(op).n_outs > 0 || !plain && operands.len() == 3 {
            // Offsets of another type than `index` have a place for it in the page form only.
            self.tile(op, if form == Form::Dps && body.op(op).n_outs == 0 { Form::Ssa } else { form });
            return;
        }
        if !plain {
            self.generic(op);
            return;
        }
        self.result_names(op);
        self.mnemonic(op, form);
        self.push(" ");
        self.value(operands[0]);
        self.push("[");
        self.values(&operands[1..3]);
        self.push("] sizes [");
        let cx = self.cx;
        if let Some(Attr::Array(sizes) | Attr::DenseArray { values: sizes, .. }) =
            cx.lookup(body.op(op).attrs, "sizes").map(|a| cx.get(a))
        {
            for (i, &size) in sizes.iter().enumerate() {
                if i > 0 {
                    self.push(", ");
                }
                if let Attr::Int { value, .. } = cx.get(size) {
                    self.push(&value.to_string());
                }
            }
        }
        self.push("]");
        if operands.len() == 5 {
            self.push(" valid [");
            self.values(&operands[3..]);
            self.push("]");
        }
        self.dict(op, &["sizes"]);
        self.push(" : ");
        self.ty(body.ty(operands[0]));
        self.push(" -> ");
        for result in body.results(op) {
            self.ty(body.ty(result));
        }
    }

    /// `pto.tassign %t, @tile(0x1000)` and the other spellings.
    pub(super) fn tassign(&mut self, op: Op, form: Form) {
        let body = self.body;
        let data = body.op(op);
        if form == Form::Dps && data.n_results == 0 {
            self.tile(op, form);
            return;
        }
        let operands = body.operands(op);
        self.result_names(op);
        if form == Form::Sync {
            self.push("tassign ");
        } else {
            self.push("pto.tassign ");
        }
        self.value(operands[0]);
        self.push(", ");
        let literal = body.defining_op(operands[1]).filter(|d| body.op(*d).flags.has(OpFlags::INLINE));
        let address = literal.and_then(|d| self.cx.lookup(body.op(d).attrs, "value")).map(|a| self.cx.get(a));
        let is_literal = match address {
            Some(Attr::Int { value, .. }) => {
                // An address is 64 bits without a sign.
                self.push(&format!("@tile(0x{:X})", *value as u64));
                true
            }
            _ => {
                self.value(operands[1]);
                false
            }
        };
        self.dict(op, &[]);
        if data.n_results > 0 {
            self.push(" : ");
            self.ty(body.ty(operands[0]));
            self.push(" -> ");
            for result in body.results(op) {
                self.ty(body.ty(result));
            }
        } else if !is_literal || body.ty(operands[1]) != crate::ir::types::TypeId::I64 {
            self.push(" : ");
            self.types([body.ty(operands[0]), body.ty(operands[1])]);
        }
    }

    /// `%v = pto.tgetval ins(%t, %i : B, index) outs : f32`
    pub(super) fn tgetval(&mut self, op: Op, form: Form) {
        if form != Form::Dps {
            self.tile(op, form);
            return;
        }
        let body = self.body;
        self.result_names(op);
        self.push("pto.tgetval ins(");
        let operands = body.operands(op);
        self.values(operands);
        self.push(" : ");
        self.types(operands.iter().map(|v| body.ty(*v)));
        self.push(") outs : ");
        for result in body.results(op) {
            self.ty(body.ty(result));
        }
        self.dict(op, &[]);
    }
}
