//! Files that are written as a whole.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::status::Error;

/// Writes a file. An earlier file with this name stays unchanged until the new file is complete, and also if writing
/// fails.
///
/// Other targets, such as devices and pipes, are written directly.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Error> {
    replace(path, bytes.as_ref()).map_err(Error::at(path.display()))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link is kept, and its target is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let earlier = fs::metadata(&target).ok();
    if earlier.as_ref().is_some_and(|earlier| !earlier.is_file()) {
        return fs::write(&target, bytes);
    }
    let new = sibling(&target, &format!(".{}.new", std::process::id()));
    let mut created = File::create_new(&new);
    if created.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists) {
        // A process with this number was killed while it was writing.
        fs::remove_file(&new)?;
        created = File::create_new(&new);
    }
    let mut file = match created {
        Ok(file) => file,
        // In a directory without permission for new files, an existing file may still be writable.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return fs::write(&target, bytes),
        Err(error) => return Err(error),
    };
    let written = file.write_all(bytes).and_then(|()| {
        earlier.map_or(Ok(()), |earlier| file.set_permissions(earlier.permissions()))?;
        fs::rename(&new, &target)
    });
    if written.is_err() {
        // Only the earlier error is reported.
        let _ = fs::remove_file(&new);
    }
    written
}

/// The path with an ending appended.
pub(crate) fn sibling(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
