//! The state of a puzzle in progress and its known solutions, for questions about human techniques.

use arcdoku::deduction::{Candidates, CandidatesError, Proper, Step, Technique};
use arcdoku::explain::Narrator;
use arcdoku::puzzle::format::{Notation, Record, Writer};
use arcdoku::puzzle::{Limit, Limits, Outcome, Puzzle, Rule, Solution};
use arcdoku::rate::hint::{Mistake, mistakes};
use arcdoku::solve::Solver;
use arcdoku_wire::{Fault, StepReply, StepsOutcome, puzzle_text};

use crate::input::Item;
use crate::output::Output;
use crate::status::Status;

/// A state and what is known of its solutions.
#[expect(clippy::large_enum_variant, reason = "nearly all are of the large one, and none is kept")]
pub(crate) enum Situation {
    /// There is something to solve.
    Open {
        /// The state.
        state: Candidates,
        /// The only solution; none where there are several.
        solution: Option<Solution>,
        /// Whether the clues alone have one solution, so that techniques may assume so.
        proper: Option<Proper>,
    },
    /// Some of it contradicts the solution.
    Mistaken(Vec<Mistake>),
    /// There is no solution; where, if clues conflict.
    Unsolvable(Option<Fault>),
    /// Human techniques do not apply to such a puzzle.
    Unfit(Fault),
    /// A limit came first.
    Unknown(Limit),
}

impl Situation {
    /// The outcome of a search for steps.
    pub(crate) fn outcome(&self) -> StepsOutcome {
        match self {
            Self::Open { .. } => StepsOutcome::Open,
            Self::Mistaken(_) => StepsOutcome::Mistakes,
            Self::Unsolvable(_) => StepsOutcome::Unsatisfiable,
            Self::Unfit(_) => StepsOutcome::Unfit,
            Self::Unknown(_) => StepsOutcome::Unknown,
        }
    }
}

/// Determines the state of an item and the number of its solutions.
pub(crate) fn look(solver: &mut Solver, item: &Item, limits: &Limits<'_>) -> Situation {
    let record = &item.record;
    let state = Candidates::with_filled(&record.puzzle, &record.placed);
    if let Err(unfit @ (CandidatesError::Shape | CandidatesError::Rule)) = state {
        return Situation::Unfit(misfit(item, unfit));
    }
    let bare = without_marks(&record.puzzle);
    let clues = bare.as_ref().unwrap_or(&record.puzzle);
    // A cell without candidates is a mistake; clues that conflict are not.
    if item.conflict().is_some() && clues.clue_conflict().is_some() {
        return Situation::Unsolvable(item.conflict());
    }
    match standing(solver, record, clues, limits) {
        Standing::Known { solution, proper } => match state {
            Ok(state) => Situation::Open { state, solution, proper },
            Err(unfit) => Situation::Unsolvable(Some(misfit(item, unfit))),
        },
        Standing::Mistaken(mistakes) => Situation::Mistaken(mistakes),
        Standing::Unsolvable => Situation::Unsolvable(item.conflict()),
        Standing::Unknown(limit) => Situation::Unknown(limit),
    }
}

/// The puzzle without its candidate restrictions, if it has any.
fn without_marks(puzzle: &Puzzle) -> Option<Puzzle> {
    let restricted = puzzle.rules().iter().any(|rule| matches!(rule, Rule::Candidates(_)));
    restricted.then(|| Puzzle::with_givens(puzzle.shape(), puzzle.givens()))
}

/// The number of solutions of a state.
enum Standing {
    /// The only solution, if it is the only one, and whether the clues alone have no other.
    Known {
        solution: Option<Solution>,
        proper: Option<Proper>,
    },
    Mistaken(Vec<Mistake>),
    Unsolvable,
    Unknown(Limit),
}

fn standing(solver: &mut Solver, record: &Record, clues: &Puzzle, limits: &Limits<'_>) -> Standing {
    let answer = solver.solve(clues, limits);
    let proper = answer.proper();
    match answer.outcome {
        Outcome::Unique(solution) | Outcome::Solved(solution) => {
            let mistakes = mistakes(&record.puzzle, &record.placed, &solution);
            if mistakes.is_empty() {
                return Standing::Known { solution: Some(solution), proper };
            }
            Standing::Mistaken(mistakes)
        }
        Outcome::Unsatisfiable(_) => Standing::Unsolvable,
        Outcome::Unknown { limit, .. } => Standing::Unknown(limit),
        _ => {
            // Candidates and placed digits may leave one of them.
            let mut whole = record.puzzle.clone();
            for &(cell, digit) in &record.placed {
                whole.set(cell, Some(digit));
            }
            match solver.solve(&whole, limits).outcome {
                Outcome::Unique(solution) | Outcome::Solved(solution) => {
                    Standing::Known { solution: Some(solution), proper: None }
                }
                Outcome::Unsatisfiable(_) => Standing::Unsolvable,
                Outcome::Unknown { limit, .. } => Standing::Unknown(limit),
                _ => Standing::Known { solution: None, proper: None },
            }
        }
    }
}

/// The state as one string: the puzzle, or a library line where digits were filled in.
pub(crate) fn state_text(record: &Record) -> String {
    if record.placed.is_empty() {
        return puzzle_text(&record.puzzle);
    }
    let mut text = String::new();
    // Grids with placed digits may be larger than library lines can express.
    if Writer::new(Notation::Library).record(record, &mut text).is_err() {
        return puzzle_text(&record.puzzle);
    }
    text.truncate(text.trim_end().len());
    text
}

/// A step as replies have it, with names in the language of the narrator.
pub(crate) fn step_reply(step: &Step, state: &Candidates, narrator: &Narrator) -> StepReply {
    fn rename(reply: &mut StepReply, narrator: &Narrator) {
        if let Some(technique) = Technique::by_slug(&reply.technique) {
            narrator.name(technique).clone_into(&mut reply.name);
        }
        reply.nested.iter_mut().for_each(|nested| rename(nested, narrator));
    }
    let mut reply = StepReply::new(step, state);
    rename(&mut reply, narrator);
    reply
}

/// Why techniques cannot be applied, and where.
pub(crate) fn misfit(item: &Item, unfit: CandidatesError) -> Fault {
    let (at, expected) = match unfit {
        CandidatesError::Clue(cell) => (item.position(cell), "a digit that no neighbor has"),
        _ => ((item.line(), 1), "a plain 9x9 puzzle"),
    };
    let found = match unfit {
        CandidatesError::Shape => "a grid other than 9x9 with 3x3 boxes".to_owned(),
        CandidatesError::Rule => "rules beyond rows, columns and boxes".to_owned(),
        CandidatesError::Clue(cell) => {
            format!("a digit in {} that is not possible there", item.record.puzzle.shape().name(cell))
        }
        other => other.to_string(),
    };
    Fault::new(at, found, expected).in_file(&item.source)
}

/// Reports why there is nothing to be done with an item.
pub(crate) fn refuse(item: &Item, situation: &Situation, output: &mut dyn Output) -> Status {
    let (status, message) = match situation {
        Situation::Open { .. } | Situation::Unknown(Limit::Cancelled) => return Status::Fine,
        Situation::Mistaken(mistakes) => {
            let name = |mistake: &Mistake| item.record.puzzle.shape().name(mistake.cell()).to_string();
            let cells = mistakes.iter().map(name).collect::<Vec<_>>().join(" ");
            (Status::Not, format!("{}: contradicts the solution: {cells}; see `arcdoku hint`", item.place()))
        }
        Situation::Unsolvable(None) => (Status::Not, format!("{}: there is no solution", item.place())),
        Situation::Unsolvable(Some(fault)) => (Status::Malformed, fault.to_string()),
        Situation::Unfit(fault) => (Status::Not, fault.to_string()),
        Situation::Unknown(limit) => (Status::Limit, format!("{}: gave up ({})", item.place(), limit.name())),
    };
    output.error(&message);
    status
}

/// Reports that a state has several solutions.
pub(crate) fn several(item: &Item, output: &mut dyn Output) {
    let place = item.place();
    output.error(&format!("{place}: several solutions; techniques that assume a single one are not used"));
}
