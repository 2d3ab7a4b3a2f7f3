//! The formula of a puzzle: a variable for each digit of each cell, and labeled rows in a fixed order.

use crate::constraint::{Linear, Literal, Names, OVERFLOW, literal};
use crate::puzzle::Puzzle;
use crate::relation::{Constraint, Relation, States, layers};
use crate::shape::Shape;

/// The formula of a puzzle.
pub(crate) struct Formula {
    shape: Shape,
    pub(crate) names: Names,
    /// The constraints with their labels.
    pub(crate) rows: Vec<(String, Linear)>,
    /// The number of the constraint of a rule that is being written. The next fields are the numbers of its last row
    /// and variable.
    constraint: usize,
    related: usize,
    auxiliaries: usize,
    /// The conditions under which its rows apply.
    conditions: Vec<Literal>,
    overflow: bool,
}

impl Formula {
    /// The formula of a puzzle in which solutions are blocked. A solution contains the digits of all cells.
    pub(crate) fn new(puzzle: &Puzzle, solutions: &[Vec<usize>]) -> Result<Self, String> {
        let (shape, names, rows, conditions) = (puzzle.shape, Names::default(), Vec::new(), Vec::new());
        let (constraint, related, auxiliaries, overflow) = (0, 0, 0, false);
        let mut formula = Self { shape, names, rows, constraint, related, auxiliaries, conditions, overflow };
        let cells: Vec<String> = (0..shape.cells()).map(|cell| shape.name(cell)).collect();
        for (cell, name) in cells.iter().enumerate() {
            (1..=shape.digits).for_each(|digit| _ = formula.names.add(&format!("{name}_{digit}")));
            let digits: Vec<Literal> = (0..shape.digits).map(|digit| shape.is(cell, digit)).collect();
            formula.clause(name.clone(), &digits);
            formula.at_most_one(format!("{name}m"), &digits);
        }
        let is_house = |part: &Constraint| {
            part.differ && matches!(&part.relation, Relation::Rows(rows) if rows.is_empty())
        };
        if shape.digits > 1 && !puzzle.constraints.iter().all(|(_, part)| is_house(part)) {
            cells.iter().enumerate().for_each(|(cell, name)| formula.order(cell, name));
        }
        for (number, (_, constraint)) in (1..).zip(&puzzle.constraints) {
            (formula.constraint, formula.related, formula.auxiliaries) = (number, 0, 0);
            for digit in (0..shape.digits).filter(|_| constraint.differ) {
                let places: Vec<_> = constraint.cells.iter().map(|&cell| shape.is(cell, digit)).collect();
                let label = format!("k{number}_{}", digit + 1);
                if places.len() == shape.digits {
                    formula.clause(label.clone(), &places);
                }
                formula.at_most_one(label + "m", &places);
            }
            formula.relation(constraint);
        }
        let mut unit = |label: String, literal: Literal| formula.clause(label, &[literal]);
        puzzle.clues().for_each(|(cell, digit)| unit(format!("g_{}", cells[cell]), shape.is(cell, digit)));
        for &(cell, digit) in &puzzle.excluded {
            unit(format!("n_{}_{}", cells[cell], digit + 1), shape.is(cell, digit) ^ 1);
        }
        for (number, solution) in (1..).zip(solutions) {
            let others = (0..).zip(solution).map(|(cell, &digit)| shape.is(cell, digit) ^ 1);
            formula.clause(format!("b{number}"), &others.collect::<Vec<_>>());
        }
        if formula.overflow { Err(OVERFLOW.into()) } else { Ok(formula) }
    }

    /// The first line of the file.
    pub(crate) fn header(&self) -> String {
        format!("* #variable= {} #constraint= {}", self.names.list.len(), self.rows.len())
    }

    fn clause(&mut self, label: String, literals: &[Literal]) {
        self.rows.push((label, Linear::cardinality(literals, 1)));
    }

    fn at_most_one(&mut self, label: String, literals: &[Literal]) {
        let others: Vec<Literal> = literals.iter().map(|literal| literal ^ 1).collect();
        self.rows.push((label, Linear::cardinality(&others, literals.len() as i64 - 1)));
    }

    /// Adds the order variables of a cell, and the rows that connect them with its digits.
    fn order(&mut self, cell: usize, name: &str) {
        let (shape, n, mut clauses) = (self.shape, self.shape.digits, Vec::new());
        for number in 1..=n {
            let is = shape.is(cell, number - 1);
            let this = (number > 1).then(|| shape.at_least(cell, number));
            let next = (number < n).then(|| shape.at_least(cell, number + 1));
            clauses.extend(this.zip(next).map(|(this, next)| vec![this, next ^ 1]));
            clauses.extend(this.map(|this| vec![is ^ 1, this]));
            clauses.extend(next.map(|next| vec![is ^ 1, next ^ 1]));
            clauses.push([is].into_iter().chain(this.map(|this| this ^ 1)).chain(next).collect());
            this.iter().for_each(|_| _ = self.names.add(&format!("{name}_g{number}")));
        }
        (1..).zip(clauses).for_each(|(label, clause)| self.clause(format!("{name}g{label}"), &clause));
    }

    /// Adds a row of the constraint under the conditions, unless it always holds.
    fn row(&mut self, terms: &[(i64, Literal)], degree: i64) {
        let mut row = Linear::new(terms, degree);
        if let Some(own) = row.as_ref().filter(|own| !self.conditions.is_empty() && own.degree > 0) {
            let conditions = self.conditions.iter().map(|&condition| (own.degree, condition ^ 1));
            row = Linear::new(&own.terms().chain(conditions).collect::<Vec<_>>(), own.degree);
        }
        self.overflow |= row.is_none();
        if let Some(row) = row.filter(|row| row.degree > 0) {
            self.related += 1;
            self.rows.push((format!("k{}_r{}", self.constraint, self.related), row));
        }
    }

    /// Adds a row: at least one of several literals is true.
    fn one(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.row(&literals.into_iter().map(|literal| (1, literal)).collect::<Vec<_>>(), 1);
    }

    /// Adds `count` variables of the constraint, at least one of which is true.
    fn choice(&mut self, count: usize) -> Vec<Literal> {
        let numbers = self.auxiliaries + 1..=self.auxiliaries + count;
        let name = |number| format!("a{}_{number}", self.constraint);
        let all: Vec<Literal> = numbers.map(|number| literal(self.names.add(&name(number)), false)).collect();
        self.auxiliaries += count;
        self.one(all.iter().copied());
        all
    }

    /// Adds the rows of a relation.
    fn relation(&mut self, constraint: &Constraint) {
        match &constraint.relation {
            Relation::Rows(rows) => rows.iter().for_each(|(terms, degree)| self.row(terms, *degree)),
            Relation::Any(branches) => {
                for (branch, choice) in branches.iter().zip(self.choice(branches.len())) {
                    self.conditions.push(choice);
                    for part in branch {
                        for digit in (0..self.shape.digits).filter(|_| part.differ) {
                            let places = part.cells.iter().map(|&cell| (-1, self.shape.is(cell, digit)));
                            self.row(&places.collect::<Vec<_>>(), -1);
                        }
                        self.relation(part);
                    }
                    self.conditions.pop();
                }
            }
            Relation::Automaton(automaton) => self.automaton(automaton, &constraint.cells),
        }
    }

    /// Adds the rows of an automaton: it has one state after each cell, and digits connect the states before and
    /// after a cell.
    fn automaton(&mut self, automaton: &States, cells: &[usize]) {
        let n = self.shape.digits;
        // The start has no variable, because it is always true.
        let mut before: Vec<(usize, Option<Literal>)> = vec![(0, None)];
        let layers = layers(automaton, &vec![self.shape.all(); cells.len()]);
        for (&cell, layer) in cells.iter().zip(&layers[1..]) {
            let states = self.choice(layer.len());
            self.row(&states.iter().map(|&state| (-1, state)).collect::<Vec<_>>(), -1);
            let now: Vec<_> = layer.iter().copied().zip(states.into_iter().map(Some)).collect();
            let leads = |from: usize, digit: usize, to: usize| {
                automaton[from].1.iter().any(|&(set, target)| target == to && set >> digit & 1 == 1)
            };
            for (forward, from, to) in [(true, &before, &now), (false, &now, &before)] {
                for (state, known) in from {
                    for digit in 0..n {
                        let reached = |end: usize| {
                            if forward { leads(*state, digit, end) } else { leads(end, digit, *state) }
                        };
                        let ends = to.iter().filter(|end| reached(end.0)).map(|end| end.1);
                        let mut all: Vec<Option<Literal>> = ends.collect();
                        if all.iter().all(Option::is_some) {
                            all.extend([Some(self.shape.is(cell, digit) ^ 1), known.map(|known| known ^ 1)]);
                            self.one(all.into_iter().flatten());
                        }
                    }
                }
            }
            before = now;
        }
    }
}
