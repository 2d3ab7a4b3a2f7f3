//! Forcing chains and nets: every branch to the end, with a reason for each node.

use super::{Told, chain};
use crate::grid::CellSet;
use crate::human::explain::speech::Speech;
use crate::human::explain::words::Text;
use crate::human::registry::Technique;
use crate::human::step::{Net, Node, Premise, Step};

pub(super) fn forcing(speech: &Speech<'_>, step: &Step, branches: &[Net], premise: Premise) -> Told {
    let contradicts =
        matches!(step.technique, Technique::ForcingChainContradiction | Technique::ForcingNetContradiction);
    let place = match premise {
        Premise::Candidate(at) => speech.claim(CellSet::single(at.cell), at.digit, true),
        Premise::Cell(cell) => speech.cell(cell),
        Premise::House(house, _) => speech.house(house),
    };
    let digit = match premise {
        Premise::House(_, digit) => speech.digit(digit),
        Premise::Candidate(at) => speech.digit(at.digit),
        Premise::Cell(_) => Text::one(""),
    };
    let holes = [("place", place), ("digit", digit)];
    let kind = match premise {
        Premise::Candidate(_) => "candidate",
        Premise::Cell(_) => "cell",
        Premise::House(..) => "house",
    };
    let mut premises = Vec::new();
    if !contradicts {
        premises.push(speech.say(&format!("forcing.verity.{kind}"), &holes));
    }
    premises.extend(branches.iter().map(|net| run(speech, net)));
    if contradicts {
        // Two branches that end in a node and its denial need no other reason.
        let key = match premise {
            _ if opposed(branches) => "forcing.contradiction.opposed".to_owned(),
            Premise::Candidate(_) => "forcing.contradiction.candidate".to_owned(),
            _ if ends_on(branches) => format!("forcing.contradiction.{kind}.two"),
            _ => format!("forcing.contradiction.{kind}"),
        };
        premises.push(speech.say(&key, &holes));
    }
    let assumption = branches.first().and_then(|net| net.nodes.first());
    let why = match assumption {
        Some(node) if contradicts => {
            let claim = speech.claim(node.cells, node.digit, node.on);
            speech.say("forcing.why.contradiction", &[("claim", claim)])
        }
        _ => speech.say("forcing.why.verity", &[]),
    };
    Told { premises, why }
}

/// Whether two branches end in a node and its denial.
fn opposed(branches: &[Net]) -> bool {
    let ends: Vec<&Node> = branches.iter().filter_map(|net| net.nodes.last()).collect();
    matches!(ends.as_slice(), [a, b] if a.cells == b.cells && a.digit == b.digit && a.on != b.on)
}

/// Whether branches end in candidates that are true.
fn ends_on(branches: &[Net]) -> bool {
    branches.iter().filter_map(|net| net.nodes.last()).all(|node| node.on)
}

/// A branch as one sentence.
fn run(speech: &Speech<'_>, net: &Net) -> String {
    let mut parts = Vec::new();
    for (i, node) in net.nodes.iter().enumerate() {
        let claim = speech.claim(node.cells, node.digit, node.on);
        if i == 0 {
            parts.push(speech.say("run.start", &[("claim", claim)]));
            continue;
        }
        let causes: Vec<&Node> = net
            .causes
            .get(i)
            .into_iter()
            .flatten()
            .filter_map(|&cause| net.nodes.get(usize::from(cause)))
            .collect();
        let reason = Text::one(chain::reason(speech, &causes, node, &net.nodes[..i]));
        parts.push(speech.say("run.next", &[("claim", claim), ("reason", reason)]));
    }
    let steps = Text { count: parts.len(), text: parts.join("; ") };
    speech.say("run", &[("steps", steps)])
}
