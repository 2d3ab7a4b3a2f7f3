//! Work without the GIL that Ctrl-C ends.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use arcdoku_service::cancel::Cancel;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Time between two looks for signals.
const PERIOD: Duration = Duration::from_millis(20);

/// Runs work on a thread of its own, without the GIL, while this one looks for signals. A signal whose handler raises
/// (Ctrl-C) sets the flag; once the work has ended, its exception is returned in place of the result.
///
/// # Errors
/// The exception of a signal, or of work that panicked.
#[allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the path is not general enough in its lifetime"
)]
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Cancel) -> T + Send) -> PyResult<T> {
    let cancel = Cancel::default();
    py.detach(|| {
        thread::scope(|scope| {
            let (done, end) = channel();
            let flag = &cancel;
            let worker = scope.spawn(move || {
                let result = work(flag);
                // The receiver waits until this is sent or dropped.
                let _ = done.send(());
                result
            });
            let mut interrupt = None;
            while let Err(RecvTimeoutError::Timeout) = end.recv_timeout(PERIOD) {
                if interrupt.is_none() {
                    interrupt = Python::attach(|py| py.check_signals()).err();
                    if interrupt.is_some() {
                        cancel.cancel();
                    }
                }
            }
            let result = worker.join().map_err(|_| PyRuntimeError::new_err("arcdoku: a bug ended the work"));
            interrupt.map_or(result, Err)
        })
    })
}
