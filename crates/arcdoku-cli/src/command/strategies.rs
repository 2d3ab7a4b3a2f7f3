//! `arcdoku strategies`.

use arcdoku_service::ask::strategies;
use arcdoku_service::status::{Error, Status};

use crate::cli::{LineFormat, Strategies};
use crate::output;
use crate::terminal;

pub(crate) fn run(options: &Strategies) -> Result<Status, Error> {
    let print = if options.parts { strategies::parts } else { strategies::list };
    terminal::print(&print(options.format == LineFormat::Json, output::is_colored()))
}
