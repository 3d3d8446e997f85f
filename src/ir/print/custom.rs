//! Operations with a format string.
//!
//! The compiled format is walked as the parser walks it, with the operands and attributes of the operation deciding
//! about groups where the parser looks at tokens. Where spaces stand is decided here for all formats alike.

use super::Printer;
use crate::dialect::def::{AttrDef, AttrKind, Default as AttrDefault, OpDef};
use crate::dialect::enums;
use crate::dialect::infer::{self, Given};
use crate::ir::attr_print::{print_enum, print_literal, print_string};
use crate::ir::attrs::{Attr, AttrId, EnumId};
use crate::ir::body::{Op, Value};
use crate::ir::types::TypeId;
use crate::syntax::format::{self, Derive, Elem, Format, Group, Item, Ref, SetValue, Spelling};
use crate::syntax::lexer::Tok;

/// What was printed last, for the space before the next part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// `( [ { <`: nothing follows but the next part.
    Open,
    /// `: -> , =`: a space follows in any case.
    Sign,
    /// Anything else.
    Part,
}

/// The state of printing one operation.
struct State<'a> {
    op: Op,
    def: &'static OpDef,
    format: &'static Format,
    operands: &'a [Value],
    /// Sizes of the operand groups; `None` when every group has one operand.
    segments: Option<&'a [u16]>,
    results: usize,
    last: Last,
    /// Operands printed so far with their roles, unless all stand in every text.
    printed: Vec<(usize, Value)>,
    /// The format has no text for what the operation holds.
    lost: bool,
    /// Attributes that stood in chosen alternatives.
    placed: Vec<&'static str>,
    /// Round of the repeated group at hand.
    round: usize,
}

impl<'a> State<'a> {
    /// The operands of a role.
    fn group(&self, role: usize) -> &'a [Value] {
        match self.segments {
            None => self.operands.get(role..=role).unwrap_or(&[]),
            Some(sizes) => {
                let Some(size) = sizes.get(role) else { return &[] };
                let start = sizes[..role].iter().map(|s| usize::from(*s)).sum::<usize>();
                self.operands.get(start..start + usize::from(*size)).unwrap_or(&[])
            }
        }
    }
}

impl Printer<'_> {
    /// What follows the mnemonic of an operation with a format string.
    pub(super) fn custom(&mut self, op: Op, format: &'static Format) {
        let (program, body) = (self.program, self.body);
        let data = body.op(op);
        let mut state = State {
            op,
            def: data.name.def(),
            format,
            operands: body.operands(op),
            segments: program.segments(body, op),
            results: usize::from(data.n_results),
            last: Last::Part,
            printed: Vec::new(),
            lost: false,
            placed: Vec::new(),
            round: 0,
        };
        let start = self.statement_start();
        self.custom_elements(&mut state, &format.elems);
        if state.lost || !format.plain && state.printed.len() != state.operands.len() {
            // Operands that no text of the format can hold together.
            self.out.truncate(start);
            self.generic(op);
        }
    }

    /// Where the statement whose mnemonic was printed last starts: the first character of the line.
    fn statement_start(&self) -> usize {
        let line = self.out.rfind('\n').map_or(0, |at| at + 1);
        line + self.out[line..].bytes().take_while(|b| *b == b' ').count()
    }

    fn custom_elements(&mut self, s: &mut State, elems: &'static [Elem]) {
        for elem in elems {
            match elem {
                Elem::Punct(tok) => self.custom_punct(s, *tok),
                Elem::MaybeComma => self.custom_punct(s, Tok::Comma),
                Elem::Word(word) => self.custom_part(s, word),
                Elem::AnyOf(words) => self.custom_part(s, words[0]),
                Elem::Operand { role, list, last, .. } => self.custom_operand(s, *role, *list, *last),
                Elem::Attr { at, spelling, list, .. } => self.custom_attr(s, *at, *spelling, *list),
                Elem::TypeOf { of: Ref::In(role), list, .. } => {
                    let (body, group) = (self.body, s.group(*role));
                    if *list {
                        self.custom_types(s, group.iter().map(|v| body.ty(*v)));
                    } else if let Some(value) = group.get(s.round) {
                        self.custom_types(s, [body.ty(*value)]);
                    }
                }
                Elem::TypeOf { of: Ref::Out(role), list, .. } => {
                    let body = self.body;
                    let results = body.results(s.op).map(|v| body.ty(v)).skip(*role);
                    self.custom_types(s, results.take(if *list { usize::MAX } else { 1 }));
                }
                Elem::Types { skip_index, .. } => {
                    let (body, def, operands) = (self.body, s.def, s.operands);
                    let shown = |role: usize| !*skip_index || !format::is_index(&def.ins[role]);
                    if s.format.plain {
                        let all = operands.iter().enumerate();
                        self.custom_types(s, all.filter(|(role, _)| shown(*role)).map(|(_, v)| body.ty(*v)));
                    } else {
                        let printed = std::mem::take(&mut s.printed);
                        let listed = printed.iter().filter(|(role, _)| shown(*role));
                        self.custom_types(s, listed.map(|(_, v)| body.ty(*v)));
                        s.printed = printed;
                    }
                }
                Elem::Results { parens } => self.custom_results(s, *parens),
                Elem::Dict => {
                    let placed = &s.format.placed;
                    let printed = if s.placed.is_empty() {
                        self.dict(s.op, placed)
                    } else {
                        self.dict(s.op, &[placed, &s.placed[..]].concat())
                    };
                    if printed {
                        s.last = Last::Part;
                    }
                }
                Elem::Region => {
                    let body = self.body;
                    for &region in body.regions_of(s.op) {
                        self.custom_part(s, "");
                        self.region(region, true);
                    }
                }
                Elem::Optional(group) => {
                    if group.items.iter().any(|item| self.is_present(s, *item)) {
                        self.custom_elements(s, &group.body);
                    }
                }
                Elem::Repeat(group) => {
                    let rounds = format::role_of_rounds(&group.body).map_or(0, |role| s.group(role).len());
                    for round in 0..rounds {
                        s.round = round;
                        self.custom_elements(s, &group.body);
                    }
                    s.round = 0;
                }
                Elem::OneOf(groups) => {
                    // Results whose types must be written need an alternative that writes them.
                    let written =
                        s.results > 0 && s.format.derive.contains(&Derive::Written) && groups.iter().any(|g| g.results);
                    let fits = |g: &&Group| {
                        (!written || g.results)
                            && g.items.iter().all(|item| self.holds(s, *item))
                            && self.inner_fit(s, &g.body)
                    };
                    let chosen = groups.iter().find(fits);
                    s.lost |= chosen.is_none() && groups.last().is_none_or(|g| written || !g.body.is_empty());
                    if let Some(group) = chosen.or(groups.last()) {
                        s.placed.extend_from_slice(&group.attrs);
                        self.custom_elements(s, &group.body);
                    }
                }
                Elem::AnyOrder(groups) => {
                    let mut first = true;
                    for group in groups {
                        // The clause's own operand or attribute decides, not what its type says.
                        if !group.items.iter().any(|item| self.is_present(s, *item)) {
                            continue;
                        }
                        if !std::mem::take(&mut first) {
                            self.custom_punct(s, Tok::Comma);
                        }
                        self.custom_elements(s, &group.body);
                    }
                }
                Elem::Set { .. } | Elem::Skip(_) | Elem::TypesOpen | Elem::TypesClose => {}
            }
        }
    }

    // ---- parts and the space before them

    /// A word, value, attribute or type.
    fn custom_part(&mut self, s: &mut State, text: &str) {
        if s.last != Last::Open {
            self.push(" ");
        }
        self.push(text);
        s.last = Last::Part;
    }

    fn custom_punct(&mut self, s: &mut State, tok: Tok) {
        let (text, tight, last) = match tok {
            Tok::LParen => ("(", s.last != Last::Sign, Last::Open),
            Tok::LBracket => ("[", s.last != Last::Sign, Last::Open),
            Tok::LBrace => ("{", false, Last::Open),
            Tok::Less => ("<", true, Last::Open),
            Tok::RParen => (")", true, Last::Part),
            Tok::RBracket => ("]", true, Last::Part),
            Tok::RBrace => ("}", true, Last::Part),
            Tok::Greater => (">", true, Last::Part),
            Tok::Comma => (",", true, Last::Sign),
            Tok::Colon => (":", false, Last::Sign),
            Tok::Equal => ("=", false, Last::Sign),
            Tok::Arrow => ("->", false, Last::Sign),
            _ => return,
        };
        if !tight && s.last != Last::Open {
            self.push(" ");
        }
        self.push(text);
        s.last = last;
    }

    fn custom_types(&mut self, s: &mut State, types: impl IntoIterator<Item = TypeId>) {
        for (i, ty) in types.into_iter().enumerate() {
            if i > 0 {
                self.custom_punct(s, Tok::Comma);
            }
            self.custom_part(s, "");
            self.ty(ty);
        }
    }

    fn custom_results(&mut self, s: &mut State, parens: bool) {
        let body = self.body;
        let types = body.results(s.op).map(|v| body.ty(v));
        let n = types.len();
        // Without parentheses a function type would take the list for its own.
        let plain = n == 1 || !parens;
        if plain && !body.results(s.op).any(|v| self.is_function_type(body.ty(v))) {
            return self.custom_types(s, types);
        }
        self.custom_punct(s, Tok::LParen);
        self.custom_types(s, types);
        self.custom_punct(s, Tok::RParen);
    }

    // ---- operands

    fn custom_operand(&mut self, s: &mut State, role: usize, list: bool, last: Option<usize>) {
        if !list {
            let Some(&value) = s.group(role).get(s.round) else { return };
            return self.custom_value(s, role, value);
        }
        let values = s.group(role).iter().map(|v| (role, *v));
        let behind = last.map(|last| s.group(last).iter().map(move |v| (last, *v)));
        for (i, (role, value)) in values.chain(behind.into_iter().flatten()).enumerate() {
            if i > 0 {
                self.custom_punct(s, Tok::Comma);
            }
            self.custom_value(s, role, value);
        }
    }

    fn custom_value(&mut self, s: &mut State, role: usize, value: Value) {
        self.custom_part(s, "");
        self.value(value);
        if !s.format.plain {
            s.printed.push((role, value));
        }
    }

    // ---- attributes

    fn custom_attr(&mut self, s: &mut State, at: usize, spelling: Spelling, list: bool) {
        let attr = &s.def.attrs[at];
        match self.given_attr(s, attr) {
            Some(value) => {
                if list {
                    self.custom_integers(s, value);
                } else {
                    self.custom_part(s, "");
                    self.custom_value_of(attr, value, spelling);
                }
            }
            None => {
                let start = self.out.len();
                self.custom_default(attr, spelling);
                let text = self.out.split_off(start);
                if !text.is_empty() {
                    self.custom_part(s, &text);
                }
            }
        }
    }

    fn given_attr(&self, s: &State, attr: &AttrDef) -> Option<AttrId> {
        self.cx.lookup(self.body.op(s.op).attrs, attr.name)
    }

    /// `[1, 2]`
    fn custom_integers(&mut self, s: &mut State, value: AttrId) {
        let cx = self.cx;
        self.custom_punct(s, Tok::LBracket);
        if let Attr::DenseArray { values, .. } | Attr::Array(values) = cx.get(value) {
            for (i, &value) in values.iter().enumerate() {
                if i > 0 {
                    self.custom_punct(s, Tok::Comma);
                }
                self.custom_part(s, "");
                print_literal(cx, value, &mut self.out);
            }
        }
        self.custom_punct(s, Tok::RBracket);
    }

    fn custom_value_of(&mut self, attr: &AttrDef, value: AttrId, spelling: Spelling) {
        if let (AttrKind::Unit, Some(word)) = (attr.kind, attr.keyword) {
            return self.push(word);
        }
        let cx = self.cx;
        match cx.get(value) {
            Attr::Enum { kind, value } => self.custom_member(attr, *kind, *value, spelling),
            Attr::Str { text, .. } => match spelling {
                Spelling::Words | Spelling::Word => self.push(cx.str(*text)),
                _ => print_string(cx.str(*text), &mut self.out),
            },
            Attr::Int { .. } | Attr::Float { .. } | Attr::Bool(_) => print_literal(cx, value, &mut self.out),
            Attr::Type(ty) => self.ty(*ty),
            _ => self.attr(value),
        }
    }

    fn custom_member(&mut self, attr: &AttrDef, kind: EnumId, value: i32, spelling: Spelling) {
        let member = enums::get(kind).spelling(value).unwrap_or("");
        let (open, close) = match spelling {
            Spelling::Short => ("<", ">"),
            Spelling::Str => ("\"", "\""),
            Spelling::Word | Spelling::Words => ("", ""),
            Spelling::Plain if attr.bare => ("", ""),
            Spelling::Plain => return print_enum(kind, value, &mut self.out),
        };
        self.push(open);
        self.push(member);
        self.push(close);
    }

    /// The value that an absent attribute has.
    fn custom_default(&mut self, attr: &AttrDef, spelling: Spelling) {
        match attr.default {
            AttrDefault::None => {}
            AttrDefault::Bool(value) => self.push(if value { "true" } else { "false" }),
            AttrDefault::Int(value) => self.push(&value.to_string()),
            AttrDefault::Str(text) => print_string(text, &mut self.out),
            AttrDefault::Member(member) => {
                if let Some((kind, value)) = default_member(attr.kind, member) {
                    self.custom_member(attr, kind, value, spelling);
                }
            }
        }
    }

    // ---- presence

    /// Whether something in a group stands in the operation.
    fn is_present(&self, s: &State, item: Item) -> bool {
        match item {
            Item::Operand(role) => s.group(role).len() > s.round,
            Item::Result(role) => s.results > role && !self.is_inferred(s, role),
            Item::Attr(at) | Item::Set(at, _) => self.given_attr(s, &s.def.attrs[at]).is_some(),
            Item::Types => !s.printed.is_empty() || s.format.plain && !s.operands.is_empty(),
            Item::Results => s.results > 0,
        }
    }

    /// Whether an alternative may be printed as far as `item` is concerned.
    fn holds(&self, s: &State, item: Item) -> bool {
        match item {
            Item::Attr(at) => format::has_default(s.def, at) || self.is_present(s, item),
            Item::Set(at, value) => self.has_value(s, at, value),
            _ => self.is_present(s, item),
        }
    }

    /// Whether a choice inside an alternative has something to print.
    fn inner_fit(&self, s: &State, body: &[Elem]) -> bool {
        body.iter().all(|elem| match elem {
            Elem::OneOf(groups) => {
                groups.iter().any(|g| g.items.iter().all(|item| self.holds(s, *item)) && self.inner_fit(s, &g.body))
            }
            _ => true,
        })
    }

    fn has_value(&self, s: &State, at: usize, wanted: SetValue) -> bool {
        let attr = &s.def.attrs[at];
        let cx = self.cx;
        let is = match self.given_attr(s, attr).map(|value| cx.get(value)) {
            Some(Attr::Enum { kind, value }) => SetValue::Enum(*kind, *value),
            Some(Attr::Bool(value)) => SetValue::Bool(*value),
            Some(Attr::Str { text, .. }) => return matches!(wanted, SetValue::Str(t) if t == cx.str(*text)),
            Some(_) => return false,
            None => match attr.default {
                AttrDefault::Member(member) => match default_member(attr.kind, member) {
                    Some((kind, value)) => SetValue::Enum(kind, value),
                    None => return false,
                },
                AttrDefault::Bool(value) => SetValue::Bool(value),
                AttrDefault::Str(text) => SetValue::Str(text),
                AttrDefault::Int(_) | AttrDefault::None => return false,
            },
        };
        is == wanted
    }

    /// Whether reading without the type of a result gives that type.
    fn is_inferred(&self, s: &State, role: usize) -> bool {
        let Some(Derive::Infer(rule)) = s.format.derive.get(role) else { return false };
        let attrs = [self.cx.entries(self.body.op(s.op).attrs)];
        let given = Given {
            context: self.cx,
            body: self.body,
            def: s.def,
            operands: s.operands,
            segments: s.segments.unwrap_or(&[]),
            attrs: &attrs,
        };
        let Some(result) = self.body.results(s.op).nth(role) else { return false };
        infer::infer(&given, *rule).is_some_and(|inferred| inferred.is(self.cx, self.body.ty(result)))
    }
}

fn default_member(kind: AttrKind, member: &str) -> Option<(EnumId, i32)> {
    match kind {
        AttrKind::Enum(id) => Some((id, enums::get(id).find(member)?)),
        AttrKind::EnumOf(ids) => ids.iter().find_map(|id| Some((*id, enums::get(*id).find(member)?))),
        _ => None,
    }
}
