//! The encoding of relations as rows of a formula.
//!
//! Sums use order variables, so unit propagation finds their bounds. Automata have a variable for each state of each
//! layer. Alternatives have selectors: a row that holds only if a selector is true also contains the negated selector,
//! with the degree as its weight.

use super::formula::{Atom, Formula, Label, Term};
use crate::grid::{Cell, Digit, DigitSet};
use crate::puzzle::relation::{Automaton, Comparison, Ends, Linear, List, Occurrences, Part, Relation};

/// The largest number of rows of one constraint.
const MOST_ROWS: u32 = 200_000;

/// The reason why a relation has no encoding.
type Refused = &'static str;

/// Adds the rows of a relation. The rows of a set of different cells come first.
pub(super) fn add(
    formula: &mut Formula,
    number: u32,
    cells: &[Cell],
    relation: &Relation,
) -> Result<(), Refused> {
    let is_set = matches!(relation, Relation::Cage { .. } | Relation::Combinations(_));
    if is_set {
        formula.add_set(number, cells, false);
    }
    let mut encoder = Encoder {
        digits: formula.digits(),
        formula,
        number,
        rows: 0,
        auxiliaries: 0,
        conditions: Vec::new(),
    };
    match relation {
        Relation::Cage { sum } => encoder.linear(cells, &Linear::sum(cells.len(), i64::from(*sum))),
        Relation::Combinations(sets) => encoder.combinations(cells, sets),
        _ => encoder.relation(cells, relation)?,
    }
    if encoder.rows > MOST_ROWS { Err("it has too many rows for a proof") } else { Ok(()) }
}

struct Encoder<'a> {
    formula: &'a mut Formula,
    digits: usize,
    number: u32,
    rows: u32,
    auxiliaries: u32,
    /// The conditions under which rows hold.
    conditions: Vec<Atom>,
}

impl Encoder<'_> {
    fn is(&self, cell: Cell, digit: Digit) -> Atom {
        self.formula.is(cell, digit)
    }

    fn all(&self) -> DigitSet {
        DigitSet::all(self.digits)
    }

    fn auxiliary(&mut self) -> Atom {
        self.auxiliaries += 1;
        self.formula.auxiliary(self.number, self.auxiliaries - 1)
    }

    fn auxiliaries(&mut self, count: usize) -> Vec<Atom> {
        (0..count).map(|_| self.auxiliary()).collect()
    }

    /// Adds the row `terms >= degree`, with any signs, under the conditions.
    fn row(&mut self, terms: impl IntoIterator<Item = (i64, Atom)>, mut degree: i64) {
        if self.rows > MOST_ROWS {
            return;
        }
        let mut own = merged(terms, &mut degree);
        // Conditions may contain variables of the row.
        if !self.conditions.is_empty() && degree > 0 {
            let conditions = self.conditions.iter().map(|&condition| (degree, !condition));
            let all: Vec<(i64, Atom)> = own.into_iter().chain(conditions).collect();
            own = merged(all, &mut degree);
        }
        let Ok(degree @ 1..) = u64::try_from(degree) else { return };
        self.rows += 1;
        let terms = own.into_iter().map(|(weight, atom)| Term { weight: weight as u32, atom });
        self.formula.add_terms(Label::Related(self.number, self.rows), terms, degree);
    }

    fn clause(&mut self, atoms: impl IntoIterator<Item = Atom>) {
        self.row(atoms.into_iter().map(|atom| (1, atom)), 1);
    }

    fn under(&mut self, condition: Atom, add: impl FnOnce(&mut Self)) {
        self.conditions.push(condition);
        add(self);
        self.conditions.pop();
    }

    fn relation(&mut self, cells: &[Cell], relation: &Relation) -> Result<(), Refused> {
        match relation {
            Relation::AllDifferent => self.different(cells),
            Relation::Cage { sum } => {
                self.different(cells);
                self.linear(cells, &Linear::sum(cells.len(), i64::from(*sum)));
            }
            Relation::Combinations(sets) => {
                self.different(cells);
                self.combinations(cells, sets);
            }
            Relation::Increasing => self.increasing(cells),
            Relation::Among(set) => {
                for &cell in cells {
                    for digit in self.all().minus(*set) {
                        self.clause([!self.is(cell, digit)]);
                    }
                }
            }
            Relation::Linear(linear) => self.linear(cells, linear),
            Relation::Pair(table) => {
                if let &[first, second] = cells {
                    let transposed = table.transposed();
                    self.supports(first, second, |digit| table.row(digit));
                    self.supports(second, first, |digit| transposed.row(digit));
                }
            }
            Relation::Automaton(automaton) => self.automaton(cells, automaton),
            Relation::EqualSums(lists) => self.equal_sums(cells, lists),
            Relation::Ends(ends) => self.ends(cells, ends),
            Relation::Occurrences(all) => all.iter().for_each(|one| self.occurrences(cells, one)),
            Relation::Counted { digits, offset } => {
                let Some((&target, others)) = cells.split_first() else { return Ok(()) };
                let counted: Vec<Vec<Atom>> =
                    others.iter().map(|&cell| digits.iter().map(|d| self.is(cell, d)).collect()).collect();
                self.number_is(target, *offset, &counted);
            }
            Relation::Distinct { offset } => self.distinct(cells, *offset),
            Relation::SelfCounting { offset } => self.self_counting(cells, *offset),
            Relation::Element { offset } => self.element(cells, *offset),
            Relation::SameDigits { lists } => self.same_digits(cells, *lists),
            Relation::DifferentWithin { labels } => self.different_within(cells, *labels),
            Relation::DifferentLists { lists } => {
                let size = cells.len() / (*lists).max(1);
                for second in 0..*lists {
                    for first in 0..second {
                        let (one, other) = (&cells[first * size..], &cells[second * size..]);
                        self.differ_somewhere(&one[..size], &other[..size]);
                    }
                }
            }
            Relation::Any(branches) => {
                let selectors = self.auxiliaries(branches.len());
                self.clause(selectors.iter().copied());
                for (parts, &selector) in branches.iter().zip(&selectors) {
                    self.conditions.push(selector);
                    let done = parts.iter().try_for_each(|part| self.part(cells, part, true));
                    self.conditions.pop();
                    done?;
                }
            }
            Relation::Not(parts) => self.not_all(cells, parts)?,
            _ => return Err("this relation is not supported in proofs yet"),
        }
        Ok(())
    }

    fn equal_sums(&mut self, cells: &[Cell], lists: &[List]) {
        let mut begin = usize::from(lists.first().map_or(0, |list| list.cells));
        let first = &cells[..begin.min(cells.len())];
        for list in lists.iter().skip(1) {
            let end = (begin + usize::from(list.cells)).min(cells.len());
            let ones = first.iter().map(|&cell| (1, cell));
            let terms: Vec<(i64, Cell)> =
                ones.chain(cells[begin..end].iter().map(|&cell| (-1, cell))).collect();
            let constant = i64::from(list.constant) - i64::from(lists[0].constant);
            self.sum_at_least(&terms, constant);
            self.sum_at_most(&terms, constant);
            begin = end;
        }
    }

    fn ends(&mut self, cells: &[Cell], ends: &Ends) {
        let [first, second, inner @ ..] = cells else { return };
        for (a, b) in pairs(self.all()) {
            let premises = [!self.is(*first, a), !self.is(*second, b)];
            match ends.between(a, b) {
                None => self.clause(premises),
                Some(set) => inner.iter().for_each(|&cell| self.one_of(&premises, cell, set)),
            }
        }
    }

    fn distinct(&mut self, cells: &[Cell], offset: i32) {
        let Some((&target, others)) = cells.split_first() else { return };
        let mut present = Vec::new();
        for digit in self.all() {
            let here = self.auxiliary();
            let places: Vec<Atom> = others.iter().map(|&cell| self.is(cell, digit)).collect();
            places.iter().for_each(|&place| self.clause([here, !place]));
            self.clause([!here].into_iter().chain(places));
            present.push(vec![here]);
        }
        self.number_is(target, offset, &present);
    }

    fn same_digits(&mut self, cells: &[Cell], lists: usize) {
        let size = cells.len() / lists.max(1);
        for list in 1..lists {
            for digit in self.all() {
                let first = cells[..size].iter().map(|&cell| (1, cell));
                let other = cells[list * size..(list + 1) * size].iter().map(|&cell| (-1, cell));
                let terms: Vec<(i64, Atom)> =
                    first.chain(other).map(|(weight, cell)| (weight, self.is(cell, digit))).collect();
                self.row(terms.iter().copied(), 0);
                self.row(terms.iter().map(|&(weight, atom)| (-weight, atom)), 0);
            }
        }
    }

    fn different_within(&mut self, cells: &[Cell], labels: DigitSet) {
        let (own, of_label) = cells.split_at(cells.len() / 2);
        for second in 0..own.len() {
            for first in 0..second {
                for label in labels & self.all() {
                    let labeled = [!self.is(of_label[first], label), !self.is(of_label[second], label)];
                    for digit in self.all() {
                        let both = [!self.is(own[first], digit), !self.is(own[second], digit)];
                        self.clause(labeled.into_iter().chain(both));
                    }
                }
            }
        }
    }

    /// Adds a part of a relation over `cells`, or its negation.
    fn part(&mut self, cells: &[Cell], part: &Part, holds: bool) -> Result<(), Refused> {
        let own: Vec<Cell> =
            part.places.iter().filter_map(|&place| cells.get(usize::from(place)).copied()).collect();
        if holds { self.relation(&own, &part.relation) } else { self.negation(&own, &part.relation) }
    }

    /// Requires that at least one of the parts does not hold.
    fn not_all(&mut self, cells: &[Cell], parts: &[Part]) -> Result<(), Refused> {
        if let [part] = parts {
            return self.part(cells, part, false);
        }
        let selectors = self.auxiliaries(parts.len());
        self.clause(selectors.iter().copied());
        for (part, &selector) in parts.iter().zip(&selectors) {
            self.conditions.push(selector);
            let done = self.part(cells, part, false);
            self.conditions.pop();
            done?;
        }
        Ok(())
    }

    /// Requires that a relation does not hold.
    fn negation(&mut self, cells: &[Cell], relation: &Relation) -> Result<(), Refused> {
        match relation {
            Relation::AllDifferent => {
                let pairs: Vec<[Cell; 2]> = (0..cells.len())
                    .flat_map(|second| (0..second).map(move |first| [first, second]))
                    .map(|places| places.map(|place| cells[place]))
                    .collect();
                self.choose(&pairs, |encoder, &[one, other]| {
                    encoder.supports(one, other, DigitSet::single);
                    encoder.supports(other, one, DigitSet::single);
                });
            }
            Relation::Increasing => {
                let pairs: Vec<[Cell; 2]> = cells.windows(2).map(|pair| [pair[0], pair[1]]).collect();
                self.choose(&pairs, |encoder, &[one, other]| {
                    encoder.sum_at_least(&[(1, one), (-1, other)], 0);
                });
            }
            Relation::Among(set) => {
                let outside = self.all().minus(*set);
                let atoms: Vec<Atom> = cells
                    .iter()
                    .flat_map(|&cell| outside.iter().map(move |digit| (cell, digit)))
                    .map(|(cell, digit)| self.is(cell, digit))
                    .collect();
                self.clause(atoms);
            }
            Relation::Linear(linear) => {
                let terms = weighted(cells, linear);
                match linear.comparison {
                    Comparison::Equal => {
                        let comparison = Comparison::Different;
                        self.linear(cells, &Linear { comparison, ..linear.clone() });
                    }
                    Comparison::Different => {
                        let comparison = Comparison::Equal;
                        self.linear(cells, &Linear { comparison, ..linear.clone() });
                    }
                    Comparison::AtMost => self.sum_at_least(&terms, linear.constant + 1),
                    Comparison::AtLeast => self.sum_at_most(&terms, linear.constant - 1),
                }
            }
            Relation::Pair(table) => {
                if let &[first, second] = cells {
                    let (all, transposed) = (self.all(), table.transposed());
                    self.supports(first, second, |digit| all.minus(table.row(digit)));
                    self.supports(second, first, |digit| all.minus(transposed.row(digit)));
                }
            }
            Relation::Not(parts) => return parts.iter().try_for_each(|part| self.part(cells, part, true)),
            Relation::Any(branches) => {
                return branches.iter().try_for_each(|parts| self.not_all(cells, parts));
            }
            _ => return Err("the negation of this relation is not supported in proofs yet"),
        }
        Ok(())
    }

    /// Adds a selector for each item. At least one selector is true, and `add` adds the rows that hold if it is.
    fn choose<I>(&mut self, items: &[I], add: impl Fn(&mut Self, &I)) {
        let selectors = self.auxiliaries(items.len());
        self.clause(selectors.iter().copied());
        for (item, &selector) in items.iter().zip(&selectors) {
            self.under(selector, |encoder| add(encoder, item));
        }
    }

    /// Requires one of `premises`, or that the cell holds a digit of the set.
    fn one_of(&mut self, premises: &[Atom], cell: Cell, set: DigitSet) {
        let set = set & self.all();
        if set != self.all() {
            let digits: Vec<Atom> = set.iter().map(|digit| self.is(cell, digit)).collect();
            self.clause(premises.iter().copied().chain(digits));
        }
    }

    /// Requires, for each digit of one cell, one of the digits of another cell that are allowed with it.
    fn supports(&mut self, from: Cell, to: Cell, row: impl Fn(Digit) -> DigitSet) {
        for digit in self.all() {
            let premise = [!self.is(from, digit)];
            self.one_of(&premise, to, row(digit));
        }
    }

    /// Requires that cells differ: each digit occurs at most once.
    fn different(&mut self, cells: &[Cell]) {
        for digit in self.all() {
            let atoms: Vec<(i64, Atom)> = cells.iter().map(|&cell| (-1, self.is(cell, digit))).collect();
            self.row(atoms, -1);
        }
    }

    fn differ_somewhere(&mut self, one: &[Cell], other: &[Cell]) {
        let places: Vec<[Cell; 2]> = one.iter().zip(other).map(|(&a, &b)| [a, b]).collect();
        self.choose(&places, |encoder, &[a, b]| {
            for digit in encoder.all() {
                encoder.clause([!encoder.is(a, digit), !encoder.is(b, digit)]);
            }
        });
    }

    fn increasing(&mut self, cells: &[Cell]) {
        for pair in cells.windows(2) {
            for d in 1..=self.digits {
                let premise = (d > 1).then(|| !self.formula.at_least(pair[0], d));
                let end = (d < self.digits).then(|| self.formula.at_least(pair[1], d + 1));
                self.clause(premise.into_iter().chain(end));
            }
        }
    }

    fn linear(&mut self, cells: &[Cell], linear: &Linear) {
        let (terms, constant) = (weighted(cells, linear), linear.constant);
        match linear.comparison {
            Comparison::Equal => {
                self.sum_at_least(&terms, constant);
                self.sum_at_most(&terms, constant);
            }
            Comparison::AtLeast => self.sum_at_least(&terms, constant),
            Comparison::AtMost => self.sum_at_most(&terms, constant),
            Comparison::Different => {
                let above = self.auxiliary();
                self.under(above, |encoder| encoder.sum_at_least(&terms, constant + 1));
                self.under(!above, |encoder| encoder.sum_at_most(&terms, constant - 1));
            }
        }
    }

    /// The number of a cell's digit is 1 plus the number of its true order variables.
    fn sum_at_least(&mut self, terms: &[(i64, Cell)], constant: i64) {
        let least: i64 = terms.iter().map(|(weight, _)| weight).sum();
        let orders: Vec<(i64, Atom)> = terms
            .iter()
            .flat_map(|&(weight, cell)| (2..=self.digits).map(move |d| (weight, cell, d)))
            .map(|(weight, cell, d)| (weight, self.formula.at_least(cell, d)))
            .collect();
        self.row(orders, constant - least);
    }

    fn sum_at_most(&mut self, terms: &[(i64, Cell)], constant: i64) {
        let negated: Vec<(i64, Cell)> = terms.iter().map(|&(weight, cell)| (-weight, cell)).collect();
        self.sum_at_least(&negated, -constant);
    }

    fn combinations(&mut self, cells: &[Cell], sets: &[DigitSet]) {
        let selectors = self.auxiliaries(sets.len());
        self.clause(selectors.iter().copied());
        for (set, &selector) in sets.iter().zip(&selectors) {
            self.under(selector, |encoder| {
                for digit in encoder.all() {
                    let places: Vec<Atom> = cells.iter().map(|&cell| encoder.is(cell, digit)).collect();
                    if set.contains(digit) {
                        encoder.clause(places);
                    } else {
                        places.into_iter().for_each(|atom| encoder.clause([!atom]));
                    }
                }
            });
        }
    }

    fn occurrences(&mut self, cells: &[Cell], one: &Occurrences) {
        let digits = one.digits & self.all();
        let inside: Vec<Atom> = cells
            .iter()
            .flat_map(|&cell| digits.iter().map(move |digit| (cell, digit)))
            .map(|(cell, digit)| self.is(cell, digit))
            .collect();
        self.row(inside.iter().map(|&atom| (1, atom)), i64::from(one.least));
        if usize::from(one.most) < cells.len() {
            self.row(inside.iter().map(|&atom| (-1, atom)), -i64::from(one.most));
        }
    }

    /// Requires that the number of the target's digit, minus the offset, is the number of groups with a true literal.
    /// At most one literal of a group is true.
    fn number_is(&mut self, target: Cell, offset: i32, groups: &[Vec<Atom>]) {
        for digit in self.all() {
            let (is, count) = (self.is(target, digit), i64::from(digit.get()) - i64::from(offset));
            if !(0..=groups.len() as i64).contains(&count) {
                self.clause([!is]);
                continue;
            }
            self.under(is, |encoder| {
                let atoms = || groups.iter().flatten().copied();
                encoder.row(atoms().map(|atom| (1, atom)), count);
                encoder.row(atoms().map(|atom| (-1, atom)), -count);
            });
        }
    }

    fn self_counting(&mut self, cells: &[Cell], offset: i32) {
        for digit in self.all() {
            let count = i64::from(digit.get()) - i64::from(offset);
            let places: Vec<Atom> = cells.iter().map(|&cell| self.is(cell, digit)).collect();
            for &place in &places {
                if count < 1 {
                    self.clause([!place]);
                } else {
                    self.under(place, |encoder| encoder.row(places.iter().map(|&atom| (1, atom)), count));
                }
            }
            if count >= 1 {
                self.row(places.iter().map(|&atom| (-1, atom)), -count);
            }
        }
    }

    fn element(&mut self, cells: &[Cell], offset: i32) {
        let &[index, value, ref list @ ..] = cells else { return };
        for digit in self.all() {
            let position = i64::from(digit.get()) - i64::from(offset) - 1;
            let entry = usize::try_from(position).ok().and_then(|position| list.get(position)).copied();
            let selected = self.is(index, digit);
            let Some(entry) = entry else {
                self.clause([!selected]);
                continue;
            };
            for digit in self.all() {
                let (own, other) = (self.is(value, digit), self.is(entry, digit));
                self.clause([!selected, !own, other]);
                self.clause([!selected, own, !other]);
            }
        }
    }

    fn automaton(&mut self, cells: &[Cell], automaton: &Automaton) {
        let all = self.all();
        let count = automaton.states();
        let targets = |state: usize| {
            automaton.transitions(state).iter().filter(move |(set, _)| !(*set & all).is_empty())
        };
        // States that are reachable from the start, layer by layer, and from which an accepting state is reachable.
        let mut layers: Vec<Vec<bool>> = vec![(0..count).map(|state| state == 0).collect()];
        for _ in cells {
            let mut next = vec![false; count];
            let now = layers.last().map_or(&[][..], Vec::as_slice);
            for state in (0..count).filter(|&state| now[state]) {
                targets(state).for_each(|&(_, to)| next[to as usize] = true);
            }
            layers.push(next);
        }
        let last = cells.len();
        for (state, lives) in layers[last].iter_mut().enumerate() {
            *lives &= automaton.is_accepting(state);
        }
        for at in (0..last).rev() {
            let (before, after) = layers.split_at_mut(at + 1);
            for (state, lives) in before[at].iter_mut().enumerate() {
                *lives &= targets(state).any(|&(_, to)| after[0][to as usize]);
            }
        }
        let mut before: Vec<(usize, Option<Atom>)> = vec![(0, None)];
        if !layers[0][0] {
            return self.clause([]);
        }
        for (at, &cell) in cells.iter().enumerate() {
            let alive: Vec<usize> = (0..count).filter(|&state| layers[at + 1][state]).collect();
            let atoms = self.auxiliaries(alive.len());
            let now: Vec<(usize, Option<Atom>)> =
                alive.iter().copied().zip(atoms.iter().copied().map(Some)).collect();
            self.clause(atoms.iter().copied());
            self.row(atoms.iter().map(|&atom| (-1, atom)), -1);
            let leads = |from: usize, digit: Digit, to: usize| {
                automaton
                    .transitions(from)
                    .iter()
                    .any(|&(set, end)| end as usize == to && set.contains(digit))
            };
            for &(from, source) in &before {
                for digit in all {
                    let premises = source.map(|atom| !atom).into_iter().chain([!self.is(cell, digit)]);
                    let ends = now.iter().filter(|&&(to, _)| leads(from, digit, to));
                    let atoms: Vec<Atom> = premises.chain(ends.filter_map(|&(_, atom)| atom)).collect();
                    self.clause(atoms);
                }
            }
            for &(to, target) in &now {
                for digit in all {
                    let mut sources = before.iter().filter(|&&(from, _)| leads(from, digit, to)).peekable();
                    // The start has no variable because it is always true.
                    if sources.peek().is_some_and(|(_, atom)| atom.is_none()) {
                        continue;
                    }
                    let premises = target.map(|atom| !atom).into_iter().chain([!self.is(cell, digit)]);
                    let atoms: Vec<Atom> = premises.chain(sources.filter_map(|&(_, atom)| atom)).collect();
                    self.clause(atoms);
                }
            }
            before = now;
        }
    }
}

/// The cells of a linear relation with their coefficients.
fn weighted(cells: &[Cell], linear: &Linear) -> Vec<(i64, Cell)> {
    linear.coefficients.iter().map(|&coefficient| i64::from(coefficient)).zip(cells.iter().copied()).collect()
}

fn pairs(all: DigitSet) -> impl Iterator<Item = (Digit, Digit)> {
    all.iter().flat_map(move |first| all.iter().map(move |second| (first, second)))
}

/// Terms of positive weight, one per variable, and the change of the degree: `w ~x` is `w - w x`.
fn merged(terms: impl IntoIterator<Item = (i64, Atom)>, degree: &mut i64) -> Vec<(i64, Atom)> {
    let mut merged: Vec<(i64, Atom)> = Vec::new();
    for (weight, atom) in terms {
        let (variable, weight) = if atom.holds() {
            (atom, weight)
        } else {
            *degree -= weight;
            (!atom, -weight)
        };
        match merged.iter_mut().find(|(_, known)| *known == variable) {
            Some((sum, _)) => *sum += weight,
            None => merged.push((weight, variable)),
        }
    }
    for (weight, atom) in &mut merged {
        if *weight < 0 {
            *degree -= *weight;
            (*weight, *atom) = (-*weight, !*atom);
        }
    }
    merged.retain(|&(weight, _)| weight > 0);
    merged
}
