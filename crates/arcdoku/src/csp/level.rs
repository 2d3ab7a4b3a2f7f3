//! Inference levels: how strongly rules are enforced.

use crate::choice::choices;

choices! {
    /// How strongly rules are enforced while values are assigned, from weakest to strongest.
    ///
    /// The first three are *lazy*: only a clue or the search decides a variable. The others are
    /// *eager*: a domain of one digit decides its variable at once.
    ///
    /// `Forward` is that of Haralick and Elliott (1980). `Ac3` has the same fixpoint as `Naked`, by a queue of arcs, as it was
    /// published. `Singles`, in grids of more than six digits with relations beside houses, also removes locked candidates of
    /// houses that overlap. At the fixpoint of `Gac`, every digit left in a house is part of some full assignment of the house.
    #[non_exhaustive]
    pub enum Level {
        /// a violated pair fails; domains are not narrowed
        Check = "check",
        /// decided digits leave the neighbors' domains; an empty one is found when chosen
        Filter = "filter",
        /// forward checking: as filter, and an empty domain fails at once
        Forward = "forward",
        /// naked singles with chain reaction
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
