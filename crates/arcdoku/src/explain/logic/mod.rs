//! Steps for puzzles with rules in words, in notation and as pictures, in a grid of any shape.

mod contradiction;
mod rule;

use super::argument::Argument;
use super::coordinates::by_cell;
use super::phrases::Phrases;
use super::words::Phrase;
use crate::deduction::rules::{Name, Pattern, RulePart, Scope};
use crate::deduction::{GridState, Step, Technique};
use crate::grid::{Cell, DigitSet};
use crate::puzzle::HouseKind;

/// The phrases of a language, and a step with the state before it.
pub(super) struct RuleSpeech<'a> {
    pub(super) phrases: &'a Phrases,
    pub(super) state: &'a dyn GridState,
    pub(super) step: &'a Step,
}

impl std::ops::Deref for RuleSpeech<'_> {
    type Target = Phrases;

    fn deref(&self) -> &Phrases {
        self.phrases
    }
}

impl Phrases {
    /// The step on one line: `Naked Pair: 1 2 in row 3 => r3c5<>1, r3c6<>2`.
    pub(super) fn short_of_rules(&self, step: &Step, pattern: &Pattern) -> String {
        let digits = |set: DigitSet| {
            let values: Vec<String> = set.iter().map(|digit| self.shape.value(digit).to_string()).collect();
            values.join(" ")
        };
        let names = |scopes: &[Scope]| {
            scopes.iter().map(|scope| self.name_of(&scope.name).text).collect::<Vec<_>>().join(", ")
        };
        let cells = |list: &[Cell]| self.coordinates.cells(self.shape, list.iter().copied());
        let body = match pattern {
            Pattern::Single { house } => {
                house.as_ref().map_or(String::new(), |house| names(std::slice::from_ref(house)))
            }
            Pattern::Locked { digit, cells: places, set, .. } => {
                format!("{} {} {}", self.digit(*digit).text, cells(places), self.name_of(&set.name).text)
            }
            Pattern::Subset { digits: of, cells: places, set, .. } => {
                format!("{} {} {}", digits(*of), cells(places), self.name_of(&set.name).text)
            }
            Pattern::Fish { digit, base, cover, .. } => {
                format!("{} {} / {}", self.digit(*digit).text, names(base), names(cover))
            }
            Pattern::Rule(parts) => {
                let mut texts: Vec<String> = parts.iter().map(|part| part.title()).collect();
                texts.dedup();
                texts.join(", ")
            }
            Pattern::Innies { sum, terms, .. } => self.equation(terms, *sum),
            Pattern::Leftovers { lists: [first, second], .. } => {
                format!("{} = {}", cells(first), cells(second))
            }
            Pattern::Propagation(link) => {
                link.constraint.as_ref().map_or(String::new(), |name| self.name_of(name).text)
            }
            Pattern::Contradiction { assumption, length, .. } => {
                let cell = self.cell_name(assumption.cell);
                format!("{cell}={} ({length})", self.digit(assumption.digit).text)
            }
        };
        let placed = step.placements.iter().map(|&at| ("=", at));
        let gone = by_cell(&step.eliminations);
        let mut ends: Vec<String> = placed
            .map(|(sign, at)| format!("{}{sign}{}", self.cell_name(at.cell), self.digit(at.digit).text))
            .collect();
        ends.extend(gone.iter().map(|(list, set)| format!("{}<>{}", cells(list), digits(*set))));
        let gap = if body.is_empty() { "" } else { " " };
        format!("{}:{gap}{body} => {}", self.technique_name(step.technique), ends.join(", "))
    }
}

/// The sets and rules to look at for a step, without its conclusion.
pub(super) fn look_at(pattern: &Pattern) -> Vec<Scope> {
    let of = |part: &RulePart| Scope {
        name: Name::Text(part.title().into()),
        cells: part.constraint.cells().into(),
    };
    match pattern {
        Pattern::Single { house } => house.iter().cloned().collect(),
        Pattern::Locked { set, .. } | Pattern::Subset { set, .. } => vec![set.clone()],
        Pattern::Fish { base, .. } => base.clone(),
        Pattern::Rule(parts) => {
            let mut scopes: Vec<Scope> = Vec::new();
            for part in parts {
                let scope = of(part);
                if scopes.iter().all(|known| known.name != scope.name) {
                    scopes.push(scope);
                }
            }
            scopes
        }
        Pattern::Innies { houses, .. } => houses.clone(),
        Pattern::Leftovers { houses, others, .. } => [&**houses, others].concat(),
        Pattern::Propagation(link) => {
            let scope = |name: &Name| Scope { name: name.clone(), cells: (&*link.scope).into() };
            link.constraint.iter().map(scope).collect()
        }
        Pattern::Contradiction { .. } => Vec::new(),
    }
}

/// The cells that a step changes, each once.
fn targets(step: &Step) -> Vec<Cell> {
    let mut cells: Vec<Cell> = step.placements.iter().chain(&step.eliminations).map(|at| at.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

impl RuleSpeech<'_> {
    /// The places that a hint names, without the conclusion of the step.
    pub(super) fn concrete(&self, pattern: &Pattern) -> String {
        let mut names: Vec<String> =
            look_at(pattern).iter().map(|scope| self.name_of(&scope.name).text).collect();
        if names.is_empty() {
            names.push(self.cells(targets(self.step)).text);
        }
        let name = Phrase::one(self.technique_name(self.step.technique));
        self.phrase("hint.concrete.place", &[("name", name), ("houses", self.and(&names))])
    }

    pub(super) fn argument(&self, pattern: &Pattern) -> Argument {
        match pattern {
            Pattern::Single { house } => self.single(house.as_ref()),
            Pattern::Locked { digit, cells, set, to } => {
                let set = ("set", self.name_of(&set.name));
                let digit = ("digit", self.digit(*digit));
                let cells = ("cells", self.cells(cells.iter().copied()));
                let premise = self.phrase("logic.locked.premise", &[set, digit.clone(), cells]);
                let why = match to {
                    Some(to) => self.phrase("logic.locked.why.to", &[("to", self.name_of(&to.name)), digit]),
                    None => self.phrase("logic.locked.why", &[("gone", self.cells(targets(self.step)))]),
                };
                Argument::of(vec![premise], why)
            }
            Pattern::Subset { digits, cells, set, hidden } => {
                let key = if *hidden { "logic.hidden-subset" } else { "logic.naked-subset" };
                let holes = [
                    ("set", self.name_of(&set.name)),
                    ("n", self.number(cells.len())),
                    ("cells", self.cells(cells.iter().copied())),
                    ("digits", self.digits(*digits)),
                ];
                let premise = self.phrase(&format!("{key}.premise"), &holes);
                Argument::of(vec![premise], self.phrase(&format!("{key}.why"), &holes))
            }
            Pattern::Fish { digit, base, cover, cells } => {
                let holes = [
                    ("base", self.names(base)),
                    ("cover", self.names(cover)),
                    ("digit", self.digit(*digit)),
                    ("cells", self.cells(cells.iter().copied())),
                    ("n", self.number(base.len())),
                ];
                let premise = self.phrase("logic.fish.premise", &holes);
                Argument::of(vec![premise], self.phrase("logic.fish.why", &holes))
            }
            Pattern::Rule(parts) => self.rules(parts),
            Pattern::Innies { houses, rules, terms, sum } => self.innies(houses, rules, terms, *sum),
            Pattern::Leftovers { houses, others, lists: [first, second] } => {
                let holes = [
                    ("houses", self.names(houses)),
                    ("others", self.names(others)),
                    ("first", self.cells(first.iter().copied())),
                    ("second", self.cells(second.iter().copied())),
                ];
                let premise = self.phrase("logic.leftovers.premise", &holes[..2]);
                Argument::of(vec![premise], self.phrase("logic.leftovers.why", &holes[2..]))
            }
            Pattern::Propagation(link) => Argument::of(Vec::new(), self.link(link)),
            Pattern::Contradiction { assumption, links, end, length } => {
                self.contradiction(*assumption, links, end, *length)
            }
        }
    }

    fn single(&self, house: Option<&Scope>) -> Argument {
        let Some(&at) = self.step.placements.first() else { return Argument::default() };
        let key = match (self.step.technique, house) {
            (Technique::FullHouse, _) => "logic.last",
            (_, Some(_)) => "logic.hidden",
            (_, None) => "logic.naked",
        };
        let set = house.map_or_else(|| Phrase::one(""), |house| self.name_of(&house.name));
        let holes = [("cell", self.cell(at.cell)), ("digit", self.digit(at.digit)), ("set", set)];
        let premise = self.phrase(&format!("{key}.premise"), &holes);
        Argument::of(vec![premise], self.phrase(&format!("{key}.why"), &holes))
    }

    fn innies(&self, houses: &[Scope], rules: &[Scope], terms: &[(Cell, i32)], sum: i64) -> Argument {
        let digits = self.shape.digits() as i64;
        let of_house = (1..=digits).sum::<i64>() + digits * i64::from(self.shape.least() - 1);
        let total = of_house * houses.len() as i64;
        let value = Phrase::one(sum.to_string());
        let premises = vec![
            self.phrase(
                "logic.innies.houses",
                &[("houses", self.names(houses)), ("total", Phrase::one(total.to_string()))],
            ),
            self.phrase("logic.innies.rules", &[("rules", self.names(rules))]),
            self.phrase("logic.innies.left", &[("sum", Phrase::one(self.equation(terms, sum)))]),
        ];
        Argument::of(premises, self.phrase("logic.innies.why", &[("value", value)]))
    }
}

impl Phrases {
    /// `r1c1 + r2c2 - r3c3 = 7`.
    fn equation(&self, terms: &[(Cell, i32)], sum: i64) -> String {
        let mut text = String::new();
        for (place, &(cell, by)) in terms.iter().enumerate() {
            text.push_str(match (place, by < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            });
            if by.abs() != 1 {
                text += &format!("{} ", by.abs());
            }
            text += &self.cell_name(cell);
        }
        format!("{text} = {sum}")
    }

    /// `row 3`; the text of a rule, marked as such.
    fn name_of(&self, name: &Name) -> Phrase {
        match name {
            Name::House(house) => self.houses_of_puzzle(&[*house]),
            Name::Text(text) => Phrase::one(format!("`{text}`")),
        }
    }

    /// `rows 1 and 2`, with the texts of rules after them.
    fn names(&self, scopes: &[Scope]) -> Phrase {
        let mut houses = Vec::new();
        let mut texts = Vec::new();
        for scope in scopes {
            match &scope.name {
                Name::House(house) => houses.push(*house),
                Name::Text(_) => texts.push(self.name_of(&scope.name).text),
            }
        }
        houses.sort_by_key(|house| (house.kind == HouseKind::Extra, house.index));
        let first = self.houses_of_puzzle(&houses);
        let join = |first: &str| {
            let own = Some(first.to_owned()).filter(|text| !text.is_empty());
            self.and(&own.into_iter().chain(texts.iter().cloned()).collect::<Vec<_>>()).text
        };
        let dative = first.dative.as_deref().map(join);
        Phrase { dative, ..Phrase::new(join(&first.text), scopes.len()) }
    }
}
