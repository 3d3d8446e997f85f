//! Source files and positions in them.
//!
//! A [`Source`] owns the text of one input; a [`Span`] is a half-open byte range of that text. Lines and columns are
//! computed only when a diagnostic is rendered, by [`LineIndex`]. Nothing here knows about tokens.

mod line_index;
mod text;

pub use line_index::{LineCol, LineIndex};
pub use text::{Content, Text};

/// Largest input in bytes: spans are 32-bit, and the last value is kept free.
pub const MAX_SOURCE_BYTES: usize = u32::MAX as usize - 1;

/// A half-open byte range `start..end` in one [`Source`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of the bytes `start..end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Span { start, end }
    }

    /// An empty span at `at`.
    pub const fn point(at: u32) -> Self {
        Span { start: at, end: at }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the span covers no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The range for slicing a string.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The text of one input and the name to show for it.
#[derive(Debug, Clone)]
pub struct Source {
    /// Path as given on the command line, or `<stdin>`.
    pub name: String,
    /// The text. Bytes that are not UTF-8 are replaced by `?`, one for one, so offsets are those of the file.
    pub text: Text,
    /// The first byte sequence that was not UTF-8, when there was one.
    pub invalid_utf8: Option<Span>,
}

impl Source {
    /// A source from text that is known to be UTF-8.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Source { name: name.into(), text: text.into().into(), invalid_utf8: None }
    }

    /// A source from the bytes of a file. Invalid UTF-8 is kept readable and remembered for a diagnostic.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        let name = name.into();
        match String::from_utf8(bytes) {
            Ok(text) => Source { name, text: text.into(), invalid_utf8: None },
            Err(error) => {
                let first = error.utf8_error();
                let start = first.valid_up_to() as u32;
                let bad = Span::new(start, start + first.error_len().unwrap_or(1) as u32);
                Source { name, text: replace_invalid(error.as_bytes()).into(), invalid_utf8: Some(bad) }
            }
        }
    }

    /// A source from a file.
    pub fn open(name: impl Into<String>, path: &std::path::Path) -> std::io::Result<Self> {
        Ok(match Text::open(path)? {
            Content::Text(text) => Source { name: name.into(), text, invalid_utf8: None },
            Content::Bytes(bytes) => Source::from_bytes(name, bytes),
        })
    }

    /// The text of a span; empty when the span is not inside the text or cuts a character.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }
}

/// Replaces each byte that is not part of valid UTF-8 by `?`.
fn replace_invalid(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|_| '?'));
    }
    out
}
