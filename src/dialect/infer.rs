//! Result types that follow from operands and attributes.
//!
//! [`infer`] computes what a definition's [`Ty::Infer`](super::def::Ty::Infer) names. It neither interns nor reports: the
//! parser interns what it gets, the printer compares it with the type that is there.

use super::def::{Infer, OpDef};
use crate::ir::attrs::{Attr, AttrId, Context, Sym};
use crate::ir::body::{Body, Value};
use crate::ir::types::{BLayout, DYN, Dim, Float, SLayout, Space, Tile, Type, TypeId};

/// The operation whose result type is wanted.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    pub context: &'a Context,
    pub body: &'a Body,
    pub def: &'static OpDef,
    /// Operands in the order of the definition.
    pub operands: &'a [Value],
    /// Sizes of the operand groups; empty when every group has one operand.
    pub segments: &'a [u16],
    /// Attributes, in any number of lists.
    pub attrs: &'a [&'a [(Sym, AttrId)]],
}

/// A type that was computed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Inferred {
    /// A type of the context.
    Known(TypeId),
    New(Type),
    /// A type of another dialect, as text.
    Text(String),
}

impl Inferred {
    /// Whether this is the type `ty`. A text is never compared.
    pub fn is(&self, context: &Context, ty: TypeId) -> bool {
        match self {
            Inferred::Known(id) => *id == ty,
            Inferred::New(new) => context.types.get(ty) == new,
            Inferred::Text(_) => false,
        }
    }
}

/// The result type by a rule; `None` when the operands do not determine it.
pub fn infer(given: &Given, rule: Infer) -> Option<Inferred> {
    match rule {
        Infer::PartitionView => partition_view(given),
        Infer::Subview => subview(given),
        Infer::Matmul => matmul(given),
        Infer::ElementOfFirst => given.first(Type::element),
        Infer::FirstTile => {
            let is_tile = |ty: TypeId| given.context.types.tile(ty).map(|_| Inferred::Known(ty));
            given.operands.iter().find_map(|v| is_tile(given.body.ty(*v)))
        }
        Infer::Predicate => match given.type_of(*given.operands.first()?) {
            Type::Vector { dims, .. } => Some(Inferred::New(Type::Vector { dims: dims.clone(), elem: TypeId::I1 })),
            Type::Tensor { dims, encoding, .. } => {
                Some(Inferred::New(Type::Tensor { dims: dims.clone(), elem: TypeId::I1, encoding: encoding.clone() }))
            }
            _ => Some(Inferred::Known(TypeId::I1)),
        },
        Infer::LlvmMember => {
            let Type::Foreign(text) = given.type_of(*given.operands.first()?) else { return None };
            let path = given.integers("position")?;
            llvm_member(text, &path).map(Inferred::Text)
        }
    }
}

impl<'a> Given<'a> {
    fn type_of(&self, value: Value) -> &'a Type {
        self.context.types.get(self.body.ty(value))
    }

    /// The operands of a role.
    fn group(&self, name: &str) -> &'a [Value] {
        let Some(role) = self.def.ins.iter().position(|o| o.name == name) else { return &[] };
        let (start, len) = match self.segments.get(..role) {
            Some(before) if !self.segments.is_empty() => {
                (before.iter().map(|s| usize::from(*s)).sum(), self.segments.get(role).map_or(0, |s| usize::from(*s)))
            }
            _ => (role, 1),
        };
        self.operands.get(start..start + len).unwrap_or(&[])
    }

    fn one(&self, name: &str) -> Option<Value> {
        self.group(name).first().copied()
    }

    /// The first answer over all operands.
    fn first(&self, f: fn(&Type) -> Option<TypeId>) -> Option<Inferred> {
        self.operands.iter().find_map(|v| f(self.type_of(*v))).map(Inferred::Known)
    }

    fn attr(&self, name: &str) -> Option<&'a Attr> {
        let entry = self.attrs.iter().flat_map(|list| list.iter()).find(|(key, _)| self.context.str(*key) == name)?;
        Some(self.context.get(entry.1))
    }

    /// A list of integers.
    fn integers(&self, name: &str) -> Option<Vec<i64>> {
        let (Attr::DenseArray { values, .. } | Attr::Array(values)) = self.attr(name)? else { return None };
        let integer = |id: &AttrId| match self.context.get(*id) {
            Attr::Int { value, .. } => i64::try_from(*value).ok(),
            _ => None,
        };
        values.iter().map(integer).collect()
    }

    /// The value of an `arith.constant`; casts are not looked through.
    fn constant(&self, value: Value) -> Option<i64> {
        let op = self.body.op(self.body.defining_op(value)?);
        if op.name.name() != "arith.constant" {
            return None;
        }
        match self.context.get(self.context.lookup(op.attrs, "value")?) {
            Attr::Int { value, .. } => i64::try_from(*value).ok(),
            _ => None,
        }
    }

    /// A constant that is not negative, else `?`.
    fn extent(&self, value: Value) -> Dim {
        self.constant(value).filter(|n| *n >= 0).unwrap_or(DYN)
    }
}

fn partition_view(given: &Given) -> Option<Inferred> {
    let elem = given.type_of(given.one("source")?).element()?;
    let dims = given.group("sizes").iter().map(|v| given.extent(*v)).collect();
    Some(Inferred::New(Type::PartitionView { dims, elem }))
}

/// The window has the sizes that are given, and everything else from the source. Valid extents are the operands where
/// these are constant and `?` where they are not; without operands the whole window is valid.
fn subview(given: &Given) -> Option<Inferred> {
    let source = given.one("source")?;
    let [rows, cols] = given.integers("sizes")?[..] else { return None };
    let (v_row, v_col) = match (given.one("valid_row"), given.one("valid_col")) {
        (Some(row), Some(col)) => (given.extent(row), given.extent(col)),
        _ => (rows, cols),
    };
    let window = |tile: &Tile| Box::new(Tile { rows, cols, v_row, v_col, ..tile.clone() });
    match given.type_of(source) {
        Type::Tile(tile) => Some(Inferred::New(Type::Tile(window(tile)))),
        Type::TileBuf(tile) => Some(Inferred::New(Type::TileBuf(window(tile)))),
        _ => None,
    }
}

/// Rows of the left operand, columns of the right one, in the accumulator type that both element types sum up in.
fn matmul(given: &Given) -> Option<Inferred> {
    let (lhs, rhs) = (given.one("lhs")?, given.one("rhs")?);
    let (left, right) = (given.context.types.tile(given.body.ty(lhs))?, given.context.types.tile(given.body.ty(rhs))?);
    let sum = |ty: TypeId| match given.context.types.get(ty) {
        Type::Int { width: 8, .. } => Some(TypeId::I32),
        Type::Float(Float::F64) => None,
        Type::Float(_) => Some(TypeId::F32),
        _ => None,
    };
    let dtype = sum(left.dtype)?;
    if sum(right.dtype)? != dtype {
        return None;
    }
    let mut tile = Tile {
        loc: None,
        dtype,
        rows: left.rows,
        cols: right.cols,
        v_row: left.v_row,
        v_col: right.v_col,
        blayout: None,
        slayout: None,
        fractal: None,
        pad: None,
        compact: None,
    };
    if matches!(given.type_of(lhs), Type::Tile(_)) {
        return Some(Inferred::New(Type::Tile(Box::new(tile))));
    }
    // Accumulators are NZ in boxes of 1024 bytes on every target.
    tile.loc = Some(Space::Acc);
    tile.blayout = Some(BLayout::ColMajor);
    tile.slayout = Some(SLayout::RowMajor);
    tile.fractal = Some(1024);
    tile.pad = Some(0);
    tile.compact = Some(0);
    Some(Inferred::New(Type::TileBuf(Box::new(tile))))
}

/// The member of `!llvm.struct<(..)>` or `!llvm.array<N x T>` at the end of a path of positions.
fn llvm_member(text: &str, path: &[i64]) -> Option<String> {
    let mut at = text.strip_prefix("!llvm.").unwrap_or(text).trim();
    for &index in path {
        at = if let Some(rest) = at.strip_prefix("struct<") {
            let inside = rest.strip_suffix('>')?;
            let open = inside.find('(')?;
            let list = inside.get(open + 1..inside.rfind(')')?)?;
            nth_member(list, usize::try_from(index).ok()?)?
        } else {
            let inside = at.strip_prefix("array<")?.strip_suffix('>')?;
            let (len, elem) = inside.split_once('x')?;
            let len: i64 = len.trim().parse().ok()?;
            if !(0..len).contains(&index) {
                return None;
            }
            elem
        }
        .trim();
    }
    let head = at.split(['<', ' ']).next().unwrap_or(at);
    let of_llvm = matches!(head, "ptr" | "struct" | "array" | "func" | "vec" | "void" | "token" | "metadata");
    Some(if of_llvm { format!("!llvm.{at}") } else { at.to_owned() })
}

/// The member at a position of a list with commas outside of brackets.
fn nth_member(list: &str, index: usize) -> Option<&str> {
    let mut depth = 0i32;
    let mut members = list.split(|c: char| {
        match c {
            '(' | '<' | '[' | '{' => depth += 1,
            ')' | '>' | ']' | '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    members.nth(index).map(str::trim).filter(|m| !m.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_llvm_types() {
        let text = "!llvm.struct<(i32, ptr, array<2 x struct<(f32, i8)>>)>";
        assert_eq!(llvm_member(text, &[0]).as_deref(), Some("i32"));
        assert_eq!(llvm_member(text, &[1]).as_deref(), Some("!llvm.ptr"));
        assert_eq!(llvm_member(text, &[2]).as_deref(), Some("!llvm.array<2 x struct<(f32, i8)>>"));
        assert_eq!(llvm_member(text, &[2, 1, 1]).as_deref(), Some("i8"));
        assert_eq!(llvm_member(text, &[2, 2]), None);
        assert_eq!(llvm_member(text, &[3]), None);
        assert_eq!(llvm_member("!llvm.struct<\"s\", packed (i8, i16)>", &[1]).as_deref(), Some("i16"));
        assert_eq!(llvm_member("i32", &[0]), None);
        assert_eq!(llvm_member("!llvm.struct<(i32)>", &[-1]), None);
    }
}
