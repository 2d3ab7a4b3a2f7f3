//! Inference levels: how strongly rules are enforced.

/// How strongly rules are enforced while values are assigned.
///
/// The first three are *lazy*: only a clue or the search decides a variable. The others are
/// *eager*: a domain of one digit decides its variable at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// A violated pair of decided variables fails. Domains are not narrowed.
    Check,
    /// The digits of decided variables are removed from the domains of their neighbors. An empty
    /// domain is found when the search chooses its variable.
    Filter,
    /// Forward checking (Haralick and Elliott 1980): as `Filter`, and an empty domain fails at once.
    Forward,
    /// Naked singles with chain reaction: forward checking repeated from every domain of one digit.
    Naked,
    /// AC-3 as published (Mackworth 1977) over binary not-equal constraints: the same fixpoint as
    /// `Naked`, by a queue of arcs.
    Ac3,
    /// Assign/eliminate: naked singles, hidden singles, and the pigeonhole check. In grids of more than six digits with
    /// relations beside houses, also locked candidates of houses that overlap.
    Singles,
    /// Generalized arc consistency of all-different (Regin 1994): every digit left in a house is
    /// part of some full assignment of the house.
    Gac,
}

impl Level {
    /// All levels, from weakest to strongest.
    pub const ALL: [Self; 7] =
        [Self::Check, Self::Filter, Self::Forward, Self::Naked, Self::Ac3, Self::Singles, Self::Gac];

    /// The name, as in `inference=forward`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Filter => "filter",
            Self::Forward => "forward",
            Self::Naked => "naked",
            Self::Ac3 => "ac3",
            Self::Singles => "singles",
            Self::Gac => "gac",
        }
    }

    /// A one-line summary for help texts.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Check => "a violated pair fails; domains are not narrowed",
            Self::Filter => "decided digits leave the neighbors' domains; an empty one is found when chosen",
            Self::Forward => "forward checking: as filter, and an empty domain fails at once",
            Self::Naked => "naked singles with chain reaction",
            Self::Ac3 => "AC-3 over binary not-equal constraints (Mackworth 1977)",
            Self::Singles => "assign/eliminate: naked and hidden singles, pigeonhole check",
            Self::Gac => "generalized arc consistency of all-different (Regin 1994)",
        }
    }

    /// Whether a domain of one digit decides its variable.
    pub const fn is_eager(self) -> bool {
        !matches!(self, Self::Check | Self::Filter | Self::Forward)
    }
}
