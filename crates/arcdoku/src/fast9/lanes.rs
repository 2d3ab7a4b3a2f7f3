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
//! A pass is the same for all lanes and has no branch. Afterwards only lanes that failed or stalled are
//! examined, one by one: a failed lane takes its most recent open branch; a solved one records its solution;
//! a stalled one decides a cell; and one whose puzzle is done takes the next, so that no lane idles.

use super::arch::vector::{Several, Vector, unroll};
use super::board::{Board, DEEPEST, Row, SINGLES};
use super::choose::{LOOSE, PEERS, choose};
use super::inference::Masks;
use super::report::EngineReport;
use crate::puzzle::{Budget, Limit, Limits};

/// Largest number of lanes.
const LANES: usize = 16;

/// Number of digits that a pass works on side by side. Each operation depends on the one before, and a single
/// chain would leave most of the machine idle. Tried: 1, five percent slower; 9 spills more than it hides.
const ABREAST: usize = 3;

/// Number of passes between two checks of the clock.
const SPELL: u32 = 1 << 12;

/// The parameters shared by all tasks.
pub(super) struct LaneRequest<'a> {
    /// Number of solutions that are enough.
    pub(super) wanted: u64,
    /// Largest number of decisions.
    pub(super) guesses: u64,
    /// Whether there is a single task, all of whose branches are counted by all lanes.
    pub(super) shared: bool,
    /// The clock and the flag that end the work, if there are any.
    pub(super) budget: Option<Budget<'a>>,
}

impl<'a> LaneRequest<'a> {
    /// A request for this many solutions of each task, within these limits.
    pub(super) fn of(wanted: u64, limits: &Limits<'a>) -> Self {
        let watched = limits.time().is_some() || limits.cancel().is_some();
        let budget = watched.then(|| limits.with_nodes(None).start());
        Self { wanted, guesses: limits.nodes().unwrap_or(u64::MAX), shared: false, budget }
    }
}

/// A word of all puzzles, by band.
type Across = [Row; 3];

/// The memory of the lanes.
pub(super) struct LaneScratch {
    state: Box<LaneState>,
    stacks: Box<[Board]>,
    /// The lanes still at work when the run ended.
    rest: u32,
}

#[repr(C, align(64))]
struct LaneState {
    /// The candidates: `x[digit][band]`.
    x: [Across; 9],
    /// The same within a pass, before cells claimed by other digits are removed.
    y: [Across; 9],
    /// The cells that each digit claims: the only ones of their boxes.
    lone: [Across; 9],
    /// The cells that are decided.
    singles: Across,
    /// The cells with two candidates; with two and more.
    pairs: Across,
    several: Across,
    lanes: [Lane; LANES],
}

/// The work of a lane.
#[derive(Clone, Copy)]
struct Lane {
    task: usize,
    /// The boards of its stack are `bottom..top`. Other lanes may take the lowest.
    bottom: usize,
    top: usize,
}

impl LaneScratch {
    pub(super) fn new() -> Self {
        let zero = [[0; 16]; 3];
        let state = LaneState {
            x: [zero; 9],
            y: [zero; 9],
            lone: [zero; 9],
            singles: zero,
            pairs: zero,
            several: zero,
            lanes: [Lane { task: 0, bottom: 0, top: 0 }; LANES],
        };
        Self { state: Box::new(state), stacks: vec![Board::EMPTY; LANES * DEEPEST].into(), rest: 0 }
    }

    /// The tasks that [`run`] did not finish, each with its board and its open branches.
    pub(super) fn rest(&self) -> impl Iterator<Item = (usize, Board, &[Board])> {
        (0..LANES).filter(|lane| self.rest >> lane & 1 == 1).map(|lane| {
            let Lane { task, bottom, top } = self.state.lanes[lane];
            let mut board = Board::EMPTY;
            self.state.get(lane, &mut board);
            (task, board, &self.stacks[bottom..top])
        })
    }
}

impl LaneState {
    /// Gives a board to a lane.
    #[inline(always)]
    fn put(&mut self, lane: usize, board: &Board) {
        for band in 0..3 {
            for digit in 0..9 {
                self.x[digit][band][lane] = board.0[band][digit];
            }
            self.singles[band][lane] = board.0[band][SINGLES];
        }
    }

    /// Begins a task in a lane, or a branch of one.
    #[inline(always)]
    fn begin(&mut self, lane: usize, task: usize, board: &Board) {
        self.put(lane, board);
        self.lanes[lane] = Lane { task, bottom: lane * DEEPEST, top: lane * DEEPEST };
    }

    /// The board of a lane.
    #[inline(always)]
    fn get(&self, lane: usize, board: &mut Board) {
        for band in 0..3 {
            for digit in 0..9 {
                board.0[band][digit] = self.x[digit][band][lane];
            }
            board.0[band][SINGLES] = self.singles[band][lane];
        }
    }
}

/// Results of a pass, one bit per lane.
struct PassFlags {
    /// A contradiction.
    failed: u32,
    /// No cell was decided in this pass.
    still: u32,
    /// Some cell has several candidates.
    open: u32,
}

/// One pass of inference over all lanes.
#[inline(always)]
fn pass<V: Vector>(proof: V::Proof, masks: &Masks<Several<V, ABREAST>>, state: &mut LaneState) -> PassFlags {
    let zero = V::splat(proof, 0);
    let mut singles = [zero; 3];
    unroll!(b < 3 => {
        singles[b] = V::load(proof, &state.singles[b]);
    });
    // Cells with one, two, three candidates and more; cells that are claimed.
    let (mut one, mut two, mut three, mut claims) = ([zero; 3], [zero; 3], [zero; 3], [zero; 3]);
    let mut missing = zero;
    for first in [0, 3, 6] {
        let mut bands = [Several([zero; ABREAST]); 3];
        unroll!(b < 3 => {
            unroll!(k < ABREAST => {
                bands[b].0[k] = V::load(proof, &state.x[first + k][b]);
            });
            bands[b] = masks.place(bands[b], Several([singles[b]; ABREAST]));
        });
        bands = masks.lock(bands);
        unroll!(b < 3 => {
            let (lone, places) = masks.lone(bands[b]);
            let empty = masks.spare.minus(places);
            unroll!(k < ABREAST => {
                let (band, lone) = (bands[b].0[k], lone.0[k]);
                missing = missing.or(empty.0[k]);
                claims[b] = claims[b].or(lone);
                three[b] = three[b].or(two[b].and(band));
                two[b] = two[b].or(one[b].and(band));
                one[b] = one[b].or(band);
                band.store(&mut state.y[first + k][b]);
                lone.store(&mut state.lone[first + k][b]);
            });
        });
    }
    for digit in 0..9 {
        unroll!(b < 3 => {
            let others = V::load(proof, &state.y[digit][b]).minus(claims[b]);
            V::load(proof, &state.lone[digit][b]).or(others).store(&mut state.x[digit][b]);
        });
    }
    let mut new = zero;
    unroll!(b < 3 => {
        // A decided cell with two candidates is one that two digits claim.
        missing = missing.or3(masks.all.0[0].minus(one[b]), two[b].and(singles[b]));
        let decided = claims[b].or(one[b].minus(two[b]));
        new = new.or(decided.minus(singles[b]));
        decided.store(&mut state.singles[b]);
        two[b].minus(three[b]).store(&mut state.pairs[b]);
        two[b].store(&mut state.several[b]);
    });
    PassFlags { failed: missing.nonzero(), still: !new.nonzero(), open: two[0].or3(two[1], two[2]).nonzero() }
}

/// Works on all tasks but the last few, which [`LaneScratch::rest`] returns; `found` has one place per task.
/// If the clock or the flag ends the work, returns that limit and records it for every unfinished task.
#[inline(always)]
pub(super) fn run<V: Vector, const G: usize>(
    proof: V::Proof,
    scratch: &mut LaneScratch,
    tasks: &[Board],
    request: &LaneRequest<'_>,
    found: &mut [EngineReport],
) -> Option<Limit> {
    assert_eq!(tasks.len(), found.len());
    let masks = Masks::<Several<V, ABREAST>>::new(proof);
    let LaneScratch { state, stacks, rest } = scratch;
    let mut live = 0_u32;
    let mut next = 0;
    for lane in 0..V::LANES.min(tasks.len()) {
        state.begin(lane, next, &tasks[next]);
        live |= 1 << lane;
        next += 1;
    }
    let mut left = SPELL;
    // The last few puzzles are left to the other engine: a pass takes as long for one as for all.
    let few = if request.shared { 0 } else { V::LANES as u32 / 5 };
    *rest = 0;
    while live != 0 {
        if next == tasks.len() && live.count_ones() <= few {
            *rest = live;
            break;
        }
        if let Some(budget) = &request.budget {
            left -= 1;
            if left == 0 {
                left = SPELL;
                if let Err(limit) = budget.check(0) {
                    give_up(state, live, found, next, limit);
                    return Some(limit);
                }
            }
        }
        let PassFlags { failed, still, open } = pass(proof, &masks, state);
        // One kind of event after another: a loop over mixed kinds costs a branch misprediction each.
        let special = live & (failed | still);
        let mut leaves = special & !failed & !open;
        let mut nodes = special & !failed & open;
        let mut back = special & !nodes;
        let mut done = 0;
        while leaves != 0 {
            let (lane, bit) = take(&mut leaves);
            let result = &mut found[state.lanes[lane].task];
            result.solutions += 1;
            if !request.shared && result.solutions <= 2 {
                let mut board = Board::EMPTY;
                state.get(lane, &mut board);
                result.grids[usize::from(result.solutions == 2)] = V::digits(proof, &board);
            }
            if result.solutions >= request.wanted {
                if request.shared {
                    return None;
                }
                done |= bit;
            }
        }
        while nodes != 0 {
            let (lane, bit) = take(&mut nodes);
            let Lane { task, top, .. } = state.lanes[lane];
            let result = &mut found[task];
            if result.guesses >= request.guesses {
                result.limit = Some(Limit::Nodes);
                if request.shared {
                    return None;
                }
                done |= bit;
                back |= bit;
                continue;
            }
            result.guesses += 1;
            state.lanes[lane].top = top + 1;
            decide::<V, G>(proof, state, lane, &mut stacks[top], result.solutions > LOOSE);
        }
        while back != 0 {
            let (lane, bit) = take(&mut back);
            let Lane { task, bottom, top } = state.lanes[lane];
            if done & bit == 0 && top > bottom {
                found[task].backtracks += 1;
                state.lanes[lane].top = top - 1;
                let board = &stacks[top - 1];
                state.put(lane, board);
            } else if next < tasks.len() {
                state.begin(lane, next, &tasks[next]);
                next += 1;
            } else {
                live &= !bit;
            }
        }
        if request.shared && live != 0 {
            live = share::<V>(state, stacks, live, &mut found[0].backtracks);
        }
    }
    None
}

/// Decides a cell of a lane; `rest` is the branch that remains.
#[inline(always)]
fn decide<V: Vector, const G: usize>(
    proof: V::Proof,
    state: &mut LaneState,
    lane: usize,
    rest: &mut Board,
    loose: bool,
) {
    state.get(lane, rest);
    let (mut pairs, mut several) = ([0; 3], [0; 3]);
    for b in 0..3 {
        (pairs[b], several[b]) = (state.pairs[b][lane], state.several[b][lane]);
    }
    let choice = choose::<V, G>(proof, rest, &PEERS, pairs, several, loose);
    let row = &mut rest.0[choice.band];
    for digit in 0..9 {
        state.x[digit][choice.band][lane] = row[digit] & !choice.bit;
    }
    state.x[choice.digit][choice.band][lane] = row[choice.digit];
    state.singles[choice.band][lane] = row[SINGLES] | choice.bit;
    choice.refuse(row);
}

/// Records the limit that ended the work for all unfinished tasks.
fn give_up(state: &LaneState, live: u32, found: &mut [EngineReport], next: usize, limit: Limit) {
    for lane in (0..LANES).filter(|lane| live >> lane & 1 == 1) {
        found[state.lanes[lane].task].limit = Some(limit);
    }
    for found in &mut found[next..] {
        found.limit = Some(limit);
    }
}

/// Removes the lowest lane from a set of lanes, and returns its number and its bit.
#[inline(always)]
fn take(lanes: &mut u32) -> (usize, u32) {
    let lane = lanes.trailing_zeros() as usize & (LANES - 1);
    let bit = 1 << lane;
    *lanes ^= bit;
    (lane, bit)
}

/// Gives idle lanes the lowest branches of lanes that have several. Returns the lanes that work now.
#[inline(always)]
fn share<V: Vector>(state: &mut LaneState, stacks: &[Board], mut live: u32, backtracks: &mut u64) -> u32 {
    for idle in 0..V::LANES {
        if live >> idle & 1 == 1 {
            continue;
        }
        let open = |lane: &usize| state.lanes[*lane].top - state.lanes[*lane].bottom;
        let Some(rich) =
            (0..V::LANES).filter(|lane| live >> lane & 1 == 1 && open(lane) > 0).max_by_key(open)
        else {
            return live;
        };
        let board = &stacks[state.lanes[rich].bottom];
        state.lanes[rich].bottom += 1;
        state.begin(idle, 0, board);
        live |= 1 << idle;
        *backtracks += 1;
    }
    live
}
