//! Printing programs.
//!
//! The printer walks the IR and writes each operation by its definition, in the form it was written in or in the one
//! asked for. Names of values are those of the source; values without a name get the first free number. An operation
//! that the requested form cannot express is reported, and the generic form stands in its place.

mod comments;
mod containers;
mod custom;
mod generic;
mod registers;
mod tile_forms;
mod tiles;
mod values;
mod windows;

use super::Form;
use super::attr_print::{self};
use super::attrs::{AttrId, Context, DictId};
use super::body::{Block, Body, Op, OpFlags, Region, Value};
use super::program::{AliasTarget, Program};
use super::type_print::{TypeStyle, print_type};
use super::types::TypeId;
use crate::diagnostics::{Diagnostic, Sink, codes};
use crate::dialect::def::{Asm, Family, OpDef, Traits};
use crate::dialect::registry::OpName;
use crate::source::{Source, Span};
use hashbrown::{HashMap, HashSet};

/// How to print.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintOptions {
    /// The form for all operations; `None` keeps the one each was written in.
    pub emit: Option<Form>,
    /// Types of tile buffers in the keyed spelling with all fields.
    pub long_types: bool,
    /// Print `loc(..)` where the text had one.
    pub locations: bool,
    /// Put the comments of the source where they were.
    pub comments: bool,
}

/// Prints a program. `source` is the text it was read from.
pub fn print(program: &Program, source: &Source, options: &PrintOptions, sink: &mut Sink) -> String {
    let mut printer = Printer::new(program, source, options);
    printer.program();
    sink.append(printer.sink);
    printer.out
}

struct Printer<'a> {
    program: &'a Program,
    cx: &'a Context,
    text: &'a str,
    options: &'a PrintOptions,
    style: TypeStyle,
    body: &'a Body,
    out: String,
    indent: usize,
    /// Numbers given to values of the current body that have no name.
    numbers: HashMap<Value, u32>,
    /// Aliases to print instead of what they stand for.
    type_aliases: HashMap<TypeId, &'a str>,
    attr_aliases: HashMap<AttrId, &'a str>,
    /// First comment that has not been printed.
    next_comment: usize,
    /// The function being printed.
    function_span: Span,
    sink: Sink,
}

impl<'a> Printer<'a> {
    fn new(program: &'a Program, source: &'a Source, options: &'a PrintOptions) -> Self {
        let mut type_aliases = HashMap::new();
        let mut attr_aliases = HashMap::new();
        for alias in &program.aliases {
            match alias.target {
                AliasTarget::Type(ty) => {
                    type_aliases.entry(ty).or_insert(alias.name.as_str());
                }
                AliasTarget::Attr(attr) => {
                    attr_aliases.entry(attr).or_insert(alias.name.as_str());
                }
            }
        }
        Printer {
            program,
            cx: &program.context,
            text: &source.text,
            options,
            style: if options.long_types { TypeStyle::Long } else { TypeStyle::Short },
            body: program.top(),
            out: String::new(),
            indent: 0,
            numbers: HashMap::new(),
            type_aliases,
            attr_aliases,
            next_comment: 0,
            function_span: Span::default(),
            sink: Sink::new(),
        }
    }

    fn program(&mut self) {
        for alias in &self.program.aliases {
            self.comments_before(alias.span);
            // An earlier alias of the same thing does not stand for it here.
            match alias.target {
                AliasTarget::Type(ty) => {
                    self.push("!");
                    self.push(&alias.name);
                    self.push(" = ");
                    print_type(self.cx, ty, self.style, &mut self.out);
                }
                AliasTarget::Attr(attr) => {
                    self.push("#");
                    self.push(&alias.name);
                    self.push(" = ");
                    attr_print::print_attr(self.cx, attr, self.style, &mut self.out);
                }
            }
            self.trailing_comment(alias.span);
            self.push("\n");
        }
        if !self.program.root.is_some() {
            return;
        }
        let body = self.program.top();
        self.number_values(body);
        let root = self.program.root;
        let implicit = self.flags(root).has(OpFlags::IMPLICIT);
        if implicit && self.options.emit != Some(Form::Generic) {
            for region in body.regions_of(root) {
                for block in body.blocks_of(*region) {
                    self.block_ops(*block);
                }
            }
        } else {
            self.comments_before(body.op(root).span);
            self.blank_line_before(body.op(root).span);
            self.statement(root);
            self.trailing_comment(body.op(root).span);
            self.push("\n");
        }
        self.remaining_comments();
    }

    // ---- text

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn newline(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    fn start_line(&mut self) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    fn flags(&self, op: Op) -> OpFlags {
        self.body.op(op).flags
    }

    // ---- types and attributes

    /// A type, by its alias when it has one.
    fn ty(&mut self, ty: TypeId) {
        match self.type_aliases.get(&ty) {
            Some(alias) => {
                self.out.push('!');
                self.out.push_str(alias);
            }
            None => print_type(self.cx, ty, self.style, &mut self.out),
        }
    }

    /// `T, ..`
    fn types(&mut self, types: impl IntoIterator<Item = TypeId>) {
        for (i, ty) in types.into_iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            self.ty(ty);
        }
    }

    /// An attribute in canonical spelling.
    fn attr(&mut self, attr: AttrId) {
        match self.attr_aliases.get(&attr) {
            Some(alias) => {
                self.out.push('#');
                self.out.push_str(alias);
            }
            None => attr_print::print_attr(self.cx, attr, self.style, &mut self.out),
        }
    }

    /// The dictionary of an operation, with a space before it, without the keys in `elide`. Returns whether anything
    /// was printed.
    fn dict(&mut self, op: Op, elide: &[&str]) -> bool {
        let data = self.body.op(op);
        self.entries(data.attrs, data.name.def(), elide)
    }

    /// The entries of a dictionary of an operation `def`.
    fn entries(&mut self, dict: DictId, def: &'static OpDef, elide: &[&str]) -> bool {
        let mut any = false;
        let cx = self.cx;
        for &(key, value) in cx.entries(dict) {
            let name = cx.str(key);
            if elide.contains(&name) {
                continue;
            }
            self.push(if any { ", " } else { " {" });
            any = true;
            attr_print::print_key(name, &mut self.out);
            if value == AttrId::UNIT {
                continue;
            }
            self.push(" = ");
            let bare = def.attrs.iter().any(|a| a.name == name && a.bare);
            match cx.get(value) {
                super::attrs::Attr::Enum { kind, value } if bare => {
                    let spelling = crate::dialect::enums::get(*kind).spelling(*value).unwrap_or("?");
                    self.push(spelling);
                }
                _ => self.attr(value),
            }
        }
        if any {
            self.push("}");
        }
        any
    }

    // ---- structure

    /// Prints the operations of a block, one statement a line.
    fn block_ops(&mut self, block: Block) {
        let body = self.body;
        for op in body.block_ops(block) {
            if self.is_silent(op) {
                continue;
            }
            self.comments_before(body.op(op).span);
            self.blank_line_before(body.op(op).span);
            self.start_line();
            self.statement(op);
            self.trailing_comment(body.op(op).span);
            self.push("\n");
        }
    }

    /// Whether an operation is not written: an implied terminator, or a constant that stands where it is used.
    fn is_silent(&self, op: Op) -> bool {
        if self.options.emit == Some(Form::Generic) {
            return false;
        }
        let data = self.body.op(op);
        if data.flags.has(OpFlags::INLINE) {
            return true;
        }
        let implied_return = data.name.def().name == "func.return";
        if implied_return && matches!(self.options.emit, Some(Form::Ssa | Form::Dps)) {
            return false; // the function gets its header
        }
        data.n_operands == 0
            && data.attrs == DictId::EMPTY
            && (data.flags.has(OpFlags::IMPLICIT) && data.name.def().traits.has(Traits::TERMINATOR)
                || data.name.def().name == "scf.yield" && self.yield_is_implied(op))
    }

    /// Whether reading would put an empty `scf.yield` here.
    fn yield_is_implied(&self, op: Op) -> bool {
        self.body.parent(op).is_some_and(|parent| {
            matches!(self.body.op(parent).name.def().name, "scf.for" | "scf.if" | "scf.index_switch" | "scf.while")
        })
    }

    /// A region with its braces. `entry_label` prints the arguments of the entry block as a label.
    fn region(&mut self, region: Region, entry_label: bool) {
        let body = self.body;
        self.push("{");
        self.indent += 1;
        let blocks = body.blocks_of(region);
        self.push("\n");
        for (i, &block) in blocks.iter().enumerate() {
            let data = &body.blocks[block.index()];
            // In generic form a label tells an empty block from no block.
            let named = !data.args.is_empty() || self.options.emit == Some(Form::Generic) && !data.first.is_some();
            let labelled = i > 0 || entry_label && named || self.is_branched_to(blocks, block);
            if labelled {
                self.comments_before(Span::new(data.label.start, data.label.start));
                self.indent -= 1;
                self.start_line();
                self.indent += 1;
                self.block_label(region, block, i > 0 || entry_label);
                self.push("\n");
            }
            self.block_ops(block);
        }
        self.comments_at_end(region);
        self.indent -= 1;
        self.start_line();
        self.push("}");
    }

    /// Whether an entry block is the target of a branch, so that its label is needed.
    fn is_branched_to(&self, blocks: &[Block], entry: Block) -> bool {
        blocks.len() > 1
            && blocks.first() == Some(&entry)
            && blocks.iter().any(|b| {
                let last = self.body.blocks[b.index()].last;
                last.is_some() && self.body.successors(last).iter().any(|s| s.block == entry)
            })
    }

    fn block_label(&mut self, region: Region, block: Block, with_args: bool) {
        let name = self.label(region, block);
        self.push(&name);
        let body = self.body;
        let args = &body.blocks[block.index()].args;
        if with_args && !args.is_empty() {
            self.push("(");
            for (i, &arg) in args.iter().enumerate() {
                if i > 0 {
                    self.push(", ");
                }
                self.value(arg);
                self.push(": ");
                self.ty(body.ty(arg));
            }
            self.push(")");
        }
        self.push(":");
    }

    /// The label of a block with `^`.
    fn label(&self, region: Region, block: Block) -> String {
        let label = self.body.blocks[block.index()].label;
        if !label.is_empty() {
            return format!("^{}", &self.text[label.range()]);
        }
        let at = self.body.blocks_of(region).iter().position(|b| *b == block).unwrap_or(0);
        let taken: HashSet<&str> =
            self.body.blocks_of(region).iter().map(|b| &self.text[self.body.blocks[b.index()].label.range()]).collect();
        let mut name = format!("bb{at}");
        while taken.contains(name.as_str()) {
            name.push('_');
        }
        format!("^{name}")
    }

    /// Runs `print` inside another body.
    fn in_body(&mut self, body: &'a Body, print: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.body, body);
        let numbers = std::mem::take(&mut self.numbers);
        self.number_values(body);
        print(self);
        self.body = outer;
        self.numbers = numbers;
    }

    // ---- statements

    /// The form an operation is printed in.
    fn form_of(&self, op: Op) -> Form {
        self.options.emit.unwrap_or(self.body.op(op).form)
    }

    /// One operation, without the line break.
    fn statement(&mut self, op: Op) {
        let data = self.body.op(op);
        let def = data.name.def();
        let form = self.form_of(op);
        if form == Form::Generic || data.name == OpName::UNREGISTERED {
            self.generic(op);
            self.location(op);
            return;
        }
        match def.asm {
            Asm::Generic => self.generic(op),
            Asm::Tile => self.tile(op, form),
            Asm::Custom(_) if def.traits.has(Traits::TILE_FORMS) && data.n_outs > 0 => self.tile(op, form),
            Asm::Custom(_) => {
                self.result_names(op);
                self.mnemonic(op, form);
                match &crate::syntax::format::info(data.name).format {
                    Some(format) => self.custom(op, format),
                    None => self.generic(op),
                }
            }
            Asm::Hand(hand) => self.hand(op, hand, form),
        }
        self.location(op);
    }

    /// The name of an operation: without `pto.` when it was written in sync form.
    fn mnemonic(&mut self, op: Op, form: Form) {
        let data = self.body.op(op);
        let def = data.name.def();
        let sync = form == Form::Sync && data.form == Form::Sync && def.family != Family::Container;
        let name = match def.name {
            "func.return" => "return",
            "func.call" => "call",
            "builtin.module" => "module",
            name if sync => name.strip_prefix("pto.").unwrap_or(name),
            name => name,
        };
        self.push(name);
    }

    /// `%a, %b:2 = `, or nothing.
    fn result_names(&mut self, op: Op) {
        let results: Vec<Value> = self.body.results(op).collect();
        let mut i = 0;
        while i < results.len() {
            if i > 0 {
                self.push(", ");
            }
            let pack = self.pack_size(&results[i..]);
            self.out.push('%');
            self.base_name(results[i]);
            if pack > 1 {
                self.push(&format!(":{pack}"));
            }
            i += pack;
        }
        if !results.is_empty() {
            self.push(" = ");
        }
    }

    fn location(&mut self, op: Op) {
        if !self.options.locations {
            return;
        }
        if let Some(location) = self.body.ext(op).and_then(|e| e.location) {
            self.push(" ");
            self.attr(location);
        }
    }

    /// Reports that an operation has no spelling in the requested form; the generic form stands in its place.
    fn no_spelling(&mut self, op: Op, form: Form, why: &str, help: &str) {
        let data = self.body.op(op);
        let name = data.name.def().name;
        let mut span = data.span;
        // The name of the operation, when the statement is in the text.
        if let Some(text) = self.text.get(span.range()) {
            let mnemonic = name.strip_prefix("pto.").unwrap_or(name);
            if let Some(at) = text.find(mnemonic) {
                span = Span::new(span.start + at as u32, span.start + (at + mnemonic.len()) as u32);
            }
        }
        let diagnostic = Diagnostic::error(
            codes::NO_SPELLING,
            span,
            format!("{name} cannot be printed in {} form: {why}", form.name()),
        )
        .label("no spelling in that form")
        .help(help);
        self.sink.push(diagnostic);
        self.generic(op);
    }
}
