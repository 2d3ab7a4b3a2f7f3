//! Puzzles for other programs.

use arcdoku_exchange::{About, fpuzzles};

use crate::ask::{OnBoard, ask};
use crate::error::AskError;
use crate::js::questions;
use crate::solver::ConvertReply;

ask! {
    /// The puzzle as f-puzzles and `SudokuPad` have it. Digits on the board and marks are ignored.
    FPuzzlesAsk: board {}
}

/// The JSON that links hold; what the format lacks is named.
pub fn fpuzzles(ask: FPuzzlesAsk) -> Result<ConvertReply, AskError> {
    let item = match ask.board().in_progress() {
        Ok(item) => item,
        Err(rejected) => return Ok(ConvertReply { fault: Some(rejected.fault), ..ConvertReply::default() }),
    };
    let about = About { title: item.record.name.clone(), ..About::default() };
    Ok(match fpuzzles::write(&item.record.puzzle, &about) {
        Ok(text) => ConvertReply { text: Some(text), ..ConvertReply::default() },
        Err(error) => ConvertReply { refused: Some(error.what), ..ConvertReply::default() },
    })
}

questions! {
    "Writes a puzzle as the JSON that links of f-puzzles and `SudokuPad` hold, packed by lz-string."
    fpuzzles(FPuzzlesAsk, "FPuzzlesAsk") -> "ConvertReply";
}
