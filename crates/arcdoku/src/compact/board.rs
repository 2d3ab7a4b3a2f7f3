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
    /// The houses and the rules of each cell.
    pub(super) houses: Vec<u128>,
    pub(super) rules: Vec<RuleBits>,
    /// The relations of each cell to other cells: the other cell, and the number of the table.
    pub(super) images: Vec<Vec<(u8, u16)>>,
    pub(super) tables: Vec<Image>,
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

/// The domains of all cells, and the cells with several digits. A decision copies it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardState {
    pub(super) domains: [u16; CELLS],
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
    pub(super) houses: u128,
    /// Houses whose digits may be locked.
    pub(super) locked: u128,
    pub(super) rules: RuleBits,
    pub(super) runs: u64,
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
    pub(super) fn new(links: &'a Links, domains: &[u16], houses: usize, rules: usize) -> Self {
        let mut state = BoardState { domains: [0; CELLS], open: 0 };
        let mut queue = WorkQueue { houses: all(houses), locked: all(houses), ..WorkQueue::default() };
        queue.changed = all(domains.len());
        (0..rules).for_each(|rule| queue.rules[rule / 64] |= 1 << (rule % 64));
        for (cell, &domain) in domains.iter().enumerate() {
            state.domains[cell] = domain;
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

    /// Narrows a domain to `left`, which may be the same as before.
    #[inline]
    pub(super) fn narrow(&mut self, cell: u8, left: u16) -> Result<(), Empty> {
        let at = usize::from(cell) & (CELLS - 1);
        if left == self.state.domains[at] {
            return Ok(());
        }
        self.state.domains[at] = left;
        if left == 0 {
            return Err(Empty);
        }
        if is_single(left) {
            self.queue.decided |= 1 << at;
            self.state.open &= !(1 << at);
        }
        let links = self.links;
        self.queue.changed |= 1 << at;
        self.queue.houses |= links.houses[at];
        self.queue.locked |= links.houses[at];
        for (word, bits) in self.queue.rules.iter_mut().zip(&links.rules[at]) {
            *word |= bits;
        }
        Ok(())
    }

    /// Removes digits from the cells of a set.
    #[inline]
    pub(super) fn exclude(&mut self, cells: u128, digits: u16) -> Result<(), Empty> {
        Bits(cells).try_for_each(|cell| self.narrow(cell as u8, self.domain(cell as u8) & !digits))
    }

    /// Removes the digit of a decided cell from its open neighbors, and from decided neighbors that are still in the
    /// queue, to detect two equal digits.
    #[inline]
    pub(super) fn exclude_from_neighbors(&mut self, cell: u8) -> Result<(), Cause> {
        let digit = self.domain(cell);
        let neighbors = self.links.peers[usize::from(cell)] & (self.state.open | self.queue.decided);
        for other in Bits(neighbors) {
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

/// Whether a domain has one digit, or none.
#[inline]
pub(super) fn is_single(domain: u16) -> bool {
    domain & domain.wrapping_sub(1) == 0
}

/// The lowest `count` bits, up to 128.
fn all(count: usize) -> u128 {
    if count == 0 { 0 } else { u128::MAX >> (128 - count) }
}
