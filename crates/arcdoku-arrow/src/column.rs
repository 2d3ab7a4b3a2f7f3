//! Columns of puzzles, which read rows of any layout.

use std::fmt;

use arrow_array::cast::AsArray as _;
use arrow_array::types::UInt8Type;
use arrow_array::{
    Array, FixedSizeBinaryArray, LargeStringArray, PrimitiveArray, StringArray, StringViewArray,
};
use arrow_schema::DataType;

use crate::failure::Failure;
use crate::kind::Kind;
use crate::reason::Reason;

/// Rows of text.
pub trait Texts: Sync {
    /// The number of rows.
    fn len(&self) -> usize;

    /// Whether there are no rows.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text of a row, if it has one.
    ///
    /// # Panics
    /// If there is no such row.
    fn text(&self, row: usize) -> Option<&str>;
}

impl<T: AsRef<str> + Sync> Texts for Vec<T> {
    fn len(&self) -> usize {
        self.as_slice().len()
    }

    fn text(&self, row: usize) -> Option<&str> {
        Some(self[row].as_ref())
    }
}

impl<T: AsRef<str> + Sync, const N: usize> Texts for [T; N] {
    fn len(&self) -> usize {
        N
    }

    fn text(&self, row: usize) -> Option<&str> {
        Some(self[row].as_ref())
    }
}

/// A column of puzzles or grids, one per row.
///
/// In text, each cell is a character: `1` to `9`, in larger grids also `A` to `Z`, and `0` for 36. An empty cell is
/// `.`, `0`, `*`, `_` or `x`. In numbers, each cell is a digit, or 0 if it is empty.
#[derive(Clone, Copy)]
pub struct Column<'a>(Layout<'a>);

#[derive(Clone, Copy)]
enum Layout<'a> {
    Numbers { values: &'a [u8], cells: usize },
    Texts(&'a dyn Texts),
    Utf8(&'a StringArray),
    LargeUtf8(&'a LargeStringArray),
    Utf8View(&'a StringViewArray),
    Binary(&'a FixedSizeBinaryArray),
    List { list: &'a dyn Array, values: &'a PrimitiveArray<UInt8Type>, cells: usize },
}

impl fmt::Debug for Column<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Column").field("rows", &self.len()).finish_non_exhaustive()
    }
}

impl<'a> Column<'a> {
    /// Rows of `cells` numbers.
    ///
    /// # Errors
    /// If the last row is not complete.
    pub fn of_numbers(values: &'a [u8], cells: usize) -> Result<Self, Failure> {
        if cells == 0 || !values.len().is_multiple_of(cells) {
            let expected = values.len().next_multiple_of(cells.max(1));
            return Err(Failure::Length { found: values.len(), expected });
        }
        Ok(Self(Layout::Numbers { values, cells }))
    }

    /// Rows of text.
    pub fn of_texts(texts: &'a dyn Texts) -> Self {
        Self(Layout::Texts(texts))
    }

    /// An Arrow array: `Utf8`, `LargeUtf8`, `Utf8View`; `FixedSizeBinary` with one byte per cell, which is a number
    /// or, in grids of up to 9 digits, a character; `FixedSizeList` of `UInt8` numbers.
    ///
    /// # Errors
    /// If the array has another type.
    pub fn of_array(array: &'a dyn Array) -> Result<Self, Failure> {
        // The type of a struct may be a long text, so it is shortened.
        let unfit = || match array.data_type() {
            DataType::Struct(_) => Failure::Type("Struct".to_owned()),
            other => Failure::Type(other.to_string()),
        };
        let layout = match array.data_type() {
            DataType::Utf8 => Layout::Utf8(array.as_string_opt().ok_or_else(unfit)?),
            DataType::LargeUtf8 => Layout::LargeUtf8(array.as_string_opt().ok_or_else(unfit)?),
            DataType::Utf8View => Layout::Utf8View(array.as_string_view_opt().ok_or_else(unfit)?),
            DataType::FixedSizeBinary(_) => {
                Layout::Binary(array.as_fixed_size_binary_opt().ok_or_else(unfit)?)
            }
            DataType::FixedSizeList(_, cells) => {
                let list = array.as_fixed_size_list_opt().ok_or_else(unfit)?;
                let values = list.values().as_primitive_opt::<UInt8Type>().ok_or_else(unfit)?;
                Layout::List { list, values, cells: *cells as usize }
            }
            _ => return Err(unfit()),
        };
        Ok(Self(layout))
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        match self.0 {
            Layout::Numbers { values, cells } => values.len() / cells,
            Layout::Texts(texts) => texts.len(),
            Layout::Utf8(array) => array.len(),
            Layout::LargeUtf8(array) => array.len(),
            Layout::Utf8View(array) => array.len(),
            Layout::Binary(array) => array.len(),
            Layout::List { list, .. } => list.len(),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of cells of a row, if it can be determined. For texts: 81 if any text has 81 characters, otherwise
    /// the length of the first text that fits a square grid from 4x4 on. Other texts, such as NULL, are ignored.
    pub fn cells(&self) -> Option<usize> {
        match self.0 {
            Layout::Numbers { cells, .. } | Layout::List { cells, .. } => Some(cells),
            Layout::Binary(array) => Some(array.value_length() as usize),
            _ => {
                let mut first = None;
                for text in (0..self.len()).filter_map(|row| self.text(row)) {
                    match text.chars().count() {
                        81 => return Some(81),
                        cells if first.is_none() && cells >= 16 && Kind::of_cells(cells).is_ok() => {
                            first = Some(cells);
                        }
                        _ => {}
                    }
                }
                first
            }
        }
    }

    /// Writes the numbers of a row: 0 for an empty cell, else a digit. For a malformed row, the written numbers have
    /// no meaning.
    ///
    /// # Errors
    /// The reason why the row is malformed.
    ///
    /// # Panics
    /// If there is no such row, or the number of cells is wrong.
    #[inline]
    pub fn read(&self, row: usize, kind: &Kind, numbers: &mut [u8]) -> Result<(), Reason> {
        assert_eq!(numbers.len(), kind.cells(), "one number per cell");
        kind.row(row)?;
        match self.0 {
            Layout::Numbers { values, cells } => {
                copy(values.get(row * cells..(row + 1) * cells).unwrap_or_default(), kind, numbers)
            }
            Layout::List { list, values, cells } => {
                if list.is_null(row) {
                    return Err(Reason::Null);
                }
                // The values of a sliced list start at its first row.
                let from = row * cells;
                if values.null_count() > 0 && (from..from + cells).any(|place| values.is_null(place)) {
                    return Err(Reason::Null);
                }
                copy(values.values().get(from..from + cells).unwrap_or_default(), kind, numbers)
            }
            Layout::Binary(array) => {
                if array.is_null(row) {
                    return Err(Reason::Null);
                }
                let bytes = array.value(row);
                let is_text = kind.digits() <= 9 && bytes.first().is_some_and(|&byte| byte > 9);
                if is_text {
                    return symbols(&String::from_utf8_lossy(bytes), kind, numbers);
                }
                copy(bytes, kind, numbers)
            }
            _ => match self.text(row) {
                Some(text) => symbols(text, kind, numbers),
                None => Err(Reason::Null),
            },
        }
    }

    /// The text of a row, if it has one.
    fn text(&self, row: usize) -> Option<&'a str> {
        match self.0 {
            Layout::Texts(texts) => texts.text(row),
            Layout::Utf8(array) => array.is_valid(row).then(|| array.value(row)),
            Layout::LargeUtf8(array) => array.is_valid(row).then(|| array.value(row)),
            Layout::Utf8View(array) => array.is_valid(row).then(|| array.value(row)),
            _ => None,
        }
    }
}

/// Copies numbers and checks their range.
#[inline]
fn copy(from: &[u8], kind: &Kind, numbers: &mut [u8]) -> Result<(), Reason> {
    let (found, expected) = (from.len(), numbers.len());
    if found != expected {
        return Err(Reason::Length { found, expected });
    }
    numbers.copy_from_slice(from);
    // There is no branch per cell, because millions of rows are read.
    let largest = numbers.iter().fold(0, |largest, &number| largest.max(number));
    let digits = kind.digits();
    if usize::from(largest) <= digits {
        return Ok(());
    }
    let cell = from.iter().position(|&number| usize::from(number) > digits).unwrap_or(0);
    Err(Reason::Number { cell, found: from[cell], digits })
}

/// Reads one character per cell.
#[inline]
fn symbols(text: &str, kind: &Kind, numbers: &mut [u8]) -> Result<(), Reason> {
    if kind.is_classic()
        && let (Some(bytes), Some(numbers)) = (text.as_bytes().as_array::<81>(), numbers.as_mut_array::<81>())
    {
        // There is no branch per cell, as above.
        let mut foreign = false;
        for (number, &byte) in numbers.iter_mut().zip(bytes) {
            let digit = byte.wrapping_sub(b'0');
            let is_digit = digit <= 9;
            foreign |= !(is_digit | matches!(byte, b'.' | b'*' | b'_' | b'x' | b'X'));
            *number = if is_digit { digit } else { 0 };
        }
        if !foreign {
            return Ok(());
        }
    }
    let (digits, expected) = (kind.digits(), numbers.len());
    let mut found = 0;
    for symbol in text.chars() {
        if let Some(number) = numbers.get_mut(found) {
            *number =
                number_of(symbol, digits).ok_or(Reason::Symbol { cell: found, found: symbol, digits })?;
        }
        found += 1;
    }
    if found == expected { Ok(()) } else { Err(Reason::Length { found, expected }) }
}

/// The number of a character, as in the notation `line`.
fn number_of(symbol: char, digits: usize) -> Option<u8> {
    let number = match symbol {
        '.' | '*' | '_' => 0,
        '0' => 36 * u8::from(digits == 36),
        'x' | 'X' if digits <= 32 => 0,
        '1'..='9' => symbol as u8 - b'0',
        'A'..='Z' => symbol as u8 - b'A' + 10,
        'a'..='z' => symbol as u8 - b'a' + 10,
        _ => return None,
    };
    (usize::from(number) <= digits && digits <= 36).then_some(number)
}

/// The character of a number: `.` for an empty cell. Only digits up to 36 have a character.
#[inline]
pub fn symbol_of(number: u8) -> u8 {
    // A loop with these ranges compiles to vector instructions, but a loop with a table does not.
    match number {
        0 => b'.',
        1..=9 => b'0' + number,
        10..=35 => b'A' - 10 + number,
        36 => b'0',
        _ => b'?',
    }
}
