//! Solutions and their properties.

use arcdoku::Solver;
use arcdoku::generate::{SinglesKind, backdoors};
use arcdoku::grid::Cell;
use arcdoku::puzzle::ClueConflict;
use arcdoku_arrow::arrays::Kernel;
use arcdoku_arrow::{Kind, Outcome, SolveOutputs, Work, solve};
use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, Int64Array, StringArray};
use datafusion_common::arrow::compute::cast;
use datafusion_common::arrow::datatypes::DataType;

use super::{answered, each_puzzle, each_row, texts};
use crate::call::{Call, shared};

/// The results of the kernel.
struct Solved {
    grids: Vec<u8>,
    kind: Kind,
    outcome: Vec<u8>,
    guesses: Vec<u32>,
}

fn solved(call: &Call<'_>) -> Result<Solved> {
    let (kind, rows) = (call.kind()?, call.rows);
    let cells = kind.cells();
    let (mut grids, mut outcome, mut guesses) = (vec![0; rows * cells], vec![0; rows], vec![0; rows]);
    let out = SolveOutputs { grids: &mut grids, outcome: &mut outcome, guesses: &mut guesses };
    solve(call.puzzles()?, &kind, call.number("nodes")?, &Work::new(), out)
        .map_err(|failure| call.failed(failure))?;
    Ok(Solved { grids, kind, outcome, guesses })
}

/// The only solution of a puzzle.
pub(crate) fn solution(call: &Call<'_>) -> Result<ArrayRef> {
    let Solved { grids, kind, outcome, .. } = solved(call)?;
    let valid = call.nulls(|row| outcome[row] == Outcome::Unique as u8);
    texts(call, grids, &kind, valid)
}

/// The outcome as a word.
pub(crate) fn outcome(call: &Call<'_>) -> Result<ArrayRef> {
    let outcome = solved(call)?.outcome;
    let present = call.nulls(|_| true);
    let name = |row: usize| Outcome::ALL.get(usize::from(outcome[row])).map(|found| found.name());
    Ok(shared((0..call.rows).map(|row| name(row).filter(|_| present.is_valid(row))).collect::<StringArray>()))
}

/// The number of decisions of the solver.
pub(crate) fn guesses(call: &Call<'_>) -> Result<ArrayRef> {
    let Solved { outcome, guesses, .. } = solved(call)?;
    let valid = call.nulls(|row| outcome[row] != Outcome::Malformed as u8);
    let guesses = guesses.into_iter().map(i64::from).collect::<Vec<_>>();
    Ok(shared(Int64Array::new(guesses.into(), Some(valid))))
}

/// The number of solutions, up to `cap`.
pub(crate) fn solutions(call: &Call<'_>) -> Result<ArrayRef> {
    let kernel = Kernel::Count { up_to: call.number("cap")?.unwrap_or(2), nodes: call.number("nodes")? };
    // A count is at most `cap`, which is an SQL number.
    Ok(cast(&answered(call, kernel, &call.kind()?)?, &DataType::Int64)?)
}

/// The number of clues.
pub(crate) fn clues(call: &Call<'_>) -> Result<ArrayRef> {
    let (column, kind) = (call.puzzles()?, call.kind()?);
    let counted = each_puzzle(call, column, &kind, |_, puzzle| Some(puzzle.clues() as i64));
    Ok(shared(Int64Array::from(counted)))
}

/// Why a text is not a puzzle, or how its clues contradict each other.
pub(crate) fn fault(call: &Call<'_>) -> Result<ArrayRef> {
    let (column, kind) = (call.puzzles()?, call.kind()?);
    let faults = each_row(call, column, &kind, |_, puzzle| match puzzle {
        Err(reason) => Some(reason.to_string()),
        Ok(puzzle) => {
            let shape = puzzle.shape();
            let place = |cell| format!("r{}c{}", shape.row(cell) + 1, shape.col(cell) + 1);
            puzzle.clue_conflict().map(|conflict| conflict_text(&conflict, place))
        }
    });
    Ok(shared(StringArray::from(faults)))
}

fn conflict_text(conflict: &ClueConflict, place: impl Fn(Cell) -> String) -> String {
    match conflict {
        ClueConflict::Repeated { digit, first, second, constraint } => {
            format!("{} and {} are both {digit} ({})", place(*first), place(*second), constraint)
        }
        ClueConflict::Violated { constraint, .. } => format!("the clues break {constraint}"),
        _ => "the clues contradict each other".to_owned(),
    }
}

/// Whether a puzzle is proper and has no redundant clue.
pub(crate) fn is_minimal(call: &Call<'_>) -> Result<ArrayRef> {
    answered(call, Kernel::Minimal { nodes: call.number("nodes")? }, &call.kind()?)
}

/// The smallest number of cells whose digits reduce a puzzle to singles: 0, 1 or 2, or 3 if more are needed.
pub(crate) fn backdoor_size(call: &Call<'_>) -> Result<ArrayRef> {
    let (column, kind, limits) = (call.puzzles()?, call.kind()?, call.limits()?);
    let mut solver = Solver::new();
    let sizes = each_puzzle(call, column, &kind, |_, puzzle| {
        let answer = solver.solve(puzzle, &limits);
        let arcdoku::Outcome::Unique(solution) = answer.outcome else { return None };
        let found = backdoors(puzzle, &solution, SinglesKind::Both, &limits).ok()?;
        Some(found.first().map_or(3, |cells| cells.len() as i64))
    });
    Ok(shared(Int64Array::from(sizes)))
}
