//! All constraints of a proof so far, and unit propagation over them.
//!
//! Clauses watch two of their literals. All other constraints count their slack: the amount by which the sum exceeds
//! the degree if every open literal becomes true.
//!
//! The assumptions of a step stay until a later step lacks one of them, because successive steps of a search tree share
//! most of their assumptions. The consequences of the first assumptions are complete before the next one is made, and
//! a new constraint first undoes the assumptions without which a literal follows from it.

use std::collections::{HashMap, HashSet};

use crate::constraint::{Linear, Literal};

/// A constraint of the database.
#[derive(Clone, Copy)]
enum Stored {
    /// One of the literals at a place of the arena is true; the first two are watched.
    Clause(u32),
    /// All literals at a place of the arena except one are true; all are watched.
    AllButOne(u32),
    /// Any other constraint, by its number.
    Counted(u32),
    Deleted,
}

/// A constraint that is neither a clause nor [`Stored::AllButOne`].
struct Counted {
    /// The terms, greatest coefficient first.
    terms: Vec<(i64, Literal)>,
    degree: i64,
    slack: i64,
    /// The greatest coefficient. No literal follows unless it is greater than the slack.
    most: i64,
}

struct Conflict;

/// The level of literals that are not false.
const OPEN: u32 = u32::MAX;

/// The constraints that a literal concerns.
#[derive(Clone, Default)]
struct Places {
    /// The clauses that watch the literal, each with another literal. If the other literal is true, the clause is
    /// satisfied.
    watches: Vec<(u32, Literal)>,
    /// Literals that are all true if this one is false.
    sets: Vec<u32>,
    /// The counted constraints whose slack decreases if the literal is false, with its coefficients.
    counted: Vec<(u32, i64)>,
}

pub(crate) struct Database {
    stored: Vec<Stored>,
    /// The lengths and literals of all clauses and of [`Stored::AllButOne`]. The length of a deleted one is 0.
    arena: Vec<Literal>,
    counted: Vec<Counted>,
    /// By literal.
    places: Vec<Places>,
    /// By literal: whether it is true.
    holds: Vec<bool>,
    /// By variable: the number of assumptions from which its value follows.
    level: Vec<u32>,
    trail: Vec<Literal>,
    /// The number of literals of the trail that were counted.
    done: usize,
    /// The assumptions, each with the length of the trail before it.
    assumed: Vec<(Literal, usize)>,
    contradiction: bool,
}

impl Database {
    pub(crate) fn new(variables: usize) -> Self {
        let (places, holds) = (vec![Places::default(); 2 * variables], vec![false; 2 * variables]);
        let (stored, arena, counted) = (Vec::new(), Vec::new(), Vec::new());
        let (level, trail, assumed) = (vec![0; variables], Vec::new(), Vec::new());
        Self { stored, arena, counted, places, holds, level, trail, done: 0, assumed, contradiction: false }
    }

    /// The number of constraints, including deleted ones.
    pub(crate) fn len(&self) -> usize {
        self.stored.len()
    }

    /// The constraint at an index, unless it is deleted.
    pub(crate) fn get(&self, index: usize) -> Option<Linear> {
        match *self.stored.get(index)? {
            Stored::Clause(place) => Some(Linear::cardinality(self.literals(place), 1)),
            Stored::AllButOne(place) => {
                let literals = self.literals(place);
                Some(Linear::cardinality(literals, literals.len() as i64 - 1))
            }
            Stored::Counted(number) => {
                let Counted { terms, degree, .. } = &self.counted[number as usize];
                Linear::new(terms, *degree)
            }
            Stored::Deleted => None,
        }
    }

    /// Adds a constraint, and assigns the literals that follow from it. Places are numbers of 32 bits.
    pub(crate) fn add(&mut self, linear: &Linear) -> Result<(), String> {
        if self.arena.len() + linear.terms().count() >= u32::MAX as usize {
            return Err("the clauses have too many literals".into());
        }
        // Other constraints with the same meaning keep their coefficients, which sums use.
        let literals: Vec<Literal> = linear.terms().filter(|term| term.0 == 1).map(|term| term.1).collect();
        let (count, is_plain) = (literals.len() as i64, literals.len() == linear.terms().count());
        let result = match linear.degree {
            1 if is_plain => self.watch(literals),
            degree if is_plain && count > 1 && degree == count - 1 => self.watch_all(&literals),
            _ => self.count(linear),
        };
        if result.and_then(|()| self.propagate()).is_err() {
            self.contradiction |= self.assumed.is_empty();
            self.undo(self.assumed.len().saturating_sub(1));
        }
        Ok(())
    }

    /// Deletes a constraint. Literals that followed from it stay assigned, because they also follow from the formula
    /// and the assumptions.
    pub(crate) fn delete(&mut self, index: usize) {
        match std::mem::replace(&mut self.stored[index], Stored::Deleted) {
            Stored::Clause(place) | Stored::AllButOne(place) => self.arena[place as usize] = 0,
            Stored::Counted(number) => {
                for (_, literal) in std::mem::take(&mut self.counted[number as usize].terms) {
                    self.places[literal as usize].counted.retain(|&(other, _)| other != number);
                }
            }
            Stored::Deleted => {}
        }
    }

    /// Whether a constraint follows by unit propagation: its negation leads to a conflict. The literals of a clause are
    /// assumed to be false in the order of these terms.
    pub(crate) fn follows(&mut self, linear: &Linear, terms: &[(i64, Literal)]) -> bool {
        if self.contradiction || linear.degree <= 0 {
            return true;
        }
        if !linear.terms().all(|term| term.0 >= linear.degree) {
            self.undo(0);
            self.assumed.push((0, self.trail.len()));
            let conflict = self.count_now(&linear.negation()).and_then(|()| self.propagate()).is_err();
            self.undo(0);
            self.delete(self.len() - 1);
            self.stored.pop();
            self.counted.pop();
            return conflict;
        }
        let mut literals: Vec<Literal> = linear.terms().map(|term| term.1).collect();
        let rank: HashMap<u32, usize> = terms.iter().map(|term| term.1 / 2).zip(0..).collect();
        literals.sort_by_key(|literal| rank.get(&(literal / 2)));
        let negated: HashSet<Literal> = literals.iter().map(|literal| literal ^ 1).collect();
        let is_kept = |&&(literal, _): &&(Literal, usize)| negated.contains(&literal);
        self.undo(self.assumed.iter().take_while(is_kept).count());
        for literal in literals {
            if self.holds[literal as usize] {
                return true;
            }
            if !self.holds[(literal ^ 1) as usize] {
                self.assumed.push((literal ^ 1, self.trail.len()));
                self.assign(literal ^ 1);
                if self.propagate().is_err() {
                    self.undo(self.assumed.len() - 1);
                    return true;
                }
            }
        }
        false
    }

    /// The literals of a clause.
    fn literals(&self, place: u32) -> &[Literal] {
        let place = place as usize;
        &self.arena[place + 1..=place + self.arena[place] as usize]
    }

    /// Stores literals in the arena.
    fn store(&mut self, literals: &[Literal]) -> u32 {
        let place = self.arena.len() as u32;
        self.arena.push(literals.len() as u32);
        self.arena.extend_from_slice(literals);
        place
    }

    /// Makes a literal true. Returns whether it was not false.
    fn assign(&mut self, literal: Literal) -> bool {
        let fits = !self.holds[(literal ^ 1) as usize];
        if fits && !self.holds[literal as usize] {
            self.holds[literal as usize] = true;
            self.level[literal as usize / 2] = self.assumed.len() as u32;
            self.trail.push(literal);
        }
        fits
    }

    /// The number of assumptions from which a literal is false, or [`OPEN`] if it is not false.
    fn falsified(&self, literal: Literal) -> u32 {
        if self.holds[(literal ^ 1) as usize] { self.level[literal as usize / 2] } else { OPEN }
    }

    /// Keeps only the first assumptions.
    fn undo(&mut self, assumptions: usize) {
        let Some(&(_, length)) = self.assumed.get(assumptions) else { return };
        self.assumed.truncate(assumptions);
        for &literal in &self.trail[length..self.done.max(length)] {
            for &(number, coefficient) in &self.places[(literal ^ 1) as usize].counted {
                self.counted[number as usize].slack += coefficient;
            }
        }
        self.done = self.done.min(length);
        for literal in self.trail.drain(length..) {
            self.holds[literal as usize] = false;
        }
    }

    /// Stores a clause, and watches the two literals that are false last, if at all.
    fn watch(&mut self, mut clause: Vec<Literal>) -> Result<(), Conflict> {
        clause.sort_by_key(|&literal| std::cmp::Reverse(self.falsified(literal)));
        let place = self.store(&clause);
        self.stored.push(Stored::Clause(place));
        let (first, second) = match clause[..] {
            [first, second, ..] => {
                self.places[first as usize].watches.push((place, second));
                self.places[second as usize].watches.push((place, first));
                (self.falsified(first), self.falsified(second))
            }
            [first] => (self.falsified(first), 0),
            [] => (0, 0),
        };
        if second == OPEN {
            return Ok(());
        }
        // With fewer assumptions, the first literal follows, unless both literals become false with the same one.
        let level = if first == second { second.saturating_sub(1) } else { second };
        self.undo(level as usize);
        let follows = first == second && first > 0 || clause.first().is_some_and(|&first| self.assign(first));
        if follows { Ok(()) } else { Err(Conflict) }
    }

    /// Stores literals of which all except one are true, and assigns the literals that follow.
    fn watch_all(&mut self, literals: &[Literal]) -> Result<(), Conflict> {
        let place = self.store(literals);
        self.stored.push(Stored::AllButOne(place));
        literals.iter().for_each(|&literal| self.places[literal as usize].sets.push(place));
        let gone = literals.iter().copied().min_by_key(|&literal| self.falsified(literal));
        match gone.map(|gone| (gone, self.falsified(gone))) {
            Some((gone, level)) if level < OPEN => {
                self.undo(level as usize);
                self.visit(gone)
            }
            _ => Ok(()),
        }
    }

    /// Stores any other constraint, and assigns the literals that follow from it alone.
    fn count(&mut self, linear: &Linear) -> Result<(), Conflict> {
        let most = linear.terms().map(|term| term.0).max().unwrap_or(0);
        let mut slack = linear.slack();
        // The number of assumptions from which a literal follows.
        let mut level = if slack < most { 0 } else { OPEN };
        let mut gone: Vec<(u32, i64)> = linear.terms().map(|term| (self.falsified(term.1), term.0)).collect();
        gone.sort_unstable();
        for (next, coefficient) in gone {
            if next >= level {
                break;
            }
            slack -= coefficient;
            level = if slack < most { next } else { level };
        }
        self.undo(level as usize);
        self.count_now(linear)
    }

    /// Like [`count`](Self::count), with all assumptions.
    fn count_now(&mut self, linear: &Linear) -> Result<(), Conflict> {
        let (number, mut slack) = (self.counted.len() as u32, linear.slack());
        let mut terms: Vec<(i64, Literal)> = linear.terms().collect();
        terms.sort_unstable_by_key(|term| std::cmp::Reverse(term.0));
        for &(coefficient, literal) in &terms {
            slack -= if self.holds[(literal ^ 1) as usize] { coefficient } else { 0 };
            self.places[literal as usize].counted.push((number, coefficient));
        }
        let most = terms.first().map_or(0, |term| term.0);
        self.stored.push(Stored::Counted(number));
        self.counted.push(Counted { terms, degree: linear.degree, slack, most });
        self.examine(number)
    }

    /// Assigns the literals that must be true for a counted constraint to hold.
    fn examine(&mut self, number: u32) -> Result<(), Conflict> {
        let Counted { terms, slack, .. } = &self.counted[number as usize];
        if *slack < 0 {
            return Err(Conflict);
        }
        for &(_, literal) in terms.iter().take_while(|term| term.0 > *slack) {
            // A literal that is false and not counted yet is a conflict when it is counted.
            if !self.holds[literal as usize] && !self.holds[(literal ^ 1) as usize] {
                self.holds[literal as usize] = true;
                self.level[literal as usize / 2] = self.assumed.len() as u32;
                self.trail.push(literal);
            }
        }
        Ok(())
    }

    /// Assigns literals that follow, until none does.
    fn propagate(&mut self) -> Result<(), Conflict> {
        while self.done < self.trail.len() {
            let gone = self.trail[self.done] ^ 1;
            self.done += 1;
            // Updates all counters first, because all of them are undone.
            let list = std::mem::take(&mut self.places[gone as usize].counted);
            let mut is_tight = false;
            for &(number, coefficient) in &list {
                let counted = &mut self.counted[number as usize];
                counted.slack -= coefficient;
                is_tight |= counted.slack < counted.most;
            }
            let result = list.iter().filter(|_| is_tight).try_for_each(|&(number, _)| self.examine(number));
            self.places[gone as usize].counted = list;
            result?;
            self.visit(gone)?;
        }
        Ok(())
    }

    /// Assigns the other literals of each constraint that has only one false literal, which became false. For each
    /// clause that watches it, finds another literal to watch.
    fn visit(&mut self, gone: Literal) -> Result<(), Conflict> {
        let Self { places, arena, .. } = &mut *self;
        places[gone as usize].sets.retain(|&place| arena[place as usize] != 0);
        for at in 0..self.places[gone as usize].sets.len() {
            let place = self.places[gone as usize].sets[at] as usize;
            for at in place + 1..=place + self.arena[place] as usize {
                let other = self.arena[at];
                if other != gone && !self.assign(other) {
                    return Err(Conflict);
                }
            }
        }
        let mut list = std::mem::take(&mut self.places[gone as usize].watches);
        let mut conflict = false;
        list.retain(|&(place, other)| {
            if conflict || self.holds[other as usize] {
                return true;
            }
            let begin = place as usize + 1;
            let end = begin + self.arena[begin - 1] as usize;
            let clause = &mut self.arena[begin..end];
            if clause.is_empty() {
                return false;
            }
            if clause[0] == gone {
                clause.swap(0, 1);
            }
            let first = clause[0];
            let open = |place: &usize| !self.holds[(clause[*place] ^ 1) as usize];
            let found = if self.holds[first as usize] { None } else { (2..clause.len()).find(open) };
            if let Some(found) = found {
                clause.swap(1, found);
                self.places[clause[1] as usize].watches.push((place, first));
            } else {
                conflict = !self.assign(first);
            }
            found.is_none()
        });
        self.places[gone as usize].watches = list;
        if conflict { Err(Conflict) } else { Ok(()) }
    }
}
