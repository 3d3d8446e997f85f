//! Structural equality of programs.
//!
//! Two programs are equal when they have the same operations with the same operands, attributes, types and regions,
//! whatever their names, spans, comments and forms. Handles of different contexts are compared by what they stand for.

use super::attrs::{Attr, AttrId, DenseValues, DictId};
use super::body::{Block, Body, Op, Region, Value, ValueDef};
use super::program::Program;
use super::type_print::{TypeStyle, print_type};
use super::types::TypeId;
use hashbrown::HashMap;

/// Says where two programs first differ.
pub fn programs_equal(a: &Program, b: &Program) -> Result<(), String> {
    if !a.root.is_some() || !b.root.is_some() {
        return if a.root.is_some() == b.root.is_some() { Ok(()) } else { Err("one program is empty".into()) };
    }
    let mut comparer = Comparer { a, b, values: HashMap::new(), blocks: HashMap::new() };
    comparer.ops(a.top(), b.top(), a.root, b.root)
}

struct Comparer<'p> {
    a: &'p Program,
    b: &'p Program,
    /// Values of the bodies being compared that correspond.
    values: HashMap<Value, Value>,
    blocks: HashMap<Block, Block>,
}

impl Comparer<'_> {
    fn bodies(&mut self, a: &Body, b: &Body) -> Result<(), String> {
        let values = std::mem::take(&mut self.values);
        let blocks = std::mem::take(&mut self.blocks);
        let result = self.regions(a, b, Body::ROOT, Body::ROOT);
        self.values = values;
        self.blocks = blocks;
        result
    }

    fn regions(&mut self, a: &Body, b: &Body, ra: Region, rb: Region) -> Result<(), String> {
        let (blocks_a, blocks_b) = (a.blocks_of(ra), b.blocks_of(rb));
        if blocks_a.len() != blocks_b.len() {
            return Err(format!("{} blocks against {}", blocks_a.len(), blocks_b.len()));
        }
        for (&x, &y) in blocks_a.iter().zip(blocks_b) {
            self.blocks.insert(x, y);
            let (args_a, args_b) = (&a.blocks[x.index()].args, &b.blocks[y.index()].args);
            if args_a.len() != args_b.len() {
                return Err(format!("{} block arguments against {}", args_a.len(), args_b.len()));
            }
            for (&v, &w) in args_a.iter().zip(args_b) {
                self.types(a.ty(v), b.ty(w))?;
                self.values.insert(v, w);
            }
        }
        for (&x, &y) in blocks_a.iter().zip(blocks_b) {
            // Results of later blocks may be used before they are reached: let them correspond first.
            for (p, q) in a.block_ops(x).zip(b.block_ops(y)) {
                for (v, w) in a.results(p).zip(b.results(q)) {
                    self.values.insert(v, w);
                }
            }
        }
        for (&x, &y) in blocks_a.iter().zip(blocks_b) {
            let (mut ops_a, mut ops_b) = (a.block_ops(x), b.block_ops(y));
            loop {
                match (ops_a.next(), ops_b.next()) {
                    (None, None) => break,
                    (Some(p), Some(q)) => self.ops(a, b, p, q)?,
                    (p, _) => {
                        let extra = if p.is_some() { "first" } else { "second" };
                        return Err(format!("the {extra} program has more operations in a block"));
                    }
                }
            }
        }
        Ok(())
    }

    fn ops(&mut self, a: &Body, b: &Body, p: Op, q: Op) -> Result<(), String> {
        let (x, y) = (a.op(p), b.op(q));
        let name = x.name.def().name;
        if x.name != y.name {
            return Err(format!("{name} against {}", y.name.def().name));
        }
        self.parts(a, b, p, q).map_err(|e| format!("{name}: {e}"))
    }

    fn parts(&mut self, a: &Body, b: &Body, p: Op, q: Op) -> Result<(), String> {
        let (x, y) = (a.op(p), b.op(q));
        if (x.n_operands, x.n_outs, x.n_results) != (y.n_operands, y.n_outs, y.n_results) {
            return Err(format!(
                "{} operands, {} destinations, {} results against {}, {}, {}",
                x.n_operands, x.n_outs, x.n_results, y.n_operands, y.n_outs, y.n_results
            ));
        }
        for (i, (&v, &w)) in a.operands(p).iter().zip(b.operands(q)).enumerate() {
            let same = match self.values.get(&v) {
                Some(known) => *known == w,
                None => a.def(v) == ValueDef::Forward && b.def(w) == ValueDef::Forward,
            };
            if !same {
                return Err(format!("operand {i} is another value"));
            }
        }
        for (v, w) in a.results(p).zip(b.results(q)) {
            self.types(a.ty(v), b.ty(w))?;
            self.values.insert(v, w);
        }
        if self.a.segments(a, p) != self.b.segments(b, q) {
            return Err(format!("operand groups {:?} against {:?}", self.a.segments(a, p), self.b.segments(b, q)));
        }
        self.dicts(x.attrs, y.attrs)?;
        let (ext_a, ext_b) = (a.ext(p), b.ext(q));
        let unregistered = |program: &Program, ext: Option<&super::body::OpExt>| {
            ext.and_then(|e| e.unregistered).map(|s| program.context.str(s).to_owned())
        };
        if unregistered(self.a, ext_a) != unregistered(self.b, ext_b) {
            return Err("another unregistered operation".into());
        }
        let (succ_a, succ_b) = (a.successors(p), b.successors(q));
        if succ_a.len() != succ_b.len() {
            return Err("another number of successors".into());
        }
        for (s, t) in succ_a.iter().zip(succ_b) {
            if self.blocks.get(&s.block) != Some(&t.block) || (s.first, s.count) != (t.first, t.count) {
                return Err("another successor".into());
            }
        }
        let (regions_a, regions_b) = (a.regions_of(p), b.regions_of(q));
        if regions_a.len() != regions_b.len() {
            return Err(format!("{} regions against {}", regions_a.len(), regions_b.len()));
        }
        for (&r, &s) in regions_a.iter().zip(regions_b) {
            self.regions(a, b, r, s)?;
        }
        match (ext_a.and_then(|e| e.body), ext_b.and_then(|e| e.body)) {
            (None, None) => Ok(()),
            (Some(i), Some(j)) => {
                let (program_a, program_b) = (self.a, self.b);
                self.bodies(program_a.body(i), program_b.body(j))
            }
            _ => Err("only one has a body".into()),
        }
    }

    /// Types have one canonical spelling, so the spelling decides.
    fn types(&self, x: TypeId, y: TypeId) -> Result<(), String> {
        let (s, t) = (show(self.a, x), show(self.b, y));
        if s == t { Ok(()) } else { Err(format!("type {s} against {t}")) }
    }

    fn dicts(&self, x: DictId, y: DictId) -> Result<(), String> {
        let (e, f) = (self.a.context.entries(x), self.b.context.entries(y));
        if e.len() != f.len() {
            let keys = |p: &Program, d: &[(super::attrs::Sym, AttrId)]| {
                d.iter().map(|k| p.context.str(k.0).to_owned()).collect::<Vec<_>>().join(", ")
            };
            return Err(format!("attributes {{{}}} against {{{}}}", keys(self.a, e), keys(self.b, f)));
        }
        for (&(k, v), &(l, w)) in e.iter().zip(f) {
            let (key, other) = (self.a.context.str(k), self.b.context.str(l));
            if key != other {
                return Err(format!("attribute {key} against {other}"));
            }
            self.attrs(v, w).map_err(|m| format!("attribute {key}: {m}"))?;
        }
        Ok(())
    }

    fn attrs(&self, x: AttrId, y: AttrId) -> Result<(), String> {
        let (a, b) = (&self.a.context, &self.b.context);
        let same = |ok: bool| {
            if ok { Ok(()) } else { Err(format!("{:?} against {:?}", a.get(x), b.get(y))) }
        };
        let lists = |v: &[AttrId], w: &[AttrId]| {
            same(v.len() == w.len())?;
            v.iter().zip(w).try_for_each(|(p, q)| self.attrs(*p, *q))
        };
        match (a.get(x), b.get(y)) {
            (Attr::Int { value: v, ty: s }, Attr::Int { value: w, ty: t }) => {
                same(v == w)?;
                self.types(*s, *t)
            }
            (Attr::Float { bits: v, pattern: p, ty: s }, Attr::Float { bits: w, pattern: q, ty: t }) => {
                same(v == w && p == q)?;
                self.types(*s, *t)
            }
            (Attr::Str { text: v, ty: s }, Attr::Str { text: w, ty: t }) => {
                same(a.str(*v) == b.str(*w) && s.is_some() == t.is_some())?;
                match (s, t) {
                    (Some(s), Some(t)) => self.types(*s, *t),
                    _ => Ok(()),
                }
            }
            (Attr::Type(s), Attr::Type(t)) => self.types(*s, *t),
            (Attr::Symbol(v), Attr::Symbol(w)) => {
                same(v.len() == w.len() && v.iter().zip(w).all(|(p, q)| a.str(*p) == b.str(*q)))
            }
            (Attr::Array(v), Attr::Array(w)) => lists(v, w),
            (Attr::Dict(v), Attr::Dict(w)) => self.dicts(*v, *w),
            (Attr::DenseArray { elem: s, values: v }, Attr::DenseArray { elem: t, values: w }) => {
                self.types(*s, *t)?;
                lists(v, w)
            }
            (Attr::Dense { ty: s, values: v }, Attr::Dense { ty: t, values: w }) => {
                self.types(*s, *t)?;
                match (v, w) {
                    (DenseValues::Values(v), DenseValues::Values(w)) => lists(v, w),
                    (DenseValues::Hex(v), DenseValues::Hex(w)) => same(a.str(*v) == b.str(*w)),
                    _ => same(false),
                }
            }
            (Attr::OpClass(v), Attr::OpClass(w))
            | (Attr::Loc(v), Attr::Loc(w))
            | (Attr::Opaque(v), Attr::Opaque(w)) => same(a.str(*v) == b.str(*w)),
            (v, w) => same(v == w),
        }
    }
}

fn show(program: &Program, ty: TypeId) -> String {
    let mut out = String::new();
    print_type(&program.context, ty, TypeStyle::Long, &mut out);
    out
}
