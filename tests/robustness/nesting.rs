//! Every kind of bracket opened 100,000 times in every place it can stand: a diagnostic, no stack overflow, linear time.

use crate::harness::{assert_linear, check, on_small_stack, read};

const DEEP: usize = 100_000;

/// What stands before, what is repeated, what closes it, what stands behind.
type Nest = (&'static str, &'static str, &'static str, &'static str);

const STATEMENT: &str = "func.func @f(%c: i1, %i: index) {\n";

const NESTS: &[Nest] = &[
    // At the start of a statement.
    ("", "(", ")", ""),
    ("", "[", "]", ""),
    ("", "{", "}", ""),
    ("", "<", ">", ""),
    ("", "([{<", ">}])", ""),
    ("", "{-#", "#-}", ""),
    ("", "\"", "\"", ""),
    ("", "!a<", ">", ""),
    ("", "#a<", ">", ""),
    ("%a = ", "(", ")", ""),
    // Modules, functions and regions.
    ("", "module {", "}", ""),
    ("", "module {\n", "}\n", ""),
    ("", "module attributes {a.b = 1} {\n", "}\n", ""),
    ("", "func.func @f() {\n", "return }\n", ""),
    ("", "\"builtin.module\"() ({\n", "}) : () -> ()\n", ""),
    ("", "\"func.func\"() ({\n", "}) : () -> ()\n", ""),
    (STATEMENT, "scf.if %c {\n", "}\n", "return }\n"),
    (STATEMENT, "scf.if %c {\n} else {\n", "}\n", "return }\n"),
    (STATEMENT, "scf.for %i = %i to %i step %i {\n", "}\n", "return }\n"),
    (STATEMENT, "scf.execute_region {\n", "scf.yield\n}\n", "return }\n"),
    (STATEMENT, "scf.execute_region {\n^a:\n", "scf.yield\n}\n", "return }\n"),
    (STATEMENT, "scf.while : () -> () {\nscf.condition(%c)\n} do {\n", "scf.yield\n}\n", "return }\n"),
    (STATEMENT, "scf.index_switch %i\ncase 0 {\n", "}\ndefault {\n}\n", "return }\n"),
    (STATEMENT, "\"scf.if\"(%c) ({\n", "}, {}) : (i1) -> ()\n", "return }\n"),
    (STATEMENT, "pto.section.vector {\n", "}\n", "return }\n"),
    (STATEMENT, "pto.vecscope {\n", "}\n", "return }\n"),
    (STATEMENT, "pto.simt.launch {\n", "}\n", "return }\n"),
    (STATEMENT, "{", "}", "return }\n"),
    // Types.
    (".arg %x : ", "(", ")", "\n"),
    (".arg %x : ", "(i32, ", ") -> ()", "\n"),
    (".arg %x : ", "() -> ", "()", "\n"),
    (".arg %x : ", "(() -> ", "())", "\n"),
    (".arg %x : ", "!pto.ptr<", ">", "\n"),
    (".arg %x : ", "!pto.multi_tile_buf<", ">", "\n"),
    (".arg %x : ", "!pto.struct<i32, ", ">", "\n"),
    (".arg %x : ", "memref<4x", ">", "\n"),
    (".arg %x : ", "memref<", ">", "\n"),
    (".arg %x : ", "vector <", ">", "\n"),
    (".arg %x : ", "tensor<", ">", "\n"),
    (".arg %x : ", "tuple<", ">", "\n"),
    (".arg %x : ", "tuple<tuple<i32>, ", ">", "\n"),
    (".arg %x : ", "!other.type<", ">", "\n"),
    (".arg %x : ", "!other.type<[", "]>", "\n"),
    (".arg %x : ", "i32<", ">", "\n"),
    (".arg %x : memref<4xf32, ", "affine_map<", ">", ">\n"),
    (".arg %x : memref<4xf32, ", "#x<", ">", ">\n"),
    (".arg %x : tuple<", "() -> ", "i32", ">\n"),
    ("func.func @f(%x: ", "tuple<", ">", ") {\n return\n}\n"),
    ("func.func private @f() -> ", "(", ")", "\n"),
    ("func.func private @f() -> ", "(() -> ", ")", "\n"),
    ("%a = pto.tadd %b, %c : ", "(", ")", "\n"),
    ("%a = pto.tadd %b, %c : (i32) -> ", "(", ")", "\n"),
    ("pto.tadd ins(%b : ", "(", ")", ") outs(%a : i32)\n"),
    ("pto.tadd ins", "(", ")", "\n"),
    ("pto.tadd ins(", "{", "}", "\n"),
    ("!a = ", "tuple<", ">", "\n"),
    // Attributes.
    ("%a = arith.constant ", "[", "]", "\n"),
    ("%a = arith.constant ", "{a = ", "}", "\n"),
    ("%a = arith.constant ", "dense<[", "]>", " : tensor<1xi32>\n"),
    ("%a = arith.constant dense<", "[", "]", "> : tensor<1xi32>\n"),
    ("%a = arith.constant ", "array<i32: ", ">", "\n"),
    ("%a = arith.constant ", "-", "", "1 : i32\n"),
    ("module attributes {a.b = ", "[", "]", "} {}\n"),
    ("module attributes {a.b = ", "(", ")", "} {}\n"),
    ("module attributes {a.b = ", "{c = ", "}", "} {}\n"),
    ("module attributes {a.b = ", "#pto<", ">", "} {}\n"),
    ("module attributes {a.b = ", "#pto.x<a = ", ">", "} {}\n"),
    ("module attributes {a.b = ", "#pto.x<a<", ">>", "} {}\n"),
    ("module attributes {a.b = ", "#x<", ">", "} {}\n"),
    ("module attributes {a.b = ", "loc(", ")", "} {}\n"),
    ("module attributes {a.b = ", "loc(fused[", "])", "} {}\n"),
    ("module attributes {a.b = ", "@a::", "@b", "} {}\n"),
    ("module attributes {a.b = ", "tuple<", ">", "} {}\n"),
    ("module attributes ", "{", "}", " {}\n"),
    ("#a = ", "[", "]", "\n"),
    ("#a = ", "<", ">", "\n"),
    ("#a = ", "{a = ", "}", "\n"),
    ("func.func @f() {\n return\n} ", "loc(", ")", "\n"),
    ("func.func @f() {\n return\n} loc(", "fused[", "]", ")\n"),
    ("func.func @f() {\n return\n} loc(", "callsite(", " at unknown)", ")\n"),
    ("func.func @f(%a: i32 ", "{", "}", ") {\n return\n}\n"),
    ("\"pto.tadd\"() <", "{", "}", "> : () -> ()\n"),
    ("\"pto.tadd\"", "(", ")", " : () -> ()\n"),
    ("\"pto.tadd\"(", "{", "}", ") : () -> ()\n"),
    ("\"cf.br\"()", "[", "]", " : () -> ()\n"),
    ("pto.barrier ", "<", ">", "\n"),
    ("pto.barrier #pto.pipe", "<", ">", "\n"),
    ("cf.br ", "^a(", ")", "\n"),
    ("%a = pto.tload %b", "[", "]", "\n"),
    ("tadd ", "#a=", "1", "\n"),
];

fn text(nest: Nest, depth: usize, closed: bool) -> String {
    let (before, open, close, behind) = nest;
    let mut text = before.to_owned() + &open.repeat(depth);
    if closed {
        text += &close.repeat(depth);
        text += behind;
    }
    text
}

#[test]
fn deep_nesting() {
    on_small_stack(|| {
        for &nest in NESTS {
            for closed in [false, true] {
                let name = format!("{:?} {:?} {}", nest.0, nest.1, if closed { "closed" } else { "open" });
                assert_linear(&name, DEEP / 4, |depth| {
                    let reading = read(text(nest, depth, closed).as_bytes());
                    assert!(reading.sink.has_errors(), "{name}: depth {depth} is accepted");
                });
            }
        }
    });
}

/// What programs nest is far below the limit.
#[test]
fn shallow_nesting_is_legal() {
    let text = |depth: usize| {
        let (open, close) = ("scf.if %c {\n".repeat(depth), "}\n".repeat(depth));
        format!("{STATEMENT}{open}{close}return\n}}\n")
    };
    assert!(check(text(100).as_bytes()));
    assert!(!check(text(200).as_bytes()));
    let ty = |depth: usize| format!(".arg %x : {}i32{}\n", "tuple<".repeat(depth), ">".repeat(depth));
    assert!(check(ty(50).as_bytes()));
    assert!(!check(ty(100).as_bytes()));
}

/// Names for types in terms of each other: short text for a type of any size and depth.
#[test]
fn aliases_do_not_grow_without_bounds() {
    on_small_stack(|| {
        let doubling = |n: usize| {
            let lines = (1..n).map(|i| format!("!a{i} = tuple<!a{}, !a{}>\n", i - 1, i - 1));
            format!("!a0 = i32\n{}", lines.collect::<String>())
        };
        let chain = |n: usize| {
            let lines = (1..n).map(|i| format!("!a{i} = !pto.ptr<!a{}>\n", i - 1));
            format!("!a0 = i32\n{}", lines.collect::<String>())
        };
        let attributes = |n: usize| {
            let lines = (1..n).map(|i| format!("#a{i} = [#a{}, #a{}, {{k = #a{}}}]\n", i - 1, i - 1, i - 1));
            format!("#a0 = 1\n{}", lines.collect::<String>())
        };
        let same = |n: usize| {
            let lines = (1..n).map(|i| format!("!a{i} = !a{}\n#a{i} = #a{}\n", i - 1, i - 1));
            format!("!a0 = i32\n#a0 = [1]\n{}", lines.collect::<String>())
        };
        assert_linear("doubling types", 5_000, |n| assert!(read(doubling(n).as_bytes()).sink.has_errors()));
        assert_linear("a chain of types", 5_000, |n| assert!(read(chain(n).as_bytes()).sink.has_errors()));
        assert_linear("growing attributes", 5_000, |n| {
            assert!(read(attributes(n).as_bytes()).sink.has_errors());
        });
        assert_linear("other names", 5_000, |n| assert!(!read(same(n).as_bytes()).sink.has_errors()));
    });
}
