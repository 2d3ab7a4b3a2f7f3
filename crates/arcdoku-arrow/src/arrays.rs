//! Kernels from Arrow arrays to Arrow arrays.
//!
//! Boards in results have the layout of the column: text of the same type, or numbers. The results of nulls and of
//! malformed rows are null. Kernels with several results return a struct, whose field `reason` contains the reason if
//! the other fields are null.
//!
//! ```
//! use arcdoku_arrow::arrays::Kernel;
//! use arcdoku_arrow::{Kind, Work};
//! use arrow_array::cast::AsArray as _;
//! use arrow_array::{Array as _, StringArray};
//!
//! let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let column = StringArray::from(vec![Some(puzzle), None, Some("12")]);
//! let solved = Kernel::Solve { nodes: None }.run(&column, &Kind::classic(), &Work::new())?;
//! let solved = solved.as_struct();
//! assert!(solved.column(0).as_string::<i32>().value(0).starts_with("534678912"));
//! assert!(solved.column(0).is_null(1) && solved.column(0).is_null(2));
//! assert_eq!(solved.column(3).as_string::<i32>().value(2), "found 2 cells, expected 81");
//! # Ok::<(), arcdoku_arrow::Failure>(())
//! ```

use std::sync::Arc;

use arcdoku::canon::Order;
use arcdoku::rate::Level;
use arrow_array::builder::StringBuilder;
use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeBinaryArray, FixedSizeListArray, Float32Array, Float64Array,
    LargeStringArray, StringArray, StringViewArray, StructArray, UInt8Array, UInt32Array, UInt64Array,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields};

use crate::column::{Column, symbol_of};
use crate::failure::Failure;
use crate::kind::Kind;
use crate::outcome::Outcome;
use crate::reason::Reason;
use crate::work::{Slots, Work};
use crate::{
    ExplainerOutputs, ScoreOutputs, SolveOutputs, SymmetryOutputs, UNCOUNTED, UNDECIDED, canon, count, key,
    minimal, rate_hodoku, rate_se, solve, symmetries,
};

/// A kernel whose argument is one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kernel {
    /// A struct of `solution`, `outcome`, `guesses` and `reason`.
    Solve {
        /// The number of decisions after which the outcome is unknown.
        nodes: Option<u64>,
    },
    /// The number of solutions.
    Count {
        /// The number at which counting ends.
        up_to: u64,
        /// The number of decisions after which a puzzle has no count.
        nodes: Option<u64>,
    },
    /// Whether the puzzle is minimal.
    Minimal {
        /// The number of decisions after which this is unknown.
        nodes: Option<u64>,
    },
    /// The canonical form.
    Canon {
        /// The order of the canonical form.
        order: Order,
    },
    /// The key of the canonical form, 16 bytes.
    Key,
    /// A struct of `er`, `ep`, `ed`, `outcome` and `reason`.
    RateSe,
    /// A struct of `score`, `level`, `outcome` and `reason`.
    RateHodoku,
    /// A struct of `automorphisms`, `transposed`, `rows`, `columns`, `digits` and `reason`.
    Symmetries {
        /// The order of the canonical form.
        order: Order,
    },
    /// Why a row is not a puzzle; null for a puzzle.
    Reasons,
}

impl Kernel {
    /// The type of the result for a column of this type.
    pub fn data_type(&self, column: &DataType) -> DataType {
        let nines = DataType::FixedSizeList(Arc::new(Field::new("item", DataType::UInt8, true)), 9);
        let fields: &[(&str, DataType)] = match self {
            Self::Solve { .. } => &[
                ("solution", column.clone()),
                ("outcome", DataType::Utf8),
                ("guesses", DataType::UInt32),
                ("reason", DataType::Utf8),
            ],
            Self::RateSe => &[
                ("er", DataType::Float64),
                ("ep", DataType::Float64),
                ("ed", DataType::Float64),
                ("outcome", DataType::Utf8),
                ("reason", DataType::Utf8),
            ],
            Self::RateHodoku => &[
                ("score", DataType::UInt32),
                ("level", DataType::Utf8),
                ("outcome", DataType::Utf8),
                ("reason", DataType::Utf8),
            ],
            Self::Symmetries { .. } => &[
                ("automorphisms", DataType::UInt64),
                ("transposed", DataType::Boolean),
                ("rows", nines.clone()),
                ("columns", nines.clone()),
                ("digits", nines),
                ("reason", DataType::Utf8),
            ],
            Self::Count { .. } => return DataType::UInt64,
            Self::Minimal { .. } => return DataType::Boolean,
            Self::Canon { .. } => return column.clone(),
            Self::Key => return DataType::FixedSizeBinary(16),
            Self::Reasons => return DataType::Utf8,
        };
        let fields = fields.iter().map(|(name, data_type)| Field::new(*name, data_type.clone(), true));
        DataType::Struct(fields.collect())
    }

    /// Runs the kernel.
    ///
    /// # Errors
    /// If [`Column::of_array`] does not support the type of the column, and for the errors of the kernel over slices.
    pub fn run(&self, array: &dyn Array, kind: &Kind, work: &Work<'_>) -> Result<ArrayRef, Failure> {
        let column = Column::of_array(array)?;
        let rows = column.len();
        let mut outcome = vec![0; rows];
        let parts: Vec<ArrayRef> = match *self {
            Self::Solve { nodes } => {
                let (mut grids, mut guesses) = (vec![0; rows * kind.cells()], vec![0; rows]);
                let out = SolveOutputs { grids: &mut grids, outcome: &mut outcome, guesses: &mut guesses };
                solve(column, kind, nodes, work, out)?;
                let found = mask(rows, |row| grids[row * kind.cells()] != 0);
                vec![
                    boards(grids, found, kind, array.data_type())?,
                    names(&outcome),
                    Arc::new(UInt32Array::new(guesses.into(), Some(sound(&outcome)))),
                    reasons(column, kind, &sound(&outcome)),
                ]
            }
            Self::RateSe => {
                let mut tenths = vec![0; rows * 3];
                rate_se(column, kind, work, ExplainerOutputs { tenths: &mut tenths, outcome: &mut outcome })?;
                let rated = mask(rows, |row| outcome[row] == Outcome::Unique as u8);
                let part = |part: usize| -> ArrayRef {
                    let values: Vec<f64> =
                        tenths.iter().skip(part).step_by(3).map(|&t| f64::from(t) / 10.0).collect();
                    Arc::new(Float64Array::new(values.into(), Some(rated.clone())))
                };
                vec![part(0), part(1), part(2), names(&outcome), reasons(column, kind, &sound(&outcome))]
            }
            Self::RateHodoku => {
                let (mut score, mut level) = (vec![0; rows], vec![0; rows]);
                let out = ScoreOutputs { score: &mut score, level: &mut level, outcome: &mut outcome };
                rate_hodoku(column, kind, work, out)?;
                let rated = mask(rows, |row| outcome[row] == Outcome::Unique as u8);
                let name = |&level: &u8| Level::ALL.get(usize::from(level)).map(|level| level.name());
                vec![
                    Arc::new(UInt32Array::new(score.into(), Some(rated))),
                    words(level.iter().map(name)),
                    names(&outcome),
                    reasons(column, kind, &sound(&outcome)),
                ]
            }
            Self::Symmetries { order } => {
                let (mut automorphisms, mut transposed) = (vec![0; rows], vec![0; rows]);
                let [mut lines, mut columns, mut digits] = [(); 3].map(|()| vec![0; rows * 9]);
                let out = SymmetryOutputs {
                    automorphisms: &mut automorphisms,
                    transposed: &mut transposed,
                    rows: &mut lines,
                    columns: &mut columns,
                    digits: &mut digits,
                };
                symmetries(column, kind, order, work, out)?;
                let sound = mask(rows, |row| automorphisms[row] != 0);
                let bits = BooleanBuffer::collect_bool(rows, |row| transposed[row] != 0);
                vec![
                    Arc::new(UInt64Array::new(automorphisms.into(), Some(sound.clone()))),
                    Arc::new(BooleanArray::new(bits, Some(sound.clone()))),
                    lists(lines, 9, Some(sound.clone()))?,
                    lists(columns, 9, Some(sound.clone()))?,
                    lists(digits, 9, Some(sound.clone()))?,
                    reasons(column, kind, &sound),
                ]
            }
            Self::Count { up_to, nodes } => {
                let mut counts = vec![0; rows];
                count(column, kind, up_to, nodes, work, &mut counts)?;
                let readable = readable(column, kind, work)?;
                // If there is no limit on nodes, a count may be as large as `UNCOUNTED`, so it does not mark anything.
                let counted =
                    mask(rows, |row| readable.is_valid(row) && (nodes.is_none() || counts[row] != UNCOUNTED));
                return Ok(Arc::new(UInt64Array::new(counts.into(), Some(counted))));
            }
            Self::Minimal { nodes } => {
                minimal(column, kind, nodes, work, &mut outcome)?;
                let readable = readable(column, kind, work)?;
                let decided = mask(rows, |row| readable.is_valid(row) && outcome[row] != UNDECIDED);
                let bits = BooleanBuffer::collect_bool(rows, |row| outcome[row] != 0);
                return Ok(Arc::new(BooleanArray::new(bits, Some(decided))));
            }
            Self::Canon { order } => {
                let mut forms = vec![0; rows * kind.cells()];
                canon(column, kind, order, work, &mut forms)?;
                return boards(forms, readable(column, kind, work)?, kind, array.data_type());
            }
            Self::Key => {
                let mut keys = vec![0; rows * 16];
                key(column, kind, work, &mut keys)?;
                let keys = Buffer::from_vec(keys);
                let nulls = readable(column, kind, work)?;
                return Ok(Arc::new(FixedSizeBinaryArray::try_new(16, keys, Some(nulls)).map_err(arrow)?));
            }
            Self::Reasons => {
                return Ok(reasons(column, kind, &readable(column, kind, work)?));
            }
        };
        let DataType::Struct(fields) = self.data_type(array.data_type()) else {
            return Err(Failure::Type(array.data_type().to_string()));
        };
        Ok(Arc::new(structs(fields, parts, rows)?))
    }
}

/// The [rewards](crate::verify) of answers; null where a puzzle or an answer is null.
///
/// # Errors
/// As for [`crate::verify`], and if [`Column::of_array`] does not support the type of a column.
pub fn verify(
    boards: &dyn Array,
    answers: &dyn Array,
    kind: &Kind,
    partial: bool,
    work: &Work<'_>,
) -> Result<ArrayRef, Failure> {
    let mut rewards = vec![0.0; boards.len()];
    let (puzzles, replies) = (Column::of_array(boards)?, Column::of_array(answers)?);
    crate::verify(puzzles, replies, kind, partial, work, &mut rewards)?;
    let nulls = NullBuffer::union(boards.nulls(), answers.nulls());
    Ok(Arc::new(Float32Array::new(rewards.into(), nulls)))
}

/// A mask of the rows that fulfil a condition.
fn mask(rows: usize, is_valid: impl Fn(usize) -> bool) -> NullBuffer {
    NullBuffer::new(BooleanBuffer::collect_bool(rows, is_valid))
}

/// A mask of the rows that are puzzles, according to their outcomes.
fn sound(outcome: &[u8]) -> NullBuffer {
    mask(outcome.len(), |row| outcome[row] != Outcome::Malformed as u8)
}

/// The rows that are puzzles.
///
/// # Errors
/// If the work was cancelled.
pub fn readable(column: Column<'_>, kind: &Kind, work: &Work<'_>) -> Result<NullBuffer, Failure> {
    let mut readable = vec![false; column.len()];
    let outputs = Slots::new(&mut readable, 1, column.len())?;
    work.run(column.len(), 1 << 14, outputs, || {
        let mut numbers = vec![0; kind.cells()];
        move |rows, readable: Slots<'_, bool>| {
            for (slot, row) in readable.values.iter_mut().zip(rows) {
                *slot = column.read(row, kind, &mut numbers).is_ok();
            }
        }
    })?;
    Ok(NullBuffer::from(readable))
}

/// For each row: the reason why it is malformed; null if it is well-formed or null.
fn reasons(column: Column<'_>, kind: &Kind, sound: &NullBuffer) -> ArrayRef {
    let mut numbers = vec![0; kind.cells()];
    let mut texts = StringBuilder::new();
    for row in 0..column.len() {
        let reason = if sound.is_valid(row) { None } else { column.read(row, kind, &mut numbers).err() };
        texts.append_option(
            reason.filter(|reason| *reason != Reason::Null).map(|reason| kind.describe(row, reason)),
        );
    }
    Arc::new(texts.finish())
}

/// The names of the outcomes; null for malformed rows.
fn names(outcome: &[u8]) -> ArrayRef {
    let name = |&code: &u8| Outcome::ALL.get(usize::from(code)).filter(|&&known| known != Outcome::Malformed);
    words(outcome.iter().map(|code| name(code).map(|known| known.name())))
}

fn words<'a>(words: impl ExactSizeIterator<Item = Option<&'a str>>) -> ArrayRef {
    let mut texts = StringBuilder::with_capacity(words.len(), 8 * words.len());
    words.for_each(|word| texts.append_option(word));
    Arc::new(texts.finish())
}

/// Boards in the layout of a column: numbers of cells, row by row, become text, or stay numbers.
///
/// # Errors
/// If there is not one board for each row of `valid`, or their text exceeds the capacity of the layout.
pub fn boards(
    mut numbers: Vec<u8>,
    valid: NullBuffer,
    kind: &Kind,
    layout: &DataType,
) -> Result<ArrayRef, Failure> {
    let (rows, cells) = (valid.len(), kind.cells());
    if numbers.len() != rows * cells {
        return Err(Failure::Length { found: numbers.len(), expected: rows * cells });
    }
    match layout {
        DataType::FixedSizeBinary(_) => {
            let numbers = Buffer::from_vec(numbers);
            return Ok(Arc::new(
                FixedSizeBinaryArray::try_new(cells as i32, numbers, Some(valid)).map_err(arrow)?,
            ));
        }
        DataType::FixedSizeList(field, _) => {
            let values = Arc::new(UInt8Array::new(numbers.into(), None));
            let list = FixedSizeListArray::try_new(Arc::clone(field), cells as i32, values, Some(valid));
            return Ok(Arc::new(list.map_err(arrow)?));
        }
        _ => {}
    }
    numbers.iter_mut().for_each(|number| *number = symbol_of(*number));
    let values = Buffer::from_vec(numbers);
    if let DataType::LargeUtf8 = layout {
        let offsets: ScalarBuffer<i64> = (0..=rows).map(|row| (row * cells) as i64).collect();
        let texts = LargeStringArray::try_new(OffsetBuffer::new(offsets), values, Some(valid));
        return Ok(Arc::new(texts.map_err(arrow)?));
    }
    let most = i32::MAX as usize / cells;
    if rows > most {
        return Err(Failure::Length { found: rows, expected: most });
    }
    let offsets: ScalarBuffer<i32> = (0..=rows).map(|row| (row * cells) as i32).collect();
    let texts = StringArray::try_new(OffsetBuffer::new(offsets), values, Some(valid)).map_err(arrow)?;
    if let DataType::Utf8View = layout {
        return Ok(Arc::new(StringViewArray::from(&texts)));
    }
    Ok(Arc::new(texts))
}

/// Lists of numbers.
fn lists(numbers: Vec<u8>, width: i32, valid: Option<NullBuffer>) -> Result<ArrayRef, Failure> {
    let field = Arc::new(Field::new("item", DataType::UInt8, true));
    let values = Arc::new(UInt8Array::new(numbers.into(), None));
    Ok(Arc::new(FixedSizeListArray::try_new(field, width, values, valid).map_err(arrow)?))
}

fn structs(fields: Fields, parts: Vec<ArrayRef>, rows: usize) -> Result<StructArray, Failure> {
    StructArray::try_new_with_length(fields, parts, None, rows).map_err(arrow)
}

/// The failure for an array that does not match its type, which is excluded by construction.
fn arrow(error: ArrowError) -> Failure {
    Failure::Type(error.to_string())
}
