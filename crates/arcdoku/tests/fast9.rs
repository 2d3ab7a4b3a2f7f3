//! The fast engines against the reference solver and against each other, on every tier of this machine.

use arcdoku::fast9::{Engine, Found, Tier};
use arcdoku::{Limits, Puzzle};

#[test]
fn a_first_look() {
    let lines = [
        ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 1),
        ("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......", 1),
        ("55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 0),
        (".................................................................................", 2),
    ];
    let puzzles: Vec<Puzzle> = lines.iter().map(|(line, _)| line.parse().unwrap()).collect();
    for tier in Tier::available() {
        let mut engine = Engine::with_tier(tier).unwrap();
        let mut answers: Vec<Found> = Vec::new();
        engine.batch(&puzzles, 2, &Limits::NONE, |found| answers.push(found.unwrap().clone()));
        for ((puzzle, (line, expected)), many) in puzzles.iter().zip(lines).zip(answers) {
            let one = engine.solve(puzzle, 2, &Limits::NONE).unwrap();
            assert_eq!(one.solutions, expected, "{tier}: {line}");
            assert_eq!(one, many, "{tier}: {line}");
            assert!(one.first().is_none_or(|solution| puzzle.is_solved_by(&solution)), "{tier}: {line}");
        }
    }
}
