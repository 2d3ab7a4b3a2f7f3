//! Ratings on the scale of the Sudoku Explainer: agreement with the reference, and time
//! on one core.

use std::fs;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use arcdoku::deduction::{Candidates, Proper};
use arcdoku::explainer;
use arcdoku::rate::PathEnd;
use arcdoku::{Limits, Puzzle, Solver};

use crate::options::Run;
use crate::record::Report;
use crate::table::{Table, dash, figure, grouped, verdict};

/// Milliseconds per puzzle of the mix: the target, and the published times of other programs.
const MIX: Figures = Figures { target: 2.4, reference: 83.0, rater: 4.7 };

/// The same for the hardest puzzles.
const HARDEST: Figures = Figures { target: 500.0, reference: 96_000.0, rater: 370.0 };

/// Sets whose first puzzles are rated, with the targets, if any.
const SETS: &[(&str, Option<&Figures>)] = &[("hardest_11plus", Some(&HARDEST)), ("hardest_1106", None)];

/// The number of puzzles of each of these sets.
const DOZEN: usize = 12;

/// Times, in milliseconds per puzzle.
struct Figures {
    target: f64,
    /// The reference, in Java.
    reference: f64,
    /// The C++ rater of 2012.
    rater: f64,
}

/// A puzzle with its candidates, and its rating if known.
struct RatedPuzzle {
    state: Candidates,
    proper: Option<Proper>,
    known: Option<String>,
    best: Duration,
    rating: explainer::Rating,
}

impl RatedPuzzle {
    fn new(puzzle: &Puzzle, known: Option<String>) -> Result<Self, String> {
        let state = Candidates::of(puzzle).map_err(|unfit| unfit.to_string())?;
        let proper = Solver::new().solve(puzzle, &Limits::NONE).proper();
        Ok(Self { state, proper, known, best: Duration::MAX, rating: explainer::Rating::default() })
    }

    fn agrees(&self) -> bool {
        self.known.as_ref().is_none_or(|known| *known == self.rating.to_string())
    }
}

/// The puzzles of a table of ratings.
fn rated(text: &str, limit: Option<usize>) -> Result<Vec<RatedPuzzle>, String> {
    let lines = text.lines().filter(|line| !line.starts_with('#')).take(limit.unwrap_or(usize::MAX));
    let ready = lines.map(|line| {
        let (puzzle, known) = line.split_once('\t').ok_or_else(|| format!("{line}: no rating"))?;
        RatedPuzzle::new(&puzzle.parse().map_err(|error| format!("{line}: {error}"))?, Some(known.to_owned()))
    });
    ready.collect()
}

/// Rates all puzzles, round by round. Returns the best time of a pass.
fn passes(puzzles: &mut [RatedPuzzle], rounds: usize) -> Result<Duration, String> {
    let mut scratch = explainer::ExplainerScratch::default();
    let mut best = Duration::MAX;
    for round in 0..rounds {
        let begin = Instant::now();
        for ready in &mut *puzzles {
            let start = Instant::now();
            let go_on = &mut |_, _, rating: &explainer::Rating| {
                black_box(rating);
                ControlFlow::Continue(())
            };
            let (rating, end) =
                explainer::rate(&ready.state, ready.proper, &Limits::NONE, &mut scratch, go_on);
            ready.best = ready.best.min(start.elapsed());
            if end != PathEnd::Solved || round > 0 && rating != ready.rating {
                return Err(format!("{:?}: {rating} {end:?}, and before {}", ready.state, ready.rating));
            }
            ready.rating = rating;
        }
        best = best.min(begin.elapsed());
    }
    Ok(best)
}

fn milliseconds(time: Duration, puzzles: usize) -> f64 {
    time.as_secs_f64() * 1e3 / puzzles.max(1) as f64
}

pub(crate) fn suite(run: &Run, report: &mut Report) -> Result<(), String> {
    let rounds = run.rounds(3);
    let path = run.data.ratings();
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut mix = rated(&text, run.options.limit)?;
    let full = run.is_full();
    let mut table = Table::new(
        1,
        "set | puzzles | ms/puzzle | target | verdict | slowest | agree | reference | C++ rater",
    );
    let mut row = |name: &str, puzzles: &[RatedPuzzle], best: Duration, figures: Option<&Figures>| {
        let each = milliseconds(best, puzzles.len());
        let slowest = puzzles.iter().map(|ready| ready.best).max().unwrap_or_default();
        let known = puzzles.iter().filter(|ready| ready.known.is_some()).count();
        let same = puzzles.iter().filter(|ready| ready.known.is_some() && ready.agrees()).count();
        let given = |of: fn(&Figures) -> f64| figure(figures.map(of), 1);
        table.row(vec![
            name.to_owned(),
            grouped(puzzles.len() as f64, 0),
            grouped(each, 2),
            given(|figures| figures.target),
            verdict(figures.map(|figures| each <= figures.target)),
            grouped(milliseconds(slowest, 1), 1),
            if known > 0 { format!("{same} of {known}") } else { dash() },
            given(|figures| figures.reference),
            given(|figures| figures.rater),
        ]);
    };
    let best = passes(&mut mix, rounds)?;
    let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    row(&name, &mix, best, Some(&MIX).filter(|_| full));
    let mut each = Table::new(1, "set | puzzle | ER/EP/ED | s");
    if full {
        for &(name, figures) in SETS {
            let puzzles = run.data.in_order(name)?;
            let dozen = puzzles.iter().take(run.options.limit.unwrap_or(DOZEN).min(DOZEN));
            let mut ready =
                dozen.map(|puzzle| RatedPuzzle::new(puzzle, None)).collect::<Result<Vec<_>, _>>()?;
            let best = passes(&mut ready, rounds)?;
            row(name, &ready, best, figures);
            for (ready, number) in ready.iter().zip(1..) {
                let seconds = grouped(ready.best.as_secs_f64(), 3);
                each.row(vec![name.to_owned(), number.to_string(), ready.rating.to_string(), seconds]);
            }
        }
    }
    report.add_block(
        "ER, EP and ED on the scale of the Sudoku Explainer 1.2.1, on one core, of parsed puzzles. `agree`: the \
         ratings that equal those of the reference, if these are known. `slowest`: the slowest puzzle, in ms. \
         `reference` (Java) and `C++ rater` (2012): milliseconds per puzzle from the issue, not measured here. The \
         rater disagrees with the reference on 3.25 % of the mix, and on 10 of 12 of the hardest puzzles.",
    );
    report.add_block(&table.render());
    if full {
        report.add_block(&format!("The first {DOZEN} puzzles of each hardest set:"));
        report.add_block(&each.render());
    }
    report.add_block(&format!("Rounds: {rounds}; the best counts."));
    let wrong: Vec<&RatedPuzzle> = mix.iter().filter(|ready| !ready.agrees()).collect();
    if let Some(first) = wrong.first() {
        let known = first.known.as_deref().unwrap_or_default();
        return Err(format!("{} ratings differ; first {} for {known}", wrong.len(), first.rating));
    }
    Ok(())
}
