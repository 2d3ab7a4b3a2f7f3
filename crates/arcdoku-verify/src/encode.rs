//! The formula of a puzzle: a variable for each digit of each cell, and labeled rows in a fixed order.

use crate::constraint::{Linear, Literal, Names, OVERFLOW};
use crate::puzzle::Puzzle;
use crate::relation::{Constraint, Row};
use crate::shape::Shape;

/// The formula of a puzzle.
pub(crate) struct Formula {
    shape: Shape,
    pub(crate) names: Names,
    /// The constraints with their labels.
    pub(crate) rows: Vec<(String, Linear)>,
    overflow: bool,
}

impl Formula {
    /// The formula of a puzzle in which solutions are blocked. A solution contains the digits of all cells.
    pub(crate) fn new(puzzle: &Puzzle, solutions: &[Vec<usize>]) -> Result<Self, String> {
        let shape = puzzle.shape;
        let mut formula = Self { shape, names: Names::default(), rows: Vec::new(), overflow: false };
        let cells: Vec<String> = (0..shape.cells()).map(|cell| shape.name(cell)).collect();
        for (cell, name) in cells.iter().enumerate() {
            (1..=shape.digits).for_each(|digit| _ = formula.names.add(&format!("{name}_{digit}")));
            let digits: Vec<Literal> = (0..shape.digits).map(|digit| shape.is(cell, digit)).collect();
            formula.clause(name.clone(), &digits);
            formula.at_most_one(format!("{name}m"), &digits);
        }
        let is_house = |part: &Constraint| part.differ && part.rows.is_empty();
        if shape.digits > 1 && !puzzle.constraints.iter().all(|(_, part)| is_house(part)) {
            cells.iter().enumerate().for_each(|(cell, name)| formula.order(cell, name));
        }
        for (number, (_, constraint)) in (1..).zip(&puzzle.constraints) {
            for digit in (0..shape.digits).filter(|_| constraint.differ) {
                let places: Vec<_> = constraint.cells.iter().map(|&cell| shape.is(cell, digit)).collect();
                let label = format!("k{number}_{}", digit + 1);
                if places.len() == shape.digits {
                    formula.clause(label.clone(), &places);
                }
                formula.at_most_one(label + "m", &places);
            }
            formula.relation(number, constraint);
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

    /// Adds the auxiliary variables and the rows of a constraint with its number. Rows that always hold are left out.
    fn relation(&mut self, number: usize, constraint: &Constraint) {
        let (first, base) = (self.shape.auxiliary(0), 2 * self.names.list.len() as u32);
        let named = |literal: Literal| if literal < first { literal } else { literal - first + base };
        (1..=constraint.auxiliaries).for_each(|aux| _ = self.names.add(&format!("a{number}_{aux}")));
        let mut count = 0;
        for row in &constraint.rows {
            let terms = row.terms.iter().map(|&(factor, literal)| (factor, named(literal))).collect();
            let conditions = row.conditions.iter().map(|&literal| named(literal)).collect();
            let row = Row { conditions, terms, degree: row.degree }.linear();
            self.overflow |= row.is_none();
            if let Some(row) = row.filter(|row| row.degree > 0) {
                count += 1;
                self.rows.push((format!("k{number}_r{count}"), row));
            }
        }
    }
}
