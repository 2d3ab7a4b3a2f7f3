//! Too many rows and too short lines: messages for texts that are almost puzzles.

use arcdoku::grid::Shape;
use arcdoku::puzzle::format::{Notation, ReadOptions, Reader, parse_regions};

use crate::reading::{message, read_as, read_shaped};

/// The puzzle of testdata/formats.
const SAMPLE: &str = ".....729.8....6....69..3.1.1....8.6..2....9.8....6..3..9.....4.....4.6..71.....25";

#[test]
fn too_many_rows_are_refused() {
    let outcomes = |text: &str, options: ReadOptions| -> Vec<String> {
        let items = Reader::with_options(text.as_bytes(), options);
        items
            .map(|item| match item {
                Ok(record) => format!("{}:{}", record.line, record.puzzle.shape().digits()),
                Err(error) => error.in_file("f").to_string(),
            })
            .collect()
    };
    let any = ReadOptions::default();
    let nine = "53..7....\n".repeat(9);
    let numbers = "5 3 0 0 7 0 0 0 0\n".repeat(9);
    let ten = "f:10:1: found row 10, expected 9 rows";
    for row in [".........", "123......", "53..7....", "5 3 . . 7 . . . .", "53.|.7.|..."] {
        for count in [1, 2, 8] {
            let rows = format!("{row}\n").repeat(count);
            let ten = if count > 1 {
                format!("f:10:1: found row 10, up to line {}, expected 9 rows", 9 + count)
            } else {
                ten.to_owned()
            };
            assert_eq!(outcomes(&format!("{nine}{rows}"), any), ["1:9", &ten], "{rows}");
            assert_eq!(outcomes(&format!("{numbers}{rows}"), any), ["1:9", &ten], "{rows}");
            let line = 11 + count;
            for end in ["", "\r", "# note", "---+---+---"] {
                // The frame of the next grid, or a separator, ends the surplus rows.
                let good = outcomes(&format!("{nine}{rows}{end}\n{nine}"), any);
                assert_eq!(good, ["1:9".to_owned(), ten.clone(), format!("{line}:9")], "{rows}{end}");
            }
        }
        for notation in [Notation::Grid, Notation::Ss, Notation::Pencilmarks, Notation::Sdk] {
            let options = ReadOptions { notation: Some(notation), shape: None };
            assert_eq!(outcomes(&format!("{nine}{row}\n"), options), ["1:9", ten]);
        }
        let options = ReadOptions { notation: None, shape: Some(Shape::CLASSIC) };
        assert_eq!(outcomes(&format!("{nine}{row}\n"), options), ["1:9", ten]);
    }
    let options = ReadOptions { notation: Some(Notation::Integers), shape: None };
    assert_eq!(outcomes(&format!("{numbers}1 2 3 0 0 0 0 0 0\n"), options), ["1:9", ten]);
    let euler = outcomes(&format!("Grid 01\n{nine}.........\nGrid 02\n{nine}"), any);
    assert_eq!(euler, ["1:9", "f:11:1: found row 10, expected 9 rows", "12:9"]);
    assert_eq!(message(&format!("{nine}.........\n")), ten);
    // Parts of a row, and text that is not a row.
    let scraps: [(&str, &str); 6] = [
        ("123.", "f:10:1: found '123.' after a grid of 9 rows, expected a blank line or another grid"),
        (" 12", "f:10:2: found '12' after a grid of 9 rows, expected a blank line or another grid"),
        ("1", "f:10:1: found '1' after a grid of 9 rows, expected a blank line or another grid"),
        (
            "53..7...",
            "f:10:1: found '53..7...' after a grid of 9 rows, expected a blank line or another grid",
        ),
        (
            "53..7.....",
            "f:10:1: found '53..7.....' after a grid of 9 rows, expected a blank line or another grid",
        ),
        ("by hand", "f:10:1: found 'by hand' after a grid of 9 rows, expected a blank line or another grid"),
    ];
    for (row, expected) in scraps {
        for count in [1, 4] {
            let text = format!("{nine}{}\n{nine}", format!("{row}\n").repeat(count));
            let expected = if count > 1 {
                expected.replace(" rows, ", &format!(" rows, up to line {}, ", 9 + count))
            } else {
                expected.to_owned()
            };
            let expected = &*expected;
            assert_eq!(outcomes(&text, any), ["1:9", expected, &format!("{}:9", 11 + count)], "{row}");
        }
    }
    // Grids without separators, of equal or increasing size, framed or not.
    assert_eq!(outcomes(&nine.repeat(3), any), ["1:9", "10:9", "19:9"]);
    assert_eq!(outcomes(&numbers.repeat(2), any), ["1:9", "10:9"]);
    let four = "1234\n....\n....\n....\n";
    let sixteen = "G...............\n".repeat(16);
    assert_eq!(
        outcomes(&format!("{four}{four}{nine}{sixteen}{nine}"), any),
        ["1:4", "5:4", "9:9", "18:16", "34:9"]
    );
    let drawn = "53.|.7.|...\n5..|...|...\n...|...|...\n-----------\n".repeat(3);
    let drawn = drawn.strip_suffix("-----------\n").unwrap();
    assert_eq!(outcomes(&drawn.repeat(2), any), ["1:9", "12:9"]);
    let bands = ["53..7....\n".repeat(3), "53..7....\n".repeat(3), "53..7....\n".repeat(3)].join("\n");
    assert_eq!(outcomes(&bands.repeat(2), any), ["1:9", "12:9"]);
    // A broken row in the second grid does not affect its neighbors.
    for at in 9..18 {
        let mut rows = ["53..7...."; 27];
        rows[at] = "53..7...";
        let expected = format!("f:{}:9: found 8 cells in a row, expected 9", at + 1);
        assert_eq!(outcomes(&rows.join("\n"), any), ["1:9", &expected, "19:9"]);
    }
    // Complete puzzles on a line, sections and headers begin a new record.
    let lines =
        format!("{nine}{SAMPLE}\n{nine}1...23..4..1...4\n{nine}:0300::{SAMPLE}\n{nine}[Puzzle]\n{nine}");
    assert_eq!(outcomes(&lines, any), ["1:9", "10:9", "11:9", "20:4", "21:9", "30:9", "31:9", "40:9"]);
}

#[test]
fn one_short_line_has_a_wrong_length() {
    let cases = [
        ("xx", "f:1:3: found 'xx' (2 characters), expected 81 for a 9x9 grid, or 2 rows"),
        ("1234", "f:1:5: found '1234' (4 characters), expected 81 for a 9x9 grid, or 4 rows"),
        ("1234\n", "f:1:5: found '1234' (4 characters), expected 81 for a 9x9 grid, or 4 rows"),
        ("hello", "f:1:6: found 'hello' (5 characters), expected 81 for a 9x9 grid, or 5 rows"),
        ("53..7....", "f:1:10: found '53..7....' (9 characters), expected 81 for a 9x9 grid, or 9 rows"),
        ("53..7....53..7....", "f:1:19: found 18 characters, expected 81 for a 9x9 grid, or 18 rows"),
        ("1 2 3 4 5", "f:1:10: found 5 cells, expected 81 for a 9x9 grid, or 5 rows"),
        ("|12|34|", "f:1:8: found 4 cells, expected 81 for a 9x9 grid, or 4 rows"),
    ];
    for (text, error) in cases {
        assert_eq!(message(text), error, "{text:?}");
    }
    // Also among others.
    let mut reader = Reader::new("1...23..4..1...4\n\n12345\n\n1...23..4..1...4\n".as_bytes());
    let error = reader.by_ref().nth(1).unwrap().unwrap_err().to_string();
    assert_eq!(error, "3:6: found '12345' (5 characters), expected 81 for a 9x9 grid, or 5 rows");
    assert!(reader.next().unwrap().is_ok());
    let shaped = |text: &str, n| read_shaped(text, Shape::usual(n).unwrap()).unwrap_err().to_string();
    assert_eq!(shaped("xx", 9), "1:3: found 'xx' (2 characters), expected 81 for a 9x9 grid");
    assert_eq!(shaped("1234", 9), "1:5: found '1234' (4 characters), expected 81 for a 9x9 grid");
    assert_eq!(
        shaped("53..7....", 9),
        "1:10: found '53..7....' (9 characters), expected 81 for a 9x9 grid, or 9 rows"
    );
    let twenty = "1...1...1...1...1...";
    assert_eq!(shaped(twenty, 4), "1:17: found 20 characters, expected 16 for a 4x4 grid");
    // Errors in grids and in text of several lines mention rows.
    let grid = read_as("1234", Notation::Grid).unwrap_err().to_string();
    assert_eq!(grid, "1:5: found the end of the file after 1 row, expected 4 rows");
    assert_eq!(message("1234\n1234"), "f:2:5: found the end of the file after 2 rows, expected 4 rows");
    assert_eq!(message("Grid 01"), "f:1:1: found the end of the file, expected the rows of a grid");
}

#[test]
fn messages_use_the_singular() {
    let shaped = |text: &str, n| read_shaped(text, Shape::usual(n).unwrap()).unwrap_err().to_string();
    assert_eq!(shaped("x", 9), "1:2: found 'x' (1 character), expected 81 for a 9x9 grid");
    assert_eq!(message("5"), "f:1:1: found '5', expected 1 or a blank (. 0 * _ x)");
    let integer = read_as("5", Notation::Integers).unwrap_err().to_string();
    assert_eq!(integer, "1:1: found '5', expected the number 1 or a blank (0 or .)");
    let grid = read_as("5", Notation::Grid).unwrap_err().to_string();
    assert_eq!(grid, "1:1: found '5', expected the digit 1, candidates or a blank (. 0 * _ x)");
    assert_eq!(
        message(":0300:"),
        "f:1:7: found 2 fields, expected a code, digits and a grid, each after ':'"
    );
    assert_eq!(message(":0300::+."), "f:1:9: found '.', expected the digit 1 after '+'");
    let one = parse_regions("aa", Shape::latin(1).unwrap()).unwrap_err().to_string();
    assert_eq!(one, "1:2: found 'a' after the last cell, expected 1 cell, one character each");
}
