use super::*;
use crate::dialect::def::{attr, enum_attr, index, operand, ptr};

#[test]
fn every_format_compiles() {
    let mut bad = Vec::new();
    for name in OpName::all() {
        if let Asm::Custom(text) = name.def().asm {
            if let Err(error) = try_compile(name.def(), text) {
                bad.push(format!("{}: {error}: {text}", name.def().name));
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}
