//! Reading the functions of a module on several threads.
//!
//! When the first function of a large module is reached, the rest of the text is cut where lines start with
//! `func.func`, and a thread reads from each cut to the next. A cut is only a guess: it may lie in a comment or in a
//! nested module. The main parser goes on from where it is, and takes over what a thread has read when it comes to the
//! thread's first token at the end of a statement of the module; otherwise the guess was wrong and it reads on itself.
//! So the outcome is the same for every number of threads. A thread that has anything to report is not used either:
//! diagnostics come from the main parser, in order.

use super::Parser;
use super::program::{CallsOut, Symbols};
use crate::ir::attrs::{Context, Sym};
use crate::ir::body::{Body, Op, OpData};
use crate::ir::merge::Import;
use crate::ir::types::TypeId;
use crate::source::Span;
use crate::syntax::ParseOptions;
use crate::syntax::env::Aliases;
use crate::syntax::lexer::Tok;
use crate::syntax::scan;
use crate::target::Arch;
use std::collections::VecDeque;
use std::ops::Range;
use std::thread;

/// Less text than this in bytes is not worth a thread.
const WORTH_A_THREAD: usize = 1 << 20;

const FUNC: &str = "func.func";

/// What a thread has read: functions of one module, in order.
struct Fragment {
    context: Context,
    /// The functions, as operations of a block, with `bodies` for their insides.
    top: Body,
    bodies: Vec<Body>,
    functions: Vec<(Sym, Span, TypeId)>,
    calls: CallsOut,
    comments: Vec<Span>,
    /// Where the first token after the functions starts, and where the last one ended.
    end: u32,
    prev_end: u32,
}

/// What a thread needs to know about where it starts.
struct Start {
    context: Context,
    aliases: Aliases,
    arch: Option<Arch>,
    depth: usize,
}

impl<'s> Parser<'s> {
    /// Whether the module that is being read has enough text left for several threads.
    pub(super) fn wants_threads(&self) -> bool {
        self.options.threads > 1
            && !self.forked
            && self.functions == 0
            && self.src.len() - self.span.start as usize >= 2 * WORTH_A_THREAD
            && self.at_word(FUNC)
    }

    /// Reads statements of a module up to its end.
    pub(super) fn parallel_functions(&mut self) {
        self.forked = true;
        let parts = cuts(self.src, self.span.start as usize, self.options.threads);
        let (src, options, mark) = (self.src, self.options, self.cx.mark());
        thread::scope(|scope| {
            let mut threads: VecDeque<_> = parts
                .iter()
                .map(|part| {
                    let start = Start {
                        context: self.cx.clone(),
                        aliases: self.aliases.clone(),
                        arch: self.arch,
                        depth: self.depth,
                    };
                    let part = part.clone();
                    (part.start as u32, scope.spawn(move || read_part(src, part, options, start)))
                })
                .collect();
            while !matches!(self.tok, Tok::RBrace | Tok::Eof | Tok::Block) {
                while threads.front().is_some_and(|t| t.0 < self.span.start) {
                    threads.pop_front();
                }
                if threads.front().is_some_and(|t| t.0 == self.span.start) {
                    let fragment = threads.pop_front().and_then(|t| t.1.join().ok().flatten());
                    if let Some(fragment) = fragment {
                        self.adopt(fragment, mark);
                        continue;
                    }
                }
                self.statement_or_recover();
            }
        });
    }

    /// Takes over what a thread has read, and goes on behind it.
    fn adopt(&mut self, fragment: Fragment, mark: crate::ir::attrs::Mark) {
        let Fragment { context, mut top, bodies, functions, calls, comments, end, prev_end } = fragment;
        let shift = self.bodies.len() as u32;
        let mut import = Import::new(&mut self.cx, &context, mark);
        import.body(&mut top, shift);
        for mut body in bodies {
            import.body(&mut body, shift);
            self.bodies.push(body);
        }
        let functions: Vec<_> = functions.into_iter().map(|(s, span, t)| (import.sym(s), span, import.ty(t))).collect();
        let calls = calls.translate(&import);
        for (name, span, ty) in functions {
            self.declare_function(name, span, ty);
        }
        self.add_calls(calls);
        for data in top.ops {
            let op = self.body.append(
                self.block,
                OpData {
                    first_result: self.body.values.len() as u32,
                    operands: self.body.operands.len() as u32,
                    ..data.clone()
                },
            );
            if data.ext.is_some() {
                *self.body.ext_mut_new(op) = std::mem::take(&mut top.exts[data.ext.index()]);
            }
        }
        if let Some(all) = &mut self.lex.extras.comments {
            all.extend(comments);
        }
        self.lex.bump((end - self.span.end) as usize);
        self.span.end = prev_end;
        self.bump();
    }
}

/// Reads functions from `part.start` until the first statement at or after `part.end` that is none.
fn read_part(src: &str, part: Range<usize>, options: &ParseOptions, start: Start) -> Option<Fragment> {
    let options = ParseOptions { threads: 1, ..options.clone() };
    let mut p = Parser::new(src, part.start..src.len(), &options);
    p.cx = start.context;
    p.aliases = start.aliases;
    p.arch = start.arch;
    p.depth = start.depth;
    p.symbols = Symbols::with_module();
    let region = p.body.new_region(Op::NONE);
    p.block = p.body.new_block(region, Span::default());
    while p.at_word(FUNC) && (p.span.start as usize) < part.end {
        p.statement_or_recover();
        if !p.sink.diagnostics().is_empty() {
            return None;
        }
    }
    let (functions, calls) = p.symbols.into_parts();
    Some(Fragment {
        context: p.cx,
        top: p.body,
        bodies: p.bodies,
        functions,
        calls,
        comments: p.lex.extras.comments.unwrap_or_default(),
        end: p.span.start,
        prev_end: p.prev_end,
    })
}

/// Cuts the text from `start` on into parts of about the same length that start where a line starts with a function.
/// The first part, which the caller reads, is left out.
fn cuts(src: &str, start: usize, threads: usize) -> Vec<Range<usize>> {
    let bytes = src.as_bytes();
    let rest = src.len() - start;
    let threads = threads.min(rest / WORTH_A_THREAD).max(1);
    let mut starts: Vec<usize> = Vec::new();
    for i in 1..threads {
        let mut at = start + rest / threads * i;
        let limit = start + rest / threads * (i + 1);
        // The next line of this part that starts with the word.
        while at < limit {
            at = scan::line_end(bytes, at) + 1;
            let blanks = bytes.get(at..).map_or(0, |b| b.iter().take_while(|b| **b == b' ' || **b == b'\t').count());
            let rest = bytes.get(at + blanks..).unwrap_or(&[]);
            if rest.starts_with(FUNC.as_bytes()) && rest.get(FUNC.len()).is_some_and(|b| b.is_ascii_whitespace()) {
                starts.push(at + blanks);
                break;
            }
        }
    }
    let ends = starts.iter().skip(1).copied().chain([src.len()]);
    starts.iter().copied().zip(ends).map(|(s, e)| s..e).collect()
}
