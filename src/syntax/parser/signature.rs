//! The sync and SSA forms of tile operations: `%d = tadd %a, %b : T` and `%d = pto.tadd %a, %b : (T, T) -> T`.
//!
//! The signature may leave types out; rules G0..G13 say which operands and results the written types belong to.

use super::roles::kind_of;
use super::statement::{Stmt, plural};
use super::{Failed, Parser, Res};
use crate::diagnostics::{Diagnostic, codes};
use crate::dialect::def::{AttrPlace, Default as AttrDefault, Kind, OpDef, Place, Traits, Ty};
use crate::ir::Form;
use crate::ir::attrs::Attr;
use crate::ir::body::{Op, OpData, OpFlags, Value};
use crate::ir::types::{Type, TypeId};
use crate::source::Span;
use crate::syntax::format::{self, DefInfo};
use crate::syntax::lexer::Tok;
use crate::syntax::scan;
use hashbrown::HashMap;

/// An operand of a sync or SSA statement before its type is known.
#[derive(Clone, Copy)]
struct Item {
    span: Span,
    /// A number, `true` or `false` instead of a value.
    literal: bool,
    /// Stands in brackets behind another operand.
    index: bool,
}

impl Item {
    fn value(span: Span) -> Self {
        Item { span, literal: false, index: false }
    }

    fn literal(span: Span) -> Self {
        Item { span, literal: true, index: false }
    }
}

impl Parser<'_> {
    pub(super) fn ssa(&mut self, st: &mut Stmt) -> Res<()> {
        let def = st.name.def();
        let info = format::info(st.name);
        let sync = st.form == Form::Sync;
        let mut items: Vec<Item> = Vec::new();
        // Operands that stand in the text without brackets; index lists are left out of some signatures (rule S5).
        let mut plain = 0usize;
        let mut after_comma = false;
        while after_comma || !self.statement_ends(sync) {
            match self.tok {
                Tok::Value => {
                    items.push(Item::value(self.span));
                    self.bump();
                    plain += 1;
                    self.location_note()?;
                    if self.at(Tok::LBracket) && !(sync && self.on_new_line()) {
                        self.bump();
                        loop {
                            match self.tok {
                                Tok::Value => {
                                    items.push(Item { index: true, ..Item::value(self.span) });
                                    self.bump();
                                }
                                _ => match self.literal_span() {
                                    Some(span) => items.push(Item { index: true, ..Item::literal(span) }),
                                    None => return Err(self.unexpected("an index", "in `[..]`")),
                                },
                            }
                            if !self.eat(Tok::Comma) {
                                break;
                            }
                        }
                        self.expect(Tok::RBracket, "after the indices")?;
                        self.location_note()?;
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
                        items.push(Item::literal(span));
                        plain += 1;
                    }
                    None => return Err(self.unexpected("an operand", "")),
                },
            }
            after_comma = self.eat(Tok::Comma);
            if !after_comma {
                break;
            }
        }
        self.opt_attr_dict(st)?;
        self.modifiers(st, def, sync)?;
        let signature = self.signature(sync)?;
        self.check_statement_end(sync)?;
        self.interpret(st, def, info, items, plain, signature)
    }

    /// `!loc=vec` behind an operand. The type of the operand says where it is; the note only has to name a location.
    fn location_note(&mut self) -> Res<()> {
        if !self.at(Tok::Type) || self.slice() != "!loc" || self.next_byte() != Some(b'=') {
            return Ok(());
        }
        self.bump();
        self.bump();
        let set = crate::dialect::enums::get(crate::dialect::enums::ADDRESS_SPACE);
        if self.at(Tok::Ident) && set.find(self.slice()).is_some() {
            self.bump();
            return Ok(());
        }
        Err(self.unexpected("a location", "after `!loc=`"))
    }

    /// Whether a sync statement cannot go on at the current token (rules S1, S2).
    fn statement_ends(&self, sync: bool) -> bool {
        match self.tok {
            Tok::Eof | Tok::RBrace | Tok::Semicolon | Tok::Block | Tok::Directive => true,
            Tok::Colon | Tok::Arrow | Tok::LParen | Tok::Type => false,
            _ if !self.on_new_line() => false,
            _ if sync => true,
            // SSA statements without a signature end where the next one starts.
            Tok::LBrace | Tok::Int | Tok::Float | Tok::Minus | Tok::Symbol => false,
            Tok::Attr => self.next_byte() == Some(b'='),
            Tok::Str => self.next_byte() == Some(b'(') || self.slice().starts_with("\"pto."),
            Tok::Ident => !matches!(self.slice(), "true" | "false"),
            Tok::Value => self.names_results(),
            _ => true,
        }
    }

    /// Whether the values from the current token on are the results of a statement: `%a, %b:2 =`.
    fn names_results(&self) -> bool {
        let bytes = self.src.as_bytes();
        let mut at = self.span.end as usize;
        loop {
            at = scan::skip_blanks(bytes, at);
            match bytes.get(at) {
                Some(b'=') => return true,
                Some(b',') => at = scan::skip_blanks(bytes, at + 1),
                Some(b':') => {
                    at = scan::skip_blanks(bytes, at + 1);
                    let digits = bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
                    if digits == 0 {
                        return false;
                    }
                    at += digits;
                    continue;
                }
                _ => return false,
            }
            if bytes.get(at) != Some(&b'%') {
                return false;
            }
            at += 1 + bytes[at + 1..].iter().take_while(|b| b.is_ascii_alphanumeric() || b"_$.-".contains(b)).count();
        }
    }

    /// A sync statement ends with its line or `;`; in the other forms lines mean nothing.
    fn check_statement_end(&mut self, sync: bool) -> Res<()> {
        if !sync || self.statement_ends(sync) || self.at_word("loc") {
            return Ok(());
        }
        Err(self.unexpected("the end of the statement", ""))
    }

    /// `#key=value` (rule S7).
    fn modifiers(&mut self, st: &mut Stmt, def: &'static OpDef, sync: bool) -> Res<()> {
        while self.at(Tok::Attr) && !self.on_new_line() {
            if !sync {
                let diagnostic = Diagnostic::error(
                    codes::UNEXPECTED_TOKEN,
                    self.span,
                    format!("the modifier `{}` belongs to the sync form", self.slice()),
                )
                .label("expected `:`")
                .help("write the attribute in braces before the `:`");
                return Err(self.fail(diagnostic));
            }
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
                    let diagnostic = Diagnostic::error(
                        codes::PLACEHOLDER,
                        self.span,
                        "type alternation is notation, write one type",
                    );
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
            let diagnostic = Diagnostic::error(
                codes::UNEXPECTED_TOKEN,
                span,
                format!("type `{}` without `!`", self.slice()),
            )
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
            if let Some(literal) = destinations.iter().find(|d| d.literal) {
                let diagnostic =
                    Diagnostic::error(codes::OPERAND_KIND, literal.span, "a literal cannot be a destination")
                        .label(format!("{} writes to a tile", def.name))
                        .note("without a result list the first operands are the destinations (rule S8)");
                return Err(self.fail(diagnostic));
            }
            if signature.written && signature.results.is_none() {
                self.destination_types(def, &mut signature, destinations.len(), items.len());
            }
        }
        let bound = st.bound();
        let n_results = if !destinations.is_empty() { destinations.len() } else { bound };

        self.view_last(def, &mut items, &mut signature);
        for item in &items {
            let value = if item.literal { self.error_value() } else { self.resolve(item.span) };
            st.push((value, item.span));
        }
        let results = self.signature_roles(st, def, &items, plain, &signature, n_results)?;
        self.fill_literals(st, &items);

        let offsets = self.take_offsets(st, def, &items);
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
        let is_view = |p: &Self, item: &Item| {
            let name = Span::new(item.span.start + 1, item.span.end);
            let ty = p.names.find(p.src, name).filter(|_| !item.literal).map(|e| p.body.ty(e.value));
            ty.is_some_and(|t| kind_of(p.cx.types.get(t)).meets(Kind::VIEW) && t != TypeId::ERROR)
        };
        let Some(at) = items.iter().position(|i| is_view(self, i)) else { return };
        if at + 1 < items.len() {
            let view = items.remove(at);
            items.push(view);
            signature.by_kind = true;
        }
    }

    /// Takes the operands in brackets out of the list when the operation keeps them apart (rule S5).
    fn take_offsets(&mut self, st: &mut Stmt, def: &'static OpDef, items: &[Item]) -> Vec<(Value, Span)> {
        if !items.iter().any(|i| i.index) || !def.ins.iter().any(|o| matches!(o.place, Place::Index(_))) {
            return Vec::new();
        }
        let all = std::mem::take(&mut st.operands).into_iter().zip(std::mem::take(&mut st.spans));
        let mut offsets = Vec::new();
        for (operand, item) in all.zip(items) {
            if item.index {
                offsets.push(operand);
            } else {
                st.push(operand);
            }
        }
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
    fn destination_types(&mut self, def: &'static OpDef, signature: &mut Signature, outs: usize, ins: usize) {
        if signature.types.len() == outs + ins {
            let results = signature.types.drain(..outs).collect();
            signature.results = Some(results);
        } else if signature.types.len() <= outs {
            let mut results = signature.types.clone();
            if let Some(&(ty, span)) = results.last() {
                // A last type stands for all further destinations that can have it; the types of others are inferred.
                let kind = kind_of(self.cx.types.get(ty));
                let further = super::roles::out_roles(def, outs).into_iter().skip(results.len());
                results.extend(further.map(|role| (if role.kind.meets(kind) { ty } else { TypeId::ERROR }, span)));
            }
            signature.results = Some(results);
            signature.destination_only = true;
        }
    }

    /// Whether an operand names memory that can be written: a tile buffer, a memref.
    fn is_buffer(&self, item: Item) -> bool {
        let name = Span::new(item.span.start + 1, item.span.end);
        let ty = self.names.find(self.src, name).filter(|_| !item.literal).map(|e| self.body.ty(e.value));
        ty.is_some_and(|t| matches!(self.cx.types.get(t), Type::TileBuf(_) | Type::MemRef { .. }))
    }

    /// Destinations of a destination-first statement: names that exist are operands, others are defined here.
    fn bind_destinations(&mut self, st: &mut Stmt, destinations: Vec<Item>) {
        // Writing to a buffer that exists is the DPS meaning; a tile value has one definition (rule S4).
        if destinations.iter().all(|d| self.is_buffer(*d)) && !st.name.def().outs_are_values() {
            for (i, item) in destinations.into_iter().enumerate() {
                let span = item.span;
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
                let span = item.span;
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
            } else if types.len() == plain && items.iter().any(|i| i.index) {
                let listed: Vec<usize> = (0..n).filter(|i| !items[*i].index).collect();
                self.check_item_types(st, items, types, |i| listed[i]); // S5
            } else if types.len() == 1 && n > 1 && (!signature.parens || written_types(def) == 1) {
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
        let listed: Vec<usize> = (0..n).filter(|i| !items[*i].index).collect();
        if n == 0 && r == 0 && !types.is_empty() {
            return Err(self.signature_count(st, def, types, n));
        }
        let first_tile = types.iter().map(|t| t.0).find(|t| self.cx.types.tile(*t).is_some());
        if types.len() == n + r && r > 0 && !signature.parens {
            self.check_item_types(st, items, &types[..n], |i| i); // G6
            results = types[n..].iter().map(|t| t.0).collect();
        } else if types.len() == 1 && !(n <= 1 && r == 0) {
            let single = types[0].0; // G4
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

    fn shape_source(&self, def: &'static OpDef) -> bool {
        def.outs.first().is_some_and(|o| matches!(o.ty, Ty::Like(_) | Ty::Infer(_)))
    }

    fn results_like_operands(&self, def: &'static OpDef) -> bool {
        def.outs.iter().all(|o| o.kind.meets(Kind::TILE) && !matches!(o.ty, Ty::Fixed(_)))
    }

    fn single_tile_operand(&self, st: &Stmt) -> bool {
        st.operands.len() == 1 && self.cx.types.tile(self.body.ty(st.operands[0])).is_some()
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
    fn check_item_types(
        &mut self,
        st: &mut Stmt,
        items: &[Item],
        types: &[(TypeId, Span)],
        at: impl Fn(usize) -> usize,
    ) {
        for (i, &(ty, span)) in types.iter().enumerate() {
            let i = at(i);
            self.give_type(st, i, items[i], ty, span);
        }
    }

    /// Checks the type written for an operand; a literal becomes a constant of that type.
    fn give_type(&mut self, st: &mut Stmt, at: usize, item: Item, ty: TypeId, span: Span) {
        if item.literal {
            st.operands[at] = self.inline_constant(item.span, ty);
        } else {
            self.check_type(st.operands[at], item.span, ty, span);
        }
    }

    /// Fewer types than operands: tile types go to tile operands, scalar types to scalar operands, in order (rule G7).
    fn match_by_kind(&mut self, st: &mut Stmt, items: &[Item], types: &[(TypeId, Span)], span: Span) -> Res<()> {
        let mut used = vec![false; items.len()];
        // Where the search for a kind goes on: what stands before is taken or of another kind.
        let mut next: HashMap<u32, usize> = HashMap::new();
        for &(ty, ty_span) in types {
            let kind = kind_of(self.cx.types.get(ty));
            let from = next.get(&kind.0).copied().unwrap_or(0);
            let found = (from..items.len()).find(|&i| {
                let actual = self.body.ty(st.operands[i]);
                let fits = match items[i].literal {
                    true => kind.meets(Kind::SCALAR),
                    false => actual == TypeId::ERROR || kind_of(self.cx.types.get(actual)).meets(kind),
                };
                fits && !used[i]
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
            self.give_type(st, i, items[i], ty, ty_span);
            next.insert(kind.0, i + 1);
            used[i] = true;
        }
        Ok(())
    }

    /// Gives literals that no written type covers the element type of the first tile (rule S10).
    fn fill_literals(&mut self, st: &mut Stmt, items: &[Item]) {
        if !items.iter().any(|i| i.literal) {
            return;
        }
        let tile = st.operands.iter().map(|v| self.body.ty(*v)).find(|t| self.cx.types.tile(*t).is_some());
        for (i, item) in items.iter().enumerate() {
            if item.literal {
                let span = item.span;
                if self.body.defining_op(st.operands[i]).is_none() {
                    let declared = st.name.def().ins.get(i).map(|o| o.ty);
                    let ty = match declared {
                        Some(Ty::Fixed(ty) | Ty::Literal(ty)) => ty,
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
}

/// How many operands have a type that texts write: others are always `index`.
fn written_types(def: &OpDef) -> usize {
    def.ins.iter().filter(|o| !format::is_index(o)).count()
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
