//! Steps on one line, as players write them: Eureka notation for chains and almost locked sets, the usual
//! short forms for the rest.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::coordinates::{Coordinates, grouped};
use crate::deduction::Candidate;
use crate::deduction::Family;
use crate::deduction::{Als, Chain, Fish, Net, Node, Pattern, Premise, Step};
use crate::grid::{Cell, CellSet, Digit, DigitSet};

/// The step with the name of its technique, on one line:
/// `X-Wing: 4 r16 c37 => r2c3,r5c7<>4`.
pub fn short(step: &Step, coordinates: Coordinates) -> String {
    let body = match &step.pattern {
        Pattern::Als { sets, commons, stem } => {
            let stem: CellSet = stem.iter().copied().collect();
            als_short(sets, commons, stem, step, coordinates)
        }
        _ => body(step, coordinates),
    };
    named(step, &body, coordinates)
}

/// The step in Eureka notation, if it is a chain or made of almost locked sets:
/// `(3)r1c1=r1c5-(3=4)r5c5-(4)r5c1=... => r2c3<>3`. Links are `=` (strong) and `-` (weak). Other steps as
/// [`short`] writes them.
pub fn eureka(step: &Step, coordinates: Coordinates) -> String {
    let text = match &step.pattern {
        Pattern::Chain(_) => body(step, coordinates),
        Pattern::Forcing { branches, .. } if step.technique.family() == Family::Implication => {
            linear(branches, coordinates).unwrap_or_default()
        }
        Pattern::Als { sets, commons, stem: None } => {
            als_eureka(sets, commons, step, coordinates).unwrap_or_default()
        }
        _ => String::new(),
    };
    if text.is_empty() {
        return short(step, coordinates);
    }
    format!("{text} => {}", conclusion(step, coordinates))
}

fn named(step: &Step, body: &str, coordinates: Coordinates) -> String {
    let conclusion = conclusion(step, coordinates);
    let name = step.technique.name();
    match (body.is_empty(), step.technique.is_single()) {
        (true, _) => format!("{name}: {conclusion}"),
        // What is placed tells the digit.
        (false, true) => format!("{name}: {conclusion} ({body})"),
        (false, false) => format!("{name}: {body} => {conclusion}"),
    }
}

/// What follows: `r1c1=5`, or `r2c3,r5c7<>4`.
pub(super) fn conclusion(step: &Step, coordinates: Coordinates) -> String {
    let mut parts: Vec<String> =
        step.placements.iter().map(|at| format!("{}={}", coordinates.cell(at.cell), at.digit)).collect();
    // What goes from a cell that is filled goes without saying.
    let filled = |at: &&Candidate| step.placements.iter().any(|placed| placed.cell == at.cell);
    let gone: Vec<Candidate> = step.eliminations.iter().filter(|at| !filled(at)).copied().collect();
    parts.extend(
        grouped(&gone)
            .into_iter()
            .map(|(cells, digits)| format!("{}<>{}", coordinates.cells(cells), plain(digits))),
    );
    parts.join(", ")
}

/// `145`.
fn plain(digits: DigitSet) -> String {
    digits.iter().map(|digit| digit.to_string()).collect()
}

/// `1,4,5`, or with other separators.
fn separated(digits: DigitSet, by: &str) -> String {
    digits.iter().map(|digit| digit.to_string()).collect::<Vec<_>>().join(by)
}

fn body(step: &Step, coordinates: Coordinates) -> String {
    body_of(&step.pattern, coordinates)
}

fn body_of(pattern: &Pattern, coordinates: Coordinates) -> String {
    let cells = |cells: CellSet| coordinates.cells(cells);
    match pattern {
        Pattern::Single { house: Some(house) } => coordinates.houses(&[*house]),
        // Almost locked sets have two forms of their own.
        Pattern::Single { house: None } | Pattern::Revealed | Pattern::Als { .. } => String::new(),
        Pattern::Direct { through, house } => {
            format!("{}, then {}", body_of(through, coordinates), coordinates.houses(&[*house]))
        }
        Pattern::Locked { digits, from, .. } => {
            format!("{} in {}", separated(*digits, ","), coordinates.houses(&[*from]))
        }
        Pattern::Subset { digits, cells: at, .. } => {
            format!("{} in {}", separated(*digits, ","), cells(*at))
        }
        Pattern::Fish(fish) => fish_body(fish, coordinates),
        Pattern::Kraken { fish, chains } => {
            let chains: Vec<String> = chains.iter().map(|chain| chain_body(chain, coordinates)).collect();
            format!("{} {{{}}}", fish_body(fish, coordinates), chains.join("; "))
        }
        Pattern::Chain(chains) => {
            let chains: Vec<String> = chains.iter().map(|chain| chain_body(chain, coordinates)).collect();
            chains.join("; ")
        }
        Pattern::Coloring { digit, pairs } => {
            let pairs: Vec<String> =
                pairs.iter().map(|[a, b]| format!("({}) / ({})", cells(*a), cells(*b))).collect();
            format!("{digit} {}", pairs.join(", "))
        }
        Pattern::Wing { pivot, pincers, digit, digits, link } => {
            let mut others = *digits;
            others.remove(*digit);
            let pivot = pivot.map_or_else(String::new, |cell| format!("{},", coordinates.cell(cell)));
            let all = format!("{}/{digit} in {pivot}{}", separated(others, "/"), cells(*pincers));
            match link {
                Some((_, linked, places)) => {
                    format!("{all} connected by {linked} in {}", cells(*places))
                }
                None => all,
            }
        }
        Pattern::Rectangle { digits, corners, .. } => {
            let corners = corners.iter().copied().collect();
            format!("{} in {}", separated(*digits, "/"), cells(corners))
        }
        Pattern::UniqueLoop { digits, cells: corners, subset, locked, .. } => {
            let mut text = format!("{} in {}", separated(*digits, "/"), in_order(corners, coordinates));
            if let Some((house, others, digits, _)) = subset {
                let house = coordinates.houses(&[*house]);
                let _ = write!(text, ", {} with {} in {house}", separated(*digits, ","), cells(*others));
            }
            if let Some((house, digit)) = locked {
                let _ = write!(text, ", {digit} in {}", coordinates.houses(&[*house]));
            }
            text
        }
        Pattern::Bug { cell } => coordinates.cell(*cell),
        Pattern::Grave { cells: at, extra, house, others, digits } => {
            let mut text = format!("{} in {}", separated(*extra, ","), cells(*at));
            if let Some(house) = house {
                let with =
                    if others.is_empty() { String::new() } else { format!(" with {}", cells(*others)) };
                let house = coordinates.houses(&[*house]);
                let _ = write!(text, ", {}{with} in {house}", separated(*digits, ","));
            }
            text
        }
        Pattern::Aligned { cells: aligned, ways } => {
            let excluders: CellSet = ways.iter().filter_map(|(_, excluder)| *excluder).collect();
            let by = if excluders.is_empty() { String::new() } else { format!(" by {}", cells(excluders)) };
            format!("{}{by}", in_order(aligned, coordinates))
        }
        Pattern::SueDeCoq { intersection, line, in_box, .. } => {
            let set = |als: &Als| format!("{} - {{{}}}", cells(als.cells), plain(als.digits));
            format!("{} ({}, {})", set(intersection), set(line), set(in_box))
        }
        Pattern::Forcing { branches, premise: premise @ Premise::Candidate(_) } if share_start(branches) => {
            refuted_body(branches, coordinates)
                .unwrap_or_else(|| forcing_body(branches, *premise, coordinates))
        }
        Pattern::Forcing { branches, premise } => forcing_body(branches, *premise, coordinates),
        Pattern::Template { digit, .. } => digit.to_string(),
        Pattern::Exocet { base, targets, digits, .. } => {
            format!("{} base {} targets {}", plain(*digits), cells(*base), cells(*targets))
        }
        Pattern::MultiSector { cells: at, sectors } => {
            let links: usize = sectors.iter().map(|(_, digits)| digits.len()).sum();
            let sectors: Vec<String> = sectors
                .iter()
                .map(|(house, digits)| format!("{}{}", plain(*digits), coordinates.houses(&[*house])))
                .collect();
            format!("{} cells {}, {links} links {}", at.len(), cells(*at), sectors.join(","))
        }
    }
}

/// Cells in an order that matters: `r1c1,r1c5,r4c5`.
fn in_order(cells: &[Cell], coordinates: Coordinates) -> String {
    cells.iter().map(|&cell| coordinates.cell(cell)).collect::<Vec<_>>().join(",")
}

/// `4 r16 c37 fr1c2`: digit, base, cover, fins and endo fins.
fn fish_body(fish: &Fish, coordinates: Coordinates) -> String {
    let base = coordinates.houses(&fish.base);
    let mut text = format!("{} {base} {}", fish.digit, coordinates.houses(&fish.cover));
    if !fish.twin.is_empty() {
        text.push('/');
        text.push_str(&coordinates.houses(&fish.twin));
    }
    for (mark, cells) in [("f", fish.fins.minus(fish.endo_fins)), ("ef", fish.endo_fins)] {
        for part in coordinates.parts(cells) {
            text.push(' ');
            text.push_str(mark);
            text.push_str(&part);
        }
    }
    text
}

fn sign(strong: bool) -> char {
    if strong { '=' } else { '-' }
}

/// A chain in Eureka notation. Nodes of one cell, or of one almost locked set, share parentheses.
fn chain_body(chain: &Chain, coordinates: Coordinates) -> String {
    let nodes = &chain.nodes;
    let mut text = String::new();
    let mut i = 0;
    let mut last_digit: Option<Digit> = None;
    while i < nodes.len() {
        // From off to on the link is strong.
        if i > 0 {
            text.push(sign(nodes[i].on));
        }
        let node = &nodes[i];
        if let Some(next) = nodes.get(i + 1)
            && let Some(als) = next.als
        {
            let mut others = als.digits;
            others.remove(node.digit);
            let (lost, set) = (node.digit, coordinates.cells(als.cells));
            if next.cells.is_subset(als.cells) {
                others.remove(next.digit);
                let _ = write!(text, "({lost}={}{}){set}", plain(others), next.digit);
            } else {
                // The set leaves a cell outside but one candidate.
                let (others, cell) = (plain(others), coordinates.cells(next.cells));
                let _ = write!(text, "({lost}={others}){set}-({others}={}){cell}", next.digit);
            }
            last_digit = None;
            i += 2;
            continue;
        }
        let mut end = i;
        while let Some(next) = nodes.get(end + 1)
            && next.cells == node.cells
            && next.digit != nodes[end].digit
            && next.als.is_none()
            && nodes.get(end + 2).is_none_or(|after| after.als.is_none())
        {
            end += 1;
        }
        let cells = coordinates.cells(node.cells);
        if end == i && last_digit == Some(node.digit) {
            text.push_str(&cells);
        } else {
            let mut digits = node.digit.to_string();
            for next in &nodes[i + 1..=end] {
                digits.push(sign(next.on));
                digits.push_str(&next.digit.to_string());
            }
            let _ = write!(text, "({digits}){cells}");
        }
        last_digit = if end == i { Some(node.digit) } else { None };
        i = end + 1;
    }
    if chain.closed {
        // Back to where it began.
        let strong = nodes.first().is_some_and(|first| first.on);
        text.push(sign(strong));
        text.push_str("loop");
    }
    text
}

fn als_short(
    sets: &[Als],
    commons: &[(u8, u8, Digit)],
    stem: CellSet,
    step: &Step,
    coordinates: Coordinates,
) -> String {
    let name = |index: usize| char::from(b'A' + (index % 26) as u8);
    let mut parts = Vec::new();
    if !stem.is_empty() {
        parts.push(format!("stem {}", coordinates.cells(stem)));
    }
    parts.extend(sets.iter().enumerate().map(|(index, als)| {
        format!("{}={} {{{}}}", name(index), coordinates.cells(als.cells), plain(als.digits))
    }));
    let gone: DigitSet = step.eliminations.iter().map(|at| at.digit).collect();
    if sets.len() == 2 && stem.is_empty() {
        parts.push(format!("X={}", plain(commons.iter().map(|common| common.2).collect())));
        if commons.len() == 1 {
            parts.push(format!("Z={}", plain(gone)));
        }
    } else if stem.is_empty() {
        let commons = commons
            .iter()
            .map(|&(a, b, digit)| format!("{}{}:{digit}", name(usize::from(a)), name(usize::from(b))));
        parts.push(format!("X={}", commons.collect::<Vec<_>>().join(" ")));
    }
    parts.join(", ")
}

/// Sets in a row: `(4=12)r1c12-(2=34)r5c12`; none for sets that branch.
fn als_eureka(
    sets: &[Als],
    commons: &[(u8, u8, Digit)],
    step: &Step,
    coordinates: Coordinates,
) -> Option<String> {
    let at =
        |set: usize| commons.iter().filter(move |&&(a, b, _)| usize::from(a) == set || usize::from(b) == set);
    if let ([one, two], [(.., x), (.., y), ..]) = (sets, commons) {
        // Two common digits close a ring.
        let name = |als: &Als, from: Digit, to: Digit| {
            let mut others = als.digits;
            others.remove(from);
            others.remove(to);
            format!("({from}={}{to}){}", plain(others), coordinates.cells(als.cells))
        };
        return Some(format!("{}-{}-loop", name(one, *x, *y), name(two, *y, *x)));
    }
    let other = |common: &(u8, u8, Digit), set: usize| -> usize {
        if usize::from(common.0) == set { common.1.into() } else { common.0.into() }
    };
    let joins = |set: usize| at(set).map(|common| other(common, set)).collect::<HashSet<_>>().len();
    let mut set = (0..sets.len()).find(|&set| joins(set) == 1)?;
    let gone: DigitSet = step.eliminations.iter().map(|at| at.digit).collect();
    let z = gone.first()?;
    let mut parts = Vec::new();
    let mut entered: Option<(usize, Digit)> = None;
    for _ in 0..sets.len() {
        let als = &sets[set];
        let came = entered.map_or(z, |(_, digit)| digit);
        let next = at(set)
            .find(|common| common.2 != came && entered.is_none_or(|(from, _)| other(common, set) != from));
        let goes = next.map_or(z, |common| common.2);
        if came == goes {
            return None;
        }
        let mut others = als.digits;
        others.remove(came);
        others.remove(goes);
        parts.push(format!("({came}={}{goes}){}", plain(others), coordinates.cells(als.cells)));
        let Some(common) = next else { break };
        entered = Some((set, common.2));
        set = other(common, set);
    }
    (parts.len() == sets.len()).then(|| parts.join("-"))
}

/// Branches in which every node follows from the one before, as chains.
fn linear(branches: &[Net], coordinates: Coordinates) -> Option<String> {
    let is_linear = |net: &Net| {
        let follows = |(i, causes): (usize, &Vec<u16>)| match causes.as_slice() {
            [] => i == 0,
            &[cause] => usize::from(cause) + 1 == i,
            _ => false,
        };
        net.nested.is_empty() && net.nodes.len() > 1 && net.causes.iter().enumerate().all(follows)
    };
    let chain = |net: &Net| chain_body(&Chain { nodes: net.nodes.clone(), closed: false }, coordinates);
    let chains: Vec<String> = branches.iter().filter(|net| is_linear(net)).map(chain).collect();
    (chains.len() == branches.len()).then(|| chains.join("; "))
}

/// `r1c1=3`, or `r1c1<>3`.
fn claim(node: &Node, coordinates: Coordinates) -> String {
    let sign = if node.on { "=" } else { "<>" };
    format!("{}{sign}{}", coordinates.cells(node.cells), node.digit)
}

/// Whether all branches have the same assumption.
fn share_start(branches: &[Net]) -> bool {
    let mut starts = branches.iter().map(|net| net.nodes.first());
    starts.next().flatten().is_some_and(|first| starts.all(|other| other == Some(first)))
}

/// Ends of one assumption: `r1c1=3 -> r2c2=4, r2c2<>4`.
fn refuted_body(branches: &[Net], coordinates: Coordinates) -> Option<String> {
    let start = claim(branches.first()?.nodes.first()?, coordinates);
    let ends = branches.iter().filter_map(|net| net.nodes.last()).map(|node| claim(node, coordinates));
    Some(format!("{start} -> {}", ends.collect::<Vec<_>>().join(", ")))
}

fn forcing_body(branches: &[Net], premise: Premise, coordinates: Coordinates) -> String {
    let premise = match premise {
        Premise::Candidate(Candidate { cell, digit }) => format!("{}={digit}", coordinates.cell(cell)),
        Premise::Cell(cell) => coordinates.cell(cell),
        Premise::House(house, digit) => format!("{digit} in {}", coordinates.houses(&[house])),
    };
    let claim = |node: &Node| claim(node, coordinates);
    let branches: Vec<String> = branches
        .iter()
        .filter_map(|net| match net.nodes.as_slice() {
            [first, .., last] => Some(format!("{} -> {}", claim(first), claim(last))),
            [only] => Some(claim(only)),
            [] => None,
        })
        .collect();
    format!("{premise}: {}", branches.join("; "))
}
