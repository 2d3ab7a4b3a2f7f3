//! Many puzzles at a time, one per lane; or one puzzle whose open branches all lanes share.
//!
//! ```text
//!                lane 0    lane 1    lane 2   ...
//!  digit 1 band 0  [w]       [w]       [w]         x[digit][band] is a vector over puzzles
//!  digit 1 band 1  [w]       [w]       [w]
//!      ...
//!  digit 9 band 2  [w]       [w]       [w]         27 vectors, all in one pass
//!
//!   stack of       [ ]       [ ]       [ ]         a board for each open branch of the lane
//!   each lane      [ ]                 [ ]
//! ```
//!
//! A pass is the same for all lanes and has no branch. After it, only lanes that failed or made no progress are
//! handled, one by one. The phases of [`run`]:
//!
//! ```text
//!  propagate   a pass over all lanes: some have a solution, made no progress, or failed
//!  retire      lanes with a solution record it
//!  branch      lanes without progress decide a cell, or take the solutions of their board from the cache
//!  refill      lanes whose branch is done take their last open one, or the next puzzle, or a branch of another lane
//! ```

use super::arch::vector::{MOST_LANES, Several, Vector, unroll};
use super::board::{Board, DEEPEST, Row, SINGLES, fields};
use super::cache::{Known, SolutionCache, WORTH_KNOWING};
use super::choose::{LOOSE, PEERS, SearchMode, choose, count};
use super::inference::Masks;
use super::report::EngineReport;
use crate::puzzle::{Budget, Limit, Limits};

/// Number of digits that a pass processes in parallel. Each operation depends on the previous one, and a single chain
/// would leave most of the machine idle. One digit after another is slower (`bench/record/2026-11-28-trials.md`).
const ABREAST: usize = 3;

/// Number of passes between checks of the clock.
const SPELL: u32 = 1 << 12;

/// The parameters shared by all tasks.
pub(super) struct LaneRequest<'a> {
    /// Number of solutions after which a task is done.
    pub(super) wanted: u64,
    /// Largest number of decisions.
    pub(super) guesses: u64,
    /// Whether solutions are only counted. If they are, only one of two branches that mirror each other is searched.
    pub(super) counts: bool,
    /// Whether a task with several solutions must report the two that the other engine finds first.
    pub(super) settles: bool,
    /// Whether idle lanes take branches of other lanes.
    pub(super) shares: bool,
    /// Number of grids of the first task that are collected before the run is interrupted; 0 if none are collected.
    pub(super) collect: usize,
    /// The clock and the flag that end the work, if any.
    pub(super) budget: Option<Budget<'a>>,
}

impl<'a> LaneRequest<'a> {
    /// A request for this many solutions of each task, within these limits.
    pub(super) fn of(wanted: u64, limits: &Limits<'a>) -> Self {
        let watched = limits.time().is_some() || limits.cancel().is_some();
        let budget = watched.then(|| limits.with_nodes(None).start());
        Self {
            wanted,
            guesses: limits.nodes().unwrap_or(u64::MAX),
            counts: false,
            settles: false,
            // Lanes that share branches would reach a limit of nodes at a point that depends on their number.
            shares: limits.nodes().is_none(),
            collect: 0,
            budget,
        }
    }
}

/// A word of every puzzle, one per lane, for each of the three bands.
type Across = [Row; 3];

/// The memory of the lanes.
pub(super) struct LaneScratch {
    state: Box<LaneState>,
    stacks: Box<[Board]>,
    /// The mirrored decisions of each lane.
    mirrors: Box<[Mirrors; MOST_LANES]>,
    /// The lanes at work.
    live: u32,
    /// Lanes that have begun their puzzle and in which no guess has failed yet.
    unfailed: u32,
    /// Lanes whose last decision was made as in a loose puzzle. Unless counts are cached, these lanes guess even after
    /// a pass that decided some cells.
    loose: u32,
    /// Tasks whose branches were shared.
    pub(super) shared: Vec<usize>,
    /// The order of digits in the next pass.
    backward: bool,
    /// The solutions that are collected, and the cached counts, if solutions are counted or collected.
    pub(super) cache: SolutionCache,
}

/// Largest number of decisions on the way to a branch that each stand for two branches, of which only one is searched.
/// Each of these decisions has at least four open cells that belong to no other such decision.
const HALVINGS: usize = 20;

/// Decisions in a grid whose open cells have two candidates each. If every digit has an even number of places in
/// every row, column and box, exchanging the candidates of all open cells turns solutions into solutions.
#[derive(Clone, Copy)]
struct Mirrors {
    /// The grid before the first of these decisions.
    board: Board,
    /// The cells that were open before each decision.
    open: [[u32; 3]; HALVINGS],
}

#[repr(C, align(64))]
struct LaneState {
    /// The candidates: `x[digit][band]`, or `x[8 - digit][band]` in a reversed lane. At [`SINGLES`] are the cells with
    /// one candidate, which are the cells of `singles` from which all other digits were removed.
    x: [Across; 10],
    /// The cells that are decided.
    singles: Across,
    /// The cells with two candidates; `several` contains the cells with two or more.
    pairs: Across,
    several: Across,
    lanes: [Lane; MOST_LANES],
}

/// The work of a lane.
#[derive(Clone, Copy)]
struct Lane {
    task: usize,
    /// The boards `bottom..top` are the open branches of its stack. Other lanes may take the lowest of them.
    bottom: usize,
    top: usize,
    /// Number of decisions that each stand for two branches.
    halvings: usize,
    /// Whether the digits are in reverse order. Passes process the digits alternately from the first and from the last
    /// place. A lane that begins before a pass of the second kind stores its digits in reverse. Every branch therefore
    /// begins with a pass from digit 1, and its search does not depend on the time or the lane.
    reversed: bool,
}

impl LaneScratch {
    pub(super) fn new() -> Self {
        let zero = [[0; 16]; 3];
        let state = LaneState {
            x: [zero; 10],
            singles: zero,
            pairs: zero,
            several: zero,
            lanes: [Lane { task: 0, bottom: 0, top: 0, halvings: 0, reversed: false }; MOST_LANES],
        };
        Self {
            state: Box::new(state),
            stacks: vec![Board::EMPTY; MOST_LANES * DEEPEST].into(),
            mirrors: Box::new([Mirrors { board: Board::EMPTY, open: [[0; 3]; HALVINGS] }; MOST_LANES]),
            live: 0,
            unfailed: 0,
            loose: 0,
            shared: Vec::new(),
            backward: false,
            cache: SolutionCache::new(),
        }
    }

    /// Begins with a task that the other engine has started. Each lane gets one of its branches, and the first lane
    /// gets the remaining ones. Returns the number of open branches that have a lane.
    pub(super) fn split(&mut self, board: &Board, open: &[Board], lanes: usize) -> usize {
        let first = open.len().saturating_sub(lanes - 1);
        self.state.begin(0, 0, board, false);
        self.stacks[..first].copy_from_slice(&open[..first]);
        self.state.lanes[0].top = first;
        for (lane, board) in (1..).zip(&open[first..]) {
            self.state.begin(lane, 0, board, false);
        }
        self.live = u32::MAX >> (31 - (open.len() - first));
        self.unfailed = 0;
        self.loose = 0;
        self.backward = false;
        self.cache.begin();
        open.len() - first
    }

    /// Discards the work of the last run.
    pub(super) fn stop(&mut self) {
        self.live = 0;
    }

    /// Whether the last run was interrupted.
    pub(super) fn is_busy(&self) -> bool {
        self.live != 0
    }
}

impl LaneState {
    /// Gives a board to a lane. `backward` is the direction of the next pass.
    #[inline(always)]
    fn put(&mut self, lane: usize, board: &Board, backward: bool) {
        self.lanes[lane].reversed = backward;
        for band in 0..3 {
            // All lanes have the same direction, so the processor predicts this branch correctly.
            if backward {
                for digit in 0..9 {
                    self.x[8 - digit][band][lane] = board.0[band][digit];
                }
            } else {
                for digit in 0..9 {
                    self.x[digit][band][lane] = board.0[band][digit];
                }
            }
            self.singles[band][lane] = board.0[band][SINGLES];
            self.x[SINGLES][band][lane] = board.0[band][SINGLES];
        }
    }

    /// Begins a task in a lane, or a branch of one.
    #[inline(always)]
    fn begin(&mut self, lane: usize, task: usize, board: &Board, backward: bool) {
        let bottom = lane * DEEPEST;
        self.lanes[lane] = Lane { task, bottom, top: bottom, halvings: 0, reversed: false };
        self.put(lane, board, backward);
    }

    /// The board of a lane.
    #[inline(always)]
    fn get<V: Vector>(&self, proof: V::Proof, lane: usize, board: &mut Board) {
        let words = self.x.as_flattened().as_flattened();
        let (first, step) = if self.lanes[lane].reversed { (8 * 48, -48) } else { (0, 48) };
        for band in 0..3 {
            let decided = self.x[SINGLES][band][lane];
            V::column(proof, words, first + 16 * band + lane, step, decided, &mut board.0[band]);
        }
    }
}

/// The place of a digit in a lane, or the digit at a place.
#[inline(always)]
fn turned(digit: usize, reversed: bool) -> usize {
    // This computation has no branch. From the mask, the compiler infers that the place is within a row.
    let sign = usize::from(reversed).wrapping_neg();
    (digit ^ sign).wrapping_add(9 & sign) & 15
}

/// Results of a pass, one bit per lane.
struct PassFlags {
    /// A contradiction was found.
    failed: u32,
    /// No cell was decided in this pass.
    still: u32,
    /// No band has two cells that were decided in this pass.
    quiet: u32,
    /// Some cell has several candidates.
    open: u32,
}

/// One pass of inference over all lanes, digit by digit: cells that a digit claims are removed from the digits after it
/// in the same pass. Passes process the digits alternately from the first and from the last. The next pass therefore
/// removes the cells that later digits claim from the earlier digits, before decided cells are placed.
#[inline(always)]
fn pass<V: Vector>(
    proof: V::Proof,
    masks: &Masks<Several<V, ABREAST>>,
    state: &mut LaneState,
    backward: bool,
) -> PassFlags {
    let (zero, ones) = (V::splat(proof, 0), V::splat(proof, u32::MAX));
    let mut singles = [zero; 3];
    unroll!(b < 3 => {
        singles[b] = V::load(proof, &state.singles[b]);
    });
    // Cells with at least one, at least two, and at least three candidates; cells that are claimed.
    let (mut one, mut two, mut three, mut claims) = ([zero; 3], [zero; 3], [zero; 3], [zero; 3]);
    // The spare bits of the boxes in which every digit has a place.
    let mut full = ones;
    for turn in [0, 3, 6] {
        let first = if backward { 6 - turn } else { turn };
        let mut bands = [Several([zero; ABREAST]); 3];
        unroll!(b < 3 => {
            unroll!(k < ABREAST => {
                bands[b].0[k] = V::load(proof, &state.x[first + k][b]).minus(claims[b]);
            });
            bands[b] = masks.place(bands[b], Several([singles[b]; ABREAST]));
        });
        bands = masks.lock(bands);
        unroll!(b < 3 => {
            let (lone, places) = masks.lone(bands[b]);
            unroll!(k < ABREAST => {
                let (band, lone) = (bands[b].0[k], lone.0[k]);
                full = full.and(places.0[k]);
                claims[b] = claims[b].or(lone);
                three[b] = three[b].or(two[b].and(band));
                two[b] = two[b].or(one[b].and(band));
                one[b] = one[b].or(band);
            });
            unroll!(k < ABREAST => {
                let (band, lone) = (bands[b].0[k], lone.0[k]);
                lone.or(band.minus(claims[b])).store(&mut state.x[first + k][b]);
            });
        });
    }
    let mut missing = masks.spare.0[0].minus(full);
    let (mut new, mut news, mut open) = (zero, zero, zero);
    unroll!(b < 3 => {
        // If a decided cell has two candidates, two digits claim it.
        missing = missing.or3(masks.all.0[0].minus(one[b]), two[b].and(singles[b]));
        let plain = one[b].minus(two[b]);
        let decided = claims[b].or(plain);
        let fresh = decided.minus(singles[b]);
        new = new.or(fresh);
        // The newly decided cells except the lowest one.
        news = news.or(fresh.and(fresh.add(ones)));
        let several = two[b].minus(claims[b]);
        open = open.or(several);
        decided.store(&mut state.singles[b]);
        plain.store(&mut state.x[SINGLES][b]);
        several.minus(three[b]).store(&mut state.pairs[b]);
        several.store(&mut state.several[b]);
    });
    PassFlags {
        failed: missing.nonzero(),
        still: !new.nonzero(),
        quiet: !news.nonzero(),
        open: open.nonzero(),
    }
}

/// The events in the lanes after a pass, one bit per lane. Each kind of event is handled separately: a loop over
/// mixed kinds costs a branch misprediction each.
struct Events {
    /// All cells are decided: a solution.
    leaves: u32,
    /// A cell must be decided.
    nodes: u32,
    /// The lanes of `nodes` whose count is looked up in the cache.
    sought: u32,
    /// No cell was decided in the pass.
    still: u32,
    /// The branch is done.
    back: u32,
    /// The task is done.
    done: u32,
}

/// Works on all tasks; `found` has one place per task. If the last run was interrupted, or if a search was
/// [split](LaneScratch::split), resumes it. If the clock or the flag ends the work, returns that limit and records it
/// for every unfinished task.
#[inline(always)]
pub(super) fn run<V: Vector, const G: usize>(
    proof: V::Proof,
    scratch: &mut LaneScratch,
    tasks: &[Board],
    request: &LaneRequest<'_>,
    found: &mut [EngineReport],
) -> Option<Limit> {
    let masks = Masks::<Several<V, ABREAST>>::new(proof);
    let mut run = Run::<V, G>::start(proof, scratch, tasks, request, found);
    let mut left = SPELL;
    while run.live != 0 {
        if let Some(budget) = &request.budget {
            left -= 1;
            if left == 0 {
                left = SPELL;
                if let Err(limit) = budget.check(0) {
                    run.give_up(limit);
                    return Some(limit);
                }
            }
        }
        let mut events = run.propagate(&masks);
        run.retire(&mut events);
        run.branch(&mut events);
        run.refill(&events);
        if run.is_interrupted() {
            break;
        }
    }
    None
}

/// A run: lanes that work on tasks. The methods are inlined into [`run`], so they are compiled with the instructions of
/// the tier.
struct Run<'a, 'r, V: Vector, const G: usize> {
    proof: V::Proof,
    scratch: &'a mut LaneScratch,
    tasks: &'a [Board],
    request: &'a LaneRequest<'r>,
    found: &'a mut [EngineReport],
    /// The lanes at work.
    live: u32,
    /// The task that the next idle lane begins.
    next: usize,
    /// Whether the cache is used.
    looks_up: bool,
    /// The lanes that may guess even after a pass that decided some cells.
    hasty: u32,
}

impl<'a, 'r, V: Vector, const G: usize> Run<'a, 'r, V, G> {
    const EVERY: u32 = (1 << V::LANES) - 1;

    /// Begins tasks in all lanes, unless the last run is resumed.
    #[inline(always)]
    fn start(
        proof: V::Proof,
        scratch: &'a mut LaneScratch,
        tasks: &'a [Board],
        request: &'a LaneRequest<'r>,
        found: &'a mut [EngineReport],
    ) -> Self {
        assert_eq!(tasks.len(), found.len());
        let looks_up = (request.counts || request.collect > 0) && request.wanted > LOOSE;
        // Only boards in which a pass decides nothing are looked up in the cache.
        let hasty = if request.counts || looks_up { 0 } else { Self::EVERY };
        let (mut live, mut next) = (scratch.live, tasks.len());
        scratch.live = 0;
        if live == 0 {
            scratch.backward = false;
            scratch.loose = 0;
            scratch.shared.clear();
            scratch.cache.begin();
            next = V::LANES.min(tasks.len());
            for lane in 0..next {
                scratch.state.begin(lane, lane, &tasks[lane], false);
                live |= 1 << lane;
            }
            scratch.unfailed = live;
        }
        Self { proof, scratch, tasks, request, found, live, next, looks_up, hasty }
    }

    /// A pass over all lanes, and its events.
    #[inline(always)]
    fn propagate(&mut self, masks: &Masks<Several<V, ABREAST>>) -> Events {
        let LaneScratch { state, backward, loose, .. } = &mut *self.scratch;
        let PassFlags { failed, still, quiet, open } = pass(self.proof, masks, state, *backward);
        *backward = !*backward;
        let special = self.live & (failed | still | quiet & *loose & open & self.hasty);
        let (leaves, nodes) = (special & !failed & !open, special & !failed & open);
        Events { leaves, nodes, sought: 0, still, back: special & !nodes, done: 0 }
    }

    /// Records the solutions.
    #[inline(always)]
    fn retire(&mut self, events: &mut Events) {
        let mut leaves = events.leaves;
        while leaves != 0 {
            let (lane, bit) = take(&mut leaves);
            let Lane { task, halvings, .. } = self.scratch.state.lanes[lane];
            if self.request.counts {
                self.add(lane, task, 1 << halvings);
            } else {
                let mut board = Board::EMPTY;
                self.scratch.state.get::<V>(self.proof, lane, &mut board);
                self.record(lane, &mut board, halvings);
            }
            self.end_if_enough(task, bit, events);
        }
        // Another lane may have completed their task.
        events.nodes &= !events.done;
    }

    /// For lanes that made no progress: decides a cell, or finds the solutions without a decision.
    #[inline(always)]
    fn branch(&mut self, events: &mut Events) {
        self.push(events);
        let mut nodes = events.nodes;
        while nodes != 0 {
            let (lane, bit) = take(&mut nodes);
            if events.done & bit != 0 {
                continue;
            }
            let Lane { task, top, halvings, .. } = self.scratch.state.lanes[lane];
            let LaneState { pairs, several, .. } = &*self.scratch.state;
            if self.found[task].guesses >= self.request.guesses {
                self.found[task].limit = Some(Limit::Nodes);
                events.done |= self.same(task, bit);
            } else if events.sought & bit != 0
                && let Some(known) = self.scratch.cache.look_up(lane, top, halvings)
            {
                self.reuse(lane, known);
                events.back |= bit;
                self.end_if_enough(task, bit, events);
            } else if self.request.wanted > 1
                && halvings < HALVINGS
                && (0..3).all(|b| several[b][lane] == pairs[b][lane])
            {
                self.halve(lane, bit, events);
            } else {
                self.scratch.state.lanes[lane].top = top + 1;
                self.decide(lane, bit, top);
            }
        }
    }

    /// Writes the boards of lanes that made no progress to their stacks, before any of them is read. If a board were
    /// read immediately, the read would wait for the write, unless one instruction wrote all words of a vector.
    /// Meanwhile the places of the cache that will be looked up are prefetched.
    #[inline(always)]
    fn push(&mut self, events: &mut Events) {
        let LaneScratch { state, stacks, cache, .. } = &mut *self.scratch;
        let mut nodes = events.nodes;
        while nodes != 0 {
            let (lane, bit) = take(&mut nodes);
            let Lane { task, top, halvings, .. } = state.lanes[lane];
            state.get::<V>(self.proof, lane, &mut stacks[top]);
            // Nothing is looked up for a list below a mirrored decision. A leaf there also lists grids in which cells
            // that were decided before are exchanged, so the list has more solutions than the board.
            if self.looks_up && self.found[task].solutions > LOOSE && (self.request.counts || halvings == 0) {
                let open = [0, 1, 2].map(|b| state.several[b][lane]);
                if WORTH_KNOWING.contains(&count(open)) {
                    cache.seek::<V>(self.proof, &stacks[top], open, lane);
                    events.sought |= bit;
                }
            }
        }
    }

    /// A lane whose branch is done takes its last open branch, or the next task if it has none.
    #[inline(always)]
    fn refill(&mut self, events: &Events) {
        let mut back = events.back | events.done;
        while back != 0 {
            let (lane, bit) = take(&mut back);
            let LaneScratch { state, stacks, loose, unfailed, cache, backward, .. } = &mut *self.scratch;
            *loose &= !bit;
            *unfailed &= !bit;
            let Lane { task, bottom, top, .. } = state.lanes[lane];
            let goes_on = events.done & bit == 0;
            if self.looks_up && goes_on {
                cache.close(lane, top);
            }
            if goes_on && top > bottom {
                self.found[task].backtracks += 1;
                state.lanes[lane].top = top - 1;
                state.lanes[lane].halvings = 0;
                state.put(lane, &stacks[top - 1], *backward);
            } else if self.next < self.tasks.len() {
                state.begin(lane, self.next, &self.tasks[self.next], *backward);
                *unfailed |= bit;
                self.next += 1;
            } else {
                self.live &= !bit;
            }
        }
        if self.request.shares && self.next == self.tasks.len() && self.live != Self::EVERY && self.live != 0
        {
            self.share();
        }
    }

    /// Gives idle lanes the lowest branches of lanes that have several.
    #[inline(always)]
    fn share(&mut self) {
        let LaneScratch { state, stacks, cache, shared, backward, .. } = &mut *self.scratch;
        for idle in 0..V::LANES {
            if self.live >> idle & 1 == 1 {
                continue;
            }
            let open = |lane: &usize| state.lanes[*lane].top - state.lanes[*lane].bottom;
            let Some(rich) =
                (0..V::LANES).filter(|lane| self.live >> lane & 1 == 1 && open(lane) > 0).max_by_key(open)
            else {
                return;
            };
            let Lane { task, bottom, .. } = state.lanes[rich];
            state.lanes[rich].bottom += 1;
            cache.give(rich, bottom);
            state.begin(idle, task, &stacks[bottom], *backward);
            self.live |= 1 << idle;
            self.found[task].backtracks += 1;
            if shared.last() != Some(&task) {
                shared.push(task);
            }
        }
    }

    /// Whether the run ends here to pass on the solutions that were collected; the next one resumes it.
    #[inline(always)]
    fn is_interrupted(&mut self) -> bool {
        let LaneScratch { cache, live, .. } = &mut *self.scratch;
        let is_interrupted = self.request.collect > 0 && cache.waiting() >= self.request.collect;
        if is_interrupted {
            *live = self.live;
        }
        is_interrupted
    }

    /// Records the limit that ended the work for all unfinished tasks.
    #[inline(always)]
    fn give_up(&mut self, limit: Limit) {
        for lane in (0..MOST_LANES).filter(|lane| self.live >> lane & 1 == 1) {
            self.found[self.scratch.state.lanes[lane].task].limit = Some(limit);
        }
        for found in &mut self.found[self.next..] {
            found.limit = Some(limit);
        }
    }

    /// Ends a task if the wanted number of solutions was found. Further solutions are not counted.
    #[inline(always)]
    fn end_if_enough(&mut self, task: usize, bit: u32, events: &mut Events) {
        let found = &mut self.found[task];
        if found.solutions >= self.request.wanted {
            found.solutions = self.request.wanted;
            events.done |= self.same(task, bit);
        }
    }

    /// The lanes that work on `task`, including the lane with this `bit`. There are others only if no next task is
    /// left, because only then are branches shared.
    #[inline(always)]
    fn same(&self, task: usize, bit: u32) -> u32 {
        if self.next < self.tasks.len() {
            return bit;
        }
        let lanes = (0..MOST_LANES).filter(|&lane| self.scratch.state.lanes[lane].task == task);
        lanes.fold(0, |lanes, lane| lanes | 1 << lane) & self.live
    }

    /// Counts solutions of a task that a lane found.
    #[inline(always)]
    fn add(&mut self, lane: usize, task: usize, solutions: u64) {
        self.found[task].solutions += solutions;
        self.scratch.cache.count(lane, solutions);
    }

    /// Records a solution, and the solutions that result from it by exchanging the two candidates of open cells.
    #[inline(always)]
    fn record(&mut self, lane: usize, board: &mut Board, halvings: usize) {
        let LaneScratch { state, mirrors, cache, .. } = &mut *self.scratch;
        let found = &mut self.found[state.lanes[lane].task];
        for number in 0_usize..1 << halvings {
            if found.solutions == self.request.wanted {
                break;
            }
            found.solutions += 1;
            // In the order of a Gray code, each grid differs from the one before by one exchange.
            if number > 0 {
                let open = &mirrors[lane].open[number.trailing_zeros() as usize];
                for b in 0..3 {
                    for digit in 0..9 {
                        board.0[b][digit] ^= mirrors[lane].board.0[b][digit] & open[b];
                    }
                }
            }
            if self.request.collect > 0 {
                if let Some(digits) = cache.list(lane) {
                    V::digits(self.proof, board, digits);
                }
            } else if found.solutions <= 2 {
                V::digits(self.proof, board, &mut found.grids[usize::from(found.solutions == 2)]);
            }
        }
    }

    /// Adds the solutions of the board of a lane, which are in the cache.
    #[inline(always)]
    fn reuse(&mut self, lane: usize, known: Known) {
        let LaneScratch { state, stacks, cache, .. } = &mut *self.scratch;
        let Lane { task, top, halvings, .. } = state.lanes[lane];
        let found = &mut self.found[task];
        let solutions = (known.solutions << halvings).min(self.request.wanted - found.solutions);
        found.solutions += solutions;
        if self.request.collect == 0 {
            cache.count(lane, solutions);
            return;
        }
        let rest = &mut stacks[top];
        for b in 0..3 {
            let open = state.several[b][lane];
            for digit in 0..9 {
                rest.0[b][digit] &= !open;
            }
        }
        let mut decided = [0; 96];
        if let Some(digits) = decided.first_chunk_mut() {
            V::digits(self.proof, rest, digits);
        }
        cache.repeat(lane, known.end, solutions, &decided);
    }

    /// Makes a decision whose two branches mirror each other; only one of them is searched. All open cells of the
    /// lane have two candidates. If there are four open cells, both solutions are recorded.
    #[inline(always)]
    fn halve(&mut self, lane: usize, bit: u32, events: &mut Events) {
        let LaneScratch { state, stacks, mirrors, unfailed, .. } = &mut *self.scratch;
        let Lane { task, top, halvings, .. } = state.lanes[lane];
        let cells = [0, 1, 2].map(|b| state.several[b][lane]);
        // If later passes could still decide something, the branches would not mirror each other.
        if events.still & bit == 0 || !is_even::<V, G>(self.proof, &stacks[top], cells) {
            return;
        }
        if halvings == 0 {
            mirrors[lane].board = stacks[top];
        }
        mirrors[lane].open[halvings] = cells;
        self.found[task].backtracks += 1;
        *unfailed &= !bit;
        if count(cells) > 4 {
            state.lanes[lane].halvings = halvings + 1;
            self.decide(lane, bit, top);
            return;
        }
        self.found[task].guesses += 1;
        events.back |= bit;
        if self.request.counts {
            self.add(lane, task, 2 << halvings);
        } else {
            let mut board = stacks[top];
            exchange(&mut board, cells);
            self.record(lane, &mut board, halvings + 1);
        }
        self.end_if_enough(task, bit, events);
    }

    /// Decides a cell of a lane whose board is at `place` of the stacks, and leaves the other branch there.
    #[inline(always)]
    fn decide(&mut self, lane: usize, bit: u32, place: usize) {
        let LaneScratch { state, stacks, loose, unfailed, .. } = &mut *self.scratch;
        let found = &mut self.found[state.lanes[lane].task];
        found.guesses += 1;
        let mode = SearchMode::of(*unfailed & bit == 0, self.looks_up && found.solutions > LOOSE);
        *loose = *loose & !bit | if mode == SearchMode::Tight { 0 } else { bit };
        let (mut pairs, mut several) = ([0; 3], [0; 3]);
        for b in 0..3 {
            (pairs[b], several[b]) = (state.pairs[b][lane], state.several[b][lane]);
        }
        let rest = &mut stacks[place];
        let choice = choose::<V, G>(self.proof, rest, &PEERS, pairs, several, mode);
        let row = &mut rest.0[choice.band];
        let reversed = state.lanes[lane].reversed;
        for digit in 0..9 {
            state.x[digit][choice.band][lane] = row[turned(digit, reversed)] & !choice.bit;
        }
        state.x[turned(choice.digit, reversed)][choice.band][lane] = row[choice.digit];
        state.singles[choice.band][lane] |= choice.bit;
        choice.refuse(row);
    }
}

/// Whether every digit has an even number of places among `cells` in every row and column of a board.
#[inline(always)]
fn is_even<V: Vector, const G: usize>(proof: V::Proof, board: &Board, cells: [u32; 3]) -> bool {
    let (row, column) = (V::splat(proof, 0o111), V::splat(proof, fields(0o007)));
    let mut odd = row.minus(row);
    for g in 0..G {
        let mut sum = odd.minus(odd);
        for b in 0..3 {
            let x =
                V::load(proof, &board.0[b][g * V::LANES..(g + 1) * V::LANES]).and(V::splat(proof, cells[b]));
            sum = sum.xor(x);
            let line = x.xor(x.shr::<10>()).xor(x.shr::<20>());
            odd = odd.or(row.and(line.xor(line.shr::<1>()).xor(line.shr::<2>())));
        }
        odd = odd.or(column.and(sum.xor(sum.shr::<3>()).xor(sum.shr::<6>())));
    }
    odd.nonzero() == 0
}

/// Solves a board whose four open cells are the corners of a rectangle in two boxes, in one of the two ways.
fn exchange(board: &mut Board, cells: [u32; 3]) {
    let band = cells.iter().position(|&word| word != 0).unwrap_or(0);
    let corner = cells[band] & cells[band].wrapping_neg();
    let peers = &PEERS[32 * band + corner.trailing_zeros() as usize % 32];
    let mut first = true;
    for digit in 0..9 {
        if board.0[band][digit] & corner != 0 {
            for b in 0..3 {
                let near = cells[b] & peers[b];
                board.0[b][digit] &= !if first { near } else { cells[b] & !near };
            }
            first = false;
        }
    }
}

/// Removes the lowest lane from a set of lanes, and returns its number and its bit.
#[inline(always)]
fn take(lanes: &mut u32) -> (usize, u32) {
    let lane = lanes.trailing_zeros() as usize & (MOST_LANES - 1);
    let bit = 1 << lane;
    *lanes ^= bit;
    (lane, bit)
}
