//! `arcdoku hint`.

use arcdoku_service::ask::hint::{self, HintOptions, HintStyle};
use arcdoku_service::status::{Error, Status};

use crate::cli::Hint;
use crate::output;
use crate::terminal::{Terminal, write_file};

pub(crate) fn run(options: &Hint) -> Result<Status, Error> {
    let question = HintOptions {
        scale: options.person.techniques.scale(&options.profile)?,
        techniques: options.person.techniques.options(&options.profile),
        grade: options.grade,
        language: options.person.tell.language,
        coordinates: options.person.tell.coordinates,
        progress: true,
        quick: false,
        bounds: options.person.time.bounds(),
    };
    let style = HintStyle { json: options.json, colored: output::is_colored() };
    let (status, picture) = hint::run(&question, style, options.input.input()?, &mut Terminal::plain())?;
    if let (Some(path), Some(picture)) = (&options.picture, picture) {
        write_file(path, picture)?;
    }
    Ok(status)
}
