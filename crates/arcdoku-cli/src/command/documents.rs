//! `arcdoku completions` and `arcdoku man`: made from the declarations of the options.

use std::io::Write as _;

use anyhow::Context as _;
use clap::CommandFactory as _;

use crate::cli::{Cli, Completions, Man};
use crate::output;
use crate::status::Status;

pub(crate) fn completions(options: &Completions) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Cli::command(), "arcdoku", &mut script);
    let mut out = output::stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Status::Fine)
}

pub(crate) fn manual(options: &Man) -> anyhow::Result<Status> {
    let command = Cli::command().disable_help_subcommand(true);
    if let Some(directory) = &options.out {
        std::fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
        clap_mangen::generate_to(command, directory).with_context(|| directory.display().to_string())?;
        return Ok(Status::Fine);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    let mut out = output::stdout();
    out.write_all(&page)?;
    out.flush()?;
    Ok(Status::Fine)
}
