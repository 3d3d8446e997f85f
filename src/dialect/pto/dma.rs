//! Transfers between global memory and tiles.
//!
//! Moves between on-chip memories are in [`super::movement`], scalar accesses in [`super::scalar`].

use super::{GM, RELU};
use crate::dialect::def::{
    AttrDef, AttrKind, AttrPlace, Default, Family, Kind, OpDef, Operand, SuffixGroup, TileUse, Traits, alias, attr,
    enum_attr, index, operand, ptr, scalar, tile,
};
use crate::dialect::enums;
use crate::ir::types::TypeId;

const ATOMIC: AttrDef = enum_attr("atomicType", enums::ATOMIC_TYPE).member("atomic_none");
const COALESCE: SuffixGroup = &[(".row", "coalesce", "row"), (".elem", "coalesce", "elem")];
const GATHER_OOB: SuffixGroup =
    &[(".clamp", "gatherOob", "clamp"), (".wrap", "gatherOob", "wrap"), (".zero", "gatherOob", "zero")];
const SCATTER_OOB: SuffixGroup =
    &[(".skip", "scatterOob", "skip"), (".clamp", "scatterOob", "clamp"), (".wrap", "scatterOob", "wrap")];
const SCATTER_ATOMIC: SuffixGroup = &[
    (".atomic_add", "scatterAtomicOp", "add"),
    (".atomic_max", "scatterAtomicOp", "max"),
    (".atomic_min", "scatterAtomicOp", "min"),
];

/// Position of the window in a view, in sync and SSA form: `%view[%row, %column]`.
const fn offsets(view: &'static str) -> Operand {
    index("offsets").variadic().behind(view)
}

const fn op(name: &'static str, summary: &'static str) -> OpDef {
    OpDef::tile(name, Family::Dma, summary)
}

/// Definitions of this family.
pub const OPS: &[OpDef] = &[
    op("pto.tload", "loads a window of global memory into a tile")
        .ins(&[
            operand("src", GM),
            scalar("pad_value").opt().tail("pad_value"),
            index("left_padding_num").opt().tail("left_padding_num"),
            scalar("right_padding_num").opt().tail("right_padding_num").literal(TypeId::INDEX),
            scalar("init_condition").opt().tail("init_condition"),
            offsets("src"),
        ])
        .outs(&[tile("dst").usage(TileUse::Any)])
        .attrs(&[
            enum_attr("pad_mode", enums::PADMODE).place(AttrPlace::Tail("pad_mode")),
            attr("init_out_buffer", AttrKind::Bool)
                .default(Default::Bool(false))
                .place(AttrPlace::Tail("init_out_buffer")),
        ])
        .clause_order(&[
            "pad_mode",
            "pad_value",
            "left_padding_num",
            "init_out_buffer",
            "right_padding_num",
            "init_condition",
        ])
        .generic_order(&[
            "src",
            "dst",
            "pad_value",
            "left_padding_num",
            "right_padding_num",
            "init_condition",
            "offsets",
        ])
        .pipes("MTE2", "MTE2")
        .source("pto-isa TLOAD, PTOAS TLoadOp"),
    op("pto.tstore", "stores the valid region of a tile to a window of global memory")
        .ins(&[
            tile("src").usage(TileUse::Any).typed(),
            tile("fp").usage(TileUse::QuantScale).opt().keyword("fp"),
            operand("preQuantScalar", Kind::INT).opt().typed().fixed(TypeId::I64),
            offsets("dst"),
        ])
        .outs(&[operand("dst", GM)])
        .attrs(&[enum_attr("stPhase", enums::ST_PHASE).member("unspecified"), ATOMIC, RELU])
        .with(Traits::STORE_LIKE)
        .generic_order(&["src", "dst", "fp", "preQuantScalar", "offsets"])
        .pipes("FIX (acc src) | MTE3", "FIX (acc src) | MTE3")
        .source("pto-isa TSTORE, PTOAS TStoreOp"),
    op("pto.tstore.fp", "stores an accumulator tile, each column quantised by its own parameter")
        .ins(&[tile("src").usage(TileUse::Acc), tile("fp").usage(TileUse::QuantScale), offsets("dst")])
        .outs(&[operand("dst", GM)])
        .attrs(&[ATOMIC, RELU])
        .generic_order(&["src", "fp", "dst", "offsets"])
        .with(Traits::STORE_LIKE)
        .aliases(&[alias("pto.tstore_fp")])
        .pipes("FIX", "FIX")
        .source("pto-isa TSTORE_FP"),
    op("pto.tprefetch", "hint: brings a window of global memory near; what dst then holds is unspecified")
        .ins(&[operand("src", GM)])
        .outs(&[tile("dst")])
        .pipes("MTE2", "MTE2")
        .source("pto-isa TPREFETCH, PTOAS TPrefetchOp"),
    op("pto.mgather", "loads rows or single elements of global memory at places given by an index tile")
        .ins(&[operand("mem", GM), operand("idx", Kind::TILE.or(GM)), operand("scratch", GM).opt().scratch()])
        .outs(&[tile("dst")])
        .attrs(&[enum_attr("coalesce", enums::COALESCE), enum_attr("gatherOob", enums::GATHER_OOB).member("undefined")])
        .suffixes(&[COALESCE, GATHER_OOB])
        .generic_order(&["mem", "idx", "dst", "scratch"])
        .pipes("MTE2", "MTE2 (mat dst) | V")
        .source("pto-isa MGATHER, PTOAS MGatherOp"),
    op("pto.mscatter", "stores rows or single elements to global memory at places given by an index tile")
        .ins(&[tile("src"), tile("idx")])
        .outs(&[operand("mem", GM)])
        .attrs(&[
            enum_attr("coalesce", enums::COALESCE),
            enum_attr("scatterAtomicOp", enums::SCATTER_ATOMIC_OP).member("none"),
            enum_attr("scatterOob", enums::SCATTER_OOB).member("undefined"),
            enum_attr("scatterConflict", enums::SCATTER_CONFLICT),
        ])
        .suffixes(&[COALESCE, SCATTER_OOB, SCATTER_ATOMIC])
        .with(Traits::STORE_LIKE.or(Traits::SYNC_DST_SECOND))
        .pipes("MTE3", "V")
        .source("pto-isa MSCATTER, PTOAS MScatterOp"),
    OpDef::custom(
        "pto.make_prefetch_async_context",
        Family::Dma,
        "( %workspace : T(workspace) ) A -> T(ctx)",
        "context of asynchronous prefetches, kept in a workspace of global memory",
    )
    .ins(&[ptr("workspace")])
    .outs(&[operand("ctx", Kind::PREFETCH_CONTEXT).fixed(TypeId::PREFETCH_ASYNC_CONTEXT)])
    .pipes("-", "-")
    .source("pto-isa TPREFETCH_ASYNC, PTOAS MakePrefetchAsyncContextOp"),
    OpDef::custom(
        "pto.get_prefetch_async_session",
        Family::Dma,
        "%ctx A : T(ctx) -> T(session)",
        "session of a prefetch context",
    )
    .ins(&[operand("ctx", Kind::PREFETCH_CONTEXT).fixed(TypeId::PREFETCH_ASYNC_CONTEXT)])
    .outs(&[operand("session", Kind::ASYNC_SESSION).fixed(TypeId::ASYNC_SESSION)])
    .with(Traits::PURE)
    .pipes("-", "-")
    .source("PTOAS GetPrefetchAsyncSessionOp"),
    OpDef::custom(
        "pto.tprefetch_async",
        Family::Dma,
        "( %src , %ctx : T* ) A -> T(event)",
        "starts a prefetch of a contiguous window into the L2 cache; the event tells when it is done",
    )
    .ins(&[operand("src", GM), operand("ctx", Kind::PREFETCH_CONTEXT).fixed(TypeId::PREFETCH_ASYNC_CONTEXT)])
    .outs(&[operand("event", Kind::ASYNC_EVENT).fixed(TypeId::ASYNC_EVENT)])
    .pipes("-", "-")
    .source("pto-isa TPREFETCH_ASYNC, PTOAS TPrefetchAsyncOp"),
];
