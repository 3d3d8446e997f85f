//! Interned attributes, dictionaries and symbols.
//!
//! Handles of one [`Context`] are equal exactly when the attributes are. Nested attributes refer to each other by
//! handle, so no operation on them recurses deeper than the parser allows. Parsing is in `syntax::attributes`,
//! printing in [`super::attr_print`]; the enumerations are in [`crate::dialect::enums`].

use super::types::{TypeId, TypeStore};
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// Handle of an interned string: a symbol, an attribute key, the text of a string attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Sym(pub u32);

/// Handle of an interned attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct AttrId(pub u32);

/// Handle of an interned dictionary; [`DictId::EMPTY`] is `{}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct DictId(pub u32);

impl DictId {
    /// The dictionary without entries.
    pub const EMPTY: DictId = DictId(0);
}

/// An attribute value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Attr {
    /// Stands where an attribute was wrong; every check accepts it.
    Error,
    /// `unit`, or a key without a value.
    Unit,
    Bool(bool),
    /// Integer with its type (`i64` when not written). A hex literal of a float type is a [`Attr::Float`].
    Int {
        value: i128,
        ty: TypeId,
    },
    /// Float as the bits of an `f64` with its type (`f64` when not written); NaN payloads of narrower types given as
    /// bit patterns are kept in `pattern`.
    Float {
        bits: u64,
        pattern: Option<u64>,
        ty: TypeId,
    },
    /// String, unescaped; may carry a type.
    Str {
        text: Sym,
        ty: Option<TypeId>,
    },
    Type(TypeId),
    /// `@a::@b`: the segments.
    Symbol(Box<[Sym]>),
    Array(Box<[AttrId]>),
    Dict(DictId),
    /// `array<i64: 1, 2>`; values are [`Attr::Int`], [`Attr::Float`] or [`Attr::Bool`] of the element type.
    DenseArray {
        elem: TypeId,
        values: Box<[AttrId]>,
    },
    /// `dense<..> : T`; one value (splat) or one for each element, row by row. A hex string keeps its text.
    Dense {
        ty: TypeId,
        values: DenseValues,
    },
    /// A member of a PTO enumeration: `#pto<cmp lt>`, `#pto.pipe<PIPE_V>`.
    Enum {
        kind: EnumId,
        value: i32,
    },
    /// `#pto.acc_push_epilogue<layout = L, quant = Q, relu = R>` by member values.
    AccPushEpilogue {
        layout: i32,
        quant: i32,
        relu: i32,
    },
    /// `#pto.vmi.layout<..>`
    VmiLayout(super::types::VmiLayout),
    /// `#pto.tile_buf_config<..>`: fields by value, absent ones are defaults.
    TileBufConfig {
        blayout: i32,
        slayout: i32,
        fractal: i32,
        pad: i32,
        compact: i32,
    },
    /// `#pto.op<TADD>` of the sync form.
    OpClass(Sym),
    /// `loc(..)`, canonical text.
    Loc(Sym),
    /// `affine_map<..>`, `strided<..>`, attributes of other dialects: canonical text.
    Opaque(Sym),
}

/// Elements of a dense attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DenseValues {
    /// All elements equal, or one each.
    Values(Box<[AttrId]>),
    /// `dense<"0x..">`
    Hex(Sym),
}

/// Index of an enumeration in [`crate::dialect::enums::ENUMS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct EnumId(pub u16);

/// Interned data shared by all bodies of a program.
#[derive(Clone)]
pub struct Context {
    /// Types.
    pub types: TypeStore,
    strings: Vec<Box<str>>,
    string_table: HashTable<Sym>,
    attrs: Vec<Attr>,
    attr_table: HashTable<AttrId>,
    dicts: Vec<Box<[(Sym, AttrId)]>>,
    dict_table: HashTable<DictId>,
    segments: Vec<Box<[u16]>>,
    segment_table: HashTable<u32>,
    hasher: hashbrown::DefaultHashBuilder,
}

impl Default for Context {
    fn default() -> Self {
        let mut context = Context {
            types: TypeStore::default(),
            strings: Vec::new(),
            string_table: HashTable::new(),
            attrs: Vec::new(),
            attr_table: HashTable::new(),
            dicts: Vec::new(),
            dict_table: HashTable::new(),
            segments: vec![Box::default()],
            segment_table: HashTable::new(),
            hasher: Default::default(),
        };
        context.dict(Vec::new());
        context.attr(Attr::Unit);
        context
    }
}

/// How much a context held at some moment; see [`super::merge`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    pub types: usize,
    pub strings: usize,
    pub attrs: usize,
    pub dicts: usize,
    pub segments: usize,
}

impl AttrId {
    /// The unit attribute.
    pub const UNIT: AttrId = AttrId(0);
}

impl Context {
    /// How much the context holds now.
    pub fn mark(&self) -> Mark {
        Mark {
            types: self.types.len(),
            strings: self.strings.len(),
            attrs: self.attrs.len(),
            dicts: self.dicts.len(),
            segments: self.segments.len(),
        }
    }

    /// The handle of a string.
    pub fn sym(&mut self, text: &str) -> Sym {
        let hash = self.hasher.hash_one(text);
        if let Some(&sym) = self.string_table.find(hash, |s| &*self.strings[s.0 as usize] == text) {
            return sym;
        }
        let sym = Sym(self.strings.len() as u32);
        self.strings.push(text.into());
        let (strings, hasher) = (&self.strings, &self.hasher);
        self.string_table.insert_unique(hash, sym, |s| hasher.hash_one(&*strings[s.0 as usize]));
        sym
    }

    /// The handle of a string that is already known.
    pub fn find_sym(&self, text: &str) -> Option<Sym> {
        let hash = self.hasher.hash_one(text);
        self.string_table.find(hash, |s| &*self.strings[s.0 as usize] == text).copied()
    }

    /// The text behind a symbol.
    pub fn str(&self, sym: Sym) -> &str {
        &self.strings[sym.0 as usize]
    }

    /// The handle of an attribute.
    pub fn attr(&mut self, attr: Attr) -> AttrId {
        let hash = self.hasher.hash_one(&attr);
        if let Some(&id) = self.attr_table.find(hash, |a| self.attrs[a.0 as usize] == attr) {
            return id;
        }
        let id = AttrId(self.attrs.len() as u32);
        self.attrs.push(attr);
        let (attrs, hasher) = (&self.attrs, &self.hasher);
        self.attr_table.insert_unique(hash, id, |a| hasher.hash_one(&attrs[a.0 as usize]));
        id
    }

    /// The attribute behind a handle.
    pub fn get(&self, id: AttrId) -> &Attr {
        &self.attrs[id.0 as usize]
    }

    /// The handle of a dictionary. Entries are sorted by key text here; keys must be distinct.
    pub fn dict(&mut self, mut entries: Vec<(Sym, AttrId)>) -> DictId {
        entries.sort_by(|a, b| self.str(a.0).cmp(self.str(b.0)));
        let hash = self.hasher.hash_one(&entries[..]);
        if let Some(&id) = self.dict_table.find(hash, |d| *self.dicts[d.0 as usize] == entries[..]) {
            return id;
        }
        let id = DictId(self.dicts.len() as u32);
        self.dicts.push(entries.into());
        let (dicts, hasher) = (&self.dicts, &self.hasher);
        self.dict_table.insert_unique(hash, id, |d| hasher.hash_one(&dicts[d.0 as usize][..]));
        id
    }

    /// The entries of a dictionary, sorted by key.
    pub fn entries(&self, dict: DictId) -> &[(Sym, AttrId)] {
        &self.dicts[dict.0 as usize]
    }

    /// The value of a key.
    pub fn lookup(&self, dict: DictId, key: &str) -> Option<AttrId> {
        self.entries(dict).iter().find(|(k, _)| self.str(*k) == key).map(|(_, v)| *v)
    }

    /// The handle of a list of operand group sizes; never 0.
    pub fn intern_segments(&mut self, sizes: &[u16]) -> u32 {
        let hash = self.hasher.hash_one(sizes);
        if let Some(&id) = self.segment_table.find(hash, |&id| *self.segments[id as usize] == *sizes) {
            return id;
        }
        let id = self.segments.len() as u32;
        self.segments.push(sizes.into());
        let (segments, hasher) = (&self.segments, &self.hasher);
        self.segment_table.insert_unique(hash, id, |&id| hasher.hash_one(&segments[id as usize][..]));
        id
    }

    /// The group sizes behind a handle.
    pub fn segments(&self, id: u32) -> &[u16] {
        &self.segments[id as usize]
    }
}
