//! Uses and definitions of SSA values.

use super::names::ANY;
use super::{Forward, Parser, Res, ResultName};
use crate::diagnostics::{Diagnostic, codes};
use crate::ir::body::{Op, Value, ValueDef};
use crate::ir::types::{Type, TypeId};
use crate::source::Span;
use crate::syntax::lexer::Tok;

impl<'s> Parser<'s> {
    /// Consumes the value at the current token and returns its span with `%`.
    pub(super) fn value_span(&mut self) -> Res<Span> {
        self.expect(Tok::Value, "")
    }

    /// Consumes a value and resolves it.
    pub(super) fn operand(&mut self) -> Res<(Value, Span)> {
        let span = self.value_span()?;
        Ok((self.resolve(span), span))
    }

    /// The value that the name at `span` (with `%`) means. A name without a meaning may be defined later.
    pub(super) fn resolve(&mut self, span: Span) -> Value {
        let (name, index) = self.split_pack(span);
        let Some(entry) = self.names.find(self.src, name) else {
            return self.forward(span, name);
        };
        if entry.count == ANY {
            return entry.value;
        }
        if index < entry.count {
            return Value(entry.value.0 + index);
        }
        let diagnostic = Diagnostic::error(
            codes::UNDEFINED_VALUE,
            span,
            format!(
                "`{}` has {} values, there is no number {index}",
                self.text(Span::new(span.start, name.end)),
                entry.count
            ),
        )
        .label("out of range")
        .also(entry.name, "defined here");
        self.sink.push(diagnostic);
        self.error_value()
    }

    /// Whether the name at `span` is visible.
    pub(super) fn is_defined(&self, span: Span) -> bool {
        let (name, _) = self.split_pack(span);
        self.names.find(self.src, name).is_some()
    }

    /// The name without `%` and the element number of a pack use.
    fn split_pack(&self, span: Span) -> (Span, u32) {
        let text = self.text(span);
        match text.as_bytes().iter().rposition(|&b| b == b'#') {
            None => (Span::new(span.start + 1, span.end), 0),
            Some(at) => {
                let index = text[at + 1..].parse().unwrap_or(u32::MAX);
                (Span::new(span.start + 1, span.start + at as u32), index)
            }
        }
    }

    #[cold]
    fn forward(&mut self, span: Span, name: Span) -> Value {
        let value = self.body.new_forward(TypeId::ERROR, name);
        self.names.define_outermost(self.src, name, value);
        self.forwards.push(Forward { value, span, resolved: None });
        value
    }

    /// A value of error type that no statement defines.
    pub(super) fn error_value(&mut self) -> Value {
        self.body.new_forward(TypeId::ERROR, Span::default())
    }

    /// Checks that the type written at `span` is the type of `value`.
    #[inline]
    pub(super) fn check_type(&mut self, value: Value, use_span: Span, ty: TypeId, span: Span) {
        let actual = self.body.ty(value);
        if actual != ty {
            self.type_differs(value, use_span, ty, span);
        }
    }

    #[cold]
    fn type_differs(&mut self, value: Value, use_span: Span, ty: TypeId, span: Span) {
        let actual = self.body.ty(value);
        let forward = self.body.def(value) == ValueDef::Forward && self.body.values[value.index()].name().is_some();
        if forward && actual == TypeId::ERROR {
            // The first written type of a value that is defined later; compared with the definition when it comes.
            self.body.values[value.index()].ty = ty;
            return;
        }
        if actual == TypeId::ERROR || ty == TypeId::ERROR || self.is_opaque(actual) || self.is_opaque(ty) {
            return;
        }
        let name = self.text(use_span).to_owned();
        let (is, says) = (self.show_type(actual), self.show_type(ty));
        let mut diagnostic = Diagnostic::error(
            codes::TYPE_MISMATCH,
            span,
            format!("`{name}` has type `{is}`, but `{says}` is written here"),
        )
        .label(format!("expected `{is}`"));
        if let Some(def) = self.body.values[value.index()].name() {
            diagnostic = diagnostic.also(def, format!("`{name}` is defined here"));
        }
        let diagnostic = diagnostic.fix("write the type of the value", span, is);
        self.sink.push(diagnostic);
    }

    /// Whether a type was written with an ellipsis or is a page type whose parameters are not known (rule S11).
    pub(super) fn is_opaque(&self, ty: TypeId) -> bool {
        matches!(self.cx.types.get(ty), Type::Opaque(_))
    }

    /// A type for a message.
    pub(super) fn show_type(&self, ty: TypeId) -> String {
        let mut out = String::new();
        crate::ir::type_print::print_type(&self.cx, ty, crate::ir::type_print::TypeStyle::Short, &mut out);
        out
    }

    /// Gives the results of `op` the names written before it.
    pub(super) fn define_results(&mut self, names: &[ResultName], op: Op) {
        let mut next = self.body.op(op).first_result;
        for name in names {
            self.define_name(name.span, Value(next), name.count);
            next += name.count;
        }
    }

    /// Gives a name to values, or reports that it is taken.
    pub(super) fn define_name(&mut self, name: Span, value: Value, count: u32) {
        if let Some(old) = self.names.find(self.src, name) {
            if self.body.def(old.value) == ValueDef::Forward {
                // Made in order of their values, so they are sorted.
                if let Ok(at) = self.forwards.binary_search_by_key(&old.value, |f| f.value) {
                    self.forwards[at].resolved = Some(value);
                    self.needs_dominance = true;
                }
            } else {
                let text = self.text(Span::new(name.start - 1, name.end)).to_owned();
                let diagnostic = Diagnostic::error(
                    codes::REDEFINED_VALUE,
                    Span::new(name.start - 1, name.end),
                    format!("`{text}` is already defined"),
                )
                .label("defined again")
                .also(Span::new(old.name.start - 1, old.name.end), "first defined here")
                .note("a name has one definition in its scope, and inner regions see the names of outer ones");
                self.sink.push(diagnostic);
            }
        }
        self.names.define(self.src, name, value, count);
    }

    /// At the end of an isolated body: puts the definitions in the place of the values that were used before them, and
    /// reports the names that were never defined.
    pub(super) fn resolve_forwards(&mut self) {
        if self.forwards.is_empty() {
            return;
        }
        let forwards = std::mem::take(&mut self.forwards);
        let mut map = hashbrown::HashMap::new();
        let mut unresolved = Vec::new();
        for forward in &forwards {
            match forward.resolved {
                Some(value) => {
                    map.insert(forward.value, value);
                    let (used, defined) = (self.body.ty(forward.value), self.body.ty(value));
                    let name = Span::new(forward.span.start, forward.span.end);
                    if used != TypeId::ERROR && used != defined {
                        self.check_type(value, name, used, name);
                    }
                }
                None => unresolved.push(forward.span),
            }
        }
        for operand in &mut self.body.operands {
            if let Some(value) = map.get(operand) {
                *operand = *value;
            }
        }
        for (i, span) in unresolved.into_iter().enumerate() {
            self.report_undefined(span, i < 10);
        }
    }

    fn report_undefined(&mut self, span: Span, suggest: bool) {
        let text = self.text(span);
        let mut diagnostic =
            Diagnostic::error(codes::UNDEFINED_VALUE, span, format!("use of undefined value `{text}`"))
                .label("not defined in this function");
        if suggest {
            let names = self.body.values.iter().filter_map(|v| v.name()).map(|n| &self.src[n.range()]);
            let known: std::collections::BTreeSet<&str> = names.filter(|n| *n != &text[1..]).collect();
            if let Some(best) = crate::diagnostics::suggest::nearest(&text[1..], known.into_iter(), 1).first() {
                diagnostic =
                    diagnostic.fix(format!("a value with a similar name exists: `%{best}`"), span, format!("%{best}"));
            }
        }
        self.sink.push(diagnostic);
    }
}
