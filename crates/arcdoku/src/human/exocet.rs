//! Junior exocet: two base cells whose two digits must be the digits of two target cells.
//!
//! ```text
//!   band   B B e | . . . | . . .     B base, D its digits, three or four      e escape cell
//!          . . . | T m m | C . .     T targets   C companions, without any of D
//!          . . . | C . . | T m m     m mirrors: the two next to a target have the digit of the other
//!          ------+-------+------
//!              S | S     | S         S: six cells outside of the band in each of the cross lines
//!              S | S     | S         through e and through the targets
//! ```
//!
//! Each digit of D has all its places in S in two lines (rows or columns). A digit that is true in the base is in S
//! in the line of e. If it were in no target, it would be in S in all three cross lines: three places in three rows,
//! but two lines have room for only two. So each of the two true digits is in a target, and the targets have exactly
//! these two digits.
//!
//! Then every way to assign two digits to the targets is examined: base, mirrors and S must have room for them. A
//! candidate that all remaining ways eliminate is eliminated. This covers the published rules for other digits in the
//! targets, for digits that base, mirrors or S do not allow, and for incompatible pairs.
//!
//! Sources: first seen by A. Barker, named by champagne, defined by `D. P. Bird` (players' forum, "Exocet
//! pattern in hardest puzzles", t6546; "`JExocet` Pattern Definition", t31133; "`JExocet` Compendium", t32370).
//! Targets with locked companions (JE+) and double exocets are not searched for.

use std::ops::ControlFlow;

use super::als::bits;
use crate::deduction::houses::{HOUSES, House, NEIGHBORS, seen_by_all};
use crate::deduction::{Candidate, Candidates, Pattern, Sink, Step, StepQuery, Technique};
use crate::grid::{Cell, CellSet, Digit, DigitSet};
use crate::human::Search;

pub(crate) fn find(search: &mut Search<'_>, _: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    if !search.options.exocet {
        return ControlFlow::Continue(());
    }
    let state = search.state;
    for turn in [LineOrientation::Rows, LineOrientation::Columns] {
        for line in 0..9 {
            for escape in 0..9 {
                bases(state, turn, line, escape, out)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether lines are rows crossed by columns, or columns crossed by rows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineOrientation {
    Rows,
    Columns,
}

impl LineOrientation {
    fn cell(self, line: usize, cross: usize) -> Cell {
        match self {
            Self::Rows => Cell::new(9 * line + cross),
            Self::Columns => Cell::new(9 * cross + line),
        }
    }

    /// The house of a line (below 9) or of a cross line.
    fn house(self, line: usize, crosses: bool) -> usize {
        if (self == Self::Columns) == crosses { line } else { 9 + line }
    }
}

/// A target and its companion in a cross line.
#[derive(Clone, Copy)]
struct ExocetTarget {
    line: usize,
    cross: usize,
    target: Cell,
}

/// Tries the base next to an escape cell, with all targets.
fn bases(
    state: &Candidates,
    turn: LineOrientation,
    line: usize,
    escape: usize,
    out: Sink<'_>,
) -> ControlFlow<()> {
    let stack = escape / 3 * 3;
    let base: CellSet =
        (stack..stack + 3).filter(|&cross| cross != escape).map(|cross| turn.cell(line, cross)).collect();
    if !base.is_subset(state.empty) {
        return ControlFlow::Continue(());
    }
    let digits = base.iter().fold(0, |set, cell| set | state.cells[cell.index()]);
    if !(3..=4).contains(&digits.count_ones()) {
        return ControlFlow::Continue(());
    }
    // The digits that a cell, filled or not, can have.
    let holds = |cell: Cell| match state.values[cell.index()] {
        0 => state.cells[cell.index()],
        value => 1 << (value - 1),
    };
    let object = |cross: usize| {
        let lines = (line / 3 * 3..line / 3 * 3 + 3).filter(|&other| other != line);
        let mut of_base = lines.clone().filter(|&line| holds(turn.cell(line, cross)) & digits != 0);
        let (target, other) = (of_base.next()?, of_base.next());
        let object = ExocetTarget { line: target, cross, target: turn.cell(target, cross) };
        (other.is_none() && state.empty.contains(object.target)).then_some(object)
    };
    let others = [(stack + 3) % 9, (stack + 6) % 9];
    let [low, high] = [others[0].min(others[1]), others[0].max(others[1])];
    for one in (low..low + 3).filter_map(object) {
        for other in (high..high + 3).filter_map(object) {
            let exocet = Exocet { state, turn, line, escape, base, digits, objects: [one, other] };
            if let Some(step) = exocet.step() {
                out(step)?;
            }
        }
    }
    ControlFlow::Continue(())
}

struct Exocet<'a> {
    state: &'a Candidates,
    turn: LineOrientation,
    line: usize,
    escape: usize,
    base: CellSet,
    digits: u16,
    objects: [ExocetTarget; 2],
}

/// The eliminations of one way to assign two digits to the targets, by digit.
type DigitEliminations = [CellSet; 9];

impl Exocet<'_> {
    /// The places of a digit in S in a cross line, filled or not.
    fn places(&self, digit: usize, cross: usize) -> CellSet {
        let band = self.line / 3;
        (0..9)
            .filter(|line| line / 3 != band)
            .map(|line| self.turn.cell(line, cross))
            .filter(|cell| match self.state.values[cell.index()] {
                0 => self.state.places[digit].contains(*cell),
                value => usize::from(value) == digit + 1,
            })
            .collect()
    }

    fn crosses(&self) -> [usize; 3] {
        [self.escape, self.objects[0].cross, self.objects[1].cross]
    }

    /// At most two lines that contain all places of the digit in S.
    fn cover(&self, digit: usize) -> Option<Vec<House>> {
        let cells = self.crosses().iter().fold(CellSet::EMPTY, |all, &cross| all | self.places(digit, cross));
        let lines = (0..9).map(|line| self.turn.house(line, false));
        let crosses = self.crosses().into_iter().map(|cross| self.turn.house(cross, true));
        let houses: Vec<usize> =
            lines.chain(crosses).filter(|&house| !cells.is_disjoint(HOUSES[house])).collect();
        if cells.is_empty() {
            return Some(Vec::new());
        }
        if let Some(&house) = houses.iter().find(|&&house| cells.is_subset(HOUSES[house])) {
            return Some(vec![House::new(house)]);
        }
        let pairs =
            houses.iter().enumerate().flat_map(|(i, one)| houses[..i].iter().map(move |two| [*two, *one]));
        let mut covering = pairs.filter(|pair| cells.is_subset(HOUSES[pair[0]] | HOUSES[pair[1]]));
        covering.next().map(|pair| pair.map(House::new).to_vec())
    }

    /// The two cells, in the box of the other target, one of which has the digit of this target.
    fn mirror(&self, object: usize) -> CellSet {
        let (this, other) = (self.objects[object], self.objects[1 - object]);
        let band = self.line / 3 * 3;
        let line = (band..band + 3).find(|&line| line != self.line && line != this.line).unwrap_or(band);
        let stack = other.cross / 3 * 3;
        (stack..stack + 3)
            .filter(|&cross| cross != other.cross)
            .map(|cross| self.turn.cell(line, cross))
            .collect()
    }

    /// The ways for a digit to be in S twice when it is in the target `object`: in the line of the escape cell and in
    /// the line of the other target.
    fn twice(&self, digit: usize, object: usize) -> Vec<[Cell; 2]> {
        let other = self.places(digit, self.objects[1 - object].cross);
        let pairs =
            self.places(digit, self.escape).iter().flat_map(|one| other.iter().map(move |two| [one, two]));
        pairs.filter(|[one, two]| !NEIGHBORS[one.index()].contains(*two)).collect()
    }

    /// The eliminations if the targets have the digits `given`; `None` if they cannot.
    fn gone(&self, given: [usize; 2]) -> Option<DigitEliminations> {
        let state = self.state;
        let holds = |cell: Cell, digit: usize| state.places[digit].contains(cell);
        let mut base = self.base.iter();
        let base = [base.next()?, base.next()?];
        if !(0..2).any(|first| (0..2).all(|i| holds(base[i], given[first ^ i]))) {
            return None;
        }
        let mut gone: DigitEliminations = [CellSet::EMPTY; 9];
        for (digit, gone) in gone.iter_mut().enumerate() {
            if !given.contains(&digit) {
                *gone = self.base
                    | CellSet::single(self.objects[0].target)
                    | CellSet::single(self.objects[1].target);
            }
        }
        let mut pairs = [self.twice(given[0], 0), self.twice(given[1], 1)];
        // Both digits are in the line of the escape cell, in different cells.
        for (this, other) in [(0, 1), (1, 0)] {
            let escapes: Vec<Cell> = pairs[other].iter().map(|pair| pair[0]).collect();
            pairs[this].retain(|pair| escapes.iter().any(|&cell| cell != pair[0]));
        }
        for (object, digit) in given.into_iter().enumerate() {
            let target = self.objects[object].target;
            if !holds(target, digit) || pairs[object].is_empty() {
                return None;
            }
            let mirror = self.mirror(object);
            let filled = mirror.iter().any(|cell| usize::from(state.values[cell.index()]) == digit + 1);
            let in_mirror = mirror & state.places[digit];
            if !filled && in_mirror.is_empty() {
                return None;
            }
            let seen = |cell: Cell| NEIGHBORS[cell.index()];
            gone[digit] |= seen_by_all(self.base) | seen(target);
            if !filled {
                gone[digit] |= seen_by_all(in_mirror);
                if let (true, Some(cell)) = (in_mirror.is_single(), in_mirror.first()) {
                    for other in (0..9).filter(|&other| other != digit) {
                        gone[other].insert(cell);
                    }
                }
            }
            let in_s = pairs[object].iter().map(|[one, two]| seen(*one) | seen(*two));
            gone[digit] |= in_s.reduce(|all, seen| all & seen).unwrap_or(CellSet::EMPTY);
        }
        Some(gone)
    }

    fn step(&self) -> Option<Step> {
        let covers: Option<Vec<(Digit, Vec<House>)>> =
            bits(self.digits).map(|digit| Some((Digit::from_index(digit), self.cover(digit)?))).collect();
        let covers = covers?;
        let ways = bits(self.digits)
            .flat_map(|one| bits(self.digits & !(1 << one)).map(move |other| [one, other]))
            .filter_map(|given| self.gone(given));
        let gone = ways.reduce(|all, gone| std::array::from_fn(|digit| all[digit] & gone[digit]))?;
        let mut candidates = Vec::new();
        for (digit, cells) in gone.into_iter().enumerate() {
            let lost = cells & self.state.places[digit];
            candidates.extend(lost.iter().map(|cell| Candidate::at(cell.index(), digit)));
        }
        if candidates.is_empty() {
            return None;
        }
        let digits = DigitSet::from_bits(self.digits.into());
        let band = self.line / 3;
        let cross = self
            .crosses()
            .into_iter()
            .flat_map(|cross| (0..9).filter(|line| line / 3 != band).map(move |line| (line, cross)))
            .map(|(line, cross)| self.turn.cell(line, cross))
            .collect();
        let targets = self.objects.iter().map(|object| object.target).collect();
        let pattern = Pattern::Exocet { base: self.base, targets, digits, cross, covers };
        Some(Step::eliminating(Technique::JuniorExocet, digits, candidates, pattern))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deduction::{Options, Techniques};
    use crate::human::HumanScratch;
    use crate::puzzle::Puzzle;

    /// D. P. Bird's second example ("Having a Cross-Line as a Cover House"), as a user posted it in the
    /// players' forum in 2018.
    #[test]
    fn the_example_with_a_cross_line_as_cover() {
        let puzzle = "002080067670000800000670000006000780020016054005000612061000405008050106457361298";
        let marks = "1359 139 2 149 8 349 359 6 7
            6 7 349 1259 239 2359 8 24 139
            13589 1389 349 6 7 239 359 24 139
            139 1349 6 259 2349 2359 7 8 39
            78 2 39 78 1 6 39 5 4
            3789 3489 5 79 349 3789 6 1 2
            239 6 1 2789 29 2789 4 37 5
            239 39 8 247 5 2479 1 37 6
            4 5 7 3 6 1 2 9 8";
        let mut state = Candidates::of(&puzzle.parse::<Puzzle>().unwrap()).unwrap();
        for (cell, marks) in marks.split_ascii_whitespace().enumerate() {
            if state.empty.contains(Cell::new(cell)) {
                for digit in bits(0x1ff).filter(|digit| !marks.contains(&(digit + 1).to_string())) {
                    state.eliminate(Candidate::at(cell, digit));
                }
            }
        }
        let (options, mut scratch) = (Options::proven(), HumanScratch::default());
        let found = Search::new(&state, &options, &mut scratch, &crate::puzzle::Budget::NONE)
            .all(Techniques::only(Technique::JuniorExocet))
            .unwrap();
        let targets: CellSet = [12, 24].into_iter().map(Cell::new).collect();
        let step = found
            .iter()
            .find(|step| matches!(step.pattern, Pattern::Exocet { targets: at, .. } if at == targets))
            .unwrap();
        for (cell, digit) in [(12, 2), (12, 5), (12, 9), (26, 3), (26, 9)] {
            assert!(step.eliminations.contains(&Candidate::at(cell, digit - 1)), "{step:?}");
        }
    }
}
