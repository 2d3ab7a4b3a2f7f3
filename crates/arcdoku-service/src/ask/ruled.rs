//! Puzzles with rules, or of other shapes, for questions about human techniques.

use arcdoku::deduction::{Candidates, CandidatesError, Options as TechniqueOptions};
use arcdoku::explain::{RuleNarrator, look_at_rules, rule_picture};
use arcdoku::grid::{Cell, Digit, Shape};
use arcdoku::logic::{Board, Difficulty, Logic, Pattern, Step, Techniques};
use arcdoku::puzzle::{Limit, Limits, Outcome, Puzzle, Rule, Solution};
use arcdoku::rate::hint::{Mistake, mistakes};
use arcdoku::solve::Solver;
use arcdoku_wire::{Fault, Mark, MistakeReply, StepReply, Tenths, WeightParts};

use super::state;
use crate::draw::{Overlay, puzzle_svg};
use crate::input::Item;

/// The name of the scale of such puzzles.
pub(super) const SCALE: &str = "logic";

/// Whether a puzzle is for the techniques for rules: it is asked for, or those of the classic grid do not know it.
pub(super) fn applies(item: &Item, options: &TechniqueOptions) -> bool {
    if options.by_rules {
        return true;
    }
    let record = &item.record;
    let state = Candidates::with_filled(&record.puzzle, &record.placed);
    matches!(state, Err(CandidatesError::Shape | CandidatesError::Rule))
}

/// The techniques that the options leave.
pub(super) fn wanted(options: &TechniqueOptions) -> Techniques {
    Techniques::all_but(options.left_out)
}

/// The finders for a puzzle, and its board; where the clues or placed digits conflict.
pub(super) fn start(item: &Item) -> Result<(Logic, Board), Box<Fault>> {
    if let Some(conflict) = item.conflict() {
        return Err(Box::new(conflict));
    }
    let logic = Logic::new(&item.record.puzzle);
    match logic.start(&item.record.placed) {
        Ok(board) => Ok((logic, board)),
        Err(cell) => Err(Box::new(state::misfit(item, CandidatesError::Clue(cell)))),
    }
}

/// What is known of the solutions of a state.
pub(super) enum Standing {
    /// The only solution; none where there are several.
    Known(Option<Solution>),
    /// Some of the state contradicts the solution.
    Mistaken(Vec<Mistake>),
    /// There is no solution.
    Unsolvable,
    /// A limit came first.
    Unknown(Limit),
}

/// The number of solutions of a state.
pub(super) fn standing(solver: &mut Solver, item: &Item, limits: &Limits<'_>) -> Standing {
    let record = &item.record;
    match solver.solve(&record.puzzle, limits).outcome {
        Outcome::Unique(solution) | Outcome::Solved(solution) => {
            match mistakes(&record.puzzle, &record.placed, &solution) {
                none if none.is_empty() => Standing::Known(Some(solution)),
                some => Standing::Mistaken(some),
            }
        }
        Outcome::Unsatisfiable(_) => without_marks(&record.puzzle)
            .and_then(|bare| match solver.solve(&bare, limits).outcome {
                Outcome::Unique(solution) => Some(mistakes(&record.puzzle, &record.placed, &solution)),
                _ => None,
            })
            .filter(|mistakes| !mistakes.is_empty())
            .map_or(Standing::Unsolvable, Standing::Mistaken),
        Outcome::Unknown { limit, .. } => Standing::Unknown(limit),
        _ if record.placed.is_empty() => Standing::Known(None),
        _ => {
            // Placed digits may leave one of them.
            let mut whole = record.puzzle.clone();
            for &(cell, digit) in &record.placed {
                whole.set(cell, Some(digit));
            }
            match solver.solve(&whole, limits).outcome {
                Outcome::Unique(solution) | Outcome::Solved(solution) => Standing::Known(Some(solution)),
                Outcome::Unsatisfiable(_) => Standing::Unsolvable,
                Outcome::Unknown { limit, .. } => Standing::Unknown(limit),
                _ => Standing::Known(None),
            }
        }
    }
}

/// The puzzle without its candidate restrictions, if it has any.
fn without_marks(puzzle: &Puzzle) -> Option<Puzzle> {
    let is_mark = |rule: &Rule| matches!(rule, Rule::Candidates(_));
    if !puzzle.rules().iter().any(is_mark) {
        return None;
    }
    let mut bare = Puzzle::bare(puzzle.shape());
    for rule in puzzle.rules().iter().filter(|rule| !is_mark(rule)) {
        bare = bare.try_with_rule(rule.clone()).ok()?;
    }
    bare.set_givens(puzzle.givens());
    Some(bare)
}

/// A difficulty as replies have it.
pub(super) fn tenths(difficulty: Difficulty) -> Tenths {
    Tenths(u8::try_from(difficulty.0).unwrap_or(u8::MAX))
}

/// The weight of a step.
pub(super) fn weight(step: &Step) -> WeightParts {
    WeightParts { rating: Some(tenths(step.difficulty)), ..WeightParts::default() }
}

/// A step as replies have it.
pub(super) fn step_reply(step: &Step, board: &Board, narrator: &RuleNarrator) -> StepReply {
    let shape = board.shape();
    let marks = |list: &[arcdoku::deduction::Candidate]| list.iter().map(|&at| Mark::of(at, shape)).collect();
    let mut digits: Vec<u8> = step
        .placements
        .iter()
        .chain(&step.eliminations)
        .filter_map(|at| u8::try_from(shape.value(at.digit)).ok())
        .collect();
    digits.sort_unstable();
    digits.dedup();
    StepReply {
        technique: step.technique.slug().to_owned(),
        name: narrator.name(step.technique).to_owned(),
        digits,
        placements: marks(&step.placements),
        eliminations: marks(&step.eliminations),
        picture: Some((&rule_picture(step, board)).into()),
        ..StepReply::default()
    }
}

/// A mistake as replies have it.
pub(super) fn mistake(mistake: Mistake, shape: Shape) -> MistakeReply {
    match mistake {
        Mistake::Missing(at) => MistakeReply::Missing(Mark::of(at, shape)),
        Mistake::Wrong(at) => MistakeReply::Wrong(Mark::of(at, shape)),
    }
}

/// The board with its rules, and a step on it, as SVG.
pub(super) fn figure(puzzle: &Puzzle, board: &Board, step: Option<&Step>, narrator: &RuleNarrator) -> String {
    let cells = || (0..board.shape().cells()).map(Cell::new);
    let digits: Vec<Option<Digit>> = cells().map(|cell| board.value(cell)).collect();
    let mut removed = Vec::new();
    let mut focus: Vec<Cell> = Vec::new();
    let mut notes = Vec::new();
    if let Some(step) = step {
        removed.extend(step.eliminations.iter().map(|at| (at.cell, at.digit)));
        focus.extend(look_at_rules(step).iter().flat_map(|scope| scope.cells.iter().copied()));
        focus.extend(step.placements.iter().map(|at| at.cell));
        match &step.pattern {
            Pattern::Innies { terms, .. } => focus.extend(terms.iter().map(|term| term.0)),
            Pattern::Contradiction { assumption, .. } => focus.push(assumption.cell),
            _ => {}
        }
        focus.sort_unstable();
        focus.dedup();
        notes.push(narrator.short(step, board));
    }
    let overlay = Overlay {
        digits: &digits,
        candidates: board.sets(),
        removed: &removed,
        focus: &focus,
        notes: &notes,
        ..Overlay::default()
    };
    puzzle_svg(puzzle, &overlay)
}
