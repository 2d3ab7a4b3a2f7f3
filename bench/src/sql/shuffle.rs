//! The data that a data set moves: rows and bytes between stages, to the client, and in files.

use super::Scene;
use super::cluster::{Cluster, JobCost, job};
use super::speed::SEED;
use crate::record::Report;
use crate::table::{Table, grouped};

/// The section.
pub(super) fn section(scene: &mut Scene<'_>, report: &mut Report) -> Result<(), String> {
    let count = scene.size(100_000).max(200);
    let cluster = Cluster::start(scene, 2)?;
    // The number of parts does not depend on the count, so two jobs differ only in their rows.
    let arguments = |count: usize| -> Vec<String> {
        [format!("run={SEED}"), format!("count={count}"), format!("part={}", count.div_ceil(20))].into()
    };
    let here = job(scene, None, "dataset", &arguments(count), "here")?;
    let on_cluster = |count: usize| {
        let parallel = ["--parallel".to_owned(), "4".to_owned()];
        job(scene, Some(&cluster), "dataset", &[&arguments(count)[..], &parallel].concat(), "there")
    };
    let few = count / 10;
    let small = on_cluster(few)?;
    let before = cluster.exchanged();
    let there = on_cluster(count)?;
    if here.answer() != there.answer() {
        return Err("dataset: the cluster returns other rows than one process".into());
    }
    let exchanged = cluster.exchanged().since(before);
    let each = |number: u64| format!("{:.2}", number as f64 / count as f64);
    let mut table = Table::new(1, "what | rows | bytes | rows per puzzle | bytes per puzzle");
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
    report.add_block(&format!(
        "The recipe `dataset` with {} puzzles, in one process and on two executors, which return the same rows: the \
         data in the executors' files (counted in their Arrow streams after the job), and the files of the steps.",
        grouped(count as f64, 0)
    ));
    report.add_block(&table.render());
    let spent = |taken: &JobCost| taken.executors.iter().sum::<f64>();
    let more = (count - few) as f64;
    let figures = [there.client.processor() - small.client.processor(), spent(&there) - spent(&small)];
    let [client, executors] = figures.map(|difference| difference.max(0.0) / more);
    (scene.figures.set_row, scene.figures.puzzle) = (client, executors);
    report.add_block(&format!(
        "Processor time on the cluster, in seconds: executors {:.1}, client {:.1}, scheduler {:.1}; time {:.1} s. \
         Each additional puzzle takes {:.1} us of executors and {:.1} us of the client (from the difference to a job \
         with a tenth of the puzzles and the same number of parts).",
        spent(&there),
        there.client.processor(),
        there.scheduler,
        there.client.wall,
        executors * 1e6,
        client * 1e6
    ));
    Ok(())
}
