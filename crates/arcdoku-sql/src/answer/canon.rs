//! Canonical forms, and random puzzles of the same class.

use arcdoku::canon::Order;
use arcdoku_arrow::augment::{Augmentation, Parts};
use arcdoku_arrow::{Work, canon, key};
use datafusion_common::Result;
use datafusion_common::arrow::array::{
    ArrayRef, AsArray as _, FixedSizeBinaryBuilder, Float64Array, new_null_array,
};
use datafusion_common::arrow::datatypes::DataType;

use super::{readable, texts};
use crate::call::{Call, shared};

/// The canonical form.
pub(crate) fn form(call: &Call<'_>) -> Result<ArrayRef> {
    let (column, kind) = (call.puzzles()?, call.kind()?);
    if !kind.is_classic() {
        return Ok(new_null_array(&DataType::Utf8, call.rows));
    }
    let mut forms = vec![0; call.rows * 81];
    canon(column, &kind, Order::default(), &Work::new(), &mut forms)
        .map_err(|failure| call.failed(failure))?;
    let readable = readable(call, column, &kind);
    texts(call, forms, 81, call.nulls(|row| readable[row]))
}

/// The key of the canonical form.
pub(crate) fn form_key(call: &Call<'_>) -> Result<ArrayRef> {
    let (column, kind) = (call.puzzles()?, call.kind()?);
    if !kind.is_classic() {
        return Ok(new_null_array(&DataType::FixedSizeBinary(16), call.rows));
    }
    let mut keys = vec![0; call.rows * 16];
    key(column, &kind, &Work::new(), &mut keys).map_err(|failure| call.failed(failure))?;
    let readable = readable(call, column, &kind);
    let mut builder = FixedSizeBinaryBuilder::with_capacity(call.rows, 16);
    for (row, key) in keys.chunks_exact(16).enumerate() {
        if readable[row] {
            builder.append_value(key)?;
        } else {
            builder.append_null();
        }
    }
    Ok(shared(builder.finish()))
}

/// A key as a number from 0 to 1.
pub(crate) fn share(call: &Call<'_>) -> Result<ArrayRef> {
    let keys = call.column("key")?.as_fixed_size_binary();
    // 53 bits are all that a float has: with more of them, a share could be rounded up to 1.
    let share = |key: &[u8]| {
        let first = key.first_chunk().map_or(0, |first| u64::from_be_bytes(*first));
        (first >> 11) as f64 / (1_u64 << 53) as f64
    };
    Ok(shared(keys.iter().map(|key| key.map(share)).collect::<Float64Array>()))
}

/// A random puzzle of the same class.
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
    texts(call, images, cells, call.nulls(|row| is_read[row]))
}
