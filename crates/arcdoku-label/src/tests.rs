//! Compares all methods with the sum over all labellings, one by one.

mod consistency;
mod decompose;
mod sample;

use std::sync::atomic::AtomicBool;

use fastrand::Rng;

use super::semiring::{
    BigCounting, Boolean, Counting, Divisible, Expectation, Idempotent, KBest, Lexicographic, LogSum,
    MaxProduct, MaxSum, MinSum, Ordered, Overflow, Provenance, Reads,
};
use super::*;
use arcdoku::grid::Shape;
use arcdoku::puzzle::{Limit, Limits, Puzzle};
use arcdoku::testing::cases;

/// The memory for tests, in bytes.
const BYTES: f64 = 1e9;

/// A random model: a few objects with one to four labels, tables of one to three objects, sets of different objects,
/// lists of exceptions.
fn random(rng: &mut Rng) -> LabelModel<i64> {
    let mut model = LabelModel::new();
    let count = rng.usize(1..=7);
    for object in 0..count {
        model.add_object(format!("x{object}"), rng.usize(1..=4)).unwrap();
    }
    model.add_constant(rng.i64(0..3)).unwrap();
    let lowest = if rng.bool() { 0 } else { -6 };
    let cost = |rng: &mut Rng| if rng.u8(..5) == 0 { i64::FORBIDDEN } else { rng.i64(lowest..6) };
    for _ in 0..rng.usize(0..=count + 3) {
        let mut scope: Vec<usize> = (0..count).collect();
        rng.shuffle(&mut scope);
        scope.truncate(rng.usize(0..=3));
        let combinations = model.combinations(&scope).unwrap();
        let costs = match rng.u8(..3) {
            0 => LabelCosts::AllDifferent,
            1 => {
                let entry = |rng: &mut Rng| {
                    let labels = scope.iter().map(|&object| rng.usize(0..model.labels(object))).collect();
                    (labels, cost(rng))
                };
                let listed = (0..rng.usize(0..=combinations)).map(|_| entry(rng)).collect();
                LabelCosts::Sparse { others: cost(rng), listed }
            }
            _ => LabelCosts::Dense((0..combinations).map(|_| cost(rng)).collect()),
        };
        model.add_function(&scope, costs).unwrap();
    }
    model
}

fn sweep<W: Weight, S: Reads<W>>(
    model: &LabelModel<W>,
    semiring: &S,
    bytes: f64,
    limits: &Limits<'_>,
) -> Result<S::Value, LabelError> {
    Sweep::new(model)?.sum(model, semiring, bytes, limits)
}

fn eliminate<W: Weight, S: Reads<W>>(
    model: &LabelModel<W>,
    semiring: &S,
    bytes: f64,
    limits: &Limits<'_>,
) -> Result<S::Value, LabelError> {
    Elimination::new(model, &Limits::NONE).unwrap().sum(model, semiring, bytes, limits)
}

/// All labellings of a model.
fn labellings<W: Weight>(model: &LabelModel<W>) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for object in 0..model.objects() {
        let longer = |known: Vec<usize>| {
            (0..model.labels(object)).map(move |label| known.iter().copied().chain([label]).collect())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// The product of the values of all functions for a labelling.
fn product<W: Weight, S: Reads<W>>(model: &LabelModel<W>, semiring: &S, labels: &[usize]) -> S::Value {
    let of_labels = labels
        .iter()
        .enumerate()
        .map(|(object, &label)| semiring.read_label(object, label, model.costs(object)[label]));
    let of_functions = model.functions().iter().map(|function| {
        let own: Vec<usize> = function.scope().iter().map(|&object| labels[object]).collect();
        semiring.read(function.cost(&own))
    });
    let first = semiring.read(model.constant()).unwrap();
    of_labels
        .chain(of_functions)
        .fold(first, |product, value| semiring.mul(&product, &value.unwrap()).unwrap())
}

/// The sum over all labellings, and the sums over the labellings with each label.
fn reference<W: Weight, S: Reads<W>>(model: &LabelModel<W>, semiring: &S) -> (S::Value, Vec<Vec<S::Value>>) {
    let mut sum = semiring.zero();
    let mut marginals: Vec<Vec<S::Value>> =
        (0..model.objects()).map(|object| vec![semiring.zero(); model.labels(object)]).collect();
    for labels in labellings(model) {
        let value = product(model, semiring, &labels);
        sum = semiring.add(&sum, &value).unwrap();
        for (marginal, &label) in marginals.iter_mut().zip(&labels) {
            marginal[label] = semiring.add(&marginal[label], &value).unwrap();
        }
    }
    (sum, marginals)
}

fn agrees<S: Reads<i64>>(
    model: &LabelModel<i64>,
    semiring: &S,
    is_equal: impl Fn(&S::Value, &S::Value) -> bool,
) {
    let (sum, marginals) = reference(model, semiring);
    let same = |found: &Marginals<S::Value>, method: &str| {
        assert!(is_equal(&found.sum, &sum), "{method}: {:?} instead of {sum:?} in {model:?}", found.sum);
        for (object, (found, expected)) in found.of_labels.iter().zip(&marginals).enumerate() {
            for (label, (found, expected)) in found.iter().zip(expected).enumerate() {
                assert!(
                    is_equal(found, expected),
                    "{method}: x{object} = {label}: {found:?} instead of {expected:?} in {model:?}"
                );
            }
        }
    };
    let plan = Sweep::new(model).unwrap();
    same(&plan.marginals(model, semiring, BYTES, &Limits::NONE).unwrap(), "sweep");
    assert!(is_equal(&plan.sum(model, semiring, BYTES, &Limits::NONE).unwrap(), &sum));
    let order = Elimination::new(model, &Limits::NONE).unwrap();
    same(&order.marginals(model, semiring, BYTES, &Limits::NONE).unwrap(), "elimination");
    assert!(is_equal(&order.sum(model, semiring, BYTES, &Limits::NONE).unwrap(), &sum));
}

#[expect(clippy::float_cmp, reason = "infinities are equal")]
fn close(a: &f64, b: &f64) -> bool {
    a == b || (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

#[test]
fn all_semirings_agree_with_all_labellings() {
    let mut rng = Rng::with_seed(19);
    for _ in 0..cases(300) {
        let model = random(&mut rng);
        agrees(&model, &Boolean, |a, b| a == b);
        agrees(&model, &Counting, |a, b| a == b);
        agrees(&model, &BigCounting, |a, b| a == b);
        agrees(&model, &MinSum::<i64>::default(), |a, b| a == b);
        agrees(&model, &MaxSum::<i64>::default(), |a, b| a == b);
        agrees(&model, &MaxProduct, close);
        agrees(&model, &LogSum, close);
        agrees(&model, &KBest::<i64>::new(4), |a, b| a == b);
        agrees(&model, &Lexicographic(MinSum::<i64>::default(), Counting), |a, b| a == b);
        agrees(&model, &Expectation, close_pairs);
        agrees(&model, &Provenance, |a, b| a == b);
        agrees(&model, &Lexicographic(MinSum::<i64>::default(), Provenance), |a, b| a == b);
    }
}

#[test]
fn labels_of_the_cheapest_labellings() {
    let mut model = LabelModel::<i64>::new();
    model.add_object("x", 3).unwrap();
    model.add_cost(0, 1, 1).unwrap();
    let semiring = Lexicographic(MinSum::<i64>::default(), Provenance);
    let found = sweep(&model, &semiring, BYTES, &Limits::NONE).unwrap();
    assert_eq!(found, (0, Some([(0, 0), (0, 2)].into())));
}

#[test]
fn sizes_are_checked() {
    let mut model = LabelModel::<i64>::new();
    model.add_constant(5).unwrap();
    model.set_bound(3).unwrap();
    assert_eq!(cheapest(&model, 1, &Limits::NONE).unwrap().best, []);
    for least in [i64::MIN, -i64::MAX] {
        let mut model = LabelModel::<i64>::new();
        model.add_object("x", 2).unwrap();
        model.add_cost(0, 0, least).unwrap();
        assert!(matches!(cheapest(&model, 1, &Limits::NONE), Err(LabelError::Overflow)));
    }
    let mut model = LabelModel::<f64>::new();
    for object in 0..2 {
        model.add_object("x", 1).unwrap();
        model.add_cost(object, 0, f64::MAX).unwrap();
    }
    assert_eq!(eliminate(&model, &MinSum::<f64>::default(), BYTES, &Limits::NONE), Err(LabelError::Overflow));
    assert_eq!(model.add_cost(0, 0, f64::MAX), Err(ModelError::Overflow));
    let grid = LabelModel::<i64>::of_puzzle(&Puzzle::new(Shape::CLASSIC));
    let wide = mini_buckets(&grid, &MinSum::default(), 20, 1e6, &Limits::NONE);
    assert!(matches!(wide, Err(LabelError::TooWide { .. })));
    let wide = eliminate(&grid, &Counting, f64::INFINITY, &Limits::NONE);
    assert!(matches!(wide, Err(LabelError::TooWide { .. })));
}

#[test]
fn beliefs_of_small_weights() {
    for cost in [800.0, -800.0] {
        let mut model = LabelModel::<f64>::new();
        for _ in 0..2 {
            model.add_object("x", 2).unwrap();
        }
        model.add_function(&[0, 1], LabelCosts::Dense([cost; 4].into())).unwrap();
        let found = beliefs(&model, &BeliefOptions::default(), &Limits::NONE).unwrap();
        assert!(close(&found.log_sum, &(4.0_f64.ln() - cost)), "{found:?}");
    }
}

#[test]
fn mini_buckets_are_bounds_and_exact_when_wide() {
    let mut rng = Rng::with_seed(20);
    for _ in 0..cases(300) {
        let model = random(&mut rng);
        let (least, _) = reference(&model, &MinSum::<i64>::default());
        for most in 1..=7 {
            let bound = mini_buckets(&model, &MinSum::default(), most, BYTES, &Limits::NONE).unwrap();
            assert!(bound <= least, "{bound} is above {least}");
            assert!(most < 7 || bound == least, "{bound} instead of {least}");
            let above = mini_buckets(&model, &MaxProduct, most, BYTES, &Limits::NONE).unwrap();
            let weight = (-least.to_f64()).exp();
            assert!(above >= weight * (1.0 - 1e-9), "{above} is below {weight}");
            assert!(most < 7 || above <= weight * (1.0 + 1e-9), "{above} instead of {weight}");
        }
    }
}

#[test]
fn parts_of_sums() {
    let mut model = LabelModel::<f64>::new();
    model.add_object("x", 3).unwrap();
    for (label, weight) in [1.0_f64, 3.0, 0.0].into_iter().enumerate() {
        model.add_cost(0, label, -weight.ln()).unwrap();
    }
    let found = Elimination::new(&model, &Limits::NONE)
        .unwrap()
        .marginals(&model, &LogSum, BYTES, &Limits::NONE)
        .unwrap();
    let parts = found.parts(&LogSum).unwrap().unwrap();
    let shares: Vec<f64> = parts[0].iter().map(|part| part.exp()).collect();
    assert!(shares.iter().zip([0.25, 0.75, 0.0]).all(|(share, known)| close(share, &known)), "{shares:?}");
    model.add_constant(f64::INFINITY).unwrap();
    let found = Elimination::new(&model, &Limits::NONE)
        .unwrap()
        .marginals(&model, &LogSum, BYTES, &Limits::NONE)
        .unwrap();
    assert_eq!(found.parts(&LogSum), Ok(None));
}

/// B. Felgenhauer and F. Jarvis, "Mathematics of Sudoku I", 2006; sequence A107739 of the OEIS.
#[test]
fn grids_are_counted() {
    let count = |shape: Shape| {
        sweep(&LabelModel::<i64>::of_puzzle(&Puzzle::new(shape)), &Counting, BYTES, &Limits::NONE)
    };
    assert_eq!(count(Shape::boxes(2, 2).unwrap()), Ok(288));
    assert_eq!(count(Shape::latin(5).unwrap()), Ok(161_280));
    let band = Shape::rectangle(3, 9)
        .and_then(|shape| shape.with_values(1, 9))
        .and_then(|shape| shape.with_boxes(3, 3));
    assert_eq!(count(band.unwrap()), Ok(948_109_639_680));
}

#[test]
fn numbers_that_are_too_large_are_errors() {
    let mut model = LabelModel::<i64>::new();
    for object in 0..129 {
        model.add_object(format!("x{object}"), 2).unwrap();
    }
    assert_eq!(sweep(&model, &Counting, BYTES, &Limits::NONE), Err(LabelError::Overflow));
    assert_eq!(eliminate(&model, &Counting, BYTES, &Limits::NONE), Err(LabelError::Overflow));
    let big = sweep(&model, &BigCounting, BYTES, &Limits::NONE).unwrap();
    assert_eq!(big, num_bigint::BigUint::from(2_u8).pow(129));
    model.add_cost(0, 0, i64::MAX - 1).unwrap();
    model.add_cost(0, 1, i64::MAX - 1).unwrap();
    model.add_constant(5).unwrap();
    assert_eq!(eliminate(&model, &MinSum::<i64>::default(), BYTES, &Limits::NONE), Err(LabelError::Overflow));
    assert_eq!(model.add_cost(0, 0, 1), Err(ModelError::Overflow));
}

#[test]
fn wide_models_are_rejected_with_the_size_they_would_need() {
    let model = LabelModel::<i64>::of_puzzle(&Puzzle::new(Shape::CLASSIC));
    let Err(LabelError::TooWide { width, bytes }) = eliminate(&model, &Counting, BYTES, &Limits::NONE) else {
        panic!("9x9 fits into a gigabyte")
    };
    assert!(width > 20 && bytes > 1e20, "{width} {bytes}");
    let wide = sweep(&model, &Counting, 1e6, &Limits::NONE);
    assert!(matches!(wide, Err(LabelError::TooWide { bytes, .. }) if bytes > 1e6), "{wide:?}");
}

/// Compares the `k` least costs by search with the least costs of all labellings.
fn same_cheapest<W: Weight>(model: &LabelModel<W>, k: usize, is_equal: impl Fn(&W, &W) -> bool) {
    let (mut expected, _) = reference(model, &KBest::<W>::new(k));
    expected.retain(|&cost| cost < model.bound());
    let found = cheapest(model, k, &Limits::NONE).unwrap();
    let costs: Vec<W> = found.best.iter().map(|labelling| labelling.cost).collect();
    let is_same = costs.len() == expected.len() && costs.iter().zip(&expected).all(|(a, b)| is_equal(a, b));
    assert!(is_same, "{costs:?} instead of {expected:?} in {model:?}");
    let mut labels: Vec<&Vec<usize>> = found.best.iter().map(|labelling| &labelling.labels).collect();
    for labelling in &found.best {
        assert_eq!(model.cost(&labelling.labels), Some(labelling.cost));
    }
    labels.sort();
    labels.dedup();
    assert_eq!(labels.len(), costs.len(), "a labelling was found twice in {model:?}");
    for points in found.trace.windows(2) {
        assert!(points[1].upper <= points[0].upper);
    }
    if let (Some(last), Some(best)) = (found.trace.last(), costs.first()) {
        assert_eq!((last.lower, last.upper), (*best, *best));
    }
}

#[test]
fn the_cheapest_labellings_are_found() {
    let mut rng = Rng::with_seed(21);
    for _ in 0..cases(1500) {
        let mut model = random(&mut rng);
        if rng.bool() {
            model.set_bound(rng.i64(-10..20)).unwrap();
        }
        same_cheapest(&model, 1, |a, b| a == b);
        same_cheapest(&model, 3, |a, b| a == b);
        let mut real = model.map(|cost| cost as f64 + rng.f64()).unwrap();
        real.set_bound(model.bound().to_f64() + 0.5).unwrap();
        same_cheapest(&real, 1, close);
        same_cheapest(&real, 3, close);
    }
}

/// A model of tables of two and three objects. In some tables, the label of one object determines the label of another.
fn tables(rng: &mut Rng) -> LabelModel<i64> {
    let mut model = LabelModel::new();
    let count = rng.usize(4..=7);
    for object in 0..count {
        let labels = rng.usize(2..=3);
        model.add_object(format!("x{object}"), labels).unwrap();
        (0..labels).for_each(|label| model.add_cost(object, label, rng.i64(-2..6)).unwrap());
    }
    let forbidden = rng.u8(..6);
    for _ in 0..rng.usize(count..=3 * count) {
        let mut scope: Vec<usize> = (0..count).collect();
        rng.shuffle(&mut scope);
        scope.truncate(if rng.u8(..3) == 0 { 3 } else { 2 });
        let combinations = model.combinations(&scope).unwrap();
        let columns = model.labels(scope[1]);
        let is_function = scope.len() == 2 && rng.u8(..4) == 0;
        let cost = |at: usize| {
            let is_forbidden =
                if is_function { at / columns % columns != at % columns } else { rng.u8(..20) < forbidden };
            if is_forbidden { i64::FORBIDDEN } else { rng.i64(0..9) }
        };
        let costs = (0..combinations).map(cost).collect();
        model.add_function(&scope, LabelCosts::Dense(costs)).unwrap();
    }
    model
}

#[test]
fn the_cheapest_labellings_of_tables_are_found() {
    let mut rng = Rng::with_seed(26);
    for _ in 0..80 {
        let mut model = tables(&mut rng);
        if rng.u8(..3) == 0 {
            model.set_bound(rng.i64(0..60)).unwrap();
        }
        let k = rng.usize(2..=5);
        same_cheapest(&model, 1, |a, b| a == b);
        same_cheapest(&model, k, |a, b| a == b);
        let mut real = model.map(|cost| cost as f64 * 1e3 + rng.f64()).unwrap();
        real.set_bound(model.bound().to_f64() * 1e3 + 0.5).unwrap();
        same_cheapest(&real, 1, close);
        same_cheapest(&real, k, close);
    }
}

/// If an object has many labels, decisions try half of them at a time.
#[test]
fn halves_of_many_labels() {
    let mut rng = Rng::with_seed(27);
    for _ in 0..5 {
        let mut model = LabelModel::<i64>::new();
        for object in 0..4 {
            model.add_object(format!("x{object}"), 12).unwrap();
        }
        for second in 1..4 {
            for first in 0..second {
                let costs = (0..12 * 12).map(|_| rng.i64(-20..100)).collect();
                model.add_function(&[first, second], LabelCosts::Dense(costs)).unwrap();
            }
        }
        for k in [1, 4] {
            let expected = eliminate(&model, &KBest::<i64>::new(k), BYTES, &Limits::NONE).unwrap();
            let found = cheapest(&model, k, &Limits::NONE).unwrap();
            let costs: Vec<i64> = found.best.iter().map(|labelling| labelling.cost).collect();
            assert_eq!(costs, expected);
        }
    }
}

#[test]
fn the_cheapest_grids_are_found() {
    let mut rng = Rng::with_seed(22);
    let shape = Shape::boxes(2, 2).unwrap();
    for _ in 0..60 {
        let mut model = LabelModel::<i64>::of_puzzle(&Puzzle::new(shape));
        for cell in 0..16 {
            for label in 0..4 {
                model.add_cost(cell, label, rng.i64(-5..20)).unwrap();
            }
        }
        let expected = sweep(&model, &KBest::<i64>::new(5), BYTES, &Limits::NONE).unwrap();
        let found = cheapest(&model, 5, &Limits::NONE).unwrap();
        let costs: Vec<i64> = found.best.iter().map(|labelling| labelling.cost).collect();
        assert_eq!(costs, expected);
    }
}

/// Checks the laws of a semiring for some of its values.
fn laws<S: Semiring>(semiring: &S, values: &[S::Value], is_equal: impl Fn(&S::Value, &S::Value) -> bool) {
    let add = |a: &S::Value, b: &S::Value| semiring.add(a, b).unwrap();
    let mul = |a: &S::Value, b: &S::Value| semiring.mul(a, b).unwrap();
    let same = |law: &str, a: &S::Value, b: &S::Value| assert!(is_equal(a, b), "{law}: {a:?} and {b:?}");
    let (zero, one) = (semiring.zero(), semiring.one());
    assert!(semiring.is_zero(&zero) && !semiring.is_zero(&one));
    for a in values {
        same("zero is neutral", &add(a, &zero), a);
        same("one is neutral", &mul(a, &one), a);
        same("zero absorbs", &mul(a, &zero), &zero);
        for b in values {
            same("sums commute", &add(a, b), &add(b, a));
            same("products commute", &mul(a, b), &mul(b, a));
            for c in values {
                same("sums associate", &add(&add(a, b), c), &add(a, &add(b, c)));
                same("products associate", &mul(&mul(a, b), c), &mul(a, &mul(b, c)));
                same("products distribute", &mul(a, &add(b, c)), &add(&mul(a, b), &mul(a, c)));
            }
        }
    }
}

fn idempotent<S: Idempotent>(semiring: &S, values: &[S::Value]) {
    for a in values {
        assert_eq!(semiring.add(a, a).unwrap(), *a);
    }
}

fn ordered<S: Ordered>(semiring: &S, values: &[S::Value]) {
    idempotent(semiring, values);
    for a in values {
        for b in values {
            let sum = semiring.add(a, b).unwrap();
            let first = if semiring.compare(a, b).is_le() { a } else { b };
            assert_eq!(sum, *first, "a sum is the first in order");
            assert_eq!(semiring.compare(a, b), semiring.compare(b, a).reverse());
        }
    }
}

fn divisible<S: Divisible>(
    semiring: &S,
    values: &[S::Value],
    is_equal: impl Fn(&S::Value, &S::Value) -> bool,
) {
    for a in values {
        for b in values {
            if semiring.is_zero(b) {
                assert_eq!(semiring.div(a, b), Err(Overflow));
            } else {
                let ratio = semiring.div(a, b).unwrap();
                assert!(is_equal(&semiring.mul(&ratio, b).unwrap(), a), "{a:?} / {b:?}");
            }
        }
    }
}

#[test]
fn semirings_obey_their_laws() {
    let mut rng = Rng::with_seed(23);
    let costs: Vec<i64> = (0..9).map(|_| rng.i64(-20..20)).chain([0, i64::FORBIDDEN]).collect();
    let reals: Vec<f64> = costs.iter().map(|cost| cost.to_f64() * 0.37).collect();

    laws(&Boolean, &[false, true], |a, b| a == b);
    ordered(&Boolean, &[false, true]);

    let counts: Vec<u128> = (0..9).map(|_| rng.u128(0..1 << 40)).chain([0, 1]).collect();
    laws(&Counting, &counts, |a, b| a == b);
    let big: Vec<_> = counts.iter().map(|&count| num_bigint::BigUint::from(count).pow(5)).collect();
    laws(&BigCounting, &big, |a, b| a == b);

    let least = MinSum::<i64>::default();
    laws(&least, &costs, |a, b| a == b);
    ordered(&least, &costs);
    divisible(&least, &costs, |a, b| a == b);
    laws(&MinSum::<f64>::default(), &reals, close);
    divisible(&MinSum::<f64>::default(), &reals, close);

    let greatest = MaxSum::<i64>::default();
    let gains: Vec<Option<i64>> = costs.iter().map(|&cost| greatest.read(cost).unwrap()).collect();
    laws(&greatest, &gains, |a, b| a == b);
    ordered(&greatest, &gains);
    divisible(&greatest, &gains, |a, b| a == b);

    let weights: Vec<f64> = reals.iter().map(|&cost| (-cost).exp()).collect();
    laws(&MaxProduct, &weights, close);
    ordered(&MaxProduct, &weights);
    divisible(&MaxProduct, &weights, close);

    let logs: Vec<f64> = reals.iter().map(|&cost| -cost).collect();
    laws(&LogSum, &logs, close);
    divisible(&LogSum, &logs, close);

    let best = KBest::<i64>::new(3);
    let lists: Vec<Vec<i64>> = (0..9)
        .map(|_| {
            let mut list: Vec<i64> = (0..rng.usize(0..4)).map(|_| rng.i64(-5..9)).collect();
            list.sort_unstable();
            list
        })
        .collect();
    laws(&best, &lists, |a, b| a == b);

    let counted = Lexicographic(least, Counting);
    let pairs_of: Vec<(i64, u128)> = costs
        .iter()
        .map(|&cost| if cost.forbids() { counted.zero() } else { (cost % 3, rng.u128(1..9)) })
        .collect();
    laws(&counted, &pairs_of, |a, b| a == b);
    let two = Lexicographic(least, least);
    let twice: Vec<(i64, i64)> = pairs_of
        .iter()
        .map(|pair| if pair.0.forbids() { two.zero() } else { (pair.0, rng.i64(-3..3)) })
        .collect();
    laws(&two, &twice, |a, b| a == b);
    ordered(&two, &twice);

    let expected: Vec<(f64, f64)> = (0..8).map(|_| (rng.f64(), rng.f64() * 4.0 - 2.0)).collect();
    laws(&Expectation, &expected, close_pairs);

    let sets: Vec<_> = (0..8)
        .map(|_| (rng.u8(..5) > 0).then(|| (0..rng.usize(0..4)).map(|_| (rng.usize(0..3), 0)).collect()))
        .collect();
    laws(&Provenance, &sets, |a, b| a == b);
    idempotent(&Provenance, &sets);
}

fn close_pairs(a: &(f64, f64), b: &(f64, f64)) -> bool {
    close(&a.0, &b.0) && close(&a.1, &b.1)
}

/// A random model whose functions form no cycle.
fn tree(rng: &mut Rng) -> LabelModel<f64> {
    let mut model = LabelModel::new();
    let count = rng.usize(1..=7);
    for object in 0..count {
        let labels = rng.usize(2..=4);
        model.add_object(format!("x{object}"), labels).unwrap();
        (0..labels).for_each(|label| model.add_cost(object, label, rng.f64() * 3.0 - 1.0).unwrap());
    }
    model.add_constant(0.5).unwrap();
    let mut next = 1;
    while next < count {
        // Each function has exactly one object that an earlier function already has.
        let size = rng.usize(1..=2).min(count - next);
        let scope: Vec<usize> = [rng.usize(0..next)].into_iter().chain(next..next + size).collect();
        next += size;
        let combinations = model.combinations(&scope).unwrap();
        let is_set = rng.bool();
        let cost = |rng: &mut Rng| if rng.u8(..6) == 0 { f64::FORBIDDEN } else { rng.f64() * 4.0 };
        let table = LabelCosts::Dense((0..combinations).map(|_| cost(rng)).collect());
        model.add_function(&scope, if is_set { LabelCosts::AllDifferent } else { table }).unwrap();
    }
    model
}

#[test]
fn beliefs_are_exact_without_cycles() {
    let mut rng = Rng::with_seed(24);
    for _ in 0..cases(400) {
        let model = tree(&mut rng);
        let exact = Elimination::new(&model, &Limits::NONE)
            .unwrap()
            .marginals(&model, &LogSum, BYTES, &Limits::NONE)
            .unwrap();
        let found = beliefs(&model, &BeliefOptions::default(), &Limits::NONE).unwrap();
        assert!(found.converged && close(&found.log_sum, &exact.sum), "{found:?} {exact:?} {model:?}");
        for (shares, logs) in found.of_labels.iter().zip(&exact.of_labels) {
            for (share, log) in shares.iter().zip(logs) {
                let expected = if exact.sum == f64::NEG_INFINITY { 0.0 } else { (log - exact.sum).exp() };
                assert!((share - expected).abs() < 1e-9, "{share} instead of {expected} in {model:?}");
            }
        }
    }
}

/// The approximation of the sum takes as long as a round of messages, so the limits also end it.
#[test]
fn beliefs_end_by_their_limits() {
    let model = LabelModel::<i64>::of_puzzle(&Puzzle::new(Shape::CLASSIC));
    let cancelled = AtomicBool::new(true);
    let limits = Limits::NONE.with_cancel(&cancelled);
    for rounds in [0, 1] {
        let options = BeliefOptions { rounds, ..BeliefOptions::default() };
        let found = beliefs(&model, &options, &limits).unwrap();
        assert_eq!((found.limit, found.rounds), (Some(Limit::Cancelled), 0));
        assert!(found.log_sum.is_nan());
    }
}

/// Reading the table of a large function counts towards the limits.
#[test]
fn reading_tables_counts() {
    let mut model = LabelModel::<i64>::new();
    let scope: Vec<usize> = (0..13).map(|_| model.add_object("", 2).unwrap()).collect();
    model.add_function(&scope, LabelCosts::Dense(vec![1; 1 << 13].into())).unwrap();
    let order = Elimination::new(&model, &Limits::NONE).unwrap();
    let sum = |nodes| order.sum(&model, &MinSum::<i64>::default(), BYTES, &Limits::NONE.with_nodes(nodes));
    // 8,192 entries are read, and 16,382 combinations of labels are eliminated.
    assert_eq!(sum(30_000), Ok(1));
    assert_eq!(sum(18_000), Err(LabelError::Limit(Limit::Nodes)));
}

/// With few clues, messages around the cycles of rows and boxes move beliefs far too near 0 and 1. With scores of all
/// cells, the preferred labels are the labels of the cheapest grid.
#[test]
fn beliefs_prefer_the_cheapest_grid() {
    let mut rng = Rng::with_seed(25);
    for _ in 0..5 {
        let mut model = LabelModel::<f64>::of_puzzle(&Puzzle::new(Shape::CLASSIC));
        for cell in 0..81 {
            let (row, column) = (cell / 9, cell % 9);
            let digit = (3 * row + row / 3 + column) % 9;
            for label in 0..9 {
                let cost = if label == digit { 0.0 } else { 2.0 } + 1.5 * rng.f64();
                model.add_cost(cell, label, cost).unwrap();
            }
        }
        let best = cheapest(&model, 1, &Limits::NONE).unwrap().best.remove(0);
        let found = beliefs(&model, &BeliefOptions::default(), &Limits::NONE).unwrap();
        assert!(found.converged);
        for (shares, label) in found.of_labels.iter().zip(best.labels) {
            assert!(shares.iter().all(|&share| share <= shares[label]), "{shares:?} {label}");
        }
    }
}

/// Checks that each labelling costs the same in a transformed model, and that no labelling costs less than its bound.
fn is_equivalent<W: Weight>(
    model: &LabelModel<W>,
    found: &Transformed<W>,
    is_equal: impl Fn(&W, &W) -> bool,
) {
    let mut least = W::FORBIDDEN;
    for labels in labellings(model) {
        let (expected, cost) = (model.cost(&labels).unwrap(), found.model.cost(&labels).unwrap());
        assert!(is_equal(&cost, &expected), "{labels:?}: {cost} instead of {expected} in {model:?}");
        least = least.least(expected);
    }
    let (bound, course) = (found.bound, &found.course);
    assert!(bound <= least || is_equal(&bound, &least), "{bound} is above {least} in {model:?}");
    assert!(is_equal(&found.model.constant(), &bound) && is_equal(course.last().unwrap(), &bound));
    assert!(course.windows(2).all(|two| two[0] <= two[1] || is_equal(&two[0], &two[1])), "{course:?}");
}

#[test]
fn transformed_models_are_equivalent() {
    let mut rng = Rng::with_seed(28);
    let mut sums = [0.0; 4];
    for round in 0..200 {
        let model = if round % 2 == 0 { random(&mut rng) } else { tables(&mut rng) };
        let found = transform(&model, &Limits::NONE).unwrap();
        is_equivalent(&model, &found, |a, b| a == b);
        let real = model.map(|cost| cost as f64 + rng.f64()).unwrap();
        let methods = [TransformMethod::Arcs, TransformMethod::Diffusion, TransformMethod::Virtual];
        let bounds = methods.map(|method| {
            let found = transform_with(&real, method, &Limits::NONE).unwrap();
            is_equivalent(&real, &found, close);
            found.bound
        });
        assert!(bounds[1] >= bounds[0] - 1e-9 && bounds[2] >= bounds[0] - 1e-9, "{bounds:?}");
        let least = cheapest(&real, 1, &Limits::NONE).unwrap().best.first().map(|best| best.cost);
        if let Some(least) =
            least.filter(|_| bounds[0].is_finite() && bounds[1].is_finite() && bounds[2].is_finite())
        {
            for (sum, bound) in sums.iter_mut().zip(bounds.into_iter().chain([least])) {
                *sum += bound;
            }
        }
    }
    // On average, the methods order their bounds in this way.
    assert!(sums[0] < sums[2] && sums[1] < sums[3] && sums[2] < sums[3], "{sums:?}");
}

/// If a refutation passes through several objects, several costs must be moved to raise the bound.
#[test]
fn bounds_of_a_circle() {
    let mut model = LabelModel::<f64>::new();
    for _ in 0..3 {
        model.add_object("", 2).unwrap();
    }
    model.add_cost(2, 1, 1.0).unwrap();
    for (scope, costs) in
        [([0, 1], [1.0, 0.0, 0.0, 0.0]), ([0, 2], [0.0, 0.0, 1.0, 0.0]), ([1, 2], [0.0, 0.0, 1.0, 0.0])]
    {
        model.add_function(&scope, LabelCosts::Dense(costs.into())).unwrap();
    }
    let bound = |method| transform_with(&model, method, &Limits::NONE).unwrap().bound;
    assert!(bound(TransformMethod::Arcs).abs() < 1e-9);
    assert!((bound(TransformMethod::Virtual) - 0.5).abs() < 1e-6);
    assert!((bound(TransformMethod::Diffusion) - 0.5).abs() < 1e-6);
    let limits = Limits::NONE.with_nodes(0);
    let found = transform_with(&model, TransformMethod::Diffusion, &limits).unwrap();
    assert_eq!(found.limit, Some(Limit::Nodes));
    is_equivalent(&model, &found, close);
    let grid = LabelModel::<f64>::of_puzzle(&Puzzle::new(Shape::boxes(2, 2).unwrap()));
    let found = transform_with(&grid, TransformMethod::Virtual, &Limits::NONE).unwrap();
    assert!(close(&found.bound, &0.0) && found.model.functions().len() == grid.functions().len());
}

/// Without costs all labellings are equal, but each is found once, for both types of costs.
#[test]
fn all_labellings_without_costs_are_found() {
    let text = ".3..7....6..195.....8....6.8...6...34....3..17...2...6.6....28....419..5....8..79";
    let puzzle: Puzzle = text.parse().unwrap();
    let exact = cheapest(&LabelModel::<i64>::of_puzzle(&puzzle), 10, &Limits::NONE).unwrap();
    let real = LabelModel::<f64>::of_puzzle(&puzzle);
    let found = cheapest(&real, 10, &Limits::NONE.with_nodes(Some(1000))).unwrap();
    assert_eq!((found.best.len(), found.limit), (5, None));
    assert_eq!((exact.best.len(), exact.nodes), (5, found.nodes));
}
