//! The techniques for puzzles with rules, and the difficulty of a step of each.

use std::fmt;
use std::ops::{BitAnd, BitOr};

/// The difficulty of a step in tenths, from 1.0: see [`Technique::least`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Difficulty(pub u16);

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.0 / 10, self.0 % 10))
    }
}

/// The rating of a path: its hardest step, then the sum of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rating {
    /// The difficulty of the hardest step.
    pub hardest: Difficulty,
    /// The sum of the difficulties of all steps.
    pub total: u32,
}

impl Rating {
    /// The rating with another step. It never becomes less.
    #[must_use]
    pub fn with(self, difficulty: Difficulty) -> Self {
        Self { hardest: self.hardest.max(difficulty), total: self.total.saturating_add(difficulty.0.into()) }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.hardest.fmt(f)
    }
}

struct Row {
    slug: &'static str,
    name: &'static str,
    definition: &'static str,
    least: u16,
}

macro_rules! techniques {
    ($($technique:ident $slug:literal $name:literal $least:literal $sentence:literal;)*) => {
        /// A technique: the kind of a step.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Technique {
            $(#[doc = $sentence] $technique,)*
        }

        impl Technique {
            /// All techniques, in the order in which they are tried.
            pub const ALL: &[Self] = &[$(Self::$technique,)*];
        }

        const ROWS: &[Row] = &[$(Row { slug: $slug, name: $name, definition: $sentence, least: $least },)*];
    };
}

techniques! {
    FullHouse "full-house" "Full House" 10 "The last empty cell of a house that takes every digit.";
    HiddenSingle "hidden-single" "Hidden Single" 12 "A digit with one place left in a house that takes every digit.";
    NakedSingle "naked-single" "Naked Single" 16 "A cell with one candidate.";
    Pair "pair" "Pair of a Rule" 17 "Candidates that go with none of the other cell, by a relation of two cells.";
    Line "line" "Line" 18 "Candidates that no filling of a line has.";
    Combination "combination" "Combination" 18 "Candidates in no combination of digits of a cage.";
    Sum "sum" "Sum" 20 "Candidates that no way to reach a sum has.";
    Innies "innies-and-outies" "Innies and Outies" 24
        "A sum that houses and sums of rules leave for a few cells.";
    Rule "rule" "Rule" 25 "Candidates that no filling of the cells of a rule has.";
    Locked "locked" "Locked Candidates" 26
        "A set needs a digit, and all of its places see the same cells outside.";
    Leftovers "leftovers" "Leftovers" 28 "Houses that overlap: what is left of them holds the same digits.";
    NakedPair "naked-pair" "Naked Pair" 30 "Two cells of a set with two digits.";
    XWing "x-wing" "X-Wing" 32 "A digit whose places in two lines are in two crossing lines.";
    HiddenPair "hidden-pair" "Hidden Pair" 34 "Two digits with two places in a house.";
    NakedTriple "naked-triple" "Naked Triple" 36 "Three cells of a set with three digits.";
    Swordfish "swordfish" "Swordfish" 38 "A digit whose places in three lines are in three crossing lines.";
    HiddenTriple "hidden-triple" "Hidden Triple" 40 "Three digits with three places in a house.";
    NakedQuadruple "naked-quadruple" "Naked Quadruple" 50 "Four cells of a set with four digits.";
    Jellyfish "jellyfish" "Jellyfish" 52 "A digit whose places in four lines are in four crossing lines.";
    HiddenQuadruple "hidden-quadruple" "Hidden Quadruple" 54 "Four digits with four places in a house.";
    Propagation "propagation" "Constraint" 56 "Candidates that a constraint of the solver excludes.";
    Contradiction "contradiction" "Contradiction" 60
        "A candidate whose consequences, by the other techniques, cannot be.";
    DeepContradiction "deep-contradiction" "Nested Contradiction" 120
        "A candidate whose consequences cannot be, where further candidates are refuted on the way.";
}

impl Technique {
    /// Its name in lower case with hyphens.
    pub fn slug(self) -> &'static str {
        ROWS[self as usize].slug
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        ROWS[self as usize].name
    }

    /// What it removes or places, in a sentence.
    pub fn definition(self) -> &'static str {
        ROWS[self as usize].definition
    }

    /// The least difficulty of a step: what its size adds is said in the file of the finder.
    pub fn least(self) -> Difficulty {
        Difficulty(ROWS[self as usize].least)
    }

    /// The technique with this slug.
    pub fn by_slug(slug: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|technique| technique.slug() == slug)
    }

    /// The difficulty of a step that is so much above the least; it stays below the next kind of techniques.
    pub(super) fn raised(self, by: usize) -> Difficulty {
        let most = match self {
            Self::Contradiction => 119,
            Self::DeepContradiction => 200,
            _ => 59,
        };
        let Difficulty(least) = self.least();
        Difficulty((usize::from(least) + by).min(most) as u16)
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Techniques(u32);

const _: () = assert!(Technique::ALL.len() <= 32, "a set of techniques is one word");

impl Techniques {
    /// No technique.
    pub const NONE: Self = Self(0);
    /// All techniques.
    pub const ALL: Self = Self(u32::MAX >> (32 - Technique::ALL.len()));

    /// All techniques but those of these bits, as [`bits`](Self::bits) gives them.
    pub const fn all_but(bits: u32) -> Self {
        Self(Self::ALL.0 & !bits)
    }

    /// The set as bits, in the order of [`Technique::ALL`].
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether the technique is in the set.
    #[inline]
    pub const fn contains(self, technique: Technique) -> bool {
        self.0 >> (technique as u32) & 1 == 1
    }

    /// The set without a technique.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u32))
    }

    /// The techniques, in order.
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        Technique::ALL.iter().copied().filter(move |&technique| self.contains(technique))
    }
}

impl Default for Techniques {
    /// All techniques.
    fn default() -> Self {
        Self::ALL
    }
}

impl FromIterator<Technique> for Techniques {
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> Self {
        Self(techniques.into_iter().fold(0, |set, technique| set | 1 << technique as u32))
    }
}

impl BitOr for Techniques {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Techniques {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}
