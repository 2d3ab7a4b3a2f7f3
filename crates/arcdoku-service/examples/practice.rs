//! Prints the boards that the page ships. `cargo xtask practice` runs this and keeps the output.
//!
//! The techniques are the ones that occur on the paths of the most puzzles. The boards of a technique come from the
//! first puzzles that have it, and are sorted by empty cells, fewest first.

#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a program of our own")]

use std::collections::BTreeMap;
use std::thread;

use arcdoku::Limits;
use arcdoku::generate::seed_of;
use arcdoku::rate::Scale;
use arcdoku_service::ask::practice::Boards;

/// The seed of the run.
const RUN: u64 = 14;
/// The number of generated puzzles. Techniques are counted over all of them.
const PUZZLES: u64 = 50_000;
const TECHNIQUES: usize = 40;
/// Boards of each technique.
const BOARDS: usize = 24;

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
    // In the order of the seeds, so the output does not depend on the number of threads.
    for (technique, OfTechnique { puzzles, boards }) in parts.into_iter().flatten() {
        let all = techniques.entry(technique).or_default();
        all.puzzles += puzzles;
        all.boards.extend(boards.into_iter().take(BOARDS - all.boards.len()));
    }
    let mut order: Vec<(String, OfTechnique)> = techniques.into_iter().collect();
    order.sort_by_key(|(_, found)| std::cmp::Reverse(found.puzzles));
    println!("# Boards that stand one step before a technique: lines of a regression library.");
    println!(
        "# Made by `cargo xtask practice`: seed {RUN}, {PUZZLES} minimal puzzles; `# technique puzzles-that-have-it`."
    );
    for (technique, OfTechnique { puzzles, mut boards }) in order.into_iter().take(TECHNIQUES) {
        println!("# {technique} {puzzles}");
        boards.sort_by_key(|board| board.bytes().filter(|&byte| byte == b'.').count());
        for board in boards {
            println!("{board}");
        }
    }
}

/// The number of puzzles that have a technique, and boards of the first ones.
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
            if found.boards.len() < BOARDS {
                found.boards.push(row.library);
            }
        }
    }
    techniques
}
