//! The exported function of the module. Questions and replies are JSON, because browsers parse it faster than they
//! make a call for each field.

use std::sync::Once;

use wasm_bindgen::prelude::*;

use crate::ask::answer;
use crate::error::AskError;
use crate::progress::ProgressSink;

/// Answers a question by its name. `progress` is called with its progress.
#[wasm_bindgen(skip_typescript)]
pub fn ask(
    question: &str,
    options: &JsValue,
    progress: Option<js_sys::Function>,
) -> Result<JsValue, JsValue> {
    static PANICS: Once = Once::new();
    // A panic is thrown with its message. The instance must not be used after it, because nothing was cleaned up.
    PANICS.call_once(|| {
        std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
    });
    // JSON does not have these numbers. Converted to `null`, they would mean no limit.
    let is_wrong = |value: JsValue| value.as_f64().is_some_and(|number| !number.is_finite());
    if let Some(object) = options.dyn_ref::<js_sys::Object>()
        && js_sys::Object::values(object).iter().any(is_wrong)
    {
        return Err(AskError::new("the question: found a number that is not finite").into());
    }
    let text = js_sys::JSON::stringify(options)?.as_string().unwrap_or_else(|| "{}".to_owned());
    let mut report = |text: String| {
        if let (Some(function), Ok(progress)) = (&progress, js_sys::JSON::parse(&text)) {
            // Exceptions of the function do not stop the question, which is terminated from outside.
            let _ = function.call1(&JsValue::UNDEFINED, &progress);
        }
    };
    let sink = if progress.is_some() { ProgressSink::to(&mut report) } else { ProgressSink::nothing() };
    js_sys::JSON::parse(&answer(question, &text, sink)?)
}
