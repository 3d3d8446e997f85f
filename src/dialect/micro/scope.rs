//! Scopes of vector code, the barrier inside them, and cache maintenance.

use super::super::def::{Family, Kind, OpDef, Regions, Traits, enum_attr, operand, ptr};
use super::super::enums;

const FAMILY: Family = Family::Register;
const A2A3: &str = "-";
const A5: &str = "V";

/// The table.
pub const OPS: &[OpDef] = &[
    op!("vecscope", "REGION A", "one vector function: registers live only inside").regions(Regions::Body),
    op!(
        "strict_vecscope",
        "( %captures ) REGION A : ( T* ) -> ( R* )",
        "vector function that sees outer values only through its operands"
    )
    .ins(&[operand("captures", Kind::ANY).variadic()])
    .outs(&[operand("results", Kind::ANY).variadic()])
    .regions(Regions::Body)
    .with(Traits::ISOLATED),
    op!("mem_bar", "@kind:str A", "orders accesses to UB inside one vector function by their classes")
        .attrs(&[enum_attr("kind", enums::MEMBAR).required()]),
    op!("dsb", "@mem:str A", "waits until the core's accesses to a memory domain are done")
        .attrs(&[enum_attr("mem", enums::DSB_MEM).required()])
        .pipes("-", "S"),
    op!(
        "dcci",
        "%ptr @cache:str (? , @dst:str ) A : T(ptr)",
        "writes back and drops one line or all of the data cache"
    )
    .ins(&[ptr("ptr")])
    .attrs(&[enum_attr("cache", enums::DCCI_CACHE_LINE).required(), enum_attr("dst", enums::DCCI_DST)])
    .pipes("-", "S"),
];
