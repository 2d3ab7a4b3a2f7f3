//! The classes of constraints in ISS strings, and the layout of the arguments of each class.

/// The layout of the arguments of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Any number of arguments that are not cells.
    Plain,
    /// This number of arguments, then cells.
    Cells(usize),
    /// This number of arguments, then lists of cells separated by `-`.
    Segments(usize),
    /// One argument, then lists of cells, each a separate constraint: `~~` separates them, `_name` names them.
    Groups,
    /// `R2` or `C2`, a clue for the first end, a clue for the other end; each may be empty.
    Ends,
    /// A clue, and `R2` or `C2`.
    Line,
    /// A clue, and the first cell of a diagonal.
    Diagonal,
    /// Cells with values: `R1C1_5`.
    Given,
    /// A cell, then values.
    Quad,
    /// Children up to `.End`.
    Composite,
}

macro_rules! classes {
    ($($class:ident $form:ident $(($count:literal))? $(= $rule:literal $(, $usual:literal)?)?;)*) => {
        /// A class of constraint.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "the names are those of the format")]
        pub enum Class { $($class,)* }

        impl Class {
            /// All classes.
            pub const ALL: &[Self] = &[$(Self::$class,)*];

            /// The name in strings.
            pub fn name(self) -> &'static str {
                match self { $(Self::$class => stringify!($class),)* }
            }

            pub(crate) fn form(self) -> Form {
                use Form::*;
                match self { $(Self::$class => $form $(($count))?,)* }
            }

            /// The name of the rule with the same cells and arguments, and the argument that the rule gets if the class
            /// has none.
            pub(crate) fn rule(self) -> Option<(&'static str, &'static str)> {
                match self { $($(Self::$class => Some(($rule, concat!($($usual)?))),)?)* _ => None }
            }

            pub(crate) fn named(name: &str) -> Option<Self> {
                Some(match name { $(stringify!($class) => Self::$class,)* _ => return None })
            }
        }
    };
}

impl Class {
    /// Whether the class marks pairs of neighbors.
    pub(crate) fn is_mark(self) -> bool {
        matches!(self, Self::BlackDot | Self::GreaterThan | Self::V | Self::WhiteDot | Self::X)
    }

    /// The class that represents a rule.
    pub(crate) fn of_rule(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|class| class.rule().is_some_and(|(rule, _)| rule == name))
    }
}

classes! {
    AllDifferent Cells(0) = "all-different";
    And Composite;
    AntiConsecutive Plain = "non-consecutive";
    AntiKing Plain = "anti-king";
    AntiKnight Plain = "anti-knight";
    AntiTaxicab Plain = "anti-taxicab";
    Arrow Cells(0) = "arrow";
    Between Cells(0) = "between";
    Binary Groups;
    BinaryX Groups;
    BlackDot Cells(0) = "black-dot";
    Cage Cells(1) = "cage", "0";
    ChaosArrow Segments(2);
    ChaosConstruction Plain;
    ChaosCount Segments(2);
    ConnectedValues Plain;
    ContainAtLeast Cells(1);
    ContainExact Cells(1);
    CountDistinct Cells(0) = "count-distinct";
    CountingCircles Cells(0) = "counting-circles";
    Diagonal Plain;
    DisjointSets Plain = "disjoint-groups";
    Doppelganger Plain = "doppelganger";
    DoubleArrow Cells(0) = "double-arrow";
    DutchFlatmates Plain = "dutch-flatmates";
    Entropic Cells(0) = "entropic";
    EqualSum Segments(0);
    EqualityCage Cells(0) = "equality-cage";
    FullRank Ends;
    FullRankTies Plain;
    Given Given;
    GlobalEntropy Plain = "global-entropy";
    GlobalMod Plain = "global-modular";
    GreaterThan Cells(0) = "greater";
    HiddenSkyscraper Ends = "hidden-skyscraper";
    Indexing Cells(1);
    Jigsaw Plain;
    LittleKiller Diagonal = "little-killer";
    Lockout Cells(1) = "lockout", "4";
    LookAndSay Cells(1);
    Lunchbox Cells(1) = "lunchbox", "0";
    Modular Cells(1) = "modular", "3";
    NFA Groups;
    NoBoxes Plain;
    NumberedRoom Ends = "numbered-room";
    Or Composite;
    Pair Groups;
    PairX Groups;
    Palindrome Cells(0) = "palindrome";
    PillArrow Cells(1) = "pill-arrow", "2";
    Quad Quad;
    Regex Groups;
    RegionSameValues Plain;
    RegionSize Plain;
    RegionSumLine Cells(0);
    RellikCage Cells(1) = "rellik-cage", "0";
    Renban Cells(0) = "renban";
    Replicate Composite;
    SameValues Cells(1);
    Sandwich Line = "sandwich";
    SearchPriority Cells(1);
    Shape Plain;
    Skyscraper Ends = "skyscraper";
    StrictKropki Plain = "strict-kropki";
    StrictXV Plain = "strict-xv";
    Sum Cells(1);
    SumLine Cells(1) = "sum-line", "10";
    Thermo Cells(0) = "thermo";
    V Cells(0) = "v";
    ValueIndexing Cells(0) = "value-index";
    Var Plain;
    Whisper Cells(1) = "whisper", "5";
    WhiteDot Cells(0) = "white-dot";
    Windoku Plain = "windoku";
    X Cells(0) = "x";
    XSum Ends = "x-sum";
    Zipper Cells(0) = "zipper";
}
