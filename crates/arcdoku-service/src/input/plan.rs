//! How the puzzles of an input are read, and the rules that are added.

use std::sync::Arc;

use arcdoku::puzzle::format::parse_one;
use arcdoku_wire::{Fault, Frame, PuzzleInput, Ruleset, RulesetFault};

use super::Medium;
use super::item::{Expected, Fields, Item, Reading, Rejected};
use crate::status::Error;

/// How the puzzles of an input are read, and the rules that are added.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub(super) medium: Option<Medium>,
    /// The rules for puzzles without their own rules, parsed.
    pub(super) frame: Frame,
    ruleset: Ruleset,
    /// How formats of other programs are read.
    pub(super) policy: arcdoku_exchange::Policy,
}

impl Plan {
    /// A plan from a medium (detected from the input if absent), and rules for puzzles without their own rules.
    ///
    /// # Errors
    /// If the rules cannot be read, or contradict each other. The message names the option (`--box`).
    pub fn new(medium: Option<Medium>, ruleset: Ruleset) -> Result<Self, Error> {
        let wrong = |wrong: RulesetFault| {
            let RulesetFault { option, fault: Fault { line, column, found, expected, .. }, .. } = wrong;
            let place = if option == "regions" { format!(", {line}:{column}") } else { String::new() };
            Error::usage(format!("--{option}{place}: found {found}, expected {expected}"))
        };
        let frame = ruleset.frame().map_err(wrong)?;
        frame.misfit_in_advance().map_or(Ok(()), |misfit| Err(wrong(misfit)))?;
        Ok(Self { medium, frame, ruleset, policy: arcdoku_exchange::Policy::default() })
    }

    /// The same plan with a policy for formats of other programs.
    #[must_use]
    pub fn with_policy(self, policy: arcdoku_exchange::Policy) -> Self {
        Self { policy, ..self }
    }

    /// The text of a puzzle in an argument that is not a file; `None` if the argument probably is the name of a file. A
    /// puzzle among other words is found if the argument cannot be read as a whole.
    pub(super) fn text_of(&self, argument: &str) -> Option<String> {
        let is_whole = self.medium.is_some()
            || arcdoku_exchange::Format::detect(argument).is_some()
            || parse_one(argument, &self.frame.read_options(None)).is_ok();
        let found = || arcdoku_exchange::find(argument).filter(|_| !is_whole);
        found().or_else(|| self.is_text(argument).then(|| argument.to_owned()))
    }

    /// Whether an argument that is not a file is probably a puzzle: it can be read as one, or consists of characters
    /// that occur in puzzles.
    fn is_text(&self, argument: &str) -> bool {
        let notation = match self.medium {
            Some(Medium::Notation(notation)) => Some(notation),
            _ => None,
        };
        if matches!(self.medium, Some(Medium::Exchange(_)))
            || arcdoku_exchange::Format::detect(argument).is_some()
        {
            return true;
        }
        if parse_one(argument, &self.frame.read_options(notation)).is_ok() || argument.starts_with('{') {
            return true;
        }
        let cell = |c: &char| c.is_ascii_digit() || c.is_whitespace() || ".*_|+-:".contains(*c);
        let cells = argument.chars().filter(cell).count();
        !argument.contains(['/', '\\']) && cells * 10 >= argument.chars().count() * 8
    }

    /// The puzzle in a row of a container.
    pub(super) fn item(
        &self,
        source: &Arc<str>,
        input: PuzzleInput,
        places: &Places<'_>,
        other: Fields,
    ) -> Reading {
        let own;
        let frame = if input.ruleset.is_empty() {
            Ok(&self.frame)
        } else {
            own = input.ruleset.clone().or(&self.ruleset).frame();
            own.as_ref().map_err(Clone::clone)
        };
        let of_ruleset = |wrong: RulesetFault| match places.of_text(&input.ruleset, &wrong) {
            Some(at) if wrong.fault.line == 1 => (None, wrong.fault.within(at)),
            // Regions with several lines are a single text in the row, so the position is the position of this text.
            Some((line, column)) => (None, Fault { line, column, ..wrong.fault }),
            None => (Some(wrong.option), wrong.fault.within(places.puzzle)),
        };
        let record = frame.map_err(of_ruleset).and_then(|frame| {
            let mut record = input.record_in(frame).map_err(|fault| (None, fault.within(places.puzzle)))?;
            frame.apply(&mut record).map_err(of_ruleset)?;
            Ok(record)
        });
        match record {
            Ok(record) => {
                let expected = input.solution.map(|text| Expected { text, at: places.solution });
                Ok(Item {
                    source: Arc::clone(source),
                    record,
                    at: places.puzzle,
                    expected,
                    other,
                    in_ruled_table: false,
                })
            }
            Err((option, fault)) => {
                let rejected = *Box::<Rejected>::from(fault.in_file(source));
                Err(Box::new(Rejected { option, text: Some(input.puzzle), other, ..rejected }))
            }
        }
    }
}

/// The positions of the texts of a row in the source.
pub(super) struct Places<'a> {
    pub(super) puzzle: (usize, usize),
    pub(super) solution: (usize, usize),
    /// The position of a text of the ruleset, from its field and its index in the field.
    pub(super) ruleset: &'a dyn Fn(&str, usize) -> (usize, usize),
}

impl Places<'_> {
    /// The position of the text with a fault; `None` if the text is from the command line and not from the row.
    fn of_text(&self, own: &Ruleset, wrong: &RulesetFault) -> Option<(usize, usize)> {
        let count = match wrong.field() {
            "shape" => usize::from(own.shape.is_some()),
            "regions" => usize::from(own.regions.is_some()),
            "rules" => own.rules.len(),
            _ => own.extra.iter().map(Vec::len).sum(),
        };
        (wrong.index < count).then(|| (self.ruleset)(wrong.field(), wrong.index))
    }
}
