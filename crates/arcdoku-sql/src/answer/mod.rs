//! Columns in, a column out: the glue to the kernels.

pub(crate) mod canon;
pub(crate) mod convert;
pub(crate) mod make;
pub(crate) mod rate;
pub(crate) mod solve;

use std::sync::Arc;

use arcdoku::Puzzle;
use arcdoku::grid::Digit;
use arcdoku_arrow::{Column, Kind, symbol_of};
use datafusion_common::arrow::array::{ArrayRef, StringArray, StringBuilder};
use datafusion_common::arrow::buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};

use crate::call::Call;

/// Numbers as a column of text, `cells` a row. Texts of rows that are null are empty.
pub(crate) fn texts(numbers: Vec<u8>, cells: usize, nulls: Option<&NullBuffer>) -> ArrayRef {
    let mut values = numbers;
    values.iter_mut().for_each(|number| *number = symbol_of(*number));
    let rows = values.len() / cells.max(1);
    if nulls.is_none() {
        let offsets: ScalarBuffer<i32> = (0..=rows).map(|row| (row * cells) as i32).collect();
        // Text of ASCII is UTF-8, and the offsets are those of its rows.
        if let Ok(array) = StringArray::try_new(OffsetBuffer::new(offsets), values.clone().into(), None) {
            return Arc::new(array);
        }
    }
    let mut builder = StringBuilder::with_capacity(rows, values.len());
    for row in 0..rows {
        let text = std::str::from_utf8(&values[row * cells..(row + 1) * cells]).ok();
        builder.append_option(text.filter(|_| nulls.is_none_or(|nulls| nulls.is_valid(row))));
    }
    Arc::new(builder.finish())
}

/// The text of digits.
pub(crate) fn line(digits: impl Iterator<Item = Option<Digit>>) -> String {
    digits.map(|digit| char::from(symbol_of(digit.map_or(0, Digit::get)))).collect()
}

/// Passes each puzzle that can be read to `each`, with its row; what it returns is the row's answer.
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
