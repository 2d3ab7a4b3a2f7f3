//! Ctrl-C: the first one cancels the run and keeps finished work, the second one ends the program.

use std::sync::OnceLock;

use arcdoku_service::cancel::Cancel;

static CANCEL: OnceLock<Cancel> = OnceLock::new();

/// Installs the handler for Ctrl-C.
pub(crate) fn install() {
    // If this fails, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(|| {
        if is_requested() {
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
pub(crate) fn is_requested() -> bool {
    cancel().is_cancelled()
}
