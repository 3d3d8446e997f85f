//! The top of an input: aliases, the implicit module and function, symbols, and the program that results.

use super::statement::Stmt;
use super::{Parser, RegionSpec, Res};
use crate::diagnostics::{Diagnostic, Sink, codes};
use crate::dialect::def::Regions;
use crate::dialect::registry::OpName;
use crate::ir::attrs::{Attr, Sym};
use crate::ir::body::{Block, Body, BodyId, Op, OpFlags, Region, Value};
use crate::ir::merge::Import;
use crate::ir::program::{Alias, AliasTarget};
use crate::ir::types::{Type, TypeId};
use crate::ir::{Form, Program};
use crate::source::{MAX_SOURCE_BYTES, Source, Span};
use crate::syntax::ParseOptions;
use crate::syntax::attributes;
use crate::syntax::lexer::Tok;
use crate::syntax::scan::{self, Scan};
use hashbrown::HashMap;
use std::ops::Range;

/// Symbol tables of the modules of an input.
#[derive(Default)]
pub struct Symbols {
    modules: Vec<ModuleScope>,
    current: usize,
    calls: Vec<Call>,
}

impl Symbols {
    /// Tables with one module, as a thread that reads a part of it sees them.
    pub fn with_module() -> Self {
        let module = ModuleScope::new(usize::MAX);
        Symbols { modules: vec![module], current: 0, calls: Vec::new() }
    }

    /// The functions in order of their position, and the calls.
    pub fn into_parts(mut self) -> (Vec<(Sym, Span, TypeId)>, CallsOut) {
        let mut functions: Vec<_> =
            self.modules.swap_remove(0).functions.into_iter().map(|(name, (span, ty))| (name, span, ty)).collect();
        functions.sort_by_key(|f| f.1);
        (functions, CallsOut(self.calls))
    }
}

/// Calls of a part that was read on a thread of its own.
pub struct CallsOut(Vec<Call>);

impl CallsOut {
    /// The calls with the handles of another context.
    pub fn translate(mut self, import: &Import) -> Self {
        for call in &mut self.0 {
            call.callee = import.sym(call.callee);
            for ty in call.inputs.iter_mut().chain(&mut call.results) {
                *ty = import.ty(*ty);
            }
        }
        self
    }
}

struct ModuleScope {
    parent: usize,
    /// Function name to where it is defined and its type.
    functions: HashMap<Sym, (Span, TypeId)>,
    /// How many names for implicit functions were tried.
    tried: usize,
}

impl ModuleScope {
    fn new(parent: usize) -> Self {
        ModuleScope { parent, functions: HashMap::new(), tried: 0 }
    }
}

/// A call to check when all functions are known.
struct Call {
    module: usize,
    callee: Sym,
    span: Span,
    inputs: Box<[TypeId]>,
    results: Box<[TypeId]>,
    types_span: Span,
}

/// State of the enclosing body while a function is read.
pub struct Suspended {
    body: Body,
    block: Block,
    done: bool,
    failed: bool,
    dominance: bool,
    forwards: Vec<super::Forward>,
    return_types: Vec<TypeId>,
}

const BOM: &str = "\u{feff}";

/// Reads one part of a source.
pub fn parse(source: &Source, range: Range<usize>, options: &ParseOptions, sink: &mut Sink) -> Program {
    if source.text.len() > MAX_SOURCE_BYTES {
        sink.push(Diagnostic::error(codes::TOO_LARGE, Span::default(), "inputs are limited to 4 GiB"));
        return empty_program();
    }
    let mut range = range;
    if range.start == 0 && source.text.starts_with(BOM) {
        range.start = BOM.len();
    }
    let mut parser = Parser::new(&source.text, range.clone(), options);
    if let Some(span) = source.invalid_utf8.filter(|s| range.contains(&(s.start as usize))) {
        parser.sink.push(
            Diagnostic::error(codes::INVALID_UTF8, span, "this byte is not part of valid UTF-8")
                .label("not UTF-8")
                .note("PTO assembly is UTF-8; the rest is read with `?` in the place of such bytes"),
        );
    }
    let program = parser.file();
    let mut found = std::mem::take(&mut parser.sink);
    found.sort();
    sink.append(found);
    program
}

fn empty_program() -> Program {
    let mut body = Body::default();
    let region = body.new_region(Op::NONE);
    body.new_block(region, Span::default());
    Program { bodies: vec![body], ..Program::default() }
}

impl Parser<'_> {
    /// The whole input, as a module of its own when it is not exactly one module.
    fn file(&mut self) -> Program {
        self.bodies.push(Body::default());
        self.symbols.modules.push(ModuleScope::new(usize::MAX));
        let root_region = self.body.new_region(Op::NONE);
        let root_block = self.body.new_block(root_region, Span::default());
        self.block = root_block;
        let implicit = self.implicit_module();
        let region = self.body.new_region(implicit);
        self.body.ext_mut(implicit).regions.push(region);
        let block = self.body.new_block(region, Span::default());
        self.block = block;
        self.top_level();
        self.body.ops[implicit.index()].span = Span::new(0, self.src.len() as u32);
        self.resolve_forwards();
        self.check_calls();

        let first = self.body.blocks[block.index()].first;
        let single = first.is_some()
            && !self.body.op(first).next.is_some()
            && self.body.op(first).name == self.body.op(implicit).name;
        let root = if single { first } else { implicit };
        self.body.shrink();
        self.bodies[0] = std::mem::take(&mut self.body);
        Program {
            context: std::mem::take(&mut self.cx),
            bodies: std::mem::take(&mut self.bodies),
            root,
            aliases: std::mem::take(&mut self.alias_list),
            comments: self.lex.extras.comments.take().unwrap_or_default(),
        }
    }

    fn implicit_module(&mut self) -> Op {
        let name = OpName::find("builtin.module").map(|f| f.op).unwrap_or_default();
        let mut st = Stmt { name, flags: OpFlags::IMPLICIT, ..Stmt::default() };
        self.create_unchecked(&mut st).unwrap_or(Op(0))
    }

    fn top_level(&mut self) {
        loop {
            match self.tok {
                Tok::Eof => return,
                Tok::Type | Tok::Attr if self.next_byte() == Some(b'=') => {
                    if self.alias().is_err() {
                        self.bump();
                        self.recover();
                    }
                }
                Tok::RBrace => {
                    let diagnostic = Diagnostic::error(codes::UNEXPECTED_TOKEN, self.span, "this `}` closes nothing")
                        .label("no region is open");
                    self.sink.push(diagnostic);
                    self.bump();
                }
                _ if self.opens_implicit_function() => self.implicit_function(),
                _ => self.statement_or_recover(),
            }
        }
    }

    /// Whether the statement at the top of the file belongs into a function (rule F7).
    fn opens_implicit_function(&self) -> bool {
        match self.tok {
            Tok::Directive | Tok::Value => true,
            Tok::Ident => !matches!(self.slice(), "module" | "func.func" | "builtin.module"),
            Tok::Str => !matches!(self.slice(), "\"builtin.module\"" | "\"func.func\""),
            _ => false,
        }
    }

    /// Statements at the top of the file, as the body of a function.
    fn implicit_function(&mut self) {
        let start = self.span.start;
        let mut st = Stmt {
            start,
            name_span: Span::point(start),
            name: OpName::find("func.func").map(|f| f.op).unwrap_or_default(),
            flags: OpFlags::IMPLICIT,
            ..Stmt::default()
        };
        let name = self.free_name();
        let Ok(op) = self.create_unchecked(&mut st) else { return };
        let outer = self.begin_body(Vec::new());
        let region = self.body.new_region(Op::NONE);
        let entry = self.body.new_block(region, Span::default());
        self.block = entry;
        while !self.at(Tok::Eof) && self.opens_implicit_function() {
            self.statement_or_recover();
        }
        if !self.block_done {
            self.imply_terminator("func.return");
        }
        let inputs: Box<[TypeId]> = self.body.blocks[entry.index()].args.iter().map(|a| self.body.ty(*a)).collect();
        let id = self.end_body(outer);
        self.body.ext_mut(op).body = Some(id);
        let ty = self.cx.types.intern(Type::Function { inputs, results: Box::default() });
        self.declare_function(name, Span::point(start), ty);
        let entries = vec![
            (self.keys.sym_name, self.cx.attr(Attr::Str { text: name, ty: None })),
            (self.keys.function_type, self.cx.attr(Attr::Type(ty))),
        ];
        self.body.ops[op.index()].attrs = self.cx.dict(entries);
        self.body.ops[op.index()].span = Span::new(start, self.prev_end);
    }

    /// A name for an implicit function that is not taken in the current module: `main`, `main_0`, ..
    fn free_name(&mut self) -> Sym {
        let module = &mut self.symbols.modules[self.symbols.current];
        loop {
            let sym = match module.tried.checked_sub(1) {
                None => self.cx.sym("main"),
                Some(n) => self.cx.sym(&format!("main_{n}")),
            };
            // What is taken stays taken, so the next search goes on behind it.
            module.tried += 1;
            if !module.functions.contains_key(&sym) {
                return sym;
            }
        }
    }

    /// `.arg %x : T` and `.const %c = literal : T` (rule S3).
    pub(super) fn directive(&mut self, st: &mut Stmt) -> Res<()> {
        let word = self.slice();
        let span = self.span;
        if !st.results.is_empty() {
            return Err(self.unexpected("an operation", "after `=`"));
        }
        match word {
            ".arg" => {
                self.bump();
                let name = self.value_span()?;
                self.expect(Tok::Colon, "after the argument name")?;
                let (ty, _) = self.parse_type()?;
                let region = self.body.blocks[self.block.index()].region;
                if region != Body::ROOT || !self.in_function() {
                    let diagnostic = Diagnostic::error(
                        codes::UNEXPECTED_TOKEN,
                        span,
                        "`.arg` declares an argument of a sync-form program; it cannot stand in a region",
                    );
                    return Err(self.fail(diagnostic));
                }
                let entry = self.body.blocks_of(region)[0];
                self.check_arg_count(self.body.blocks[entry.index()].args.len(), name)?;
                let name = Span::new(name.start + 1, name.end);
                let value = self.body.new_arg(entry, ty, name);
                self.define_name(name, value, 1);
            }
            ".const" => {
                self.bump();
                let name = self.value_span()?;
                st.results.push(super::ResultName { span: Span::new(name.start + 1, name.end), count: 1, pack: false });
                self.expect(Tok::Equal, "after the constant name")?;
                let Some(literal) = self.literal_span() else {
                    return Err(self.unexpected("a number", "after `=`"));
                };
                self.expect(Tok::Colon, "after the value")?;
                let (ty, _) = self.parse_type()?;
                let value = self.literal_attr(literal, ty);
                st.name = OpName::find("arith.constant").map(|f| f.op).unwrap_or_default();
                st.name_span = span;
                st.form = Form::Sync;
                st.extra.push((self.keys.value, value));
                st.result_types.push(ty);
                return self.finish(st);
            }
            _ => return Err(self.unexpected("`.arg` or `.const`", "")),
        }
        self.eat(Tok::Semicolon);
        Ok(())
    }

    /// `!name = T` or `#name = A`.
    fn alias(&mut self) -> Res<()> {
        let is_type = self.at(Tok::Type);
        let span = self.span;
        let name = self.slice()[1..].to_owned();
        self.bump();
        self.expect(Tok::Equal, "after the alias name")?;
        let target =
            if is_type { AliasTarget::Type(self.parse_type()?.0) } else { AliasTarget::Attr(self.whole_attr()?) };
        let free = match target {
            AliasTarget::Type(ty) => self.aliases.define_type(&self.cx, &name, ty),
            AliasTarget::Attr(attr) => self.aliases.define_attr(&self.cx, &name, attr),
        };
        if !free {
            let diagnostic = Diagnostic::error(
                codes::ALIAS_REDEFINED,
                span,
                format!("alias `{}` is already defined", self.text(span)),
            )
            .label("defined again");
            self.sink.push(diagnostic);
        } else {
            self.alias_list.push(Alias { name, target, span: Span::new(span.start, self.prev_end) });
        }
        // Text read before the alias was defined may have used its name.
        self.type_cache.clear();
        self.attr_cache.clear();
        self.dict_cache.clear();
        self.const_cache.clear();
        self.lex.extras.forget();
        Ok(())
    }

    /// An attribute that stands on its own, with the type behind it when there is one.
    pub(super) fn whole_attr(&mut self) -> Res<crate::ir::attrs::AttrId> {
        let start = self.span;
        match self.tok {
            Tok::LBrace | Tok::LBracket => {
                self.bracketed()?;
            }
            Tok::Attr | Tok::Str | Tok::Symbol | Tok::Type | Tok::Int | Tok::Float | Tok::Ident | Tok::Minus => {
                let end = self.attr_end()?;
                self.extend(end - self.span.end as usize);
            }
            _ => return Err(self.unexpected("an attribute", "")),
        }
        let span = start.to(self.span);
        let attr = attributes::parse_attr(self.text(span), span.start, &mut self.env());
        self.bump();
        Ok(attr)
    }

    /// Where the attribute that starts at the current token ends.
    fn attr_end(&mut self) -> Res<usize> {
        let bytes = self.src.as_bytes();
        let mut end = self.span.end as usize;
        let next = scan::skip_blanks(bytes, end);
        let word_end =
            |at: usize| at + bytes[at..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        match (self.tok, bytes.get(next)) {
            (Tok::Minus, _) => end = super::literal::number_end(bytes, next),
            (Tok::Ident, Some(b'<' | b'(')) => {
                end = match scan::brackets(bytes, next) {
                    Scan::Closed(close) => close,
                    Scan::OpenString { quote, .. } => {
                        let diagnostic = super::error::open_string(quote);
                        return Err(self.fail(diagnostic));
                    }
                    Scan::Open(_) => return Err(self.unexpected("an attribute", "")),
                };
            }
            (Tok::Symbol, _) => {
                let mut at = next;
                while bytes[at..].starts_with(b"::") {
                    at = scan::skip_blanks(bytes, at + 2);
                    end = match bytes.get(at..at + 2) {
                        Some(b"@\"") => match scan::string(bytes, at + 1) {
                            Scan::Closed(close) => close,
                            _ => break,
                        },
                        _ => at + 1 + bytes[at..].iter().skip(1).take_while(|b| is_name(**b)).count(),
                    };
                    at = scan::skip_blanks(bytes, end);
                }
            }
            // `#pto.name VALUE`
            (Tok::Attr, Some(b)) if b.is_ascii_alphabetic() && !self.slice().ends_with('>') => {
                let same_line = !bytes[end..next].contains(&b'\n');
                if same_line && self.slice().starts_with("#pto.") {
                    end = word_end(next);
                }
            }
            _ => {}
        }
        let colon = scan::skip_blanks(bytes, end);
        if bytes.get(colon) == Some(&b':') && bytes.get(colon + 1) != Some(&b':') {
            let ty = scan::skip_blanks(bytes, colon + 1);
            let named = usize::from(bytes.get(ty) == Some(&b'!'));
            let name = ty + named + bytes[(ty + named).min(bytes.len())..].iter().take_while(|b| is_name(**b)).count();
            end = name;
            if bytes.get(name) == Some(&b'<')
                && let Scan::Closed(close) = scan::angles(bytes, name)
            {
                end = close;
            }
        }
        Ok(end)
    }

    /// `loc(..)` at the current token.
    pub(super) fn location(&mut self) -> Res<crate::ir::attrs::AttrId> {
        let start = self.span;
        let bytes = self.src.as_bytes();
        let open = scan::skip_blanks(bytes, start.end as usize);
        match self.partner(open) {
            Scan::Closed(end) if bytes.get(open) == Some(&b'(') => self.extend(end - start.end as usize),
            _ => {
                let diagnostic = Diagnostic::error(codes::UNCLOSED, start, "this location has no closing `)`");
                return Err(self.fail(diagnostic));
            }
        }
        let span = self.span;
        let attr = attributes::parse_attr(self.text(span), span.start, &mut self.env());
        self.bump();
        Ok(attr)
    }

    // ---- bodies

    /// Whether statements go into a function body.
    pub(super) fn in_function(&self) -> bool {
        self.functions > 0
    }

    /// Starts the body of an isolated operation.
    pub(super) fn begin_body(&mut self, return_types: Vec<TypeId>) -> Suspended {
        self.functions += 1;
        self.names.push_isolated();
        Suspended {
            body: std::mem::take(&mut self.body),
            block: std::mem::replace(&mut self.block, Block::NONE),
            done: std::mem::take(&mut self.block_done),
            failed: std::mem::take(&mut self.block_failed),
            dominance: std::mem::take(&mut self.needs_dominance),
            forwards: std::mem::take(&mut self.forwards),
            return_types: std::mem::replace(&mut self.return_types, return_types),
        }
    }

    /// Ends the body of an isolated operation.
    pub(super) fn end_body(&mut self, outer: Suspended) -> BodyId {
        self.resolve_forwards();
        self.names.pop(self.src);
        if self.needs_dominance {
            crate::verify::dominance::check(self.src, &self.body, &mut self.sink);
        }
        self.body.shrink();
        let body = std::mem::replace(&mut self.body, outer.body);
        self.functions -= 1;
        self.block = outer.block;
        self.block_done = outer.done;
        self.block_failed = outer.failed;
        self.needs_dominance = outer.dominance;
        self.forwards = outer.forwards;
        self.return_types = outer.return_types;
        let id = BodyId(self.bodies.len() as u32);
        self.bodies.push(body);
        id
    }

    /// A function body in braces.
    pub(super) fn function_body(&mut self, args: &[(Span, TypeId)], results: Vec<TypeId>) -> Res<BodyId> {
        let outer = self.begin_body(results);
        let result = self.region(RegionSpec { parent: Op::NONE, args, kind: Regions::Cfg, implied: false });
        let id = self.end_body(outer);
        result.map(|_: Region| id)
    }

    // ---- symbols

    /// Opens the symbol table of a module.
    pub(super) fn begin_module(&mut self) -> usize {
        let outer = self.symbols.current;
        self.symbols.modules.push(ModuleScope::new(outer));
        self.symbols.current = self.symbols.modules.len() - 1;
        outer
    }

    /// Goes back to the symbol table of the enclosing module.
    pub(super) fn end_module(&mut self, outer: usize) {
        self.symbols.current = outer;
    }

    /// Enters a function into the symbol table of the current module.
    pub(super) fn declare_function(&mut self, name: Sym, span: Span, ty: TypeId) {
        let current = self.symbols.current;
        if let Some(&(first, _)) = self.symbols.modules[current].functions.get(&name) {
            let text = self.cx.str(name).to_owned();
            let diagnostic = Diagnostic::error(
                codes::REDEFINED_SYMBOL,
                span,
                format!("symbol `@{text}` is already defined in this module"),
            )
            .label("defined again")
            .also(first, "first defined here");
            self.sink.push(diagnostic);
            return;
        }
        self.symbols.modules[current].functions.insert(name, (span, ty));
    }

    /// Remembers a call until all functions are known.
    pub(super) fn note_call(
        &mut self,
        callee: Sym,
        span: Span,
        operands: &[Value],
        results: &[TypeId],
        types_span: Span,
    ) {
        let inputs = operands.iter().map(|v| self.body.ty(*v)).collect();
        let module = self.symbols.current;
        self.symbols.calls.push(Call { module, callee, span, inputs, results: results.into(), types_span });
    }

    /// Adds the calls of a part, which are all in the current module.
    pub(super) fn add_calls(&mut self, calls: CallsOut) {
        let module = self.symbols.current;
        self.symbols.calls.extend(calls.0.into_iter().map(|call| Call { module, ..call }));
    }

    fn check_calls(&mut self) {
        for call in std::mem::take(&mut self.symbols.calls) {
            let mut module = call.module;
            let mut found = None;
            while module != usize::MAX && found.is_none() {
                found = self.symbols.modules[module].functions.get(&call.callee).copied();
                module = self.symbols.modules[module].parent;
            }
            match found {
                None => self.unknown_callee(&call),
                Some((def, ty)) => self.check_call(&call, def, ty),
            }
        }
    }

    fn unknown_callee(&mut self, call: &Call) {
        let name = self.cx.str(call.callee).to_owned();
        let mut known: Vec<&str> =
            self.symbols.modules[call.module].functions.keys().map(|s| self.cx.str(*s)).collect();
        known.sort_unstable();
        let known = if self.sink.error_count() < 10 { known } else { Vec::new() };
        let best = crate::diagnostics::suggest::nearest(&name, known.into_iter(), 1).first().map(|s| (*s).to_owned());
        let mut diagnostic =
            Diagnostic::error(codes::UNKNOWN_SYMBOL, call.span, format!("no function `@{name}` in this module"))
                .label("unknown callee");
        if let Some(best) = best {
            diagnostic = diagnostic.fix(
                format!("a function with a similar name exists: `@{best}`"),
                call.span,
                format!("@{best}"),
            );
        }
        self.sink.push(diagnostic);
    }

    fn check_call(&mut self, call: &Call, def: Span, ty: TypeId) {
        let Type::Function { inputs, results } = self.cx.types.get(ty) else { return };
        let same = |a: &[TypeId], b: &[TypeId]| {
            a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x == y || *x == TypeId::ERROR || *y == TypeId::ERROR)
        };
        if same(inputs, &call.inputs) && same(results, &call.results) {
            return;
        }
        let wanted = self.show_type(ty);
        let given = self.cx.types.intern(Type::Function { inputs: call.inputs.clone(), results: call.results.clone() });
        let given = self.show_type(given);
        let name = self.cx.str(call.callee).to_owned();
        let diagnostic = Diagnostic::error(
            codes::CALL_MISMATCH,
            call.types_span,
            format!("`@{name}` has type `{wanted}`, it is called as `{given}`"),
        )
        .label(format!("expected `{wanted}`"))
        .also(def, "the function is defined here");
        self.sink.push(diagnostic);
    }
}

/// Whether a byte can stand in the name of a symbol or type.
fn is_name(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.' | b'-')
}
