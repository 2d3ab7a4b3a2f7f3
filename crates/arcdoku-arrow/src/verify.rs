//! Comparison of answers with their puzzles.

use arcdoku::Outcome as Found;
use arcdoku::fast9::{Board, EngineReport};
use arcdoku::grid::Digit;
use arcdoku::puzzle::{Limit, Solution};
use arcdoku::solve::Solver;

use crate::column::Column;
use crate::failure::Failure;
use crate::kind::Kind;
use crate::solve::PuzzleReader;
use crate::work::{Slots, Work};

/// The number of rows that a thread processes at a time.
const CHUNK: usize = 1024;

/// The value that [`minimal`] writes if a limit was reached.
pub const UNDECIDED: u8 = 2;

/// Writes the reward of each answer: 1 for a full grid that obeys the rules and the clues, else 0.
///
/// With `partial`, the reward for a puzzle with one solution is the share of the empty cells that are filled as in
/// the solution. A wrong or incomplete answer then gets less than 1. An answer that changes a clue still gets 0. A
/// malformed puzzle or answer gets 0.
///
/// # Errors
/// If the columns and the output do not have the same number of rows, the work was cancelled, or a worker panicked.
pub fn verify(
    boards: Column<'_>,
    answers: Column<'_>,
    kind: &Kind,
    partial: bool,
    work: &Work<'_>,
    rewards: &mut [f32],
) -> Result<(), Failure> {
    let rows = boards.len();
    if answers.len() != rows {
        return Err(Failure::Length { found: answers.len(), expected: rows });
    }
    let outputs = Slots::new(rewards, 1, rows)?;
    work.run(rows, CHUNK, outputs, || {
        let mut reader = PuzzleReader::new(kind);
        let (mut solver, limits) = (Solver::new(), work.limits());
        let (mut board, mut answer) = (vec![0; kind.cells()], vec![0; kind.cells()]);
        move |rows, rewards| {
            for (slot, row) in rewards.values.iter_mut().zip(rows) {
                if work.is_cancelled() {
                    return;
                }
                let is_read = boards.read(row, kind, &mut board).is_ok()
                    && answers.read(row, kind, &mut answer).is_ok();
                let keeps_clues =
                    is_read && board.iter().zip(&answer).all(|(&clue, &number)| clue == 0 || clue == number);
                if !keeps_clues {
                    *slot = 0.0;
                    continue;
                }
                if is_solution(kind, &answer, &mut reader, boards, row) {
                    *slot = 1.0;
                    continue;
                }
                *slot = 0.0;
                if !partial {
                    continue;
                }
                let Some(puzzle) = reader.read(boards, kind, row) else { continue };
                match solver.solve(puzzle, &limits).outcome {
                    Found::Unique(solution) => *slot = share(&board, &answer, &solution),
                    Found::Unknown { .. } => return,
                    _ => {}
                }
            }
        }
    })
}

/// The share of the empty cells that are filled as in the solution.
fn share(board: &[u8], answer: &[u8], solution: &Solution) -> f32 {
    let empty = board.iter().fold(0, |empty, &clue| empty + usize::from(clue == 0));
    let cells = board.iter().zip(answer).zip(solution.digits());
    let right = cells.filter(|((clue, number), digit)| **clue == 0 && **number == digit.get()).count();
    right as f32 / empty.max(1) as f32
}

/// Whether a grid that contains the clues is full and obeys the rules.
fn is_solution(
    kind: &Kind,
    answer: &[u8],
    reader: &mut PuzzleReader,
    boards: Column<'_>,
    row: usize,
) -> bool {
    if kind.is_classic() {
        return answer.as_array::<81>().is_some_and(is_grid);
    }
    let digits: Option<Vec<Digit>> = answer.iter().map(|&number| Digit::new(number)).collect();
    let puzzle = reader.read(boards, kind, row);
    digits.zip(puzzle).is_some_and(|(digits, puzzle)| puzzle.is_solved_by(&Solution::new(digits)))
}

/// Whether all houses of a classic grid have all digits.
fn is_grid(numbers: &[u8; 81]) -> bool {
    let mut houses = [0_u16; 27];
    for (cell, &number) in numbers.iter().enumerate() {
        let (row, column) = (cell / 9, cell % 9);
        for house in [row, 9 + column, 18 + row / 3 * 3 + column / 3] {
            houses[house] |= 1 << number;
        }
    }
    houses.iter().all(|&house| house == 0x3FE)
}

/// Finds whether puzzles are minimal: they have one solution, and several if any clue is removed.
///
/// Writes 1 for a minimal puzzle; 0 for others, and for malformed rows. With `nodes`, writes [`UNDECIDED`] for a
/// puzzle whose searches take more decisions in total.
///
/// # Errors
/// If the output does not have the rows of the column, the work was cancelled, or a worker panicked.
pub fn minimal(
    column: Column<'_>,
    kind: &Kind,
    nodes: Option<u64>,
    work: &Work<'_>,
    minimal: &mut [u8],
) -> Result<(), Failure> {
    let rows = column.len();
    let outputs = Slots::new(minimal, 1, rows)?;
    let chunk = if kind.is_classic() { CHUNK } else { 1 };
    work.run(rows, chunk, outputs, || {
        let mut reader = PuzzleReader::new(kind);
        let (mut solver, limits) = (Solver::new(), work.limits().with_nodes(nodes));
        let mut boards = crate::solve::Boards::new();
        let (mut proper, mut opened, mut of_row) = (Vec::new(), Vec::new(), Vec::new());
        let most = nodes.unwrap_or(u64::MAX);
        move |rows, outputs| {
            let from = rows.start;
            if !kind.is_classic() {
                for (slot, row) in outputs.values.iter_mut().zip(rows) {
                    let found = reader.read(column, kind, row);
                    *slot = match found.map(|puzzle| is_minimal(&mut solver, puzzle, &limits)) {
                        Some(Err(Limit::Cancelled)) => return,
                        Some(Err(_)) => UNDECIDED,
                        Some(Ok(is_minimal)) => u8::from(is_minimal),
                        None => 0,
                    };
                }
                return;
            }
            proper.clear();
            boards.answer(column, kind, rows, 2, &limits, |row, found| match found {
                Some(found) if found.solutions > 1 => outputs.values[row - from] = 0,
                Some(EngineReport { limit: Some(Limit::Cancelled), .. }) => {}
                Some(found) if found.limit.is_some() => outputs.values[row - from] = UNDECIDED,
                Some(found) if found.solutions == 1 => proper.push((row, found.guesses)),
                _ => outputs.values[row - from] = 0,
            });
            // A clue is necessary if, without it, some solution has another digit in its cell. Rows are processed in
            // groups to limit memory.
            for group in proper.chunks(32) {
                opened.clear();
                of_row.clear();
                for (place, &(row, _)) in group.iter().enumerate() {
                    let mut numbers = [0; 81];
                    if column.read(row, kind, &mut numbers).is_err() {
                        continue;
                    }
                    let board = Board::new(&numbers);
                    for (cell, digit) in numbers.iter().enumerate() {
                        let Some(digit) = Digit::new(*digit) else { continue };
                        let mut without = board;
                        let others = arcdoku::DigitSet::all(9).minus(arcdoku::DigitSet::single(digit));
                        without.set(arcdoku::Cell::new(cell), others);
                        opened.push(without);
                        of_row.push(place);
                    }
                }
                let (mut needed, mut spent, mut is_cut) = ([true; 32], [0; 32], [false; 32]);
                let mut is_cancelled = false;
                let mut places = of_row.iter();
                boards.engine.answer_all(&opened, 1, &limits, |found| {
                    is_cancelled |= found.limit == Some(Limit::Cancelled);
                    if let Some(&place) = places.next() {
                        spent[place] += found.guesses;
                        is_cut[place] |= found.solutions == 0 && found.limit.is_some();
                        needed[place] &= found.solutions > 0;
                    }
                });
                if is_cancelled {
                    return;
                }
                for (place, &(row, first)) in group.iter().enumerate() {
                    let is_undecided = is_cut[place] || first + spent[place] > most;
                    outputs.values[row - from] =
                        if is_undecided { UNDECIDED } else { u8::from(needed[place]) };
                }
            }
        }
    })
}

/// Whether a puzzle of any kind is minimal, or the limit that was reached.
fn is_minimal(
    solver: &mut Solver,
    puzzle: &arcdoku::Puzzle,
    limits: &arcdoku::Limits<'_>,
) -> Result<bool, Limit> {
    let mut left = limits.nodes();
    let mut is_unique = |puzzle: &arcdoku::Puzzle| {
        let answer = solver.solve(puzzle, &limits.with_nodes(left));
        left = left.map(|left| left.saturating_sub(answer.stats.nodes));
        match answer.outcome {
            Found::Unknown { limit, .. } => Err(limit),
            outcome => Ok(matches!(outcome, Found::Unique(_))),
        }
    };
    if !is_unique(puzzle)? {
        return Ok(false);
    }
    let mut less = puzzle.clone();
    for (cell, &clue) in puzzle.givens().iter().enumerate() {
        if clue.is_none() {
            continue;
        }
        less.set(arcdoku::Cell::new(cell), None);
        if is_unique(&less)? {
            return Ok(false);
        }
        less.set(arcdoku::Cell::new(cell), clue);
    }
    Ok(true)
}
