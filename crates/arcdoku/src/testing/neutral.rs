//! Neutral test data: lines with answers that every engine and strategy must return.
//!
//! ```text
//! 2x2 | diagonals | 1...............:12: !csp too slow here
//! latin5 | regions 1122311... | ................:1:1234...
//! 3x3 | - | 53..7....6..195...:1:534...
//! 2x2 | cage 5: r1c1 r1c2; thermo: r2c1 r2c2 | ................:24:
//! ```
//!
//! A shape is `ROWSxCOLS` of a box, or `latinN`. Rules are the texts of [`Rule`], separated by `;`, or `-` for only
//! the rules of the shape. Then comes `puzzle:count:solution`, with symbols 1 to 9 and A to Z; the solution is given
//! if the count is 1. `!name`, followed by a reason, excludes a strategy on this line. Everything after `#` is a
//! remark.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::grid::{Digit, Shape};
use crate::puzzle::{Puzzle, Rule, Solution};

/// One line of neutral data.
#[derive(Clone, Debug)]
pub struct Case {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The number of its solutions.
    pub count: u128,
    /// The solution, if it is the only one.
    pub solution: Option<Solution>,
    /// The strategies that are not run on it, each with the reason.
    pub excluded: Vec<(String, String)>,
    /// File and line.
    pub place: String,
}

impl Case {
    /// Whether the strategy `name` is excluded.
    pub fn excludes(&self, name: &str) -> bool {
        self.excluded.iter().any(|(excluded, _)| excluded == name)
    }
}

/// The root of the workspace.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The bytes of a third-party file that is not part of the repository. `name` is its path below the folder `data` of
/// the folder in the environment variable `ARCDOKU_SHARED`. If the file cannot be read, prints one line, which begins
/// with `skipped: `, and returns `None`.
#[expect(clippy::print_stdout, reason = "a skipped test prints a line")]
pub fn shared_bytes(name: &str) -> Option<Vec<u8>> {
    let folder = std::env::var_os("ARCDOKU_SHARED");
    let why = if folder.is_some() { "does not contain it" } else { "is not set" };
    let bytes = folder.and_then(|folder| std::fs::read(Path::new(&folder).join("data").join(name)).ok());
    if bytes.is_none() {
        println!("skipped: data/{name}, as ARCDOKU_SHARED {why}");
    }
    bytes
}

/// The text of a third-party file. See [`shared_bytes`].
///
/// # Panics
/// If the file is not UTF-8.
pub fn shared(name: &str) -> Option<String> {
    shared_bytes(name).map(|bytes| String::from_utf8(bytes).unwrap_or_else(|error| panic!("{name}: {error}")))
}

/// The lines of the file `name` of `testdata`.
///
/// # Panics
/// If the file is missing or a line is malformed; the message names it.
pub fn read(name: &str) -> Vec<Case> {
    let path = workspace().join("testdata").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(number, line)| {
            let place = format!("{name}:{}", number + 1);
            case(line, &place).unwrap_or_else(|| panic!("{place}: malformed: {line}"))
        })
        .collect()
}

/// Reads one line.
fn case(line: &str, place: &str) -> Option<Case> {
    let line = line.split('#').next()?.trim();
    let (data, exclusions) = line.split_once('!').unwrap_or((line, ""));
    let [shape, rules, answer] = <[&str; 3]>::try_from(data.split('|').collect::<Vec<_>>()).ok()?;
    let shape = read_shape(shape.trim())?;
    let [givens, count, solution] =
        <[&str; 3]>::try_from(answer.trim().split(':').collect::<Vec<_>>()).ok()?;
    let mut puzzle = Puzzle::with_givens(shape, &grid(givens, shape)?);
    for rule in rules.split(';').filter(|rule| rule.trim() != "-") {
        puzzle = puzzle.with_rule(Rule::parse(rule, shape).ok()?);
    }
    let count = count.parse().ok()?;
    let solution = match count {
        1 => Some(Solution::new(grid(solution, shape)?.into_iter().collect::<Option<Vec<Digit>>>()?)),
        _ => None,
    };
    let excluded = exclusions
        .split('!')
        .filter(|text| !text.is_empty())
        .map(|text| text.trim().split_once(' ').map(|(name, why)| (name.to_owned(), why.to_owned())))
        .collect::<Option<Vec<_>>>()?;
    Some(Case { puzzle, count, solution, excluded, place: place.to_owned() })
}

/// The line of a puzzle with its answer; [`read`] reads it.
pub fn line(puzzle: &Puzzle, count: u128, solution: Option<&Solution>) -> String {
    let shape = puzzle.shape();
    let mut text = match shape.box_size() {
        Some((rows, cols)) => format!("{rows}x{cols} | "),
        None => format!("latin{} | ", shape.digits()),
    };
    let of_the_shape = Puzzle::new(shape);
    let rules = puzzle.rules().iter().filter(|rule| !of_the_shape.rules().contains(rule));
    let rules: Vec<String> = rules.map(ToString::to_string).collect();
    text += &if rules.is_empty() { "-".to_owned() } else { rules.join("; ") };
    let symbols = |grid: &mut dyn Iterator<Item = Option<Digit>>| grid.map(symbol).collect::<String>();
    let givens = symbols(&mut puzzle.givens().iter().copied());
    let solution = solution.map(|grid| symbols(&mut grid.digits().iter().copied().map(Some)));
    let _ = write!(text, " | {givens}:{count}:{}", solution.unwrap_or_default());
    text
}

fn read_shape(text: &str) -> Option<Shape> {
    if let Some(n) = text.strip_prefix("latin") {
        return Shape::latin(n.parse().ok()?);
    }
    let (rows, cols) = text.split_once('x')?;
    Shape::boxes(rows.parse().ok()?, cols.parse().ok()?)
}

/// The cells of a text with one symbol per cell.
///
/// This does not use [`format`](crate::puzzle::format), so tests of the readers do not depend on the readers.
pub fn grid(text: &str, shape: Shape) -> Option<Vec<Option<Digit>>> {
    let cells: Vec<Option<Digit>> = text
        .chars()
        .map(|symbol| match symbol {
            '.' | '0' => Some(None),
            _ => {
                let digit = Digit::new(symbol.to_digit(36)? as u8)?;
                (digit.index() < shape.digits()).then_some(Some(digit))
            }
        })
        .collect::<Option<_>>()?;
    (cells.len() == shape.cells()).then_some(cells)
}

fn symbol(digit: Option<Digit>) -> char {
    digit
        .and_then(|digit| char::from_digit(digit.get().into(), 36))
        .map_or('.', |symbol| symbol.to_ascii_uppercase())
}
