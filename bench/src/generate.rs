//! The suite of generation: microseconds per puzzle and per full grid, on one core.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use arcdoku::deduction::Technique;
use arcdoku::generate::{
    ClueSymmetry, Difficulty, GeneratedPuzzle, Grids, Maker, Method, Minimality, PuzzleRequest, seed_of,
};
use arcdoku::grid::{Cell, Shape};
use arcdoku::rate::{Level, Scale};
use arcdoku::{Limits, Outcome, Puzzle, Solver};
use sudoku::{Sudoku, Symmetry};

use crate::options::Run;
use crate::pass::{consume, least, turns};
use crate::record::Report;
use crate::table::{Table, figure, grouped, verdict};

/// The seed of the run.
const RUN: u64 = 729;

/// A measurement.
struct Row {
    name: String,
    /// The number of puzzles or grids per round, unless `--limit` is lower.
    count: u64,
    /// The target, in microseconds.
    target: Option<f64>,
    work: Work,
    /// The equivalent work of the crate `sudoku`, for one puzzle or grid.
    peer: Option<fn() -> Sudoku>,
}

/// The work of a row.
enum Work {
    /// Puzzles, one by one.
    Single(Box<PuzzleRequest>),
    /// Puzzles, many together.
    Batch(Box<PuzzleRequest>),
    Grids(Shape),
}

impl Row {
    fn new(name: impl Into<String>, count: u64, work: Work) -> Self {
        Self { name: name.into(), count, target: None, work, peer: None }
    }

    /// Makes all puzzles or grids, and calls `each` for every puzzle.
    fn pass(&self, count: u64, each: &mut dyn FnMut(&GeneratedPuzzle)) -> Result<Duration, String> {
        let request = match &self.work {
            Work::Grids(shape) => {
                let (start, grids) = (Instant::now(), Grids::of(*shape).unwrap());
                for number in 0..count {
                    black_box(grids.grid(seed_of(RUN, number)));
                }
                return Ok(start.elapsed());
            }
            Work::Single(request) | Work::Batch(request) => request,
        };
        let mut maker = Maker::new((**request).clone()).map_err(|error| format!("{}: {error}", self.name))?;
        let start = Instant::now();
        if matches!(self.work, Work::Single(_)) {
            for number in 0..count {
                let made = maker.make(seed_of(RUN, number), &Limits::NONE);
                each(&made.map_err(|_| format!("{}: gave up without a limit", self.name))?);
            }
        } else {
            maker.make_all(RUN, 0..count, &Limits::NONE, |_, made| {
                made.iter().for_each(&mut *each);
                ControlFlow::Continue(())
            });
        }
        Ok(start.elapsed())
    }

    /// Checks that every puzzle has exactly one solution and is minimal (for clues, or for orbits of clues), and that
    /// every grid is valid.
    fn check(&self, count: u64) -> Result<(), String> {
        let (Work::Single(request) | Work::Batch(request)) = &self.work else {
            let Work::Grids(shape) = self.work else { return Ok(()) };
            let puzzle = Puzzle::new(shape);
            let bad = (0..count)
                .find(|&number| !puzzle.is_solved_by(&Grids::of(shape).unwrap().grid(seed_of(RUN, number))));
            return bad.map_or(Ok(()), |number| Err(format!("{}: grid {number} is not valid", self.name)));
        };
        let mut solver = Solver::new();
        let mut wrong = None;
        let mut proper = |puzzle: &Puzzle, made: &GeneratedPuzzle| {
            solver.solve(puzzle, &Limits::NONE).outcome == Outcome::Unique(made.solution.clone())
        };
        let orbits = request.symmetry.orbits(request.shape);
        self.pass(count, &mut |made| {
            let has = |orbit: &&Vec<Cell>| made.puzzle.givens()[orbit[0].index()].is_some();
            // In large grids, the generator may not know whether a clue is necessary.
            let needed = request.minimality == Minimality::Any
                || orbits.iter().filter(has).filter(|orbit| can_go(orbit, made, &mut proper)).count()
                    <= made.undecided;
            let requested = request.difficulty.is_none() || made.rated.is_some();
            if !needed
                || !requested
                || !request.clues.contains(&made.puzzle.clues())
                || !proper(&made.puzzle, made)
            {
                wrong = Some(made.seed);
            }
        })?;
        wrong.map_or(Ok(()), |seed| {
            Err(format!("{}: the puzzle of seed {seed} does not meet the request", self.name))
        })
    }
}

/// Whether the solution stays unique without these clues.
fn can_go(
    orbit: &[Cell],
    made: &GeneratedPuzzle,
    proper: &mut dyn FnMut(&Puzzle, &GeneratedPuzzle) -> bool,
) -> bool {
    let mut less = made.puzzle.clone();
    for &cell in orbit {
        less.set(cell, None);
    }
    proper(&less, made)
}

/// The rows for 9x9.
fn classic() -> Result<Vec<Row>, String> {
    let scale = |name: &str| Scale::by_name(name).ok_or_else(|| format!("no scale {name}"));
    let single = |request: PuzzleRequest| Work::Single(Box::new(request));
    let plain = PuzzleRequest::default;
    let grid = Some(Grids::of(Shape::CLASSIC).unwrap().grid(RUN));
    let mut rows = vec![
        Row {
            target: Some(25.0),
            // `Sudoku::generate` of this version makes puzzles with half-turn symmetry.
            peer: Some(|| Sudoku::generate_with_symmetry(Symmetry::None)),
            ..Row::new("minimal, one by one", 4000, single(plain()))
        },
        Row {
            target: Some(25.0),
            ..Row::new("minimal, many at a time", 8000, Work::Batch(Box::new(plain())))
        },
        Row::new("of one grid", 4000, single(plain().with_grid(grid))),
    ];
    for symmetry in ClueSymmetry::all().skip(1) {
        let peer: Option<fn() -> Sudoku> = match symmetry {
            ClueSymmetry::HalfTurn => Some(|| Sudoku::generate_with_symmetry(Symmetry::HalfRotation)),
            ClueSymmetry::QuarterTurn => Some(|| Sudoku::generate_with_symmetry(Symmetry::QuarterRotation)),
            _ => None,
        };
        rows.push(Row { peer, ..Row::new(symmetry.name(), 2000, single(plain().with_symmetry(symmetry))) });
    }
    let rated = |difficulty| single(plain().with_difficulty(difficulty));
    let level = |level| Ok::<_, String>(Difficulty::on(scale("hodoku")?).with_levels(level..=level));
    let explainer = |hardness| Ok::<_, String>(Difficulty::on(scale("se")?).with_hardness(hardness));
    let easy = plain()
        .with_symmetry(ClueSymmetry::HalfTurn)
        .with_clues(36..=36)
        .with_minimality(Minimality::Any)
        .with_difficulty(level(Level::Easy)?);
    let wing = Difficulty::on(scale("hodoku")?).with_hardest(Technique::XWing);
    rows.extend([
        Row::new("easy, 36 clues, half-turn", 2000, single(easy)),
        Row::new("HoDoKu unfair", 200, rated(level(Level::Unfair)?)),
        Row::new("HoDoKu extreme", 200, rated(level(Level::Extreme)?)),
        Row::new("hardest technique x-wing", 40, rated(wing)),
        Row::new("SE 7.1 to 7.5", 100, rated(explainer(71..=75)?)),
        Row::new("SE 8.3 to 9.0", 30, rated(explainer(83..=90)?)),
        Row::new("controlled bias", 2, single(plain().with_method(Method::ControlledBias))),
        Row {
            peer: Some(Sudoku::generate_solved),
            ..Row::new("full grids", 20_000, Work::Grids(Shape::CLASSIC))
        },
    ]);
    Ok(rows)
}

/// The rows for other shapes.
fn others() -> Vec<Row> {
    let shapes = |sizes: &[usize]| sizes.iter().filter_map(|&n| Shape::usual(n)).collect::<Vec<_>>();
    let puzzles = shapes(&[4, 6, 8, 12, 16]).into_iter().map(|shape| {
        let count = if shape.digits() < 12 { 200 } else { 8 };
        Row::new(format!("minimal, {shape}"), count, Work::Single(Box::new(PuzzleRequest::of(shape))))
    });
    let grids = shapes(&[4, 6, 16, 25]).into_iter();
    let grids = grids.map(|shape| Row::new(format!("full grids, {shape}"), 100, Work::Grids(shape)));
    puzzles.chain(grids).collect()
}

pub(crate) fn suite(run: &Run, report: &mut Report) -> Result<(), String> {
    let rounds = run.rounds(3);
    let head = "what | made | us | target, us | verdict | sudoku, us | x sudoku";
    let mut table = Table::new(1, head);
    let mut rows = classic()?;
    rows.extend(others());
    for row in &rows {
        let count = run.options.limit.map_or(row.count, |most| row.count.min(most as u64));
        row.check(count.min(200))?;
        let times = turns(&row.name, rounds, 1 + usize::from(row.peer.is_some()), |place| match row.peer {
            Some(peer) if place == 1 => {
                let start = Instant::now();
                (0..count).for_each(|_| consume(peer()));
                Ok(start.elapsed())
            }
            _ => row.pass(count, &mut |made| consume(made.seed)),
        })?;
        let each = |times: &Vec<Duration>| least(times).as_secs_f64() * 1e6 / count as f64;
        let (ours, peer) = (each(&times[0]), times.get(1).map(each));
        table.row(vec![
            row.name.clone(),
            grouped(count as f64, 0),
            grouped(ours, 2),
            figure(row.target, 2),
            verdict(row.target.map(|target| ours <= target)),
            figure(peer, 2),
            figure(peer.map(|peer| peer / ours), 1),
        ]);
    }
    report.add_block(
        "Microseconds per puzzle or full grid on one core, from its seed. Before the measurement, up to 200 of each \
         were compared with their request: one solution, no redundant clue (with a symmetry, no redundant orbit of \
         clues), the requested number of clues, and the requested rating. `sudoku`: the crate of that name in the \
         same run, with its own random numbers; its puzzles with a symmetry are minimal in a different sense. Slow \
         kinds were made less often. The time of controlled bias and of requests with a rating varies widely from \
         puzzle to puzzle.",
    );
    report.add_block(&table.render());
    report.add_block(&format!("Rounds: {rounds}; the best counts; arcdoku and the peer took turns."));
    Ok(())
}
