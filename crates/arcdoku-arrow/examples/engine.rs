//! Measures the engine without the kernels, for comparison: `engine FILE THREADS [REPEAT]`.
//!
//! The file has one puzzle per line. Puzzles, or boards, are made beforehand. Only the answers are timed, and nothing
//! is written.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a program that measures time")]

use std::time::Instant;
use std::{env, fs, thread};

use arcdoku::canon::Clues;
use arcdoku::fast9::{Board, Engine};
use arcdoku::{Limits, Puzzle};
use arcdoku_arrow::{Column, Kind};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().collect();
    let [_, file, threads, ..] = arguments.as_slice() else {
        return Err("usage: engine FILE THREADS [REPEAT]".into());
    };
    let threads: usize = threads.parse()?;
    let repeat: usize = arguments.get(3).map_or(Ok(3), |text| text.parse())?;
    let text = fs::read_to_string(file)?;
    let lines: Vec<&str> = text.lines().collect();
    let (column, kind) = (Column::of_texts(&lines), Kind::classic());
    let mut puzzles = Vec::new();
    let mut boards = Vec::new();
    for row in 0..column.len() {
        let mut numbers = [0; 81];
        column.read(row, &kind, &mut numbers)?;
        puzzles.push(Clues::from_numbers(&numbers).unwrap_or(Clues::EMPTY).puzzle());
        boards.push(Board::new(&numbers));
    }
    let part = puzzles.len().div_ceil(threads.max(1)).max(1);
    let best = |work: &(dyn Fn(usize) + Sync)| {
        let run = |_| {
            let start = Instant::now();
            thread::scope(|scope| (0..threads).for_each(|number| drop(scope.spawn(move || work(number)))));
            start.elapsed().as_secs_f64()
        };
        puzzles.len() as f64 / (0..repeat).map(run).fold(f64::MAX, f64::min)
    };
    let of_puzzles = best(&|number| {
        let mine: &[Puzzle] = puzzles.chunks(part).nth(number).unwrap_or_default();
        Engine::new().batch(mine, 2, &Limits::NONE, |_| {});
    });
    let of_boards = best(&|number| {
        let mine: &[Board] = boards.chunks(part).nth(number).unwrap_or_default();
        Engine::new().answer_all(mine, 2, &Limits::NONE, |_| {});
    });
    println!("{of_puzzles:.0} {of_boards:.0}");
    Ok(())
}
