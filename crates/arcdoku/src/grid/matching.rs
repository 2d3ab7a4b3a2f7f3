//! Bipartite matchings: a place of its own for each item.

use super::bits::Bits;

/// A matching of items with places, to which items are added by augmenting paths (H. W. Kuhn, "The Hungarian method for the
/// assignment problem", 1955). Places have numbers below 64, and sets of them are words; items have numbers below 256.
///
/// ```
/// use arcdoku::grid::Matching;
///
/// let admitted = |item: usize| [0b11, 0b01, 0b11][item];
/// let mut matching = Matching::new();
/// assert_eq!(matching.add(0, admitted), Ok(()));
/// // Item 0 moves to place 1.
/// assert_eq!(matching.add(1, admitted), Ok(()));
/// assert_eq!((matching.owner(0), matching.owner(1)), (Some(1), Some(0)));
/// // Three items have two places.
/// assert_eq!(matching.add(2, admitted), Err(0b11));
/// ```
#[derive(Clone, Debug)]
pub struct Matching {
    /// The places that items have.
    taken: u64,
    owners: [u8; 64],
}

impl Default for Matching {
    fn default() -> Self {
        Self { taken: 0, owners: [0; 64] }
    }
}

impl Matching {
    /// No item has a place.
    pub fn new() -> Self {
        Self::default()
    }

    /// The item that has a place.
    #[inline]
    pub fn owner(&self, place: usize) -> Option<usize> {
        (self.taken >> place & 1 == 1).then(|| self.owners[place].into())
    }

    /// The items that have these places, in order of the places.
    pub fn owners(&self, places: u64) -> impl Iterator<Item = usize> + '_ {
        Bits(places & self.taken).map(|place| self.owners[place].into())
    }

    /// Gives a place to one more item, for which others may move; `admitted` returns the places that an item can have.
    ///
    /// # Errors
    /// If there is no place for all: a set of places such that the item and the owners of these places can have no others.
    pub fn add(&mut self, item: usize, admitted: impl Fn(usize) -> u64) -> Result<(), u64> {
        let mut tried = 0;
        if self.augment(item, &admitted, &mut tried) { Ok(()) } else { Err(tried) }
    }

    fn augment(&mut self, item: usize, admitted: &impl Fn(usize) -> u64, tried: &mut u64) -> bool {
        loop {
            let left = admitted(item) & !*tried;
            if left == 0 {
                return false;
            }
            let place = left.trailing_zeros() as usize;
            *tried |= 1 << place;
            if self.owner(place).is_none_or(|owner| self.augment(owner, admitted, tried)) {
                self.owners[place] = item as u8;
                self.taken |= 1 << place;
                return true;
            }
        }
    }
}
