//! The suite of edits. The true candidates of a puzzle are computed, a clue or a rule is added, and the time to compute
//! them again is measured.

use std::time::Duration;

use arcdoku::Limits;
use arcdoku::grid::{Cell, Digit};
use arcdoku::puzzle::{Clock, Puzzle, Rule};
use arcdoku::solve::TrueCandidates;
use arcdoku_exchange::Policy;
use fastrand::Rng;

use super::{SOURCES, read};
use crate::options::Run;
use crate::pass::{milli, quantile};
use crate::process::clock;
use crate::record::Report;
use crate::table::{Table, word};

/// The number of clues and rules that are withheld from a puzzle.
const WITHHELD: usize = 4;

/// The bound of the project on the median of the second answer.
const BOUND: f64 = 10.0;

/// A withheld part.
enum Withheld {
    Clue(Cell, Digit),
    Rule(Rule),
}

/// The puzzle without some of its parts, and these parts. Common rules are not withheld.
fn withhold(puzzle: &Puzzle, rng: &mut Rng) -> (Puzzle, Vec<Withheld>) {
    let stays = |rule: &Rule| {
        matches!(rule, Rule::Rows | Rule::Columns | Rule::Boxes | Rule::Regions(_) | Rule::Void(_))
    };
    let mut parts: Vec<Withheld> = Vec::new();
    for (index, given) in puzzle.givens().iter().enumerate() {
        parts.extend(given.map(|digit| Withheld::Clue(Cell::new(index), digit)));
    }
    parts.extend(puzzle.rules().iter().filter(|rule| !stays(rule)).cloned().map(Withheld::Rule));
    rng.shuffle(&mut parts);
    parts.truncate(WITHHELD);
    let is_out =
        |rule: &Rule| parts.iter().any(|part| matches!(part, Withheld::Rule(other) if other == rule));
    let kept = puzzle.rules().iter().filter(|rule| !is_out(rule)).cloned();
    let mut less = kept.fold(Puzzle::bare(puzzle.shape()), Puzzle::with_rule);
    less.set_givens(puzzle.givens());
    for part in &parts {
        if let Withheld::Clue(cell, _) = part {
            less.set(*cell, None);
        }
    }
    (less, parts)
}

/// The milliseconds of one question, and whether no limit was reached.
fn ask(candidates: &mut TrueCandidates, puzzle: &Puzzle, longest: Duration) -> (f64, bool) {
    let limits = Limits::NONE.with_time(longest).with_clock(clock as Clock);
    let start = clock();
    let found = candidates.ask(puzzle, 1, &limits);
    (milli(clock().saturating_sub(start)), found.limit.is_none())
}

pub(crate) fn suite(run: &Run, report: &mut Report) -> Result<(), String> {
    let longest = run.longest(20);
    let mut table =
        Table::new(2, "set | question | puzzles | median ms | 90 % ms | 95 % ms | over 10 ms | undone");
    let mut verdicts = Table::new(2, "set | target | measured | verdict");
    for source in &SOURCES {
        let Some(mut rows) = read(&run.data, source.file) else {
            report.add_block(&format!("The set {} is missing.", source.file));
            continue;
        };
        rows.truncate(run.options.limit.unwrap_or(usize::MAX));
        let mut rng = Rng::with_seed(15);
        // The first answer, and the answers after a clue and after a rule.
        let mut times: [Vec<(f64, bool)>; 3] = [const { Vec::new() }; 3];
        for row in &rows {
            let text = row[source.field].as_str().unwrap_or_default();
            let Ok(import) = source.format.read(text, &Policy::default()) else { continue };
            let (mut puzzle, parts) = withhold(&import.puzzle, &mut rng);
            let mut candidates = TrueCandidates::new();
            let first = ask(&mut candidates, &puzzle, longest);
            let mut line = format!("{}: {:.2} ms", row["id"].as_str().unwrap_or_default(), first.0);
            times[0].push(first);
            // If the first answer was not completed, the time of the next one is not meaningful.
            if !first.1 {
                eprintln!("{line}, undone");
                continue;
            }
            // The added clue is a withheld one, if there is one; otherwise it is a true candidate of some cell.
            let clue = parts.iter().find_map(|part| match part {
                Withheld::Clue(cell, digit) => Some((*cell, *digit)),
                Withheld::Rule(_) => None,
            });
            let known = candidates.ask(&puzzle, 1, &Limits::NONE);
            let cells = (0..puzzle.shape().grid_cells()).map(Cell::new);
            let mut open: Vec<Cell> = cells.filter(|&cell| known.digits(cell).len() > 1).collect();
            rng.shuffle(&mut open);
            let clue = clue.or_else(|| {
                let &cell = open.first()?;
                known.digits(cell).first().map(|digit| (cell, digit))
            });
            if let Some((cell, digit)) = clue {
                puzzle.set(cell, Some(digit));
                let second = ask(&mut candidates, &puzzle, longest);
                line += &format!(", clue {:.2} ms", second.0);
                times[1].push(second);
            }
            let rule = parts.iter().find_map(|part| match part {
                Withheld::Rule(rule) => Some(rule.clone()),
                Withheld::Clue(..) => None,
            });
            if let Some(rule) = rule {
                puzzle = puzzle.with_rule(rule);
                let third = ask(&mut candidates, &puzzle, longest);
                line += &format!(", rule {:.2} ms", third.0);
                times[2].push(third);
            }
            eprintln!("{line}");
        }
        for (name, times) in ["first", "clue added", "rule added"].into_iter().zip(&times) {
            let mut all: Vec<f64> = times.iter().map(|(time, _)| *time).collect();
            let (count, undone) = (all.len(), times.iter().filter(|(_, done)| !done).count());
            let slow = all.iter().filter(|&&time| time > BOUND).count();
            let figures = [0.5, 0.9, 0.95].map(|share| quantile(&mut all, share));
            let mut line = vec![source.file.to_owned(), name.to_owned(), count.to_string()];
            line.extend(figures.map(|figure| format!("{figure:.2}")));
            line.extend([slow.to_string(), undone.to_string()]);
            table.row(line);
            if name != "first" {
                let target = format!("{name}: median < {BOUND} ms");
                verdicts.row(vec![
                    source.file.into(),
                    target,
                    format!("{:.2}", figures[0]),
                    word(figures[0] < BOUND),
                ]);
            }
        }
    }
    report.add_block(&table.render());
    report.add_block(&format!(
        "True candidates of each puzzle with {WITHHELD} clues or rules withheld, then again after a clue and after a \
         rule is added. Processor time on one core, including compilation."
    ));
    report.add_block(&verdicts.render());
    Ok(())
}
