//! Benchmarks of any engine or strategy on any puzzle file, single-threaded, with checked answers.
//!
//! ```text
//! cargo xtask bench top95 --engines singles-mrv,dom-wdeg,sudoku --questions unique
//! cargo xtask bench random_minimal --engines fast9,fast9-lanes,fast9-lanes@portable,sudoku
//! cargo xtask bench csp --record
//! ```
//!
//! For every set and question, a warm-up round checks each answer: solutions must solve their puzzle, and engines
//! must agree on the number of solutions. A disagreement ends the run and shows the puzzle. Then all engines take
//! turns, round by round, so that other load on the machine affects all equally, and the best round counts. Puzzles
//! are shuffled by a fixed seed.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "this is a program that measures time"
)]

// The harness: sets, engines, rounds.
mod engine;
mod engines;
mod fast9_engines;
mod measure;
mod pass;
mod photo;
mod process;
mod set;

// Suites and reports.
mod canon;
mod fast9;
mod generate;
mod houses;
mod labelling;
mod large;
mod observer;
mod options;
mod probe;
mod proofs;
mod rate;
mod record;
mod server;
mod sql;
mod suite;
mod table;
mod target;
mod variants;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use crate::options::{Options, Run};
use crate::record::Report;
use crate::set::Data;

/// A named run that measures figures with targets of the project.
struct Suite {
    name: &'static str,
    summary: &'static str,
    /// Whether it supports `--engines` and `--target`.
    takes_engines: bool,
    /// The possible values of `--only`; any value, if the list is empty.
    sections: &'static [&'static str],
    run: fn(&Run, &mut Report) -> Result<(), String>,
}

impl Suite {
    /// A suite with its own engines and targets.
    const fn new(
        name: &'static str,
        run: fn(&Run, &mut Report) -> Result<(), String>,
        summary: &'static str,
    ) -> Self {
        Self { name, summary, takes_engines: false, sections: &[], run }
    }

    const fn with_engines(self) -> Self {
        Self { takes_engines: true, ..self }
    }

    const fn with_sections(self, sections: &'static [&'static str]) -> Self {
        Self { sections, ..self }
    }
}

const SUITES: &[Suite] = &[
    Suite::new(
        "fast9",
        fast9::suite,
        "the 9x9 engines compared with the peers (`--tdoku`, `--schoku`) on all sets, tiers, counts, the program, with \
         targets; sections by `--only`; or the answers to random puzzles (`--check`)",
    )
    .with_sections(fast9::SECTIONS),
    Suite::new(
        "csp",
        suite::csp,
        "the fastest csp strategy compared with the peer on all sets, `hybrid` on euler50, with targets",
    )
    .with_engines(),
    Suite::new("canon", canon::suite, "canonical forms of puzzles and full grids, with targets"),
    Suite::new("generate", generate::suite, "random puzzles and full grids, requests, other shapes, with targets"),
    Suite::new(
        "houses",
        houses::suite,
        "9x9 with diagonals, windows, groups, anti-knight, anti-king, jigsaw regions, with targets",
    ),
    Suite::new(
        "labelling",
        labelling::suite,
        "cheapest labellings, sums and marginals compared with toulbar2 and pgmpy (`--python`), with targets; \
         sections by `--only`",
    )
    .with_sections(labelling::SECTIONS),
    Suite::new(
        "large",
        large::suite,
        "12x12 to 64x64 compared with CaDiCaL, with targets; or the answers to random puzzles (`--check`)",
    )
    .with_engines(),
    Suite::new(
        "photo",
        photo::suite,
        "puzzles in real and rendered photos, from the files of `cargo xtask photo`, with targets; sections by `--only`",
    )
    .with_sections(photo::SECTIONS),
    Suite::new(
        "proofs",
        proofs::suite,
        "the lengths of proofs, and the times to write and to check them, with targets",
    )
    .with_sections(proofs::SETS),
    Suite::new("rate", rate::suite, "ratings on the scales of HoDoKu and the Sudoku Explainer, with targets"),
    Suite::new("se", rate::se::suite, "only the second half of rate"),
    Suite::new(
        "server",
        server::suite,
        "`arcdoku serve` under load: throughput, streams, cancellation, a soak of 20 minutes, with targets; sections by \
         `--only`",
    )
    .with_sections(server::SECTIONS),
    Suite::new(
        "sql",
        sql::suite,
        "`arcdoku-sql` compared with `arcdoku`, on clusters, with targets; sections by `--only`",
    )
    .with_sections(sql::SECTIONS),
    Suite::new(
        "simulate",
        sql::simulated,
        "simulation of a job on up to 1,000 executors, from the figures of the newest record of sql",
    ),
    Suite::new(
        "edits",
        variants::edits::suite,
        "true candidates after a clue or a rule is added to variants, with targets",
    ),
    Suite::new(
        "variants",
        variants::suite,
        "puzzles with other rules, with several engines, compared with a checkout of ISS (`--peer`), with targets",
    )
    .with_engines(),
    Suite::new("observer", suite::observers, "the cost of observing a search; the observer `()` costs nothing")
        .with_engines(),
    Suite::new("compare", suite::compare, "every named strategy on euler50, within 60 s in total").with_engines(),
];

fn after_help() -> String {
    let suites: Vec<String> =
        SUITES.iter().map(|Suite { name, summary, .. }| format!("  {name:<10}{summary}\n")).collect();
    format!(
        "Suites:\n{}\nIn a list of engines, an item with `=` belongs to the strategy before it: fc-mrv,value=lcv.",
        suites.concat()
    )
}

fn main() -> ExitCode {
    let matches = Options::command().after_help(after_help()).get_matches();
    let options = Options::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match run(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: Options) -> Result<(), String> {
    let root = root();
    let run = Run { data: Data::find(&root), root, options };
    match run.options.once.as_deref() {
        Some("text") => return fast9::once(&run),
        Some(observer) => return suite::observe_once(&run, observer),
        None => {}
    }
    let names: Vec<&str> = run.options.names.iter().map(String::as_str).collect();
    if let ["probe", subjects @ ..] = names.as_slice() {
        return probe::run(&run.data, subjects.first().copied());
    }
    let suite = SUITES.iter().find(|suite| names.contains(&suite.name));
    if suite.is_some() && names.len() > 1 {
        return Err("a suite has its own files: pass only the suite".into());
    }
    if cfg!(debug_assertions) {
        eprintln!("note: this is not a release build, so the times are not meaningful");
    }
    let name = suite.map_or("files", |suite| suite.name);
    let mut report =
        Report::new(if run.checked(0).is_some() { format!("{name}-check") } else { name.to_owned() });
    match suite {
        Some(suite) => {
            check(suite, &run.options)?;
            if let Some(note) = run.data.note() {
                report.add_block(&format!("Note: {note}."));
            }
            if run.options.limit.is_some() {
                // Targets apply to whole sets.
                report.add_block("Only a part of each set was measured (`--limit`).");
            }
            (suite.run)(&run, &mut report)?;
        }
        None => suite::files(&run, &mut report)?,
    }
    if run.options.record {
        let path = report.record(&run.root, &command()).map_err(|error| format!("the record: {error}"))?;
        let shown = path.strip_prefix(&run.root).unwrap_or(&path);
        eprintln!("record: {}", shown.display());
    }
    Ok(())
}

/// Rejects options that do not apply to a suite.
fn check(suite: &Suite, options: &Options) -> Result<(), String> {
    let has_engines = !options.engines.is_empty() || !options.targets.is_empty();
    if has_engines && !suite.takes_engines {
        return Err("the suite has its own engines and targets: pass files to measure others".into());
    }
    let is_known = |only: &&String| suite.sections.is_empty() || suite.sections.contains(&only.as_str());
    match options.only.iter().find(|only| !is_known(only)) {
        Some(only) => Err(format!("--only {only}: expected some of {}", suite.sections.join(", "))),
        None => Ok(()),
    }
}

/// The root of the workspace: the folder above this package.
fn root() -> PathBuf {
    // Cargo sets the variable for `run`. The compiled-in value is for a program that is started directly.
    let package = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    package.parent().map_or(package.clone(), Path::to_path_buf)
}

/// The command that repeats this run.
fn command() -> String {
    let quote = |argument: String| {
        if argument.contains(|c: char| " <>;&|*?'\"$`".contains(c)) {
            format!("'{}'", argument.replace('\'', "'\\''"))
        } else {
            argument
        }
    };
    let arguments: Vec<String> = env::args().skip(1).map(quote).collect();
    format!("cargo xtask bench {}", arguments.join(" "))
}

#[cfg(test)]
mod tests {
    use super::{Options, SUITES, check};
    use arcdoku::Question;
    use clap::{CommandFactory, Parser};

    #[test]
    fn the_arguments_are_sound() {
        Options::command().debug_assert();
        let options = Options::parse_from(["bench", "csp", "--questions", "unique", "--engines", "a,b"]);
        assert_eq!(options.questions, [Question::Unique]);
        assert_eq!(options.engines, ["a,b"]);
        assert!(Options::try_parse_from(["bench"]).is_err());
        assert!(Options::try_parse_from(["bench", "x", "--rounds", "0"]).is_err());
    }

    #[test]
    fn a_suite_rejects_options_that_do_not_apply() {
        let suite = |name: &str| SUITES.iter().find(|suite| suite.name == name).unwrap();
        let options = |more: &[&str]| Options::parse_from(["bench", "x"].iter().chain(more));
        assert!(check(suite("csp"), &options(&["--engines", "a"])).is_ok());
        assert!(check(suite("canon"), &options(&["--engines", "a"])).is_err());
        assert!(check(suite("fast9"), &options(&["--only", "sets,tiers"])).is_ok());
        assert!(check(suite("fast9"), &options(&["--only", "set"])).unwrap_err().contains("instructions"));
        assert!(check(suite("variants"), &options(&["--only", "iss-1"])).is_ok());
    }
}
