//! Options of questions: their names, types, ranges and defaults, and the only reader of their values.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use arcdoku::explain::{Coordinates, Grade, Language};
use arcdoku::generate::{Method, Minimality, SinglesKind, UnavoidableKind};
use arcdoku::search::{Strategy, StrategyError};
use serde_json::{Map, Value};

use super::QuestionRow;
use crate::fault::Fault;

/// An option of a question.
#[derive(Clone, Copy, Debug)]
pub struct OptionRow {
    /// The name, in snake case: `no_uniqueness`.
    pub name: &'static str,
    /// The help, a line each.
    pub docs: &'static [&'static str],
    /// The type of its values.
    pub kind: OptionKind,
    /// The smallest and the largest number, where not every number is allowed.
    pub range: Option<(u64, u64)>,
    /// The default; `null` for none.
    pub default: fn() -> Value,
    /// Whether the question makes no sense without it.
    pub is_required: bool,
    /// The value if only the name is given, on a command line.
    pub bare: Option<&'static str>,
    /// The name of a value in the help of a command, if it does not follow from the type of the values.
    pub value_name: Option<&'static str>,
    /// The heading that it has in the help of a command.
    pub group: &'static str,
}

/// The type of the values of an option.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// True or false.
    Flag,
    /// A whole number from 0.
    Whole,
    /// Text.
    Text,
    /// A puzzle in any notation; a command line also takes the name of a file.
    Puzzle,
    /// A directory for files that are written: an option of the command line alone.
    Directory,
    /// A time: seconds as a number, or text with a unit.
    Time,
    /// A number of bytes, or text with a unit.
    Bytes,
    /// A named strategy, its parts, or both.
    Strategy,
    /// A scale by one of these names, or a table of techniques; a command line also takes the name of a file.
    Scale(fn() -> Vec<&'static str>),
    /// A range of whole numbers; either end may be open.
    Range,
    /// Texts, each of any form.
    Lines,
    /// Text; a command line also takes the name of a file.
    Content,
    /// One of these names, each with a sentence of help.
    Choice(fn() -> Vec<(&'static str, &'static str)>),
    /// A list of such values.
    List(&'static Self),
    /// A JSON value of a different form: what is expected, in a few words, and its JSON Schema.
    Other(&'static str, &'static str),
}

/// The JSON Schema of a number, or a text such as a larger one.
pub(super) const NUMBER_OR_TEXT: &str = r#"{ "type": ["number", "string"] }"#;

impl OptionKind {
    /// What is expected of a value, in a few words.
    fn expected(self) -> String {
        match self {
            Self::Flag => "true or false".to_owned(),
            Self::Whole => "a whole number".to_owned(),
            Self::Text | Self::Content => "text".to_owned(),
            Self::Puzzle => "a puzzle".to_owned(),
            Self::Directory => "the name of a directory".to_owned(),
            Self::Time => "a time such as 10 (seconds), 1.5s, 200ms or 2m".to_owned(),
            Self::Bytes => "a number of bytes, such as 500M or 2G".to_owned(),
            Self::Strategy => "a strategy".to_owned(),
            Self::Scale(names) => format!("one of {}", names().join(", ")),
            Self::Range => "a number or a range: 24, 22..26, ..25, 30..".to_owned(),
            Self::Lines => "a list of texts".to_owned(),
            Self::Choice(names) => {
                let names: Vec<&str> = names().into_iter().map(|(name, _)| name).collect();
                format!("one of {}", names.join(", "))
            }
            Self::List(_) => "a list".to_owned(),
            Self::Other(expected, _) => expected.to_owned(),
        }
    }
}

impl OptionRow {
    /// The help as one text.
    pub fn help(&self) -> String {
        joined(self.docs)
    }

    /// Whether there is a value if none is given.
    pub fn has_default(&self) -> bool {
        !(self.default)().is_null()
    }

    /// What is expected of a value, in a few words.
    pub fn expected(&self) -> String {
        match self.range {
            None => self.kind.expected(),
            Some((least, u64::MAX)) => format!("a whole number from {least}"),
            Some((least, most)) => format!("a whole number from {least} to {most}"),
        }
    }

    /// Reads the option from an object of options.
    ///
    /// # Errors
    /// If the value is of another type or out of range, or a required option is absent.
    pub fn read<T: OptionValue>(&self, options: &Map<String, Value>) -> Result<T, OptionError> {
        let default;
        let value = match options.get(self.name) {
            Some(value) if !value.is_null() => value,
            _ if self.is_required => return Err(self.error("nothing")),
            _ => {
                default = (self.default)();
                &default
            }
        };
        let is_in_range =
            |number: u64| self.range.is_none_or(|(least, most)| (least..=most).contains(&number));
        match T::read(value) {
            Ok(read) if read.number().is_none_or(is_in_range) => Ok(read),
            Err(Some(message)) => Err(OptionError::new(self.name, message)),
            _ => Err(self.error(&found(value))),
        }
    }

    fn error(&self, found: &str) -> OptionError {
        OptionError::new(self.name, format!("found {found}, expected {}", self.expected()))
    }
}

/// A value of JSON in a few words.
fn found(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => Fault::quoted(text),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        other => other.to_string(),
    }
}

/// Lines of documentation as one text.
pub(super) fn joined(docs: &[&str]) -> String {
    docs.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

/// A value of an option that cannot be used. Its display is one line: `samples: found 1, expected a whole number from 2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    /// The option.
    pub option: String,
    /// What was found, and what was expected.
    pub message: String,
}

impl OptionError {
    /// An option with this message.
    pub fn new(option: &str, message: impl Into<String>) -> Self {
        Self { option: option.to_owned(), message: message.into() }
    }

    /// An option that a question does not have.
    pub fn unknown(option: &str, row: &QuestionRow) -> Self {
        let known =
            row.options().filter(|row| !matches!(row.kind, OptionKind::Directory)).map(|row| row.name);
        let known = known.collect::<Vec<_>>().join(", ");
        Self::new(option, format!("found an unknown option, expected one of {known}"))
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.option, self.message)
    }
}

impl std::error::Error for OptionError {}

/// A type of values of options.
pub trait OptionValue: Sized {
    /// The type as data.
    const KIND: OptionKind;
    /// Whether an option of this type must be given unless it has a default.
    const IS_REQUIRED: bool;

    /// The value if only the name is given, on a command line.
    const BARE: Option<&'static str> = None;

    /// The name of a value in the help of a command, if it does not follow from the type of the values.
    const VALUE_NAME: Option<&'static str> = None;

    /// The value of a JSON value; `null` means no value, and is only valid for options that may be absent. Numbers
    /// may be text, because a command line has only text, and some readers of JSON keep fewer than 64 bits.
    ///
    /// # Errors
    /// What is wrong, if there is more to report than what was found and what was expected.
    fn read(value: &Value) -> Result<Self, Option<String>>;

    /// The value as JSON.
    fn write(&self) -> Value;

    /// The number, if the value is one.
    fn number(&self) -> Option<u64> {
        None
    }
}

impl OptionValue for bool {
    const KIND: OptionKind = OptionKind::Flag;
    const IS_REQUIRED: bool = false;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        value.as_bool().or_else(|| value.is_null().then_some(false)).ok_or(None)
    }

    fn write(&self) -> Value {
        (*self).into()
    }
}

impl OptionValue for u64 {
    const KIND: OptionKind = OptionKind::Whole;
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let number = match value {
            Value::String(text) => text.trim().parse().ok(),
            // JavaScript may write a whole number as `1e3` or `1.0`.
            Value::Number(number) => number.as_u64().or_else(|| {
                let number = number.as_f64().filter(|number| number.fract() == 0.0)?;
                (0.0..=9_007_199_254_740_991.0).contains(&number).then_some(number as Self)
            }),
            _ => None,
        };
        number.ok_or(None)
    }

    fn write(&self) -> Value {
        (*self).into()
    }

    fn number(&self) -> Option<u64> {
        Some(*self)
    }
}

impl OptionValue for String {
    const KIND: OptionKind = OptionKind::Text;
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        value.as_str().map(str::to_owned).ok_or(None)
    }

    fn write(&self) -> Value {
        self.as_str().into()
    }
}

/// The text of a puzzle, in any notation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PuzzleText(pub String);

impl OptionValue for PuzzleText {
    const KIND: OptionKind = OptionKind::Puzzle;
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        String::read(value).map(Self)
    }

    fn write(&self) -> Value {
        self.0.write()
    }
}

/// The name of a directory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Directory(pub PathBuf);

impl OptionValue for Directory {
    const KIND: OptionKind = OptionKind::Directory;
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        value.as_str().map(|text| Self(text.into())).ok_or(None)
    }

    fn write(&self) -> Value {
        self.0.display().to_string().into()
    }
}

impl OptionValue for Duration {
    const KIND: OptionKind = OptionKind::Time;
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let seconds = match value.as_str() {
            None => value.as_f64(),
            Some(text) => {
                let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
                let (number, unit) = text.split_at(split);
                let factor = match unit.trim() {
                    "" | "s" => 1.0,
                    "ms" => 1e-3,
                    "us" => 1e-6,
                    "m" | "min" => 60.0,
                    "h" => 3600.0,
                    _ => return Err(None),
                };
                number.trim().parse::<f64>().ok().map(|number| number * factor)
            }
        };
        seconds.and_then(|seconds| Self::try_from_secs_f64(seconds).ok()).ok_or(None)
    }

    fn write(&self) -> Value {
        self.as_secs_f64().into()
    }
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bytes(pub u64);

impl OptionValue for Bytes {
    const KIND: OptionKind = OptionKind::Bytes;
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let bytes = match value.as_str() {
            None => value.as_f64(),
            Some(text) => {
                let units = [('k', 1e3), ('m', 1e6), ('g', 1e9), ('t', 1e12)];
                let unit = units.into_iter().find(|&(letter, _)| text.to_ascii_lowercase().ends_with(letter));
                let (digits, factor) =
                    unit.map_or((text, 1.0), |(_, factor)| (&text[..text.len() - 1], factor));
                digits.parse::<f64>().ok().map(|number| number * factor)
            }
        };
        let bytes = bytes.filter(|bytes| bytes.is_finite() && *bytes > 0.0);
        bytes.map(|bytes| Self(bytes.ceil() as u64)).ok_or(None)
    }

    fn write(&self) -> Value {
        self.0.into()
    }
}

impl<T: OptionValue> OptionValue for Option<T> {
    const KIND: OptionKind = T::KIND;
    const IS_REQUIRED: bool = false;
    const BARE: Option<&'static str> = T::BARE;
    const VALUE_NAME: Option<&'static str> = T::VALUE_NAME;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        if value.is_null() { Ok(None) } else { T::read(value).map(Some) }
    }

    fn write(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::write)
    }

    fn number(&self) -> Option<u64> {
        self.as_ref().and_then(T::number)
    }
}

impl<T: OptionValue> OptionValue for Vec<T> {
    const KIND: OptionKind = OptionKind::List(&T::KIND);
    const VALUE_NAME: Option<&'static str> = T::VALUE_NAME;
    const IS_REQUIRED: bool = false;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let one = |value| {
            let wrong = || format!("found {}, expected {}", found(value), T::KIND.expected());
            T::read(value).map_err(|message| Some(message.unwrap_or_else(wrong)))
        };
        match value {
            Value::Null => Ok(Self::new()),
            Value::Array(values) => values.iter().map(one).collect(),
            _ => Err(None),
        }
    }

    fn write(&self) -> Value {
        self.iter().map(T::write).collect()
    }
}

impl OptionValue for Strategy {
    const KIND: OptionKind = OptionKind::Strategy;
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let text = value.as_str().ok_or(None)?;
        text.parse().map_err(|error: StrategyError| Some(error.to_string()))
    }

    fn write(&self) -> Value {
        self.to_string().into()
    }
}

/// Implements [`OptionValue`] for enums with names. Each enum is followed by the value that the option has if only its
/// name is given.
#[macro_export]
macro_rules! choice_values {
    ($($type:ty $(= $bare:literal)?),+ $(,)?) => {$(
        impl $crate::question::OptionValue for $type {
            const KIND: $crate::question::OptionKind =
                $crate::question::OptionKind::Choice(|| <Self as arcdoku::Choice>::TABLE.iter().map(|&(_, name, help)| (name, help)).collect());
            const IS_REQUIRED: bool = true;
            $(const BARE: Option<&'static str> = Some($bare);)?

            fn read(value: &serde_json::Value) -> Result<Self, Option<String>> {
                value.as_str().and_then(<Self as arcdoku::Choice>::from_name).ok_or(None)
            }

            fn write(&self) -> serde_json::Value {
                arcdoku::Choice::name(*self).into()
            }
        }
    )+};
}

choice_values!(SinglesKind, UnavoidableKind, Language, Coordinates, Grade, Minimality, Method);

/// Help that is not part of WebAssembly modules, where nothing shows it and each byte is sent.
#[doc(hidden)]
pub const fn unless_wasm(docs: &'static [&'static str]) -> &'static [&'static str] {
    if cfg!(target_family = "wasm") { &[] } else { docs }
}

/// Options that several questions share, or those of one question.
pub trait OptionPart: Sized {
    /// The heading that they have in the help of a command.
    const GROUP: &'static str = "Question";

    /// The options.
    const ROWS: &'static [OptionRow];

    /// Reads the options from an object of options.
    ///
    /// # Errors
    /// The first option that cannot be used.
    fn read(options: &Map<String, Value>) -> Result<Self, OptionError>;

    /// Reads the options, and removes them from the object.
    ///
    /// # Errors
    /// The first option that cannot be used.
    fn take(options: &mut Map<String, Value>) -> Result<Self, OptionError> {
        let part = Self::read(options)?;
        options.retain(|name, _| Self::ROWS.iter().all(|row| row.name != name));
        Ok(part)
    }
}

/// Defines a struct whose fields are options: `name: type [least..=most] = default`, where range and default can be left
/// out; after `in`, the heading that they have in the help of a command; after `with`, options that are shared.
#[macro_export]
macro_rules! options {
    ($(#[$meta:meta])* $name:ident $(in $group:literal)? {
        $($(#[doc = $help:literal])+ $field:ident: $type:ty $([$least:literal ..= $most:expr])? $(= $default:expr)?,)*
    } $(with { $($(#[doc = $part_help:literal])+ $part:ident: $part_type:ty,)+ })?) => {
        $(#[$meta])*
        #[allow(rustdoc::broken_intra_doc_links, reason = "brackets in the help of a command are no links")]
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $name {
            $($(#[doc = $help])+ pub $field: $type,)*
            $($($(#[doc = $part_help])+ pub $part: $part_type,)+)?
        }

        impl $crate::question::OptionPart for $name {
            $(const GROUP: &'static str = $group;)?
            const ROWS: &'static [$crate::question::OptionRow] = &[$({
                #[allow(unused_mut, unused_assignments, reason = "options without a default or a range")]
                {
                    let mut row = $crate::question::OptionRow {
                        name: stringify!($field),
                        docs: $crate::question::unless_wasm(&[$($help),+]),
                        kind: <$type as $crate::question::OptionValue>::KIND,
                        range: None,
                        default: || serde_json::Value::Null,
                        is_required: <$type as $crate::question::OptionValue>::IS_REQUIRED,
                        bare: <$type as $crate::question::OptionValue>::BARE,
                        value_name: <$type as $crate::question::OptionValue>::VALUE_NAME,
                        group: Self::GROUP,
                    };
                    $(row.range = Some(($least, $most));)?
                    $(
                        row.default = || <$type as $crate::question::OptionValue>::write(&$default);
                        row.is_required = false;
                    )?
                    row
                }
            }),*];

            #[allow(unused_variables, unused_mut, reason = "questions without options")]
            fn read(
                options: &serde_json::Map<String, serde_json::Value>,
            ) -> Result<Self, $crate::question::OptionError> {
                let mut next = 0;
                Ok(Self {
                    $($field: {
                        next += 1;
                        Self::ROWS[next - 1].read(options)?
                    },)*
                    $($($part: <$part_type as $crate::question::OptionPart>::read(options)?,)+)?
                })
            }
        }

        impl Default for $name {
            /// The default values of all options; required ones are empty.
            #[allow(clippy::let_and_return, reason = "options without a default")]
            fn default() -> Self {
                Self {
                    $($field: {
                        let value: $type = $crate::options!(@default $($default)?);
                        value
                    },)*
                    $($($part: <$part_type>::default(),)+)?
                }
            }
        }
    };
    (@default) => { Default::default() };
    (@default $default:expr) => { $default };
}

options! {
    /// Limits of the work on each puzzle.
    LimitOptions in "Search" {
        /// Maximum number of nodes per puzzle [default: no limit]
        nodes: Option<u64>,
        /// Maximum time per puzzle, such as 10s or 200ms [default: no limit]
        time: Option<Duration>,
    }
}

options! {
    /// A limit of the time of the work on each puzzle.
    TimeOptions in "Search" {
        /// Maximum time per puzzle, such as 10s or 200ms [default: no limit]
        time: Option<Duration>,
    }
}

options! {
    /// How to search.
    StrategyOptions in "Search" {
        /// Strategy by name or parts; see `arcdoku help strategies` [default: the fastest method]
        strategy: Option<Strategy>,
        /// Seed of the random parts of the strategy [default: 0]
        seed: Option<u64>,
    }
}

impl StrategyOptions {
    /// The strategy with its seed, if a strategy is named.
    pub fn chosen(&self) -> Option<Strategy> {
        let strategy = self.strategy?;
        Some(strategy.with_seed(self.seed.unwrap_or(strategy.seed)))
    }

    /// Checks that a seed comes with a strategy.
    ///
    /// # Errors
    /// If not.
    pub fn check(&self) -> Result<(), OptionError> {
        if self.seed.is_some() && self.strategy.is_none() {
            return Err(OptionError::new("seed", "requires a strategy"));
        }
        Ok(())
    }
}
