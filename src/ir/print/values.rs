//! Names of values.

use super::Printer;
use crate::ir::Form;
use crate::ir::attrs::Attr;
use crate::ir::body::{Body, OpFlags, Value, ValueDef};
use hashbrown::HashSet;

impl<'a> Printer<'a> {
    /// Chooses numbers for the values of a body that have no name in the text.
    pub(super) fn number_values(&mut self, body: &'a Body) {
        self.numbers.clear();
        let mut taken: Option<HashSet<&str>> = None;
        let mut next = 0u32;
        for (i, data) in body.values.iter().enumerate() {
            if data.name().is_some() || data.def() == ValueDef::Forward {
                continue;
            }
            let text = self.text;
            let taken = taken
                .get_or_insert_with(|| body.values.iter().filter_map(|v| v.name()).map(|n| &text[n.range()]).collect());
            while taken.contains(next.to_string().as_str()) {
                next += 1;
            }
            self.numbers.insert(Value(i as u32), next);
            next += 1;
        }
    }

    /// A use of a value.
    pub(super) fn value(&mut self, value: Value) {
        if self.options.emit != Some(Form::Generic)
            && let Some(op) = self.body.defining_op(value)
            && self.body.op(op).flags.has(OpFlags::INLINE)
        {
            self.literal(op);
            return;
        }
        self.out.push('%');
        self.base_name(value);
        if let Some(at) = self.pack_position(value) {
            self.push(&format!("#{at}"));
        }
    }

    /// `%a, %b`
    pub(super) fn values(&mut self, values: &[Value]) {
        for (i, &value) in values.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            self.value(value);
        }
    }

    /// The name of a value without `%` and without its position in a pack.
    pub(super) fn base_name(&mut self, value: Value) {
        let text = self.text;
        match self.body.values[value.index()].name() {
            Some(name) => self.push(&text[name.range()]),
            None => match self.numbers.get(&value).copied() {
                Some(number) => self.push(&number.to_string()),
                None => self.push("undefined"),
            },
        }
    }

    /// How many of the values carry the name of the first one: the size of a pack.
    pub(super) fn pack_size(&self, values: &[Value]) -> usize {
        let name = |v: Value| self.body.values[v.index()].name();
        match name(values[0]) {
            None => 1,
            first => values.iter().take_while(|v| name(**v) == first).count(),
        }
    }

    /// The position of a result in its pack; `None` when it has a name of its own.
    fn pack_position(&self, value: Value) -> Option<usize> {
        let ValueDef::Result(op, index) = self.body.def(value) else { return None };
        let data = self.body.op(op);
        if data.n_results < 2 {
            return None;
        }
        let name = self.body.values[value.index()].name()?;
        // Names are given in the order of the results, so those of a pack stand together.
        let name_of = |i: u16| self.body.values[(data.first_result + u32::from(i)) as usize].name();
        let (mut low, mut high) = (0, index);
        while low < high {
            let middle = low + (high - low) / 2;
            if name_of(middle) == Some(name) { high = middle } else { low = middle + 1 }
        }
        let several = low < index || index + 1 < data.n_results && name_of(index + 1) == Some(name);
        several.then_some(usize::from(index - low))
    }

    /// The literal of a constant that stands as an operand.
    fn literal(&mut self, op: crate::ir::Op) {
        let Some(value) = self.cx.lookup(self.body.op(op).attrs, "value") else { return };
        match self.cx.get(value) {
            Attr::Bool(b) => self.push(if *b { "true" } else { "false" }),
            _ => crate::ir::attr_print::print_literal(self.cx, value, &mut self.out),
        }
    }
}
