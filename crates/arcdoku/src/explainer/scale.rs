//! The 32 rows of the scale: the order in which techniques are tried, and their ratings.

use crate::deduction::Technique;

/// A row of the scale.
#[derive(Debug)]
pub(crate) struct ExplainerRow {
    /// The number of the row; rows are tried from 1 to 32.
    pub number: u8,
    /// The techniques of the row.
    pub kinds: &'static [RowRating],
}

/// A row of the table of ratings covers several techniques or ratings; this is one of them.
#[derive(Debug)]
pub(crate) struct RowRating {
    /// The technique in the registry.
    pub technique: Technique,
    /// The rating in tenths, to which `adds` may add.
    pub tenths: u8,
    /// The kind of instances that this rating is for, if the technique has several kinds.
    pub which: &'static str,
    /// Additions to the rating.
    pub adds: &'static str,
}

/// The base rating of a kind in a row, in tenths.
pub(super) const fn base(number: usize, kind: usize) -> u8 {
    ROWS[number - 1].kinds[kind].tenths
}

macro_rules! rows {
    (@text) => { "" };
    (@text $text:literal) => { $text };
    ($($number:literal { $($technique:ident $tenths:literal $(($which:literal))? $(+ $adds:literal)?;)* })*) => {
        /// The rows in order.
        pub(crate) const ROWS: [ExplainerRow; 32] = [$(ExplainerRow {
            number: $number,
            kinds: &[$(RowRating {
                technique: Technique::$technique,
                tenths: $tenths,
                which: rows!(@text $($which)?),
                adds: rows!(@text $($adds)?),
            }),*],
        }),*];
    };
}

rows! {
    1 {
        FullHouse 10;
        HiddenSingle 12 ("in a box");
        HiddenSingle 15 ("in a row or column");
    }
    2 { DirectPointing 17; DirectClaiming 19; }
    3 { DirectHiddenPair 20; }
    4 { NakedSingle 23; }
    5 { DirectHiddenTriple 25; }
    6 { Pointing 26; Claiming 28; }
    7 { NakedPair 30; }
    8 { XWing 32; }
    9 { HiddenPair 34; }
    10 { NakedTriple 36; }
    11 { Swordfish 38; }
    12 { HiddenTriple 40; }
    13 { XyWing 42; }
    14 { XyzWing 44; }
    15 {
        UniqueLoop1 45 + "0.1 for six cells, 0.2 for eight, 0.5 for more";
        UniqueLoop2 45 + "the same";
        UniqueLoop3 45 + "the same, and 0.1 for each other cell of a naked subset, or each other digit of a hidden one";
        UniqueLoop4 45 + "the same";
    }
    16 { NakedQuadruple 50; }
    17 { Jellyfish 52; }
    18 { HiddenQuadruple 54; }
    19 {
        Grave1 56;
        Grave2 57;
        Grave3 57 + "0.1 for each other cell of the subset";
        Grave4 57;
    }
    20 { AlignedPair 62; }
    21 {
        BidirectionalCycle 65 ("of one digit, or through cells alone") + "length";
        ForcingChain 66 ("of one digit") + "length";
        BidirectionalCycle 70 ("of both kinds of links") + "length";
        ForcingChain 70 ("of both kinds of links") + "length";
    }
    22 { AlignedTriple 75; }
    23 { NishioForcingChain 75 + "length"; }
    24 { MultipleForcingChains 80 + "length"; }
    25 { DynamicForcingChains 85 + "length"; }
    26 { DynamicForcingChainsPlus 90 + "length"; }
    27 { NestedForcingChains 95 + "length"; }
    28 { NestedMultipleForcingChains 100 + "length"; }
    29 { NestedDynamicForcingChains 105 ("dynamic forcing chains inside") + "length"; }
    30 { NestedDynamicForcingChains 105 ("dynamic forcing chains (+) inside") + "length"; }
    31 { NestedDynamicForcingChains 105 ("nested forcing chains inside") + "length"; }
    32 { NestedDynamicForcingChains 105 ("nested multiple forcing chains inside") + "length"; }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_numbered_in_order() {
        for (row, number) in ROWS.iter().zip(1..) {
            assert_eq!(row.number, number);
            assert!(row.kinds.windows(2).all(|two| two[0].tenths <= two[1].tenths));
        }
    }
}
