//! The parts of a wish as text, and their errors.

use arcdoku::generate::{Wish, WishError};
use arcdoku::grid::{Cell, Shape};
use arcdoku::puzzle::Solution;
use arcdoku::puzzle::format::{ReadOptions, parse_one};
use arcdoku::rate::Scale;

use super::layout::column;
use crate::status::Error;

/// The error for a wish that no puzzle meets; it names the option.
pub(super) fn refused(error: WishError) -> Error {
    let option = match error {
        WishError::Rule | WishError::Contradiction => "--rule: ",
        WishError::Drawn => "--draw: ",
        WishError::CageSize { .. } | WishError::CageSizes | WishError::Cages => "--cages: ",
        WishError::Clues => "--clues: ",
        WishError::Cells | WishError::Mask | WishError::Twins | WishError::Loose => "--mask: ",
        WishError::Grid => "--grid: ",
        WishError::Rating | WishError::Logic => "--scale: ",
        WishError::Hardness => "--min, --max: ",
        WishError::Level => "--level: ",
        WishError::Technique => "--hardest: ",
        WishError::Bias => "--method: ",
        _ => "",
    };
    Error::usage(format!("{option}{error}"))
}

/// The scales to rate on: that of the wish, and those with these names.
///
/// # Errors
/// If there is no such scale, or two scales have the same columns.
pub fn rating_scales(wish: &Wish, names: &[String]) -> Result<Vec<Scale>, Error> {
    let mut scales: Vec<Scale> = wish.difficulty.iter().map(|wish| wish.scale.clone()).collect();
    for name in names {
        let Some(scale) = Scale::by_name(name) else {
            let known: Vec<&str> = Scale::ALL.iter().map(|row| row.name).collect();
            return Err(Error::usage(format!("--rate {name}: expected one of {}", known.join(", "))));
        };
        match scales.iter().find(|known| column(known) == *name) {
            None => scales.push(scale),
            Some(known) if known.name() == name => {}
            Some(known) => {
                let file = known.name();
                return Err(Error::usage(format!(
                    "--rate {name}: the columns of --scale {file} have that name"
                )));
            }
        }
    }
    let is_plain = wish.shape == Shape::CLASSIC && wish.is_plain();
    if !names.is_empty() && !is_plain {
        return Err(Error::usage("--rate: only 9x9 puzzles have a rating"));
    }
    Ok(scales)
}

/// Reads a mask: one character a cell, and `.`, `0`, `-` or `_` where there is no clue.
///
/// # Errors
/// If it has another number of cells than the shape.
pub fn mask_cells(text: &str, shape: Shape) -> Result<Vec<Cell>, Error> {
    let marks: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    if marks.len() != shape.cells() {
        let (found, expected) = (marks.len(), shape.cells());
        return Err(Error::usage(format!(
            "--mask: found {found} cells, expected {expected}, or a file with them"
        )));
    }
    let has_clue = |cell: &usize| !matches!(marks[*cell], '.' | '0' | '-' | '_');
    Ok((0..marks.len()).filter(has_clue).map(Cell::new).collect())
}

/// Reads a full grid, in any notation.
///
/// # Errors
/// If it cannot be read, or is not full.
pub fn full_grid(text: &str, shape: Shape) -> Result<Solution, Error> {
    let options = ReadOptions { shape: Some(shape), ..ReadOptions::default() };
    let record = parse_one(text, &options).map_err(|error| Error::usage(format!("--grid: {error}")))?;
    let digits: Option<Vec<_>> = record.puzzle.givens().iter().copied().collect();
    let digits = digits.ok_or_else(|| {
        let (found, expected) = (record.puzzle.clues(), shape.cells());
        Error::usage(format!("--grid: found {found} digits, expected a full grid of {expected}"))
    })?;
    Ok(Solution::new(digits))
}
