//! Names of element types and of type constructors.

use crate::ir::types::{Float, Sign, Type};

/// Widest integer type.
const MAX_WIDTH: u32 = (1 << 24) - 1;

/// The builtin scalar type called `word`.
pub fn scalar(word: &str) -> Option<Type> {
    Some(match word {
        "index" => Type::Index,
        "none" => Type::None,
        "f16" => Type::Float(Float::F16),
        "bf16" => Type::Float(Float::BF16),
        "f32" => Type::Float(Float::F32),
        "f64" => Type::Float(Float::F64),
        "f8E4M3FN" => Type::Float(Float::F8E4M3FN),
        "f8E4M3" => Type::Float(Float::F8E4M3),
        "f8E4M3FNUZ" => Type::Float(Float::F8E4M3FNUZ),
        "f8E4M3B11FNUZ" => Type::Float(Float::F8E4M3B11FNUZ),
        "f8E5M2" => Type::Float(Float::F8E5M2),
        "f8E5M2FNUZ" => Type::Float(Float::F8E5M2FNUZ),
        _ => return integer(word),
    })
}

fn integer(word: &str) -> Option<Type> {
    let (sign, digits) = match word.as_bytes() {
        [b'i', b'1'..=b'9', ..] => (Sign::Signless, &word[1..]),
        [b's', b'i', b'1'..=b'9', ..] => (Sign::Signed, &word[2..]),
        [b'u', b'i', b'1'..=b'9', ..] => (Sign::Unsigned, &word[2..]),
        _ => return None,
    };
    let width: u32 = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())??;
    (width <= MAX_WIDTH).then_some(Type::Int { width, sign })
}

/// The packed or low-precision element type `!pto.name`.
pub fn pto_element(name: &str) -> Option<Float> {
    Some(match name {
        "hif8" => Float::HiF8,
        "f8E8M0" => Float::F8E8M0,
        "f4E1M2x2" => Float::F4E1M2x2,
        "f4E2M1x2" => Float::F4E2M1x2,
        "hif8x2" => Float::HiF8x2,
        "bf16x2" => Float::BF16x2,
        _ => return None,
    })
}

/// C++ and Python spellings of element types and the canonical ones (rules Y2, Y4). Letter case is ignored.
pub const C_NAMES: &[(&str, &str)] = &[
    ("int4b_t", "i4"),
    ("int8", "i8"),
    ("int16", "i16"),
    ("int32", "i32"),
    ("int64", "i64"),
    ("u8", "ui8"),
    ("u16", "ui16"),
    ("u32", "ui32"),
    ("u64", "ui64"),
    ("uint8", "ui8"),
    ("uint16", "ui16"),
    ("uint32", "ui32"),
    ("uint64", "ui64"),
    ("half", "f16"),
    ("fp16", "f16"),
    ("float16_t", "f16"),
    ("bfloat16_t", "bf16"),
    ("float", "f32"),
    ("fp32", "f32"),
    ("float32_t", "f32"),
    ("f8e4m3", "f8E4M3FN"),
    ("float8_e4m3_t", "f8E4M3FN"),
    ("f8e5m2", "f8E5M2"),
    ("float8_e5m2_t", "f8E5M2"),
    ("hifloat8_t", "!pto.hif8"),
    ("float8_e8m0_t", "!pto.f8E8M0"),
    ("float4_e1m2x2_t", "!pto.f4E1M2x2"),
    ("float4_e2m1x2_t", "!pto.f4E2M1x2"),
    ("hifloat8x2_t", "!pto.hif8x2"),
    ("bf16x2_t", "!pto.bf16x2"),
    ("DT_INT8", "i8"),
    ("DT_INT16", "i16"),
    ("DT_INT32", "i32"),
    ("DT_INT64", "i64"),
    ("DT_UINT8", "ui8"),
    ("DT_UINT16", "ui16"),
    ("DT_UINT32", "ui32"),
    ("DT_UINT64", "ui64"),
    ("DT_FP16", "f16"),
    ("DT_BF16", "bf16"),
    ("DT_FP32", "f32"),
    ("DT_HF8", "!pto.hif8"),
    ("DT_FP8E4M3FN", "f8E4M3FN"),
    ("DT_FP8E5M2", "f8E5M2"),
    ("DT_FP8E8M0", "!pto.f8E8M0"),
    ("DT_FP4E1M2", "!pto.f4E1M2x2"),
    ("DT_FP4E2M1", "!pto.f4E2M1x2"),
];

/// The canonical spelling of a C++ or Python name.
pub fn canonical_of_c_name(word: &str) -> Option<&'static str> {
    C_NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, canonical)| *canonical)
}

/// The type behind a canonical spelling of [`C_NAMES`].
pub fn element(canonical: &str) -> Option<Type> {
    match canonical.strip_prefix("!pto.") {
        Some(name) => pto_element(name).map(Type::Float),
        None => scalar(canonical),
    }
}

/// Scalar names for suggestions.
pub const SCALARS: &[&str] = &[
    "index",
    "none",
    "i1",
    "i4",
    "i8",
    "i16",
    "i32",
    "i64",
    "si8",
    "si16",
    "si32",
    "si64",
    "ui8",
    "ui16",
    "ui32",
    "ui64",
    "f16",
    "bf16",
    "f32",
    "f64",
    "f8E4M3FN",
    "f8E4M3",
    "f8E4M3FNUZ",
    "f8E4M3B11FNUZ",
    "f8E5M2",
    "f8E5M2FNUZ",
    "memref",
    "vector",
    "tensor",
    "tuple",
];

/// Names after `!pto.` for suggestions.
pub const PTO_TYPES: &[&str] = &[
    "ptr",
    "tensor_view",
    "partition_tensor_view",
    "tile_view",
    "tile",
    "tile_buf",
    "multi_tile_buf",
    "eventid_array",
    "local_array",
    "struct",
    "pipe",
    "async_session",
    "async_event",
    "prefetch_async_context",
    "event",
    "vreg",
    "mask",
    "align",
    "vmi.vreg",
    "vmi.mask",
    "fmatrix_config",
    "memref",
    "global",
    "group",
    "tpipe",
    "record_event",
    "scalar",
    "hif8",
    "f8E8M0",
    "f4E1M2x2",
    "f4E2M1x2",
    "hif8x2",
    "bf16x2",
];

/// Words that documentation writes where a type is meant.
pub fn is_placeholder(word: &str) -> bool {
    matches!(word, "dtype" | "T")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        assert_eq!(scalar("si8"), Some(Type::Int { width: 8, sign: Sign::Signed }));
        assert_eq!(scalar("i4"), Some(Type::Int { width: 4, sign: Sign::Signless }));
        assert_eq!(scalar("i0"), None);
        assert_eq!(scalar("i8x"), None);
        assert_eq!(scalar("i99999999"), None);
        assert_eq!(scalar("i99999999999999999999"), None);
    }

    #[test]
    fn c_names_have_types() {
        for (name, canonical) in C_NAMES {
            assert!(element(canonical).is_some(), "{name}");
        }
        assert_eq!(canonical_of_c_name("HALF"), Some("f16"));
        assert_eq!(canonical_of_c_name("f32"), None);
    }
}
