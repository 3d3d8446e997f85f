//! Single bytes, encodings and line ends.

use crate::harness::{check, read, samples};
use pto_opt::diagnostics::codes;

#[test]
fn every_byte_and_every_pair() {
    for byte in 0..=255u8 {
        check(&[byte]);
        check(&[byte, b'\n']);
        for other in 0..=255u8 {
            check(&[byte, other]);
        }
    }
}

#[test]
fn triples_of_the_characters_that_mean_something() {
    const ALPHABET: &[u8] = b"%^@!#\"()[]{}<>,:;=-.?*+|/ \n\\0a";
    for &a in ALPHABET {
        for &b in ALPHABET {
            for &c in ALPHABET {
                check(&[a, b, c]);
            }
        }
    }
}

#[test]
fn every_byte_inside_a_statement() {
    let text = b"%c = arith.constant 1 : index // end\n\"arith.constant\"() {value = \"a\"} : () -> i32\n";
    for at in 0..=text.len() {
        for byte in 0..=255u8 {
            let inserted = [&text[..at], &[byte], &text[at..]].concat();
            check(&inserted);
            if at < text.len() {
                let mut replaced = text.to_vec();
                replaced[at] = byte;
                check(&replaced);
            }
        }
    }
}

#[test]
fn line_ends_mean_the_same() {
    for (name, text) in samples() {
        let crlf = text.replace('\n', "\r\n");
        let marked = format!("\u{feff}{text}");
        let fed = text.replace("\n    ", "\n\u{c}    ");
        for changed in [crlf, marked, fed] {
            assert!(check(changed.as_bytes()), "{name}: {:?}", read(changed.as_bytes()).sink.diagnostics());
        }
        // Comments do not end at a carriage return, so the rest of such a file is one comment.
        check(text.replace('\n', "\r").as_bytes());
    }
}

#[test]
fn invalid_utf8_is_reported_once_at_its_place() {
    let cases: [&[u8]; 7] = [
        b"\xff",
        b"\xc3",
        b"%a = arith.constant 1 : i32 // \xe2\x82",
        b"\xed\xa0\x80 module {}",
        b"module {}\n\xf0\x9f\x98",
        b"// \xc0\xaf\nmodule {}",
        b"func.func @f() attributes {a = \"\xfe\"} {\n  return\n}",
    ];
    for bytes in cases {
        let reading = read(bytes);
        let found: Vec<_> = reading.sink.diagnostics().iter().filter(|d| d.code == codes::INVALID_UTF8).collect();
        assert_eq!(found.len(), 1, "{:?}", reading.sink.diagnostics());
        let at = bytes.iter().position(|b| !b.is_ascii()).unwrap();
        assert_eq!(found[0].primary.span.start as usize, at);
    }
}

#[test]
fn characters_outside_ascii() {
    for text in [
        "é",
        "%é = arith.constant 1 : i32",
        "%a = arith.constant \u{661} : i32",
        "// é\n",
        "\"é\"() : () -> ()",
        "func.func @\"é\"() {\n  return\n}",
        "module attributes {a = \"é\u{1F600}\"} {}",
        "!é = i32",
        "#é = 1",
        "^é:",
        "func.func @f(%a: !pto.ptr<é>) {\n  return\n}",
        "\u{feff}\u{feff}module {}",
        "module {}\u{feff}",
        "\u{2028}module {}\u{85}",
        "module {\u{0}}",
        "%a\u{0} = arith.constant 1 : i32",
    ] {
        check(text.as_bytes());
    }
    assert!(check("func.func @\"é\"() {\n  return\n}".as_bytes()));
    assert!(check("module attributes {a.b = \"é\u{1F600}\"} {}".as_bytes()));
}
