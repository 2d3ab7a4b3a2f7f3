//! Models of variables and constraints of the caller, with or without the cells and rules of a puzzle.

use std::sync::Arc;

use arcdoku::csp::propagators::{
    AllDifferent, AllDifferentGac, Automaton, Checked, Comparison, Layers, Linear, Pair, PairTable, Pairs,
};
use arcdoku::csp::{Builder, Constraint, Differ, Level, Model, Var};
use arcdoku::grid::{Digit, DigitSet};
use arcdoku::puzzle::Puzzle;
use arcdoku::search::Strategy;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::puzzle::PuzzleData;
use crate::search::{MakeModel, Options, Searcher, Subject};
use crate::search_watch::{Names, Shared, Watch};

/// The meaning of a constraint, with values as digits.
enum Meaning {
    Different,
    /// For each digit of the first variable, the compatible digits of the second, as bits.
    Pairs(Vec<u64>),
    /// A weighted sum of values compared with a number.
    Linear {
        coefficients: Vec<i32>,
        comparison: Comparison,
        constant: i64,
    },
    /// The allowed tuples in ascending order, each with digits counted from 0.
    Table(Vec<Vec<u8>>),
    /// A Python function of the values.
    Predicate(Py<PyAny>),
}

/// A constraint of the caller.
struct Posting {
    name: String,
    vars: Box<[Var]>,
    meaning: Meaning,
}

/// The parts of a model.
struct Plan {
    puzzle: Option<Puzzle>,
    /// The domains of the variables of the caller.
    domains: Vec<DigitSet>,
    postings: Vec<Posting>,
    /// The number of digits, and the value of each if values are whole numbers.
    digits: usize,
    numbers: Vec<i64>,
    names: Arc<Vec<Py<PyAny>>>,
}

/// Searches a model. Constraints are `(kind, name, variables, payload)`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "all parts of a model")]
pub(crate) fn model_search(
    py: Python<'_>,
    grid: Option<PyRef<'_, PuzzleData>>,
    domains: Vec<u64>,
    constraints: Vec<(String, String, Vec<usize>, Bound<'_, PyAny>)>,
    names: Vec<Py<PyAny>>,
    values: Vec<Py<PyAny>>,
    numbers: Vec<i64>,
    options: Options,
) -> PyResult<Searcher> {
    let strategy = options.strategy(Strategy::default)?;
    let level = strategy.inference;
    let puzzle = grid.map(|data| data.0.with_placed());
    let cells = puzzle.as_ref().map_or(0, |puzzle| puzzle.shape().cells());
    // A puzzle may have auxiliary variables, which come before those of the caller.
    let first = match &puzzle {
        Some(puzzle) if !domains.is_empty() => {
            Builder::<()>::of(puzzle, level).variable(DigitSet::all(1)).index()
        }
        _ => cells,
    };
    let place = |index: usize| Var::new(if index < cells { index } else { index - cells + first });
    let mut all: Vec<Py<PyAny>> = Vec::with_capacity(first + domains.len());
    for (index, name) in names.into_iter().enumerate() {
        if index == cells {
            all.resize_with(first, || py.None());
        }
        all.push(name);
    }
    let known = cells + domains.len();
    let postings = constraints.into_iter().map(|(kind, name, vars, payload)| {
        if let Some(wrong) = vars.iter().find(|&&var| var >= known) {
            return Err(PyValueError::new_err(format!("found variable {wrong}, expected one below {known}")));
        }
        let vars = vars.into_iter().map(place).collect();
        Ok(Posting { name, vars, meaning: meaning(&kind, &payload)? })
    });
    let postings = postings.collect::<PyResult<Vec<_>>>()?;
    let shown: Arc<Vec<Py<PyAny>>> = Arc::new(values.iter().map(|value| value.clone_ref(py)).collect());
    let plan = Plan {
        puzzle,
        domains: domains.into_iter().map(DigitSet::from_bits).collect(),
        postings,
        digits: values.len(),
        numbers,
        names: shown,
    };
    let names = Names::new(py, all, values, None)?;
    let make: MakeModel = Box::new(move |shared| plan.build(level, shared));
    Searcher::start(names, strategy, options, None, Subject::Model(make))
}

fn meaning(kind: &str, payload: &Bound<'_, PyAny>) -> PyResult<Meaning> {
    Ok(match kind {
        "different" => Meaning::Different,
        "pairs" => Meaning::Pairs(payload.extract()?),
        "linear" => {
            let (coefficients, comparison, constant): (Vec<i32>, String, i64) = payload.extract()?;
            let comparison = match &*comparison {
                "==" => Comparison::Equal,
                "!=" => Comparison::NotEqual,
                "<=" => Comparison::AtMost,
                ">=" => Comparison::AtLeast,
                other => {
                    let text = format!("found {other:?}, expected one of ==, !=, <=, >=");
                    return Err(PyValueError::new_err(text));
                }
            };
            Meaning::Linear { coefficients, comparison, constant }
        }
        "table" => {
            let mut rows: Vec<Vec<u8>> = payload.extract()?;
            rows.sort_unstable();
            rows.dedup();
            Meaning::Table(rows)
        }
        "predicate" => Meaning::Predicate(payload.clone().unbind()),
        other => return Err(PyValueError::new_err(format!("unknown kind of constraint {other:?}"))),
    })
}

impl Plan {
    /// The model, with its clues.
    fn build(mut self, level: Level, shared: &Arc<Shared>) -> Model<Watch> {
        let mut builder: Builder<Watch> =
            self.puzzle.as_ref().map_or_else(|| Builder::new(level), |puzzle| Builder::of(puzzle, level));
        let cells = self.puzzle.as_ref().map_or(0, |puzzle| puzzle.shape().cells());
        let mut last = cells;
        for &domain in &self.domains {
            last = builder.variable(domain).index() + 1;
        }
        let mut differ = Differ::new(last);
        if let Some(puzzle) = &self.puzzle {
            for (_, constraint) in puzzle.constraints() {
                if constraint.is_all_different() {
                    differ.add(&constraint.cells().iter().copied().map(Var::from).collect::<Vec<_>>());
                }
            }
        }
        let postings = std::mem::take(&mut self.postings);
        for posting in &postings {
            if let Meaning::Different = posting.meaning {
                differ.add(&posting.vars);
            }
        }
        let mut post = Post {
            builder: &mut builder,
            level,
            plan: &self,
            first: last - self.domains.len(),
            differ,
            shared,
            pairs: Vec::new(),
        };
        for posting in postings {
            post.post(posting);
        }
        let pairs = std::mem::take(&mut post.pairs);
        if !pairs.is_empty() {
            let reader = builder.trailed_reader();
            builder.add_shared(Pairs::new(reader, &pairs));
        }
        let Ok(mut model) = builder.build() else { unreachable!("the numbers of variables were checked") };
        if let Some(puzzle) = &self.puzzle {
            let all = DigitSet::all(puzzle.shape().digits());
            let clues: Vec<DigitSet> =
                puzzle.givens().iter().map(|given| given.map_or(all, DigitSet::single)).collect();
            model.load_domains(&clues);
        }
        model
    }
}

/// Adds the constraints of the caller to a model.
struct Post<'a> {
    builder: &'a mut Builder<Watch>,
    level: Level,
    plan: &'a Plan,
    /// The index of the first variable of the caller.
    first: usize,
    differ: Differ,
    shared: &'a Arc<Shared>,
    pairs: Vec<Pair>,
}

impl Post<'_> {
    /// Whether constraints are only checked, because an empty domain is not yet a failure at these levels.
    fn only_checks(&self) -> bool {
        matches!(self.level, Level::Check | Level::Filter)
    }

    fn domain(&self, var: Var) -> DigitSet {
        let own = var.index().checked_sub(self.first).and_then(|index| self.plan.domains.get(index));
        own.copied().unwrap_or_else(|| {
            DigitSet::all(self.plan.puzzle.as_ref().map_or(0, |puzzle| puzzle.shape().digits()))
        })
    }

    fn post(&mut self, Posting { name, vars, meaning }: Posting) {
        let constraint = Constraint::new(&name, vars.iter().copied());
        match meaning {
            Meaning::Different => match self.level {
                Level::Check => self.builder.add(constraint, AllDifferent::check(vars)),
                Level::Gac => self.builder.add(constraint, AllDifferentGac::new(vars)),
                _ => self.builder.add(constraint, AllDifferent::eliminate(vars)),
            },
            Meaning::Pairs(rows) => self.pairs(constraint, vars, &rows),
            Meaning::Linear { coefficients, comparison, constant } => {
                self.linear(constraint, vars, coefficients, comparison, constant)
            }
            Meaning::Table(rows) => self.table(constraint, vars, rows),
            Meaning::Predicate(function) => self.predicate(constraint, vars, function),
        };
    }

    /// Adds a constraint that is checked when at most one of its variables is undecided.
    fn checked(
        &mut self,
        constraint: Constraint,
        vars: Box<[Var]>,
        holds: impl Fn(&[Digit]) -> bool + Send + 'static,
    ) -> usize {
        let complete = move |digits: &[Option<Digit>]| {
            let all: Option<Vec<Digit>> = digits.iter().copied().collect();
            all.is_none_or(|digits| holds(&digits))
        };
        self.builder.add(constraint, Checked::new(vars, complete))
    }

    fn pairs(&mut self, constraint: Constraint, vars: Box<[Var]>, rows: &[u64]) -> usize {
        let rows: Vec<DigitSet> = rows.iter().map(|&row| DigitSet::from_bits(row)).collect();
        let table = PairTable::from_rows(&rows);
        let &[first, second] = &*vars else { return self.builder.constrain(constraint) };
        if self.only_checks() {
            return self.checked(constraint, vars, move |digits| table.allows(digits[0], digits[1]));
        }
        let number = self.builder.constrain(constraint);
        // There are few different tables, and consecutive pairs mostly have equal ones.
        let table = match self.pairs.last() {
            Some(last) if *last.table == table => Arc::clone(&last.table),
            _ => Arc::new(table),
        };
        self.pairs.push(Pair { first, second, table, constraint: number });
        number
    }

    fn linear(
        &mut self,
        constraint: Constraint,
        vars: Box<[Var]>,
        coefficients: Vec<i32>,
        comparison: Comparison,
        constant: i64,
    ) -> usize {
        let numbers = self.plan.numbers.clone();
        let contiguous = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
        if contiguous && !self.only_checks() {
            // The value of a digit is its number, from 1, plus this offset.
            let offset = numbers.first().map_or(0, |least| least - 1);
            let total: i64 = coefficients.iter().map(|&by| i64::from(by)).sum();
            let terms: Vec<(Var, i32)> = vars.iter().copied().zip(coefficients).collect();
            let constant = constant - offset * total;
            let linear = Linear::new(&terms, comparison, constant, self.plan.digits, &self.differ);
            return self.builder.add(constraint, linear);
        }
        let value = move |digit: Digit| numbers.get(digit.index()).copied().unwrap_or(0);
        if !self.only_checks() {
            let domains: Vec<DigitSet> = vars.iter().map(|&var| self.domain(var)).collect();
            let step = |place: usize, sum: &i64, digit: Digit| {
                sum.checked_add(i64::from(coefficients[place]).checked_mul(value(digit))?)
            };
            if let Some(layers) = Layers::explore(&domains, 0, step, |&sum| comparison.holds(sum, constant)) {
                return self.builder.add(constraint, Automaton::new(vars, layers));
            }
        }
        self.checked(constraint, vars, move |digits| {
            let terms = digits.iter().zip(&coefficients);
            comparison.holds(terms.map(|(&digit, &by)| i64::from(by) * value(digit)).sum(), constant)
        })
    }

    fn table(&mut self, constraint: Constraint, vars: Box<[Var]>, rows: Vec<Vec<u8>>) -> usize {
        if !self.only_checks() {
            // A state is the range of rows that begin with the digits read so far.
            let domains: Vec<DigitSet> = vars.iter().map(|&var| self.domain(var)).collect();
            let step = |place: usize, &(begin, end): &(usize, usize), digit: Digit| {
                let own = &rows[begin..end];
                let digit = digit.index() as u8;
                let from = begin + own.partition_point(|row| row[place] < digit);
                let to = begin + own.partition_point(|row| row[place] <= digit);
                (from < to).then_some((from, to))
            };
            if let Some(layers) = Layers::explore(&domains, (0, rows.len()), step, |_| true) {
                return self.builder.add(constraint, Automaton::new(vars, layers));
            }
        }
        self.checked(constraint, vars, move |digits| {
            let row: Vec<u8> = digits.iter().map(|digit| digit.index() as u8).collect();
            rows.binary_search(&row).is_ok()
        })
    }

    fn predicate(&mut self, constraint: Constraint, vars: Box<[Var]>, function: Py<PyAny>) -> usize {
        let (shared, names) = (Arc::clone(self.shared), Arc::clone(&self.plan.names));
        self.checked(constraint, vars, move |digits| {
            // After an exception, the search has to end.
            if shared.halts() {
                return true;
            }
            Python::attach(|py| {
                let call = || {
                    shared.enter(py)?;
                    let values = digits.iter().map(|digit| &names[digit.index()]);
                    function.bind(py).call1(PyTuple::new(py, values)?)?.is_truthy()
                };
                call().unwrap_or_else(|error| {
                    shared.fail(error);
                    true
                })
            })
        })
    }
}
