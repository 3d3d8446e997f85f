//! Matching operands and results with the roles of a definition, where optional ones may be absent.

use super::statement::{Stmt, plural};
use super::{Failed, Parser, Res};
use crate::diagnostics::{Diagnostic, codes};
use crate::dialect::def::{Arity, Kind, OpDef, Operand, Place, Ty};
use crate::ir::types::{Type, TypeId};
use crate::source::Span;
use crate::syntax::format::DefInfo;

impl Parser<'_> {
    /// Matches the operands from `first` on with `roles`, and notes the group sizes when some role is optional.
    /// `keyed` gives roles that a clause has fixed, by operand position.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn assign_roles(
        &mut self,
        st: &mut Stmt,
        def: &'static OpDef,
        info: &DefInfo,
        roles: &'static [Operand],
        first: usize,
        keyed: &[(usize, usize)],
        plain: bool,
        place: &str,
    ) -> Res<()> {
        let n = st.operands.len() - first;
        if plain {
            if n == roles.len() {
                if !(info.plain_ins && info.plain_outs) {
                    st.segments.resize(st.segments.len() + n, 1);
                }
                return Ok(());
            }
            return Err(self.operand_count(st, def, roles, first, place));
        }
        let (sizes, order) = match self.align(st, roles, first, keyed) {
            Some(found) => found,
            None => return Err(self.operand_count(st, def, roles, first, place)),
        };
        if let Some(order) = order {
            let values: Vec<_> = order.iter().map(|&i| (st.operands[first + i], st.spans[first + i])).collect();
            for (i, (value, span)) in values.into_iter().enumerate() {
                st.operands[first + i] = value;
                st.spans[first + i] = span;
            }
        }
        st.segments.extend(sizes);
        Ok(())
    }

    /// Sizes of the role groups for the operands from `first` on, and the order of operands when clauses put them out
    /// of order. `None` when they do not fit.
    fn align(
        &self,
        st: &Stmt,
        roles: &'static [Operand],
        first: usize,
        keyed: &[(usize, usize)],
    ) -> Option<(Vec<u16>, Option<Vec<usize>>)> {
        let n = st.operands.len() - first;
        let free: Vec<usize> = (0..n).filter(|i| !keyed.iter().any(|k| k.1 == first + i)).collect();
        let kinds: Vec<Kind> = free
            .iter()
            .map(|&i| match self.body.ty(st.operands[first + i]) {
                TypeId::ERROR => Kind::ANY,
                ty => kind_of(self.cx.types.get(ty)),
            })
            .collect();
        // Roles that only a clause can fill take part only when one did.
        let open: Vec<usize> = (0..roles.len())
            .filter(|r| {
                !keyed.iter().any(|k| k.0 == *r) && !matches!(roles[*r].place, Place::Tail(_) | Place::Index(_))
            })
            .collect();
        let taking: Vec<&Operand> = open.iter().map(|r| &roles[*r]).collect();
        let sizes = fit(&taking, &kinds, true).or_else(|| fit(&taking, &kinds, false))?;
        let mut groups = vec![0u16; roles.len()];
        for (i, &role) in open.iter().enumerate() {
            groups[role] = sizes[i];
        }
        for &(role, _) in keyed {
            groups[role] = 1;
        }
        if keyed.is_empty() {
            return Some((groups, None));
        }
        let mut order = Vec::with_capacity(n);
        let mut next = free.into_iter();
        for (role, &size) in groups.iter().enumerate() {
            match keyed.iter().find(|k| k.0 == role) {
                Some(k) => order.push(k.1 - first),
                None => order.extend(next.by_ref().take(usize::from(size))),
            }
        }
        Some((groups, Some(order)))
    }

    /// Roles of a store in sync or SSA form: inputs, then the view.
    pub(super) fn store_roles(&mut self, st: &mut Stmt, def: &'static OpDef, info: &DefInfo, n_ins: usize) -> Res<()> {
        let view = st.operands.split_off(n_ins);
        let view_spans = st.spans.split_off(n_ins);
        self.assign_roles(st, def, info, def.ins, 0, &[], info.plain_ins, "operands")?;
        let at = st.operands.len();
        st.operands.extend(view);
        st.spans.extend(view_spans);
        self.assign_roles(st, def, info, def.outs, at, &[], info.plain_outs, "operands")
    }

    /// Result count and inferred types of a sync or SSA statement (rule G9).
    pub(super) fn result_roles(&mut self, st: &mut Stmt, def: &'static OpDef, info: &DefInfo, n: usize) -> Res<()> {
        let n = if n == 0 { st.result_types.len().max(info.outs.0) } else { n };
        if n < info.outs.0 || n > info.outs.1 {
            let want = if info.outs.0 == info.outs.1 {
                plural(info.outs.0, "result")
            } else {
                format!("{} to {} results", info.outs.0, info.outs.1)
            };
            let span = st
                .results
                .iter()
                .map(|r| r.span)
                .reduce(Span::to)
                .map_or(st.name_span, |s| Span::new(s.start - 1, s.end));
            let diagnostic = Diagnostic::error(
                codes::RESULT_COUNT,
                span,
                format!("{} has {want}, but {n} {} named", def.name, if n == 1 { "is" } else { "are" }),
            )
            .label(format!("expected {want}"));
            return Err(self.fail(diagnostic));
        }
        st.result_types.resize(n, TypeId::ERROR);
        let roles = out_roles(def, n);
        for (i, role) in roles.iter().enumerate() {
            if st.result_types[i] != TypeId::ERROR {
                continue;
            }
            let inferred = match role.ty {
                Ty::Fixed(ty) => Some(ty),
                Ty::Like(name) => self.type_of_role(st, def, name),
                Ty::Infer(infer) => super::custom::infer(self, st, def, infer),
                Ty::Written | Ty::Literal(_) => None,
            };
            match inferred {
                Some(ty) => st.result_types[i] = ty,
                None if self.result_type_was_wrong(st) => {}
                None => {
                    let at = Span::point(self.prev_end);
                    let diagnostic = Diagnostic::error(
                        codes::RESULT_TYPE_REQUIRED,
                        st.name_span,
                        format!("the result type of {} must be written", def.name),
                    )
                    .label("the operation can change shape or element type")
                    .fix("write the type of the result", at, " -> T");
                    self.sink.push(diagnostic);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// An operand or written type was already reported: a missing result type follows from that.
    fn result_type_was_wrong(&self, st: &Stmt) -> bool {
        self.sink.has_errors() && st.operands.iter().any(|v| self.body.ty(*v) == TypeId::ERROR)
    }

    /// The type of a named operand of the statement.
    pub(super) fn type_of_role(&self, st: &Stmt, def: &'static OpDef, name: &str) -> Option<TypeId> {
        if let Some(role) = def.ins.iter().position(|o| o.name == name) {
            let at: usize = match st.segments.get(..role) {
                Some(sizes) if !st.segments.is_empty() => sizes.iter().map(|s| usize::from(*s)).sum(),
                _ => role,
            };
            let present = st.segments.is_empty() || st.segments.get(role).is_some_and(|s| *s > 0);
            return if present { st.operands.get(at).map(|v| self.body.ty(*v)) } else { None };
        }
        let out = def.outs.iter().position(|o| o.name == name)?;
        st.result_types.get(out).copied().filter(|t| *t != TypeId::ERROR)
    }

    #[cold]
    fn operand_count(
        &mut self,
        st: &Stmt,
        def: &'static OpDef,
        roles: &'static [Operand],
        first: usize,
        place: &str,
    ) -> Failed {
        let given = st.operands.len() - first;
        let names: Vec<String> = roles
            .iter()
            .map(|o| match o.arity {
                Arity::One => o.name.to_owned(),
                Arity::Optional => format!("[{}]", o.name),
                Arity::Variadic { .. } => format!("{}..", o.name),
            })
            .collect();
        let (min, max) = roles.iter().fold((0usize, 0usize), |(a, b), o| match o.arity {
            Arity::One => (a + 1, b.saturating_add(1)),
            Arity::Optional => (a, b.saturating_add(1)),
            Arity::Variadic { min } => (a + usize::from(min), usize::MAX),
        });
        let place = match place {
            "ins" => " in `ins(..)`",
            "outs" => " in `outs(..)`",
            _ => "",
        };
        let span = match (st.spans.get(first), st.spans.last()) {
            (Some(a), Some(b)) if given > 0 => a.to(*b),
            _ => st.name_span,
        };
        let message = if given >= min && given <= max {
            format!("the operands of {}{place} do not fit its roles", def.name)
        } else {
            let want = if min == max {
                plural(min, "operand")
            } else if max == usize::MAX {
                format!("at least {}", plural(min, "operand"))
            } else {
                format!("{min} to {max} operands")
            };
            format!("{} takes {want}{place}, {given} given", def.name)
        };
        let code = if given >= min && given <= max { codes::OPERAND_KIND } else { codes::OPERAND_COUNT };
        let diagnostic = Diagnostic::error(code, span, message).label(match names.is_empty() {
            true => "expected no operand".to_owned(),
            false => format!("expected {}", names.join(", ")),
        });
        self.fail(diagnostic)
    }
}

/// The destinations that `n` results are: all required ones, then optional ones in order.
pub(super) fn out_roles(def: &'static OpDef, n: usize) -> Vec<&'static Operand> {
    let required = def.outs.iter().filter(|o| o.arity == Arity::One).count();
    let mut spare = n.saturating_sub(required);
    let mut roles = Vec::with_capacity(n);
    for out in def.outs {
        match out.arity {
            Arity::One => roles.push(out),
            Arity::Optional if spare > 0 => {
                spare -= 1;
                roles.push(out);
            }
            Arity::Optional => {}
            Arity::Variadic { .. } => {
                while roles.len() < n {
                    roles.push(out);
                }
            }
        }
    }
    // Two exclusive shapes (`dst`, or `dstVal` and `dstIdx`) leave more names than roles; the last one stands for them.
    while roles.len() < n {
        match roles.last() {
            Some(last) => roles.push(last),
            None => break,
        }
    }
    roles
}

/// Group sizes for roles over operands of the given kinds: earlier roles take what they can as long as the rest still
/// fits. With `strict`, kinds must agree.
pub(super) fn fit(roles: &[&Operand], kinds: &[Kind], strict: bool) -> Option<Vec<u16>> {
    let (m, n) = (roles.len(), kinds.len());
    let agrees = |r: usize, i: usize| i < n && (!strict || roles[r].kind.meets(kinds[i]));
    // Whether roles r.. can take exactly the operands i.., at r * (n + 1) + i.
    let mut possible = vec![false; (m + 1) * (n + 1)];
    let at = |r: usize, i: usize| r * (n + 1) + i;
    possible[at(m, n)] = true;
    for r in (0..m).rev() {
        for i in (0..=n).rev() {
            let takes = agrees(r, i);
            possible[at(r, i)] = match roles[r].arity {
                Arity::One => takes && possible[at(r + 1, i + 1)],
                Arity::Optional => possible[at(r + 1, i)] || takes && possible[at(r + 1, i + 1)],
                Arity::Variadic { .. } => possible[at(r + 1, i)] || takes && possible[at(r, i + 1)],
            };
        }
    }
    if !possible[0] {
        return None;
    }
    let mut sizes = vec![0u16; m];
    let mut i = 0;
    for r in 0..m {
        match roles[r].arity {
            Arity::One => {
                sizes[r] = 1;
                i += 1;
            }
            Arity::Optional => {
                if agrees(r, i) && possible[at(r + 1, i + 1)] {
                    sizes[r] = 1;
                    i += 1;
                }
            }
            Arity::Variadic { min } => {
                while agrees(r, i) && possible[at(r, i + 1)] {
                    sizes[r] = sizes[r].saturating_add(1);
                    i += 1;
                }
                if sizes[r] < u16::from(min) {
                    return None;
                }
            }
        }
    }
    Some(sizes)
}

/// The kind of a type.
pub fn kind_of(ty: &Type) -> Kind {
    match ty {
        Type::Error => Kind::ANY,
        Type::Index => Kind::INDEX,
        Type::Int { .. } => Kind::INT,
        Type::Float(_) => Kind::FLOAT,
        Type::Ptr { .. } => Kind::PTR,
        Type::TensorView { .. } => Kind::TENSOR_VIEW,
        Type::PartitionView { .. } => Kind::PART_VIEW,
        Type::Tile(_) | Type::TileBuf(_) => Kind::TILE,
        Type::MultiTileBuf { .. } => Kind::MULTI_TILE,
        Type::EventIdArray { .. } => Kind::EVENT_ARRAY,
        Type::LocalArray { .. } => Kind::LOCAL_ARRAY,
        Type::Struct { .. } => Kind::STRUCT,
        Type::VReg { .. } => Kind::VREG,
        Type::Mask(_) => Kind::MASK,
        Type::Align => Kind::ALIGN,
        Type::VmiVReg { .. } => Kind::VMI_VREG,
        Type::VmiMask { .. } => Kind::VMI_MASK,
        Type::Pipe => Kind::PIPE,
        Type::Event => Kind::EVENT,
        Type::AsyncSession => Kind::ASYNC_SESSION,
        Type::AsyncEvent => Kind::ASYNC_EVENT,
        Type::PrefetchAsyncContext => Kind::PREFETCH_CONTEXT,
        Type::FmatrixConfig => Kind::FMATRIX_CONFIG,
        Type::MemRef { .. } => Kind::MEMREF,
        Type::Tensor { .. } => Kind::TENSOR,
        Type::Vector { .. } => Kind::VECTOR,
        Type::Opaque(opaque) => match &*opaque.name {
            "memref" | "global" => Kind::VIEW.or(Kind::MEMREF),
            "group" => Kind::GROUP,
            "tile" | "tile_buf" => Kind::TILE,
            "tpipe" => Kind::PIPE,
            "record_event" | "event" => Kind::EVENT,
            "scalar" => Kind::SCALAR,
            _ => Kind::ANY,
        },
        Type::None | Type::Function { .. } | Type::Tuple { .. } | Type::Foreign(_) => Kind::FOREIGN,
    }
}
