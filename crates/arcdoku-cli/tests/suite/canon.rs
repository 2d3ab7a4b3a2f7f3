//! `canon`: one form per line, in the order of the input.

use crate::common::{run, run_with};

const PUZZLE: &str = "...9...18..5.......7..1.9..2...573........5....3.4....8...24.9..2.8.9..4..9..3...";
/// The same puzzle with rows 1 and 2 exchanged, and with digits 1 and 2 exchanged.
const OTHER: &str = "..5.........9...28.7..2.9..1...573........5....3.4....8...14.9..1.8.9..4..9..3...";
const FORM: &str = "........1..2..3....4..51..2...6..78...1......5....7..6..6.2.....8..346..4..86..3.";

#[test]
fn many_lines_stay_in_order() {
    let empty = ".".repeat(81);
    let many = |lines: [&str; 3]| (lines.join("\n") + "\n").repeat(2000);
    let input = many([PUZZLE, OTHER, &empty]);
    let ran = run_with(&["canon", "-j", "3"], input.as_bytes());
    assert!(ran.out == many([FORM, FORM, &empty]));
    let ran = run_with(&["canon", "--dedupe"], input.as_bytes());
    assert_eq!(ran.out.lines().count(), 2);
}

#[test]
fn unfit_puzzles_are_refused_and_skipped() {
    let input = format!("{PUZZLE}\n{}\n{OTHER}\n", ".".repeat(16));
    let ran = run_with(&["canon"], input.as_bytes());
    assert_eq!((ran.code, ran.out), (Some(1), format!("{FORM}\n{FORM}\n")));
    assert!(ran.err.contains("canonical forms are for 9x9 puzzles"), "{}", ran.err);
}

#[test]
fn the_symmetry_maps_the_puzzle_to_the_form() {
    for puzzle in [PUZZLE, OTHER] {
        let ran = run(&["canon", "--symmetry", puzzle]);
        let (form, symmetry) = ran.out.trim_end().split_once('\t').unwrap();
        let parts: Vec<&str> = symmetry.split(' ').collect();
        let list = |part: &str, name: &str| -> Vec<usize> {
            let numbers = part.strip_prefix(name).unwrap();
            numbers.split(',').map(|number| number.parse::<usize>().unwrap() - 1).collect()
        };
        let [rows, columns] = [list(parts[1], "rows="), list(parts[2], "columns=")];
        let digits = list(parts[3], "digits=");
        let mapped: String = (0..81)
            .map(|cell| (rows[cell / 9], columns[cell % 9]))
            .map(|(row, column)| if parts[0] == "transposed" { 9 * column + row } else { 9 * row + column })
            .map(|source| char::from(puzzle.as_bytes()[source]))
            .map(|clue| {
                clue.to_digit(10).map_or('.', |digit| char::from(b'1' + digits[digit as usize - 1] as u8))
            })
            .collect();
        assert_eq!(mapped, form);
    }
}
