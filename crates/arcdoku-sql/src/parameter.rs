//! Parameters of functions, and how arguments are matched with them.

use datafusion_common::arrow::datatypes::DataType;
use datafusion_common::{Result, plan_err};

/// The kind of values of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Puzzles or grids: a column.
    Puzzle,
    /// Keys of canonical forms: a column.
    Key,
    /// Seeds, or other numbers that differ by row: a column of 64 bits, signed or not.
    Seed,
    /// A number that is the same for many rows.
    Number,
    /// A text that is the same for many rows.
    Word,
}

impl Kind {
    /// The type that an argument is converted to; `None` if it is not of this kind.
    fn coerced(self, given: &DataType) -> Option<DataType> {
        use DataType::{
            Dictionary, FixedSizeBinary, FixedSizeList, Int8, Int16, Int32, Int64, LargeUtf8, Null, UInt8,
            UInt16, UInt32, UInt64, Utf8, Utf8View,
        };
        let is_text = matches!(given, Utf8 | LargeUtf8 | Utf8View | Null)
            || matches!(given, Dictionary(_, values) if matches!(**values, Utf8 | LargeUtf8 | Utf8View));
        let is_whole =
            matches!(given, Int8 | Int16 | Int32 | Int64 | UInt8 | UInt16 | UInt32 | UInt64 | Null);
        match (self, given) {
            // The kernels read these types without conversion.
            (Self::Puzzle, Utf8 | LargeUtf8 | Utf8View | FixedSizeBinary(_)) => Some(given.clone()),
            (Self::Puzzle, FixedSizeList(item, _)) if *item.data_type() == UInt8 => Some(given.clone()),
            (Self::Key, FixedSizeBinary(16) | Null) => Some(FixedSizeBinary(16)),
            (Self::Puzzle | Self::Word, _) if is_text => Some(Utf8View),
            (Self::Seed, UInt64) => Some(UInt64),
            (Self::Seed | Self::Number, _) if is_whole => Some(Int64),
            _ => None,
        }
    }

    /// Whether most rows have the same argument, which is then read once.
    pub(crate) fn is_option(self) -> bool {
        matches!(self, Self::Number | Self::Word)
    }

    fn word(self) -> &'static str {
        match self {
            Self::Puzzle => "text, FixedSizeBinary or FixedSizeList of UInt8",
            Self::Key => "FixedSizeBinary(16)",
            Self::Seed | Self::Number => "a whole number",
            Self::Word => "text",
        }
    }
}

/// A parameter of a function.
#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// Whether it may be left out.
    pub(crate) is_optional: bool,
    /// A sentence for the documentation.
    pub(crate) meaning: &'static str,
}

/// Assigns a parameter to each argument, with the type that the argument is converted to. An optional parameter is
/// skipped if the argument does not fit: after a puzzle, a number is a limit and a text is rules.
///
/// # Errors
/// If there are too few or too many arguments, or one has the wrong type.
pub(crate) fn matched(
    function: &str,
    parameters: &'static [Parameter],
    given: &[DataType],
) -> Result<Vec<(&'static Parameter, DataType)>> {
    let mut matched = Vec::with_capacity(given.len());
    let mut rest = parameters.iter();
    for (number, argument) in given.iter().enumerate() {
        let mut expected: Vec<&str> = Vec::new();
        loop {
            let Some(parameter) = rest.next() else {
                if expected.is_empty() {
                    let most = parameters.len();
                    return plan_err!("{function}: found {} arguments, expected {most} at most", given.len());
                }
                let expected = expected.join(" or ");
                return plan_err!("{function}: argument {} is {argument}, expected {expected}", number + 1);
            };
            if let Some(coerced) = parameter.kind.coerced(argument) {
                matched.push((parameter, coerced));
                break;
            }
            expected.push(parameter.kind.word());
            if !parameter.is_optional {
                let expected = expected.join(" or ");
                return plan_err!("{function}: argument {} is {argument}, expected {expected}", number + 1);
            }
        }
    }
    match rest.find(|parameter| !parameter.is_optional) {
        Some(missing) => plan_err!("{function}: the argument {} is missing", missing.name),
        None => Ok(matched),
    }
}
