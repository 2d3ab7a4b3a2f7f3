//! Proofs from a search: every refuted decision is a clause.
//!
//! An observer records what was removed from each domain, and why. When a decision fails, the observer follows the
//! reasons back to decisions. These decisions form the clause. On the way, the observer collects results of
//! propagators. For each result that unit propagation would not find, a lemma is written before the clause. The last
//! clause is empty.

use std::fmt::{self, Write};
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::build::Unfit;
use super::files::{write_end, write_head};
use super::formula::{Atom, Formula};
use super::learned::LearnedRecorder;
use super::writer::{Hint, LineLabel, ProofError, ProofWriter};
use crate::csp::{Constraint, Failure, FailureKind, Level, Literal, Reason, Space, Step, Trace, Var};
use crate::grid::{Cell, Digit, DigitSet};
use crate::puzzle::{Limit, Limits, Puzzle, Solution};
use crate::search::{Branching, Node, Observer, SearchEnd, Stats, Strategy, search_watched};

/// The largest memory of a proof and its formula while they are created, in bytes.
const MEMORY: usize = 128 << 20;

/// A proof that a puzzle has exactly the known solutions.
#[derive(Debug)]
#[non_exhaustive]
pub struct Proof {
    /// The formula, with the known solutions blocked.
    pub formula: Formula,
    /// The solutions: none, the only one, or several.
    pub solutions: Vec<Solution>,
    /// The number of derived constraints.
    pub lines: u64,
    /// The counters of the search.
    pub stats: Stats,
    body: String,
    conclusion: LineLabel,
}

/// The reason why there is no proof.
#[derive(Debug)]
#[non_exhaustive]
pub enum Unproven {
    /// The puzzle has no formula.
    Unfit(Unfit),
    /// A limit was reached.
    Limit(Limit),
    /// There are more solutions than requested, including these.
    More(Vec<Solution>),
    /// The proof could not be written.
    Failed(ProofError),
}

impl fmt::Display for Unproven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfit(unfit) => unfit.fmt(f),
            Self::Limit(limit) => write!(f, "given up ({})", limit.name()),
            Self::More(known) => write!(f, "there are more solutions than {}", known.len() - 1),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Unproven {}

impl From<ProofError> for Unproven {
    fn from(error: ProofError) -> Self {
        match error {
            ProofError::Limit(limit) => Self::Limit(limit),
            error => Self::Failed(error),
        }
    }
}

impl Proof {
    /// Creates a proof from its lines, with the line of the contradiction.
    pub fn new(
        writer: ProofWriter<'_, String>,
        solutions: Vec<Solution>,
        stats: Stats,
        conclusion: LineLabel,
    ) -> Self {
        let lines = writer.lines();
        let (formula, body) = writer.into_parts();
        Self { formula, solutions, lines, stats, body, conclusion }
    }

    /// Writes the proof file.
    ///
    /// # Errors
    /// The errors of the sink.
    pub fn write(&self, out: &mut impl Write) -> fmt::Result {
        write_head(&self.formula, out)?;
        out.write_str(&self.body)?;
        write_end(Some(self.conclusion), out)
    }

    /// The size of the proof file in bytes, without its first and last lines.
    pub fn size(&self) -> usize {
        self.body.len()
    }
}

/// Proves that a puzzle has no solution, exactly one, or any other number up to `most`.
///
/// The proof has a clause for every value that the search undoes, so a strategy with fewer nodes makes a smaller
/// proof.
///
/// ```
/// use arcdoku::proof::prove;
/// use arcdoku::{Limits, Puzzle, Strategy};
///
/// let puzzle: Puzzle = "1.....3..4.....2".parse()?;
/// let proof = prove(&puzzle, &Strategy::default(), 1, &Limits::NONE).unwrap();
/// assert_eq!(proof.solutions.len(), 1);
/// let mut text = String::new();
/// proof.write(&mut text).unwrap();
/// assert!(text.starts_with("pseudo-Boolean proof version 3.0\n"));
/// # Ok::<(), arcdoku::ParseError>(())
/// ```
///
/// # Errors
/// If a relation has no encoding, there are more solutions, or a limit was reached. The memory of a proof is limited
/// to 128 MiB.
pub fn prove(
    puzzle: &Puzzle,
    strategy: &Strategy,
    most: usize,
    limits: &Limits<'_>,
) -> Result<Proof, Unproven> {
    prove_within(puzzle, strategy, most, limits, MEMORY)
}

/// Like [`prove`], with a limit of `memory` bytes.
pub(super) fn prove_within(
    puzzle: &Puzzle,
    strategy: &Strategy,
    most: usize,
    limits: &Limits<'_>,
    memory: usize,
) -> Result<Proof, Unproven> {
    let formula = Formula::new(puzzle).map_err(Unproven::Unfit)?;
    let writer =
        ProofWriter::new(formula, String::new()).with_implied(puzzle).with_limits(limits).with_memory(memory);
    let mut found = 0;
    let mut sink = |_: &Space| {
        found += 1;
        if found > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    if strategy.branching == Branching::Learn {
        let mut recorder = LearnedRecorder::new(writer);
        let (end, stats) = search_watched(puzzle, strategy, limits, &mut recorder, &mut sink);
        recorder.failed.filter(ProofError::is_limit).map_or(Ok(()), Err)?;
        let solutions = complete(end, recorder.take_solutions())?;
        let (writer, conclusion) = recorder.finish()?;
        return Ok(Proof::new(writer, solutions, stats, conclusion));
    }
    let level = strategy.scan.max(Some(strategy.inference)).unwrap_or(strategy.inference);
    let mut recorder = Recorder::new(writer, level);
    let (end, stats) = search_watched(puzzle, strategy, limits, &mut recorder, &mut sink);
    recorder.failed.filter(ProofError::is_limit).map_or(Ok(()), Err)?;
    let found = complete(end, std::mem::take(&mut recorder.solutions))?;
    let conclusion = recorder.conclude()?;
    Ok(Proof::new(recorder.writer, found, stats, conclusion))
}

/// The solutions, if the search was complete.
fn complete(end: SearchEnd, solutions: Vec<Solution>) -> Result<Vec<Solution>, Unproven> {
    match end {
        SearchEnd::Limit(limit) => Err(Unproven::Limit(limit)),
        SearchEnd::Stopped => Err(Unproven::More(solutions)),
        SearchEnd::Complete => Ok(solutions),
    }
}

/// The digits removed from a domain, and the reason.
#[derive(Clone, Copy, Debug)]
struct Entry {
    var: Var,
    removed: DigitSet,
    why: Why,
    /// The start of its literals among the literals of all entries.
    begin: u32,
    end: u32,
    /// The constraint, by its position in the list of constraints that were used.
    scope: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// The puzzle excludes the digits.
    Given,
    /// A decision of the search, by its number.
    Choice(u32),
    /// The search refuted the value. The literals are the decisions on which it depends.
    Refuted,
    /// The step follows from literals of the same digit. Unit propagation finds it.
    Taken,
    /// The step follows from the literals. Unit propagation finds it.
    Unit,
    /// The step follows from the literals, but unit propagation may not find it.
    Lemma,
}

#[derive(Clone, Copy, Debug)]
struct Decision {
    var: Var,
    digit: Digit,
    /// The numbers of entries and literals before the decision.
    entries: usize,
    literals: usize,
}

/// How the state below the last decision ended, until the decision is undone.
#[derive(Debug, Default)]
enum End {
    /// All values of the next variable were tried, if there is a next variable.
    #[default]
    Tried,
    /// These literals contradict each other.
    Failed(Vec<Literal>, u32),
    Solved,
}

/// Writes a proof while it observes a search.
struct Recorder<'a> {
    writer: ProofWriter<'a, String>,
    digits: usize,
    vars: usize,
    /// Whether unit propagation finds everything that the search finds, so clauses are sufficient.
    is_plain: bool,
    solutions: Vec<Solution>,
    entries: Vec<Entry>,
    literals: Vec<Literal>,
    /// For each variable and digit, the entry that removed it, from 1; 0 if none did.
    by: Vec<u32>,
    decisions: Vec<Decision>,
    /// For each node, its variable, and the decisions above it on which the refutations of its values depend.
    nodes: Vec<(Var, Vec<u32>)>,
    end: End,
    /// Whether a constraint is violated, rather than a domain empty.
    is_violated: bool,
    /// The decisions on which the refutation of the last value depends.
    refuted: Vec<u32>,
    /// Decisions that contradict each other, if the last one is still open. Nothing below it needs a proof.
    dead: Option<Vec<u32>>,
    /// The cells of the constraints that were used, in ascending order.
    scopes: Vec<Vec<Cell>>,
    scope_of: FxHashMap<usize, u32>,
    /// The facts of the current explanation, by variable and digit.
    seen: Vec<u32>,
    round: u32,
    failed: Option<ProofError>,
}

impl<'a> Recorder<'a> {
    fn new(writer: ProofWriter<'a, String>, level: Level) -> Self {
        let shape = writer.formula().shape();
        let is_plain = level != Level::Gac && writer.formula().is_plain();
        let (vars, digits) = (shape.cells(), shape.digits());
        Self {
            writer,
            digits,
            vars,
            is_plain,
            solutions: Vec::new(),
            entries: Vec::new(),
            literals: Vec::new(),
            by: vec![0; vars * digits],
            decisions: Vec::new(),
            nodes: Vec::new(),
            end: End::Tried,
            is_violated: false,
            refuted: Vec::new(),
            dead: None,
            scopes: vec![Vec::new()],
            scope_of: FxHashMap::default(),
            seen: vec![0; vars * digits],
            round: 0,
            failed: None,
        }
    }

    fn fact(&self, var: Var, digit: Digit) -> usize {
        var.index() * self.digits + digit.index()
    }

    /// Undoes all entries after the first `entries`.
    fn undo(&mut self, entries: usize, literals: usize) {
        for at in entries..self.entries.len() {
            let Entry { var, removed, .. } = self.entries[at];
            for digit in removed {
                let fact = self.fact(var, digit);
                self.by[fact] = 0;
            }
        }
        self.entries.truncate(entries);
        self.literals.truncate(literals);
    }

    /// The decisions on which a contradiction depends, and the results of propagators on the way that unit
    /// propagation may not find.
    fn explain(&mut self, because: &[Literal]) -> (Vec<u32>, Vec<Hint>) {
        self.round += 1;
        let mut open: Vec<(Var, Digit)> = Vec::new();
        because.iter().for_each(|&literal| self.push(literal, &mut open));
        let mut depths: Vec<u32> = Vec::new();
        let mut lemmas: Vec<(u32, Digit)> = Vec::new();
        while let Some((var, digit)) = open.pop() {
            let number = self.by[self.fact(var, digit)];
            let entry = self.entries[number as usize - 1];
            match entry.why {
                Why::Given => {}
                Why::Choice(depth) => depths.push(depth),
                _ => {
                    if entry.why == Why::Lemma {
                        lemmas.push((number - 1, digit));
                    }
                    for place in entry.begin..entry.end {
                        let literal = self.literals[place as usize];
                        if entry.why == Why::Refuted {
                            // The literal is a decision; its variable is the number of the decision.
                            depths.push(literal.var.index() as u32);
                        } else if entry.why != Why::Taken || literal.digit == digit {
                            self.push(literal, &mut open);
                        }
                    }
                }
            }
        }
        depths.sort_unstable();
        depths.dedup();
        lemmas.sort_unstable();
        let hints = lemmas.into_iter().map(|(number, digit)| self.hint(number, digit)).collect();
        (depths, hints)
    }

    /// All current results of propagators.
    fn all_hints(&self) -> Vec<Hint> {
        let found = (0..).zip(&self.entries).filter(|(_, entry)| entry.why == Why::Lemma);
        found
            .flat_map(|(number, entry)| entry.removed.iter().map(move |digit| (number, digit)))
            .map(|(number, digit)| self.hint(number, digit))
            .collect()
    }

    /// The result of a propagator.
    fn hint(&self, number: u32, digit: Digit) -> Hint {
        let Entry { var, begin, end, scope, .. } = self.entries[number as usize];
        let mut cells = self.scopes[scope as usize].clone();
        if cells.is_empty() {
            cells = cells_of(&self.literals[begin as usize..end as usize]);
            cells.push(var.cell());
            cells.sort_unstable();
        }
        let depth = self.decisions.partition_point(|decision| decision.entries <= number as usize);
        let formula = self.writer.formula();
        let because = self.literals[begin as usize..end as usize].iter();
        let because = because.map(|&literal| formula.atom(literal)).collect();
        Hint { atom: formula.atom(Literal::is_not(var, digit)), cells, because, depth: depth as u32 }
    }

    /// Adds the facts of a literal to the open facts.
    fn push(&mut self, literal: Literal, open: &mut Vec<(Var, Digit)>) {
        let Literal { var, digit, holds } = literal;
        let single = DigitSet::single(digit);
        let gone = if holds { DigitSet::all(self.digits).minus(single) } else { single };
        for digit in gone {
            let fact = self.fact(var, digit);
            if self.by[fact] != 0 && self.seen[fact] != self.round {
                self.seen[fact] = self.round;
                open.push((var, digit));
            }
        }
    }

    /// The decisions that refute the current state below the first `depth` decisions: with them, it has no more
    /// solutions. Also returns hints.
    fn refute(&mut self, depth: usize) -> (Vec<u32>, Vec<Hint>) {
        match std::mem::take(&mut self.end) {
            End::Failed(literals, scope) => {
                // If hints are not sufficient, these cells are split.
                let cells = self.scopes[scope as usize].clone();
                self.writer.set_scope(cells.clone());
                let (depths, mut hints) = self.explain(&literals);
                let formula = self.writer.formula();
                if self.is_violated
                    && let Some((&last, rest)) = literals.split_last()
                {
                    let (last, because) =
                        (formula.atom(last), rest.iter().map(|&it| formula.atom(it)).collect());
                    hints.push(Hint { atom: !last, cells, because, depth: self.decisions.len() as u32 });
                }
                (depths, hints)
            }
            End::Tried if self.nodes.len() > depth => {
                let (var, mut depths) = self.nodes.swap_remove(depth);
                self.nodes.truncate(depth);
                let lost = self.lost(var);
                let (more, hints) = self.explain(&lost);
                depths.extend(more);
                depths.sort_unstable();
                depths.dedup();
                (depths, hints)
            }
            End::Tried | End::Solved => {
                let all: Vec<Literal> = (0..self.vars).flat_map(|var| self.lost(Var::new(var))).collect();
                let (_, hints) = self.explain(&all);
                ((0..depth as u32).collect(), hints)
            }
        }
    }

    /// The digits removed from the domain of a variable.
    fn lost(&self, var: Var) -> Vec<Literal> {
        let gone = |digit: &Digit| self.by[self.fact(var, *digit)] != 0;
        let digits = DigitSet::all(self.digits).iter().filter(gone);
        digits.map(|digit| Literal::is_not(var, digit)).collect()
    }

    /// Writes the clause that refutes a decision, unless an earlier one refutes it or decisions above it.
    fn take_back(&mut self, depth: usize) -> Result<(), ProofError> {
        let mut depths = match self.dead.take() {
            Some(dead) => {
                self.nodes.truncate(depth + 1);
                dead
            }
            None => self.refutation(depth)?,
        };
        self.writer.take_back(depth as u32 + 1)?;
        let own = depths.last().is_some_and(|&last| last as usize == depth).then(|| depths.pop());
        if own.is_none() {
            self.dead = Some(depths.clone());
        }
        if let Some((_, above)) = self.nodes.get_mut(depth) {
            above.extend_from_slice(&depths);
        }
        self.refuted = depths;
        Ok(())
    }

    /// Writes a clause of decisions that contradict each other, and returns their numbers.
    fn refutation(&mut self, depth: usize) -> Result<Vec<u32>, ProofError> {
        let (depths, hints) = self.refute(depth + 1);
        let written = match self.write(&depths, &hints) {
            Err(ProofError::False | ProofError::TooLong) => {
                // A propagator returned too few reasons, or the known facts are not sufficient for a short case split.
                let hints = self.all_hints();
                self.write(&(0..=depth as u32).collect::<Vec<_>>(), &hints)
            }
            written => written,
        };
        written.map(|(_, depths)| depths)
    }

    /// Writes that decisions contradict each other. Returns the decisions on which this depends.
    fn write(&mut self, depths: &[u32], hints: &[Hint]) -> Result<(LineLabel, Vec<u32>), ProofError> {
        let formula = self.writer.formula();
        let atom = |decision: &Decision| formula.is(decision.var.cell(), decision.digit);
        let decision = |&number: &u32| Some((number + 1, atom(self.decisions.get(number as usize)?)));
        let mut decisions: Vec<(u32, Atom)> = depths.iter().filter_map(decision).collect();
        let label = if self.is_plain {
            self.writer.plain_refutation(&decisions)?
        } else {
            self.writer.refutation(&mut decisions, hints)?
        };
        Ok((label, decisions.into_iter().map(|(number, _)| number - 1).collect()))
    }

    /// Writes the contradiction.
    fn conclude(&mut self) -> Result<LineLabel, ProofError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let (_, hints) = self.refute(0);
        Ok(self.write(&[], &hints)?.0)
    }

    /// Stores the literals that explain a step, and returns the kind of explanation.
    fn reason(&mut self, step: &Step<'_>) -> Why {
        let others = || {
            let vars = step.constraint.map_or(&[][..], Constraint::vars);
            vars.iter().copied().filter(|&var| var != step.var)
        };
        let domain = |var: Var| step.domains[var.index()];
        match step.reason {
            Reason::Restricted => Why::Given,
            Reason::Choice => Why::Choice(self.decisions.len() as u32 - 1),
            Reason::Refuted => {
                let depths = self.refuted.iter();
                let literals =
                    depths.map(|&depth| Literal::is(Var::new(depth as usize), Digit::from_index(0)));
                self.literals.extend(literals);
                Why::Refuted
            }
            Reason::Taken => {
                let decided = others().filter_map(|var| Some((var, domain(var).only()?)));
                let taken = decided.filter(|&(_, digit)| step.removed.contains(digit));
                self.literals.extend(taken.map(|(var, digit)| Literal::is(var, digit)));
                Why::Taken
            }
            Reason::HiddenSingle => {
                let is_full =
                    step.constraint.is_some_and(|constraint| constraint.vars().len() == self.digits);
                let digits = DigitSet::all(self.digits);
                for var in others() {
                    let gone = if is_full { step.left } else { digits.minus(domain(var)) };
                    self.literals.extend(gone.iter().map(|digit| Literal::is_not(var, digit)));
                }
                if is_full { Why::Unit } else { Why::Lemma }
            }
            Reason::HallSet(positions) => {
                let vars = step.constraint.map_or(&[][..], Constraint::vars).iter().copied();
                let members = vars.enumerate().filter(|&(i, _)| positions >> i & 1 == 1).map(|(_, var)| var);
                let union = members.clone().fold(DigitSet::EMPTY, |union, var| union | domain(var));
                for var in members {
                    let gone = DigitSet::all(self.digits).minus(union);
                    self.literals.extend(gone.iter().map(|digit| Literal::is_not(var, digit)));
                }
                Why::Lemma
            }
            Reason::Arc(var) => {
                let gone = DigitSet::all(self.digits).minus(domain(var));
                self.literals.extend(gone.iter().map(|digit| Literal::is_not(var, digit)));
                Why::Lemma
            }
            Reason::Literals(literals) => {
                self.literals.extend_from_slice(literals);
                Why::Lemma
            }
        }
    }

    /// The position of a constraint in the list of constraints that were used.
    fn scope(&mut self, constraint: Option<&Constraint>) -> u32 {
        let Some(constraint) = constraint else { return 0 };
        // A model does not move its constraints.
        let address = std::ptr::from_ref(constraint).addr();
        let scopes = &mut self.scopes;
        *self.scope_of.entry(address).or_insert_with(|| {
            let mut cells: Vec<Cell> = constraint.vars().iter().map(|var| var.cell()).collect();
            cells.sort_unstable();
            cells.dedup();
            scopes.push(cells);
            scopes.len() as u32 - 1
        })
    }

    /// Literals that contradict each other.
    fn contradiction(&self, failure: &Failure<'_>) -> Vec<Literal> {
        let vars = failure.constraint.map_or(&[][..], Constraint::vars);
        let domain = |var: Var| failure.domains[var.index()];
        let all = DigitSet::all(self.digits);
        let lost = |var: Var| all.minus(domain(var)).iter().map(move |digit| Literal::is_not(var, digit));
        match failure.kind {
            FailureKind::EmptyDomain(var) | FailureKind::NotAllowed(var) => {
                all.iter().map(|digit| Literal::is_not(var, digit)).collect()
            }
            FailureKind::Clash => {
                let single = vars.iter().copied().filter(|&var| domain(var).is_single());
                let equal =
                    |var: &Var| vars.iter().any(|other| other != var && domain(*other) == domain(*var));
                single.filter(equal).flat_map(lost).collect()
            }
            FailureKind::Pigeonhole => {
                let union = vars.iter().fold(DigitSet::EMPTY, |union, &var| union | domain(var));
                match all.minus(union).first().filter(|_| vars.len() == self.digits) {
                    Some(digit) => vars.iter().map(|&var| Literal::is_not(var, digit)).collect(),
                    None => vars.iter().copied().flat_map(lost).collect(),
                }
            }
            FailureKind::Violated => failure.because.to_vec(),
        }
    }
}

/// The cells of literals.
fn cells_of(literals: &[Literal]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = literals.iter().map(|literal| literal.var.cell()).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

impl Trace for Recorder<'_> {
    fn narrowed(&mut self, step: &Step<'_>) {
        let (var, removed, begin) = (step.var, step.removed, self.literals.len() as u32);
        let why = self.reason(step);
        let scope = if why == Why::Lemma { self.scope(step.constraint) } else { 0 };
        self.entries.push(Entry { var, removed, why, begin, end: self.literals.len() as u32, scope });
        let number = self.entries.len() as u32;
        for digit in removed {
            let fact = self.fact(var, digit);
            self.by[fact] = number;
        }
    }

    fn failed(&mut self, failure: &Failure<'_>) {
        self.is_violated = failure.kind == FailureKind::Violated;
        if !matches!(self.end, End::Failed(..)) {
            let scope = self.scope(failure.constraint);
            self.end = End::Failed(self.contradiction(failure), scope);
        }
    }

    fn explains(&self) -> bool {
        !self.is_plain
    }

    fn explained(&mut self, literal: Option<Literal>, because: &[Literal]) {
        if let Some(Literal { var, digit, .. }) = literal {
            let fact = self.fact(var, digit);
            let Some(&entry) = self.entries.get((self.by[fact] as usize).wrapping_sub(1)) else { return };
            if entry.why == Why::Lemma && because.len() < (entry.end - entry.begin) as usize {
                let begin = self.literals.len() as u32;
                self.literals.extend_from_slice(because);
                let (removed, end) = (DigitSet::single(digit), self.literals.len() as u32);
                self.entries.push(Entry { removed, begin, end, ..entry });
                self.by[fact] = self.entries.len() as u32;
            }
        } else if let End::Failed(known, _) = &mut self.end
            && self.is_violated
            && because.len() < known.len()
        {
            because.clone_into(known);
        }
    }
}

impl Observer for Recorder<'_> {
    fn node(&mut self, node: &Node<'_>) {
        self.nodes.truncate(node.depth);
        self.nodes.push((node.var, Vec::new()));
        self.end = End::Tried;
    }

    fn trying(&mut self, depth: usize, var: Var, digit: Digit) {
        self.decisions.truncate(depth);
        let (entries, literals) = (self.entries.len(), self.literals.len());
        self.decisions.push(Decision { var, digit, entries, literals });
        self.nodes.truncate(depth + 1);
        self.end = End::Tried;
    }

    fn backtrack(&mut self, depth: usize, _var: Var, _digit: Digit, _space: &Space) {
        if self.failed.is_none() {
            self.failed = self.take_back(depth).and_then(|()| self.writer.within_limits()).err();
        }
        self.end = End::Tried;
        let Some(&Decision { entries, literals, .. }) = self.decisions.get(depth) else { return };
        self.undo(entries, literals);
        self.decisions.truncate(depth);
    }

    fn solution(&mut self, _depth: usize, space: &Space) {
        self.solutions.push(self.writer.block_found(space));
        self.end = End::Solved;
    }

    fn is_over(&self) -> bool {
        self.failed.as_ref().is_some_and(ProofError::is_limit)
    }

    fn restart(&mut self) {
        if let Some(&Decision { entries, literals, .. }) = self.decisions.first() {
            self.undo(entries, literals);
        }
        self.decisions.clear();
        self.nodes.clear();
        self.dead = None;
        self.end = End::Tried;
    }
}
