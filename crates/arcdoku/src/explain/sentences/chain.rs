//! Chains, link by link, and the reasons for links, which forcing chains and nets share.

use crate::deduction::houses::House;
use crate::deduction::{Chain, Family, Node, Step, Technique};
use crate::explain::argument::Argument;
use crate::explain::speech::Speech;
use crate::explain::words::Phrase;
use crate::grid::CellSet;

pub(super) fn chains(speech: &Speech<'_>, step: &Step, chains: &[Chain]) -> Argument {
    let mut premises = Vec::new();
    for (number, chain) in chains.iter().enumerate() {
        if chains.len() > 1 {
            premises
                .push(speech.phrase("chain.number", &[("number", Phrase::one((number + 1).to_string()))]));
        }
        premises.extend(links(speech, chain));
    }
    let mut why: Vec<String> = chains.iter().map(|chain| reason_of(speech, step, chain)).collect();
    why.dedup();
    Argument::of(premises, why.join(" "))
}

/// A sentence for each link.
fn links(speech: &Speech<'_>, chain: &Chain) -> Vec<String> {
    let mut pairs: Vec<(&Node, &Node)> = chain.nodes.windows(2).map(|pair| (&pair[0], &pair[1])).collect();
    if chain.closed
        && let [first, .., last] = chain.nodes.as_slice()
        && !same(first, last)
    {
        pairs.push((last, first));
    }
    let sentence = |(from, to): (&Node, &Node)| {
        let holes = [
            ("from", speech.claim(from.cells, from.digit, from.on)),
            ("to", speech.claim(to.cells, to.digit, to.on)),
            ("reason", Phrase::one(reason(speech, &[from], to, &[]))),
        ];
        speech.phrase("chain.link", &holes)
    };
    pairs.into_iter().map(sentence).collect()
}

fn same(a: &Node, b: &Node) -> bool {
    (a.cells, a.digit) == (b.cells, b.digit)
}

/// The reason why the conclusion follows from one chain.
fn reason_of(speech: &Speech<'_>, step: &Step, chain: &Chain) -> String {
    let [first, .., last] = chain.nodes.as_slice() else { return String::new() };
    let claim = |node: &Node, on: bool| speech.claim(node.cells, node.digit, on);
    if same(first, last) && first.on != last.on {
        let key = if last.on { "chain.why.true" } else { "chain.why.false" };
        return speech.phrase(key, &[("from", claim(first, first.on)), ("to", claim(last, last.on))]);
    }
    if first.cells == last.cells && first.on == last.on && !chain.closed {
        // The chain begins and ends with different digits of one cell.
        let key = if first.on { "chain.why.cell" } else { "chain.why.neither" };
        let holes =
            [("from", claim(first, true)), ("not", claim(first, false)), ("to", claim(last, last.on))];
        return speech.phrase(key, &holes);
    }
    if step.technique.family() == Family::RemotePair {
        let digits = chain.nodes.iter().map(|node| node.digit).collect();
        let ends = first.cells | last.cells;
        return speech
            .phrase("remote-pair.why", &[("digits", speech.digits(digits)), ("ends", speech.cells(ends))]);
    }
    if step.technique == Technique::BidirectionalCycle {
        return speech.phrase("chain.why.cycle", &[]);
    }
    if chain.closed {
        let mut why = speech.phrase("chain.why.loop", &[]);
        let sets: Vec<String> =
            chain.nodes.iter().filter_map(|node| node.als).map(|als| speech.cell_names(als.cells)).collect();
        if !sets.is_empty() {
            why.push(' ');
            why.push_str(&speech.phrase("chain.why.loop.als", &[("sets", speech.and(&sets))]));
        }
        return why;
    }
    // A chain also holds backwards: one of the two ends that it denies must be true.
    match (first.on, last.on) {
        (false, true) => {
            let key = if first.digit == last.digit { "chain.why.ends" } else { "chain.why.ends.two" };
            let holes = [
                ("first", claim(first, true)),
                ("last", claim(last, true)),
                ("digit", speech.digit(first.digit)),
            ];
            speech.phrase(key, &holes)
        }
        (true, false) => {
            speech.phrase("chain.why.implies", &[("from", claim(first, true)), ("to", claim(last, false))])
        }
        (on, _) => {
            let holes = [("from", claim(first, on)), ("to", claim(last, last.on))];
            speech.phrase("chain.why.both", &holes)
        }
    }
}

/// A chain as one sentence: the assumption, and then its consequences link by link.
pub(super) fn run(speech: &Speech<'_>, chain: &Chain) -> String {
    let mut parts = Vec::new();
    for (i, node) in chain.nodes.iter().enumerate() {
        let claim = speech.claim(node.cells, node.digit, node.on);
        parts.push(match i.checked_sub(1) {
            None => speech.phrase("run.start", &[("claim", claim)]),
            Some(before) => {
                let reason = Phrase::one(reason(speech, &[&chain.nodes[before]], node, &chain.nodes[..i]));
                speech.phrase("run.next", &[("claim", claim), ("reason", reason)])
            }
        });
    }
    let parts = Phrase::new(parts.join("; "), parts.len());
    speech.phrase("run", &[("steps", parts)])
}

/// The reason why a node follows from others, as a clause.
///
/// `earlier` are the nodes before: in a net with a false assumption, a house may have its digit already.
pub(super) fn reason(speech: &Speech<'_>, causes: &[&Node], to: &Node, earlier: &[Node]) -> String {
    if let Some(als) = to.als {
        let holes = [
            ("cells", speech.cells(als.cells)),
            ("digits", speech.digits(als.digits)),
            ("n", speech.number(als.cells.len())),
            ("at", speech.cells(to.cells)),
        ];
        let inside = to.cells.is_subset(als.cells);
        return speech.phrase(if inside { "reason.als" } else { "reason.als.outside" }, &holes);
    }
    let here = to.cells.is_single();
    if to.on {
        let own = |node: &&&Node| node.cells == to.cells && !node.on;
        let lost = causes.iter().map(|node| node.digit).chain([to.digit]).collect();
        let all = to.cells.iter().all(|cell| speech.state.candidates(cell).is_subset(lost));
        if here && causes.iter().filter(own).count() == causes.len() && (all || causes.len() > 1) {
            return speech.phrase("reason.cell.last", &[("cell", speech.cells(to.cells))]);
        }
        let houses = |cells: CellSet| House::common(cells).collect::<Vec<_>>();
        let others = causes.iter().filter(|node| node.digit == to.digit && !node.on);
        let cells = others.fold(to.cells, |all, node| all | node.cells);
        // The house whose places of the digit are these. In a net, other places may have been eliminated before, but
        // the text must still name one house.
        let places = speech.state.places(to.digit);
        let common = houses(cells);
        let whole = common.iter().find(|house| (house.cells() & places).is_subset(cells));
        let has = |house: &House| {
            let mut placed = earlier.iter().filter(|node| node.on && node.digit == to.digit);
            placed.any(|node| node.cells != to.cells && node.cells.is_subset(house.cells()))
        };
        let meant = common.first().filter(|house| common.len() == 1 && causes.len() > 1 && !has(house));
        if let Some(&house) = whole.or(meant).filter(|_| cells != to.cells) {
            let holes = [("house", speech.house(house)), ("digit", speech.digit(to.digit))];
            return speech.phrase("reason.house.last", &holes);
        }
        return speech.phrase("reason.before", &[]);
    }
    for cause in causes.iter().filter(|node| node.on) {
        if cause.cells == to.cells && cause.digit != to.digit {
            return speech.phrase("reason.cell.one", &[("cell", speech.cells(to.cells))]);
        }
        if cause.digit == to.digit
            && let Some(house) = House::common(cause.cells | to.cells).next()
        {
            let holes = [("house", speech.house(house)), ("digit", speech.digit(to.digit))];
            return speech.phrase("reason.house.one", &holes);
        }
    }
    if let [cause] = causes
        && cause.on
        && cause.digit == to.digit
    {
        let holes = [("cells", speech.cells(cause.cells)), ("digit", speech.digit(to.digit))];
        return speech.phrase("reason.sees", &holes);
    }
    // An almost locked set that loses one of its digits keeps all its other digits.
    speech.phrase("reason.before", &[])
}
