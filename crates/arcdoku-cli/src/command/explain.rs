//! `arcdoku explain`.

use arcdoku_service::ask::explain::{self, ExplainFormat, ExplainStyle, Explainer};
use arcdoku_service::cancel::Bounds;
use arcdoku_service::status::{Error, Status};
use arcdoku_wire::question::Explain;
use clap::ArgMatches;

use super::question::answerer;
use crate::cli::{ExplainArgs, InputArgs, read};
use crate::terminal::Terminal;
use crate::{interrupt, output};

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let arguments: ExplainArgs = read(matches);
    let input = read::<InputArgs>(matches).input()?;
    let (format, step) = match arguments.svg {
        Some(step) => (ExplainFormat::Svg, step),
        None => (arguments.format, 1),
    };
    let style = ExplainStyle { format, step, colored: output::is_colored() };
    let mut explainer = answerer(matches, |question: &Explain| {
        Explainer::new(question, Bounds::of(&question.limits, interrupt::cancel()), style)
    })?;
    if let Some(directory) = arguments.proof {
        explainer = explainer.with_proofs(directory)?;
    }
    let is_text = matches!(format, ExplainFormat::Text | ExplainFormat::Summary);
    explain::run(&mut explainer, input, arguments.number, &mut Terminal::plain().of_text(is_text))
}
