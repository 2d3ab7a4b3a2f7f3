//! Canonical forms, and random equivalent puzzles.

use arcdoku::canon::Order;
use arcdoku_arrow::arrays::{Kernel, readable};
use arcdoku_arrow::augment::{Augmentation, Parts};
use arcdoku_arrow::{Work, canon};
use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, AsArray as _, Float64Array, new_null_array};
use datafusion_common::arrow::datatypes::DataType;

use super::{answered, texts};
use crate::call::{Call, shared};

/// The canonical form.
pub(crate) fn form(call: &Call<'_>) -> Result<ArrayRef> {
    let (column, kind) = (call.puzzles()?, call.kind()?);
    if !kind.is_classic() {
        return Ok(new_null_array(&DataType::Utf8, call.rows));
    }
    let mut forms = vec![0; call.rows * 81];
    let work = Work::new();
    canon(column, &kind, Order::default(), &work, &mut forms).map_err(|failure| call.failed(failure))?;
    let readable = readable(column, &kind, &work).map_err(|failure| call.failed(failure))?;
    texts(call, forms, &kind, readable)
}

/// The key of the canonical form.
pub(crate) fn form_key(call: &Call<'_>) -> Result<ArrayRef> {
    let kind = call.kind()?;
    if !kind.is_classic() {
        return Ok(new_null_array(&DataType::FixedSizeBinary(16), call.rows));
    }
    answered(call, Kernel::Key, &kind)
}

/// A key as a number from 0 to 1.
pub(crate) fn share(call: &Call<'_>) -> Result<ArrayRef> {
    let keys = call.column("key")?.as_fixed_size_binary();
    // A float has 53 bits of precision. With more bits, a share could be rounded up to 1.
    let share = |key: &[u8]| {
        let first = key.first_chunk().map_or(0, |first| u64::from_be_bytes(*first));
        (first >> 11) as f64 / (1_u64 << 53) as f64
    };
    Ok(shared(keys.iter().map(|key| key.map(share)).collect::<Float64Array>()))
}

/// A random equivalent puzzle.
pub(crate) fn augment(call: &Call<'_>) -> Result<ArrayRef> {
    let (column, kind, seeds) = (call.puzzles()?, call.kind()?, call.seeds("seed")?);
    let cells = kind.cells();
    let (mut board, mut images) = (vec![0; cells], vec![0; call.rows * cells]);
    let mut is_read = vec![false; call.rows];
    for (row, image) in images.chunks_exact_mut(cells).enumerate() {
        is_read[row] = column.read(row, &kind, &mut board).is_ok();
        if is_read[row] {
            let (shape, seed) = (kind.shape(), seeds[row]);
            let plan = Augmentation { shape, parts: Parts::ALL, seed, images: 1, keep: false, first: 0 };
            plan.run(&board, &Work::new(), image).map_err(|failure| call.failed(failure))?;
        }
    }
    texts(call, images, &kind, call.nulls(|row| is_read[row]))
}
