//! Floating-point formats: bit patterns, values, text.
//!
//! A float attribute holds its value as an `f64`, into which every format here fits exactly. Patterns without such a
//! value (NaN payloads, packed and tapered formats) are kept as bits. Text is what MLIR prints: six digits in
//! scientific notation if they give the same value, else the shortest longer form, else the bit pattern.

use crate::ir::types::Float;

/// What the largest exponent means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Top {
    /// Infinity and NaN.
    Ieee,
    /// Numbers, with one NaN: all bits set.
    OneNan,
    /// Numbers; the only NaN is the pattern of negative zero, which does not exist.
    NanAtMinusZero,
}

/// A format with sign, exponent and mantissa.
#[derive(Clone, Copy, Debug)]
struct Format {
    exponent: u32,
    mantissa: u32,
    bias: i32,
    top: Top,
}

const fn format(float: Float) -> Option<Format> {
    let (exponent, mantissa, bias, top) = match float {
        Float::F16 => (5, 10, 15, Top::Ieee),
        Float::BF16 => (8, 7, 127, Top::Ieee),
        Float::F32 => (8, 23, 127, Top::Ieee),
        Float::F64 => (11, 52, 1023, Top::Ieee),
        Float::F8E5M2 => (5, 2, 15, Top::Ieee),
        Float::F8E4M3 => (4, 3, 7, Top::Ieee),
        Float::F8E4M3FN => (4, 3, 7, Top::OneNan),
        Float::F8E4M3FNUZ => (4, 3, 8, Top::NanAtMinusZero),
        Float::F8E4M3B11FNUZ => (4, 3, 11, Top::NanAtMinusZero),
        Float::F8E5M2FNUZ => (5, 2, 16, Top::NanAtMinusZero),
        _ => return None,
    };
    Some(Format { exponent, mantissa, bias, top })
}

/// Bits of one element; for packed formats of the pair.
pub const fn bits(float: Float) -> u32 {
    match float {
        Float::F16 | Float::BF16 | Float::HiF8x2 => 16,
        Float::F32 | Float::BF16x2 => 32,
        Float::F64 => 64,
        _ => 8,
    }
}

/// Whether numbers of the format have decimal literals.
pub const fn has_decimals(float: Float) -> bool {
    format(float).is_some() || matches!(float, Float::F8E8M0)
}

/// Value and, where the value does not tell all, pattern: the content of a float attribute.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bits {
    /// Bits of the `f64`.
    pub value: u64,
    pub pattern: Option<u64>,
}

const NAN: u64 = 0x7ff8_0000_0000_0000;

/// What a bit pattern stands for; `None` when it has more bits than the format.
pub fn from_pattern(pattern: u64, float: Float) -> Option<Bits> {
    let width = bits(float);
    if width < 64 && pattern >> width != 0 {
        return None;
    }
    let value = match (format(float), float) {
        (Some(format), _) => decode(pattern, format),
        (None, Float::F8E8M0) if pattern != 0xff => Some(2f64.powi(pattern as i32 - 127)),
        (None, Float::F8E8M0) => None,
        (None, _) => return Some(Bits { value: 0, pattern: Some(pattern) }),
    };
    Some(match value {
        Some(value) => Bits { value: value.to_bits(), pattern: None },
        None => Bits { value: NAN, pattern: Some(pattern) },
    })
}

/// The nearest number of the format to a decimal literal without sign; `None` when the format has no decimals or the
/// number is out of its range.
pub fn from_decimal(text: &str, negative: bool, float: Float) -> Option<Bits> {
    let mut value = match float {
        Float::F32 => f64::from(text.parse::<f32>().ok()?),
        _ => text.parse::<f64>().ok()?,
    };
    if negative {
        value = -value;
    }
    from_value(value, float)
}

/// The nearest number of the format to a value; `None` when it is out of range.
pub fn from_value(value: f64, float: Float) -> Option<Bits> {
    if !value.is_finite() {
        return None;
    }
    let pattern = encode(value, float)?;
    let bits = from_pattern(pattern, float)?;
    f64::from_bits(bits.value).is_finite().then_some(bits)
}

/// The pattern of a float attribute.
pub fn to_pattern(bits: Bits, float: Float) -> u64 {
    match bits.pattern {
        Some(pattern) => pattern,
        None => encode(f64::from_bits(bits.value), float).unwrap_or(0),
    }
}

fn decode(pattern: u64, format: Format) -> Option<f64> {
    let Format { exponent, mantissa, bias, top } = format;
    let fraction = pattern & ((1 << mantissa) - 1);
    let biased = (pattern >> mantissa) & ((1 << exponent) - 1);
    let sign = if pattern >> (mantissa + exponent) & 1 == 1 { -1.0 } else { 1.0 };
    let last = (1 << exponent) - 1;
    match top {
        Top::Ieee if biased == last => return (fraction == 0).then_some(sign * f64::INFINITY),
        Top::OneNan if biased == last && fraction == (1 << mantissa) - 1 => return None,
        Top::NanAtMinusZero if sign < 0.0 && biased == 0 && fraction == 0 => return None,
        _ => {}
    }
    let (significand, power) = match biased {
        0 => (fraction, 1 - bias - mantissa as i32),
        _ => (fraction | 1 << mantissa, biased as i32 - bias - mantissa as i32),
    };
    Some(sign * scale(significand as f64, power))
}

/// `value * 2^power` without double rounding: `value` is an integer below 2^53 and the result fits.
fn scale(value: f64, power: i32) -> f64 {
    // The smallest subnormal is 2^-1074, whose factor alone does not fit a normal number.
    if power < -1000 { value * 2f64.powi(-1000) * 2f64.powi(power + 1000) } else { value * 2f64.powi(power) }
}

/// Rounds to nearest, ties to even. Out of range gives the pattern of infinity where there is one.
fn encode(value: f64, float: Float) -> Option<u64> {
    if float == Float::F64 {
        return Some(value.to_bits());
    }
    let raw = value.to_bits();
    let negative = raw >> 63 == 1;
    let (mut significand, mut power) = match (raw >> 52) & 0x7ff {
        0 => (raw & ((1 << 52) - 1), -1074),
        biased => (raw & ((1 << 52) - 1) | 1 << 52, biased as i32 - 1075),
    };
    if float == Float::F8E8M0 {
        // Powers of two only, no zero, no sign.
        if negative || value == 0.0 || !value.is_finite() {
            return None;
        }
        let exponent = power + 63 - significand.leading_zeros() as i32;
        let up = value > 1.5 * scale(1.0, exponent);
        return u64::try_from(exponent + i32::from(up) + 127).ok().filter(|p| *p < 0xff);
    }
    let Format { exponent, mantissa, bias, top } = format(float)?;
    let sign = u64::from(negative) << (mantissa + exponent);
    let last = (1u64 << exponent) - 1;
    let infinity = (top == Top::Ieee).then_some(sign | last << mantissa);
    if value.is_infinite() {
        return infinity;
    }
    if significand == 0 {
        return Some(if top == Top::NanAtMinusZero { 0 } else { sign });
    }
    // Bring the significand to 53 bits, then drop what the format does not hold.
    let shift = significand.leading_zeros() as i32 - 11;
    significand <<= shift;
    power -= shift;
    let leading = power + 52;
    let min = 1 - bias;
    let mut biased = if leading < min { 0 } else { leading + bias };
    let drop = 52 - mantissa as i32 + (min - leading).max(0);
    if drop > 54 {
        return Some(if top == Top::NanAtMinusZero { 0 } else { sign });
    }
    let half = 1u64 << (drop - 1);
    let rest = significand & ((1u64 << drop) - 1);
    let mut kept = significand >> drop;
    if rest > half || (rest == half && kept & 1 == 1) {
        kept += 1;
    }
    if kept >> (mantissa + 1) != 0 {
        kept >>= 1;
        biased += 1;
    }
    if biased == 0 && kept >> mantissa != 0 {
        biased = 1;
    }
    let biased = biased as u64;
    let fraction = kept & ((1 << mantissa) - 1);
    let overflow = biased > last
        || match top {
            Top::Ieee => biased == last,
            Top::OneNan => biased == last && fraction == (1 << mantissa) - 1,
            Top::NanAtMinusZero => false,
        };
    if overflow {
        return infinity;
    }
    if biased == 0 && fraction == 0 && top == Top::NanAtMinusZero {
        return Some(0);
    }
    Some(sign | biased << mantissa | fraction)
}

/// The literal of a float attribute.
pub fn text(bits: Bits, float: Float) -> String {
    let value = f64::from_bits(bits.value);
    if bits.pattern.is_none() && value.is_finite() {
        for candidate in [scientific(value), plain(value, digits(float))].into_iter().flatten() {
            let unsigned = candidate.trim_start_matches('-');
            if from_decimal(unsigned, candidate.starts_with('-'), float) == Some(bits) {
                return candidate;
            }
        }
    }
    format!("0x{:X}", to_pattern(bits, float))
}

/// Significant decimal digits that tell all numbers of the format apart, as LLVM counts them.
fn digits(float: Float) -> usize {
    let precision = format(float).map_or(1, |f| f.mantissa as usize + 1);
    2 + precision * 59 / 196
}

/// `1.250000e-01`
fn scientific(value: f64) -> Option<String> {
    let text = format!("{value:.5e}");
    let (mantissa, exponent) = text.split_once('e')?;
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    Some(format!("{mantissa}0e{sign}{exponent:0>2}"))
}

/// `0.333333343`, or `1.00000002E+20` when more than three zeros would stand between the point and the digits.
fn plain(value: f64, digits: usize) -> Option<String> {
    let text = format!("{:.*e}", digits - 1, value.abs());
    let (mantissa, exponent) = text.split_once('e')?;
    let exponent: i32 = exponent.parse().ok()?;
    let digits = mantissa.replace('.', "");
    let digits = digits.trim_end_matches('0');
    let (first, rest) = digits.split_at_checked(1)?;
    let sign = if value.is_sign_negative() { "-" } else { "" };
    // Position of the last digit.
    let low = exponent + 1 - digits.len() as i32;
    let text = if low >= 0 {
        // An integer needs a point to be a float literal; without an exponent it has none.
        if low <= 3 {
            return None;
        }
        format!("{sign}{first}.{}E+{exponent}", if rest.is_empty() { "0" } else { rest })
    } else if exponent >= 0 {
        let (whole, part) = digits.split_at_checked(exponent as usize + 1)?;
        format!("{sign}{whole}.{part}")
    } else if exponent >= -3 {
        format!("{sign}0.{}{digits}", "0".repeat((-exponent - 1) as usize))
    } else {
        format!("{sign}{first}.{}E{exponent}", if rest.is_empty() { "0" } else { rest })
    };
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Float; 16] = [
        Float::F16,
        Float::BF16,
        Float::F32,
        Float::F64,
        Float::F8E4M3FN,
        Float::F8E4M3,
        Float::F8E4M3FNUZ,
        Float::F8E4M3B11FNUZ,
        Float::F8E5M2,
        Float::F8E5M2FNUZ,
        Float::HiF8,
        Float::F8E8M0,
        Float::F4E1M2x2,
        Float::F4E2M1x2,
        Float::HiF8x2,
        Float::BF16x2,
    ];

    fn read(text: &str, float: Float) -> Bits {
        match text.strip_prefix("0x") {
            Some(hex) => from_pattern(u64::from_str_radix(hex, 16).unwrap(), float).unwrap(),
            None => from_decimal(text.trim_start_matches('-'), text.starts_with('-'), float).unwrap(),
        }
    }

    #[test]
    fn every_small_pattern_survives_text() {
        for float in ALL.into_iter().filter(|f| bits(*f) <= 16) {
            for pattern in 0..1u64 << bits(float) {
                let value = from_pattern(pattern, float).unwrap();
                assert_eq!(read(&text(value, float), float), value, "{float:?} {pattern:#x} {}", text(value, float));
                assert_eq!(to_pattern(value, float), pattern, "{float:?} {pattern:#x}");
            }
        }
    }

    #[test]
    fn many_wide_patterns_survive_text() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            for (float, pattern) in [(Float::F32, state >> 32), (Float::F64, state)] {
                let value = from_pattern(pattern, float).unwrap();
                assert_eq!(read(&text(value, float), float), value);
                assert_eq!(to_pattern(value, float), pattern);
            }
        }
    }

    #[test]
    fn encoding_agrees_with_the_processor() {
        let mut state = 1u64;
        for _ in 0..100_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let value = f64::from_bits(state);
            if value.is_finite() {
                assert_eq!(encode(value, Float::F32), Some(u64::from((value as f32).to_bits())), "{value:e}");
            }
        }
    }

    #[test]
    fn text_is_what_mlir_prints() {
        let f32_text = |value: f32| text(from_value(f64::from(value), Float::F32).unwrap(), Float::F32);
        assert_eq!(f32_text(0.125), "1.250000e-01");
        assert_eq!(f32_text(0.0), "0.000000e+00");
        assert_eq!(f32_text(-0.0), "-0.000000e+00");
        assert_eq!(f32_text(1.0 / 3.0), "0.333333343");
        assert_eq!(f32_text(1.0e-5), "1.000000e-05");
        assert_eq!(f32_text(std::f32::consts::PI), "3.14159274");
        assert_eq!(f32_text(1.000_000_1e20), "1.00000011E+20");
        assert_eq!(f32_text(1.234_567_8e-7), "1.23456786E-7");
        assert_eq!(f32_text(16_777_215.0), "0x4B7FFFFF");
        assert_eq!(text(from_pattern(0x7f80_0000, Float::F32).unwrap(), Float::F32), "0x7F800000");
        assert_eq!(text(from_pattern(0x7e00, Float::F16).unwrap(), Float::F16), "0x7E00");
    }

    #[test]
    fn ranges() {
        assert_eq!(from_decimal("1.0e6", false, Float::F16), None);
        assert_eq!(from_decimal("449.0", false, Float::F8E4M3FN).map(|b| f64::from_bits(b.value)), Some(448.0));
        assert_eq!(from_decimal("480.0", false, Float::F8E4M3FN), None);
        assert_eq!(from_pattern(0x1_0000, Float::F16), None);
        assert_eq!(from_decimal("1.0", false, Float::HiF8), None);
        assert_eq!(from_decimal("0.0", false, Float::F8E8M0), None);
        // Rounds to the even neighbour.
        assert_eq!(from_decimal("2049.0", false, Float::F16).map(|b| f64::from_bits(b.value)), Some(2048.0));
        assert_eq!(from_decimal("2051.0", false, Float::F16).map(|b| f64::from_bits(b.value)), Some(2052.0));
    }
}
