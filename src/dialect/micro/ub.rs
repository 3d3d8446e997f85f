//! `ub.*`: vector operations of a2a3 that work on UB directly, repeated with strides, under a mask in registers.

use super::super::def::{Family, OpDef, Operand, ptr};
use super::int64;

const FAMILY: Family = Family::Ub;
const A2A3: &str = "V";
const A5: &str = "-";

const BINARY: &str = "%dst , %src0 , %src1 , %repeat , %dst_block_stride , %src0_block_stride , %src1_block_stride , \
    %dst_repeat_stride , %src0_repeat_stride , %src1_repeat_stride A : T*";
const BINARY_INS: &[Operand] = &[
    ptr("dst"),
    ptr("src0"),
    ptr("src1"),
    int64("repeat"),
    int64("dst_block_stride"),
    int64("src0_block_stride"),
    int64("src1_block_stride"),
    int64("dst_repeat_stride"),
    int64("src0_repeat_stride"),
    int64("src1_repeat_stride"),
];

const fn binary(def: OpDef) -> OpDef {
    def.ins(BINARY_INS)
}

const UNARY: &str = "%dst , %src , %repeat , %dst_block_stride , %src_block_stride , %dst_repeat_stride , \
    %src_repeat_stride A : T*";
const UNARY_INS: &[Operand] = &[
    ptr("dst"),
    ptr("src"),
    int64("repeat"),
    int64("dst_block_stride"),
    int64("src_block_stride"),
    int64("dst_repeat_stride"),
    int64("src_repeat_stride"),
];

const fn unary(def: OpDef) -> OpDef {
    def.ins(UNARY_INS)
}

const SCALAR: &str = "%dst , %src , %scalar , %repeat , %dst_block_stride , %src_block_stride , %dst_repeat_stride , \
    %src_repeat_stride A : T*";
const SCALAR_INS: &[Operand] = &[
    ptr("dst"),
    ptr("src"),
    int64("scalar"),
    int64("repeat"),
    int64("dst_block_stride"),
    int64("src_block_stride"),
    int64("dst_repeat_stride"),
    int64("src_repeat_stride"),
];

const fn with_scalar(def: OpDef) -> OpDef {
    def.ins(SCALAR_INS)
}

/// The table.
pub const OPS: &[OpDef] = &[
    binary(op!("ub.vadd", BINARY, "sum of two arrays in UB")),
    binary(op!("ub.vsub", BINARY, "difference of two arrays in UB")),
    binary(op!("ub.vmul", BINARY, "product of two arrays in UB")),
    binary(op!("ub.vdiv", BINARY, "quotient of two arrays in UB")),
    binary(op!("ub.vmax", BINARY, "maximum of two arrays in UB")),
    binary(op!("ub.vmin", BINARY, "minimum of two arrays in UB")),
    binary(op!("ub.vand", BINARY, "bitwise and of two arrays in UB")),
    binary(op!("ub.vor", BINARY, "bitwise or of two arrays in UB")),
    binary(op!("ub.vaddrelu", BINARY, "sum of two arrays in UB, clamped at 0")),
    unary(op!("ub.vnot", UNARY, "bitwise complement of an array in UB")),
    unary(op!("ub.vabs", UNARY, "absolute values of an array in UB")),
    unary(op!("ub.vrelu", UNARY, "maximum of an array in UB and 0")),
    unary(op!("ub.vexp", UNARY, "exponential of an array in UB")),
    unary(op!("ub.vln", UNARY, "natural logarithm of an array in UB")),
    unary(op!("ub.vsqrt", UNARY, "square root of an array in UB")),
    unary(op!("ub.vrsqrt", UNARY, "reciprocal square root of an array in UB")),
    with_scalar(op!("ub.vshl", SCALAR, "left shift of an array in UB by one count")),
    with_scalar(op!("ub.vshr", SCALAR, "right shift of an array in UB by one count")),
    with_scalar(op!("ub.vmuls", SCALAR, "array in UB times a scalar")),
    with_scalar(op!("ub.vadds", SCALAR, "array in UB plus a scalar")),
    with_scalar(op!("ub.vmaxs", SCALAR, "maximum of an array in UB and a scalar")),
    with_scalar(op!("ub.vmins", SCALAR, "minimum of an array in UB and a scalar")),
    op!(
        "ub.vdup",
        "%dst , %scalar , %repeat , %dst_block_stride , %src_block_stride , %dst_repeat_stride , %src_repeat_stride \
         A : T*",
        "fills an array in UB with a scalar"
    )
    .ins(&[
        ptr("dst"),
        int64("scalar"),
        int64("repeat"),
        int64("dst_block_stride"),
        int64("src_block_stride"),
        int64("dst_repeat_stride"),
        int64("src_repeat_stride"),
    ]),
    op!("ub.set_mask", "%mask0 , %mask1 A : T*", "sets the lane mask of `ub.*` operations: lanes 0-63, lanes 64-127")
        .ins(&[int64("mask0"), int64("mask1")])
        .pipes("S", "-"),
    op!("ub.set_mask_count", "A", "the mask of `ub.*` operations counts elements").pipes("S", "-"),
    op!("ub.set_mask_norm", "A", "the mask of `ub.*` operations holds one bit for each lane").pipes("S", "-"),
];
