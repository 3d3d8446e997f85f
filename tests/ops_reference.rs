//! `docs/ops.md` is written from the definitions and must be current.

use pto_opt::dialect::reference;

#[test]
fn operations_page_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/ops.md");
    let expected = reference::markdown();
    if std::env::var_os("PTO_OPT_UPDATE").is_some_and(|v| v == "1") {
        std::fs::write(path, &expected).expect("docs/ops.md can be written");
        return;
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    let line = found.lines().zip(expected.lines()).take_while(|(a, b)| a == b).count();
    assert!(
        found == expected,
        "docs/ops.md differs from the definitions at line {}: found {:?}, expected {:?}; \
         run `PTO_OPT_UPDATE=1 cargo test --test ops_reference`",
        line + 1,
        found.lines().nth(line),
        expected.lines().nth(line),
    );
}
