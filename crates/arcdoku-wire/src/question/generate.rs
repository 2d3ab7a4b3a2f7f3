//! Generated puzzles.

use std::time::Duration;

use arcdoku::deduction::Technique;
use arcdoku::generate::{ClueSymmetry, Method, Minimality};
use arcdoku::grid::{InvalidShape, Shape};
use arcdoku::rate::Level;
use serde_json::Value;

use super::option::NUMBER_OR_TEXT;
use super::{AnyScale, Hardness, OptionKind, OptionValue, ScaleName, no_technique, options, question};
use crate::generate::GenerateRow;

impl OptionValue for Shape {
    const KIND: OptionKind = OptionKind::Other(
        "boxes such as 2x3, a number of digits, 64 at most, or a grid such as 'grid 6x9 digits 0-8'",
        NUMBER_OR_TEXT,
    );
    const VALUE_NAME: Option<&'static str> = Some("RxC|N");
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let text = value.as_u64().map_or_else(|| value.as_str().map(str::to_owned), |n| Some(n.to_string()));
        let text = text.ok_or(None)?;
        if text.starts_with("grid") {
            return text.parse().map_err(|error: InvalidShape| Some(error.to_string()));
        }
        Self::plain(&text).ok_or(None)
    }

    fn write(&self) -> Value {
        if !self.is_plain() {
            return self.text().into();
        }
        match self.box_size() {
            Some((rows, columns)) => format!("{rows}x{columns}").into(),
            None => self.digits().to_string().into(),
        }
    }
}

impl OptionValue for ClueSymmetry {
    const KIND: OptionKind =
        OptionKind::Choice(|| Self::all().map(|symmetry| (symmetry.name(), symmetry.summary())).collect());
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        Self::all().find(|symmetry| value.as_str() == Some(symmetry.name())).ok_or(None)
    }

    fn write(&self) -> Value {
        self.name().into()
    }
}

impl OptionValue for Technique {
    const KIND: OptionKind = OptionKind::Other("a technique such as x-wing", r#"{ "type": "string" }"#);
    const VALUE_NAME: Option<&'static str> = Some("TECHNIQUE");
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let name = value.as_str().ok_or(None)?;
        let near = || no_technique(name, Self::ALL.iter().map(|one| one.slug().to_owned()), "a technique");
        Self::by_name(name).ok_or_else(|| Some(near()))
    }

    fn write(&self) -> Value {
        self.slug().into()
    }
}

/// A range of whole numbers; either end may be open: `24`, `22..26`, `..25`, `30..`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The first number.
    pub least: Option<u64>,
    /// The last number.
    pub most: Option<u64>,
}

/// The ends of a range as text; one value is both ends.
fn ends(text: &str) -> (&str, &str) {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    (least.trim(), most.strip_prefix('=').unwrap_or(most).trim())
}

impl OptionValue for Range {
    const KIND: OptionKind = OptionKind::Range;
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        if let Some(number) = value.as_u64() {
            return Ok(Self { least: Some(number), most: Some(number) });
        }
        let number =
            |text: &str| if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(|_| None) };
        let (least, most) = ends(value.as_str().ok_or(None)?);
        let range = Self { least: number(least)?, most: number(most)? };
        if range.least.or(range.most).is_none() { Err(None) } else { Ok(range) }
    }

    fn write(&self) -> Value {
        let end = |end: Option<u64>| end.map_or_else(String::new, |number| number.to_string());
        format!("{}..{}", end(self.least), end(self.most)).into()
    }
}

/// The sizes of cages: a range, or `usual`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CageSizes {
    /// 2 to 5 cells, but not more than there are digits.
    Usual,
    /// A range.
    Range(Range),
}

impl OptionValue for CageSizes {
    const KIND: OptionKind = OptionKind::Range;
    const IS_REQUIRED: bool = true;
    const BARE: Option<&'static str> = Some("usual");

    fn read(value: &Value) -> Result<Self, Option<String>> {
        if value.as_str() == Self::BARE { Ok(Self::Usual) } else { Range::read(value).map(Self::Range) }
    }

    fn write(&self) -> Value {
        match self {
            Self::Usual => "usual".into(),
            Self::Range(range) => range.write(),
        }
    }
}

/// A range of levels: `hard`, `medium..hard`, `..medium`, `unfair..`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Levels {
    /// The first level.
    pub least: Level,
    /// The last level.
    pub most: Level,
}

impl OptionValue for Levels {
    const KIND: OptionKind = OptionKind::Text;
    const VALUE_NAME: Option<&'static str> = Some("LEVEL");
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let text = value.as_str().ok_or(None)?;
        let names = || Level::ALL.map(|level| level.name().to_ascii_lowercase()).join(", ");
        let level = |name: &str, open: Level| {
            let named = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name));
            let open = (name.is_empty() && text.contains("..")).then_some(open);
            named.or(open).ok_or_else(|| {
                Some(format!("found '{name}', expected one of {}, or a range such as medium..hard", names()))
            })
        };
        let (least, most) = ends(text);
        Ok(Self { least: level(least, Level::Easy)?, most: level(most, Level::Extreme)? })
    }

    fn write(&self) -> Value {
        format!("{}..{}", self.least, self.most).into()
    }
}

/// Texts, each of any form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lines(pub Vec<String>);

impl OptionValue for Lines {
    const KIND: OptionKind = OptionKind::Lines;
    const IS_REQUIRED: bool = false;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        Vec::read(value).map(Self)
    }

    fn write(&self) -> Value {
        self.0.write()
    }
}

/// Text that a command line also takes from a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Content(pub String);

impl OptionValue for Content {
    const KIND: OptionKind = OptionKind::Content;
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        String::read(value).map(Self)
    }

    fn write(&self) -> Value {
        self.0.write()
    }
}

options! {
    /// Which puzzles are made.
    RequestOptions in "Puzzles" {
        /// Boxes (2x3), digits (16), or a text such as 'grid 6x9 digits 0-8'
        shape: Shape = Shape::CLASSIC,
        /// Only the given rules: no rows, columns or boxes
        bare: bool,
        /// A further rule (repeatable); `arcdoku help rules` lists rules and drawings
        rules: Lines,
        /// Draw rules over the solution (repeatable), such as 'thermo 3..5 of 4..6'
        draw: Lines,
        /// Draw killer cages of these sizes instead of clues [default sizes: 2..5]
        cages: Option<CageSizes>,
        /// Solution of all puzzles [default: a random grid for each]
        grid: Option<Content>,
        /// Symmetry of the cells with clues
        symmetry: ClueSymmetry = ClueSymmetry::None,
        /// Cells that may have a clue: one character per cell; '.' means no clue
        mask: Option<Content>,
        /// Number of clues: 24, 22..26, ..25 or 30.. [default: any]
        clues: Option<Range>,
        /// Necessary clues; see `arcdoku help data-sets`
        minimal: Minimality = Minimality::Orbits,
        /// Sampling method; see `arcdoku help data-sets`
        method: Method = Method::TopDown,
    }
}

options! {
    /// How hard the puzzles are.
    DifficultyOptions in "Difficulty" {
        /// Scale: hodoku, relaxed, se, logic or a file; see `arcdoku help techniques` [default: logic or hodoku, if
        /// needed]
        scale: Option<AnyScale>,
        /// Minimum hardness: an ER such as 7.1 on se and logic, otherwise a score
        min: Option<Hardness>,
        /// Maximum hardness
        max: Option<Hardness>,
        /// Level or range of levels: hard, medium..hard, unfair.. (not on se)
        level: Option<Levels>,
        /// Hardest technique, by its name in `arcdoku techniques`
        hardest: Option<Technique>,
    }
}

options! {
    /// When a puzzle is given up.
    TryOptions in "Limits" {
        /// Give up on a puzzle after this number of tries [default: no limit]
        tries: Option<u64> [1 ..= u64::MAX],
        /// Give up on a puzzle after this time, such as 10s [default: no limit]
        time: Option<Duration>,
    }
}

options! {
    /// What rows have.
    ColumnOptions in "Output" {
        /// Rate on these scales (hodoku, relaxed, se)
        rate: Vec<ScaleName>,
        /// Add the key of the canonical form, which equivalent puzzles share
        key: bool,
        /// Omit puzzles that are equivalent to an earlier one
        dedupe: bool,
    }
}

question! {
    /// Generate puzzles and full grids, from one to a data set of millions
    ///
    /// Each puzzle has exactly one solution, and its own seed, which reproduces it under the same
    /// options. The first puzzle has the seed of the run. A seed gives the same puzzles on every machine,
    /// with any number of threads. Puzzles that are given up after --tries or --time are reported on
    /// standard error. Without limits, a run does not end if no puzzle meets the options. `arcdoku help
    /// data-sets` describes methods, columns, large files, and test sets.
    ///
    /// Examples:
    ///   arcdoku generate --level hard --hardest x-wing
    ///   arcdoku generate -n 5 --seed 1 --symmetry half-turn --clues 24..28
    ///   arcdoku generate -n 20 --out set.csv --rate hodoku --dedupe --split 0.1
    ///   arcdoku generate --shape 2x3 --draw kropki --draw 'thermo 2..3'
    Generate = "generate" -> [GenerateRow], fails "" about Nothing in "" {
        /// Number of puzzles or grids
        count: u64 [1 ..= u64::MAX] = 1,
        /// Seed of the run [default: random, printed on standard error]
        seed: Option<u64>,
        /// Make full grids instead of puzzles
        full: bool,
    } with { request: RequestOptions, difficulty: DifficultyOptions, limits: TryOptions, columns: ColumnOptions, }
}

impl Generate {
    /// Checks combinations of options.
    ///
    /// # Errors
    /// The first option that full grids do not have.
    pub fn check(&self) -> Result<(), super::OptionError> {
        let (none, Self { request, difficulty, .. }) = (Self::default(), self);
        let puzzles = [
            ("rules", request.rules != none.request.rules),
            ("draw", request.draw != none.request.draw),
            ("cages", request.cages.is_some()),
            ("grid", request.grid.is_some()),
            ("symmetry", request.symmetry != none.request.symmetry),
            ("mask", request.mask.is_some()),
            ("clues", request.clues.is_some()),
            ("minimal", request.minimal != none.request.minimal),
            ("method", request.method != none.request.method),
            ("scale", difficulty.scale.is_some()),
            ("min", difficulty.min.is_some()),
            ("max", difficulty.max.is_some()),
            ("level", difficulty.level.is_some()),
            ("hardest", difficulty.hardest.is_some()),
            ("time", self.limits.time.is_some()),
            ("tries", self.limits.tries.is_some()),
            ("rate", !self.columns.rate.is_empty()),
        ];
        match puzzles.into_iter().find(|(_, is_given)| *is_given && self.full) {
            Some((option, _)) => Err(super::OptionError::new(option, "cannot be used with 'full'")),
            None => Ok(()),
        }
    }
}
