//! Attributes of PTO: members of enumerations, and the few attributes with fields of their own.

use super::build::{Builder, Field, FieldValue, Node};
use crate::diagnostics::{Diagnostic, codes, suggest};
use crate::dialect::enums::{self, AttrForm, ENUMS, EnumDef};
use crate::ir::attrs::{Attr, EnumId};
use crate::ir::types::VmiLayout;

/// Attributes with fields.
const WITH_FIELDS: &[&str] = &["acc_push_epilogue", "vmi.layout", "tile_buf_config", "op"];

/// Attributes without parameters.
const BARE: &[&str] = &["vector_function"];

/// The enumeration that attributes called `name` belong to. Sets that are strings in text have no attribute, and
/// predicates of other dialects are integers.
fn enumeration(name: &str) -> Option<EnumId> {
    enums::by_name(name).filter(|id| {
        let set = enums::get(*id);
        match set.attr_form {
            AttrForm::Bracket | AttrForm::Pair => true,
            AttrForm::Str => !set.other_names.is_empty(),
            AttrForm::Int => false,
        }
    })
}

/// Where a name or value stands.
type Place = (u32, u32);

impl<'t> Builder<'t, '_, '_> {
    /// `#pto.name<fields>` or `#pto<..>`; `name` is `pto` or `pto.name`.
    pub fn pto(&mut self, name: &'t str, mut fields: Vec<Field<'t>>, start: u32, end: u32) -> Node {
        if let Some(name) = name.strip_prefix("pto.") {
            let place = (start, start + 5 + name.len() as u32);
            return self.pto_named(name, &mut fields, place, end);
        }
        // `#pto<name VALUE>`, `#pto<name<VALUE>>`, `#pto<name>`
        if fields.len() == 1
            && let Some(Field { key: None, value, start: field_start, end: field_end }) = fields.pop()
        {
            match value {
                FieldValue::Pair(name, value, value_start, value_end) => {
                    let place = (field_start, field_start + name.len() as u32);
                    let mut value =
                        [Field { key: None, value: FieldValue::Word(value), start: value_start, end: value_end }];
                    return self.pto_named(name, &mut value, place, end);
                }
                FieldValue::Nested(name, mut fields) => {
                    let place = (field_start, field_start + name.len() as u32);
                    return self.pto_named(name, &mut fields, place, end);
                }
                FieldValue::Word(name) => return self.bare_pto(name, field_start, field_end),
                _ => {}
            }
        }
        let span = self.span(start, end);
        self.wrong(
            Diagnostic::error(codes::BAD_ATTR, span, "malformed PTO attribute")
                .label("expected `#pto<name VALUE>` or `#pto.name<VALUE>`"),
        )
    }

    /// `#pto.name VALUE`
    pub fn hash_word(&mut self, name: &'t str, value: &'t str, start: u32, value_start: u32, end: u32) -> Node {
        let Some(pto) = name.strip_prefix("pto.") else {
            let span = self.span(value_start, end);
            return self.wrong(
                Diagnostic::error(codes::BAD_ATTR, span, format!("`{value}` after an attribute"))
                    .label("unexpected word"),
            );
        };
        let place = (start, start + 1 + name.len() as u32);
        let mut fields = [Field { key: None, value: FieldValue::Word(value), start: value_start, end }];
        self.pto_named(pto, &mut fields, place, end)
    }

    /// `#pto.name` without parameters.
    pub(super) fn bare_pto(&mut self, name: &str, start: u32, end: u32) -> Node {
        if BARE.contains(&name) {
            return self.opaque(&format!("#pto.{name}"));
        }
        let span = self.span(start, end);
        if let Some(id) = enumeration(name) {
            let set = enums::get(id);
            return self.wrong(
                Diagnostic::error(codes::BAD_ATTR, span, format!("`#pto.{name}` without a value"))
                    .label(format!("expected {}", set.list()))
                    .help(format!("write `{}`", example(set))),
            );
        }
        if WITH_FIELDS.contains(&name) {
            return self.wrong(
                Diagnostic::error(codes::BAD_ATTR, span, format!("`#pto.{name}` without parameters"))
                    .label("expected `<..>` after this"),
            );
        }
        self.unknown_attr(name, (start, end))
    }

    fn unknown_attr(&mut self, name: &str, place: Place) -> Node {
        let span = self.span(place.0, place.1);
        let mut diagnostic = Diagnostic::error(codes::UNKNOWN_ATTR, span, format!("unknown attribute `#pto.{name}`"))
            .label("not an attribute of PTO");
        if let Some(id) = enums::by_name(name) {
            diagnostic = diagnostic.help(format!("its values are strings: {}", enums::get(id).list()));
        } else {
            let known = ENUMS
                .iter()
                .filter(|e| e.attr_form != AttrForm::Int)
                .flat_map(|e| std::iter::once(e.name).chain(e.other_names.iter().copied()));
            let known = known.chain(WITH_FIELDS.iter().copied()).chain(BARE.iter().copied());
            if let Some(best) = suggest::nearest(name, known, 1).first() {
                diagnostic = diagnostic.help(format!("an attribute with a similar name exists: `{best}`"));
            }
        }
        self.wrong(diagnostic)
    }

    fn pto_named(&mut self, name: &str, fields: &mut [Field<'t>], place: Place, end: u32) -> Node {
        match name {
            "acc_push_epilogue" => return self.epilogue(fields, place),
            "vmi.layout" => return self.vmi_layout(fields, place),
            "tile_buf_config" => return self.tile_buf_config(fields),
            "op" => return self.op_class(fields, place),
            _ => {}
        }
        let Some(id) = enumeration(name) else { return self.unknown_attr(name, place) };
        let set = enums::get(id);
        let [field] = fields else {
            let span = self.span(place.0, end);
            return self.wrong(
                Diagnostic::error(codes::BAD_ATTR, span, format!("`{name}` has one value, {} given", fields.len()))
                    .label(format!("expected {}", set.list())),
            );
        };
        match self.member(set, field) {
            Some(value) => self.leaf(Attr::Enum { kind: id, value }),
            None => self.leaf(Attr::Error),
        }
    }

    /// The member that a field without key names (rules K3, K7).
    fn member(&mut self, set: &'static EnumDef, field: &Field<'t>) -> Option<i32> {
        let found = match &field.value {
            FieldValue::Word(word) if field.key.is_none() => set.find(word),
            _ => None,
        };
        if found.is_none() {
            let span = self.span(field.start, field.end);
            let shown = self.slice(field.start, field.end).trim_end();
            let mut diagnostic =
                Diagnostic::error(codes::UNKNOWN_ATTR, span, format!("`{shown}` is not a value of `{}`", set.name))
                    .label(format!("expected {}", set.list()));
            if let Some(best) = suggest::nearest(shown, set.members.iter().map(|m| m.0), 1).first() {
                diagnostic = diagnostic.fix(format!("a value with a similar name exists: `{best}`"), span, *best);
            }
            self.report(diagnostic);
        }
        found
    }

    fn bad_fields(&mut self, name: &str, expected: &str, place: Place) -> Node {
        let span = self.span(place.0, place.1);
        self.wrong(
            Diagnostic::error(codes::BAD_ATTR, span, format!("wrong parameters of `{name}`"))
                .label(format!("expected `{expected}`")),
        )
    }

    fn epilogue(&mut self, fields: &[Field<'t>], place: Place) -> Node {
        let sets =
            [("layout", enums::EPILOGUE_LAYOUT), ("quant", enums::EPILOGUE_QUANT), ("relu", enums::EPILOGUE_RELU)];
        let expected = "layout = L, quant = Q, relu = R";
        if fields.len() != sets.len() {
            return self.bad_fields("acc_push_epilogue", expected, place);
        }
        let mut values = [0; 3];
        for (i, ((key, set), field)) in sets.into_iter().zip(fields).enumerate() {
            match field.key {
                Some((k, ..)) if k == key => {}
                Some((_, start, end)) => return self.bad_fields("acc_push_epilogue", expected, (start, end)),
                None => return self.bad_fields("acc_push_epilogue", expected, (field.start, field.end)),
            }
            let value = Field { key: None, ..field.clone() };
            match self.member(enums::get(set), &value) {
                Some(value) => values[i] = value,
                None => return self.leaf(Attr::Error),
            }
        }
        let [layout, quant, relu] = values;
        self.leaf(Attr::AccPushEpilogue { layout, quant, relu })
    }

    fn op_class(&mut self, fields: &[Field<'t>], place: Place) -> Node {
        match fields {
            [Field { key: None, value: FieldValue::Word(word), .. }] => {
                let name = self.env.context.sym(&word.to_ascii_uppercase());
                self.leaf(Attr::OpClass(name))
            }
            _ => self.bad_fields("op", "#pto.op<TADD>", place),
        }
    }

    fn vmi_layout(&mut self, fields: &[Field<'t>], place: Place) -> Node {
        const EXPECTED: &str =
            "contiguous, deinterleaved = 2|4, block_deinterleaved = 2|4 or num_groups = N, then slots or lane_stride";
        let Some((first, rest)) = fields.split_first() else { return self.bad_fields("vmi.layout", EXPECTED, place) };
        let kind = match (&first.key, &first.value) {
            (None, FieldValue::Word("contiguous")) => "contiguous",
            (Some((key @ ("deinterleaved" | "block_deinterleaved" | "num_groups"), ..)), _) => key,
            _ => return self.bad_fields("vmi.layout", EXPECTED, (first.start, first.end)),
        };
        let number = match kind {
            "contiguous" => 0,
            _ => match self.positive(first) {
                Some(number) => number,
                None => return self.leaf(Attr::Error),
            },
        };
        if kind.ends_with("deinterleaved") && !matches!(number, 2 | 4) {
            let span = self.span(first.start, first.end);
            return self.wrong(
                Diagnostic::error(codes::BAD_ATTR, span, format!("`{kind}` cannot be {number}"))
                    .label("expected 2 or 4"),
            );
        }
        let (mut slots, mut lane_stride) = (None, None);
        for field in rest {
            let (target, allowed) = match field.key {
                Some(("slots", ..)) => (&mut slots, kind == "num_groups"),
                Some(("lane_stride", ..)) => (&mut lane_stride, kind != "block_deinterleaved"),
                _ => return self.bad_fields("vmi.layout", EXPECTED, (field.start, field.end)),
            };
            let (key, start, end) = field.key.unwrap_or_default();
            if !allowed || target.is_some() {
                let span = self.span(start, end);
                let why = if allowed { "given again".to_owned() } else { format!("not with `{kind}`") };
                return self
                    .wrong(Diagnostic::error(codes::BAD_ATTR, span, format!("`{key}` cannot stand here")).label(why));
            }
            match self.positive(field) {
                Some(number) => *target = Some(number),
                None => return self.leaf(Attr::Error),
            }
        }
        let lane_stride = lane_stride.unwrap_or(1);
        let layout = match kind {
            "contiguous" => VmiLayout::Contiguous { lane_stride },
            "deinterleaved" => VmiLayout::Deinterleaved { factor: number, lane_stride },
            "block_deinterleaved" => VmiLayout::BlockDeinterleaved { factor: number },
            _ => VmiLayout::NumGroups { groups: number, slots: slots.unwrap_or(0), lane_stride },
        };
        self.leaf(Attr::VmiLayout(layout))
    }

    /// A number above 0.
    fn positive(&mut self, field: &Field<'t>) -> Option<u32> {
        let number = match field.value {
            FieldValue::Number(number) if !number.float => number.integer().and_then(|n| u32::try_from(n).ok()),
            _ => None,
        };
        // Slots may be written as 0, which is the same as none.
        let zero_is_none = matches!(field.key, Some(("slots", ..)));
        let number = number.filter(|n| *n > 0 || zero_is_none);
        if number.is_none() {
            let span = self.span(field.start, field.end);
            let shown = self.slice(field.start, field.end);
            self.report(
                Diagnostic::error(codes::BAD_ATTR, span, format!("expected a positive number, found `{shown}`"))
                    .label("not a positive number"),
            );
        }
        number
    }

    /// `#pto.tile_buf_config<..>`: keys in any order, all optional, enumerations also by number.
    fn tile_buf_config(&mut self, fields: &[Field<'t>]) -> Node {
        const KEYS: [&str; 5] = ["blayout", "slayout", "s_fractal_size", "pad", "compact"];
        let sets =
            [Some(enums::BLAYOUT), Some(enums::SLAYOUT), None, Some(enums::PAD_VALUE), Some(enums::COMPACT_MODE)];
        let mut values = [0, 0, 512, 0, 0];
        let mut seen: [Option<Place>; 5] = [None; 5];
        for field in fields {
            let Some((key, start, end)) = field.key else {
                return self.bad_fields("tile_buf_config", "key=value", (field.start, field.end));
            };
            let Some(i) = KEYS.iter().position(|k| *k == key) else {
                let span = self.span(start, end);
                return self.wrong(
                    Diagnostic::error(codes::BAD_ATTR, span, format!("`tile_buf_config` has no field `{key}`"))
                        .label(format!("expected one of {}", KEYS.join(", "))),
                );
            };
            if let Some((first_start, first_end)) = seen[i].replace((start, end)) {
                let span = self.span(start, end);
                let first = self.span(first_start, first_end);
                return self.wrong(
                    Diagnostic::error(codes::DUPLICATE_KEY, span, format!("`{key}` is given twice"))
                        .label("given again")
                        .also(first, "first given here"),
                );
            }
            let number = match &field.value {
                FieldValue::Number(number) if !number.float => number.integer().and_then(|n| i32::try_from(n).ok()),
                _ => None,
            };
            let value = match (sets[i], &field.value) {
                (Some(set), FieldValue::Number(_)) => number.filter(|n| enums::get(set).spelling(*n).is_some()),
                (Some(set), FieldValue::Word(word)) => enums::get(set).find(word),
                (Some(set), FieldValue::Attr(node)) => match self.env.context.get(node.id) {
                    Attr::Enum { kind, value } if *kind == set => Some(*value),
                    Attr::Error => return self.leaf(Attr::Error),
                    _ => None,
                },
                (None, _) => number.filter(|n| matches!(n, 32 | 512 | 1024)),
                _ => None,
            };
            let Some(value) = value else {
                let span = self.span(field.start, field.end);
                let shown = self.slice(field.start, field.end);
                let expected = sets[i].map_or_else(|| "32, 512 or 1024".to_owned(), |set| enums::get(set).list());
                return self.wrong(
                    Diagnostic::error(codes::BAD_ATTR, span, format!("`{key}` cannot be `{shown}`"))
                        .label(format!("expected {expected}")),
                );
            };
            values[i] = value;
        }
        let [blayout, slayout, fractal, pad, compact] = values;
        self.leaf(Attr::TileBufConfig { blayout, slayout, fractal, pad, compact })
    }
}

/// A member as attribute.
pub(super) fn example(set: &EnumDef) -> String {
    let member = set.members.first().map_or("", |m| m.0);
    match set.attr_form {
        AttrForm::Bracket => format!("#pto.{}<{member}>", set.name),
        AttrForm::Pair => format!("#pto<{} {member}>", set.name),
        AttrForm::Str => format!("\"{member}\""),
        AttrForm::Int => set.members.first().map_or_else(String::new, |m| format!("{} : i64", m.1)),
    }
}
