//! The generic form: `"d.op"(%a)[^bb]<{..}> ({..}) {..} : (T) -> R`.

use super::program::Suspended;
use super::roles::fit;
use super::statement::Stmt;
use super::{Parser, RegionSpec, Res};
use crate::diagnostics::{Diagnostic, codes};
use crate::dialect::def::{Arity, Kind, OpDef, Operand, Regions, Traits};
use crate::dialect::registry::OpName;
use crate::ir::Form;
use crate::ir::attrs::{Attr, DictId};
use crate::ir::body::{Body, BodyId, Op, Region};
use crate::ir::types::{Type, TypeId};
use crate::source::Span;
use crate::syntax::lexer::Tok;

impl Parser<'_> {
    /// An operation in generic form, at its name.
    pub(super) fn generic_op(&mut self, st: &mut Stmt) -> Res<()> {
        let quoted = self.slice();
        let name = &quoted[1..quoted.len() - 1];
        let mut unregistered = None;
        match OpName::find(name) {
            Some(found) if found.attrs.is_empty() => st.name = found.op,
            Some(found) => {
                st.name = found.op;
                let attrs = found.attrs.clone();
                for (key, member) in attrs {
                    self.implied_attr(st, key, member);
                }
            }
            None if self.options.allow_unregistered && !name.starts_with("pto.") => {
                st.name = OpName::UNREGISTERED;
                unregistered = Some(self.cx.sym(name));
            }
            None => return Err(self.unknown_generic(name)),
        }
        st.form = Form::Generic;
        let def = st.name.def();
        self.bump();
        if def.traits.has(Traits::RESERVED) || def.traits.has(Traits::REMOVED) {
            self.unavailable(st)?;
        }
        self.expect(Tok::LParen, "after the operation name")?;
        self.list(Tok::RParen, "after the operands", |p| {
            let operand = p.operand()?;
            st.push(operand);
            Ok(())
        })?;
        let n_operands = st.operands.len();
        if self.eat(Tok::LBracket) {
            st.types.clear();
            self.list(Tok::RBracket, "after the successors", |p| p.successor(st))?;
        }
        if self.at(Tok::Less) {
            self.bump();
            self.attr_dict(st)?;
            self.expect(Tok::Greater, "after the properties")?;
        }
        let mut body = None;
        let mut regions = Vec::new();
        let op = if self.at(Tok::LParen) && self.next_byte() == Some(b'{') {
            let op = self.create_bare(st)?;
            self.generic_regions(st, op, &mut regions, &mut body)?;
            Some(op)
        } else {
            None
        };
        self.opt_attr_dict(st)?;
        self.expect(Tok::Colon, "after the operands of the generic form")?;
        let start = self.span;
        let types = self.typed_list_in_parens()?;
        let inline = st.operands.len() > n_operands;
        let successor_args = st.operands.split_off(n_operands);
        let successor_spans = st.spans.split_off(n_operands);
        self.match_types(st, 0, &types, start.to(Span::point(self.prev_end)));
        self.expect(Tok::Arrow, "after the operand types of the generic form")?;
        let mut results = Vec::new();
        self.result_types(&mut results)?;
        st.result_types.extend(results.iter().map(|r| r.0));
        if unregistered.is_none() {
            self.generic_roles(st, def, inline)?;
        }
        st.operands.extend(successor_args);
        st.spans.extend(successor_spans);
        let op = match op {
            Some(op) => self.create_late(st, op)?,
            None => self.create(st)?,
        };
        if unregistered.is_some() {
            self.body.ext_mut(op).unregistered = unregistered;
        } else {
            self.check_region_count(st, def, regions.len() + usize::from(body.is_some()));
        }
        if !regions.is_empty() {
            self.body.ext_mut(op).regions = regions;
        }
        if let Some(body) = body {
            self.body.ext_mut(op).body = Some(body);
        }
        self.generic_symbols(st, op, def);
        if def.name == "arith.constant" {
            self.check_generic_constant(st);
        }
        self.complete(st, op);
        Ok(())
    }

    #[cold]
    fn unknown_generic(&mut self, name: &str) -> super::Failed {
        let inner = Span::new(self.span.start + 1, self.span.end - 1);
        if super::statement::is_container(name) || name.starts_with("pto.") {
            let near = if self.may_suggest() { crate::dialect::registry::nearest(name, 3) } else { Vec::new() };
            let mut diagnostic = Diagnostic::error(codes::UNKNOWN_OP, inner, format!("unknown operation `{name}`"))
                .label("no operation has this name");
            if let Some(best) = near.first() {
                let all: Vec<String> = near.iter().map(|n| format!("`{n}`")).collect();
                diagnostic = diagnostic.fix(format!("the nearest names are {}", all.join(", ")), inner, *best);
            }
            return self.fail(diagnostic);
        }
        let dialect = name.split('.').next().unwrap_or(name);
        let diagnostic = Diagnostic::error(codes::UNKNOWN_DIALECT, inner, format!("unknown dialect `{dialect}`"))
            .label("pto-opt does not define it")
            .help("--allow-unregistered-dialect keeps such operations as they are");
        self.fail(diagnostic)
    }

    /// The operation without results, so that its regions have a parent.
    pub(super) fn create_bare(&mut self, st: &mut Stmt) -> Res<Op> {
        let mut bare =
            Stmt { start: st.start, name: st.name, form: st.form, name_span: st.name_span, ..Stmt::default() };
        bare.dict = st.dict;
        self.create_unchecked(&mut bare)
    }

    /// `({..}, {..})`
    fn generic_regions(&mut self, st: &Stmt, op: Op, regions: &mut Vec<Region>, body: &mut Option<BodyId>) -> Res<()> {
        let def = st.name.def();
        let function = def.name == "func.func";
        let module = def.traits.has(Traits::SYMBOL_TABLE);
        self.bump();
        let outer_arch = self.arch;
        let outer_module = if module {
            self.enter_target(st.dict, st.name_span);
            Some(self.begin_module())
        } else {
            None
        };
        let results = match self.cx.lookup(st.dict, "function_type").map(|a| self.cx.get(a).clone()) {
            Some(Attr::Type(ty)) => match self.cx.types.get(ty) {
                Type::Function { results, .. } => Some(results.to_vec()),
                _ => None,
            },
            _ => None,
        };
        let result = self.list(Tok::RParen, "after the regions", |p| {
            if p.at(Tok::LBrace) && p.next_byte() == Some(b'}') {
                // An empty region: a declaration, or an absent `else`.
                p.bump();
                p.bump();
                if !function {
                    let region = p.body.new_region(op);
                    if def.regions == Regions::Body {
                        p.body.new_block(region, Span::default());
                    }
                    regions.push(region);
                }
                return Ok(());
            }
            if function {
                let outer: Suspended = p.begin_body(results.clone().unwrap_or_default());
                p.returns_known = results.is_some();
                let inside = p.region(RegionSpec { parent: Op::NONE, args: &[], kind: Regions::Cfg, implied: false });
                p.returns_known = true;
                let id = p.end_body(outer);
                inside?;
                *body = Some(id);
            } else {
                let kind = region_kind(def, regions.len());
                let spec = RegionSpec { parent: op, args: &[], kind, implied: false };
                regions.push(p.region(spec)?);
            }
            Ok(())
        });
        if let Some(outer) = outer_module {
            self.end_module(outer);
            self.leave_target(outer_arch);
        }
        result
    }

    /// Reports when an operation has another number of regions than its kind has.
    fn check_region_count(&mut self, st: &Stmt, def: &'static OpDef, n: usize) {
        let fits = match (def.name, def.regions) {
            ("func.func", _) | (_, Regions::Any) => true,
            ("scf.if", _) => n == 1 || n == 2,
            ("scf.while", _) => n == 2,
            ("scf.index_switch", _) => n >= 1,
            (_, Regions::None) => n == 0,
            (_, Regions::Body | Regions::Terminated(_) | Regions::Cfg) => n == 1,
        };
        if !fits {
            let diagnostic = Diagnostic::error(
                codes::REGION_SHAPE,
                st.name_span,
                format!("{} cannot have {}", def.name, super::statement::plural(n, "region")),
            )
            .label("wrong number of regions");
            self.sink.push(diagnostic);
        }
    }

    /// Completes an operation that [`Parser::create_bare`] made.
    pub(super) fn create_late(&mut self, st: &mut Stmt, op: Op) -> Res<Op> {
        self.merge_attrs(st);
        self.check_result_names(st);
        self.check_kinds(st);
        self.check_sizes(st)?;
        self.settle_segments(st);
        let operands = self.body.operands.len() as u32;
        self.body.operands.extend_from_slice(&st.operands);
        let segments = if st.segments.is_empty() { 0 } else { self.cx.intern_segments(&st.segments) };
        let first_result = self.body.values.len() as u32;
        let data = &mut self.body.ops[op.index()];
        data.operands = operands;
        data.n_operands = st.operands.len() as u16;
        data.n_outs = st.n_outs as u16;
        data.n_results = st.result_types.len() as u16;
        data.first_result = first_result;
        data.segments = segments;
        data.attrs = st.dict;
        let mut names = st.results.iter().flat_map(|r| (0..r.count).map(move |_| r.span));
        for (i, &ty) in st.result_types.iter().enumerate() {
            self.body.new_result(op, ty, i as u16, names.next().unwrap_or_default());
        }
        if !st.successors.is_empty() {
            self.add_successors(st, op);
        }
        Ok(op)
    }

    /// Which operands are destinations, and the sizes of the operand groups.
    fn generic_roles(&mut self, st: &mut Stmt, def: &'static OpDef, inline: bool) -> Res<()> {
        let key = self.cx.sym("operandSegmentSizes");
        let written = self.take_segment_sizes(st, key);
        if !st.successors.is_empty() {
            return self.branch_arguments(st, def, written, inline);
        }
        let info = crate::syntax::format::info(st.name);
        let dps = !def.outs.is_empty()
            && st.result_types.is_empty()
            && (def.traits.has(Traits::STORE_LIKE) || st.operands.len() >= info.ins.0 + info.outs.0 && info.outs.0 > 0);
        let plain = def.generic_roles(dps, false);
        let offsets = written.as_ref().is_some_and(|w| w.len() == plain.len() + 1);
        let order = if offsets { def.generic_roles(dps, true) } else { plain };
        let role = |at: usize| if at < def.ins.len() { &def.ins[at] } else { &def.outs[at - def.ins.len()] };
        let roles: Vec<(usize, &'static Operand)> = order.into_iter().map(|at| (at, role(at))).collect();
        let operands: Vec<&Operand> = roles.iter().map(|r| r.1).collect();
        let kinds: Vec<Kind> = st
            .operands
            .iter()
            .map(|v| match self.body.ty(*v) {
                TypeId::ERROR => Kind::ANY,
                ty => super::roles::kind_of(self.cx.types.get(ty)),
            })
            .collect();
        let sizes = match written.map(|mut w| {
            // Tools that do not know the last operands leave their sizes out.
            w.resize(w.len().max(operands.len()), 0);
            w
        }) {
            Some(sizes)
                if sizes.len() == operands.len()
                    && sizes.iter().map(|s| usize::from(*s)).sum::<usize>() == kinds.len() =>
            {
                Some(sizes)
            }
            _ => fit(&operands, &kinds, true).or_else(|| fit(&operands, &kinds, false)),
        };
        let Some(sizes) = sizes else {
            let span = match (st.spans.first(), st.spans.last()) {
                (Some(a), Some(b)) => a.to(*b),
                _ => st.name_span,
            };
            let names: Vec<&str> = operands.iter().map(|o| o.name).collect();
            let diagnostic = Diagnostic::error(
                codes::OPERAND_COUNT,
                span,
                format!("the operands of {} do not fit its roles, {} given", def.name, kinds.len()),
            )
            .label(format!("expected {}", names.join(", ")));
            return Err(self.fail(diagnostic));
        };
        self.order_operands(st, def, &roles, &sizes, dps);
        if !dps && !def.outs.is_empty() {
            self.generic_result_count(st, def)?;
        }
        Ok(())
    }

    /// Puts operands from the order of the generic form into that of the definition.
    fn order_operands(
        &mut self,
        st: &mut Stmt,
        def: &'static OpDef,
        roles: &[(usize, &Operand)],
        sizes: &[u16],
        dps: bool,
    ) {
        let mut starts = vec![(0usize, 0u16); def.ins.len() + def.outs.len()];
        let mut at = 0;
        for (&(role, _), &size) in roles.iter().zip(sizes) {
            starts[role] = (at, size);
            at += usize::from(size);
        }
        let (operands, spans) = (std::mem::take(&mut st.operands), std::mem::take(&mut st.spans));
        for &(start, size) in &starts {
            for i in start..start + usize::from(size) {
                st.operands.push(operands[i]);
                st.spans.push(spans[i]);
            }
        }
        let outs: usize = starts[def.ins.len()..].iter().map(|s| usize::from(s.1)).sum();
        st.n_outs = outs;
        st.segments.clear();
        let wanted = if dps { starts.len() } else { def.ins.len() };
        st.segments.extend(starts[..wanted].iter().map(|s| s.1));
    }

    fn generic_result_count(&mut self, st: &Stmt, def: &'static OpDef) -> Res<()> {
        let info = crate::syntax::format::info(st.name);
        let n = st.result_types.len();
        if n >= info.outs.0 && n <= info.outs.1 {
            return Ok(());
        }
        let diagnostic = Diagnostic::error(
            codes::RESULT_COUNT,
            st.name_span,
            format!("{} has {} results in this form, {n} written", def.name, info.outs.0),
        );
        Err(self.fail(diagnostic))
    }

    /// Takes `operandSegmentSizes` out of the attributes: the IR keeps it as group sizes (rule M12).
    fn take_segment_sizes(&mut self, st: &mut Stmt, key: crate::ir::attrs::Sym) -> Option<Vec<u16>> {
        let value = self.cx.entries(st.dict).iter().find(|e| e.0 == key)?.1;
        let entries = self.cx.entries(st.dict).iter().copied().filter(|e| e.0 != key).collect();
        st.dict = self.cx.dict(entries);
        match self.cx.get(value).clone() {
            Attr::DenseArray { values, .. } => values
                .iter()
                .map(|v| match self.cx.get(*v) {
                    Attr::Int { value, .. } => u16::try_from(*value).ok(),
                    _ => None,
                })
                .collect(),
            _ => None,
        }
    }

    /// Arguments of successors stand among the operands, as MLIR prints them, or in brackets behind the labels. Gives
    /// each successor its part and notes the group sizes.
    fn branch_arguments(
        &mut self,
        st: &mut Stmt,
        def: &'static OpDef,
        written: Option<Vec<u16>>,
        inline: bool,
    ) -> Res<()> {
        let own = def.ins.iter().filter(|o| o.arity == Arity::One).count().min(st.operands.len());
        let n = st.successors.len();
        if !inline {
            let mut counts: Vec<usize> = match written {
                Some(sizes) if n > 1 => sizes.iter().skip(own).map(|s| usize::from(*s)).collect(),
                _ => vec![st.operands.len() - own],
            };
            if def.name == "cf.switch" {
                // The second group holds the arguments of all cases; another attribute splits it.
                let key = self.cx.sym("case_operand_segments");
                let cases = self.take_segment_sizes(st, key).unwrap_or_default();
                counts.truncate(1);
                counts.extend(cases.iter().map(|s| usize::from(*s)));
            }
            counts.resize(n, 0);
            if counts.iter().sum::<usize>() != st.operands.len() - own {
                let diagnostic = Diagnostic::error(
                    codes::SUCCESSOR_ARGS,
                    st.name_span,
                    format!("the operands of {} cannot be divided among its successors", def.name),
                )
                .note("operandSegmentSizes says how many belong to each");
                return Err(self.fail(diagnostic));
            }
            let mut first = own;
            for (successor, count) in st.successors.iter_mut().zip(counts) {
                (successor.1, successor.2) = (first, count);
                first += count;
            }
        }
        st.segments.clear();
        if def.ins.iter().filter(|o| o.arity != Arity::One).count() == 1 {
            st.segments.extend((0..own).map(|_| 1));
            st.segments.push(st.successors[0].2 as u16);
        } else {
            st.segments.extend((0..own).map(|_| 1));
            st.segments.extend(st.successors.iter().map(|s| s.2 as u16));
        }
        Ok(())
    }

    /// Functions and calls in generic form take part in the symbol tables.
    fn generic_symbols(&mut self, st: &Stmt, op: Op, def: &'static OpDef) {
        let attrs: DictId = self.body.op(op).attrs;
        match def.name {
            "func.func" => {
                let name = match self.cx.lookup(attrs, "sym_name").map(|a| self.cx.get(a)) {
                    Some(Attr::Str { text, .. }) => *text,
                    _ => return,
                };
                if let Some(Attr::Type(ty)) = self.cx.lookup(attrs, "function_type").map(|a| self.cx.get(a)) {
                    let ty = *ty;
                    self.declare_function(name, st.name_span, ty);
                    self.check_entry_arguments(st, op, ty);
                }
            }
            "func.call" => {
                if let Some(Attr::Symbol(path)) = self.cx.lookup(attrs, "callee").map(|a| self.cx.get(a).clone())
                    && let Some(&callee) = path.last()
                {
                    let (operands, results) = (st.operands.clone(), st.result_types.clone());
                    self.note_call(callee, st.name_span, &operands, &results, st.name_span);
                }
            }
            _ => {}
        }
    }

    /// The entry block of a function must take what the function type says.
    fn check_entry_arguments(&mut self, st: &Stmt, op: Op, ty: TypeId) {
        let Some(id) = self.body.ext(op).and_then(|e| e.body) else { return };
        let Type::Function { inputs, .. } = self.cx.types.get(ty) else { return };
        let body: &Body = &self.bodies[id.index()];
        let Some(&entry) = body.blocks_of(Body::ROOT).first() else { return };
        let args: Vec<TypeId> = body.blocks[entry.index()].args.iter().map(|a| body.ty(*a)).collect();
        if args[..] != inputs[..] {
            let diagnostic = Diagnostic::error(
                codes::FUNCTION_RULE,
                st.name_span,
                "the arguments of the entry block differ from the function type",
            )
            .note(format!("the function type is `{}`", self.show_type(ty)));
            self.sink.push(diagnostic);
        }
    }
}

/// What region number `index` of an operation must look like.
fn region_kind(def: &'static OpDef, index: usize) -> Regions {
    match (def.name, index) {
        ("scf.while", 0) => Regions::Terminated("scf.condition"),
        ("scf.while", _) => Regions::Terminated("scf.yield"),
        _ => def.regions,
    }
}
