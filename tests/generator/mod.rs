//! Random programs for property tests.
//!
//! Everything is made from the definitions in `pto_opt::dialect`: for each operation a statement in each spelling it
//! can have, with operands of the right kinds as function arguments, optional operands and attributes there or not, and
//! random members of enumerations. [`functions`] puts statements into functions with control flow. The texts are legal
//! as far as reading them goes; what an operation demands beyond kinds and types is not looked at.
//!
//! [`statements`] writes the shared tile forms and the generic form, [`formats`] what format strings describe (by a
//! reader of its own, so that the tests do not rest on the one under test), [`hand`] adjusts the few operations whose
//! assembly is written by hand. The generator is deterministic: equal seeds give equal texts.

pub mod attributes;
pub mod formats;
pub mod functions;
pub mod hand;
pub mod statements;
pub mod types;

use pto_opt::dialect::def::Kind;
use types::Ty;

/// SplitMix64.
pub struct Rng(u64);

impl Rng {
    /// A sequence that the seed determines.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `0..n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the items.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// A value and its type.
#[derive(Clone, Debug)]
pub struct Value {
    /// With `%`.
    pub name: String,
    pub ty: Ty,
}

/// A function under construction. Values that statements need and nothing defines yet become its arguments.
pub struct Scope {
    pub rng: Rng,
    args: Vec<Value>,
    /// Values that can be used at this place, arguments of the function apart.
    visible: Vec<Value>,
    next: usize,
    /// Declarations of functions that statements name.
    peers: Vec<String>,
}

impl Scope {
    /// An empty function.
    pub fn new(seed: u64) -> Scope {
        Scope { rng: Rng::new(seed), args: Vec::new(), visible: Vec::new(), next: 0, peers: Vec::new() }
    }

    /// A name that nothing has, with `%`.
    pub fn fresh(&mut self) -> String {
        self.next += 1;
        match self.next % 4 {
            0 => format!("%{}", self.next),
            1 => format!("%v{}", self.next),
            2 => format!("%a.{}", self.next),
            _ => format!("%_x${}", self.next),
        }
    }

    /// A value of a type: one that is there, or a new argument.
    pub fn value(&mut self, ty: &Ty) -> Value {
        let fits: Vec<Value> =
            self.visible.iter().chain(&self.args).filter(|v| v.ty.text == ty.text).cloned().collect();
        if !fits.is_empty() && !self.rng.one_in(3) {
            return fits[self.rng.below(fits.len())].clone();
        }
        let value = Value { name: self.fresh(), ty: ty.clone() };
        self.args.push(value.clone());
        value
    }

    /// Makes a value usable from here on.
    pub fn define(&mut self, value: Value) {
        self.visible.push(value);
    }

    /// Declares a function, and gives its name with `@`.
    pub fn peer(&mut self, inputs: &[String], results: &[String]) -> String {
        let name = format!("@peer{}", self.peers.len());
        let results = match results {
            [] => String::new(),
            list => format!(" -> ({})", list.join(", ")),
        };
        self.peers.push(format!("  func.func private {name}({}){results}\n", inputs.join(", ")));
        name
    }

    /// The file with the function around `body`, which ends with its terminator: in a module, in a module of a module,
    /// or without any.
    pub fn finish(mut self, body: &str) -> String {
        let args: Vec<String> = self.args.iter().map(|v| format!("{}: {}", v.name, v.ty.text)).collect();
        let target = "attributes {pto.target_arch = \"a5\"}";
        let functions = format!("{}  func.func @kernel({}) {{\n{body}  }}\n", self.peers.concat(), args.join(", "));
        match self.rng.below(8) {
            0 => format!("module {{\nmodule @inner {target} {{\n{functions}}}\n}}\n"),
            1 => format!("module @outer {target} {{\n{functions}}}\n"),
            _ => format!("module {target} {{\n{functions}}}\n"),
        }
    }

    /// The file of a plain sync program: directives for the values that are needed, then the statements.
    pub fn finish_plain(self, body: &str) -> String {
        let args: Vec<String> = self.args.iter().map(|v| format!(".arg {} : {}\n", v.name, v.ty.text)).collect();
        format!("{}{body}", args.concat())
    }

    /// A `.const` directive; its value can be used from here on.
    pub fn constant(&mut self) -> String {
        let (literal, ty) =
            self.rng.pick(&[("4", "index"), ("-7", "i32"), ("2.5", "f32"), ("0x10", "i64"), ("1", "ui8")]);
        let kind = if ty == "f32" {
            Kind::FLOAT
        } else if ty == "index" {
            Kind::INDEX
        } else {
            Kind::INT
        };
        let value = Value { name: self.fresh(), ty: Ty { text: ty.to_owned(), kind, elem: None, shape: None } };
        let text = format!(".const {} = {literal} : {ty}\n", value.name);
        self.define(value);
        text
    }
}
