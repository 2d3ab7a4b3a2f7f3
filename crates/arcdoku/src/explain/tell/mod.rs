//! What is said of each pattern: which sentences, and what goes into their holes. One file a kind of pattern.

mod aligned;
mod basic;
mod chain;
mod deadly;
mod fish;
mod forcing;
mod large;
mod nested;
mod sets;
mod small;

use super::Line;
use super::speech::Speech;
use crate::deduction::{Family, Technique};
use crate::deduction::{Pattern, Step};

/// Premises, and why the conclusion follows.
#[derive(Default)]
pub(super) struct Told {
    pub(super) premises: Vec<Line>,
    pub(super) why: String,
}

impl Told {
    fn of(premises: Vec<String>, why: String) -> Self {
        Self { premises: premises.into_iter().map(Line::from).collect(), why }
    }
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Self { depth: 0, text }
    }
}

pub(super) fn tell(speech: &Speech<'_>, step: &Step) -> Told {
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
        Pattern::Revealed => Told::of(Vec::new(), speech.say("reveal.why", &[])),
    }
}

/// The group of techniques that are looked for in the same manner, and have the same author.
pub(super) fn manner(technique: Technique) -> &'static str {
    let slug = technique.slug();
    match technique.family() {
        Family::Single => "single",
        Family::Locked => "locked",
        Family::Subset if slug.starts_with("hidden") => "hidden-subset",
        Family::Subset => "naked-subset",
        Family::Fish if slug.contains("franken") || slug.contains("mutant") => "complex-fish",
        Family::Fish if slug.starts_with("finned") || slug.starts_with("sashimi") => "finned-fish",
        Family::Fish => "basic-fish",
        Family::Kraken => "kraken",
        Family::SingleDigit if slug.contains("empty-rectangle") => "empty-rectangle",
        Family::SingleDigit => "turbot",
        Family::Coloring => "coloring",
        Family::Rectangle if slug.starts_with("avoidable") => "avoidable-rectangle",
        Family::Rectangle if slug.starts_with("hidden") => "hidden-rectangle",
        Family::Rectangle => "unique-rectangle",
        Family::Bug => "bug",
        Family::Chain => "chain",
        Family::RemotePair => "remote-pair",
        Family::Loop => "nice-loop",
        Family::Wing if technique == Technique::WWing => "w-wing",
        Family::Wing => "wing",
        Family::Als if technique == Technique::DeathBlossom => "death-blossom",
        Family::Als => "als",
        Family::SueDeCoq => "sue-de-coq",
        Family::Template => "template",
        Family::Forcing => "forcing",
        Family::Exocet => "exocet",
        Family::MultiSector => "multi-sector",
        Family::Direct => "direct",
        Family::UniqueLoop => "unique-loop",
        Family::Grave => "grave",
        Family::Aligned => "aligned",
        Family::Implication => match technique {
            Technique::BidirectionalCycle | Technique::ForcingChain => "implication",
            Technique::NishioForcingChain => "nishio",
            Technique::MultipleForcingChains => "multiple",
            Technique::DynamicForcingChains => "dynamic",
            _ => "nested",
        },
        Family::Reveal => "reveal",
    }
}
