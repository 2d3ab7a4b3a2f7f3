//! `arcdoku completions`, `arcdoku man` and `arcdoku schema`: generated from the declarations of the options.

use arcdoku_service::status::{Error, Status};
use arcdoku_wire::schema;

use crate::cli::{Completions, Man, Schema, TOPICS, command};
use crate::terminal::print;

pub(crate) fn completions(options: &Completions) -> Result<Status, Error> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut command(), "arcdoku", &mut script);
    print(&String::from_utf8_lossy(&script))
}

pub(crate) fn manual(options: &Man) -> Result<Status, Error> {
    let topics = || {
        TOPICS.iter().map(|topic| format!("Topic {}:\n{}", topic.name, (topic.text)())).collect::<Vec<_>>()
    };
    let command = command().mut_subcommand("help", |help| help.after_long_help(topics().join("\n")));
    if let Some(directory) = &options.out {
        let made =
            std::fs::create_dir_all(directory).and_then(|()| clap_mangen::generate_to(command, directory));
        made.map_err(Error::at(directory.display()))?;
        return Ok(Status::Fine);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    print(&String::from_utf8_lossy(&page))
}

pub(crate) fn schemas(options: &Schema) -> Result<Status, Error> {
    let document = schema::document(options.question.as_deref()).map_err(Error::usage)?;
    print(&format!("{document:#}\n"))
}
