//! Random attribute values, and their spellings.

use super::{Rng, Scope};
use pto_opt::dialect::def::{Asm, AttrDef, AttrKind, Infer, OpDef, Ty};
use pto_opt::dialect::enums::{self, AttrForm, Style};
use pto_opt::ir::attrs::EnumId;

/// A value that was chosen for an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// A member of an enumeration by its canonical spelling.
    Member(EnumId, &'static str),
    Integer(i64, u8),
    Integers(Vec<i64>),
    /// A string.
    Text(String),
    Unit,
    /// Anything else, as it stands in a dictionary.
    Written(String),
}

/// A random value of the kind.
pub fn choose(scope: &mut Scope, def: &OpDef, attr: &AttrDef) -> Chosen {
    let words = format!("@{}:words", attr.name);
    let of_words = matches!(def.asm, Asm::Custom(format) if format.contains(&words));
    let rng = &mut scope.rng;
    match attr.kind {
        AttrKind::Bool => Chosen::Written(rng.pick(&["true", "false"]).to_owned()),
        // One bit or small: what the numbers mean is not looked at.
        AttrKind::Int(width) => Chosen::Integer(rng.below(if width == 1 { 2 } else { 5 }) as i64, width),
        AttrKind::Float32 => Chosen::Written(rng.pick(&["0.5 : f32", "1.0e-05 : f32", "-3.25 : f32"]).to_owned()),
        AttrKind::Str if of_words => Chosen::Text(rng.pick(&["nsw", "nsw, nuw", "reassoc, nnan"]).to_owned()),
        AttrKind::Str => Chosen::Text(rng.pick(&["ring", "a b", "fast", "x_1"]).to_owned()),
        AttrKind::Unit => Chosen::Unit,
        AttrKind::Symbol => Chosen::Written(scope.peer(&[], &[])),
        AttrKind::Type => Chosen::Written(rng.pick(&["f32", "i32", "vector<4xf32>"]).to_owned()),
        AttrKind::IntArray if def.outs.iter().any(|o| o.ty == Ty::Infer(Infer::LlvmMember)) => {
            Chosen::Integers(vec![0])
        }
        AttrKind::IntArray => Chosen::Integers((0..1 + rng.below(3)).map(|i| i as i64).collect()),
        AttrKind::Enum(id) => member(rng, id),
        AttrKind::EnumOf(ids) => {
            let id = rng.pick(ids);
            member(rng, id)
        }
        AttrKind::AccPushEpilogue => Chosen::Written(
            rng.pick(&[
                "#pto.acc_push_epilogue<layout = nz2nd, quant = f32_f16, relu = no_relu>",
                "#pto.acc_push_epilogue<layout = nz2nz, quant = no_convert, relu = normal_relu>",
            ])
            .to_owned(),
        ),
        AttrKind::OpClass => Chosen::Written(rng.pick(&["#pto.op<TADD>", "#pto.op<TLOAD>"]).to_owned()),
        AttrKind::Any => Chosen::Written(rng.pick(&["7 : i32", "\"any\"", "[1, true]", "unit"]).to_owned()),
    }
}

fn member(rng: &mut Rng, id: EnumId) -> Chosen {
    let members = enums::get(id).members;
    Chosen::Member(id, members[rng.below(members.len())].0)
}

impl Chosen {
    /// `key = value` of a dictionary, or the key of a unit.
    pub fn entry(&self, rng: &mut Rng, attr: &AttrDef) -> String {
        match self {
            Chosen::Unit => attr.name.to_owned(),
            _ => format!("{} = {}", attr.name, self.value(rng, attr)),
        }
    }

    /// The value where it needs no context.
    pub fn value(&self, rng: &mut Rng, attr: &AttrDef) -> String {
        match self {
            Chosen::Member(_, name) if attr.bare => (*name).to_owned(),
            Chosen::Member(id, name) => member_text(rng, *id, name),
            Chosen::Integer(value, width) if rng.one_in(2) => format!("{value} : i{width}"),
            Chosen::Integer(value, _) => value.to_string(),
            Chosen::Integers(values) => format!("array<i64: {}>", join(values)),
            Chosen::Text(text) => format!("\"{text}\""),
            Chosen::Unit => "unit".to_owned(),
            Chosen::Written(text) => text.clone(),
        }
    }

    /// The value in a format, where the definition says how it is spelled: `short`, `str`, `word`, `words` or nothing.
    pub fn in_format(&self, rng: &mut Rng, attr: &AttrDef, spelling: &str) -> String {
        match (self, spelling) {
            (Chosen::Member(_, name), "short") => format!("<{name}>"),
            (Chosen::Member(_, name), "str") => format!("\"{name}\""),
            (Chosen::Member(_, name), "word") => (*name).to_owned(),
            (Chosen::Text(text), "words") => text.clone(),
            (Chosen::Integer(value, _), _) => value.to_string(),
            (Chosen::Integers(values), _) => join(values),
            (Chosen::Unit, _) => attr.keyword.unwrap_or(attr.name).to_owned(),
            _ => self.value(rng, attr),
        }
    }
}

fn join(values: &[i64]) -> String {
    values.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// The member of an enumeration as an attribute: the canonical spelling, or the other bracketed one.
fn member_text(rng: &mut Rng, id: EnumId, name: &str) -> String {
    let def = enums::get(id);
    let swap = rng.one_in(4) && matches!(def.style, Style::P | Style::E);
    match def.attr_form {
        AttrForm::Str => format!("\"{name}\""),
        AttrForm::Int => def.find(name).map_or_else(String::new, |v| v.to_string()),
        AttrForm::Bracket if swap => format!("#pto<{}<{name}>>", def.name),
        AttrForm::Pair if swap => format!("#pto.{}<{name}>", def.name),
        AttrForm::Bracket => format!("#pto.{}<{name}>", def.name),
        AttrForm::Pair => format!("#pto<{} {name}>", def.name),
    }
}
