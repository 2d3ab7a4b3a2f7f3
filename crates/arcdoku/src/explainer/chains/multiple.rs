//! Common consequences of the runs from all candidates (12.3).

use super::super::board::{Board, bits, is_three_or_more};
use super::run::{AncestorWalk, HintTarget, Run, RunMode};
use super::{
    CandidateId, CandidatesByDigit, NodeReason, at, cell_of, contains, digit_of, house_index, insert,
};
use crate::deduction::houses::CELLS;

/// A grid and the runs from its candidates.
#[derive(Clone, Debug, Default)]
pub(super) struct RunSet {
    pub board: Board,
    /// Two runs per candidate: one that starts on, and one that starts off.
    pub runs: Vec<Run>,
    pub candidates: Vec<CandidateId>,
    row: Vec<u16>,
    /// Candidates whose static runs are done.
    fresh: CandidatesByDigit,
}

/// The source of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HintSource {
    /// A run in which two nodes clash.
    Clash { start: CandidateId, on: bool },
    /// Both runs from a candidate.
    Double { start: CandidateId },
    /// The on runs of a cell.
    Cell { cell: u8 },
    /// The on runs of a digit in a house.
    House { house: u8, digit: u8 },
}

impl HintSource {
    /// The rank among hints of equal complexity.
    pub(super) fn kind(self) -> u8 {
        match self {
            Self::Double { .. } => 1,
            Self::Cell { .. } => 5,
            Self::House { .. } => 6,
            Self::Clash { .. } => 7,
        }
    }

    /// The reason of the assumptions of its runs (13.1).
    pub(super) fn reason(self) -> NodeReason {
        match self {
            Self::Cell { .. } => NodeReason::Cell,
            Self::House { house, .. } => {
                [NodeReason::Row, NodeReason::Column, NodeReason::Box][usize::from(house / 9)]
            }
            _ => NodeReason::Start,
        }
    }
}

/// The runs that are searched for hints.
#[derive(Clone, Copy, Debug)]
pub(super) enum RunSelection<'l> {
    /// All runs of this mode.
    All(RunMode),
    /// The static runs of these cells and houses.
    Leads(&'l [HintSource]),
}

/// Runs, and nodes in them.
pub(super) struct RunTargets {
    list: [(usize, HintTarget); 9],
    len: usize,
}

impl RunTargets {
    fn new() -> Self {
        Self { list: [(0, HintTarget::member(0, true)); 9], len: 0 }
    }

    fn push(&mut self, run: usize, target: HintTarget) {
        self.list[self.len] = (run, target);
        self.len += 1;
    }

    pub(super) fn as_slice(&self) -> &[(usize, HintTarget)] {
        &self.list[..self.len]
    }
}

impl RunSet {
    /// Begins with a grid.
    pub(super) fn begin(&mut self, board: &Board) {
        self.board.clone_from(board);
        self.row.resize(1152, 0);
        self.candidates.clear();
        self.fresh = [0; 9];
        for cell in 0..81 {
            for digit in bits(board.cells[cell]) {
                let q = at(cell, digit);
                self.row[usize::from(q)] = self.candidates.len() as u16;
                self.candidates.push(q);
            }
        }
        if self.runs.len() < 2 * self.candidates.len() {
            self.runs.resize_with(2 * self.candidates.len(), Run::default);
        }
    }

    /// The index of the run from a candidate.
    pub(super) fn place(&self, at: CandidateId, on: bool) -> usize {
        2 * usize::from(self.row[usize::from(at)]) + usize::from(!on)
    }

    /// Continues all runs to their end, without rules.
    pub(super) fn run_all(&mut self, mode: RunMode) {
        for (row, &start) in self.candidates.iter().enumerate() {
            self.runs[2 * row].begin(&self.board, start, true, mode);
            if mode != RunMode::Static {
                self.runs[2 * row + 1].begin(&self.board, start, false, mode);
            }
        }
    }

    /// Continues the Nishio runs, which are limited to one digit, except for digits whose places gave no hint before.
    pub(super) fn run_digits(&mut self, quiet: &mut CandidatesByDigit) {
        let mut loud = 0_u16;
        for (row, &start) in self.candidates.iter().enumerate() {
            let digit = digit_of(start);
            for (run, on) in self.runs[2 * row..2 * row + 2].iter_mut().zip([true, false]) {
                run.clash = None;
                if quiet[digit] != self.board.digits[digit] {
                    run.begin(&self.board, start, on, RunMode::Nishio);
                    loud |= u16::from(run.clash.is_some()) << digit;
                }
            }
        }
        for (digit, quiet) in quiet.iter_mut().enumerate() {
            if loud >> digit & 1 == 0 {
                *quiet = self.board.digits[digit];
            }
        }
    }

    /// Continues the static runs that these sources need.
    pub(super) fn run_for(&mut self, leads: &[HintSource]) {
        for &lead in leads {
            for &(place, _) in self.targets(lead, (0, true)).as_slice() {
                let start = self.candidates[place / 2];
                if !contains(&self.fresh, start) {
                    insert(&mut self.fresh, start);
                    self.runs[place].begin(&self.board, start, true, RunMode::Static);
                }
            }
        }
    }

    fn run(&self, at: CandidateId, on: bool) -> &Run {
        &self.runs[self.place(at, on)]
    }

    /// The nodes that a hint leads to, by run.
    pub(super) fn targets(&self, lead: HintSource, (to, on): (CandidateId, bool)) -> RunTargets {
        let mut targets = RunTargets::new();
        match lead {
            HintSource::Clash { start, on } => {
                let place = self.place(start, on);
                for target in self.runs[place].clash_targets().into_iter().flatten() {
                    targets.push(place, target);
                }
            }
            HintSource::Double { start } => {
                targets.push(self.place(start, true), HintTarget::member(to, on));
                targets.push(self.place(start, false), HintTarget::member(to, on));
            }
            HintSource::Cell { cell } => {
                let cell = usize::from(cell);
                for digit in bits(self.board.cells[cell]) {
                    targets.push(self.place(at(cell, digit), true), HintTarget::member(to, on));
                }
            }
            HintSource::House { house, digit } => {
                let (house, digit) = (usize::from(house), usize::from(digit));
                for position in bits(self.board.places[house][digit]) {
                    let cell = usize::from(CELLS[house][position]);
                    targets.push(self.place(at(cell, digit), true), HintTarget::member(to, on));
                }
            }
        }
        targets
    }

    /// The sum of the ancestors of all targets; records nested chains.
    pub(super) fn flat(&self, targets: &RunTargets, walk: &mut AncestorWalk) -> u32 {
        walk.nested.clear();
        let each = targets.as_slice().iter();
        each.map(|&(run, target)| self.runs[run].ancestors(&self.board, target, walk)).sum()
    }

    /// A lower bound on the number of ancestors of all targets.
    pub(super) fn least(&self, targets: &RunTargets) -> u32 {
        targets.as_slice().iter().map(|&(run, target)| self.runs[run].least(target)).sum()
    }

    /// Passes on every hint of the selected runs, in the order of the scale.
    pub(super) fn offers(
        &self,
        source: RunSelection<'_>,
        mut offer: impl FnMut(HintSource, (CandidateId, bool)),
    ) {
        match source {
            RunSelection::Leads(leads) => leads.iter().for_each(|&lead| self.hints_of(lead, &mut offer)),
            RunSelection::All(mode) => self.hints(mode, offer),
        }
    }

    fn hints(&self, mode: RunMode, mut offer: impl FnMut(HintSource, (CandidateId, bool))) {
        let board = &self.board;
        for cell in 0..81 {
            let digits = board.cells[cell];
            let many = is_three_or_more(digits);
            if digits & digits.wrapping_sub(1) == 0 || mode == RunMode::Static && !many {
                continue;
            }
            for digit in bits(board.cells[cell]) {
                let start = at(cell, digit);
                let on = self.run(start, true);
                if mode != RunMode::Static {
                    if on.clash.is_some() {
                        offer(HintSource::Clash { start, on: true }, (start, false));
                    }
                    let off = self.run(start, false);
                    if off.clash.is_some() {
                        offer(HintSource::Clash { start, on: false }, (start, true));
                    }
                    if mode == RunMode::Dynamic && many {
                        let (ons, offs) = (and(&on.on, &off.on), and(&on.off, &off.off));
                        common(on, &ons, &offs, |conclusion| offer(HintSource::Double { start }, conclusion));
                    }
                }
                if mode != RunMode::Nishio {
                    self.houses(start, &mut offer);
                }
            }
            if mode != RunMode::Nishio {
                self.hints_of(HintSource::Cell { cell: cell as u8 }, &mut offer);
            }
        }
    }

    /// Passes on the hints of the houses in which a candidate is the first of its digit.
    fn houses(&self, start: CandidateId, offer: &mut impl FnMut(HintSource, (CandidateId, bool))) {
        let (cell, digit) = (cell_of(start), digit_of(start));
        for reason in [NodeReason::Box, NodeReason::Row, NodeReason::Column] {
            let house = house_index(cell, reason);
            let places = self.board.places[house][digit];
            if places & places.wrapping_sub(1) == 0
                || usize::from(CELLS[house][places.trailing_zeros() as usize]) != cell
            {
                continue;
            }
            self.hints_of(HintSource::House { house: house as u8, digit: digit as u8 }, offer);
        }
    }

    /// Passes on the common consequences of the runs of a cell or a house.
    pub(super) fn hints_of(&self, lead: HintSource, offer: &mut impl FnMut(HintSource, (CandidateId, bool))) {
        let targets = self.targets(lead, (0, true));
        let mut runs = targets.as_slice().iter().map(|&(place, _)| &self.runs[place]);
        let Some(first) = runs.next() else { return };
        let (mut ons, mut offs) = (first.on, first.off);
        for run in runs {
            (ons, offs) = (and(&ons, &run.on), and(&offs, &run.off));
        }
        common(first, &ons, &offs, |conclusion| offer(lead, conclusion));
    }
}

fn and(a: &CandidatesByDigit, b: &CandidatesByDigit) -> CandidatesByDigit {
    std::array::from_fn(|digit| a[digit] & b[digit])
}

/// Pushes the members of two sets in the order of a run's nodes.
fn common(
    run: &Run,
    ons: &CandidatesByDigit,
    offs: &CandidatesByDigit,
    mut push: impl FnMut((CandidateId, bool)),
) {
    for (set, list, on) in [(ons, &run.on_list, true), (offs, &run.off_list, false)] {
        if set.iter().all(|&cells| cells == 0) {
            continue;
        }
        for &at in list {
            if contains(set, at) {
                push((at, on));
            }
        }
    }
}
