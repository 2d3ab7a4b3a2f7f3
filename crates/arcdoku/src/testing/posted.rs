//! The harness for models that are posted by hand: any constraints, with or without auxiliary variables.

use fastrand::Rng;

use crate::choice::Choice as _;
use crate::csp::{Level, Model, Strength, Var};
use crate::grid::{Digit, DigitSet};
use crate::testing::reasons::check_reasons;

/// For the models that `make` builds, asserts at every level what [`harness::check`] asserts for rules.
///
/// `meaning` returns whether values of the shown variables, in their order, are a solution. It is called for all
/// assignments, so there should be a few thousand at most. The assertions are soundness, failure of wrong assignments
/// (if propagation decides the auxiliary variables), fixpoints and undoing. If the model is one constraint without
/// auxiliary variables that declares domain consistency, the exact result is also compared.
///
/// [`harness::check`]: crate::testing::harness::check
///
/// # Panics
/// If an assertion fails.
pub fn check_posted(make: &dyn Fn(Level) -> Model<()>, meaning: &dyn Fn(&[Digit]) -> bool) {
    for level in Level::all() {
        let model = make(level);
        let shown: Vec<Var> = model.space().shown().collect();
        let initial = model.space().domains().to_vec();
        let mut all = vec![Vec::new()];
        for var in &shown {
            let longer = |values: Vec<Digit>| {
                initial[var.index()].iter().map(move |digit| [&values[..], &[digit]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        let mut check = PostedCheck { level, make, model, shown, initial };
        for values in &all {
            check.assignment(values, meaning(values));
        }
        all.retain(|values| meaning(values));
        let mut rng = Rng::with_seed(level as u64);
        for _ in 0..120 {
            check.state(&all, &mut rng);
        }
        if level.is_eager() {
            check.reasons(&all, &mut rng);
        }
    }
}

struct PostedCheck<'a> {
    level: Level,
    make: &'a dyn Fn(Level) -> Model<()>,
    model: Model<()>,
    shown: Vec<Var>,
    initial: Vec<DigitSet>,
}

impl PostedCheck<'_> {
    /// Propagates the assignment of all shown variables.
    fn assignment(&mut self, values: &[Digit], right: bool) {
        let mut domains = self.initial.clone();
        for (var, &digit) in self.shown.iter().zip(values) {
            domains[var.index()] = DigitSet::single(digit);
        }
        self.model.load_domains(&domains);
        let passes = self.model.propagate(&mut ()).is_ok();
        let fixed = self.model.space().domains().iter().all(|set| set.is_single());
        assert!(passes || !right, "{}: a solution fails: {values:?}", self.level.name());
        assert!(!(passes && fixed) || right, "{}: a wrong assignment passes: {values:?}", self.level.name());
    }

    /// Propagates a random state.
    fn state(&mut self, solutions: &[Vec<Digit>], rng: &mut Rng) {
        let keep = solutions.get(rng.usize(..solutions.len().max(1))).filter(|_| rng.u8(..4) != 0);
        let mut before = self.initial.clone();
        for (i, var) in self.shown.iter().enumerate() {
            let kept = keep.map(|values| values[i]);
            let old = before[var.index()];
            let left: DigitSet = old.iter().filter(|&digit| kept == Some(digit) || rng.bool()).collect();
            before[var.index()] = if left.is_empty() { old } else { left };
        }
        let admitted = |domains: &[DigitSet], values: &[Digit]| {
            self.shown.iter().zip(values).all(|(var, &digit)| domains[var.index()].contains(digit))
        };
        let alive: Vec<&Vec<Digit>> = solutions.iter().filter(|values| admitted(&before, values)).collect();
        self.model.load_domains(&before);
        let context = format!("{} from {before:?}", self.level.name());
        if self.model.propagate(&mut ()).is_err() {
            return assert!(alive.is_empty(), "a state with a solution fails: {context}");
        }
        let after = self.model.space().domains().to_vec();
        assert!(after.iter().zip(&before).all(|(set, old)| set.is_subset(*old)), "a domain grew: {context}");
        assert!(alive.iter().all(|values| admitted(&after, values)), "a solution is lost: {context}");
        if self.promises_domains() {
            for (i, var) in self.shown.iter().enumerate() {
                let supported: DigitSet = alive.iter().map(|values| values[i]).collect();
                assert_eq!(after[var.index()], supported, "not domain consistent: {context}");
            }
        }
        if self.level.is_eager() {
            let mut again = (self.make)(self.level);
            again.load_domains(&after);
            assert_eq!(again.propagate(&mut ()), Ok(()), "propagation fails at a fixpoint: {context}");
            assert_eq!(again.space().domains(), after, "not a fixpoint: {context}");
        }
        let space = self.model.space();
        let open: Vec<Var> = space.undecided().filter(|&var| !space.domain(var).is_empty()).collect();
        if let Some(&var) = open.get(rng.usize(..open.len().max(1)))
            && let Some(digit) = after[var.index()].first()
        {
            let mark = self.model.mark();
            self.model.decide(var, digit, &mut ());
            // The result does not matter, because the decisions are undone.
            let _ = self.model.propagate(&mut ());
            self.model.undo(mark);
            assert_eq!(self.model.space().domains(), after, "undone: {context}");
            assert_eq!(
                self.model.propagate(&mut ()),
                Ok(()),
                "propagation fails at a marked fixpoint: {context}"
            );
            assert_eq!(
                self.model.space().domains(),
                after,
                "propagation changes a marked fixpoint: {context}"
            );
        }
    }

    /// Compares the reasons of propagators with all solutions, if these determine the auxiliary variables.
    fn reasons(&mut self, solutions: &[Vec<Digit>], rng: &mut Rng) {
        let Self { model, initial, shown, .. } = self;
        let values = solutions.iter().map(Vec::as_slice);
        check_reasons(model, |model| model.load_domains(initial), shown, values, 40, rng);
    }

    /// Whether the result for a state is known: the model is one constraint over the shown variables that declares
    /// domain consistency.
    fn promises_domains(&self) -> bool {
        let alone = self.model.constraints().len() == 1 && self.initial.len() == self.shown.len();
        alone && self.model.strength(0) == Strength::Domain
    }
}
