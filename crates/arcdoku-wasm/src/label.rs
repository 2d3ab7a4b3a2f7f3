//! Labelling problems: costs and probabilities of digits.

use arcdoku_service::ask::label::{self as service, check};
use arcdoku_service::input::{Board, Input, Plan};
use arcdoku_wire::LabelReply;
use arcdoku_wire::question::{Label, ModelForm};

use crate::env::bounds;
use crate::error::AskError;
use crate::progress::ProgressSink;

/// The answer to the first problem of a text: a puzzle in any notation, a row of JSON lines with a field `costs`, or a table
/// of scores. Digits on the board of a puzzle count as clues.
pub(crate) fn label(question: Label, board: Board, _: ProgressSink<'_>) -> Result<LabelReply, AskError> {
    check(&question)?;
    let bounds = bounds(&question.limits);
    if board.digits.is_none() {
        let input = Input::text(board.puzzle, Plan::default());
        return Ok(service::reply_to(&question, &bounds, input));
    }
    if question.problem.form == Some(ModelForm::Scores) {
        return Err(AskError::new("digits: found digits with a table of scores, expected a puzzle"));
    }
    Ok(service::reply_to_reading(&question, &bounds, board.as_clues()))
}
