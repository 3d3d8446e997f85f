//! Attributes inside statements: dictionaries, clause values, literal operands.

use super::statement::Stmt;
use super::{Parser, Res};
use crate::diagnostics::{Diagnostic, codes, suggest};
use crate::dialect::def::{AttrDef, AttrKind, Default as AttrDefault, Family, OpDef};
use crate::dialect::enums;
use crate::ir::attrs::{Attr, AttrId, Context, DictId, EnumId, Sym};
use crate::ir::types::{Type, TypeId};
use crate::source::Span;
use crate::syntax::attributes;
use crate::syntax::lexer::Tok;
use crate::syntax::scan::{self, Scan};
use hashbrown::HashSet;

impl Parser<'_> {
    /// Takes the bracketed text that starts at the current token as one span, which becomes the current token.
    pub(super) fn bracketed(&mut self) -> Res<Span> {
        let start = self.span;
        match self.partner(start.start as usize) {
            Scan::Closed(end) => {
                self.extend(end - start.end as usize);
                Ok(self.span)
            }
            Scan::OpenString { quote, .. } => {
                let diagnostic = super::error::open_string(quote);
                Err(self.fail(diagnostic))
            }
            Scan::Open(_) => {
                let shown = self.slice().to_owned();
                if self.at(Tok::LBrace) {
                    // Recovery must not look for its partner.
                    self.bump();
                }
                let diagnostic = Diagnostic::error(codes::UNCLOSED, start, format!("this `{shown}` is never closed"))
                    .label("no matching bracket");
                Err(self.fail(diagnostic))
            }
        }
    }

    /// Reads an attribute dictionary when one stands here, and merges it into the statement.
    pub(super) fn opt_attr_dict(&mut self, st: &mut Stmt) -> Res<()> {
        if self.at(Tok::LBrace) { self.attr_dict(st) } else { Ok(()) }
    }

    /// Reads the attribute dictionary at the current token and merges it into the statement.
    pub(super) fn attr_dict(&mut self, st: &mut Stmt) -> Res<()> {
        if !self.at(Tok::LBrace) {
            return Err(self.unexpected("`{`", "before attributes"));
        }
        let span = self.bracketed()?;
        let level1 = st.is_level1();
        let salt = (st.name.index() as u32 + 1) * 2 + u32::from(level1);
        let dict = match self.dict_cache.get(self.src, span, salt) {
            Some(dict) => dict,
            None => {
                let dict = self.read_dict(st.name.def(), span, level1);
                self.dict_cache.insert(self.src, span, salt, dict);
                dict
            }
        };
        self.bump();
        if st.dict == DictId::EMPTY && st.extra.is_empty() {
            st.dict = dict;
        } else {
            if st.keys.is_empty() {
                st.keys.extend(self.cx.entries(st.dict).iter().chain(&st.extra).map(|e| e.0));
            }
            for (key, value) in self.cx.entries(dict).to_vec() {
                if st.keys.insert(key) {
                    st.extra.push((key, value));
                } else {
                    let shown = self.cx.str(key).to_owned();
                    self.duplicate_key(&shown, span);
                }
            }
        }
        Ok(())
    }

    /// Parses a dictionary and converts its values to the kinds that the operation declares.
    fn read_dict(&mut self, def: &'static OpDef, span: Span, level1: bool) -> DictId {
        let entries = if def.family == Family::Container {
            attributes::parse_dict_entries(self.text(span), span.start, &mut self.env())
        } else {
            attributes::parse_op_entries(self.text(span), span.start, &mut self.env())
        };
        let mut out: Vec<(Sym, AttrId)> = Vec::with_capacity(entries.len());
        let mut seen: HashSet<Sym> = HashSet::with_capacity(entries.len());
        for entry in entries {
            let key = self.cx.str(entry.key).to_owned();
            let Some((name, value)) = self.declared_attr(def, &key, entry.key_span, entry.value, entry.value_span)
            else {
                continue;
            };
            if !seen.insert(name) {
                let shown = self.cx.str(name).to_owned();
                self.duplicate_key(&shown, entry.key_span);
                continue;
            }
            out.push((name, value));
        }
        self.drop_defaults(def, &mut out, level1);
        self.cx.dict(out)
    }

    /// Checks one attribute against the definition: its key under its canonical name and its value converted. `None`
    /// when the key was refused.
    pub(super) fn declared_attr(
        &mut self,
        def: &'static OpDef,
        key: &str,
        key_span: Span,
        value: AttrId,
        value_span: Span,
    ) -> Option<(Sym, AttrId)> {
        if let Some((attr, member)) = find_flag(def, key) {
            // A boolean key of old texts: `true` stands for a member, `false` for absence.
            return match *self.cx.get(value) {
                Attr::Bool(true) | Attr::Unit => {
                    let text = self.cx.sym(member);
                    let raw = self.cx.attr(Attr::Str { text, ty: None });
                    let value = attributes::convert(raw, attr.kind, attr.name, value_span, &mut self.env());
                    Some((self.cx.sym(attr.name), value))
                }
                Attr::Bool(false) | Attr::Error => None,
                _ => {
                    attributes::convert(value, AttrKind::Bool, key, value_span, &mut self.env());
                    None
                }
            };
        }
        match find_attr(def, key) {
            Some(attr) => {
                let value = attributes::convert(value, attr.kind, attr.name, value_span, &mut self.env());
                Some((self.cx.sym(attr.name), value))
            }
            // Keys with a dialect prefix belong to others; container operations keep what they do not know.
            None if key.contains('.') || !def.name.starts_with("pto.") || key == "operandSegmentSizes" => {
                Some((self.cx.sym(key), value))
            }
            None => {
                let known: Vec<&str> = def.attrs.iter().map(|a| a.name).collect();
                let mut diagnostic = Diagnostic::error(
                    codes::UNKNOWN_KEY,
                    key_span,
                    format!("unknown attribute `{key}` for {}", def.name),
                )
                .label("not an attribute of this operation");
                diagnostic = if known.is_empty() {
                    diagnostic
                        .note(format!("{} has no attributes; keys of other tools carry a prefix with a dot", def.name))
                } else {
                    diagnostic.note(format!("{} has the attributes {}", def.name, known.join(", ")))
                };
                if let Some(best) = suggest::nearest(key, known.iter().copied(), 1).first() {
                    diagnostic =
                        diagnostic.fix(format!("an attribute with a similar name exists: `{best}`"), key_span, *best);
                }
                self.sink.push(diagnostic);
                None
            }
        }
    }

    fn duplicate_key(&mut self, key: &str, span: Span) {
        let diagnostic = Diagnostic::error(codes::DUPLICATE_KEY, span, format!("attribute `{key}` is given twice"))
            .label("given again");
        self.sink.push(diagnostic);
    }

    /// Leaves out attributes that have the value they would have if absent. In Level 1 text (`level1`) the absence of
    /// some means another value; those are left for [`Parser::level1_defaults`].
    pub(super) fn drop_defaults(&mut self, def: &'static OpDef, entries: &mut Vec<(Sym, AttrId)>, level1: bool) {
        if def.attrs.iter().all(|a| a.default == AttrDefault::None) {
            return;
        }
        let cx = &mut self.cx;
        entries.retain(|&(key, value)| {
            let attr = def.attrs.iter().find(|a| cx.find_sym(a.name) == Some(key));
            let attr = attr.filter(|a| !(level1 && a.level1_default.is_some()));
            attr.and_then(|a| default_value(cx, a)) != Some(value)
        });
    }

    /// Writes out what the absence of an attribute means in sync and SSA text where DPS text means something else.
    pub(super) fn level1_defaults(&mut self, st: &mut Stmt) {
        for attr in st.name.def().attrs {
            let Some(level1) = attr.level1_default else { continue };
            let implied = default_value(&mut self.cx, &AttrDef { default: level1, ..*attr });
            let usual = default_value(&mut self.cx, attr);
            let key = self.cx.sym(attr.name);
            let mut entries = self.cx.entries(st.dict).to_vec();
            match (entries.iter().position(|e| e.0 == key), implied) {
                (None, Some(value)) => entries.push((key, value)),
                (Some(at), _) if Some(entries[at].1) == usual => {
                    entries.remove(at);
                }
                _ => continue,
            }
            st.dict = self.cx.dict(entries);
        }
    }

    /// Adds an attribute that the text gives outside the dictionary.
    pub(super) fn place_attr(&mut self, st: &mut Stmt, key: Sym, value: AttrId, span: Span) {
        let taken = if st.keys.is_empty() {
            st.extra.iter().chain(self.cx.entries(st.dict)).any(|e| e.0 == key)
        } else {
            !st.keys.insert(key)
        };
        if taken {
            let shown = self.cx.str(key).to_owned();
            self.duplicate_key(&shown, span);
            return;
        }
        st.extra.push((key, value));
    }

    /// Adds an attribute by its position in the definition.
    pub(super) fn place_declared(&mut self, st: &mut Stmt, attr: &'static AttrDef, value: AttrId, span: Span) {
        let key = self.cx.sym(attr.name);
        self.place_attr(st, key, value, span);
    }

    /// Parses the value of a declared attribute where the syntax places it. `typed` allows `: type` behind a number.
    pub(super) fn attr_value(&mut self, st: &Stmt, attr: &'static AttrDef, typed: bool) -> Res<(AttrId, Span)> {
        let span = self.attr_extent(attr, typed)?;
        let salt = ((st.name.index() as u32 + 1) << 6) | position(st.name.def(), attr);
        if let Some(id) = self.attr_cache.get(self.src, span, salt) {
            self.bump();
            return Ok((id, span));
        }
        let text = self.text(span);
        let raw = match text.as_bytes().first() {
            // `<PIPE_V>` and bare words: the operation fixes which enumeration is meant (rules K1, K6).
            Some(b'<') => {
                let from = scan::skip_blanks(text.as_bytes(), 1);
                let inner = text[from..text.len() - 1].trim_end();
                let len = inner.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"_.\"".contains(b)).count();
                // Only blanks and comments may stand behind the word.
                let word = if scan::skip_blanks(inner.as_bytes(), len) >= inner.len() { &inner[..len] } else { inner };
                let at = span.start + from as u32;
                self.word_attr(attr, word, Span::new(at, at + word.len() as u32))
            }
            Some(b) if b.is_ascii_alphabetic() && !matches!(text, "true" | "false" | "unit") && !is_type_kind(attr) => {
                self.word_attr(attr, text, span)
            }
            _ => attributes::parse_attr(text, span.start, &mut self.env()),
        };
        let id = attributes::convert(raw, attr.kind, attr.name, span, &mut self.env());
        self.attr_cache.insert(self.src, span, salt, id);
        self.bump();
        Ok((id, span))
    }

    /// A bare word: a member of the enumeration that the attribute takes, or text.
    fn word_attr(&mut self, attr: &AttrDef, word: &str, span: Span) -> AttrId {
        let sets: &[EnumId] = match &attr.kind {
            AttrKind::Enum(set) => std::slice::from_ref(set),
            AttrKind::EnumOf(sets) => sets,
            _ => &[],
        };
        let word = word.trim_matches('"');
        if let Some(first) = sets.first() {
            let member = |id: &EnumId| enums::get(*id).find(word).map(|value| Attr::Enum { kind: *id, value });
            return match sets.iter().find_map(member) {
                Some(value) => self.cx.attr(value),
                None => {
                    let set = enums::get(*first);
                    let mut diagnostic = Diagnostic::error(
                        codes::UNKNOWN_ATTR,
                        span,
                        format!("`{word}` is not a member of {}", set.name),
                    )
                    .label("unknown member")
                    .note(format!("the members are {}", set.list()));
                    let names = set.members.iter().map(|m| m.0);
                    if let Some(best) = suggest::nearest(word, names, 1).first() {
                        diagnostic =
                            diagnostic.fix(format!("a member with a similar name exists: `{best}`"), span, *best);
                    }
                    self.sink.push(diagnostic);
                    self.cx.attr(Attr::Error)
                }
            };
        }
        let text = self.cx.sym(word);
        self.cx.attr(Attr::Str { text, ty: None })
    }

    /// Makes the whole attribute value the current token.
    fn attr_extent(&mut self, attr: &AttrDef, typed: bool) -> Res<Span> {
        match self.tok {
            Tok::Str | Tok::Attr | Tok::Symbol | Tok::Type => {}
            Tok::Less | Tok::LBracket | Tok::LBrace => {
                self.bracketed()?;
            }
            Tok::Minus => {
                let bytes = self.src.as_bytes();
                let digits = scan::skip_blanks(bytes, self.span.end as usize);
                self.extend(number_end(bytes, digits) - self.span.end as usize);
            }
            Tok::Int | Tok::Float => {}
            Tok::Ident => {
                let text = self.slice();
                let bytes = self.src.as_bytes();
                let open = scan::skip_blanks(bytes, self.span.end as usize);
                if bytes.get(open) == Some(&b'<')
                    && matches!(text, "dense" | "array" | "affine_map" | "strided")
                    && let Scan::Closed(end) = scan::angles(bytes, open)
                {
                    self.extend(end - self.span.end as usize);
                }
            }
            _ => return Err(self.unexpected(&expected_value(attr.kind), &format!("as value of `{}`", attr.name))),
        }
        if typed && matches!(self.src.as_bytes()[self.span.start as usize], b'-' | b'0'..=b'9') {
            self.extend_over_type();
        }
        Ok(self.span)
    }

    /// Makes `: type` behind a number part of the current token, for simple types.
    fn extend_over_type(&mut self) {
        let bytes = self.src.as_bytes();
        let end = self.span.end as usize;
        let colon = scan::skip_blanks(bytes, end);
        if bytes.get(colon) != Some(&b':') {
            return;
        }
        let start = scan::skip_blanks(bytes, colon + 1);
        let word = bytes[start..].iter().take_while(|b| b.is_ascii_alphanumeric()).count();
        if word > 0 {
            self.extend(start + word - end);
        }
    }

    /// Reads a number, `true` or `false` that stands as an operand, makes a constant of it and gives its value. `ty` is
    /// the type it must have; `None` when it is not known, which leaves the constant without a type for the moment.
    pub(super) fn literal_span(&mut self) -> Option<Span> {
        let start = self.span;
        match self.tok {
            Tok::Int | Tok::Float => {}
            Tok::Ident if matches!(self.slice(), "true" | "false") => {}
            Tok::Minus if matches!(self.next_byte(), Some(b'0'..=b'9')) => {
                self.bump();
            }
            _ => return None,
        }
        let span = start.to(self.span);
        self.bump();
        Some(span)
    }

    /// The constant attribute that a literal means at a type.
    pub(super) fn literal_attr(&mut self, span: Span, ty: TypeId) -> AttrId {
        attributes::literal(self.text(span), span, ty, &mut self.env())
    }

    /// The type of a literal operand: the element type of a tile it works on, otherwise what the text suggests.
    pub(super) fn literal_type(&self, span: Span, tile: Option<TypeId>) -> TypeId {
        match tile.map(|t| self.cx.types.get(t)) {
            Some(Type::Tile(t) | Type::TileBuf(t)) => t.dtype,
            _ if self.text(span).contains('.') => TypeId::F32,
            _ if self.text(span).starts_with(['t', 'f']) => TypeId::I1,
            _ => TypeId::I32,
        }
    }
}

/// The declaration of an attribute by name or alias.
pub(super) fn find_attr(def: &'static OpDef, key: &str) -> Option<&'static AttrDef> {
    def.attrs.iter().find(|a| a.name == key || a.aliases.contains(&key))
}

/// The attribute that a boolean key of old texts stands for, and its member.
fn find_flag(def: &'static OpDef, key: &str) -> Option<(&'static AttrDef, &'static str)> {
    def.attrs.iter().find_map(|a| a.flag.filter(|f| f.0 == key).map(|f| (a, f.1)))
}

fn position(def: &'static OpDef, attr: &AttrDef) -> u32 {
    def.attrs.iter().position(|a| a.name == attr.name).unwrap_or(63) as u32
}

fn is_type_kind(attr: &AttrDef) -> bool {
    matches!(attr.kind, AttrKind::Type | AttrKind::Any)
}

/// The value an absent attribute has.
pub fn default_value(cx: &mut Context, attr: &AttrDef) -> Option<AttrId> {
    let value = match (attr.default, attr.kind) {
        (AttrDefault::None, _) => return None,
        (AttrDefault::Bool(b), _) => Attr::Bool(b),
        (AttrDefault::Int(value), AttrKind::Int(width)) => {
            let ty = cx.types.intern(Type::Int { width: u32::from(width), sign: crate::ir::types::Sign::Signless });
            Attr::Int { value: value.into(), ty }
        }
        (AttrDefault::Int(value), _) => Attr::Int { value: value.into(), ty: TypeId::I64 },
        (AttrDefault::Str(text), _) => Attr::Str { text: cx.sym(text), ty: None },
        (AttrDefault::Member(member), AttrKind::Enum(kind)) => {
            Attr::Enum { kind, value: enums::get(kind).find(member)? }
        }
        (AttrDefault::Member(member), AttrKind::EnumOf(kinds)) => {
            let kind = *kinds.first()?;
            Attr::Enum { kind, value: enums::get(kind).find(member)? }
        }
        (AttrDefault::Member(_), _) => return None,
    };
    Some(cx.attr(value))
}

fn expected_value(kind: AttrKind) -> String {
    match kind {
        AttrKind::Bool => "`true` or `false`".into(),
        AttrKind::Int(_) => "an integer".into(),
        AttrKind::Float32 => "a float".into(),
        AttrKind::Str => "a string".into(),
        AttrKind::Symbol => "a symbol".into(),
        AttrKind::Enum(id) => format!("a {}", enums::get(id).name),
        AttrKind::EnumOf(ids) => {
            let names: Vec<_> = ids.iter().map(|id| enums::get(*id).name).collect();
            format!("a {}", names.join(" or "))
        }
        _ => "an attribute value".into(),
    }
}

/// Where the number that starts at `at` ends.
pub(super) fn number_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at;
    while let Some(&b) = bytes.get(end) {
        let exponent_sign = matches!(b, b'+' | b'-') && end > at && matches!(bytes[end - 1], b'e' | b'E');
        // In a hexadecimal number `e` is a digit.
        if !(b.is_ascii_alphanumeric() || b == b'.' || exponent_sign && !bytes[at..].starts_with(b"0x")) {
            break;
        }
        end += 1;
    }
    end
}
