//! Minimizing: a full grid becomes a minimal puzzle of it.

use std::hint::black_box;
use std::time::Duration;

use arcdoku::generate::{Grids, Maker, Minimizer, Wish, seed_of};
use arcdoku::{Cell, Limits, Puzzle, Shape, Solution};
use sudoku::Sudoku;

use super::figures::MINIMIZING;
use super::tdoku::{TDOKU, Tdoku};
use super::{JUDGED, Run, judged};
use crate::engine::PEER;
use crate::engines::bytes;
use crate::pass::timed;
use crate::record::Report;
use crate::set::Data;
use crate::suite::Plan;
use crate::table::{Table, grouped};

/// Seed of the run.
const RUN: u64 = 20;

/// Number of grids, unless `--limit` is lower.
const GRIDS: usize = 2000;

/// A full grid, in the forms of all.
struct Full {
    puzzle: Puzzle,
    solution: Solution,
    peer: Sudoku,
    line: String,
}

/// Who minimizes.
enum Worker {
    /// `Minimizer::one`, from all clues of the grid.
    Minimizer(Box<Minimizer>),
    /// `Maker::make` with a wish for the grid, a new maker for each.
    Maker,
    Peer,
    Tdoku(Box<Tdoku>),
}

/// The names of ours.
const OURS: [&str; 2] = ["Minimizer", "Maker"];

impl Worker {
    fn name(&self) -> &'static str {
        match self {
            Self::Minimizer(_) => OURS[0],
            Self::Maker => OURS[1],
            Self::Peer => PEER,
            Self::Tdoku(_) => TDOKU,
        }
    }

    /// A minimal puzzle of each grid, to be checked.
    fn minimize(&mut self, grids: &[Full]) -> Result<Vec<Sudoku>, String> {
        if let Self::Tdoku(tdoku) = self {
            tdoku.load(grids.iter().map(|grid| grid.line.as_str()))?;
            let lines = tdoku.minimize()?;
            let puzzles =
                lines.iter().map(|line| Sudoku::from_str_line(line).map_err(|error| error.to_string()));
            return puzzles.collect();
        }
        let each = grids.iter().zip(0..).map(|(grid, number)| self.one(grid, number));
        each.collect::<Option<Vec<Sudoku>>>().ok_or_else(|| "a grid without a minimal puzzle".into())
    }

    fn one(&mut self, grid: &Full, number: u64) -> Option<Sudoku> {
        match self {
            Self::Minimizer(_) | Self::Maker => Sudoku::from_bytes(bytes(&self.ours(grid, number)?)).ok(),
            Self::Peer => Some(Sudoku::generate_from(grid.peer)),
            Self::Tdoku(_) => None,
        }
    }

    fn ours(&mut self, grid: &Full, number: u64) -> Option<Puzzle> {
        let seed = seed_of(RUN, number);
        match self {
            Self::Minimizer(minimizer) => {
                minimizer.one(&grid.puzzle, &grid.solution, Some(seed), &Limits::NONE).ok()
            }
            Self::Maker => {
                let mut maker = Maker::new(Wish::default().with_grid(Some(grid.solution.clone()))).ok()?;
                maker.make(seed, &Limits::NONE).ok().map(|made| made.puzzle)
            }
            Self::Peer | Self::Tdoku(_) => None,
        }
    }

    fn time(&mut self, grids: &[Full]) -> Result<Duration, String> {
        Ok(match self {
            Self::Tdoku(tdoku) => {
                tdoku.load(grids.iter().map(|grid| grid.line.as_str()))?;
                tdoku.minimize_time()?
            }
            Self::Peer => timed(|| {
                for grid in grids {
                    black_box(Sudoku::generate_from(black_box(grid.peer)));
                }
            }),
            Self::Minimizer(_) | Self::Maker => timed(|| {
                for (grid, number) in grids.iter().zip(0..) {
                    black_box(self.ours(black_box(grid), number));
                }
            }),
        })
    }
}

fn grids(count: usize) -> Result<Vec<Full>, String> {
    let makers = Grids::of(Shape::CLASSIC).ok_or("no grids of 9x9")?;
    let grids = (0..count as u64).map(|number| {
        let solution = makers.grid(seed_of(RUN, number));
        let mut puzzle = Puzzle::new(Shape::CLASSIC);
        for (place, &digit) in solution.digits().iter().enumerate() {
            puzzle.set(Cell::new(place), Some(digit));
        }
        let peer = Sudoku::from_bytes(bytes(&puzzle)).map_err(|error| error.to_string())?;
        Ok(Full { puzzle, solution, peer, line: peer.to_str_line().to_string() })
    });
    grids.collect()
}

/// Whether a puzzle is a minimal one of a grid.
fn is_minimal(grid: &Full, puzzle: Sudoku) -> bool {
    let cells = puzzle.to_bytes();
    let without = |place: usize| {
        let mut less = cells;
        less[place] = 0;
        Sudoku::from_bytes(less).is_ok_and(|less| !less.is_uniquely_solvable())
    };
    puzzle.solution() == Some(grid.peer) && (0..81).filter(|&place| cells[place] != 0).all(without)
}

pub(super) fn section(plan: &Plan<'_>, data: &Data, run: &Run, report: &mut Report) -> Result<(), String> {
    let grids = grids(plan.limit.map_or(GRIDS, |limit| limit.min(GRIDS)))?;
    let rounds = plan.rounds(3);
    let mut workers = vec![Worker::Minimizer(Box::default()), Worker::Maker, Worker::Peer];
    if let Some(driver) = &run.tdoku {
        workers.push(Worker::Tdoku(Box::new(driver.start()?)));
    }
    let mut best: Vec<(&str, f64, Duration)> = Vec::new();
    for worker in &mut workers {
        eprintln!("minimizing: {}, warm-up", worker.name());
        let puzzles = worker.minimize(&grids)?;
        let bad = grids.iter().zip(&puzzles).find(|&(grid, &puzzle)| !is_minimal(grid, puzzle));
        if let Some((_, puzzle)) = bad {
            return Err(format!(
                "{}: this is no minimal puzzle of its grid: {}",
                worker.name(),
                puzzle.to_str_line()
            ));
        }
        let clues: usize = puzzles.iter().map(|puzzle| usize::from(puzzle.n_clues())).sum();
        best.push((worker.name(), clues as f64 / grids.len() as f64, Duration::MAX));
    }
    for round in 0..rounds {
        eprintln!("minimizing: round {} of {rounds}", round + 1);
        for turn in 0..workers.len() {
            let place = (turn + round) % workers.len();
            best[place].2 = best[place].2.min(workers[place].time(&grids)?);
        }
    }
    report.say(&format!(
        "Minimizing, nanoseconds a grid: {} random full grids (seed {RUN}), of each a minimal puzzle, its clues tried in \
         random order. `Minimizer` is `Minimizer::one`, `Maker` is `Maker::make` with a wish for the grid. The peers have \
         their own random numbers. Every puzzle was checked. Rounds: {rounds}.",
        grouped(grids.len() as f64, 0),
    ));
    report.say(&table(&best, grids.len(), data.note().is_none()).render());
    Ok(())
}

/// From names, mean numbers of clues and times of a pass.
fn table(best: &[(&str, f64, Duration)], grids: usize, judge: bool) -> Table {
    let mut head = vec!["who", "clues"];
    head.extend(JUDGED);
    let mut table = Table::new(1, &head);
    let each = |time: Duration| time.as_nanos() as f64 / grids.max(1) as f64;
    let peers = best.iter().filter(|(name, ..)| !OURS.contains(name));
    let peer = peers.map(|&(_, _, time)| each(time)).fold(f64::NAN, f64::min);
    for &(name, clues, time) in best {
        let mut cells = vec![name.into(), format!("{clues:.2}")];
        cells.extend(judged(each(time), peer, (judge && name == OURS[0]).then_some(MINIMIZING)));
        table.row(cells);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{Worker, grids, is_minimal, table};
    use std::time::Duration;

    #[test]
    fn ours_and_the_peer_make_minimal_puzzles() {
        let grids = grids(3).unwrap();
        for mut worker in [Worker::Minimizer(Box::default()), Worker::Maker, Worker::Peer] {
            let puzzles = worker.minimize(&grids).unwrap();
            assert!(grids.iter().zip(&puzzles).all(|(grid, &puzzle)| is_minimal(grid, puzzle)));
            assert!(!is_minimal(&grids[0], puzzles[1]));
        }
        assert!(!is_minimal(&grids[0], grids[0].peer));
    }

    #[test]
    fn the_minimizer_is_judged() {
        let times = [("Minimizer", 24), ("Maker", 30), ("sudoku", 120), ("tdoku", 115)];
        let best = times.map(|(name, us)| (name, 24.0, Duration::from_micros(us)));
        let text = table(&best, 1, true).render();
        assert!(text.contains("4.79") && text.matches(" met").count() == 2, "{text}");
    }
}
