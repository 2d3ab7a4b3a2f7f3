//! Work without the GIL, which Ctrl-C ends. [`interruptible`] work may borrow its data, [`detached`] work owns it.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use arcdoku_service::cancel::Cancel;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Time between two checks for signals.
const PERIOD: Duration = Duration::from_millis(20);

/// The number of periods in which work should end after Ctrl-C. Some parts check the flag rarely, and their thread
/// ends later.
const GRACE: u32 = 2;

/// A time in seconds. An invalid number ends the work immediately, like a time of zero.
pub(crate) fn duration(seconds: Option<f64>) -> Option<Duration> {
    seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default())
}

/// The error of work that panicked.
pub(crate) fn bug() -> PyErr {
    PyRuntimeError::new_err("arcdoku: a bug ended the work")
}

/// Waits for a result without the GIL and checks for signals. A signal whose handler raises (Ctrl-C) sets the flag.
/// Its exception is returned instead of the result, when the work has ended or, with a `grace`, after that many
/// checks.
#[allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the path is not general enough in its lifetime"
)]
fn wait<T>(result: &Receiver<T>, cancel: &Cancel, grace: Option<u32>) -> PyResult<T> {
    let mut interrupt = None;
    let mut looks = 0;
    loop {
        let found = match result.recv_timeout(PERIOD) {
            Err(RecvTimeoutError::Timeout) if interrupt.is_none() => {
                interrupt = Python::attach(|py| py.check_signals()).err();
                if interrupt.is_some() {
                    cancel.cancel();
                }
                continue;
            }
            Err(RecvTimeoutError::Timeout) if grace.is_none_or(|grace| looks < grace) => {
                looks += 1;
                continue;
            }
            // Without an interrupt, the work has panicked.
            found => found.map_err(|_| bug()),
        };
        return interrupt.map_or(found, Err);
    }
}

/// Runs work on a separate thread, without the GIL, while the current thread checks for signals. The exception of a
/// signal is returned after the work has ended.
///
/// # Errors
/// The exception of a signal, or of work that panicked.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Cancel) -> T + Send) -> PyResult<T> {
    let cancel = Cancel::default();
    py.detach(|| {
        thread::scope(|scope| {
            let (done, result) = channel();
            let flag = &cancel;
            // The receiver waits until the sender sends or is dropped.
            let worker = scope.spawn(move || done.send(work(flag)).is_ok());
            let result = wait(&result, flag, None);
            // A panic is reported as a bug.
            let _ = worker.join();
            result
        })
    })
}

/// Runs work that owns its data on a separate thread, without the GIL, while the current thread checks for signals.
/// The exception of a signal is returned when the work has ended or after a short grace period.
///
/// # Errors
/// The exception of a signal, or of work that panicked.
pub(crate) fn detached<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Cancel) -> T + Send + 'static,
) -> PyResult<T> {
    let cancel = Cancel::default();
    let (done, result) = channel();
    let flag = cancel.clone();
    thread::Builder::new().name("arcdoku".to_owned()).spawn(move || {
        // Sending fails if nobody waits any more.
        let _ = done.send(work(&flag));
    })?;
    py.detach(move || wait(&result, &cancel, Some(GRACE)))
}
