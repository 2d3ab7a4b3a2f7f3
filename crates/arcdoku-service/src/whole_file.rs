//! Files that are written as a whole.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::status::Error;

/// Writes a file. An earlier file of this name stays as it is until the new one is complete, and if that fails.
///
/// What is no file, such as a device or a pipe, is written to as it is.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Error> {
    replace(path, bytes.as_ref()).map_err(Error::at(path.display()))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays one: what it leads to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let earlier = fs::metadata(&target).ok();
    if earlier.as_ref().is_some_and(|earlier| !earlier.is_file()) {
        return fs::write(&target, bytes);
    }
    let new = beside(&target, &format!(".{}.new", std::process::id()));
    let mut created = File::create_new(&new);
    if created.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists) {
        // A process of this number was killed while it wrote.
        fs::remove_file(&new)?;
        created = File::create_new(&new);
    }
    let mut file = match created {
        Ok(file) => file,
        // In a folder without permission for new files, an earlier one may still be written.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return fs::write(&target, bytes),
        Err(error) => return Err(error),
    };
    let written = file.write_all(bytes).and_then(|()| {
        earlier.map_or(Ok(()), |earlier| file.set_permissions(earlier.permissions()))?;
        fs::rename(&new, &target)
    });
    if written.is_err() {
        // The error that led here is the one to report.
        let _ = fs::remove_file(&new);
    }
    written
}

/// The path with an ending appended.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
