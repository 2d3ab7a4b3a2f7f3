//! Rules on a board, as setters draw them: lines, cages, dots, clues outside; their meaning is below the board.
//!
//! ```text
//!  Rule --text--> Part --style of its kind--> Manner --canvas, clues--> layers of SVG
//!                   '--groups of equal kind and words--> legend
//! ```
//!
//! If two kinds look the same, each gets a letter, on the board and in the legend; in print, also if they differ only in
//! color.

mod canvas;
mod clue;
mod legend;
mod part;

use arcdoku::puzzle::{Puzzle, Rule, RuleKind};

use crate::sheet::Sheet;

use canvas::Canvas;
use clue::Clue;
use part::{Manner, Part};

pub(crate) use canvas::Layers;
pub(crate) use legend::Legend;

/// The rules of a puzzle, ready to be drawn.
pub(crate) struct Rules<'a> {
    puzzle: &'a Puzzle,
    drawn: Vec<Drawn<'a>>,
    groups: Vec<Group>,
    clues: Vec<Clue>,
    /// The cage of each cell in print, if cages cover the grid. Their borders are then drawn once.
    cages: Option<Vec<usize>>,
}

/// A rule with the group that it belongs to.
struct Drawn<'a> {
    rule: &'a Rule,
    part: Part,
    group: usize,
}

/// Rules of one kind with the same words, apart from the words on the board.
struct Group {
    name: &'static str,
    /// The words that are not on the board.
    text: String,
    /// The number of the rule, for rules whose lists belong together, unless they are drawn as one line.
    rule: Option<usize>,
    /// The shape of the first list of such a rule.
    outline: Vec<(isize, isize)>,
    /// The letter on the board, if the form alone does not distinguish the group from others.
    tag: Option<String>,
}

impl<'a> Rules<'a> {
    pub(crate) fn of(puzzle: &'a Puzzle) -> Self {
        Self::new(puzzle, Manner::clone)
    }

    /// The rules for print, where colors may be missing.
    #[cfg(feature = "print")]
    pub(crate) fn for_print(puzzle: &'a Puzzle) -> Self {
        Self { cages: cages_of(puzzle), ..Self::new(puzzle, Manner::form) }
    }

    /// Whether cages cover the grid, in print.
    #[cfg(feature = "print")]
    pub(crate) fn is_killer(&self) -> bool {
        self.cages.is_some()
    }

    /// The rules, with letters for the groups of which `look` is the same.
    fn new(puzzle: &'a Puzzle, look: fn(&Manner) -> Manner) -> Self {
        let mut drawn = Vec::new();
        let mut groups: Vec<Group> = Vec::new();
        for (number, rule) in puzzle.rules().iter().enumerate() {
            let Some(part) = Part::of(rule, puzzle.shape()) else { continue };
            if part.manner().is_lines() {
                continue;
            }
            let (name, text) = (part.kind.name, part.text());
            let rule_number = (part.manner().is("together") && part.joined().is_none()).then_some(number);
            let same = |group: &Group| group.name == name && group.text == text && group.rule == rule_number;
            let group = groups.iter().position(same).unwrap_or_else(|| {
                let outline = if rule_number.is_some() { part.outline() } else { Vec::new() };
                groups.push(Group { name, text: text.clone(), rule: rule_number, outline, tag: None });
                groups.len() - 1
            });
            drawn.push(Drawn { rule, part, group });
        }
        let mut all = Self { puzzle, drawn, groups, clues: Vec::new(), cages: None };
        all.name_groups(look);
        all.clues = clue::clues(puzzle, &all.drawn, &all.groups);
        all
    }

    /// Assigns letters to groups that look the same.
    fn name_groups(&mut self, look: fn(&Manner) -> Manner) {
        let first = |group: usize| self.drawn.iter().find(|drawn| drawn.group == group);
        let forms: Vec<_> = (self.groups.iter().enumerate())
            .filter_map(|(at, group)| Some((look(&first(at)?.part.manner()), group.outline.clone())))
            .collect();
        let mut next = 0;
        for (group, form) in self.groups.iter_mut().zip(&forms) {
            let alike = forms.iter().filter(|other| *other == form).count();
            if alike > 1 && !form.0.is_undrawn() {
                group.tag = Some(letters(next));
                next += 1;
            }
        }
    }

    /// The space that clues need at the left, top, right and bottom of the grid.
    pub(crate) fn space(&self) -> [f32; 4] {
        clue::space(self.puzzle.shape(), &self.clues)
    }

    /// All rules as layers of SVG.
    pub(crate) fn layers(&self, sheet: &Sheet<'_>) -> Layers {
        let mut canvas = Canvas::new(sheet, self.cages.is_some());
        if let Some(cages) = &self.cages {
            canvas.borders(cages);
        }
        for drawn in &self.drawn {
            canvas.draw(drawn.rule, &drawn.part, self.groups[drawn.group].tag.as_deref());
        }
        for clue in &self.clues {
            clue.draw(sheet, &mut canvas.layers.marks);
        }
        canvas.layers
    }

    /// The description of all rules in words, drawn or not.
    pub(crate) fn legend(&self) -> Legend {
        Legend::of(self)
    }
}

/// The number of each cell's cage, if each cell of the grid is in one cage.
#[cfg(feature = "print")]
fn cages_of(puzzle: &Puzzle) -> Option<Vec<usize>> {
    let cells = puzzle.shape().grid_cells();
    let mut cages = vec![None; cells];
    for (number, rule) in puzzle.rules().iter().enumerate().filter(|(_, rule)| rule.name() == "cage") {
        for cell in Part::of(rule, puzzle.shape())?.all_cells() {
            if cages.get_mut(cell.index())?.replace(number).is_some() {
                return None;
            }
        }
    }
    cages.into_iter().collect()
}

/// The letters of a number: `A`, `B`, ..., `Z`, `AA`.
fn letters(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { letters(number / 26 - 1) + &letter.to_string() }
}

/// The families in the list of rules, in order, with the first words of their styles.
const FAMILIES: [(&str, &[&str]); 8] = [
    ("Grids and houses", &["house", "regions", "void", "diagonals", "windows"]),
    ("Lines", &["line", "thermo", "arrow"]),
    ("Cages", &["cage"]),
    ("Between cells", &["dot", "letter", "sign", "corner"]),
    ("Cells", &["cell", "circle", "square", "arrows"]),
    ("Clues outside", &["outside"]),
    ("Everywhere", &["everywhere"]),
    ("Areas and logic", &["area", "logic"]),
];

/// The families of rules by the way in which they are drawn, each with its kinds.
pub fn families() -> impl Iterator<Item = (&'static str, Vec<&'static RuleKind>)> {
    FAMILIES.iter().map(|(name, drawn)| {
        let is_in = |kind: &&RuleKind| kind.style.split(' ').next().is_some_and(|what| drawn.contains(&what));
        (*name, Rule::kinds().iter().filter(is_in).collect())
    })
}

#[cfg(test)]
mod tests;
