//! Domains, and the queue of cells, houses and rules that must be propagated.

use crate::grid::Bits;

/// The largest number of cells: a set of cells is a 128-bit word.
pub(super) const CELLS: usize = 128;

/// The largest number of digits: a domain is a 16-bit word.
pub(super) const DIGITS: usize = 16;

/// The number of words for a set of rules.
pub(super) const WORDS: usize = 6;

/// A set of rules.
pub(super) type RuleBits = [u64; WORDS];

/// Up to this number of digits, a table lists the image of every domain.
const LISTED: usize = 10;

/// How cells are connected. This never changes during a search.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// The cells that always differ from each cell.
    pub(super) peers: Vec<u128>,
    /// The houses with every digit, the other houses, and the rules of each cell.
    pub(super) full: Vec<u128>,
    pub(super) partial: Vec<u128>,
    pub(super) rules: Vec<RuleBits>,
    /// The relations of each cell to other cells: the other cell, and the number of the table.
    pub(super) images: Vec<Vec<(u8, u16)>>,
    pub(super) tables: Vec<Image>,
    /// The cells with images.
    pub(super) related: u128,
    /// The cells of each house.
    pub(super) cells: Vec<u128>,
}

/// For each domain of a cell, the digits that a related cell can have.
#[derive(Debug)]
pub(super) enum Image {
    /// By domain.
    Listed(Box<[u16]>),
    /// By digit.
    Rows(Box<[u16]>),
}

impl Image {
    pub(super) fn new(rows: &[u16]) -> Self {
        if rows.len() > LISTED {
            return Self::Rows(rows.into());
        }
        let mut images = vec![0; 1 << rows.len()];
        for domain in 1..images.len() {
            images[domain] = images[domain & (domain - 1)] | rows[domain.trailing_zeros() as usize];
        }
        Self::Listed(images.into())
    }

    #[inline]
    pub(super) fn of(&self, domain: u16) -> u16 {
        match self {
            Self::Listed(images) => images[usize::from(domain) & (images.len() - 1)],
            Self::Rows(rows) => Bits(u64::from(domain)).fold(0, |image, digit| image | rows[digit]),
        }
    }
}

/// The domains of all cells, and the same by digit. A decision copies it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardState {
    pub(super) domains: [u16; CELLS],
    /// The cells whose domains contain each digit.
    pub(super) places: [u128; DIGITS],
    /// The cells with several digits.
    pub(super) open: u128,
}

/// The cause of a contradiction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cause {
    Cells(u8, u8),
    House(u8),
    Rule(u16),
}

/// A cell without a digit, or a rule that cannot be satisfied. The caller adds the cause.
#[derive(Clone, Copy, Debug)]
pub(super) struct Empty;

/// The cells, houses and rules that must be propagated, as bits.
#[derive(Debug, Default)]
pub(super) struct WorkQueue {
    /// Decided cells whose digit their neighbors may still have.
    pub(super) decided: u128,
    /// Cells whose domains changed, for the relations to other cells.
    pub(super) changed: u128,
    /// For each digit, the houses with every digit that lost a place of it.
    pub(super) lost: DigitHouses,
    /// For each digit, the houses with every digit that have two or three places for it.
    pub(super) few: DigitHouses,
    /// Houses without some digits.
    pub(super) partial: u128,
    /// Houses without some digits, whose digits may be locked.
    pub(super) locked: u128,
    pub(super) rules: RuleBits,
    /// The number of runs of rules, of houses, and of digits in houses.
    pub(super) runs: u64,
}

impl WorkQueue {
    pub(super) fn clear(&mut self) {
        (self.decided, self.changed, self.partial, self.locked) = (0, 0, 0, 0);
        self.lost.clear();
        self.few.clear();
        self.rules = [0; WORDS];
    }
}

/// A set of houses for each digit.
#[derive(Debug, Default)]
pub(super) struct DigitHouses {
    houses: [u128; DIGITS],
    /// The digits with houses.
    digits: u16,
}

impl DigitHouses {
    #[inline]
    pub(super) fn add(&mut self, digit: usize, houses: u128) {
        self.houses[digit & (DIGITS - 1)] |= houses;
        self.digits |= 1 << digit;
    }

    /// Takes the first digit with its houses.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(usize, u128)> {
        let digit = Bits(u64::from(self.digits)).next()?;
        self.digits &= self.digits - 1;
        Some((digit, std::mem::take(&mut self.houses[digit & (DIGITS - 1)])))
    }

    fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

/// The working state.
#[derive(Debug)]
pub(super) struct Board<'a> {
    pub(super) links: &'a Links,
    pub(super) state: BoardState,
    pub(super) queue: WorkQueue,
}

impl<'a> Board<'a> {
    /// The board with these domains. All cells, houses and rules are queued.
    pub(super) fn new(links: &'a Links, domains: &[u16], digits: usize, rules: usize) -> Self {
        let mut state = BoardState { domains: [0; CELLS], places: [0; DIGITS], open: 0 };
        let union = |sets: &[u128]| sets.iter().fold(0, |union, set| union | set);
        let (full, partial) = (union(&links.full), union(&links.partial));
        let mut queue =
            WorkQueue { partial, locked: partial, changed: links.related, ..WorkQueue::default() };
        (0..digits).for_each(|digit| queue.lost.add(digit, full));
        (0..rules).for_each(|rule| queue.rules[rule / 64] |= 1 << (rule % 64));
        for (cell, &domain) in domains.iter().enumerate() {
            state.domains[cell] = domain;
            Bits(u64::from(domain)).for_each(|digit| state.places[digit] |= 1 << cell);
            if is_single(domain) {
                queue.decided |= 1 << cell;
            } else {
                state.open |= 1 << cell;
            }
        }
        Self { links, state, queue }
    }

    /// The domain of a cell.
    #[inline]
    pub(super) fn domain(&self, cell: u8) -> u16 {
        self.state.domains[usize::from(cell) & (CELLS - 1)]
    }

    /// Narrows a domain to `left`, a part of it or the same domain.
    #[inline]
    pub(super) fn narrow(&mut self, cell: u8, left: u16) -> Result<(), Empty> {
        let at = usize::from(cell) & (CELLS - 1);
        let removed = self.state.domains[at] & !left;
        debug_assert_eq!(left & !self.state.domains[at], 0, "a part of the domain");
        if removed == 0 {
            return Ok(());
        }
        self.state.domains[at] = left;
        if left == 0 {
            return Err(Empty);
        }
        let links = self.links;
        for digit in Bits(u64::from(removed)) {
            self.state.places[digit & (DIGITS - 1)] &= !(1 << at);
            self.queue.lost.add(digit, links.full[at]);
        }
        if is_single(left) {
            self.queue.decided |= 1 << at;
            self.state.open &= !(1 << at);
        }
        self.queue.changed |= 1 << at & links.related;
        self.queue.partial |= links.partial[at];
        self.queue.locked |= links.partial[at];
        for (word, bits) in self.queue.rules.iter_mut().zip(&links.rules[at]) {
            *word |= bits;
        }
        Ok(())
    }

    /// The cells that have a digit.
    #[inline]
    pub(super) fn places(&self, digit: usize) -> u128 {
        self.state.places[digit & (DIGITS - 1)]
    }

    /// Removes a digit, which has places in a set of different cells, from the cells that differ from all these places.
    #[inline]
    pub(super) fn point(&mut self, digit: usize, cells: u128) -> Result<(), Empty> {
        let places = self.places(digit);
        let seen = Bits(places & cells).fold(places, |seen, cell| seen & self.links.peers[cell]);
        Bits(seen).try_for_each(|cell| self.narrow(cell as u8, self.domain(cell as u8) & !(1 << digit)))
    }

    /// Removes the digit of a decided cell from its neighbors.
    #[inline]
    pub(super) fn exclude_from_neighbors(&mut self, cell: u8) -> Result<(), Cause> {
        let digit = self.domain(cell);
        let places = self.places(digit.trailing_zeros() as usize);
        for other in Bits(self.links.peers[usize::from(cell)] & places) {
            let other = other as u8;
            self.narrow(other, self.domain(other) & !digit).map_err(|Empty| Cause::Cells(cell, other))?;
        }
        Ok(())
    }

    /// Narrows the cells that are related to a changed cell.
    #[inline]
    pub(super) fn relate(&mut self, cell: u8) -> Result<(), Cause> {
        let links = self.links;
        for &(other, table) in &links.images[usize::from(cell)] {
            let image = links.tables[usize::from(table)].of(self.domain(cell));
            self.narrow(other, self.domain(other) & image).map_err(|Empty| Cause::Cells(cell, other))?;
        }
        Ok(())
    }
}

/// Cells as bits.
pub(super) fn word(cells: &[u8]) -> u128 {
    cells.iter().fold(0, |word, cell| word | 1 << cell)
}

/// Whether a domain has one digit, or none.
#[inline]
pub(super) fn is_single(domain: u16) -> bool {
    domain & domain.wrapping_sub(1) == 0
}
