//! Temporary files and folders, which are removed when a command ends, even by a signal.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// The exit code of a command that a signal ended.
pub(crate) const STOPPED: i32 = 130;

/// The temporary files and folders of this process. The lock is held while they are created and removed.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a file or folder with the first number whose name is free. Never uses existing files or links of others.
pub(crate) fn first_free<T>(mut create: impl FnMut(u32) -> io::Result<T>) -> io::Result<T> {
    for number in 0..1000 {
        match create(number) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => (),
            done => return done,
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "all names of temporary files and folders are taken"))
}

/// Creates a folder of this process in the folder of temporary files.
pub(crate) fn temporary_folder() -> io::Result<PathBuf> {
    let parent = std::env::temp_dir();
    let folder = first_free(|number| {
        let path = parent.join(format!("arcdoku-sql-{}-{number}", std::process::id()));
        fs::create_dir(&path)?;
        Ok(path)
    });
    folder.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", parent.display())))
}

/// A file that is removed when this is dropped, or when a signal ends the command.
pub(crate) struct Temporary(PathBuf);

impl Temporary {
    /// # Errors
    /// If there is already a file with this name.
    pub(crate) fn create(path: PathBuf) -> io::Result<(Self, File)> {
        let mut all = temporary();
        let file = File::create_new(&path)?;
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
        // This fails if the file got its final name, which is not an error.
        let _ = fs::remove_file(&self.0);
        all.retain(|path| *path != self.0);
    }
}

/// Creates a folder for data that does not fit into memory. [`clean`] removes it.
pub(crate) fn spill_folder() -> io::Result<PathBuf> {
    let mut all = temporary();
    let path = temporary_folder()?;
    all.push(path.clone());
    Ok(path)
}

/// Removes all temporary files and folders.
pub(crate) fn clean() {
    remove(&mut temporary());
}

fn remove(all: &mut Vec<PathBuf>) {
    for path in all.drain(..) {
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
}

/// Ends the process with a message at a signal. A separate thread waits for signals, because the other threads may be
/// busy.
pub(crate) fn at_signals(message: &'static str) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        runtime.block_on(stop_signal(false));
        // The lock is held until the process ends, so no further files are created.
        let mut all = temporary();
        remove(&mut all);
        eprintln!("arcdoku-sql: {message}");
        std::process::exit(STOPPED);
    })?;
    Ok(())
}

/// Waits for a signal to stop. If `is_attached`, the end of standard input is also such a signal, because it means
/// that the parent process has ended.
pub(crate) async fn stop_signal(is_attached: bool) {
    let (gone, is_gone) = oneshot::channel::<()>();
    // The receiver of an open channel waits forever.
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
