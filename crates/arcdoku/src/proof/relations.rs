//! The encoding of relations as rows of a formula.
//!
//! Sums use order variables, so unit propagation finds their bounds. Automata have variables for the states between
//! cells, and for the arcs between states. Alternatives have selectors: a row that holds only if a selector is true
//! also contains the negated selector, with the degree as its weight.

use super::formula::{Atom, Formula, Label, Term};
use super::layers::{Layers, NONE};
use crate::grid::{Cell, Digit, DigitSet};
use crate::puzzle::relation::{Automaton, Comparison, Ends, Linear, List, Occurrences, Part, Relation};

/// The largest number of rows, and of auxiliary variables, of one constraint.
const MOST_ROWS: u32 = 200_000;

/// The reason why a relation has no encoding.
type Refused = &'static str;

const TOO_LARGE: Refused = "it has too many rows for a proof";

/// Adds the rows of a relation. The rows of a set of different cells come first. `full_areas` contains the labels of
/// areas with as many cells as there are digits.
pub(super) fn add(
    formula: &mut Formula,
    number: u32,
    cells: &[Cell],
    relation: &Relation,
    full_areas: &[&[Cell]],
) -> Result<(), Refused> {
    let is_set = matches!(relation, Relation::Cage { .. } | Relation::Combinations(_));
    if is_set {
        formula.add_set(number, cells, false);
    }
    let mut encoder = Encoder {
        digits: formula.digits(),
        full_areas,
        formula,
        number,
        rows: 0,
        auxiliaries: 0,
        conditions: Vec::new(),
        recorded: None,
    };
    match relation {
        Relation::Cage { sum } => encoder.linear(cells, &Linear::sum(cells.len(), i64::from(*sum))),
        Relation::Combinations(sets) => encoder.combinations(cells, sets),
        _ => encoder.relation(cells, relation)?,
    }
    if encoder.rows.max(encoder.auxiliaries) > MOST_ROWS { Err(TOO_LARGE) } else { Ok(()) }
}

pub(super) struct Encoder<'a> {
    pub(super) formula: &'a mut Formula,
    pub(super) digits: usize,
    /// Labels of areas with as many cells as there are digits.
    pub(super) full_areas: &'a [&'a [Cell]],
    number: u32,
    rows: u32,
    auxiliaries: u32,
    /// The conditions under which rows hold.
    conditions: Vec<Atom>,
    /// The rows, if they are only recorded.
    recorded: Option<Vec<Recorded>>,
}

/// The terms of a row, and its degree.
type Recorded = (Vec<(i64, Atom)>, i64);

impl Encoder<'_> {
    pub(super) fn is(&self, cell: Cell, digit: Digit) -> Atom {
        self.formula.is(cell, digit)
    }

    pub(super) fn all(&self) -> DigitSet {
        DigitSet::all(self.digits)
    }

    pub(super) fn auxiliary(&mut self) -> Atom {
        self.auxiliaries += 1;
        self.formula.auxiliary(self.number, self.auxiliaries - 1)
    }

    pub(super) fn auxiliaries(&mut self, count: usize) -> Vec<Atom> {
        (0..count).map(|_| self.auxiliary()).collect()
    }

    /// Adds the row `terms >= degree`, with any signs, under the conditions.
    pub(super) fn row(&mut self, terms: impl IntoIterator<Item = (i64, Atom)>, mut degree: i64) {
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
        let Ok(positive @ 1..) = u64::try_from(degree) else { return };
        if let Some(recorded) = &mut self.recorded {
            return recorded.push((own, degree));
        }
        self.rows += 1;
        let terms = own.into_iter().map(|(weight, atom)| Term { weight: weight as u32, atom });
        self.formula.add_terms(Label::Related(self.number, self.rows), terms, positive);
    }

    pub(super) fn clause(&mut self, atoms: impl IntoIterator<Item = Atom>) {
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
            Relation::Automaton(automaton) => self.automaton(cells, automaton, true)?,
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
            Relation::SelfCounting { offset } => self.self_counting(cells, *offset)?,
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
            Relation::Connected(connected) => self.connected(cells, connected),
            Relation::Areas(areas) => self.equal_areas(cells, areas),
            Relation::Rank(rank) => self.rank(cells, rank),
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
            Relation::Linear(linear) if linear.comparison == Comparison::Different => {
                self.linear(cells, &Linear { comparison: Comparison::Equal, ..linear.clone() });
            }
            Relation::Automaton(automaton) => self.automaton(cells, automaton, false)?,
            Relation::Not(parts) => return parts.iter().try_for_each(|part| self.part(cells, part, true)),
            Relation::Any(branches) => {
                return branches.iter().try_for_each(|parts| self.not_all(cells, parts));
            }
            _ => return self.one_violated(cells, relation),
        }
        Ok(())
    }

    /// Requires that one of the rows of a relation without auxiliary variables is violated.
    fn one_violated(&mut self, cells: &[Cell], relation: &Relation) -> Result<(), Refused> {
        let (count, outer) = (self.auxiliaries, self.recorded.replace(Vec::new()));
        let conditions = std::mem::take(&mut self.conditions);
        let done = self.relation(cells, relation);
        self.conditions = conditions;
        let rows = std::mem::replace(&mut self.recorded, outer).unwrap_or_default();
        done?;
        if self.auxiliaries > count {
            return Err("the negation of this relation is not supported in proofs yet");
        }
        let violate = |encoder: &mut Self, (terms, degree): &Recorded| {
            encoder.row(terms.iter().map(|&(weight, atom)| (-weight, atom)), 1 - degree);
        };
        match &rows[..] {
            [row] => violate(self, row),
            _ => self.choose(&rows, violate),
        }
        Ok(())
    }

    /// Adds a selector for each item. At least one selector is true, and `add` adds the rows that hold if it is.
    fn choose<I>(&mut self, items: &[I], mut add: impl FnMut(&mut Self, &I)) {
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

    /// The auxiliary variables mean that the digits of a place are equal, so they are not a choice for case splits.
    fn differ_somewhere(&mut self, one: &[Cell], other: &[Cell]) {
        let equal = self.auxiliaries(one.len());
        self.clause(equal.iter().map(|&equal| !equal));
        for ((&a, &b), equal) in one.iter().zip(other).zip(equal) {
            for digit in self.all() {
                self.clause([equal, !self.is(a, digit), !self.is(b, digit)]);
            }
        }
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

    /// The digits that occur have counts that add up to the number of cells. Each set of such digits has a selector.
    fn self_counting(&mut self, cells: &[Cell], offset: i32) -> Result<(), Refused> {
        let count = |digit: Digit| usize::try_from(i32::from(digit.get()) - offset).unwrap_or(0);
        let places = |encoder: &Self, digit: Digit| -> Vec<Atom> {
            cells.iter().map(|&cell| encoder.is(cell, digit)).collect()
        };
        let (used, unused): (Vec<Digit>, Vec<Digit>) = self.all().iter().partition(|&digit| count(digit) > 0);
        for digit in unused {
            places(self, digit).into_iter().for_each(|place| self.clause([!place]));
        }
        for &digit in &used {
            let terms = places(self, digit).into_iter().map(|place| (-1, place));
            self.row(terms, -(count(digit) as i64));
        }
        let mut sets = vec![(DigitSet::EMPTY, cells.len())];
        for &digit in &used {
            let more = sets.iter().filter(|(_, rest)| *rest >= count(digit));
            let more: Vec<_> =
                more.map(|&(set, rest)| (set | DigitSet::single(digit), rest - count(digit))).collect();
            sets.extend(more);
            if sets.len() > MOST_ROWS as usize {
                return Err(TOO_LARGE);
            }
        }
        sets.retain(|&(_, rest)| rest == 0);
        self.choose(&sets, |encoder, &(set, _)| {
            for &digit in &used {
                let places = places(encoder, digit);
                if set.contains(digit) {
                    encoder.row(places.into_iter().map(|place| (1, place)), count(digit) as i64);
                } else {
                    places.into_iter().for_each(|place| encoder.clause([!place]));
                }
            }
        });
        Ok(())
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

    /// Adds the rows of an automaton, or of its negation. It has one state after each cell, and one arc from the state
    /// before a cell to the state after it. With variables for both, unit propagation removes all digits and states
    /// that are on no accepted word.
    fn automaton(&mut self, cells: &[Cell], automaton: &Automaton, holds: bool) -> Result<(), Refused> {
        let layers = Layers::new(automaton, self.digits, cells.len(), holds).ok_or(TOO_LARGE)?;
        if !layers.is_possible() {
            self.clause([]);
        }
        // The start has no variable because it is always true.
        let mut before: Vec<Option<Atom>> = vec![None];
        for (&cell, layer) in cells.iter().zip(layers.iter()) {
            if self.rows > MOST_ROWS || self.auxiliaries > MOST_ROWS {
                return Err(TOO_LARGE);
            }
            let targets = layer.iter().flatten().filter(|&&to| to != NONE);
            let states = self.auxiliaries(targets.max().map_or(0, |&to| to as usize + 1));
            self.clause(states.iter().copied());
            self.row(states.iter().map(|&state| (-1, state)), -1);
            let mut arcs: Vec<Arc> = Vec::new();
            for (from, targets) in layer.iter().enumerate() {
                let begin = arcs.len();
                for (digit, &to) in self.all().iter().zip(targets).filter(|&(_, &to)| to != NONE) {
                    match arcs[begin..].iter_mut().find(|arc| arc.to == to as usize) {
                        Some(arc) => arc.digits.insert(digit),
                        None => arcs.push(Arc {
                            from,
                            to: to as usize,
                            digits: DigitSet::single(digit),
                            atom: self.auxiliary(),
                        }),
                    }
                }
            }
            for arc in &arcs {
                before[arc.from].iter().for_each(|&source| self.clause([!arc.atom, source]));
                self.clause([!arc.atom, states[arc.to]]);
                self.one_of(&[!arc.atom], cell, arc.digits);
            }
            let (mut leaving, mut entering) =
                (vec![Vec::new(); before.len()], vec![Vec::new(); states.len()]);
            for arc in &arcs {
                leaving[arc.from].push(arc.atom);
                entering[arc.to].push(arc.atom);
            }
            for (source, arcs) in before.iter().zip(leaving) {
                self.clause(source.iter().map(|&source| !source).chain(arcs));
            }
            for (&state, arcs) in states.iter().zip(entering) {
                self.clause([!state].into_iter().chain(arcs));
            }
            for digit in self.all() {
                let arcs = arcs.iter().filter(|arc| arc.digits.contains(digit)).map(|arc| arc.atom);
                self.clause([!self.is(cell, digit)].into_iter().chain(arcs));
            }
            before = states.into_iter().map(Some).collect();
        }
        Ok(())
    }
}

/// An arc of an automaton between two layers of states: the digits that lead from one state to the other.
struct Arc {
    from: usize,
    to: usize,
    digits: DigitSet,
    atom: Atom,
}

/// The cells of a linear relation with their coefficients.
fn weighted(cells: &[Cell], linear: &Linear) -> Vec<(i64, Cell)> {
    linear.coefficients.iter().map(|&coefficient| i64::from(coefficient)).zip(cells.iter().copied()).collect()
}

pub(super) fn pairs(all: DigitSet) -> impl Iterator<Item = (Digit, Digit)> {
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
