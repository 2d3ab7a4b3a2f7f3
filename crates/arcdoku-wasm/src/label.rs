//! Labelling problems: costs of digits, and how probable each digit is.

use arcdoku::Choice;
use arcdoku_service::ask::label::{
    self as service, LabelMethod, LabelOptions, LabelSemiring, ModelForm, ScoreKind,
};
use arcdoku_service::input::{Board, Input, Plan};
use arcdoku_wire::LabelReply;

use crate::ask::{Limited, ask};
use crate::error::AskError;
use crate::js::questions;

/// The most bytes of tables, if it is not said: a share of what a page may take on a phone.
const MEMORY: f64 = 256e6;

/// The most labellings that are listed.
const MOST: u64 = 1_000_000;

ask! {
    /// What is the best labelling of a puzzle, of a puzzle with costs of digits, or of a table of scores, and how probable is
    /// each digit? All costs are floating-point numbers. Other questions about labelling problems are those of the program.
    LabelAsk: limits {
        /// The first problem of this text: a puzzle in any notation, a row of JSON lines with a field `costs`, or N x N
        /// rows of N scores.
        pub text: String,
        /// Of a puzzle: the digits on the board, which count as clues.
        #[tsify(optional)]
        pub digits: Option<String>,
        /// The semiring: `min-cost` (default), `boolean`, `k-best`, `max-gain`, `max-prob` or `log-sum`
        #[tsify(optional, type = "\"boolean\" | \"min-cost\" | \"k-best\" | \"max-gain\" | \"max-prob\" | \"log-sum\"")]
        pub semiring: Option<String>,
        /// The number of best labellings, of `k-best`.
        #[tsify(optional)]
        pub k: Option<u64>,
        /// Whether the value of each label is asked for.
        #[tsify(optional)]
        pub marginals: Option<bool>,
        /// How the answer is found: `auto` (default), `search`, `sweep`, `eliminate` or `beliefs`
        #[tsify(optional)]
        pub method: Option<String>,
        /// The most bytes of tables (default: 256 MB).
        #[tsify(optional)]
        pub memory: Option<f64>,
        /// What the text is: detected if absent.
        #[tsify(optional, type = "\"puzzles\" | \"scores\"")]
        pub form: Option<String>,
        /// What the numbers of a table of scores are: `log-prob` (default), `prob` or `cost`.
        #[tsify(optional, type = "\"log-prob\" | \"prob\" | \"cost\"")]
        pub scores: Option<String>,
    }
}

/// The answer to the first problem of a text.
pub fn label(ask: LabelAsk) -> Result<LabelReply, AskError> {
    let mut options = LabelOptions {
        marginals: ask.marginals.unwrap_or(false),
        memory: ask.memory.unwrap_or(MEMORY),
        bounds: ask.bounds(),
        method: choice("method", ask.method.as_deref(), LabelMethod::Auto)?,
        scores: choice("scores", ask.scores.as_deref(), ScoreKind::Log)?,
        semiring: choice("semiring", ask.semiring.as_deref(), LabelSemiring::MinCost)?,
        ..LabelOptions::default()
    };
    if let Some(name) = &ask.form {
        let forms = ModelForm::all();
        let form = forms.iter().find(|form| form.name() == name);
        let unknown = || AskError::unknown("form", name, forms.iter().map(|form| form.name()));
        options.form = Some(*form.ok_or_else(unknown)?);
    }
    match (options.semiring, ask.k) {
        (LabelSemiring::KBest, Some(k)) if (1..=MOST).contains(&k) => options.k = k as usize,
        (LabelSemiring::KBest, _) => {
            return Err(AskError::new(format!("k: expected a number from 1 to {MOST}")));
        }
        (_, Some(_)) => return Err(AskError::new("k: is the number of labellings of the semiring k-best")),
        (_, None) => {}
    }
    options.check().map_err(AskError::new)?;
    if !(options.memory.is_finite() && options.memory > 0.0) {
        return Err(AskError::new("memory: expected a number of bytes above 0"));
    }
    if ask.digits.is_some() && options.form == Some(ModelForm::Scores) {
        return Err(AskError::new("digits: are those of a puzzle, not of a table of scores"));
    }
    if let Some(digits) = ask.digits {
        let board = Board { puzzle: ask.text, digits: Some(digits), marks: Vec::new() };
        return Ok(service::reply_to_reading(&options, board.as_clues()));
    }
    Ok(service::reply_to(&options, Input::text(ask.text, Plan::default())))
}

/// A choice by its name.
fn choice<T: Choice>(field: &str, name: Option<&str>, usual: T) -> Result<T, AskError> {
    let Some(name) = name else { return Ok(usual) };
    let names = || T::TABLE.iter().map(|row| row.1);
    T::from_name(name).ok_or_else(|| AskError::unknown(field, name, names()))
}

questions! {
    "Answers a question about a labelling problem: best labellings, log Z, marginals."
    label(LabelAsk, "LabelAsk") -> "LabelReply";
}
