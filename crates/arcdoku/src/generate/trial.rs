//! The generation of one puzzle: draw, dig, judge, and draw again until the puzzle meets the request.
//!
//! ```text
//!   draw ──> dig ──> judge ── fits ──> made
//!    ^ a fresh grid            │
//!    │                         │ misses by some distance
//!    └──── or the nearest <────'
//!          so far, changed
//! ```
//!
//! The result depends only on the trial's own random generator, and on answers that are the same on every machine. It
//! does not depend on which trials are worked on together.

use std::ops::RangeInclusive;

use fastrand::Rng;

use super::bias::{CellOrder, FittingPuzzle, OrderBlock};
use super::cages;
use super::difficulty::{Difficulty, DifficultyRater, LogicDifficulty};
use super::dig::{Dig, DigEnd, DigPlan, NODES};
use super::drawn::{self, Drawing, DrawnRules};
use super::generated::GeneratedPuzzle;
use super::grids::{Grids, solution};
use super::request::{Method, Minimality, PuzzleRequest};
use super::seed;
use crate::grid::{Cell, Digit};
use crate::puzzle::{Limit, Limits, Outcome, Puzzle, Solution};
use crate::solve::{ProbeGrid, Prober};

/// The node limit for drawing a grid with additional rules. If it is reached, another grid is drawn.
const FILL: u64 = 5000;

/// Parameters of the search of a trial.
struct TrialTuning {
    /// Number of fresh puzzles that are tried before the nearest of them is changed.
    fresh: u64,
    /// Number of changes without progress after which a trial starts again with fresh puzzles.
    patience: u32,
    /// Largest number of orbits that a change drops.
    dropped: usize,
    /// One in this many changes is kept even if it increases the distance.
    astray: Option<u32>,
    /// Whether a fresh puzzle that is as near as the nearest puzzle replaces it, and whether fresh puzzles count as
    /// changes.
    moves_while_fresh: bool,
}

/// The parameters for requests about clues alone, when generating a puzzle takes little time.
const CLUES: TrialTuning =
    TrialTuning { fresh: 400, patience: 2000, dropped: 5, astray: Some(200), moves_while_fresh: false };

/// The parameters for requests with ratings, which take longer than generating puzzles. They were chosen from a few
/// runs of 6 to 20 puzzles of SE 9.2 and more. In these runs, the choice of settings mattered less than the choice of
/// seeds.
const RATINGS: TrialTuning =
    TrialTuning { fresh: 50, patience: 400, dropped: 3, astray: Some(200), moves_while_fresh: false };

/// The parameters for grids that the fast engines do not support.
const SLOW: TrialTuning =
    TrialTuning { fresh: 20, patience: 200, dropped: 4, astray: None, moves_while_fresh: true };

/// A request, prepared for its trials.
pub(super) struct RequestPlan {
    /// The puzzle with all rules and without clues.
    empty: Puzzle,
    /// Whether the puzzle has only the rules of its shape.
    plain: bool,
    /// The same puzzle as a grid for questions.
    pub(super) probe: ProbeGrid,
    /// The cells that may have clues, orbit by orbit.
    orbits: Vec<Vec<Cell>>,
    /// Whether all cells may have clues.
    whole: bool,
    /// The solution of all puzzles, if it is given.
    grid: Option<Vec<u8>>,
    fewest: usize,
    most: usize,
    minimality: Minimality,
    method: Method,
    guide: &'static TrialTuning,
    /// The sizes of the cages to draw.
    cages: Option<RangeInclusive<usize>>,
    /// The rules to draw.
    drawn: Vec<DrawnRules>,
    /// The difficulty of classic puzzles, and of puzzles with rules.
    pub(super) difficulty: Option<Difficulty>,
    logic: Option<LogicDifficulty>,
}

impl RequestPlan {
    pub(super) fn new(request: PuzzleRequest, prober: &Prober) -> Self {
        let empty = request.empty();
        let probe = prober.grid(&empty);
        let orbits = request.orbits();
        let cells = request.shape.cells();
        let guide = match (probe.is_fast(), &request.difficulty) {
            _ if !request.drawn.is_empty() => &SLOW,
            (false, _) => &SLOW,
            (true, Some(_)) => &RATINGS,
            (true, None) => &CLUES,
        };
        let plain = request.shape.is_plain() && request.rules.is_empty() && !request.bare;
        let PuzzleRequest { clues, grid, minimality, method, cages, drawn, difficulty, logic, .. } = request;
        let (fewest, most) = clues.into_inner();
        Self {
            whole: orbits.iter().map(Vec::len).sum::<usize>() == cells,
            plain,
            grid: grid.as_ref().map(numbers),
            most: most.min(cells),
            empty,
            probe,
            orbits,
            fewest,
            minimality,
            method,
            guide,
            cages,
            drawn,
            difficulty,
            logic,
        }
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> usize {
        self.empty.shape().cells()
    }

    /// The puzzle of these clues.
    fn puzzle(&self, clues: &[u8]) -> Puzzle {
        let clues: Vec<Option<Digit>> = clues.iter().map(|&digit| Digit::new(digit)).collect();
        if self.plain {
            return Puzzle::with_givens(self.empty.shape(), &clues);
        }
        let mut puzzle = self.empty.clone();
        puzzle.set_givens(&clues);
        puzzle
    }
}

/// The generation of a puzzle on a grid of at most `64 * W` cells.
pub(super) struct Trial<const W: usize> {
    pub(super) seed: u64,
    /// Number of puzzles drawn.
    pub(super) tries: u64,
    pub(super) dig: Dig<W>,
    rng: Rng,
    /// Digits from 1, row-major.
    grid: Vec<u8>,
    /// The rules drawn over the grid, and the number of remaining ones for which deciding whether they are needed
    /// took too long.
    drawing: Drawing,
    doubtful: usize,
    /// The numbers of the orbits, in the order in which they are dug.
    order: Vec<u16>,
    /// Number of fresh puzzles still to be tried.
    fresh: u64,
    stage: DigStage,
    nearest: Option<NearMiss>,
    /// For puzzles with a controlled bias: the orders of a grid, and the puzzle that represents a finished grid.
    block: OrderBlock,
    over: Option<FittingPuzzle>,
}

/// A puzzle that does not meet the request.
struct NearMiss {
    grid: Vec<u8>,
    drawing: Drawing,
    clues: Vec<u8>,
    distance: Distance,
    /// Number of changes of this puzzle without progress.
    stale: u32,
}

/// The distance of a puzzle from the request, compared first by clues, then by rating.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Distance {
    /// Number of clues that are missing, that are too many, or that are not needed.
    clues: u32,
    /// The distance from a [`DifficultyRater`]; the maximum if it was not computed.
    rating: u32,
}

/// The subject of the digging.
enum DigStage {
    /// The orbits.
    Orbits,
    /// Each clue of this puzzle separately, to find whether it is needed.
    Clues(Vec<u8>),
}

impl<const W: usize> Trial<W> {
    pub(super) fn new(plan: &RequestPlan) -> Self {
        let cells = plan.cells();
        Self {
            seed: 0,
            tries: 0,
            dig: Dig::new(plan.probe.clone(), cells),
            rng: seed::rng(0),
            grid: vec![0; cells],
            drawing: Drawing::default(),
            doubtful: 0,
            order: Vec::with_capacity(plan.orbits.len()),
            fresh: 0,
            stage: DigStage::Orbits,
            nearest: None,
            block: OrderBlock::default(),
            over: None,
        }
    }

    /// Begins with the puzzle of a seed.
    ///
    /// # Errors
    /// The limit that ended the drawing.
    pub(super) fn begin(
        &mut self,
        plan: &RequestPlan,
        prober: &mut Prober,
        seed: u64,
        limits: &Limits<'_>,
    ) -> Result<(), Limit> {
        self.seed = seed;
        self.tries = 0;
        self.rng = seed::rng(seed);
        self.fresh = plan.guide.fresh;
        self.nearest = None;
        (self.block, self.over) = (OrderBlock::default(), None);
        self.draw(plan, prober, limits)
    }

    /// Draws the next puzzle, and begins to dig.
    ///
    /// # Errors
    /// The limit that ended the drawing.
    pub(super) fn draw(
        &mut self,
        plan: &RequestPlan,
        prober: &mut Prober,
        limits: &Limits<'_>,
    ) -> Result<(), Limit> {
        self.tries += 1;
        self.stage = DigStage::Orbits;
        // If drawing ends early, nothing is dug.
        self.dig.abandon();
        if plan.method == Method::ControlledBias {
            return self.draw_order(plan, prober, limits);
        }
        if plan.cages.is_some() {
            return Ok(());
        }
        let Self { order, rng, .. } = self;
        order.clear();
        order.extend(0..plan.orbits.len() as u16);
        seed::shuffle(rng, order);
        let mut proper = plan.whole;
        match &self.nearest {
            Some(near) if self.fresh == 0 => {
                self.grid.clone_from(&near.grid);
                self.drawing.clone_from(&near.drawing);
                proper = true;
                // First come the orbits that the puzzle loses, then the orbits that it may gain, and last the orbits
                // that it keeps.
                let has = |orbit: u16| near.clues[plan.orbits[usize::from(orbit)][0].index()] != 0;
                order.sort_by_key(|&orbit| has(orbit));
                let there = order.iter().filter(|&&orbit| has(orbit)).count();
                let dropped = (1 + seed::below(rng, plan.guide.dropped)).min(there);
                order.rotate_right(dropped);
            }
            _ => {
                self.fresh = self.fresh.saturating_sub(1);
                if !self.fill(plan, prober, limits)? {
                    return Ok(());
                }
                if !plan.drawn.is_empty() {
                    let shape = plan.empty.shape();
                    let Some(drawing) = drawn::draw(&plan.drawn, shape, &self.grid, &mut self.rng) else {
                        return Ok(());
                    };
                    self.drawing = drawing;
                }
            }
        }
        if !plan.drawn.is_empty() {
            self.doubtful = 0;
            self.dig.ask_about(prober.grid(&self.drawing.over(plan.empty.clone())));
        }
        let floor = match plan.minimality {
            Minimality::Any => {
                // A full grid is accepted as a puzzle only if the request requires it.
                let most = plan.most.min(self.grid.len() - 1).max(plan.fewest);
                plan.fewest + seed::below(&mut self.rng, most - plan.fewest + 1)
            }
            Minimality::Orbits | Minimality::Clues => 0,
        };
        let groups = self.order.iter().map(|&orbit| &plan.orbits[usize::from(orbit)][..]);
        self.dig.begin(&self.grid, groups, &DigPlan { floor, proper });
        Ok(())
    }

    /// Draws a full grid, unless it is given. Returns `false` if that took too many nodes, or if there is no grid.
    ///
    /// # Errors
    /// Any other limit.
    fn fill(&mut self, plan: &RequestPlan, prober: &mut Prober, limits: &Limits<'_>) -> Result<bool, Limit> {
        let shape = plan.empty.shape();
        if let Some(grid) = &plan.grid {
            self.grid.clone_from(grid);
            return Ok(true);
        }
        if let Some(grids) = Grids::of(shape).filter(|_| plan.plain) {
            grids.draw(&mut self.rng, &mut self.grid);
            return Ok(true);
        }
        match prober.random_solution(&plan.empty, self.rng.u64(..), &limits.with_nodes(FILL)) {
            Ok(Some(grid)) => self.grid = numbers(&grid),
            Ok(None) | Err(Limit::Nodes) => return Ok(false),
            Err(limit) => return Err(limit),
        }
        Ok(true)
    }

    /// Draws the next order; an order of another grid if all orders of this grid are drawn. The puzzle of a grid is
    /// returned before another grid is drawn, even if its last orders led to no puzzle. Otherwise, grids with few
    /// successful orders would get less than their share.
    fn draw_order(
        &mut self,
        plan: &RequestPlan,
        prober: &mut Prober,
        limits: &Limits<'_>,
    ) -> Result<(), Limit> {
        let cells = loop {
            match self.block.draw(&mut self.rng) {
                CellOrder::Over => {
                    self.over = self.block.take();
                    if self.over.is_some() {
                        self.tries -= 1;
                        return Ok(());
                    }
                    if !self.fill(plan, prober, limits)? {
                        return Ok(());
                    }
                    self.block.begin(&self.grid);
                }
                CellOrder::Loose => return Ok(()),
                CellOrder::Last(cells) => break cells,
            }
        };
        self.dig.begin(&self.grid, cells.chunks(1), &DigPlan { floor: 0, proper: false });
        Ok(())
    }

    /// Judges the puzzle that was dug, and returns it if it fits; otherwise draws the next one. `limits` returns the
    /// limits for rating and drawing.
    ///
    /// # Errors
    /// The limit that ended a rating or the drawing.
    pub(super) fn judge<'l>(
        &mut self,
        plan: &RequestPlan,
        prober: &mut Prober,
        judge: Option<&mut DifficultyRater>,
        limits: impl Fn() -> Limits<'l>,
    ) -> Result<Option<FittingPuzzle>, Limit> {
        if let Some(sizes) = &plan.cages {
            return self.judge_cages(plan, sizes, prober, &limits());
        }
        if plan.method == Method::ControlledBias {
            return self.judge_order(plan, prober, judge, limits);
        }
        if self.dig.end() == Some(DigEnd::Loose) {
            self.draw(plan, prober, &limits())?;
            return Ok(None);
        }
        let mut clues = self.dig.clues();
        let count = count(&clues);
        let mut away = (plan.fewest.saturating_sub(count) + count.saturating_sub(plan.most)) as u32;
        match std::mem::replace(&mut self.stage, DigStage::Orbits) {
            DigStage::Orbits if away == 0 && plan.minimality == Minimality::Clues => {
                let singles: Vec<Cell> =
                    (0..clues.len()).filter(|&cell| clues[cell] != 0).map(Cell::new).collect();
                self.stage = DigStage::Clues(clues);
                let known = DigPlan { floor: 0, proper: true };
                self.dig.begin(&self.grid, singles.chunks(1), &known);
                return Ok(None);
            }
            DigStage::Clues(all) => {
                away = (self::count(&all) - count) as u32;
                clues = all;
            }
            DigStage::Orbits => {}
        }
        if away == 0 && !plan.drawn.is_empty() && plan.minimality != Minimality::Any {
            self.leave_out_rules(plan, &clues, prober, &limits())?;
        }
        let mut distance = Distance {
            clues: away,
            rating: if judge.is_some() || plan.logic.is_some() { u32::MAX } else { 0 },
        };
        let (mut rated, mut by_logic) = (None, None);
        if away == 0 {
            let nearest = self.nearest.as_ref().map(|near| near.distance);
            let worst =
                nearest.filter(|nearest| nearest.clues == 0).map_or(u32::MAX, |nearest| nearest.rating);
            let puzzle = || self.drawing.over(plan.puzzle(&clues));
            if let Some(judge) = judge {
                let solution = solution(&self.grid);
                (distance.rating, rated) = judge.judge(&puzzle(), &solution, worst, &limits())?;
            } else if let Some(logic) = &plan.logic {
                (distance.rating, by_logic) = logic.judge(&puzzle(), worst, &limits())?;
            }
        }
        if distance <= (Distance { clues: 0, rating: 0 }) {
            let rules = self.drawing.rules().cloned().collect();
            return Ok(Some(FittingPuzzle { clues, rules, weight: 1.0, rated, logic: by_logic }));
        }
        let (grid, drawing) = (self.grid.clone(), self.drawing.clone());
        self.keep(plan.guide, NearMiss { grid, drawing, clues, distance, stale: 0 });
        self.draw(plan, prober, &limits())?;
        Ok(None)
    }

    /// Like [`judge`](Self::judge), for an order: the result counts only if every removed clue came before every needed
    /// clue.
    fn judge_order<'l>(
        &mut self,
        plan: &RequestPlan,
        prober: &mut Prober,
        judge: Option<&mut DifficultyRater>,
        limits: impl Fn() -> Limits<'l>,
    ) -> Result<Option<FittingPuzzle>, Limit> {
        if let Some(fitting) = self.over.take() {
            return Ok(Some(fitting));
        }
        if self.dig.end() == Some(DigEnd::Dug) && self.dig.kept_the_last() {
            let clues = self.dig.clues();
            if (plan.fewest..=plan.most).contains(&count(&clues)) {
                match judge {
                    None => self.block.push(clues, None, &mut self.rng),
                    Some(judge) => {
                        let solution = solution(&self.grid);
                        let (distance, rated) = judge.judge(&plan.puzzle(&clues), &solution, 0, &limits())?;
                        if distance == 0 {
                            self.block.push(clues, rated, &mut self.rng);
                        }
                    }
                }
            }
        }
        self.draw(plan, prober, &limits())?;
        Ok(None)
    }

    /// Tries to leave out each drawn rule, in a random order, and leaves it out if the solution is still unique.
    fn leave_out_rules(
        &mut self,
        plan: &RequestPlan,
        clues: &[u8],
        prober: &mut Prober,
        limits: &Limits<'_>,
    ) -> Result<(), Limit> {
        let budget = limits.start();
        let mut free = std::mem::take(&mut self.drawing.free).into_iter().map(Some).collect::<Vec<_>>();
        let mut order: Vec<usize> = (0..free.len()).collect();
        seed::shuffle(&mut self.rng, &mut order);
        for at in order {
            let rule = free[at].take();
            let rules = free.iter().flatten().chain(&self.drawing.bound).cloned();
            let puzzle = rules.fold(plan.puzzle(clues), Puzzle::with_rule);
            let outcome = prober.solver().solve(&puzzle, &budget.rest().with_nodes(NODES)).outcome;
            match outcome {
                Outcome::Unique(_) => continue,
                Outcome::Unknown { limit: Limit::Nodes, .. } => self.doubtful += 1,
                Outcome::Unknown { limit, .. } => return Err(limit),
                _ => {}
            }
            free[at] = rule;
        }
        self.drawing.free = free.into_iter().flatten().collect();
        Ok(())
    }

    /// Draws a grid and cages over it, instead of digging.
    fn judge_cages(
        &mut self,
        plan: &RequestPlan,
        sizes: &RangeInclusive<usize>,
        prober: &mut Prober,
        limits: &Limits<'_>,
    ) -> Result<Option<FittingPuzzle>, Limit> {
        let budget = limits.start();
        if self.fill(plan, prober, limits)? {
            let Self { grid, rng, .. } = self;
            let (solver, limits) = (prober.solver(), budget.rest());
            if let Some(rules) = cages::draw(solver, &plan.empty, grid, sizes, rng, &limits)? {
                let clues = vec![0; grid.len()];
                return Ok(Some(FittingPuzzle { clues, rules, weight: 1.0, rated: None, logic: None }));
            }
        }
        self.draw(plan, prober, &budget.rest())?;
        Ok(None)
    }

    /// The result, made from the puzzle that fits.
    pub(super) fn made(&self, plan: &RequestPlan, fitting: &FittingPuzzle) -> GeneratedPuzzle {
        GeneratedPuzzle {
            puzzle: fitting.rules.iter().cloned().fold(plan.puzzle(&fitting.clues), Puzzle::with_rule),
            solution: solution(&self.grid),
            seed: self.seed,
            tries: self.tries,
            weight: fitting.weight,
            rated: fitting.rated,
            logic: fitting.logic,
            undecided: self.dig.undecided() + self.doubtful,
        }
    }

    /// Keeps a puzzle as the starting point of changes, if it is nearer than the nearest puzzle, or as near as the
    /// puzzle from which it was made.
    fn keep(&mut self, guide: &TrialTuning, new: NearMiss) {
        let Some(old) = &mut self.nearest else {
            self.nearest = Some(new);
            return;
        };
        if new.distance < old.distance {
            *old = new;
            return;
        }
        if self.fresh > 0 && !guide.moves_while_fresh {
            return;
        }
        old.stale += 1;
        if self.fresh == 0 && old.stale > guide.patience {
            self.nearest = None;
            self.fresh = guide.fresh;
        } else if new.distance == old.distance || guide.astray.is_some_and(|odds| self.rng.u32(..odds) == 0) {
            *old = NearMiss { stale: old.stale, ..new };
        }
    }
}

/// Number of cells with a clue.
fn count(clues: &[u8]) -> usize {
    clues.iter().filter(|&&digit| digit != 0).count()
}

/// The digits of a solution, from 1.
fn numbers(solution: &Solution) -> Vec<u8> {
    solution.digits().iter().map(|digit| digit.get()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::runs_all_cases;

    /// With a controlled bias, every puzzle that an order of a grid led to counts once in the weights. It does not
    /// matter which of them is returned, or how the last orders of the grid ended.
    #[test]
    fn the_weights_count_every_puzzle_found() {
        let request = PuzzleRequest::default().with_method(Method::ControlledBias);
        let mut prober = Prober::new();
        let plan = RequestPlan::new(request, &prober);
        let mut trial = Trial::<2>::new(&plan);
        let (mut found, mut handed_out, mut blocks) = (0, 0.0, 0);
        trial.begin(&plan, &mut prober, 3, &Limits::NONE).unwrap();
        while blocks < if runs_all_cases() { 6 } else { 2 } {
            while let Some((grid, wanted)) = trial.dig.question() {
                let answer = prober.probe(grid, wanted, &Limits::NONE);
                trial.dig.receive_answer(&answer).unwrap();
            }
            let is_over = trial.over.is_some();
            found += u32::from(!is_over && trial.dig.end() == Some(DigEnd::Dug) && trial.dig.kept_the_last());
            if let Ok(Some(fitting)) = trial.judge(&plan, &mut prober, None, || Limits::NONE) {
                handed_out += fitting.weight / super::super::bias::weight(count(&fitting.clues));
                blocks += 1;
                trial.draw(&plan, &mut prober, &Limits::NONE).unwrap();
            }
        }
        assert!((handed_out - f64::from(found)).abs() < 1e-6, "{handed_out} of {found}");
    }
}
