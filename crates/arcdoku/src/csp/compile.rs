//! Compiles a puzzle to a model: the propagators that enforce its rules at an inference level.

use std::collections::BTreeSet;

use crate::csp::builder::Builder;
use crate::csp::constraint::Constraint;
use crate::csp::domain::Var;
use crate::csp::level::Level;
use crate::csp::post::{Poster, all_different};
use crate::csp::propagate::Model;
use crate::csp::propagators::{Ac3, Restrict, RuleCheck, Singles};
use crate::csp::space::FullHouse;
use crate::csp::trace::Trace;
use crate::grid::{Cell, Digit, DigitSet, Shape};
use crate::puzzle::relation::Relation;
use crate::puzzle::{self, Puzzle, Rule};

/// In grids of up to this many digits, locked candidates are not searched for, because searches of small grids have few
/// nodes anyway.
const LOCKED_ABOVE: usize = 6;

impl<T: Trace> Model<T> {
    /// Returns a model with the rules of `puzzle` at `level`, without its clues:
    /// [`load`](Self::load) adds them.
    pub fn compile(puzzle: &Puzzle, level: Level) -> Self {
        let mut model = Builder::of(puzzle, level).finish();
        model.source = Some((puzzle.shape(), puzzle.rules().to_vec()));
        model
    }
}

impl<T: Trace> Builder<T> {
    /// Returns a builder with the cells and the rules of `puzzle`, without its clues. Use it to add constraints that
    /// are not rules of puzzles. The cells are the first variables. [`Model::load_domains`] adds the clues to the
    /// built model. [`Model::load`] would compile the puzzle again, without the added constraints.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use arcdoku::csp::propagators::Checked;
    /// use arcdoku::csp::{Builder, Constraint, Level, Space, Var};
    /// use arcdoku::search::search_model;
    /// use arcdoku::{Limits, Puzzle, Strategy};
    ///
    /// let puzzle: Puzzle = "................".parse()?;
    /// let mut builder = Builder::of(&puzzle, Level::Singles);
    /// let corners = [0, 15].map(Var::new);
    /// let equal = Checked::new(corners.into(), |digits| match digits {
    ///     [Some(one), Some(other)] => one == other,
    ///     _ => true,
    /// });
    /// builder.add(Constraint::new("equal corners", corners), equal);
    /// let mut model = builder.build().unwrap();
    /// let mut grids = 0;
    /// let mut sink = |_: &Space| {
    ///     grids += 1;
    ///     ControlFlow::Continue(())
    /// };
    /// search_model(&mut model, &Strategy::default(), &Limits::NONE, &mut (), &mut sink);
    /// assert_eq!(grids, 72, "a quarter of all");
    /// # Ok::<(), arcdoku::ParseError>(())
    /// ```
    pub fn of(puzzle: &Puzzle, level: Level) -> Self {
        Self::compose(puzzle, level, true).0
    }

    /// The same as [`of`](Self::of) at the level `singles`, except that houses are constraints without propagators.
    /// They come first; also returns their number.
    pub(super) fn of_relations(puzzle: &Puzzle) -> (Self, usize) {
        Self::compose(puzzle, Level::Singles, false)
    }

    fn compose(puzzle: &Puzzle, level: Level, enforces_houses: bool) -> (Self, usize) {
        let shape = puzzle.shape();
        let mut builder = Self::new(level);
        for _ in 0..shape.cells() {
            builder.variable(DigitSet::all(shape.digits()));
        }
        let constraints = puzzle.constraints();
        let void = puzzle.rules().iter().filter_map(|rule| match rule {
            Rule::Void(cells) => Some(cells.iter().filter_map(|&cell| shape.cell_named(cell))),
            _ => None,
        });
        // The propagators of houses expect that all digits are possible at the start.
        let is_tied = |cell: &Cell| constraints.iter().any(|(_, tie)| tie.cells().contains(cell));
        let (tied, free): (Vec<Cell>, Vec<Cell>) = void.flatten().partition(is_tied);
        let first = Digit::from_index(0);
        free.into_iter().for_each(|cell| builder.fix(cell.into(), first));
        let (houses, others): (Vec<_>, Vec<_>) =
            constraints.into_iter().partition(|(_, constraint)| constraint.is_all_different());
        let houses = distinct(houses);
        let different: Vec<Box<[Var]>> = houses.iter().map(|house| house.vars().into()).collect();
        // Without other relations, choosing places saves up to a sixth of the nodes, but takes more time.
        let full = different.iter().enumerate();
        let full = full.filter(|(_, vars)| !others.is_empty() && vars.len() == shape.digits());
        builder.full.extend(full.map(|(number, _)| FullHouse { number, ranked: DigitSet::EMPTY }));
        if enforces_houses {
            let relates = !others.is_empty() && shape.digits() > LOCKED_ABOVE;
            post_houses(&mut builder, shape, houses, level, relates);
        } else {
            for house in houses {
                builder.constrain(house);
            }
        }
        if !tied.is_empty() {
            let vars = tied.into_iter().map(Var::from).collect();
            builder.add_shared(Restrict::to(vars, DigitSet::single(first)));
        }
        for rule in puzzle.rules() {
            if let Rule::Candidates(sets) = rule {
                builder.add_shared(Restrict::new(sets));
            }
        }
        post_others(&mut builder, puzzle, &different, others, level);
        (builder, different.len())
    }
}

/// Posts the constraints that are not all-different. `different` are the all-different sets of variables.
fn post_others<T: Trace>(
    builder: &mut Builder<T>,
    puzzle: &Puzzle,
    different: &[Box<[Var]>],
    others: Vec<(usize, puzzle::Constraint)>,
    level: Level,
) {
    if others.is_empty() {
        return;
    }
    let digits = puzzle.shape().digits();
    // At these levels, an empty domain is not a failure yet, which not every propagator supports.
    if matches!(level, Level::Check | Level::Filter) {
        for (index, constraint) in others {
            let named = Constraint::of_rule(index, &constraint);
            let vars: Box<[Var]> = named.vars().into();
            builder.add(named, RuleCheck::new(constraint.relation().clone(), digits, vars));
        }
        return;
    }
    let numbered: Vec<(usize, puzzle::Constraint, Box<[Var]>)> = others
        .into_iter()
        .map(|(index, constraint)| {
            let named = Constraint::of_rule(index, &constraint);
            let vars = named.vars().into();
            (builder.constrain(named), constraint, vars)
        })
        .collect();
    post_numbered(builder, puzzle, different, &numbered, level);
}

/// Posts constraints by their numbers and variables.
fn post_numbered<T: Trace>(
    builder: &mut Builder<T>,
    puzzle: &Puzzle,
    different: &[Box<[Var]>],
    numbered: &[(usize, puzzle::Constraint, Box<[Var]>)],
    level: Level,
) {
    let digits = puzzle.shape().digits();
    let mut domains = vec![DigitSet::all(digits); puzzle.shape().cells()];
    for rule in puzzle.rules() {
        if let Rule::Candidates(sets) = rule {
            domains.iter_mut().zip(sets.iter()).for_each(|(domain, set)| *domain &= *set);
        }
    }
    let mut poster = Poster::new(builder, level, digits, domains);
    different.iter().for_each(|vars| poster.note(&Relation::AllDifferent, vars));
    numbered.iter().for_each(|(_, constraint, vars)| poster.note(constraint.relation(), vars));
    numbered.iter().for_each(|(number, constraint, vars)| poster.post(*number, constraint.relation(), vars));
    if level >= Level::Singles {
        let relations: Vec<(usize, &Relation, &[Var])> = numbered
            .iter()
            .map(|(number, constraint, vars)| (*number, constraint.relation(), &**vars))
            .collect();
        poster.imply(different, &relations);
    }
    poster.finish();
}

/// Posts all houses, and the propagators that enforce them at `level`. If there are other relations, locked
/// candidates of overlapping houses are searched for, too: propagators of relations often leave locked candidates
/// behind, but rarely leave hidden singles.
fn post_houses<T: Trace>(
    builder: &mut Builder<T>,
    shape: Shape,
    houses: Vec<Constraint>,
    level: Level,
    relates: bool,
) {
    let vars: Vec<Box<[Var]>> = houses.iter().map(|house| house.vars().into()).collect();
    for house in houses {
        builder.constrain(house);
    }
    match level {
        Level::Ac3 => {
            let neighbors = neighbors(shape, &vars);
            let reader = builder.trailed_reader();
            builder.add_shared(Ac3::new(reader, neighbors.iter().map(Vec::as_slice)));
        }
        Level::Singles => {
            let reader = builder.reader();
            let houses = vars.iter().map(|vars| &**vars).enumerate();
            let singles = Singles::new(reader, shape.cells(), shape.digits(), houses);
            builder.add_shared(if relates { singles.with_locked() } else { singles });
        }
        Level::Check | Level::Filter | Level::Forward | Level::Naked | Level::Gac => {
            for (number, vars) in vars.into_iter().enumerate() {
                builder.post(Some(number), all_different(vars, level));
            }
        }
    }
}

/// Returns all-different constraints, each set of cells once. Otherwise, the rows of a Latin square with boxes of 1 x N
/// cells would be enforced twice.
fn distinct(constraints: Vec<(usize, puzzle::Constraint)>) -> Vec<Constraint> {
    // Most sets differ in their first cells, so comparing is cheaper than hashing.
    let mut seen = BTreeSet::new();
    let new = constraints.into_iter().filter(|(_, constraint)| {
        let mut cells = constraint.cells().to_vec();
        cells.sort_unstable();
        seen.insert(cells)
    });
    new.map(|(rule, constraint)| Constraint::of_rule(rule, &constraint)).collect()
}

/// Returns, for each cell, the other cells that share a house with it, in ascending order.
fn neighbors(shape: Shape, houses: &[Box<[Var]>]) -> Vec<Vec<Var>> {
    let mut of: Vec<Vec<Var>> = vec![Vec::new(); shape.cells()];
    for vars in houses {
        for &var in vars {
            of[var.index()].extend(vars.iter().copied().filter(|&other| other != var));
        }
    }
    for list in &mut of {
        list.sort_unstable();
        list.dedup();
    }
    of
}
