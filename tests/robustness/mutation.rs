//! Samples changed at random. `PTO_OPT_MUTATIONS` gives the number of changed files, `PTO_OPT_SEED` where to start.

use crate::harness::{Rng, check, samples};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Words, numbers, names with their sign, strings, blanks and single characters.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
        let len = match first {
            '"' => rest[1..].find('"').map_or(1, |end| end + 2),
            c if c.is_whitespace() => rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len()),
            '%' | '@' | '#' | '!' | '^' => 1 + rest[1..].find(|c| !word(c)).unwrap_or(rest.len() - 1),
            c if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        tokens.push(&rest[..len]);
        rest = &rest[len..];
    }
    tokens
}

const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1",
    "65535",
    "65536",
    "2147483648",
    "4294967296",
    "18446744073709551615",
    "340282366920938463463374607431768211456",
    "0xFFFFFFFFFFFFFFFF",
    "1.0e400",
    "00000000000000000000000000000000000000001",
];

struct Mutator {
    rng: Rng,
    texts: Vec<String>,
    /// Tokens of all texts.
    words: Vec<String>,
}

impl Mutator {
    fn range(&mut self, len: usize, longest: usize) -> std::ops::Range<usize> {
        let start = self.rng.below(len + 1);
        start..(start + self.rng.below(longest)).min(len)
    }

    fn bytes(&mut self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        match self.rng.below(6) {
            0 => {
                let at = self.rng.below(bytes.len());
                bytes[at] ^= 1 << self.rng.below(8);
            }
            1 => {
                let range = self.range(bytes.len(), 12);
                bytes.drain(range);
            }
            2 => {
                let range = self.range(bytes.len(), 40);
                let copy = bytes[range.clone()].to_vec();
                bytes.splice(range.end..range.end, copy);
            }
            3 => {
                const PUNCTUATION: &[u8] = b"%^@!#\"()[]{}<>,:;=-.?*+|/ \n\\0a";
                let at = self.rng.below(bytes.len() + 1);
                bytes.insert(at, PUNCTUATION[self.rng.below(PUNCTUATION.len())]);
            }
            4 => {
                // The start of one file and the end of another.
                let other = self.rng.below(self.texts.len());
                let other = self.texts[other].as_bytes();
                let (cut, from) = (self.rng.below(bytes.len()), self.rng.below(other.len()));
                bytes.truncate(cut);
                bytes.extend_from_slice(&other[from..]);
            }
            _ => {
                // A line somewhere else.
                let mut lines: Vec<&[u8]> = bytes.split_inclusive(|b| *b == b'\n').collect();
                let line = lines.remove(self.rng.below(lines.len()));
                lines.insert(self.rng.below(lines.len() + 1), line);
                *bytes = lines.concat();
            }
        }
    }

    fn tokens(&mut self, text: &str) -> String {
        let mut list = tokens(text);
        let solid: Vec<usize> = (0..list.len()).filter(|i| !list[*i].trim().is_empty()).collect();
        if solid.is_empty() {
            return text.to_owned();
        }
        let pick = |rng: &mut Rng| solid[rng.below(solid.len())];
        let at = pick(&mut self.rng);
        match self.rng.below(7) {
            0 => list.swap(at, pick(&mut self.rng)),
            1 => {
                list.remove(at);
            }
            2 => list.insert(at, list[at]),
            3 => list[at] = &self.words[self.rng.below(self.words.len())],
            4 => {
                // Another word of the same kind keeps many texts legal.
                let kind = list[at].as_bytes()[0];
                let same: Vec<&String> = self.words.iter().filter(|w| w.as_bytes()[0] == kind).collect();
                if !same.is_empty() {
                    list[at] = same[self.rng.below(same.len())];
                }
            }
            5 => {
                let numbers: Vec<usize> =
                    solid.iter().copied().filter(|i| list[*i].as_bytes()[0].is_ascii_digit()).collect();
                if !numbers.is_empty() {
                    list[numbers[self.rng.below(numbers.len())]] = NUMBERS[self.rng.below(NUMBERS.len())];
                }
            }
            _ => {
                let other = list[pick(&mut self.rng)];
                list.insert(at, other);
            }
        }
        list.concat()
    }

    fn next(&mut self) -> Vec<u8> {
        let at = self.rng.below(self.texts.len());
        let mut bytes = self.texts[at].clone().into_bytes();
        // Comments at the top are long and say little.
        if self.rng.below(2) == 0 {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            bytes = text.lines().skip_while(|l| l.starts_with("//")).collect::<Vec<_>>().join("\n").into_bytes();
        }
        for _ in 0..=self.rng.below(3) {
            match (self.rng.below(5), std::str::from_utf8(&bytes)) {
                (0 | 1, _) | (_, Err(_)) => self.bytes(&mut bytes),
                (_, Ok(text)) => bytes = self.tokens(text).into_bytes(),
            }
        }
        bytes
    }
}

#[test]
fn changed_samples() {
    let (count, seed) = (setting("PTO_OPT_MUTATIONS", 10_000), setting("PTO_OPT_SEED", 1));
    let texts: Vec<String> = samples().into_iter().map(|s| s.1).collect();
    let mut words: Vec<String> = texts.iter().flat_map(|t| tokens(t)).map(str::to_owned).collect();
    words.retain(|w| !w.trim().is_empty());
    words.sort();
    words.dedup();
    let mut mutator = Mutator { rng: Rng::new(0), texts, words };
    let mut clean = 0;
    for n in seed..seed + count {
        // A sequence of its own for each, so that a failure can be repeated alone.
        mutator.rng = Rng::new(n);
        let bytes = mutator.next();
        let guard = Failing(n);
        clean += u64::from(check(&bytes));
        drop(guard);
    }
    println!("{clean} of {count} have no errors");
    assert!(clean > count / 100 && clean < count, "{clean} of {count} have no errors");
}

struct Failing(u64);

impl Drop for Failing {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("repeat with PTO_OPT_SEED={} PTO_OPT_MUTATIONS=1", self.0);
        }
    }
}
