//! The shared forms of tile operations; the counterpart of `syntax::parser::tile_forms`.

use super::Printer;
use crate::dialect::def::{Arity, AttrDef, AttrPlace, Default as AttrDefault, OpDef, Operand, Place, Role, Traits};
use crate::ir::Form;
use crate::ir::attrs::{Attr, AttrId};
use crate::ir::body::{Op, Value};
use crate::ir::types::TypeId;

/// The operands of one role.
struct Group<'a> {
    role: &'static Operand,
    values: &'a [Value],
}

impl<'a> Printer<'a> {
    /// Operands by role: those of `ins`, and the destinations that are operands.
    fn groups(&self, op: Op) -> (Vec<Group<'a>>, Vec<Group<'a>>) {
        let body = self.body;
        let data = body.op(op);
        let def = data.name.def();
        let operands = body.operands(op);
        let sizes = self.program.segments(body, op);
        let mut at = 0;
        let mut take = |i: usize, role: &'static Operand| {
            let size = sizes.map_or(1, |s| s.get(i).copied().map_or(0, usize::from)).min(operands.len() - at);
            let values = &operands[at..at + size];
            at += size;
            Group { role, values }
        };
        let ins: Vec<Group> = def.ins.iter().enumerate().map(|(i, o)| take(i, o)).collect();
        let outs = if data.n_outs > 0 {
            def.outs.iter().enumerate().map(|(i, o)| take(def.ins.len() + i, o)).collect()
        } else {
            Vec::new()
        };
        (ins, outs)
    }

    /// One operation in one of the shared forms.
    pub(super) fn tile(&mut self, op: Op, form: Form) {
        let data = self.body.op(op);
        let def = data.name.def();
        let store = def.traits.has(Traits::STORE_LIKE);
        let writes_operand = data.n_outs > 0 && !store;
        match form {
            Form::Dps if data.n_results > 0 && !self.is_legacy_result(op) => {
                self.no_spelling(
                    op,
                    form,
                    "it has a result, and the DPS form writes to an operand",
                    "lower the SSA form to DPS first",
                );
            }
            Form::Dps if def.outs.iter().any(|o| o.arity == Arity::One) && data.n_outs == 0 && data.n_results == 0 => {
                self.no_spelling(op, form, "its result is not used as an operand", "name the destination");
            }
            Form::Dps => self.dps(op, def),
            Form::Sync | Form::Ssa if writes_operand => {
                self.no_spelling(
                    op,
                    form,
                    "it writes to a buffer given as an operand, and this form only has results",
                    "keep the DPS form of this operation",
                );
            }
            _ => self.ssa(op, def, form),
        }
    }

    /// `-> tensor<..>` behind a DPS statement.
    fn is_legacy_result(&self, op: Op) -> bool {
        self.body.op(op).n_outs > 0
    }

    // ---- sync and SSA

    fn ssa(&mut self, op: Op, def: &'static OpDef, form: Form) {
        let body = self.body;
        let (ins, outs) = self.groups(op);
        if ins.iter().any(|g| matches!(g.role.place, Place::Tail(_)) && !g.values.is_empty()) {
            self.no_spelling(op, form, "it has clauses of the DPS form", "keep the DPS form of this operation");
            return;
        }
        if hidden_scratch(def, &ins) {
            self.no_spelling(op, form, SCRATCH_HIDDEN, "leave the scratch operand out");
            return;
        }
        self.result_names(op);
        if form == Form::Sync {
            self.push(def.name.strip_prefix("pto.").unwrap_or(def.name));
        } else {
            self.push(def.name);
        }
        let mut types: Vec<TypeId> = Vec::new();
        let mut first = true;
        for group in ins.iter().chain(&outs) {
            if matches!(group.role.place, Place::Index(_)) {
                continue;
            }
            let offsets = ins.iter().find(|g| matches!(g.role.place, Place::Index(name) if name == group.role.name));
            for &value in group.values {
                self.push(if first { " " } else { ", " });
                first = false;
                self.value(value);
                types.push(body.ty(value));
                if let Some(offsets) = offsets.filter(|o| !o.values.is_empty()) {
                    self.push("[");
                    self.values(offsets.values);
                    self.push("]");
                    types.extend(offsets.values.iter().map(|v| body.ty(*v)));
                }
            }
        }
        self.level1_dict(op, def);
        let results: Vec<TypeId> = body.results(op).map(|v| body.ty(v)).collect();
        if types.is_empty() && results.is_empty() {
            return;
        }
        self.push(" : ");
        match types[..] {
            [single] if !self.is_function_type(single) => self.ty(single),
            _ => {
                self.push("(");
                self.types(types);
                self.push(")");
            }
        }
        self.push(" -> ");
        match results[..] {
            [single] => self.ty(single),
            _ => {
                self.push("(");
                self.types(results);
                self.push(")");
            }
        }
    }

    /// The dictionary of a sync or SSA statement: an attribute whose absence means something else there is written
    /// accordingly.
    fn level1_dict(&mut self, op: Op, def: &'static OpDef) {
        let cx = self.cx;
        let data = self.body.op(op);
        let mut entries: Vec<(&str, AttrId)> =
            cx.entries(data.attrs).iter().map(|&(key, value)| (cx.str(key), value)).collect();
        let mut implied: Vec<(&str, String)> = Vec::new();
        for attr in def.attrs {
            let Some(AttrDefault::Member(level1)) = attr.level1_default else { continue };
            let at = entries.iter().position(|e| e.0 == attr.name);
            match at {
                Some(at) if self.is_member(entries[at].1, level1) => {
                    entries.remove(at);
                }
                Some(_) => {}
                None => {
                    if let (AttrDefault::Member(member), crate::dialect::def::AttrKind::Enum(kind)) =
                        (attr.default, attr.kind)
                        && let Some(value) = crate::dialect::enums::get(kind).find(member)
                    {
                        let mut text = String::new();
                        crate::ir::attr_print::print_enum(kind, value, &mut text);
                        implied.push((attr.name, text));
                    }
                }
            }
        }
        if entries.is_empty() && implied.is_empty() {
            return;
        }
        let mut texts: Vec<(&str, String)> = implied;
        for (key, value) in entries {
            let start = self.out.len();
            let bare = def.attrs.iter().any(|a| a.name == key && a.bare);
            match cx.get(value) {
                Attr::Enum { kind, value } if bare => {
                    let spelling = crate::dialect::enums::get(*kind).spelling(*value).unwrap_or("?");
                    self.push(spelling);
                }
                Attr::Unit => {}
                _ => self.attr(value),
            }
            let text = self.out.split_off(start);
            texts.push((key, text));
        }
        texts.sort_by(|a, b| a.0.cmp(b.0));
        for (i, (key, text)) in texts.iter().enumerate() {
            self.push(if i == 0 { " {" } else { ", " });
            crate::ir::attr_print::print_key(key, &mut self.out);
            if !text.is_empty() {
                self.push(" = ");
                self.push(text);
            }
        }
        self.push("}");
    }

    fn is_member(&self, value: AttrId, member: &str) -> bool {
        match self.cx.get(value) {
            Attr::Enum { kind, value } => crate::dialect::enums::get(*kind).find(member) == Some(*value),
            _ => false,
        }
    }

    // ---- DPS

    fn dps(&mut self, op: Op, def: &'static OpDef) {
        let data = self.body.op(op);
        let (ins, outs) = self.groups(op);
        if ins.iter().any(|g| matches!(g.role.place, Place::Index(_)) && !g.values.is_empty()) {
            self.no_spelling(
                op,
                Form::Dps,
                "its view carries offsets in brackets",
                "make the window with pto.partition_view",
            );
            return;
        }
        if hidden_scratch(def, &ins) && data.n_outs < 2 {
            self.no_spelling(op, Form::Dps, SCRATCH_HIDDEN, "leave the scratch operand out");
            return;
        }
        self.push(def.name);
        let with_scratch = ins.iter().any(|g| g.role.role == Role::Scratch && !g.values.is_empty());
        let inside = def.traits.has(Traits::DICT_IN_INS) || def.traits.has(Traits::DICT_WITH_SCRATCH) && with_scratch;
        let placed: Vec<&str> = def.attrs.iter().filter(|a| a.place != AttrPlace::Dict).map(|a| a.name).collect();
        self.dps_ins(op, def, &ins, inside, with_scratch, &placed);
        if !outs.is_empty() {
            let values: Vec<Value> = outs.iter().flat_map(|g| g.values.iter().copied()).collect();
            self.push(" outs(");
            self.values(&values);
            self.push(" : ");
            self.types(values.iter().map(|v| self.body.ty(*v)).collect::<Vec<_>>());
            self.push(")");
        } else if def.traits.has(Traits::EMPTY_OUTS) {
            self.push(" outs()");
        }
        if !inside {
            self.dict(op, &placed);
        }
        self.dps_tail(op, def, &ins);
        if data.n_results > 0 {
            self.push(" -> ");
            let results: Vec<TypeId> = self.body.results(op).map(|v| self.body.ty(v)).collect();
            self.types(results);
        }
    }

    fn attr_of(&self, op: Op, attr: &AttrDef) -> Option<AttrId> {
        self.cx.lookup(self.body.op(op).attrs, attr.name)
    }

    fn dps_ins(
        &mut self,
        op: Op,
        def: &'static OpDef,
        ins: &[Group],
        inside: bool,
        with_scratch: bool,
        placed: &[&str],
    ) {
        let body = self.body;
        let listed: Vec<&Group> = ins.iter().filter(|g| matches!(g.role.place, Place::List | Place::Typed)).collect();
        let values: Vec<Value> = listed.iter().flat_map(|g| g.values.iter().copied()).collect();
        let first = def.attrs.iter().find(|a| a.place == AttrPlace::First).and_then(|a| self.attr_of(op, a));
        if def.ins.is_empty() && first.is_none() && !inside {
            return;
        }
        self.push(" ins(");
        let mut any = false;
        if let Some(value) = first {
            self.attr(value);
            any = true;
        }
        if listed.iter().any(|g| g.role.place == Place::Typed) {
            for value in values {
                if any {
                    self.push(", ");
                }
                any = true;
                self.value(value);
                self.push(" : ");
                self.ty(body.ty(value));
            }
        } else {
            for &value in &values {
                if any {
                    self.push(", ");
                }
                any = true;
                self.value(value);
            }
            for attr in def.attrs.iter().filter(|a| a.place == AttrPlace::Item) {
                if let Some(value) = self.attr_of(op, attr) {
                    self.push(", {");
                    self.push(attr.name);
                    self.push(" = ");
                    self.attr(value);
                    self.push("}");
                }
            }
            for attr in def.attrs {
                if let AttrPlace::Word(word) = attr.place
                    && self.body.op(op).n_outs > 1
                    && !with_scratch
                {
                    self.push(" ");
                    self.push(word);
                }
            }
            if inside {
                let start = self.out.len();
                if self.dict(op, placed) && !any {
                    // `ins({..})`: no space after the parenthesis.
                    self.out.remove(start);
                }
            }
            if !values.is_empty() {
                self.push(" : ");
                self.types(values.iter().map(|v| body.ty(*v)));
            }
            self.type_list_attrs(op, def);
        }
        for group in ins {
            if let Place::Keyword(word) = group.role.place {
                for &value in group.values {
                    self.push(" ");
                    self.push(word);
                    self.push(" ");
                    self.value(value);
                    self.push(" : ");
                    self.ty(body.ty(value));
                }
            }
        }
        self.push(")");
    }

    /// Attributes that stand as strings among the types of `ins(..)`. The forms that have one write it always.
    fn type_list_attrs(&mut self, op: Op, def: &'static OpDef) {
        let item = def.attrs.iter().any(|a| a.place == AttrPlace::Item && self.attr_of(op, a).is_some());
        for attr in def.attrs.iter().filter(|a| a.place == AttrPlace::TypeList) {
            let text = match (self.attr_of(op, attr).map(|a| self.cx.get(a)), attr.default) {
                (Some(Attr::Enum { kind, value }), _) => {
                    crate::dialect::enums::get(*kind).spelling(*value).unwrap_or("?")
                }
                (Some(Attr::Str { text, .. }), _) => self.cx.str(*text),
                (None, AttrDefault::Member(text) | AttrDefault::Str(text)) if item => text,
                _ => continue,
            };
            self.push(", ");
            crate::ir::attr_print::print_string(text, &mut self.out);
        }
    }

    /// Clauses after `outs(..)`, in the order the definition gives.
    fn dps_tail(&mut self, op: Op, def: &'static OpDef, ins: &[Group]) {
        let mut names: Vec<&str> = def.clause_order.to_vec();
        let clause_operands = def.ins.iter().filter(|o| matches!(o.place, Place::Tail(_))).map(|o| o.name);
        let clause_attrs = def.attrs.iter().filter(|a| matches!(a.place, AttrPlace::Tail(_))).map(|a| a.name);
        for name in clause_operands.chain(clause_attrs) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        for name in names {
            if let Some(group) = ins.iter().find(|g| g.role.name == name) {
                if let (Place::Tail(word), Some(&value)) = (group.role.place, group.values.first()) {
                    self.push(" ");
                    self.push(word);
                    self.push(" = ");
                    self.value(value);
                    self.push(" : ");
                    self.ty(self.body.ty(value));
                }
            } else if let Some(attr) = def.attrs.iter().find(|a| a.name == name)
                && let (AttrPlace::Tail(word), Some(value)) = (attr.place, self.attr_of(op, attr))
            {
                self.push(" ");
                self.push(word);
                self.push(" = ");
                self.attr(value);
            }
        }
    }
}

const SCRATCH_HIDDEN: &str = "its scratch operand would be read as one of the list before it";

/// Whether the scratch operand follows a list directly, so that only a word of the DPS form with several destinations
/// tells it from the last member of the list (`tmrgsort`).
fn hidden_scratch(def: &OpDef, ins: &[Group]) -> bool {
    let marked = def.attrs.iter().any(|a| matches!(a.place, AttrPlace::Word(_)));
    let Some(at) = ins.iter().position(|g| g.role.role == Role::Scratch && !g.values.is_empty()) else { return false };
    let before = ins[..at].iter().rev().find(|g| !g.values.is_empty());
    marked && before.is_some_and(|g| matches!(g.role.arity, Arity::Variadic { .. }))
}
