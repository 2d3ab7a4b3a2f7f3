//! The techniques, one file a family. Each finds all its instances in a state, or, faster, the first: the
//! one that a solver applies.

pub(super) mod als;
pub(super) mod bug;
pub(super) mod chain;
pub(super) mod coloring;
pub(super) mod exocet;
pub(super) mod fish;
pub(super) mod forcing;
pub(super) mod kraken;
pub(super) mod links;
pub(super) mod locked;
pub(super) mod multi_sector;
pub(super) mod nice_loop;
mod order;
pub(super) mod rectangle;
pub(super) mod remote_pair;
pub(super) mod se;
pub(super) mod single;
pub(super) mod single_digit;
pub(super) mod subset;
pub(super) mod sue_de_coq;
pub(super) mod template;
pub(super) mod wing;

#[cfg(test)]
mod states;
