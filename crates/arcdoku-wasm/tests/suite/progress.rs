//! What long questions tell while they are answered.

use arcdoku_wasm::help::{HintAsk, PathAsk, ProgressAsk, RateAsk, StepsAsk};
use arcdoku_wasm::make::{GenerateAsk, LevelSpan};
use arcdoku_wasm::progress::JobProgress;
use arcdoku_wasm::solver::{CandidatesAsk, CheckAsk, SolveAsk};
use arcdoku_wasm::{AskError, help, make, solver};
use arcdoku_wire::{HintOutcome, Limit};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// A state in which neither patterns nor chains help.
const NETS: &str = concat!(
    ":0000:x:.5...2..38.+2....9.....8.2....1..9.3..6....1.....7.16..5...2.+9.19.6....4.4.7..5...:",
    "711 114 115 618 718 122 331 731 132 134 638 242 742 353 262 362 363 374 874 376 876 878 382 882 392 892 695 699:::"
);

/// The reply of a question, and what it told.
fn listen<R>(
    question: impl FnOnce(&mut dyn FnMut(&JobProgress) -> bool) -> Result<R, AskError>,
) -> (R, Vec<JobProgress>) {
    let mut told = Vec::new();
    let reply = question(&mut |progress| {
        told.push(*progress);
        true
    });
    (reply.unwrap(), told)
}

fn puzzle(text: &str) -> String {
    text.to_owned()
}

/// The parts that are done grow, and are never more than all of them.
fn is_share(told: &[JobProgress], all: u64) -> bool {
    told.is_sorted_by_key(|progress| progress.done)
        && told.iter().all(|progress| progress.done <= progress.all && progress.all == all)
}

#[test]
fn clues_and_candidates_are_shares() {
    let (reply, told) =
        listen(|say| solver::check(CheckAsk { puzzle: puzzle(EASY), ..CheckAsk::default() }, say));
    assert_eq!(reply.minimal, Some(false));
    assert!(told.len() == 30 && is_share(&told, 30));
    let ask = CandidatesAsk { puzzle: ".".repeat(81), most: Some(70), ..CandidatesAsk::default() };
    let (_, told) = listen(|say| solver::candidates(ask, say));
    let parts: Vec<_> = told.into_iter().filter(|progress| progress.all > 0).collect();
    assert!(parts.len() > 100 && is_share(&parts, 729));
}

#[test]
fn a_search_counts_nodes() {
    let strategy = Some("backtracking".to_owned());
    let ask = SolveAsk { puzzle: puzzle(EASY), strategy, ..SolveAsk::default() };
    let (_, told) = listen(|say| solver::solve(ask, say));
    assert!(told.len() > 10 && told.iter().all(|progress| progress.all == 0));
    assert!(told.is_sorted_by_key(|progress| progress.count) && told[0].count == 64);
}

#[test]
fn paths_tell_their_cells_and_steps() {
    let (reply, told) = listen(|say| help::path(PathAsk { puzzle: puzzle(EASY), ..PathAsk::default() }, say));
    assert_eq!(reply.events.len(), 53);
    assert!(told.len() == 51 && is_share(&told, 51));
    assert_eq!((told[0].done, told[50].done, told[50].count), (0, 50, 50));
    let (reply, told) = listen(|say| help::rate(RateAsk { puzzle: puzzle(EASY), ..RateAsk::default() }, say));
    assert_eq!(reply.ratings.len(), 2);
    assert!(told.len() == 102 && is_share(&told, 102));
    assert_eq!(told[101].done, 101);
}

#[test]
fn steps_are_counted_as_they_are_found() {
    let (reply, told) =
        listen(|say| help::steps(StepsAsk { puzzle: puzzle(EASY), ..StepsAsk::default() }, say));
    assert!(told.is_sorted_by_key(|progress| progress.count));
    assert!(told.last().unwrap().count >= reply.steps.len() as u64);
}

#[test]
fn a_quick_hint_leaves_long_techniques_to_another_question() {
    let ask = |quick, scale: &str| HintAsk {
        puzzle: puzzle(NETS),
        scale: Some(scale.to_owned()),
        quick: Some(quick),
        ..HintAsk::default()
    };
    for scale in ["relaxed", "se"] {
        let (reply, _) = listen(|say| help::hint(ask(true, scale), say));
        assert_eq!((reply.outcome, reply.technique), (HintOutcome::Long, None));
        let (reply, told) = listen(|say| help::hint(ask(false, scale), say));
        assert_eq!(reply.outcome, HintOutcome::Hint, "{scale}");
        assert!(told.iter().all(|progress| progress.done < progress.all));
        assert!(scale == "se" || told.last().unwrap().done > 20 && is_share(&told, told[0].all));
        assert!(reply.progress.is_none());
    }
    // What is found at once is the same step.
    let easy = |quick| HintAsk { puzzle: puzzle(EASY), quick: Some(quick), ..HintAsk::default() };
    let replies = [true, false].map(|quick| listen(|say| help::hint(easy(quick), say)).0);
    assert_eq!(replies[0], replies[1]);
    // Without techniques that take long there is nothing to be left.
    let only = HintAsk { techniques: Some(vec!["full-house".to_owned()]), ..easy(true) };
    assert_eq!(listen(|say| help::hint(only, say)).0.outcome, HintOutcome::Stuck);
}

#[test]
fn progress_of_a_state_is_a_question_of_its_own() {
    let ask = |digits: &str| ProgressAsk {
        puzzle: puzzle(EASY),
        digits: Some(digits.to_owned()),
        ..ProgressAsk::default()
    };
    assert_eq!(help::progress(ask(EASY)).unwrap().progress.unwrap().percent, 0);
    assert!(help::progress(ask(&EASY.replacen("53.", "534", 1))).unwrap().progress.unwrap().percent > 0);
    assert!(help::progress(ask(&EASY.replacen("53.", "531", 1))).unwrap().progress.is_none());
}

#[test]
fn puzzles_that_are_drawn_are_counted() {
    let seed = Some("1".to_owned());
    let level = Some(LevelSpan { least: Some("extreme".to_owned()), most: None });
    let mut drawn = 0;
    let mut say = |progress: &make::GenerateProgress| {
        drawn = progress.drawn;
        true
    };
    let ask = GenerateAsk { seed, level, ..GenerateAsk::default() };
    let reply = make::generate(ask.clone(), &mut say).unwrap();
    assert!(reply.rows.len() == 1 && reply.given_up.is_none() && !reply.exhausted);
    assert!(drawn > 0);
    let reply = make::generate(GenerateAsk { nodes: Some(2), ..ask }, &mut |_| true).unwrap();
    let given_up = reply.given_up.unwrap();
    assert_eq!((given_up.count, given_up.drawn, given_up.limit), (1, 2, Limit::Nodes));
    assert!(reply.rows.is_empty());
}
