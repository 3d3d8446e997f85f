//! Communication between ranks: remote copies, signals, collectives, asynchronous transfers.
//!
//! The bare mnemonics of the instruction pages (`tput`, `twait`, ..) are aliases. `tgather` and `tscatter` are also
//! tile operations: there a first operand of type `!pto.group` selects the collective, which is the parser's choice.

use super::super::def::{
    AttrDef, AttrKind, Family, Kind, OpDef, Operand, Presence, alias, attr, enum_attr, operand, ptr, scratch, tile,
};
use super::super::enums;
use crate::ir::types::TypeId;

macro_rules! op {
    ($name:literal, $format:expr, $summary:expr) => {
        OpDef::custom(concat!("pto.comm.", $name), Family::Comm, $format, $summary)
            .pipes("MTE2, MTE3", "MTE2, MTE3")
            .source(concat!("PTOAS PTO comm.", $name))
    };
}

const fn view(name: &'static str) -> Operand {
    operand(name, Kind::VIEW)
}
const fn int32(name: &'static str) -> Operand {
    operand(name, Kind::INT).fixed(TypeId::I32)
}
const fn session(name: &'static str) -> Operand {
    operand(name, Kind::ASYNC_SESSION).fixed(TypeId::ASYNC_SESSION)
}
const fn event(name: &'static str) -> Operand {
    operand(name, Kind::ASYNC_EVENT).fixed(TypeId::ASYNC_EVENT)
}
const fn truth(name: &'static str) -> Operand {
    operand(name, Kind::INT).fixed(TypeId::I1)
}

/// Staging tiles are implicit on the instruction pages, which give operands without parentheses.
const COPY: &str = "(| ( %dst , %src , buf ( %ping (? , %pong ) ) : T* ) A | %dst , %src A (? : T* ) )";
const COPY_INS: &[Operand] = &[view("dst"), view("src"), scratch("ping"), scratch("pong")];

const fn copy(def: OpDef) -> OpDef {
    def.ins(COPY_INS).presence(&[Presence::Needs("pong", "ping")])
}

const SIGNAL: &str = "(| ( %signal , %value : T* ) A | %signal , %value A (? : T* ) )";
const COMPARE: &str = "(| ( %signal , %cmpValue : T* ) A | %signal , %cmpValue A (? : T* ) )";
const TEST: &str = "(| ( %signal , %cmpValue : T* ) A -> R* | %signal , %cmpValue A (? : T* ) (? -> R* ) )";
const CMP: &[AttrDef] = &[enum_attr("cmp", enums::WAIT_CMP).required()];

/// `%whole` is the page's `!pto.group` value; PTO text lists the members.
const FROM_SRC: &str =
    "(| ( %src , recv ( %ping (? , %pong ) ) , group ( %group ) : T* ) A | %whole , %src A (? : T* ) )";
const FROM_SRC_INS: &[Operand] =
    &[view("src"), scratch("ping"), scratch("pong"), view("group").variadic(), operand("whole", Kind::GROUP).opt()];
const TO_DST: &str =
    "(| ( %dst , recv ( %ping (? , %pong ) ) , group ( %group ) : T* ) A | %whole , %dst A (? : T* ) )";
const TO_DST_INS: &[Operand] =
    &[view("dst"), scratch("ping"), scratch("pong"), view("group").variadic(), operand("whole", Kind::GROUP).opt()];
const REDUCE: &str =
    "(| ( %dst , %acc , recv ( %ping (? , %pong ) ) , group ( %group ) : T* ) A | %whole , %dst A (? : T* ) )";
const REDUCE_INS: &[Operand] = &[
    view("dst"),
    scratch("acc"),
    scratch("ping"),
    scratch("pong"),
    view("group").variadic(),
    operand("whole", Kind::GROUP).opt(),
];
/// Required where members are listed; a page's group value knows its root.
const ROOT: AttrDef = attr("root", AttrKind::Int(32));

const MEMBERS: Presence = Presence::One(&["group", "whole"]);
const MEMBERS_ROOT: Presence = Presence::Needs("group", "root");
/// Staging tiles stand with listed members, and only with them.
const STAGED: Presence = Presence::Needs("group", "ping");
const UNSTAGED: Presence = Presence::Needs("ping", "group");
const SECOND: Presence = Presence::Needs("pong", "ping");
const COLLECTIVE: &[Presence] = &[MEMBERS, MEMBERS_ROOT, STAGED, UNSTAGED, SECOND];

const fn from_src(def: OpDef) -> OpDef {
    def.ins(FROM_SRC_INS).attrs(&[ROOT]).presence(COLLECTIVE)
}

const ASYNC_COPY: &str = "( %dst , %src , %session : T* ) A -> R*";

const fn async_copy(def: OpDef) -> OpDef {
    def.ins(const { &[view("dst"), view("src"), session("session")] })
        .outs(const { &[event("event")] })
        .pipes("DMA", "DMA")
}

const ASYNC_WAIT: &str = "( %event , %session : T* ) A -> R*";

const fn async_wait(def: OpDef) -> OpDef {
    def.ins(const { &[event("event"), session("session")] }).outs(const { &[truth("completed")] }).pipes("S", "S")
}

/// The table.
pub const OPS: &[OpDef] = &[
    // copies
    copy(op!("tput", COPY, "copies from local to remote GM through staging tiles"))
        .attrs(&[enum_attr("atomicType", enums::ATOMIC_TYPE).member("atomic_none")])
        .aliases(&[alias("pto.tput")]),
    copy(op!("tget", COPY, "copies from remote to local GM through staging tiles")).aliases(&[alias("pto.tget")]),
    // signals
    op!("tnotify", SIGNAL, "writes or adds a number to a signal in another rank's GM")
        .ins(&[view("signal"), int32("value")])
        .attrs(&[enum_attr("notifyOp", enums::NOTIFY_OP).alias(&["op"]).required()])
        .aliases(&[alias("pto.tnotify")])
        .pipes("S", "S"),
    op!("twait", COMPARE, "waits until every number of a signal satisfies a comparison")
        .ins(&[view("signal"), int32("cmpValue")])
        .attrs(CMP)
        .aliases(&[alias("pto.twait")])
        .pipes("S", "S"),
    op!("ttest", TEST, "whether every number of a signal satisfies a comparison")
        .ins(&[view("signal"), int32("cmpValue")])
        .outs(&[truth("result")])
        .attrs(CMP)
        .aliases(&[alias("pto.ttest")])
        .pipes("S", "S"),
    // collectives
    from_src(op!("tbroadcast", FROM_SRC, "root: copies its data to every member of a group"))
        .aliases(&[alias("pto.tbroadcast")]),
    from_src(op!("tscatter", FROM_SRC, "root: sends one block of its data to each member of a group")),
    op!("tgather", TO_DST, "root: collects one block from each member of a group")
        .ins(TO_DST_INS)
        .attrs(&[ROOT])
        .presence(COLLECTIVE),
    op!("treduce", REDUCE, "root: combines the data of all members of a group elementwise")
        .ins(REDUCE_INS)
        .attrs(&[enum_attr("reduceOp", enums::REDUCE_OP).alias(&["op"]).required(), ROOT])
        .presence(&[MEMBERS, MEMBERS_ROOT, Presence::Together(&["acc", "ping"]), STAGED, UNSTAGED, SECOND])
        .aliases(&[alias("pto.treduce")])
        .pipes("MTE2, V, MTE3", "MTE2, V, MTE3"),
    // asynchronous
    op!(
        "build_async_session",
        "( %scratch , %workspace : T* ) A -> R*",
        "opens a session for asynchronous remote copies"
    )
    .ins(&[tile("scratch").scratch(), ptr("workspace")])
    .outs(&[session("session")])
    .attrs(&[
        attr("sync_id", AttrKind::Int(32)),
        attr("block_bytes", AttrKind::Int(64)),
        attr("comm_block_offset", AttrKind::Int(64)),
        attr("queue_num", AttrKind::Int(32)),
        attr("channel_group_idx", AttrKind::Int(64)),
    ])
    .pipes("S", "S"),
    async_copy(op!("tput_async", ASYNC_COPY, "starts a copy from local to remote GM")),
    async_copy(op!("tget_async", ASYNC_COPY, "starts a copy from remote to local GM")),
    async_wait(op!("wait_async_event", ASYNC_WAIT, "waits until the copies of a session up to an event are done")),
    async_wait(op!("test_async_event", ASYNC_WAIT, "whether the copies of a session up to an event are done")),
];

#[cfg(test)]
mod tests {
    use super::OPS;
    use std::collections::BTreeSet;

    #[test]
    fn every_name_is_defined_once() {
        let expected = "tput tget tnotify twait ttest tbroadcast tgather tscatter treduce build_async_session \
            tput_async tget_async wait_async_event test_async_event";
        let expected: BTreeSet<_> = expected.split_whitespace().map(|n| format!("pto.comm.{n}")).collect();
        assert_eq!(OPS.len(), expected.len());
        assert_eq!(OPS.iter().map(|d| d.name.to_string()).collect::<BTreeSet<_>>(), expected);
    }
}
