//! Pairs of neighbors.

use crate::text;

/// The pairs of cells of a list that share an edge, each once. The cell that comes first in the list is first in the
/// pair.
pub(crate) fn adjacent(cells: &[usize], is_adjacent: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let cells = text::distinct(cells);
    let mut pairs = Vec::new();
    for (i, &a) in cells.iter().enumerate() {
        pairs.extend(cells[i + 1..].iter().filter(|&&b| is_adjacent(a, b)).map(|&b| (a, b)));
    }
    pairs
}
