//! `arcdoku techniques`.

use arcdoku::explain::Narrator;
use arcdoku_service::ask::techniques;
use arcdoku_service::status::{Error, Status};
use arcdoku_service::whole_file::write_whole;

use crate::cli::{self, Shown, TechniqueList};
use crate::output;
use crate::terminal::print;

pub(crate) fn run(options: &TechniqueList) -> Result<Status, Error> {
    let colored = output::is_colored();
    let narrator = Narrator::new(options.words.language, options.words.coordinates);
    if options.scale == techniques::LOGIC && options.name.is_none() && options.docs.is_none() {
        return print(&techniques::rule_list(options.format, &narrator, colored));
    }
    let scale = cli::scale(&options.scale)?;
    if let Some(directory) = &options.docs {
        let Some(profile) = scale.profile() else {
            let why = "the pages are ordered by level, which only a table of techniques has";
            return Err(Error::usage(format!("--docs: {why}")));
        };
        std::fs::create_dir_all(directory).map_err(Error::at(directory.display()))?;
        for (name, text) in techniques::files(&scale, profile, &narrator) {
            write_whole(&directory.join(name), text)?;
        }
        return Ok(Status::Fine);
    }
    print(&match options.name {
        Some(Shown::Ruled(row)) => techniques::rule_text(row, &narrator),
        Some(Shown::Classic(technique)) => techniques::text(technique, &scale, &narrator, colored),
        None => techniques::list(options.format, &scale, &narrator, colored),
    })
}
