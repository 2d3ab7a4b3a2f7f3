//! All constraints of a proof so far, and unit propagation over them.
//!
//! Clauses watch two of their literals. All other constraints count their slack: the amount by which the sum exceeds
//! the degree if every open literal becomes true. Literals that follow without assumptions stay assigned.

use std::ops::Range;

use crate::constraint::{Linear, Literal};

/// A constraint of the database.
enum Stored {
    /// One of the literals in a range of the arena is true; the first two are watched.
    Clause(Range<usize>),
    /// All literals except one are true; all are watched.
    AllButOne(Vec<Literal>),
    /// Any other constraint, with its slack and its greatest coefficient. No literal follows unless the coefficient
    /// is greater than the slack.
    Counted(Linear, i64, i64),
    Deleted,
}

struct Conflict;

pub(crate) struct Database {
    stored: Vec<Stored>,
    /// The literals of all clauses.
    arena: Vec<Literal>,
    /// By literal: the counted constraints whose slack decreases if it is false, with its coefficients.
    counted: Vec<Vec<(usize, i64)>>,
    /// By literal: the clauses that watch it, each with another literal. If the other literal is true, the clause is
    /// satisfied.
    watches: Vec<Vec<(u32, Literal)>>,
    /// By literal: whether it is true.
    holds: Vec<bool>,
    trail: Vec<Literal>,
    /// The number of literals of the trail that were counted.
    done: usize,
    contradiction: bool,
}

impl Database {
    pub(crate) fn new(variables: usize) -> Self {
        let (counted, watches) = (vec![Vec::new(); 2 * variables], vec![Vec::new(); 2 * variables]);
        let (stored, arena, trail) = (Vec::new(), Vec::new(), Vec::new());
        let holds = vec![false; 2 * variables];
        Self { stored, arena, counted, watches, holds, trail, done: 0, contradiction: false }
    }

    /// The number of constraints, including deleted ones.
    pub(crate) fn len(&self) -> usize {
        self.stored.len()
    }

    /// The constraint at an index, unless it is deleted.
    pub(crate) fn get(&self, index: usize) -> Option<Linear> {
        match self.stored.get(index)? {
            Stored::Clause(range) => Some(Linear::cardinality(&self.arena[range.clone()], 1)),
            Stored::AllButOne(literals) => Some(Linear::cardinality(literals, literals.len() as i64 - 1)),
            Stored::Counted(linear, ..) => Some(linear.clone()),
            Stored::Deleted => None,
        }
    }

    /// Adds a constraint, and assigns the literals that follow from it.
    pub(crate) fn add(&mut self, linear: Linear) {
        // Other constraints with the same meaning keep their coefficients, which sums use.
        let literals: Vec<Literal> = linear.terms().filter(|term| term.0 == 1).map(|term| term.1).collect();
        let (count, is_plain) = (literals.len() as i64, literals.len() == linear.terms().count());
        let result = match linear.degree {
            1 if is_plain => self.watch(literals),
            degree if is_plain && count > 1 && degree == count - 1 => self.watch_all(literals),
            _ => self.count(linear),
        };
        self.contradiction |= result.and_then(|()| self.propagate()).is_err();
    }

    /// Deletes a constraint. Literals that followed from it stay assigned, because they also follow from the formula.
    pub(crate) fn delete(&mut self, index: usize) {
        if let Stored::Counted(linear, ..) = std::mem::replace(&mut self.stored[index], Stored::Deleted) {
            for (_, literal) in linear.terms() {
                self.counted[literal as usize].retain(|&(other, _)| other != index);
            }
        }
    }

    /// Whether a constraint follows by unit propagation: its negation leads to a conflict.
    pub(crate) fn follows(&mut self, linear: &Linear) -> bool {
        if self.contradiction || linear.degree <= 0 {
            return true;
        }
        let (root, is_clause) = (self.trail.len(), linear.terms().all(|term| term.0 >= linear.degree));
        let agrees = if is_clause {
            linear.terms().all(|(_, literal)| self.assign(literal ^ 1))
        } else {
            self.count(linear.negation()).is_ok()
        };
        let conflict = !agrees || self.propagate().is_err();
        self.undo(root);
        if !is_clause {
            self.delete(self.len() - 1);
            self.stored.pop();
        }
        conflict
    }

    /// Makes a literal true. Returns whether it was not false.
    fn assign(&mut self, literal: Literal) -> bool {
        let fits = !self.holds[(literal ^ 1) as usize];
        if fits && !self.holds[literal as usize] {
            self.holds[literal as usize] = true;
            self.trail.push(literal);
        }
        fits
    }

    fn undo(&mut self, length: usize) {
        for &literal in &self.trail[length..self.done.max(length)] {
            for &(index, coefficient) in &self.counted[(literal ^ 1) as usize] {
                if let Stored::Counted(_, slack, _) = &mut self.stored[index] {
                    *slack += coefficient;
                }
            }
        }
        self.done = self.done.min(length);
        for literal in self.trail.drain(length..) {
            self.holds[literal as usize] = false;
        }
    }

    /// Stores a clause, and watches two literals that are not false, if there are two.
    fn watch(&mut self, mut clause: Vec<Literal>) -> Result<(), Conflict> {
        clause.sort_by_key(|literal| self.holds[(literal ^ 1) as usize]);
        let open = clause.iter().take_while(|&literal| !self.holds[(literal ^ 1) as usize]).count();
        if let [first, second, ..] = clause[..] {
            self.watches[first as usize].push((self.stored.len() as u32, second));
            self.watches[second as usize].push((self.stored.len() as u32, first));
        }
        let follows = open > 1 || open == 1 && self.assign(clause[0]);
        self.stored.push(Stored::Clause(self.arena.len()..self.arena.len() + clause.len()));
        self.arena.extend(clause);
        if follows { Ok(()) } else { Err(Conflict) }
    }

    /// Stores literals of which all except one are true, and assigns the literals that follow.
    fn watch_all(&mut self, literals: Vec<Literal>) -> Result<(), Conflict> {
        let index = self.stored.len() as u32;
        literals.iter().for_each(|&literal| self.watches[literal as usize].push((index, literal)));
        let gone = literals.iter().copied().find(|literal| self.holds[(literal ^ 1) as usize]);
        self.stored.push(Stored::AllButOne(literals));
        gone.map_or(Ok(()), |gone| self.visit(gone))
    }

    /// Stores any other constraint, and assigns the literals that follow from it alone.
    fn count(&mut self, linear: Linear) -> Result<(), Conflict> {
        let (index, mut slack) = (self.stored.len(), linear.slack());
        for (coefficient, literal) in linear.terms() {
            slack -= if self.holds[(literal ^ 1) as usize] { coefficient } else { 0 };
            self.counted[literal as usize].push((index, coefficient));
        }
        let most = linear.terms().map(|term| term.0).max().unwrap_or(0);
        self.stored.push(Stored::Counted(linear, slack, most));
        self.examine(index)
    }

    /// Assigns the literals that must be true for a counted constraint to hold.
    fn examine(&mut self, index: usize) -> Result<(), Conflict> {
        let Stored::Counted(linear, slack, most) = &self.stored[index] else { return Ok(()) };
        if *slack < 0 {
            return Err(Conflict);
        }
        if slack < most {
            for (_, literal) in linear.terms().filter(|term| term.0 > *slack) {
                // A literal that is false and not counted yet is a conflict when it is counted.
                if !self.holds[literal as usize] && !self.holds[(literal ^ 1) as usize] {
                    self.holds[literal as usize] = true;
                    self.trail.push(literal);
                }
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
            let list = std::mem::take(&mut self.counted[gone as usize]);
            for &(index, coefficient) in &list {
                if let Stored::Counted(_, slack, _) = &mut self.stored[index] {
                    *slack -= coefficient;
                }
            }
            let result = list.iter().try_for_each(|&(index, _)| self.examine(index));
            self.counted[gone as usize] = list;
            result?;
            self.visit(gone)?;
        }
        Ok(())
    }

    /// For each clause that watches a literal that became false, finds another literal to watch.
    fn visit(&mut self, gone: Literal) -> Result<(), Conflict> {
        let mut list = std::mem::take(&mut self.watches[gone as usize]);
        let mut conflict = false;
        list.retain(|watch| {
            if conflict || self.holds[watch.1 as usize] {
                return true;
            }
            let clause = match &self.stored[watch.0 as usize] {
                Stored::Clause(range) => &mut self.arena[range.clone()],
                Stored::AllButOne(literals) => {
                    for &other in literals.iter().filter(|&&other| other != gone) {
                        conflict |= self.holds[(other ^ 1) as usize];
                        if !self.holds[other as usize] && !conflict {
                            self.holds[other as usize] = true;
                            self.trail.push(other);
                        }
                    }
                    return true;
                }
                _ => return false,
            };
            if clause[0] == gone {
                clause.swap(0, 1);
            }
            let first = clause[0];
            let open = |place: &usize| !self.holds[(clause[*place] ^ 1) as usize];
            let place = if self.holds[first as usize] { None } else { (2..clause.len()).find(open) };
            if let Some(place) = place {
                clause.swap(1, place);
                self.watches[clause[1] as usize].push((watch.0, first));
            } else {
                conflict = !self.assign(first);
            }
            place.is_none()
        });
        self.watches[gone as usize] = list;
        if conflict { Err(Conflict) } else { Ok(()) }
    }
}
