//! Labelling problems: values over semirings, cheapest labellings, marginals, bounds.

use arcdoku::Choice as _;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

use super::{Bytes, LimitOptions, OptionKind, OptionValue, options, question};
use crate::head::reply;
use crate::outcome::{Limit, NoAnswer};

arcdoku::choices! {
    /// The semiring in which labellings are summed.
    pub enum LabelSemiring {
        /// Whether there is a labelling
        Boolean = "boolean",
        /// The number of labellings
        Count = "count",
        /// The least cost, and a labelling with it
        MinCost = "min-cost",
        /// The K least costs, and their labellings
        KBest = "k-best",
        /// The greatest gain (negative cost), and a labelling with it
        MaxGain = "max-gain",
        /// The greatest weight (e to the power of the negative cost), and a labelling with it
        MaxProb = "max-prob",
        /// The logarithm of the sum of all weights, log Z
        LogSum = "log-sum",
        /// The least cost, and the number of labellings with it
        CostAndCount = "cost-and-count",
        /// The expected cost of a labelling drawn by weight
        Expectation = "expectation",
        /// The labels that occur in some labelling
        Provenance = "provenance",
    }
}

/// A semiring, with its number of labellings: `count`, `k-best=5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SemiringChoice {
    /// The semiring.
    pub semiring: LabelSemiring,
    /// The number of labellings of [`LabelSemiring::KBest`]; of others 1.
    pub k: usize,
}

impl SemiringChoice {
    /// A semiring with one labelling.
    pub fn of(semiring: LabelSemiring) -> Self {
        Self { semiring, k: 1 }
    }
}

impl OptionValue for SemiringChoice {
    const KIND: OptionKind = OptionKind::Text;
    const VALUE_NAME: Option<&'static str> = Some("SEMIRING");
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let name = value.as_str().ok_or(None)?;
        let (name, k) = name.split_once('=').map_or((name, None), |(name, k)| (name, Some(k)));
        let semiring = LabelSemiring::from_name(name).ok_or_else(|| {
            let names: Vec<&str> = LabelSemiring::TABLE.iter().map(|row| row.1).collect();
            format!("found '{name}', expected one of {}", names.join(", "))
        })?;
        let k = match (semiring, k) {
            (LabelSemiring::KBest, Some(k)) => k
                .parse()
                .ok()
                .filter(|k| (1..=1_000_000).contains(k))
                .ok_or_else(|| format!("found '{k}', expected a number from 1 to 1000000"))?,
            (LabelSemiring::KBest, None) => return Err(Some("found 'k-best', expected k-best=K".to_owned())),
            (_, Some(_)) => return Err(Some(format!("found '{name}=', expected '{name}'"))),
            (_, None) => 1,
        };
        Ok(Self { semiring, k })
    }

    fn write(&self) -> Value {
        match self.semiring {
            LabelSemiring::KBest => format!("k-best={}", self.k).into(),
            other => other.name().into(),
        }
    }
}

arcdoku::choices! {
    /// How the answer is found.
    pub enum LabelMethod {
        /// Search for costs; for sums the exact method that needs least memory
        Auto = "auto",
        /// Branch and bound for costs; all solutions or the 100 best labellings for log-sum; the engines for count
        Search = "search",
        /// Labels one object after another, and merges equal states of the remaining problem
        Sweep = "sweep",
        /// Eliminates one object after another, with tables
        Eliminate = "eliminate",
        /// Searches over a tree decomposition, with a cache of the sums of its parts
        Decompose = "decompose",
        /// Messages between functions and objects: approximate, for log-sum
        Beliefs = "beliefs",
        /// Random labellings: approximate, with an interval of 95 % confidence
        Sample = "sample",
        /// Tables of at most --width objects: a lower bound, for min-cost
        MiniBuckets = "mini-buckets",
        /// Soft arc consistency: a lower bound, for min-cost; with --to, the equivalent model
        Arcs = "arcs",
        /// Max-sum diffusion after arc consistency: results like arcs
        Diffusion = "diffusion",
        /// Virtual arc consistency after arc consistency: results like arcs
        Virtual = "virtual",
    }
}

arcdoku::choices! {
    /// What the numbers of a table of scores are.
    pub enum ScoreKind {
        /// Logarithms of probabilities, or other scores; the greatest is best
        Log = "log-prob",
        /// Probabilities or other weights, 0 or more
        Prob = "prob",
        /// Costs; the least is best
        Cost = "cost",
    }
}

arcdoku::choices! {
    /// What a text with problems is.
    pub enum ModelForm {
        /// puzzles, optionally with costs in the field 'costs'
        Puzzles = "puzzles",
        /// N x N rows of N numbers: a score for each digit of each cell
        Scores = "scores",
        /// Markov and Bayesian networks of the UAI competitions
        Uai = "uai",
        /// weighted constraint satisfaction problems with integer costs
        Wcsp = "wcsp",
        /// cost function networks of toulbar2, like JSON
        Cfn = "cfn",
    }
}

crate::choice_values!(LabelSemiring, LabelMethod, ScoreKind, ModelForm);

options! {
    /// How problems are read.
    ProblemOptions in "Input" {
        /// Form of files with models; see `arcdoku help labelling` [default: detected]
        form: Option<ModelForm>,
        /// Kind of a table of scores; see `arcdoku help labelling`
        scores: ScoreKind = ScoreKind::Log,
    }
}

options! {
    /// How answers are found.
    MethodOptions in "Search" {
        /// Method; see `arcdoku help labelling`
        method: LabelMethod = LabelMethod::Auto,
        /// Maximum memory of tables and states, such as 500M [default: 2G, in a browser 256M]
        memory: Option<Bytes>,
        /// Maximum number of objects in a table of mini-buckets
        width: u64 [1 ..= 64] = 4,
        /// Number of samples
        samples: u64 [2 ..= u64::MAX] = 10_000,
        /// Seed of the samples
        seed: u64 = 0,
    }
}

question! {
    /// Answer labelling problems: cheapest and most probable grids, counts and marginals
    ///
    /// A labelling gives each object a label, such as a digit to each cell. Functions of labels have
    /// costs; forbidden labels have infinite cost. The answer is a sum over all labellings in a semiring.
    /// The weight of a labelling, or its probability, is e to the power of the negative cost. `arcdoku
    /// help labelling` describes semirings, methods and inputs.
    ///
    /// Output formats:
    ///   text  the value, the method, labellings and marginals
    ///   tsv   one line per labelling: number, position, semiring, value, 'exact' or 'about', rank, cost
    ///         and labelling
    ///   json  one line per problem, with the bounds over time and the fields of the input
    ///
    /// Examples:
    ///   arcdoku label --semiring count --box 2x2 1...............
    ///   arcdoku label scores.csv
    ///   arcdoku label --semiring log-sum --marginals --picture cells.svg scores.csv
    ///   arcdoku label --semiring k-best=5 --plot bounds.svg problem.wcsp
    Label = "label" -> LabelReply, fails "some problem has no labelling, or (with --to) cannot be written in the format" {
        /// Semiring of the sum, such as count or k-best=5; see `arcdoku help labelling`
        semiring: SemiringChoice = SemiringChoice::of(LabelSemiring::MinCost),
        /// Add the value of each label: the sum over the labellings with it
        marginals: bool,
        /// Without a labelling, show why: a trace, or contradictory functions
        why: bool,
    } with { problem: ProblemOptions, by: MethodOptions, limits: LimitOptions, }
}

reply! {
    /// The answer to a question about a labelling problem: a puzzle, each digit of a cell with a cost, or a model of another
    /// program. Values of semirings are strings, because they may exceed what JSON readers hold in a number.
    LabelReply {
        /// The semiring: `count`, `min-cost`, ...
        semiring: String,
        /// How the answer was found: `fast9`, `search`, `sweep`, `eliminate`, ...
        #[serde(default, skip_serializing_if = "Option::is_none")]
        method: Option<String>,
        /// The sum over all labellings; absent if there is none, or a limit was reached.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
        /// Whether the value is exact, but for rounding.
        exact: bool,
        /// Whether the messages of `beliefs` converged.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        converged: Option<bool>,
        /// The number of labellings with the best value, if it was requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<String>,
        /// The lower end of the interval with 95 % confidence, of an estimate.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        low: Option<String>,
        /// The upper end of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        high: Option<String>,
        /// The best labellings, best first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        labellings: Vec<LabellingReply>,
        /// The names of the objects; absent for a puzzle, whose objects are its cells, row-major.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        objects: Vec<String>,
        /// The names of each object's labels; absent for a puzzle, whose labels are its digits.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        labels: Vec<Vec<String>>,
        /// For each object and label the sum over the labellings with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        marginals: Vec<Vec<String>>,
        /// For each object and label the share of all labellings that have it, by weight, 0 to 1.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        shares: Vec<Vec<Number>>,
        /// The course of the bounds of the least cost.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        bounds: Vec<BoundReply>,
        /// The number of expanded nodes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nodes: Option<u64>,
        /// The number of objects of the largest table that elimination has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        width: Option<u64>,
        /// About how many bytes its tables take.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bytes: Option<Number>,
        /// For each object, the names of the labels that occur in any labelling, if they were requested.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        support: Vec<Vec<String>>,
        /// The objects without remaining labels, if there is no labelling and arc consistency shows it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ran_out: Vec<String>,
        /// The functions that contradict each other, if arc consistency does not show that there is no labelling.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        because: Vec<String>,
        /// The boards of arc consistency, round by round: on the last one the objects of `ran_out` have no labels.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        boards: Vec<LabelBoard>,
        /// Why there is no answer: `unsatisfiable`, `too-wide`, `overflow` or `malformed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<NoAnswer>,
        /// The limit that ended the work.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<Limit>,
    }
}

/// A labelling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LabellingReply {
    /// Its cost.
    pub cost: Number,
    /// The solution of the puzzle, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The name of each object's label; absent for a puzzle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
}

/// The bounds of the least cost at a moment of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoundReply {
    /// The expanded nodes, or the rounds of a method without nodes.
    pub nodes: u64,
    /// The time since the start in microseconds, if there is a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_us: Option<u64>,
    /// No labelling costs less.
    pub lower: Number,
    /// A known labelling costs as much; absent if none is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper: Option<Number>,
}

/// The labels that are left after a round of arc consistency.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LabelBoard {
    /// The number of labels that the round removed.
    pub removed: u64,
    /// The names of the labels that each object has left.
    pub labels: Vec<Vec<String>>,
}
