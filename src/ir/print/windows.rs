//! Windows of memrefs and addresses of elements, which mix constants and values in one list; and `arith.select`.

use super::Printer;
use crate::ir::attrs::Attr;
use crate::ir::body::{Op, Value};
use crate::ir::types::TypeId;

/// Lists of constants that a window has, by key.
const WINDOW: [&str; 3] = ["static_offsets", "static_sizes", "static_strides"];
/// Marks an entry of such a list that is an operand.
const DYNAMIC: i128 = i64::MIN as i128;
/// The same for the indices of an element.
const DYNAMIC_INDEX: i128 = i32::MIN as i128;

/// An entry of a list.
enum Entry {
    Constant(i128),
    Value(Value),
}

impl<'a> Printer<'a> {
    /// `arith.select %c, %a, %b : T`
    pub(super) fn arith_select(&mut self, op: Op) {
        let body = self.body;
        let operands = body.operands(op);
        self.result_names(op);
        self.push("arith.select ");
        self.values(operands);
        self.dict(op, &[]);
        self.push(" : ");
        if let Some(&condition) = operands.first().filter(|v| body.ty(**v) != TypeId::I1) {
            self.ty(body.ty(condition));
            self.push(", ");
        }
        self.types(body.results(op).map(|v| body.ty(v)).collect::<Vec<_>>());
    }

    /// `memref.subview %source[%i, 0] [4, 8] [1, 1] : T to T`
    pub(super) fn memref_subview(&mut self, op: Op) {
        let Some([offsets, sizes, strides]) = self.window(op) else {
            self.generic(op);
            return;
        };
        self.result_names(op);
        self.push("memref.subview ");
        self.value(self.body.operands(op)[0]);
        self.entries_in_brackets(&offsets);
        self.push(" ");
        self.entries_in_brackets(&sizes);
        self.push(" ");
        self.entries_in_brackets(&strides);
        self.window_types(op);
    }

    /// `memref.reinterpret_cast %source to offset: [%o], sizes: [4, %n], strides: [%s, 1] : T to T`
    pub(super) fn memref_reinterpret_cast(&mut self, op: Op) {
        let Some([offset, sizes, strides]) = self.window(op).filter(|lists| lists[0].len() == 1) else {
            self.generic(op);
            return;
        };
        self.result_names(op);
        self.push("memref.reinterpret_cast ");
        self.value(self.body.operands(op)[0]);
        self.push(" to offset: ");
        self.entries_in_brackets(&offset);
        self.push(", sizes: ");
        self.entries_in_brackets(&sizes);
        self.push(", strides: ");
        self.entries_in_brackets(&strides);
        self.window_types(op);
    }

    /// `llvm.getelementptr inbounds %base[%i, 0] : (T, ..) -> T, E`
    pub(super) fn llvm_gep(&mut self, op: Op) {
        let body = self.body;
        let operands = body.operands(op);
        let attrs = body.op(op).attrs;
        let elem = match self.cx.lookup(attrs, "elem_type").map(|a| self.cx.get(a)) {
            Some(Attr::Type(ty)) => Some(*ty),
            _ => None,
        };
        let indices = operands.get(1..).and_then(|v| self.mixed(op, "rawConstantIndices", DYNAMIC_INDEX, v));
        let (Some(elem), Some(indices)) = (elem, indices) else {
            self.generic(op);
            return;
        };
        self.result_names(op);
        self.push("llvm.getelementptr ");
        if self.cx.lookup(attrs, "inbounds").is_some() {
            self.push("inbounds ");
        }
        self.value(operands[0]);
        self.entries_in_brackets(&indices);
        self.dict(op, &["rawConstantIndices", "elem_type", "inbounds"]);
        self.push(" : (");
        self.types(operands.iter().map(|v| body.ty(*v)));
        self.push(") -> ");
        self.types(body.results(op).map(|v| body.ty(v)).collect::<Vec<_>>());
        self.push(", ");
        self.ty(elem);
    }

    /// Offsets, sizes and strides; `None` when constants and operands do not fit together.
    fn window(&self, op: Op) -> Option<[Vec<Entry>; 3]> {
        let body = self.body;
        let sizes = self.program.segments(body, op)?;
        let mut rest = body.operands(op).get(1..)?;
        let mut lists = [const { Vec::new() }; 3];
        for (i, key) in WINDOW.into_iter().enumerate() {
            let (values, behind) = rest.split_at_checked(usize::from(*sizes.get(i + 1)?))?;
            lists[i] = self.mixed(op, key, DYNAMIC, values)?;
            rest = behind;
        }
        Some(lists)
    }

    /// The list of constants `key` with `values` where it has the marker.
    fn mixed(&self, op: Op, key: &str, marker: i128, values: &[Value]) -> Option<Vec<Entry>> {
        let cx = self.cx;
        let Attr::DenseArray { values: constants, .. } = cx.get(cx.lookup(self.body.op(op).attrs, key)?) else {
            return None;
        };
        let mut values = values.iter();
        let mut entries = Vec::with_capacity(constants.len());
        for &constant in constants {
            entries.push(match cx.get(constant) {
                Attr::Int { value, .. } if *value == marker => Entry::Value(*values.next()?),
                Attr::Int { value, .. } => Entry::Constant(*value),
                _ => return None,
            });
        }
        values.next().is_none().then_some(entries)
    }

    /// `[%a, 4, -1]`
    fn entries_in_brackets(&mut self, entries: &[Entry]) {
        self.push("[");
        for (i, entry) in entries.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            match *entry {
                Entry::Constant(value) => self.push(&value.to_string()),
                Entry::Value(value) => self.value(value),
            }
        }
        self.push("]");
    }

    fn window_types(&mut self, op: Op) {
        let body = self.body;
        self.dict(op, &WINDOW);
        self.push(" : ");
        self.ty(body.ty(body.operands(op)[0]));
        self.push(" to ");
        self.types(body.results(op).map(|v| body.ty(v)).collect::<Vec<_>>());
    }
}
