//! Comments of the source, put back where they were.
//!
//! A comment on a line of its own goes before the statement that follows it; one behind a statement goes behind that
//! statement. Comments inside a statement go before it.

use super::Printer;
use crate::ir::body::{Op, Region};
use crate::source::Span;
use crate::syntax::scan;

impl Printer<'_> {
    /// Prints the comments that stand before `span`, each on a line.
    pub(super) fn comments_before(&mut self, span: Span) {
        if !self.options.comments {
            return;
        }
        while let Some(&comment) = self.program.comments.get(self.next_comment) {
            if comment.start >= span.start {
                return;
            }
            self.next_comment += 1;
            self.comment_line(comment);
        }
    }

    fn comment_line(&mut self, comment: Span) {
        let text = self.text;
        self.blank_line_before(comment);
        self.start_line();
        self.comment(&text[comment.range()]);
        self.push("\n");
    }

    /// Keeps one blank line where the source has some before `span`, when comments are kept: a layout that its author
    /// chose is kept, too.
    pub(super) fn blank_line_before(&mut self, span: Span) {
        if !self.options.comments || span.is_empty() {
            return;
        }
        let above = self.text[..span.start as usize].trim_end_matches([' ', '\t']);
        let Some(above) = above.strip_suffix('\n') else { return };
        let blank = above.trim_end_matches([' ', '\t', '\r']).ends_with('\n');
        if blank && !self.out.is_empty() && !self.out.ends_with("\n\n") && !self.out.ends_with("{\n") {
            self.push("\n");
        }
    }

    /// `# text` of the documentation pages becomes `// text`.
    fn comment(&mut self, text: &str) {
        match text.strip_prefix('#') {
            Some(rest) => {
                self.push("//");
                self.push(rest.trim_end());
            }
            None => self.push(text.trim_end()),
        }
    }

    /// Prints the comment that stands on the line on which the statement at `span` ends.
    pub(super) fn trailing_comment(&mut self, span: Span) {
        if !self.options.comments || span.is_empty() {
            return;
        }
        let text = self.text;
        let line_end = scan::line_end(text.as_bytes(), span.end as usize) as u32;
        // Comments inside the statement first: they have no line of their own any more.
        let mut first = true;
        while let Some(&comment) = self.program.comments.get(self.next_comment) {
            if comment.start >= line_end {
                return;
            }
            self.next_comment += 1;
            if std::mem::replace(&mut first, false) {
                self.push("  ");
            } else {
                self.newline();
            }
            self.comment(&text[comment.range()]);
            if comment.start >= span.end {
                return;
            }
        }
    }

    /// Prints the comments that stand before the end of a region.
    pub(super) fn comments_at_end(&mut self, region: Region) {
        if !self.options.comments {
            return;
        }
        let parent = self.body.regions[region.index()].parent;
        let end = if parent == Op::NONE { self.function_end() } else { self.region_end(region, parent) };
        self.comments_before(Span::point(end));
    }

    /// Where the `}` of a region of `parent` stands, roughly: the end of the statement, or the start of its next region.
    fn region_end(&self, region: Region, parent: Op) -> u32 {
        let body = self.body;
        let regions = body.regions_of(parent);
        let next = regions.iter().position(|r| *r == region).and_then(|at| regions.get(at + 1));
        let first = next
            .and_then(|r| body.blocks_of(*r).first())
            .map(|b| body.blocks[b.index()].first)
            .filter(|op| op.is_some());
        match first {
            Some(op) => {
                // The comments between `} else {` and the first statement belong to the later region.
                let start = body.op(op).span.start as usize;
                self.text[..start].rfind('}').map_or(start as u32, |at| at as u32)
            }
            None => body.op(parent).span.end,
        }
    }

    /// Where the function whose body is being printed ends.
    fn function_end(&self) -> u32 {
        self.function_span.end
    }

    /// Prints what is left at the end of the input.
    pub(super) fn remaining_comments(&mut self) {
        if !self.options.comments {
            return;
        }
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.push("\n");
        }
        while let Some(&comment) = self.program.comments.get(self.next_comment) {
            self.next_comment += 1;
            self.comment_line(comment);
        }
    }
}
