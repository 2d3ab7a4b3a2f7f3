//! The classes of constraints in ISS strings, and how the arguments of each are laid out.

/// How the arguments of a token are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Arguments that are no cells; any number.
    Plain,
    /// So many arguments, then cells.
    Cells(usize),
    /// So many arguments, then lists of cells separated by `-`.
    Segments(usize),
    /// One argument, then lists of cells, each a constraint of its own: `~~` separates them, `_name` names them.
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
    ($($class:ident $form:expr;)*) => {
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
                match self { $(Self::$class => $form,)* }
            }

            pub(crate) fn named(name: &str) -> Option<Self> {
                Some(match name { $(stringify!($class) => Self::$class,)* _ => return None })
            }
        }
    };
}

classes! {
    AllDifferent Cells(0);
    And Composite;
    AntiConsecutive Plain;
    AntiKing Plain;
    AntiKnight Plain;
    AntiTaxicab Plain;
    Arrow Cells(0);
    Between Cells(0);
    Binary Groups;
    BinaryX Groups;
    BlackDot Cells(0);
    Cage Cells(1);
    ChaosArrow Segments(2);
    ChaosConstruction Plain;
    ChaosCount Segments(2);
    ConnectedValues Plain;
    ContainAtLeast Cells(1);
    ContainExact Cells(1);
    CountDistinct Cells(0);
    CountingCircles Cells(0);
    Diagonal Plain;
    DisjointSets Plain;
    Doppelganger Plain;
    DoubleArrow Cells(0);
    DutchFlatmates Plain;
    Entropic Cells(0);
    EqualSum Segments(0);
    EqualityCage Cells(0);
    FullRank Ends;
    FullRankTies Plain;
    Given Given;
    GlobalEntropy Plain;
    GlobalMod Plain;
    GreaterThan Cells(0);
    HiddenSkyscraper Ends;
    Indexing Cells(1);
    Jigsaw Plain;
    LittleKiller Diagonal;
    Lockout Cells(1);
    LookAndSay Cells(1);
    Lunchbox Cells(1);
    Modular Cells(1);
    NFA Groups;
    NoBoxes Plain;
    NumberedRoom Ends;
    Or Composite;
    Pair Groups;
    PairX Groups;
    Palindrome Cells(0);
    PillArrow Cells(1);
    Quad Quad;
    Regex Groups;
    RegionSameValues Plain;
    RegionSize Plain;
    RegionSumLine Cells(0);
    RellikCage Cells(1);
    Renban Cells(0);
    Replicate Composite;
    SameValues Cells(1);
    Sandwich Line;
    SearchPriority Cells(1);
    Shape Plain;
    Skyscraper Ends;
    StrictKropki Plain;
    StrictXV Plain;
    Sum Cells(1);
    SumLine Cells(1);
    Thermo Cells(0);
    V Cells(0);
    ValueIndexing Cells(0);
    Var Plain;
    Whisper Cells(1);
    WhiteDot Cells(0);
    Windoku Plain;
    X Cells(0);
    XSum Ends;
    Zipper Cells(0);
}
