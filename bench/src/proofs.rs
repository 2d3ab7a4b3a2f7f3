//! The suite of proofs: how many puzzles have one, the lengths of proofs, and the times to write and to check them.

use std::fmt;
use std::time::Duration;

use arcdoku::proof::{Proof, Unproven, prove, write_puzzle, write_solutions};
use arcdoku::puzzle::Clock;
use arcdoku::solve::fastest;
use arcdoku::{Limits, Puzzle};
use arcdoku_exchange::{Format, Policy};
use arcdoku_verify::{Files, Proven, verify};

use crate::large;
use crate::options::Run;
use crate::pass::{quantile, shortest};
use crate::process::clock;
use crate::record::Report;
use crate::table::{Table, dash, grouped, verdict};
use crate::variants;

/// The sets: of 9x9 puzzles, of large puzzles, and of puzzles with other rules.
pub(crate) const SETS: &[&str] = &[
    "easy",
    "euler50",
    "top95",
    "magictour_top1465",
    "seventeen_clue",
    "random_minimal",
    "hardest_11plus",
    "hardest_1106",
    "multi_solution",
    "proper16",
    "proper25",
    "iss",
    "ctc",
];

/// The number of sets of 9x9 puzzles, and the maximum number of puzzles of each.
const CLASSIC: usize = 9;
const MOST: usize = 1000;

/// The sets of large puzzles. `VARIANTS` has the sets with other rules, each with the field of its records that
/// contains the puzzle.
const LARGE: [&str; 2] = ["proper16", "proper25"];
const VARIANTS: [(&str, &str); 2] = [("iss", "input"), ("ctc", "iss")];

/// The maximum number of solutions for which the proof shows that there are no others.
const COUNTED: usize = 2;

/// Targets for 9x9: the bytes of a proof, and the times to write and to check it.
const LONGEST: f64 = 1e6;
const WRITTEN: Duration = Duration::from_millis(50);
const CHECKED: Duration = Duration::from_millis(200);

/// The time limit for a proof of another grid.
const LONGEST_PROOF: Duration = Duration::from_secs(10);

/// The results for the puzzles of a set.
#[derive(Default)]
struct Tally {
    bytes: Vec<f64>,
    written: Vec<f64>,
    checked: Vec<f64>,
    /// Puzzles with more solutions than are counted.
    several: usize,
    /// Puzzles with a relation that has no encoding.
    unfit: usize,
    /// Puzzles whose proof was not written within the time limit.
    undone: usize,
    /// Puzzles in which a deduction of a propagator has no short proof.
    failed: usize,
    /// Puzzles with a rule that the checker does not support.
    unchecked: usize,
}

/// The text of a part of a proof.
fn text(write: impl FnOnce(&mut String) -> fmt::Result) -> Result<String, String> {
    let mut text = String::new();
    write(&mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

/// The result of a run, and its processor time in seconds.
fn timed<R>(mut run: impl FnMut() -> R) -> Result<(R, f64), String> {
    let start = clock();
    let result = run();
    Ok((result, clock().saturating_sub(start).as_secs_f64()))
}

impl Tally {
    /// Proves a puzzle and checks the proof. Fails if the proof is rejected.
    fn add(&mut self, place: &str, puzzle: &Puzzle, rounds: usize) -> Result<(), String> {
        let strategy = fastest(puzzle);
        let limits = Limits::NONE.with_time(LONGEST_PROOF).with_clock(clock as Clock);
        let (proven, time) = shortest(rounds, || {
            timed(|| {
                let proof = prove(puzzle, &strategy, COUNTED, &limits)?;
                let lines = text(|out| proof.write(out));
                Ok::<(Proof, Result<String, String>), Unproven>((proof, lines))
            })
        })?;
        let (proof, lines) = match proven {
            Ok((proof, lines)) => (proof, lines?),
            Err(Unproven::More(_)) => {
                self.several += 1;
                return Ok(());
            }
            Err(other) => {
                eprintln!("{place}: {other}");
                match other {
                    Unproven::Unfit(_) => self.unfit += 1,
                    Unproven::Limit(_) => self.undone += 1,
                    _ => self.failed += 1,
                }
                return Ok(());
            }
        };
        self.bytes.push(lines.len() as f64);
        self.written.push(time);
        let known = text(|out| write_puzzle(puzzle, out))?;
        let solutions = text(|out| write_solutions(&proof.formula, &proof.solutions, out))?;
        let formula = text(|out| proof.formula.write(out))?;
        let files = Files { puzzle: &known, formula: &formula, proof: &lines, solutions: &solutions };
        let (verdict, time) = shortest(rounds, || timed(|| verify(files)))?;
        let expected = match proof.solutions.len() {
            0 => Proven::NoSolution,
            1 => Proven::Unique,
            count => Proven::Exactly(count),
        };
        match verdict {
            Ok(verdict) if verdict == expected => self.checked.push(time),
            // The checker does not support a rule.
            Err(defect) if defect.file == "sudoku" => {
                eprintln!("{place}: {defect}");
                self.unchecked += 1;
            }
            Ok(verdict) => return Err(format!("the checker reports {verdict} instead of {expected}")),
            Err(defect) => return Err(defect.to_string()),
        }
        Ok(())
    }

    /// A row of the table. The last field is whether the targets for 9x9 are met.
    fn row(mut self, name: &str, puzzles: usize, is_judged: bool) -> Vec<String> {
        let figure = |numbers: &mut [f64], share: f64, scale: f64| {
            if numbers.is_empty() { dash() } else { grouped(quantile(numbers, share) * scale, 1) }
        };
        let most = |numbers: &[f64]| numbers.iter().copied().fold(0.0, f64::max);
        let is_whole = self.unfit + self.undone + self.failed + self.unchecked == 0;
        let is_met = is_whole
            && most(&self.bytes) < LONGEST
            && most(&self.written) <= WRITTEN.as_secs_f64()
            && most(&self.checked) <= CHECKED.as_secs_f64();
        let mut row = vec![
            name.to_owned(),
            puzzles.to_string(),
            self.several.to_string(),
            self.unfit.to_string(),
            self.undone.to_string(),
            self.failed.to_string(),
            self.bytes.len().to_string(),
            self.checked.len().to_string(),
        ];
        for (numbers, scale) in [(&mut self.bytes, 1e-3), (&mut self.written, 1e3), (&mut self.checked, 1e3)]
        {
            row.extend([figure(numbers, 0.5, scale), figure(numbers, 1.0, scale)]);
        }
        let is_judged = is_judged && !self.bytes.is_empty();
        row.push(verdict(is_judged.then_some(is_met)));
        row
    }
}

pub(crate) fn suite(run: &Run, report: &mut Report) -> Result<(), String> {
    let rounds = run.rounds(3);
    let is_full = run.is_full();
    let most = run.options.limit.unwrap_or(MOST);
    let head = "set | puzzles | several | unfit | undone | failed | proven | checked | KB | most | written, ms | most | checked, ms | most | verdict";
    let mut table = Table::new(1, head);
    let mut judge = |name: &str, puzzles: &[(String, Puzzle)], is_judged: bool| {
        eprintln!("{name}: {} puzzles", puzzles.len());
        let mut tally = Tally::default();
        for (place, puzzle) in puzzles {
            tally
                .add(place, puzzle, if is_judged { rounds } else { 1 })
                .map_err(|error| format!("{place}: {error}"))?;
        }
        table.row(tally.row(name, puzzles.len(), is_judged));
        Ok::<(), String>(())
    };
    let classic: Vec<&str> = SETS[..CLASSIC].iter().copied().filter(|name| run.is_wanted(name)).collect();
    for set in run.data.sets(&classic, Some(most))? {
        let name = &set.name;
        let puzzles: Vec<_> =
            set.puzzles.iter().enumerate().map(|(i, puzzle)| (set.show(i), puzzle.clone())).collect();
        judge(name, &puzzles, is_full)?;
    }
    for name in LARGE.into_iter().filter(|name| is_full && run.is_wanted(name)) {
        for range in large::ranges(&run.data, &[name.to_owned()], run.options.limit)? {
            let named = |(place, puzzle): (usize, Puzzle)| (format!("{name} {place}"), puzzle);
            judge(name, &range.puzzles.into_iter().map(named).collect::<Vec<_>>(), false)?;
        }
    }
    for (name, field) in VARIANTS.into_iter().filter(|(name, _)| is_full && run.is_wanted(name)) {
        let rows = variants::read(&run.data, name).unwrap_or_default();
        let read = |row: &serde_json::Value| {
            let id = row["id"].as_str().unwrap_or_default().to_owned();
            let import = Format::Iss.read(row[field].as_str()?, &Policy::default()).ok()?;
            Some((id, import.puzzle))
        };
        let puzzles: Vec<_> = rows.iter().filter_map(read).take(run.options.limit.unwrap_or(300)).collect();
        judge(name, &puzzles, false)?;
    }
    report.add_block(
        "Proofs of `arcdoku prove --count 2` with its default strategy, checked by `arcdoku-verify` against the \
         puzzle; at most 1,000 of each set. `several`: more than two solutions, so nothing is proven. `unfit`: a \
         relation has no encoding. `undone`: no proof within 10 s. `failed`: a deduction of a propagator has no \
         short proof. `checked` is less than `proven` if the checker does not support a rule; a rejected proof ends \
         the run. KB, and milliseconds of one core: median and maximum.",
    );
    report.add_block(&table.render());
    report
        .add_block(&format!("Rounds of 9x9: {rounds}; the best counts. Target: under 1 MB, 50 ms, 200 ms."));
    Ok(())
}
