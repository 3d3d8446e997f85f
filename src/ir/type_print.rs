//! Types to text.
//!
//! What is printed here is read back by `syntax::types` to the same handle, in both styles. Types nest no deeper than
//! the parser allows, which bounds the recursion.

use super::attrs::Context;
use super::types::{BLayout, DYN, Dim, Float, MaskGranularity, SLayout, Sign, Space, Tile, Type, TypeId, VmiLayout};
use std::fmt::Write;

/// How types with several spellings are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TypeStyle {
    /// `!pto.tile_buf<vec, 16x64xf32>`
    #[default]
    Short,
    /// `!pto.tile_buf<loc=vec, dtype=f32, rows=16, cols=64, ..>`, as older tools need it.
    Long,
}

/// Appends the spelling of a type.
pub fn print_type(context: &Context, ty: TypeId, style: TypeStyle, out: &mut String) {
    Printer { context, style, out }.ty(ty);
}

/// The spelling of a type as a string.
pub fn type_string(context: &Context, ty: TypeId) -> String {
    let mut out = String::new();
    print_type(context, ty, TypeStyle::Short, &mut out);
    out
}

/// The name of a tile location.
pub fn location(space: Space) -> &'static str {
    match space {
        Space::Zero => "zero",
        Space::Gm => "gm",
        Space::Mat => "mat",
        Space::Left => "left",
        Space::Right => "right",
        Space::Acc => "acc",
        Space::Vec => "vec",
        Space::Bias => "bias",
        Space::Scaling => "scaling",
    }
}

/// The name of a space in a pointer type.
pub fn pointer_space(space: Space) -> &'static str {
    match space {
        Space::Zero | Space::Gm => "gm",
        Space::Mat => "l1",
        Space::Left => "l0a",
        Space::Right => "l0b",
        Space::Acc => "l0c",
        Space::Vec => "ub",
        Space::Bias => "bt",
        Space::Scaling => "fb",
    }
}

/// The spelling of a float type.
pub fn float_name(float: Float) -> &'static str {
    match float {
        Float::F16 => "f16",
        Float::BF16 => "bf16",
        Float::F32 => "f32",
        Float::F64 => "f64",
        Float::F8E4M3FN => "f8E4M3FN",
        Float::F8E4M3 => "f8E4M3",
        Float::F8E4M3FNUZ => "f8E4M3FNUZ",
        Float::F8E4M3B11FNUZ => "f8E4M3B11FNUZ",
        Float::F8E5M2 => "f8E5M2",
        Float::F8E5M2FNUZ => "f8E5M2FNUZ",
        Float::HiF8 => "!pto.hif8",
        Float::F8E8M0 => "!pto.f8E8M0",
        Float::F4E1M2x2 => "!pto.f4E1M2x2",
        Float::F4E2M1x2 => "!pto.f4E2M1x2",
        Float::HiF8x2 => "!pto.hif8x2",
        Float::BF16x2 => "!pto.bf16x2",
    }
}

/// The name of an element order.
pub fn blayout_name(layout: BLayout) -> &'static str {
    match layout {
        BLayout::RowMajor => "row_major",
        BLayout::ColMajor => "col_major",
    }
}

/// The name of an order inside boxes.
pub fn slayout_name(layout: SLayout) -> &'static str {
    match layout {
        SLayout::NoneBox => "none_box",
        SLayout::RowMajor => "row_major",
        SLayout::ColMajor => "col_major",
    }
}

/// The name of a mask granularity; empty when it is not known.
pub fn granularity_name(granularity: MaskGranularity) -> &'static str {
    match granularity {
        MaskGranularity::B8 => "b8",
        MaskGranularity::B16 => "b16",
        MaskGranularity::B32 => "b32",
        MaskGranularity::Pred => "pred",
        MaskGranularity::Unknown => "",
    }
}

/// Appends `#pto.vmi.layout<..>`; defaults are left out.
pub fn print_vmi_layout(layout: &VmiLayout, out: &mut String) {
    out.push_str("#pto.vmi.layout<");
    let lane_stride = match *layout {
        VmiLayout::Contiguous { lane_stride } => {
            out.push_str("contiguous");
            lane_stride
        }
        VmiLayout::Deinterleaved { factor, lane_stride } => {
            push(out, format_args!("deinterleaved = {factor}"));
            lane_stride
        }
        VmiLayout::BlockDeinterleaved { factor } => {
            push(out, format_args!("block_deinterleaved = {factor}"));
            1
        }
        VmiLayout::NumGroups { groups, slots, lane_stride } => {
            push(out, format_args!("num_groups = {groups}"));
            if slots != 0 {
                push(out, format_args!(", slots = {slots}"));
            }
            lane_stride
        }
    };
    if lane_stride != 1 {
        push(out, format_args!(", lane_stride = {lane_stride}"));
    }
    out.push('>');
}

fn push(out: &mut String, args: std::fmt::Arguments) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(args);
}

struct Printer<'a> {
    context: &'a Context,
    style: TypeStyle,
    out: &'a mut String,
}

impl Printer<'_> {
    fn ty(&mut self, id: TypeId) {
        let context = self.context;
        match context.types.get(id) {
            Type::Error => self.text("<<error>>"),
            Type::Index => self.text("index"),
            Type::None => self.text("none"),
            Type::Int { width, sign } => {
                let prefix = match sign {
                    Sign::Signless => "i",
                    Sign::Signed => "si",
                    Sign::Unsigned => "ui",
                };
                self.args(format_args!("{prefix}{width}"));
            }
            Type::Float(float) => self.text(float_name(*float)),
            Type::Ptr { elem, space } => {
                self.text("!pto.ptr<");
                self.ty(*elem);
                self.args(format_args!(", {}>", pointer_space(*space)));
            }
            Type::TensorView { dims, elem } => self.shaped("!pto.tensor_view<", dims, *elem),
            Type::PartitionView { dims, elem } => self.shaped("!pto.partition_tensor_view<", dims, *elem),
            Type::LocalArray { dims, elem } => self.shaped("!pto.local_array<", dims, *elem),
            Type::Vector { dims, elem } => self.shaped("vector<", dims, *elem),
            Type::Tile(tile) => {
                self.text("!pto.tile<");
                self.compact(tile, false);
                self.text(">");
            }
            Type::TileBuf(tile) => {
                self.text("!pto.tile_buf<");
                match self.style {
                    TypeStyle::Long if tile.loc.is_some() => self.keyed(tile),
                    _ => self.compact(tile, true),
                }
                self.text(">");
            }
            Type::MultiTileBuf { slot, count } => {
                self.text("!pto.multi_tile_buf<");
                self.ty(*slot);
                self.args(format_args!(", count={count}>"));
            }
            Type::EventIdArray { len } => self.args(format_args!("!pto.eventid_array<{len}>")),
            Type::Struct { fields } => {
                self.text("!pto.struct<");
                self.list(fields);
                self.text(">");
            }
            Type::VReg { lanes, elem } => self.lanes("!pto.vreg<", *lanes, *elem, None),
            Type::Mask(MaskGranularity::Unknown) => self.text("!pto.mask"),
            Type::Mask(granularity) => self.args(format_args!("!pto.mask<{}>", granularity_name(*granularity))),
            Type::Align => self.text("!pto.align"),
            Type::VmiVReg { lanes, elem, layout } => self.lanes("!pto.vmi.vreg<", *lanes, *elem, layout.as_ref()),
            Type::VmiMask { lanes, granularity, layout } => {
                self.args(format_args!("!pto.vmi.mask<{lanes}x{}", granularity_name(*granularity)));
                self.vmi_layout(layout.as_ref());
            }
            Type::Pipe => self.text("!pto.pipe"),
            Type::Event => self.text("!pto.event"),
            Type::AsyncSession => self.text("!pto.async_session"),
            Type::AsyncEvent => self.text("!pto.async_event"),
            Type::PrefetchAsyncContext => self.text("!pto.prefetch_async_context"),
            Type::FmatrixConfig => self.text("!pto.fmatrix_config"),
            Type::Opaque(opaque) => {
                self.args(format_args!("!pto.{}", opaque.name));
                if let Some(body) = &opaque.body {
                    self.args(format_args!("<{body}>"));
                }
            }
            Type::MemRef { dims, elem, layout, space } => {
                self.text("memref<");
                self.dims(dims);
                self.ty(*elem);
                for extra in [layout, space].into_iter().flatten() {
                    self.args(format_args!(", {extra}"));
                }
                self.text(">");
            }
            Type::Tensor { dims, elem, encoding } => {
                self.text("tensor<");
                match dims {
                    Some(dims) => self.dims(dims),
                    None => self.text("*x"),
                }
                self.ty(*elem);
                if let Some(encoding) = encoding {
                    self.args(format_args!(", {encoding}"));
                }
                self.text(">");
            }
            Type::Function { inputs, results } => {
                self.text("(");
                self.list(inputs);
                self.text(") -> ");
                match results[..] {
                    [one] if !matches!(context.types.get(one), Type::Function { .. }) => self.ty(one),
                    _ => {
                        self.text("(");
                        self.list(results);
                        self.text(")");
                    }
                }
            }
            Type::Tuple { elems } => {
                self.text("tuple<");
                self.list(elems);
                self.text(">");
            }
            Type::Foreign(text) => self.text(text),
        }
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn args(&mut self, args: std::fmt::Arguments) {
        push(self.out, args);
    }

    fn list(&mut self, types: &[TypeId]) {
        for (i, ty) in types.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            self.ty(*ty);
        }
    }

    fn dim(&mut self, dim: Dim) {
        if dim == DYN { self.text("?") } else { self.args(format_args!("{dim}")) }
    }

    fn dims(&mut self, dims: &[Dim]) {
        for &dim in dims {
            self.dim(dim);
            self.text("x");
        }
    }

    fn shaped(&mut self, open: &str, dims: &[Dim], elem: TypeId) {
        self.text(open);
        self.dims(dims);
        self.ty(elem);
        self.text(">");
    }

    fn lanes(&mut self, open: &str, lanes: u32, elem: TypeId, layout: Option<&VmiLayout>) {
        self.args(format_args!("{open}{lanes}x"));
        self.ty(elem);
        self.vmi_layout(layout);
    }

    fn vmi_layout(&mut self, layout: Option<&VmiLayout>) {
        if let Some(layout) = layout {
            self.text(", ");
            print_vmi_layout(layout, self.out);
        }
        self.text(">");
    }

    /// `vec, 16x64xf32` and the fields that are not what they would be when left out: in a buffer those that differ
    /// from the default, in a tile those that are set.
    fn compact(&mut self, tile: &Tile, buffer: bool) {
        if let Some(loc) = tile.loc {
            self.args(format_args!("{}, ", location(loc)));
        }
        self.dims(&[tile.rows, tile.cols]);
        self.ty(tile.dtype);
        if tile.v_row != tile.rows || tile.v_col != tile.cols {
            self.text(", valid=");
            self.dims(&[tile.v_row]);
            self.dim(tile.v_col);
        }
        let shown = |is_default: bool| !buffer || !is_default;
        if let Some(layout) = tile.blayout.filter(|l| shown(*l == BLayout::RowMajor)) {
            self.args(format_args!(", blayout={}", blayout_name(layout)));
        }
        if let Some(layout) = tile.slayout.filter(|l| shown(*l == SLayout::NoneBox)) {
            self.args(format_args!(", slayout={}", slayout_name(layout)));
        }
        if let Some(fractal) = tile.fractal.filter(|f| shown(*f == 512)) {
            self.args(format_args!(", fractal={fractal}"));
        }
        if let Some(pad) = tile.pad.filter(|p| shown(*p == 0)) {
            self.args(format_args!(", pad={pad}"));
        }
        if let Some(compact) = tile.compact.filter(|c| shown(*c == 0)) {
            self.args(format_args!(", compact={compact}"));
        }
    }

    /// Every field by name, in the order older tools demand. `compact` came later and is left out when it is 0.
    fn keyed(&mut self, tile: &Tile) {
        self.args(format_args!("loc={}, dtype=", location(tile.loc.unwrap_or(Space::Vec))));
        self.ty(tile.dtype);
        self.args(format_args!(", rows={}, cols={}, v_row=", tile.rows, tile.cols));
        self.dim(tile.v_row);
        self.text(", v_col=");
        self.dim(tile.v_col);
        self.args(format_args!(
            ", blayout={}, slayout={}, fractal={}, pad={}",
            blayout_name(tile.blayout.unwrap_or(BLayout::RowMajor)),
            slayout_name(tile.slayout.unwrap_or(SLayout::NoneBox)),
            tile.fractal.unwrap_or(512),
            tile.pad.unwrap_or(0),
        ));
        if let Some(compact) = tile.compact.filter(|c| *c != 0) {
            self.args(format_args!(", compact={compact}"));
        }
    }
}
