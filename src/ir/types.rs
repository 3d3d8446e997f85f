//! Interned types.
//!
//! A [`TypeId`] is a handle into a [`TypeStore`]; equal types have equal handles, so spellings that mean the same
//! compare in one instruction. Parsing type text is in `syntax::types`, printing in [`super::type_print`], rules on a
//! type by itself in `verify::types`.

use hashbrown::HashTable;
use std::hash::{BuildHasher, Hash};

/// Handle of an interned type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// An extent: a number of elements, or [`DYN`].
pub type Dim = i64;

/// The extent written `?`.
pub const DYN: Dim = i64::MIN;

/// How an integer type reads its bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// `iN`
    Signless,
    /// `siN`
    Signed,
    /// `uiN`
    Unsigned,
}

/// Floating-point formats, standard and low precision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Float {
    F16,
    BF16,
    F32,
    F64,
    F8E4M3FN,
    F8E4M3,
    F8E4M3FNUZ,
    F8E4M3B11FNUZ,
    F8E5M2,
    F8E5M2FNUZ,
    /// `!pto.hif8`
    HiF8,
    /// `!pto.f8E8M0`
    F8E8M0,
    /// `!pto.f4E1M2x2`: two values in one byte
    F4E1M2x2,
    /// `!pto.f4E2M1x2`: two values in one byte
    F4E2M1x2,
    /// `!pto.hif8x2`
    HiF8x2,
    /// `!pto.bf16x2`
    BF16x2,
}

/// Where a pointer or tile lives. The same enumeration serves `!pto.ptr` and tile locations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Space {
    /// `zero`: the default memref space
    Zero,
    Gm,
    /// `mat`, in pointers `l1`
    Mat,
    /// `left`, in pointers `l0a`
    Left,
    /// `right`, in pointers `l0b`
    Right,
    /// `acc`, in pointers `l0c`
    Acc,
    /// `vec`, in pointers `ub`
    Vec,
    /// `bias`, in pointers `bt`
    Bias,
    /// `scaling`, in pointers `fb`
    Scaling,
}

/// Order of elements or boxes in a tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BLayout {
    RowMajor,
    ColMajor,
}

/// Order of elements inside a box, or no boxes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SLayout {
    NoneBox,
    RowMajor,
    ColMajor,
}

/// Parameters of `!pto.tile_buf` and `!pto.tile`.
///
/// `!pto.tile_buf` types have every field set but `loc`, which is absent only in the positional spellings without a
/// location. In `!pto.tile` an absent field means "decided by the operand's role".
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tile {
    /// Memory space (`vec mat left right acc bias scaling`).
    pub loc: Option<Space>,
    /// Element type.
    pub dtype: TypeId,
    /// Physical rows, in elements.
    pub rows: Dim,
    /// Physical columns, in elements (in pairs for packed FP4).
    pub cols: Dim,
    /// Valid rows; [`DYN`] for `?`.
    pub v_row: Dim,
    /// Valid columns; [`DYN`] for `?`.
    pub v_col: Dim,
    pub blayout: Option<BLayout>,
    pub slayout: Option<SLayout>,
    /// Bytes of the inner box: 32, 512 or 1024.
    pub fractal: Option<u32>,
    /// 0 null, 1 zero, 2 max, 3 min
    pub pad: Option<u8>,
    /// 0 null, 1 normal, 2 row_plus_one
    pub compact: Option<u8>,
}

/// Granularity of a mask register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MaskGranularity {
    B8,
    B16,
    B32,
    /// `pred`, `!pto.vmi.mask` only
    Pred,
    /// `!pto.mask` without a parameter
    Unknown,
}

/// `#pto.vmi.layout<..>`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VmiLayout {
    /// `contiguous [, lane_stride = N]`
    Contiguous { lane_stride: u32 },
    /// `deinterleaved = F [, lane_stride = N]`
    Deinterleaved { factor: u32, lane_stride: u32 },
    /// `block_deinterleaved = F`
    BlockDeinterleaved { factor: u32 },
    /// `num_groups = N [, slots = S] [, lane_stride = N]`; slots 0 is absent
    NumGroups { groups: u32, slots: u32, lane_stride: u32 },
}

/// A type. `Box<[..]>` fields are in source order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// Stands where a type was wrong; every check accepts it, so one mistake gives one error.
    Error,
    Index,
    None,
    Int {
        width: u32,
        sign: Sign,
    },
    Float(Float),
    /// `!pto.ptr<elem, space>`
    Ptr {
        elem: TypeId,
        space: Space,
    },
    /// `!pto.tensor_view<..>`
    TensorView {
        dims: Box<[Dim]>,
        elem: TypeId,
    },
    /// `!pto.partition_tensor_view<..>`
    PartitionView {
        dims: Box<[Dim]>,
        elem: TypeId,
    },
    /// `!pto.tile<..>` (Level 1)
    Tile(Box<Tile>),
    /// `!pto.tile_buf<..>` (Level 2)
    TileBuf(Box<Tile>),
    /// `!pto.multi_tile_buf<slot, count=N>`; `slot` is a [`Type::TileBuf`]
    MultiTileBuf {
        slot: TypeId,
        count: u32,
    },
    /// `!pto.eventid_array<N>`
    EventIdArray {
        len: u64,
    },
    /// `!pto.local_array<..>`
    LocalArray {
        dims: Box<[Dim]>,
        elem: TypeId,
    },
    /// `!pto.struct<..>`
    Struct {
        fields: Box<[TypeId]>,
    },
    /// `!pto.vreg<NxT>`
    VReg {
        lanes: u32,
        elem: TypeId,
    },
    /// `!pto.mask<G>`
    Mask(MaskGranularity),
    /// `!pto.align`
    Align,
    /// `!pto.vmi.vreg<NxT [, layout]>`
    VmiVReg {
        lanes: u32,
        elem: TypeId,
        layout: Option<VmiLayout>,
    },
    /// `!pto.vmi.mask<NxG [, layout]>`
    VmiMask {
        lanes: u32,
        granularity: MaskGranularity,
        layout: Option<VmiLayout>,
    },
    /// `!pto.pipe`
    Pipe,
    /// `!pto.event`
    Event,
    /// `!pto.async_session`
    AsyncSession,
    /// `!pto.async_event`
    AsyncEvent,
    /// `!pto.prefetch_async_context`
    PrefetchAsyncContext,
    /// `!pto.fmatrix_config`
    FmatrixConfig,
    /// Page-only type whose body has no defined meaning: kept as written (`!pto.memref<..>`, `!pto.global<..>`,
    /// `!pto.group<..>`, `!pto.tpipe<..>`, `!pto.record_event`, `!pto.scalar<..>`, bodies with `..`).
    Opaque(Box<OpaqueType>),
    /// `memref<dims x elem [, layout] [, space]>`; layout and space are attribute text in canonical spelling
    MemRef {
        dims: Box<[Dim]>,
        elem: TypeId,
        layout: Option<Box<str>>,
        space: Option<Box<str>>,
    },
    /// `tensor<..>`; `dims` is absent for `tensor<*x..>`
    Tensor {
        dims: Option<Box<[Dim]>>,
        elem: TypeId,
        encoding: Option<Box<str>>,
    },
    /// `vector<..>`
    Vector {
        dims: Box<[Dim]>,
        elem: TypeId,
    },
    /// `(T..) -> (R..)`
    Function {
        inputs: Box<[TypeId]>,
        results: Box<[TypeId]>,
    },
    /// `tuple<..>`
    Tuple {
        elems: Box<[TypeId]>,
    },
    /// A type of a dialect that pto-opt does not define (`!llvm.ptr`): text without outer white space.
    Foreign(Box<str>),
}

/// See [`Type::Opaque`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OpaqueType {
    /// `memref`, `global`, `group`, `tpipe`, `record_event`, `scalar`, `tile`, ..: the name after `!pto.`
    pub name: Box<str>,
    /// Text between the angle brackets, white space folded; absent without brackets.
    pub body: Option<Box<str>>,
}

/// The element type of a type that has one, by reference or by mutable reference.
macro_rules! element {
    ($ty:expr) => {
        match $ty {
            Type::Ptr { elem, .. }
            | Type::TensorView { elem, .. }
            | Type::PartitionView { elem, .. }
            | Type::LocalArray { elem, .. }
            | Type::VReg { elem, .. }
            | Type::VmiVReg { elem, .. }
            | Type::MemRef { elem, .. }
            | Type::Tensor { elem, .. }
            | Type::Vector { elem, .. } => Some(elem),
            _ => None,
        }
    };
}

impl Type {
    /// The element type of a shaped type: tile, view, pointer, register, array.
    pub fn element(&self) -> Option<TypeId> {
        match self {
            Type::Tile(tile) | Type::TileBuf(tile) => Some(tile.dtype),
            _ => element!(self).copied(),
        }
    }

    /// Calls `f` with every type that this one is made of, in order.
    pub fn for_each_part(&self, f: impl FnMut(TypeId)) {
        match self {
            Type::MultiTileBuf { slot, .. } => std::iter::once(*slot).for_each(f),
            Type::Struct { fields } => fields.iter().copied().for_each(f),
            Type::Tuple { elems } => elems.iter().copied().for_each(f),
            Type::Function { inputs, results } => inputs.iter().chain(results).copied().for_each(f),
            _ => self.element().into_iter().for_each(f),
        }
    }

    /// Replaces every type that this one is made of.
    pub fn map_parts(&mut self, mut f: impl FnMut(TypeId) -> TypeId) {
        let replace = |part: &mut TypeId| *part = f(*part);
        match self {
            Type::Tile(tile) | Type::TileBuf(tile) => std::iter::once(&mut tile.dtype).for_each(replace),
            Type::MultiTileBuf { slot, .. } => std::iter::once(slot).for_each(replace),
            Type::Struct { fields } => fields.iter_mut().for_each(replace),
            Type::Tuple { elems } => elems.iter_mut().for_each(replace),
            Type::Function { inputs, results } => inputs.iter_mut().chain(results).for_each(replace),
            _ => element!(self).into_iter().for_each(replace),
        }
    }
}

macro_rules! well_known {
    ($($name:ident = $ty:expr;)*) => {
        #[derive(Clone, Copy)]
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum WellKnown { $($name),* }
        impl TypeId {
            $(pub const $name: TypeId = TypeId(WellKnown::$name as u32);)*
        }
        const WELL_KNOWN: &[Type] = &[$($ty),*];
    };
}

const fn int(width: u32, sign: Sign) -> Type {
    Type::Int { width, sign }
}

// The first types of every store, so that their handles are constants.
well_known! {
    ERROR = Type::Error;
    INDEX = Type::Index;
    NONE = Type::None;
    I1 = int(1, Sign::Signless);
    I8 = int(8, Sign::Signless);
    I16 = int(16, Sign::Signless);
    I32 = int(32, Sign::Signless);
    I64 = int(64, Sign::Signless);
    SI8 = int(8, Sign::Signed);
    SI16 = int(16, Sign::Signed);
    SI32 = int(32, Sign::Signed);
    SI64 = int(64, Sign::Signed);
    UI8 = int(8, Sign::Unsigned);
    UI16 = int(16, Sign::Unsigned);
    UI32 = int(32, Sign::Unsigned);
    UI64 = int(64, Sign::Unsigned);
    F16 = Type::Float(Float::F16);
    BF16 = Type::Float(Float::BF16);
    F32 = Type::Float(Float::F32);
    F64 = Type::Float(Float::F64);
    PIPE = Type::Pipe;
    EVENT = Type::Event;
    ALIGN = Type::Align;
    ASYNC_SESSION = Type::AsyncSession;
    ASYNC_EVENT = Type::AsyncEvent;
    PREFETCH_ASYNC_CONTEXT = Type::PrefetchAsyncContext;
}

/// Owns the types of one program.
#[derive(Clone)]
pub struct TypeStore {
    types: Vec<Type>,
    table: HashTable<TypeId>,
    hasher: hashbrown::DefaultHashBuilder,
}

impl Default for TypeStore {
    fn default() -> Self {
        let mut store = TypeStore {
            types: Vec::with_capacity(64),
            table: HashTable::with_capacity(64),
            hasher: Default::default(),
        };
        for ty in WELL_KNOWN {
            store.intern(ty.clone());
        }
        store
    }
}

impl TypeStore {
    /// The handle of `ty`, added when it is new.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        let hash = self.hash(&ty);
        if let Some(&id) = self.table.find(hash, |id| self.types[id.0 as usize] == ty) {
            return id;
        }
        let id = TypeId(self.types.len() as u32);
        self.types.push(ty);
        let (types, hasher) = (&self.types, &self.hasher);
        self.table.insert_unique(hash, id, |id| hasher.hash_one(&types[id.0 as usize]));
        id
    }

    /// The type behind a handle.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// How many types there are; handles are `0..len`.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Never true: the well-known types are always there.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// Parameters of a tile or tile buffer.
    pub fn tile(&self, id: TypeId) -> Option<&Tile> {
        match self.get(id) {
            Type::Tile(t) | Type::TileBuf(t) => Some(t),
            _ => None,
        }
    }

    fn hash<T: Hash>(&self, value: &T) -> u64 {
        self.hasher.hash_one(value)
    }
}
