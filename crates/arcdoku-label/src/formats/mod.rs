//! Labelling problems in the formats of solvers of graphical models and weighted constraints.
//!
//! ```
//! use arcdoku_label::formats::{AnyLabelModel, LabelFormat, read_labels, write_labels};
//!
//! let text = "MARKOV 2 2 2 1 2 0 1 4 .5 .25 .25 0";
//! let format = LabelFormat::detect(text).unwrap();
//! let AnyLabelModel::Real(model) = read_labels(text, format).unwrap() else { panic!("probabilities are real") };
//! assert_eq!(model.cost(&[0, 0]), Some(-0.5_f64.ln()));
//! let error = read_labels("MARKOV 2 2 x", format).unwrap_err();
//! assert_eq!(error.to_string(), "1:12: found \"x\", expected a number of labels (1 or more)");
//! assert!(write_labels(&AnyLabelModel::Real(model), LabelFormat::Cfn).is_ok());
//! ```
//!
//! | Format | extension | costs |
//! |---|---|---|
//! | [`LabelFormat::Uai`] | `uai` | probabilities, the costs are their negative logarithms |
//! | [`LabelFormat::Wcsp`] | `wcsp` | integers, 0 or more |
//! | [`LabelFormat::Cfn`] | `cfn` | decimal numbers |
//!
//! The memory for a text is limited: its tables have at most 2^24 entries, plus 64 for each byte of the text.

pub mod cfn;
mod draft;
mod error;
#[cfg(any(test, feature = "testing"))]
pub mod fuzz;
mod tables;
#[cfg(test)]
mod tests;
pub mod uai;
pub mod wcsp;
mod words;

use crate::{LabelModel, Weight};

pub use error::{ReadError, WriteError};

/// A format of labelling problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LabelFormat {
    /// Markov and Bayesian networks of the competitions at UAI: see [`uai`].
    Uai,
    /// Weighted constraint satisfaction problems, a list of numbers: see [`wcsp`].
    Wcsp,
    /// Cost function networks of toulbar2, with names: see [`cfn`].
    Cfn,
}

/// A model, with the type of costs that its text has.
#[derive(Clone, Debug)]
pub enum AnyLabelModel {
    /// All costs are integers.
    Exact(LabelModel<i64>),
    /// Some costs are not integers.
    Real(LabelModel<f64>),
}

/// Evaluates an expression with the model, for both types of costs.
macro_rules! of_model {
    ($any:expr, $model:ident => $value:expr) => {
        match $any {
            AnyLabelModel::Exact($model) => $value,
            AnyLabelModel::Real($model) => $value,
        }
    };
}

impl AnyLabelModel {
    /// See [`LabelModel::name`].
    pub fn name(&self) -> &str {
        of_model!(self, model => model.name())
    }

    /// See [`LabelModel::shown_name`].
    pub fn shown_name(&self, object: usize) -> String {
        of_model!(self, model => model.shown_name(object))
    }

    /// See [`LabelModel::label_name`].
    pub fn label_name(&self, object: usize, label: usize) -> String {
        of_model!(self, model => model.label_name(object, label))
    }
}

impl LabelFormat {
    /// All formats.
    pub const ALL: &[Self] = &[Self::Uai, Self::Wcsp, Self::Cfn];

    /// The name, as in options; it is also the extension of files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uai => "uai",
            Self::Wcsp => "wcsp",
            Self::Cfn => "cfn",
        }
    }

    /// A description in one line.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Uai => "Markov and Bayesian networks of the UAI competitions",
            Self::Wcsp => "weighted constraint satisfaction problems with integer costs",
            Self::Cfn => "cost function networks of toulbar2, like JSON",
        }
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.name() == name)
    }

    /// The format of a file with this name or path, by its extension in upper or lower case.
    pub fn of_path(path: &str) -> Option<Self> {
        let (_, extension) = path.rsplit_once('.')?;
        Self::from_name(&extension.to_ascii_lowercase())
    }

    /// The format of a text, if its first words clearly identify it.
    pub fn detect(text: &str) -> Option<Self> {
        let mut words = text.split_ascii_whitespace();
        let first = words.next()?;
        if uai::KINDS.contains(&first) {
            return Some(Self::Uai);
        }
        if cfn::opens(text) {
            return Some(Self::Cfn);
        }
        let numbers = words.take(4).filter(|word| word.parse::<i64>().is_ok()).count();
        (numbers == 4).then_some(Self::Wcsp)
    }
}

/// Reads a model.
///
/// # Errors
/// If the text is not a model of this format. The error has the place, what was found, and what was expected.
pub fn read_labels(text: &str, format: LabelFormat) -> Result<AnyLabelModel, ReadError> {
    match format {
        LabelFormat::Uai => uai::read(text).map(AnyLabelModel::Real),
        LabelFormat::Wcsp => wcsp::read(text).map(AnyLabelModel::Exact),
        LabelFormat::Cfn => cfn::read(text),
    }
}

/// Writes a model. Integer costs become probabilities if the format has these.
///
/// # Errors
/// If the format cannot express the model. For example, [`LabelFormat::Wcsp`] has no negative costs and no costs that
/// are not integers.
pub fn write_labels(model: &AnyLabelModel, format: LabelFormat) -> Result<String, WriteError> {
    match (format, model) {
        (LabelFormat::Uai, AnyLabelModel::Real(model)) => uai::write(model),
        (LabelFormat::Uai, AnyLabelModel::Exact(model)) => {
            let real = model.map(Weight::to_f64).map_err(|error| WriteError(error.to_string()))?;
            uai::write(&real)
        }
        (LabelFormat::Wcsp, AnyLabelModel::Exact(model)) => wcsp::write(model),
        (LabelFormat::Wcsp, AnyLabelModel::Real(_)) => {
            Err(WriteError("costs that are not integers".to_owned()))
        }
        (LabelFormat::Cfn, model) => cfn::write(model),
    }
}
