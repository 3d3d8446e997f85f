//! Lines and columns of byte offsets.
//!
//! Built once per source and only when something is to be shown: one pass over the text, then a binary search per
//! position. A line ends at `\n`, at `\r\n` or at a lone `\r`; the terminator belongs to the line that it ends. Spans
//! are not trusted: an offset outside the text is moved to its end, one inside a character to the start of it.

use super::Span;
use std::ops::Range;

/// The byte order mark that editors on Windows put at the start of a file.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A position for people: both numbers start at 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct LineCol {
    /// Line.
    pub line: u32,
    /// Bytes from the start of the line, plus one. A byte order mark at the start of the text is not counted.
    pub column: u32,
}

/// The start of each line of one text.
#[derive(Debug, Clone)]
pub struct LineIndex {
    /// Offset of the first byte of each line; the first entry is 0, the last line may be empty.
    starts: Vec<u32>,
    /// Length of the text.
    len: u32,
    /// Length of the byte order mark, 0 or 3.
    mark: u32,
}

impl LineIndex {
    /// Finds the lines of `text`, which is at most [`super::MAX_SOURCE_BYTES`] long.
    pub fn new(text: &str) -> Self {
        /// Bytes looked at together; most blocks of a long line hold no terminator and are skipped at vector speed.
        const BLOCK: usize = 32;
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (number, block) in bytes.chunks(BLOCK).enumerate() {
            if !block.iter().fold(false, |found, &b| found | (b == b'\n') | (b == b'\r')) {
                continue;
            }
            for (i, &b) in block.iter().enumerate() {
                let next = number * BLOCK + i + 1;
                if b == b'\n' || (b == b'\r' && bytes.get(next) != Some(&b'\n')) {
                    starts.push(next as u32);
                }
            }
        }
        let mark = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() as u32 } else { 0 };
        LineIndex { starts, len: text.len() as u32, mark }
    }

    /// How many lines there are. A text that ends in a line terminator has an empty last line.
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// The line of an offset, counted from 0.
    pub fn line(&self, offset: u32) -> usize {
        let offset = offset.min(self.len);
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Line and column of an offset.
    pub fn line_col(&self, offset: u32) -> LineCol {
        let offset = offset.min(self.len);
        let line = self.line(offset);
        LineCol { line: line as u32 + 1, column: offset.saturating_sub(self.content_start(line)) + 1 }
    }

    /// The bytes of a line, counted from 0, with its terminator but without a byte order mark. A line that does not
    /// exist is empty and stands at the end of the text.
    pub fn line_range(&self, line: usize) -> Range<usize> {
        let end = self.starts.get(line + 1).copied().unwrap_or(self.len);
        let start = self.content_start(line).min(end);
        start as usize..end as usize
    }

    /// The text of a line, counted from 0, without its terminator.
    pub fn line_text<'t>(&self, text: &'t str, line: usize) -> &'t str {
        text.get(self.line_range(line)).unwrap_or("").trim_end_matches(['\r', '\n'])
    }

    /// The column of an offset in characters (Unicode code points), counted from 1: what SARIF wants.
    pub fn char_column(&self, text: &str, offset: u32) -> u32 {
        let offset = floor_char_boundary(text, offset);
        let start = self.content_start(self.line(offset as u32)) as usize;
        text.get(start..offset).map_or(0, |before| before.chars().count()) as u32 + 1
    }

    /// The span as a range that can slice `text`: in order, inside the text, and on character boundaries.
    pub fn clamp(&self, text: &str, span: Span) -> Range<usize> {
        let start = floor_char_boundary(text, span.start);
        start..floor_char_boundary(text, span.end).max(start)
    }

    /// The first offset of a line after a byte order mark.
    fn content_start(&self, line: usize) -> u32 {
        match self.starts.get(line) {
            Some(0) => self.mark,
            Some(&start) => start,
            None => self.len,
        }
    }
}

/// The largest character boundary that is not greater than `offset`.
fn floor_char_boundary(text: &str, offset: u32) -> usize {
    let mut at = (offset as usize).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, offset: u32) -> (u32, u32) {
        let position = LineIndex::new(text).line_col(offset);
        (position.line, position.column)
    }

    #[test]
    fn every_kind_of_line_end() {
        let text = "ab\ncd\r\nef\rgh";
        let lines: Vec<_> = (0..4).map(|l| LineIndex::new(text).line_text(text, l).to_string()).collect();
        assert_eq!(lines, ["ab", "cd", "ef", "gh"]);
        assert_eq!(at(text, 0), (1, 1));
        assert_eq!(at(text, 2), (1, 3), "the terminator belongs to the line it ends");
        assert_eq!(at(text, 3), (2, 1));
        assert_eq!(at(text, 6), (2, 4), "between CR and LF");
        assert_eq!(at(text, 7), (3, 1));
        assert_eq!(at(text, 10), (4, 1));
        assert_eq!(at(text, 12), (4, 3));
        assert_eq!(at(text, u32::MAX), (4, 3), "past the end is the end");
    }

    #[test]
    fn the_last_line_may_be_empty() {
        assert_eq!(at("a\n", 2), (2, 1));
        assert_eq!(at("", 0), (1, 1));
        assert_eq!(LineIndex::new("a\n").line_count(), 2);
        assert_eq!(LineIndex::new("a\n").line_range(7), 2..2);
    }

    #[test]
    fn columns_count_bytes() {
        assert_eq!(at("\t%a", 1), (1, 2), "a tab is one byte");
        let text = "// 中文 %x";
        assert_eq!(at(text, 10), (1, 11));
        assert_eq!(LineIndex::new(text).char_column(text, 10), 7);
        assert_eq!(LineIndex::new(text).char_column(text, 4), 4, "inside a character: its start");
    }

    #[test]
    fn a_byte_order_mark_is_not_counted() {
        let text = "\u{feff}ab\ncd";
        assert_eq!(at(text, 3), (1, 1));
        assert_eq!(at(text, 0), (1, 1));
        assert_eq!(at(text, 5), (1, 3));
        assert_eq!(at(text, 6), (2, 1));
        let index = LineIndex::new(text);
        assert_eq!(index.line_text(text, 0), "ab");
        assert_eq!(index.char_column(text, 4), 2);
    }

    #[test]
    fn terminators_across_block_borders() {
        for pad in 28..36 {
            let text = format!("{}\r\n{}\rx", "a".repeat(pad), "b".repeat(31));
            let index = LineIndex::new(&text);
            assert_eq!(index.line_count(), 3, "pad {pad}");
            assert_eq!(index.line_text(&text, 1), "b".repeat(31), "pad {pad}");
        }
    }

    #[test]
    fn any_span_can_be_clamped() {
        let text = "é\r\n中";
        let index = LineIndex::new(text);
        for start in 0..10 {
            for end in 0..10 {
                let range = index.clamp(text, Span { start, end });
                assert!(text.get(range.clone()).is_some(), "{start}..{end} gave {range:?}");
            }
        }
    }
}
