//! Parsed values to the kinds that operations declare.
//!
//! Text does not tell everything: `"lt"` may be a string or a member of an enumeration, `5` an integer of any width. The
//! definition of the operation decides (rules K4, M9), and what it cannot mean is an error here.

use super::number::fit_int;
use super::pto::example;
use crate::diagnostics::{Diagnostic, codes, suggest};
use crate::dialect::def::AttrKind;
use crate::dialect::enums::{self, EnumDef, Integers, Style};
use crate::ir::attr_print::{attr_string, float, print_symbol_name};
use crate::ir::attrs::{Attr, AttrId, EnumId};
use crate::ir::type_print::type_string;
use crate::ir::types::{Float, Sign, Type, TypeId};
use crate::source::Span;
use crate::syntax::env::Env;

/// Converts the value of attribute `key`, which stands at `span`, to the kind that its operation declares. A value that
/// cannot be one is reported, and [`Attr::Error`] is given back.
pub fn convert(value: AttrId, kind: AttrKind, key: &str, span: Span, env: &mut Env) -> AttrId {
    let attr = env.context.get(value).clone();
    if attr == Attr::Error {
        return value;
    }
    let mut c = Converter { value, key, span, env };
    let converted = match (kind, attr) {
        (AttrKind::Any, _) => return value,
        (AttrKind::Bool, Attr::Bool(_)) => return value,
        (AttrKind::Bool, Attr::Unit) => Some(Attr::Bool(true)),
        (AttrKind::Bool, attr) => {
            let instead = match attr {
                Attr::Int { value: 0, .. } => Some("false"),
                Attr::Int { value: 1, .. } => Some("true"),
                _ => None,
            };
            c.refuse("`true` or `false`", instead.map(str::to_owned))
        }
        (AttrKind::Int(width), attr) => c.integer(attr, width),
        (AttrKind::Float32, attr) => c.float32(attr),
        (AttrKind::Str, Attr::Str { .. }) => return value,
        (AttrKind::Str, _) => c.refuse("a string", None),
        (AttrKind::Unit, Attr::Unit) => return value,
        (AttrKind::Unit, Attr::Bool(true)) => Some(Attr::Unit),
        (AttrKind::Unit, _) => c.refuse("no value: the attribute is there or not", None),
        (AttrKind::Symbol, Attr::Symbol(_)) => return value,
        (AttrKind::Symbol, attr) => {
            let instead = match attr {
                Attr::Str { text, .. } => {
                    let mut out = String::new();
                    print_symbol_name(c.env.context.str(text), &mut out);
                    Some(out)
                }
                _ => None,
            };
            c.refuse("a symbol `@name`", instead)
        }
        (AttrKind::Type, Attr::Type(_)) => return value,
        (AttrKind::Type, _) => c.refuse("a type", None),
        (AttrKind::IntArray, attr) => c.int_array(attr),
        (AttrKind::Enum(id), attr) => c.member(&[id], attr),
        (AttrKind::EnumOf(ids), attr) => c.member(ids, attr),
        (AttrKind::AccPushEpilogue, Attr::AccPushEpilogue { .. }) => return value,
        (AttrKind::AccPushEpilogue, _) => c.refuse("`#pto.acc_push_epilogue<layout = L, quant = Q, relu = R>`", None),
        (AttrKind::OpClass, Attr::OpClass(_)) => return value,
        (AttrKind::OpClass, _) => c.refuse("`#pto.op<NAME>`", None),
    };
    env.context.attr(converted.unwrap_or(Attr::Error))
}

struct Converter<'a, 'b> {
    value: AttrId,
    key: &'a str,
    span: Span,
    env: &'a mut Env<'b>,
}

impl Converter<'_, '_> {
    /// Reports that the value is not `expected`.
    fn refuse(&mut self, expected: &str, instead: Option<String>) -> Option<Attr> {
        let shown = shorten(attr_string(self.env.context, self.value));
        let mut diagnostic =
            Diagnostic::error(codes::ATTR_KIND, self.span, format!("`{}` cannot be `{shown}`", self.key))
                .label(format!("expected {expected}"));
        if let Some(instead) = instead {
            diagnostic = diagnostic.fix(format!("write `{instead}`"), self.span, instead);
        }
        self.env.sink.push(diagnostic);
        None
    }

    fn integer(&mut self, attr: Attr, width: u8) -> Option<Attr> {
        let ty = self.env.context.types.intern(Type::Int { width: width.into(), sign: Sign::Signless });
        let expected = format!("an integer of type i{width}");
        match attr {
            // A literal without a type is an i64 until here.
            Attr::Int { value, ty: written } if written == ty || written == TypeId::I64 => {
                if let Some(value) = fit_int(value, width.into(), Sign::Signless) {
                    return Some(Attr::Int { value, ty });
                }
                self.refuse(&format!("{expected}: -{} to {}", 1u128 << (width - 1), (1u128 << width) - 1), None)
            }
            Attr::Int { value, ty: written } => {
                let found = type_string(self.env.context, written);
                self.refuse(&format!("{expected}, found {found}"), Some(format!("{value} : i{width}")))
            }
            _ => self.refuse(&expected, None),
        }
    }

    fn float32(&mut self, attr: Attr) -> Option<Attr> {
        match attr {
            Attr::Float { ty: TypeId::F32, .. } => Some(attr),
            // A literal without a type is an f64 until here.
            Attr::Float { bits, pattern: None, ty: TypeId::F64 } => {
                match float::from_value(f64::from_bits(bits), Float::F32) {
                    Some(bits) => Some(Attr::Float { bits: bits.value, pattern: bits.pattern, ty: TypeId::F32 }),
                    None => self.refuse("a float in the range of f32", None),
                }
            }
            Attr::Int { value, ty: TypeId::I64 } => self.refuse("a float", Some(format!("{value}.0 : f32"))),
            _ => self.refuse("a float of type f32", None),
        }
    }

    fn int_array(&mut self, attr: Attr) -> Option<Attr> {
        match attr {
            Attr::DenseArray { elem: TypeId::I64, .. } => Some(attr),
            Attr::Array(items) => {
                let is_int = |id: &AttrId| matches!(self.env.context.get(*id), Attr::Int { ty: TypeId::I64, .. });
                if items.iter().all(is_int) {
                    return Some(Attr::DenseArray { elem: TypeId::I64, values: items });
                }
                self.refuse("a list of integers", None)
            }
            _ => self.refuse("a list of integers, `array<i64: 1, 2>`", None),
        }
    }

    /// A member of one of several enumerations, the first that has it.
    fn member(&mut self, ids: &[EnumId], attr: Attr) -> Option<Attr> {
        let sets = || ids.iter().map(|id| (*id, enums::get(*id)));
        match attr {
            Attr::Enum { kind, value } => {
                if ids.contains(&kind) {
                    return Some(attr);
                }
                let given = enums::get(kind);
                for (id, set) in sets().filter(|(_, set)| set.accepts.contains(&given.name)) {
                    if let Some(value) = given.spelling(value).and_then(|name| set.find(name)) {
                        return Some(Attr::Enum { kind: id, value });
                    }
                }
                self.refuse_member(ids, given.spelling(value).unwrap_or(""), false)
            }
            Attr::Str { text, ty: None } => {
                let text = self.env.context.str(text).to_owned();
                for (id, set) in sets() {
                    if let Some(value) = set.find(&text) {
                        return Some(Attr::Enum { kind: id, value });
                    }
                }
                self.refuse_member(ids, &text, true)
            }
            Attr::Int { value, .. } => self.integer_member(ids, value),
            // Older files say `highPrecision = true`.
            Attr::Bool(on) => {
                let name = if on { "high_precision" } else { "default" };
                let found = sets().filter(|(_, set)| set.find("high_precision").is_some());
                match found.filter_map(|(kind, set)| Some((kind, set.find(name)?))).next() {
                    Some((kind, value)) => Some(Attr::Enum { kind, value }),
                    None => self.refuse_member(ids, "", false),
                }
            }
            _ => self.refuse_member(ids, "", false),
        }
    }

    fn integer_member(&mut self, ids: &[EnumId], number: i128) -> Option<Attr> {
        let value = i32::try_from(number).ok();
        let found = ids.iter().find_map(|id| {
            let set = enums::get(*id);
            let value = value?;
            let name = set.spelling(value)?;
            (set.integers != Integers::Reject).then_some((*id, value, name))
        });
        let Some((id, value, name)) = found else {
            if ids.iter().all(|id| enums::get(*id).integers == Integers::Reject) {
                let mut diagnostic = Diagnostic::error(
                    codes::ATTR_KIND,
                    self.span,
                    format!("`{}` cannot be the number {number}", self.key),
                )
                .label(format!("expected {}", list(ids)));
                if ids.iter().all(|id| enums::get(*id).style != Style::S) {
                    diagnostic = diagnostic.note("implementations number the members differently; names decide");
                }
                self.env.sink.push(diagnostic);
                return None;
            }
            return self.refuse_member(ids, "", false);
        };
        let set = enums::get(id);
        if set.integers == Integers::Warn {
            let instead = spelled(set, name);
            self.env.sink.push(
                Diagnostic::warning(
                    codes::ENUM_INTEGER,
                    self.span,
                    format!("`{}` is given by number; {number} is `{name}`", self.key),
                )
                .label("a name says more")
                .note("rule K4")
                .fix(format!("write `{instead}`"), self.span, instead),
            );
        }
        Some(Attr::Enum { kind: id, value })
    }

    fn refuse_member(&mut self, ids: &[EnumId], word: &str, quoted: bool) -> Option<Attr> {
        let shown = shorten(attr_string(self.env.context, self.value));
        let mut diagnostic =
            Diagnostic::error(codes::ATTR_KIND, self.span, format!("`{}` cannot be `{shown}`", self.key))
                .label(format!("expected {}", list(ids)));
        let sets = ids.iter().map(|id| enums::get(*id));
        let same = sets.clone().find_map(|set| set.find(word).and_then(|v| set.spelling(v)).map(|name| (set, name)));
        let near = || {
            let (set, best) = sets.clone().find_map(|set| {
                suggest::nearest(word, set.members.iter().map(|m| m.0), 1).first().map(|best| (set, *best))
            })?;
            Some((set, best))
        };
        if let Some((set, name)) = same.or_else(near) {
            let instead = if quoted { format!("\"{name}\"") } else { spelled(set, name) };
            diagnostic = diagnostic.fix(format!("write `{instead}`"), self.span, instead);
        } else if let Some(id) = ids.first() {
            diagnostic = diagnostic.help(format!("write it as `{}`", example(enums::get(*id))));
        }
        self.env.sink.push(diagnostic);
        None
    }
}

/// A member in its canonical spelling.
fn spelled(set: &EnumDef, name: &str) -> String {
    match set.attr_form {
        enums::AttrForm::Bracket => format!("#pto.{}<{name}>", set.name),
        enums::AttrForm::Pair => format!("#pto<{} {name}>", set.name),
        enums::AttrForm::Str => format!("\"{name}\""),
        enums::AttrForm::Int => set.find(name).map_or_else(String::new, |value| format!("{value} : i64")),
    }
}

fn list(ids: &[EnumId]) -> String {
    let lists: Vec<String> = ids.iter().map(|id| enums::get(*id).list()).collect();
    lists.join(", or ")
}

/// Long values are cut in messages.
fn shorten(text: String) -> String {
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}..", &text[..at]),
        None => text,
    }
}
