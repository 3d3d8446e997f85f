//! One statement: its results, which operation it is, and the operation made from it.

use super::roles::kind_of;
use super::{Parser, Res, ResultName, hand};
use crate::diagnostics::{Diagnostic, codes};
use crate::dialect::def::{Arity, Asm, Family, Operand, Traits};
use crate::dialect::registry::{self, OpName};
use crate::ir::Form;
use crate::ir::attrs::{AttrId, DictId, Sym};
use crate::ir::body::{Block, ExtId, Op, OpData, OpFlags, Value};
use crate::ir::types::{Type, TypeId};
use crate::source::Span;
use crate::syntax::format;
use crate::syntax::lexer::Tok;
use crate::syntax::scan::{self, Scan};
use crate::verify::types::check_boxes;
use hashbrown::HashSet;

/// What has been read of a statement. Reused from statement to statement, so that reading allocates little.
#[derive(Default)]
pub struct Stmt {
    /// First byte of the statement.
    pub start: u32,
    pub results: Vec<ResultName>,
    pub name: OpName,
    pub name_span: Span,
    pub form: Form,
    pub flags: OpFlags,
    /// Operands, destinations last.
    pub operands: Vec<Value>,
    /// Where each operand stands.
    pub spans: Vec<Span>,
    /// How many operands at the end are destinations.
    pub n_outs: usize,
    pub result_types: Vec<TypeId>,
    /// The dictionary of the text, converted.
    pub dict: DictId,
    /// Attributes that the text gives elsewhere.
    pub extra: Vec<(Sym, AttrId)>,
    /// Keys of both, once a second dictionary was read.
    pub keys: HashSet<Sym>,
    /// Sizes of the operand groups; empty when every group has one operand.
    pub segments: Vec<u16>,
    /// Types as they were written, for the forms that sort them out afterwards.
    pub types: Vec<(TypeId, Span)>,
    /// Errors reported before the statement.
    pub errors: usize,
    /// Blocks that control may go to: block, first argument, number of arguments.
    pub successors: Vec<(Block, usize, usize)>,
}

impl Default for DictId {
    fn default() -> Self {
        DictId::EMPTY
    }
}

impl Stmt {
    fn reset(&mut self, start: u32, errors: usize) {
        self.start = start;
        self.errors = errors;
        self.results.clear();
        self.name = OpName::default();
        self.name_span = Span::point(start);
        self.form = Form::Ssa;
        self.flags = OpFlags::default();
        self.operands.clear();
        self.spans.clear();
        self.n_outs = 0;
        self.result_types.clear();
        self.dict = DictId::EMPTY;
        self.extra.clear();
        self.keys.clear();
        self.segments.clear();
        self.types.clear();
        self.successors.clear();
    }

    /// Adds an operand.
    pub fn push(&mut self, (value, span): (Value, Span)) {
        self.operands.push(value);
        self.spans.push(span);
    }

    /// Whether the absence of attributes has the meaning of sync and SSA text.
    pub fn is_level1(&self) -> bool {
        matches!(self.form, Form::Sync | Form::Ssa) && matches!(self.name.def().asm, Asm::Tile)
    }

    /// How many values the names before `=` stand for.
    pub fn bound(&self) -> usize {
        self.results.iter().map(|r| r.count as usize).sum()
    }
}

impl Parser<'_> {
    /// Reads a statement; after an error, finds the next one.
    pub(super) fn statement_or_recover(&mut self) {
        let before = self.span.start;
        let depth = self.depth;
        if self.statement().is_err() {
            self.depth = depth;
            self.block_failed = true;
            if self.span.start == before && !matches!(self.tok, Tok::RBrace | Tok::LBrace) {
                // The statement's own first token is wrong; recovery must not stop at it.
                self.bump();
            }
            self.recover();
        }
    }

    fn statement(&mut self) -> Res<()> {
        let mut st = self.pool.pop().unwrap_or_default();
        st.reset(self.span.start, self.sink.error_count());
        // What starts no statement is reported as that.
        if self.block_done && matches!(self.tok, Tok::Ident | Tok::Value | Tok::Str | Tok::Directive) {
            self.after_terminator();
        }
        let result = self.statement_into(&mut st);
        if result.is_err() {
            self.poison(&mut st);
        }
        self.pool.push(st);
        result
    }

    fn statement_into(&mut self, st: &mut Stmt) -> Res<()> {
        if self.at(Tok::Value) {
            self.result_names(st)?;
        }
        st.name_span = self.span;
        match self.tok {
            Tok::Ident => self.named_statement(st),
            Tok::Str => {
                if self.next_byte() == Some(b'(') {
                    return self.generic_op(st);
                }
                // The other forms may have their name in quotes, too (rule F2).
                if self.slice().starts_with("\"pto.") {
                    return self.named_statement(st);
                }
                Err(self.unexpected("an operation", ""))
            }
            Tok::Directive => self.directive(st),
            Tok::Semicolon => {
                let diagnostic = Diagnostic::error(codes::UNEXPECTED_TOKEN, self.span, "a `;` without a statement")
                    .label("remove it")
                    .note("`;` ends statements of the sync form only");
                self.sink.push(diagnostic);
                self.bump();
                Ok(())
            }
            _ => Err(self.unexpected("an operation", if st.results.is_empty() { "" } else { "after `=`" })),
        }
    }

    /// `%a, %b:2 =`
    fn result_names(&mut self, st: &mut Stmt) -> Res<()> {
        loop {
            let span = self.value_span()?;
            let mut name = ResultName { span: Span::new(span.start + 1, span.end), count: 1, pack: false };
            if self.text(span).contains('#') {
                let diagnostic =
                    Diagnostic::error(codes::UNEXPECTED_TOKEN, span, "a result is named without `#`; `%r:2` names two");
                return Err(self.fail(diagnostic));
            }
            if self.eat(Tok::Colon) {
                let digits = self.expect(Tok::Int, "for the number of results")?;
                name.pack = true;
                name.count = match self.text(digits).parse::<u16>() {
                    Ok(n) if n > 0 => n.into(),
                    _ => {
                        let diagnostic =
                            Diagnostic::error(codes::BAD_NUMBER, digits, "a pack has between 1 and 65,535 values");
                        return Err(self.fail(diagnostic));
                    }
                };
            }
            st.results.push(name);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::Equal, "after the result names")?;
        Ok(())
    }

    /// A statement that starts with the name of its operation.
    fn named_statement(&mut self, st: &mut Stmt) -> Res<()> {
        let word = self.slice().trim_matches('"');
        let prefixed = word.starts_with("pto.");
        let found = if prefixed {
            OpName::find(word)
        } else {
            match word {
                "module" => OpName::find("builtin.module"),
                "return" => OpName::find("func.return"),
                "call" => OpName::find("func.call"),
                _ if is_container(word) => OpName::find(word),
                _ => self.find_sync(word),
            }
        };
        let Some(found) = found else {
            return Err(self.unknown_op(word, prefixed));
        };
        st.name = self.overloaded(found.op).unwrap_or(found.op);
        let def = st.name.def();
        let container = def.family == Family::Container;
        st.form = if prefixed || container { Form::Ssa } else { Form::Sync };
        self.bump();
        if !found.attrs.is_empty() {
            for &(key, member) in &found.attrs {
                self.implied_attr(st, key, member);
            }
        }
        if def.traits.0 & (Traits::RESERVED.0 | Traits::REMOVED.0) != 0 {
            self.unavailable(st)?;
        }
        match def.asm {
            Asm::Tile => self.tile_op(st),
            Asm::Custom(_) => {
                if def.traits.has(Traits::TILE_FORMS) && self.reads_as_tile_form(st) {
                    self.tile_op(st)
                } else {
                    self.custom_op(st)
                }
            }
            Asm::Hand(kind) => hand::parse(self, st, kind),
            Asm::Generic => {
                let diagnostic =
                    Diagnostic::error(codes::NO_FORM, st.name_span, format!("{} has no syntax of its own", def.name))
                        .label("only the generic form exists")
                        .help(format!("write `\"{}\"(..) {{..}} : (..) -> ..`", def.name));
                Err(self.fail(diagnostic))
            }
        }
    }

    pub(super) fn implied_attr(&mut self, st: &mut Stmt, key: &str, member: &str) {
        let def = st.name.def();
        let raw = match member {
            "true" => self.cx.attr(crate::ir::attrs::Attr::Bool(true)),
            "false" => self.cx.attr(crate::ir::attrs::Attr::Bool(false)),
            _ => {
                let text = self.cx.sym(member);
                self.cx.attr(crate::ir::attrs::Attr::Str { text, ty: None })
            }
        };
        if let Some((key, value)) = self.declared_attr(def, key, st.name_span, raw, st.name_span) {
            let mut entries = vec![(key, value)];
            self.drop_defaults(def, &mut entries, st.is_level1());
            st.extra.extend(entries);
        }
    }

    #[cold]
    pub(super) fn unavailable(&mut self, st: &Stmt) -> Res<()> {
        let def = st.name.def();
        if def.traits.has(Traits::RESERVED) {
            let diagnostic = Diagnostic::error(
                codes::NOT_AVAILABLE,
                st.name_span,
                format!("{} is a reserved name without a definition", def.name),
            )
            .label("cannot be used");
            return Err(self.fail(diagnostic));
        }
        let diagnostic =
            Diagnostic::warning(codes::NOT_AVAILABLE, st.name_span, format!("{} is a removed operation", def.name))
                .label("current tools no longer define it");
        self.sink.push(diagnostic);
        Ok(())
    }

    #[cold]
    fn unknown_op(&mut self, word: &str, prefixed: bool) -> super::Failed {
        let span = self.span;
        let (dialect, rest) = word.split_once('.').unwrap_or(("", word));
        let known_dialect = prefixed || is_container(word);
        if !dialect.is_empty() && !known_dialect {
            let diagnostic = Diagnostic::error(codes::UNKNOWN_DIALECT, span, format!("unknown dialect `{dialect}`"))
                .label(format!("operation `{rest}` of a dialect that pto-opt does not define"))
                .note(
                    "--allow-unregistered-dialect keeps operations of other dialects that are written in generic form",
                );
            let near = if self.may_suggest() { registry::nearest(&format!("pto.{word}"), 1) } else { Vec::new() };
            let diagnostic = match near.first() {
                Some(best) => diagnostic.help(format!("the nearest operation is `{best}`")),
                None => diagnostic,
            };
            return self.fail(diagnostic);
        }
        let full = if known_dialect { word.to_owned() } else { format!("pto.{word}") };
        let near = if self.may_suggest() { registry::nearest(&full, 3) } else { Vec::new() };
        let strip =
            |name: &str| if known_dialect { name.to_owned() } else { name.trim_start_matches("pto.").to_owned() };
        let mut diagnostic = Diagnostic::error(codes::UNKNOWN_OP, span, format!("unknown operation `{word}`"))
            .label("no operation has this name");
        if let Some(best) = near.first() {
            let others: Vec<String> = near.iter().map(|n| format!("`{}`", strip(n))).collect();
            diagnostic = diagnostic.fix(format!("the nearest names are {}", others.join(", ")), span, strip(best));
        }
        self.fail(diagnostic)
    }

    /// Makes results for a statement that could not be read, so that their uses are not reported as well.
    #[cold]
    fn poison(&mut self, st: &mut Stmt) {
        for name in std::mem::take(&mut st.results) {
            // One value stands for a whole pack: a short text may name very many.
            let value = self.error_value();
            let count = if name.pack { super::names::ANY } else { 1 };
            if self.names.find(self.src, name.span).is_none() {
                self.names.define(self.src, name.span, value, count);
            } else if st.name_span.start > st.start {
                // Only with `=` behind it the name is known to be meant as a definition.
                self.define_name(name.span, value, count);
            }
        }
    }

    // ---- making the operation

    /// Makes the operation of a statement without regions.
    pub(super) fn finish(&mut self, st: &mut Stmt) -> Res<()> {
        let op = self.create(st)?;
        self.complete(st, op);
        Ok(())
    }

    /// Makes the operation before its regions are read. [`Parser::complete`] must follow.
    pub(super) fn create(&mut self, st: &mut Stmt) -> Res<Op> {
        self.merge_attrs(st);
        self.check_result_names(st);
        self.check_kinds(st);
        if st.name.def().family == Family::Views && !st.result_types.is_empty() {
            self.check_box(st);
        }
        self.create_unchecked(st)
    }

    /// A tile that a statement makes consists of whole boxes; a type that no tile has may break that. Reported once for
    /// each type.
    fn check_box(&mut self, st: &Stmt) {
        let ty = st.result_types[0];
        if !matches!(self.cx.types.get(ty), Type::TileBuf(_) | Type::MultiTileBuf { .. }) || !self.boxed.insert(ty) {
            return;
        }
        // The type of the result stands last in the statement.
        let text = &self.src[st.start as usize..self.prev_end as usize];
        let at = text.rfind('!').unwrap_or(0);
        let end = match text[at..].find('<').map(|open| scan::angles(text.as_bytes(), at + open)) {
            Some(Scan::Closed(end)) => end,
            _ => text.len(),
        };
        let span = Span::new(st.start + at as u32, st.start + end as u32);
        check_boxes(&self.cx, ty, span, Some(&text[at..end]), &mut self.sink);
    }

    /// Reports operands of a kind that their role cannot take: a scalar where a tile is needed. Finer distinctions, such as
    /// between scalar types, belong to the rules of the operation.
    pub(super) fn check_kinds(&mut self, st: &Stmt) {
        let def = st.name.def();
        if !def.name.starts_with("pto.") {
            return;
        }
        let info = format::info(st.name);
        if st.segments.is_empty() && info.plain_ins {
            for (i, role) in def.ins.iter().enumerate().take(st.operands.len()) {
                self.check_kind(st, role, i);
            }
            for (i, role) in def.outs.iter().enumerate().take(st.n_outs) {
                self.check_kind(st, role, st.operands.len() - st.n_outs + i);
            }
            return;
        }
        let mut at = 0;
        for (role, &size) in def.ins.iter().chain(def.outs).zip(&st.segments) {
            for i in at..(at + usize::from(size)).min(st.operands.len()) {
                self.check_kind(st, role, i);
            }
            at += usize::from(size);
        }
    }

    #[inline]
    fn check_kind(&mut self, st: &Stmt, role: &Operand, at: usize) {
        let ty = self.body.ty(st.operands[at]);
        if !role.kind.widened().meets(kind_of(self.cx.types.get(ty))) && ty != TypeId::ERROR {
            self.wrong_kind(st, role, at);
        }
    }

    #[cold]
    fn wrong_kind(&mut self, st: &Stmt, role: &Operand, at: usize) {
        let ty = self.show_type(self.body.ty(st.operands[at]));
        let wanted = role.kind.describe();
        let diagnostic = Diagnostic::error(
            codes::OPERAND_KIND,
            st.spans.get(at).copied().unwrap_or(st.name_span),
            format!("`{}` of {} must be {wanted}, this is `{ty}`", role.name, st.name.def().name),
        )
        .label(format!("expected {wanted}"));
        self.sink.push(diagnostic);
    }

    /// Reports when another number of results is named than the operation has.
    pub(super) fn check_result_names(&mut self, st: &Stmt) {
        if !st.results.is_empty() {
            let bound = st.bound();
            if bound != st.result_types.len() {
                self.wrong_result_count(st, bound);
            }
        }
    }

    /// Positions in operand and result lists have 16 bits.
    pub(super) fn check_sizes(&mut self, st: &Stmt) -> Res<()> {
        if st.operands.len() > usize::from(u16::MAX) || st.result_types.len() > usize::from(u16::MAX) {
            let diagnostic = Diagnostic::error(
                codes::TOO_LARGE,
                st.name_span,
                "more than 65,535 operands or results on one operation",
            );
            return Err(self.fail(diagnostic));
        }
        Ok(())
    }

    /// Brings the group sizes into their one form: none when every group has one operand by definition; where the syntax
    /// did not need them, one role takes all operands that the others leave.
    pub(super) fn settle_segments(&self, st: &mut Stmt) {
        let info = format::info(st.name);
        if info.plain_ins && (st.n_outs == 0 || info.plain_outs) {
            st.segments.clear();
            return;
        }
        if !st.segments.is_empty() {
            return;
        }
        let def = st.name.def();
        let own = st.successors.first().map_or(st.operands.len() - st.n_outs, |s| s.1);
        let mut fill = |roles: &[Operand], n: usize| {
            let single = roles.iter().filter(|o| o.arity == Arity::One).count();
            let mut rest = n.saturating_sub(single);
            for role in roles {
                let size = match role.arity {
                    Arity::One => 1,
                    Arity::Optional => rest.min(1),
                    Arity::Variadic { .. } => rest,
                };
                if role.arity != Arity::One {
                    rest -= size;
                }
                st.segments.push(size as u16);
            }
        };
        fill(def.ins, own);
        if st.n_outs > 0 {
            fill(def.outs, st.n_outs);
        }
    }

    /// Makes the operation as it was read, without the checks on attributes and result names.
    pub(super) fn create_unchecked(&mut self, st: &mut Stmt) -> Res<Op> {
        self.check_sizes(st)?;
        self.settle_segments(st);
        let operands = self.body.operands.len() as u32;
        self.body.operands.extend_from_slice(&st.operands);
        let segments = if st.segments.is_empty() { 0 } else { self.cx.intern_segments(&st.segments) };
        let op = self.body.append(
            self.block,
            OpData {
                name: st.name,
                form: st.form,
                flags: st.flags,
                n_results: st.result_types.len() as u16,
                n_outs: st.n_outs as u16,
                n_operands: st.operands.len() as u16,
                operands,
                first_result: self.body.values.len() as u32,
                attrs: st.dict,
                segments,
                ext: ExtId::NONE,
                span: Span::new(st.start, self.prev_end),
                block: Block::NONE,
                prev: Op::NONE,
                next: Op::NONE,
            },
        );
        // Names go to values here; they become visible when the regions have been read.
        let mut names = st.results.iter().flat_map(|r| (0..r.count).map(move |_| r.span));
        for (i, &ty) in st.result_types.iter().enumerate() {
            let name = names.next().unwrap_or_default();
            self.body.new_result(op, ty, i as u16, name);
        }
        if st.name.def().traits.has(Traits::TERMINATOR) {
            self.check_terminator(st, op);
            self.block_done = true;
        }
        if !st.successors.is_empty() {
            self.add_successors(st, op);
        }
        Ok(op)
    }

    /// Ends a statement: its span, trailing location, and the names of its results.
    pub(super) fn complete(&mut self, st: &mut Stmt, op: Op) {
        if self.at_word("loc")
            && self.next_byte() == Some(b'(')
            && let Ok(location) = self.location()
        {
            self.body.ext_mut(op).location = Some(location);
        }
        self.body.ops[op.index()].span.end = self.prev_end;
        if st.bound() <= st.result_types.len() {
            self.define_results(&st.results, op);
        } else {
            self.poison(st);
        }
        if st.form == Form::Sync {
            self.eat(Tok::Semicolon);
        }
    }

    /// Joins the attributes given outside the dictionary with it, and checks that the required ones are there.
    pub(super) fn merge_attrs(&mut self, st: &mut Stmt) {
        let def = st.name.def();
        if !st.extra.is_empty() {
            let mut entries = self.cx.entries(st.dict).to_vec();
            entries.append(&mut st.extra);
            self.drop_defaults(def, &mut entries, st.is_level1());
            st.dict = self.cx.dict(entries);
        }
        if !def.presence.is_empty() {
            self.check_presence(st);
        }
        if def.attrs.is_empty() {
            return;
        }
        if st.is_level1() {
            self.level1_defaults(st);
        }
        if self.sink.error_count() > st.errors {
            return; // what is missing may stand in the text that was not understood
        }
        for attr in def.attrs.iter().filter(|a| a.required) {
            if self.cx.lookup(st.dict, attr.name).is_none() {
                let diagnostic = Diagnostic::error(
                    codes::MISSING_KEY,
                    st.name_span,
                    format!("{} needs the attribute `{}`", def.name, attr.name),
                )
                .label(format!("`{}` is missing", attr.name));
                self.sink.push(diagnostic);
            }
        }
    }

    #[cold]
    fn wrong_result_count(&mut self, st: &Stmt, bound: usize) {
        let span = st.results.iter().map(|r| r.span).reduce(Span::to).unwrap_or(st.name_span);
        let has = st.result_types.len();
        let def = st.name.def();
        let mut diagnostic = Diagnostic::error(
            codes::RESULT_COUNT,
            Span::new(span.start.saturating_sub(1), span.end),
            format!(
                "{} has {}, but {bound} {} named",
                def.name,
                plural(has, "result"),
                if bound == 1 { "is" } else { "are" }
            ),
        )
        .label(format!("expected {}", plural(has, "name")));
        if st.form == Form::Dps {
            diagnostic = diagnostic.note("the DPS form writes to `outs(..)` and has no results (rule D5)");
        }
        self.sink.push(diagnostic);
    }
}

/// `1 result`, `2 results`.
pub fn plural(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// Whether a word belongs to a dialect of container operations (rule F3).
pub fn is_container(word: &str) -> bool {
    let Some((dialect, _)) = word.split_once('.') else { return false };
    matches!(dialect, "arith" | "scf" | "cf" | "func" | "memref" | "builtin" | "llvm")
}
