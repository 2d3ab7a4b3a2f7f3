//! Pairs of neighbors.

/// The pairs of cells of a set that share an edge, each beginning with the cell that comes first in the list.
pub(crate) fn adjacent(cells: &[usize], is_adjacent: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (i, &a) in cells.iter().enumerate() {
        for &b in &cells[i + 1..] {
            if is_adjacent(a, b) && !pairs.contains(&(a, b)) && !pairs.contains(&(b, a)) {
                pairs.push((a, b));
            }
        }
    }
    pairs
}
