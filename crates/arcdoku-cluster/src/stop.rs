//! The end of a command by a signal: nothing temporary is left behind.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// The exit code of a command that a signal ended.
pub(crate) const STOPPED: i32 = 130;

/// Files and folders that are there. They are made and removed with the lock held.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is removed when this is dropped, or when a signal ends the command.
pub(crate) struct Temporary(PathBuf);

impl Temporary {
    pub(crate) fn create(path: PathBuf) -> io::Result<(Self, File)> {
        let mut all = temporary();
        let file = File::create(&path)?;
        all.push(path.clone());
        Ok((Self(path), file))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut all = temporary();
        // A file that has got its name is no longer here.
        let _ = fs::remove_file(&self.0);
        all.retain(|path| *path != self.0);
    }
}

/// The folder of this process for what does not fit into memory. It is there until [`clean`].
pub(crate) fn spill_folder() -> io::Result<PathBuf> {
    let path = std::env::temp_dir().join(format!("arcdoku-sql-{}", std::process::id()));
    let mut all = temporary();
    fs::create_dir_all(&path)?;
    if !all.contains(&path) {
        all.push(path.clone());
    }
    Ok(path)
}

/// Removes all that is temporary.
pub(crate) fn clean() {
    remove(&mut temporary());
}

fn remove(all: &mut Vec<PathBuf>) {
    for path in all.drain(..) {
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
}

/// Ends the process when it is told to, however busy its threads are: a thread of its own waits for the signals.
pub(crate) fn at_signals(told: &'static str) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        runtime.block_on(asked_to_end(false));
        // Nothing is created while the lock is held, which is until the end.
        let mut all = temporary();
        remove(&mut all);
        eprintln!("arcdoku-sql: {told}");
        std::process::exit(STOPPED);
    })?;
    Ok(())
}

/// Waits for a signal to end. If `is_attached`, the end of standard input is one: the process that started this one is gone.
pub(crate) async fn asked_to_end(is_attached: bool) {
    let (gone, is_gone) = oneshot::channel::<()>();
    // An open channel never tells anything.
    let _open = if is_attached {
        std::thread::spawn(move || {
            let _ = io::copy(&mut io::stdin(), &mut io::sink());
            let _ = gone.send(());
        });
        None
    } else {
        Some(gone)
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => (),
        () = terminated() => (),
        _ = is_gone => (),
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut terminate), Ok(mut hang_up)) =
        (signal(SignalKind::terminate()), signal(SignalKind::hangup()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => (),
        _ = hang_up.recv() => (),
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}
