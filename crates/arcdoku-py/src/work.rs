//! Work without the GIL that Ctrl-C ends: [`interruptible`] may borrow, [`detached`] owns what it works on.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use arcdoku_service::cancel::Cancel;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Time between two looks for signals.
const PERIOD: Duration = Duration::from_millis(20);

/// The number of such times that work has to end after Ctrl-C. Some parts look at the flag rarely; the thread ends with
/// them.
const GRACE: u32 = 2;

/// The error of work that panicked.
pub(crate) fn bug() -> PyErr {
    PyRuntimeError::new_err("arcdoku: a bug ended the work")
}

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
            let result = worker.join().map_err(|_| bug());
            interrupt.map_or(result, Err)
        })
    })
}

/// Runs work that owns all it needs on a thread of its own, without the GIL, while this one looks for signals. A signal
/// whose handler raises (Ctrl-C) sets the flag; its exception is returned when the work has ended, or a little later.
///
/// # Errors
/// The exception of a signal, or of work that panicked.
#[allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the path is not general enough in its lifetime"
)]
pub(crate) fn detached<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Cancel) -> T + Send + 'static,
) -> PyResult<T> {
    let cancel = Cancel::default();
    let (done, result) = channel();
    let flag = cancel.clone();
    thread::Builder::new().name("arcdoku".to_owned()).spawn(move || {
        // The receiver is gone where nobody waits any more.
        let _ = done.send(work(&flag));
    })?;
    py.detach(move || {
        let mut interrupt: Option<(PyErr, u32)> = None;
        loop {
            match (result.recv_timeout(PERIOD), interrupt.take()) {
                (Ok(result), None) => return Ok(result),
                (Err(RecvTimeoutError::Disconnected), None) => {
                    return Err(bug());
                }
                (Err(RecvTimeoutError::Timeout), None) => {
                    if let Err(error) = Python::attach(|py| py.check_signals()) {
                        cancel.cancel();
                        interrupt = Some((error, GRACE));
                    }
                }
                (Err(RecvTimeoutError::Timeout), Some((error, left))) if left > 0 => {
                    interrupt = Some((error, left - 1));
                }
                (_, Some((error, _))) => return Err(error),
            }
        }
    })
}
