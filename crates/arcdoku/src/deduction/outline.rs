//! The parts of a pattern. Drawings, hints and the size of a pattern are derived from this one description.

use super::houses::{House, NEIGHBORS};
use super::step::{Als, Chain, Fish, Net, Node, Pattern, Premise};
use crate::grid::{Cell, CellSet, Digit, DigitSet};

/// The part that a marked candidate plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Role {
    /// The step fills it in.
    Placed,
    /// The step removes it.
    Eliminated,
    /// The step removes it although it is part of the pattern.
    Cannibal,
    /// A place in two base sets of a fish.
    EndoFin,
    /// A place outside the cover sets of a fish.
    Fin,
    /// True if the chain starts as shown, or true in the branch from the premise.
    On,
    /// False if the chain starts as shown, or false in the branch from the premise.
    Off,
    /// The candidate has the first color of a pair of colors; pairs are numbered from 0.
    ColorA(u8),
    /// The candidate has the second color of a pair of colors.
    ColorB(u8),
    /// The candidate is part of the pattern.
    Pattern,
    /// A further relevant digit, such as a digit of a roof or of a subset.
    Extra,
    /// A digit that almost locked sets share.
    Common,
}

/// The part that a group of cells plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GroupRole {
    /// Cells of the pattern without a more specific part.
    Cells,
    /// An almost locked set; its number is the number of the group.
    Als,
    /// The pivot of a wing.
    Pivot,
    /// A pincer of a wing.
    Pincer,
    /// A corner of a rectangle.
    Corner,
    /// The intersection of a line and a box.
    Intersection,
    /// The set in the line of a Sue de Coq.
    Line,
    /// The set in the box of a Sue de Coq.
    Box,
    /// The base cells of an exocet.
    Base,
    /// The target cells of an exocet.
    Target,
    /// The cross lines of an exocet.
    Cross,
    /// The stem of a death blossom, or the cell whose candidates start the branches of a forcing chain.
    Stem,
    /// The cells of a unique loop.
    Loop,
    /// The cells that rule out ways to fill other cells.
    Excluder,
}

/// Cells that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// The number among the groups with the same part, from 1.
    pub number: u8,
    /// The part.
    pub role: GroupRole,
    /// The cells.
    pub cells: CellSet,
}

/// The part that a house plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HouseRole {
    /// The house of a pattern.
    Pattern,
    /// A base set of a fish.
    Base,
    /// A cover set of a fish.
    Cover,
    /// A cover set of the other fish of a siamese pair.
    Twin,
}

/// An end of a link: "one of these cells is the digit".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinkEnd {
    /// The cells.
    pub cells: CellSet,
    /// The digit.
    pub digit: Digit,
}

/// The meaning of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// If the start is false, the end is true.
    Strong,
    /// If the start is true, the end is false.
    Weak,
    /// If the start and other nodes are false, a nested step makes the end false.
    Step,
}

impl LinkKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Strong, Self::Weak, Self::Step];
}

/// An arrow from one end to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The start.
    pub from: LinkEnd,
    /// The end.
    pub to: LinkEnd,
    /// The meaning.
    pub kind: LinkKind,
    /// The number of the chain or branch, from 1.
    pub chain: u8,
}

/// The parts of a pattern. Made by [`Pattern::outline`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outline<'a> {
    /// Candidates and their role: the digits in the cells that are candidates of the state. If a candidate has several
    /// parts, the first one counts.
    pub marks: Vec<(CellSet, DigitSet, Role)>,
    /// Groups of cells.
    pub groups: Vec<Group>,
    /// Houses.
    pub houses: Vec<(House, HouseRole)>,
    /// Links, in the order of their chains.
    pub links: Vec<Link>,
    /// Chains.
    pub chains: Vec<&'a Chain>,
    /// Branches of forcing chains and nets.
    pub nets: Vec<&'a Net>,
    /// Cells of the pattern that lose its digit.
    pub cannibals: CellSet,
    /// The house in which the placed digit loses all places but one.
    pub cleared: Option<House>,
    /// The number of cells, or of nodes of chains.
    pub size: usize,
    /// The place that a hint points to.
    pub focus: Focus,
}

/// The digits and the place that a hint names without revealing the step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Focus {
    /// The digits; `None` for the digits of the step.
    pub digits: Option<DigitSet>,
    /// The houses that a hint names. If there are none, it names `cells`.
    pub houses: Vec<House>,
    /// The cells.
    pub cells: CellSet,
}

impl Pattern {
    /// The parts of the pattern.
    ///
    /// Drawings, hints and the order of steps are derived from it. A new pattern is described only here, in the
    /// notation, and in the sentences of `explain`.
    pub fn outline(&self) -> Outline<'_> {
        let mut outline = Outline::default();
        match self {
            Self::Single { house } => outline.single(*house),
            Self::Locked { digits, cells, from, to } => {
                outline.set(*cells, *digits, &[*from, *to]);
                outline.focus.houses = vec![*from];
            }
            Self::Subset { digits, cells, houses, .. } => {
                outline.set(*cells, *digits, houses);
                outline.group(GroupRole::Cells, *cells);
                outline.focus = Focus { digits: Some(*digits), houses: houses.clone(), ..Focus::default() };
            }
            Self::Fish(fish) => outline.fish(fish),
            Self::Kraken { fish, chains } => {
                outline.fish(fish);
                outline.chains(chains);
            }
            Self::Chain(chains) => {
                outline.chains(chains);
                let nodes = || chains.iter().flat_map(|chain| &chain.nodes);
                outline.focus_on(
                    nodes().map(|node| node.digit).collect(),
                    union(nodes().map(|node| node.cells)),
                );
            }
            Self::Coloring { digit, pairs } => outline.coloring(*digit, pairs),
            Self::Wing { pivot, pincers, digit, digits, link } => {
                outline.wing(*pivot, *pincers, *digit, *digits, *link);
            }
            Self::Rectangle { digits, corners, extra, cells, houses, .. } => {
                outline.rectangle(*digits, corners.iter().copied().collect(), *extra, *cells, houses);
            }
            Self::Bug { cell } => {
                let cell = CellSet::single(*cell);
                outline.mark(cell, DigitSet::all(9), Role::Pattern);
                outline.group(GroupRole::Cells, cell);
                outline.size = 1;
                outline.focus_on(DigitSet::default(), cell);
            }
            Self::Als { sets, commons, stem } => outline.almost_locked(sets, commons, *stem),
            Self::SueDeCoq { intersection, line, in_box, houses } => {
                outline.sue_de_coq([intersection, line, in_box], *houses);
            }
            Self::Forcing { branches, premise } => outline.forcing(branches, *premise),
            Self::Template { digit, .. } => {
                outline.mark(CellSet::all(81), DigitSet::single(*digit), Role::Pattern);
                outline.size = 1;
            }
            Self::Exocet { base, targets, digits, cross, .. } => {
                outline.exocet(*base, *targets, *digits, *cross);
            }
            Self::MultiSector { cells, sectors } => outline.multi_sector(*cells, sectors),
            Self::Direct { through, house } => {
                outline = through.outline();
                outline.houses(&[*house], HouseRole::Pattern);
                outline.focus.digits = None;
                outline.cleared = Some(*house);
            }
            Self::UniqueLoop { digits, cells, extra, subset, locked, .. } => {
                outline.unique_loop(*digits, cells.iter().copied().collect(), *extra);
                if let Some((house, others, digits, _)) = *subset {
                    outline.subset_of_loop(house, others, digits);
                }
                if let Some((house, _)) = *locked {
                    outline.houses(&[house], HouseRole::Pattern);
                }
            }
            Self::Grave { cells, extra, house, others, digits } => {
                outline.mark(*cells, *extra, Role::Extra);
                outline.mark(*cells | *others, *digits, Role::Pattern);
                outline.group(GroupRole::Cells, *cells | *others);
                outline.houses(house.as_slice(), HouseRole::Pattern);
                outline.size = cells.len() + others.len();
                outline.focus_on(DigitSet::default(), *cells);
            }
            Self::Aligned { cells, ways } => {
                let excluders = ways.iter().filter_map(|(_, excluder)| *excluder).collect();
                outline.aligned(cells.iter().copied().collect(), excluders);
            }
            Self::Revealed => {
                outline.size = 1;
                outline.focus.digits = Some(DigitSet::default());
            }
            // Such a pattern has no parts of the classic grid.
            Self::OfRules(..) => {}
        }
        outline
    }
}

impl<'a> Outline<'a> {
    fn mark(&mut self, cells: CellSet, digits: DigitSet, role: Role) {
        self.marks.push((cells, digits, role));
    }

    fn group(&mut self, role: GroupRole, cells: CellSet) {
        let number = 1 + self.groups.iter().filter(|group| group.role == role).count() as u8;
        self.groups.push(Group { number, role, cells });
    }

    fn houses(&mut self, houses: &[House], role: HouseRole) {
        self.houses.extend(houses.iter().map(|&house| (house, role)));
    }

    /// Sets the digits to name and the cells to look at.
    fn focus_on(&mut self, digits: DigitSet, cells: CellSet) {
        self.focus.digits = Some(digits);
        self.focus.cells = cells;
    }

    fn single(&mut self, house: Option<House>) {
        self.houses(house.as_slice(), HouseRole::Pattern);
        self.size = 1;
        self.focus.houses = house.into_iter().collect();
        // The digit of a naked single would reveal the step, so no digit is named.
        self.focus.digits = house.is_none().then(DigitSet::default);
    }

    fn set(&mut self, cells: CellSet, digits: DigitSet, houses: &[House]) {
        self.mark(cells, digits, Role::Pattern);
        self.houses(houses, HouseRole::Pattern);
        self.size = cells.len();
    }

    fn fish(&mut self, fish: &Fish) {
        let digit = DigitSet::single(fish.digit);
        self.mark(fish.endo_fins, digit, Role::EndoFin);
        self.mark(fish.fins, digit, Role::Fin);
        self.mark(fish.body, digit, Role::Pattern);
        self.houses(&fish.base, HouseRole::Base);
        self.houses(&fish.cover, HouseRole::Cover);
        self.houses(&fish.twin, HouseRole::Twin);
        self.cannibals = fish.cannibals;
        self.size = (fish.body | fish.fins).len();
        self.focus.houses.clone_from(&fish.base);
    }

    fn coloring(&mut self, digit: Digit, pairs: &[[CellSet; 2]]) {
        let digit = DigitSet::single(digit);
        for (number, &[a, b]) in pairs.iter().enumerate() {
            self.mark(a, digit, Role::ColorA(number as u8));
            self.mark(b, digit, Role::ColorB(number as u8));
            self.size += a.len() + b.len();
            self.focus.cells |= a | b;
        }
    }

    fn wing(
        &mut self,
        pivot: Option<Cell>,
        pincers: CellSet,
        digit: Digit,
        digits: DigitSet,
        link: Option<(House, Digit, CellSet)>,
    ) {
        let mut others = digits;
        others.remove(digit);
        let cells = pincers | pivot.into_iter().collect();
        self.mark(cells, DigitSet::single(digit), Role::Pattern);
        self.mark(cells, others, Role::Extra);
        if let Some(pivot) = pivot {
            self.group(GroupRole::Pivot, CellSet::single(pivot));
        }
        for pincer in pincers {
            self.group(GroupRole::Pincer, CellSet::single(pincer));
        }
        self.size = pincers.len() + 1 + if link.is_some() { 2 } else { 0 };
        self.focus_on(digits, cells);
        let Some((house, linked, places)) = link else { return };
        self.mark(places, DigitSet::single(linked), Role::Extra);
        self.houses(&[house], HouseRole::Pattern);
        let end = |cell: Cell| LinkEnd { cells: CellSet::single(cell), digit: linked };
        let mut ends = places.iter();
        if let (Some(a), Some(b)) = (ends.next(), ends.next()) {
            self.links.push(Link { from: end(a), to: end(b), kind: LinkKind::Strong, chain: 1 });
        }
        for place in places {
            if let Some(pincer) = (NEIGHBORS[place.index()] & pincers).first() {
                self.links.push(Link { from: end(place), to: end(pincer), kind: LinkKind::Weak, chain: 1 });
            }
        }
    }

    fn rectangle(
        &mut self,
        digits: DigitSet,
        corners: CellSet,
        extra: DigitSet,
        cells: CellSet,
        houses: &[House],
    ) {
        self.mark(corners, digits, Role::Pattern);
        self.mark(corners | cells, extra, Role::Extra);
        for corner in corners {
            self.group(GroupRole::Corner, CellSet::single(corner));
        }
        if !cells.is_empty() {
            self.group(GroupRole::Cells, cells);
        }
        self.houses(houses, HouseRole::Pattern);
        self.size = 4 + cells.len();
        self.focus_on(digits, corners);
    }

    fn almost_locked(&mut self, sets: &[Als], commons: &[(u8, u8, Digit)], stem: Option<Cell>) {
        for &(a, b, digit) in commons {
            let cells = |set: u8| sets.get(usize::from(set)).map_or(CellSet::EMPTY, |als| als.cells);
            self.mark(cells(a) | cells(b), DigitSet::single(digit), Role::Common);
        }
        for als in sets {
            self.mark(als.cells, als.digits, Role::Pattern);
            self.group(GroupRole::Als, als.cells);
            self.size += als.cells.len();
        }
        self.stem(stem);
        let cells = stem.into_iter().collect::<CellSet>() | union(sets.iter().map(|set| set.cells));
        self.focus_on(commons.iter().map(|common| common.2).collect(), cells);
    }

    fn stem(&mut self, stem: Option<Cell>) {
        if let Some(cell) = stem {
            self.mark(CellSet::single(cell), DigitSet::all(9), Role::Pattern);
            self.group(GroupRole::Stem, CellSet::single(cell));
        }
    }

    fn sue_de_coq(&mut self, sets: [&Als; 3], houses: [House; 2]) {
        for (role, als) in [GroupRole::Intersection, GroupRole::Line, GroupRole::Box].into_iter().zip(sets) {
            self.mark(als.cells, als.digits, Role::Pattern);
            self.group(role, als.cells);
            self.size += als.cells.len();
        }
        self.houses(&houses, HouseRole::Pattern);
        self.focus = Focus { digits: Some(sets[0].digits), houses: houses.to_vec(), ..Focus::default() };
    }

    fn exocet(&mut self, base: CellSet, targets: CellSet, digits: DigitSet, cross: CellSet) {
        self.mark(base | targets, digits, Role::Pattern);
        self.mark(cross, digits, Role::Extra);
        self.group(GroupRole::Base, base);
        self.group(GroupRole::Target, targets);
        self.group(GroupRole::Cross, cross);
        self.size = 4 + cross.len();
        self.focus_on(digits, base | targets);
    }

    fn multi_sector(&mut self, cells: CellSet, sectors: &[(House, DigitSet)]) {
        let mut all = DigitSet::default();
        for &(house, digits) in sectors {
            self.mark(cells & house.cells(), digits, Role::Pattern);
            all |= digits;
        }
        self.group(GroupRole::Cells, cells);
        let mut houses: Vec<House> = sectors.iter().map(|sector| sector.0).collect();
        houses.sort_unstable();
        houses.dedup();
        self.houses(&houses, HouseRole::Cover);
        self.size = cells.len();
        self.focus = Focus { digits: Some(all), houses, ..Focus::default() };
    }

    fn unique_loop(&mut self, digits: DigitSet, cells: CellSet, extra: DigitSet) {
        self.mark(cells, digits, Role::Pattern);
        self.mark(cells, extra, Role::Extra);
        self.group(GroupRole::Loop, cells);
        self.size = cells.len();
        self.focus_on(digits, cells);
    }

    /// Adds the subset that the further candidates of a loop form with other cells.
    fn subset_of_loop(&mut self, house: House, others: CellSet, digits: DigitSet) {
        self.mark(self.focus.cells | others, digits, Role::Extra);
        self.group(GroupRole::Cells, others);
        self.houses(&[house], HouseRole::Pattern);
    }

    fn aligned(&mut self, cells: CellSet, excluders: CellSet) {
        self.mark(cells, DigitSet::all(9), Role::Pattern);
        self.mark(excluders, DigitSet::all(9), Role::Extra);
        self.group(GroupRole::Cells, cells);
        if !excluders.is_empty() {
            self.group(GroupRole::Excluder, excluders);
        }
        self.size = cells.len();
        self.focus_on(DigitSet::default(), cells);
    }

    fn forcing(&mut self, branches: &'a [Net], premise: Premise) {
        for (number, net) in branches.iter().enumerate() {
            self.net(net, number as u8 + 1);
        }
        match premise {
            Premise::Candidate(_) => {}
            Premise::Cell(cell) => self.stem(Some(cell)),
            Premise::House(house, digit) => {
                self.mark(house.cells(), DigitSet::single(digit), Role::Pattern);
                self.houses(&[house], HouseRole::Pattern);
            }
        }
        let starts = || branches.iter().filter_map(|net| net.nodes.first());
        self.focus_on(starts().map(|node| node.digit).collect(), union(starts().map(|node| node.cells)));
    }

    fn chains(&mut self, chains: &'a [Chain]) {
        for (number, chain) in chains.iter().enumerate() {
            for node in &chain.nodes {
                self.node(node);
            }
            let mut pairs: Vec<(&Node, &Node)> =
                chain.nodes.windows(2).map(|pair| (&pair[0], &pair[1])).collect();
            if chain.closed
                && let [first, .., last] = chain.nodes.as_slice()
            {
                pairs.push((last, first));
            }
            for (from, to) in pairs {
                self.link(from, to, kind(to), number as u8 + 1);
            }
            self.size += chain.nodes.len();
            self.chains.push(chain);
        }
    }

    fn net(&mut self, net: &'a Net, number: u8) {
        for (i, (node, causes)) in net.nodes.iter().zip(&net.causes).enumerate() {
            self.node(node);
            let is_step = net.nested.iter().any(|(at, _)| usize::from(*at) == i);
            let kind = if is_step { LinkKind::Step } else { kind(node) };
            for &cause in causes {
                if let Some(cause) = net.nodes.get(usize::from(cause)) {
                    self.link(cause, node, kind, number);
                }
            }
        }
        let nested = net.nested.iter().map(|(_, step)| step.pattern.outline().size).sum::<usize>();
        self.size += net.nodes.len() + nested;
        self.nets.push(net);
    }

    fn node(&mut self, node: &Node) {
        let role = if node.on { Role::On } else { Role::Off };
        self.mark(node.cells, DigitSet::single(node.digit), role);
        if let Some(als) = node.als
            && !self.groups.iter().any(|group| group.cells == als.cells)
        {
            self.group(GroupRole::Als, als.cells);
        }
    }

    fn link(&mut self, from: &Node, to: &Node, kind: LinkKind, chain: u8) {
        let end = |node: &Node| LinkEnd { cells: node.cells, digit: node.digit };
        let (from, to) = (end(from), end(to));
        let known = |link: &Link| (link.from, link.to) == (from, to) && link.chain == chain;
        if from != to && !self.links.iter().any(known) {
            self.links.push(Link { from, to, kind, chain });
        }
    }
}

/// The meaning of the link of a chain to a node.
fn kind(to: &Node) -> LinkKind {
    if to.on { LinkKind::Strong } else { LinkKind::Weak }
}

fn union(sets: impl Iterator<Item = CellSet>) -> CellSet {
    sets.fold(CellSet::EMPTY, |all, set| all | set)
}
