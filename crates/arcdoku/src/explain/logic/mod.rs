//! Steps for puzzles with rules in words, in notation and as pictures, in a grid of any shape.

mod contradiction;
mod rule;

use super::argument::{Argument, Line};
use super::coordinates::Coordinates;
use super::narrator::{Explanation, Grade};
use super::phrases::{Phrases, sentence};
use super::picture::{Area, Mark, Picture, Role};
use super::remark::of_mistakes;
use super::words::{Language, Phrase, Words};
use crate::deduction::Candidate;
use crate::grid::{Cell, DigitSet, Shape};
use crate::logic::{Board, Name, Pattern, Rating, RulePart, Scope, Step, Technique};
use crate::puzzle::HouseKind;
use crate::rate::hint::Mistake;

/// Explains steps for puzzles with rules in a language.
///
/// ```
/// use arcdoku::explain::{Coordinates, Language, RuleNarrator};
/// use arcdoku::logic::{Logic, Next, Techniques};
/// use arcdoku::{Limits, Puzzle, Rule, Shape};
///
/// let shape = Shape::boxes(2, 2).unwrap();
/// let puzzle = Puzzle::new(shape).with_rule(Rule::parse("cage 3: r1c1 r1c2", shape).unwrap());
/// let mut logic = Logic::new(&puzzle);
/// let board = logic.start(&[]).unwrap();
/// let Next::Step(step) = logic.next(&board, Techniques::ALL, &Limits::NONE).unwrap() else { panic!() };
/// let words = RuleNarrator::new(Language::English, Coordinates::RowColumn).explain(&step, &board);
/// assert_eq!(words.premises[2].text, "With the candidates left, r1c12 hold 1 and 2.");
/// assert_eq!(words.conclusion, "Remove 3 and 4 from r1c12.");
/// ```
pub struct RuleNarrator {
    phrases: Phrases,
}

impl std::fmt::Debug for RuleNarrator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RuleNarrator").field("coordinates", &self.phrases.coordinates).finish_non_exhaustive()
    }
}

/// The phrases of a language, and the board before the step.
struct Speech<'a> {
    phrases: Phrases,
    board: &'a Board,
    step: &'a Step,
}

impl std::ops::Deref for Speech<'_> {
    type Target = Phrases;

    fn deref(&self) -> &Phrases {
        &self.phrases
    }
}

impl RuleNarrator {
    /// A narrator with the words of a language.
    pub fn new(language: Language, coordinates: Coordinates) -> Self {
        let words = Words::of(language);
        Self { phrases: Phrases { words, coordinates, shape: Shape::CLASSIC } }
    }

    fn speech<'a>(&self, step: &'a Step, board: &'a Board) -> Speech<'a> {
        Speech { phrases: Phrases { shape: board.shape(), ..self.phrases }, board, step }
    }

    /// The name of a technique.
    pub fn name(&self, technique: Technique) -> &'static str {
        self.phrases.words.get(&format!("logic.{}", technique.slug())).unwrap_or(technique.name())
    }

    /// A summary of a path: its hardest step and its number of steps.
    pub fn path(&self, rating: &Rating, steps: usize) -> String {
        let holes = [
            ("hardest", Phrase::one(rating.hardest.to_string())),
            ("steps", Phrase::new(steps.to_string(), steps)),
            ("total", Phrase::one(format!("{}.{}", rating.total / 10, rating.total % 10))),
        ];
        let key = if steps > 0 { "tell.path" } else { "tell.path.none" };
        self.phrases.say(key, if steps > 0 { &holes } else { &holes[1..2] })
    }

    /// Mistakes in a grid of this shape, as [`Narrator::mistakes`](super::Narrator::mistakes) tells them.
    pub fn mistakes(&self, mistakes: &[Mistake], shape: Shape, grade: Grade) -> Vec<String> {
        of_mistakes(&Phrases { shape, ..self.phrases }, mistakes, grade)
    }

    /// Explains a step of the board on which it was found.
    pub fn explain(&self, step: &Step, board: &Board) -> Explanation {
        let speech = self.speech(step, board);
        let Argument { premises, why } = speech.argument();
        let whole = |line: Line| Line { text: sentence(&line.text), ..line };
        Explanation {
            title: self.name(step.technique).to_owned(),
            premises: premises.into_iter().map(whole).collect(),
            why: sentence(&why),
            conclusion: sentence(&speech.conclusion()),
        }
    }

    /// A hint of one of three grades, as lines of text.
    pub fn hint(&self, step: &Step, board: &Board, grade: Grade) -> Vec<String> {
        let name = || Phrase::one(self.name(step.technique));
        match grade {
            Grade::Vague => vec![self.phrases.say("hint.vague", &[("name", name())])],
            Grade::Concrete => {
                let places = look_at(step).into_iter().map(|scope| scope.name);
                let speech = self.speech(step, board);
                let mut names: Vec<String> = places.map(|name| speech.name_of(&name).text).collect();
                if names.is_empty() {
                    let cells: Vec<Cell> = targets(step);
                    names.push(speech.cells(cells).text);
                }
                let place = speech.and(&names);
                vec![self.phrases.say("hint.concrete.place", &[("name", name()), ("houses", place)])]
            }
            Grade::Full => self.explain(step, board).lines(),
        }
    }

    /// The step on one line: `Naked Pair: 1 2 in row 3 => r3c5<>1, r3c6<>2`.
    pub fn short(&self, step: &Step, board: &Board) -> String {
        let speech = self.speech(step, board);
        let digits = |set: DigitSet| {
            let values: Vec<String> = set.iter().map(|digit| speech.shape.value(digit).to_string()).collect();
            values.join(" ")
        };
        let names = |scopes: &[Scope]| {
            scopes.iter().map(|scope| speech.name_of(&scope.name).text).collect::<Vec<_>>().join(", ")
        };
        let cells = |list: &[Cell]| speech.coordinates.cells(speech.shape, list.iter().copied());
        let body = match &step.pattern {
            Pattern::Single { house } => {
                house.as_ref().map_or(String::new(), |house| names(std::slice::from_ref(house)))
            }
            Pattern::Locked { digit, cells: places, set, .. } => {
                format!("{} {} {}", speech.digit(*digit).text, cells(places), speech.name_of(&set.name).text)
            }
            Pattern::Subset { digits: of, cells: places, set, .. } => {
                format!("{} {} {}", digits(*of), cells(places), speech.name_of(&set.name).text)
            }
            Pattern::Fish { digit, base, cover, .. } => {
                format!("{} {} / {}", speech.digit(*digit).text, names(base), names(cover))
            }
            Pattern::Rule(parts) => {
                let mut texts: Vec<String> = parts.iter().map(|part| part.title()).collect();
                texts.dedup();
                texts.join(", ")
            }
            Pattern::Innies { sum, terms, .. } => speech.equation(terms, *sum),
            Pattern::Leftovers { lists: [first, second], .. } => {
                format!("{} = {}", cells(first), cells(second))
            }
            Pattern::Propagation(link) => {
                link.constraint.as_ref().map_or(String::new(), |name| speech.name_of(name).text)
            }
            Pattern::Contradiction { assumption, length, .. } => {
                let cell = speech.cell_name(assumption.cell);
                format!("{cell}={} ({length})", speech.digit(assumption.digit).text)
            }
        };
        let placed = step.placements.iter().map(|&at| ("=", at));
        let gone = grouped(&step.eliminations);
        let mut ends: Vec<String> = placed
            .map(|(sign, at)| format!("{}{sign}{}", speech.cell_name(at.cell), speech.digit(at.digit).text))
            .collect();
        ends.extend(gone.iter().map(|(list, set)| format!("{}<>{}", cells(list), digits(*set))));
        let gap = if body.is_empty() { "" } else { " " };
        format!("{}:{gap}{body} => {}", self.name(step.technique), ends.join(", "))
    }
}

/// The sets and rules to look at for a step, without its conclusion.
pub fn look_at(step: &Step) -> Vec<Scope> {
    let of = |part: &RulePart| Scope {
        name: Name::Text(part.title().into()),
        cells: part.constraint.cells().into(),
    };
    match &step.pattern {
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

/// The picture of a step: its candidates, those of the pattern, and the sets and rules that matter.
pub fn rule_picture(step: &Step, board: &Board) -> Picture {
    let mut picture = Picture::new(board.shape());
    let mut mark = |candidate: Candidate, role: Role| {
        let is_new = picture.marks.iter().all(|mark| mark.candidate != candidate);
        if is_new && board.contains(candidate) {
            picture.marks.push(Mark { candidate, role });
        }
    };
    step.placements.iter().for_each(|&at| mark(at, Role::Placed));
    step.eliminations.iter().for_each(|&at| mark(at, Role::Eliminated));
    let mut all = |cells: &[Cell], digits: DigitSet| {
        for &cell in cells {
            (board.candidates(cell) & digits)
                .iter()
                .for_each(|digit| mark(Candidate { cell, digit }, Role::Pattern));
        }
    };
    let any = DigitSet::all(board.shape().digits());
    match &step.pattern {
        Pattern::Locked { digit, cells, .. } | Pattern::Fish { digit, cells, .. } => {
            all(cells, DigitSet::single(*digit));
        }
        Pattern::Subset { digits, cells, .. } => all(cells, *digits),
        Pattern::Rule(parts) => parts.iter().for_each(|part| all(part.constraint.cells(), any)),
        Pattern::Innies { terms, .. } => {
            all(&terms.iter().map(|term| term.0).collect::<Vec<_>>(), any);
        }
        Pattern::Leftovers { lists, .. } => lists.iter().for_each(|list| all(list, any)),
        Pattern::Propagation(link) => all(&link.because, any),
        Pattern::Contradiction { links, .. } => {
            for link in links {
                let cells: Vec<Cell> = link.cell.into_iter().collect();
                all(&cells, link.removed);
            }
        }
        Pattern::Single { .. } => {}
    }
    let mut scopes = look_at(step);
    match &step.pattern {
        Pattern::Locked { to: Some(to), .. } => scopes.push(to.clone()),
        Pattern::Fish { cover, .. } => scopes.extend_from_slice(cover),
        Pattern::Innies { rules, .. } => scopes.extend_from_slice(rules),
        _ => {}
    }
    let area = |scope: &Scope| Area { name: scope.name.to_string(), cells: scope.cells.to_vec() };
    picture.areas = scopes.iter().map(area).collect();
    picture.marks.sort_by_key(|mark| mark.candidate);
    picture
}

impl Speech<'_> {
    fn argument(&self) -> Argument {
        match &self.step.pattern {
            Pattern::Single { house } => self.single(house.as_ref()),
            Pattern::Locked { digit, cells, set, to } => {
                let set = ("set", self.name_of(&set.name));
                let digit = ("digit", self.digit(*digit));
                let cells = ("cells", self.cells(cells.iter().copied()));
                let premise = self.say("tell.locked.premise", &[set, digit.clone(), cells]);
                let why = match to {
                    Some(to) => self.say("tell.locked.why.to", &[("to", self.name_of(&to.name)), digit]),
                    None => self.say("tell.locked.why", &[("gone", self.cells(targets(self.step)))]),
                };
                Argument::of(vec![premise], why)
            }
            Pattern::Subset { digits, cells, set, hidden } => {
                let key = if *hidden { "tell.hidden-subset" } else { "tell.naked-subset" };
                let holes = [
                    ("set", self.name_of(&set.name)),
                    ("n", self.number(cells.len())),
                    ("cells", self.cells(cells.iter().copied())),
                    ("digits", self.digits(*digits)),
                ];
                let premise = self.say(&format!("{key}.premise"), &holes);
                Argument::of(vec![premise], self.say(&format!("{key}.why"), &holes))
            }
            Pattern::Fish { digit, base, cover, cells } => {
                let holes = [
                    ("base", self.names(base)),
                    ("cover", self.names(cover)),
                    ("digit", self.digit(*digit)),
                    ("cells", self.cells(cells.iter().copied())),
                    ("n", self.number(base.len())),
                ];
                let premise = self.say("tell.fish.premise", &holes);
                Argument::of(vec![premise], self.say("tell.fish.why", &holes))
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
                let premise = self.say("tell.leftovers.premise", &holes[..2]);
                Argument::of(vec![premise], self.say("tell.leftovers.why", &holes[2..]))
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
            (Technique::FullHouse, _) => "tell.last",
            (_, Some(_)) => "tell.hidden",
            (_, None) => "tell.naked",
        };
        let set = house.map_or_else(|| Phrase::one(""), |house| self.name_of(&house.name));
        let holes = [("cell", self.cell(at.cell)), ("digit", self.digit(at.digit)), ("set", set)];
        let premise = self.say(&format!("{key}.premise"), &holes);
        Argument::of(vec![premise], self.say(&format!("{key}.why"), &holes))
    }

    fn innies(&self, houses: &[Scope], rules: &[Scope], terms: &[(Cell, i32)], sum: i64) -> Argument {
        let digits = self.shape.digits() as i64;
        let of_house = (1..=digits).sum::<i64>() + digits * i64::from(self.shape.least() - 1);
        let total = of_house * houses.len() as i64;
        let value = Phrase::one(sum.to_string());
        let premises = vec![
            self.say(
                "tell.innies.houses",
                &[("houses", self.names(houses)), ("total", Phrase::one(total.to_string()))],
            ),
            self.say("tell.innies.rules", &[("rules", self.names(rules))]),
            self.say("tell.innies.left", &[("sum", Phrase::one(self.equation(terms, sum)))]),
        ];
        Argument::of(premises, self.say("tell.innies.why", &[("value", value)]))
    }

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

    /// The conclusion of the step.
    fn conclusion(&self) -> String {
        let mut sentences = Vec::new();
        if !self.step.placements.is_empty() {
            let one = |at: &Candidate| {
                self.say("claim.on", &[("cells", self.cell(at.cell)), ("digit", self.digit(at.digit))])
            };
            let items: Vec<String> = self.step.placements.iter().map(one).collect();
            sentences.push(self.say("conclusion.place", &[("list", self.and(&items))]));
        }
        if !self.step.eliminations.is_empty() {
            let items: Vec<String> = grouped(&self.step.eliminations)
                .into_iter()
                .map(|(cells, digits)| {
                    self.say(
                        "conclusion.item",
                        &[("digits", self.digits(digits)), ("cells", self.cells(cells))],
                    )
                })
                .collect();
            sentences.push(self.say("conclusion.remove", &[("list", self.and(&items))]));
        }
        sentences.join(" ")
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

/// Candidates by cells with the same digits.
fn grouped(candidates: &[Candidate]) -> Vec<(Vec<Cell>, DigitSet)> {
    let mut by_cell: Vec<(Cell, DigitSet)> = Vec::new();
    for at in candidates {
        match by_cell.iter_mut().find(|(cell, _)| *cell == at.cell) {
            Some((_, digits)) => digits.insert(at.digit),
            None => by_cell.push((at.cell, DigitSet::single(at.digit))),
        }
    }
    let mut groups: Vec<(Vec<Cell>, DigitSet)> = Vec::new();
    for (cell, digits) in by_cell {
        match groups.iter_mut().find(|(_, other)| *other == digits) {
            Some((cells, _)) => cells.push(cell),
            None => groups.push((vec![cell], digits)),
        }
    }
    groups
}
