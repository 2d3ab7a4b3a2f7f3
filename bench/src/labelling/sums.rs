//! Counts of grids, and log Z and marginals of weighted grids.

use arcdoku::{Limits, Puzzle, Shape};
use arcdoku_label::formats::{AnyLabelModel, LabelFormat, write_labels};
use arcdoku_label::semiring::{Counting, LogSum};
use arcdoku_label::{Elimination, LabelCosts, LabelModel, Sweep};
use fastrand::Rng;

use super::peer::{Peers, numbers};
use super::{is_close, timed};
use crate::options::Run;
use crate::process::{Folder, write_file};
use crate::record::Report;
use crate::table::{Table, dash, grouped, word};

/// The maximum size of states and tables, in bytes.
const BYTES: f64 = 8e9;

/// The number of weighted grids of each shape.
const GRIDS: usize = 10;

/// The target for log Z of a 6x6 grid, in seconds.
const LONGEST: f64 = 1.0;

/// The model of a shape whose cells have random costs.
fn weighted(shape: Shape, rng: &mut Rng) -> Result<LabelModel<f64>, String> {
    let mut model = LabelModel::of_puzzle(&Puzzle::new(shape));
    for cell in 0..shape.cells() {
        for digit in 0..shape.digits() {
            model.add_cost(cell, digit, 4.0 * rng.f64()).map_err(|error| error.to_string())?;
        }
    }
    Ok(model)
}

/// The first three rows of a 9x9 grid.
fn band() -> Result<LabelModel<i64>, String> {
    let mut model = LabelModel::new();
    for cell in 0..27 {
        model.add_object(format!("c{cell}"), 9).map_err(|error| error.to_string())?;
    }
    let rows = (0..3).map(|row| (9 * row..9 * row + 9).collect());
    let boxes = (0..3).map(|of| (0..9).map(|at| at / 3 * 9 + 3 * of + at % 3).collect());
    for house in rows.chain(boxes.collect::<Vec<Vec<usize>>>()) {
        model.add_function(&house, LabelCosts::AllDifferent).map_err(|error| error.to_string())?;
    }
    Ok(model)
}

/// The sum of exp(-cost) over all grids, one by one.
struct Walk {
    weights: Vec<Vec<f64>>,
    /// The three houses of each cell, and the digits in each house.
    houses: Vec<[usize; 3]>,
    used: Vec<u64>,
    sum: f64,
    grids: u64,
}

impl Walk {
    fn of(model: &LabelModel<f64>, shape: Shape) -> Option<Self> {
        let (rows, cols) = shape.box_size()?;
        let n = shape.digits();
        let house = |cell: usize| {
            let (row, col) = (cell / n, cell % n);
            [row, n + col, 2 * n + row / rows * (n / cols) + col / cols]
        };
        let weights = |cell| model.costs(cell).iter().map(|cost| (-cost).exp()).collect();
        Some(Self {
            weights: (0..n * n).map(weights).collect(),
            houses: (0..n * n).map(house).collect(),
            used: vec![0; 3 * n],
            sum: 0.0,
            grids: 0,
        })
    }

    fn run(&mut self, cell: usize, weight: f64) {
        let Some(&houses) = self.houses.get(cell) else {
            self.sum += weight;
            self.grids += 1;
            return;
        };
        let used = houses.iter().fold(0, |used, &house| used | self.used[house]);
        for digit in (0..self.weights[cell].len()).filter(|digit| used >> digit & 1 == 0) {
            houses.iter().for_each(|&house| self.used[house] ^= 1 << digit);
            self.run(cell + 1, weight * self.weights[cell][digit]);
            houses.iter().for_each(|&house| self.used[house] ^= 1 << digit);
        }
    }
}

fn agree(what: &str, a: f64, b: f64) -> Result<(), String> {
    if is_close(a, b) { Ok(()) } else { Err(format!("{what}: {a} and {b}")) }
}

fn counts(report: &mut Report) -> Result<(), String> {
    let shape = |rows, cols| Shape::boxes(rows, cols).ok_or("no such shape");
    let grid = |shape| LabelModel::<i64>::of_puzzle(&Puzzle::new(shape));
    let models = [
        ("4x4", grid(shape(2, 2)?), 288_u64),
        ("6x6", grid(shape(2, 3)?), 28_200_960),
        ("band of 9x9", band()?, 948_109_639_680),
    ];
    let mut table = Table::new(1, "grids | count | published | sweep, s | elimination, s");
    for (name, model, published) in models {
        let (count, time) = timed(|| Sweep::new(&model)?.sum(&model, &Counting, BYTES, &Limits::NONE));
        let count = count.map_err(|error| format!("{name}: {error}"))?;
        agree(name, count as f64, published as f64)?;
        let (by_tables, table_time) = timed(|| {
            Elimination::new(&model, &Limits::NONE).unwrap().sum(&model, &Counting, BYTES, &Limits::NONE)
        });
        let by_tables = match by_tables {
            Ok(other) => {
                agree(name, count as f64, other as f64)?;
                grouped(table_time, 4)
            }
            Err(error) => error.to_string(),
        };
        let number = |count: f64| grouped(count, 0);
        table.row(vec![
            name.into(),
            number(count as f64),
            number(published as f64),
            grouped(time, 4),
            by_tables,
        ]);
    }
    report.add_block(&table.render());
    report.add_block("Counts of empty grids, equal to the published ones.");
    Ok(())
}

/// log Z of 6x6 grids by sweep. The first result is compared with the sum over all grids, one by one.
fn six(count: usize, table: &mut Table) -> Result<(), String> {
    let shape = Shape::boxes(2, 3).ok_or("no 6x6")?;
    let rng = &mut Rng::with_seed(6);
    let mut longest = [0.0_f64; 2];
    for place in 0..count {
        let model = weighted(shape, rng)?;
        let fault = |error: arcdoku_label::LabelError| error.to_string();
        let (sum, time) = timed(|| Sweep::new(&model)?.sum(&model, &LogSum, BYTES, &Limits::NONE));
        let sum = sum.map_err(fault)?;
        let (marginals, marginal_time) =
            timed(|| Sweep::new(&model)?.marginals(&model, &LogSum, BYTES, &Limits::NONE));
        let marginals = marginals.map_err(fault)?;
        agree("log Z with marginals", sum, marginals.sum)?;
        for row in &marginals.of_labels {
            agree("shares of a cell", row.iter().map(|part| (part - sum).exp()).sum(), 1.0)?;
        }
        longest = [longest[0].max(time), longest[1].max(marginal_time)];
        if place == 0 {
            let mut walk = Walk::of(&model, shape).ok_or("no boxes")?;
            walk.run(0, 1.0);
            agree("log Z by all grids", sum, walk.sum.ln())?;
            agree("grids", walk.grids as f64, 28_200_960.0)?;
        }
    }
    let is_met = word(longest[0] < LONGEST);
    let [sum, marginals] = longest.map(|time| grouped(time, 3));
    table.row(vec!["6x6 by sweep".into(), count.to_string(), sum, marginals, is_met]);
    Ok(())
}

/// log Z of 4x4 grids by sweep, by elimination, and by all grids. Marginals are compared with pgmpy.
fn four(count: usize, peers: Option<&Peers>, table: &mut Table) -> Result<(), String> {
    let shape = Shape::boxes(2, 2).ok_or("no 4x4")?;
    let rng = &mut Rng::with_seed(4);
    let folder = Folder::new("sums")?;
    let path = folder.path("grid.uai");
    let mut peer = peers.map(Peers::start).transpose()?;
    let mut longest = [0.0_f64; 2];
    for _ in 0..count {
        let model = weighted(shape, rng)?;
        let fault = |error: arcdoku_label::LabelError| error.to_string();
        let plan = Elimination::new(&model, &Limits::NONE).unwrap();
        let (sum, time) = timed(|| plan.sum(&model, &LogSum, BYTES, &Limits::NONE));
        let sum = sum.map_err(fault)?;
        let (marginals, marginal_time) = timed(|| plan.marginals(&model, &LogSum, BYTES, &Limits::NONE));
        let marginals = marginals.map_err(fault)?;
        let swept = Sweep::new(&model)
            .and_then(|plan| plan.marginals(&model, &LogSum, BYTES, &Limits::NONE))
            .map_err(fault)?;
        let mut walk = Walk::of(&model, shape).ok_or("no boxes")?;
        walk.run(0, 1.0);
        agree("log Z by sweep", sum, swept.sum)?;
        agree("log Z by all grids", sum, walk.sum.ln())?;
        longest = [longest[0].max(time), longest[1].max(marginal_time)];
        let of_labels = marginals.of_labels.iter().flatten().zip(swept.of_labels.iter().flatten());
        for (one, other) in of_labels {
            agree("marginals by sweep", (one - sum).exp(), (other - sum).exp())?;
        }
        if let Some(peer) = &mut peer {
            let text = write_labels(&AnyLabelModel::Real(model), LabelFormat::Uai);
            write_file(&path, text.map_err(|error| error.to_string())?.as_bytes())?;
            let reply = peer.ask_file("sum", &path, 0)?;
            let rows = reply["marginals"].as_array().ok_or("no marginals of pgmpy")?;
            for (ours, row) in marginals.of_labels.iter().zip(rows) {
                for (part, theirs) in ours.iter().zip(numbers(row)) {
                    agree("marginals by pgmpy", (part - sum).exp(), theirs)?;
                }
            }
        }
    }
    let [sum, marginals] = longest.map(|time| grouped(time, 3));
    table.row(vec!["4x4 by elimination".into(), count.to_string(), sum, marginals, dash()]);
    Ok(())
}

pub(super) fn section(run: &Run, peers: Option<&Peers>, report: &mut Report) -> Result<(), String> {
    counts(report)?;
    let count = run.count(GRIDS);
    let mut table =
        Table::new(1, "weighted grids | number | log Z, longest s | marginals, longest s | verdict");
    four(count, peers, &mut table)?;
    six(count, &mut table)?;
    report.add_block(&table.render());
    let by_peer = if peers.is_some() { ", and the marginals equal those of pgmpy" } else { "" };
    report.add_block(&format!(
        "Each digit of each cell has a random cost from 0 to 4, by seed. log Z of 4x4 grids is the same by \
         elimination, by sweep, and as a sum over all grids, one by one{by_peer}. log Z of 6x6 grids is computed by \
         sweep, and for the first also over all 28,200,960 grids. Target for 6x6: {LONGEST} s."
    ));
    Ok(())
}
