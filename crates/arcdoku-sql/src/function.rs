//! The functions of the table as scalar functions of `DataFusion`.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use datafusion_common::arrow::array::{Array as _, ArrayRef, new_null_array};
use datafusion_common::arrow::compute::concat;
use datafusion_common::arrow::datatypes::DataType;
use datafusion_common::{Result, ScalarValue};
use datafusion_doc::{DocSection, Documentation};
use datafusion_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility};

use crate::call::{Call, cells_of_rows};
use crate::parameter::{Kind, Parameter, matched};
use crate::table::{FUNCTIONS, Row};

/// The section of these functions in the documentation of `DataFusion`.
const SECTION: DocSection = DocSection { include: true, label: "Sudoku Functions", description: None };

/// A function on Sudoku.
pub struct SudokuFunction {
    row: &'static Row,
    signature: Signature,
    documentation: Documentation,
}

impl fmt::Debug for SudokuFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SudokuFunction").field(&self.row.name).finish()
    }
}

impl PartialEq for SudokuFunction {
    fn eq(&self, other: &Self) -> bool {
        self.row.name == other.row.name
    }
}

impl Eq for SudokuFunction {}

impl Hash for SudokuFunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.row.name.hash(state);
    }
}

impl SudokuFunction {
    /// All functions, in the order of the documentation.
    pub fn all() -> impl Iterator<Item = Self> {
        FUNCTIONS.iter().map(Self::of)
    }

    fn of(row: &'static Row) -> Self {
        let syntax = syntax(row);
        let mut documentation = Documentation::builder(SECTION, row.summary, syntax)
            .with_sql_example(row.examples.iter().map(|(sql, _)| format!("{sql};\n")).collect::<String>());
        for parameter in row.parameters {
            documentation = documentation.with_argument(parameter.name, parameter.meaning);
        }
        Self {
            row,
            // This also applies to `sudoku_rate`, although its time limit depends on the clock. A signature has one
            // volatility for all calls, and a volatile function would be computed for each part of the rating that a
            // query selects.
            signature: Signature::user_defined(Volatility::Immutable),
            documentation: documentation.build(),
        }
    }

    /// SQL expressions with their values as text. Tests compare them.
    pub fn examples(&self) -> &'static [(&'static str, &'static str)] {
        self.row.examples
    }
}

/// The syntax of a function: `name(text[, rules])`.
fn syntax(row: &Row) -> String {
    let mut text = format!("{}(", row.name);
    for (number, parameter) in row.parameters.iter().enumerate() {
        let comma = if number == 0 { "" } else { ", " };
        let name = parameter.name;
        text += &if parameter.is_optional { format!("[{comma}{name}]") } else { format!("{comma}{name}") };
    }
    text + ")"
}

impl ScalarUDFImpl for SudokuFunction {
    fn name(&self) -> &str {
        self.row.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        let matched = matched(self.row.name, self.row.parameters, given)?;
        Ok(matched.into_iter().map(|(_, coerced)| coerced).collect())
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok((self.row.returns)())
    }

    /// The result is null if an argument is null.
    fn is_strict(&self) -> bool {
        true
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let types: Vec<DataType> = arguments.args.iter().map(ColumnarValue::data_type).collect();
        let matched = matched(self.row.name, self.row.parameters, &types)?;
        // Without a column, one row is computed for all.
        let is_constant = arguments.args.iter().all(|value| matches!(value, ColumnarValue::Scalar(_)));
        let rows = if is_constant { 1 } else { arguments.number_rows };
        let arguments: Vec<(&'static Parameter, ColumnarValue)> =
            matched.into_iter().map(|(parameter, _)| parameter).zip(arguments.args).collect();
        let answer = self.answer(&arguments, rows)?;
        Ok(if is_constant {
            ColumnarValue::Scalar(ScalarValue::try_from_array(&answer, 0)?)
        } else {
            ColumnarValue::Array(answer)
        })
    }
}

impl SudokuFunction {
    fn answer(&self, arguments: &[(&'static Parameter, ColumnarValue)], rows: usize) -> Result<ArrayRef> {
        let mut answers = Vec::new();
        for (run, cells) in runs(arguments, rows)? {
            answers.push(self.answer_run(arguments, run, cells)?);
        }
        match answers.as_slice() {
            [] => Ok(new_null_array(&(self.row.returns)(), 0)),
            [answer] => Ok(Arc::clone(answer)),
            several => {
                let several: Vec<_> = several.iter().map(AsRef::as_ref).collect();
                Ok(concat(&several)?)
            }
        }
    }

    /// Computes rows that have the same options and the same number of cells.
    fn answer_run(
        &self,
        arguments: &[(&'static Parameter, ColumnarValue)],
        run: Range<usize>,
        cells: usize,
    ) -> Result<ArrayRef> {
        let (mut columns, mut options) = (Vec::new(), Vec::new());
        for (parameter, value) in arguments {
            if parameter.kind.is_option() {
                let option = match value {
                    ColumnarValue::Scalar(scalar) => scalar.clone(),
                    ColumnarValue::Array(array) => ScalarValue::try_from_array(array, run.start)?,
                };
                if option.is_null() {
                    return Ok(new_null_array(&(self.row.returns)(), run.len()));
                }
                options.push((*parameter, option));
            } else {
                columns.push((
                    *parameter,
                    match value {
                        ColumnarValue::Scalar(scalar) => scalar.to_array_of_size(run.len())?,
                        ColumnarValue::Array(array) => array.slice(run.start, run.len()),
                    },
                ));
            }
        }
        (self.row.answer)(&Call { function: self.row.name, rows: run.len(), cells, columns, options })
    }
}

/// The longest runs of rows with the same options and the same number of cells, each with this number. If the options
/// are constants and the puzzles have one shape, all rows are one run.
fn runs(
    arguments: &[(&'static Parameter, ColumnarValue)],
    rows: usize,
) -> Result<Vec<(Range<usize>, usize)>> {
    let mut starts = vec![0];
    let mut cells = vec![81];
    for (parameter, value) in arguments {
        let array = match value {
            ColumnarValue::Array(array) => array,
            ColumnarValue::Scalar(scalar) if parameter.kind == Kind::Puzzle => &scalar.to_array()?,
            ColumnarValue::Scalar(_) => continue,
        };
        if parameter.kind == Kind::Puzzle {
            cells = cells_of_rows(array);
            starts.extend((1..cells.len()).filter(|&row| cells[row] != cells[row - 1]));
        }
        if !parameter.kind.is_option() {
            continue;
        }
        let mut last = None;
        for row in 0..array.len() {
            let value = ScalarValue::try_from_array(array, row)?;
            if last.as_ref().is_some_and(|last| *last != value) {
                starts.push(row);
            }
            last = Some(value);
        }
    }
    starts.sort_unstable();
    starts.dedup();
    let ends = starts.iter().skip(1).copied().chain([rows]);
    let runs = starts.iter().copied().zip(ends).filter(|(from, to)| from < to);
    Ok(runs.map(|(from, to)| (from..to, *cells.get(from).or(cells.first()).unwrap_or(&81))).collect())
}
