//! The kernel of `csp` without houses and cells: posted models, auxiliary variables, trailed words and readers of
//! changes.

use std::ops::ControlFlow;

use arcdoku::Choice as _;
use arcdoku::csp::propagators::{Cage, Checked, Increasing};
use arcdoku::csp::{
    Auxiliary, Builder, Change, Conflict, Constraint, Context, Failure, FailureKind, Level, Literal, Mark,
    Model, Propagator, Reader, Reason, Space, Status, Step, Strength, Trace, Var, Wake, Word,
};
use arcdoku::grid::{Digit, DigitSet};
use arcdoku::search::{NAMED, Observer, SearchEnd, Strategy, search_model};
use arcdoku::testing::posted::check_posted;
use arcdoku::{Limits, Puzzle};
use fastrand::Rng;

/// Posts propagators over these variables.
type Post<'a> = &'a dyn Fn(&mut Builder<()>, Box<[Var]>);

/// `a + b = sum`, domain consistent.
struct Plus([Var; 3]);

impl<T: Trace> Propagator<T> for Plus {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn strength(&self) -> Strength {
        Strength::Domain
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let [a, b, sum] = self.0;
        let mut supported = [DigitSet::EMPTY; 3];
        for x in cx.domain(a) {
            for y in cx.domain(b) {
                if let Some(z) = Digit::new(x.get() + y.get()).filter(|&z| cx.domain(sum).contains(z)) {
                    for (set, digit) in supported.iter_mut().zip([x, y, z]) {
                        set.insert(digit);
                    }
                }
            }
        }
        if supported[0].is_empty() {
            return Err(cx.fail_because(|space| space.lost(self.0)));
        }
        for (&var, set) in self.0.iter().zip(supported) {
            cx.exclude_because(var, !set, |space| {
                space.lost(self.0.into_iter().filter(|&other| other != var))
            })?;
        }
        Ok(Status::Fixpoint)
    }
}

/// `count` variables of 1 to `values` whose sum is one of `totals`, by a chain of partial sums.
fn sum_chain<T: Trace>(
    level: Level,
    kind: Auxiliary,
    count: usize,
    values: usize,
    totals: &[u8],
) -> Model<T> {
    let mut builder = Builder::new(level);
    let mut sum = builder.variable(DigitSet::all(values));
    for i in 1..count {
        // Auxiliary variables are mixed with other variables.
        let partial = DigitSet::all(values * (i + 1));
        let total = totals.iter().filter_map(|&total| Digit::new(total)).collect();
        let next = builder.auxiliary(if i + 1 == count { total } else { partial }, kind);
        let var = builder.variable(DigitSet::all(values));
        let vars = [sum, var, next];
        builder.add(Constraint::new("partial sum", vars), Plus(vars));
        sum = next;
    }
    builder.build().expect("all variables are known")
}

/// The number of assignments of `count` variables of 1 to `values` with a sum among `totals`.
fn sums(count: usize, values: usize, totals: &[u8]) -> u128 {
    (0..values.pow(count as u32))
        .filter(|&number| {
            let sum: usize = (0..count as u32).map(|i| number / values.pow(i) % values + 1).sum();
            totals.iter().any(|&total| usize::from(total) == sum)
        })
        .count() as u128
}

/// All solutions of a model, given by the digits of its shown variables.
fn solutions<T: Observer>(model: &mut Model<T>, strategy: &Strategy, observer: &mut T) -> Vec<Vec<Digit>> {
    let mut found = Vec::new();
    let mut sink = |space: &Space| {
        let digits = space.shown().map(|var| space.domain(var).only().expect("a decided variable"));
        found.push(digits.collect());
        ControlFlow::Continue(())
    };
    let (end, stats) = search_model(model, strategy, &Limits::NONE, observer, &mut sink);
    assert_eq!((end, stats.solutions), (SearchEnd::Complete, found.len() as u128));
    found.sort();
    found
}

/// Named strategies, and random strategies with restarts.
fn strategies() -> Vec<Strategy> {
    let more = ["dom-wdeg,restarts=2", "var=random,value=random,branch=refute,seed=3", "var=last,tie=degree"];
    let named = NAMED.iter().map(|named| named.strategy);
    named.chain(more.iter().map(|text| text.parse().expect("a strategy"))).collect()
}

#[test]
fn auxiliary_sums_count_each_solution_once() {
    for kind in [Auxiliary::Determined, Auxiliary::Searched] {
        for totals in [&[10][..], &[7, 8, 19], &[4, 20], &[21]] {
            let expected = sums(4, 5, totals);
            for strategy in strategies() {
                let mut model = sum_chain(strategy.inference, kind, 4, 5, totals);
                for _ in 0..2 {
                    model.start();
                    let found = solutions(&mut model, &strategy, &mut ());
                    assert_eq!(found.len() as u128, expected, "{kind:?} {totals:?} {strategy}");
                    assert!(found.windows(2).all(|two| two[0] != two[1]), "{kind:?} {totals:?} {strategy}");
                }
            }
        }
    }
}

#[test]
fn posted_models_keep_their_meaning() {
    let sum = |digits: &[Digit]| digits.iter().map(|digit| usize::from(digit.get())).sum::<usize>();
    for kind in [Auxiliary::Determined, Auxiliary::Searched] {
        for totals in [&[7][..], &[4, 11], &[13]] {
            check_posted(&|level| sum_chain(level, kind, 3, 4, totals), &|digits| {
                totals.iter().any(|&total| usize::from(total) == sum(digits))
            });
        }
    }
    let alone = |level, post: Post<'_>| {
        let mut builder = Builder::new(level);
        let vars = (0..4).map(|_| builder.variable(DigitSet::all(6))).collect();
        post(&mut builder, vars);
        builder.build().expect("all variables are known")
    };
    let distinct = |digits: &[Digit]| digits.iter().copied().collect::<DigitSet>().len() == digits.len();
    for total in [10, 13, 14, 18] {
        let post = |builder: &mut Builder<()>, vars: Box<[Var]>| {
            let constraint = Constraint::new("cage", vars.iter().copied());
            builder.add(constraint, Cage::new(vars, total, 6));
        };
        check_posted(&|level| alone(level, &post), &|digits| distinct(digits) && sum(digits) == total);
    }
    let post = |builder: &mut Builder<()>, vars: Box<[Var]>| {
        builder.add(Constraint::new("increasing", vars.iter().copied()), Increasing::new(vars));
    };
    check_posted(&|level| alone(level, &post), &|digits| digits.windows(2).all(|pair| pair[0] < pair[1]));
}

/// The two variables differ; only decided values are considered.
struct Differ([Var; 2]);

impl<T: Trace> Propagator<T> for Differ {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let [a, b] = self.0;
        for (one, other) in [(a, b), (b, a)] {
            if let Some(digit) = cx.domain(one).only() {
                let because = |_: &Space| vec![Literal::is(one, digit)];
                cx.exclude_because(other, DigitSet::single(digit), because)?;
            }
        }
        Ok(Status::Fixpoint)
    }
}

/// The search must find a value of an auxiliary variable, the witness. A solution with one or more witnesses is counted
/// once; a solution without a witness is not counted.
#[test]
fn free_auxiliaries_are_projected_away() {
    for strategy in strategies() {
        let mut builder = Builder::new(strategy.inference);
        let witness = builder.auxiliary(DigitSet::all(3), Auxiliary::Searched);
        let second = builder.auxiliary(DigitSet::all(3), Auxiliary::Searched);
        let vars = [(); 3].map(|()| builder.variable(DigitSet::all(3)));
        for var in vars {
            builder.add(Constraint::new("not the witness", [var, witness]), Differ([var, witness]));
            builder.add(Constraint::new("not the second", [var, second]), Differ([var, second]));
        }
        let mut model: Model<()> = builder.build().expect("all variables are known");
        // Three different digits leave no witness; with one or two digits there is one.
        assert_eq!(solutions(&mut model, &strategy, &mut ()).len(), 27 - 6, "{strategy}");
    }
}

/// The number of even variables is `wanted`. It is counted in trailed words.
struct EvenCount {
    vars: Box<[Var]>,
    wanted: u64,
    reader: Reader,
    /// The number of variables with one value, and the number of variables whose only value is even.
    counts: [Word; 2],
    changes: Vec<Change>,
}

const EVEN: DigitSet = DigitSet::from_bits(0xAAAA_AAAA_AAAA_AAAA);

impl<T: Trace> Propagator<T> for EvenCount {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let Self { vars, wanted, reader, counts, changes } = self;
        cx.take_removed(reader, changes);
        for (i, (var, gone)) in changes.iter().enumerate() {
            let last = changes[i + 1..].iter().all(|(other, _)| other != var);
            if vars.contains(var) && last && cx.domain(*var).is_single() && !gone.is_empty() {
                cx.set_word(counts[0], cx.word(counts[0]) + 1);
                let even = cx.domain(*var).is_subset(EVEN);
                cx.set_word(counts[1], cx.word(counts[1]) + u64::from(even));
            }
        }
        changes.clear();
        let fixed = || vars.iter().filter(|&&var| cx.domain(var).is_single());
        let even = fixed().filter(|&&var| cx.domain(var).is_subset(EVEN)).count() as u64;
        assert_eq!(
            [cx.word(counts[0]), cx.word(counts[1])],
            [fixed().count() as u64, even],
            "words and domains"
        );
        let open = vars.len() as u64 - cx.word(counts[0]);
        if even > *wanted || even + open < *wanted {
            Err(cx.fail(FailureKind::Violated))
        } else if open == 0 {
            Ok(Status::Entailed)
        } else {
            Ok(Status::Fixpoint)
        }
    }
}

/// A propagator that enforces nothing. It follows all domains through a reader, and asserts that the reader reports
/// every change exactly once.
struct Follower {
    vars: Box<[Var]>,
    wake: Wake,
    reader: Reader,
    initial: Box<[DigitSet]>,
    sets: Vec<DigitSet>,
    changes: Vec<Change>,
}

impl<T: Trace> Propagator<T> for Follower {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn wake(&self) -> Wake {
        self.wake
    }

    fn reset(&mut self) {
        self.sets = self.initial.to_vec();
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let Self { reader, sets, changes, .. } = self;
        cx.take_restored(reader, changes);
        for (var, back) in changes.drain(..) {
            assert!((sets[var.index()] & back).is_empty(), "came back twice");
            sets[var.index()] |= back;
        }
        cx.take_removed(reader, changes);
        for (var, gone) in changes.drain(..) {
            assert!(gone.is_subset(sets[var.index()]), "left twice");
            sets[var.index()] = sets[var.index()].minus(gone);
        }
        assert_eq!(sets, cx.space().domains(), "what the reader reported");
        Ok(Status::Fixpoint)
    }
}

/// Six variables in a ring: neighbors differ, and two variables are even. In addition to the trailed reader, there are
/// two readers with different wakes.
fn ring() -> Model<()> {
    let mut builder = Builder::new(Level::Naked);
    let vars = [(); 6].map(|()| builder.variable(DigitSet::all(4)));
    for i in 0..6 {
        let pair = [vars[i], vars[(i + 1) % 6]];
        builder.add(Constraint::new("neighbors differ", pair), Differ(pair));
    }
    let counts = [builder.word(0), builder.word(0)];
    let reader = builder.trailed_reader();
    let evens = EvenCount { vars: vars.into(), wanted: 2, reader, counts, changes: Vec::new() };
    builder.add(Constraint::new("two even", vars), evens);
    for (wake, few) in [(Wake::Changed, 6), (Wake::Decided, 6), (Wake::Changed, 2)] {
        let initial: Box<[DigitSet]> = [DigitSet::all(4); 6].into();
        let (reader, vars) = (builder.reader(), vars[..few].into());
        builder.add_shared(Follower { vars, wake, reader, initial, sets: Vec::new(), changes: Vec::new() });
    }
    builder.build().expect("all variables are known")
}

#[test]
fn readers_and_words_in_a_search() {
    let is_solution = |digits: &[u8]| {
        let even = digits.iter().filter(|&&digit| digit % 2 == 0).count();
        even == 2 && (0..6).all(|i| digits[i] != digits[(i + 1) % 6])
    };
    let all = (0..4_usize.pow(6)).map(|number| (0..6).map(|i| (number >> (2 * i) & 3) as u8 + 1).collect());
    let expected = all.filter(|digits: &Vec<u8>| is_solution(digits)).count();
    for strategy in strategies() {
        assert_eq!(solutions(&mut ring(), &strategy, &mut ()).len(), expected, "{strategy}");
    }
}

/// Decides, forbids, propagates and undoes at random, to any mark. The result of propagation must equal the result of
/// a new model, and undoing must restore the marked state.
fn walk(make: &dyn Fn() -> Model<()>, steps: usize, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let mut model = make();
    for _ in 0..2 {
        model.start();
        assert_eq!(model.propagate(&mut ()), Ok(()), "the root has a solution");
        let mut marks: Vec<(Mark, Vec<DigitSet>)> = vec![(model.mark(), model.space().domains().to_vec())];
        for step in 0..steps {
            let open: Vec<Var> = model.space().undecided().collect();
            let consistent = !open.is_empty() && rng.u8(..6) != 0 && {
                let var = open[rng.usize(..open.len())];
                let domain = model.space().domain(var);
                let digit = domain.iter().nth(rng.usize(..domain.len())).expect("undecided");
                let forbidden = rng.bool() && model.forbid(var, digit, &mut ()) == Ok(());
                if !forbidden && domain == model.space().domain(var) {
                    model.decide(var, digit, &mut ());
                }
                // Sometimes a change is undone before any propagator has seen it.
                rng.u8(..8) != 0 && {
                    let mut fresh = make();
                    fresh.load_domains(model.space().domains());
                    let result = model.propagate(&mut ());
                    assert_eq!(fresh.propagate(&mut ()), result, "step {step} seed {seed}");
                    let same = fresh.space().domains() == model.space().domains();
                    assert!(result.is_err() || same, "step {step} seed {seed}");
                    result.is_ok()
                }
            };
            if consistent {
                marks.push((model.mark(), model.space().domains().to_vec()));
                continue;
            }
            let back = if rng.u8(..4) == 0 { marks.len() } else { marks.len().min(2) };
            marks.truncate(marks.len() - rng.usize(..back));
            let (mark, marked) = &marks[marks.len() - 1];
            model.undo(*mark);
            assert_eq!(model.space().domains(), marked, "undone, step {step} seed {seed}");
            if rng.bool() {
                assert_eq!(model.propagate(&mut ()), Ok(()), "a marked fixpoint, step {step} seed {seed}");
                assert_eq!(model.space().domains(), marked, "a marked fixpoint, step {step} seed {seed}");
            }
        }
    }
}

#[test]
fn random_walks() {
    for seed in 0..20 {
        walk(&ring, 200, seed);
        for kind in [Auxiliary::Determined, Auxiliary::Searched] {
            walk(&|| sum_chain(Level::Gac, kind, 5, 4, &[9, 11, 12]), 100, seed);
        }
    }
}

/// Checks the literals of all reasons.
#[derive(Default)]
struct Reasons {
    steps: usize,
    failures: usize,
}

fn assert_true(literals: &[Literal], domains: &[DigitSet]) {
    for &Literal { var, digit, holds } in literals {
        let domain = domains[var.index()];
        assert!(if holds { domain == DigitSet::single(digit) } else { !domain.contains(digit) });
    }
}

impl Trace for Reasons {
    fn narrowed(&mut self, step: &Step<'_>) {
        if let Reason::Literals(literals) = step.reason {
            self.steps += 1;
            assert_true(literals, step.domains);
            let constraint = step.constraint.expect("the propagator's own");
            assert_eq!((constraint.to_string().as_str(), constraint.rule()), ("partial sum", None));
            assert!(step.because().iter().all(|var| *var != step.var && constraint.vars().contains(var)));
        }
    }

    fn failed(&mut self, failure: &Failure<'_>) {
        self.failures += 1;
        assert_eq!(failure.kind, FailureKind::Violated);
        assert_true(failure.because, failure.domains);
        assert!(failure.constraint.is_some_and(|constraint| constraint.vars().len() == 3));
    }
}

impl Observer for Reasons {}

#[test]
fn reasons_are_literals() {
    let mut seen = Reasons::default();
    let mut model = sum_chain(Level::Gac, Auxiliary::Determined, 4, 5, &[10]);
    assert_eq!(model.strength(0), Strength::Domain);
    assert_eq!(solutions(&mut model, &Strategy::default(), &mut seen).len() as u128, sums(4, 5, &[10]));
    assert!(seen.steps > 100);
    let mut none = sum_chain(Level::Gac, Auxiliary::Determined, 3, 5, &[16]);
    assert!(solutions(&mut none, &Strategy::default(), &mut seen).is_empty());
    assert_eq!(seen.failures, 1);
}

#[test]
fn unknown_variables_are_refused() {
    let mut builder: Builder<()> = Builder::new(Level::Gac);
    let var = builder.variable(DigitSet::all(3));
    builder.add(Constraint::new("pair", [var, Var::new(1)]), Differ([var, Var::new(1)]));
    let error = builder.build().expect_err("no such variable");
    assert_eq!(
        (error.var(), error.to_string().as_str()),
        (Var::new(1), "variable 1 was not added to this model")
    );
}

/// Loading a puzzle with other rules compiles the model again.
#[test]
fn any_puzzle_can_be_loaded() {
    let four: Puzzle = "1.....3..4.....2".parse().expect("a puzzle");
    let nine: Puzzle = ".".repeat(81).parse().expect("a puzzle");
    let mut model: Model<()> = Model::compile(&nine, Level::Singles);
    model.load(&four);
    assert!(model.fits(&four) && !model.fits(&nine));
    assert_eq!(model.propagate(&mut ()), Ok(()));
    assert_eq!(model.space().domains().len(), 16);
    assert_eq!(model.strength(0), Strength::Check);
    let gac: Model<()> = Model::compile(&four, Level::Gac);
    let promised = (0..gac.constraints().len()).map(|number| gac.strength(number));
    assert!(
        promised.clone().count() == 12 && promised.into_iter().all(|strength| strength == Strength::Domain)
    );
}

/// A variable in addition to the cells of a puzzle. The propagators of houses see its changes on the trail.
#[test]
fn additional_variables_of_a_puzzle() {
    let puzzle: Puzzle = "................".parse().expect("a puzzle");
    for level in Level::all() {
        let mut builder: Builder<()> = Builder::of(&puzzle, level);
        let extra = builder.variable(DigitSet::all(9));
        let vars = [Var::new(0), extra];
        // The two variables take the same digit.
        let same = |digits: &[Option<Digit>]| match digits {
            [Some(one), Some(other)] => one == other,
            _ => true,
        };
        builder.add(Constraint::new("same", vars), Checked::new(vars.into(), same));
        let mut model = builder.build().expect("all variables were added");
        for branch in ["branch=d-way", "branch=refute"] {
            model.start();
            let strategy: Strategy = branch.parse().expect("a strategy");
            assert_eq!(solutions(&mut model, &strategy, &mut ()).len(), 288, "{}", level.name());
        }
    }
}

#[test]
fn models_can_be_sent() {
    fn sent<T: Send>() {}
    sent::<Model<()>>();
    sent::<Builder<()>>();
    sent::<arcdoku::search::SearchScratch<()>>();
    sent::<arcdoku::Solver>();
    sent::<
        arcdoku::search::Heuristics<arcdoku::search::Variable, arcdoku::search::Tie, arcdoku::search::Value>,
    >();
}

/// No clock is read unless a time is requested.
#[test]
fn searches_without_a_clock() {
    let mut ignore = |_: &Space| ControlFlow::Continue(());
    let strategy = Strategy::default();
    let never = Limits::NONE.with_clock(|| panic!("read"));
    let (_, stats) = search_model(&mut ring(), &strategy, &never, &mut (), &mut ignore);
    assert_eq!(stats.time, None);
    let stopped = Limits::NONE.timed().with_clock(|| std::time::Duration::from_secs(7));
    let (_, stats) = search_model(&mut ring(), &strategy, &stopped, &mut (), &mut ignore);
    assert_eq!(stats.time, Some(std::time::Duration::ZERO));
}
