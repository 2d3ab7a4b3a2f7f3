//! Functions of JavaScript: questions in, answers out, as JSON, which browsers read faster than they take a call for each
//! field.

use std::sync::Once;
use std::time::Duration;

use arcdoku::puzzle::Clock;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::error::AskError;
use crate::fields::{self, FromJs};

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the start, in browsers, workers and Node.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;
}

/// The clock of JavaScript; the standard library has one everywhere else.
pub(crate) const CLOCK: Option<Clock> =
    if cfg!(target_family = "wasm") { Some(|| Duration::from_secs_f64(milliseconds() / 1e3)) } else { None };

/// A random seed that every reader of JSON keeps exactly; none outside of JavaScript.
pub(crate) fn random() -> Option<u64> {
    cfg!(target_family = "wasm").then(|| (js_sys::Math::random() * 2f64.powi(48)) as u64)
}

/// Time between reports of progress: a page draws no faster.
#[derive(Default)]
pub(crate) struct Pace {
    /// When the last report was due, in milliseconds. A clock starts at 0 in a new worker.
    last: Option<f64>,
}

impl Pace {
    /// Whether a report is due; always, without a clock.
    pub(crate) fn is_due(&mut self) -> bool {
        if !cfg!(target_family = "wasm") {
            return true;
        }
        let now = milliseconds();
        let is_due = self.last.is_none_or(|last| now - last >= 30.0);
        if is_due {
            self.last = Some(now);
        }
        is_due
    }
}

/// Answers a question of JavaScript.
pub(crate) fn answer<A: FromJs, R: Serialize>(
    ask: &JsValue,
    question: impl FnOnce(A) -> Result<R, AskError>,
) -> Result<JsValue, JsValue> {
    static PANICS: Once = Once::new();
    // A panic is thrown with its message. The instance must not be used any more: nothing was cleaned up.
    PANICS.call_once(|| {
        std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
    });
    value(&question(fields::ask(ask)?)?)
}

/// A value of JavaScript.
pub(crate) fn value(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let text = serde_json::to_string(value).map_err(|error| AskError::new(error.to_string()))?;
    js_sys::JSON::parse(&text)
}

/// Hands progress to a function of JavaScript; whether there is one.
pub(crate) fn report(function: Option<&js_sys::Function>, progress: &impl Serialize) -> bool {
    if let Some(function) = function
        && let Ok(progress) = value(progress)
    {
        // The question goes on whatever the function does; it is ended from outside.
        let _ = function.call1(&JsValue::UNDEFINED, &progress);
    }
    function.is_some()
}

/// Defines the functions of JavaScript for questions that are plain Rust.
///
/// Questions with progress name its type after `with`.
macro_rules! questions {
    ($($doc:literal $name:ident($ask:ident, $ask_type:literal) -> $reply:literal $(with $progress:literal $say:literal)?;)*) => {
        /// The functions of JavaScript.
        pub mod functions {
            use wasm_bindgen::prelude::*;
            $($crate::js::questions!(@one $doc $name($ask, $ask_type) -> $reply $(with $progress $say)?);)*
        }
    };
    (@one $doc:literal $name:ident($ask:ident, $ask_type:literal) -> $reply:literal) => {
        #[doc = $doc]
        #[wasm_bindgen(unchecked_return_type = $reply)]
        pub fn $name(#[wasm_bindgen(unchecked_param_type = $ask_type)] ask: &JsValue) -> Result<JsValue, JsValue> {
            $crate::js::answer(ask, |ask: super::$ask| super::$name(ask))
        }

        const _: () = {
            #[wasm_bindgen(typescript_custom_section)]
            const TYPES: &str = concat!(
                "export interface Questions {\n    ", stringify!($name), ": { ask: ", $ask_type, "; reply: ", $reply,
                "; progress: never };\n}"
            );
        };
    };
    (@one $doc:literal $name:ident($ask:ident, $ask_type:literal) -> $reply:literal with $progress:literal $say:literal) => {
        #[doc = $doc]
        #[wasm_bindgen(unchecked_return_type = $reply)]
        pub fn $name(
            #[wasm_bindgen(unchecked_param_type = $ask_type)] ask: &JsValue,
            #[wasm_bindgen(unchecked_optional_param_type = $say)] progress: Option<js_sys::Function>,
        ) -> Result<JsValue, JsValue> {
            $crate::js::answer(ask, |ask: super::$ask| {
                super::$name(ask, &mut |said| $crate::js::report(progress.as_ref(), said))
            })
        }

        const _: () = {
            #[wasm_bindgen(typescript_custom_section)]
            const TYPES: &str = concat!(
                "export interface Questions {\n    ", stringify!($name), ": { ask: ", $ask_type, "; reply: ", $reply,
                "; progress: ", $progress, " };\n}"
            );
        };
    };
}

pub(crate) use questions;
