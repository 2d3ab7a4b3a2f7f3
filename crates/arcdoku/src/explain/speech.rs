//! Phrases: cells, digits, houses and candidates as texts that templates take in.

use super::coordinates::{Coordinates, grouped};
use super::words::{Text, Words};
use crate::deduction::Step;
use crate::deduction::houses::House;
use crate::deduction::{Candidate, Candidates};
use crate::grid::{Cell, CellSet, Digit, DigitSet};

/// Who speaks: the words of a language, a way to name cells, and the state that is spoken of.
pub(super) struct Speech<'a> {
    pub(super) words: &'a Words,
    pub(super) coordinates: Coordinates,
    pub(super) state: &'a Candidates,
    /// How many steps deep within another step.
    pub(super) depth: u8,
}

impl<'a> Speech<'a> {
    /// A speech of a step within, in its own state.
    pub(super) fn within<'b>(&'b self, state: &'b Candidates) -> Speech<'b>
    where
        'a: 'b,
    {
        Speech { words: self.words, coordinates: self.coordinates, state, depth: self.depth + 1 }
    }

    pub(super) fn say(&self, key: &str, holes: &[(&str, Text)]) -> String {
        self.words.say(key, holes)
    }

    /// A template that stands for `count` things.
    fn noun(&self, key: &str, holes: &[(&str, Text)], count: usize) -> Text {
        Text::new(self.say(key, holes), count)
    }

    /// `a`, `a and b`, `a, b and c`.
    pub(super) fn list(&self, items: &[String], last: &str) -> Text {
        let text = match items {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., end] => {
                let word = self.words.get(last).unwrap_or(last);
                format!("{} {word} {end}", first.join(", "))
            }
        };
        Text::new(text, items.len())
    }

    pub(super) fn and(&self, items: &[String]) -> Text {
        self.list(items, "list.and")
    }

    pub(super) fn cell(&self, cell: Cell) -> Text {
        Text::one(self.coordinates.cell(cell))
    }

    /// Cells, counted one by one.
    pub(super) fn cells(&self, cells: CellSet) -> Text {
        let parts = self.coordinates.parts(cells);
        Text::new(self.and(&parts).text, cells.len())
    }

    #[expect(clippy::unused_self, reason = "stands beside its plural")]
    pub(super) fn digit(&self, digit: Digit) -> Text {
        Text::one(digit.to_string())
    }

    pub(super) fn digits(&self, digits: DigitSet) -> Text {
        let items: Vec<String> = digits.iter().map(|digit| digit.to_string()).collect();
        self.and(&items)
    }

    pub(super) fn digits_or(&self, digits: DigitSet) -> Text {
        let items: Vec<String> = digits.iter().map(|digit| digit.to_string()).collect();
        self.list(&items, "list.or")
    }

    pub(super) fn house(&self, house: House) -> Text {
        self.houses(&[house])
    }

    /// `row 1`, `rows 1 and 6 and box 2`.
    pub(super) fn houses(&self, houses: &[House]) -> Text {
        let kinds = [
            ("house.row", House::is_row as fn(House) -> bool),
            ("house.column", House::is_column),
            ("house.box", House::is_box),
        ];
        let (mut items, mut datives) = (Vec::new(), Vec::new());
        for (key, is_kind) in kinds {
            let of_kind = houses.iter().filter(|house| is_kind(**house));
            let numbers: Vec<String> = of_kind.map(|&house| self.coordinates.number(house)).collect();
            if !numbers.is_empty() {
                let list = [("list", self.and(&numbers))];
                items.push(self.say(key, &list));
                datives.push(self.say(&format!("{key}.dative"), &list));
            }
        }
        let dative = Some(self.and(&datives).text);
        Text { dative, ..Text::new(self.and(&items).text, houses.len()) }
    }

    /// `row 1 or box 2`.
    pub(super) fn any_house(&self, houses: &[House]) -> Text {
        let names: Vec<String> = houses.iter().map(|&house| self.house(house).text).collect();
        self.list(&names, "list.or")
    }

    /// A digit as a noun, for so many of it: `4`, `4s`.
    pub(super) fn digit_noun(&self, digit: Digit, count: usize) -> Text {
        let plural = self.words.get(&format!("digits.{digit}")).filter(|_| count != 1);
        Text::new(plural.map_or_else(|| digit.to_string(), str::to_owned), count)
    }

    /// `two`, `12`.
    pub(super) fn number(&self, n: usize) -> Text {
        let word = self.words.get(&format!("number.{n}")).map_or_else(|| n.to_string(), str::to_owned);
        Text::new(word, n)
    }

    /// The letter of the set with this index: A, B, ...
    #[expect(clippy::unused_self, reason = "a phrase like the others")]
    pub(super) fn letter(&self, index: usize) -> Text {
        Text::one(char::from(b'A' + (index % 26) as u8).to_string())
    }

    /// `4 in r1c2`, `1 and 2 in r3c45`.
    pub(super) fn candidates(&self, candidates: &[Candidate], key: &str) -> Text {
        let items: Vec<String> = grouped(candidates)
            .into_iter()
            .map(|(cells, digits)| {
                self.say(key, &[("digits", self.digits(digits)), ("cells", self.cells(cells))])
            })
            .collect();
        Text::new(self.and(&items).text, candidates.len())
    }

    /// "One of these cells is the digit", or its denial.
    pub(super) fn claim(&self, cells: CellSet, digit: Digit, on: bool) -> Text {
        let key = match (on, cells.is_single()) {
            (true, true) => "claim.on",
            (true, false) => "claim.on.group",
            (false, true) => "claim.off",
            (false, false) => "claim.off.group",
        };
        self.noun(key, &[("cells", self.cells(cells)), ("digit", self.digit(digit))], 1)
    }

    /// What follows from a step.
    pub(super) fn conclusion(&self, step: &Step) -> String {
        let mut sentences = Vec::new();
        if !step.placements.is_empty() {
            let items: Vec<String> = step
                .placements
                .iter()
                .map(|at| self.claim(CellSet::single(at.cell), at.digit, true).text)
                .collect();
            sentences.push(self.say("conclusion.place", &[("list", self.and(&items))]));
        }
        // What goes from a cell that is filled goes without saying.
        let filled = |at: &&Candidate| step.placements.iter().any(|placed| placed.cell == at.cell);
        let gone: Vec<Candidate> = step.eliminations.iter().filter(|at| !filled(at)).copied().collect();
        if !gone.is_empty() {
            let list = self.candidates(&gone, "conclusion.item");
            sentences.push(self.say("conclusion.remove", &[("list", list)]));
        }
        sentences.join(" ")
    }

    pub(super) fn vague(&self, step: &Step) -> String {
        self.say("hint.vague", &[("name", self.name(step))])
    }

    pub(super) fn concrete(&self, step: &Step) -> String {
        let houses = region(step);
        let place = self.houses(&houses);
        let digits = named_digits(step);
        let name = ("name", self.name(step));
        if digits.is_empty() {
            return self.say("hint.concrete.place", &[name, ("houses", place)]);
        }
        let digits = ("digits", self.digits(digits));
        if houses.is_empty() {
            return self.say("hint.concrete.digits", &[name, digits]);
        }
        self.say("hint.concrete", &[name, digits, ("houses", place)])
    }

    pub(super) fn name(&self, step: &Step) -> Text {
        let key = format!("technique.{}.name", step.technique.slug());
        Text::one(self.words.get(&key).unwrap_or(step.technique.name()))
    }
}

/// The digits to look at, without giving away what follows.
fn named_digits(step: &Step) -> DigitSet {
    step.pattern.outline().focus.digits.unwrap_or(step.digits)
}

/// Where to look.
fn region(step: &Step) -> Vec<House> {
    let focus = step.pattern.outline().focus;
    if !focus.houses.is_empty() {
        return focus.houses;
    }
    let mut cells = focus.cells;
    if cells.is_empty() {
        cells = step.placements.iter().map(|at| at.cell).collect();
    }
    match House::common(cells).next() {
        Some(house) => vec![house],
        None => House::all().filter(|house| house.is_box() && !(house.cells() & cells).is_empty()).collect(),
    }
}

/// The text with a capital at the start of each sentence, unless a name such as `r1c2` stands there.
pub(super) fn sentence(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (number, part) in text.split(". ").enumerate() {
        if number > 0 {
            out.push_str(". ");
        }
        let word = part.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let mut letters = part.chars();
        match letters.next() {
            Some(first) if word.chars().all(char::is_alphabetic) => {
                out.extend(first.to_uppercase());
                out.push_str(letters.as_str());
            }
            _ => out.push_str(part),
        }
    }
    out
}
