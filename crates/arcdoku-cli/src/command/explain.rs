//! `arcdoku explain`.

use arcdoku_service::ask::explain::{self, ExplainFormat, ExplainOptions, Explainer};
use arcdoku_service::status::{Error, Status};

use crate::cli::Explain;
use crate::output;
use crate::terminal::Terminal;

pub(crate) fn run(options: &Explain) -> Result<Status, Error> {
    let input = options.input.input()?;
    let question = ExplainOptions {
        scale: options.person.techniques.scale(&options.profile)?,
        techniques: options.person.techniques.options(&options.profile),
        language: options.person.tell.language,
        coordinates: options.person.tell.coordinates,
        notation: options.notation,
        bounds: options.person.time.bounds(),
    };
    let format = match options.svg {
        Some(step) => ExplainFormat::Svg(step),
        None if options.json => ExplainFormat::Json,
        None if options.html => ExplainFormat::Html,
        None if options.summary => ExplainFormat::Summary,
        None if options.markdown => ExplainFormat::Markdown,
        None => ExplainFormat::Text,
    };
    let colored = output::is_colored();
    let mut explainer = Explainer::new(&question, format, colored);
    if let Some(directory) = &options.proof {
        explainer = explainer.with_proofs(directory.clone())?;
    }
    explain::run_with(explainer, input, options.number, &mut Terminal::plain())
}
