//! Meaning of what the type grammar reads.
//!
//! The grammar calls [`Builder`] bottom-up, once per type; each call interns one type and reports what is wrong with its
//! parameters. Tiles have a module of their own.

use super::Field;
use super::canonical::fold;
use super::names;
use crate::diagnostics::{Diagnostic, codes, suggest};
use crate::dialect::enums;
use crate::ir::attr_print;
use crate::ir::attrs::{Attr, AttrId};
use crate::ir::type_print::TypeStyle;
use crate::ir::types::{DYN, Dim, MaskGranularity, OpaqueType, Space, Type, TypeId, VmiLayout};
use crate::source::Span;
use crate::syntax::attributes;
use crate::syntax::env::{Env, MAX_DEPTH, MAX_EXPANSION, Weight};

/// A type and how large it is.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub ty: TypeId,
    pub(crate) weight: Weight,
}

impl Node {
    /// Stands where a type was wrong.
    pub const ERROR: Node = Node { ty: TypeId::ERROR, weight: Weight::LEAF };
}

/// The last part of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum Tail<'t> {
    Word(&'t str),
    Type(Node),
    Int(i64),
    /// `?`
    Dyn,
    /// With its quotes.
    Str(&'t str),
    /// `#name<..>`, `strided<..>`
    Attr(&'t str),
    /// `*xT`
    Unranked(Node),
}

/// A parameter: `key=16x?xf32` with every part but the last one optional. Positions are bytes of the text.
#[derive(Clone, Debug)]
pub struct Param<'t> {
    pub key: Option<(&'t str, u32, u32)>,
    pub dims: Vec<(Dim, u32, u32)>,
    pub tail: Tail<'t>,
    /// Where the value starts.
    pub start: u32,
    /// Where the tail starts.
    pub tail_start: u32,
    pub end: u32,
}

impl<'t> Param<'t> {
    /// A parameter without key.
    pub fn new(dims: Vec<(Dim, u32, u32)>, tail: Tail<'t>, start: u32, tail_start: u32, end: u32) -> Self {
        Param { key: None, dims, tail, start, tail_start, end }
    }

    /// The same parameter under a key.
    pub fn with_key(mut self, key: &'t str, start: u32, end: u32) -> Self {
        self.key = Some((key, start, end));
        self
    }

    /// A word or string without dimensions.
    pub fn word(&self) -> Option<&'t str> {
        match self.tail {
            Tail::Word(word) if self.dims.is_empty() => Some(word),
            Tail::Str(text) if self.dims.is_empty() => Some(text.trim_matches('"')),
            _ => None,
        }
    }
}

/// State of parsing one type.
pub struct Builder<'t, 'b, 'e> {
    pub(super) env: &'b mut Env<'e>,
    pub(super) text: &'t str,
    pub(super) base: u32,
    /// Where the parts stand, innermost types first.
    pub(super) fields: Vec<(Field, Span)>,
    failed: bool,
    /// What aliases add.
    expansion: u32,
}

impl<'t, 'b, 'e> Builder<'t, 'b, 'e> {
    /// A builder for the types of `text`.
    pub fn new(text: &'t str, base: u32, env: &'b mut Env<'e>) -> Self {
        Builder { env, text, base, fields: Vec::new(), failed: false, expansion: 0 }
    }

    pub(super) fn span(&self, start: u32, end: u32) -> Span {
        Span::new(self.base + start, self.base + end)
    }

    /// Reports the first thing that is wrong with the text. What comes after it is mostly a consequence.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if !self.failed {
            self.env.sink.push(diagnostic);
        }
        self.failed = true;
    }

    /// Reports and gives the error type.
    fn wrong(&mut self, diagnostic: Diagnostic) -> Node {
        self.report(diagnostic);
        Node::ERROR
    }

    pub(super) fn warn(&mut self, diagnostic: Diagnostic) {
        self.env.sink.push(diagnostic);
    }

    pub(super) fn remember(&mut self, field: Field, start: u32, end: u32) {
        let span = self.span(start, end);
        self.fields.push((field, span));
    }

    /// The handle of the whole type, unless something was wrong or it has grown too much.
    pub(super) fn finish(&mut self, node: Node) -> TypeId {
        if self.failed {
            return TypeId::ERROR;
        }
        let whole = self.span(0, self.text.len() as u32);
        if node.weight.depth > MAX_DEPTH {
            self.report(
                Diagnostic::error(codes::TOO_DEEP, whole, format!("type nested more than {MAX_DEPTH} levels deep"))
                    .label("with its aliases expanded"),
            );
            return TypeId::ERROR;
        }
        // The name of an alias alone adds nothing.
        if self.expansion > MAX_EXPANSION && node.weight.size > self.expansion {
            self.report(
                Diagnostic::error(codes::TOO_LARGE, whole, "aliases make this type too large")
                    .label(format!("more than {MAX_EXPANSION} parts with aliases expanded")),
            );
            return TypeId::ERROR;
        }
        node.ty
    }

    pub(super) fn make(&mut self, ty: Type, parts: &[Node]) -> Node {
        if parts.iter().any(|p| p.ty == TypeId::ERROR) {
            return Node::ERROR;
        }
        let weight = parts.iter().fold(Weight::LEAF, |w, p| w.with(p.weight));
        Node { ty: self.env.context.types.intern(ty), weight }
    }

    /// A bare word as a type.
    pub fn word(&mut self, word: &str, start: u32, end: u32) -> Node {
        if let Some(ty) = names::scalar(word) {
            return self.make(ty, &[]);
        }
        let span = self.span(start, end);
        if names::is_placeholder(word) {
            return self.wrong(
                Diagnostic::error(codes::PLACEHOLDER, span, format!("unknown type `{word}`"))
                    .label("a placeholder of the documentation")
                    .help("write the element type, for example `f32`"),
            );
        }
        if let Some(canonical) = names::canonical_of_c_name(word) {
            return self.wrong(
                Diagnostic::error(codes::UNKNOWN_TYPE, span, format!("unknown type `{word}`"))
                    .label("a C++ name")
                    .note("C++ names are read as element types of `!pto.tile` only (rule Y2)")
                    .fix(format!("write `{canonical}`"), span, canonical),
            );
        }
        if word.starts_with("pto.") {
            return self.missing_mark(word, start);
        }
        let mut diagnostic =
            Diagnostic::error(codes::UNKNOWN_TYPE, span, format!("unknown type `{word}`")).label("not a type");
        if matches!(word, "memref" | "vector" | "tensor" | "tuple") {
            diagnostic = diagnostic.help(format!("`{word}` takes parameters: `{word}<..>`"));
        } else if let Some(best) = suggest::nearest(word, names::SCALARS.iter().copied(), 1).first() {
            diagnostic = diagnostic.fix(format!("a type with a similar name exists: `{best}`"), span, *best);
        }
        self.wrong(diagnostic)
    }

    fn missing_mark(&mut self, word: &str, start: u32) -> Node {
        let at = self.span(start, start);
        let span = self.span(start, start + word.len() as u32);
        self.wrong(
            Diagnostic::error(codes::UNKNOWN_TYPE, span, format!("type `{word}` without `!`"))
                .label("expected `!` before the name")
                .fix(format!("write `!{word}`"), at, "!"),
        )
    }

    /// `!name` with or without a body.
    pub fn named(&mut self, name: &'t str, params: Option<Vec<Param<'t>>>, start: u32, end: u32) -> Node {
        match name.strip_prefix("pto.") {
            Some(pto) => self.pto(pto, params, start, end),
            None => self.alias(name, params.is_some(), start),
        }
    }

    fn alias(&mut self, name: &str, body: bool, start: u32) -> Node {
        let span = self.span(start, start + 1 + name.len() as u32);
        if !body && let Some(ty) = self.env.aliases.find_type(name) {
            let weight = self.env.aliases.type_weight(ty);
            self.expansion = self.expansion.saturating_add(weight.size);
            return Node { ty, weight };
        }
        if names::PTO_TYPES.contains(&name) {
            return self.wrong(
                Diagnostic::error(codes::UNKNOWN_TYPE, span, format!("unknown type `!{name}`"))
                    .label("types of PTO start with `!pto.`")
                    .fix(format!("write `!pto.{name}`"), span, format!("!pto.{name}")),
            );
        }
        if body {
            return self.wrong(
                Diagnostic::error(codes::UNKNOWN_TYPE, span, format!("unknown type `!{name}`"))
                    .label("type aliases take no parameters"),
            );
        }
        let mut diagnostic =
            Diagnostic::error(codes::UNKNOWN_ALIAS, span, format!("type alias `!{name}` is not defined"))
                .label("no `!.. =` before this");
        // Comparing with every alias for every error would not be linear.
        let limit = if self.env.sink.error_count() < 100 { usize::MAX } else { 0 };
        let best =
            suggest::nearest(name, self.env.aliases.type_names().take(limit), 1).first().map(|s| (*s).to_owned());
        if let Some(best) = best {
            diagnostic =
                diagnostic.fix(format!("an alias with a similar name exists: `!{best}`"), span, format!("!{best}"));
        }
        self.wrong(diagnostic)
    }

    /// Text that is kept must not open or close a bracket of what stands around it.
    fn unbalanced(&mut self, start: u32, end: u32) -> Node {
        let span = self.span(start, end);
        let diagnostic = Diagnostic::error(codes::BAD_TYPE, span, "brackets in this type do not match")
            .label("an opening and a closing bracket differ");
        self.wrong(diagnostic)
    }

    /// `!pto.name<body>` kept as written.
    pub fn opaque(&mut self, name: &str, body: &str, start: u32, end: u32) -> Node {
        if !names::PTO_TYPES.contains(&name) {
            return self.unknown(name, start, end);
        }
        let body = fold(body);
        if !balanced(&body) {
            return self.unbalanced(start, end);
        }
        let weight = Weight::of_text(body.len());
        let ty = Type::Opaque(Box::new(OpaqueType { name: name.into(), body: Some(body.into()) }));
        Node { ty: self.env.context.types.intern(ty), weight }
    }

    /// A type of another dialect, kept as written.
    pub fn foreign(&mut self, text: &str) -> Node {
        let text = fold(text);
        let weight = Weight::of_text(text.len());
        if !balanced(&text) {
            return self.unbalanced(0, self.text.len() as u32);
        }
        Node { ty: self.env.context.types.intern(Type::Foreign(text.into())), weight }
    }

    /// `(T, ..) -> (R, ..)`
    pub fn function(&mut self, inputs: Vec<Node>, results: Vec<Node>) -> Node {
        let parts: Vec<Node> = inputs.iter().chain(&results).copied().collect();
        let ids = |list: Vec<Node>| list.into_iter().map(|n| n.ty).collect();
        self.make(Type::Function { inputs: ids(inputs), results: ids(results) }, &parts)
    }

    fn unknown(&mut self, name: &str, start: u32, _end: u32) -> Node {
        let span = self.span(start, start + 5 + name.len() as u32);
        let mut diagnostic = Diagnostic::error(codes::UNKNOWN_TYPE, span, format!("unknown type `!pto.{name}`"))
            .label("not a type of PTO");
        if let Some(best) = suggest::nearest(name, names::PTO_TYPES.iter().copied(), 1).first() {
            diagnostic = diagnostic.fix(
                format!("a type with a similar name exists: `!pto.{best}`"),
                span,
                format!("!pto.{best}"),
            );
        }
        self.wrong(diagnostic)
    }

    /// A type of PTO by its name after `!pto.`.
    pub(super) fn pto(&mut self, name: &'t str, params: Option<Vec<Param<'t>>>, start: u32, end: u32) -> Node {
        if let Some(float) = names::pto_element(name) {
            return self.plain(name, params, Type::Float(float), start, end);
        }
        let plain = match name {
            "pipe" => Type::Pipe,
            "event" => Type::Event,
            "align" => Type::Align,
            "async_session" => Type::AsyncSession,
            "async_event" => Type::AsyncEvent,
            "prefetch_async_context" => Type::PrefetchAsyncContext,
            "fmatrix_config" => Type::FmatrixConfig,
            "mask" if params.is_none() => {
                let span = self.span(start, end);
                self.warn(
                    Diagnostic::warning(codes::MASK_GRANULARITY, span, "mask without granularity")
                        .label("its width is not checked")
                        .help("write `!pto.mask<b8>`, `!pto.mask<b16>` or `!pto.mask<b32>`, by element width"),
                );
                Type::Mask(MaskGranularity::Unknown)
            }
            _ => return self.parametrised(name, params, start, end),
        };
        self.plain(name, params, plain, start, end)
    }

    /// A type without parameters.
    fn plain(&mut self, name: &str, params: Option<Vec<Param>>, ty: Type, start: u32, end: u32) -> Node {
        if params.is_some() {
            let body = self.span(start + 5 + name.len() as u32, end);
            return self.wrong(
                Diagnostic::error(codes::BAD_TYPE, body, format!("`!pto.{name}` takes no parameters"))
                    .label("remove this")
                    .fix(format!("write `!pto.{name}`"), body, ""),
            );
        }
        self.make(ty, &[])
    }

    fn parametrised(&mut self, name: &'t str, params: Option<Vec<Param<'t>>>, start: u32, end: u32) -> Node {
        if names::PTO_TYPES.contains(&name) && params.is_none() {
            if super::lexer::PAGE_TYPES.contains(&name) {
                let ty = Type::Opaque(Box::new(OpaqueType { name: name.into(), body: None }));
                return self.make(ty, &[]);
            }
            let span = self.span(start, end);
            return self.wrong(
                Diagnostic::error(codes::BAD_TYPE, span, format!("`!pto.{name}` without parameters"))
                    .label("expected `<` after this")
                    .help(format!("write `{}`", shape_of(name))),
            );
        }
        let params = params.unwrap_or_default();
        match name {
            "ptr" => self.ptr(&params, start, end),
            "tensor_view" => match self.shaped_only(name, &params, start, end) {
                Some((dims, elem)) => self.make(Type::TensorView { dims, elem: elem.ty }, &[elem]),
                None => Node::ERROR,
            },
            "partition_tensor_view" | "tile_view" => match self.shaped_only(name, &params, start, end) {
                Some((dims, elem)) => self.make(Type::PartitionView { dims, elem: elem.ty }, &[elem]),
                None => Node::ERROR,
            },
            "local_array" => match self.shaped_only(name, &params, start, end) {
                Some((dims, elem)) => self.make(Type::LocalArray { dims, elem: elem.ty }, &[elem]),
                None => Node::ERROR,
            },
            "tile" => self.tile(&params, false, start, end),
            "tile_buf" => self.tile(&params, true, start, end),
            "multi_tile_buf" => self.multi_tile(params, start, end),
            "eventid_array" => self.eventid_array(&params, start, end),
            "struct" => {
                let Some(members) = self.members(name, &params) else { return Node::ERROR };
                let fields = members.iter().map(|m| m.ty).collect();
                self.make(Type::Struct { fields }, &members)
            }
            "vreg" => match self.lanes(name, &params, 1, start, end) {
                Some((lanes, param)) => {
                    let elem = self.element(param);
                    self.make(Type::VReg { lanes, elem: elem.ty }, &[elem])
                }
                None => Node::ERROR,
            },
            "mask" => self.mask(&params, start, end),
            "vmi.vreg" => self.vmi(name, &params, false, start, end),
            "vmi.mask" => self.vmi(name, &params, true, start, end),
            _ => self.unknown(name, start, end),
        }
    }

    /// `!pto.ptr<T [, space]>`
    fn ptr(&mut self, params: &[Param<'t>], start: u32, end: u32) -> Node {
        if !self.count("ptr", params, 1, 2, start, end) {
            return Node::ERROR;
        }
        let elem = self.element(&params[0]);
        let mut space = Space::Gm;
        if let Some(param) = params.get(1) {
            self.remember(Field::Loc, param.start, param.end);
            space = match param.word().and_then(pointer_space) {
                Some(space) => space,
                None => {
                    let span = self.span(param.start, param.end);
                    let shown = self.slice(param.start, param.end);
                    return self.wrong(
                        Diagnostic::error(codes::BAD_TYPE, span, format!("unknown memory space `{shown}`"))
                            .label("expected `gm`, `ub`, `l1`, `l0a`, `l0b`, `l0c`, `bt` or `fb`")
                            .note(
                                "tile locations are read too: `vec`, `mat`, `left`, `right`, `acc`, `bias`, `scaling`",
                            ),
                    );
                }
            };
        }
        self.make(Type::Ptr { elem: elem.ty, space }, &[elem])
    }

    fn eventid_array(&mut self, params: &[Param<'t>], start: u32, end: u32) -> Node {
        if !self.count("eventid_array", params, 1, 1, start, end) {
            return Node::ERROR;
        }
        let param = &params[0];
        self.remember(Field::Count, param.start, param.end);
        match param.tail {
            Tail::Int(n) if n >= 0 && param.dims.is_empty() => self.make(Type::EventIdArray { len: n as u64 }, &[]),
            _ => self.not_a("a number of events", param),
        }
    }

    fn mask(&mut self, params: &[Param<'t>], start: u32, end: u32) -> Node {
        if !self.count("mask", params, 1, 1, start, end) {
            return Node::ERROR;
        }
        let param = &params[0];
        self.remember(Field::Granularity, param.start, param.end);
        match param.word() {
            Some("b8") => self.make(Type::Mask(MaskGranularity::B8), &[]),
            Some("b16") => self.make(Type::Mask(MaskGranularity::B16), &[]),
            Some("b32") => self.make(Type::Mask(MaskGranularity::B32), &[]),
            _ => self.not_a("`b8`, `b16` or `b32`", param),
        }
    }

    /// `!pto.vmi.vreg<NxT [, layout]>`, `!pto.vmi.mask<NxG [, layout]>`
    fn vmi(&mut self, name: &str, params: &[Param<'t>], is_mask: bool, start: u32, end: u32) -> Node {
        let Some((lanes, param)) = self.lanes(name, params, 2, start, end) else { return Node::ERROR };
        let layout = match params.get(1) {
            Some(layout) => match self.vmi_layout(layout) {
                Some(layout) => Some(layout),
                None => return Node::ERROR,
            },
            None => None,
        };
        if !is_mask {
            let elem = self.element(param);
            return self.make(Type::VmiVReg { lanes, elem: elem.ty, layout }, &[elem]);
        }
        self.remember(Field::Granularity, param.tail_start, param.end);
        let granularity = match param.tail {
            Tail::Word("pred") => MaskGranularity::Pred,
            Tail::Word("b8") => MaskGranularity::B8,
            Tail::Word("b16") => MaskGranularity::B16,
            Tail::Word("b32") => MaskGranularity::B32,
            _ => return self.not_a_tail("`pred`, `b8`, `b16` or `b32`", param),
        };
        self.make(Type::VmiMask { lanes, granularity, layout }, &[])
    }

    fn vmi_layout(&mut self, param: &Param<'t>) -> Option<VmiLayout> {
        self.remember(Field::Layout, param.start, param.end);
        if let (Tail::Attr(text), true) = (param.tail, param.dims.is_empty() && param.key.is_none())
            && let Some(attr) = self.pto_attr(text, "vmi.layout", param.start)
        {
            match self.env.context.get(attr) {
                Attr::VmiLayout(layout) => return Some(*layout),
                Attr::Error => {
                    self.failed = true;
                    return None;
                }
                _ => {}
            }
        }
        self.not_a("a layout `#pto.vmi.layout<..>`", param);
        None
    }

    /// An attribute of PTO of the given name, or an alias. Attributes of other kinds may hold types, so they are not
    /// parsed from here.
    fn pto_attr(&mut self, text: &str, name: &str, start: u32) -> Option<AttrId> {
        let rest = text.strip_prefix("#pto.").or_else(|| text.strip_prefix("#pto<"))?;
        match rest.trim_start().strip_prefix(name) {
            Some(body) if body.trim_start().starts_with('<') => {
                Some(attributes::parse_attr(text, self.base + start, self.env))
            }
            _ => None,
        }
        .or_else(|| self.env.aliases.find_attr(text.strip_prefix('#')?))
    }

    /// A builtin type with parameters.
    pub fn builtin(&mut self, word: &'t str, params: Vec<Param<'t>>, start: u32, end: u32) -> Node {
        match word {
            "memref" => self.memref(&params, start, end),
            "tensor" => self.tensor(&params, start, end),
            "vector" => match self.shaped_only(word, &params, start, end) {
                Some((dims, elem)) => {
                    if dims.contains(&DYN) || dims.contains(&0) {
                        let span = self.span(params[0].start, params[0].end);
                        return self.wrong(
                            Diagnostic::error(codes::BAD_TYPE, span, "dimensions of a vector are positive numbers")
                                .label("`?` or 0 here"),
                        );
                    }
                    self.make(Type::Vector { dims, elem: elem.ty }, &[elem])
                }
                None => Node::ERROR,
            },
            "tuple" => {
                let Some(members) = self.members(word, &params) else { return Node::ERROR };
                let elems = members.iter().map(|m| m.ty).collect();
                self.make(Type::Tuple { elems }, &members)
            }
            _ if word.starts_with("pto.") => self.missing_mark(word, start),
            _ if names::scalar(word).is_some() => {
                let body = self.span(start + word.len() as u32, end);
                self.wrong(
                    Diagnostic::error(codes::BAD_TYPE, body, format!("`{word}` takes no parameters"))
                        .label("remove this")
                        .fix(format!("write `{word}`"), body, ""),
                )
            }
            _ => self.word(word, start, start + word.len() as u32),
        }
    }

    fn memref(&mut self, params: &[Param<'t>], start: u32, end: u32) -> Node {
        if !self.count("memref", params, 1, 3, start, end) {
            return Node::ERROR;
        }
        let Some((dims, elem)) = self.shape("memref", &params[0]) else { return Node::ERROR };
        let (mut layout, mut space) = (None, None);
        for param in &params[1..] {
            let is_layout = matches!(param.tail, Tail::Attr(text) if !text.starts_with('#'));
            if is_layout && layout.is_none() && space.is_none() {
                self.remember(Field::Layout, param.start, param.end);
                let Some(text) = self.memref_layout(param, dims.len()) else { return Node::ERROR };
                layout = Some(text);
            } else if !is_layout && space.is_none() {
                self.remember(Field::Loc, param.start, param.end);
                match self.memref_space(param) {
                    Some(text) => space = text,
                    None => return Node::ERROR,
                }
            } else {
                return self.not_a("one layout, then one memory space", param);
            }
        }
        self.make(Type::MemRef { dims, elem: elem.ty, layout, space }, &[elem])
    }

    fn memref_layout(&mut self, param: &Param<'t>, rank: usize) -> Option<Box<str>> {
        let Tail::Attr(text) = param.tail else { return None };
        let mut text = fold(text);
        if let Some(body) = text.strip_prefix("strided<[") {
            let strides = body.split(']').next().unwrap_or("");
            let count = if strides.is_empty() { 0 } else { strides.split(',').count() };
            if count != rank {
                let span = self.span(param.start, param.end);
                self.report(
                    Diagnostic::error(codes::BAD_TYPE, span, format!("{count} strides for {rank} dimensions"))
                        .label(format!("expected {rank} strides")),
                );
                return None;
            }
            // An offset of zero is the same as none.
            if let Some(head) = text.strip_suffix(", offset: 0>") {
                text = format!("{head}>");
            }
        }
        Some(text.into())
    }

    /// The memory space of a memref in canonical spelling; absent for the default one.
    fn memref_space(&mut self, param: &Param<'t>) -> Option<Option<Box<str>>> {
        let attr = match param.tail {
            Tail::Int(0) => return Some(None),
            Tail::Int(n) => {
                match i32::try_from(n).ok().filter(|n| enums::get(enums::ADDRESS_SPACE).spelling(*n).is_some()) {
                    Some(value) => self.env.context.attr(Attr::Enum { kind: enums::ADDRESS_SPACE, value }),
                    None => {
                        let span = self.span(param.start, param.end);
                        self.report(
                            Diagnostic::error(codes::BAD_TYPE, span, format!("unknown memory space {n}"))
                                .label("expected a number from 1 (`gm`) to 8 (`scaling`)"),
                        );
                        return None;
                    }
                }
            }
            Tail::Str(text) => return Some(Some(text.into())),
            Tail::Attr(text) => match self.pto_attr(text, "address_space", param.start) {
                Some(attr) => attr,
                None if text.contains('.') => return Some(Some(fold(text).into())),
                None => {
                    self.not_a("a memory space", param);
                    return None;
                }
            },
            _ => {
                self.not_a("a memory space", param);
                return None;
            }
        };
        if *self.env.context.get(attr) == Attr::Error {
            self.failed = true;
            return None;
        }
        let mut text = String::new();
        attr_print::print_attr(self.env.context, attr, TypeStyle::Short, &mut text);
        Some(Some(text.into()))
    }

    fn tensor(&mut self, params: &[Param<'t>], start: u32, end: u32) -> Node {
        if !self.count("tensor", params, 1, 2, start, end) {
            return Node::ERROR;
        }
        let first = &params[0];
        let (dims, elem) = match first.tail {
            Tail::Unranked(elem) if first.dims.is_empty() && first.key.is_none() => (None, elem),
            _ => match self.shape("tensor", first) {
                Some((dims, elem)) => (Some(dims), elem),
                None => return Node::ERROR,
            },
        };
        let encoding = match params.get(1) {
            None => None,
            Some(param) => match param.tail {
                Tail::Attr(text) | Tail::Str(text) if param.dims.is_empty() && param.key.is_none() => {
                    Some(fold(text).into())
                }
                _ => return self.not_a("an encoding attribute", param),
            },
        };
        self.make(Type::Tensor { dims, elem: elem.ty, encoding }, &[elem])
    }

    /// Whether the number of parameters is in a range and none has a key.
    fn count(&mut self, name: &str, params: &[Param<'t>], min: usize, max: usize, start: u32, end: u32) -> bool {
        if let Some((key, ks, ke)) = params.iter().find_map(|p| p.key) {
            let span = self.span(ks, ke);
            self.report(
                Diagnostic::error(codes::BAD_TYPE, span, format!("`{name}` has no parameter called `{key}`"))
                    .label("parameters of this type have no names")
                    .help(format!("write `{}`", shape_of(name))),
            );
            return false;
        }
        if (min..=max).contains(&params.len()) {
            return true;
        }
        let span = match params.get(max) {
            Some(extra) => self.span(extra.start, extra.end),
            None => self.span(start, end),
        };
        let wanted = if min == max { format!("{min}") } else { format!("{min} to {max}") };
        self.report(
            Diagnostic::error(
                codes::BAD_TYPE,
                span,
                format!("`{name}` has {wanted} parameter{}, {} given", if max == 1 { "" } else { "s" }, params.len()),
            )
            .label(if params.len() > max { "one too many" } else { "parameters missing" })
            .help(format!("write `{}`", shape_of(name))),
        );
        false
    }

    /// The only parameter, `dims x T`.
    fn shaped_only(&mut self, name: &str, params: &[Param<'t>], start: u32, end: u32) -> Option<(Box<[Dim]>, Node)> {
        if !self.count(name, params, 1, 1, start, end) {
            return None;
        }
        self.shape(name, &params[0])
    }

    fn shape(&mut self, name: &str, param: &Param<'t>) -> Option<(Box<[Dim]>, Node)> {
        let mut dims = Vec::with_capacity(param.dims.len());
        for (i, &(dim, start, end)) in param.dims.iter().enumerate() {
            self.remember(Field::Dim(i as u32), start, end);
            if dim < 0 && dim != DYN {
                let span = self.span(start, end);
                self.report(
                    Diagnostic::error(codes::BAD_TYPE, span, "negative dimension").label("expected a number or `?`"),
                );
                return None;
            }
            dims.push(dim);
        }
        match param.tail {
            Tail::Word(word) => {
                self.remember(Field::Dtype, param.tail_start, param.end);
                let elem = self.word(word, param.tail_start, param.end);
                Some((dims.into(), elem))
            }
            Tail::Type(elem) => {
                self.remember(Field::Dtype, param.tail_start, param.end);
                Some((dims.into(), elem))
            }
            _ => {
                let span = self.span(param.tail_start, param.end);
                let shown = self.slice(param.tail_start, param.end);
                self.report(
                    Diagnostic::error(codes::BAD_TYPE, span, format!("`{name}` without an element type"))
                        .label(format!("expected `x` and an element type after `{shown}`"))
                        .help(format!("write `{}`", shape_of(name))),
                );
                None
            }
        }
    }

    /// A type without dimensions.
    pub(super) fn element(&mut self, param: &Param<'t>) -> Node {
        self.remember(Field::Dtype, param.tail_start, param.end);
        match param.tail {
            Tail::Word(word) => self.word(word, param.tail_start, param.end),
            Tail::Type(node) => node,
            _ => self.not_a_tail("a type", param),
        }
    }

    /// `N x ..`: the number, and the parameter it stands in.
    fn lanes<'p>(
        &mut self,
        name: &str,
        params: &'p [Param<'t>],
        max: usize,
        start: u32,
        end: u32,
    ) -> Option<(u32, &'p Param<'t>)> {
        if !self.count(name, params, 1, max, start, end) {
            return None;
        }
        let param = &params[0];
        if let [(lanes, ls, le)] = param.dims[..] {
            self.remember(Field::Lanes, ls, le);
            if let Ok(lanes) = u32::try_from(lanes) {
                return Some((lanes, param));
            }
            let span = self.span(ls, le);
            self.report(
                Diagnostic::error(codes::BAD_TYPE, span, "the number of lanes of a register is fixed")
                    .label("expected a positive number"),
            );
            return None;
        }
        let span = self.span(param.start, param.end);
        self.report(
            Diagnostic::error(codes::BAD_TYPE, span, format!("`{name}` has one dimension, {} given", param.dims.len()))
                .label("expected lanes and one type")
                .help(format!("write `{}`", shape_of(name))),
        );
        None
    }

    fn members(&mut self, name: &str, params: &[Param<'t>]) -> Option<Vec<Node>> {
        if !self.count(name, params, 0, usize::MAX, 0, 0) {
            return None;
        }
        let mut members = Vec::with_capacity(params.len());
        for (i, param) in params.iter().enumerate() {
            self.remember(Field::Member(i as u32), param.start, param.end);
            if !param.dims.is_empty() {
                self.not_a("a type", param);
                return None;
            }
            members.push(match param.tail {
                Tail::Word(word) => self.word(word, param.tail_start, param.end),
                Tail::Type(node) => node,
                _ => self.not_a("a type", param),
            });
        }
        Some(members)
    }

    pub(super) fn slice(&self, start: u32, end: u32) -> &'t str {
        self.text.get(start as usize..end as usize).unwrap_or("").trim_end()
    }

    fn not_a(&mut self, expected: &str, param: &Param<'t>) -> Node {
        self.expected(expected, param.start, param.end)
    }

    fn not_a_tail(&mut self, expected: &str, param: &Param<'t>) -> Node {
        self.expected(expected, param.tail_start, param.end)
    }

    pub(super) fn expected(&mut self, expected: &str, start: u32, end: u32) -> Node {
        let span = self.span(start, end);
        let shown = self.slice(start, end);
        self.wrong(
            Diagnostic::error(codes::BAD_TYPE, span, format!("expected {expected}, found `{shown}`"))
                .label(format!("not {expected}")),
        )
    }
}

/// The space of a pointer by either of its names.
pub fn pointer_space(word: &str) -> Option<Space> {
    Some(match word {
        "gm" => Space::Gm,
        "ub" | "vec" => Space::Vec,
        "l1" | "mat" => Space::Mat,
        "l0a" | "left" => Space::Left,
        "l0b" | "right" => Space::Right,
        "l0c" | "acc" => Space::Acc,
        "bt" | "bias" => Space::Bias,
        "fb" | "scaling" => Space::Scaling,
        _ => return None,
    })
}

/// An example of a constructor.
fn shape_of(name: &str) -> &'static str {
    match name {
        "ptr" => "!pto.ptr<f32, gm>",
        "tensor_view" => "!pto.tensor_view<16x?xf32>",
        "partition_tensor_view" | "tile_view" => "!pto.partition_tensor_view<16x64xf32>",
        "tile" => "!pto.tile<16x64xf32>",
        "tile_buf" => "!pto.tile_buf<vec, 16x64xf32>",
        "multi_tile_buf" => "!pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2>",
        "eventid_array" => "!pto.eventid_array<4>",
        "local_array" => "!pto.local_array<4xi32>",
        "struct" => "!pto.struct<i32, f32>",
        "vreg" => "!pto.vreg<64xf32>",
        "mask" => "!pto.mask<b32>",
        "vmi.vreg" => "!pto.vmi.vreg<64xf32>",
        "vmi.mask" => "!pto.vmi.mask<64xb32>",
        "memref" => "memref<16x64xf32>",
        "tensor" => "tensor<16x64xf32>",
        "vector" => "vector<4xf32>",
        "tuple" => "tuple<i32, f32>",
        _ => "<..>",
    }
}

/// Whether every round, square and curly bracket has its partner.
fn balanced(text: &str) -> bool {
    let mut open = Vec::new();
    for b in text.bytes() {
        match b {
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b')' | b']' | b'}' if open.pop() != Some(b) => return false,
            _ => {}
        }
    }
    open.is_empty()
}
