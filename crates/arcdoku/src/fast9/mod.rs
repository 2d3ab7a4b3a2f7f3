//! The fast engines for 9x9, for one puzzle at a time and for many puzzles together.
//!
//! ```text
//!   Engine ── solve, solutions ──> latency   one puzzle across a vector
//!      │                              │      long searches
//!      └───── batch, count ──────> lanes     a puzzle, or a branch, in each lane
//!                                     │
//!                  choose ── inference ── board      shared by both
//!                                  │
//!                                arch               vectors of this machine, chosen once
//!
//!   other houses:   latency with `houses` (passes that read tables), from the first guess on `overlay` (templates)
//! ```
//!
//! Both engines use the same inferences (naked and hidden singles and locked candidates, in passes), but apply them
//! in a different order, so numbers of guesses differ. The answer to a puzzle is the same on all tiers and in every
//! batch. The number of guesses is the same as well, unless lanes share a search that may end early. This happens if a
//! puzzle has several solutions, and either one or more than two of them are wanted. The order in which all solutions
//! are listed may depend on the tier as well. See `docs/fast9.md` for the method and the reasons.

// Loops over indices avoid closures in the kernels, which would be compiled without the features of a tier. The
// kernels are inlined into the entries of each tier for the same reason.
#![allow(clippy::needless_range_loop, clippy::inline_always)]

// Only vector instructions need `unsafe`.
#[allow(unsafe_code)]
mod arch;
mod board;
mod cache;
mod choose;
mod houses;
mod inference;
mod kernels;
mod lanes;
mod latency;
mod overlay;
mod report;
mod tables;
mod templates;

use std::borrow::Borrow;
use std::env;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::grid::{Cell, Digit, DigitSet, Shape};
use crate::puzzle::{Limit, Limits, Puzzle, Rule};

use board::Cells;
use kernels::Kernels;
use lanes::{LaneRequest, LaneScratch};
use latency::{Exit, LatencySearch};
use tables::HouseTables;

pub use arch::{Tier, UnknownTier};
pub use board::Board;
pub use report::EngineReport;
pub(crate) use report::solution;

/// The environment variable that names the tier of [`Engine::new`], for tests and comparisons.
pub const TIER_VARIABLE: &str = "ARCDOKU_TIER";

/// Number of puzzles of a batch that are loaded at a time.
const BLOCK: usize = 1024;

/// Number of decisions between checks of the clock.
const GUESSES_PER_CHECK: u64 = 256;

/// Number of decisions after which a search may be continued by all lanes.
const PROMISING: u64 = 16;

/// Number of open branches that a search must have to be continued by all lanes.
const OPEN: usize = 2;

/// In blocks in which most puzzles have several solutions, each puzzle is first searched alone, for two solutions, up
/// to this number of decisions. Only the remaining puzzles are answered together.
const SHORT: u64 = 64;

/// Number of puzzles that are answered before deciding whether most of a batch have several solutions; also the
/// number of puzzles between checks of the clock.
const SAMPLE: usize = 64;

/// Number of collected solutions at which lanes are interrupted to pass them on.
const COLLECTED: usize = 256;

/// Answers questions about 9x9 puzzles with rows, columns and boxes, and with or without restricted candidates. An
/// engine reuses its memory: keep one per thread for many questions.
///
/// ```
/// use arcdoku::fast9::Engine;
/// use arcdoku::{Limits, Puzzle};
///
/// let puzzle: Puzzle =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let found = Engine::new().solve(&puzzle, 2, &Limits::NONE).expect("a plain 9x9 puzzle");
/// assert_eq!((found.solutions, found.limit), (1, None));
/// assert!(puzzle.is_solved_by(&found.first().unwrap()));
/// # Ok::<(), arcdoku::ParseError>(())
/// ```
pub struct Engine {
    kernels: Kernels,
    search: LatencySearch,
    /// Memory for batches and counts, allocated when first needed.
    many: Option<Box<BatchScratch>>,
    /// The tables of the rules that were last used.
    compiled: Option<Compiled>,
    /// Whether most puzzles of the last block had several solutions, if known.
    expects_several: Option<bool>,
}

/// Rules with their tables.
struct Compiled {
    shape: Shape,
    rules: Vec<Rule>,
    tables: Arc<HouseTables>,
}

/// The input of an engine.
struct Start {
    board: Board,
    /// The rules, unless they are rows, columns and boxes.
    tables: Option<Arc<HouseTables>>,
}

/// The memory of batches.
struct BatchScratch {
    scratch: LaneScratch,
    boards: Vec<Board>,
    found: Vec<EngineReport>,
    /// How each puzzle of the block is answered.
    routes: Vec<BatchRoute>,
}

/// How a puzzle of a block is answered.
enum BatchRoute {
    /// Together with the others, from its board.
    Batched,
    /// Separately.
    Single(Box<Start>),
    /// Not at all: this engine does not support it.
    Unsupported,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("tier", &self.tier()).finish_non_exhaustive()
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// Creates an engine on the fastest tier of this machine, or on the tier that the environment variable
    /// [`ARCDOKU_TIER`](TIER_VARIABLE) names. An unknown name, or a tier that the machine does not have, is ignored;
    /// [`with_tier`](Self::with_tier) reports it.
    pub fn new() -> Self {
        let named = env::var(TIER_VARIABLE).ok().and_then(|name| name.parse().ok());
        let named = named.and_then(Kernels::of);
        let kernels = named.or_else(|| Tier::available().find_map(Kernels::of));
        Self::with(kernels.unwrap_or_else(|| unreachable!("every machine has a tier")))
    }

    /// Creates an engine on this tier. Returns `None` if the machine does not have it.
    pub fn with_tier(tier: Tier) -> Option<Self> {
        Kernels::of(tier).map(Self::with)
    }

    fn with(kernels: Kernels) -> Self {
        Self { kernels, search: LatencySearch::new(), many: None, compiled: None, expects_several: None }
    }

    /// The tier in use.
    pub fn tier(&self) -> Tier {
        self.kernels.tier()
    }

    /// Whether the engines accept a puzzle: 9x9 with rows, and possibly columns, boxes, jigsaw regions, other houses,
    /// cells that hold different digits, and restricted candidates.
    pub fn takes(puzzle: &Puzzle) -> bool {
        Self::takes_together(puzzle) || HouseTables::can_take(puzzle)
    }

    /// Whether [`batch`](Self::batch) and [`count`](Self::count) use all lanes for a puzzle: it has rows, columns,
    /// boxes, and possibly restricted candidates, and no other rules.
    pub fn takes_together(puzzle: &Puzzle) -> bool {
        let mut seen = [false; 3];
        for rule in puzzle.rules() {
            match rule {
                Rule::Rows => seen[0] = true,
                Rule::Columns => seen[1] = true,
                Rule::Boxes => seen[2] = true,
                Rule::Candidates(_) => {}
                _ => return false,
            }
        }
        puzzle.shape() == Shape::CLASSIC && seen == [true; 3]
    }

    /// The board of a puzzle, with its rules.
    #[inline]
    fn start(&mut self, puzzle: &Puzzle) -> Option<Start> {
        if let Some(board) = self.board(puzzle) {
            return Some(Start { board, tables: None });
        }
        self.start_alone(puzzle)
    }

    /// The board of a puzzle with tables.
    fn start_alone(&mut self, puzzle: &Puzzle) -> Option<Start> {
        let tables = self.tables(puzzle)?;
        let board = tables.board(puzzle, |cells| self.kernels.load(cells));
        Some(Start { board, tables: Some(tables) })
    }

    /// The tables of the rules of a puzzle; the tables of the last such puzzle are kept.
    fn tables(&mut self, puzzle: &Puzzle) -> Option<Arc<HouseTables>> {
        let rules = || puzzle.rules().iter().filter(|rule| !matches!(rule, Rule::Candidates(_)));
        if let Some(Compiled { shape, rules: known, tables }) = &self.compiled
            && *shape == puzzle.shape()
            && known.iter().eq(rules())
        {
            return Some(Arc::clone(tables));
        }
        let tables = Arc::new(HouseTables::of(puzzle)?);
        let (shape, rules) = (puzzle.shape(), rules().cloned().collect());
        self.compiled = Some(Compiled { shape, rules, tables: Arc::clone(&tables) });
        Some(tables)
    }

    /// The board of a puzzle with rows, columns and boxes.
    #[inline]
    fn board(&self, puzzle: &Puzzle) -> Option<Board> {
        if !Self::takes_together(puzzle) {
            return None;
        }
        if !puzzle.is_plain() {
            return Some(Board::of_candidates((0..81).map(|cell| puzzle.admissible(Cell::new(cell)))));
        }
        let mut cells: Cells = [0; 96];
        for (cell, given) in cells.iter_mut().zip(puzzle.givens()) {
            *cell = given.map_or(0, Digit::get);
        }
        Some(self.kernels.load(&cells))
    }

    /// Like [`Board::new`], with the vector instructions of this engine. This is faster, for a caller that reads
    /// millions of puzzles.
    #[inline]
    pub fn load(&self, clues: &[u8; 81]) -> Board {
        let mut cells: Cells = [0; 96];
        for (cell, &digit) in cells.iter_mut().zip(clues) {
            *cell = if digit > 9 { 0 } else { digit };
        }
        self.kernels.load(&cells)
    }

    /// Looks for up to `wanted` solutions and reports the first two. Returns `None` if the engines do not
    /// [accept](Self::takes) the puzzle.
    pub fn solve(&mut self, puzzle: &Puzzle, wanted: u64, limits: &Limits<'_>) -> Option<EngineReport> {
        if let Some(board) = self.board(puzzle) {
            return Some(self.search_for(&board, None, wanted, limits));
        }
        let Start { board, tables } = self.start_alone(puzzle)?;
        Some(self.search_for(&board, tables.as_deref(), wanted, limits))
    }

    /// Like [`solve`](Self::solve), from a board.
    pub fn answer(&mut self, board: &Board, wanted: u64, limits: &Limits<'_>) -> EngineReport {
        self.search_for(board, None, wanted, limits)
    }

    /// Like [`answer`](Self::answer) without limits, by one search from start to end. The solution is the same on
    /// every tier even if only one is wanted.
    pub(crate) fn probe(&mut self, board: &Board, wanted: u64) -> EngineReport {
        if wanted == 0 {
            return EngineReport::NOTHING;
        }
        self.begin(board, None, wanted);
        self.gather(&LaneRequest::of(wanted, &Limits::NONE), None, false)
    }

    #[inline]
    fn search_for(
        &mut self,
        board: &Board,
        tables: Option<&HouseTables>,
        wanted: u64,
        limits: &Limits<'_>,
    ) -> EngineReport {
        if wanted == 0 {
            return EngineReport::NOTHING;
        }
        let request = LaneRequest::of(wanted, limits);
        self.begin(board, tables, wanted);
        let mut found = self.gather(&request, tables, true);
        if wanted > 1 && found.solutions > 1 && self.search.is_split {
            // The number of lanes determines which of several solutions they find first.
            self.settle_one(board, &request, &mut found);
        }
        found
    }

    /// Replaces the solutions by the first two that one search finds, and the number of guesses by its number if two
    /// solutions are wanted. If a limit ends the search, the report is unchanged.
    #[cold]
    fn settle_one(&mut self, board: &Board, request: &LaneRequest<'_>, found: &mut EngineReport) {
        self.search.begin(*board);
        let two = LaneRequest { wanted: 2, ..*request };
        let settled = self.gather(&two, None, false);
        if settled.limit.is_some() {
            return;
        }
        if request.wanted == 2 {
            *found = settled;
        } else {
            found.grids = settled.grids;
        }
    }

    /// Passes every solution to `each` (digits 1 to 9, row-major) until `each` returns `Break`, no solution is left,
    /// or a limit is reached. Their order depends on the tier, unless there is a node limit. The report contains no
    /// grids. Returns `None` if the engines do not [accept](Self::takes) the puzzle.
    pub fn solutions(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        each: impl FnMut(&[u8; 81]) -> ControlFlow<()>,
    ) -> Option<EngineReport> {
        let start = self.start(puzzle)?;
        self.search.begin(start.board);
        Some(self.drive(&LaneRequest::of(u64::MAX, limits), start.tables.as_deref(), true, each))
    }

    /// Counts up to `up_to` solutions. All lanes work [together](Self::takes_together) if possible and if there is no
    /// node limit. The report contains no grids. Returns `None` if the engines do not [accept](Self::takes) the
    /// puzzle.
    pub fn count(&mut self, puzzle: &Puzzle, up_to: u64, limits: &Limits<'_>) -> Option<EngineReport> {
        let start = self.start(puzzle)?;
        // Lanes would reach a node limit at a point that depends on their number.
        if start.tables.is_some() || limits.nodes().is_some() {
            let found = self.search_for(&start.board, start.tables.as_deref(), up_to, limits);
            return Some(EngineReport { grids: EngineReport::NOTHING.grids, ..found });
        }
        let board = start.board;
        let mut found = [EngineReport::NOTHING];
        let request = LaneRequest { counts: true, ..LaneRequest::of(up_to, limits) };
        if up_to > 0 {
            let Self { kernels, many, .. } = self;
            let scratch = &mut many.get_or_insert_with(|| Box::new(BatchScratch::new())).scratch;
            // A callback may have panicked while another search was interrupted.
            scratch.stop();
            kernels.lanes(scratch, &[board], &request, &mut found);
        }
        let [found] = found;
        Some(found)
    }

    /// Like [`solve`](Self::solve), for many puzzles in order. `each` gets `None` for a puzzle that the engines do
    /// not [accept](Self::takes). The solutions are the same as from `solve`, except that a puzzle with several may
    /// have another one if only one is wanted. Numbers of guesses differ. If two are wanted, or if there is a node
    /// limit, a report depends neither on the other puzzles nor on the tier. The node limit applies to each puzzle,
    /// the time limit to all of them together. Puzzles that are not answered when the time ends are reported with
    /// that limit and without an answer.
    ///
    /// Up to 1024 puzzles are read before the first is answered. A caller that reads them from a pipe and needs
    /// answers sooner passes fewer at a time.
    pub fn batch<P: Borrow<Puzzle>>(
        &mut self,
        puzzles: impl IntoIterator<Item = P>,
        wanted: u64,
        limits: &Limits<'_>,
        mut each: impl FnMut(Option<&EngineReport>),
    ) {
        let request = LaneRequest { settles: true, ..LaneRequest::of(wanted, limits) };
        let mut many = self.many.take().unwrap_or_else(|| Box::new(BatchScratch::new()));
        let mut puzzles = puzzles.into_iter().fuse();
        let mut ended = None;
        loop {
            many.boards.clear();
            many.routes.clear();
            for puzzle in puzzles.by_ref().take(self.block_size(&request)) {
                let puzzle = puzzle.borrow();
                let route = if let Some(board) = self.board(puzzle) {
                    many.boards.push(board);
                    BatchRoute::Batched
                } else if let Some(start) = self.start_alone(puzzle) {
                    BatchRoute::Single(Box::new(start))
                } else {
                    BatchRoute::Unsupported
                };
                many.routes.push(route);
            }
            if many.routes.is_empty() {
                break;
            }
            self.block(&mut many, &request, &mut ended);
            let mut found = many.found.iter();
            for route in &many.routes {
                match route {
                    BatchRoute::Batched => each(found.next()),
                    BatchRoute::Single(start) => each(Some(&self.alone(start, &request, &mut ended))),
                    BatchRoute::Unsupported => each(None),
                }
            }
        }
        self.many = Some(many);
    }

    /// Like [`batch`](Self::batch), from boards, except that the solutions of puzzles with several may differ from
    /// those of [`answer`](Self::answer).
    pub fn answer_all<'a>(
        &mut self,
        boards: impl IntoIterator<Item = &'a Board>,
        wanted: u64,
        limits: &Limits<'_>,
        each: impl FnMut(&EngineReport),
    ) {
        self.batch_of(boards, |_, board| *board, &LaneRequest::of(wanted, limits), each);
    }

    /// Like [`batch`](Self::batch), from the clues of plain puzzles.
    ///
    /// # Panics
    /// If a digit is above 9.
    pub(crate) fn batch_clues<'a>(
        &mut self,
        puzzles: impl IntoIterator<Item = &'a [Option<Digit>; 81]>,
        wanted: u64,
        limits: &Limits<'_>,
        each: impl FnMut(&EngineReport),
    ) {
        let request = LaneRequest { settles: true, ..LaneRequest::of(wanted, limits) };
        self.batch_of(puzzles, Self::load_clues, &request, each);
    }

    /// The board of a plain puzzle. This is not a closure, because the generic caller is compiled in other crates,
    /// which would call the iterators of the closure instead of inlining them.
    fn load_clues(&self, clues: &[Option<Digit>; 81]) -> Board {
        let clues = clues.map(|clue| clue.map_or(0, Digit::get));
        let largest = clues.iter().fold(0, |largest, &digit| largest.max(digit));
        assert!(largest <= 9, "a 9x9 puzzle has no digit {largest}");
        self.load(&clues)
    }

    /// Like [`batch`](Self::batch), from items that `board` converts to boards.
    fn batch_of<T>(
        &mut self,
        all: impl IntoIterator<Item = T>,
        board: impl Fn(&Self, T) -> Board,
        request: &LaneRequest<'_>,
        mut each: impl FnMut(&EngineReport),
    ) {
        let mut many = self.many.take().unwrap_or_else(|| Box::new(BatchScratch::new()));
        let mut all = all.into_iter().fuse();
        let mut ended = None;
        loop {
            many.boards.clear();
            many.boards.extend(all.by_ref().take(self.block_size(request)).map(|one| board(self, one)));
            if many.boards.is_empty() {
                break;
            }
            self.block(&mut many, request, &mut ended);
            many.found.iter().for_each(&mut each);
        }
        self.many = Some(many);
    }

    /// Begins with a puzzle. If one solution of an empty grid is wanted, and the rules treat all digits alike, the nine
    /// cells of a house get the digits in order. Other orders have the same number of solutions, so this proves faster
    /// that there are none.
    #[inline]
    fn begin(&mut self, board: &Board, tables: Option<&HouseTables>, wanted: u64) {
        self.search.begin(*board);
        if wanted == 1 && tables.is_some() && *board == Board::OPEN {
            for spot in 0..9 {
                let cell = Cell::new(9 * (spot / 3) + spot % 3);
                self.search.board.set(cell, DigitSet::single(Digit::from_index(spot)));
            }
        }
    }

    /// Answers a puzzle that is not answered together with others, unless a limit has `ended` the work.
    fn alone(&mut self, start: &Start, request: &LaneRequest<'_>, ended: &mut Option<Limit>) -> EngineReport {
        if let (None, Some(budget)) = (*ended, &request.budget) {
            *ended = budget.check(0).err();
        }
        if ended.is_some() || request.wanted == 0 {
            return EngineReport { limit: *ended, ..EngineReport::NOTHING };
        }
        let tables = start.tables.as_deref();
        self.begin(&start.board, tables, request.wanted);
        let found = self.gather(request, tables, false);
        *ended = found.limit.filter(|&limit| limit != Limit::Nodes);
        found
    }

    /// Number of puzzles of the next block.
    fn block_size(&self, request: &LaneRequest<'_>) -> usize {
        if Self::may_settle_first(request) && self.expects_several.is_none() { SAMPLE } else { BLOCK }
    }

    /// Whether reports do not depend on which engine answers first. If there is a node limit, lanes may reach it on a
    /// puzzle that the other engine completes.
    fn may_settle_first(request: &LaneRequest<'_>) -> bool {
        request.settles && request.wanted == 2 && request.guesses == u64::MAX
    }

    /// Answers all boards of a block, unless a limit has `ended` the work.
    fn block(&mut self, many: &mut BatchScratch, request: &LaneRequest<'_>, ended: &mut Option<Limit>) {
        // The lanes check the clock so rarely that they may finish a block before the first check.
        if let (None, Some(budget)) = (*ended, &request.budget) {
            *ended = budget.check(0).err();
        }
        let BatchScratch { scratch, boards, found, .. } = many;
        found.clear();
        found.resize(boards.len(), EngineReport { limit: *ended, ..EngineReport::NOTHING });
        if ended.is_some() || request.wanted == 0 {
            return;
        }
        let may_settle_first = Self::may_settle_first(request);
        *ended = if may_settle_first && self.expects_several == Some(true) {
            self.settle_first(scratch, boards, request, found)
        } else {
            self.together(scratch, boards, request, found)
        };
        if may_settle_first {
            let several = found.iter().filter(|found| found.solutions > 1).count();
            self.expects_several = Some(8 * several > 5 * found.len());
        }
    }

    /// Answers boards with all lanes. Returns the limit that ended the work, if one did.
    fn together(
        &mut self,
        scratch: &mut LaneScratch,
        boards: &[Board],
        request: &LaneRequest<'_>,
        found: &mut [EngineReport],
    ) -> Option<Limit> {
        scratch.stop();
        let ended = self.kernels.lanes(scratch, boards, request, found);
        scratch.stop();
        if ended.is_none() && request.wanted > 1 {
            self.settle(scratch, boards, request, found);
        }
        ended
    }

    /// Like [`together`](Self::together), for blocks in which most puzzles have two solutions. Each puzzle is first
    /// searched in the way of [`answer`](Self::answer), because lanes would only find that there are two. The lanes
    /// answer the puzzles with another outcome, so reports stay the same.
    fn settle_first(
        &mut self,
        scratch: &mut LaneScratch,
        boards: &[Board],
        request: &LaneRequest<'_>,
        found: &mut [EngineReport],
    ) -> Option<Limit> {
        let short = LaneRequest { guesses: SHORT, ..*request };
        let (mut places, mut rest, mut ended) = (Vec::new(), Vec::new(), None);
        for (place, board) in boards.iter().enumerate() {
            if let (0, None, Some(budget)) = (place % SAMPLE, ended, &request.budget) {
                ended = budget.check(0).err();
            }
            if ended.is_none() {
                self.search.begin(*board);
                let report = self.gather(&short, None, false);
                if report.limit.is_none() && report.solutions > 1 {
                    found[place] = report;
                    continue;
                }
            }
            places.push(place);
            rest.push(*board);
        }
        let mut reports = vec![EngineReport { limit: ended, ..EngineReport::NOTHING }; rest.len()];
        if ended.is_none() {
            ended = self.together(scratch, &rest, request, &mut reports);
        }
        for (place, report) in places.into_iter().zip(reports) {
            found[place] = report;
        }
        ended
    }

    /// Which of several solutions are found first depends on the lanes that shared the branches of a puzzle, and
    /// therefore on the other puzzles. Such puzzles are searched again by one lane. If the solutions should be the
    /// ones of [`answer`](Self::answer), all puzzles with several solutions are searched again in its way. If a limit
    /// ends these searches, the findings of the lanes are kept.
    fn settle(
        &mut self,
        scratch: &mut LaneScratch,
        boards: &[Board],
        request: &LaneRequest<'_>,
        found: &mut [EngineReport],
    ) {
        if request.settles {
            for (board, found) in boards.iter().zip(found) {
                if found.solutions > 1 {
                    self.settle_one(board, request, found);
                }
            }
            return;
        }
        let request = LaneRequest { shares: false, ..*request };
        let mut shared = std::mem::take(&mut scratch.shared);
        shared.sort_unstable();
        shared.dedup();
        for &task in &shared {
            if found[task].solutions < 2 {
                continue;
            }
            let mut settled = [EngineReport::NOTHING];
            self.kernels.lanes(scratch, &boards[task..=task], &request, &mut settled);
            let [settled] = settled;
            if settled.limit.is_none() {
                found[task] = settled;
            }
        }
        scratch.stop();
        scratch.shared = shared;
    }

    /// Searches until the wanted number of solutions is found. If that takes long, the search may be
    /// [split](Self::split).
    fn gather(
        &mut self,
        request: &LaneRequest<'_>,
        tables: Option<&HouseTables>,
        splits: bool,
    ) -> EngineReport {
        let (mut grids, mut seen) = (EngineReport::NOTHING.grids, 0);
        let found = self.drive(request, tables, splits, |grid| {
            if let Some(place) = grids.get_mut(seen as usize) {
                *place = *grid;
            }
            seen += 1;
            if seen >= request.wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        EngineReport { grids, ..found }
    }

    /// Continues the search, solution by solution, until `each` returns `Break`, no branch is left, or a limit is
    /// reached.
    fn drive(
        &mut self,
        request: &LaneRequest<'_>,
        tables: Option<&HouseTables>,
        splits: bool,
        mut each: impl FnMut(&[u8; 81]) -> ControlFlow<()>,
    ) -> EngineReport {
        let Self { kernels, search, .. } = self;
        // A long search is continued by all lanes. This is not done with a node limit, because the search must end at
        // the same node as without lanes.
        let splits = splits && tables.is_none() && request.guesses == u64::MAX;
        let mut split = if splits { search.guesses + PROMISING } else { u64::MAX };
        let mut check = if request.budget.is_some() { search.guesses + GUESSES_PER_CHECK } else { u64::MAX };
        let mut digits = [0; 81];
        let limit = loop {
            let wanted = search.solutions + 1;
            let pause = split.min(check);
            let exit = match tables {
                None => kernels.latency(search, wanted, request.guesses, pause),
                Some(tables) => kernels.houses(tables, search, wanted, request.guesses, pause),
            };
            match exit {
                Exit::Exhausted => break None,
                // The next call continues with another stage.
                Exit::Stuck => {}
                Exit::Full => break Some(Limit::Nodes),
                Exit::Enough => {
                    kernels.digits(&search.board, &mut digits);
                    let flow = match tables {
                        None => each(&digits),
                        Some(tables) => each(&tables.grid(&digits)),
                    };
                    if flow.is_break() {
                        break None;
                    }
                }
                Exit::Paused => {
                    if search.guesses >= split {
                        if search.depth >= OPEN && search.guesses - search.depth as u64 >= PROMISING / 2 {
                            return self.split(request, each);
                        }
                        split = search.guesses + PROMISING;
                    }
                    if search.guesses >= check {
                        if let Some(Err(limit)) = request.budget.map(|budget| budget.check(0)) {
                            break Some(limit);
                        }
                        check = search.guesses + GUESSES_PER_CHECK;
                    }
                }
            }
        };
        EngineReport { limit, ..self.search.found() }
    }

    /// Continues the search with all lanes, which share its branches.
    fn split(
        &mut self,
        request: &LaneRequest<'_>,
        mut each: impl FnMut(&[u8; 81]) -> ControlFlow<()>,
    ) -> EngineReport {
        let Self { kernels, search, many, .. } = self;
        let scratch = &mut many.get_or_insert_with(|| Box::new(BatchScratch::new())).scratch;
        search.is_split = true;
        let (board, open) = search.branches();
        let begun = scratch.split(board, open, kernels.lane_count());
        let mut found = [search.found()];
        found[0].backtracks += begun as u64;
        let mut solutions = search.solutions;
        let mut collect = 1;
        loop {
            scratch.cache.forget_older();
            let request = LaneRequest { collect, ..*request };
            let limit = kernels.lanes(scratch, &[*board], &request, &mut found);
            let [report] = &found;
            let is_enough = scratch.cache.pass_on().any(|grid| {
                solutions += 1;
                each(grid).is_break()
            });
            if is_enough {
                scratch.stop();
                return EngineReport { solutions, limit: None, ..report.clone() };
            }
            // The lanes check the clock so rarely that they may have found many solutions in the meantime.
            let limit = limit.or_else(|| {
                let budget = request.budget.filter(|_| scratch.is_busy());
                budget.and_then(|budget| budget.check(0).err())
            });
            if limit.is_some() || !scratch.is_busy() {
                scratch.stop();
                return EngineReport { limit, ..report.clone() };
            }
            collect = (2 * collect).min(COLLECTED);
        }
    }
}

impl BatchScratch {
    fn new() -> Self {
        Self { scratch: LaneScratch::new(), boards: Vec::new(), found: Vec::new(), routes: Vec::new() }
    }
}
