//! One thing many times: long tokens, long lists, and each kind of error over and over. The time must be linear.

use crate::harness::{assert_linear, check_printing, on_small_stack, read};
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Whether the input has errors.
#[derive(Clone, Copy, PartialEq)]
enum Expect {
    Clean,
    Errors,
}
use Expect::{Clean, Errors};

/// A line, with `{}` in the place of its number, `n` times.
fn lines(n: usize, line: &str) -> String {
    let mut out = String::new();
    for i in 0..n {
        out.push_str(&line.replace("{}", &i.to_string()));
        out.push('\n');
    }
    out
}

/// As [`lines`], separated by commas on one line.
fn list(n: usize, item: &str) -> String {
    let mut out = String::new();
    for i in 0..n {
        let _ = write!(out, "{}{}", if i == 0 { "" } else { ", " }, item.replace("{}", &i.to_string()));
    }
    out
}

fn function(args: &str, body: &str) -> String {
    format!("func.func @f({args}) {{\n{body}return\n}}\n")
}

/// Runs all floods of a test before it fails.
#[derive(Default)]
struct Floods {
    failed: Vec<String>,
}

impl Floods {
    fn flood(&mut self, name: &str, n: usize, expect: Expect, text: impl Fn(usize) -> String + Send + Sync) {
        self.run(name, || {
            assert_linear(name, n, |n| {
                let reading = read(text(n).as_bytes());
                match expect {
                    Errors => assert!(reading.sink.has_errors(), "{name} is accepted"),
                    Clean => {
                        assert!(!reading.sink.has_errors(), "{name}: {:?}", reading.sink.diagnostics().first());
                        check_printing(&reading);
                    }
                }
            });
        });
    }

    fn run(&mut self, name: &str, work: impl FnOnce() + Send) {
        if catch_unwind(AssertUnwindSafe(|| on_small_stack(work))).is_err() {
            self.failed.push(name.to_owned());
        }
    }
}

impl Drop for Floods {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(self.failed.is_empty(), "failed: {:#?}", self.failed);
        }
    }
}

// ---- tokens

#[test]
#[ignore = "compares times and takes minutes: cargo test --release --test robustness -- --ignored"]
fn long_tokens() {
    let mut f = Floods::default();
    let n = 250_000;
    let x = |n: usize| "x".repeat(n);
    f.flood("identifier", n, Errors, x);
    f.flood("operation name", n, Errors, |n| format!("pto.{}", x(n)));
    f.flood("generic name", n, Errors, |n| format!("\"{}\"() : () -> ()", x(n)));
    f.flood("value", n, Errors, |n| format!("%{} = arith.constant 1 : i32", x(n)));
    f.flood("used value", n, Errors, |n| format!("pto.tadd ins(%{})", x(n)));
    f.flood("block", n, Errors, |n| format!("func.func @f() {{\n^{}:\n}}", x(n)));
    f.flood("symbol", n, Clean, |n| format!("func.func @{}() {{\n  return\n}}\n", x(n)));
    f.flood("quoted symbol", n, Clean, |n| format!("func.func @\"{}\"() {{\n  return\n}}\n", x(n)));
    f.flood("type name", n, Errors, |n| format!(".arg %a : !{}", x(n)));
    f.flood("type", n, Errors, |n| format!(".arg %a : !pto.ptr<{}>", x(n)));
    f.flood("open type", n, Errors, |n| format!(".arg %a : !pto.ptr<{}", x(n)));
    f.flood("alias", n, Clean, |n| format!("!{0} = i32\n.arg %a : !{0}\n", x(n)));
    f.flood("attribute name", n, Errors, |n| format!("#a = #{}", x(n)));
    f.flood("number", n, Errors, |n| format!("%a = arith.constant {} : i32\n", "9".repeat(n)));
    f.flood("zeros", n, Clean, |n| format!("%a = arith.constant {}1 : i32\n", "0".repeat(n)));
    f.flood("hex number", n, Errors, |n| format!("%a = arith.constant 0x{} : i32\n", "F".repeat(n)));
    f.flood("float", n, Clean, |n| format!("%a = arith.constant 1.{} : f32\n", "3".repeat(n)));
    f.flood("large float", n, Errors, |n| format!("%a = arith.constant {}.0 : f32\n", "3".repeat(n)));
    f.flood("string", n, Clean, |n| format!("module attributes {{a.b = \"{}\"}} {{\n}}\n", x(n)));
    f.flood("escapes", n, Clean, |n| format!("module attributes {{a.b = \"{}\"}} {{\n}}\n", "\\22".repeat(n)));
    f.flood("open string", n, Errors, |n| format!("\"{}", x(n)));
    f.flood("backslashes", n, Errors, |n| format!("\"{}", "\\".repeat(n)));
    f.flood("comment", n, Clean, |n| format!("// {}\nmodule {{\n}}\n", x(n)));
    f.flood("page comment", n, Clean, |n| format!("# {}\nmodule {{\n}}\n", x(n)));
    f.flood("comments", n, Clean, |n| lines(n / 4, "// x") + "module {\n}\n");
    f.flood("page comments", n, Clean, |n| lines(n / 4, "# x") + "module {\n}\n");
    f.flood("hash signs", n, Errors, |n| "#".repeat(n));
    f.flood("hash signs apart", n, Errors, |n| "a # ".repeat(n));
    f.flood("metadata", n, Clean, |n| format!("module {{\n}}\n{{-# {} #-}}\n", x(n)));
    f.flood("much metadata", n, Clean, |n| "module {\n}\n".to_owned() + &"{-# a #-}\n".repeat(n));
    f.flood("open metadata", n, Errors, |n| "{-# ".repeat(n));
    f.flood("blanks", n, Clean, |n| format!("module {{{}\n}}\n", " ".repeat(n)));
    f.flood("newlines", n, Clean, |n| format!("module {{{}}}\n", "\n".repeat(n)));
    f.flood("zero bytes", n, Errors, |n| "\0".repeat(n));
    f.flood("not UTF-8", n, Errors, |n| "é".repeat(n));
    f.flood("one line", n, Errors, |n| "x ".repeat(n));
    f.flood("alternating blanks", n / 4, Errors, |n| "\"a\"      ".repeat(n));
    f.flood("values on one line", n, Errors, |n| "%a ".repeat(n));
    f.flood("lines of one character", n, Errors, |n| "x\n".repeat(n));
    for c in "%^@!\"()[]{}<>,:;=-.?*+|/\\'`~$&".chars() {
        f.flood(&format!("many {c}"), n, Errors, |n| c.to_string().repeat(n));
        f.flood(&format!("lines of {c}"), n / 4, Errors, |n| format!("{c}\n").repeat(n));
        f.flood(&format!("{c} in a region"), n / 4, Errors, |n| format!("module {{\n{}", format!("{c}\n").repeat(n)));
    }
}

#[test]
fn bytes_that_are_not_utf8() {
    let mut f = Floods::default();
    f.run("not UTF-8", || {
        assert_linear("not UTF-8", 250_000, |n| {
            assert!(read(&vec![0xFF; n]).sink.has_errors());
            assert!(read(&b"// \xFE\n".repeat(n / 4)).sink.has_errors());
        });
    });
}

// ---- lists

#[test]
#[ignore = "compares times and takes minutes: cargo test --release --test robustness -- --ignored"]
fn long_lists() {
    let mut f = Floods::default();
    let n = 16_000;
    f.flood("arguments", n, Clean, |n| function(&list(n, "%a{}: i32"), ""));
    f.flood("arguments with attributes", n, Clean, |n| function(&list(n, "%a{}: i32 {x.y = {}}"), ""));
    f.flood("results of a function", n, Clean, |n| format!("func.func private @f() -> ({})\n", list(n, "i32")));
    f.flood("calls", n / 4, Clean, |n| {
        format!("func.func private @g()\n{}", function("", &lines(n, "  func.call @g() : () -> ()")))
    });
    f.flood("operands of a call", n, Clean, |n| {
        let types = list(n, "i32");
        let call = format!("  func.call @g({}) : ({types}) -> ()\n", list(n, "%a"));
        format!("func.func private @g({types})\n{}", function("%a: i32", &call))
    });
    f.flood("results of a call", n, Clean, |n| {
        let types = list(n, "i32");
        let call = format!("  {} = func.call @g() : () -> ({types})\n", list(n, "%r{}"));
        format!("func.func private @g() -> ({types})\n{}", function("", &call))
    });
    f.flood("a pack of results", n, Clean, |n| {
        let types = list(n, "i32");
        let call = format!("  %r:{n} = func.call @g() : () -> ({types})\n  {}", "");
        let uses = format!("func.call @h({}) : ({types}) -> ()\n", list(n, "%r#{}"));
        format!("func.func private @g() -> ({types})\nfunc.func private @h({types})\n{}", function("", &(call + &uses)))
    });
    f.flood("returned values", n, Clean, |n| {
        let types = list(n, "i32");
        format!("func.func @f(%a: i32) -> ({types}) {{\n  return {} : {types}\n}}\n", list(n, "%a"))
    });
    f.flood("loop-carried values", n / 4, Clean, |n| {
        let types = list(n, "i32");
        let carried = list(n, "%b{} = %a");
        let body = format!(
            "  %r:{n} = scf.for %k = %i to %i step %i iter_args({carried}) -> ({types}) {{\n    scf.yield {} : {types}\n  }}\n",
            list(n, "%b{}")
        );
        function("%a: i32, %i: index", &body)
    });
    f.flood("block arguments", n, Clean, |n| {
        let types = list(n, "i32");
        let body = format!("  cf.br ^b({} : {types})\n^b({}):\n", list(n, "%a"), list(n, "%b{}: i32"));
        function("%a: i32", &body)
    });
    f.flood("blocks", n, Clean, |n| {
        let mut body = String::from("  cf.br ^b0\n");
        for i in 0..n {
            let _ = write!(body, "^b{i}:\n  cf.br ^b{}\n", i + 1);
        }
        let _ = writeln!(body, "^b{n}:");
        function("", &body)
    });
    f.flood("blocks backwards", n, Clean, |n| {
        let mut body = format!("  cf.br ^b{n}\n");
        for i in 0..n {
            let _ = write!(body, "^b{i}:\n  cf.cond_br %c, ^b{i}, ^b{}\n", i.saturating_sub(1));
        }
        let _ = write!(body, "^b{n}:\n  cf.cond_br %c, ^b{}, ^e\n^e:\n", n - 1);
        function("%c: i1", &body)
    });
    f.flood("cases", n, Clean, |n| {
        let cases = list(n, "{}: ^b");
        function("%a: i32", &format!("  cf.switch %a : i32, [default: ^b, {cases}]\n^b:\n"))
    });
    f.flood("case regions", n / 4, Clean, |n| {
        let cases = lines(n, "  case {} {\n  }");
        function("%i: index", &format!("  scf.index_switch %i\n{cases}  default {{\n  }}\n"))
    });
    f.flood("uses before the definition", n, Clean, |n| {
        let uses = lines(n, "  %u{} = arith.addi %a{}, %a{} : i32\n  cf.br ^c{}\n^c{}:");
        let defs = lines(n, "  %a{} = arith.constant {} : i32\n  cf.br ^d{}\n^d{}:");
        function("", &format!("  cf.br ^first\n^second:\n{uses}  return\n^first:\n{defs}  cf.br ^second\n^last:\n"))
    });
    f.flood("statements", n, Clean, |n| function("%a: i32", &lines(n, "  %v{} = arith.addi %a, %a : i32")));
    f.flood("chained statements", n, Clean, |n| {
        let mut body = String::from("  %v0 = arith.constant 0 : i32\n");
        for i in 1..n {
            let _ = writeln!(body, "  %v{i} = arith.addi %v{}, %v{} : i32", i - 1, i / 2);
        }
        function("", &body)
    });
    f.flood("distinct types", n, Clean, |n| lines(n, "func.func private @f{}(!pto.tile_buf<vec, 8x{}00xf32>)"));
    f.flood("distinct dictionaries", n, Clean, |n| lines(n, "module @m{} attributes {a.b = {}} {\n}"));
    f.flood("modules", n, Clean, |n| lines(n, "module {\n}"));
    f.flood("nested modules", n, Clean, |n| format!("module {{\n{}}}\n", lines(n, "module @a{} {\n}")));
    f.flood("modules for other targets", n / 4, Clean, |n| {
        lines(n, "module attributes {pto.target_arch = \"a3\"} {\n}\nmodule attributes {pto.target_arch = \"a5\"} {\n}")
    });
    f.flood("statements between modules", n, Clean, |n| lines(n, ".arg %a : i32\nmodule {\n}"));
    f.flood("functions", n, Clean, |n| lines(n, "func.func @f{}() {\n  return\n}"));
    f.flood("elements of a tuple", n, Clean, |n| format!(".arg %a : tuple<{}>\n", list(n, "i{}1")));
    f.flood("fields of a struct", n, Clean, |n| format!("func.func private @f(!pto.struct<{}>)\n", list(n, "i32")));
    f.flood("inputs of a function type", n, Clean, |n| format!(".arg %a : ({}) -> ()\n", list(n, "i32")));
    f.flood("dimensions", n, Clean, |n| format!(".arg %a : memref<{}xi32>\n", "4x".repeat(n).trim_end_matches('x')));
    f.flood("elements of an array", n, Clean, |n| format!("module attributes {{a.b = [{}]}} {{\n}}\n", list(n, "{}")));
    f.flood("elements of a dense attribute", n, Clean, |n| {
        format!("module attributes {{a.b = dense<[{}]> : tensor<{n}xi32>}} {{\n}}\n", list(n, "{}"))
    });
    f.flood("elements of a dense array", n, Clean, |n| {
        format!("module attributes {{a.b = array<i32: {}>}} {{\n}}\n", list(n, "{}"))
    });
    f.flood("keys", n, Clean, |n| format!("module attributes {{{}}} {{\n}}\n", list(n, "a.k{} = {}")));
    f.flood("keys of an inner dictionary", n, Clean, |n| {
        format!("module attributes {{a.b = {{{}}}}} {{\n}}\n", list(n, "k{} = {}"))
    });
    f.flood("parts of a symbol", n, Clean, |n| format!("module attributes {{a.b = @a{}}} {{\n}}\n", "::@b".repeat(n)));
    f.flood("locations", n, Clean, |n| format!("module {{\n}} loc(fused[{}])\n", list(n, "\"f\":{}:1")));
    f.flood("aliases of types", n, Clean, |n| lines(n, "!t{} = !pto.tile_buf<vec, 8x{}00xf32>"));
    f.flood("aliases of attributes", n, Clean, |n| lines(n, "#t{} = [{}, 1]"));
    f.flood("aliases after many types", n / 4, Clean, |n| {
        // Every alias makes all texts read before it suspect.
        format!(
            "{}{}",
            lines(n, "func.func private @f{}(!pto.tile_buf<vec, 8x{}00xf32>)"),
            lines(n, "!t{} = i32\nfunc.func private @g{}(!t{})")
        )
    });
    f.flood("literal operands", n, Clean, |n| {
        function(
            "%t: !pto.tile_buf<vec, 8x64xf32>",
            &lines(
                n,
                "  pto.tadds ins(%t, {}.0 : !pto.tile_buf<vec, 8x64xf32>, f32) outs(%t : !pto.tile_buf<vec, 8x64xf32>)",
            ),
        )
    });
}

/// More than the counts of the program can hold.
#[test]
#[ignore = "compares times and takes minutes: cargo test --release --test robustness -- --ignored"]
fn a_million() {
    let mut f = Floods::default();
    let n = 250_000;
    let types = |n| list(n, "i32");
    f.flood("arguments", n, Errors, |n| function(&list(n, "%a{}: i32"), ""));
    f.flood("declared arguments", n, Errors, |n| format!("func.func private @g({})\n", types(n)));
    f.flood("declared results", n, Errors, |n| format!("func.func private @g() -> ({})\n{}", types(n), "x"));
    f.flood("operands", n, Errors, |n| function("%a: i32", &format!("func.call @g({}) : () -> ()\n", list(n, "%a"))));
    f.flood("generic operands", n, Errors, |n| {
        function("%a: i32", &format!("\"func.call\"({}) {{callee = @g}} : ({}) -> ()\n", list(n, "%a"), types(n)))
    });
    f.flood("results", n, Errors, |n| function("", &format!("{} = func.call @g() : () -> ()\n", list(n, "%a{}"))));
    f.flood("result types", n, Errors, |n| function("", &format!("func.call @g() : () -> ({})\n", types(n))));
    f.flood("block arguments", n, Errors, |n| function("", &format!("cf.br ^a\n^a({}):\n", list(n, "%a{}: i32"))));
    f.flood("successors", n, Errors, |n| function("", &format!("\"cf.br\"()[{}] : () -> ()\n", list(n, "^a"))));
    f.flood("successor arguments", n, Errors, |n| {
        function("%a: i32", &format!("cf.br ^a({} : {})\n", list(n, "%a"), types(n)))
    });
    f.flood("cases", n, Errors, |n| {
        function("%a: i32", &format!("cf.switch %a : i32, [default: ^b, {}]\n^b:\n", list(n, "{}: ^b")))
    });
    f.flood("loop-carried values", n, Errors, |n| {
        function("%i: index", &format!("scf.for %k = %i to %i step %i iter_args({}) {{\n}}\n", list(n, "%b{} = %i")))
    });
    f.flood("tile operands", n, Errors, |n| format!("pto.tadd ins({} : {})\n", list(n, "%a"), types(n)));
    f.flood("tile destinations", n, Errors, |n| format!("pto.tadd outs({} : {})\n", list(n, "%a"), types(n)));
    f.flood("signature", n, Errors, |n| format!("%a = pto.tadd {} : ({}) -> i32\n", list(n, "%a{}"), types(n)));
    f.flood("short signature", n, Errors, |n| format!("%a = tadd {} : {}\n", list(n, "%a{}"), types(n - 1)));
    f.flood("indices", n, Errors, |n| format!("%a = pto.tload %b[{}] : i32\n", list(n, "%a{}")));
    f.flood("indices and types", n, Errors, |n| {
        format!("%a = pto.tload %b[{}], {} : {} -> i32\n", list(n, "%a"), list(n, "%b"), types(n))
    });
    f.flood("sizes of groups", n, Errors, |n| {
        let sizes = list(n, "1");
        format!("\"pto.tadd\"() {{operandSegmentSizes = array<i32: {sizes}>}} : () -> ()\n")
    });
    f.flood("packs", n, Errors, |n| lines(n, "%a{}:65535 = arith.constant 1 : i32"));
    f.flood("packs of nothing", n, Errors, |n| lines(n, "%a{}:65535 = pto.nothing"));
    f.flood("one statement of packs", n, Errors, |n| format!("{} = pto.nothing\n", list(n, "%a{}:65535")));
    f.flood("directives", n, Errors, |n| lines(n, ".arg %a{} : i32"));
}

// ---- errors

#[test]
#[ignore = "compares times and takes minutes: cargo test --release --test robustness -- --ignored"]
fn errors_in_every_statement() {
    let mut f = Floods::default();
    let n = 25_000;
    let inside = |body: String| function("%a: i32, %c: i1, %i: index", &body);
    f.flood("unknown operations", n, Errors, |n| lines(n, "pto.nothing{} %a"));
    f.flood("unknown dialects", n, Errors, |n| lines(n, "d{}.nothing %a"));
    f.flood("unknown words", n, Errors, |n| lines(n, "nothing{} %a"));
    f.flood("unknown generic operations", n, Errors, |n| lines(n, "\"pto.x{}\"() : () -> ()"));
    f.flood("unknown types", n, Errors, |n| lines(n, ".arg %a{} : !pto.nothing{}"));
    f.flood("unknown aliases of types", n, Errors, |n| lines(n, "!a{} = i32") + &lines(n, ".arg %a{} : !b{}"));
    f.flood("unknown aliases of attributes", n, Errors, |n| {
        lines(n, "#a{} = 1") + &lines(n, "module attributes {a.b = #b{}} {}")
    });
    f.flood("wrong types", n, Errors, |n| lines(n, ".arg %a{} : !pto.tile_buf<vec, 8x{}xq32>"));
    f.flood("wrong fields", n, Errors, |n| lines(n, ".arg %a{} : !pto.tile_buf<vec, 8x64xf32, color=c{}>"));
    f.flood("unknown keys", n, Errors, |n| lines(n, "pto.tadd ins() outs() {key{} = 1}"));
    f.flood("unknown keys of one operation", n, Errors, |n| {
        format!("pto.tadd ins() outs() {{{}}}\n", list(n, "k{} = 1"))
    });
    f.flood("keys twice", n, Errors, |n| format!("module attributes {{{}}} {{\n}}\n", list(n, "a.b = {}")));
    f.flood("many dictionaries", n, Errors, |n| format!("pto.tadd ins({}) outs()\n", list(n, "%a {a.k{} = 1}")));
    f.flood("wrong attributes", n, Errors, |n| lines(n, "#a{} = [1, 2"));
    f.flood("wrong words in attributes", n, Errors, |n| format!("#a = [{}]\n", list(n, "w{}")));
    f.flood("unknown enumeration members", n, Errors, |n| lines(n, "module attributes {a.b = #pto<cmp x{}>} {}"));
    f.flood("undefined values", n, Errors, |n| inside(lines(n, "  %v{} = arith.addi %w{}, %a : i32")));
    f.flood("undefined values with similar names", n, Errors, |n| {
        inside(lines(n, "  %value{} = arith.constant 1 : i32") + &lines(n, "  %v{} = arith.addi %valeu{}, %a : i32"))
    });
    f.flood("redefined values", n, Errors, |n| inside(lines(n, "  %v = arith.constant {} : i32")));
    f.flood("values before their definition", n, Errors, |n| {
        let mut body = String::new();
        for i in 0..n {
            let _ = writeln!(body, "  %v{i} = arith.addi %v{}, %a : i32", i + 1);
        }
        inside(body)
    });
    f.flood("one operation uses what comes later", n, Errors, |n| {
        let n = n.min(60_000);
        let call = format!("  func.call @g({}) : ({}) -> ()\n", list(n, "%v{}"), list(n, "i32"));
        inside(call + &lines(n, "  %v{} = arith.constant 1 : i32"))
    });
    f.flood("other types", n, Errors, |n| inside(lines(n, "  %v{} = arith.addi %a, %c : i32")));
    f.flood("other long types", n / 10, Errors, |n| {
        let long = format!("!t = tuple<{}>\n", list(n, "i{}1"));
        long + &function("%t: !t", &lines(n, "  %v{} = arith.addi %t, %t : i32"))
    });
    f.flood("calls with long types", n / 10, Errors, |n| {
        let long = format!("func.func private @g({})\n", list(n, "i32"));
        long + &inside(lines(n, "  func.call @g() : () -> ()"))
    });
    f.flood("calls of unknown functions", n, Errors, |n| {
        lines(n, "func.func private @function{}()") + &inside(lines(n, "  func.call @functoin{}() : () -> ()"))
    });
    f.flood("functions twice", n, Errors, |n| lines(n, "func.func private @f()"));
    f.flood("declarations that are not private", n, Errors, |n| lines(n, "func.func @f()\nfunc.func @f{}()"));
    f.flood("wrong functions", n, Errors, |n| lines(n, "func.func @f{}( {\n return\n}"));
    f.flood("aliases twice", n, Errors, |n| lines(n, "!a = i{}1"));
    f.flood("attribute aliases twice", n, Errors, |n| lines(n, "#a = {}"));
    f.flood("unknown blocks", n, Errors, |n| inside(lines(n, "  cf.br ^block{}\n^b{}:")));
    f.flood("unknown blocks with similar names", n, Errors, |n| inside(lines(n, "  cf.br ^blokc{}\n^block{}:")));
    f.flood("blocks twice", n, Errors, |n| inside(lines(n, "  cf.br ^b\n^b:")));
    f.flood("blocks without an end", n, Errors, |n| inside(lines(n, "^b{}:\n  %v{} = arith.addi %a, %a : i32")));
    f.flood("wrong labels", n, Errors, |n| inside(lines(n, "^b{}(\n  cf.br ^c{}")));
    f.flood("branches without arguments", n, Errors, |n| {
        let args = list(n, "%b{}: i32");
        inside(format!("  cf.br ^big\n{}^big({args}):\n", lines(n, "^b{}:\n  cf.br ^big")))
    });
    f.flood("yields without values", n, Errors, |n| {
        let n = n.min(60_000);
        let types = list(n, "i32");
        inside(format!("  %r:{n} = scf.execute_region -> ({types}) {{\n{}  }}\n", lines(n, "  ^b{}:\n    scf.yield")))
    });
    f.flood("statements after the end", n, Errors, |n| inside(lines(n, "  return")));
    f.flood("loops without an end", n / 4, Errors, |n| inside(lines(n, "  scf.for %k{} = %i to %i step %i {")));
    f.flood("wrong literals", n, Errors, |n| inside(lines(n, "  %v{} = arith.constant {}.5 : i32")));
    f.flood("missing types", n, Errors, |n| inside(lines(n, "  %v{} = arith.addi %a, %a")));
    f.flood("missing operands", n, Errors, |n| inside(lines(n, "  %v{} = arith.addi : i32")));
    f.flood("missing clauses", n, Errors, |n| inside(lines(n, "  pto.tadd ins(%a, %a)")));
    f.flood("destinations without operands", n, Errors, |n| inside(lines(n, "  pto.tadd outs(%a : i32)")));
    f.flood("groups after many literals", n, Errors, |n| {
        format!("pto.tadd ins({}, {})\n", list(n, "1"), list(n, "%a : i32"))
    });
    f.flood("open strings", n, Errors, |n| lines(n, "module attributes {a.b = \"x} {}"));
    f.flood("closing braces", n, Errors, |n| lines(n, "}"));
    f.flood("semicolons", n, Errors, |n| lines(n, ";"));
    f.flood("else", n, Errors, |n| inside(lines(n, "  else {\n  }")));
    f.flood("results of nothing", n, Errors, |n| inside(lines(n, "  %v{} = return")));
    f.flood("wrong numbers of results", n, Errors, |n| inside(lines(n, "  %v{}, %w{} = arith.constant 1 : i32")));
    f.flood("packs out of range", n, Errors, |n| {
        inside(format!(
            "  %p:2 = func.call @g() : () -> (i32, i32)\n{}",
            lines(n, "  %v{} = arith.addi %p#{}, %a : i32")
        ))
    });
    f.flood("unknown targets", n, Errors, |n| lines(n, "module attributes {pto.target_arch = \"b{}\"} {}"));
    f.flood("carriage returns", n, Errors, |n| "x\r".repeat(n));
}

/// A bracket that never closes is looked for once, not again for each one before it.
#[test]
#[ignore = "compares times and takes minutes: cargo test --release --test robustness -- --ignored"]
fn open_brackets_in_every_statement() {
    let mut f = Floods::default();
    let n = 25_000;
    for line in [
        "{",
        "(",
        "[",
        "<",
        "module {",
        "module attributes {",
        "module attributes {a = [",
        "func.func @f(",
        "func.func @f() -> (",
        "func.func @f{}() -> i32 {",
        "func.func private @f(i32 {",
        ".arg %a : (",
        ".arg %a : !pto.ptr<",
        ".arg %a{} : memref<",
        ".arg %a : vector <",
        ".arg %a : tuple<(",
        "!a{} = tuple<",
        "!a{} = (",
        "#a{} = {",
        "#a{} = [",
        "#a{} = array<",
        "#a{} = dense<",
        "#a{} = affine_map<",
        "%a = arith.constant dense<",
        "%a = arith.constant [",
        "%a = arith.constant array<",
        "%a = pto.tadd : (",
        "%a = pto.tadd : (i32) -> (",
        "%a = pto.tadd {",
        "pto.tadd ins(",
        "pto.tadd ins({",
        "pto.tadd ins() outs() {",
        "pto.barrier <",
        "pto.barrier #pto.pipe<",
        "return {",
        "return : (",
        "return loc(",
        "module {} loc(",
        "cf.br ^a(",
        "\"builtin.module\"(",
        "\"builtin.module\"() <{",
        "\"builtin.module\"() ({",
        "\"builtin.module\"() {",
        "\"a",
        "module attributes {a = \"",
        "{-#",
        "scf.if {",
        "scf.for {",
        "tadd [",
        "tadd {",
        "@a<",
        "^a(",
        "barrier(",
        "pto.section.vector {",
        "scf.execute_region -> (",
        "scf.index_switch {",
        "%a = pto.tload [",
        "module attributes {a = \"\\",
        "module attributes { // {",
    ] {
        f.flood(&format!("lines of `{line}`"), n, Errors, |n| lines(n, line));
        f.flood(&format!("words `{line}`"), n, Errors, |n| lines(n, line).replace('\n', " "));
        f.flood(&format!("lines of `{line}` in a function"), n, Errors, |n| {
            format!("func.func @g(%b: i32) {{\n{}", lines(n, line))
        });
    }
}
