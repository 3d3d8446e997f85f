//! Generates the LALR parsers of `grammar/*.lalrpop` into the build directory.

fn main() {
    println!("cargo:rerun-if-changed=grammar");
    lalrpop::Configuration::new()
        .set_in_dir("grammar")
        .emit_rerun_directives(true)
        .use_cargo_dir_conventions()
        .set_in_dir("grammar")
        .process()
        .expect("the grammars in grammar/ are LALR(1)");
}
