//! Contradictions: a candidate is tried, and the propagation of the whole puzzle shows that it is impossible.
//!
//! All consequences are recorded with their reasons. Only the deductions that the contradiction needs are kept; they
//! are found backwards from the contradiction. The number of these deductions is the length, and a contradiction of
//! length n has the difficulty 6.0 + 0.9 log2 n, at most 11.9. Among the candidates that fail, one with the shortest
//! contradiction is taken. A nested contradiction also refutes other candidates, by contradictions inside of it. Its
//! length includes their lengths, and its difficulty is 12.0 + 0.7 log2 n, at most 20.0.

use std::cell::RefCell;
use std::rc::Rc;

use super::board::Board;
use super::find::Halt;
use super::scale::raised;
use crate::csp::{self, Failure, FailureKind, Level, Listener, Literal, Model, Trace, Var, Watched};
use crate::deduction::rules::{End, Link, Name, Pattern, Reason};
use crate::deduction::{Candidate, GridState as _, Step, Technique, Tenths};
use crate::grid::{Cell, Digit, DigitSet};
use crate::puzzle::{Budget, Limit, Puzzle};

/// Of the failing candidates, this many with the fewest eliminations are examined closely.
const CLOSE: usize = 6;
/// The largest number of candidates that are tried for one nested contradiction.
const MOST_TRIALS: usize = 6_000;

/// Tries candidates.
#[derive(Debug)]
pub(super) struct Prober {
    puzzle: Puzzle,
    /// Trials by singles, and trials with Hall sets.
    trials: [Trial; 2],
}

/// The models of one level, compiled when they are first needed.
#[derive(Debug)]
struct Trial {
    level: Level,
    plain: Option<Model<()>>,
    traced: Option<Model<Watched<'static>>>,
    /// Candidates that have failed. They fail in every later state, too.
    failed: Vec<Candidate>,
}

impl Prober {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let trial = |level| Trial { level, plain: None, traced: None, failed: Vec::new() };
        Self { puzzle: puzzle.clone(), trials: [trial(Level::Singles), trial(Level::Gac)] }
    }

    /// Drops the findings of an earlier state.
    pub(super) fn forget(&mut self) {
        self.trials.iter_mut().for_each(|trial| trial.failed.clear());
    }

    /// The first candidates that a single constraint excludes; `Err` if there is no solution.
    pub(super) fn propagation(&mut self, board: &Board) -> Result<Option<(Step, Tenths)>, Halt> {
        let Self { puzzle, trials: [trial, _] } = self;
        let plain = trial.plain.get_or_insert_with(|| Model::compile(puzzle, Level::Singles));
        plain.load_domains(board.sets());
        let fails = plain.propagate(&mut ()).is_err();
        let same = || board.sets().iter().zip(plain.space().domains()).all(|(a, b)| a == b);
        if !fails && same() {
            return Ok(None);
        }
        let recorder = Rc::new(RefCell::new(Recorder::new(board)));
        let traced = trial.traced.get_or_insert_with(|| Model::compile(puzzle, Level::Singles));
        traced.load_domains(board.sets());
        recorder.borrow_mut().is_on = true;
        let _ = traced.propagate(&mut Watched::new(Rc::clone(&recorder) as _));
        let recorder = recorder.borrow();
        let shows = |link: &&Record| {
            let lost =
                |cell: Cell| link.link.removed.iter().any(|digit| board.contains(Candidate { cell, digit }));
            link.link.cell.is_some_and(lost)
        };
        let Some(found) = recorder.records.iter().find(shows) else {
            return if fails { Err(Halt::Broken) } else { Ok(None) };
        };
        let link = found.link.clone();
        let open = link.scope.iter().filter(|&&cell| !board.is_filled(cell)).count();
        let cell = link.cell.ok_or(Halt::Broken)?;
        let technique = Technique::Propagation;
        let gone = link.removed.iter().map(|digit| Candidate { cell, digit }).collect();
        let step = Step::of_rules(board.shape(), technique, [Vec::new(), gone], Pattern::Propagation(link));
        Ok(Some((step, raised(technique, open / 4))))
    }

    /// The shortest contradiction that was found.
    pub(super) fn contradiction(
        &mut self,
        board: &Board,
        budget: &Budget<'_>,
    ) -> Result<Option<(Step, Tenths)>, Limit> {
        let puzzle = &self.puzzle;
        for trial in &mut self.trials {
            if let Some(step) = trial.contradiction(puzzle, board, budget)? {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    /// The first nested contradiction.
    pub(super) fn nested(
        &mut self,
        board: &Board,
        budget: &Budget<'_>,
    ) -> Result<Option<(Step, Tenths)>, Limit> {
        let Self { puzzle, trials: [_, trial] } = self;
        let mut left = MOST_TRIALS;
        for at in candidates(board, 2).into_iter().chain(candidates(board, usize::MAX)) {
            budget.check(0)?;
            let plain = trial.plain.get_or_insert_with(|| Model::compile(puzzle, Level::Gac));
            if load(plain, board, &mut ())
                && fails_nested(plain, at, &mut (), &mut left, budget, &mut |(), _| ())?
            {
                return trial.record(puzzle, board, at, Some(budget));
            }
            if left == 0 {
                break;
            }
        }
        Ok(None)
    }

    /// The shortest proof that was found that a candidate of a board is wrong: by naked singles, by all singles, or
    /// with Hall sets. All deductions begin at the candidates of the board, so each can be checked on it.
    pub(super) fn refutation(&self, board: &Board, at: Candidate) -> Option<(Step, usize)> {
        let proofs = [Level::Naked, Level::Singles, Level::Gac].map(|level| self.proof(level, board, at));
        let (links, end, length) = proofs.into_iter().flatten().min_by_key(|(.., length)| *length)?;
        let pattern = Pattern::Contradiction { assumption: at, links, end, length };
        let step = Step::of_rules(board.shape(), Technique::Contradiction, [Vec::new(), vec![at]], pattern);
        Some((step, length))
    }

    fn proof(&self, level: Level, board: &Board, at: Candidate) -> Option<(Vec<Link>, End, usize)> {
        let mut recorder = Recorder::new(board);
        (recorder.is_on, recorder.is_precise) = (true, true);
        recorder.singles(board);
        let recorder = Rc::new(RefCell::new(recorder));
        let mut watched = Watched::new(Rc::clone(&recorder) as _);
        let mut model = Model::<Watched<'_>>::compile(&self.puzzle, level);
        model.load_domains(board.sets());
        model.decide(Var::from(at.cell), at.digit, &mut watched);
        let fails = model.propagate(&mut watched).is_err();
        drop(watched);
        Rc::into_inner(recorder).filter(|_| fails).map(|recorder| recorder.into_inner().needed())
    }
}

impl Trial {
    fn contradiction(
        &mut self,
        puzzle: &Puzzle,
        board: &Board,
        budget: &Budget<'_>,
    ) -> Result<Option<(Step, Tenths)>, Limit> {
        let level = self.level;
        let plain = self.plain.get_or_insert_with(|| Model::compile(puzzle, level));
        if !load(plain, board, &mut ()) {
            return Ok(None);
        }
        let known: Vec<Candidate> = self.failed.iter().copied().filter(|&at| board.contains(at)).collect();
        let tried = if known.is_empty() { candidates(board, usize::MAX) } else { known };
        let mut failing: Vec<(u64, Candidate)> = Vec::new();
        for at in tried {
            budget.check(0)?;
            if let Some(effort) = fails(plain, at) {
                failing.push((effort, at));
            }
        }
        failing.sort_unstable();
        self.failed = failing.iter().map(|&(_, at)| at).collect();
        let close: Vec<Candidate> = self.failed.iter().take(CLOSE).copied().collect();
        let steps = close.into_iter().filter_map(|at| self.record(puzzle, board, at, None).transpose());
        let steps = steps.collect::<Result<Vec<_>, _>>()?;
        Ok(steps.into_iter().min_by_key(|(_, tenths)| *tenths))
    }

    /// The contradiction of a candidate that fails, with its reasons; a nested contradiction has a budget.
    fn record(
        &mut self,
        puzzle: &Puzzle,
        board: &Board,
        at: Candidate,
        nested: Option<&Budget<'_>>,
    ) -> Result<Option<(Step, Tenths)>, Limit> {
        let level = self.level;
        let traced = self.traced.get_or_insert_with(|| Model::compile(puzzle, level));
        let recorder = Rc::new(RefCell::new(Recorder::new(board)));
        let mut watched = Watched::new(Rc::clone(&recorder) as _);
        if !load(traced, board, &mut watched) {
            return Ok(None);
        }
        recorder.borrow_mut().is_on = true;
        let var = Var::from(at.cell);
        let fails = if let Some(budget) = nested {
            let refuted =
                &mut |_: &mut Watched<'_>, found: Option<usize>| recorder.borrow_mut().refuting(found);
            fails_nested(traced, at, &mut watched, &mut { MOST_TRIALS }, budget, refuted)?
        } else {
            traced.decide(var, at.digit, &mut watched);
            traced.propagate(&mut watched).is_err()
        };
        drop(watched);
        let Some(recorder) = Rc::into_inner(recorder).filter(|_| fails) else { return Ok(None) };
        let (links, end, length) = recorder.into_inner().needed();
        let (technique, by) = match nested {
            Some(_) => (Technique::DeepContradiction, 7),
            None => (Technique::Contradiction, 9),
        };
        let pattern = Pattern::Contradiction { assumption: at, links, end, length };
        let step = Step::of_rules(board.shape(), technique, [Vec::new(), vec![at]], pattern);
        Ok(Some((step, raised(technique, tenths(length, by)))))
    }
}

/// The binary logarithm of a length, times `by`.
fn tenths(length: usize, by: u32) -> usize {
    (length.clamp(1, 4_000) as u128).pow(by).ilog2() as usize
}

/// The candidates of cells with at most `most` candidates, the cells with the fewest candidates first.
fn candidates(board: &Board, most: usize) -> Vec<Candidate> {
    let mut cells: Vec<Cell> =
        board.empty().filter(|&cell| (2..=most).contains(&board.left(cell).len())).collect();
    cells.sort_by_key(|&cell| board.left(cell).len());
    let of = |cell: Cell| board.left(cell).iter().map(move |digit| Candidate { cell, digit });
    cells.into_iter().flat_map(of).collect()
}

/// Loads the domains of a state. Returns whether they have a fixpoint.
fn load<T: Trace>(model: &mut Model<T>, board: &Board, trace: &mut T) -> bool {
    model.load_domains(board.sets());
    model.propagate(trace).is_ok()
}

/// If a candidate fails, returns the number of eliminations until then. The model must be at a fixpoint, and is
/// returned to it.
fn fails(model: &mut Model<()>, at: Candidate) -> Option<u64> {
    let var = Var::from(at.cell);
    if model.space().is_decided(var) || !model.space().domain(var).contains(at.digit) {
        return None;
    }
    let before = model.space().eliminations();
    let mark = model.mark();
    model.decide(var, at.digit, &mut ());
    let result = model.propagate(&mut ());
    let effort = model.space().eliminations() - before;
    model.undo(mark);
    result.is_err().then_some(effort)
}

/// Whether a candidate fails if, after it is placed, failing candidates of cells with two candidates are removed.
/// `refuting` is called when such a candidate is tried, and again with the effort of that trial.
fn fails_nested<T: Trace>(
    model: &mut Model<T>,
    at: Candidate,
    trace: &mut T,
    left: &mut usize,
    budget: &Budget<'_>,
    refuting: &mut dyn FnMut(&mut T, Option<usize>),
) -> Result<bool, Limit> {
    let var = Var::from(at.cell);
    if model.space().is_decided(var) || !model.space().domain(var).contains(at.digit) {
        return Ok(false);
    }
    model.decide(var, at.digit, trace);
    if model.propagate(trace).is_err() {
        return Ok(true);
    }
    loop {
        let open: Vec<(Var, DigitSet)> = model
            .space()
            .undecided()
            .filter(|&var| !model.space().is_auxiliary(var))
            .map(|var| (var, model.space().domain(var)))
            .filter(|(_, set)| set.len() == 2)
            .collect();
        let mut is_changed = false;
        for (var, set) in open {
            for digit in set {
                let domain = model.space().domain(var);
                if domain.is_single() || !domain.contains(digit) {
                    continue;
                }
                budget.check(0)?;
                *left = left.saturating_sub(1);
                if *left == 0 {
                    return Ok(false);
                }
                let before = model.space().eliminations();
                let mark = model.mark();
                refuting(trace, None);
                model.decide(var, digit, trace);
                let result = model.propagate(trace);
                let effort = (model.space().eliminations() - before) as usize;
                model.undo(mark);
                refuting(trace, Some(effort));
                if result.is_err() {
                    is_changed = true;
                    if model.forbid(var, digit, trace).is_err() || model.propagate(trace).is_err() {
                        return Ok(true);
                    }
                }
            }
        }
        if !is_changed {
            return Ok(false);
        }
    }
}

/// The deductions of a model, in order.
#[derive(Debug)]
struct Recorder {
    is_on: bool,
    /// Whether a digit without a place is named, and only its places count as reasons. The scale of ratings counts all
    /// cells of the house.
    is_precise: bool,
    digits: usize,
    /// Whether a trial of a nested contradiction is in progress.
    is_inside: bool,
    /// The effort of the last trial inside of a nested contradiction.
    effort: usize,
    cells: usize,
    records: Vec<Record>,
    end: End,
    needs: Vec<Need>,
}

/// A deduction, with the earlier deductions that it needs.
#[derive(Debug)]
struct Record {
    link: Link,
    var: Var,
    needs: Vec<Need>,
}

/// A fact that a deduction needs: the variable has lost these digits.
type Need = (Var, DigitSet);

const ANY: DigitSet = DigitSet::from_bits(u64::MAX);

impl Recorder {
    fn new(board: &Board) -> Self {
        Self {
            is_on: false,
            is_precise: false,
            digits: board.shape().digits(),
            is_inside: false,
            effort: 0,
            cells: board.sets().len(),
            records: Vec::new(),
            end: End::Unknown,
            needs: Vec::new(),
        }
    }

    /// Records that cells of a board have only one candidate, although they are not filled.
    fn singles(&mut self, board: &Board) {
        let single = |cell: Cell| {
            let left = board.left(cell);
            let reason = Reason::Only;
            let (removed, scope, because) = (!left, Vec::new(), Vec::new());
            let link = Link { cell: Some(cell), removed, left, constraint: None, scope, reason, because };
            left.only().map(|_| Record { link, var: Var::from(cell), needs: Vec::new() })
        };
        self.records.extend(board.empty().filter_map(single));
    }

    /// Records the start of a trial within a contradiction, or its end.
    fn refuting(&mut self, effort: Option<usize>) {
        self.is_inside = effort.is_none();
        self.effort = effort.unwrap_or(0);
    }

    fn cell(&self, var: Var) -> Option<Cell> {
        Some(var).filter(|var| var.index() < self.cells).map(Var::cell)
    }

    /// A digit that no cell of the failed house can hold, although the house contains every digit.
    fn absent(&self, failure: &Failure<'_>) -> Option<Digit> {
        let vars = failure.constraint.map_or(&[][..], csp::Constraint::vars);
        let left = vars.iter().fold(DigitSet::EMPTY, |all, var| all | failure.domains[var.index()]);
        let is_full = self.is_precise && vars.len() == self.digits;
        DigitSet::all(self.digits).minus(left).first().filter(|_| is_full)
    }

    fn cells(&self, vars: &[Var]) -> Vec<Cell> {
        vars.iter().filter_map(|&var| self.cell(var)).collect()
    }

    fn name(constraint: &csp::Constraint) -> Name {
        match constraint.part() {
            Some(house) => Name::House(house),
            None => Name::Text(constraint.to_string().into()),
        }
    }

    /// The deductions that the end needs, in order; the end; and the number of steps.
    fn needed(self) -> (Vec<Link>, End, usize) {
        let mut missing: Vec<Need> = self.needs;
        let mut needs = |var: Var, removed: DigitSet, more: &[Need]| {
            let is_needed = missing.iter().any(|&(other, set)| other == var && !set.is_disjoint(removed));
            if is_needed {
                missing.extend_from_slice(more);
            }
            is_needed
        };
        let mut kept: Vec<Link> = Vec::new();
        for record in self.records.into_iter().rev() {
            if needs(record.var, record.link.removed, &record.needs) {
                kept.push(record.link);
            }
        }
        kept.reverse();
        let inner = |link: &Link| match link.reason {
            Reason::Refuted(effort) => effort,
            _ => 0,
        };
        let length = kept.len() + kept.iter().map(inner).sum::<usize>();
        (kept, self.end, length.max(1))
    }
}

impl Listener for Recorder {
    fn narrowed(&mut self, step: &csp::Step<'_>) {
        if !self.is_on || self.is_inside || step.reason == csp::Reason::Choice {
            return;
        }
        let because = step.because();
        let all = |vars: &[Var]| vars.iter().map(|&var| (var, ANY)).collect::<Vec<Need>>();
        let (reason, needs) = match step.reason {
            csp::Reason::Taken => (Reason::Taken, all(&because)),
            csp::Reason::HiddenSingle => {
                let digits = step.left;
                (Reason::HiddenSingle, because.iter().map(|&var| (var, digits)).collect())
            }
            csp::Reason::HallSet(_) => (Reason::HallSet, all(&because)),
            csp::Reason::Literals(literals) => (Reason::Rule, literals.iter().map(need).collect()),
            // A refuted candidate may depend on all earlier deductions.
            csp::Reason::Refuted => {
                (Reason::Refuted(self.effort), self.records.iter().map(|record| (record.var, ANY)).collect())
            }
            _ => (Reason::Rule, all(step.constraint.map_or(&[][..], csp::Constraint::vars))),
        };
        let scope = step.constraint.map_or(&[][..], csp::Constraint::vars);
        let link = Link {
            cell: self.cell(step.var),
            removed: step.removed,
            left: step.left,
            constraint: step.constraint.map(Self::name),
            scope: self.cells(scope),
            reason,
            because: self.cells(&because),
        };
        self.records.push(Record { link, var: step.var, needs });
    }

    fn failed(&mut self, failure: &Failure<'_>) {
        if !self.is_on || self.is_inside {
            return;
        }
        let vars = failure.constraint.map_or(&[][..], csp::Constraint::vars);
        let all = || vars.iter().map(|&var| (var, ANY)).collect::<Vec<Need>>();
        let named = || {
            failure.constraint.map_or(End::Unknown, |constraint| {
                if constraint.part().is_some() {
                    End::House(Self::name(constraint))
                } else {
                    End::Rule(Self::name(constraint))
                }
            })
        };
        (self.end, self.needs) = match failure.kind {
            FailureKind::EmptyDomain(var) | FailureKind::NotAllowed(var) => {
                (self.cell(var).map_or_else(named, End::Empty), vec![(var, ANY)])
            }
            FailureKind::Violated if !failure.because.is_empty() => {
                (named(), failure.because.iter().map(need).collect())
            }
            _ => match (self.absent(failure), named()) {
                (Some(digit), End::House(name)) => {
                    let own = DigitSet::single(digit);
                    (End::Place(name, digit), vars.iter().map(|&var| (var, own)).collect())
                }
                (_, end) => (end, all()),
            },
        };
    }
}

/// The fact that a literal needs: the digit is lost, or all other digits are lost.
fn need(literal: &Literal) -> Need {
    let own = DigitSet::single(literal.digit);
    (literal.var, if literal.holds { !own } else { own })
}
