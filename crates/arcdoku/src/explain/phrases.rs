//! Phrases that fill the holes of templates: cells, digits, houses and candidates of a grid of any shape.

use super::coordinates::{Coordinates, by_cell, grouped, named};
use super::words::{Phrase, Words};
use crate::deduction::{Candidate, House, Pattern, Step, Technique};
use crate::grid::{Cell, CellSet, Digit, DigitSet, Shape};
use crate::puzzle::{self, HouseKind};

/// The words of a language, a way to name cells, and the shape of the grid.
#[derive(Clone, Copy)]
pub(super) struct Phrases {
    pub(super) words: Words,
    pub(super) coordinates: Coordinates,
    pub(super) shape: Shape,
}

/// The templates of houses, in the order in which kinds are listed.
const HOUSE_KEYS: [(HouseKind, &str); 8] = [
    (HouseKind::Row, "house.row"),
    (HouseKind::Column, "house.column"),
    (HouseKind::Box, "house.box"),
    (HouseKind::Region, "house.region"),
    (HouseKind::Diagonal, "house.diagonal"),
    (HouseKind::Window, "house.window"),
    (HouseKind::Group, "house.group"),
    (HouseKind::Extra, "house.extra"),
];

impl Phrases {
    pub(super) fn phrase(&self, key: &str, holes: &[(&str, Phrase)]) -> String {
        self.words.filled(key, holes)
    }

    /// A template that refers to `count` things.
    fn noun(&self, key: &str, holes: &[(&str, Phrase)], count: usize) -> Phrase {
        Phrase::new(self.phrase(key, holes), count)
    }

    /// `a`, `a and b`, `a, b and c`.
    fn list(&self, items: &[String], last: &str) -> Phrase {
        let text = match items {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., end] => {
                let word = self.words.get(last).unwrap_or(last);
                format!("{} {word} {end}", first.join(", "))
            }
        };
        Phrase::new(text, items.len())
    }

    pub(super) fn and(&self, items: &[String]) -> Phrase {
        self.list(items, "list.and")
    }

    pub(super) fn or(&self, items: &[String]) -> Phrase {
        self.list(items, "list.or")
    }

    pub(super) fn cell(&self, cell: Cell) -> Phrase {
        Phrase::one(self.cell_name(cell))
    }

    pub(super) fn technique_name(&self, technique: Technique) -> &'static str {
        self.words.get(&format!("technique.{}.name", technique.slug())).unwrap_or(technique.name())
    }

    pub(super) fn cell_name(&self, cell: Cell) -> String {
        self.coordinates.cell(self.shape, cell)
    }

    /// The names of cells such as `r12c3`, with commas between the names.
    pub(super) fn cell_names(&self, cells: CellSet) -> String {
        self.coordinates.cells(self.shape, cells)
    }

    /// Cells, counted one by one.
    pub(super) fn cells(&self, cells: impl IntoIterator<Item = Cell>) -> Phrase {
        let cells: Vec<Cell> = cells.into_iter().collect();
        let count = cells.len();
        Phrase::new(self.and(&self.coordinates.parts(self.shape, cells)).text, count)
    }

    /// A digit as its grid writes it.
    pub(super) fn digit(&self, digit: Digit) -> Phrase {
        Phrase::one(self.shape.value(digit).to_string())
    }

    pub(super) fn digits(&self, digits: DigitSet) -> Phrase {
        let items: Vec<String> = digits.iter().map(|digit| self.shape.value(digit).to_string()).collect();
        self.and(&items)
    }

    pub(super) fn digits_or(&self, digits: DigitSet) -> Phrase {
        let items: Vec<String> = digits.iter().map(|digit| self.shape.value(digit).to_string()).collect();
        self.list(&items, "list.or")
    }

    pub(super) fn house(&self, house: House) -> Phrase {
        self.houses(&[house])
    }

    /// `row 1`, `rows 1 and 6 and box 2`.
    pub(super) fn houses(&self, houses: &[House]) -> Phrase {
        let named: Vec<puzzle::House> = houses.iter().map(|&house| named(house)).collect();
        self.houses_of_puzzle(&named)
    }

    /// Houses of any grid: `regions 2 and 3`, `row 4 and window 1`.
    pub(super) fn houses_of_puzzle(&self, houses: &[puzzle::House]) -> Phrase {
        let (mut items, mut datives) = (Vec::new(), Vec::new());
        for (kind, key) in HOUSE_KEYS {
            let of_kind = houses.iter().filter(|house| house.kind == kind);
            let numbers: Vec<String> = of_kind.map(|&house| self.coordinates.number(house)).collect();
            if !numbers.is_empty() {
                let list = [("list", self.and(&numbers))];
                items.push(self.phrase(key, &list));
                datives.push(self.phrase(&format!("{key}.dative"), &list));
            }
        }
        let dative = Some(self.and(&datives).text);
        Phrase { dative, ..Phrase::new(self.and(&items).text, houses.len()) }
    }

    /// `row 1 or box 2`.
    pub(super) fn any_house(&self, houses: &[House]) -> Phrase {
        let names: Vec<String> = houses.iter().map(|&house| self.house(house).text).collect();
        self.list(&names, "list.or")
    }

    /// A digit as a noun, singular or plural: `4`, `4s`.
    pub(super) fn digit_noun(&self, digit: Digit, count: usize) -> Phrase {
        let plural = self.words.get(&format!("digits.{digit}")).filter(|_| count != 1);
        Phrase::new(plural.map_or_else(|| digit.to_string(), str::to_owned), count)
    }

    /// `two`, `12`.
    pub(super) fn number(&self, n: usize) -> Phrase {
        let word = self.words.get(&format!("number.{n}")).map_or_else(|| n.to_string(), str::to_owned);
        Phrase::new(word, n)
    }

    /// The letter of the set with this index: A, B, ...
    #[expect(clippy::unused_self, reason = "a phrase like the others")]
    pub(super) fn letter(&self, index: usize) -> Phrase {
        Phrase::one(char::from(b'A' + (index % 26) as u8).to_string())
    }

    /// `4 in r1c2`, `1 and 2 in r3c45`.
    pub(super) fn candidates(&self, candidates: &[Candidate], key: &str) -> Phrase {
        Phrase::new(self.groups(grouped(candidates), key).text, candidates.len())
    }

    /// Candidates, grouped by cells with the same candidates.
    pub(super) fn groups(
        &self,
        groups: Vec<(impl IntoIterator<Item = Cell>, DigitSet)>,
        key: &str,
    ) -> Phrase {
        let item = |(cells, digits)| {
            self.phrase(key, &[("digits", self.digits(digits)), ("cells", self.cells(cells))])
        };
        self.and(&groups.into_iter().map(item).collect::<Vec<_>>())
    }

    /// The conclusion of a step.
    pub(super) fn conclusion(&self, step: &Step) -> String {
        let mut sentences = Vec::new();
        if !step.placements.is_empty() {
            let claim = |at: &Candidate| {
                self.phrase("claim.on", &[("cells", self.cell(at.cell)), ("digit", self.digit(at.digit))])
            };
            let items: Vec<String> = step.placements.iter().map(claim).collect();
            sentences.push(self.phrase("conclusion.place", &[("list", self.and(&items))]));
        }
        // A filled cell loses its other candidates; this is not stated.
        let filled = |at: &&Candidate| step.placements.iter().any(|placed| placed.cell == at.cell);
        let gone: Vec<Candidate> = step.eliminations.iter().filter(|at| !filled(at)).copied().collect();
        if !gone.is_empty() {
            let list = match step.pattern {
                Pattern::OfRules(..) => self.groups(by_cell(&gone), "conclusion.item"),
                _ => self.candidates(&gone, "conclusion.item"),
            };
            sentences.push(self.phrase("conclusion.remove", &[("list", list)]));
        }
        sentences.join(" ")
    }

    /// "One of these cells is the digit", or its negation.
    pub(super) fn claim(&self, cells: CellSet, digit: Digit, on: bool) -> Phrase {
        let key = match (on, cells.is_single()) {
            (true, true) => "claim.on",
            (true, false) => "claim.on.group",
            (false, true) => "claim.off",
            (false, false) => "claim.off.group",
        };
        self.noun(key, &[("cells", self.cells(cells)), ("digit", self.digit(digit))], 1)
    }
}

/// The text with a capital at the start of each sentence that does not begin with a name such as `r1c2`.
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
