//! What the formats look like, and that no span or text can break them.

use super::*;
use crate::diagnostics::codes;
use crate::source::Span;

fn render_all(format: Format, files: &[(&Source, Sink)], color: bool, max_errors: Option<usize>) -> (String, Counts) {
    let mut renderer = Renderer::new(RenderOptions { format, color, max_errors });
    let mut out = Vec::new();
    for (source, sink) in files {
        renderer.render(source, sink, &mut out).unwrap();
    }
    let counts = renderer.finish(&mut out).unwrap();
    (String::from_utf8(out).unwrap(), counts)
}

fn render(format: Format, source: &Source, diagnostics: Vec<Diagnostic>) -> String {
    render_all(format, &[(source, sink(diagnostics))], false, None).0
}

fn sink(diagnostics: Vec<Diagnostic>) -> Sink {
    let mut sink = Sink::new();
    diagnostics.into_iter().for_each(|d| sink.push(d));
    sink
}

/// The span of the `n`-th occurrence of `word`, from 0.
fn find(source: &Source, word: &str, n: usize) -> Span {
    let (at, _) = source.text.match_indices(word).nth(n).unwrap();
    Span::new(at as u32, (at + word.len()) as u32)
}

fn mismatch(source: &Source) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, find(source, "f16", 0), "operand `%b` has type `f32`, not `f16`")
        .label("written type")
        .also(find(source, "%b", 0), "defined here")
        .note("rule G1: written types are those of the values")
        .fix("write `f32`", find(source, "f16", 0), "f32")
}

const TEXT: &str = "func.func @f(%b: f32) {\n\t%d = pto.tadds %a, %b : !pto.tile<16x64xf32>, f16\n  return\n}\n";

#[test]
fn human_shows_excerpt_labels_notes_and_the_edit() {
    let source = Source::new("k.pto", TEXT);
    assert_eq!(
        render(Format::Human, &source, vec![mismatch(&source)]),
        "\
error[V0006]: operand `%b` has type `f32`, not `f16`
  --> k.pto:2:48
  |
1 | func.func @f(%b: f32) {
  |              -- defined here
2 |     %d = pto.tadds %a, %b : !pto.tile<16x64xf32>, f16
  |                                                   ^^^ written type
  |
  = note: rule G1: written types are those of the values
  = help: write `f32`
      %d = pto.tadds %a, %b : !pto.tile<16x64xf32>, f32
                                                    ~~~

1 error
for the rule behind an error: pto-opt explain V0006
"
    );
}

#[test]
fn short_is_one_line_each_and_a_summary() {
    let source = Source::new("dir/k.pto", TEXT);
    let warning = Diagnostic::warning(codes::NO_FORM, find(&source, "return", 0), "odd\nmessage");
    let error = || Diagnostic::error(codes::UNKNOWN_OP, find(&source, "pto", 0), "unknown");
    assert_eq!(
        render(Format::Short, &source, vec![error(), warning, error()]),
        "\
dir/k.pto:2:7: error[P0009]: unknown
dir/k.pto:3:3: warning[P0013]: odd?message
dir/k.pto:2:7: error[P0009]: unknown
2 errors, 1 warning
"
    );
}

#[test]
fn edits_show_insertions_deletions_and_several_lines() {
    let source = Source::new("k.pto", "  %a = op %b\r\n  x\r\n");
    let fix = |span, text: &str| {
        let d = Diagnostic::error(codes::UNKNOWN_OP, span, "m").fix("do", span, text);
        let shown = render(Format::Human, &source, vec![d]);
        let at = shown.find("= help").unwrap();
        shown[at..shown.find("\n\n").unwrap()].to_string()
    };
    let indent = " ".repeat(6);
    assert_eq!(fix(Span::point(12), ", %c"), format!("= help: do\n{indent}%a = op %b, %c\n{indent}          ++++"));
    assert_eq!(fix(Span::new(9, 12), ""), format!("= help: do\n{indent}%a = op %b\n{indent}       ---"));
    assert_eq!(fix(Span::point(12), "\n  return"), format!("= help: do\n{indent}+ %a = op %b\n{indent}+   return"));
    assert_eq!(fix(Span::new(7, 17), "y"), format!("= help: do\n{indent}+ %a = y"), "an edit over two lines");
}

#[test]
fn carets_stand_right_with_tabs_wide_characters_and_byte_order_mark() {
    let source = Source::new("k.pto", "\u{feff}// 中文\t%x\r\n");
    let d = Diagnostic::error(codes::UNDEFINED_VALUE, find(&source, "%x", 0), "m");
    let shown = render(Format::Human, &source, vec![d]);
    let lines: Vec<_> = shown.lines().collect();
    assert_eq!(lines[1], "  --> k.pto:1:11", "columns count bytes, not the mark");
    assert_eq!(lines[3], "1 | // 中文 %x");
    assert_eq!(lines[4], "  |         ^^", "each wide character takes two columns");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let source = Source::new("a\x1b[0m.pto", "x \x1b[31m\u{202e} y\n");
    let d = Diagnostic::error(codes::UNEXPECTED_CHAR, Span::new(10, 11), "bad \x1b[1m").label("\x07").note("\x1b").fix(
        "\x1b",
        Span::new(2, 3),
        "\x1b",
    );
    for format in [Format::Human, Format::Short] {
        let shown = render(format, &source, vec![d.clone()]);
        assert!(!shown.contains(['\x1b', '\x07', '\u{202e}']), "{shown}");
    }
}

#[test]
fn no_span_can_break_a_format() {
    let source = Source::new("k.pto", "é\r\n中x\r\r\n\n");
    let end = source.text.len() as u32 + 3;
    let spans = (0..end).flat_map(|a| (0..end).map(move |b| Span { start: a, end: b }));
    for span in spans {
        let d = Diagnostic::error(codes::UNKNOWN_OP, span, "m").also(span, "s").fix("f", span, "r\n");
        for format in [Format::Human, Format::Short, Format::Json, Format::Sarif, Format::Github] {
            assert!(!render(format, &source, vec![d.clone()]).is_empty());
        }
    }
    let empty = Source::new("e.pto", "");
    let d = Diagnostic::error(codes::UNCLOSED, Span::new(0, 0), "m");
    assert!(render(Format::Human, &empty, vec![d]).contains("--> e.pto:1:1\n"));
}

#[test]
fn long_lines_are_cut_around_the_marks() {
    let source = Source::new("k.pto", format!("{}%x{} %far\n", "é".repeat(1000), "b".repeat(1_000_000)));
    let d = Diagnostic::error(codes::UNDEFINED_VALUE, find(&source, "%x", 0), "m")
        .label("here")
        .also(find(&source, "%far", 0), "far away")
        .fix("write `%y`", find(&source, "%x", 0), "%y");
    let shown = render(Format::Human, &source, vec![d]);
    assert!(shown.len() < 2000, "{} bytes", shown.len());
    assert!(shown.contains("--> k.pto:1:2001\n"), "{shown}");
    assert!(shown.contains("1 | ...é") && shown.contains("b...\n"), "{shown}");
    assert!(shown.contains("^^ here"), "{shown}");
    assert!(shown.contains("= at line 1, column 1002004: far away"), "{shown}");
}

#[test]
fn labels_over_many_lines_show_their_first_line() {
    let source = Source::new("k.pto", format!("module {{\n{}}}\n", "  x\n".repeat(50)));
    let whole = Span::new(0, source.text.len() as u32);
    let shown = render(Format::Human, &source, vec![Diagnostic::error(codes::UNCLOSED, whole, "m").label("whole")]);
    assert!(shown.contains("1 | module {\n  | ^^^^^^^^ whole\n"), "{shown}");
    let few = Span::new(0, 15);
    let shown = render(Format::Human, &source, vec![Diagnostic::error(codes::UNCLOSED, few, "m").label("few")]);
    assert!(shown.contains("2 | |   x") && shown.contains("^ few"), "{shown}");
}

#[test]
fn many_labels_are_counted_not_shown() {
    let source = Source::new("k.pto", "x\n".repeat(20));
    let mut d = Diagnostic::error(codes::REDEFINED_VALUE, Span::new(0, 1), "m");
    for line in 1..20 {
        d = d.also(Span::new(line * 2, line * 2 + 1), "again");
    }
    let shown = render(Format::Human, &source, vec![d]);
    assert_eq!(shown.matches("again").count(), 8);
    assert!(shown.contains("= and at 11 more places"), "{shown}");
}

#[test]
fn colours_only_when_asked_for() {
    let source = Source::new("k.pto", TEXT);
    let files = [(&source, sink(vec![mismatch(&source)]))];
    let coloured = render_all(Format::Human, &files, true, None).0;
    assert!(coloured.contains("\x1b["));
    let mut plain = String::new();
    let mut rest = coloured.as_str();
    while let Some((before, after)) = rest.split_once("\x1b[") {
        plain.push_str(before);
        rest = after.split_once('m').unwrap().1;
    }
    plain.push_str(rest);
    assert_eq!(plain, render_all(Format::Human, &files, false, None).0);
}

#[test]
fn max_errors_stops_and_says_how_many_are_left() {
    let source = Source::new("k.pto", TEXT);
    let error = || Diagnostic::error(codes::UNKNOWN_OP, Span::new(0, 4), "e");
    let warning = || Diagnostic::warning(codes::NO_FORM, Span::new(0, 4), "w");
    let files = [(&source, sink(vec![error(), warning(), error(), warning()])), (&source, sink(vec![error()]))];
    let (text, counts) = render_all(Format::Short, &files, false, Some(2));
    assert_eq!(text.lines().count(), 4, "two errors, the warning between them, the summary");
    assert_eq!(text.lines().last(), Some("3 errors, 2 warnings (2 not shown)"));
    assert_eq!(counts, Counts { errors: 3, warnings: 2, hidden: 2 });
}

#[test]
fn json_has_the_documented_fields() {
    let source = Source::new("k.pto", TEXT);
    let text = render(Format::Json, &source, vec![mismatch(&source)]);
    assert_eq!(text.matches('\n').count(), 1);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let at = find(&source, "f16", 0);
    let expected = serde_json::json!({
        "file": "k.pto", "line": 2, "column": 48, "end_line": 2, "end_column": 51,
        "offset": at.start, "end_offset": at.end,
        "code": "V0006", "name": "type-mismatch", "severity": "error",
        "message": "operand `%b` has type `f32`, not `f16`", "label": "written type",
        "labels": [{"line": 1, "column": 14, "end_line": 1, "end_column": 16, "offset": 13, "end_offset": 15,
                    "message": "defined here"}],
        "notes": ["rule G1: written types are those of the values"],
        "help": {"message": "write `f32`", "edit": {
            "line": 2, "column": 48, "end_line": 2, "end_column": 51, "offset": at.start, "end_offset": at.end,
            "replacement": "f32"}},
    });
    assert_eq!(value, expected);
}

#[test]
fn github_commands_are_escaped() {
    let source = Source::new("a,b:c.pto", TEXT);
    let d = Diagnostic::error(codes::UNKNOWN_OP, find(&source, "pto.tadds", 0), "100% :: wrong\nreally").note("n");
    assert_eq!(
        render(Format::Github, &source, vec![d]),
        "::error file=a%2Cb%3Ac.pto,line=2,col=7,endLine=2,endColumn=15,title=P0009 unknown-operation::\
         100%25 :: wrong%0Areally%0Anote: n\n"
    );
    let d = Diagnostic::warning(codes::UNCLOSED, Span::new(0, TEXT.len() as u32), "w");
    assert!(
        render(Format::Github, &source, vec![d]).starts_with("::warning file=a%2Cb%3Ac.pto,line=1,endLine=5,title=")
    );
}

#[test]
fn sarif_satisfies_the_official_schema() {
    let one = Source::new("dir/a b.pto", TEXT);
    let two = Source::new("/abs/中.pto", "\u{feff}// 中文 %x\n");
    let help = Diagnostic::warning(codes::NO_FORM, find(&two, "%x", 0), "w").help("h").note("n");
    let files = [(&one, sink(vec![mismatch(&one)])), (&two, sink(vec![help]))];
    let (text, _) = render_all(Format::Sarif, &files, false, None);
    let log: serde_json::Value = serde_json::from_str(&text).unwrap();
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../../tests/cli/sarif-schema-2.1.0.json")).unwrap();
    assert_eq!(schema_errors(&schema, &schema, &log, "$"), Vec::<String>::new());

    let results = &log["runs"][0]["results"];
    let place = |result: usize| results[result]["locations"][0]["physicalLocation"].clone();
    assert_eq!(place(0)["artifactLocation"]["uri"], "dir/a%20b.pto");
    assert_eq!(place(1)["artifactLocation"]["uri"], "file:///abs/%E4%B8%AD.pto");
    assert_eq!(place(1)["region"]["startColumn"], 7, "code points, without the byte order mark");
    assert_eq!(results[0]["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"], "f32");
    assert_eq!(results[1]["message"]["text"], "w\nnote: n\nhelp: h");
    let rules = &log["runs"][0]["tool"]["driver"]["rules"];
    assert_eq!((rules[0]["id"].as_str(), rules[1]["id"].as_str()), (Some("V0006"), Some("P0013")));

    // Without findings there is still a log.
    let (text, _) = render_all(Format::Sarif, &[], false, None);
    let log: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(schema_errors(&schema, &schema, &log, "$"), Vec::<String>::new());
}

#[test]
fn the_schema_check_finds_errors() {
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../../tests/cli/sarif-schema-2.1.0.json")).unwrap();
    for (wrong, at) in [
        (serde_json::json!({"version": "2.1.0"}), "runs"),
        (serde_json::json!({"version": "2.0.0", "runs": []}), "version"),
        (serde_json::json!({"version": "2.1.0", "runs": [], "more": 1}), "more"),
        (serde_json::json!({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": 1}}}]}), "name"),
    ] {
        let errors = schema_errors(&schema, &schema, &wrong, "$");
        assert!(errors.iter().any(|e| e.contains(at)), "{wrong}: {errors:?}");
    }
}

/// The violations of a draft 7 schema, for the keywords that the SARIF schema uses. Unknown keywords fail, so that no
/// part of the schema goes unchecked.
fn schema_errors(
    root: &serde_json::Value,
    schema: &serde_json::Value,
    value: &serde_json::Value,
    at: &str,
) -> Vec<String> {
    use serde_json::Value;
    let mut errors = Vec::new();
    let rules = schema.as_object().unwrap();
    for (keyword, rule) in rules {
        match keyword.as_str() {
            "description" | "default" | "title" | "$schema" | "$id" | "definitions" => {}
            "$ref" => {
                let target = root.pointer(rule.as_str().unwrap().strip_prefix('#').unwrap()).unwrap();
                errors.extend(schema_errors(root, target, value, at));
            }
            "type" => {
                let types: Vec<&Value> = rule.as_array().map_or(vec![rule], |list| list.iter().collect());
                let ok = types.iter().any(|t| match t.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "number" => value.is_number(),
                    "boolean" => value.is_boolean(),
                    "null" => value.is_null(),
                    other => panic!("type {other}"),
                });
                if !ok {
                    errors.push(format!("{at}: not of type {rule}"));
                }
            }
            "enum" if !rule.as_array().unwrap().contains(value) => errors.push(format!("{at}: not one of {rule}")),
            "required" => {
                for key in rule.as_array().unwrap().iter().filter_map(Value::as_str) {
                    if value.as_object().is_some_and(|object| !object.contains_key(key)) {
                        errors.push(format!("{at}: {key} is missing"));
                    }
                }
            }
            "properties" => {
                for (key, rule) in rule.as_object().unwrap() {
                    if let Some(inner) = value.get(key) {
                        errors.extend(schema_errors(root, rule, inner, &format!("{at}.{key}")));
                    }
                }
            }
            "additionalProperties" => {
                let known = rules.get("properties");
                for (key, inner) in value.as_object().into_iter().flatten() {
                    if known.is_some_and(|known| known.get(key).is_some()) {
                        continue;
                    }
                    match rule {
                        Value::Bool(true) => {}
                        Value::Bool(false) => errors.push(format!("{at}: unexpected {key}")),
                        rule => errors.extend(schema_errors(root, rule, inner, &format!("{at}.{key}"))),
                    }
                }
            }
            "items" => {
                for (i, inner) in value.as_array().into_iter().flatten().enumerate() {
                    errors.extend(schema_errors(root, rule, inner, &format!("{at}[{i}]")));
                }
            }
            "minItems" if value.as_array().is_some_and(|a| (a.len() as u64) < rule.as_u64().unwrap()) => {
                errors.push(format!("{at}: fewer than {rule} items"));
            }
            "uniqueItems" if rule == true => {
                let list: Vec<_> = value.as_array().into_iter().flatten().collect();
                if (1..list.len()).any(|i| list[..i].contains(&list[i])) {
                    errors.push(format!("{at}: repeated items"));
                }
            }
            "minimum" if value.as_f64().is_some_and(|v| v < rule.as_f64().unwrap()) => {
                errors.push(format!("{at}: less than {rule}"));
            }
            "maximum" if value.as_f64().is_some_and(|v| v > rule.as_f64().unwrap()) => {
                errors.push(format!("{at}: more than {rule}"));
            }
            "anyOf" | "oneOf" => {
                let fits = |rule: &&Value| schema_errors(root, rule, value, at).is_empty();
                let n = rule.as_array().unwrap().iter().filter(fits).count();
                if n == 0 || (keyword == "oneOf" && n != 1) {
                    errors.push(format!("{at}: {n} alternatives fit"));
                }
            }
            "pattern" => {
                let pattern = regex_lite::Regex::new(rule.as_str().unwrap()).unwrap();
                if value.as_str().is_some_and(|text| !pattern.is_match(text)) {
                    errors.push(format!("{at}: does not match {rule}"));
                }
            }
            "format" => {
                let reference = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
                if value.as_str().is_some_and(|text| !text.chars().all(reference)) {
                    errors.push(format!("{at}: not a {rule}"));
                }
            }
            "enum" | "minItems" | "uniqueItems" | "minimum" | "maximum" => {}
            other => panic!("the schema uses {other}"),
        }
    }
    errors
}

#[test]
fn ten_thousand_diagnostics_in_a_large_file_are_linear() {
    use std::time::{Duration, Instant};
    // The time for a file of eight times the size may grow with the one pass that finds the lines, not with the
    // number of diagnostics times the size.
    let measure = |megabytes: usize| {
        let line = format!("  %d = pto.tadd {}\n", "x".repeat(47));
        let source = Source::new("k.pto", line.repeat(megabytes * 1024 * 1024 / line.len()));
        let step = source.text.len() / 2000;
        let at = |i: usize| Span::new((i * step) as u32, (i * step + 5) as u32);
        let list = (0..2000).map(|i| Diagnostic::error(codes::UNKNOWN_OP, at(i), "m").label("l").fix("f", at(i), "g"));
        let sink = sink(list.collect());
        let start = Instant::now();
        let (text, counts) = render_all(Format::Human, &[(&source, sink)], false, None);
        assert_eq!(counts.errors, 2000);
        assert!(text.len() > 2000 * 60);
        start.elapsed()
    };
    let small = measure(1).min(measure(1));
    let large = measure(8);
    assert!(large < small * 4 + Duration::from_millis(500), "{small:?} for 1 MB, {large:?} for 8 MB");
}
