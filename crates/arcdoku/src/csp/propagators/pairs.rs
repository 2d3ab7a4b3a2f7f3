//! Binary relations as tables of masks, arc consistent.
//!
//! When the domain of a variable has changed, the other variable of each of its pairs keeps the digits that fit one of
//! the remaining digits, the union of their rows of the table. This is AC-3 (A. K. Mackworth, "Consistency in networks
//! of relations", Artificial Intelligence 8, 1977) with a queue of variables and bit-parallel revisions. For a single
//! relation, the result is domain consistent. One propagator handles all pairs of a model, so a chain of changes takes
//! one run.

use std::sync::Arc;

use crate::csp::agenda::Lists;
use crate::csp::domain::{Change, Var};
use crate::csp::propagator::{Conflict, Context, Past, Propagator, Status, Strength, learns};
use crate::csp::reader::Reader;
use crate::csp::trace::{Literal, Reason, Trace};
use crate::grid::{Digit, DigitSet};

/// A relation between two digits, in both directions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PairTable {
    /// The second digits that fit each first one, followed by the first digits that fit each second one.
    rows: Box<[DigitSet]>,
}

impl PairTable {
    /// The relation between digits from 1 to `digits` for which `fits` returns true.
    pub fn new(digits: usize, fits: impl Fn(Digit, Digit) -> bool) -> Self {
        let all = DigitSet::all(digits);
        let row = |a: Digit| all.iter().filter(|&b| fits(a, b)).collect();
        Self::from_rows(&all.iter().map(row).collect::<Vec<_>>())
    }

    /// The relation whose rows are the second digits that fit each first digit. Rows after the 64th are ignored.
    pub fn from_rows(rows: &[DigitSet]) -> Self {
        let rows = &rows[..rows.len().min(64)];
        let all = DigitSet::all(rows.len());
        let mut both = vec![DigitSet::EMPTY; rows.len() * 2];
        for (a, &row) in rows.iter().enumerate() {
            both[a] = row & all;
            for b in both[a] {
                both[rows.len() + b.index()].insert(Digit::from_index(a));
            }
        }
        Self { rows: both.into() }
    }

    /// The number of digits.
    pub fn digits(&self) -> usize {
        self.rows.len() / 2
    }

    /// The second digits that fit a first digit.
    pub fn row(&self, a: Digit) -> DigitSet {
        self.rows[..self.digits()].get(a.index()).copied().unwrap_or_default()
    }

    /// Whether two digits fit.
    pub fn allows(&self, a: Digit, b: Digit) -> bool {
        self.row(a).contains(b)
    }

    /// The relation with the two digits exchanged.
    #[must_use]
    pub fn transposed(&self) -> Self {
        Self::from_rows(&self.rows[self.digits()..])
    }

    /// The relation that holds for exactly the pairs that do not fit.
    #[must_use]
    pub fn complement(&self) -> Self {
        Self::from_rows(&self.rows[..self.digits()].iter().map(|&row| !row).collect::<Vec<_>>())
    }

    /// The digits that fit themselves.
    fn diagonal(&self) -> DigitSet {
        DigitSet::all(self.digits()).iter().filter(|&digit| self.allows(digit, digit)).collect()
    }
}

/// A pair of variables with a relation.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The variable of the first digit.
    pub first: Var,
    /// The variable of the second digit; equal to `first` if the relation is about one variable.
    pub second: Var,
    /// The relation.
    pub table: Arc<PairTable>,
    /// The number of the constraint.
    pub constraint: usize,
}

/// Binary relations between variables.
#[derive(Debug)]
pub struct Pairs {
    vars: Box<[Var]>,
    /// The rows of all tables, one after the other.
    rows: Vec<DigitSet>,
    /// The arcs that leave each variable.
    arcs: Lists<Edge>,
    /// Relations between a variable and itself.
    own: Box<[(Var, DigitSet, u32)]>,
    reader: Reader,
    /// Whether the next run is the first after loading. The first run revises all pairs.
    is_new: bool,
    log: Vec<Change>,
    queue: Vec<Var>,
    queued: Vec<bool>,
}

/// An arc from a variable that changed.
#[derive(Clone, Copy, Debug)]
struct Edge {
    to: Var,
    /// The index of the first row of its table in `rows`.
    base: u32,
    constraint: u32,
}

impl Pairs {
    /// Creates a propagator for all `pairs`. The reader must be a [trailed one](crate::csp::Builder::trailed_reader).
    pub fn new(reader: Reader, pairs: &[Pair]) -> Self {
        let variables = pairs.iter().map(|pair| pair.first.max(pair.second).index() + 1).max().unwrap_or(0);
        let mut arcs: Vec<Vec<Edge>> = vec![Vec::new(); variables];
        let mut rows = Vec::new();
        // There are many pairs but few tables, and consecutive pairs usually have the same table.
        let mut known: Vec<(*const PairTable, u32)> = Vec::new();
        let mut own = Vec::new();
        for Pair { first, second, table, constraint } in pairs {
            let constraint = *constraint as u32;
            if first == second {
                own.push((*first, table.diagonal(), constraint));
                continue;
            }
            let key = Arc::as_ptr(table);
            let base = if let Some(entry) = known.iter().rev().find(|entry| entry.0 == key) {
                entry.1
            } else {
                let base = rows.len() as u32;
                rows.extend_from_slice(&table.rows);
                known.push((key, base));
                base
            };
            let back = base + table.digits() as u32;
            arcs[first.index()].push(Edge { to: *second, base, constraint });
            arcs[second.index()].push(Edge { to: *first, base: back, constraint });
        }
        let has_own = |var: usize| own.iter().any(|entry: &(Var, DigitSet, u32)| entry.0.index() == var);
        let used = (0..variables).filter(|&var| !arcs[var].is_empty() || has_own(var));
        Self {
            vars: used.map(Var::new).collect(),
            rows,
            arcs: Lists::new(&arcs),
            own: own.into(),
            reader,
            is_new: true,
            log: Vec::new(),
            queue: Vec::new(),
            queued: vec![false; variables],
        }
    }

    fn run<T: Trace>(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let Self { vars, rows, arcs, own, reader, is_new, log, queue, queued } = self;
        if std::mem::take(is_new) {
            for &(var, allowed, constraint) in &**own {
                cx.within(constraint as usize);
                cx.exclude_because(var, !allowed, |_| Vec::new())?;
            }
            cx.skip(reader);
            queue.extend_from_slice(vars);
            queued.fill(true);
        }
        loop {
            log.clear();
            cx.take_removed(reader, log);
            for &(var, _) in &*log {
                if let Some(queued) = queued.get_mut(var.index())
                    && !*queued
                {
                    *queued = true;
                    queue.push(var);
                }
            }
            if queue.is_empty() {
                return Ok(Status::Fixpoint);
            }
            while let Some(var) = queue.pop() {
                queued[var.index()] = false;
                let domain = cx.domain(var);
                for &Edge { to, base, constraint } in arcs.get(var.index()) {
                    let other = cx.domain(to);
                    let mut fits = DigitSet::EMPTY;
                    for digit in domain {
                        fits |= rows[base as usize + digit.index()];
                        if other.is_subset(fits) {
                            break;
                        }
                    }
                    if !other.is_subset(fits) {
                        cx.within(constraint as usize);
                        cx.narrow(to, other & fits, Reason::Arc(var))?;
                    }
                }
            }
        }
    }
}

impl<T: Trace> Propagator<T> for Pairs {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn strength(&self) -> Strength {
        Strength::Domain
    }

    /// Explains the literal by the first relation in which the value has no support left.
    fn explain(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if !learns::<T>() {
            return;
        }
        // Without a literal, the reason is an empty domain, which needs no literals.
        let Some(Literal { var, digit, .. }) = literal else { return };
        for &Edge { to, base, .. } in self.arcs.get(var.index()) {
            let supports = self.rows[base as usize + digit.index()];
            if supports.is_disjoint(past.domain(to)) {
                return past.lost(to, supports, because);
            }
        }
        // Otherwise, the reason is a relation between a variable and itself, which needs no literals.
    }

    fn reset(&mut self) {
        self.is_new = true;
        self.queue.clear();
        self.queued.fill(false);
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        self.run(cx).inspect_err(|Conflict| {
            cx.skip(&self.reader);
            for var in self.queue.drain(..) {
                self.queued[var.index()] = false;
            }
        })
    }
}
