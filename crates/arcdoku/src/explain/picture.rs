//! What to draw of a step, as data: marked candidates, groups of cells, houses and links.

use crate::deduction::houses::{House, NEIGHBORS};
use crate::deduction::{Candidate, Candidates};
use crate::deduction::{Chain, Fish, Net, Node, Pattern, Premise, Step};
use crate::grid::{Cell, CellSet, Digit, DigitSet};

/// The part of a marked candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Is filled in.
    Placed,
    /// Goes.
    Eliminated,
    /// Goes, although it is part of the pattern.
    Cannibal,
    /// A place in two base sets of a fish.
    EndoFin,
    /// A place outside of the cover sets of a fish.
    Fin,
    /// True, if the chain starts as shown; or true on the way from the premise.
    On,
    /// False, if the chain starts as shown; or false on the way from the premise.
    Off,
    /// Of the first color of a pair; pairs are numbered from 0.
    ColorA(u8),
    /// Of the second color of a pair.
    ColorB(u8),
    /// Part of the pattern.
    Pattern,
    /// A further digit that matters, such as that of a roof or of a locked set.
    Extra,
}

/// A candidate with its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// The candidate.
    pub candidate: Candidate,
    /// Its part.
    pub role: Role,
}

/// The part of a group of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GroupRole {
    /// Cells of the pattern, without a part of their own.
    Cells,
    /// An almost locked set; its number is the group's.
    Als,
    /// The pivot of a wing.
    Pivot,
    /// A pincer of a wing.
    Pincer,
    /// A corner of a rectangle.
    Corner,
    /// Where a line and a box meet.
    Intersection,
    /// The set in the line of a Sue de Coq.
    Line,
    /// The set in its box.
    Box,
    /// The base cells of an exocet.
    Base,
    /// Its targets.
    Target,
    /// Its cross lines.
    Cross,
    /// The stem of a death blossom, or the cell that a forcing chain branches at.
    Stem,
    /// The cells of a unique loop.
    Loop,
    /// The cells that rule out ways to fill others.
    Excluder,
}

/// Cells that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// Its number among those of its role, from 1.
    pub number: u8,
    /// Its part.
    pub role: GroupRole,
    /// Its cells.
    pub cells: CellSet,
}

/// The part of a house.
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

/// What an arrow says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// If the start is false, the end is true.
    Strong,
    /// If the start is true, the end is false.
    Weak,
    /// If the start is false, with others, a step of its own makes the end false.
    Step,
}

impl LinkKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Strong, Self::Weak, Self::Step];
}

/// An arrow from one end to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// Where it starts.
    pub from: LinkEnd,
    /// Where it leads.
    pub to: LinkEnd,
    /// What it says.
    pub kind: LinkKind,
    /// The number of its chain or branch, from 1.
    pub chain: u8,
}

/// What to draw of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Candidates, each once, in ascending order.
    pub marks: Vec<Mark>,
    /// Groups of cells.
    pub groups: Vec<Group>,
    /// Houses.
    pub houses: Vec<(House, HouseRole)>,
    /// Links, in the order of their chains.
    pub links: Vec<Link>,
}

/// What to draw of a step that was found in a state. Only candidates of the state are marked.
pub fn picture(step: &Step, state: &Candidates) -> Picture {
    let mut brush = Brush { state, picture: Picture::default() };
    for &candidate in &step.placements {
        brush.mark_one(candidate, Role::Placed);
    }
    for &candidate in &step.eliminations {
        let own = match &step.pattern {
            Pattern::Fish(fish) | Pattern::Kraken { fish, .. } => fish.cannibals.contains(candidate.cell),
            _ => false,
        };
        brush.mark_one(candidate, if own { Role::Cannibal } else { Role::Eliminated });
    }
    if let Pattern::Direct { house, .. } = &step.pattern {
        // What the pattern takes from the house goes at once, as its digit is placed.
        for at in &step.placements {
            brush.mark(house.cells(), DigitSet::single(at.digit), Role::Eliminated);
        }
    }
    brush.pattern(&step.pattern);
    brush.picture.marks.sort_by_key(|mark| mark.candidate);
    brush.picture
}

struct Brush<'a> {
    state: &'a Candidates,
    picture: Picture,
}

impl Brush<'_> {
    /// Marks a candidate, unless it is marked already: what matters more comes first.
    fn mark_one(&mut self, candidate: Candidate, role: Role) {
        let marked = self.picture.marks.iter().any(|mark| mark.candidate == candidate);
        if !marked && self.state.contains(candidate) {
            self.picture.marks.push(Mark { candidate, role });
        }
    }

    fn mark(&mut self, cells: CellSet, digits: DigitSet, role: Role) {
        for cell in cells {
            for digit in digits {
                self.mark_one(Candidate { cell, digit }, role);
            }
        }
    }

    fn group(&mut self, role: GroupRole, cells: CellSet) {
        let number = 1 + self.picture.groups.iter().filter(|group| group.role == role).count() as u8;
        self.picture.groups.push(Group { number, role, cells });
    }

    fn houses(&mut self, houses: &[House], role: HouseRole) {
        self.picture.houses.extend(houses.iter().map(|&house| (house, role)));
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Single { house } => self.houses(house.as_slice(), HouseRole::Pattern),
            Pattern::Locked { digits, cells, from, to } => {
                self.mark(*cells, *digits, Role::Pattern);
                self.houses(&[*from, *to], HouseRole::Pattern);
            }
            Pattern::Subset { digits, cells, houses, .. } => {
                self.mark(*cells, *digits, Role::Pattern);
                self.group(GroupRole::Cells, *cells);
                self.houses(houses, HouseRole::Pattern);
            }
            Pattern::Fish(fish) => self.fish(fish),
            Pattern::Kraken { fish, chains } => {
                self.fish(fish);
                self.chains(chains);
            }
            Pattern::Chain(chains) => self.chains(chains),
            Pattern::Coloring { digit, pairs } => {
                let digit = DigitSet::single(*digit);
                for (number, [a, b]) in pairs.iter().enumerate() {
                    self.mark(*a, digit, Role::ColorA(number as u8));
                    self.mark(*b, digit, Role::ColorB(number as u8));
                }
            }
            Pattern::Wing { pivot, pincers, digit, digits, link } => {
                self.wing(*pivot, *pincers, *digit, *digits, *link);
            }
            Pattern::Rectangle { digits, corners, extra, cells, houses, .. } => {
                let corners: CellSet = corners.iter().copied().collect();
                self.mark(corners, *digits, Role::Pattern);
                self.mark(corners | *cells, *extra, Role::Extra);
                for corner in corners {
                    self.group(GroupRole::Corner, CellSet::single(corner));
                }
                if !cells.is_empty() {
                    self.group(GroupRole::Cells, *cells);
                }
                self.houses(houses, HouseRole::Pattern);
            }
            Pattern::Bug { cell } => {
                self.mark(CellSet::single(*cell), DigitSet::all(9), Role::Pattern);
                self.group(GroupRole::Cells, CellSet::single(*cell));
            }
            Pattern::Als { sets, commons, stem } => {
                for &(a, b, digit) in commons {
                    let cells = |set: u8| sets.get(usize::from(set)).map_or(CellSet::EMPTY, |als| als.cells);
                    self.mark(cells(a) | cells(b), DigitSet::single(digit), Role::Extra);
                }
                for als in sets {
                    self.mark(als.cells, als.digits, Role::Pattern);
                    self.group(GroupRole::Als, als.cells);
                }
                self.stem(*stem);
            }
            _ => self.large(pattern),
        }
    }

    /// The patterns of many parts.
    fn large(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::SueDeCoq { intersection, line, in_box, houses } => {
                for (role, als) in [
                    (GroupRole::Intersection, intersection),
                    (GroupRole::Line, line),
                    (GroupRole::Box, in_box),
                ] {
                    self.mark(als.cells, als.digits, Role::Pattern);
                    self.group(role, als.cells);
                }
                self.houses(houses, HouseRole::Pattern);
            }
            Pattern::Forcing { branches, premise } => {
                for (number, net) in branches.iter().enumerate() {
                    self.net(net, number as u8 + 1);
                }
                match *premise {
                    Premise::Candidate(_) => {}
                    Premise::Cell(cell) => self.stem(Some(cell)),
                    Premise::House(house, digit) => {
                        self.mark(house.cells(), DigitSet::single(digit), Role::Pattern);
                        self.houses(&[house], HouseRole::Pattern);
                    }
                }
            }
            Pattern::Direct { through, house } => {
                self.pattern(through);
                self.houses(&[*house], HouseRole::Pattern);
            }
            Pattern::UniqueLoop { digits, cells, extra, subset, locked, .. } => {
                let cells: CellSet = cells.iter().copied().collect();
                self.mark(cells, *digits, Role::Pattern);
                self.mark(cells, *extra, Role::Extra);
                self.group(GroupRole::Loop, cells);
                if let Some((house, others, digits, _)) = *subset {
                    self.mark(cells | others, digits, Role::Extra);
                    self.group(GroupRole::Cells, others);
                    self.houses(&[house], HouseRole::Pattern);
                }
                if let Some((house, _)) = *locked {
                    self.houses(&[house], HouseRole::Pattern);
                }
            }
            Pattern::Grave { cells, extra, house, others, digits } => {
                self.mark(*cells, *extra, Role::Extra);
                self.mark(*cells | *others, *digits, Role::Pattern);
                self.group(GroupRole::Cells, *cells | *others);
                self.houses(house.as_slice(), HouseRole::Pattern);
            }
            Pattern::Aligned { cells, ways } => {
                let cells: CellSet = cells.iter().copied().collect();
                let excluders: CellSet = ways.iter().filter_map(|(_, excluder)| *excluder).collect();
                self.mark(cells, DigitSet::all(9), Role::Pattern);
                self.mark(excluders, DigitSet::all(9), Role::Extra);
                self.group(GroupRole::Cells, cells);
                if !excluders.is_empty() {
                    self.group(GroupRole::Excluder, excluders);
                }
            }
            Pattern::Template { digit, .. } => {
                self.mark(CellSet::all(81), DigitSet::single(*digit), Role::Pattern);
            }
            Pattern::Exocet { base, targets, digits, cross, .. } => {
                self.mark(*base | *targets, *digits, Role::Pattern);
                self.mark(*cross, *digits, Role::Extra);
                for (role, cells) in
                    [(GroupRole::Base, base), (GroupRole::Target, targets), (GroupRole::Cross, cross)]
                {
                    self.group(role, *cells);
                }
            }
            Pattern::MultiSector { cells, sectors } => {
                for &(house, digits) in sectors {
                    self.mark(*cells & house.cells(), digits, Role::Pattern);
                }
                self.group(GroupRole::Cells, *cells);
                let mut houses: Vec<House> = sectors.iter().map(|sector| sector.0).collect();
                houses.sort_unstable();
                houses.dedup();
                self.houses(&houses, HouseRole::Cover);
            }
            _ => {}
        }
    }

    fn stem(&mut self, stem: Option<Cell>) {
        if let Some(cell) = stem {
            self.mark(CellSet::single(cell), DigitSet::all(9), Role::Pattern);
            self.group(GroupRole::Stem, CellSet::single(cell));
        }
    }

    fn fish(&mut self, fish: &Fish) {
        let digit = DigitSet::single(fish.digit);
        self.mark(fish.endo_fins, digit, Role::EndoFin);
        self.mark(fish.fins, digit, Role::Fin);
        self.mark(fish.body, digit, Role::Pattern);
        self.houses(&fish.base, HouseRole::Base);
        self.houses(&fish.cover, HouseRole::Cover);
        self.houses(&fish.twin, HouseRole::Twin);
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
        let Some((house, linked, places)) = link else { return };
        self.mark(places, DigitSet::single(linked), Role::Extra);
        self.houses(&[house], HouseRole::Pattern);
        let end = |cell: Cell| LinkEnd { cells: CellSet::single(cell), digit: linked };
        let mut ends = places.iter();
        if let (Some(a), Some(b)) = (ends.next(), ends.next()) {
            self.picture.links.push(Link { from: end(a), to: end(b), kind: LinkKind::Strong, chain: 1 });
        }
        for place in places {
            if let Some(pincer) = (NEIGHBORS[place.index()] & pincers).first() {
                self.picture.links.push(Link {
                    from: end(place),
                    to: end(pincer),
                    kind: LinkKind::Weak,
                    chain: 1,
                });
            }
        }
    }

    fn chains(&mut self, chains: &[Chain]) {
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
        }
    }

    fn net(&mut self, net: &Net, number: u8) {
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
    }

    fn node(&mut self, node: &Node) {
        let role = if node.on { Role::On } else { Role::Off };
        self.mark(node.cells, DigitSet::single(node.digit), role);
        if let Some(als) = node.als
            && !self.picture.groups.iter().any(|group| group.cells == als.cells)
        {
            self.group(GroupRole::Als, als.cells);
        }
    }

    fn link(&mut self, from: &Node, to: &Node, kind: LinkKind, chain: u8) {
        let end = |node: &Node| LinkEnd { cells: node.cells, digit: node.digit };
        let (from, to) = (end(from), end(to));
        let known = |link: &Link| (link.from, link.to) == (from, to) && link.chain == chain;
        if from != to && !self.picture.links.iter().any(known) {
            self.picture.links.push(Link { from, to, kind, chain });
        }
    }
}

/// What the link of a chain to a node says.
fn kind(to: &Node) -> LinkKind {
    if to.on { LinkKind::Strong } else { LinkKind::Weak }
}
