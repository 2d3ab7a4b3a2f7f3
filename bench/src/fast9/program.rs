//! The whole program: `arcdoku solve` on a file of a million puzzles.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use arcdoku::{Limits, Outcome, Puzzle, Question, Solver};
use fastrand::Rng;

use super::figures::PROGRAM;
use crate::engines::engines;
use crate::fast9_engines::LANES;
use crate::measure::{Row, Timed, measure};
use crate::options::Run;
use crate::pass::turns;
use crate::process::{Cost, Folder, piped, run_to, write_file};
use crate::record::Report;
use crate::table::{Table, dash, grouped, verdict};

/// The set that is repeated.
const SET: &str = "random_minimal";

/// Seed for the order of the repeated set.
const SEED: u64 = 12;

/// The number of puzzles in the file.
const PUZZLES: usize = 1_000_000;

/// The number of repetitions of the set, if `--limit` is given.
const COPIES: usize = 50;

/// The number of rounds; the best one counts.
const ROUNDS: usize = 3;

/// How the program reads and writes: with one thread or one per core, from file to file or through pipes.
const WAYS: [&str; 3] = ["-j 1, file to file", "-j 1, pipe to pipe", "all cores, file to file"];
const FILES: usize = 0;
const PIPES: usize = 1;

pub(super) fn section(run: &Run, report: &mut Report) -> Result<(), String> {
    if !run.is_full() || cfg!(debug_assertions) {
        report
            .add_block("The program was not measured, because this needs the full sets and a release build.");
        return Ok(());
    }
    let program = program(&run.root)?;
    let sets = run.data.sets(&[SET], run.options.limit)?;
    let set = sets.first().ok_or("no set")?;
    let most = run.options.limit.map_or(PUZZLES, |_| PUZZLES.min(COPIES * set.puzzles.len()));
    let order = order(set.puzzles.len(), most);
    let lines = solutions(&set.puzzles)?;
    let puzzles: Vec<&str> = set.text.as_ref().map(|text| text.lines.lines().collect()).unwrap_or_default();
    let input = text(&order, &puzzles);
    let expected = text(&order, &lines.iter().map(String::as_str).collect::<Vec<_>>());
    let folder = Folder::new("program")?;
    write_file(&folder.path("puzzles"), &input)?;
    let mut lanes = engines(&[LANES], run.limits())?;
    let rows = measure(Timed::Text, set, &mut lanes, &[Question::Unique], run.rounds(5))?;
    let lanes = rows.first().map_or(f64::NAN, Row::text_ns);
    let rounds = run.rounds(ROUNDS).min(ROUNDS);
    let costs = turns("program", rounds, WAYS.len(), |way| {
        let (cost, answers) = solve(&program, &folder, way)?;
        let wrong = |line| format!("{}: line {line} of the answers does not match its puzzle", WAYS[way]);
        difference(&answers, &expected).map_or(Ok(cost), |line| Err(wrong(line)))
    })?;
    report.add_block(&format!(
        "The program: `arcdoku solve --format line` on {} puzzles of {SET} (repeated and shuffled, seed {SEED}), \
         with a proof of uniqueness. Every line of every run was compared with the solution of its puzzle. From file \
         to file, per core, it may take {PROGRAM} times as long as the lanes from characters to characters, which \
         take {lanes:.0} ns per puzzle in this run. Wall time and processor time are judged. Each figure is the best \
         of {rounds} rounds.",
        grouped(order.len() as f64, 0),
    ));
    report.add_block(&table(&costs, order.len(), lanes, run.options.limit.is_none()).render());
    Ok(())
}

/// The release binary next to this one. It is built first, so it has the same source.
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

/// The command of a way to run the program.
fn command(program: &Path, way: usize) -> Command {
    let mut command = Command::new(program);
    command.args(["solve", "--format", "line"]);
    if way <= PIPES {
        command.args(["-j", "1"]);
    }
    command
}

/// Runs the program once. Returns the cost of the run and its output.
fn solve(program: &Path, folder: &Folder, way: usize) -> Result<(Cost, Vec<u8>), String> {
    let (input, out) = (folder.path("puzzles"), folder.path("answers"));
    let mut command = command(program, way);
    if way == PIPES {
        return piped(command.arg("-"), &input);
    }
    let cost = run_to(command.arg(&input), &out)?;
    Ok((cost, fs::read(&out).map_err(|error| format!("{}: {error}", out.display()))?))
}

/// The number, from 1, of the first line in which two texts differ.
fn difference(one: &[u8], other: &[u8]) -> Option<usize> {
    if one == other {
        return None;
    }
    let same = one.iter().zip(other).take_while(|(one, other)| one == other);
    Some(1 + same.filter(|&(&byte, _)| byte == b'\n').count())
}

fn table(costs: &[Vec<Cost>], puzzles: usize, lanes: f64, judge: bool) -> Table {
    let head = "run | wall, s | ns/puzzle | x lanes | verdict | user, s | system, s | ns/puzzle and core | x lanes | verdict";
    let mut table = Table::new(1, head);
    for (way, costs) in costs.iter().enumerate() {
        let least = |of: fn(&Cost) -> f64| {
            costs.iter().min_by(|one, other| of(one).total_cmp(&of(other))).copied().unwrap_or_default()
        };
        let (wall, busy) = (least(|cost| cost.wall).wall, least(Cost::processor));
        let judged = |seconds: f64| {
            let each = seconds * 1e9 / puzzles.max(1) as f64;
            let met = (judge && way == FILES).then_some(each / lanes <= PROGRAM);
            [grouped(each, 0), grouped(each / lanes, 2), verdict(met)]
        };
        let seconds = |seconds: f64| format!("{seconds:.2}");
        let mut cells = vec![WAYS[way].to_owned(), seconds(wall)];
        cells.extend(judged(wall));
        if busy.processor() > 0.0 {
            cells.extend([seconds(busy.user), seconds(busy.system)]);
            cells.extend(judged(busy.processor()));
        } else {
            cells.extend([(); 5].map(|()| dash()));
        }
        table.row(cells);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{Cost, WAYS, difference, order, solutions, table, text};
    use arcdoku::{Puzzle, Shape};

    #[test]
    fn the_file_repeats_every_puzzle_in_shuffled_order() {
        let lines = order(4, 12);
        assert_eq!(lines, order(4, 12));
        assert!((0..4).all(|puzzle| lines.iter().filter(|&&line| line == puzzle).count() == 3));
        assert!(lines != (0..12).map(|line| line % 4).collect::<Vec<_>>());
        assert_eq!(text(&[1, 0, 1], &["a", "bc"]), b"bc\na\nbc\n");
    }

    #[test]
    fn expected_lines_are_checked_first() {
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
    fn a_run_is_judged_by_wall_and_by_processor() {
        let cost = |wall, user, system| Cost { wall, user, system };
        let costs = [
            vec![cost(0.9, 0.6, 0.2), cost(1.0, 0.5, 0.2)],
            vec![cost(1.0, 0.0, 0.0)],
            vec![cost(0.5, 0.8, 0.1)],
        ];
        let text = table(&costs, 1_000_000, 600.0, true).render();
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(lines.len(), WAYS.len());
        assert!(lines[0].contains("900") && lines[0].contains("1.50") && lines[0].contains("1.17"), "{text}");
        assert!(lines[0].contains("not met") && lines[0].trim_end().ends_with(" met |"), "{text}");
        assert!(lines[1].trim_end().ends_with("- |"), "{text}");
        assert!(lines[2].contains("500") && lines[2].contains("0.83"), "{text}");
        assert!(!table(&costs, 10, 600.0, false).render().contains("met"));
    }
}
