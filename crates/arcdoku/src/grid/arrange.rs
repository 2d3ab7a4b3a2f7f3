//! Sorting lists where speed does not matter.
//!
//! The sort of std is some 3.5 kB for each type and each key, and there are dozens of both: in WebAssembly that was a
//! twelfth of the library. There, one sort of numbers stands for all; elsewhere that of std is called.

use std::cmp::Ordering;

/// Sorting a list in a small program. Equal values keep their order.
pub(crate) trait Arrange<T> {
    /// Sorts the list.
    fn arrange(&mut self)
    where
        T: Ord;

    /// Sorts the list by a key.
    fn arrange_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);

    /// Sorts the list by an order.
    fn arrange_by(&mut self, order: impl FnMut(&T, &T) -> Ordering);
}

#[cfg(not(target_family = "wasm"))]
impl<T> Arrange<T> for [T] {
    fn arrange(&mut self)
    where
        T: Ord,
    {
        // Equal values cannot be told apart.
        self.sort_unstable();
    }

    fn arrange_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        self.sort_by_key(key);
    }

    fn arrange_by(&mut self, order: impl FnMut(&T, &T) -> Ordering) {
        self.sort_by(order);
    }
}

#[cfg(target_family = "wasm")]
impl<T> Arrange<T> for [T] {
    fn arrange(&mut self)
    where
        T: Ord,
    {
        arrange(self, &mut |a, b| a < b);
    }

    fn arrange_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        arrange(self, &mut |a, b| key(a) < key(b));
    }

    fn arrange_by(&mut self, mut order: impl FnMut(&T, &T) -> Ordering) {
        arrange(self, &mut |a, b| order(a, b).is_lt());
    }
}

/// Sorts a list by what comes before what.
#[cfg(any(test, target_family = "wasm"))]
#[inline(never)]
fn arrange<T>(list: &mut [T], is_before: &mut dyn FnMut(&T, &T) -> bool) {
    if list.len() < 2 {
        return;
    }
    let mut places = places(list.len(), &mut |a, b| is_before(&list[a], &list[b]));
    for at in 0..list.len() {
        while places[at] != at {
            let to = places[at];
            list.swap(at, to);
            places.swap(at, to);
        }
    }
}

/// The place of each value in the sorted list.
#[cfg(any(test, target_family = "wasm"))]
fn places(count: usize, is_before: &mut dyn FnMut(usize, usize) -> bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut merged = vec![0; count];
    let mut width = 1;
    while width < count {
        for (from, to) in order.chunks(2 * width).zip(merged.chunks_mut(2 * width)) {
            let (mut left, mut right) = from.split_at(width.min(from.len()));
            for place in to {
                let is_right = match (left.first(), right.first()) {
                    (Some(&one), Some(&other)) => is_before(other, one),
                    (one, _) => one.is_none(),
                };
                let list = if is_right { &mut right } else { &mut left };
                if let Some((&first, rest)) = list.split_first() {
                    (*place, *list) = (first, rest);
                }
            }
        }
        std::mem::swap(&mut order, &mut merged);
        width *= 2;
    }
    // What was the order becomes the places.
    for (place, &value) in order.iter().enumerate() {
        merged[value] = place;
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::arrange;

    #[test]
    fn the_small_sort_is_that_of_std() {
        let mut random = fastrand::Rng::with_seed(1);
        for count in (0..40).chain([100, 1000]) {
            let mut list: Vec<(u8, usize)> = (0..count).map(|at| (random.u8(..20), at)).collect();
            let mut expected = list.clone();
            expected.sort_by_key(|&(key, _)| key);
            arrange(&mut list, &mut |a, b| a.0 < b.0);
            assert_eq!(list, expected);
        }
    }
}
