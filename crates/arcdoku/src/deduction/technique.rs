//! The registry: every technique by name, in families, with the assumptions of each; and ratings of steps.

use std::fmt;
use std::ops::{BitAnd, BitOr};

/// A row of the registry.
struct Row {
    slug: &'static str,
    name: &'static str,
    code: &'static str,
    family: Family,
}

macro_rules! techniques {
    (
        $($family:ident { $($technique:ident $slug:literal $name:literal $code:literal;)* })*
        + $further:ident { $($ruled:ident $ruled_slug:literal $ruled_name:literal;)* }
    ) => {
        /// A technique: the kind of a deduction.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Technique {
            $($(#[doc = $name] $technique,)*)*
            $(#[doc = $ruled_name] $ruled,)*
        }

        impl Technique {
            /// All techniques for the classic grid, in the order of the registry. The techniques for puzzles with rules
            /// are in `logic::ROWS`. They are some of the classic techniques, and the family [`Rules`](Family::Rules).
            pub const ALL: &[Self] = &[$($(Self::$technique,)*)*];
        }

        const ROWS: &[Row] = &[
            $($(Row { slug: $slug, name: $name, code: $code, family: Family::$family },)*)*
            $(Row { slug: $ruled_slug, name: $ruled_name, code: "", family: Family::$further },)*
        ];

        /// Techniques that one search finds together.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Family {
            $(#[allow(missing_docs, reason = "the techniques of the registry are their own names")] $family,)*
            /// The techniques that only puzzles with rules, or of other shapes, need.
            $further,
        }
    };
}

techniques! {
    Single {
        FullHouse "full-house" "Full House" "0000";
        LastDigit "last-digit" "Last Digit" "0001";
        HiddenSingle "hidden-single" "Hidden Single" "0002";
        NakedSingle "naked-single" "Naked Single" "0003";
    }
    Locked {
        Pointing "pointing" "Locked Candidates Type 1 (Pointing)" "0100";
        Claiming "claiming" "Locked Candidates Type 2 (Claiming)" "0101";
    }
    Subset {
        LockedPair "locked-pair" "Locked Pair" "0110";
        LockedTriple "locked-triple" "Locked Triple" "0111";
        NakedPair "naked-pair" "Naked Pair" "0200";
        NakedTriple "naked-triple" "Naked Triple" "0201";
        NakedQuadruple "naked-quadruple" "Naked Quadruple" "0202";
        HiddenPair "hidden-pair" "Hidden Pair" "0210";
        HiddenTriple "hidden-triple" "Hidden Triple" "0211";
        HiddenQuadruple "hidden-quadruple" "Hidden Quadruple" "0212";
    }
    Fish {
        XWing "x-wing" "X-Wing" "0300";
        Swordfish "swordfish" "Swordfish" "0301";
        Jellyfish "jellyfish" "Jellyfish" "0302";
        Squirmbag "squirmbag" "Squirmbag" "0303";
        Whale "whale" "Whale" "0304";
        Leviathan "leviathan" "Leviathan" "0305";
        FinnedXWing "finned-x-wing" "Finned X-Wing" "0310";
        FinnedSwordfish "finned-swordfish" "Finned Swordfish" "0311";
        FinnedJellyfish "finned-jellyfish" "Finned Jellyfish" "0312";
        FinnedSquirmbag "finned-squirmbag" "Finned Squirmbag" "0313";
        FinnedWhale "finned-whale" "Finned Whale" "0314";
        FinnedLeviathan "finned-leviathan" "Finned Leviathan" "0315";
        SashimiXWing "sashimi-x-wing" "Sashimi X-Wing" "0320";
        SashimiSwordfish "sashimi-swordfish" "Sashimi Swordfish" "0321";
        SashimiJellyfish "sashimi-jellyfish" "Sashimi Jellyfish" "0322";
        SashimiSquirmbag "sashimi-squirmbag" "Sashimi Squirmbag" "0323";
        SashimiWhale "sashimi-whale" "Sashimi Whale" "0324";
        SashimiLeviathan "sashimi-leviathan" "Sashimi Leviathan" "0325";
        FrankenXWing "franken-x-wing" "Franken X-Wing" "0330";
        FrankenSwordfish "franken-swordfish" "Franken Swordfish" "0331";
        FrankenJellyfish "franken-jellyfish" "Franken Jellyfish" "0332";
        FrankenSquirmbag "franken-squirmbag" "Franken Squirmbag" "0333";
        FrankenWhale "franken-whale" "Franken Whale" "0334";
        FrankenLeviathan "franken-leviathan" "Franken Leviathan" "0335";
        FinnedFrankenXWing "finned-franken-x-wing" "Finned Franken X-Wing" "0340";
        FinnedFrankenSwordfish "finned-franken-swordfish" "Finned Franken Swordfish" "0341";
        FinnedFrankenJellyfish "finned-franken-jellyfish" "Finned Franken Jellyfish" "0342";
        FinnedFrankenSquirmbag "finned-franken-squirmbag" "Finned Franken Squirmbag" "0343";
        FinnedFrankenWhale "finned-franken-whale" "Finned Franken Whale" "0344";
        FinnedFrankenLeviathan "finned-franken-leviathan" "Finned Franken Leviathan" "0345";
        MutantXWing "mutant-x-wing" "Mutant X-Wing" "0350";
        MutantSwordfish "mutant-swordfish" "Mutant Swordfish" "0351";
        MutantJellyfish "mutant-jellyfish" "Mutant Jellyfish" "0352";
        MutantSquirmbag "mutant-squirmbag" "Mutant Squirmbag" "0353";
        MutantWhale "mutant-whale" "Mutant Whale" "0354";
        MutantLeviathan "mutant-leviathan" "Mutant Leviathan" "0355";
        FinnedMutantXWing "finned-mutant-x-wing" "Finned Mutant X-Wing" "0360";
        FinnedMutantSwordfish "finned-mutant-swordfish" "Finned Mutant Swordfish" "0361";
        FinnedMutantJellyfish "finned-mutant-jellyfish" "Finned Mutant Jellyfish" "0362";
        FinnedMutantSquirmbag "finned-mutant-squirmbag" "Finned Mutant Squirmbag" "0363";
        FinnedMutantWhale "finned-mutant-whale" "Finned Mutant Whale" "0364";
        FinnedMutantLeviathan "finned-mutant-leviathan" "Finned Mutant Leviathan" "0365";
    }
    Kraken {
        KrakenFish1 "kraken-fish-1" "Kraken Fish Type 1" "0371";
        KrakenFish2 "kraken-fish-2" "Kraken Fish Type 2" "0372";
    }
    SingleDigit {
        Skyscraper "skyscraper" "Skyscraper" "0400";
        TwoStringKite "two-string-kite" "2-String Kite" "0401";
        EmptyRectangle "empty-rectangle" "Empty Rectangle" "0402";
        TurbotFish "turbot-fish" "Turbot Fish" "0403";
        DualTwoStringKite "dual-two-string-kite" "Dual 2-String Kite" "0404";
        DualEmptyRectangle "dual-empty-rectangle" "Dual Empty Rectangle" "0405";
    }
    Coloring {
        SimpleColorsTrap "simple-colors-trap" "Simple Colors Trap" "0500";
        SimpleColorsWrap "simple-colors-wrap" "Simple Colors Wrap" "0501";
        MultiColors1 "multi-colors-1" "Multi-Colors 1" "0502";
        MultiColors2 "multi-colors-2" "Multi-Colors 2" "0503";
    }
    Rectangle {
        UniquenessTest1 "uniqueness-test-1" "Uniqueness Test 1" "0600";
        UniquenessTest2 "uniqueness-test-2" "Uniqueness Test 2" "0601";
        UniquenessTest3 "uniqueness-test-3" "Uniqueness Test 3" "0602";
        UniquenessTest4 "uniqueness-test-4" "Uniqueness Test 4" "0603";
        UniquenessTest5 "uniqueness-test-5" "Uniqueness Test 5" "0604";
        UniquenessTest6 "uniqueness-test-6" "Uniqueness Test 6" "0605";
        HiddenRectangle "hidden-rectangle" "Hidden Rectangle" "0606";
        AvoidableRectangle1 "avoidable-rectangle-1" "Avoidable Rectangle Type 1" "0607";
        AvoidableRectangle2 "avoidable-rectangle-2" "Avoidable Rectangle Type 2" "0608";
    }
    Bug {
        BugPlusOne "bug-plus-one" "Bivalue Universal Grave + 1" "0610";
    }
    Chain {
        XChain "x-chain" "X-Chain" "0701";
        XyChain "xy-chain" "XY-Chain" "0702";
    }
    RemotePair {
        RemotePair "remote-pair" "Remote Pair" "0703";
    }
    Loop {
        ContinuousNiceLoop "continuous-nice-loop" "Continuous Nice Loop" "0706";
        DiscontinuousNiceLoop "discontinuous-nice-loop" "Discontinuous Nice Loop" "0707";
        Aic "aic" "AIC" "0708";
        GroupedContinuousNiceLoop "grouped-continuous-nice-loop" "Grouped Continuous Nice Loop" "0709";
        GroupedDiscontinuousNiceLoop "grouped-discontinuous-nice-loop" "Grouped Discontinuous Nice Loop" "0710";
        GroupedAic "grouped-aic" "Grouped AIC" "0711";
    }
    Wing {
        XyWing "xy-wing" "XY-Wing" "0800";
        XyzWing "xyz-wing" "XYZ-Wing" "0801";
        WxyzWing "wxyz-wing" "WXYZ-Wing" "0802";
        WWing "w-wing" "W-Wing" "0803";
    }
    Als {
        AlsXz "als-xz" "Almost Locked Set XZ-Rule" "0901";
        AlsXyWing "als-xy-wing" "Almost Locked Set XY-Wing" "0902";
        AlsChain "als-chain" "Almost Locked Set Chain" "0903";
        DeathBlossom "death-blossom" "Death Blossom" "0904";
    }
    SueDeCoq {
        SueDeCoq "sue-de-coq" "Sue de Coq" "1101";
    }
    Template {
        TemplateSet "template-set" "Template Set" "1201";
        TemplateDelete "template-delete" "Template Delete" "1202";
    }
    Forcing {
        ForcingChainContradiction "forcing-chain-contradiction" "Forcing Chain Contradiction" "1301";
        ForcingChainVerity "forcing-chain-verity" "Forcing Chain Verity" "1302";
        ForcingNetContradiction "forcing-net-contradiction" "Forcing Net Contradiction" "1303";
        ForcingNetVerity "forcing-net-verity" "Forcing Net Verity" "1304";
    }
    Exocet {
        JuniorExocet "junior-exocet" "Junior Exocet" "";
    }
    MultiSector {
        MultiSectorLockedSets "multi-sector-locked-sets" "Multi-Sector Locked Sets" "";
    }
    Direct {
        DirectPointing "direct-pointing" "Direct Pointing" "";
        DirectClaiming "direct-claiming" "Direct Claiming" "";
        DirectHiddenPair "direct-hidden-pair" "Direct Hidden Pair" "";
        DirectHiddenTriple "direct-hidden-triple" "Direct Hidden Triple" "";
    }
    UniqueLoop {
        UniqueLoop1 "unique-loop-1" "Unique Loop Type 1" "";
        UniqueLoop2 "unique-loop-2" "Unique Loop Type 2" "";
        UniqueLoop3 "unique-loop-3" "Unique Loop Type 3" "";
        UniqueLoop4 "unique-loop-4" "Unique Loop Type 4" "";
    }
    Grave {
        Grave1 "bug-type-1" "BUG Type 1" "";
        Grave2 "bug-type-2" "BUG Type 2" "";
        Grave3 "bug-type-3" "BUG Type 3" "";
        Grave4 "bug-type-4" "BUG Type 4" "";
    }
    Aligned {
        AlignedPair "aligned-pair-exclusion" "Aligned Pair Exclusion" "";
        AlignedTriple "aligned-triple-exclusion" "Aligned Triple Exclusion" "";
    }
    Implication {
        BidirectionalCycle "bidirectional-cycle" "Bidirectional Cycle" "";
        ForcingChain "forcing-chain" "Forcing Chain" "";
        NishioForcingChain "nishio-forcing-chain" "Nishio Forcing Chain" "";
        MultipleForcingChains "multiple-forcing-chains" "Multiple Forcing Chains" "";
        DynamicForcingChains "dynamic-forcing-chains" "Dynamic Forcing Chains" "";
        DynamicForcingChainsPlus "dynamic-forcing-chains-plus" "Dynamic Forcing Chains (+)" "";
        NestedForcingChains "nested-forcing-chains" "Nested Forcing Chains" "";
        NestedMultipleForcingChains "nested-multiple-forcing-chains" "Nested Multiple Forcing Chains" "";
        NestedDynamicForcingChains "nested-dynamic-forcing-chains" "Nested Dynamic Forcing Chains" "";
    }
    Reveal {
        Reveal "reveal" "Brute Force" "";
    }
    + Rules {
        Pair "pair" "Pair of a Rule";
        Line "line" "Line";
        Combination "combination" "Combination";
        Sum "sum" "Sum";
        Innies "innies-and-outies" "Innies and Outies";
        Rule "rule" "Rule";
        Locked "locked" "Locked Candidates";
        Leftovers "leftovers" "Leftovers";
        Propagation "propagation" "Constraint";
        Contradiction "contradiction" "Contradiction";
        DeepContradiction "deep-contradiction" "Nested Contradiction";
    }
}

impl Family {
    /// Whether the techniques of the family assume that the puzzle has one solution.
    pub fn assumes_proper(self) -> bool {
        matches!(self, Self::Rectangle | Self::Bug | Self::UniqueLoop | Self::Grave)
    }
}

impl Technique {
    /// The position in the registry.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The name in lower case with hyphens, as in files and on the command line.
    pub fn slug(self) -> &'static str {
        ROWS[self.index()].slug
    }

    /// The name.
    pub fn name(self) -> &'static str {
        ROWS[self.index()].name
    }

    /// The four-digit code in regression libraries; empty if the technique has none.
    pub fn code(self) -> &'static str {
        ROWS[self.index()].code
    }

    /// The family.
    pub fn family(self) -> Family {
        ROWS[self.index()].family
    }

    /// The classic-grid technique with this slug.
    pub fn by_slug(slug: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|technique| technique.slug() == slug)
    }

    /// The technique for the classic grid with this slug, English name or code, in upper or lower case, and with
    /// spaces or `_` instead of `-`.
    ///
    /// ```
    /// use arcdoku::deduction::Technique;
    ///
    /// for name in ["x-wing", "X-Wing", "x_wing", "X Wing", "0300"] {
    ///     assert_eq!(Technique::by_name(name), Some(Technique::XWing));
    /// }
    /// assert_eq!(Technique::by_name("Sue de Coq"), Some(Technique::SueDeCoq));
    /// ```
    pub fn by_name(text: &str) -> Option<Self> {
        let slug = text.trim().to_ascii_lowercase().replace([' ', '_'], "-");
        let is_named = |one: &Self| one.name().eq_ignore_ascii_case(text.trim());
        let by_code = || Self::by_code(text.trim());
        Self::by_slug(&slug).or_else(by_code).or_else(|| Self::ALL.iter().copied().find(is_named))
    }

    /// The technique with this four-digit code.
    pub fn by_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|technique| !code.is_empty() && technique.code() == code)
    }

    /// Whether the technique fills cells by its own definition.
    pub fn is_single(self) -> bool {
        self.family() == Family::Single
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The rating of a step in tenths. Ratings are at least 10; on the scale of the Sudoku Explainer, they reach 119 and
/// more. The value 200 means that no technique applies, and 0 that there is no step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tenths(pub u8);

impl Tenths {
    /// The rating of puzzles that no technique solves.
    pub const BEYOND: Self = Self(200);
}

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.0 / 10, self.0 % 10))
    }
}

/// A set of techniques, as the bits of two words: first the techniques for the classic grid, then the techniques of
/// the family `Rules`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Techniques(u128, u128);

const _: () = assert!(ROWS.len() <= 256, "a set of techniques is two words");

impl Techniques {
    /// No technique.
    pub const NONE: Self = Self(0, 0);
    /// All techniques for the classic grid.
    pub const CLASSIC: Self = Self::of(Technique::ALL);

    /// The set with one technique.
    #[inline]
    pub const fn only(technique: Technique) -> Self {
        match technique.index() {
            index @ ..128 => Self(1 << index, 0),
            index => Self(0, 1 << (index - 128)),
        }
    }

    /// The set with these techniques.
    pub const fn of(techniques: &[Technique]) -> Self {
        let mut set = Self::NONE;
        let mut i = 0;
        while i < techniques.len() {
            set = set.or(Self::only(techniques[i]));
            i += 1;
        }
        set
    }

    const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0, self.1 | other.1)
    }

    /// All techniques of a family of the classic grid.
    pub fn family(family: Family) -> Self {
        Technique::ALL.iter().copied().filter(|technique| technique.family() == family).collect()
    }

    /// Whether the technique is in the set.
    #[inline]
    pub const fn contains(self, technique: Technique) -> bool {
        self.meets(Self::only(technique))
    }

    /// Whether the sets share a technique.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0 || self.1 & other.1 != 0
    }

    /// The set without the techniques of another set.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0, self.1 & !other.1)
    }

    /// The set without a technique.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        self.minus(Self::only(technique))
    }

    /// Whether no technique is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0 && self.1 == 0
    }

    /// The techniques of the set for the classic grid, in the order of the registry.
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        Technique::ALL.iter().copied().filter(move |&technique| self.contains(technique))
    }
}

impl FromIterator<Technique> for Techniques {
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> Self {
        techniques.into_iter().fold(Self::NONE, |set, technique| set | Self::only(technique))
    }
}

impl BitOr for Techniques {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.or(other)
    }
}

impl BitAnd for Techniques {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0, self.1 & other.1)
    }
}
