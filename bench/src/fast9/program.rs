//! The whole program: `arcdoku solve` on a file of a million puzzles.

use std::env;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use arcdoku::{Limits, Outcome, Puzzle, Question, Solver};
use fastrand::Rng;

use super::best;
use super::figures::PROGRAM;
use crate::engines::engines;
use crate::fast9_engines::LANES;
use crate::measure::{Timed, measure_what};
use crate::process::{Folder, children, write_file};
use crate::record::Report;
use crate::set::Data;
use crate::suite::{Plan, word};
use crate::table::{Table, grouped};

/// The set that is repeated.
const SET: &str = "random_minimal";

/// Seed for the order of the repeated set.
const SEED: u64 = 12;

/// Number of puzzles in the file.
const PUZZLES: usize = 1_000_000;

/// How often the set is repeated if there is a limit.
const COPIES: usize = 50;

/// Number of rounds, of which the best counts.
const ROUNDS: usize = 3;

/// How the program reads and writes.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// From file to file, by one thread.
    Files,
    /// Through pipes, by one thread.
    Pipes,
    /// From file to file, by as many threads as there are cores.
    AllCores,
}

impl Way {
    const ALL: [Self; 3] = [Self::Files, Self::Pipes, Self::AllCores];

    fn name(self) -> &'static str {
        match self {
            Self::Files => "-j 1, file to file",
            Self::Pipes => "-j 1, pipe to pipe",
            Self::AllCores => "all cores, file to file",
        }
    }
}

/// The cost of a run.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    wall: Duration,
    /// Processor time of the program and of the system for it, if known.
    processor: Option<[Duration; 2]>,
}

impl Cost {
    fn busy(&self) -> Option<Duration> {
        self.processor.map(|[user, system]| user + system)
    }
}

/// The input, and the expected output.
struct Job<'a> {
    program: &'a Path,
    folder: &'a Folder,
    input: &'a [u8],
    expected: &'a [u8],
}

pub(super) fn section(plan: &Plan<'_>, root: &Path, data: &Data, report: &mut Report) -> Result<(), String> {
    if data.note().is_some() || cfg!(debug_assertions) {
        report.say("The program was not measured: that takes the full sets and a release build.");
        return Ok(());
    }
    let program = program(root)?;
    let sets = data.sets(&[SET], plan.limit)?;
    let set = sets.first().ok_or("no set")?;
    let most = plan.limit.map_or(PUZZLES, |_| PUZZLES.min(COPIES * set.puzzles.len()));
    let order = order(set.puzzles.len(), most);
    let lines = solutions(&set.puzzles)?;
    let puzzles = set.text.as_ref().map(|text| text.lines.lines()).ok_or("the set has no text")?;
    let puzzles: Vec<&str> = puzzles.collect();
    let input = text(&order, &puzzles);
    let expected = text(&order, &lines.iter().map(String::as_str).collect::<Vec<_>>());
    let folder = Folder::new("program")?;
    let job = Job { program: &program, folder: &folder, input: &input, expected: &expected };

    let files = [("tenth", input.len() / order.len() * (order.len() / 10)), ("puzzles", input.len())];
    let mut memory = Vec::new();
    for (name, length) in files {
        write_file(&folder.path(name), &input[..length])?;
        eprintln!("program: warm-up, {length} bytes");
        memory.push(peak(&job, &folder.path(name))?);
    }
    let rounds = plan.rounds(ROUNDS).min(ROUNDS);
    let mut lanes = engines(&[LANES], plan.limits)?;
    let rows = measure_what(Timed::Text, set, &mut lanes, &[Question::Unique], plan.rounds(5))?;
    let lanes = rows.first().map_or(f64::NAN, best);
    let mut costs: Vec<Vec<Cost>> = vec![Vec::new(); Way::ALL.len()];
    for round in 0..rounds {
        eprintln!("program: round {} of {rounds}", round + 1);
        for (way, costs) in Way::ALL.into_iter().zip(&mut costs) {
            costs.push(run(&job, way)?);
        }
    }
    report.say(&format!(
        "The program: `arcdoku solve --format line` on {} puzzles of {SET} (repeated and shuffled, seed \
         {SEED}), uniqueness proved, every line of every run compared with the solution of its puzzle, in \
         order. From file to file, a core, it may take {PROGRAM} times as long as the lanes from characters to characters, \
         which take {lanes:.0} ns a puzzle in this run; judged by wall time and by processor time. Each figure is the best \
         of {rounds} rounds.",
        grouped(order.len() as f64, 0),
    ));
    report.say(&table(&costs, order.len(), lanes, plan.limit.is_none()).render());
    if let [Some(tenth), Some(whole)] = memory[..] {
        report.say(&format!(
            "Memory at its highest: {} KiB for a tenth of the file, {} KiB for all of it.",
            grouped(tenth as f64, 0),
            grouped(whole as f64, 0)
        ));
    }
    Ok(())
}

/// The release binary next to this one, built now, so that it has the same source.
fn program(root: &Path) -> Result<PathBuf, String> {
    eprintln!("program: cargo build --release --package arcdoku-cli");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--release", "--package", "arcdoku-cli"])
        .current_dir(root)
        .status()
        .map_err(|error| format!("cargo cannot be started: {error}"))?;
    let own = env::current_exe().map_err(|error| error.to_string())?;
    let program = own.with_file_name(format!("arcdoku{}", env::consts::EXE_SUFFIX));
    if built.success() && program.exists() {
        Ok(program)
    } else {
        Err(format!("{}: the program could not be built", program.display()))
    }
}

/// The index of the puzzle in each line, for a set of `puzzles`.
fn order(puzzles: usize, lines: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..lines).map(|line| line % puzzles.max(1)).collect();
    Rng::with_seed(SEED).shuffle(&mut order);
    order
}

fn text(order: &[usize], lines: &[&str]) -> Vec<u8> {
    let mut text = Vec::with_capacity(order.len() * 82);
    for &line in order {
        text.extend_from_slice(lines[line].as_bytes());
        text.push(b'\n');
    }
    text
}

/// The expected lines of the program, computed by the library and checked against the rules.
fn solutions(puzzles: &[Puzzle]) -> Result<Vec<String>, String> {
    let mut solver = Solver::new();
    let lines =
        puzzles.iter().map(|puzzle| match solver.ask(Question::Unique, puzzle, &Limits::NONE).outcome {
            Outcome::Unique(solution) if puzzle.is_solved_by(&solution) => {
                Ok(solution.digits().iter().map(|digit| char::from(b'0' + digit.get())).collect())
            }
            outcome => Err(format!("{SET}: a puzzle is {}", outcome.name())),
        });
    lines.collect()
}

fn command(job: &Job<'_>, way: Way) -> Command {
    let mut command = Command::new(job.program);
    command.args(["solve", "--format", "line"]);
    if way != Way::AllCores {
        command.args(["-j", "1"]);
    }
    command
}

fn start(command: &mut Command) -> Result<Child, String> {
    command.spawn().map_err(|error| format!("the program cannot be started: {error}"))
}

/// Peak memory of the program on a file, in KiB, if the system reports it.
fn peak(job: &Job<'_>, input: &Path) -> Result<Option<u64>, String> {
    let mut child = start(command(job, Way::Files).arg(input).stdout(Stdio::null()))?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = None;
    loop {
        // The file is missing or empty once the program has ended; the last value before that counts.
        let seen = fs::read_to_string(&status).ok().and_then(|text| high_water(&text));
        peak = peak.max(seen);
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return if status.success() { Ok(peak) } else { Err(format!("the program ended with {status}")) };
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// The line `VmHWM:   1234 kB` of `/proc/PID/status`.
fn high_water(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Times one run; the output is compared afterwards.
fn run(job: &Job<'_>, way: Way) -> Result<Cost, String> {
    let failed = |error: std::io::Error| format!("the program: {error}");
    let path = job.folder.path("answers");
    let before = children();
    let started = Instant::now();
    let mut answers = Vec::new();
    let status = if way == Way::Pipes {
        // Allocates space for the answers first, so that this is not timed.
        answers.reserve(job.expected.len() + 1);
        let mut child = start(command(job, way).arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()))?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        thread::scope(|scope| {
            // If the program stops reading, its exit status or output shows it.
            scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(job.input)));
            stdout.map_or(Ok(0), |mut stdout| stdout.read_to_end(&mut answers)).map_err(failed)
        })?;
        child.wait().map_err(failed)?
    } else {
        let output = File::create(&path).map_err(failed)?;
        let mut child = start(command(job, way).arg(job.folder.path("puzzles")).stdout(output))?;
        child.wait().map_err(failed)?
    };
    let wall = started.elapsed();
    let processor =
        children().zip(before).map(|(after, before)| [0, 1].map(|of| after[of].saturating_sub(before[of])));
    if way != Way::Pipes {
        answers = fs::read(&path).map_err(failed)?;
    }
    if !status.success() {
        return Err(format!("the program ended with {status}"));
    }
    match difference(&answers, job.expected) {
        None => Ok(Cost { wall, processor }),
        Some(line) => Err(format!("{}: line {line} of the answers is not that of its puzzle", way.name())),
    }
}

/// Number, from 1, of the first line in which two texts differ.
fn difference(one: &[u8], other: &[u8]) -> Option<usize> {
    if one == other {
        return None;
    }
    let same = one.iter().zip(other).take_while(|(one, other)| one == other);
    Some(1 + same.filter(|&(&byte, _)| byte == b'\n').count())
}

fn table(costs: &[Vec<Cost>], puzzles: usize, lanes: f64, judge: bool) -> Table {
    let mut table = Table::new(
        1,
        &[
            "run",
            "wall, s",
            "ns/puzzle",
            "x lanes",
            "verdict",
            "user, s",
            "system, s",
            "ns/puzzle and core",
            "x lanes",
            "verdict",
        ],
    );
    let dash = || "-".to_owned();
    for (way, costs) in Way::ALL.into_iter().zip(costs) {
        let wall = costs.iter().map(|cost| cost.wall).min().unwrap_or_default();
        let busiest = costs.iter().filter_map(|cost| Some((cost.busy()?, cost.processor?)));
        let processor = busiest.min();
        let each = |time: Duration| time.as_nanos() as f64 / puzzles.max(1) as f64;
        let seconds = |time: Duration| format!("{:.2}", time.as_secs_f64());
        let ratio = |time: Duration| grouped(each(time) / lanes, 2);
        let verdict = |time: Duration| {
            if judge && way == Way::Files { word(each(time) / lanes <= PROGRAM) } else { dash() }
        };
        table.row(vec![
            way.name().into(),
            seconds(wall),
            grouped(each(wall), 0),
            ratio(wall),
            verdict(wall),
            processor.map_or_else(dash, |(_, [user, _])| seconds(user)),
            processor.map_or_else(dash, |(_, [_, system])| seconds(system)),
            processor.map_or_else(dash, |(busy, _)| grouped(each(busy), 0)),
            processor.map_or_else(dash, |(busy, _)| ratio(busy)),
            processor.map_or_else(dash, |(busy, _)| verdict(busy)),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{Cost, Way, difference, high_water, order, solutions, table, text};
    use arcdoku::{Puzzle, Shape};
    use std::time::Duration;

    #[test]
    fn the_file_repeats_every_puzzle_as_often_in_an_order_of_its_own() {
        let lines = order(4, 12);
        assert_eq!(lines, order(4, 12));
        assert!((0..4).all(|puzzle| lines.iter().filter(|&&line| line == puzzle).count() == 3));
        assert!(lines != (0..12).map(|line| line % 4).collect::<Vec<_>>());
        assert_eq!(text(&[1, 0, 1], &["a", "bc"]), b"bc\na\nbc\n");
    }

    #[test]
    fn what_must_come_out_is_checked_before() {
        let line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let lines = solutions(&[line.parse::<Puzzle>().unwrap()]).unwrap();
        assert!(lines[0].starts_with("417369825"));
        assert!(solutions(&[Puzzle::new(Shape::CLASSIC)]).is_err_and(|error| error.contains("multiple")));
    }

    #[test]
    fn the_first_wrong_line_is_found() {
        assert_eq!(difference(b"1\n2\n", b"1\n2\n"), None);
        assert_eq!(difference(b"1\n3\n", b"1\n2\n"), Some(2));
        assert_eq!(difference(b"", b"1\n2\n"), Some(1));
        assert_eq!(difference(b"1\n2\n3\n", b"1\n2\n"), Some(3));
    }

    #[test]
    fn the_files_of_the_system_are_read() {
        assert_eq!(high_water("Name:\tx\nVmHWM:\t    4321 kB\n"), Some(4321));
        assert_eq!(high_water("Name:\tx\n"), None);
    }

    #[test]
    fn a_run_is_judged_by_wall_and_by_processor() {
        let cost = |wall, user, system| Cost {
            wall: Duration::from_millis(wall),
            processor: Some([user, system].map(Duration::from_millis)),
        };
        let costs = [
            vec![cost(900, 600, 200), cost(1000, 500, 200)],
            vec![Cost { wall: Duration::from_secs(1), processor: None }],
            vec![cost(500, 800, 100)],
        ];
        let text = table(&costs, 1_000_000, 600.0, true).render();
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(lines.len(), Way::ALL.len());
        assert!(lines[0].contains("900") && lines[0].contains("1.50") && lines[0].contains("1.17"), "{text}");
        assert!(lines[0].contains("not met") && lines[0].trim_end().ends_with(" met |"), "{text}");
        assert!(lines[1].trim_end().ends_with("- |"), "{text}");
        assert!(lines[2].contains("500") && lines[2].contains("0.83"), "{text}");
        assert!(!table(&costs, 10, 600.0, false).render().contains("met"));
    }
}
