//! Regions, blocks, successors and terminators.

use super::statement::Stmt;
use super::{Parser, RegionSpec, Res};
use crate::diagnostics::{Diagnostic, codes};
use crate::dialect::def::{Regions, Traits};
use crate::dialect::registry::OpName;
use crate::ir::Form;
use crate::ir::attrs::DictId;
use crate::ir::body::{Block, ExtId, Op, OpData, OpFlags, Region, Successor, Value};
use crate::ir::types::TypeId;
use crate::source::Span;
use crate::syntax::lexer::Tok;
use hashbrown::HashMap;

/// The block labels of one region.
#[derive(Default)]
pub struct Labels<'s> {
    blocks: HashMap<&'s str, Label>,
    /// Successors to compare with the arguments of their blocks when the region is complete.
    pending: Vec<Pending>,
}

struct Label {
    block: Block,
    /// Where the label stands, or where it was first used.
    span: Span,
    defined: bool,
}

struct Pending {
    op: Op,
    successor: usize,
    span: Span,
}

impl<'s> Parser<'s> {
    /// Reads a region with its braces.
    pub(super) fn region(&mut self, spec: RegionSpec) -> Res<Region> {
        let open = self.expect(Tok::LBrace, "before a region")?;
        self.enter("regions")?;
        let region = self.body.new_region(spec.parent);
        self.names.push();
        let outer = (self.block, self.block_done, self.block_failed);
        self.labels.push(Labels::default());
        let result = self.region_body(region, &spec, open);
        self.end_labels();
        (self.block, self.block_done, self.block_failed) = outer;
        self.names.pop(self.src);
        self.leave();
        result.map(|()| region)
    }

    fn region_body(&mut self, region: Region, spec: &RegionSpec, open: Span) -> Res<()> {
        if !self.at(Tok::Block) {
            let entry = self.body.new_block(region, Span::default());
            self.start_block(entry);
            for &(name, ty) in spec.args.iter().take(usize::from(u16::MAX)) {
                let value = self.body.new_arg(entry, ty, name);
                if !name.is_empty() {
                    self.define_name(name, value, 1);
                }
            }
        } else {
            self.block_label(region, spec.args)?;
        }
        loop {
            match self.tok {
                Tok::RBrace => break,
                Tok::Eof if self.lost => return Err(super::Failed),
                Tok::Eof => {
                    self.lost = true;
                    let diagnostic = Diagnostic::error(codes::UNCLOSED, open, "this region is never closed")
                        .label("no matching `}`");
                    return Err(self.fail(diagnostic));
                }
                Tok::Block => {
                    self.end_block(spec);
                    if let Err(failed) = self.block_label(region, &[]) {
                        self.recover();
                        if self.at(Tok::Eof) {
                            return Err(failed);
                        }
                        // The label could not be read: what follows belongs to a block of its own.
                        let block = self.body.new_block(region, Span::default());
                        self.start_block(block);
                    }
                    self.needs_dominance = true;
                }
                _ if spec.kind == Regions::Body && self.wants_threads() => self.parallel_functions(),
                _ => self.statement_or_recover(),
            }
        }
        self.end_block(spec);
        self.bump();
        let blocks = self.body.blocks_of(region).len();
        if blocks > 1 && matches!(spec.kind, Regions::Body | Regions::Terminated(_)) {
            let second = self.body.blocks_of(region)[1];
            let span = self.body.blocks[second.index()].label;
            let diagnostic = Diagnostic::error(codes::REGION_SHAPE, span, "this region must have one block")
                .label("a second block starts here");
            self.sink.push(diagnostic);
        }
        Ok(())
    }

    fn start_block(&mut self, block: Block) {
        self.block = block;
        self.block_done = false;
        self.block_failed = false;
    }

    /// `^name(%a: T, ..):`
    fn block_label(&mut self, region: Region, entry_args: &[(Span, TypeId)]) -> Res<()> {
        let span = self.expect(Tok::Block, "")?;
        let name = Span::new(span.start + 1, span.end);
        let text = self.text(name);
        let known = self.labels.last().and_then(|l| l.blocks.get(text)).map(|l| (l.block, l.span, l.defined));
        let block = match known {
            Some((_, first, true)) => {
                let diagnostic =
                    Diagnostic::error(codes::REDEFINED_BLOCK, span, format!("block `^{text}` is already defined"))
                        .label("defined again")
                        .also(first, "first defined here");
                self.sink.push(diagnostic);
                self.body.new_block(region, name)
            }
            Some((block, _, false)) => {
                self.body.blocks[block.index()].label = name;
                self.body.regions[region.index()].blocks.push(block);
                block
            }
            None => self.body.new_block(region, name),
        };
        if let Some(labels) = self.labels.last_mut() {
            labels.blocks.insert(text, Label { block, span, defined: true });
        }
        self.start_block(block);
        for &(name, ty) in entry_args.iter().take(usize::from(u16::MAX)) {
            let value = self.body.new_arg(block, ty, name);
            if !name.is_empty() {
                self.define_name(name, value, 1);
            }
        }
        if self.eat(Tok::LParen) {
            let given = !entry_args.is_empty() && entry_args.iter().any(|a| !a.0.is_empty());
            if given {
                let diagnostic = Diagnostic::error(
                    codes::UNEXPECTED_TOKEN,
                    span,
                    "the entry block takes its arguments from the operation and cannot declare others",
                );
                self.sink.push(diagnostic);
            }
            // An entry block of a region whose argument types come from the operation: the label names them.
            let mut next = 0;
            self.list(Tok::RParen, "after the block arguments", |p| {
                let name = p.value_span()?;
                p.check_arg_count(next, name)?;
                p.expect(Tok::Colon, "after the argument name")?;
                let (ty, ty_span) = p.parse_type()?;
                if p.at_word("loc") {
                    p.location()?;
                }
                let name_span = Span::new(name.start + 1, name.end);
                let value = match entry_args.get(next).filter(|_| !given) {
                    Some(_) => {
                        let value = p.body.blocks[block.index()].args[next];
                        p.check_type(value, name, ty, ty_span);
                        value
                    }
                    None => p.body.new_arg(block, ty, name_span),
                };
                p.body.set_name(value, name_span);
                p.define_name(name_span, value, 1);
                next += 1;
                Ok(())
            })?;
            if !given && !entry_args.is_empty() && next != entry_args.len() {
                let diagnostic = Diagnostic::error(
                    codes::REGION_SHAPE,
                    span,
                    format!("the entry block has {} arguments, but {next} are named", entry_args.len()),
                );
                self.sink.push(diagnostic);
            }
        }
        self.expect(Tok::Colon, "after a block label")?;
        Ok(())
    }

    /// Positions in argument lists have 16 bits.
    pub(super) fn check_arg_count(&mut self, before: usize, span: Span) -> Res<()> {
        if before < usize::from(u16::MAX) {
            return Ok(());
        }
        let diagnostic = Diagnostic::error(codes::TOO_LARGE, span, "more than 65,535 arguments");
        Err(self.fail(diagnostic))
    }

    /// The block that a label means; it may be defined later.
    fn block_ref(&mut self, span: Span) -> Block {
        let text = self.text(Span::new(span.start + 1, span.end));
        if let Some(label) = self.labels.last().and_then(|l| l.blocks.get(text)) {
            return label.block;
        }
        let region = match self.block {
            Block::NONE => Region::NONE,
            block => self.body.blocks[block.index()].region,
        };
        let block = self.body.new_detached_block(region);
        if let Some(labels) = self.labels.last_mut() {
            labels.blocks.insert(text, Label { block, span, defined: false });
        }
        block
    }

    /// `^bb(%a, %b : T, T)`, appended to the operands and successors of the statement.
    pub(super) fn successor(&mut self, st: &mut Stmt) -> Res<()> {
        let span = self.expect(Tok::Block, "")?;
        let block = self.block_ref(span);
        let first = st.operands.len();
        if self.eat(Tok::LParen) && !self.eat(Tok::RParen) {
            loop {
                let operand = self.operand()?;
                st.push(operand);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            self.expect(Tok::Colon, "after the arguments of a successor")?;
            self.operand_types(st, first)?;
            self.expect(Tok::RParen, "after the argument types of a successor")?;
        }
        st.types.push((TypeId::ERROR, span));
        st.successors.push((block, first, st.operands.len() - first));
        Ok(())
    }

    /// Types for the operands from `first` on, one each.
    pub(super) fn operand_types(&mut self, st: &mut Stmt, first: usize) -> Res<()> {
        let start = self.span;
        let mut types = Vec::new();
        self.type_list(&mut types)?;
        self.match_types(st, first, &types, start.to(Span::point(self.prev_end)));
        Ok(())
    }

    /// Compares written types with the operands from `first` on.
    pub(super) fn match_types(&mut self, st: &mut Stmt, first: usize, types: &[(TypeId, Span)], span: Span) {
        let operands = st.operands.len() - first;
        if types.len() != operands {
            let diagnostic = Diagnostic::error(
                codes::OPERAND_COUNT,
                span,
                format!(
                    "{} for {}",
                    super::statement::plural(types.len(), "type"),
                    super::statement::plural(operands, "operand")
                ),
            )
            .label(format!("expected {}", super::statement::plural(operands, "type")));
            self.sink.push(diagnostic);
            return;
        }
        for (i, &(ty, ty_span)) in types.iter().enumerate() {
            self.check_type(st.operands[first + i], st.spans[first + i], ty, ty_span);
        }
    }

    pub(super) fn add_successors(&mut self, st: &Stmt, op: Op) {
        let spans: Vec<Span> = st.types.iter().map(|t| t.1).collect();
        for (i, &(block, first, count)) in st.successors.iter().enumerate() {
            let successor = Successor { block, first: first as u16, count: count as u16 };
            self.body.ext_mut(op).successors.push(successor);
            let span = spans.get(i).copied().unwrap_or(st.name_span);
            if let Some(labels) = self.labels.last_mut() {
                labels.pending.push(Pending { op, successor: i, span });
            }
        }
    }

    /// At the end of a region: every label used must be defined, and successors must pass what their blocks take.
    fn end_labels(&mut self) {
        let Some(labels) = self.labels.pop() else { return };
        if labels.blocks.is_empty() {
            return;
        }
        let mut unknown: Vec<(&str, Span)> =
            labels.blocks.iter().filter(|(_, l)| !l.defined).map(|(name, l)| (*name, l.span)).collect();
        unknown.sort_by_key(|u| u.1);
        for (name, span) in unknown {
            let known = labels.blocks.iter().filter(|(_, l)| l.defined).map(|(n, _)| *n);
            let mut known: Vec<&str> = known.collect();
            known.sort_unstable();
            let mut diagnostic =
                Diagnostic::error(codes::UNKNOWN_BLOCK, span, format!("block `^{name}` is not defined in this region"))
                    .label("no block has this label");
            let known = if self.may_suggest() { known } else { Vec::new() };
            if let Some(best) = crate::diagnostics::suggest::nearest(name, known.into_iter(), 1).first() {
                diagnostic =
                    diagnostic.fix(format!("a block with a similar name exists: `^{best}`"), span, format!("^{best}"));
            }
            self.sink.push(diagnostic);
        }
        for pending in labels.pending {
            self.check_successor(&pending);
        }
    }

    fn check_successor(&mut self, pending: &Pending) {
        let successor = self.body.successors(pending.op)[pending.successor].clone();
        let block = &self.body.blocks[successor.block.index()];
        if block.label.is_empty() {
            return; // reported as unknown
        }
        let given: Vec<Value> = self.body.operands(pending.op)
            [usize::from(successor.first)..usize::from(successor.first + successor.count)]
            .to_vec();
        let label = block.label;
        let name = self.text(label).to_owned();
        let wanted: Vec<TypeId> = block.args.iter().map(|a| self.body.ty(*a)).collect();
        if given.len() != wanted.len() {
            let diagnostic = Diagnostic::error(
                codes::SUCCESSOR_ARGS,
                pending.span,
                format!(
                    "block `^{name}` takes {}, {} given",
                    super::statement::plural(wanted.len(), "argument"),
                    given.len()
                ),
            )
            .label(format!("expected {}", super::statement::plural(wanted.len(), "argument")))
            .also(label, "the block is here");
            self.sink.push(diagnostic);
            return;
        }
        for (i, (value, ty)) in given.into_iter().zip(wanted).enumerate() {
            let actual = self.body.ty(value);
            if actual != ty && actual != TypeId::ERROR && ty != TypeId::ERROR {
                let diagnostic = Diagnostic::error(
                    codes::SUCCESSOR_ARGS,
                    pending.span,
                    format!(
                        "argument {i} of block `^{name}` has type `{}`, a value of type `{}` is passed",
                        self.show_type(ty),
                        self.show_type(actual)
                    ),
                )
                .also(label, "the block is here");
                self.sink.push(diagnostic);
            }
        }
    }

    // ---- terminators

    /// Reports a statement after the terminator of its block, once per block.
    #[cold]
    pub(super) fn after_terminator(&mut self) {
        self.block_done = false;
        self.block_failed = true; // the block has had its terminator
        let last = self.body.blocks[self.block.index()].last;
        let data = self.body.op(last);
        let span = data.span;
        let name = data.name.def().name;
        let diagnostic = Diagnostic::error(
            codes::MISPLACED_TERMINATOR,
            self.span,
            format!("a statement after `{name}`, which ends its block"),
        )
        .label("never reached")
        .also(Span::new(span.start, span.end.max(span.start + 1)), "the block ends here");
        self.sink.push(diagnostic);
    }

    /// Checks that a terminator may stand in its region.
    pub(super) fn check_terminator(&mut self, st: &Stmt, op: Op) {
        let name = st.name.def().name;
        let (kind, parent) = match self.body.parent(op) {
            Some(parent) => {
                let def = self.body.op(parent).name.def();
                (def.regions, def.name)
            }
            // The root region of a function body, or the module level.
            None if self.in_function() => (Regions::Cfg, "func.func"),
            None => (Regions::Body, "builtin.module"),
        };
        let fits = match kind {
            Regions::Terminated(want) => want == name,
            Regions::Cfg => {
                name.starts_with("cf.") || name == if parent == "func.func" { "func.return" } else { "scf.yield" }
            }
            Regions::Any => true,
            Regions::Body | Regions::None => false,
        } || (parent == "scf.while" && matches!(name, "scf.condition" | "scf.yield"));
        if fits {
            return;
        }
        let mut diagnostic = Diagnostic::error(
            codes::MISPLACED_TERMINATOR,
            st.name_span,
            format!("`{name}` cannot end a block of {parent}"),
        )
        .label("misplaced");
        diagnostic = match kind {
            Regions::Terminated(want) => diagnostic.note(format!("a block of {parent} ends with {want}")),
            Regions::Cfg => diagnostic.note("a function body ends with return or a branch"),
            _ => diagnostic.note(format!("the body of {parent} has no terminator")),
        };
        self.sink.push(diagnostic);
    }

    /// At the end of a block: its terminator must be there, or is implied.
    fn end_block(&mut self, spec: &RegionSpec) {
        if self.block_done {
            return;
        }
        let wanted = match spec.kind {
            Regions::Terminated(name) => name,
            Regions::Cfg => {
                self.missing_terminator("a terminator");
                return;
            }
            Regions::None | Regions::Body | Regions::Any => return,
        };
        if spec.implied {
            self.imply_terminator(wanted);
        } else {
            self.missing_terminator(&format!("`{wanted}`"));
        }
    }

    fn missing_terminator(&mut self, what: &str) {
        // A statement that could not be read may have been the terminator.
        if self.block_failed {
            return;
        }
        let at = if self.at(Tok::Eof) { Span::new(self.prev_end.saturating_sub(1), self.prev_end) } else { self.span };
        let diagnostic =
            Diagnostic::error(codes::MISSING_TERMINATOR, at, format!("this block does not end with {what}"))
                .label(format!("expected {what} before this"));
        self.sink.push(diagnostic);
    }

    /// Adds a terminator without operands that the text leaves out.
    pub(super) fn imply_terminator(&mut self, name: &str) {
        let Some(found) = OpName::find(name) else { return };
        let sizes = vec![0; found.op.def().ins.len()];
        let segments = if sizes.is_empty() { 0 } else { self.cx.intern_segments(&sizes) };
        self.body.append(
            self.block,
            OpData {
                name: found.op,
                form: Form::Ssa,
                flags: OpFlags::IMPLICIT,
                n_results: 0,
                n_outs: 0,
                n_operands: 0,
                operands: self.body.operands.len() as u32,
                first_result: self.body.values.len() as u32,
                attrs: DictId::EMPTY,
                segments,
                ext: ExtId::NONE,
                span: Span::point(self.prev_end),
                block: Block::NONE,
                prev: Op::NONE,
                next: Op::NONE,
            },
        );
        debug_assert!(found.op.def().traits.has(Traits::TERMINATOR));
    }
}
