//! Techniques 2 and 6: locked candidates, and the singles that they reveal.

use std::ops::ControlFlow;

use super::super::Board;
use super::super::scale;
use super::sizes::{cells_at, count, digit_set, house, of_digit};
use super::{RatedSink, RatedStep, Step};
use crate::deduction::houses::{CELLS, House};
use crate::deduction::{Candidate, Pattern, Technique};

/// For each set of positions of a house: the third of the nine positions that contains the whole set, if it has at
/// least two positions, or 3 if no third does. In the first table the thirds are the rows of a square of three by
/// three, in the second the columns.
static THIRDS: [[u8; 512]; 2] = {
    let mut thirds = [[3; 512]; 2];
    let mut word: usize = 0;
    while word < 512 {
        let mut third = 0;
        while third < 3 {
            if word.count_ones() > 1 {
                if word & !(0o7 << (3 * third)) == 0 {
                    thirds[0][word] = third as u8;
                }
                if word & !(0o111 << third) == 0 {
                    thirds[1][word] = third as u8;
                }
            }
            third += 1;
        }
        word += 1;
    }
    thirds
};

/// The directions in the order of the search: from a box to a column or a row, and from a column or a row to a box.
#[derive(Clone, Copy)]
enum LockedDirection {
    BoxColumn,
    BoxRow,
    ColumnBox,
    RowBox,
}

impl LockedDirection {
    const ALL: [Self; 4] = [Self::BoxColumn, Self::BoxRow, Self::ColumnBox, Self::RowBox];

    /// The house of the first kind with this index.
    #[inline]
    fn from(self, index: usize) -> usize {
        match self {
            Self::BoxColumn | Self::BoxRow => 18 + index,
            Self::ColumnBox => 9 + index,
            Self::RowBox => index,
        }
    }

    /// The house that contains a third of the house `from(index)`.
    #[inline]
    fn to(self, index: usize, third: usize) -> usize {
        match self {
            Self::BoxColumn => 9 + 3 * (index % 3) + third,
            Self::BoxRow => 3 * (index / 3) + third,
            Self::ColumnBox => 18 + 3 * third + index / 3,
            Self::RowBox => 18 + 3 * (index / 3) + third,
        }
    }

    /// The houses of the first kind that share cells with the house `to`, and the positions that they share.
    fn crossing(self, to: usize) -> ([usize; 3], u16) {
        match self {
            Self::BoxColumn => ([18, 21, 24].map(|house| house + (to - 9) / 3), 0o111 << (to % 3)),
            Self::BoxRow => ([18, 19, 20].map(|house| house + to / 3 * 3), 0o7 << (3 * (to % 3))),
            Self::ColumnBox => {
                ([9, 10, 11].map(|house| house + (to - 18) % 3 * 3), 0o7 << (3 * ((to - 18) / 3)))
            }
            Self::RowBox => ([0, 1, 2].map(|house| house + (to - 18) / 3 * 3), 0o7 << (3 * ((to - 18) % 3))),
        }
    }

    fn is_pointing(self) -> bool {
        matches!(self, Self::BoxColumn | Self::BoxRow)
    }
}

/// A digit's places in a house, two or three, all in another house.
#[derive(Clone, Copy)]
struct LockedDigit {
    way: LockedDirection,
    digit: usize,
    from: usize,
    to: usize,
}

impl LockedDigit {
    fn pattern(self, board: &Board) -> Pattern {
        Pattern::Locked {
            digits: digit_set(1 << self.digit),
            cells: cells_at(self.from, board.places[self.from][self.digit]),
            from: House::new(self.from),
            to: House::new(self.to),
        }
    }
}

#[inline]
fn each(board: &Board, mut visit: impl FnMut(LockedDigit) -> ControlFlow<()>) -> ControlFlow<()> {
    for way in LockedDirection::ALL {
        let thirds = &THIRDS[usize::from(matches!(way, LockedDirection::BoxColumn))];
        for digit in 0..9 {
            if board.digits[digit] == 0 {
                continue;
            }
            for index in 0..9 {
                let from = way.from(index);
                let third = usize::from(thirds[usize::from(board.places[from][digit] & 0x1ff)]);
                if third < 3 {
                    visit(LockedDigit { way, digit, from, to: way.to(index, third) })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Technique 2: after the elimination, another house of the same kind as the first has only one place left for the
/// digit.
pub(super) fn direct(board: &Board, out: RatedSink<'_>) -> ControlFlow<()> {
    each(board, |locked| {
        let LockedDigit { way, digit, from, to } = locked;
        let (houses, shared) = way.crossing(to);
        for last in houses.into_iter().filter(|&last| last != from) {
            let places = board.places[last][digit];
            let left = places & !shared;
            if count(places) > 1 && left.is_power_of_two() {
                let at = Candidate::at(CELLS[last][left.trailing_zeros() as usize].into(), digit);
                let (tenths, technique) = if way.is_pointing() {
                    (scale::base(2, 0), Technique::DirectPointing)
                } else {
                    (scale::base(2, 1), Technique::DirectClaiming)
                };
                let through = Box::new(locked.pattern(board));
                let pattern = Pattern::Direct { through, house: House::new(last) };
                out(tenths, Step::placing(technique, at, pattern))?;
            }
        }
        ControlFlow::Continue(())
    })
}

/// Technique 6.
pub(super) fn indirect(board: &Board) -> Option<RatedStep> {
    let mut found = None;
    let _ = each(board, |locked| {
        let LockedDigit { way, digit, from, to } = locked;
        let gone = board.digits[digit] & house(to) & !house(from);
        if gone == 0 {
            return ControlFlow::Continue(());
        }
        let (tenths, technique) = if way.is_pointing() {
            (scale::base(6, 0), Technique::Pointing)
        } else {
            (scale::base(6, 1), Technique::Claiming)
        };
        let eliminations = of_digit(gone, digit).collect();
        let step = Step::eliminating(technique, digit_set(1 << digit), eliminations, locked.pattern(board));
        found = Some((tenths, step));
        ControlFlow::Break(())
    });
    found
}
