//! The reference of operations: `docs/ops.md` and the output of `pto-opt ops`.
//!
//! Everything is written from the definitions; nothing is kept here but titles and layout.

mod forms;

pub use forms::{LEGEND, forms};

use super::def::{Arity, AttrDef, AttrKind, Default, Family, Kind, On, OpDef, Operand, Place, Role, Traits, Ty};
use super::enums::{self, Style};
use super::registry::OpName;
use crate::ir::attrs::EnumId;
use std::fmt::Write as _;

/// Families in the order of the page, with their titles.
const FAMILIES: &[(Family, &str)] = &[
    (Family::Elementwise, "Elementwise"),
    (Family::Reduce, "Reductions"),
    (Family::Expand, "Broadcasts"),
    (Family::Irregular, "Sort, gather, scatter, generate"),
    (Family::Views, "Pointers, views, tile handles"),
    (Family::Dma, "Global memory"),
    (Family::Movement, "Moves between on-chip memories"),
    (Family::Matrix, "Matrix products"),
    (Family::Quant, "Quantisation"),
    (Family::Scalar, "Scalars"),
    (Family::Debug, "Debugging"),
    (Family::Sync, "Synchronisation"),
    (Family::Pipe, "Pipes between cores"),
    (Family::Comm, "Communication"),
    (Family::Register, "Vector and mask registers"),
    (Family::MicroDma, "DMA micro operations"),
    (Family::MicroCube, "Cube micro operations"),
    (Family::Simt, "SIMT"),
    (Family::Ub, "Vector operations on the unified buffer"),
    (Family::Vmi, "Virtual vector registers"),
    (Family::Container, "Other dialects"),
];

/// Title of a family on the reference page.
pub fn title(family: Family) -> &'static str {
    FAMILIES.iter().find(|(f, _)| *f == family).map_or("Other", |(_, title)| title)
}

/// The operations of a family, in the order of the tables.
fn members(family: Family) -> impl Iterator<Item = &'static OpDef> {
    OpName::all().map(OpName::def).filter(move |def| def.family == family)
}

/// The page `docs/ops.md`.
pub fn markdown() -> String {
    let mut out = String::from(
        "# Operations\n\n\
         Written from the definitions by `pto-opt`; do not edit by hand.\n\n\
         Every operation can also be written in generic form, `\"pto.name\"(%operands) {attributes} : (types) -> \
         (types)`, with its operands in the order of the table and destinations last, unless a generic form is shown. \
         Mnemonics are read in any letter case.\n\n\
         In the forms below:\n\n| | |\n|---|---|\n",
    );
    for (sign, meaning) in LEGEND {
        let _ = writeln!(out, "| `{}` | {} |", cell(sign), cell(meaning));
    }
    out.push_str("\n## Families\n\n");
    for (family, title) in FAMILIES {
        let count = members(*family).count();
        if count > 0 {
            let _ = writeln!(out, "- [{title}](#{}): {count}", anchor(title));
        }
    }
    for (family, title) in FAMILIES {
        let mut defs = members(*family).peekable();
        if defs.peek().is_none() {
            continue;
        }
        let _ = write!(out, "\n## {title}\n");
        for def in defs {
            out.push('\n');
            section(def, &mut out);
        }
    }
    out
}

/// The anchor that Markdown renderers give a heading.
fn anchor(title: &str) -> String {
    title
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
            _ => None,
        })
        .collect()
}

/// Text that may stand in a table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn section(def: &OpDef, out: &mut String) {
    let _ = write!(out, "### `{}`\n\n{}.", def.name, sentence(def));
    if let Some(status) = status(def) {
        let _ = write!(out, " *The operation {status}.*");
    }
    out.push_str("\n\n```text\n");
    for (form, text) in forms(def) {
        let _ = writeln!(out, "{:<8}{text}", form.name());
    }
    out.push_str("```\n");
    if !def.ins.is_empty() || !def.outs.is_empty() {
        out.push_str("\n| operand | kind | notes |\n|---|---|---|\n");
        for (operand, destination) in operands(def) {
            let notes = notes(operand, destination);
            let kind = kinds(operand.kind);
            let _ = writeln!(out, "| `{}` | {} | {} |", operand.name, cell(&kind), cell(&notes));
        }
    }
    if !def.attrs.is_empty() {
        out.push_str("\n| attribute | values | default |\n|---|---|---|\n");
        for attr in def.attrs {
            let keys = keys(attr).join("`, `");
            let _ = writeln!(out, "| `{keys}` | {} | {} |", cell(&values(attr)), cell(&default(attr)));
        }
    }
    out.push('\n');
    for (label, text) in facts(def) {
        let _ = writeln!(out, "{label}: {text}  ");
    }
    // The last line needs no hard break.
    out.truncate(out.trim_end().len());
    out.push('\n');
}

/// One operation for a terminal: `pto-opt ops NAME`.
pub fn describe(def: &OpDef) -> String {
    let mut out = format!("{} - {}\n", def.name, def.summary);
    if let Some(status) = status(def) {
        let _ = writeln!(out, "The operation {status}.");
    }
    out.push('\n');
    for (form, text) in forms(def) {
        let _ = writeln!(out, "  {:<8}{text}", form.name());
    }
    let rows: Vec<[String; 3]> = operands(def)
        .map(|(operand, destination)| [operand.name.to_owned(), kinds(operand.kind), notes(operand, destination)])
        .collect();
    aligned("operands", &rows, &mut out);
    let rows: Vec<[String; 3]> =
        def.attrs.iter().map(|attr| [keys(attr).join(", "), plain(&values(attr)), plain(&default(attr))]).collect();
    aligned("attributes", &rows, &mut out);
    out.push('\n');
    for (label, text) in facts(def) {
        let _ = writeln!(out, "{label}: {}", plain(&text));
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// Markdown code marks mean nothing on a terminal.
fn plain(text: &str) -> String {
    text.replace('`', "")
}

/// Rows in columns under a heading; nothing when there are none.
fn aligned(heading: &str, rows: &[[String; 3]], out: &mut String) {
    if rows.is_empty() {
        return;
    }
    let width = |column: usize| rows.iter().map(|r| r[column].chars().count()).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    let _ = writeln!(out, "\n{heading}");
    for [a, b, c] in rows {
        let line = format!("  {a:<first$}  {b:<second$}  {c}");
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// All operations, one line each: `pto-opt ops`.
pub fn table() -> String {
    let width = OpName::all().map(|op| op.name().len()).max().unwrap_or(0);
    let mut out = String::new();
    for (family, title) in FAMILIES {
        let mut defs = members(*family).peekable();
        if defs.peek().is_none() {
            continue;
        }
        let _ = writeln!(out, "{}{title}", if out.is_empty() { "" } else { "\n" });
        for def in defs {
            let _ = writeln!(out, "  {:<width$}  {}", def.name, def.summary);
        }
    }
    out
}

/// A summary as a sentence, without the full stop. Names of operands and operations keep their letter case.
fn sentence(def: &OpDef) -> String {
    let text = def.summary;
    let word = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '_').next().unwrap_or("");
    let is_name = word.contains(['.', '_'])
        || word.bytes().any(|b| b.is_ascii_digit())
        || operands(def).any(|(operand, _)| operand.name == word);
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if !is_name => first.to_uppercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}

fn status(def: &OpDef) -> Option<&'static str> {
    if def.traits.has(Traits::RESERVED) {
        Some("has a reserved name and no definition")
    } else if def.traits.has(Traits::REMOVED) {
        Some("occurs in old programs; current implementations have dropped it")
    } else if def.traits.has(Traits::DOC_ONLY) {
        Some("stands in documentation only; no implementation defines it")
    } else {
        None
    }
}

/// Operands and destinations; the flag tells which.
fn operands(def: &OpDef) -> impl Iterator<Item = (&'static Operand, bool)> {
    def.ins.iter().map(|o| (o, false)).chain(def.outs.iter().map(|o| (o, true)))
}

fn kinds(kind: Kind) -> String {
    if kind == Kind::ANY {
        return "anything".to_owned();
    }
    const WORDS: &[(Kind, &str)] = &[
        (Kind::TILE, "tile"),
        (Kind::SCALAR, "number or index"),
        (Kind::INT.or(Kind::FLOAT), "number"),
        (Kind::INT.or(Kind::INDEX), "integer or index"),
        (Kind::INT, "integer"),
        (Kind::FLOAT, "float"),
        (Kind::INDEX, "index"),
        (Kind::PTR, "pointer"),
        (Kind::VIEW, "view"),
        (Kind::TENSOR_VIEW, "tensor view"),
        (Kind::PART_VIEW, "partition view"),
        (Kind::MEMREF, "memref"),
        (Kind::MULTI_TILE, "multi tile"),
        (Kind::VREG, "vector register"),
        (Kind::MASK, "mask register"),
        (Kind::ALIGN, "alignment state"),
        (Kind::PIPE, "pipe"),
        (Kind::EVENT, "event"),
        (Kind::EVENT_ARRAY, "event array"),
        (Kind::LOCAL_ARRAY, "local array"),
        (Kind::STRUCT, "structure"),
        (Kind::ASYNC_SESSION, "session"),
        (Kind::ASYNC_EVENT, "asynchronous event"),
        (Kind::PREFETCH_CONTEXT, "prefetch context"),
        (Kind::FMATRIX_CONFIG, "feature map configuration"),
        (Kind::VECTOR, "vector"),
        (Kind::TENSOR, "tensor"),
        (Kind::VMI_VREG, "virtual vector register"),
        (Kind::VMI_MASK, "virtual mask register"),
        (Kind::GROUP, "group"),
        (Kind::FOREIGN, "type of another dialect"),
    ];
    let mut left = kind.0;
    let mut words = Vec::new();
    for (set, word) in WORDS {
        if set.0 & left == set.0 {
            left &= !set.0;
            words.push(*word);
        }
    }
    words.join(" or ")
}

fn notes(operand: &Operand, destination: bool) -> String {
    let mut notes: Vec<String> = Vec::new();
    match (operand.role, destination) {
        (Role::Scratch, _) => notes.push(match operand.written_on {
            On::A2A3 => "scratch on a2a3, unused on a5".to_owned(),
            On::A5 => "scratch on a5, unused on a2a3".to_owned(),
            _ => "scratch".to_owned(),
        }),
        (Role::InOut, _) => notes.push("read and written".to_owned()),
        (Role::Plain, true) => notes.push("result".to_owned()),
        (Role::Plain, false) => match operand.written_on {
            On::A2A3 => notes.push("clobbered on a2a3".to_owned()),
            On::A5 => notes.push("clobbered on a5".to_owned()),
            On::BOTH => notes.push("clobbered".to_owned()),
            _ => {}
        },
    }
    match operand.arity {
        Arity::One => {}
        Arity::Optional => notes.push("optional".to_owned()),
        Arity::Variadic { min: 0 } => notes.push("any number".to_owned()),
        Arity::Variadic { min } => notes.push(format!("{min} or more")),
    }
    if let Place::Index(view) = operand.place {
        notes.push(format!("in brackets behind {view}; DPS has a partition view instead"));
    }
    if let Ty::Like(source) = operand.ty {
        notes.push(format!("type of {source} when none is written"));
    }
    notes.join(", ")
}

fn keys(attr: &AttrDef) -> Vec<&'static str> {
    std::iter::once(attr.name).chain(attr.aliases.iter().copied()).chain(attr.flag.map(|f| f.0)).collect()
}

/// Values of an attribute, names as Markdown code.
fn values(attr: &AttrDef) -> String {
    let text = match attr.kind {
        AttrKind::Bool => "`true`, `false`".to_owned(),
        AttrKind::Int(width) => format!("`i{width}`"),
        AttrKind::Float32 => "`f32`".to_owned(),
        AttrKind::Str => "string".to_owned(),
        AttrKind::Unit => "present or absent".to_owned(),
        AttrKind::Symbol => "symbol".to_owned(),
        AttrKind::Type => "type".to_owned(),
        AttrKind::IntArray => "list of integers".to_owned(),
        AttrKind::Enum(id) => enumeration(id),
        AttrKind::EnumOf(ids) => ids.iter().map(|id| enumeration(*id)).collect::<Vec<_>>().join("; or "),
        AttrKind::AccPushEpilogue => "`#pto.acc_push_epilogue<..>`".to_owned(),
        AttrKind::OpClass => "`#pto.op<..>`".to_owned(),
        // The schema grows with the dialects it describes; a kind without words of its own shows its name.
        other => format!("{other:?}").to_ascii_lowercase(),
    };
    match attr.flag {
        Some((key, member)) => format!("{text}; `{key} = true` is `{member}`"),
        None => text,
    }
}

fn enumeration(id: EnumId) -> String {
    let def = enums::get(id);
    let members: Vec<_> = def.members.iter().map(|(name, _)| format!("`{name}`")).collect();
    let frame = match def.style {
        Style::P => format!("`#pto.{}<..>`: ", def.name),
        Style::E => format!("`#pto<{} ..>`: ", def.name),
        Style::S => "string: ".to_owned(),
        Style::W => "word: ".to_owned(),
    };
    format!("{frame}{}", members.join(", "))
}

fn default(attr: &AttrDef) -> String {
    let text = |default: &Default| match default {
        Default::None => None,
        Default::Bool(b) => Some(format!("`{b}`")),
        Default::Int(i) => Some(format!("`{i}`")),
        Default::Member(m) => Some(format!("`{m}`")),
        Default::Str(s) => Some(format!("`\"{s}\"`")),
    };
    let plain =
        if attr.required { "required".to_owned() } else { text(&attr.default).unwrap_or_else(|| "absent".to_owned()) };
    match attr.level1_default.as_ref().and_then(text) {
        Some(level1) => format!("{plain}; {level1} in sync and SSA form"),
        None => plain,
    }
}

/// Labelled lines at the end of a description.
fn facts(def: &OpDef) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if def.family != Family::Container {
        facts.push(("Pipes", format!("a2a3 {}, a5 {}", def.pipes.a2a3, def.pipes.a5)));
    }
    let aliases: Vec<_> = def.aliases.iter().map(|a| format!("`{}`", a.name)).collect();
    if !aliases.is_empty() {
        facts.push(("Also", aliases.join(", ")));
    }
    let suffixes: Vec<_> = def
        .suffixes
        .iter()
        .map(|group| group.iter().map(|(suffix, ..)| format!("`{suffix}`")).collect::<Vec<_>>().join(" "))
        .collect();
    if !suffixes.is_empty() {
        facts.push(("Suffixes", suffixes.join(", then ")));
    }
    if !def.source.is_empty() {
        facts.push(("Source", def.source.to_owned()));
    }
    facts
}
