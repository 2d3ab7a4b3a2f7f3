//! The pseudo-Boolean formula of a puzzle: a variable for each digit in each cell, and rows of weighted literals.
//!
//! The rows have a fixed order, which a checker reproduces from the puzzle: cells, order variables if there are
//! relations, the constraints of the rules, clues, and restricted candidates. They are followed by the rows of blocked
//! solutions.

use std::fmt::{self, Write};

use crate::csp::{self, Var};
use crate::grid::{Cell, Digit, DigitSet, Shape};
use crate::puzzle::{Puzzle, Rule, Solution};

/// A literal of a formula: a variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Atom(u32);

impl Atom {
    /// The variable with this number, or its negation.
    #[inline]
    pub(super) const fn new(variable: usize, holds: bool) -> Self {
        Self((variable as u32) << 1 | !holds as u32)
    }

    /// The number of the variable.
    #[inline]
    pub(super) const fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the literal is the variable itself.
    #[inline]
    pub(super) const fn holds(self) -> bool {
        self.0 & 1 == 0
    }

    /// The index among all literals.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Atom {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A literal with its weight in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Term {
    pub(super) weight: u32,
    pub(super) atom: Atom,
}

/// The meaning of a row, which its label contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Label {
    /// A cell has a digit.
    Least(u32),
    /// A cell has no two digits.
    Most(u32),
    /// A row that links an order variable to the digits of its cell, with the number of the order variable.
    Order(u32, u32),
    /// A set of cells, by the number of its constraint, has a digit.
    SetLeast(u32, u32),
    /// A set of cells has a digit at most once.
    SetMost(u32, u32),
    /// A row of a relation, by the number of its constraint.
    Related(u32, u32),
    /// A clue.
    Given(u32),
    /// A digit that a cell must not have.
    Restricted(u32, u32),
    /// A blocked solution, by number.
    Blocked(u32),
}

/// The sum of the weights of true terms is at least the degree.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) label: Label,
    pub(super) degree: u64,
    begin: u32,
    end: u32,
}

/// A set of cells with different digits, and its encoding in rows.
#[derive(Clone, Debug)]
pub(super) struct DifferentSet {
    /// The number of the constraint of the set, from 1.
    pub(super) number: u32,
    pub(super) cells: Box<[Cell]>,
    /// Whether it takes every digit.
    pub(super) is_full: bool,
    /// Whether its constraint consists only of this set.
    pub(super) is_plain: bool,
}

/// The formula of a puzzle.
#[derive(Clone, Debug)]
pub struct Formula {
    shape: Shape,
    void: Box<[bool]>,
    /// The names of the cells, which are prefixes of the names of variables.
    names: Box<[String]>,
    /// Whether cells have order variables.
    is_ordered: bool,
    /// The auxiliary variables: the number of the constraint, and the number in it, from 1.
    auxiliaries: Vec<(u32, u32)>,
    terms: Vec<Term>,
    rows: Vec<Row>,
    sets: Vec<DifferentSet>,
}

impl Formula {
    /// A formula with only the rows of the cells of a puzzle.
    pub(super) fn of_cells(puzzle: &Puzzle, is_ordered: bool) -> Self {
        let shape = puzzle.shape();
        let cells = || (0..shape.cells()).map(Cell::new);
        let mut formula = Self {
            shape,
            void: cells().map(|cell| puzzle.is_void(cell)).collect(),
            names: cells().map(|cell| shape.name(cell).to_string()).collect(),
            is_ordered,
            auxiliaries: Vec::new(),
            terms: Vec::new(),
            rows: Vec::new(),
            sets: Vec::new(),
        };
        formula.add_cells();
        if is_ordered {
            formula.add_orders();
        }
        formula
    }

    /// The shape of the puzzle.
    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether all constraints are sets of different cells that take every digit.
    pub(super) fn is_plain(&self) -> bool {
        !self.is_ordered && self.sets.iter().all(|set| set.is_full)
    }

    /// The number of digits.
    #[inline]
    pub(super) fn digits(&self) -> usize {
        self.shape.digits()
    }

    /// The number of variables, including the variables of void cells, which occur in no row.
    pub(super) fn variables(&self) -> usize {
        self.first_auxiliary() + self.auxiliaries.len()
    }

    fn first_auxiliary(&self) -> usize {
        self.shape.cells() * self.digits() * if self.is_ordered { 2 } else { 1 }
    }

    /// The literal for "the cell has the digit".
    #[inline]
    pub(super) fn is(&self, cell: Cell, digit: Digit) -> Atom {
        Atom::new(cell.index() * self.digits() + digit.index(), true)
    }

    /// The formula's literal for a literal of the model.
    #[inline]
    pub(super) fn atom(&self, literal: csp::Literal) -> Atom {
        Atom::new(literal.var.index() * self.digits() + literal.digit.index(), literal.holds)
    }

    /// The cell and the digit that a variable represents, if any.
    pub(super) fn candidate(&self, atom: Atom) -> Option<(Var, Digit)> {
        let digits = self.digits();
        let (cell, digit) = (atom.variable() / digits, atom.variable() % digits);
        (cell < self.shape.cells()).then(|| (Var::new(cell), Digit::from_index(digit)))
    }

    /// The literal for "the number of the cell's digit is at least `number`". `number` is from 2 to N.
    pub(super) fn at_least(&self, cell: Cell, number: usize) -> Atom {
        let (cells, digits) = (self.shape.cells(), self.digits());
        Atom::new((cells + cell.index()) * digits + number - 1, true)
    }

    /// Whether a cell has no variables.
    pub(super) fn is_void(&self, cell: Cell) -> bool {
        self.void[cell.index()]
    }

    /// A new auxiliary variable of a constraint that already has `count` of them.
    pub(super) fn auxiliary(&mut self, constraint: u32, count: u32) -> Atom {
        let atom = Atom::new(self.variables(), true);
        self.auxiliaries.push((constraint, count + 1));
        atom
    }

    /// The rows.
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The memory that the rows take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.terms.capacity() * size_of::<Term>() + self.rows.capacity() * size_of::<Row>()
    }

    /// The terms of a row.
    pub(super) fn terms(&self, row: &Row) -> &[Term] {
        &self.terms[row.begin as usize..row.end as usize]
    }

    /// The sets of different cells.
    pub(super) fn sets(&self) -> &[DifferentSet] {
        &self.sets
    }

    /// Adds a row of terms of weight 1.
    pub(super) fn add_row(&mut self, label: Label, atoms: impl IntoIterator<Item = Atom>, degree: usize) {
        self.add_terms(label, atoms.into_iter().map(|atom| Term { weight: 1, atom }), degree as u64);
    }

    pub(super) fn add_terms(&mut self, label: Label, terms: impl IntoIterator<Item = Term>, degree: u64) {
        let begin = self.terms.len() as u32;
        self.terms.extend(terms);
        let end = self.terms.len() as u32;
        self.rows.push(Row { label, degree, begin, end });
    }

    fn add_cells(&mut self) {
        let all = DigitSet::all(self.digits());
        for cell in (0..self.shape.cells()).map(Cell::new) {
            if self.is_void(cell) {
                continue;
            }
            let number = cell.index() as u32;
            let atoms: Vec<Atom> = all.iter().map(|digit| self.is(cell, digit)).collect();
            let others = atoms.len() - 1;
            self.add_row(Label::Least(number), atoms.iter().copied(), 1);
            self.add_row(Label::Most(number), atoms.iter().map(|&atom| !atom), others);
        }
    }

    /// Adds order variables ("the digit is at least"), which make sums propagate bounds.
    fn add_orders(&mut self) {
        let digits = self.digits();
        for cell in (0..self.shape.cells()).map(Cell::new) {
            if self.is_void(cell) || digits < 2 {
                continue;
            }
            let mut number = 0;
            let mut add = |formula: &mut Self, atoms: &[Atom]| {
                number += 1;
                formula.add_row(Label::Order(cell.index() as u32, number), atoms.iter().copied(), 1);
            };
            for d in 1..=digits {
                let is = self.is(cell, Digit::from_index(d - 1));
                let this = (d > 1).then(|| self.at_least(cell, d));
                let next = (d < digits).then(|| self.at_least(cell, d + 1));
                if let (Some(this), Some(next)) = (this, next) {
                    add(self, &[this, !next]);
                }
                if let Some(this) = this {
                    add(self, &[!is, this]);
                }
                if let Some(next) = next {
                    add(self, &[!is, !next]);
                }
                let outside = this.map(|this| !this).into_iter().chain(next);
                let atoms: Vec<Atom> = [is].into_iter().chain(outside).collect();
                add(self, &atoms);
            }
        }
    }

    /// The row for "a cell with neither a smaller nor a larger digit has this digit".
    pub(super) fn order_row(&self, cell: Cell, digit: Digit) -> (Label, Vec<Atom>) {
        let (digits, d) = (self.digits(), digit.index() + 1);
        let number = match d {
            1 => 2,
            _ if d == digits => 4 * d - 4,
            _ => 4 * d - 2,
        };
        let this = (d > 1).then(|| !self.at_least(cell, d));
        let next = (d < digits).then(|| self.at_least(cell, d + 1));
        let atoms = [self.is(cell, digit)].into_iter().chain(this).chain(next).collect();
        (Label::Order(cell.index() as u32, number as u32), atoms)
    }

    /// The cell whose order variable this is, if it is one.
    pub(super) fn ordered_cell(&self, atom: Atom) -> Option<Cell> {
        let owner = atom.variable() / self.digits();
        let cells = self.shape.cells();
        (self.is_ordered && (cells..2 * cells).contains(&owner)).then(|| Cell::new(owner - cells))
    }

    /// Whether a literal is an auxiliary variable.
    pub(super) fn is_auxiliary(&self, atom: Atom) -> bool {
        atom.variable() >= self.first_auxiliary()
    }

    /// Adds a set of different cells.
    pub(super) fn add_set(&mut self, number: u32, cells: &[Cell], is_plain: bool) {
        let is_full = cells.len() == self.digits();
        for digit in DigitSet::all(self.digits()) {
            let atoms: Vec<Atom> = cells.iter().map(|&cell| self.is(cell, digit)).collect();
            let d = digit.index() as u32 + 1;
            if is_full {
                self.add_row(Label::SetLeast(number, d), atoms.iter().copied(), 1);
            }
            let others = atoms.len().saturating_sub(1);
            self.add_row(Label::SetMost(number, d), atoms.iter().map(|&atom| !atom), others);
        }
        self.sets.push(DifferentSet { number, cells: cells.into(), is_full, is_plain });
    }

    pub(super) fn add_clues(&mut self, puzzle: &Puzzle) {
        for (index, given) in puzzle.givens().iter().enumerate() {
            if let Some(digit) = *given
                && !self.void[index]
            {
                let atom = self.is(Cell::new(index), digit);
                self.add_row(Label::Given(index as u32), [atom], 1);
            }
        }
        let mut allowed = vec![DigitSet::all(self.digits()); self.shape.cells()];
        for rule in puzzle.rules() {
            let Rule::Candidates(sets) = rule else { continue };
            for (index, &set) in sets.iter().enumerate() {
                if self.void.get(index) != Some(&false) {
                    continue;
                }
                for digit in allowed[index].minus(set) {
                    let atom = self.is(Cell::new(index), digit);
                    let label = Label::Restricted(index as u32, digit.index() as u32 + 1);
                    self.add_row(label, [!atom], 1);
                }
                allowed[index] &= set;
            }
        }
    }

    /// Excludes a solution. Returns the number of blocked solutions.
    pub fn block(&mut self, solution: &Solution) -> u32 {
        let number = match self.rows.last() {
            Some(Row { label: Label::Blocked(number), .. }) => number + 1,
            _ => 1,
        };
        let cells = solution.digits().iter().enumerate().map(|(index, &digit)| (Cell::new(index), digit));
        let atoms: Vec<Atom> = cells
            .filter(|&(cell, _)| !self.is_void(cell))
            .map(|(cell, digit)| !self.is(cell, digit))
            .collect();
        self.add_row(Label::Blocked(number), atoms, 1);
        number
    }

    /// Writes a literal.
    pub(super) fn write_atom(&self, atom: Atom, out: &mut impl Write) -> fmt::Result {
        if !atom.holds() {
            out.write_char('~')?;
        }
        let (digits, cells) = (self.digits(), self.shape.cells());
        let (owner, digit) = (atom.variable() / digits, atom.variable() % digits + 1);
        if owner < cells {
            out.write_str(&self.names[owner])?;
            out.write_char('_')?;
            return write_number(digit as u64, out);
        }
        if self.is_ordered && owner < 2 * cells {
            return write!(out, "{}_g{digit}", self.names[owner - cells]);
        }
        let (constraint, number) = self.auxiliaries[atom.variable() - self.first_auxiliary()];
        write!(out, "a{constraint}_{number}")
    }

    /// Writes a constraint in OPB syntax, without the end of the statement.
    pub(super) fn write_row(
        &self,
        terms: impl IntoIterator<Item = Term>,
        degree: u64,
        out: &mut impl Write,
    ) -> fmt::Result {
        for Term { weight, atom } in terms {
            write_number(weight.into(), out)?;
            out.write_char(' ')?;
            self.write_atom(atom, out)?;
            out.write_char(' ')?;
        }
        out.write_str(">= ")?;
        write_number(degree, out)
    }

    /// A label as text.
    pub(super) fn label(&self, label: Label) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_label(label, &mut text);
        text
    }

    /// Writes a label.
    pub(super) fn write_label(&self, label: Label, out: &mut impl Write) -> fmt::Result {
        let name = |cell: u32| &self.names[cell as usize];
        match label {
            Label::Least(cell) => write!(out, "@{}", name(cell)),
            Label::Most(cell) => write!(out, "@{}m", name(cell)),
            Label::Order(cell, number) => write!(out, "@{}g{number}", name(cell)),
            Label::SetLeast(set, digit) => write!(out, "@k{set}_{digit}"),
            Label::SetMost(set, digit) => write!(out, "@k{set}_{digit}m"),
            Label::Related(constraint, number) => write!(out, "@k{constraint}_r{number}"),
            Label::Given(cell) => write!(out, "@g_{}", name(cell)),
            Label::Restricted(cell, digit) => write!(out, "@n_{}_{digit}", name(cell)),
            Label::Blocked(number) => write!(out, "@b{number}"),
        }
    }

    /// Writes the formula as an OPB file.
    ///
    /// # Errors
    /// The errors of the sink.
    pub fn write(&self, out: &mut impl Write) -> fmt::Result {
        let void = self.void.iter().filter(|&&void| void).count() * self.digits();
        let unused = match (self.is_ordered, self.shape.cells()) {
            // There is no order variable for "at least 1".
            (true, cells) => 2 * void + cells - void / self.digits(),
            (false, _) => void,
        };
        writeln!(out, "* #variable= {} #constraint= {}", self.variables() - unused, self.rows.len())?;
        for row in &self.rows {
            self.write_label(row.label, out)?;
            out.write_char(' ')?;
            self.write_row(self.terms(row).iter().copied(), row.degree, out)?;
            out.write_str(" ;\n")?;
        }
        Ok(())
    }
}

/// Writes a number in decimal. Most of the time for writing a proof is spent here.
pub(super) fn write_number(number: u64, out: &mut impl Write) -> fmt::Result {
    match number {
        0..10 => out.write_char(char::from(b'0' + number as u8)),
        _ => write!(out, "{number}"),
    }
}
