//! Synchronisation: events and flags, barriers, cross-core signals, fences, sections, event-id arrays.
//!
//! Barriers inside vector code (`mem_bar`) and the SIMT barriers are register-level operations.

use super::super::def::{
    AttrDef, AttrKind, AttrPlace, Default, Family, Kind, OpDef, Operand, Presence, Regions, Traits, alias, attr,
    enum_attr, index, operand, ptr,
};
use super::super::enums;
use crate::ir::types::TypeId;

macro_rules! op {
    ($name:literal, $format:expr, $summary:expr) => {
        OpDef::custom(concat!("pto.", $name), Family::Sync, $format, $summary).source(concat!("PTOAS PTO ", $name))
    };
}

const EVENT: &str = "[ @src_op , @dst_op , @event_id ] A";
const EVENT_ATTRS: &[AttrDef] = &[
    enum_attr("src_op", enums::PIPE_EVENT_TYPE).required(),
    enum_attr("dst_op", enums::PIPE_EVENT_TYPE).required(),
    enum_attr("event_id", enums::EVENT).required(),
];

const SRC_PIPE: AttrDef = enum_attr("src_pipe", enums::PIPE).required();
const DST_PIPE: AttrDef = enum_attr("dst_pipe", enums::PIPE).required();
const FLAG: &str = "[ @src_pipe:short , @dst_pipe:short , @event_id:short ] A";
const FLAG_ATTRS: &[AttrDef] = &[SRC_PIPE, DST_PIPE, enum_attr("event_id", enums::EVENT).required()];
const FLAG_DYN: &str = "[ @src_pipe:short , @dst_pipe:short , %event_id ] A";
const FLAG_DYN_ATTRS: &[AttrDef] = &[SRC_PIPE, DST_PIPE];

const OP_TYPE: AttrDef = attr("op_type", AttrKind::EnumOf(&[enums::PIPE, enums::PIPE_EVENT_TYPE])).required();
const MODE: AttrDef = attr("mode", AttrKind::Int(32)).default(Default::Int(0));
/// The pages also write the id and the mode as values. Both are operands here so that such text is read and refused.
const BUFFER: &str = "(| @op_type:str , (| %id (? , %mode_value ) | @buf_id (? , @mode ) ) \
    | [ @op_type , @buf_id (? , @mode ) ] ) A (? : T* )";
const BUFFER_INS: &[Operand] = &[operand("id", Kind::INT).opt(), operand("mode_value", Kind::INT).opt()];
const BUFFER_ATTRS: &[AttrDef] = &[OP_TYPE, attr("buf_id", AttrKind::Int(32)), MODE];

const MODE_VALUE: Presence = Presence::Refused("mode_value", "its mode as a number", "the mode is 0 or 1");
const ACQUIRE: &[Presence] = &[
    Presence::Refused("id", "its buffer id as a number", "`pto.get_buf_dyn` takes an id of type `index`"),
    MODE_VALUE,
    Presence::One(&["buf_id"]),
];
const RELEASE: &[Presence] = &[
    Presence::Refused("id", "its buffer id as a number", "`pto.rls_buf_dyn` takes an id of type `index`"),
    MODE_VALUE,
    Presence::One(&["buf_id"]),
];

const fn buffer(def: OpDef) -> OpDef {
    def.ins(BUFFER_INS).attrs(BUFFER_ATTRS).pipes("-", "pipe of op_type")
}

const BUFFER_DYN: &str = "(| @op_type:str , %buf_id (? , @mode ) | [ @op_type , %buf_id (? , @mode ) ] ) A";

const fn buffer_dyn(def: OpDef) -> OpDef {
    def.ins(const { &[index("buf_id")] }).attrs(&[OP_TYPE, MODE]).pipes("-", "pipe of op_type")
}

const SIGNAL_PIPE: AttrDef = enum_attr("pipe", enums::PIPE).required();
const EVENT_ID: AttrDef = attr("event_id", AttrKind::Int(32));
const CROSS: &str = "@pipe:short , (| %event_id_dyn | @event_id ) A";
/// The pages end the dynamic form with a type list.
const INTRA: &str = "@pipe:short , (| %event_id_dyn | @event_id ) A (- : i64 , i64 )";
const CROSS_INS: &[Operand] = &[index("event_id_dyn").opt()];
const INTRA_INS: &[Operand] = &[operand("event_id_dyn", Kind::INDEX.or(Kind::INT)).opt()];

const ONE_ID: &[Presence] = &[Presence::One(&["event_id", "event_id_dyn"])];

const fn cross(def: OpDef) -> OpDef {
    def.ins(CROSS_INS).attrs(&[SIGNAL_PIPE, EVENT_ID]).presence(ONE_ID)
}

const fn intra(def: OpDef) -> OpDef {
    def.ins(INTRA_INS).attrs(&[SIGNAL_PIPE, EVENT_ID]).presence(ONE_ID)
}

/// The table.
pub const OPS: &[OpDef] = &[
    // events and flags
    op!("record_event", EVENT, "posts a token once the earlier work of the source class is done")
        .attrs(EVENT_ATTRS)
        .pipes("pipe of src_op", "pipe of src_op"),
    op!("wait_event", EVENT, "holds later work of the destination class until the token is posted, and consumes it")
        .attrs(EVENT_ATTRS)
        .pipes("pipe of dst_op", "pipe of dst_op"),
    op!("set_flag", FLAG, "posts a token on the destination pipe once the earlier work of the source pipe is done")
        .attrs(FLAG_ATTRS)
        .pipes("src_pipe", "src_pipe"),
    op!("wait_flag", FLAG, "holds later work of the destination pipe until the token is posted, and consumes it")
        .attrs(FLAG_ATTRS)
        .pipes("dst_pipe", "dst_pipe"),
    op!("set_flag_dyn", FLAG_DYN, "`set_flag` with an event id computed at run time")
        .ins(&[index("event_id")])
        .attrs(FLAG_DYN_ATTRS)
        .pipes("src_pipe", "src_pipe"),
    op!("wait_flag_dyn", FLAG_DYN, "`wait_flag` with an event id computed at run time")
        .ins(&[index("event_id")])
        .attrs(FLAG_DYN_ATTRS)
        .pipes("dst_pipe", "dst_pipe"),
    // barriers
    // The pages write the class in parentheses: `barrier(TVEC)`.
    op!(
        "barrier_sync",
        "(| [ @op_type:short ] | ( @op_type:word ) ) A",
        "waits until the pipe of an operation class is empty"
    )
    .attrs(&[enum_attr("op_type", enums::PIPE_EVENT_TYPE).required()])
    .pipes("pipe of op_type", "pipe of op_type"),
    op!(
        "barrier",
        "(| @pipe:short | [ @pipe:short ] ) A",
        "waits until one pipe, or with PIPE_ALL every pipe of the core, is empty"
    )
    .attrs(&[enum_attr("pipe", enums::PIPE).required()])
    .aliases(&[alias("pto.pipe_barrier")])
    .pipes("pipe", "pipe"),
    op!(
        "tsync",
        "(? @op ) (? %events ) A (? : T* )",
        "waits for event tokens, for the pipe of one operation class, or without operands for all tile work"
    )
    .ins(&[operand("events", Kind::EVENT.or(Kind::TILE).or(Kind::TENSOR).or(Kind::VIEW)).variadic()])
    .attrs(&[attr("op", AttrKind::OpClass).place(AttrPlace::First)])
    .presence(&[Presence::AtMostOne(&["op", "events"])])
    .aliases(&[alias("pto.tsync.op")])
    .with(Traits::TILE_FORMS)
    .pipes("per event", "per event")
    .source("pto-isa TSYNC"),
    // buffer ids
    buffer(op!("get_buf", BUFFER, "acquires a buffer id for a pipe once earlier holders have released it"))
        .presence(ACQUIRE),
    buffer(op!("rls_buf", BUFFER, "releases a buffer id once the earlier work of the pipe is done")).presence(RELEASE),
    buffer_dyn(op!("get_buf_dyn", BUFFER_DYN, "`get_buf` with an id computed at run time")),
    buffer_dyn(op!("rls_buf_dyn", BUFFER_DYN, "`rls_buf` with an id computed at run time")),
    // between cores
    cross(op!("sync.set", CROSS, "raises a flag for other cores once the earlier work of the pipe is done"))
        .attrs(&[SIGNAL_PIPE, EVENT_ID, attr("ffts_mode", AttrKind::Int(32)).default(Default::Int(2))])
        .pipes("pipe", "pipe"),
    cross(op!("sync.wait", CROSS, "waits for a flag of another core"))
        .attrs(&[SIGNAL_PIPE, EVENT_ID, attr("ffts_mode", AttrKind::Int(32))])
        .pipes("whole core", "whole core"),
    cross(op!("set_cross_block", CROSS, "raises a flag for all blocks of the launch"))
        .attrs(&[SIGNAL_PIPE, EVENT_ID, attr("ffts_mode", AttrKind::Int(32)).default(Default::Int(0))])
        .pipes("pipe", "pipe"),
    cross(op!("wait_cross_block", CROSS, "waits for a flag that another block raises"))
        .pipes("whole core", "whole core"),
    intra(op!("set_intra_block", INTRA, "raises a flag for the other core kind of the same block"))
        .pipes("pipe", "pipe"),
    intra(op!("wait_intra_block", INTRA, "waits for a flag that the other core kind of the same block raises"))
        .aliases(&[alias("pto.wait_intra_core")])
        .pipes("whole core", "pipe"),
    op!("set_cross_core", "%core_id , %event_id A : T*", "page name of the signal to another core of the cluster")
        .ins(&[operand("core_id", Kind::INT), operand("event_id", Kind::INT)])
        .with(Traits::DOC_ONLY)
        .pipes("unspecified", "-")
        .source("pto-isa set-cross-core page"),
    op!(
        "wait_flag_dev",
        "%ids A : T*",
        "page name of the wait for a signal of another core: event id, or core and event id"
    )
    .ins(&[operand("ids", Kind::INT).at_least(1)])
    .with(Traits::DOC_ONLY)
    .pipes("whole core", "-")
    .source("pto-isa wait-flag-dev page"),
    op!("set_ffts", "%ffts A : T*", "installs the base address that cross-core signals use")
        .ins(&[ptr("ffts")])
        .pipes("S", "S"),
    op!(
        "syncall",
        "( (? %gm_workspace (? , %used_cores ) : T* ) ) mode = @mode , core_type = @core_type A",
        "all cores of the kind meet"
    )
    .ins(&[
        operand("gm_workspace", Kind::PTR.or(Kind::VIEW)).opt(),
        operand("used_cores", Kind::INT).fixed(TypeId::I32).opt(),
    ])
    .attrs(&[
        enum_attr("mode", enums::SYNC_ALL_MODE).required(),
        enum_attr("core_type", enums::SYNC_CORE_TYPE).required(),
    ])
    .presence(&[Presence::Needs("used_cores", "gm_workspace")])
    .pipes("all, then FFTS", "all, then FFTS or intra-block"),
    // fences
    op!("fence.barrier_all", "@scope A", "drains local pipes and makes earlier memory effects visible in a scope")
        .attrs(&[enum_attr("scope", enums::FENCE_SCOPE).required()])
        .pipes("all", "all"),
    op!(
        "cmo.cacheinvalid",
        "(| %addr single_cache_line A : T(addr) | all @space A )",
        "drops the line of an address, or all lines, from the data cache"
    )
    .ins(&[operand("addr", Kind::PTR.or(Kind::VIEW)).opt()])
    .attrs(&[enum_attr("space", enums::ADDRESS_SPACE).member("gm")])
    .pipes("S", "S"),
    // sections
    op!("section.cube", "REGION A", "region that only cube cores run").regions(Regions::Body).pipes("-", "-"),
    op!("section.vector", "REGION A", "region that only vector cores run").regions(Regions::Body).pipes("-", "-"),
    op!("section.simt", "<<< @dimX , @dimY , @dimZ >>> REGION A", "region that runs on that many workitems")
        .attrs(&[
            attr("dimX", AttrKind::Int(32)).required(),
            attr("dimY", AttrKind::Int(32)).required(),
            attr("dimZ", AttrKind::Int(32)).required(),
        ])
        .regions(Regions::Body)
        .pipes("-", "V"),
    // arrays of event ids
    op!("declare_eventid_array", "A -> R*", "local array of event ids")
        .outs(&[operand("array", Kind::EVENT_ARRAY)])
        .pipes("S", "S"),
    op!("eventid_array_get", "%array [ %index ] A : T*-idx", "reads an event id")
        .ins(&[operand("array", Kind::EVENT_ARRAY), index("index")])
        .outs(&[index("result")])
        .pipes("S", "S"),
    op!("eventid_array_set", "%array [ %index ] , %value A : T(array)", "writes an event id")
        .ins(&[operand("array", Kind::EVENT_ARRAY), index("index"), index("value")])
        .pipes("S", "S"),
];

#[cfg(test)]
mod tests {
    use super::OPS;
    use std::collections::BTreeSet;

    #[test]
    fn every_name_is_defined_once() {
        let names: Vec<_> =
            OPS.iter().flat_map(|d| std::iter::once(d.name).chain(d.aliases.iter().map(|a| a.name))).collect();
        let expected = "record_event wait_event barrier_sync set_flag wait_flag set_flag_dyn wait_flag_dyn barrier \
            pipe_barrier get_buf rls_buf get_buf_dyn rls_buf_dyn sync.set sync.wait set_cross_block wait_cross_block \
            set_intra_block wait_intra_block set_cross_core wait_flag_dev wait_intra_core set_ffts tsync tsync.op \
            syncall fence.barrier_all cmo.cacheinvalid section.cube section.vector section.simt \
            declare_eventid_array eventid_array_get eventid_array_set";
        let expected: BTreeSet<_> = expected.split_whitespace().map(|n| format!("pto.{n}")).collect();
        assert_eq!(names.len(), expected.len());
        assert_eq!(names.iter().map(|n| n.to_string()).collect::<BTreeSet<_>>(), expected);
    }
}
