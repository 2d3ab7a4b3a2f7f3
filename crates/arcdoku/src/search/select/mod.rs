//! Heuristics: the choice of a variable, of ties, and of a value.
//!
//! Each heuristic is a type that implements a small trait with one required method. The search loop uses only the
//! traits, and the rest of the library uses tables of names ([`heuristics!`]), so a new heuristic is a type and a
//! row.

/// Defines the named heuristics of a kind from one table. A row has the summary, the name, and a function that
/// creates the heuristic, a type named like the variant, from a seeded generator. The macro generates the enum of the
/// names and the enum of the types, which implements the trait. The methods of the trait follow the table, with
/// `[mut]` if they take `&mut self`.
macro_rules! heuristics {
    (
        $(#[$kind_meta:meta])* $kind:ident, $(#[$meta:meta])* $any:ident: $trait:ident {
            $($(#[doc = $help:literal])+ $name:ident = $text:literal, $make:expr;)+
        }
        $([$($mut:ident)?] fn $method:ident($($args:tt)*) $(-> $out:ty)?;)+
    ) => {
        $crate::choice::choices! {
            $(#[$kind_meta])*
            #[non_exhaustive]
            pub enum $kind {
                $($(#[doc = $help])+ $name = $text,)+
            }
        }

        impl $kind {
            pub(in crate::search) fn seeded(self, rng: fastrand::Rng) -> $any {
                match self {
                    $(Self::$name => {
                        let make: fn(fastrand::Rng) -> $name = $make;
                        $any::$name(make(rng))
                    })+
                }
            }
        }

        $(#[$meta])*
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub enum $any {
            $($(#[doc = $help])+ $name($name),)+
        }

        heuristics!(@impl $trait $any [$($name)+] $([$($mut)?] fn $method($($args)*) $(-> $out)?;)+);
    };
    (
        @impl $trait:ident $any:ident $names:tt
        $([$($mut:ident)?] fn $method:ident($($arg:ident: $type:ty),*) $(-> $out:ty)?;)+
    ) => {
        impl $trait for $any {
            $(#[inline]
            fn $method(&$($mut)? self $(, $arg: $type)*) $(-> $out)? {
                heuristics!(@match self $names $method($($arg),*))
            })+
        }
    };
    (@match $self:ident [$($name:ident)+] $method:ident $args:tt) => {
        match $self {
            $(Self::$name(heuristic) => heuristic.$method $args,)+
        }
    };
}

pub mod tie;
pub mod value;
pub mod variable;

pub use tie::{Tie, TieBreak, TieKind};
pub use value::{Value, ValueKind, ValueOrder};
pub(super) use variable::choose;
pub use variable::{Variable, VariableKind, VariableOrder};

/// The heuristics that choose variables and values. A caller may implement them.
#[derive(Clone, Debug)]
pub struct Heuristics<V, K, W> {
    /// The choice of a variable.
    pub variable: V,
    /// The choice among variables of equal score.
    pub tie: K,
    /// The order of values.
    pub value: W,
}
