//! Inferences about whole houses: locked candidates and Hall sets, with their reasons.
//!
//! Propagation of single variables and digits finds neither of them. Both can be derived with cutting planes, by adding
//! up the constraints that each variable takes a value and that the house takes each digit once.

use crate::grid::Bits;
use crate::search::learn::state::{Clash, LearnState, Lit, NONE, Touched, Why};

/// The overlap of two houses that have at least two variables in common.
#[derive(Clone, Copy, Debug)]
struct Overlap {
    /// The common variables, as positions of the first house.
    here: u64,
    other: u32,
    /// The common variables, as positions of the other house.
    there: u64,
}

/// Why an inference holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Inference {
    /// All places of a digit in a house are in its overlap with another house, so the rest of the other house has no
    /// place for the digit.
    Locked {
        /// The house and the digit: `house * digits + digit`.
        group: u32,
        /// The positions of the house where the digit may be.
        here: u64,
    },
    /// Some variables of a house have, together, at most as many digits as there are variables.
    Hall {
        /// The house.
        house: u32,
        /// The positions of the variables.
        positions: u64,
        /// Their digits.
        digits: u64,
    },
}

/// The inferences about houses.
#[derive(Debug, Default)]
pub(super) struct Houses {
    /// The overlaps of house h are `overlaps[starts[h]..starts[h + 1]]`.
    overlaps: Vec<Overlap>,
    starts: Vec<u32>,
    /// The inferences that are reasons of literals of the trail, by number.
    pub(super) made: Vec<Inference>,
    /// The number of inferences and of splits at each decision.
    limits: Vec<(usize, usize)>,
    /// The open positions of each house are divided into blocks that have no digit in common. A block of house h is at
    /// `blocks[64 * h + first position of the block]`.
    blocks: Vec<u64>,
    /// The first position of the block of each position, or `FREE` if it has none.
    leaders: Vec<u8>,
    /// The blocks that were divided, with their houses, oldest first.
    splits: Vec<(u32, u64)>,
    /// The digit of each position of each house in an earlier matching, from 0. The entry is only a hint, and is
    /// checked before it is used.
    matched: Vec<u8>,
    graph: Graph,
}

const FREE: u8 = u8::MAX;

impl Houses {
    pub(super) fn new(state: &LearnState) -> Self {
        let mut overlaps = Vec::new();
        let mut starts = vec![0];
        let mut here = vec![0_u64; state.houses.len()];
        let mut there = vec![0_u64; state.houses.len()];
        for (house, group) in state.houses.iter().enumerate() {
            let mut met: Vec<u32> = Vec::new();
            for (position, &var) in group.vars.iter().enumerate() {
                for seat in state.seats(var) {
                    if seat.house as usize != house {
                        if here[seat.house as usize] == 0 {
                            met.push(seat.house);
                        }
                        here[seat.house as usize] |= 1 << position;
                        there[seat.house as usize] |= 1 << seat.position;
                    }
                }
            }
            for other in met {
                let (mine, theirs) =
                    (std::mem::take(&mut here[other as usize]), std::mem::take(&mut there[other as usize]));
                // Locked candidates need a house that takes every digit.
                if mine.count_ones() > 1 && group.full {
                    overlaps.push(Overlap { here: mine, other, there: theirs });
                }
            }
            starts.push(overlaps.len() as u32);
        }
        let count = state.houses.len();
        let mut houses = Self {
            overlaps,
            starts,
            blocks: vec![0; count * 64],
            leaders: vec![FREE; count * 64],
            matched: vec![FREE; count * 64],
            ..Self::default()
        };
        for (house, group) in state.houses.iter().enumerate() {
            let is_open = |&position: &usize| !state.domains[group.vars[position] as usize].is_power_of_two();
            let open = (0..group.vars.len()).filter(is_open).fold(0, |set, position| set | 1 << position);
            houses.join(house, open);
        }
        houses
    }

    /// Makes these positions a block.
    fn join(&mut self, house: usize, block: u64) {
        let leader = block.trailing_zeros();
        for position in Bits(block) {
            self.leaders[house * 64 + position] = leader as u8;
        }
        if block != 0 {
            self.blocks[house * 64 + leader as usize] = block;
        }
    }

    /// Begins a new level.
    pub(super) fn mark(&mut self) {
        self.limits.push((self.made.len(), self.splits.len()));
    }

    pub(super) fn undo(&mut self, level: u32) {
        if let Some(&(made, splits)) = self.limits.get(level as usize) {
            self.made.truncate(made);
            while self.splits.len() > splits {
                if let Some((house, block)) = self.splits.pop() {
                    self.join(house as usize, block);
                }
            }
            self.limits.truncate(level as usize);
        }
    }

    /// Makes inferences until one changes something, or none is left. Returns whether something changed.
    pub(super) fn infer(&mut self, state: &mut LearnState) -> Result<bool, Clash> {
        let before = state.trail.len();
        let mut from = 0;
        while let Some((house, digits)) = state.changed.next_digits(from) {
            for digit in Bits(digits) {
                self.locked(state, house, digit);
            }
            from = house;
        }
        if state.trail.len() > before {
            return Ok(true);
        }
        while let Some((house, Touched { mut positions, .. })) = state.changed.next() {
            while positions != 0 {
                let leader = self.leaders[house * 64 + positions.trailing_zeros() as usize];
                if leader == FREE {
                    positions &= positions - 1;
                    continue;
                }
                let block = self.blocks[house * 64 + usize::from(leader)];
                positions &= !block;
                self.halls(state, house, block)?;
                if state.trail.len() > before {
                    // These changes were made by the inference about the block itself, so the block need not be
                    // examined again.
                    state.changed.done(house, block);
                    state.changed.note(house, positions, 0);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn locked(&mut self, state: &mut LearnState, house: usize, digit: usize) {
        let group = house * state.digits + digit;
        let mask = state.places[group];
        if mask & mask.wrapping_sub(1) == 0 {
            return;
        }
        for at in self.starts[house] as usize..self.starts[house + 1] as usize {
            let Overlap { here, other, there } = self.overlaps[at];
            if mask & !here != 0 {
                continue;
            }
            let mut number = None;
            for position in Bits(state.places[other as usize * state.digits + digit] & !there) {
                let candidate = state.candidate_at(other as usize, position, digit);
                if candidate == NONE || state.value(Lit::is(candidate)) != 0 {
                    continue;
                }
                let number = *number.get_or_insert_with(|| {
                    self.made.push(Inference::Locked { group: group as u32, here });
                    self.made.len() as u32 - 1
                });
                state.assign(Lit::is_not(candidate), Why::House(number));
            }
        }
    }

    /// Makes a block of a house domain consistent (J.-C. Regin, "A filtering algorithm for constraints of difference in
    /// CSPs", 1994): a matching of its variables with digits, and the components of its graph, from which each Hall set is
    /// read. From then on, the components are the blocks, because they have no digits in common (I. Gent, I. Miguel and
    /// P. Nightingale, "Generalised arc consistency for the `AllDifferent` constraint: an empirical survey", 2008).
    fn halls(&mut self, state: &mut LearnState, house: usize, block: u64) -> Result<(), Clash> {
        let group = &state.houses[house];
        let Self { graph, matched, made, .. } = self;
        let mut open = 0_u64;
        for position in Bits(block) {
            let domain = state.domains[group.vars[position] as usize];
            graph.domains[position] = domain;
            open |= u64::from(!domain.is_power_of_two()) << position;
        }
        // In a house that takes every digit, singles already split blocks of three positions.
        let fewest = if group.full { 4 } else { 3 };
        if open.count_ones() < fewest || group.full && !may_split(state, house, open, graph) {
            return Ok(());
        }
        let matched = &mut matched[house * 64..][..64];
        if let Err((positions, digits)) = graph.match_all(open, matched) {
            made.push(Inference::Hall { house: house as u32, positions, digits });
            return Err(Clash::House(made.len() as u32 - 1));
        }
        graph.find_components(open, matched);
        if graph.components.len() < 2 {
            return Ok(());
        }
        for &(component, digits) in &graph.components {
            let positions = graph.owners(digits);
            // Variables that reach an unmatched digit do not form a Hall set.
            if Bits(positions).any(|at| graph.domains[at] & !digits != 0) {
                continue;
            }
            let mut number = None;
            for position in Bits(open & !positions) {
                for digit in Bits(graph.domains[position] & component) {
                    let candidate = state.candidate_at(house, position, digit);
                    if state.value(Lit::is(candidate)) != 0 {
                        continue;
                    }
                    let number = *number.get_or_insert_with(|| {
                        made.push(Inference::Hall { house: house as u32, positions, digits });
                        made.len() as u32 - 1
                    });
                    state.assign(Lit::is_not(candidate), Why::House(number));
                }
            }
        }
        if state.houses[house].full {
            self.split(house, block);
        }
        Ok(())
    }

    /// Divides a block into the components that were found in it.
    fn split(&mut self, house: usize, block: u64) {
        self.splits.push((house as u32, block));
        for position in Bits(block) {
            self.leaders[house * 64 + position] = FREE;
        }
        for number in 0..self.graph.components.len() {
            let (digits, _) = self.graph.components[number];
            self.join(house, self.graph.owners(digits));
        }
    }

    /// Appends the literals that imply an inference.
    pub(super) fn explain(&self, state: &LearnState, number: u32, because: &mut Vec<Lit>) {
        match self.made[number as usize] {
            Inference::Locked { group, here } => {
                let (house, digit) = (group as usize / state.digits, group as usize % state.digits);
                for position in Bits(state.first_places[group as usize] & !here) {
                    let candidate = state.candidate_at(house, position, digit);
                    if candidate != NONE {
                        because.push(Lit::is_not(candidate));
                    }
                }
            }
            Inference::Hall { house, positions, digits } => {
                for position in Bits(positions) {
                    let var = state.houses[house as usize].vars[position];
                    for digit in Bits(state.first_domains[var as usize] & !digits) {
                        because.push(Lit::is_not(state.candidate(var, digit)));
                    }
                }
            }
        }
    }
}

/// Whether the positions of a full house may contain a Hall set. If a Hall set has n variables, at most half of all,
/// there must be n variables with at most n digits each. If it is larger, the n digits that it does not use have at
/// most n places each.
fn may_split(state: &LearnState, house: usize, open: u64, graph: &Graph) -> bool {
    let half = open.count_ones() as usize / 2;
    let mut sizes = [0_u8; 65];
    let mut places = [0_u8; 65];
    let mut digits = 0_u64;
    for position in Bits(open) {
        sizes[graph.domains[position].count_ones() as usize] += 1;
        digits |= graph.domains[position];
    }
    if digits.count_ones() != open.count_ones() {
        return true;
    }
    for digit in Bits(digits) {
        places[(state.places[house * state.digits + digit] & open).count_ones() as usize] += 1;
    }
    let (mut few_digits, mut few_places) = (0, 0);
    (1..=half).any(|size| {
        few_digits += usize::from(sizes[size]);
        few_places += usize::from(places[size]);
        few_digits >= size || few_places >= size
    })
}

/// The bipartite graph of open positions and digits of a block.
#[derive(Debug)]
struct Graph {
    domains: [u64; 64],
    /// The position of each digit in the matching, or `FREE`.
    owner: [u8; 64],
    /// The strongly connected components of the digits. Each component is stored with all digits that it reaches.
    components: Vec<(u64, u64)>,
}

impl Default for Graph {
    fn default() -> Self {
        Self { domains: [0; 64], owner: [FREE; 64], components: Vec::new() }
    }
}

impl Graph {
    /// The positions that are matched with these digits.
    fn owners(&self, digits: u64) -> u64 {
        Bits(digits).fold(0, |set, digit| set | 1 << self.owner[digit])
    }

    /// Completes a matching. If there is none, returns positions that have fewer digits than there are positions, and
    /// these digits.
    fn match_all(&mut self, open: u64, matched: &mut [u8]) -> Result<(), (u64, u64)> {
        self.owner = [FREE; 64];
        let mut used = 0_u64;
        let mut free = 0_u64;
        for position in Bits(open) {
            let digit = matched[position];
            if digit != FREE && self.domains[position] & !used & 1_u64.wrapping_shl(digit.into()) != 0 {
                self.owner[usize::from(digit)] = position as u8;
                used |= 1 << digit;
            } else {
                free |= 1 << position;
            }
        }
        Bits(free).try_for_each(|position| self.augment(position, matched, &mut used))
    }

    /// Matches one more position with a digit along an alternating path. If there is no such path, returns the reached
    /// positions and their digits, of which there are fewer.
    fn augment(&mut self, start: usize, matched: &mut [u8], used: &mut u64) -> Result<(), (u64, u64)> {
        let mut from = [FREE; 64];
        let mut queue = [0_u8; 64];
        let (mut next, mut end) = (0, 1);
        queue[0] = start as u8;
        let mut positions = 1_u64 << start;
        let mut seen = 0_u64;
        let mut digit = loop {
            if next == end {
                return Err((positions, seen));
            }
            let position = usize::from(queue[next]);
            next += 1;
            let fresh = self.domains[position] & !seen;
            if fresh & !*used != 0 {
                let digit = (fresh & !*used).trailing_zeros() as usize;
                from[digit] = position as u8;
                break digit;
            }
            for digit in Bits(fresh) {
                seen |= 1 << digit;
                from[digit] = position as u8;
                positions |= 1 << self.owner[digit];
                queue[end] = self.owner[digit];
                end += 1;
            }
        };
        *used |= 1 << digit;
        loop {
            let position = usize::from(from[digit]);
            let before = std::mem::replace(&mut matched[position], digit as u8);
            self.owner[digit] = position as u8;
            if position == start {
                return Ok(());
            }
            digit = usize::from(before);
        }
    }

    /// Finds the strongly connected components of the graph in which each matched digit leads to the other digits of
    /// its position (H. Gabow, "Path-based depth-first search for strong and biconnected components", 2000), as sets of
    /// digits.
    fn find_components(&mut self, open: u64, matched: &[u8]) {
        self.components.clear();
        let nodes = Bits(open).fold(0_u64, |set, position| set | 1 << matched[position]);
        // For each component of the path: the digits of this component and of all later ones, and the digits that they
        // lead to.
        let mut path = [(0_u64, 0_u64); 64];
        let mut depth = 0;
        let mut on_path = 0_u64;
        let mut fresh = nodes;
        let mut next = nodes;
        while next != 0 {
            let digit = next.trailing_zeros() as usize;
            let node = 1_u64 << digit;
            let leads = self.domains[usize::from(self.owner[digit])] & nodes;
            fresh &= !node;
            on_path |= node;
            path[depth] = (node, leads);
            depth += 1;
            // A digit that leads back to an earlier component merges all components since then.
            while leads & on_path & !path[depth - 1].0 != 0 {
                depth -= 1;
                let (digits, leads) = path[depth];
                path[depth - 1].0 |= digits;
                path[depth - 1].1 |= leads;
            }
            next = loop {
                if depth == 0 {
                    break fresh;
                }
                let (component, leads) = path[depth - 1];
                if leads & fresh != 0 {
                    break leads & fresh;
                }
                depth -= 1;
                on_path &= !component;
                let mut reach = component;
                let mut rest = leads & !component;
                // Each component comes after the components that it leads to.
                for &(other, beyond) in self.components.iter().rev() {
                    if rest & other != 0 {
                        reach |= beyond;
                        rest &= !beyond;
                    }
                }
                self.components.push((component, reach));
            };
        }
    }
}
