//! Reads format strings as `pto_opt::dialect::def` describes them and writes random texts of that format.

use super::attributes::Chosen;
use super::statements::Plan;
use super::types::{Level, Ty};
use super::{Rng, Scope, Value};
use pto_opt::dialect::def::{Arity, Asm, Family, OpDef, Operand, Regions, Ty as DefTy};
use pto_opt::dialect::registry::OpName;
use pto_opt::ir::types::TypeId;

/// An element of a format.
#[derive(Clone, Debug)]
pub enum Element {
    Literal(&'static str),
    AnyOf(Vec<&'static str>),
    MaybeComma,
    Operand(&'static str),
    Attr(&'static str, &'static str),
    Set(&'static str, &'static str),
    TypeOf(&'static str),
    Types { skip_index: bool },
    Results,
    Dict,
    Region,
    Optional(Vec<Element>),
    Skip(Vec<Element>),
    Repeat(Vec<Element>),
    OneOf(Vec<Vec<Element>>),
    AnyOrder(Vec<Vec<Element>>),
}

/// Reads a format.
pub fn read(text: &'static str) -> Vec<Element> {
    let mut words = text.split_whitespace();
    let (list, end) = sequence(&mut words);
    assert!(end.is_none(), "unbalanced format: {text}");
    list
}

/// Elements up to a `)` that closes a group, a `|`, or the end. Plain parentheses are literals and nest.
fn sequence(words: &mut dyn Iterator<Item = &'static str>) -> (Vec<Element>, Option<&'static str>) {
    let mut out = Vec::new();
    let mut depth = 0;
    while let Some(word) = words.next() {
        let group = |words: &mut dyn Iterator<Item = &'static str>| {
            let mut alternatives = Vec::new();
            loop {
                let (list, end) = sequence(words);
                alternatives.push(list);
                if end != Some("|") {
                    return alternatives;
                }
            }
        };
        out.push(match word {
            "(?" => Element::Optional(group(words).remove(0)),
            "(-" => Element::Skip(group(words).remove(0)),
            "(*" => Element::Repeat(group(words).remove(0)),
            "(|" => Element::OneOf(group(words)),
            "(&" => Element::AnyOrder(group(words)),
            ")" | "|" if depth == 0 => return (out, Some(word)),
            "(" => {
                depth += 1;
                Element::Literal(word)
            }
            ")" => {
                depth -= 1;
                Element::Literal(word)
            }
            ",?" => Element::MaybeComma,
            "T*" => Element::Types { skip_index: false },
            "T*-idx" => Element::Types { skip_index: true },
            "R*" => Element::Results,
            "A" => Element::Dict,
            "REGION" => Element::Region,
            _ => match (word.split_at(1), word.strip_prefix("T(").and_then(|w| w.strip_suffix(')'))) {
                (_, Some(name)) => Element::TypeOf(name),
                (("%", name), _) if !name.is_empty() => Element::Operand(name),
                (("@", name), _) => match (name.split_once(':'), name.split_once('=')) {
                    (Some((name, spelling)), _) => Element::Attr(name, spelling),
                    (_, Some((name, member))) => Element::Set(name, member),
                    _ => Element::Attr(name, ""),
                },
                _ if word.len() > 1 && word.contains('|') => Element::AnyOf(word.split('|').collect()),
                _ => Element::Literal(word),
            },
        });
    }
    (out, None)
}

/// What stands in the text, once every choice is made.
#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    /// Operands of a role: from, count.
    Operands(usize, usize, usize),
    Attr(usize, &'static str),
    TypesOf(usize, usize, usize),
    TypeOfResults(usize),
    Types {
        skip_index: bool,
    },
    Results,
    Dict,
    Region,
}

/// Makes the choices for one statement.
struct Chooser<'a> {
    def: &'static OpDef,
    rng: &'a mut Rng,
    /// Operands of each role that stand in the text so far.
    counts: Vec<usize>,
    outs: &'a [usize],
    /// Attributes that the chosen elements place, with the member some of them set.
    placed: Vec<(usize, Option<&'static str>)>,
    pieces: Vec<Piece>,
    /// In a repeated group: one value a round.
    repeated: bool,
    /// The number of values in a list, where it is given.
    list: Option<usize>,
}

impl Chooser<'_> {
    fn role(&self, name: &str) -> Option<usize> {
        self.def.ins.iter().position(|o| o.name == name)
    }

    fn attr(&self, name: &str) -> usize {
        let at = self.def.attrs.iter().position(|a| a.name == name);
        at.unwrap_or_else(|| panic!("{} has no attribute {name}", self.def.name))
    }

    /// Whether a group without values of its own stands: `None` when that is a free choice.
    fn decided(&self, body: &[Element]) -> Option<usize> {
        if holds_values(body) {
            return None;
        }
        let mut found = None;
        for element in body {
            match element {
                Element::TypeOf(name) => {
                    found = Some(match self.role(name) {
                        Some(role) => self.counts[role],
                        None => self.outs[self.def.outs.iter().position(|o| o.name == *name).unwrap()],
                    });
                }
                Element::Types { .. } => found = Some(self.counts.iter().sum()),
                Element::Results => found = Some(self.outs.iter().sum()),
                Element::Optional(inner) => found = found.or(self.decided(inner)),
                _ => {}
            }
            if found.is_some() {
                break;
            }
        }
        found
    }

    fn all(&mut self, elements: &[Element]) {
        for element in elements {
            self.one(element);
        }
    }

    fn one(&mut self, element: &Element) {
        match element {
            Element::Literal(text) => self.pieces.push(Piece::Text((*text).to_owned())),
            Element::AnyOf(words) => {
                let word = self.rng.pick(words);
                self.pieces.push(Piece::Text(word.to_owned()));
            }
            Element::MaybeComma => {
                if !self.rng.one_in(3) {
                    self.pieces.push(Piece::Text(",".to_owned()));
                }
            }
            Element::Operand(name) => {
                let role = self.role(name).unwrap_or_else(|| panic!("{} has no operand {name}", self.def.name));
                let count = match self.def.ins[role].arity {
                    _ if self.repeated => 1,
                    Arity::Variadic { min } => self.list.unwrap_or_else(|| usize::from(min) + self.rng.below(3)),
                    _ => 1,
                };
                self.pieces.push(Piece::Operands(role, self.counts[role], count));
                self.counts[role] += count;
            }
            Element::Attr(name, spelling) => {
                let at = self.attr(name);
                if !self.placed.iter().any(|p| p.0 == at) {
                    self.placed.push((at, None));
                }
                self.pieces.push(Piece::Attr(at, spelling));
            }
            Element::Set(name, member) => {
                let at = self.attr(name);
                self.placed.push((at, Some(member)));
            }
            Element::TypeOf(name) => match self.role(name) {
                Some(role) if self.repeated => self.pieces.push(Piece::TypesOf(role, self.counts[role] - 1, 1)),
                Some(role) => self.pieces.push(Piece::TypesOf(role, 0, self.counts[role])),
                None => {
                    let out = self.def.outs.iter().position(|o| o.name == *name);
                    let out = out.unwrap_or_else(|| panic!("{} has no value {name}", self.def.name));
                    self.pieces.push(Piece::TypeOfResults(out));
                }
            },
            Element::Types { skip_index } => self.pieces.push(Piece::Types { skip_index: *skip_index }),
            Element::Results => self.pieces.push(Piece::Results),
            Element::Dict => self.pieces.push(Piece::Dict),
            Element::Region => self.pieces.push(Piece::Region),
            Element::Optional(body) => {
                let stands = match self.decided(body) {
                    Some(count) => count > 0,
                    None => self.rng.one_in(2),
                };
                if stands {
                    self.all_of(body);
                }
            }
            Element::Skip(body) => {
                if self.rng.one_in(2) {
                    self.all(body);
                }
            }
            Element::Repeat(body) => self.repeat(body),
            Element::OneOf(alternatives) => {
                let body = &alternatives[self.rng.below(alternatives.len())];
                self.all(body);
            }
            Element::AnyOrder(clauses) => {
                let mut order: Vec<usize> = (0..clauses.len()).collect();
                for i in (1..order.len()).rev() {
                    order.swap(i, self.rng.below(i + 1));
                }
                let mut any = false;
                for at in order {
                    if self.rng.one_in(2) || self.is_required(&clauses[at]) {
                        if std::mem::replace(&mut any, true) {
                            self.pieces.push(Piece::Text(",".to_owned()));
                        }
                        self.all(&clauses[at]);
                    }
                }
            }
        }
    }

    /// The body of an optional group that stands: a list that opens it is not empty.
    fn all_of(&mut self, body: &[Element]) {
        let before = self.pieces.len();
        self.all(body);
        for piece in &mut self.pieces[before..] {
            if let Piece::Operands(role, _, count @ 0) = piece {
                *count = 1;
                self.counts[*role] += 1;
            }
        }
    }

    fn is_required(&self, body: &[Element]) -> bool {
        body.iter().any(|element| match element {
            Element::Attr(name, _) => self.def.attrs[self.attr(name)].required,
            Element::Operand(name) => self.role(name).is_some_and(|role| self.def.ins[role].arity == Arity::One),
            _ => false,
        })
    }

    fn repeat(&mut self, body: &[Element]) {
        if holds_values(body) {
            let outer = std::mem::replace(&mut self.repeated, true);
            for _ in 0..self.rng.below(3) {
                self.all(body);
            }
            self.repeated = outer;
            return;
        }
        let rounds = self.decided(body).unwrap_or(0);
        for round in 0..rounds {
            let before = self.pieces.len();
            self.all(body);
            for piece in &mut self.pieces[before..] {
                if let Piece::TypesOf(_, from, count) = piece {
                    (*from, *count) = (round, 1);
                }
            }
        }
    }
}

fn holds_values(body: &[Element]) -> bool {
    body.iter().any(|element| match element {
        Element::Operand(_) | Element::Attr(..) | Element::Set(..) => true,
        Element::Optional(inner) | Element::Repeat(inner) => holds_values(inner),
        Element::OneOf(list) | Element::AnyOrder(list) => list.iter().any(|b| holds_values(b)),
        _ => false,
    })
}

/// Names of the attributes that stand anywhere in a format.
fn named(elements: &[Element], out: &mut Vec<&'static str>) {
    for element in elements {
        match element {
            Element::Attr(name, _) | Element::Set(name, _) => out.push(name),
            Element::Optional(inner) | Element::Repeat(inner) => named(inner, out),
            Element::OneOf(list) | Element::AnyOrder(list) => list.iter().for_each(|b| named(b, out)),
            _ => {}
        }
    }
}

/// A random statement of a custom format; `mnemonic` is what stands for its name.
pub fn statement(scope: &mut Scope, def: &'static OpDef, format: &'static str, mnemonic: &str, level: Level) -> String {
    with_list(scope, def, format, mnemonic, level, None)
}

/// As [`statement`]; the operands are the given ones, for a definition whose only operand is a list.
fn with_list(
    scope: &mut Scope,
    def: &'static OpDef,
    format: &'static str,
    mnemonic: &str,
    level: Level,
    given: Option<&[Value]>,
) -> String {
    let elements = read(format);
    for _ in 0..1000 {
        let outs: Vec<usize> = def.outs.iter().map(|o| super::statements::out_count(&mut scope.rng, o)).collect();
        let mut chooser = Chooser {
            def,
            rng: &mut scope.rng,
            counts: vec![0; def.ins.len()],
            outs: &outs,
            placed: Vec::new(),
            pieces: Vec::new(),
            repeated: false,
            list: given.map(<[Value]>::len),
        };
        chooser.all(&elements);
        let Chooser { counts, placed, pieces, .. } = chooser;
        let mut in_format = Vec::new();
        named(&elements, &mut in_format);
        let free = |at: usize| {
            let attr = &def.attrs[at];
            !placed.iter().any(|p| p.0 == at) && (attr.required || !in_format.contains(&attr.name))
        };
        let mut attrs: Vec<Option<Chosen>> = vec![None; def.attrs.len()];
        for at in 0..def.attrs.len() {
            let set = placed.iter().find(|p| p.0 == at);
            if set.is_some() || free(at) && (def.attrs[at].required || scope.rng.one_in(2)) {
                attrs[at] = Some(match set {
                    Some((_, Some(member))) => super::statements::member_of(&def.attrs[at], member),
                    _ => super::attributes::choose(scope, def, &def.attrs[at]),
                });
            }
        }
        // A result whose type nothing gives must have it in the text.
        let shown = |out: usize| {
            pieces.iter().any(|p| matches!(p, Piece::Results) || matches!(p, Piece::TypeOfResults(at) if *at == out))
        };
        let open = |o: &Operand| matches!(o.ty, DefTy::Written | DefTy::Literal(_));
        let untyped = (0..def.outs.len()).any(|out| outs[out] > 0 && open(&def.outs[out]) && !shown(out));
        if untyped || !super::statements::allowed(def, &counts, &attrs) {
            continue;
        }
        let mut plan = Plan::new(scope, def, &counts, &outs, attrs, level);
        if let Some(values) = given {
            plan.ins[0] = values.to_vec();
        }
        return write(scope, def, &plan, &pieces, mnemonic, &placed);
    }
    panic!("no legal choice for {}", def.name);
}

fn write(
    scope: &mut Scope,
    def: &'static OpDef,
    plan: &Plan,
    pieces: &[Piece],
    mnemonic: &str,
    placed: &[(usize, Option<&'static str>)],
) -> String {
    let mut text = plan.result_names();
    text.push_str(mnemonic);
    // Operands in the order of the text so far.
    let mut seen: Vec<(usize, usize)> = Vec::new();
    let parens_are_read = def.family != Family::Container;
    let list = |types: Vec<String>, rng: &mut Rng| {
        if types.is_empty() && parens_are_read {
            "()".to_owned()
        } else if parens_are_read && rng.one_in(4) {
            format!("({})", types.join(", "))
        } else {
            types.join(", ")
        }
    };
    for piece in pieces {
        let part = match piece {
            Piece::Text(text) => text.clone(),
            Piece::Operands(role, from, count) => {
                seen.extend((*from..from + count).map(|i| (*role, i)));
                names(&plan.ins[*role][*from..from + count])
            }
            Piece::Attr(at, spelling) => match &plan.attrs[*at] {
                Some(value) => value.in_format(&mut scope.rng, &def.attrs[*at], spelling),
                None => String::new(),
            },
            Piece::TypesOf(role, from, count) => {
                types(plan.ins[*role][*from..(from + count).min(plan.ins[*role].len())].iter().map(|v| &v.ty))
            }
            Piece::TypeOfResults(out) => types(plan.outs[*out].iter().map(|v| &v.ty)),
            Piece::Types { skip_index } => {
                let is_skipped = |role: usize| *skip_index && def.ins[role].ty == DefTy::Fixed(TypeId::INDEX);
                let shown = seen.iter().filter(|s| !is_skipped(s.0));
                list(shown.map(|&(role, i)| plan.ins[role][i].ty.text.clone()).collect(), &mut scope.rng)
            }
            Piece::Results => list(plan.outs.iter().flatten().map(|v| v.ty.text.clone()).collect(), &mut scope.rng),
            Piece::Dict => {
                let elided: Vec<usize> = placed.iter().map(|p| p.0).collect();
                plan.dict(scope, def, &elided)
            }
            Piece::Region => region(scope, def, plan),
        };
        if !part.is_empty() {
            text.push(' ');
            text.push_str(&part);
        }
    }
    text
}

/// A region of an operation that is not a container.
pub fn region(scope: &mut Scope, def: &'static OpDef, plan: &Plan) -> String {
    let mut text = String::from("{\n");
    // Captured values come in as arguments of the block.
    let captured: Vec<String> = def
        .ins
        .iter()
        .zip(&plan.ins)
        .filter(|(o, _)| o.name == "captures")
        .flat_map(|(_, values)| values.iter().map(|v| v.ty.text.clone()))
        .collect();
    if !captured.is_empty() {
        let args: Vec<String> = captured.iter().map(|ty| format!("{}: {ty}", scope.fresh())).collect();
        text.push_str(&format!("^bb0({}):\n", args.join(", ")));
    }
    let constant = scope.fresh();
    text.push_str(&format!("{constant} = arith.constant 1 : index\n"));
    if let Regions::Terminated(terminator) = def.regions {
        let given: Vec<Ty> = plan.outs.iter().flatten().map(|v| v.ty.clone()).collect();
        let values: Vec<Value> = given.iter().map(|ty| scope.value(ty)).collect();
        let end = OpName::get(terminator).unwrap_or_else(|| panic!("{} ends in no operation", def.name));
        text.push_str(&match end.def().asm {
            Asm::Custom(format) if !scope.rng.one_in(3) => {
                let name = scope.rng.pick(&[end.name(), end.mnemonic()]);
                with_list(scope, end.def(), format, name, Level::Values, Some(&values))
            }
            _ => format!("\"{terminator}\"({}) : ({}) -> ()", names(&values), types(given.iter())),
        });
        text.push('\n');
    }
    text.push('}');
    text
}

/// `%a, %b`
pub fn names(values: &[Value]) -> String {
    values.iter().map(|v| v.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// `T, T`
pub fn types<'t>(list: impl Iterator<Item = &'t Ty>) -> String {
    list.map(|ty| ty.text.as_str()).collect::<Vec<_>>().join(", ")
}
