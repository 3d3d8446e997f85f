//! Finds definitions by name.
//!
//! All tables are joined into one array at compile time; an [`OpName`] is an index into it. Names of `pto` operations are
//! found in any letter case, by their aliases, and with the mnemonic suffixes their definition declares. Nothing here
//! parses text or reports errors.

use super::def::{Alias, Family, Kind, OpDef, Regions, Traits, operand};
use super::{container, micro, pto};
use crate::diagnostics::suggest;
use hashbrown::HashMap;
use std::sync::OnceLock;

/// Index of an operation definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpName(u16);

/// What a spelled name stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub op: OpName,
    /// Whether the spelling differs from the canonical name by more than letter case.
    pub alias: bool,
    /// Attributes that the spelling implies: key, and member or literal.
    pub attrs: Vec<(&'static str, &'static str)>,
    /// The suffixes of the spelling as declared, those that imply no attribute included.
    pub suffixes: Vec<&'static str>,
}

const GROUPS: &[&[&[OpDef]]] = &[pto::TABLES, micro::TABLES, container::TABLES];

const COUNT: usize = {
    let mut n = 0;
    let mut g = 0;
    while g < GROUPS.len() {
        let mut t = 0;
        while t < GROUPS[g].len() {
            n += GROUPS[g][t].len();
            t += 1;
        }
        g += 1;
    }
    assert!(n < u16::MAX as usize);
    n
};

/// Stands for operations of dialects that are not known, whose name is kept with the operation.
const UNREGISTERED: OpDef = OpDef::generic("", Family::Container, "operation of an unknown dialect")
    .ins(&[operand("operands", Kind::ANY).variadic()])
    .outs(&[operand("results", Kind::ANY).variadic()])
    .regions(Regions::Any);

/// The definitions, and [`UNREGISTERED`] behind them.
static ALL: [OpDef; COUNT + 1] = {
    let mut all = [UNREGISTERED; COUNT + 1];
    let mut n = 0;
    let mut g = 0;
    while g < GROUPS.len() {
        let mut t = 0;
        while t < GROUPS[g].len() {
            let mut i = 0;
            while i < GROUPS[g][t].len() {
                all[n] = GROUPS[g][t][i];
                n += 1;
                i += 1;
            }
            t += 1;
        }
        g += 1;
    }
    all
};

/// Prefix of the names of PTO operations, which the sync form leaves out.
pub const PTO: &str = "pto.";

/// Longer names are not looked for, so that the work per lookup stays bounded whatever the input holds.
const LONGEST: usize = 96;

#[derive(Clone, Copy)]
enum Entry {
    Name(OpName),
    Alias(OpName, &'static Alias),
}

/// Canonical names and aliases.
fn index() -> &'static HashMap<&'static str, Entry> {
    static INDEX: OnceLock<HashMap<&'static str, Entry>> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut map = HashMap::with_capacity(COUNT + COUNT / 4);
        for op in OpName::all() {
            map.insert(op.def().name, Entry::Name(op));
        }
        for op in OpName::all() {
            for alias in op.def().aliases {
                map.entry(alias.name).or_insert(Entry::Alias(op, alias));
            }
        }
        map
    })
}

impl OpName {
    /// An operation of a dialect that is not known.
    pub const UNREGISTERED: OpName = OpName(COUNT as u16);

    /// The operation with the given full name (`pto.tadd`, `scf.for`).
    pub fn find(name: &str) -> Option<Found> {
        if let Some(entry) = index().get(name) {
            return Some(entry.found());
        }
        if name.len() > LONGEST || !has_pto_prefix(name) {
            return None;
        }
        let lower = name.to_ascii_lowercase();
        match index().get(lower.as_str()) {
            Some(entry) => Some(entry.found()),
            None => find_suffixed(&lower),
        }
    }

    /// The PTO operation with the given mnemonic, as the sync form spells it (`tadd`).
    pub fn find_mnemonic(mnemonic: &str) -> Option<Found> {
        let mut buffer = [0u8; LONGEST];
        let len = PTO.len() + mnemonic.len();
        let name = buffer.get_mut(..len)?;
        name[..PTO.len()].copy_from_slice(PTO.as_bytes());
        name[PTO.len()..].copy_from_slice(mnemonic.as_bytes());
        Self::find(std::str::from_utf8(name).ok()?)
    }

    /// The operation with exactly this canonical name. For names that the program itself knows.
    pub fn get(name: &str) -> Option<OpName> {
        match index().get(name) {
            Some(Entry::Name(op)) => Some(*op),
            _ => None,
        }
    }

    /// The definition.
    pub fn def(self) -> &'static OpDef {
        &ALL[usize::from(self.0)]
    }

    /// The canonical full name.
    pub fn name(self) -> &'static str {
        self.def().name
    }

    /// The canonical name without `pto.`, as the sync form spells it.
    pub fn mnemonic(self) -> &'static str {
        let name = self.name();
        name.strip_prefix(PTO).unwrap_or(name)
    }

    /// Position among all definitions.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// How many indices there are, [`Self::UNREGISTERED`] included.
    pub fn count() -> usize {
        ALL.len()
    }

    /// All operations in the order of the tables, without [`Self::UNREGISTERED`].
    pub fn all() -> impl ExactSizeIterator<Item = OpName> {
        (0..COUNT as u16).map(OpName)
    }
}

/// No operation that is known.
impl Default for OpName {
    fn default() -> Self {
        OpName::UNREGISTERED
    }
}

impl std::fmt::Debug for OpName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::fmt::Display for OpName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Entry {
    fn found(self) -> Found {
        match self {
            Entry::Name(op) => Found { op, alias: false, attrs: Vec::new(), suffixes: Vec::new() },
            Entry::Alias(op, alias) => Found { op, alias: true, attrs: alias.attrs.to_vec(), suffixes: Vec::new() },
        }
    }
}

fn has_pto_prefix(name: &str) -> bool {
    name.as_bytes().get(..PTO.len()).is_some_and(|p| p.eq_ignore_ascii_case(PTO.as_bytes()))
}

/// A name with suffixes: the longest prefix that is an operation whose suffix groups match all of the rest.
fn find_suffixed(lower: &str) -> Option<Found> {
    let ends = lower.bytes().enumerate().skip(PTO.len() + 1).filter(|(_, b)| matches!(b, b'.' | b'_')).map(|(i, _)| i);
    for end in ends.collect::<Vec<_>>().into_iter().rev() {
        let Some(Entry::Name(op)) = index().get(&lower[..end]) else { continue };
        if let Some(found) = match_suffixes(*op, &lower[end..]) {
            return Some(found);
        }
    }
    None
}

/// Each group may give one suffix, in the order of the groups. `_` is read for the dot (rule F5).
fn match_suffixes(op: OpName, mut rest: &str) -> Option<Found> {
    let mut found = Found { op, alias: true, attrs: Vec::new(), suffixes: Vec::new() };
    for group in op.def().suffixes {
        let fits = |suffix: &str| {
            let (text, dot) = (rest.as_bytes(), suffix.len());
            text.len() >= dot
                && matches!(text.first(), Some(b'.' | b'_'))
                && text[1..dot] == suffix.as_bytes()[1..]
                && matches!(text.get(dot), None | Some(b'.' | b'_'))
        };
        if let Some(&(suffix, attr, member)) = group.iter().find(|(suffix, ..)| fits(suffix)) {
            rest = &rest[suffix.len()..];
            found.suffixes.push(suffix);
            if !attr.is_empty() {
                found.attrs.push((attr, member));
            }
        }
    }
    (rest.is_empty() && !found.suffixes.is_empty()).then_some(found)
}

/// The up to `n` names nearest to a name that is not an operation, best first. A name without `pto.` that belongs to no
/// other dialect is a mnemonic of the sync form, and so are then the answers.
pub fn nearest(name: &str, n: usize) -> Vec<&'static str> {
    let usable = |op: &OpName| {
        let traits = op.def().traits;
        !traits.has(Traits::REMOVED) && !traits.has(Traits::RESERVED)
    };
    let names = || {
        OpName::all().filter(usable).flat_map(|op| {
            let def = op.def();
            std::iter::once(def.name).chain(def.aliases.iter().map(|a| a.name))
        })
    };
    let dialect = |name: &'static str| name.split_once('.').map_or("", |(dialect, _)| dialect);
    // Distances are taken without `pto.`, which would make short mnemonics look alike.
    if has_pto_prefix(name) {
        let short = suggest::nearest(&name[PTO.len()..], names().filter_map(|c| c.strip_prefix(PTO)), n);
        return short
            .into_iter()
            .filter_map(|s| index().get_key_value(&*format!("{PTO}{s}")).map(|(k, _)| *k))
            .collect();
    }
    match name.split_once('.') {
        Some((word, _)) if names().any(|c| dialect(c) == word) => {
            suggest::nearest(name, names().filter(|c| dialect(c) == word), n)
        }
        _ => suggest::nearest(name, names().filter_map(|c| c.strip_prefix(PTO)), n),
    }
}

#[cfg(test)]
#[path = "registry_tests.rs"]
mod tests;
