//! The generic form.

use super::Printer;
use crate::dialect::def::{Arity, Place};
use crate::dialect::registry::OpName;
use crate::ir::body::{Op, Value};
use crate::ir::types::TypeId;

impl Printer<'_> {
    /// `%r = "d.op"(%a)[^bb] ({..}) {..} : (T) -> R`
    pub(super) fn generic(&mut self, op: Op) {
        let body = self.body;
        let data = body.op(op);
        self.result_names(op);
        let name = match body.ext(op).and_then(|e| e.unregistered) {
            Some(name) if data.name == OpName::UNREGISTERED => self.cx.str(name),
            _ => data.name.def().name,
        };
        self.push("\"");
        self.push(name);
        self.push("\"(");
        let (operands, sizes) = self.generic_order(op, body.operands(op).to_vec());
        self.values(&operands);
        self.push(")");
        self.successors(op);
        let regions = body.regions_of(op);
        let isolated = body.ext(op).and_then(|e| e.body);
        let is_func = data.name.def().name == "func.func";
        if !regions.is_empty() || isolated.is_some() || is_func {
            self.push(" (");
            if let Some(id) = isolated {
                let inner = self.program.body(id);
                self.in_body(inner, |p| p.region(crate::ir::Body::ROOT, true));
            } else if is_func {
                self.push("{}");
            }
            for (i, &region) in regions.iter().enumerate() {
                if i > 0 {
                    self.push(", ");
                }
                if body.blocks_of(region).is_empty() {
                    self.push("{}");
                } else {
                    self.region(region, true);
                }
            }
            self.push(")");
        }
        self.generic_dict(op, sizes);
        self.push(" : (");
        self.types(operands.iter().map(|v| body.ty(*v)));
        self.push(") -> ");
        let results: Vec<TypeId> = body.results(op).map(|v| body.ty(v)).collect();
        match results[..] {
            [single] if !self.is_function_type(single) => self.ty(single),
            _ => {
                self.push("(");
                self.types(results);
                self.push(")");
            }
        }
    }

    pub(super) fn is_function_type(&self, ty: TypeId) -> bool {
        matches!(self.cx.types.get(ty), crate::ir::types::Type::Function { .. })
    }

    /// Operands in the order of the generic form, and the group sizes when they must be written.
    fn generic_order(&self, op: Op, operands: Vec<Value>) -> (Vec<Value>, Option<Vec<u16>>) {
        let data = self.body.op(op);
        let def = data.name.def();
        if !self.body.successors(op).is_empty() {
            let sizes = self.branch_sizes(op);
            return (operands, sizes);
        }
        let roles = def.ins.len() + if data.n_outs > 0 { def.outs.len() } else { 0 };
        let sizes: Vec<u16> = match self.program.segments(self.body, op) {
            Some(sizes) => sizes.to_vec(),
            None => vec![1; roles],
        };
        if sizes.len() != roles {
            return (operands, Some(sizes));
        }
        // As in MLIR, sizes are written where more than one group can have another size than one.
        let loose = def.ins.iter().chain(def.outs.iter().filter(|_| data.n_outs > 0));
        let written = loose.filter(|o| o.arity != Arity::One && !matches!(o.place, Place::Index(_))).count() > 1
            || sizes.iter().zip(def.ins).any(|(s, o)| matches!(o.place, Place::Index(_)) && *s > 0);
        let offsets = def.ins.iter().zip(&sizes).any(|(o, s)| matches!(o.place, Place::Index(_)) && *s > 0);
        let mut out = Vec::with_capacity(operands.len());
        let mut order = Vec::new();
        for role in def.generic_roles(data.n_outs > 0, offsets) {
            let start: usize = sizes[..role].iter().map(|s| usize::from(*s)).sum();
            out.extend_from_slice(&operands[start..start + usize::from(sizes[role])]);
            order.push(sizes[role]);
        }
        (out, written.then_some(order))
    }

    /// Sizes of the operand groups of a branch to several blocks.
    fn branch_sizes(&self, op: Op) -> Option<Vec<u16>> {
        let successors = self.body.successors(op);
        let own = successors.iter().map(|s| s.first).min()?;
        if successors.len() < 2 {
            return None;
        }
        let mut sizes: Vec<u16> = vec![1; usize::from(own)];
        if self.body.op(op).name.def().name == "cf.switch" {
            sizes.push(successors[0].count);
            sizes.push(successors[1..].iter().map(|s| s.count).sum());
        } else {
            sizes.extend(successors.iter().map(|s| s.count));
        }
        Some(sizes)
    }

    /// The dictionary, with `operandSegmentSizes` where the groups are not all of one operand.
    fn generic_dict(&mut self, op: Op, sizes: Option<Vec<u16>>) {
        let data = self.body.op(op);
        match sizes {
            None => {
                self.dict(op, &[]);
            }
            Some(sizes) => {
                let list: Vec<String> = sizes.iter().map(u16::to_string).collect();
                let mut text = format!("operandSegmentSizes = array<i32: {}>", list.join(", "));
                if data.name.def().name == "cf.switch" {
                    let cases: Vec<String> =
                        self.body.successors(op)[1..].iter().map(|s| s.count.to_string()).collect();
                    let colon = if cases.is_empty() { "" } else { ": " };
                    text = format!("case_operand_segments = array<i32{colon}{}>, {text}", cases.join(", "));
                }
                let before = self.out.len();
                if self.entries(data.attrs, data.name.def(), &[]) {
                    // Into the dictionary, at its place by key.
                    let printed = self.out.split_off(before);
                    let cx = self.cx;
                    let keys: Vec<&str> = cx.entries(data.attrs).iter().map(|e| cx.str(e.0)).collect();
                    if keys.first().is_some_and(|k| *k > "operandSegmentSizes") {
                        self.push(" {");
                        self.push(&text);
                        self.push(", ");
                        self.push(&printed[2..]);
                    } else {
                        self.push(&printed[..printed.len() - 1]);
                        self.push(", ");
                        self.push(&text);
                        self.push("}");
                    }
                } else {
                    self.push(" {");
                    self.push(&text);
                    self.push("}");
                }
            }
        }
    }

    /// `[^a, ^b]`, or nothing; the arguments are among the operands.
    fn successors(&mut self, op: Op) {
        let count = self.body.successors(op).len();
        if count == 0 {
            return;
        }
        self.push("[");
        for i in 0..count {
            if i > 0 {
                self.push(", ");
            }
            let block = self.body.successors(op)[i].block;
            let label = self.label(self.body.blocks[block.index()].region, block);
            self.push(&label);
        }
        self.push("]");
    }

    /// `^a(%x : T)`
    pub(super) fn successor(&mut self, op: Op, index: usize) {
        let body = self.body;
        let successor = &body.successors(op)[index];
        let region = body.blocks[successor.block.index()].region;
        let label = self.label(region, successor.block);
        self.push(&label);
        if successor.count > 0 {
            let args = &body.operands(op)[usize::from(successor.first)..usize::from(successor.first + successor.count)];
            self.push("(");
            self.values(args);
            self.push(" : ");
            self.types(args.iter().map(|v| body.ty(*v)));
            self.push(")");
        }
    }
}
