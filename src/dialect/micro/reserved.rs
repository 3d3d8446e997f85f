//! Names that instruction pages mention but that have no defined operation. Reading one is an error that names the
//! replacement, distinct from the error for a misspelt name.

use super::super::def::{Family, OpDef, Traits};

const fn reserved(name: &'static str, advice: &'static str) -> OpDef {
    OpDef::generic(name, Family::Register, advice)
        .with(Traits::RESERVED)
        .pipes("-", "-")
        .source("pto-isa docs/isa/vector, docs/isa/scalar")
}

/// The table. The summary is the advice.
pub const OPS: &[OpDef] = &[
    reserved("pto.vsld", "strided load without a definition; use `vsldb`"),
    reserved("pto.vsst", "strided store without a definition; use `vsstb`"),
    reserved("pto.vsta", "store of align state without a definition; use `vstas` or `vstar`"),
    reserved("pto.vstu", "unaligned store without a definition; use `vstus`"),
    reserved("pto.pld", "mask load by address register without a definition; use `plds`"),
    reserved("pto.pst", "mask store by address register without a definition; use `psts`"),
    reserved("pto.vmov", "register copy without a definition; values need no copies"),
    reserved("pto.vbcnt", "bit count without a definition"),
    reserved("pto.vcls", "count of leading sign bits without a definition"),
    reserved("pto.vrsqrt", "reciprocal square root without a definition; use `vsqrt` and `vdiv`"),
    reserved("pto.vands", "and with a scalar without a definition; use `vbr` and `vand`"),
    reserved("pto.vors", "or with a scalar without a definition; use `vbr` and `vor`"),
    reserved("pto.vxors", "exclusive or with a scalar without a definition; use `vbr` and `vxor`"),
    reserved("pto.vsubs", "difference with a scalar without a definition; use `vadds` with the negated scalar"),
    reserved("pto.vaddrelu", "sum clamped at 0 without a definition; use `vadd` and `vrelu`"),
    reserved("pto.vsubrelu", "difference clamped at 0 without a definition; use `vsub` and `vrelu`"),
    reserved("pto.vslide", "lane slide without a definition; use `vselr`"),
    reserved("pto.vshift", "lane shift without a definition; use `vselr`"),
    reserved("pto.vperm", "lane permutation without a definition; use `vselr`"),
    reserved("pto.vtranspose", "register transposition without a definition"),
    reserved("pto.vsort32", "sort of 32 elements without a definition; use `vbitsort`"),
];
