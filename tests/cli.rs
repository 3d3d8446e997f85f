//! The program as a whole: inputs, outputs, exit codes, and flags that concern neither syntax nor rules.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const GOOD: &str = "module {\n  func.func @f(%a: index) {\n    %s = arith.addi %a, %a : index\n    return\n  }\n}\n";
const BAD: &str = "module {\n  func.func @f(%a: index) {\n    %s = arith.addi %a, %b : index\n    return\n  }\n}\n";

/// A directory for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// Names in the directory, sorted.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn run(&self, args: &[&str]) -> Run {
        self.run_with(args, "")
    }

    fn run_with(&self, args: &[&str], stdin: &str) -> Run {
        let mut child = self.command(args).stdin(Stdio::piped()).spawn().unwrap();
        // The program may end without reading its input.
        let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
        Run::from(child.wait_with_output().unwrap())
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pto-opt"));
        command.args(args).current_dir(&self.0).env_remove("NO_COLOR");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[derive(Debug)]
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Run { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
    }
}

#[test]
fn standard_input_is_read_without_arguments_and_as_a_dash() {
    let folder = Folder::new("stdin");
    for args in [&[][..], &["-"]] {
        let run = folder.run_with(args, GOOD);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?}");
        assert!(run.out.contains("arith.addi"), "{}", run.out);
    }
    let run = folder.run_with(&["--diagnostics-format=short"], BAD);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.starts_with("<stdin>:3:25: error[V0001]: "), "{}", run.err);
}

#[test]
fn printing_is_stable_and_none_prints_nothing() {
    let folder = Folder::new("stable");
    let once = folder.run_with(&[], GOOD).out;
    assert_eq!(folder.run_with(&[], &once).out, once);
    let none = folder.run_with(&["--emit=none"], GOOD);
    assert_eq!((none.code, none.out.as_str()), (0, ""));
}

#[test]
fn many_inputs_are_printed_in_order_with_markers() {
    let folder = Folder::new("many");
    for i in 0..30 {
        folder.write(&format!("in/k{i:02}.pto"), GOOD.replace("@f", &format!("@f{i}")));
    }
    folder.write("in/notes.txt", "not assembly");
    let run = folder.run(&["in", "-j", "4"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let parts: Vec<_> = run.out.split("// -----\n").collect();
    assert_eq!(parts.len(), 30);
    for (i, part) in parts.iter().enumerate() {
        assert!(part.contains(&format!("@f{i}(")), "part {i}: {part}");
    }
    assert_eq!(folder.run(&["in", "-j1"]).out, run.out, "one thread prints the same");
    // What is printed for many inputs can be read again as one.
    assert_eq!(folder.run_with(&["--split-input-file"], &run.out).out, run.out);
}

#[test]
fn one_bad_input_does_not_hide_the_others() {
    let folder = Folder::new("mixed");
    folder.write("a.pto", BAD);
    folder.write("b.pto", GOOD);
    folder.write("c.pto", BAD);
    let run = folder.run(&["--diagnostics-format=short", "a.pto", "b.pto", "c.pto"]);
    assert_eq!(run.code, 1);
    assert_eq!(run.out.matches("module").count(), 1);
    let lines: Vec<_> = run.err.lines().collect();
    assert!(
        lines[0].starts_with("a.pto:3:25: error[V0001]") && lines[1].starts_with("c.pto:3:25: error"),
        "{}",
        run.err
    );
    assert_eq!(lines[2], "2 errors");
}

#[test]
fn files_that_cannot_be_read_give_two() {
    let folder = Folder::new("missing");
    folder.write("b.pto", GOOD);
    let run = folder.run(&["a.pto", "b.pto"]);
    assert_eq!(run.code, 2);
    assert!(run.err.starts_with("pto-opt: error: cannot read `a.pto`: "), "{}", run.err);
    assert!(run.out.contains("@f"), "the other input is still printed");
    folder.write("empty/readme", "");
    assert_eq!(folder.run(&["empty"]).code, 2);
}

#[test]
fn wrong_flags_give_two() {
    let folder = Folder::new("usage");
    for args in [
        &["--no-such-flag"][..],
        &["--emit=all"],
        &["--arch=a7"],
        &["-j0"],
        &["--max-errors=0"],
        &["--split-input-file="],
        &["-Wno-such-warning"],
        &["-", "-"],
        &["explain", "X9999"],
    ] {
        let run = folder.run(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.contains("error: "), "{args:?}: {}", run.err);
    }
}

#[test]
fn an_output_file_is_written_whole_or_not_at_all() {
    let folder = Folder::new("output");
    folder.write("good.pto", GOOD);
    folder.write("bad.pto", BAD);
    folder.write("out.pto", "old");
    assert_eq!(folder.run(&["good.pto", "bad.pto", "-o", "out.pto"]).code, 1);
    assert_eq!(folder.read("out.pto"), "old", "errors keep the old file");
    let run = folder.run(&["good.pto", "-o", "out.pto"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""));
    assert!(folder.read("out.pto").contains("arith.addi"));
    assert_eq!(folder.run(&["good.pto", "-o", "good.pto"]).code, 0, "onto the input");
    assert!(folder.read("good.pto").contains("arith.addi"));
    assert_eq!(folder.names(), ["bad.pto", "good.pto", "out.pto"], "no temporary file is left");
    for target in ["no/such/folder/out.pto", "."] {
        let run = folder.run(&["good.pto", "-o", target]);
        assert_eq!(run.code, 2, "{target}");
        assert!(run.err.contains("cannot write"), "{}", run.err);
    }
}

#[cfg(unix)]
#[test]
fn output_keeps_modes_links_and_devices() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("modes");
    folder.write("good.pto", GOOD);
    folder.write("real.pto", "old");
    fs::set_permissions(folder.0.join("real.pto"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("real.pto", folder.0.join("link.pto")).unwrap();
    assert_eq!(folder.run(&["good.pto", "-o", "link.pto"]).code, 0);
    assert!(fs::symlink_metadata(folder.0.join("link.pto")).unwrap().is_symlink());
    assert!(folder.read("real.pto").contains("arith.addi"));
    assert_eq!(fs::metadata(folder.0.join("real.pto")).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(folder.run(&["good.pto", "-o", "/dev/null"]).code, 0);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_crash() {
    let folder = Folder::new("pipe");
    folder
        .write("big.pto", GOOD.replace("    %s = ", "").replace("arith.addi %a, %a : index", &many_constants(20_000)));
    let mut child = folder.command(&["big.pto"]).spawn().unwrap();
    drop(child.stdout.take());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

fn many_constants(n: usize) -> String {
    (0..n).map(|i| format!("%c{i} = arith.constant {i} : index\n")).collect()
}

#[test]
fn parts_of_an_input_are_independent() {
    let folder = Folder::new("split");
    let input = format!("{GOOD}// ----- second\n{BAD}// -----\n{GOOD}");
    let run = folder.run_with(&["--split-input-file", "--diagnostics-format=short"], &input);
    assert_eq!(run.code, 1);
    assert_eq!(run.out.split("// -----\n").count(), 2, "the parts without errors are printed");
    assert!(run.err.starts_with("<stdin>:10:25: error[V0001]"), "lines are those of the file: {}", run.err);
    let run = folder.run_with(&["--split-input-file=//@", "--emit=none"], &format!("{GOOD}//@\n{GOOD}"));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

#[test]
fn expected_diagnostics_are_compared() {
    let folder = Folder::new("verify");
    let expected = BAD.replace("%b : index\n", "%b : index // expected-error {{%b}}\n");
    let run = folder.run_with(&["--verify-diagnostics"], &expected);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let run = folder.run_with(&["--verify-diagnostics"], BAD);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("error: unexpected error: [V0001] "), "{}", run.err);
    let run = folder.run_with(&["--verify-diagnostics"], &format!("{GOOD}// expected-warning@above {{{{odd}}}}\n"));
    assert_eq!(run.code, 1);
    assert!(run.err.contains("error: expected warning \"odd\" was not reported"), "{}", run.err);
    let both = format!("{expected}// -----\n{BAD}");
    let run = folder.run_with(&["--verify-diagnostics", "--split-input-file", "--diagnostics-format=short"], &both);
    assert!(run.code == 1 && run.err.starts_with("<stdin>:10:25: error: unexpected error"), "{}", run.err);
    assert_eq!(folder.run_with(&["--verify-diagnostics=only-expected"], BAD).code, 0);
}

#[test]
fn machine_formats_are_well_formed() {
    let folder = Folder::new("formats");
    folder.write("a.pto", BAD);
    folder.write("b.pto", BAD);
    let json = folder.run(&["--diagnostics-format=json", "a.pto", "b.pto"]);
    let files: Vec<_> = json.err.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()).collect();
    assert_eq!(files.len(), 2);
    assert_eq!((&files[0]["file"], &files[1]["file"]), (&"a.pto".into(), &"b.pto".into()));
    assert_eq!((&files[0]["line"], &files[0]["column"], &files[0]["code"]), (&3.into(), &25.into(), &"V0001".into()));
    let sarif = folder.run(&["--diagnostics-format=sarif", "a.pto", "b.pto"]);
    let log: serde_json::Value = serde_json::from_str(&sarif.err).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 2);
    let github = folder.run(&["--diagnostics-format=github", "a.pto"]);
    assert!(github.err.starts_with("::error file=a.pto,line=3,col=25,"), "{}", github.err);
    assert_eq!((json.code, sarif.code, github.code), (1, 1, 1));
}

#[test]
fn shown_errors_can_be_limited() {
    let folder = Folder::new("limit");
    let mut text = String::from("func.func @f(%a: index) {\n");
    for i in 0..9 {
        text.push_str(&format!("  %s{i} = arith.addi %a, %missing{i} : index\n"));
    }
    text.push_str("  return\n}\n");
    let run = folder.run_with(&["--max-errors=3", "--diagnostics-format=short"], &text);
    assert_eq!(run.err.lines().count(), 4, "{}", run.err);
    assert_eq!(run.err.lines().last(), Some("9 errors (6 not shown)"));
}

#[test]
fn colours_follow_the_flag() {
    let folder = Folder::new("colour");
    for (flag, coloured) in [("--color=always", true), ("--color=never", false), ("--color=auto", false)] {
        let run = folder.run_with(&[flag], BAD);
        assert_eq!(run.err.contains("\u{1b}["), coloured, "{flag}");
    }
}

#[test]
fn timing_lists_the_phases() {
    let folder = Folder::new("timing");
    let run = folder.run_with(&["--timing"], GOOD);
    assert_eq!(run.code, 0);
    for word in ["read ", "parse and verify ", "print ", "wall clock "] {
        assert!(run.err.contains(word), "{word}: {}", run.err);
    }
}

#[test]
fn invalid_utf8_is_one_error_at_its_place() {
    let folder = Folder::new("utf8");
    let mut bytes = GOOD.as_bytes().to_vec();
    bytes.splice(9..9, *b"// \xff\xfe\n");
    folder.write("k.pto", bytes);
    let run = folder.run(&["--diagnostics-format=short", "k.pto"]);
    assert_eq!(run.code, 1);
    assert!(run.err.starts_with("k.pto:2:4: error[P0004]: "), "{}", run.err);
    assert_eq!(run.err.lines().last(), Some("1 error"), "{}", run.err);
}

#[test]
fn byte_order_mark_and_line_ends_of_other_systems_are_read() {
    let folder = Folder::new("bom");
    let run = folder.run_with(&["--diagnostics-format=short"], &format!("\u{feff}{}", BAD.replace('\n', "\r\n")));
    assert!(run.err.starts_with("<stdin>:3:25: error[V0001]"), "{}", run.err);
    let run = folder.run_with(&[], &format!("\u{feff}{}", GOOD.replace('\n', "\r\n")));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

#[test]
fn fmt_rewrites_and_checks() {
    let folder = Folder::new("fmt");
    let messy = GOOD.replace("    %s", "  // keep me\n         %s");
    folder.write("k.pto", &messy);
    folder.write("bad.pto", "module {\n");
    let check = folder.run(&["fmt", "--check", "k.pto"]);
    assert_eq!(check.code, 1);
    assert!(check.out.starts_with("k.pto:3: "), "{}", check.out);
    assert_eq!(folder.read("k.pto"), messy, "--check changes nothing");
    let run = folder.run(&["fmt", "k.pto"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let tidy = folder.read("k.pto");
    assert!(tidy.contains("    // keep me\n    %s = arith.addi"), "{tidy}");
    assert_eq!(folder.run(&["fmt", "--check", "k.pto"]).code, 0, "formatting twice changes nothing");
    assert_eq!(folder.run_with(&["fmt"], &messy).out, tidy, "standard input goes to standard output");
    let run = folder.run(&["fmt", "bad.pto"]);
    assert_eq!(run.code, 1);
    assert_eq!(folder.read("bad.pto"), "module {\n", "a file with errors is left alone");
}

#[test]
fn explain_prints_pages_and_the_table() {
    let folder = Folder::new("explain");
    let page = folder.run(&["explain", "v0001", "unknown-operation"]);
    assert_eq!(page.code, 0);
    assert!(page.out.starts_with("V0001 undefined-value: ") && page.out.contains("\nP0009 unknown-operation: "));
    let table = folder.run(&["explain"]);
    assert!(table.out.starts_with("P0001  unexpected-token "), "{}", table.out);
    let run = folder.run(&["explain", "unknown-operatoin"]);
    assert!(run.code == 2 && run.err.contains("did you mean `unknown-operation`?"), "{}", run.err);
}

#[test]
fn ops_lists_and_describes() {
    let folder = Folder::new("ops");
    let table = folder.run(&["ops"]);
    assert!(table.code == 0 && table.out.contains("tadd"), "{}", table.out);
    let one = folder.run(&["ops", "pto.tadd"]);
    assert!(one.code == 0 && one.out.contains("outs"), "{}", one.out);
    assert_eq!(folder.run(&["ops", "pto.taddd"]).code, 2);
}

#[test]
fn help_version_completions_and_manual_are_printed() {
    let folder = Folder::new("help");
    for (args, word) in [
        (&["--help"][..], "--split-input-file"),
        (&["--version"], env!("CARGO_PKG_VERSION")),
        (&["help", "fmt"], "--check"),
        (&["completions", "bash"], "complete -F"),
        (&["completions", "zsh"], "#compdef pto-opt"),
        (&["man"], ".TH pto-opt"),
    ] {
        let run = folder.run(args);
        assert!(run.code == 0 && run.out.contains(word) && run.err.is_empty(), "{args:?}: {}", run.err);
    }
}

#[test]
fn output_does_not_depend_on_threads_or_runs() {
    let folder = Folder::new("deterministic");
    for i in 0..12 {
        folder.write(&format!("k{i}.pto"), if i % 3 == 0 { BAD } else { GOOD });
    }
    let first = folder.run(&[".", "-j1"]);
    for threads in ["-j2", "-j8"] {
        let run = folder.run(&[".", threads]);
        assert_eq!((&run.out, &run.err, run.code), (&first.out, &first.err, first.code));
    }
}
