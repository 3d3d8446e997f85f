//! Matrix products of the cube unit, their MX forms with block scales, and the state that they read.

use crate::dialect::def::{
    AttrDef, AttrKind, Default, Family, Infer, Kind, OpDef, Operand, TileUse, Traits, alias, attr, enum_attr, operand,
    tile,
};
use crate::dialect::enums;

const ACC_IN: Operand = tile("acc_in").usage(TileUse::Acc);
const LHS: Operand = tile("lhs").usage(TileUse::Left);
const RHS: Operand = tile("rhs").usage(TileUse::Right);
const A_SCALE: Operand = tile("a_scale").usage(TileUse::ScaleLeft);
const B_SCALE: Operand = tile("b_scale").usage(TileUse::ScaleRight);
const BIAS: Operand = tile("bias").usage(TileUse::Bias);

const PRODUCT: &[Operand] = &[tile("dst").usage(TileUse::Acc).infer(Infer::Matmul)];
const ACCUMULATED: &[Operand] = &[tile("dst").usage(TileUse::Acc).like("acc_in")];
const PHASE: &[AttrDef] = &[enum_attr("accPhase", enums::ACC_PHASE).member("unspecified")];
const TF32: &[AttrDef] =
    &[attr("enable", AttrKind::Bool).required(), enum_attr("mode", enums::ROUND_MODE_TF32).member("CAST_ROUND").bare()];
const CONFIG: &[Operand] = &[operand("cfg", Kind::FMATRIX_CONFIG.or(Kind::TILE))];
const FMATRIX: AttrDef = enum_attr("fmatrixMode", enums::FMATRIX_MODE).member("FMATRIX_A_MANUAL");

const fn op(name: &'static str, summary: &'static str) -> OpDef {
    OpDef::tile(name, Family::Matrix, summary).attrs(PHASE).pipes("M", "M")
}
const fn product(name: &'static str, summary: &'static str) -> OpDef {
    op(name, summary).ins(&[LHS, RHS]).outs(PRODUCT)
}
const fn accumulate(name: &'static str, summary: &'static str) -> OpDef {
    op(name, summary).ins(&[ACC_IN, LHS, RHS]).outs(ACCUMULATED)
}
const fn biased(name: &'static str, summary: &'static str) -> OpDef {
    op(name, summary).ins(&[LHS, RHS, BIAS]).outs(PRODUCT)
}
const fn mx(name: &'static str, summary: &'static str) -> OpDef {
    op(name, summary).ins(&[LHS, A_SCALE, RHS, B_SCALE]).outs(PRODUCT).pipes("-", "M")
}
const fn mx_accumulate(name: &'static str, summary: &'static str) -> OpDef {
    op(name, summary).ins(&[ACC_IN, LHS, A_SCALE, RHS, B_SCALE]).outs(ACCUMULATED).pipes("-", "M")
}
const fn mx_biased(name: &'static str, summary: &'static str) -> OpDef {
    op(name, summary).ins(&[LHS, A_SCALE, RHS, B_SCALE, BIAS]).outs(PRODUCT).pipes("-", "M")
}
/// Sets state of the core; has no destination.
const fn config(name: &'static str, summary: &'static str) -> OpDef {
    OpDef::tile(name, Family::Matrix, summary).with(Traits::EMPTY_OUTS).pipes("S", "S")
}
const fn fmatrix(name: &'static str, summary: &'static str) -> OpDef {
    config(name, summary).ins(CONFIG).attrs(&[FMATRIX])
}

/// Definitions of this family.
pub const OPS: &[OpDef] = &[
    product("pto.tmatmul", "product of two matrices").source("pto-isa TMATMUL, PTOAS TMatmulOp"),
    accumulate("pto.tmatmul.acc", "product of two matrices added to the accumulator")
        .aliases(&[alias("pto.tmatmul_acc")])
        .source("pto-isa TMATMUL_ACC, PTOAS TMatmulAccOp"),
    biased("pto.tmatmul.bias", "product of two matrices plus a bias for each column")
        .aliases(&[alias("pto.tmatmul_bias")])
        .source("pto-isa TMATMUL_BIAS, PTOAS TMatmulBiasOp"),
    mx("pto.tmatmul.mx", "product of two matrices whose groups of 32 elements carry a common exponent")
        .aliases(&[alias("pto.tmatmul_mx")])
        .source("pto-isa TMATMUL_MX, PTOAS TMatmulMxOp"),
    mx_accumulate("pto.tmatmul.mx.acc", "tmatmul.mx added to the accumulator")
        .aliases(&[alias("pto.tmatmul_mx_acc")])
        .source("pto-isa TMATMUL_MX, PTOAS TMatmulMxAccOp"),
    mx_biased("pto.tmatmul.mx.bias", "tmatmul.mx plus a bias for each column")
        .aliases(&[alias("pto.tmatmul_mx_bias")])
        .source("pto-isa TMATMUL_MX, PTOAS TMatmulMxBiasOp"),
    product("pto.tgemv", "product of a row vector and a matrix").source("pto-isa TGEMV, PTOAS TGemvOp"),
    accumulate("pto.tgemv.acc", "product of a row vector and a matrix added to the accumulator")
        .aliases(&[alias("pto.tgemv_acc")])
        .source("pto-isa TGEMV_ACC, PTOAS TGemvAccOp"),
    biased("pto.tgemv.bias", "product of a row vector and a matrix plus a bias for each column")
        .aliases(&[alias("pto.tgemv_bias")])
        .source("pto-isa TGEMV_BIAS, PTOAS TGemvBiasOp"),
    mx("pto.tgemv.mx", "tmatmul.mx for a row vector")
        .aliases(&[alias("pto.tgemv_mx")])
        .source("pto-isa TGEMV_MX, PTOAS TGemvMxOp"),
    mx_accumulate("pto.tgemv.mx.acc", "tgemv.mx added to the accumulator")
        .aliases(&[alias("pto.tgemv_mx_acc")])
        .source("pto-isa TGEMV_MX, PTOAS TGemvMxAccOp"),
    mx_biased("pto.tgemv.mx.bias", "tgemv.mx plus a bias for each column")
        .aliases(&[alias("pto.tgemv_mx_bias")])
        .source("pto-isa TGEMV_MX, PTOAS TGemvMxBiasOp"),
    OpDef::tile("pto.tget_scale_addr", Family::Matrix, "binds a scale tile to the slot that goes with a cube operand")
        .ins(&[tile("src").usage(TileUse::Any)])
        .outs(&[tile("dst").usage(TileUse::Any)])
        .aliases(&[alias("pto.get_scale_addr")])
        .pipes("-", "S")
        .source("pto-isa TGET_SCALE_ADDR, PTOAS TGetScaleAddrOp"),
    config("pto.tsethf32mode", "turns HF32 rounding of f32 cube operands on or off")
        .attrs(TF32)
        .with(Traits::DICT_IN_INS)
        .aliases(&[alias("pto.sethf32mode")])
        .source("pto-isa SETHF32MODE"),
    config("pto.tsettf32mode", "turns TF32 truncation of f32 cube operands on or off")
        .attrs(TF32)
        .with(Traits::DICT_IN_INS)
        .aliases(&[alias("pto.settf32mode")])
        .source("pto-isa SETTF32MODE"),
    fmatrix("pto.tsetfmatrix", "sets size and padding of the feature map for timg2col")
        .aliases(&[alias("pto.setfmatrix")])
        .source("pto-isa SETFMATRIX"),
    fmatrix("pto.tset_img2col_rpt", "sets the repeat register for timg2col")
        .aliases(&[alias("pto.set_img2col_rpt")])
        .source("pto-isa SET_IMG2COL_RPT"),
    fmatrix("pto.tset_img2col_padding", "sets the padding value for timg2col")
        .aliases(&[alias("pto.set_img2col_padding")])
        .source("pto-isa SET_IMG2COL_PADDING"),
    OpDef::tile("pto.timg2col", Family::Matrix, "window of the matrix form of a feature map in L1")
        .ins(&[tile("src").usage(TileUse::Mat)])
        .outs(&[tile("dst").usage(TileUse::Left)])
        .attrs(&[
            attr("posM", AttrKind::Int(32)).default(Default::Int(0)),
            attr("posK", AttrKind::Int(32)).default(Default::Int(0)),
            FMATRIX,
        ])
        .pipes("MTE1", "MTE1")
        .source("pto-isa TIMG2COL"),
];
