//! All consequences of every node, as bits: fast to query, without reasons.
//!
//! Nodes that imply each other share a row. Rows are computed in reverse topological order, each from the rows of its
//! direct consequences (R. E. Tarjan, "Depth-first search and linear graph algorithms", 1972).

use super::table::Implications;

/// The number of a node that was not visited.
const NEW: u32 = u32::MAX;

/// For each node, a row of bits: its consequences, including itself.
#[derive(Debug, Default)]
pub(crate) struct Closure {
    words: usize,
    /// The row of each node.
    row_of: Vec<u32>,
    rows: Vec<u64>,
    /// For each node, its number in the order of visits. `back` has the lowest such number that the node leads back to.
    met: Vec<u32>,
    back: Vec<u32>,
    /// Visited nodes without a row.
    open: Vec<u16>,
    /// The nodes on the path of the search, each with the number of its implications that were visited.
    path: Vec<(u16, u32)>,
}

impl Closure {
    /// Computes the consequences in a table of implications.
    pub(crate) fn run(&mut self, table: &Implications) {
        self.run_with(table.nodes(), |node| table.after(node));
    }

    /// Computes the consequences, given the direct consequences of each node.
    pub(crate) fn run_with<'e>(&mut self, nodes: usize, direct: impl Fn(u16) -> &'e [u16]) {
        self.words = nodes.div_ceil(64);
        self.rows.clear();
        for list in [&mut self.row_of, &mut self.met, &mut self.back] {
            list.clear();
            list.resize(nodes, NEW);
        }
        let mut clock = 0;
        for start in 0..nodes as u16 {
            if self.met[usize::from(start)] != NEW {
                continue;
            }
            self.enter(start, &mut clock);
            while let Some((node, looked)) = self.path.last_mut() {
                let (node, ends) = (*node, direct(*node));
                if let Some(&end) = ends.get(*looked as usize) {
                    *looked += 1;
                    if self.met[usize::from(end)] == NEW {
                        self.enter(end, &mut clock);
                    } else if self.row_of[usize::from(end)] == NEW {
                        let back = self.met[usize::from(end)];
                        self.back[usize::from(node)] = self.back[usize::from(node)].min(back);
                    }
                    continue;
                }
                self.path.pop();
                let back = self.back[usize::from(node)];
                if back == self.met[usize::from(node)] {
                    self.close(node, &direct);
                }
                if let Some(&(before, _)) = self.path.last() {
                    let before = &mut self.back[usize::from(before)];
                    *before = back.min(*before);
                }
            }
        }
    }

    fn enter(&mut self, node: u16, clock: &mut u32) {
        self.met[usize::from(node)] = *clock;
        self.back[usize::from(node)] = *clock;
        *clock += 1;
        self.open.push(node);
        self.path.push((node, 0));
    }

    /// Computes the row of a node, which is shared by the nodes that imply it and are implied by it.
    fn close<'e>(&mut self, node: u16, direct: &impl Fn(u16) -> &'e [u16]) {
        let words = self.words;
        let number = self.rows.len() / words;
        self.rows.resize((number + 1) * words, 0);
        let (known, row) = self.rows.split_at_mut(number * words);
        let first = self.open.iter().rposition(|&other| other == node).unwrap_or_default();
        for &member in &self.open[first..] {
            self.row_of[usize::from(member)] = number as u32;
            row[usize::from(member) / 64] |= 1 << (member % 64);
        }
        for &member in &self.open[first..] {
            for &end in direct(member) {
                if row[usize::from(end) / 64] >> (end % 64) & 1 == 0 {
                    let end = self.row_of[usize::from(end)] as usize;
                    row.iter_mut().zip(&known[end * words..][..words]).for_each(|(row, more)| *row |= more);
                }
            }
        }
        self.open.truncate(first);
    }

    /// The number of words of a row.
    #[inline]
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// For each node, the nodes that imply it: the transposed rows.
    pub(crate) fn columns(&self) -> Vec<u64> {
        let mut columns = vec![0; 64 * self.words * self.words];
        let mut block = [0; 64];
        for down in 0..self.words {
            for across in 0..self.words {
                for (line, word) in block.iter_mut().enumerate() {
                    let row = self.row_of.get(64 * down + line).map(|&row| row as usize);
                    *word = row.map_or(0, |row| self.rows[row * self.words + across]);
                }
                transpose(&mut block);
                for (line, &word) in block.iter().enumerate() {
                    columns[(64 * across + line) * self.words + down] = word;
                }
            }
        }
        columns
    }

    /// The bits of the consequences of a node.
    #[inline]
    pub(crate) fn row(&self, node: u16) -> &[u64] {
        &self.rows[self.row_of[usize::from(node)] as usize * self.words..][..self.words]
    }

    /// Whether `end` follows from `start`.
    #[inline]
    pub(crate) fn follows(&self, start: u16, end: u16) -> bool {
        self.row(start)[usize::from(end) / 64] >> (end % 64) & 1 == 1
    }
}

/// Transposes a square of 64 times 64 bits: halves are exchanged, then quarters, and so on.
fn transpose(block: &mut [u64; 64]) {
    let (mut size, mut mask) = (32, 0x0000_0000_ffff_ffff_u64);
    while size != 0 {
        let mut line = 0;
        while line < 64 {
            let change = (block[line] >> size ^ block[line + size]) & mask;
            block[line] ^= change << size;
            block[line + size] ^= change;
            line = (line + size + 1) & !size;
        }
        size /= 2;
        mask ^= mask << size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_the_transposed_rows() {
        let mut closure = Closure::default();
        let nodes = 130;
        let ends: Vec<Vec<u16>> = (0..nodes)
            .map(|node| [node * 7 % 130, node / 2, (node + 64) % 130].map(|end| end as u16))
            .map(|ends| ends.into_iter().filter(|end| end % 3 != 1).collect())
            .collect();
        closure.run_with(nodes, |node| &ends[usize::from(node)]);
        let columns = closure.columns();
        for start in 0..nodes as u16 {
            for end in 0..nodes as u16 {
                let column = &columns[usize::from(end) * closure.words()..][..closure.words()];
                let bit = column[usize::from(start) / 64] >> (start % 64) & 1 == 1;
                assert_eq!(bit, closure.follows(start, end));
            }
        }
    }
}
