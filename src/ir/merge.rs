//! Joining interned data that grew apart.
//!
//! Parts of an input that are read on several threads start from copies of one [`Context`] and each add to their own.
//! [`Import`] brings what one of them added into another: handles that both had before the copy stay as they are, newer
//! ones are translated.

use super::attrs::{Attr, AttrId, Context, DenseValues, DictId, Mark, Sym};
use super::body::{Body, BodyId};
use super::types::{Type, TypeId};

/// Translates handles of `from` into handles of `into`.
pub struct Import<'a> {
    into: &'a mut Context,
    from: &'a Context,
    /// What both had when they were one.
    mark: Mark,
    types: Vec<TypeId>,
    strings: Vec<Sym>,
    attrs: Vec<Option<AttrId>>,
    dicts: Vec<Option<DictId>>,
    segments: Vec<u32>,
}

impl<'a> Import<'a> {
    /// Prepares the translation; `mark` was taken from the context that both were copied from.
    pub fn new(into: &'a mut Context, from: &'a Context, mark: Mark) -> Self {
        let end = from.mark();
        let mut import = Import {
            into,
            from,
            mark,
            types: Vec::with_capacity(end.types - mark.types),
            strings: Vec::with_capacity(end.strings - mark.strings),
            attrs: vec![None; end.attrs - mark.attrs],
            dicts: vec![None; end.dicts - mark.dicts],
            segments: Vec::new(),
        };
        // Parts of a type are older than the type, so one pass in order finds them translated.
        for id in mark.types..end.types {
            let ty = import.translate_type(from.types.get(TypeId(id as u32)));
            let id = import.into.types.intern(ty);
            import.types.push(id);
        }
        for id in mark.strings..end.strings {
            let sym = import.into.sym(from.str(Sym(id as u32)));
            import.strings.push(sym);
        }
        for id in mark.segments..end.segments {
            let id = import.into.intern_segments(from.segments(id as u32));
            import.segments.push(id);
        }
        import
    }

    /// Whether every handle means the same in both, so that nothing needs to be translated.
    pub fn is_identity(&self) -> bool {
        let same = |n: usize, i: usize, id: u32| n + i == id as usize;
        self.attrs.is_empty()
            && self.dicts.is_empty()
            && self.types.iter().enumerate().all(|(i, t)| same(self.mark.types, i, t.0))
            && self.strings.iter().enumerate().all(|(i, s)| same(self.mark.strings, i, s.0))
            && self.segments.iter().enumerate().all(|(i, s)| same(self.mark.segments, i, *s))
    }

    /// The handle of a type.
    pub fn ty(&self, id: TypeId) -> TypeId {
        match (id.0 as usize).checked_sub(self.mark.types) {
            Some(new) => self.types[new],
            None => id,
        }
    }

    /// The handle of a string.
    pub fn sym(&self, id: Sym) -> Sym {
        match (id.0 as usize).checked_sub(self.mark.strings) {
            Some(new) => self.strings[new],
            None => id,
        }
    }

    /// The handle of a list of group sizes.
    pub fn segments(&self, id: u32) -> u32 {
        match (id as usize).checked_sub(self.mark.segments) {
            Some(new) => self.segments[new],
            None => id,
        }
    }

    /// The handle of an attribute. Recursion is bounded by the nesting that the attribute parser allows.
    pub fn attr(&mut self, id: AttrId) -> AttrId {
        let Some(new) = (id.0 as usize).checked_sub(self.mark.attrs) else { return id };
        if let Some(known) = self.attrs[new] {
            return known;
        }
        let from = self.from;
        let attr = match from.get(id) {
            Attr::Int { value, ty } => Attr::Int { value: *value, ty: self.ty(*ty) },
            Attr::Float { bits, pattern, ty } => Attr::Float { bits: *bits, pattern: *pattern, ty: self.ty(*ty) },
            Attr::Str { text, ty } => Attr::Str { text: self.sym(*text), ty: ty.map(|t| self.ty(t)) },
            Attr::Type(ty) => Attr::Type(self.ty(*ty)),
            Attr::Symbol(path) => Attr::Symbol(path.iter().map(|s| self.sym(*s)).collect()),
            Attr::Array(items) => Attr::Array(self.list(items)),
            Attr::Dict(dict) => Attr::Dict(self.dict(*dict)),
            Attr::DenseArray { elem, values } => Attr::DenseArray { elem: self.ty(*elem), values: self.list(values) },
            Attr::Dense { ty, values } => Attr::Dense {
                ty: self.ty(*ty),
                values: match values {
                    DenseValues::Values(values) => DenseValues::Values(self.list(values)),
                    DenseValues::Hex(text) => DenseValues::Hex(self.sym(*text)),
                },
            },
            Attr::OpClass(name) => Attr::OpClass(self.sym(*name)),
            Attr::Loc(text) => Attr::Loc(self.sym(*text)),
            Attr::Opaque(text) => Attr::Opaque(self.sym(*text)),
            plain @ (Attr::Error
            | Attr::Unit
            | Attr::Bool(_)
            | Attr::Enum { .. }
            | Attr::AccPushEpilogue { .. }
            | Attr::VmiLayout(_)
            | Attr::TileBufConfig { .. }) => plain.clone(),
        };
        let id = self.into.attr(attr);
        self.attrs[new] = Some(id);
        id
    }

    fn list(&mut self, items: &[AttrId]) -> Box<[AttrId]> {
        items.iter().map(|a| self.attr(*a)).collect()
    }

    /// The handle of a dictionary.
    pub fn dict(&mut self, id: DictId) -> DictId {
        let Some(new) = (id.0 as usize).checked_sub(self.mark.dicts) else { return id };
        if let Some(known) = self.dicts[new] {
            return known;
        }
        let from = self.from;
        let entries = from.entries(id).iter().map(|&(key, value)| (self.sym(key), self.attr(value))).collect();
        let id = self.into.dict(entries);
        self.dicts[new] = Some(id);
        id
    }

    /// Translates a body in place; its own bodies come `bodies` places later in the program that takes it.
    pub fn body(&mut self, body: &mut Body, bodies: u32) {
        if !self.is_identity() {
            for op in &mut body.ops {
                op.attrs = self.dict(op.attrs);
                op.segments = self.segments(op.segments);
            }
            for value in &mut body.values {
                value.ty = self.ty(value.ty);
            }
        }
        for ext in &mut body.exts {
            ext.body = ext.body.map(|b| BodyId(b.0 + bodies));
            ext.location = ext.location.map(|a| self.attr(a));
            ext.unregistered = ext.unregistered.map(|s| self.sym(s));
        }
    }

    fn translate_type(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        ty.map_parts(|part| self.ty(part));
        ty
    }
}
