//! Scalar side of the register level: single-element memory access, addresses, configuration registers.
//!
//! `load_scalar`, `store_scalar` and pointer arithmetic are tile-level operations.

use super::super::def::{Family, Kind, OpDef, Operand, Traits, index, operand, ptr, scalar};
use super::{MEMORY, int64, memory};

const FAMILY: Family = Family::MicroDma;
const A2A3: &str = "-";
const A5: &str = "S";

const VALUE: &str = "%value A : T*";

const fn register(def: OpDef) -> OpDef {
    def.ins(const { &[int64("value")] })
}

const PAIR: &str = "%first , %second A : T*";
const PAIR_INS: &[Operand] = &[int64("first"), int64("second")];

const fn register_pair(def: OpDef) -> OpDef {
    def.ins(PAIR_INS)
}

const BIT: &str = "%first , %second A : T* -> R*";

const fn bit_edit(def: OpDef) -> OpDef {
    def.ins(PAIR_INS).outs(const { &[int64("result")] }).with(Traits::PURE)
}

const ADDRESS: &str = "%src A : T* -> R*";
const ADDRESS_INS: &[Operand] = &[operand("src", Kind::VIEW.or(Kind::TILE).or(Kind::MEMREF))];

const fn address(def: OpDef) -> OpDef {
    let mut def = def.ins(ADDRESS_INS).outs(const { &[operand("dst", MEMORY)] }).with(Traits::PURE).pipes("-", "-");
    def.family = Family::Views;
    def
}

const LOAD: &str = "%ptr [ %offset ] A : T*-idx -> R*";
const STORE: &str = "%value , %ptr [ %offset ] A : T(ptr) , T(value)";

const fn load(def: OpDef) -> OpDef {
    let mut def = def.ins(const { &[memory("ptr"), index("offset")] }).outs(const { &[scalar("value")] });
    def.family = Family::Scalar;
    def
}

const fn store(def: OpDef) -> OpDef {
    let mut def = def.ins(const { &[scalar("value"), memory("ptr"), index("offset")] });
    def.family = Family::Scalar;
    def
}

const fn device_load(def: OpDef) -> OpDef {
    load(def).ins(const { &[ptr("ptr"), index("offset")] })
}

const fn device_store(def: OpDef) -> OpDef {
    store(def).ins(const { &[scalar("value"), ptr("ptr"), index("offset")] })
}

/// The table.
pub const OPS: &[OpDef] = &[
    // memory
    load(op!("load", LOAD, "reads one element")).pipes("S", "S"),
    store(op!("store", STORE, "writes one element")).pipes("S", "S"),
    device_load(op!("ld_dev", LOAD, "reads one element of GM past the data cache")),
    device_store(op!("st_dev", STORE, "writes one element of GM past the data cache")),
    address(op!("tensor_view_addr", ADDRESS, "address of a view")),
    address(op!("tile_buf_addr", ADDRESS, "address of a tile")),
    // 64-bit registers
    op!("get_ctrl", "A : R*", "reads the control register").outs(&[int64("result")]),
    register(op!("set_ctrl", VALUE, "writes the control register")),
    register(op!("set_store_atomic_cfg", VALUE, "writes the configuration of atomic stores")),
    register(op!("set_quant_pre", VALUE, "writes the quantisation word of the fixpipe")),
    register(op!("set_relu_alpha", VALUE, "writes the slope of the fixpipe's leaky relu")),
    register(op!("set_fix_clip_relu", VALUE, "writes the clip value of the fixpipe's relu")),
    register(op!("set_fpc", VALUE, "writes the address of the fixpipe's parameters")),
    register(op!("set_mte2_nz_para", VALUE, "writes the parameters of fractal loads")),
    register(op!("set_pad_val_outtol1", VALUE, "writes the padding value of GM to L1 copies")),
    register(op!("set_loop2_stride_outtol1", VALUE, "writes the outer loop strides of GM to L1 copies")),
    register(op!("set_loop1_stride_outtol1", VALUE, "writes the inner loop strides of GM to L1 copies")),
    register(op!("set_loop_size_outtol1", VALUE, "writes the loop counts of GM to L1 copies")),
    // pairs
    register_pair(op!("set_loop2_stride_outtoub", PAIR, "writes the outer loop strides of GM to UB copies, in bytes")),
    register_pair(op!("set_loop1_stride_outtoub", PAIR, "writes the inner loop strides of GM to UB copies, in bytes")),
    register_pair(op!("set_loop_size_outtoub", PAIR, "writes the loop counts of GM to UB copies")),
    register_pair(op!("set_loop2_stride_ubtoout", PAIR, "writes the outer loop strides of UB to GM copies, in bytes")),
    register_pair(op!("set_loop1_stride_ubtoout", PAIR, "writes the inner loop strides of UB to GM copies, in bytes")),
    register_pair(op!("set_loop_size_ubtoout", PAIR, "writes the loop counts of UB to GM copies")),
    register_pair(op!("set_loop3_para", PAIR, "writes the parameters of the third loop of fractal stores")),
    register_pair(op!("set_channel_para", PAIR, "writes the channel parameters of fractal stores")),
    // bits
    bit_edit(op!("sbitset0", BIT, "clears one bit of a 64-bit value")),
    bit_edit(op!("sbitset1", BIT, "sets one bit of a 64-bit value")),
    // atomic mode
    op!("set_atomic_add", "A", "stores to GM add"),
    op!("set_atomic_max", "A", "stores to GM keep the maximum"),
    op!("set_atomic_min", "A", "stores to GM keep the minimum"),
    op!("set_atomic_none", "A", "stores to GM overwrite"),
    op!("set_atomic_f32", "A", "element type of atomic stores is f32"),
    op!("set_atomic_f16", "A", "element type of atomic stores is f16"),
    op!("set_atomic_bf16", "A", "element type of atomic stores is bf16"),
    op!("set_atomic_s32", "A", "element type of atomic stores is a 32-bit integer"),
    op!("set_atomic_s16", "A", "element type of atomic stores is a 16-bit integer"),
    op!("set_atomic_s8", "A", "element type of atomic stores is an 8-bit integer"),
    op!("set_mov_pad_val", VALUE, "writes the padding value of GM to UB copies").ins(&[scalar("value")]),
];
