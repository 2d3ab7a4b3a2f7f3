//! Puzzles in other notations.

use std::sync::Arc;

use arcdoku::puzzle::format::{Notation, ReadOptions, parse_one, write};
use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, AsArray as _, StringArray};
use datafusion_common::arrow::compute::cast;
use datafusion_common::arrow::datatypes::DataType;

use crate::call::{Call, shared, unfit};

/// The text of a puzzle in another notation.
pub(crate) fn convert(call: &Call<'_>) -> Result<ArrayRef> {
    let name = call.word("notation").unwrap_or_default();
    let notation: Notation = name.parse().map_err(|_| {
        let known: Vec<&str> = Notation::ALL.iter().map(|notation| notation.name()).collect();
        unfit(call.function, name, format!("expected one of {}", known.join(", ")))
    })?;
    let array = call.text()?;
    let array = if *array.data_type() == DataType::Utf8View {
        Arc::clone(array)
    } else {
        cast(array, &DataType::Utf8View)?
    };
    let converted = array.as_string_view().iter().map(|text| {
        let record = parse_one(text?, &ReadOptions::default()).ok()?;
        let mut out = String::new();
        write(notation, &record.puzzle, &mut out).ok()?;
        Some(out.trim_end_matches('\n').to_owned())
    });
    Ok(shared(converted.collect::<StringArray>()))
}
