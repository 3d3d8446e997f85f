//! Loads of L0A and L0B from L1, whose control operands stand by position or by name.

use super::super::statement::{Stmt, plural};
use super::super::{Failed, Parser, Res};
use crate::diagnostics::{Diagnostic, codes, suggest};
use crate::ir::body::Value;
use crate::ir::types::TypeId;
use crate::source::Span;
use crate::syntax::lexer::Tok;
use std::ops::Range;

/// Roles before the control operands: source and destination.
const FIRST: usize = 2;
/// Control operands of the shape form: extents and start position.
const SHAPE: Range<usize> = FIRST..FIRST + 4;
/// Control operands of the full form: start, step and strides in boxes.
const FULL: Range<usize> = FIRST + 4..FIRST + 10;

impl Parser<'_> {
    /// `%source, %destination, %m, %k, %start_row, %start_col {..} : ..`, six operands for the full form, or either with
    /// names: `m(%m), k(%k), start_row(%r), start_col(%c)`. Commas may be missing.
    pub(in super::super) fn mte_l1_l0(&mut self, st: &mut Stmt) -> Res<()> {
        let source = self.operand()?;
        st.push(source);
        self.eat(Tok::Comma);
        let destination = self.operand()?;
        st.push(destination);
        let mut named: Vec<usize> = Vec::new();
        loop {
            let comma = self.eat(Tok::Comma);
            match self.tok {
                Tok::Value if comma || !self.on_new_line() => {
                    let operand = self.operand()?;
                    st.push(operand);
                    if !named.is_empty() {
                        return Err(self.mixed_control(operand.1));
                    }
                }
                Tok::Ident if self.next_byte() == Some(b'(') => {
                    let span = self.span;
                    let role = self.control_name(st, &named)?;
                    self.bump();
                    self.expect(Tok::LParen, "after the name of an operand")?;
                    let operand = self.operand()?;
                    self.expect(Tok::RParen, "after the operand")?;
                    if st.operands.len() > FIRST + named.len() {
                        return Err(self.mixed_control(span));
                    }
                    st.push(operand);
                    named.push(role);
                }
                _ if comma => return Err(self.unexpected("a control operand", "after `,`")),
                _ => break,
            }
        }
        self.opt_attr_dict(st)?;
        self.expect(Tok::Colon, "after the operands")?;
        let start = self.span;
        let mut types = Vec::new();
        self.types_of(&mut types)?;
        self.match_types(st, 0, &types, start.to(Span::point(self.prev_end)));
        let roles = if named.is_empty() { self.control_count(st)? } else { self.control_names(st, &named)? };
        let def = st.name.def();
        for (i, role) in roles.clone().enumerate() {
            self.expect_type(st, FIRST + i, TypeId::I64, &format!("`{}`", def.ins[role].name));
        }
        st.segments.extend((0..def.ins.len()).map(|role| u16::from(role < FIRST || roles.contains(&role))));
        self.finish(st)
    }

    /// The role that the word at the current token names, which must not have stood before.
    fn control_name(&mut self, st: &Stmt, named: &[usize]) -> Res<usize> {
        let word = self.slice();
        let def = st.name.def();
        let span = self.span;
        let known = || def.ins[FIRST..].iter().map(|o| o.name);
        match def.ins[FIRST..].iter().position(|o| o.name == word).map(|at| at + FIRST) {
            Some(role) if !named.contains(&role) => Ok(role),
            Some(_) => {
                let diagnostic =
                    Diagnostic::error(codes::DUPLICATE_CLAUSE, span, format!("operand `{word}` stands twice"))
                        .label("given again");
                Err(self.fail(diagnostic))
            }
            None => {
                let mut diagnostic =
                    Diagnostic::error(codes::UNEXPECTED_TOKEN, span, format!("{} has no operand `{word}`", def.name))
                        .label("expected the name of a control operand")
                        .note(control_forms(st));
                if let Some(best) = suggest::nearest(word, known(), 1).first() {
                    diagnostic =
                        diagnostic.fix(format!("an operand with a similar name exists: `{best}`"), span, *best);
                }
                Err(self.fail(diagnostic))
            }
        }
    }

    fn mixed_control(&mut self, span: Span) -> Failed {
        let diagnostic = Diagnostic::error(
            codes::UNEXPECTED_TOKEN,
            span,
            "control operands stand either all by position or all by name",
        )
        .label("the operand before is written the other way");
        self.fail(diagnostic)
    }

    /// The form that the number of positional operands means.
    fn control_count(&mut self, st: &Stmt) -> Res<Range<usize>> {
        let n = st.operands.len() - FIRST;
        match n {
            4 => Ok(SHAPE),
            6 => Ok(FULL),
            _ => {
                let span = match st.spans[FIRST..] {
                    [first, .., last] => first.to(last),
                    [only] => only,
                    [] => st.name_span,
                };
                let diagnostic = Diagnostic::error(
                    codes::OPERAND_COUNT,
                    span,
                    format!("{} takes 4 or 6 control operands, {n} given", st.name.def().name),
                )
                .label("expected 4 or 6 operands")
                .note(control_forms(st));
                Err(self.fail(diagnostic))
            }
        }
    }

    /// The form that the named operands belong to; puts them in order.
    fn control_names(&mut self, st: &mut Stmt, named: &[usize]) -> Res<Range<usize>> {
        let def = st.name.def();
        let form = if SHAPE.contains(&named[0]) { SHAPE } else { FULL };
        if let Some(other) = named.iter().position(|role| !form.contains(role)) {
            let diagnostic = Diagnostic::error(
                codes::OPERAND_COUNT,
                st.spans[FIRST + other],
                format!(
                    "operands `{}` and `{}` belong to different forms of {}",
                    def.ins[named[0]].name, def.ins[named[other]].name, def.name
                ),
            )
            .label(format!("this is `{}`", def.ins[named[other]].name))
            .note(control_forms(st));
            return Err(self.fail(diagnostic));
        }
        let missing: Vec<String> =
            form.clone().filter(|role| !named.contains(role)).map(|role| format!("`{}`", def.ins[role].name)).collect();
        if !missing.is_empty() {
            let diagnostic = Diagnostic::error(
                codes::OPERAND_COUNT,
                st.spans[FIRST].to(st.spans[FIRST + named.len() - 1]),
                format!("{} lacks the {} {}", def.name, plural_word(missing.len(), "operand"), missing.join(", ")),
            )
            .label(format!("{} of {} given", plural(named.len(), "operand"), form.len()))
            .note(control_forms(st));
            return Err(self.fail(diagnostic));
        }
        let mut order: Vec<(usize, Value, Span)> =
            named.iter().enumerate().map(|(i, &role)| (role, st.operands[FIRST + i], st.spans[FIRST + i])).collect();
        order.sort_by_key(|o| o.0);
        for (i, (_, value, span)) in order.into_iter().enumerate() {
            st.operands[FIRST + i] = value;
            st.spans[FIRST + i] = span;
        }
        Ok(form)
    }
}

/// The names of the control operands in both forms.
fn control_forms(st: &Stmt) -> String {
    let names = |roles: Range<usize>| st.name.def().ins[roles].iter().map(|o| o.name).collect::<Vec<_>>().join(", ");
    format!("the control operands are {}, or {}", names(SHAPE), names(FULL))
}

fn plural_word(n: usize, noun: &str) -> String {
    if n == 1 { noun.to_owned() } else { format!("{noun}s") }
}
