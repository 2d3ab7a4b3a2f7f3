//! Puzzles for wishes.

#![allow(clippy::needless_pass_by_value, reason = "Python passes arguments by value")]

use arcdoku::Choice;
use arcdoku::deduction::Technique;
use arcdoku::generate::{ClueSymmetry, Wish};
use arcdoku::grid::Shape;
use arcdoku::rate::{Level, Scale};
use arcdoku_arrow::GenerateOutputs;
use arcdoku_service::ask::generate::{Span, WishOptions};
use arcdoku_service::status::Error;
use numpy::{PyReadwriteArray1, PyReadwriteArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{layout, read_shape, run};

/// A wish as Python passes it: the options of `arcdoku generate`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Asked {
    shape: Option<String>,
    bare: bool,
    rules: Vec<String>,
    draw: Vec<String>,
    cages: Option<(Option<usize>, Option<usize>)>,
    grid: Option<String>,
    symmetry: String,
    mask: Option<String>,
    clues: Option<(Option<usize>, Option<usize>)>,
    minimal: String,
    method: String,
    scale: Option<String>,
    min: Option<String>,
    max: Option<String>,
    level: Option<(Option<String>, Option<String>)>,
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
        let drawn = |text: &String| text.parse().map_err(|error| wrong(format!("draw: '{text}': {error}")));
        let symmetry = ClueSymmetry::all().find(|known| known.name() == self.symmetry);
        let unknown_symmetry =
            || unknown("symmetry", &self.symmetry, ClueSymmetry::all().map(ClueSymmetry::name));
        let level = |name: &Option<String>| {
            let find = |name: &String| {
                let found = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name));
                found.ok_or_else(|| unknown("level", name, Level::ALL.map(Level::name)))
            };
            name.as_ref().map(find).transpose()
        };
        let levels =
            |(least, most): &(_, _)| Ok::<_, PyErr>(Span { least: level(least)?, most: level(most)? });
        let hardest = self.hardest.as_deref().map(|name| {
            Technique::by_slug(name)
                .ok_or_else(|| wrong(format!("hardest: found '{name}', expected a technique such as x-wing")))
        });
        let span = |(least, most)| Span { least, most };
        let options = WishOptions {
            shape,
            bare: self.bare,
            rules: self.rules.clone(),
            drawn: self.draw.iter().map(drawn).collect::<Result<_, _>>()?,
            cages: self.cages.map(span),
            grid: self.grid.clone(),
            symmetry: symmetry.ok_or_else(unknown_symmetry)?,
            mask: self.mask.clone(),
            clues: self.clues.map(span),
            minimal: choice("minimal", &self.minimal)?,
            method: choice("method", &self.method)?,
            scale: self.scale.clone(),
            min: self.min.clone(),
            max: self.max.clone(),
            level: self.level.as_ref().map(levels).transpose()?,
            hardest: hardest.transpose()?,
        };
        let scale = |name: &str| {
            let names = || Scale::ALL.iter().map(|row| row.name).collect::<Vec<_>>().join(", ");
            let expected = || Error::usage(format!("scale: found '{name}', expected one of {}", names()));
            Scale::by_name(name).ok_or_else(expected)
        };
        options.wish(scale).map_err(|error| {
            // The command line takes one rule at a time.
            wrong(error.to_string().trim_start_matches("--").replacen("rule: ", "rules: ", 1))
        })
    }
}
