//! Tests of the service, in one program.

mod faults;
#[cfg(feature = "photo")]
mod fuzz;
mod inputs;
mod limits;
mod make;
mod questions;
mod replies;
#[cfg(feature = "photo")]
mod scan;

use arcdoku_service::ask::ReplyFormat;
use arcdoku_service::ask::answer::{self, ReplyStyle};
use arcdoku_service::cancel::Cancel;
use arcdoku_service::input::Input;
use arcdoku_service::output::Transcript;
use arcdoku_service::status::Status;

/// Runs `check` on the puzzles of an input, with JSON output.
fn check(input: Input, out: &mut Transcript) -> Status {
    let question = answer::question("check", &serde_json::Map::new(), ReplyFormat::Json).unwrap().unwrap();
    let style = ReplyStyle::plain(ReplyFormat::Json);
    answer::run(&question, style, input, 1, &Cancel::default(), out).unwrap()
}
