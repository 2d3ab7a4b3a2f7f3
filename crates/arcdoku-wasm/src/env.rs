//! The parts of JavaScript that questions use (a clock, random seeds), and the limits of a question.

use std::time::Duration;

use arcdoku::puzzle::Clock;
use arcdoku_service::cancel::{Bounds, Cancel};
use arcdoku_wire::question::LimitOptions;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the start, in browsers, workers and Node.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;
}

/// The clock of JavaScript. On other platforms, the standard library has one.
pub(crate) const CLOCK: Option<Clock> =
    if cfg!(target_family = "wasm") { Some(|| Duration::from_secs_f64(milliseconds() / 1e3)) } else { None };

/// A random seed that every reader of JSON represents exactly; `None` outside JavaScript.
pub(crate) fn random() -> Option<u64> {
    cfg!(target_family = "wasm").then(|| (js_sys::Math::random() * 2f64.powi(48)) as u64)
}

/// Limits the rate of progress reports to the rate at which a page draws.
#[derive(Default)]
pub(crate) struct Pace {
    /// The time of the last report, in milliseconds. The clock of a new worker starts at 0.
    last: Option<f64>,
}

impl Pace {
    /// Whether a report is due. Always true without a clock.
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

/// Converts a number of items to `usize`, which has 32 bits here. More items would not fit into memory.
pub(crate) fn amount(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The limits of a question.
pub(crate) fn bounds(limits: &LimitOptions) -> Bounds {
    Bounds { clock: CLOCK, ..Bounds::of(limits, &Cancel::default()) }
}
