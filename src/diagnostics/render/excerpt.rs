//! The few lines of a source that one diagnostic shows.
//!
//! An [`Excerpt`] copies them out of the source, cuts lines that are too long for a screen around what is marked, and
//! replaces control characters. Its size does not depend on that of the source, so a diagnostic in a line of a
//! gigabyte costs no more than any other. It is the file that codespan-reporting sees.

use super::{File, text};
use crate::source::Span;
use codespan_reporting::files::{self, Files};
use std::ops::Range;

/// Longest line shown in full, in bytes.
const LONGEST_LINE: usize = 240;
/// Bytes kept to the left of a mark when a line is cut.
const LEFT_OF_MARK: usize = 80;
/// A mark over more lines than this is shown on its first line only.
const MOST_LINES: usize = 6;
/// Stands where a line was cut.
const CUT: &str = "...";

/// A part of the source with the marks in it.
pub struct Excerpt<'s> {
    name: &'s str,
    /// Byte column of the first mark, for the header.
    column: u32,
    text: String,
    /// Sorted by line.
    lines: Vec<Line>,
}

struct Line {
    /// Counted from 0 in the source.
    number: usize,
    /// What of the source is shown.
    source: Range<usize>,
    /// Where the text of `source` starts in the excerpt.
    at: usize,
    /// The whole line in the excerpt, with cut marks and line end.
    shown: Range<usize>,
}

impl<'s> Excerpt<'s> {
    /// The lines of `spans`, the first of which is the one that the header names.
    pub fn new(file: &'s File, spans: &[Span]) -> Self {
        let (text, index) = (&file.source.text, &file.index);
        let marks: Vec<_> = spans.iter().map(|&span| shrink(file, span)).collect();
        let mut numbers: Vec<usize> = Vec::new();
        for mark in &marks {
            numbers.extend(index.line(mark.start as u32)..=index.line(mark.end as u32));
        }
        numbers.sort_unstable();
        numbers.dedup();
        // Codespan shows the line between two marked lines instead of a gap of one.
        let between: Vec<_> = numbers.windows(2).filter(|w| w[1] == w[0] + 2).map(|w| w[0] + 1).collect();
        numbers.extend(between);
        numbers.sort_unstable();

        let column = spans.first().map_or(1, |span| index.line_col(span.start).column);
        let mut excerpt = Excerpt { name: &file.source.name, column, text: String::new(), lines: Vec::new() };
        for number in numbers {
            let start = index.line_range(number).start;
            let content = index.line_text(text, number);
            let end = start + content.len();
            let first_mark = marks.iter().find_map(|mark| {
                [mark.start, mark.end]
                    .into_iter()
                    .find(|&at| at >= start && at <= end && index.line(at as u32) == number)
            });
            excerpt.push_line(text, number, window(text, start..end, first_mark.unwrap_or(start)));
        }
        excerpt
    }

    fn push_line(&mut self, text: &str, number: usize, source: (Range<usize>, bool, bool)) {
        let (source, cut_left, cut_right) = source;
        let start = self.text.len();
        if cut_left {
            self.text.push_str(CUT);
        }
        let at = self.text.len();
        text::push_visible(&mut self.text, text.get(source.clone()).unwrap_or(""));
        if cut_right {
            self.text.push_str(CUT);
        }
        self.text.push('\n');
        self.lines.push(Line { number, source, at, shown: start..self.text.len() });
    }

    /// Where a span of the source stands in the excerpt; `None` when the place was cut off.
    pub fn place(&self, file: &File, span: Span) -> Option<Range<usize>> {
        let mark = shrink(file, span);
        let start = self.offset(file, mark.start)?;
        let end = self.offset(file, mark.end).unwrap_or_else(|| {
            // The end of the mark was cut off: it goes on to the end of its line.
            self.lines.iter().find(|line| line.shown.contains(&start)).map_or(start, |line| line.shown.end - 1)
        });
        Some(start..end.max(start))
    }

    fn offset(&self, file: &File, at: usize) -> Option<usize> {
        let number = file.index.line(at as u32);
        let line = self.lines.iter().find(|line| line.number == number)?;
        (at >= line.source.start && at <= line.source.end).then(|| line.at + (at - line.source.start))
    }

    fn line_at(&self, offset: usize) -> Option<&Line> {
        self.lines.iter().rev().find(|line| line.shown.start <= offset)
    }
}

/// The span inside the text, without line ends at its end, and on its first line only when it covers too many.
fn shrink(file: &File, span: Span) -> Range<usize> {
    let (text, index) = (&file.source.text, &file.index);
    let range = index.clamp(text, span);
    let trimmed = text.get(range.clone()).unwrap_or("").trim_end_matches(['\r', '\n']);
    // Inside a line end there is nothing to point at but the end of the line.
    let first = index.line(range.start as u32);
    let first_end = index.line_range(first).start + index.line_text(text, first).len();
    let start = range.start.clamp(index.line_range(first).start, first_end);
    let end = (range.start + trimmed.len()).max(start);
    if index.line(end as u32) - first >= MOST_LINES { start..first_end.max(start) } else { start..end }
}

/// The part of a line to show, and whether something was cut off at the left and at the right.
fn window(text: &str, line: Range<usize>, mark: usize) -> (Range<usize>, bool, bool) {
    if line.len() <= LONGEST_LINE {
        return (line, false, false);
    }
    let mut start = mark.saturating_sub(LEFT_OF_MARK).max(line.start).min(line.end - LONGEST_LINE);
    let mut end = start + LONGEST_LINE;
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let cuts = (start > line.start, end < line.end);
    (start..end, cuts.0, cuts.1)
}

impl<'a> Files<'a> for Excerpt<'a> {
    type FileId = ();
    type Name = std::borrow::Cow<'a, str>;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<Self::Name, files::Error> {
        Ok(text::visible(self.name))
    }

    fn source(&'a self, (): ()) -> Result<&'a str, files::Error> {
        Ok(&self.text)
    }

    fn line_index(&'a self, (): (), offset: usize) -> Result<usize, files::Error> {
        self.line_at(offset).map(|line| line.number).ok_or(files::Error::FileMissing)
    }

    fn line_range(&'a self, (): (), number: usize) -> Result<Range<usize>, files::Error> {
        let line = self.lines.iter().find(|line| line.number == number);
        line.map(|line| line.shown.clone()).ok_or(files::Error::LineTooLarge { given: number, max: 0 })
    }

    fn column_number(&'a self, (): (), _: usize, _: usize) -> Result<usize, files::Error> {
        Ok(self.column as usize)
    }
}
