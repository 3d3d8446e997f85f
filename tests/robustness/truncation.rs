//! Samples cut at every byte.

use crate::harness::{check, samples};

/// Whether all brackets outside strings and comments are closed: where one is not, reading must report something.
/// Angle brackets are left out, since `->` has one.
fn balanced(text: &str) -> bool {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '/' if rest.starts_with('/') => rest = rest.find('\n').map_or("", |end| &rest[end..]),
            '"' => match rest.find('"') {
                Some(end) => rest = &rest[end + 1..],
                None => return false,
            },
            '(' | '[' | '{' => open.push(c),
            ')' | ']' | '}' => {
                open.pop();
            }
            _ => {}
        }
    }
    open.is_empty()
}

#[test]
fn every_prefix_of_every_sample() {
    let (mut clean, mut total) = (0, 0);
    for (name, text) in samples() {
        assert!(!text.contains('\\'), "`balanced` knows no escapes");
        for end in 0..=text.len() {
            let ok = check(&text.as_bytes()[..end]);
            let whole = text.get(..end).is_some_and(balanced);
            assert!(whole || !ok, "{name} cut at {end} reads without an error");
            assert!(ok || end < text.len(), "{name} has errors");
            clean += usize::from(ok);
            total += 1;
        }
    }
    // Comments at the top and the statements of plain files can be cut; most places cannot.
    assert!(clean * 2 < total, "{clean} of {total} prefixes are complete");
}

#[test]
fn every_suffix_of_every_sample() {
    for (_, text) in samples() {
        for start in (0..text.len()).step_by(3) {
            check(&text.as_bytes()[start..]);
        }
    }
}
