//! Copies between memory spaces. Loads of L0A and L0B and stores of L0C are in [`super::cube`].

use super::super::def::{AttrKind, Family, OpDef, Operand, Presence, attr, enum_attr, ptr, scalar};
use super::super::enums;
use super::{bit, int32, int64};

const FAMILY: Family = Family::MicroDma;
const A2A3: &str = "-";
const A5: &str = "MTE2";

/// The burst loop of grouped copies.
macro_rules! nburst {
    () => {
        " nburst ( %n_burst , %nburst_src_stride , %nburst_dst_stride )"
    };
}
/// Types of [`nburst`].
macro_rules! nburst_types {
    () => {
        " , T(n_burst) , T(nburst_src_stride) , T(nburst_dst_stride)"
    };
}
/// Outer loops of grouped copies, inner to outer.
macro_rules! loops {
    () => {
        " (* loop|loop1|loop2 ( %loop_counts , %loop_src_strides , %loop_dst_strides ) )"
    };
}
/// Types of [`loops`].
macro_rules! loop_types {
    () => {
        " (* , loop|loop1|loop2 T(loop_counts) , T(loop_src_strides) , T(loop_dst_strides) )"
    };
}

const GROUPED: &str = concat!(
    "%source ,? %destination ,? %len_burst",
    nburst!(),
    loops!(),
    " A : T(source) , T(destination) , T(len_burst)",
    nburst_types!(),
    loop_types!()
);
const GROUPED_INS: &[Operand] = &[
    ptr("source"),
    ptr("destination"),
    int64("len_burst"),
    int64("n_burst"),
    int64("nburst_src_stride"),
    int64("nburst_dst_stride"),
    int64("loop_counts").variadic(),
    int64("loop_src_strides").variadic(),
    int64("loop_dst_strides").variadic(),
];

const LOOPS: Presence = Presence::Together(&["loop_counts", "loop_src_strides", "loop_dst_strides"]);

const fn grouped(def: OpDef) -> OpDef {
    def.ins(GROUPED_INS).presence(&[LOOPS])
}

const BURSTS: &str = concat!("%source ,? %destination ,? %len_burst", nburst!(), " A : T*");
const BURST_INS: &[Operand] = &[
    ptr("source"),
    ptr("destination"),
    int64("len_burst"),
    int64("n_burst"),
    int64("nburst_src_stride"),
    int64("nburst_dst_stride"),
];

const fn bursts(def: OpDef) -> OpDef {
    def.ins(BURST_INS)
}

/// On-chip copies list the burst count before the length in their types.
const GAPS: &str = "%source ,? %destination ,? %len_burst nburst ( %n_burst , %src_gap , %dst_gap ) A \
    : T(source) , T(destination) , T(n_burst) , T(len_burst) , T(src_gap) , T(dst_gap)";

const fn gaps(def: OpDef) -> OpDef {
    def.ins(
        const {
            &[
                ptr("source"),
                ptr("destination"),
                int64("len_burst"),
                int64("n_burst"),
                int64("src_gap"),
                int64("dst_gap"),
            ]
        },
    )
}

const ON_CHIP: &str = "%source , %destination , %sid , %n_burst , %len_burst , %src_stride , %dst_stride A : T*";

const fn on_chip(def: OpDef) -> OpDef {
    def.ins(
        const {
            &[
                ptr("source"),
                ptr("destination"),
                int64("sid"),
                int64("n_burst"),
                int64("len_burst"),
                int64("src_stride"),
                int64("dst_stride"),
            ]
        },
    )
}

const FRACTAL: &str = "%source , %destination , %sid , %loop1_src_stride , %l2_cache_ctrl , %n_value , %d_value , \
    %loop4_src_stride , %smallc0_en A : T*";

const fn fractal(def: OpDef) -> OpDef {
    def.ins(
        const {
            &[
                ptr("source"),
                ptr("destination"),
                int64("sid"),
                int64("loop1_src_stride"),
                int64("l2_cache_ctrl"),
                int64("n_value"),
                int64("d_value"),
                int64("loop4_src_stride"),
                bit("smallc0_en"),
            ]
        },
    )
}

/// The table.
pub const OPS: &[OpDef] = &[
    // grouped
    op!(
        "mte_gm_ub",
        concat!(
            "%source ,? %destination ,? %l2_cache_ctl ,? %len_burst",
            nburst!(),
            loops!(),
            " (? pad ( %pad_value (? , %left_padding , %right_padding ) ) ) A",
            " : T(source) , T(destination) , T(l2_cache_ctl) , T(len_burst)",
            nburst_types!(),
            loop_types!(),
            " (? , pad T(pad_value) (? , T(left_padding) , T(right_padding) ) )"
        ),
        "copies bursts from GM to UB, with outer loops and padding to 32 bytes"
    )
    .ins(&[
        ptr("source"),
        ptr("destination"),
        int64("l2_cache_ctl"),
        int64("len_burst"),
        int64("n_burst"),
        int64("nburst_src_stride"),
        int64("nburst_dst_stride"),
        int64("loop_counts").variadic(),
        int64("loop_src_strides").variadic(),
        int64("loop_dst_strides").variadic(),
        scalar("pad_value").opt(),
        int64("left_padding").opt(),
        int64("right_padding").opt(),
    ])
    .presence(&[
        LOOPS,
        Presence::Together(&["left_padding", "right_padding"]),
        Presence::Needs("left_padding", "pad_value"),
    ]),
    op!(
        "mte_ub_gm",
        concat!(
            "%source ,? %destination ,? %len_burst",
            nburst!(),
            " (? l2_cache_ctl ( %l2_cache_ctl ) )",
            loops!(),
            " A : T(source) , T(destination) , T(len_burst)",
            nburst_types!(),
            " (? , T(l2_cache_ctl) )",
            loop_types!()
        ),
        "copies bursts from UB to GM, with outer loops"
    )
    .ins(&[
        ptr("source"),
        ptr("destination"),
        int64("len_burst"),
        int64("n_burst"),
        int64("nburst_src_stride"),
        int64("nburst_dst_stride"),
        int64("l2_cache_ctl").opt(),
        int64("loop_counts").variadic(),
        int64("loop_src_strides").variadic(),
        int64("loop_dst_strides").variadic(),
    ])
    .presence(&[LOOPS])
    .pipes("-", "MTE3"),
    grouped(op!("mte_gm_l1", GROUPED, "copies bursts from GM to L1, with outer loops")),
    grouped(op!("mte_l1_ub", GROUPED, "copies bursts from L1 to UB, with outer loops")).pipes("-", "MTE1"),
    bursts(op!("mte_l1_bt", BURSTS, "copies bursts from L1 to the bias table")).pipes("-", "MTE1"),
    bursts(op!("mte_l1_fb", BURSTS, "copies bursts from L1 to the scaling buffer")).pipes("-", "MTE1"),
    gaps(op!("mte_ub_ub", GAPS, "copies bursts of 32-byte blocks inside UB")).pipes("-", "V"),
    gaps(op!("mte_ub_l1", GAPS, "copies bursts of 32-byte blocks from UB to L1")).pipes("-", "MTE3"),
    op!(
        "mte_gm_l1_frac",
        "%source ,? %destination ,? @mode:word , shape ( %n_value , %d_value ) , \
         src_layout ( %src_inner_stride (? , %src_outer_stride ) ) , \
         dst_group ( %group_count , %dst_loop2_stride , %dst_loop3_stride , %dst_loop4_stride ) , \
         ctrl ( %l2_cache_ctrl , %smallc0_en ) A \
         : T(source) , T(destination) , @mode:word , shape T(n_value) , T(d_value) , \
         src_layout ( T(src_inner_stride) (? , T(src_outer_stride) ) ) , \
         dst_group T(group_count) , T(dst_loop2_stride) , T(dst_loop3_stride) , T(dst_loop4_stride) , \
         ctrl T(l2_cache_ctrl) , T(smallc0_en)",
        "copies a row-major or column-major matrix from GM to boxes in L1"
    )
    .ins(&[
        ptr("source"),
        ptr("destination"),
        int64("n_value"),
        int64("d_value"),
        int64("src_inner_stride"),
        int64("src_outer_stride").opt(),
        int64("group_count"),
        int64("dst_loop2_stride"),
        int64("dst_loop3_stride"),
        int64("dst_loop4_stride"),
        int64("l2_cache_ctrl"),
        bit("smallc0_en"),
    ])
    .attrs(&[enum_attr("mode", enums::FRAC_MODE).required()]),
    op!(
        "raw_fill_l1",
        "%dst , %byte_offset , %raw_value , %repeat_times , %block_num_32b , %dst_gap_32b A : T*",
        "fills a strided region of L1 with one pattern"
    )
    .ins(&[
        ptr("dst"),
        int64("byte_offset"),
        int32("raw_value"),
        int64("repeat_times"),
        int64("block_num_32b"),
        int64("dst_gap_32b"),
    ])
    .attrs(&[attr("fill_word_bits", AttrKind::Int(64)).required()])
    .pipes("-", "MTE1"),
    op!(
        "create_cbuf_matrix",
        "%dst , %raw_value , %repeat_times , %block_num_32b , %dst_gap_32b A : T*",
        "fills a strided region of L1 with one pattern from its start"
    )
    .ins(&[ptr("dst"), int32("raw_value"), int64("repeat_times"), int64("block_num_32b"), int64("dst_gap_32b")])
    .attrs(&[attr("fill_word_bits", AttrKind::Int(64)).required()])
    .pipes("-", "MTE1"),
    // flat
    op!(
        "copy_gm_to_ubuf",
        "%source , %destination , %sid , %n_burst , %len_burst , %left_padding_count , %right_padding_count , \
         %data_select_bit , %l2_cache_ctl , %gm_stride , %ub_stride A : T*",
        "copies bursts from GM to UB; loops come from registers"
    )
    .ins(&[
        ptr("source"),
        ptr("destination"),
        int64("sid"),
        int64("n_burst"),
        int64("len_burst"),
        int64("left_padding_count"),
        int64("right_padding_count"),
        bit("data_select_bit"),
        int64("l2_cache_ctl"),
        int64("gm_stride"),
        int64("ub_stride"),
    ])
    .pipes("MTE2", "MTE2"),
    op!(
        "copy_ubuf_to_gm",
        "%source , %destination , %sid , %n_burst , %len_burst , %l2_cache_ctl , %burst_dst_stride , \
         %burst_src_stride A : T*",
        "copies bursts from UB to GM; loops come from registers"
    )
    .ins(&[
        ptr("source"),
        ptr("destination"),
        int64("sid"),
        int64("n_burst"),
        int64("len_burst"),
        int64("l2_cache_ctl"),
        int64("burst_dst_stride"),
        int64("burst_src_stride"),
    ])
    .pipes("MTE3", "MTE3"),
    on_chip(op!("copy_ubuf_to_ubuf", ON_CHIP, "copies bursts inside UB")).pipes("-", "V"),
    on_chip(op!("copy_cbuf_to_ubuf", ON_CHIP, "copies bursts from L1 to UB")).pipes("-", "MTE1"),
    on_chip(op!("copy_ubuf_to_cbuf", ON_CHIP, "copies bursts from UB to L1")).pipes("-", "MTE3"),
    op!(
        "copy_gm_to_cbuf",
        "%source , %destination , %n_burst , %len_burst , %src_stride , %dst_stride A : T*",
        "copies bursts from GM to L1; loops come from registers"
    )
    .ins(&[
        ptr("source"),
        ptr("destination"),
        int64("n_burst"),
        int64("len_burst"),
        int64("src_stride"),
        int64("dst_stride"),
    ]),
    fractal(op!("copy_gm_to_cbuf_multi_nd2nz", FRACTAL, "copies row-major matrices from GM to boxes in L1")),
    fractal(op!("copy_gm_to_cbuf_multi_dn2nz", FRACTAL, "copies column-major matrices from GM to boxes in L1")),
    op!(
        "copy_cbuf_to_bt",
        "%source , %destination , %conv_control , %n_burst , %len_burst , %source_gap , %dst_gap A : T*",
        "copies bursts from L1 to the bias table, optionally converting"
    )
    .ins(&[
        ptr("source"),
        ptr("destination"),
        bit("conv_control"),
        int64("n_burst"),
        int64("len_burst"),
        int64("source_gap"),
        int64("dst_gap"),
    ])
    .pipes("-", "MTE1"),
    op!(
        "copy_cbuf_to_fbuf",
        "%source , %destination , %n_burst , %len_burst , %source_gap , %dst_gap A : T*",
        "copies bursts from L1 to the scaling buffer"
    )
    .ins(&[
        ptr("source"),
        ptr("destination"),
        int64("n_burst"),
        int64("len_burst"),
        int64("source_gap"),
        int64("dst_gap"),
    ])
    .pipes("-", "MTE1"),
];
