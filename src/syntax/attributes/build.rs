//! Meaning of what the attribute grammar reads.
//!
//! The grammar calls [`Builder`] bottom-up, once per attribute; each call interns one attribute and reports what is wrong
//! with its parts. Attributes of PTO with fields have a module of their own.

use super::DictEntry;
use super::number;
pub use super::number::Number;
use crate::diagnostics::{Diagnostic, codes, suggest};
use crate::ir::attr_print::float;
use crate::ir::attrs::{Attr, AttrId, DenseValues, Sym};
use crate::ir::types::{DYN, Type, TypeId};
use crate::source::Span;
use crate::syntax::env::{Env, MAX_DEPTH, MAX_EXPANSION, Weight};
use crate::syntax::types;
use crate::syntax::types::canonical::fold;

/// An attribute and how large it is.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub id: AttrId,
    pub(crate) weight: Weight,
}

/// An entry of a dictionary.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub key: Sym,
    pub key_span: Span,
    pub value: Node,
    pub value_span: Span,
}

/// A number or boolean whose type stands elsewhere.
#[derive(Clone, Copy, Debug)]
pub enum Literal<'t> {
    Number(Number<'t>),
    Bool(bool),
}

/// A literal and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Item<'t> {
    pub literal: Literal<'t>,
    pub start: u32,
    pub end: u32,
}

/// Elements of a dense attribute, flat.
#[derive(Clone, Debug)]
pub enum Nested<'t> {
    One(Item<'t>),
    /// `"0x.."` with its quotes
    Hex(&'t str, u32, u32),
    List {
        items: Vec<Item<'t>>,
        shape: Vec<usize>,
        start: u32,
        end: u32,
    },
}

/// The value of a field in a PTO attribute.
#[derive(Clone, Debug)]
pub enum FieldValue<'t> {
    Word(&'t str),
    Number(Number<'t>),
    /// `name VALUE`; positions are those of the value.
    Pair(&'t str, &'t str, u32, u32),
    /// `name<..>`
    Nested(&'t str, Vec<Field<'t>>),
    /// `#pto..<..>`
    Attr(Node),
}

/// A field of a PTO attribute.
#[derive(Clone, Debug)]
pub struct Field<'t> {
    pub key: Option<(&'t str, u32, u32)>,
    pub value: FieldValue<'t>,
    /// Where the value stands.
    pub start: u32,
    pub end: u32,
}

/// State of parsing one attribute.
pub struct Builder<'t, 'b, 'e> {
    pub(super) env: &'b mut Env<'e>,
    pub(super) text: &'t str,
    pub(super) base: u32,
    pub(super) failed: bool,
    /// Bare words are values of a dictionary (rule S6).
    pub(super) words: bool,
    /// What aliases add.
    expansion: u32,
}

impl<'t, 'b, 'e> Builder<'t, 'b, 'e> {
    /// A builder for the attributes of `text`.
    pub fn new(text: &'t str, base: u32, env: &'b mut Env<'e>) -> Self {
        Builder { env, text, base, failed: false, words: false, expansion: 0 }
    }

    pub(super) fn span(&self, start: u32, end: u32) -> Span {
        Span::new(self.base + start, self.base + end)
    }

    pub(super) fn slice(&self, start: u32, end: u32) -> &'t str {
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.failed = true;
        self.env.sink.push(diagnostic);
    }

    pub(super) fn leaf(&mut self, attr: Attr) -> Node {
        Node { id: self.env.context.attr(attr), weight: Weight::LEAF }
    }

    pub(super) fn wrong(&mut self, diagnostic: Diagnostic) -> Node {
        self.report(diagnostic);
        self.leaf(Attr::Error)
    }

    /// Whether depth and size are within bounds; reports it when not.
    pub(super) fn check_weight(&mut self, weight: Weight) -> bool {
        let whole = self.span(0, self.text.len() as u32);
        if weight.depth > MAX_DEPTH {
            self.report(
                Diagnostic::error(
                    codes::TOO_DEEP,
                    whole,
                    format!("attribute nested more than {MAX_DEPTH} levels deep"),
                )
                .label("with its aliases expanded"),
            );
            return false;
        }
        // The name of an alias alone adds nothing.
        if self.expansion > MAX_EXPANSION && weight.size > self.expansion {
            self.report(
                Diagnostic::error(codes::TOO_LARGE, whole, "aliases make this attribute too large")
                    .label(format!("more than {MAX_EXPANSION} parts with aliases expanded")),
            );
            return false;
        }
        true
    }

    /// `true`, `false`
    pub fn bool(&mut self, value: bool) -> Node {
        self.leaf(Attr::Bool(value))
    }

    /// `unit`
    pub fn unit(&mut self) -> Node {
        self.leaf(Attr::Unit)
    }

    /// A type; `start` is where it stands.
    pub fn ty(&mut self, text: &str, start: u32) -> TypeId {
        let (ty, weight) = types::parse_weighed(text, self.base + start, self.env);
        self.failed |= ty == TypeId::ERROR;
        if text.starts_with('!') && !text.contains('.') {
            self.expansion = self.expansion.saturating_add(weight.size);
        }
        ty
    }

    /// `(T, ..) -> (R, ..)`
    pub fn function_type(&mut self, inputs: Vec<TypeId>, results: Vec<TypeId>) -> TypeId {
        if inputs.iter().chain(&results).any(|t| *t == TypeId::ERROR) {
            return TypeId::ERROR;
        }
        self.env.context.types.intern(Type::Function { inputs: inputs.into(), results: results.into() })
    }

    /// A type as attribute.
    pub fn type_attr(&mut self, ty: TypeId) -> Node {
        if ty == TypeId::ERROR {
            return self.leaf(Attr::Error);
        }
        self.leaf(Attr::Type(ty))
    }

    /// A word without quotes as value of a key.
    pub fn bare_word(&mut self, word: &str, start: u32, end: u32) -> Node {
        if self.words {
            let text = self.env.context.sym(word);
            return self.leaf(Attr::Str { text, ty: None });
        }
        let span = self.span(start, end);
        let diagnostic =
            Diagnostic::error(codes::BAD_ATTR, span, format!("`{word}` cannot stand here in an attribute"))
                .label("expected an attribute value")
                .fix(format!("a string has quotes: `\"{word}\"`"), span, format!("\"{word}\""));
        self.wrong(diagnostic)
    }

    /// A string with its quotes.
    pub fn string(&mut self, text: &str, ty: Option<TypeId>, start: u32, _end: u32) -> Node {
        let text = self.unquote(text, start);
        let text = self.env.context.sym(&text);
        self.leaf(Attr::Str { text, ty })
    }

    /// The content of a quoted string that stands at `start`.
    pub fn unquote(&mut self, quoted: &str, start: u32) -> String {
        let inner = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or("");
        if !inner.contains('\\') {
            return inner.to_owned();
        }
        let mut out: Vec<u8> = Vec::with_capacity(inner.len());
        let bytes = inner.as_bytes();
        let mut escaped_byte = None;
        let mut i = 0;
        while let Some(&b) = bytes.get(i) {
            if b != b'\\' {
                out.push(b);
                i += 1;
                continue;
            }
            let hex = |at: usize| bytes.get(at).and_then(|b| (*b as char).to_digit(16));
            match (bytes.get(i + 1), hex(i + 1), hex(i + 2)) {
                (_, Some(high), Some(low)) => {
                    out.push((high * 16 + low) as u8);
                    escaped_byte.get_or_insert(i);
                    i += 3;
                }
                (Some(b'n'), ..) => {
                    out.push(b'\n');
                    i += 2;
                }
                (Some(b't'), ..) => {
                    out.push(b'\t');
                    i += 2;
                }
                (Some(&c @ (b'"' | b'\\')), ..) => {
                    out.push(c);
                    i += 2;
                }
                _ => {
                    let at = start + 1 + i as u32;
                    let len = inner[i + 1..].chars().next().map_or(0, char::len_utf8) as u32;
                    let span = self.span(at, at + 1 + len);
                    let shown = &inner[i..i + 1 + len as usize];
                    self.report(
                        Diagnostic::error(codes::BAD_ESCAPE, span, format!("unknown escape `{shown}`"))
                            .label("expected `\\\"`, `\\\\`, `\\n`, `\\t` or two hexadecimal digits"),
                    );
                    return String::new();
                }
            }
        }
        String::from_utf8(out).unwrap_or_else(|_| {
            let at = start + 1 + escaped_byte.unwrap_or(0) as u32;
            let span = self.span(at, at + 3);
            self.report(
                Diagnostic::error(codes::BAD_ESCAPE, span, "escaped bytes that are not UTF-8")
                    .label("strings are UTF-8"),
            );
            String::new()
        })
    }

    /// A number with or without a type.
    pub fn number(&mut self, number: Number, ty: Option<TypeId>, start: u32, end: u32) -> Node {
        let ty = ty.unwrap_or(if number.float { TypeId::F64 } else { TypeId::I64 });
        self.literal(number, ty, start, end)
    }

    fn literal(&mut self, number: Number, ty: TypeId, start: u32, end: u32) -> Node {
        match number::literal(self.env.context, number, ty) {
            Ok(attr) => self.leaf(attr),
            Err(error) => {
                let span = self.span(start, end);
                let mut diagnostic =
                    Diagnostic::error(codes::BAD_NUMBER, span, error.message).label("does not fit its type");
                if let Some(instead) = error.instead {
                    diagnostic = diagnostic.fix(format!("write `{instead}`"), span, instead);
                }
                self.wrong(diagnostic)
            }
        }
    }

    fn item(&mut self, item: Item, ty: TypeId) -> Node {
        match item.literal {
            Literal::Number(number) => self.literal(number, ty, item.start, item.end),
            Literal::Bool(value) if ty == TypeId::I1 => self.leaf(Attr::Bool(value)),
            Literal::Bool(_) => {
                let span = self.span(item.start, item.end);
                let shown = self.slice(item.start, item.end);
                self.wrong(
                    Diagnostic::error(codes::BAD_ATTR, span, format!("`{shown}` is an i1, the elements are not"))
                        .label("expected a number"),
                )
            }
        }
    }

    /// `[..]`
    pub fn array(&mut self, items: Vec<Node>) -> Node {
        let weight = items.iter().fold(Weight::LEAF, |w, n| w.with(n.weight));
        let id = self.env.context.attr(Attr::Array(items.iter().map(|n| n.id).collect()));
        Node { id, weight }
    }

    /// A key without a value.
    pub fn unit_entry(&mut self, key: &str, start: u32, end: u32) -> Entry {
        let value = self.leaf(Attr::Unit);
        let key = self.key(key, start);
        let span = self.span(start, end);
        Entry { key, key_span: span, value, value_span: span }
    }

    /// `key = value`
    pub fn entry(&mut self, key: &str, start: u32, end: u32, value: Node, value_start: u32, value_end: u32) -> Entry {
        let key = self.key(key, start);
        Entry { key, key_span: self.span(start, end), value, value_span: self.span(value_start, value_end) }
    }

    fn key(&mut self, key: &str, start: u32) -> Sym {
        if key.starts_with('"') {
            let text = self.unquote(key, start);
            return self.env.context.sym(&text);
        }
        self.env.context.sym(key)
    }

    /// Entries with every key once; later ones are reported (rule M11).
    pub(super) fn unique(&mut self, entries: Vec<Entry>) -> Vec<Entry> {
        let mut first: std::collections::HashMap<Sym, Span> = std::collections::HashMap::new();
        let mut out = Vec::with_capacity(entries.len());
        for entry in entries {
            match first.entry(entry.key) {
                std::collections::hash_map::Entry::Vacant(slot) => {
                    slot.insert(entry.key_span);
                    out.push(entry);
                }
                std::collections::hash_map::Entry::Occupied(slot) => {
                    let before = *slot.get();
                    let key = self.env.context.str(entry.key).to_owned();
                    self.report(
                        Diagnostic::error(codes::DUPLICATE_KEY, entry.key_span, format!("`{key}` is given twice"))
                            .label("given again")
                            .also(before, "first given here"),
                    );
                }
            }
        }
        out
    }

    /// `{..}`
    pub fn dict(&mut self, entries: Vec<Entry>) -> Node {
        let entries = self.unique(entries);
        let weight = entries.iter().fold(Weight::LEAF, |w, e| w.with(e.value.weight));
        let dict = self.env.context.dict(entries.iter().map(|e| (e.key, e.value.id)).collect());
        Node { id: self.env.context.attr(Attr::Dict(dict)), weight }
    }

    pub(super) fn public_entry(entry: &Entry) -> DictEntry {
        DictEntry { key: entry.key, key_span: entry.key_span, value: entry.value.id, value_span: entry.value_span }
    }

    /// `@a::@b`
    pub fn symbol(&mut self, segments: Vec<&str>, start: u32, _end: u32) -> Node {
        let mut names = Vec::with_capacity(segments.len());
        for segment in segments {
            let name = segment.strip_prefix('@').unwrap_or(segment);
            let name = if name.starts_with('"') { self.unquote(name, start + 1) } else { name.to_owned() };
            names.push(self.env.context.sym(&name));
        }
        self.leaf(Attr::Symbol(names.into()))
    }

    /// `array<T: ..>`
    pub fn dense_array(&mut self, elem: TypeId, items: Vec<Item>, start: u32, end: u32) -> Node {
        if elem == TypeId::ERROR {
            return self.leaf(Attr::Error);
        }
        if !matches!(self.env.context.types.get(elem), Type::Int { .. } | Type::Float(_) | Type::Index) {
            let span = self.span(start, end);
            return self.wrong(
                Diagnostic::error(codes::BAD_ATTR, span, "elements of `array<..>` are numbers")
                    .label("not a number type"),
            );
        }
        let values = items.into_iter().map(|item| self.item(item, elem).id).collect();
        self.leaf(Attr::DenseArray { elem, values })
    }

    /// `[a, b, ..]` in a dense attribute: all parts have one shape.
    pub fn nested(&mut self, list: Vec<Nested<'t>>, start: u32, end: u32) -> Nested<'t> {
        let mut items = Vec::new();
        let mut shape: Option<Vec<usize>> = None;
        let len = list.len();
        for part in list {
            let (part_shape, part_start, part_end) = match &part {
                Nested::One(item) => (Vec::new(), item.start, item.end),
                Nested::List { shape, start, end, .. } => (shape.clone(), *start, *end),
                Nested::Hex(_, start, end) => {
                    let span = self.span(*start, *end);
                    self.report(
                        Diagnostic::error(codes::BAD_ATTR, span, "a string as element of a dense attribute")
                            .label("expected a number"),
                    );
                    (Vec::new(), *start, *end)
                }
            };
            match &shape {
                None => shape = Some(part_shape),
                Some(first) if *first != part_shape => {
                    if !self.failed {
                        let span = self.span(part_start, part_end);
                        self.report(
                            Diagnostic::error(codes::BAD_ATTR, span, "elements of a dense attribute differ in shape")
                                .label(format!(
                                    "{}, the first one is {}",
                                    shown_shape(&part_shape),
                                    shown_shape(first)
                                )),
                        );
                    }
                }
                Some(_) => {}
            }
            match part {
                Nested::One(item) => items.push(item),
                Nested::List { items: mut more, .. } if items.is_empty() => std::mem::swap(&mut items, &mut more),
                Nested::List { items: more, .. } => items.extend(more),
                Nested::Hex(..) => {}
            }
        }
        let mut whole = vec![len];
        whole.extend(shape.unwrap_or_default());
        Nested::List { items, shape: whole, start, end }
    }

    /// `dense<..> : T` (rule M10)
    pub fn dense(&mut self, values: Option<Nested<'t>>, ty: TypeId, start: u32, end: u32) -> Node {
        if ty == TypeId::ERROR || self.failed {
            return self.leaf(Attr::Error);
        }
        let whole = self.span(start, end);
        let (dims, elem) = match self.env.context.types.get(ty) {
            Type::Vector { dims, elem } | Type::Tensor { dims: Some(dims), elem, .. } if !dims.contains(&DYN) => {
                (dims.clone(), *elem)
            }
            _ => {
                return self.wrong(
                    Diagnostic::error(
                        codes::BAD_ATTR,
                        whole,
                        "`dense<..>` needs a vector or tensor type of fixed shape",
                    )
                    .label("not the type of a dense attribute"),
                );
            }
        };
        if !matches!(self.env.context.types.get(elem), Type::Int { .. } | Type::Float(_) | Type::Index) {
            return self.wrong(
                Diagnostic::error(codes::BAD_ATTR, whole, "elements of a dense attribute are numbers")
                    .label("the element type is not a number"),
            );
        }
        let count = dims.iter().try_fold(1u64, |n, d| n.checked_mul(u64::try_from(*d).ok()?)).unwrap_or(u64::MAX);
        let values = match values {
            None if count == 0 => DenseValues::Values(Box::default()),
            None => {
                return self.wrong(
                    Diagnostic::error(codes::BAD_ATTR, whole, format!("no elements for a type of {count}"))
                        .label("expected one element, or all"),
                );
            }
            Some(Nested::One(item)) => DenseValues::Values([self.item(item, elem).id].into()),
            Some(Nested::Hex(text, start, end)) => match self.dense_hex(text, elem, count, start, end) {
                Some(values) => values,
                None => return self.leaf(Attr::Error),
            },
            Some(Nested::List { items, shape, start, end }) => {
                if !shape.iter().map(|n| *n as i64).eq(dims.iter().copied()) {
                    let span = self.span(start, end);
                    let wanted: Vec<usize> = dims.iter().map(|d| usize::try_from(*d).unwrap_or(usize::MAX)).collect();
                    return self.wrong(
                        Diagnostic::error(
                            codes::BAD_ATTR,
                            span,
                            format!("{} for a type of {}", shown_shape(&shape), shown_shape(&wanted)),
                        )
                        .label("expected one element, or as many as the shape has (rule M10)"),
                    );
                }
                DenseValues::Values(items.into_iter().map(|item| self.item(item, elem).id).collect())
            }
        };
        if self.failed {
            return self.leaf(Attr::Error);
        }
        self.leaf(Attr::Dense { ty, values })
    }

    fn dense_hex(&mut self, text: &str, elem: TypeId, count: u64, start: u32, end: u32) -> Option<DenseValues> {
        let hex = text.trim_matches('"');
        let digits = hex.strip_prefix("0x").filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let span = self.span(start, end);
        let Some(digits) = digits else {
            self.report(
                Diagnostic::error(codes::BAD_ATTR, span, "elements in a string are hexadecimal")
                    .label("expected `0x` and hexadecimal digits"),
            );
            return None;
        };
        let bytes = u64::from(element_bits(self.env.context.types.get(elem)).div_ceil(8));
        let given = digits.len() as u64;
        // Single bits are packed in a way of their own.
        if elem != TypeId::I1 && given != 2 * bytes && Some(given) != count.checked_mul(2 * bytes) {
            self.report(
                Diagnostic::error(codes::BAD_ATTR, span, format!("{given} hexadecimal digits for {count} elements"))
                    .label(format!("expected {} for each element, or for one", 2 * bytes)),
            );
            return None;
        }
        let upper = self.env.context.sym(&format!("0x{}", digits.to_ascii_uppercase()));
        Some(DenseValues::Hex(upper))
    }

    /// Kept as written.
    pub fn opaque(&mut self, text: &str) -> Node {
        let text = fold(text);
        let weight = Weight::of_text(text.len());
        let text = self.env.context.sym(&text);
        Node { weight, ..self.leaf(Attr::Opaque(text)) }
    }

    /// `loc(..)`, the text with its parentheses.
    pub fn location(&mut self, text: String) -> Node {
        let text = self.env.context.sym(&format!("loc{text}"));
        self.leaf(Attr::Loc(text))
    }

    pub fn loc_word(&mut self, word: &str, start: u32, end: u32) -> String {
        if word != "unknown" {
            self.bad_location(word, start, end);
        }
        word.to_owned()
    }

    pub fn loc_fused(&mut self, word: &str, metadata: Option<Node>, list: Vec<String>, start: u32) -> String {
        if word != "fused" {
            self.bad_location(word, start, start + word.len() as u32);
        }
        let mut out = String::from("fused");
        if let Some(node) = metadata {
            out.push('<');
            crate::ir::attr_print::print_attr(self.env.context, node.id, Default::default(), &mut out);
            out.push('>');
        }
        format!("{out}[{}]", list.join(", "))
    }

    pub fn loc_callsite(
        &mut self,
        word: &str,
        callee: String,
        at: &str,
        caller: String,
        start: u32,
        at_start: u32,
    ) -> String {
        if word != "callsite" {
            self.bad_location(word, start, start + word.len() as u32);
        }
        if at != "at" {
            self.bad_location(at, at_start, at_start + at.len() as u32);
        }
        format!("callsite({callee} at {caller})")
    }

    fn bad_location(&mut self, word: &str, start: u32, end: u32) {
        let span = self.span(start, end);
        self.report(
            Diagnostic::error(codes::BAD_ATTR, span, format!("`{word}` is not a location"))
                .label("expected `\"file\":line:column`, `unknown`, `fused[..]` or `callsite(.. at ..)`"),
        );
    }

    /// `#name`: an alias, or an attribute without parameters.
    pub fn hash(&mut self, name: &str, start: u32, end: u32) -> Node {
        if let Some(id) = self.env.aliases.find_attr(name) {
            let weight = self.env.aliases.attr_weight(id);
            self.expansion = self.expansion.saturating_add(weight.size);
            return Node { id, weight };
        }
        match name.strip_prefix("pto.") {
            Some(pto) => self.bare_pto(pto, start, end),
            None if name.contains('.') => self.opaque(&format!("#{name}")),
            None => self.unknown_alias(name, start, end),
        }
    }

    fn unknown_alias(&mut self, name: &str, start: u32, end: u32) -> Node {
        let span = self.span(start, end);
        let mut diagnostic =
            Diagnostic::error(codes::UNKNOWN_ALIAS, span, format!("attribute alias `#{name}` is not defined"))
                .label("no `#.. =` before this");
        // Comparing with every alias for every error would not be linear.
        let limit = if self.env.sink.error_count() < 100 { usize::MAX } else { 0 };
        let best =
            suggest::nearest(name, self.env.aliases.attr_names().take(limit), 1).first().map(|s| (*s).to_owned());
        if let Some(best) = best {
            diagnostic =
                diagnostic.fix(format!("an alias with a similar name exists: `#{best}`"), span, format!("#{best}"));
        }
        self.wrong(diagnostic)
    }
}

/// Storage bits of an element.
fn element_bits(ty: &Type) -> u32 {
    match ty {
        Type::Int { width, .. } => *width,
        Type::Float(float) => float::bits(*float),
        _ => 64,
    }
}

fn shown_shape(shape: &[usize]) -> String {
    match shape {
        [] => "one element".to_owned(),
        [n] => format!("{n} elements"),
        more => format!("{} elements", more.iter().map(usize::to_string).collect::<Vec<_>>().join("x")),
    }
}
