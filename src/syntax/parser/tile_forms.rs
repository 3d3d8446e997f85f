//! The three shared forms of tile operations.
//!
//! DPS gives every operand its type. Sync and SSA give a signature that may leave types out; rules G0..G13 say which
//! operands and results the written types belong to. In all forms the operands are then matched with the roles of the
//! definition, where optional operands may be absent.

use super::statement::{Stmt, plural};
use super::{Failed, Parser, Res};
use crate::diagnostics::{Diagnostic, codes};
use crate::dialect::def::{Arity, AttrPlace, Default as AttrDefault, Kind, OpDef, Operand, Place, Traits, Ty};
use crate::ir::Form;
use crate::ir::attrs::Attr;
use crate::ir::body::{Op, OpData, OpFlags, Value};
use crate::ir::types::{Type, TypeId};
use crate::source::Span;
use crate::syntax::format::{self, DefInfo};
use crate::syntax::lexer::Tok;

/// An operand of a sync or SSA statement before its type is known.
#[derive(Clone, Copy)]
enum Item {
    Value(Span),
    Literal(Span),
}

impl Item {
    fn span(self) -> Span {
        match self {
            Item::Value(span) | Item::Literal(span) => span,
        }
    }
}

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

    fn dps(&mut self, st: &mut Stmt) -> Res<()> {
        st.form = Form::Dps;
        self.keyed_roles.clear();
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
                let diagnostic = Diagnostic::error(
                    codes::OPERAND_COUNT,
                    outs_span,
                    format!("{} has no destination", def.name),
                )
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
        if let Some(attr) = self.placed_word(def) {
            let span = self.span;
            self.bump();
            self.place_declared(st, attr, crate::ir::attrs::AttrId::UNIT, span);
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
            if self.tok == Tok::Ident {
                let word = self.slice();
                if let Some(role) =
                    def.ins.iter().position(|o| matches!(o.place, Place::Keyword(w) if w == word))
                {
                    self.close_group(st, &mut first, &mut types, &literals, colon);
                    self.bump();
                    self.keyed_operand(st, role)?;
                    first = st.operands.len();
                    if self.at(Tok::Ident) {
                        continue;
                    }
                }
            }
            self.opt_attr_dict(st)?;
            self.expect(Tok::RParen, "after the types of `ins(..)`")?;
            break;
        }
        self.close_group(st, &mut first, &mut types, &literals, colon);
        st.types = types;
        Ok(())
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
            if def.traits.has(Traits::DEFINES_OUTS) && !self.is_defined(span) {
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

    // ---- sync and SSA

    fn ssa(&mut self, st: &mut Stmt) -> Res<()> {
        let def = st.name.def();
        let info = format::info(st.name);
        let sync = st.form == Form::Sync;
        let mut items: Vec<Item> = Vec::new();
        // Operands that stand in the text without brackets; index lists are left out of some signatures (rule S5).
        let mut plain = 0usize;
        let mut indices: Vec<usize> = Vec::new();
        while !self.statement_ends(sync) {
            match self.tok {
                Tok::Value => {
                    items.push(Item::Value(self.span));
                    self.bump();
                    plain += 1;
                    if self.at(Tok::LBracket) && !(sync && self.on_new_line()) {
                        self.bump();
                        loop {
                            indices.push(items.len());
                            match self.tok {
                                Tok::Value => {
                                    items.push(Item::Value(self.span));
                                    self.bump();
                                }
                                _ => match self.literal_span() {
                                    Some(span) => items.push(Item::Literal(span)),
                                    None => return Err(self.unexpected("an index", "in `[..]`")),
                                },
                            }
                            if !self.eat(Tok::Comma) {
                                break;
                            }
                        }
                        self.expect(Tok::RBracket, "after the indices")?;
                    }
                }
                Tok::Str => match string_attr(def) {
                    Some(attr) => {
                        let (value, span) = self.attr_value(st, attr, false)?;
                        self.place_declared(st, attr, value, span);
                    }
                    None => return Err(self.unexpected("an operand", "")),
                },
                Tok::Attr if items.is_empty() && def.attrs.iter().any(|a| a.place == AttrPlace::First) => {
                    if let Some(attr) = def.attrs.iter().find(|a| a.place == AttrPlace::First) {
                        let (value, span) = self.attr_value(st, attr, false)?;
                        self.place_declared(st, attr, value, span);
                    }
                }
                Tok::LBrace | Tok::Colon | Tok::Attr | Tok::Arrow => break,
                _ => match self.literal_span() {
                    Some(span) => {
                        items.push(Item::Literal(span));
                        plain += 1;
                    }
                    None => return Err(self.unexpected("an operand", "")),
                },
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.opt_attr_dict(st)?;
        self.modifiers(st, def, sync)?;
        let signature = self.signature(sync)?;
        self.check_statement_end(sync)?;
        self.interpret(st, def, info, items, plain, &indices, signature)
    }

    /// Whether a sync statement cannot go on at the current token (rules S1, S2).
    fn statement_ends(&self, sync: bool) -> bool {
        match self.tok {
            Tok::Eof | Tok::RBrace | Tok::Semicolon | Tok::Block | Tok::Directive => true,
            Tok::Colon | Tok::Arrow | Tok::LParen | Tok::Type => false,
            // SSA statements without a signature end where the next one starts, too.
            _ => self.on_new_line() && (sync || self.tok != Tok::LBrace),
        }
    }

    fn check_statement_end(&mut self, sync: bool) -> Res<()> {
        if self.statement_ends(sync) || self.at_word("loc") {
            return Ok(());
        }
        Err(self.unexpected("the end of the statement", ""))
    }

    /// `#key=value` (rule S7).
    fn modifiers(&mut self, st: &mut Stmt, def: &'static OpDef, sync: bool) -> Res<()> {
        while self.at(Tok::Attr) && !(sync && self.on_new_line()) {
            let key_span = self.span;
            let key = &self.slice()[1..];
            self.bump();
            self.expect(Tok::Equal, "after a modifier")?;
            let name = match key {
                "atomic" => "atomicType",
                "cmp" => "cmpMode",
                "phase" => "reluPreMode",
                other => other,
            };
            let Some(attr) = super::literal::find_attr(def, name) else {
                let diagnostic = Diagnostic::error(
                    codes::UNKNOWN_MODIFIER,
                    key_span,
                    format!("unknown modifier `#{key}` for {}", def.name),
                )
                .note("the modifiers are #atomic, #cmp and #phase, and the attributes of the operation by name");
                return Err(self.fail(diagnostic));
            };
            let (value, span) = match (key, self.slice()) {
                ("phase", "relu") | ("phase", "none") | ("atomic", _) if self.at(Tok::Ident) => {
                    let member = match (key, self.slice()) {
                        ("phase", "relu") => "normal_relu".to_owned(),
                        ("phase", _) => "no_relu".to_owned(),
                        (_, word) => format!("atomic_{word}"),
                    };
                    let text = self.cx.sym(&member);
                    let raw = self.cx.attr(Attr::Str { text, ty: None });
                    let span = self.span;
                    let value = crate::syntax::attributes::convert(raw, attr.kind, attr.name, span, &mut self.env());
                    self.bump();
                    (value, span)
                }
                _ => self.attr_value(st, attr, false)?,
            };
            let mut entries = vec![(self.cx.sym(attr.name), value)];
            self.drop_defaults(def, &mut entries, st.is_level1());
            if let Some(&(key, value)) = entries.first() {
                self.place_attr(st, key, value, span);
            }
        }
        Ok(())
    }

    /// `: T, .. -> R`, or nothing.
    fn signature(&mut self, sync: bool) -> Res<Signature> {
        let mut signature = Signature { span: Span::point(self.prev_end), ..Signature::default() };
        if !self.at(Tok::Colon) {
            if self.at(Tok::Arrow) {
                return Err(self.unexpected("`:`", "before the types"));
            }
            return Ok(signature);
        }
        let start = self.span;
        self.bump();
        signature.written = true;
        if self.at(Tok::LParen) {
            signature.parens = true;
            signature.types = self.typed_list_in_parens()?;
        } else {
            loop {
                let ty = self.signature_type()?;
                signature.types.push(ty);
                if self.at(Tok::Bar) {
                    let diagnostic =
                        Diagnostic::error(codes::PLACEHOLDER, self.span, "type alternation is notation, write one type");
                    return Err(self.fail(diagnostic));
                }
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        if self.eat(Tok::Arrow) {
            let mut results = Vec::new();
            if self.at(Tok::LParen) {
                results = self.typed_list_in_parens()?;
            } else {
                loop {
                    let ty = self.signature_type()?;
                    results.push(ty);
                    if !self.eat(Tok::Comma) {
                        break;
                    }
                }
            }
            signature.results = Some(results);
        }
        let _ = sync;
        signature.span = start.to(Span::point(self.prev_end));
        Ok(signature)
    }

    /// A type of a signature; a missing `!` gets a fix (rule G13).
    fn signature_type(&mut self) -> Res<(TypeId, Span)> {
        if self.tok == Tok::Ident && self.slice().starts_with("pto.") {
            let span = self.span;
            let diagnostic = Diagnostic::error(codes::UNEXPECTED_TOKEN, span, format!("type `{}` without `!`", self.slice()))
                .fix("write the introducer", Span::point(span.start), "!");
            return Err(self.fail(diagnostic));
        }
        self.parse_type()
    }

    /// Decides what the written types mean and makes the operation.
    #[allow(clippy::too_many_arguments)]
    fn interpret(
        &mut self,
        st: &mut Stmt,
        def: &'static OpDef,
        info: &DefInfo,
        mut items: Vec<Item>,
        plain: usize,
        indices: &[usize],
        mut signature: Signature,
    ) -> Res<()> {
        // Destination-first spelling: no result names, and as many operands as inputs and destinations (rule S8).
        let n_outs = def.outs.len();
        let store = def.traits.has(Traits::STORE_LIKE);
        let mut destinations: Vec<Item> = Vec::new();
        if st.results.is_empty() && n_outs > 0 && !store && items.len() >= info.ins.0 + info.outs.0 {
            let wanted = items.len().saturating_sub(info.ins.1.min(items.len())).max(info.outs.0);
            let outs = wanted.min(info.outs.1);
            destinations = items.drain(..outs).collect();
            if signature.written && signature.results.is_none() {
                self.destination_types(&mut signature, destinations.len(), items.len());
            }
        }
        let bound = st.bound();
        let n_results = if !destinations.is_empty() { destinations.len() } else { bound };

        self.view_last(def, &mut items, &mut signature);
        for item in &items {
            match *item {
                Item::Value(span) => {
                    let value = self.resolve(span);
                    st.push((value, span));
                }
                Item::Literal(span) => {
                    let value = self.error_value();
                    st.push((value, span));
                }
            }
        }
        let results = self.signature_roles(st, def, &items, plain, indices, &signature, n_results)?;
        self.fill_literals(st, &items);

        let offsets = self.take_offsets(st, def, indices);
        st.result_types = results;
        let last_is_memory = store && n_outs > 0;
        if last_is_memory && !st.operands.is_empty() {
            st.n_outs = 1;
        }
        let n_ins = st.operands.len() - st.n_outs;
        if last_is_memory {
            self.store_roles(st, def, info, n_ins)?;
        } else {
            self.assign_roles(st, def, info, def.ins, 0, &[], info.plain_ins, "operands")?;
        }
        self.put_offsets(st, def, offsets);
        if !store {
            self.result_roles(st, def, info, n_results)?;
        }
        if !destinations.is_empty() {
            self.bind_destinations(st, destinations);
        }
        self.derive_sizes(st);
        self.finish(st)
    }

    /// `mscatter %src, %mem, %idx` and `mscatter.row %mem, %src, %idx`: the operation has the view last.
    fn view_last(&mut self, def: &'static OpDef, items: &mut Vec<Item>, signature: &mut Signature) {
        if !def.traits.has(Traits::SYNC_DST_SECOND) || items.len() < 2 {
            return;
        }
        let is_view = |p: &Self, item: &Item| match item {
            Item::Value(span) => {
                let name = Span::new(span.start + 1, span.end);
                let ty = p.names.find(p.src, name).map(|e| p.body.ty(e.value));
                ty.is_some_and(|t| kind_of(p.cx.types.get(t)).meets(Kind::VIEW) && t != TypeId::ERROR)
            }
            Item::Literal(_) => false,
        };
        let Some(at) = items.iter().position(|i| is_view(self, i)) else { return };
        if at + 1 < items.len() {
            let view = items.remove(at);
            items.push(view);
            signature.by_kind = true;
        }
    }

    /// Takes the operands in brackets out of the list when the operation keeps them apart (rule S5).
    fn take_offsets(&mut self, st: &mut Stmt, def: &'static OpDef, indices: &[usize]) -> Vec<(Value, Span)> {
        if indices.is_empty() || !def.ins.iter().any(|o| matches!(o.place, Place::Index(_))) {
            return Vec::new();
        }
        let mut offsets = Vec::with_capacity(indices.len());
        for &at in indices.iter().rev() {
            offsets.push((st.operands.remove(at), st.spans.remove(at)));
        }
        offsets.reverse();
        offsets
    }

    /// Puts them back at the place of their role.
    fn put_offsets(&mut self, st: &mut Stmt, def: &'static OpDef, offsets: Vec<(Value, Span)>) {
        let Some(role) = def.ins.iter().position(|o| matches!(o.place, Place::Index(_))) else { return };
        if offsets.is_empty() || role >= st.segments.len() {
            return;
        }
        st.segments[role] = offsets.len() as u16;
        let at: usize = st.segments[..role].iter().map(|s| usize::from(*s)).sum();
        for (i, (value, span)) in offsets.into_iter().enumerate() {
            st.operands.insert(at + i, value);
            st.spans.insert(at + i, span);
        }
    }

    /// In a destination-first statement, types that stand for the destinations move to the results.
    fn destination_types(&mut self, signature: &mut Signature, outs: usize, ins: usize) {
        if signature.types.len() == outs + ins {
            let results = signature.types.drain(..outs).collect();
            signature.results = Some(results);
        } else if signature.types.len() <= outs {
            signature.results = Some(signature.types.clone());
            signature.destination_only = true;
        }
    }

    /// Destinations of a destination-first statement: names that exist are operands, others are defined here.
    fn bind_destinations(&mut self, st: &mut Stmt, destinations: Vec<Item>) {
        let defined = destinations.iter().all(|d| matches!(d, Item::Value(span) if self.is_defined(*span)));
        if defined {
            // Writing to existing tiles is the DPS meaning.
            for (i, item) in destinations.into_iter().enumerate() {
                let span = item.span();
                let value = self.resolve(span);
                if let Some(&ty) = st.result_types.get(i) {
                    self.check_type(value, span, ty, span);
                }
                st.push((value, span));
                st.n_outs += 1;
            }
            st.result_types.clear();
            st.form = Form::Dps;
        } else {
            for item in destinations {
                let span = item.span();
                st.results.push(super::ResultName { span: Span::new(span.start + 1, span.end), count: 1, pack: false });
            }
        }
    }

    /// Applies rules G0..G8: checks written operand types and returns the result types found, [`TypeId::ERROR`] for
    /// those still to be inferred.
    #[allow(clippy::too_many_arguments)]
    fn signature_roles(
        &mut self,
        st: &mut Stmt,
        def: &'static OpDef,
        items: &[Item],
        plain: usize,
        indices: &[usize],
        signature: &Signature,
        r: usize,
    ) -> Res<Vec<TypeId>> {
        let n = items.len();
        let types = &signature.types;
        let mut results: Vec<TypeId> = vec![TypeId::ERROR; r];
        if !signature.written {
            return Ok(results); // G0
        }
        if let Some(written) = &signature.results {
            if written.is_empty() && r > 0 {
                let span = st.results.first().map_or(st.name_span, |x| Span::new(x.span.start - 1, x.span.end));
                let diagnostic = Diagnostic::error(
                    codes::RESULT_COUNT,
                    span,
                    format!("the signature of {} says `-> ()`, but a result is named", def.name),
                )
                .label("expected no result"); // G10
                return Err(self.fail(diagnostic));
            }
            if st.results.is_empty() && r == 0 {
                results = written.iter().map(|t| t.0).collect();
            } else if written.len() != r {
                let span = written.first().map_or(signature.span, |t| t.1);
                let end = written.last().map_or(signature.span, |t| t.1);
                let diagnostic = Diagnostic::error(
                    codes::RESULT_COUNT,
                    span.to(end),
                    format!("{} for {}", plural(written.len(), "result type"), plural(r, "result")),
                )
                .label(format!("expected {}", plural(r, "type")));
                return Err(self.fail(diagnostic));
            } else {
                results = written.iter().map(|t| t.0).collect();
            }
            if signature.destination_only {
                return Ok(results);
            }
            if signature.by_kind {
                self.match_by_kind(st, items, types, signature.span)?;
                return Ok(results);
            }
            if types.len() == n {
                self.check_item_types(st, items, types, |i| i); // G1, G2
            } else if types.len() == plain && !indices.is_empty() {
                let listed: Vec<usize> = (0..n).filter(|i| !indices.contains(i)).collect();
                self.check_item_types(st, items, types, |i| listed[i]); // S5
            } else if types.len() == 1 && n > 1 {
                self.check_item_types(st, items, types, |i| i); // G3
            } else {
                return Err(self.signature_count(st, def, types, n));
            }
            return Ok(results);
        }
        // No arrow.
        if signature.by_kind {
            self.match_by_kind(st, items, types, signature.span)?;
            return Ok(results);
        }
        let listed: Vec<usize> = (0..n).filter(|i| !indices.contains(i)).collect();
        let first_tile = types.iter().map(|t| t.0).find(|t| self.cx.types.tile(*t).is_some());
        if types.len() == n + r && r > 0 && !signature.parens {
            self.check_item_types(st, items, &types[..n], |i| i); // G6
            results = types[n..].iter().map(|t| t.0).collect();
        } else if types.len() == 1 && !(n == 1 && r == 0) {
            let single = types[0].0; // G4
            let retyped = r > 0 && n >= 1 && matches!(def.outs.first().map(|o| o.ty), Some(Ty::Written));
            if retyped && self.item_has_type(st, items, single) && n == 1 && !self.result_is_single(def) {
                // The one type is that of the operand, and the result's cannot be told from it.
                return Ok(results);
            }
            results = vec![single; r];
            if r == 0 {
                self.check_item_types(st, items, types, |i| i);
            } else if n == 1 && self.shape_source(def) && self.single_tile_operand(st) {
                self.check_item_types(st, items, types, |i| i);
            }
        } else if types.len() == n {
            self.check_item_types(st, items, types, |i| i); // G5, G8
            if r > 0 && self.results_like_operands(def) {
                results = vec![first_tile.unwrap_or(TypeId::ERROR); r];
            }
        } else if types.len() == listed.len() {
            self.check_item_types(st, items, types, |i| listed[i]);
            if r > 0 && self.results_like_operands(def) {
                results = vec![first_tile.unwrap_or(TypeId::ERROR); r];
            }
        } else if types.len() < n {
            self.match_by_kind(st, items, types, signature.span)?; // G7
            if r > 0 && self.results_like_operands(def) {
                results = vec![first_tile.unwrap_or(TypeId::ERROR); r];
            }
        } else {
            return Err(self.signature_count(st, def, types, n));
        }
        Ok(results)
    }

    fn result_is_single(&self, def: &'static OpDef) -> bool {
        def.ins.is_empty()
    }

    fn shape_source(&self, def: &'static OpDef) -> bool {
        def.outs.first().is_some_and(|o| matches!(o.ty, Ty::Like(_)))
    }

    fn results_like_operands(&self, def: &'static OpDef) -> bool {
        def.outs.iter().all(|o| o.kind.meets(Kind::TILE) && !matches!(o.ty, Ty::Fixed(_)))
    }

    fn single_tile_operand(&self, st: &Stmt) -> bool {
        st.operands.len() == 1 && self.cx.types.tile(self.body.ty(st.operands[0])).is_some()
    }

    fn item_has_type(&self, st: &Stmt, items: &[Item], ty: TypeId) -> bool {
        items.iter().zip(&st.operands).any(|(item, v)| matches!(item, Item::Value(_)) && self.body.ty(*v) == ty)
    }

    fn signature_count(&mut self, st: &Stmt, def: &'static OpDef, types: &[(TypeId, Span)], n: usize) -> Failed {
        let span = match (types.first(), types.last()) {
            (Some(a), Some(b)) => a.1.to(b.1),
            _ => st.name_span,
        };
        let diagnostic = Diagnostic::error(
            codes::OPERAND_COUNT,
            span,
            format!("{} for {} of {}", plural(types.len(), "type"), plural(n, "operand"), def.name),
        )
        .label(format!("expected {}", plural(n, "type")));
        self.fail(diagnostic)
    }

    /// Checks written types against operands; `at` maps a type to its operand. Literals take the type.
    fn check_item_types(&mut self, st: &mut Stmt, items: &[Item], types: &[(TypeId, Span)], at: impl Fn(usize) -> usize) {
        for (i, &(ty, span)) in types.iter().enumerate() {
            let i = at(i);
            match items[i] {
                Item::Value(use_span) => self.check_type(st.operands[i], use_span, ty, span),
                Item::Literal(literal) => st.operands[i] = self.inline_constant(literal, ty),
            }
        }
    }

    /// Fewer types than operands: tile types go to tile operands, scalar types to scalar operands, in order (rule G7).
    fn match_by_kind(&mut self, st: &mut Stmt, items: &[Item], types: &[(TypeId, Span)], span: Span) -> Res<()> {
        let mut used = vec![false; items.len()];
        for &(ty, ty_span) in types {
            let kind = kind_of(self.cx.types.get(ty));
            let found = (0..items.len()).find(|&i| !used[i] && match items[i] {
                Item::Value(_) => {
                    let actual = self.body.ty(st.operands[i]);
                    actual == TypeId::ERROR || kind_of(self.cx.types.get(actual)).meets(kind)
                }
                Item::Literal(_) => kind.meets(Kind::SCALAR),
            });
            let Some(i) = found else {
                let diagnostic = Diagnostic::error(
                    codes::OPERAND_COUNT,
                    ty_span,
                    format!("no operand for the type `{}`", self.show_type(ty)),
                )
                .also(span, "in this signature");
                return Err(self.fail(diagnostic));
            };
            match items[i] {
                Item::Value(use_span) => self.check_type(st.operands[i], use_span, ty, ty_span),
                Item::Literal(literal) => st.operands[i] = self.inline_constant(literal, ty),
            }
            used[i] = true;
        }
        Ok(())
    }

    /// Gives literals that no written type covers the element type of the first tile (rule S10).
    fn fill_literals(&mut self, st: &mut Stmt, items: &[Item]) {
        if !items.iter().any(|i| matches!(i, Item::Literal(_))) {
            return;
        }
        let tile = st.operands.iter().map(|v| self.body.ty(*v)).find(|t| self.cx.types.tile(*t).is_some());
        for (i, item) in items.iter().enumerate() {
            if let Item::Literal(span) = *item {
                if self.body.defining_op(st.operands[i]).is_none() {
                    let declared = st.name.def().ins.get(i).map(|o| o.ty);
                    let ty = match declared {
                        Some(Ty::Fixed(ty)) => ty,
                        _ => self.literal_type(span, tile),
                    };
                    st.operands[i] = self.inline_constant(span, ty);
                }
            }
        }
    }

    /// A constant for a literal operand, marked so that printing writes the literal again.
    pub(super) fn inline_constant(&mut self, span: Span, ty: TypeId) -> Value {
        let value = self.literal_attr(span, ty);
        let dict = self.cx.dict(vec![(self.keys.value, value)]);
        let Some(found) = crate::dialect::registry::OpName::find("arith.constant") else { return self.error_value() };
        let op = self.body.append(
            self.block,
            OpData {
                name: found.op,
                form: Form::Ssa,
                flags: OpFlags::INLINE,
                n_results: 1,
                n_outs: 0,
                n_operands: 0,
                operands: self.body.operands.len() as u32,
                first_result: self.body.values.len() as u32,
                attrs: dict,
                segments: 0,
                ext: crate::ir::body::ExtId::NONE,
                span,
                block: crate::ir::body::Block::NONE,
                prev: Op::NONE,
                next: Op::NONE,
            },
        );
        self.body.new_result(op, ty, 0, Span::default())
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

    // ---- roles

    /// Matches the operands from `first` on with `roles`, and notes the group sizes when some role is optional.
    /// `keyed` gives roles that a clause has fixed, by operand position.
    #[allow(clippy::too_many_arguments)]
    fn assign_roles(
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
            .filter(|r| !keyed.iter().any(|k| k.0 == *r) && !matches!(roles[*r].place, Place::Tail(_) | Place::Index(_)))
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
    fn store_roles(&mut self, st: &mut Stmt, def: &'static OpDef, info: &DefInfo, n_ins: usize) -> Res<()> {
        let view = st.operands.split_off(n_ins);
        let view_spans = st.spans.split_off(n_ins);
        self.assign_roles(st, def, info, def.ins, 0, &[], info.plain_ins, "operands")?;
        let at = st.operands.len();
        st.operands.extend(view);
        st.spans.extend(view_spans);
        self.assign_roles(st, def, info, def.outs, at, &[], info.plain_outs, "operands")
    }

    /// Result count and inferred types of a sync or SSA statement (rule G9).
    fn result_roles(&mut self, st: &mut Stmt, def: &'static OpDef, info: &DefInfo, n: usize) -> Res<()> {
        let n = if n == 0 { st.result_types.len().max(info.outs.0) } else { n };
        if n < info.outs.0 || n > info.outs.1 {
            let want = if info.outs.0 == info.outs.1 {
                plural(info.outs.0, "result")
            } else {
                format!("{} to {} results", info.outs.0, info.outs.1)
            };
            let span = st.results.iter().map(|r| r.span).reduce(Span::to).map_or(st.name_span, |s| Span::new(s.start - 1, s.end));
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
                Ty::Written => None,
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

/// A written signature.
#[derive(Default)]
struct Signature {
    written: bool,
    /// The operand types stand in parentheses.
    parens: bool,
    types: Vec<(TypeId, Span)>,
    /// Types after the arrow; `None` without arrow.
    results: Option<Vec<(TypeId, Span)>>,
    /// The types are those of the destinations only.
    destination_only: bool,
    /// The text has the operands in another order: types belong to them by kind.
    by_kind: bool,
    span: Span,
}

/// The attribute that a bare string operand gives: a token of the register level.
fn string_attr(def: &'static OpDef) -> Option<&'static crate::dialect::def::AttrDef> {
    use crate::dialect::def::AttrKind;
    def.attrs.iter().find(|a| {
        matches!(a.kind, AttrKind::Enum(_) | AttrKind::EnumOf(_) | AttrKind::Str) && a.default == AttrDefault::None
    })
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
