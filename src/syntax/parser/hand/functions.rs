//! Modules, functions, returns and calls.

use super::super::statement::{Stmt, plural};
use super::super::{Parser, RegionSpec, Res};
use crate::diagnostics::{Diagnostic, codes};
use crate::dialect::def::Regions;
use crate::ir::attrs::{Attr, AttrId, DictId, Sym};
use crate::ir::body::Value;
use crate::ir::types::{Type, TypeId};
use crate::source::Span;
use crate::syntax::lexer::Tok;
use crate::syntax::scan::{self, Scan};
use crate::target::Arch;

/// The arguments of a function header.
#[derive(Default)]
struct Header {
    /// Name without `%` (empty in a declaration) and type.
    args: Vec<(Span, TypeId)>,
    arg_attrs: Vec<DictId>,
    results: Vec<TypeId>,
    result_attrs: Vec<DictId>,
    result_span: Span,
}

impl Parser<'_> {
    /// `module @name attributes {..} { .. }`
    pub(in super::super) fn module(&mut self, st: &mut Stmt) -> Res<()> {
        if self.at(Tok::Symbol) {
            let (name, _) = self.symbol_name()?;
            let value = self.cx.attr(Attr::Str { text: name, ty: None });
            st.extra.push((self.keys.sym_name, value));
        }
        if self.eat_word("attributes") {
            self.attr_dict(st)?;
        }
        let op = self.create(st)?;
        let outer_arch = self.arch;
        self.enter_target(self.body.op(op).attrs, st.name_span);
        let outer = self.begin_module();
        let region = self.region(RegionSpec { parent: op, args: &[], kind: Regions::Body, implied: false });
        self.end_module(outer);
        self.leave_target(outer_arch);
        self.body.ext_mut(op).regions.push(region?);
        self.complete(st, op);
        Ok(())
    }

    /// Types inside a module are read for its target, unless the command line gave one (rules R1, R4).
    pub(in super::super) fn enter_target(&mut self, attrs: DictId, span: Span) {
        if self.options.arch.is_some() {
            return;
        }
        let text = |p: &Self, key: &str| match p.cx.lookup(attrs, key).map(|a| p.cx.get(a)) {
            Some(Attr::Str { text, .. }) => Some(p.cx.str(*text).to_owned()),
            _ => None,
        };
        let mut arch = None;
        if let Some(name) = text(self, "pto.target_arch") {
            arch = Arch::parse(&name);
            if arch.is_none() {
                let diagnostic = Diagnostic::error(codes::UNKNOWN_TARGET, span, format!("unknown target `{name}`"))
                    .label("in `pto.target_arch` of this module")
                    .note("the targets are a2, a3, a2a3, a5 and cpu");
                self.sink.push(diagnostic);
            }
        }
        if let Some(spec) = text(self, "pto.device-spec") {
            let by_spec = Arch::of_device(&spec);
            match arch {
                None => arch = Some(by_spec),
                Some(Arch::A2A3) if by_spec == Arch::A5 => {
                    let diagnostic = Diagnostic::warning(
                        codes::UNKNOWN_TARGET,
                        span,
                        format!("`pto.target_arch` says a2a3, but the device `{spec}` is an a5; a5 is used"),
                    )
                    .note("rule R3: the device specification wins over a2a3");
                    self.sink.push(diagnostic);
                    arch = Some(Arch::A5);
                }
                Some(_) => {}
            }
        }
        if arch.is_some() {
            self.set_arch(arch);
        }
    }

    /// Goes back to the target of the enclosing module.
    pub(in super::super) fn leave_target(&mut self, outer: Option<Arch>) {
        self.set_arch(outer);
    }

    fn set_arch(&mut self, arch: Option<Arch>) {
        if self.arch != arch {
            // The same type text can mean another type on another target (rule Z4).
            self.arch = arch;
            self.type_cache.clear();
            self.lex.extras.forget();
        }
    }

    /// `@name`: the symbol and its span.
    pub(in super::super) fn symbol_name(&mut self) -> Res<(Sym, Span)> {
        let span = self.expect(Tok::Symbol, "")?;
        let text = &self.text(span)[1..];
        let name = match text.strip_prefix('"') {
            Some(quoted) => {
                let attr = crate::syntax::attributes::parse_attr(
                    &self.src[span.start as usize + 1..span.end as usize],
                    span.start + 1,
                    &mut self.env(),
                );
                match self.cx.get(attr) {
                    Attr::Str { text, .. } => *text,
                    _ => self.cx.sym(quoted),
                }
            }
            None => self.cx.sym(text),
        };
        Ok((name, span))
    }

    /// `func.func private @name(..) -> .. attributes {..} { .. }`
    pub(in super::super) fn func(&mut self, st: &mut Stmt) -> Res<()> {
        let mut visibility = None;
        for word in ["private", "public", "nested"] {
            if self.at_word(word) {
                visibility = Some((word, self.span));
                self.bump();
                break;
            }
        }
        let (name, name_span) = self.symbol_name()?;
        let header = match self.func_header(st) {
            Ok(header) => header,
            Err(failed) => {
                // Calls of a function that could not be read are not wrong as well.
                self.declare_function(name, name_span, TypeId::ERROR);
                return Err(failed);
            }
        };
        let inputs: Box<[TypeId]> = header.args.iter().map(|a| a.1).collect();
        let ty = self.cx.types.intern(Type::Function { inputs, results: header.results.clone().into() });
        self.func_attrs(st, name, ty, visibility.map(|v| v.0), &header);
        self.declare_function(name, name_span, ty);
        let op = self.create(st)?;
        self.check_function_rules(st, op, name_span, visibility, &header);
        if self.at(Tok::LBrace) {
            if header.args.iter().any(|a| a.0.is_empty()) && !header.args.is_empty() {
                let diagnostic =
                    Diagnostic::error(codes::FUNCTION_RULE, name_span, "a function with a body names its arguments")
                        .help("write `%name: T` for each argument");
                self.sink.push(diagnostic);
            }
            let body = self.function_body(&header.args, header.results)?;
            self.body.ext_mut(op).body = Some(body);
        }
        self.complete(st, op);
        Ok(())
    }

    fn func_header(&mut self, st: &mut Stmt) -> Res<Header> {
        let mut header = Header::default();
        self.expect(Tok::LParen, "after the function name")?;
        self.list(Tok::RParen, "after the arguments", |p| {
            let mut name = Span::default();
            p.check_arg_count(header.args.len(), p.span)?;
            if p.at(Tok::Value) {
                let span = p.value_span()?;
                name = Span::new(span.start + 1, span.end);
                p.expect(Tok::Colon, "after the argument name")?;
            }
            let (ty, _) = p.parse_type()?;
            let attrs = p.loose_dict()?;
            if p.at_word("loc") {
                p.location()?;
            }
            header.args.push((name, ty));
            header.arg_attrs.push(attrs);
            Ok(())
        })?;
        if self.eat(Tok::Arrow) {
            let start = self.span;
            if self.at(Tok::LParen) && !self.paren_is_function_type() {
                self.bump();
                self.list(Tok::RParen, "after the result types", |p| {
                    let (ty, _) = p.parse_type()?;
                    let attrs = p.loose_dict()?;
                    header.results.push(ty);
                    header.result_attrs.push(attrs);
                    Ok(())
                })?;
            } else {
                header.results.push(self.parse_type()?.0);
                let attrs = if self.dict_before_body() { self.loose_dict()? } else { DictId::EMPTY };
                header.result_attrs.push(attrs);
            }
            header.result_span = start.to(Span::point(self.prev_end));
        }
        if self.eat_word("attributes") {
            self.attr_dict(st)?;
        }
        Ok(header)
    }

    /// Whether the `{` at the current token opens the attributes of a result and not the body: more follows it.
    fn dict_before_body(&self) -> bool {
        if !self.at(Tok::LBrace) {
            return false;
        }
        let bytes = self.src.as_bytes();
        match self.partner(self.span.start as usize) {
            Scan::Closed(end) => {
                let rest = &bytes[scan::skip_blanks(bytes, end)..];
                rest.starts_with(b"{") || rest.starts_with(b"attributes")
            }
            _ => false,
        }
    }

    /// A dictionary that belongs to no operation.
    fn loose_dict(&mut self) -> Res<DictId> {
        if !self.at(Tok::LBrace) {
            return Ok(DictId::EMPTY);
        }
        let span = self.bracketed()?;
        let dict = crate::syntax::attributes::parse_dict(self.text(span), span.start, &mut self.env());
        self.bump();
        Ok(dict)
    }

    fn func_attrs(&mut self, st: &mut Stmt, name: Sym, ty: TypeId, visibility: Option<&str>, header: &Header) {
        let name = self.cx.attr(Attr::Str { text: name, ty: None });
        let ty = self.cx.attr(Attr::Type(ty));
        st.extra.push((self.keys.sym_name, name));
        st.extra.push((self.keys.function_type, ty));
        if let Some(word) = visibility.filter(|w| *w != "public") {
            let text = self.cx.sym(word);
            let value = self.cx.attr(Attr::Str { text, ty: None });
            st.extra.push((self.keys.sym_visibility, value));
        }
        for (key, dicts) in [(self.keys.arg_attrs, &header.arg_attrs), (self.keys.res_attrs, &header.result_attrs)] {
            if dicts.iter().any(|d| *d != DictId::EMPTY) {
                let items: Box<[AttrId]> = dicts.iter().map(|d| self.cx.attr(Attr::Dict(*d))).collect();
                let value = self.cx.attr(Attr::Array(items));
                st.extra.push((key, value));
            }
        }
    }

    /// Rules M3 and R6 on declarations and entry points.
    fn check_function_rules(
        &mut self,
        st: &Stmt,
        op: crate::ir::body::Op,
        name: Span,
        visibility: Option<(&str, Span)>,
        header: &Header,
    ) {
        let declaration = !self.at(Tok::LBrace);
        if declaration && visibility.is_none_or(|v| v.0 != "private") {
            let mut diagnostic =
                Diagnostic::warning(codes::FUNCTION_RULE, name, "a function without a body should be private")
                    .note("MLIR accepts declarations only with `private` (rule M3)");
            diagnostic = match visibility {
                Some((_, span)) => diagnostic.fix("write `private`", span, "private"),
                None => diagnostic.fix("write `private`", Span::point(name.start), "private "),
            };
            self.sink.push(diagnostic);
        }
        let attrs = self.body.op(op).attrs;
        if attrs == DictId::EMPTY {
            return;
        }
        let entry = ["pto.entry", "pto.kernel", "pto.aicore", "hacc.entry"]
            .into_iter()
            .find(|key| self.cx.lookup(attrs, key).is_some());
        let Some(entry) = entry else { return };
        if declaration {
            let diagnostic =
                Diagnostic::error(codes::FUNCTION_RULE, name, format!("`{entry}` stands on a function without a body"))
                    .label("an entry must be defined")
                    .note("rule R6: a declaration cannot be an entry");
            self.sink.push(diagnostic);
        } else if !header.results.is_empty() {
            let diagnostic = Diagnostic::error(
                codes::FUNCTION_RULE,
                header.result_span,
                format!("a function with `{entry}` returns {}", plural(header.results.len(), "value")),
            )
            .label("expected no result")
            .note("rule R6: an entry returns nothing");
            self.sink.push(diagnostic);
        }
        let _ = st;
    }

    /// `return %a, %b : T, T`
    pub(in super::super) fn return_op(&mut self, st: &mut Stmt) -> Res<()> {
        self.typed_operands(st)?;
        if self.returns_known {
            let wanted = std::mem::take(&mut self.return_types);
            self.check_passed(st, &wanted, "the function returns");
            self.return_types = wanted;
        }
        self.finish(st)
    }

    /// `%a, %b : T, T`, or nothing.
    pub(in super::super) fn typed_operands(&mut self, st: &mut Stmt) -> Res<()> {
        self.opt_attr_dict(st)?;
        if !self.at(Tok::Value) || self.on_new_line() && self.next_byte() != Some(b':') && !self.continues_operands() {
            return Ok(());
        }
        let first = st.operands.len();
        loop {
            let operand = self.operand()?;
            st.push(operand);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.opt_attr_dict(st)?;
        self.expect(Tok::Colon, "after the operands")?;
        self.operand_types(st, first)
    }

    /// Whether a value at the start of a line continues the statement: a comma, not `=`, follows.
    fn continues_operands(&self) -> bool {
        let bytes = self.src.as_bytes();
        let end = self.span.end as usize;
        let line = &bytes[end..crate::syntax::scan::line_end(bytes, end)];
        !line.contains(&b'=')
    }

    /// Compares the types of the operands with those that the enclosing operation takes.
    pub(in super::super) fn check_passed(&mut self, st: &Stmt, wanted: &[TypeId], what: &str) {
        let given: Vec<TypeId> = st.operands.iter().map(|v| self.body.ty(*v)).collect();
        if given.len() != wanted.len() {
            let span = match (st.spans.first(), st.spans.last()) {
                (Some(a), Some(b)) => a.to(*b),
                _ => st.name_span,
            };
            let diagnostic = Diagnostic::error(
                codes::OPERAND_COUNT,
                span,
                format!("{what} {}, {} given", plural(wanted.len(), "value"), given.len()),
            )
            .label(format!("expected {}", plural(wanted.len(), "value")));
            self.sink.push(diagnostic);
            return;
        }
        for (i, (&g, &w)) in given.iter().zip(wanted).enumerate() {
            if g != w && g != TypeId::ERROR && w != TypeId::ERROR {
                let (g, w) = (self.show_type(g), self.show_type(w));
                let diagnostic = Diagnostic::error(
                    codes::TYPE_MISMATCH,
                    st.spans[i],
                    format!("{what} `{w}` at position {i}, this is `{g}`"),
                )
                .label(format!("expected `{w}`"));
                self.sink.push(diagnostic);
            }
        }
    }

    /// `call @f(%a) : (T) -> R`
    pub(in super::super) fn call(&mut self, st: &mut Stmt) -> Res<()> {
        let (callee, span) = self.symbol_name()?;
        let symbol = self.cx.attr(Attr::Symbol(Box::new([callee])));
        st.extra.push((self.keys.callee, symbol));
        self.call_tail(st, 0)?;
        let types_span = st.types.last().map_or(span, |t| t.1);
        let operands: Vec<Value> = st.operands.clone();
        let results = st.result_types.clone();
        self.note_call(callee, span, &operands, &results, types_span);
        self.finish(st)
    }

    /// `func.call_indirect %f(%a) : (T) -> R`
    pub(in super::super) fn call_indirect(&mut self, st: &mut Stmt) -> Res<()> {
        let callee = self.operand()?;
        st.push(callee);
        self.call_tail(st, 1)?;
        let inputs: Box<[TypeId]> = st.operands[1..].iter().map(|v| self.body.ty(*v)).collect();
        let ty = self.cx.types.intern(Type::Function { inputs, results: st.result_types.clone().into() });
        let span = st.types.last().map_or(callee.1, |t| t.1);
        self.check_type(callee.0, callee.1, ty, span);
        st.segments.extend([1, (st.operands.len() - 1) as u16]);
        self.finish(st)
    }

    /// `(%a, ..) {..} : (T, ..) -> R`; the span of the types is left in `st.types`.
    fn call_tail(&mut self, st: &mut Stmt, first: usize) -> Res<()> {
        self.expect(Tok::LParen, "before the arguments")?;
        self.list(Tok::RParen, "after the arguments", |p| {
            let operand = p.operand()?;
            st.push(operand);
            Ok(())
        })?;
        self.opt_attr_dict(st)?;
        self.expect(Tok::Colon, "after the arguments")?;
        let start = self.span;
        let types = self.typed_list_in_parens()?;
        self.match_types(st, first, &types, start.to(Span::point(self.prev_end)));
        self.expect(Tok::Arrow, "after the argument types")?;
        let mut results = Vec::new();
        self.result_types(&mut results)?;
        st.result_types.extend(results.iter().map(|r| r.0));
        st.types.clear();
        st.types.push((TypeId::ERROR, start.to(Span::point(self.prev_end))));
        Ok(())
    }
}
