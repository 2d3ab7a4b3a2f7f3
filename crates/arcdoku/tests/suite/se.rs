//! The scale of the Sudoku Explainer compared with its reference, and with recorded ratings.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use arcdoku::deduction::{Candidate, Candidates, Tenths};
use arcdoku::explainer;
use arcdoku::rate::PathEnd;
use arcdoku::testing::{self, neutral};
use arcdoku::{Cell, Digit, Limits};

fn state(text: &str) -> Candidates {
    Candidates::of(&text.parse().unwrap()).unwrap()
}

fn rate(state: &Candidates, scratch: &mut explainer::ExplainerScratch) -> explainer::Rating {
    let proper = Some(testing::proper());
    let go_on = &mut |_, _, _: &_| ControlFlow::Continue(());
    let (rating, end) = explainer::rate(state, proper, &Limits::NONE, scratch, go_on);
    assert_eq!(end, PathEnd::Solved);
    rating
}

/// Rates every `step`-th puzzle of lines `puzzle<TAB>ER/EP/ED`. Returns the numbers of equal and of all ratings.
fn agreement(text: &str, step: usize) -> (usize, usize) {
    let (mut same, mut all, mut scratch) = (0, 0, explainer::ExplainerScratch::default());
    for line in text.lines().filter(|line| !line.starts_with('#')).step_by(step) {
        let (puzzle, expected) = line.split_once('\t').unwrap();
        let rating = rate(&state(puzzle), &mut scratch).to_string();
        all += 1;
        if rating == expected {
            same += 1;
        } else {
            println!("{line}: now {rating}");
        }
    }
    (same, all)
}

/// Compares ratings of generated and well-known puzzles with the recorded ratings. Any change is a regression.
#[test]
fn ratings_are_unchanged() {
    let text = std::fs::read_to_string(neutral::workspace().join("testdata/human/se_rated.tsv")).unwrap();
    let step = if testing::runs_all_cases() { 1 } else { 4 };
    let (same, all) = agreement(&text, step);
    assert!(all > 100 / step);
    assert_eq!(same, all);
}

#[test]
fn ratings_are_those_of_the_reference() {
    let Some(text) = neutral::shared("ratings/se121.tsv") else { return };
    let (same, all) = agreement(&text, 1);
    println!("{same} of {all} puzzles have the same ER, EP and ED");
    assert_eq!((same, all), (600, 600));
}

/// The changes of a line of a trace: `+r1c2=3` and `-r1c2:45`.
fn changes(text: &str) -> (Option<Candidate>, BTreeSet<Candidate>) {
    let (mut placed, mut gone) = (None, BTreeSet::new());
    let cell = |name: &str| {
        let at: Vec<usize> = name.chars().filter_map(|c| c.to_digit(10)).map(|n| n as usize - 1).collect();
        Cell::new(9 * at[0] + at[1])
    };
    let digit = |c: char| Digit::new(c.to_digit(10).unwrap() as u8).unwrap();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if let Some((name, digits)) = word.strip_prefix('-').and_then(|rest| rest.split_once(':')) {
            gone.extend(digits.chars().map(|c| Candidate { cell: cell(name), digit: digit(c) }));
        } else {
            let (name, value) = word.strip_prefix('+').and_then(|rest| rest.split_once('=')).unwrap();
            placed = Some(Candidate { cell: cell(name), digit: digit(value.chars().next().unwrap()) });
        }
    }
    (placed, gone)
}

/// Compares every step of every path (rating, placements and eliminations), and the final rating.
#[test]
fn paths_are_those_of_the_reference() {
    let Some(text) = neutral::shared("ratings/se121_traces.txt") else { return };
    let mut scratch = explainer::ExplainerScratch::default();
    let (mut puzzles, mut all) = (0, 0);
    for block in text.split("\n\n").filter(|block| !block.trim().is_empty()) {
        let field = |line: &'_ str, name: &str| line.strip_prefix(name).map(str::to_owned);
        let puzzle = block.lines().find_map(|line| field(line, "P ")).unwrap();
        let rating = block.lines().find_map(|line| field(line, "R ")).unwrap();
        let mut steps = block.lines().filter_map(|line| line.strip_prefix("S "));
        let each = &mut |_: &Candidates, step: &arcdoku::deduction::Step, tenths: Tenths| {
            let line = steps.next().unwrap_or_else(|| panic!("{puzzle}: {step:?} is one too many"));
            let fields: Vec<&str> = line.split('|').collect();
            let (placed, gone) = changes(fields[2]);
            let expected = fields[0].split(' ').nth(1).unwrap();
            assert_eq!(tenths.to_string(), expected, "{puzzle}: {line}: {step:?}");
            assert_eq!(step.placements.first().copied(), placed, "{puzzle}: {line}");
            let taken: BTreeSet<Candidate> = step.eliminations.iter().copied().collect();
            assert_eq!(taken, gone, "{puzzle}: {line}");
            all += 1;
            ControlFlow::Continue(())
        };
        let proper = Some(testing::proper());
        let (rated, end) = explainer::solve_with(state(&puzzle), proper, &Limits::NONE, &mut scratch, each);
        assert_eq!((rated.to_string(), end), (rating, PathEnd::Solved), "{puzzle}");
        assert_eq!(steps.next(), None, "{puzzle}");
        puzzles += 1;
    }
    println!("{all} steps of {puzzles} paths are the same");
    assert_eq!(puzzles, 150);
}

/// A full grid has no rating. If no technique applies, the rating is 20.0. Every path ends.
#[test]
fn every_state_has_a_rating() {
    let mut scratch = explainer::ExplainerScratch::default();
    let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert_eq!(rate(&state(solved), &mut scratch).to_string(), "0.0/0.0/0.0");
    let several = ".34678912672195348198342567859761423.26853791713924856961537284287419635345286179";
    assert_eq!(rate(&state(several), &mut scratch).to_string(), "1.0/1.0/1.0");
    // The last cell has lost its candidate, so no step can be found.
    let mut stuck = state(&solved.replacen('5', ".", 1));
    assert!(!stuck.is_full());
    stuck.eliminate(Candidate { cell: Cell::new(0), digit: Digit::from_index(4) });
    let go_on = &mut |_, _, _: &_| ControlFlow::Continue(());
    for proper in [Some(testing::proper()), None] {
        let (rating, end) = explainer::rate(&stuck, proper, &Limits::NONE, &mut scratch, go_on);
        assert_eq!((rating.to_string().as_str(), end), ("20.0/0.0/0.0", PathEnd::Stuck));
    }
}
