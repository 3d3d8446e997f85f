use super::*;
use crate::dialect::def::{Default as AttrDefault, attr, enum_attr, index, operand, ptr, scalar};

#[test]
fn every_format_compiles() {
    let mut bad = Vec::new();
    for name in OpName::all() {
        if let Asm::Custom(text) = name.def().asm
            && let Err(error) = try_compile(name.def(), text)
        {
            bad.push(format!("{}: {error}: {text}", name.def().name));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// An operation with operands, results and attributes of every sort.
static SAMPLE: OpDef = OpDef::custom("pto.sample", Family::Scalar, "", "for tests")
    .ins(&[
        ptr("p"),
        index("i"),
        scalar("x").opt(),
        scalar("y").opt().like("x"),
        index("list").variadic(),
        scalar("more").at_least(1),
    ])
    .outs(&[operand("r", Kind::ANY).like("p"), index("s").opt()])
    .attrs(&[
        enum_attr("pipe", enums::PIPE),
        enum_attr("order", enums::ORDER).member("ASC"),
        attr("n", AttrKind::Int(32)).default(AttrDefault::Int(0)),
        attr("unit", AttrKind::Unit).keyword("unit"),
        attr("path", AttrKind::IntArray),
        attr("flags", AttrKind::Str),
    ]);

/// All operands, so that a format is complete.
const REST: &str = " %p , %i , (? %x ) (? y %y ) [ %list ] [ %more ] A";

fn compile_rest(text: &str) -> Result<Format, String> {
    let text = format!("{text}{REST}");
    try_compile(&SAMPLE, Box::leak(text.into_boxed_str()))
}

fn first_elem(text: &str) -> Elem {
    compile_rest(text).unwrap_or_else(|e| panic!("{text}: {e}")).elems[0].clone()
}

#[test]
fn elements() {
    let attr = |at, spelling| Elem::Attr { at, spelling, typed: true, again: false, list: false };
    assert_eq!(first_elem("@pipe"), attr(0, Spelling::Plain));
    assert_eq!(first_elem("@pipe:short"), attr(0, Spelling::Short));
    assert_eq!(first_elem("@order:str"), attr(1, Spelling::Str));
    assert_eq!(first_elem("@order:word"), attr(1, Spelling::Word));
    assert_eq!(first_elem("@flags:words"), attr(5, Spelling::Words));
    assert_eq!(first_elem("@order=DESC"), Elem::Set { at: 1, value: SetValue::Enum(enums::ORDER, 1) });
    assert_eq!(first_elem("loop|loop1"), Elem::AnyOf(["loop", "loop1"].into()));
    assert_eq!(first_elem(",?"), Elem::MaybeComma);
    assert_eq!(first_elem("->"), Elem::Punct(Tok::Arrow));
    assert_eq!(first_elem("R()"), Elem::Results { parens: true });
    assert_eq!(first_elem("T(r)"), Elem::TypeOf { of: Ref::Out(0), list: false, exact: false });
    assert_eq!(
        first_elem("[ @path ]"),
        Elem::Attr { at: 4, spelling: Spelling::Plain, typed: true, again: false, list: true }
    );
    // A colon behind a number belongs to the format.
    assert_eq!(
        first_elem("@n :"),
        Elem::Attr { at: 2, spelling: Spelling::Plain, typed: false, again: false, list: false }
    );
}

#[test]
fn operands_and_their_types() {
    let format = try_compile(
        &SAMPLE,
        "%p , %i (? , %x ) (? y %y ) [ %list ] , %more A : T(p) , T(i) (? , T(x) ) -> T(r) (? , T(s) )",
    )
    .unwrap();
    assert!(!format.plain && format.ordered && !format.arrange_early);
    assert_eq!(*format.fixed, [(1, TypeId::INDEX), (4, TypeId::INDEX)]);
    assert_eq!(*format.like, [(3, Ref::In(2))]);
    assert_eq!(*format.derive, [Derive::Like(Ref::In(0)), Derive::Fixed(TypeId::INDEX)]);
    let open = format.elems.iter().position(|e| *e == Elem::TypesOpen).unwrap();
    assert_eq!(format.elems[open - 1], Elem::Punct(Tok::Colon));
    assert_eq!(format.elems[open + 5], Elem::TypesClose, "{:?}", format.elems);
    let Elem::Optional(group) = &format.elems[open + 4] else { panic!("{:?}", format.elems) };
    assert_eq!(group.by, Some(2));

    // The last value of a list may be another operand; a list is then not over at a comma.
    let format = try_compile(&SAMPLE, "%more , %p , %i (? x %x ) (? y %y ) [ %list ] A").unwrap();
    assert_eq!(format.elems[0], Elem::Operand { role: 5, list: true, last: Some(0), some: false, comma: true });
    assert!(!format.ordered);

    // Rounds mix their operands.
    let format = try_compile(
        &SAMPLE,
        "%p , %i (? x %x ) (? y %y ) (* loop ( %list , %more ) ) A : T(p) (* , loop T(list) , T(more) )",
    )
    .unwrap();
    assert!(!format.ordered && format.arrange_early);
}

#[test]
fn choices_look_at_as_many_tokens_as_they_need() {
    let starts = |text: &str| match first_elem(text) {
        Elem::Optional(group) => group.starts,
        Elem::OneOf(groups) => groups[0].starts.clone(),
        other => panic!("{other:?}"),
    };
    let one = starts("(? unit_flag ( @order:word ) )");
    assert_eq!((&*one.first, one.pairs), (&[Start::Word("unit_flag")][..], None));
    let two = starts("(? , n = @n ) (? , order = @order ) ,");
    let pair = (Start::Tok(Tok::Comma), Some(Start::Word("n")));
    assert_eq!((two.pairs.as_deref(), two.may_end), (Some(&[pair][..]), false));
    // `(%x, %p` against `(%p`.
    let format = try_compile(&SAMPLE, "( (? %x , ) %p : T* ) %i (? y %y ) [ %list ] [ %more ] A").unwrap();
    let Elem::Optional(value) = &format.elems[1] else { panic!("{:?}", format.elems) };
    assert_eq!(value.starts.pairs.as_deref(), Some(&[(Start::Tok(Tok::Value), Some(Start::Tok(Tok::Comma)))][..]));
    let nested = starts("(| sat ( preserve ) @order=ASC | sat @order=DESC )");
    assert_eq!(nested.pairs.as_deref(), Some(&[(Start::Word("sat"), Some(Start::Tok(Tok::LParen)))][..]));
    // A member of the enumeration, or any other spelling of it.
    assert!(starts("(? @pipe )").first.contains(&Start::Member(enums::PIPE)));
    assert_eq!(*starts("(? @unit )").first, [Start::Word("unit")]);

    let format = try_compile(&SAMPLE, "%p , %i [ %more ] A (? %x ) (? y %y ) (? %list )").unwrap();
    let Elem::Optional(group) = &format.elems[format.elems.len() - 3] else { panic!("{:?}", format.elems) };
    assert!(group.starts.may_end);
}

#[test]
fn attributes_in_alternatives_are_placed_when_chosen() {
    let format = compile_rest("{ (& n = @n | order = @order ) } (| @pipe | all @flags )").unwrap();
    assert_eq!(*format.placed, ["n", "order"]);
    let Elem::OneOf(groups) = &format.elems[3] else { panic!("{:?}", format.elems) };
    assert_eq!(*groups[1].attrs, ["flags"]);
    assert_eq!(*groups[1].items, [Item::Attr(5)]);
}

#[test]
fn wrong_formats_are_refused() {
    for (text, why) in [
        ("%q", "no operand q"),
        ("@q", "no attribute q"),
        ("@order=UP", "order has no member UP"),
        ("T(q)", "no value q"),
        ("T(x)", "T(x) stands before %x"),
        ("@path:word", "@path cannot be spelled so"),
        ("@flags:short", "@flags cannot be spelled so"),
        ("(? sat )", "(? ..) holds literals only"),
        ("(- sat @n )", "(- ..) holds more than literals"),
        ("(* loop %p )", "%p is repeated but not variadic"),
        ("(& n = @n | n = @order )", "two clauses of (& ..) start alike"),
        ("(? (? @n ) )", "a group may be empty"),
        ("(? , @n ) (? , @n ) ,", "two tokens do not decide"),
        ("(? %x ) (? %y )", "two tokens do not decide"),
        ("(? REGION )", "REGION stands in a group"),
        ("( @n", "UnrecognizedEof"),
        ("$", "User"),
    ] {
        let error = compile_rest(text).map(|_| ()).unwrap_err();
        assert!(error.contains(why), "{text}: {error}");
    }
    assert_eq!(try_compile(&SAMPLE, "%p , %i A").map(|_| ()).unwrap_err(), "%x does not stand in the format");
    assert_eq!(
        try_compile(&SAMPLE, "%p , %i (? %x ) (? y %y ) [ %list ] [ %more ]").map(|_| ()).unwrap_err(),
        "pipe stands neither in the format nor in a dictionary"
    );
}

#[test]
fn syntax_for_people() {
    let format = try_compile(
        &SAMPLE,
        "%p , %i (? x = %x ) (? y ( %y ) ) [ %list ] (* loop|loop1 %more ) { (& n = @n | order = @order ) } \
         (| @unit | <<< @pipe:short >>> ) [ @path ] A : T(p) -> R*",
    )
    .unwrap();
    assert_eq!(
        syntax(&SAMPLE, &format.elems),
        "%p, %i [x = %x] [y(%y)] [%list, ..] [loop %more].. {n = <n>, order = <order>} (unit | <<<<pipe>>>>) \
         [path, ..] [{..}] : type(%p) -> result types"
    );
}
