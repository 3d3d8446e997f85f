//! Container operations with syntax of their own: modules, functions, structured control flow, branches, constants.

use super::Printer;
use crate::dialect::def::Hand;
use crate::ir::Form;
use crate::ir::attrs::{Attr, AttrId, DenseValues, DictId};
use crate::ir::body::{Body, Op, OpFlags, Value};
use crate::ir::types::{Type, TypeId};

/// Function attributes that the header shows.
const FUNC_HEADER: &[&str] = &["sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs"];

impl<'a> Printer<'a> {
    /// An operation with hand-written syntax.
    pub(super) fn hand(&mut self, op: Op, hand: Hand, form: Form) {
        match hand {
            Hand::Module => self.module(op),
            Hand::Func => self.func(op),
            Hand::Return => self.operands_with_types(op, "return", 0),
            Hand::ScfYield => self.operands_with_types(op, "scf.yield", 0),
            Hand::Call => self.call(op),
            Hand::CallIndirect => self.call(op),
            Hand::ScfFor => self.scf_for(op),
            Hand::ScfIf => self.scf_if(op),
            Hand::ScfWhile => self.scf_while(op),
            Hand::ScfCondition => self.scf_condition(op),
            Hand::ScfIndexSwitch => self.scf_index_switch(op),
            Hand::ScfExecuteRegion => self.scf_execute_region(op),
            Hand::CfBr => {
                self.push("cf.br ");
                self.successor(op, 0);
                self.dict(op, &[]);
            }
            Hand::CfCondBr => self.cf_cond_br(op),
            Hand::CfSwitch => self.cf_switch(op),
            Hand::ArithConstant => self.arith_constant(op, form),
            Hand::Subview => self.subview(op, form),
            Hand::Tassign => self.tassign(op, form),
            Hand::TgetVal => self.tgetval(op, form),
            Hand::ArithSelect => self.arith_select(op),
            Hand::MemrefSubview => self.memref_subview(op),
            Hand::MemrefReinterpretCast => self.memref_reinterpret_cast(op),
            Hand::LlvmGep => self.llvm_gep(op),
            Hand::VmiVload => self.vmi_vload(op, form),
            Hand::VmiVstore => self.vmi_vstore(op, form),
            Hand::MteL1L0 => self.mte_l1_l0(op, form),
        }
    }

    fn string_attr(&self, op: Op, key: &str) -> Option<&'a str> {
        match self.cx.get(self.cx.lookup(self.body.op(op).attrs, key)?) {
            Attr::Str { text, .. } => Some(self.cx.str(*text)),
            _ => None,
        }
    }

    /// `@name`, quoted when it is not a plain one.
    fn symbol(&mut self, name: &str) {
        self.push("@");
        let plain = !name.is_empty()
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.' | b'-'));
        if plain {
            self.push(name);
        } else {
            crate::ir::attr_print::print_string(name, &mut self.out);
        }
    }

    fn module(&mut self, op: Op) {
        let body = self.body;
        self.push("module");
        if let Some(name) = self.string_attr(op, "sym_name") {
            self.push(" ");
            self.symbol(name);
        }
        let before = self.out.len();
        self.push(" attributes");
        if !self.dict(op, &["sym_name"]) {
            self.out.truncate(before);
        }
        self.push(" ");
        for &region in body.regions_of(op) {
            self.region(region, false);
        }
    }

    fn func(&mut self, op: Op) {
        let body = self.body;
        let inner = body.ext(op).and_then(|e| e.body).map(|id| self.program.body(id));
        if body.op(op).flags.has(OpFlags::IMPLICIT) && matches!(self.options.emit, None | Some(Form::Sync)) {
            if let Some(inner) = inner {
                self.implicit_func(inner);
            }
            return;
        }
        self.push("func.func ");
        if let Some(visibility) = self.string_attr(op, "sym_visibility") {
            self.push(visibility);
            self.push(" ");
        }
        let name = self.string_attr(op, "sym_name").unwrap_or("");
        self.symbol(name);
        let cx = self.cx;
        let (inputs, results): (&[TypeId], &[TypeId]) =
            match cx.lookup(body.op(op).attrs, "function_type").map(|a| cx.get(a)) {
                Some(Attr::Type(ty)) => match cx.types.get(*ty) {
                    Type::Function { inputs, results } => (inputs, results),
                    _ => (&[], &[]),
                },
                _ => (&[], &[]),
            };
        self.push("(");
        match inner {
            Some(inner) => self.in_body(inner, |p| {
                let entry = inner.blocks_of(Body::ROOT)[0];
                for (i, &arg) in inner.blocks[entry.index()].args.iter().enumerate() {
                    if i > 0 {
                        p.push(", ");
                    }
                    p.value(arg);
                    p.push(": ");
                    p.ty(inner.ty(arg));
                    p.nth_dict(body, op, "arg_attrs", i);
                }
            }),
            None => {
                for (i, &ty) in inputs.iter().enumerate() {
                    if i > 0 {
                        self.push(", ");
                    }
                    self.ty(ty);
                    self.nth_dict(body, op, "arg_attrs", i);
                }
            }
        }
        self.push(")");
        self.func_results(op, results);
        let before = self.out.len();
        self.push(" attributes");
        if !self.dict(op, FUNC_HEADER) {
            self.out.truncate(before);
        }
        if let Some(inner) = inner {
            self.push(" ");
            self.function_span = body.op(op).span;
            self.in_body(inner, |p| p.region(Body::ROOT, false));
        }
    }

    fn func_results(&mut self, op: Op, results: &[TypeId]) {
        if results.is_empty() {
            return;
        }
        let body = self.body;
        let with_attrs = self.cx.lookup(body.op(op).attrs, "res_attrs").is_some();
        self.push(" -> ");
        if let [single] = results
            && !with_attrs
            && !self.is_function_type(*single)
        {
            self.ty(*single);
            return;
        }
        self.push("(");
        for (i, &ty) in results.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            self.ty(ty);
            self.nth_dict(body, op, "res_attrs", i);
        }
        self.push(")");
    }

    /// The dictionary number `index` of an array of dictionaries.
    fn nth_dict(&mut self, body: &Body, op: Op, key: &str, index: usize) {
        let cx = self.cx;
        let dict = match cx.lookup(body.op(op).attrs, key).map(|a| cx.get(a)) {
            Some(Attr::Array(items)) => match items.get(index).map(|a| cx.get(*a)) {
                Some(Attr::Dict(dict)) => *dict,
                _ => DictId::EMPTY,
            },
            _ => DictId::EMPTY,
        };
        if dict != DictId::EMPTY {
            self.push(" ");
            crate::ir::attr_print::print_dict(cx, dict, self.style, &[], &mut self.out);
        }
    }

    /// A function that the text does not write: its arguments as directives, then its statements.
    fn implicit_func(&mut self, inner: &'a Body) {
        self.in_body(inner, |p| {
            let entry = inner.blocks_of(Body::ROOT)[0];
            let mut first = true;
            for &arg in &inner.blocks[entry.index()].args {
                if !first {
                    p.newline();
                }
                first = false;
                p.push(".arg ");
                p.value(arg);
                p.push(" : ");
                p.ty(inner.ty(arg));
            }
            if !first {
                p.push("\n");
            }
            p.block_ops(entry);
            // The caller ends the line.
            if p.out.ends_with('\n') {
                p.out.pop();
            }
        });
    }

    /// `name %a, %b : T, T`, from operand `from` on.
    fn operands_with_types(&mut self, op: Op, name: &str, from: usize) {
        self.push(name);
        self.dict(op, &[]);
        let body = self.body;
        let operands: Vec<Value> = body.operands(op)[from..].to_vec();
        if !operands.is_empty() {
            self.push(" ");
            self.values(&operands);
            self.push(" : ");
            self.types(operands.iter().map(|v| body.ty(*v)));
        }
    }

    fn call(&mut self, op: Op) {
        let body = self.body;
        self.result_names(op);
        let cx = self.cx;
        let mut operands: Vec<Value> = body.operands(op).to_vec();
        match cx.lookup(body.op(op).attrs, "callee").map(|a| cx.get(a)) {
            Some(Attr::Symbol(path)) => {
                self.push("call ");
                for (i, segment) in path.iter().enumerate() {
                    if i > 0 {
                        self.push("::");
                    }
                    self.symbol(cx.str(*segment));
                }
            }
            _ => {
                self.push("func.call_indirect ");
                let callee = operands.remove(0);
                self.value(callee);
            }
        }
        self.push("(");
        self.values(&operands);
        self.push(")");
        self.dict(op, &["callee"]);
        self.push(" : (");
        self.types(operands.iter().map(|v| body.ty(*v)));
        self.push(") -> ");
        self.result_list(op);
    }

    /// `T`, or `(T, ..)` for none or several.
    fn result_list(&mut self, op: Op) {
        let results: Vec<TypeId> = self.body.results(op).map(|v| self.body.ty(v)).collect();
        match results[..] {
            [single] if !self.is_function_type(single) => self.ty(single),
            _ => {
                self.push("(");
                self.types(results);
                self.push(")");
            }
        }
    }

    fn entry_args(&self, op: Op, region: usize) -> &'a [Value] {
        let body = self.body;
        let region = body.regions_of(op)[region];
        match body.blocks_of(region).first() {
            Some(entry) => &body.blocks[entry.index()].args,
            None => &[],
        }
    }

    fn scf_for(&mut self, op: Op) {
        let body = self.body;
        self.result_names(op);
        let operands = body.operands(op);
        let args = self.entry_args(op, 0);
        self.push("scf.for ");
        if self.cx.lookup(body.op(op).attrs, "unsignedCmp").is_some() {
            self.push("unsigned ");
        }
        self.value(args[0]);
        for (word, &operand) in [" = ", " to ", " step "].iter().zip(operands) {
            self.push(word);
            self.value(operand);
        }
        if operands.len() > 3 {
            self.push(" iter_args(");
            for (i, (&arg, &init)) in args[1..].iter().zip(&operands[3..]).enumerate() {
                if i > 0 {
                    self.push(", ");
                }
                self.value(arg);
                self.push(" = ");
                self.value(init);
            }
            self.push(") -> (");
            self.types(body.results(op).map(|v| body.ty(v)).collect::<Vec<_>>());
            self.push(")");
        }
        if body.ty(args[0]) != TypeId::INDEX {
            self.push(" : ");
            self.ty(body.ty(args[0]));
        }
        self.push(" ");
        self.region(body.regions_of(op)[0], false);
        self.dict(op, &["unsignedCmp"]);
    }

    fn arrow_results(&mut self, op: Op) {
        let body = self.body;
        if body.op(op).n_results > 0 {
            self.push(" -> (");
            self.types(body.results(op).map(|v| body.ty(v)).collect::<Vec<_>>());
            self.push(")");
        }
    }

    fn scf_if(&mut self, op: Op) {
        let body = self.body;
        self.result_names(op);
        self.push("scf.if ");
        self.value(body.operands(op)[0]);
        self.arrow_results(op);
        self.push(" ");
        let regions = body.regions_of(op);
        self.region(regions[0], false);
        if let Some(&otherwise) = regions.get(1).filter(|r| !body.blocks_of(**r).is_empty()) {
            self.push(" else ");
            self.region(otherwise, false);
        }
        self.dict(op, &[]);
    }

    fn scf_while(&mut self, op: Op) {
        let body = self.body;
        self.result_names(op);
        self.push("scf.while");
        let operands = body.operands(op);
        if !operands.is_empty() {
            self.push(" (");
            for (i, (&arg, &init)) in self.entry_args(op, 0).iter().zip(operands).enumerate() {
                if i > 0 {
                    self.push(", ");
                }
                self.value(arg);
                self.push(" = ");
                self.value(init);
            }
            self.push(")");
        }
        self.push(" : (");
        self.types(operands.iter().map(|v| body.ty(*v)));
        self.push(") -> ");
        self.result_list(op);
        self.push(" ");
        let regions = body.regions_of(op);
        self.region(regions[0], false);
        self.push(" do ");
        self.region(regions[1], true);
        if !self.cx.entries(body.op(op).attrs).is_empty() {
            self.push(" attributes");
            self.dict(op, &[]);
        }
    }

    fn scf_condition(&mut self, op: Op) {
        let body = self.body;
        self.push("scf.condition(");
        self.value(body.operands(op)[0]);
        self.push(")");
        self.operands_with_types(op, "", 1);
    }

    fn scf_index_switch(&mut self, op: Op) {
        let body = self.body;
        self.result_names(op);
        self.push("scf.index_switch ");
        self.value(body.operands(op)[0]);
        self.dict(op, &["cases"]);
        if body.op(op).n_results > 0 {
            self.push(" -> ");
            self.types(body.results(op).map(|v| body.ty(v)).collect::<Vec<_>>());
        }
        let cx = self.cx;
        let cases: &[AttrId] = match cx.lookup(body.op(op).attrs, "cases").map(|a| cx.get(a)) {
            Some(Attr::DenseArray { values, .. }) => values,
            _ => &[],
        };
        let regions = body.regions_of(op);
        for (&case, &region) in cases.iter().zip(&regions[1..]) {
            self.newline();
            self.push("case ");
            self.int(case);
            self.push(" ");
            self.region(region, false);
        }
        self.newline();
        self.push("default ");
        self.region(regions[0], false);
    }

    fn int(&mut self, attr: AttrId) {
        if let Attr::Int { value, .. } = self.cx.get(attr) {
            self.push(&value.to_string());
        }
    }

    fn scf_execute_region(&mut self, op: Op) {
        let body = self.body;
        self.result_names(op);
        self.push("scf.execute_region");
        if body.op(op).n_results > 0 {
            self.push(" -> ");
            self.result_list(op);
        }
        self.push(" ");
        self.region(body.regions_of(op)[0], false);
        self.dict(op, &[]);
    }

    fn cf_cond_br(&mut self, op: Op) {
        self.push("cf.cond_br ");
        self.value(self.body.operands(op)[0]);
        if let Some(weights) = self.cx.lookup(self.body.op(op).attrs, "branch_weights") {
            self.push(" weights(");
            match self.cx.get(weights) {
                Attr::DenseArray { values, .. } => {
                    self.push("[");
                    for (i, &value) in values.iter().enumerate() {
                        if i > 0 {
                            self.push(", ");
                        }
                        self.int(value);
                    }
                    self.push("]");
                }
                _ => self.attr(weights),
            }
            self.push(")");
        }
        self.push(", ");
        self.successor(op, 0);
        self.push(", ");
        self.successor(op, 1);
        self.dict(op, &["branch_weights"]);
    }

    fn cf_switch(&mut self, op: Op) {
        let body = self.body;
        let flag = body.operands(op)[0];
        self.push("cf.switch ");
        self.value(flag);
        self.push(" : ");
        self.ty(body.ty(flag));
        self.push(", [");
        let cx = self.cx;
        let cases: &[AttrId] = match cx.lookup(body.op(op).attrs, "case_values").map(|a| cx.get(a)) {
            Some(Attr::Dense { values: DenseValues::Values(values), .. }) => values,
            _ => &[],
        };
        for i in 0..body.successors(op).len() {
            self.newline();
            self.push("  ");
            match i.checked_sub(1).and_then(|c| cases.get(c).or(cases.first())) {
                None => self.push("default: "),
                Some(&case) => {
                    self.int(case);
                    self.push(": ");
                }
            }
            self.successor(op, i);
            if i + 1 < body.successors(op).len() {
                self.push(",");
            }
        }
        self.newline();
        self.push("]");
        self.dict(op, &["case_values"]);
    }

    fn arith_constant(&mut self, op: Op, form: Form) {
        let body = self.body;
        let data = body.op(op);
        let Some(value) = self.cx.lookup(data.attrs, "value") else {
            self.generic(op);
            return;
        };
        let directive = form == Form::Sync
            && data.form == Form::Sync
            && data.n_results == 1
            && !matches!(self.cx.get(value), Attr::Dense { .. });
        if directive {
            self.push(".const ");
            let result = body.results(op).next();
            if let Some(result) = result {
                self.value(result);
            }
            self.push(" = ");
            crate::ir::attr_print::print_literal(self.cx, value, &mut self.out);
            self.push(" : ");
            if let Some(result) = result {
                self.ty(body.ty(result));
            }
            return;
        }
        self.result_names(op);
        self.push("arith.constant");
        self.dict(op, &["value"]);
        self.push(" ");
        match self.cx.get(value) {
            Attr::Bool(b) => self.push(if *b { "true" } else { "false" }),
            Attr::Int { .. } | Attr::Float { .. } => {
                crate::ir::attr_print::print_literal(self.cx, value, &mut self.out);
                self.push(" : ");
                let ty = body.results(op).next().map(|v| body.ty(v));
                if let Some(ty) = ty {
                    self.ty(ty);
                }
            }
            _ => self.attr(value),
        }
    }
}
