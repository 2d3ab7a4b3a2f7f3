//! Compares boards with all combinations, and contradictions with all labellings.

use super::*;
use arcdoku::puzzle::Rule;

/// Whether a combination of the board with this label is allowed.
fn has_support(function: &LabelFunction<i64>, board: &[Vec<usize>], object: usize, label: usize) -> bool {
    let mut combinations = vec![Vec::new()];
    for &other in function.scope() {
        let own = if other == object { vec![label] } else { board[other].clone() };
        combinations = combinations
            .into_iter()
            .flat_map(|known: Vec<usize>| {
                own.iter()
                    .map(move |&label| known.iter().copied().chain([label]).collect())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    combinations.iter().any(|labels| !function.cost(labels).forbids())
}

/// Whether a set of different objects leaves a label. Pairs of objects and the number of labels are considered.
fn is_left_in_set(scope: &[usize], board: &[Vec<usize>], object: usize, label: usize) -> bool {
    let labels: std::collections::BTreeSet<usize> =
        scope.iter().flat_map(|&one| board[one].clone()).collect();
    labels.len() >= scope.len() && scope.iter().all(|&other| other == object || board[other] != [label])
}

/// The board after one round.
fn next_board(model: &LabelModel<i64>, board: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let is_left = |object: usize, label: usize| {
        model.functions().iter().filter(|function| function.scope().contains(&object)).all(|function| {
            if function.is_all_different() {
                is_left_in_set(function.scope(), board, object, label)
            } else {
                has_support(function, board, object, label)
            }
        })
    };
    let row = |(object, labels): (usize, &Vec<usize>)| {
        labels.iter().copied().filter(|&label| is_left(object, label)).collect()
    };
    board.iter().enumerate().map(row).collect()
}

/// Compares all boards with the boards of the definition. Returns whether an object ran out of labels.
fn same_boards(model: &LabelModel<i64>) -> bool {
    let found = consistency(model, &Limits::NONE);
    assert_eq!((&*found.incomplete, found.limit), (&[][..], None));
    let first = |object: usize| {
        (0..model.labels(object)).filter(|&label| !model.costs(object)[label].forbids()).collect()
    };
    let mut board: Vec<Vec<usize>> = (0..model.objects()).map(first).collect();
    for round in 0.. {
        assert_eq!(found.board(round), Some(board.clone()), "board {round} of {model:?}");
        let ran_out: Vec<usize> = (0..board.len()).filter(|&object| board[object].is_empty()).collect();
        let next = next_board(model, &board);
        if !ran_out.is_empty() || next == board {
            assert_eq!((found.rounds.len(), &found.ran_out), (round, &ran_out));
            assert_eq!(found.board(round + 1), None);
            let last = found.last_consistent().and_then(|last| found.board(last));
            assert!(last.is_none_or(|board| board.iter().all(|labels| !labels.is_empty())));
            break;
        }
        for removed in &found.rounds[round] {
            let function = &model.functions()[removed.function];
            let is_gone = if function.is_all_different() {
                !is_left_in_set(function.scope(), &board, removed.object, removed.label)
            } else {
                !has_support(function, &board, removed.object, removed.label)
            };
            assert!(is_gone && function.scope().contains(&removed.object), "{removed:?} of {model:?}");
        }
        board = next;
    }
    !found.ran_out.is_empty()
}

#[test]
fn boards_match_all_combinations() {
    let mut rng = Rng::with_seed(40);
    let mut count = [0, 0, 0];
    for _ in 0..3000 {
        let model = random(&mut rng);
        let ran_out = same_boards(&model);
        let (_, labels) = reference(&model, &Boolean);
        let found = consistency(&model, &Limits::NONE);
        for removed in found.rounds.iter().flatten() {
            assert!(!labels[removed.object][removed.label], "{removed:?} of {model:?}");
        }
        let is_possible = labels.iter().all(|labels| labels.contains(&true));
        assert!(!(ran_out && is_possible));
        count[usize::from(ran_out) + usize::from(is_possible) * 2] += 1;
    }
    // Some models have no labelling although all objects keep labels.
    assert!(count.iter().all(|&count| count > 20), "{count:?}");
}

/// Without cycles of functions, the last board has a labelling if no object ran out of labels (E. C. Freuder, "A
/// sufficient condition for backtrack-free search", 1982).
#[test]
fn consistency_decides_models_without_cycles() {
    let mut rng = Rng::with_seed(41);
    let mut none = 0;
    for _ in 0..400 {
        let model = tree(&mut rng).map(|cost| i64::from(cost > 1.5) * i64::FORBIDDEN).unwrap();
        // Pairs of objects do not decide a set of three different objects.
        if model.functions().iter().any(|function| function.is_all_different() && function.scope().len() > 2)
        {
            continue;
        }
        let found = consistency(&model, &Limits::NONE);
        let (_, labels) = reference(&model, &Boolean);
        let is_possible = labels[0].contains(&true);
        assert_eq!(found.ran_out.is_empty(), is_possible, "{model:?}");
        none += usize::from(!is_possible);
        if is_possible {
            let left = found.board(found.rounds.len()).unwrap();
            for (object, labels) in labels.iter().enumerate() {
                assert!((0..labels.len()).all(|label| labels[label] == left[object].contains(&label)));
            }
        }
    }
    assert!(none > 20, "{none}");
}

/// A puzzle of four rows with a rule.
fn ruled(rule: &str, text: &str) -> LabelModel<i64> {
    let puzzle: Puzzle = text.parse().unwrap();
    LabelModel::of_puzzle(&puzzle.with_rule(rule.parse::<Rule>().unwrap()))
}

#[test]
fn rules_are_searched() {
    let rules = ["cage 9: r1c1 r1c2 r2c1", "thermo: r1c1 r1c2 r2c2 r2c3", "cage 10: r1c1 r1c2 r1c3 r2c1"];
    for rule in rules {
        same_boards(&ruled(rule, "................"));
        same_boards(&ruled(rule, "..1....2........"));
    }
    let found = consistency(&ruled("thermo: r1c1 r1c2 r2c2 r2c3", "................"), &Limits::NONE);
    let board = found.board(1).unwrap();
    assert_eq!([0, 1, 5, 6].map(|cell: usize| board[cell].clone()), [[0], [1], [2], [3]].map(Vec::from));
}

#[test]
fn contradictions_are_minimal() {
    let mut rng = Rng::with_seed(42);
    let mut none = 0;
    for _ in 0..1000 {
        let model = random(&mut rng);
        let found = contradiction(&model, &Limits::NONE).unwrap();
        let (_, labels) = reference(&model, &Boolean);
        let is_possible = labels.iter().all(|labels| labels.contains(&true));
        assert_eq!(found.is_none(), is_possible);
        let Some(found) = found else { continue };
        none += 1;
        assert!(found.minimal);
        let is_possible = |functions: &[usize], objects: &[usize]| {
            labellings(&model).iter().any(|labels| {
                let own = |object: &usize| !model.costs(*object)[labels[*object]].forbids();
                objects.iter().all(own)
                    && functions.iter().map(|&number| &model.functions()[number]).all(|function| {
                        let own: Vec<usize> = function.scope().iter().map(|&object| labels[object]).collect();
                        !function.cost(&own).forbids()
                    })
            })
        };
        if model.constant().forbids() {
            assert_eq!((found.functions.len(), found.objects.len()), (0, 0));
            continue;
        }
        assert!(!is_possible(&found.functions, &found.objects), "{found:?} {model:?}");
        for left_out in 0..found.functions.len() {
            let mut rest = found.functions.clone();
            rest.remove(left_out);
            assert!(is_possible(&rest, &found.objects), "{found:?} {model:?}");
        }
        for left_out in 0..found.objects.len() {
            let mut rest = found.objects.clone();
            rest.remove(left_out);
            assert!(is_possible(&found.functions, &rest), "{found:?} {model:?}");
        }
    }
    assert!(none > 100, "{none}");
}

#[test]
fn the_contradiction_of_a_puzzle_names_its_clues() {
    // The clues include two equal ones in one row.
    let mut text = vec!['.'; 81];
    for (cell, digit) in [(0, '5'), (7, '5'), (40, '1'), (60, '2'), (72, '3')] {
        text[cell] = digit;
    }
    let puzzle: Puzzle = text.iter().collect::<String>().parse().unwrap();
    let model = LabelModel::<i64>::of_puzzle(&puzzle);
    let found = contradiction(&model, &Limits::NONE).unwrap().unwrap();
    assert_eq!((found.objects, found.functions.len(), found.minimal), (vec![0, 7], 1, true));
    let steps = consistency(&model, &Limits::NONE);
    assert_eq!(steps.last_consistent(), Some(0));
    assert!(steps.ran_out.contains(&0) && steps.ran_out.contains(&7));
    let none = consistency(&model, &Limits::NONE.with_nodes(3));
    assert_eq!((none.rounds.len(), none.limit), (0, Some(Limit::Nodes)));
    // The contradiction of a set of clues is found without a search.
    let cancel = AtomicBool::new(true);
    let ended = contradiction(
        &LabelModel::<i64>::of_puzzle(&Puzzle::new(Shape::CLASSIC)),
        &Limits::NONE.with_cancel(&cancel),
    );
    assert_eq!(ended, Err(LabelError::Limit(Limit::Cancelled)));
}
