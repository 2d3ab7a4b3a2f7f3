//! Benchmarks: any engine or strategy over any puzzle file, single-threaded, answers checked.
//!
//! ```text
//! cargo xtask bench top95 --engines singles-mrv,dom-wdeg,sudoku --questions unique
//! cargo xtask bench random_minimal --engines fast9,fast9-lanes,fast9-lanes@portable,sudoku
//! cargo xtask bench csp --record
//! ```
//!
//! For every set and question, a warm-up round checks each answer: solutions must solve their puzzle,
//! and engines must agree on how many there are. A disagreement ends the run and shows the puzzle.
//! Then all engines take turns, round by round, so that other load on the machine affects all equally,
//! and the best round counts. Puzzles are shuffled by a fixed seed.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a program that measures"
)]

// The harness itself: sets, engines, rounds.
mod engine;
mod engines;
mod fast9_engines;
mod measure;
mod pass;
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
mod probe;
mod proofs;
mod rate;
mod record;
mod sql;
mod suite;
mod table;
mod target;
mod variants;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use arcdoku::{Limits, Question};
use clap::Parser;

use crate::record::Report;
use crate::set::Data;
use crate::suite::{Plan, SUITES};
use crate::target::Target;

/// Measures any engine or strategy over any puzzle file, single-threaded, with checked answers
#[derive(Parser)]
#[command(name = "bench", bin_name = "cargo xtask bench", after_help = after_help())]
struct Arguments {
    /// Files in any notation, names of the shared sets such as top95, or one suite
    #[arg(required = true, value_name = "FILES")]
    names: Vec<String>,

    /// Strategies by name or parts, fastest, all, fast9 and fast9-lanes (or on a tier: fast9@avx2), arcdoku and
    /// arcdoku-many (the facade), sudoku (the peer) [default: fastest,sudoku]
    #[arg(long, value_name = "A,B,...")]
    engines: Vec<String>,

    /// What is asked of each puzzle
    #[arg(long, value_name = "Q,...", value_delimiter = ',', default_value = "first,unique", value_parser = target::question)]
    questions: Vec<Question>,

    /// Number of rounds; the best counts [default: 5, in observer 41, in compare 3, for counts 3]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,

    /// Measure at most N puzzles of each set, in shuffled order
    #[arg(long, value_name = "N")]
    limit: Option<usize>,

    /// Give up on a puzzle after N expanded nodes (peers have no such limit)
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Compare figures with a target: a rate such as easy:unique>=40000/s, or a total such as euler50<5ms
    #[arg(long = "target", value_name = "TARGET")]
    targets: Vec<Target>,

    /// Measure the Interactive Sudoku Solver beside the suite `variants`, by the folder of a checkout; needs Node
    #[arg(long, value_name = "FOLDER")]
    peer: Option<PathBuf>,

    /// Give up on a puzzle of the suites `variants`, `large` and `labelling` after so many seconds on the processor
    /// [default: 20, in large and labelling 60]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: Option<u64>,

    /// Only puzzles of the suite `variants` that take the first engine more than so many seconds [without S: 1]
    #[arg(long, value_name = "S", num_args = 0..=1, require_equals = true, default_missing_value = "1",
        value_parser = duration)]
    slow: Option<Duration>,

    /// In the suite `large`: without `CaDiCaL` beside
    #[arg(long)]
    alone: bool,

    /// In the suites `large` and `fast9`: instead compare the answers to so many random puzzles
    /// [without N, or 0: 100000, in fast9 10000000]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    check: Option<usize>,

    /// The seed of the puzzles of `fast9 --check`
    #[arg(long, value_name = "N", default_value_t = 20)]
    seed: u64,

    /// In the suite `fast9`: tdoku beside, the program of `bench/tdoku`
    #[arg(long, value_name = "PROGRAM")]
    tdoku: Option<PathBuf>,

    /// Only these puzzles of the suite `variants`, sets or ranges of the suite `large` (`n6_h47`), sets of the suite
    /// `proofs`, or sections of the suites `sql`, `labelling` (`oracles`, `noisy`, `families`, `sums`) and `fast9`
    /// (`sets`, `tiers`, `solver`, `count`, `enumerate`, `minimize`, `instructions`, `program`)
    #[arg(long, value_name = "ID,...", value_delimiter = ',')]
    only: Vec<String>,

    /// Only an N-th of the work of the suite `sql`, to try it; nothing is judged [without N: 100]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "100")]
    quick: Option<usize>,

    /// Folder of `arcdoku` and `arcdoku-sql` for the suite `sql` [default: that of this program]
    #[arg(long, value_name = "FOLDER")]
    programs: Option<PathBuf>,

    /// In the suite `labelling`: a Python with the packages pytoulbar2 and pgmpy, to measure and compare beside them
    #[arg(long, value_name = "PROGRAM")]
    python: Option<PathBuf>,

    /// In the suite `labelling`: a folder of problems, `*.wcsp`
    #[arg(long, value_name = "FOLDER")]
    families: Option<PathBuf>,

    /// In the suite `labelling`: write the answers of the peers to random models, for tests
    #[arg(long, value_name = "FILE")]
    write_oracles: Option<PathBuf>,

    /// Write a dated record into bench/record
    #[arg(long)]
    record: bool,

    /// One pass with this observer, or of the engine from text to text (`text`), for counting instructions
    #[arg(long, value_name = "OBSERVER", hide = true)]
    once: Option<String>,
}

fn after_help() -> String {
    let suites: Vec<String> =
        SUITES.iter().map(|(name, summary)| format!("  {name:<10}{summary}\n")).collect();
    format!(
        "Suites:\n{}\nIn a list of engines an item with `=` belongs to the strategy before it: fc-mrv,value=lcv.",
        suites.concat()
    )
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let root = root();
    let data = Data::find(&root);
    let plan = Plan {
        engines: arguments.engines.iter().map(String::as_str).collect(),
        questions: arguments.questions.clone(),
        rounds: arguments.rounds.map(|rounds| rounds as usize),
        limit: arguments.limit,
        limits: Limits::NONE.with_nodes(arguments.nodes),
        targets: arguments.targets.clone(),
    };
    let names: Vec<&str> = arguments.names.iter().map(String::as_str).collect();
    if arguments.once.as_deref() == Some("text") {
        return fast9::once(&plan, &data, &names);
    }
    if let Some(observer) = &arguments.once {
        return suite::observe_once(&plan, &data, &names, observer);
    }
    if let ["probe", subjects @ ..] = names.as_slice() {
        return probe::run(&data, subjects.first().copied());
    }
    let suite = SUITES.iter().map(|&(name, _)| name).find(|name| names.contains(name));
    if suite.is_some() && names.len() > 1 {
        return Err("a suite has its own files: name it alone".into());
    }
    if cfg!(debug_assertions) {
        eprintln!("note: this is not a release build; the times mean little");
    }
    let mut report = Report::new(match suite {
        Some("large") if arguments.check.is_some() => "large-check",
        Some("fast9") if arguments.check.is_some() => "fast9-check",
        suite => suite.unwrap_or("files"),
    });
    if let Some(note) = data.note().filter(|_| suite.is_some()) {
        report.say(&format!("Note: {note}."));
    }
    match suite {
        Some("fast9") => match checked(arguments, 10_000_000) {
            Some(count) => fast9::check(count, arguments.seed, &mut report)?,
            None => fast9::suite(&plan, &root, &data, &fast9_run(arguments), &mut report)?,
        },
        Some("canon") => canon::suite(&plan, &data, &mut report)?,
        Some("generate") => generate::suite(&plan, &mut report)?,
        Some("houses") => houses::suite(&plan, &mut report)?,
        Some("labelling") => labelling::suite(&plan, &root, &labelling_run(arguments), &mut report)?,
        Some("proofs") => proofs::suite(&plan, &data, &arguments.only, &mut report)?,
        Some("large") => match checked(arguments, 100_000) {
            Some(count) => large::check::suite(&plan, &root, count, arguments.alone, &mut report)?,
            None => large::suite(&plan, &root, &data, &large_run(arguments), &mut report)?,
        },
        Some("rate") => {
            rate::suite(&plan, &data, &mut report)?;
            rate::se::suite(&plan, &data, &mut report)?;
        }
        Some("se") => rate::se::suite(&plan, &data, &mut report)?,
        Some("variants") => variants::suite(&plan, &root, &data, &variants_run(arguments), &mut report)?,
        Some("sql") => sql::suite(&plan, &root, &data, &sql_run(arguments), &mut report)?,
        Some("simulate") => sql::simulated(&root, &mut report)?,
        Some("edits") => {
            variants::edits::suite(&plan, &data, longest(arguments, 20), &mut report)?;
        }
        Some("csp") => suite::csp(&plan, &data, &mut report)?,
        Some("observer") => suite::observers(&plan, &data, &mut report)?,
        Some("compare") => suite::compare(&plan, &data, &mut report)?,
        _ => suite::files(&plan, &data, &names, &mut report)?,
    }
    if arguments.record {
        let path = report.record(&root, &command()).map_err(|error| format!("the record: {error}"))?;
        let shown = path.strip_prefix(&root).unwrap_or(&path);
        eprintln!("record: {}", shown.display());
    }
    Ok(())
}

/// A number of seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map_err(|_| format!("{text:?} is not a number of seconds"))?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// How many puzzles are checked, if they are.
fn checked(arguments: &Arguments, usual: usize) -> Option<usize> {
    arguments.check.map(|count| if count == 0 { usual } else { count })
}

fn fast9_run(arguments: &Arguments) -> fast9::Run {
    fast9::Run { only: arguments.only.clone(), tdoku: arguments.tdoku.as_deref().map(fast9::Driver::new) }
}

/// Where a puzzle counts as undone.
fn longest(arguments: &Arguments, usual: u64) -> Duration {
    Duration::from_secs(arguments.seconds.unwrap_or(usual))
}

fn large_run(arguments: &Arguments) -> large::Run {
    large::Run { longest: longest(arguments, 60), only: arguments.only.clone(), is_alone: arguments.alone }
}

fn labelling_run(arguments: &Arguments) -> labelling::Run {
    labelling::Run {
        only: arguments.only.clone(),
        python: arguments.python.clone(),
        families: arguments.families.clone(),
        longest: longest(arguments, 60),
        oracles: arguments.write_oracles.clone(),
    }
}

fn variants_run(arguments: &Arguments) -> variants::Run {
    variants::Run {
        checkout: arguments.peer.clone(),
        longest: longest(arguments, 20),
        only: arguments.only.clone(),
        slow: arguments.slow,
    }
}

fn sql_run(arguments: &Arguments) -> sql::Run {
    sql::Run {
        only: arguments.only.clone(),
        part: arguments.quick.unwrap_or(1).max(1),
        programs: arguments.programs.clone(),
    }
}

/// The root of the workspace: the folder above this package.
fn root() -> PathBuf {
    // Cargo sets the variable for `run`; the compiled-in value serves a binary started by hand.
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
    use super::Arguments;
    use arcdoku::Question;
    use clap::{CommandFactory, Parser};

    #[test]
    fn the_arguments_are_sound() {
        Arguments::command().debug_assert();
        let arguments = Arguments::parse_from(["bench", "csp", "--questions", "unique", "--engines", "a,b"]);
        assert_eq!(arguments.questions, [Question::Unique]);
        assert_eq!(arguments.engines, ["a,b"]);
        assert!(Arguments::try_parse_from(["bench"]).is_err());
        assert!(Arguments::try_parse_from(["bench", "x", "--rounds", "0"]).is_err());
    }
}
