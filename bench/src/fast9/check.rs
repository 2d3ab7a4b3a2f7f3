//! Answers to many generated puzzles: every tier, alone and in lanes, all questions, compared with solvers that have
//! nothing in common with these engines.
//!
//! The reference for clues is the crate `sudoku`, that for restricted candidates (and for a part of the others) a plain
//! search in this file. Puzzles follow from the seed of the run and the number of their block, so that a difference can
//! be seen again, and kept as a test.

use std::io::{Write as _, stderr};
use std::ops::ControlFlow;
use std::time::Instant;

use arcdoku::fast9::{Board, Engine, EngineReport, Tier};
use arcdoku::generate::{Grids, seed_of};
use arcdoku::{Cell, Digit, DigitSet, Limits, Puzzle, Rule, Shape};
use fastrand::Rng;
use sudoku::Sudoku;

use crate::record::Report;
use crate::table::{Table, grouped};

/// Puzzles that are made and answered together.
const BLOCK: usize = 2000;

/// The limit of nodes of a batch that is compared between tiers.
const FEW: u64 = 8;

/// Solutions that are looked for: fewer are compared as a set, more are only counted up to here.
const CAP: usize = 64;

/// One puzzle of so many is counted further, up to [`FAR`]: there the lanes share its branches.
const FAR_STEP: usize = 128;

const FAR: u64 = 3000;

/// One puzzle of so many with clues is also answered by the plain search.
const SECOND_STEP: usize = 64;

/// Full grids, and minimal puzzles of them, from which a block is made: each becomes many that look different.
const POOL: usize = 64;

type Grid = [u8; 81];

/// What kind of puzzle is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A full grid without some clues, from a few to most.
    Holes,
    Minimal,
    /// A minimal puzzle without one to three clues.
    Loose,
    /// A puzzle with a clue of another digit.
    Wrong,
    /// Clues anywhere.
    Scattered,
    /// Candidates around a full grid, and clues.
    Candidates,
}

impl Kind {
    const ALL: [Self; 6] =
        [Self::Holes, Self::Minimal, Self::Loose, Self::Wrong, Self::Scattered, Self::Candidates];

    fn name(self) -> &'static str {
        match self {
            Self::Holes => "full grids with holes",
            Self::Minimal => "minimal",
            Self::Loose => "minimal without 1 to 3 clues",
            Self::Wrong => "with a wrong clue",
            Self::Scattered => "clues anywhere",
            Self::Candidates => "restricted candidates",
        }
    }

    fn any(rng: &mut Rng) -> Self {
        match rng.u8(..100) {
            0..35 => Self::Holes,
            35..55 => Self::Minimal,
            55..65 => Self::Loose,
            65..80 => Self::Wrong,
            80..85 => Self::Scattered,
            _ => Self::Candidates,
        }
    }
}

/// A generated puzzle: a set of candidates, as bits, and the clue of each cell, or 0.
struct Case {
    kind: Kind,
    clues: Grid,
    /// If restricted.
    candidates: Option<[u16; 81]>,
    puzzle: Puzzle,
}

impl Case {
    fn new(kind: Kind, clues: Grid, candidates: Option<[u16; 81]>) -> Self {
        let mut puzzle = Puzzle::new(Shape::CLASSIC);
        for (cell, &clue) in clues.iter().enumerate() {
            if clue > 0 {
                puzzle.set(Cell::new(cell), Digit::new(clue));
            }
        }
        if let Some(sets) = &candidates
            && let Ok(rule) = Rule::candidates(Shape::CLASSIC, &sets.map(digits))
        {
            puzzle = puzzle.with_rule(rule);
        }
        Self { kind, clues, candidates, puzzle }
    }

    /// The candidates of all cells.
    fn masks(&self) -> [u16; 81] {
        let mut masks = self.candidates.unwrap_or([ALL; 81]);
        for (mask, &clue) in masks.iter_mut().zip(&self.clues) {
            if clue > 0 {
                *mask &= bit(clue);
            }
        }
        masks
    }

    /// The board that an engine answers, in the ways that callers have.
    fn board(&self, engine: &Engine) -> Board {
        if self.candidates.is_none() {
            return engine.load(&self.clues);
        }
        let mut board = Board::OPEN;
        for (cell, mask) in self.masks().into_iter().enumerate() {
            board.set(Cell::new(cell), digits(mask));
        }
        board
    }

    /// Solutions up to the cap, by the reference.
    fn reference(&self, room: &mut [Grid; CAP]) -> Vec<Grid> {
        if self.candidates.is_some() {
            return Plain::solutions(self.masks());
        }
        let count = Sudoku::from_bytes(self.clues).map_or(0, |it| it.solutions_up_to_buffer(room, CAP));
        room[..count].to_vec()
    }

    /// Whether a grid solves the puzzle.
    fn is_solved_by(&self, grid: &Grid) -> bool {
        let has_all =
            |house: &[u8; 9]| house.iter().fold(0, |all, &cell| all | bit(grid[usize::from(cell)])) == ALL;
        grid.iter().all(|digit| (1..=9).contains(digit))
            && HOUSES.iter().all(has_all)
            && self.masks().iter().zip(grid).all(|(mask, &digit)| mask & bit(digit) != 0)
    }

    /// The puzzle as text: clues as a line, and candidates cell by cell.
    fn text(&self) -> String {
        let line: String = self.clues.iter().map(|&clue| char::from(b'0' + clue)).collect();
        let Some(candidates) = &self.candidates else { return line.replace('0', ".") };
        let cells = candidates.iter().map(|&mask| {
            (1..=9).filter(|&digit| mask & bit(digit) != 0).map(|digit| digit.to_string()).collect::<String>()
        });
        format!("{}, candidates {}", line.replace('0', "."), cells.collect::<Vec<_>>().join(" "))
    }
}

/// All digits.
const ALL: u16 = 0x1FF;

fn bit(digit: u8) -> u16 {
    1 << digit >> 1
}

fn digits(mask: u16) -> DigitSet {
    (0..9).filter(|index| mask >> index & 1 != 0).map(Digit::from_index).collect()
}

/// The cells of all rows, columns and boxes.
const HOUSES: [[u8; 9]; 27] = {
    let mut houses = [[0; 9]; 27];
    let mut house = 0;
    while house < 9 {
        let mut place = 0;
        while place < 9 {
            houses[house][place] = (9 * house + place) as u8;
            houses[9 + house][place] = (9 * place + house) as u8;
            houses[18 + house][place] =
                (27 * (house / 3) + 3 * (house % 3) + 9 * (place / 3) + place % 3) as u8;
            place += 1;
        }
        house += 1;
    }
    houses
};

/// Decisions after which a plain search begins again, as a thorough one.
const PATIENCE: u32 = 10_000;

/// A plain search: the cell with the fewest candidates, in order of digits. A thorough one also looks for the house and the
/// digit with the fewest places: the other did not end for a puzzle of seed 20, after 1,686,000 others.
struct Plain {
    masks: [u16; 81],
    grid: Grid,
    /// The digits of each row, column and box.
    used: [[u16; 9]; 3],
    found: Vec<Grid>,
    is_thorough: bool,
    decisions: u32,
}

impl Plain {
    /// Solutions up to the cap.
    fn solutions(masks: [u16; 81]) -> Vec<Grid> {
        let mut search = Self::new(masks, false);
        if !search.fill() {
            search = Self::new(masks, true);
            search.fill();
        }
        search.found
    }

    fn new(masks: [u16; 81], is_thorough: bool) -> Self {
        Self { masks, grid: [0; 81], used: [[0; 9]; 3], found: Vec::new(), is_thorough, decisions: 0 }
    }

    /// The candidates of an empty cell.
    fn left(&self, cell: usize) -> u16 {
        let [row, column, in_box] = places(cell);
        self.masks[cell] & !(self.used[0][row] | self.used[1][column] | self.used[2][in_box])
    }

    /// Fills the empty cells in all ways. Returns `false` if that takes too many decisions.
    fn fill(&mut self) -> bool {
        self.decisions += 1;
        if self.decisions > PATIENCE && !self.is_thorough {
            return false;
        }
        let mut best = (u32::MAX, 0, 0);
        for cell in 0..81 {
            if self.grid[cell] > 0 {
                continue;
            }
            let left = self.left(cell);
            if left.count_ones() < best.0 {
                best = (left.count_ones(), cell, left);
                if best.0 < 2 {
                    break;
                }
            }
        }
        let (count, cell, left) = best;
        if count == u32::MAX {
            self.found.push(self.grid);
            return true;
        }
        if self.is_thorough
            && count > 1
            && let Some((digit, cells)) = self.fewest_places(count)
        {
            return cells.into_iter().all(|cell| self.decide(cell, digit));
        }
        (1..=9).filter(|&digit| left & bit(digit) != 0).all(|digit| self.decide(cell, digit))
    }

    /// A digit with its places in a house, if they are fewer than `most`.
    fn fewest_places(&self, most: u32) -> Option<(u8, Vec<usize>)> {
        let mut best: Option<(u8, Vec<usize>)> = None;
        for (number, house) in HOUSES.iter().enumerate() {
            for digit in (1..=9).filter(|&digit| self.used[number / 9][number % 9] & bit(digit) == 0) {
                let fits = |&cell: &usize| self.grid[cell] == 0 && self.left(cell) & bit(digit) != 0;
                let cells: Vec<usize> = house.iter().map(|&cell| usize::from(cell)).filter(fits).collect();
                if cells.len() < best.as_ref().map_or(most as usize, |(_, cells)| cells.len()) {
                    best = Some((digit, cells));
                }
            }
        }
        best
    }

    /// Gives a digit to a cell, and fills the others. Returns `false` if that takes too many decisions.
    fn decide(&mut self, cell: usize, digit: u8) -> bool {
        if self.found.len() == CAP {
            return true;
        }
        self.put(cell, digit);
        self.grid[cell] = digit;
        let is_done = self.fill();
        self.put(cell, digit);
        self.grid[cell] = 0;
        is_done
    }

    /// Adds a digit to the houses of a cell, or removes it.
    fn put(&mut self, cell: usize, digit: u8) {
        for (used, place) in self.used.iter_mut().zip(places(cell)) {
            used[place] ^= bit(digit);
        }
    }
}

fn places(cell: usize) -> [usize; 3] {
    [cell / 9, cell % 9, 3 * (cell / 27) + cell % 9 / 3]
}

/// What puzzles are made from.
struct Source {
    rng: Rng,
    grids: Grids,
    full: Vec<Grid>,
    minimal: Vec<Grid>,
}

impl Source {
    fn new(seed: u64) -> Result<Self, String> {
        let grids = Grids::of(Shape::CLASSIC).ok_or("no grids of 9x9")?;
        let mut source = Self { rng: Rng::with_seed(seed), grids, full: Vec::new(), minimal: Vec::new() };
        (0..POOL).for_each(|_| source.grow());
        Ok(source)
    }

    /// One more full grid, and a minimal puzzle of it.
    fn grow(&mut self) {
        let mut full = [0; 81];
        for (cell, digit) in full.iter_mut().zip(self.grids.grid(self.rng.u64(..)).digits()) {
            *cell = digit.get();
        }
        let mut minimal = full;
        let mut order: [usize; 81] = std::array::from_fn(|cell| cell);
        self.rng.shuffle(&mut order);
        for cell in order {
            let clue = std::mem::take(&mut minimal[cell]);
            if !Sudoku::from_bytes(minimal).is_ok_and(Sudoku::is_uniquely_solvable) {
                minimal[cell] = clue;
            }
        }
        self.full.push(full);
        self.minimal.push(minimal);
    }

    /// One of the pool, with its digits, rows, columns, bands and stacks in another order.
    fn turned(&mut self, is_full: bool) -> Grid {
        let pool = if is_full { &self.full } else { &self.minimal };
        let from = pool[self.rng.usize(..pool.len())];
        let mut symbols: [u8; 10] = std::array::from_fn(|digit| digit as u8);
        self.rng.shuffle(&mut symbols[1..]);
        let [rows, columns] = [(); 2].map(|()| self.lines());
        let is_flipped = self.rng.bool();
        std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            let place = if is_flipped { 9 * column + row } else { 9 * row + column };
            symbols[usize::from(from[place])]
        })
    }

    /// An order of lines that keeps bands together.
    fn lines(&mut self) -> [usize; 9] {
        let mut bands = [0, 1, 2];
        self.rng.shuffle(&mut bands);
        let mut lines = [0; 9];
        for (band, from) in bands.into_iter().enumerate() {
            let mut within = [0, 1, 2];
            self.rng.shuffle(&mut within);
            for (place, line) in within.into_iter().enumerate() {
                lines[3 * band + place] = 3 * from + line;
            }
        }
        lines
    }

    /// Removes clues until only so many are left.
    fn thin(&mut self, clues: &mut Grid, left: usize) {
        let mut given: Vec<usize> = (0..81).filter(|&cell| clues[cell] > 0).collect();
        self.rng.shuffle(&mut given);
        for &cell in given.iter().skip(left) {
            clues[cell] = 0;
        }
    }

    fn case(&mut self) -> Case {
        let kind = Kind::any(&mut self.rng);
        let mut candidates = None;
        let clues = match kind {
            Kind::Holes => {
                let mut clues = self.turned(true);
                let left = self.rng.usize(20..70);
                self.thin(&mut clues, left);
                clues
            }
            Kind::Minimal => self.turned(false),
            Kind::Loose => {
                let mut clues = self.turned(false);
                let left = clues.iter().filter(|&&clue| clue > 0).count() - self.rng.usize(1..4);
                self.thin(&mut clues, left);
                clues
            }
            Kind::Wrong => {
                let is_full = self.rng.bool();
                let mut clues = self.turned(is_full);
                if is_full {
                    let left = self.rng.usize(22..50);
                    self.thin(&mut clues, left);
                }
                let cell = self.rng.usize(..81);
                clues[cell] = self.rng.u8(1..=9);
                clues
            }
            Kind::Scattered => {
                let mut clues = [0; 81];
                for _ in 0..self.rng.usize(5..28) {
                    let cell = self.rng.usize(..81);
                    let digit = self.rng.u8(1..=9);
                    let is_free = |house: &[u8; 9]| {
                        !house.contains(&(cell as u8))
                            || house.iter().all(|&other| clues[usize::from(other)] != digit)
                    };
                    if clues[cell] == 0 && HOUSES.iter().all(is_free) {
                        clues[cell] = digit;
                    }
                }
                clues
            }
            Kind::Candidates => {
                let full = self.turned(true);
                let chance = self.rng.u8(5..90);
                candidates = Some(full.map(|digit| {
                    let others = (0..9)
                        .filter(|_| self.rng.u8(..255) < chance)
                        .fold(0, |mask, index| mask | 1 << index);
                    // Some puzzles have no solution: the digit of a cell is missing, and perhaps all.
                    if self.rng.u16(..500) == 0 { others } else { others | bit(digit) }
                }));
                let mut clues = full;
                let left = if chance > 60 { self.rng.usize(8..30) } else { self.rng.usize(..20) };
                self.thin(&mut clues, left);
                clues
            }
        };
        Case::new(kind, clues, candidates)
    }
}

/// What the run has seen.
#[derive(Default)]
struct Seen {
    kinds: [[u64; 4]; Kind::ALL.len()],
    answers: u64,
    /// Reports that are right and still not equal to that of the first engine: guesses, or which solutions come first.
    others: u64,
}

/// A block of puzzles with what the reference finds.
struct Block {
    cases: Vec<Case>,
    expected: Vec<Vec<Grid>>,
}

impl Block {
    fn new(seed: u64, count: usize) -> Result<Self, String> {
        let mut source = Source::new(seed)?;
        let cases: Vec<Case> = (0..count).map(|_| source.case()).collect();
        let mut room = [[0; 81]; CAP];
        let mut expected: Vec<Vec<Grid>> = cases.iter().map(|case| case.reference(&mut room)).collect();
        for (case, found) in cases.iter().zip(&mut expected) {
            found.sort_unstable();
            if !found.iter().all(|grid| case.is_solved_by(grid))
                || found.windows(2).any(|two| two[0] == two[1])
            {
                return Err(format!("the reference is wrong: {}", case.text()));
            }
        }
        for (case, found) in cases.iter().zip(&expected).step_by(SECOND_STEP) {
            let mut second = Plain::solutions(case.masks());
            second.sort_unstable();
            if second.len() != found.len() || (found.len() < CAP && second != *found) {
                return Err(format!("two references disagree: {}", case.text()));
            }
        }
        Ok(Self { cases, expected })
    }
}

/// Whether a report answers a puzzle with these solutions, of which so many were wanted.
fn is_right(case: &Case, expected: &[Grid], wanted: usize, found: &EngineReport) -> bool {
    let count = expected.len().min(wanted);
    let grids = &found.grids[..count.min(2)];
    found.limit.is_none()
        && found.solutions == count as u64
        && grids.iter().all(|grid| {
            if expected.len() < CAP { expected.binary_search(grid).is_ok() } else { case.is_solved_by(grid) }
        })
        && (grids.len() < 2 || grids[0] != grids[1])
}

/// Up to the cap of solutions, in the order in which they are found.
fn all_solutions(engine: &mut Engine, puzzle: &Puzzle) -> Vec<Grid> {
    let mut grids = Vec::new();
    engine.solutions(puzzle, &Limits::NONE, |grid| {
        grids.push(*grid);
        if grids.len() < CAP { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    grids
}

/// Whether solutions are those of the reference.
fn are_right(case: &Case, expected: &[Grid], mut grids: Vec<Grid>) -> bool {
    grids.sort_unstable();
    if expected.len() < CAP {
        return grids == expected;
    }
    grids.len() == CAP
        && grids.windows(2).all(|two| two[0] != two[1])
        && grids.iter().all(|grid| case.is_solved_by(grid))
}

/// Compares the solutions of a batch with those found `alone`, and a batch with a limit of nodes with that of other tiers.
fn compare_batches(
    engine: &mut Engine,
    block: &Block,
    alone: &[[Grid; 2]],
    limited: &mut Option<Vec<EngineReport>>,
    seen: &mut Seen,
) -> Result<(), (usize, String)> {
    let (cases, tier) = (&block.cases, engine.tier());
    let puzzles = || cases.iter().map(|case| &case.puzzle);
    let mut many = Vec::with_capacity(cases.len());
    engine.batch(puzzles(), 2, &Limits::NONE, |found| many.extend(found.cloned()));
    if many.len() != cases.len() {
        return Err((0, format!("{tier}, in a batch: {} answers", many.len())));
    }
    seen.answers += many.len() as u64;
    for (place, found) in many.iter().enumerate() {
        if !is_right(&cases[place], &block.expected[place], 2, found) || found.grids != alone[place] {
            return Err((place, format!("{tier}, in a batch: {} found", found.solutions)));
        }
    }
    many.clear();
    engine.batch(puzzles(), 2, &Limits::NONE.with_nodes(FEW), |found| many.extend(found.cloned()));
    let known = limited.get_or_insert_with(|| many.clone());
    match (0..cases.len()).find(|&place| known.get(place) != many.get(place)) {
        Some(place) => Err((place, format!("{tier}: another answer within {FEW} nodes"))),
        None => Ok(()),
    }
}

/// Puts all questions to all engines. The error names the first puzzle whose answer is wrong, by its number in the block.
fn compare(engines: &mut [Engine], block: &Block, seen: &mut Seen) -> Result<(), (usize, String)> {
    let Block { cases, expected } = block;
    let mut first: Vec<[Option<EngineReport>; 2]> = vec![[None, None]; cases.len()];
    let mut far: Vec<Option<u64>> = vec![None; cases.len()];
    let mut orders: Vec<Option<Vec<Grid>>> = vec![None; cases.len()];
    let mut limited: Option<Vec<EngineReport>> = None;
    for engine in engines {
        let tier = engine.tier();
        let boards: Vec<Board> = cases.iter().map(|case| case.board(engine)).collect();
        for wanted in [1, 2] {
            let mut check = |place: usize, found: &EngineReport, how: &str| {
                seen.answers += 1;
                let known = &mut first[place][wanted - 1];
                if known.as_ref() == Some(found) {
                    return Ok(());
                }
                if !is_right(&cases[place], &expected[place], wanted, found) {
                    let what = format!("{tier}, {how}, {wanted} wanted: {} found", found.solutions);
                    return Err((place, what));
                }
                match known {
                    Some(_) => seen.others += 1,
                    None => *known = Some(found.clone()),
                }
                Ok(())
            };
            let mut alone = Vec::with_capacity(cases.len());
            for (place, board) in boards.iter().enumerate() {
                let found = engine.answer(board, wanted as u64, &Limits::NONE);
                check(place, &found, "alone")?;
                alone.push(found.grids);
            }
            let mut many = Vec::with_capacity(cases.len());
            engine.answer_all(&boards, wanted as u64, &Limits::NONE, |found| many.push(found.clone()));
            if many.len() != cases.len() {
                return Err((0, format!("{tier}, in lanes: {} answers", many.len())));
            }
            for (place, found) in many.iter().enumerate() {
                check(place, found, "in lanes")?;
            }
            if wanted == 2 {
                compare_batches(engine, block, &alone, &mut limited, seen)?;
            }
        }
        for (place, case) in cases.iter().enumerate() {
            let wrong = |what: String| (place, format!("{tier}, {what}"));
            seen.answers += 2;
            let found = engine.count(&case.puzzle, CAP as u64, &Limits::NONE).map(|found| found.solutions);
            if found != Some(expected[place].len() as u64) {
                return Err(wrong(format!("count: {found:?}")));
            }
            let grids = all_solutions(engine, &case.puzzle);
            match &orders[place] {
                Some(known) if *known == grids => {}
                known => {
                    let is_first = known.is_none();
                    if !are_right(case, &expected[place], grids.clone()) {
                        return Err(wrong(format!("enumerate: {} found", grids.len())));
                    }
                    if is_first {
                        orders[place] = Some(grids);
                    } else {
                        seen.others += 1;
                    }
                }
            }
            if place % FAR_STEP == 0 && expected[place].len() == CAP {
                let found = engine.count(&case.puzzle, FAR, &Limits::NONE).map_or(0, |found| found.solutions);
                let known = *far[place].get_or_insert_with(|| {
                    let clues = case.candidates.is_none().then_some(case.clues);
                    clues
                        .and_then(|clues| Sudoku::from_bytes(clues).ok())
                        .map_or(found, |reference| reference.solutions_count_up_to(FAR as usize) as u64)
                });
                if found != known {
                    return Err(wrong(format!("count up to {FAR}: {found}, expected {known}")));
                }
            }
        }
    }
    for (case, expected) in cases.iter().zip(expected) {
        let kind = Kind::ALL.iter().position(|&kind| kind == case.kind).unwrap_or(0);
        seen.kinds[kind][match expected.len() {
            many if many >= CAP => 3,
            few => few.min(2),
        }] += 1;
    }
    Ok(())
}

/// Compares the answers to so many puzzles.
pub(crate) fn suite(count: usize, seed: u64, report: &mut Report) -> Result<(), String> {
    let start = Instant::now();
    let tiers: Vec<Tier> = Tier::available().collect();
    let mut engines: Vec<Engine> = tiers.iter().filter_map(|&tier| Engine::with_tier(tier)).collect();
    let mut seen = Seen::default();
    let mut done = 0;
    for number in 0.. {
        let puzzles = BLOCK.min(count - done);
        if puzzles == 0 {
            break;
        }
        let block = Block::new(seed_of(seed, number), puzzles)?;
        compare(&mut engines, &block, &mut seen).map_err(|(place, what)| {
            let case = &block.cases[place];
            format!(
                "a wrong answer: {what}, expected {} (at most {CAP}): seed {seed}, puzzle {} ({}): {}",
                block.expected[place].len(),
                done + place,
                case.kind.name(),
                case.text()
            )
        })?;
        done += puzzles;
        let _ = write!(
            stderr(),
            "\rchecked: {} of {}, {:.0} s ",
            grouped(done as f64, 0),
            grouped(count as f64, 0),
            start.elapsed().as_secs_f64()
        );
    }
    eprintln!();
    let names: Vec<&str> = tiers.iter().map(|tier| tier.name()).collect();
    report.say(&format!(
        "Answers to {} generated puzzles (seed {seed}), by the tiers {}, alone and in lanes: a first solution, uniqueness, \
         the count and all solutions up to {CAP}; the two of a batch, which are those found alone; \
         within {FEW} nodes, the same on all tiers; of every {FAR_STEP}th the count up to {FAR}. Compared with the crate \
         `sudoku`, for restricted candidates and for every {SECOND_STEP}th with a plain search; counts above {CAP} of \
         restricted candidates with each other. Compared were {} answers; \
         none was wrong. {} of them had other guesses or other solutions first than those of the fastest tier alone. It \
         took {:.0} s.",
        grouped(done as f64, 0),
        names.join(", "),
        grouped(seen.answers as f64, 0),
        grouped(seen.others as f64, 0),
        start.elapsed().as_secs_f64()
    ));
    let mut table = Table::new(
        1,
        &["kind", "no solution", "one", &format!("2 to {}", CAP - 1), &format!("{CAP} or more")],
    );
    for (kind, counts) in Kind::ALL.into_iter().zip(&seen.kinds) {
        let mut cells = vec![kind.name().to_owned()];
        cells.extend(counts.iter().map(|&count| grouped(count as f64, 0)));
        table.row(cells);
    }
    report.say(&table.render());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Block, CAP, Case, Engine, Kind, Plain, Seen, compare, suite};
    use crate::record::Report;
    use arcdoku::fast9::Tier;
    use arcdoku::testing::reference;

    fn block(seed: u64, count: usize) -> Block {
        Block::new(seed, count).unwrap()
    }

    #[test]
    fn all_kinds_are_made_and_answered_alike() {
        let mut report = Report::new("test");
        suite(300, 1, &mut report).unwrap();
        let block = block(1, 300);
        for kind in Kind::ALL {
            assert!(block.cases.iter().any(|case| case.kind == kind), "{}", kind.name());
        }
        let lengths = || block.expected.iter().map(Vec::len);
        assert!(lengths().any(|n| n == 0) && lengths().any(|n| n == 1) && lengths().any(|n| n == CAP));
    }

    #[test]
    fn a_seed_gives_the_same_puzzles() {
        let texts = |seed| block(seed, 20).cases.iter().map(Case::text).collect::<Vec<_>>();
        assert_eq!(texts(7), texts(7));
        assert_ne!(texts(7), texts(8));
    }

    #[test]
    fn a_wrong_answer_is_found() {
        let mut block = block(3, 50);
        let place = block.expected.iter().position(|found| found.len() == 1).unwrap();
        block.expected[place].clear();
        let mut engines: Vec<Engine> = Tier::available().filter_map(Engine::with_tier).collect();
        let (found, what) = compare(&mut engines, &block, &mut Seen::default()).unwrap_err();
        assert!(found == place && what.contains("alone, 1 wanted: 1 found"), "{what}");
    }

    #[test]
    fn the_plain_search_finds_what_the_reference_of_the_library_finds() {
        // That reference is slow where little is known.
        let is_known = |case: &Case| case.masks().iter().map(|mask| mask.count_ones()).sum::<u32>() < 400;
        let cases = block(5, 100).cases.into_iter().filter(is_known).collect::<Vec<_>>();
        assert!(cases.len() > 9 && cases.iter().any(|case| case.kind == Kind::Candidates));
        for case in cases {
            let expected = reference::solutions(&case.puzzle, 2);
            let found = Plain::solutions(case.masks());
            assert_eq!(found.len().min(2), expected.len(), "{}", case.text());
            let mut thorough = Plain::new(case.masks(), true);
            assert!(thorough.fill(), "{}", case.text());
            let sorted = |mut grids: Vec<[u8; 81]>| {
                grids.sort_unstable();
                grids
            };
            assert!(found.len() == CAP || sorted(thorough.found) == sorted(found.clone()), "{}", case.text());
            assert!(found.len() != 1 || expected[0].digits().iter().map(|digit| digit.get()).eq(found[0]));
        }
    }
}
