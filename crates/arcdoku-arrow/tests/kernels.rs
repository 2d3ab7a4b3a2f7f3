//! The kernels, compared with the reference solver and with the library.

use std::sync::atomic::AtomicBool;

use arcdoku::canon::{Canonizer, Clues, Order};
use arcdoku::generate::{Grids, Maker, PuzzleRequest};
use arcdoku::grid::{Digit, Shape};
use arcdoku::testing::reference;
use arcdoku::{Limits, Puzzle, Rule};
use arcdoku_arrow::arrays::{self, Kernel};
use arcdoku_arrow::{
    Column, Failure, GenerateOutputs, Kind, Outcome, Reason, Slots, SolveOutputs, SymmetryOutputs,
    SymmetryRows, Work, canon, count, generate, grids, key, minimal, solve, symmetries, transform, verify,
};
use arrow_array::cast::AsArray as _;
use arrow_array::types::{UInt8Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, FixedSizeBinaryArray, FixedSizeListArray, LargeStringArray, StringArray,
    StringViewArray, UInt8Array,
};
use arrow_schema::{DataType, Field};
use fastrand::Rng;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Solves rows of numbers.
fn solved(column: Column<'_>, kind: &Kind, work: &Work<'_>) -> (Vec<u8>, Vec<u8>, Vec<u32>) {
    let rows = column.len();
    let (mut grids, mut outcome, mut guesses) = (vec![0; rows * kind.cells()], vec![0; rows], vec![0; rows]);
    let out = SolveOutputs { grids: &mut grids, outcome: &mut outcome, guesses: &mut guesses };
    solve(column, kind, None, work, out).unwrap();
    (grids, outcome, guesses)
}

/// Minimal puzzles, as numbers.
fn puzzles(count: usize) -> Vec<u8> {
    let mut maker = Maker::new(PuzzleRequest::default()).unwrap();
    let made = (0..count as u64).map(|seed| maker.make(seed, &Limits::NONE).unwrap());
    made.flat_map(|made| {
        made.puzzle.givens().iter().map(|digit| digit.map_or(0, Digit::get)).collect::<Vec<_>>()
    })
    .collect()
}

#[test]
fn small_boards_have_the_solutions_of_the_reference() {
    let mut rng = Rng::with_seed(1);
    let ruled = Puzzle::new(Shape::boxes(2, 2).unwrap()).with_rule(Rule::Diagonals);
    let kinds = [
        Kind::of_cells(16).unwrap(),
        Kind::of(ruled).unwrap(),
        Kind::of(Puzzle::new(Shape::latin(4).unwrap())).unwrap(),
    ];
    for kind in &kinds {
        let boards: Vec<u8> =
            (0..300 * 16).map(|_| if rng.u8(..4) == 0 { rng.u8(1..=4) } else { 0 }).collect();
        let column = Column::of_numbers(&boards, 16).unwrap();
        let (grids, outcome, _) = solved(column, kind, &Work::new().with_threads(3));
        let (mut counts, mut needed) = (vec![0; 300], vec![0; 300]);
        count(column, kind, 3, None, &Work::new(), &mut counts).unwrap();
        minimal(column, kind, None, &Work::new(), &mut needed).unwrap();
        for (row, board) in boards.chunks(16).enumerate() {
            let mut puzzle = kind.empty().clone();
            let givens: Vec<Option<Digit>> = board.iter().map(|&number| Digit::new(number)).collect();
            puzzle.set_givens(&givens);
            let found = reference::solutions(&puzzle, 3);
            let expected = [Outcome::None, Outcome::Unique, Outcome::Several][found.len().min(2)];
            assert_eq!(outcome[row], expected as u8, "{board:?}");
            assert_eq!(counts[row], found.len() as u64, "{board:?}");
            let grid = &grids[row * 16..][..16];
            let digits: Option<Vec<Digit>> = grid.iter().map(|&number| Digit::new(number)).collect();
            let is_solution =
                digits.is_some_and(|digits| puzzle.is_solved_by(&arcdoku::Solution::new(digits)));
            assert_eq!(is_solution, !found.is_empty(), "{board:?}");
            let is_minimal = found.len() == 1
                && (0..16).filter(|&cell| board[cell] > 0).all(|cell| {
                    let mut less = givens.clone();
                    less[cell] = None;
                    puzzle.set_givens(&less);
                    reference::solutions(&puzzle, 2).len() == 2
                });
            assert_eq!(needed[row] == 1, is_minimal, "{board:?}");
        }
    }
}

#[test]
fn all_layouts_have_the_same_results() {
    let texts = [Some(EASY), None, Some("12"), Some("x")];
    let kind = Kind::classic();
    let utf8 = StringArray::from(texts.to_vec());
    let large = LargeStringArray::from(texts.to_vec());
    let view = StringViewArray::from(texts.to_vec());
    let list = vec![EASY];
    let numbers: Vec<u8> = EASY.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
    let binary = FixedSizeBinaryArray::try_from_iter([numbers.clone()].into_iter()).unwrap();
    let characters = FixedSizeBinaryArray::try_from_iter([EASY.as_bytes()].into_iter()).unwrap();
    let field = Field::new("item", DataType::UInt8, true).into();
    let lists =
        FixedSizeListArray::new(field, 81, std::sync::Arc::new(UInt8Array::from(numbers.clone())), None);
    let columns = [
        Column::of_array(&utf8).unwrap(),
        Column::of_array(&large).unwrap(),
        Column::of_array(&view).unwrap(),
        Column::of_texts(&list),
        Column::of_array(&binary).unwrap(),
        Column::of_array(&characters).unwrap(),
        Column::of_array(&lists).unwrap(),
        Column::of_numbers(&numbers, 81).unwrap(),
    ];
    for column in columns {
        let mut read = [0; 81];
        column.read(0, &kind, &mut read).unwrap();
        assert_eq!(read[..], numbers);
        if column.len() > 1 {
            assert_eq!(column.read(1, &kind, &mut read), Err(Reason::Null));
            assert_eq!(column.read(2, &kind, &mut read), Err(Reason::Length { found: 2, expected: 81 }));
        }
    }
    let unfit = UInt8Array::from(vec![1]);
    assert!(matches!(Column::of_array(&unfit), Err(Failure::Type(_))));
    assert!(Column::of_numbers(&numbers[..80], 81).is_err());
    let mut read = [0; 81];
    let mut wrong = numbers.clone();
    wrong[10] = 10;
    let reason = Column::of_numbers(&wrong, 81).unwrap().read(0, &kind, &mut read).unwrap_err();
    assert_eq!(reason.to_string(), "row 2, column 2: found 10, expected 0 (empty) to 9");
}

#[test]
fn threads_and_chunks_do_not_matter() {
    let boards = puzzles(100).repeat(60);
    let (column, kind) = (Column::of_numbers(&boards, 81).unwrap(), Kind::classic());
    let one = solved(column, &kind, &Work::new());
    for threads in [2, 3, 8] {
        assert_eq!(solved(column, &kind, &Work::new().with_threads(threads)), one);
    }
    let few = Column::of_numbers(&boards[..5 * 81], 81).unwrap();
    assert_eq!(
        solved(few, &kind, &Work::new().with_threads(usize::MAX)).0,
        solved(few, &kind, &Work::new()).0
    );
    let mut rewards = vec![0.0; 6000];
    let answers = Column::of_numbers(&one.0, 81).unwrap();
    verify(column, answers, &kind, false, &Work::new().with_threads(2), &mut rewards).unwrap();
    assert!(one.1.iter().all(|&outcome| outcome == 1) && rewards.iter().all(|&reward| reward > 0.99));
    let mut needed = vec![0; 6000];
    minimal(column, &kind, None, &Work::new(), &mut needed).unwrap();
    assert!(needed.iter().all(|&needed| needed == 1));
}

#[test]
fn cancelled_work_leaves_complete_rows() {
    let boards = puzzles(10).repeat(500);
    let (column, kind) = (Column::of_numbers(&boards, 81).unwrap(), Kind::classic());
    let cancel = AtomicBool::new(true);
    let work = Work::new().with_threads(2).with_cancel(&cancel);
    let (mut grids, mut outcome, mut guesses) = (vec![7; 5000 * 81], vec![9; 5000], vec![0; 5000]);
    let out = SolveOutputs { grids: &mut grids, outcome: &mut outcome, guesses: &mut guesses };
    assert_eq!(solve(column, &kind, None, &work, out), Err(Failure::Cancelled));
    assert!(outcome.iter().all(|&code| code == 9) && grids.iter().all(|&number| number == 7));
}

#[test]
fn a_panic_is_an_error() {
    let mut values = vec![0_u8; 100];
    let outputs = Slots::new(&mut values, 1, 100).unwrap();
    let found = Work::new().with_threads(3).run(100, 10, outputs, || {
        |rows: std::ops::Range<usize>, _: Slots<'_, u8>| assert!(rows.start < 50, "a panic of the test")
    });
    assert_eq!(found, Err(Failure::Panicked));
}

#[test]
fn forms_equal_those_of_the_library() {
    let boards = puzzles(50);
    let (column, kind, work) = (Column::of_numbers(&boards, 81).unwrap(), Kind::classic(), Work::new());
    let (mut forms, mut keys) = (vec![0; 50 * 81], vec![0; 50 * 16]);
    canon(column, &kind, Order::Text, &work, &mut forms).unwrap();
    key(column, &kind, &work, &mut keys).unwrap();
    let (mut automorphisms, mut transposed) = (vec![0; 50], vec![0; 50]);
    let [mut rows, mut columns, mut digits] = [(); 3].map(|()| vec![0; 50 * 9]);
    let out = SymmetryOutputs {
        automorphisms: &mut automorphisms,
        transposed: &mut transposed,
        rows: &mut rows,
        columns: &mut columns,
        digits: &mut digits,
    };
    symmetries(column, &kind, Order::Text, &work, out).unwrap();
    let moves = SymmetryRows { transposed: &transposed, rows: &rows, columns: &columns, digits: &digits };
    let mut moved = vec![0; 50 * 81];
    transform(column, &kind, moves, &work, &mut moved).unwrap();
    assert_eq!(moved, forms);
    for (row, board) in boards.as_chunks::<81>().0.iter().enumerate() {
        let clues = Clues::from_numbers(board).unwrap();
        let expected = Canonizer::with_order(Order::Text).canonize(&clues);
        assert_eq!(expected.form.numbers()[..], forms[row * 81..][..81]);
        assert_eq!(expected.automorphisms, automorphisms[row]);
        let expected = Canonizer::new().canonize(&clues).key();
        assert_eq!(expected.to_be_bytes()[..], keys[row * 16..][..16]);
    }
    let small = Kind::of_cells(16).unwrap();
    assert!(matches!(key(column, &small, &work, &mut keys), Err(Failure::Unfit(_))));
}

#[test]
fn a_seed_determines_a_puzzle() {
    let make = |threads| {
        let (mut puzzles, mut solutions) = (vec![0; 600 * 81], vec![0; 600 * 81]);
        let (mut seeds, mut tries, mut weights) = (vec![0; 600], vec![0; 600], vec![0.0; 600]);
        let mut outcome = vec![(0, String::new()); 600];
        let out = GenerateOutputs {
            puzzles: &mut puzzles,
            solutions: &mut solutions,
            seeds: &mut seeds,
            tries: &mut tries,
            weights: &mut weights,
            outcome: &mut outcome,
        };
        generate(&PuzzleRequest::default(), 5, None, &Work::new().with_threads(threads), out).unwrap();
        assert!(outcome.iter().all(|(code, rules)| *code == 1 && rules.is_empty()));
        (puzzles, solutions, seeds)
    };
    let (one, two) = (make(1), make(3));
    assert_eq!(one, two);
    let mut drawn = vec![0; 300 * 81];
    grids(&Kind::classic(), 5, &Work::new().with_threads(2), &mut drawn).unwrap();
    let first = Grids::of(Shape::CLASSIC).unwrap().grid(5);
    assert!(first.digits().iter().zip(&drawn).all(|(digit, &number)| digit.get() == number));
}

#[test]
fn arrays_have_nulls_and_reasons() {
    let rows = vec![Some(EASY), None, Some("12"), Some("11")];
    let arrays: [ArrayRef; 3] = [
        std::sync::Arc::new(StringArray::from(rows.clone())),
        std::sync::Arc::new(LargeStringArray::from(rows.clone())),
        std::sync::Arc::new(StringViewArray::from(rows)),
    ];
    let (kind, work) = (Kind::classic(), Work::new());
    let kernels = [
        Kernel::Solve { nodes: None },
        Kernel::Count { up_to: 5, nodes: None },
        Kernel::Minimal { nodes: None },
        Kernel::Canon { order: Order::Counts },
        Kernel::Key,
        Kernel::RateSe,
        Kernel::RateHodoku,
        Kernel::Symmetries { order: Order::Counts },
        Kernel::Reasons,
    ];
    for array in &arrays {
        for kernel in kernels {
            let found = kernel.run(array, &kind, &work).unwrap();
            assert_eq!((found.data_type(), found.len()), (&kernel.data_type(array.data_type()), 4));
            let parts =
                found.as_struct_opt().map_or_else(|| vec![&found], |found| found.columns().iter().collect());
            for part in &parts {
                assert!(part.is_null(1));
            }
            if parts.len() > 1 {
                assert!(parts[0].is_valid(0) && parts[0].is_null(2) && parts[parts.len() - 1].is_valid(2));
            }
        }
        let rewards = arrays::verify(array, array, &kind, false, &work).unwrap();
        assert!(rewards.is_null(1) && rewards.is_valid(0));
    }
    let sliced = arrays[0].slice(2, 2);
    let counts = Kernel::Count { up_to: 5, nodes: None }.run(&sliced, &kind, &work).unwrap();
    assert!(counts.as_primitive::<UInt64Type>().is_null(0));
    let solved = Kernel::Solve { nodes: None }.run(&arrays[0], &kind, &work).unwrap();
    assert_eq!(solved.as_struct().column(2).as_primitive::<UInt32Type>().value(0), 0);
    let numbers: Vec<u8> = EASY.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
    let field = Field::new("item", DataType::UInt8, true).into();
    let twice = std::sync::Arc::new(UInt8Array::from(numbers.repeat(2)));
    let lists = FixedSizeListArray::new(field, 81, twice, None).slice(1, 1);
    let solved = Kernel::Solve { nodes: None }.run(&lists, &kind, &work).unwrap();
    let solution = solved.as_struct().column(0).as_fixed_size_list().value(0);
    assert_eq!(solution.as_primitive::<UInt8Type>().values()[..3], [5, 3, 4]);
}
