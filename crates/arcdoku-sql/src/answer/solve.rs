//! Solutions, and what is known about them.

use arcdoku::Solver;
use arcdoku::generate::{SinglesKind, backdoors};
use arcdoku::grid::{Cell, Digit};
use arcdoku::puzzle::ClueConflict;
use arcdoku_arrow::{Outcome, SolveOutputs, UNCOUNTED, UNDECIDED, Work, count, minimal, solve};
use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, BooleanArray, Int64Array, StringArray};

use super::{each_puzzle, readable, texts};
use crate::call::{Call, shared};

/// What the kernel found.
struct Solved {
    grids: Vec<u8>,
    cells: usize,
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
    Ok(Solved { grids, cells, outcome, guesses })
}

/// The solution of a puzzle that has exactly one.
pub(crate) fn solution(call: &Call<'_>) -> Result<ArrayRef> {
    let Solved { grids, cells, outcome, .. } = solved(call)?;
    let nulls = call.nulls(|row| outcome[row] == Outcome::Unique as u8);
    texts(call, grids, cells, nulls)
}

/// The outcome as a word.
pub(crate) fn outcome(call: &Call<'_>) -> Result<ArrayRef> {
    let outcome = solved(call)?.outcome;
    let present = call.present();
    let name = |row: usize| {
        let found = Outcome::ALL.into_iter().find(|known| *known as u8 == outcome[row])?;
        present.as_ref().is_none_or(|present| present.is_valid(row)).then(|| found.name())
    };
    Ok(shared((0..call.rows).map(name).collect::<StringArray>()))
}

/// The number of decisions of the solver.
pub(crate) fn guesses(call: &Call<'_>) -> Result<ArrayRef> {
    let Solved { outcome, guesses, .. } = solved(call)?;
    let nulls = call.nulls(|row| outcome[row] != Outcome::Malformed as u8);
    let guesses = guesses.into_iter().map(i64::from).collect::<Vec<_>>();
    Ok(shared(Int64Array::new(guesses.into(), nulls)))
}

/// The number of solutions, up to `cap`.
pub(crate) fn solutions(call: &Call<'_>) -> Result<ArrayRef> {
    let (column, kind) = (call.puzzles()?, call.kind()?);
    let cap = call.number("cap")?.unwrap_or(2);
    let mut counts = vec![0; call.rows];
    count(column, &kind, cap, call.number("nodes")?, &Work::new(), &mut counts)
        .map_err(|failure| call.failed(failure))?;
    let readable = readable(call, column, &kind);
    let nulls = call.nulls(|row| readable[row] && counts[row] != UNCOUNTED);
    let counts: Vec<i64> = counts.into_iter().map(|count| i64::try_from(count).unwrap_or(i64::MAX)).collect();
    Ok(shared(Int64Array::new(counts.into(), nulls)))
}

/// The number of clues.
pub(crate) fn clues(call: &Call<'_>) -> Result<ArrayRef> {
    let (column, kind) = (call.puzzles()?, call.kind()?);
    let counted = each_puzzle(call, column, &kind, |_, puzzle| Some(puzzle.clues() as i64));
    Ok(shared(Int64Array::from(counted)))
}

/// Why a text is no puzzle, or how its clues contradict each other.
pub(crate) fn fault(call: &Call<'_>) -> Result<ArrayRef> {
    let (column, kind) = (call.puzzles()?, call.kind()?);
    let mut numbers = vec![0; kind.cells()];
    let mut puzzle = kind.empty().clone();
    let mut faults = Vec::with_capacity(call.rows);
    let present = call.present();
    for row in 0..call.rows {
        if present.as_ref().is_some_and(|present| present.is_null(row)) {
            faults.push(None);
            continue;
        }
        faults.push(if let Err(reason) = column.read(row, &kind, &mut numbers) {
            Some(reason.to_string())
        } else {
            let givens: Vec<_> = numbers.iter().map(|&number| Digit::new(number)).collect();
            puzzle.set_givens(&givens);
            let shape = puzzle.shape();
            let place = |cell| format!("r{}c{}", shape.row(cell) + 1, shape.col(cell) + 1);
            puzzle.clue_conflict().map(|conflict| conflict_text(&conflict, place))
        });
    }
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
    let (column, kind) = (call.puzzles()?, call.kind()?);
    let mut found = vec![0; call.rows];
    minimal(column, &kind, call.number("nodes")?, &Work::new(), &mut found)
        .map_err(|failure| call.failed(failure))?;
    let readable = readable(call, column, &kind);
    let nulls = call.nulls(|row| readable[row] && found[row] != UNDECIDED);
    Ok(shared(BooleanArray::new(found.iter().map(|&one| one == 1).collect(), nulls)))
}

/// The smallest number of cells whose digits reduce a puzzle to singles: 0, 1, 2, or 3 for more.
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
