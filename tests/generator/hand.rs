//! Statements of operations whose assembly is written by hand.
//!
//! They are generated in generic form, from the definition as all others; printing gives their own spelling, which is
//! then read back. Some are also written directly. Where attributes must agree with operands the arm of the operation
//! says so. Containers with regions and terminators are in [`super::functions`].

use super::attributes::Chosen;
use super::formats::{names, types};
use super::statements::{Plan, allowed, out_count, written};
use super::types::{Level, Ty, integer};
use super::{Scope, Value};
use pto_opt::dialect::def::{Arity, Hand, OpDef};
use pto_opt::ir::Form;

/// Whether the operation can stand alone.
pub fn is_leaf(hand: Hand) -> bool {
    !matches!(
        hand,
        Hand::Module
            | Hand::Func
            | Hand::Return
            | Hand::Call
            | Hand::CallIndirect
            | Hand::ScfFor
            | Hand::ScfIf
            | Hand::ScfWhile
            | Hand::ScfCondition
            | Hand::ScfYield
            | Hand::ScfIndexSwitch
            | Hand::ScfExecuteRegion
            | Hand::CfBr
            | Hand::CfCondBr
            | Hand::CfSwitch
    )
}

/// A random statement.
pub fn statement(scope: &mut Scope, def: &'static OpDef, hand: Hand, form: Form, level: Level) -> String {
    for _ in 0..1000 {
        let mut counts: Vec<usize> = def
            .ins
            .iter()
            .map(|o| match o.arity {
                Arity::One => 1,
                Arity::Optional => scope.rng.below(2),
                Arity::Variadic { min } => usize::from(min) + scope.rng.below(3),
            })
            .collect();
        let outs: Vec<usize> = def.outs.iter().map(|o| out_count(&mut scope.rng, o)).collect();
        let mut attrs: Vec<Option<Chosen>> = def
            .attrs
            .iter()
            .map(|a| (a.required || scope.rng.one_in(2)).then(|| super::attributes::choose(scope, def, a)))
            .collect();
        fit(scope, def, hand, &mut counts, &mut attrs);
        if !allowed(def, &counts, &attrs) {
            continue;
        }
        let mut plan = Plan::new(scope, def, &counts, &outs, attrs, level);
        agree(scope, def, hand, &mut plan);
        let own = form != Form::Generic && !scope.rng.one_in(3);
        if let Some(text) = own.then(|| direct(scope, def, hand, form, &plan)).flatten() {
            plan.define(scope);
            return text;
        }
        return written(scope, def, plan, false);
    }
    panic!("no legal choice for {}", def.name);
}

fn role(def: &OpDef, name: &str) -> usize {
    def.ins.iter().position(|o| o.name == name).unwrap_or_else(|| panic!("{} has no operand {name}", def.name))
}

fn attr(def: &OpDef, name: &str) -> usize {
    def.attrs.iter().position(|a| a.name == name).unwrap_or_else(|| panic!("{} has no attribute {name}", def.name))
}

/// Numbers of operands and attributes that depend on each other.
fn fit(scope: &mut Scope, def: &OpDef, hand: Hand, counts: &mut [usize], attrs: &mut [Option<Chosen>]) {
    match hand {
        Hand::Subview => {
            counts[role(def, "offsets")] = 2;
            counts[role(def, "valid_col")] = counts[role(def, "valid_row")];
            attrs[attr(def, "sizes")] = Some(Chosen::Integers(vec![32, 32]));
        }
        Hand::MemrefSubview | Hand::MemrefReinterpretCast => {
            let ranks = if hand == Hand::MemrefSubview { [2, 2, 2] } else { [1, 2, 2] };
            for (part, rank) in ["offsets", "sizes", "strides"].into_iter().zip(ranks) {
                let list: Vec<i64> = (0..rank)
                    .map(|_| if scope.rng.one_in(2) { i64::MIN } else { 1 + scope.rng.below(8) as i64 })
                    .collect();
                counts[role(def, part)] = list.iter().filter(|n| **n == i64::MIN).count();
                attrs[attr(def, &format!("static_{part}"))] = Some(Chosen::Integers(list));
            }
        }
        Hand::LlvmGep => {
            let list: Vec<i64> = (0..1 + scope.rng.below(3))
                .map(|_| if scope.rng.one_in(2) { i64::from(i32::MIN) } else { 1 })
                .collect();
            counts[role(def, "dynamicIndices")] = list.iter().filter(|n| **n < 0).count();
            let text: Vec<String> = list.iter().map(i64::to_string).collect();
            attrs[attr(def, "rawConstantIndices")] = Some(Chosen::Written(format!("array<i32: {}>", text.join(", "))));
        }
        // One extra operand is a stride and goes with a group, two are block and repeat stride.
        Hand::VmiVload | Hand::VmiVstore => {
            let (stride, block, repeat) = (role(def, "stride"), role(def, "block_stride"), role(def, "repeat_stride"));
            let grouped = attrs[attr(def, "group")].is_some();
            counts[stride] = usize::from(grouped);
            counts[block] = if grouped { 0 } else { scope.rng.below(2) };
            counts[repeat] = counts[block];
        }
        // Four control operands for the shape, or six for the full form.
        Hand::MteL1L0 => {
            let control: Vec<usize> = (0..def.ins.len()).filter(|r| def.ins[*r].arity == Arity::Optional).collect();
            let shape = control.len().saturating_sub(6);
            let full = shape == 0 || scope.rng.one_in(2);
            control.iter().enumerate().for_each(|(i, r)| counts[*r] = usize::from((i >= shape) == full));
        }
        _ => {}
    }
}

/// The spelling of its own, where it is easily written.
fn direct(scope: &mut Scope, def: &'static OpDef, hand: Hand, form: Form, plan: &Plan) -> Option<String> {
    let name = if form == Form::Sync { def.name.strip_prefix("pto.")? } else { def.name };
    let group = |name: &str| &plan.ins[role(def, name)][..];
    let left = plan.result_names();
    let results = || types(plan.outs.iter().flatten().map(|v| &v.ty));
    let all: Vec<Value> = plan.ins.iter().flatten().cloned().collect();
    let dict = plan.dict(scope, def, &[]);
    let dict = if dict.is_empty() { dict } else { format!(" {dict}") };
    Some(match hand {
        Hand::MteL1L0 => {
            let named = scope.rng.one_in(2);
            let operands: Vec<String> = def
                .ins
                .iter()
                .zip(&plan.ins)
                .flat_map(|(o, list)| list.iter().map(move |v| (o, v)))
                .map(|(o, v)| match o.arity {
                    Arity::Optional if named => format!("{}({})", o.name, v.name),
                    _ => v.name.clone(),
                })
                .collect();
            format!("{name} {}{dict} : {}", operands.join(", "), types(all.iter().map(|v| &v.ty)))
        }
        Hand::VmiVload => {
            let extra: String = all[2..].iter().map(|v| format!(", {}", v.name)).collect();
            let (source, offset) = (&group("source")[0], &group("offset")[0]);
            format!("{left}{name} {}[{}]{extra}{dict} : {} -> {}", source.name, offset.name, source.ty.text, results())
        }
        Hand::VmiVstore => {
            let (stored, destination, offset) = (group("values"), &group("destination")[0], &group("offset")[0]);
            let extra: String = all[stored.len() + 2..].iter().map(|v| format!(", {}", v.name)).collect();
            let mask: String = group("mask").iter().map(|v| format!(", {}", v.ty.text)).collect();
            format!(
                "{name} {}, {}[{}]{extra}{dict} : {}, {}{mask}",
                names(stored),
                destination.name,
                offset.name,
                types(stored.iter().map(|v| &v.ty)),
                destination.ty.text
            )
        }
        Hand::TgetVal => {
            let operands = types(all.iter().map(|v| &v.ty));
            format!("{left}{name} {}{dict} : ({operands}) -> {}", names(&all), results())
        }
        Hand::Tassign if left.is_empty() && scope.rng.one_in(2) => {
            let at = scope.rng.pick(&["@tile(0x1000)", "tile(0x40)", "@tile(512)"]);
            format!("{name} {}, {at}{dict}", all[0].name)
        }
        Hand::Tassign if left.is_empty() => {
            format!("{name} {}{dict} : {}", names(&all), types(all.iter().map(|v| &v.ty)))
        }
        Hand::Tassign => format!("{left}pto.tassign {}{dict} : {} -> {}", names(&all), all[0].ty.text, results()),
        _ => return None,
    })
}

/// Types and attributes that depend on each other.
fn agree(scope: &mut Scope, def: &OpDef, hand: Hand, plan: &mut Plan) {
    match hand {
        Hand::ArithConstant => {
            let (text, value) = scope.rng.pick(&[
                ("i1", "true"),
                ("index", "7 : index"),
                ("i32", "-5 : i32"),
                ("ui8", "255 : ui8"),
                ("f32", "1.5 : f32"),
                ("f16", "-2.5e-01 : f16"),
                ("vector<4xi16>", "dense<0> : vector<4xi16>"),
                ("vector<2xf32>", "dense<[1.0, 2.0]> : vector<2xf32>"),
            ]);
            plan.outs[0][0].ty = integer(text);
            plan.attrs[attr(def, "value")] = Some(Chosen::Written(value.to_owned()));
        }
        // A single truth value, or one for each element of the selected vectors.
        Hand::ArithSelect => {
            let condition = scope.value(&super::types::truth());
            plan.ins[role(def, "condition")] = vec![condition];
        }
        // The window is a tile like its source.
        Hand::Subview => {
            let source: &Value = &plan.ins[role(def, "source")][0];
            let ty: Ty = source.ty.clone();
            plan.outs[0][0].ty = ty;
        }
        _ => {}
    }
}
