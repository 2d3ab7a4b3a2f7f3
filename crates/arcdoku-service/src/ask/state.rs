//! The state of a puzzle in progress and its known solutions, for questions about human techniques.

use arcdoku::deduction::{
    Candidates, CandidatesError, GridState, Options as TechniqueOptions, Proper, Step, Technique, Techniques,
};
use arcdoku::explain::{Narrator, focus};
use arcdoku::grid::{Cell, Digit};
use arcdoku::logic::{Board, Logic, TECHNIQUES};
use arcdoku::puzzle::format::{Notation, Record, Writer};
use arcdoku::puzzle::{Limit, Limits, Outcome, Puzzle, Rule, Solution};
use arcdoku::rate::hint::{Mistake, mistakes};
use arcdoku::solve::Solver;
use arcdoku_wire::{Fault, FaultCode, StepReply, StepsOutcome, puzzle_text};

use crate::draw::{Overlay, puzzle_svg, step_svg};
use crate::input::Item;
use crate::output::Output;
use crate::status::Status;

/// A state, and the known facts about its solutions.
pub(crate) enum Situation {
    /// A puzzle in the classic grid that the question supports.
    Classic {
        /// The state.
        state: Box<Candidates>,
        /// The only solution; `None` if there are several.
        solution: Option<Solution>,
        /// Whether the clues alone have one solution, which techniques may then assume.
        proper: Option<Proper>,
    },
    /// A puzzle with rules or of a different shape, if the question supports it. Its solutions are not counted, because
    /// its techniques assume nothing.
    Ruled(Box<Ruled>),
    /// The state contradicts the solution.
    Mistaken(Vec<Mistake>),
    /// There is no solution. If clues conflict, the fault has their place.
    Unsolvable(Option<Fault>),
    /// A limit was reached first.
    Unknown(Limit),
}

/// A puzzle for the techniques for rules.
#[derive(Debug)]
pub(crate) struct Ruled {
    /// The finders.
    pub(crate) logic: Logic,
    /// The state.
    pub(crate) board: Board,
    /// The techniques that are not left out.
    pub(crate) wanted: Techniques,
}

impl Situation {
    /// The outcome of a search for steps.
    pub(crate) fn outcome(&self) -> StepsOutcome {
        match self {
            Self::Classic { .. } | Self::Ruled(_) => StepsOutcome::Open,
            Self::Mistaken(_) => StepsOutcome::Mistakes,
            Self::Unsolvable(_) => StepsOutcome::Unsatisfiable,
            Self::Unknown(_) => StepsOutcome::Unknown,
        }
    }
}

/// Whether a puzzle needs the techniques for rules: they are requested, or the techniques of the classic grid do not
/// apply.
pub(crate) fn is_for_rules(item: &Item, options: &TechniqueOptions) -> bool {
    let state = || Candidates::with_filled(&item.record.puzzle, &item.record.placed);
    options.by_rules || matches!(state(), Err(CandidatesError::Shape | CandidatesError::Rule))
}

/// Determines the state of an item, and in the classic grid the number of its solutions. The options may request the
/// techniques for rules in the classic grid, too.
pub(crate) fn look(
    solver: &mut Solver,
    item: &Item,
    options: &TechniqueOptions,
    limits: &Limits<'_>,
) -> Situation {
    let record = &item.record;
    if is_for_rules(item, options) {
        if let Some(conflict) = item.conflict() {
            return Situation::Unsolvable(Some(conflict));
        }
        let (logic, wanted) = (Logic::new(&record.puzzle), TECHNIQUES.minus(options.left_out));
        return match logic.start(&record.placed) {
            Ok(board) => Situation::Ruled(Box::new(Ruled { logic, board, wanted })),
            Err(cell) => Situation::Unsolvable(Some(misfit(item, CandidatesError::Clue(cell)))),
        };
    }
    let bare = without_marks(&record.puzzle);
    let clues = bare.as_ref().unwrap_or(&record.puzzle);
    // A cell without candidates may be a mistake of the person, but conflicting clues are a fault of the puzzle.
    if item.conflict().is_some() && clues.clue_conflict().is_some() {
        return Situation::Unsolvable(item.conflict());
    }
    match standing(solver, record, clues, limits) {
        Standing::Known { solution, proper } => match Candidates::with_filled(&record.puzzle, &record.placed)
        {
            Ok(state) => Situation::Classic { state: Box::new(state), solution, proper },
            Err(unfit) => Situation::Unsolvable(Some(misfit(item, unfit))),
        },
        Standing::Mistaken(mistakes) => Situation::Mistaken(mistakes),
        Standing::Unsolvable => Situation::Unsolvable(item.conflict()),
        Standing::Unknown(limit) => Situation::Unknown(limit),
    }
}

/// The puzzle without its candidate restrictions, if it has any.
pub(super) fn without_marks(puzzle: &Puzzle) -> Option<Puzzle> {
    let is_mark = |rule: &Rule| matches!(rule, Rule::Candidates(_));
    puzzle.rules().iter().any(is_mark).then(|| {
        let kept = puzzle.rules().iter().filter(|rule| !is_mark(rule)).cloned();
        let mut bare = kept.fold(Puzzle::bare(puzzle.shape()), Puzzle::with_rule);
        bare.set_givens(puzzle.givens());
        bare
    })
}

/// The number of solutions of a state.
pub(crate) enum Standing {
    /// The only solution (`None` if there are several), and whether the clues alone have no other.
    Known {
        solution: Option<Solution>,
        proper: Option<Proper>,
    },
    Mistaken(Vec<Mistake>),
    Unsolvable,
    Unknown(Limit),
}

/// The number of solutions of a puzzle with rules. Its candidates are part of the puzzle.
pub(crate) fn standing_of_rules(solver: &mut Solver, item: &Item, limits: &Limits<'_>) -> Standing {
    standing(solver, &item.record, &item.record.puzzle, limits)
}

/// The number of solutions of a state. `clues` is the puzzle, with or without its marks.
fn standing(solver: &mut Solver, record: &Record, clues: &Puzzle, limits: &Limits<'_>) -> Standing {
    let answer = solver.solve(clues, limits);
    let proper = answer.proper();
    let wrong = |solution: &Solution| mistakes(&record.puzzle, &record.placed, solution);
    match answer.outcome {
        Outcome::Unique(solution) | Outcome::Solved(solution) => match wrong(&solution) {
            none if none.is_empty() => Standing::Known { solution: Some(solution), proper },
            some => Standing::Mistaken(some),
        },
        Outcome::Unsatisfiable(_) => without_marks(clues)
            .and_then(|bare| match solver.solve(&bare, limits).outcome {
                Outcome::Unique(solution) => Some(wrong(&solution)),
                _ => None,
            })
            .filter(|mistakes| !mistakes.is_empty())
            .map_or(Standing::Unsolvable, Standing::Mistaken),
        Outcome::Unknown { limit, .. } => Standing::Unknown(limit),
        _ => {
            // Candidates and placed digits may leave only one solution.
            let mut whole = record.puzzle.clone();
            for &(cell, digit) in &record.placed {
                whole.set(cell, Some(digit));
            }
            if whole == *clues {
                return Standing::Known { solution: None, proper: None };
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

/// The state as one string: the puzzle, or a library line if digits were filled in.
pub(crate) fn state_text(record: &Record) -> String {
    if record.placed.is_empty() {
        return puzzle_text(&record.puzzle);
    }
    let mut text = String::new();
    // A grid with placed digits may be too large for a library line.
    if Writer::new(Notation::Library).record(record, &mut text).is_err() {
        return puzzle_text(&record.puzzle);
    }
    text.truncate(text.trim_end().len());
    text
}

/// A step as in replies, with names in the language of the narrator.
pub(crate) fn step_reply(step: &Step, state: &dyn GridState, narrator: &Narrator) -> StepReply {
    fn rename(reply: &mut StepReply, narrator: &Narrator) {
        if let Some(technique) = Technique::by_slug(&reply.technique) {
            narrator.name(technique).clone_into(&mut reply.name);
        }
        reply.nested.iter_mut().for_each(|nested| rename(nested, narrator));
    }
    let mut reply = StepReply::new(step, state);
    rename(&mut reply, narrator);
    narrator.name(step.technique).clone_into(&mut reply.name);
    reply
}

/// A state with a step as SVG: the classic grid, or the board of a puzzle with its rules.
pub(crate) fn figure(
    puzzle: &Puzzle,
    state: &dyn GridState,
    step: Option<&Step>,
    narrator: &Narrator,
) -> String {
    if let Some(state) = state.classic() {
        return step_svg(state, step, narrator);
    }
    let cells = || (0..state.shape().cells()).map(Cell::new);
    let digits: Vec<Option<Digit>> = cells().map(|cell| state.value(cell)).collect();
    let candidates: Vec<_> = cells().map(|cell| state.left(cell)).collect();
    let eliminations = step.iter().flat_map(|step| &step.eliminations);
    let overlay = Overlay {
        digits: &digits,
        candidates: &candidates,
        removed: &eliminations.map(|at| (at.cell, at.digit)).collect::<Vec<_>>(),
        focus: &step.map(focus).unwrap_or_default(),
        notes: &step.map(|step| narrator.short(step)).into_iter().collect::<Vec<_>>(),
        ..Overlay::default()
    };
    puzzle_svg(puzzle, &overlay)
}

/// The fault if techniques cannot be applied, with its place.
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
    let code = match unfit {
        CandidatesError::Clue(_) => FaultCode::ClueConflict,
        _ => FaultCode::Unfit,
    };
    Fault::new(code, at, found, expected).in_file(&item.source)
}

/// Reports why no step can be searched for an item.
pub(crate) fn refuse(
    item: &Item,
    situation: &Situation,
    narrator: &Narrator,
    output: &mut dyn Output,
) -> Status {
    let (place, word) = (item.place(), |english| narrator.word(english));
    let (status, message) = match situation {
        Situation::Classic { .. } | Situation::Ruled(_) | Situation::Unknown(Limit::Cancelled) => {
            return Status::Fine;
        }
        Situation::Mistaken(mistakes) => {
            let name = |mistake: &Mistake| item.record.puzzle.shape().name(mistake.cell()).to_string();
            let cells = mistakes.iter().map(name).collect::<Vec<_>>().join(" ");
            let (what, see) = (word("contradicts the solution"), word("see"));
            (Status::Not, format!("{place}: {what}: {cells}; {see} `arcdoku hint`"))
        }
        Situation::Unsolvable(None) => (Status::Not, format!("{place}: {}", word("there is no solution"))),
        Situation::Unsolvable(Some(fault)) => (Status::Malformed, fault.to_string()),
        Situation::Unknown(limit) => {
            (Status::Limit, format!("{place}: {} ({})", word("gave up"), word(limit.name())))
        }
    };
    output.error(&message);
    status
}

/// Reports that a state has several solutions.
pub(crate) fn several(item: &Item, narrator: &Narrator, output: &mut dyn Output) {
    let what = narrator.word("several solutions; techniques that assume a unique one are not used");
    output.error(&format!("{}: {what}", item.place()));
}
