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

/// The text of the first block of a kind that comes after `from`.
fn block<'t>(text: &'t str, kind: &str, from: usize) -> Option<(usize, &'t str)> {
    let fence = format!("```{kind}\n");
    let start = from + text[from..].find(&fence)? + fence.len();
    let end = start + text[start..].find("```")?;
    Some((start, &text[start..end]))
}

#[test]
fn the_error_in_the_readme_is_real() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let section = readme.find("## What an error looks like").unwrap();
    let (at, program) = block(&readme, "mlir", section).unwrap();
    let (shown_at, shown) = block(&readme, "text", at).unwrap();

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("readme-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("kernel.pto"), program).unwrap();
    let command = shown.lines().next().unwrap().strip_prefix("$ pto-opt ").unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_pto-opt"))
        .args(command.split(' '))
        .current_dir(&folder)
        .output()
        .unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let expected = format!("$ pto-opt {command}\n{}", String::from_utf8(output.stderr).unwrap());
    if std::env::var_os("PTO_OPT_UPDATE").is_some() {
        std::fs::write(&path, format!("{}{expected}{}", &readme[..shown_at], &readme[shown_at + shown.len()..]))
            .unwrap();
        return;
    }
    assert!(shown == expected, "README.md shows\n{shown}\nbut the program prints\n{expected}");
}
