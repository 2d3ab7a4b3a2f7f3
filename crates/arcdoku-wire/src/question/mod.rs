//! Questions and their replies. Each question has a file; [`TABLE`] and [`STREAMS`] list all questions.
//!
//! A question is a struct of options. Its name, its help, and the names, types, ranges, defaults and help of its options
//! are written once, in its file. The command line builds its commands and help from them; Python and WebAssembly read options
//! from JSON through them, and the types of TypeScript are printed from them.

mod backdoors;
mod board;
mod candidates;
mod canon;
mod check;
mod compare;
mod convert;
mod difference;
mod draw;
mod equal;
mod estimate;
mod explain;
mod generate;
mod hint;
mod label;
mod layouts;
mod minimize;
mod necessary;
mod option;
mod person;
mod prove;
mod rate;
mod restricts;
mod scan;
mod sheet;
mod solve;
mod steps;
mod trace;
mod unavoidable;
mod verify;
mod vicinity;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::fault::Fault;
use crate::head::ReplyHead;
use crate::medium::Medium;
use crate::other::PassedFields;
use crate::outcome::{Limit, NoAnswer};

pub use backdoors::{BackdoorReply, Backdoors};
pub use board::{BoardOptions, Marks};
pub use candidates::{TrueCandidates, TrueCandidatesReply};
pub use canon::{Canon, CanonOrder, CanonReply};
pub use check::{Check, CheckReply, When};
pub use compare::{Compare, Contender, ContenderOptions, Contenders};
pub use convert::{Convert, Goal};
pub use difference::{CellDifference, Difference, DifferenceReply};
pub use draw::Draw;
pub use equal::{Equal, EqualReply};
pub use estimate::{Estimate, EstimateReply};
pub use explain::{Explain, StepNotation};
pub use generate::{
    CageSizes, ColumnOptions, Content, DifficultyOptions, Generate, Levels, Lines, Range, RequestOptions,
    TryOptions,
};
pub use hint::Hint;
pub use label::{
    BoundReply, Label, LabelBoard, LabelMethod, LabelReply, LabelSemiring, LabellingReply, ModelForm,
    ScoreKind, SemiringChoice,
};
pub use layouts::{LayoutReply, Layouts};
pub use minimize::{Minimize, MinimizeReply};
pub use necessary::{Necessary, NecessaryReply};
pub use option::{
    Bytes, Directory, LimitOptions, OptionError, OptionKind, OptionPart, OptionRow, OptionValue, PuzzleText,
    StrategyOptions, TimeOptions, unless_wasm,
};
pub use person::{
    AnyScale, ScaleName, Setting, TechniqueOptions, TechniqueSet, WordOptions, family_name, no_technique,
    unknown_name,
};
pub use prove::{Prove, ProveReply};
pub use rate::{FilterOptions, Hardness, Rate};
pub use restricts::{RestrictionReply, Restricts};
pub use scan::{Scan, ScanReply, ScannedCell};
pub use sheet::{Paper, PerPage, Sheet, SolutionPages};
pub use solve::{CountLimit, Solve};
pub use steps::Steps;
pub use trace::{Boards, Trace};
pub use unavoidable::{Unavoidable, UnavoidableReply};
pub use verify::{Verify, VerifyReply, ViolationReply};
pub use vicinity::Vicinity;

#[doc(inline)]
pub use crate::{choice_values, options, question};

/// A question.
pub trait Question: OptionPart + Clone + Send + Sync + 'static {
    /// The question as data.
    const ROW: QuestionRow;
    /// The reply to it.
    type Reply;

    /// Reads the options from an object, in which no other fields may be.
    ///
    /// # Errors
    /// The first option that is not known or cannot be used.
    fn from_options(options: &Map<String, Value>) -> Result<Self, OptionError> {
        let known = |name: &String| Self::ROW.options().any(|row| row.name == name);
        if let Some(name) = options.keys().find(|name| !known(name)) {
            return Err(OptionError::unknown(name, &Self::ROW));
        }
        Self::read(options)
    }
}

/// A question as data.
#[derive(Clone, Copy, Debug)]
pub struct QuestionRow {
    /// The name; for most questions also the name of a command.
    pub name: &'static str,
    /// The help, a line each: a sentence, and after an empty line the details, if any.
    pub docs: &'static [&'static str],
    /// When the answer is a failure, such as exit code 1 of a command.
    pub fails: &'static str,
    /// The options, in groups.
    pub parts: &'static [&'static [OptionRow]],
    /// The name of its reply type.
    pub reply: &'static str,
    /// The schema of that type.
    pub schema: ReplySchema,
    /// Whether the answer to the question is a list of replies.
    pub is_list: bool,
    /// The subject of the question.
    pub subject: Subject,
}

/// What a question is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Subject {
    /// Puzzles, or problems, of an input.
    #[default]
    Puzzles,
    /// All puzzles of an input together, with one reply.
    Set,
    /// Layouts of regions. A puzzle with regions contains one.
    Layouts,
    /// Photos.
    Images,
    /// Nothing: the question has only options.
    Nothing,
}

/// Makes the schema of a type of replies.
#[cfg(feature = "schema")]
pub type ReplySchema = fn(&mut schemars::SchemaGenerator) -> schemars::Schema;
/// Without the feature `schema` there is none.
#[cfg(not(feature = "schema"))]
pub type ReplySchema = ();

/// The schema of a type of replies, in the form that a row contains.
#[cfg(feature = "schema")]
#[macro_export]
#[doc(hidden)]
macro_rules! reply_schema {
    ($reply:ty) => {
        |generator| generator.subschema_for::<$reply>()
    };
}

/// Without the feature `schema` there is none.
#[cfg(not(feature = "schema"))]
#[macro_export]
#[doc(hidden)]
macro_rules! reply_schema {
    ($reply:ty) => {{
        type _Reply = $reply;
    }};
}

impl QuestionRow {
    /// The summary of the question, in one sentence.
    pub fn summary(&self) -> String {
        option::joined(self.docs.split(|line| line.trim().is_empty()).next().unwrap_or_default())
    }

    /// The details with their line breaks; empty if there are none.
    pub fn details(&self) -> String {
        let lines = self.docs.iter().skip_while(|line| !line.trim().is_empty()).skip(1);
        lines.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect()
    }

    /// Whether its replies are text, or documents.
    pub fn is_text(&self) -> bool {
        self.reply == "String"
    }

    /// Whether it writes files although no option names a directory.
    pub fn writes_files(&self) -> bool {
        let is_written = |row: &OptionRow| matches!(row.kind, OptionKind::Directory) && row.has_default();
        self.options().any(is_written)
    }

    /// All options.
    pub fn options(&self) -> impl Iterator<Item = &'static OptionRow> + use<> {
        self.parts.iter().flat_map(|part| part.iter())
    }
}

/// Questions with runs of their own.
pub const STREAMS: &[QuestionRow] = &[
    Solve::ROW,
    Canon::ROW,
    Trace::ROW,
    Hint::ROW,
    Steps::ROW,
    Explain::ROW,
    Rate::ROW,
    Label::ROW,
    Compare::ROW,
    Convert::ROW,
    Sheet::ROW,
    Scan::ROW,
    Vicinity::ROW,
    Generate::ROW,
];

/// All questions about one puzzle that have one runner.
pub const TABLE: &[QuestionRow] = &[
    Prove::ROW,
    Check::ROW,
    TrueCandidates::ROW,
    Estimate::ROW,
    Necessary::ROW,
    Equal::ROW,
    Verify::ROW,
    Restricts::ROW,
    Difference::ROW,
    Minimize::ROW,
    Backdoors::ROW,
    Unavoidable::ROW,
    Layouts::ROW,
];

/// Defines a question: its options, as [`options!`] does, and its row. A reply in brackets is one of several;
/// after `fails`: when the answer is a failure; after `about`: the subject, if it is not puzzles; after `in`: the heading
/// of the question's options.
#[macro_export]
macro_rules! question {
    ($(#[doc = $doc:literal])+ $ask:ident = $name:literal -> [$reply:ident], $($rest:tt)*) => {
        $crate::question!(@define [$($doc)+] $ask = $name -> $reply (true), $($rest)*);
    };
    ($(#[doc = $doc:literal])+ $ask:ident = $name:literal -> $reply:ident, $($rest:tt)*) => {
        $crate::question!(@define [$($doc)+] $ask = $name -> $reply (false), $($rest)*);
    };
    (@define [$($doc:literal)+] $ask:ident = $name:literal -> $reply:ident ($is_list:literal), fails $fails:literal $(about $subject:ident)? $(in $group:literal)? {
        $($own:tt)*
    } $(with { $($part:ident: $part_type:ty,)+ })?) => {
        $crate::options! {
            #[allow(clippy::doc_markdown, reason = "it is the help of a command too")]
            $(#[doc = $doc])+
            $ask $(in $group)? { $($own)* } $(with { $(#[doc = "Shared options."] $part: $part_type,)+ })?
        }

        impl $crate::question::Question for $ask {
            const ROW: $crate::question::QuestionRow = $crate::question::QuestionRow {
                name: $name,
                docs: $crate::question::unless_wasm(&[$($doc),+]),
                fails: $fails,
                parts: &[
                    <Self as $crate::question::OptionPart>::ROWS,
                    $($(<$part_type as $crate::question::OptionPart>::ROWS,)+)?
                ],
                reply: stringify!($reply),
                schema: $crate::reply_schema!($reply),
                is_list: $is_list,
                subject: $crate::question!(@subject $($subject)?),
            };
            type Reply = $reply;
        }
    };
    (@subject) => { $crate::question::Subject::Puzzles };
    (@subject $subject:ident) => { $crate::question::Subject::$subject };
}

/// A reply about one puzzle, as every question fills it.
pub trait PuzzleReply: Default + Serialize + Send + 'static {
    /// The names of the reply's fields; no field that came with a puzzle may have one of them.
    const FIELDS: &'static [&'static str];

    /// The puzzle that the reply is about.
    fn head(&mut self) -> &mut ReplyHead;

    /// The fields that came with the puzzle.
    fn other(&mut self) -> &mut PassedFields;

    /// Why there is no answer, the limit that ended the work, and what is wrong with the puzzle.
    fn refusal(&mut self) -> (&mut Option<NoAnswer>, &mut Option<Limit>, &mut Option<Fault>);
}

/// Defines a reply about a puzzle that may have no answer: [`reply!`](crate::head::reply) with an outcome and a limit.
macro_rules! answer {
    ($(#[$meta:meta])* $name:ident { $($fields:tt)* }) => {
        $crate::head::reply! {
            $(#[$meta])* $name {
                $($fields)*
                /// Why there is no answer.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                outcome: Option<$crate::NoAnswer>,
                /// The limit that ended the work.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                limit: Option<$crate::Limit>,
            }
        }

        impl $crate::question::PuzzleReply for $name {
            const FIELDS: &'static [&'static str] = Self::FIELDS;

            fn head(&mut self) -> &mut $crate::ReplyHead {
                &mut self.head
            }

            fn other(&mut self) -> &mut $crate::PassedFields {
                &mut self.other
            }

            fn refusal(
                &mut self,
            ) -> (&mut Option<$crate::NoAnswer>, &mut Option<$crate::Limit>, &mut Option<$crate::Fault>) {
                (&mut self.outcome, &mut self.limit, &mut self.fault)
            }
        }
    };
}

use answer;
