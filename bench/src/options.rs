//! The command line, and the context of suites.

use std::path::PathBuf;
use std::time::Duration;

use arcdoku::{Limits, Question};
use clap::Parser;

use crate::set::Data;
use crate::target::{Target, question};

/// Measures any engine or strategy on any puzzle file, single-threaded, with checked answers
#[derive(Parser)]
#[command(name = "bench", bin_name = "cargo xtask bench")]
pub(crate) struct Options {
    /// Files in any notation, names of the shared sets such as top95, or one suite
    #[arg(required = true, value_name = "FILES")]
    pub(crate) names: Vec<String>,

    /// Strategies by name or parts, fastest, all, fast9 and fast9-lanes (or on a tier: fast9@avx2), arcdoku and
    /// arcdoku-many (the facade), sudoku (the peer) [default: fastest,sudoku]
    #[arg(long, value_name = "A,B,...")]
    pub(crate) engines: Vec<String>,

    /// The questions about each puzzle
    #[arg(long, value_name = "Q,...", value_delimiter = ',', default_value = "first,unique", value_parser = question)]
    pub(crate) questions: Vec<Question>,

    /// Number of rounds; the best counts [default: 5, in observer 41, in compare 3, for counts 3]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,

    /// Measure at most N puzzles of each set, in shuffled order
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,

    /// Give up on a puzzle after N expanded nodes (peers have no such limit)
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Compare figures with a target: a rate such as easy:unique>=40000/s, or a total such as euler50<5ms
    #[arg(long = "target", value_name = "TARGET")]
    pub(crate) targets: Vec<Target>,

    /// Also measure the Interactive Sudoku Solver in the suite `variants`, from the folder of a checkout; needs Node
    #[arg(long, value_name = "FOLDER")]
    pub(crate) peer: Option<PathBuf>,

    /// Give up on a puzzle of the suites `variants`, `large` and `labelling` after N seconds of processor time
    /// [default: 20, in large and labelling 60]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: Option<u64>,

    /// Only puzzles of the suite `variants` that take the first engine more than S seconds [without S: 1]
    #[arg(long, value_name = "S", num_args = 0..=1, require_equals = true, default_missing_value = "1",
        value_parser = duration)]
    pub(crate) slow: Option<Duration>,

    /// In the suite `large`: do not measure `CaDiCaL`
    #[arg(long)]
    pub(crate) alone: bool,

    /// In the suites `large` and `fast9`: only compare the answers to N random puzzles [without N, or 0: 100000, in
    /// fast9 10000000]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    check: Option<usize>,

    /// The seed of the puzzles of `fast9 --check`
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) seed: u64,

    /// In the suite `fast9`: also measure tdoku, with the program of `bench/tdoku`
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) tdoku: Option<PathBuf>,

    /// In the suite `fast9`: also measure Schoku, with the program of `bench/schoku`
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) schoku: Option<PathBuf>,

    /// Only these puzzles of the suite `variants`, sets or ranges of the suite `large` (`n6_h47`), sets of the suite
    /// `proofs`, or sections of the suites `sql`, `labelling` (`oracles`, `noisy`, `families`, `sums`) and `fast9`
    /// (`sets`, `tiers`, `solver`, `count`, `enumerate`, `minimize`, `instructions`, `program`)
    #[arg(long, value_name = "ID,...", value_delimiter = ',')]
    pub(crate) only: Vec<String>,

    /// Only 1/N of the work of the suites `sql` and `server`, as a trial [without N: 100]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "100")]
    pub(crate) quick: Option<usize>,

    /// Folder of `arcdoku` and `arcdoku-sql` for the suites `sql` and `server` [default: the folder of this program]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) programs: Option<PathBuf>,

    /// In the suite `photo`: the folder of weights and rendered photos [default: target/photo]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) photos: Option<PathBuf>,

    /// In the suite `labelling`: a Python with the packages pytoulbar2 and pgmpy, for comparisons
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) python: Option<PathBuf>,

    /// In the suite `labelling`: a folder of problems, `*.wcsp`
    #[arg(long, value_name = "FOLDER")]
    pub(crate) families: Option<PathBuf>,

    /// In the suite `labelling`: write the answers of the peers to random models, for tests
    #[arg(long, value_name = "FILE")]
    pub(crate) write_oracles: Option<PathBuf>,

    /// Write a dated record into bench/record
    #[arg(long)]
    pub(crate) record: bool,

    /// One pass with this observer, or of the engine from text to text (`text`), for counting instructions
    #[arg(long, value_name = "OBSERVER", hide = true)]
    pub(crate) once: Option<String>,
}

/// A number of seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map_err(|_| format!("{text:?} is not a number of seconds"))?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// The context of a suite: the options and the data.
pub(crate) struct Run {
    pub(crate) options: Options,
    /// The root of the workspace.
    pub(crate) root: PathBuf,
    pub(crate) data: Data,
}

impl Run {
    /// The number of rounds: the option, or this default.
    pub(crate) fn rounds(&self, usual: usize) -> usize {
        self.options.rounds.map_or(usual, |rounds| rounds as usize)
    }

    /// The number of puzzles to measure: the option, or this default, which is also the maximum.
    pub(crate) fn count(&self, most: usize) -> usize {
        self.options.limit.unwrap_or(most).min(most)
    }

    /// The limit on nodes.
    pub(crate) fn limits(&self) -> Limits<'static> {
        Limits::NONE.with_nodes(self.options.nodes)
    }

    /// The time after which a puzzle counts as undone: the option, or this default in seconds.
    pub(crate) fn longest(&self, usual: u64) -> Duration {
        Duration::from_secs(self.options.seconds.unwrap_or(usual))
    }

    /// The engines of the options, or the default ones.
    pub(crate) fn engines<'a>(&'a self, usual: &[&'a str]) -> Vec<&'a str> {
        let given = &self.options.engines;
        if given.is_empty() { usual.to_vec() } else { given.iter().map(String::as_str).collect() }
    }

    /// The number of puzzles to check, if `--check` is given. It is this default if the option has no number.
    pub(crate) fn checked(&self, usual: usize) -> Option<usize> {
        self.options.check.map(|count| if count == 0 { usual } else { count })
    }

    /// Whether `--only` contains a name, or is absent.
    pub(crate) fn is_wanted(&self, name: &str) -> bool {
        self.options.only.is_empty() || self.options.only.iter().any(|only| only == name)
    }

    /// Whether the full data is available: only then are results compared with targets.
    pub(crate) fn is_full(&self) -> bool {
        self.data.note().is_none()
    }
}
