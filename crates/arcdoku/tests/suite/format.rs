//! Text notations: valid texts, refused texts with their messages, and round trips.

use std::path::{Path, PathBuf};

use arcdoku::grid::{Cell, Digit, DigitSet, Shape};
use arcdoku::puzzle::format::{
    Notation, ParseError, ParseErrorKind, ReadOptions, Reader, Record, WriteError, Writer, parse_one,
    parse_regions, write,
};
use arcdoku::puzzle::{Puzzle, Rule};
use arcdoku::testing;
use arcdoku::testing::neutral::{shared, shared_bytes};
use proptest::prelude::*;

use crate::reading::{message, read_as, read_shaped};

/// The puzzle of testdata/formats.
const SAMPLE: &str = ".....729.8....6....69..3.1.1....8.6..2....9.8....6..3..9.....4.....4.6..71.....25";

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sample(name: &str) -> String {
    let path = workspace().join("testdata/formats").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn line_of(puzzle: &Puzzle) -> String {
    text_of(Notation::Line, puzzle).trim_end().to_owned()
}

fn text_of(notation: Notation, puzzle: &Puzzle) -> String {
    let mut text = String::new();
    write(notation, puzzle, &mut text).unwrap();
    text
}

fn read_all(text: &[u8]) -> Vec<Result<Record, ParseError>> {
    Reader::new(text).collect()
}

/// A puzzle with deterministic, scattered clues that need not be consistent.
fn scattered(shape: Shape, seed: usize) -> Puzzle {
    let n = shape.digits();
    let mut puzzle = Puzzle::new(shape);
    let mut state = seed as u64 + 1;
    for i in 0..shape.cells() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if (state >> 60) < 6 {
            puzzle.set(Cell::new(i), Some(Digit::from_index((state >> 33) as usize % n)));
        }
    }
    // The largest digit distinguishes a row from a puzzle of a smaller size.
    puzzle.set(Cell::new(0), Some(Digit::from_index(n - 1)));
    puzzle
}

#[test]
fn every_sample_file_has_the_same_content() {
    let files = [
        ("line.txt", Notation::Line),
        ("line_spaces.txt", Notation::Line),
        ("line_groups.txt", Notation::Line),
        ("integers_line.txt", Notation::Integers),
        ("integers_grid.txt", Notation::Integers),
        ("spreadsheet.csv", Notation::Integers),
        ("grid_bare.txt", Notation::Grid),
        ("grid_groups.txt", Notation::Grid),
        ("grid_boxed.txt", Notation::Grid),
        ("grid_unicode.txt", Notation::Grid),
        ("euler.txt", Notation::Euler),
        ("sadman.sdk", Notation::Sdk),
        ("collection.sdm", Notation::Line),
        ("simple.ss", Notation::Grid),
        ("simple_clipboard.txt", Notation::Grid),
        ("candidates.txt", Notation::Candidates),
        ("library.txt", Notation::Library),
    ];
    for (name, notation) in files {
        let text = sample(name);
        let records = read_all(text.as_bytes());
        assert_eq!(records.len(), if name == "collection.sdm" { 2 } else { 1 }, "{name}");
        for record in records {
            let record = record.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(record.notation, notation, "{name}");
            assert_eq!(line_of(&record.puzzle), SAMPLE, "{name}");
            let lines: Vec<&str> = text.lines().collect();
            for (i, digit) in record.puzzle.givens().iter().enumerate() {
                let Some(digit) = digit else { continue };
                let (line, column) = record.position(Cell::new(i));
                let step = if notation == Notation::Candidates { digit.index() } else { 0 };
                let found = lines[line - 1].chars().nth(column - 1 + step);
                assert_eq!(found, char::from_digit(u32::from(digit.get()), 10), "{name}, cell {i}");
            }
        }
    }
    // A single candidate is a clue: the sample has one naked single.
    let record = read_all(sample("pencilmarks.txt").as_bytes()).remove(0).unwrap();
    assert_eq!((record.notation, record.puzzle.clues()), (Notation::Pencilmarks, 26));
    assert!(record.puzzle.rules().iter().any(|rule| matches!(rule, Rule::Candidates(_))));
    let r1c1 = record.puzzle.admissible(Cell::new(0));
    assert_eq!(r1c1.iter().map(Digit::get).collect::<Vec<_>>(), [3, 4, 5]);
}

#[test]
fn metadata_is_kept() {
    let record = read_all(sample("line.txt").as_bytes()).remove(0).unwrap();
    assert_eq!(record.comment.as_deref(), Some("made for these tests"));
    assert_eq!(record.line, 2);

    let record = read_all(sample("euler.txt").as_bytes()).remove(0).unwrap();
    assert_eq!(record.name.as_deref(), Some("Grid 01"));

    let record = read_all(sample("sadman.sdk").as_bytes()).remove(0).unwrap();
    assert_eq!(record.comment.as_deref(), Some("AThe arcdoku developers\nDOne puzzle in every notation"));
    let placed = [(Cell::new(0), 4), (Cell::new(1), 3)].map(|(cell, d)| (cell, Digit::new(d).unwrap()));
    assert_eq!(record.placed, placed);
    let mut text = String::new();
    Writer::new(Notation::Sdk).record(&record, &mut text).unwrap();
    assert_eq!(text, sample("sadman.sdk"));

    let record = read_all(sample("library.txt").as_bytes()).remove(0).unwrap();
    assert_eq!(record.placed, placed);
    let case = record.library.as_deref().unwrap();
    assert_eq!((case.technique(), case.variant(), case.digits.as_str()), ("0003", None, "5"));
    assert_eq!(case.deleted, [(Cell::new(2), Digit::new(1).unwrap())]);
    assert_eq!(case.placements, [(Cell::new(2), Digit::new(5).unwrap())]);
    assert!(!record.puzzle.admissible(Cell::new(2)).contains(Digit::new(1).unwrap()));
    let mut text = String::new();
    Writer::new(Notation::Library).record(&record, &mut text).unwrap();
    assert_eq!(Some(text.trim_end()), sample("library.txt").lines().nth(1));
}

#[test]
fn all_blanks_are_read() {
    for blank in ['.', '0', '*', '_', 'x', 'X', ' '] {
        let text = SAMPLE.replace('.', &blank.to_string());
        assert_eq!(line_of(&text.parse().unwrap()), SAMPLE, "{blank:?}");
        for end in ["\r\n", "", "\n\n", "\r\n\u{1a}"] {
            assert_eq!(line_of(&format!("{text}{end}").parse().unwrap()), SAMPLE, "{blank:?} {end:?}");
        }
        if blank != ' ' {
            for comment in [" easy", "\t12", " # x", "#x", ";x", ",solution"] {
                let record = parse_one(&format!("{text}{comment}\n"), &ReadOptions::default()).unwrap();
                assert_eq!(line_of(&record.puzzle), SAMPLE);
                assert_eq!(
                    record.comment.as_deref(),
                    Some(comment.trim_start_matches([' ', '\t', '#', ';', ',']))
                );
            }
        }
    }
    // A byte order mark is not part of the puzzle.
    assert_eq!(line_of(&format!("\u{feff}{SAMPLE}").parse().unwrap()), SAMPLE);
    // For other sizes, spaces are read as blanks only if the notation or the shape is given, because this line could
    // also be seven numbers.
    let spaced = read_as("1  4  3 2  1 4 3", Notation::Line).unwrap().puzzle;
    assert_eq!(line_of(&spaced), "1..4..3.2..1.4.3");
    let spaced = "1     2     3     4     5  6  6  2  ";
    assert_eq!(read_shaped(spaced, Shape::usual(6).unwrap()).unwrap().puzzle.clues(), 8);
}

#[test]
fn every_notation_round_trips_at_every_size() {
    for n in [2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 20, 25, 32, 33, 35, 36, 49, 64] {
        let shape = Shape::usual(n).unwrap();
        for seed in 0..4 {
            let puzzle = scattered(shape, seed);
            for notation in Notation::ALL {
                let mut text = String::new();
                let written = write(notation, &puzzle, &mut text);
                if !notation.fits(shape) {
                    assert_eq!(written, Err(WriteError::TooLarge { notation, digits: n }));
                    continue;
                }
                written.unwrap();
                let forced = read_as(&text, notation)
                    .unwrap_or_else(|error| panic!("{n} {notation}: {error}\n{text}"));
                assert_eq!(forced.notation, notation);
                // Candidate grids of contradictory clues may lose all candidates of a cell. The clues stay.
                if notation == Notation::Pencilmarks {
                    let kept = forced.puzzle.givens().iter().zip(puzzle.givens());
                    assert!(
                        kept.clone().all(|(read, given)| given.is_none() || read == given),
                        "{n}\n{text}"
                    );
                    continue;
                }
                assert_eq!(forced.puzzle, puzzle, "{n} {notation}\n{text}");
                // A small sukaku may look like a row, so the notation must be named.
                if notation == Notation::Candidates && n < 4 {
                    continue;
                }
                let detected = parse_one(&text, &ReadOptions::default());
                let detected = detected.unwrap_or_else(|error| panic!("{n} {notation}: {error}\n{text}"));
                assert_eq!(detected.puzzle, puzzle, "{n} {notation} as {}\n{text}", detected.notation);
                let shaped = read_shaped(&text, Shape::latin(n).unwrap()).unwrap();
                assert_eq!(shaped.puzzle.givens(), puzzle.givens(), "{n} {notation}");
                assert!(!shaped.puzzle.shape().has_boxes());
            }
        }
    }
}

#[test]
fn several_puzzles_in_one_text_round_trip() {
    for n in [4, 6, 9, 12, 16, 25, 36, 64] {
        let shape = Shape::usual(n).unwrap();
        let puzzles: Vec<Puzzle> = (0..5).map(|seed| scattered(shape, seed)).collect();
        for notation in Notation::ALL.into_iter().filter(|notation| notation.fits(shape)) {
            let mut writer = Writer::new(notation);
            let mut text = String::new();
            for puzzle in &puzzles {
                writer.puzzle(puzzle, &mut text).unwrap();
            }
            for options in [ReadOptions::default(), ReadOptions { notation: Some(notation), shape: None }] {
                let read: Vec<Record> = Reader::with_options(text.as_bytes(), options)
                    .map(|record| record.unwrap_or_else(|error| panic!("{n} {notation}: {error}\n{text}")))
                    .collect();
                assert_eq!(read.len(), puzzles.len(), "{n} {notation}");
                if notation != Notation::Pencilmarks {
                    assert!(read.iter().map(|record| &record.puzzle).eq(&puzzles), "{n} {notation}\n{text}");
                }
            }
        }
    }
}

#[test]
fn candidate_restrictions_round_trip() {
    for n in [4, 6, 9, 12, 16] {
        let shape = Shape::usual(n).unwrap();
        let mut sets = vec![DigitSet::all(n); shape.cells()];
        for (i, set) in sets.iter_mut().enumerate() {
            *set = set.minus(DigitSet::from_bits((i as u64).wrapping_mul(0x9E37_79B9) >> 3));
            if set.is_single() {
                *set = DigitSet::all(n);
            }
        }
        sets[3] = DigitSet::EMPTY;
        let puzzle = Puzzle::new(shape).with_rule(Rule::candidates(shape, &sets).unwrap());
        for notation in [Notation::Candidates, Notation::Pencilmarks] {
            let text = text_of(notation, &puzzle);
            let record = parse_one(&text, &ReadOptions::default()).unwrap();
            assert_eq!((record.notation, &record.puzzle), (notation, &puzzle), "{n}\n{text}");
            let error = record.clue_conflict().unwrap();
            assert_eq!(error.found(), "no candidate for r1c4");
        }
        if n <= 9 {
            let text = text_of(Notation::Library, &puzzle);
            assert_eq!(text.parse::<Puzzle>().unwrap(), puzzle);
        }
    }
}

#[test]
fn a_drawn_grid_defines_its_boxes() {
    for (rows, cols) in [(2, 3), (3, 2), (2, 4), (4, 2), (2, 5), (5, 2), (2, 6), (6, 2), (4, 3), (2, 8)] {
        let shape = Shape::boxes(rows, cols).unwrap();
        let puzzle = scattered(shape, 7);
        for notation in [Notation::Grid, Notation::Ss, Notation::Pencilmarks] {
            let text = text_of(notation, &puzzle);
            assert_eq!(text.parse::<Puzzle>().unwrap().shape(), shape, "{notation}\n{text}");
        }
    }
}

#[test]
fn letters_and_zeros_at_large_sizes() {
    // X is a blank if it has no value.
    let wide = |n: usize, c: &str| {
        let text = format!("{c}{}", ".".repeat(n * n - 1));
        let record = parse_one(&text, &ReadOptions::default()).unwrap();
        record.puzzle.givens()[0].map(Digit::get)
    };
    assert_eq!(
        [wide(32, "X"), wide(32, "x"), wide(33, "X"), wide(33, "x")],
        [None, None, Some(33), Some(33)]
    );
    assert_eq!([wide(36, "Z"), wide(36, "z"), wide(36, "0")], [Some(35), Some(35), Some(36)]);
    assert_eq!("0".repeat(35 * 35).parse::<Puzzle>().unwrap().clues(), 0);
    assert_eq!([wide(16, "G"), wide(16, "g"), wide(16, "A")], [Some(16), Some(16), Some(10)]);
    // A grid written from 0 to F must not be mistaken for another puzzle.
    let hex = format!("0123.{}", ".".repeat(251));
    assert_eq!(
        message(&hex),
        "f:1:5: found a blank together with '0', expected one kind of blank; the digits are 1 to 9, A to G"
    );
    // Numbers are unambiguous.
    let numbers = format!("0 16 .{}", " 0".repeat(253));
    assert_eq!(numbers.parse::<Puzzle>().unwrap().clues(), 1);
}

#[test]
fn rows_and_small_puzzles_are_distinguished() {
    // This text could be sixteen lines with a 4x4 puzzle each, or one 16x16 grid.
    let small = "1...23..4..1...4\n".repeat(16);
    assert_eq!(
        read_all(small.as_bytes()).into_iter().flatten().filter(|r| r.puzzle.shape().digits() == 4).count(),
        16
    );
    let large = "1...23..4..1...4\n".repeat(7) + &"1...23..4..1...G\n".repeat(9);
    let records = read_all(large.as_bytes());
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].as_ref().unwrap().puzzle.shape().digits(), 16);
    // An empty grid is a grid. A given shape resolves all ambiguities.
    assert_eq!(".........\n".repeat(9).parse::<Puzzle>().unwrap().shape().digits(), 9);
    let four = Shape::usual(4).unwrap();
    let shaped = ReadOptions { notation: None, shape: Some(four) };
    let first = Reader::with_options(large.as_bytes(), shaped).next().unwrap().unwrap();
    assert_eq!(first.puzzle.shape(), four);
    // Numbers can be a 4x4 puzzle on a line, or rows of a 16x16 grid.
    assert_eq!("1 0 0 4 0 0 3 0 2 0 0 1 0 4 0 3".parse::<Puzzle>().unwrap().shape(), four);
    let rows = "1 0 0 4 0 0 3 0 2 0 0 1 0 4 0 16\n".repeat(16);
    // Few clues: most rows have none.
    for (rows, digits) in [
        ("1...\n..3.\n.2..\n...4\n", 4),
        ("1...\n..2.\n.1..\n...3\n", 4),
        (
            "....3....\n.........\n7........\n.........\n...1.....\n2........\n.........\n.1.......\n.........\n",
            9,
        ),
    ] {
        assert_eq!(rows.parse::<Puzzle>().unwrap().shape().digits(), digits, "{rows}");
    }
    let blank = "................\n".repeat(4);
    let sparse = format!(
        "1...............\n{blank}..2.............\n{blank}.....G..........\n{blank}4...............\n"
    );
    assert_eq!(sparse.parse::<Puzzle>().unwrap().shape().digits(), 16);
    // A wrong row of a grid is not a puzzle.
    let broken = "53..7....\n".repeat(3) + "................\n" + &"53..7....\n".repeat(5);
    assert!(read_all(broken.as_bytes()).iter().all(Result::is_err));
    let broken = broken.replace("................", "1.....3..4.....2");
    assert!(read_all(broken.as_bytes()).iter().all(Result::is_err));
    // A wrong character in one line does not turn the lines into a grid.
    let wrong = small.replacen("1...4", "1...G", 1);
    let good = read_all(wrong.as_bytes()).into_iter().flatten();
    assert_eq!(good.filter(|record| record.puzzle.shape() == four).count(), 15);
    assert_eq!(rows.parse::<Puzzle>().unwrap().shape().digits(), 16);
    // A text of 729 characters can be the candidates of a 9x9 grid, or a line of a 27x27 grid.
    let line = format!("R{}", ".".repeat(728));
    assert_eq!(line.parse::<Puzzle>().unwrap().shape().digits(), 27);
    assert_eq!("123456789".repeat(81).parse::<Puzzle>().unwrap(), Puzzle::new(Shape::CLASSIC));
}

#[test]
fn malformed_texts_are_refused_with_one_line() {
    let dots = |n: usize| ".".repeat(n);
    let grid = |rows: usize| "53..7....\n".repeat(rows);
    let cases: Vec<(String, &str)> = vec![
        (String::new(), "f:1:1: found no puzzle, expected at least one"),
        ("\n\n# nothing\n".into(), "f:3:1: found no puzzle, expected at least one"),
        (dots(80), "f:1:81: found 80 characters, expected 81 for a 9x9 grid"),
        (dots(82), "f:1:82: found 82 characters, expected 81 for a 9x9 grid"),
        (format!("12?{}", dots(78)), "f:1:3: found '?', expected 1 to 9 or a blank (. 0 * _ x)"),
        (format!("12\u{7}{}", dots(78)), "f:1:3: found '\\u{7}', expected 1 to 9 or a blank (. 0 * _ x)"),
        (format!("12A{}", dots(78)), "f:1:3: found 'A', expected 1 to 9 or a blank (. 0 * _ x)"),
        (format!("{}H", dots(255)), "f:1:256: found 'H', expected 1 to 9, A to G or a blank (. 0 * _ x)"),
        (format!("{}é", dots(80)), "f:1:81: found 'é', expected 1 to 9 or a blank (. 0 * _ x)"),
        (
            dots(37 * 37),
            "f:1:1: found a 37x37 grid in characters, expected at most 36x36; larger grids are written as numbers",
        ),
        (
            "<img src=x onerror=alert(1)><script>alert(2)</script>".into(),
            "f:1:1: found 51 characters in a row, expected at most 36; larger grids are written as numbers",
        ),
        (
            format!("{0} {0}\n", dots(20)).repeat(40),
            "f:1:1: found 40 characters in a row, expected at most 36; larger grids are written as numbers",
        ),
        (grid(8), "f:8:10: found the end of the file after 8 rows, expected 9 rows"),
        (format!("{}\n{}", grid(4), grid(9)), "f:5:1: found a blank line after 4 rows, expected 9 rows"),
        (format!("{}53..7...\n{}", grid(4), grid(4)), "f:5:9: found 8 cells in a row, expected 9"),
        (format!("{}53..7....1\n{}", grid(4), grid(4)), "f:5:10: found 10 cells in a row, expected 9"),
        (
            format!("{}53..?....\n{}", grid(4), grid(4)),
            "f:5:5: found '?', expected 1 to 9 or a blank (. 0 * _ x)",
        ),
        (
            format!("Grid 01\n{}Grid 02\n{}", grid(3), grid(9)),
            "f:5:1: found another record after 3 rows, expected 9 rows",
        ),
        ("Grid 01\n".into(), "f:1:1: found the end of the file, expected the rows of a grid"),
        (
            "1 2 3 4\n3 4 1 2\n2 1 5 3\n4 3 2 1\n".into(),
            "f:3:5: found '5', expected a digit from 1 to 4, candidates or a blank (. 0 * _ x)",
        ),
        (
            "17".to_owned() + &" 0".repeat(255),
            "f:1:1: found '17', expected a number from 1 to 16 or a blank (0 or .)",
        ),
        ("0 ".repeat(255), "f:1:510: found 255 numbers, expected 256 for a 16x16 grid"),
        (":0300".into(), "f:1:6: found 1 field, expected a code, digits and a grid, each after ':'"),
        (format!(":0300::{}", dots(80)), "f:1:88: found 80 cells, expected 81 for a 9x9 grid"),
        (
            format!(":03 0::{}", dots(81)),
            "f:1:2: found '03 0', expected a technique code such as 0300 or 0707-1",
        ),
        (format!(":0300:a:{}", dots(81)), "f:1:7: found 'a', expected digits, x or nothing"),
        (format!(":0300::+{}", dots(81)), "f:1:9: found '.', expected a digit from 1 to 9 after '+'"),
        (
            format!(":0300::{}:12 312", dots(81)),
            "f:1:90: found '12', expected digit, row and column, each 1 to 9",
        ),
        (
            format!(":0300::{}:123 310", dots(81)),
            "f:1:94: found '310', expected digit, row and column, each 1 to 9",
        ),
        (format!("{SAMPLE}\n{SAMPLE}\n"), "f:2:1: found a second puzzle, expected the end of the text"),
        ("[State]\n".into(), "f:1:1: found '[State]', expected the section [Puzzle]"),
    ];
    for (text, expected) in &cases {
        assert_eq!(message(text), *expected, "{text:?}");
    }
    let forced = |notation, text: &str| read_as(text, notation).unwrap_err().to_string();
    assert_eq!(
        forced(Notation::Candidates, &format!("12{}", "4".repeat(727))),
        "1:3: found '4', expected '3' or a blank in this place"
    );
    assert_eq!(
        forced(Notation::Candidates, &dots(81)),
        "1:65: found 81 characters, expected 64 for the candidates of a 4x4 grid"
    );
    assert_eq!(
        forced(Notation::Line, "hello"),
        "1:5: found 'hello' (5 characters), expected 4 for a 2x2 grid"
    );
    assert_eq!(
        forced(Notation::Euler, &grid(9)),
        "1:1: found '53..7....', expected a header such as 'Grid 01'"
    );
    assert_eq!(forced(Notation::Library, "x"), "1:1: found 'x', expected a line that starts with ':'");
    let shaped = |text: &str| read_shaped(text, Shape::usual(16).unwrap()).unwrap_err().to_string();
    assert_eq!(shaped(SAMPLE), "1:82: found 81 characters, expected 256 for a 16x16 grid");
    let error = read_all(b"53..7\xff..\n").remove(0).unwrap_err().in_file("a\nb");
    assert_eq!(error.to_string(), "a\\nb:1:6: found byte 0xFF, expected UTF-8 text");
    assert_eq!((error.kind(), error.file()), (ParseErrorKind::Utf8, Some("a\nb")));
}

#[test]
fn equal_clues_are_found_with_their_position() {
    let conflict =
        |text: &str| read_all(text.as_bytes()).remove(0).unwrap().clue_conflict().map(|e| e.to_string());
    assert_eq!(conflict(SAMPLE), None);
    let row = format!("{}5.5{}", ".".repeat(18), ".".repeat(60));
    assert_eq!(
        conflict(&row).unwrap(),
        "1:21: found second 5 in row 3 (first at r3c1), expected each digit at most once"
    );
    let column = format!("# c\n5{}5{}", ".".repeat(35), ".".repeat(44));
    assert_eq!(
        conflict(&column).unwrap(),
        "2:37: found second 5 in column 1 (first at r1c1), expected each digit at most once"
    );
    let boxed = "+---+---+\n|1 .|. .|\n|. 1|. .|\n+---+---+\n|. .|. .|\n|. .|. .|\n+---+---+\n";
    assert_eq!(
        conflict(boxed).unwrap(),
        "3:4: found second 1 in box 1 (first at r1c1), expected each digit at most once"
    );
    // Rules that the caller adds are checked for conflicts as well.
    let mut record = parse_one(&format!("1{}1", ".".repeat(79)), &ReadOptions::default()).unwrap();
    assert_eq!(record.clue_conflict(), None);
    record.puzzle = record.puzzle.with_rule(Rule::Diagonals);
    assert_eq!(
        record.clue_conflict().unwrap().to_string(),
        "1:81: found second 1 in diagonal 1 (first at r1c1), expected each digit at most once"
    );
    let error = record.clue_conflict().unwrap();
    assert_eq!((error.kind(), error.line(), error.column()), (ParseErrorKind::ClueConflict, 1, 81));
}

#[test]
fn a_broken_record_does_not_spoil_the_rest() {
    let count = |text: &[u8]| {
        let records = read_all(text);
        let good = records
            .iter()
            .filter(|record| record.as_ref().is_ok_and(|r| line_of(&r.puzzle) == SAMPLE))
            .count();
        (good, records.len() - good)
    };
    let good = format!("{SAMPLE}\n");
    for bad in ["xyz", "12?4", &SAMPLE[1..], &format!("{SAMPLE}."), ":0300:", "\u{fffd}", "a b c", "1 2 3"] {
        let text = format!("{good}{bad}\n{good}{good}");
        assert_eq!(count(text.as_bytes()), (3, 1), "{bad:?}");
    }
    let mut bytes = good.clone().into_bytes();
    bytes.extend(b"\xff\xfe\n");
    bytes.extend(good.bytes());
    bytes.extend(std::iter::repeat_n(b'1', 3 << 20));
    bytes.push(b'\n');
    bytes.extend(good.bytes());
    assert_eq!(count(&bytes), (3, 2));
    // The broken grid gives one error.
    for notation in [Notation::Grid, Notation::Euler, Notation::Sdk, Notation::Ss] {
        let one = text_of(notation, &SAMPLE.parse().unwrap());
        let broken = one.replacen("29", "2?", 1);
        let broken = if broken == one { one.replacen("2 9", "2 ?", 1) } else { broken };
        let short: Vec<&str> = one.lines().filter(|line| !line.contains('8')).collect();
        let short = short.join("\n");
        for bad in [broken, short] {
            let text = format!("{one}\n{bad}\n\n{one}\n{one}");
            assert_eq!(count(text.as_bytes()), (3, 1), "{notation}\n{text}");
            // Frames and headers separate grids even without blank lines.
            if notation != Notation::Ss {
                let text = format!("{one}{bad}\n{one}{one}");
                assert_eq!(count(text.as_bytes()), (3, 1), "{notation}\n{text}");
            }
        }
    }
}

/// The lines after a line that begins something else are read.
#[test]
fn headers_and_foreign_lines_are_one_error_each() {
    let outcomes = |text: &str| -> Vec<String> {
        let items = Reader::new(text.as_bytes());
        items
            .map(|item| item.map_or_else(|error| error.to_string(), |record| record.line.to_string()))
            .collect()
    };
    let foreign = "expected a puzzle in a notation";
    let nine = "53..7....\n".repeat(9);
    for (line, message) in [
        ("[State]", "2:1: found '[State]', expected the section [Puzzle]".to_owned()),
        ("[", "2:1: found '[', expected the section [Puzzle]".to_owned()),
        ("[Notes]", "2:1: found '[Notes]', expected the section [Puzzle]".to_owned()),
        ("[Puzzle]", "3:1: found another record, expected the rows of a grid".to_owned()),
        ("Grid 01", "3:1: found another record, expected the rows of a grid".to_owned()),
        ("{", format!("2:1: found '{{', {foreign}")),
        (r#"{"puzzle": "1"}"#, format!("2:1: found '{{\"puzzle\": \"1\"}}', {foreign}")),
        (".Cage~3~R1C1~R1C2", format!("2:1: found '.Cage~3~R1C1~R1C2', {foreign}")),
        ("HTTP://a.b/", format!("2:1: found 'HTTP://a.b/', {foreign}")),
        ("-b 9 -c x", format!("2:1: found '-b 9 -c x', {foreign}")),
        ("--blank 9", format!("2:1: found '--blank 9', {foreign}")),
        ("sclN4IgdghgtgpiBcIA", format!("2:1: found 'sclN4IgdghgtgpiBcIA', {foreign}")),
    ] {
        let text = format!("{SAMPLE}\n{line}\n{}", format!("{SAMPLE}\n").repeat(100));
        let mut expected: Vec<String> = (3..103).map(|line| line.to_string()).collect();
        expected.splice(0..0, ["1".to_owned(), message.clone()]);
        assert_eq!(outcomes(&text), expected, "{line}");
        // The same holds after a grid, and within a grid, which then lacks rows.
        let found = outcomes(&format!("{nine}{line}\n{SAMPLE}\n"));
        assert_eq!((found.len(), &*found[0], &*found[2]), (3, "1", "11"), "{line} {found:?}");
        let found = outcomes(&format!("{}{line}\n{SAMPLE}\n", &nine[10..]));
        assert_eq!((found.len(), &*found[2]), (3, "10"), "{line} {found:?}");
    }
    // The state belongs to its puzzle, even if the puzzle cannot be read. Other sections do not.
    let state = format!("[Puzzle]\n{nine}[State]\n{nine}");
    assert_eq!(outcomes(&format!("{state}[Notes]\n{SAMPLE}\n")).len(), 3);
    let broken = state.replacen('5', "?", 1);
    assert_eq!(outcomes(&format!("{broken}{SAMPLE}\n"))[1..], ["21"]);
    // Callers can get the line of such an error.
    let mut reader = Reader::new(&b"{\n}\n1234\n3412\n2143\n4321\n"[..]);
    assert_eq!(reader.next().unwrap().unwrap_err().kind(), ParseErrorKind::Foreign);
    assert_eq!(reader.next_line(), Some(Ok((1, "{".to_owned()))));
    let line = reader.next_line().unwrap();
    assert_eq!(line, Ok((2, "}".to_owned())));
    reader.give_back(line);
    assert_eq!(reader.next_line(), Some(Ok((2, "}".to_owned()))));
    assert_eq!(reader.next().unwrap().unwrap().line, 3);
    // A broken grid of a different shape loses only its rows.
    let rectangle = Shape::rectangle(2, 3).unwrap().with_values(1, 6).unwrap();
    let text = format!("12?\n45.\n{}", "123\n45.\n".repeat(3));
    let options = ReadOptions { notation: None, shape: Some(rectangle) };
    let lines =
        Reader::with_options(text.as_bytes(), options).filter_map(Result::ok).map(|record| record.line);
    assert_eq!(lines.collect::<Vec<_>>(), [3, 5, 7]);
}

/// A line of a different length does not form a grid with the one-line puzzles after it. Neither does one of these
/// lines if a clue in it is too large.
#[test]
fn lines_in_no_notation_are_one_error_each() {
    for size in [4, 5, 6, 7, 8] {
        let shape = Shape::usual(size).unwrap();
        for options in [ReadOptions::default(), ReadOptions { notation: None, shape: Some(shape) }] {
            let puzzles: Vec<String> = (1..40).map(|seed| line_of(&scattered(shape, seed))).collect();
            let wrong = format!("Z{}", ".".repeat(size * size - 1));
            for bad in ["foo", "my puzzles:", "a b c", &wrong] {
                for place in [0, 2, 30] {
                    let mut lines: Vec<&str> = puzzles.iter().map(String::as_str).collect();
                    lines.insert(place, bad);
                    let items: Vec<_> = Reader::with_options(lines.join("\n").as_bytes(), options).collect();
                    let found: Vec<String> =
                        items.iter().flatten().map(|record| line_of(&record.puzzle)).collect();
                    assert_eq!(found, puzzles, "{size} {options:?} {bad} {place}");
                    assert_eq!(items.len(), puzzles.len() + 1, "{size} {options:?} {bad} {place}");
                }
            }
        }
    }
}

#[test]
fn an_input_error_ends_the_reading() {
    struct FailingReader(bool);
    impl std::io::Read for FailingReader {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if self.0 {
                return Err(std::io::Error::other("unplugged"));
            }
            self.0 = true;
            buffer[..2].copy_from_slice(b"53");
            Ok(2)
        }
    }
    let records: Vec<_> = Reader::new(std::io::BufReader::new(FailingReader(false))).take(5).collect();
    assert_eq!(records.len(), 1);
    let error = records[0].as_ref().unwrap_err();
    assert_eq!(error.to_string(), "1:1: found an input error 'unplugged', expected readable input");
    assert_eq!(error.kind(), ParseErrorKind::Io);
}

#[test]
fn jigsaw_layouts() {
    let latin = Shape::latin(4).unwrap();
    let rule = parse_regions("# four\n+----+\n|aabb|\n|aacb|\n|dccb|\n|dddc|\n+----+\n", latin).unwrap();
    assert_eq!(rule, Rule::regions(latin, b"aabbaacbdccbdddc").unwrap());
    assert_eq!(parse_regions("aabbaacbdccbdddc", latin).unwrap(), rule);
    let refused = |text: &str, shape| parse_regions(text, shape).unwrap_err().in_file("j").to_string();
    assert_eq!(refused("", latin), "j:1:1: found no layout, expected 16 cells");
    assert_eq!(
        refused("aabb\naacb\ndccb\ndd", latin),
        "j:4:3: found 14 cells, expected 16, one character each"
    );
    assert_eq!(
        refused("aabb\naacb\ndccb\ndddcc", latin),
        "j:4:5: found 'c' after the last cell, expected 16 cells, one character each"
    );
    assert_eq!(
        refused("aabb\naaab\ndccb\ndddc", latin),
        "j:2:3: found a cell beyond the 4 of region 'a', expected 4 cells per region"
    );
    assert_eq!(
        refused("aabb\naaeb\ndccb\ndddc", latin),
        "j:2:3: found region 'e' of 1, expected 4 cells per region"
    );
    let boxes = Shape::usual(4).unwrap();
    assert_eq!(
        refused("aabbaacbdccbdddc", boxes),
        "j:1:1: found jigsaw regions in a grid with boxes, expected a grid without boxes"
    );
}

#[test]
fn notations_are_found_by_name() {
    for notation in Notation::ALL {
        assert_eq!(notation.name().parse(), Ok(notation));
        assert!(!notation.description().is_empty());
    }
    let error = "nonsense\n".parse::<Notation>().unwrap_err().to_string();
    assert!(error.starts_with("found 'nonsense\\n', expected one of line candidates "), "{error}");
}

#[test]
fn all_shared_puzzles_are_read() {
    let files = [
        ("puzzles/easy.txt", 20_000, 9),
        ("puzzles/euler50.txt", 50, 9),
        ("puzzles/hardest_1106.txt", 185, 9),
        ("puzzles/hardest_11plus.txt", 12_000, 9),
        ("puzzles/magictour_top1465.txt", 700, 9),
        ("puzzles/multi_solution.txt", 5_000, 9),
        ("puzzles/random_minimal.txt", 20_000, 9),
        ("puzzles/seventeen_clue.txt", 24_000, 9),
        ("puzzles/top95.txt", 95, 9),
        ("large/n3x4.txt", 15, 12),
        ("large/n4.txt", 15, 16),
        ("large/n5.txt", 25, 25),
        ("large/n6.txt", 30, 36),
        ("large/n7.txt", 30, 49),
        ("large/n8.txt", 35, 64),
        ("large/proper16.txt", 10, 16),
        ("large/proper25.txt", 5, 25),
        ("hodoku/reglib_dev.txt", 582, 9),
    ];
    for (name, count, n) in files {
        let Some(bytes) = shared_bytes(name) else { continue };
        let mut read = 0;
        for record in Reader::new(&bytes[..]) {
            let record = record.unwrap_or_else(|error| panic!("{}", error.in_file(name)));
            assert_eq!(record.puzzle.shape().digits(), n, "{name}:{}", record.line);
            assert_eq!(record.clue_conflict(), None, "{name}:{}", record.line);
            read += 1;
        }
        assert_eq!(read, count, "{name}");
    }
}

#[test]
fn the_shared_library_round_trips() {
    let Some(text) = shared("hodoku/reglib_dev.txt") else { return };
    let mut written = String::new();
    let mut writer = Writer::new(Notation::Library);
    for record in Reader::new(text.as_bytes()) {
        writer.record(&record.unwrap(), &mut written).unwrap();
    }
    let cases: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    // Negative cases lack the last field, but it is always written.
    let alike = |(written, case): &(&str, &str)| written == case || written.strip_suffix(':') == Some(*case);
    assert_eq!(written.lines().zip(cases.iter().copied()).find(|pair| !alike(pair)), None);
    assert_eq!(written.lines().count(), cases.len());
}

/// Text that is similar enough to puzzles to pass the first checks.
fn puzzling() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[0-9.xX*_ ]{0,12}",
        2 => "[1-9A-Za-z.]{9}",
        1 => "[0-9.]{81}",
        1 => "[0-9]{1,2}( [0-9]{1,2}){0,20}",
        1 => "[0-9,+:|# -]{0,40}",
        1 => Just("Grid 01".to_owned()),
        1 => Just("[Puzzle]".to_owned()),
        1 => Just("[State]".to_owned()),
        1 => Just("+---+---+".to_owned()),
        1 => "\\PC{0,6}",
        1 => Just(":0300:12:".to_owned()),
        1 => Just(String::new()),
    ];
    let end = prop_oneof![3 => Just("\n"), 1 => Just(""), 1 => Just("\r\n"), 1 => Just("|"), 1 => Just(",")];
    proptest::collection::vec((piece, end), 0..60)
        .prop_map(|pieces| pieces.into_iter().flat_map(|(piece, end)| [piece, end.to_owned()]).collect())
}

fn any_options() -> impl Strategy<Value = ReadOptions> {
    let notation = proptest::option::of(proptest::sample::select(Notation::ALL.to_vec()));
    let shape = (1..=64_usize, any::<bool>());
    (notation, proptest::option::weighted(0.3, shape)).prop_map(|(notation, shape)| ReadOptions {
        notation,
        shape: shape.and_then(|(n, latin)| if latin { Shape::latin(n) } else { Shape::usual(n) }),
    })
}

/// Reads everything. Each record and error must be usable.
fn exhaust(bytes: &[u8], options: ReadOptions) {
    let lines = bytes.split(|&b| b == b'\n').count();
    let mut items = 0;
    for item in Reader::with_options(bytes, options) {
        items += 1;
        match item {
            Ok(record) => {
                let cell = Cell::new(record.puzzle.shape().cells() - 1);
                let (line, column) = record.position(cell);
                assert!(line >= 1 && line <= lines && column >= 1);
                if let Some(error) = record.clue_conflict() {
                    assert_eq!(error.to_string().lines().count(), 1);
                }
                let mut text = String::new();
                for notation in Notation::ALL {
                    let _ = Writer::new(notation).record(&record, &mut text);
                }
            }
            Err(error) => {
                let text = error.to_string();
                assert!(text.lines().count() == 1 && text.chars().count() < 400, "{text}");
                assert!(!text.chars().any(char::is_control), "{text:?}");
                assert!(error.line() >= 1 && error.line() <= lines && error.column() >= 1, "{text}");
            }
        }
    }
    assert!(items >= 1 && items <= lines + 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(testing::cases(ProptestConfig::default().cases as usize) as u32))]

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2000), options in any_options()) {
        exhaust(&bytes, options);
        if let Ok(text) = std::str::from_utf8(&bytes) {
            let _ = text.parse::<Puzzle>();
        }
    }

    #[test]
    fn no_puzzling_text_panics(text in puzzling(), options in any_options(), cut in any::<proptest::sample::Index>()) {
        exhaust(text.as_bytes(), options);
        let mut bytes = text.into_bytes();
        let at = cut.index(bytes.len() + 1);
        bytes.insert(at, 0xff);
        exhaust(&bytes, options);
        for n in [4, 9] {
            let _ = parse_regions(&String::from_utf8_lossy(&bytes), Shape::latin(n).unwrap());
        }
    }

    #[test]
    fn damaged_texts_do_not_panic(
        n in proptest::sample::select(vec![4_usize, 6, 9, 12, 16, 36, 64]),
        notation in proptest::sample::select(Notation::ALL.to_vec()),
        hits in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 0..4),
        end in any::<proptest::sample::Index>(),
    ) {
        let shape = Shape::usual(n).unwrap();
        if notation.fits(shape) {
            let mut bytes = text_of(notation, &scattered(shape, 3)).into_bytes();
            for (at, byte) in hits {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            bytes.truncate(end.index(bytes.len() + 1));
            exhaust(&bytes, ReadOptions::default());
            exhaust(&bytes, ReadOptions { notation: Some(notation), shape: Some(shape) });
        }
    }

    #[test]
    fn random_puzzles_round_trip(
        n in 2..=36_usize,
        cells in proptest::collection::vec(proptest::option::weighted(0.4, 0..36_usize), 36 * 36),
        notation in proptest::sample::select(vec![
            Notation::Line, Notation::Integers, Notation::Grid, Notation::Euler, Notation::Sdk, Notation::Ss,
            Notation::Candidates,
        ]),
    ) {
        let shape = Shape::usual(n).unwrap();
        let digits: Vec<Option<Digit>> = cells[..n * n].iter().map(|cell| cell.map(|i| Digit::from_index(i % n))).collect();
        let puzzle = Puzzle::with_givens(shape, &digits);
        let text = text_of(notation, &puzzle);
        let record = parse_one(&text, &ReadOptions { notation: Some(notation), shape: Some(shape) });
        prop_assert_eq!(record.unwrap().puzzle, puzzle);
    }
}
