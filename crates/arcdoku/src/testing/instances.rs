//! Grids and puzzles whose answers are known by construction. All are seeded.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use fastrand::Rng;

use crate::choice::Choice as _;
use crate::csp::Level;
use crate::grid::{Cell, Digit, DigitSet, Shape, Symmetry};
use crate::puzzle::{Limits, Outcome, Puzzle, Rule, Solution};
use crate::search::Strategy;
use crate::solve::Solver;

/// A full grid with the rules of `shape`. If the shape is plain, this is a fixed pattern under a random symmetry;
/// otherwise, a search finds it.
///
/// # Panics
/// If a shape that is not plain has no grid.
pub fn full_grid(shape: Shape, rng: &mut Rng) -> Solution {
    if !shape.is_plain() {
        return full_grid_of(&Puzzle::new(shape), rng).expect("a grid of the shape");
    }
    let n = shape.digits();
    let (rows, cols) = shape.box_size().unwrap_or((n, 1));
    // Each row is the row above it, shifted by a box; each band is the band above it, shifted by a cell.
    let pattern: Vec<Option<Digit>> = (0..shape.cells())
        .map(|i| (i / n, i % n))
        .map(|(row, col)| Some(Digit::from_index((cols * (row % rows) + row / rows + col) % n)))
        .collect();
    let grid = Symmetry::random(shape, |below| rng.usize(..below)).apply(&pattern);
    Solution::new(grid.into_iter().flatten().collect::<Vec<Digit>>())
}

/// A solution of `puzzle`, found with random values; `None` if it has none.
pub fn full_grid_of(puzzle: &Puzzle, rng: &mut Rng) -> Option<Solution> {
    let mut strategy = Strategy::named("singles-mrv-md").unwrap_or_default();
    strategy.value = crate::search::ValueKind::Random;
    strategy.seed = rng.u64(..);
    strategy.restarts = Some(20);
    Solver::with_strategy(strategy).first(puzzle, &Limits::NONE).outcome.solution().cloned()
}

/// `puzzle` with only the clues of `solution` in cells that `keep` accepts.
pub fn with_clues(puzzle: &Puzzle, solution: &Solution, keep: impl Fn(Cell) -> bool) -> Puzzle {
    let mut made = puzzle.clone();
    for cell in (0..puzzle.shape().cells()).map(Cell::new) {
        made.set(cell, keep(cell).then(|| solution.at(cell)));
    }
    made
}

/// `puzzle` with the digits of `solution` as clues, except in `holes` random cells. There may be other solutions.
pub fn with_holes(puzzle: &Puzzle, solution: &Solution, holes: usize, rng: &mut Rng) -> Puzzle {
    let mut order: Vec<usize> = (0..puzzle.shape().cells()).collect();
    rng.shuffle(&mut order);
    let empty = &order[..holes.min(order.len())];
    with_clues(puzzle, solution, |cell| !empty.contains(&cell.index()))
}

/// A puzzle with `solution` as its only solution: at most `most` clues are removed in random order while `is_unique`
/// returns true. Without a limit, the puzzle is minimal.
pub fn proper(
    puzzle: &Puzzle,
    solution: &Solution,
    most: usize,
    rng: &mut Rng,
    mut is_unique: impl FnMut(&Puzzle) -> bool,
) -> Puzzle {
    let mut made = with_clues(puzzle, solution, |_| true);
    let mut order: Vec<usize> = (0..puzzle.shape().cells()).collect();
    rng.shuffle(&mut order);
    let mut taken = 0;
    for cell in order.into_iter().map(Cell::new) {
        if taken == most {
            break;
        }
        made.set(cell, None);
        if is_unique(&made) {
            taken += 1;
        } else {
            made.set(cell, Some(solution.at(cell)));
        }
    }
    made
}

/// Whether `puzzle` has exactly one solution, according to the default solver.
pub fn is_unique(puzzle: &Puzzle) -> bool {
    matches!(Solver::new().solve(puzzle, &Limits::NONE).outcome, Outcome::Unique(_))
}

/// A proper puzzle made contradictory: an empty cell gets a digit that differs from the solution. `None` if every
/// such digit violates a rule together with the clues, or no cell is empty.
pub fn with_wrong_clue(proper: &Puzzle, solution: &Solution, rng: &mut Rng) -> Option<Puzzle> {
    let mut wrong: Vec<(Cell, Digit)> = (0..proper.shape().cells())
        .map(Cell::new)
        .filter(|cell| proper.givens()[cell.index()].is_none())
        .flat_map(|cell| (0..proper.shape().digits()).map(move |i| (cell, Digit::from_index(i))))
        .filter(|&(cell, digit)| digit != solution.at(cell))
        .collect();
    rng.shuffle(&mut wrong);
    wrong.into_iter().find_map(|(cell, digit)| {
        let mut made = proper.clone();
        made.set(cell, Some(digit));
        made.clue_conflict().is_none().then_some(made)
    })
}

/// A puzzle with contradicting clues: a digit is given twice in a house. `None` if no house has two cells.
pub fn with_clue_conflict(puzzle: &Puzzle, rng: &mut Rng) -> Option<Puzzle> {
    let houses: Vec<_> = puzzle.all_different().filter(|house| house.cells().len() > 1).collect();
    let house = houses.get(rng.usize(..houses.len().max(1)))?;
    let first = rng.usize(..house.cells().len() - 1);
    let digit = Digit::from_index(rng.usize(..puzzle.shape().digits()));
    let mut made = puzzle.clone();
    for &cell in &house.cells()[first..first + 2] {
        made.set(cell, Some(digit));
    }
    Some(made)
}

/// A contradiction that follows from the clues without any choice, although no two clues contradict each other: the
/// first row lacks one digit and one cell, and the digit is given in the column of this cell. `None` below N = 3,
/// where this is impossible.
pub fn contradictory_row(shape: Shape) -> Option<Puzzle> {
    let n = shape.digits();
    if n < 3 {
        return None;
    }
    let mut puzzle = Puzzle::new(shape);
    for col in 0..n - 1 {
        puzzle.set(shape.cell(0, col), Some(Digit::from_index(col)));
    }
    puzzle.set(shape.cell(n - 1, n - 1), Some(Digit::from_index(n - 1)));
    puzzle.clue_conflict().is_none().then_some(puzzle)
}

/// Candidate restrictions that allow `solution`, and allow every other digit with probability `chance`.
///
/// # Panics
/// If `solution` is not of `shape`.
pub fn candidates_around(shape: Shape, solution: &Solution, chance: f64, rng: &mut Rng) -> Rule {
    let sets: Vec<DigitSet> = (0..shape.cells())
        .map(|i| {
            let own = solution.at(Cell::new(i));
            (0..shape.digits()).map(Digit::from_index).filter(|&d| d == own || rng.f64() < chance).collect()
        })
        .collect();
    Rule::candidates(shape, &sets).expect("the digits are those of the shape")
}

/// Random regions of N cells, connected or not, for a `shape` without boxes. They allow `solution`: cells with equal
/// digits never share a region.
///
/// # Panics
/// Never: N regions of N cells each are created.
pub fn regions_around(shape: Shape, solution: &Solution, rng: &mut Rng) -> Rule {
    let n = shape.digits();
    let mut map = vec![0_u8; shape.cells()];
    for digit in (0..n).map(Digit::from_index) {
        let mut names: Vec<u8> = (0..n as u8).collect();
        rng.shuffle(&mut names);
        let cells = (0..shape.cells()).filter(|&i| solution.at(Cell::new(i)) == digit);
        cells.zip(names).for_each(|(i, name)| map[i] = name);
    }
    Rule::regions(shape, &map).expect("every region has one cell per digit")
}

/// The choices for each part of a strategy, as `key=choice`.
fn part_choices() -> Vec<Vec<String>> {
    let choices = |part: &crate::search::Part| -> Vec<String> {
        let names: Vec<&str> = match part.key {
            "restarts" => vec!["0", "3"],
            "seed" => vec!["1"],
            "scan" => std::iter::once("none").chain(Level::all().map(Level::name)).collect(),
            _ => part.choices.iter().map(|(name, _)| *name).collect(),
        };
        names.into_iter().map(|name| format!("{}={name}", part.key)).collect()
    };
    crate::search::PARTS.iter().map(choices).collect()
}

/// All combinations that `keep` accepts of variable order, tie-break, value order, inference, scan, branching, and
/// restarts (off or on).
///
/// # Panics
/// If the table of parts and the parser of strategies disagree.
pub fn strategies(mut keep: impl FnMut(&Strategy) -> bool) -> Vec<Strategy> {
    let mut texts = vec![String::new()];
    for choices in part_choices() {
        texts = texts
            .iter()
            .flat_map(|text| choices.iter().map(move |choice| format!("{text},{choice}")))
            .collect();
    }
    let parsed = texts.iter().map(|text| text[1..].parse::<Strategy>().expect("made from the table"));
    parsed.filter(|strategy| keep(strategy)).collect()
}

/// A subset of all [strategies]: for any choices of two parts, some strategy has both.
///
/// # Panics
/// If the table of parts and the parser of strategies disagree.
pub fn pairwise_strategies() -> Vec<Strategy> {
    let parts = part_choices();
    let sizes: Vec<usize> = parts.iter().map(Vec::len).collect();
    let text = |row: Vec<usize>| {
        let chosen: Vec<&str> = row.iter().zip(&parts).map(|(&choice, part)| part[choice].as_str()).collect();
        chosen.join(",")
    };
    let rows = pairwise(&sizes).into_iter();
    rows.map(|row| text(row).parse().expect("made from the table")).collect()
}

/// Rows with a choice for each part, such that any two choices of different parts occur together in a row. Each row
/// begins with a pair that was in no row before, and then takes the choices with the most such pairs.
fn pairwise(sizes: &[usize]) -> Vec<Vec<usize>> {
    type PartChoice = (usize, usize);
    let pair = |one: PartChoice, other: PartChoice| if one < other { (one, other) } else { (other, one) };
    let mut open: BTreeSet<(PartChoice, PartChoice)> = BTreeSet::new();
    for (other, &others) in sizes.iter().enumerate() {
        for (one, &ones) in sizes[..other].iter().enumerate() {
            open.extend((0..ones).flat_map(|a| (0..others).map(move |b| ((one, a), (other, b)))));
        }
    }
    let mut rows = Vec::new();
    while let Some(&(one, other)) = open.first() {
        let mut chosen = vec![one, other];
        for part in (0..sizes.len()).filter(|&part| part != one.0 && part != other.0) {
            let added = |choice: usize| {
                chosen.iter().filter(|&&known| open.contains(&pair(known, (part, choice)))).count()
            };
            let best = (0..sizes[part]).max_by_key(|&choice| (added(choice), std::cmp::Reverse(choice)));
            chosen.push((part, best.expect("a part has choices")));
        }
        chosen.sort_unstable();
        for at in 0..chosen.len() {
            for before in 0..at {
                open.remove(&(chosen[before], chosen[at]));
            }
        }
        rows.push(chosen.into_iter().map(|(_, choice)| choice).collect());
    }
    rows
}

/// The solutions of `puzzle` that `strategy` finds, in its order, at most `limit`.
pub fn solutions_by(strategy: Strategy, puzzle: &Puzzle, limit: usize) -> Vec<Solution> {
    let mut found = Vec::new();
    Solver::with_strategy(strategy).solutions(puzzle, &Limits::NONE, |solution| {
        found.push(solution);
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found
}

/// `puzzle` with Windoku.
///
/// # Panics
/// If its boxes are not square.
pub fn windoku(puzzle: Puzzle) -> Puzzle {
    let rule = Rule::windoku(puzzle.shape()).expect("square boxes");
    puzzle.with_rule(rule)
}

/// `puzzle` with disjoint groups.
///
/// # Panics
/// If it has no boxes.
pub fn groups(puzzle: Puzzle) -> Puzzle {
    let rule = Rule::disjoint_groups(puzzle.shape()).expect("boxes");
    puzzle.with_rule(rule)
}

/// `puzzle` as a jigsaw; equal characters of `map` are equal regions.
///
/// # Panics
/// If a region does not have N cells.
pub fn regions(puzzle: Puzzle, map: &str) -> Puzzle {
    let rule = Rule::regions(puzzle.shape(), map.as_bytes()).expect("regions of N cells");
    puzzle.with_rule(rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_grids_satisfy_the_rules() {
        let mut rng = Rng::with_seed(1);
        for n in 1..=64 {
            for rows in (1..=n).filter(|rows| n % rows == 0) {
                let shape = Shape::boxes(rows, n / rows).expect("a shape");
                assert!(Puzzle::new(shape).is_solved_by(&full_grid(shape, &mut rng)), "{shape}");
            }
            let shape = Shape::latin(n).expect("a shape");
            assert!(Puzzle::new(shape).is_solved_by(&full_grid(shape, &mut rng)), "{shape}");
        }
    }

    #[test]
    fn any_two_choices_are_in_a_row() {
        let sizes = [6, 3, 4, 1, 7];
        let rows = pairwise(&sizes);
        assert!(rows.len() >= 42 && rows.len() < 60, "{}", rows.len());
        for (other, &others) in sizes.iter().enumerate() {
            for (one, &ones) in sizes[..other].iter().enumerate() {
                for (a, b) in (0..ones).flat_map(|a| (0..others).map(move |b| (a, b))) {
                    assert!(rows.iter().any(|row| (row[one], row[other]) == (a, b)), "{one}={a} {other}={b}");
                }
            }
        }
    }

    #[test]
    fn regions_admit_the_solution() {
        let mut rng = Rng::with_seed(2);
        let shape = Shape::latin(7).expect("a shape");
        let solution = full_grid(shape, &mut rng);
        let puzzle = Puzzle::new(shape).with_rule(regions_around(shape, &solution, &mut rng));
        assert!(puzzle.is_solved_by(&solution));
    }
}
