//! Bipartite matchings: a different place for each item.

use super::bits::Bits;

/// A matching of items with places. Items are added by augmenting paths (H. W. Kuhn, "The Hungarian method for the
/// assignment problem", 1955). Places have numbers below 64 and are passed as bits of a word; items have numbers
/// below 256.
///
/// ```
/// use arcdoku::grid::Matching;
///
/// let admitted = |item: usize| [0b11, 0b01, 0b11][item];
/// let mut matching = Matching::new();
/// assert_eq!(matching.add(0, admitted), Ok(()));
/// // Item 0 moves to place 1 to make room.
/// assert_eq!(matching.add(1, admitted), Ok(()));
/// assert_eq!((matching.owner(0), matching.owner(1)), (Some(1), Some(0)));
/// // Three items share two places.
/// assert_eq!(matching.add(2, admitted), Err(0b11));
/// ```
#[derive(Clone, Debug)]
pub struct Matching {
    /// The places that are taken.
    taken: u64,
    owners: [u8; 64],
}

impl Default for Matching {
    fn default() -> Self {
        Self { taken: 0, owners: [0; 64] }
    }
}

impl Matching {
    /// An empty matching.
    pub fn new() -> Self {
        Self::default()
    }

    /// The item at a place, if it is taken.
    #[inline]
    pub fn owner(&self, place: usize) -> Option<usize> {
        (self.taken >> place & 1 == 1).then(|| self.owners[place].into())
    }

    /// The items at these places, in order of the places.
    pub fn owners(&self, places: u64) -> impl Iterator<Item = usize> + '_ {
        Bits(places & self.taken).map(|place| self.owners[place].into())
    }

    /// Adds an item and moves others if necessary; `admitted` returns the places that an item may take.
    ///
    /// # Errors
    /// If not all items can have a place, returns a set of places. The new item and the owners of these places admit no
    /// other places.
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
