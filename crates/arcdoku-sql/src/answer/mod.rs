//! The functions: from columns to a column, with the kernels.

pub(crate) mod canon;
pub(crate) mod convert;
pub(crate) mod make;
pub(crate) mod rate;
pub(crate) mod solve;

use std::sync::Arc;

use arcdoku::Puzzle;
use arcdoku::grid::Digit;
use arcdoku_arrow::{Column, Kind, symbol_of};
use datafusion_common::arrow::array::{ArrayRef, StringArray};
use datafusion_common::arrow::buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use datafusion_common::{Result, exec_err};

use crate::call::Call;

/// Numbers as a column of text, `cells` a row.
///
/// # Errors
/// If the texts have more than 2 GiB together, which the offsets of the column do not reach.
pub(crate) fn texts(
    call: &Call<'_>,
    numbers: Vec<u8>,
    cells: usize,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef> {
    let mut values = numbers;
    let rows = values.len() / cells.max(1);
    if i32::try_from(values.len()).is_err() {
        let most = i32::MAX as usize / cells.max(1);
        return exec_err!("{}: found a batch of {rows} rows, expected {most} at most", call.function);
    }
    values.iter_mut().for_each(|number| *number = symbol_of(*number));
    let offsets: ScalarBuffer<i32> = (0..=rows).map(|row| (row * cells) as i32).collect();
    Ok(Arc::new(StringArray::try_new(OffsetBuffer::new(offsets), values.into(), nulls)?))
}

/// The text of digits.
pub(crate) fn line(digits: impl Iterator<Item = Option<Digit>>) -> String {
    digits.map(|digit| char::from(symbol_of(digit.map_or(0, Digit::get)))).collect()
}

/// Which rows are puzzles, for kernels that do not tell.
pub(crate) fn readable(call: &Call<'_>, column: Column<'_>, kind: &Kind) -> Vec<bool> {
    let mut numbers = vec![0; kind.cells()];
    (0..call.rows).map(|row| column.read(row, kind, &mut numbers).is_ok()).collect()
}

/// Passes each puzzle that can be read to `each`, with its row. The value that `each` returns is the answer of the row.
pub(crate) fn each_puzzle<T>(
    call: &Call<'_>,
    column: Column<'_>,
    kind: &Kind,
    mut each: impl FnMut(usize, &Puzzle) -> Option<T>,
) -> Vec<Option<T>> {
    let mut puzzle = kind.empty().clone();
    let mut numbers = vec![0; kind.cells()];
    let mut givens = vec![None; kind.cells()];
    let present = call.present();
    (0..call.rows)
        .map(|row| {
            if present.as_ref().is_some_and(|present| present.is_null(row)) {
                return None;
            }
            column.read(row, kind, &mut numbers).ok()?;
            givens.iter_mut().zip(&numbers).for_each(|(given, &number)| *given = Digit::new(number));
            puzzle.set_givens(&givens);
            each(row, &puzzle)
        })
        .collect()
}
