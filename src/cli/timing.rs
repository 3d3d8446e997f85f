//! `--timing`: time spent in each phase, summed over inputs and threads.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// A phase of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Read,
    Parse,
    Print,
    Diagnostics,
    Write,
}

const PHASES: [(Phase, &str); 5] = [
    (Phase::Read, "read"),
    (Phase::Parse, "parse and verify"),
    (Phase::Print, "print"),
    (Phase::Diagnostics, "diagnostics"),
    (Phase::Write, "write"),
];

/// Time by phase.
#[derive(Clone, Copy, Default, Debug)]
pub struct Timing {
    spent: [Duration; PHASES.len()],
    /// Bytes of source read.
    pub bytes: usize,
}

impl Timing {
    /// Runs `work` and books its time.
    pub fn measure<T>(&mut self, phase: Phase, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.spent[phase as usize] += start.elapsed();
        result
    }

    /// Adds the times of another input.
    pub fn add(&mut self, other: &Timing) {
        for (sum, spent) in self.spent.iter_mut().zip(other.spent) {
            *sum += spent;
        }
        self.bytes += other.bytes;
    }

    /// The table; `wall` is the time of the whole run.
    pub fn table(&self, wall: Duration) -> String {
        let total: Duration = self.spent.iter().sum();
        let mut out = String::from("phase                 seconds   share\n");
        for (phase, name) in PHASES {
            let spent = self.spent[phase as usize];
            let share = 100.0 * spent.as_secs_f64() / total.as_secs_f64().max(f64::MIN_POSITIVE);
            let _ = writeln!(out, "{name:<18} {:>10.6}  {share:>5.1}%", spent.as_secs_f64());
        }
        let _ = writeln!(out, "{:<18} {:>10.6}", "sum", total.as_secs_f64());
        let _ = writeln!(out, "{:<18} {:>10.6}  {} bytes read", "wall clock", wall.as_secs_f64(), self.bytes);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_stand_at_their_index() {
        for (i, (phase, _)) in PHASES.into_iter().enumerate() {
            assert_eq!(phase as usize, i);
        }
    }

    #[test]
    fn times_of_inputs_add_up() {
        let mut one = Timing { bytes: 3, ..Timing::default() };
        assert_eq!(one.measure(Phase::Parse, || 7), 7);
        one.spent[Phase::Parse as usize] = Duration::from_millis(250);
        let mut sum = one;
        sum.add(&one);
        let table = sum.table(Duration::from_secs(1));
        assert!(table.contains("parse and verify     0.500000  100.0%\n"), "{table}");
        assert!(table.ends_with("wall clock           1.000000  6 bytes read\n"), "{table}");
    }
}
