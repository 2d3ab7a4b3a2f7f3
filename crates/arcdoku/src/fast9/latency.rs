//! One puzzle at a time: each of its three bands is a vector, whose lanes are the nine digits.
//!
//! ```text
//!            digit 1   digit 2   ...  digit 9   (rest)
//!  band 0     [w]       [w]            [w]       [0]      tallies run across the lanes,
//!  band 1     [w]       [w]            [w]       [0]      inference stays within each lane
//!  band 2     [w]       [w]            [w]       [0]
//! ```
//!
//! A pass is one chain of dependent operations, so its length determines the time. All three bands, and rows and
//! columns, are processed in parallel.

use super::arch::vector::{Digits, Vector};
use super::board::{Board, DEEPEST, PLACED, Row, SINGLES};
use super::choose::{PEERS, Peers, SearchMode, choose};
use super::inference::Masks;
use super::overlay::Overlay;
use super::report::EngineReport;

/// A search that can be paused and resumed.
pub(super) struct LatencySearch {
    /// The current board of the search; after a solution, the solution.
    pub(super) board: Board,
    /// Open branches, `depth` of them.
    stack: Box<[Board]>,
    pub(super) depth: usize,
    /// Number of decisions so far.
    pub(super) guesses: u64,
    /// Number of solutions so far.
    pub(super) solutions: u64,
    /// Whether the search was handed over to lanes.
    pub(super) is_split: bool,
    /// Whether the board has not been examined yet.
    pub(super) fresh: bool,
    /// The stage of the search, if there are other houses.
    pub(super) stage: Stage,
    /// The memory of the search over templates, if it was needed.
    pub(super) overlay: Option<Box<Overlay>>,
}

/// The stages of a search under other rules than rows, columns and boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Passes until a guess is needed.
    Passes,
    /// Templates, from the first guess on.
    Templates,
    /// Passes and guesses, if there are too many templates.
    Guesses,
}

/// Why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// As many solutions were found as were wanted.
    Enough,
    /// No branch is left.
    Exhausted,
    /// The limit of decisions was reached.
    Full,
    /// The number of decisions was reached after which the clock is checked, or the search may be split.
    Paused,
    /// A guess is needed, and the rules [stop](Rules::stops) at it.
    Stuck,
}

impl LatencySearch {
    pub(super) fn new() -> Self {
        let stack = vec![Board::EMPTY; DEEPEST].into();
        Self {
            board: Board::EMPTY,
            stack,
            depth: 0,
            guesses: 0,
            solutions: 0,
            is_split: false,
            fresh: false,
            stage: Stage::Passes,
            overlay: None,
        }
    }

    /// The board and the open branches.
    pub(super) fn branches(&self) -> (&Board, &[Board]) {
        (&self.board, &self.stack[..self.depth])
    }

    /// The counts so far, without grids and limit.
    pub(super) fn found(&self) -> EngineReport {
        let Self { solutions, guesses, depth, .. } = *self;
        EngineReport { solutions, guesses, backtracks: guesses - depth as u64, ..EngineReport::NOTHING }
    }

    /// Begins with a puzzle.
    #[inline(always)]
    pub(super) fn begin(&mut self, board: Board) {
        self.board = board;
        self.depth = 0;
        self.guesses = 0;
        self.solutions = 0;
        self.is_split = false;
        self.fresh = true;
        self.stage = Stage::Passes;
    }
}

/// All bits set in the lanes of the digits.
static DIGITS: Row = {
    let mut row = [0; 16];
    let mut digit = 0;
    while digit < 9 {
        row[digit] = u32::MAX;
        digit += 1;
    }
    row
};

/// Rows with all bits set in one lane: `ONLY[d]` for the lane of digit `d`.
static ONLY: [Row; 16] = {
    let mut rows = [[0; 16]; 16];
    let mut lane = 0;
    while lane < 16 {
        rows[lane][lane] = u32::MAX;
        lane += 1;
    }
    rows
};

/// A band of all digits.
pub(super) type Band<V, const G: usize> = [V; G];

/// A board in registers.
pub(super) struct BoardRegisters<V, const G: usize> {
    /// The candidates, by band.
    pub(super) x: [Band<V, G>; 3],
    /// The decided cells, in every lane.
    pub(super) singles: [V; 3],
    /// The cells whose digit was removed from their neighbors, if the rules [keep track](Rules::REMEMBERS) of them.
    pub(super) placed: [u32; 3],
}

/// The result of the inference for each digit separately.
pub(super) struct Narrowed<V, const G: usize> {
    /// The remaining candidates.
    pub(super) bands: [Band<V, G>; 3],
    /// The hidden singles among the candidates.
    pub(super) lone: [Band<V, G>; 3],
    /// Not zero if a house has no place for a digit.
    pub(super) missing: V,
}

/// The inference that rules allow.
pub(super) trait Rules<V: Vector, const G: usize> {
    /// Whether the placed cells are kept from pass to pass.
    const REMEMBERS: bool;

    /// The neighbors of every cell.
    fn peers(&self) -> &Peers;

    /// The cells of a band.
    fn all(&self) -> V;

    /// Inference within each digit, from the candidates and the decided cells. The result is written to `into`, because
    /// a returned result would be copied if vectors are arrays.
    fn narrow(&self, state: &mut BoardRegisters<V, G>, into: &mut Narrowed<V, G>);

    /// Whether a board whose cells are all decided is a solution.
    #[inline(always)]
    fn solved(&self, _: &BoardRegisters<V, G>) -> bool {
        false
    }

    /// Whether the search ends when the first guess is needed.
    #[inline(always)]
    fn stops(&self) -> bool {
        false
    }

    /// Removes candidates after a pass that decided nothing. Returns whether it removed any.
    #[inline(always)]
    fn narrow_more(&self, _: &mut BoardRegisters<V, G>) -> bool {
        false
    }
}

/// Rows, columns and boxes.
pub(super) struct Classic<V, const G: usize> {
    masks: Masks<V>,
    /// All bits set in the lanes of the digits.
    digits: Band<V, G>,
}

impl<V: Vector, const G: usize> Classic<V, G> {
    #[inline(always)]
    pub(super) fn new(proof: V::Proof) -> Self {
        Self { masks: Masks::new(proof), digits: digits(proof) }
    }
}

impl<V: Vector, const G: usize> Rules<V, G> for Classic<V, G> {
    const REMEMBERS: bool = false;

    #[inline(always)]
    fn peers(&self) -> &Peers {
        &PEERS
    }

    #[inline(always)]
    fn all(&self) -> V {
        self.masks.all
    }

    #[inline(always)]
    fn narrow(&self, state: &mut BoardRegisters<V, G>, into: &mut Narrowed<V, G>) {
        let Self { masks, digits } = self;
        let zero = masks.all.minus(masks.all);
        let mut missing = zero;
        for g in 0..G {
            let mut bands = [zero; 3];
            for b in 0..3 {
                bands[b] = masks.place(state.x[b][g], state.singles[b]);
            }
            bands = masks.lock(bands);
            for b in 0..3 {
                let (only, places) = masks.lone(bands[b]);
                into.bands[b][g] = bands[b];
                into.lone[b][g] = only;
                missing = missing.or(digits[g].and(masks.spare).minus(places));
            }
        }
        into.missing = missing;
    }

    #[inline(always)]
    fn solved(&self, state: &BoardRegisters<V, G>) -> bool {
        let mut wrong = self.masks.all.minus(self.masks.all);
        for g in 0..G {
            let bands = [state.x[0][g], state.x[1][g], state.x[2][g]];
            wrong = wrong.or(self.digits[g].and(self.masks.wrong(bands)));
        }
        !wrong.any()
    }
}

/// All bits set in the lanes of the digits.
#[inline(always)]
pub(super) fn digits<V: Vector, const G: usize>(proof: V::Proof) -> Band<V, G> {
    load(proof, &DIGITS)
}

#[inline(always)]
fn load<V: Vector, const G: usize>(proof: V::Proof, row: &Row) -> Band<V, G> {
    let mut band = [V::splat(proof, 0); G];
    for g in 0..G {
        band[g] = V::load(proof, &row[g * V::LANES..(g + 1) * V::LANES]);
    }
    band
}

#[inline(always)]
fn store<V: Vector, const G: usize>(band: Band<V, G>, row: &mut Row) {
    for g in 0..G {
        band[g].store(&mut row[g * V::LANES..(g + 1) * V::LANES]);
    }
}

/// Writes the registers to a board.
#[inline(always)]
fn keep<V: Vector, const G: usize, R: Rules<V, G>>(
    proof: V::Proof,
    board: &mut Board,
    state: &BoardRegisters<V, G>,
) {
    for b in 0..3 {
        let mut band = state.x[b];
        if G * V::LANES > SINGLES {
            // All parts are written in one store, because separate stores would delay a later read of the whole row.
            let decided: Band<V, G> = load(proof, &ONLY[SINGLES]);
            for g in 0..G {
                band[g] = band[g].or(state.singles[b].and(decided[g]));
            }
        } else {
            board.0[b][SINGLES] = state.singles[b].word();
        }
        store(band, &mut board.0[b]);
        if R::REMEMBERS {
            board.0[b][PLACED] = state.placed[b];
        }
    }
}

/// Continues the search until `wanted` solutions were found, until `most` decisions were made and another one is
/// needed, or until `pause` decisions were made. All three numbers include what was found and decided before the call.
/// A pause comes immediately after a decision, so pauses do not change the search.
#[inline(always)]
#[expect(clippy::too_many_lines, reason = "a pass and what follows from it work on the same registers")]
pub(super) fn run<V: Digits, const G: usize, R: Rules<V, G>>(
    proof: V::Proof,
    rules: &R,
    search: &mut LatencySearch,
    wanted: u64,
    most: u64,
    pause: u64,
) -> Exit {
    let (zero, ones) = (V::splat(proof, 0), V::splat(proof, u32::MAX));
    let digits: Band<V, G> = digits(proof);
    let all = rules.all();
    let LatencySearch { board, stack, depth, guesses, solutions, fresh, .. } = search;
    loop {
        if !*fresh {
            if *depth == 0 {
                return Exit::Exhausted;
            }
            *depth -= 1;
            *board = stack[*depth];
        }
        *fresh = false;
        let mut state = BoardRegisters { x: [[zero; G]; 3], singles: [zero; 3], placed: [0; 3] };
        for b in 0..3 {
            let x: Band<V, G> = load(proof, &board.0[b]);
            for g in 0..G {
                state.x[b][g] = x[g].and(digits[g]);
            }
            state.singles[b] = V::splat(proof, board.0[b][SINGLES]);
            if R::REMEMBERS {
                state.placed[b] = board.0[b][PLACED];
            }
        }
        // Each iteration follows one branch to its end.
        'branch: loop {
            let mut narrowed_more = false;
            let mut found = Narrowed { bands: [[zero; G]; 3], lone: [[zero; G]; 3], missing: zero };
            // Whether no guess has failed yet. If none has, a guess is made after the first pass that decides only a
            // few cells.
            let loose = !R::REMEMBERS && *guesses > 0 && *guesses == *depth as u64;
            // Repeats passes until a pass decides no cell.
            let leaf = loop {
                rules.narrow(&mut state, &mut found);
                let Narrowed { bands: y, lone, missing } = &found;
                let mut missing = *missing;
                let (mut fresh, mut open) = ([zero; 3], zero);
                for b in 0..3 {
                    let [one, two, _] = V::tally(y[b]);
                    let claims = V::union(lone[b]);
                    // If a decided cell has two candidates, two digits claim it.
                    missing = missing.or3(all.minus(one), two.and(state.singles[b]));
                    let decided = claims.or(one.minus(two));
                    fresh[b] = decided.minus(state.singles[b]);
                    open = open.or(all.minus(decided));
                    state.singles[b] = decided;
                    for g in 0..G {
                        state.x[b][g] = lone[b][g].or(y[b][g].minus(claims));
                    }
                }
                if missing.any() {
                    break 'branch;
                }
                let open = open.any();
                if !R::REMEMBERS {
                    if !open {
                        if rules.solved(&state) {
                            break true;
                        }
                        break 'branch;
                    }
                    if loose {
                        // The newly decided cells of each band except the lowest one: not zero if a band has two.
                        let [a, b, c] = fresh.map(|fresh| fresh.and(fresh.add(ones)));
                        if !a.or3(b, c).any() {
                            break false;
                        }
                    }
                }
                if !fresh[0].or3(fresh[1], fresh[2]).any() {
                    if R::REMEMBERS && !narrowed_more && open {
                        narrowed_more = true;
                        if rules.narrow_more(&mut state) {
                            continue;
                        }
                    }
                    break !open;
                }
                narrowed_more = false;
            };
            if leaf {
                keep::<V, G, R>(proof, board, &state);
                *solutions += 1;
                if *solutions >= wanted {
                    return Exit::Enough;
                }
                break 'branch;
            }
            if R::REMEMBERS && rules.stops() {
                keep::<V, G, R>(proof, board, &state);
                *fresh = true;
                return Exit::Stuck;
            }
            if *guesses >= most {
                return Exit::Full;
            }
            *guesses += 1;
            let rest = &mut stack[*depth];
            *depth += 1;
            keep::<V, G, R>(proof, rest, &state);
            let (mut two, mut several) = ([0; 3], [0; 3]);
            for b in 0..3 {
                let [_, some, more] = V::tally(state.x[b]);
                (two[b], several[b]) = (some.minus(more).word(), some.word());
            }
            let mode = SearchMode::of(*guesses != *depth as u64, false);
            let choice = choose::<V, G>(proof, rest, rules.peers(), two, several, mode);
            choice.refuse(&mut rest.0[choice.band]);
            let only: Band<V, G> = load(proof, &ONLY[choice.digit]);
            for b in 0..3 {
                let cell = V::splat(proof, if b == choice.band { choice.bit } else { 0 });
                state.singles[b] = state.singles[b].or(cell);
                for g in 0..G {
                    state.x[b][g] = state.x[b][g].and(only[g]).or(state.x[b][g].minus(cell));
                }
            }
            if *guesses >= pause {
                keep::<V, G, R>(proof, board, &state);
                *fresh = true;
                return Exit::Paused;
            }
        }
    }
}
