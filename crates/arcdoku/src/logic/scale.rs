//! The scale `logic`: the techniques for puzzles with rules in their order, each with the rating of its easiest step.

use std::fmt;

use crate::deduction::{Technique, Techniques, Tenths};

/// The rating of a path: the rating of the hardest step, then the sum of the ratings of all steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rating {
    /// The rating of the hardest step.
    pub hardest: Tenths,
    /// The sum of the ratings of all steps, in tenths.
    pub total: u32,
}

impl Rating {
    /// The rating after one more step. It is never less than before.
    #[must_use]
    pub fn with(self, tenths: Tenths) -> Self {
        Self { hardest: self.hardest.max(tenths), total: self.total.saturating_add(tenths.0.into()) }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.hardest.fmt(f)
    }
}

/// A row of the scale.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct LogicRow {
    /// The technique.
    pub technique: Technique,
    /// The candidates that it removes or places, in a sentence.
    pub definition: &'static str,
    /// The rating of its easiest step. The file of the finder documents the additions for its size.
    pub least: Tenths,
}

impl LogicRow {
    /// The row of the technique with this slug.
    pub fn by_slug(slug: &str) -> Option<&'static Self> {
        ROWS.iter().find(|row| row.technique.slug() == slug)
    }
}

macro_rules! rows {
    ($($technique:ident $least:literal $definition:literal;)*) => {
        /// The scale, in the order in which techniques are tried.
        pub const ROWS: &[LogicRow] = &[$(LogicRow {
            technique: Technique::$technique,
            definition: $definition,
            least: Tenths($least),
        },)*];

        /// All techniques of the scale.
        pub const TECHNIQUES: Techniques = Techniques::of(&[$(Technique::$technique,)*]);
    };
}

rows! {
    FullHouse 10 "The last empty cell of a house that takes every digit.";
    HiddenSingle 12 "A digit with one place left in a house that takes every digit.";
    NakedSingle 16 "A cell with one candidate.";
    Pair 17 "Candidates that a relation of two cells allows with no candidate of the other cell.";
    Line 18 "Candidates that occur in no filling of a line.";
    Combination 18 "Candidates in no combination of digits of a cage.";
    Sum 20 "Candidates that occur in no way to reach a sum.";
    Innies 24
        "A sum that houses and sums of rules leave for a few cells.";
    Rule 25 "Candidates that occur in no filling of the cells of a rule.";
    Locked 26
        "A set needs a digit, and all of its places see the same cells outside of the set.";
    Leftovers 28 "Overlapping houses: their remaining cells on both sides have the same digits.";
    NakedPair 30 "Two cells of a set with two digits.";
    XWing 32 "A digit whose places in two lines are in two crossing lines.";
    HiddenPair 34 "Two digits with two places in a house.";
    NakedTriple 36 "Three cells of a set with three digits.";
    Swordfish 38 "A digit whose places in three lines are in three crossing lines.";
    HiddenTriple 40 "Three digits with three places in a house.";
    NakedQuadruple 50 "Four cells of a set with four digits.";
    Jellyfish 52 "A digit whose places in four lines are in four crossing lines.";
    HiddenQuadruple 54 "Four digits with four places in a house.";
    Propagation 56 "Candidates that a constraint of the solver excludes.";
    Contradiction 60
        "A candidate whose consequences, by the other techniques, are contradictory.";
    DeepContradiction 120
        "A candidate whose consequences are contradictory if further candidates are refuted on the way.";
}

/// The rating of the easiest step of each technique, by the position of the technique in the registry.
const LEAST: [Tenths; 256] = {
    let mut least = [Tenths(0); 256];
    let mut row = 0;
    while row < ROWS.len() {
        least[ROWS[row].technique.index()] = ROWS[row].least;
        row += 1;
    }
    least
};

/// The rating of the easiest step of a technique.
pub(super) fn least(technique: Technique) -> Tenths {
    LEAST[technique.index()]
}

/// The rating of a step that is `by` tenths above the smallest rating of its technique. The rating stays below the
/// ratings of the next kind of technique.
pub(super) fn raised(technique: Technique, by: usize) -> Tenths {
    let most = match technique {
        Technique::Contradiction => 119,
        Technique::DeepContradiction => 200,
        _ => 59,
    };
    Tenths((usize::from(least(technique).0) + by).min(most) as u8)
}
