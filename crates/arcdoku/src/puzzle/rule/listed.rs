//! Rules whose text consists of words and lists of cells: `NAME WORDS: CELLS / CELLS`.
//!
//! A [`Kind`] describes such a rule in a row of a table: its name, the allowed contents of its text, and how it is
//! reduced to constraints. A [`Listed`] is an instance of a kind: its parsed text. The tables are in `family/`, and
//! in `macros.txt` for rules that are composed of others.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use super::constraint::Constraint;
use super::definition::RuleError;
use super::text::{RuleTerm, RuleText};
use crate::grid::{Cell, CellName, Digit, DigitSet, Shape};
use crate::puzzle::error::{ParseError, quoted};
use crate::puzzle::relation::{Comparison, Linear, Relation};

/// A kind of rule with words and lists of cells.
#[derive(Debug)]
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// The text of an example.
    pub(super) example: &'static str,
    /// The meaning in one sentence.
    pub(super) summary: &'static str,
    /// How setters draw the rule.
    pub(super) style: &'static str,
    /// The least and the greatest number of words.
    pub(super) words: (usize, usize),
    /// The least and the greatest number of lists of cells.
    pub(super) lists: (usize, usize),
    /// The least number of cells of a list.
    pub(super) least: usize,
    /// The greatest number of cells of a list.
    pub(super) most: usize,
    /// Whether cells may have coefficients.
    pub(super) weighted: bool,
    pub(super) reduction: Reduction,
}

/// How a rule is reduced to constraints.
#[derive(Debug)]
pub(super) enum Reduction {
    Code(fn(&Reducer<'_>) -> Reduced),
    /// By the texts of other rules, with placeholders: see `macros.txt`.
    Text(Template),
}

/// The expansion of a composed rule.
#[derive(Debug)]
pub(super) struct Template {
    /// The names of the words, with the default text of words that may be left out.
    pub(super) parameters: Vec<(&'static str, Option<&'static str>)>,
    pub(super) lines: Vec<&'static str>,
}

pub(super) type Reduced = Result<Vec<Constraint>, RuleError>;

/// No limit of words or lists.
pub(super) const ANY: usize = usize::MAX;

impl Kind {
    /// A rule with one list of at least one cell and no words, drawn in `style`.
    pub(super) const fn new(
        name: &'static str,
        example: &'static str,
        summary: &'static str,
        style: &'static str,
        code: fn(&Reducer<'_>) -> Reduced,
    ) -> Self {
        let reduction = Reduction::Code(code);
        let (words, lists) = ((0, 0), (1, 1));
        Self { name, example, summary, style, words, lists, least: 1, most: ANY, weighted: false, reduction }
    }

    pub(super) const fn words(mut self, least: usize, most: usize) -> Self {
        self.words = (least, most);
        self
    }

    pub(super) const fn lists(mut self, least: usize, most: usize) -> Self {
        self.lists = (least, most);
        self
    }

    /// The same kind, with at least `least` cells in a list.
    pub(super) const fn cells(mut self, least: usize) -> Self {
        self.least = least;
        self
    }

    pub(super) const fn weighted(mut self) -> Self {
        self.weighted = true;
        self
    }
}

/// A rule whose text consists of words and lists of cells.
#[derive(Clone)]
pub struct Listed {
    kind: &'static Kind,
    words: Arc<[Box<str>]>,
    lists: Arc<[Box<[RuleTerm]>]>,
    /// The constraints for the first shape that the rule was found to fit. They are kept because they are needed again
    /// whenever a puzzle is read, solved or checked.
    kept: Arc<OnceLock<(Shape, Arc<[Constraint]>)>>,
}

impl PartialEq for Listed {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.kind, other.kind) && self.words == other.words && self.lists == other.lists
    }
}

impl Eq for Listed {}

impl Hash for Listed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.kind.name, &self.words, &self.lists).hash(state);
    }
}

impl fmt::Debug for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        self.write(f)
    }
}

impl Listed {
    pub(super) fn read(kind: &'static Kind, text: &mut RuleText<'_>) -> Result<Self, ParseError> {
        let words = text.words().into_iter().map(Into::into).collect();
        let lists = if text.has_colon() { text.lists(kind.least == 0)? } else { Vec::new() };
        let lists = lists.into_iter().map(Into::into).collect();
        Ok(Self { kind, words, lists, kept: Arc::default() })
    }

    /// The cached constraints for a shape, if the rule is known to fit it.
    pub(super) fn kept(&self, shape: Shape) -> Option<&Arc<[Constraint]>> {
        self.kept.get().filter(|(known, _)| *known == shape).map(|(_, constraints)| constraints)
    }

    /// Caches the constraints for a shape that the rule fits.
    pub(super) fn keep(&self, shape: Shape, constraints: Vec<Constraint>) {
        // This fails if the constraints for another shape are already kept.
        let _ = self.kept.set((shape, constraints.into()));
    }

    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.words.iter().try_for_each(|word| write!(f, " {word}"))?;
        for (i, list) in self.lists.iter().enumerate() {
            f.write_str(if i == 0 { ":" } else { " /" })?;
            for RuleTerm { coefficient, cell } in list {
                match coefficient {
                    1 => write!(f, " {cell}")?,
                    -1 => write!(f, " -{cell}")?,
                    _ => write!(f, " {coefficient}*{cell}")?,
                }
            }
        }
        Ok(())
    }

    pub(super) fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// The error of a rule that fits the shape, although no digits obey it.
    pub(super) fn impossible(&self, shape: Shape) -> RuleError {
        let item = (!self.words.is_empty()).then_some(0);
        let found = format!(
            "{}, which no values from {} to {} obey",
            quoted(&self.to_string()),
            shape.least(),
            shape.greatest()
        );
        RuleError::new(item, found, "a rule that some values of the grid obey").impossible()
    }

    /// The name of the rule: the first word of its text.
    pub fn name(&self) -> &'static str {
        self.kind.name
    }

    /// The words between the name and the colon.
    pub fn words(&self) -> impl ExactSizeIterator<Item = &str> {
        self.words.iter().map(|word| &**word)
    }

    /// The cells of each list.
    pub fn lists(&self) -> impl ExactSizeIterator<Item = impl Iterator<Item = CellName>> {
        self.lists.iter().map(|list| list.iter().map(|term| term.cell))
    }

    /// The index of a cell among the items of the text.
    pub(super) fn item_of(&self, list: usize, place: usize) -> usize {
        self.words.len() + self.lists[..list].iter().map(|list| list.len()).sum::<usize>() + place
    }

    /// Returns an error if the number of words, lists or cells is not allowed, or a cell is outside of the grid.
    pub(super) fn check(&self, shape: Shape) -> Result<(), RuleError> {
        let Kind { words, lists, least, most, weighted, .. } = self.kind;
        let fits = |(least, most): (usize, usize), count| (least..=most).contains(&count);
        let expected = || format!("a rule like '{}'", self.kind.example);
        if !fits(*words, self.words.len()) {
            let item = self.words.len().min(words.1);
            let found = self.words.get(item).map_or("nothing".to_owned(), |word| quoted(word));
            return Err(RuleError::new(Some(item), found, expected()));
        }
        if !fits(*lists, self.lists.len()) {
            let item = self.item_of(self.lists.len().min(lists.1), 0);
            return Err(RuleError::new(
                Some(item),
                format!("{} lists of cells", self.lists.len()),
                expected(),
            ));
        }
        for (i, list) in self.lists.iter().enumerate() {
            if list.len() < *least {
                let found = format!("a list of {} cells", list.len());
                return Err(RuleError::new(
                    Some(self.item_of(i, list.len())),
                    found,
                    format!("at least {least} cells"),
                ));
            }
            if list.len() > *most {
                let found = format!("a list of {} cells", list.len());
                return Err(RuleError::new(Some(self.item_of(i, *most)), found, format!("{most} cells")));
            }
            for (place, term) in list.iter().enumerate() {
                let item = Some(self.item_of(i, place));
                if shape.cell_named(term.cell).is_none() {
                    let found = format!("{} in a grid of {shape}", term.cell);
                    return Err(RuleError::new(item, found, "a cell of the grid"));
                }
                if term.coefficient != 1 && !weighted {
                    return Err(RuleError::new(
                        item,
                        format!("the factor {}", term.coefficient),
                        "a cell without a factor",
                    ));
                }
            }
        }
        Ok(())
    }
}

/// The context of a reduction: the rule, the shape, and a function that reduces inner rules.
pub(super) struct Reducer<'a> {
    pub(super) rule: &'a Listed,
    pub(super) shape: Shape,
    /// Reduces the text of another rule.
    pub(super) reduce: &'a dyn Fn(&str) -> Result<Vec<Constraint>, ParseError>,
}

impl Reducer<'_> {
    /// The number of digits.
    pub(super) fn digits(&self) -> usize {
        self.shape.digits()
    }

    /// The value of the first digit minus 1.
    pub(super) fn offset(&self) -> i64 {
        i64::from(self.shape.least()) - 1
    }

    /// The rows and columns of the grid.
    pub(super) fn sides(&self) -> (usize, usize) {
        (self.shape.rows(), self.shape.columns())
    }

    /// The cells of each box.
    pub(super) fn boxes(&self) -> Vec<Vec<Cell>> {
        (0..self.shape.box_count()).map(|index| self.shape.box_cells(index).collect()).collect()
    }

    /// All pairs of cells whose distance is one of these steps: rows down and columns to the right.
    pub(super) fn pairs_apart(&self, steps: &[(usize, isize)]) -> Vec<[Cell; 2]> {
        let (rows, columns) = self.sides();
        let mut pairs = Vec::new();
        for (row, col) in (0..rows).flat_map(|row| (0..columns).map(move |col| (row, col))) {
            for &(down, across) in steps {
                let to = col.checked_add_signed(across).filter(|&to| to < columns && row + down < rows);
                pairs.extend(to.map(|to| [self.shape.cell(row, col), self.shape.cell(row + down, to)]));
            }
        }
        pairs
    }

    /// The value of a digit.
    pub(super) fn value(&self, digit: Digit) -> i64 {
        i64::from(digit.get()) + self.offset()
    }

    /// The least and the greatest value.
    pub(super) fn values(&self) -> (i64, i64) {
        (1 + self.offset(), self.digits() as i64 + self.offset())
    }

    /// The digit of a value.
    pub(super) fn digit(&self, value: i64) -> Option<Digit> {
        let number = u8::try_from(value - self.offset()).ok()?;
        Digit::new(number).filter(|digit| digit.index() < self.digits())
    }

    /// The digits whose values satisfy a condition.
    pub(super) fn where_value(&self, condition: impl Fn(i64) -> bool) -> DigitSet {
        DigitSet::all(self.digits()).iter().filter(|&digit| condition(self.value(digit))).collect()
    }

    pub(super) fn words(&self) -> &[Box<str>] {
        &self.rule.words
    }

    /// The words with their numbers.
    pub(super) fn numbered_words(&self) -> impl Iterator<Item = (usize, &str)> {
        self.rule.words().enumerate()
    }

    pub(super) fn terms(&self) -> &[Box<[RuleTerm]>] {
        &self.rule.lists
    }

    /// The number of lists.
    pub(super) fn lists(&self) -> usize {
        self.rule.lists.len()
    }

    /// The cells of a list.
    pub(super) fn list(&self, list: usize) -> Vec<Cell> {
        let terms = self.rule.lists.get(list).map_or(&[][..], |list| list);
        terms.iter().filter_map(|term| self.shape.cell_named(term.cell)).collect()
    }

    /// The cells of all lists, one after the other.
    pub(super) fn cells(&self) -> Vec<Cell> {
        (0..self.lists()).flat_map(|list| self.list(list)).collect()
    }

    /// A word as a number in a range, or `default` if the word is missing.
    pub(super) fn number(
        &self,
        word: usize,
        what: &str,
        (least, most): (i64, i64),
        default: Option<i64>,
    ) -> Result<i64, RuleError> {
        let Some(text) = self.words().get(word) else {
            return default.ok_or_else(|| self.refused(Some(word), "nothing", what));
        };
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| self.refused(Some(word), quoted(text), format!("{what} from {least} to {most}")))
    }

    /// The digits whose values are the words from index `from` on.
    pub(super) fn digits_named(&self, from: usize) -> Result<Vec<Digit>, RuleError> {
        let (least, most) = self.values();
        let named = |(word, text): (usize, &str)| {
            let digit = text.parse().ok().and_then(|value| self.digit(value));
            digit.ok_or_else(|| {
                self.refused(Some(word), quoted(text), format!("a value from {least} to {most}"))
            })
        };
        self.numbered_words().skip(from).map(named).collect()
    }

    /// Returns an error at a word or cell of the text.
    #[expect(clippy::unused_self, reason = "a statement about the rule that is reduced")]
    pub(super) fn refused(
        &self,
        item: Option<usize>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> RuleError {
        RuleError::new(item, found, expected)
    }

    /// Returns an error if a cell is listed twice or there are more cells than digits.
    pub(super) fn check_different(&self, list: usize) -> Result<(), RuleError> {
        let cells = self.list(list);
        if let Some(place) = (0..cells.len()).find(|&place| cells[..place].contains(&cells[place])) {
            let found = format!("{} again", self.shape.name(cells[place]));
            return Err(self.refused(Some(self.rule.item_of(list, place)), found, "each cell once"));
        }
        let most = self.digits();
        if cells.len() > most {
            let found = format!("a set of {} cells", cells.len());
            let item = self.rule.item_of(list, most);
            let expected = format!("at most {most} cells that hold different digits");
            return Err(self.refused(Some(item), found, expected).impossible());
        }
        Ok(())
    }

    /// The only constraint of the rule; its name is the text of the rule.
    pub(super) fn one(&self, cells: Vec<Cell>, relation: Relation) -> Reduced {
        Ok(vec![Constraint::new(self.rule.to_string(), cells, relation)])
    }

    /// One of several constraints; its name is the name of the rule and the cells.
    pub(super) fn piece(&self, cells: Vec<Cell>, relation: Relation) -> Constraint {
        Constraint::piece(self.rule.kind.name, self.shape, cells, relation)
    }

    /// The sum of the values of cells with coefficients, compared with a constant.
    pub(super) fn linear(
        &self,
        terms: &[(i32, Cell)],
        comparison: Comparison,
        constant: i64,
    ) -> (Vec<Cell>, Relation) {
        let weight: i64 = terms.iter().map(|&(coefficient, _)| i64::from(coefficient)).sum();
        let relation = Relation::Linear(Linear {
            coefficients: terms.iter().map(|&(coefficient, _)| coefficient).collect(),
            comparison,
            constant: constant - weight * self.offset(),
        });
        (terms.iter().map(|&(_, cell)| cell).collect(), relation)
    }
}
