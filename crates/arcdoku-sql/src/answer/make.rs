//! Grids and puzzles from seeds, and puzzles from other puzzles.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use arcdoku::canon::{Canonizer, Clues};
use arcdoku::generate::{Grids, Maker, Minimizer, Vicinity, seed_of};
use arcdoku::{Outcome, Shape, Solver};
use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, ListBuilder, StringArray, StringBuilder, UInt64Array};

use super::{each_puzzle, line};
use crate::call::{Call, shared, unfit};
use crate::request;

/// The seed of a puzzle of a run.
pub(crate) fn seed(call: &Call<'_>) -> Result<ArrayRef> {
    let run = call.number("run")?.unwrap_or_default();
    let seeds = call.seeds("number")?.into_iter().map(|number| seed_of(run, number));
    Ok(shared(UInt64Array::new(seeds.collect::<Vec<_>>().into(), call.present())))
}

/// The full grid from a seed.
pub(crate) fn grid(call: &Call<'_>) -> Result<ArrayRef> {
    let shape = match call.word("shape") {
        None => Shape::CLASSIC,
        Some(text) => request::shape(text).map_err(|error| unfit(call.function, text, error))?,
    };
    let grids = Grids::of(shape)
        .ok_or_else(|| unfit(call.function, "shape", "full grids are for shapes of equal boxes"))?;
    let present = call.present();
    let texts = call.seeds("seed")?.into_iter().enumerate().map(|(row, seed)| {
        let is_null = present.as_ref().is_some_and(|present| present.is_null(row));
        (!is_null).then(|| line(grids.grid(seed).digits().iter().map(|&digit| Some(digit))))
    });
    Ok(shared(texts.collect::<StringArray>()))
}

/// The puzzle from a seed.
pub(crate) fn generate(call: &Call<'_>) -> Result<ArrayRef> {
    let text = call.word("request").unwrap_or_default();
    let request = request::read(text).map_err(|error| unfit(call.function, text, error))?;
    let mut maker = Maker::new(request).map_err(|error| unfit(call.function, text, error))?;
    let limits = call.limits()?;
    let (seeds, present) = (call.seeds("seed")?, call.present());
    let (rows, seeds): (Vec<usize>, Vec<u64>) = seeds
        .into_iter()
        .enumerate()
        .filter(|(row, _)| present.as_ref().is_none_or(|present| present.is_valid(*row)))
        .unzip();
    let mut puzzles = vec![None; call.rows];
    maker.make_each(&seeds, &limits, |index, made| {
        puzzles[rows[index]] = made.ok().map(|made| line(made.puzzle.givens().iter().copied()));
        ControlFlow::Continue(())
    });
    Ok(shared(StringArray::from(puzzles)))
}

/// A minimal puzzle inside a proper one.
pub(crate) fn minimize(call: &Call<'_>) -> Result<ArrayRef> {
    let (column, kind, limits) = (call.puzzles()?, call.kind()?, call.limits()?);
    let seeds = call.seeds("seed")?;
    let (mut solver, mut minimizer) = (Solver::new(), Minimizer::new());
    let minimal = each_puzzle(call, column, &kind, |row, puzzle| {
        let Outcome::Unique(solution) = solver.solve(puzzle, &limits).outcome else { return None };
        let minimal = minimizer.one(puzzle, &solution, Some(seeds[row]), &limits).ok()?;
        Some(line(minimal.givens().iter().copied()))
    });
    Ok(shared(StringArray::from(minimal)))
}

/// The canonical forms of the minimal puzzles around a puzzle, in order and without repetitions; null for grids other
/// than 9x9.
pub(crate) fn vicinity(call: &Call<'_>) -> Result<ArrayRef> {
    let (column, kind, limits) = (call.puzzles()?, call.kind()?, call.limits()?);
    let number = |name: &str| call.number(name).map(|number| number.unwrap_or(1) as usize);
    let mut vicinity = Vicinity::new(number("minus")?, number("plus")?);
    let mut canonizer = Canonizer::new();
    let around = each_puzzle(call, column, &kind, |_, puzzle| {
        let mut forms = BTreeSet::new();
        let found = vicinity.of(puzzle, &limits, &mut |near| {
            if let Ok(clues) = Clues::of(near) {
                forms.insert(canonizer.canonize(&clues).form.line());
            }
            ControlFlow::Continue(())
        });
        (found == Ok(true)).then_some(forms)
    });
    let mut lists = ListBuilder::new(StringBuilder::new());
    for forms in around {
        let is_found = forms.is_some();
        for form in forms.into_iter().flatten() {
            lists.values().append_value(String::from_utf8_lossy(&form));
        }
        lists.append(is_found);
    }
    Ok(shared(lists.finish()))
}
