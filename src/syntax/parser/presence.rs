//! Which operands and attributes of a statement stand together, as the definition says.

use super::Parser;
use super::statement::Stmt;
use crate::diagnostics::{Diagnostic, codes};
use crate::dialect::def::{OpDef, Presence};
use crate::dialect::enums;
use crate::ir::attrs::Attr;
use crate::source::Span;
use std::ops::Range;

impl Parser<'_> {
    /// Reports the first rule that the statement breaks.
    pub(super) fn check_presence(&mut self, st: &Stmt) {
        let def = st.name.def();
        for &rule in def.presence {
            if let Some(diagnostic) = self.broken(st, def, rule) {
                self.sink.push(diagnostic);
                return;
            }
        }
    }

    fn broken(&self, st: &Stmt, def: &'static OpDef, rule: Presence) -> Option<Diagnostic> {
        let count = |name: &str| self.count_of(st, def, name);
        let given = |names: &'static [&'static str]| -> Vec<&'static str> {
            names.iter().copied().filter(|name| count(name) > 0).collect()
        };
        match rule {
            Presence::One(names) if given(names).is_empty() => Some(
                Diagnostic::error(
                    self.missing_code(def, names[0]),
                    st.name_span,
                    format!("{} needs {}", def.name, list(names, "or")),
                )
                .label(format!("{} missing", if names.len() == 1 { "this is" } else { "one of these is" })),
            ),
            Presence::One(names) | Presence::AtMostOne(names) => {
                let given = given(names);
                (given.len() > 1).then(|| {
                    Diagnostic::error(
                        codes::OPERAND_COUNT,
                        self.span_of(st, def, &given),
                        format!("{} takes one of {}", def.name, list(names, "or")),
                    )
                    .label(format!("{} are given", list(&given, "and")))
                })
            }
            Presence::Together(names) => {
                let first = count(names[0]);
                let other = names.iter().copied().find(|name| count(name) != first)?;
                let (there, missing) = if first > count(other) { (names[0], other) } else { (other, names[0]) };
                let message = if count(missing) == 0 {
                    format!("`{there}` of {} needs {}", def.name, list(&[missing], ""))
                } else {
                    format!("{} has {} `{there}`, but {} `{missing}`", def.name, count(there), count(missing))
                };
                Some(
                    Diagnostic::error(self.missing_code(def, missing), self.span_of(st, def, &[there]), message)
                        .label(format!("{} stand together", list(names, "and"))),
                )
            }
            Presence::Needs(name, other) if count(name) > 0 && count(other) == 0 => Some(
                Diagnostic::error(
                    self.missing_code(def, other),
                    self.span_of(st, def, &[name]),
                    format!("`{name}` of {} needs {}", def.name, list(&[other], "")),
                )
                .label(format!("stands only with `{other}`")),
            ),
            Presence::NeedsMember(name, attr, member) if count(name) > 0 => {
                let value = self.cx.lookup(st.dict, attr).map(|a| self.cx.get(a));
                let holds = match value {
                    Some(Attr::Enum { kind, value }) => enums::get(*kind).find(member) == Some(*value),
                    Some(Attr::Error) => true,
                    _ => false,
                };
                (!holds).then(|| {
                    Diagnostic::error(
                        codes::OPERAND_COUNT,
                        self.span_of(st, def, &[name]),
                        format!("`{name}` of {} needs `{attr}` to be `{member}`", def.name),
                    )
                    .label(format!("stands only with `{member}`"))
                })
            }
            Presence::Refused(name, instead, advice) if count(name) > 0 => Some(
                Diagnostic::error(
                    codes::NO_FORM,
                    self.span_of(st, def, &[name]),
                    format!("{} takes {instead}", def.name),
                )
                .label("a value")
                .help(advice),
            ),
            Presence::Needs(..) | Presence::NeedsMember(..) | Presence::Refused(..) => None,
        }
    }

    /// How many operands, or attributes, of a name the statement has.
    fn count_of(&self, st: &Stmt, def: &'static OpDef, name: &str) -> usize {
        match def.ins.iter().position(|o| o.name == name) {
            Some(role) => operands_of(st, role).len(),
            None => usize::from(self.cx.lookup(st.dict, name).is_some()),
        }
    }

    /// The operands among the names; the name of the operation when there is none.
    fn span_of(&self, st: &Stmt, def: &'static OpDef, names: &[&str]) -> Span {
        let roles = names.iter().filter_map(|name| def.ins.iter().position(|o| o.name == *name));
        let spans = roles.filter_map(|role| st.spans.get(operands_of(st, role).start).copied());
        spans.reduce(Span::to).unwrap_or(st.name_span)
    }

    fn missing_code(&self, def: &'static OpDef, name: &str) -> crate::diagnostics::Code {
        if def.ins.iter().any(|o| o.name == name) { codes::OPERAND_COUNT } else { codes::MISSING_KEY }
    }
}

/// Where the operands of a role are.
fn operands_of(st: &Stmt, role: usize) -> Range<usize> {
    if st.segments.is_empty() {
        return role..(role + 1).min(st.operands.len()).max(role);
    }
    let start: usize = st.segments.iter().take(role).map(|s| usize::from(*s)).sum();
    start..start + st.segments.get(role).map_or(0, |s| usize::from(*s))
}

/// `` `a`, `b` or `c` ``
fn list(names: &[&str], word: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {word} {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}
