//! The spellings of an operation, written out from its definition.
//!
//! The text is for people: `( .. )?` is optional, `( .. )*` repeated, `{..}` the attribute dictionary, `@name` the value
//! of an attribute, and types are abbreviated. The parser and the printer do not read it.

use crate::dialect::def::{Arity, Asm, AttrDef, AttrPlace, Kind, OpDef, Operand, Place, Role, Traits, Ty};
use crate::dialect::registry::PTO;
use crate::ir::Form;
use crate::ir::types::TypeId;

/// What the abbreviations of [`forms`] stand for, one line each.
pub const LEGEND: &[(&str, &str)] = &[
    ("T", "`!pto.tile<..>`"),
    ("B", "`!pto.tile_buf<..>`"),
    (
        "P",
        "a view of global memory: `!pto.partition_tensor_view<..>`, `!pto.tensor_view<..>`, `!pto.memref<..>`, `memref<..>`",
    ),
    ("V", "`!pto.tensor_view<..>`"),
    ("R", "`!pto.ptr<..>`"),
    ("M", "`!pto.multi_tile_buf<..>`"),
    ("s", "the type of a number or index"),
    ("any", "any type"),
    ("( .. )?", "may be left out"),
    ("( .. )*", "may stand several times"),
    ("{..}", "the attribute dictionary, left out when it is empty"),
    ("@name", "the value of an attribute"),
];

/// All spellings: one or several for each form that the operation has.
pub fn forms(def: &OpDef) -> Vec<(Form, String)> {
    let mut out = Vec::new();
    if !def.traits.has(Traits::REMOVED) && !def.traits.has(Traits::RESERVED) {
        match def.asm {
            _ if !def.spellings.is_empty() => {
                out.extend(def.spellings.iter().map(|text| (form_of(def, text), (*text).to_owned())));
            }
            Asm::Tile => tile_forms(def, &mut out),
            Asm::Custom(format) => {
                let text = custom(def, format);
                if def.traits.has(Traits::TILE_FORMS) {
                    out.push((Form::Sync, level1(def, Form::Sync)));
                } else if let Some(text) = text.strip_prefix(PTO).filter(|_| results(def).is_empty()) {
                    out.push((Form::Sync, text.to_owned()));
                } else if def.name.starts_with(PTO) {
                    out.push((Form::Sync, text.replacen(&format!("= {PTO}"), "= ", 1)));
                }
                out.push((Form::Ssa, text));
                if def.traits.has(Traits::TILE_FORMS) {
                    dps(def, &mut out);
                }
            }
            Asm::Generic | Asm::Hand(_) => {}
        }
    }
    if out.is_empty() || !def.generic_order.is_empty() {
        out.push((Form::Generic, generic(def)));
    }
    out
}

fn form_of(def: &OpDef, spelling: &str) -> Form {
    if spelling.contains(" ins(") {
        Form::Dps
    } else if def.name.starts_with(PTO) && !spelling.starts_with(PTO) && !spelling.contains("= pto.") {
        Form::Sync
    } else {
        Form::Ssa
    }
}

/// A comma-separated list in which some items may be missing.
#[derive(Default)]
struct List(Vec<(String, Arity)>);

impl List {
    fn push(&mut self, text: impl Into<String>, arity: Arity) {
        self.0.push((text.into(), arity));
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text. A comma belongs to the item that may be missing: after it while nothing certain has come, else before.
    fn text(&self) -> String {
        let may_miss = |arity: &Arity| matches!(arity, Arity::Optional | Arity::Variadic { min: 0 });
        let certain = self.0.iter().position(|(_, arity)| !may_miss(arity)).unwrap_or(0);
        let mut out = String::new();
        for (i, (text, arity)) in self.0.iter().enumerate() {
            let more = if matches!(arity, Arity::Variadic { .. }) { ", .." } else { "" };
            let text = match (may_miss(arity), i) {
                (true, 0) if certain == 0 => format!("({text}{more})?"),
                (true, i) if i < certain => format!("({text}{more}, )?"),
                (true, _) => format!("(, {text}{more})?"),
                (false, i) if i <= certain => format!("{text}{more}"),
                (false, _) => format!(", {text}{more}"),
            };
            out.push_str(&text);
        }
        out
    }

    fn of<'a>(operands: impl Iterator<Item = &'a Operand>, text: impl Fn(&Operand) -> String) -> String {
        List(operands.map(|o| (text(o), o.arity)).collect()).text()
    }
}

fn name(operand: &Operand) -> String {
    format!("%{}", operand.name)
}

/// Abbreviated type; `level1` says how tiles are spelled.
fn ty(operand: &Operand, level1: bool) -> String {
    if let Ty::Fixed(id) | Ty::Literal(id) = operand.ty
        && let Some(text) = well_known(id)
    {
        return text.to_owned();
    }
    if operand.kind == Kind::ANY {
        return "any".to_owned();
    }
    let mut words: Vec<&str> = Vec::new();
    for (kind, word) in [
        (Kind::TILE, if level1 { "T" } else { "B" }),
        (Kind::PART_VIEW, "P"),
        (Kind::TENSOR_VIEW, "V"),
        (Kind::PTR, "R"),
        (Kind::MEMREF, "P"),
        (Kind::MULTI_TILE, "M"),
        (Kind::SCALAR, "s"),
        (Kind::VREG, "!pto.vreg<..>"),
        (Kind::MASK, "!pto.mask<..>"),
        (Kind::ALIGN, "!pto.align"),
        (Kind::PIPE, "!pto.pipe"),
        (Kind::EVENT, "!pto.event"),
        (Kind::EVENT_ARRAY, "!pto.eventid_array<N>"),
        (Kind::LOCAL_ARRAY, "!pto.local_array<..>"),
        (Kind::STRUCT, "!pto.struct<..>"),
        (Kind::ASYNC_SESSION, "!pto.async_session"),
        (Kind::ASYNC_EVENT, "!pto.async_event"),
        (Kind::PREFETCH_CONTEXT, "!pto.prefetch_async_context"),
        (Kind::FMATRIX_CONFIG, "!pto.fmatrix_config"),
        (Kind::VECTOR, "vector<..>"),
        (Kind::TENSOR, "tensor<..>"),
        (Kind::VMI_VREG, "!pto.vmi.vreg<..>"),
        (Kind::VMI_MASK, "!pto.vmi.mask<..>"),
        (Kind::GROUP, "!pto.group<N>"),
        (Kind::FOREIGN, "any"),
    ] {
        // A view is one word, whichever of its spellings are allowed.
        let covered = word == "V" && words.contains(&"P") || words.contains(&word);
        if operand.kind.meets(kind) && !covered {
            words.push(word);
        }
    }
    words.join("|")
}

fn well_known(id: TypeId) -> Option<&'static str> {
    Some(match id {
        TypeId::INDEX => "index",
        TypeId::I1 => "i1",
        TypeId::I8 => "i8",
        TypeId::I16 => "i16",
        TypeId::I32 => "i32",
        TypeId::I64 => "i64",
        TypeId::UI8 => "ui8",
        TypeId::UI16 => "ui16",
        TypeId::UI32 => "ui32",
        TypeId::UI64 => "ui64",
        TypeId::F16 => "f16",
        TypeId::BF16 => "bf16",
        TypeId::F32 => "f32",
        TypeId::PIPE => "!pto.pipe",
        TypeId::EVENT => "!pto.event",
        TypeId::ALIGN => "!pto.align",
        TypeId::ASYNC_SESSION => "!pto.async_session",
        TypeId::ASYNC_EVENT => "!pto.async_event",
        TypeId::PREFETCH_ASYNC_CONTEXT => "!pto.prefetch_async_context",
        _ => return None,
    })
}

/// Results in sync and SSA form: a store has none, it names its destination as the last operand; scratch is implied.
fn results(def: &OpDef) -> Vec<&'static Operand> {
    let none = def.traits.has(Traits::STORE_LIKE);
    def.outs.iter().filter(|o| !none && o.role != Role::Scratch).collect()
}

fn bind(def: &OpDef) -> String {
    let names = List::of(results(def).into_iter(), name);
    if names.is_empty() { names } else { format!("{names} = ") }
}

/// The dictionary with its required members, or nothing when no attribute goes there.
fn dict<'a>(attrs: impl Iterator<Item = &'a AttrDef>) -> Option<String> {
    let (required, optional): (Vec<&AttrDef>, Vec<&AttrDef>) = attrs.partition(|attr| attr.required);
    let required: Vec<_> = required.into_iter().map(|attr| format!("{} = ..", attr.name)).collect();
    match (required.is_empty(), optional.is_empty()) {
        (true, true) => None,
        (true, false) => Some("{..}?".to_owned()),
        (false, true) => Some(format!("{{{}}}", required.join(", "))),
        (false, false) => Some(format!("{{{}(, ..)?}}", required.join(", "))),
    }
}

fn tile_forms(def: &OpDef, out: &mut Vec<(Form, String)>) {
    out.push((Form::Sync, level1(def, Form::Sync)));
    // A string before the first operand has no SSA spelling.
    if !def.attrs.iter().any(|a| a.place == AttrPlace::First) {
        out.push((Form::Ssa, level1(def, Form::Ssa)));
    }
    dps(def, out);
}

fn level1(def: &OpDef, form: Form) -> String {
    let mnemonic = match form {
        Form::Sync => def.name.strip_prefix(PTO).unwrap_or(def.name),
        _ => def.name,
    };
    let mut operands: Vec<&Operand> = def.ins.iter().collect();
    if def.traits.has(Traits::STORE_LIKE) {
        operands.extend(def.outs);
        if form == Form::Sync && def.traits.has(Traits::SYNC_DST_SECOND) {
            operands.rotate_right(def.outs.len());
            operands[..=def.outs.len()].rotate_right(1);
        }
    }
    let mut text = format!("{}{mnemonic}", bind(def));
    let mut list = List::default();
    if def.attrs.iter().any(|a| a.place == AttrPlace::First) {
        list.push("\"..\"", Arity::One);
    }
    let offsets = |o: &Operand| def.ins.iter().find(|i| i.place == Place::Index(o.name));
    // Clauses behind `outs(..)` exist in DPS only.
    operands.retain(|o| !matches!(o.place, Place::Index(_) | Place::Tail(_)));
    for operand in &operands {
        let behind = offsets(operand).map_or(String::new(), |o| format!("([%{}, ..])?", o.name));
        list.push(format!("{}{behind}", name(operand)), operand.arity);
    }
    let in_dict = |a: &&AttrDef| !matches!(a.place, AttrPlace::First | AttrPlace::Word(_));
    for part in [Some(list.text()), dict(def.attrs.iter().filter(in_dict))].into_iter().flatten() {
        if !part.is_empty() {
            text.push(' ');
            text.push_str(&part);
        }
    }
    let types = List::of(operands.iter().copied(), |o| {
        let behind = offsets(o).map_or(String::new(), |o| format!("(, {}, ..)?", ty(o, true)));
        format!("{}{behind}", ty(o, true))
    });
    let outs = results(def);
    if types.is_empty() && outs.is_empty() {
        return text;
    }
    let plain = |list: &[&Operand]| list.len() == 1 && list[0].arity == Arity::One && offsets(list[0]).is_none();
    let ins = if plain(&operands) { types } else { format!("({types})") };
    let result_types = List::of(outs.iter().copied(), |o| ty(o, true));
    let results = if plain(&outs) { result_types } else { format!("({result_types})") };
    format!("{text} : {ins} -> {results}")
}

fn dps(def: &OpDef, out: &mut Vec<(Form, String)>) {
    out.push((Form::Dps, dps_form(def, false)));
    if def.attrs.iter().any(|a| a.place == AttrPlace::Item) {
        out.push((Form::Dps, dps_form(def, true)));
    }
}

/// `mask`: the form whose attribute stands as an item of `ins(..)` in place of the optional operands.
fn dps_form(def: &OpDef, mask: bool) -> String {
    let wanted = |o: &&Operand| !mask || o.arity == Arity::One;
    let ins: Vec<&Operand> = def.ins.iter().filter(wanted).collect();
    let outs: Vec<&Operand> = def.outs.iter().filter(wanted).collect();
    let scratch = ins.iter().any(|o| o.role == Role::Scratch);
    let mut text = def.name.to_owned();

    let attrs = dict(def.attrs.iter().filter(|a| a.place == AttrPlace::Dict));
    let dict_inside = def.traits.has(Traits::DICT_IN_INS);
    let dict_maybe_inside = def.traits.has(Traits::DICT_WITH_SCRATCH) && scratch;

    let mut items = List::default();
    let mut types = List::default();
    let mut inside = String::new();
    let interleaved = ins.iter().any(|o| o.place == Place::Typed);
    if def.attrs.iter().any(|a| a.place == AttrPlace::First) {
        items.push("\"..\"", Arity::One);
    }
    for operand in &ins {
        match operand.place {
            Place::Typed => items.push(format!("{} : {}", name(operand), ty(operand, false)), operand.arity),
            Place::List => {
                items.push(name(operand), operand.arity);
                types.push(ty(operand, false), operand.arity);
            }
            // Between operands with types of their own a keyword follows without a comma.
            Place::Keyword(word) if interleaved => {
                inside.push_str(&std::mem::take(&mut items).text());
                inside.push_str(&keyword(word, operand));
            }
            Place::Keyword(_) | Place::Tail(_) | Place::Index(_) => {}
        }
    }
    for attr in def.attrs {
        match attr.place {
            AttrPlace::Item if mask => items.push(format!("{{{} = ..}}", attr.name), Arity::One),
            AttrPlace::TypeList if mask => types.push("\"..\"", Arity::Optional),
            _ => {}
        }
    }
    if !inside.is_empty() && !items.is_empty() {
        inside.push_str(&format!("(, {})?", items.0.iter().map(|(t, _)| t.as_str()).collect::<Vec<_>>().join(", ")));
    } else {
        inside.push_str(&items.text());
    }
    for attr in def.attrs {
        if let AttrPlace::Word(word) = attr.place {
            inside.push_str(&format!(" ({word})?"));
        }
    }
    if let Some(attrs) = attrs.as_ref().filter(|_| dict_inside || dict_maybe_inside) {
        inside = if inside.is_empty() { attrs.clone() } else { format!("{inside} {attrs}") };
    }
    if !types.is_empty() {
        inside.push_str(&format!(" : {}", types.text()));
    }
    if !interleaved {
        for operand in &ins {
            if let Place::Keyword(word) = operand.place {
                inside.push_str(&keyword(word, operand));
            }
        }
    }
    if !inside.is_empty() {
        text.push_str(&format!(" ins({inside})"));
    }
    if !outs.is_empty() {
        let names = List::of(outs.iter().copied(), name);
        let types = List::of(outs.iter().copied(), |o| ty(o, false));
        text.push_str(&format!(" outs({names} : {types})"));
    } else if def.traits.has(Traits::EMPTY_OUTS) {
        text.push_str(" outs()");
    }
    if let Some(attrs) = attrs.filter(|_| !dict_inside) {
        text.push_str(&format!(" {attrs}"));
    }
    for clause in def.clause_order {
        if let Some(operand) = def.ins.iter().find(|o| o.name == *clause) {
            text.push_str(&format!(" ({clause} = {} : {})?", name(operand), ty(operand, false)));
        } else {
            text.push_str(&format!(" ({clause} = @{clause})?"));
        }
    }
    text
}

fn keyword(word: &str, operand: &Operand) -> String {
    format!(" ({word} {} : {})?", name(operand), ty(operand, false))
}

fn generic(def: &OpDef) -> String {
    // Destinations are operands where the operation has a DPS form, and results elsewhere.
    let destinations = matches!(def.asm, Asm::Tile) && !def.outs.is_empty();
    let all = || def.ins.iter().chain(if destinations { def.outs } else { &[] });
    let mut operands: Vec<&Operand> = all().collect();
    if !def.generic_order.is_empty() {
        operands = def.generic_order.iter().filter_map(|n| all().find(|o| o.name == *n)).collect();
    }
    let outs = if destinations { &[] } else { def.outs };
    let bound = List::of(outs.iter(), name);
    let bound = if bound.is_empty() { bound } else { format!("{bound} = ") };
    let names = List::of(operands.iter().copied(), name);
    let types = List::of(operands.iter().copied(), |o| ty(o, false));
    let results = List::of(outs.iter(), |o| ty(o, false));
    let dict = dict(def.attrs.iter()).map_or(String::new(), |d| format!(" {d}"));
    format!("{bound}\"{}\"({names}){dict} : ({types}) -> ({results})", def.name)
}

/// An open bracket of a format string.
#[derive(Clone, Copy, PartialEq)]
enum Open {
    Literal,
    Optional,
    Ignored,
    Repeated,
    Choice,
    AnyOrder,
}

/// A format string with its elements put into words.
fn custom(def: &OpDef, format: &str) -> String {
    let find = |name: &str| def.ins.iter().chain(def.outs).find(|o| o.name == name);
    let mut words = Words { out: format!("{}{}", bind(def), def.name), opened: 0 };
    // Open brackets, each with the number of operands that stand before it.
    let mut open: Vec<(Open, usize)> = Vec::new();
    let mut seen: Vec<&Operand> = Vec::new();
    for word in format.split_whitespace() {
        let bracket = match word {
            "(?" => Some(Open::Optional),
            "(-" => Some(Open::Ignored),
            "(*" => Some(Open::Repeated),
            "(|" => Some(Open::Choice),
            "(&" => Some(Open::AnyOrder),
            "(" => Some(Open::Literal),
            _ => None,
        };
        let ignored = open.iter().any(|o| o.0 == Open::Ignored);
        open.extend(bracket.map(|b| (b, seen.len())));
        if word == ")" {
            match open.pop().map_or(Open::Literal, |o| o.0) {
                _ if ignored => {}
                Open::Literal => words.push(")"),
                Open::Optional => words.close(")?"),
                Open::Repeated | Open::AnyOrder => words.close(")*"),
                Open::Choice | Open::Ignored => words.close(")"),
            }
            continue;
        }
        if ignored || bracket == Some(Open::Ignored) {
            continue;
        }
        let text = match word {
            "(?" | "(*" | "(|" | "(&" => {
                words.opened += 1;
                continue;
            }
            "|" => match open.last() {
                Some((Open::AnyOrder, _)) => ",".to_owned(),
                Some((_, before)) => {
                    seen.truncate(*before);
                    "|".to_owned()
                }
                None => "|".to_owned(),
            },
            "A" => "{..}?".to_owned(),
            "REGION" => "{ .. }".to_owned(),
            ",?" => ",".to_owned(),
            "T*" => List::of(seen.iter().copied(), |o| ty(o, false)),
            "T*-idx" => {
                let rest = seen.iter().copied().filter(|o| o.ty != Ty::Fixed(TypeId::INDEX));
                List::of(rest, |o| ty(o, false))
            }
            "R*" | "R()" => List::of(def.outs.iter(), |o| ty(o, false)),
            _ => {
                let listed = |o: &Operand, text: String| match o.arity {
                    Arity::Variadic { .. } => format!("{text}, .."),
                    _ => text,
                };
                let type_of = word.strip_prefix("T(").and_then(|w| w.strip_suffix(')')).and_then(find);
                if let Some(operand) = type_of {
                    listed(operand, ty(operand, false))
                } else if let Some(operand) = word.strip_prefix('%').and_then(find) {
                    seen.push(operand);
                    listed(operand, name(operand))
                } else if let Some(attr) = word.strip_prefix('@') {
                    if attr.contains('=') {
                        continue;
                    }
                    let attr = attr.split(':').next().unwrap_or(attr);
                    let keyword = def.attrs.iter().find(|a| a.name == attr).and_then(|a| a.keyword);
                    keyword.map_or_else(|| format!("@{attr}"), str::to_owned)
                } else {
                    word.split('|').next().unwrap_or(word).to_owned()
                }
            }
        };
        words.push(&text);
    }
    words.out
}

/// Joins elements as the printer spaces them.
struct Words {
    out: String,
    /// Groups that are open and still empty: their bracket stands before the next element.
    opened: usize,
}

impl Words {
    fn push(&mut self, text: &str) {
        let tight = text.is_empty()
            || matches!(text, ")" | "]" | "}" | "," | ">" | "<")
            || self.out.ends_with(['(', '[', '{', '<'])
            || (matches!(text, "(" | "[") && ![":", "->", ",", "="].iter().any(|t| self.out.ends_with(t)));
        if !tight {
            self.out.push(' ');
        }
        self.out.extend(std::iter::repeat_n('(', self.opened));
        self.opened = 0;
        self.out.push_str(text);
    }

    fn close(&mut self, text: &str) {
        match self.opened {
            0 => self.out.push_str(text),
            _ => self.opened -= 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::OpName;

    fn spelled(name: &str) -> Vec<String> {
        let op = OpName::get(name).expect("a defined operation");
        forms(op.def()).into_iter().map(|(form, text)| format!("{} {text}", form.name())).collect()
    }

    #[test]
    fn plain_tile_operations() {
        assert_eq!(
            spelled("pto.tadd"),
            [
                "sync %dst = tadd %src0, %src1 : (T, T) -> T",
                "ssa %dst = pto.tadd %src0, %src1 : (T, T) -> T",
                "dps pto.tadd ins(%src0, %src1 : B, B) outs(%dst : B)",
            ]
        );
        assert_eq!(
            spelled("pto.tcmp")[2],
            "dps pto.tcmp ins(%src0, %src1 {..}? : B, B) outs(%dst : B)",
            "the dictionary stands inside"
        );
        assert_eq!(spelled("pto.trandom")[1], "sync trandom %dst, %key, %counter : T", "given spellings go first");
    }

    #[test]
    fn stores_name_the_view_last() {
        let store = spelled("pto.mscatter");
        assert_eq!(store[0], "sync mscatter %src, %mem, %idx {..}? : (T, P, T) -> ()");
        assert_eq!(store[1], "ssa pto.mscatter %src, %idx, %mem {..}? : (T, T, P) -> ()");
        assert_eq!(
            spelled("pto.tstore")[2],
            "dps pto.tstore ins(%src : B (fp %fp : B)?(, %preQuantScalar : i64)?) outs(%dst : P) {..}?"
        );
    }

    #[test]
    fn optional_operands_keep_their_comma() {
        let extreme = spelled("pto.trowargmax");
        assert_eq!(extreme[1], "ssa (%dstVal, )?%dst = pto.trowargmax %src(, %tmp)? : (T(, T)?) -> ((T, )?T)");
        let mask = spelled("pto.tscatter");
        assert_eq!(mask[3], "dps pto.tscatter ins(%src, {maskPattern = ..} : B(, \"..\")?) outs(%dst : B)");
        assert_eq!(mask[4], "generic \"pto.tscatter\"(%src, %dst(, %indexes)?) {..}? : (B, B(, B)?) -> ()");
    }

    #[test]
    fn clauses_follow_in_printing_order() {
        let load = &spelled("pto.tload")[2];
        let at = |word: &str| load.find(&format!("({word} = ")).expect(word);
        assert!(at("pad_mode") < at("pad_value") && at("left_padding_num") < at("init_out_buffer"), "{load}");
    }

    #[test]
    fn formats_are_put_into_words() {
        assert_eq!(
            spelled("pto.make_tensor_view")[1],
            "ssa %result = pto.make_tensor_view %ptr, shape = [%shape, ..], strides = [%strides, ..] {..}? : V"
        );
        assert_eq!(spelled("pto.store_scalar")[0], "sync store_scalar %value, %ptr[%offset] {..}? : R, s");
        assert_eq!(spelled("pto.yield")[1], "ssa pto.yield(%values, ..) {..}? : (any, ..) -> ()");
    }

    #[test]
    fn every_operation_has_a_form() {
        for op in OpName::all() {
            let forms = forms(op.def());
            assert!(!forms.is_empty(), "{op}");
            for (_, text) in forms {
                assert_eq!(text.matches(['(', ')']).count() % 2, 0, "{op}: {text}");
                assert!(!["T*", "R*", "R()", "(?", "(&", ",?", " A "].iter().any(|t| text.contains(t)), "{op}: {text}");
            }
        }
    }
}
