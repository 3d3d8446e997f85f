//! Queues between cube and vector cores: set-up, push, pop, free, and the buffers behind them.

use super::super::def::{
    AttrDef, AttrKind, Default, Family, Kind, OpDef, Operand, Presence, attr, enum_attr, index, operand, ptr,
};
use super::super::enums;
use crate::ir::types::TypeId;

macro_rules! op {
    ($name:literal, $format:expr, $summary:expr) => {
        OpDef::custom(concat!("pto.", $name), Family::Pipe, $format, $summary)
            .pipes("-", "-")
            .source(concat!("PTOAS PTO ", $name))
    };
}

/// Tile, or view of a slot in GM.
const ENTRY: Kind = Kind::TILE.or(Kind::TENSOR_VIEW).or(Kind::PART_VIEW);

const fn entry(name: &'static str) -> Operand {
    operand(name, ENTRY)
}
const fn slot_view(name: &'static str) -> Operand {
    operand(name, Kind::VIEW)
}
const fn pipe(name: &'static str) -> Operand {
    operand(name, Kind::PIPE).fixed(TypeId::PIPE)
}
const fn int32(name: &'static str) -> Operand {
    operand(name, Kind::INT).fixed(TypeId::I32)
}
const fn number(name: &'static str) -> AttrDef {
    attr(name, AttrKind::Int(32))
}

const SUBBLOCK: Operand = operand("aiv_subblockid", Kind::INT).fixed(TypeId::I64).opt();
const ID: AttrDef = number("id").default(Default::Int(0));
const SPLIT: AttrDef = attr("split", AttrKind::Int(8)).required();
const ID_SPLIT: &[AttrDef] = &[ID, SPLIT];
const DIR_MASK: AttrDef = attr("dir_mask", AttrKind::Int(8)).required();
const NOSPLIT: AttrDef = attr("nosplit", AttrKind::Bool);
const EPILOGUE: AttrDef = attr("acc_push_epilogue", AttrKind::AccPushEpilogue);

const INITIALIZE: &str = "{ (& id = @id | dir_mask = @dir_mask | slot_size = @slot_size | slot_num = @slot_num \
    | local_slot_num = @local_slot_num | nosplit = @nosplit | acc_push_epilogue = @acc_push_epilogue ) } \
    ( (& gm_slot_buffer = %gm_slot_buffer : T(gm_slot_buffer) | gm_slot_tensor = %gm_slot_tensor : T(gm_slot_tensor) \
    | c2v_consumer_buf = %c2v_consumer_buf : T(c2v_consumer_buf) \
    | v2c_consumer_buf = %v2c_consumer_buf : T(v2c_consumer_buf) ) ) A";

const fn initialize(def: OpDef) -> OpDef {
    def.ins(
        const {
            &[
                ptr("gm_slot_buffer").opt(),
                slot_view("gm_slot_tensor").opt(),
                int32("c2v_consumer_buf").opt(),
                int32("v2c_consumer_buf").opt(),
            ]
        },
    )
    .attrs(
        const {
            &[
                ID,
                DIR_MASK,
                number("slot_size").required(),
                number("slot_num"),
                number("local_slot_num"),
                NOSPLIT,
                EPILOGUE,
            ]
        },
    )
}

const ALLOC: &str = "{ (? id = @id , ) split = @split } A -> R*";
const PUSH: &str = "( %tile : T(tile) ) { (? id = @id , ) split = @split } A";
const PUSH_SUBBLOCK: &str =
    "( %tile : T(tile) ) { (? id = @id , ) split = @split } (? aiv_subblockid ( %aiv_subblockid ) ) A";
const POP: &str = "(? ( %valid_row , %valid_col ) ) { (? id = @id , ) split = @split } A -> R*";
const POP_SUBBLOCK: &str = "(? ( %valid_row , %valid_col ) ) { (? id = @id , ) split = @split } \
    (? aiv_subblockid ( %aiv_subblockid ) ) A -> R*";
const FREE: &str = "(? ( %entry : T(entry) ) ) { (? id = @id , ) split = @split } A";

const VALID: &[Presence] = &[Presence::Together(&["valid_row", "valid_col"])];

/// Pushes and pops of a lowered queue. The instruction pages write the pipe in its own clause or list, without split.
const TRANSFER_ATTRS: &[AttrDef] = &[attr("split", AttrKind::Int(8)).default(Default::Int(0))];
const TPUSH: &str = "(| %tile , %pipe_handle A : T* -> R* \
    | ( %tile , %pipe_handle : T* ) { split = @split } (? aiv_subblockid ( %aiv_subblockid ) ) A \
    | ins ( %tile : T(tile) ) pipe ( %pipe_handle : T(pipe_handle) ) A )";
const TPOP: &str = "(| ( %tile , %pipe_handle : T* ) { split = @split } (? aiv_subblockid ( %aiv_subblockid ) ) A \
    | pipe ( %pipe_handle : T(pipe_handle) ) outs ( %tile : T(tile) ) A )";

/// The table.
pub const OPS: &[OpDef] = &[
    // buffers
    op!(
        "reserve_buffer",
        "{ name = @name , size = @size , location = @location , auto = @auto (? , base = @base ) } A -> R*",
        "reserves local memory for the receiving side of a queue and gives its address"
    )
    .outs(&[int32("addr")])
    .attrs(&[
        attr("name", AttrKind::Str).required(),
        number("size").required(),
        enum_attr("location", enums::ADDRESS_SPACE).required(),
        attr("auto", AttrKind::Bool).alias(&["autoAlloc"]).required(),
        number("base"),
    ]),
    op!(
        "import_reserved_buffer",
        "{ name = @name , peer_func = @peer_func } A -> R*",
        "address of a buffer that the peer function reserves"
    )
    .outs(&[int32("addr")])
    .attrs(&[attr("name", AttrKind::Str).required(), attr("peer_func", AttrKind::Symbol).required()]),
    // queues by number
    initialize(op!("aic_initialize_pipe", INITIALIZE, "cube side of a queue between cube and vector cores")),
    initialize(op!("aiv_initialize_pipe", INITIALIZE, "vector side of a queue between cube and vector cores")),
    op!("talloc_to_aiv", ALLOC, "cube: view of the next free slot towards the vector core")
        .outs(&[slot_view("entry")])
        .attrs(ID_SPLIT)
        .pipes("S", "FIX"),
    op!("talloc_to_aic", ALLOC, "vector: view of the next free slot towards the cube core")
        .outs(&[slot_view("entry")])
        .attrs(ID_SPLIT)
        .pipes("S", "MTE3"),
    op!("tpush_to_aiv", PUSH, "cube: moves an accumulator to the next slot and signals it; for a view it only signals")
        .ins(&[entry("tile")])
        .attrs(ID_SPLIT)
        .pipes("FIX", "FIX"),
    op!(
        "tpush_to_aic",
        PUSH_SUBBLOCK,
        "vector: moves a tile to the next slot and signals it; for a view it only signals"
    )
    .ins(&[entry("tile"), SUBBLOCK])
    .attrs(ID_SPLIT)
    .pipes("MTE3", "MTE3"),
    op!(
        "tpop_from_aic",
        POP_SUBBLOCK,
        "vector: waits for the next slot from the cube core and gives it as a tile or view"
    )
    .ins(&[index("valid_row").opt(), index("valid_col").opt(), SUBBLOCK])
    .outs(&[entry("tile")])
    .attrs(ID_SPLIT)
    .presence(VALID)
    .pipes("MTE2", "V"),
    op!("tpop_from_aiv", POP, "cube: waits for the next slot from the vector core and gives it as a tile or view")
        .ins(&[index("valid_row").opt(), index("valid_col").opt()])
        .outs(&[entry("tile")])
        .attrs(ID_SPLIT)
        .presence(VALID)
        .pipes("MTE2", "MTE1"),
    op!("tfree_from_aic", FREE, "vector: gives a slot back to the cube core")
        .ins(&[slot_view("entry").opt()])
        .attrs(ID_SPLIT)
        .pipes("MTE2", "V"),
    op!("tfree_from_aiv", FREE, "cube: gives a slot back to the vector core")
        .ins(&[slot_view("entry").opt()])
        .attrs(ID_SPLIT)
        .pipes("MTE2", "MTE1"),
    op!(
        "set_quant_scalar",
        "( %scale : T(scale) ) { id = @id } A",
        "binds the scale that later pushes of a queue quantise with"
    )
    .ins(&[operand("scale", Kind::FLOAT).fixed(TypeId::F32)])
    .attrs(&[number("id").required()])
    .pipes("S", "S"),
    op!(
        "set_quant_vector",
        "( %scaling_tile : T(scaling_tile) ) { id = @id } A",
        "binds the tile of scales that later pushes of a queue quantise with"
    )
    .ins(&[operand("scaling_tile", Kind::TILE)])
    .attrs(&[number("id").required()])
    .pipes("S", "S"),
    // queues by handle
    op!(
        "initialize_l2l_pipe",
        "{ dir_mask = @dir_mask , slot_size = @slot_size , slot_num = @slot_num (? , flag_base = @flag_base ) \
         (? , nosplit = @nosplit ) } ( %local_addr : T(local_addr) (? , %peer_local_addr : T(peer_local_addr) ) ) A \
         -> R*",
        "handle of a queue whose producer writes the consumer's local memory"
    )
    .ins(&[operand("local_addr", Kind::ANY), operand("peer_local_addr", Kind::ANY).opt()])
    .outs(&[pipe("pipe")])
    .attrs(&[
        DIR_MASK,
        number("slot_size").required(),
        number("slot_num").required(),
        number("flag_base"),
        NOSPLIT,
        EPILOGUE,
    ]),
    op!(
        "initialize_l2g2l_pipe",
        "{ dir_mask = @dir_mask , slot_size = @slot_size , slot_num = @slot_num \
         (? , local_slot_num = @local_slot_num ) (? , flag_base = @flag_base ) (? , nosplit = @nosplit ) } \
         ( %gm_addr : T(gm_addr) (? , %local_addr : T(local_addr) (? , %peer_local_addr : T(peer_local_addr) ) ) ) A \
         -> R*",
        "handle of a queue whose data passes through GM"
    )
    .ins(&[
        operand("gm_addr", Kind::ANY),
        operand("local_addr", Kind::ANY).opt(),
        operand("peer_local_addr", Kind::ANY).opt(),
    ])
    .outs(&[pipe("pipe")])
    .presence(&[Presence::Needs("peer_local_addr", "local_addr")])
    .attrs(&[
        DIR_MASK,
        number("slot_size").required(),
        number("slot_num").required(),
        number("local_slot_num"),
        number("flag_base"),
        NOSPLIT,
        EPILOGUE,
    ]),
    op!("talloc", "( %entry , %pipe_handle : T* ) { split = @split } A", "binds a declared view to the next free slot")
        .ins(&[slot_view("entry").inout(), pipe("pipe_handle")])
        .attrs(&[SPLIT])
        .pipes("S", "FIX or MTE3"),
    op!("tpush", TPUSH, "moves a tile to the next slot and signals it; for a view it only signals")
        .ins(&[entry("tile"), pipe("pipe_handle"), SUBBLOCK])
        .outs(&[operand("event", Kind::EVENT).opt()])
        .attrs(TRANSFER_ATTRS)
        .pipes("FIX or MTE3", "FIX or MTE3"),
    op!("tpop", TPOP, "waits for the next slot and binds a declared tile or view to it")
        .ins(&[entry("tile").inout(), pipe("pipe_handle"), SUBBLOCK])
        .attrs(TRANSFER_ATTRS)
        .pipes("MTE2", "V, MTE1 or MTE2"),
    op!(
        "tfree",
        "( (? %entry , ) %pipe_handle : T* ) { split = @split } A",
        "gives the current slot back to the producer"
    )
    .ins(&[entry("entry").opt(), pipe("pipe_handle")])
    .attrs(&[SPLIT])
    .pipes("MTE2", "V or MTE1"),
];

#[cfg(test)]
mod tests {
    use super::OPS;
    use std::collections::BTreeSet;

    #[test]
    fn every_name_is_defined_once() {
        let expected = "reserve_buffer import_reserved_buffer aic_initialize_pipe aiv_initialize_pipe talloc_to_aiv \
            talloc_to_aic tpush_to_aiv tpush_to_aic tpop_from_aic tpop_from_aiv tfree_from_aic tfree_from_aiv \
            set_quant_scalar set_quant_vector initialize_l2l_pipe initialize_l2g2l_pipe talloc tpush tpop tfree";
        let expected: BTreeSet<_> = expected.split_whitespace().map(|n| format!("pto.{n}")).collect();
        assert_eq!(OPS.len(), expected.len());
        assert_eq!(OPS.iter().map(|d| d.name.to_string()).collect::<BTreeSet<_>>(), expected);
    }
}
