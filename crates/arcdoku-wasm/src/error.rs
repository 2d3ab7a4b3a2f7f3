//! The error of an invalid question.

use std::fmt;

use arcdoku_service::status::Error;
use arcdoku_wire::question::OptionError;
use wasm_bindgen::prelude::*;

/// An invalid option; in JavaScript, an error with the name `AskError`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskError(String);

impl AskError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// A value of an option that is not among the known ones.
    pub fn unknown<'a>(option: &str, found: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        Self(format!("{option}: found '{found}', expected one of {}", known.join(", ")))
    }
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AskError {}

impl From<Error> for AskError {
    fn from(error: Error) -> Self {
        // The service uses the names of options on the command line.
        let message = error.to_string();
        Self(message.strip_prefix("--").unwrap_or(&message).to_owned())
    }
}

impl From<OptionError> for AskError {
    fn from(error: OptionError) -> Self {
        Self(error.to_string())
    }
}

impl From<AskError> for JsValue {
    fn from(error: AskError) -> Self {
        let thrown = js_sys::Error::new(&error.0);
        thrown.set_name("AskError");
        thrown.into()
    }
}

#[wasm_bindgen(typescript_custom_section)]
const ASK_ERROR: &str = "/** Thrown for an invalid option; `message` has its name and the reason. */
export interface AskError extends Error {
    name: \"AskError\";
}";
