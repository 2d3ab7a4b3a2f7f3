//! Ctrl-C: the first asks the work to end and keeps what is done, the second ends at once.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Listens from now on.
pub(crate) fn install() {
    // Where no handler can be had, Ctrl-C ends the program as it always does.
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// The flag, for limits.
pub(crate) fn flag() -> &'static AtomicBool {
    &ASKED
}

/// Whether Ctrl-C was pressed.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
