//! `arcdoku study`.

use arcdoku::grid::Shape;
use arcdoku_service::ask::study::{self, BAND_CLASSES, GridOptions};
use arcdoku_service::status::{Error, Status};

use crate::cli::{Grids, Study, Subject};
use crate::interrupt;
use crate::progress::Total;
use crate::terminal::Terminal;

pub(crate) fn run(options: &Study) -> Result<Status, Error> {
    match &options.subject {
        Subject::Grids(options) => match &options.boxes {
            None => grids(options),
            Some(boxes) => small_grids(boxes),
        },
    }
}

fn grids(options: &Grids) -> Result<Status, Error> {
    let Grids { out, resume, .. } = options;
    let cancel = interrupt::cancel().clone();
    let question = GridOptions { out: out.clone(), resume: *resume, cancel };
    let mut terminal = Terminal::new(Total::Steps(BAND_CLASSES), false).of_steps("classes");
    study::grids(&question, options.jobs.threads(), &mut terminal)
}

fn small_grids(boxes: &str) -> Result<Status, Error> {
    let number_of = |text: &str| text.parse::<usize>().ok();
    let sizes = boxes.split_once('x').and_then(|(rows, cols)| Some((number_of(rows)?, number_of(cols)?)));
    let shape = sizes.and_then(|(rows, cols)| Shape::boxes(rows, cols)).ok_or_else(|| {
        Error::usage(format!("--box {boxes}: expected rows and columns of a box, such as 2x3"))
    })?;
    study::small_grids(shape, interrupt::cancel(), &mut Terminal::plain())
}
