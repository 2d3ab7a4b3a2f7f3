//! What is wished for, and whether it can be had at all.

use std::ops::RangeInclusive;

use super::bias::MOST;
use super::difficulty::Difficulty;
use super::error::WishError;
use super::symmetry::ClueSymmetry;
use crate::grid::{Cell, Shape};
use crate::puzzle::{Puzzle, Solution};

/// What a puzzle shall be. The default is any minimal 9x9 puzzle.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The shape.
    pub shape: Shape,
    /// How many clues it has.
    pub clues: RangeInclusive<usize>,
    /// Which cells have a clue together.
    pub symmetry: ClueSymmetry,
    /// The only cells that may have a clue: a mask. Orbits that are not wholly inside have none.
    pub cells: Option<Vec<Cell>>,
    /// The solution; else every puzzle gets a grid of its own.
    pub grid: Option<Solution>,
    /// Which clues are needed.
    pub minimality: Minimality,
    /// How hard it is; for 9x9.
    pub difficulty: Option<Difficulty>,
    /// How puzzles are drawn.
    pub method: Method,
}

impl Default for Wish {
    fn default() -> Self {
        Self::of(Shape::CLASSIC)
    }
}

impl Wish {
    /// Any minimal puzzle of a shape.
    pub fn of(shape: Shape) -> Self {
        Self {
            shape,
            clues: 0..=shape.cells(),
            symmetry: ClueSymmetry::None,
            cells: None,
            grid: None,
            minimality: Minimality::Orbits,
            difficulty: None,
            method: Method::TopDown,
        }
    }

    /// The rules, without a clue.
    pub(super) fn empty(&self) -> Puzzle {
        Puzzle::new(self.shape)
    }

    /// The orbits that may have clues.
    pub(super) fn orbits(&self) -> Vec<Vec<Cell>> {
        let mut orbits = self.symmetry.orbits(self.shape);
        if let Some(cells) = &self.cells {
            orbits.retain(|orbit| orbit.iter().all(|cell| cells.contains(cell)));
        }
        orbits
    }

    /// The fewest clues of a proper puzzle, as far as it is known: 17 of 9x9 (G. McGuire, B. Tugemann and G. Civario,
    /// "There Is No 16-Clue Sudoku", 2012), and else all digits but one, whose names could be exchanged.
    pub fn fewest(&self) -> usize {
        if self.shape == Shape::CLASSIC { 17 } else { self.shape.digits() - 1 }
    }

    /// Whether two rows of a band, or two columns of a stack, never have a clue, so that they can change places.
    fn has_twins(&self) -> bool {
        let n = self.shape.digits();
        let (high, wide) = self.shape.box_size().unwrap_or((n, n));
        let (mut rows, mut columns) = (vec![true; n], vec![true; n]);
        for cell in self.orbits().into_iter().flatten() {
            (rows[self.shape.row(cell)], columns[self.shape.col(cell)]) = (false, false);
        }
        let twins = |lines: &[bool], size| {
            lines.chunks(size).any(|lines| lines.iter().filter(|&&bare| bare).count() > 1)
        };
        twins(&rows, high) || twins(&columns, wide)
    }

    /// Whether it can be granted, as far as that is seen without trying.
    pub(super) fn check(&self) -> Result<(), WishError> {
        let one = self.shape.digits() == 1 && *self.clues.start() > 0 && self.minimality != Minimality::Any;
        if self.clues.is_empty()
            || *self.clues.start() > self.shape.cells()
            || *self.clues.end() < self.fewest()
            || one
        {
            return Err(WishError::Clues);
        }
        if let Some(cells) = &self.cells {
            if cells.iter().any(|cell| cell.index() >= self.shape.cells()) {
                return Err(WishError::Cells);
            }
            let most: usize = self.orbits().iter().map(Vec::len).sum();
            if most < self.fewest().max(*self.clues.start()) {
                return Err(WishError::Mask);
            }
            if self.has_twins() {
                return Err(WishError::Twins);
            }
        }
        if let Some(grid) = &self.grid
            && (grid.digits().len() != self.shape.cells() || !Puzzle::new(self.shape).is_solved_by(grid))
        {
            return Err(WishError::Grid);
        }
        if let Some(difficulty) = &self.difficulty {
            if self.shape != Shape::CLASSIC {
                return Err(WishError::Rating);
            }
            difficulty.check()?;
        }
        if self.method == Method::ControlledBias {
            let plain = self.shape == Shape::CLASSIC
                && self.symmetry == ClueSymmetry::None
                && self.cells.is_none()
                && *self.clues.start() <= MOST
                && self.minimality != Minimality::Any;
            if !plain {
                return Err(WishError::Bias);
            }
        }
        Ok(())
    }
}

/// Which clues of a puzzle are needed for its solution to be the only one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Minimality {
    /// In each orbit of the symmetry, one of them at least: no orbit can go. Without a symmetry, every clue.
    #[default]
    Orbits,
    /// Every clue by itself, whatever the symmetry. Of puzzles with a symmetry few are so: between one of three
    /// (mirrors and half turns) and one of thousands (all symmetries); the others are drawn again.
    Clues,
    /// Any: as many clues are left as the wish allows, so that a puzzle may be as easy as that.
    Any,
}

/// How puzzles are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Clues are taken from a full grid in a random order, each that can go. Fast, and biased: puzzles of few clues
    /// are far more likely than such of many, because a clue that can go goes. They
    /// have 24.4 clues on average, and all minimal puzzles 26.6 (see below).
    #[default]
    TopDown,
    /// As D. Berthier's controlled-bias generator ("Unbiased Statistics of a CSP - A Controlled-Bias Generator",
    /// 2009): clues are taken from a full grid in a random order as long as the solution stays the only one, and only if
    /// nothing more can go is it a puzzle; else another grid and another order are drawn. So a puzzle of n clues is as
    /// likely as any other of n clues, and the likelihood is known: proportional to 1 / C(81, n).
    /// [`Made::weight`](super::Made::weight) corrects that: averages with these weights are those over all minimal puzzles.
    /// Puzzles of more than 33 clues, one of ten million, are left out.
    ControlledBias,
}
