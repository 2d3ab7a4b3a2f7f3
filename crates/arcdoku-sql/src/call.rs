//! A call of a function for rows that have the same options.

use std::sync::Arc;

use arcdoku::grid::Shape;
use arcdoku::puzzle::Rule;
use arcdoku::{Limits, Puzzle};
use arcdoku_arrow::{Column, Kind};
use datafusion_common::arrow::array::{Array as _, ArrayRef, AsArray as _};
use datafusion_common::arrow::buffer::{BooleanBuffer, NullBuffer};
use datafusion_common::arrow::datatypes::{DataType, Int64Type, UInt64Type};
use datafusion_common::{DataFusionError, Result, ScalarValue, exec_datafusion_err, exec_err};

use crate::parameter::Parameter;

/// The arguments of a function of the table: columns, which may have null rows, and options, which are not null.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    /// The name of the function.
    pub(crate) function: &'static str,
    /// The number of rows.
    pub(crate) rows: usize,
    /// The number of cells of the puzzles, which determines the shape.
    pub(crate) cells: usize,
    /// Parameters with a value in each row.
    pub(crate) columns: Vec<(&'a Parameter, ArrayRef)>,
    /// Parameters with the same value in all rows.
    pub(crate) options: Vec<(&'a Parameter, ScalarValue)>,
}

/// The error for an argument, with the argument.
pub(crate) fn unfit(function: &str, found: &str, what: impl std::fmt::Display) -> DataFusionError {
    exec_datafusion_err!("{function}({found}): {what}")
}

impl Call<'_> {
    /// The column of a parameter.
    pub(crate) fn column(&self, name: &str) -> Result<&ArrayRef> {
        if let Some((_, array)) = self.columns.iter().find(|(parameter, _)| parameter.name == name) {
            Ok(array)
        } else {
            exec_err!("{}: no argument {name}", self.function)
        }
    }

    /// The column of puzzles, as an Arrow array.
    pub(crate) fn text(&self) -> Result<&ArrayRef> {
        self.column("text")
    }

    /// The column of puzzles.
    pub(crate) fn puzzles(&self) -> Result<Column<'_>> {
        let array = self.column("text")?;
        Column::of_array(array).map_err(|failure| self.failed(failure))
    }

    /// The rows in which no column is null.
    pub(crate) fn present(&self) -> Option<NullBuffer> {
        self.columns.iter().fold(None, |nulls, (_, array)| NullBuffer::union(nulls.as_ref(), array.nulls()))
    }

    /// The seeds; 0 for null.
    pub(crate) fn seeds(&self, name: &str) -> Result<Vec<u64>> {
        let array = self.column(name)?;
        Ok(match array.data_type() {
            DataType::UInt64 => {
                array.as_primitive::<UInt64Type>().iter().map(Option::unwrap_or_default).collect()
            }
            DataType::Int64 => {
                array.as_primitive::<Int64Type>().iter().map(|seed| seed.unwrap_or_default() as u64).collect()
            }
            found => return exec_err!("{}: {name} is {found}", self.function),
        })
    }

    /// The text of an option, if it was given.
    pub(crate) fn word(&self, name: &str) -> Option<&str> {
        let (_, value) = self.options.iter().find(|(parameter, _)| parameter.name == name)?;
        value.try_as_str().flatten()
    }

    /// The number of an option, if it was given.
    pub(crate) fn number(&self, name: &str) -> Result<Option<u64>> {
        let Some((_, value)) = self.options.iter().find(|(parameter, _)| parameter.name == name) else {
            return Ok(None);
        };
        match value {
            ScalarValue::Int64(Some(number)) => match u64::try_from(*number) {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(unfit(self.function, name, format!("found {number}, expected 0 or more"))),
            },
            found => exec_err!("{}: {name} is {found}", self.function),
        }
    }

    /// Limits with the maximum number of nodes, if it was given.
    pub(crate) fn limits(&self) -> Result<Limits<'static>> {
        Ok(Limits::NONE.with_nodes(self.number("nodes")?))
    }

    /// Shape and rules of the puzzles. Rules are separated by semicolons.
    ///
    /// If the rules do not fit the shape of the rows, the rows are malformed: they are read in a shape that the rules
    /// fit, which is 9x9 or else the smallest one, and have a different number of cells. The result depends only on the
    /// row and the rules, and not on other rows.
    ///
    /// # Errors
    /// If the rules fit no shape.
    pub(crate) fn kind(&self) -> Result<Kind> {
        let own = usual_shape(self.cells).unwrap_or(Shape::CLASSIC);
        let others = || [Shape::CLASSIC].into_iter().chain((4..=64).filter_map(Shape::usual));
        self.kind_of(own).or_else(|error| others().find_map(|shape| self.kind_of(shape).ok()).ok_or(error))
    }

    /// The rules in a shape.
    fn kind_of(&self, shape: Shape) -> Result<Kind> {
        let mut puzzle = Puzzle::new(shape);
        for rule in self.word("rules").unwrap_or_default().split(';').map(str::trim) {
            if rule.is_empty() {
                continue;
            }
            let rule = Rule::parse(rule, shape)
                .map_err(|error| unfit(self.function, &format!("rules {rule:?}"), error))?;
            puzzle = puzzle.try_with_rule(rule).map_err(|error| unfit(self.function, "rules", error))?;
        }
        Kind::of(puzzle).map_err(|failure| self.failed(failure))
    }

    /// A failure of a kernel.
    pub(crate) fn failed(&self, failure: arcdoku_arrow::Failure) -> DataFusionError {
        unfit(self.function, "", failure)
    }

    /// The nulls of a result: rows with a null argument, and rows that are not `kept`.
    pub(crate) fn nulls(&self, kept: impl Fn(usize) -> bool) -> NullBuffer {
        let present = self.present();
        NullBuffer::new(BooleanBuffer::collect_bool(self.rows, |row| {
            present.as_ref().is_none_or(|present| present.is_valid(row)) && kept(row)
        }))
    }
}

/// The usual shape for a number of cells, from 4x4 on. Shorter texts are probably words.
fn usual_shape(cells: usize) -> Option<Shape> {
    Shape::usual(cells.isqrt()).filter(|shape| shape.cells() == cells && cells >= 16)
}

/// The number of cells that determines the shape of each row. It is the number of cells of the row itself, so the
/// answer does not depend on other rows. If no shape has this number, it is 81, and the row is malformed. A null row
/// has the number of the row before it.
pub(crate) fn cells_of_rows(array: &ArrayRef) -> Vec<usize> {
    let of_text = |text: Option<&str>, last: usize| match text {
        None => last,
        Some(text) if text.len() == 81 => 81,
        Some(text) => {
            let cells = text.chars().count();
            if usual_shape(cells).is_some() { cells } else { 81 }
        }
    };
    let mut last = 81;
    let mut next = |text: Option<&str>| {
        last = of_text(text, last);
        last
    };
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().map(&mut next).collect(),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().map(&mut next).collect(),
        DataType::Utf8View => array.as_string_view().iter().map(&mut next).collect(),
        DataType::FixedSizeBinary(cells) | DataType::FixedSizeList(_, cells) => {
            vec![*cells as usize; array.len()]
        }
        _ => vec![81; array.len()],
    }
}

/// An array as a column.
pub(crate) fn shared(array: impl datafusion_common::arrow::array::Array + 'static) -> ArrayRef {
    Arc::new(array)
}
