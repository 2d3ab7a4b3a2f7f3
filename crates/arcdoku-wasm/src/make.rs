//! Generated puzzles.

use std::io;
use std::ops::RangeInclusive;

use arcdoku::Choice;
use arcdoku::deduction::Technique;
use arcdoku::generate::{ClueSymmetry, Difficulty, GaveUp, Method, Minimality, Wish};
use arcdoku::grid::Shape;
use arcdoku::puzzle::Rule;
use arcdoku::rate::{Level, Scale};
use arcdoku_service::ask::generate::{self as service, GenerateOptions, SetFormat, full_grid, mask_cells};
use arcdoku_service::ask::rate::hardness;
use arcdoku_service::output::Output;
use serde::Serialize;
use serde_json::value::RawValue;
use tsify::Tsify;

use crate::ask::{Limited, ask, seed};
use crate::error::AskError;
use crate::fields::from_js;
use crate::js::{Pace, questions};

/// A range of numbers; either end may be open.
#[derive(Clone, Copy, Debug, Default, Tsify)]
pub struct Span {
    /// The least number.
    #[tsify(optional)]
    pub least: Option<f64>,
    /// The greatest number.
    #[tsify(optional)]
    pub most: Option<f64>,
}

from_js!(Span { least most });

/// A range of levels; either end may be open.
#[derive(Clone, Debug, Default, Tsify)]
pub struct LevelSpan {
    /// The easiest level: `easy`, `medium`, `hard`, `unfair` or `extreme`.
    #[tsify(optional)]
    pub least: Option<String>,
    /// The hardest level.
    #[tsify(optional)]
    pub most: Option<String>,
}

from_js!(LevelSpan { least most });

ask! {
    /// Which puzzles are to be made? The limits are for each puzzle; nodes are tries.
    GenerateAsk: limits {
        /// The number of puzzles (default: 1).
        #[tsify(optional)]
        pub count: Option<u64>,
        /// The seed of the run, a number as text; without one, a random seed, which the rows have.
        #[tsify(optional)]
        pub seed: Option<String>,
        /// Whether full grids are made instead of puzzles.
        #[tsify(optional)]
        pub full: Option<bool>,
        /// The number of digits (default: 9).
        #[tsify(optional)]
        pub size: Option<usize>,
        /// The rows and columns of a box; without them, the usual ones of the size.
        #[tsify(optional)]
        pub boxes: Option<(usize, usize)>,
        /// Whether there are no boxes.
        #[tsify(optional)]
        pub latin: Option<bool>,
        /// Further rules, each a line of text; `regions ...` makes a jigsaw of a grid without boxes.
        #[tsify(optional)]
        pub rules: Option<Vec<String>>,
        /// Draws killer cages of so many cells, and no clues.
        #[tsify(optional)]
        pub cages: Option<Span>,
        /// The solution of all puzzles.
        #[tsify(optional)]
        pub grid: Option<String>,
        /// The symmetry of the cells that have clues: `none` (default), `half-turn`, ...
        #[tsify(optional)]
        pub symmetry: Option<String>,
        /// Cells that may have a clue: a character a cell; `.`, `0`, `-` and `_` mean no clue.
        #[tsify(optional)]
        pub mask: Option<String>,
        /// The number of clues.
        #[tsify(optional)]
        pub clues: Option<Span>,
        /// Which clues must be needed: `orbits` (default), `clues` or `any`.
        #[tsify(optional, type = "\"orbits\" | \"clues\" | \"any\"")]
        pub minimal: Option<String>,
        /// How puzzles are sampled: `top-down` (default) or `controlled-bias`.
        #[tsify(optional, type = "\"top-down\" | \"controlled-bias\"")]
        pub method: Option<String>,
        /// The scale of the wishes below (default: `hodoku`, if there is one).
        #[tsify(optional)]
        pub scale: Option<String>,
        /// The range of the score, or of ER on the scale `se`.
        #[tsify(optional)]
        pub hardness: Option<Span>,
        /// The range of levels (not on the scale `se`).
        #[tsify(optional)]
        pub level: Option<LevelSpan>,
        /// The hardest technique that is needed.
        #[tsify(optional)]
        pub hardest: Option<String>,
        /// Further scales to rate on.
        #[tsify(optional)]
        pub rate: Option<Vec<String>>,
        /// Whether rows have the key of their canonical form.
        #[tsify(optional)]
        pub key: Option<bool>,
        /// Whether essentially identical puzzles are left out.
        #[tsify(optional)]
        pub dedupe: Option<bool>,
    }
}

/// The progress of making puzzles.
#[derive(Debug, Default, Serialize, Tsify)]
pub struct GenerateProgress {
    /// The number of puzzles that were made or given up.
    pub done: u64,
    /// The number of all puzzles.
    pub all: u64,
    /// The number of puzzles that were drawn and are not as they were wished.
    pub drawn: u64,
    /// The last puzzles.
    #[tsify(type = "GenerateRow[]")]
    pub rows: Vec<Box<RawValue>>,
}

/// The puzzles.
#[derive(Debug, Default, Serialize, Tsify)]
pub struct GenerateReply {
    /// All puzzles.
    #[tsify(type = "GenerateRow[]")]
    pub rows: Vec<Box<RawValue>>,
    /// Whether puzzles were given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_up: Option<GivenUp>,
    /// Whether there are no other puzzles than these, where repeated ones are left out.
    pub exhausted: bool,
    /// What the program says about puzzles that were given up, a line each.
    pub errors: Vec<String>,
    /// Remarks.
    pub notes: Vec<String>,
}

/// Puzzles that were given up.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct GivenUp {
    /// How many.
    pub count: u64,
    /// The number of puzzles that were drawn for the first of them.
    pub drawn: u64,
    /// What ended it: `nodes` (which are puzzles here) or `time`.
    pub limit: arcdoku_wire::Limit,
}

/// Makes puzzles.
pub fn generate(
    ask: GenerateAsk,
    say: &mut dyn FnMut(&GenerateProgress) -> bool,
) -> Result<GenerateReply, AskError> {
    let wish = wish(&ask)?;
    let count = ask.count.unwrap_or(1);
    let options = GenerateOptions {
        scales: service::rating_scales(&wish, ask.rate.as_deref().unwrap_or_default())?,
        wish,
        full: ask.full.unwrap_or(false),
        count,
        seed: seed(ask.seed.as_deref())?,
        key: ask.key.unwrap_or(false),
        dedupe: ask.dedupe.unwrap_or(false),
        bounds: ask.bounds(),
        format: SetFormat::Jsonl,
        ..GenerateOptions::default()
    };
    let progress = GenerateProgress { all: count, ..GenerateProgress::default() };
    let mut output = Rows { reply: GenerateReply::default(), progress, pace: Pace::default(), say };
    let done = service::run(&options, 0, &mut output)?;
    let given_up = done.given_up.map(|GaveUp { tries, limit, .. }| GivenUp {
        count: done.gave_up,
        drawn: tries,
        limit: limit.into(),
    });
    Ok(GenerateReply { given_up, exhausted: done.is_exhausted, ..output.reply })
}

/// Keeps the rows, and reports them.
struct Rows<'a> {
    reply: GenerateReply,
    progress: GenerateProgress,
    pace: Pace,
    say: &'a mut dyn FnMut(&GenerateProgress) -> bool,
}

impl Output for Rows<'_> {
    fn write(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            let row = RawValue::from_string(line.to_owned())?;
            self.progress.rows.push(row.clone());
            self.reply.rows.push(row);
        }
        Ok(())
    }

    fn error(&mut self, message: &str) {
        self.reply.errors.push(message.to_owned());
    }

    fn note(&mut self, message: &str) {
        self.reply.notes.push(message.to_owned());
    }

    fn draw(&mut self, puzzles: u64) {
        self.progress.drawn += puzzles;
        if self.pace.is_due() {
            (self.say)(&self.progress);
            self.progress.rows.clear();
        }
    }

    fn advance(&mut self, amount: u64, _puzzles: u64) {
        self.progress.done += amount;
        (self.say)(&self.progress);
        self.progress.rows.clear();
    }
}

/// The wish of a question.
fn wish(ask: &GenerateAsk) -> Result<Wish, AskError> {
    let shape = shape(ask)?;
    let wish = Wish::of(shape);
    let rules = ask.rules.iter().flatten();
    let wish = rules.into_iter().try_fold(wish, |wish, text| {
        let rule =
            Rule::parse(text, shape).map_err(|error| AskError::new(format!("rules: '{text}': {error}")))?;
        Ok::<_, AskError>(wish.with_rule(rule))
    })?;
    let clues = ask.clues.map_or(Ok(0..=shape.cells()), |span| whole("clues", span, 0, shape.cells()))?;
    let cages = ask.cages.map(|span| whole("cages", span, 1, shape.digits())).transpose()?;
    let mask = ask.mask.as_ref().map(|text| mask_cells(text, shape)).transpose()?;
    let grid = ask.grid.as_ref().map(|text| full_grid(text, shape)).transpose()?;
    let names: Vec<&str> = ClueSymmetry::all().map(ClueSymmetry::name).collect();
    let symmetry = ask.symmetry.as_deref().unwrap_or("none");
    let symmetry = ClueSymmetry::all().find(|known| known.name() == symmetry);
    let symmetry = symmetry
        .ok_or_else(|| AskError::unknown("symmetry", ask.symmetry.as_deref().unwrap_or_default(), names))?;
    Ok(wish
        .with_clues(clues)
        .with_cages(cages)
        .with_symmetry(symmetry)
        .with_cells(mask)
        .with_grid(grid)
        .with_minimality(choice("minimal", ask.minimal.as_deref(), Minimality::Orbits)?)
        .with_method(choice("method", ask.method.as_deref(), Method::TopDown)?)
        .with_difficulty(difficulty(ask)?))
}

fn shape(ask: &GenerateAsk) -> Result<Shape, AskError> {
    let size =
        ask.size.or_else(|| ask.boxes.map(|(rows, columns)| rows.saturating_mul(columns))).unwrap_or(9);
    let shape = match (ask.boxes, ask.latin.unwrap_or(false)) {
        (Some((rows, columns)), false) => Shape::boxes(rows, columns).filter(|shape| shape.digits() == size),
        (None, true) => Shape::latin(size),
        (None, false) => Shape::usual(size),
        (Some(_), true) => return Err(AskError::new("latin: found boxes too, expected one of them")),
    };
    shape.ok_or_else(|| {
        let found =
            ask.boxes.map_or(String::new(), |(rows, columns)| format!(" in boxes of {rows}x{columns}"));
        AskError::new(format!("size: found {size}{found}, expected 1 to 64, rows times columns of a box"))
    })
}

/// The numbers of a span that is whole.
fn whole(option: &str, span: Span, least: usize, most: usize) -> Result<RangeInclusive<usize>, AskError> {
    let number = |end: Option<f64>, open: usize| match end {
        None => Ok(open),
        Some(end) if end >= 0.0 && end.fract() == 0.0 && end <= 4096.0 => Ok(end as usize),
        Some(end) => Err(AskError::new(format!("{option}: found {end}, expected a whole number"))),
    };
    let (least, most) = (number(span.least, least)?, number(span.most, most)?);
    if least > most {
        return Err(AskError::new(format!("{option}: {least} is more than {most}")));
    }
    Ok(least..=most)
}

fn choice<T: Choice>(option: &str, name: Option<&str>, default: T) -> Result<T, AskError> {
    let Some(name) = name else { return Ok(default) };
    T::from_name(name).ok_or_else(|| AskError::unknown(option, name, T::TABLE.iter().map(|row| row.1)))
}

/// The wished difficulty, if any option asks for one.
fn difficulty(ask: &GenerateAsk) -> Result<Option<Difficulty>, AskError> {
    let is_wished = ask.hardness.is_some() || ask.level.is_some() || ask.hardest.is_some();
    let name = match ask.scale.as_deref() {
        Some(name) => name,
        None if is_wished => "hodoku",
        None => return Ok(None),
    };
    let names = Scale::ALL.iter().map(|row| row.name);
    let scale = Scale::by_name(name).ok_or_else(|| AskError::unknown("scale", name, names))?;
    let text = |end: Option<f64>| end.map(|end| end.to_string());
    let span = ask.hardness.unwrap_or_default();
    let (least, most) = (text(span.least), text(span.most));
    let (min, max) = hardness(&scale, [("hardness.least", &least), ("hardness.most", &most)])?;
    let levels = ask.level.as_ref().map(|span| {
        let least = level(span.least.as_deref(), Level::Easy)?;
        Ok::<_, AskError>(least..=level(span.most.as_deref(), Level::Extreme)?)
    });
    let hardest = ask.hardest.as_deref().map(|name| {
        Technique::by_slug(name).ok_or_else(|| {
            AskError::new(format!("hardest: found '{name}', expected a technique such as x-wing"))
        })
    });
    Ok(Some(
        Difficulty::on(scale)
            .with_hardness(min.unwrap_or(0)..=max.unwrap_or(u32::MAX))
            .with_levels(levels.transpose()?)
            .with_hardest(hardest.transpose()?),
    ))
}

fn level(name: Option<&str>, open: Level) -> Result<Level, AskError> {
    let Some(name) = name else { return Ok(open) };
    let found = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| AskError::unknown("level", name, Level::ALL.map(Level::name)))
}

questions! {
    "Makes puzzles, or full grids."
    generate(GenerateAsk, "GenerateAsk") -> "GenerateReply" with "GenerateProgress" "(progress: GenerateProgress) => void";
}
