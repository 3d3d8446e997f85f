//! Making untrusted text fit to be shown.
//!
//! Source text and messages that quote it may hold control characters that would move the cursor or reorder what a
//! reader sees. They are replaced by placeholders of the same length in bytes, so offsets stay valid.

use std::borrow::Cow;

/// `text` with every control and bidirectional formatting character replaced, line ends and tabs included.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| placeholder(c).is_none() && c != '\t') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if c == '\t' { ' ' } else { placeholder(c).unwrap_or(c) }).collect())
}

/// Appends `text` to `out` with the same replacements, but keeps tabs: the excerpt renderer expands them.
pub fn push_visible(out: &mut String, text: &str) {
    out.extend(text.chars().map(|c| placeholder(c).unwrap_or(c)));
}

/// What to show for a character that must not be written as it is; as many bytes as the character.
fn placeholder(c: char) -> Option<char> {
    match c {
        '\t' => None,
        '\0'..='\x1f' | '\x7f' => Some('?'),
        '\u{80}'..='\u{9f}' => Some('\u{bf}'),
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => Some('\u{fffd}'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_keep_the_length() {
        for c in ('\0'..='\u{ffff}').filter(|&c| placeholder(c).is_some()) {
            assert_eq!(placeholder(c).map(char::len_utf8), Some(c.len_utf8()), "{:x}", c as u32);
        }
    }

    #[test]
    fn text_without_control_characters_is_not_copied() {
        assert!(matches!(visible("%a 中文"), Cow::Borrowed(_)));
        assert_eq!(visible("a\x1b[31m\tb\n"), "a?[31m b?");
        assert_eq!(visible("\u{202e}x"), "\u{fffd}x");
    }
}
