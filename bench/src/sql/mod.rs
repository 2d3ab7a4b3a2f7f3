//! SQL on Sudoku, compared with the program, in one process and on a cluster: the suites `sql` and `simulate`.
//!
//! The programs are started as processes, so the query engine is not compiled into this program.

mod chart;
mod cluster;
mod costs;
mod executors;
mod programs;
mod shuffle;
mod simulate;
mod skew;
mod speed;

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::options::Run;
use crate::process::{Folder, children, processors, write_file};
use crate::record::Report;
use crate::table::{percent, verdict};
use programs::Programs;

/// The sections of the suite `sql`, in order.
pub(crate) const SECTIONS: &[&str] = &["speed", "tasks", "executors", "shuffle", "skew", "costs", "million"];

/// The mark of the line with [`Figures`] in a record.
const MARK: &str = "figures of the simulation: ";

/// The context of the sections.
struct Scene<'a> {
    programs: Programs,
    folder: Folder,
    run: &'a Run,
    /// In a trial, the number by which the work is divided. Results are judged only without a division.
    part: usize,
    cores: usize,
    figures: Figures,
}

impl Scene<'_> {
    /// A number of puzzles, divided in a trial.
    fn size(&self, whole: usize) -> usize {
        (whole / self.part).max(1)
    }

    /// A verdict, if the run is judged.
    fn word(&self, met: bool) -> String {
        verdict(Some(met).filter(|_| self.part == 1))
    }

    /// Writes a picture for the documents, unless this is a trial.
    fn picture(&self, name: &str, svg: &str) -> Result<(), String> {
        if self.part > 1 {
            return Ok(());
        }
        write_file(&self.run.root.join("docs/pictures").join(name), svg.as_bytes())
    }
}

/// The measured input of the simulation, in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Figures {
    /// The times to rate the puzzles of a part, in ascending order. All parts have the same number of puzzles.
    services: Vec<f64>,
    /// The number of puzzles per part.
    part: f64,
    /// The processor time of executors per puzzle of a data set, with all its steps.
    puzzle: f64,
    /// The processor time of the client before its first task.
    start: f64,
    /// The processor time of the scheduler per task.
    scheduler: f64,
    /// The processor time of the client per task without rows.
    client: f64,
    /// The processor time of the client per written row of rating, and per puzzle of a data set with all its steps.
    row: f64,
    set_row: f64,
    /// The time of a task without work, from its query to its file.
    latency: f64,
    /// The number of cores of the machine.
    cores: f64,
    /// Numbers of executors, with the time of the same parts.
    points: Vec<(usize, f64)>,
    /// The number of parts at these points.
    parts: usize,
}

/// The suite `sql`.
pub(crate) fn suite(run: &Run, report: &mut Report) -> Result<(), String> {
    let mut scene = Scene {
        programs: Programs::find(run.options.programs.as_deref())?,
        folder: Folder::new("sql")?,
        run,
        part: run.options.quick.unwrap_or(1).max(1),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        figures: Figures::default(),
    };
    if scene.part > 1 {
        report.add_block(&format!("A trial with 1/{} of the work: nothing is judged.", scene.part));
    }
    let before = processors().zip(children());
    for &section in SECTIONS.iter().filter(|name| run.is_wanted(name)) {
        eprintln!("sql: {section}");
        match section {
            "speed" => speed::section(&scene, report)?,
            "executors" => executors::section(&mut scene, report)?,
            "tasks" => executors::tasks(&mut scene, report)?,
            "shuffle" => shuffle::section(&mut scene, report)?,
            "skew" => skew::section(&scene, report)?,
            "costs" => costs::section(&scene, report)?,
            _ => costs::million(&scene, report)?,
        }
    }
    let is_whole = scene.part == 1;
    if is_whole
        && !scene.figures.services.is_empty()
        && scene.figures.scheduler > 0.0
        && scene.figures.puzzle > 0.0
    {
        let text = serde_json::to_string(&scene.figures).map_err(|error| error.to_string())?;
        report.add_block(&format!("For `cargo xtask bench simulate`, the {MARK}`{text}`"));
        simulate::report(&scene.figures, report);
        scene.picture("scale.svg", &simulate::picture(&scene.figures))?;
    }
    if let Some((was, own)) = before
        && let Some((is, now)) = processors().zip(children())
    {
        let seconds = |after: Duration, before: Duration| after.saturating_sub(before).as_secs_f64();
        let all = seconds(is.all, was.all);
        let ours: f64 = now.into_iter().zip(own).map(|(now, own)| seconds(now, own)).sum();
        let others = (seconds(is.busy, was.busy) - ours).max(0.0) / all;
        let stolen = seconds(is.stolen, was.stolen) / all;
        report.add_block(&format!(
            "During the run, other processes used {} of the processors' time, and other machines on the same host \
             {}.",
            percent(others),
            percent(stolen)
        ));
    }
    Ok(())
}

/// The suite `simulate`, from the figures of the newest record with figures.
pub(crate) fn simulated(run: &Run, report: &mut Report) -> Result<(), String> {
    let (name, figures) = recorded(&run.root)?;
    report.add_block(&format!("From the measured figures of `{name}`."));
    simulate::report(&figures, report);
    write_file(&run.root.join("docs/pictures/scale.svg"), simulate::picture(&figures).as_bytes())
}

fn recorded(root: &Path) -> Result<(String, Figures), String> {
    let folder = root.join("bench/record");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut found: Vec<_> = entries
        .flatten()
        .filter_map(|entry| {
            let text = fs::read_to_string(entry.path()).ok()?;
            let time = entry.metadata().ok()?.modified().ok()?;
            Some((time, entry.file_name().to_string_lossy().into_owned(), figures(&text)?))
        })
        .collect();
    // Records are ordered by date, and records of the same day by time.
    found.sort_by(|one, other| {
        (&one.1[..10.min(one.1.len())], one.0).cmp(&(&other.1[..10.min(other.1.len())], other.0))
    });
    let (_, name, figures) =
        found.pop().ok_or("no record has figures: `cargo xtask bench sql --record` measures them")?;
    Ok((name, figures))
}

/// The figures in the text of a record.
fn figures(text: &str) -> Option<Figures> {
    let (_, rest) = text.split_once(&format!("{MARK}`"))?;
    serde_json::from_str(rest.split('`').next()?).ok()
}

/// The median of some numbers.
fn median(numbers: &[f64]) -> f64 {
    crate::pass::median(numbers.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::{Figures, MARK, figures};

    #[test]
    fn figures_are_read_from_a_record() {
        let written =
            Figures { services: vec![0.5, 1.0], parts: 3, points: vec![(1, 9.0)], ..Figures::default() };
        let text = format!("# sql\n\nThe {MARK}`{}`\n\nMore.", serde_json::to_string(&written).unwrap());
        assert_eq!(figures(&text), Some(written));
        assert_eq!(figures("# sql"), None);
    }
}
