//! A map from pieces of the source text to what they were parsed to.

use crate::source::Span;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// Maps text, together with a number that says what it was read for, to a value. Keys are spans of the source, so
/// nothing is copied.
pub struct TextCache<V> {
    table: HashTable<Entry<V>>,
    hasher: hashbrown::DefaultHashBuilder,
}

struct Entry<V> {
    hash: u64,
    key: Span,
    salt: u32,
    value: V,
}

impl<V> Default for TextCache<V> {
    fn default() -> Self {
        TextCache { table: HashTable::new(), hasher: Default::default() }
    }
}

impl<V: Copy> TextCache<V> {
    /// The value of a text.
    pub fn get(&self, src: &str, key: Span, salt: u32) -> Option<V> {
        let text = &src.as_bytes()[key.range()];
        let hash = self.hasher.hash_one((text, salt));
        self.table
            .find(hash, |e| e.hash == hash && e.salt == salt && src.as_bytes()[e.key.range()] == *text)
            .map(|e| e.value)
    }

    /// Remembers the value of a text that is not in the cache.
    pub fn insert(&mut self, src: &str, key: Span, salt: u32, value: V) {
        let hash = self.hasher.hash_one((&src.as_bytes()[key.range()], salt));
        self.table.insert_unique(hash, Entry { hash, key, salt, value }, |e| e.hash);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }
}
