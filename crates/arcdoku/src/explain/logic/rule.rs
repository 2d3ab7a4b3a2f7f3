//! A sentence about what one rule excludes: first its meaning, then the digits that its cells can hold.

use std::sync::Arc;

use super::super::argument::Argument;
use super::super::coordinates::by_cell;
use super::super::words::Phrase;
use super::RuleSpeech;
use crate::deduction::rules::RulePart;
use crate::grid::{Cell, Digit, DigitSet};
use crate::logic::combinations;
use crate::puzzle::relation::{Comparison, Relation};

/// The most combinations that are listed.
const MOST_LISTED: usize = 8;

impl RuleSpeech<'_> {
    pub(super) fn rules(&self, parts: &[Arc<RulePart>]) -> Argument {
        let mut premises: Vec<String> = Vec::new();
        let mut last_rule = "";
        for part in parts {
            let text = part.title();
            if premises.is_empty() || last_rule != part.rule || parts.len() <= 4 {
                let which = self.phrase("logic.rule.which", &[("rule", Phrase::one(text.clone()))]);
                if !premises.contains(&which) {
                    premises.push(which);
                }
            }
            if last_rule != part.rule {
                premises.extend(self.law(part));
                last_rule = part.rule;
            }
            premises.extend(self.shown(part));
        }
        let why = match parts {
            [part] => self.phrase("logic.rule.why", &[("rule", Phrase::one(part.title()))]),
            _ => self.phrase("logic.rule.why.several", &[]),
        };
        Argument::of(premises, why)
    }

    /// The meaning of a common rule, in a sentence.
    fn law(&self, part: &RulePart) -> Option<String> {
        let key = format!("law.{}", part.rule);
        self.words.get(&key)?;
        let cells = part.constraint.cells();
        let end = |cell: Option<&Cell>| cell.map_or_else(|| Phrase::one(""), |&cell| self.cell(cell));
        let last = match part.constraint.relation() {
            // The ends come first.
            Relation::Ends(_) => cells.get(1),
            _ => cells.last(),
        };
        let number = number(&part.text).or(default(part.rule));
        let number = number.map_or_else(String::new, |number| number.to_string());
        Some(
            self.phrase(
                &key,
                &[("first", end(cells.first())), ("last", end(last)), ("n", Phrase::one(number))],
            ),
        )
    }

    /// The sentences about the cells of a rule: what the step removes from them, and what their candidates show.
    fn shown(&self, part: &RulePart) -> Vec<String> {
        let cells = part.constraint.cells();
        let gone: Vec<(Cell, DigitSet)> = by_cell(&self.step.eliminations)
            .into_iter()
            .flat_map(|(list, digits)| list.into_iter().map(move |cell| (cell, digits)))
            .filter(|(cell, _)| cells.contains(cell))
            .collect();
        match part.constraint.relation() {
            Relation::Cage { sum } => self.combined(cells, &gone, Some(*sum), None),
            Relation::Combinations(sets) => self.combined(cells, &gone, None, Some(sets)),
            Relation::Pair(table) => {
                let [first, second] = *cells else { return Vec::new() };
                let mut shown = Vec::new();
                for &(cell, digits) in &gone {
                    let (other, is_first) = if cell == first { (second, true) } else { (first, false) };
                    let set = self.state.left(other);
                    let goes = |digit: &Digit| {
                        let fits = |&with: &Digit| {
                            if is_first { table.contains(*digit, with) } else { table.contains(with, *digit) }
                        };
                        set.iter().any(|with| fits(&with))
                    };
                    let digits: DigitSet = digits.iter().filter(|digit| !goes(digit)).collect();
                    if !digits.is_empty() {
                        let key = if set.is_single() { "logic.pair.one" } else { "logic.pair" };
                        let left = ("left", self.digits_or(set));
                        let holes = [
                            ("other", self.cell(other)),
                            left,
                            ("cell", self.cell(cell)),
                            ("digits", self.digits_or(digits)),
                        ];
                        shown.push(self.phrase(key, &holes));
                    }
                }
                shown
            }
            Relation::Linear(linear) if linear.comparison == Comparison::Equal => self.ranges(&gone, true),
            Relation::Increasing => self.ranges(&gone, false),
            _ => {
                let mut open: Vec<Cell> =
                    cells.iter().copied().filter(|&cell| !self.state.is_filled(cell)).collect();
                open.sort_unstable();
                open.dedup();
                vec![self.ways(self.cells(open), &gone)]
            }
        }
    }

    /// The sentence that no way to fill the cells contains the removed digits.
    fn ways(&self, cells: Phrase, gone: &[(Cell, DigitSet)]) -> String {
        let part = |(list, digits): (Vec<Cell>, DigitSet)| {
            let holes = [("digits", self.digits_or(digits)), ("cell", self.cells(list))];
            self.phrase("logic.ways.part", &holes)
        };
        let parts: Vec<String> = together(gone).into_iter().map(part).collect();
        self.phrase("logic.ways", &[("cells", cells), ("list", Phrase::one(parts.join("; ")))])
    }

    /// The remaining candidates of each cell. Cells with the same remaining candidates share a sentence.
    fn ranges(&self, gone: &[(Cell, DigitSet)], is_sum: bool) -> Vec<String> {
        let left = |&(cell, digits): &(Cell, DigitSet)| Left::of(self.state.left(cell).minus(digits), digits);
        let mut groups: Vec<(Left, Vec<(Cell, DigitSet)>)> = Vec::new();
        for one in gone {
            let left = left(one);
            match groups.iter_mut().find(|group| group.0 == left) {
                Some(group) => group.1.push(*one),
                None => groups.push((left, vec![*one])),
            }
        }
        let sentence = |(left, group): (Left, Vec<(Cell, DigitSet)>)| {
            let cell = self.cells(group.iter().map(|one| one.0));
            let low = |least| ("least", self.digit(least));
            let high = |most| ("most", self.digit(most));
            match left {
                Left::Nothing => self.phrase("logic.end.empty", &[("cell", cell)]),
                Left::One(digit) => {
                    self.phrase("logic.only", &[("cell", cell), ("digit", self.digit(digit))])
                }
                Left::Range(least, most) => {
                    self.phrase("logic.range", &[("cell", cell), low(least), high(most)])
                }
                Left::AtLeast(least) => self.phrase("logic.at-least", &[("cell", cell), low(least)]),
                Left::AtMost(most) => self.phrase("logic.at-most", &[("cell", cell), high(most)]),
                Left::Set(left) if is_sum => {
                    self.phrase("logic.sum.others", &[("cell", cell), ("left", self.digits_or(left))])
                }
                Left::Set(_) => self.ways(cell, &group),
            }
        };
        groups.into_iter().map(sentence).collect()
    }

    /// The remaining combinations of a cage, and the digits that none of them contains.
    fn combined(
        &self,
        cells: &[Cell],
        gone: &[(Cell, DigitSet)],
        sum: Option<u32>,
        listed: Option<&[DigitSet]>,
    ) -> Vec<String> {
        let open: Vec<Cell> = cells.iter().copied().filter(|&cell| !self.state.is_filled(cell)).collect();
        let known: u32 =
            cells.iter().filter_map(|&cell| self.state.value(cell)).map(|digit| u32::from(digit.get())).sum();
        let rest = sum.map(|sum| sum.saturating_sub(known));
        let all = match listed {
            Some(_) => combinations(self.state, cells, None, listed),
            None => combinations(self.state, &open, rest, None),
        };
        let Some(all) = all else { return Vec::new() };
        let shown = if listed.is_some() { cells } else { &open };
        let names = ("cells", self.cells(shown.iter().copied()));
        let union = all.iter().fold(DigitSet::EMPTY, |union, set| union | *set);
        let mut sentences = Vec::new();
        if all.len() <= MOST_LISTED {
            let compact = |set: &DigitSet| {
                let values = set.iter().map(|digit| self.shape.value(digit).to_string());
                values.collect::<Vec<_>>().join(" ")
            };
            let list = match &*all {
                [only] => self.digits(*only),
                _ => self.or(&all.iter().map(compact).collect::<Vec<_>>()),
            };
            sentences.push(self.phrase("logic.combinations", &[names, ("list", list)]));
            let placed: Vec<(Cell, DigitSet)> = gone
                .iter()
                .map(|&(cell, digits)| (cell, digits & union))
                .filter(|one| !one.1.is_empty())
                .collect();
            for (list, digits) in together(&placed) {
                let holes = [("cell", self.cells(list)), ("digits", self.digits_or(digits))];
                sentences.push(self.phrase("logic.combinations.places", &holes));
            }
        } else {
            for (list, digits) in together(gone) {
                let count = ("count", Phrase::one(all.len().to_string()));
                let holes =
                    [names.clone(), count, ("cell", self.cells(list)), ("digits", self.digits_or(digits))];
                sentences.push(self.phrase("logic.combinations.many", &holes));
            }
        }
        sentences
    }
}

/// The remaining candidates of a cell after a step. They are a range if the range implies all removed candidates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    Nothing,
    One(Digit),
    Range(Digit, Digit),
    AtLeast(Digit),
    AtMost(Digit),
    Set(DigitSet),
}

impl Left {
    fn of(left: DigitSet, gone: DigitSet) -> Self {
        let (Some(least), Some(most)) = (left.first(), left.last()) else { return Self::Nothing };
        let below = gone.iter().any(|digit| digit < least);
        let above = gone.iter().any(|digit| digit > most);
        let is_range = gone.iter().all(|digit| digit < least || digit > most);
        match (is_range, below, above) {
            _ if left.is_single() => Self::One(least),
            (true, true, true) => Self::Range(least, most),
            (true, true, false) => Self::AtLeast(least),
            (true, false, true) => Self::AtMost(most),
            _ => Self::Set(left),
        }
    }
}

/// Groups the cells that lose the same digits.
fn together(gone: &[(Cell, DigitSet)]) -> Vec<(Vec<Cell>, DigitSet)> {
    let mut groups: Vec<(Vec<Cell>, DigitSet)> = Vec::new();
    for &(cell, digits) in gone {
        match groups.iter_mut().find(|group| group.1 == digits) {
            Some(group) => group.0.push(cell),
            None => groups.push((vec![cell], digits)),
        }
    }
    groups
}

/// The first number of the text of a rule, before its cells.
fn number(text: &str) -> Option<i64> {
    let head = text.split(':').next()?;
    head.split_whitespace().skip(1).find_map(|word| word.parse().ok())
}

/// The number that a rule has if its text has none.
fn default(rule: &str) -> Option<i64> {
    Some(match rule {
        "whisper" => 5,
        "lockout" => 4,
        "modular" => 3,
        "ratio" | "strict-ratio" => 2,
        "difference" | "strict-difference" => 1,
        _ => return None,
    })
}
