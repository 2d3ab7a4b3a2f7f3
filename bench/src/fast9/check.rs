//! Checks the answers to many generated puzzles, for all questions, on every tier, one by one and in lanes. The answers
//! are compared with the answers of independent solvers.
//!
//! The reference for clues is the crate `sudoku`. The reference for restricted candidates, and for some of the other
//! puzzles, is the general search. The seed of the run and the number of a block determine its puzzles, so a difference
//! can be reproduced and turned into a test.

use std::io::{Write as _, stderr};
use std::ops::ControlFlow;
use std::time::Instant;

use arcdoku::fast9::{Board, Engine, EngineReport, Tier};
use arcdoku::generate::{Minimizer, seed_of};
use arcdoku::solve::FASTEST;
use arcdoku::testing::instances::{candidates_around, full_grid, with_holes};
use arcdoku::testing::neutral;
use arcdoku::{Cell, Digit, Limits, Puzzle, Shape, Solution, Solver, Strategy};
use fastrand::Rng;
use sudoku::Sudoku;

use crate::engine::{bytes, solution};
use crate::record::Report;
use crate::table::{Table, grouped};

/// The number of puzzles that are made and answered together.
const BLOCK: usize = 2000;

/// The node limit of a batch whose reports are compared between tiers.
const FEW: u64 = 8;

/// If a puzzle has fewer solutions than this, they are compared as a set. Otherwise, they are only counted up to this
/// number.
const CAP: usize = 64;

/// One in this many puzzles is counted up to [`FAR`], where lanes share its branches.
const FAR_STEP: usize = 128;

const FAR: u64 = 3000;

/// One in this many puzzles with clues is also answered by the general search.
const SECOND_STEP: usize = 64;

type Grid = [u8; 81];

/// The kinds of puzzles, with their shares in percent.
const KINDS: [(&str, u32); 6] = [
    ("full grids with holes", 35),
    ("minimal", 20),
    ("minimal without 1 to 3 clues", 10),
    ("with a wrong clue", 15),
    ("clues anywhere", 5),
    ("restricted candidates", 15),
];

/// A generated puzzle.
struct Case {
    /// Its index in [`KINDS`].
    kind: usize,
    puzzle: Puzzle,
    /// Whether no candidates are restricted.
    is_plain: bool,
    /// Solutions up to the cap, by the reference, sorted.
    expected: Vec<Grid>,
}

/// The generators of puzzles, and the solvers that the engines are compared with.
struct Source {
    rng: Rng,
    minimizer: Minimizer,
    search: Solver,
}

impl Source {
    fn new(seed: u64) -> Result<Self, String> {
        let strategy: Strategy = FASTEST.parse().map_err(|error| format!("{error}"))?;
        let search = Solver::with_strategy(strategy);
        Ok(Self { rng: Rng::with_seed(seed), minimizer: Minimizer::new(), search })
    }

    fn minimal(&mut self, full: &Solution) -> Result<Puzzle, String> {
        let clues = with_holes(&Puzzle::new(Shape::CLASSIC), full, 0, &mut self.rng);
        let seed = Some(self.rng.u64(..));
        self.minimizer.one(&clues, full, seed, &Limits::NONE).map_err(|_| "no minimal puzzle".to_owned())
    }

    fn puzzle(&mut self, kind: usize, number: usize) -> Result<Puzzle, String> {
        let empty = Puzzle::new(Shape::CLASSIC);
        let full = full_grid(Shape::CLASSIC, &mut self.rng);
        let holes = self.rng.usize(11..61);
        let mut puzzle = match kind {
            0 => with_holes(&empty, &full, holes, &mut self.rng),
            3 if self.rng.bool() => with_holes(&empty, &full, holes, &mut self.rng),
            1..4 => self.minimal(&full)?,
            4 => empty,
            _ => {
                let chance = self.rng.f64();
                let clues = self.rng.usize(..20);
                let restricted =
                    empty.with_rule(candidates_around(Shape::CLASSIC, &full, chance, &mut self.rng));
                with_holes(&restricted, &full, 81 - clues, &mut self.rng)
            }
        };
        // The cell with a random number gets a random digit, or becomes empty.
        let mut change = |is_clue: bool| {
            let digit = is_clue.then(|| Digit::from_index(self.rng.usize(..9)));
            puzzle.set(Cell::new(self.rng.usize(..81)), digit);
        };
        match kind {
            2 => (0..10).for_each(|_| change(false)),
            3 => change(true),
            4 => (0..17).for_each(|_| change(true)),
            // Some puzzles have no solution.
            5 if number.is_multiple_of(8) => change(true),
            _ => {}
        }
        Ok(puzzle)
    }

    /// Makes a puzzle, with the solutions of the references.
    fn case(&mut self, number: usize) -> Result<Case, String> {
        let mut drawn = self.rng.u32(..100);
        let kind = KINDS.iter().position(|&(_, share)| {
            let is_it = drawn < share;
            drawn = drawn.saturating_sub(share);
            is_it
        });
        let kind = kind.unwrap_or_default();
        let puzzle = self.puzzle(kind, number)?;
        let is_plain = puzzle.is_plain();
        let mut room = [[0; 81]; CAP];
        let by_peer =
            Sudoku::from_bytes(bytes(&puzzle)).map_or(0, |peer| peer.solutions_up_to_buffer(&mut room, CAP));
        let mut expected = room[..by_peer].to_vec();
        if !is_plain || number.is_multiple_of(SECOND_STEP) {
            let mut second = Vec::new();
            self.search.solutions(&puzzle, &Limits::NONE, |found| {
                second.push(std::array::from_fn(|cell| found.at(Cell::new(cell)).get()));
                if second.len() < CAP { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            let is_same =
                expected.len() == second.len() && (second.len() == CAP || has_same(&expected, &second));
            if is_plain && !is_same {
                return Err(format!("two references disagree: {}", neutral::line(&puzzle, 0, None)));
            }
            expected = second;
        }
        expected.sort_unstable();
        let case = Case { kind, puzzle, is_plain, expected };
        if case.are_right(&case.expected.clone()) {
            Ok(case)
        } else {
            Err(format!("the reference is wrong: {}", case.text()))
        }
    }
}

fn has_same(one: &[Grid], other: &[Grid]) -> bool {
    one.iter().all(|grid| other.contains(grid))
}

impl Case {
    fn text(&self) -> String {
        neutral::line(&self.puzzle, 0, None)
    }

    fn board(&self, engine: &Engine) -> Board {
        engine.load(&bytes(&self.puzzle))
    }

    /// Whether sorted solutions up to the cap equal those of the reference.
    fn are_right(&self, grids: &[Grid]) -> bool {
        grids.len() == self.expected.len()
            && grids.windows(2).all(|two| two[0] != two[1])
            && grids.iter().all(|grid| self.puzzle.is_solved_by(&solution(grid)))
            && (grids.len() == CAP || *grids == self.expected)
    }

    /// Whether a report is correct, if `wanted` solutions were requested.
    fn is_right(&self, wanted: usize, found: &EngineReport) -> bool {
        let count = self.expected.len().min(wanted);
        let grids = &found.grids[..count.min(2)];
        let is_known = |grid| self.expected.len() == CAP || self.expected.binary_search(grid).is_ok();
        found.limit.is_none()
            && found.solutions == count as u64
            && grids.iter().all(|grid| self.puzzle.is_solved_by(&solution(grid)) && is_known(grid))
            && (grids.len() < 2 || grids[0] != grids[1])
    }
}

/// Compares the answers of all engines to all questions. Returns the number of answers. The error has the first
/// puzzle with a wrong answer, by its number in the block.
fn compare(engines: &mut [Engine], cases: &[Case]) -> Result<u64, (usize, String)> {
    let mut answers = 0;
    let mut limited: Option<Vec<EngineReport>> = None;
    let mut far: Vec<Option<u64>> = vec![None; cases.len()];
    let puzzles = || cases.iter().map(|case| &case.puzzle);
    for engine in engines {
        let tier = engine.tier();
        let wrong = |place: usize, what: String| (place, format!("{tier}, {what}"));
        let mut check = |places: &mut dyn Iterator<Item = usize>,
                         found: &[EngineReport],
                         wanted,
                         how: &str| {
            answers += found.len() as u64;
            for (place, found) in places.zip(found) {
                if !cases[place].is_right(wanted, found) {
                    return Err(wrong(place, format!("{how}, {wanted} wanted: {} found", found.solutions)));
                }
            }
            Ok(())
        };
        for wanted in [1, 2] {
            let limits = &Limits::NONE;
            let alone: Vec<EngineReport> =
                puzzles().filter_map(|puzzle| engine.solve(puzzle, wanted as u64, limits)).collect();
            check(&mut (0..cases.len()), &alone, wanted, "alone")?;
            let mut many = Vec::with_capacity(cases.len());
            engine.batch(puzzles(), wanted as u64, limits, |found| many.extend(found.cloned()));
            check(&mut (0..cases.len()), &many, wanted, "in a batch")?;
            // If there are two solutions, a batch returns the same one as a single search.
            if let Some(place) = (0..cases.len()).find(|&place| {
                let [one, other] = [&alone, &many].map(|found| found.get(place).map(|found| found.grids));
                one.is_none() || other.is_none() || wanted == 2 && one != other
            }) {
                return Err(wrong(place, "in a batch: other solutions than alone".into()));
            }
            let plain: Vec<usize> = (0..cases.len()).filter(|&place| cases[place].is_plain).collect();
            let boards: Vec<Board> = plain.iter().map(|&place| cases[place].board(engine)).collect();
            many.clear();
            engine.answer_all(&boards, wanted as u64, limits, |found| many.push(found.clone()));
            if many.len() != plain.len() {
                return Err(wrong(0, format!("in lanes: {} answers", many.len())));
            }
            check(&mut plain.into_iter(), &many, wanted, "in lanes")?;
        }
        let mut few = Vec::with_capacity(cases.len());
        engine.batch(puzzles(), 2, &Limits::NONE.with_nodes(FEW), |found| few.extend(found.cloned()));
        let known = limited.get_or_insert_with(|| few.clone());
        if let Some(place) = (0..cases.len()).find(|&place| known.get(place) != few.get(place)) {
            return Err(wrong(place, format!("another answer within {FEW} nodes")));
        }
        for (place, case) in cases.iter().enumerate() {
            let mut count =
                |up_to| engine.count(&case.puzzle, up_to, &Limits::NONE).map_or(0, |found| found.solutions);
            let found = count(CAP as u64);
            if found != case.expected.len() as u64 {
                return Err(wrong(place, format!("count: {found}")));
            }
            if place % FAR_STEP == 0 && case.expected.len() == CAP {
                let found = count(FAR);
                let by_peer = || Sudoku::from_bytes(bytes(&case.puzzle)).ok().filter(|_| case.is_plain);
                let known = far[place].get_or_insert_with(|| {
                    by_peer().map_or(found, |peer| peer.solutions_count_up_to(FAR as usize) as u64)
                });
                if found != *known {
                    return Err(wrong(place, format!("count up to {FAR}: {found}, expected {known}")));
                }
            }
            let mut grids = Vec::new();
            engine.solutions(&case.puzzle, &Limits::NONE, |grid| {
                grids.push(*grid);
                if grids.len() < CAP { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            grids.sort_unstable();
            if !case.are_right(&grids) {
                return Err(wrong(place, format!("enumerate: {} found", grids.len())));
            }
        }
        answers += 3 * cases.len() as u64;
    }
    Ok(answers)
}

fn block(seed: u64, count: usize) -> Result<Vec<Case>, String> {
    let mut source = Source::new(seed)?;
    (0..count).map(|number| source.case(number)).collect()
}

/// Compares the answers to `count` puzzles.
pub(super) fn suite(count: usize, seed: u64, report: &mut Report) -> Result<(), String> {
    let start = Instant::now();
    let mut engines: Vec<Engine> = Tier::available().filter_map(Engine::with_tier).collect();
    let names: Vec<&str> = engines.iter().map(|engine| engine.tier().name()).collect();
    let mut kinds = [[0_u64; 4]; KINDS.len()];
    let (mut answers, mut done) = (0, 0);
    while done < count {
        let cases = block(seed_of(seed, (done / BLOCK) as u64), BLOCK.min(count - done))?;
        answers += compare(&mut engines, &cases).map_err(|(place, what)| {
            let case = &cases[place];
            format!(
                "a wrong answer: {what}, expected {} (at most {CAP}): seed {seed}, puzzle {} ({}): {}",
                case.expected.len(),
                done + place,
                KINDS[case.kind].0,
                case.text()
            )
        })?;
        for case in &cases {
            kinds[case.kind][if case.expected.len() == CAP { 3 } else { case.expected.len().min(2) }] += 1;
        }
        done += cases.len();
        let _ = write!(stderr(), "\rchecked: {done} of {count}, {:.0} s ", start.elapsed().as_secs_f64());
    }
    eprintln!();
    report.add_block(&format!(
        "Answers to {} generated puzzles (seed {seed}), by the tiers {}, alone, in batches and in lanes: a first \
         solution, uniqueness, the count and all solutions up to {CAP}; the two solutions of a batch, which equal \
         those found alone; answers within {FEW} nodes, the same on all tiers; and for every {FAR_STEP}th puzzle, \
         the count up to {FAR}. Answers are compared with the crate `sudoku`, and for restricted candidates and \
         every {SECOND_STEP}th puzzle with the general search. Counts above {CAP} for restricted candidates are \
         compared with each other. {} answers were compared; none was wrong. It took {:.0} s.",
        grouped(done as f64, 0),
        names.join(", "),
        grouped(answers as f64, 0),
        start.elapsed().as_secs_f64()
    ));
    let mut table = Table::new(1, &format!("kind | no solution | one | 2 to {} | {CAP} or more", CAP - 1));
    for ((name, _), counts) in KINDS.iter().zip(&kinds) {
        let counts = counts.iter().map(|&count| grouped(count as f64, 0));
        table.row([(*name).to_owned()].into_iter().chain(counts).collect());
    }
    report.add_block(&table.render());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{CAP, Engine, KINDS, block, compare, suite};
    use crate::record::Report;
    use arcdoku::fast9::Tier;

    #[test]
    fn all_kinds_have_the_same_answers() {
        let mut report = Report::new("test");
        suite(300, 1, &mut report).unwrap();
        let cases = block(1, 300).unwrap();
        for (kind, (name, _)) in KINDS.iter().enumerate() {
            assert!(cases.iter().any(|case| case.kind == kind), "{name}");
        }
        let lengths = || cases.iter().map(|case| case.expected.len());
        assert!(lengths().any(|n| n == 0) && lengths().any(|n| n == 1) && lengths().any(|n| n == CAP));
    }

    #[test]
    fn a_seed_gives_the_same_puzzles() {
        let texts = |seed| block(seed, 20).unwrap().iter().map(super::Case::text).collect::<Vec<_>>();
        assert_eq!(texts(7), texts(7));
        assert_ne!(texts(7), texts(8));
    }

    #[test]
    fn a_wrong_answer_is_found() {
        let mut cases = block(3, 50).unwrap();
        let place = cases.iter().position(|case| case.expected.len() == 1).unwrap();
        cases[place].expected.clear();
        let mut engines: Vec<Engine> = Tier::available().filter_map(Engine::with_tier).collect();
        let (found, what) = compare(&mut engines, &cases).unwrap_err();
        assert!(found == place && what.contains("alone, 1 wanted: 1 found"), "{what}");
    }
}
