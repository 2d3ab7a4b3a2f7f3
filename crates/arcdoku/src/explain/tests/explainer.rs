//! Steps of the Sudoku Explainer's techniques, made by hand.

use super::*;

fn cell(row: usize, column: usize) -> Cell {
    Cell::new(9 * row + column - 10)
}

fn row(n: usize) -> House {
    House::new(n - 1)
}

fn box_(n: usize) -> House {
    House::new(n + 17)
}

/// A state in which cells have these candidates, and all other cells have all candidates.
fn with(list: &[(usize, usize, &[u8])]) -> Candidates {
    let mut state = Candidates::new();
    for &(row, column, kept) in list {
        for n in (1..=9).filter(|n| !kept.contains(n)) {
            state.eliminate(at(row, column, n));
        }
    }
    state
}

/// Nodes with their causes, as a net.
fn net(list: &[(usize, usize, u8, bool, &[u16])]) -> Net {
    Net {
        nodes: list.iter().map(|&(row, column, n, on, _)| node(&[(row, column)], n, on)).collect(),
        causes: list.iter().map(|(.., causes)| causes.to_vec()).collect(),
        nested: Vec::new(),
    }
}

fn chain(list: &[(usize, usize, u8, bool)]) -> Net {
    let nodes = list.iter().map(|&(row, column, n, on)| node(&[(row, column)], n, on)).collect();
    Chain { nodes, closed: false }.into_net()
}

#[test]
fn direct_singles_are_explained() {
    let mut state = Candidates::new();
    for (row, column) in [(2, 4), (2, 5), (2, 6), (3, 5), (3, 6)] {
        state.eliminate(at(row, column, 4));
    }
    let through =
        Pattern::Locked { digits: digits(&[4]), cells: cells(&[(1, 1), (1, 2)]), from: box_(1), to: row(1) };
    let pattern = Pattern::Direct { through: Box::new(through), house: box_(2) };
    let step = Step::placing(Technique::DirectPointing, at(3, 4, 4), pattern);
    check(&step, &state);
    let explanation = english(&step, &state);
    assert_eq!(
        texts(&explanation),
        [
            "In box 1, 4 can only go in r1c12. Both cells are in row 1 as well.",
            "So 4 is ruled out in r1c456, and r3c4 is its only place left in box 2."
        ]
    );
    assert_eq!(explanation.conclusion, "So r3c4 is 4.");
    assert_eq!(short(&step, Coordinates::RowColumn), "Direct Pointing: 4 in b1, then b2 => r3c4=4");
    let drawn = picture(&step, &state);
    let role = |at| drawn.marks.iter().find(|mark| mark.candidate == at).map(|mark| mark.role);
    assert_eq!(role(at(3, 4, 4)), Some(Role::Placed));
    assert_eq!(role(at(1, 5, 4)), Some(Role::Eliminated));
    assert_eq!(role(at(1, 1, 4)), Some(Role::Pattern));
    let through = Pattern::Subset {
        digits: digits(&[1, 2]),
        cells: cells(&[(1, 1), (1, 2)]),
        houses: vec![row(1)],
        hidden: true,
    };
    let pattern = Pattern::Direct { through: Box::new(through), house: row(1) };
    check(&Step::placing(Technique::DirectHiddenPair, at(1, 5, 4), pattern), &state);
}

/// A loop of six cells of 4 and 6, with two cells that have further candidates.
fn a_loop(technique: Technique, subset: Option<(House, CellSet, DigitSet, bool)>) -> Step {
    let around = [(4, 6), (4, 8), (6, 8), (6, 4), (7, 4), (7, 6)].map(|(row, column)| cell(row, column));
    let pattern = Pattern::UniqueLoop {
        digits: digits(&[4, 6]),
        cells: around.to_vec(),
        roof: cells(&[(6, 4), (6, 8)]),
        extra: digits(&[3, 5]),
        subset,
        locked: (technique == Technique::UniqueLoop4).then(|| (row(6), digit(4))),
    };
    eliminating(technique, &[at(6, 8, 6)], pattern)
}

#[test]
fn unique_loops_are_explained() {
    let state = Candidates::new();
    for technique in [Technique::UniqueLoop1, Technique::UniqueLoop2, Technique::UniqueLoop4] {
        check(&a_loop(technique, None), &state);
    }
    for hidden in [false, true] {
        let subset = (row(6), cells(&[(6, 1)]), digits(&[3, 5]), hidden);
        check(&a_loop(Technique::UniqueLoop3, Some(subset)), &state);
    }
    let step = a_loop(Technique::UniqueLoop4, None);
    assert_eq!(
        texts(&english(&step, &state)),
        [
            "r4c6, r4c8, r6c8, r6c4, r7c4 and r7c6 form a loop of six cells: each shares a house with the next, \
             the last with the first, and every house holds two of them or none.",
            "r6c48 have other candidates besides 4 and 6, and in row 6, 4 has no place but these two."
        ]
    );
    assert_eq!(
        short(&step, Coordinates::RowColumn),
        "Unique Loop Type 4: 4/6 in r4c6,r4c8,r6c8,r6c4,r7c4,r7c6, 4 in r6 => r6c8<>6"
    );
}

#[test]
fn graves_are_explained() {
    let state = with(&[(1, 1, &[1, 2, 3]), (1, 5, &[1, 2, 4]), (1, 9, &[3, 4])]);
    for (technique, others, kept) in [
        (Technique::Grave1, CellSet::EMPTY, &[][..]),
        (Technique::Grave2, CellSet::EMPTY, &[]),
        (Technique::Grave3, cells(&[(1, 9)]), &[3, 4]),
        (Technique::Grave4, CellSet::EMPTY, &[1]),
    ] {
        let pattern = Pattern::Grave {
            cells: cells(&[(1, 1), (1, 5)]),
            extra: digits(&[3, 4]),
            house: (!kept.is_empty()).then(|| row(1)),
            others,
            digits: digits(kept),
        };
        let step = eliminating(technique, &[at(1, 5, 2)], pattern);
        check(&step, &state);
        if technique == Technique::Grave4 {
            let explanation = english(&step, &state);
            assert_eq!(explanation.premises[1].text, "In row 1, 1 has no place but r1c15.");
            assert!(
                explanation.premises[0].text.starts_with("Without 3 in r1c1 and 4 in r1c5, all empty cells")
            );
            let line = short(&step, Coordinates::RowColumn);
            assert_eq!(line, "BUG Type 4: 3,4 in r1c15, 1 in r1 => r1c5<>2");
        }
    }
}

#[test]
fn aligned_exclusion_is_explained() {
    let state = with(&[(1, 1, &[1, 2, 3]), (2, 2, &[2, 3, 4]), (3, 3, &[1, 3]), (1, 2, &[1, 4])]);
    let way = |of: [u8; 2], excluder| (of.map(digit).to_vec(), excluder);
    let ways = vec![way([1, 3], Some(cell(3, 3))), way([1, 4], Some(cell(1, 2))), way([1, 2], None)];
    let pattern = Pattern::Aligned { cells: vec![cell(1, 1), cell(2, 2)], ways };
    let step = eliminating(Technique::AlignedPair, &[at(1, 1, 1)], pattern);
    check(&step, &state);
    assert_eq!(
        texts(&english(&step, &state)),
        [
            "All ways to fill r1c1 and r2c2 together are examined.",
            "If r1c1 is 1, no way is left:",
            "  3 in r2c2 would leave no candidate to r3c3, which has only 1 and 3.",
            "  4 in r2c2 would leave no candidate to r1c2, which has only 1 and 4.",
            "  2 in r2c2 would repeat a digit in cells that see each other.",
        ]
    );
    assert_eq!(
        short(&step, Coordinates::RowColumn),
        "Aligned Pair Exclusion: r1c1,r2c2 by r1c2,r3c3 => r1c1<>1"
    );
}

#[test]
fn a_forcing_chain_reads_as_one_sentence() {
    let mut state = Candidates::new();
    (1..=9).filter(|&column| column != 1 && column != 5).for_each(|column| state.eliminate(at(9, column, 7)));
    (1..=9).filter(|&row| row != 1 && row != 9).for_each(|row| state.eliminate(at(row, 5, 7)));
    let branch =
        chain(&[(1, 1, 7, true), (9, 1, 7, false), (9, 5, 7, true), (1, 5, 7, false), (1, 1, 7, false)]);
    let premise = Premise::Candidate(at(1, 1, 7));
    let pattern = Pattern::Forcing { branches: vec![branch], premise };
    let step = eliminating(Technique::ForcingChain, &[at(1, 1, 7)], pattern);
    check(&step, &state);
    let explanation = english(&step, &state);
    assert_eq!(explanation.premises.len(), 1);
    assert!(
        explanation.premises[0]
            .text
            .starts_with("Suppose that r1c1 is 7; then r9c1 is not 7 (column 1 holds")
    );
    assert_eq!(
        explanation.why,
        "The assumption that r1c1 is 7 leads to its opposite: r1c1 is not 7. So the assumption is wrong."
    );
    assert_eq!(eureka(&step, Coordinates::RowColumn), "(7)r1c1-r9c1=r9c5-r1c5-r1c1 => r1c1<>7");
}

#[test]
fn a_cycle_holds_in_both_directions() {
    let nodes = vec![
        node(&[(1, 1)], 7, true),
        node(&[(9, 1)], 7, false),
        node(&[(9, 5)], 7, true),
        node(&[(1, 5)], 7, false),
    ];
    let pattern = Pattern::Chain(vec![Chain { nodes, closed: true }]);
    let step = eliminating(Technique::BidirectionalCycle, &[at(1, 3, 7)], pattern);
    check(&step, &Candidates::new());
    assert_eq!(eureka(&step, Coordinates::RowColumn), "(7)r1c1-r9c1=r9c5-r1c5=loop => r1c3<>7");
    assert!(english(&step, &Candidates::new()).why.contains("read in both directions"));
}

/// A contradiction of two branches from one assumption; the second shares nodes with the first.
fn contradiction() -> Pattern {
    let start = (1, 1, 7, true, &[][..]);
    let one = net(&[
        start,
        (1, 2, 7, false, &[0]),
        (2, 1, 7, false, &[0]),
        (5, 5, 7, true, &[1, 2]),
        (5, 5, 8, false, &[3]),
        (8, 8, 8, true, &[4]),
        (8, 8, 9, false, &[5]),
        (9, 9, 9, true, &[6]),
        (4, 4, 9, false, &[7]),
    ]);
    let other = net(&[start, (1, 2, 7, false, &[0]), (4, 4, 9, true, &[1])]);
    Pattern::Forcing { branches: vec![one, other], premise: Premise::Candidate(at(1, 1, 7)) }
}

#[test]
fn long_nets_are_numbered_lines() {
    let state = Candidates::new();
    for technique in [Technique::DynamicForcingChains, Technique::NishioForcingChain] {
        check(&eliminating(technique, &[at(1, 1, 7)], contradiction()), &state);
    }
    let step = eliminating(Technique::DynamicForcingChains, &[at(1, 1, 7)], contradiction());
    let explanation = english(&step, &state);
    let texts = texts(&explanation);
    assert_eq!(texts.len(), 11, "{texts:#?}");
    assert_eq!(texts[0], "(1) Suppose that r1c1 is 7.");
    assert_eq!(texts[1], "  (2) Then r1c2 is not 7: row 1 holds 7 only once.");
    assert!(texts[3].starts_with("  (4) By (2) and (3), r5c5 is 7: "), "{texts:#?}");
    // A node that both branches share is stated only once.
    assert!(texts[9].starts_with("  (10) By (2), r4c4 is 9: "), "{texts:#?}");
    assert_eq!(texts[10], "But (9) and (10) exclude each other.");
    assert_eq!(
        explanation.why,
        "The assumption that r1c1 is 7 leads to a contradiction. So the assumption is wrong."
    );
    let german = explain(&step, &state, Language::German, Coordinates::Chess);
    assert_eq!(german.premises[1].text, "(2) Dann: A2 ist nicht 7 (Zeile A hat 7 nur einmal).");
}

#[test]
fn all_cases_of_a_cell_are_explained() {
    let state = with(&[(1, 1, &[1, 2, 3])]);
    let branch = |n| chain(&[(1, 1, n, true), (2, 2, n, false), (5, 5, 9, true), (5, 9, 9, false)]);
    let branches = vec![branch(1), branch(2), branch(3)];
    let pattern = Pattern::Forcing { branches, premise: Premise::Cell(cell(1, 1)) };
    let step = eliminating(Technique::MultipleForcingChains, &[at(5, 9, 9)], pattern);
    check(&step, &state);
    let explanation = english(&step, &state);
    assert_eq!(explanation.premises[0].text, "r1c1 is one of its candidates. Each of them is followed.");
    assert_eq!(explanation.premises.len(), 4);
    let line = eureka(&step, Coordinates::RowColumn);
    assert!(line.starts_with("(1)r1c1-r2c2=(9)r5c5-r5c9; (2)r1c1-"), "{line}");
}

/// A net that needs locked candidates, and one that needs a forcing chain that needs them.
#[test]
fn steps_within_nets_are_shown_below_them() {
    let pointing =
        Pattern::Locked { digits: digits(&[4]), cells: cells(&[(1, 1), (1, 2)]), from: box_(1), to: row(1) };
    let pointing = eliminating(Technique::Pointing, &[at(1, 7, 4), at(1, 8, 4)], pointing);
    let mut inner = net(&[
        (2, 7, 4, true, &[]),
        (1, 3, 4, false, &[0]),
        (1, 7, 4, false, &[1]),
        (9, 7, 4, true, &[2]),
        (2, 7, 4, false, &[3]),
    ]);
    inner.nested = vec![(2, pointing.clone())];
    let premise = Premise::Candidate(at(2, 7, 4));
    let inner = Pattern::Forcing { branches: vec![inner], premise };
    let inner = eliminating(Technique::DynamicForcingChainsPlus, &[at(2, 7, 4)], inner);
    let branch = |on: bool| {
        let mut net = net(&[
            (3, 3, 4, on, &[]),
            (3, 3, 5, !on, &[0]),
            (2, 3, 4, false, &[1]),
            (1, 7, 4, false, &[1, 2]),
            (1, 8, 4, false, &[1, 2]),
            (2, 7, 4, false, &[4]),
            (2, 9, 4, true, &[5]),
        ]);
        net.nested = vec![(3, pointing.clone()), (4, pointing.clone()), (5, inner.clone())];
        net
    };
    let branches = vec![branch(true), branch(false)];
    let pattern = Pattern::Forcing { branches, premise: Premise::Candidate(at(3, 3, 4)) };
    let step = Step::placing(Technique::NestedDynamicForcingChains, at(2, 9, 4), pattern);
    let state = Candidates::new();
    check(&step, &state);
    let texts = texts(&english(&step, &state));
    let place = |text: &str| texts.iter().position(|line| line.contains(text)).unwrap();
    assert_eq!(texts[1], "  (1) Suppose that r3c3 is 4.");
    assert!(
        texts[place("    (4) By (2) and (3), r1c7 is not 4: ")]
            .ends_with("Locked Candidates Type 1 (Pointing) then removes it:")
    );
    assert!(texts[place("(4)") + 1].starts_with("      In box 1, 4 can only go in r1c12."));
    assert!(texts[place("(5)")].ends_with("the step of line (4) removes it as well."));
    let inner = place("(6)") + 1;
    assert!(texts[inner].starts_with("      Suppose that r2c7 is 4; then r1c3 is not 4"), "{}", texts[inner]);
    assert!(texts[inner].contains("r1c7 is not 4 (by a further step, Locked Candidates Type 1 (Pointing))"));
    assert_eq!(
        texts[inner + 1],
        "        Locked Candidates Type 1 (Pointing), given all that is ruled out by then. Remove 4 from r1c78."
    );
    assert!(texts[inner + 2].starts_with("          In box 1, 4 can only go in"));
    // The other case has lines with their own numbers.
    assert_eq!(texts[place("(8)")], "  (8) Suppose that r3c3 is not 4.");
    let drawn = picture(&step, &state);
    assert!(drawn.links.iter().any(|link| link.kind == LinkKind::Step));
    // Only the outer net is drawn.
    assert!(!drawn.marks.iter().any(|mark| mark.candidate == at(9, 7, 4)));
}

/// Explains each step of the Explainer's path in all languages. Every node of every net must have its own reason.
#[test]
fn every_step_of_the_path_of_the_scale_is_explained() {
    use crate::deduction::Proper;
    use crate::explainer;
    use crate::rate::PathEnd;
    use crate::testing::runs_all_cases;
    use std::ops::ControlFlow;

    let mut scratch = explainer::ExplainerScratch::default();
    let (mut within, everything) = (0, runs_all_cases());
    for (puzzle, all) in [
        ("..3.49.............19..62.4...3.4..6..29..8.........358.5..1.....64...8.19...7...", true),
        (".2.....19....7.........6.783...68..7.57......9..2..4.5.....25...1..5......364....", true),
        // Golden Nugget, by tarek.
        (".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....", false),
    ] {
        let record = Reader::new(puzzle.as_bytes()).next().unwrap().unwrap();
        let start = Candidates::of(&record.puzzle).unwrap();
        let proper = Some(Proper::proven());
        let (_, end) =
            explainer::solve_with(start, proper, &Limits::NONE, &mut scratch, &mut |state, step, _| {
                if all {
                    check(step, state);
                }
                let explanation = english(step, state);
                assert!(
                    !explanation.premises.iter().any(|line| line.text.contains("steps before")),
                    "{explanation:?}"
                );
                within +=
                    explanation.premises.iter().filter(|line| line.text.contains(" then removes it")).count();
                if all || everything || within <= 100 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        assert!(end == PathEnd::Solved || !all && !everything, "{end:?}");
    }
    assert!(within > 100, "{within}");
}
