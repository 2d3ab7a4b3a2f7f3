//! `arcdoku rules`.

use arcdoku_service::ask::rules;
use arcdoku_service::status::{Error, Status};
use arcdoku_service::whole_file::write_whole;

use crate::cli::{LineFormat, RuleList};
use crate::output;
use crate::terminal::print;

pub(crate) fn run(options: &RuleList) -> Result<Status, Error> {
    if let Some(directory) = &options.docs {
        std::fs::create_dir_all(directory.join("rules")).map_err(Error::at(directory.display()))?;
        for (name, text) in rules::files() {
            write_whole(&directory.join(name), text)?;
        }
        return Ok(Status::Fine);
    }
    let colored = output::is_colored();
    print(&match options.name {
        Some(kind) if options.svg => rules::picture(kind, true).unwrap_or_default(),
        Some(kind) => rules::one(kind, colored),
        None => rules::list(options.format == LineFormat::Json, colored),
    })
}
