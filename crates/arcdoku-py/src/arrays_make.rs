//! Puzzles for wishes.

#![allow(clippy::needless_pass_by_value, reason = "Python passes arguments by value")]

use std::ops::RangeInclusive;

use arcdoku::Choice;
use arcdoku::Rule;
use arcdoku::deduction::Technique;
use arcdoku::generate::{
    ClueSymmetry, Difficulty, DrawnRules, LARGEST_CAGE, LogicDifficulty, Method, Minimality, Wish,
};
use arcdoku::grid::Shape;
use arcdoku::rate::{Form, Level, Scale};
use arcdoku_arrow::GenerateOutputs;
use arcdoku_service::ask::generate::{full_grid, mask_cells};
use arcdoku_service::ask::rate::hardness;
use numpy::{PyReadwriteArray1, PyReadwriteArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{layout, read_shape, run};

/// A range with ends that may be open.
type Span<T> = (Option<T>, Option<T>);

/// A wish as Python passes it: the options of `arcdoku generate`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Asked {
    shape: Option<String>,
    bare: bool,
    rules: Vec<String>,
    draw: Vec<String>,
    cages: Option<Span<usize>>,
    grid: Option<String>,
    symmetry: String,
    mask: Option<String>,
    clues: Option<Span<usize>>,
    minimal: String,
    method: String,
    scale: Option<String>,
    min: Option<String>,
    max: Option<String>,
    level: Option<Span<String>>,
    hardest: Option<String>,
}

/// The number of cells of the puzzles of a wish.
#[pyfunction]
pub(crate) fn cells_of_wish(wish: Asked) -> PyResult<usize> {
    Ok(wish.wish()?.shape.cells())
}

/// Makes puzzles, and returns the rules that were drawn for each, one a line.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "each output is an array")]
pub(crate) fn generate_rows(
    py: Python<'_>,
    wish: Asked,
    seed: u64,
    tries: Option<u64>,
    mut puzzles: PyReadwriteArray2<'_, u8>,
    mut solutions: PyReadwriteArray2<'_, u8>,
    mut seeds: PyReadwriteArray1<'_, u64>,
    mut counts: PyReadwriteArray1<'_, u64>,
    mut weights: PyReadwriteArray1<'_, f64>,
    mut outcome: PyReadwriteArray1<'_, u8>,
    threads: Option<usize>,
) -> PyResult<Vec<String>> {
    let wish = wish.wish()?;
    let outcome = outcome.as_slice_mut().map_err(layout)?;
    let mut made = vec![(0, String::new()); outcome.len()];
    let out = GenerateOutputs {
        puzzles: puzzles.as_slice_mut().map_err(layout)?,
        solutions: solutions.as_slice_mut().map_err(layout)?,
        seeds: seeds.as_slice_mut().map_err(layout)?,
        tries: counts.as_slice_mut().map_err(layout)?,
        weights: weights.as_slice_mut().map_err(layout)?,
        outcome: &mut made,
    };
    run(py, threads, |work| arcdoku_arrow::generate(&wish, seed, tries, work, out))?;
    outcome.iter_mut().zip(&made).for_each(|(slot, &(code, _))| *slot = code);
    let has_rules = !wish.drawn.is_empty() || wish.cages.is_some();
    Ok(if has_rules { made.into_iter().map(|(_, rules)| rules).collect() } else { Vec::new() })
}

fn wrong(message: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// The error of an option with a wrong name.
fn unknown(option: &str, found: &str, names: impl IntoIterator<Item = &'static str>) -> PyErr {
    let names: Vec<&str> = names.into_iter().collect();
    wrong(format!("{option}: found '{found}', expected one of {}", names.join(", ")))
}

fn choice<T: Choice>(option: &str, name: &str) -> PyResult<T> {
    T::from_name(name).ok_or_else(|| unknown(option, name, T::TABLE.iter().map(|row| row.1)))
}

impl Asked {
    fn wish(&self) -> PyResult<Wish> {
        let shape = self.shape.as_deref().map_or(Ok(Shape::CLASSIC), read_shape)?;
        if !shape.is_plain() {
            return Err(wrong("shape: expected a square grid with the digits 1 to N"));
        }
        let mut wish = Wish::of(shape).with_bare(self.bare);
        for text in &self.rules {
            let rule =
                Rule::parse(text, shape).map_err(|error| wrong(format!("rules: '{text}': {error}")))?;
            wish = wish.with_rule(rule);
        }
        for text in &self.draw {
            let drawn: DrawnRules =
                text.parse().map_err(|error| wrong(format!("draw: '{text}': {error}")))?;
            drawn.check(shape).map_err(|error| wrong(format!("draw: '{text}': {error}")))?;
            wish = wish.with_drawn(drawn);
        }
        let span = |span: Option<Span<usize>>, least: usize, most: usize| -> RangeInclusive<usize> {
            let (from, to) = span.unwrap_or_default();
            from.unwrap_or(least)..=to.unwrap_or(most)
        };
        let largest = shape.digits().min(LARGEST_CAGE);
        wish = wish.with_cages(self.cages.is_some().then(|| span(self.cages, 1, largest)));
        let clues = span(self.clues, 0, shape.cells());
        let least = wish.fewest();
        if *clues.end() < least && !clues.is_empty() {
            return Err(wrong(format!("clues: no such puzzle has fewer than {least} clues")));
        }
        let symmetry = ClueSymmetry::all().find(|known| known.name() == self.symmetry);
        let symmetry = symmetry.ok_or_else(|| {
            unknown("symmetry", &self.symmetry, ClueSymmetry::all().map(ClueSymmetry::name))
        })?;
        let text = |error: arcdoku_service::status::Error| wrong(error.to_string().trim_start_matches("--"));
        let cells = self.mask.as_ref().map(|mask| mask_cells(mask, shape)).transpose().map_err(text)?;
        let grid = self.grid.as_ref().map(|grid| full_grid(grid, shape)).transpose().map_err(text)?;
        let is_ruled = shape != Shape::CLASSIC || !wish.is_plain();
        let logic = if is_ruled { self.logic()? } else { None };
        let difficulty = if logic.is_none() { self.difficulty()? } else { None };
        Ok(wish
            .with_clues(clues)
            .with_symmetry(symmetry)
            .with_cells(cells)
            .with_grid(grid)
            .with_minimality(choice::<Minimality>("minimal", &self.minimal)?)
            .with_method(choice::<Method>("method", &self.method)?)
            .with_difficulty(difficulty)
            .with_logic(logic))
    }

    /// The difficulty of puzzles with rules, if any option asks for it.
    fn logic(&self) -> PyResult<Option<LogicDifficulty>> {
        let named = self.scale.as_deref().is_none_or(|name| name == "logic");
        let wished = self.min.is_some() || self.max.is_some() || self.scale.is_some();
        if !named || !wished || self.level.is_some() || self.hardest.is_some() {
            return Ok(None);
        }
        let read = |option: &str, text: &Option<String>, open: u32| {
            let Some(text) = text else { return Ok(open) };
            Form::Explainer.read_hardness(text).ok_or_else(|| {
                wrong(format!("{option}: found '{text}', expected a hardest step such as 2.4"))
            })
        };
        let (min, max) = (read("min", &self.min, 0)?, read("max", &self.max, u32::MAX)?);
        Ok(Some(LogicDifficulty::within(min..=max)))
    }

    /// The difficulty of plain puzzles, if any option asks for it.
    fn difficulty(&self) -> PyResult<Option<Difficulty>> {
        let wished =
            self.min.is_some() || self.max.is_some() || self.level.is_some() || self.hardest.is_some();
        let name = match &self.scale {
            Some(name) => name,
            None if wished => "hodoku",
            None => return Ok(None),
        };
        let names = Scale::ALL.iter().map(|row| row.name);
        let scale = Scale::by_name(name).ok_or_else(|| unknown("scale", name, names))?;
        let (min, max) = hardness(&scale, [("min", &self.min), ("max", &self.max)])
            .map_err(|error| wrong(error.to_string().trim_start_matches("--")))?;
        let level = |name: &Option<String>, open: Level| {
            let Some(name) = name else { return Ok(open) };
            let found = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name));
            found.ok_or_else(|| unknown("level", name, Level::ALL.map(Level::name)))
        };
        let levels = match &self.level {
            Some((least, most)) => Some(level(least, Level::Easy)?..=level(most, Level::Extreme)?),
            None => None,
        };
        let hardest = self.hardest.as_deref().map(|name| {
            Technique::by_slug(name)
                .ok_or_else(|| wrong(format!("hardest: found '{name}', expected a technique such as x-wing")))
        });
        Ok(Some(
            Difficulty::on(scale)
                .with_hardness(min.unwrap_or(0)..=max.unwrap_or(u32::MAX))
                .with_levels(levels)
                .with_hardest(hardest.transpose()?),
        ))
    }
}
