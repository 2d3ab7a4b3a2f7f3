//! Compares sums by tree decompositions with all labellings, elimination and known counts.

use std::sync::atomic::AtomicBool;

use arcdoku::puzzle::Limit;

use super::*;

#[test]
fn sums_agree_with_all_labellings() {
    let mut rng = Rng::with_seed(50);
    let mut hits = 0;
    for _ in 0..600 {
        let model = random(&mut rng);
        let tree = Decomposition::new(&model, &Limits::NONE).unwrap();
        assert!(tree.width() <= Elimination::new(&model, &Limits::NONE).unwrap().width());
        assert!(tree.separator() < tree.width().max(1));
        // Without memory, with little memory, and with enough.
        for bytes in [0.0, 200.0, BYTES] {
            fn same<S: Reads<i64>>(
                model: &LabelModel<i64>,
                tree: &Decomposition,
                semiring: &S,
                bytes: f64,
                is_equal: impl Fn(&S::Value, &S::Value) -> bool,
            ) -> CachedSum<S::Value> {
                let found = tree.sum(model, semiring, bytes, &Limits::NONE).unwrap();
                let (expected, _) = reference(model, semiring);
                assert!(is_equal(&found.sum, &expected), "{found:?} instead of {expected:?} in {model:?}");
                assert!(bytes > 0.0 || found.entries == 0 && found.hits == 0);
                assert!(bytes < BYTES || found.dropped == 0);
                assert!(found.entries as f64 * semiring.bytes() as f64 <= tree.bytes(semiring));
                found
            }
            hits += same(&model, &tree, &Counting, bytes, |a, b| a == b).hits;
            same(&model, &tree, &MinSum::<i64>::default(), bytes, |a, b| a == b);
            same(&model, &tree, &LogSum, bytes, close);
            same(&model, &tree, &Boolean, bytes, |a, b| a == b);
            same(&model, &tree, &KBest::<i64>::new(3), bytes, |a, b| a == b);
            same(&model, &tree, &Provenance, bytes, |a, b| a == b);
        }
    }
    assert!(hits > 300, "{hits}");
}

#[test]
fn sums_agree_with_elimination() {
    let mut rng = Rng::with_seed(51);
    for _ in 0..20 {
        // A ladder of 24 objects, with some shortcuts.
        let mut model = LabelModel::<f64>::new();
        (0..24).for_each(|_| assert!(model.add_object("", 3).is_ok()));
        for object in 0..22 {
            for other in [object + 1, object + 2] {
                let cost = |rng: &mut Rng| if rng.u8(..4) == 0 { f64::FORBIDDEN } else { rng.f64() * 3.0 };
                let table = LabelCosts::Dense((0..9).map(|_| cost(&mut rng)).collect());
                model.add_function(&[object, other], table).unwrap();
            }
        }
        for _ in 0..2 {
            let first = rng.usize(0..20);
            model.add_function(&[first, first + 3, first + 4], LabelCosts::AllDifferent).unwrap();
        }
        let tree = Decomposition::new(&model, &Limits::NONE).unwrap();
        let found = tree.sum(&model, &LogSum, BYTES, &Limits::NONE).unwrap();
        assert!(close(&found.sum, &eliminate(&model, &LogSum, BYTES, &Limits::NONE).unwrap()));
        let least = tree.sum(&model, &MinSum::<f64>::default(), BYTES, &Limits::NONE).unwrap();
        let expected = eliminate(&model, &MinSum::<f64>::default(), BYTES, &Limits::NONE).unwrap();
        assert!(close(&least.sum, &expected));
        // The number of nodes is far below the 3^24 labellings.
        assert!(found.sum == f64::NEG_INFINITY || found.hits > 10 && found.nodes < 20_000, "{found:?}");
    }
}

/// A long chain must not fill the stack.
#[test]
fn long_chains_are_summed() {
    let mut model = LabelModel::<i64>::new();
    for object in 0..20_000 {
        model.add_object("", 2).unwrap();
        if object > 0 {
            model.add_function(&[object - 1, object], LabelCosts::Dense([1, 0, 0, 3].into())).unwrap();
        }
    }
    let tree = Decomposition::new(&model, &Limits::NONE).unwrap();
    assert_eq!((tree.width(), tree.separator()), (2, 1));
    let found = tree.sum(&model, &MinSum::<i64>::default(), BYTES, &Limits::NONE).unwrap();
    assert_eq!(found.sum, 0);
    assert!(found.nodes < 80_000);
}

/// Computing the order of a large grid takes seconds.
#[test]
fn orders_check_their_limits() {
    let model = LabelModel::<i64>::of_puzzle(&Puzzle::new(Shape::boxes(4, 4).unwrap()));
    let cancelled = AtomicBool::new(true);
    let limits = Limits::NONE.with_cancel(&cancelled);
    let ended = Some(LabelError::Limit(Limit::Cancelled));
    assert_eq!(Elimination::new(&model, &limits).err(), ended);
    assert_eq!(Decomposition::new(&model, &limits).err(), ended);
}

#[test]
fn grids_are_counted_by_decomposition() {
    let count = |puzzle: &Puzzle, limits: &Limits<'_>| {
        let model = LabelModel::<i64>::of_puzzle(puzzle);
        Decomposition::new(&model, &Limits::NONE).unwrap().sum(&model, &Counting, BYTES, limits)
    };
    assert_eq!(count(&Puzzle::new(Shape::boxes(2, 2).unwrap()), &Limits::NONE).unwrap().sum, 288);
    let mut puzzle = Puzzle::new(Shape::boxes(2, 3).unwrap());
    for (cell, digit) in [(0, 1), (7, 2), (14, 3), (21, 4), (28, 5), (35, 6), (5, 2), (30, 3)] {
        puzzle.set(arcdoku::grid::Cell::new(cell), arcdoku::grid::Digit::new(digit));
    }
    let found = count(&puzzle, &Limits::NONE).unwrap();
    let expected = sweep(&LabelModel::<i64>::of_puzzle(&puzzle), &Counting, BYTES, &Limits::NONE).unwrap();
    assert!(found.sum == expected && expected == 38 && found.nodes < 1_000_000, "{found:?} {expected}");
    let ended = count(&Puzzle::new(Shape::CLASSIC), &Limits::NONE.with_nodes(100_000));
    assert_eq!(ended, Err(LabelError::Limit(Limit::Nodes)));
}
