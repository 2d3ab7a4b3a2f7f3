//! Boards that are drawn for people, and parsed again.

use arcdoku::grid::{Cell, Digit, DigitSet, Shape};
use arcdoku::puzzle::format::{
    ReadOptions, parse_one, parse_regions, write_board, write_pencilmarks, write_puzzle_board,
    write_puzzle_pencilmarks,
};
use arcdoku::puzzle::{Puzzle, Rule};

#[test]
fn boards_are_drawn_with_borders_and_labels() {
    let mut text = String::new();
    let latin = Shape::latin(3).unwrap();
    write_board(latin, |cell| Digit::new(cell.index() as u8 % 4), &mut text).unwrap();
    assert_eq!(text, "+-------+\n| . 1 2 |\n| 3 . 1 |\n| 2 3 . |\n+-------+\n");
    text.clear();
    write_board(Shape::usual(10).unwrap(), |cell| Digit::new(cell.index() as u8 % 11), &mut text).unwrap();
    assert_eq!(text.lines().next(), Some("+----------------+----------------+"));
    assert_eq!(text.lines().nth(1), Some("|  .  1  2  3  4 |  5  6  7  8  9 |"));
    assert_eq!(text.lines().nth(2), Some("| 10  .  1  2  3 |  4  5  6  7  8 |"));
    text.clear();
    let sets: Vec<DigitSet> = (0..16).map(DigitSet::from_bits).collect();
    write_pencilmarks(Shape::usual(4).unwrap(), &sets, &mut text).unwrap();
    let expected = "\
+--------+----------+
| !  1   | 2   12   |
| 3  13  | 23  123  |
+--------+----------+
| 4  14  | 24  124  |
| 34 134 | 234 1234 |
+--------+----------+
";
    assert_eq!(text, expected);
}

#[test]
fn regions_have_borders() {
    let read_back = |text: &str, shape: Shape| {
        let options = ReadOptions { notation: None, shape: Some(shape) };
        parse_one(text, &options).unwrap_or_else(|error| panic!("{error}\n{text}")).puzzle
    };
    let latin = Shape::latin(4).unwrap();
    // One region is disconnected. Each of its parts must have a border.
    let puzzle = Puzzle::new(latin).with_rule(parse_regions("aabb aacb dccb dddc", latin).unwrap());
    let digit = |cell: Cell| Digit::new(cell.index() as u8 % 5);
    let mut text = String::new();
    write_puzzle_board(&puzzle, digit, &mut text).unwrap();
    let expected = "\
+-------+-------+
| .   1 | 2   3 |
|       +---+   |
| 4   . | 1 | 2 |
+---+---+   |   |
| 3 | 4   . | 1 |
|   +-------+---+
| 2   3   4 | . |
+-----------+---+
";
    assert_eq!(text, expected);
    let digits: Vec<_> = (0..16).map(|i| digit(Cell::new(i))).collect();
    assert_eq!(read_back(&text, latin), Puzzle::with_givens(latin, &digits));
    text.clear();
    let sets: Vec<DigitSet> = (1..=16).map(|bits| DigitSet::from_bits(bits % 15 + 1)).collect();
    write_puzzle_pencilmarks(&puzzle, &sets, &mut text).unwrap();
    let expected = "\
+------------+----------+
| 2     12   | 3    13  |
|            +----+     |
| 23    123  | 4  | 14  |
+-----+------+    |     |
| 24  | 124    34 | 134 |
|     +-----------+-----+
| 234   1234   1  | 2   |
+-----------------+-----+
";
    assert_eq!(text, expected);
    let back = read_back(&text, latin);
    assert!((0..16).all(|i| back.admissible(Cell::new(i)) == sets[i]));
    // A puzzle without regions has the board of its shape.
    text.clear();
    write_puzzle_board(&Puzzle::new(Shape::CLASSIC), |_| None, &mut text).unwrap();
    assert!(text.starts_with("+-------+-------+-------+\n| . . . |"), "{text}");
    // The regions are rows. The larger grids need two characters per cell.
    for n in [1, 9, 10, 36, 64] {
        let latin = Shape::latin(n).unwrap();
        let map: Vec<u8> = (0..n * n).map(|i| (i / n) as u8).collect();
        let puzzle = Puzzle::new(latin).with_rule(Rule::regions(latin, &map).unwrap());
        let digits: Vec<_> = (0..n * n).map(|i| (i % 3 > 0).then(|| Digit::from_index(i % n))).collect();
        text.clear();
        write_puzzle_board(&puzzle, |cell| digits[cell.index()], &mut text).unwrap();
        assert_eq!(text.lines().count(), 2 * n + 1);
        let width = text.lines().next().map_or(0, str::len);
        assert!(text.lines().all(|line| line.len() == width), "{text}");
        assert_eq!(read_back(&text, latin), Puzzle::with_givens(latin, &digits), "{text}");
    }
}
