//! The sentences of each pattern, and the phrases in their holes. One file per kind of pattern.

mod aligned;
mod basic;
mod chain;
mod deadly;
mod fish;
mod forcing;
mod large;
mod sets;
mod small;

use super::argument::Argument;
use super::speech::Speech;
use crate::deduction::{Pattern, Step};

/// The argument of a step: the one match over patterns for sentences.
pub(super) fn step_argument(speech: &Speech<'_>, step: &Step) -> Argument {
    match &step.pattern {
        Pattern::Single { house } => basic::single(speech, step, *house),
        Pattern::Locked { digits, cells, from, to } => basic::locked(speech, *digits, *cells, *from, *to),
        Pattern::Subset { digits, cells, houses, hidden } => {
            basic::subset(speech, *digits, *cells, houses, *hidden)
        }
        Pattern::Fish(fish) => fish::fish(speech, step, fish),
        Pattern::Kraken { fish, chains } => fish::kraken(speech, step, fish, chains),
        Pattern::Chain(chains) => chain::chains(speech, step, chains),
        Pattern::Coloring { digit, pairs } => small::coloring(speech, step, *digit, pairs),
        Pattern::Wing { pivot, pincers, digit, digits, link } => {
            small::wing(speech, *pivot, *pincers, *digit, *digits, *link)
        }
        Pattern::Rectangle { .. } => small::rectangle(speech, step),
        Pattern::Bug { cell } => small::bug(speech, step, *cell),
        Pattern::Als { sets, commons, stem } => sets::als(speech, step, sets, commons, *stem),
        Pattern::SueDeCoq { intersection, line, in_box, houses } => {
            sets::sue_de_coq(speech, step, intersection, line, in_box, *houses)
        }
        Pattern::Forcing { branches, premise } => forcing::forcing(speech, step, branches, *premise),
        Pattern::Template { digit, ways } => basic::template(speech, step, *digit, *ways),
        Pattern::Exocet { .. } => large::exocet(speech, step),
        Pattern::MultiSector { cells, sectors } => large::multi_sector(speech, *cells, sectors),
        Pattern::Direct { through, house } => basic::direct(speech, step, through, *house),
        Pattern::UniqueLoop { .. } => deadly::unique_loop(speech, step),
        Pattern::Grave { .. } => deadly::grave(speech, step),
        Pattern::Aligned { cells, ways } => aligned::aligned(speech, step, cells, ways),
        // Explained by `RuleSpeech`.
        Pattern::OfRules(..) => Argument::default(),
        Pattern::Revealed => Argument::of(Vec::new(), speech.phrase("reveal.why", &[])),
    }
}
