//! Questions about how a person solves a puzzle: ratings, hints, steps, paths.

use arcdoku_service::ask::explain::{ExplainFormat, ExplainStyle, Explainer};
use arcdoku_service::ask::hint::Helper;
use arcdoku_service::ask::rate::Judge;
use arcdoku_service::ask::steps::Lister;
use arcdoku_service::cancel::{Bounds, Cancel};
use arcdoku_service::output::Transcript;
use arcdoku_wire::question::{Explain, Hint, OptionPart as _, Rate, Steps, options};

use crate::ask_options::{Options, json, message, read};
use crate::puzzle::{ReadPuzzle, plain};

options! {
    /// The form of a path.
    PathForm {
        /// The format
        format: ExplainFormat = ExplainFormat::Text,
        /// The step that is drawn, from 1
        step: u64 = 1,
    }
}

pub(crate) fn answer(
    data: &ReadPuzzle,
    question: &str,
    options: &mut Options,
    cancel: &Cancel,
) -> Result<String, String> {
    let reading = &data.reading;
    match question {
        "rate" => {
            let request: Rate = read(options)?;
            let mut judge = Judge::new(&request, Bounds::of(&request.limits, cancel)).map_err(message)?;
            json(&judge.reply(1, reading, &|_| {}))
        }
        "hint" | "hint_svg" => {
            let request: Hint = read(options)?;
            let mut helper = Helper::new(&request, Bounds::of(&request.limits, cancel)).map_err(message)?;
            if question == "hint" {
                return json(&helper.with_progress().reply(1, reading, &|_| {}));
            }
            helper.reply(1, reading, &|_| {});
            Ok(helper.picture().unwrap_or_default())
        }
        "steps" => {
            let request: Steps = read(options)?;
            let mut lister = Lister::new(&request, Bounds::of(&request.limits, cancel)).map_err(message)?;
            json(&lister.reply(reading, &|_| {}))
        }
        "explain" => {
            let PathForm { format, step } = PathForm::take(options).map_err(message)?;
            let request: Explain = read(options)?;
            let step = usize::try_from(step).unwrap_or(usize::MAX);
            let (style, bounds) =
                (ExplainStyle { format, step, colored: false }, Bounds::of(&request.limits, cancel));
            let mut explainer = Explainer::new(&request, bounds, style).map_err(message)?;
            let mut output = Transcript::default();
            let done = explainer.explain(1, data.item(), &|_| {}, &mut output);
            done.map_err(|error| plain(&error.to_string()))?;
            if let Some(page) = explainer.page() {
                output.text += &page;
            }
            // If there is no text, the messages are the answer.
            if output.text.is_empty() { Ok(output.errors.join("\n")) } else { Ok(output.text) }
        }
        _ => Err(format!("question: found '{question}', expected a question of the package")),
    }
}
