//! How hard puzzles are for a person.

use serde_json::Value;

use super::option::NUMBER_OR_TEXT;
use super::{AnyScale, LimitOptions, OptionKind, OptionValue, TechniqueOptions, options, question};
use crate::RateReply;

/// The text of a score such as 696, or of an ER such as 7.1 on the scale se.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hardness(pub String);

impl OptionValue for Hardness {
    const KIND: OptionKind = OptionKind::Other("a number", NUMBER_OR_TEXT);
    const VALUE_NAME: Option<&'static str> = Some("HARDNESS");
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        match value {
            Value::Number(number) => Ok(Self(number.to_string())),
            _ => String::read(value).map(Self),
        }
    }

    fn write(&self) -> Value {
        self.0.as_str().into()
    }
}

options! {
    /// Which ratings are wanted.
    FilterOptions in "Filters" {
        /// Minimum hardness: an ER such as 7.1 on the scale se, otherwise a score
        min: Option<Hardness>,
        /// Maximum hardness; the rating of a puzzle ends as soon as it is exceeded
        max: Option<Hardness>,
        /// Only pearls (EP = ER, scale se)
        pearl: bool,
        /// Only diamonds (ED = ER, scale se)
        diamond: bool,
    }
}

question! {
    /// Rate the difficulty of puzzles for a person
    ///
    /// Solves each puzzle as a person would, with the simplest technique that applies at each step.
    /// Digits and eliminations in the input are kept. Puzzles with several solutions have no rating.
    ///
    /// Output formats:
    ///   text  position, rating, number of steps and hardest technique
    ///   tsv   puzzle and rating: level and score; ER/EP/ED on the scale se; hardest step and score in
    ///         tenths on the scale logic. A puzzle without a rating has a word: multiple, unsatisfiable,
    ///         mistakes, unsolved, or unknown (a limit was reached).
    ///   json  one line per puzzle, with the steps of each technique and the fields of the input
    ///
    /// Examples:
    ///   arcdoku rate --format tsv puzzles.txt
    ///   arcdoku rate --scale se --min 1.5 --max 8.9 puzzles.txt
    ///   arcdoku rate --scale se --out ratings.tsv --resume puzzles.txt
    ///   arcdoku rate -q --stats --plot ratings.svg puzzles.txt
    Rate = "rate" -> RateReply, fails "some puzzle does not have exactly one solution, or is not solved by the scale" {
        /// Scale: hodoku, relaxed, se, logic or a file
        scale: AnyScale = AnyScale::default(),
    } with { filter: FilterOptions, allowed: TechniqueOptions, limits: LimitOptions, }
}
