//! A whole program: interned data, the module level and the functions.

use super::attrs::{AttrId, Context};
use super::body::{Body, BodyId, Op};
use super::types::TypeId;
use crate::source::Span;

/// What an alias of the text stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AliasTarget {
    /// `!name = T`
    Type(TypeId),
    /// `#name = A`
    Attr(AttrId),
}

/// An alias definition of the text.
#[derive(Clone, Debug)]
pub struct Alias {
    /// Name without `!` or `#`.
    pub name: String,
    pub target: AliasTarget,
    /// The whole definition.
    pub span: Span,
}

/// One program, read from one input or one part of a split input.
#[derive(Clone, Default)]
pub struct Program {
    /// Interned types, attributes and strings.
    pub context: Context,
    /// Body 0 is the module level; every function has its own.
    pub bodies: Vec<Body>,
    /// The root `builtin.module`, in body 0.
    pub root: Op,
    /// Aliases in the order of their definition.
    pub aliases: Vec<Alias>,
    /// Comments in order, when reading was asked to keep them.
    pub comments: Vec<Span>,
}

impl Program {
    /// The module level.
    pub const TOP: BodyId = BodyId(0);

    /// A body.
    pub fn body(&self, id: BodyId) -> &Body {
        &self.bodies[id.index()]
    }

    /// The module level.
    pub fn top(&self) -> &Body {
        &self.bodies[0]
    }

    /// Sizes of the operand groups of an operation, in the order of its definition: `ins`, then for DPS `outs`.
    /// `None` when every group has exactly one operand.
    pub fn segments(&self, body: &Body, op: Op) -> Option<&[u16]> {
        match body.op(op).segments {
            0 => None,
            id => Some(self.context.segments(id)),
        }
    }
}
