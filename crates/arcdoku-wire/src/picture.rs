//! The drawing of a step: marked candidates, groups of cells, houses and links.

use arcdoku::deduction::Candidate;
use arcdoku::explain::{self, GroupRole, HouseRole, LinkEnd, LinkKind, Picture, Role};
use arcdoku::grid::{CellSet, Shape};
use serde::{Deserialize, Serialize};

/// A digit in a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mark {
    /// The cell.
    pub cell: String,
    /// The digit.
    pub digit: u8,
}

impl Mark {
    /// A candidate of a grid of this shape, with the digit as its value.
    pub fn of(candidate: Candidate, shape: Shape) -> Self {
        let value = shape.value(candidate.digit);
        Self { cell: shape.name(candidate.cell).to_string(), digit: u8::try_from(value).unwrap_or_default() }
    }
}

impl From<Candidate> for Mark {
    fn from(candidate: Candidate) -> Self {
        Self::of(candidate, Shape::CLASSIC)
    }
}

/// The drawing of a step, for programs without knowledge of techniques.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PictureReply {
    /// Candidates with their roles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<MarkReply>,
    /// Cells that belong together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupReply>,
    /// The houses of the step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub houses: Vec<HouseReply>,
    /// Arrows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<LinkReply>,
    /// The houses and rules of the step, in puzzles with rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<AreaReply>,
}

/// A candidate with its role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarkReply {
    /// The candidate.
    #[serde(flatten)]
    pub candidate: Mark,
    /// `placed`, `eliminated`, `cannibal`, `endo-fin`, `fin`, `on`, `off`, `color-a`, `color-b`, `pattern` or
    /// `extra`.
    pub role: String,
    /// The pair of colors, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pair: Option<u8>,
}

/// Cells that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupReply {
    /// `cells`, `als`, `pivot`, `pincer`, `corner`, `intersection`, `line`, `box`, `base`, `target`, `cross`,
    /// `stem`, `loop` or `excluder`.
    pub role: String,
    /// The number of the group among the groups of its role, from 1.
    pub number: u8,
    /// The cells.
    pub cells: Vec<String>,
}

/// A house of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HouseReply {
    /// The house: `r1`, `c1`, `b1`.
    pub house: String,
    /// `pattern`, `base`, `cover` or `twin`.
    pub role: String,
}

/// A house or a rule of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AreaReply {
    /// Its name: `row 3`, or the text of the rule.
    pub name: String,
    /// Its cells.
    pub cells: Vec<String>,
}

/// An end of a link: one of these cells has the digit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkEndReply {
    /// The cells.
    pub cells: Vec<String>,
    /// The digit.
    pub digit: u8,
}

/// An arrow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkReply {
    /// Its start.
    pub from: LinkEndReply,
    /// Its end.
    pub to: LinkEndReply,
    /// Strong (if the start is false, the end is true) or weak (if the start is true, the end is false).
    pub strong: bool,
    /// Whether the link is neither strong nor weak: if the start is false, it makes a further step possible, together
    /// with other nodes, and the end is false by that step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub step: bool,
    /// The number of its chain or branch, from 1.
    pub chain: u8,
}

pub(crate) fn cells(set: CellSet) -> Vec<String> {
    set.iter().map(|cell| format!("r{}c{}", cell.index() / 9 + 1, cell.index() % 9 + 1)).collect()
}

impl From<LinkEnd> for LinkEndReply {
    fn from(end: LinkEnd) -> Self {
        Self { cells: cells(end.cells), digit: end.digit.get() }
    }
}

/// The role of a candidate, and the pair of a color.
fn role(role: Role) -> (&'static str, Option<u8>) {
    match role {
        Role::Placed => ("placed", None),
        Role::Eliminated => ("eliminated", None),
        Role::Cannibal => ("cannibal", None),
        Role::EndoFin => ("endo-fin", None),
        Role::Fin => ("fin", None),
        Role::On => ("on", None),
        Role::Off => ("off", None),
        Role::ColorA(pair) => ("color-a", Some(pair + 1)),
        Role::ColorB(pair) => ("color-b", Some(pair + 1)),
        Role::Extra | Role::Common => ("extra", None),
        _ => ("pattern", None),
    }
}

fn group_role(role: GroupRole) -> &'static str {
    match role {
        GroupRole::Als => "als",
        GroupRole::Pivot => "pivot",
        GroupRole::Pincer => "pincer",
        GroupRole::Corner => "corner",
        GroupRole::Intersection => "intersection",
        GroupRole::Line => "line",
        GroupRole::Box => "box",
        GroupRole::Base => "base",
        GroupRole::Target => "target",
        GroupRole::Cross => "cross",
        GroupRole::Stem => "stem",
        GroupRole::Loop => "loop",
        GroupRole::Excluder => "excluder",
        _ => "cells",
    }
}

fn house_role(role: HouseRole) -> &'static str {
    match role {
        HouseRole::Base => "base",
        HouseRole::Cover => "cover",
        HouseRole::Twin => "twin",
        _ => "pattern",
    }
}

impl From<&Picture> for PictureReply {
    fn from(picture: &Picture) -> Self {
        let mark = |mark: &explain::Mark| {
            let (role, pair) = role(mark.role);
            MarkReply { candidate: Mark::of(mark.candidate, picture.shape), role: role.to_owned(), pair }
        };
        let groups = picture.groups.iter();
        let houses = picture.houses.iter();
        let links = picture.links.iter();
        let areas = picture.areas.iter();
        Self {
            marks: picture.marks.iter().map(mark).collect(),
            groups: groups
                .map(|group| GroupReply {
                    role: group_role(group.role).to_owned(),
                    number: group.number,
                    cells: cells(group.cells),
                })
                .collect(),
            houses: houses
                .map(|&(house, role)| HouseReply {
                    house: house.to_string(),
                    role: house_role(role).to_owned(),
                })
                .collect(),
            links: links
                .map(|link| LinkReply {
                    from: link.from.into(),
                    to: link.to.into(),
                    strong: link.kind == LinkKind::Strong,
                    step: link.kind == LinkKind::Step,
                    chain: link.chain,
                })
                .collect(),
            areas: areas
                .map(|area| AreaReply {
                    name: area.name.clone(),
                    cells: area.cells.iter().map(|&cell| picture.shape.name(cell).to_string()).collect(),
                })
                .collect(),
        }
    }
}
