//! Constraints of rules: rows over the variables of cells and over auxiliary variables.

use std::collections::{BTreeMap, BTreeSet};

use crate::constraint::{Linear, Literal, ensure};
use crate::shape::Shape;

/// A sum of literals with factors is at least the degree, if all conditions are true.
pub(crate) struct Row {
    pub(crate) conditions: Vec<Literal>,
    pub(crate) terms: Vec<(i64, Literal)>,
    pub(crate) degree: i64,
}

impl Row {
    /// The row without separate conditions; `None` if numbers overflow.
    pub(crate) fn linear(&self) -> Option<Linear> {
        let own = Linear::new(&self.terms, self.degree)?;
        if self.conditions.is_empty() || own.degree <= 0 {
            return Some(own);
        }
        let others = self.conditions.iter().map(|&condition| (own.degree, condition ^ 1));
        Linear::new(&own.terms().chain(others).collect::<Vec<_>>(), own.degree)
    }
}

/// Whether the digits of all cells satisfy a constraint.
pub(crate) type Test = Box<dyn Fn(&[usize]) -> bool>;

/// A constraint on some cells.
pub(crate) struct Constraint {
    pub(crate) cells: Vec<usize>,
    /// Whether the cells differ.
    pub(crate) differ: bool,
    /// Whether no part is obviously impossible.
    pub(crate) possible: bool,
    /// The number of auxiliary variables.
    pub(crate) auxiliaries: usize,
    pub(crate) rows: Vec<Row>,
    /// The number of auxiliary variables, rows and terms. Rows that exceed the limit are not stored.
    pub(crate) size: usize,
    /// The meaning, if the rows have auxiliary variables. Otherwise, the rows are the meaning.
    pub(crate) test: Option<Test>,
}

impl Constraint {
    /// A constraint without rows.
    pub(crate) fn new(cells: Vec<usize>) -> Self {
        Self { cells, differ: false, possible: true, auxiliaries: 0, rows: Vec::new(), size: 0, test: None }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, terms: impl IntoIterator<Item = (i64, Literal)>, degree: i64) {
        self.row_if(&[], terms, degree);
    }

    /// Adds a row with conditions.
    pub(crate) fn row_if(
        &mut self,
        conditions: &[Literal],
        terms: impl IntoIterator<Item = (i64, Literal)>,
        degree: i64,
    ) {
        self.push(Row { conditions: conditions.into(), terms: terms.into_iter().collect(), degree });
    }

    fn push(&mut self, row: Row) {
        self.size += 1 + row.terms.len() + row.conditions.len();
        if self.size <= MOST_TERMS {
            self.rows.push(row);
        }
    }

    /// Constraints in order, unless they are too large together.
    pub(crate) fn all(
        parts: impl IntoIterator<Item = Result<Vec<Self>, String>>,
    ) -> Result<Vec<Self>, String> {
        let (mut all, mut size) = (Vec::new(), 0);
        for part in parts {
            all.extend(Self::limited(part?, &mut size)?);
        }
        Ok(all)
    }

    /// Adds the size of constraints to a total, which has a limit.
    pub(crate) fn limited(parts: Vec<Self>, size: &mut usize) -> Result<Vec<Self>, String> {
        *size += parts.iter().map(|part| part.size).sum::<usize>();
        ensure(*size <= MOST_TERMS, || "found a rule with too many rows".into()).map(|()| parts)
    }

    /// Adds a row: at least one of several literals is true.
    pub(crate) fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.row(literals.into_iter().map(|literal| (1, literal)), 1);
    }

    /// Adds a row: at most one of several literals is true.
    pub(crate) fn at_most_one(&mut self, literals: &[Literal]) {
        self.row(literals.iter().map(|&literal| (-1, literal)), -1);
    }

    /// Adds auxiliary variables.
    pub(crate) fn auxiliaries(&mut self, shape: Shape, count: usize) -> Vec<Literal> {
        self.auxiliaries += count;
        self.size += count;
        (self.auxiliaries - count..self.auxiliaries).map(|number| shape.auxiliary(number)).collect()
    }

    /// Sets the meaning.
    pub(crate) fn means(mut self, test: impl Fn(&[usize]) -> bool + 'static) -> Self {
        self.test = Some(Box::new(test));
        self
    }

    /// Whether the digits of all cells of the grid satisfy it.
    pub(crate) fn holds(&self, shape: Shape, grid: &[usize]) -> bool {
        let is_true = |literal: Literal| (literal & 1 == 0) == shape.is_true(literal >> 1, grid);
        let sum = |row: &Row| row.terms.iter().filter(|term| is_true(term.1)).map(|term| term.0).sum::<i64>();
        let applies = |row: &&Row| row.conditions.iter().all(|&condition| is_true(condition));
        let digits: BTreeSet<usize> = self.cells.iter().map(|&cell| grid[cell]).collect();
        (!self.differ || digits.len() == self.cells.len())
            && match &self.test {
                Some(test) => test(grid),
                None => self.rows.iter().filter(applies).all(|row| sum(row) >= row.degree),
            }
    }

    /// Adds the rows of another constraint, with its auxiliary variables, under a condition.
    fn include(&mut self, shape: Shape, other: &Self, condition: Literal) {
        for digit in (0..shape.digits).filter(|_| other.differ) {
            let places = other.cells.iter().map(|&cell| (-1, shape.is(cell, digit)));
            self.row_if(&[condition], places, -1);
        }
        let first = shape.auxiliary(0);
        let moved =
            |literal: Literal| literal + if literal < first { 0 } else { 2 * self.auxiliaries as u32 };
        let row = |row: &Row| Row {
            conditions: row.conditions.iter().map(|&literal| moved(literal)).chain([condition]).collect(),
            terms: row.terms.iter().map(|&(factor, literal)| (factor, moved(literal))).collect(),
            degree: row.degree,
        };
        let rows: Vec<Row> =
            other.rows.iter().take(MOST_TERMS - self.size.min(MOST_TERMS)).map(row).collect();
        rows.into_iter().for_each(|row| self.push(row));
        self.auxiliaries(shape, other.auxiliaries);
    }

    /// All constraints of one of several branches hold.
    pub(crate) fn any(shape: Shape, branches: Vec<Vec<Self>>) -> Self {
        let mut any = Self::new(branches.iter().flatten().flat_map(|part| part.cells.clone()).collect());
        any.possible = !branches.is_empty();
        let choice = any.auxiliaries(shape, branches.len());
        any.clause(choice.iter().copied());
        for (branch, choice) in branches.iter().zip(choice) {
            branch.iter().for_each(|part| any.include(shape, part, choice));
        }
        any.means(move |grid| branches.iter().any(|parts| parts.iter().all(|part| part.holds(shape, grid))))
    }

    /// A constraint does not hold: one of its rows is violated. `None` if it has auxiliary variables.
    pub(crate) fn negated(shape: Shape, part: Self) -> Option<Self> {
        if part.auxiliaries > 0 {
            return None;
        }
        let mut all = Self::new(part.cells.clone());
        let places = |digit| part.cells.iter().map(|&cell| shape.is(cell, digit)).collect::<Vec<_>>();
        (0..shape.digits).filter(|_| part.differ).for_each(|digit| all.at_most_one(&places(digit)));
        let rows = all.rows.drain(..).collect::<Vec<_>>();
        let rows = rows.iter().chain(&part.rows).map(Row::linear).collect::<Option<Vec<_>>>()?;
        let rows: Vec<Linear> = rows.into_iter().filter(|row| row.degree > 0).collect();
        let choice = all.auxiliaries(shape, if rows.len() == 1 { 0 } else { rows.len() });
        if rows.len() != 1 {
            all.clause(choice.iter().copied());
        }
        for (at, row) in rows.iter().map(Linear::negation).enumerate() {
            all.row_if(&choice.get(at).copied().into_iter().collect::<Vec<_>>(), row.terms(), row.degree);
        }
        Some(all.means(move |grid| !part.holds(shape, grid)))
    }

    /// An automaton reads the digits of the cells in order: it begins in a state, and each digit leads to some states.
    /// One of the last states must be accepted. `step` also receives the number of digits that were read before.
    pub(crate) fn automaton<S: Ord + Clone>(
        shape: Shape,
        cells: Vec<usize>,
        start: S,
        step: impl Fn(&S, usize, usize) -> Vec<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Self, String> {
        let layers = layers(shape.digits, cells.len(), start, step, accepts)?;
        let mut automaton = Self::new(cells.clone());
        automaton.possible = layers.iter().all(|layer| !layer.is_empty());
        if automaton.possible {
            automaton.arcs(shape, &layers);
        }
        Ok(automaton.means(move |grid| {
            let step = |state: usize, (layer, &cell): (&Layer, &usize)| layer.get(state)?[grid[cell]];
            layers.iter().zip(&cells).try_fold(0, step).is_some()
        }))
    }

    /// Adds the rows of an automaton: after each cell, it is in one state, and one arc with the digit of the cell leads
    /// there from the state before.
    fn arcs(&mut self, shape: Shape, layers: &[Layer]) {
        // The start has no variable, because it is always true.
        let mut before: Vec<Option<Literal>> = vec![None];
        for (cell, layer) in self.cells.clone().into_iter().zip(layers) {
            let last = layer.iter().flatten().flatten().max();
            let states = self.auxiliaries(shape, last.map_or(0, |last| last + 1));
            self.clause(states.iter().copied());
            self.at_most_one(&states);
            let mut ends: BTreeMap<(usize, usize), usize> = BTreeMap::new();
            // From, to, digits, variable.
            let mut arcs: Vec<(usize, usize, Vec<usize>, Literal)> = Vec::new();
            for (from, targets) in layer.iter().enumerate() {
                for (digit, to) in targets.iter().enumerate().filter_map(|(digit, to)| Some((digit, (*to)?)))
                {
                    let number = *ends.entry((from, to)).or_insert(arcs.len());
                    if number == arcs.len() {
                        arcs.push((from, to, Vec::new(), self.auxiliaries(shape, 1)[0]));
                    }
                    arcs[number].2.push(digit);
                }
            }
            for (from, to, digits, arc) in &arcs {
                before[*from].iter().for_each(|&source| self.clause([arc ^ 1, source]));
                self.clause([arc ^ 1, states[*to]]);
                if digits.len() < shape.digits {
                    self.clause(digits.iter().map(|&digit| shape.is(cell, digit)).chain([arc ^ 1]));
                }
            }
            let mut one_of = |premise: Option<Literal>, is: &dyn Fn(usize, usize, &[usize]) -> bool| {
                let arcs = arcs.iter().filter(|arc| is(arc.0, arc.1, &arc.2)).map(|arc| arc.3);
                self.clause(arcs.chain(premise.map(|premise| premise ^ 1)));
            };
            let sources = before.iter().enumerate();
            sources.for_each(|(state, &source)| one_of(source, &|from, _, _| from == state));
            let targets = states.iter().enumerate();
            targets.for_each(|(state, &target)| one_of(Some(target), &|_, to, _| to == state));
            for digit in 0..shape.digits {
                one_of(Some(shape.is(cell, digit)), &|_, _, digits| digits.contains(&digit));
            }
            before = states.into_iter().map(Some).collect();
        }
    }
}

/// For each state before a cell, the state that each digit leads to, if it can still be accepted.
type Layer = Vec<Vec<Option<usize>>>;

/// The maximum number of auxiliary variables, rows and terms of all rules.
const MOST_TERMS: usize = 1 << 24;

/// The maximum number of states of an automaton after all cells together, before equivalent states are merged.
pub(crate) const MOST_STATES: usize = 1 << 16;

/// The states of an automaton before each cell. They depend only on the accepted digits: no two states of a layer
/// accept the same suffixes, and they are numbered in the order in which the states before them, and then the digits,
/// lead to them.
fn layers<S: Ord + Clone>(
    digits: usize,
    length: usize,
    start: S,
    step: impl Fn(&S, usize, usize) -> Vec<S>,
    accepts: impl Fn(&S) -> bool,
) -> Result<Vec<Layer>, String> {
    let (mut layers, mut count, mut sets) = (Vec::new(), 0, vec![BTreeSet::from([start])]);
    for at in 0..length {
        let mut known: BTreeMap<BTreeSet<S>, usize> = BTreeMap::new();
        let mut next = Vec::new();
        let mut number = |set: BTreeSet<S>| {
            let count = known.len();
            (!set.is_empty()).then(|| {
                *known.entry(set).or_insert_with_key(|set| {
                    next.push(set.clone());
                    count
                })
            })
        };
        let mut layer: Layer = Vec::new();
        for set in &sets {
            let target = |digit| set.iter().flat_map(|state| step(state, at, digit)).collect();
            layer.push((0..digits).map(|digit| number(target(digit))).collect());
        }
        sets = next;
        count += sets.len();
        ensure(count <= MOST_STATES, || "found too many states for the number of cells".into())?;
        layers.push(layer);
    }
    // Merges equal states from the last layer on, and removes states that lead nowhere.
    let mut merged: Vec<Option<usize>> =
        sets.iter().map(|set| set.iter().any(&accepts).then_some(0)).collect();
    for layer in layers.iter_mut().rev() {
        let (mut known, mut own) = (BTreeMap::new(), Vec::new());
        let class = |targets: Vec<Option<usize>>| {
            let targets: Vec<Option<usize>> = targets.into_iter().map(|to| merged[to?]).collect();
            let count = known.len();
            targets.iter().any(Option::is_some).then(|| {
                *known.entry(targets).or_insert_with_key(|targets| {
                    own.push(targets.clone());
                    count
                })
            })
        };
        merged = layer.drain(..).map(class).collect();
        *layer = own;
    }
    if merged[0].is_none() {
        layers.push(Vec::new());
    }
    Ok(layers)
}
