//! SIMT code: workitem queries, lane exchange, scalar mathematics, atomics, launches.

use super::super::def::{
    AttrDef, AttrKind, Default, Family, Kind, OpDef, Operand, Traits, attr, enum_attr, index, operand, ptr, scalar,
};
use super::super::enums;
use super::{bit, int32, int64};
use crate::ir::types::TypeId;

const FAMILY: Family = Family::Simt;
const A2A3: &str = "-";
const A5: &str = "SIMT";

const QUERY: &str = "A : R*";

const fn query(def: OpDef) -> OpDef {
    def.outs(const { &[int32("result")] }).with(Traits::PURE)
}

/// Scalars and packed pairs.
const VALUE: Kind = Kind::SCALAR.or(Kind::VECTOR);

const fn value(name: &'static str) -> Operand {
    operand(name, VALUE)
}

const VOTE: &str = "%pred A : T* -> R*";

const fn vote(def: OpDef) -> OpDef {
    def.ins(const { &[bit("pred")] }).outs(const { &[bit("result")] })
}

const WIDTH: &[AttrDef] = &[attr("width", AttrKind::Int(32)).default(Default::Int(32))];
const LIKE_VALUE: &[Operand] = &[value("result").like("value")];
const SHUFFLE: &str = "%value , %offset A : T* -> R*";

const fn shuffle(def: OpDef) -> OpDef {
    def.ins(const { &[value("value"), int32("offset")] }).outs(LIKE_VALUE).attrs(WIDTH)
}

const SIGNEDNESS: AttrDef = enum_attr("signedness", enums::SIGNEDNESS);
const REDUX: &str = "%value (? @signedness:word ) A : T* -> R*";

const fn redux(def: OpDef) -> OpDef {
    def.ins(const { &[value("value")] }).outs(LIKE_VALUE).attrs(&[SIGNEDNESS])
}

const ATOMIC: &str = "%ptr , %value (? l2cache ( @l2cache:word ) ) (? @signedness:word ) A : T* -> R*";
const ATOMIC_ATTRS: &[AttrDef] = &[enum_attr("l2cache", enums::L2CACHE_STORE).member("nmfv"), SIGNEDNESS];
const OLD: &[Operand] = &[value("old").like("value")];

const fn atomic(def: OpDef) -> OpDef {
    def.ins(const { &[ptr("ptr"), value("value")] }).outs(OLD).attrs(ATOMIC_ATTRS)
}

const UNARY: &str = "%value A : T* -> R*";
const BINARY: &str = "%lhs , %rhs A : T* -> R*";
const LIKE_LHS: &[Operand] = &[value("result").like("lhs")];

const fn unary(def: OpDef) -> OpDef {
    def.ins(const { &[value("value")] }).outs(LIKE_VALUE).with(Traits::PURE)
}

const fn binary(def: OpDef) -> OpDef {
    def.ins(const { &[value("lhs"), value("rhs")] }).outs(LIKE_LHS).with(Traits::PURE)
}

const SIGNED: &str = "%lhs , %rhs @signedness:word A : T* -> R*";
const SIGNED_ATTRS: &[AttrDef] = &[SIGNEDNESS.required()];

/// The table.
pub const OPS: &[OpDef] = &[
    // queries
    query(op!("get_tid_x", QUERY, "workitem index, x")),
    query(op!("get_tid_y", QUERY, "workitem index, y")),
    query(op!("get_tid_z", QUERY, "workitem index, z")),
    query(op!("get_block_dim_x", QUERY, "workitems of a block, x")),
    query(op!("get_block_dim_y", QUERY, "workitems of a block, y")),
    query(op!("get_block_dim_z", QUERY, "workitems of a block, z")),
    query(op!("get_grid_dim_x", QUERY, "blocks of the grid, x")),
    query(op!("get_grid_dim_y", QUERY, "blocks of the grid, y")),
    query(op!("get_grid_dim_z", QUERY, "blocks of the grid, z")),
    query(op!("get_block_idx_x", QUERY, "block index in the grid, x")),
    query(op!("get_block_idx_y", QUERY, "block index in the grid, y")),
    query(op!("get_block_idx_z", QUERY, "block index in the grid, z")),
    query(op!("get_veccoreid", QUERY, "number of the vector core")),
    query(op!("get_laneid", QUERY, "lane of the workitem in its warp")),
    query(op!("get_lanemask_eq", QUERY, "mask with the bit of this lane")),
    query(op!("get_lanemask_le", QUERY, "mask of the lanes up to this one")),
    query(op!("get_lanemask_lt", QUERY, "mask of the lanes below this one")),
    query(op!("get_lanemask_ge", QUERY, "mask of the lanes from this one on")),
    query(op!("get_lanemask_gt", QUERY, "mask of the lanes above this one")),
    op!("get_clock32", QUERY, "low half of the cycle counter").outs(&[int32("result")]),
    op!("get_clock64", QUERY, "cycle counter").outs(&[int64("result")]),
    // lane exchange
    vote(op!("vote_all", VOTE, "whether the predicate holds in all lanes")),
    vote(op!("vote_any", VOTE, "whether the predicate holds in some lane")),
    vote(op!("vote_uni", VOTE, "whether the predicate is the same in all lanes")),
    op!("vote_ballot", VOTE, "mask of the lanes where the predicate holds")
        .ins(&[bit("pred")])
        .outs(&[int32("result")]),
    op!("shuffle_idx", "%value , %index A : T* -> R*", "value of the lane with the given index")
        .ins(&[value("value"), int32("index")])
        .outs(LIKE_VALUE)
        .attrs(WIDTH),
    shuffle(op!("shuffle_up", SHUFFLE, "value of the lane that many below")),
    shuffle(op!("shuffle_down", SHUFFLE, "value of the lane that many above")),
    op!("shuffle_bfly", "%value , %mask A : T* -> R*", "value of the lane whose index differs in the given bits")
        .ins(&[value("value"), int32("mask")])
        .outs(LIKE_VALUE)
        .attrs(WIDTH),
    redux(op!("redux_add", REDUX, "sum over the lanes")),
    redux(op!("redux_max", REDUX, "maximum over the lanes")),
    redux(op!("redux_min", REDUX, "minimum over the lanes")),
    // memory
    op!(
        "ldg",
        "%ptr [ %offset ] (? l1cache ( @l1cache:word ) ) (? l2cache ( @l2cache:word ) ) A : T*-idx -> R*",
        "reads GM with a cache policy"
    )
    .ins(&[ptr("ptr"), index("offset")])
    .outs(&[value("value")])
    .attrs(&[
        enum_attr("l1cache", enums::L1CACHE).member("cache"),
        enum_attr("l2cache", enums::L2CACHE_LOAD).member("nmfv"),
    ]),
    op!(
        "stg",
        "%value , %ptr [ %offset ] (? l1cache ( @l1cache:word ) ) (? l2cache ( @l2cache:word ) ) A : T(ptr) , T(value)",
        "writes GM with a cache policy"
    )
    .ins(&[value("value"), ptr("ptr"), index("offset")])
    .attrs(&[
        enum_attr("l1cache", enums::L1CACHE).member("cache"),
        enum_attr("l2cache", enums::L2CACHE_STORE).member("nmfv"),
    ]),
    op!(
        "atomic_cas",
        "%ptr , %compare , %value (? l2cache ( @l2cache:word ) ) (? @signedness:word ) A : T(ptr) , T(value) -> R*",
        "stores the value if memory equals the other one; gives the old content"
    )
    .ins(&[ptr("ptr"), value("compare").like("value"), value("value")])
    .outs(OLD)
    .attrs(ATOMIC_ATTRS),
    atomic(op!("atomic_exch", ATOMIC, "stores the value and gives the old content")),
    atomic(op!("atomic_add", ATOMIC, "adds to memory and gives the old content")),
    atomic(op!("atomic_sub", ATOMIC, "subtracts from memory and gives the old content")),
    atomic(op!("atomic_min", ATOMIC, "keeps the minimum in memory and gives the old content")),
    atomic(op!("atomic_max", ATOMIC, "keeps the maximum in memory and gives the old content")),
    atomic(op!("atomic_and", ATOMIC, "bitwise and into memory; gives the old content")),
    atomic(op!("atomic_or", ATOMIC, "bitwise or into memory; gives the old content")),
    atomic(op!("atomic_xor", ATOMIC, "bitwise exclusive or into memory; gives the old content")),
    // mathematics
    unary(op!("absf", UNARY, "absolute value")),
    unary(op!("sqrt", UNARY, "square root")),
    unary(op!("exp", UNARY, "exponential")),
    unary(op!("log", UNARY, "natural logarithm")),
    unary(op!("sin", UNARY, "sine")),
    unary(op!("cos", UNARY, "cosine")),
    unary(op!("ceil", UNARY, "smallest integer not below")),
    unary(op!("floor", UNARY, "largest integer not above")),
    unary(op!("rint", UNARY, "nearest integer, ties to even")),
    unary(op!("round", UNARY, "nearest integer, ties away from zero")),
    binary(op!("pow", BINARY, "power")),
    binary(op!("fmin", BINARY, "smaller of two floats")),
    binary(op!("fmax", BINARY, "larger of two floats")),
    op!("fma", "%lhs , %rhs , %acc A : T* -> R*", "lhs * rhs + acc with one rounding")
        .ins(&[value("lhs"), value("rhs"), value("acc")])
        .outs(LIKE_LHS)
        .with(Traits::PURE),
    op!("prmt", "%lhs , %rhs , %selector A : T* -> R*", "picks four bytes out of eight")
        .ins(&[value("lhs"), value("rhs"), value("selector")])
        .outs(LIKE_LHS)
        .with(Traits::PURE),
    op!("mulhi", SIGNED, "high half of the product")
        .ins(&[value("lhs"), value("rhs")])
        .outs(LIKE_LHS)
        .attrs(SIGNED_ATTRS)
        .with(Traits::PURE),
    op!("mul_i32toi64", SIGNED, "64-bit product of 32-bit integers")
        .ins(&[value("lhs"), value("rhs")])
        .outs(&[operand("result", Kind::INT).fixed(TypeId::I64)])
        .attrs(SIGNED_ATTRS)
        .with(Traits::PURE),
    op!(
        "convert",
        "%src round ( @rounding:word ) @saturation:word (? @signedness:word ) A : T* -> R*",
        "converts a scalar with a rounding and a saturation mode"
    )
    .ins(&[value("src")])
    .outs(&[value("dst")])
    .attrs(&[
        enum_attr("rounding", enums::SIMT_ROUND).required(),
        enum_attr("saturation", enums::SIMT_SAT).required(),
        SIGNEDNESS,
    ])
    .with(Traits::PURE),
    // order
    op!("syncthreads", "A", "all workitems of the block meet"),
    op!("threadfence", "A", "orders memory accesses of the workitem for the device"),
    op!("threadfence_block", "A", "orders memory accesses of the workitem for its block"),
    // launches
    op!("keep", "%payload A : T*", "leaves a scalar in a slot for the next SIMT function")
        .ins(&[scalar("payload")])
        .attrs(&[attr("slot", AttrKind::Int(64)).required()]),
    op!("resume", "A : R*", "takes the scalar that the previous SIMT function left in a slot")
        .outs(&[scalar("result")])
        .attrs(&[attr("slot", AttrKind::Int(64)).required()]),
    op!("store_vfsimt_info", "%dim_z , %dim_y , %dim_x A : T*", "writes the launch dimensions")
        .ins(&[int32("dim_z"), int32("dim_y"), int32("dim_x")])
        .pipes("-", "S"),
    op!(
        "simt_launch",
        "@callee <<< %dim_x , %dim_y , %dim_z >>> ( %args ) A : ( T(args) ) -> ( R* )",
        "runs a SIMT function on x by y by z workitems"
    )
    .ins(&[int32("dim_x"), int32("dim_y"), int32("dim_z"), operand("args", Kind::ANY).variadic()])
    .outs(&[operand("results", Kind::ANY).variadic()])
    .attrs(&[attr("callee", AttrKind::Symbol).required()])
    .pipes("-", "S"),
];
