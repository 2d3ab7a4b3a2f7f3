//! The body of the fuzz target for formats.

use std::ops::ControlFlow;

use arcdoku::search::SearchEnd;
use arcdoku::testing::fuzz::small_puzzle;
use arcdoku::{Limits, Puzzle, Rule, Solution, Solver};
use arcdoku_exchange::{About, Format, Policy};

/// The largest number of solutions that are compared.
const SOLUTIONS: usize = 200;

/// Reads `bytes` in each format, alone and compressed, or writes a small puzzle with random rules in each format and
/// reads it again.
///
/// # Panics
/// If the text of a rule of a puzzle cannot be read, or if a written puzzle is read as a different puzzle.
pub(crate) fn formats_agree(bytes: &[u8]) {
    let Some((&kind, bytes)) = bytes.split_first() else { return };
    if kind.is_multiple_of(4) {
        let mut bytes = bytes.iter().copied();
        let puzzle = small_puzzle(&mut move || bytes.next().map_or(0, usize::from));
        write_all(&puzzle);
        return;
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let text = match kind % 4 {
        1 => text.to_owned(),
        2 => format!("scl{}", lz_str::compress_to_base64(text)),
        _ => {
            let packed = miniz_oxide::deflate::compress_to_vec(bytes, 1);
            let packed = base64(&packed);
            format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}")
        }
    };
    let _ = Format::detect(&text);
    for format in Format::ALL {
        for partial in [false, true] {
            let policy = Policy { partial, ..Policy::default() };
            match format.read(&text, &policy) {
                Ok(import) => written(&import.puzzle),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}

/// Writes the rules of a puzzle as text, and reads them.
fn written(puzzle: &Puzzle) {
    let shape = puzzle.shape();
    for rule in puzzle.rules() {
        let text = rule.to_string();
        match Rule::parse(&text, shape) {
            Ok(read) => assert_eq!(read, *rule, "{text}"),
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

/// Writes a puzzle in each format that can express it, and compares its solutions with the solutions of the puzzle
/// that is read.
fn write_all(puzzle: &Puzzle) {
    let expected = solutions(puzzle);
    for format in Format::ALL.iter().filter(|format| format.is_written()) {
        let Ok(text) = format.write(puzzle, &About::default()) else { continue };
        let import = match format.read(&text, &Policy::default()) {
            Ok(import) => import,
            Err(error) => panic!("{puzzle:?} is written as {text}: {error}"),
        };
        assert_eq!(import.puzzle.shape().text(), puzzle.shape().text(), "{text}");
        let found = solutions(&import.puzzle);
        let is_known = expected.is_some() && found.is_some();
        assert!(!is_known || found == expected, "{puzzle:?} is written as {text}: {:?}", import.puzzle);
    }
}

/// All solutions in order; `None` if there are too many, or if they take too long.
fn solutions(puzzle: &Puzzle) -> Option<Vec<Solution>> {
    let mut found = Vec::new();
    let (end, _) = Solver::new().solutions(puzzle, &Limits::NONE.with_nodes(5_000), |solution| {
        found.push(solution);
        if found.len() < SOLUTIONS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found.sort_unstable();
    (end == SearchEnd::Complete).then_some(found)
}

/// Base64 with padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const SYMBOLS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits =
            (0..3).fold(0_usize, |bits, i| bits << 8 | usize::from(group.get(i).copied().unwrap_or(0)));
        for i in 0..4 {
            let symbol = char::from(SYMBOLS[bits >> (18 - 6 * i) & 63]);
            text.push(if i <= group.len() { symbol } else { '=' });
        }
    }
    text
}

#[test]
fn inputs() {
    arcdoku::testing::fuzz::each_input("formats_agree", 300, formats_agree);
}
