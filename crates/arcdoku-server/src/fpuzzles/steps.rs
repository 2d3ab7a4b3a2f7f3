//! The steps of a person, one or all of them.
//!
//! Classic puzzles are solved by the techniques of HoDoKu, in their order, other puzzles by the techniques for rules.
//! The latter also find the contradiction of a classic puzzle without a solution.
//! The script turns groups of techniques off:
//!
//! | `disabledlogic` | classic grid | puzzles with rules |
//! |---|---|---|
//! | `tuples` | naked, hidden and locked subsets | naked and hidden subsets |
//! | `pointing` | pointing, claiming | locked candidates |
//! | `fishes` | all fish except kraken fish | X-wing, swordfish, jellyfish |
//! | `wings` | XY-, XYZ-, W-wing | |
//! | `aic` | single-digit patterns, colors, remote pairs, chains, loops, almost locked sets, Sue de Coq | |
//! | `contradictions` | forcing chains and nets, kraken fish, contradictions | contradictions |
//!
//! Singles and the deductions of rules are always used. Techniques that assume one solution are never used, because a
//! puzzle that is being made usually has several. Nested contradictions are not used either, because they would find
//! almost every candidate without a solution, so nobody could see from them what a person can find.

use std::ops::ControlFlow;

use arcdoku::deduction::{
    Candidates, CandidatesError, Family, GridState, Next, Options, PathEnd, Step, Technique, Techniques,
};
use arcdoku::explain::{Coordinates, Language, Narrator};
use arcdoku::grid::{Cell, Digit, DigitSet};
use arcdoku::logic::{Board, Logic, TECHNIQUES};
use arcdoku::puzzle::{Limit, Limits, Outcome, Puzzle, Rule};
use arcdoku::rate::{Profile, RateScratch, solve_with};
use arcdoku::solve::Solver;
use serde_json::{Value, json};

use super::message::{Reply, limited};
use super::position::Position;

const BROKEN: &str = "The digits and marks allow no solution.";
const STUCK: &str = "No step was found.";

/// The first step, or the candidates of the puzzle if the page does not show them yet.
pub(super) fn step(position: &Position, limits: &Limits<'_>) -> Result<Reply, String> {
    let mut solver = HumanSolver::new(&position.puzzle, &position.options.disabled, limits)?;
    let state = solver.state();
    let is_shown = |(index, shown): (usize, &DigitSet)| state.left(Cell::new(index)) == *shown;
    if !position.shown.iter().enumerate().all(is_shown) {
        return Ok(solver.reply(&["Initial candidates.".to_owned()], true));
    }
    match solver.next(limits).map_err(limited)? {
        Next::Step(line) => Ok(solver.reply(&[line], !solver.is_broken())),
        Next::Broken => Ok(solver.reply(&[BROKEN.to_owned()], false)),
        Next::Stuck => Ok(solver.reply(&[STUCK.to_owned()], true)),
        _ => Ok(solver.reply(&["The puzzle is solved.".to_owned()], true)),
    }
}

/// All steps until the puzzle is solved or no technique applies.
pub(super) fn path(position: &Position, limits: &Limits<'_>) -> Result<Reply, String> {
    let mut solver = HumanSolver::new(&position.puzzle, &position.options.disabled, limits)?;
    let mut lines = Vec::new();
    let is_valid = loop {
        match solver.next(limits) {
            Ok(Next::Step(line)) => lines.push(line),
            Ok(Next::Broken) => {
                lines.push(BROKEN.to_owned());
                break false;
            }
            Ok(Next::Stuck) => {
                lines.push(STUCK.to_owned());
                break true;
            }
            // Steps that were found before a limit was reached are useful.
            Err(limit) if limit != Limit::Cancelled && !lines.is_empty() => {
                lines.push(format!("The path is not complete: {limit}."));
                break true;
            }
            Err(limit) => return Err(limited(limit)),
            Ok(_) => break true,
        }
    };
    Ok(solver.reply(&lines, is_valid))
}

/// The state of a puzzle after all steps, or after the steps that were found within the limits.
pub(super) fn exhausted(
    puzzle: &Puzzle,
    disabled: &[String],
    limits: &Limits<'_>,
) -> Result<Box<dyn GridState>, String> {
    let mut solver = HumanSolver::new(puzzle, disabled, limits)?;
    loop {
        match solver.next(limits) {
            Ok(Next::Step(_)) => {}
            Err(Limit::Cancelled) => return Err(limited(Limit::Cancelled)),
            _ => return Ok(solver.state().boxed()),
        }
    }
}

/// The techniques with these names of the script.
fn techniques(disabled: &[String]) -> Techniques {
    use Technique as T;
    let families = |families: &[Family]| {
        families
            .iter()
            .map(|&family| Techniques::family(family))
            .fold(Techniques::NONE, |all, some| all | some)
    };
    disabled.iter().fold(Techniques::NONE, |all, name| {
        all | match name.as_str() {
            "tuples" => families(&[Family::Subset]),
            "pointing" => families(&[Family::Locked]) | Techniques::only(T::Locked),
            "fishes" => families(&[Family::Fish]),
            "wings" => families(&[Family::Wing]),
            "aic" => families(&[
                Family::SingleDigit,
                Family::Coloring,
                Family::Chain,
                Family::RemotePair,
                Family::Loop,
                Family::Als,
                Family::SueDeCoq,
            ]),
            "contradictions" => {
                families(&[Family::Forcing, Family::Kraken, Family::Template])
                    | Techniques::only(T::Contradiction)
            }
            _ => Techniques::NONE,
        }
    })
}

/// The finders of steps, and the state that the steps have reached.
enum HumanSolver {
    Classic {
        state: Box<Candidates>,
        profile: Profile,
        scratch: Box<RateScratch>,
        /// Whether contradictions are searched for if the profile finds no step.
        contradicts: bool,
    },
    Ruled {
        logic: Box<Logic>,
        board: Board,
        wanted: Techniques,
    },
}

impl HumanSolver {
    fn new(puzzle: &Puzzle, disabled: &[String], limits: &Limits<'_>) -> Result<Self, String> {
        let disabled = techniques(disabled);
        let conflict = |cell| format!("The digit of {} is not possible there.", puzzle.shape().name(cell));
        // HoDoKu's techniques require a puzzle with a solution.
        let is_possible =
            || !matches!(Solver::new().first(puzzle, limits).outcome, Outcome::Unsatisfiable(_));
        match Candidates::of(puzzle) {
            Ok(state) if is_possible() => Ok(Self::Classic {
                state: Box::new(state),
                profile: Profile::hodoku().without(disabled),
                scratch: Box::default(),
                contradicts: !disabled.contains(Technique::Contradiction),
            }),
            Err(CandidatesError::Clue(cell)) => Err(conflict(cell)),
            _ => {
                let logic = Logic::new(puzzle);
                let board = logic.start(&[]).map_err(conflict)?;
                let wanted = TECHNIQUES.minus(disabled).without(Technique::DeepContradiction);
                Ok(Self::Ruled { logic: Box::new(logic), board, wanted })
            }
        }
    }

    fn state(&self) -> &dyn GridState {
        match self {
            Self::Classic { state, .. } => &**state,
            Self::Ruled { board, .. } => board,
        }
    }

    fn is_broken(&self) -> bool {
        match self {
            Self::Classic { state, .. } => state.is_broken(),
            Self::Ruled { board, .. } => board.is_broken(),
        }
    }

    /// Finds and applies the next step. Returns its description.
    fn next(&mut self, limits: &Limits<'_>) -> Result<Next<String>, Limit> {
        let next = match self {
            Self::Classic { state, profile, scratch, contradicts } => {
                match next_classic(state, profile, scratch, limits)? {
                    Next::Stuck if *contradicts => next_contradiction(state, limits)?,
                    next => next,
                }
            }
            Self::Ruled { logic, board, wanted } => logic.next(board, *wanted, limits)?.map(|(step, _)| step),
        };
        let Next::Step(step) = next else { return Ok(next.map(|_| String::new())) };
        // Singles of rules have no premise before the arrow.
        let line =
            Narrator::new(Language::English, Coordinates::RowColumn).short(&step).replace(": => ", ": ");
        match self {
            Self::Classic { state, .. } => step.apply(state),
            Self::Ruled { logic, board, .. } => logic.apply(&step, board),
        }
        Ok(Next::Step(line))
    }

    /// The state as a reply.
    fn reply(&self, lines: &[String], is_valid: bool) -> Reply {
        let state = self.state();
        let shape = state.shape();
        let cell = |index| -> Value {
            let cell = Cell::new(index);
            if let Some(digit) = state.value(cell) {
                return json!({ "value": shape.value(digit) });
            }
            let left: Vec<i32> = state.left(cell).iter().map(|digit| shape.value(digit)).collect();
            json!({ "value": 0, "candidates": left })
        };
        let cells: Vec<Value> = (0..shape.cells()).map(cell).collect();
        Reply::logical(&cells, lines, is_valid)
    }
}

fn next_classic(
    state: &Candidates,
    profile: &Profile,
    scratch: &mut RateScratch,
    limits: &Limits<'_>,
) -> Result<Next<Step>, Limit> {
    let mut next = None;
    let options = Options::default();
    let (_, _, end) = solve_with(state.clone(), profile, &options, None, limits, scratch, &mut |_, step| {
        next = Some(step.step.clone());
        ControlFlow::Break(())
    });
    match (next, end) {
        (Some(step), _) => Ok(Next::Step(step)),
        (None, PathEnd::Stopped(limit)) => Err(limit),
        (None, PathEnd::Solved) => Ok(Next::Solved),
        (None, PathEnd::Broken) => Ok(Next::Broken),
        (None, _) => Ok(Next::Stuck),
    }
}

/// A candidate whose consequences are contradictory, in the classic grid.
fn next_contradiction(state: &Candidates, limits: &Limits<'_>) -> Result<Next<Step>, Limit> {
    let shape = state.shape();
    let cells = || (0..shape.cells()).map(Cell::new);
    let filled: Vec<Option<Digit>> = cells().map(|cell| state.value(cell)).collect();
    let left: Vec<DigitSet> = cells().map(|cell| state.left(cell)).collect();
    let Ok(rule) = Rule::candidates(shape, &left) else { return Ok(Next::Stuck) };
    let mut puzzle = Puzzle::new(shape).with_rule(rule);
    puzzle.set_givens(&filled);
    let mut logic = Logic::new(&puzzle);
    let Ok(board) = logic.start(&[]) else { return Ok(Next::Broken) };
    let next = logic.next(&board, Techniques::only(Technique::Contradiction), limits)?;
    Ok(next.map(|(step, _)| step))
}
