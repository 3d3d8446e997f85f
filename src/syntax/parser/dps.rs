//! The DPS form of tile operations: `pto.tadd ins(%a, %b : T, T) outs(%d : T)`.
//!
//! Every operand has its type in the text. Attributes and clauses may stand in several places (rules D1..D9); which of
//! them an operation has comes from its definition.

use super::statement::Stmt;
use super::{Parser, Res};
use crate::diagnostics::{Diagnostic, codes};
use crate::dialect::def::{Arity, AttrPlace, OpDef, Place, Role, Traits};
use crate::ir::Form;
use crate::ir::body::Value;
use crate::ir::types::{Type, TypeId};
use crate::source::Span;
use crate::syntax::format;
use crate::syntax::lexer::Tok;

impl Parser<'_> {
    /// Whether the statement at hand uses a shared form although the operation has a custom format too.
    pub(super) fn reads_as_tile_form(&self, st: &Stmt) -> bool {
        if self.at_dps() {
            return true;
        }
        // The sync spelling of the pages: destinations first, or a signature that leaves types out.
        st.form == Form::Sync
    }

    fn at_dps(&self) -> bool {
        self.tok == Tok::Ident
            && matches!(self.slice(), "ins" | "outs" | "pipe")
            && self.src.as_bytes().get(self.span.end as usize).is_some_and(|b| *b == b'(' || b.is_ascii_whitespace())
            && self.next_byte() == Some(b'(')
    }

    /// An operation in one of the shared forms, after its name.
    pub(super) fn tile_op(&mut self, st: &mut Stmt) -> Res<()> {
        if self.at_dps() { self.dps(st) } else { self.ssa(st) }
    }

    // ---- DPS

    pub(super) fn dps(&mut self, st: &mut Stmt) -> Res<()> {
        st.form = Form::Dps;
        self.keyed_roles.clear();
        self.without_scratch = false;
        self.indexed = false;
        let def = st.name.def();
        let info = format::info(st.name);
        if self.eat_word("ins") {
            self.dps_ins(st, def)?;
        }
        let ins = st.operands.len();
        if self.at_word("pipe") && self.next_byte() == Some(b'(') {
            let diagnostic = Diagnostic::error(
                codes::NO_FORM,
                self.span,
                format!("the `pipe(..)` clause of the documentation pages has no defined meaning for {}", def.name),
            )
            .help(format!("write `{}(%tile, %pipe : ..) {{split = ..}}`", def.name));
            return Err(self.fail(diagnostic));
        }
        let mut defined: Vec<(Span, TypeId)> = Vec::new();
        if self.at_word("outs") {
            let outs_span = self.span;
            self.bump();
            self.dps_outs(st, def, &mut defined)?;
            if def.outs.is_empty() && st.operands.len() > ins {
                let diagnostic =
                    Diagnostic::error(codes::OPERAND_COUNT, outs_span, format!("{} has no destination", def.name))
                        .label("expected no `outs(..)`");
                return Err(self.fail(diagnostic));
            }
        }
        // Clauses after `outs(..)` have operands that belong to `ins`; they go before the destinations.
        let outs: Vec<(Value, Span)> =
            st.operands[ins..].iter().copied().zip(st.spans[ins..].iter().copied()).collect();
        st.operands.truncate(ins);
        st.spans.truncate(ins);
        let tail_roles = self.dps_tail(st, def)?;
        let keyed = std::mem::take(&mut self.keyed_roles);
        let all_keyed: Vec<(usize, usize)> = keyed.into_iter().chain(tail_roles).collect();
        self.assign_roles(st, def, info, def.ins, 0, &all_keyed, info.plain_ins, "ins")?;
        let n_ins = st.operands.len();
        for out in outs {
            st.push(out);
        }
        st.n_outs = st.operands.len() - n_ins;
        if defined.is_empty() {
            self.assign_roles(st, def, info, def.outs, n_ins, &[], info.plain_outs, "outs")?;
            self.trailing_scratch(st, def);
        } else {
            // A page spelling whose destination is defined by the operation: the result form.
            st.form = Form::Ssa;
            st.n_outs = 0;
            if !st.results.is_empty() {
                let diagnostic = Diagnostic::error(codes::NO_FORM, st.name_span, "the DPS form has no results");
                return Err(self.fail(diagnostic));
            }
            for (name, ty) in defined {
                st.results.push(super::ResultName { span: name, count: 1, pack: false });
                st.result_types.push(ty);
            }
        }
        if self.eat(Tok::Arrow) {
            let (ty, span) = self.parse_type()?;
            if !matches!(self.cx.types.get(ty), Type::Tensor { .. } | Type::Error) {
                let diagnostic = Diagnostic::error(codes::NO_FORM, span, "the DPS form has no results")
                    .label("only the legacy result type `tensor<..>` is read here (rule D5)");
                self.sink.push(diagnostic);
            }
            st.result_types.push(ty);
        }
        self.opt_attr_dict(st)?;
        self.derive_sizes(st);
        self.finish(st)
    }

    /// `ins(..)`, after the word.
    fn dps_ins(&mut self, st: &mut Stmt, def: &'static OpDef) -> Res<()> {
        self.expect(Tok::LParen, "after `ins`")?;
        if self.eat(Tok::RParen) {
            return Ok(());
        }
        let mut literals: Vec<(usize, Span)> = Vec::new();
        loop {
            match self.tok {
                Tok::Value => {
                    let operand = self.operand()?;
                    st.push(operand);
                    if self.at(Tok::LBracket) {
                        self.index_list(st)?;
                    }
                }
                Tok::LBrace => self.attr_dict(st)?,
                Tok::Str => match def.attrs.iter().find(|a| a.place == AttrPlace::First) {
                    Some(attr) => {
                        let (value, span) = self.attr_value(st, attr, false)?;
                        self.place_declared(st, attr, value, span);
                    }
                    None => return Err(self.unexpected("an operand", "in `ins(..)`")),
                },
                Tok::Ident if self.placed_word(def).is_some() => self.take_placed_word(st, def),
                _ => match self.literal_span() {
                    Some(span) => {
                        literals.push((st.operands.len(), span));
                        let value = self.error_value();
                        st.push((value, span));
                    }
                    None => return Err(self.unexpected("an operand", "in `ins(..)`")),
                },
            }
            if self.at(Tok::LBrace) {
                self.attr_dict(st)?;
            }
            if self.tok == Tok::Ident && self.placed_word(def).is_some() {
                self.take_placed_word(st, def);
                self.opt_attr_dict(st)?;
            }
            if self.eat(Tok::Comma) {
                continue;
            }
            if self.eat(Tok::RParen) {
                if st.operands.is_empty() {
                    return Ok(());
                }
                let diagnostic = Diagnostic::error(
                    codes::UNEXPECTED_TOKEN,
                    Span::new(self.prev_end - 1, self.prev_end),
                    "the operands of `ins(..)` have no types",
                )
                .label("expected `: T, ..`");
                return Err(self.fail(diagnostic));
            }
            break;
        }
        let colon = self.span;
        self.expect(Tok::Colon, "after the operands of `ins(..)`")?;
        self.ins_types(st, def, literals, colon)
    }

    /// The bare word of a unit attribute that stands in `ins(..)`: `no_tmp`.
    fn placed_word(&self, def: &'static OpDef) -> Option<&'static crate::dialect::def::AttrDef> {
        let word = self.slice();
        def.attrs.iter().find(|a| matches!(a.place, AttrPlace::Word(w) if w == word))
    }

    fn take_placed_word(&mut self, st: &mut Stmt, def: &'static OpDef) {
        // The word only says that a scratch operand is absent; the operand groups say the same.
        if self.placed_word(def).is_some() {
            self.bump();
            self.without_scratch = true;
        }
        let _ = st;
    }

    /// Where a word marks the absence of the scratch operand, its absence from a text with several destinations means
    /// that the last operand is scratch.
    fn trailing_scratch(&mut self, st: &mut Stmt, def: &'static OpDef) {
        let marks = def.attrs.iter().any(|a| matches!(a.place, AttrPlace::Word(_)));
        if !marks || self.without_scratch || st.n_outs < 2 {
            return;
        }
        let Some(scratch) = def.ins.iter().position(|o| o.role == Role::Scratch) else { return };
        let list = def.ins[..scratch].iter().position(|o| matches!(o.arity, Arity::Variadic { .. }));
        if let Some(list) = list {
            let alone = (list + 1..scratch).all(|r| st.segments.get(r) == Some(&0));
            if alone && st.segments.get(scratch) == Some(&0) && st.segments[list] > 1 {
                st.segments[list] -= 1;
                st.segments[scratch] = 1;
            }
        }
    }

    /// The types of `ins(..)` up to its `)`, with the clauses that may stand among them.
    fn ins_types(&mut self, st: &mut Stmt, def: &'static OpDef, literals: Vec<(usize, Span)>, colon: Span) -> Res<()> {
        let mut types: Vec<(TypeId, Span)> = std::mem::take(&mut st.types);
        types.clear();
        // Operands whose types are still to come; in `ins(%a : T, %b : U)` they come in turns.
        let mut first = 0;
        let grouped = self.at(Tok::LParen) && !self.paren_is_function_type();
        if grouped {
            types.extend(self.typed_list_in_parens()?);
        }
        loop {
            if !grouped || !types.is_empty() && self.prev_is_comma() {
                match self.tok {
                    Tok::Str => match def.attrs.iter().find(|a| a.place == AttrPlace::TypeList) {
                        Some(attr) => {
                            let (value, span) = self.attr_value(st, attr, false)?;
                            let mut entries = vec![(self.cx.sym(attr.name), value)];
                            self.drop_defaults(def, &mut entries, st.is_level1());
                            if let Some(&(key, value)) = entries.first() {
                                self.place_attr(st, key, value, span);
                            }
                        }
                        None => return Err(self.unexpected("a type", "in `ins(..)`")),
                    },
                    Tok::Value => {
                        // `ins(%a : T, %b : U)`: close the group before, start the next.
                        self.close_group(st, &mut first, &mut types, &literals, colon);
                        loop {
                            let operand = self.operand()?;
                            st.push(operand);
                            if !(self.at(Tok::Comma)) {
                                break;
                            }
                            self.bump();
                        }
                        self.expect(Tok::Colon, "after an operand of `ins(..)`")?;
                        continue;
                    }
                    _ => types.push(self.parse_type()?),
                }
            }
            if self.eat(Tok::Comma) {
                continue;
            }
            while let Some(role) = self.keyword_role(def) {
                self.close_group(st, &mut first, &mut types, &literals, colon);
                self.bump();
                self.keyed_operand(st, role)?;
                first = st.operands.len();
            }
            self.opt_attr_dict(st)?;
            self.expect(Tok::RParen, "after the types of `ins(..)`")?;
            break;
        }
        self.close_group(st, &mut first, &mut types, &literals, colon);
        st.types = types;
        Ok(())
    }

    /// The role of the operand that the word at the current token introduces.
    fn keyword_role(&self, def: &'static OpDef) -> Option<usize> {
        if self.tok != Tok::Ident {
            return None;
        }
        let word = self.slice();
        def.ins.iter().position(|o| matches!(o.place, Place::Keyword(w) if w == word))
    }

    fn prev_is_comma(&self) -> bool {
        self.src.as_bytes().get(self.prev_end as usize - 1) == Some(&b',')
    }

    /// `%x : T` after a keyword: an operand whose role the keyword gives.
    fn keyed_operand(&mut self, st: &mut Stmt, role: usize) -> Res<()> {
        let operand = self.operand()?;
        self.expect(Tok::Colon, "after the operand of a clause")?;
        let (ty, span) = self.parse_type()?;
        self.check_type(operand.0, operand.1, ty, span);
        self.keyed_roles.push((role, st.operands.len()));
        st.push(operand);
        Ok(())
    }

    /// Gives the operands from `first` on the types collected so far.
    fn close_group(
        &mut self,
        st: &mut Stmt,
        first: &mut usize,
        types: &mut Vec<(TypeId, Span)>,
        literals: &[(usize, Span)],
        colon: Span,
    ) {
        let n = st.operands.len() - *first;
        if n == 0 && types.is_empty() {
            return;
        }
        if self.indexed && types.len() == 1 {
            // `ins(%src[%r, %c] : T)`: indices carry no type.
            self.check_type(st.operands[*first], st.spans[*first], types[0].0, types[0].1);
            types.clear();
            *first = st.operands.len();
            return;
        }
        // One type for several operands means all of them have it (rule D2).
        if types.len() == 1 && n > 1 {
            let only = types[0];
            types.resize(n, only);
        }
        for &(at, span) in literals.iter().filter(|l| l.0 >= *first) {
            if let Some(&(ty, _)) = types.get(at - *first) {
                st.operands[at] = self.inline_constant(span, ty);
            }
        }
        let span = match (types.first(), types.last()) {
            (Some(a), Some(b)) => a.1.to(b.1),
            _ => colon,
        };
        let list = std::mem::take(types);
        self.match_types(st, *first, &list, span);
        *types = list;
        types.clear();
        *first = st.operands.len();
    }

    /// `outs(..)`, after the word. Destinations that the operation itself defines go to `defined`.
    fn dps_outs(&mut self, st: &mut Stmt, def: &'static OpDef, defined: &mut Vec<(Span, TypeId)>) -> Res<()> {
        self.expect(Tok::LParen, "after `outs`")?;
        if self.eat(Tok::RParen) {
            return Ok(());
        }
        let first = st.operands.len();
        let mut fresh = Vec::new();
        loop {
            let span = self.value_span()?;
            if def.traits.has(Traits::DEFINES_OUTS) && (def.outs_are_values() || !self.is_defined(span)) {
                fresh.push(span);
            } else {
                let value = self.resolve(span);
                st.push((value, span));
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::Colon, "after the operands of `outs(..)`")?;
        let start = self.span;
        let mut types = std::mem::take(&mut st.types);
        types.clear();
        if self.at(Tok::LParen) && !self.paren_is_function_type() {
            types.extend(self.typed_list_in_parens()?);
        } else {
            self.type_list(&mut types)?;
        }
        let span = start.to(Span::point(self.prev_end));
        if fresh.is_empty() {
            let n = st.operands.len() - first;
            if types.len() == 1 && n > 1 {
                let only = types[0];
                types.resize(n, only);
            }
            self.match_types(st, first, &types, span);
        } else if fresh.len() == types.len() && st.operands.len() == first {
            defined.extend(fresh.iter().zip(&types).map(|(s, t)| (Span::new(s.start + 1, s.end), t.0)));
        } else {
            let diagnostic = Diagnostic::error(
                codes::UNDEFINED_VALUE,
                fresh[0],
                format!("use of undefined value `{}`", self.text(fresh[0])),
            )
            .label("either all destinations exist or the operation defines all of them");
            return Err(self.fail(diagnostic));
        }
        st.types = types;
        self.expect(Tok::RParen, "after the types of `outs(..)`")?;
        Ok(())
    }

    /// Dictionary and clauses after `outs(..)`. Returns the roles of clause operands.
    fn dps_tail(&mut self, st: &mut Stmt, def: &'static OpDef) -> Res<Vec<(usize, usize)>> {
        let mut roles = Vec::new();
        loop {
            self.opt_attr_dict(st)?;
            if self.tok != Tok::Ident || self.next_byte() != Some(b'=') {
                return Ok(roles);
            }
            let word = self.slice();
            if let Some(role) = def.ins.iter().position(|o| matches!(o.place, Place::Tail(w) if w == word)) {
                let span = self.span;
                self.bump();
                self.bump();
                if roles.iter().any(|r: &(usize, usize)| r.0 == role) {
                    let diagnostic =
                        Diagnostic::error(codes::DUPLICATE_CLAUSE, span, format!("clause `{word}` stands twice"));
                    return Err(self.fail(diagnostic));
                }
                let operand = self.operand()?;
                self.expect(Tok::Colon, "after the operand of a clause")?;
                let (ty, ty_span) = self.parse_type()?;
                self.check_type(operand.0, operand.1, ty, ty_span);
                roles.push((role, st.operands.len()));
                st.push(operand);
            } else if let Some(attr) = def.attrs.iter().find(|a| matches!(a.place, AttrPlace::Tail(w) if w == word)) {
                self.bump();
                self.bump();
                let (value, span) = self.attr_value(st, attr, true)?;
                self.place_declared(st, attr, value, span);
            } else {
                return Ok(roles);
            }
        }
    }

    fn index_list(&mut self, st: &mut Stmt) -> Res<()> {
        self.bump();
        loop {
            let operand = self.operand()?;
            st.push(operand);
            self.indexed = true;
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RBracket, "after the indices")?;
        Ok(())
    }
}
