//! The harness for explanations: compares each reason of a propagator with all solutions.

use fastrand::Rng;

use crate::choice::Choice as _;
use crate::csp::{Change, Literal, Model, Past, Var};
use crate::grid::{Digit, DigitSet};
use crate::puzzle::{Puzzle, Solution};

/// The largest number of solutions with which reasons are compared. These are enough to reveal most errors.
const MOST: usize = 400;

/// The domains of a model before one of its changes.
struct Before {
    domains: Vec<DigitSet>,
    initial: Vec<DigitSet>,
    since: Vec<u32>,
}

impl Before {
    /// The domains before the change with this number.
    fn new(model: &Model<()>, changes: &[Change], start: usize, number: usize) -> Self {
        let mut domains = model.space().domains().to_vec();
        let mut since = vec![0; domains.len()];
        for (i, &(var, gone)) in changes.iter().enumerate().rev() {
            if i >= number {
                domains[var.index()] |= gone;
            } else if i >= start && since[var.index()] == 0 {
                since[var.index()] = i as u32 + 1;
            }
        }
        let mut initial = domains.clone();
        for &(var, gone) in &changes[start..number.max(start)] {
            initial[var.index()] |= gone;
        }
        Self { domains, initial, since }
    }

    fn is_true(&self, literal: Literal) -> bool {
        let domain = self.domains[literal.var.index()];
        if literal.holds { domain.only() == Some(literal.digit) } else { !domain.contains(literal.digit) }
    }
}

impl Past for Before {
    fn domain(&self, var: Var) -> DigitSet {
        self.domains[var.index()]
    }

    fn initial(&self, var: Var) -> DigitSet {
        self.initial[var.index()]
    }

    fn since(&self, var: Var) -> u32 {
        self.since[var.index()]
    }

    fn lost(&self, var: Var, digits: DigitSet, because: &mut Vec<Literal>) {
        let (domain, initial) = (self.domains[var.index()], self.initial[var.index()]);
        let gone = (initial & digits).minus(domain);
        match domain.only() {
            Some(value) if initial != domain => {
                if !gone.is_empty() {
                    because.push(Literal::is(var, value));
                }
            }
            _ => because.extend(gone.iter().map(|digit| Literal::is_not(var, digit))),
        }
    }
}

/// Follows random searches in a model, and compares the reasons of all deductions with its solutions, which are the
/// digits of `vars`. Nothing is compared if these do not determine the auxiliary variables.
///
/// # Panics
/// If a reason was not true, or a solution contradicts a deduction.
pub(super) fn check_reasons<'a>(
    model: &mut Model<()>,
    load: impl Fn(&mut Model<()>),
    vars: &[Var],
    solutions: impl ExactSizeIterator<Item = &'a [Digit]>,
    rounds: usize,
    rng: &mut Rng,
) {
    let step = solutions.len().div_ceil(MOST).max(1);
    let chosen = solutions.len().div_ceil(step);
    let mut whole = Vec::new();
    for values in solutions.step_by(step) {
        load(model);
        let mut domains = model.space().domains().to_vec();
        for (var, &digit) in vars.iter().zip(values) {
            domains[var.index()] = DigitSet::single(digit);
        }
        model.load_domains(&domains);
        let passes = model.propagate(&mut ()).is_ok();
        let digits: Option<Vec<Digit>> = model.space().domains().iter().map(|set| set.only()).collect();
        whole.extend(digits.filter(|_| passes));
    }
    // Searches that learn use only such models. A lazy level leaves empty domains and undecided single values.
    let is_checked = model.level().is_eager() && whole.len() == chosen;
    let rounds = if is_checked { rounds } else { 0 };
    for _ in 0..rounds {
        load(model);
        explained(model, &whole, rng);
    }
}

/// The same check for all eager models of a puzzle.
///
/// # Panics
/// If an assertion fails.
pub fn check_puzzle(puzzle: &Puzzle, solutions: &[Solution], rng: &mut Rng) {
    let relations = Model::<()>::compile_relations(puzzle).0;
    let levels = crate::csp::Level::all().filter(|level| level.is_eager());
    let vars: Vec<Var> = (0..puzzle.shape().cells()).map(Var::new).collect();
    for mut model in std::iter::once(relations).chain(levels.map(|level| Model::compile(puzzle, level))) {
        let digits = solutions.iter().map(Solution::digits);
        check_reasons(&mut model, |model| model.load(puzzle), &vars, digits, 8, rng);
    }
}

fn explained(model: &mut Model<()>, solutions: &[Vec<Digit>], rng: &mut Rng) {
    // The propagators by change; `None` for decisions of this function.
    let mut by: Vec<Option<u32>> = vec![None; model.changes()];
    let mut start = None;
    let guide = solutions.get(rng.usize(..solutions.len().max(1))).filter(|_| rng.u8(..3) != 0);
    loop {
        let mut before = model.space().domains().to_vec();
        while let Some(run) = model.run_next(&mut ()) {
            by.resize(model.changes(), Some(run.propagator));
            if run.consistent {
                before = model.space().domains().to_vec();
                continue;
            }
            let changes: Vec<Change> = (0..model.changes()).map(|number| model.change(number)).collect();
            let start = start.unwrap_or(changes.len());
            let emptied = model.emptied();
            let is_empty = model.space().domains().iter().any(|set| set.is_empty());
            if emptied.is_some() || !is_empty {
                let mut past = Before::new(model, &changes, start, changes.len());
                let mut literal = None;
                if let Some(var) = emptied
                    && let Some(value) = before[var.index()].only()
                {
                    // The variable lost its only value, which is not recorded as a change.
                    literal = Some(Literal::is_not(var, value));
                    past.domains[var.index()].insert(value);
                    past.initial[var.index()].insert(value);
                }
                check(model, run.propagator, literal, &past, solutions);
            }
            return check_all(model, &changes, &by, start, solutions);
        }
        let open: Vec<Var> =
            model.space().undecided().filter(|&var| !model.space().domain(var).is_empty()).collect();
        start.get_or_insert(model.changes());
        if open.is_empty() {
            break;
        }
        // Usually one change before a propagation; sometimes more.
        for _ in 0..=rng.usize(..2) * rng.usize(..3) {
            let var = open[rng.usize(..open.len())];
            let domain = model.space().domain(var);
            let kept = guide.map(|digits| digits[var.index()]).filter(|_| rng.u8(..6) != 0);
            let left: DigitSet =
                domain.iter().filter(|&digit| kept == Some(digit) || rng.u8(..3) == 0).collect();
            if !left.is_empty() {
                model.narrow_to(var, left);
            }
        }
        by.resize(model.changes(), None);
    }
    let changes: Vec<Change> = (0..model.changes()).map(|number| model.change(number)).collect();
    check_all(model, &changes, &by, start.unwrap_or(changes.len()), solutions);
}

fn check_all(
    model: &Model<()>,
    changes: &[Change],
    by: &[Option<u32>],
    start: usize,
    solutions: &[Vec<Digit>],
) {
    for (number, &(var, gone)) in changes.iter().enumerate().skip(start) {
        if let Some(propagator) = by[number] {
            let past = Before::new(model, changes, start, number);
            for digit in gone {
                check(model, propagator, Some(Literal::is_not(var, digit)), &past, solutions);
            }
        }
    }
}

fn check(
    model: &Model<()>,
    propagator: u32,
    literal: Option<Literal>,
    past: &Before,
    solutions: &[Vec<Digit>],
) {
    let mut because = Vec::new();
    model.explain(propagator, literal, past, &mut because);
    let context = || {
        format!(
            "{:?} of {:?} because of {because:?}, in {:?} from {:?}",
            literal,
            model.constraint_of(propagator).map(ToString::to_string),
            past.domains,
            past.initial
        )
    };
    for &reason in &because {
        assert!(past.is_true(reason), "a reason was not true: {reason:?}: {}", context());
    }
    let keeps =
        |digits: &[Digit], literal: &Literal| (digits[literal.var.index()] == literal.digit) == literal.holds;
    for digits in solutions {
        let is_within = || digits.iter().zip(&past.initial).all(|(&digit, set)| set.contains(digit));
        let counters = because.iter().all(|reason| keeps(digits, reason))
            && !literal.is_some_and(|literal| keeps(digits, &literal))
            && is_within();
        assert!(!counters, "the solution {digits:?} is excluded: {}", context());
    }
}
