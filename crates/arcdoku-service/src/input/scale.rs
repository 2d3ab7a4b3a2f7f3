//! Scales from files.

use arcdoku_wire::question::{AnyScale, OptionValue as _};
use serde_json::{Value, json};

use super::file::read_option_file;

/// The value of an option for a scale: its name, or the name of a file with a table of techniques.
///
/// # Errors
/// If the file cannot be read, or is not a table of techniques.
pub fn scale_value(name: &str) -> Result<Value, String> {
    if AnyScale::read(&name.into()).is_ok() {
        return Ok(name.into());
    }
    let names = AnyScale::names().join(", ");
    let text = read_option_file(name)
        .map_err(|error| format!("{name}: {error}; expected a scale ({names}) or a file"))?;
    let value = json!({ "name": name, "table": text });
    AnyScale::read(&value).map(|_| value).map_err(Option::unwrap_or_default)
}
