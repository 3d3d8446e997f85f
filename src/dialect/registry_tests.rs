//! Checks on all definitions, and on looking them up.

use super::*;
use crate::dialect::def::{Arity, Asm, AttrKind, AttrPlace, Default, Place, Role, Ty};
use crate::dialect::enums;
use std::collections::{HashMap, HashSet};

/// Operations that occur in public PTO programs, without `pto.`: tile level, micro operations, `vmi.*`, generic form.
const IN_USE: [&str; 4] = [
    "\
    addptr aic_initialize_pipe aiv_initialize_pipe alloc_multi_tile alloc_tile barrier barrier_sync bitcast
    castptr cmo.cacheinvalid comm.build_async_session comm.tbroadcast comm.test_async_event comm.tgather comm.tget
    comm.tget_async comm.tnotify comm.tput comm.tput_async comm.treduce comm.tscatter comm.ttest comm.twait
    comm.wait_async_event declare_eventid_array declare_global declare_local_array declare_struct declare_tile
    eventid_array_get eventid_array_set fence.barrier_all fusion_region get_block_idx get_block_idx_x
    get_block_idx_y get_block_idx_z get_block_num get_buf get_buf_dyn get_prefetch_async_session get_subblock_idx
    get_subblock_num get_tensor_view_dim get_tensor_view_stride get_validshape import_reserved_buffer
    initialize_l2g2l_pipe initialize_l2l_pipe inttoptr load_scalar local_array_get local_array_set
    make_prefetch_async_context make_tensor_view mgather mscatter multi_tile_get partition_view ptrtoint
    record_event reserve_buffer rls_buf rls_buf_dyn section.cube section.simt section.vector set_cross_block
    set_ffts set_flag set_flag_dyn set_intra_block set_quant_scalar set_quant_vector set_validshape store_scalar
    struct_get struct_set subview sync.set sync.wait syncall syncthreads tabs tadd taddc taddrelu tadds taddsc
    talloc talloc_to_aic talloc_to_aiv tand tands tassign taxpy tci tcmp tcmps tcolargmax tcolargmin tcolexpand
    tcolexpandadd tcolexpanddiv tcolexpandexpdif tcolexpandmax tcolexpandmin tcolexpandmul tcolexpandsub tcolmax
    tcolmin tcolprod tcolsum tconcat tconcatidx tcvt tdequant tdiv tdivs texp texpands textract tfillpad
    tfillpad_expand tfillpad_inplace tfmod tfmods tfree tfree_from_aic tfree_from_aiv tgather tgatherb tgemv
    tgemv.acc tgemv.bias tgemv.mx tgemv.mx.acc tgemv.mx.bias tget_scale_addr tgetval thistogram threadfence
    threadfence_block tile_buf_addr tile_valid_cols tile_valid_rows tinsert tload tlog tlrelu tmatmul tmatmul.acc
    tmatmul.bias tmatmul.mx tmatmul.mx.acc tmatmul.mx.bias tmax tmaxs tmin tmins tmov tmrgsort tmul tmuls tneg
    tnot tor tors tpartadd tpartargmax tpartargmin tpartmax tpartmin tpartmul tpop tpop_from_aic tpop_from_aiv
    tpow tpows tprefetch tprefetch_async tprelu tprint tpush tpush_to_aic tpush_to_aiv tquant tquant.mx trandom
    trap trecip trelu trem trems treshape trowargmax trowargmin trowexpand trowexpandadd trowexpanddiv
    trowexpandexpdif trowexpandmax trowexpandmin trowexpandmul trowexpandsub trowmax trowmin trowprod trowsum
    trsqrt tscatter tsel tsels tsetval tshl tshls tshr tshrs tsort32 tsqrt tstore tsub tsubc tsubs tsubsc tsync
    ttrans ttri txor txors wait_cross_block wait_event wait_flag wait_flag_dyn wait_intra_block yield",
    "\
    absf atomic_add atomic_and atomic_cas atomic_exch atomic_max atomic_min atomic_sub ceil chistv2 convert
    copy_cbuf_to_fbuf copy_cbuf_to_ubuf copy_gm_to_cbuf copy_gm_to_ubuf copy_matrix_cc_to_ub copy_ubuf_to_cbuf
    copy_ubuf_to_gm copy_ubuf_to_ubuf cos create_cbuf_matrix dcci dhistv2 dsb exp floor fma fmax fmin
    get_block_dim_x get_block_dim_y get_block_dim_z get_clock32 get_clock64 get_ctrl get_grid_dim_x get_grid_dim_y
    get_grid_dim_z get_laneid get_lanemask_eq get_lanemask_ge get_lanemask_gt get_lanemask_le get_lanemask_lt
    get_tid_x get_tid_y get_tid_z get_veccoreid get_vms4_sr init_align keep ld_dev ldg load load_cbuf_to_ca
    load_cbuf_to_ca_mx load_cbuf_to_ca_s4 load_cbuf_to_cb load_cbuf_to_cb_mx load_cbuf_to_cb_s4 log mad mad_acc
    mad_bias mad_mx mad_mx_acc mad_mx_bias mem_bar mte_gm_l1 mte_gm_l1_frac mte_gm_ub mte_l0c_gm mte_l0c_l1
    mte_l0c_ub mte_l1_bt mte_l1_fb mte_l1_l0a mte_l1_l0a_mx mte_l1_l0b mte_l1_l0b_mx mte_l1_ub mte_ub_gm mte_ub_l1
    mte_ub_ub mul_i32toi64 mulhi pand pbitcast pdintlv_b16 pdintlv_b32 pdintlv_b8 pge_b16 pge_b32 pge_b8
    pintlv_b16 pintlv_b32 pintlv_b8 pldi plds plt_b16 plt_b32 plt_b8 pltm_b16 pltm_b32 pltm_b8 pnot por pow ppack
    prmt psel pset_b16 pset_b32 pset_b8 psti psts pstu punpack pxor raw_fill_l1 redux_add redux_max redux_min
    resume rint round sbitset0 sbitset1 set_atomic_add set_atomic_bf16 set_atomic_f16 set_atomic_f32
    set_atomic_max set_atomic_min set_atomic_none set_atomic_s16 set_atomic_s32 set_atomic_s8 set_ctrl
    set_loop1_stride_outtoub set_loop1_stride_ubtoout set_loop2_stride_outtoub set_loop2_stride_ubtoout
    set_loop_size_outtoub set_loop_size_ubtoout set_mov_pad_val shuffle_bfly shuffle_down shuffle_idx shuffle_up
    simt_launch sin sprclr sprsti sprsts sqrt st_dev stg store store_vfsimt_info strict_vecscope ub.set_mask
    ub.set_mask_count ub.set_mask_norm ub.vadd ub.vaddrelu ub.vand ub.vdiv ub.vdup ub.vln ub.vmax ub.vmin ub.vmul
    ub.vor ub.vshl ub.vshr ub.vsub uvld vabs vadd vaddc vaddcs vadds vand vaxpy vbitcast vbitsort vbr vcadd vcbmax
    vcbmin vcgadd vcgmax vcgmin vci vcmax vcmin vcmp vcmps vcpadd vcvt vdintlv vdiv vdup vecscope vexp vexpdif
    vgather2 vgather2_bc vgatherb vintlv vldas vlds vlds_post vldsx2 vldus vln vlrelu vmadd vmax vmaxs vmin vmins
    vmrgsort4 vmul vmula vmull vmuls vmulscvt vneg vnot vor vote_all vote_any vote_ballot vote_uni vpack vprelu
    vrec vrelu vscatter vsel vselr vshl vshls vshr vshrs vsldb vsqrt vsqz vsstb vstar vstas vsts vsts_post vstsx2
    vstur vstus vsub vsubc vsubcs vsunpack vtrc vusqz vxor vzunpack",
    "\
    vmi.active_prefix_index vmi.addf vmi.cmpf vmi.compress vmi.compress_store vmi.create_group_mask
    vmi.create_mask vmi.ensure_layout vmi.ensure_mask_granularity vmi.ensure_mask_layout vmi.expand_load vmi.extf
    vmi.extsi vmi.extui vmi.fptosi vmi.fptoui vmi.group_broadcast vmi.group_broadcast_load vmi.group_reduce_addf
    vmi.group_reduce_addi vmi.group_slot_load vmi.group_store vmi.load vmi.masked_load vmi.masked_store vmi.mulf
    vmi.muli vmi.negf vmi.pset vmi.sitofp vmi.store vmi.stride_load vmi.subf vmi.truncf vmi.trunci vmi.vabs
    vmi.vadd vmi.vaddc vmi.vaddcs vmi.vadds vmi.vand vmi.vbrc vmi.vcadd vmi.vchist vmi.vci vmi.vcmax vmi.vcmin
    vmi.vcmp vmi.vcmps vmi.vcvt vmi.vdhist vmi.vdintlv vmi.vdiv vmi.vexp vmi.vexpdif vmi.vgather vmi.vgatherb
    vmi.vinterpret_cast vmi.vintlv vmi.vln vmi.vload vmi.vmax vmi.vmaxs vmi.vmin vmi.vmins vmi.vmul vmi.vmula
    vmi.vmull vmi.vmuls vmi.vneg vmi.vnot vmi.vor vmi.vrelu vmi.vscatter vmi.vsel vmi.vselr vmi.vshl vmi.vshls
    vmi.vshr vmi.vshrs vmi.vsqrt vmi.vsstb vmi.vstore vmi.vsub vmi.vxor",
    "\
    bind_tile declare_tile_memref initialize_l2g2l_pipe materialize_tile pointer_cast slot_marker syncall
    tensor_view_addr tile_buf_addr tinsert tmov tscatter vmi.channel_merge vmi.channel_split vmi.constant
    vmi.constant_mask vmi.ensure_layout vmi.ensure_mask_granularity vmi.ensure_mask_layout vmi.load vmi.pack
    vmi.shuffle vmi.store vmi.unpack vmi.vshls vmi.vshrs",
];

fn names_of(def: &OpDef) -> HashSet<&'static str> {
    def.ins.iter().chain(def.outs).map(|o| o.name).collect()
}

/// Fails with the list of all complaints, each with the operation's name.
fn check(mut complaint: impl FnMut(&'static OpDef, &mut Vec<String>)) {
    let mut all = Vec::new();
    for op in OpName::all() {
        let mut found = Vec::new();
        complaint(op.def(), &mut found);
        all.extend(found.into_iter().map(|c| format!("{op}: {c}")));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn names_and_aliases_are_unique() {
    let mut seen = HashMap::new();
    check(|def, out| {
        for name in std::iter::once(def.name).chain(def.aliases.iter().map(|a| a.name)) {
            if let Some(other) = seen.insert(name, def.name) {
                out.push(format!("`{name}` also names {other}"));
            }
            if name != name.to_ascii_lowercase() {
                out.push(format!("`{name}` is not lower case"));
            }
        }
    });
}

#[test]
fn suffixed_names_are_no_other_names() {
    check(|def, out| {
        for (suffix, ..) in def.suffixes.iter().flat_map(|g| g.iter()) {
            for name in [format!("{}{suffix}", def.name), format!("{}_{}", def.name, &suffix[1..])] {
                if index().contains_key(name.as_str()) {
                    out.push(format!("{name} is an operation of its own"));
                }
            }
        }
    });
}

#[test]
fn every_operation_in_use_is_found() {
    let mut missing = Vec::new();
    for name in IN_USE.iter().flat_map(|list| list.split_whitespace()) {
        if OpName::find(&format!("pto.{name}")).is_none() {
            missing.push(name);
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

/// The names in a format: `%a`, `@a`, `T(a)`.
fn format_names(format: &str) -> Vec<(char, &str)> {
    let mut names = Vec::new();
    let bytes = format.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        let (kind, start) = match bytes[i] {
            b'%' => ('%', i + 1),
            b'@' => ('@', i + 1),
            b'T' if bytes.get(i + 1) == Some(&b'(') && (i == 0 || bytes[i - 1] == b' ') => ('T', i + 2),
            _ => {
                i += 1;
                continue;
            }
        };
        let len = format[start..].bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        if len > 0 {
            names.push((kind, &format[start..start + len]));
        }
        i = start + len;
    }
    names
}

#[test]
fn formats_name_only_what_is_declared() {
    check(|def, out| {
        let Asm::Custom(format) = def.asm else { return };
        let names = format_names(format);
        for &(kind, name) in &names {
            let known = match kind {
                '%' => def.ins.iter().any(|o| o.name == name),
                '@' => def.attrs.iter().any(|a| a.name == name),
                _ => def.ins.iter().chain(def.outs).any(|o| o.name == name),
            };
            if !known {
                out.push(format!("`{kind}{name}` is not declared"));
            }
        }
        for operand in def.ins {
            if !names.contains(&('%', operand.name)) {
                out.push(format!("operand `{}` has no place in the format", operand.name));
            }
        }
    });
}

#[test]
fn operands_and_attributes_have_distinct_names() {
    check(|def, out| {
        let mut seen = HashSet::new();
        for operand in def.ins.iter().chain(def.outs) {
            // A value that is updated may be named alike on both sides.
            if !seen.insert(operand.name) {
                out.push(format!("operand `{}` twice", operand.name));
            }
        }
        let mut seen = HashSet::new();
        for attr in def.attrs {
            for key in std::iter::once(attr.name).chain(attr.aliases.iter().copied()).chain(attr.flag.map(|f| f.0)) {
                if !seen.insert(key) {
                    out.push(format!("attribute key `{key}` twice"));
                }
            }
        }
    });
}

#[test]
fn type_sources_exist() {
    check(|def, out| {
        let names = names_of(def);
        for operand in def.ins.iter().chain(def.outs) {
            if let Ty::Like(source) = operand.ty
                && (!names.contains(source) || source == operand.name)
            {
                out.push(format!("`{}` is like `{source}`", operand.name));
            }
        }
    });
}

#[test]
fn defaults_fit_their_attributes() {
    let fits = |kind: &AttrKind, default: &Default| match (kind, default) {
        (_, Default::None) => true,
        (AttrKind::Enum(id), Default::Member(m)) => enums::get(*id).members.iter().any(|(name, _)| name == m),
        (AttrKind::EnumOf(ids), Default::Member(m)) => {
            ids.iter().any(|id| enums::get(*id).members.iter().any(|(name, _)| name == m))
        }
        (AttrKind::Bool, Default::Bool(_)) | (AttrKind::Int(_), Default::Int(_)) | (AttrKind::Str, Default::Str(_)) => {
            true
        }
        _ => false,
    };
    check(|def, out| {
        for attr in def.attrs {
            if !fits(&attr.kind, &attr.default) {
                out.push(format!("`{}` cannot be {:?}", attr.name, attr.default));
            }
            if attr.level1_default.is_some_and(|d| !fits(&attr.kind, &d)) {
                out.push(format!("`{}` cannot be {:?} in sync and SSA form", attr.name, attr.level1_default));
            }
            if let Some((key, member)) = attr.flag
                && !fits(&attr.kind, &Default::Member(member))
            {
                out.push(format!("`{key}` stands for `{member}`, which is no member"));
            }
            if attr.required && attr.default != Default::None {
                out.push(format!("`{}` is required and has a default", attr.name));
            }
        }
    });
}

#[test]
fn implied_attributes_exist() {
    check(|def, out| {
        let implied = def.aliases.iter().flat_map(|a| a.attrs.iter().copied()).chain(
            def.suffixes
                .iter()
                .flat_map(|g| g.iter())
                .filter(|s| !s.1.is_empty())
                .map(|&(_, attr, member)| (attr, member)),
        );
        for (key, member) in implied {
            match def.attrs.iter().find(|a| a.name == key).map(|a| a.kind) {
                Some(AttrKind::Enum(id)) if enums::get(id).find(member).is_none() => {
                    out.push(format!("`{member}` is no member of `{key}`"));
                }
                None => out.push(format!("no attribute `{key}`")),
                Some(_) => {}
            }
        }
    });
}

#[test]
fn orders_cover_their_operands() {
    check(|def, out| {
        if !def.generic_order.is_empty() {
            let listed: HashSet<_> = def.generic_order.iter().copied().collect();
            if listed != names_of(def) || listed.len() != def.generic_order.len() {
                out.push(format!("generic order {:?}", def.generic_order));
            }
        }
        let clauses = def
            .ins
            .iter()
            .filter(|o| matches!(o.place, Place::Tail(_)))
            .map(|o| o.name)
            .chain(def.attrs.iter().filter(|a| matches!(a.place, AttrPlace::Tail(_))).map(|a| a.name));
        let clauses: HashSet<_> = clauses.collect();
        if clauses != def.clause_order.iter().copied().collect() {
            out.push(format!("clauses {:?}", def.clause_order));
        }
    });
}

#[test]
fn operand_lists_can_be_told_apart() {
    check(|def, out| {
        if !matches!(def.asm, Asm::Tile) {
            return;
        }
        for list in [def.ins, def.outs] {
            let variadic = list.iter().filter(|o| matches!(o.arity, Arity::Variadic { .. })).count();
            if variadic > 1 {
                out.push("two variadic operands in one list".to_owned());
            }
        }
        for scratch in def.ins.iter().filter(|o| o.role == Role::Scratch) {
            if scratch.ty != Ty::Written {
                out.push(format!("the type of scratch `{}` is not written", scratch.name));
            }
        }
    });
}

#[test]
fn documentation_is_one_short_line() {
    check(|def, out| {
        if def.summary.is_empty() || def.summary.contains('\n') || def.summary.ends_with('.') || def.summary.len() > 120
        {
            out.push(format!("summary `{}`", def.summary));
        }
    });
}

#[test]
fn hand_written_assembly_of_tile_operations_is_spelled_out() {
    for def in pto::TABLES.iter().flat_map(|table| table.iter()) {
        assert!(!matches!(def.asm, Asm::Hand(_)) || !def.spellings.is_empty(), "{}", def.name);
    }
}

/// Name, whether the spelling is another one, implied attributes.
type Answer = (&'static str, bool, Vec<(&'static str, &'static str)>);

fn found(name: &str) -> Option<Answer> {
    OpName::find(name).map(|f| (f.op.name(), f.alias, f.attrs))
}

#[test]
fn finds_canonical_names_aliases_and_any_case() {
    assert_eq!(found("pto.tadd"), Some(("pto.tadd", false, vec![])));
    assert_eq!(found("pto.TADD"), Some(("pto.tadd", false, vec![])));
    assert_eq!(found("PTO.Tadd"), Some(("pto.tadd", false, vec![])));
    assert_eq!(found("pto.SETFMATRIX"), Some(("pto.tsetfmatrix", true, vec![])));
    assert_eq!(found("pto.tstore_fp"), Some(("pto.tstore.fp", true, vec![])));
    assert_eq!(found("pto.subset"), Some(("pto.subview", true, vec![])));
    assert_eq!(found("tadd"), None, "a mnemonic is no full name");
    assert_eq!(found("pto."), None);
    assert_eq!(found(""), None);
    assert_eq!(OpName::find_mnemonic("TADD").map(|f| f.op.name()), Some("pto.tadd"));
    assert_eq!(OpName::find_mnemonic("tmatmul_acc").map(|f| f.op.name()), Some("pto.tmatmul.acc"));
    assert_eq!(OpName::get("pto.tadd").map(OpName::mnemonic), Some("tadd"));
    assert_eq!(OpName::get("pto.tstore_fp"), None);
}

#[test]
fn suffixes_imply_attributes() {
    assert_eq!(
        found("pto.mgather.row.clamp"),
        Some(("pto.mgather", true, vec![("coalesce", "row"), ("gatherOob", "clamp")]))
    );
    assert_eq!(found("pto.mgather_elem"), Some(("pto.mgather", true, vec![("coalesce", "elem")])));
    assert_eq!(
        found("pto.mscatter.row.clamp.atomic_add"),
        Some(("pto.mscatter", true, vec![("coalesce", "row"), ("scatterOob", "clamp"), ("scatterAtomicOp", "add")]))
    );
    assert_eq!(
        found("pto.mscatter.row.atomic_max"),
        Some(("pto.mscatter", true, vec![("coalesce", "row"), ("scatterAtomicOp", "max")]))
    );
    let moved = OpName::find("pto.tmov.m2l").expect("a documented suffix");
    assert_eq!((moved.op.name(), moved.attrs.is_empty(), &moved.suffixes[..]), ("pto.tmov", true, &[".m2l"][..]));
    assert_eq!(found("pto.tmov.fp"), Some(("pto.tmov.fp", false, vec![])));
}

#[test]
fn wrong_suffixes_are_not_found() {
    for name in [
        "pto.mgather.clamp.row",
        "pto.mgather.row.row",
        "pto.mgather.row.",
        "pto.mgather.rowx",
        "pto.mgather.row.skip",
        "pto.tadd.row",
        "pto.tmov.m2l.m2r",
        "pto.tmov.é",
        "pto.é.row",
    ] {
        assert_eq!(found(name), None, "{name}");
    }
    assert_eq!(found(&format!("pto.tmov{}", ".m2l".repeat(100_000))), None);
}

#[test]
fn suggests_near_names() {
    assert_eq!(nearest("pto.tscater", 1), ["pto.tscatter"]);
    assert_eq!(nearest("tscater", 1), ["tscatter"]);
    assert!(nearest("pto.tad", 3).contains(&"pto.tadd"));
    assert!(nearest("tstore_pf", 3).contains(&"tstore_fp"), "aliases are names too");
    assert!(nearest("pto.bind_tiles", 3).iter().all(|n| *n != "pto.bind_tile"), "retired names are no advice");
    assert!(nearest("pto.qqqqqqqq", 3).is_empty());
    assert!(nearest("", 3).is_empty());
}
