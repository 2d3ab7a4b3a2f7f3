//! The most probable 9x9 grid for noisy scores, compared with toulbar2.

use std::time::Duration;

use arcdoku::testing::instances::full_grid;
use arcdoku::{Puzzle, Shape};
use arcdoku_label::{LabelModel, cheapest};
use fastrand::Rng;
use serde_json::json;

use super::peer::{Peer, Peers, SearchReply};
use super::{is_close, limits, milliseconds, timed, times};
use crate::options::Run;
use crate::pass::{mean_ratio, median, shortest};
use crate::record::Report;
use crate::table::{Table, dash, word};

/// The standard deviations of the noise.
const LEVELS: [f64; 3] = [0.6, 0.8, 1.0];

/// The number of grids at each level.
const GRIDS: usize = 1000;

/// The difference between the logit of the right digit and the logits of the other digits.
const RISE: f64 = 2.0;

/// The encodings of "all different" for toulbar2, each with the number of grids to solve. A grid takes seconds with
/// pairs.
const ENCODINGS: [(&str, usize); 2] = [("hungarian", usize::MAX), ("pairs", 20)];

/// The targets: a median in seconds, and a speed relative to the peer.
const MEDIAN: f64 = 2e-3;
const RATIO: f64 = 20.0;

/// A grid, and the cost of each digit of each cell in millionths, so that the peer, which uses decimals, has the same
/// model.
struct Instance {
    grid: Vec<usize>,
    costs: Vec<i64>,
}

impl Instance {
    fn random(noise: f64, rng: &mut Rng) -> Self {
        let grid = full_grid(Shape::CLASSIC, rng);
        let grid: Vec<usize> = grid.digits().iter().map(|digit| digit.index()).collect();
        let mut costs = Vec::with_capacity(9 * grid.len());
        for &right in &grid {
            let logit = |digit| noise * normal(rng) + if digit == right { RISE } else { 0.0 };
            let logits: Vec<f64> = (0..9).map(logit).collect();
            let total = logits.iter().map(|logit| logit.exp()).sum::<f64>().ln();
            costs.extend(logits.iter().map(|logit| ((total - logit) * 1e6).round() as i64));
        }
        Self { grid, costs }
    }

    fn model(&self) -> Result<LabelModel<f64>, String> {
        let mut model = LabelModel::of_puzzle(&Puzzle::new(Shape::CLASSIC));
        for (place, &cost) in self.costs.iter().enumerate() {
            let added = model.add_cost(place / 9, place % 9, cost as f64 / 1e6);
            added.map_err(|error| error.to_string())?;
        }
        Ok(model)
    }
}

/// A normally distributed number, by the Box-Muller transform.
fn normal(rng: &mut Rng) -> f64 {
    let (radius, angle) = (1.0 - rng.f64(), rng.f64());
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

/// The results of an engine.
#[derive(Default)]
struct Times {
    building: Vec<f64>,
    solving: Vec<f64>,
    /// The least cost of each grid; `None` if it was not proven in time.
    costs: Vec<Option<f64>>,
}

impl Times {
    fn undone(&self) -> usize {
        self.costs.iter().filter(|cost| cost.is_none()).count()
    }
}

/// The times of this project, and the number of grids that it found correctly.
fn ours(instances: &[Instance], rounds: usize, longest: Duration) -> Result<(Times, usize), String> {
    let mut all = Times::default();
    let mut right = 0;
    for instance in instances {
        let (model, building) = timed(|| instance.model());
        let model = model?;
        let (found, best) = shortest(rounds, || {
            let (answer, time) = timed(|| cheapest(&model, 1, &limits(longest)));
            Ok((answer.map_err(|error| error.to_string())?, time))
        })?;
        right += usize::from(found.best.first().is_some_and(|best| best.labels == instance.grid));
        all.building.push(building);
        all.solving.push(best);
        let cost = found.best.first().filter(|_| found.limit.is_none()).map(|best| best.cost);
        all.costs.push(cost);
    }
    Ok((all, right))
}

/// The times of the peer.
fn theirs(
    instances: &[Instance],
    encoding: &str,
    rounds: usize,
    longest: Duration,
    peer: &mut Peer,
) -> Result<Times, String> {
    let mut all = Times::default();
    for instance in instances {
        let seconds = longest.as_secs();
        let question =
            json!({ "ask": "grid", "costs": instance.costs, "encoding": encoding, "seconds": seconds });
        let (best, _) = shortest(rounds, || {
            let found = SearchReply::of(&peer.ask(&question)?);
            let solving = found.solving;
            Ok((found, solving))
        })?;
        all.building.push(best.reading);
        all.solving.push(best.solving);
        all.costs.push(best.cost.filter(|_| best.is_proven));
    }
    Ok(all)
}

pub(super) fn section(run: &Run, peers: Option<&Peers>, report: &mut Report) -> Result<(), String> {
    let (rounds, longest) = (run.rounds(1), run.longest(60));
    let count = run.options.limit.unwrap_or(GRIDS);
    let head = "noise | engine | grids | undone | right | building, ms | median ms | 90 % | longest | x ours, medians | \
                x ours, paired | verdict";
    let mut table = Table::new(2, head);
    for noise in LEVELS {
        let rng = &mut Rng::with_seed(19);
        let instances: Vec<Instance> = (0..count).map(|_| Instance::random(noise, rng)).collect();
        let (own, right) = ours(&instances, rounds, longest)?;
        let mut peer_times = Vec::new();
        if let Some(peers) = peers {
            for (encoding, most) in ENCODINGS {
                eprintln!("noise {noise}: toulbar2, {encoding}");
                let part = &instances[..instances.len().min(most)];
                let found = theirs(part, encoding, rounds, longest, &mut peers.start()?)?;
                for (place, pair) in own.costs.iter().zip(&found.costs).enumerate() {
                    if let (Some(ours), Some(theirs)) = pair
                        && !is_close(*ours, *theirs)
                    {
                        return Err(format!("noise {noise}, grid {place}: {ours}, by toulbar2 {theirs}"));
                    }
                }
                peer_times.push((encoding, found));
            }
        }
        let middle = median(own.solving.iter().copied());
        let row = |name: String, found: &Times, right: String, ratios: [String; 3]| {
            let mut cells = vec![noise.to_string(), name, found.costs.len().to_string()];
            cells.extend([found.undone().to_string(), right, milliseconds(&found.building, 0.5)]);
            cells.extend([0.5, 0.9, 1.0].map(|share| milliseconds(&found.solving, share)));
            cells.extend(ratios);
            cells
        };
        table.row(row("arcdoku".into(), &own, right.to_string(), [dash(), dash(), word(middle < MEDIAN)]));
        let ratio = |found: &Times| {
            // Compares times of the same grids.
            let own = own.solving[..found.solving.len()].iter().copied();
            median(found.solving.iter().copied()) / median(own)
        };
        let least = peer_times.iter().map(|(_, found)| ratio(found)).fold(f64::INFINITY, f64::min);
        for (encoding, found) in &peer_times {
            let paired = mean_ratio(found.solving.iter().copied().zip(own.solving.iter().copied()));
            let is_best = ratio(found) <= least;
            let verdict = if is_best { word(least >= RATIO) } else { dash() };
            let ratios = [times(ratio(found)), times(paired), verdict];
            table.row(row(format!("toulbar2, {encoding}"), found, dash(), ratios));
        }
    }
    report.add_block(&table.render());
    report.add_block(&format!(
        "The most probable 9x9 grid: the logit of the right digit of each cell is {RISE} above the others, with \
         normal noise of this standard deviation; grids by seed. Milliseconds of processor time: of the thread, and \
         for toulbar2 of its process without Python. `building` (median) is the time to build the model, which is \
         not included. `hungarian` is the global function of toulbar2 for different values, `pairs` are tables of \
         two. `right`: the result is the original grid. Undone: not proven in {} s. `x ours`: the time relative to \
         ours, by the medians, and as the geometric mean over the grids. The costs agree. Targets: a median under {} \
         ms, and {RATIO} times as fast as the better encoding. Rounds: {rounds}; the best counts.",
        longest.as_secs(),
        MEDIAN * 1e3
    ));
    Ok(())
}
