//! Learns a clause from a conflict.
//!
//! A conflict is a set of true literals that contradict each other. Literals of the last level are replaced by their
//! reasons until only one is left: the first unique implication point (J. Marques-Silva and K. Sakallah, "GRASP",
//! 1999). Then literals that follow from the other literals are removed (N. Sorensson and A. Biere, "Minimizing learned
//! clauses", 2009). Finally, several candidates that are excluded by the same literal are replaced by this literal.

use crate::csp::{Implications, Literal, Model, Past, Trace, Var};
use crate::grid::DigitSet;
use crate::search::learn::clauses::Clauses;
use crate::search::learn::houses::Houses;
use crate::search::learn::order::Order;
use crate::search::learn::state::{Clash, LearnState, Lit, NONE, Why};

/// Memory of the analysis.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    /// The mark of each candidate during the current analysis.
    marks: Vec<Mark>,
    /// The candidates with a mark.
    marked: Vec<u32>,
    /// For each level, the number of the last clause in which it occurred.
    stamps: Vec<u32>,
    stamp: u32,
    because: Vec<Lit>,
    /// Empty lists of reasons, for reuse.
    pool: Vec<Vec<Lit>>,
    literals: Vec<Literal>,
    /// The learned clause. After the jump, the clause implies its first literal. Of the other literals, the second has
    /// the highest level.
    pub(super) clause: Vec<Lit>,
    /// The literals whose reasons were used, for an observer.
    pub(super) used: Vec<Lit>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
enum Mark {
    #[default]
    None,
    /// The literal is in the clause, or was replaced by its reasons.
    Seen,
    /// The literal follows from [`Seen`](Self::Seen) literals.
    Follows,
    /// The literal does not follow from [`Seen`](Self::Seen) literals.
    Stays,
}

/// The maximum length of a chain of reasons that is followed to remove a literal.
const DEEPEST: u32 = 500;

/// The reasons of a clause also count as part of the conflict if the clause is at most this long.
const LONGEST_BUMPED: usize = 60;

/// Access to reasons: the parts of the search that the analysis only reads.
pub(super) struct Reasons<'a, T: Trace> {
    pub(super) state: &'a LearnState,
    pub(super) clauses: &'a Clauses,
    pub(super) houses: &'a Houses,
    pub(super) model: &'a Model<T>,
}

impl<T: Trace> Reasons<'_, T> {
    /// Appends the true literals that imply a true literal.
    pub(super) fn of(&self, lit: Lit, literals: &mut Vec<Literal>, because: &mut Vec<Lit>) {
        match self.state.why(lit) {
            Why::Nothing => {}
            Why::Taken(other) => because.push(other),
            Why::LastValue(var) => self.state.no_other_value(var, lit, because),
            Why::LastPlace(group) => self.state.no_other_place(group, lit, because),
            Why::Clause(clause) => {
                because
                    .extend(self.clauses.literals(clause).filter(|&other| other != lit).map(|other| !other));
            }
            Why::House(number) => self.houses.explain(self.state, number, because),
            Why::Propagator(propagator) => {
                let past = Before { state: self.state, position: self.state.positions[lit.candidate()] };
                self.explain(propagator, Some(lit), &past, literals, because);
            }
        }
    }

    /// Appends true literals that contradict each other.
    pub(super) fn of_clash(&self, clash: Clash, literals: &mut Vec<Literal>, because: &mut Vec<Lit>) {
        let now = Before { state: self.state, position: self.state.trail.len() as u32 };
        match clash {
            Clash::Both(one, other) => because.extend([one, other]),
            Clash::Clause(clause) => because.extend(self.clauses.literals(clause).map(|other| !other)),
            Clash::House(number) => self.houses.explain(self.state, number, because),
            Clash::Propagator(propagator) => self.explain(propagator, None, &now, literals, because),
            Clash::Removed(propagator, value) => {
                self.explain(propagator, Some(!value), &now, literals, because);
                because.push(value);
            }
        }
    }

    fn explain(
        &self,
        propagator: u32,
        lit: Option<Lit>,
        past: &Before<'_>,
        literals: &mut Vec<Literal>,
        because: &mut Vec<Lit>,
    ) {
        literals.clear();
        let literal = lit.map(|lit| self.state.literal(lit));
        self.model.explain(propagator, literal, past, literals);
        because.extend(literals.iter().filter_map(|&literal| self.state.lit(literal)));
    }
}

/// The implications of a conflict, for an observer.
pub(super) struct ConflictReasons<'a, T: Trace> {
    pub(super) reasons: Reasons<'a, T>,
    pub(super) clash: Clash,
}

impl<T: Trace> ConflictReasons<'_, T> {
    /// The number and the level of a literal, if it is true because of decisions.
    fn decided(&self, literal: Literal) -> Option<(Lit, u32)> {
        let state = self.reasons.state;
        let lit = state.lit(literal).filter(|&lit| state.value(lit) == 1)?;
        Some((lit, state.level_of(lit))).filter(|&(_, level)| level > 0)
    }

    fn literals(&self, read: impl FnOnce(&Reasons<'_, T>, &mut Vec<Lit>)) -> Vec<Literal> {
        let mut lits = Vec::new();
        read(&self.reasons, &mut lits);
        lits.iter().map(|&lit| self.reasons.state.literal(lit)).collect()
    }
}

impl<T: Trace> Implications for ConflictReasons<'_, T> {
    fn conflict(&self) -> Vec<Literal> {
        self.literals(|reasons, lits| reasons.of_clash(self.clash, &mut Vec::new(), lits))
    }

    fn reasons(&self, literal: Literal) -> Vec<Literal> {
        let Some((lit, _)) = self.decided(literal) else { return Vec::new() };
        self.literals(|reasons, lits| reasons.of(lit, &mut Vec::new(), lits))
    }

    fn level(&self, literal: Literal) -> u32 {
        self.decided(literal).map_or(0, |(_, level)| level)
    }
}

/// The domains before a position of the trail.
struct Before<'a> {
    state: &'a LearnState,
    position: u32,
}

impl Before<'_> {
    /// Whether a literal was true before the position.
    fn was(&self, lit: Lit) -> bool {
        self.state.value(lit) == 1 && self.state.positions[lit.candidate()] < self.position
    }

    /// The value of a variable, if it was decided after the first propagation and before the position.
    fn value(&self, var: u32) -> Option<Lit> {
        self.state.value_of(var).filter(|&lit| self.was(lit))
    }
}

impl Past for Before<'_> {
    fn domain(&self, var: Var) -> DigitSet {
        let index = var.index() as u32;
        let first = self.state.first_domains[var.index()];
        if self.value(index).is_some() {
            return DigitSet::from_bits(self.state.domains[var.index()]);
        }
        let gone = DigitSet::from_bits(first & !self.state.domains[var.index()]).iter().filter(|digit| {
            let candidate = self.state.candidate(index, digit.index());
            candidate != NONE && self.was(Lit::is_not(candidate))
        });
        DigitSet::from_bits(first).minus(gone.collect())
    }

    fn initial(&self, var: Var) -> DigitSet {
        let first = self.state.first_domains[var.index()];
        let gone = DigitSet::from_bits(first & !self.state.domains[var.index()]).iter().filter(|digit| {
            let candidate = self.state.candidate(var.index() as u32, digit.index());
            candidate != NONE
                && self.state.levels[candidate as usize] == 0
                && self.was(Lit::is_not(candidate))
        });
        DigitSet::from_bits(first).minus(gone.collect())
    }

    fn since(&self, var: Var) -> u32 {
        let index = var.index() as u32;
        if let Some(lit) = self.value(index) {
            return self.state.positions[lit.candidate()] + 1;
        }
        let first = self.state.first_domains[var.index()];
        DigitSet::from_bits(first & !self.state.domains[var.index()])
            .iter()
            .map(|digit| self.state.candidate(index, digit.index()))
            .filter(|&candidate| candidate != NONE && self.was(Lit::is_not(candidate)))
            .map(|candidate| self.state.positions[candidate as usize] + 1)
            .max()
            .unwrap_or(0)
    }

    fn lost(&self, var: Var, digits: DigitSet, because: &mut Vec<Literal>) {
        let index = var.index() as u32;
        let first = DigitSet::from_bits(self.state.first_domains[var.index()]);
        if let Some(lit) = self.value(index) {
            let (var, digit) = self.state.meaning(lit);
            if !(first & digits).minus(DigitSet::single(digit)).is_empty() {
                because.push(Literal::is(var, digit));
            }
            return;
        }
        for digit in (first & digits).minus(DigitSet::from_bits(self.state.domains[var.index()])) {
            let candidate = self.state.candidate(index, digit.index());
            if candidate != NONE && self.was(Lit::is_not(candidate)) {
                because.push(Literal::is_not(var, digit));
            }
        }
    }
}

impl Analysis {
    pub(super) fn new(candidates: usize) -> Self {
        Self { marks: vec![Mark::None; candidates], stamps: vec![0; candidates + 1], ..Self::default() }
    }

    /// Learns a clause from a conflict above level 0. Returns the level to return to, at which the clause implies its
    /// first literal, and the LBD of the clause. The clause is empty if the contradiction does not depend on decisions.
    pub(super) fn learn<T: Trace>(
        &mut self,
        clash: Clash,
        state: &LearnState,
        clauses: &mut Clauses,
        houses: &Houses,
        model: &Model<T>,
        order: &mut Order,
    ) -> (u32, u32) {
        let mut because = std::mem::take(&mut self.because);
        let mut literals = std::mem::take(&mut self.literals);
        because.clear();
        self.used.clear();
        self.clause.clear();
        self.clause.push(Lit(0));
        let (stamps, stamp) = (&mut self.stamps, &mut self.stamp);
        let mut touch = |clauses: &mut Clauses, clause: u32| {
            clauses.touch(clause, |literals| lbd(stamps, stamp, state, literals));
        };
        if let Clash::Clause(clause) = clash {
            touch(clauses, clause);
        }
        Reasons { state, clauses, houses, model }.of_clash(clash, &mut literals, &mut because);
        // The contradiction may belong to an earlier level: a propagator may detect it late, or its explanation may
        // need only earlier decisions.
        let level = because.iter().map(|&lit| state.level_of(lit)).max().unwrap_or(0);
        if level == 0 {
            self.clause.clear();
            self.because = because;
            self.literals = literals;
            return (0, 0);
        }
        let mut open = 0;
        let mut at = state.trail.len();
        loop {
            for &lit in &because {
                let candidate = lit.candidate();
                if self.marks[candidate] == Mark::None && state.levels[candidate] > 0 {
                    self.marks[candidate] = Mark::Seen;
                    self.marked.push(candidate as u32);
                    order.bump(candidate);
                    if state.levels[candidate] == level {
                        open += 1;
                    } else {
                        self.clause.push(!lit);
                    }
                }
            }
            let lit = loop {
                at -= 1;
                let lit = state.trail[at];
                if self.marks[lit.candidate()] == Mark::Seen && state.level_of(lit) == level {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                self.clause[0] = !lit;
                break;
            }
            because.clear();
            if let Why::Clause(clause) = state.why(lit) {
                touch(clauses, clause);
            }
            if T::WATCHES {
                self.used.push(lit);
            }
            Reasons { state, clauses, houses, model }.of(lit, &mut literals, &mut because);
        }
        let reasons = Reasons { state, clauses, houses, model };
        if self.clause.len() < LONGEST_BUMPED {
            self.bump_reasons(&reasons, &mut literals, &mut because, order);
        }
        self.minimize(&reasons, &mut literals);
        self.because = because;
        self.literals = literals;
        self.forget();
        self.shrink(state);
        let back = self.second(state);
        let lbd = lbd(&mut self.stamps, &mut self.stamp, state, self.clause.iter().copied());
        (back, lbd)
    }

    /// The reasons of the clause's literals also count as part of the conflict (J. Liang and others, "Exponential
    /// recency weighted average branching heuristic", 2016).
    fn bump_reasons<T: Trace>(
        &mut self,
        reasons: &Reasons<'_, T>,
        literals: &mut Vec<Literal>,
        because: &mut Vec<Lit>,
        order: &mut Order,
    ) {
        let start = self.marked.len();
        for &lit in &self.clause {
            because.clear();
            // Explanations by propagators are skipped, because they are too expensive.
            if !matches!(reasons.state.why(!lit), Why::Propagator(_)) {
                reasons.of(!lit, literals, because);
            }
            for other in &*because {
                let candidate = other.candidate();
                if self.marks[candidate] == Mark::None && reasons.state.levels[candidate] > 0 {
                    self.marks[candidate] = Mark::Stays;
                    self.marked.push(candidate as u32);
                    order.bump(candidate);
                }
            }
        }
        for candidate in self.marked.drain(start..) {
            self.marks[candidate as usize] = Mark::None;
        }
    }

    /// Removes literals that follow from the others.
    fn minimize<T: Trace>(&mut self, reasons: &Reasons<'_, T>, literals: &mut Vec<Literal>) {
        let mut clause = std::mem::take(&mut self.clause);
        let mut kept = 1;
        for i in 1..clause.len() {
            if !self.follows(!clause[i], reasons, literals, 0) {
                clause[kept] = clause[i];
                kept += 1;
            }
        }
        clause.truncate(kept);
        self.clause = clause;
    }

    /// Whether a true literal follows from literals with the mark `Seen`.
    fn follows<T: Trace>(
        &mut self,
        lit: Lit,
        reasons: &Reasons<'_, T>,
        literals: &mut Vec<Literal>,
        depth: u32,
    ) -> bool {
        let why = reasons.state.why(lit);
        // Explanations by propagators are not used here, because they cost more than a shorter clause saves.
        if matches!(why, Why::Nothing | Why::Propagator(_)) || depth > DEEPEST {
            return false;
        }
        let mut because = self.pool.pop().unwrap_or_default();
        reasons.of(lit, literals, &mut because);
        let follows = because.iter().all(|&other| {
            let candidate = other.candidate();
            reasons.state.levels[candidate] == 0
                || match self.marks[candidate] {
                    Mark::Seen | Mark::Follows => true,
                    Mark::Stays => false,
                    Mark::None => self.follows(other, reasons, literals, depth + 1),
                }
        });
        because.clear();
        self.pool.push(because);
        let candidate = lit.candidate();
        if self.marks[candidate] == Mark::None {
            self.marks[candidate] = if follows { Mark::Follows } else { Mark::Stays };
            self.marked.push(candidate as u32);
        }
        if follows && T::WATCHES {
            self.used.push(lit);
        }
        follows
    }

    /// Replaces the candidates that one literal excludes by this literal, if there are at least two, or if the literal
    /// is already in the clause.
    fn shrink(&mut self, state: &LearnState) {
        let taken = |lit: Lit| match state.why(!lit) {
            Why::Taken(other) if lit.holds() => Some(other),
            _ => None,
        };
        // Here, a literal has the mark `Stays` if it is in the clause, `Seen` if it excludes one candidate of the
        // clause, and `Follows` if it excludes several.
        let Self { clause, marks, marked, .. } = self;
        for lit in &clause[1..] {
            if !lit.holds() {
                marks[lit.candidate()] = Mark::Stays;
                marked.push(lit.candidate() as u32);
            }
        }
        for other in clause[1..].iter().filter_map(|&lit| taken(lit)) {
            let mark = &mut marks[other.candidate()];
            *mark = match *mark {
                Mark::None => {
                    marked.push(other.candidate() as u32);
                    Mark::Seen
                }
                Mark::Seen => Mark::Follows,
                known => known,
            };
        }
        let mut kept = 1;
        let mut added = Vec::new();
        for i in 1..clause.len() {
            let other = taken(clause[i]).filter(|other| marks[other.candidate()] != Mark::Seen);
            match other {
                Some(other) if marks[other.candidate()] == Mark::Follows => {
                    marks[other.candidate()] = Mark::Stays;
                    added.push(!other);
                }
                Some(_) => {}
                None => {
                    clause[kept] = clause[i];
                    kept += 1;
                }
            }
        }
        clause.truncate(kept);
        clause.append(&mut added);
        self.forget();
    }

    /// Removes all marks.
    fn forget(&mut self) {
        for candidate in self.marked.drain(..) {
            self.marks[candidate as usize] = Mark::None;
        }
    }

    /// Moves a literal with the highest level to the second position, ignoring the first literal. Returns the level.
    fn second(&mut self, state: &LearnState) -> u32 {
        let highest = (1..self.clause.len()).max_by_key(|&i| state.level_of(self.clause[i]));
        highest.map_or(0, |i| {
            self.clause.swap(1, i);
            state.level_of(self.clause[1])
        })
    }
}

fn lbd(stamps: &mut [u32], stamp: &mut u32, state: &LearnState, literals: impl Iterator<Item = Lit>) -> u32 {
    *stamp += 1;
    let mut levels = 0;
    for lit in literals {
        let level = &mut stamps[state.level_of(lit) as usize];
        levels += u32::from(*level != *stamp);
        *level = *stamp;
    }
    levels
}
