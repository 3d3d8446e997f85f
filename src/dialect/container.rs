//! Container operations: `builtin`, `func`, `scf`, `cf`, `arith`, `memref` and the part of `llvm` that kernels use.
//!
//! Operations of other dialects are read in generic form only when unregistered operations are allowed, so they are not
//! listed here.

use super::def::{
    AttrDef, AttrKind, Family, Hand, Infer, Kind, OpDef, Operand, Regions, Traits, alias, attr, enum_attr, index,
    operand,
};
use super::enums;
use crate::ir::types::TypeId;

/// All tables of the container dialects.
pub const TABLES: &[&[OpDef]] = &[STRUCTURE, CONTROL, ARITH, MEMORY];

macro_rules! op {
    ($name:literal, $format:expr, $summary:expr) => {
        OpDef::custom($name, Family::Container, $format, $summary).pipes("S", "S").source(concat!("MLIR ", $name))
    };
}

macro_rules! hand {
    ($name:literal, $hand:ident, $summary:expr, $($spelling:literal),+) => {
        OpDef::hand($name, Family::Container, Hand::$hand, $summary)
            .pipes("S", "S")
            .source(concat!("MLIR ", $name))
            .spellings(&[$($spelling),+])
    };
}

const fn any(name: &'static str) -> Operand {
    operand(name, Kind::ANY)
}
const fn truth(name: &'static str) -> Operand {
    operand(name, Kind::INT).fixed(TypeId::I1)
}

const VALUES: &[Operand] = &[any("operands").variadic()];
const RESULTS: &[Operand] = &[any("results").variadic()];

const STRUCTURE: &[OpDef] = &[
    hand!("builtin.module", Module, "holds functions and further modules", "module [@name] [attributes {..}] { .. }")
        .attrs(&[attr("sym_name", AttrKind::Str), attr("sym_visibility", AttrKind::Str)])
        .aliases(&[alias("module")])
        .regions(Regions::Body)
        .with(Traits::ISOLATED.or(Traits::SYMBOL).or(Traits::SYMBOL_TABLE))
        .pipes("-", "-"),
    hand!(
        "func.func",
        Func,
        "function, or without a body its declaration",
        "func.func [private] @name(%a: T, ..) [-> T] [attributes {..}] { .. }",
        "func.func private @name(T, ..) [-> T]"
    )
    .attrs(&[
        attr("sym_name", AttrKind::Str).required(),
        attr("function_type", AttrKind::Type).required(),
        attr("sym_visibility", AttrKind::Str),
        attr("arg_attrs", AttrKind::Any),
        attr("res_attrs", AttrKind::Any),
        attr("no_inline", AttrKind::Unit),
    ])
    .regions(Regions::Cfg)
    .with(Traits::ISOLATED.or(Traits::SYMBOL))
    .pipes("-", "-"),
    hand!("func.return", Return, "ends a function", "return [%a, .. : T, ..]")
        .ins(VALUES)
        .aliases(&[alias("return")])
        .with(Traits::TERMINATOR),
    hand!("func.call", Call, "calls a function of the module", "%r = func.call @name(%a, ..) : (T, ..) -> T")
        .ins(VALUES)
        .outs(RESULTS)
        .attrs(&[attr("callee", AttrKind::Symbol).required(), attr("no_inline", AttrKind::Unit)])
        .aliases(&[alias("call")]),
    hand!(
        "func.call_indirect",
        CallIndirect,
        "calls a function value",
        "%r = func.call_indirect %callee(%a, ..) : (T, ..) -> T"
    )
    .ins(&[operand("callee", Kind::FOREIGN), any("operands").variadic()])
    .outs(RESULTS),
    op!(
        "builtin.unrealized_conversion_cast",
        "(? %inputs ) A (? : T* ) to R*",
        "stands between types until one of them is gone"
    )
    .ins(&[any("inputs").variadic()])
    .outs(&[any("outputs").at_least(1)])
    .with(Traits::PURE)
    .pipes("-", "-"),
];

/// Bounds of a loop: `index`, or an integer type that the loop names.
const BOUND: Kind = Kind::INDEX.or(Kind::INT);

const CONTROL: &[OpDef] = &[
    hand!(
        "scf.for",
        ScfFor,
        "loop with a counter and carried values",
        "%r = scf.for %i = %lower to %upper step %step [iter_args(%x = %init, ..) -> (T, ..)] [: T] { .. }"
    )
    .ins(&[operand("lower", BOUND), operand("upper", BOUND), operand("step", BOUND), any("inits").variadic()])
    .outs(RESULTS)
    .attrs(&[attr("unsignedCmp", AttrKind::Unit)])
    .regions(Regions::Terminated("scf.yield")),
    hand!("scf.if", ScfIf, "one of two regions", "%r = scf.if %condition [-> (T, ..)] { .. } [else { .. }]")
        .ins(&[truth("condition")])
        .outs(RESULTS)
        .regions(Regions::Terminated("scf.yield")),
    hand!(
        "scf.while",
        ScfWhile,
        "loop whose first region decides and whose second is the body",
        "%r = scf.while (%x = %init, ..) : (T, ..) -> (T, ..) { .. } do { .. }"
    )
    .ins(&[any("inits").variadic()])
    .outs(RESULTS)
    .regions(Regions::Terminated("scf.yield")),
    hand!(
        "scf.condition",
        ScfCondition,
        "ends the first region of `scf.while`",
        "scf.condition(%condition) [%a, .. : T, ..]"
    )
    .ins(&[truth("condition"), any("args").variadic()])
    .with(Traits::TERMINATOR),
    hand!("scf.yield", ScfYield, "gives values to the enclosing operation", "scf.yield [%a, .. : T, ..]")
        .ins(VALUES)
        .with(Traits::TERMINATOR),
    hand!(
        "scf.index_switch",
        ScfIndexSwitch,
        "the region of the matching case, or the default region",
        "%r = scf.index_switch %arg [-> T, ..] case 0 { .. } default { .. }"
    )
    .ins(&[index("arg")])
    .outs(RESULTS)
    .attrs(&[attr("cases", AttrKind::IntArray).required()])
    .regions(Regions::Terminated("scf.yield")),
    hand!(
        "scf.execute_region",
        ScfExecuteRegion,
        "region with any control flow inside",
        "%r = scf.execute_region [-> T] { .. }"
    )
    .outs(RESULTS)
    .regions(Regions::Cfg),
    hand!("cf.br", CfBr, "jumps to a block", "cf.br ^block[(%a, .. : T, ..)]")
        .ins(&[any("destOperands").variadic()])
        .with(Traits::TERMINATOR),
    hand!(
        "cf.cond_br",
        CfCondBr,
        "jumps to one of two blocks",
        "cf.cond_br %condition, ^then[(%a, .. : T, ..)], ^else[(%a, .. : T, ..)]"
    )
    .ins(&[truth("condition"), any("trueDestOperands").variadic(), any("falseDestOperands").variadic()])
    .with(Traits::TERMINATOR),
    hand!(
        "cf.switch",
        CfSwitch,
        "jumps to the block of the matching case",
        "cf.switch %flag : T, [default: ^block, 1: ^block(%a : T)]"
    )
    .ins(&[operand("flag", BOUND), any("defaultOperands").variadic(), any("caseOperands").variadic()])
    .attrs(&[attr("case_values", AttrKind::Any), attr("case_operand_segments", AttrKind::Any)])
    .with(Traits::TERMINATOR),
];

/// Integers, `index`, or vectors of them.
const INTEGERS: Kind = Kind::INT.or(Kind::INDEX).or(Kind::VECTOR).or(Kind::TENSOR);
/// Floats or vectors of them.
const FLOATS: Kind = Kind::FLOAT.or(Kind::VECTOR).or(Kind::TENSOR);
/// Any number or vector of numbers.
const NUMBERS: Kind = Kind::SCALAR.or(Kind::VECTOR).or(Kind::TENSOR);

const INT_PAIR: &[Operand] = &[operand("lhs", INTEGERS), operand("rhs", INTEGERS).like("lhs")];
const INT_RESULT: &[Operand] = &[operand("result", INTEGERS).like("lhs")];
const FLOAT_PAIR: &[Operand] = &[operand("lhs", FLOATS), operand("rhs", FLOATS).like("lhs")];
const FLOAT_RESULT: &[Operand] = &[operand("result", FLOATS).like("lhs")];
const FASTMATH: AttrDef = attr("fastmath", AttrKind::Str);

const BINARY: &str = "%lhs , %rhs A : T(lhs)";

const fn int_binary(def: OpDef) -> OpDef {
    def.ins(INT_PAIR).outs(INT_RESULT).with(Traits::PURE)
}

const OVERFLOW: &str = "%lhs , %rhs (? overflow < @overflowFlags:words > ) A : T(lhs)";

const fn overflowing(def: OpDef) -> OpDef {
    int_binary(def).attrs(const { &[attr("overflowFlags", AttrKind::Str)] })
}

const FLOAT: &str = "%lhs , %rhs (? fastmath < @fastmath:words > ) A : T(lhs)";

const fn float_binary(def: OpDef) -> OpDef {
    def.ins(FLOAT_PAIR).outs(FLOAT_RESULT).attrs(&[FASTMATH]).with(Traits::PURE)
}

const CAST: &str = "%in A : T(in) to R*";
const CAST_INS: &[Operand] = &[operand("in", NUMBERS)];
const CAST_OUTS: &[Operand] = &[operand("out", NUMBERS)];

const fn cast(def: OpDef) -> OpDef {
    def.ins(CAST_INS).outs(CAST_OUTS).with(Traits::PURE)
}

const FLOAT_CAST: &str = "%in (? fastmath < @fastmath:words > ) A : T(in) to R*";

const fn float_cast(def: OpDef) -> OpDef {
    cast(def).attrs(&[FASTMATH])
}

const ARITH: &[OpDef] = &[
    hand!(
        "arith.constant",
        ArithConstant,
        "constant number or vector",
        "%r = arith.constant 1.5 : f32",
        "%r = arith.constant true",
        "%r = arith.constant dense<0> : vector<4xi16>"
    )
    .outs(&[operand("result", NUMBERS)])
    .attrs(&[attr("value", AttrKind::Any).required()])
    .with(Traits::PURE),
    overflowing(op!("arith.addi", OVERFLOW, "sum of integers")),
    overflowing(op!("arith.subi", OVERFLOW, "difference of integers")),
    overflowing(op!("arith.muli", OVERFLOW, "product of integers")),
    overflowing(op!("arith.shli", OVERFLOW, "left shift")),
    int_binary(op!("arith.divsi", BINARY, "quotient of signed integers, toward zero")),
    int_binary(op!("arith.divui", BINARY, "quotient of unsigned integers")),
    int_binary(op!("arith.remsi", BINARY, "remainder of signed integers")),
    int_binary(op!("arith.remui", BINARY, "remainder of unsigned integers")),
    int_binary(op!("arith.floordivsi", BINARY, "quotient of signed integers, rounded down")),
    int_binary(op!("arith.ceildivsi", BINARY, "quotient of signed integers, rounded up")),
    int_binary(op!("arith.ceildivui", BINARY, "quotient of unsigned integers, rounded up")),
    int_binary(op!("arith.maxsi", BINARY, "larger of two signed integers")),
    int_binary(op!("arith.minsi", BINARY, "smaller of two signed integers")),
    int_binary(op!("arith.maxui", BINARY, "larger of two unsigned integers")),
    int_binary(op!("arith.minui", BINARY, "smaller of two unsigned integers")),
    int_binary(op!("arith.andi", BINARY, "bitwise and")),
    int_binary(op!("arith.ori", BINARY, "bitwise or")),
    int_binary(op!("arith.xori", BINARY, "bitwise exclusive or")),
    int_binary(op!("arith.shrsi", BINARY, "right shift with the sign")),
    int_binary(op!("arith.shrui", BINARY, "right shift with zeros")),
    float_binary(op!("arith.addf", FLOAT, "sum of floats")),
    float_binary(op!("arith.subf", FLOAT, "difference of floats")),
    float_binary(op!("arith.mulf", FLOAT, "product of floats")),
    float_binary(op!("arith.divf", FLOAT, "quotient of floats")),
    float_binary(op!("arith.remf", FLOAT, "remainder of floats")),
    float_binary(op!("arith.maximumf", FLOAT, "larger of two floats; NaN wins")),
    float_binary(op!("arith.minimumf", FLOAT, "smaller of two floats; NaN wins")),
    float_binary(op!("arith.maxnumf", FLOAT, "larger of two floats; a number wins over NaN")),
    float_binary(op!("arith.minnumf", FLOAT, "smaller of two floats; a number wins over NaN")),
    op!("arith.negf", "%operand (? fastmath < @fastmath:words > ) A : T(operand)", "negation of a float")
        .ins(&[operand("operand", FLOATS)])
        .outs(&[operand("result", FLOATS).like("operand")])
        .attrs(&[FASTMATH])
        .with(Traits::PURE),
    op!("arith.cmpi", "@predicate:word , %lhs , %rhs A : T(lhs)", "comparison of integers")
        .ins(INT_PAIR)
        .outs(&[operand("result", INTEGERS).infer(Infer::Predicate)])
        .attrs(&[enum_attr("predicate", enums::CMPI).required()])
        .with(Traits::PURE),
    op!(
        "arith.cmpf",
        "@predicate:word , %lhs , %rhs (? fastmath < @fastmath:words > ) A : T(lhs)",
        "comparison of floats"
    )
    .ins(FLOAT_PAIR)
    .outs(&[operand("result", INTEGERS).infer(Infer::Predicate)])
    .attrs(&[enum_attr("predicate", enums::CMPF).required(), FASTMATH])
    .with(Traits::PURE),
    hand!("arith.select", ArithSelect, "one of two values", "%r = arith.select %condition, %a, %b : [T,] T")
        .ins(&[operand("condition", INTEGERS), any("true_value"), any("false_value").like("true_value")])
        .outs(&[any("result").like("true_value")])
        .with(Traits::PURE),
    cast(op!("arith.index_cast", CAST, "`index` to or from a signed integer")),
    cast(op!("arith.index_castui", CAST, "`index` to or from an unsigned integer")),
    cast(op!("arith.extsi", CAST, "signed integer widened")),
    cast(op!("arith.extui", CAST, "unsigned integer widened")),
    cast(op!("arith.trunci", CAST, "integer narrowed")),
    float_cast(op!("arith.extf", FLOAT_CAST, "float widened")),
    float_cast(op!("arith.truncf", FLOAT_CAST, "float narrowed")),
    cast(op!("arith.sitofp", CAST, "signed integer to float")),
    cast(op!("arith.uitofp", CAST, "unsigned integer to float")),
    cast(op!("arith.fptosi", CAST, "float to signed integer, toward zero")),
    cast(op!("arith.fptoui", CAST, "float to unsigned integer, toward zero")),
    cast(op!("arith.bitcast", CAST, "the same bits with another type")),
];

const fn memref(name: &'static str) -> Operand {
    operand(name, Kind::MEMREF)
}
const fn address(name: &'static str) -> Operand {
    operand(name, Kind::FOREIGN)
}

const ALLOC: &str = "( %dynamicSizes ) (? [ %symbolOperands ] ) A : R*";

const fn alloc(def: OpDef) -> OpDef {
    def.ins(const { &[index("dynamicSizes").variadic(), index("symbolOperands").variadic()] })
        .outs(const { &[memref("memref")] })
        .attrs(const { &[attr("alignment", AttrKind::Int(64))] })
}

const MEMREF_CAST: &str = "%source A : T(source) to R*";

const fn memref_cast(def: OpDef) -> OpDef {
    def.ins(const { &[memref("source")] }).outs(const { &[memref("dest")] }).with(Traits::PURE.or(Traits::ALIASES))
}

/// Constant offsets, sizes and strides stand in these lists; `kDynamic` marks the places of operands.
const STATIC: &[AttrDef] = &[
    attr("static_offsets", AttrKind::IntArray).required(),
    attr("static_sizes", AttrKind::IntArray).required(),
    attr("static_strides", AttrKind::IntArray).required(),
];
const WINDOW: &[Operand] =
    &[memref("source"), index("offsets").variadic(), index("sizes").variadic(), index("strides").variadic()];

const VOLATILE: AttrDef = attr("volatile_", AttrKind::Unit).keyword("volatile");
const ALIGNMENT: AttrDef = attr("alignment", AttrKind::Int(64));
const LLVM_CAST: &str = "%arg A : T(arg) to R*";

const fn llvm_cast(def: OpDef) -> OpDef {
    def.ins(const { &[any("arg")] }).outs(const { &[any("res")] }).with(Traits::PURE)
}

const MEMORY: &[OpDef] = &[
    alloc(op!("memref.alloc", ALLOC, "allocates memory")),
    alloc(op!("memref.alloca", ALLOC, "allocates memory until the function returns")),
    op!("memref.dealloc", "%memref A : T(memref)", "frees memory").ins(&[memref("memref")]),
    op!("memref.load", "%memref [ %indices ] A : T(memref)", "reads one element")
        .ins(&[memref("memref"), index("indices").variadic()])
        .outs(&[any("result").infer(Infer::ElementOfFirst)])
        .attrs(&[attr("nontemporal", AttrKind::Bool)]),
    op!("memref.store", "%value , %memref [ %indices ] A : T(memref)", "writes one element")
        .ins(&[any("value"), memref("memref"), index("indices").variadic()])
        .attrs(&[attr("nontemporal", AttrKind::Bool)]),
    hand!(
        "memref.subview",
        MemrefSubview,
        "window of a memref",
        "%r = memref.subview %source[%i, 0] [4, 8] [1, 1] : T to T"
    )
    .ins(WINDOW)
    .outs(&[memref("result")])
    .attrs(STATIC)
    .with(Traits::PURE.or(Traits::ALIASES)),
    hand!(
        "memref.reinterpret_cast",
        MemrefReinterpretCast,
        "memref over the same memory with another shape",
        "%r = memref.reinterpret_cast %source to offset: [%o], sizes: [4, %n], strides: [%s, 1] : T to T"
    )
    .ins(WINDOW)
    .outs(&[memref("result")])
    .attrs(STATIC)
    .with(Traits::PURE.or(Traits::ALIASES)),
    memref_cast(op!("memref.cast", MEMREF_CAST, "the same memref with more or fewer constant extents")),
    memref_cast(op!("memref.memory_space_cast", MEMREF_CAST, "the same memref in another memory space")),
    op!("llvm.load", "(? @volatile_ ) %addr A : T(addr) -> R*", "reads through a pointer")
        .ins(&[address("addr")])
        .outs(&[any("res")])
        .attrs(&[VOLATILE, ALIGNMENT]),
    op!("llvm.store", "(? @volatile_ ) %value , %addr A : T*", "writes through a pointer")
        .ins(&[any("value"), address("addr")])
        .attrs(&[VOLATILE, ALIGNMENT]),
    op!("llvm.alloca", "(? @inalloca ) %arraySize x @elem_type A : ( T* ) -> R*", "memory until the function returns")
        .ins(&[operand("arraySize", Kind::INT)])
        .outs(&[address("res")])
        .attrs(&[
            attr("elem_type", AttrKind::Type).required(),
            ALIGNMENT,
            attr("inalloca", AttrKind::Unit).keyword("inalloca"),
        ]),
    hand!(
        "llvm.getelementptr",
        LlvmGep,
        "address of an element",
        "%r = llvm.getelementptr [inbounds] %base[%i, 0] : (T, ..) -> T, T"
    )
    .ins(&[address("base"), operand("dynamicIndices", BOUND).variadic()])
    .outs(&[address("res")])
    .attrs(&[
        // 32-bit integers, unlike the lists of windows
        attr("rawConstantIndices", AttrKind::Any).required(),
        attr("elem_type", AttrKind::Type).required(),
        attr("inbounds", AttrKind::Unit),
    ])
    .with(Traits::PURE),
    llvm_cast(op!("llvm.bitcast", LLVM_CAST, "the same bits with another type")),
    llvm_cast(op!("llvm.inttoptr", LLVM_CAST, "integer to pointer")),
    llvm_cast(op!("llvm.ptrtoint", LLVM_CAST, "pointer to integer")),
    op!("llvm.extractvalue", "%container [ @position ] A : T(container)", "member of a structure or array")
        .ins(&[address("container")])
        .outs(&[any("res").infer(Infer::LlvmMember)])
        .attrs(&[attr("position", AttrKind::IntArray).required()])
        .with(Traits::PURE),
    op!("llvm.extractelement", "%vector [ %position : T(position) ] A : T(vector)", "lane of a vector")
        .ins(&[operand("vector", Kind::VECTOR.or(Kind::FOREIGN)), operand("position", BOUND)])
        .outs(&[any("res").infer(Infer::ElementOfFirst)])
        .with(Traits::PURE),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn names() -> Vec<&'static str> {
        TABLES
            .iter()
            .flat_map(|t| t.iter())
            .flat_map(|d| std::iter::once(d.name).chain(d.aliases.iter().map(|a| a.name)))
            .collect()
    }

    #[test]
    fn names_are_unique() {
        let names = names();
        let mut seen = BTreeSet::new();
        for name in names {
            assert!(seen.insert(name), "{name} is defined twice");
        }
    }

    #[test]
    fn everything_that_kernels_use_is_defined() {
        let expected = "builtin.module module func.func func.return return func.call call func.call_indirect \
            builtin.unrealized_conversion_cast scf.for scf.if scf.while scf.condition scf.yield scf.index_switch \
            scf.execute_region cf.br cf.cond_br cf.switch arith.constant arith.addi arith.subi arith.muli arith.divsi \
            arith.divui arith.remsi arith.remui arith.floordivsi arith.ceildivsi arith.ceildivui arith.maxsi \
            arith.minsi arith.maxui arith.minui arith.andi arith.ori arith.xori arith.shli arith.shrsi arith.shrui \
            arith.addf arith.subf arith.mulf arith.divf arith.remf arith.maximumf arith.minimumf arith.maxnumf \
            arith.minnumf arith.cmpi arith.cmpf arith.select arith.index_cast arith.index_castui arith.extsi \
            arith.extui arith.extf arith.trunci arith.truncf arith.sitofp arith.uitofp arith.fptosi arith.fptoui \
            arith.bitcast arith.negf memref.alloc memref.load memref.store memref.subview memref.reinterpret_cast \
            memref.cast memref.memory_space_cast llvm.load llvm.store llvm.alloca llvm.getelementptr llvm.bitcast \
            llvm.inttoptr llvm.ptrtoint llvm.extractvalue llvm.extractelement";
        let names: BTreeSet<_> = names().into_iter().collect();
        let missing: Vec<_> = expected.split_whitespace().filter(|n| !names.contains(n)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn unknown_dialects_stay_unknown() {
        assert!(names().iter().all(|n| !n.starts_with("a5vm.")));
    }

    #[test]
    fn terminators_are_marked() {
        for def in TABLES.iter().flat_map(|t| t.iter()) {
            let ends = ["func.return", "scf.yield", "scf.condition", "cf.br", "cf.cond_br", "cf.switch"];
            assert_eq!(def.traits.has(Traits::TERMINATOR), ends.contains(&def.name), "{}", def.name);
        }
    }
}
