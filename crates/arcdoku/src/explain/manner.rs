//! Groups of techniques that share texts.

use crate::deduction::{Family, Technique};

/// The kind of a fish, as in keys of texts, and its size: `finned-fish` and 3 for a finned swordfish.
pub(super) fn fish(technique: Technique) -> Option<(String, usize)> {
    const SIZES: [&str; 6] = ["x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan"];
    let of_size = |(size, name)| Some((format!("{}fish", technique.slug().strip_suffix(name)?), size));
    (2..).zip(SIZES).find_map(of_size).filter(|_| technique.family() == Family::Fish)
}

/// The group of a technique: techniques of a group have the same origin.
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
        Family::Rules => "rules",
    }
}
