//! Enumerating: every solution of a puzzle, written out as 81 characters.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use arcdoku::fast9::Engine as Fast9;
use arcdoku::{Digit, Limits, Puzzle, Solution};

use super::counting::{Loose, many};
use super::figures::ENUMERATING;
use super::tdoku::{TDOKU, Tdoku};
use super::{JUDGED, Run, judged};
use crate::engine::PEER;
use crate::fast9_engines::LATENCY;
use crate::pass::timed;
use crate::record::Report;
use crate::set::Data;
use crate::suite::Plan;
use crate::table::{Table, grouped};

/// Maximum number of solutions of a puzzle. The crate `sudoku` keeps them all.
const LIMIT: usize = 100_000;

/// Number of rounds, of which the best counts.
const ROUNDS: usize = 3;

/// The length of a written solution.
const LINE: usize = 82;

/// Where solutions are written: a block of memory that stays in the cache, as that of a writer does.
struct Out {
    block: Vec<u8>,
    used: usize,
}

impl Out {
    fn new() -> Self {
        Self { block: vec![b'\n'; 1024 * LINE], used: 0 }
    }

    #[inline]
    fn write(&mut self, grid: &[u8; 81]) {
        if self.used == self.block.len() {
            black_box(&self.block);
            self.used = 0;
        }
        let place = &mut self.block[self.used..self.used + 81];
        for (symbol, digit) in place.iter_mut().zip(grid) {
            *symbol = digit + b'0';
        }
        self.used += LINE;
    }
}

/// An engine that enumerates.
enum Lister {
    Ours(Box<Fast9>),
    /// With room for all solutions of a puzzle.
    Peer(Vec<[u8; 81]>),
    Tdoku(Box<Tdoku>),
}

impl Lister {
    fn name(&self) -> &'static str {
        match self {
            Self::Ours(_) => LATENCY,
            Self::Peer(_) => PEER,
            Self::Tdoku(_) => TDOKU,
        }
    }

    /// All solutions of a puzzle, up to the limit, to be checked: digits.
    fn list(&mut self, loose: &Loose) -> Result<Vec<[u8; 81]>, String> {
        let mut grids = Vec::new();
        match self {
            Self::Ours(engine) => ours(engine, &loose.puzzle, |grid| grids.push(*grid)),
            Self::Peer(room) => {
                let count = loose.peer.solutions_up_to_buffer(room, LIMIT);
                grids.extend_from_slice(&room[..count]);
            }
            Self::Tdoku(tdoku) => {
                tdoku.load(loose.lines())?;
                grids = tdoku.solutions(LIMIT as u64)?;
                grids.as_flattened_mut().iter_mut().for_each(|symbol| *symbol = symbol.wrapping_sub(b'0'));
            }
        }
        Ok(grids)
    }

    /// The time to write all solutions of all puzzles.
    fn time(&mut self, loose: &[Loose]) -> Result<Duration, String> {
        let mut out = Out::new();
        Ok(match self {
            Self::Ours(engine) => timed(|| {
                for loose in loose {
                    ours(engine, black_box(&loose.puzzle), |grid| out.write(grid));
                }
            }),
            Self::Peer(room) => timed(|| {
                for loose in loose {
                    let count = black_box(loose.peer).solutions_up_to_buffer(room, LIMIT);
                    room[..count].iter().for_each(|grid| out.write(grid));
                }
            }),
            Self::Tdoku(tdoku) => {
                tdoku.load(Loose::lines_of(loose))?;
                tdoku.enumerate(LIMIT as u64)?.time
            }
        })
    }
}

/// Passes on up to [`LIMIT`] solutions.
fn ours(engine: &mut Fast9, puzzle: &Puzzle, mut each: impl FnMut(&[u8; 81])) {
    let mut left = LIMIT;
    engine.solutions(puzzle, &Limits::NONE, |grid| {
        each(grid);
        left -= 1;
        if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
}

/// The solutions of a puzzle, in order, if each is one and none is twice.
fn checked(puzzle: &Puzzle, mut grids: Vec<[u8; 81]>) -> Option<Vec<[u8; 81]>> {
    let is_solution = |grid: &[u8; 81]| {
        let digits: Option<Vec<Digit>> = grid.iter().map(|&digit| Digit::new(digit)).collect();
        digits.is_some_and(|digits| puzzle.is_solved_by(&Solution::new(digits)))
    };
    grids.sort_unstable();
    (grids.windows(2).all(|pair| pair[0] != pair[1]) && grids.iter().all(is_solution)).then_some(grids)
}

/// Measurements of a lister.
struct Listed {
    name: &'static str,
    solutions: usize,
    passes: Vec<Duration>,
}

/// Compares the solutions that all find, then times them in turns.
fn measure(loose: &[Loose], listers: &mut [Lister], rounds: usize) -> Result<Vec<Listed>, String> {
    let mut known: Vec<Option<Vec<[u8; 81]>>> = vec![None; loose.len()];
    let mut all = Vec::new();
    for lister in listers.iter_mut() {
        let name = lister.name();
        eprintln!("enumerating: {name}, warm-up");
        let mut solutions = 0;
        for (loose, known) in loose.iter().zip(&mut known) {
            let fault = |what: &str| format!("{name} {what}: {}", loose.peer.to_str_line());
            let found = checked(&loose.puzzle, lister.list(loose)?);
            let found = found.ok_or_else(|| fault("gives a wrong solution, or one twice"))?;
            solutions += found.len();
            // Those of a puzzle with more than the limit are others.
            let is_same = match known {
                Some(before) => before.len() == found.len() && (found.len() == LIMIT || *before == found),
                None => true,
            };
            if !is_same {
                return Err(fault("finds other solutions than those before"));
            }
            known.get_or_insert(found);
        }
        all.push(Listed { name, solutions, passes: Vec::new() });
    }
    for round in 0..rounds {
        eprintln!("enumerating: round {} of {rounds}", round + 1);
        for turn in 0..listers.len() {
            let place = (turn + round) % listers.len();
            all[place].passes.push(listers[place].time(loose)?);
        }
    }
    Ok(all)
}

pub(super) fn section(plan: &Plan<'_>, data: &Data, run: &Run, report: &mut Report) -> Result<(), String> {
    let (loose, what) = many(plan, data)?;
    let rounds = plan.rounds(ROUNDS).min(ROUNDS);
    let mut listers = vec![Lister::Ours(Box::new(Fast9::new())), Lister::Peer(vec![[0; 81]; LIMIT])];
    if let Some(driver) = &run.tdoku {
        listers.push(Lister::Tdoku(Box::new(driver.start()?)));
    }
    let all = measure(&loose, &mut listers, rounds)?;
    report.say(&format!(
        "Enumerating, nanoseconds a solution, at most {} solutions a puzzle, each written as 81 characters: {what}. \
         `{LATENCY}` is `Engine::solutions`. Every solution was checked, and puzzles with fewer had the same. \
         Rounds: {rounds}.",
        grouped(LIMIT as f64, 0),
    ));
    report.say(&table(&all, data.note().is_none()).render());
    Ok(())
}

fn table(all: &[Listed], judge: bool) -> Table {
    let mut head = vec!["engine", "solutions"];
    head.extend(JUDGED);
    let mut table = Table::new(1, &head);
    let each = |listed: &Listed| {
        let best = listed.passes.iter().min().copied().unwrap_or_default();
        best.as_nanos() as f64 / listed.solutions.max(1) as f64
    };
    let peer = all.iter().filter(|listed| listed.name != LATENCY).map(each).fold(f64::NAN, f64::min);
    for listed in all {
        let mut cells = vec![listed.name.into(), grouped(listed.solutions as f64, 0)];
        cells.extend(judged(each(listed), peer, (judge && listed.name == LATENCY).then_some(ENUMERATING)));
        table.row(cells);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{Fast9, LIMIT, Listed, Lister, Out, checked, measure, table};
    use crate::fast9::counting::loosen;
    use arcdoku::Puzzle;
    use std::time::Duration;

    const LINE: &str = ".....729.8....6....69..3.1.1....8.6..2....9.8....6..3..9.....4.....4.6..71.....25";

    #[test]
    fn both_find_the_same_solutions() {
        let loose = loosen(&[LINE.parse::<Puzzle>().unwrap()], 1).unwrap();
        let mut listers = [Lister::Ours(Box::new(Fast9::new())), Lister::Peer(vec![[0; 81]; LIMIT])];
        let all = measure(&loose, &mut listers, 1).unwrap();
        assert!(all[0].solutions > 1 && all[0].solutions == all[1].solutions);
        let grids = listers[1].list(&loose[0]).unwrap();
        assert_eq!(checked(&loose[0].puzzle, grids.clone()).map(|grids| grids.len()), Some(grids.len()));
        assert_eq!(checked(&loose[0].puzzle, vec![grids[0], grids[0]]), None);
        assert_eq!(checked(&loose[0].puzzle, vec![[1; 81]]), None);
    }

    #[test]
    fn solutions_are_written_over_each_other() {
        let mut out = Out::new();
        (0..1025).for_each(|_| out.write(&[7; 81]));
        assert!(out.used == 82 && out.block[80..83] == *b"7\n7");
    }

    #[test]
    fn a_solution_is_judged_by_its_time() {
        let listed = |name, ns| Listed { name, solutions: 1, passes: vec![Duration::from_nanos(ns)] };
        let text = table(&[listed("fast9", 99), listed("sudoku", 340), listed("tdoku", 300)], true).render();
        assert!(text.contains("3.03") && text.matches(" met").count() == 2, "{text}");
    }
}
