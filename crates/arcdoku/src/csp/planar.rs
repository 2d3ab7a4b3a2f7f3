//! Connected areas of a rectangle do not cross each other.
//!
//! Take a cycle of cells that has no cells of the rectangle on one of its sides: a square of four cells, or the edge of
//! the rectangle. Two areas without a common cell cannot alternate along such a cycle as in "a b a b". Otherwise, a
//! path of one area would cross a path of the other (C. Jordan, "Cours d'analyse de l'Ecole polytechnique", 1887).

/// The number of columns, if the cells form a rectangle, row by row, and neighbors are cells with a common side.
pub(super) fn width(neighbors: &[Vec<u32>]) -> Option<usize> {
    let count = neighbors.len();
    let width = neighbors.first()?.iter().max().map(|&at| at as usize)?;
    if width < 2 || !count.is_multiple_of(width) || count / width < 2 {
        return None;
    }
    let fits = |(at, near): (usize, &Vec<u32>)| {
        let (row, col) = (at / width, at % width);
        let mut expected = Vec::with_capacity(4);
        expected.extend(at.checked_sub(width));
        expected.extend((col > 0).then(|| at - 1));
        expected.extend((col + 1 < width).then_some(at + 1));
        expected.extend((row + 1 < count / width).then_some(at + width));
        let mut near: Vec<usize> = near.iter().map(|&at| at as usize).collect();
        near.sort_unstable();
        near == expected
    };
    neighbors.iter().enumerate().all(fits).then_some(width)
}

/// The squares of four cells, each in cyclic order.
pub(super) fn squares(count: usize, width: usize) -> impl Iterator<Item = [usize; 4]> {
    let corners = (0..count - width).filter(move |at| at % width + 1 < width);
    corners.map(move |at| [at, at + 1, at + width + 1, at + width])
}

/// The cells of the edge, in cyclic order.
pub(super) fn edge(count: usize, width: usize) -> Vec<usize> {
    let height = count / width;
    let top = 0..width;
    let right = (1..height).map(|row| row * width + width - 1);
    let bottom = (0..width - 1).rev().map(|col| (height - 1) * width + col);
    let left = (1..height - 1).rev().map(|row| row * width);
    top.chain(right).chain(bottom).chain(left).collect()
}

#[cfg(test)]
mod tests {
    use super::{edge, squares, width};

    #[test]
    fn a_rectangle() {
        let lists = |neighbors: [&[u32]; 6]| neighbors.map(<[u32]>::to_vec);
        assert_eq!(width(&lists([&[1, 3], &[0, 2, 4], &[1, 5], &[0, 4], &[1, 3, 5], &[2, 4]])), Some(3));
        let around = lists([&[1, 2, 3], &[0, 2, 4], &[0, 1, 5], &[0, 4, 5], &[1, 3, 5], &[2, 3, 4]]);
        assert_eq!(width(&around), None);
        assert_eq!(squares(6, 3).collect::<Vec<_>>(), [[0, 1, 4, 3], [1, 2, 5, 4]]);
        assert_eq!(edge(6, 3), [0, 1, 2, 5, 4, 3]);
        assert_eq!(edge(9, 3), [0, 1, 2, 5, 8, 7, 6, 3]);
    }
}
