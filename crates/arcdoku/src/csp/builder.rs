//! Posting: how variables, constraints and propagators become a model.

use std::fmt;

use crate::csp::agenda::{Agenda, Class, Lists, WakeWord};
use crate::csp::constraint::Constraint;
use crate::csp::domain::{Domains, Var};
use crate::csp::level::Level;
use crate::csp::propagate::{Model, Posted};
use crate::csp::propagator::{Conflict, Context, Propagator, Status, Wake};
use crate::csp::reader::Reader;
use crate::csp::space::{FullHouse, Kinds, Space};
use crate::csp::trace::Trace;
use crate::csp::words::{Word, Words};
use crate::grid::{Digit, DigitSet};

/// How the value of an auxiliary variable is found.
///
/// Auxiliary variables are never part of a solution, and solutions that differ only in them count
/// as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Auxiliary {
    /// By search, after all variables of the solution are decided. The search ends at the first values that fit,
    /// because other values would give the same solution.
    Searched,
    /// By propagation. The variable is a function of the searched variables, and is never branched on. After they are
    /// decided, its propagators must leave one value, or fail if none fits.
    Determined,
}

/// Collects variables, constraints and propagators for a [`Model`].
///
/// A model of three variables, with a constraint and a propagator defined by the caller:
///
/// ```
/// use std::ops::ControlFlow;
///
/// use arcdoku::csp::{
///     Builder, Conflict, Constraint, Context, Level, Propagator, Space, Status, Strength, Trace, Var,
/// };
/// use arcdoku::search::search_model;
/// use arcdoku::{DigitSet, Limits, Strategy};
///
/// /// The variables ascend.
/// struct Ascending([Var; 3]);
///
/// impl<T: Trace> Propagator<T> for Ascending {
///     fn scope(&self) -> &[Var] {
///         &self.0
///     }
///
///     fn strength(&self) -> Strength {
///         Strength::Domain
///     }
///
///     fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
///         let domains = self.0.map(|var| cx.domain(var).bits());
///         // A value needs a smaller one to its left, and a larger one to its right.
///         for (i, &var) in self.0.iter().enumerate() {
///             let above = if i == 0 { u64::MAX } else { !1 << domains[i - 1].trailing_zeros() };
///             let below = domains.get(i + 1).map_or(u64::MAX, |next| u64::MAX >> 1 >> next.leading_zeros());
///             let gone = !DigitSet::from_bits(above & below);
///             cx.exclude_because(var, gone, |space| space.lost(self.0))?;
///         }
///         let changed = self.0.iter().zip(domains).any(|(&var, old)| cx.domain(var).bits() != old);
///         Ok(if changed { Status::NotAtFixpoint } else { Status::Fixpoint })
///     }
/// }
///
/// let mut builder = Builder::new(Level::Gac);
/// let vars = [(); 3].map(|()| builder.variable(DigitSet::all(5)));
/// builder.add(Constraint::new("ascending", vars), Ascending(vars));
/// let mut model = builder.build()?;
///
/// let mut triples = 0;
/// let mut sink = |_: &Space| {
///     triples += 1;
///     ControlFlow::Continue(())
/// };
/// search_model(&mut model, &Strategy::default(), &Limits::NONE, &mut (), &mut sink);
/// assert_eq!(triples, 10, "three of five digits");
/// # Ok::<(), arcdoku::csp::BuildError>(())
/// ```
pub struct Builder<T: Trace> {
    level: Level,
    initial: Vec<DigitSet>,
    kinds: Vec<Option<Auxiliary>>,
    domains: Domains,
    words: Words,
    constraints: Vec<Constraint>,
    /// The houses that take every digit.
    pub(super) full: Vec<FullHouse>,
    propagators: Vec<Posted<T>>,
}

impl<T: Trace> fmt::Debug for Builder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, initial, constraints, .. } = self;
        let mut shown = f.debug_struct("Builder");
        shown.field("level", level).field("initial", initial).field("constraints", constraints);
        shown.finish_non_exhaustive()
    }
}

impl<T: Trace> Builder<T> {
    /// Returns a builder without variables. The level determines whether a domain of one value decides its variable,
    /// and whether an empty domain fails immediately.
    pub fn new(level: Level) -> Self {
        Self {
            level,
            initial: Vec::new(),
            kinds: Vec::new(),
            domains: Domains::default(),
            words: Words::default(),
            constraints: Vec::new(),
            full: Vec::new(),
            propagators: Vec::new(),
        }
    }

    /// Adds a variable of the solution. Variables are numbered in the order in which they are added; in the model of
    /// a puzzle, the cells come first.
    pub fn variable(&mut self, domain: DigitSet) -> Var {
        self.push(domain, None)
    }

    /// Removes all other digits from a variable.
    pub(in crate::csp) fn fix(&mut self, var: Var, digit: Digit) {
        self.initial[var.index()] = DigitSet::single(digit);
    }

    /// Adds an auxiliary variable of up to 64 values. Larger ranges need several variables.
    pub fn auxiliary(&mut self, domain: DigitSet, kind: Auxiliary) -> Var {
        self.push(domain, Some(kind))
    }

    fn push(&mut self, domain: DigitSet, kind: Option<Auxiliary>) -> Var {
        self.initial.push(domain);
        self.kinds.push(kind);
        Var::new(self.initial.len() - 1)
    }

    /// Adds a trailed word for a propagator.
    pub fn word(&mut self, initial: u64) -> Word {
        self.words.add(initial)
    }

    /// Adds a reader of the changes of all domains, for a propagator with state that is not undone.
    pub fn reader(&mut self) -> Reader {
        Reader::restoring(&mut self.domains)
    }

    /// Adds a reader whose position is restored like a trailed word, for a propagator with state in trailed words.
    pub fn trailed_reader(&mut self) -> Reader {
        Reader::trailed(&mut self.words)
    }

    /// Adds a constraint whose propagators are posted with [`add_shared`](Self::add_shared), and returns its number.
    pub fn constrain(&mut self, constraint: Constraint) -> usize {
        self.constraints.push(constraint);
        self.constraints.len() - 1
    }

    /// Marks a digit with which ranked lists begin, in the full houses whose variables all begin a list.
    pub(super) fn mark_ranked(&mut self, starts: &[Var], digit: Digit) {
        for house in &mut self.full {
            if self.constraints[house.number].vars().iter().all(|var| starts.contains(var)) {
                house.ranked.insert(digit);
            }
        }
    }

    /// The constraint with this number.
    pub(super) fn constraint(&self, number: usize) -> &Constraint {
        &self.constraints[number]
    }

    /// Adds a constraint and the propagator that enforces it; returns the number of the constraint.
    pub fn add(&mut self, constraint: Constraint, propagator: impl Propagator<T> + 'static) -> usize {
        let number = self.constrain(constraint);
        self.post(Some(number), Box::new(propagator));
        number
    }

    /// Adds a propagator for several constraints, or for none. It sets the active constraint with
    /// [`Context::within`].
    pub fn add_shared(&mut self, propagator: impl Propagator<T> + 'static) {
        self.post(None, Box::new(propagator));
    }

    /// Adds a propagator. `constraint` is the number of its constraint, if it has exactly one.
    pub(super) fn post(&mut self, constraint: Option<usize>, propagator: Box<dyn Propagator<T>>) {
        self.propagators.push(Posted { propagator, constraint });
    }

    /// Returns the model, with its initial domains loaded.
    ///
    /// # Errors
    /// If a constraint or a propagator has a variable that was not added to this builder.
    pub fn build(self) -> Result<Model<T>, BuildError> {
        let constrained = self.constraints.iter().flat_map(Constraint::vars);
        let watched = self.propagators.iter().flat_map(|posted| posted.propagator.scope());
        match constrained.chain(watched).find(|var| var.index() >= self.initial.len()) {
            Some(&var) => Err(BuildError { var }),
            None => Ok(self.finish()),
        }
    }

    /// The same as [`build`](Self::build), for a caller that is known to have added every variable.
    pub(super) fn finish(mut self) -> Model<T> {
        self.arrange();
        let numbered = (0..).zip(&self.constraints);
        let pairs = numbered.flat_map(|(number, constraint): (u32, &Constraint)| {
            constraint.vars().iter().map(move |var| (var.index(), number))
        });
        let constraints_of = Lists::grouped(self.initial.len(), pairs);
        let bits = |kind| bit_row(self.kinds.iter().map(|&other| other == kind));
        let searched = bits(Some(Auxiliary::Searched));
        // A domain may have one value from the start, for example in a grid of one cell.
        let eager = self.level.is_eager();
        let undecided = bit_row(self.initial.iter().map(|set| !(eager && set.is_single())));
        let any_auxiliary = self.kinds.iter().any(Option::is_some);
        let mut model = Model {
            level: self.level,
            source: None,
            space: Space {
                eager,
                lenient: self.level == Level::Filter,
                alone: self.propagators.len() == 1,
                agenda: agenda(&self.propagators, self.initial.len()),
                kinds: Kinds { shown: bits(None), searched, any_auxiliary },
                neighbors: neighbors(self.initial.len(), &self.constraints),
                constraints_of,
                constraints: self.constraints,
                full: self.full,
                initial: self.initial,
                undecided,
                domains: self.domains,
                words: self.words,
                ..Space::default()
            },
            propagators: self.propagators,
        };
        model.start();
        model
    }

    /// Orders the propagators, cheapest first. The propagators of each cost begin at a new word of the agenda; padding
    /// fills up the previous word.
    fn arrange(&mut self) {
        self.propagators.sort_by_key(|posted| posted.propagator.cost());
        let mut arranged: Vec<Posted<T>> = Vec::with_capacity(self.propagators.len());
        for posted in self.propagators.drain(..) {
            let cost = posted.propagator.cost();
            if arranged.last().is_some_and(|last| last.propagator.cost() != cost) {
                while !arranged.len().is_multiple_of(64) {
                    arranged.push(Posted { propagator: Box::new(Padding), constraint: None });
                }
            }
            arranged.push(posted);
        }
        self.propagators = arranged;
    }
}

/// A propagator that never runs. It fills a word of the agenda.
struct Padding;

impl<T: Trace> Propagator<T> for Padding {
    fn scope(&self) -> &[Var] {
        &[]
    }

    fn propagate(&mut self, _cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        Ok(Status::Entailed)
    }
}

/// Returns the agenda of propagators that are ordered by cost. The propagators of a cost have separate words.
fn agenda<T: Trace>(propagators: &[Posted<T>], variables: usize) -> Agenda {
    let mut classes: Vec<Class> = Vec::new();
    let mut cost = None;
    for (word, chunk) in (0..).zip(propagators.chunks(64)) {
        // The first propagator of a word is never padding, so its cost is the cost of the word.
        let of_word = chunk.first().map(|posted| posted.propagator.cost());
        match classes.last_mut() {
            Some(class) if of_word == cost => class.end = word + 1,
            _ => classes.push(Class { start: word, end: word + 1, next: word * 64 }),
        }
        cost = of_word;
    }
    let mut wakes: Vec<Vec<WakeWord>> = vec![Vec::new(); variables];
    for (index, posted) in propagators.iter().enumerate() {
        let (word, bit) = ((index / 64) as u32, 1 << (index % 64));
        let is_for_changes = posted.propagator.wake() == Wake::Changed;
        for var in posted.propagator.scope() {
            let list = &mut wakes[var.index()];
            if list.last().is_none_or(|wake| wake.word != word) {
                list.push(WakeWord { word, changed: 0, decided: 0 });
            }
            if let Some(wake) = list.last_mut() {
                let bits = if is_for_changes { &mut wake.changed } else { &mut wake.decided };
                *bits |= bit;
            }
        }
    }
    let all = bit_row(propagators.iter().map(|posted| !posted.propagator.scope().is_empty()));
    Agenda::new(all, classes, Lists::new(&wakes))
}

/// Packs flags into bits, 64 per word.
fn bit_row(flags: impl ExactSizeIterator<Item = bool>) -> Vec<u64> {
    let mut words = vec![0; flags.len().div_ceil(64)];
    for (i, flag) in flags.enumerate() {
        words[i / 64] |= u64::from(flag) << (i % 64);
    }
    words
}

/// Returns a row of bits for each variable: the other variables that share a constraint with it.
fn neighbors(variables: usize, constraints: &[Constraint]) -> Vec<u64> {
    let words = variables.div_ceil(64);
    let mut rows = vec![0; variables * words];
    let mut all = vec![0; words];
    for constraint in constraints {
        all.fill(0);
        for var in constraint.vars() {
            all[var.index() / 64] |= 1 << (var.index() % 64);
        }
        for var in constraint.vars() {
            let row = &mut rows[var.index() * words..(var.index() + 1) * words];
            row.iter_mut().zip(&all).for_each(|(word, bits)| *word |= bits);
        }
    }
    for var in 0..variables {
        rows[var * words + var / 64] &= !(1_u64 << (var % 64));
    }
    rows
}

/// The error for a constraint or a propagator with a variable that its [`Builder`] does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    var: Var,
}

impl BuildError {
    /// The unknown variable.
    pub fn var(&self) -> Var {
        self.var
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "variable {} was not added to this model", self.var.index())
    }
}

impl std::error::Error for BuildError {}
