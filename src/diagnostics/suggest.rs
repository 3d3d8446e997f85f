//! "Did you mean": the known words nearest to a misspelled one.
//!
//! Distances are those of Damerau and Levenshtein (optimal string alignment): insertions, deletions, substitutions and
//! swaps of neighbours count one each. Letter case does not count. Nothing here knows what the words stand for.

use std::cmp::Reverse;

/// Words longer than this get no suggestion, so that the work per error stays bounded whatever the input holds.
const LONGEST: usize = 96;

/// The up to `n` candidates nearest to `word`, best first: by distance, then by how much of the beginning they share,
/// then by length, then alphabetically. Only candidates within a third of the word's length count, and never `word`
/// itself: words of one or two letters have no neighbours.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>, n: usize) -> Vec<&'a str> {
    if word.is_empty() || word.len() > LONGEST || n == 0 {
        return Vec::new();
    }
    let cutoff = word.len() / 3;
    if cutoff == 0 {
        return Vec::new();
    }
    let lower = word.to_ascii_lowercase();
    let letters = letter_set(lower.as_bytes());
    let mut found: Vec<(usize, Reverse<usize>, usize, &'a str)> = Vec::new();
    let mut rows = Rows::default();
    for candidate in candidates {
        // Cheap lower bounds of the distance, so that most of a thousand candidates cost a few instructions.
        if candidate.len().abs_diff(word.len()) > cutoff || candidate == word {
            continue;
        }
        let other = candidate.to_ascii_lowercase();
        let theirs = letter_set(other.as_bytes());
        if (letters & !theirs).count_ones().max((theirs & !letters).count_ones()) as usize > cutoff {
            continue;
        }
        let distance = rows.distance(lower.as_bytes(), other.as_bytes());
        if distance <= cutoff {
            let shared = lower.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
            found.push((distance, Reverse(shared), candidate.len().abs_diff(word.len()), candidate));
        }
    }
    found.sort_unstable();
    found.dedup_by_key(|f| f.3);
    found.truncate(n);
    found.into_iter().map(|f| f.3).collect()
}

/// The suggestion as the end of a message: ``; did you mean `a` or `b`?``, or nothing.
pub fn did_you_mean(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("; did you mean `{one}`?"),
        [first @ .., last] => {
            let first: Vec<_> = first.iter().map(|name| format!("`{name}`")).collect();
            format!("; did you mean {} or `{last}`?", first.join(", "))
        }
    }
}

/// Which bytes occur, hashed to 64 bits.
fn letter_set(word: &[u8]) -> u64 {
    word.iter().fold(0, |set, b| set | 1 << (b & 63))
}

/// Three rows of the distance table, kept to be used again.
#[derive(Default)]
struct Rows {
    before: Vec<usize>,
    last: Vec<usize>,
    this: Vec<usize>,
}

impl Rows {
    fn distance(&mut self, a: &[u8], b: &[u8]) -> usize {
        let width = b.len() + 1;
        self.before.clear();
        self.before.resize(width, 0);
        self.this.clear();
        self.this.resize(width, 0);
        self.last.clear();
        self.last.extend(0..width);
        for i in 1..=a.len() {
            self.this[0] = i;
            for j in 1..=b.len() {
                let same = a[i - 1] == b[j - 1];
                let mut best = (self.last[j - 1] + usize::from(!same)).min(self.last[j] + 1).min(self.this[j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(self.before[j - 2] + 1);
                }
                self.this[j] = best;
            }
            std::mem::swap(&mut self.before, &mut self.last);
            std::mem::swap(&mut self.last, &mut self.this);
        }
        self.last[b.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [&str; 8] = ["tadd", "tadds", "taddc", "tand", "tsub", "tscatter", "tgather", "partition_view"];

    fn near(word: &str, n: usize) -> Vec<&'static str> {
        nearest(word, WORDS.into_iter(), n)
    }

    #[test]
    fn finds_single_mistakes() {
        assert_eq!(near("tscater", 1), ["tscatter"]);
        assert_eq!(near("tgahter", 1), ["tgather"], "a swap counts one");
        assert_eq!(near("TADD", 1), ["tadd"], "case does not count");
        assert_eq!(near("parition_veiw", 1), ["partition_view"]);
    }

    #[test]
    fn orders_by_distance_then_length_then_name() {
        assert_eq!(near("tad", 3), ["tadd", "tand"]);
        assert_eq!(near("taddx", 3), ["taddc", "tadds", "tadd"]);
        assert_eq!(near("taddx", 1), ["taddc"]);
    }

    #[test]
    fn gives_nothing_when_nothing_is_near() {
        assert!(near("reduce", 3).is_empty());
        assert!(near("", 3).is_empty());
        assert!(near("x", 3).is_empty());
        assert!(near(&"t".repeat(100_000), 3).is_empty());
        assert!(!near("tadd", 3).contains(&"tadd"), "the word itself is no suggestion");
    }

    #[test]
    fn distance_is_symmetric_and_counts_edits() {
        let mut rows = Rows::default();
        for (a, b, expected) in [("", "abc", 3), ("abc", "acb", 1), ("kitten", "sitting", 3), ("ab", "ba", 1)] {
            assert_eq!(rows.distance(a.as_bytes(), b.as_bytes()), expected, "{a} {b}");
            assert_eq!(rows.distance(b.as_bytes(), a.as_bytes()), expected, "{b} {a}");
        }
    }

    #[test]
    fn joins_names_for_a_message() {
        assert_eq!(did_you_mean(&[]), "");
        assert_eq!(did_you_mean(&["a"]), "; did you mean `a`?");
        assert_eq!(did_you_mean(&["a", "b", "c"]), "; did you mean `a`, `b` or `c`?");
    }
}
