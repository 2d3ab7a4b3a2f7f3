//! Nice loops and alternating inference chains, through candidates, groups and almost locked sets.
//!
//! ```text
//!  a off = b on - c off = d on ...         = strong link     - weak link     see chain/table.rs
//!
//!  discontinuous   a on  ... a off         a is false
//!  (one cell)      a on  ... b on          a is false: the cell cannot have both
//!                  a off ... b off         b is false: it requires a
//!                  a off ... a on          a is true: the other candidates of the cell are false
//!  continuous      a off ... b on          exactly one end of every link is true: candidates that see
//!                                          both ends of a weak link are false, as are third candidates of cells
//!  chain (AIC)     a off ... z on          one of a and z is true
//!                  type 1: same digit, candidates that see both are false
//!                  type 2: two digits, two cells that see each other: neither has the other's digit
//! ```
//!
//! The shortest chain from each candidate, on and off, to each node is known; chains that visit a cell twice are not
//! loops. Steps are ordered by most eliminations, then least weight (see order.rs), then the order of the search:
//! starts that are on, starts that are off, chains. For each effect the shortest chain is reported (B. Hobiger's
//! order). Sources: nice loops by the players of the forum, 2005 (J. Tyson's terms); AIC by Myth Jellies, 2006.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::deduction::houses::{NEIGHBORS, seen_by_all};
use crate::deduction::{
    Candidate, Candidates, Extent, Pattern, Sink, Step, StepQuery, Technique, Techniques,
};
use crate::grid::{Cell, CellSet, DigitSet};
use crate::human::Search;
use crate::human::als::AlmostLockedSet;
use crate::human::chain::closure::Closure;
use crate::human::chain::table::{self, Consequences, Implications, NodeKinds, NodeView};
use crate::human::order::weight;

const PLAIN: Techniques =
    Techniques::of(&[Technique::ContinuousNiceLoop, Technique::DiscontinuousNiceLoop, Technique::Aic]);

const GROUPED: Techniques = Techniques::of(&[
    Technique::GroupedContinuousNiceLoop,
    Technique::GroupedDiscontinuousNiceLoop,
    Technique::GroupedAic,
]);

pub(crate) fn find(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let StepQuery { wanted, extent } = query;
    let grouped = if search.options.als_in_chains { NodeKinds::Sets } else { NodeKinds::Grouped };
    for (kind, techniques) in [(NodeKinds::Plain, PLAIN), (grouped, GROUPED)] {
        if !wanted.meets(techniques) {
            continue;
        }
        // When a solver searches through groups, it may find that a plain chain is better.
        let solving = extent == Extent::First && wanted & techniques == techniques;
        let scratch = &mut search.scratch.chain;
        let sets = if kind == NodeKinds::Sets { search.scratch.als.sets(search.state) } else { &[] };
        scratch.close(search.state, kind, sets);
        let mut loops = NiceLoopSearch {
            state: search.state,
            table: &scratch.table,
            sets,
            closure: &scratch.closure,
            spread: &mut scratch.spread,
            wanted: if solving { PLAIN | GROUPED } else { wanted & techniques },
            extent,
            most: search.options.loop_length as usize,
            best: None,
            found: Vec::new(),
            path: Vec::new(),
        };
        loops.search();
        loops.push(out)?;
    }
    ControlFlow::Continue(())
}

/// The order of steps: eliminations and their weight.
type LoopRank = (Reverse<usize>, usize);

/// The place at which a step was found: the kind of search, the start and the position in the search.
type DiscoveryOrder = (u8, u16, u16);

fn key(gone: &[Candidate]) -> LoopRank {
    (Reverse(gone.len()), weight(gone.iter().map(|gone| (gone.cell.index(), gone.digit.index()))))
}

/// A step under construction.
struct FoundLoop {
    technique: Technique,
    gone: Vec<Candidate>,
    path: Vec<u16>,
    length: usize,
    met: DiscoveryOrder,
}

/// A search for loops and chains.
struct NiceLoopSearch<'a> {
    state: &'a Candidates,
    table: &'a Implications,
    sets: &'a [AlmostLockedSet],
    closure: &'a Closure,
    spread: &'a mut Consequences,
    wanted: Techniques,
    extent: Extent,
    /// The largest number of links.
    most: usize,
    best: Option<LoopRank>,
    found: Vec<FoundLoop>,
    path: Vec<u16>,
}

impl NiceLoopSearch<'_> {
    fn search(&mut self) {
        let starts = self.table.len() as u16;
        // Starts that are off come first, because only they can eliminate more than one candidate.
        for number in 0..starts {
            let (loops, chains) = (self.may_close(number), self.may_chain(number));
            if loops || chains {
                self.spread.run(self.table, 2 * number);
            }
            if loops {
                self.loops_of(number, false);
            }
            if chains {
                self.chains_of(number);
            }
        }
        if self.best.is_some_and(|(Reverse(gone), _)| gone > 1) {
            return;
        }
        for number in 0..starts {
            let (start, (cell, _)) = (2 * number + 1, self.table.place(number.into()));
            let back = |digit| {
                let end = self.table.node(cell, digit, true);
                end != start && self.closure.follows(start, end)
            };
            let back = self.closure.follows(start, start ^ 1) || self.digits(cell).any(back);
            if back && self.may_be((Reverse(1), weight([self.table.place(number.into())]))) {
                self.spread.run(self.table, start);
                self.loops_of(number, true);
            }
        }
    }

    fn digits(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        DigitSet::from_bits(self.state.cells[cell].into()).iter().map(crate::grid::Digit::index)
    }

    /// Whether a loop that starts with this candidate off could still be among the reported steps.
    fn may_close(&self, number: u16) -> bool {
        let (cell, digit) = self.table.place(number.into());
        let (off, on) = (2 * number, 2 * number + 1);
        let others = || self.digits(cell).filter(|&other| other != digit).map(|other| (cell, other));
        let one = |last| (Reverse(1), weight([(cell, last)]));
        self.closure.follows(off, on) && self.may_be((Reverse(others().count()), weight(others())))
            || self.digits(cell).filter(|&last| last != digit).any(|last| {
                self.closure.follows(off, self.table.node(cell, last, true))
                    && !self.table.after(off).contains(&self.table.node(cell, last, true))
                    || self.may_be(one(last)) && self.closure.follows(off, self.table.node(cell, last, false))
            })
    }

    /// Whether a chain that starts with this candidate off could still be among the reported steps.
    fn may_chain(&self, number: u16) -> bool {
        let (cell, digit) = self.table.place(number.into());
        let (after, row) = (self.table.after(2 * number), self.closure.row(2 * number));
        if after.is_empty() {
            return false;
        }
        let ons = row.iter().enumerate().flat_map(|(word, &bits)| {
            let mut bits = bits & 0xaaaa_aaaa_aaaa_aaaa;
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros();
                bits &= bits.wrapping_sub(1);
                (bit < 64).then_some(64 * word as u16 + bit as u16)
            })
        });
        ons.take_while(|&end| self.table.is_plain(end)).any(|end| {
            let (there, last) = self.table.place(usize::from(end) / 2);
            !after.contains(&end)
                && self
                    .gone(cell, digit, there, last)
                    .is_some_and(|(gone, sum)| self.may_be((Reverse(gone), sum)))
        })
    }

    /// The number of candidates that a chain between these ends eliminates, and the weight of these candidates.
    #[inline]
    fn gone(&self, cell: usize, digit: usize, there: usize, last: usize) -> Option<(usize, usize)> {
        if there == cell {
            return None;
        }
        if last == digit {
            let gone = self.state.places[digit] & NEIGHBORS[cell] & NEIGHBORS[there];
            return (gone.len() > 1)
                .then(|| (gone.len(), weight(gone.iter().map(|cell| (cell.index(), digit)))));
        }
        // The two cells see each other, and each loses the other's digit.
        let crossed = NEIGHBORS[cell].contains(Cell::new(there))
            && self.state.cells[there] >> digit & 1 == 1
            && self.state.cells[cell] >> last & 1 == 1;
        let mut gone = [(cell, last), (there, digit)];
        gone.sort_by_key(|&(cell, digit)| (digit, cell));
        crossed.then(|| (2, weight(gone)))
    }

    /// Whether a step with this key could still be among the reported steps.
    fn may_be(&self, key: LoopRank) -> bool {
        self.best.is_none_or(|best| key <= best)
    }

    fn loops_of(&mut self, number: u16, on: bool) {
        let start = 2 * number + u16::from(on);
        let (cell, digit) = self.table.place(number.into());
        let candidates = DigitSet::from_bits(self.state.cells[cell].into());
        for (last, ends_on) in
            candidates.iter().flat_map(|last| [(last.index(), false), (last.index(), true)])
        {
            let end = self.table.node(cell, last, ends_on);
            if end == start || !self.spread.has(end) || self.spread.cause(end) == Some(start) {
                continue;
            }
            let here = |digit| Candidate::at(cell, digit);
            let (technique, gone) = match (on, ends_on) {
                (true, _) => (Technique::DiscontinuousNiceLoop, vec![here(digit)]),
                (false, false) => (Technique::DiscontinuousNiceLoop, vec![here(last)]),
                (false, true) if last == digit => {
                    let others = self.state.cells[cell] & !(1 << digit);
                    let others = DigitSet::from_bits(others.into());
                    (Technique::DiscontinuousNiceLoop, others.iter().map(|d| here(d.index())).collect())
                }
                (false, true) => (Technique::ContinuousNiceLoop, Vec::new()),
            };
            let closed = technique == Technique::ContinuousNiceLoop;
            if !closed && !self.may_be(key(&gone)) {
                continue;
            }
            self.spread.path(end, &mut self.path);
            // Neither the first nor the last link of the loop stays within the cell.
            let (first, back) = (self.path[1], self.path[self.path.len() - 2]);
            let inside = |node| self.table.cell(node, self.sets) == cell;
            if inside(first) || inside(back) || !self.is_simple(false) {
                continue;
            }
            let gone = if closed { self.closed(cell, digit, last) } else { gone };
            let at = self.spread.order.iter().position(|&node| node == end).unwrap_or_default();
            self.keep(technique, gone, (u8::from(!on), number, at as u16));
        }
    }

    fn chains_of(&mut self, number: u16) {
        let (cell, digit) = self.table.place(number.into());
        for at in 1..self.spread.order.len() {
            let end = self.spread.order[at];
            if !self.table.is_on(end) {
                continue;
            }
            let NodeView::Candidate(there, last) = self.table.view(end) else { continue };
            let (there, last) = (usize::from(there), usize::from(last));
            let Some((gone, sum)) = self.gone(cell, digit, there, last) else { continue };
            if self.spread.cause(end) == Some(2 * number) || !self.may_be((Reverse(gone), sum)) {
                continue;
            }
            self.spread.path(end, &mut self.path);
            if !self.is_simple(true) {
                continue;
            }
            let gone = if last == digit {
                let gone = self.state.places[digit] & NEIGHBORS[cell] & NEIGHBORS[there];
                gone.iter().map(|cell| Candidate::at(cell.index(), digit)).collect()
            } else {
                vec![Candidate::at(cell, last), Candidate::at(there, digit)]
            };
            self.keep(Technique::Aic, gone, (2, number, at as u16));
        }
    }

    /// Whether the path visits no cell twice. Two consecutive nodes may share a cell, and a loop returns to its
    /// start. A group or set is visited at its first cell, and marks all its cells.
    fn is_simple(&self, is_chain: bool) -> bool {
        let start = self.table.cell(self.path[0], self.sets);
        let mut closed = CellSet::EMPTY;
        let mut before: Option<u16> = None;
        for &node in &self.path {
            let cell = self.table.cell(node, self.sets);
            if closed.contains(Cell::new(cell)) {
                return false;
            }
            if let Some(before) = before
                && (is_chain || self.table.cell(before, self.sets) != start)
            {
                closed |= self.table.cells(before, self.sets);
                closed.insert(Cell::new(self.table.cell(before, self.sets)));
            }
            before = Some(node);
        }
        true
    }

    /// The eliminations of a continuous loop. It starts with `digit` off in `cell`, and ends with `last` on.
    fn closed(&self, cell: usize, digit: usize, last: usize) -> Vec<Candidate> {
        let (table, sets, path) = (self.table, self.sets, &self.path);
        let mut gone = Vec::new();
        let others = |cell: usize, kept: u16, gone: &mut Vec<Candidate>| {
            let others = self.state.cells[cell] & !kept;
            gone.extend(DigitSet::from_bits(others.into()).iter().map(|d| Candidate::at(cell, d.index())));
        };
        others(cell, 1 << digit | 1 << last, &mut gone);
        let met = path[..path.len() - 1]
            .iter()
            .fold(CellSet::single(Cell::new(cell)), |met, &node| met | table.cells(node, sets));
        for i in 1..path.len() {
            let (before, node) = (path[i - 1], path[i]);
            let cell_of = |at: usize| table.cell(path[at], sets);
            if cell_of(i - 1) == cell_of(i) {
                continue;
            }
            if table.is_on(node) {
                // The loop enters and leaves the cell by strong links.
                if i + 2 < path.len()
                    && !table.is_on(path[i + 1])
                    && cell_of(i) == cell_of(i + 1)
                    && table.is_on(path[i + 2])
                    && cell_of(i + 1) != cell_of(i + 2)
                {
                    others(cell_of(i), 1 << table.digit(node) | 1 << table.digit(path[i + 2]), &mut gone);
                }
                continue;
            }
            let digit = table.digit(node);
            let both = self.seeing(before, digit) & self.seeing(node, digit) & self.state.places[digit];
            gone.extend(both.minus(met).iter().map(|cell| Candidate::at(cell.index(), digit)));
            if let NodeView::Set(locked) = table.view(node) {
                self.alongside(&sets[usize::from(locked.set)], digit, path[i + 1], &mut gone);
            }
        }
        gone
    }

    /// The eliminations of a set in a continuous loop, in addition to the links. The set contains all its digits except
    /// the digit by which the loop enters it and the digits by which the loop leaves it to `next`.
    fn alongside(&self, set: &AlmostLockedSet, entry: usize, next: u16, gone: &mut Vec<Candidate>) {
        let forced = self.table.is_on(next);
        let cell = self.table.cell(next, self.sets);
        let exits = if forced {
            self.state.cells[cell] & !(1 << self.table.digit(next))
        } else {
            1 << self.table.digit(next)
        };
        for digit in DigitSet::from_bits(set.digits.into()) {
            let digit = digit.index();
            let is_exit = exits >> digit & 1 == 1;
            let seen = if digit == entry || is_exit && !forced {
                continue;
            } else if is_exit {
                set.sees[digit] & NEIGHBORS[cell]
            } else {
                set.sees[digit]
            };
            gone.extend(seen.iter().map(|cell| Candidate::at(cell.index(), digit)));
        }
    }

    /// The cells that see a node; for a set, the cells that see its places of the digit.
    fn seeing(&self, node: u16, digit: usize) -> CellSet {
        match self.table.view(node) {
            NodeView::Candidate(cell, _) => NEIGHBORS[usize::from(cell)],
            NodeView::Group(group) => seen_by_all(group.cells),
            NodeView::Set(locked) => self.sets[usize::from(locked.set)].sees[digit],
        }
    }

    fn keep(&mut self, technique: Technique, mut gone: Vec<Candidate>, met: DiscoveryOrder) {
        // Sorted by digit, because this order determines which singles come first after the step.
        gone.sort_by_key(|gone| (gone.digit, gone.cell));
        gone.dedup();
        if gone.is_empty() || self.path.len() > self.most + 1 {
            return;
        }
        let is_grouped = self.path.iter().any(|&node| !self.table.is_plain(node));
        let technique = match technique {
            Technique::ContinuousNiceLoop if is_grouped => Technique::GroupedContinuousNiceLoop,
            Technique::DiscontinuousNiceLoop if is_grouped => Technique::GroupedDiscontinuousNiceLoop,
            Technique::Aic if is_grouped => Technique::GroupedAic,
            plain => plain,
        };
        if !self.wanted.contains(technique) {
            return;
        }
        if self.extent == Extent::First {
            let key = key(&gone);
            if !self.may_be(key) {
                return;
            }
            if self.best.replace(key) != Some(key) {
                self.found.clear();
            }
        }
        let path = self.path.clone();
        self.found.push(FoundLoop { technique, gone, path, length: 0, met });
    }

    /// Pushes the steps in order. Of several steps with the same effect, only the shortest is pushed.
    fn push(mut self, out: Sink<'_>) -> ControlFlow<()> {
        self.found.sort_by_key(|found| found.met);
        let mut kept: Vec<FoundLoop> = Vec::new();
        let mut known = std::collections::HashMap::new();
        for mut found in self.found {
            let (fine, rough) = lengths(self.table, self.sets, &found.path);
            let same = known.get(&(found.technique, found.gone.clone()));
            let old = same.map(|&at: &usize| kept[at].length);
            if old.is_some_and(|old| old <= rough) {
                continue;
            }
            let is_chain = matches!(found.technique, Technique::Aic | Technique::GroupedAic);
            found.length = if is_chain && old.is_none() { fine } else { rough };
            if let Some(&at) = same {
                kept[at] = found;
            } else {
                known.insert((found.technique, found.gone.clone()), kept.len());
                kept.push(found);
            }
        }
        kept.sort_by_key(|found| key(&found.gone));
        for found in kept {
            let FoundLoop { technique, gone, path, .. } = found;
            let digits = gone.iter().fold(DigitSet::EMPTY, |all, gone| all | DigitSet::single(gone.digit));
            let closed =
                matches!(technique, Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop);
            let chain = table::chain(self.table, self.sets, &path, closed);
            out(Step::eliminating(technique, digits, gone, Pattern::Chain(vec![chain])))?;
        }
        ControlFlow::Continue(())
    }
}

/// The length of a path. An almost locked set counts as several nodes, by its exact size or by an estimate.
///
/// Only the first chain with an effect is measured exactly, as in B. Hobiger's search.
fn lengths(table: &Implications, sets: &[AlmostLockedSet], path: &[u16]) -> (usize, usize) {
    let (mut fine, mut halves) = (path.len(), 2 * path.len());
    for &node in path {
        if let NodeView::Set(locked) = table.view(node) {
            fine += usize::from(table::penalty(&sets[usize::from(locked.set)]));
            halves += 5;
        }
    }
    (fine, halves / 2)
}

#[cfg(test)]
mod tests;
