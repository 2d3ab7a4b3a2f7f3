//! Puzzles for other programs.

use arcdoku_exchange::{About, fpuzzles as format};
use arcdoku_service::input::Board;
use arcdoku_wire::question::question;

use crate::error::AskError;
use crate::progress::ProgressSink;
use crate::solver::ConvertReply;

question! {
    /// The puzzle in the format of f-puzzles and `SudokuPad`: the JSON in their links, compressed by lz-string.
    /// Digits on the board and marks are ignored
    FPuzzles = "fpuzzles" -> ConvertReply, fails "" {}
}

/// The JSON of links. The reply names the parts of a puzzle that the format cannot express.
pub(crate) fn fpuzzles(_: FPuzzles, board: Board, _: ProgressSink<'_>) -> Result<ConvertReply, AskError> {
    let item = match board.in_progress() {
        Ok(item) => item,
        Err(rejected) => return Ok(ConvertReply { fault: Some(rejected.fault), ..ConvertReply::default() }),
    };
    let about = About { title: item.record.name.clone(), ..About::default() };
    Ok(match format::write(&item.record.puzzle, &about) {
        Ok(text) => ConvertReply { text: Some(text), ..ConvertReply::default() },
        Err(error) => ConvertReply { refused: Some(error.what), ..ConvertReply::default() },
    })
}
