//! The families of rules with words and lists of cells. Each family is a table of [`Kind`]s.

mod areas;
mod cages;
mod counting;
mod index;
mod lines;
mod logic;
mod outside;
mod pairs;
mod pattern;
mod sums;
mod values;

use super::listed::Kind;

/// The tables.
pub(super) const KINDS: &[&[Kind]] = &[
    pairs::KINDS,
    sums::KINDS,
    cages::KINDS,
    counting::KINDS,
    lines::KINDS,
    outside::KINDS,
    index::KINDS,
    areas::KINDS,
    values::KINDS,
    logic::KINDS,
];
