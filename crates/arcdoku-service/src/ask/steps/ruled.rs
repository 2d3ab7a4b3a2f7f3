//! All steps of puzzles with rules, or of other shapes.

use arcdoku::deduction::Options as TechniqueOptions;
use arcdoku::explain::RuleNarrator;
use arcdoku::logic::Next;
use arcdoku::logic::{Board, Logic, Step, Technique, Techniques};
use arcdoku::puzzle::{Limit, Limits};
use arcdoku_wire::{StepRow, VERSION};

use crate::ask::ruled;

/// A step with its effect.
pub(super) struct RuledStep {
    pub(super) step: Step,
    /// The singles that follow.
    singles: u32,
    solves: bool,
}

/// The steps of a board, easiest first: those that need no assumption, or else the simplest contradiction.
///
/// # Errors
/// The limit that was reached.
pub(super) fn find(
    logic: &mut Logic,
    board: &Board,
    options: &TechniqueOptions,
    limits: &Limits<'_>,
) -> Result<Vec<RuledStep>, Limit> {
    let wanted = ruled::wanted(options);
    let mut steps = logic.steps(board, wanted);
    if steps.is_empty()
        && let Next::Step(step) = logic.next(board, wanted, limits)?
    {
        steps.push(step);
    }
    Ok(steps.into_iter().map(|step| followed(logic, board, step)).collect())
}

/// A step with the singles that follow it.
fn followed(logic: &mut Logic, board: &Board, step: Step) -> RuledStep {
    let mut board = board.clone();
    logic.apply(&step, &mut board);
    let easy: Techniques =
        [Technique::FullHouse, Technique::HiddenSingle, Technique::NakedSingle].into_iter().collect();
    let mut singles = 0;
    while let Ok(Next::Step(next)) = logic.next(&board, easy, &Limits::NONE) {
        singles += 1;
        logic.apply(&next, &mut board);
    }
    RuledStep { step, singles, solves: board.is_full() }
}

/// The row of a step.
pub(super) fn row(
    found: &RuledStep,
    board: &Board,
    narrator: &RuleNarrator,
    number: u64,
    index: u64,
) -> StepRow {
    StepRow {
        version: VERSION,
        number,
        index,
        step: ruled::step_reply(&found.step, board, narrator),
        level: None,
        score: Some(found.step.difficulty.0.into()),
        direct: found.singles,
        singles: found.singles,
        solves: found.solves,
        notation: narrator.short(&found.step, board),
    }
}
