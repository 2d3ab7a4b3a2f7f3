//! From a puzzle to a model: which propagators enforce its rules at an inference level.

use crate::csp::domain::Var;
use crate::csp::level::Level;
use crate::csp::propagate::Model;
use crate::csp::propagator::{Propagator, Wake};
use crate::csp::propagators::{Ac3, AllDifferent, AllDifferentGac, Restrict, Singles};
use crate::csp::space::{Agenda, Class, Lists, Log, Space, WakeWord};
use crate::csp::trace::{Scope, Trace};
use crate::grid::{DigitSet, Shape};
use crate::puzzle::{House, Puzzle, Rule};

impl<T: Trace> Model<T> {
    /// Builds the propagators for the rules of `puzzle` at `level`. Its clues are not in it yet:
    /// [`load`](Self::load) them.
    pub fn compile(puzzle: &Puzzle, level: Level) -> Self {
        let shape = puzzle.shape();
        let variables = shape.cells();
        let scopes: Vec<Scope> = distinct_houses(puzzle)
            .into_iter()
            .map(|house| Scope { vars: house.cells.iter().copied().map(Var::from).collect(), house })
            .collect();
        let neighbors = neighbors(variables, &scopes);
        let mut propagators = all_different(shape, &scopes, &neighbors, level);
        for rule in puzzle.rules() {
            match rule {
                Rule::Candidates(sets) => propagators.push((None, Box::new(Restrict::new(sets)))),
                // Rules made of houses: `all_different` has posted them, all together.
                Rule::Rows
                | Rule::Columns
                | Rule::Boxes
                | Rule::Regions(_)
                | Rule::Diagonals
                | Rule::Windoku
                | Rule::DisjointGroups
                | Rule::AllDifferent(_) => {}
            }
        }
        let mut scopes_of = vec![Vec::new(); variables];
        for (i, scope) in scopes.iter().enumerate() {
            for var in &scope.vars {
                scopes_of[var.index()].push(i as u32);
            }
        }
        let mut model = Self {
            shape: puzzle.shape(),
            rules: puzzle.rules().to_vec(),
            level,
            space: Space {
                eager: level.is_eager(),
                lenient: level == Level::Filter,
                log: Log { kept: matches!(level, Level::Ac3 | Level::Singles), ..Log::default() },
                neighbors: bit_rows(&neighbors),
                scopes_of: Lists::new(&scopes_of),
                scopes,
                ..Space::default()
            },
            propagators: Vec::new(),
            scope_of: Vec::new(),
        };
        model.post(propagators);
        model
    }

    /// Whether the model was compiled for the shape and the rules of `puzzle`, so that
    /// [`load`](Self::load) can serve it.
    pub fn fits(&self, puzzle: &Puzzle) -> bool {
        self.shape == puzzle.shape() && self.rules == puzzle.rules()
    }

    /// Starts anew with the clues of `puzzle`: all counters at zero, every propagator on the
    /// agenda.
    ///
    /// # Panics
    /// If the model does not [fit](Self::fits) the puzzle.
    pub fn load(&mut self, puzzle: &Puzzle) {
        assert!(self.fits(puzzle), "a model serves puzzles of its own shape and rules");
        self.reset(DigitSet::all(self.shape.digits()));
        let domains = &mut self.space.domains;
        for (i, given) in puzzle.givens().iter().enumerate() {
            if let Some(digit) = given {
                domains.sets[i] = DigitSet::single(*digit);
                domains.mark_decided(Var::new(i));
            } else if self.shape.digits() == 1 && self.space.eager {
                // The one grid in which an empty cell has one digit from the start.
                domains.mark_decided(Var::new(i));
            }
        }
        self.log_all();
    }

    /// Starts anew from domains that were reached elsewhere; a domain of one digit is decided.
    ///
    /// # Panics
    /// If there is not one domain a variable.
    pub fn load_domains(&mut self, domains: &[DigitSet]) {
        self.reset(DigitSet::EMPTY);
        self.space.domains.sets.copy_from_slice(domains);
        for (i, set) in domains.iter().enumerate() {
            if set.is_single() {
                self.space.domains.mark_decided(Var::new(i));
            }
        }
        self.log_all();
    }

    /// Logs the domains that are not full as changes of full ones.
    fn log_all(&mut self) {
        let Space { log, domains, .. } = &mut self.space;
        if log.kept {
            let all = DigitSet::all(self.shape.digits());
            let sets = domains.sets.iter().enumerate().filter(|&(_, &set)| set != all);
            log.removed.extend(sets.map(|(i, &set)| (Var::new(i), all.minus(set))));
        }
    }

    /// Empties the trail, sets every domain to `all` and the counters to zero, and puts every
    /// propagator on the agenda.
    fn reset(&mut self, all: DigitSet) {
        let space = &mut self.space;
        space.domains.reset(self.shape.cells(), all);
        space.entailed.clear();
        space.log.removed.clear();
        space.log.restored.clear();
        (space.runs, space.eliminations, space.revisions, space.failed_scope) = (0, 0, 0, None);
        space.agenda.resting.fill(0);
        space.agenda.pending.fill(0);
        for class in &mut space.agenda.classes {
            class.next = class.start * 64;
        }
        for (index, propagator) in self.propagators.iter_mut().enumerate() {
            propagator.reset();
            if !propagator.scope().is_empty() {
                space.agenda.pending[index / 64] |= 1 << (index % 64);
            }
        }
    }

    /// Numbers the propagators, cheapest first (each cost begins a new word of the agenda), and
    /// wires what wakes them.
    fn post(&mut self, mut entries: Vec<Entry<T>>) {
        entries.sort_by_key(|(_, propagator)| propagator.cost());
        let mut classes: Vec<Class> = Vec::new();
        let mut cost = None;
        for (scope, propagator) in entries {
            if cost != Some(propagator.cost()) {
                cost = Some(propagator.cost());
                // The rest of the last word stays empty, so that no word mixes two costs.
                while !self.propagators.len().is_multiple_of(64) {
                    self.propagators.push(Box::new(AllDifferent::check(Box::default())));
                    self.scope_of.push(None);
                }
                let start = (self.propagators.len() / 64) as u32;
                classes.push(Class { start, end: start, next: start * 64 });
            }
            self.propagators.push(propagator);
            self.scope_of.push(scope);
            if let Some(class) = classes.last_mut() {
                class.end = self.propagators.len().div_ceil(64) as u32;
            }
        }
        let words = self.propagators.len().div_ceil(64);
        let mut wakes: Vec<Vec<WakeWord>> = vec![Vec::new(); self.shape.cells()];
        for (index, propagator) in self.propagators.iter().enumerate() {
            let (word, bit) = ((index / 64) as u32, 1 << (index % 64));
            for var in propagator.scope() {
                let list = &mut wakes[var.index()];
                if list.last().is_none_or(|wake| wake.word != word) {
                    list.push(WakeWord { word, changed: 0, decided: 0 });
                }
                if let Some(wake) = list.last_mut() {
                    match propagator.wake() {
                        Wake::Changed => wake.changed |= bit,
                        Wake::Decided => wake.decided |= bit,
                    }
                }
            }
        }
        let wakes = Lists::new(&wakes);
        self.space.alone = self.propagators.len() == 1;
        self.space.agenda = Agenda { pending: vec![0; words], resting: vec![0; words], classes, wakes };
    }
}

/// A propagator with the number of its scope, if it has just one.
type Entry<T> = (Option<usize>, Box<dyn Propagator<T>>);

/// The propagators that enforce all houses at `level`.
fn all_different<T: Trace>(
    shape: Shape,
    scopes: &[Scope],
    neighbors: &[Vec<Var>],
    level: Level,
) -> Vec<Entry<T>> {
    let one_a_house = |make: fn(Box<[Var]>) -> Box<dyn Propagator<T>>| {
        scopes.iter().enumerate().map(|(i, scope)| (Some(i), make(scope.vars.clone()))).collect()
    };
    match level {
        Level::Check => one_a_house(|vars| Box::new(AllDifferent::check(vars))),
        Level::Filter | Level::Forward | Level::Naked => {
            one_a_house(|vars| Box::new(AllDifferent::eliminate(vars)))
        }
        Level::Ac3 => vec![(None, Box::new(Ac3::new(neighbors.iter().map(Vec::as_slice))))],
        Level::Singles => {
            let houses = scopes.iter().map(|scope| &*scope.vars);
            vec![(None, Box::new(Singles::new(shape.cells(), shape.digits(), houses)))]
        }
        Level::Gac => one_a_house(|vars| Box::new(AllDifferentGac::new(vars))),
    }
}

/// The houses of a puzzle, each set of cells once: a Latin square cut into 1 x N boxes would
/// otherwise enforce its rows twice.
fn distinct_houses(puzzle: &Puzzle) -> Vec<House> {
    let mut houses: Vec<House> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for house in puzzle.houses() {
        let mut cells = house.cells.to_vec();
        cells.sort_unstable();
        if seen.insert(cells) {
            houses.push(house);
        }
    }
    houses
}

/// For each variable the others that share a scope with it, ascending.
fn neighbors(variables: usize, scopes: &[Scope]) -> Vec<Vec<Var>> {
    let mut of: Vec<Vec<Var>> = vec![Vec::new(); variables];
    for scope in scopes {
        for &var in &scope.vars {
            of[var.index()].extend(scope.vars.iter().copied().filter(|&other| other != var));
        }
    }
    for list in &mut of {
        list.sort_unstable();
        list.dedup();
    }
    of
}

/// Lists of variables as rows of bits.
fn bit_rows(lists: &[Vec<Var>]) -> Vec<u64> {
    let words = lists.len().div_ceil(64);
    let mut rows = vec![0; lists.len() * words];
    for (i, list) in lists.iter().enumerate() {
        for var in list {
            rows[i * words + var.index() / 64] |= 1 << (var.index() % 64);
        }
    }
    rows
}
