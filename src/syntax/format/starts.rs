//! What the text must show for a group or an alternative to be read.
//!
//! A choice looks at the current token, and at the one behind it only where that is not enough. For every group the
//! tokens that its first two elements can start with are compared here with those of what may stand in its place; a
//! format in which two tokens do not decide is refused.

use super::{Elem, Group, Ref, Spelling, is_pointer};
use crate::dialect::def::{Arity, AttrKind, OpDef};
use crate::dialect::enums;
use crate::ir::attrs::EnumId;
use crate::syntax::lexer::Tok;

/// What an element can start with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    Tok(Tok),
    Word(&'static str),
    /// A word that is a member of the enumeration.
    Member(EnumId),
    /// Any word.
    AnyWord,
    /// A type.
    Type,
    /// The end of the statement.
    End,
}

/// What two tokens can be; without second any will do.
pub type Pair = (Start, Option<Start>);

/// What a group can start with.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Starts {
    pub first: Box<[Start]>,
    /// First and second token, where the first alone does not decide.
    pub pairs: Option<Box<[Pair]>>,
    /// The group starts with a value, and where it is missing the statement may be over: the value may be the result of
    /// the next one.
    pub may_end: bool,
}

/// Elements, and what follows them.
#[derive(Clone, Copy)]
struct Cont<'a> {
    elems: &'a [Elem],
    next: Option<&'a Cont<'a>>,
}

type Pairs = Vec<Pair>;

/// Fills in what groups start with and what may follow lists.
pub(super) fn annotate(def: &'static OpDef, elems: &mut [Elem]) -> Result<(), String> {
    let tree = elems.to_vec();
    Annotator { def }.sequence(elems, Cont { elems: &tree, next: None })
}

struct Annotator {
    def: &'static OpDef,
}

impl Annotator {
    /// `tree` is a copy of `elems` with what follows them.
    fn sequence(&self, elems: &mut [Elem], tree: Cont) -> Result<(), String> {
        for (i, elem) in elems.iter_mut().enumerate() {
            let here = Cont { elems: &tree.elems[i..], next: tree.next };
            let rest = Cont { elems: &tree.elems[i + 1..], next: tree.next };
            let comma = || self.first(rest).contains(&Start::Tok(Tok::Comma));
            match (elem, &tree.elems[i]) {
                (Elem::Operand { comma: follows, list: true, .. }, _) => *follows = comma(),
                (Elem::Attr { typed, .. }, _) => *typed = !self.first(rest).contains(&Start::Tok(Tok::Colon)),
                (Elem::TypeOf { exact, .. } | Elem::Types { exact, .. }, _) => *exact = comma(),
                (Elem::Optional(group), Elem::Optional(copy)) => {
                    self.group(group, copy, rest, group.by.is_none())?;
                }
                // All tokens of a skipped group are compared, so nothing is left to decide.
                (Elem::Skip(_), Elem::Skip(copy)) => self.not_empty(copy)?,
                (Elem::Repeat(group), Elem::Repeat(copy)) => {
                    self.choose(group, copy, here, rest, group.by.is_none())?;
                }
                (Elem::OneOf(groups), Elem::OneOf(copies)) => self.alternatives(groups, copies, rest)?,
                (Elem::AnyOrder(groups), Elem::AnyOrder(copies)) => {
                    for (i, (group, copy)) in groups.iter_mut().zip(copies).enumerate() {
                        self.not_empty(copy)?;
                        group.starts.first = self.first(Cont { elems: &copy.body, next: None }).into();
                        for other in &copies[..i] {
                            let before = self.first(Cont { elems: &other.body, next: None });
                            if meet(&group.starts.first, &before) {
                                return Err("two clauses of (& ..) start alike".into());
                            }
                        }
                        self.sequence(&mut group.body, Cont { elems: &copy.body, next: Some(&rest) })?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn not_empty(&self, group: &Group) -> Result<(), String> {
        if group.body.iter().all(|e| self.nullable(e)) { Err("a group may be empty".into()) } else { Ok(()) }
    }

    fn group(&self, group: &mut Group, copy: &Group, rest: Cont, by_text: bool) -> Result<(), String> {
        self.choose(group, copy, rest, rest, by_text)
    }

    /// A group that is followed by `after` when it is read and by `rest` when it is not.
    fn choose(&self, group: &mut Group, copy: &Group, after: Cont, rest: Cont, by_text: bool) -> Result<(), String> {
        self.not_empty(copy)?;
        let inside = Cont { elems: &copy.body, next: Some(&after) };
        group.starts = self.starts(inside, &[rest], by_text)?;
        self.sequence(&mut group.body, inside)
    }

    fn alternatives(&self, groups: &mut [Group], copies: &[Group], rest: Cont) -> Result<(), String> {
        for i in 0..groups.len() {
            let inside = Cont { elems: &copies[i].body, next: Some(&rest) };
            let others: Vec<Cont> =
                copies[i + 1..].iter().map(|c| Cont { elems: &c.body, next: Some(&rest) }).collect();
            groups[i].starts = self.starts(inside, &others, true)?;
            self.sequence(&mut groups[i].body, inside)?;
        }
        Ok(())
    }

    /// What `inside` starts with, with as many tokens as tell it from each of `others`. Unless the text alone decides
    /// (`by_text`), they need not.
    fn starts(&self, inside: Cont, others: &[Cont], by_text: bool) -> Result<Starts, String> {
        let first = self.first(inside);
        let mut pairs = None;
        let mut may_end = false;
        for other in others {
            let against = self.first(*other);
            if first.contains(&Start::Tok(Tok::Value)) && against.contains(&Start::End) {
                may_end = true;
            }
            if !meet(&first, &against) {
                continue;
            }
            let (ours, theirs) = (self.pairs(inside), self.pairs(*other));
            if let Some(both) = ours.iter().find(|a| by_text && theirs.iter().any(|b| pairs_meet(a, b))) {
                return Err(format!("two tokens do not decide: {both:?} starts a group and what may stand for it"));
            }
            pairs = Some(ours.into());
        }
        Ok(Starts { first: first.into(), pairs, may_end })
    }

    fn first(&self, cont: Cont) -> Vec<Start> {
        let mut out = Vec::new();
        let mut at = Some(&cont);
        while let Some(cont) = at {
            if !self.first_of_all(cont.elems, &mut out) {
                return out;
            }
            at = cont.next;
        }
        out.push(Start::End);
        out
    }

    /// Adds what the elements can start with; true when all of them may be empty.
    fn first_of_all(&self, elems: &[Elem], out: &mut Vec<Start>) -> bool {
        elems.iter().all(|elem| {
            match elem {
                Elem::Optional(group) | Elem::Skip(group) | Elem::Repeat(group) => {
                    self.first_of_all(&group.body, out);
                }
                Elem::OneOf(groups) | Elem::AnyOrder(groups) => {
                    groups.iter().for_each(|g| {
                        self.first_of_all(&g.body, out);
                    });
                }
                leaf => self.leaf(leaf, &mut |start, _| out.push(start)),
            }
            self.nullable(elem)
        })
    }

    fn pairs(&self, cont: Cont) -> Pairs {
        let mut out = Vec::new();
        let mut at = Some(&cont);
        while let Some(cont) = at {
            if !self.pairs_of(*cont, &mut out) {
                return out;
            }
            at = cont.next;
        }
        out.push((Start::End, None));
        out
    }

    /// Adds the pairs that start within `cont.elems`; true when all of them may be empty.
    fn pairs_of(&self, cont: Cont, out: &mut Pairs) -> bool {
        for (i, elem) in cont.elems.iter().enumerate() {
            let rest = Cont { elems: &cont.elems[i + 1..], next: cont.next };
            let mut inside = |group: &Group, after: &Cont| {
                self.pairs_of(Cont { elems: &group.body, next: Some(after) }, out);
            };
            match elem {
                Elem::Optional(group) | Elem::Skip(group) => inside(group, &rest),
                Elem::Repeat(group) => inside(group, &Cont { elems: &cont.elems[i..], next: cont.next }),
                Elem::OneOf(groups) => groups.iter().for_each(|g| inside(g, &rest)),
                Elem::AnyOrder(groups) => groups.iter().for_each(|g| {
                    let comma = [Elem::Punct(Tok::Comma)];
                    inside(g, &rest);
                    inside(g, &Cont { elems: &comma, next: None });
                }),
                Elem::Attr { list: true, .. } => {
                    let inside = [Tok::Int, Tok::Minus, Tok::RBracket];
                    out.extend(inside.map(|tok| (Start::Tok(Tok::LBracket), Some(Start::Tok(tok)))));
                }
                leaf => {
                    let second = self.first(rest);
                    self.leaf(leaf, &mut |start, single| {
                        if single {
                            out.extend(second.iter().map(|s| (start, Some(*s))));
                        } else {
                            out.push((start, None));
                        }
                    });
                    if matches!(leaf, Elem::Operand { list: true, .. }) {
                        out.push((Start::Tok(Tok::Value), Some(Start::Tok(Tok::Comma))));
                    }
                }
            }
            if !self.nullable(elem) {
                return false;
            }
        }
        true
    }

    /// Whether an element may stand for nothing.
    fn nullable(&self, elem: &Elem) -> bool {
        let all = |group: &Group| group.body.iter().all(|e| self.nullable(e));
        match elem {
            Elem::Optional(_) | Elem::Skip(_) | Elem::Repeat(_) | Elem::AnyOrder(_) => true,
            Elem::OneOf(groups) => groups.iter().any(all),
            Elem::Dict | Elem::MaybeComma | Elem::Set { .. } | Elem::TypesOpen | Elem::TypesClose => true,
            Elem::Operand { role, list, last, some, .. } => {
                *list && last.is_none() && !some && self.def.ins[*role].arity == (Arity::Variadic { min: 0 })
            }
            Elem::TypeOf { of, list, .. } => {
                let operand = match of {
                    Ref::In(role) => &self.def.ins[*role],
                    Ref::Out(role) => &self.def.outs[*role],
                };
                *list && operand.arity == (Arity::Variadic { min: 0 })
            }
            Elem::Types { .. } => super::count(self.def.ins).0 == 0,
            Elem::Results { .. } => super::count(self.def.outs).0 == 0,
            _ => false,
        }
    }

    /// What a leaf can start with, and whether it is then over after one token.
    fn leaf(&self, elem: &Elem, out: &mut dyn FnMut(Start, bool)) {
        match elem {
            Elem::Punct(tok) => out(Start::Tok(*tok), true),
            Elem::Word(word) => out(Start::Word(word), true),
            Elem::AnyOf(words) => words.iter().for_each(|w| out(Start::Word(w), true)),
            Elem::MaybeComma => out(Start::Tok(Tok::Comma), true),
            Elem::Operand { .. } => out(Start::Tok(Tok::Value), true),
            Elem::Attr { list: true, .. } => out(Start::Tok(Tok::LBracket), false),
            Elem::Attr { at, spelling, .. } => self.attr(*at, *spelling, out),
            Elem::TypeOf { of, .. } => {
                out(Start::Type, false);
                if matches!(of, Ref::In(role) if is_pointer(&self.def.ins[*role])) {
                    out(Start::Tok(Tok::Less), false);
                }
            }
            Elem::Types { .. } | Elem::Results { .. } => out(Start::Type, false),
            Elem::Dict | Elem::Region => out(Start::Tok(Tok::LBrace), false),
            _ => {}
        }
    }

    fn attr(&self, at: usize, spelling: Spelling, out: &mut dyn FnMut(Start, bool)) {
        let attr = &self.def.attrs[at];
        if attr.kind == AttrKind::Unit {
            return out(Start::Word(attr.keyword.unwrap_or("unit")), true);
        }
        if spelling == Spelling::Words {
            return out(Start::AnyWord, false);
        }
        if attr.kind == AttrKind::Type {
            return out(Start::Type, false);
        }
        // An alias.
        out(Start::Tok(Tok::Attr), true);
        let mut number = || {
            out(Start::Tok(Tok::Int), true);
            out(Start::Tok(Tok::Minus), false);
        };
        let member = |id: EnumId, out: &mut dyn FnMut(Start, bool)| {
            out(Start::Member(id), true);
            out(Start::Tok(Tok::Str), true);
            out(Start::Tok(Tok::Less), false);
            if enums::get(id).integers != enums::Integers::Reject {
                out(Start::Tok(Tok::Int), true);
            }
        };
        match attr.kind {
            AttrKind::Bool => {
                out(Start::Word("true"), true);
                out(Start::Word("false"), true);
            }
            AttrKind::Int(_) => number(),
            AttrKind::Float32 => {
                number();
                out(Start::Tok(Tok::Float), true);
            }
            AttrKind::Str => out(Start::Tok(Tok::Str), true),
            AttrKind::Symbol => out(Start::Tok(Tok::Symbol), true),
            AttrKind::IntArray => {
                out(Start::Tok(Tok::LBracket), false);
                out(Start::Word("array"), false);
            }
            AttrKind::Enum(id) => member(id, out),
            AttrKind::EnumOf(ids) => ids.iter().for_each(|id| member(*id, out)),
            AttrKind::AccPushEpilogue | AttrKind::OpClass | AttrKind::Unit | AttrKind::Type => {}
            AttrKind::Any => {
                number();
                for tok in [Tok::Float, Tok::Str, Tok::Symbol] {
                    out(Start::Tok(tok), true);
                }
                out(Start::Tok(Tok::LBracket), false);
                out(Start::Tok(Tok::LBrace), false);
                out(Start::Type, false);
                out(Start::AnyWord, false);
            }
        }
    }
}

/// Whether a word is, or looks like, a type: `i32`, `f8E4M3FN`, `memref`.
pub fn reads_as_type(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    (word.starts_with(['i', 'f', 'u', 's', 'b']) && digits.starts_with(|c: char| c.is_ascii_digit()))
        || matches!(word, "index" | "none" | "memref" | "vector" | "tensor" | "tuple" | "complex")
}

fn meet(a: &[Start], b: &[Start]) -> bool {
    a.iter().any(|x| b.iter().any(|y| same_start(*x, *y)))
}

fn pairs_meet(a: &Pair, b: &Pair) -> bool {
    same_start(a.0, b.0)
        && match (a.1, b.1) {
            (Some(x), Some(y)) => same_start(x, y),
            _ => true,
        }
}

/// Whether one token can be both.
fn same_start(a: Start, b: Start) -> bool {
    match (a, b) {
        (Start::Tok(x), Start::Tok(y)) => x == y,
        (Start::Word(x), Start::Word(y)) => x == y,
        (Start::Member(id), Start::Word(word)) | (Start::Word(word), Start::Member(id)) => {
            enums::get(id).find(word).is_some()
        }
        (Start::Member(x), Start::Member(y)) => {
            let (x, y) = (enums::get(x), enums::get(y));
            x.members.iter().chain(x.aliases).any(|m| y.find(m.0).is_some())
        }
        (Start::AnyWord, Start::Word(_) | Start::Member(_) | Start::AnyWord | Start::Type)
        | (Start::Word(_) | Start::Member(_) | Start::Type, Start::AnyWord) => true,
        (Start::Type, Start::Type) => true,
        (Start::Type, Start::Tok(tok)) | (Start::Tok(tok), Start::Type) => matches!(tok, Tok::Type | Tok::LParen),
        (Start::Type, Start::Word(word)) | (Start::Word(word), Start::Type) => reads_as_type(word),
        (Start::Type, Start::Member(id)) | (Start::Member(id), Start::Type) => {
            let set = enums::get(id);
            set.members.iter().chain(set.aliases).any(|m| reads_as_type(m.0))
        }
        // The end of a statement is told from a value by what stands behind that.
        _ => false,
    }
}
