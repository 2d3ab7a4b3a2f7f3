//! The propagator harness compares the guarantees of every rule at every inference level with the meaning of the
//! rule.
//!
//! A rule needs only one call, [`check`]. The puzzle must be small enough to compute all of its solutions. The
//! function creates random states and assignments, runs every level on them, and asserts
//!
//! - *soundness*: no solution of a state is lost, and no state with a solution fails;
//! - *failure*: every wrong full assignment fails, and every correct one passes;
//! - *fixpoint*: a result does not change if it is propagated again in a new or reloaded model;
//! - *strength*: the result is the result that [`ExpectedStrength`] derives from the definition of the level, from the
//!   [`Strength`] that propagators declare, and from [`Rule::holds`]. It is not weaker and, if domain consistency is
//!   declared, not stronger;
//! - *order*: a stronger level leaves no more digits, and fails if a weaker one does;
//! - *undoing and entailment*: see [`walk`].
//!
//! All assertions use the public interface of a [`Model`]. The private state of a propagator is tested only through
//! its effects.

use fastrand::Rng;

use crate::choice::Choice as _;
use crate::csp::{Level, Mark, Model, Strength, Var};
use crate::grid::{Cell, Digit, DigitSet, Shape};
use crate::puzzle::{Puzzle, Rule, Solution};
use crate::testing::{reasons, reference, runs_all_cases};

/// The domains of all variables, and whether each variable is decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelState {
    /// One domain per variable.
    pub domains: Vec<DigitSet>,
    /// One flag per variable.
    pub decided: Vec<bool>,
}

impl ModelState {
    /// The state of a model.
    pub fn of(model: &Model<()>) -> Self {
        let space = model.space();
        let decided = (0..space.domains().len()).map(|i| space.is_decided(Var::new(i))).collect();
        Self { domains: space.domains().to_vec(), decided }
    }

    /// The state in which exactly the domains of one digit are decided.
    pub fn eager(domains: Vec<DigitSet>) -> Self {
        let decided = domains.iter().map(|set| set.is_single()).collect();
        Self { domains, decided }
    }

    /// Whether `solution` is one of the assignments of the state.
    pub fn admits(&self, solution: &Solution) -> bool {
        self.domains.iter().zip(solution.digits()).all(|(set, &digit)| set.contains(digit))
    }

    fn is_within(&self, other: &Self) -> bool {
        self.domains.iter().zip(&other.domains).all(|(set, other)| set.is_subset(*other))
    }

    fn has_empty(&self) -> bool {
        self.domains.iter().any(|set| set.is_empty())
    }
}

/// The result of a level for a state, in a newly compiled model; `None` if it fails.
///
/// # Panics
/// If the state does not fit the puzzle.
pub fn fresh(puzzle: &Puzzle, level: Level, state: &ModelState) -> Option<ModelState> {
    let shape = puzzle.shape();
    let mut frozen =
        puzzle.clone().with_rule(Rule::candidates(shape, &state.domains).expect("domains of the shape"));
    for (i, set) in state.domains.iter().enumerate() {
        frozen.set(Cell::new(i), set.first().filter(|_| state.decided[i]));
    }
    let mut model = Model::compile(&frozen, level);
    model.load(&frozen);
    model.propagate(&mut ()).ok()?;
    Some(ModelState::of(&model))
}

/// The same result in `model`, which was compiled from the puzzle.
fn reloaded(model: &mut Model<()>, puzzle: &Puzzle, state: &ModelState) -> Option<ModelState> {
    if model.level().is_eager() {
        model.load_domains(&state.domains);
    } else {
        // Loading would decide domains of one digit.
        let mut clued = puzzle.clone();
        for (i, set) in state.domains.iter().enumerate() {
            clued.set(Cell::new(i), set.first().filter(|_| state.decided[i]));
        }
        model.load(&clued);
        for (i, &set) in state.domains.iter().enumerate() {
            for digit in model.space().domain(Var::new(i)).minus(set) {
                model.forbid(Var::new(i), digit, &mut ()).ok()?;
            }
        }
    }
    model.propagate(&mut ()).ok()?;
    Some(ModelState::of(model))
}

/// The result that a model guarantees for a state, computed naively from the definitions: all constraints are applied
/// until nothing changes.
#[derive(Clone, Debug)]
pub struct ExpectedStrength {
    level: Level,
    shape: Shape,
    /// The cells of all-different constraints.
    houses: Vec<Vec<usize>>,
    others: Vec<CheckedRule>,
    /// Whether the model has implied constraints, so it may remove more.
    is_implied: bool,
}

/// A constraint that is not only all-different.
#[derive(Clone, Debug)]
struct CheckedRule {
    constraint: crate::puzzle::Constraint,
    vars: Vec<usize>,
    strength: Strength,
}

impl ExpectedStrength {
    /// The guarantees of the model of a puzzle at a level.
    pub fn of(puzzle: &Puzzle, level: Level) -> Self {
        let indices = |cells: &[Cell]| cells.iter().map(|cell| cell.index()).collect();
        let houses = puzzle.all_different().map(|set| indices(set.cells())).collect();
        let (model, shape) = (Model::<()>::compile(puzzle, level), puzzle.shape());
        let mut others = Vec::new();
        let is_implied = model.constraints().iter().any(|constraint| constraint.rule().is_none());
        for (number, constraint) in model.constraints().iter().enumerate() {
            let vars: Vec<usize> = constraint.vars().iter().map(|var| var.index()).collect();
            let cells = |part: &crate::puzzle::Constraint| indices(part.cells()) == vars;
            let Some(rule) = constraint.rule().map(|index| &puzzle.rules()[index]) else { continue };
            let parts = rule.constraints(shape).into_iter().filter(|part| !part.is_all_different());
            for part in parts.filter(|part| cells(part) && constraint.to_string() == part.to_string()) {
                let strength = model.strength(number);
                others.push(CheckedRule { constraint: part, vars: vars.clone(), strength });
            }
        }
        Self { level, shape, houses, others, is_implied }
    }

    /// Whether the result is known exactly: every constraint declares to be checked (at `check` and `filter`) or
    /// domain consistent (at the other levels), and there are no implied constraints.
    pub fn is_exact(&self) -> bool {
        let lazy = matches!(self.level, Level::Check | Level::Filter);
        let claimed = if lazy { Strength::Check } else { Strength::Domain };
        !self.is_implied && self.others.iter().all(|other| other.strength == claimed)
    }

    /// The weakest state that satisfies the guarantees; `None` if propagation must fail.
    pub fn keep(&self, state: &ModelState) -> Option<ModelState> {
        let level = self.level;
        let mut now = state.clone();
        loop {
            let before = now.clone();
            for vars in &self.houses {
                for &i in vars.iter().filter(|&&i| self.is_decided(&before, i)) {
                    for &j in vars.iter().filter(|&&j| j != i) {
                        let clash = now.domains[j] & before.domains[i];
                        if self.is_decided(&before, j) && !clash.is_empty() {
                            return None;
                        }
                        if level != Level::Check {
                            now.domains[j] = now.domains[j].minus(clash);
                        }
                    }
                }
                match level {
                    Level::Singles => hidden_singles(vars, &mut now)?,
                    Level::Gac => supported(vars, &mut now),
                    _ => {}
                }
            }
            for other in &self.others {
                if !other.constraint.holds(self.shape.digits(), &self.grid(&before, &other.vars)) {
                    return None;
                }
                if other.strength == Strength::Domain {
                    other.keep_supported(self.shape, &mut now)?;
                }
            }
            if level != Level::Filter && now.has_empty() {
                return None;
            }
            if level.is_eager() {
                now = ModelState::eager(now.domains);
            }
            if now == before {
                return Some(now);
            }
        }
    }

    fn is_decided(&self, state: &ModelState, i: usize) -> bool {
        if self.level.is_eager() { state.domains[i].is_single() } else { state.decided[i] }
    }

    /// A grid with the decided cells of `vars`; all other cells are empty.
    fn grid(&self, state: &ModelState, vars: &[usize]) -> Vec<Option<Digit>> {
        let mut grid = vec![None; self.shape.cells()];
        for &i in vars.iter().filter(|&&i| self.is_decided(state, i)) {
            grid[i] = state.domains[i].first();
        }
        grid
    }
}

impl CheckedRule {
    /// Keeps the digits that are part of some assignment of the constraint, found by trying all assignments; `None`
    /// if there is none.
    fn keep_supported(&self, shape: Shape, state: &mut ModelState) -> Option<()> {
        let mut grid = vec![None; shape.cells()];
        let mut support = vec![DigitSet::EMPTY; self.vars.len()];
        self.assign(0, shape, state, &mut grid, &mut support);
        for (&i, &support) in self.vars.iter().zip(&support) {
            state.domains[i] = support;
        }
        support.iter().all(|set| !set.is_empty()).then_some(())
    }

    fn assign(
        &self,
        at: usize,
        shape: Shape,
        state: &ModelState,
        grid: &mut [Option<Digit>],
        support: &mut [DigitSet],
    ) {
        let Some(&i) = self.vars.get(at) else {
            for (&i, support) in self.vars.iter().zip(support) {
                support.insert(grid[i].expect("assigned"));
            }
            return;
        };
        for digit in state.domains[i] {
            grid[i] = Some(digit);
            if self.constraint.holds(shape.digits(), grid) {
                self.assign(at + 1, shape, state, grid, support);
            }
        }
        grid[i] = None;
    }
}

/// Applies the pigeonhole check and hidden singles in houses that need every digit.
fn hidden_singles(vars: &[usize], state: &mut ModelState) -> Option<()> {
    let union = vars.iter().fold(DigitSet::EMPTY, |union, &i| union | state.domains[i]);
    if union.len() < vars.len() {
        return None;
    }
    for digit in union.iter().filter(|_| union.len() == vars.len()) {
        let places: Vec<usize> = vars.iter().copied().filter(|&i| state.domains[i].contains(digit)).collect();
        match *places {
            [] => return None,
            [only] => state.domains[only] = DigitSet::single(digit),
            _ => {}
        }
    }
    Some(())
}

/// Keeps the digits that are part of some assignment of different digits to the whole house.
fn supported(vars: &[usize], state: &mut ModelState) {
    let domains: Vec<DigitSet> = vars.iter().map(|&i| state.domains[i]).collect();
    for (at, &i) in vars.iter().enumerate() {
        let support = |&digit: &Digit| {
            let mut others: Vec<DigitSet> =
                domains.iter().map(|set| set.minus(DigitSet::single(digit))).collect();
            others.swap_remove(at);
            can_differ(&others)
        };
        state.domains[i] = state.domains[i].iter().filter(support).collect();
    }
}

/// Whether a different digit can be chosen from each set: Hall's condition, by augmenting paths.
pub fn can_differ(sets: &[DigitSet]) -> bool {
    fn augment(x: usize, sets: &[DigitSet], owner: &mut [Option<usize>; 64], tried: &mut DigitSet) -> bool {
        for digit in sets[x] {
            if tried.contains(digit) {
                continue;
            }
            tried.insert(digit);
            if owner[digit.index()].is_none_or(|y| augment(y, sets, owner, tried)) {
                owner[digit.index()] = Some(x);
                return true;
            }
        }
        false
    }
    let mut owner = [None; 64];
    (0..sets.len()).all(|x| augment(x, sets, &mut owner, &mut DigitSet::EMPTY.clone()))
}

/// Makes all assertions for every level on `puzzle`. The [reference solver](crate::testing::reference) must be able
/// to find all of its solutions.
///
/// # Panics
/// If an assertion fails. The message contains the level, the rules and the state.
pub fn check(puzzle: &Puzzle) {
    const MOST: usize = 50_000;
    let mut rng = Rng::with_seed(puzzle.shape().cells() as u64);
    let solutions = reference::solutions(puzzle, MOST);
    assert!(solutions.len() < MOST, "too many solutions for the harness");
    let promises: Vec<_> = Level::all().map(|level| ExpectedStrength::of(puzzle, level)).collect();
    let mut models: Vec<_> = Level::all().map(|level| Model::compile(puzzle, level)).collect();
    for round in 0..240 {
        // Every tightness is also tested with a newly compiled model.
        let compile = runs_all_cases() || round % 31 == 0;
        let state = random_state(puzzle, &solutions, round % 8, &mut rng);
        check_state(puzzle, &promises, &mut models, compile, &solutions, &state);
        let lazy = ModelState { decided: state.decided.iter().map(|d| *d && rng.bool()).collect(), ..state };
        check_state(puzzle, &promises, &mut models, compile, &solutions, &lazy);
    }
    for _ in 0..60 {
        check_assignments(puzzle, &mut models, &solutions, &mut rng);
    }
    reasons::check_puzzle(puzzle, &solutions, &mut rng);
    for level in Level::all() {
        for seed in 0..6 {
            walk(puzzle, solutions.get(rng.usize(..solutions.len().max(1))), level, 60, seed);
        }
    }
}

/// A state between the clues alone and a full assignment. A higher `tightness` gives a state closer to a full
/// assignment.
fn random_state(puzzle: &Puzzle, solutions: &[Solution], tightness: usize, rng: &mut Rng) -> ModelState {
    let leave = [0.95, 0.8, 0.6, 0.45, 0.3, 0.2, 0.1, 0.05][tightness];
    // Most states keep a solution, because otherwise too few consistent states would be tested.
    let keep = solutions.get(rng.usize(..solutions.len().max(1))).filter(|_| rng.u8(..4) != 0);
    let domains = (0..puzzle.shape().cells()).map(Cell::new).map(|cell| {
        let old = puzzle.admissible(cell);
        let kept = keep.map(|solution| solution.at(cell));
        let left: DigitSet = old.iter().filter(|&digit| kept == Some(digit) || rng.f64() < leave).collect();
        if left.is_empty() { old } else { left }
    });
    ModelState::eager(domains.collect())
}

/// Runs every level on one state, in the compiled models of the levels, and in new ones if `compile`.
fn check_state(
    puzzle: &Puzzle,
    promises: &[ExpectedStrength],
    models: &mut [Model<()>],
    compile: bool,
    solutions: &[Solution],
    state: &ModelState,
) {
    let alive: Vec<&Solution> = solutions.iter().filter(|solution| state.admits(solution)).collect();
    let result = |(promise, model): (&ExpectedStrength, &mut Model<()>)| {
        let level = promise.level;
        let found = reloaded(model, puzzle, state);
        if compile {
            let anew = fresh(puzzle, level, state);
            assert_eq!(found, anew, "newly compiled: {} {:?} from {state:?}", level.name(), puzzle.rules());
        }
        let context = || format!("{} {:?}\nfrom {state:?}\nto {found:?}", level.name(), puzzle.rules());
        match &found {
            None => assert!(alive.is_empty(), "a state with a solution fails: {}", context()),
            Some(after) => {
                assert!(
                    alive.iter().all(|solution| after.admits(solution)),
                    "a solution is lost: {}",
                    context()
                );
                assert!(after.is_within(state), "a domain grew: {}", context());
                if !after.has_empty() {
                    let again =
                        if compile { fresh(puzzle, level, after) } else { reloaded(model, puzzle, after) };
                    assert_eq!(again.as_ref(), Some(after), "not a fixpoint: {}", context());
                }
            }
        }
        // An eager model decides domains of one digit during loading.
        let start = if level.is_eager() { ModelState::eager(state.domains.clone()) } else { state.clone() };
        let promised = promise.keep(&start);
        if promise.is_exact() {
            assert_eq!(found, promised, "not what the level guarantees: {}", context());
        } else if let Some(found) = &found {
            let kept = promised.is_some_and(|promised| found.is_within(&promised));
            assert!(kept, "less than the level guarantees: {}", context());
        }
        found
    };
    let results: Vec<Option<ModelState>> = promises.iter().zip(models).map(result).collect();
    for (weak, strong) in results.iter().zip(&results[1..]) {
        match (weak, strong) {
            (_, None) => {}
            (None, Some(_)) => panic!("only the weaker level fails: {:?} {state:?}", puzzle.rules()),
            (Some(weak), Some(strong)) => {
                assert!(
                    strong.is_within(weak),
                    "a stronger level removes less: {:?} {state:?}",
                    puzzle.rules()
                );
            }
        }
    }
    assert_eq!(results[Level::Naked as usize], results[Level::Ac3 as usize], "AC-3 is naked singles");
}

/// Asserts that every level accepts a full assignment if and only if it is correct. The assignments are correct,
/// nearly correct or random.
fn check_assignments(puzzle: &Puzzle, models: &mut [Model<()>], solutions: &[Solution], rng: &mut Rng) {
    let (n, cells) = (puzzle.shape().digits(), puzzle.shape().cells());
    let mut grid: Vec<Digit> = (0..cells).map(|_| Digit::from_index(rng.usize(..n))).collect();
    if let Some(solution) = solutions.get(rng.usize(..solutions.len().max(1)))
        && rng.u8(..4) != 0
    {
        grid.copy_from_slice(solution.digits());
        for _ in 0..rng.usize(..3) {
            grid[rng.usize(..cells)] = Digit::from_index(rng.usize(..n));
        }
    }
    let right = puzzle.is_solved_by(&Solution::new(grid.clone()));
    let state = ModelState::eager(grid.iter().map(|&digit| DigitSet::single(digit)).collect());
    // Candidate restrictions narrow domains before propagation, so they are tested first.
    let admitted = (0..cells).all(|i| puzzle.admissible(Cell::new(i)).contains(grid[i]));
    for model in models {
        let passes = admitted && reloaded(model, puzzle, &state).is_some();
        assert_eq!(passes, right, "{} {:?} {grid:?}", model.level().name(), puzzle.rules());
        if runs_all_cases() {
            let passes = admitted && fresh(puzzle, model.level(), &state).is_some();
            assert_eq!(passes, right, "newly compiled: {} {:?}", model.level().name(), puzzle.rules());
        }
    }
}

/// A random walk of deciding, forbidding, propagating and undoing, in any order. After every propagation, the state
/// must be the one that a new model derives from the state before it. After every undo, it must be exactly the marked
/// state, and still a fixpoint. This finds propagators whose state is wrong after an undo, or that report entailment
/// wrongly. If `guide` is given, the walk follows it so that it does not fail all the time.
///
/// # Panics
/// If an assertion fails.
pub fn walk(puzzle: &Puzzle, guide: Option<&Solution>, level: Level, steps: usize, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let mut model: Model<()> = Model::compile(puzzle, level);
    let mut other: Model<()> = Model::compile(puzzle, level);
    // A model is used for many puzzles, so the second round starts in the final state of the first one.
    for round in 0..2 {
        model.load(puzzle);
        if model.propagate(&mut ()).is_err() {
            return;
        }
        let mut marks: Vec<(Mark, ModelState)> = vec![(model.mark(), ModelState::of(&model))];
        for step in 0..steps {
            let context = || format!("{} round {round} step {step} seed {seed}", level.name());
            let open: Vec<Var> =
                model.space().undecided().filter(|&var| !model.space().domain(var).is_empty()).collect();
            let back = open.is_empty() || rng.u8(..6) == 0;
            let sound = !back && {
                // Usually one push before a propagation, as in a search; sometimes several.
                push(&mut model, open[rng.usize(..open.len())], guide, &mut rng);
                while rng.u8(..5) == 0 && !model.space().is_complete() && !ModelState::of(&model).has_empty()
                {
                    let left: Vec<Var> = model.space().undecided().collect();
                    push(&mut model, left[rng.usize(..left.len())], guide, &mut rng);
                }
                // Sometimes a push is undone before any propagator runs.
                let compile = step % 16 == 0 || runs_all_cases() && puzzle.shape().digits() < 9;
                rng.u8(..10) != 0 && step_agrees(&mut model, &mut other, puzzle, compile, &context)
            };
            if sound {
                if rng.u8(..3) != 0 {
                    marks.push((model.mark(), ModelState::of(&model)));
                }
                continue;
            }
            // Usually one or two steps; sometimes many.
            let steps_back =
                if rng.u8(..8) == 0 { rng.usize(..marks.len()) } else { rng.usize(..marks.len().min(2)) };
            marks.truncate(marks.len() - steps_back);
            let (mark, marked) = &marks[marks.len() - 1];
            model.undo(*mark);
            assert_eq!(&ModelState::of(&model), marked, "undone: {}", context());
            if rng.bool() {
                assert_eq!(
                    model.propagate(&mut ()),
                    Ok(()),
                    "propagation fails at a marked fixpoint: {}",
                    context()
                );
                assert_eq!(
                    &ModelState::of(&model),
                    marked,
                    "propagation changes a marked fixpoint: {}",
                    context()
                );
            }
        }
    }
}

/// Propagates, and compares the result with the results of `other`, loaded with the previous state, and of a newly
/// compiled model. Returns whether the model is consistent.
fn step_agrees(
    model: &mut Model<()>,
    other: &mut Model<()>,
    puzzle: &Puzzle,
    compile: bool,
    context: &dyn Fn() -> String,
) -> bool {
    let (before, level) = (ModelState::of(model), model.level());
    // An empty domain is already a conflict, except at the level that leaves it to the search.
    if before.has_empty() {
        return level == Level::Filter && model.propagate(&mut ()).is_ok();
    }
    let after = model.propagate(&mut ()).ok().map(|()| ModelState::of(model));
    assert_eq!(after, reloaded(other, puzzle, &before), "reloaded: {}", context());
    if compile {
        assert_eq!(after, fresh(puzzle, level, &before), "newly compiled: {}", context());
    }
    after.is_some()
}

/// Decides `var`, usually correctly, or forbids one of its digits, usually a wrong digit.
fn push(model: &mut Model<()>, var: Var, guide: Option<&Solution>, rng: &mut Rng) {
    let domain = model.space().domain(var);
    let any = domain.iter().nth(rng.usize(..domain.len())).unwrap_or(Digit::from_index(0));
    let right = guide.map(|solution| solution.at(var.cell())).filter(|&digit| domain.contains(digit));
    if rng.bool() {
        let digit = right.filter(|_| rng.u8(..4) != 0).unwrap_or(any);
        model.decide(var, digit, &mut ());
    } else {
        let wrong = domain.iter().find(|&digit| Some(digit) != right && rng.bool());
        // The caller detects an empty domain in the state.
        let _ = model.forbid(var, wrong.unwrap_or(any), &mut ());
    }
}

/// Asserts that all levels accept an assignment of a tiny puzzle if and only if it is correct.
///
/// # Panics
/// If a level is wrong.
pub fn check_every_assignment(puzzle: &Puzzle) {
    let (n, cells) = (puzzle.shape().digits(), puzzle.shape().cells());
    let mut models: Vec<Model<()>> = Level::all().map(|level| Model::compile(puzzle, level)).collect();
    for number in 0..n.pow(cells as u32) {
        let digit = |i: usize| Digit::from_index(number / n.pow(i as u32) % n);
        let grid: Vec<Digit> = (0..cells).map(digit).collect();
        let domains: Vec<DigitSet> = grid.iter().map(|&digit| DigitSet::single(digit)).collect();
        let right = puzzle.is_solved_by(&Solution::new(grid));
        for model in &mut models {
            model.load_domains(&domains);
            let passes = model.propagate(&mut ()).is_ok();
            assert_eq!(passes, right, "{} {:?} {domains:?}", model.level().name(), puzzle.rules());
        }
    }
}
