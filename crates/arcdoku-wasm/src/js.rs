//! What the module uses of JavaScript, and the function that it exports: a question in, a reply out, as JSON, which browsers
//! read faster than they take a call for each field.

use std::sync::Once;
use std::time::Duration;

use arcdoku::puzzle::Clock;
use wasm_bindgen::prelude::*;

use crate::ask::answer;
use crate::progress::Say;

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
    let text = js_sys::JSON::stringify(options)?.as_string().unwrap_or_else(|| "{}".to_owned());
    let mut report = |text: String| {
        if let (Some(function), Ok(progress)) = (&progress, js_sys::JSON::parse(&text)) {
            // The question goes on whatever the function does; it is ended from outside.
            let _ = function.call1(&JsValue::UNDEFINED, &progress);
        }
    };
    let say = if progress.is_some() { Say::to(&mut report) } else { Say::nothing() };
    js_sys::JSON::parse(&answer(question, &text, say)?)
}
