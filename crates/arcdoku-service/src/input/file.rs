//! Files that are read as a whole, up to a maximum size.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest file that an option names, such as a scale, regions or a puzzle to compare with: 16 MiB.
pub const LARGEST_OPTION_FILE: u64 = 1 << 24;

/// The text of a file that an option names.
///
/// # Errors
/// If it cannot be read, is not UTF-8 text, or is larger than [`LARGEST_OPTION_FILE`].
pub fn read_option_file(path: impl AsRef<Path>) -> io::Result<String> {
    let bytes = read_up_to(File::open(path)?, LARGEST_OPTION_FILE)?;
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "no UTF-8 text"))
}

/// All bytes of an input of at most `most` bytes.
pub(crate) fn read_up_to(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let what = format!("larger than {} MiB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_up_to_their_limit() {
        assert_eq!(read_up_to(io::repeat(b'x').take(1 << 20), 1 << 20).unwrap().len(), 1 << 20);
        let error = read_up_to(io::repeat(b'x'), 1 << 20).unwrap_err();
        assert_eq!(error.to_string(), "larger than 1 MiB");
    }
}
