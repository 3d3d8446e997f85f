//! Golden cases: every `tests/golden/**/*.pto` names its command in its first line,
//!
//! ```text
//! // RUN: pto-opt %s --emit=ssa
//! ```
//!
//! where `%s` is the file. Standard output, standard error and the exit code are compared with the snapshot beside it
//! (`name.pto.snap`). A file may have several `RUN` lines. `INSTA_UPDATE=always cargo test --test golden` accepts what
//! the program does now.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// All files below `tests/golden` with the extension, relative and sorted.
fn files(extension: &str) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![root()];
    while let Some(directory) = waiting.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.insert(path.strip_prefix(root()).unwrap().to_path_buf());
            }
        }
    }
    found
}

/// Runs the commands of one case and describes what they did.
fn transcript(case: &Path) -> String {
    let text = fs::read(root().join(case)).unwrap();
    let text = String::from_utf8_lossy(&text);
    let commands: Vec<_> =
        text.trim_start_matches('\u{feff}').lines().map_while(|line| line.strip_prefix("// RUN: ")).collect();
    assert!(!commands.is_empty(), "the first line of {} is no `// RUN:` line", case.display());
    let mut out = String::new();
    for command in commands {
        let name = case.to_string_lossy().replace('\\', "/");
        let words: Vec<_> = command.split_whitespace().map(|word| word.replace("%s", &name)).collect();
        assert_eq!(words[0], "pto-opt", "{}", case.display());
        // `< FILE` at the end is standard input.
        let (words, stdin) = match words.iter().position(|word| word == "<") {
            Some(at) => (&words[1..at], Stdio::from(fs::File::open(root().join(&words[at + 1])).unwrap())),
            None => (&words[1..], Stdio::null()),
        };
        let result = Command::new(env!("CARGO_BIN_EXE_pto-opt"))
            .args(words)
            .current_dir(root())
            .env_remove("NO_COLOR")
            .stdin(stdin)
            .output()
            .unwrap();
        out.push_str(&format!("$ {command}\nexit code {}\n", result.status.code().unwrap_or(-1)));
        for (name, bytes) in [("stdout", &result.stdout), ("stderr", &result.stderr)] {
            if !bytes.is_empty() {
                out.push_str(&format!("--- {name}\n{}", String::from_utf8_lossy(bytes)));
            }
        }
    }
    out
}

#[test]
fn golden_cases() {
    let mut failed = Vec::new();
    for case in files("pto") {
        let result = catch_unwind(AssertUnwindSafe(|| {
            let name = case.file_name().unwrap().to_string_lossy().into_owned();
            let mut settings = insta::Settings::clone_current();
            settings.set_prepend_module_to_snapshot(false);
            settings.set_omit_expression(true);
            settings.set_snapshot_path(root().join(case.parent().unwrap()));
            settings.bind(|| insta::assert_snapshot!(name, transcript(&case)));
        }));
        if result.is_err() {
            failed.push(case.display().to_string());
        }
    }
    assert!(failed.is_empty(), "these cases differ from their snapshots: {failed:#?}");
}

#[test]
fn every_snapshot_has_its_case() {
    let cases = files("pto");
    for snapshot in files("snap") {
        assert!(cases.contains(&snapshot.with_extension("")), "{} is left over", snapshot.display());
    }
}
