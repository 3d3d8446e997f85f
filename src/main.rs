//! The `pto-opt` program: everything is in [`cli`].

mod cli;

fn main() {
    // Leaving by `exit` skips the destructors of large arenas, which the system frees faster.
    std::process::exit(cli::main());
}
