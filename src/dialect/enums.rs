//! Enumerations of attributes: members, spellings, values.
//!
//! One table, [`ENUMS`], serves the attribute parser, the printer, the custom syntax of operations and the reference
//! page. An [`EnumId`] is an index into it; the constants below name the entries. Values are those of the PTO dialect;
//! where another implementation numbers a set differently, names decide and integers are refused. Reading and printing
//! attributes is done in `syntax::attributes` and `ir::attr_print`, not here.

use crate::ir::attrs::EnumId;

/// How an enumeration is spelled (rules K1, K2, K5, K6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// `#pto.name<VALUE>`
    P,
    /// `#pto<name VALUE>`
    E,
    /// A string from a closed set: `"VALUE"`.
    S,
    /// A bare keyword of the operation's syntax.
    W,
}

/// The spelling in an attribute dictionary. It differs from [`Style`] for sets that operations spell in their own way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttrForm {
    /// `#pto.name<VALUE>`
    Bracket,
    /// `#pto<name VALUE>`
    Pair,
    /// `"VALUE"`
    Str,
    /// `2 : i64`
    Int,
}

/// What an integer means where the enumeration is expected (rule K4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Integers {
    /// The value, with a warning.
    Warn,
    /// The value: integers are the canonical spelling.
    Silent,
    /// Implementations disagree on the numbers, or there are none in text.
    Reject,
}

/// One enumeration.
#[derive(Clone, Copy, Debug)]
pub struct EnumDef {
    /// Mnemonic in attributes: `round_mode`.
    pub name: &'static str,
    /// Other mnemonics that are read: `sync_op_type` for `pipe_event_type`.
    pub other_names: &'static [&'static str],
    /// Class of the spelling.
    pub style: Style,
    /// Spelling in dictionaries.
    pub attr_form: AttrForm,
    /// Canonical spellings and values, in order of the values.
    pub members: &'static [(&'static str, i32)],
    /// Further spellings that are read.
    pub aliases: &'static [(&'static str, i32)],
    /// Mnemonics of other enumerations whose members are read here by name: `cmp` where `wait_cmp` is declared.
    pub accepts: &'static [&'static str],
    /// Meaning of integers.
    pub integers: Integers,
}

impl EnumDef {
    /// The value of a spelling (rule K3): letter case is ignored, and the C++ name of a lower-case member
    /// (`RowMajor` for `row_major`) is the same word without underscores.
    pub fn find(&self, text: &str) -> Option<i32> {
        self.members
            .iter()
            .chain(self.aliases)
            .find(|(name, _)| name.eq_ignore_ascii_case(text) || is_cxx_name(name, text))
            .map(|(_, value)| *value)
    }

    /// The canonical spelling of a value.
    pub fn spelling(&self, value: i32) -> Option<&'static str> {
        self.members.iter().find(|(_, v)| *v == value).map(|(name, _)| *name)
    }

    /// Whether attributes of this enumeration may be called `name`.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.other_names.contains(&name)
    }

    /// The canonical spellings, for messages: `` `eq`, `ne` or `lt` ``.
    pub fn list(&self) -> String {
        let mut out = String::new();
        for (i, (name, _)) in self.members.iter().enumerate() {
            if i > 0 {
                out.push_str(if i + 1 == self.members.len() { " or " } else { ", " });
            }
            out.push('`');
            out.push_str(name);
            out.push('`');
        }
        out
    }
}

/// Whether `text` is the CamelCase name of the snake-case member `name`.
fn is_cxx_name(name: &str, text: &str) -> bool {
    if text.contains('_') || !name.bytes().any(|b| b.is_ascii_lowercase()) {
        return false;
    }
    let mut word = text.bytes();
    name.bytes().filter(|&b| b != b'_').all(|b| word.next().is_some_and(|w| w.eq_ignore_ascii_case(&b)))
        && word.next().is_none()
}

/// The definition behind a handle.
pub fn get(id: EnumId) -> &'static EnumDef {
    &ENUMS[id.0 as usize]
}

/// The enumeration with a mnemonic, also one that is only read.
pub fn by_name(name: &str) -> Option<EnumId> {
    ENUMS.iter().position(|e| e.is_called(name)).map(|i| EnumId(i as u16))
}

macro_rules! enums {
    ($($konst:ident = $name:literal, $style:ident $(, $form:ident)? [$($member:tt = $value:literal),* $(,)?]
        $({ $($field:ident : $init:expr),* $(,)? })?;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Index { $($konst),* }
        $(
            #[doc = concat!("`", $name, "`")]
            pub const $konst: EnumId = EnumId(Index::$konst as u16);
        )*
        /// All enumerations, indexed by [`EnumId`].
        pub static ENUMS: &[EnumDef] = &[$(
            #[allow(clippy::needless_update)]
            EnumDef {
                $($($field: $init,)*)?
                ..def($name, Style::$style, enums!(@form $style $($form)?), &[$((enums!(@name $member), $value)),*])
            }
        ),*];
        #[cfg(test)]
        const CONSTANTS: &[(EnumId, &str)] = &[$(($konst, $name)),*];
    };
    (@name $member:literal) => { $member };
    (@name $member:ident) => { stringify!($member) };
    (@form P) => { AttrForm::Bracket };
    (@form E) => { AttrForm::Pair };
    (@form S) => { AttrForm::Str };
    (@form W) => { AttrForm::Pair };
    (@form $style:ident $form:ident) => { AttrForm::$form };
}

const fn def(
    name: &'static str,
    style: Style,
    attr_form: AttrForm,
    members: &'static [(&'static str, i32)],
) -> EnumDef {
    let integers = if matches!(style, Style::S) { Integers::Reject } else { Integers::Warn };
    EnumDef { name, other_names: &[], style, attr_form, members, aliases: &[], accepts: &[], integers }
}

enums! {
    // ---- tile level
    CMP = "cmp", E [eq = 0, ne = 1, lt = 2, le = 3, gt = 4, ge = 5];
    WAIT_CMP = "wait_cmp", E [eq = 0, ne = 1, gt = 2, ge = 3, lt = 4, le = 5] { accepts: &["cmp"] };
    ROUND_MODE = "round_mode", E [
        NONE = 0, RINT = 1, ROUND = 2, FLOOR = 3, CEIL = 4, TRUNC = 5, ODD = 6, CAST_RINT = 7,
    ] {
        aliases: &[
            ("CAST_NONE", 0), ("CAST_ROUND", 2), ("CAST_FLOOR", 3), ("CAST_CEIL", 4), ("CAST_TRUNC", 5), ("CAST_ODD", 6),
        ],
    };
    SATURATION_MODE = "saturation_mode", E [ON = 0, OFF = 1];
    DIV_PRECISION = "div_precision", E [default = 0, high_precision = 1] { accepts: PRECISION };
    EXP_PRECISION = "exp_precision", E [default = 0, high_precision = 1] { accepts: PRECISION };
    LOG_PRECISION = "log_precision", E [default = 0, high_precision = 1] { accepts: PRECISION };
    RECIP_PRECISION = "recip_precision", E [default = 0, high_precision = 1] { accepts: PRECISION };
    REM_PRECISION = "rem_precision", E [default = 0, high_precision = 1] { accepts: PRECISION };
    REMS_PRECISION = "rems_precision", E [default = 0, high_precision = 1] {
        accepts: &["rem_precision", "precision_mode"],
    };
    RSQRT_PRECISION = "rsqrt_precision", E [default = 0, high_precision = 1] { accepts: PRECISION };
    SQRT_PRECISION = "sqrt_precision", E [default = 0, high_precision = 1] { accepts: PRECISION };
    FMOD_PRECISION = "fmod_precision", E [default = 0, high_precision = 1] { accepts: PRECISION };
    FMODS_PRECISION = "fmods_precision", E [default = 0, high_precision = 1] {
        accepts: &["fmod_precision", "precision_mode"],
    };
    POW_PRECISION = "pow_precision", E [default = 0, high_precision = 1] { accepts: PRECISION };
    PRECISION_MODE = "precision_mode", E [DEFAULT = 0, HIGH_PRECISION = 1];
    MASK_PATTERN = "mask_pattern", P [P0101 = 1, P1010 = 2, P0001 = 3, P0010 = 4, P0100 = 5, P1000 = 6, P1111 = 7];
    AXIS = "axis", S [row = 0, col = 1] {
        other_names: &["scatter_axis", "gather_axis"],
        aliases: &[("SCATTER_ROW", 0), ("SCATTER_COL", 1), ("GATHER_ROW", 0), ("GATHER_COL", 1)],
    };
    PAD_VALUE = "pad_value", P [null = 0, zero = 1, max = 2, min = 3];
    PADMODE = "padmode", P [PadNull = 0, PadFirstElem = 1, PadValue = 2];
    BLAYOUT = "blayout", P [row_major = 0, col_major = 1];
    SLAYOUT = "slayout", P [none_box = 0, row_major = 1, col_major = 2];
    COMPACT_MODE = "compact_mode", P [null = 0, normal = 1, row_plus_one = 2];
    LAYOUT = "layout", P [nd = 0, dn = 1, nz = 2, mx_a_zz = 3, mx_b_nn = 4];
    ADDRESS_SPACE = "address_space", P [
        zero = 0, gm = 1, mat = 2, left = 3, right = 4, acc = 5, vec = 6, bias = 7, scaling = 8,
    ];
    ATOMIC_TYPE = "atomic_type", E [atomic_none = 0, atomic_add = 1];
    ST_PHASE = "st_phase", E [unspecified = 0, partial = 2, final = 3];
    ACC_PHASE = "acc_phase", E [unspecified = 0, partial = 2, final = 3];
    RELU_PRE_MODE = "relu_pre_mode", E [no_relu = 0, normal_relu = 1, scalar_relu = 2, vector_relu = 3, pwl = 4];
    ACC_TO_VEC_MODE = "acc_to_vec_mode", P [
        single_mode_vec0 = 0, single_mode_vec1 = 1, dual_mode_split_m = 2, dual_mode_split_n = 3,
    ];
    TINSERT_MODE = "tinsert_mode", P [split2 = 2, split4 = 3];
    QUANT_TYPE = "quant_type", E [INT8_SYM = 0, INT8_ASYM = 1, MXFP8 = 2, MXFP4_E2M1 = 3] { integers: Integers::Reject };
    QUANT_SCALE_ALG = "quant_scale_alg", E [ocp = 0, nv = 1];
    MX_GROUP_AXIS = "mx_group_axis", E [axis0 = 0, axis1 = 1];
    VEC_STORE_MODE = "vec_store_mode", E [nd = 0, nz = 1];
    GATHER_OOB = "gather_oob", E [undefined = 0, clamp = 1, wrap = 2, zero = 3];
    SCATTER_OOB = "scatter_oob", E [undefined = 0, skip = 1, clamp = 2, wrap = 3];
    SCATTER_ATOMIC_OP = "scatter_atomic_op", E [none = 0, add = 1, max = 2, min = 3];
    SCATTER_CONFLICT = "scatter_conflict", E [default = 0, last = 1] { integers: Integers::Reject };
    COALESCE = "coalesce", E [row = 0, elem = 1];
    PRINT_FORMAT = "print_format", E [width8_precision4 = 0, width8_precision2 = 1, width10_precision6 = 2];
    ROUND_MODE_TF32 = "round_mode_tf32", E [CAST_RINT = 1, CAST_ROUND = 2] {
        aliases: &[("RINT", 1), ("ROUND", 2)],
        accepts: &["round_mode"],
    };
    FMATRIX_MODE = "fmatrix_mode", E [
        FMATRIX_A_AUTO = 0, FMATRIX_B_AUTO = 1, FMATRIX_A_MANUAL = 2, FMATRIX_B_MANUAL = 3,
    ];
    // ---- synchronisation, pipes, communication
    PIPE = "pipe", P [
        PIPE_S = 0, PIPE_V = 1, PIPE_M = 2, PIPE_MTE1 = 3, PIPE_MTE2 = 4, PIPE_MTE3 = 5, PIPE_ALL = 6, PIPE_MTE4 = 7,
        PIPE_MTE5 = 8, PIPE_V2 = 9, PIPE_FIX = 10, VIRTUAL_PIPE_MTE2_L1A = 11, VIRTUAL_PIPE_MTE2_L1B = 12, PIPE_NUM = 13,
        PIPE_UNASSIGNED = 99,
    ] { integers: Integers::Reject };
    EVENT = "event", P [
        EVENT_ID0 = 0, EVENT_ID1 = 1, EVENT_ID2 = 2, EVENT_ID3 = 3, EVENT_ID4 = 4, EVENT_ID5 = 5, EVENT_ID6 = 6,
        EVENT_ID7 = 7,
    ];
    PIPE_EVENT_TYPE = "pipe_event_type", P [
        TLOAD = 0, TSTORE_ACC = 1, TSTORE_VEC = 2, TMOV_M2L = 3, TMOV_M2S = 4, TMOV_M2B = 5, TMOV_M2V = 6, TMOV_V2M = 7,
        TMATMUL = 8, TVEC = 9, TVECWAIT_EVENT = 10,
    ] {
        other_names: &["sync_op_type"],
        aliases: &[
            ("EVENT_LOAD_FROM_GM", 0), ("EVENT_STORE_FROM_ACC", 1), ("EVENT_STORE_FROM_VEC", 2),
            ("EVENT_MOVE_MAT_TO_LEFT", 3), ("EVENT_MOVE_MAT_TO_SCALAR", 4), ("EVENT_MOVE_MAT_TO_BIAS", 5),
            ("EVENT_MOVE_MAT_TO_VEC", 6), ("EVENT_MOVE_VEC_TO_MAT", 7), ("EVENT_COMPUTE_MATMUL", 8),
            ("EVENT_COMPUTE_VEC", 9), ("EVENT_VEC_WAITPOINT", 10),
        ],
    };
    SYNC_ALL_MODE = "sync_all_mode", P [hard = 0, soft = 1];
    SYNC_CORE_TYPE = "sync_core_type", P [aiv_only = 0, aic_only = 1, mix = 2];
    FENCE_SCOPE = "fence_scope", P [local_memory = 0, gm = 1, all = 2];
    MEMBAR = "membar", S, Bracket [
        VV_ALL = 0, VST_VLD = 1, VLD_VST = 2, VST_VST = 3, VS_ALL = 4, VST_LD = 5, VLD_ST = 6, VST_ST = 7, SV_ALL = 8,
        ST_VLD = 9, LD_VST = 10, ST_VST = 11, SS_ALL = 12, ST_LD = 13, LD_ST = 14, ST_ST = 15,
    ] { integers: Integers::Warn };
    DSB_MEM = "dsb_mem", S, Bracket [ALL = 0, DDR = 1, UB = 2, SEQ = 3] { integers: Integers::Warn };
    DCCI_CACHE_LINE = "dcci_cache_line", S, Bracket [SINGLE_CACHE_LINE = 0, ENTIRE_DATA_CACHE = 1] {
        integers: Integers::Warn,
    };
    DCCI_DST = "dcci_dst", S, Bracket [
        CACHELINE_ALL = 0, CACHELINE_UB = 1, CACHELINE_OUT = 2, CACHELINE_ATOMIC = 3,
    ] { integers: Integers::Warn };
    NOTIFY_OP = "notify_op", E [atomic_add = 0, set = 1];
    REDUCE_OP = "reduce_op", E [sum = 0, max = 1, min = 2];
    EPILOGUE_LAYOUT = "fixpipe_layout", W [nz2nd = 0, nz2dn = 1, nz2nz = 2];
    EPILOGUE_QUANT = "fixpipe_quant", W [
        no_convert = 0, f32_f16 = 1, f32_bf16 = 2, req8_scalar = 3, req8_vec = 4, deqf16_scalar = 5, deqf16_vec = 6,
        qf322b8_pre_scalar = 7, qf322b8_pre_vec = 8, qf322f16_pre_scalar = 9, qf322bf16_pre_scalar = 10,
        qs322bf16_pre_scalar = 11, qs322bf16_pre_vec = 12, qf322hif8_pre_scalar = 13, qf322fp8_pre_scalar = 14,
    ];
    EPILOGUE_RELU = "fixpipe_relu", W [no_relu = 0, normal_relu = 1];
    // ---- vector and mask registers
    PATTERN = "pattern", S [
        PAT_ALL = 0, PAT_VL1 = 1, PAT_VL2 = 2, PAT_VL3 = 3, PAT_VL4 = 4, PAT_VL8 = 5, PAT_VL16 = 6, PAT_VL32 = 7,
        PAT_VL64 = 8, PAT_VL128 = 9, PAT_M3 = 10, PAT_M4 = 11, PAT_H = 12, PAT_Q = 13, PAT_ALLF = 14,
    ];
    CMP_TOKEN = "cmp_token", S [eq = 0, ne = 1, lt = 2, le = 3, gt = 4, ge = 5] {
        other_names: &["cmp_mode"],
        accepts: &["cmp"],
    };
    VLDS_DIST = "vlds_dist", S [
        NORM = 0, BRC_B8 = 1, BRC_B16 = 2, BRC_B32 = 3, US_B8 = 4, US_B16 = 5, DS_B8 = 6, DS_B16 = 7, UNPK_B8 = 8,
        UNPK_B16 = 9, UNPK_B32 = 10, BRC_BLK = 11, E2B_B16 = 12, E2B_B32 = 13, UNPK4 = 14, SPLT4CHN = 15,
        SPLT2CHN_B8 = 16, SPLT2CHN_B16 = 17,
    ];
    VLDSX2_DIST = "vldsx2_dist", S [BDINTLV = 0, DINTLV_B8 = 1, DINTLV_B16 = 2, DINTLV_B32 = 3];
    VSTS_DIST = "vsts_dist", S [
        NORM_B8 = 0, NORM_B16 = 1, NORM_B32 = 2, "1PT_B8" = 3, "1PT_B16" = 4, "1PT_B32" = 5, PK_B16 = 6, PK_B32 = 7,
        PK_B64 = 8, PK4_B32 = 9, MRG4CHN_B8 = 10, MRG2CHN_B8 = 11, MRG2CHN_B16 = 12,
    ] { aliases: &[("ONEPT_B8", 3), ("ONEPT_B16", 4), ("ONEPT_B32", 5)] };
    VSTSX2_DIST = "vstsx2_dist", S [INTLV_B8 = 0, INTLV_B16 = 1, INTLV_B32 = 2];
    MASK_LOAD_DIST = "mask_load_dist", S [NORM = 0, US = 1, DS = 2];
    MASK_STORE_DIST = "mask_store_dist", S [NORM = 0, PK = 1];
    RND = "rnd", S [R = 0, A = 1, F = 2, C = 3, Z = 4, O = 5, H = 6] { aliases: ROUNDINGS };
    VTRC_RND = "vtrc_rnd", S [R = 0, A = 1, F = 2, C = 3, Z = 4] {
        aliases: &[
            ("ROUND_R", 0), ("ROUND_A", 1), ("ROUND_F", 2), ("ROUND_C", 3), ("ROUND_Z", 4),
            ("rne", 0), ("rm", 2), ("rp", 3), ("rz", 4),
        ],
    };
    VMULSCVT_RND = "vmulscvt_rnd", S [A = 1] { aliases: &[("ROUND_A", 1)] };
    SAT = "sat", S [SAT = 0, NOSAT = 1] { aliases: &[("RS_ENABLE", 0), ("RS_DISABLE", 1)] };
    CVT_PART = "cvt_part", S [EVEN = 0, ODD = 1, P0 = 2, P1 = 3, P2 = 4, P3 = 5] {
        aliases: &[
            ("PART_EVEN", 0), ("PART_ODD", 1), ("PART_P0", 2), ("PART_P1", 3), ("PART_P2", 4), ("PART_P3", 5),
        ],
    };
    EXPDIF_PART = "expdif_part", S [EVEN = 0, ODD = 1] { aliases: &[("PART_EVEN", 0), ("PART_ODD", 1)] };
    HALF_PART = "half_part", S [LOWER = 0, HIGHER = 1];
    POSITION = "position", S [LOWEST = 0, HIGHEST = 1] { aliases: &[("POS_LOWEST", 0), ("POS_HIGHEST", 1)] };
    ORDER = "order", S [ASC = 0, DESC = 1];
    POST_MODE = "post_mode", S [NO_POST_UPDATE = 0, POST_UPDATE = 1];
    SPR = "spr", S [AR = 0];
    PMODE = "pmode", S [merge = 0, zero = 1];
    VMI_DIST_MODE = "dist_mode", S [continuous = 0, unpack = 1, dintlv = 2, brc = 3];
    VMI_RND = "vmi_rnd", S [R = 0, A = 1, F = 2, C = 3, Z = 4, H = 6] {
        aliases: &[
            ("ROUND_R", 0), ("ROUND_A", 1), ("ROUND_F", 2), ("ROUND_C", 3), ("ROUND_Z", 4), ("ROUND_H", 6),
            ("rne", 0), ("rm", 2), ("rp", 3), ("rz", 4),
        ],
    };
    VMI_CMPF = "vmi_cmpf", S [
        oeq = 1, ogt = 2, oge = 3, olt = 4, ole = 5, one = 6, ord = 7, ueq = 8, ugt = 9, uge = 10, ult = 11, ule = 12,
        une = 13, uno = 14,
    ];
    VMI_CMPI = "vmi_cmpi", S [
        eq = 0, ne = 1, slt = 2, sle = 3, sgt = 4, sge = 5, ult = 6, ule = 7, ugt = 8, uge = 9,
    ];
    // ---- SIMT, cube and DMA micro operations
    SIMT_ROUND = "rounding", W, Bracket [r = 0, a = 1, f = 2, c = 3, z = 4, o = 5, h = 6] { other_names: &["simt_round"] };
    SIMT_SAT = "saturation", W, Bracket [nosat = 0, sat = 1] {
        other_names: &["simt_sat"],
        aliases: &[("Disable", 0), ("Enable", 1)],
    };
    SIGNEDNESS = "signedness", W, Bracket [signed = 0, unsigned = 1];
    L1CACHE = "l1cache", W, Bracket [uncache = 0, cache = 1];
    L2CACHE_LOAD = "ld_l2cache", W, Bracket [
        nmfv = 0, nmlv = 1, nmprs = 2, nmpref = 3, nakeep = 4, naclean = 5, nadrop = 6, idsfv = 8, idslv = 9, idsprs = 10,
        idspref = 11, exfv = 12, exlv = 13, exprs = 14, expref = 15,
    ] { other_names: &["l2cache_load"] };
    L2CACHE_STORE = "st_l2cache", W, Bracket [
        nmfv = 0, nmlv = 1, nmprs = 2, nmred = 3, naci = 4, napw = 5, napi = 6, nared = 7, wbhfv = 8, wbhlv = 9,
        wbhprs = 10, wbhred = 11, wtsfv = 12, wtslv = 13, wtsprs = 14, wtsred = 15,
    ] { other_names: &["l2cache_store"] };
    MAD_UNIT_FLAG = "mad_unit_flag_mode", W [check_only = 0, check_and_set = 1] { other_names: &["mad_unit_flag"] };
    MAD_SAT = "mad_sat_mode", W [sat = 0, nosat = 1] { other_names: &["mad_sat"] };
    TF32_MODE = "tf32_mode", W [round_even = 0, round_away = 1];
    STORE_UNIT_FLAG = "unit_flag_ctrl", W [off = 0, check_only = 2, check_and_clear = 3] {
        other_names: &["store_unit_flag"],
    };
    STORE_SAT = "acc_store_sat_mode", W [sat = 0, nosat = 1, sat_preserve_nan = 2] { other_names: &["store_sat"] };
    STORE_DST_MODE = "acc_store_ub_dst_mode", W [single = 0, split_m = 1, split_n = 2];
    ACC_LAYOUT = "acc_store_mode", W [nz2nd = 0, nz2dn = 1, nz2nz = 2] { other_names: &["acc_layout"] };
    ACC_ATOMIC_TYPE = "acc_store_atomic_type", W [f32 = 1, f16 = 2, s16 = 3, s32 = 4, s8 = 5, bf16 = 6] {
        other_names: &["acc_atomic_type"],
    };
    ACC_ATOMIC_OP = "acc_store_atomic_op", W [add = 0, max = 1, min = 2] { other_names: &["acc_atomic_op"] };
    ACC_PRE_QUANT = "quant_pre_mode", W [
        no_convert = 0, f32_f16 = 1, qf322hif8_pre_vec = 2, qf322hif8_pre_scalar = 3, qf322hif8_pre_hybrid_vec = 4,
        qf322hif8_pre_hybrid_scalar = 5, deqs32_int_vec = 6, deqs32_int_scalar = 7, req8_vec = 8, req8_scalar = 9,
        deqf16_vec = 10, deqf16_scalar = 11, qf322fp8_pre_vec = 12, qf322fp8_pre_scalar = 13, qf322f32_pre_vec = 14,
        qf322f32_pre_scalar = 15, f32_bf16 = 16, qf162b8_pre_vec = 17, qf162b8_pre_scalar = 18, qf162s4_pre_vec = 19,
        qf162s4_pre_scalar = 20, req4_vec = 21, req4_scalar = 22, qf322b8_pre_vec = 23, qf322b8_pre_scalar = 24,
        qf322s4_pre_vec = 25, qf322s4_pre_scalar = 26, deqs16_vec = 27, deqs16_scalar = 28, qf162s16_pre_vec = 29,
        qf162s16_pre_scalar = 30, qf322f16_pre_vec = 31, qf322f16_pre_scalar = 32, qf322bf16_pre_vec = 33,
        qf322bf16_pre_scalar = 34, qs322bf16_pre_vec = 35, qs322bf16_pre_scalar = 36,
    ] { other_names: &["acc_pre_quant"] };
    FRAC_MODE = "cube_load_frac_mode", W [nd2nz = 0, dn2nz = 1] { other_names: &["frac_mode"] };
    // ---- functions and modules
    KERNEL_KIND = "kernel_kind", P [cube = 0, vector = 1];
    FUNC_CORE_TYPE = "func_core_type", P [AIC = 1, AIV = 2, MIX = 3, AIC_OR_AIV = 4];
    MODULE_CORE_TYPE = "module_core_type", P [AIC = 1, AIV = 2, MIX = 3];
    // ---- other dialects
    CMPI = "arith.cmpi_predicate", W, Int [
        eq = 0, ne = 1, slt = 2, sle = 3, sgt = 4, sge = 5, ult = 6, ule = 7, ugt = 8, uge = 9,
    ] { integers: Integers::Silent };
    CMPF = "arith.cmpf_predicate", W, Int [
        "false" = 0, oeq = 1, ogt = 2, oge = 3, olt = 4, ole = 5, one = 6, ord = 7, ueq = 8, ugt = 9, uge = 10, ult = 11,
        ule = 12, une = 13, uno = 14, "true" = 15,
    ] { integers: Integers::Silent };
}

/// The `pre_relu` clause of accumulator stores has the values of `relu_pre_mode`.
pub const ACC_PRE_RELU: EnumId = RELU_PRE_MODE;
/// `#pto.scatter_axis<..>` is another name of `axis`.
pub const SCATTER_AXIS: EnumId = AXIS;
/// `sync_op_type` is another name of `pipe_event_type`.
pub const SYNC_OP_TYPE: EnumId = PIPE_EVENT_TYPE;

const PRECISION: &[&str] = &["precision_mode"];

/// Longer names of the roundings, and the IEEE names of documentation pages.
const ROUNDINGS: &[(&str, i32)] = &[
    ("ROUND_R", 0),
    ("ROUND_A", 1),
    ("ROUND_F", 2),
    ("ROUND_C", 3),
    ("ROUND_Z", 4),
    ("ROUND_O", 5),
    ("ROUND_H", 6),
    ("rne", 0),
    ("rm", 2),
    ("rp", 3),
    ("rz", 4),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn constants_are_positions() {
        assert_eq!(CONSTANTS.len(), ENUMS.len());
        for (i, (id, name)) in CONSTANTS.iter().enumerate() {
            assert_eq!(id.0 as usize, i);
            assert_eq!(get(*id).name, *name);
            assert_eq!(by_name(name), Some(*id));
        }
    }

    #[test]
    fn names_are_unique() {
        let mut seen = HashSet::new();
        for e in ENUMS {
            assert!(seen.insert(e.name), "{}", e.name);
            for other in e.other_names {
                assert!(seen.insert(*other), "{other}");
            }
        }
    }

    #[test]
    fn members_are_distinct_and_aliases_meet_members() {
        for e in ENUMS {
            let mut values = HashSet::new();
            let mut names = HashSet::new();
            for (name, value) in e.members {
                assert!(values.insert(*value), "{} {name}", e.name);
                assert!(names.insert(name.to_ascii_lowercase()), "{} {name}", e.name);
                assert_eq!(e.find(name), Some(*value), "{} {name}", e.name);
            }
            for (name, value) in e.aliases {
                assert!(names.insert(name.to_ascii_lowercase()), "{} {name}", e.name);
                assert_eq!(e.find(name), Some(*value), "{} {name}", e.name);
                assert!(e.spelling(*value).is_some(), "{} {name}", e.name);
            }
            for other in e.accepts {
                assert!(by_name(other).is_some(), "{} accepts {other}", e.name);
            }
        }
    }

    #[test]
    fn spellings() {
        let round = get(ROUND_MODE);
        assert_eq!(round.find("cast_floor"), Some(3));
        assert_eq!(round.find("CAST_RINT"), Some(7));
        assert_eq!(round.find("Rint"), Some(1));
        assert_eq!(round.spelling(7), Some("CAST_RINT"));
        assert_eq!(get(BLAYOUT).find("RowMajor"), Some(0));
        assert_eq!(get(ATOMIC_TYPE).find("AtomicAdd"), Some(1));
        assert_eq!(get(PRINT_FORMAT).find("Width8_Precision2"), Some(1));
        assert_eq!(get(CVT_PART).find("PART_P2"), Some(4));
        assert_eq!(get(PIPE).find("pipev"), None);
        assert_eq!(get(CMP).find("less_than"), None);
        assert_eq!(by_name("sync_op_type"), Some(PIPE_EVENT_TYPE));
        assert_eq!(get(KERNEL_KIND).list(), "`cube` or `vector`");
    }
}
