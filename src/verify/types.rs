//! Rules on a type by itself.
//!
//! [`check_type`] holds for a type wherever it stands; [`check_boxes`] for a tile that gets storage or is a window of one
//! (a function argument may have any shape). Rules that need the operation (addresses, alignment, capacity, operands) are
//! with the operations. A type that came from text has its errors on the exact part of that text.

use crate::diagnostics::{Code, Diagnostic, Sink, codes};
use crate::ir::attrs::Context;
use crate::ir::type_print::type_string;
use crate::ir::types::{DYN, Dim, Float, MaskGranularity, SLayout, Space, Tile, Type, TypeId, TypeStore, VmiLayout};
use crate::source::Span;
use crate::syntax::types::{Field, field_span};
use crate::target::Arch;

/// Bytes of a vector register.
pub const REGISTER_BYTES: u32 = 256;

/// Most dimensions of a view of global memory.
pub const MAX_VIEW_RANK: usize = 5;

/// Slots of a multi tile buffer.
pub const SLOTS: std::ops::RangeInclusive<u32> = 2..=16;

/// Storage bits of an element; 0 for what cannot be stored as one.
pub fn storage_bits(types: &TypeStore, ty: TypeId) -> u32 {
    match types.get(ty) {
        Type::Int { width: width @ (8 | 16 | 32 | 64), .. } => *width,
        Type::Float(float) => crate::ir::attr_print::float::bits(*float),
        _ => 0,
    }
}

/// Whether an element type belongs to the low-precision class, which A5 brought (rule Y1).
pub fn is_low_precision(types: &TypeStore, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Float(float) => !matches!(float, Float::F16 | Float::BF16 | Float::F32 | Float::F64),
        _ => false,
    }
}

/// Rows and columns of the boxes of a tile (rule Z6); `None` without boxes or when the layout is left to the operand's
/// role.
pub fn box_shape(types: &TypeStore, tile: &Tile) -> Option<(Dim, Dim)> {
    let by_column = match tile.slayout? {
        SLayout::NoneBox => return None,
        SLayout::RowMajor => false,
        SLayout::ColMajor => true,
    };
    let bytes = Dim::from(storage_bits(types, tile.dtype) / 8);
    let (rows, cols) = match tile.fractal? {
        1024 => (16, 16),
        32 => (16, 2),
        _ if bytes > 0 && 32 % bytes == 0 => (16, 32 / bytes),
        _ => return None,
    };
    Some(if by_column { (cols, rows) } else { (rows, cols) })
}

/// Checks the rules on a type by itself. `span` is where the type stands and `text` its text there, if it has one. The
/// target's own rules are checked when it is given. Gives back whether all holds; the first problem is reported.
pub fn check_type(
    context: &Context,
    ty: TypeId,
    span: Span,
    text: Option<&str>,
    arch: Option<Arch>,
    sink: &mut Sink,
) -> bool {
    let checker = Checker { context, span, text, arch };
    // Types nest no deeper and grow no larger than the parser allows, so every part is simply visited.
    let mut todo = vec![ty];
    while let Some(ty) = todo.pop() {
        if let Err(diagnostic) = checker.check(ty, &mut todo) {
            sink.push(*diagnostic);
            return false;
        }
    }
    true
}

/// Checks that boxes divide the shape of a tile or of the slots of a multi tile buffer (rules Z6, Z7). Types that are
/// neither pass.
pub fn check_boxes(context: &Context, ty: TypeId, span: Span, text: Option<&str>, sink: &mut Sink) -> bool {
    let checker = Checker { context, span, text, arch: None };
    let slot = match context.types.get(ty) {
        Type::MultiTileBuf { slot, .. } => *slot,
        _ => ty,
    };
    let Some(tile) = context.types.tile(slot) else { return true };
    match checker.boxes(tile) {
        Ok(()) => true,
        Err(diagnostic) => {
            sink.push(*diagnostic);
            false
        }
    }
}

type Checked = Result<(), Box<Diagnostic>>;

struct Checker<'a> {
    context: &'a Context,
    span: Span,
    text: Option<&'a str>,
    arch: Option<Arch>,
}

impl Checker<'_> {
    /// Where a part stands; the whole type when the text does not show it.
    fn at(&self, field: Field) -> Span {
        let part = self.text.and_then(|text| field_span(text, field));
        part.map_or(self.span, |part| Span::new(self.span.start + part.start, self.span.start + part.end))
    }

    fn error(&self, code: Code, field: Field, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, self.at(field), message)
    }

    fn shown(&self, ty: TypeId) -> String {
        type_string(self.context, ty)
    }

    fn check(&self, ty: TypeId, todo: &mut Vec<TypeId>) -> Checked {
        let types = &self.context.types;
        match types.get(ty) {
            Type::Tile(tile) => self.tile(tile, false),
            Type::TileBuf(tile) => self.tile(tile, true),
            Type::MultiTileBuf { slot, count } => {
                todo.push(*slot);
                self.multi_tile(*slot, *count)
            }
            Type::EventIdArray { len: 0 } => Err(self
                .error(codes::DIMENSIONS, Field::Count, "an event id array without events")
                .label("expected at least 1")
                .into()),
            Type::LocalArray { dims, elem } => self.local_array(dims, *elem),
            Type::Struct { fields } => {
                todo.extend(fields.iter().filter(|f| matches!(types.get(**f), Type::Struct { .. })));
                self.structure(fields)
            }
            Type::TensorView { dims, elem } | Type::PartitionView { dims, elem } => self.view(dims, *elem),
            Type::Ptr { elem, .. } => {
                todo.push(*elem);
                self.pointer(*elem)
            }
            Type::MemRef { elem, .. } => {
                todo.push(*elem);
                self.memref(*elem)
            }
            Type::VReg { lanes, elem } => self.register(*lanes, *elem),
            Type::Mask(_) | Type::Align => {
                self.register_file(if *types.get(ty) == Type::Align { "align" } else { "mask" })
            }
            Type::VmiVReg { lanes, elem, layout } => self.vmi_register(*lanes, *elem, layout.as_ref()),
            Type::VmiMask { lanes, granularity, .. } => self.vmi_mask(*lanes, *granularity),
            Type::Function { inputs, results } => {
                todo.extend(inputs.iter().chain(results));
                Ok(())
            }
            Type::Tuple { elems } => {
                todo.extend(elems);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn tile(&self, tile: &Tile, buffer: bool) -> Checked {
        for (dim, field, name) in [(tile.rows, Field::Rows, "rows"), (tile.cols, Field::Cols, "columns")] {
            if dim <= 0 && (dim != DYN || buffer) {
                return Err(self
                    .error(codes::TILE_SHAPE, field, format!("a tile of {dim} {name}"))
                    .label("expected a positive number")
                    .note("rule Z1")
                    .into());
            }
        }
        let extents = [
            (tile.v_row, tile.rows, Field::VRow, Field::Rows, "rows"),
            (tile.v_col, tile.cols, Field::VCol, Field::Cols, "columns"),
        ];
        for (valid, dim, field, whole, name) in extents {
            if valid == DYN || dim == DYN || (0..=dim).contains(&valid) {
                continue;
            }
            return Err(self
                .error(codes::TILE_VALID, field, format!("{valid} valid {name} in a tile of {dim}"))
                .label(if valid < 0 { "expected 0 or more".to_owned() } else { format!("at most {dim}") })
                .also(self.at(whole), format!("the tile has {dim} {name}"))
                .note("rule Z2")
                .into());
        }
        self.tile_element(tile.dtype, buffer)
    }

    fn tile_element(&self, dtype: TypeId, buffer: bool) -> Checked {
        let types = &self.context.types;
        let storable = storage_bits(types, dtype) > 0;
        // Tiles of the first level are values; predicates and 4-bit integers get storage only in special cases.
        let value_only = matches!(types.get(dtype), Type::Int { width: 1 | 4, .. } | Type::Error);
        if !(storable || value_only && (!buffer || dtype == TypeId::ERROR)) {
            let shown = self.shown(dtype);
            let mut error = self
                .error(codes::TILE_ELEMENT, Field::Dtype, format!("a tile cannot hold elements of type {shown}"))
                .label("not stored in whole bytes")
                .note("rule Y3: elements of a tile have 1, 2, 4 or 8 bytes");
            if dtype == TypeId::I1 {
                error = error.help("masks are stored as `ui8`");
            }
            return Err(error.into());
        }
        if self.arch == Some(Arch::A2A3) && is_low_precision(types, dtype) {
            let shown = self.shown(dtype);
            return Err(self
                .error(codes::TARGET_TYPE, Field::Dtype, format!("tiles of {shown} do not exist on a2a3"))
                .label("low-precision elements need a5")
                .note("rule Y1")
                .into());
        }
        Ok(())
    }

    fn boxes(&self, tile: &Tile) -> Checked {
        let Some((box_rows, box_cols)) = box_shape(&self.context.types, tile) else { return Ok(()) };
        if tile.cols != DYN && tile.cols % box_cols != 0 {
            return Err(self
                .error(
                    codes::TILE_BOXES,
                    Field::Cols,
                    format!("{} columns in boxes of {box_rows}x{box_cols}", tile.cols),
                )
                .label(format!("expected a multiple of {box_cols}"))
                .note("rule Z7")
                .into());
        }
        let exempt = tile.loc == Some(Space::Vec) || tile.fractal == Some(32) || tile.rows == 1;
        if tile.rows != DYN && tile.rows % box_rows != 0 && !exempt {
            return Err(self
                .error(codes::TILE_BOXES, Field::Rows, format!("{} rows in boxes of {box_rows}x{box_cols}", tile.rows))
                .label(format!("expected a multiple of {box_rows}"))
                .note("rule Z7: only `vec` tiles, tiles of one row and MX scales may end inside a box")
                .into());
        }
        Ok(())
    }

    fn multi_tile(&self, slot: TypeId, count: u32) -> Checked {
        if !SLOTS.contains(&count) {
            return Err(self
                .error(codes::MULTI_TILE, Field::Count, format!("a multi tile buffer of {count} slots"))
                .label(format!("expected {} to {}", SLOTS.start(), SLOTS.end()))
                .into());
        }
        let Some(tile) = self.context.types.tile(slot) else { return Ok(()) };
        if tile.compact == Some(2) {
            return Err(self
                .error(codes::MULTI_TILE, Field::Compact, "slots of a multi tile buffer cannot be row_plus_one")
                .label("expected 0 or 1")
                .into());
        }
        if is_low_precision(&self.context.types, tile.dtype) {
            let shown = self.shown(tile.dtype);
            return Err(self
                .error(codes::MULTI_TILE, Field::Dtype, format!("slots of a multi tile buffer cannot hold {shown}"))
                .label("low-precision element")
                .into());
        }
        Ok(())
    }

    fn local_array(&self, dims: &[Dim], elem: TypeId) -> Checked {
        if dims.is_empty() {
            return Err(self
                .error(codes::DIMENSIONS, Field::Dtype, "a local array without dimensions")
                .label("expected `N x` before the element type")
                .into());
        }
        if let Some(i) = dims.iter().position(|d| *d <= 0) {
            let found = if dims[i] == DYN { "?".to_owned() } else { dims[i].to_string() };
            return Err(self
                .error(codes::DIMENSIONS, Field::Dim(i as u32), format!("dimension `{found}` of a local array"))
                .label("expected a positive number")
                .into());
        }
        self.number_element(elem, "a local array", false)
    }

    /// An element that is an integer or float, or `index` where allowed.
    fn number_element(&self, elem: TypeId, what: &str, index: bool) -> Checked {
        match self.context.types.get(elem) {
            Type::Int { .. } | Type::Float(_) | Type::Error => Ok(()),
            Type::Index if index => Ok(()),
            _ => {
                let shown = self.shown(elem);
                Err(self
                    .error(codes::ARRAY_ELEMENT, Field::Dtype, format!("{what} cannot hold {shown}"))
                    .label("expected an integer or float type")
                    .into())
            }
        }
    }

    fn structure(&self, fields: &[TypeId]) -> Checked {
        if fields.is_empty() {
            return Err(Diagnostic::error(codes::ARRAY_ELEMENT, self.span, "a struct without fields")
                .label("expected at least one type")
                .into());
        }
        for (i, field) in fields.iter().enumerate() {
            let fits = match self.context.types.get(*field) {
                Type::Int { width: 8 | 16 | 32 | 64, .. } | Type::Struct { .. } | Type::Error => true,
                Type::Float(float) => matches!(float, Float::F16 | Float::BF16 | Float::F32 | Float::F64),
                _ => false,
            };
            if !fits {
                let shown = self.shown(*field);
                return Err(self
                    .error(codes::ARRAY_ELEMENT, Field::Member(i as u32), format!("a struct cannot hold {shown}"))
                    .label("expected an integer of 8 to 64 bits, f16, bf16, f32, f64 or a struct")
                    .into());
            }
        }
        Ok(())
    }

    fn view(&self, dims: &[Dim], elem: TypeId) -> Checked {
        if dims.is_empty() || dims.len() > MAX_VIEW_RANK {
            let field = if dims.is_empty() { Field::Dtype } else { Field::Dim(MAX_VIEW_RANK as u32) };
            return Err(self
                .error(codes::DIMENSIONS, field, format!("a view of {} dimensions", dims.len()))
                .label(format!("expected 1 to {MAX_VIEW_RANK}"))
                .into());
        }
        self.number_element(elem, "a view", true)
    }

    fn pointer(&self, elem: TypeId) -> Checked {
        match self.context.types.get(elem) {
            Type::Tile(_)
            | Type::TileBuf(_)
            | Type::MultiTileBuf { .. }
            | Type::TensorView { .. }
            | Type::PartitionView { .. }
            | Type::VReg { .. }
            | Type::Mask(_)
            | Type::Align
            | Type::VmiVReg { .. }
            | Type::VmiMask { .. }
            | Type::Pipe
            | Type::Event
            | Type::Function { .. }
            | Type::MemRef { .. }
            | Type::Tensor { .. } => {
                let shown = self.shown(elem);
                Err(self
                    .error(codes::ARRAY_ELEMENT, Field::Dtype, format!("a pointer to {shown}"))
                    .label("expected an element type")
                    .into())
            }
            _ => Ok(()),
        }
    }

    fn memref(&self, elem: TypeId) -> Checked {
        match self.context.types.get(elem) {
            Type::Float(Float::HiF8x2 | Float::BF16x2) => {
                let shown = self.shown(elem);
                Err(self
                    .error(codes::ARRAY_ELEMENT, Field::Dtype, format!("a memref cannot hold {shown}"))
                    .label("a packed register value, not a memory element")
                    .into())
            }
            _ => Ok(()),
        }
    }

    /// Registers exist where the target has a register level.
    fn register_file(&self, name: &str) -> Checked {
        match self.arch {
            Some(arch) if !arch.has_registers() => {
                Err(Diagnostic::error(codes::TARGET_TYPE, self.span, format!("`!pto.{name}` does not exist on {arch}"))
                    .label("registers are only on a5")
                    .note("rule Y1: a2a3 has no register level")
                    .into())
            }
            _ => Ok(()),
        }
    }

    fn register(&self, lanes: u32, elem: TypeId) -> Checked {
        let bits = storage_bits(&self.context.types, elem);
        if elem == TypeId::ERROR {
            return Ok(());
        }
        if bits == 0 {
            let shown = self.shown(elem);
            return Err(self
                .error(codes::REGISTER_SIZE, Field::Dtype, format!("a vector register cannot hold {shown}"))
                .label("expected an integer, float or low-precision type of 8 to 64 bits")
                .into());
        }
        let wanted = REGISTER_BYTES * 8 / bits;
        if lanes != wanted {
            let shown = self.shown(elem);
            let at = self.at(Field::Lanes);
            let error = self
                .error(
                    codes::REGISTER_SIZE,
                    Field::Lanes,
                    format!("{lanes} lanes of {shown} are {} bytes", u64::from(lanes) * u64::from(bits) / 8),
                )
                .label(format!("expected {wanted}"))
                .note(format!("a vector register has {REGISTER_BYTES} bytes"));
            // The span of the lanes covers the `x` behind them.
            return Err(if at == self.span {
                error.help(format!("write `!pto.vreg<{wanted}x{shown}>`"))
            } else {
                error.fix(format!("write `{wanted}x{shown}`"), at, format!("{wanted}x"))
            }
            .into());
        }
        self.register_file("vreg")
    }

    fn vmi_register(&self, lanes: u32, elem: TypeId, layout: Option<&VmiLayout>) -> Checked {
        if lanes == 0 {
            return Err(self.no_lanes());
        }
        if !matches!(storage_bits(&self.context.types, elem), 8 | 16 | 32) && elem != TypeId::ERROR {
            let shown = self.shown(elem);
            return Err(self
                .error(codes::VMI_TYPE, Field::Dtype, format!("a vmi register cannot hold {shown}"))
                .label("expected a type of 8, 16 or 32 bits")
                .into());
        }
        if let Some(VmiLayout::NumGroups { groups, .. }) = layout
            && *groups != lanes
        {
            return Err(self
                .error(codes::VMI_TYPE, Field::Layout, format!("a layout of {groups} groups for {lanes} lanes"))
                .label("expected one lane for each group")
                .also(self.at(Field::Lanes), format!("{lanes} lanes"))
                .into());
        }
        Ok(())
    }

    fn vmi_mask(&self, lanes: u32, granularity: MaskGranularity) -> Checked {
        if lanes == 0 {
            return Err(self.no_lanes());
        }
        if granularity == MaskGranularity::Unknown {
            return Err(self
                .error(codes::VMI_TYPE, Field::Granularity, "a vmi mask without granularity")
                .label("expected `pred`, `b8`, `b16` or `b32`")
                .into());
        }
        Ok(())
    }

    fn no_lanes(&self) -> Box<Diagnostic> {
        self.error(codes::VMI_TYPE, Field::Lanes, "a vmi register without lanes")
            .label("expected a positive number")
            .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::env::{Aliases, Env};
    use crate::syntax::types::parse_type;

    /// Parses a type that is well-formed and checks it. Gives the code and the text of the primary span.
    fn check(text: &str, arch: Option<Arch>) -> Option<(&'static str, String)> {
        let mut context = Context::default();
        let mut sink = Sink::new();
        let aliases = Aliases::default();
        let ty = parse_type(text, 0, &mut Env { context: &mut context, aliases: &aliases, sink: &mut sink, arch });
        assert!(!sink.has_errors(), "{text}: {:?}", sink.diagnostics());
        let mut sink = Sink::new();
        let at = 100;
        let span = Span::new(at, at + text.len() as u32);
        let ok = check_type(&context, ty, span, Some(text), arch, &mut sink)
            && check_boxes(&context, ty, span, Some(text), &mut sink);
        assert_eq!(ok, !sink.has_errors());
        assert!(sink.diagnostics().len() <= 1, "one mistake, one error");
        sink.diagnostics().first().map(|d| {
            let part = &text[(d.primary.span.start - at) as usize..(d.primary.span.end - at) as usize];
            (d.code.as_str(), part.to_owned())
        })
    }

    #[track_caller]
    fn good(text: &str) {
        assert_eq!(check(text, None), None, "{text}");
        assert_eq!(check(text, Some(Arch::A5)), None, "{text}");
    }

    #[track_caller]
    fn bad(text: &str, code: &str, part: &str) {
        assert_eq!(check(text, None), Some((code_of(code), part.to_owned())), "{text}");
    }

    fn code_of(code: &str) -> &'static str {
        Code::find(code).map_or("", Code::as_str)
    }

    #[test]
    fn shape_z1() {
        good("!pto.tile_buf<vec, 1x1xf32>");
        bad("!pto.tile_buf<vec, 0x8xf32>", "tile-shape", "0x");
        bad("!pto.tile_buf<loc=vec, dtype=f32, rows=8, cols=-8>", "tile-shape", "-8");
        bad("!pto.tile<0x8xf32>", "tile-shape", "0x");
        good("!pto.tile<?x8xf32>");
    }

    #[test]
    fn valid_region_z2() {
        good("!pto.tile_buf<vec, 8x8xf32, valid=0x8>");
        good("!pto.tile_buf<vec, 8x8xf32, valid=?x?>");
        bad("!pto.tile_buf<vec, 8x8xf32, valid=9x8>", "tile-valid-region", "9");
        bad("!pto.tile_buf<loc=vec, dtype=f32, rows=8, cols=8, v_col=16>", "tile-valid-region", "16");
        bad("!pto.tile<vec, f32, 8, 8, 8, 9, RowMajor, NoneBox, None, Null>", "tile-valid-region", "9");
    }

    #[test]
    fn element_y3() {
        good("!pto.tile_buf<vec, 8x8xsi64>");
        good("!pto.tile<16x16xi1>");
        bad("!pto.tile_buf<vec, 8x8xi1>", "tile-element", "i1");
        bad("!pto.tile_buf<vec, 8x8xi4>", "tile-element", "i4");
        bad("!pto.tile_buf<vec, 8x8xindex>", "tile-element", "index");
        bad("!pto.tile_buf<vec, 8x8xvector<4xf32>>", "tile-element", "vector<4xf32>");
        bad("!pto.tile<8x8x!pto.pipe>", "tile-element", "!pto.pipe");
    }

    #[test]
    fn low_precision_y1() {
        let text = "!pto.tile_buf<vec, 8x32xf8E4M3FN>";
        good(text);
        assert_eq!(check(text, Some(Arch::A2A3)), Some((code_of("type-not-on-target"), "f8E4M3FN".into())));
        assert_eq!(check("!pto.tile<8x32x!pto.hif8>", Some(Arch::A2A3)).map(|e| e.1).as_deref(), Some("!pto.hif8"));
        assert_eq!(check("!pto.tile_buf<vec, 8x8xbf16>", Some(Arch::A2A3)), None);
        assert_eq!(check(text, Some(Arch::Cpu)), None);
    }

    #[test]
    fn boxes_z6_z7() {
        good("!pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>");
        good("!pto.tile_buf<mat, 16x16xf16, blayout=col_major, slayout=row_major>");
        good("!pto.tile_buf<mat, 16x32xi8, blayout=col_major, slayout=row_major>");
        good("!pto.tile_buf<right, 32x16xi8, slayout=col_major>");
        good("!pto.tile_buf<vec, 3x8xf32, blayout=col_major, slayout=row_major>");
        good("!pto.tile_buf<left, 1x16xf16, blayout=col_major, slayout=row_major>");
        good("!pto.tile_buf<scaling, 3x2x!pto.f8E8M0, slayout=row_major, fractal=32>");
        good("!pto.tile_buf<scaling, 2x16x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>");
        let nz = ", blayout=col_major, slayout=row_major>";
        bad(&format!("!pto.tile_buf<mat, 16x8xf16{nz}"), "tile-boxes", "8x");
        bad(&format!("!pto.tile_buf<mat, 8x16xf16{nz}"), "tile-boxes", "8x");
        bad("!pto.tile_buf<right, 16x16xi8, slayout=col_major>", "tile-boxes", "16x");
        bad(
            "!pto.tile_buf<loc=acc, dtype=f32, rows=16, cols=8, blayout=col_major, slayout=row_major, fractal=1024>",
            "tile-boxes",
            "8",
        );
        bad(
            "!pto.tile_buf<scaling, 2x8x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>",
            "tile-boxes",
            "8x",
        );
        bad(&format!("!pto.multi_tile_buf<mat, 8x16xf16, count=2{nz}"), "tile-boxes", "8x");
    }

    #[test]
    fn multi_tiles() {
        good("!pto.multi_tile_buf<vec, 8x8xf32, count=16>");
        bad("!pto.multi_tile_buf<vec, 8x8xf32, count=1>", "multi-tile", "1");
        bad("!pto.multi_tile_buf<!pto.tile_buf<vec, 8x8xf32>, count=17>", "multi-tile", "17");
        bad("!pto.multi_tile_buf<vec, 8x8xf32, compact=2, count=2>", "multi-tile", "2");
        bad("!pto.multi_tile_buf<vec, 8x32x!pto.hif8, count=2>", "multi-tile", "!pto.hif8");
        bad("!pto.multi_tile_buf<!pto.tile_buf<vec, 8x0xf32>, count=2>", "tile-shape", "0x");
    }

    #[test]
    fn arrays_structs_views() {
        good("!pto.eventid_array<1>");
        bad("!pto.eventid_array<0>", "dimensions", "0");
        good("!pto.local_array<4x2xi32>");
        bad("!pto.local_array<f32>", "dimensions", "f32");
        bad("!pto.local_array<4x?xf32>", "dimensions", "?x");
        bad("!pto.local_array<4x0xf32>", "dimensions", "0x");
        bad("!pto.local_array<4xindex>", "element-type", "index");
        good("!pto.struct<ui8, !pto.struct<f64>>");
        bad("!pto.struct<>", "element-type", "!pto.struct<>");
        bad("!pto.struct<i32, i1>", "element-type", "i1");
        bad("!pto.struct<f8E5M2>", "element-type", "f8E5M2");
        bad("!pto.struct<!pto.local_array<4xi32>>", "element-type", "!pto.local_array<4xi32>");
        good("!pto.tensor_view<1x?x3x4x0xf32>");
        bad("!pto.tensor_view<f32>", "dimensions", "f32");
        bad("!pto.tensor_view<1x2x3x4x5x6xf32>", "dimensions", "6x");
        bad("!pto.partition_tensor_view<1x2x3x4x5x6xf32>", "dimensions", "6x");
        bad("!pto.partition_tensor_view<4x!pto.align>", "element-type", "!pto.align");
    }

    #[test]
    fn pointers_and_memrefs() {
        good("!pto.ptr<vector<2xf16>, ub>");
        good("memref<4x!pto.hif8>");
        bad("!pto.ptr<!pto.tile<8x8xf32>>", "element-type", "!pto.tile<8x8xf32>");
        bad("memref<4x!pto.bf16x2>", "element-type", "!pto.bf16x2");
    }

    #[test]
    fn registers() {
        good("!pto.vreg<64xf32>");
        good("!pto.vreg<256x!pto.f4E2M1x2>");
        good("!pto.vreg<128x!pto.hif8x2>");
        good("!pto.vreg<32xi64>");
        bad("!pto.vreg<128xf32>", "register-size", "128x");
        bad("!pto.vreg<2048xi1>", "register-size", "i1");
        for (text, part) in [
            ("!pto.vreg<64xf32>", "!pto.vreg<64xf32>"),
            ("!pto.mask<b8>", "!pto.mask<b8>"),
            ("!pto.align", "!pto.align"),
        ] {
            good(text);
            assert_eq!(check(text, Some(Arch::A2A3)), Some((code_of("type-not-on-target"), part.into())));
        }
    }

    #[test]
    fn vmi_registers() {
        good("!pto.vmi.vreg<8xf32, #pto.vmi.layout<num_groups = 8, slots = 8>>");
        good("!pto.vmi.vreg<100xbf16>");
        good("!pto.vmi.mask<64xpred>");
        bad("!pto.vmi.vreg<0xf32>", "vmi-register", "0x");
        bad("!pto.vmi.mask<0xb8>", "vmi-register", "0x");
        bad("!pto.vmi.vreg<32xi64>", "vmi-register", "i64");
        let layout = "#pto.vmi.layout<num_groups = 8>";
        bad(&format!("!pto.vmi.vreg<64xf32, {layout}>"), "vmi-register", layout);
    }

    #[test]
    fn types_without_text_point_at_the_whole() {
        let mut context = Context::default();
        let ty = context.types.intern(Type::VReg { lanes: 3, elem: TypeId::F32 });
        let mut sink = Sink::new();
        let span = Span::new(5, 9);
        assert!(!check_type(&context, ty, span, None, None, &mut sink));
        assert_eq!(sink.diagnostics()[0].primary.span, span);
    }
}
