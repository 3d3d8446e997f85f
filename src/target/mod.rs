//! Targets: what they are called, which memory they have.
//!
//! A leaf: data that verifiers and placement read. Which target a module has is decided where module attributes are
//! read (rule R1); which operations a target has is in the operation definitions.

use crate::ir::types::Space;
use std::fmt;

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Arch {
    /// Ascend A2 and A3
    A2A3,
    /// Ascend A5
    A5,
    /// the CPU simulator
    Cpu,
}

impl Arch {
    /// All targets.
    pub const ALL: [Arch; 3] = [Arch::A2A3, Arch::A5, Arch::Cpu];

    /// Canonical name.
    pub const fn name(self) -> &'static str {
        match self {
            Arch::A2A3 => "a2a3",
            Arch::A5 => "a5",
            Arch::Cpu => "cpu",
        }
    }

    /// The target called `name`, in any letter case: `a2`, `a3` and `a2a3` are one rule set.
    pub fn parse(name: &str) -> Option<Arch> {
        match name.to_ascii_lowercase().as_str() {
            "a2" | "a3" | "a2a3" => Some(Arch::A2A3),
            "a5" => Some(Arch::A5),
            "cpu" => Some(Arch::Cpu),
            _ => None,
        }
    }

    /// The target of a `pto.device-spec` value.
    pub fn of_device(spec: &str) -> Arch {
        if spec.starts_with("Ascend950") || spec.starts_with("Ascend910_95") { Arch::A5 } else { Arch::A2A3 }
    }

    /// Whether there are vector, mask and align registers and packed low-precision elements.
    pub const fn has_registers(self) -> bool {
        !matches!(self, Arch::A2A3)
    }

    /// Bytes of an on-chip memory; 0 when the target does not have it, `None` when nothing is checked: global memory,
    /// and everything on the simulator.
    pub fn capacity(self, memory: Memory) -> Option<u64> {
        let (a2a3, a5) = memory.capacities()?;
        match self {
            Arch::A2A3 => Some(a2a3),
            Arch::A5 => Some(a5),
            Arch::Cpu => None,
        }
    }

    /// Bytes up to which automatic placement fills a memory. On A5 the last 8 KiB of UB are kept for the runtime.
    pub fn placement_limit(self, memory: Memory) -> Option<u64> {
        match (self, memory) {
            (Arch::A5, Memory::Ub) => Some(253_952),
            // The simulator has no limit of its own; programs are placed as for the target whose layouts it uses.
            (Arch::Cpu, _) => Arch::A5.placement_limit(memory),
            _ => self.capacity(memory),
        }
    }
}

impl fmt::Display for Arch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A memory of a core. Tiles with `loc=scaling` live in one of three, by element type and layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Memory {
    /// Unified buffer: `vec`
    Ub,
    /// `mat`
    L1,
    /// `left`
    L0a,
    /// `right`
    L0b,
    /// `acc`
    L0c,
    /// Bias table: `bias`
    Bt,
    /// Fixpipe buffer: `scaling`
    Fb,
    /// MX scales of the left matrix: `scaling`, boxes in row-major order
    L0aScale,
    /// MX scales of the right matrix: `scaling`, boxes in column-major order
    L0bScale,
    /// Global memory
    Gm,
}

impl Memory {
    /// All memories of a core.
    pub const ON_CHIP: [Memory; 9] = [
        Memory::Ub,
        Memory::L1,
        Memory::L0a,
        Memory::L0b,
        Memory::L0c,
        Memory::Bt,
        Memory::Fb,
        Memory::L0aScale,
        Memory::L0bScale,
    ];

    /// The memory of a space; `scaling` is taken as the fixpipe buffer.
    pub const fn of(space: Space) -> Memory {
        match space {
            Space::Zero | Space::Gm => Memory::Gm,
            Space::Mat => Memory::L1,
            Space::Left => Memory::L0a,
            Space::Right => Memory::L0b,
            Space::Acc => Memory::L0c,
            Space::Vec => Memory::Ub,
            Space::Bias => Memory::Bt,
            Space::Scaling => Memory::Fb,
        }
    }

    /// Name for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Memory::Ub => "UB",
            Memory::L1 => "L1",
            Memory::L0a => "L0A",
            Memory::L0b => "L0B",
            Memory::L0c => "L0C",
            Memory::Bt => "BT",
            Memory::Fb => "FB",
            Memory::L0aScale => "L0A scale buffer",
            Memory::L0bScale => "L0B scale buffer",
            Memory::Gm => "GM",
        }
    }

    /// Bytes on a2a3 and a5.
    const fn capacities(self) -> Option<(u64, u64)> {
        Some(match self {
            Memory::Ub => (196_608, 262_144),
            Memory::L1 => (524_288, 524_288),
            Memory::L0a | Memory::L0b => (65_536, 65_536),
            Memory::L0c => (131_072, 262_144),
            Memory::Bt => (1_024, 4_096),
            Memory::Fb => (2_048, 4_096),
            Memory::L0aScale | Memory::L0bScale => (0, 4_096),
            Memory::Gm => return None,
        })
    }

    /// Alignment in bytes that hardware needs of every tile address.
    pub const fn alignment(self) -> u64 {
        32
    }

    /// Alignment in bytes that the PTO assembler demands of a constant address.
    pub const fn strict_alignment(self) -> u64 {
        match self {
            Memory::L0a | Memory::L0b | Memory::L0c => 512,
            _ => 32,
        }
    }

    /// Granularity in bytes of automatic placement.
    pub const fn granularity(self) -> u64 {
        match self {
            Memory::L0a | Memory::L0b | Memory::L0c => 4_096,
            _ => 256,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for arch in Arch::ALL {
            assert_eq!(Arch::parse(arch.name()), Some(arch));
        }
        assert_eq!(Arch::parse("A2"), Some(Arch::A2A3));
        assert_eq!(Arch::parse("A5"), Some(Arch::A5));
        assert_eq!(Arch::parse("a6"), None);
        assert_eq!(Arch::of_device("Ascend910_9599"), Arch::A5);
        assert_eq!(Arch::of_device("Ascend910B1"), Arch::A2A3);
    }

    #[test]
    fn memories() {
        assert_eq!(Arch::A2A3.capacity(Memory::Ub), Some(192 * 1024));
        assert_eq!(Arch::A5.capacity(Memory::Ub), Some(256 * 1024));
        assert_eq!(Arch::A5.placement_limit(Memory::Ub), Some(248 * 1024));
        assert_eq!(Arch::A2A3.capacity(Memory::L0aScale), Some(0));
        assert_eq!(Arch::Cpu.capacity(Memory::Ub), None);
        assert_eq!(Arch::A5.capacity(Memory::Gm), None);
        for memory in Memory::ON_CHIP {
            assert_eq!(memory.strict_alignment() % memory.alignment(), 0);
            assert_eq!(memory.granularity() % memory.strict_alignment(), 0);
            assert!(Arch::A5.capacity(memory) >= Arch::A2A3.capacity(memory));
        }
    }
}
