//! Attributes to text.
//!
//! What is printed here is read back by `syntax::attributes` to the same handle. Members of sets that operations spell
//! as strings are printed as strings; they become members again when the operation's definition converts them.
//! Attributes nest no deeper than the parser allows, which bounds the recursion.

pub mod float;

use super::attrs::{Attr, AttrId, Context, DenseValues, DictId, EnumId, Sym};
use super::type_print::{TypeStyle, print_type, print_vmi_layout};
use super::types::{Type, TypeId};
use crate::dialect::enums::{self, AttrForm};
use float::Bits;
use std::fmt::Write;

/// Appends the spelling of an attribute.
pub fn print_attr(context: &Context, attr: AttrId, style: TypeStyle, out: &mut String) {
    Printer { context, style, out }.attr(attr, false);
}

/// The spelling of an attribute as a string.
pub fn attr_string(context: &Context, attr: AttrId) -> String {
    let mut out = String::new();
    print_attr(context, attr, TypeStyle::Short, &mut out);
    out
}

/// Appends a dictionary without the keys in `elide`; nothing when no entry is left. Gives back whether something was
/// printed. Entries are in the order of their keys.
pub fn print_dict(context: &Context, dict: DictId, style: TypeStyle, elide: &[&str], out: &mut String) -> bool {
    let shown = |key: &Sym| !elide.contains(&context.str(*key));
    if !context.entries(dict).iter().any(|(key, _)| shown(key)) {
        return false;
    }
    let mut printer = Printer { context, style, out };
    printer.entries(context.entries(dict).iter().filter(|(key, _)| shown(key)).copied());
    true
}

/// Appends a string in quotes.
pub fn print_string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if (c as u32) < 0x20 || c as u32 == 0x7f => push(out, format_args!("\\{:02X}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Appends a number, `true` or `false` without its type, where the text gives the type elsewhere.
pub fn print_literal(context: &Context, attr: AttrId, out: &mut String) {
    Printer { context, style: TypeStyle::Short, out }.element(attr);
}

/// Appends a member of an enumeration as an attribute.
pub fn print_enum(kind: EnumId, value: i32, out: &mut String) {
    let set = enums::get(kind);
    let spelling = set.spelling(value).unwrap_or("");
    match set.attr_form {
        AttrForm::Bracket => push(out, format_args!("#pto.{}<{spelling}>", set.name)),
        AttrForm::Pair => push(out, format_args!("#pto<{} {spelling}>", set.name)),
        AttrForm::Str => push(out, format_args!("\"{spelling}\"")),
        AttrForm::Int => push(out, format_args!("{value} : i64")),
    }
}

/// Appends a dictionary key: a bare word where it is one, else a string.
pub fn print_key(key: &str, out: &mut String) {
    if is_bare_word(key) { out.push_str(key) } else { print_string(key, out) }
}

/// Appends `@name`, quoted when it has to be.
pub fn print_symbol_name(name: &str, out: &mut String) {
    out.push('@');
    let bare = match name.as_bytes() {
        [] => false,
        [b'0'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        all => all.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.' | b'-')),
    };
    if bare { out.push_str(name) } else { print_string(name, out) }
}

/// Whether text is a bare identifier (rule L1).
pub fn is_bare_word(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'))
}

fn push(out: &mut String, args: std::fmt::Arguments) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(args);
}

struct Printer<'a> {
    context: &'a Context,
    style: TypeStyle,
    out: &'a mut String,
}

impl Printer<'_> {
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn args(&mut self, args: std::fmt::Arguments) {
        push(self.out, args);
    }

    fn ty(&mut self, ty: TypeId) {
        print_type(self.context, ty, self.style, self.out);
    }

    /// `in_array` leaves out the types that literals have by default.
    fn attr(&mut self, id: AttrId, in_array: bool) {
        let context = self.context;
        match context.get(id) {
            Attr::Error => self.text("<<error>>"),
            Attr::Unit => self.text("unit"),
            Attr::Bool(value) => self.args(format_args!("{value}")),
            Attr::Int { value, ty } => {
                self.args(format_args!("{value}"));
                if !(in_array && *ty == TypeId::I64) {
                    self.colon_type(*ty);
                }
            }
            Attr::Float { bits, pattern, ty } => {
                let hex = self.float(*bits, *pattern, *ty);
                if hex || !(in_array && *ty == TypeId::F64) {
                    self.colon_type(*ty);
                }
            }
            Attr::Str { text, ty } => {
                print_string(context.str(*text), self.out);
                if let Some(ty) = ty {
                    self.colon_type(*ty);
                }
            }
            Attr::Type(ty) => self.ty(*ty),
            Attr::Symbol(segments) => {
                for (i, segment) in segments.iter().enumerate() {
                    if i > 0 {
                        self.text("::");
                    }
                    print_symbol_name(context.str(*segment), self.out);
                }
            }
            Attr::Array(items) => {
                self.text("[");
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        self.text(", ");
                    }
                    self.attr(*item, true);
                }
                self.text("]");
            }
            Attr::Dict(dict) => self.entries(context.entries(*dict).iter().copied()),
            Attr::DenseArray { elem, values } => {
                self.text("array<");
                self.ty(*elem);
                for (i, value) in values.iter().enumerate() {
                    self.text(if i == 0 { ": " } else { ", " });
                    self.element(*value);
                }
                self.text(">");
            }
            Attr::Dense { ty, values } => {
                self.text("dense<");
                match values {
                    DenseValues::Hex(text) => print_string(context.str(*text), self.out),
                    DenseValues::Values(values) => self.elements(*ty, values),
                }
                self.text(">");
                self.colon_type(*ty);
            }
            Attr::Enum { kind, value } => print_enum(*kind, *value, self.out),
            Attr::AccPushEpilogue { layout, quant, relu } => {
                let name = |kind, value: i32| enums::get(kind).spelling(value).unwrap_or("");
                self.args(format_args!(
                    "#pto.acc_push_epilogue<layout = {}, quant = {}, relu = {}>",
                    name(enums::EPILOGUE_LAYOUT, *layout),
                    name(enums::EPILOGUE_QUANT, *quant),
                    name(enums::EPILOGUE_RELU, *relu)
                ));
            }
            Attr::VmiLayout(layout) => print_vmi_layout(layout, self.out),
            Attr::TileBufConfig { blayout, slayout, fractal, pad, compact } => {
                let name = |kind, value: i32| enums::get(kind).spelling(value).unwrap_or("");
                self.args(format_args!(
                    "#pto.tile_buf_config<blayout=#pto.blayout<{}>, slayout=#pto.slayout<{}>, s_fractal_size={fractal}, \
                     pad=#pto.pad_value<{}>, compact=#pto.compact_mode<{}>>",
                    name(enums::BLAYOUT, *blayout),
                    name(enums::SLAYOUT, *slayout),
                    name(enums::PAD_VALUE, *pad),
                    name(enums::COMPACT_MODE, *compact)
                ));
            }
            Attr::OpClass(name) => self.args(format_args!("#pto.op<{}>", context.str(*name))),
            Attr::Loc(text) | Attr::Opaque(text) => self.text(context.str(*text)),
        }
    }

    fn colon_type(&mut self, ty: TypeId) {
        self.text(" : ");
        self.ty(ty);
    }

    /// Gives back whether the literal is a bit pattern, which is a float only with its type.
    fn float(&mut self, bits: u64, pattern: Option<u64>, ty: TypeId) -> bool {
        let text = match self.context.types.get(ty) {
            Type::Float(float) => float::text(Bits { value: bits, pattern }, *float),
            _ => format!("0x{bits:X}"),
        };
        self.text(&text);
        text.starts_with("0x")
    }

    /// A literal whose type stands elsewhere.
    fn element(&mut self, id: AttrId) {
        match self.context.get(id) {
            Attr::Int { value, .. } => self.args(format_args!("{value}")),
            Attr::Float { bits, pattern, ty } => {
                self.float(*bits, *pattern, *ty);
            }
            _ => self.attr(id, true),
        }
    }

    /// Elements of a dense attribute, nested as the shape says.
    fn elements(&mut self, ty: TypeId, values: &[AttrId]) {
        let dims: &[i64] = match self.context.types.get(ty) {
            Type::Vector { dims, .. } | Type::Tensor { dims: Some(dims), .. } => dims,
            _ => &[],
        };
        if let [one] = values {
            return self.element(*one);
        }
        // How many elements one bracket of each level holds, innermost first.
        let mut steps = Vec::with_capacity(dims.len());
        let mut step = 1usize;
        for dim in dims.iter().rev() {
            step = step.saturating_mul(usize::try_from(*dim).unwrap_or(1).max(1));
            steps.push(step);
        }
        for (i, value) in values.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            for _ in steps.iter().filter(|step| i % **step == 0) {
                self.text("[");
            }
            self.element(*value);
            for _ in steps.iter().filter(|step| (i + 1) % **step == 0) {
                self.text("]");
            }
        }
    }

    fn entries(&mut self, entries: impl Iterator<Item = (Sym, AttrId)>) {
        self.text("{");
        for (i, (key, value)) in entries.enumerate() {
            if i > 0 {
                self.text(", ");
            }
            print_key(self.context.str(key), self.out);
            if *self.context.get(value) != Attr::Unit {
                self.text(" = ");
                self.attr(value, false);
            }
        }
        self.text("}");
    }
}
