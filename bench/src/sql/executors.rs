//! More executors: the same parts with one, two and three executors, and tasks without work.

use super::cluster::{Cluster, JobCost, job};
use super::programs::can_pin;
use super::speed::SEED;
use super::{Scene, median};
use crate::process::write_file;
use crate::record::Report;
use crate::table::{Table, grouped, percent};

/// Two executors must have at least this many times the rate of one.
const TARGET: f64 = 1.9;

/// A step that makes its rows from numbers, with one task per part.
const RECIPE: &str = include_str!("work.sql");

/// The number of parts of each work.
const PARTS: usize = 120;

/// Writes a recipe of one step. Returns its path.
fn recipe(scene: &Scene<'_>, name: &str, columns: &str) -> Result<String, String> {
    let path = scene.folder.path(&format!("{name}.sql"));
    let sql = format!(
        "{RECIPE}SELECT {columns} FROM (SELECT number, sudoku_generate(sudoku_seed({{run}}, number)) AS puzzle \
         FROM (SELECT unnest(range({{from}}, {{to}})) AS number))\n"
    );
    write_file(&path, sql.as_bytes())?;
    Ok(path.display().to_string())
}

fn arguments(count: usize, part: usize, parallel: usize) -> Vec<String> {
    let seed = format!("run={SEED}");
    [seed, format!("count={count}"), format!("part={part}"), "--parallel".into(), parallel.to_string()].into()
}

/// The section: one executor compared with two, and three for information.
pub(super) fn section(scene: &mut Scene<'_>, report: &mut Report) -> Result<(), String> {
    let rounds = scene.run.rounds(2);
    let works = [
        ("rating", scene.size(400_000), "number, puzzle, sudoku_rate(puzzle)['hardness'] AS hardness"),
        // With millions of rows, the client would use a tenth of the executors' cores for writing.
        (
            "generation",
            scene.size(4_800_000),
            "count(puzzle) AS puzzles, min(puzzle) AS first, max(puzzle) AS last",
        ),
    ];
    let mut table = Table::new(
        1,
        "work | executors | time, s | puzzles/s | gain | target | verdict | executors busy | executors, s | client, s | scheduler, s",
    );
    for (name, count, columns) in works {
        let recipe = recipe(scene, name, columns)?;
        let part = count.div_ceil(PARTS);
        let mut taken: [Vec<JobCost>; 3] = Default::default();
        let mut answer = None;
        for round in 0..rounds {
            let most = if round == 0 { 3 } else { 2 };
            for executors in 1..=most {
                eprintln!("sql: {name}, {executors} executors, round {} of {rounds}", round + 1);
                let cluster = Cluster::start(scene, executors)?;
                let one = job(scene, Some(&cluster), &recipe, &arguments(count, part, 2 * executors), "job")?;
                if *answer.get_or_insert_with(|| one.answer()) != one.answer() {
                    return Err(format!("{name}: {executors} executors return other rows"));
                }
                if one.executors.iter().any(|&time| time < 0.1 * one.client.wall / executors as f64) {
                    return Err(format!("{name}: one of {executors} executors had almost no work"));
                }
                taken[executors - 1].push(one);
            }
        }
        let seconds =
            |of: &[JobCost], what: fn(&JobCost) -> f64| median(&of.iter().map(what).collect::<Vec<f64>>());
        let single = seconds(&taken[0], |taken| taken.client.wall);
        for (of, executors) in taken.iter().zip(1..) {
            let wall = seconds(of, |taken| taken.client.wall);
            let gain = single / wall;
            let judged = executors == 2;
            table.row(vec![
                name.to_owned(),
                executors.to_string(),
                format!("{wall:.1}"),
                grouped(count as f64 / wall, 0),
                format!("{gain:.2}"),
                if judged { format!(">= {TARGET}") } else { "-".into() },
                if judged { scene.word(gain >= TARGET) } else { "-".into() },
                percent(seconds(of, JobCost::busy)),
                format!("{:.1}", seconds(of, |taken| taken.executors.iter().sum())),
                format!("{:.1}", seconds(of, |taken| taken.client.processor())),
                format!("{:.1}", seconds(of, |taken| taken.scheduler)),
            ]);
            if name == "rating" {
                scene.figures.points.push((executors, wall));
            }
        }
        if name == "rating" {
            scene.figures.services = services(&taken[0]);
            scene.figures.part = part as f64;
            scene.figures.parts = count.div_ceil(part);
            scene.figures.cores = scene.cores as f64;
            let client = seconds(&taken[0], |taken| taken.client.processor());
            let figures = &scene.figures;
            let tasks = figures.start + figures.client * count.div_ceil(part) as f64;
            scene.figures.row = (client - tasks).max(0.0) / count as f64;
        }
    }
    report.add_block("The same parts with more executors, each with one task at a time:");
    report.add_block(&table.render());
    let bound =
        if can_pin() { "bound to a core" } else { "not bound to cores, because taskset is not installed" };
    report.add_block(&format!(
        "Each executor is {bound}; with three executors, two share a core. Scheduler and client are not bound: with \
         as many executors as cores ({}), they take time from executors, as the last columns (processor time) show. \
         A job has {PARTS} parts, and twice as many run at a time as there are executors. Medians of {rounds} \
         rounds, or one round with three executors; the time includes the start of the client. `executors busy` is \
         their processor time, divided by executors and time. Parts of generation return the number of their puzzles \
         and the first and last puzzle in the order of text; parts of rating return all rows. All runs have the same \
         rows and checksums.",
        scene.cores
    ));
    Ok(())
}

/// The times between the ends of parts on one executor, which does not pause between parts.
fn services(taken: &[JobCost]) -> Vec<f64> {
    let mut all = Vec::new();
    for taken in taken {
        let mut ends: Vec<f64> = taken.parts.iter().map(|part| part.ended).collect();
        ends.sort_unstable_by(f64::total_cmp);
        // The first and the last part are left out, because they include the start and the end of the client.
        all.extend(ends.windows(2).skip(1).map(|pair| ((pair[1] - pair[0]) * 1e4).round() / 1e4));
    }
    all.sort_unstable_by(f64::total_cmp);
    all
}

/// The section: tasks with almost no work, one at a time and in parallel.
pub(super) fn tasks(scene: &mut Scene<'_>, report: &mut Report) -> Result<(), String> {
    let recipe = recipe(scene, "tiny", "number, sudoku_clues(puzzle) AS clues")?;
    let cluster = Cluster::start(scene, 2)?;
    let count = scene.size(1_000).max(50);
    // Even for a job with one task, the client connects and plans.
    let start = job(scene, Some(&cluster), &recipe, &arguments(1, 1, 1), "job")?;
    scene.figures.start = start.client.processor();
    let mut table = Table::new(
        1,
        "parts at a time | tasks | tasks/s | time of a task, ms | client, ms | scheduler, ms | executors, ms",
    );
    for parallel in [1, 4, 16] {
        let count = if parallel == 1 { count / 5 } else { count };
        let taken = job(scene, Some(&cluster), &recipe, &arguments(count, 1, parallel), "job")?;
        let each = |time: f64| time / count as f64;
        let times: Vec<f64> = taken.parts.iter().map(|part| part.ended - part.began).collect();
        let client = each(taken.client.processor() - start.client.processor()).max(0.0);
        let scheduler = each(taken.scheduler);
        table.row(vec![
            parallel.to_string(),
            grouped(count as f64, 0),
            grouped(1.0 / each(taken.client.wall - start.client.wall), 0),
            format!("{:.1}", median(&times) * 1e3),
            format!("{:.2}", client * 1e3),
            format!("{:.2}", scheduler * 1e3),
            format!("{:.2}", each(taken.executors.iter().sum()) * 1e3),
        ]);
        if parallel == 1 {
            scene.figures.latency = median(&times);
        }
        if parallel == 16 {
            scene.figures.client = client;
            scene.figures.scheduler = scheduler;
        }
    }
    report.add_block("Tasks with one puzzle, on two executors: the overhead of a task.");
    report.add_block(&table.render());
    report.add_block(
        "The last three columns are processor time per task, without the start of the client. One client process and \
         one scheduler process handle all tasks, so their time per task limits the number of tasks per second.",
    );
    Ok(())
}
