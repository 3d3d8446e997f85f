//! The generated pages of `docs/` are what the program would generate now. `PTO_OPT_UPDATE=1 cargo test --test
//! cli_reference` rewrites them.

use std::path::Path;

#[test]
fn the_page_of_error_codes_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/errors.md");
    let expected = pto_opt::diagnostics::codes::reference();
    if std::env::var_os("PTO_OPT_UPDATE").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(found == expected, "docs/errors.md is out of date; run with PTO_OPT_UPDATE=1");
}
