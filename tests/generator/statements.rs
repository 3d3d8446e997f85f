//! Statements in the shared tile forms and in the generic form.

use super::attributes::{self, Chosen};
use super::formats::{names, types};
use super::types::{self as random, Level, Ty};
use super::{Rng, Scope, Value};
use pto_opt::dialect::def::{
    Arity, Asm, AttrDef, AttrKind, AttrPlace, Default, Family, Infer, Kind, OpDef, Operand, Place, Presence, Regions,
    Role, Traits, Ty as DefTy,
};
use pto_opt::dialect::enums;
use pto_opt::dialect::registry::OpName;
use pto_opt::ir::Form;

/// The values, types and attributes of one statement.
pub struct Plan {
    /// Operands by role.
    pub ins: Vec<Vec<Value>>,
    /// Results by role, or with [`Level::Buffers`] in the tile forms destinations.
    pub outs: Vec<Vec<Value>>,
    pub attrs: Vec<Option<Chosen>>,
}

/// How many results a role has.
pub fn out_count(rng: &mut Rng, out: &Operand) -> usize {
    match out.arity {
        Arity::One => 1,
        Arity::Optional => rng.below(2),
        Arity::Variadic { min } => usize::from(min) + rng.below(3),
    }
}

/// The member of an enumeration attribute, or the value of another one, by its text in a definition.
pub fn member_of(attr: &AttrDef, member: &'static str) -> Chosen {
    let ids = match attr.kind {
        AttrKind::Enum(id) => vec![id],
        AttrKind::EnumOf(ids) => ids.to_vec(),
        AttrKind::Str => return Chosen::Text(member.to_owned()),
        _ => return Chosen::Written(member.to_owned()),
    };
    let found = ids.into_iter().find_map(|id| Some((id, enums::get(id).members.iter().find(|m| m.0 == member)?.0)));
    let (id, name) = found.unwrap_or_else(|| panic!("{} has no member {member}", attr.name));
    Chosen::Member(id, name)
}

/// Whether operands and attributes may stand together.
pub fn allowed(def: &OpDef, counts: &[usize], attrs: &[Option<Chosen>]) -> bool {
    // A default that is written out counts as absent.
    let is_given = |def: &OpDef, at: usize| match (&attrs[at], def.attrs[at].default) {
        (Some(Chosen::Member(_, member)), Default::Member(default)) => *member != default,
        (value, _) => value.is_some(),
    };
    let count = |name: &str| match def.ins.iter().position(|o| o.name == name) {
        Some(role) => counts[role],
        None => def.attrs.iter().position(|a| a.name == name).map_or(0, |at| usize::from(is_given(def, at))),
    };
    let given = |list: &[&str]| list.iter().filter(|name| count(name) > 0).count();
    def.presence.iter().all(|rule| match *rule {
        Presence::One(list) => given(list) == 1,
        Presence::AtMostOne(list) => given(list) <= 1,
        Presence::Together(list) => list.iter().all(|name| count(name) == count(list[0])),
        Presence::Needs(name, other) => count(name) == 0 || count(other) > 0,
        Presence::NeedsMember(name, attr, member) => {
            let at = def.attrs.iter().position(|a| a.name == attr);
            let value = at.and_then(|at| attrs[at].as_ref());
            count(name) == 0 || matches!(value, Some(Chosen::Member(_, m)) if *m == member)
        }
        Presence::Refused(name, ..) => count(name) == 0,
    })
}

impl Plan {
    /// Chooses types and values for the given numbers of operands and results.
    pub fn new(
        scope: &mut Scope,
        def: &'static OpDef,
        counts: &[usize],
        outs: &[usize],
        attrs: Vec<Option<Chosen>>,
        level: Level,
    ) -> Plan {
        let mut plan = Plan { ins: vec![Vec::new(); def.ins.len()], outs: vec![Vec::new(); def.outs.len()], attrs };
        // Those that take their type from another one come last.
        for after in [false, true] {
            for (role, operand) in def.ins.iter().enumerate() {
                if matches!(operand.ty, DefTy::Like(_)) != after {
                    continue;
                }
                for _ in 0..counts[role] {
                    let ty = plan.type_of(scope, def, operand, level);
                    let value = scope.value(&ty);
                    plan.ins[role].push(value);
                }
            }
        }
        for (role, out) in def.outs.iter().enumerate() {
            for _ in 0..outs[role] {
                let ty = plan.type_of(scope, def, out, level);
                let name = scope.fresh();
                plan.outs[role].push(Value { name, ty });
            }
        }
        plan
    }

    fn type_of(&self, scope: &mut Scope, def: &OpDef, operand: &Operand, level: Level) -> Ty {
        let first = def.ins.first().is_some_and(|o| o.name == operand.name);
        let results = def.outs.first().map(|o| o.ty);
        let free = |scope: &mut Scope| match results {
            // The member at position 0 has the type that `infer` says.
            Some(DefTy::Infer(Infer::LlvmMember)) if first => random::structure(),
            // Some operand has elements.
            Some(DefTy::Infer(Infer::ElementOfFirst)) if first => loop {
                let ty = random::random(&mut scope.rng, operand.kind, level);
                if ty.elem.is_some() {
                    return ty;
                }
            },
            _ => random::random(&mut scope.rng, operand.kind, level),
        };
        match operand.ty {
            DefTy::Fixed(id) => random::fixed(id, operand.kind),
            DefTy::Like(name) => match self.first_of(def, name) {
                Some(ty) => ty,
                None => free(scope),
            },
            DefTy::Infer(infer) => self.infer(infer).unwrap_or_else(|| free(scope)),
            DefTy::Written | DefTy::Literal(_) => free(scope),
        }
    }

    /// The type of the first value of a role.
    fn first_of(&self, def: &OpDef, name: &str) -> Option<Ty> {
        let find = |roles: &[Operand], values: &[Vec<Value>]| {
            let role = roles.iter().position(|o| o.name == name)?;
            values[role].first().map(|v| v.ty.clone())
        };
        find(def.ins, &self.ins).or_else(|| find(def.outs, &self.outs))
    }

    /// What the text does not say, where the operation can work it out.
    fn infer(&self, infer: Infer) -> Option<Ty> {
        let operands = || self.ins.iter().flatten();
        match infer {
            Infer::ElementOfFirst => {
                let elem = operands().find_map(|v| v.ty.elem.clone())?;
                let kind = if elem.starts_with(['f', 'b', '!']) { Kind::FLOAT } else { Kind::INT };
                Some(Ty { text: elem, kind, elem: None, shape: None })
            }
            Infer::Predicate => {
                let first = operands().next()?;
                match &first.ty.elem {
                    Some(elem) => {
                        let mut ty = first.ty.clone();
                        let at = ty.text.rfind(elem.as_str())?;
                        ty.text.replace_range(at..at + elem.len(), "i1");
                        Some(ty)
                    }
                    None => Some(random::truth()),
                }
            }
            Infer::FirstTile => operands().find(|v| v.ty.kind == Kind::TILE).map(|v| v.ty.clone()),
            // The text says the type; any will do.
            Infer::PartitionView | Infer::Matmul | Infer::Subview => None,
            Infer::LlvmMember => Some(random::integer("i32")),
        }
    }

    /// `%a, %b = `, or nothing.
    pub fn result_names(&self) -> String {
        let list: Vec<&str> = self.outs.iter().flatten().map(|v| v.name.as_str()).collect();
        if list.is_empty() { String::new() } else { format!("{} = ", list.join(", ")) }
    }

    /// The dictionary without the attributes at `elided`, or nothing.
    pub fn dict(&self, scope: &mut Scope, def: &OpDef, elided: &[usize]) -> String {
        let mut entries: Vec<String> = Vec::new();
        for (at, value) in self.attrs.iter().enumerate() {
            if let Some(value) = value.as_ref().filter(|_| !elided.contains(&at)) {
                entries.push(value.entry(&mut scope.rng, &def.attrs[at]));
            }
        }
        if scope.rng.one_in(12) {
            entries.push("pto.remark = \"kept\"".to_owned());
        }
        if entries.is_empty() { String::new() } else { format!("{{{}}}", entries.join(", ")) }
    }

    fn out_types(&self) -> impl Iterator<Item = &Ty> {
        self.outs.iter().flatten().map(|v| &v.ty)
    }

    /// Makes the results usable.
    pub fn define(&self, scope: &mut Scope) {
        for value in self.outs.iter().flatten() {
            scope.define(value.clone());
        }
    }
}

/// Whether attributes of an operation can stand in the shared form.
fn stands(def: &OpDef, attr: &AttrDef, form: Form) -> bool {
    match attr.place {
        AttrPlace::Word(_) => false,
        AttrPlace::Tail(_) => form == Form::Dps,
        // The place is that of the format, which a custom definition has besides.
        AttrPlace::First => form != Form::Dps || matches!(def.asm, Asm::Tile),
        _ => true,
    }
}

/// Operand counts, destination counts and attributes for a tile operation in a form.
fn choose(scope: &mut Scope, def: &'static OpDef, form: Form) -> (Vec<usize>, Vec<usize>, Vec<Option<Chosen>>) {
    for _ in 0..1000 {
        let mut counts: Vec<usize> = Vec::new();
        for (role, operand) in def.ins.iter().enumerate() {
            let rng = &mut scope.rng;
            let count = match (operand.place, operand.arity) {
                (Place::Index(_), _) if form == Form::Dps => 0,
                (Place::Index(_), _) => 2 * rng.below(2),
                (Place::Tail(_), _) if form != Form::Dps => 0,
                (_, Arity::One) => 1,
                (_, Arity::Optional) => rng.below(2),
                (_, Arity::Variadic { min }) => usize::from(min) + rng.below(3),
            };
            // Operands are matched by kind from the left: a later one does not stand without an earlier like it.
            let open = |o: &Operand| matches!(o.place, Place::List | Place::Typed) && o.arity == Arity::Optional;
            let shadowed = open(operand)
                && (0..role).any(|r| open(&def.ins[r]) && counts[r] == 0 && def.ins[r].kind.meets(operand.kind));
            counts.push(if shadowed { 0 } else { count });
        }
        let outs: Vec<usize> = def.outs.iter().map(|o| out_count(&mut scope.rng, o)).collect();
        let attrs: Vec<Option<Chosen>> = def
            .attrs
            .iter()
            .map(|attr| {
                let wanted = attr.required || scope.rng.one_in(2);
                (wanted && stands(def, attr, form)).then(|| attributes::choose(scope, def, attr))
            })
            .collect();
        if allowed(def, &counts, &attrs) {
            return (counts, outs, attrs);
        }
    }
    panic!("no legal choice for {}", def.name);
}

/// The forms in which a read operation can be: registers that a destination-passing text names are results, so such a
/// text is one more spelling of the SSA form.
pub fn forms_of(op: OpName) -> Vec<Form> {
    let mut forms = spellings_of(op);
    if matches!(op.def().asm, Asm::Custom(_)) && op.def().traits.has(Traits::DEFINES_OUTS) {
        forms.retain(|form| *form != Form::Dps);
    }
    forms
}

/// The forms that an operation can be written in.
pub fn spellings_of(op: OpName) -> Vec<Form> {
    let def = op.def();
    let container = def.family == Family::Container;
    match def.asm {
        Asm::Generic => vec![Form::Generic],
        Asm::Tile => vec![Form::Sync, Form::Ssa, Form::Dps, Form::Generic],
        Asm::Custom(_) | Asm::Hand(_) if container => vec![Form::Ssa, Form::Generic],
        Asm::Custom(_) if def.traits.has(Traits::TILE_FORMS) => vec![Form::Sync, Form::Ssa, Form::Dps, Form::Generic],
        Asm::Custom(_) | Asm::Hand(_) => vec![Form::Sync, Form::Ssa, Form::Generic],
    }
}

/// A random statement in a form, without line break.
pub fn statement(scope: &mut Scope, op: OpName, form: Form, level: Level) -> String {
    let def = op.def();
    match (def.asm, form) {
        (Asm::Hand(hand), _) => super::hand::statement(scope, def, hand, form, level),
        (_, Form::Generic) | (Asm::Generic, _) => generic(scope, def, level),
        (Asm::Custom(_), Form::Dps) => tile(scope, def, form),
        (Asm::Custom(format), Form::Sync) if def.family != Family::Container => {
            super::formats::statement(scope, def, format, op.mnemonic(), level)
        }
        (Asm::Custom(format), _) => super::formats::statement(scope, def, format, def.name, level),
        (Asm::Tile, _) => tile(scope, def, form),
    }
}

/// The full name of an operation or one of its other names, with the suffixes that stand for some of its attributes;
/// those are taken out of the dictionary.
fn name_of(scope: &mut Scope, def: &'static OpDef, plan: &mut Plan) -> String {
    let aliases: Vec<&str> = def.aliases.iter().filter(|a| a.attrs.is_empty()).map(|a| a.name).collect();
    if !aliases.is_empty() && scope.rng.one_in(6) {
        return scope.rng.pick(&aliases).to_owned();
    }
    let mut name = def.name.to_owned();
    for group in def.suffixes {
        for (suffix, attr, member) in *group {
            let Some(at) = def.attrs.iter().position(|a| a.name == *attr) else { continue };
            if matches!(&plan.attrs[at], Some(Chosen::Member(_, m)) if m == member) && scope.rng.one_in(2) {
                name.push_str(suffix);
                plan.attrs[at] = None;
            }
        }
    }
    name
}

/// A literal for a scalar operand, where one can stand.
fn literal(scope: &mut Scope, operand: &Operand, ty: &Ty) -> Option<&'static str> {
    if !scope.rng.one_in(6) || operand.place != Place::List {
        return None;
    }
    match ty.text.as_str() {
        "f32" | "f16" | "bf16" | "f64" => Some(scope.rng.pick(&["1.5", "-0.25", "3.0"])),
        "i32" | "i64" | "ui16" | "si8" | "index" => Some(scope.rng.pick(&["1", "17", "0x10"])),
        _ => None,
    }
}

/// One of the shared forms.
fn tile(scope: &mut Scope, def: &'static OpDef, form: Form) -> String {
    let level = if form == Form::Dps { Level::Buffers } else { Level::Values };
    let (counts, outs, attrs) = choose(scope, def, form);
    let plan = Plan::new(scope, def, &counts, &outs, attrs, level);
    if form == Form::Dps { dps(scope, def, plan) } else { values(scope, def, plan, form) }
}

/// `%d = tadd %a, %b[%r, %c] {..} : (T, T, index, index) -> T`
fn values(scope: &mut Scope, def: &'static OpDef, mut plan: Plan, form: Form) -> String {
    let store = def.traits.has(Traits::STORE_LIKE);
    let all_once = def.ins.iter().chain(def.outs).all(|o| o.arity == Arity::One);
    let first = form == Form::Sync && !store && all_once && !def.outs.is_empty() && scope.rng.one_in(5);
    let mut text = if store || first { String::new() } else { plan.result_names() };
    let name = name_of(scope, def, &mut plan);
    text.push_str(if form == Form::Sync { name.strip_prefix("pto.").unwrap_or(&name) } else { &name });
    if store {
        // The destination is an operand that is there already.
        for value in plan.outs.iter_mut().flatten() {
            *value = scope.value(&value.ty);
        }
    }
    let mut operands: Vec<String> = Vec::new();
    let mut listed: Vec<String> = Vec::new();
    let mut literals = false;
    if first {
        // Rule S8: destinations, then operands.
        for value in plan.outs.iter().flatten() {
            operands.push(value.name.clone());
            listed.push(value.ty.text.clone());
        }
    }
    let outs: Vec<(&Operand, &Vec<Value>)> = def.outs.iter().zip(&plan.outs).filter(|_| store).collect();
    for (operand, given) in def.ins.iter().zip(&plan.ins).chain(outs) {
        if matches!(operand.place, Place::Index(_)) {
            continue;
        }
        let behind = def.ins.iter().position(|o| o.place == Place::Index(operand.name));
        for value in given {
            let mut name = match literal(scope, operand, &value.ty) {
                Some(number) => {
                    literals = true;
                    number.to_owned()
                }
                None => value.name.clone(),
            };
            listed.push(value.ty.text.clone());
            if let Some(offsets) = behind.map(|role| &plan.ins[role]).filter(|list| !list.is_empty()) {
                name.push_str(&format!("[{}]", names(offsets)));
                listed.extend(offsets.iter().map(|v| v.ty.text.clone()));
            }
            operands.push(name);
        }
    }
    if !operands.is_empty() {
        text.push_str(&format!(" {}", operands.join(", ")));
    }
    let dict = plan.dict(scope, def, &[]);
    if !dict.is_empty() {
        text.push_str(&format!(" {dict}"));
    }
    let results: Vec<String> = if store { Vec::new() } else { plan.out_types().map(|ty| ty.text.clone()).collect() };
    if listed.is_empty() && results.is_empty() {
        return text;
    }
    if first {
        text.push_str(&format!(" : ({})", listed.join(", ")));
        plan.define(scope);
        return text;
    }
    if !store {
        plan.define(scope);
    }
    // Types that operands and definitions give need not be written.
    let known = |o: &Operand| match o.ty {
        DefTy::Fixed(_) => true,
        DefTy::Like(name) => plan.first_of(def, name).is_some(),
        _ => false,
    };
    let usual = |(o, v): (&Operand, &Vec<Value>)| v.len() == usize::from(o.arity == Arity::One);
    let silent = store || def.outs.iter().all(known) && def.outs.iter().zip(&plan.outs).all(usual);
    if silent && !literals && scope.rng.one_in(4) {
        return text;
    }
    // One type for the result and every operand.
    if silent && results.len() == 1 && !literals && listed.iter().all(|ty| *ty == results[0]) && scope.rng.one_in(3) {
        text.push_str(&format!(" : {}", results[0]));
        return text;
    }
    let inputs = match listed.len() {
        1 if scope.rng.one_in(2) => listed[0].clone(),
        n if n > 1 && scope.rng.one_in(3) => listed.join(", "),
        _ => format!("({})", listed.join(", ")),
    };
    let results_text = match results.len() {
        1 if !scope.rng.one_in(4) => results[0].clone(),
        _ => format!("({})", results.join(", ")),
    };
    text.push_str(&format!(" : {inputs} -> {results_text}"));
    text
}

/// `pto.tadd ins(%a, %b : T, T) outs(%d : T) {..}`
fn dps(scope: &mut Scope, def: &'static OpDef, mut plan: Plan) -> String {
    // Registers named in `outs(..)` are results, buffers are there already.
    if def.traits.has(Traits::DEFINES_OUTS) {
        plan.define(scope);
    } else {
        for value in plan.outs.iter_mut().flatten() {
            *value = scope.value(&value.ty);
        }
    }
    let (at, chosen): (Vec<usize>, Vec<Chosen>) =
        plan.attrs.iter().enumerate().filter_map(|(i, a)| Some((i, a.clone()?))).unzip();
    let placed = |place: fn(AttrPlace) -> bool| -> Vec<(usize, Chosen)> {
        at.iter().copied().zip(chosen.clone()).filter(|(i, _)| place(def.attrs[*i].place)).collect()
    };
    let with_scratch = def.ins.iter().zip(&plan.ins).any(|(o, v)| o.role == Role::Scratch && !v.is_empty());
    let inside = def.traits.has(Traits::DICT_IN_INS) || def.traits.has(Traits::DICT_WITH_SCRATCH) && with_scratch;
    let not_dict: Vec<usize> = (0..def.attrs.len()).filter(|i| def.attrs[*i].place != AttrPlace::Dict).collect();
    let name = name_of(scope, def, &mut plan);
    let dict = plan.dict(scope, def, &not_dict);

    let mut items: Vec<String> = Vec::new();
    for (i, value) in placed(|p| p == AttrPlace::First) {
        items.push(value.value(&mut scope.rng, &def.attrs[i]));
    }
    let listed: Vec<&Value> = def
        .ins
        .iter()
        .zip(&plan.ins)
        .filter(|(o, _)| matches!(o.place, Place::List | Place::Typed))
        .flat_map(|(_, v)| v)
        .collect();
    let typed = def.ins.iter().any(|o| o.place == Place::Typed);
    for value in &listed {
        items.push(if typed { format!("{} : {}", value.name, value.ty.text) } else { value.name.clone() });
    }
    for (i, value) in placed(|p| p == AttrPlace::Item) {
        items.push(format!("{{{}}}", value.entry(&mut scope.rng, &def.attrs[i])));
    }
    // Rule D3: the dictionary is read in other places than its own, too.
    let has_items = def.attrs.iter().any(|a| a.place == AttrPlace::Item);
    let moved = !dict.is_empty() && !listed.is_empty() && !typed && !has_items && scope.rng.one_in(4);
    if moved {
        items.push(dict.clone());
    }
    let mut written = moved;
    let mut ins = items.join(", ");
    for attr in def.attrs {
        match attr.place {
            AttrPlace::Word(word) if !with_scratch && plan.outs.iter().flatten().count() > 1 => {
                ins.push_str(&format!(" {word}"));
            }
            _ => {}
        }
    }
    if (inside || scope.rng.one_in(6) && !listed.is_empty() && !typed) && !dict.is_empty() && !moved {
        written = true;
        ins.push_str(&format!(" {dict}"));
    }
    if !typed && !listed.is_empty() {
        ins.push_str(&format!(" : {}", types(listed.iter().map(|v| &v.ty))));
        for (_, value) in placed(|p| p == AttrPlace::TypeList) {
            if let Chosen::Member(_, name) = value {
                ins.push_str(&format!(", \"{name}\""));
            }
        }
    }
    for (operand, given) in def.ins.iter().zip(&plan.ins) {
        if let Place::Keyword(word) = operand.place {
            for value in given {
                ins.push_str(&format!(" {word} {} : {}", value.name, value.ty.text));
            }
        }
    }
    let mut text = name;
    if !ins.is_empty() || !def.ins.is_empty() {
        text.push_str(&format!(" ins({ins})"));
    }
    let outs: Vec<Value> = plan.outs.iter().flatten().cloned().collect();
    if !outs.is_empty() {
        text.push_str(&format!(" outs({} : {})", names(&outs), types(outs.iter().map(|v| &v.ty))));
    } else if def.traits.has(Traits::EMPTY_OUTS) {
        text.push_str(" outs()");
    }
    if !written && !dict.is_empty() {
        text.push_str(&format!(" {dict}"));
    }
    let clauses = |name: &str| def.clause_order.iter().position(|c| *c == name).unwrap_or(usize::MAX);
    let mut tail: Vec<(usize, String)> = Vec::new();
    for (operand, given) in def.ins.iter().zip(&plan.ins) {
        if let (Place::Tail(word), Some(value)) = (operand.place, given.first()) {
            tail.push((clauses(operand.name), format!(" {word} = {} : {}", value.name, value.ty.text)));
        }
    }
    for (i, value) in placed(|p| matches!(p, AttrPlace::Tail(_))) {
        let attr = &def.attrs[i];
        if let AttrPlace::Tail(word) = attr.place {
            tail.push((clauses(attr.name), format!(" {word} = {}", value.value(&mut scope.rng, attr))));
        }
    }
    tail.sort();
    text.extend(tail.into_iter().map(|t| t.1));
    text
}

/// `%d = "pto.tadd"(%a, %b) {..} : (T, T) -> T`, with destinations as results or as operands.
fn generic(scope: &mut Scope, def: &'static OpDef, level: Level) -> String {
    let tile_forms = def.asm_is_tile();
    let form = if tile_forms && level == Level::Buffers { Form::Dps } else { Form::Ssa };
    let (counts, outs, attrs) = choose(scope, def, form);
    let plan = Plan::new(scope, def, &counts, &outs, attrs, level);
    let destinations = tile_forms
        && !def.traits.has(Traits::DEFINES_OUTS)
        && (level == Level::Buffers || def.traits.has(Traits::STORE_LIKE));
    written(scope, def, plan, destinations)
}

/// The generic form of a plan.
pub fn written(scope: &mut Scope, def: &'static OpDef, mut plan: Plan, destinations: bool) -> String {
    if destinations {
        for value in plan.outs.iter_mut().flatten() {
            *value = scope.value(&value.ty);
        }
    }
    let offsets = def.ins.iter().zip(&plan.ins).any(|(o, v)| matches!(o.place, Place::Index(_)) && !v.is_empty());
    let order = def.generic_roles(destinations, offsets);
    let role = |at: usize| if at < def.ins.len() { &plan.ins[at] } else { &plan.outs[at - def.ins.len()] };
    let operands: Vec<Value> = order.iter().flat_map(|at| role(*at).iter().cloned()).collect();
    let arity = |at: usize| if at < def.ins.len() { def.ins[at].arity } else { def.outs[at - def.ins.len()].arity };
    let mut dict = plan.dict(scope, def, &[]);
    if order.iter().any(|at| arity(*at) != Arity::One) {
        let sizes: Vec<String> = order.iter().map(|at| role(*at).len().to_string()).collect();
        let sizes = format!("operandSegmentSizes = array<i32: {}>", sizes.join(", "));
        dict = match dict.strip_suffix('}') {
            Some(rest) => format!("{rest}, {sizes}}}"),
            None => format!("{{{sizes}}}"),
        };
    }
    let results: Vec<Value> = plan.outs.iter().flatten().filter(|_| !destinations).cloned().collect();
    let mut text = if destinations { String::new() } else { plan.result_names() };
    let properties = scope.rng.one_in(4) && !dict.is_empty();
    text.push_str(&format!("\"{}\"({})", def.name, names(&operands)));
    if properties {
        text.push_str(&format!(" <{dict}>"));
    }
    if def.regions != Regions::None {
        text.push_str(&format!(" ({})", super::formats::region(scope, def, &plan)));
    }
    if !properties && !dict.is_empty() {
        text.push_str(&format!(" {dict}"));
    }
    let result_types = match &results[..] {
        [one] if !one.ty.text.starts_with('(') && !scope.rng.one_in(4) => one.ty.text.clone(),
        _ => format!("({})", types(results.iter().map(|v| &v.ty))),
    };
    text.push_str(&format!(" : ({}) -> {result_types}", types(operands.iter().map(|v| &v.ty))));
    if !destinations {
        plan.define(scope);
    }
    text
}

/// Whether an operation has the shared tile forms.
pub trait TileForms {
    fn asm_is_tile(&self) -> bool;
}

impl TileForms for OpDef {
    fn asm_is_tile(&self) -> bool {
        matches!(self.asm, Asm::Tile) || self.traits.has(Traits::TILE_FORMS)
    }
}
