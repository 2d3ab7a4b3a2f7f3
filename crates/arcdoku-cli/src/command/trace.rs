//! `arcdoku trace`.

use arcdoku_service::ask::trace::{self, SearchPicture, TraceStyle};
use arcdoku_service::cancel::Bounds;
use arcdoku_service::status::{Error, Status};
use arcdoku_service::whole_file::write_whole;
use arcdoku_wire::question::Trace;
use clap::ArgMatches;

use super::question::answerer;
use crate::cli::{InputArgs, LineFormat, TraceArgs, read};
use crate::terminal::Terminal;
use crate::{interrupt, output};

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let TraceArgs { number, format, picture, tree, animation, implications } = read(matches);
    let files = [
        (SearchPicture::Solution, picture),
        (SearchPicture::Tree, tree),
        (SearchPicture::Animation, animation),
        (SearchPicture::Implications, implications),
    ];
    let (pictures, paths): (Vec<_>, Vec<_>) =
        files.into_iter().filter_map(|(picture, path)| path.map(|path| (picture, path))).unzip();
    let question = answerer(matches, |question: &Trace| SearchPicture::prepare(&pictures, question.clone()))?;
    let style = TraceStyle { json: format == LineFormat::Json, colored: output::is_colored() };
    let input = read::<InputArgs>(matches).input()?;
    let bounds = Bounds::of(&question.limits, interrupt::cancel());
    let mut terminal = Terminal::plain().of_text(!style.json);
    let (status, drawn) = trace::run(&question, &bounds, style, input, number, &pictures, &mut terminal)?;
    for (path, picture) in paths.iter().zip(drawn) {
        if let Some(picture) = picture {
            write_whole(path, picture)?;
        }
    }
    Ok(status)
}
