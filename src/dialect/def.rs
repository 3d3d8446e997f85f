//! The schema of an operation definition.
//!
//! An operation is defined once, as a `const` [`OpDef`] in a table of its family. Every stage reads it: the parser and
//! printer for all forms, SSA checks, `pto-opt ops` and the reference page. Builders are `const fn`, so the tables are
//! static data and cost nothing at start-up.
//!
//! # Assembly formats
//!
//! [`Asm::Tile`] is the syntax shared by all tile operations: `%d = tadd %a, %b : T` (sync), `%d = pto.tadd %a, %b :
//! (T, T) -> T` (SSA), `pto.tadd ins(%a, %b : T, T) outs(%d : T)` (DPS). Roles, clauses and attribute places come from
//! [`Operand`] and [`AttrDef`].
//!
//! [`Asm::Custom`] is a format string, one spelling for SSA and DPS (sync: the same without `pto.`). It describes what
//! follows the mnemonic:
//!
//! | element | meaning |
//! |---|---|
//! | `%name` | an operand; a comma-separated list when it is declared variadic. When `, %other` follows a variadic list, the last value read belongs to `%other` |
//! | `@name` | the value of an attribute; every spelling its [`AttrKind`] allows is read, the canonical one is printed. An integer list is spelled as its items alone: `[ @path ]`. Where it stands a second time the value must be the same |
//! | `@name:short`, `@name:str`, `@name:word` | the same, an enumeration member printed as `<V>`, `"V"` or bare `V` |
//! | `@name:words` | a string attribute spelled as a comma-separated list of bare words: `overflow < @flags:words >` for `overflow<nsw, nuw>` |
//! | `@name=member` | no text: reading sets the attribute to this member. `nz2dn ( %stride ) @layout=nz2dn` |
//! | `T(name)` | type of the operand or result; a comma-separated list when variadic |
//! | `T*` | types of all operands that stand before it in this text, in that order; parentheses around the list are read, not printed |
//! | `T*-idx` | the same without operands whose type is fixed to `index` |
//! | `R*` | types of all results; parentheses around the list are read, not printed |
//! | `A` | the attribute dictionary: everything that `@name` does not place |
//! | `REGION` | a region in braces |
//! | `(? .. )` | optional: read when the next tokens start it; printed when any `%`, `@`, `T`, `R` element inside, at any depth, is present. A literal alone (`(? sat )`) is not allowed: use a unit attribute with [`AttrDef::keyword`] |
//! | `(- .. )` | read when the next tokens start it, ignored, never printed: `(- : i64 )` for a type list of old texts |
//! | `(* .. )` | repeated: a clause that may stand any number of times; its `%` elements are variadic and grow together |
//! | `(\| a \| b )` | one of several: read is the first alternative that the next tokens start; printed is the first whose `%`, `@` and `R*` elements outside of groups are all present, an attribute with a default always, and whose `@name=member` hold. The last may be empty |
//! | `(& a \| b )` | comma-separated clauses in any order, each at most once, possibly none; printed as listed, those with a present `%` or `@`. `{ (& id = @id \| size = @size ) }` |
//! | `a\|b` | without spaces: any of these words is read, the first is printed: `loop\|loop1\|loop2 ( %n )` |
//! | anything else | itself: punctuation or a keyword. `,?` is a comma that may be missing in input and is always printed |
//!
//! Further rules:
//! - Groups and alternatives are chosen by the next two tokens, compared with what their first two elements can start
//!   with; one element is enough when the group has only one. So `(? , base = @base )` and `(? , auto = @auto )` may
//!   follow each other, and `(? %entry , ) %pipe` tells `(%p` from `(%e, %p`. Elements that may be empty (`(? ..)`,
//!   `(- ..)`, `A`, `,?`) can also start with what follows them. An `@name` of an enumeration starts with a word only
//!   when that is a member, a unit keyword only with its word; `%name` starts with a value name.
//! - A `(? ..)` or `(* ..)` without `%` and `@` but with `T(name)` stands exactly when, or as often as, that operand or
//!   result stands: `( %a (? , %b ) : T(a) (? , T(b) ) )`. For a result: when a result of that position is bound.
//!   Inside `(* ..)` each round of `T(name)` is one type.
//! - An `@name` outside of optional groups is always printed, an absent one as its default.
//! - `T*` counts as present when an operand stands before it, `R*` when there is a result.
//! - Spacing is the printer's: one space between elements, none after `( [ { <`, before `) ] } , > <`, nor before `(`
//!   and `[` unless `:`, `->`, `,` or `=` stands before them.
//!
//! Whatever is not expressible is [`Asm::Hand`], with a parser and printer written by hand.

use crate::ir::attrs::EnumId;
use crate::ir::types::TypeId;

/// Set of value kinds an operand or result may have. A bit set: kinds are joined with [`Kind::or`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind(pub u32);

impl Kind {
    /// `!pto.tile`, `!pto.tile_buf`
    pub const TILE: Kind = Kind(1 << 0);
    /// integer types of any width and sign
    pub const INT: Kind = Kind(1 << 1);
    /// float types, packed low-precision ones included
    pub const FLOAT: Kind = Kind(1 << 2);
    pub const INDEX: Kind = Kind(1 << 3);
    /// integer, float or index
    pub const SCALAR: Kind = Kind(Self::INT.0 | Self::FLOAT.0 | Self::INDEX.0);
    pub const PTR: Kind = Kind(1 << 4);
    pub const TENSOR_VIEW: Kind = Kind(1 << 5);
    /// `!pto.partition_tensor_view`, and the page types `!pto.memref`, `!pto.global` that stand for it
    pub const PART_VIEW: Kind = Kind(1 << 6);
    pub const VIEW: Kind = Kind(Self::TENSOR_VIEW.0 | Self::PART_VIEW.0);
    pub const MEMREF: Kind = Kind(1 << 7);
    pub const MULTI_TILE: Kind = Kind(1 << 8);
    pub const VREG: Kind = Kind(1 << 9);
    pub const MASK: Kind = Kind(1 << 10);
    pub const ALIGN: Kind = Kind(1 << 11);
    pub const PIPE: Kind = Kind(1 << 12);
    pub const EVENT: Kind = Kind(1 << 13);
    pub const EVENT_ARRAY: Kind = Kind(1 << 14);
    pub const LOCAL_ARRAY: Kind = Kind(1 << 15);
    pub const STRUCT: Kind = Kind(1 << 16);
    pub const ASYNC_SESSION: Kind = Kind(1 << 17);
    pub const ASYNC_EVENT: Kind = Kind(1 << 18);
    pub const PREFETCH_CONTEXT: Kind = Kind(1 << 19);
    pub const FMATRIX_CONFIG: Kind = Kind(1 << 20);
    pub const VECTOR: Kind = Kind(1 << 21);
    pub const TENSOR: Kind = Kind(1 << 22);
    pub const VMI_VREG: Kind = Kind(1 << 23);
    pub const VMI_MASK: Kind = Kind(1 << 24);
    /// `!pto.group`
    pub const GROUP: Kind = Kind(1 << 25);
    /// types of other dialects, function and tuple types
    pub const FOREIGN: Kind = Kind(1 << 26);
    pub const ANY: Kind = Kind(u32::MAX);

    /// The union of two sets.
    pub const fn or(self, other: Kind) -> Kind {
        Kind(self.0 | other.0)
    }

    /// The set with everything that text may stand for it: any scalar for a scalar, any way to name memory for another,
    /// and the builtin shaped types that old texts use for tiles.
    pub const fn widened(self) -> Kind {
        let mut kind = self;
        if kind.meets(Kind::SCALAR) {
            kind = kind.or(Kind::SCALAR);
        }
        if kind.meets(Kind::VIEW.or(Kind::PTR).or(Kind::MEMREF)) {
            kind = kind.or(Kind::VIEW).or(Kind::PTR).or(Kind::MEMREF).or(Kind::TENSOR);
        }
        if kind.meets(Kind::TILE) {
            kind = kind.or(Kind::MEMREF).or(Kind::TENSOR);
        }
        kind
    }

    /// What the set holds, for messages: `a tile or a scalar`.
    pub fn describe(self) -> String {
        const NAMES: &[(Kind, &str)] = &[
            (Kind::TILE, "a tile"),
            (Kind::MULTI_TILE, "a multi tile buffer"),
            (Kind::SCALAR, "a scalar"),
            (Kind::PTR, "a pointer"),
            (Kind::TENSOR_VIEW, "a tensor view"),
            (Kind::PART_VIEW, "a window of a view"),
            (Kind::MEMREF, "a memref"),
            (Kind::VREG, "a vector register"),
            (Kind::MASK, "a mask register"),
            (Kind::ALIGN, "an align register"),
            (Kind::PIPE, "a pipe"),
            (Kind::EVENT, "an event"),
            (Kind::EVENT_ARRAY, "an event id array"),
            (Kind::LOCAL_ARRAY, "a local array"),
            (Kind::STRUCT, "a struct"),
            (Kind::ASYNC_SESSION, "an async session"),
            (Kind::ASYNC_EVENT, "an async event"),
            (Kind::PREFETCH_CONTEXT, "a prefetch context"),
            (Kind::FMATRIX_CONFIG, "an fmatrix configuration"),
            (Kind::VECTOR, "a vector"),
            (Kind::TENSOR, "a tensor"),
            (Kind::VMI_VREG, "a vmi vector"),
            (Kind::VMI_MASK, "a vmi mask"),
            (Kind::GROUP, "a group"),
        ];
        let names: Vec<&str> = NAMES.iter().filter(|n| self.meets(n.0)).map(|n| n.1).collect();
        match names.split_last() {
            None => "another kind of value".into(),
            Some((last, [])) => (*last).into(),
            Some((last, first)) => format!("{} or {last}", first.join(", ")),
        }
    }

    /// Whether the sets meet.
    pub const fn meets(self, other: Kind) -> bool {
        self.0 & other.0 != 0
    }
}

/// How often an operand stands in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    One,
    Optional,
    /// Zero or more, unless a minimum is given.
    Variadic {
        min: u8,
    },
}

/// What the operation does with an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Read (in `ins`), written (in `outs`).
    Plain,
    /// Working storage: clobbered, content without meaning. May be left out in sync and SSA form.
    Scratch,
    /// Read and written.
    InOut,
}

/// Where a DPS spelling puts an operand when it is not a plain member of `ins(..)` or `outs(..)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the list, types together after the colon.
    List,
    /// In the list, followed by its own type: `ins(%a : T, %q : i64)`.
    Typed,
    /// After the type list of `ins`, introduced by a keyword: `fp %f : T`.
    Keyword(&'static str),
    /// After `outs(..)` and the dictionary: `pad_value = %v : f32`.
    Tail(&'static str),
    /// Sync and SSA only: in brackets behind the named operand, `%view[%r, %c]` (rule S5). DPS has no spelling for it.
    Index(&'static str),
}

/// The type of an operand or result where the text does not give it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ty {
    /// The text must give it (or the value's definition has given it).
    Written,
    /// Always this type.
    Fixed(TypeId),
    /// Equal to the type of the named operand or result: the shape source of rule G9.
    Like(&'static str),
    /// Computed by the named inference of `dialect::infer`.
    Infer(Infer),
    /// The type of a literal operand whose type the text does not give (rule S10 without this: the element type of the
    /// first tile). A value keeps the type of its definition.
    Literal(TypeId),
}

/// Result type inferences that need more than one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Infer {
    /// `partition_view`: constant sizes give the extents.
    PartitionView,
    /// `subview`: sizes, with everything else from the source.
    Subview,
    /// `tmatmul` and `tgemv` families: rows(lhs) x cols(rhs) when the element types allow one accumulator type.
    Matmul,
    /// The element type of the first operand that is a tile, view, pointer, memref or vector.
    ElementOfFirst,
    /// `i1`, or a vector of `i1` with the shape of the first operand.
    Predicate,
    /// The member of an LLVM structure or array that `position` names.
    LlvmMember,
    /// The type of the first operand that is a tile: where a tile and a scalar may stand in either order.
    FirstTile,
}

/// What a tile is to an operation: the memory space and layout of a Level 1 tile type that gives none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TileUse {
    /// Vector buffer, row major, no inner box.
    Vector,
    /// Nothing follows: the operation takes tiles of several spaces.
    Any,
    /// L1.
    Mat,
    /// Left cube operand.
    Left,
    /// Right cube operand.
    Right,
    /// Accumulator.
    Acc,
    Bias,
    /// MX scales of the left operand.
    ScaleLeft,
    /// MX scales of the right operand.
    ScaleRight,
    /// Quantisation parameters, one for each column.
    QuantScale,
}

/// A set of targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct On(pub u8);

impl On {
    pub const NONE: On = On(0);
    pub const A2A3: On = On(1);
    pub const A5: On = On(2);
    pub const BOTH: On = On(3);

    /// Whether the sets meet.
    pub const fn meets(self, other: On) -> bool {
        self.0 & other.0 != 0
    }
}

/// An operand, or with [`OpDef::outs`] a destination: an operand of `outs(..)` in DPS, a result in sync and SSA.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    pub name: &'static str,
    pub kind: Kind,
    pub arity: Arity,
    pub role: Role,
    pub place: Place,
    pub ty: Ty,
    /// What a tile is to the operation.
    pub usage: TileUse,
    /// Targets whose implementation writes the operand although it is an input: clobbered inputs, and scratch where it
    /// is really used. Elsewhere a scratch operand is not touched.
    pub written_on: On,
}

/// An operand with the given kinds.
pub const fn operand(name: &'static str, kind: Kind) -> Operand {
    Operand {
        name,
        kind,
        arity: Arity::One,
        role: Role::Plain,
        place: Place::List,
        ty: Ty::Written,
        usage: TileUse::Vector,
        written_on: On::NONE,
    }
}
/// A tile operand.
pub const fn tile(name: &'static str) -> Operand {
    operand(name, Kind::TILE)
}
/// A scalar operand: integer, float or index.
pub const fn scalar(name: &'static str) -> Operand {
    operand(name, Kind::SCALAR)
}
/// An operand of type `index`.
pub const fn index(name: &'static str) -> Operand {
    operand(name, Kind::INDEX).fixed(TypeId::INDEX)
}
/// A pointer operand.
pub const fn ptr(name: &'static str) -> Operand {
    operand(name, Kind::PTR)
}
/// A vector register.
pub const fn vreg(name: &'static str) -> Operand {
    operand(name, Kind::VREG)
}
/// A mask register.
pub const fn mask(name: &'static str) -> Operand {
    operand(name, Kind::MASK)
}
/// A working tile that may be left out.
pub const fn scratch(name: &'static str) -> Operand {
    operand(name, Kind::TILE).opt().scratch()
}

impl Operand {
    /// May be absent.
    pub const fn opt(mut self) -> Self {
        self.arity = Arity::Optional;
        self
    }
    /// May be absent or stand several times.
    pub const fn variadic(mut self) -> Self {
        self.arity = Arity::Variadic { min: 0 };
        self
    }
    /// Stands at least `min` times.
    pub const fn at_least(mut self, min: u8) -> Self {
        self.arity = Arity::Variadic { min };
        self
    }
    /// Read and written.
    pub const fn inout(mut self) -> Self {
        self.role = Role::InOut;
        self
    }
    /// Working storage, used on both targets unless [`Self::written_on`] says otherwise.
    pub const fn scratch(mut self) -> Self {
        self.role = Role::Scratch;
        self.written_on = On::BOTH;
        self
    }
    /// Written on these targets only, or on these targets although it is an input.
    pub const fn written_on(mut self, on: On) -> Self {
        self.written_on = on;
        self
    }
    /// What the tile is to the operation.
    pub const fn usage(mut self, usage: TileUse) -> Self {
        self.usage = usage;
        self
    }
    /// Followed by its own type in `ins(..)`.
    pub const fn typed(mut self) -> Self {
        self.place = Place::Typed;
        self
    }
    /// Introduced by a keyword after the type list of `ins(..)`.
    pub const fn keyword(mut self, word: &'static str) -> Self {
        self.place = Place::Keyword(word);
        self
    }
    /// A clause `word = %x : T` after `outs(..)`.
    pub const fn tail(mut self, word: &'static str) -> Self {
        self.place = Place::Tail(word);
        self
    }
    /// In brackets behind the named operand, in sync and SSA form.
    pub const fn behind(mut self, name: &'static str) -> Self {
        self.place = Place::Index(name);
        self
    }
    /// Has this type, written or not.
    pub const fn fixed(mut self, ty: TypeId) -> Self {
        self.ty = Ty::Fixed(ty);
        self
    }
    /// When no type is written, the type of the named operand or result.
    pub const fn like(mut self, name: &'static str) -> Self {
        self.ty = Ty::Like(name);
        self
    }
    /// The type of a literal when none is written.
    pub const fn literal(mut self, ty: TypeId) -> Self {
        self.ty = Ty::Literal(ty);
        self
    }
    /// When no type is written, computed.
    pub const fn infer(mut self, infer: Infer) -> Self {
        self.ty = Ty::Infer(infer);
        self
    }
}

/// Values an attribute may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AttrKind {
    Bool,
    /// Integer of this width. A literal without a type gets it; another written type is an error.
    Int(u8),
    Float32,
    Str,
    /// Present or absent.
    Unit,
    Symbol,
    Type,
    /// `array<i64: ..>`; in a format the items alone
    IntArray,
    /// A member of one enumeration of `dialect::enums`.
    Enum(EnumId),
    /// A member of one of several enumerations, tried in order.
    EnumOf(&'static [EnumId]),
    /// `#pto.acc_push_epilogue<..>`
    AccPushEpilogue,
    /// `#pto.op<NAME>`
    OpClass,
    /// Anything.
    Any,
}

/// The value an attribute has when it is absent. Printing leaves it out, reading drops it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Default {
    /// Absent means absent.
    None,
    Bool(bool),
    Int(i64),
    /// Member of the attribute's enumeration, by canonical spelling.
    Member(&'static str),
    Str(&'static str),
}

/// Where the DPS spelling puts an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttrPlace {
    /// In the dictionary.
    Dict,
    /// As a string item of the type list in `ins(..)`: the axis of the mask forms.
    TypeList,
    /// As a bare word after the last operand of `ins(..)`; the attribute is a unit: `no_tmp`.
    Word(&'static str),
    /// In braces as an item of `ins(..)`: `ins(%s, {maskPattern = ..} : T)`.
    Item,
    /// A clause `word = value` after `outs(..)`.
    Tail(&'static str),
    /// First item of `ins(..)`, a bare string.
    First,
}

/// An attribute declared by an operation.
#[derive(Clone, Copy, Debug)]
pub struct AttrDef {
    pub name: &'static str,
    pub kind: AttrKind,
    pub required: bool,
    pub default: Default,
    /// Other keys that are read.
    pub aliases: &'static [&'static str],
    pub place: AttrPlace,
    /// In a custom format: the attribute is a unit spelled as this keyword.
    pub keyword: Option<&'static str>,
    /// Absent in sync and SSA text means this, where that differs from `default`.
    pub level1_default: Option<Default>,
    /// An enumeration member printed as a bare word, without `#pto<..>`.
    pub bare: bool,
    /// A boolean key of old texts and the member it stands for: `highPrecision = true`.
    pub flag: Option<(&'static str, &'static str)>,
}

/// An optional attribute of the given kind.
pub const fn attr(name: &'static str, kind: AttrKind) -> AttrDef {
    AttrDef {
        name,
        kind,
        required: false,
        default: Default::None,
        aliases: &[],
        place: AttrPlace::Dict,
        keyword: None,
        level1_default: None,
        bare: false,
        flag: None,
    }
}
/// An optional enumeration attribute.
pub const fn enum_attr(name: &'static str, kind: EnumId) -> AttrDef {
    attr(name, AttrKind::Enum(kind))
}

impl AttrDef {
    /// Must be present.
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }
    /// Absent means this value.
    pub const fn default(mut self, default: Default) -> Self {
        self.default = default;
        self
    }
    /// Absent means this member.
    pub const fn member(self, member: &'static str) -> Self {
        self.default(Default::Member(member))
    }
    /// Further keys that are read.
    pub const fn alias(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }
    /// DPS place.
    pub const fn place(mut self, place: AttrPlace) -> Self {
        self.place = place;
        self
    }
    /// Absent in sync and SSA text means this member.
    pub const fn level1_member(mut self, member: &'static str) -> Self {
        self.level1_default = Some(Default::Member(member));
        self
    }
    /// Printed as a bare word.
    pub const fn bare(mut self) -> Self {
        self.bare = true;
        self
    }
    /// A boolean key of old texts: `true` stands for the member, `false` for absence.
    pub const fn flag(mut self, key: &'static str, member: &'static str) -> Self {
        self.flag = Some((key, member));
        self
    }
    /// Spelled as a bare keyword in a custom format.
    pub const fn keyword(mut self, word: &'static str) -> Self {
        self.keyword = Some(word);
        self
    }
}

/// Assembly of an operation. See the module documentation.
#[derive(Clone, Copy, Debug)]
pub enum Asm {
    /// The three shared forms of tile operations.
    Tile,
    /// A format string. With `tile` the operation is also read in the shared forms and printed in this one.
    Custom(&'static str),
    /// Only the generic form exists.
    Generic,
    /// Parsed and printed by hand-written code.
    Hand(Hand),
}

/// Hand-written assembly, see `syntax::parser::hand`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    Module,
    Func,
    Return,
    Call,
    CallIndirect,
    ScfFor,
    ScfIf,
    ScfWhile,
    ScfCondition,
    ScfYield,
    ScfIndexSwitch,
    ScfExecuteRegion,
    CfBr,
    CfCondBr,
    CfSwitch,
    ArithConstant,
    /// `arith.select`: the type of the condition is written when it is not `i1`
    ArithSelect,
    MemrefSubview,
    MemrefReinterpretCast,
    LlvmGep,
    /// `subview` with integer sizes and optional valid operands
    Subview,
    /// `tassign` in its five spellings
    Tassign,
    /// `tgetval` whose result type follows `outs :`
    TgetVal,
    /// `vmi.vload`: one extra operand is a stride, two are block and repeat stride
    VmiVload,
    /// `vmi.vstore`: as `vmi.vload`, with an optional mask behind
    VmiVstore,
    /// `mte_l1_l0a` and family: four or six control operands, positional or named
    MteL1L0,
}

/// What the regions of an operation look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Regions {
    None,
    /// One region, one block, no terminator.
    Body,
    /// Each region is one block that ends in the named operation.
    Terminated(&'static str),
    /// Several regions or blocks; terminators are required.
    Cfg,
    /// Any number, nothing required.
    Any,
}

/// Facts about an operation that are yes or no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traits(pub u16);

impl Traits {
    pub const NONE: Traits = Traits(0);
    /// Ends a block.
    pub const TERMINATOR: Traits = Traits(1 << 0);
    /// Values defined outside are not visible inside.
    pub const ISOLATED: Traits = Traits(1 << 1);
    /// Defines a symbol (`sym_name`).
    pub const SYMBOL: Traits = Traits(1 << 2);
    /// Holds a symbol table.
    pub const SYMBOL_TABLE: Traits = Traits(1 << 3);
    /// Stands in documentation pages only; no implementation defines it.
    pub const DOC_ONLY: Traits = Traits(1 << 4);
    /// Occurs in old files; current implementations have dropped it.
    pub const REMOVED: Traits = Traits(1 << 5);
    /// A reserved name without a definition: reading it is an error.
    pub const RESERVED: Traits = Traits(1 << 6);
    /// Stores to a view: no result in SSA form, the view is the last operand in every form.
    pub const STORE_LIKE: Traits = Traits(1 << 7);
    /// A destination named in the text of a destination-first or DPS spelling is defined by the operation.
    pub const DEFINES_OUTS: Traits = Traits(1 << 8);
    /// Also read in the shared tile forms, besides its custom format.
    pub const TILE_FORMS: Traits = Traits(1 << 9);
    /// In DPS the dictionary stands inside `ins(..)` before the colon.
    pub const DICT_IN_INS: Traits = Traits(1 << 10);
    /// The shared DPS form has an empty `outs()`.
    pub const EMPTY_OUTS: Traits = Traits(1 << 11);
    /// No side effect: may be removed when its results are unused.
    pub const PURE: Traits = Traits(1 << 12);
    /// The sync spelling names the view right after the first operand and lists types by kind (`mscatter %s, %mem, %i`).
    pub const SYNC_DST_SECOND: Traits = Traits(1 << 13);
    /// The result aliases the storage of the first operand.
    pub const ALIASES: Traits = Traits(1 << 14);
    /// As [`Self::DICT_IN_INS`], but only when a scratch operand stands in `ins(..)`; else after `outs(..)`.
    pub const DICT_WITH_SCRATCH: Traits = Traits(1 << 15);

    /// Both sets.
    pub const fn or(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }
    /// Whether all of `other` are in the set.
    pub const fn has(self, other: Traits) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Groups of the reference page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Family {
    Elementwise,
    Reduce,
    Expand,
    Irregular,
    Views,
    Dma,
    Movement,
    Matrix,
    Quant,
    Scalar,
    Debug,
    Sync,
    Pipe,
    Comm,
    /// vector and predicate registers
    Register,
    /// DMA and cube micro operations
    MicroDma,
    MicroCube,
    Simt,
    /// `ub.*`
    Ub,
    /// `vmi.*`
    Vmi,
    Container,
}

/// Further mnemonic of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// Full name with dialect: `pto.tstore_fp`.
    pub name: &'static str,
    /// Attributes it implies, `(key, member or literal)`: `mgather.row` is `coalesce = row`.
    pub attrs: &'static [(&'static str, &'static str)],
}

/// Suffixes that a mnemonic may carry, one group after the other, each optional: `.row|.elem`, then `.clamp|..`.
pub type SuffixGroup = &'static [(&'static str, &'static str, &'static str)];

/// Pipe on which the operation runs, as shown in the reference; `-` when it runs nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pipes {
    pub a2a3: &'static str,
    pub a5: &'static str,
}

/// Which operands and attributes of an operation stand together, by name. Formats say so for their own spelling; these
/// rules also hold in generic form and for keys of dictionaries. The first broken rule is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// Exactly one of these.
    One(&'static [&'static str]),
    /// At most one of these.
    AtMostOne(&'static [&'static str]),
    /// All of these or none; variadic operands the same number of times.
    Together(&'static [&'static str]),
    /// The first only with the second.
    Needs(&'static str, &'static str),
    /// An operand only with a member of an enumeration attribute: operand, attribute, member.
    NeedsMember(&'static str, &'static str, &'static str),
    /// An operand of pages that is read to be refused: its name, what the operation takes instead, and advice.
    Refused(&'static str, &'static str, &'static str),
}

/// One operation.
#[derive(Clone, Copy, Debug)]
pub struct OpDef {
    /// Full name with dialect: `pto.tadd`.
    pub name: &'static str,
    pub family: Family,
    /// One line: what it computes.
    pub summary: &'static str,
    pub ins: &'static [Operand],
    pub outs: &'static [Operand],
    pub attrs: &'static [AttrDef],
    /// Which operands and attributes stand together.
    pub presence: &'static [Presence],
    pub asm: Asm,
    pub regions: Regions,
    pub traits: Traits,
    pub aliases: &'static [Alias],
    /// Suffix groups `(suffix with dot, attribute, member)`; an empty attribute means the suffix is only a remark.
    pub suffixes: &'static [SuffixGroup],
    /// Pipes per target; `None` where the target does not have the operation.
    pub pipes: Pipes,
    /// Where the facts come from: `pto-isa TADD`.
    pub source: &'static str,
    /// Operand order of the generic form by name, destinations included; empty when it is `ins` then `outs`.
    pub generic_order: &'static [&'static str],
    /// Order in which the clauses after `outs(..)` are printed, operands and attributes by name.
    pub clause_order: &'static [&'static str],
    /// Spellings for the reference, where the definition does not give readable ones: hand-written assembly.
    pub spellings: &'static [&'static str],
}

impl OpDef {
    /// A tile operation in the three shared forms.
    pub const fn tile(name: &'static str, family: Family, summary: &'static str) -> OpDef {
        OpDef {
            name,
            family,
            summary,
            ins: &[],
            outs: &[],
            attrs: &[],
            presence: &[],
            asm: Asm::Tile,
            regions: Regions::None,
            traits: Traits::NONE,
            aliases: &[],
            suffixes: &[],
            pipes: Pipes { a2a3: "V", a5: "V" },
            source: "",
            generic_order: &[],
            clause_order: &[],
            spellings: &[],
        }
    }
    /// An operation with a format string.
    pub const fn custom(name: &'static str, family: Family, format: &'static str, summary: &'static str) -> OpDef {
        let mut def = OpDef::tile(name, family, summary);
        def.asm = Asm::Custom(format);
        def
    }
    /// An operation with hand-written assembly.
    pub const fn hand(name: &'static str, family: Family, hand: Hand, summary: &'static str) -> OpDef {
        let mut def = OpDef::tile(name, family, summary);
        def.asm = Asm::Hand(hand);
        def
    }
    /// An operation with the generic form only.
    pub const fn generic(name: &'static str, family: Family, summary: &'static str) -> OpDef {
        let mut def = OpDef::tile(name, family, summary);
        def.asm = Asm::Generic;
        def
    }
    /// Order of the operands in the generic form, as positions in `ins` followed by `outs`. `destinations` is set when
    /// the destinations are operands, `offsets` when operands in brackets are there; those come last.
    pub fn generic_roles(&self, destinations: bool, offsets: bool) -> Vec<usize> {
        let at = |name: &&str| self.ins.iter().chain(self.outs).position(|o| o.name == *name);
        let mut order: Vec<usize> = if destinations && !self.generic_order.is_empty() {
            self.generic_order.iter().filter_map(at).collect()
        } else {
            (0..self.ins.len() + if destinations { self.outs.len() } else { 0 }).collect()
        };
        let is_offset = |i: &usize| self.ins.get(*i).is_some_and(|o| matches!(o.place, Place::Index(_)));
        order.retain(|i| !is_offset(i));
        if offsets {
            order.extend((0..self.ins.len()).filter(is_offset));
        }
        order
    }
    /// Whether the destinations are values, not storage that a statement could write to: then a destination in the text
    /// is always defined by it.
    pub fn outs_are_values(&self) -> bool {
        self.traits.has(Traits::DEFINES_OUTS) && self.outs.iter().all(|o| !o.kind.meets(Kind::TILE.or(Kind::VIEW)))
    }
    /// Operands of `ins(..)`.
    pub const fn ins(mut self, ins: &'static [Operand]) -> Self {
        self.ins = ins;
        self
    }
    /// Destinations: `outs(..)` in DPS, results otherwise.
    pub const fn outs(mut self, outs: &'static [Operand]) -> Self {
        self.outs = outs;
        self
    }
    /// Declared attributes, in printing order of clauses.
    pub const fn attrs(mut self, attrs: &'static [AttrDef]) -> Self {
        self.attrs = attrs;
        self
    }
    /// Rules on which operands and attributes stand together.
    pub const fn presence(mut self, rules: &'static [Presence]) -> Self {
        self.presence = rules;
        self
    }
    /// Regions.
    pub const fn regions(mut self, regions: Regions) -> Self {
        self.regions = regions;
        self
    }
    /// Adds traits.
    pub const fn with(mut self, traits: Traits) -> Self {
        self.traits = self.traits.or(traits);
        self
    }
    /// Further mnemonics.
    pub const fn aliases(mut self, aliases: &'static [Alias]) -> Self {
        self.aliases = aliases;
        self
    }
    /// Mnemonic suffixes.
    pub const fn suffixes(mut self, suffixes: &'static [SuffixGroup]) -> Self {
        self.suffixes = suffixes;
        self
    }
    /// Pipes on a2a3 and a5.
    pub const fn pipes(mut self, a2a3: &'static str, a5: &'static str) -> Self {
        self.pipes = Pipes { a2a3, a5 };
        self
    }
    /// Operand order of the generic form.
    pub const fn generic_order(mut self, names: &'static [&'static str]) -> Self {
        self.generic_order = names;
        self
    }
    /// Printing order of the clauses after `outs(..)`.
    pub const fn clause_order(mut self, names: &'static [&'static str]) -> Self {
        self.clause_order = names;
        self
    }
    /// Spellings for the reference.
    pub const fn spellings(mut self, spellings: &'static [&'static str]) -> Self {
        self.spellings = spellings;
        self
    }
    /// Source of the facts.
    pub const fn source(mut self, source: &'static str) -> Self {
        self.source = source;
        self
    }
}

/// A plain alias.
pub const fn alias(name: &'static str) -> Alias {
    Alias { name, attrs: &[] }
}
