//! What a data set moves: rows and bytes between stages, to the client, and in files.

use super::Scene;
use super::cluster::{Cluster, job};
use super::speed::SEED;
use crate::record::Report;
use crate::table::{Table, grouped};

/// The section.
pub(super) fn section(scene: &Scene<'_>, report: &mut Report) -> Result<(), String> {
    let count = scene.size(100_000);
    let cluster = Cluster::start(scene, 2)?;
    let mut arguments: Vec<String> =
        [format!("run={SEED}"), format!("count={count}"), format!("part={}", count.div_ceil(20))].into();
    let here = job(scene, None, "dataset", &arguments, "here")?;
    arguments.extend(["--parallel".into(), "4".into()]);
    let there = job(scene, Some(&cluster), "dataset", &arguments, "there")?;
    if here.answer() != there.answer() {
        return Err("dataset: the cluster gives other rows than one process".into());
    }
    let exchanged = cluster.exchanged();
    let each = |number: u64| format!("{:.2}", number as f64 / count as f64);
    let mut table = Table::new(1, &["what", "rows", "bytes", "rows a puzzle", "bytes a puzzle"]);
    table.row(vec![
        format!("between stages and to the client, {} files", grouped(exchanged.files as f64, 0)),
        grouped(exchanged.rows as f64, 0),
        grouped(exchanged.bytes as f64, 0),
        each(exchanged.rows),
        each(exchanged.bytes),
    ]);
    for (step, (rows, bytes, _)) in there.steps() {
        table.row(vec![
            format!("files of step `{step}`"),
            grouped(rows as f64, 0),
            grouped(bytes as f64, 0),
            each(rows),
            each(bytes),
        ]);
    }
    report.say(&format!(
        "The recipe `dataset` with {} puzzles, in one process and on two executors, which give the same rows: what \
         goes through the executors' files (counted in their Arrow streams after the job), and the files of the steps.",
        grouped(count as f64, 0)
    ));
    report.say(&table.render());
    report.say(&format!(
        "Processor time on the cluster, in seconds: executors {:.1}, client {:.1}, scheduler {:.1}; time {:.1} s.",
        there.executors.iter().sum::<f64>(),
        there.client.processor,
        there.scheduler,
        there.client.wall
    ));
    Ok(())
}
