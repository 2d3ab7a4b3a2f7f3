//! The text of a rule in pieces, for writers: its name, its words, and its lists of cells.

use arcdoku::puzzle::{RulePieces, RuleTerm};
use arcdoku::{Rule, Shape};

/// A rule as `NAME WORDS: CELLS / CELLS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spelled {
    pub(crate) name: String,
    /// Words between the name and the colon; a rule in brackets is one word, without them.
    pub(crate) words: Vec<String>,
    pub(crate) lists: Vec<Vec<usize>>,
}

impl Spelled {
    pub(crate) fn of(rule: &Rule, shape: Shape) -> Option<Self> {
        let RulePieces { words, lists } = rule.pieces();
        let cells = |list: Vec<RuleTerm>| -> Option<Vec<usize>> {
            list.into_iter().map(|term| Some(shape.cell_named(term.cell)?.index())).collect()
        };
        let lists = lists.into_iter().map(cells).collect::<Option<_>>()?;
        Some(Self { name: rule.name().to_owned(), words: words.into_iter().map(unwrapped).collect(), lists })
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

/// A word without the brackets around a rule. A set of characters of a regular expression stands between other signs, or
/// has no blank.
fn unwrapped(word: String) -> String {
    let inner = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
    let inner = inner.filter(|inner| inner.contains([' ', ':']) || inner.starts_with("anti"));
    inner.map(str::to_owned).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::Spelled;
    use arcdoku::{Rule, Shape};

    #[test]
    fn texts_in_pieces() {
        let read = |text: &str| Spelled::of(&text.parse().unwrap(), Shape::CLASSIC).unwrap();
        let sum = read("sum = 5: r1c1 -r1c2 2*r1c3");
        assert_eq!((sum.words.join(" "), sum.cells()), ("= 5".into(), &[0, 1, 2][..]));
        let choice = read("or [thermo: r1c1 r1c2] [and [cage 10: r1c1 r2c1] [one-of 3: r4c4]]");
        assert_eq!(choice.words, ["thermo: r1c1 r1c2", "and [cage 10: r1c1 r2c1] [one-of 3: r4c4]"]);
        assert_eq!(read("equal-sums: r1c1 / r1c2 r1c3").lists, [vec![0], vec![1, 2]]);
        assert_eq!(read("white-dot: r1c1 r1c2 / r2c1 r2c2").pairs(), [(0, 1), (9, 10)]);
        assert_eq!(read("regex [1-5]*: r1c1").words, ["[1-5]*"]);
        let outside: Rule = "thermo: r1c1 r10c1".parse().unwrap();
        assert!(Spelled::of(&outside, Shape::CLASSIC).is_none());
    }
}
