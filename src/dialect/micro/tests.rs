//! Every mnemonic of the register level has one definition.

use super::{OpDef, TABLES};
use crate::dialect::def::{Asm, AttrKind, Presence, Traits};
use crate::dialect::{enums, registry::OpName};
use std::collections::BTreeSet;

fn definitions() -> impl Iterator<Item = &'static OpDef> {
    TABLES.iter().flat_map(|t| t.iter())
}

fn find(name: &str) -> &'static OpDef {
    definitions().find(|d| d.name == name).unwrap_or_else(|| panic!("{name} is not defined"))
}

/// Scopes, memory, masks, vector arithmetic.
const REGISTERS: &str = "
    vecscope strict_vecscope mem_bar dsb dcci sprclr sprsti sprsts
    vlds vldsx2 vldas vldus init_align uvld vsldb vgather2 vgatherb vgather2_bc
    vsts vstsx2 vsstb vscatter vstus vstur vstas vstar plds pldi psts psti pstu
    pset_b8 pset_b16 pset_b32 pge_b8 pge_b16 pge_b32 plt_b8 plt_b16 plt_b32 pltm_b8 pltm_b16 pltm_b32
    ppack punpack pbitcast pnot pand por pxor psel
    pintlv_b8 pintlv_b16 pintlv_b32 pdintlv_b8 pdintlv_b16 pdintlv_b32
    vbr vdup vci vabs vneg vexp vln vsqrt vrelu vnot vadd vsub vmul vdiv vmax vmin vand vor vxor vshl vshr
    vmadd vmula vmull vaddc vsubc vaddcs vsubcs vadds vmuls vmaxs vmins vlrelu vshls vshrs
    vcmp vcmps vsel vselr vselrv2 vsqz vusqz vintlv vdintlv vintlvv2 vdintlvv2 vpack vsunpack vzunpack
    vcvt vmulscvt vtrc vbitcast vcadd vcmax vcmin vcbmax vcbmin vcgadd vcgmax vcgmin vcpadd chistv2 dhistv2
    vprelu vexpdif vaxpy vaddreluconv vmulconv vbitsort vmrgsort4 get_vms4_sr";

/// Scalar side, DMA, matrix unit.
const MICRO: &str = "
    tensor_view_addr tile_buf_addr load store ld_dev st_dev get_ctrl set_ctrl set_store_atomic_cfg set_quant_pre
    set_relu_alpha set_fix_clip_relu set_fpc set_mte2_nz_para set_pad_val_outtol1 set_loop2_stride_outtol1
    set_loop1_stride_outtol1 set_loop_size_outtol1 set_loop2_stride_outtoub set_loop1_stride_outtoub
    set_loop_size_outtoub set_loop2_stride_ubtoout set_loop1_stride_ubtoout set_loop_size_ubtoout set_loop3_para
    set_channel_para sbitset0 sbitset1 set_atomic_add set_atomic_max set_atomic_min set_atomic_none set_atomic_f32
    set_atomic_f16 set_atomic_bf16 set_atomic_s32 set_atomic_s16 set_atomic_s8 set_mov_pad_val
    mte_gm_ub mte_ub_gm mte_ub_ub mte_ub_l1 copy_gm_to_ubuf copy_ubuf_to_gm copy_ubuf_to_ubuf copy_cbuf_to_ubuf
    copy_ubuf_to_cbuf copy_gm_to_cbuf copy_gm_to_cbuf_multi_nd2nz copy_gm_to_cbuf_multi_dn2nz copy_cbuf_to_bt
    copy_cbuf_to_fbuf mte_gm_l1 mte_l1_ub mte_l1_bt mte_l1_fb mte_gm_l1_frac raw_fill_l1 create_cbuf_matrix
    mad mad_acc mad_bias mad_mx mad_mx_acc mad_mx_bias mad_raw mad_mx_raw mad_bias_raw mad_mx_bias_raw
    mte_l1_l0a mte_l1_l0b mte_l1_l0a_mx mte_l1_l0b_mx load_cbuf_to_ca load_cbuf_to_cb load_cbuf_to_ca_s4
    load_cbuf_to_cb_s4 load_cbuf_to_ca_mx load_cbuf_to_cb_mx mte_l0c_l1 mte_l0c_gm mte_l0c_ub
    copy_matrix_cc_to_gm copy_matrix_cc_to_cbuf copy_matrix_cc_to_ub";

const SIMT: &str = "
    get_tid_x get_tid_y get_tid_z get_block_dim_x get_block_dim_y get_block_dim_z get_grid_dim_x get_grid_dim_y
    get_grid_dim_z get_block_idx_x get_block_idx_y get_block_idx_z get_veccoreid get_laneid get_clock32 get_clock64
    get_lanemask_eq get_lanemask_le get_lanemask_lt get_lanemask_ge get_lanemask_gt
    vote_all vote_any vote_uni vote_ballot shuffle_idx shuffle_up shuffle_down shuffle_bfly
    redux_add redux_max redux_min atomic_exch atomic_add atomic_sub atomic_min atomic_max atomic_and atomic_or
    atomic_xor atomic_cas ldg stg prmt mulhi mul_i32toi64 absf sqrt exp log sin cos pow ceil floor rint round fmin
    fmax fma convert syncthreads threadfence threadfence_block keep resume store_vfsimt_info simt_launch";

const UB: &str = "
    vadd vsub vmul vdiv vmax vmin vand vor vaddrelu vnot vabs vrelu vexp vln vsqrt vrsqrt vshl vshr vmuls vadds vmaxs
    vmins vdup set_mask set_mask_count set_mask_norm";

const VMI: &str = "
    constant constant_mask channel_split channel_merge unpack pack vaxpy vlrelu broadcast vbrc iota group_iota vci
    create_mask create_group_mask mask_and mask_or mask_xor addf addi subf subi mulf muli divf minf maxf mini maxi
    andi ori xori shli shrui shrsi mask_not negf negi absf absi sqrt exp ln relu not group_broadcast extf truncf
    fptosi fptoui sitofp extsi extui trunci bitcast ensure_layout ensure_mask_layout ensure_mask_granularity vcvt
    vinterpret_cast fma cmpf cmpi select vsel active_prefix_index compress reduce_addi reduce_addf reduce_maxf
    reduce_minf reduce_maxi reduce_mini group_reduce_addf group_reduce_maxf group_reduce_minf group_reduce_addi
    group_reduce_maxi group_reduce_mini vcadd vcmax vcmin compress_store masked_store vdhist vchist load
    deinterleave_load group_load group_slot_load group_broadcast_load stride_load masked_load expand_load gather store
    interleave_store group_store stride_store scatter shuffle pset pge plt vadd vsub vmul vdiv vmin vmax vand vor vxor
    vshl vshr vaddc vaddcs vneg vabs vsqrt vexp vln vrelu vnot vcmp vcmps vadds vmuls vmaxs vmins vshls vshrs vsstb
    vselr vintlv vdintlv vgather vgatherb vscatter vexpdif vprelu vmull vmula vload vstore";

const RESERVED: &str = "
    vsld vsst vsta vstu pld pst vmov vbcnt vcls vrsqrt vands vors vxors vsubs vaddrelu vsubrelu vslide vshift vperm
    vtranspose vsort32";

const REMOVED: &str = "vlds_post vsts_post vrec";

#[test]
fn every_name_is_defined_and_nothing_else() {
    let mut expected = BTreeSet::new();
    for (prefix, names) in [
        ("pto.", REGISTERS),
        ("pto.", MICRO),
        ("pto.", SIMT),
        ("pto.ub.", UB),
        ("pto.vmi.", VMI),
        ("pto.", RESERVED),
        ("pto.", REMOVED),
    ] {
        for name in names.split_whitespace() {
            assert!(expected.insert(format!("{prefix}{name}")), "{name} is listed twice");
        }
    }
    let found: BTreeSet<_> = definitions().map(|d| d.name.to_string()).collect();
    let missing: Vec<_> = expected.difference(&found).collect();
    let unexpected: Vec<_> = found.difference(&expected).collect();
    assert!(missing.is_empty() && unexpected.is_empty(), "missing {missing:?}, unexpected {unexpected:?}");
    assert_eq!(found.len(), definitions().count(), "a name is defined twice");
}

#[test]
fn reserved_and_removed_names_are_marked() {
    for def in definitions() {
        let name = &def.name["pto.".len()..];
        let listed = |list: &str| list.split_whitespace().any(|n| n == name);
        assert_eq!(def.traits.has(Traits::RESERVED), listed(RESERVED), "{name}");
        assert_eq!(def.traits.has(Traits::REMOVED), listed(REMOVED), "{name}");
    }
}

#[test]
fn destination_first_spelling_needs_positional_operands() {
    // Pages show these destination-first; the others exist in one form only.
    for name in ["vadd", "vlds", "vsts", "vcmp", "vcadd", "vaddcs", "pset_b32", "pand", "vldsx2", "vselr", "vstus"] {
        assert!(find(&format!("pto.{name}")).traits.has(Traits::TILE_FORMS), "{name}");
    }
    for name in ["vcvt", "vmadd", "vmull", "vpack", "vbitcast", "plt_b32", "pbitcast", "uvld", "pstu", "mte_gm_ub"] {
        assert!(!find(&format!("pto.{name}")).traits.has(Traits::TILE_FORMS), "{name}");
    }
}

#[test]
fn stores_are_not_pure() {
    for def in definitions() {
        let writes = def.outs.is_empty();
        assert!(!(writes && def.traits.has(Traits::PURE)), "{} has no result and cannot be pure", def.name);
    }
}

#[test]
fn only_operations_without_a_text_are_generic() {
    let generic: BTreeSet<_> = definitions()
        .filter(|d| matches!(d.asm, Asm::Generic) && !d.traits.has(Traits::RESERVED))
        .map(|d| d.name)
        .collect();
    let expected: BTreeSet<_> = [
        "pto.vmi.constant",
        "pto.vmi.constant_mask",
        "pto.vmi.channel_split",
        "pto.vmi.channel_merge",
        "pto.vmi.unpack",
        "pto.vmi.pack",
        "pto.vmi.vaxpy",
        "pto.vmi.vlrelu",
    ]
    .into();
    assert_eq!(generic, expected);
}

#[test]
fn references_to_other_values_exist() {
    for def in definitions() {
        for value in def.ins.iter().chain(def.outs) {
            if let crate::dialect::def::Ty::Like(other) = value.ty {
                let known = def.ins.iter().chain(def.outs).any(|o| o.name == other);
                assert!(known, "{}: {} is like {other}, which does not exist", def.name, value.name);
            }
        }
    }
}

#[test]
fn presence_rules_name_operands_and_attributes() {
    for def in OpName::all().map(OpName::def) {
        let attr = |name: &str| def.attrs.iter().find(|a| a.name == name);
        let known = |name: &str| attr(name).is_some() || def.ins.iter().any(|o| o.name == name);
        for rule in def.presence {
            let names = match rule {
                Presence::One(names) | Presence::AtMostOne(names) | Presence::Together(names) => names.to_vec(),
                Presence::Needs(a, b) => vec![*a, *b],
                Presence::NeedsMember(operand, name, member) => {
                    let kind = attr(name).map(|a| a.kind);
                    let Some(AttrKind::Enum(id)) = kind else { panic!("{}: {rule:?}", def.name) };
                    assert!(enums::get(id).find(member).is_some(), "{}: {rule:?}", def.name);
                    vec![*operand]
                }
                Presence::Refused(name, ..) => vec![*name],
            };
            assert!(!names.is_empty() && names.iter().all(|name| known(name)), "{}: {rule:?}", def.name);
            // A missing required attribute has its own message.
            assert!(names.iter().all(|name| attr(name).is_none_or(|a| !a.required)), "{}: {rule:?}", def.name);
        }
    }
}
