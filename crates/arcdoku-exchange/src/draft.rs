//! A puzzle under construction: clues, candidates and rules from any format.

use arcdoku::grid::{Digit, DigitSet};
use arcdoku::{Puzzle, Rule, Shape};

use crate::drawing::Drawing;
use crate::error::{ReadError, quoted};
use crate::import::{About, Entered, Import, ImportError, Kind, Part, Policy, Report, Standing};
use crate::text;

/// The largest number of parts of a puzzle, which limits time and memory. The largest known puzzles have a few
/// hundred.
const MOST_PARTS: usize = 10_000;

/// The reason why a part is not a rule.
#[derive(Clone)]
pub(crate) struct Why {
    kind: Kind,
    words: String,
    /// What was found and what was expected, for a rule that does not fit the grid.
    misfit: Option<(String, String)>,
}

impl Why {
    /// A reason of a kind, in other words.
    pub(crate) fn of(kind: Kind, words: String) -> Self {
        Self { kind, words, misfit: None }
    }
}

impl From<Kind> for Why {
    fn from(kind: Kind) -> Self {
        Self { kind, words: kind.sentence().to_owned(), misfit: None }
    }
}

impl From<String> for Why {
    fn from(words: String) -> Self {
        Self { kind: Kind::Other, words, misfit: None }
    }
}

impl From<&str> for Why {
    fn from(words: &str) -> Self {
        words.to_owned().into()
    }
}

/// A puzzle under construction, with the report of its parts.
pub(crate) struct Draft {
    shape: Shape,
    givens: Vec<Option<Digit>>,
    rules: Vec<Rule>,
    domains: Vec<DigitSet>,
    report: Report,
    /// The information about the puzzle in the text.
    pub(crate) about: About,
    entered: Vec<(usize, Entered)>,
    /// What the text draws on the board.
    pub(crate) drawing: Drawing,
}

impl Draft {
    /// Creates a puzzle without rules.
    pub(crate) fn new(shape: Shape) -> Self {
        Self {
            shape,
            givens: vec![None; shape.cells()],
            rules: Vec::new(),
            domains: vec![DigitSet::all(shape.digits()); shape.cells()],
            report: Report::default(),
            about: About::default(),
            entered: Vec::new(),
            drawing: Drawing::default(),
        }
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether the report already has one part too many.
    fn is_full(&self) -> bool {
        self.report.parts.len() > MOST_PARTS
    }

    fn note(&mut self, what: &str, standing: Standing, why: impl Into<Why>) {
        if self.is_full() {
            return;
        }
        let Why { kind, words: detail, misfit } = why.into();
        self.report.parts.push(Part { what: what.to_owned(), standing, kind, misfit, detail });
    }

    /// Reports a part that is known to be a decoration, not a rule.
    pub(crate) fn decoration(&mut self, what: &str, why: impl Into<Why>) {
        self.note(what, Standing::Decoration, why);
    }

    /// The index of the last part of the report.
    pub(crate) fn last_part(&self) -> usize {
        self.report.parts.len().saturating_sub(1)
    }

    /// Whether a rule of a topic of sentences is known without its words.
    pub(crate) fn has_rule(&self, topic: &str) -> bool {
        let names: &[&str] = match topic {
            "killer" => &["cage"],
            "diagonal" => &["diagonals"],
            "region-sum" => &["equal-sums", "region-sum"],
            "arrow" => &["arrow", "pill-arrow"],
            topic => &[topic],
        };
        self.rules.iter().any(|rule| names.contains(&rule.name()))
    }

    /// Adds guessed rules, or reports them without adding them. Returns false if a rule does not fit the grid. Rules
    /// without a drawn part get a new part.
    pub(crate) fn guess(&mut self, topic: &str, texts: &[String], parts: &[usize], policy: &Policy) -> bool {
        let rules: Option<Vec<Rule>> =
            texts.iter().map(|text| Rule::parse(text, self.shape()).ok()).collect();
        let Some(rules) = rules.filter(|rules| rules.iter().all(|rule| rule.check(self.shape()).is_ok()))
        else {
            return false;
        };
        if parts.is_empty() {
            self.unknown(topic, Kind::DrawnRule);
        }
        let last = [self.last_part()];
        let standing = if policy.guess { Standing::Enforced } else { Standing::Guessed };
        for &part in if parts.is_empty() { &last } else { parts } {
            if let Some(part) = self.report.parts.get_mut(part) {
                (part.standing, part.detail) = (standing, texts.join("; "));
            }
        }
        if policy.guess {
            // A line and a rule in the data may be the same.
            let fresh: Vec<Rule> = rules.into_iter().filter(|rule| !self.rules.contains(rule)).collect();
            self.rules.extend(fresh);
        }
        true
    }

    /// Reports a part that repeats another part of the puzzle.
    pub(crate) fn repeated(&mut self, what: &str, of: &str) {
        self.note(what, Standing::Enforced, of);
    }

    /// Sets the rules in words of a drawing.
    pub(crate) fn words(&mut self, words: Option<String>) {
        self.report.words = words;
    }

    /// Adds the entries of a player in a cell. They are listed in the report, because they are not part of the
    /// puzzle.
    pub(crate) fn entered(&mut self, what: &str, cell: usize, entered: Entered) {
        let kind = if entered.value.is_some() { Kind::Entered } else { Kind::Marked };
        self.decoration(what, kind);
        match self.entered.last_mut().filter(|(last, _)| *last == cell) {
            Some((_, last)) => {
                last.value = last.value.or(entered.value);
                last.corner.extend(entered.corner);
                last.center.extend(entered.center);
            }
            None => self.entered.push((cell, entered)),
        }
    }

    /// Adds regions: as one rule if they divide the grid evenly, otherwise as sets of different digits.
    pub(crate) fn regions(&mut self, regions: &[Vec<usize>]) {
        let size = self.shape.digits();
        let mut numbers = vec![None; self.shape.grid_cells()];
        for (number, cells) in regions.iter().enumerate() {
            cells.iter().for_each(|&cell| numbers[cell] = Some(number));
        }
        let is_even = regions.len() == size && regions.iter().all(|cells| cells.len() == size);
        if is_even && self.shape.is_plain() && numbers.iter().all(Option::is_some) {
            return self.add("region", Rule::Regions(numbers[..].into()));
        }
        for cells in regions {
            if cells.len() > size {
                let found = format!("a region of {} cells in a grid of {size} digits", cells.len());
                self.unknown("region", found);
            } else if let Some(text) = text::all_different(self.shape, cells) {
                self.rule("region", &text);
            }
        }
    }

    /// Reports a part that is not understood.
    pub(crate) fn unknown(&mut self, what: &str, why: impl Into<Why>) {
        self.note(what, Standing::NotUnderstood, why);
    }

    /// Reports a part whose rule does not fit the grid.
    fn misfit(&mut self, what: &str, words: String, found: &str, expected: &str) {
        self.unknown(what, Why { misfit: Some((found.to_owned(), expected.to_owned())), ..words.into() });
    }

    /// Adds a rule by its text, for a part of the import.
    pub(crate) fn rule(&mut self, what: &str, text: &str) {
        if self.is_full() {
            return;
        }
        match Rule::parse(text, self.shape()) {
            Ok(rule) => self.add(what, rule),
            Err(error) => {
                let words = format!("{}: {error}", quoted(text));
                self.misfit(what, words, error.found(), error.expected());
            }
        }
    }

    /// Adds a rule, for a part of the import.
    pub(crate) fn add(&mut self, what: &str, rule: impl Into<Rule>) {
        if self.is_full() {
            return;
        }
        let rule = rule.into();
        if let Err(error) = rule.check(self.shape()) {
            let words = format!("'{rule}': {error}");
            return self.misfit(what, words, error.found(), error.expected());
        }
        self.note(what, Standing::Enforced, rule.name());
        self.rules.push(rule);
    }

    /// Adds a rule of the grid, which needs no line in the report.
    pub(crate) fn base(&mut self, rule: Rule) {
        if rule.check(self.shape()).is_ok() {
            self.rules.push(rule);
        }
    }

    /// Adds a rule for cells: its name with arguments, and the cells.
    pub(crate) fn line(&mut self, what: &str, rule: &str, cells: &[usize]) {
        let text = text::line(self.shape, rule, cells);
        self.rule(what, &text);
    }

    /// Adds lists of cells with equal sums.
    pub(crate) fn equal_sums(&mut self, what: &str, parts: &[&[usize]]) {
        match text::equal_sums(self.shape, parts) {
            Some(text) => self.rule(what, &text),
            None => self.decoration(what, "a line within one region"),
        }
    }

    /// Adds a rule for several lists of cells.
    pub(crate) fn lists(&mut self, what: &str, rule: &str, lists: &[&[usize]]) {
        let text = format!("{rule}: {}", text::lists(self.shape, lists.iter().copied()));
        self.rule(what, &text);
    }

    /// Adds a rule for all neighbors except the exempt pairs.
    pub(crate) fn except(&mut self, what: &str, rule: &str, exempt: &[(usize, usize)]) {
        let text = text::except(self.shape, rule, exempt);
        self.rule(what, &text);
    }

    /// The digit with a value; `None`, with a line in the report, if the grid has no such digit.
    fn digit(&mut self, what: &str, value: i32) -> Option<Digit> {
        let digit = self.shape().digit_of(value);
        if digit.is_none() {
            let (least, greatest) = (self.shape().least(), self.shape().greatest());
            self.unknown(what, format!("the value {value} in a grid of {least} to {greatest}"));
        }
        digit
    }

    /// Whether the grid has a digit with this value.
    pub(crate) fn is_value(&self, value: i32) -> bool {
        self.shape.digit_of(value).is_some()
    }

    /// Sets a clue.
    pub(crate) fn clue(&mut self, what: &str, cell: usize, value: i32) {
        if let Some(digit) = self.digit(what, value) {
            self.keep(cell, DigitSet::single(digit));
            self.givens[cell].get_or_insert(digit);
        }
    }

    /// Restricts a cell to these values.
    pub(crate) fn candidates(&mut self, what: &str, cell: usize, values: impl IntoIterator<Item = i32>) {
        let mut set = DigitSet::EMPTY;
        for value in values {
            match self.digit(what, value) {
                Some(digit) => set |= DigitSet::single(digit),
                None => return,
            }
        }
        self.keep(cell, set);
    }

    fn keep(&mut self, cell: usize, set: DigitSet) {
        self.domains[cell] &= set;
    }

    /// Returns the puzzle.
    pub(crate) fn finish(mut self, policy: &Policy) -> Result<Import, ImportError> {
        let shape = self.shape();
        if self.is_full() {
            let found = format!("more than {MOST_PARTS} rules, drawings and marks");
            return Err(ReadError::whole(found, "fewer of them").into());
        }
        let all = DigitSet::all(shape.digits());
        let clue = |cell: usize| self.givens[cell].map_or(all, DigitSet::single);
        let is_restricted =
            self.domains.iter().enumerate().any(|(cell, &set)| set != clue(cell) && set != all);
        if is_restricted && let Ok(rule) = Rule::candidates(shape, &self.domains) {
            self.rules.push(rule);
        }
        if !policy.partial && !self.report.is_complete() {
            return Err(ImportError::NotUnderstood(Box::new(self.report)));
        }
        let mut puzzle = Puzzle::bare(shape);
        puzzle.set_givens(&self.givens);
        // Each rule was checked when it was added, so this cannot fail.
        let puzzle = puzzle
            .try_with_rules(self.rules)
            .map_err(|error| ImportError::Unreadable(ReadError::whole(error.found(), error.expected())))?;
        let Self { report, about, entered, drawing, .. } = self;
        Ok(Import { puzzle, report, about, entered, drawing })
    }
}
