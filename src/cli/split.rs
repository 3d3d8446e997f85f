//! `--split-input-file`: the parts of an input.

use std::ops::Range;

/// The marker unless another one is given: a part ends at a line that starts with it.
pub const MARKER: &str = "// -----";

/// The parts of `text`, in order; one without a marker. The marker lines belong to no part.
pub fn parts(text: &str, marker: Option<&str>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    if let Some(marker) = marker {
        for (at, _) in text.match_indices(marker) {
            let at_line_start = at == 0 || matches!(text.as_bytes()[at - 1], b'\n' | b'\r');
            if at < start || !at_line_start {
                continue;
            }
            parts.push(start..at);
            start = text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
        }
    }
    parts.push(start..text.len());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts<'t>(text: &'t str, marker: &str) -> Vec<&'t str> {
        parts(text, Some(marker)).into_iter().map(|part| &text[part]).collect()
    }

    #[test]
    fn splits_at_lines_that_start_with_the_marker() {
        assert_eq!(texts("a\n// -----\nb\r\n// ----- more\r\nc", MARKER), ["a\n", "b\r\n", "c"]);
        assert_eq!(texts("a // -----\nb // -----\n", MARKER), ["a // -----\nb // -----\n"]);
        assert_eq!(texts("// -----\na\n// -----", MARKER), ["", "a\n", ""]);
        assert_eq!(texts("a\n%%\n%%%%\nb\n", "%%"), ["a\n", "", "b\n"]);
    }

    #[test]
    fn without_a_marker_there_is_one_part() {
        assert_eq!(parts("a\n// -----\nb", None), std::slice::from_ref(&(0..12)));
        assert_eq!(texts("", MARKER), [""]);
    }
}
