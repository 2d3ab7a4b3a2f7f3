//! The implementations of the functions, from columns to a column.

pub(crate) mod canon;
pub(crate) mod convert;
pub(crate) mod make;
pub(crate) mod rate;
pub(crate) mod solve;

use arcdoku::Puzzle;
use arcdoku::grid::Digit;
use arcdoku_arrow::arrays::{Kernel, boards};
use arcdoku_arrow::{Column, Kind, Reason, Work, symbol_of};
use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;
use datafusion_common::arrow::buffer::NullBuffer;
use datafusion_common::arrow::datatypes::DataType;

use crate::call::Call;

/// Converts numbers of cells to a column of text.
///
/// # Errors
/// If the total size of the texts is more than 2 GiB, which exceeds the offsets of the column.
pub(crate) fn texts(call: &Call<'_>, numbers: Vec<u8>, kind: &Kind, valid: NullBuffer) -> Result<ArrayRef> {
    boards(numbers, valid, kind, &DataType::Utf8).map_err(|failure| call.failed(failure))
}

/// The text of digits.
pub(crate) fn line(digits: impl Iterator<Item = Option<Digit>>) -> String {
    digits.map(|digit| char::from(symbol_of(digit.map_or(0, Digit::get)))).collect()
}

/// The result of a kernel for the column of puzzles.
pub(crate) fn answered(call: &Call<'_>, kernel: Kernel, kind: &Kind) -> Result<ArrayRef> {
    kernel.run(call.text()?, kind, &Work::new()).map_err(|failure| call.failed(failure))
}

/// Passes each puzzle that can be read to `each`, with its row. The return value of `each` is the answer for the row.
pub(crate) fn each_puzzle<T>(
    call: &Call<'_>,
    column: Column<'_>,
    kind: &Kind,
    mut each: impl FnMut(usize, &Puzzle) -> Option<T>,
) -> Vec<Option<T>> {
    each_row(call, column, kind, |row, puzzle| each(row, puzzle.ok()?))
}

/// Like [`each_puzzle`], but also passes rows that cannot be read, with the reason. A row with a null argument has no
/// answer.
pub(crate) fn each_row<T>(
    call: &Call<'_>,
    column: Column<'_>,
    kind: &Kind,
    mut each: impl FnMut(usize, std::result::Result<&Puzzle, Reason>) -> Option<T>,
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
            if let Err(reason) = column.read(row, kind, &mut numbers) {
                return each(row, Err(reason));
            }
            givens.iter_mut().zip(&numbers).for_each(|(given, &number)| *given = Digit::new(number));
            puzzle.set_givens(&givens);
            each(row, Ok(&puzzle))
        })
        .collect()
}
