//! Writes a photo as PGM, with the brightness that the program reads. The test in Node has no decoder.

use std::io::Write as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("expected a photo")?;
    let gray = image::open(path)?.into_luma8();
    let mut out = std::io::stdout().lock();
    write!(out, "P5\n{} {}\n255\n", gray.width(), gray.height())?;
    Ok(out.write_all(gray.as_raw())?)
}
