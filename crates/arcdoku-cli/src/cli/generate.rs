//! Options of `arcdoku generate`.

use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use arcdoku::deduction::Technique;
use arcdoku::generate::{ClueSymmetry, Difficulty, Method, Minimality, Wish, WishError};
use arcdoku::grid::{Cell, Shape};
use arcdoku::puzzle::format::{ReadOptions, parse_one};
use arcdoku::puzzle::{Limits, Solution};
use arcdoku::rate::{Level, Scale};
use arcdoku_service::ask::rate::hardness;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use clap::{Args, ValueEnum};

use super::human::technique;
use super::{JobArgs, duration, scale};
use crate::interrupt;
use crate::output::answer::solution_text;
use crate::status::{self, usage};

#[derive(Debug, Args)]
#[command(after_long_help = format!("{HELP}{}", status::GENERATE), after_help = status::GENERATE)]
#[expect(clippy::struct_excessive_bools, reason = "flags are independent of each other")]
pub(crate) struct Generate {
    /// How many to make
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,
    /// The seed, which decides everything [default: one is drawn, and printed on standard error]
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,
    /// Make full grids instead of puzzles
    #[arg(long, conflicts_with_all = ["grid", "symmetry", "mask", "clues", "minimal", "method", "scale"])]
    #[arg(conflicts_with_all = ["min", "max", "level", "hardest", "time", "tries", "rate"])]
    pub(crate) full: bool,
    /// Boxes of R rows and C columns, or the number of digits: 2x3, 4x4, 16
    #[arg(long, value_name = "RxC|N", default_value = "3x3", value_parser = shape, help_heading = "Wishes")]
    pub(crate) shape: Shape,
    /// The solution of all puzzles [default: a grid of its own for each]
    #[arg(long, value_name = "GRID|FILE", help_heading = "Wishes")]
    grid: Option<String>,
    /// Which cells have a clue together
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = symmetry(), help_heading = "Wishes")]
    symmetry: ClueSymmetry,
    /// Clues in these cells only: one character a cell, and '.', '0', '-' or '_' where there is none
    #[arg(long, value_name = "MASK|FILE", help_heading = "Wishes", allow_hyphen_values = true)]
    mask: Option<String>,
    /// How many clues: 24, 22..26, ..25 or 30.. [default: as it comes]
    #[arg(long, value_name = "RANGE", value_parser = clues, help_heading = "Wishes")]
    clues: Option<Range>,
    /// Which clues are needed for a single solution
    #[arg(long, value_name = "WHICH", default_value = "orbits", help_heading = "Wishes")]
    minimal: Needed,
    /// How puzzles are drawn
    #[arg(long, value_name = "NAME", default_value = "top-down", help_heading = "Wishes")]
    method: Way,
    /// The scale of the wishes below: hodoku, relaxed, se, or a file in the format of the first two
    /// [default: hodoku, if there is such a wish]
    #[arg(long, value_name = "NAME|FILE", help_heading = "Difficulty")]
    scale: Option<String>,
    /// So hard or harder: an ER such as 7.1 on the scale se, else a score
    #[arg(long, value_name = "HARDNESS", help_heading = "Difficulty")]
    min: Option<String>,
    /// So hard or easier
    #[arg(long, value_name = "HARDNESS", help_heading = "Difficulty")]
    max: Option<String>,
    /// The level, or a range of levels: hard, medium..hard, unfair.. (not on the scale se)
    #[arg(long, value_name = "LEVEL", value_parser = levels, help_heading = "Difficulty")]
    level: Option<Levels>,
    /// The hardest technique that is needed, as `arcdoku techniques` names it
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique, help_heading = "Difficulty")]
    hardest: Option<Technique>,
    /// Give a puzzle up after so many that were drawn for it [default: no limit]
    #[arg(long, value_name = "COUNT", help_heading = "Limits")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    tries: Option<u64>,
    /// Give a puzzle up after so much time: 10 (seconds), 1.5s, 200ms [default: no limit]. Which ones that
    /// are depends on the machine: --tries does not
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// How to print [default: grid for a single one on a terminal; what the name of --out says; else line]
    #[arg(long, help_heading = "Output")]
    format: Option<SetFormat>,
    /// Write into this file, which must be new, instead of printing
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
    /// Go on where an earlier run of the same command with --out ended, however it ended
    #[arg(long, help_heading = "Output", requires = "out")]
    pub(crate) resume: bool,
    /// Rate on these scales, with commas between: hodoku, relaxed, se
    #[arg(long, value_name = "SCALES", value_delimiter = ',', help_heading = "Output")]
    rate: Vec<String>,
    /// Add the key of the canonical form, 32 hexadecimal digits: the same for all that are essentially the same
    #[arg(long, help_heading = "Output")]
    pub(crate) key: bool,
    /// Leave out whatever is essentially the same as one before
    #[arg(long, help_heading = "Output")]
    pub(crate) dedupe: bool,
    /// Write this share of the classes into a test set of its own: FILE.test.csv beside FILE.train.csv
    #[arg(long, value_name = "SHARE", value_parser = share, help_heading = "Output", requires = "out")]
    pub(crate) split: Option<f64>,
    /// Print a summary on standard error
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
}

const HELP: &str = "\
Each puzzle has one solution, and a seed of its own that gives it again with the same wishes: the
seed of the first is that of the run. A seed gives the same puzzles on every machine, with any
number of threads.

Wishes are met by drawing again; where that takes too long, by dropping and adding clues towards
what is wished. A puzzle that is given up after --tries or --time is said on standard error, and the
others are made all the same. A wish that no puzzle meets goes on until it is interrupted.

Minimal:
  orbits  no clue can go, or with a symmetry, no set of clues that it keeps together
  clues   no clue can go, whatever the symmetry: so is one of three puzzles for mirrors and half
          turns, one of thousands for all symmetries
  any     clues may be redundant: as many are left as --clues says; without it, or with a range,
          any number is as likely as another
In large grids (25x25), whether a clue can go may take too long to find out. Then it stays; how many
there are is said on standard error.
Methods:
  top-down         clues are taken from a full grid as long as there is one solution: fast, and
                   puzzles of few clues are more likely than they should be
  controlled-bias  all minimal puzzles of as many clues are equally likely, and the column weight
                   makes averages those over all minimal puzzles (D. Berthier); slower

Output formats:
  line   the puzzle, and after tabs the columns that were asked for: weight, ratings, key
  csv    puzzle,solution,clues,seed; weight with --method controlled-bias; ratings such as
         hodoku_level,hodoku_score,hodoku_hardest or se_er,se_ep,se_ed,se_hardest; key
  tsv    the same with tabs between
  jsonl  one object a line with the same fields
  grid   boxed boards
With --full, the grid is the puzzle, and has no other columns than seed and key.
The scale of a wish is rated on in any case, so that tables have its columns.

A file that --out writes has whole rows in the order of their numbers; FILE.progress beside it says
how far that is. With --resume, what was written since that was noted is dropped (a second's work,
or a torn row), and the rest is made: the file is that of a run that was never interrupted. With a
greater -n it grows. A FILE with other options is refused and left as it is; where there is no FILE,
--resume begins anew. Without --seed, --resume takes the seed of the file.

With --split 0.1, one of ten classes is for tests: set.csv becomes set.train.csv and set.test.csv.
A class is all puzzles that are essentially the same, and its key alone decides, so that no class is
in both sets, nor in the train set of one run and the test set of another with the same share. -n
counts the rows of both. What says how far they are is beside set.train.csv.

--dedupe keeps 10 to 30 bytes a row in memory, and ends early where no new class turns up any more.

Examples:
  arcdoku generate
  arcdoku generate -n 5 --seed 1 --symmetry half-turn --clues 24..28
  arcdoku generate --level hard --hardest x-wing
  arcdoku generate -n 1000000 --out set.csv --rate hodoku --dedupe --split 0.1
  arcdoku generate -n 1000 --full --shape 4x4

";

/// How puzzles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SetFormat {
    /// One line a puzzle
    Line,
    /// A table with commas
    Csv,
    /// A table with tabs
    Tsv,
    /// JSON lines
    Jsonl,
    /// Boxed boards
    Grid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Needed {
    Orbits,
    Clues,
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Way {
    TopDown,
    ControlledBias,
}

/// A range with ends that may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    least: Option<usize>,
    most: Option<usize>,
}

/// A range of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Levels(Level, Level);

impl Generate {
    /// What is wished for.
    pub(crate) fn wish(&self) -> anyhow::Result<Wish> {
        let whole = self.shape.cells();
        let clues = self.clues.map(|range| range.least.unwrap_or(0)..=range.most.unwrap_or(whole));
        let clues = clues.unwrap_or(0..=whole);
        let least = Wish::of(self.shape).fewest();
        if *clues.end() < least && !clues.is_empty() {
            return Err(usage(format!("--clues: no such puzzle has fewer than {least} clues")));
        }
        let cells = self.mask.as_deref().map(|text| mask(text, self.shape)).transpose()?;
        if let Some(cells) = cells.as_ref().filter(|cells| cells.len() < least) {
            let found = cells.len();
            return Err(usage(format!(
                "--mask: found {found} cells for clues, and puzzles have {least} at least"
            )));
        }
        let difficulty = self.difficulty()?;
        Ok(Wish::of(self.shape)
            .with_clues(clues)
            .with_symmetry(self.symmetry)
            .with_cells(cells)
            .with_grid(self.grid.as_deref().map(|text| grid(text, self.shape)).transpose()?)
            .with_minimality(match self.minimal {
                Needed::Orbits => Minimality::Orbits,
                Needed::Clues => Minimality::Clues,
                Needed::Any => Minimality::Any,
            })
            .with_method(match self.method {
                Way::TopDown => Method::TopDown,
                Way::ControlledBias => Method::ControlledBias,
            })
            .with_difficulty(difficulty))
    }

    /// How hard puzzles shall be, if that is wished.
    fn difficulty(&self) -> anyhow::Result<Option<Difficulty>> {
        let wished =
            self.min.is_some() || self.max.is_some() || self.level.is_some() || self.hardest.is_some();
        let name = match &self.scale {
            Some(name) => name,
            None if wished => "hodoku",
            None => return Ok(None),
        };
        let scale = scale(name)?;
        let (min, max) = hardness(&scale, [("min", &self.min), ("max", &self.max)])?;
        Ok(Some(
            Difficulty::on(scale)
                .with_hardness(min.unwrap_or(0)..=max.unwrap_or(u32::MAX))
                .with_levels(self.level.map(|Levels(least, most)| least..=most))
                .with_hardest(self.hardest),
        ))
    }

    /// The scales to rate on: that of the wish, and those of the output.
    pub(crate) fn scales(&self, wish: &Wish) -> anyhow::Result<Vec<Scale>> {
        let mut scales: Vec<Scale> = wish.difficulty.iter().map(|wish| wish.scale.clone()).collect();
        for name in &self.rate {
            let Some(scale) = Scale::by_name(name) else {
                let names: Vec<&str> = Scale::ALL.iter().map(|row| row.name).collect();
                return Err(usage(format!("--rate {name}: expected one of {}", names.join(", "))));
            };
            match scales.iter().find(|known| column(known) == *name) {
                None => scales.push(scale),
                Some(known) if known.name() == name => {}
                Some(known) => {
                    let file = known.name();
                    return Err(usage(format!(
                        "--rate {name}: the columns of --scale {file} have that name"
                    )));
                }
            }
        }
        if !self.rate.is_empty() && self.shape != Shape::CLASSIC {
            return Err(usage("--rate: only 9x9 puzzles have a rating"));
        }
        Ok(scales)
    }

    /// Whether ratings were asked for, beside those of a wish.
    pub(crate) fn rates(&self) -> bool {
        !self.rate.is_empty()
    }

    /// Whether puzzles come with a weight.
    pub(crate) fn weighs(&self) -> bool {
        self.method == Way::ControlledBias
    }

    /// Whether canonical forms are needed.
    pub(crate) fn canonizes(&self) -> anyhow::Result<bool> {
        let wanted = [("key", self.key), ("dedupe", self.dedupe), ("split", self.split.is_some())];
        let Some((option, _)) = wanted.iter().find(|(_, wanted)| *wanted) else { return Ok(false) };
        if self.shape == Shape::CLASSIC {
            return Ok(true);
        }
        Err(usage(format!("--{option}: only 9x9 puzzles and grids have a canonical form")))
    }

    /// Limits of a puzzle, with Ctrl-C.
    pub(crate) fn limits(&self) -> Limits<'static> {
        Limits::NONE.with_nodes(self.tries).with_time(self.time).with_cancel(interrupt::flag())
    }

    /// How to write.
    pub(crate) fn format(&self) -> anyhow::Result<SetFormat> {
        let Some(out) = &self.out else {
            let pretty = self.count == 1 && !self.rates() && !self.key && std::io::stdout().is_terminal();
            return Ok(self.format.unwrap_or(if pretty { SetFormat::Grid } else { SetFormat::Line }));
        };
        let ending = out.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let named = match ending.to_ascii_lowercase().as_str() {
            "csv" => SetFormat::Csv,
            "tsv" => SetFormat::Tsv,
            "jsonl" | "json" | "ndjson" => SetFormat::Jsonl,
            _ => SetFormat::Line,
        };
        match self.format {
            Some(SetFormat::Grid) => {
                Err(usage("--out: the format grid has no rows; expected line, csv, tsv or jsonl"))
            }
            format => Ok(format.unwrap_or(named)),
        }
    }

    /// All but seed and number that decides what is written, so that another run can be known to write the same.
    /// What a file says is in it as a hash, and the version is there because another may make other puzzles.
    pub(crate) fn signature(&self, wish: &Wish, format: SetFormat) -> anyhow::Result<String> {
        let own = wish.difficulty.as_ref().map(|difficulty| difficulty.scale.name());
        let own = own.filter(|name| Scale::by_name(name).is_none()).map(hash_of).transpose()?;
        let mut text = format!("--shape {}", shape_name(self.shape));
        let mut say = |option: &str, value: Option<String>| {
            if let Some(value) = value {
                // A string takes everything.
                let _ = write!(text, " --{option} {value}");
            }
        };
        let flag = |set: bool| set.then(String::new);
        say("full", flag(self.full));
        say("grid", wish.grid.as_ref().map(|grid| solution_text(self.shape, grid)));
        say("symmetry", (self.symmetry != ClueSymmetry::None).then(|| self.symmetry.to_string()));
        say("mask", wish.cells.as_deref().map(|cells| mask_text(cells, self.shape)));
        say("clues", self.clues.map(|_| span(&wish.clues)));
        say("minimal", (self.minimal != Needed::Orbits).then(|| name_of(&self.minimal)));
        say("method", self.weighs().then(|| name_of(&self.method)));
        if let Some(difficulty) = &wish.difficulty {
            let hash = own.map_or(String::new(), |hash| format!(" ({hash:016x})"));
            say("scale", Some(format!("{}{hash}", difficulty.scale.name())));
        }
        say("min", self.min.clone());
        say("max", self.max.clone());
        say("level", self.level.map(|Levels(least, most)| format!("{least}..{most}")));
        say("hardest", self.hardest.map(|technique| technique.slug().to_owned()));
        say("tries", self.tries.map(|tries| tries.to_string()));
        say("time", self.time.map(|time| format!("{}s", time.as_secs_f64())));
        say("rate", self.rates().then(|| self.rate.join(",")));
        say("key", flag(self.key));
        say("dedupe", flag(self.dedupe));
        say("split", self.split.map(|share| share.to_string()));
        say("format", Some(name_of(&format)));
        Ok(format!("{} (arcdoku {})", text.replace("  ", " ").trim_end(), env!("CARGO_PKG_VERSION")))
    }
}

/// What the columns of a scale begin with, and its key in objects: a scale of somebody's own is called by its file.
pub(crate) fn column(scale: &Scale) -> String {
    let stem = Path::new(scale.name()).file_stem().and_then(|stem| stem.to_str());
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    stem.unwrap_or("scale").chars().map(plain).collect()
}

/// The hash of what a file says (64-bit FNV-1a): it tells another, nothing more.
fn hash_of(path: &str) -> anyhow::Result<u64> {
    let bytes = std::fs::read(path).map_err(|error| status::unreadable(format!("{path}: {error}")))?;
    let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    Ok(bytes.iter().fold(0xcbf2_9ce4_8422_2325, add))
}

/// Which option a wish that cannot be granted comes from.
pub(crate) fn refused(error: WishError) -> anyhow::Error {
    let option = match error {
        WishError::Clues => "--clues: ",
        WishError::Cells | WishError::Mask | WishError::Twins | WishError::Loose => "--mask: ",
        WishError::Grid => "--grid: ",
        WishError::Rating => "--scale: ",
        WishError::Hardness => "--min, --max: ",
        WishError::Level => "--level: ",
        WishError::Technique => "--hardest: ",
        WishError::Bias => "--method: ",
        _ => "",
    };
    usage(format!("{option}{error}"))
}

fn name_of(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
}

fn span(range: &RangeInclusive<usize>) -> String {
    format!("{}..{}", range.start(), range.end())
}

fn shape_name(shape: Shape) -> String {
    match shape.box_size() {
        Some((rows, cols)) => format!("{rows}x{cols}"),
        None => shape.digits().to_string(),
    }
}

/// `3x3`, `2x3`, `16`.
fn shape(text: &str) -> Result<Shape, String> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let shape = match text.split_once(['x', 'X']) {
        Some((rows, cols)) => {
            number(rows).zip(number(cols)).and_then(|(rows, cols)| Shape::boxes(rows, cols))
        }
        None => number(text).and_then(Shape::usual),
    };
    shape.ok_or_else(|| "expected boxes such as 2x3, or a number of digits, 64 at most".to_owned())
}

fn symmetry() -> impl clap::builder::TypedValueParser<Value = ClueSymmetry> {
    let values = ClueSymmetry::all().map(|kind| PossibleValue::new(kind.name()).help(kind.summary()));
    PossibleValuesParser::new(values.collect::<Vec<_>>()).try_map(|name| name.parse::<ClueSymmetry>())
}

/// `24`, `22..26`, `22..=26`, `..25`, `30..`.
fn clues(text: &str) -> Result<Range, String> {
    let wrong = || "expected a number of clues or a range: 24, 22..26, ..25, 30..".to_owned();
    let number = |text: &str| match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| wrong()),
    };
    let range = match text.split_once("..") {
        Some((least, most)) => {
            Range { least: number(least)?, most: number(most.strip_prefix('=').unwrap_or(most))? }
        }
        None => Range { least: number(text)?, most: number(text)? },
    };
    if range == (Range { least: None, most: None }) { Err(wrong()) } else { Ok(range) }
}

/// `hard`, `medium..hard`, `..medium`, `unfair..`.
fn levels(text: &str) -> Result<Levels, String> {
    let names = || Level::ALL.map(|level| level.name().to_ascii_lowercase()).join(", ");
    let level = |text: &str, open: Level| match text.trim() {
        "" => Ok(open),
        text => Level::ALL
            .into_iter()
            .find(|level| level.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| format!("expected one of {}, or a range such as medium..hard", names())),
    };
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let most = most.strip_prefix('=').unwrap_or(most);
    if text.trim().is_empty() {
        return Err(format!("expected one of {}", names()));
    }
    Ok(Levels(level(least, Level::Easy)?, level(most, Level::Extreme)?))
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok().filter(|share| *share > 0.0 && *share < 1.0);
    share.ok_or_else(|| "expected a share between 0 and 1, such as 0.1".to_owned())
}

/// The text of an argument that is text or a file.
fn text_of(option: &str, argument: &str) -> anyhow::Result<String> {
    if !Path::new(argument).is_file() {
        return Ok(argument.to_owned());
    }
    std::fs::read_to_string(argument)
        .map_err(|error| status::unreadable(format!("--{option} {argument}: {error}")))
}

/// Whether a character of a mask says that there is no clue.
fn is_none(c: char) -> bool {
    matches!(c, '.' | '0' | '-' | '_')
}

fn mask(argument: &str, shape: Shape) -> anyhow::Result<Vec<Cell>> {
    let text = text_of("mask", argument)?;
    let marks: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    if marks.len() != shape.cells() {
        let (found, expected) = (marks.len(), shape.cells());
        return Err(usage(format!("--mask: found {found} cells, expected {expected}, or a file with them")));
    }
    Ok((0..marks.len()).filter(|&cell| !is_none(marks[cell])).map(Cell::new).collect())
}

fn mask_text(cells: &[Cell], shape: Shape) -> String {
    let mut marks = vec!['.'; shape.cells()];
    for cell in cells {
        marks[cell.index()] = 'x';
    }
    marks.into_iter().collect()
}

fn grid(argument: &str, shape: Shape) -> anyhow::Result<Solution> {
    let text = text_of("grid", argument)?;
    let options = ReadOptions { shape: Some(shape), ..ReadOptions::default() };
    let record = parse_one(&text, &options).map_err(|error| usage(format!("--grid: {error}")))?;
    let digits: Option<Vec<_>> = record.puzzle.givens().iter().copied().collect();
    let digits = digits.ok_or_else(|| {
        let (found, expected) = (record.puzzle.clues(), shape.cells());
        usage(format!("--grid: found {found} digits, expected a full grid of {expected}"))
    })?;
    Ok(Solution::new(digits))
}
