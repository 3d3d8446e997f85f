//! Arenas of operations, blocks, regions and values.
//!
//! A [`Body`] is one isolated piece of a program: the module level, or the inside of one function. Handles are
//! indices into its arrays and mean nothing in another body, so bodies can be worked on in parallel. Operations of a
//! block form a doubly linked list; the results of an operation are consecutive values.

use super::Form;
use super::attrs::{AttrId, DictId, Sym};
use super::types::TypeId;
use crate::dialect::OpName;
use crate::source::Span;

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl $name {
            /// No entity.
            pub const NONE: $name = $name(u32::MAX);
            /// Position in the arena.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
            /// Whether this is not [`Self::NONE`].
            pub const fn is_some(self) -> bool {
                self.0 != u32::MAX
            }
        }
    };
}

handle!(
    /// An operation of a body.
    Op
);
handle!(
    /// A block of a body.
    Block
);
handle!(
    /// A region of a body.
    Region
);
handle!(
    /// An SSA value of a body.
    Value
);
handle!(
    /// A body of a program.
    BodyId
);
handle!(
    /// Index of an [`OpExt`] in its body.
    ExtId
);

/// Facts about one operation instance that are not part of its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpFlags(pub u8);

impl OpFlags {
    /// Not in the text: an implied terminator, module or function.
    pub const IMPLICIT: OpFlags = OpFlags(1);
    /// A constant that the text writes as a literal operand.
    pub const INLINE: OpFlags = OpFlags(2);
    /// Reading it failed; it stands for the statement so that its results exist.
    pub const POISON: OpFlags = OpFlags(4);

    /// Whether all flags of `other` are set.
    pub const fn has(self, other: OpFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

/// An operation.
#[derive(Clone, Debug)]
pub struct OpData {
    pub name: OpName,
    /// How it was written.
    pub form: Form,
    pub flags: OpFlags,
    /// Number of results.
    pub n_results: u16,
    /// How many of the operands, at the end of the list, are destinations (`outs(..)`).
    pub n_outs: u16,
    /// Number of operands, destinations included.
    pub n_operands: u16,
    /// Start in [`Body::operands`].
    pub operands: u32,
    /// First of the consecutive results.
    pub first_result: u32,
    pub attrs: DictId,
    /// Sizes of the operand groups, see [`super::program::Program::segments`]; 0 when every group has one operand.
    pub segments: u32,
    /// Regions, successors, location.
    pub ext: ExtId,
    /// The whole statement, regions included; empty when it is not in the text.
    pub span: Span,
    pub block: Block,
    pub prev: Op,
    pub next: Op,
}

/// The rarely used parts of an operation.
#[derive(Clone, Debug, Default)]
pub struct OpExt {
    pub regions: Vec<Region>,
    pub successors: Vec<Successor>,
    /// The inside of an isolated operation (a function) is a body of its own.
    pub body: Option<BodyId>,
    pub location: Option<AttrId>,
    /// Name of an operation of an unregistered dialect.
    pub unregistered: Option<Sym>,
}

/// A successor of a terminator with its arguments.
#[derive(Clone, Debug)]
pub struct Successor {
    pub block: Block,
    /// First argument in the operand list of the operation, relative to its first operand.
    pub first: u16,
    /// Number of arguments.
    pub count: u16,
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// A result, with its position.
    Result(Op, u16),
    /// A block argument, with its position.
    Arg(Block, u16),
    /// Used before the text defines it, and not defined yet.
    Forward,
}

/// A value. Packed: there is one for each result of a large file.
#[derive(Clone, Debug)]
pub struct ValueData {
    pub ty: TypeId,
    def: u32,
    /// Start of the name in the source, after `%`.
    name_start: u32,
    /// Length of the name in bytes; 0 when the text gives none.
    name_len: u16,
    index: u16,
}

const ARG_BIT: u32 = 1 << 31;

impl ValueData {
    /// The definition.
    pub fn def(&self) -> ValueDef {
        match self.def {
            u32::MAX => ValueDef::Forward,
            d if d & ARG_BIT != 0 => ValueDef::Arg(Block(d & !ARG_BIT), self.index),
            d => ValueDef::Result(Op(d), self.index),
        }
    }

    /// The span of the defining name without `%`; `None` for values without a name in the text.
    pub fn name(&self) -> Option<Span> {
        (self.name_len > 0).then(|| Span::new(self.name_start, self.name_start + u32::from(self.name_len)))
    }
}

/// A block.
#[derive(Clone, Debug)]
pub struct BlockData {
    pub region: Region,
    pub first: Op,
    pub last: Op,
    pub args: Vec<Value>,
    /// Span of the label without `^`; empty for an unlabelled entry block.
    pub label: Span,
}

/// A region.
#[derive(Clone, Debug, Default)]
pub struct RegionData {
    /// Blocks, entry first.
    pub blocks: Vec<Block>,
    /// The operation that holds it; [`Op::NONE`] for the root of a body.
    pub parent: Op,
}

impl Default for Op {
    fn default() -> Self {
        Op::NONE
    }
}

/// One isolated piece of a program.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub ops: Vec<OpData>,
    pub values: Vec<ValueData>,
    /// Operand lists of all operations.
    pub operands: Vec<Value>,
    pub blocks: Vec<BlockData>,
    pub regions: Vec<RegionData>,
    pub exts: Vec<OpExt>,
}

impl Body {
    /// The outermost region.
    pub const ROOT: Region = Region(0);

    /// The data of an operation.
    pub fn op(&self, op: Op) -> &OpData {
        &self.ops[op.index()]
    }

    /// All operands, destinations last.
    pub fn operands(&self, op: Op) -> &[Value] {
        let data = self.op(op);
        &self.operands[data.operands as usize..][..usize::from(data.n_operands)]
    }

    /// The operands that are not destinations.
    pub fn ins(&self, op: Op) -> &[Value] {
        let data = self.op(op);
        &self.operands(op)[..usize::from(data.n_operands - data.n_outs)]
    }

    /// The destinations.
    pub fn outs(&self, op: Op) -> &[Value] {
        let data = self.op(op);
        &self.operands(op)[usize::from(data.n_operands - data.n_outs)..]
    }

    /// The results.
    pub fn results(&self, op: Op) -> impl ExactSizeIterator<Item = Value> + use<> {
        let data = self.op(op);
        let first = data.first_result;
        (0..u32::from(data.n_results)).map(move |i| Value(first + i))
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> TypeId {
        self.values[value.index()].ty
    }

    /// Where a value is defined.
    pub fn def(&self, value: Value) -> ValueDef {
        self.values[value.index()].def()
    }

    /// The operation that defines a value.
    pub fn defining_op(&self, value: Value) -> Option<Op> {
        match self.def(value) {
            ValueDef::Result(op, _) => Some(op),
            _ => None,
        }
    }

    /// Regions, successors and location of an operation.
    pub fn ext(&self, op: Op) -> Option<&OpExt> {
        let ext = self.op(op).ext;
        ext.is_some().then(|| &self.exts[ext.index()])
    }

    /// The regions of an operation. The region of an isolated operation is the root of its own body instead.
    pub fn regions_of(&self, op: Op) -> &[Region] {
        self.ext(op).map_or(&[], |e| &e.regions)
    }

    /// The successors of an operation.
    pub fn successors(&self, op: Op) -> &[Successor] {
        self.ext(op).map_or(&[], |e| &e.successors)
    }

    /// The blocks of a region.
    pub fn blocks_of(&self, region: Region) -> &[Block] {
        &self.regions[region.index()].blocks
    }

    /// The operations of a block, in order.
    pub fn block_ops(&self, block: Block) -> BlockOps<'_> {
        BlockOps { body: self, next: self.blocks[block.index()].first }
    }

    /// The operation whose region holds the block of `op`.
    pub fn parent(&self, op: Op) -> Option<Op> {
        let region = self.blocks[self.op(op).block.index()].region;
        let parent = self.regions[region.index()].parent;
        parent.is_some().then_some(parent)
    }

    /// A new region held by `parent`, without blocks.
    pub fn new_region(&mut self, parent: Op) -> Region {
        self.regions.push(RegionData { blocks: Vec::new(), parent });
        Region(self.regions.len() as u32 - 1)
    }

    /// A new block at the end of a region.
    pub fn new_block(&mut self, region: Region, label: Span) -> Block {
        let block = Block(self.blocks.len() as u32);
        self.blocks.push(BlockData { region, first: Op::NONE, last: Op::NONE, args: Vec::new(), label });
        self.regions[region.index()].blocks.push(block);
        block
    }

    /// A new block that no region lists yet: the target of a branch to a label that comes later.
    pub fn new_detached_block(&mut self, region: Region) -> Block {
        let block = Block(self.blocks.len() as u32);
        let label = Span::default();
        self.blocks.push(BlockData { region, first: Op::NONE, last: Op::NONE, args: Vec::new(), label });
        block
    }

    /// Names a value after the fact.
    pub fn set_name(&mut self, value: Value, name: Span) {
        let data = &mut self.values[value.index()];
        data.name_start = name.start;
        data.name_len = name.len() as u16;
    }

    /// A new argument at the end of a block's list. `name` is empty when the text gives none.
    pub fn new_arg(&mut self, block: Block, ty: TypeId, name: Span) -> Value {
        let index = self.blocks[block.index()].args.len() as u16;
        let value = self.new_value(ty, block.0 | ARG_BIT, index, name);
        self.blocks[block.index()].args.push(value);
        value
    }

    /// A new result of `op`. Results of one operation must be made in order, without other values between them.
    pub fn new_result(&mut self, op: Op, ty: TypeId, index: u16, name: Span) -> Value {
        self.new_value(ty, op.0, index, name)
    }

    /// A value that is used before its definition was seen.
    pub fn new_forward(&mut self, ty: TypeId, name: Span) -> Value {
        self.new_value(ty, u32::MAX, 0, name)
    }

    fn new_value(&mut self, ty: TypeId, def: u32, index: u16, name: Span) -> Value {
        let value = Value(self.values.len() as u32);
        // A name longer than 65,535 bytes is refused by the lexer; the cast cannot cut one.
        self.values.push(ValueData { ty, def, name_start: name.start, name_len: name.len() as u16, index });
        value
    }

    /// Appends an operation to a block.
    pub fn append(&mut self, block: Block, mut data: OpData) -> Op {
        let op = Op(self.ops.len() as u32);
        let b = &mut self.blocks[block.index()];
        data.block = block;
        data.prev = b.last;
        data.next = Op::NONE;
        let last = std::mem::replace(&mut b.last, op);
        if last.is_some() {
            self.ops[last.index()].next = op;
        } else {
            self.blocks[block.index()].first = op;
        }
        self.ops.push(data);
        op
    }

    /// The rare parts of an operation, created when they are missing.
    pub fn ext_mut(&mut self, op: Op) -> &mut OpExt {
        if !self.ops[op.index()].ext.is_some() {
            self.ops[op.index()].ext = ExtId(self.exts.len() as u32);
            self.exts.push(OpExt::default());
        }
        &mut self.exts[self.ops[op.index()].ext.index()]
    }

    /// Fresh rare parts for an operation whose handle to them came from another body.
    pub fn ext_mut_new(&mut self, op: Op) -> &mut OpExt {
        self.ops[op.index()].ext = ExtId::NONE;
        self.ext_mut(op)
    }

    /// Gives back memory that growing the arenas left over.
    pub fn shrink(&mut self) {
        self.ops.shrink_to_fit();
        self.values.shrink_to_fit();
        self.operands.shrink_to_fit();
        self.blocks.shrink_to_fit();
        self.regions.shrink_to_fit();
        self.exts.shrink_to_fit();
    }
}

/// Iterator over the operations of a block.
pub struct BlockOps<'a> {
    body: &'a Body,
    next: Op,
}

impl Iterator for BlockOps<'_> {
    type Item = Op;

    fn next(&mut self) -> Option<Op> {
        let op = self.next;
        if !op.is_some() {
            return None;
        }
        self.next = self.body.op(op).next;
        Some(op)
    }
}
