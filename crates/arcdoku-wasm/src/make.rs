//! Generated puzzles.

use std::io;

use arcdoku::deduction::Technique;
use arcdoku::generate::{ClueSymmetry, GaveUp, Method, Minimality, Wish};
use arcdoku::grid::Shape;
use arcdoku::rate::{Level, Scale};
use arcdoku_service::ask::generate::{self as service, GenerateOptions, SetFormat, Span, WishOptions};
use arcdoku_service::output::Output;
use arcdoku_wire::question::{LimitOptions, OptionKind, OptionValue, ScaleName, question};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::env::{Pace, amount, bounds, random};
use crate::error::AskError;
use crate::progress::ProgressSink;

/// A range; either end may be open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Range<T>(Option<T>, Option<T>);

impl<T: OptionValue> Range<T> {
    /// Reads an object with `least` and `most`.
    fn of(value: &Value) -> Result<Self, Option<String>> {
        let object = value.as_object().ok_or(None)?;
        if let Some(name) = object.keys().find(|name| !["least", "most"].contains(&name.as_str())) {
            return Err(Some(format!("found '{name}', expected least or most")));
        }
        let end = |name: &str| Option::read(object.get(name).unwrap_or(&Value::Null));
        Ok(Self(end("least")?, end("most")?))
    }

    fn json(&self) -> Value {
        let end = |end: &Option<T>| end.as_ref().map_or(Value::Null, T::write);
        serde_json::json!({ "least": end(&self.0), "most": end(&self.1) })
    }
}

/// Implements [`OptionValue`] for ranges of a type.
macro_rules! spans {
    ($($type:ty, $expected:literal, $typescript:literal;)*) => {$(
        impl OptionValue for Range<$type> {
            const KIND: OptionKind = OptionKind::Other($expected, $typescript);
            const IS_REQUIRED: bool = true;

            fn read(value: &Value) -> Result<Self, Option<String>> {
                Self::of(value)
            }

            fn write(&self) -> Value {
                self.json()
            }
        }
    )*};
}

spans! {
    u64, "a range of whole numbers", "{ least?: number; most?: number }";
    Hardness, "a range of numbers", "{ least?: number; most?: number }";
    LevelName, "a range of levels", "{ least?: string; most?: string }";
}

/// A score, or ER, as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hardness(String);

impl OptionValue for Hardness {
    const KIND: OptionKind = OptionKind::Other("a number", "number");
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        value.as_f64().map(|number| Self(number.to_string())).ok_or(None)
    }

    fn write(&self) -> Value {
        self.0.as_str().into()
    }
}

/// A level: `easy`, `medium`, `hard`, `unfair` or `extreme`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LevelName(Level);

impl OptionValue for LevelName {
    const KIND: OptionKind = OptionKind::Text;
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let name = value.as_str().unwrap_or_default();
        let level = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name));
        let wrong =
            || Some(format!("found '{name}', expected one of {}", Level::ALL.map(Level::name).join(", ")));
        level.map(Self).ok_or_else(wrong)
    }

    fn write(&self) -> Value {
        self.0.name().into()
    }
}

/// The rows and columns of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoxSize(usize, usize);

impl OptionValue for BoxSize {
    const KIND: OptionKind = OptionKind::Other("a list of two numbers", "[number, number]");
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        match Vec::<u64>::read(value)?.as_slice() {
            &[rows, columns] => Ok(Self(amount(rows), amount(columns))),
            _ => Err(None),
        }
    }

    fn write(&self) -> Value {
        [self.0, self.1].into_iter().collect()
    }
}

question! {
    /// Puzzles, or full grids. The limits are for each puzzle; nodes are tries
    Generate = "generate" -> GenerateReply, fails "" {
        /// The number of puzzles
        count: u64 = 1,
        /// The seed of the run; without one, a random seed, which the rows have
        seed: Option<u64>,
        /// Make full grids instead of puzzles
        full: bool,
        /// The number of digits; without it, that of the boxes, or 9
        size: Option<u64>,
        /// The rows and columns of a box; without them, the usual ones of the size
        boxes: Option<BoxSize>,
        /// No boxes
        latin: bool,
        /// Further rules, each a line of text; `regions ...` makes a jigsaw of a grid without boxes
        rules: Vec<String>,
        /// Draw killer cages of so many cells, and no clues
        cages: Option<Range<u64>>,
        /// The solution of all puzzles
        grid: Option<String>,
        /// The symmetry of the cells that have clues: `none`, `half-turn`, ...
        symmetry: Option<String>,
        /// Cells that may have a clue: a character a cell; `.`, `0`, `-` and `_` mean no clue
        mask: Option<String>,
        /// The number of clues
        clues: Option<Range<u64>>,
        /// Which clues must be needed
        minimal: Minimality = Minimality::Orbits,
        /// How puzzles are sampled
        method: Method = Method::TopDown,
        /// The scale of the requirements below; without it, `logic` for puzzles with rules and `hodoku` for others
        scale: Option<ScaleName>,
        /// The range of the score, or of ER on the scale `se`
        hardness: Option<Range<Hardness>>,
        /// The range of levels (not on the scale `se`)
        level: Option<Range<LevelName>>,
        /// The hardest technique that is needed
        hardest: Option<String>,
        /// Further scales to rate on
        rate: Vec<String>,
        /// Add the key of their canonical form to rows
        key: bool,
        /// Leave out puzzles that are equivalent to an earlier one
        dedupe: bool,
    } with { limits: LimitOptions, }
}

/// The progress of making puzzles.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GenerateProgress {
    /// The number of puzzles that were made or given up.
    pub done: u64,
    /// The number of all puzzles.
    pub all: u64,
    /// The number of puzzles that were drawn and do not meet the requirements.
    pub drawn: u64,
    /// The last puzzles.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<arcdoku_wire::GenerateRow>"))]
    pub rows: Vec<Box<RawValue>>,
}

/// The puzzles.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GenerateReply {
    /// All puzzles.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<arcdoku_wire::GenerateRow>"))]
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
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GivenUp {
    /// How many.
    pub count: u64,
    /// The number of puzzles that were drawn for the first of them.
    pub drawn: u64,
    /// What ended it: `nodes` (which are puzzles here) or `time`.
    pub limit: arcdoku_wire::Limit,
}

/// Makes puzzles.
pub(crate) fn generate(question: Generate, say: ProgressSink<'_>) -> Result<GenerateReply, AskError> {
    let wish = wish(&question)?;
    let count = question.count;
    let options = GenerateOptions {
        scales: service::rating_scales(&wish, &question.rate)?,
        wish,
        full: question.full,
        count,
        seed: question.seed.or_else(random),
        key: question.key,
        dedupe: question.dedupe,
        bounds: bounds(&question.limits),
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
    say: ProgressSink<'a>,
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
            self.say.report(&self.progress);
            self.progress.rows.clear();
        }
    }

    fn advance(&mut self, amount: u64, _puzzles: u64) {
        self.progress.done += amount;
        self.say.report(&self.progress);
        self.progress.rows.clear();
    }
}

/// The requirements of a question.
fn wish(question: &Generate) -> Result<Wish, AskError> {
    let name = question.symmetry.as_deref().unwrap_or("none");
    let symmetry = ClueSymmetry::all().find(|known| known.name() == name);
    let unknown = || AskError::unknown("symmetry", name, ClueSymmetry::all().map(ClueSymmetry::name));
    let hardest = question.hardest.as_deref().map(|name| {
        Technique::by_slug(name).ok_or_else(|| {
            AskError::new(format!("hardest: found '{name}', expected a technique such as x-wing"))
        })
    });
    let (min, max) = question.hardness.clone().map_or((None, None), |Range(min, max)| (min, max));
    let level = question.level.map(|Range(least, most)| Span {
        least: least.map(|level| level.0),
        most: most.map(|level| level.0),
    });
    let options = WishOptions {
        shape: shape(question)?,
        rules: question.rules.clone(),
        cages: question.cages.map(|span| whole("cages", span)).transpose()?,
        grid: question.grid.clone(),
        symmetry: symmetry.ok_or_else(unknown)?,
        mask: question.mask.clone(),
        clues: question.clues.map(|span| whole("clues", span)).transpose()?,
        minimal: question.minimal,
        method: question.method,
        scale: question.scale.map(|scale| scale.scale().name().to_owned()),
        min: min.map(|min| min.0),
        max: max.map(|max| max.0),
        level,
        hardest: hardest.transpose()?,
        ..WishOptions::default()
    };
    let scale = |name: &str| Ok(Scale::by_name(name).unwrap_or_default());
    options.wish(scale).map_err(|error| {
        // The command line has other names: it takes one rule at a time, and both ends of a range apart.
        let message = error.to_string();
        let mut message = message.trim_start_matches("--").to_owned();
        for (of_program, own) in [("rule: ", "rules: "), ("min ", "hardness "), ("max ", "hardness ")] {
            if let Some(rest) = message.strip_prefix(of_program) {
                message = format!("{own}{rest}");
            }
        }
        AskError::new(message)
    })
}

fn shape(question: &Generate) -> Result<Shape, AskError> {
    let boxes = question.boxes;
    let of_boxes = || boxes.map(|BoxSize(rows, columns)| rows.saturating_mul(columns));
    let size = question.size.map(amount).or_else(of_boxes).unwrap_or(9);
    let shape = match (boxes, question.latin) {
        (Some(BoxSize(rows, columns)), false) => {
            Shape::boxes(rows, columns).filter(|shape| shape.digits() == size)
        }
        (None, true) => Shape::latin(size),
        (None, false) => Shape::usual(size),
        (Some(_), true) => return Err(AskError::new("latin: found boxes too, expected one of them")),
    };
    shape.ok_or_else(|| {
        let found =
            boxes.map_or(String::new(), |BoxSize(rows, columns)| format!(" in boxes of {rows}x{columns}"));
        AskError::new(format!("size: found {size}{found}, expected 1 to 64, rows times columns of a box"))
    })
}

/// A range of whole numbers.
fn whole(option: &str, Range(least, most): Range<u64>) -> Result<Span<usize>, AskError> {
    if let Some((least, most)) = least.zip(most).filter(|(least, most)| least > most) {
        return Err(AskError::new(format!("{option}: {least} is more than {most}")));
    }
    Ok(Span { least: least.map(amount), most: most.map(amount) })
}
