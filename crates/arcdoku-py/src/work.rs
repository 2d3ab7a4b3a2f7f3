//! Work without the GIL that Ctrl-C ends: [`interruptible`] may borrow, [`detached`] owns what it works on.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
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

/// A time in seconds. A number that is no time ends the work at once, as a time of zero does.
pub(crate) fn duration(seconds: Option<f64>) -> Option<Duration> {
    seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default())
}

/// The error of work that panicked.
pub(crate) fn bug() -> PyErr {
    PyRuntimeError::new_err("arcdoku: a bug ended the work")
}

/// Waits for a result without the GIL, and looks for signals. A signal whose handler raises (Ctrl-C) sets the flag; its
/// exception is returned in place of the result, once that is there or, with a `grace`, after that many looks.
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

/// Runs work on a thread of its own, without the GIL, while this one looks for signals. The exception of a signal is
/// returned once the work has ended.
///
/// # Errors
/// The exception of a signal, or of work that panicked.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Cancel) -> T + Send) -> PyResult<T> {
    let cancel = Cancel::default();
    py.detach(|| {
        thread::scope(|scope| {
            let (done, result) = channel();
            let flag = &cancel;
            // The receiver waits until this is sent or dropped.
            let worker = scope.spawn(move || done.send(work(flag)).is_ok());
            let result = wait(&result, flag, None);
            // A panic is reported as such.
            let _ = worker.join();
            result
        })
    })
}

/// Runs work that owns all it needs on a thread of its own, without the GIL, while this one looks for signals. The
/// exception of a signal is returned when the work has ended, or a little later.
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
        // The receiver is gone where nobody waits any more.
        let _ = done.send(work(&flag));
    })?;
    py.detach(move || wait(&result, &cancel, Some(GRACE)))
}
