//! Which warnings the user wants to see: `-W` and `-D`.
//!
//! A sink applies the levels when a finding is reported, so that a silenced warning costs nothing later. Errors are
//! never silenced.

use super::Severity;
use super::codes::{CODES, Code};
use super::suggest;

/// The user's choice of warnings.
#[derive(Debug, Default, Clone)]
pub struct Levels {
    /// Warnings count as errors.
    pub deny_warnings: bool,
    /// In the order given: a code, or all codes, and whether its warnings are shown.
    rules: Vec<(Option<Code>, bool)>,
}

impl Levels {
    /// Adds the value of one `-W` flag: `NAME`, `no-NAME`, `all` or `no-all`, where NAME is a code or its name. The last
    /// flag about a code wins. The error is a message for the user.
    pub fn add(&mut self, flag: &str) -> Result<(), String> {
        // Some names start with `no-` themselves, so the whole word is tried first.
        let rule = match flag {
            "all" => Some((None, true)),
            "no-all" => Some((None, false)),
            _ => Code::find(flag)
                .map(|code| (Some(code), true))
                .or_else(|| Some((Some(Code::find(flag.strip_prefix("no-")?)?), false))),
        };
        match rule {
            Some(rule) => {
                self.rules.push(rule);
                Ok(())
            }
            None => {
                let word = flag.strip_prefix("no-").unwrap_or(flag);
                let near = suggest::nearest(word, CODES.iter().map(|info| info.name), 2);
                Err(format!("unknown warning `{flag}`{}", suggest::did_you_mean(&near)))
            }
        }
    }

    /// The severity that a finding has after the flags; `None` when it is not to be reported.
    pub(super) fn apply(&self, code: Code, severity: Severity) -> Option<Severity> {
        if severity != Severity::Warning {
            return Some(severity);
        }
        let shown = self.rules.iter().rev().find(|(rule, _)| rule.is_none_or(|rule| rule == code)).is_none_or(|r| r.1);
        match (shown, self.deny_warnings) {
            (false, _) => None,
            (true, true) => Some(Severity::Error),
            (true, false) => Some(Severity::Warning),
        }
    }
}
