//! Random types of given kinds.

use super::Rng;
use pto_opt::dialect::def::Kind;
use pto_opt::ir::attrs::Context;
use pto_opt::ir::type_print::type_string;
use pto_opt::ir::types::TypeId;

/// A type as text, and what inference needs to know about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ty {
    pub text: String,
    pub kind: Kind,
    /// The type of an element.
    pub elem: Option<String>,
    /// Rows and columns of a tile.
    pub shape: Option<(usize, usize)>,
}

/// Whether tiles are values (`!pto.tile`) or buffers (`!pto.tile_buf`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    Values,
    Buffers,
}

fn plain(text: impl Into<String>, kind: Kind) -> Ty {
    Ty { text: text.into(), kind, elem: None, shape: None }
}

fn of(text: impl Into<String>, kind: Kind, elem: &str) -> Ty {
    Ty { text: text.into(), kind, elem: Some(elem.to_owned()), shape: None }
}

/// `index`
pub fn index() -> Ty {
    plain("index", Kind::INDEX)
}

/// `i1`
pub fn truth() -> Ty {
    plain("i1", Kind::INT)
}

/// An integer type.
pub fn integer(text: &str) -> Ty {
    plain(text, Kind::INT)
}

/// A structure of another dialect whose first member is an `i32`.
pub fn structure() -> Ty {
    plain("!llvm.struct<(i32, f32)>", Kind::FOREIGN)
}

/// A type that the definition fixes.
pub fn fixed(id: TypeId, kind: Kind) -> Ty {
    plain(type_string(&Context::default(), id), kind)
}

const INTS: &[&str] = &["i1", "i8", "i16", "i32", "i64", "si8", "si16", "si32", "si64", "ui8", "ui16", "ui32", "ui64"];
const FLOATS: &[&str] = &["f16", "bf16", "f32", "f64"];
/// Elements of one to eight bytes, and their sizes.
const ELEMENTS: &[(&str, usize)] = &[
    ("i8", 1),
    ("ui8", 1),
    ("si8", 1),
    ("i16", 2),
    ("ui16", 2),
    ("si16", 2),
    ("i32", 4),
    ("ui32", 4),
    ("si32", 4),
    ("i64", 8),
    ("f16", 2),
    ("bf16", 2),
    ("f32", 4),
    ("f8E4M3FN", 1),
    ("f8E5M2", 1),
    ("!pto.hif8", 1),
    ("!pto.f8E8M0", 1),
    ("!pto.f4E2M1x2", 1),
    ("!pto.f4E1M2x2", 1),
];

const KINDS: &[Kind] = &[
    Kind::TILE,
    Kind::INT,
    Kind::FLOAT,
    Kind::INDEX,
    Kind::PTR,
    Kind::TENSOR_VIEW,
    Kind::PART_VIEW,
    Kind::MEMREF,
    Kind::MULTI_TILE,
    Kind::VREG,
    Kind::MASK,
    Kind::ALIGN,
    Kind::PIPE,
    Kind::EVENT,
    Kind::EVENT_ARRAY,
    Kind::LOCAL_ARRAY,
    Kind::STRUCT,
    Kind::ASYNC_SESSION,
    Kind::ASYNC_EVENT,
    Kind::PREFETCH_CONTEXT,
    Kind::FMATRIX_CONFIG,
    Kind::VECTOR,
    Kind::TENSOR,
    Kind::VMI_VREG,
    Kind::VMI_MASK,
    Kind::GROUP,
    Kind::FOREIGN,
];

/// A random type of one of the kinds.
pub fn random(rng: &mut Rng, kind: Kind, level: Level) -> Ty {
    let kinds: Vec<Kind> = KINDS.iter().copied().filter(|k| kind.meets(*k)).collect();
    // A structure lives where it is declared; where anything will do, take something else.
    let kinds: Vec<Kind> = match kinds[..] {
        [_] => kinds,
        _ => kinds.into_iter().filter(|k| *k != Kind::STRUCT).collect(),
    };
    let kind = rng.pick(&kinds);
    one(rng, kind, level)
}

fn one(rng: &mut Rng, kind: Kind, level: Level) -> Ty {
    match kind {
        Kind::TILE => tile(rng, level),
        Kind::INT => plain(rng.pick(INTS), kind),
        Kind::FLOAT => plain(rng.pick(FLOATS), kind),
        Kind::INDEX => index(),
        Kind::PTR => {
            let (elem, _) = rng.pick(ELEMENTS);
            let space = rng.pick(&["", ", gm", ", ub", ", l1", ", l0a", ", l0b", ", l0c", ", bt", ", fb"]);
            of(format!("!pto.ptr<{elem}{space}>"), kind, elem)
        }
        Kind::TENSOR_VIEW => view(rng, "tensor_view", kind),
        Kind::PART_VIEW => view(rng, "partition_tensor_view", kind),
        Kind::MEMREF => {
            let elem = rng.pick(&["f32", "f16", "i32", "i8"]);
            let tail = rng.pick(&["", ", strided<[64, 1], offset: 8>", ", #pto.address_space<vec>", ", 2"]);
            let dims = rng.pick(&["16x64", "?x64", "4x?"]);
            of(format!("memref<{dims}x{elem}{tail}>"), kind, elem)
        }
        Kind::MULTI_TILE => {
            let count = 2 + rng.below(3);
            let elem = rng.pick(&["f16", "f32", "i8"]);
            if rng.one_in(2) {
                plain(format!("!pto.multi_tile_buf<vec, 16x64x{elem}, count={count}>"), kind)
            } else {
                plain(format!("!pto.multi_tile_buf<!pto.tile_buf<mat, 32x64x{elem}>, count={count}>"), kind)
            }
        }
        Kind::VREG => {
            let (elem, bytes) = rng.pick(ELEMENTS);
            of(format!("!pto.vreg<{}x{elem}>", 256 / bytes), kind, elem)
        }
        Kind::MASK => plain(rng.pick(&["!pto.mask<b8>", "!pto.mask<b16>", "!pto.mask<b32>"]), kind),
        Kind::ALIGN => plain("!pto.align", kind),
        Kind::PIPE => plain("!pto.pipe", kind),
        Kind::EVENT => plain("!pto.event", kind),
        Kind::EVENT_ARRAY => plain(format!("!pto.eventid_array<{}>", 1 + rng.below(8)), kind),
        Kind::LOCAL_ARRAY => {
            let elem = rng.pick(&["i32", "f32", "i8"]);
            of(format!("!pto.local_array<{}x{elem}>", rng.pick(&["8", "4x4"])), kind, elem)
        }
        Kind::STRUCT => plain(rng.pick(&["!pto.struct<i32>", "!pto.struct<i64, f32, !pto.struct<i8, f16>>"]), kind),
        Kind::ASYNC_SESSION => plain("!pto.async_session", kind),
        Kind::ASYNC_EVENT => plain("!pto.async_event", kind),
        Kind::PREFETCH_CONTEXT => plain("!pto.prefetch_async_context", kind),
        Kind::FMATRIX_CONFIG => plain("!pto.fmatrix_config", kind),
        Kind::VECTOR => {
            let elem = rng.pick(&["f32", "i16", "i32", "f16"]);
            of(format!("vector<{}x{elem}>", rng.pick(&["4", "2x4"])), kind, elem)
        }
        Kind::TENSOR => {
            let elem = rng.pick(&["f32", "i32"]);
            of(format!("tensor<{}x{elem}>", rng.pick(&["16x16", "?x8"])), kind, elem)
        }
        Kind::VMI_VREG => {
            let elem = rng.pick(&["f32", "f16", "i32", "i8", "bf16"]);
            of(format!("!pto.vmi.vreg<64x{elem}{}>", layout(rng)), kind, elem)
        }
        Kind::VMI_MASK => {
            let granularity = rng.pick(&["pred", "b8", "b16", "b32"]);
            plain(format!("!pto.vmi.mask<64x{granularity}{}>", layout(rng)), kind)
        }
        Kind::GROUP => plain("!pto.group<4>", kind),
        _ => plain(rng.pick(&["!llvm.ptr", "!llvm.ptr<1>", "!llvm.struct<(i32, f32)>"]), Kind::FOREIGN),
    }
}

fn layout(rng: &mut Rng) -> &'static str {
    rng.pick(&[
        "",
        "",
        ", #pto.vmi.layout<contiguous>",
        ", #pto.vmi.layout<contiguous, lane_stride = 2>",
        ", #pto.vmi.layout<deinterleaved = 2>",
        ", #pto.vmi.layout<block_deinterleaved = 4>",
        ", #pto.vmi.layout<num_groups = 64, slots = 1>",
    ])
}

fn view(rng: &mut Rng, name: &str, kind: Kind) -> Ty {
    let (elem, _) = rng.pick(ELEMENTS);
    let dims = rng.pick(&["16x64", "?x64", "?x?", "128", "1x1x1x16x64", "2x8x?"]);
    of(format!("!pto.{name}<{dims}x{elem}>"), kind, elem)
}

/// A tile or tile buffer. Extents are multiples of 32, so that every layout and element size fits.
pub fn tile(rng: &mut Rng, level: Level) -> Ty {
    let (elem, _) = rng.pick(ELEMENTS);
    let (rows, cols) = (rng.pick(&[32, 64, 96]), rng.pick(&[32, 64, 128]));
    let text = match level {
        Level::Values if rng.one_in(2) => format!("!pto.tile<{rows}x{cols}x{elem}>"),
        Level::Values => tile_body(rng, "tile", elem, rows, cols),
        Level::Buffers => tile_body(rng, "tile_buf", elem, rows, cols),
    };
    Ty { text, kind: Kind::TILE, elem: Some(elem.to_owned()), shape: Some((rows, cols)) }
}

/// Locations with a layout that they have.
const PLACES: &[(&str, &str, &str, usize)] = &[
    ("vec", "row_major", "none_box", 512),
    ("vec", "col_major", "none_box", 512),
    ("vec", "col_major", "row_major", 512),
    ("mat", "row_major", "none_box", 512),
    ("mat", "col_major", "row_major", 512),
    ("mat", "row_major", "col_major", 512),
    ("left", "col_major", "row_major", 512),
    ("right", "row_major", "col_major", 512),
    ("acc", "col_major", "row_major", 1024),
    ("bias", "row_major", "none_box", 512),
    ("scaling", "row_major", "row_major", 32),
    ("scaling", "row_major", "none_box", 512),
];

fn tile_body(rng: &mut Rng, name: &str, elem: &str, rows: usize, cols: usize) -> String {
    // Boxes of 512 bytes hold elements that divide 32 bytes.
    let (loc, blayout, slayout, fractal) = rng.pick(PLACES);
    let (mut v_row, mut v_col) = (rows.to_string(), cols.to_string());
    match rng.below(5) {
        0 => v_row = "?".to_owned(),
        1 => (v_row, v_col) = ("?".to_owned(), "?".to_owned()),
        2 => v_col = (cols - 1).to_string(),
        _ => {}
    }
    let (pad, compact) = if rng.one_in(4) { (rng.below(4), rng.below(3)) } else { (0, 0) };
    if rng.one_in(3) {
        return format!(
            "!pto.{name}<loc={loc}, dtype={elem}, rows={rows}, cols={cols}, v_row={v_row}, v_col={v_col}, \
             blayout={blayout}, slayout={slayout}, fractal={fractal}, pad={pad}, compact={compact}>"
        );
    }
    let mut text = format!("!pto.{name}<{loc}, {rows}x{cols}x{elem}");
    if v_row != rows.to_string() || v_col != cols.to_string() || rng.one_in(8) {
        text.push_str(&format!(", valid={v_row}x{v_col}"));
    }
    let fields = [
        ("blayout", blayout.to_owned(), "row_major"),
        ("slayout", slayout.to_owned(), "none_box"),
        ("fractal", fractal.to_string(), "512"),
        ("pad", pad.to_string(), "0"),
        ("compact", compact.to_string(), "0"),
    ];
    for (key, value, default) in fields {
        if value != default || rng.one_in(8) {
            text.push_str(&format!(", {key}={value}"));
        }
    }
    text.push('>');
    text
}
