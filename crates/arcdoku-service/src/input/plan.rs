//! How the puzzles of an input are read, and the rules that they get.

use std::sync::Arc;

#[cfg(feature = "files")]
use arcdoku::puzzle::format::parse_one;
use arcdoku_wire::{Fault, Frame, PuzzleInput, Ruleset};

use super::item::{Expected, Fields, Item, Reading, Rejected};
use super::medium::Medium;
use crate::status::Error;

/// How the puzzles of an input are read, and the rules that they get.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub(super) medium: Option<Medium>,
    /// The rules for puzzles that bring none of their own, in a form that is ready for use.
    pub(super) frame: Frame,
    ruleset: Ruleset,
}

impl Plan {
    /// A plan: the medium (detected from the input if absent), and rules for puzzles that bring none of their own.
    ///
    /// # Errors
    /// If the rules cannot be read, or do not fit each other. The message names the option (`--box`).
    pub fn new(medium: Option<Medium>, ruleset: Ruleset) -> Result<Self, Error> {
        let parts = [
            ("--box", Ruleset { shape: ruleset.shape.clone(), ..Ruleset::default() }),
            ("--rules", Ruleset { rules: ruleset.rules.clone(), ..Ruleset::default() }),
            ("--regions", Ruleset { regions: ruleset.regions.clone(), ..Ruleset::default() }),
            ("--extra", Ruleset { extra: ruleset.extra.clone(), ..Ruleset::default() }),
        ];
        for (option, part) in parts {
            let Err(fault) = part.frame() else { continue };
            let place = match part.regions {
                Some(_) => format!(", {}:{}", fault.line, fault.column),
                None => String::new(),
            };
            let Fault { found, expected, .. } = fault;
            return Err(Error::usage(format!("{option}{place}: found {found}, expected {expected}")));
        }
        let wrong =
            |fault: Fault| Error::usage(format!("found {}, expected {}", fault.found, fault.expected));
        let frame = ruleset.frame().map_err(wrong)?;
        if let Some((field, Fault { found, expected, .. })) = frame.misfit_in_advance() {
            return Err(Error::usage(format!("--{field}: found {found}, expected {expected}")));
        }
        Ok(Self { medium, frame, ruleset })
    }

    /// Whether an argument that is not a file is meant as a puzzle: it can be read as one, or consists of
    /// characters of puzzles.
    #[cfg(feature = "files")]
    pub(super) fn is_text(&self, argument: &str) -> bool {
        let notation = match self.medium {
            Some(Medium::Notation(notation)) => Some(notation),
            _ => None,
        };
        if parse_one(argument, &self.frame.read_options(notation)).is_ok() || argument.starts_with('{') {
            return true;
        }
        let cell = |c: &char| c.is_ascii_digit() || c.is_whitespace() || ".*_|+-:".contains(*c);
        let cells = argument.chars().filter(cell).count();
        !argument.contains(['/', '\\']) && cells * 10 >= argument.chars().count() * 8
    }

    /// The puzzle of a row of a container, whose text begins at `at`.
    pub(super) fn item(
        &self,
        source: &Arc<str>,
        input: PuzzleInput,
        at: (usize, usize),
        expected_at: (usize, usize),
        other: Fields,
    ) -> Reading {
        let reject = |fault: Fault, text: String, other: Fields| {
            Box::new(Rejected {
                fault: fault.in_file(source),
                option: None,
                whole: false,
                text: Some(text),
                other,
            })
        };
        let own;
        let frame = if input.ruleset.is_empty() {
            &self.frame
        } else {
            match input.ruleset.clone().or(&self.ruleset).frame() {
                Ok(frame) => own = frame,
                Err(fault) => {
                    return Err(reject(Fault { line: at.0, column: 1, ..fault }, input.puzzle, other));
                }
            }
            &own
        };
        match input.record_in(frame, None) {
            Ok(record) => {
                let expected = input.solution.map(|text| Expected { text, at: expected_at });
                Ok(Item { source: Arc::clone(source), record, at, expected, other })
            }
            Err(fault) => {
                // If rules of the command line do not fit, the puzzle is not at fault.
                let bare = PuzzleInput { puzzle: input.puzzle.clone(), ..PuzzleInput::default() };
                let own = !input.ruleset.is_empty();
                let puzzle = if own { None } else { bare.record().ok().map(|record| record.puzzle) };
                let misfit = puzzle.and_then(|puzzle| frame.misfit_of(&puzzle));
                let rejected = reject(fault.within(at), input.puzzle, other);
                Err(Box::new(Rejected { option: misfit.map(|(field, _)| field), ..*rejected }))
            }
        }
    }
}
