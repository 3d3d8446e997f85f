//! Functions with random control flow around statements, and modules.

use super::types::{Level, Ty, index, integer, random, truth};
use super::{Scope, Value};
use pto_opt::dialect::def::Kind;

/// Values that go around loops and through branches.
const CARRIED: Kind = Kind(Kind::SCALAR.0 | Kind::TILE.0 | Kind::PTR.0);

fn carried(scope: &mut Scope, level: Level) -> Vec<Ty> {
    (0..scope.rng.below(3)).map(|_| random(&mut scope.rng, CARRIED, level)).collect()
}

fn values(scope: &mut Scope, types: &[Ty]) -> Vec<Value> {
    types.iter().map(|ty| scope.value(ty)).collect()
}

fn fresh(scope: &mut Scope, types: &[Ty]) -> Vec<Value> {
    types.iter().map(|ty| Value { name: scope.fresh(), ty: ty.clone() }).collect()
}

fn names(list: &[Value]) -> String {
    super::formats::names(list)
}

fn type_list(types: &[Ty]) -> String {
    super::formats::types(types.iter())
}

/// `%a, %b : T, T`, or nothing, with a space before it.
fn typed(list: &[Value]) -> String {
    let types: Vec<Ty> = list.iter().map(|v| v.ty.clone()).collect();
    if list.is_empty() { String::new() } else { format!(" {} : {}", names(list), type_list(&types)) }
}

/// `%r:2 = `, `%a, %b = `, or nothing; and the values.
fn results(scope: &mut Scope, types: &[Ty]) -> (String, Vec<Value>) {
    if types.is_empty() {
        return (String::new(), Vec::new());
    }
    if types.len() > 1 && scope.rng.one_in(2) {
        let name = scope.fresh();
        let list = types.iter().enumerate().map(|(i, ty)| Value { name: format!("{name}#{i}"), ty: ty.clone() });
        return (format!("{name}:{} = ", types.len()), list.collect());
    }
    let list = fresh(scope, types);
    (format!("{} = ", names(&list)), list)
}

/// Puts the statements that `leaf` makes into blocks and regions.
pub struct Writer<'a> {
    pub level: Level,
    /// The next statement, or `None` when there are no more.
    pub leaf: &'a mut dyn FnMut(&mut Scope) -> Option<String>,
    labels: usize,
}

impl<'a> Writer<'a> {
    /// A writer for statements of one level.
    pub fn new(level: Level, leaf: &'a mut dyn FnMut(&mut Scope) -> Option<String>) -> Self {
        Writer { level, leaf, labels: 0 }
    }

    /// The body of a function, its terminator included.
    pub fn body(&mut self, scope: &mut Scope) -> String {
        let mut text = String::new();
        self.statements(scope, &mut text, 3, 6);
        if scope.rng.one_in(2) {
            self.blocks(scope, &mut text);
        }
        while let Some(statement) = (self.leaf)(scope) {
            text.push_str(&statement);
            text.push('\n');
        }
        text.push_str(if scope.rng.one_in(2) { "return\n" } else { "func.return\n" });
        text
    }

    fn statements(&mut self, scope: &mut Scope, text: &mut String, depth: usize, most: usize) {
        for _ in 0..1 + scope.rng.below(most) {
            if depth > 0 && scope.rng.one_in(3) {
                self.construct(scope, text, depth - 1);
            } else if let Some(statement) = (self.leaf)(scope) {
                text.push_str(&statement);
                text.push('\n');
            }
        }
    }

    /// A region: its text without braces. Values defined inside are gone afterwards.
    fn region(
        &mut self,
        scope: &mut Scope,
        args: &[Value],
        depth: usize,
        end: &mut dyn FnMut(&mut Scope) -> String,
    ) -> String {
        let visible = scope.visible.len();
        args.iter().for_each(|v| scope.define(v.clone()));
        let mut text = String::new();
        self.statements(scope, &mut text, depth, 3);
        text.push_str(&end(scope));
        scope.visible.truncate(visible);
        text
    }

    /// One operation with regions, or a call.
    fn construct(&mut self, scope: &mut Scope, text: &mut String, depth: usize) {
        match scope.rng.below(7) {
            0 => self.scf_for(scope, text, depth),
            1 => self.scf_if(scope, text, depth),
            2 => self.scf_while(scope, text, depth),
            3 => self.index_switch(scope, text, depth),
            4 => self.execute_region(scope, text, depth),
            5 => self.call(scope, text),
            _ => self.call_indirect(scope, text),
        }
    }

    fn yielded<'t>(types: &'t [Ty]) -> impl FnMut(&mut Scope) -> String + 't {
        move |scope| {
            let list = values(scope, types);
            // An empty yield may be left out.
            if list.is_empty() && scope.rng.one_in(2) { String::new() } else { format!("scf.yield{}\n", typed(&list)) }
        }
    }

    fn scf_for(&mut self, scope: &mut Scope, text: &mut String, depth: usize) {
        let counter = if scope.rng.one_in(3) { integer("i32") } else { index() };
        let bounds = values(scope, &[counter.clone(), counter.clone(), counter.clone()]);
        let types = carried(scope, self.level);
        let inits = values(scope, &types);
        let i = Value { name: scope.fresh(), ty: counter.clone() };
        let args = fresh(scope, &types);
        let unsigned = if scope.rng.one_in(4) { "unsigned " } else { "" };
        let body = {
            let mut inside = vec![i.clone()];
            inside.extend(args.iter().cloned());
            self.region(scope, &inside, depth, &mut Self::yielded(&types))
        };
        let (left, made) = results(scope, &types);
        text.push_str(&format!(
            "{left}scf.for {unsigned}{} = {} to {} step {}",
            i.name, bounds[0].name, bounds[1].name, bounds[2].name
        ));
        if !types.is_empty() {
            let pairs: Vec<String> = args.iter().zip(&inits).map(|(a, b)| format!("{} = {}", a.name, b.name)).collect();
            text.push_str(&format!(" iter_args({}) -> ({})", pairs.join(", "), type_list(&types)));
        }
        if counter.text != "index" {
            text.push_str(&format!(" : {}", counter.text));
        }
        let unroll = if scope.rng.one_in(4) { " {pto.unroll = 2 : i64}" } else { "" };
        text.push_str(&format!(" {{\n{body}}}{unroll}\n"));
        made.into_iter().for_each(|v| scope.define(v));
    }

    fn scf_if(&mut self, scope: &mut Scope, text: &mut String, depth: usize) {
        let condition = scope.value(&truth());
        let types = carried(scope, self.level);
        let then = self.region(scope, &[], depth, &mut Self::yielded(&types));
        let otherwise = (!types.is_empty() || scope.rng.one_in(2))
            .then(|| self.region(scope, &[], depth, &mut Self::yielded(&types)));
        let (left, made) = results(scope, &types);
        let arrow = match types.len() {
            0 => String::new(),
            1 if scope.rng.one_in(2) => format!(" -> {}", type_list(&types)),
            _ => format!(" -> ({})", type_list(&types)),
        };
        text.push_str(&format!("{left}scf.if {}{arrow} {{\n{then}}}", condition.name));
        if let Some(otherwise) = otherwise {
            text.push_str(&format!(" else {{\n{otherwise}}}"));
        }
        text.push('\n');
        made.into_iter().for_each(|v| scope.define(v));
    }

    fn scf_while(&mut self, scope: &mut Scope, text: &mut String, depth: usize) {
        let (types, given) = (carried(scope, self.level), carried(scope, self.level));
        let inits = values(scope, &types);
        let before_args = fresh(scope, &types);
        let after_args = fresh(scope, &given);
        let before = self.region(scope, &before_args, depth, &mut |scope| {
            let condition = scope.value(&truth());
            let list = values(scope, &given);
            format!("scf.condition({}){}\n", condition.name, typed(&list))
        });
        let after = self.region(scope, &after_args, depth, &mut Self::yielded(&types));
        let (left, made) = results(scope, &given);
        text.push_str(&format!("{left}scf.while"));
        if !types.is_empty() {
            let pairs: Vec<String> =
                before_args.iter().zip(&inits).map(|(a, b)| format!("{} = {}", a.name, b.name)).collect();
            text.push_str(&format!(" ({})", pairs.join(", ")));
        }
        let given_text = match given.len() {
            1 if scope.rng.one_in(2) => type_list(&given),
            _ => format!("({})", type_list(&given)),
        };
        text.push_str(&format!(" : ({}) -> {given_text} {{\n{before}}} do {{\n", type_list(&types)));
        if !given.is_empty() {
            let list: Vec<String> = after_args.iter().map(|v| format!("{}: {}", v.name, v.ty.text)).collect();
            text.push_str(&format!("^bb0({}):\n", list.join(", ")));
        }
        text.push_str(&format!("{after}}}\n"));
        made.into_iter().for_each(|v| scope.define(v));
    }

    fn index_switch(&mut self, scope: &mut Scope, text: &mut String, depth: usize) {
        let at = scope.value(&index());
        let types = carried(scope, self.level);
        let mut cases = String::new();
        for case in 0..scope.rng.below(3) {
            let body = self.region(scope, &[], depth, &mut Self::yielded(&types));
            cases.push_str(&format!("case {} {{\n{body}}}\n", 3 * case));
        }
        let body = self.region(scope, &[], depth, &mut Self::yielded(&types));
        let (left, made) = results(scope, &types);
        let arrow = if types.is_empty() { String::new() } else { format!(" -> {}", type_list(&types)) };
        text.push_str(&format!("{left}scf.index_switch {}{arrow}\n{cases}default {{\n{body}}}\n", at.name));
        made.into_iter().for_each(|v| scope.define(v));
    }

    fn execute_region(&mut self, scope: &mut Scope, text: &mut String, depth: usize) {
        let types = carried(scope, self.level);
        let visible = scope.visible.len();
        let mut body = String::new();
        self.statements(scope, &mut body, depth, 2);
        if scope.rng.one_in(2) {
            self.blocks(scope, &mut body);
        }
        let list = values(scope, &types);
        body.push_str(&format!("scf.yield{}\n", typed(&list)));
        scope.visible.truncate(visible);
        let (left, made) = results(scope, &types);
        let arrow = match types.len() {
            0 => String::new(),
            1 => format!(" -> {}", type_list(&types)),
            _ => format!(" -> ({})", type_list(&types)),
        };
        text.push_str(&format!("{left}scf.execute_region{arrow} {{\n{body}}}\n"));
        made.into_iter().for_each(|v| scope.define(v));
    }

    fn call(&mut self, scope: &mut Scope, text: &mut String) {
        let (inputs, outputs) = (carried(scope, self.level), carried(scope, self.level));
        let texts = |list: &[Ty]| list.iter().map(|t| t.text.clone()).collect::<Vec<_>>();
        let callee = scope.peer(&texts(&inputs), &texts(&outputs));
        let args = values(scope, &inputs);
        let (left, made) = results(scope, &outputs);
        let word = scope.rng.pick(&["call", "func.call"]);
        text.push_str(&format!("{left}{word} {callee}({}) : {}\n", names(&args), function_type(&inputs, &outputs)));
        made.into_iter().for_each(|v| scope.define(v));
    }

    fn call_indirect(&mut self, scope: &mut Scope, text: &mut String) {
        let (inputs, outputs) = (carried(scope, self.level), carried(scope, self.level));
        let ty = function_type(&inputs, &outputs);
        let callee = scope.value(&Ty { text: ty.clone(), kind: Kind::FOREIGN, elem: None, shape: None });
        let args = values(scope, &inputs);
        let (left, made) = results(scope, &outputs);
        text.push_str(&format!("{left}func.call_indirect {}({}) : {ty}\n", callee.name, names(&args)));
        made.into_iter().for_each(|v| scope.define(v));
    }

    /// Branches to two or three blocks that meet again; the text goes on in the block where they do.
    fn blocks(&mut self, scope: &mut Scope, text: &mut String) {
        self.labels += 1;
        let label = |name: &str, n: usize| format!("^{name}{n}");
        let (a, b, end) = (label("left", self.labels), label("right", self.labels), label("end", self.labels));
        let (in_a, in_b, in_end) = (carried(scope, self.level), carried(scope, self.level), carried(scope, self.level));
        let target = |scope: &mut Scope, name: &str, types: &[Ty]| {
            let list = values(scope, types);
            if list.is_empty() { name.to_owned() } else { format!("{name}({})", typed(&list).trim_start()) }
        };
        if scope.rng.one_in(2) {
            let condition = scope.value(&truth());
            let (to_a, to_b) = (target(scope, &a, &in_a), target(scope, &b, &in_b));
            text.push_str(&format!("cf.cond_br {}, {to_a}, {to_b}\n", condition.name));
        } else {
            let flag = scope.value(&integer("i32"));
            let (to_a, to_b) = (target(scope, &a, &in_a), target(scope, &b, &in_b));
            let again = target(scope, &a, &in_a);
            text.push_str(&format!("cf.switch {} : i32, [default: {to_a}, 1: {to_b}, 7: {again}]\n", flag.name));
        }
        let visible = scope.visible.len();
        for (name, types) in [(&a, &in_a), (&b, &in_b)] {
            self.open(scope, text, name, types);
            self.statements(scope, text, 1, 2);
            let next = target(scope, &end, &in_end);
            text.push_str(&format!("cf.br {next}\n"));
            scope.visible.truncate(visible);
        }
        self.open(scope, text, &end, &in_end);
    }

    fn open(&mut self, scope: &mut Scope, text: &mut String, name: &str, types: &[Ty]) {
        let args = fresh(scope, types);
        let list: Vec<String> = args.iter().map(|v| format!("{}: {}", v.name, v.ty.text)).collect();
        let list = if list.is_empty() { String::new() } else { format!("({})", list.join(", ")) };
        text.push_str(&format!("{name}{list}:\n"));
        args.into_iter().for_each(|v| scope.define(v));
    }
}

fn function_type(inputs: &[Ty], outputs: &[Ty]) -> String {
    let outputs = match outputs.len() {
        1 => type_list(outputs),
        _ => format!("({})", type_list(outputs)),
    };
    format!("({}) -> {outputs}", type_list(inputs))
}
