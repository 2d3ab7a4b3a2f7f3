//! What questions have in common: a board, limits, a language.

use std::time::Duration;

use arcdoku::search::Strategy;
use arcdoku_service::cancel::Bounds;
use arcdoku_service::input::Board;

use crate::error::AskError;
use crate::js::CLOCK;

/// A question about a board.
pub trait OnBoard {
    /// The board.
    fn board(&self) -> Board;
}

/// A question with limits.
pub trait Limited {
    /// The limits.
    fn bounds(&self) -> Bounds;
}

/// A question that a strategy may answer.
pub trait Searched {
    /// The strategy, if one is named.
    ///
    /// # Errors
    /// If there is no such strategy.
    fn strategy(&self) -> Result<Option<Strategy>, AskError>;
}

/// A strategy by its name or its parts.
pub(crate) fn strategy(text: Option<&str>) -> Result<Option<Strategy>, AskError> {
    let parse = |text: &str| text.parse().map_err(|error| AskError::new(format!("strategy: {error}")));
    text.map(parse).transpose()
}

/// The limits of a question.
pub(crate) fn bounds(nodes: Option<u64>, milliseconds: Option<f64>) -> Bounds {
    // A number that is no time ends the work at once, as a time of zero does.
    let time = milliseconds.map(|time| Duration::try_from_secs_f64(time / 1e3).unwrap_or_default());
    Bounds { nodes, time, clock: CLOCK, ..Bounds::default() }
}

/// A seed: as it is written, or a random one where JavaScript draws it; elsewhere none.
pub(crate) fn seed(text: Option<&str>) -> Result<Option<u64>, AskError> {
    let Some(text) = text else { return Ok(crate::js::random()) };
    let wrong = |_| AskError::new(format!("seed: found '{text}', expected a whole number"));
    text.trim().parse().map(Some).map_err(wrong)
}

/// Defines the object that a question takes: fields of its own after those of `board` (a puzzle and what was entered on
/// it), `limits`, `words` (language and names of cells), `order` (which techniques are tried) and `strategy`. Fields that
/// it does not have are refused.
macro_rules! ask {
    ($(#[$meta:meta])* $name:ident: $($part:ident)* { $($own:tt)* }) => {
        $crate::ask::ask!(@build [$(#[$meta])* $name] [$($part)*] {} $($own)*);
        $($crate::ask::ask!(@implement $part $name);)*
    };
    (@build [$($head:tt)*] [board $($part:ident)*] { $($fields:tt)* } $($own:tt)*) => {
        $crate::ask::ask!(@build [$($head)*] [$($part)*] {
            $($fields)*
            /// The puzzle in any notation of the library, or as a row of JSON lines.
            pub puzzle: String,
            /// The digits on the board: a character a cell as in lines, numbers with spaces between above 36 digits; `.`
            /// for an empty cell. Clues may be repeated.
            #[tsify(optional)]
            pub digits: Option<String>,
            /// For each cell the candidates that are left to it; all of them, if there are none.
            #[tsify(optional, type = "(number[] | null)[]")]
            pub marks: Option<Vec<Option<Vec<u8>>>>,
        } $($own)*);
    };
    (@build [$($head:tt)*] [limits $($part:ident)*] { $($fields:tt)* } $($own:tt)*) => {
        $crate::ask::ask!(@build [$($head)*] [$($part)*] {
            $($fields)*
            /// The maximum number of nodes, or of tries; for each puzzle and each strategy.
            #[tsify(optional)]
            pub nodes: Option<u64>,
            /// The maximum time in milliseconds; for each puzzle and each strategy.
            #[tsify(optional)]
            pub milliseconds: Option<f64>,
        } $($own)*);
    };
    (@build [$($head:tt)*] [words $($part:ident)*] { $($fields:tt)* } $($own:tt)*) => {
        $crate::ask::ask!(@build [$($head)*] [$($part)*] {
            $($fields)*
            /// The language of words: `en` (default) or `de`.
            #[tsify(optional, type = "\"en\" | \"de\"")]
            pub language: Option<String>,
            /// How words name cells: `rc` (r2c5, default) or `chess` (B5).
            #[tsify(optional, type = "\"rc\" | \"chess\"")]
            pub coordinates: Option<String>,
        } $($own)*);
    };
    (@build [$($head:tt)*] [order $($part:ident)*] { $($fields:tt)* } $($own:tt)*) => {
        $crate::ask::ask!(@build [$($head)*] [$($part)*] {
            $($fields)*
            /// The order of techniques: `hodoku`, `relaxed` or `se`; for hints and steps `relaxed`, unless named, and
            /// for paths `hodoku`. Steps have no order `se`.
            #[tsify(optional)]
            pub scale: Option<String>,
            /// Only these techniques and families, by their names (not in the order `se`).
            #[tsify(optional)]
            pub techniques: Option<Vec<String>>,
            /// Whether techniques that assume a single solution are left out.
            #[tsify(optional)]
            pub no_uniqueness: Option<bool>,
            /// Of puzzles with rules: these techniques are left out, which have an order of their own.
            #[tsify(optional)]
            pub without: Option<Vec<String>>,
        } $($own)*);
    };
    (@build [$($head:tt)*] [strategy $($part:ident)*] { $($fields:tt)* } $($own:tt)*) => {
        $crate::ask::ask!(@build [$($head)*] [$($part)*] {
            $($fields)*
            /// A strategy by its name or its parts; without one, the fastest way.
            #[tsify(optional)]
            pub strategy: Option<String>,
        } $($own)*);
    };
    (@build [$(#[$meta:meta])* $name:ident] [] {
        $($(#[$inner:meta])* pub $inherited:ident: $inherited_type:ty,)*
    } $($(#[$own_meta:meta])* pub $own:ident: $own_type:ty,)*) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, tsify::Tsify)]
        pub struct $name {
            $($(#[$inner])* pub $inherited: $inherited_type,)*
            $($(#[$own_meta])* pub $own: $own_type,)*
        }

        $crate::fields::from_js!($name { $($inherited)* $($own)* });
    };
    (@implement board $name:ident) => {
        impl $crate::ask::OnBoard for $name {
            fn board(&self) -> arcdoku_service::input::Board {
                let marks = self.marks.iter().flatten().map(|marks| marks.clone().unwrap_or_default());
                arcdoku_service::input::Board {
                    puzzle: self.puzzle.clone(),
                    digits: self.digits.clone(),
                    marks: marks.collect(),
                }
            }
        }
    };
    (@implement limits $name:ident) => {
        impl $crate::ask::Limited for $name {
            fn bounds(&self) -> arcdoku_service::cancel::Bounds {
                $crate::ask::bounds(self.nodes, self.milliseconds)
            }
        }
    };
    (@implement order $name:ident) => {
        impl $crate::order::Ordered for $name {
            fn order(&self) -> $crate::order::Order<'_> {
                $crate::order::Order {
                    scale: self.scale.as_deref(),
                    techniques: self.techniques.as_deref(),
                    no_uniqueness: self.no_uniqueness.unwrap_or(false),
                    without: self.without.as_deref(),
                }
            }
        }
    };
    (@implement strategy $name:ident) => {
        impl $crate::ask::Searched for $name {
            fn strategy(&self) -> Result<Option<arcdoku::search::Strategy>, $crate::error::AskError> {
                $crate::ask::strategy(self.strategy.as_deref())
            }
        }
    };
    (@implement words $name:ident) => {
        impl $crate::words::Worded for $name {
            fn words(&self) -> (Option<&str>, Option<&str>) {
                (self.language.as_deref(), self.coordinates.as_deref())
            }
        }
    };
}

pub(crate) use ask;
