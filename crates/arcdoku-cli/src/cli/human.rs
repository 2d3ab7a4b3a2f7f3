//! Options of the commands about human techniques.

use std::fmt::Write as _;
use std::path::PathBuf;

use arcdoku::deduction::{Family, OptionError, Options, Technique, Techniques};
use arcdoku::explain::{Coordinates, Grade, Language};
use arcdoku::logic;
use arcdoku::puzzle::format::Notation;
use arcdoku::rate::{Profile, Scale, ScaleRow};
use arcdoku_service::ask::explain::StepNotation;
use arcdoku_service::ask::techniques::LOGIC;
use arcdoku_service::input::Medium;
use arcdoku_service::status::Error;
use arcdoku_wire::question::family_name;
use clap::Args;

use super::{InputArgs, JobArgs, RuleArgs, TimeArgs, choice};
use crate::status;

/// Options of the techniques.
#[derive(Debug, Args)]
#[command(next_help_heading = "Techniques")]
pub(crate) struct TechniqueArgs {
    /// Set an option of the techniques (repeatable); --help lists them
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    settings: Vec<(String, u32)>,
    /// Leave out the techniques that assume a single solution
    #[arg(long)]
    no_uniqueness: bool,
    /// Leave out these techniques, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = named)]
    without: Vec<Technique>,
}

/// A technique of any kind.
fn named(slug: &str) -> Result<Technique, String> {
    let of_rules = || logic::LogicRow::by_slug(slug).map(|row| row.technique);
    let known = Technique::by_slug(slug).or_else(|| Technique::by_code(slug)).or_else(of_rules);
    known.ok_or_else(|| "`arcdoku techniques` and the help list the names".to_owned())
}

impl TechniqueArgs {
    /// The options of the techniques on a scale, for a puzzle that has one solution.
    pub(crate) fn options(&self, scale: &str) -> Options {
        let mut options = Options::default();
        options.by_rules = scale == LOGIC;
        for (name, value) in &self.settings {
            // The parser of the argument has tried it.
            let _ = options.set(name, *value);
        }
        if self.no_uniqueness {
            options.uniqueness = false;
        }
        options.left_out = self.left_out();
        options
    }

    /// The same options as words; none if all are as they are by default.
    pub(super) fn signature(&self) -> String {
        let mut words: Vec<String> =
            self.settings.iter().map(|(name, value)| format!("--set {name}={value}")).collect();
        words.extend(self.no_uniqueness.then(|| "--no-uniqueness".to_owned()));
        words.extend(self.without.iter().map(|one| format!("--without {}", one.slug())));
        words.join(" ")
    }

    /// The scale of this name, to which these options apply.
    pub(crate) fn scale(&self, name: &str) -> Result<Scale, Error> {
        if name == LOGIC {
            return Ok(Scale::default());
        }
        let scale = scale(name)?;
        let only_classic = self.without.iter().any(|one| !logic::TECHNIQUES.contains(*one));
        let Some(profile) = scale.profile() else {
            let option = match (self.no_uniqueness, self.settings.is_empty()) {
                (true, _) => "no-uniqueness",
                (false, false) => "set",
                (false, true) if only_classic => "without",
                _ => return Ok(scale),
            };
            return Err(Error::usage(format!("--{option}: the scale {name} has no options")));
        };
        if self.without.is_empty() {
            return Ok(scale);
        }
        Ok(Scale::of_profile(name.to_owned(), profile.without(self.left_out())))
    }

    fn left_out(&self) -> Techniques {
        self.without.iter().copied().collect()
    }
}

/// `fish_size=3`, `siamese=yes`.
fn setting(text: &str) -> Result<(String, u32), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, such as fish_size=3")?;
    let name = name.trim().replace('-', "_");
    let number = match value.trim() {
        "yes" => 1,
        "no" => 0,
        value => value.parse().map_err(|_| format!("expected a number, yes or no after '{name}='"))?,
    };
    match Options::default().set(&name, number) {
        Ok(()) => Ok((name, number)),
        Err(OptionError::Range(least, most)) => {
            Err(format!("expected a value from {least} to {most} for {name}"))
        }
        Err(_) => Err(format!("found option '{name}', expected one of {}", names())),
    }
}

fn names() -> String {
    Options::TABLE.iter().map(|row| row.name).collect::<Vec<_>>().join(" ")
}

/// The table of options, for the help.
fn settings_help() -> String {
    let mut help = "Options of the techniques, with their defaults (the scale se has none):\n".to_owned();
    for row in Options::TABLE {
        let (value, range) = match (row.range, row.default) {
            ((0, 1), 0) => ("no".to_owned(), "no or yes".to_owned()),
            ((0, 1), _) => ("yes".to_owned(), "no or yes".to_owned()),
            ((least, most), value) => (value.to_string(), format!("{least} to {most}")),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(help, "  {}={value} ({range})\n      {}", row.name, row.sentence);
    }
    help.push('\n');
    help
}

/// The help below the options of a command: its text, the tables of scales and options, its exit codes.
pub(super) fn below(text: &str, codes: &str) -> String {
    below_with(text, |_| true, codes)
}

/// The same for a command that takes only some of the scales.
fn below_with(text: &str, is_taken: fn(&ScaleRow) -> bool, codes: &str) -> String {
    format!("{text}\n{}\n{}{codes}", scales_help(is_taken), settings_help())
}

/// The table of scales, for the help.
fn scales_help(is_taken: fn(&ScaleRow) -> bool) -> String {
    let mut help = "Scales:\n".to_owned();
    for row in Scale::ALL.iter().filter(|row| is_taken(row)) {
        // Writing to a string cannot fail.
        let _ = writeln!(help, "  {:<7}  {}", row.name, row.summary);
    }
    help + &rules_help()
}

/// The techniques for puzzles with rules, for the help.
fn rules_help() -> String {
    let mut help = "\
Puzzles with further rules or of other shapes have a scale of their own, logic, which classic
puzzles can have too: the difficulty of the hardest step, and the sum of all. Its techniques,
for --without, with their least difficulty:
"
    .to_owned();
    let mut line = String::new();
    for row in logic::ROWS {
        let item = format!("  {} {}", row.technique.slug(), row.least);
        if line.len() + item.len() > 96 {
            help += &line;
            help.push('\n');
            line.clear();
        }
        line += &item;
    }
    help + &line + "\n"
}

/// A scale by its name, or as a file of techniques.
pub(crate) fn scale(name: &str) -> Result<Scale, Error> {
    if let Some(scale) = Scale::by_name(name) {
        return Ok(scale);
    }
    let names: Vec<&str> = Scale::ALL.iter().map(|row| row.name).chain([LOGIC]).collect();
    let text = std::fs::read_to_string(name).map_err(|error| {
        Error::unreadable(format!("{name}: {error}; expected {} or a file", names.join(", ")))
    })?;
    let profile = text.parse().map_err(|error| Error::unreadable(format!("{name}: {error}")))?;
    Ok(Scale::of_profile(name.to_owned(), profile))
}

/// How steps are described.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct TellArgs {
    /// The language of explanations: en (English) or de (German)
    #[arg(long, value_name = "CODE", default_value = "en", value_parser = choice::<Language>())]
    pub(crate) language: Language,
    /// Cell names: rc (r2c5: row 2, column 5) or chess (B5: rows A to J)
    #[arg(long, value_name = "KIND", default_value = "rc", value_parser = choice::<Coordinates>())]
    pub(crate) coordinates: Coordinates,
}

/// How steps are found and described.
#[derive(Debug, Args)]
pub(crate) struct PersonArgs {
    #[command(flatten)]
    pub(crate) techniques: TechniqueArgs,
    #[command(flatten, next_help_heading = "Techniques")]
    pub(crate) time: TimeArgs,
    #[command(flatten)]
    pub(crate) tell: TellArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = below(HINT_HELP, status::HINT), after_help = status::HINT)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Amount of help
    #[arg(long, default_value = "vague", help_heading = "Output", value_parser = choice::<Grade>())]
    pub(crate) grade: Grade,
    /// Order of techniques: relaxed, hodoku, se, logic, or a file in the format of the first two
    #[arg(long, alias = "scale", value_name = "NAME|FILE", default_value = "relaxed")]
    #[arg(help_heading = "Techniques")]
    pub(crate) profile: String,
    #[command(flatten)]
    pub(crate) person: PersonArgs,
    /// Also write a drawing of the last step to this SVG file, whatever the grade
    #[arg(long, value_name = "FILE.svg", help_heading = "Output")]
    pub(crate) picture: Option<PathBuf>,
    /// Print JSON lines
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

const HINT_HELP: &str = "\
Shows the next step of a puzzle, a grid of pencil marks, or a library line with placed digits.
Mistakes come first: digits and missing marks that contradict the only solution of the clues. If
the solution is not unique, techniques that assume uniqueness are not used.

Grades:
  vague     the technique
  concrete  also its digits and where to look
  full      everything: the pattern, the conclusion, and the reason

Examples:
  arcdoku hint --grade full --picture step.svg puzzle.txt
  arcdoku hint --grade concrete --language de --coordinates chess grid.txt
";

#[derive(Debug, Args)]
#[command(after_long_help = below_with(STEPS_HELP, has_table, status::STEPS), after_help = status::STEPS)]
pub(crate) struct Steps {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Order of techniques: relaxed, hodoku, logic, or a file in the format of the first two (not the
    /// scale se)
    #[arg(long, alias = "scale", value_name = "NAME|FILE", default_value = "relaxed")]
    #[arg(help_heading = "Techniques")]
    pub(crate) profile: String,
    /// Only these techniques, separated by commas; `arcdoku techniques` lists the names
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "Techniques")]
    #[arg(value_parser = named)]
    pub(crate) technique: Vec<Technique>,
    /// Only techniques of these families, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "Techniques")]
    #[arg(value_parser = family)]
    pub(crate) family: Vec<Family>,
    /// Include techniques that are disabled in the order
    #[arg(long, help_heading = "Techniques")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) techniques: TechniqueArgs,
    /// Search no further technique once this many steps are listed [default: no limit]
    #[arg(long, value_name = "COUNT", help_heading = "Output")]
    pub(crate) most: Option<usize>,
    /// Cell names: rc (r2c5: row 2, column 5) or chess (B5: rows A to J)
    #[arg(long, value_name = "KIND", default_value = "rc", value_parser = choice::<Coordinates>())]
    #[arg(help_heading = "Output")]
    pub(crate) coordinates: Coordinates,
    /// Print a table separated by tabs
    #[arg(long, help_heading = "Output", conflicts_with = "json")]
    pub(crate) tsv: bool,
    /// Print JSON lines
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

impl Steps {
    /// The order, which must be a table: only that has places for the steps of all searches.
    pub(crate) fn order(&self) -> Result<Profile, Error> {
        let scale = self.techniques.scale(&self.profile)?;
        let none = || {
            Error::usage(format!(
                "--profile {}: steps need an order that is a table of techniques",
                self.profile
            ))
        };
        scale.profile().cloned().ok_or_else(none)
    }

    /// The options of the techniques. Those for puzzles with rules that were not asked for are left out.
    pub(crate) fn options(&self) -> Options {
        let mut options = self.techniques.options(&self.profile);
        if !self.technique.is_empty() {
            options.left_out =
                options.left_out | logic::TECHNIQUES.minus(self.technique.iter().copied().collect());
        }
        options
    }

    /// The selected techniques.
    pub(crate) fn wanted(&self, profile: &Profile) -> Techniques {
        let named = !self.technique.is_empty() || !self.family.is_empty();
        let known = |technique: &Technique| {
            if named {
                self.technique.contains(technique) || self.family.contains(&technique.family())
            } else {
                self.all || profile.entry(*technique).is_some_and(|entry| entry.enabled)
            }
        };
        Technique::ALL.iter().copied().filter(known).collect()
    }
}

/// Whether a scale is a table of techniques.
fn has_table(row: &ScaleRow) -> bool {
    Scale::by_name(row.name).is_some_and(|scale| scale.profile().is_some())
}

const STEPS_HELP: &str = "\
Lists all steps of a state, easiest first: in the order of the techniques, then by the number of
candidates they eliminate, then by the singles that follow.

Columns:
  technique  its name on the command line
  level      the level of the technique
  score      the score of the step
  placed     digits that it places
  gone       candidates that it eliminates
  direct     singles that follow before any other technique is needed
  singles    singles that follow in total with the quick techniques of the profile (column
             progress of its file)
  step       the pattern and the conclusion

Examples:
  arcdoku steps --technique x-wing,swordfish puzzle.txt
  arcdoku steps --family fish --set fish_size=3 puzzle.txt
";

/// Families by name: `single-digit`.
fn family(name: &str) -> Result<Family, String> {
    let mut all: Vec<Family> = Technique::ALL.iter().map(|technique| technique.family()).collect();
    all.dedup();
    let known = all.iter().copied().find(|&family| family_name(family) == name);
    known.ok_or_else(|| {
        format!("expected one of {}", all.into_iter().map(family_name).collect::<Vec<_>>().join(" "))
    })
}

#[derive(Debug, Args)]
#[command(after_long_help = below(EXPLAIN_HELP, status::EXPLAIN), after_help = status::EXPLAIN)]
#[expect(clippy::struct_excessive_bools, reason = "flags are independent of each other")]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Explain only the puzzle with this number in the input, from 1 [default: all]
    #[arg(long, value_name = "K", help_heading = "Input")]
    pub(crate) number: Option<u64>,
    /// Order of techniques: hodoku, relaxed, se, logic, or a file in the format of the first two
    #[arg(long, alias = "scale", value_name = "NAME|FILE", default_value = "hodoku")]
    #[arg(help_heading = "Techniques")]
    pub(crate) profile: String,
    #[command(flatten)]
    pub(crate) person: PersonArgs,
    /// Notation of each step
    #[arg(long, default_value = "words", help_heading = "Output", value_parser = choice::<StepNotation>())]
    pub(crate) notation: StepNotation,
    /// Print the number of steps of each technique, and their scores, instead of the steps
    #[arg(long, help_heading = "Output", group = "form")]
    pub(crate) summary: bool,
    /// Print Markdown
    #[arg(long, help_heading = "Output", group = "form")]
    pub(crate) markdown: bool,
    /// Print an HTML page with a drawing of each step
    #[arg(long, help_heading = "Output", group = "form")]
    pub(crate) html: bool,
    /// Print a drawing of the step with this number, from 1, as SVG
    #[arg(long, value_name = "STEP", help_heading = "Output", group = "form")]
    pub(crate) svg: Option<usize>,
    /// Print JSON lines, one per step
    #[arg(long, help_heading = "Output", group = "form")]
    pub(crate) json: bool,
    /// Also write a proof of each path to this directory: every elimination is a line. Techniques that assume
    /// one solution are left out, as a proof may not assume what it shows, so the path may differ from that
    /// without --proof
    #[arg(long, help_heading = "Output", value_name = "DIR")]
    pub(crate) proof: Option<PathBuf>,
}

const EXPLAIN_HELP: &str = "\
Prints the whole solution path: at each step, the simplest technique that applies. If no technique
applies, one digit of the solution is revealed, except on the scale se, whose steps are printed with
their ratings. --scale is another name for --profile.

Examples:
  arcdoku explain puzzle.txt
  arcdoku explain --notation short --profile relaxed puzzle.txt
  arcdoku explain --scale se puzzle.txt
  arcdoku explain --html --language de puzzle.txt > path.html
  arcdoku explain --svg 12 puzzle.txt > step.svg
";

#[derive(Debug, Args)]
#[command(after_long_help = format!("{REGRESS_HELP}\n{}", status::REGRESS), after_help = status::REGRESS)]
pub(crate) struct Regress {
    /// Libraries, or '-' for standard input [default: standard input]
    #[arg(value_name = "FILE|-")]
    pub(crate) inputs: Vec<String>,
    /// Only cases whose code starts with one of these, separated by commas: 03,0706-1
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) codes: Vec<String>,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// Print only the last line
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

impl Regress {
    /// The libraries as input: nothing else is read.
    pub(crate) fn input(&self) -> InputArgs {
        let from = Some(Medium::Notation(Notation::Library));
        InputArgs {
            inputs: self.inputs.clone(),
            from,
            marks: false,
            partial: false,
            rules: RuleArgs::default(),
        }
    }
}

const REGRESS_HELP: &str = "\
A regression library has one case per line: a partly solved grid, and the effect of a technique on
it.

  :code-variant:digits:grid:deleted:eliminations:placements:extra

Codes are those of `arcdoku techniques`. A case passes if the technique finds at least one
instance with these digits, and every such instance has exactly the expected eliminations and
placements; or, for the variant x, if it finds none. Each case that fails is printed with what
was found instead; the last line is 'N passed, N failed'.

Examples:
  arcdoku regress library.txt
  arcdoku regress --codes 03,0400 library.txt
";
