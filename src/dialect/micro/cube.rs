//! Matrix unit: loads of L0A and L0B, multiplication, writeback of L0C.

use super::super::def::{
    AttrDef, AttrKind, Default, Family, Hand, Kind, OpDef, Operand, Presence, attr, enum_attr, operand, ptr, scalar,
};
use super::super::enums;
use super::int64;

const FAMILY: Family = Family::MicroCube;
const A2A3: &str = "-";
const A5: &str = "M";

/// Clauses between operands and dictionary of a multiplication.
macro_rules! mad_clauses {
    ($tf32:literal) => {
        concat!(
            " (? unit_flag ( @unit_flag:word ) ) (? @disable_gemv ) (? @sat_mode:word )",
            $tf32,
            " (? @n_dir ) A : T*"
        )
    };
}
const MAD: &str =
    concat!("%lhs ,? %rhs ,? %dst ,? %m ,? %n ,? %k", mad_clauses!(" (? tf32_mode ( @tf32_mode:word ) )"));
const MAD_BIAS: &str =
    concat!("%lhs ,? %rhs ,? %dst ,? %bias ,? %m ,? %n ,? %k", mad_clauses!(" (? tf32_mode ( @tf32_mode:word ) )"));
const MAD_MX: &str = concat!("%lhs ,? %rhs ,? %dst ,? %m ,? %n ,? %k", mad_clauses!(""));
const MAD_MX_BIAS: &str = concat!("%lhs ,? %rhs ,? %dst ,? %bias ,? %m ,? %n ,? %k", mad_clauses!(""));

const MAD_INS: &[Operand] = &[ptr("lhs"), ptr("rhs"), ptr("dst").inout(), int64("m"), int64("n"), int64("k")];
const MAD_NEW_INS: &[Operand] = &[ptr("lhs"), ptr("rhs"), ptr("dst"), int64("m"), int64("n"), int64("k")];
const MAD_BIAS_INS: &[Operand] = &[ptr("lhs"), ptr("rhs"), ptr("dst"), ptr("bias"), int64("m"), int64("n"), int64("k")];

const MX_ATTRS: &[AttrDef] = &[
    enum_attr("unit_flag", enums::MAD_UNIT_FLAG),
    attr("disable_gemv", AttrKind::Unit).keyword("disable_gemv"),
    enum_attr("sat_mode", enums::MAD_SAT),
    attr("n_dir", AttrKind::Unit).keyword("n_dir"),
];
const MAD_ATTRS: &[AttrDef] = &[
    enum_attr("unit_flag", enums::MAD_UNIT_FLAG),
    attr("disable_gemv", AttrKind::Unit).keyword("disable_gemv"),
    enum_attr("sat_mode", enums::MAD_SAT),
    enum_attr("tf32_mode", enums::TF32_MODE),
    attr("n_dir", AttrKind::Unit).keyword("n_dir"),
];

const RAW: &str = "%lhs , %rhs , %dst , %xt A : T*";
const RAW_INS: &[Operand] = &[ptr("lhs"), ptr("rhs"), ptr("dst").inout(), int64("xt")];
const RAW_BIAS: &str = "%lhs , %rhs , %dst , %bias , %xt A : T*";
const RAW_BIAS_INS: &[Operand] = &[ptr("lhs"), ptr("rhs"), ptr("dst"), ptr("bias"), int64("xt")];

const TRANSPOSE: &[AttrDef] = &[attr("transpose", AttrKind::Bool).default(Default::Bool(false))];

const fn load(name: &'static str, summary: &'static str, ins: &'static [Operand], source: &'static str) -> OpDef {
    OpDef::hand(name, FAMILY, Hand::MteL1L0, summary).ins(ins).pipes("-", "MTE1").source(source)
}

const RAW_LOAD: &str =
    "%source , %destination , %m_start , %k_start , %m_step , %k_step , %src_stride , %dst_stride A : T*";
const RAW_LOAD_INS: &[Operand] = &[
    ptr("source"),
    ptr("destination"),
    int64("m_start"),
    int64("k_start"),
    int64("m_step"),
    int64("k_step"),
    int64("src_stride"),
    int64("dst_stride"),
];
const RAW_LOAD_S4: &str =
    "%source , %destination , %m_start , %k_start , %m_step , %k_step , %src_stride , %dst_stride , %transpose A : T*";
const RAW_LOAD_S4_INS: &[Operand] = &[
    ptr("source"),
    ptr("destination"),
    int64("m_start"),
    int64("k_start"),
    int64("m_step"),
    int64("k_step"),
    int64("src_stride"),
    int64("dst_stride"),
    int64("transpose"),
];
const RAW_LOAD_MX: &str = "%source , %destination , %x_start_position , %y_start_position , %x_step , %y_step , \
    %src_stride , %dst_stride A : T*";
const RAW_LOAD_MX_INS: &[Operand] = &[
    ptr("source"),
    ptr("destination"),
    int64("x_start_position"),
    int64("y_start_position"),
    int64("x_step"),
    int64("y_step"),
    int64("src_stride"),
    int64("dst_stride"),
];

const fn raw_load(def: OpDef) -> OpDef {
    def.ins(RAW_LOAD_INS).attrs(TRANSPOSE).pipes("-", "MTE1")
}

const fn raw_load_s4(def: OpDef) -> OpDef {
    def.ins(RAW_LOAD_S4_INS).pipes("-", "MTE1")
}

const fn raw_load_mx(def: OpDef) -> OpDef {
    def.ins(RAW_LOAD_MX_INS).pipes("-", "MTE1")
}

/// Clauses of an accumulator writeback; all types follow in the order of the text.
macro_rules! store_clauses {
    ($atomic:literal) => {
        concat!(
            " (? , unit_flag ( @unit_flag:word ) )",
            " (? , pre_quant ( %pre_quant , mode = @pre_quant_mode:word ) )",
            " (? , pre_relu ( (? %pre_relu , ) mode = @pre_relu_mode:word (? , clip = %clip ) ) )",
            " (? , (| nz2nd @layout=nz2nd | nz2dn (? ( %loop0_src_stride ) ) @layout=nz2dn",
            " | nz2nz (? ( %split ) ) @layout=nz2nz ) )",
            " (? , loop3 ( %loop3_count , %loop3_src_stride , %loop3_dst_stride ) )",
            " (? , (| sat ( preserve_nan ) @sat_mode=sat_preserve_nan | sat @sat_mode=sat | nosat @sat_mode=nosat ) )",
            $atomic,
            " A : T*"
        )
    };
}

const STORE_L1: &str = concat!("%source ,? %destination ,? %m ,? %n ,? %src_stride ,? %dst_stride", store_clauses!(""));
const STORE_GM: &str = concat!(
    "%source ,? %destination ,? %m ,? %n ,? %src_stride ,? %dst_stride ,? %sid ,? %l2_cache_ctrl",
    store_clauses!(" (? , atomic ( type = @atomic_type:word , op = @atomic_op:word ) )")
);
const STORE_UB: &str = concat!(
    "%source ,? %destination ,? %m ,? %n ,? %src_stride ,? %dst_stride",
    " , dst_mode ( (| %sub_blockid | @dst_mode:word ) )",
    store_clauses!("")
);

const PRE_QUANT: Operand = operand("pre_quant", Kind::SCALAR.or(Kind::PTR)).opt();
const PRE_RELU: Operand = operand("pre_relu", Kind::SCALAR.or(Kind::PTR)).opt();
const CLIP: Operand = scalar("clip").opt();
const SPLIT: Operand = int64("split").opt();
const LOOP0: Operand = int64("loop0_src_stride").opt();
const LOOP3_COUNT: Operand = int64("loop3_count").opt();
const LOOP3_SRC: Operand = int64("loop3_src_stride").opt();
const LOOP3_DST: Operand = int64("loop3_dst_stride").opt();

const UNIT_FLAG: AttrDef = enum_attr("unit_flag", enums::STORE_UNIT_FLAG).member("off");
const PRE_QUANT_MODE: AttrDef = enum_attr("pre_quant_mode", enums::ACC_PRE_QUANT);
const PRE_RELU_MODE: AttrDef = enum_attr("pre_relu_mode", enums::ACC_PRE_RELU);
const STORE_LAYOUT: AttrDef = enum_attr("layout", enums::ACC_LAYOUT);
const SAT_MODE: AttrDef = enum_attr("sat_mode", enums::STORE_SAT);

/// What the clauses of a writeback hold together.
const STORE_CLAUSES: &[Presence] = &[
    Presence::Together(&["pre_quant", "pre_quant_mode"]),
    Presence::Needs("pre_relu", "pre_relu_mode"),
    Presence::Needs("clip", "pre_relu_mode"),
    Presence::NeedsMember("split", "layout", "nz2nz"),
    Presence::NeedsMember("loop0_src_stride", "layout", "nz2dn"),
    Presence::Together(&["loop3_count", "loop3_src_stride", "loop3_dst_stride"]),
];
const STORE_GM_CLAUSES: &[Presence] = &[
    Presence::Together(&["atomic_type", "atomic_op"]),
    STORE_CLAUSES[0],
    STORE_CLAUSES[1],
    STORE_CLAUSES[2],
    STORE_CLAUSES[3],
    STORE_CLAUSES[4],
    STORE_CLAUSES[5],
];
const STORE_UB_CLAUSES: &[Presence] = &[
    Presence::One(&["sub_blockid", "dst_mode"]),
    STORE_CLAUSES[0],
    STORE_CLAUSES[1],
    STORE_CLAUSES[2],
    STORE_CLAUSES[3],
    STORE_CLAUSES[4],
    STORE_CLAUSES[5],
];

const RAW_STORE: &str = "%source , %destination , %config0 , %config1 A : T*";

const fn raw_store(def: OpDef) -> OpDef {
    def.ins(const { &[ptr("source"), ptr("destination"), int64("config0"), int64("config1")] }).pipes("-", "FIX")
}

/// The table.
pub const OPS: &[OpDef] = &[
    // multiplication
    op!("mad", MAD, "matrix product into L0C").ins(MAD_NEW_INS).attrs(MAD_ATTRS),
    op!("mad_acc", MAD, "matrix product added to L0C").ins(MAD_INS).attrs(MAD_ATTRS),
    op!("mad_bias", MAD_BIAS, "matrix product plus a bias row into L0C").ins(MAD_BIAS_INS).attrs(MAD_ATTRS),
    op!("mad_mx", MAD_MX, "product of scaled matrices into L0C").ins(MAD_NEW_INS).attrs(MX_ATTRS),
    op!("mad_mx_acc", MAD_MX, "product of scaled matrices added to L0C").ins(MAD_INS).attrs(MX_ATTRS),
    op!("mad_mx_bias", MAD_MX_BIAS, "product of scaled matrices plus a bias row into L0C")
        .ins(MAD_BIAS_INS)
        .attrs(MX_ATTRS),
    op!("mad_raw", RAW, "matrix product with a packed control word").ins(RAW_INS),
    op!("mad_mx_raw", RAW, "product of scaled matrices with a packed control word").ins(RAW_INS),
    op!("mad_bias_raw", RAW_BIAS, "matrix product plus bias with a packed control word").ins(RAW_BIAS_INS),
    op!("mad_mx_bias_raw", RAW_BIAS, "product of scaled matrices plus bias with a packed control word")
        .ins(RAW_BIAS_INS),
    // loads: the shape form has four control operands, the full form six
    load(
        "pto.mte_l1_l0a",
        "loads the left matrix from L1 to L0A",
        &[
            ptr("source"),
            ptr("destination"),
            int64("m").opt(),
            int64("k").opt(),
            int64("start_row").opt(),
            int64("start_col").opt(),
            int64("m_start").opt(),
            int64("k_start").opt(),
            int64("m_step").opt(),
            int64("k_step").opt(),
            int64("src_stride").opt(),
            int64("dst_stride").opt(),
        ],
        "PTOAS VPTO mte_l1_l0a",
    )
    .spellings(&[
        "pto.mte_l1_l0a %source, %destination, %m, %k, %start_row, %start_col {transpose = true} : ..",
        "pto.mte_l1_l0a %source, %destination, %m_start, %k_start, %m_step, %k_step, %src_stride, %dst_stride : ..",
        "pto.mte_l1_l0a %source, %destination, m(%m), k(%k), start_row(%start_row), start_col(%start_col) : ..",
    ])
    .attrs(TRANSPOSE),
    load(
        "pto.mte_l1_l0b",
        "loads the right matrix from L1 to L0B",
        &[
            ptr("source"),
            ptr("destination"),
            int64("k").opt(),
            int64("n").opt(),
            int64("start_row").opt(),
            int64("start_col").opt(),
            int64("m_start").opt(),
            int64("k_start").opt(),
            int64("m_step").opt(),
            int64("k_step").opt(),
            int64("src_stride").opt(),
            int64("dst_stride").opt(),
        ],
        "PTOAS VPTO mte_l1_l0b",
    )
    .spellings(&[
        "pto.mte_l1_l0b %source, %destination, %k, %n, %start_row, %start_col {transpose = true} : ..",
        "pto.mte_l1_l0b %source, %destination, %m_start, %k_start, %m_step, %k_step, %src_stride, %dst_stride : ..",
        "pto.mte_l1_l0b %source, %destination, k(%k), n(%n), start_row(%start_row), start_col(%start_col) : ..",
    ])
    .attrs(TRANSPOSE),
    load(
        "pto.mte_l1_l0a_mx",
        "loads the scales of the left matrix",
        &[
            ptr("source"),
            ptr("destination"),
            int64("m").opt(),
            int64("k").opt(),
            int64("start_row").opt(),
            int64("start_col").opt(),
            int64("x_start").opt(),
            int64("y_start").opt(),
            int64("x_step").opt(),
            int64("y_step").opt(),
            int64("src_stride").opt(),
            int64("dst_stride").opt(),
        ],
        "PTOAS VPTO mte_l1_l0a_mx",
    )
    .spellings(&[
        "pto.mte_l1_l0a_mx %source, %destination, %m, %k, %start_row, %start_col : ..",
        "pto.mte_l1_l0a_mx %source, %destination, %x_start, %y_start, %x_step, %y_step, %src_stride, %dst_stride : ..",
        "pto.mte_l1_l0a_mx %source, %destination, m(%m), k(%k), start_row(%start_row), start_col(%start_col) : ..",
    ]),
    load(
        "pto.mte_l1_l0b_mx",
        "loads the scales of the right matrix",
        &[
            ptr("source"),
            ptr("destination"),
            int64("k").opt(),
            int64("n").opt(),
            int64("start_row").opt(),
            int64("start_col").opt(),
            int64("x_start").opt(),
            int64("y_start").opt(),
            int64("x_step").opt(),
            int64("y_step").opt(),
            int64("src_stride").opt(),
            int64("dst_stride").opt(),
        ],
        "PTOAS VPTO mte_l1_l0b_mx",
    )
    .spellings(&[
        "pto.mte_l1_l0b_mx %source, %destination, %k, %n, %start_row, %start_col : ..",
        "pto.mte_l1_l0b_mx %source, %destination, %x_start, %y_start, %x_step, %y_step, %src_stride, %dst_stride : ..",
        "pto.mte_l1_l0b_mx %source, %destination, k(%k), n(%n), start_row(%start_row), start_col(%start_col) : ..",
    ]),
    raw_load(op!("load_cbuf_to_ca", RAW_LOAD, "loads boxes from L1 to L0A")),
    raw_load(op!("load_cbuf_to_cb", RAW_LOAD, "loads boxes from L1 to L0B")),
    raw_load_s4(op!("load_cbuf_to_ca_s4", RAW_LOAD_S4, "loads boxes of packed FP4 from L1 to L0A")),
    raw_load_s4(op!("load_cbuf_to_cb_s4", RAW_LOAD_S4, "loads boxes of packed FP4 from L1 to L0B")),
    raw_load_mx(op!("load_cbuf_to_ca_mx", RAW_LOAD_MX, "loads scales from L1 to the scale buffer of L0A")),
    raw_load_mx(op!("load_cbuf_to_cb_mx", RAW_LOAD_MX, "loads scales from L1 to the scale buffer of L0B")),
    // writeback
    op!("mte_l0c_l1", STORE_L1, "writes an accumulator from L0C to L1, quantising and changing layout on the way")
        .ins(&[
            ptr("source"),
            ptr("destination"),
            int64("m"),
            int64("n"),
            int64("src_stride"),
            int64("dst_stride"),
            PRE_QUANT,
            PRE_RELU,
            CLIP,
            SPLIT,
            LOOP0,
            LOOP3_COUNT,
            LOOP3_SRC,
            LOOP3_DST,
        ])
        .attrs(&[UNIT_FLAG, PRE_QUANT_MODE, PRE_RELU_MODE, STORE_LAYOUT, SAT_MODE])
        .presence(STORE_CLAUSES)
        .pipes("-", "FIX"),
    op!("mte_l0c_gm", STORE_GM, "writes an accumulator from L0C to GM, quantising and changing layout on the way")
        .ins(&[
            ptr("source"),
            ptr("destination"),
            int64("m"),
            int64("n"),
            int64("src_stride"),
            int64("dst_stride"),
            int64("sid"),
            int64("l2_cache_ctrl"),
            PRE_QUANT,
            PRE_RELU,
            CLIP,
            SPLIT,
            LOOP0,
            LOOP3_COUNT,
            LOOP3_SRC,
            LOOP3_DST,
        ])
        .attrs(&[
            UNIT_FLAG,
            PRE_QUANT_MODE,
            PRE_RELU_MODE,
            STORE_LAYOUT,
            SAT_MODE,
            enum_attr("atomic_type", enums::ACC_ATOMIC_TYPE),
            enum_attr("atomic_op", enums::ACC_ATOMIC_OP),
        ])
        .presence(STORE_GM_CLAUSES)
        .pipes("-", "FIX"),
    op!("mte_l0c_ub", STORE_UB, "writes an accumulator from L0C to the UB of one or both vector cores")
        .ins(&[
            ptr("source"),
            ptr("destination"),
            int64("m"),
            int64("n"),
            int64("src_stride"),
            int64("dst_stride"),
            int64("sub_blockid").opt(),
            PRE_QUANT,
            PRE_RELU,
            CLIP,
            SPLIT,
            LOOP0,
            LOOP3_COUNT,
            LOOP3_SRC,
            LOOP3_DST,
        ])
        .attrs(&[
            enum_attr("dst_mode", enums::STORE_DST_MODE).member("single"),
            UNIT_FLAG,
            PRE_QUANT_MODE,
            PRE_RELU_MODE,
            STORE_LAYOUT,
            SAT_MODE,
        ])
        .presence(STORE_UB_CLAUSES)
        .pipes("-", "FIX"),
    raw_store(op!(
        "copy_matrix_cc_to_gm",
        "%source , %destination , %xm , %xt A : T*",
        "writes an accumulator to GM with packed control words"
    ))
    .ins(&[ptr("source"), ptr("destination"), int64("xm"), int64("xt")]),
    raw_store(op!("copy_matrix_cc_to_cbuf", RAW_STORE, "writes an accumulator to L1 with packed control words")),
    raw_store(op!("copy_matrix_cc_to_ub", RAW_STORE, "writes an accumulator to UB with packed control words")),
];
