//! Labelling problems: costs of digits, and how probable each digit is.

use arcdoku_service::ask::label::{
    self as service, LabelMethod, LabelOptions, LabelSemiring, ModelForm, ScoreKind,
};
use arcdoku_service::input::{Board, Input, Plan};
use arcdoku_wire::LabelReply;
use arcdoku_wire::question::{LimitOptions, question};

use crate::env::{amount, bounds};
use crate::error::AskError;
use crate::progress::ProgressSink;

question! {
    /// The best labelling of a puzzle, of a puzzle with costs of digits, or of a table of scores, and how probable each
    /// digit is. All costs are floating-point numbers. Other questions about labelling problems are those of the program
    Label = "label" -> LabelReply, fails "" {
        /// The first problem of this text: a puzzle in any notation, a row of JSON lines with a field `costs`, or N x N
        /// rows of N scores
        text: String,
        /// Of a puzzle: the digits on the board, which count as clues
        digits: Option<String>,
        /// The semiring
        semiring: LabelSemiring = LabelSemiring::MinCost,
        /// The number of best labellings, of `k-best`
        k: Option<u64> [1 ..= 1_000_000],
        /// Also the value of each label
        marginals: bool,
        /// How the answer is found
        method: LabelMethod = LabelMethod::Auto,
        /// The most bytes of tables: by default a share of what a page may take on a phone
        memory: u64 [1 ..= u64::MAX] = 256_000_000,
        /// What the text is, puzzles or scores: detected if absent
        form: Option<String>,
        /// What the numbers of a table of scores are
        scores: ScoreKind = ScoreKind::Log,
    } with { limits: LimitOptions, }
}

/// The answer to the first problem of a text.
pub(crate) fn label(question: Label, _: ProgressSink<'_>) -> Result<LabelReply, AskError> {
    let mut options = LabelOptions {
        marginals: question.marginals,
        memory: question.memory as f64,
        bounds: bounds(&question.limits),
        method: question.method,
        scores: question.scores,
        semiring: question.semiring,
        ..LabelOptions::default()
    };
    if let Some(name) = &question.form {
        let forms = ModelForm::all();
        let form = forms.iter().find(|form| form.name() == name);
        let unknown = || AskError::unknown("form", name, forms.iter().map(|form| form.name()));
        options.form = Some(*form.ok_or_else(unknown)?);
    }
    match (options.semiring, question.k) {
        (LabelSemiring::KBest, Some(k)) => options.k = amount(k),
        (LabelSemiring::KBest, None) => return Err(AskError::new("k: expected a number")),
        (_, Some(_)) => return Err(AskError::new("k: is the number of labellings of the semiring k-best")),
        (_, None) => {}
    }
    options.check().map_err(AskError::new)?;
    if question.digits.is_some() && options.form == Some(ModelForm::Scores) {
        return Err(AskError::new("digits: are those of a puzzle, not of a table of scores"));
    }
    if let Some(digits) = question.digits {
        let board = Board { puzzle: question.text, digits: Some(digits), marks: Vec::new() };
        return Ok(service::reply_to_reading(&options, board.as_clues()));
    }
    Ok(service::reply_to(&options, Input::text(question.text, Plan::default())))
}
