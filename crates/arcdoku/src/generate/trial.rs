//! A puzzle being made: draw, dig, judge, and draw again, towards the wish.
//!
//! ```text
//!   draw ──> dig ──> judge ── what is wished ──> made
//!    ^ a fresh grid            │
//!    │                         │ away from it by so much
//!    └──── or the nearest <────'
//!          so far, changed
//! ```
//!
//! All that happens hangs on the trial's own generator and on answers that are the same everywhere. Which trials
//! are worked on side by side changes nothing.

use fastrand::Rng;

use super::bias::{Block, Order};
use super::difficulty::{Judge, Rated};
use super::dig::{Dig, End, Plan};
use super::grids;
use super::maker::Made;
use super::seed;
use super::wish::{Method, Minimality, Wish};
use crate::grid::{Cell, CellSet, Digit, Shape};
use crate::puzzle::{Limit, Limits, Puzzle, Solution};

/// How a wish is come nearer to.
struct Guide {
    /// How many fresh puzzles are tried before the nearest of them is changed.
    fresh: u64,
    /// After so many changes that lead no nearer a trial begins afresh.
    patience: u32,
    /// The most orbits that a change drops.
    dropped: usize,
}

/// The guide by clues alone: puzzles cost little.
const CLUES: Guide = Guide { fresh: 400, patience: 2000, dropped: 5 };

/// The guide by ratings, which take longer than puzzles. Chosen from a few runs of 6 to 20 puzzles of SE 9.2 and more,
/// in which such settings differed by less than the puzzles did.
const RATINGS: Guide = Guide { fresh: 50, patience: 400, dropped: 3 };

/// One of so many changes is kept though it leads away.
const ASTRAY: u32 = 200;

/// What a wish means for 9x9.
pub(super) struct Ready {
    /// The cells that may have clues, orbit by orbit.
    orbits: Vec<Vec<u8>>,
    /// Whether these are all cells.
    whole: bool,
    /// The solution of all puzzles, if it is given.
    grid: Option<[u8; 81]>,
    fewest: usize,
    most: usize,
    minimality: Minimality,
    method: Method,
    guide: &'static Guide,
}

impl Ready {
    /// The wish is one for 9x9.
    pub(super) fn new(wish: &Wish) -> Self {
        let orbits: Vec<Vec<u8>> =
            wish.orbits().iter().map(|orbit| orbit.iter().map(|cell| cell.index() as u8).collect()).collect();
        Self {
            whole: orbits.iter().map(Vec::len).sum::<usize>() == 81,
            orbits,
            grid: wish.grid.as_ref().map(|grid| std::array::from_fn(|cell| grid.digits()[cell].get())),
            fewest: *wish.clues.start(),
            most: *wish.clues.end(),
            minimality: wish.minimality,
            method: wish.method,
            guide: if wish.difficulty.is_some() { &RATINGS } else { &CLUES },
        }
    }
}

/// A puzzle being made.
pub(super) struct Trial {
    pub(super) seed: u64,
    /// How many puzzles were drawn.
    pub(super) tries: u64,
    pub(super) dig: Dig,
    rng: Rng,
    grid: [u8; 81],
    /// Whether the solution of all cells that may have clues is known to be the only one.
    proper: bool,
    /// How many fresh puzzles are still to be tried.
    fresh: u64,
    stage: Stage,
    nearest: Option<Near>,
    /// The orders of a grid, for puzzles with a controlled bias; the puzzle of one that is over.
    block: Block,
    over: Option<Good>,
}

/// A puzzle that is not what is wished.
struct Near {
    grid: [u8; 81],
    clues: CellSet,
    distance: Distance,
    /// How many changes of it led no nearer.
    stale: u32,
}

/// How far a puzzle is from what is wished: first in clues, then in its rating.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Distance {
    /// Clues that are missing or too many, or not needed.
    clues: u32,
    /// What a [`Judge`] says; all where it was not asked.
    rating: u32,
}

/// A puzzle that is what is wished.
#[derive(Clone, Copy)]
pub(super) struct Good {
    pub(super) clues: [u8; 81],
    pub(super) weight: f64,
    pub(super) rated: Option<Rated>,
}

/// What is being dug.
#[derive(Clone, Copy)]
enum Stage {
    /// Orbits.
    Orbits,
    /// Each clue of the puzzle by itself, to see whether it is needed.
    Clues(CellSet),
}

impl Trial {
    pub(super) fn new() -> Self {
        Self {
            seed: 0,
            tries: 0,
            dig: Dig::new(),
            rng: seed::rng(0),
            grid: [0; 81],
            proper: false,
            fresh: 0,
            stage: Stage::Orbits,
            nearest: None,
            block: Block::default(),
            over: None,
        }
    }

    /// Begins with the puzzle of a seed.
    pub(super) fn begin(&mut self, ready: &Ready, seed: u64) {
        self.seed = seed;
        self.tries = 0;
        self.rng = seed::rng(seed);
        self.fresh = ready.guide.fresh;
        self.nearest = None;
        (self.block, self.over) = (Block::default(), None);
        self.draw(ready);
    }

    /// Draws the next puzzle, whose digging begins.
    pub(super) fn draw(&mut self, ready: &Ready) {
        self.tries += 1;
        self.stage = Stage::Orbits;
        if ready.method == Method::ControlledBias {
            self.draw_order(ready);
            return;
        }
        let mut order: [u8; 81] = std::array::from_fn(|place| place as u8);
        let order = &mut order[..ready.orbits.len()];
        seed::shuffle(&mut self.rng, order);
        match &self.nearest {
            Some(near) if self.fresh == 0 => {
                (self.grid, self.proper) = (near.grid, true);
                // First the orbits that the puzzle loses, in the middle those that it may get, last those it has.
                let has =
                    |orbit: u8| near.clues.contains(Cell::new(ready.orbits[usize::from(orbit)][0].into()));
                order.sort_by_key(|&orbit| has(orbit));
                let there = order.iter().filter(|&&orbit| has(orbit)).count();
                let dropped = (1 + seed::below(&mut self.rng, ready.guide.dropped)).min(there);
                order[..].rotate_right(dropped);
            }
            _ => {
                self.fresh = self.fresh.saturating_sub(1);
                self.grid = ready.grid.unwrap_or_else(|| grids::classic(&mut self.rng));
                self.proper = ready.whole;
            }
        }
        let floor = match ready.minimality {
            Minimality::Any => {
                ready.fewest + seed::below(&mut self.rng, ready.most.min(81) - ready.fewest + 1)
            }
            Minimality::Orbits | Minimality::Clues => 0,
        };
        let plan = Plan { floor, proper: self.proper };
        let groups = order.iter().map(|&orbit| &ready.orbits[usize::from(orbit)][..]);
        self.dig.begin(&self.grid, groups, &plan);
    }

    /// Draws the next order, of another grid if all of this one are drawn. The puzzle of a grid is handed out before
    /// another one is drawn, however its last orders ended: else grids most of whose orders are loose would have less
    /// than their share.
    fn draw_order(&mut self, ready: &Ready) {
        let cells = loop {
            match self.block.draw(&mut self.rng) {
                Order::Over => {
                    self.over = self.block.take();
                    if self.over.is_some() {
                        self.tries -= 1;
                        return self.dig.abandon();
                    }
                    self.grid = ready.grid.unwrap_or_else(|| grids::classic(&mut self.rng));
                    self.block.begin(&self.grid);
                }
                Order::Loose => return self.dig.abandon(),
                Order::Last(cells) => break cells,
            }
        };
        let plan = Plan { floor: 0, proper: false };
        self.dig.begin(&self.grid, cells.chunks(1), &plan);
    }

    /// Judges what was dug: the puzzle if it is what is wished, else digging goes on. `limits` says how long rating
    /// may take from now on.
    ///
    /// # Errors
    /// The limit that ended a rating.
    pub(super) fn judge<'l>(
        &mut self,
        ready: &Ready,
        judge: Option<&mut Judge>,
        limits: impl FnOnce() -> Limits<'l>,
    ) -> Result<Option<Good>, Limit> {
        if ready.method == Method::ControlledBias {
            return self.judge_order(ready, judge, limits);
        }
        if self.dig.end() == Some(End::Loose) {
            self.draw(ready);
            return Ok(None);
        }
        let clues = self.dig.clues();
        let mut cells: CellSet = (0..81).filter(|&cell| clues[cell] != 0).map(Cell::new).collect();
        let mut away =
            (ready.fewest.saturating_sub(cells.len()) + cells.len().saturating_sub(ready.most)) as u32;
        match self.stage {
            Stage::Orbits if away == 0 && ready.minimality == Minimality::Clues => {
                self.stage = Stage::Clues(cells);
                let singles: Vec<u8> = cells.iter().map(|cell| cell.index() as u8).collect();
                let plan = Plan { floor: 0, proper: true };
                self.dig.begin(&self.grid, singles.chunks(1), &plan);
                return Ok(None);
            }
            Stage::Clues(all) => {
                away = (all.len() - cells.len()) as u32;
                cells = all;
            }
            Stage::Orbits => {}
        }
        let mut distance = Distance { clues: away, rating: if judge.is_some() { u32::MAX } else { 0 } };
        let mut rated = None;
        if let Some(judge) = judge
            && away == 0
        {
            let nearest = self.nearest.as_ref().map(|near| near.distance);
            let worst =
                nearest.filter(|nearest| nearest.clues == 0).map_or(u32::MAX, |nearest| nearest.rating);
            let (puzzle, solution) = (puzzle(&clues), solution(&self.grid));
            (distance.rating, rated) = judge.judge(&puzzle, &solution, worst, &limits())?;
        }
        if distance <= (Distance { clues: 0, rating: 0 }) {
            return Ok(Some(Good { clues, weight: 1.0, rated }));
        }
        self.keep(ready, Near { grid: self.grid, clues: cells, distance, stale: 0 });
        self.draw(ready);
        Ok(None)
    }

    /// The same for an order: the puzzle counts if nothing that could go came after what could not.
    fn judge_order<'l>(
        &mut self,
        ready: &Ready,
        judge: Option<&mut Judge>,
        limits: impl FnOnce() -> Limits<'l>,
    ) -> Result<Option<Good>, Limit> {
        if let Some(good) = self.over.take() {
            return Ok(Some(good));
        }
        if self.dig.end() == Some(End::Dug) && self.dig.kept_the_last() {
            let clues = self.dig.clues();
            let count = clues.iter().filter(|&&digit| digit != 0).count();
            if (ready.fewest..=ready.most).contains(&count) {
                match judge {
                    None => self.block.push(&clues, None, &mut self.rng),
                    Some(judge) => {
                        let (puzzle, solution) = (puzzle(&clues), solution(&self.grid));
                        let (distance, rated) = judge.judge(&puzzle, &solution, 0, &limits())?;
                        if distance == 0 {
                            self.block.push(&clues, rated, &mut self.rng);
                        }
                    }
                }
            }
        }
        self.draw(ready);
        Ok(None)
    }

    /// What was made.
    pub(super) fn made(&self, good: Good) -> Made {
        Made {
            puzzle: puzzle(&good.clues),
            solution: solution(&self.grid),
            seed: self.seed,
            tries: self.tries,
            weight: good.weight,
            rated: good.rated,
            undecided: 0,
        }
    }

    /// Keeps a puzzle to go on from, if it is the nearest, or as near as the one that it comes from.
    fn keep(&mut self, ready: &Ready, new: Near) {
        let Some(old) = &mut self.nearest else {
            self.nearest = Some(new);
            return;
        };
        if new.distance < old.distance {
            *old = new;
            return;
        }
        if self.fresh > 0 {
            return;
        }
        old.stale += 1;
        if old.stale > ready.guide.patience {
            self.nearest = None;
            self.fresh = ready.guide.fresh;
        } else if new.distance == old.distance || self.rng.u32(..ASTRAY) == 0 {
            *old = Near { stale: old.stale, ..new };
        }
    }
}

/// The puzzle of these clues, digits 1 to 9.
fn puzzle(clues: &[u8; 81]) -> Puzzle {
    Puzzle::with_givens(Shape::CLASSIC, &clues.map(Digit::new))
}

/// The solution of these digits, 1 to 9.
fn solution(grid: &[u8; 81]) -> Solution {
    Solution::new(grid.map(|digit| Digit::from_index(usize::from(digit) - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Prober;

    /// With a controlled bias, every puzzle that an order of a grid led to counts once in the weights, whichever is
    /// handed out and however the last orders of the grid ended.
    #[test]
    fn the_weights_count_all_that_was_found() {
        let wish = Wish { method: Method::ControlledBias, ..Wish::default() };
        let (ready, mut trial, mut prober) = (Ready::new(&wish), Trial::new(), Prober::new());
        let (mut found, mut told, mut blocks) = (0, 0.0, 0);
        trial.begin(&ready, 3);
        while blocks < 6 {
            while let Some((state, wanted)) = trial.dig.question() {
                let answer = prober.probe(state, wanted);
                trial.dig.tell(&answer);
            }
            let is_over = trial.over.is_some();
            found += u32::from(!is_over && trial.dig.end() == Some(End::Dug) && trial.dig.kept_the_last());
            if let Ok(Some(good)) = trial.judge(&ready, None, || Limits::NONE) {
                let clues = good.clues.iter().filter(|&&digit| digit != 0).count();
                told += good.weight / super::super::bias::weight(clues);
                blocks += 1;
                trial.draw(&ready);
            }
        }
        assert!((told - f64::from(found)).abs() < 1e-6, "{told} of {found}");
    }
}
