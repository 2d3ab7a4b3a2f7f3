//! The conflict-driven loop: propagate, learn from a conflict, choose a literal.

use std::ops::DerefMut;

use crate::csp::{Literal, Mark, Model, Run, Var};
use crate::grid::{Bits, DigitSet};
use crate::puzzle::Budget;
use crate::search::dfs::{SearchEnd, Sink, luby, spend};
use crate::search::learn::analyze::{Analysis, ConflictReasons, Reasons};
use crate::search::learn::clauses::{ALWAYS, Clauses};
use crate::search::learn::houses::Houses;
use crate::search::learn::order::Order;
use crate::search::learn::state::{Changed, Clash, Group, LearnState, Lit, NONE, Why};
use crate::search::observe::{Node, Observer};
use crate::search::stats::Stats;

/// The factor by which the weight of earlier conflicts decreases with each conflict.
const DECAY: f64 = 0.95;

/// The number of conflicts in the first phase of a mode. Each further phase is half as long again as the previous one.
const MODE: u64 = 1000;

/// The number of conflicts after which the modes start to alternate, if no solution is found before.
const LONELY: u64 = 100_000;

/// The unit of restarts in the stable mode, in conflicts.
const UNIT: u64 = 256;

/// A restart occurs when the average LBD of recent conflicts exceeds the long-term average by this factor.
const MARGIN: f64 = 1.1;

/// Domains count as large if open variables have more values than this on average. In this case, Hall sets and locked
/// candidates are so rare, and their reasons so long, that a search for them does not pay. Excluding a single candidate
/// is also too weak a decision then.
const SPARSE: usize = 6;

/// The number of conflicts before learned clauses are reduced for the first time.
const REDUCE: f64 = 300.0;

/// The number of conflicts before stored signs are replaced for the first time.
const REPHASE: u64 = 1000;

/// A conflict-driven search of a model.
#[derive(Debug)]
pub(super) struct Learner<M> {
    model: M,
    state: LearnState,
    clauses: Clauses,
    houses: Houses,
    order: Order,
    analysis: Analysis,
    /// The states of the model before each decision.
    marks: Vec<Mark>,
    /// The number of literals of the trail that were passed to the model.
    passed: usize,
    /// The variables whose changes were not passed to the model yet.
    behind: Vec<u32>,
    is_behind: Vec<bool>,
    propagates: bool,
    /// Whether the first domains are large.
    is_sparse: bool,
    /// The number of literals at the start of the trail that were reported to the observer. Only literals that hold
    /// without decisions are reported.
    reported: usize,
    /// The first decisions.
    assumptions: Vec<Lit>,
    /// Whether the last search ended because an assumption is false.
    refutes: bool,
}

impl<M: DerefMut<Target = Model<T>>, T: Observer> Learner<M> {
    /// A search of a loaded model, whose first `houses` constraints are sets of different variables without
    /// propagators. Returns `None` if singles show a contradiction.
    pub(super) fn new(model: M, houses: usize, finds_halls: bool, seed: u64) -> Option<Self> {
        let space = model.space();
        let domains: Vec<u64> = space.domains().iter().map(|domain| domain.bits()).collect();
        let digits = domains.iter().map(|domain| 64 - domain.leading_zeros() as usize).max().unwrap_or(0);
        let mut groups = Vec::new();
        for constraint in &space.constraints()[..houses] {
            let vars: Box<[u32]> = constraint.vars().iter().map(|var| var.index() as u32).collect();
            if vars.len() > digits {
                return None;
            }
            groups.push(Group { full: vars.len() == digits, vars });
        }
        let first = domains.clone();
        let mut state = LearnState::new(digits, domains, groups)?;
        let count = state.candidates.len();
        let open = state.domains.iter().filter(|domain| !domain.is_power_of_two()).count();
        let propagates = model.propagates();
        // If there are propagators, they may make large domains small, so the domains do not count as large.
        let is_sparse = count > SPARSE * open && !propagates;
        let mut houses = Houses::default();
        if finds_halls && !is_sparse {
            state.changed = Changed::all(&state.houses, digits);
            houses = Houses::new(&state);
        }
        let space = model.space();
        // Auxiliary variables are chosen last.
        let weight = |candidate: usize| {
            let (var, _) = state.candidates[candidate];
            let is_shown = !space.is_auxiliary(Var::new(var as usize));
            if is_shown { 1.0 / f64::from(state.domains[var as usize].count_ones()) } else { 0.0 }
        };
        let order = Order::new(count, seed, weight);
        let vars = first.len();
        let mut learner = Self {
            propagates,
            is_sparse,
            clauses: Clauses::new(count),
            analysis: Analysis::new(count),
            houses,
            order,
            marks: Vec::new(),
            passed: 0,
            behind: Vec::new(),
            is_behind: vec![false; vars],
            reported: 0,
            assumptions: Vec::new(),
            refutes: false,
            state,
            model,
        };
        // The model does not have the results of the singles before the search yet, and has not decided the variables
        // with one value.
        for (var, &domain) in first.iter().enumerate() {
            let is_new = learner.state.domains[var] != domain;
            if is_new || domain.is_power_of_two() && !learner.model.space().is_decided(Var::new(var)) {
                learner.fall_behind(var as u32);
            }
        }
        Some(learner)
    }

    fn fall_behind(&mut self, var: u32) {
        if !std::mem::replace(&mut self.is_behind[var as usize], true) {
            self.behind.push(var);
        }
    }

    /// Calls `see` with the model in the current state.
    fn show<R>(&mut self, see: impl FnOnce(&Model<T>, &LearnState) -> R) -> R {
        if self.propagates {
            self.update_model();
            return see(&self.model, &self.state);
        }
        // The model is loaded only for this call, because it is not used otherwise.
        let mark = self.model.mark();
        for (var, &domain) in self.state.domains.iter().enumerate() {
            self.model.narrow_to(Var::new(var), DigitSet::from_bits(domain));
        }
        let seen = see(&self.model, &self.state);
        self.model.undo(mark);
        seen
    }

    /// Passes the changes to the model.
    fn update_model(&mut self) {
        while self.passed < self.state.trail.len() {
            let (var, _) = self.state.candidates[self.state.trail[self.passed].candidate()];
            self.fall_behind(var);
            self.passed += 1;
        }
        while let Some(var) = self.behind.pop() {
            self.is_behind[var as usize] = false;
            let left = DigitSet::from_bits(self.state.domains[var as usize]);
            self.model.narrow_to(Var::new(var as usize), left);
        }
    }

    /// Propagates to the common fixpoint of singles and clauses, inferences about houses, and propagators; the cheapest
    /// ones run first.
    fn propagate(&mut self, observer: &mut T) -> Result<(), Clash> {
        loop {
            self.propagate_clauses()?;
            if self.state.changed.watches && self.houses.infer(&mut self.state)? {
                continue;
            }
            if !self.propagates {
                return Ok(());
            }
            self.update_model();
            let before = self.model.changes();
            let Some(run) = self.model.run_next(observer) else { return Ok(()) };
            self.take(run, before)?;
        }
    }

    fn propagate_clauses(&mut self) -> Result<(), Clash> {
        while let Some(&lit) = self.state.trail.get(self.state.head) {
            self.state.head += 1;
            if lit.holds() {
                self.state.exclude_others(lit)?;
            }
            self.clauses.visit(&mut self.state, !lit)?;
        }
        Ok(())
    }

    /// Assigns the literals that a propagator derived.
    fn take(&mut self, run: Run, before: usize) -> Result<(), Clash> {
        for number in before..self.model.changes() {
            let (var, gone) = self.model.change(number);
            for digit in gone {
                let candidate = self.state.candidate(var.index() as u32, digit.index());
                if candidate == NONE {
                    // The variable was decided before the search, so the model has no solution.
                    return Err(Clash::Propagator(run.propagator));
                }
                match self.state.value(Lit::is(candidate)) {
                    0 => self.state.assign(Lit::is_not(candidate), Why::Propagator(run.propagator)),
                    1 => return Err(Clash::Removed(run.propagator, Lit::is(candidate))),
                    _ => {}
                }
            }
        }
        if run.consistent {
            return Ok(());
        }
        let emptied = self.model.emptied().and_then(|var| self.state.value_of(var.index() as u32));
        Err(match emptied.filter(|&lit| self.state.value(lit) == 1) {
            Some(lit) => Clash::Removed(run.propagator, lit),
            None => Clash::Propagator(run.propagator),
        })
    }

    pub(super) fn undo(&mut self, level: u32) {
        if level >= self.state.level() {
            return;
        }
        let Self { state, order, houses, model, marks, .. } = self;
        state.undo(level, |lit| order.reopen(lit));
        houses.undo(level);
        if self.propagates {
            model.undo(marks[level as usize]);
            marks.truncate(level as usize);
            self.passed = state.trail.len();
            for var in self.behind.drain(..) {
                self.is_behind[var as usize] = false;
            }
        }
    }

    fn decide(&mut self, lit: Lit) {
        if self.propagates {
            self.marks.push(self.model.mark());
        }
        self.houses.mark();
        self.state.decide(lit);
    }

    /// Adds a valid clause, all of whose literals except the first are false, and continues from the level `back`.
    /// Returns false if the clause is empty: the search is then complete.
    fn assert(&mut self, clause: &[Lit], lbd: u32, back: u32) -> bool {
        self.undo(back);
        match clause {
            [] => return false,
            [unit] => self.state.assign(*unit, Why::Nothing),
            _ => {
                let number = self.clauses.add(clause, lbd);
                self.state.assign(clause[0], Why::Clause(number));
            }
        }
        true
    }

    /// The number of excluded candidates, including candidates excluded by propagators.
    pub(super) fn eliminations(&self) -> u64 {
        self.state.eliminations
    }

    /// Searches for solutions.
    pub(super) fn run(
        &mut self,
        budget: &Budget<'_>,
        observer: &mut T,
        sink: &mut dyn Sink,
        stats: &mut Stats,
    ) -> SearchEnd {
        let mut pace = Pace::new();
        loop {
            if let Err(clash) = self.propagate(observer) {
                stats.backtracks += 1;
                stats.conflicts += 1;
                if self.state.level() == 0 {
                    if T::WATCHES {
                        self.report_root(observer);
                        self.report_clash(clash, observer);
                    }
                    return SearchEnd::Complete;
                }
                if pace.stable {
                    let length = self.state.limits.last().copied().unwrap_or(0);
                    self.order.aim(&self.state.trail[..length]);
                }
                let (back, lbd) = self.learn(clash, observer);
                stats.learned += 1;
                pace.conflict(lbd);
                let clause = std::mem::take(&mut self.analysis.clause);
                let consistent = self.assert(&clause, lbd.max(1), back);
                self.analysis.clause = clause;
                if !consistent {
                    return SearchEnd::Complete;
                }
                self.order.decay(DECAY);
                continue;
            }
            let Ok(assumption) = self.assume() else {
                self.refutes = true;
                return SearchEnd::Complete;
            };
            if self.state.trail.len() == self.state.candidates.len() {
                stats.solutions += 1;
                let next = self.show(|model, state| {
                    observer.solution(state.limits.len(), model.space());
                    sink.solution(model.space())
                });
                if next.is_break() {
                    return SearchEnd::Stopped;
                }
                pace.solution();
                if !self.block(observer) {
                    return SearchEnd::Complete;
                }
                continue;
            }
            if pace.restarts() {
                if self.state.level() > 0 {
                    stats.restarts += 1;
                    observer.restart();
                }
                let level = if pace.stable { 0 } else { self.reused() };
                self.undo(level);
                if pace.rephases() {
                    self.undo(0);
                    self.order.rephase(pace.rephased - 1);
                }
                continue;
            }
            if pace.reduces() {
                let Self { clauses, state, .. } = self;
                clauses.reduce(state, |state, clause| {
                    if T::WATCHES {
                        observer.forgotten(&clause.map(|lit| state.literal(lit)).collect::<Vec<_>>());
                    }
                });
            }
            if pace.changes_mode() {
                self.undo(0);
                self.order.forget_lengths();
                continue;
            }
            let Some(lit) = assumption.or_else(|| self.choose(pace.stable)) else {
                unreachable!("every open candidate is in the heap");
            };
            if let Err(end) = spend(budget, &mut stats.nodes, observer) {
                // The candidate must be in the heap for the next search.
                self.order.insert(lit.candidate() as u32);
                return end;
            }
            self.report(lit, observer);
            self.decide(lit);
            stats.max_depth = stats.max_depth.max(self.state.level());
        }
    }

    /// Learns a clause from a conflict, and reports the clause to the observer.
    fn learn(&mut self, clash: Clash, observer: &mut T) -> (u32, u32) {
        if T::WATCHES {
            self.report_root(observer);
            self.report_clash(clash, observer);
        }
        let Self { state, clauses, houses, model, order, analysis, .. } = self;
        let found = analysis.learn(clash, state, clauses, houses, &**model, order);
        if T::WATCHES {
            for lit in std::mem::take(&mut self.analysis.used) {
                self.report_reason(lit, observer);
            }
            let clause = self.literals(&self.analysis.clause);
            if !clause.is_empty() {
                observer.conflict(&clause, &ConflictReasons { reasons: self.reasons(), clash });
                observer.learned(&clause);
            }
        }
        found
    }

    /// Reports to the observer the literals that hold without decisions.
    fn report_root(&mut self, observer: &mut T) {
        let end = self.state.limits.first().copied().unwrap_or(self.state.trail.len());
        for at in self.reported..end {
            self.report_reason(self.state.trail[at], observer);
        }
        self.reported = self.reported.max(end);
    }

    /// Reports to the observer why a literal holds, unless unit propagation derives it.
    fn report_reason(&self, lit: Lit, observer: &mut T) {
        if matches!(self.state.why(lit), Why::House(_) | Why::Propagator(_)) {
            let mut because = Vec::new();
            self.reasons().of(lit, &mut Vec::new(), &mut because);
            let propagator = match self.state.why(lit) {
                Why::Propagator(propagator) => Some(propagator),
                _ => None,
            };
            self.deduced(&because, Some(lit), propagator, observer);
        }
    }

    fn report_clash(&self, clash: Clash, observer: &mut T) {
        if matches!(clash, Clash::House(_) | Clash::Propagator(_) | Clash::Removed(..)) {
            let mut because = Vec::new();
            self.reasons().of_clash(clash, &mut Vec::new(), &mut because);
            let propagator = match clash {
                Clash::Propagator(propagator) | Clash::Removed(propagator, _) => Some(propagator),
                _ => None,
            };
            self.deduced(&because, None, propagator, observer);
        }
    }

    fn deduced(&self, because: &[Lit], conclusion: Option<Lit>, propagator: Option<u32>, observer: &mut T) {
        let clause: Vec<Lit> = because.iter().map(|&lit| !lit).chain(conclusion).collect();
        let constraint = propagator.and_then(|propagator| self.model.constraint_of(propagator));
        observer.deduced(&self.literals(&clause), constraint);
    }

    /// Reports a clause to the observer. The empty clause is not reported here, because it ends the search, which is
    /// reported separately.
    fn report_learned(&self, clause: &[Lit], observer: &mut T) {
        if !clause.is_empty() {
            observer.learned(&self.literals(clause));
        }
    }

    fn reasons(&self) -> Reasons<'_, T> {
        Reasons { state: &self.state, clauses: &self.clauses, houses: &self.houses, model: &self.model }
    }

    fn literals(&self, clause: &[Lit]) -> Vec<Literal> {
        clause.iter().map(|&lit| self.state.literal(lit)).collect()
    }

    /// The first assumption that is still open, if any. Fails if an assumption is false.
    fn assume(&self) -> Result<Option<Lit>, Refuted> {
        for &lit in &self.assumptions {
            match self.state.value(lit) {
                0 => return Ok(Some(lit)),
                1 => {}
                _ => return Err(Refuted),
            }
        }
        Ok(None)
    }

    /// Makes these literals the first decisions of the next search. Returns false if one of them is known to be false.
    pub(super) fn set_assumptions(&mut self, literals: &[Literal]) -> bool {
        debug_assert!(self.state.level() == 0);
        self.refutes = false;
        self.assumptions.clear();
        for &literal in literals {
            let (var, digit) = (literal.var.index(), literal.digit.index());
            match self.state.lit(literal) {
                Some(lit) => self.assumptions.push(lit),
                None if (self.state.domains[var] == 1 << digit) != literal.holds => return false,
                None => {}
            }
        }
        self.assume().is_ok()
    }

    /// Whether the last search ended because an assumption is false. There may be solutions under other assumptions.
    pub(super) fn refutes(&self) -> bool {
        self.refutes
    }

    /// Prefers a candidate: the next time that it is chosen, it gets the positive sign.
    pub(super) fn prefer(&mut self, var: u32, digit: usize) {
        let candidate = self.state.candidate(var, digit);
        if candidate != NONE {
            self.order.prefer(candidate);
        }
    }

    /// The most active open candidate, with its sign. If the sign is negative and domains are large, a rival is taken
    /// instead: another value of its variable, or another place of its digit.
    fn choose(&mut self, stable: bool) -> Option<Lit> {
        loop {
            let candidate = self.order.pop()?;
            if self.state.value(Lit::is(candidate)) != 0 {
                continue;
            }
            let lit = self.order.sign(candidate, stable);
            let rival = if lit.holds() || !self.is_sparse { None } else { self.rival(candidate, stable) };
            return Some(rival.map_or(lit, |rival| {
                // The candidate stays open until the rival is propagated, so it returns to the heap.
                self.order.insert(candidate);
                Lit::is(rival)
            }));
        }
    }

    /// The rival of a candidate: an open candidate with a positive sign, of the same variable or of the same digit in a
    /// house.
    fn rival(&self, candidate: u32, stable: bool) -> Option<u32> {
        let state = &self.state;
        let (var, digit) = state.candidates[candidate as usize];
        let digit = usize::from(digit);
        let values = Bits(state.domains[var as usize]).map(|digit| state.candidate(var, digit));
        let places = state.seats(var).iter().flat_map(|seat| {
            let house = seat.house as usize;
            let places = Bits(state.places[house * state.digits + digit]);
            places.map(move |position| state.candidate_at(house, position, digit))
        });
        values.chain(places).find(|&other| {
            let is_open = other != NONE && state.value(Lit::is(other)) == 0;
            is_open && self.order.sign(other, stable).holds()
        })
    }

    fn report(&mut self, lit: Lit, observer: &mut T) {
        if !T::WATCHES {
            return;
        }
        self.show(|model, state| {
            let (var, digit) = state.meaning(lit);
            let candidates = DigitSet::from_bits(state.domains[var.index()]);
            let depth = state.limits.len();
            observer.node(&Node { depth, var, candidates, space: model.space() });
            if lit.holds() {
                observer.trying(depth, var, digit);
            } else {
                observer.excluding(depth, var, digit);
            }
        });
    }

    /// The level to which a restart may return, because the decisions up to this level would be made again.
    fn reused(&self) -> u32 {
        let highest = self.order.highest();
        let decisions = self.state.limits.iter().map(|&at| self.state.trail[at]);
        decisions.take_while(|&lit| self.order.activity(lit) > highest).count() as u32
    }

    /// Excludes the solution that was found, with all solutions that differ only in auxiliary variables. Returns false
    /// if there is no other solution.
    pub(super) fn block(&mut self, observer: &mut T) -> bool {
        let space = self.model.space();
        let is_shown = |lit: &Lit| !space.is_auxiliary(self.state.meaning(*lit).0);
        let decisions: Vec<Lit> = self.state.limits.iter().map(|&at| self.state.trail[at]).collect();
        // If all decisions are about shown variables, they determine the solution.
        let mut clause: Vec<Lit> = if decisions.iter().all(is_shown) {
            decisions.iter().rev().map(|&lit| !lit).collect()
        } else {
            let true_ones = self.state.trail.iter().filter(|lit| lit.holds() && is_shown(lit));
            true_ones.filter(|&&lit| self.state.level_of(lit) > 0).map(|&lit| !lit).collect()
        };
        if T::WATCHES {
            // Report how the decisions imply the solution.
            self.report_root(observer);
            for &lit in &self.state.trail[self.reported..] {
                self.report_reason(lit, observer);
            }
            self.report_learned(&clause, observer);
        }
        let level = |lit: &Lit| self.state.level_of(*lit);
        clause.sort_by_key(|lit| std::cmp::Reverse(level(lit)));
        let (first, second) = (clause.first().map(level), clause.get(1).map(level));
        match (first, second) {
            (Some(first), Some(second)) if first == second => {
                // The clause has several literals of the last level, so it implies no literal. The search continues
                // below that level.
                self.undo(first - 1);
                self.clauses.add(&clause, ALWAYS);
                true
            }
            _ => self.assert(&clause, ALWAYS, second.unwrap_or(0)),
        }
    }
}

/// An assumption is false.
struct Refuted;

/// The schedule of restarts, of reductions of clauses, and of modes.
///
/// The focused mode restarts as soon as the LBD of conflicts grows (G. Audemard and L. Simon, "Refining restarts
/// strategies for SAT and UNSAT", 2012). The stable mode restarts rarely, by the sequence of Luby. The stable mode is
/// better at finding solutions, and the focused mode at proving that there are no others (C. Oh, "Between SAT and
/// UNSAT", 2015). The modes alternate after the first solution, or after many conflicts without a solution.
#[derive(Debug)]
struct Pace {
    stable: bool,
    fast: f64,
    slow: f64,
    conflicts: u64,
    since: u64,
    /// Whether the modes alternate.
    alternates: bool,
    mode_at: u64,
    mode_length: u64,
    /// The index of the current term of Luby's sequence, for the stable mode.
    term: u64,
    left: u64,
    reduce_at: f64,
    reductions: f64,
    rephase_at: u64,
    rephased: u64,
}

impl Pace {
    fn new() -> Self {
        Self {
            stable: true,
            fast: 0.0,
            slow: 0.0,
            conflicts: 0,
            since: 0,
            alternates: false,
            mode_at: LONELY,
            mode_length: MODE,
            term: 1,
            left: UNIT,
            reduce_at: REDUCE,
            reductions: 1.0,
            rephase_at: REPHASE,
            rephased: 0,
        }
    }

    fn conflict(&mut self, lbd: u32) {
        self.conflicts += 1;
        self.since += 1;
        // Moving averages over about 32 and 5000 conflicts, or over all conflicts if there are fewer.
        let all = self.conflicts as f64;
        self.fast += (f64::from(lbd) - self.fast) / all.min(32.0);
        self.slow += (f64::from(lbd) - self.slow) / all.min(5000.0);
        self.left = self.left.saturating_sub(u64::from(self.stable));
    }

    /// Records a solution. The modes alternate from the first solution on.
    fn solution(&mut self) {
        if !self.alternates {
            self.mode_at = self.conflicts;
        }
    }

    fn restarts(&mut self) -> bool {
        if self.stable {
            if self.left > 0 {
                return false;
            }
            self.term += 1;
            self.left = UNIT * luby(self.term);
        } else {
            if self.since < 2 || self.fast <= MARGIN * self.slow {
                return false;
            }
            self.fast = self.slow;
        }
        self.since = 0;
        true
    }

    fn rephases(&mut self) -> bool {
        let due = self.conflicts >= self.rephase_at;
        if due {
            self.rephased += 1;
            self.rephase_at = self.conflicts + REPHASE * (self.rephased + 1);
        }
        due
    }

    fn reduces(&mut self) -> bool {
        let due = self.conflicts as f64 >= self.reduce_at;
        if due {
            self.reductions += 1.0;
            self.reduce_at = self.conflicts as f64 + REDUCE * self.reductions.sqrt();
        }
        due
    }

    fn changes_mode(&mut self) -> bool {
        let due = self.conflicts >= self.mode_at;
        if due {
            self.alternates = true;
            self.stable = !self.stable;
            self.mode_at = self.conflicts + self.mode_length;
            self.mode_length += self.mode_length / 2;
            self.term = 1;
            self.left = UNIT;
        }
        due
    }
}
