//! Formats as people read them, for messages.

use super::{Elem, Group, Ref, Spelling, Start};
use crate::dialect::def::{AttrKind, OpDef};
use crate::dialect::enums;
use crate::syntax::lexer::Tok;

/// The syntax behind the mnemonic in one line: `%ptr, shape = [%shape, ..], strides = [%strides, ..] [{..}] : type`.
/// Square brackets around a space-separated part mean that it may be missing.
pub fn syntax(def: &'static OpDef, elems: &[Elem]) -> String {
    let mut out = String::new();
    sequence(def, elems, &mut out);
    out
}

fn sequence(def: &'static OpDef, elems: &[Elem], out: &mut String) {
    for elem in elems {
        match elem {
            Elem::Punct(tok) => add(out, punct(*tok)),
            Elem::Word(word) => add(out, word),
            Elem::AnyOf(words) => add(out, words[0]),
            Elem::MaybeComma => add(out, ","),
            Elem::Operand { role, list, last, .. } => {
                add(out, &format!("%{}{}", def.ins[*role].name, if *list { ", .." } else { "" }));
                if let Some(last) = last {
                    add(out, ",");
                    add(out, &format!("%{}", def.ins[*last].name));
                }
            }
            Elem::Attr { at, list, .. } if *list => add(out, &format!("[{}, ..]", def.attrs[*at].name)),
            Elem::Attr { at, spelling, .. } => {
                let attr = &def.attrs[*at];
                let text = match (attr.keyword, spelling) {
                    (Some(word), _) => word.to_owned(),
                    (None, Spelling::Str) => format!("\"{}\"", attr.name),
                    (None, _) => format!("<{}>", attr.name),
                };
                add(out, &text);
            }
            Elem::TypeOf { of, list, .. } => {
                let operand = match of {
                    Ref::In(role) => &def.ins[*role],
                    Ref::Out(role) => &def.outs[*role],
                };
                add(out, &format!("type(%{}){}", operand.name, if *list { ", .." } else { "" }));
            }
            Elem::Types { .. } => add(out, "operand types"),
            Elem::Results { .. } => add(out, "result types"),
            Elem::Dict => add(out, "[{..}]"),
            Elem::Region => add(out, "{ .. }"),
            Elem::Optional(group) => {
                add(out, &format!("[{}]", inner(def, &group.body)));
            }
            Elem::Repeat(group) => {
                add(out, &format!("[{}]..", inner(def, &group.body)));
            }
            Elem::OneOf(groups) => {
                let list: Vec<String> = groups.iter().map(|g| inner(def, &g.body)).collect();
                add(out, &format!("({})", list.join(" | ")));
            }
            Elem::AnyOrder(groups) => {
                let list: Vec<String> = groups.iter().map(|g| inner(def, &g.body)).collect();
                add(out, &list.join(", "));
            }
            Elem::Set { .. } | Elem::TypesOpen | Elem::TypesClose | Elem::Skip(_) => {}
        }
    }
}

fn inner(def: &'static OpDef, elems: &[Elem]) -> String {
    let mut out = String::new();
    sequence(def, elems, &mut out);
    out
}

/// Appends a part, with a space where text has one.
fn add(out: &mut String, text: &str) {
    let after = out.chars().last();
    let tight =
        matches!(after, None | Some('(' | '[' | '{' | '<')) || matches!(text, ")" | "]" | "}" | "," | ">" | "<");
    let call = text == "(" && !matches!(after, Some(':' | ',' | '=')) && !out.ends_with("->");
    if !tight && !call {
        out.push(' ');
    }
    out.push_str(text);
}

/// What a group starts with, for a list of what could stand somewhere: `` `, base` ``.
pub fn group_text(group: &Group) -> String {
    let mut words = String::new();
    for elem in group.body.iter() {
        match elem {
            Elem::Punct(tok) => add(&mut words, punct(*tok)),
            Elem::Word(word) => {
                add(&mut words, word);
                break;
            }
            Elem::AnyOf(list) => {
                add(&mut words, list[0]);
                break;
            }
            _ => break,
        }
    }
    if words.is_empty() { starts_text(&group.starts.first) } else { format!("`{words}`") }
}

/// What an element or group starts with.
pub fn starts_text(starts: &[Start]) -> String {
    let mut names: Vec<String> = Vec::new();
    for start in starts {
        let name = match start {
            // Spellings that a plain message need not list.
            Start::Tok(Tok::Attr | Tok::Less | Tok::Minus) if starts.len() > 1 => continue,
            Start::Tok(tok) => tok_text(*tok).to_owned(),
            Start::Word(word) => format!("`{word}`"),
            Start::Member(id) => {
                let set = enums::get(*id);
                if set.members.len() <= 3 { set.list() } else { format!("a {}", set.name) }
            }
            Start::AnyWord => "a word".to_owned(),
            Start::Type => "a type".to_owned(),
            Start::End => continue,
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(" or ")
}

/// What an element starts with, for messages.
pub fn elem_text(def: &'static OpDef, elem: &Elem) -> Option<String> {
    Some(match elem {
        Elem::Punct(tok) => format!("`{}`", punct(*tok)),
        Elem::MaybeComma => return None,
        Elem::Word(word) => format!("`{word}`"),
        Elem::AnyOf(words) => format!("`{}`", words.join("` or `")),
        Elem::Operand { role, .. } => format!("the value `{}`", def.ins[*role].name),
        Elem::Attr { at, .. } => match def.attrs[*at].kind {
            AttrKind::Unit => format!("`{}`", def.attrs[*at].keyword.unwrap_or("unit")),
            _ => format!("the attribute `{}`", def.attrs[*at].name),
        },
        Elem::TypeOf { .. } | Elem::Types { .. } | Elem::Results { .. } => "a type".into(),
        Elem::Region => "`{`".into(),
        Elem::Optional(group) | Elem::Repeat(group) => group_text(group),
        Elem::OneOf(groups) | Elem::AnyOrder(groups) => {
            let mut list: Vec<String> = Vec::new();
            for group in groups {
                let text = group_text(group);
                if !text.is_empty() && !list.contains(&text) {
                    list.push(text);
                }
            }
            list.join(", ")
        }
        Elem::Dict | Elem::Set { .. } | Elem::TypesOpen | Elem::TypesClose | Elem::Skip(_) => return None,
    })
}

fn tok_text(tok: Tok) -> &'static str {
    match tok {
        Tok::Value => "a value",
        Tok::Int => "an integer",
        Tok::Float => "a float",
        Tok::Str => "a string",
        Tok::Symbol => "a symbol",
        Tok::Attr => "an attribute",
        Tok::Minus => "a number",
        Tok::LBrace => "`{`",
        Tok::LBracket => "`[`",
        Tok::LParen => "`(`",
        Tok::Comma => "`,`",
        Tok::Colon => "`:`",
        Tok::Arrow => "`->`",
        Tok::Less => "`<`",
        _ => punct(tok),
    }
}

fn punct(tok: Tok) -> &'static str {
    match tok {
        Tok::LParen => "(",
        Tok::RParen => ")",
        Tok::LBracket => "[",
        Tok::RBracket => "]",
        Tok::LBrace => "{",
        Tok::RBrace => "}",
        Tok::Less => "<",
        Tok::Greater => ">",
        Tok::Comma => ",",
        Tok::Colon => ":",
        Tok::Equal => "=",
        Tok::Arrow => "->",
        _ => "",
    }
}
