//! Strategies: a table of named strategies, and a notation for their parts.

use std::fmt;
use std::str::FromStr;

use fastrand::Rng;

use crate::choice::Choice as _;
use crate::csp::Level;
use crate::search::dfs::Branching;
use crate::search::select::{Heuristics, Tie, TieKind, Value, ValueKind, Variable, VariableKind};

/// How to search: one choice per part. A strategy is parsed from a name or from parts (see [`PARTS`]):
/// `"singles-mrv".parse()`, `"fc-mrv,value=lcv"`, `"var=mrv,value=lcv,inference=forward,branch=refute"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Strategy {
    /// The choice of the variable.
    pub variable: VariableKind,
    /// The choice among variables of equal score.
    pub tie: TieKind,
    /// The order of values.
    pub value: ValueKind,
    /// The inference after every decision.
    pub inference: Level,
    /// A stronger inference, run once before the search.
    pub scan: Option<Level>,
    /// How the search continues after a value failed.
    pub branching: Branching,
    /// The unit of Luby restarts in backtracks; `None` and 0 mean no restarts.
    pub restarts: Option<u64>,
    /// The seed of the random parts.
    pub seed: u64,
}

/// A part of a strategy, for help texts.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Part {
    /// The key, as in `var=mrv`.
    pub key: &'static str,
    /// A short description.
    pub summary: &'static str,
    /// The default choice.
    pub default: &'static str,
    /// The choices, each with a one-line summary; empty if the part takes a number.
    pub choices: &'static [(&'static str, &'static str)],
}

/// All parts of a strategy.
pub const PARTS: &[Part] = &[
    Part { key: "var", summary: "variable to assign next", default: "mrv", choices: VariableKind::NAMES },
    Part { key: "tie", summary: "choice among equal variables", default: "first", choices: TieKind::NAMES },
    Part { key: "value", summary: "value to try first", default: "ascending", choices: ValueKind::NAMES },
    Part {
        key: "inference",
        summary: "inference after each decision",
        default: "singles",
        choices: Level::NAMES,
    },
    Part { key: "scan", summary: "inference once before the search", default: "none", choices: Level::NAMES },
    Part {
        key: "branch",
        summary: "continuation after a failed value",
        default: "d-way",
        choices: Branching::NAMES,
    },
    Part {
        key: "restarts",
        summary: "unit of Luby restarts in backtracks; 0 for no restarts",
        default: "0",
        choices: &[],
    },
    Part { key: "seed", summary: "seed of the random parts", default: "0", choices: &[] },
];

/// A named strategy: one row of the table.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// The strategy.
    pub strategy: Strategy,
    /// The source of the strategy.
    pub source: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
}

const fn parts(
    variable: VariableKind,
    tie: TieKind,
    value: ValueKind,
    inference: Level,
    scan: Option<Level>,
    branching: Branching,
) -> Strategy {
    Strategy { variable, tie, value, inference, scan, branching, restarts: None, seed: 0 }
}

/// The named strategies, simplest first.
#[rustfmt::skip]
pub const NAMED: &[Named] = {
    use Branching::{DWay, Learn, Refute};
    use Level::{Ac3, Check, Filter, Forward, Gac, Naked, Singles};
    use TieKind::{Degree, First as Any};
    use ValueKind::{Ascending, Frequent, Lcv};
    use VariableKind::{DomWdeg, First, LastConflict, Mrv};
    &[
        Named { name: "backtracking", strategy: parts(First, Any, Ascending, Check, None, DWay),
            source: "course slides", summary: "first empty cell, values 1 to N, each checked against the rules" },
        Named { name: "csp", strategy: parts(First, Any, Ascending, Filter, None, DWay),
            source: "course slides, first CSP version", summary: "domains by filtering, first undecided cell" },
        Named { name: "csp-mrv-frequent", strategy: parts(Mrv, Any, Frequent, Filter, None, DWay),
            source: "course slides, improved CSP version", summary: "smallest domain, values most frequent on the board first" },
        Named { name: "fc-mrv", strategy: parts(Mrv, Any, Ascending, Forward, None, DWay),
            source: "Haralick and Elliott 1980", summary: "forward checking, smallest domain" },
        Named { name: "fc-mrv-md", strategy: parts(Mrv, Degree, Ascending, Forward, None, DWay),
            source: "Haralick and Elliott 1980; Brelaz 1979", summary: "forward checking, smallest domain, ties by degree" },
        Named { name: "ac3-mrv", strategy: parts(Mrv, Any, Ascending, Ac3, None, DWay),
            source: "Mackworth 1977; Sabin and Freuder 1994", summary: "arc consistency kept by AC-3, smallest domain" },
        Named { name: "singles-first", strategy: parts(First, Any, Ascending, Singles, None, Refute),
            source: "article \"Sudoku as CSP\"", summary: "assign/eliminate with refutation, first undecided cell" },
        Named { name: "singles-mrv", strategy: parts(Mrv, Any, Ascending, Singles, None, Refute),
            source: "article \"Sudoku as CSP\"", summary: "assign/eliminate with refutation, smallest domain" },
        Named { name: "singles-mrv-md", strategy: parts(Mrv, Degree, Ascending, Singles, None, Refute),
            source: "article \"Sudoku as CSP\"", summary: "assign/eliminate with refutation, smallest domain, ties by degree" },
        Named { name: "gac-mrv", strategy: parts(Mrv, Any, Ascending, Gac, None, Refute),
            source: "Regin 1994", summary: "all-different made generalized arc consistent, smallest domain" },
        Named { name: "hybrid", strategy: parts(Mrv, Any, Lcv, Forward, Some(Singles), DWay),
            source: "three-part article on scanning and recursion", summary: "scan for singles until nothing is found, then backtrack, rarest value first" },
        Named { name: "naked-first", strategy: parts(First, Any, Ascending, Naked, None, Refute),
            source: "university lab on the labelling problem", summary: "naked singles to the fixpoint, then the least label of the first undecided object" },
        Named { name: "dom-wdeg", strategy: parts(DomWdeg, Any, Ascending, Singles, None, Refute),
            source: "Boussemart, Hemery, Lecoutre and Sais 2004", summary: "assign/eliminate, the variable whose constraints failed most" },
        Named { name: "last-conflict", strategy: parts(LastConflict, Degree, Lcv, Singles, None, Refute),
            source: "Lecoutre, Sais, Tabary and Vidal 2009", summary: "assign/eliminate, the variable that failed last, until a value of it holds" },
        Named { name: "learning", strategy: parts(First, Any, Ascending, Gac, None, Learn),
            source: "Marques-Silva and Sakallah 1999; Feydy and Stuckey 2009", summary: "conflict-driven: learns a clause from each conflict, jumps back, restarts" },
    ]
};

/// The strategy with a name of [`NAMED`]. In a constant, an unknown name is a compile-time error.
pub(crate) const fn named(name: &str) -> Strategy {
    let mut row = 0;
    while !is_equal(NAMED[row].name.as_bytes(), name.as_bytes()) {
        row += 1;
    }
    NAMED[row].strategy
}

const fn is_equal(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

impl Default for Strategy {
    /// The default of every part in [`PARTS`].
    fn default() -> Self {
        parts(VariableKind::Mrv, TieKind::First, ValueKind::Ascending, Level::Singles, None, Branching::DWay)
    }
}

impl Strategy {
    /// Returns the strategy with this name, or former name, if any.
    pub fn named(name: &str) -> Option<Self> {
        // `naked-first` was called `labelling` before the labelling problem had its own module.
        let name = if name == "labelling" { "naked-first" } else { name };
        NAMED.iter().find(|named| named.name == name).map(|named| named.strategy)
    }

    /// The name, if this is a named strategy.
    pub fn name(&self) -> Option<&'static str> {
        NAMED.iter().find(|named| named.strategy == *self).map(|named| named.name)
    }

    /// The strategy that replaces this one if decisions must be undone one by one. It differs only if this strategy
    /// learns. The replacement weights the constraints that fail, which shortens the long tails of search times of
    /// large grids (`bench/record/2026-11-21-large.md`).
    #[must_use]
    pub fn chronological(self) -> Self {
        match self.branching {
            Branching::Learn => {
                Self::named("dom-wdeg").map_or(Self { branching: Branching::Refute, ..self }, |other| Self {
                    value: ValueKind::Lcv,
                    ..other
                })
            }
            Branching::DWay | Branching::Refute => self,
        }
    }

    /// The same strategy with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Whether any part is random, so the seed matters.
    pub fn is_random(&self) -> bool {
        self.variable == VariableKind::Random
            || self.tie == TieKind::Random
            || self.value == ValueKind::Random
    }

    /// Whether a domain of one digit decides its variable at the level of its inference.
    pub fn is_eager(&self) -> bool {
        self.inference.is_eager()
    }

    /// Returns the heuristics of the strategy; random heuristics are newly seeded.
    pub fn heuristics(&self) -> Heuristics<Variable, Tie, Value> {
        // Each part has its own random stream, so changing one part does not change another.
        let rng = |stream: u64| Rng::with_seed(self.seed ^ stream << 62);
        Heuristics {
            variable: self.variable.seeded(rng(1)),
            tie: self.tie.seeded(rng(2)),
            value: self.value.seeded(rng(3)),
        }
    }

    fn set(&mut self, key: &str, choice: &str) -> Result<(), StrategyError> {
        let unknown = || StrategyError::choice(key, choice);
        match key {
            "var" if choice == "mrv-md" => (self.variable, self.tie) = (VariableKind::Mrv, TieKind::Degree),
            "var" => self.variable = VariableKind::from_name(choice).ok_or_else(unknown)?,
            "tie" => self.tie = TieKind::from_name(choice).ok_or_else(unknown)?,
            "value" => self.value = ValueKind::from_name(choice).ok_or_else(unknown)?,
            "inference" => self.inference = Level::from_name(choice).ok_or_else(unknown)?,
            "scan" if choice == "none" => self.scan = None,
            "scan" => self.scan = Some(Level::from_name(choice).ok_or_else(unknown)?),
            "branch" => self.branching = Branching::from_name(choice).ok_or_else(unknown)?,
            "restarts" => {
                self.restarts = Some(choice.parse().map_err(|_| unknown())?).filter(|&unit| unit != 0);
            }
            "seed" => self.seed = choice.parse().map_err(|_| unknown())?,
            _ => return Err(StrategyError::key(key)),
        }
        Ok(())
    }
}

impl FromStr for Strategy {
    type Err = StrategyError;

    /// Parses a name, parts, or a name with changed parts: `hybrid`, `var=first,value=lcv`,
    /// `singles-mrv,value=random,seed=7`.
    fn from_str(text: &str) -> Result<Self, StrategyError> {
        let mut strategy = Self::default();
        let mut keys: Vec<&str> = Vec::new();
        for (i, item) in text.split(',').map(str::trim).enumerate() {
            match item.split_once('=') {
                Some((key, choice)) => {
                    let key = key.trim();
                    strategy.set(key, choice.trim())?;
                    if keys.contains(&key) {
                        return Err(StrategyError(format!("found {key} again, expected each part once")));
                    }
                    keys.push(key);
                }
                None if i == 0 => strategy = Self::named(item).ok_or_else(|| StrategyError::name(item))?,
                None => return Err(StrategyError::key(item)),
            }
        }
        Ok(strategy)
    }
}

impl fmt::Display for Strategy {
    /// Writes all parts, in the notation that [`FromStr`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (var, tie, value) = (self.variable.name(), self.tie.name(), self.value.name());
        let branch = self.branching.name();
        write!(f, "var={var},tie={tie},value={value},inference={},branch={branch}", self.inference.name())?;
        if let Some(scan) = self.scan {
            write!(f, ",scan={}", scan.name())?;
        }
        if let Some(unit) = self.restarts.filter(|&unit| unit != 0) {
            write!(f, ",restarts={unit}")?;
        }
        if self.is_random() || self.seed != 0 {
            write!(f, ",seed={}", self.seed)?;
        }
        Ok(())
    }
}

/// The error for text that is not a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyError(String);

impl StrategyError {
    fn name(name: &str) -> Self {
        let names: Vec<&str> = NAMED.iter().map(|named| named.name).collect();
        Self(format!(
            "unknown strategy {name:?}, expected one of {}, or parts such as var=mrv",
            names.join(", ")
        ))
    }

    fn key(key: &str) -> Self {
        let keys: Vec<&str> = PARTS.iter().map(|part| part.key).collect();
        Self(format!("unknown part {key:?}, expected one of {}, as in var=mrv", keys.join(", ")))
    }

    fn choice(key: &str, choice: &str) -> Self {
        let part = PARTS.iter().find(|part| part.key == key);
        let expected = match part {
            Some(part) if !part.choices.is_empty() => {
                let names: Vec<&str> = part.choices.iter().map(|(name, _)| *name).collect();
                format!("one of {}", names.join(", "))
            }
            _ => "a whole number".into(),
        };
        Self(format!("unknown choice {choice:?} for {key}, expected {expected}"))
    }
}

impl fmt::Display for StrategyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StrategyError {}
