//! The choice of an undecided variable.

use fastrand::Rng;

use crate::csp::{Constraint, FullHouse, Space, Var};
use crate::grid::{Digit, DigitSet};
use crate::puzzle::relation::Relation;
use crate::search::select::tie::TieBreak;

/// Ranks the undecided variables: a variable with the lowest score is chosen.
pub trait VariableOrder {
    /// The score of an undecided variable. If it is above `bound`, any number above `bound` may be returned, because
    /// the variable is not chosen.
    fn score(&mut self, space: &Space, var: Var, bound: u64) -> u64;

    /// A lower bound of all scores. The scan stops at a variable with this score if ties do not matter.
    fn floor(&self, _space: &Space) -> u64 {
        0
    }

    /// A place of a digit to try instead of a value of the chosen variable: an undecided variable, and the digit, which
    /// it can have. The order of values is not used then.
    fn place(&mut self, _space: &Space, _chosen: Var) -> Option<(Var, Digit)> {
        None
    }

    /// A contradiction was found in the constraint with this number.
    fn failed(&mut self, _constraint: usize) {}

    /// A variable was decided and its consequences were propagated, with or without a contradiction.
    fn tried(&mut self, _var: Var, _consistent: bool) {}
}

heuristics! {
    /// The built-in variable orders, by name.
    VariableKind,
    /// The built-in variable orders.
    Variable: VariableOrder {
        /// first undecided cell in row-major order
        First = "first", |_| First;
        /// last undecided cell in row-major order
        Last = "last", |_| Last;
        /// minimum remaining values; mrv-md is mrv with tie=degree
        Mrv = "mrv", |_| Mrv;
        /// smallest domain over weighted degree, learned from conflicts
        DomWdeg = "dom-wdeg", |_| DomWdeg::default();
        /// the variable whose value failed last, otherwise dom-wdeg with fading weights
        LastConflict = "last-conflict", |_| LastConflict::default();
        /// any undecided cell (seeded)
        Random = "random", Random;
    }
    [mut] fn score(space: &Space, var: Var, bound: u64) -> u64;
    [] fn floor(space: &Space) -> u64;
    [mut] fn place(space: &Space, chosen: Var) -> Option<(Var, Digit)>;
    [mut] fn failed(constraint: usize);
    [mut] fn tried(var: Var, consistent: bool);
}

/// The first undecided cell in row-major order.
#[derive(Clone, Debug)]
pub struct First;

impl VariableOrder for First {
    #[inline]
    fn score(&mut self, _space: &Space, _var: Var, _bound: u64) -> u64 {
        0
    }
}

/// The last undecided cell in row-major order.
#[derive(Clone, Debug)]
pub struct Last;

impl VariableOrder for Last {
    #[inline]
    fn score(&mut self, _space: &Space, var: Var, _bound: u64) -> u64 {
        u64::MAX - var.index() as u64
    }
}

/// A random variable.
#[derive(Clone, Debug)]
pub struct Random(pub Rng);

impl VariableOrder for Random {
    #[inline]
    fn score(&mut self, _space: &Space, _var: Var, _bound: u64) -> u64 {
        self.0.u64(..)
    }
}

/// Smallest domain over weighted degree (Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic search by
/// weighting constraints", ECAI 2004). The weight of a constraint is one plus the number of contradictions found in
/// it. The weighted degree of a variable is the total weight of its constraints that have another undecided variable.
#[derive(Clone, Debug, Default)]
pub struct DomWdeg(Vec<u64>);

impl VariableOrder for DomWdeg {
    #[inline]
    fn score(&mut self, space: &Space, var: Var, _bound: u64) -> u64 {
        let weight = |number: usize| self.0.get(number).map_or(1.0, |&failures| 1.0 + failures as f64);
        per_weight(space.domain(var).len(), weighted_degree(space, var, weight)).to_bits()
    }

    fn failed(&mut self, constraint: usize) {
        if self.0.len() <= constraint {
            self.0.resize(constraint + 1, 0);
        }
        self.0[constraint] += 1;
    }
}

/// The total weight of a variable's constraints that have another undecided variable.
#[inline]
fn weighted_degree(space: &Space, var: Var, weight: impl Fn(usize) -> f64) -> f64 {
    let is_open = |number: usize| {
        let vars = space.constraints()[number].vars();
        vars.iter().any(|&other| other != var && !space.is_decided(other))
    };
    let numbers = space.constraints_of(var).iter().map(|&number| number as usize);
    numbers.filter(|&number| is_open(number)).map(weight).sum()
}

/// The score of a choice. The bits of positive floats have the same order as the floats.
#[inline]
fn per_weight(choices: usize, weight: f64) -> f64 {
    choices as f64 / weight.max(1.0)
}

/// The variable whose value failed last, until one of its values holds after it was tried (Lecoutre, Sais, Tabary and
/// Vidal, "Reasoning from last conflict(s) in constraint programming", Artificial Intelligence 173, 2009). Otherwise,
/// the smallest domain over weighted degree, which includes the weight of the variable's own failed values. Each
/// contradiction adds a greater weight than the previous one, so old contradictions count less and less (like the
/// activities of Moskewicz et al., "Chaff", DAC 2001).
///
/// In a puzzle with relations other than houses, the place of a digit is also a choice, if the digit has two places in
/// a house that takes every digit. The weight of the choice is the mean of the weights of both places, plus its own.
/// Digits with which ranked lists begin are also choices if they have more places.
#[derive(Clone, Debug)]
pub struct LastConflict {
    /// The weight that contradictions added to each constraint.
    weights: Vec<f64>,
    /// The factor for the weight of each constraint.
    factors: Vec<f64>,
    /// The weight that failed values added: to each variable, then to each digit of each full house.
    own: Vec<f64>,
    /// The weights of the undecided variables at the current node.
    degrees: Vec<f64>,
    /// The weight that the next contradiction adds.
    step: f64,
    /// The choice that failed last, as an index of `own`. It stays if propagation decides it: new failures below it do
    /// not replace it. Replacing it takes a fifth more nodes.
    last: Option<usize>,
    /// The choice of the current node.
    chosen: Option<usize>,
}

impl LastConflict {
    /// The factor by which the step grows. After about 350 further contradictions, the relative weight of a
    /// contradiction is halved.
    const GROWTH: f64 = 1.002;
    /// The step at which all weights are scaled down.
    const MOST: f64 = 1e100;
    /// The steps that a failed value adds to its variable. They separate variables that have the same constraints.
    const OWN: f64 = 2.0;
    /// The factor for the weights of constraints of unknown regions. They contain all cells, so they distinguish none.
    const AREAS: f64 = 0.1;
    /// The factors for the weights of places, and of places of ranked digits.
    const PLACE: f64 = 0.8;
    const RANKED: f64 = 2.0;

    fn factor(constraint: &Constraint) -> f64 {
        match constraint.relation() {
            Some(Relation::Areas(_) | Relation::DifferentWithin { .. }) => Self::AREAS,
            _ => 1.0,
        }
    }

    fn own(&self, choice: usize) -> f64 {
        self.own.get(choice).copied().unwrap_or(0.0)
    }

    /// The weight of a digit's place, and the place with the greater weight. `None` if the digit has too many places or
    /// is decided.
    fn weigh(&self, space: &Space, house: (FullHouse, &[Var]), digit: Digit) -> Option<(usize, f64, Var)> {
        let (mut places, mut total, mut best) = (0, 0.0, None);
        for &var in house.1.iter().filter(|&&var| space.domain(var).contains(digit)) {
            let weight = self.degrees.get(var.index()).copied().filter(|_| !space.is_decided(var))?;
            if best.is_none_or(|(most, _)| weight > most) {
                best = Some((weight, var));
            }
            (places, total) = (places + 1, total + weight);
        }
        let (_, var) = best?;
        Some((places, total / places as f64, var))
    }
}

impl Default for LastConflict {
    fn default() -> Self {
        let (weights, factors, own, degrees) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { weights, factors, own, degrees, step: 1.0, last: None, chosen: None }
    }
}

impl VariableOrder for LastConflict {
    #[inline]
    fn score(&mut self, space: &Space, var: Var, _bound: u64) -> u64 {
        if self.last == Some(var.index()) {
            return 0;
        }
        if self.factors.len() != space.constraints().len() {
            self.factors = space.constraints().iter().map(Self::factor).collect();
        }
        let weight =
            |number: usize| 1.0 + self.factors[number] * self.weights.get(number).copied().unwrap_or(0.0);
        let degree = self.own(var.index()) + weighted_degree(space, var, weight);
        self.degrees.resize(space.domains().len(), 0.0);
        self.degrees[var.index()] = degree;
        per_weight(space.domain(var).len(), degree).to_bits()
    }

    fn place(&mut self, space: &Space, chosen: Var) -> Option<(Var, Digit)> {
        self.chosen = Some(chosen.index());
        if self.last == self.chosen {
            return None;
        }
        let degree = self.degrees.get(chosen.index()).copied().unwrap_or(0.0);
        let mut least = per_weight(space.domain(chosen).len(), degree);
        let mut best = None;
        for (number, (house, vars)) in space.full_houses().enumerate() {
            let (mut once, mut twice, mut thrice) = (DigitSet::EMPTY, DigitSet::EMPTY, DigitSet::EMPTY);
            for &var in vars {
                let domain = space.domain(var);
                thrice |= twice & domain;
                twice |= once & domain;
                once |= domain;
            }
            for digit in twice.minus(thrice) | twice & house.ranked {
                let choice = space.domains().len() + number * 64 + digit.index();
                let Some((places, weight, var)) = self.weigh(space, (house, vars), digit) else { continue };
                let factor = if house.ranked.contains(digit) { Self::RANKED } else { Self::PLACE };
                let is_last = self.last == Some(choice);
                let score =
                    if is_last { 0.0 } else { per_weight(places, factor * (weight + self.own(choice))) };
                if score < least {
                    (least, best) = (score, Some((var, digit)));
                    self.chosen = Some(choice);
                }
            }
        }
        best
    }

    fn failed(&mut self, constraint: usize) {
        if self.weights.len() <= constraint {
            self.weights.resize(constraint + 1, 0.0);
        }
        self.step *= Self::GROWTH;
        self.weights[constraint] += self.step;
        if self.step > Self::MOST {
            self.weights.iter_mut().chain(&mut self.own).for_each(|weight| *weight /= self.step);
            self.step = 1.0;
        }
    }

    fn tried(&mut self, var: Var, consistent: bool) {
        // With d-way branching, further values of a variable are tried without a choice.
        let choice = self.chosen.take().unwrap_or(var.index());
        if !consistent {
            if self.own.len() <= choice {
                self.own.resize(choice + 1, 0.0);
            }
            self.own[choice] += self.step * Self::OWN;
            self.last = self.last.or(Some(choice));
        } else if self.last == Some(choice) {
            self.last = None;
        }
    }
}

/// Minimum remaining values: the smallest domain.
#[derive(Clone, Debug)]
pub struct Mrv;

impl VariableOrder for Mrv {
    #[inline]
    fn score(&mut self, space: &Space, var: Var, bound: u64) -> u64 {
        let domain = space.domain(var);
        // In most cases, the bound soon is two. For this bound, testing for more than two values is cheaper than
        // counting them.
        match bound {
            2 if !domain.is_at_most_two() => 3,
            2 if !domain.is_single() && !domain.is_empty() => 2,
            _ => domain.len() as u64,
        }
    }

    #[inline]
    fn floor(&self, space: &Space) -> u64 {
        if space.is_eager() { 2 } else { 0 }
    }
}

/// Returns the variable to branch on, if any is left in the current [stage](Space::stage), and the digit to try, if the
/// order chooses a place of a digit.
#[inline]
pub(in crate::search) fn choose(
    order: &mut impl VariableOrder,
    tie: &mut impl TieBreak,
    space: &Space,
) -> Option<(Var, Option<Digit>)> {
    let var = best(order, tie, space)?;
    let place = order.place(space, var).map(|(var, digit)| (var, Some(digit)));
    Some(place.unwrap_or((var, None)))
}

/// The variable with the lowest score, then the lowest key of the tie-break, then the lowest index.
#[inline]
fn best(order: &mut impl VariableOrder, tie: &mut impl TieBreak, space: &Space) -> Option<Var> {
    let (floor, indifferent) = (order.floor(space), tie.is_indifferent());
    let (mut best, mut least): (Option<Var>, u64) = (None, u64::MAX);
    let mut best_key: Option<u64> = None;
    // This runs at every node. Loops over words and bits compile to less code than an iterator over both.
    for (i, (&word, &stage)) in space.undecided_words().iter().zip(space.stage()).enumerate() {
        let mut bits = word & stage;
        while bits != 0 {
            let var = Var::new(i * 64 + bits.trailing_zeros() as usize);
            bits &= bits - 1;
            let score = order.score(space, var, least);
            if score < least || best.is_none() {
                (best, least, best_key) = (Some(var), score, None);
                if score <= floor && indifferent {
                    return best;
                }
            } else if score == least
                && !indifferent
                && let Some(holder) = best
            {
                let held = best_key.unwrap_or_else(|| tie.key(space, holder));
                let key = tie.key(space, var);
                best_key = Some(held.min(key));
                if key < held {
                    best = Some(var);
                }
            }
        }
    }
    best
}
