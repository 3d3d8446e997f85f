//! The end of a statement: group sizes, types that the definition fixes, and results.

use super::{Walk, infer};
use crate::diagnostics::{Diagnostic, codes};
use crate::dialect::def::{Arity, OpDef, Operand};
use crate::ir::body::{Value, ValueDef};
use crate::ir::types::TypeId;
use crate::source::Span;
use crate::syntax::format::{self, Derive, Ref};
use crate::syntax::lexer::Tok;
use crate::syntax::parser::statement::{Stmt, plural};
use crate::syntax::parser::{Parser, Res};

impl Parser<'_> {
    // ---- written result types

    /// `T(name)` of a result.
    pub(super) fn result_type(&mut self, st: &mut Stmt, w: &mut Walk, role: usize, list: bool, exact: bool) -> Res<()> {
        if list {
            let mut types = std::mem::take(&mut st.types);
            types.clear();
            if self.at_type() {
                self.list_of_types(&mut types, exact.then_some(1), |_| w.def.outs.get(role))?;
            }
            for &(ty, span) in &types {
                self.written_result(st, w, role, ty, span);
            }
            st.types = types;
            return Ok(());
        }
        let (ty, span) = self.type_for(w.def.outs.get(role))?;
        // The types of results before this one come from the definition.
        while st.result_types.len() < role {
            st.result_types.push(TypeId::ERROR);
        }
        self.written_result(st, w, role, ty, span);
        Ok(())
    }

    fn written_result(&mut self, st: &mut Stmt, w: &mut Walk, role: usize, ty: TypeId, span: Span) {
        if let Some(Derive::Fixed(fixed)) = w.format.derive.get(role)
            && *fixed != ty
            && ty != TypeId::ERROR
        {
            self.fixed_result(w, role, *fixed, ty, span);
        }
        if let Some(bit) = 1u64.checked_shl(st.result_types.len() as u32) {
            w.written |= bit;
        }
        st.result_types.push(ty);
    }

    #[cold]
    fn fixed_result(&mut self, w: &Walk, role: usize, fixed: TypeId, ty: TypeId, span: Span) {
        let (fixed, ty) = (self.show_type(fixed), self.show_type(ty));
        let name = w.def.outs[role].name;
        let diagnostic = Diagnostic::error(
            codes::TYPE_MISMATCH,
            span,
            format!("result `{name}` of {} has type `{fixed}`, but `{ty}` is written here", w.def.name),
        )
        .label(format!("expected `{fixed}`"))
        .fix("write the type that the operation gives", span, fixed);
        self.sink.push(diagnostic);
    }

    /// `R*`: the types of all results.
    pub(super) fn all_result_types(&mut self, st: &mut Stmt, w: &mut Walk) -> Res<()> {
        let (min, max) = format::info(st.name).outs;
        let mut types = std::mem::take(&mut st.types);
        types.clear();
        let from = self.span;
        if self.tok == Tok::LParen && !self.paren_is_function_type() {
            self.bump();
            if !self.eat(Tok::RParen) {
                self.list_of_types(&mut types, None, |i| w.def.outs.get(i))?;
                self.expect(Tok::RParen, "after the result types")?;
            }
        } else if min > 0 || self.at_type() {
            self.list_of_types(&mut types, None, |i| w.def.outs.get(i))?;
        }
        let n = types.len();
        if n < min || n > max {
            return Err(self.result_count(w.def, n, self.since(from)));
        }
        for &(ty, span) in &types {
            let role = result_role(w.def, n, st.result_types.len());
            self.written_result(st, w, role, ty, span);
        }
        st.types = types;
        w.all_written = true;
        Ok(())
    }

    #[cold]
    fn result_count(&mut self, def: &'static OpDef, types: usize, span: Span) -> crate::syntax::parser::Failed {
        let wanted = counted(format::count(def.outs), "result");
        let diagnostic = Diagnostic::error(
            codes::RESULT_COUNT,
            span,
            format!("{} for {}, which has {wanted}", plural(types, "result type"), def.name),
        )
        .label(format!("expected {}", counted(format::count(def.outs), "type")));
        self.fail(diagnostic)
    }

    // ---- the end

    /// Completes the statement when its last element was read.
    pub(super) fn conclude(&mut self, st: &mut Stmt, w: &mut Walk) -> Res<()> {
        self.arrange(st, w);
        if !w.format.plain {
            self.check_arities(st, w)?;
            if format::info(st.name).plain_ins {
                st.segments.clear();
            }
        }
        for &(role, ty) in &w.format.fixed {
            let (start, size) = group(st, role);
            for i in start..start + size {
                if self.body.ty(st.operands[i]) != ty {
                    self.role_differs(st, w, i, role, ty);
                }
            }
        }
        self.find_results(st, w);
        for &(role, like) in &w.format.like {
            let Some(ty) = self.type_at(st, like) else { continue };
            let (start, size) = group(st, role);
            for i in start..start + size {
                if self.body.ty(st.operands[i]) != ty {
                    self.role_differs(st, w, i, role, ty);
                }
            }
        }
        match w.op {
            None => self.finish(st),
            Some(op) => {
                let op = self.create_late(st, op)?;
                self.complete(st, op);
                Ok(())
            }
        }
    }

    /// Checks how many operands each role got.
    fn check_arities(&mut self, st: &Stmt, w: &Walk) -> Res<()> {
        for (role, (operand, &size)) in w.def.ins.iter().zip(&st.segments).enumerate() {
            let fits = match operand.arity {
                Arity::One => size == 1,
                Arity::Optional => size <= 1,
                Arity::Variadic { min } => size >= u16::from(min),
            };
            if !fits {
                return Err(self.wrong_arity(st, w, role));
            }
        }
        Ok(())
    }

    #[cold]
    fn wrong_arity(&mut self, st: &Stmt, w: &Walk, role: usize) -> crate::syntax::parser::Failed {
        let operand = &w.def.ins[role];
        let size = usize::from(st.segments[role]);
        let wanted = match operand.arity {
            Arity::One | Arity::Optional => "one operand".to_owned(),
            Arity::Variadic { min } => format!("at least {}", plural(usize::from(min), "operand")),
        };
        let start = group(st, role).0;
        let span = match st.spans.get(start..start + size) {
            Some([first, .., last]) => first.to(*last),
            Some([only]) => *only,
            _ => st.name_span,
        };
        let diagnostic = Diagnostic::error(
            codes::OPERAND_COUNT,
            span,
            format!("{} takes {wanted} for `{}`, {size} given", w.def.name, operand.name),
        )
        .label(format!("expected {wanted}"))
        .note(self.syntax_note(w));
        self.fail(diagnostic)
    }

    /// Reports an operand whose type the definition fixes. A value that is defined later gets the type.
    #[cold]
    fn role_differs(&mut self, st: &Stmt, w: &Walk, at: usize, role: usize, ty: TypeId) {
        let (value, span) = (st.operands[at], st.spans[at]);
        let actual = self.body.ty(value);
        if actual == TypeId::ERROR {
            if self.body.def(value) == ValueDef::Forward {
                self.check_type(value, span, ty, span);
            }
            return;
        }
        // A written type that differs from the value's was reported; so were operands of a wrong result type.
        if ty == TypeId::ERROR || self.sink.error_count() > w.errors || self.is_opaque(actual) || self.is_opaque(ty) {
            return;
        }
        let (is, wanted) = (self.show_type(actual), self.show_type(ty));
        let mut diagnostic = Diagnostic::error(
            codes::TYPE_MISMATCH,
            span,
            format!(
                "`{}` has type `{is}`, but operand `{}` of {} has type `{wanted}`",
                self.text(span),
                w.def.ins[role].name,
                w.def.name
            ),
        )
        .label(format!("expected a value of type `{wanted}`"));
        if let Some(name) = self.body.values[value.index()].name() {
            diagnostic = diagnostic.also(name, format!("defined here with type `{is}`"));
        }
        self.sink.push(diagnostic);
    }

    /// The type of the first operand of a role, or of a result.
    fn type_at(&self, st: &Stmt, of: Ref) -> Option<TypeId> {
        match of {
            Ref::In(role) => {
                let (start, size) = group(st, role);
                (size > 0).then(|| st.operands.get(start).map(|v: &Value| self.body.ty(*v))).flatten()
            }
            Ref::Out(role) => st.result_types.get(role).copied(),
        }
    }

    /// Finds the types of the results that the text does not give.
    fn find_results(&mut self, st: &mut Stmt, w: &Walk) {
        if w.format.derive.is_empty() || w.all_written {
            return;
        }
        let (min, max) = format::info(st.name).outs;
        let least = st.result_types.len().max(min);
        let n = st.bound().clamp(least, max.max(least));
        for i in 0..n {
            let written = i < st.result_types.len() && (i >= 64 || w.written & (1 << i) != 0);
            if written {
                continue;
            }
            let found = match w.format.derive[result_role(w.def, n, i)] {
                Derive::Fixed(ty) => Some(ty),
                Derive::Like(of) => self.type_at(st, of),
                Derive::Infer(rule) => infer(self, st, w.def, rule),
                Derive::Written => None,
            };
            let ty = found.unwrap_or_else(|| {
                self.result_type_missing(st, w);
                TypeId::ERROR
            });
            match st.result_types.get_mut(i) {
                Some(slot) => *slot = ty,
                None => st.result_types.push(ty),
            }
        }
    }

    #[cold]
    fn result_type_missing(&mut self, st: &Stmt, w: &Walk) {
        // An operand of unknown type was reported, or this was.
        if self.sink.error_count() > w.errors || st.operands.iter().any(|v| self.body.ty(*v) == TypeId::ERROR) {
            return;
        }
        let diagnostic = Diagnostic::error(
            codes::RESULT_TYPE_REQUIRED,
            st.name_span,
            format!("the result type of {} must be written", w.def.name),
        )
        .label("it does not follow from the operands")
        .fix("write the type of the result", Span::point(self.prev_end), " -> T");
        self.sink.push(diagnostic);
    }
}

/// First operand and number of operands of a role, when the operands are arranged.
fn group(st: &Stmt, role: usize) -> (usize, usize) {
    if st.segments.is_empty() {
        return (role, 1);
    }
    let start = st.segments[..role].iter().map(|s| usize::from(*s)).sum();
    (start, usize::from(st.segments[role]))
}

/// The role of result `at` when there are `n`: all required ones, then optional ones in order.
fn result_role(def: &'static OpDef, n: usize, at: usize) -> usize {
    let required = |o: &Operand| o.arity == Arity::One;
    let mut spare = n.saturating_sub(def.outs.iter().filter(|o| required(o)).count());
    let mut next = 0;
    for (role, out) in def.outs.iter().enumerate() {
        let size = match out.arity {
            Arity::One => 1,
            Arity::Optional => spare.min(1),
            Arity::Variadic { .. } => spare,
        };
        if !required(out) {
            spare -= size;
        }
        if at < next + size {
            return role;
        }
        next += size;
    }
    def.outs.len().saturating_sub(1)
}

/// `1 result`, `at least 2 results`, `1 to 3 results`.
fn counted((min, max): (usize, usize), noun: &str) -> String {
    match max {
        _ if min == max => plural(min, noun),
        usize::MAX => format!("at least {}", plural(min, noun)),
        _ => format!("{min} to {}", plural(max, noun)),
    }
}
