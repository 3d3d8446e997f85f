//! Each operation with long lists of anything behind its name.

use crate::harness::{cpu_time, on_small_stack, read};
use pto_opt::dialect::registry::OpName;
use std::time::Duration;

/// What is repeated behind the name of an operation, and what stands before and behind all of it.
const LISTS: &[(&str, &str, &str)] = &[
    (" ", "%a, ", "%a"),
    (" ", "%a ", "\n"),
    (" ", "%a, ", "%a : i32"),
    (" %a : ", "i32, ", "i32"),
    (" %a : (", "i32, ", "i32) -> i32"),
    (" %a[", "%a, ", "%a] : i32"),
    ("(", "%a, ", "%a) : i32"),
    (" ", "[%a], ", "[%a]"),
    (" %a, ", "1, ", "1 : i32"),
    (" ", "{a.b = 1} ", ""),
    (" ", "<", ""),
    (" ", "(", ""),
    (" ", "[", ""),
    (" ", "{", ""),
    (" ins(", "%a : i32, ", "%a : i32)"),
    (" ins(", "1, ", "%a : i32)"),
    (" ins(", "%a, ", "%a : i32) outs(%a : i32)"),
    (" ins(%a : ", "i32, ", "i32)"),
    (" ins(%a : i32) outs(", "%a, ", "%a : i32)"),
    (" ins(%a : i32) outs(%a : i32) ", "{a.b = 1} ", ""),
    (" ", "#pto<x>, ", ""),
    (" ", "\"x\", ", ""),
    (" ", "word ", ""),
    (" ", "word, ", ""),
    (" ", "a = %a, ", ""),
    (" ", "^a, ", ""),
    (" ", "^a(%a : i32), ", ""),
    (" ", "@a, ", ""),
];

const SHORT: usize = 500;

#[test]
#[ignore = "compares times and takes minutes: cargo test --release --test robustness -- --ignored"]
fn lists_behind_every_operation() {
    on_small_stack(|| {
        let time = |text: &str| {
            let start = cpu_time();
            read(text.as_bytes());
            cpu_time() - start
        };
        for op in OpName::all() {
            let name = op.name();
            let names = [
                name.to_owned(),
                name.trim_start_matches("pto.").to_owned(),
                format!("%r = {name}"),
                format!("\"{name}\""),
            ];
            for name in &names {
                for (before, item, behind) in LISTS {
                    let text = |n: usize| format!("{name}{before}{}{behind}\n", item.repeat(n));
                    let long = text(8 * SHORT);
                    // Reading takes a microsecond for a token; what is far slower is looked at again.
                    if time(&long) < Duration::from_millis(60) {
                        continue;
                    }
                    let (short, long) = (time(&text(SHORT)), time(&long));
                    assert!(
                        long < Duration::from_millis(60) || long < 16 * short,
                        "`{name}{before}` with `{item}`: {short:?} for {SHORT}, {long:?} for {}",
                        8 * SHORT
                    );
                }
            }
        }
    });
}
