//! Requirements for puzzles as options, and their errors, which name the option.

use std::ops::RangeInclusive;

use arcdoku::deduction::Technique;
use arcdoku::generate::{
    ClueSymmetry, Difficulty, DrawnRules, LARGEST_CAGE, LogicDifficulty, Method, Minimality, Wish, WishError,
};
use arcdoku::grid::{Cell, Shape};
use arcdoku::puzzle::format::{ReadOptions, parse_one};
use arcdoku::puzzle::{Rule, Solution};
use arcdoku::rate::{Form, Level, Scale};

use super::layout::column;
use crate::ask::rate::hardness;
use crate::status::Error;

/// A range with ends that may be open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span<T> {
    /// The first value.
    pub least: Option<T>,
    /// The last value.
    pub most: Option<T>,
}

impl<T> Span<T> {
    /// The range between these ends, where it has none.
    fn within(self, least: T, most: T) -> RangeInclusive<T> {
        self.least.unwrap_or(least)..=self.most.unwrap_or(most)
    }
}

/// Requirements for puzzles, as the options of `generate`.
#[derive(Clone, Debug)]
pub struct WishOptions {
    /// The shape of the grid.
    pub shape: Shape,
    /// Whether there is no rule but those that are named.
    pub bare: bool,
    /// Further rules, each a line of text.
    pub rules: Vec<String>,
    /// Rules that are drawn over the solution.
    pub drawn: Vec<DrawnRules>,
    /// The number of cells of killer cages, which are drawn instead of clues.
    pub cages: Option<Span<usize>>,
    /// The solution of all puzzles.
    pub grid: Option<String>,
    /// The symmetry of the cells that have clues.
    pub symmetry: ClueSymmetry,
    /// Cells that may have a clue: a character a cell; `.`, `0`, `-` and `_` mean no clue.
    pub mask: Option<String>,
    /// The number of clues.
    pub clues: Option<Span<usize>>,
    /// Which clues must be needed.
    pub minimal: Minimality,
    /// How puzzles are sampled.
    pub method: Method,
    /// The scale of the requirements below; `logic` or `hodoku` if one of them is given.
    pub scale: Option<String>,
    /// The least hardness.
    pub min: Option<String>,
    /// The greatest hardness.
    pub max: Option<String>,
    /// The range of levels.
    pub level: Option<Span<Level>>,
    /// The hardest technique that is needed.
    pub hardest: Option<Technique>,
}

impl Default for WishOptions {
    fn default() -> Self {
        Self {
            shape: Shape::CLASSIC,
            bare: false,
            rules: Vec::new(),
            drawn: Vec::new(),
            cages: None,
            grid: None,
            symmetry: ClueSymmetry::None,
            mask: None,
            clues: None,
            minimal: Minimality::Orbits,
            method: Method::TopDown,
            scale: None,
            min: None,
            max: None,
            level: None,
            hardest: None,
        }
    }
}

impl WishOptions {
    /// The name of the scale of puzzles with rules.
    pub const LOGIC: &str = "logic";

    /// The requirements; `scale` reads the name of a scale.
    ///
    /// # Errors
    /// The first option that cannot be used.
    pub fn wish(&self, scale: impl FnOnce(&str) -> Result<Scale, Error>) -> Result<Wish, Error> {
        let shape = self.shape;
        let mut wish = Wish::of(shape).with_bare(self.bare);
        for text in &self.rules {
            let rule = Rule::parse(text, shape);
            wish = wish.with_rule(rule.map_err(|error| Error::usage(format!("--rule: '{text}': {error}")))?);
        }
        for drawn in &self.drawn {
            drawn.check(shape).map_err(|error| Error::usage(format!("--draw: {error}")))?;
        }
        let largest = shape.digits().min(LARGEST_CAGE);
        let wish = wish.with_cages(self.cages.map(|sizes| sizes.within(1, largest)));
        let wish = self.drawn.iter().cloned().fold(wish, Wish::with_drawn);
        let clues = self.clues.unwrap_or_default().within(0, shape.cells());
        let least = wish.fewest();
        if *clues.end() < least && !clues.is_empty() {
            return Err(Error::usage(format!("--clues: no such puzzle has fewer than {least} clues")));
        }
        let cells = self.mask.as_ref().map(|mask| mask_cells(mask, shape)).transpose()?;
        if let Some(cells) = cells.as_ref().filter(|cells| cells.len() < least) {
            let found = cells.len();
            return Err(Error::usage(format!(
                "--mask: found {found} cells for clues, and puzzles have {least} at least"
            )));
        }
        // Puzzles with rules have a scale of their own.
        let is_ruled = shape != Shape::CLASSIC || !wish.is_plain();
        let logic = if is_ruled { self.logic()? } else { None };
        let difficulty = if logic.is_none() { self.difficulty(scale)? } else { None };
        Ok(wish
            .with_clues(clues)
            .with_symmetry(self.symmetry)
            .with_cells(cells)
            .with_grid(self.grid.as_ref().map(|grid| full_grid(grid, shape)).transpose()?)
            .with_minimality(self.minimal)
            .with_method(self.method)
            .with_difficulty(difficulty)
            .with_logic(logic))
    }

    /// The difficulty of puzzles with rules, if any option asks for it.
    fn logic(&self) -> Result<Option<LogicDifficulty>, Error> {
        let is_named = self.scale.as_deref().is_none_or(|name| name == Self::LOGIC);
        let is_wished = self.min.is_some() || self.max.is_some() || self.scale.is_some();
        if !is_named || !is_wished || self.level.is_some() || self.hardest.is_some() {
            return Ok(None);
        }
        let read = |option: &str, text: &Option<String>, open: u32| {
            let Some(text) = text else { return Ok(open) };
            Form::Explainer.read_hardness(text).ok_or_else(|| {
                Error::usage(format!("--{option} {text}: expected a hardest step such as 2.4"))
            })
        };
        let (min, max) = (read("min", &self.min, 0)?, read("max", &self.max, u32::MAX)?);
        Ok(Some(LogicDifficulty::within(min..=max)))
    }

    /// The difficulty of plain puzzles, if any option asks for it.
    fn difficulty(
        &self,
        scale: impl FnOnce(&str) -> Result<Scale, Error>,
    ) -> Result<Option<Difficulty>, Error> {
        let Self { min, max, level, hardest, .. } = self;
        let is_wished = min.is_some() || max.is_some() || level.is_some() || hardest.is_some();
        let name = match &self.scale {
            Some(name) => name,
            None if is_wished => "hodoku",
            None => return Ok(None),
        };
        let scale = scale(name)?;
        let (min, max) = hardness(&scale, [("min", min), ("max", max)])?;
        Ok(Some(
            Difficulty::on(scale)
                .with_hardness(min.unwrap_or(0)..=max.unwrap_or(u32::MAX))
                .with_levels(level.map(|levels| levels.within(Level::Easy, Level::Extreme)))
                .with_hardest(*hardest),
        ))
    }
}

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
fn mask_cells(text: &str, shape: Shape) -> Result<Vec<Cell>, Error> {
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
fn full_grid(text: &str, shape: Shape) -> Result<Solution, Error> {
    let options = ReadOptions { shape: Some(shape), ..ReadOptions::default() };
    let record = parse_one(text, &options).map_err(|error| Error::usage(format!("--grid: {error}")))?;
    let digits: Option<Vec<_>> = record.puzzle.givens().iter().copied().collect();
    let digits = digits.ok_or_else(|| {
        let (found, expected) = (record.puzzle.clues(), shape.cells());
        Error::usage(format!("--grid: found {found} digits, expected a full grid of {expected}"))
    })?;
    Ok(Solution::new(digits))
}
