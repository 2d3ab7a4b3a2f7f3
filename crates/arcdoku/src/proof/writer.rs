//! Lines of a proof, and the extra lines for clauses that do not follow by unit propagation alone.

use std::collections::VecDeque;
use std::fmt::{self, Write};

use rustc_hash::{FxHashMap, FxHashSet};

use super::formula::{Atom, Formula, Term, write_number};
use super::implied::Implied;
use super::sum::Sum;
use super::units::Units;
use crate::csp::{Literal, Space, Var};
use crate::grid::{Cell, Digit, DigitSet, Matching};
use crate::puzzle::{Budget, Limit, Limits, Puzzle, Solution};

/// The largest number of lines of one lemma.
const LEMMA_LINES: u32 = 20_000;

/// The largest number of lines of a lemma for all decisions.
const SHORT_LEMMA_LINES: u32 = 30;

/// The largest number of reasons in a lemma for all decisions.
const LONGEST_LEMMA: usize = 48;

/// The largest number of lemmas for all decisions that are kept.
const MOST_LEMMAS: usize = 3_000;

/// A line that later lines can refer to: `@p12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineLabel(u64);

impl fmt::Display for LineLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@p{}", self.0)
    }
}

/// The reason why a proof could not be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofError {
    /// A lemma has no short proof.
    TooLong,
    /// A lemma does not follow from the formula, so its producer has a bug.
    False,
    /// The sink failed.
    Sink,
    /// A limit of the writer was reached.
    Limit(Limit),
    /// The proof, with its formula and the data of the writer, takes more memory than this limit, in bytes.
    TooLarge(usize),
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("a deduction has no short proof"),
            Self::False => f.write_str("a deduction does not follow from the formula"),
            Self::Sink => f.write_str("the proof could not be written"),
            Self::Limit(limit) => write!(f, "given up ({})", limit.name()),
            Self::TooLarge(most) => {
                write!(f, "given up: the proof takes more than {} MiB of memory", most >> 20)
            }
        }
    }
}

impl std::error::Error for ProofError {}

impl ProofError {
    /// Whether nothing more can be written; otherwise, only this lemma failed.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "for filters")]
    pub(super) fn is_limit(&self) -> bool {
        matches!(self, Self::Limit(_) | Self::TooLarge(_))
    }
}

impl From<fmt::Error> for ProofError {
    fn from(_: fmt::Error) -> Self {
        Self::Sink
    }
}

/// Writes the lines of a proof between the first lines and the conclusion.
///
/// Producers call [`clause`](Self::clause) for clauses that follow by unit propagation, and [`lemma`](Self::lemma)
/// for results of propagators. Before the clause of a lemma, it writes a sum of rows for Hall sets, or a case split
/// if unit propagation does not find the clause.
#[derive(Debug)]
pub struct ProofWriter<'a, W> {
    formula: Formula,
    out: Counted<W>,
    /// The limits of case splits, of which there may be many.
    budget: Option<Budget<'a>>,
    /// The memory limit of the text, the formula and the data of the writer, in bytes.
    memory: Option<usize>,
    lines: u64,
    /// Created for the first lemma.
    units: Option<Units>,
    /// The written lemmas.
    known: FxHashSet<Box<[Atom]>>,
    /// The memory of the terms of `known` and `sums`, in bytes.
    kept: usize,
    /// The written sums, as sorted terms and degrees.
    sums: FxHashSet<(Box<[Term]>, u64)>,
    /// The cells that are split into cases before others.
    scope: Vec<Cell>,
    /// The number of split cells outside of the scope and the clause.
    elsewhere: u64,
    /// The clauses under decisions, which are deleted when a decision is undone.
    clauses: Vec<Clause>,
    /// The lines of the current case split, which are deleted after it.
    cases: Vec<LineLabel>,
    /// Sums which show that other sums cannot be reached. They are deleted when there are no assumptions.
    bounds: Vec<Clause>,
    implied: Implied,
    /// Clauses of hints and their reasons, oldest first.
    lemmas: VecDeque<Clause>,
    /// For the cells of constraints: the number of such clauses that had a short proof, minus the number of others.
    short: FxHashMap<Vec<Cell>, i32>,
}

/// A sink, and the number of written bytes.
#[derive(Debug)]
struct Counted<W> {
    sink: W,
    bytes: usize,
}

impl<W: Write> Write for Counted<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.bytes += text.len();
        self.sink.write_str(text)
    }
}

/// A clause under decisions.
#[derive(Clone, Copy, Debug)]
struct Clause {
    label: LineLabel,
    row: Option<u32>,
    /// The number, from 1, of the deepest decision on which it depends.
    depth: u32,
}

/// A result of a propagator that unit propagation may not find: a literal, and the cells of the constraint.
#[derive(Debug)]
pub(super) struct Hint {
    pub(super) atom: Atom,
    pub(super) cells: Vec<Cell>,
    /// The literals from which it follows.
    pub(super) because: Vec<Atom>,
    /// The number of decisions that were open.
    pub(super) depth: u32,
}

impl<'a, W: Write> ProofWriter<'a, W> {
    /// A writer for a proof about a formula.
    pub fn new(formula: Formula, out: W) -> Self {
        let (known, scope) = (FxHashSet::default(), Vec::new());
        let (clauses, cases) = (Vec::new(), Vec::new());
        Self {
            formula,
            out: Counted { sink: out, bytes: 0 },
            budget: None,
            memory: None,
            lines: 0,
            units: None,
            known,
            kept: 0,
            scope,
            elsewhere: 0,
            clauses,
            cases,
            bounds: Vec::new(),
            sums: FxHashSet::default(),
            implied: Implied::default(),
            lemmas: VecDeque::new(),
            short: FxHashMap::default(),
        }
    }

    /// Fails with [`ProofError::Limit`] when the time of these limits, counted from now, is over or the work is
    /// cancelled.
    #[must_use]
    pub fn with_limits(mut self, limits: &Limits<'a>) -> Self {
        self.budget = Some(limits.with_nodes(None).start());
        self
    }

    /// Fails with [`ProofError::TooLarge`] if the text, the formula and the data of the writer take more memory than
    /// this, in bytes.
    #[must_use]
    pub(super) fn with_memory(mut self, bytes: usize) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Returns an error if the limits do not allow more lines.
    pub(super) fn within_limits(&self) -> Result<(), ProofError> {
        self.budget.map_or(Ok(()), |budget| budget.check(0)).map_err(ProofError::Limit)?;
        match self.memory {
            Some(most) if self.bytes() > most => Err(ProofError::TooLarge(most)),
            _ => Ok(()),
        }
    }

    /// The approximate memory of the text, the formula and the data of the writer, in bytes.
    fn bytes(&self) -> usize {
        // Sets of lemmas and sums have an entry for some of the lines.
        let kept = (self.known.capacity() + self.sums.capacity()) * size_of::<(Box<[Term]>, u64)>();
        self.out.bytes + self.kept + kept + self.formula.bytes() + self.units.as_ref().map_or(0, Units::bytes)
    }

    /// The formula.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// Excludes a solution, as a row of the formula.
    pub fn block(&mut self, solution: &Solution) {
        self.formula.block(solution);
        if let (Some(units), Some(row)) = (&mut self.units, self.formula.rows().last()) {
            units.add(self.formula.terms(row), row.degree);
        }
    }

    /// Excludes the solution that a search has found, and returns it. Void cells have the first digit.
    pub(super) fn block_found(&mut self, space: &Space) -> Solution {
        let first = Digit::from_index(0);
        let domains = &space.domains()[..self.formula.shape().cells()];
        let digits: Vec<Digit> = domains.iter().map(|domain| domain.first().unwrap_or(first)).collect();
        let solution = Solution::new(digits);
        self.block(&solution);
        solution
    }

    /// The number of derived constraints.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// The formula and the sink.
    pub fn into_parts(self) -> (Formula, W) {
        (self.formula, self.out.sink)
    }

    pub(super) fn units(&mut self) -> &mut Units {
        self.units.get_or_insert_with(|| Units::new(&self.formula))
    }

    /// Writes a comment.
    ///
    /// # Errors
    /// If the sink fails.
    pub fn comment(&mut self, text: &str) -> Result<(), ProofError> {
        Ok(writeln!(self.out, "% {text}")?)
    }

    /// Writes a clause that follows by unit propagation from the formula and earlier lines; without literals, the
    /// contradiction.
    ///
    /// # Errors
    /// If the sink fails.
    pub fn clause(&mut self, literals: &[Literal]) -> Result<LineLabel, ProofError> {
        let atoms: Vec<Atom> = literals.iter().map(|&literal| self.formula.atom(literal)).collect();
        self.atoms(&atoms)
    }

    /// Deletes an earlier line, which makes checking faster.
    ///
    /// # Errors
    /// If the sink fails.
    pub fn delete(&mut self, label: LineLabel) -> Result<(), ProofError> {
        Ok(writeln!(self.out, "del id @p{} ;", label.0)?)
    }

    /// Writes a clause that follows from the formula alone, for example a result of a propagator whose constraint has
    /// these cells: the last literal is the conclusion, and the others are the negated reasons. If `cells` is empty,
    /// the cells of the clause are split first. The clause is always written as a line, because the unit propagation of
    /// a sum depends on the other known facts. It is written only once.
    ///
    /// A learning engine calls this for the explanations on which a clause depends, and then [`clause`](Self::clause).
    ///
    /// # Errors
    /// If the clause has no short proof, or the sink fails.
    pub fn lemma(&mut self, literals: &[Literal], cells: &[Cell]) -> Result<(), ProofError> {
        let atoms: Vec<Atom> = literals.iter().map(|&literal| self.formula.atom(literal)).collect();
        let mut scope = match cells {
            [] => literals.iter().map(|literal| literal.var.cell()).collect(),
            _ => cells.to_vec(),
        };
        scope.sort_unstable();
        scope.dedup();
        self.scope = scope;
        self.derive(&atoms)
    }

    fn label(&mut self) -> Result<LineLabel, ProofError> {
        self.lines += 1;
        self.out.write_str("@p")?;
        write_number(self.lines, &mut self.out)?;
        Ok(LineLabel(self.lines))
    }

    pub(super) fn atoms(&mut self, atoms: &[Atom]) -> Result<LineLabel, ProofError> {
        let label = self.label()?;
        self.out.write_str(" rup ")?;
        let terms = atoms.iter().map(|&atom| Term { weight: 1, atom });
        self.formula.write_row(terms, 1, &mut self.out)?;
        self.out.write_str(" ;\n")?;
        Ok(label)
    }

    /// See [`lemma`](Self::lemma).
    pub(super) fn derive(&mut self, clause: &[Atom]) -> Result<(), ProofError> {
        let mut sorted: Box<[Atom]> = clause.into();
        sorted.sort_unstable();
        if self.known.contains(&sorted) {
            return Ok(());
        }
        self.kept += size_of_val(&*sorted);
        self.known.insert(sorted);
        if !self.follows(clause) {
            let scope = std::mem::take(&mut self.scope);
            let written = self.write_implied(&scope)?;
            self.scope = scope;
            if !((written || self.hall_set(clause)?) && self.follows(clause)) {
                self.cases(clause, LEMMA_LINES)?;
            }
        }
        self.atoms(clause)?;
        self.drop_bounds()?;
        self.drop_cases()
    }

    /// Writes the lines that unit propagation needs to refute that all literals of a clause are false.
    fn cases(&mut self, clause: &[Atom], mut patience: u32) -> Result<(), ProofError> {
        let mark = self.units().mark();
        let consistent = clause.iter().all(|&atom| self.units().assume(!atom));
        let done = if consistent { self.split(&mut clause.to_vec(), &mut patience) } else { Ok(()) };
        self.units().undo(mark);
        self.units().catch_up();
        done
    }

    /// Writes that decisions contradict each other. First writes the hints, in order, that unit propagation does not
    /// find. Removes the decisions on which the contradiction does not depend. Decisions are numbered from 1.
    pub(super) fn refutation(
        &mut self,
        decisions: &mut Vec<(u32, Atom)>,
        hints: &[Hint],
    ) -> Result<LineLabel, ProofError> {
        self.drop_cases()?;
        self.drop_bounds()?;
        while self.lemmas.len() > MOST_LEMMAS {
            let Some(Clause { label, row, .. }) = self.lemmas.pop_front() else { break };
            if row.is_none_or(|row| self.units().remove(row)) {
                self.delete(label)?;
            }
        }
        let mark = self.units().mark();
        let scope = std::mem::take(&mut self.scope);
        let result = self.contradiction(decisions, hints, &scope);
        self.scope = scope;
        self.units().undo(mark);
        self.units().catch_up();
        let used = result?;
        if self.units().has_failed() {
            // The lines so far contradict each other without any decision.
            decisions.clear();
        } else if let Some(used) = used {
            decisions.retain(|(_, atom)| used.contains(atom));
        }
        let clause: Vec<Atom> = decisions.iter().map(|&(_, atom)| !atom).collect();
        let label = self.keep(&clause, depth_of(decisions))?;
        self.drop_cases()?;
        self.drop_bounds()?;
        Ok(label)
    }

    /// Assumes decisions one after the other, with the hints that were found before the next one, and derives a
    /// contradiction. The assumptions are kept. Returns the decisions on which the contradiction depends, unless they
    /// are all needed.
    fn contradiction(
        &mut self,
        decisions: &[(u32, Atom)],
        hints: &[Hint],
        scope: &[Cell],
    ) -> Result<Option<Vec<Atom>>, ProofError> {
        let mut path: Vec<Atom> = Vec::new();
        let mut hints = hints.iter().peekable();
        let mut consistent = !self.units().has_failed();
        let (mut decided, mut deepest) = (decisions.iter(), 0);
        while consistent {
            let decision = decided.next();
            let open = decision.map_or(u32::MAX, |&(number, _)| number);
            while consistent && let Some(hint) = hints.next_if(|hint| hint.depth < open) {
                consistent = self.hint(&mut path, hint, decisions)?;
            }
            let Some(&(number, atom)) = decision else { break };
            if consistent {
                path.push(!atom);
                deepest = number;
                consistent = self.units().assume(atom);
            }
        }
        if consistent {
            consistent = !self.write_implied(scope)? || self.units().retry();
            scope.clone_into(&mut self.scope);
        }
        if consistent {
            consistent = !self.sweep(&mut path, Some(deepest))?;
        }
        if consistent {
            return self.split(&mut path, &mut { LEMMA_LINES }).map(|()| None);
        }
        let is_certain = decisions.is_empty() || self.units().has_failed();
        Ok(Some(if is_certain { Vec::new() } else { self.units().blame() }))
    }

    /// Derives a hint under the first of these decisions, whose negations are `path`. Returns false if this is a
    /// contradiction.
    fn hint(
        &mut self,
        path: &mut Vec<Atom>,
        hint: &Hint,
        decisions: &[(u32, Atom)],
    ) -> Result<bool, ProofError> {
        let depth = path.len().checked_sub(1).map_or(0, |last| decisions[last].0);
        if self.units().is_true(hint.atom) {
            return Ok(true);
        }
        if self.write_implied(&hint.cells)? && !self.units().retry() {
            return Ok(false);
        }
        self.scope.clone_from(&hint.cells);
        let mark = self.units().mark();
        let mut follows = !self.units().assume(!hint.atom);
        let used = if follows { self.units().blame() } else { Vec::new() };
        self.units().undo(mark);
        if follows {
            let mut own = decisions[..path.len()].to_vec();
            own.retain(|(_, atom)| used.contains(atom));
            let clause: Vec<Atom> = own.iter().map(|&(_, atom)| !atom).chain([hint.atom]).collect();
            self.keep(&clause, own.last().map_or(0, |&(number, _)| number))?;
            return Ok(!self.units().is_violated());
        }
        if self.sweep(path, Some(depth))? {
            return Ok(false);
        }
        follows = self.units().is_true(hint.atom);
        if !follows && self.general(hint)? {
            if self.units().has_failed() {
                return Ok(false);
            }
            for &atom in &*path {
                if !self.units().assume(!atom) {
                    return Ok(false);
                }
            }
            if self.units().is_true(hint.atom) {
                return Ok(true);
            }
        }
        path.push(hint.atom);
        let mark = self.units().mark();
        let mut patience = LEMMA_LINES;
        let done = if !follows && self.units().assume(!hint.atom) {
            self.split(path, &mut patience)
        } else {
            Ok(())
        };
        self.units().undo(mark);
        done?;
        // A sum that was written before may already imply the hint.
        let mut consistent = self.units().retry();
        if consistent && !self.units().is_true(hint.atom) {
            self.keep(path, depth)?;
            consistent = !self.units().is_violated();
        }
        path.pop();
        self.drop_cases()?;
        Ok(consistent)
    }

    /// Writes that a hint follows from its reasons, for all decisions. All assumptions are undone if it returns true.
    fn general(&mut self, hint: &Hint) -> Result<bool, ProofError> {
        if !(1..=LONGEST_LEMMA).contains(&hint.because.len())
            || self.short.get(&hint.cells).is_some_and(|&short| short < -2)
        {
            return Ok(false);
        }
        let mut clause: Vec<Atom> = hint.because.iter().map(|&atom| !atom).collect();
        clause.sort_unstable();
        clause.dedup();
        clause.push(hint.atom);
        let mut sorted: Box<[Atom]> = clause[..].into();
        sorted.sort_unstable();
        if self.known.contains(&sorted) {
            return Ok(false);
        }
        self.units().undo_all();
        self.units().catch_up();
        self.drop_bounds()?;
        let done = if self.follows(&clause) { Ok(()) } else { self.cases(&clause, SHORT_LEMMA_LINES) };
        let is_long = matches!(done, Err(ProofError::False | ProofError::TooLong));
        let short = self.short.entry(hint.cells.clone()).or_default();
        *short = (*short + if is_long { -1 } else { 1 }).min(20);
        match done {
            Err(ProofError::False | ProofError::TooLong) => {
                self.kept += size_of_val(&*sorted);
                self.known.insert(sorted);
            }
            done => {
                done?;
                if !self.follows(&clause) {
                    let label = self.atoms(&clause)?;
                    let terms: Vec<Term> = clause.iter().map(|&atom| Term { weight: 1, atom }).collect();
                    let row = self.units().add(&terms, 1);
                    self.lemmas.push_back(Clause { label, row, depth: 0 });
                }
            }
        }
        self.drop_bounds()?;
        self.drop_cases()?;
        Ok(true)
    }

    /// Writes the sums for the constraints of these cells that follow from houses and sums together.
    fn write_implied(&mut self, cells: &[Cell]) -> Result<bool, ProofError> {
        let sums = self.implied.sums_of(cells, &self.formula);
        for (name, sum) in &sums {
            self.named_sum(name.as_deref(), sum, false)?;
        }
        Ok(!sums.is_empty())
    }

    /// Lets the writer derive consequences of houses and sums of the puzzle together when they are used.
    #[must_use]
    pub fn with_implied(mut self, puzzle: &Puzzle) -> Self {
        self.implied = Implied::new(puzzle, &self.formula);
        self
    }

    /// Writes a clause that holds under the decisions up to a depth.
    fn keep(&mut self, clause: &[Atom], depth: u32) -> Result<LineLabel, ProofError> {
        let terms: Vec<Term> = clause.iter().map(|&atom| Term { weight: 1, atom }).collect();
        let row = self.units().add(&terms, 1);
        self.keep_row(clause, row, depth)
    }

    /// Like [`refutation`](Self::refutation), if unit propagation finds the contradiction.
    pub(super) fn plain_refutation(&mut self, decisions: &[(u32, Atom)]) -> Result<LineLabel, ProofError> {
        let clause: Vec<Atom> = decisions.iter().map(|&(_, atom)| !atom).collect();
        self.keep_row(&clause, None, depth_of(decisions))
    }

    /// Writes a clause that holds under the decisions up to a depth, as a row of the unit propagation or none.
    fn keep_row(&mut self, clause: &[Atom], row: Option<u32>, depth: u32) -> Result<LineLabel, ProofError> {
        let label = self.atoms(clause)?;
        if depth > 0 {
            self.clauses.push(Clause { label, row, depth });
        }
        Ok(label)
    }

    /// Deletes the clauses that depend on a decision with this number or a greater one.
    pub(super) fn take_back(&mut self, number: u32) -> Result<(), ProofError> {
        let gone: Vec<Clause> = self.clauses.extract_if(.., |clause| clause.depth >= number).collect();
        for clause in gone.into_iter().rev() {
            if clause.row.is_none_or(|row| self.units().remove(row)) {
                self.delete(clause.label)?;
            }
        }
        Ok(())
    }

    /// Deletes the sums that were needed for a contradiction. There must be no assumptions.
    fn drop_bounds(&mut self) -> Result<(), ProofError> {
        for Clause { label, row, .. } in std::mem::take(&mut self.bounds) {
            if row.is_none_or(|row| self.units().remove(row)) {
                self.delete(label)?;
            }
        }
        Ok(())
    }

    /// Deletes the lines of a case split.
    fn drop_cases(&mut self) -> Result<(), ProofError> {
        for label in std::mem::take(&mut self.cases) {
            self.delete(label)?;
        }
        Ok(())
    }

    /// Sets the cells that, like the cells of a clause, are split into cases before others.
    pub(super) fn set_scope(&mut self, scope: Vec<Cell>) {
        self.scope = scope;
    }

    /// Writes a literal that holds in every solution. Returns the number of split cells outside of the scope.
    pub(super) fn fact(&mut self, atom: Atom) -> Result<u64, ProofError> {
        let before = self.elsewhere;
        if !self.units().is_true(atom) {
            self.cases(&[atom], LEMMA_LINES)?;
        }
        self.atoms(&[atom])?;
        self.drop_bounds()?;
        self.drop_cases()?;
        self.units().add(&[Term { weight: 1, atom }], 1);
        Ok(self.elsewhere - before)
    }

    /// Whether unit propagation alone derives the conclusion from the premises, or a contradiction.
    fn follows(&mut self, clause: &[Atom]) -> bool {
        let units = self.units();
        let Some((&conclusion, premises)) = clause.split_last() else { return units.has_failed() };
        let mark = units.mark();
        let follows = !premises.iter().all(|&atom| units.assume(!atom))
            || units.has_failed()
            || units.is_true(conclusion);
        units.undo(mark);
        follows
    }

    /// Derives that one of the literals of `path` is true, by writing a clause for each digit of a cell. So far,
    /// assuming all of them false is no contradiction.
    fn split(&mut self, path: &mut Vec<Atom>, patience: &mut u32) -> Result<(), ProofError> {
        if self.deficit(path)? || self.unreachable()? || self.sweep(path, None)? {
            return Ok(());
        }
        if let Some(choice) = self.best_choice() {
            return self.split_choice(&choice, path, patience);
        }
        let cell = self.best_split(path).ok_or(ProofError::False)?.cell();
        let digits = DigitSet::all(self.formula.digits()).iter();
        let choice: Vec<Atom> = digits.map(|digit| self.formula.is(cell, digit)).collect();
        // The last remaining digit always gives a contradiction.
        self.split_choice(&choice, path, patience)
    }

    /// Like [`split`](Self::split), for given cases, one of which is true.
    fn split_choice(
        &mut self,
        choice: &[Atom],
        path: &mut Vec<Atom>,
        patience: &mut u32,
    ) -> Result<(), ProofError> {
        for &atom in choice {
            if self.units().is_true(!atom) {
                continue;
            }
            *patience = patience.checked_sub(1).ok_or(ProofError::TooLong)?;
            self.within_limits()?;
            path.push(!atom);
            let mark = self.units().mark();
            if self.units().assume(atom) {
                self.split(path, patience)?;
            }
            self.units().undo(mark);
            let case = self.atoms(path)?;
            self.cases.push(case);
            path.pop();
            if !self.units().assume(!atom) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Writes which auxiliary variables of the scope's constraint unit propagation refutes, set by set and back. After
    /// that, the states of an automaton that are left are on words of possible digits. The lines hold under decisions
    /// up to `depth`, or else belong to the current case split. Returns whether this is a contradiction.
    fn sweep(&mut self, path: &mut Vec<Atom>, depth: Option<u32>) -> Result<bool, ProofError> {
        let choices = self.implied.choices(&self.scope);
        let back = if choices.len() > 1 { &choices[..] } else { &[] };
        for &atom in choices.iter().chain(back.iter().rev()).flatten() {
            if self.units().is_true(atom) || self.units().is_true(!atom) {
                continue;
            }
            let mark = self.units().mark();
            let is_possible = self.units().assume(atom);
            self.units().undo(mark);
            if is_possible {
                continue;
            }
            self.within_limits()?;
            path.push(!atom);
            let is_violated = if let Some(depth) = depth {
                self.keep(path, depth)?;
                self.units().is_violated()
            } else {
                let case = self.atoms(path)?;
                self.cases.push(case);
                !self.units().assume(!atom)
            };
            path.pop();
            if is_violated {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The set of auxiliary variables of the scope's constraint (one variable of each set is true) with the fewest
    /// undecided variables.
    fn best_choice(&mut self) -> Option<Vec<Atom>> {
        let formula = &self.formula;
        let units = self.units.get_or_insert_with(|| Units::new(formula));
        let open = |choice: &&Vec<Atom>| choice.iter().filter(|&&atom| !units.is_true(!atom)).count();
        let is_open = |choice: &&Vec<Atom>| choice.iter().all(|&atom| !units.is_true(atom));
        self.implied.choices(&self.scope).iter().filter(is_open).min_by_key(open).cloned()
    }

    /// Writes a sum which shows that a sum of cells of the scope cannot be reached in the current state, if there is
    /// one. Returns whether this is a contradiction.
    fn unreachable(&mut self) -> Result<bool, ProofError> {
        let formula = &self.formula;
        let units = self.units.get_or_insert_with(|| Units::new(formula));
        let sums = self.implied.violated(&self.scope, formula, units);
        for (name, sum) in &sums {
            let (label, row) = self.named_sum(name.as_deref(), sum, false)?;
            if name.is_none() {
                self.bounds.push(Clause { label, row, depth: 0 });
            }
        }
        Ok(!sums.is_empty() && self.units().is_violated())
    }

    /// The cell to split: a cell with the fewest digits among the cells of the clause and the scope, or among all
    /// cells.
    fn best_split(&mut self, path: &[Atom]) -> Option<Var> {
        let of_clause = path.iter().filter_map(|&atom| self.formula.candidate(atom)).map(|(var, _)| var);
        let near: Vec<Var> = of_clause.chain(self.scope.iter().map(|&cell| cell.into())).collect();
        let near = self.fewest(near.into_iter());
        near.or_else(|| {
            self.elsewhere += 1;
            self.fewest((0..self.formula.shape().cells()).map(Var::new))
        })
    }

    /// Writes the sum for cells of a set that have too few digits in the current state, if any. Returns
    /// whether this is a contradiction.
    fn deficit(&mut self, path: &[Atom]) -> Result<bool, ProofError> {
        let Some((set, cells, digits)) = self.deficient_set(path) else { return Ok(false) };
        let digits = self.with_conclusion(path, set, &cells, digits);
        self.hall(set, &cells, digits)?;
        Ok(self.units().is_violated())
    }

    /// The digits of a Hall set, including the digit of the conclusion if the sum then works for every elimination of
    /// the Hall set.
    fn with_conclusion(&self, path: &[Atom], set: usize, cells: &[Cell], digits: DigitSet) -> DigitSet {
        if digits.len() < cells.len()
            && let Some(&conclusion) = path.last()
            && let Some((var, digit)) = self.formula.candidate(conclusion)
            && !conclusion.holds()
            && !cells.contains(&var.cell())
            && self.formula.sets()[set].cells.contains(&var.cell())
        {
            digits | DigitSet::single(digit)
        } else {
            digits
        }
    }

    fn fewest(&mut self, vars: impl Iterator<Item = Var>) -> Option<Var> {
        let formula = &self.formula;
        let units = self.units.get_or_insert_with(|| Units::new(formula));
        let open = |var: Var| {
            let digits = DigitSet::all(formula.digits()).iter();
            digits.filter(|&digit| !units.is_true(!formula.is(var.cell(), digit))).count()
        };
        vars.filter(|var| !formula.is_void(var.cell()))
            .map(|var| (open(var), var))
            .filter(|&(open, _)| open > 1)
            .min()
            .map(|(_, var)| var)
    }

    /// Writes the sum for a Hall set from which the clause follows, if any.
    fn hall_set(&mut self, clause: &[Atom]) -> Result<bool, ProofError> {
        let mark = self.units().mark();
        let consistent = clause.iter().all(|&atom| self.units().assume(!atom));
        let found = if consistent { self.deficient_set(clause) } else { None };
        self.units().undo(mark);
        let Some((set, cells, digits)) = found else { return Ok(false) };
        let digits = self.with_conclusion(clause, set, &cells, digits);
        self.hall(set, &cells, digits)?;
        Ok(true)
    }

    /// Cells of a set of different cells that currently have fewer digits than there are cells, with these digits.
    fn deficient_set(&mut self, clause: &[Atom]) -> Option<(usize, Vec<Cell>, DigitSet)> {
        let touched: Vec<Cell> = clause
            .iter()
            .filter_map(|&atom| self.formula.candidate(atom))
            .map(|(var, _)| var.cell())
            .chain(self.scope.iter().copied())
            .collect();
        let formula = &self.formula;
        let units = self.units.get_or_insert_with(|| Units::new(formula));
        let domain = |cell: Cell| -> DigitSet {
            let open = |digit: &Digit| !units.is_true(!formula.is(cell, *digit));
            DigitSet::all(formula.digits()).iter().filter(open).collect()
        };
        for (index, set) in formula.sets().iter().enumerate() {
            if !set.cells.iter().any(|cell| touched.contains(cell)) {
                continue;
            }
            let domains: Vec<DigitSet> = set.cells.iter().map(|&cell| domain(cell)).collect();
            if let Some((members, digits)) = deficient(&domains) {
                return Some((index, members.into_iter().map(|member| set.cells[member]).collect(), digits));
            }
        }
        None
    }

    /// Writes the sum of the at-least-one rows of some cells of a set of different cells, and the at-most-one rows of
    /// digits in the set: if there are as many cells as digits, they use the digits up.
    pub(super) fn hall(&mut self, set: usize, cells: &[Cell], digits: DigitSet) -> Result<(), ProofError> {
        let mut sum = Sum::default();
        for &cell in cells {
            sum.least(&self.formula, cell);
        }
        for digit in digits {
            sum.set_most(&self.formula, set, digit);
        }
        self.sum(&sum, false)
    }

    /// Writes a sum of rows as one line. If `shown` is set, the next line contains the resulting row.
    pub(super) fn sum(&mut self, sum: &Sum, shown: bool) -> Result<(), ProofError> {
        let (terms, degree) = sum.result();
        let mut key: Vec<Term> = terms;
        key.sort_unstable_by_key(|term| term.atom);
        let bytes = size_of_val(&*key);
        if degree > 0 && self.sums.insert((key.into(), degree)) {
            self.kept += bytes;
            self.named_sum(None, sum, shown)?;
        }
        Ok(())
    }

    /// Writes a sum under its name or a new one. Returns its label and the number of its row.
    fn named_sum(
        &mut self,
        name: Option<&str>,
        sum: &Sum,
        shown: bool,
    ) -> Result<(LineLabel, Option<u32>), ProofError> {
        let (terms, degree) = sum.result();
        match name {
            Some(name) => {
                self.lines += 1;
                self.out.write_str(name)?;
            }
            None => {
                self.label()?;
            }
        }
        let label = LineLabel(self.lines);
        self.out.write_str(" pol")?;
        for (place, (name, times)) in sum.names.iter().enumerate() {
            write!(self.out, " {name}")?;
            if *times > 1 {
                write!(self.out, " {times} *")?;
            }
            if place > 0 {
                self.out.write_str(" +")?;
            }
        }
        self.out.write_str(" ;\n")?;
        if shown {
            self.out.write_str("e ")?;
            self.formula.write_row(terms.iter().copied(), degree, &mut self.out)?;
            writeln!(self.out, " : {label} ;")?;
        }
        let row = self.units().add(&terms, degree);
        Ok((label, row))
    }
}

/// The number of the decision, from 1, with which the clause that decisions contradict each other is deleted: the one
/// before the last, because the clause refutes the last one.
fn depth_of(decisions: &[(u32, Atom)]) -> u32 {
    decisions.len().checked_sub(2).map_or(0, |place| decisions[place].0)
}

/// Members of a list of domains that together have fewer digits than there are members, with these digits (Hall's
/// theorem). They are found with a maximum matching.
fn deficient(domains: &[DigitSet]) -> Option<(Vec<usize>, DigitSet)> {
    let mut matching = Matching::new();
    let admitted = |member: usize| domains[member].bits();
    let (member, digits) = (0..domains.len())
        .find_map(|member| matching.add(member, admitted).err().map(|digits| (member, digits)))?;
    let mut members: Vec<usize> = matching.owners(digits).chain([member]).collect();
    members.sort_unstable();
    Some((members, DigitSet::from_bits(digits)))
}
