//! Compares estimates with exact sums. The differences must fit the standard errors of the estimates.

use super::*;

/// The labels after an exchange in the Kempe chain of an object, by the sets of the model.
fn exchanged(model: &LabelModel<f64>, labels: &[usize], object: usize, label: usize) -> Vec<usize> {
    let pair = [labels[object], label];
    let mut connected = std::collections::BTreeSet::from([object]);
    loop {
        let count = connected.len();
        for function in model.functions().iter().filter(|function| function.is_all_different()) {
            if function.scope().iter().any(|one| connected.contains(one)) {
                connected.extend(function.scope().iter().filter(|&&one| pair.contains(&labels[one])));
            }
        }
        if connected.len() == count {
            break;
        }
    }
    let swap = |(one, &known): (usize, &usize)| {
        if connected.contains(&one) { pair[usize::from(known == pair[0])] } else { known }
    };
    labels.iter().enumerate().map(swap).collect()
}

/// The labellings that moves can reach, each with its cost.
fn reachable(model: &LabelModel<f64>, start: &[usize]) -> Vec<(Vec<usize>, f64)> {
    let cost = |labels: &[usize]| {
        let fits = labels.iter().enumerate().all(|(object, &label)| label < model.labels(object));
        if fits { model.cost(labels).filter(|cost| !cost.forbids()) } else { None }
    };
    let mut known: Vec<(Vec<usize>, f64)> = vec![(start.to_vec(), cost(start).unwrap())];
    let mut next = 0;
    while let Some((labels, _)) = known.get(next).cloned() {
        next += 1;
        for object in 0..model.objects() {
            for label in (0..model.labels(object)).filter(|&label| label != labels[object]) {
                let mut one = labels.clone();
                one[object] = label;
                for moved in [one, exchanged(model, &labels, object, label)] {
                    if let Some(cost) = cost(&moved)
                        && known.iter().all(|known| known.0 != moved)
                    {
                        known.push((moved, cost));
                    }
                }
            }
        }
    }
    known
}

/// A random model whose weights differ little, so samples do not depend on each other for long.
fn mild(rng: &mut Rng) -> LabelModel<f64> {
    random(rng).map(|cost| cost as f64 * 0.3).unwrap()
}

/// The squares of errors, divided by the claimed errors.
#[derive(Default)]
struct ErrorCheck {
    sum: f64,
    count: f64,
}

impl ErrorCheck {
    fn add(&mut self, found: &SampledMarginals, exact: &[Vec<f64>]) {
        for (object, exact) in exact.iter().enumerate() {
            for (label, &exact) in exact.iter().enumerate() {
                let (share, error) = (found.of_labels[object][label], found.errors[object][label]);
                let distance = (share - exact).abs();
                assert!(
                    distance <= 5.0 * error + 0.003,
                    "{object} {label}: {share} instead of {exact}, {error}"
                );
                if exact > 0.05 && exact < 0.95 {
                    self.sum += (distance / error).powi(2);
                    self.count += 1.0;
                }
            }
        }
    }

    /// Checks that errors are about as large as claimed.
    fn end(&self) {
        let mean = self.sum / self.count;
        assert!(self.count > 30.0 && mean > 0.5 && mean < 1.7, "{mean} of {}", self.count);
    }
}

#[test]
fn sampled_marginals_agree_with_reachable_labellings() {
    let mut rng = Rng::with_seed(60);
    let mut check = ErrorCheck::default();
    let mut none = 0;
    for seed in 0..150 {
        let model = mild(&mut rng);
        let options = SampleOptions { samples: 8_000, burn_in: 200, seed, start: None };
        let found = sample_marginals(&model, &options, &Limits::NONE).unwrap();
        let (sum, _) = reference(&model, &Boolean);
        assert_eq!(found.is_some(), sum);
        let Some(found) = found else {
            none += 1;
            continue;
        };
        assert_eq!((found.samples, found.limit), (8_000, None));
        let all = reachable(&model, &found.last);
        let least = all.iter().map(|one| one.1).fold(f64::INFINITY, f64::min);
        let total: f64 = all.iter().map(|one| (least - one.1).exp()).sum();
        let mut exact: Vec<Vec<f64>> =
            (0..model.objects()).map(|object| vec![0.0; model.labels(object)]).collect();
        for (labels, cost) in &all {
            let share = (least - cost).exp() / total;
            exact.iter_mut().zip(labels).for_each(|(exact, &label)| exact[label] += share);
        }
        check.add(&found, &exact);
    }
    assert!(none > 5);
    check.end();
}

/// A model of a grid with random costs.
fn scored(shape: Shape, seed: u64) -> LabelModel<f64> {
    let mut rng = Rng::with_seed(seed);
    let mut model = LabelModel::<f64>::of_puzzle(&Puzzle::new(shape));
    for object in 0..model.objects() {
        for label in 0..model.labels(object) {
            model.add_cost(object, label, rng.f64() * 2.0).unwrap();
        }
    }
    model
}

/// Exchanges lead to all grids of 4x4.
#[test]
fn sampled_marginals_of_grids() {
    let mut check = ErrorCheck::default();
    for seed in 0..3 {
        let model = scored(Shape::boxes(2, 2).unwrap(), 61 + seed);
        let exact = Sweep::new(&model).unwrap().marginals(&model, &LogSum, BYTES, &Limits::NONE).unwrap();
        let share = |log: &f64| (log - exact.sum).exp();
        let shares: Vec<Vec<f64>> =
            exact.of_labels.iter().map(|logs| logs.iter().map(share).collect()).collect();
        let options = SampleOptions { samples: 20_000, seed, ..SampleOptions::default() };
        let found = sample_marginals(&model, &options, &Limits::NONE).unwrap().unwrap();
        assert!(found.accepted > found.exchanges / 10 && found.accepted < found.exchanges);
        assert_eq!(sample_marginals(&model, &options, &Limits::NONE).unwrap().unwrap(), found);
        check.add(&found, &shares);
        assert!(model.cost(&found.last).is_some_and(|cost| !cost.forbids()));
    }
    check.end();
}

#[test]
fn samples_have_limits_and_a_start() {
    let model = scored(Shape::CLASSIC, 65);
    let options = SampleOptions { burn_in: 5, ..SampleOptions::default() };
    // The search for a first grid uses some of these nodes, so fewer are left for samples.
    let found = sample_marginals(&model, &options, &Limits::NONE.with_nodes(200)).unwrap().unwrap();
    assert_eq!((found.samples, found.limit), (195, Some(Limit::Nodes)));
    assert!(model.cost(&found.last).is_some_and(|cost| !cost.forbids()));
    let again = SampleOptions { start: Some(found.last.clone()), samples: 3, burn_in: 0, seed: 1 };
    let next = sample_marginals(&model, &again, &Limits::NONE).unwrap().unwrap();
    assert!(next.samples == 3 && next.last != found.last);
    for wrong in [vec![], vec![0; 81], vec![9; 81]] {
        let options = SampleOptions { start: Some(wrong), ..SampleOptions::default() };
        assert_eq!(sample_marginals(&model, &options, &Limits::NONE), Err(LabelError::Start));
    }
    let sum = sample_sum(&model, 10, 0, &Limits::NONE.with_nodes(4));
    assert_eq!((sum.samples, sum.limit), (4, Some(Limit::Nodes)));
    let none = sample_sum(&model, 0, 0, &Limits::NONE);
    assert_eq!((none.hits, none.log_sum, none.interval[1]), (0, f64::NEG_INFINITY, f64::INFINITY));
    let empty = LabelModel::<i64>::new();
    let [low, high] = sample_sum(&empty, 5, 0, &Limits::NONE).interval;
    assert!(low.abs() < 1e-12 && high.abs() < 1e-12, "{low} {high}");
    assert_eq!(sample_marginals(&empty, &again_from(&[]), &Limits::NONE).unwrap().unwrap().samples, 3);
}

fn again_from(labels: &[usize]) -> SampleOptions {
    SampleOptions { start: Some(labels.to_vec()), samples: 3, burn_in: 0, seed: 1 }
}

#[test]
fn sampled_sums_agree_with_all_labellings() {
    let mut rng = Rng::with_seed(66);
    let (mut inside, mut count) = (0, 0);
    for seed in 0..400 {
        let model = mild(&mut rng);
        let (exact, marginals) = reference(&model, &LogSum);
        let found = sample_sum(&model, 2_000, seed, &Limits::NONE);
        if exact == f64::NEG_INFINITY {
            assert_eq!((found.hits, found.log_sum), (0, exact));
            continue;
        }
        assert!(found.hits > 0, "{model:?}");
        assert_shares(&marginals, exact, &found);
        let ratio = (found.log_sum - exact).exp();
        assert!((ratio - 1.0).abs() <= 5.0 * found.error + 1e-9, "{found:?} instead of {exact}");
        assert!(found.effective <= found.hits as f64 + 1e-6);
        // If all samples are equal, the error is only due to rounding.
        if found.error > 1e-6 {
            count += 1;
            inside += usize::from(found.interval[0] <= exact && exact <= found.interval[1]);
        }
    }
    assert!(count > 100, "{count}");
    assert!(inside * 100 >= count * 91 && inside < count, "{inside} of {count}");
}

/// Checks that shares of labels are as close to the exact shares as can be expected from the effective number of
/// samples.
fn assert_shares(exact: &[Vec<f64>], log_sum: f64, found: &SampledSum) {
    for (shares, exact) in found.of_labels.iter().flatten().zip(exact.iter().flatten()) {
        let exact = (exact - log_sum).exp();
        let error = (exact * (1.0 - exact) / found.effective).sqrt();
        assert!((shares - exact).abs() <= 6.0 * error + 0.01, "{shares} instead of {exact}: {found:?}");
    }
}

/// Means of few samples are unbiased as well. Such means are correct only if dead ends are counted correctly.
#[test]
fn sampled_sums_are_unbiased() {
    let puzzle: Puzzle = "1....2.2......3........5....4......6".parse().unwrap();
    for (puzzle, has_ends) in [(puzzle, true), (Puzzle::new(Shape::boxes(2, 2).unwrap()), false)] {
        let model = LabelModel::<i64>::of_puzzle(&puzzle);
        let count = sweep(&model, &Counting, BYTES, &Limits::NONE).unwrap();
        let all: Vec<SampledSum> = (0..3000).map(|seed| sample_sum(&model, 2, seed, &Limits::NONE)).collect();
        let means: Vec<f64> = all.iter().map(|found| found.log_sum.exp()).collect();
        let mean = means.iter().sum::<f64>() / 3000.0;
        let error = (means.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / 3000.0 / 3000.0).sqrt();
        assert!((mean - count as f64).abs() <= 4.0 * error, "{mean} instead of {count}, error {error}");
        assert!(error > 0.0 && error < 0.05 * mean);
        let ends = all.iter().filter(|found| found.hits < 2).count();
        assert_eq!(ends > 100, has_ends, "{ends} dead ends of {count}");
    }
}

/// B. Felgenhauer and F. Jarvis, "Mathematics of Sudoku I", 2006.
#[test]
fn the_number_of_grids_is_estimated() {
    let found =
        sample_sum(&LabelModel::<i64>::of_puzzle(&Puzzle::new(Shape::CLASSIC)), 2_000, 1, &Limits::NONE);
    let exact = 6_670_903_752_021_072_936_960_f64.ln();
    assert!(found.interval[0] < exact && exact < found.interval[1] && found.error < 0.1, "{found:?} {exact}");
}

/// Samples with rules and tables over all cells of a small grid.
#[test]
fn rules_are_sampled() {
    let rule: arcdoku::puzzle::Rule = "cage 9: r1c1 r1c2 r2c1".parse().unwrap();
    let model = LabelModel::<f64>::of_puzzle(&Puzzle::new(Shape::boxes(2, 2).unwrap()).with_rule(rule));
    let exact = sweep(&model, &Counting, BYTES, &Limits::NONE).unwrap() as f64;
    let found = sample_sum(&model, 2_000, 2, &Limits::NONE);
    assert!((found.log_sum.exp() / exact - 1.0).abs() <= 5.0 * found.error + 1e-9, "{found:?} {exact}");
}
