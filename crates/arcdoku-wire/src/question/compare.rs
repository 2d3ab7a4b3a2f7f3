//! Strategies side by side.

use std::time::Duration;

use arcdoku::search::{NAMED, Named, Strategy, StrategyError};
use serde_json::Value;

use super::{OptionKind, OptionValue, options, question};
use crate::compare::CompareReport;

/// A strategy and its name in reports.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Contender {
    /// The name of a named strategy, otherwise the given text of its parts.
    pub name: String,
    /// The strategy.
    pub strategy: Strategy,
}

/// Strategies: a list of names or parts, or a text. The separator in a text is a semicolon. It can be a comma if the
/// text has no parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Contenders(pub Vec<Contender>);

impl OptionValue for Contenders {
    const KIND: OptionKind = OptionKind::List(&OptionKind::Strategy);
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let names: Vec<&str> = match value {
            // Parts have commas.
            Value::String(text) => text.split(if text.contains([';', '=']) { ';' } else { ',' }).collect(),
            Value::Array(values) if values.is_empty() => return Ok(Self::default()),
            Value::Array(values) => {
                values.iter().map(|value| value.as_str().ok_or(None)).collect::<Result<_, _>>()?
            }
            _ => return Err(None),
        };
        let contender = |name: &str| {
            let strategy = name.parse().map_err(|error: StrategyError| error.to_string())?;
            Ok(Contender { name: name.to_owned(), strategy })
        };
        let names = names.into_iter().map(str::trim).filter(|name| !name.is_empty());
        let contenders = names.map(contender).collect::<Result<Vec<_>, String>>()?;
        if contenders.is_empty() {
            return Err(Some("no strategy given; see `arcdoku strategies`".to_owned()));
        }
        Ok(Self(contenders))
    }

    fn write(&self) -> Value {
        self.0.iter().map(|contender| contender.name.as_str()).collect()
    }
}

impl Default for Contenders {
    fn default() -> Self {
        let named = |named: &Named| Contender { name: named.name.to_owned(), strategy: named.strategy };
        Self(NAMED.iter().map(named).collect())
    }
}

options! {
    /// Which strategies are compared.
    ContenderOptions in "Search" {
        /// Names or parts, separated by semicolons, or names separated by commas; see `arcdoku help strategies`
        /// [default: all names]
        strategies: Option<Contenders>,
        /// Maximum number of expanded nodes per puzzle and strategy
        nodes: u64 = 500_000,
        /// Maximum time per puzzle and strategy, such as 10s or 200ms
        time: Duration = Duration::from_secs(1),
        /// Seed of the random parts [default: 0]
        seed: Option<u64>,
    }
}

question! {
    /// Compare search strategies on the same puzzles
    ///
    /// Examples:
    ///   arcdoku compare puzzles.txt
    ///   arcdoku compare --strategies fc-mrv,singles-mrv,learning --unique puzzles.txt
    ///   arcdoku compare --strategies 'fc-mrv;fc-mrv,tie=degree' --format csv puzzles.txt
    ///   arcdoku compare --plot strategies.svg puzzles.txt
    Compare = "compare" -> CompareReport, fails "strategies disagree, or a solution breaks a rule" about Set {
        /// Prove that the solution is unique, instead of finding one solution
        unique: bool,
    } with { search: ContenderOptions, }
}
