//! How hard puzzles are for a person.

use serde_json::Value;

use super::option::NUMBER_OR_TEXT;
use super::{AnyScale, LimitOptions, OptionKind, OptionValue, TechniqueOptions, options, question};
use crate::RateReply;

/// A score such as 696, or on the scale se an ER such as 7.1, as it is written.
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
        /// Minimum hardness: an ER such as 7.1 on the scale se, else a score
        min: Option<Hardness>,
        /// Maximum hardness; the rating of a puzzle ends as soon as it is exceeded
        max: Option<Hardness>,
        /// Only pearls: no step is harder than those up to the first placed digit (EP = ER; scale se)
        pearl: bool,
        /// Only diamonds: no step is harder than the first (ED = ER; scale se)
        diamond: bool,
    }
}

question! {
    /// Rate how hard puzzles are for a person
    ///
    /// Solves each puzzle as a person would, at each step with the simplest technique that applies. Placed
    /// digits and eliminated candidates of the input count as done: only the rest is rated. Only puzzles
    /// with a single solution are rated.
    ///
    /// On a scale that is a table of techniques, the score is the sum of the scores of the steps; the level
    /// is that of the hardest step, raised if the score exceeds the limit of the level. On the scale se, ER
    /// is the rating of the hardest step, EP that of the hardest up to the first that places a digit, ED
    /// that of the first step; ER is 20.0 if no technique applies.
    ///
    /// Output formats:
    ///   text  position, rating (ER on the scale se), number of steps and hardest technique
    ///   tsv   puzzle and rating, separated by tabs, in the order of the input: puzzle, level, score; on
    ///         the scale se puzzle, ER/EP/ED. A puzzle without a rating has a word instead: multiple,
    ///         unsatisfiable, mistakes (contradicts the solution), unsolved (not on se), or unknown (--time
    ///         was exceeded). Puzzles with further rules have the hardest step on the scale logic, and the
    ///         sum of all in tenths where there are two columns
    ///   json  one line per puzzle, with the number of steps of each technique and the fields of the input
    ///
    /// With a filter, only puzzles in the range are printed; puzzles that could not be rated are reported
    /// on standard error.
    ///
    /// A file that --out writes consists of whole lines in the order of the input, however the run ends;
    /// FILE.progress records how much of the input was read. With --resume, the puzzles in FILE are
    /// compared with the input, an incomplete last line is dropped, and the rest is rated; puzzles that
    /// exceeded --time are not tried again. A FILE of another input, or with another scale, format or
    /// filter, is refused and left unchanged; if there is no FILE, --resume starts from the beginning. The
    /// exit code covers the puzzles of this run only.
    ///
    /// Examples:
    ///   arcdoku rate --format tsv puzzles.txt
    ///   arcdoku rate --no-uniqueness --stats -q puzzles.txt
    ///   arcdoku rate --scale se --min 7.1 --max 8.9 --format tsv puzzles.txt
    ///   arcdoku rate --scale se --out ratings.tsv --resume puzzles.txt
    ///   arcdoku rate -q --plot ratings.svg puzzles.txt
    Rate = "rate" -> RateReply, fails "some puzzle does not have exactly one solution, or is not solved by the scale" {
        /// The scale: hodoku, relaxed, se, logic, or a file in the format of the first two
        scale: AnyScale = AnyScale::default(),
    } with { filter: FilterOptions, allowed: TechniqueOptions, limits: LimitOptions, }
}
