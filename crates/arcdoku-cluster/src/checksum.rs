//! Checksums of rows that depend neither on the order of rows nor on their division into parts.

use std::fmt::Write as _;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};

/// The number of rows, and the sum of their hashes modulo 2^64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Checksum {
    pub(crate) rows: u64,
    pub(crate) sum: u64,
}

impl Checksum {
    /// Adds the rows of a batch. Values are hashed as text, so equivalent types have equal checksums.
    pub(crate) fn add(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        let options = FormatOptions::default().with_null("\u{0}");
        let columns = batch
            .columns()
            .iter()
            .map(|column| ArrayFormatter::try_new(column, &options))
            .collect::<Result<Vec<_>, _>>()?;
        let mut text = String::new();
        for row in 0..batch.num_rows() {
            text.clear();
            for column in &columns {
                let _ = write!(text, "{}\u{1F}", column.value(row));
            }
            self.sum = self.sum.wrapping_add(hash(text.as_bytes()));
        }
        self.rows += batch.num_rows() as u64;
        Ok(())
    }

    /// Adds the rows of another part.
    pub(crate) fn join(&mut self, other: Self) {
        self.rows += other.rows;
        self.sum = self.sum.wrapping_add(other.sum);
    }
}

/// FNV-1a of 64 bits (Fowler, Noll, Vo), mixed once more because checksums are sums of hashes.
fn hash(bytes: &[u8]) -> u64 {
    let mut hash = bytes.iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    hash = (hash ^ hash >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    hash ^ hash >> 32
}
