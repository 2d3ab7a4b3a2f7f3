//! Canonical forms, keys and symmetries of classic rows.

use arcdoku::canon::{Canonical, Canonizer, Clues, Order};
use arcdoku::grid::{Cell, Digit, Shape, Symmetry};

use crate::column::Column;
use crate::failure::Failure;
use crate::kind::Kind;
use crate::work::{Slots, Split, Work};

/// The number of rows that a thread processes at a time.
const CHUNK: usize = 1024;

/// The failure for rows of a different kind.
const CLASSIC: Failure =
    Failure::Unfit("canonical forms are for 9x9 puzzles with rows, columns and 3x3 boxes and no other rule");

fn check(kind: &Kind) -> Result<(), Failure> {
    if kind.is_classic() { Ok(()) } else { Err(CLASSIC) }
}

/// Writes canonical forms, with one number per cell; zeros for malformed rows.
///
/// # Errors
/// If the kind is not classic, the output does not have the rows of the column, the work was cancelled, or a worker
/// panicked.
pub fn canon(
    column: Column<'_>,
    kind: &Kind,
    order: Order,
    work: &Work<'_>,
    forms: &mut [u8],
) -> Result<(), Failure> {
    check(kind)?;
    let forms = Slots::new(forms, 81, column.len())?;
    each(column, kind, order, work, forms, |forms, row, found| {
        let numbers = found.map_or([0; 81], |found| *found.form.numbers());
        forms.row(row).copy_from_slice(&numbers);
    })
}

/// Writes [keys](Canonical::key) of 16 bytes, most significant first; zeros for malformed rows. Equivalent rows have
/// the same key.
///
/// # Errors
/// As for [`canon`].
pub fn key(column: Column<'_>, kind: &Kind, work: &Work<'_>, keys: &mut [u8]) -> Result<(), Failure> {
    check(kind)?;
    let keys = Slots::new(keys, 16, column.len())?;
    each(column, kind, Order::default(), work, keys, |keys, row, found| {
        keys.row(row).copy_from_slice(&found.map_or(0, Canonical::key).to_be_bytes());
    })
}

/// The outputs of [`symmetries`].
#[derive(Debug)]
pub struct SymmetryOutputs<'o> {
    /// The number of symmetries that map the clues to themselves; 0 for a malformed row.
    pub automorphisms: &'o mut [u64],
    /// Whether the grid is transposed first: 0 or 1.
    pub transposed: &'o mut [u8],
    /// Nine numbers per row: the rows of the (transposed) clues, from 0, in the order of the form.
    pub rows: &'o mut [u8],
    /// Nine numbers per row: the columns in the order of the form.
    pub columns: &'o mut [u8],
    /// Nine numbers per row: the digit that replaces each digit, from 1.
    pub digits: &'o mut [u8],
}

/// Counts automorphisms and writes a symmetry that maps the clues to their canonical form.
///
/// # Errors
/// As for [`canon`].
pub fn symmetries(
    column: Column<'_>,
    kind: &Kind,
    order: Order,
    work: &Work<'_>,
    out: SymmetryOutputs<'_>,
) -> Result<(), Failure> {
    check(kind)?;
    let n = column.len();
    let outputs = (
        Slots::new(out.automorphisms, 1, n)?,
        Slots::new(out.transposed, 1, n)?,
        Slots::new(out.rows, 9, n)?,
        Slots::new(out.columns, 9, n)?,
        Slots::new(out.digits, 9, n)?,
    );
    each(column, kind, order, work, outputs, |(count, transposed, rows, columns, digits), at, found| {
        let Some(found) = found else {
            (count.values[at], transposed.values[at]) = (0, 0);
            rows.row(at).fill(0);
            columns.row(at).fill(0);
            digits.row(at).fill(0);
            return;
        };
        let symmetry = found.symmetry();
        let source = |row, column| {
            let cell = symmetry.source(Shape::CLASSIC.cell(row, column));
            (Shape::CLASSIC.row(cell), Shape::CLASSIC.col(cell))
        };
        // Unless the grid is transposed, the cells of a row of the form come from a single row of the source.
        let is_transposed = source(0, 0).0 != source(0, 1).0;
        count.values[at] = found.automorphisms;
        transposed.values[at] = u8::from(is_transposed);
        for line in 0..9 {
            let (row, column) = (source(line, 0), source(0, line));
            rows.row(at)[line] = if is_transposed { row.1 } else { row.0 } as u8;
            columns.row(at)[line] = if is_transposed { column.0 } else { column.1 } as u8;
            digits.row(at)[line] = symmetry.digit(Digit::from_index(line)).get();
        }
    })
}

/// Symmetries of the classic grid, one per row, in the form of [`SymmetryOutputs`].
#[derive(Clone, Copy, Debug)]
pub struct SymmetryRows<'a> {
    /// Whether the grid is transposed first.
    pub transposed: &'a [u8],
    /// Nine numbers per row.
    pub rows: &'a [u8],
    /// Nine numbers per row.
    pub columns: &'a [u8],
    /// Nine numbers per row.
    pub digits: &'a [u8],
}

impl SymmetryRows<'_> {
    /// The symmetry of a row; `None` if there is no such row or the numbers are not a symmetry.
    pub fn symmetry(&self, row: usize) -> Option<Symmetry> {
        let lines = |values: &[u8]| {
            let values = values.get(9 * row..9 * row + 9)?;
            Some(values.iter().map(|&line| usize::from(line)).collect::<Vec<usize>>())
        };
        let digits: Option<Vec<Digit>> =
            self.digits.get(9 * row..9 * row + 9)?.iter().map(|&digit| Digit::new(digit)).collect();
        let transposed = *self.transposed.get(row)? != 0;
        Symmetry::new(Shape::CLASSIC, digits?, lines(self.rows)?, lines(self.columns)?, transposed)
    }
}

/// Applies symmetries, one per row; zeros for malformed rows and rows without a symmetry.
///
/// # Errors
/// As for [`canon`].
pub fn transform(
    column: Column<'_>,
    kind: &Kind,
    symmetries: SymmetryRows<'_>,
    work: &Work<'_>,
    boards: &mut [u8],
) -> Result<(), Failure> {
    check(kind)?;
    let outputs = Slots::new(boards, 81, column.len())?;
    work.run(column.len(), CHUNK, outputs, || {
        |rows, mut boards: Slots<'_, u8>| {
            for (at, row) in rows.enumerate() {
                if work.is_cancelled() {
                    return;
                }
                let mut numbers = [0; 81];
                let read = column.read(row, kind, &mut numbers);
                let board = boards.row(at);
                match symmetries.symmetry(row).filter(|_| read.is_ok()) {
                    None => board.fill(0),
                    Some(symmetry) => {
                        for (cell, slot) in board.iter_mut().enumerate() {
                            let number = numbers[symmetry.source(Cell::new(cell)).index()];
                            *slot = Digit::new(number).map_or(0, |digit| symmetry.digit(digit).get());
                        }
                    }
                }
            }
        }
    })
}

/// Finds canonical forms. Passes each to `write` with the outputs and the index of the row in the outputs.
fn each<O: Split>(
    column: Column<'_>,
    kind: &Kind,
    order: Order,
    work: &Work<'_>,
    outputs: O,
    write: impl Fn(&mut O, usize, Option<&Canonical>) + Sync,
) -> Result<(), Failure> {
    check(kind)?;
    let write = &write;
    work.run(column.len(), CHUNK, outputs, || {
        let mut canonizer = Canonizer::with_order(order);
        move |rows, mut outputs| {
            for (at, row) in rows.enumerate() {
                if work.is_cancelled() {
                    return;
                }
                let mut numbers = [0; 81];
                let clues = column.read(row, kind, &mut numbers).ok();
                let clues = clues.and_then(|()| Clues::from_numbers(&numbers));
                write(&mut outputs, at, clues.map(|clues| canonizer.canonize(&clues)).as_ref());
            }
        }
    })
}
