//! The topics of `arcdoku help`: the lists that many commands share.

use std::fmt::Write as _;

use arcdoku::Choice;
use arcdoku::deduction::{Options, Technique};
use arcdoku::generate::{DrawnRules, Method, Minimality};
use arcdoku::logic;
use arcdoku::rate::Scale;
use arcdoku::search::{NAMED, PARTS};
use arcdoku_label::formats::LabelFormat;
use arcdoku_service::ask::strategies;
use arcdoku_service::draw::families;
use arcdoku_service::input::Medium;
use arcdoku_wire::question::{LabelMethod, LabelSemiring, ModelForm, ScoreKind, family_name};
use clap::Args as _;

use super::RuleArgs;
use crate::fill::filled;
use crate::status;

/// A topic.
pub(crate) struct Topic {
    /// The name of the topic.
    pub(crate) name: &'static str,
    /// The description of the topic.
    pub(crate) about: &'static str,
    /// The function that writes the text of the topic.
    pub(crate) text: fn() -> String,
}

/// All topics.
pub(crate) const TOPICS: [Topic; 7] = [
    Topic { name: "formats", about: "Notations and formats that are read and written", text: formats },
    Topic { name: "rules", about: "Options for grids and rules, and the names of all rules", text: rules },
    Topic { name: "strategies", about: "Search strategies, and the parts that form one", text: strategies },
    Topic {
        name: "techniques",
        about: "Scales, techniques, and the options of techniques",
        text: techniques,
    },
    Topic { name: "labelling", about: "Semirings, methods and inputs of `arcdoku label`", text: labelling },
    Topic {
        name: "data-sets",
        about: "Large files: --out, --resume, --split, columns and sampling methods",
        text: data_sets,
    },
    Topic { name: "exit-codes", about: "Exit codes, and the environment", text: exit_codes },
];

/// A list of names with a description each.
fn table(rows: impl IntoIterator<Item = (&'static str, impl AsRef<str>)>) -> String {
    let rows: Vec<_> = rows.into_iter().collect();
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let indent = " ".repeat(width + 4);
    rows.iter()
        .map(|(name, about)| format!("  {name:width$}  {}\n", filled(about.as_ref().split(' '), &indent)))
        .collect()
}

fn formats() -> String {
    let of = |kind: fn(&Medium) -> bool| {
        table(
            Medium::ALL.iter().filter(|medium| kind(medium)).map(|medium| (medium.name(), medium.summary())),
        )
    };
    let notations = of(|medium| matches!(medium, Medium::Notation(_)));
    let containers = of(|medium| matches!(medium, Medium::Csv | Medium::Tsv | Medium::Json));
    let others = of(|medium| matches!(medium, Medium::Exchange(_)));
    format!(
        "\
The format of each record is detected, so lines, grids, JSON and links may follow each other.
--from names a format instead of detecting it. `arcdoku convert --to` writes one.

Notations of text:
{notations}
Tables and JSON:
{containers}
Formats of other programs, whose rules are read too:
{others}
Only written, by `arcdoku convert --to`:
  svg  a drawing of the board with its rules

Fields of JSON lines: puzzle, shape ('2x3', 'latin', 'bare' or 'grid 6x9 digits 0-8'), rules (a
list of texts), regions (one character per cell), extra (lists of cells that must differ),
solution and name. Columns of tables: puzzle, rule (texts separated by semicolons) and solution.
Other fields and columns are copied to the output. A solution that comes with a puzzle is
checked.

Standard error lists the parts of a puzzle of another program that are enforced, that are only
decoration, that probably are rules (guessed), and that are not understood. With parts that are
guessed or not understood, the puzzle is refused, unless --partial ignores them.
"
    )
}

fn rules() -> String {
    let mut names = String::new();
    for (family, kinds) in families() {
        // Writing to a string cannot fail.
        let _ = writeln!(names, "{family}:\n  {}", filled(kinds.iter().map(|kind| kind.name), "  "));
    }
    let options = RuleArgs::augment_args(clap::Command::new("rules").disable_help_flag(true));
    let options = options.help_template("{options}").max_term_width(100).render_help();
    let options = options.to_string();
    let options = options.trim_end();
    let drawn = filled(DrawnRules::names(), "  ");
    format!(
        "\
Options of all commands that read puzzles:
{options}

A rule is a line of text: its name, and what it needs. `arcdoku rules` shows an example and the
meaning of each rule, and `arcdoku rules --help` how the texts are written.

{names}
`arcdoku generate --draw 'KIND [NUMBER] [of CELLS]'` draws rules over the solution, such as
kropki, 'thermo 4' or 'thermo 3..5 of 4..6'. Rules that the puzzle does not need are removed
after the clues.
Kinds:
  {drawn}
'kropki' and 'xv' draw all dots and letters of the solution, and exclude any others. The text of
a rule with '?' as its number, such as 'cage ?: r1c1 r1c2', places this rule and takes the number
from the solution.
"
    )
}

fn strategies() -> String {
    let named = table(NAMED.iter().map(|named| (named.name, named.summary)));
    let parts = PARTS.iter().map(|part| {
        let names: Vec<&str> = part.choices.iter().map(|(name, _)| *name).collect();
        let names = if names.is_empty() { "a whole number".to_owned() } else { names.join(", ") };
        (part.key, format!("{}: {names} [default: {}]", part.summary, part.default))
    });
    let parts = table(parts);
    format!(
        "\
Named strategies:
{named}
Parts, such as var=mrv,value=lcv:
{parts}
{}
`arcdoku strategies` also shows the source and the parts of each strategy. With --parts, it
describes the parts.
",
        strategies::usage()
    )
}

fn techniques() -> String {
    let scales = table(Scale::ALL.iter().map(|row| (row.name, row.summary)).chain([(
        "logic",
        "puzzles with further rules or of other shapes, and classic ones: the difficulty of the hardest step, \
         and the sum of all",
    )]));
    let logic =
        filled(logic::ROWS.iter().map(|row| format!("{} {},", row.technique.slug(), row.least)), "  ");
    let mut families: Vec<String> = Technique::ALL.iter().map(|one| family_name(one.family())).collect();
    families.dedup();
    let mut options = String::new();
    for row in Options::TABLE {
        let (value, range) = match (row.range, row.default) {
            ((0, 1), 0) => ("no".to_owned(), "no or yes".to_owned()),
            ((0, 1), _) => ("yes".to_owned(), "no or yes".to_owned()),
            ((least, most), value) => (value.to_string(), format!("{least} to {most}")),
        };
        let _ = writeln!(options, "  {}={value} ({range})\n      {}", row.name, row.sentence);
    }
    format!(
        "\
Scales, for --scale:
{scales}
On the scales hodoku and relaxed, the score is the sum of the scores of the steps. The level is
the level of the hardest step, raised if the score exceeds the limit of the level. On the scale
se, ER is the rating of the hardest step, EP of the hardest step up to the first placed digit,
and ED of the first step. In a pearl, EP is ER; in a diamond, ED is ER. ER is 20.0 if no
technique applies. A file of techniques in the format of the scale hodoku (docs/human.md) is a
scale, too.

Families, for --techniques and --without; `arcdoku techniques` lists the techniques:
  {}

Techniques of the scale logic, with the least difficulty of a step:
  {}

Options of techniques, for --set, with their defaults (the scale se has none):
{options}",
        filled(families, "  "),
        logic.trim_end_matches(','),
    )
}

fn labelling() -> String {
    let named = |(name, about): &(&'static str, &'static str)| match *name {
        "k-best" => ("k-best=K", *about),
        name => (name, *about),
    };
    let semirings = table(LabelSemiring::NAMES.iter().map(named));
    let methods = table(LabelMethod::NAMES.iter().copied());
    let written = table(LabelFormat::ALL.iter().map(|format| (format.name(), format.summary())));
    let (forms, scores) = (table(ModelForm::NAMES.iter().copied()), table(ScoreKind::NAMES.iter().copied()));
    format!(
        "\
Semirings:
{semirings}
Methods:
{methods}
Without --method, the best labellings are found by search, and other sums by the exact method
that takes least memory. If no exact method fits into --memory, log-sum is computed from all
solutions of the puzzle if there are few. Otherwise it is approximate ('about'): from the 100
best labellings if the others have little weight, from up to 2,000 random labellings (up to
--samples if the best ones have equal costs; fewer above 9x9), or by beliefs. The semiring count
uses search. Other semirings are refused, with the memory that they need. Problems are answered
one after another, because each may take all of --memory.

With --marginals, each label of each object has a value: the sum over the labellings with it. For
count and log-sum, shares of all labellings are printed; for costs, the least cost with the
label.

Inputs:
{forms}
In JSON lines and tables, the field 'costs' of a puzzle is a list with a list of costs for each
cell, null for a forbidden digit: [[0.5,null,...],...]. A table of scores has the rules of an
empty grid; --box and --rule add others.

Kinds of scores, for --scores:
{scores}
Formats of --to:
{written}"
    )
}

fn data_sets() -> String {
    let (methods, minimal) = (table(Method::NAMES.iter().copied()), table(Minimality::NAMES.iter().copied()));
    format!(
        "\
--out FILE writes to a new file, which has whole lines, however the run ends. FILE.progress
records the finished work. --resume continues the run: an incomplete last line is removed,
finished work is skipped, and the result is the file of an uninterrupted run. If there is no
FILE, --resume starts from the beginning. A FILE of another input, or with other options, is
refused and left unchanged.

rate:      The puzzles in FILE are compared with the input. Puzzles that exceeded --time are not
           tried again. The exit code covers the puzzles of this run only.
vicinity:  No class in FILE is written again. Without FILE.progress, the search starts from the
           beginning and adds the classes that FILE does not have. Puzzles that exceeded --time
           are not tried again; the exit code covers them, and inputs that are not puzzles.
generate:  Rows are in the order of their numbers. With a greater -n, the file grows. Without
           --seed, the seed of the file is used.

`arcdoku generate --split 0.1 --out set.csv` writes one class of equivalent puzzles in ten to
set.test.csv, and the others to set.train.csv. The key of a class decides, so no class is in the
test set of one run and in the training set of another with the same share. -n counts the rows of
both. The record is set.train.csv.progress. --dedupe takes 10 to 30 bytes of memory per row, and
ends the run if no new class is found.

Formats of `arcdoku generate`:
  line   the puzzle, and after tabs the requested columns: rules, weight, ratings, key
  csv    puzzle, solution, clues and seed, and the columns below; with --full only puzzle and seed
  tsv    the same, separated by tabs
  jsonl  one object per line with the same fields
  grid   boxed boards

Columns of `arcdoku generate`:
  rule    with --rule, --draw or --cages: texts separated by semicolons
  weight  with --method controlled-bias
  hodoku_level, hodoku_score, hodoku_hardest (likewise relaxed), se_er, se_ep, se_ed, se_hardest,
  logic_hardest_step, logic_score: with --rate, and for the scale in --scale
  key     with --key

Methods of `arcdoku generate`:
{methods}
The method top-down favors puzzles with few clues. With controlled-bias, all minimal puzzles with
the same number of clues are equally likely, and averages weighted by the column weight are
averages over all minimal puzzles (D. Berthier).

Values of --minimal:
{minimal}
Few symmetric puzzles need every clue: one in three with mirrors and half turns, one in thousands
with all symmetries. With 'any', --clues sets the number of clues; in a range, all numbers are
equally likely. In large grids (25x25), it may take too long to find out whether a clue is
redundant. Such clues remain, and are counted on standard error.
"
    )
}

fn exit_codes() -> String {
    status::HELP.to_owned()
}
