//! Fish of all kinds, and kraken fish.

use super::chain;
use crate::deduction::{Chain, Fish, Step, Technique};
use crate::explain::argument::Argument;
use crate::explain::speech::Speech;
use crate::explain::words::Phrase;

/// The holes of all sentences on a fish.
fn holes(speech: &Speech<'_>, fish: &Fish) -> Vec<(&'static str, Phrase)> {
    vec![
        ("digit", speech.digit(fish.digit)),
        ("base", speech.houses(&fish.base)),
        ("cover", speech.houses(&fish.cover)),
        ("twin", speech.houses(&fish.twin)),
        ("body", speech.cells(fish.body)),
        ("n", speech.number(fish.base.len())),
        ("fins", speech.cells(fish.fins.minus(fish.endo_fins))),
        ("endo", speech.cells(fish.endo_fins)),
    ]
}

/// Premises: the places of the digit in the base sets, and the fins.
fn premises(speech: &Speech<'_>, fish: &Fish, is_sashimi: bool) -> Vec<String> {
    let holes = holes(speech, fish);
    let fins = fish.fins.minus(fish.endo_fins);
    let siamese = !fish.twin.is_empty();
    let key = match (siamese, fins.is_empty()) {
        (true, _) => "fish.premise.siamese",
        (false, false) => "fish.premise.fins",
        (false, true) if fish.endo_fins.is_empty() => "fish.premise",
        (false, true) => "fish.premise.endo",
    };
    let mut premises = vec![speech.phrase(key, &holes)];
    if is_sashimi && !siamese {
        let thin: Vec<_> =
            fish.base.iter().copied().filter(|house| (house.cells() & fish.body).len() < 2).collect();
        if !thin.is_empty() {
            let holes = [("thin", speech.houses(&thin)), ("digit", speech.digit(fish.digit))];
            premises.push(speech.phrase("fish.sashimi", &holes));
        }
    }
    if !fish.endo_fins.is_empty() {
        premises.push(speech.phrase("fish.endo", &holes));
    }
    premises
}

pub(super) fn fish(speech: &Speech<'_>, step: &Step, fish: &Fish) -> Argument {
    let holes = holes(speech, fish);
    let all_fins = fish.fins | fish.endo_fins;
    let is_sashimi = step.technique.slug().starts_with("sashimi");
    let mut why = Vec::new();
    why.push(speech.phrase(if all_fins.is_empty() { "fish.why" } else { "fish.why.without" }, &holes));
    if !all_fins.is_empty() {
        let key = if fish.twin.is_empty() { "fish.why.fins" } else { "fish.why.siamese" };
        let fins = ("all", speech.cells(all_fins));
        why.push(speech.phrase(key, &[holes.as_slice(), &[fins]].concat()));
    }
    if !fish.cannibals.is_empty() {
        let holes = [("digit", speech.digit(fish.digit)), ("cannibals", speech.cells(fish.cannibals))];
        why.push(speech.phrase("fish.why.cannibal", &holes));
    }
    Argument::of(premises(speech, fish, is_sashimi), why.join(" "))
}

pub(super) fn kraken(speech: &Speech<'_>, step: &Step, fish: &Fish, chains: &[Chain]) -> Argument {
    let holes = holes(speech, fish);
    let mut premises = premises(speech, fish, false);
    premises.extend(chains.iter().map(|each| chain::run(speech, each)));
    let key = if step.technique == Technique::KrakenFish1 { "kraken.why.1" } else { "kraken.why.2" };
    Argument::of(premises, speech.phrase(key, &holes))
}
