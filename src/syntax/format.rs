//! Compiled assembly formats.
//!
//! The format string of a definition ([`crate::dialect::def`] describes the language) is parsed on first use by the
//! grammar in `grammar/format.lalrpop` and its names are resolved to positions. The statement parser and the printer
//! both walk the result, so what is printed can be read. What a choice needs to see in the text is worked out here, in
//! [`starts`]; neither parsing nor printing of statements is.

mod starts;
mod text;

use super::lexer::Tok;
use crate::dialect::def::{Arity, Asm, AttrKind, Default as AttrDefault, Family, Infer, Kind, OpDef, Operand, Ty};
use crate::dialect::enums;
use crate::dialect::registry::OpName;
use crate::ir::attrs::EnumId;
use crate::ir::types::TypeId;
use lalrpop_util::lalrpop_mod;
use logos::Logos;
use std::sync::OnceLock;

pub use starts::{Start, Starts, reads_as_type};
pub use text::{elem_text, group_text, starts_text, syntax};

lalrpop_mod!(
    #[allow(clippy::all, unused)]
    grammar,
    "/format.rs"
);

/// How the value of an attribute is spelled where `@name` stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// As in a dictionary, without the type of a number.
    Plain,
    /// `<V>`
    Short,
    /// `"V"`
    Str,
    /// `V`
    Word,
    /// `V, W`: a string without quotes
    Words,
}

/// Tokens of the format language.
#[derive(Logos, Clone, Copy, PartialEq, Debug)]
#[logos(skip r"[ \n]+")]
pub enum FormatTok<'i> {
    #[regex("%[A-Za-z_][A-Za-z0-9_]*", |lex| &lex.slice()[1..])]
    Operand(&'i str),
    #[regex("@[A-Za-z_][A-Za-z0-9_]*", |lex| &lex.slice()[1..])]
    Attr(&'i str),
    #[regex("@[A-Za-z_][A-Za-z0-9_]*:(short|str|words?)", spelled)]
    Spelled((&'i str, Spelling)),
    #[regex("@[A-Za-z_][A-Za-z0-9_]*=[A-Za-z0-9_]+", |lex| lex.slice()[1..].split_once('='))]
    Set((&'i str, &'i str)),
    #[regex(r"T\([A-Za-z_][A-Za-z0-9_]*\)", |lex| { let text = lex.slice(); &text[2..text.len() - 1] })]
    TypeOf(&'i str),
    #[token("T*")]
    Types,
    #[token("T*-idx")]
    TypesNoIndex,
    #[token("R*")]
    Results,
    #[token("R()")]
    ResultsInParens,
    #[token("A", priority = 20)]
    Dict,
    #[token("REGION", priority = 20)]
    Region,
    #[token(",?")]
    MaybeComma,
    #[token("(?")]
    OptionalOpen,
    #[token("(-")]
    SkipOpen,
    #[token("(*")]
    RepeatOpen,
    #[token("(|")]
    OneOfOpen,
    #[token("(&")]
    AnyOrderOpen,
    #[token("|")]
    Bar,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[regex("[A-Za-z_][A-Za-z0-9_.]*", |lex| lex.slice())]
    Word(&'i str),
    #[regex(r"[A-Za-z_][A-Za-z0-9_.]*(\|[A-Za-z_][A-Za-z0-9_.]*)+", |lex| lex.slice())]
    Words(&'i str),
    #[token("->", |lex| lex.slice())]
    #[regex(r"[\[\]{}<>,:=]", |lex| lex.slice())]
    Punct(&'i str),
}

fn spelled<'i>(lex: &mut logos::Lexer<'i, FormatTok<'i>>) -> Option<(&'i str, Spelling)> {
    let (name, spelling) = lex.slice()[1..].split_once(':')?;
    let spelling = match spelling {
        "short" => Spelling::Short,
        "str" => Spelling::Str,
        "word" => Spelling::Word,
        _ => Spelling::Words,
    };
    Some((name, spelling))
}

/// An element with names instead of positions.
#[derive(Clone, PartialEq, Debug)]
pub enum Raw<'i> {
    Operand(&'i str),
    Attr(&'i str, Spelling),
    Set(&'i str, &'i str),
    TypeOf(&'i str),
    Types { skip_index: bool },
    Results { parens: bool },
    Dict,
    Region,
    MaybeComma,
    Optional(Vec<Raw<'i>>),
    Skip(Vec<Raw<'i>>),
    Repeat(Vec<Raw<'i>>),
    OneOf(Vec<Vec<Raw<'i>>>),
    AnyOrder(Vec<Vec<Raw<'i>>>),
    Word(&'i str),
    AnyOf(&'i str),
    Punct(&'i str),
}

/// An operand or destination by position in its definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ref {
    In(usize),
    Out(usize),
}

/// A value that `@name=member` sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetValue {
    Enum(EnumId, i32),
    Bool(bool),
    Str(&'static str),
}

/// An element of a compiled format.
#[derive(Clone, PartialEq, Debug)]
pub enum Elem {
    /// Punctuation.
    Punct(Tok),
    /// A keyword.
    Word(&'static str),
    /// One of several keywords.
    AnyOf(Box<[&'static str]>),
    /// A comma that input may leave out.
    MaybeComma,
    /// Operands of one role.
    Operand {
        role: usize,
        /// A comma-separated list instead of one value.
        list: bool,
        /// The role of the last value of the list, when that is another.
        last: Option<usize>,
        /// At least one value stands here: a group starts with the list.
        some: bool,
        /// A comma can follow the list in the text.
        comma: bool,
    },
    /// Attribute by position.
    Attr {
        at: usize,
        spelling: Spelling,
        /// `: type` may stand behind a number.
        typed: bool,
        /// The attribute has stood before.
        again: bool,
        /// Integers in brackets.
        list: bool,
    },
    /// Sets an attribute, without text.
    Set {
        at: usize,
        value: SetValue,
    },
    /// Type of an operand or result.
    TypeOf {
        of: Ref,
        list: bool,
        /// A comma can follow, so exactly as many types are read as there are values.
        exact: bool,
    },
    /// Types of the operands as they stand in the text.
    Types {
        skip_index: bool,
        /// See [`Elem::TypeOf`].
        exact: bool,
    },
    /// Types of all results; `parens` prints none or several in parentheses.
    Results {
        parens: bool,
    },
    Dict,
    Region,
    /// A `(` that may stand before types.
    TypesOpen,
    /// Its partner.
    TypesClose,
    Optional(Group),
    /// Read and ignored.
    Skip(Group),
    Repeat(Group),
    OneOf(Box<[Group]>),
    AnyOrder(Box<[Group]>),
}

/// Something that stands in a group.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Item {
    Operand(usize),
    /// A result by position.
    Result(usize),
    Attr(usize),
    /// An attribute that has this value.
    Set(usize, SetValue),
    /// Types of operands.
    Types,
    /// Types of results.
    Results,
}

/// The inside of a group, or one alternative.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    pub body: Box<[Elem]>,
    /// What the text must show for the group to be read.
    pub starts: Starts,
    /// What decides whether the group is printed: any of it for a group, all of it for an alternative.
    pub items: Box<[Item]>,
    /// Attributes that stand inside, by name.
    pub attrs: Box<[&'static str]>,
    /// The operand whose presence decides, for a group that holds types but no values.
    pub by: Option<usize>,
    /// Types of results stand inside.
    pub results: bool,
}

/// How the type of a result is found when the text does not give it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Derive {
    /// The text must give it.
    Written,
    Fixed(TypeId),
    Like(Ref),
    Infer(Infer),
}

/// A compiled format and what it implies.
#[derive(Debug, Default)]
pub struct Format {
    pub elems: Box<[Elem]>,
    /// Names of the attributes that stand outside of alternatives; the dictionary holds the others.
    pub placed: Box<[&'static str]>,
    /// Every operand stands exactly once, in the order of the definition.
    pub plain: bool,
    /// Operands stand in the order of the definition.
    pub ordered: bool,
    /// Operands are put in the order of the definition before their types are read.
    pub arrange_early: bool,
    /// Operands of a fixed type.
    pub fixed: Box<[(usize, TypeId)]>,
    /// Operands whose type the text does not give and that have the type of another one.
    pub like: Box<[(usize, Ref)]>,
    /// Where the types of results come from.
    pub derive: Box<[Derive]>,
}

/// Facts derived from a definition, computed once.
#[derive(Debug, Default)]
pub struct DefInfo {
    /// Fewest and most operands of `ins`.
    pub ins: (usize, usize),
    /// Fewest and most destinations.
    pub outs: (usize, usize),
    /// Every operand of `ins` stands exactly once.
    pub plain_ins: bool,
    /// Every destination stands exactly once.
    pub plain_outs: bool,
    /// The compiled format of a custom definition.
    pub format: Option<Format>,
}

/// The derived facts of an operation.
pub fn info(name: OpName) -> &'static DefInfo {
    static INFOS: OnceLock<Box<[OnceLock<DefInfo>]>> = OnceLock::new();
    let infos = INFOS.get_or_init(|| (0..OpName::count()).map(|_| OnceLock::new()).collect());
    infos[name.index()].get_or_init(|| derive(name.def()))
}

fn derive(def: &'static OpDef) -> DefInfo {
    let plain = |list: &[Operand]| list.iter().all(|o| o.arity == Arity::One);
    let format = match def.asm {
        Asm::Custom(text) => Some(compile(def, text)),
        _ => None,
    };
    DefInfo {
        ins: count(def.ins),
        outs: count(def.outs),
        plain_ins: plain(def.ins),
        plain_outs: plain(def.outs),
        format,
    }
}

/// Fewest and most values that the roles stand for.
pub fn count(roles: &[Operand]) -> (usize, usize) {
    roles.iter().fold((0usize, 0usize), |(min, max), o| match o.arity {
        Arity::One => (min + 1, max.saturating_add(1)),
        Arity::Optional => (min, max.saturating_add(1)),
        Arity::Variadic { min: m } => (min + usize::from(m), usize::MAX),
    })
}

/// Compiles a format. The definitions are fixed at build time and a test compiles all of them, so a format that does
/// not parse is a programming error.
fn compile(def: &'static OpDef, text: &'static str) -> Format {
    try_compile(def, text).unwrap_or_else(|error| panic!("format of {}: {error}", def.name))
}

/// Compiles a format, or says what is wrong with it.
pub fn try_compile(def: &'static OpDef, text: &'static str) -> Result<Format, String> {
    let tokens = FormatTok::lexer(text).spanned().map(|(tok, span)| match tok {
        Ok(tok) => Ok((span.start, tok, span.end)),
        Err(()) => Err(()),
    });
    let raw = grammar::ElementsParser::new().parse(tokens).map_err(|e| format!("{e:?}"))?;
    let mut resolver = Resolver { def, operands: Vec::new(), typed: Vec::new(), attrs: Vec::new(), any_types: false };
    let mut elems = resolver.resolve(raw, Place { repeat: false, top: true })?;
    let elems_placed = resolver.check(&elems)?;
    starts::annotate(def, &mut elems)?;
    let mut order = Vec::new();
    roles(&elems, &mut order);
    let top: Vec<usize> = elems
        .iter()
        .filter_map(|e| match e {
            Elem::Operand { role, .. } => Some(*role),
            _ => None,
        })
        .collect();
    let plain_ins = def.ins.iter().all(|o| o.arity == Arity::One);
    let reference = |name: &str| find(def, name).ok_or(format!("no value {name}"));
    let mut like = Vec::new();
    for (role, operand) in def.ins.iter().enumerate() {
        if let Ty::Like(name) = operand.ty
            && !resolver.any_types
            && !resolver.typed.contains(&Ref::In(role))
        {
            like.push((role, reference(name)?));
        }
    }
    let derive = def.outs.iter().map(|out| {
        Ok(match out.ty {
            Ty::Written | Ty::Literal(_) => Derive::Written,
            Ty::Fixed(ty) => Derive::Fixed(ty),
            Ty::Like(name) => Derive::Like(reference(name)?),
            Ty::Infer(infer) => Derive::Infer(infer),
        })
    });
    let derive = derive.collect::<Result<_, String>>()?;
    let fixed = def.ins.iter().enumerate().filter_map(|(role, o)| match o.ty {
        Ty::Fixed(ty) => Some((role, ty)),
        _ => None,
    });
    Ok(Format {
        placed: elems_placed.into(),
        plain: plain_ins && top.iter().copied().eq(0..def.ins.len()) && top.len() == order.len(),
        ordered: order.windows(2).all(|w| w[0] <= w[1]) && !mixes_roles(&elems),
        arrange_early: repeats_types(&elems),
        fixed: fixed.collect(),
        like: like.into(),
        derive,
        elems: elems.into(),
    })
}

fn find(def: &OpDef, name: &str) -> Option<Ref> {
    match def.ins.iter().position(|o| o.name == name) {
        Some(at) => Some(Ref::In(at)),
        None => def.outs.iter().position(|o| o.name == name).map(Ref::Out),
    }
}

/// Where elements stand.
#[derive(Clone, Copy)]
struct Place {
    /// In a repeated group.
    repeat: bool,
    /// In no group at all.
    top: bool,
}

/// Replaces names by positions, and collects what stands where.
struct Resolver {
    def: &'static OpDef,
    /// Operands that have stood so far.
    operands: Vec<usize>,
    /// Values whose types have stood so far.
    typed: Vec<Ref>,
    /// Attributes that have stood so far.
    attrs: Vec<usize>,
    /// `T*` has stood.
    any_types: bool,
}

impl Resolver {
    fn resolve(&mut self, raw: Vec<Raw<'static>>, place: Place) -> Result<Vec<Elem>, String> {
        let mut out: Vec<Elem> = Vec::with_capacity(raw.len());
        for one in raw {
            let elem = self.resolve_one(one, place)?;
            join(self.def, &mut out, elem);
        }
        if self.def.family != Family::Container {
            allow_parens(&mut out);
        }
        Ok(out)
    }

    fn resolve_one(&mut self, raw: Raw<'static>, place: Place) -> Result<Elem, String> {
        let def = self.def;
        let attr = |name: &str| def.attrs.iter().position(|a| a.name == name).ok_or(format!("no attribute {name}"));
        let variadic = |operand: &Operand| matches!(operand.arity, Arity::Variadic { .. });
        Ok(match raw {
            Raw::Operand(name) => {
                let role = def.ins.iter().position(|o| o.name == name).ok_or(format!("no operand {name}"))?;
                if place.repeat && !variadic(&def.ins[role]) {
                    return Err(format!("%{name} is repeated but not variadic"));
                }
                self.operands.push(role);
                Elem::Operand {
                    role,
                    list: variadic(&def.ins[role]) && !place.repeat,
                    last: None,
                    some: false,
                    comma: false,
                }
            }
            Raw::Attr(name, spelling) => {
                let at = attr(name)?;
                self.check_spelling(at, spelling)?;
                let again = self.attrs.contains(&at);
                self.attrs.push(at);
                Elem::Attr { at, spelling, typed: false, again, list: false }
            }
            Raw::Set(name, member) => {
                let at = attr(name)?;
                self.attrs.push(at);
                let value = set_value(def.attrs[at].kind, member).ok_or(format!("{name} has no member {member}"))?;
                Elem::Set { at, value }
            }
            Raw::TypeOf(name) => {
                let of = find(def, name).ok_or(format!("no value {name}"))?;
                let list = match of {
                    Ref::In(role) if !self.operands.contains(&role) => {
                        return Err(format!("T({name}) stands before %{name}"));
                    }
                    Ref::In(role) => variadic(&def.ins[role]) && !place.repeat,
                    Ref::Out(role) => variadic(&def.outs[role]),
                };
                self.typed.push(of);
                Elem::TypeOf { of, list, exact: false }
            }
            Raw::Types { skip_index } => {
                self.any_types = true;
                Elem::Types { skip_index, exact: false }
            }
            Raw::Results { parens } => Elem::Results { parens },
            Raw::Dict => Elem::Dict,
            Raw::Region if !place.top => return Err("REGION stands in a group".into()),
            Raw::Region => Elem::Region,
            Raw::MaybeComma => Elem::MaybeComma,
            Raw::Optional(body) => Elem::Optional(self.group(body, place.repeat)?),
            Raw::Skip(body) => {
                if body.iter().any(|e| !matches!(e, Raw::Punct(_) | Raw::Word(_) | Raw::AnyOf(_))) {
                    return Err("(- ..) holds more than literals".into());
                }
                Elem::Skip(self.group(body, place.repeat)?)
            }
            Raw::Repeat(body) => {
                let group = self.group(body, true)?;
                if role_of_rounds(&group.body).is_none() {
                    return Err("(* ..) holds no operand".into());
                }
                Elem::Repeat(group)
            }
            Raw::OneOf(list) => Elem::OneOf(self.alternatives(list, place.repeat)?),
            Raw::AnyOrder(list) => Elem::AnyOrder(self.alternatives(list, place.repeat)?),
            Raw::Word(word) => Elem::Word(word),
            Raw::AnyOf(words) => Elem::AnyOf(words.split('|').collect()),
            Raw::Punct(text) => Elem::Punct(punct(text).ok_or(format!("no token {text}"))?),
        })
    }

    fn group(&mut self, body: Vec<Raw<'static>>, repeat: bool) -> Result<Group, String> {
        let mut body = self.resolve(body, Place { repeat, top: false })?;
        if let Some(Elem::Operand { some, .. }) = body.first_mut() {
            *some = true;
        }
        let mut items = Vec::new();
        any_items(&body, &mut items);
        let values = has(&body, &|e| matches!(e, Elem::Operand { .. } | Elem::Attr { .. } | Elem::Set { .. }));
        Ok(Group {
            starts: Starts::default(),
            by: if values { None } else { first_typed(&body) },
            items: items.into(),
            attrs: self.attr_names(&body),
            results: has(&body, &|e| matches!(e, Elem::Results { .. } | Elem::TypeOf { of: Ref::Out(_), .. })),
            body: body.into(),
        })
    }

    fn alternatives(&mut self, list: Vec<Vec<Raw<'static>>>, repeat: bool) -> Result<Box<[Group]>, String> {
        let before = (self.operands.clone(), self.typed.clone(), self.attrs.clone());
        let mut after = before.clone();
        let mut out = Vec::with_capacity(list.len());
        for raw in list {
            (self.operands, self.typed, self.attrs) = before.clone();
            let mut group = self.group(raw, repeat)?;
            let mut items = Vec::new();
            all_items(&group.body, &mut items);
            group.items = items.into();
            out.push(group);
            after.0.extend_from_slice(&self.operands[before.0.len()..]);
            after.1.extend_from_slice(&self.typed[before.1.len()..]);
            after.2.extend_from_slice(&self.attrs[before.2.len()..]);
        }
        (self.operands, self.typed, self.attrs) = after;
        Ok(out.into())
    }

    fn attr_names(&self, body: &[Elem]) -> Box<[&'static str]> {
        let mut list = Vec::new();
        attrs_of(body, true, &mut list);
        list.into_iter().map(|at| self.def.attrs[at].name).collect()
    }

    fn check_spelling(&self, at: usize, spelling: Spelling) -> Result<(), String> {
        let attr = &self.def.attrs[at];
        let fits = match (attr.kind, spelling) {
            (AttrKind::Unit, _) => attr.keyword.is_some() && spelling == Spelling::Plain,
            (AttrKind::Enum(_) | AttrKind::EnumOf(_), Spelling::Words) => false,
            (AttrKind::Enum(_) | AttrKind::EnumOf(_), _) | (_, Spelling::Plain) => true,
            (AttrKind::Str, Spelling::Words) => true,
            _ => false,
        };
        if fits { Ok(()) } else { Err(format!("@{} cannot be spelled so", attr.name)) }
    }

    /// Checks the format as a whole, and gives the names of the attributes that stand outside of alternatives.
    fn check(&self, elems: &[Elem]) -> Result<Vec<&'static str>, String> {
        if let Some(missing) = (0..self.def.ins.len()).find(|role| !self.operands.contains(role)) {
            return Err(format!("%{} does not stand in the format", self.def.ins[missing].name));
        }
        if let Some(attr) = (0..self.def.attrs.len()).find(|at| !self.attrs.contains(at))
            && !has(elems, &|e| matches!(e, Elem::Dict))
        {
            return Err(format!("{} stands neither in the format nor in a dictionary", self.def.attrs[attr].name));
        }
        if repeats_types(elems) && self.any_types {
            return Err("T* and repeated types together".into());
        }
        check_groups(elems)?;
        let mut placed = Vec::new();
        attrs_of(elems, false, &mut placed);
        Ok(placed.into_iter().map(|at| self.def.attrs[at].name).collect())
    }
}

/// Appends an element, joined with those before it where they mean something together: integers in brackets, and a list
/// whose last value is another operand.
fn join(def: &OpDef, out: &mut Vec<Elem>, elem: Elem) {
    match (&elem, &mut out[..]) {
        (Elem::Punct(Tok::RBracket), [.., Elem::Punct(Tok::LBracket), Elem::Attr { at, list: false, .. }])
            if def.attrs[*at].kind == AttrKind::IntArray =>
        {
            let Some(Elem::Attr { at, spelling, again, .. }) = out.pop() else { return };
            out.pop();
            out.push(Elem::Attr { at, spelling, typed: false, again, list: true });
        }
        (
            Elem::Operand { role: single, list: false, .. },
            [.., Elem::Operand { list: true, last: last @ None, .. }, Elem::Punct(Tok::Comma)],
        ) => {
            *last = Some(*single);
            out.pop();
        }
        _ => out.push(elem),
    }
}

/// Lets operand types after `:` stand in parentheses: the instruction pages write `: (T, T) -> R`.
fn allow_parens(elems: &mut Vec<Elem>) {
    fn belongs(elem: &Elem) -> bool {
        match elem {
            Elem::TypeOf { of: Ref::In(_), .. } | Elem::Punct(Tok::Comma) => true,
            Elem::Optional(group) => group.body.iter().all(belongs),
            _ => false,
        }
    }
    let mut i = 0;
    while i + 1 < elems.len() {
        let types = matches!(elems[i], Elem::Punct(Tok::Colon))
            && matches!(elems[i + 1], Elem::TypeOf { of: Ref::In(_), list: false, .. });
        i += 1;
        if types {
            let end = (i..elems.len()).find(|j| !belongs(&elems[*j])).unwrap_or(elems.len());
            // A comma before something else is not part of the types.
            if !matches!(elems[end - 1], Elem::Punct(Tok::Comma)) {
                elems.insert(end, Elem::TypesClose);
                elems.insert(i, Elem::TypesOpen);
            }
        }
    }
}

fn set_value(kind: AttrKind, member: &'static str) -> Option<SetValue> {
    let in_enum = |id: EnumId| {
        let value = enums::get(id).members.iter().find(|m| m.0 == member)?.1;
        Some(SetValue::Enum(id, value))
    };
    match kind {
        AttrKind::Enum(id) => in_enum(id),
        AttrKind::EnumOf(ids) => ids.iter().find_map(|id| in_enum(*id)),
        AttrKind::Bool => member.parse().ok().map(SetValue::Bool),
        AttrKind::Str => Some(SetValue::Str(member)),
        _ => None,
    }
}

/// Calls `f` for every element, at any depth, in the order of the text.
pub(crate) fn walk<'e>(elems: &'e [Elem], f: &mut dyn FnMut(&'e Elem)) {
    for elem in elems {
        f(elem);
        match elem {
            Elem::Optional(group) | Elem::Skip(group) | Elem::Repeat(group) => walk(&group.body, f),
            Elem::OneOf(groups) | Elem::AnyOrder(groups) => groups.iter().for_each(|g| walk(&g.body, f)),
            _ => {}
        }
    }
}

fn has(elems: &[Elem], test: &dyn Fn(&Elem) -> bool) -> bool {
    let mut found = false;
    walk(elems, &mut |e| found |= test(e));
    found
}

/// Operands in the order of the text.
fn roles(elems: &[Elem], out: &mut Vec<usize>) {
    walk(elems, &mut |e| {
        if let Elem::Operand { role, last, .. } = e {
            out.push(*role);
            out.extend(*last);
        }
    });
}

/// Whether several operands are repeated together or stand in clauses of any order, which mixes their roles in the
/// text.
fn mixes_roles(elems: &[Elem]) -> bool {
    let several = |groups: &[Group]| {
        let mut list = Vec::new();
        groups.iter().for_each(|g| roles(&g.body, &mut list));
        list.len() > 1
    };
    has(elems, &|e| match e {
        Elem::Repeat(group) => several(std::slice::from_ref(group)),
        Elem::AnyOrder(groups) => several(groups),
        _ => false,
    })
}

/// Whether types of operands are repeated.
fn repeats_types(elems: &[Elem]) -> bool {
    has(
        elems,
        &|e| matches!(e, Elem::Repeat(group) if has(&group.body, &|e| matches!(e, Elem::TypeOf { of: Ref::In(_), .. }))),
    )
}

/// The operand that counts the rounds of a repeated group.
pub(crate) fn role_of_rounds(body: &[Elem]) -> Option<usize> {
    let mut found = None;
    walk(body, &mut |e| {
        if let Elem::Operand { role, .. } | Elem::TypeOf { of: Ref::In(role), .. } = e {
            found.get_or_insert(*role);
        }
    });
    found
}

fn first_typed(body: &[Elem]) -> Option<usize> {
    let mut found = None;
    walk(body, &mut |e| {
        if let Elem::TypeOf { of: Ref::In(role), .. } = e {
            found.get_or_insert(*role);
        }
    });
    found
}

/// Everything in a group that can be present or absent.
fn any_items(body: &[Elem], out: &mut Vec<Item>) {
    walk(body, &mut |e| match *e {
        Elem::Operand { role, last, .. } => {
            out.push(Item::Operand(role));
            out.extend(last.map(Item::Operand));
        }
        Elem::Attr { at, .. } => out.push(Item::Attr(at)),
        Elem::Set { at, .. } => out.push(Item::Attr(at)),
        Elem::TypeOf { of: Ref::In(role), .. } => out.push(Item::Operand(role)),
        Elem::TypeOf { of: Ref::Out(role), .. } => out.push(Item::Result(role)),
        Elem::Types { .. } => out.push(Item::Types),
        Elem::Results { .. } => out.push(Item::Results),
        _ => {}
    });
}

/// What an alternative needs: its operands, attributes and results outside of groups.
fn all_items(body: &[Elem], out: &mut Vec<Item>) {
    for elem in body {
        match *elem {
            Elem::Operand { role, last, .. } => {
                out.push(Item::Operand(role));
                out.extend(last.map(Item::Operand));
            }
            Elem::Attr { at, .. } => out.push(Item::Attr(at)),
            Elem::Set { at, value } => out.push(Item::Set(at, value)),
            Elem::Results { .. } => out.push(Item::Results),
            _ => {}
        }
    }
}

/// Attributes that stand in the elements, by position; with `deep` those in alternatives, too.
fn attrs_of(elems: &[Elem], deep: bool, out: &mut Vec<usize>) {
    for elem in elems {
        match elem {
            Elem::Attr { at, .. } | Elem::Set { at, .. } => out.push(*at),
            Elem::Optional(group) | Elem::Repeat(group) => attrs_of(&group.body, deep, out),
            Elem::AnyOrder(groups) => groups.iter().for_each(|g| attrs_of(&g.body, deep, out)),
            Elem::OneOf(groups) if deep => groups.iter().for_each(|g| attrs_of(&g.body, deep, out)),
            _ => {}
        }
    }
}

/// A group that is read must leave a trace.
fn check_groups(elems: &[Elem]) -> Result<(), String> {
    let mut bad = None;
    walk(elems, &mut |e| match e {
        Elem::Optional(group) if group.items.is_empty() => bad = Some("(? ..) holds literals only"),
        Elem::AnyOrder(groups) if groups.iter().any(|g| g.items.is_empty()) => {
            bad = Some("a clause of (& ..) holds literals only");
        }
        _ => {}
    });
    bad.map_or(Ok(()), |bad| Err(bad.to_owned()))
}

fn punct(text: &str) -> Option<Tok> {
    Some(match text {
        "(" => Tok::LParen,
        ")" => Tok::RParen,
        "[" => Tok::LBracket,
        "]" => Tok::RBracket,
        "{" => Tok::LBrace,
        "}" => Tok::RBrace,
        "<" => Tok::Less,
        ">" => Tok::Greater,
        "," => Tok::Comma,
        ":" => Tok::Colon,
        "=" => Tok::Equal,
        "->" => Tok::Arrow,
        _ => return None,
    })
}

/// Whether `T*-idx` leaves out an operand.
pub fn is_index(operand: &Operand) -> bool {
    matches!(operand.ty, Ty::Fixed(TypeId::INDEX))
}

/// Whether a pointer type may be written as `<f32>` for this operand (rule D9).
pub fn is_pointer(operand: &Operand) -> bool {
    operand.kind.meets(Kind::PTR) && !operand.kind.meets(Kind::TILE)
}

/// Whether an attribute has a value when it is absent.
pub fn has_default(def: &OpDef, at: usize) -> bool {
    def.attrs[at].default != AttrDefault::None
}

#[cfg(test)]
mod tests;
