//! The statement parser.
//!
//! One pass over the tokens reads statements and builds the IR. Which operands, attributes, types and regions a
//! statement has comes from the operation's definition; the modules below hold one way of writing a statement each:
//! [`dps`] and [`signature`] (the shared forms of tile operations), [`custom`] (format strings), [`generic`], and [`hand`] for what has syntax of
//! its own. SSA names are resolved on the way ([`names`]); regions and blocks are in [`regions`].
//!
//! A function that returns [`Failed`] has reported a diagnostic; [`Parser::statement_or_recover`] then skips to the
//! next statement.

mod custom;
mod dps;
mod error;
mod generic;
mod hand;
mod literal;
mod names;
mod operands;
mod overloads;
mod parallel;
mod presence;
mod program;
mod regions;
mod roles;
mod signature;
mod statement;
mod text_cache;
mod type_refs;

use super::ParseOptions;
use super::env::{Aliases, Env};
use super::lexer::{self, Extras, LexError, Tok};
use super::scan::{self, Scan};
use crate::diagnostics::{Diagnostic, Sink};
use crate::ir::Program;
use crate::ir::attrs::{AttrId, Context, DictId, Sym};
use crate::ir::body::{Block, Body, Op, Value};
use crate::ir::types::TypeId;
use crate::source::{Source, Span};
use crate::target::Arch;
use logos::{Lexer, Logos};
use names::Names;
use statement::Stmt;
use std::ops::Range;
use text_cache::TextCache;

/// A diagnostic was reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed;

/// Result of a parsing step.
pub type Res<T> = Result<T, Failed>;

/// Deepest nesting of regions and modules. Deeper input gets a diagnostic; walkers may recurse over regions.
pub const MAX_DEPTH: usize = 128;

/// Reads one part of a source.
pub fn parse_range(source: &Source, range: Range<usize>, options: &ParseOptions, sink: &mut Sink) -> Program {
    program::parse(source, range, options, sink)
}

struct Parser<'s> {
    /// The text up to the end of the part being read.
    src: &'s str,
    lex: Lexer<'s, Tok>,
    /// The current token.
    tok: Tok,
    /// Where it stands.
    span: Span,
    /// End of the token before.
    prev_end: u32,
    /// Why the current token is [`Tok::Invalid`].
    lex_error: LexError,

    options: &'s ParseOptions,
    sink: Sink,
    cx: Context,
    aliases: Aliases,
    /// Aliases in order of definition, for the program.
    alias_list: Vec<crate::ir::program::Alias>,
    /// Target that types are read for: the command line's, or that of the nearest module.
    arch: Option<Arch>,
    type_cache: TextCache<TypeId>,
    attr_cache: TextCache<AttrId>,
    dict_cache: TextCache<DictId>,
    const_cache: TextCache<(DictId, TypeId)>,

    /// Types of tiles whose boxes have been checked.
    boxed: hashbrown::HashSet<TypeId>,

    bodies: Vec<Body>,
    body: Body,
    /// Where statements are appended.
    block: Block,
    /// The last operation of the current block is a terminator.
    block_done: bool,
    /// A statement of the current block could not be read.
    block_failed: bool,
    names: Names,
    forwards: Vec<Forward>,
    /// Block labels of the regions being read, innermost last.
    labels: Vec<regions::Labels<'s>>,
    /// The body has several blocks in one region, or a use before its definition.
    needs_dominance: bool,
    /// The end of the input was reached while looking for the next statement: open regions are not reported.
    lost: bool,
    /// Other threads have been started.
    forked: bool,
    /// Bytes that were searched for closing brackets in vain.
    vain: std::cell::Cell<usize>,
    /// Open regions.
    depth: usize,
    /// Open function bodies.
    functions: usize,
    /// Roles that clauses gave to operands of the statement at hand: role, operand.
    keyed_roles: Vec<(usize, usize)>,
    /// An operand of the statement at hand carries indices in brackets.
    indexed: bool,
    /// A word of the statement at hand says that its scratch operand is absent.
    without_scratch: bool,
    /// The statement at hand gets its sizes from the type of its result.
    derived_sizes: bool,
    /// Result types of the function being read.
    return_types: Vec<TypeId>,
    /// The result types are known; in generic form they may come after the body.
    returns_known: bool,
    symbols: program::Symbols,
    pool: Vec<Stmt>,
    keys: Keys,
}

/// A name that was used before a definition was seen.
struct Forward {
    value: Value,
    span: Span,
    resolved: Option<Value>,
}

/// Attribute keys that the parser itself writes.
struct Keys {
    value: Sym,
    sym_name: Sym,
    function_type: Sym,
    sym_visibility: Sym,
    arg_attrs: Sym,
    res_attrs: Sym,
    callee: Sym,
}

impl Keys {
    fn new(cx: &mut Context) -> Self {
        Keys {
            value: cx.sym("value"),
            sym_name: cx.sym("sym_name"),
            function_type: cx.sym("function_type"),
            sym_visibility: cx.sym("sym_visibility"),
            arg_attrs: cx.sym("arg_attrs"),
            res_attrs: cx.sym("res_attrs"),
            callee: cx.sym("callee"),
        }
    }
}

impl<'s> Parser<'s> {
    fn new(text: &'s str, range: Range<usize>, options: &'s ParseOptions) -> Self {
        let src = &text[..range.end.min(text.len())];
        let mut extras = Extras::default();
        extras.comments = options.keep_comments.then(Vec::new);
        let mut lex = Tok::lexer_with_extras(src, extras);
        lex.bump(range.start.min(src.len()));
        let mut cx = Context::default();
        let keys = Keys::new(&mut cx);
        let mut parser = Parser {
            src,
            lex,
            tok: Tok::Eof,
            span: Span::point(range.start as u32),
            prev_end: range.start as u32,
            lex_error: LexError::Character,
            options,
            sink: Sink::new(),
            cx,
            aliases: Aliases::default(),
            alias_list: Vec::new(),
            arch: options.arch,
            type_cache: TextCache::default(),
            attr_cache: TextCache::default(),
            dict_cache: TextCache::default(),
            const_cache: TextCache::default(),
            boxed: hashbrown::HashSet::new(),
            bodies: Vec::new(),
            body: Body::default(),
            block: Block::NONE,
            block_done: false,
            block_failed: false,
            names: Names::default(),
            forwards: Vec::new(),
            labels: Vec::new(),
            needs_dominance: false,
            lost: false,
            forked: false,
            vain: Default::default(),
            depth: 0,
            functions: 0,
            keyed_roles: Vec::new(),
            indexed: false,
            without_scratch: false,
            derived_sizes: false,
            return_types: Vec::new(),
            returns_known: true,
            symbols: program::Symbols::default(),
            pool: Vec::new(),
            keys,
        };
        parser.bump();
        parser
    }

    // ---- tokens

    /// Moves to the next token.
    fn bump(&mut self) {
        self.prev_end = self.span.end;
        match lexer::next(&mut self.lex) {
            Some(Ok(tok)) => self.tok = tok,
            Some(Err(error)) => {
                self.tok = Tok::Invalid;
                self.lex_error = error;
            }
            None => {
                self.tok = Tok::Eof;
                self.span = Span::point(self.src.len() as u32);
                return;
            }
        }
        let span = self.lex.span();
        self.span = Span::new(span.start as u32, span.end as u32);
    }

    /// Makes the current token longer by `extra` bytes that the lexer has not read yet.
    fn extend(&mut self, extra: usize) {
        self.lex.bump(extra);
        self.span.end += extra as u32;
    }

    /// The text of a span.
    fn text(&self, span: Span) -> &'s str {
        &self.src[span.range()]
    }

    /// The text of the current token.
    fn slice(&self) -> &'s str {
        self.text(self.span)
    }

    fn at(&self, tok: Tok) -> bool {
        self.tok == tok
    }

    /// Whether the current token is this word.
    fn at_word(&self, word: &str) -> bool {
        self.tok == Tok::Ident && self.slice() == word
    }

    /// Consumes the token if it is the current one.
    fn eat(&mut self, tok: Tok) -> bool {
        let found = self.tok == tok;
        if found {
            self.bump();
        }
        found
    }

    /// Consumes the word if it is the current token.
    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.bump();
        }
        found
    }

    /// Consumes the token and returns its span, or reports what stands there instead.
    fn expect(&mut self, tok: Tok, after: &str) -> Res<Span> {
        if self.tok != tok {
            return Err(self.unexpected(error::describe(tok), after));
        }
        let span = self.span;
        self.bump();
        Ok(span)
    }

    /// Consumes the word, or reports what stands there instead.
    fn expect_word(&mut self, word: &str, after: &str) -> Res<Span> {
        if !self.at_word(word) {
            return Err(self.unexpected(&format!("`{word}`"), after));
        }
        let span = self.span;
        self.bump();
        Ok(span)
    }

    /// Whether a line break stands between the previous token and the current one.
    fn on_new_line(&self) -> bool {
        self.src.as_bytes()[self.prev_end as usize..self.span.start as usize].contains(&b'\n')
    }

    /// The first byte after the current token that is neither blank nor in a comment.
    fn next_byte(&self) -> Option<u8> {
        let bytes = self.src.as_bytes();
        bytes.get(scan::skip_blanks(bytes, self.span.end as usize)).copied()
    }

    /// Looks for the partner of the bracket at `start`. When much of the text has been searched in vain, only a little is
    /// searched each time, so that a text full of open brackets costs no more than in proportion to its length.
    fn partner(&self, start: usize) -> Scan {
        const LITTLE: usize = 1 << 9;
        let bytes = self.src.as_bytes();
        let end = if self.vain.get() > 8 * bytes.len() { bytes.len().min(start + LITTLE) } else { bytes.len() };
        let scan = scan::brackets(&bytes[..end], start);
        if let Scan::Open(stop) | Scan::OpenString { stop, .. } = scan {
            self.vain.set(self.vain.get() + stop - start);
        }
        scan
    }

    // ---- shared helpers

    /// Splits the parser into what type and attribute parsing needs.
    fn env(&mut self) -> Env<'_> {
        Env { context: &mut self.cx, aliases: &self.aliases, sink: &mut self.sink, arch: self.arch }
    }

    /// Reports a diagnostic and gives the value to return.
    #[cold]
    fn fail(&mut self, diagnostic: Diagnostic) -> Failed {
        self.sink.push(diagnostic);
        Failed
    }

    /// Parses `item` separated by commas until `close`, which is consumed.
    fn list(&mut self, close: Tok, after: &str, mut item: impl FnMut(&mut Self) -> Res<()>) -> Res<()> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.eat(Tok::Comma) {
                continue;
            }
            self.expect(close, after)?;
            return Ok(());
        }
    }
}

/// Where a region stands and what must be in it.
struct RegionSpec<'a> {
    parent: Op,
    /// Arguments of the entry block: name without `%`, type.
    args: &'a [(Span, TypeId)],
    kind: crate::dialect::def::Regions,
    /// A missing terminator may be implied.
    implied: bool,
}

/// How a name list entry before `=` was written.
#[derive(Clone, Copy)]
struct ResultName {
    /// Name without `%`.
    span: Span,
    /// Number of values; 1 unless `:N` stands behind it.
    count: u32,
    /// `:N` was written.
    pack: bool,
}
