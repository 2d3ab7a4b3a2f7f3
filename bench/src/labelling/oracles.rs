//! Random small models: all answers compared with toulbar2 and pgmpy.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use arcdoku::Limits;
use arcdoku_label::formats::{AnyLabelModel, LabelFormat, read_labels, write_labels};
use arcdoku_label::semiring::{Counting, KBest, LogSum, MinSum};
use arcdoku_label::testing;
use arcdoku_label::{Elimination, Sweep};
use arcdoku_label::{LabelModel, Marginals, Weight, cheapest};

use super::peer::{Peer, Peers, labels as labels_of, numbers};
use super::{TOLERANCE, is_close};
use crate::options::Run;
use crate::process::{Folder, write_file};
use crate::record::Report;
use crate::table::Table;

/// The number of models of each kind.
const MODELS: usize = 300;

/// The number of cheapest labellings that are compared and stored.
const BEST: usize = 5;

/// The maximum size of tables, in bytes.
const BYTES: f64 = 1e9;

const HEAD: &str = "\
# Answers of toulbar2 and pgmpy to the models of `arcdoku_label::testing`, by `cargo xtask bench labelling --write-oracles`.
# The kind, the seed, how many labellings are below the bound and not forbidden, the least costs, the logarithm of the sum of
# all exp(-cost), and the shares of the labels of the object whose number is the seed modulo the number of objects.
";

/// A model, and the file format for its kind of costs.
struct Case {
    kind: &'static str,
    seed: u64,
    model: AnyLabelModel,
    format: LabelFormat,
}

/// The answers of the peers to a model.
struct Oracle {
    /// The number of labellings below the bound.
    count: usize,
    /// The least costs.
    best: Vec<f64>,
    /// `None` if all labellings are forbidden.
    log_sum: Option<f64>,
    marginals: Vec<Vec<f64>>,
}

/// The numbers of answers that agreed.
#[derive(Default)]
struct Tally {
    models: usize,
    /// The number of models without a labelling.
    empty: usize,
    labellings: usize,
    numbers: usize,
    /// The largest difference between two numbers. `worst_of` names what was compared.
    worst: f64,
    worst_of: &'static str,
}

fn case(kind: &'static str, seed: u64) -> Case {
    let (model, format) = match kind {
        "uai" => (AnyLabelModel::Real(testing::probabilities(seed)), LabelFormat::Uai),
        "wcsp" => (AnyLabelModel::Exact(testing::integers(seed)), LabelFormat::Wcsp),
        _ => (AnyLabelModel::Real(testing::decimals(seed)), LabelFormat::Cfn),
    };
    Case { kind, seed, model, format }
}

pub(super) fn section(run: &Run, peers: &Peers, report: &mut Report) -> Result<(), String> {
    let models = run.options.limit.unwrap_or(MODELS) as u64;
    let folder = Folder::new("labels")?;
    let mut peer = peers.start()?;
    let head =
        "models | number | without a labelling | labellings | numbers compared | largest difference | of";
    let mut table = Table::new(1, head);
    let mut lines = HEAD.to_owned();
    for kind in ["uai", "wcsp", "cfn"] {
        let mut tally = Tally::default();
        for seed in 0..models {
            let case = case(kind, seed);
            let place = |error: String| format!("{kind}, seed {seed}: {error}");
            let oracle = match &case.model {
                AnyLabelModel::Exact(model) => compare(&case, model, &mut peer, &folder, &mut tally),
                AnyLabelModel::Real(model) => compare(&case, model, &mut peer, &folder, &mut tally),
            };
            line(&case, &oracle.map_err(place)?, &mut lines);
        }
        table.row(vec![
            kind.into(),
            tally.models.to_string(),
            tally.empty.to_string(),
            tally.labellings.to_string(),
            tally.numbers.to_string(),
            format!("{:.1e}", tally.worst),
            tally.worst_of.into(),
        ]);
    }
    report.add_block(&table.render());
    report.add_block(&format!(
        "Random models of 2 to 7 objects, each written in its format and read back. toulbar2 reads the same file and \
         returns its optimum, and all labellings with their costs. pgmpy reads the model as UAI and returns log Z, \
         all marginals, the {BEST} least costs, and the most probable labelling. arcdoku: `cheapest`; by sweep and \
         by elimination, the least cost, the {BEST} least costs, the count, log Z, and marginals. All answers agree: \
         integers exactly, other numbers to {TOLERANCE:e}, relative if they are above 1. A difference ends the run. \
         toulbar2 rounds logarithms, so its labellings of `uai` are compared by their costs in the model."
    ));
    if let Some(path) = &run.options.write_oracles {
        fs::write(path, lines).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// A line of the stored answers.
fn line(case: &Case, oracle: &Oracle, lines: &mut String) {
    let list = |numbers: &[f64]| numbers.iter().copied().map(short).collect::<Vec<_>>().join(" ");
    let object = case.seed as usize % oracle.marginals.len().max(1);
    let shares = oracle.marginals.get(object).map_or(&[][..], Vec::as_slice);
    // Writing to a string cannot fail.
    let _ = writeln!(
        lines,
        "{}\t{}\t{}\t{}\t{}\t{}",
        case.kind,
        case.seed,
        oracle.count,
        list(&oracle.best),
        oracle.log_sum.map_or_else(|| "-".to_owned(), short),
        list(shares)
    );
}

/// A number with at most twelve decimals.
fn short(number: f64) -> String {
    let text = format!("{number:.12}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Gets the answers of the peers to a model, and compares ours with them.
fn compare<W: Weight>(
    case: &Case,
    model: &LabelModel<W>,
    peer: &mut Peer,
    folder: &Folder,
    tally: &mut Tally,
) -> Result<Oracle, String> {
    let text = write_labels(&case.model, case.format).map_err(|error| error.to_string())?;
    let path = folder.path(&format!("model.{}", case.format.name()));
    write_file(&path, text.as_bytes())?;
    let oracle = ask(case, model, &text, &path, peer, folder, tally)?;
    tally.models += 1;
    tally.empty += usize::from(oracle.best.is_empty());
    tally.labellings += oracle.count;
    // Checks the model itself, and the model that is read from its text.
    check(model, &oracle, true, tally)?;
    // A reader may turn a single cost that reaches the bound into a forbidden one, although log Z counts labellings
    // with this cost.
    let with_sums = model.bound().forbids();
    let read = match read_labels(&text, case.format).map_err(|error| error.to_string())? {
        AnyLabelModel::Exact(read) => check(&read, &oracle, with_sums, tally),
        AnyLabelModel::Real(read) => check(&read, &oracle, with_sums, tally),
    };
    read.map_err(|error| format!("as read: {error}\n{text}"))?;
    Ok(oracle)
}

/// The answers of the peers. Fails if they do not agree with each other.
fn ask<W: Weight>(
    case: &Case,
    model: &LabelModel<W>,
    text: &str,
    path: &Path,
    peer: &mut Peer,
    folder: &Folder,
    tally: &mut Tally,
) -> Result<Oracle, String> {
    let is_uai = case.format == LabelFormat::Uai;
    let uai = if is_uai {
        text.to_owned()
    } else {
        write_labels(&case.model, LabelFormat::Uai).map_err(|error| error.to_string())?
    };
    let sum_path = folder.path("sum.uai");
    write_file(&sum_path, uai.as_bytes())?;
    let sums = peer.ask_file("sum", &sum_path, BEST as u64)?;
    let optimum = peer.ask_file("optimum", path, 60)?;
    let all = peer.ask_file("enumerate", path, 0)?;
    let all = all["solutions"].as_array().ok_or("no labellings of toulbar2")?;
    let mut costs = Vec::new();
    for found in all {
        let in_model = cost(model, &labels_of(&found[1]))?;
        let theirs = found[0].as_f64().ok_or("a labelling without a cost")?;
        if !is_uai {
            tally.same("the cost of a labelling of toulbar2", in_model, theirs)?;
        }
        costs.push(in_model);
    }
    costs.sort_by(f64::total_cmp);
    let count = costs.len();
    costs.truncate(BEST);
    let optimum = match optimum["labels"].as_array() {
        Some(_) => Some(cost(model, &labels_of(&optimum["labels"]))?),
        None => None,
    };
    match (optimum, costs.first()) {
        (None, None) => {}
        (Some(optimum), Some(&least)) => tally.same("the optimum of toulbar2", least, optimum)?,
        _ => return Err("toulbar2 finds labellings, or an optimum, but not both".into()),
    }
    let probable = numbers(&sums["best"]);
    if model.bound().forbids() || is_uai {
        tally.all("the least costs by toulbar2 and pgmpy", &costs, &probable)?;
    }
    if let (Some(&least), true) = (probable.first(), sums["labels"].is_array()) {
        tally.same("the most probable by pgmpy", least, cost(model, &labels_of(&sums["labels"]))?)?;
    }
    let rows = sums["marginals"].as_array().map_or(&[][..], Vec::as_slice);
    Ok(Oracle {
        count,
        best: if is_uai { probable } else { costs },
        log_sum: sums["log_sum"].as_f64(),
        marginals: rows.iter().map(numbers).collect(),
    })
}

/// The cost of a labelling of a peer.
fn cost<W: Weight>(model: &LabelModel<W>, labels: &[usize]) -> Result<f64, String> {
    if labels.len() != model.objects() {
        return Err(format!("{labels:?} is not a label an object"));
    }
    model.cost(labels).map(Weight::to_f64).ok_or_else(|| "a cost is too large".into())
}

/// Compares all answers to a model with those of the peers.
fn check<W: Weight>(
    model: &LabelModel<W>,
    oracle: &Oracle,
    with_sums: bool,
    tally: &mut Tally,
) -> Result<(), String> {
    let fault = |error: arcdoku_label::LabelError| error.to_string();
    let none = &Limits::NONE;
    let found = cheapest(model, BEST, none).map_err(fault)?;
    let best: Vec<f64> = found.best.iter().map(|found| found.cost.to_f64()).collect();
    tally.all("`cheapest`", &best, &oracle.best)?;
    for found in &found.best {
        tally.same("a labelling of `cheapest`", found.cost.to_f64(), cost(model, &found.labels)?)?;
    }
    // Sums ignore the bound of the model, so only the costs are compared with it.
    let below = |cost: &f64| *cost < model.bound().to_f64() && cost.is_finite();
    let (sweep, elimination) =
        (Sweep::new(model).map_err(fault)?, Elimination::new(model, &Limits::NONE).unwrap());
    let swept = sweep.sum(model, &KBest::<W>::new(BEST), BYTES, none).map_err(fault)?;
    let eliminated = elimination.sum(model, &KBest::<W>::new(BEST), BYTES, none).map_err(fault)?;
    for (name, costs) in [("the least costs by sweep", swept), ("those by elimination", eliminated)] {
        let costs: Vec<f64> = costs.iter().map(|cost| cost.to_f64()).filter(below).collect();
        tally.all(name, &costs, &oracle.best)?;
    }
    let swept = sweep.sum(model, &MinSum::<W>::default(), BYTES, none).map_err(fault)?;
    let eliminated = elimination.sum(model, &MinSum::<W>::default(), BYTES, none).map_err(fault)?;
    for cost in [swept, eliminated].map(Weight::to_f64) {
        let least: Vec<f64> = [cost].into_iter().filter(below).collect();
        tally.all("the least cost by sums", &least, &oracle.best[..least.len().min(1)])?;
    }
    let everything = cheapest(model, usize::MAX, none).map_err(fault)?.best.len();
    tally.same("the number of labellings", everything as f64, oracle.count as f64)?;
    if with_sums && model.bound().forbids() {
        let swept = sweep.sum(model, &Counting, BYTES, none).map_err(fault)?;
        let eliminated = elimination.sum(model, &Counting, BYTES, none).map_err(fault)?;
        for count in [swept, eliminated] {
            tally.same("the count", count as f64, oracle.count as f64)?;
        }
    }
    if !with_sums {
        return Ok(());
    }
    let swept = sweep.marginals(model, &LogSum, BYTES, none).map_err(fault)?;
    let eliminated = elimination.marginals(model, &LogSum, BYTES, none).map_err(fault)?;
    for marginals in [swept, eliminated] {
        check_sums(&marginals, oracle, tally)?;
    }
    Ok(())
}

fn check_sums(found: &Marginals<f64>, oracle: &Oracle, tally: &mut Tally) -> Result<(), String> {
    let Some(log_sum) = oracle.log_sum else {
        return tally.same("log Z", found.sum, f64::NEG_INFINITY);
    };
    tally.same("log Z", found.sum, log_sum)?;
    for (found_row, row) in found.of_labels.iter().zip(&oracle.marginals) {
        let shares: Vec<f64> = found_row.iter().map(|part| (part - found.sum).exp()).collect();
        tally.all("marginals", &shares, row)?;
    }
    tally.same("objects", found.of_labels.len() as f64, oracle.marginals.len() as f64)
}

impl Tally {
    /// Counts a pair of numbers that agree. Fails if they differ.
    fn same(&mut self, what: &'static str, ours: f64, theirs: f64) -> Result<(), String> {
        if !is_close(ours, theirs) {
            return Err(format!("{what}: {ours} and {theirs}"));
        }
        self.numbers += 1;
        let difference = (ours - theirs).abs();
        if difference > self.worst {
            self.worst = difference;
            self.worst_of = what;
        }
        Ok(())
    }

    fn all(&mut self, what: &'static str, ours: &[f64], theirs: &[f64]) -> Result<(), String> {
        if ours.len() != theirs.len() {
            return Err(format!("{what}: {ours:?} and {theirs:?}"));
        }
        ours.iter().zip(theirs).try_for_each(|(&ours, &theirs)| self.same(what, ours, theirs))
    }
}
