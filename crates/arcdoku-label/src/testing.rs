//! Small random models of the labelling problem, one per seed. Stored answers of other programs refer to these
//! models, so a seed must always give the same model.

use fastrand::Rng;

use crate::{LabelCosts, LabelModel, Weight};

/// The largest number of labellings of a model.
const MOST_LABELLINGS: usize = 1500;

/// The kind of costs of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Probabilities,
    Integers,
    Decimals,
}

/// The representation of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Table,
    List,
    Different,
}

impl Form {
    fn random(rng: &mut Rng) -> Self {
        match rng.u8(0..6) {
            0 | 1 => Self::List,
            2 => Self::Different,
            _ => Self::Table,
        }
    }
}

/// A model whose costs are the negative logarithms of numbers from 0 to 1, of at most three decimals. No object has a
/// name, every function has a table, and there is no bound.
pub fn probabilities(seed: u64) -> LabelModel<f64> {
    model(Kind::Probabilities, seed, |rng| {
        // The probabilities 0 and 1 are frequent, as in rules and in evidence.
        match rng.u8(0..8) {
            0 => f64::INFINITY,
            1 => 0.0,
            _ => -(f64::from(rng.u16(1..=1000)) / 1000.0).ln(),
        }
    })
}

/// A model of integer costs from 0 to 30, with tables, lists of exceptions, and sets of different objects. Some models
/// have a bound that labellings reach.
#[expect(clippy::missing_panics_doc, reason = "the bound is a cost")]
pub fn integers(seed: u64) -> LabelModel<i64> {
    let mut model = model(Kind::Integers, seed, |rng| match rng.u8(0..8) {
        0 => i64::MAX,
        1..=3 => 0,
        _ => rng.i64(0..=30),
    });
    let mut rng = Rng::with_seed(!seed);
    if rng.u8(0..4) == 0 {
        let functions = model.functions().len() as i64;
        model.set_bound(rng.i64(10..=30) * (functions + 1)).expect("a cost");
    }
    model
}

/// Like [`integers`], with costs of at most three decimals from -20 to 20, and names of objects and labels. The model
/// has no bound, or a bound that no labelling reaches.
#[expect(clippy::missing_panics_doc, reason = "the bound is a cost")]
pub fn decimals(seed: u64) -> LabelModel<f64> {
    let mut model = model(Kind::Decimals, seed, |rng| match rng.u8(0..8) {
        0 => f64::INFINITY,
        1..=3 => 0.0,
        _ => f64::from(rng.i32(-20_000..=20_000)) / 1000.0,
    });
    let mut rng = Rng::with_seed(!seed);
    if rng.bool() {
        model.set_bound(f64::from(rng.u16(1000..2000))).expect("a cost");
    }
    model
}

fn model<W: Weight>(kind: Kind, seed: u64, mut cost: impl FnMut(&mut Rng) -> W) -> LabelModel<W> {
    let rng = &mut Rng::with_seed(seed);
    let mut model = LabelModel::new().with_name(format!("small{seed}"));
    let mut labellings = 1;
    for object in 0..rng.usize(2..=7) {
        let labels = rng.usize(1..=5).min(MOST_LABELLINGS / labellings);
        labellings *= labels;
        let name = if kind == Kind::Decimals { format!("o{object}") } else { String::new() };
        model.add_object(name, labels).expect("there are labels");
        if kind == Kind::Decimals && rng.bool() {
            let names = (0..labels).map(|label| format!("l{label}")).collect();
            model.name_labels(object, names).expect("one name per label");
        }
    }
    let all: Vec<usize> = (0..model.objects()).collect();
    for &object in &all {
        if rng.u8(0..3) != 0 {
            for label in 0..model.labels(object) {
                let cost = cost(rng);
                model.add_cost(object, label, cost).expect("a label and a cost");
            }
        }
    }
    for _ in 0..rng.usize(1..=all.len() + 2) {
        let form = if kind == Kind::Probabilities { Form::Table } else { Form::random(rng) };
        let mut scope = all.clone();
        rng.shuffle(&mut scope);
        scope.truncate(rng.usize(2..=if form == Form::Different { 4 } else { 3 }));
        let count = model.combinations(&scope).expect("few labels");
        let costs = match form {
            Form::List => {
                let listed = (0..rng.usize(0..=count)).map(|_| {
                    let labels = scope.iter().map(|&object| rng.usize(0..model.labels(object))).collect();
                    (labels, cost(rng))
                });
                LabelCosts::Sparse { listed: listed.collect(), others: cost(rng) }
            }
            Form::Different => LabelCosts::AllDifferent,
            Form::Table => LabelCosts::Dense((0..count).map(|_| cost(rng)).collect()),
        };
        model.add_function(&scope, costs).expect("it fits the model");
    }
    if rng.bool() {
        let constant = cost(rng);
        if !constant.forbids() {
            model.add_constant(constant).expect("a cost");
        }
    }
    model
}

#[cfg(test)]
mod tests {
    use super::{decimals, integers, probabilities};
    use crate::{LabelCosts, LabelFunction, LabelModel, Weight};

    /// The numbers of functions with a table, a list, and different labels.
    fn forms<W: Weight>(models: impl Iterator<Item = LabelModel<W>>) -> [usize; 3] {
        let mut counts = [0; 3];
        for model in models {
            for form in model.functions().iter().map(LabelFunction::costs) {
                counts[match form {
                    LabelCosts::Dense(_) => 0,
                    LabelCosts::Sparse { .. } => 1,
                    _ => 2,
                }] += 1;
            }
        }
        counts
    }

    #[test]
    fn all_forms_occur() {
        let [tables, lists, sets] = forms((0..300).map(probabilities));
        assert!(tables > 1000 && lists == 0 && sets == 0);
        for counts in [forms((0..300).map(integers)), forms((0..300).map(decimals))] {
            assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
        }
        assert!((0..300).filter(|&seed| !integers(seed).bound().forbids()).count() > 50);
    }
}
