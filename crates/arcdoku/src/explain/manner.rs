//! Groups of techniques that share texts.

use crate::deduction::{Family, Technique};
use crate::human::FishKind;

/// The kind of a fish, as in keys of texts, and its size: `finned-fish` and 3 for a finned swordfish.
pub(super) fn fish(technique: Technique) -> Option<(&'static str, usize)> {
    let (kind, size) = FishKind::of(technique)?;
    let key = match kind {
        FishKind::Basic => "fish",
        FishKind::Finned => "finned-fish",
        FishKind::Sashimi => "sashimi-fish",
        FishKind::Franken => "franken-fish",
        FishKind::FinnedFranken => "finned-franken-fish",
        FishKind::Mutant => "mutant-fish",
        FishKind::FinnedMutant => "finned-mutant-fish",
    };
    Some((key, size))
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
