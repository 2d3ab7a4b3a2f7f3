//! The function that the module exports: a question in, a reply out, as JSON, which browsers read faster than they take a
//! call for each field.

use std::sync::Once;

use wasm_bindgen::prelude::*;

use crate::ask::answer;
use crate::error::AskError;
use crate::progress::ProgressSink;

/// Answers a question by its name; `progress` receives how far it is.
#[wasm_bindgen(skip_typescript)]
pub fn ask(
    question: &str,
    options: &JsValue,
    progress: Option<js_sys::Function>,
) -> Result<JsValue, JsValue> {
    static PANICS: Once = Once::new();
    // A panic is thrown with its message. The instance must not be used any more: nothing was cleaned up.
    PANICS.call_once(|| {
        std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
    });
    // JSON has no such numbers: as `null` they would be no limit.
    let is_wrong = |value: JsValue| value.as_f64().is_some_and(|number| !number.is_finite());
    if let Some(object) = options.dyn_ref::<js_sys::Object>()
        && js_sys::Object::values(object).iter().any(is_wrong)
    {
        return Err(AskError::new("the question: found a number that is not finite").into());
    }
    let text = js_sys::JSON::stringify(options)?.as_string().unwrap_or_else(|| "{}".to_owned());
    let mut report = |text: String| {
        if let (Some(function), Ok(progress)) = (&progress, js_sys::JSON::parse(&text)) {
            // The question goes on whatever the function does; it is ended from outside.
            let _ = function.call1(&JsValue::UNDEFINED, &progress);
        }
    };
    let say = if progress.is_some() { ProgressSink::to(&mut report) } else { ProgressSink::nothing() };
    js_sys::JSON::parse(&answer(question, &text, say)?)
}
