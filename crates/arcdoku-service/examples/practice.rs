//! Prints the boards that the page ships. `cargo xtask practice` runs this and keeps the output.
//!
//! The techniques that most puzzles of the run have on their path come first, with many boards each; the others have
//! a few. The boards come from the first puzzles that have the technique. Boards with fewer empty cells come first.

#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a program of our own")]

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;

use arcdoku::Limits;
use arcdoku::deduction::{Family, Technique};
use arcdoku::generate::seed_of;
use arcdoku::rate::Scale;
use arcdoku_service::ask::practice::{Boards, Practice};

/// The seed of the run.
const RUN: u64 = 14;
/// The number of generated puzzles. Techniques are counted over all of them.
const PUZZLES: u64 = 50_000;
/// Techniques with many boards.
const TECHNIQUES: usize = 40;
/// The number of boards from which the ones of such a technique are chosen, and the number of chosen boards. The page
/// makes more boards of these techniques within a second.
const FOUND: usize = 24;
const BOARDS: usize = 6;
/// Boards of each other technique.
const RARE_BOARDS: usize = 3;
/// The number of puzzles that are tried for a rare technique, which fewer than `RARE_BOARDS` puzzles of the run have on
/// their path.
const RARE_PUZZLES: u64 = 20_000;

fn main() {
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let share = PUZZLES.div_ceil(threads);
    let parts = thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|part| scope.spawn(move || some(part * share, PUZZLES.min((part + 1) * share))))
            .collect();
        parts.into_iter().map(|part| part.join().expect("no panic")).collect::<Vec<_>>()
    });
    let mut techniques: BTreeMap<String, OfTechnique> = BTreeMap::new();
    // Parts are joined in the order of the seeds, so the output does not depend on the number of threads.
    for (technique, OfTechnique { puzzles, boards }) in parts.into_iter().flatten() {
        let all = techniques.entry(technique).or_default();
        all.puzzles += puzzles;
        all.boards.extend(boards.into_iter().take(FOUND - all.boards.len()));
    }
    let rare = Technique::ALL.iter().copied().filter(|technique| {
        techniques.get(technique.slug()).is_none_or(|found| found.boards.len() < RARE_BOARDS)
    });
    let rare = Mutex::new(rare.collect::<Vec<_>>());
    let found = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(technique) = { rare.lock().expect("no panic").pop() } {
                    let boards = rare_boards(technique);
                    found.lock().expect("no panic").push((technique.slug().to_owned(), boards));
                }
            });
        }
    });
    for (technique, boards) in found.into_inner().expect("no panic") {
        techniques.entry(technique).or_default().boards = boards;
    }
    let mut order: Vec<(String, OfTechnique)> = techniques.into_iter().collect();
    order.sort_by_key(|(_, found)| Reverse(found.puzzles));
    println!("# Boards with a step of a technique: lines of a regression library.");
    println!(
        "# Made by `cargo xtask practice`: seed {RUN}, {PUZZLES} minimal puzzles; `# technique puzzles-that-have-it`."
    );
    for (place, (technique, OfTechnique { puzzles, mut boards })) in order.into_iter().enumerate() {
        if boards.len() < RARE_BOARDS {
            continue;
        }
        println!("# {technique} {puzzles}");
        boards.sort_by_key(|board| board.bytes().filter(|&byte| byte == b'.').count());
        for board in boards.into_iter().take(if place < TECHNIQUES { BOARDS } else { RARE_BOARDS }) {
            println!("{board}");
        }
    }
}

/// Boards of a technique that is rare on the paths of the run: the next step, or one among others.
fn rare_boards(technique: Technique) -> Vec<String> {
    let some = |mut source: Practice| {
        let boards = (0..RARE_PUZZLES).filter_map(|number| {
            source.board(seed_of(RUN, number), &Limits::NONE).ok().flatten().map(|row| row.library)
        });
        boards.take(RARE_BOARDS).collect::<Vec<_>>()
    };
    // The run has already walked the paths of the default scale, so they are not searched again.
    let was_run = Scale::default().kinds().iter().any(|kind| kind.technique == technique);
    let boards = if was_run { Vec::new() } else { some(Practice::new(technique)) };
    // Chains of the Explainer are steps of their own only where its easier techniques find nothing.
    let is_next = matches!(technique.family(), Family::Implication | Family::Reveal);
    if is_next || boards.len() == RARE_BOARDS { boards } else { some(Practice::anywhere(technique)) }
}

/// Puzzles that have a technique, and boards of the first of them.
#[derive(Default)]
struct OfTechnique {
    puzzles: u64,
    boards: Vec<String>,
}

fn some(first: u64, end: u64) -> BTreeMap<String, OfTechnique> {
    let mut source = Boards::new(Scale::default());
    let mut techniques: BTreeMap<String, OfTechnique> = BTreeMap::new();
    for number in first..end {
        for row in source.all(seed_of(RUN, number), &Limits::NONE).into_iter().flatten() {
            let found = techniques.entry(row.technique).or_default();
            found.puzzles += 1;
            if found.boards.len() < FOUND {
                found.boards.push(row.library);
            }
        }
    }
    techniques
}
