//! `arcdoku convert`.

use arcdoku_service::ask::convert;
use arcdoku_service::status::{Error, Status};

use crate::cli::Convert;
use crate::interrupt;
use crate::terminal::Terminal;

pub(crate) fn run(options: &Convert) -> Result<Status, Error> {
    let input = options.input.input()?;
    let mut terminal = Terminal::of(&input, false);
    convert::run(options.to, input, interrupt::cancel(), &mut terminal)
}
