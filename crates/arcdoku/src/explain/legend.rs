//! Words for drawings: legends, and texts for readers who cannot see them.

use super::coordinates::Coordinates;
use super::narrator::Narrator;
use super::picture::{Group, GroupRole, HouseRole, LinkKind, Role};
use super::words::Phrase;
use crate::deduction::{GridState, Step};
use crate::rate::Level;

/// A heading on a technique's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Heading {
    /// Advice on how to find the technique.
    Seeing,
    /// An example.
    Example,
    /// The step of the example on one line.
    Notation,
    /// Its author.
    Origin,
    /// Its level.
    Level,
    /// Its score.
    Score,
    /// The rating of the technique on the scale of the Explainer.
    Rating,
    /// Its family.
    Family,
    /// Its code.
    Code,
    /// A note that the technique assumes a unique solution.
    Proper,
    /// A note that the technique is not part of a scale.
    Unrated,
    /// The techniques to learn first.
    Prerequisites,
    /// Related techniques.
    Related,
    /// Boards to practice it on.
    Practice,
    /// An introduction to links of these boards.
    Boards,
}

impl Narrator {
    /// The text of a heading of a technique's page.
    pub fn heading(&self, heading: Heading) -> String {
        let key = match heading {
            Heading::Seeing => "page.seeing",
            Heading::Example => "page.example",
            Heading::Notation => "page.notation",
            Heading::Origin => "page.origin",
            Heading::Level => "page.level",
            Heading::Score => "page.score",
            Heading::Rating => "page.rating",
            Heading::Family => "page.family",
            Heading::Code => "page.code",
            Heading::Proper => "page.proper",
            Heading::Unrated => "page.unrated",
            Heading::Prerequisites => "page.prerequisites",
            Heading::Related => "page.related",
            Heading::Practice => "page.practice",
            Heading::Boards => "page.boards",
        };
        self.phrases.words.filled(key, &[])
    }

    /// A lower bound of a rating.
    pub fn at_least(&self, rating: &str) -> String {
        self.phrases.words.filled("page.at-least", &[("rating", Phrase::one(rating))])
    }

    /// The name of a board to practice a technique on.
    pub fn board(&self, number: usize) -> String {
        self.phrases.words.filled("page.board", &[("number", Phrase::one(number.to_string()))])
    }

    /// The name of a level.
    pub fn level(&self, level: Level) -> String {
        self.phrases.words.filled(&format!("level.{}", level.name().to_ascii_lowercase()), &[])
    }

    /// The coordinates that this narrator uses.
    pub fn coordinates(&self) -> Coordinates {
        self.phrases.coordinates
    }

    /// The legend of a mark.
    pub fn role(&self, role: Role) -> String {
        let key = match role {
            Role::Placed => "role.placed",
            Role::Eliminated => "role.eliminated",
            Role::Cannibal => "role.cannibal",
            Role::EndoFin => "role.endo-fin",
            Role::Fin => "role.fin",
            Role::On => "role.on",
            Role::Off => "role.off",
            Role::Extra => "role.extra",
            Role::Common => "role.common",
            Role::ColorA(pair) | Role::ColorB(pair) => {
                let index = 2 * pair + u8::from(matches!(role, Role::ColorB(_)));
                return self.phrases.words.filled("role.color", &[("name", letter(index))]);
            }
            Role::Pattern => "role.pattern",
        };
        self.phrases.words.filled(key, &[])
    }

    /// The legend of a group of cells. Almost locked sets have letters, as in explanations.
    pub fn group(&self, group: &Group) -> String {
        let key = match group.role {
            GroupRole::Als => {
                return self
                    .phrases
                    .words
                    .filled("group.als", &[("name", letter(group.number.saturating_sub(1)))]);
            }
            GroupRole::Cells => "group.cells",
            GroupRole::Pivot => "group.pivot",
            GroupRole::Pincer => "group.pincer",
            GroupRole::Corner => "group.corner",
            GroupRole::Intersection => "group.intersection",
            GroupRole::Line => "group.line",
            GroupRole::Box => "group.box",
            GroupRole::Base => "group.base",
            GroupRole::Target => "group.target",
            GroupRole::Cross => "group.cross",
            GroupRole::Stem => "group.stem",
            GroupRole::Loop => "group.loop",
            GroupRole::Excluder => "group.excluder",
        };
        self.phrases.words.filled(key, &[])
    }

    /// The legend of a house.
    pub fn house_role(&self, role: HouseRole) -> String {
        let key = match role {
            HouseRole::Pattern => "role.house",
            HouseRole::Base => "role.base-house",
            HouseRole::Cover => "role.cover-house",
            HouseRole::Twin => "role.twin-house",
        };
        self.phrases.words.filled(key, &[])
    }

    /// The legend of a kind of link.
    pub fn link(&self, kind: LinkKind) -> String {
        let key = match kind {
            LinkKind::Strong => "role.strong",
            LinkKind::Weak => "role.weak",
            LinkKind::Step => "role.step",
        };
        self.phrases.words.filled(key, &[])
    }

    /// Title and description of a drawing, as its alternative text.
    pub fn alt(&self, step: Option<&Step>, state: &dyn GridState) -> (String, String) {
        let board = self.phrases.words.filled("picture.board", &[]);
        let Some(step) = step else { return (board.clone(), board) };
        let explanation = self.explain(step, state);
        // A net has too many lines to read them out, so only the lines without indentation are used.
        let seen = explanation.premises.iter().filter(|line| line.depth == 0).map(|line| line.text.as_str());
        let seen: Vec<&str> = seen.collect();
        (explanation.title, format!("{board} {} {}", seen.join(" "), explanation.conclusion))
    }
}

fn letter(index: u8) -> Phrase {
    Phrase::one(char::from(b'A' + index % 26).to_string())
}
