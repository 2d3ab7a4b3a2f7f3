//! Ctrl-C: the first press cancels the run and keeps what is done, the second ends the program.

use std::sync::OnceLock;

use arcdoku_service::cancel::Cancel;

static CANCEL: OnceLock<Cancel> = OnceLock::new();

/// Handles Ctrl-C from now on.
pub(crate) fn install() {
    // Without a handler, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(|| {
        if asked() {
            std::process::exit(130);
        }
        cancel().cancel();
    });
}

/// The flag that Ctrl-C sets.
pub(crate) fn cancel() -> &'static Cancel {
    CANCEL.get_or_init(Cancel::default)
}

/// Whether Ctrl-C was pressed.
pub(crate) fn asked() -> bool {
    cancel().is_cancelled()
}
