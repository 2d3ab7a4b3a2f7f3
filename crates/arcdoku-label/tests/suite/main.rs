//! Answers to random labelling models, compared with the answers of toulbar2 and pgmpy in `testdata/labelling.tsv`.
//! The file is written by
//! `cargo xtask bench labelling --only oracles --python PROGRAM --write-oracles testdata/labelling.tsv`.

use arcdoku::Limits;
use arcdoku::testing::neutral;
use arcdoku_label::semiring::{Counting, KBest, LogSum};
use arcdoku_label::{Elimination, LabelModel, Sweep, Weight, cheapest, testing};

/// The number of bytes that states and tables may take.
const BYTES: f64 = 1e8;

/// A line of the file.
struct Oracle<'a> {
    place: String,
    kind: &'a str,
    seed: u64,
    /// The number of labellings below the bound.
    count: u64,
    /// The least costs, up to five.
    best: Vec<f64>,
    /// The logarithm of the sum of all exp(-cost), without the bound; negative infinity if all labellings are
    /// forbidden.
    log_sum: f64,
    /// The shares of the labels of the object whose number is the seed modulo the number of objects.
    shares: Vec<f64>,
}

impl<'a> Oracle<'a> {
    fn read(number: usize, line: &'a str) -> Self {
        let place = format!("labelling.tsv:{}", number + 1);
        let fields: Vec<&str> = line.split('\t').collect();
        let &[kind, seed, count, best, log_sum, shares] = fields.as_slice() else {
            panic!("{place}: {} fields", fields.len())
        };
        let number =
            |text: &str| text.parse().unwrap_or_else(|_| panic!("{place}: {text:?} is not a number"));
        Self {
            kind,
            seed: number(seed) as u64,
            count: number(count) as u64,
            best: best.split_whitespace().map(number).collect(),
            log_sum: if log_sum == "-" { f64::NEG_INFINITY } else { number(log_sum) },
            shares: shares.split_whitespace().map(number).collect(),
            place,
        }
    }

    fn same(&self, what: &str, ours: &[f64], theirs: &[f64]) {
        let is_same = |(a, b): (&f64, &f64)| {
            let are_finite = a.is_finite() && b.is_finite();
            if are_finite { (a - b).abs() <= 1e-9 * a.abs().max(1.0) } else { a.total_cmp(b).is_eq() }
        };
        let agrees = ours.len() == theirs.len() && ours.iter().zip(theirs).all(is_same);
        assert!(agrees, "{}: {what}: {ours:?} instead of {theirs:?}", self.place);
    }

    fn check<W: Weight>(&self, model: &LabelModel<W>) {
        let none = &Limits::NONE;
        let found = cheapest(model, 5, none).unwrap();
        let costs: Vec<f64> = found.best.iter().map(|found| found.cost.to_f64()).collect();
        self.same("`cheapest`", &costs, &self.best);
        for found in &found.best {
            assert_eq!(model.cost(&found.labels), Some(found.cost), "{}", self.place);
        }
        let sweep = Sweep::new(model).unwrap();
        let elimination = Elimination::new(model, &Limits::NONE).unwrap();
        let best = &KBest::<W>::new(5);
        let sums = [
            sweep.sum(model, best, BYTES, none).unwrap(),
            elimination.sum(model, best, BYTES, none).unwrap(),
        ];
        for sum in sums {
            // Sums ignore the bound.
            let below = sum.into_iter().filter(|&cost| cost < model.bound()).map(Weight::to_f64);
            self.same("the least costs", &below.collect::<Vec<_>>(), &self.best);
        }
        if model.bound().forbids() {
            let counts = [
                sweep.sum(model, &Counting, BYTES, none).unwrap(),
                elimination.sum(model, &Counting, BYTES, none).unwrap(),
            ];
            assert_eq!(counts, [self.count.into(); 2], "{}", self.place);
        } else {
            let all = cheapest(model, usize::MAX, none).unwrap().best.len();
            assert_eq!(all as u64, self.count, "{}", self.place);
        }
        let marginals = [
            sweep.marginals(model, &LogSum, BYTES, none).unwrap(),
            elimination.marginals(model, &LogSum, BYTES, none).unwrap(),
        ];
        for marginals in marginals {
            self.same("log Z", &[marginals.sum], &[self.log_sum]);
            if self.log_sum.is_finite() {
                let object = self.seed as usize % model.objects();
                let row = &marginals.of_labels[object];
                let shares: Vec<f64> = row.iter().map(|part| (part - marginals.sum).exp()).collect();
                self.same("shares", &shares, &self.shares);
            }
        }
    }
}

#[test]
fn other_programs_agree() {
    let path = neutral::workspace().join("testdata/labelling.tsv");
    let text = std::fs::read_to_string(&path).unwrap();
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    let mut checked = 0;
    for (number, line) in lines {
        let oracle = Oracle::read(number, line);
        match oracle.kind {
            "uai" => oracle.check(&testing::probabilities(oracle.seed)),
            "wcsp" => oracle.check(&testing::integers(oracle.seed)),
            "cfn" => oracle.check(&testing::decimals(oracle.seed)),
            other => panic!("{}: the kind {other:?}", oracle.place),
        }
        checked += 1;
    }
    assert_eq!(checked, 900);
}
