//! Scopes of SSA names.
//!
//! One hash table serves the whole input; an entry is visible while its scope is open and, inside an isolated
//! operation, while it was made there. Leaving a scope costs nothing per name. Names are spans of the source.

use crate::ir::body::Value;
use crate::source::Span;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// Number of values of a pack that could not be read: one value stands for all of them.
pub const ANY: u32 = u32::MAX;

/// A visible name.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    hash: u64,
    /// The defining (or first using) occurrence, without `%`.
    pub name: Span,
    /// First of its values.
    pub value: Value,
    /// Number of values of a pack, or [`ANY`].
    pub count: u32,
    scope: u32,
}

/// The name table.
pub struct Names {
    table: HashTable<Entry>,
    hasher: hashbrown::DefaultHashBuilder,
    /// Whether each scope ever opened is still open.
    open: Vec<bool>,
    /// Open scopes: number, and how much of `hidden` to restore when it closes.
    stack: Vec<(u32, usize)>,
    /// Oldest visible scope of each open isolated operation.
    floors: Vec<u32>,
    /// Entries of outer functions or modules that a name of an inner one replaced.
    hidden: Vec<Entry>,
}

impl Default for Names {
    fn default() -> Self {
        Names {
            table: HashTable::new(),
            hasher: Default::default(),
            open: vec![true],
            stack: vec![(0, 0)],
            floors: vec![0],
            hidden: Vec::new(),
        }
    }
}

impl Names {
    /// Opens a scope.
    pub fn push(&mut self) {
        let id = self.open.len() as u32;
        self.open.push(true);
        self.stack.push((id, self.hidden.len()));
    }

    /// Opens a scope from which no outer name is visible.
    pub fn push_isolated(&mut self) {
        self.push();
        self.floors.push(self.current());
    }

    /// Closes the innermost scope.
    pub fn pop(&mut self, src: &str) {
        let Some((id, hidden)) = self.stack.pop() else { return };
        self.open[id as usize] = false;
        if self.floors.last() == Some(&id) {
            self.floors.pop();
        }
        while self.hidden.len() > hidden {
            let Some(entry) = self.hidden.pop() else { break };
            if let Some(slot) = self.slot(src, entry.name, entry.hash) {
                *slot = entry;
            }
        }
    }

    fn current(&self) -> u32 {
        self.stack.last().map_or(0, |s| s.0)
    }

    fn floor(&self) -> u32 {
        self.floors.last().copied().unwrap_or(0)
    }

    fn slot(&mut self, src: &str, name: Span, hash: u64) -> Option<&mut Entry> {
        let text = &src.as_bytes()[name.range()];
        self.table.find_mut(hash, |e| e.hash == hash && src.as_bytes()[e.name.range()] == *text)
    }

    /// What a name means here.
    pub fn find(&self, src: &str, name: Span) -> Option<Entry> {
        let text = &src.as_bytes()[name.range()];
        let hash = self.hasher.hash_one(text);
        let entry = self.table.find(hash, |e| e.hash == hash && src.as_bytes()[e.name.range()] == *text)?;
        (self.open[entry.scope as usize] && entry.scope >= self.floor()).then_some(*entry)
    }

    /// Gives a name a meaning in the current scope, whatever it meant before.
    pub fn define(&mut self, src: &str, name: Span, value: Value, count: u32) {
        let scope = self.current();
        self.insert(src, name, value, count, scope);
    }

    /// Gives a name a meaning in the outermost scope of the current function.
    pub fn define_outermost(&mut self, src: &str, name: Span, value: Value) {
        let scope = self.floor();
        self.insert(src, name, value, 1, scope);
    }

    fn insert(&mut self, src: &str, name: Span, value: Value, count: u32, scope: u32) {
        let hash = self.hasher.hash_one(&src.as_bytes()[name.range()]);
        let entry = Entry { hash, name, value, count, scope };
        let floor = self.floor();
        let open_outside = |open: &[bool], old: &Entry| open[old.scope as usize] && old.scope < floor;
        let text = &src.as_bytes()[name.range()];
        match self.table.find_mut(hash, |e| e.hash == hash && src.as_bytes()[e.name.range()] == *text) {
            Some(old) => {
                if open_outside(&self.open, old) {
                    self.hidden.push(*old);
                }
                *old = entry;
            }
            None => {
                self.table.insert_unique(hash, entry, |e| e.hash);
            }
        }
    }
}
