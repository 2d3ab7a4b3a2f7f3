//! Options of `arcdoku generate`.

use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use arcdoku::Choice as _;
use arcdoku::deduction::Technique;
use arcdoku::generate::{ClueSymmetry, DrawnRules, LARGEST_CAGE, Method, Minimality, Wish};
use arcdoku::grid::{Cell, InvalidShape, Shape};
use arcdoku::rate::{Level, Scale};
use arcdoku_service::ask::generate::{GenerateOptions, SetFile, SetFormat, Span, WishOptions, rating_scales};
use arcdoku_service::cancel::Bounds;
use arcdoku_service::status::Error;
use arcdoku_wire::solution_text;
use clap::Args;
use clap::builder::TypedValueParser;

use super::human::technique;
use super::{JobArgs, choice, duration, named, rule, scale};
use crate::{interrupt, status};

#[derive(Debug, Args)]
#[command(after_long_help = format!("{HELP}{}", status::GENERATE), after_help = status::GENERATE)]
#[expect(clippy::struct_excessive_bools, reason = "flags are independent of each other")]
pub(crate) struct Generate {
    /// Number of puzzles or grids
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,
    /// Seed of the run, which determines all puzzles [default: random, printed on standard error]
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,
    /// Make full grids instead of puzzles
    #[arg(long, conflicts_with_all = ["grid", "symmetry", "mask", "clues", "minimal", "method", "scale"])]
    #[arg(conflicts_with_all = ["min", "max", "level", "hardest", "time", "tries", "rate"])]
    pub(crate) full: bool,
    /// Boxes of R rows and C columns, the number of digits, or a grid in words: 2x3, 16, 'grid 6x9 digits 0-8'
    #[arg(long, value_name = "RxC|N", default_value = "3x3", value_parser = shape, help_heading = "Puzzles")]
    pub(crate) shape: Shape,
    /// No rule but those that are named: no rows, columns and boxes
    #[arg(long, help_heading = "Puzzles")]
    bare: bool,
    /// A further rule as a line of text (repeatable), such as 'diagonals'; --help lists the rules
    #[arg(long, value_name = "TEXT", value_parser = rule, help_heading = "Puzzles")]
    #[arg(conflicts_with = "full")]
    rule: Vec<String>,
    /// Draw rules of a kind over the solution (repeatable), as 'KIND [NUMBER] [of CELLS]': kropki, 'thermo 3..5 of 4..6'
    #[arg(long, value_name = "TEXT", long_help = draw_help(), conflicts_with = "full", help_heading = "Puzzles")]
    draw: Vec<DrawnRules>,
    /// Draw killer cages of MIN to MAX cells instead of clues [default sizes: 2..5]
    #[arg(long, value_name = "MIN..MAX", num_args = 0..=1, value_parser = sizes)]
    #[arg(conflicts_with = "full", help_heading = "Puzzles")]
    #[expect(
        clippy::option_option,
        reason = "absent, without sizes, or with sizes: what clap calls an optional value"
    )]
    cages: Option<Option<Span<usize>>>,
    /// Solution of all puzzles [default: a random grid for each]
    #[arg(long, value_name = "GRID|FILE", help_heading = "Puzzles")]
    grid: Option<String>,
    /// Symmetry of the cells that have clues
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = symmetry(), help_heading = "Puzzles")]
    symmetry: ClueSymmetry,
    /// Cells that may have a clue: one character a cell; '.', '0', '-' and '_' mean no clue
    #[arg(long, value_name = "MASK|FILE", help_heading = "Puzzles", allow_hyphen_values = true)]
    mask: Option<String>,
    /// Number of clues: 24, 22..26, ..25 or 30.. [default: any]
    #[arg(long, value_name = "RANGE", value_parser = clues, help_heading = "Puzzles")]
    clues: Option<Span<usize>>,
    /// Which clues must be needed for a unique solution
    #[arg(long, value_name = "WHICH", default_value = "orbits", help_heading = "Puzzles")]
    #[arg(value_parser = choice::<Minimality>())]
    minimal: Minimality,
    /// How puzzles are sampled
    #[arg(long, value_name = "NAME", default_value = "top-down", help_heading = "Puzzles")]
    #[arg(value_parser = choice::<Method>())]
    method: Method,
    /// Scale of the options below: hodoku, relaxed, se, or a file in the format of the first two; logic for puzzles with
    /// rules or of other shapes [default: logic or hodoku, if one of them is given]
    #[arg(long, value_name = "NAME|FILE", help_heading = "Difficulty")]
    scale: Option<String>,
    /// Minimum hardness: an ER such as 7.1 on the scales se and logic, else a score
    #[arg(long, value_name = "HARDNESS", help_heading = "Difficulty")]
    min: Option<String>,
    /// Maximum hardness
    #[arg(long, value_name = "HARDNESS", help_heading = "Difficulty")]
    max: Option<String>,
    /// Level, or range of levels: hard, medium..hard, unfair.. (not on the scale se)
    #[arg(long, value_name = "LEVEL", value_parser = levels, help_heading = "Difficulty")]
    level: Option<Levels>,
    /// Hardest technique that is needed, by its name in `arcdoku techniques`
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique, help_heading = "Difficulty")]
    hardest: Option<Technique>,
    /// Give up on a puzzle after this many tries [default: no limit]
    #[arg(long, value_name = "COUNT", help_heading = "Limits")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    tries: Option<u64>,
    /// Give up on a puzzle after this time: 10 (seconds), 1.5s, 200ms [default: no limit]. Unlike with
    /// --tries, the result depends on the machine
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// Output format [default: grid for a single one on a terminal; by the extension of --out; jsonl with rules; else line]
    #[arg(long, help_heading = "Output", value_parser = choice::<SetFormat>())]
    format: Option<SetFormat>,
    /// Write to this file, which must not exist, instead of standard output
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
    /// Continue an earlier run of the same command with --out, however it ended
    #[arg(long, help_heading = "Output", requires = "out")]
    pub(crate) resume: bool,
    /// Rate on these scales, separated by commas: hodoku, relaxed, se
    #[arg(long, value_name = "SCALES", value_delimiter = ',', help_heading = "Output")]
    rate: Vec<String>,
    /// Add the key of the canonical form, 32 hexadecimal digits: equal for equivalent puzzles
    #[arg(long, help_heading = "Output")]
    pub(crate) key: bool,
    /// Leave out puzzles that are equivalent to an earlier one
    #[arg(long, help_heading = "Output")]
    pub(crate) dedupe: bool,
    /// Write this share of the classes to a separate test set: FILE.test.csv, and the rest to FILE.train.csv
    #[arg(long, value_name = "SHARE", value_parser = share, help_heading = "Output", requires = "out")]
    pub(crate) split: Option<f64>,
    /// Print a summary on standard error
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
}

const HELP: &str = "\
Each puzzle has exactly one solution, and its own seed, which reproduces it under the same options.
The first puzzle has the seed of the run. A seed gives the same puzzles on every machine, with any
number of threads.

A puzzle that does not meet the options is drawn again; if that takes too long, clues are removed
and added until it does. A puzzle that is given up after --tries or --time is reported on standard
error, and the run continues. If no puzzle meets the options, the run continues until interrupted.

Minimal:
  orbits  no clue is redundant; with a symmetry, no orbit of clues is
  clues   no clue is redundant, whatever the symmetry: true of one in three puzzles for mirrors and
          half turns, of one in thousands for all symmetries
  any     clues may be redundant; --clues sets their number: without it, or with a range, all
          numbers of clues are equally likely
In large grids (25x25), it may take too long to find out whether a clue is redundant. Such clues
stay, and are counted on standard error.
Methods:
  top-down         removes clues from a full grid as long as the solution is unique: fast, but
                   favors puzzles with few clues
  controlled-bias  makes all minimal puzzles with the same number of clues equally likely; weighted
                   with the column weight, averages are those over all minimal puzzles
                   (D. Berthier); slower

Output formats:
  line   the puzzle, and after tabs the requested columns: rules, weight, ratings, key
  csv    puzzle,solution,clues,seed; with --rule, --draw and --cages, rule (texts separated by
         semicolons, which `arcdoku solve` reads); weight with --method controlled-bias; ratings
         such as hodoku_level,hodoku_score,hodoku_hardest or se_er,se_ep,se_ed,se_hardest or
         logic_hardest_step,logic_score; key
  tsv    the same, separated by tabs
  jsonl  one object a line with the same fields
  grid   boxed boards
With --full, the column puzzle has the grid, and the only other columns are seed and key.
Tables always have the columns of the scale in --scale.

A file written by --out has whole rows in the order of their numbers; FILE.progress records how far
it is. --resume drops what was written after the last record (a second's work, or a partial row) and
makes the rest: the file is that of an uninterrupted run. With a greater -n, the file grows. A FILE
with other options is refused and left unchanged; if there is no FILE, --resume starts a new one.
Without --seed, --resume takes the seed of the file.

With --split 0.1, one class in ten goes to the test set: set.csv becomes set.train.csv and
set.test.csv. A class is the set of all equivalent puzzles. Its key alone decides, so no
class is in both sets, nor in the train set of one run and the test set of another with the same
share. -n counts the rows of both. The progress file is set.train.csv.progress.

--dedupe uses 10 to 30 bytes of memory per row, and ends the run when no new class is found.

Examples:
  arcdoku generate
  arcdoku generate -n 5 --seed 1 --symmetry half-turn --clues 24..28
  arcdoku generate --level hard --hardest x-wing
  arcdoku generate -n 1000000 --out set.csv --rate hodoku --dedupe --split 0.1
  arcdoku generate -n 1000 --full --shape 4x4
  arcdoku generate --rule diagonals --rule windoku
  arcdoku generate -n 10 --cages 2..5 --format csv
  arcdoku generate --draw 'thermo 3..6' --draw x-sum --clues ..12
  arcdoku generate --shape 'grid 6x6 boxes 2x3' --draw kropki --min 2.4 --max 3.4

";

/// The kinds of `--draw`.
fn draw_help() -> String {
    let mut help = "Draw rules of a kind over the solution (repeatable), as 'KIND [NUMBER] [of CELLS]',\n\
                    such as kropki, 'thermo 4' or 'thermo 3..5 of 4..6'. Those that are not needed are\n\
                    left out, after the clues. Kinds:"
        .to_owned();
    let mut room = 0;
    for name in DrawnRules::names() {
        if room < name.len() + 2 {
            help += "\n ";
            room = 84;
        }
        room -= name.len() + 2;
        let _ = write!(help, " {name},");
    }
    help.pop();
    help + "\n'kropki' and 'xv' draw all dots and letters of the solution, and rule out any others.\n\
            The text of a rule with '?' for its number, such as 'cage ?: r1c1 r1c2', places that\n\
            rule and takes the number from the solution."
}

/// The default sizes of cages.
const CAGES: RangeInclusive<usize> = 2..=5;

/// A range of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Levels(Level, Level);

impl Generate {
    /// What is made.
    pub(crate) fn question(&self, colored: bool) -> Result<GenerateOptions, Error> {
        let wish = self.wish()?;
        let format = self.format()?;
        let scales = rating_scales(&wish, &self.rate)?;
        let file = |path: &PathBuf| {
            let signature = self.signature(&wish, format)?;
            Ok::<_, Error>(SetFile { path: path.clone(), resume: self.resume, split: self.split, signature })
        };
        let out = self.out.as_ref().map(file).transpose()?;
        Ok(GenerateOptions {
            full: self.full,
            count: self.count,
            seed: self.seed,
            scales,
            key: self.key,
            dedupe: self.dedupe,
            bounds: Bounds { nodes: self.tries, time: self.time, ..Bounds::only(interrupt::cancel()) },
            format,
            colored,
            out,
            wish,
        })
    }

    /// The properties of the puzzles.
    fn wish(&self) -> Result<Wish, Error> {
        let text = |option: &str, argument: &Option<String>| {
            argument.as_ref().map(|argument| text_of(option, argument)).transpose()
        };
        let largest = self.shape.digits().min(LARGEST_CAGE);
        let (least, most) = (Some(*CAGES.start().min(&largest)), Some(*CAGES.end().min(&largest)));
        let options = WishOptions {
            shape: self.shape,
            bare: self.bare,
            rules: self.rule.clone(),
            drawn: self.draw.clone(),
            cages: self.cages.map(|sizes| sizes.unwrap_or(Span { least, most })),
            grid: text("grid", &self.grid)?,
            symmetry: self.symmetry,
            mask: text("mask", &self.mask)?,
            clues: self.clues,
            minimal: self.minimal,
            method: self.method,
            scale: self.scale.clone(),
            min: self.min.clone(),
            max: self.max.clone(),
            level: self.level.map(|Levels(least, most)| Span { least: Some(least), most: Some(most) }),
            hardest: self.hardest,
        };
        options.wish(scale)
    }

    /// The output format.
    fn format(&self) -> Result<SetFormat, Error> {
        let Some(out) = &self.out else {
            let pretty =
                self.count == 1 && self.rate.is_empty() && !self.key && std::io::stdout().is_terminal();
            let has_rules = !self.rule.is_empty() || self.cages.is_some() || !self.draw.is_empty();
            let default = if pretty {
                SetFormat::Grid
            } else if has_rules {
                SetFormat::Jsonl
            } else {
                SetFormat::Line
            };
            return Ok(self.format.unwrap_or(default));
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
                Err(Error::usage("--out: the format grid has no rows; expected line, csv, tsv or jsonl"))
            }
            format => Ok(format.unwrap_or(named)),
        }
    }

    /// All options that determine the rows, except seed and number: a run with the same signature writes the same. It has
    /// a hash for the content of a file, and the version, because another version may make other puzzles.
    fn signature(&self, wish: &Wish, format: SetFormat) -> Result<String, Error> {
        let own = wish.difficulty.as_ref().map(|difficulty| difficulty.scale.name());
        let own = own.filter(|name| Scale::by_name(name).is_none()).map(hash_of).transpose()?;
        let mut text = format!("--shape {}", shape_name(self.shape));
        let mut say = |option: &str, value: Option<String>| {
            if let Some(value) = value {
                // Writing to a string cannot fail.
                let _ = write!(text, " --{option} {value}");
            }
        };
        let flag = |set: bool| set.then(String::new);
        say("bare", flag(self.bare));
        for rule in &self.rule {
            say("rule", Some(rule.clone()));
        }
        for drawn in &wish.drawn {
            say("draw", Some(drawn.to_string()));
        }
        say("cages", wish.cages.as_ref().map(span));
        say("full", flag(self.full));
        say("grid", wish.grid.as_ref().map(|grid| solution_text(self.shape, grid)));
        say("symmetry", (self.symmetry != ClueSymmetry::None).then(|| self.symmetry.to_string()));
        say("mask", wish.cells.as_deref().map(|cells| mask_text(cells, self.shape)));
        say("clues", self.clues.map(|_| span(&wish.clues)));
        say("minimal", (self.minimal != Minimality::Orbits).then(|| self.minimal.name().to_owned()));
        say("method", (self.method == Method::ControlledBias).then(|| self.method.name().to_owned()));
        if let Some(difficulty) = &wish.difficulty {
            let hash = own.map_or(String::new(), |hash| format!(" ({hash:016x})"));
            say("scale", Some(format!("{}{hash}", difficulty.scale.name())));
        }
        say("scale", wish.logic.is_some().then(|| WishOptions::LOGIC.to_owned()));
        say("min", self.min.clone());
        say("max", self.max.clone());
        say("level", self.level.map(|Levels(least, most)| format!("{least}..{most}")));
        say("hardest", self.hardest.map(|technique| technique.slug().to_owned()));
        say("tries", self.tries.map(|tries| tries.to_string()));
        say("time", self.time.map(|time| format!("{}s", time.as_secs_f64())));
        say("rate", (!self.rate.is_empty()).then(|| self.rate.join(",")));
        say("key", flag(self.key));
        say("dedupe", flag(self.dedupe));
        say("split", self.split.map(|share| share.to_string()));
        say("format", Some(format.name().to_owned()));
        Ok(format!("{} (arcdoku {})", text.replace("  ", " ").trim_end(), env!("CARGO_PKG_VERSION")))
    }
}

/// The hash of the content of a file (64-bit FNV-1a), by which other content is recognized.
fn hash_of(path: &str) -> Result<u64, Error> {
    let bytes = std::fs::read(path).map_err(|error| Error::unreadable(format!("{path}: {error}")))?;
    let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    Ok(bytes.iter().fold(0xcbf2_9ce4_8422_2325, add))
}

fn span(range: &RangeInclusive<usize>) -> String {
    format!("{}..{}", range.start(), range.end())
}

fn shape_name(shape: Shape) -> String {
    if !shape.is_plain() {
        return shape.text();
    }
    match shape.box_size() {
        Some((rows, cols)) => format!("{rows}x{cols}"),
        None => shape.digits().to_string(),
    }
}

/// `3x3`, `2x3`, `16`, `grid 6x9 digits 0-8`.
fn shape(text: &str) -> Result<Shape, String> {
    if text.starts_with("grid") {
        return text.parse().map_err(|error: InvalidShape| error.to_string());
    }
    Shape::plain(text).ok_or_else(|| "expected boxes such as 2x3, a number of digits, 64 at most, or a grid such as 'grid 6x9 digits 0-8'".to_owned())
}

fn symmetry() -> impl TypedValueParser<Value = ClueSymmetry> {
    named(ClueSymmetry::all().collect(), ClueSymmetry::name, ClueSymmetry::summary)
}

/// `24`, `22..26`, `22..=26`, `..25`, `30..`.
fn clues(text: &str) -> Result<Span<usize>, String> {
    range(text, "expected a number of clues or a range: 24, 22..26, ..25, 30..")
}

/// `3`, `2..5`, `..4`, `2..`.
fn sizes(text: &str) -> Result<Span<usize>, String> {
    range(text, "expected a number of cells or a range: 3, 2..5, ..4, 2..")
}

fn range(text: &str, expected: &str) -> Result<Span<usize>, String> {
    let wrong = || expected.to_owned();
    let number = |text: &str| match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| wrong()),
    };
    let range = match text.split_once("..") {
        Some((least, most)) => {
            Span { least: number(least)?, most: number(most.strip_prefix('=').unwrap_or(most))? }
        }
        None => Span { least: number(text)?, most: number(text)? },
    };
    if range == (Span { least: None, most: None }) { Err(wrong()) } else { Ok(range) }
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
fn text_of(option: &str, argument: &str) -> Result<String, Error> {
    if !Path::new(argument).is_file() {
        return Ok(argument.to_owned());
    }
    std::fs::read_to_string(argument)
        .map_err(|error| Error::unreadable(format!("--{option} {argument}: {error}")))
}

fn mask_text(cells: &[Cell], shape: Shape) -> String {
    let mut marks = vec!['.'; shape.cells()];
    for cell in cells {
        marks[cell.index()] = 'x';
    }
    marks.into_iter().collect()
}
