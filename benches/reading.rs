//! Speed and memory of reading, as ratios: to the MD5 sum of the same file, to a hundredth of the file, to its size.
//!
//! `cargo bench --bench reading [MEGABYTES]`. The input is a module as a compiler prints it: AS Level 2, about 60
//! operations in a function, tile types in the long spelling. The binary of the release profile is measured, from start
//! to exit.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Ratios that were measured when the code last became faster, for comparison: time to MD5, memory to file size.
const BASELINE: &[(&str, f64)] = &[("time / md5sum", 1.2), ("memory / file", 1.35), ("per byte, large / small", 1.0)];

const TILE: &str = "!pto.tile_buf<loc=vec, dtype=f32, rows=16, cols=64, v_row=16, v_col=64, blayout=row_major, \
     slayout=none_box, fractal=512, pad=0>";
const WINDOW: &str = "!pto.partition_tensor_view<16x64xf32>";

fn function(out: &mut String, k: usize) {
    let _ = write!(
        out,
        "  func.func @f{k}(%in: !pto.ptr<f32>, %out: !pto.ptr<f32>, %n: index) attributes {{pto.kernel_kind = \
         #pto.kernel_kind<vector>}} {{\n    %c0 = arith.constant 0 : index\n    %c1 = arith.constant 1 : index\n    \
         %c16 = arith.constant 16 : index\n    %c64 = arith.constant 64 : index\n    %k = arith.constant 5.0e-01 : f32\n    \
         %vi = pto.make_tensor_view %in, shape = [%n, %c64], strides = [%c64, %c1] : !pto.tensor_view<?x?xf32>\n    \
         %vo = pto.make_tensor_view %out, shape = [%n, %c64], strides = [%c64, %c1] : !pto.tensor_view<?x?xf32>\n"
    );
    for t in ["a", "b", "c"] {
        let _ = writeln!(out, "    %{t} = pto.alloc_tile : {TILE}");
    }
    out.push_str("    scf.for %i = %c0 to %n step %c16 {\n");
    let _ = writeln!(
        out,
        "      %p = pto.partition_view %vi, offsets = [%i, %c0], sizes = [%c16, %c64] : !pto.tensor_view<?x?xf32> -> {WINDOW}\n      \
         pto.tload ins(%p : {WINDOW}) outs(%a : {TILE})"
    );
    for i in 0..40 {
        let (x, y, z) = [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")][(i * 7 + k) % 3];
        let _ = match i % 4 {
            0 => writeln!(out, "      pto.tadd ins(%{x}, %{y} : {TILE}, {TILE}) outs(%{z} : {TILE})"),
            1 => writeln!(out, "      pto.tmuls ins(%{x}, %k : {TILE}, f32) outs(%{y} : {TILE})"),
            2 => writeln!(out, "      pto.texp ins(%{x} : {TILE}) outs(%{z} : {TILE})"),
            _ => writeln!(out, "      pto.tmax ins(%{x}, %{y} : {TILE}, {TILE}) outs(%{x} : {TILE})"),
        };
    }
    let _ = writeln!(
        out,
        "      %q = pto.partition_view %vo, offsets = [%i, %c0], sizes = [%c16, %c64] : !pto.tensor_view<?x?xf32> -> {WINDOW}\n      \
         pto.tstore ins(%c : {TILE}) outs(%q : {WINDOW})\n    }}\n    return\n  }}"
    );
}

fn module(path: &Path, bytes: usize) -> u64 {
    let mut text = String::with_capacity(bytes + (1 << 15));
    text.push_str("module attributes {pto.target_arch = \"a3\"} {\n");
    let mut k = 0;
    while text.len() < bytes {
        function(&mut text, k);
        k += 1;
    }
    text.push_str("}\n");
    std::fs::write(path, &text).expect("the input can be written");
    text.len() as u64
}

/// The shortest of several runs, from start to exit.
fn time(runs: usize, mut command: impl FnMut() -> Command) -> Option<Duration> {
    (0..runs)
        .map(|_| {
            let mut command = command();
            command.stdout(Stdio::null()).stderr(Stdio::null());
            let start = Instant::now();
            let status = command.status().ok()?;
            status.success().then(|| start.elapsed())
        })
        .collect::<Option<Vec<_>>>()?
        .into_iter()
        .min()
}

fn read(path: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pto-opt"));
    command.args(["--emit=none", "-j1"]).arg(path);
    command
}

/// Most memory a run had in use, in bytes: asked from the shell's `time`, where there is one.
fn peak_memory(path: &Path) -> Option<u64> {
    let output = Command::new("/usr/bin/time")
        .args(["-f", "%M", env!("CARGO_BIN_EXE_pto-opt"), "--emit=none", "-j1"])
        .arg(path)
        .output()
        .ok()?;
    String::from_utf8_lossy(&output.stderr).trim().lines().last()?.parse::<u64>().ok().map(|kib| kib * 1024)
}

fn row(name: &str, value: Option<f64>, unit: &str, target: &str) {
    let baseline = BASELINE.iter().find(|b| b.0 == name).map_or(String::new(), |b| format!("{:.2}", b.1));
    match value {
        Some(value) => println!("{name:28} {value:>8.2} {unit:6} target {target:10} baseline {baseline}"),
        None => println!("{name:28}      not measured here"),
    }
}

fn main() {
    let megabytes = std::env::args().filter_map(|a| a.parse::<usize>().ok()).next().unwrap_or(160);
    let folder: PathBuf = std::env::temp_dir().join(format!("pto-opt-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the inputs");
    let (large, small, tiny) = (folder.join("large.pto"), folder.join("small.pto"), folder.join("tiny.pto"));
    let large_bytes = module(&large, megabytes << 20);
    let small_bytes = module(&small, (megabytes << 20) / 100);
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/layer_norm.dps.pto");
    std::fs::copy(sample, &tiny).expect("a sample");

    let start = time(50, || read(&tiny));
    let large_time = time(5, || read(&large));
    let small_time = time(20, || read(&small));
    let md5 = time(5, || {
        let mut command = Command::new("md5sum");
        command.arg(&large);
        command
    });
    let ratio = |a: Option<Duration>, b: Option<Duration>| Some(a?.as_secs_f64() / b?.as_secs_f64());
    let per_byte = |t: Option<Duration>, n: u64| Some((t? - start?).as_secs_f64() / n as f64);

    println!("input: {large_bytes} bytes, and {small_bytes} bytes");
    row("throughput", large_time.map(|t| large_bytes as f64 / 1e6 / t.as_secs_f64()), "MB/s", "");
    row("time / md5sum", ratio(large_time, md5), "", "<= 1.5");
    let both = per_byte(large_time, large_bytes).zip(per_byte(small_time, small_bytes));
    row("per byte, large / small", both.map(|(l, s)| l / s), "", "<= 1.2");
    row("memory / file", peak_memory(&large).map(|m| m as f64 / large_bytes as f64), "", "<= 2");
    row("3 KB file, start to exit", start.map(|t| t.as_secs_f64() * 1e3), "ms", "<= 2");
    row("3 KB file, memory", peak_memory(&tiny).map(|m| m as f64 / 1e6), "MB", "<= 8");
    let _ = std::fs::remove_dir_all(&folder);
}
