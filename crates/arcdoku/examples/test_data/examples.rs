//! Finds an example of each technique. A search starts from the examples of the file, and replaces them with better
//! ones.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use arcdoku::deduction::{Candidates, Family, Fish, House, Net, Pattern, Step, Technique};
use arcdoku::explain::picture;
use arcdoku::explainer;
use arcdoku::grid::{Cell, CellSet, Digit, Shape};
use arcdoku::rate::{Profile, RateScratch, solve};
use arcdoku::testing;
use arcdoku::testing::techniques::{first, is_vague, known, path, state_of};
use arcdoku::{Limits, Outcome, Puzzle, Solver};
use fastrand::Rng;

const HEAD: &str = "\
# An example of each technique: a state, and the step that a search for the technique alone finds first there.
# Lines of a regression library; a technique without a code is written by its name. Made by
# `cargo xtask data examples`, from puzzles made by filling and digging.
";

/// A full grid from which clues are removed at random while it stays proper, or a few clues fewer.
fn puzzle(rng: &mut Rng, solver: &mut Solver) -> Puzzle {
    let mut puzzle = Puzzle::new(Shape::CLASSIC);
    for corner in [0, 30, 60] {
        let mut digits: Vec<usize> = (0..9).collect();
        rng.shuffle(&mut digits);
        for (at, digit) in digits.into_iter().enumerate() {
            puzzle.set(Cell::new(corner + at / 3 * 9 + at % 3), Some(Digit::from_index(digit)));
        }
    }
    let full = solver.first(&puzzle, &Limits::NONE);
    let full = full.outcome.solution().expect("three boxes on the diagonal can be completed").clone();
    for cell in (0..81).map(Cell::new) {
        puzzle.set(cell, Some(full.at(cell)));
    }
    let mut cells: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut cells);
    let keep = if rng.bool() { 0 } else { rng.usize(0..12) };
    for cell in cells.into_iter().skip(keep).map(Cell::new) {
        puzzle.set(cell, None);
        if !matches!(solver.solve(&puzzle, &Limits::NONE).outcome, Outcome::Unique(_)) {
            puzzle.set(cell, Some(full.at(cell)));
        }
    }
    puzzle
}

/// The visual complexity of a step: first the marks, then how empty the board is.
fn cost(step: &Step, state: &Candidates) -> usize {
    let marks = picture(step, state).marks.len();
    let gone = step.eliminations.len() + 3 * step.placements.len();
    // Rejects trivial examples.
    let thin = match &step.pattern {
        Pattern::Exocet { cross, digits, .. } => {
            let places: usize = digits.iter().map(|digit| (state.places(digit) & *cross).len()).sum();
            12_usize.saturating_sub(places)
        }
        Pattern::MultiSector { cells, .. } => 9_usize.saturating_sub(cells.len()),
        // Sets of one cell each are XY-wings and XY-chains; two doubly linked sets are a separate case.
        Pattern::Als { sets, commons, .. } => {
            let small = sets.iter().all(|als| als.cells.is_single());
            2 * usize::from(small) + 2 * usize::from(sets.len() == 2 && commons.len() > 1)
        }
        // Rectangles have separate pages.
        Pattern::UniqueLoop { cells, subset, .. } => {
            let hidden = subset.is_some_and(|(.., hidden)| hidden);
            4 * usize::from(cells.len() == 4) + usize::from(hidden)
        }
        // Examples that a naked subset or an XY-wing also covers are not worth a table.
        Pattern::Aligned { cells, ways } => {
            let excluders: CellSet = ways.iter().filter_map(|(_, excluder)| *excluder).collect();
            (2 * cells.len()).saturating_sub(excluders.len())
        }
        Pattern::Forcing { branches, .. } if step.technique.family() == Family::Implication => {
            lines(branches)
        }
        Pattern::Fish(fish) if step.technique.slug().contains("mutant") => 2 * usize::from(!is_mixed(fish)),
        _ => 0,
    };
    let vague = usize::from(is_vague(step, state));
    20 * marks.max(3) + state.total() + 40 * usize::from(gone == 1) + 200 * thin + 2000 * vague
}

/// The length of nets, in tens of nodes.
fn lines(branches: &[Net]) -> usize {
    let within = |step: &Step| match &step.pattern {
        Pattern::Forcing { branches, .. } => lines(branches),
        _ => 0,
    };
    let of =
        |net: &Net| net.nodes.len() / 10 + net.nested.iter().map(|(_, step)| within(step)).sum::<usize>();
    branches.iter().map(of).sum()
}

/// Whether rows and columns meet on one side of a fish, or rows or columns are on both.
fn is_mixed(fish: &Fish) -> bool {
    let has = |houses: &[House], kind: fn(House) -> bool| houses.iter().any(|&house| kind(house));
    let (base, cover) = (&fish.base, &fish.cover);
    let both = |kind| has(base, kind) && has(cover, kind);
    let mixed = |houses| has(houses, House::is_row) && has(houses, House::is_column);
    mixed(base) || mixed(cover) || both(House::is_row) || both(House::is_column)
}

/// Fish of five or more base sets, and steps with long look-ahead. They are searched for only until there is one.
fn is_expensive(technique: Technique) -> bool {
    let slug = technique.slug();
    let large = ["squirmbag", "whale", "leviathan"].iter().any(|size| slug.ends_with(size));
    large || slug.contains("mutant")
}

/// The best examples so far.
struct ExampleSet {
    best: BTreeMap<Technique, (usize, String)>,
    scratch: RateScratch,
}

impl ExampleSet {
    /// The examples of the file.
    fn known() -> Self {
        let mut gallery = Self { best: BTreeMap::new(), scratch: RateScratch::default() };
        for (technique, line) in known() {
            gallery.offer(technique, &state_of(&line));
        }
        gallery
    }

    /// Searches for the technique, and keeps better examples than the known ones.
    fn offer(&mut self, technique: Technique, state: &Candidates) {
        let Self { best, scratch } = self;
        let better = |step: &Step, state: &Candidates| {
            best.get(&technique).is_none_or(|known| cost(step, state) < known.0)
        };
        if !first(state, technique, scratch).is_some_and(|step| better(&step, state)) {
            return;
        }
        // Reads the example back, because the order in which singles arose is not kept.
        let read = state_of(&state.library_line(None));
        if let Some(found) = first(&read, technique, scratch).filter(|step| better(step, &read)) {
            best.insert(technique, (cost(&found, &read), read.library_line(Some(&found))));
        }
    }

    fn write(&self) {
        let mut text = HEAD.to_owned();
        for (_, line) in self.best.values() {
            let _ = writeln!(text, "{line}");
        }
        crate::save(&path(), &text);
        let missing = Technique::ALL.iter().filter(|of| !self.best.contains_key(of));
        println!("without an example: {}", missing.map(|of| of.slug()).collect::<Vec<_>>().join(" "));
    }
}

/// A puzzle that needs all chains of the Explainer (Golden Nugget, by tarek).
const HARD: &str = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

/// A search for examples.
pub(crate) struct ExampleSearch {
    time: Duration,
    rng: Rng,
    /// The techniques; if none is named, all except the chains of the Sudoku Explainer.
    wanted: Vec<Technique>,
}

impl ExampleSearch {
    /// A search for the words of a command line.
    pub(crate) fn read(words: &[&str]) -> Option<Self> {
        let (mut seconds, mut seed, mut wanted) = (60, 1, Vec::new());
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            match word {
                "--seconds" => seconds = words.next()?.parse().ok()?,
                "--seed" => seed = words.next()?.parse().ok()?,
                slug => wanted.push(Technique::by_slug(slug)?),
            }
        }
        if wanted.is_empty() {
            let all = Technique::ALL.iter().copied();
            wanted = all.filter(|of| of.family() != Family::Implication).collect();
        }
        Some(Self { time: Duration::from_secs(seconds), rng: Rng::with_seed(seed), wanted })
    }

    /// Searches for better examples in the states of paths of HoDoKu's techniques.
    pub(crate) fn all(self) {
        let Self { time: end, mut rng, wanted } = self;
        let (mut solver, profile) = (Solver::new(), Profile::hodoku());
        let mut gallery = ExampleSet::known();
        let start = Instant::now();
        let mut spent: BTreeMap<Technique, Duration> = BTreeMap::new();
        while start.elapsed() < end {
            let state = Candidates::of(&puzzle(&mut rng, &mut solver)).unwrap();
            let path = solve(&state, &profile, &testing::proper_options(), None, &Limits::NONE);
            for (state, step) in path.states(&state) {
                for technique in wanted.iter().copied() {
                    let easy = matches!(technique.slug(), "full-house" | "last-digit");
                    let single = technique.is_single();
                    // Singles are searched for if they are the step, other techniques if no single is left.
                    if single && !easy && step.step.technique != technique {
                        continue;
                    }
                    if !single && step.step.technique.is_single() {
                        continue;
                    }
                    let spent = spent.entry(technique).or_default();
                    let rare = !gallery.best.contains_key(&technique);
                    let poor = gallery.best.get(&technique).is_none_or(|known| known.0 > 700);
                    if is_expensive(technique) && !poor
                        || *spent > start.elapsed() / if rare { 12 } else { 60 }
                    {
                        continue;
                    }
                    let clock = Instant::now();
                    gallery.offer(technique, &state);
                    *spent += clock.elapsed();
                }
            }
        }
        gallery.write();
    }

    /// Searches for better examples of the Sudoku Explainer's chains, in states whose path needs them.
    pub(crate) fn chains(self) {
        let Self { time: end, mut rng, .. } = self;
        let (mut solver, mut scratch) = (Solver::new(), explainer::ExplainerScratch::default());
        let mut gallery = ExampleSet::known();
        let (start, mut count, mut hardest) = (Instant::now(), 0, Vec::new());
        let mut next = Some(HARD.parse().unwrap());
        while start.elapsed() < end {
            let given: Puzzle = next.take().unwrap_or_else(|| puzzle(&mut rng, &mut solver));
            let state = Candidates::of(&given).unwrap();
            let mut steps = Vec::new();
            let proper = Some(testing::proper());
            let (rating, _) =
                explainer::solve_with(state, proper, &Limits::NONE, &mut scratch, &mut |state, step, _| {
                    if step.technique.family() == Family::Implication {
                        steps.push((step.technique, state.clone()));
                    }
                    ControlFlow::Continue(())
                });
            for (technique, state) in steps {
                gallery.offer(technique, &state);
            }
            count += 1;
            hardest.push((rating.er, Candidates::of(&given).unwrap().library_line(None)));
        }
        hardest.sort();
        println!("{count} puzzles; the hardest: {:#?}", &hardest[hardest.len().saturating_sub(20)..]);
        gallery.write();
    }
}
