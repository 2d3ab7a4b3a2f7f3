//! Correct proofs.

use arcdoku_verify::{Proven, formula};

use crate::prover::Case;

/// A 9x9 puzzle that singles do not solve.
pub(crate) const HARD: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// Puzzles with the number of their solutions.
pub(crate) const PUZZLES: &[(&str, usize)] = &[
    ("1...........4...", 24),
    ("...4.1.3...2..31", 1),
    ("...4.1.3...24.31", 0),
    ("grid 4x4\nrule rows\nrule columns\nclues . . . 4 . . 4 . 4 . 2 1 . . . 3", 1),
    (
        "grid 4x4 boxes 2x2\nrule rows\nrule columns\nrule boxes\nrule diagonals\nclues . 3 . . . . 3 . . . 4 . . . 1 .",
        1,
    ),
    (
        "grid 4x4 boxes 2x2\nrule rows\nrule columns\nrule boxes\nrule windoku\nclues . . 1 . . . . . . 3 . 4 . 4 . .",
        1,
    ),
    (
        "grid 4x4 boxes 2x2\nrule rows\nrule columns\nrule boxes\nrule disjoint-groups\nclues . . 3 . . . . . . 2 . . . 1 2 .",
        1,
    ),
    (
        "grid 4x4\nrule rows\nrule columns\nrule regions 1112132233243444\nclues . . . . . . . . . . . . . . . .",
        24,
    ),
    (
        "grid 4x4 boxes 2x2\nrule rows\nrule columns\nrule boxes\nrule anti-knight\nclues 1 . . . . . . . . . . . . . . .",
        6,
    ),
    ("grid 2x3 digits 0-2\nrule rows\nrule columns\nrule all-different: r1c1 r2c3\nclues 0 . . . . .", 2),
    (
        "grid 2x2 digits 0-2 extra 1\nrule rows\nrule columns\nrule all-different: r1c1 r2c1 v1\nclues . . . . 0",
        6,
    ),
    (
        "grid 2x2 extra 2\nrule candidates 1 . . . . 2\nrule candidates 12 . 2 . . .\nrule rows\nclues . . . . . .",
        2,
    ),
];

#[test]
fn proofs_of_small_puzzles() {
    for &(puzzle, count) in PUZZLES {
        let case = Case::prove(puzzle, 30);
        let expected = match count {
            0 => Proven::NoSolution,
            1 => Proven::Unique,
            _ => Proven::Exactly(count),
        };
        assert_eq!(case.verify(), Ok(expected), "{puzzle}");
    }
}

#[test]
fn a_hard_puzzle() {
    let case = Case::prove(HARD, 1);
    assert!(case.proof.lines().count() > 20, "it needs search");
    assert_eq!(case.verify(), Ok(Proven::Unique));
}

/// Steps of a path: a Hall set in one line, and all operations of such lines.
pub(crate) const HALL: &str = "\
% The digits 1 and 4 of row 1 are in its first cells.
@hall pol @r1c1 @r1c2 + @k1_1m + @k1_4m + ;
e 1 r1c1_2 1 r1c1_3 1 r1c2_2 1 r1c2_3 1 ~r1c3_1 1 ~r1c3_4 1 ~r1c4_1 1 ~r1c4_4 >= 4 : 133 ;
@clean pol @hall ~r1c1_2 + ~r1c1_3 + ~r1c2_2 + ~r1c2_3 + @n_r1c1_2 + @n_r1c1_3 + @n_r1c2_2 + @n_r1c2_3 + ;
@e1 rup 1 ~r1c3_1 >= 1 : @hall @n_r1c1_2 @n_r1c1_3 @n_r1c2_2 @n_r1c2_3 ;
@e2 rup 1 ~r1c4_4 1 ~r1c4_1 >= 2 ;
@many pol @hall 3 * 2 d s r1c3_1 + ;
e 2 r1c1_2 2 r1c1_3 2 r1c2_2 2 r1c2_3 1 ~r1c3_1 2 ~r1c3_4 2 ~r1c4_1 2 ~r1c4_4 >= 5 : @many ;
@weak pol @e2 r1c4_4 + r1c4_1 + ;
e >= 0 : @weak ;
del id @many @weak ;
";

/// The first cells of row 1 are a pair.
pub(crate) const PAIR: &str = "grid 4x4 boxes 2x2\nrule rows\nrule columns\nrule boxes\n\
    rule candidates 14 14 . . . . . . . . . . . . . .\nclues . . . . . . . . . . . . . . . .";

#[test]
fn steps_of_a_path() {
    assert_eq!(Case::steps(PAIR, HALL, "conclusion NONE ;").verify(), Ok(Proven::StepsOnly));
}

#[test]
fn shapes() {
    for (line, rows) in
        [("1", 1), ("....", 2), ("................", 4), (&".".repeat(36), 6), (&". ".repeat(256), 16)]
    {
        let formula = formula(line, "").expect("a puzzle");
        let (boxes, clues) = (usize::from(rows != 2), usize::from(rows == 1));
        let count = (6 + 2 * boxes) * rows * rows + clues;
        assert_eq!(
            formula.lines().next(),
            Some(&*format!("* #variable= {} #constraint= {count}", rows * rows * rows))
        );
    }
}
