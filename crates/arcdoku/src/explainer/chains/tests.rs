//! Compares chains with the answers of the original program, where they are available, and with each other.

use super::super::board::Board;
use super::super::oracle::{self, OracleHint as Expected};
use super::nested::ChainTechnique;
use super::{ChainHint, ImplicationScratch, forcing, step_of, unary};
use crate::deduction::{Candidates, Net, Pattern, Step};
use crate::puzzle::{Limits, Puzzle};
use crate::testing::runs_all_cases;

fn found(board: &Board, scratch: &mut ImplicationScratch) -> Option<ChainHint> {
    unary(board, scratch).or_else(|| forcing(board, scratch, &Limits::NONE.start()).expect("no limit"))
}

fn of(hint: &ChainHint) -> Expected {
    // The eliminations of a placement are not listed.
    let eliminations = if hint.placement().is_some() { &[] } else { hint.eliminations() };
    Expected::of(hint.tenths(), hint.placement().as_slice(), eliminations)
}

#[test]
fn the_chains_of_paths() {
    let mut scratch = ImplicationScratch::default();
    let mut count = 0;
    for trace in oracle::traces() {
        let puzzle: Puzzle = trace.puzzle.parse().expect("a puzzle");
        let mut board = Board::of(&Candidates::of(&puzzle).expect("classic"));
        for step in trace.steps {
            if step.hint.tenths >= 65 && !step.text.starts_with("Aligned") {
                count += 1;
                let found = found(&board, &mut scratch).expect("a hint");
                assert_eq!(of(&found), step.hint, "{}: {}", trace.puzzle, step.text);
                if count % 7 == 0 {
                    check(&step_of(&found, &mut scratch, &Limits::NONE.start()).unwrap(), &found);
                }
            }
            step.hint.apply(&mut board);
        }
    }
    println!("{count} steps");
}

#[test]
fn chains_of_single_states() {
    let mut scratch = ImplicationScratch::default();
    let mut count = 0;
    for state in oracle::states().into_iter().step_by(if runs_all_cases() { 1 } else { 4 }) {
        for call in state.calls {
            let technique = match call.technique.as_str() {
                "fc" => None,
                "nishio" => Some(ChainTechnique::Nishio),
                "mult" => Some(ChainTechnique::Static),
                "dyn" => Some(ChainTechnique::Dynamic),
                "dyn1" => Some(ChainTechnique::Plus),
                "dyn2" => Some(ChainTechnique::Unary),
                "dyn3" => Some(ChainTechnique::Multiple),
                "dyn40" => Some(ChainTechnique::Deep(0)),
                _ => continue,
            };
            count += 1;
            let found = match technique {
                None => unary(&state.board, &mut scratch),
                Some(technique) => alone(&state.board, technique, &mut scratch),
            };
            let found = found.map(|hint| {
                let (placement, complexity) = (hint.placement(), Some(hint.complexity));
                let expected = Expected::of(hint.tenths(), placement.as_slice(), hint.eliminations());
                Expected { complexity, ..expected }
            });
            assert_eq!(found.as_slice(), &call.hints[..], "{}: {}", state.place, call.technique);
        }
    }
    println!("{count} calls");
}

/// The hint of one technique, regardless of earlier techniques.
fn alone(board: &Board, technique: ChainTechnique, scratch: &mut ImplicationScratch) -> Option<ChainHint> {
    let budget = Limits::NONE.start();
    let before: &[ChainTechnique] = match technique {
        ChainTechnique::Plus => &[ChainTechnique::Dynamic],
        ChainTechnique::Multiple => &[ChainTechnique::Dynamic, ChainTechnique::Plus, ChainTechnique::Unary],
        ChainTechnique::Unary | ChainTechnique::Deep(_) => &[ChainTechnique::Dynamic, ChainTechnique::Plus],
        _ => &[],
    };
    scratch.begin(board, false);
    for &technique in before {
        scratch.forcing(board, technique, &budget).expect("no limit");
    }
    let best = scratch.forcing(board, technique, &budget).expect("no limit");
    best.map(|best| super::hint(board, technique, &best))
}

/// Checks that a step matches its hint, and that every node follows from earlier nodes.
fn check(step: &Step, hint: &ChainHint) {
    assert_eq!(step.technique, hint.technique());
    assert_eq!(step.placements, hint.placement().as_slice());
    if step.placements.is_empty() {
        assert_eq!(step.eliminations, hint.eliminations());
    }
    check_pattern(&step.pattern);
}

fn check_pattern(pattern: &Pattern) {
    match pattern {
        Pattern::Forcing { branches, .. } => branches.iter().for_each(check_net),
        Pattern::Chain(chains) => {
            for chain in chains {
                assert!(chain.nodes.len() >= 4);
                let ons = chain.nodes.iter().map(|node| node.on);
                assert!(ons.eq((0..chain.nodes.len()).map(|at| at % 2 == 0)), "{chain:?}");
            }
        }
        Pattern::Locked { .. } | Pattern::Subset { .. } | Pattern::Fish(_) => {}
        other => panic!("{other:?}"),
    }
}

fn check_net(net: &Net) {
    assert_eq!(net.nodes.len(), net.causes.len());
    for (node, causes) in net.causes.iter().enumerate() {
        assert_eq!(causes.is_empty(), node == 0);
        assert!(causes.iter().all(|&cause| usize::from(cause) < node));
        // A node that does not follow from a node of the other kind follows by a nested step.
        let nested = net.nested.iter().find(|&&(at, _)| usize::from(at) == node);
        let by_rule = causes.iter().any(|&cause| !net.nodes[usize::from(cause)].on) && !net.nodes[node].on;
        assert_eq!(nested.is_some(), by_rule, "{net:?}");
        if let Some((_, step)) = nested {
            let node = net.nodes[node];
            let denied = |at: &crate::deduction::Candidate| {
                node.cells == crate::grid::CellSet::single(at.cell) && node.digit == at.digit
            };
            let filled = |at: &crate::deduction::Candidate| {
                node.cells == crate::grid::CellSet::single(at.cell) && node.digit != at.digit
            };
            assert!(step.eliminations.iter().any(denied) || step.placements.iter().any(filled), "{step:?}");
            check_pattern(&step.pattern);
        }
    }
}

/// Golden Nugget, by tarek.
fn golden_nugget() -> Board {
    let puzzle = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    Board::of(&Candidates::of(&puzzle.parse::<Puzzle>().expect("a puzzle")).expect("classic"))
}

#[test]
fn skipped_searches_find_no_earlier_hint() {
    let budget = Limits::NONE.start();
    let mut scratch = ImplicationScratch::default();
    let mut board = golden_nugget();
    let mut rows = Vec::new();
    let expected = [ChainTechnique::Multiple, ChainTechnique::Deep(0)];
    for _ in 0..16 {
        if !runs_all_cases() && expected.iter().all(|row| rows.contains(row)) {
            break;
        }
        let first = found(&board, &mut scratch).expect("a hint");
        let super::ChainProof::Runs { technique: last, .. } = first.proof else { break };
        if rows.contains(&last) && !runs_all_cases() {
            super::super::NextStep::Chains(first).apply(&mut board);
            continue;
        }
        rows.push(last);
        scratch.begin(&board, false);
        for nest in ChainTechnique::ALL {
            let best = scratch.forcing(&board, nest, &budget).expect("no limit");
            assert_eq!(best.is_some(), nest == last);
            if let Some(best) = best {
                let hint = super::hint(&board, nest, &best);
                assert_eq!((of(&hint), hint.complexity), (of(&first), first.complexity));
                break;
            }
        }
        super::super::NextStep::Chains(first).apply(&mut board);
    }
    for row in expected {
        assert!(rows.contains(&row), "{rows:?}");
    }
}

#[test]
fn each_row_proves_the_conclusions_of_the_previous_row() {
    // Rows are applied to grids in which earlier rows have findings, as in the search of the family.
    let (mut scratch, budget) = (ImplicationScratch::default(), Limits::NONE.start());
    let mut compared = 0;
    let mut board = golden_nugget();
    for round in 0..3 {
        let first = found(&board, &mut scratch).expect("a hint");
        super::super::NextStep::Chains(first).apply(&mut board);
        for digit in 0..2 {
            let cell = (0..81).find(|&cell| board.cells[cell] >> digit & 1 == 1).expect("a candidate");
            board.eliminate(cell, digit);
        }
        if round < 2 && !runs_all_cases() {
            continue;
        }
        scratch.begin(&board, false);
        let mut before: Option<Vec<super::nested::BestHint>> = None;
        for nest in
            [ChainTechnique::Dynamic, ChainTechnique::Plus, ChainTechnique::Deep(0), ChainTechnique::Deep(1)]
        {
            scratch.forcing(&board, nest, &budget).expect("no limit");
            let all = scratch.every(nest);
            for hint in before.iter().flatten() {
                let same = |other: &&super::nested::BestHint| {
                    other.eliminations(&board) == hint.eliminations(&board)
                };
                let other = all.iter().find(same).expect("the same conclusion");
                assert!(other.complexity <= hint.complexity);
                compared += 1;
            }
            // The nested chains differ between the nested techniques.
            if !matches!(nest, ChainTechnique::Deep(_)) {
                before = Some(all);
            }
        }
    }
    assert!(compared > if runs_all_cases() { 30 } else { 10 }, "{compared}");
}

#[test]
fn nested_chains_are_explained() {
    let mut board = golden_nugget();
    let mut scratch = ImplicationScratch::default();
    let mut ratings = Vec::new();
    for _ in 0..12 {
        let Some(hint) = found(&board, &mut scratch) else { break };
        let step = step_of(&hint, &mut scratch, &Limits::NONE.start()).unwrap();
        check(&step, &hint);
        ratings.push(hint.tenths());
        if ratings.last() >= Some(&110) && !runs_all_cases() {
            break;
        }
        super::super::NextStep::Chains(hint).apply(&mut board);
    }
    assert!(ratings.iter().any(|&tenths| tenths >= 110), "{ratings:?}");
}
