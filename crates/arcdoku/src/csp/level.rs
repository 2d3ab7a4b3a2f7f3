//! Inference levels: how strongly rules are enforced.

use crate::choice::choices;

choices! {
    /// How strongly rules are enforced while values are assigned, from weakest to strongest.
    ///
    /// The first three are *lazy*: only a clue or the search decides a variable. The others are *eager*: a domain of
    /// one digit decides its variable immediately.
    ///
    /// `Forward` is forward checking as defined by Haralick and Elliott (1980). `Ac3` has the same fixpoint as
    /// `Naked`, but uses the published algorithm with a queue of arcs. In grids of more than six digits that have
    /// relations other than houses, `Singles` also removes locked candidates of overlapping houses. At the fixpoint
    /// of `Gac`, every remaining digit in a house is part of some full assignment of the house.
    #[non_exhaustive]
    pub enum Level {
        /// a violated pair fails; domains are not narrowed
        Check = "check",
        /// decided digits are removed from the neighbors' domains; an empty domain is found only when chosen
        Filter = "filter",
        /// forward checking: as filter, and an empty domain fails immediately
        Forward = "forward",
        /// naked singles, repeated until none is left
        Naked = "naked",
        /// AC-3 over binary not-equal constraints (Mackworth 1977)
        Ac3 = "ac3",
        /// assign/eliminate: naked and hidden singles, pigeonhole check
        Singles = "singles",
        /// generalized arc consistency of all-different (Regin 1994)
        Gac = "gac",
    }
}

impl Level {
    /// Whether a domain of one digit decides its variable.
    pub const fn is_eager(self) -> bool {
        !matches!(self, Self::Check | Self::Filter | Self::Forward)
    }
}
