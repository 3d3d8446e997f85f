//! What is reported when a statement does not follow its format.

use super::Walk;
use crate::diagnostics::{Diagnostic, codes, suggest};
use crate::dialect::def::{AttrDef, Operand};
use crate::ir::attrs::{Attr, AttrId};
use crate::source::Span;
use crate::syntax::format::{self, Elem, Group, Start};
use crate::syntax::lexer::Tok;
use crate::syntax::parser::error::describe;
use crate::syntax::parser::statement::plural;
use crate::syntax::parser::{Failed, Parser};

impl Parser<'_> {
    /// Reports the current token, where one of `elems` should start: the last one, or one of those before it that may be
    /// missing.
    #[cold]
    pub(super) fn not_here(&mut self, w: &Walk, elems: &'static [Elem]) -> Failed {
        if self.tok == Tok::Invalid {
            return self.unexpected("", "");
        }
        if let Some((span, expected)) = self.second_token(elems) {
            let found = if span.is_empty() { describe(Tok::Eof).to_owned() } else { format!("`{}`", self.text(span)) };
            let after = self.slice().to_owned();
            let diagnostic = Diagnostic::error(
                codes::UNEXPECTED_TOKEN,
                span,
                format!("expected {expected} after `{after}`, found {found}"),
            )
            .label(format!("expected {expected}"))
            .note(self.syntax_note(w));
            return self.fail(diagnostic);
        }
        let mut names: Vec<String> = Vec::new();
        for elem in elems {
            if let Some(name) = format::elem_text(w.def, elem).filter(|n| !n.is_empty() && !names.contains(n)) {
                names.push(name);
            }
        }
        let expected = alternatives(&names);
        let mut diagnostic = Diagnostic::error(
            codes::UNEXPECTED_TOKEN,
            self.span,
            format!("expected {expected} in {}, found {}", w.def.name, self.found()),
        )
        .label(format!("expected {expected}"))
        .note(self.syntax_note(w));
        if self.tok == Tok::Eof && self.prev_end < self.span.start {
            diagnostic =
                diagnostic.also(Span::new(self.prev_end.saturating_sub(1), self.prev_end), "the text ends here");
        }
        let wants_value = matches!(elems.last(), Some(Elem::Operand { .. }));
        if wants_value && matches!(self.tok, Tok::Int | Tok::Float | Tok::Minus) {
            diagnostic = diagnostic.help("define the number with arith.constant and use the value");
        }
        self.fail(diagnostic)
    }

    /// When the current token starts a group but the one behind it does not fit: that token, and what should be there.
    fn second_token(&self, elems: &'static [Elem]) -> Option<(Span, String)> {
        let mut seconds: Vec<Start> = Vec::new();
        let mut add = |group: &Group| {
            for (first, second) in group.starts.pairs.iter().flat_map(|p| p.iter()) {
                if self.starts_with(*first) {
                    seconds.extend(*second);
                }
            }
        };
        for elem in elems {
            match elem {
                Elem::Optional(group) | Elem::Repeat(group) => add(group),
                Elem::OneOf(groups) => groups.iter().for_each(&mut add),
                _ => {}
            }
        }
        if seconds.is_empty() {
            return None;
        }
        Some((self.peek().1, format::starts_text(&seconds)))
    }

    /// How the operation is written.
    pub(super) fn syntax_note(&self, w: &Walk) -> String {
        format!("{} is written `{}`", w.def.name, format::syntax(w.def, &w.format.elems))
    }

    /// A list of clauses goes on with something else.
    #[cold]
    pub(super) fn unknown_clause(&mut self, w: &Walk, groups: &'static [Group]) -> Failed {
        let names: Vec<&'static str> = groups
            .iter()
            .filter_map(|g| match g.body.first() {
                Some(Elem::Word(word)) => Some(*word),
                _ => None,
            })
            .collect();
        if self.tok != Tok::Ident || names.is_empty() {
            let shown: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
            return self.unexpected(&alternatives(&shown), "");
        }
        let (word, span) = (self.slice().to_owned(), self.span);
        let mut diagnostic = Diagnostic::error(
            codes::UNKNOWN_KEY,
            span,
            format!("unknown key `{word}` in this clause of {}", w.def.name),
        )
        .label("not a key of this clause")
        .note(format!("the keys are {}", names.join(", ")));
        if let Some(best) = suggest::nearest(&word, names.iter().copied(), 1).first() {
            diagnostic = diagnostic.fix(format!("a key with a similar name exists: `{best}`"), span, *best);
        }
        self.fail(diagnostic)
    }

    #[cold]
    pub(super) fn repeated_clause(&mut self) -> Failed {
        let diagnostic =
            Diagnostic::error(codes::DUPLICATE_CLAUSE, self.span, format!("clause `{}` stands twice", self.slice()))
                .label("given again");
        self.fail(diagnostic)
    }

    /// An attribute that stands twice has another value the second time.
    #[cold]
    pub(super) fn differs_from_before(&mut self, attr: &AttrDef, before: AttrId, span: Span) -> Failed {
        let mut shown = String::new();
        match self.cx.get(before) {
            Attr::Enum { kind, value } => {
                shown.push_str(crate::dialect::enums::get(*kind).spelling(*value).unwrap_or_default());
            }
            _ => crate::ir::attr_print::print_literal(&self.cx, before, &mut shown),
        }
        let diagnostic = Diagnostic::error(
            codes::UNEXPECTED_TOKEN,
            span,
            format!("`{}` is `{}` here, but `{shown}` stands before the types", attr.name, self.text(span)),
        )
        .label(format!("expected `{shown}`"))
        .fix("write the same value", span, shown);
        self.fail(diagnostic)
    }

    /// Another number of types than operands. `from` is where the types start.
    #[cold]
    pub(super) fn type_count(&mut self, types: usize, operands: usize, from: Span) -> Failed {
        if types > 0 && types < operands && self.at_type() {
            return self.unexpected("`,`", "between two types");
        }
        let diagnostic = Diagnostic::error(
            codes::OPERAND_COUNT,
            self.since(from),
            format!("{} for {}", plural(types, "type"), plural(operands, "operand")),
        )
        .label(format!("expected {}", plural(operands, "type")));
        self.fail(diagnostic)
    }

    /// A repeated group of types ends before the operands do.
    #[cold]
    pub(super) fn too_few_rounds(&mut self, w: &Walk, group: &'static Group, wanted: usize) -> Failed {
        let text = format::group_text(group);
        let diagnostic = Diagnostic::error(
            codes::OPERAND_COUNT,
            self.span,
            format!("{} of {} have no types", plural(wanted - w.round, "clause"), w.def.name),
        )
        .label(format!("expected {text} and types"))
        .note(self.syntax_note(w));
        self.fail(diagnostic)
    }

    /// A type for an operand that is not there.
    #[cold]
    pub(super) fn type_without_operand(&mut self, operand: &Operand, span: Span) -> Failed {
        let diagnostic = Diagnostic::error(
            codes::OPERAND_COUNT,
            span,
            format!("a type for the operand `{}`, which is not given", operand.name),
        )
        .label("no operand has this type");
        self.fail(diagnostic)
    }
}

/// `a`, `a or b`, `a, b or c`.
fn alternatives(names: &[String]) -> String {
    match names {
        [] => "the end of the statement".into(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
