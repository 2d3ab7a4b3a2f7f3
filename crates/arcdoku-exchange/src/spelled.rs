//! The text of a rule in pieces, for writers: its name, its words, and its lists of cells.

use arcdoku::grid::Cell;
use arcdoku::puzzle::relation::Relation;
use arcdoku::puzzle::{RulePieces, RuleTerm};
use arcdoku::{Rule, Shape};

/// A rule as `NAME WORDS: CELLS / CELLS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spelled {
    pub(crate) name: String,
    /// Words between the name and the colon; a rule in brackets is one word, without the brackets.
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

    /// The cells of the first list; empty if there is no list.
    pub(crate) fn cells(&self) -> &[usize] {
        self.lists.first().map_or(&[], Vec::as_slice)
    }

    /// The word at an index; empty if there are fewer.
    pub(crate) fn word(&self, index: usize) -> &str {
        self.words.get(index).map_or("", String::as_str)
    }

    /// The consecutive pairs of each list.
    pub(crate) fn pairs(&self) -> Vec<(usize, usize)> {
        self.lists.iter().flat_map(|list| list.windows(2).map(|pair| (pair[0], pair[1]))).collect()
    }
}

/// Rules with one list of cells each that are equivalent to the rule; the rule itself if its lists belong together.
pub(crate) fn with_single_lists(rule: &Rule, shape: Shape) -> Vec<Rule> {
    let RulePieces { words, lists } = rule.pieces();
    let words: String = words.iter().flat_map(|word| [" ", word]).collect();
    // If a rule is valid without its lists, the lists are exempt pairs of a rule about all other cells.
    if lists.len() < 2 || Rule::parse(&format!("{}{words}", rule.name()), shape).is_ok() {
        return vec![rule.clone()];
    }
    let written = |terms: &[RuleTerm]| {
        let term = |term: &RuleTerm| match term.coefficient {
            1 => term.cell.to_string(),
            factor => format!("{factor}*{}", term.cell),
        };
        let cells: Vec<String> = terms.iter().map(term).collect();
        Rule::parse(&format!("{}{words}: {}", rule.name(), cells.join(" ")), shape).ok()
    };
    let meaning = |rules: &[Rule]| -> Vec<(Vec<Cell>, Relation)> {
        let constraints = rules.iter().flat_map(|rule| rule.constraints(shape));
        constraints.map(|constraint| (constraint.cells().to_vec(), constraint.relation().clone())).collect()
    };
    let whole = meaning(std::slice::from_ref(rule));
    let apart: Option<Vec<Rule>> = lists.iter().map(|list| written(list)).collect();
    let together = written(&lists.concat()).map(|rule| vec![rule]);
    [apart, together]
        .into_iter()
        .flatten()
        .find(|rules| meaning(rules) == whole)
        .unwrap_or_else(|| vec![rule.clone()])
}

/// A word without the brackets around a rule. A bracketed set of characters of a regular expression is kept: it is
/// next to other characters, or has no blank.
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
