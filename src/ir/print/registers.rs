//! Register-level operations with hand-written syntax: loads and stores of logical vectors, loads of L0A and L0B.

use super::Printer;
use crate::ir::Form;
use crate::ir::body::{Op, Value};
use crate::ir::types::TypeId;

impl Printer<'_> {
    /// `pto.vmi.vload %source[%offset], %stride {group = 4} : P -> V`
    pub(super) fn vmi_vload(&mut self, op: Op, form: Form) {
        let body = self.body;
        let operands = body.operands(op);
        let fits = match self.program.segments(body, op) {
            Some(&[1, 1, stride, block, repeat]) => self.reads_strides(op, operands.get(2), [stride, block, repeat]),
            _ => false,
        };
        if !fits {
            self.generic(op);
            return;
        }
        self.result_names(op);
        self.mnemonic(op, form);
        self.push(" ");
        self.addressed(operands, 0);
        self.dict(op, &[]);
        self.push(" : ");
        self.ty(body.ty(operands[0]));
        self.push(" -> ");
        self.types(body.results(op).map(|v| body.ty(v)).collect::<Vec<_>>());
    }

    /// `pto.vmi.vstore %value, %destination[%offset], %mask : V, P, M`
    pub(super) fn vmi_vstore(&mut self, op: Op, form: Form) {
        let body = self.body;
        let operands = body.operands(op);
        let (values, mask) = match self.program.segments(body, op) {
            Some(&[values, 1, 1, stride, block, repeat, mask])
                if values > 0
                    && self.reads_strides(op, operands.get(usize::from(values) + 2), [stride, block, repeat]) =>
            {
                (usize::from(values), mask > 0)
            }
            _ => {
                self.generic(op);
                return;
            }
        };
        self.result_names(op);
        self.mnemonic(op, form);
        self.push(" ");
        self.addressed(operands, values);
        self.dict(op, &[]);
        self.push(" : ");
        let mut typed: Vec<Value> = operands[..=values].to_vec();
        if mask {
            typed.extend(operands.last());
        }
        self.types(typed.iter().map(|v| body.ty(*v)));
    }

    /// Operands with the one behind `base` in brackets: `%a, %base[%offset], %b`.
    fn addressed(&mut self, operands: &[Value], base: usize) {
        self.values(&operands[..=base]);
        self.push("[");
        self.value(operands[base + 1]);
        self.push("]");
        for &operand in &operands[base + 2..] {
            self.push(", ");
            self.value(operand);
        }
    }

    /// Whether reading finds these strides behind the address again; `first` is the first of them.
    fn reads_strides(&self, op: Op, first: Option<&Value>, strides: [u16; 3]) -> bool {
        let group = self.cx.lookup(self.body.op(op).attrs, "group").is_some();
        match strides {
            [0, 0, 0] => true,
            [1, 0, 0] => group,
            [0, 1, 0] => !group && first.is_some_and(|v| self.body.ty(*v) == TypeId::I16),
            [0, 1, 1] => !group,
            _ => false,
        }
    }

    /// `pto.mte_l1_l0a %source, %destination, %m, %k, %start_row, %start_col {transpose = true} : ..`
    pub(super) fn mte_l1_l0(&mut self, op: Op, form: Form) {
        let body = self.body;
        let operands = body.operands(op);
        let one_form = match self.program.segments(body, op) {
            Some(&[1, 1, ref control @ ..]) => {
                control.len() == 10
                    && (control[..4] == [1; 4] && control[4..] == [0; 6]
                        || control[..4] == [0; 4] && control[4..] == [1; 6])
            }
            _ => false,
        };
        if !one_form {
            self.generic(op);
            return;
        }
        self.result_names(op);
        self.mnemonic(op, form);
        self.push(" ");
        self.values(operands);
        self.dict(op, &[]);
        self.push(" : ");
        self.types(operands.iter().map(|v| body.ty(*v)));
    }
}
