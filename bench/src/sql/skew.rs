//! The hardest puzzles among easy ones: measures how long only one executor is busy.

use std::fs;

use super::Scene;
use super::chart;
use super::cluster::{Cluster, JobCost, job};
use super::speed::puzzles;
use crate::process::write_file;
use crate::record::Report;
use crate::set::Data;
use crate::table::percent;

/// The hardest puzzles, which take seconds, while others take less than a millisecond.
const SET: &str = "hardest_11plus.txt";

/// The length of a bar of the timeline, in seconds.
const BAR: f64 = 0.5;

/// An executor is busy in a bar if it uses a processor for more than this share of the time. `RESTS` is the share below
/// which it is idle.
const WORKS: f64 = 0.5;
const RESTS: f64 = 0.2;

/// The section.
pub(super) fn section(scene: &Scene<'_>, report: &mut Report) -> Result<(), String> {
    let Data::Full(folder) = &scene.run.data else {
        report.add_block("Skew: skipped, because the set of the hardest puzzles is missing.");
        return Ok(());
    };
    let path = folder.join(SET);
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let hard: Vec<&str> = text.lines().filter_map(|line| line.get(..81)).take(scene.size(120)).collect();
    let easy = scene.size(60_000);
    let lines = scene.folder.path("easy.txt");
    puzzles(scene, easy, &lines)?;
    let mut mixed: Vec<String> =
        fs::read_to_string(&lines).map_err(|error| error.to_string())?.lines().map(str::to_owned).collect();
    mixed.extend(hard.iter().map(|&line| line.to_owned()));
    fastrand::Rng::with_seed(17).shuffle(&mut mixed);
    let input = scene.folder.path("mixed.txt");
    write_file(&input, (mixed.join("\n") + "\n").as_bytes())?;

    let mut arguments = vec!["--table".to_owned(), format!("input={}", input.display()), "scale=se".into()];
    let here = job(scene, None, "rate", &arguments, "here")?;
    let cluster = Cluster::start(scene, 2)?;
    arguments.extend(["--parallel".into(), "4".into()]);
    let taken = job(scene, Some(&cluster), "rate", &arguments, "there")?;
    if here.answer() != taken.answer() {
        return Err("rate: the cluster returns other rows than one process".into());
    }
    let bars = bars(&taken);
    let alone = alone(&bars);
    let longest = taken.parts.iter().map(|part| part.ended - part.began).fold(0.0, f64::max);
    report.add_block(&format!(
        "Skew: {} of the hardest puzzles among {} generated ones, rated on `se` by the recipe `rate` on two \
         executors, which takes {:.1} s; its longest part {longest:.1} s from its query to its file. Busy: {} of the \
         executors' time. Only one executor is busy in {} of the time (bars of {BAR} s in which one uses a processor \
         for more than {} and the other for less than {}). Rows and checksums equal those of one process.",
        hard.len(),
        mixed.len() - hard.len(),
        taken.client.wall,
        percent(taken.busy()),
        percent(alone),
        percent(WORKS),
        percent(RESTS),
    ));
    let text: Vec<String> = bars
        .iter()
        .enumerate()
        .map(|(number, bars)| {
            let shown: String = bars.iter().map(|&busy| letter(busy)).collect();
            format!("executor {}  {shown}\n", number + 1)
        })
        .collect();
    report.add_block(&format!(
        "A character is {BAR} s: the tenths of it in which the executor uses a processor, `#` for \
         all.\n\n```text\n{}```",
        text.concat()
    ));
    let title = format!("{} of the hardest puzzles among {}", hard.len(), mixed.len() - hard.len());
    scene.picture("skew.svg", &chart::timeline(&title, BAR, &bars))
}

fn letter(busy: f64) -> char {
    let tenths = (busy * 10.0).round() as u32;
    if tenths >= 10 { '#' } else { char::from_digit(tenths, 10).unwrap_or('?') }
}

/// The busy share of each executor in each bar.
fn bars(taken: &JobCost) -> Vec<Vec<f64>> {
    let count = (taken.client.wall / BAR).ceil() as usize;
    // Interpolates the processor time between two samples.
    let spent = |executor: usize, time: f64| -> f64 {
        let after = taken.looks.iter().position(|look| look.0 >= time);
        let end = (taken.client.wall, taken.executors[executor]);
        let one = |place: usize| (taken.looks[place].0, taken.looks[place].1[executor]);
        let (low, high) = match after {
            Some(0) => ((0.0, 0.0), one(0)),
            Some(place) => (one(place - 1), one(place)),
            None => (taken.looks.len().checked_sub(1).map_or((0.0, 0.0), one), end),
        };
        let span = high.0 - low.0;
        if span <= 0.0 { high.1 } else { low.1 + (high.1 - low.1) * ((time - low.0) / span).clamp(0.0, 1.0) }
    };
    (0..taken.executors.len())
        .map(|executor| {
            let at = |bar: usize| spent(executor, bar as f64 * BAR);
            (0..count).map(|bar| ((at(bar + 1) - at(bar)) / BAR).clamp(0.0, 1.0)).collect()
        })
        .collect()
}

/// The share of bars in which only one executor is busy.
fn alone(bars: &[Vec<f64>]) -> f64 {
    let count = bars.first().map_or(0, Vec::len);
    let is_alone = |&bar: &usize| {
        let works = bars.iter().filter(|bars| bars[bar] > WORKS).count();
        let rests = bars.iter().filter(|bars| bars[bar] < RESTS).count();
        works == 1 && rests + 1 == bars.len()
    };
    (0..count).filter(is_alone).count() as f64 / count.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::{JobCost, alone, bars, letter};
    use crate::process::Cost;

    #[test]
    fn a_single_busy_executor_is_detected() {
        let looks = vec![(0.0, vec![0.0, 0.0]), (1.0, vec![1.0, 1.0]), (2.0, vec![2.0, 1.0])];
        let client = Cost { wall: 2.0, ..Cost::default() };
        let taken = JobCost { client, executors: vec![2.0, 1.0], looks, ..JobCost::default() };
        let bars = bars(&taken);
        assert_eq!(bars[0].len(), 4);
        assert!(bars[0].iter().all(|&busy| busy > 0.99), "{bars:?}");
        assert!(bars[1][1] > 0.99 && bars[1][2] < 0.01, "{bars:?}");
        assert!((alone(&bars) - 0.5).abs() < 1e-9 && (taken.busy() - 0.75).abs() < 1e-9);
        assert_eq!((letter(0.31), letter(1.0), letter(0.0)), ('3', '#', '0'));
    }
}
