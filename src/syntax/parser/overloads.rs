//! Mnemonics that mean one operation or another, depending on what follows.

use super::Parser;
use crate::dialect::registry::{Found, OpName};
use crate::ir::types::Type;
use crate::source::Span;

impl Parser<'_> {
    /// The operation of a bare sync mnemonic at the current token.
    pub(super) fn find_sync(&self, word: &str) -> Option<Found> {
        OpName::find_mnemonic(word).or_else(|| OpName::find(&format!("pto.comm.{word}")))
    }

    /// The operation that is meant when the mnemonic at the current token stands for another one here.
    pub(super) fn overloaded(&self, op: OpName) -> Option<OpName> {
        let other = match op.name() {
            // The collectives share their names with tile operations.
            "pto.tgather" if self.group_follows() => "pto.comm.tgather",
            "pto.tscatter" if self.group_follows() => "pto.comm.tscatter",
            // `barrier(TVEC)` names a class of operations, not a pipe.
            "pto.barrier" if self.next_byte() == Some(b'(') => "pto.barrier_sync",
            _ => return None,
        };
        OpName::get(other)
    }

    /// Whether a value of type `!pto.group` follows the current token.
    fn group_follows(&self) -> bool {
        if self.next_byte() != Some(b'%') {
            return false;
        }
        let bytes = self.src.as_bytes();
        let end = self.span.end as usize;
        let start = crate::syntax::scan::skip_blanks(bytes, end) + 1;
        let is_name = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.' | b'-');
        let len = bytes[start..].iter().take_while(is_name).count();
        let name = Span::new(start as u32, (start + len) as u32);
        let Some(entry) = self.names.find(self.src, name) else { return false };
        matches!(self.cx.types.get(self.body.ty(entry.value)), Type::Opaque(opaque) if &*opaque.name == "group")
    }
}
