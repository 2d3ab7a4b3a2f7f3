//! One entry per cell.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// Number of entries that need no allocation: enough for the most common grid, 9x9.
const FEW: usize = 81;

/// One entry per cell. Collections of millions of puzzles have grids of 9x9 or smaller. Allocating their entries
/// would take half as long as reading them and a tenth as long as solving them.
#[derive(Clone)]
pub(crate) enum PerCell<T> {
    /// Number of entries, and the entries.
    Few(u8, [T; FEW]),
    Many(Box<[T]>),
}

impl<T: Copy> PerCell<T> {
    /// The entries of a 9x9 grid.
    #[inline]
    pub(crate) fn full(entries: [T; FEW]) -> Self {
        Self::Few(FEW as u8, entries)
    }

    /// The entries of any grid.
    #[inline]
    pub(crate) fn new(entries: &[T]) -> Self {
        if let Ok(entries) = entries.try_into() {
            return Self::full(entries);
        }
        let Some(&first) = entries.first().filter(|_| entries.len() <= FEW) else {
            return Self::Many(entries.into());
        };
        // The elements after the entries are never read.
        let mut few = [first; FEW];
        few[..entries.len()].copy_from_slice(entries);
        Self::Few(entries.len() as u8, few)
    }
}

impl<T> Deref for PerCell<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Self::Few(count, entries) => &entries[..usize::from(*count)],
            Self::Many(entries) => entries,
        }
    }
}

impl<T> DerefMut for PerCell<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            Self::Few(count, entries) => &mut entries[..usize::from(*count)],
            Self::Many(entries) => entries,
        }
    }
}

impl<T: PartialEq> PartialEq for PerCell<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for PerCell<T> {}

impl<T: Hash> Hash for PerCell<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: Ord> PartialOrd for PerCell<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Ord> Ord for PerCell<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        (**self).cmp(other)
    }
}

impl<T: fmt::Debug> fmt::Debug for PerCell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::PerCell;

    #[test]
    fn any_number_of_entries_is_a_list() {
        let all: Vec<u8> = (0..100).collect();
        for count in [0, 1, 16, 80, 81, 82, 100] {
            let mut entries = PerCell::new(&all[..count]);
            assert_eq!((&*entries, &entries), (&all[..count], &entries.clone()));
            assert_eq!(matches!(entries, PerCell::Few(..)), (1..=81).contains(&count));
            assert_eq!(format!("{entries:?}"), format!("{:?}", &all[..count]));
            for other in [0, 1, 16, 80, 81, 82, 100] {
                let (order, expected) = (entries.cmp(&PerCell::new(&all[..other])), count.cmp(&other));
                assert_eq!(order, expected);
            }
            if let Some(last) = entries.last_mut() {
                *last += 1;
                assert_ne!(&*entries, &all[..count]);
            }
        }
    }
}
