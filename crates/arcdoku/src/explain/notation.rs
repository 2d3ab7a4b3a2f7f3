//! Steps on one line, as players write them: Eureka notation for chains and almost locked sets, the usual
//! short forms for the rest.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::coordinates::{Coordinates, grouped};
use super::narrator::Narrator;
use super::phrases::Phrases;
use super::words::{Language, Words};
use crate::deduction::{Als, Candidate, Chain, Family, Fish, House, Net, Node, Pattern, Premise, Step};
use crate::grid::{Cell, CellSet, Digit, DigitSet, Shape};

/// The step with the name of its technique, on one line:
/// `X-Wing: 4 r16 c37 => r2c3,r5c7<>4`.
pub fn short(step: &Step, coordinates: Coordinates) -> String {
    Notation(&english(coordinates)).short(step)
}

/// The step in Eureka notation, if it is a chain or made of almost locked sets:
/// `(3)r1c1=r1c5-(3=4)r5c5-(4)r5c1=... => r2c3<>3`. Links are `=` (strong) and `-` (weak). Other steps as
/// [`short`] writes them.
pub fn eureka(step: &Step, coordinates: Coordinates) -> String {
    Notation(&english(coordinates)).eureka(step)
}

fn english(coordinates: Coordinates) -> Phrases {
    Phrases { words: Words::of(Language::English), coordinates, shape: Shape::CLASSIC }
}

impl Narrator {
    /// The step as [`short`] writes it, in the language and the coordinates of the narrator.
    pub fn short(&self, step: &Step) -> String {
        Notation(&self.phrases).short(step)
    }

    /// The step as [`eureka`] writes it, in the language and the coordinates of the narrator.
    pub fn eureka(&self, step: &Step) -> String {
        Notation(&self.phrases).eureka(step)
    }
}

/// The notation of a pattern, with its Eureka form if it has one.
struct PatternNotation {
    short: String,
    eureka: Option<String>,
}

impl From<String> for PatternNotation {
    fn from(short: String) -> Self {
        Self { short, eureka: None }
    }
}

/// Writes steps with the words and coordinates of these phrases.
#[derive(Clone, Copy)]
struct Notation<'a>(&'a Phrases);

impl Notation<'_> {
    fn word(self, key: &str) -> &'static str {
        self.0.words.get(key).unwrap_or_default()
    }

    fn cell(self, cell: Cell) -> String {
        self.0.cell_name(cell)
    }

    fn cells(self, cells: CellSet) -> String {
        self.0.cell_names(cells)
    }

    fn houses(self, houses: &[House]) -> String {
        self.0.coordinates.houses(houses)
    }

    fn short(self, step: &Step) -> String {
        if let Pattern::OfRules(shape, pattern) = &step.pattern {
            return Phrases { shape: *shape, ..*self.0 }.short_of_rules(step, pattern);
        }
        self.named(step, &self.body(&step.pattern, step).short)
    }

    fn eureka(self, step: &Step) -> String {
        match self.body(&step.pattern, step).eureka {
            Some(text) => format!("{text} => {}", self.conclusion(step)),
            None => self.short(step),
        }
    }

    fn named(self, step: &Step, body: &str) -> String {
        let conclusion = self.conclusion(step);
        let name = self.0.technique_name(step.technique);
        match (body.is_empty(), step.technique.is_single()) {
            (true, _) => format!("{name}: {conclusion}"),
            // The conclusion `r1c1=5` already names the digit of the step.
            (false, true) => format!("{name}: {conclusion} ({body})"),
            (false, false) => format!("{name}: {body} => {conclusion}"),
        }
    }

    /// The conclusion: `r1c1=5`, or `r2c3,r5c7<>4`.
    fn conclusion(self, step: &Step) -> String {
        let mut parts: Vec<String> =
            step.placements.iter().map(|at| format!("{}={}", self.cell(at.cell), at.digit)).collect();
        // A filled cell loses its other candidates; this is not stated.
        let filled = |at: &&Candidate| step.placements.iter().any(|placed| placed.cell == at.cell);
        let gone: Vec<Candidate> = step.eliminations.iter().filter(|at| !filled(at)).copied().collect();
        parts.extend(
            grouped(&gone)
                .into_iter()
                .map(|(cells, digits)| format!("{}<>{}", self.cells(cells), plain(digits))),
        );
        parts.join(", ")
    }

    /// The body of a pattern: the one match over patterns for notation.
    fn body(self, pattern: &Pattern, step: &Step) -> PatternNotation {
        let cells = |cells: CellSet| self.cells(cells);
        let text = match pattern {
            Pattern::Single { house: Some(house) } => self.houses(&[*house]),
            Pattern::Als { sets, commons, stem } => {
                let short = self.als_short(sets, commons, stem.iter().copied().collect(), step);
                let eureka = if stem.is_none() { self.als_eureka(sets, commons, step) } else { None };
                return PatternNotation { short, eureka };
            }
            Pattern::Single { house: None } | Pattern::Revealed | Pattern::OfRules(..) => String::new(),
            Pattern::Direct { through, house } => {
                let through = self.body(through, step).short;
                format!("{through}, {} {}", self.word("notation.then"), self.houses(&[*house]))
            }
            Pattern::Locked { digits, from, .. } => {
                format!("{} in {}", separated(*digits, ","), self.houses(&[*from]))
            }
            Pattern::Subset { digits, cells: at, .. } => {
                format!("{} in {}", separated(*digits, ","), cells(*at))
            }
            Pattern::Fish(fish) => self.fish_body(fish),
            Pattern::Kraken { fish, chains } => {
                let chains: Vec<String> = chains.iter().map(|chain| self.chain_body(chain)).collect();
                format!("{} {{{}}}", self.fish_body(fish), chains.join("; "))
            }
            Pattern::Chain(chains) => {
                let chains: Vec<String> = chains.iter().map(|chain| self.chain_body(chain)).collect();
                let text = chains.join("; ");
                return PatternNotation { eureka: (!text.is_empty()).then(|| text.clone()), short: text };
            }
            Pattern::Coloring { digit, pairs } => {
                let pairs: Vec<String> =
                    pairs.iter().map(|[a, b]| format!("({}) / ({})", cells(*a), cells(*b))).collect();
                format!("{digit} {}", pairs.join(", "))
            }
            Pattern::Wing { pivot, pincers, digit, digits, link } => {
                let mut others = *digits;
                others.remove(*digit);
                let pivot = pivot.map_or_else(String::new, |cell| format!("{},", self.cell(cell)));
                let all = format!("{}/{digit} in {pivot}{}", separated(others, "/"), cells(*pincers));
                match link {
                    Some((_, linked, places)) => {
                        format!("{all} {} {linked} in {}", self.word("notation.connected"), cells(*places))
                    }
                    None => all,
                }
            }
            Pattern::Rectangle { digits, corners, .. } => {
                let corners = corners.iter().copied().collect();
                format!("{} in {}", separated(*digits, "/"), cells(corners))
            }
            Pattern::UniqueLoop { digits, cells: corners, subset, locked, .. } => {
                let subset = subset.map(|(house, others, digits, _)| (house, others, digits));
                let all = format!("{} in {}", separated(*digits, "/"), self.in_order(corners));
                let locked = locked.map(|(house, digit)| (house, CellSet::EMPTY, DigitSet::single(digit)));
                all + &self.held(subset) + &self.held(locked)
            }
            Pattern::Bug { cell } => self.cell(*cell),
            Pattern::Grave { cells: at, extra, house, others, digits } => {
                let all = format!("{} in {}", separated(*extra, ","), cells(*at));
                all + &self.held(house.map(|house| (house, *others, *digits)))
            }
            Pattern::Aligned { cells: aligned, ways } => {
                let excluders: CellSet = ways.iter().filter_map(|(_, excluder)| *excluder).collect();
                let by = if excluders.is_empty() {
                    String::new()
                } else {
                    format!(" {} {}", self.word("notation.by"), cells(excluders))
                };
                format!("{}{by}", self.in_order(aligned))
            }
            Pattern::SueDeCoq { intersection, line, in_box, .. } => {
                let set = |als: &Als| format!("{} - {{{}}}", cells(als.cells), plain(als.digits));
                format!("{} ({}, {})", set(intersection), set(line), set(in_box))
            }
            Pattern::Forcing { branches, premise } => {
                return self.forcing(branches, *premise, step);
            }
            Pattern::Template { digit, .. } => digit.to_string(),
            Pattern::Exocet { base, targets, digits, .. } => {
                let [of_base, of_targets] = ["notation.base", "notation.targets"].map(|key| self.word(key));
                format!("{} {of_base} {} {of_targets} {}", plain(*digits), cells(*base), cells(*targets))
            }
            Pattern::MultiSector { cells: at, sectors } => {
                let links: usize = sectors.iter().map(|(_, digits)| digits.len()).sum();
                let sectors: Vec<String> = sectors
                    .iter()
                    .map(|(house, digits)| format!("{}{}", plain(*digits), self.houses(&[*house])))
                    .collect();
                let [of_cells, of_links] = ["notation.cells", "notation.links"].map(|key| self.word(key));
                format!("{} {of_cells} {}, {links} {of_links} {}", at.len(), cells(*at), sectors.join(","))
            }
        };
        PatternNotation::from(text)
    }

    fn forcing(self, branches: &[Net], premise: Premise, step: &Step) -> PatternNotation {
        let refuted = matches!(premise, Premise::Candidate(_)) && share_start(branches);
        let refuted = if refuted { self.refuted_body(branches) } else { None };
        let short = refuted.unwrap_or_else(|| self.forcing_body(branches, premise));
        let is_implication = step.technique.family() == Family::Implication;
        let eureka = if is_implication { self.linear(branches) } else { None };
        PatternNotation { short, eureka }
    }

    /// `, 3,5 with r6c1 in r6`: digits that a house holds in the pattern, with other cells if there are any.
    fn held(self, held: Option<(House, CellSet, DigitSet)>) -> String {
        let Some((house, others, digits)) = held else { return String::new() };
        let mut text = format!(", {}", separated(digits, ","));
        if !others.is_empty() {
            let _ = write!(text, " {} {}", self.word("notation.with"), self.cells(others));
        }
        let _ = write!(text, " in {}", self.houses(&[house]));
        text
    }

    /// Cells in an order that matters: `r1c1,r1c5,r4c5`.
    fn in_order(self, cells: &[Cell]) -> String {
        cells.iter().map(|&cell| self.cell(cell)).collect::<Vec<_>>().join(",")
    }

    /// `4 r16 c37 fr1c2`: digit, base, cover, fins and endo fins.
    fn fish_body(self, fish: &Fish) -> String {
        let base = self.houses(&fish.base);
        let mut text = format!("{} {base} {}", fish.digit, self.houses(&fish.cover));
        if !fish.twin.is_empty() {
            text.push('/');
            text.push_str(&self.houses(&fish.twin));
        }
        for (mark, cells) in [("f", fish.fins.minus(fish.endo_fins)), ("ef", fish.endo_fins)] {
            for part in self.0.coordinates.parts(self.0.shape, cells) {
                text.push(' ');
                text.push_str(mark);
                text.push_str(&part);
            }
        }
        text
    }

    /// A chain in Eureka notation. Nodes of one cell, or of one almost locked set, share parentheses.
    fn chain_body(self, chain: &Chain) -> String {
        let nodes = &chain.nodes;
        let mut text = String::new();
        let mut i = 0;
        let mut last_digit: Option<Digit> = None;
        while i < nodes.len() {
            // The link to a node that is on is strong.
            if i > 0 {
                text.push(sign(nodes[i].on));
            }
            let node = &nodes[i];
            if let Some(next) = nodes.get(i + 1)
                && let Some(als) = next.als
            {
                let mut others = als.digits;
                others.remove(node.digit);
                let (lost, set) = (node.digit, self.cells(als.cells));
                if next.cells.is_subset(als.cells) {
                    others.remove(next.digit);
                    let _ = write!(text, "({lost}={}{}){set}", plain(others), next.digit);
                } else {
                    // The set leaves only one candidate for a cell outside it.
                    let (others, cell) = (plain(others), self.cells(next.cells));
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
            let cells = self.cells(node.cells);
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
            // The last link leads back to the first node.
            let strong = nodes.first().is_some_and(|first| first.on);
            text.push(sign(strong));
            text.push_str("loop");
        }
        text
    }

    fn als_short(self, sets: &[Als], commons: &[(u8, u8, Digit)], stem: CellSet, step: &Step) -> String {
        let name = |index: usize| char::from(b'A' + (index % 26) as u8);
        let mut parts = Vec::new();
        if !stem.is_empty() {
            parts.push(format!("{} {}", self.word("notation.stem"), self.cells(stem)));
        }
        parts.extend(sets.iter().enumerate().map(|(index, als)| {
            format!("{}={} {{{}}}", name(index), self.cells(als.cells), plain(als.digits))
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

    /// Writes sets in a row: `(4=12)r1c12-(2=34)r5c12`. Returns `None` if the sets branch.
    fn als_eureka(self, sets: &[Als], commons: &[(u8, u8, Digit)], step: &Step) -> Option<String> {
        let at = |set: usize| {
            commons.iter().filter(move |&&(a, b, _)| usize::from(a) == set || usize::from(b) == set)
        };
        if let ([one, two], [(.., x), (.., y), ..]) = (sets, commons) {
            // Two common digits close a ring.
            let name = |als: &Als, from: Digit, to: Digit| {
                let mut others = als.digits;
                others.remove(from);
                others.remove(to);
                format!("({from}={}{to}){}", plain(others), self.cells(als.cells))
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
            let next = at(set).find(|common| {
                common.2 != came && entered.is_none_or(|(from, _)| other(common, set) != from)
            });
            let goes = next.map_or(z, |common| common.2);
            if came == goes {
                return None;
            }
            let mut others = als.digits;
            others.remove(came);
            others.remove(goes);
            parts.push(format!("({came}={}{goes}){}", plain(others), self.cells(als.cells)));
            let Some(common) = next else { break };
            entered = Some((set, common.2));
            set = other(common, set);
        }
        (parts.len() == sets.len()).then(|| parts.join("-"))
    }

    /// Writes branches as chains. Returns `None` unless every node follows from the node before it.
    fn linear(self, branches: &[Net]) -> Option<String> {
        let is_linear = |net: &Net| {
            let follows = |(i, causes): (usize, &Vec<u16>)| match causes.as_slice() {
                [] => i == 0,
                &[cause] => usize::from(cause) + 1 == i,
                _ => false,
            };
            net.nested.is_empty() && net.nodes.len() > 1 && net.causes.iter().enumerate().all(follows)
        };
        let chain = |net: &Net| self.chain_body(&Chain { nodes: net.nodes.clone(), closed: false });
        let chains: Vec<String> = branches.iter().filter(|net| is_linear(net)).map(chain).collect();
        (chains.len() == branches.len()).then(|| chains.join("; "))
    }

    /// `r1c1=3`, or `r1c1<>3`.
    fn claim(self, node: &Node) -> String {
        let sign = if node.on { "=" } else { "<>" };
        format!("{}{sign}{}", self.cells(node.cells), node.digit)
    }

    /// Writes the ends of branches with one assumption: `r1c1=3 -> r2c2=4, r2c2<>4`.
    fn refuted_body(self, branches: &[Net]) -> Option<String> {
        let start = self.claim(branches.first()?.nodes.first()?);
        let ends = branches.iter().filter_map(|net| net.nodes.last()).map(|node| self.claim(node));
        Some(format!("{start} -> {}", ends.collect::<Vec<_>>().join(", ")))
    }

    fn forcing_body(self, branches: &[Net], premise: Premise) -> String {
        let premise = match premise {
            Premise::Candidate(Candidate { cell, digit }) => format!("{}={digit}", self.cell(cell)),
            Premise::Cell(cell) => self.cell(cell),
            Premise::House(house, digit) => format!("{digit} in {}", self.houses(&[house])),
        };
        let branches: Vec<String> = branches
            .iter()
            .filter_map(|net| match net.nodes.as_slice() {
                [first, .., last] => Some(format!("{} -> {}", self.claim(first), self.claim(last))),
                [only] => Some(self.claim(only)),
                [] => None,
            })
            .collect();
        format!("{premise}: {}", branches.join("; "))
    }
}

/// `145`.
fn plain(digits: DigitSet) -> String {
    digits.iter().map(|digit| digit.to_string()).collect()
}

/// `1,4,5`, or with other separators.
fn separated(digits: DigitSet, by: &str) -> String {
    digits.iter().map(|digit| digit.to_string()).collect::<Vec<_>>().join(by)
}

fn sign(strong: bool) -> char {
    if strong { '=' } else { '-' }
}

/// Whether all branches have the same assumption.
fn share_start(branches: &[Net]) -> bool {
    let mut starts = branches.iter().map(|net| net.nodes.first());
    starts.next().flatten().is_some_and(|first| starts.all(|other| other == Some(first)))
}
