//! Statements that a format string describes.
//!
//! [`Parser::custom_op`] walks the compiled format over the tokens. Operands are collected as they stand in the text
//! and put in the order of the definition afterwards; which token decides about a group was worked out when the format
//! was compiled. What the walk cannot read is reported in [`report`].

mod report;
mod results;

use super::statement::Stmt;
use super::{Parser, RegionSpec, Res};
use crate::dialect::def::{Arity, AttrKind, Family, Infer, Kind, OpDef, Operand, Traits};
use crate::dialect::enums;
use crate::dialect::infer::{self, Given, Inferred};
use crate::ir::attrs::{Attr, AttrId};
use crate::ir::body::{Op, Value};
use crate::ir::types::TypeId;
use crate::source::Span;
use crate::syntax::attributes;
use crate::syntax::format::{self, Elem, Format, Group, Ref, SetValue, Spelling, Start, Starts};
use crate::syntax::lexer::{self, Extras, Tok};
use crate::syntax::scan::{self, Scan};
use crate::syntax::types;
use logos::Logos;

/// The state of reading one statement.
struct Walk {
    def: &'static OpDef,
    format: &'static Format,
    /// The operation, once it was made for its region.
    op: Option<Op>,
    /// Operands are in the order of the definition.
    arranged: bool,
    /// Round of the repeated group at hand.
    round: usize,
    /// A `(` before operand types is open.
    parens: bool,
    /// Results whose types were written.
    written: u64,
    /// The types of all results were written.
    all_written: bool,
    /// Where the braces around attributes that are being read opened.
    braces: Option<Span>,
    /// Errors before the statement.
    errors: usize,
}

/// Computes a result type from the operands and attributes of a statement.
pub(super) fn infer(p: &mut Parser<'_>, st: &Stmt, def: &'static OpDef, rule: Infer) -> Option<TypeId> {
    let inferred = {
        let attrs = [&st.extra[..], p.cx.entries(st.dict)];
        let given =
            Given { context: &p.cx, body: &p.body, def, operands: &st.operands, segments: &st.segments, attrs: &attrs };
        infer::infer(&given, rule)?
    };
    Some(match inferred {
        Inferred::Known(ty) => ty,
        Inferred::New(ty) => p.cx.types.intern(ty),
        Inferred::Text(text) => types::parse_type(&text, st.name_span.start, &mut p.env()),
    })
}

impl Parser<'_> {
    /// A statement of an operation with a format string, after its name.
    pub(super) fn custom_op(&mut self, st: &mut Stmt) -> Res<()> {
        let def = st.name.def();
        let Some(format) = &format::info(st.name).format else {
            return Err(self.unexpected("an operation with a syntax of its own", ""));
        };
        let mut w = Walk {
            def,
            format,
            op: None,
            arranged: false,
            round: 0,
            parens: false,
            written: 0,
            all_written: false,
            braces: None,
            errors: self.sink.error_count(),
        };
        if !format.plain {
            st.segments.clear();
            st.segments.resize(def.ins.len(), 0);
        }
        if let Err(failed) = self.elements(st, &mut w, &format.elems) {
            self.leave_braces(&w);
            return Err(failed);
        }
        self.conclude(st, &mut w)
    }

    /// After an error inside braces that the format has: goes behind them, so that they do not end the region.
    #[cold]
    fn leave_braces(&mut self, w: &Walk) {
        let Some(open) = w.braces else { return };
        if let Scan::Closed(end) = scan::brackets(self.src.as_bytes(), open.start as usize) {
            while self.tok != Tok::Eof && (self.span.start as usize) < end {
                self.bump();
            }
        }
    }

    fn elements(&mut self, st: &mut Stmt, w: &mut Walk, elems: &'static [Elem]) -> Res<()> {
        // Elements from here on have not consumed a token: what could stand at the current one.
        let mut skipped = 0;
        let mut at = self.span.start;
        for (i, elem) in elems.iter().enumerate() {
            match elem {
                Elem::Punct(tok) => {
                    if self.tok != *tok {
                        return Err(self.not_here(w, &elems[skipped..=i]));
                    }
                    match tok {
                        Tok::LBrace => w.braces = Some(self.span),
                        Tok::RBrace => w.braces = None,
                        _ => {}
                    }
                    self.bump();
                }
                Elem::Word(word) => {
                    if !self.at_word(word) {
                        return Err(self.not_here(w, &elems[skipped..=i]));
                    }
                    self.bump();
                }
                Elem::AnyOf(words) => {
                    if self.tok != Tok::Ident || !words.contains(&self.slice()) {
                        return Err(self.not_here(w, &elems[skipped..=i]));
                    }
                    self.bump();
                }
                Elem::MaybeComma => {
                    self.eat(Tok::Comma);
                }
                Elem::Operand { role, list: false, .. } => {
                    if self.tok != Tok::Value {
                        return Err(self.not_here(w, &elems[skipped..=i]));
                    }
                    self.take_operand(st, w, *role);
                }
                Elem::Operand { role, last, comma, .. } => {
                    if self.tok == Tok::Value {
                        self.operand_list(st, w, *role, *last, *comma)?;
                    } else if last.is_some() || !matches!(w.def.ins[*role].arity, Arity::Variadic { min: 0 }) {
                        return Err(self.not_here(w, &elems[skipped..=i]));
                    }
                }
                Elem::Attr { at, spelling, typed, again, .. } => {
                    self.placed_attr(st, w, *at, *spelling, *typed, *again)?;
                }
                Elem::Set { at, value } => self.set_attr(st, w, *at, *value),
                Elem::TypeOf { of: Ref::In(role), list, exact } => self.operand_type(st, w, *role, *list, *exact)?,
                Elem::TypeOf { of: Ref::Out(role), list, exact } => self.result_type(st, w, *role, *list, *exact)?,
                Elem::Types { skip_index, exact } => self.all_operand_types(st, w, *skip_index, *exact)?,
                Elem::Results { .. } => self.all_result_types(st, w)?,
                Elem::Dict => self.opt_attr_dict(st)?,
                Elem::Region => self.custom_region(st, w)?,
                Elem::TypesOpen => {
                    if self.tok == Tok::LParen && self.parens_hold_types(w) {
                        self.bump();
                        w.parens = true;
                    }
                }
                Elem::TypesClose => {
                    if std::mem::take(&mut w.parens) {
                        self.expect(Tok::RParen, "after the operand types")?;
                    }
                }
                Elem::Optional(group) => {
                    let read = match group.by {
                        Some(role) if self.group_size(st, w, role) > 0 => true,
                        // Types of an operand that is not there are reported when they are read.
                        _ => self.group_starts(&group.starts),
                    };
                    if read {
                        self.elements(st, w, &group.body)?;
                    }
                }
                Elem::Skip(group) => {
                    if self.literals_follow(&group.body) {
                        self.elements(st, w, &group.body)?;
                    }
                }
                Elem::Repeat(group) => self.repeated(st, w, group)?,
                Elem::OneOf(groups) => {
                    let chosen = groups.iter().find(|g| self.group_starts(&g.starts));
                    match chosen {
                        Some(group) => self.elements(st, w, &group.body)?,
                        None if groups.last().is_some_and(|g| g.body.is_empty()) => {}
                        None => return Err(self.not_here(w, &elems[skipped..=i])),
                    }
                }
                Elem::AnyOrder(groups) => self.any_order(st, w, groups)?,
            }
            if self.span.start != at {
                at = self.span.start;
                skipped = i + 1;
            }
        }
        Ok(())
    }

    // ---- choices

    /// Whether the current token is one that starts something.
    fn starts_with(&self, start: Start) -> bool {
        match start {
            Start::Tok(tok) => self.tok == tok,
            Start::Word(word) => self.at_word(word),
            Start::Member(id) => self.tok == Tok::Ident && enums::get(id).find(self.slice()).is_some(),
            Start::AnyWord => self.tok == Tok::Ident,
            Start::Type => self.at_type(),
            Start::End => false,
        }
    }

    fn group_starts(&self, starts: &Starts) -> bool {
        let here = match &starts.pairs {
            None => starts.first.iter().any(|s| self.starts_with(*s)),
            Some(pairs) => {
                let mut next = None;
                pairs.iter().any(|(first, second)| {
                    self.starts_with(*first)
                        && second.is_none_or(|second| {
                            let (tok, span) = *next.get_or_insert_with(|| self.peek());
                            self.token_is(tok, span, second)
                        })
                })
            }
        };
        here && !(starts.may_end && self.tok == Tok::Value && self.at_result_names())
    }

    /// Whether all of these literals stand here.
    fn literals_follow(&self, elems: &[Elem]) -> bool {
        let mut tokens = std::iter::once((self.tok, self.span)).chain(self.tokens_behind());
        elems.iter().all(|elem| {
            let Some((tok, span)) = tokens.next() else { return false };
            match elem {
                Elem::Punct(wanted) => tok == *wanted,
                Elem::Word(word) => self.token_is(tok, span, Start::Word(word)),
                Elem::AnyOf(words) => words.iter().any(|word| self.token_is(tok, span, Start::Word(word))),
                _ => false,
            }
        })
    }

    /// The token behind the current one.
    fn peek(&self) -> (Tok, Span) {
        self.tokens_behind().next().unwrap_or((Tok::Eof, Span::point(self.src.len() as u32)))
    }

    /// The tokens behind the current one.
    fn tokens_behind(&self) -> impl Iterator<Item = (Tok, Span)> {
        let mut lex = Tok::lexer_with_extras(self.src, Extras::default());
        lex.bump(self.span.end as usize);
        std::iter::from_fn(move || {
            let tok = lexer::next(&mut lex)?.unwrap_or(Tok::Invalid);
            let span = lex.span();
            Some((tok, Span::new(span.start as u32, span.end as u32)))
        })
    }

    /// Whether a token further on is one that starts something.
    fn token_is(&self, tok: Tok, span: Span, start: Start) -> bool {
        let word = || if tok == Tok::Ident { self.text(span) } else { "" };
        match start {
            Start::Tok(wanted) => tok == wanted,
            Start::Word(wanted) => word() == wanted,
            Start::Member(id) => enums::get(id).find(word()).is_some(),
            Start::AnyWord => tok == Tok::Ident,
            Start::Type => matches!(tok, Tok::Type | Tok::LParen) || format::reads_as_type(word()),
            Start::End => true,
        }
    }

    /// Whether the value at the current token is the first result name of the next statement.
    fn at_result_names(&self) -> bool {
        let mut tokens = self.tokens_behind();
        loop {
            match tokens.next().map(|t| t.0) {
                Some(Tok::Equal) => return true,
                Some(Tok::Colon) => {
                    if !matches!(tokens.next(), Some((Tok::Int, _))) {
                        return false;
                    }
                }
                Some(Tok::Comma) => {
                    if !matches!(tokens.next(), Some((Tok::Value, _))) {
                        return false;
                    }
                }
                _ => return false,
            }
        }
    }

    fn repeated(&mut self, st: &mut Stmt, w: &mut Walk, group: &'static Group) -> Res<()> {
        let outer = w.round;
        w.round = 0;
        while self.group_starts(&group.starts) {
            self.elements(st, w, &group.body)?;
            self.check_sizes(st)?;
            w.round += 1;
        }
        if let Some(role) = group.by {
            let wanted = self.group_size(st, w, role);
            if w.round < wanted {
                return Err(self.too_few_rounds(w, group, wanted));
            }
        }
        w.round = outer;
        Ok(())
    }

    /// Comma-separated clauses in any order.
    fn any_order(&mut self, st: &mut Stmt, w: &mut Walk, groups: &'static [Group]) -> Res<()> {
        let mut seen = 0u64;
        let mut first = true;
        loop {
            let Some(at) = groups.iter().position(|g| self.group_starts(&g.starts)) else {
                // An empty list ends where a word cannot stand.
                if first && self.tok != Tok::Ident {
                    return Ok(());
                }
                return Err(self.unknown_clause(w, groups));
            };
            if seen & (1 << at) != 0 {
                return Err(self.repeated_clause());
            }
            seen |= 1 << at;
            self.elements(st, w, &groups[at].body)?;
            first = false;
            if !self.eat(Tok::Comma) {
                return Ok(());
            }
        }
    }

    // ---- operands

    fn take_operand(&mut self, st: &mut Stmt, w: &Walk, role: usize) {
        let span = self.span;
        self.bump();
        let value = self.resolve(span);
        st.push((value, span));
        if !w.format.plain {
            // Sizes of the groups, then the role of each operand.
            st.segments[role] = st.segments[role].saturating_add(1);
            st.segments.push(role as u16);
        }
    }

    /// `%a, %b, ..`
    fn operand_list(&mut self, st: &mut Stmt, w: &Walk, role: usize, last: Option<usize>, comma: bool) -> Res<()> {
        loop {
            if self.tok != Tok::Value {
                return Err(self.unexpected("a value", "after `,`"));
            }
            self.take_operand(st, w, role);
            if self.tok != Tok::Comma || comma && self.peek().0 != Tok::Value {
                break;
            }
            self.bump();
        }
        // The counts have 16 bits.
        self.check_sizes(st)?;
        if let (Some(last), Some(tag)) = (last, st.segments.last_mut()) {
            *tag = last as u16;
            st.segments[role] -= 1;
            st.segments[last] += 1;
        }
        Ok(())
    }

    /// How many operands a role has so far.
    fn group_size(&self, st: &Stmt, w: &Walk, role: usize) -> usize {
        if w.format.plain { 1 } else { usize::from(st.segments[role]) }
    }

    /// Position of the first operand of a role.
    fn group_start(&self, st: &Stmt, w: &Walk, role: usize) -> usize {
        if w.format.plain {
            return role;
        }
        let n = w.def.ins.len();
        if w.arranged || w.format.ordered {
            return st.segments[..role].iter().map(|s| usize::from(*s)).sum();
        }
        st.segments[n..].iter().position(|r| usize::from(*r) == role).unwrap_or(0)
    }

    /// Puts the operands in the order of the definition, and leaves the group sizes alone in `st.segments`.
    fn arrange(&mut self, st: &mut Stmt, w: &mut Walk) {
        if w.arranged || w.format.plain {
            return;
        }
        w.arranged = true;
        let n = w.def.ins.len();
        let roles = &mut st.segments[n..];
        if !w.format.ordered && !roles.is_sorted() {
            let short = roles.len() <= 32;
            if short {
                // Few operands are sorted in place.
                for i in 1..roles.len() {
                    let mut j = i;
                    while j > 0 && roles[j - 1] > roles[j] {
                        roles.swap(j - 1, j);
                        st.operands.swap(j - 1, j);
                        st.spans.swap(j - 1, j);
                        j -= 1;
                    }
                }
            } else {
                let mut order: Vec<usize> = (0..roles.len()).collect();
                order.sort_by_key(|i| roles[*i]);
                let sorted: Vec<(Value, Span)> = order.iter().map(|i| (st.operands[*i], st.spans[*i])).collect();
                for (i, (value, span)) in sorted.into_iter().enumerate() {
                    st.operands[i] = value;
                    st.spans[i] = span;
                }
            }
        }
        st.segments.truncate(n);
    }

    // ---- attributes

    fn placed_attr(
        &mut self,
        st: &mut Stmt,
        w: &Walk,
        at: usize,
        spelling: Spelling,
        typed: bool,
        again: bool,
    ) -> Res<()> {
        let attr = &w.def.attrs[at];
        let (value, span) = match attr.kind {
            AttrKind::Unit => {
                let word = attr.keyword.unwrap_or("unit");
                (AttrId::UNIT, self.expect_word(word, "")?)
            }
            AttrKind::Type => {
                let (ty, span) = self.parse_type()?;
                (self.cx.attr(Attr::Type(ty)), span)
            }
            _ if spelling == Spelling::Words => self.words()?,
            // `false` and `true` are members here, not booleans.
            AttrKind::Enum(_) if self.at_word("false") || self.at_word("true") => {
                let span = self.span;
                let text = self.cx.sym(self.text(span));
                let word = self.cx.attr(Attr::Str { text, ty: None });
                let value = attributes::convert(word, attr.kind, attr.name, span, &mut self.env());
                self.bump();
                (value, span)
            }
            _ => self.attr_value(st, attr, typed)?,
        };
        if again {
            let key = self.cx.sym(attr.name);
            if let Some(before) = st.extra.iter().find(|e| e.0 == key).map(|e| e.1) {
                if before != value {
                    return Err(self.differs_from_before(attr, before, span));
                }
                return Ok(());
            }
        }
        self.place_declared(st, attr, value, span);
        Ok(())
    }

    fn set_attr(&mut self, st: &mut Stmt, w: &Walk, at: usize, value: SetValue) {
        let value = match value {
            SetValue::Enum(kind, value) => Attr::Enum { kind, value },
            SetValue::Bool(value) => Attr::Bool(value),
            SetValue::Str(text) => Attr::Str { text: self.cx.sym(text), ty: None },
        };
        let value = self.cx.attr(value);
        let span = Span::point(self.prev_end);
        self.place_declared(st, &w.def.attrs[at], value, span);
    }

    /// `nsw, nuw`: the string of the words.
    fn words(&mut self) -> Res<(AttrId, Span)> {
        let start = self.span;
        let mut list = Vec::new();
        loop {
            if self.tok != Tok::Ident {
                return Err(self.unexpected("a word", ""));
            }
            list.push(self.slice());
            self.bump();
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        let text = self.cx.sym(&list.join(", "));
        Ok((self.cx.attr(Attr::Str { text, ty: None }), start.to(Span::point(self.prev_end))))
    }

    // ---- regions

    fn custom_region(&mut self, st: &mut Stmt, w: &mut Walk) -> Res<()> {
        if self.tok != Tok::LBrace {
            return Err(self.unexpected("`{`", "before the region"));
        }
        self.arrange(st, w);
        let op = self.create_bare(st)?;
        w.op = Some(op);
        let isolated = w.def.traits.has(Traits::ISOLATED);
        // A region that cannot see outer values takes them as arguments of its first block.
        let args: Vec<(Span, TypeId)> = match isolated {
            true => st.operands.iter().map(|v| (Span::default(), self.body.ty(*v))).collect(),
            false => Vec::new(),
        };
        let implied = w.def.family == Family::Container && st.results.is_empty();
        if isolated {
            self.names.push_isolated();
        }
        let region = self.region(RegionSpec { parent: op, args: &args, kind: w.def.regions, implied });
        if isolated {
            self.names.pop(self.src);
        }
        self.body.ext_mut(op).regions.push(region?);
        Ok(())
    }

    // ---- types

    /// A type of an operand or result; where the definition says it is a pointer, `<f32>` stands for it (rule D9).
    fn type_for(&mut self, operand: Option<&'static Operand>) -> Res<(TypeId, Span)> {
        if self.tok == Tok::Less && operand.is_some_and(format::is_pointer) {
            let span = self.bracketed()?;
            let ty = types::parse_bare(self.text(span), span.start, "ptr", &mut self.env());
            self.bump();
            return Ok((ty, span));
        }
        if self.tok == Tok::Ident && self.on_new_line() && !self.at_type() {
            return Err(self.unexpected("a type", ""));
        }
        self.parse_type()
    }

    /// Whether the `(` at the current token opens a list of operand types, not a function type.
    fn parens_hold_types(&self, w: &Walk) -> bool {
        !w.def.ins.iter().any(|o| o.kind.meets(Kind::FOREIGN)) || !self.paren_is_function_type()
    }

    /// `T(name)` of an operand.
    fn operand_type(&mut self, st: &mut Stmt, w: &mut Walk, role: usize, list: bool, exact: bool) -> Res<()> {
        if w.format.arrange_early {
            self.arrange(st, w);
        }
        let (start, size) = (self.group_start(st, w, role), self.group_size(st, w, role));
        let operand = &w.def.ins[role];
        if list {
            let mut types = std::mem::take(&mut st.types);
            types.clear();
            let from = self.span;
            if size > 0 || self.at_type() {
                self.list_of_types(&mut types, exact.then_some(size), |_| Some(operand))?;
            }
            if types.len() == size {
                for (i, &(ty, span)) in types.iter().enumerate() {
                    self.check_type(st.operands[start + i], st.spans[start + i], ty, span);
                }
            } else {
                return Err(self.type_count(types.len(), size, from));
            }
            st.types = types;
            return Ok(());
        }
        let (ty, span) = self.type_for(Some(operand))?;
        if w.round >= size {
            return Err(self.type_without_operand(operand, span));
        }
        let at = start + w.round;
        self.check_type(st.operands[at], st.spans[at], ty, span);
        Ok(())
    }

    /// From the start of `from` to the end of the token before the current one.
    pub(super) fn since(&self, from: Span) -> Span {
        if self.prev_end > from.start { Span::new(from.start, self.prev_end) } else { Span::point(from.start) }
    }

    /// `T, ..`, appended to `types`; no more than `limit`, when a comma behind belongs to something else.
    fn list_of_types(
        &mut self,
        types: &mut Vec<(TypeId, Span)>,
        limit: Option<usize>,
        operand: impl Fn(usize) -> Option<&'static Operand>,
    ) -> Res<()> {
        loop {
            let ty = self.type_for(operand(types.len()))?;
            types.push(ty);
            if limit.is_some_and(|n| types.len() >= n) || !self.eat(Tok::Comma) {
                return Ok(());
            }
        }
    }

    /// `T*`: one type for each operand read so far, in the order of the text.
    fn all_operand_types(&mut self, st: &mut Stmt, w: &mut Walk, skip_index: bool, exact: bool) -> Res<()> {
        let n = st.operands.len();
        let mut types = std::mem::take(&mut st.types);
        types.clear();
        let from = self.span;
        let listed = if skip_index { (0..n).filter(|i| !self.has_index_role(st, w, *i)).count() } else { n };
        if self.tok == Tok::LParen && self.parens_hold_types(w) {
            self.bump();
            if !self.eat(Tok::RParen) {
                self.list_of_types(&mut types, None, |i| self_role(st, w, i))?;
                self.expect(Tok::RParen, "after the operand types")?;
            }
        } else if listed > 0 || self.at_type() {
            self.list_of_types(&mut types, exact.then_some(listed), |i| self_role(st, w, i))?;
        }
        if types.len() == listed && listed < n {
            let mut next = types.iter();
            for i in 0..n {
                if !self.has_index_role(st, w, i) {
                    let Some(&(ty, span)) = next.next() else { break };
                    self.check_type(st.operands[i], st.spans[i], ty, span);
                }
            }
        } else if types.len() == n {
            // Types of the index operands are read, too.
            for (i, &(ty, span)) in types.iter().enumerate() {
                self.check_type(st.operands[i], st.spans[i], ty, span);
            }
        } else {
            return Err(self.type_count(types.len(), listed, from));
        }
        st.types = types;
        Ok(())
    }

    /// Whether an operand, by position, is one that `T*-idx` leaves out.
    fn has_index_role(&self, st: &Stmt, w: &Walk, at: usize) -> bool {
        self_role(st, w, at).is_some_and(format::is_index)
    }
}

/// The role of the operand at a position of the text.
fn self_role(st: &Stmt, w: &Walk, at: usize) -> Option<&'static Operand> {
    if w.format.plain {
        return w.def.ins.get(at);
    }
    let n = w.def.ins.len();
    if !w.arranged {
        return st.segments.get(n + at).map(|role| &w.def.ins[usize::from(*role)]);
    }
    let mut end = 0;
    for (operand, size) in w.def.ins.iter().zip(&st.segments) {
        end += usize::from(*size);
        if at < end {
            return Some(operand);
        }
    }
    None
}
