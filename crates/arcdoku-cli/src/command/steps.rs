//! `arcdoku steps`.

use arcdoku_service::ask::steps::{self, StepsOptions, StepsStyle};
use arcdoku_service::cancel::Bounds;
use arcdoku_service::status::{Error, Status};

use crate::cli::Steps;
use crate::terminal::Terminal;
use crate::{interrupt, output};

pub(crate) fn run(options: &Steps) -> Result<Status, Error> {
    let profile = options.order()?;
    let question = StepsOptions {
        wanted: options.wanted(&profile),
        profile,
        techniques: options.options(),
        most: options.most,
        bounds: Bounds::only(interrupt::cancel()),
    };
    let style = StepsStyle {
        json: options.json,
        tsv: options.tsv,
        coordinates: options.coordinates,
        colored: output::is_colored(),
    };
    steps::run(&question, style, options.input.input()?, &mut Terminal::plain())
}
