//! Bodies of `!pto.tile`, `!pto.tile_buf` and `!pto.multi_tile_buf` in all their spellings.
//!
//! A body is keyed (`loc=vec, dtype=f32, rows=16, ..`), compact (`vec, 16x64xf32, valid=8x?`) or positional as the
//! documentation pages of the instruction set write it. All set the same fields.

use super::Field;
use super::build::{Builder, Node, Param, Tail};
use super::names;
use crate::diagnostics::{Diagnostic, codes};
use crate::dialect::enums::{self, EnumDef};
use crate::ir::types::{BLayout, DYN, Dim, SLayout, Space, Tile, Type, TypeId};
use crate::target::Arch;

/// Keys in the order of the long spelling.
const KEYS: [&str; 11] =
    ["loc", "dtype", "rows", "cols", "v_row", "v_col", "blayout", "slayout", "fractal", "pad", "compact"];

const LOC: usize = 0;
const DTYPE: usize = 1;
const ROWS: usize = 2;
const COLS: usize = 3;
const V_ROW: usize = 4;
const V_COL: usize = 5;
const BLAYOUT: usize = 6;
const SLAYOUT: usize = 7;
const FRACTAL: usize = 8;
const PAD: usize = 9;
const COMPACT: usize = 10;

const FIELDS: [Field; 11] = [
    Field::Loc,
    Field::Dtype,
    Field::Rows,
    Field::Cols,
    Field::VRow,
    Field::VCol,
    Field::BLayout,
    Field::SLayout,
    Field::Fractal,
    Field::Pad,
    Field::Compact,
];

/// What the values of a positional body are, by their number.
const POSITIONS: [&[usize]; 3] = [
    &[DTYPE, ROWS, COLS],
    &[LOC, DTYPE, ROWS, COLS, BLAYOUT, SLAYOUT, FRACTAL, PAD],
    &[LOC, DTYPE, ROWS, COLS, V_ROW, V_COL, BLAYOUT, SLAYOUT, FRACTAL, PAD],
];

/// Word for the box size in the pages.
#[derive(Clone, Copy)]
enum BoxWord {
    /// `None`: no boxes
    None,
    /// `NZ`, `FR`: row-major boxes
    RowMajor,
    /// `ZN`, `RN`: column-major boxes
    ColMajor,
}

/// Fields as they are collected.
#[derive(Default)]
struct Fields {
    seen: [Option<(u32, u32)>; 11],
    loc: Option<Space>,
    dtype: Option<Node>,
    rows: Dim,
    cols: Dim,
    v_row: Option<Dim>,
    v_col: Option<Dim>,
    blayout: Option<BLayout>,
    slayout: Option<SLayout>,
    fractal: Option<u32>,
    box_word: Option<BoxWord>,
    pad: Option<u8>,
    compact: Option<u8>,
    /// The element type was given by a C++ name of packed FP4: the shape counts values, not pairs.
    counts_values: bool,
}

/// What a body may hold.
#[derive(Clone, Copy)]
struct Rules {
    /// `!pto.tile_buf`: everything has a default.
    buffer: bool,
    /// A spelling of the pages: words for what is a number otherwise.
    page: bool,
}

impl<'t> Builder<'t, '_, '_> {
    /// `!pto.tile<..>` or `!pto.tile_buf<..>`.
    pub(super) fn tile(&mut self, params: &[Param<'t>], buffer: bool, start: u32, end: u32) -> Node {
        match self.tile_fields(params, buffer, start, end) {
            Some(fields) => self.make_tile(fields, buffer),
            None => Node::ERROR,
        }
    }

    /// `!pto.multi_tile_buf<slot, count=N>`.
    pub(super) fn multi_tile(&mut self, mut params: Vec<Param<'t>>, start: u32, end: u32) -> Node {
        let mut counts = params.extract_if(.., |p| p.key.is_some_and(|k| k.0 == "count"));
        let (count, again) = (counts.next(), counts.next());
        drop(counts);
        if let Some(again) = again {
            return self.duplicate("count", &again, count.as_ref().map(|c| (c.start, c.end)));
        }
        let Some(count) = count else {
            let span = self.span(start, end);
            self.report(
                Diagnostic::error(codes::BAD_TYPE, span, "`multi_tile_buf` without `count`")
                    .label("the number of slots is missing")
                    .help("write `count=N` after the slot type"),
            );
            return Node::ERROR;
        };
        self.remember(Field::Count, count.start, count.end);
        let slots = match count.tail {
            Tail::Int(n) if count.dims.is_empty() => u32::try_from(n).ok(),
            _ => None,
        };
        let Some(slots) = slots else { return self.expected("a number of slots", count.start, count.end) };
        let slot = match params.as_slice() {
            [Param { key: None, dims, tail: Tail::Type(node), start, end, .. }] if dims.is_empty() => {
                if node.ty != TypeId::ERROR && !matches!(self.env.context.types.get(node.ty), Type::TileBuf(_)) {
                    return self.expected("a slot type `!pto.tile_buf<..>`", *start, *end);
                }
                *node
            }
            rest => self.tile(rest, true, start, end),
        };
        self.make(Type::MultiTileBuf { slot: slot.ty, count: slots }, &[slot])
    }

    fn tile_fields(&mut self, params: &[Param<'t>], buffer: bool, start: u32, end: u32) -> Option<Fields> {
        let mut fields = Fields::default();
        let name = if buffer { "tile_buf" } else { "tile" };
        if params.is_empty() {
            let span = self.span(start, end);
            self.report(
                Diagnostic::error(codes::BAD_TYPE, span, format!("`{name}` without parameters"))
                    .label("expected at least a shape and an element type"),
            );
            return None;
        }
        let ok = if let Some(at) = params.iter().position(|p| !p.dims.is_empty() && p.key.is_none()) {
            self.compact_body(&mut fields, params, at, buffer)
        } else if params.iter().all(|p| p.key.is_some()) {
            let rules = Rules { buffer, page: false };
            params.iter().all(|p| self.keyed(&mut fields, p, rules))
        } else {
            self.positional_body(&mut fields, params, buffer, name)
        };
        if !ok {
            return None;
        }
        for field in [LOC, DTYPE, ROWS, COLS] {
            // Without a location the operand's role decides; only the spellings of the pages and `!pto.tile` allow it.
            let optional = field == LOC && (!buffer || params.iter().all(|p| p.key.is_none()));
            if fields.seen[field].is_none() && !optional {
                let span = self.span(start, end);
                let key = KEYS[field];
                self.report(
                    Diagnostic::error(codes::TILE_FIELD, span, format!("`{name}` without `{key}`"))
                        .label(format!("`{key}` is missing")),
                );
                return None;
            }
        }
        Some(fields)
    }

    /// `vec, 16x64xf32, valid=8x?, ..`; the shape is at position `at`.
    fn compact_body(&mut self, fields: &mut Fields, params: &[Param<'t>], at: usize, buffer: bool) -> bool {
        let rules = Rules { buffer, page: false };
        if at > 1 {
            self.expected("the shape as second parameter", params[at].start, params[at].end);
            return false;
        }
        if at == 1 {
            let loc = &params[0];
            if loc.key.is_some_and(|k| k.0 != "loc") {
                self.expected("a location", loc.start, loc.end);
                return false;
            }
            if !self.set(fields, LOC, loc, rules) {
                return false;
            }
        }
        let shape = &params[at];
        // The shape alone is a spelling of the pages, and what `!pto.tile` has.
        let c_names = !buffer || params.len() == 1;
        if !self.tile_shape(fields, shape, buffer, c_names) {
            return false;
        }
        let mut ok = true;
        for param in &params[at + 1..] {
            match param.key {
                Some(("loc" | "dtype" | "rows" | "cols" | "v_row" | "v_col", start, end)) => {
                    let span = self.span(start, end);
                    let key = self.slice(start, end);
                    let mut diagnostic =
                        Diagnostic::error(codes::TILE_FIELD, span, format!("`{key}` cannot follow a shape"))
                            .label("not a key of the compact spelling");
                    if key.starts_with("v_") {
                        diagnostic = diagnostic.help("write `valid=ROWSxCOLS`");
                    }
                    self.report(diagnostic);
                    ok = false;
                }
                Some(("valid", start, end)) => ok &= self.valid(fields, param, (start, end)),
                Some(_) => ok &= self.keyed(fields, param, rules),
                None => {
                    self.expected("`key=value`", param.start, param.end);
                    ok = false;
                }
            }
        }
        ok
    }

    fn tile_shape(&mut self, fields: &mut Fields, shape: &Param<'t>, buffer: bool, c_names: bool) -> bool {
        if shape.dims.len() != 2 {
            let (start, end) = (shape.start, shape.dims.last().map_or(shape.end, |d| d.2));
            let span = self.span(start, end);
            self.report(
                Diagnostic::error(
                    codes::TILE_SHAPE,
                    span,
                    format!("a tile has 2 dimensions, {} given", shape.dims.len()),
                )
                .label("expected ROWSxCOLS")
                .note("rule Z9"),
            );
            return false;
        }
        for (i, field) in [ROWS, COLS].into_iter().enumerate() {
            let (dim, start, end) = shape.dims[i];
            if dim == DYN && buffer {
                self.dynamic_shape(start, end);
                return false;
            }
            self.remember(FIELDS[field], start, end);
            fields.seen[field] = Some((start, end));
            *(if field == ROWS { &mut fields.rows } else { &mut fields.cols }) = dim;
        }
        fields.seen[DTYPE] = Some((shape.tail_start, shape.end));
        self.dtype(fields, shape, c_names)
    }

    fn dynamic_shape(&mut self, start: u32, end: u32) {
        let span = self.span(start, end);
        self.report(
            Diagnostic::error(codes::TILE_SHAPE, span, "rows and columns of a tile buffer are fixed")
                .label("expected a number")
                .note("only the valid region may be dynamic: `valid=?x?`"),
        );
    }

    fn dtype(&mut self, fields: &mut Fields, param: &Param<'t>, c_names: bool) -> bool {
        if c_names
            && let Tail::Word(word) = param.tail
            && names::scalar(word).is_none()
            && let Some(canonical) = names::canonical_of_c_name(word)
            && let Some(ty) = names::element(canonical)
        {
            self.remember(Field::Dtype, param.tail_start, param.end);
            fields.counts_values = word.to_ascii_lowercase().starts_with("float4_");
            fields.dtype = Some(self.make(ty, &[]));
            return true;
        }
        if let Tail::Word(word) = param.tail
            && location(word).is_some()
        {
            self.expected("an element type", param.tail_start, param.end);
            return false;
        }
        let node = self.element(param);
        fields.dtype = Some(node);
        node.ty != TypeId::ERROR
    }

    /// `valid=ROWSxCOLS`
    fn valid(&mut self, fields: &mut Fields, param: &Param<'t>, key: (u32, u32)) -> bool {
        if let Some(first) = fields.seen[V_ROW] {
            self.duplicate("valid", param, Some(first));
            return false;
        }
        let cols = match param.tail {
            Tail::Int(n) => n,
            Tail::Dyn => DYN,
            _ => {
                self.expected("two numbers or `?` joined by `x`", param.start, param.end);
                return false;
            }
        };
        let [(rows, start, end)] = param.dims[..] else {
            self.expected("two numbers or `?` joined by `x`", param.start, param.end);
            return false;
        };
        // `end` covers the `x`.
        let end = end - 1;
        fields.seen[V_ROW] = Some(key);
        fields.seen[V_COL] = Some(key);
        self.remember(Field::VRow, start, end);
        self.remember(Field::VCol, param.tail_start, param.end);
        fields.v_row = self.valid_extent(rows, start, end);
        fields.v_col = self.valid_extent(cols, param.tail_start, param.end);
        fields.v_row.is_some() && fields.v_col.is_some()
    }

    /// An extent of the valid region; -1 is another spelling of `?`.
    fn valid_extent(&mut self, dim: Dim, start: u32, end: u32) -> Option<Dim> {
        match dim {
            -1 => Some(DYN),
            DYN | 0.. => Some(dim),
            _ => {
                let span = self.span(start, end);
                self.report(
                    Diagnostic::error(codes::TILE_VALID, span, "negative extent of a valid region")
                        .label("expected a number or `?`")
                        .note("-1 is read as `?` (rule Z2)"),
                );
                None
            }
        }
    }

    fn positional_body(&mut self, fields: &mut Fields, params: &[Param<'t>], buffer: bool, name: &str) -> bool {
        let rules = Rules { buffer, page: true };
        let Some(positions) = POSITIONS.iter().find(|p| p.len() == params.len()) else {
            let span = self.span(params[0].start, params[params.len() - 1].end);
            self.report(
                Diagnostic::error(
                    codes::BAD_TYPE,
                    span,
                    format!("{} positional parameters in `{name}`", params.len()),
                )
                .label("expected 3, 8 or 10")
                .note("3: dtype, rows, cols; 8: loc, dtype, rows, cols, blayout, slayout, fractal, pad; 10: with v_row, v_col after cols")
                .help(format!("write `!pto.{name}<vec, 16x64xf32>`")),
            );
            return false;
        };
        let mut ok = true;
        for (&field, param) in positions.iter().zip(params) {
            if let Some((key, start, end)) = param.key
                && key != KEYS[field]
            {
                let span = self.span(start, end);
                self.report(
                    Diagnostic::error(codes::TILE_FIELD, span, format!("`{key}` where `{}` belongs", KEYS[field]))
                        .label(format!("expected `{}`", KEYS[field])),
                );
                ok = false;
                continue;
            }
            ok &= self.set(fields, field, param, rules);
        }
        ok
    }

    /// `key=value`
    fn keyed(&mut self, fields: &mut Fields, param: &Param<'t>, rules: Rules) -> bool {
        let Some((key, start, end)) = param.key else { return false };
        let Some(field) = KEYS.iter().position(|k| *k == key) else {
            let span = self.span(start, end);
            let mut diagnostic = Diagnostic::error(codes::TILE_FIELD, span, format!("unknown tile field `{key}`"))
                .label("not a field of a tile");
            if key == "valid" {
                diagnostic = diagnostic.help("write `v_row=ROWS, v_col=COLS`");
            } else if key == "count" {
                diagnostic = diagnostic.help("only `!pto.multi_tile_buf` has a `count`");
            } else if let Some(best) = crate::diagnostics::suggest::nearest(key, KEYS.into_iter(), 1).first() {
                diagnostic = diagnostic.fix(format!("a field with a similar name exists: `{best}`"), span, *best);
            }
            self.report(diagnostic);
            return false;
        };
        self.set(fields, field, param, rules)
    }

    fn duplicate(&mut self, key: &str, param: &Param<'t>, first: Option<(u32, u32)>) -> Node {
        let (start, end) = param.key.map_or((param.start, param.end), |k| (k.1, k.2));
        let mut diagnostic =
            Diagnostic::error(codes::TILE_FIELD, self.span(start, end), format!("duplicate tile field `{key}`"))
                .label("given again");
        if let Some((start, end)) = first {
            diagnostic = diagnostic.also(self.span(start, end), "first given here");
        }
        self.report(diagnostic);
        Node::ERROR
    }

    fn set(&mut self, fields: &mut Fields, field: usize, param: &Param<'t>, rules: Rules) -> bool {
        let here = param.key.map_or((param.start, param.end), |k| (k.1, k.2));
        if let Some(first) = fields.seen[field].replace(here) {
            self.duplicate(KEYS[field], param, Some(first));
            return false;
        }
        self.remember(FIELDS[field], param.start, param.end);
        if !param.dims.is_empty() {
            self.expected(&format!("a value for `{}`", KEYS[field]), param.start, param.end);
            return false;
        }
        match field {
            LOC => match param.word().and_then(location) {
                Some(space) => fields.loc = Some(space),
                None => return self.bad_location(param),
            },
            DTYPE => return self.dtype(fields, param, !rules.buffer || rules.page),
            ROWS | COLS => {
                let dim = match param.tail {
                    Tail::Int(n) => n,
                    Tail::Dyn if !rules.buffer => DYN,
                    Tail::Dyn => {
                        self.dynamic_shape(param.start, param.end);
                        return false;
                    }
                    _ => return self.bad_field(field, "a number", param),
                };
                *(if field == ROWS { &mut fields.rows } else { &mut fields.cols }) = dim;
            }
            V_ROW | V_COL => {
                let dim = match param.tail {
                    Tail::Int(n) => n,
                    Tail::Dyn => DYN,
                    _ => return self.bad_field(field, "a number or `?`", param),
                };
                let dim = self.valid_extent(dim, param.start, param.end);
                *(if field == V_ROW { &mut fields.v_row } else { &mut fields.v_col }) = dim;
                return dim.is_some();
            }
            BLAYOUT => match self.member(field, enums::get(enums::BLAYOUT), param) {
                Some(0) => fields.blayout = Some(BLayout::RowMajor),
                Some(_) => fields.blayout = Some(BLayout::ColMajor),
                None => return false,
            },
            SLAYOUT => match self.member(field, enums::get(enums::SLAYOUT), param) {
                Some(0) => fields.slayout = Some(SLayout::NoneBox),
                Some(1) => fields.slayout = Some(SLayout::RowMajor),
                Some(_) => fields.slayout = Some(SLayout::ColMajor),
                None => return false,
            },
            FRACTAL => match (param.tail, rules.page) {
                (Tail::Int(n @ (32 | 512 | 1024)), _) => fields.fractal = Some(n as u32),
                (Tail::Word("None"), true) => fields.box_word = Some(BoxWord::None),
                (Tail::Word("NZ" | "FR"), true) => fields.box_word = Some(BoxWord::RowMajor),
                (Tail::Word("ZN" | "RN"), true) => fields.box_word = Some(BoxWord::ColMajor),
                (_, true) => return self.bad_field(field, "32, 512, 1024, `None`, `NZ`, `ZN`, `FR` or `RN`", param),
                (_, false) => return self.bad_field(field, "32, 512 or 1024", param),
            },
            PAD => match (param.tail, rules.page) {
                (Tail::Int(n @ 0..=3), _) => fields.pad = Some(n as u8),
                (Tail::Word("Invalid"), true) => fields.pad = Some(0),
                (Tail::Word(word), true) => match enums::get(enums::PAD_VALUE).find(word) {
                    Some(value) => fields.pad = Some(value as u8),
                    None => return self.bad_field(field, "`Null`, `Zero`, `Max` or `Min`", param),
                },
                _ => return self.bad_number(field, "0 (null), 1 (zero), 2 (max) or 3 (min)", enums::PAD_VALUE, param),
            },
            _ => match param.tail {
                Tail::Int(n @ 0..=2) => fields.compact = Some(n as u8),
                _ => {
                    return self.bad_number(
                        field,
                        "0 (null), 1 (normal) or 2 (row_plus_one)",
                        enums::COMPACT_MODE,
                        param,
                    );
                }
            },
        }
        true
    }

    fn bad_location(&mut self, param: &Param<'t>) -> bool {
        let span = self.span(param.start, param.end);
        let shown = self.slice(param.start, param.end);
        let mut diagnostic = Diagnostic::error(codes::TILE_FIELD, span, format!("no such location `{shown}`"))
            .label("expected `vec`, `mat`, `left`, `right`, `acc`, `bias` or `scaling`");
        if let Some(space) = param.word().and_then(super::build::pointer_space) {
            let name = crate::ir::type_print::location(space);
            diagnostic = diagnostic.fix(format!("tiles call it `{name}`"), span, name);
        }
        self.report(diagnostic);
        false
    }

    fn member(&mut self, field: usize, set: &EnumDef, param: &Param<'t>) -> Option<i32> {
        let value = param.word().and_then(|word| set.find(word));
        if value.is_none() {
            self.bad_field(field, &set.list(), param);
        }
        value
    }

    fn bad_field(&mut self, field: usize, expected: &str, param: &Param<'t>) -> bool {
        let span = self.span(param.start, param.end);
        let shown = self.slice(param.start, param.end);
        self.report(
            Diagnostic::error(codes::TILE_FIELD, span, format!("`{}` cannot be `{shown}`", KEYS[field]))
                .label(format!("expected {expected}"))
                .note("rule Z3"),
        );
        false
    }

    /// A field that is a number here although an enumeration names its values.
    fn bad_number(&mut self, field: usize, expected: &str, set: crate::ir::attrs::EnumId, param: &Param<'t>) -> bool {
        let span = self.span(param.start, param.end);
        let shown = self.slice(param.start, param.end);
        let mut diagnostic =
            Diagnostic::error(codes::TILE_FIELD, span, format!("`{}` cannot be `{shown}`", KEYS[field]))
                .label(format!("expected {expected}"));
        if field == COMPACT && matches!(param.tail, Tail::Int(3)) {
            diagnostic = diagnostic.note("rule Z15: RowAlignedPadding of the C++ library has no spelling");
        } else {
            diagnostic = diagnostic.note("rule Z3");
        }
        if let Some(value) = param.word().and_then(|word| enums::get(set).find(word)) {
            diagnostic = diagnostic.fix(format!("write `{}={value}`", KEYS[field]), span, value.to_string());
        }
        self.report(diagnostic);
        false
    }

    fn make_tile(&mut self, mut fields: Fields, buffer: bool) -> Node {
        let Some(dtype) = fields.dtype else { return Node::ERROR };
        if fields.counts_values && !self.pack(&mut fields) {
            return Node::ERROR;
        }
        if let Some(word) = fields.box_word
            && !self.resolve_box_word(&mut fields, word)
        {
            return Node::ERROR;
        }
        if buffer {
            fields.blayout.get_or_insert(BLayout::RowMajor);
            fields.slayout.get_or_insert(SLayout::NoneBox);
            fields.fractal.get_or_insert(512);
            fields.pad.get_or_insert(0);
            fields.compact.get_or_insert(0);
        }
        self.left_layout(&mut fields);
        let tile = Tile {
            loc: fields.loc,
            dtype: dtype.ty,
            rows: fields.rows,
            cols: fields.cols,
            v_row: fields.v_row.unwrap_or(fields.rows),
            v_col: fields.v_col.unwrap_or(fields.cols),
            blayout: fields.blayout,
            slayout: fields.slayout,
            fractal: fields.fractal,
            pad: fields.pad,
            compact: fields.compact,
        };
        let tile = Box::new(tile);
        self.make(if buffer { Type::TileBuf(tile) } else { Type::Tile(tile) }, &[dtype])
    }

    /// A shape in FP4 values becomes one in pairs.
    fn pack(&mut self, fields: &mut Fields) -> bool {
        for (dim, field) in [(Some(&mut fields.cols), COLS), (fields.v_col.as_mut(), V_COL)] {
            let Some(dim) = dim else { continue };
            if *dim == DYN {
                continue;
            }
            if *dim % 2 != 0 {
                let (start, end) = fields.seen[field].unwrap_or_default();
                let span = self.span(start, end);
                let found = *dim;
                self.report(
                    Diagnostic::error(codes::TILE_SHAPE, span, format!("{found} columns of a packed FP4 type"))
                        .label("expected an even number")
                        .note("under its C++ name the type counts single values; two of them share a byte"),
                );
                return false;
            }
            *dim /= 2;
        }
        true
    }

    fn resolve_box_word(&mut self, fields: &mut Fields, word: BoxWord) -> bool {
        let (wanted, shown) = match word {
            BoxWord::None => (SLayout::NoneBox, "NoneBox"),
            BoxWord::RowMajor => (SLayout::RowMajor, "RowMajor"),
            BoxWord::ColMajor => (SLayout::ColMajor, "ColMajor"),
        };
        fields.fractal = Some(if fields.loc == Some(Space::Acc) { 1024 } else { 512 });
        if fields.slayout == Some(wanted) {
            return true;
        }
        let (start, end) = fields.seen[FRACTAL].unwrap_or_default();
        let (slayout_start, slayout_end) = fields.seen[SLAYOUT].unwrap_or_default();
        let text = self.slice(start, end);
        let diagnostic = Diagnostic::error(
            codes::TILE_FIELD,
            self.span(start, end),
            format!("box word `{text}` contradicts the box layout"),
        )
        .label(format!("needs `{shown}`"))
        .also(self.span(slayout_start, slayout_end), "but this is the box layout");
        self.report(diagnostic);
        false
    }

    /// Left tiles have the layout that the matrix unit of the target reads, whatever the text says (rule Z4).
    fn left_layout(&mut self, fields: &mut Fields) {
        let (Some(Space::Left), Some(arch), Some(written)) = (fields.loc, self.env.arch, fields.blayout) else {
            return;
        };
        let (forced, name) = match arch {
            Arch::A2A3 => (BLayout::RowMajor, "row_major"),
            Arch::A5 | Arch::Cpu => (BLayout::ColMajor, "col_major"),
        };
        if written == forced {
            return;
        }
        fields.blayout = Some(forced);
        if let Some((key_start, key_end)) = fields.seen[BLAYOUT] {
            // Point at the value: it follows the key in this list.
            let span = self
                .fields
                .iter()
                .rev()
                .find(|(field, _)| *field == Field::BLayout)
                .map_or_else(|| self.span(key_start, key_end), |(_, span)| *span);
            self.warn(
                Diagnostic::warning(codes::LEFT_LAYOUT, span, format!("`blayout` of a left tile is {name} on {arch}"))
                    .label("this value is ignored")
                    .note("the target decides the layout of left tiles (rule Z4)")
                    .fix(format!("write `{name}`"), span, name),
            );
        }
    }
}

/// The memory of a tile by name.
pub fn location(word: &str) -> Option<Space> {
    Some(match word {
        "vec" => Space::Vec,
        "mat" => Space::Mat,
        "left" => Space::Left,
        "right" => Space::Right,
        "acc" => Space::Acc,
        "bias" => Space::Bias,
        "scaling" => Space::Scaling,
        _ => return None,
    })
}
