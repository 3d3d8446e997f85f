//! What parsing a type or attribute depends on besides its text.
//!
//! Aliases stand for whole types and attributes, so a short file of aliases could describe a type of any depth and
//! length. [`Aliases`] therefore weighs what it is given, and the parsers refuse text that would grow beyond
//! [`MAX_DEPTH`] or [`MAX_EXPANSION`].

use crate::diagnostics::Sink;
use crate::ir::attrs::{Attr, AttrId, Context, DenseValues};
use crate::ir::types::{Type, TypeId};
use crate::target::Arch;
use std::collections::HashMap;

/// How deeply brackets of types and attributes may nest, aliases expanded.
pub const MAX_DEPTH: u32 = 64;

/// How much aliases may add to one type or attribute, in printed parts.
pub const MAX_EXPANSION: u32 = 4096;

/// Surroundings of a type or attribute.
pub struct Env<'a> {
    /// Where types and attributes are interned.
    pub context: &'a mut Context,
    /// Aliases defined so far.
    pub aliases: &'a Aliases,
    /// Where problems are reported.
    pub sink: &'a mut Sink,
    /// The target, when it is known: it decides the layout of left tiles (rule Z4).
    pub arch: Option<Arch>,
}

/// Depth and length of a type or attribute when it is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Weight {
    pub depth: u32,
    /// Number of parts.
    pub size: u32,
}

impl Weight {
    pub(crate) const LEAF: Weight = Weight { depth: 0, size: 1 };

    /// The weight of a text of `len` bytes that has no parts.
    pub(crate) fn of_text(len: usize) -> Weight {
        Weight { depth: 0, size: 1 + u32::try_from(len / 16).unwrap_or(u32::MAX - 1) }
    }

    /// The weight of something that also holds a part of weight `part`.
    pub(crate) fn with(self, part: Weight) -> Weight {
        Weight { depth: self.depth.max(part.depth.saturating_add(1)), size: self.size.saturating_add(part.size) }
    }
}

/// Named types and attributes.
#[derive(Default, Clone)]
pub struct Aliases {
    types: HashMap<String, TypeId>,
    attrs: HashMap<String, AttrId>,
    type_weights: HashMap<TypeId, Weight>,
    attr_weights: HashMap<AttrId, Weight>,
}

/// A node whose parts are weighed before it is.
enum Step {
    Type(TypeId, bool),
    Attr(AttrId, bool),
}

impl Aliases {
    /// Defines `!name`. Gives back whether the name was free.
    pub fn define_type(&mut self, context: &Context, name: &str, ty: TypeId) -> bool {
        self.weigh(context, Step::Type(ty, false));
        self.types.insert(name.to_owned(), ty).is_none()
    }

    /// Defines `#name`. Gives back whether the name was free.
    pub fn define_attr(&mut self, context: &Context, name: &str, attr: AttrId) -> bool {
        self.weigh(context, Step::Attr(attr, false));
        self.attrs.insert(name.to_owned(), attr).is_none()
    }

    /// The type behind `!name`.
    pub fn find_type(&self, name: &str) -> Option<TypeId> {
        self.types.get(name).copied()
    }

    /// The attribute behind `#name`.
    pub fn find_attr(&self, name: &str) -> Option<AttrId> {
        self.attrs.get(name).copied()
    }

    /// Names of the types, in no particular order.
    pub fn type_names(&self) -> impl Iterator<Item = &str> {
        self.types.keys().map(String::as_str)
    }

    /// Names of the attributes, in no particular order.
    pub fn attr_names(&self) -> impl Iterator<Item = &str> {
        self.attrs.keys().map(String::as_str)
    }

    pub(crate) fn type_weight(&self, ty: TypeId) -> Weight {
        self.type_weights.get(&ty).copied().unwrap_or(Weight::LEAF)
    }

    pub(crate) fn attr_weight(&self, attr: AttrId) -> Weight {
        self.attr_weights.get(&attr).copied().unwrap_or(Weight::LEAF)
    }

    /// Weighs a node and all its parts. Every node is weighed once in the life of the table, so the work is linear in
    /// what was parsed.
    fn weigh(&mut self, context: &Context, root: Step) {
        let mut stack = vec![root];
        while let Some(step) = stack.pop() {
            match step {
                Step::Type(id, _) if self.type_weights.contains_key(&id) => {}
                Step::Attr(id, _) if self.attr_weights.contains_key(&id) => {}
                Step::Type(id, true) => {
                    let mut weight = match context.types.get(id) {
                        Type::Foreign(text) => Weight::of_text(text.len()),
                        Type::Opaque(opaque) => Weight::of_text(opaque.body.as_ref().map_or(0, |body| body.len())),
                        _ => Weight::LEAF,
                    };
                    each_part_of_type(context, id, |part| weight = weight.with(self.weight_of(&part)));
                    self.type_weights.insert(id, weight);
                }
                Step::Attr(id, true) => {
                    let mut weight = match context.get(id) {
                        Attr::Str { text, .. } | Attr::Loc(text) | Attr::Opaque(text) => {
                            Weight::of_text(context.str(*text).len())
                        }
                        Attr::Dense { values: DenseValues::Hex(text), .. } => Weight::of_text(context.str(*text).len()),
                        Attr::Symbol(path) => Weight::of_text(path.iter().map(|s| context.str(*s).len()).sum()),
                        _ => Weight::LEAF,
                    };
                    each_part_of_attr(context, id, |part| weight = weight.with(self.weight_of(&part)));
                    self.attr_weights.insert(id, weight);
                }
                Step::Type(id, false) => {
                    stack.push(Step::Type(id, true));
                    each_part_of_type(context, id, |part| stack.push(part));
                }
                Step::Attr(id, false) => {
                    stack.push(Step::Attr(id, true));
                    each_part_of_attr(context, id, |part| stack.push(part));
                }
            }
        }
    }

    fn weight_of(&self, step: &Step) -> Weight {
        match step {
            Step::Type(id, _) => self.type_weight(*id),
            Step::Attr(id, _) => self.attr_weight(*id),
        }
    }
}

fn each_part_of_type(context: &Context, id: TypeId, mut f: impl FnMut(Step)) {
    context.types.get(id).for_each_part(|part| f(Step::Type(part, false)));
}

fn each_part_of_attr(context: &Context, id: AttrId, mut f: impl FnMut(Step)) {
    match context.get(id) {
        Attr::Int { ty, .. } | Attr::Float { ty, .. } | Attr::Type(ty) | Attr::DenseArray { elem: ty, .. } => {
            f(Step::Type(*ty, false));
        }
        Attr::Str { ty: Some(ty), .. } | Attr::Dense { ty, .. } => f(Step::Type(*ty, false)),
        Attr::Array(items) => items.iter().for_each(|item| f(Step::Attr(*item, false))),
        Attr::Dict(dict) => context.entries(*dict).iter().for_each(|(_, value)| f(Step::Attr(*value, false))),
        _ => {}
    }
    match context.get(id) {
        Attr::DenseArray { values, .. } | Attr::Dense { values: crate::ir::attrs::DenseValues::Values(values), .. } => {
            values.iter().for_each(|value| f(Step::Attr(*value, false)));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_grow_with_aliases() {
        let mut context = Context::default();
        let mut aliases = Aliases::default();
        let mut ty = TypeId::F32;
        for i in 0..40 {
            ty = context.types.intern(Type::Tuple { elems: [ty, ty].into() });
            assert!(aliases.define_type(&context, &format!("t{i}"), ty));
        }
        assert!(!aliases.define_type(&context, "t0", ty));
        assert_eq!(aliases.type_weight(ty), Weight { depth: 40, size: u32::MAX });
        let unit = context.attr(Attr::Array([AttrId::UNIT, AttrId::UNIT].into()));
        aliases.define_attr(&context, "a", unit);
        assert_eq!(aliases.attr_weight(unit), Weight { depth: 1, size: 3 });
    }
}
