//! Solutions, their number, or whether there is only one.

use std::num::NonZeroU128;

use serde_json::Value;

use super::{
    Directory, LimitOptions, OptionError, OptionKind, OptionValue, Question as _, StrategyOptions, question,
};
use crate::reply::SolveReply;

/// The number up to which solutions are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CountLimit {
    /// All of them.
    #[default]
    All,
    /// At most this many.
    Most(NonZeroU128),
}

impl CountLimit {
    /// The number; `None` for all.
    pub fn most(self) -> Option<u128> {
        match self {
            Self::All => None,
            Self::Most(most) => Some(most.get()),
        }
    }
}

impl OptionValue for CountLimit {
    const KIND: OptionKind = OptionKind::Other(
        "'all' or a number from 1",
        r#"{ "anyOf": [{ "const": "all" }, { "type": "integer", "minimum": 1 }] }"#,
    );
    const IS_REQUIRED: bool = true;
    const BARE: Option<&'static str> = Some("all");

    fn read(value: &Value) -> Result<Self, Option<String>> {
        if value.as_str() == Some("all") {
            return Ok(Self::All);
        }
        let most = match value.as_str() {
            Some(text) => text.trim().parse().ok(),
            None => u64::read(value).ok().map(u128::from),
        };
        most.and_then(NonZeroU128::new).map(Self::Most).ok_or(None)
    }

    fn write(&self) -> Value {
        self.most().map_or_else(|| "all".into(), |most| most.to_string().into())
    }
}

question! {
    /// Solve puzzles, and prove that the solution is unique
    ///
    /// Output formats:
    ///   grid  boxed boards, with a sentence if there is no unique solution
    ///   line  one line per puzzle, in the order of the input. A comment follows a solution that is not
    ///         proved unique: # multiple or # unknown (nodes). Without a solution, the line is a comment,
    ///         such as # unsatisfiable (clues) or # malformed. The output can be read as input.
    ///   csv   puzzle, solution, outcome, and the columns of the input
    ///   json  one line per puzzle: outcome, strategy, statistics, and the fields of the input
    /// A column or field of the input that has the name of a new one gets a prefix: input_outcome.
    ///
    /// If a puzzle has several solutions, the solution of --first and the order of --all may differ
    /// between machines and runs.
    ///
    /// Examples:
    ///   arcdoku solve puzzle.txt
    ///   arcdoku solve --format csv puzzles.txt > solutions.csv
    ///   arcdoku solve --count=1000 --rule anti-knight 1...............
    ///   arcdoku solve --strategy fc-mrv --stats puzzle.txt
    Solve = "solve" -> SolveReply, fails "some puzzle does not have exactly one solution (with --first, --count or --all: has none), the solution that came with it is wrong, or (with --proof) there is no proof" {
        /// Stop at the first solution
        first: bool,
        /// Count solutions: all, or at most N with --count=N
        count: Option<CountLimit>,
        /// Print every solution
        all: bool,
        /// Without a solution, find a smallest set of contradictory rules and clues
        because: bool,
        /// Also write proofs of the answers to this directory, as `arcdoku prove` does
        proof: Option<Directory>,
    } with { search: StrategyOptions, limits: LimitOptions, }
}

impl Solve {
    /// As [`Solve::check`], for interfaces that answer one puzzle with one reply and have no files.
    ///
    /// # Errors
    /// As of [`Solve::check`], and for every solution and for proofs.
    pub fn check_single(&self) -> Result<(), OptionError> {
        let absent = [("all", self.all), ("proof", self.proof.is_some())];
        match absent.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(OptionError::unknown(option, &Self::ROW)),
            None => self.check(),
        }
    }

    /// Checks combinations of options.
    ///
    /// # Errors
    /// The first option that makes no sense with the others.
    pub fn check(&self) -> Result<(), OptionError> {
        let counts = self.count.is_some();
        let clashes = [
            ("count", counts && self.first, "first"),
            ("all", self.all && self.first, "first"),
            ("all", self.all && counts, "count"),
            ("because", self.because && counts, "count"),
            ("because", self.because && self.all, "all"),
            ("proof", self.proof.is_some() && self.first, "first"),
            ("proof", self.proof.is_some() && self.all, "all"),
        ];
        match clashes.iter().find(|(_, clash, _)| *clash) {
            Some((option, _, other)) => {
                Err(OptionError::new(option, format!("cannot be used with '{other}'")))
            }
            None => self.search.check(),
        }
    }
}
