//! Number literals: what they are worth and whether they fit a type.

use crate::ir::attr_print::float;
use crate::ir::attrs::{Attr, Context};
use crate::ir::type_print;
use crate::ir::types::{Float, Sign, Type, TypeId};
use crate::syntax::scan;

/// A number as written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number<'t> {
    pub negative: bool,
    /// Without sign.
    pub text: &'t str,
    /// Whether it has a point.
    pub float: bool,
}

impl<'t> Number<'t> {
    /// The number that a text with optional sign writes.
    pub fn new(text: &'t str) -> Self {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, &rest[scan::skip_blanks(rest.as_bytes(), 0)..]),
            None => (false, text),
        };
        Number { negative, text, float: text.contains('.') }
    }

    /// Whether it is written in hexadecimal.
    pub fn is_hex(&self) -> bool {
        self.text.starts_with("0x")
    }

    /// The value of an integer, if it fits.
    pub fn integer(&self) -> Option<i128> {
        let magnitude = match self.text.strip_prefix("0x") {
            Some(hex) => parse_digits(hex, 16)?,
            None => parse_digits(self.text, 10)?,
        };
        Some(if self.negative { -magnitude } else { magnitude })
    }
}

fn parse_digits(digits: &str, radix: u32) -> Option<i128> {
    // The standard library also takes a sign.
    digits.bytes().all(|b| b.is_ascii_alphanumeric()).then(|| i128::from_str_radix(digits, radix).ok())?
}

/// The value of a decimal or hexadecimal integer with optional sign.
pub fn parse_int(text: &str) -> Option<i128> {
    Number::new(text.trim()).integer()
}

/// The value of an integer at a type, or `None` when it does not fit. Signless types take signed and unsigned values and
/// mean the same bits by both; the signed one is canonical.
pub fn fit_int(value: i128, width: u32, sign: Sign) -> Option<i128> {
    if width > 126 {
        return Some(value);
    }
    if width == 0 {
        return None;
    }
    let (low, high) = (-(1i128 << (width - 1)), (1i128 << width) - 1);
    match sign {
        Sign::Signed => (low..=high >> 1).contains(&value).then_some(value),
        Sign::Unsigned => (0..=high).contains(&value).then_some(value),
        Sign::Signless if (low..=high).contains(&value) => {
            Some(if value > high >> 1 { value - (high + 1) } else { value })
        }
        Sign::Signless => None,
    }
}

/// Why a literal cannot have a type.
#[derive(Clone, PartialEq, Debug)]
pub struct LiteralError {
    /// What is wrong, with the type.
    pub message: String,
    /// What to write instead, when that is plain.
    pub instead: Option<String>,
}

fn error(message: String) -> LiteralError {
    LiteralError { message, instead: None }
}

/// The attribute that a literal is at a type: an integer, a float, or a boolean for `i1`. A hexadecimal literal of a
/// float type is its bit pattern.
pub fn literal(context: &Context, number: Number, ty: TypeId) -> Result<Attr, LiteralError> {
    let shown = || type_print::type_string(context, ty);
    let sign = if number.negative { "-" } else { "" };
    let text = number.text;
    match context.types.get(ty) {
        Type::Error => Ok(Attr::Error),
        Type::Float(float) => float_literal(number, *float, ty).map_err(|message| LiteralError {
            instead: (!number.float && !number.is_hex() && float::has_decimals(*float))
                .then(|| format!("{sign}{text}.0")),
            message: message.replace("{}", &shown()),
        }),
        kind @ (Type::Int { .. } | Type::Index) => {
            if number.float {
                return Err(error(format!("`{sign}{text}` is not an integer, but its type is {}", shown())));
            }
            let (width, kind_sign) = match kind {
                Type::Int { width, sign } => (*width, *sign),
                _ => (64, Sign::Signed),
            };
            let fits = number.integer().and_then(|value| fit_int(value, width, kind_sign));
            match fits {
                Some(value) if ty == TypeId::I1 => Ok(Attr::Bool(value != 0)),
                Some(value) => Ok(Attr::Int { value, ty }),
                None => Err(error(format!("`{sign}{text}` does not fit {}{}", shown(), range(width, kind_sign)))),
            }
        }
        _ => Err(error(format!("a number cannot have the type {}", shown()))),
    }
}

fn range(width: u32, sign: Sign) -> String {
    if width == 0 || width > 64 {
        return String::new();
    }
    let (low, high) = (-(1i128 << (width - 1)), (1i128 << width) - 1);
    match sign {
        Sign::Signed => format!(" ({low} to {})", high >> 1),
        Sign::Unsigned => format!(" (0 to {high})"),
        Sign::Signless => format!(" ({low} to {high})"),
    }
}

/// Messages hold `{}` where the type belongs.
fn float_literal(number: Number, kind: Float, ty: TypeId) -> Result<Attr, String> {
    let sign = if number.negative { "-" } else { "" };
    let text = number.text;
    let bits = if number.float {
        if !float::has_decimals(kind) {
            return Err("{} has no decimal literals; write the bit pattern in hexadecimal".to_owned());
        }
        float::from_decimal(text, number.negative, kind)
            .ok_or_else(|| format!("`{sign}{text}` is out of the range of {{}}"))?
    } else if number.is_hex() {
        if number.negative {
            return Err("a bit pattern has no sign".to_owned());
        }
        u64::from_str_radix(&text[2..], 16)
            .ok()
            .and_then(|pattern| float::from_pattern(pattern, kind))
            .ok_or_else(|| format!("`{text}` has more bits than {{}}"))?
    } else {
        return Err(format!("the integer `{sign}{text}` cannot have the float type {{}}"));
    };
    Ok(Attr::Float { bits: bits.value, pattern: bits.pattern, ty })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        assert_eq!(parse_int("-0x10"), Some(-16));
        assert_eq!(parse_int(" 42 "), Some(42));
        assert_eq!(parse_int("- 7"), Some(-7));
        assert_eq!(parse_int("--7"), None);
        assert_eq!(parse_int("+7"), None);
        assert_eq!(parse_int(""), None);
        assert_eq!(parse_int("999999999999999999999999999999999999999999"), None);
    }

    #[test]
    fn ranges() {
        assert_eq!(fit_int(255, 8, Sign::Signless), Some(-1));
        assert_eq!(fit_int(-128, 8, Sign::Signless), Some(-128));
        assert_eq!(fit_int(256, 8, Sign::Signless), None);
        assert_eq!(fit_int(-129, 8, Sign::Signless), None);
        assert_eq!(fit_int(128, 8, Sign::Signed), None);
        assert_eq!(fit_int(255, 8, Sign::Unsigned), Some(255));
        assert_eq!(fit_int(-1, 8, Sign::Unsigned), None);
        assert_eq!(fit_int(i128::from(u64::MAX), 64, Sign::Signless), Some(-1));
    }

    #[test]
    fn literals() {
        let context = Context::default();
        let lit = |text, ty| literal(&context, Number::new(text), ty);
        assert_eq!(lit("1", TypeId::I1), Ok(Attr::Bool(true)));
        assert_eq!(lit("-1", TypeId::I1), Ok(Attr::Bool(true)));
        assert_eq!(lit("255", TypeId::I8), Ok(Attr::Int { value: -1, ty: TypeId::I8 }));
        assert_eq!(
            lit("0x3F800000", TypeId::F32),
            Ok(Attr::Float { bits: 1f64.to_bits(), pattern: None, ty: TypeId::F32 })
        );
        assert_eq!(lit("3", TypeId::F32).unwrap_err().instead.as_deref(), Some("3.0"));
        assert_eq!(lit("300", TypeId::UI8).unwrap_err().message, "`300` does not fit ui8 (0 to 255)");
        assert!(lit("1.0e10", TypeId::F16).is_err());
        assert!(lit("1.5", TypeId::I32).is_err());
        assert!(lit("1", TypeId::PIPE).is_err());
        assert!(lit("-0x1", TypeId::F32).is_err());
    }
}
