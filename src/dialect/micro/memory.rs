//! Loads and stores between UB and vector, mask, align and special registers.

use super::super::def::{Family, OpDef, Operand, Traits, enum_attr, index, mask, ptr, vreg};
use super::super::enums;
use super::{SYNC_FORMS, align, int16, int32, memory};

const FAMILY: Family = Family::Register;
const A2A3: &str = "-";
const A5: &str = "V";

const SOURCE: &[Operand] = &[memory("source"), index("offset")];
const LOADED: &[Operand] = &[vreg("result"), memory("updated_base").opt().like("source")];
const UPDATED: &[Operand] = &[memory("updated_base").opt().like("destination")];

const GATHER: &str = "%source , %offsets , %mask A : T* -> R*";

const fn gather(def: OpDef) -> OpDef {
    def.ins(const { &[ptr("source"), vreg("offsets"), mask("mask")] })
        .outs(const { &[vreg("result")] })
        .with(SYNC_FORMS)
}

const MASK_LOAD: &str = "%source [ %offset ] , @dist:str A : T* -> R*";

const fn mask_load(def: OpDef) -> OpDef {
    def.ins(SOURCE)
        .outs(const { &[mask("result"), memory("updated_base").opt().like("source")] })
        .attrs(const { &[enum_attr("dist", enums::MASK_LOAD_DIST).required()] })
        .with(SYNC_FORMS)
}

const MASK_STORE: &str = "%value , %destination [ %offset ] , @dist:str A : T* (? -> R* )";

const fn mask_store(def: OpDef) -> OpDef {
    def.ins(const { &[mask("value"), memory("destination"), index("offset")] })
        .outs(UPDATED)
        .attrs(const { &[enum_attr("dist", enums::MASK_STORE_DIST).required()] })
        .with(SYNC_FORMS)
}

const REGISTER_STORE: &str = "@spr:str , %destination [ %offset ] A : T* (? -> R* )";

const fn register_store(def: OpDef) -> OpDef {
    def.ins(const { &[ptr("destination"), int32("offset")] })
        .outs(const { &[ptr("updated_base").opt().like("destination")] })
        .attrs(const { &[enum_attr("spr", enums::SPR).required()] })
}

/// The table.
pub const OPS: &[OpDef] = &[
    // aligned loads
    op!(
        "vlds",
        "%source [ %offset ] A : T*-idx -> R*",
        "loads one register, placed as the distribution says; with a second result the base moves on"
    )
    .ins(SOURCE)
    .outs(LOADED)
    .attrs(&[enum_attr("dist", enums::VLDS_DIST).member("NORM")])
    .with(SYNC_FORMS),
    op!(
        "vldsx2",
        "%source [ %offset ] , @dist:str A : T* -> R*",
        "loads two registers, separated as the distribution says"
    )
    .ins(SOURCE)
    .outs(&[vreg("low"), vreg("high"), memory("updated_base").opt().like("source")])
    .attrs(&[enum_attr("dist", enums::VLDSX2_DIST).required()])
    .with(SYNC_FORMS),
    op!(
        "vsldb",
        "%source , %block_stride , %repeat_stride , %mask A : T* -> R*",
        "loads eight 32-byte blocks with a stride between them; masked-off blocks are 0"
    )
    .ins(&[memory("source"), int16("block_stride"), int16("repeat_stride"), mask("mask")])
    .outs(LOADED)
    .with(SYNC_FORMS),
    gather(op!("vgather2", GATHER, "loads the elements at the offsets in a register; inactive lanes are 0")),
    gather(op!("vgatherb", GATHER, "loads eight 32-byte blocks at the byte offsets in a register")),
    gather(op!("vgather2_bc", GATHER, "`vgather2` in its older encoding with broadcast")),
    op!("vlds_post", "%source [ %offset ] A : T*-idx -> R*", "load with moving base; now `vlds` with two results")
        .ins(SOURCE)
        .outs(&[vreg("result"), memory("updated_base").like("source")])
        .attrs(&[enum_attr("dist", enums::VLDS_DIST).member("NORM")])
        .with(Traits::REMOVED),
    // unaligned loads
    op!("vldas", "%source A : T* -> R*", "starts an unaligned load stream at the 32-byte block of the address")
        .ins(&[ptr("source")])
        .outs(&[align("result")])
        .with(SYNC_FORMS),
    op!(
        "vldus",
        "%source , %align (? , %increment ) A : T* -> R*",
        "loads one register at any address and moves the stream on"
    )
    .ins(&[ptr("source"), align("align"), index("increment").opt()])
    .outs(&[vreg("result"), align("updated_align"), ptr("updated_base").opt().like("source")])
    .with(SYNC_FORMS),
    op!("uvld", "%source [ %offset ] A : T*-idx -> R*", "loads one register at any address in one step")
        .ins(SOURCE)
        .outs(&[vreg("result")]),
    // aligned stores
    op!(
        "vsts",
        "%value , %destination [ %offset ] , %mask A : T*-idx (? -> R* )",
        "stores one register, placed as the distribution says; with a result the base moves on"
    )
    .ins(&[vreg("value"), memory("destination"), index("offset"), mask("mask")])
    .outs(UPDATED)
    .attrs(&[enum_attr("dist", enums::VSTS_DIST)])
    .with(SYNC_FORMS),
    op!(
        "vstsx2",
        "%low , %high , %destination [ %offset ] , @dist:str , %mask A : T*",
        "stores a register pair interleaved; the mask has no effect"
    )
    .ins(&[vreg("low"), vreg("high"), memory("destination"), index("offset"), mask("mask")])
    .attrs(&[enum_attr("dist", enums::VSTSX2_DIST).required()])
    .with(SYNC_FORMS),
    op!(
        "vsstb",
        "%value , %destination , %block_stride , %repeat_stride , %mask A : T* (? -> R* )",
        "stores eight 32-byte blocks with a stride between them; masked-off blocks are not written"
    )
    .ins(&[vreg("value"), memory("destination"), int16("block_stride"), int16("repeat_stride"), mask("mask")])
    .outs(UPDATED)
    .with(SYNC_FORMS),
    op!(
        "vscatter",
        "%value , %destination , %offsets , %mask A : T*",
        "stores active lanes at the offsets in a register"
    )
    .ins(&[vreg("value"), ptr("destination"), vreg("offsets"), mask("mask")])
    .with(SYNC_FORMS),
    op!(
        "vsts_post",
        "%value , %destination [ %offset ] , %mask A : T*-idx -> R*",
        "store with moving base; now `vsts` with a result"
    )
    .ins(&[vreg("value"), memory("destination"), index("offset"), mask("mask")])
    .outs(&[memory("updated_base").like("destination")])
    .attrs(&[enum_attr("dist", enums::VSTS_DIST)])
    .with(Traits::REMOVED),
    // unaligned stores
    op!("init_align", "A : R*", "empty state of an unaligned store stream").outs(&[align("result")]).with(Traits::PURE),
    op!(
        "vstus",
        "%align_in , %offset , %value , %base A : T* -> R*",
        "stores one register at any address; the stream moves on by the given number of elements"
    )
    .ins(&[align("align_in"), int32("offset"), vreg("value"), ptr("base")])
    .outs(&[align("align_out"), ptr("base_out").opt().like("base")])
    .with(SYNC_FORMS),
    op!(
        "vstur",
        "%align_in , %value , %base , @mode:str A : T* -> R*",
        "stores what `vsqz` kept at base + AR; with POST_UPDATE AR moves on"
    )
    .ins(&[align("align_in"), vreg("value"), ptr("base")])
    .outs(&[align("align_out")])
    .attrs(&[enum_attr("mode", enums::POST_MODE).required()])
    .with(SYNC_FORMS),
    op!(
        "vstas",
        "%value , %destination , %offset A : T* (? -> R* )",
        "writes what an unaligned store stream still holds"
    )
    .ins(&[align("value"), memory("destination"), int32("offset")])
    .outs(UPDATED)
    .with(SYNC_FORMS),
    op!("vstar", "%value , %destination A : T*", "writes what a `vstur` stream still holds")
        .ins(&[align("value"), memory("destination")])
        .with(SYNC_FORMS),
    // masks
    mask_load(op!("plds", MASK_LOAD, "loads a mask; the offset counts bytes")),
    mask_load(op!("pldi", MASK_LOAD, "loads a mask; the offset counts images")),
    mask_store(op!("psts", MASK_STORE, "stores a mask; the offset counts bytes")),
    mask_store(op!("psti", MASK_STORE, "stores a mask; the offset counts images")),
    op!("pstu", "%align_in , %value , %base A : T* -> R*", "stores a mask at any address and moves the stream on")
        .ins(&[align("align_in"), mask("value"), ptr("base")])
        .outs(&[align("align_out"), ptr("base_out").like("base")]),
    // address register
    op!("sprclr", "@spr:str A", "sets the address register AR to 0").attrs(&[enum_attr("spr", enums::SPR).required()]),
    register_store(op!("sprsti", REGISTER_STORE, "stores AR to UB; the offset counts 4-byte words")),
    register_store(op!("sprsts", REGISTER_STORE, "stores AR to UB; the offset counts bytes")),
];
