//! The text of a rule in pieces, for writers: its name, its words, and its lists of cells.

use arcdoku::grid::CellName;
use arcdoku::{Rule, Shape};

/// A rule as `NAME WORDS: CELLS / CELLS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spelled {
    pub(crate) name: String,
    /// Words between the name and the colon; a rule in brackets is one word, without them.
    pub(crate) words: Vec<String>,
    pub(crate) lists: Vec<Vec<usize>>,
    /// The factors of the cells of the first list.
    pub(crate) weights: Vec<i64>,
}

impl Spelled {
    pub(crate) fn of(rule: &Rule, shape: Shape) -> Option<Self> {
        Self::read(&rule.to_string(), shape)
    }

    pub(crate) fn read(text: &str, shape: Shape) -> Option<Self> {
        let (head, cells) = split(text);
        let mut words = words(head).into_iter();
        let name = words.next()?;
        let (mut lists, mut weights) = (Vec::new(), Vec::new());
        for (i, list) in cells.map(|cells| cells.split(['/', '|'])).into_iter().flatten().enumerate() {
            let mut cells = Vec::new();
            for term in list.split([' ', ',']).filter(|term| !term.is_empty()) {
                let (weight, cell) = match term.split_once('*') {
                    Some((weight, cell)) => (weight.parse().ok()?, cell),
                    None => term.strip_prefix('-').map_or((1, term), |cell| (-1, cell)),
                };
                cells.push(shape.cell_named(cell.parse::<CellName>().ok()?)?.index());
                if i == 0 {
                    weights.push(weight);
                }
            }
            lists.push(cells);
        }
        Some(Self { name, words: words.collect(), lists, weights })
    }

    /// The cells of the first list; none if there is no list.
    pub(crate) fn cells(&self) -> &[usize] {
        self.lists.first().map_or(&[], Vec::as_slice)
    }

    /// A word; empty if there are fewer.
    pub(crate) fn word(&self, index: usize) -> &str {
        self.words.get(index).map_or("", String::as_str)
    }

    /// The consecutive pairs of each list.
    pub(crate) fn pairs(&self) -> Vec<(usize, usize)> {
        self.lists.iter().flat_map(|list| list.windows(2).map(|pair| (pair[0], pair[1]))).collect()
    }
}

/// The text before and after the colon that is in no bracket.
fn split(text: &str) -> (&str, Option<&str>) {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            ':' if depth == 0 => return (&text[..at], Some(&text[at + 1..])),
            _ => {}
        }
    }
    (text, None)
}

/// Words separated by blanks outside of brackets.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut depth) = (String::new(), 0);
    for c in text.chars().chain([' ']) {
        match c {
            ' ' if depth == 0 => {
                if !word.is_empty() {
                    let inner = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
                    // A set of characters of a regular expression stands between other signs, or has no blank.
                    let inner = inner.filter(|inner| inner.contains([' ', ':']) || inner.starts_with("anti"));
                    words.push(inner.map_or_else(|| word.clone(), str::to_owned));
                    word.clear();
                }
            }
            c => {
                depth += i32::from(c == '[') - i32::from(c == ']');
                word.push(c);
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::Spelled;
    use arcdoku::Shape;

    #[test]
    fn texts_in_pieces() {
        let read = |text: &str| Spelled::read(text, Shape::CLASSIC).unwrap();
        let sum = read("sum = 5: r1c1 -r1c2 2*r1c3");
        assert_eq!(
            (sum.words.join(" "), sum.cells(), &sum.weights[..]),
            ("= 5".into(), &[0, 1, 2][..], &[1, -1, 2][..])
        );
        let choice = read("or [thermo: r1c1 r1c2] [and [cage 10: r1c1 r2c1] [one-of 3: r4c4]]");
        assert_eq!(choice.words, ["thermo: r1c1 r1c2", "and [cage 10: r1c1 r2c1] [one-of 3: r4c4]"]);
        assert_eq!(read("equal-sums: r1c1 / r1c2 r1c3").lists, [vec![0], vec![1, 2]]);
        assert_eq!(read("white-dot: r1c1 r1c2 / r2c1 r2c2").pairs(), [(0, 1), (9, 10)]);
        assert_eq!(read("regex [1-5]*: r1c1").words, ["[1-5]*"]);
        assert!(Spelled::read("thermo: r1c1 x", Shape::CLASSIC).is_none());
    }
}
