//! Puzzles in other notations.

use std::sync::Arc;

use arcdoku::Puzzle;
use arcdoku::puzzle::format::{Notation, ReadOptions, parse_one, write};
use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, AsArray as _, StringArray};
use datafusion_common::arrow::compute::cast;
use datafusion_common::arrow::datatypes::DataType;

use super::each_puzzle;
use crate::call::{Call, shared, unfit};

/// The text of a puzzle in another notation.
pub(crate) fn convert(call: &Call<'_>) -> Result<ArrayRef> {
    let name = call.word("notation").unwrap_or_default();
    let notation: Notation = name.parse().map_err(|_| {
        let known: Vec<&str> = Notation::ALL.iter().map(|notation| notation.name()).collect();
        unfit(call.function, name, format!("expected one of {}", known.join(", ")))
    })?;
    let written = |puzzle: &Puzzle| {
        let mut out = String::new();
        write(notation, puzzle, &mut out).ok()?;
        Some(out.trim_end_matches('\n').to_owned())
    };
    let array = call.text()?;
    let texts = match array.data_type() {
        DataType::FixedSizeBinary(_) | DataType::FixedSizeList(..) => {
            let (column, kind) = (call.puzzles()?, call.kind()?);
            let converted = each_puzzle(call, column, &kind, |_, puzzle| written(puzzle));
            return Ok(shared(StringArray::from(converted)));
        }
        DataType::Utf8View => Arc::clone(array),
        _ => cast(array, &DataType::Utf8View)?,
    };
    let converted = texts
        .as_string_view()
        .iter()
        .map(|text| written(&parse_one(text?, &ReadOptions::default()).ok()?.puzzle));
    Ok(shared(converted.collect::<StringArray>()))
}
