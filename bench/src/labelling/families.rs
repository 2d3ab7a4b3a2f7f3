//! Problems in WCSP format from a given folder, compared with toulbar2.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use arcdoku_label::formats::{AnyLabelModel, LabelFormat, read_labels};
use arcdoku_label::{Cheapest, LabelModel, cheapest};

use super::peer::{Peers, SearchReply};
use super::{limits, timed, times};
use crate::options::Run;
use crate::pass::{median, shortest};
use crate::record::Report;
use crate::table::{Table, dash, grouped, word};

/// The target: the largest allowed median of the ratios of arcdoku's time to the time of toulbar2.
const RATIO: f64 = 3.0;

/// Shorter times are not compared, because constant overhead dominates them.
const SHORTEST: f64 = 1e-3;

/// The answer of this project to a file.
struct Own {
    model: LabelModel<i64>,
    reading: f64,
    /// The answer, or an error if there is too little memory or if numbers are too large.
    found: Result<Cheapest<i64>, String>,
    solving: f64,
}

impl Own {
    fn is_done(&self) -> bool {
        self.found.as_ref().is_ok_and(|found| found.limit.is_none())
    }

    /// The least cost below the bound, in words.
    fn answer(&self) -> String {
        match &self.found {
            Ok(found) => {
                let cost = found.best.first().map(|best| best.cost.to_string());
                let cost = cost.unwrap_or_else(|| "none".into());
                if found.limit.is_none() { cost } else { format!("<= {cost}, undone") }
            }
            Err(error) => error.clone(),
        }
    }
}

fn own(path: &Path, rounds: usize, longest: Duration) -> Result<Own, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let (read, reading) = timed(|| read_labels(&text, LabelFormat::Wcsp));
    let AnyLabelModel::Exact(model) = read.map_err(|error| error.to_string())? else {
        return Err("costs that are not integers".into());
    };
    let (found, solving) = shortest(rounds, || Ok(timed(|| cheapest(&model, 1, &limits(longest)))))?;
    Ok(Own { model, reading, found: found.map_err(|error| error.to_string()), solving })
}

/// The answer of toulbar2, from a new process, because toulbar2 cannot be used after an error.
fn theirs(path: &Path, peers: &Peers, rounds: usize, longest: Duration) -> Result<SearchReply, String> {
    let (best, _) = shortest(rounds, || {
        let found = SearchReply::of(&peers.start()?.ask_file("optimum", path, longest.as_secs())?);
        let solving = found.solving;
        Ok((found, solving))
    })?;
    Ok(best)
}

/// The files of a folder, by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let fault = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path.extension().is_some_and(|extension| extension == "wcsp") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Describes the difference between the two answers, if both programs solved the problem and the answers differ.
fn conflict(own: &Own, found: &SearchReply) -> Option<String> {
    let Ok(cheapest) = &own.found else { return None };
    if !own.is_done() || !found.is_proven {
        return None;
    }
    let ours = cheapest.best.first().map(|best| best.cost as f64);
    if ours != found.cost {
        return Some(format!("the optimum is {ours:?}, by toulbar2 {:?}", found.cost));
    }
    let theirs = found.cost.map(|_| own.model.cost(&found.labels).map(|cost| cost as f64));
    (theirs.is_some() && theirs != Some(ours)).then(|| "its labelling has another cost".to_owned())
}

pub(super) fn section(
    run: &Run,
    peers: Option<&Peers>,
    folder: &Path,
    report: &mut Report,
) -> Result<(), String> {
    let (rounds, longest) = (run.rounds(3), run.longest(60));
    let mut files = files(folder)?;
    files.truncate(run.options.limit.unwrap_or(usize::MAX));
    let head = "problem | answer | objects | functions | nodes | reading, s | solving, s | by toulbar2, s | ours / its";
    let mut table = Table::new(2, head);
    let mut refused = Table::new(2, "problem | reason");
    let (mut done, mut done_by_peer, mut ratios, mut longer) = (0, 0, Vec::new(), Vec::new());
    let mut read = 0;
    for path in &files {
        let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        eprintln!("{name}");
        let own = match own(path, rounds, longest) {
            Ok(own) => own,
            Err(error) => {
                refused.row(vec![name, error.replace('|', "/")]);
                continue;
            }
        };
        let theirs = peers.map(|peers| theirs(path, peers, rounds, longest));
        if let Some(why) = theirs.iter().flatten().find_map(|found| conflict(&own, found)) {
            return Err(format!("{name}: {why}"));
        }
        read += 1;
        done += usize::from(own.is_done());
        let mut cells = vec![name.clone(), own.answer(), own.model.objects().to_string()];
        cells.push(own.model.functions().len().to_string());
        cells.push(own.found.as_ref().map_or_else(|_| dash(), |found| grouped(found.nodes as f64, 0)));
        cells.extend([seconds(own.reading), seconds(own.solving)]);
        cells.extend(match &theirs {
            Some(Ok(found)) if found.is_proven => {
                done_by_peer += 1;
                let ratio = own.solving.max(SHORTEST) / found.solving.max(SHORTEST);
                let is_done = own.is_done();
                if is_done {
                    ratios.push(ratio);
                    if ratio > RATIO {
                        longer.push(name);
                    }
                }
                [seconds(found.solving), if is_done { times(ratio) } else { dash() }]
            }
            Some(Ok(_)) => ["undone".into(), dash()],
            Some(Err(error)) => [error.replace('|', "/"), dash()],
            None => [dash(), dash()],
        });
        table.row(cells);
    }
    report.add_block(&table.render());
    report.add_block(&format!(
        "Problems in WCSP format: the least cost below the upper bound of each file (`none` if there is no labelling \
         below it). Seconds of processor time, without reading. toulbar2 runs in a new process for each problem, \
         without the time of Python. Undone: not proven in {} s. Rounds: {rounds}, or one for problems that take \
         more than a second; the best counts. In ratios, times below {SHORTEST} s count as {SHORTEST} s. All common \
         answers agree, and the labelling of toulbar2 has this cost in our model.",
        longest.as_secs()
    ));
    report.add_block("Not read, because a function has an unsupported keyword or form:");
    report.add_block(&refused.render());
    if peers.is_some() {
        let median = median(ratios);
        let mut verdicts = Table::new(1, "target | measured | verdict");
        verdicts.row(vec![format!("median <= {RATIO} times toulbar2"), times(median), word(median <= RATIO)]);
        let solved = format!("{done} and {done_by_peer} of {read}");
        verdicts.row(vec!["as many solved as by toulbar2".into(), solved, word(done >= done_by_peer)]);
        report.add_block(&verdicts.render());
        if !longer.is_empty() {
            report.add_block(&format!("More than {RATIO} times as long as toulbar2: {}.", longer.join(", ")));
        }
    }
    Ok(())
}

/// Seconds with four decimals.
fn seconds(time: f64) -> String {
    grouped(time, 4)
}
