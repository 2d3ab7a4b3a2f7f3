//! All that follows from every node, as bits: quick to ask, but it does not say why.

use super::table::Implications;

/// A row of bits for each node: what follows from it, itself included.
#[derive(Debug, Default)]
pub(in crate::human) struct Closure {
    words: usize,
    rows: Vec<u64>,
    complete: Vec<bool>,
    met: Vec<u64>,
    done: Vec<u64>,
}

impl Closure {
    /// What follows by the implications of a table.
    pub(in crate::human) fn run(&mut self, table: &Implications) {
        self.run_with(table.nodes(), |node, set| {
            for &end in table.after(node) {
                set(end);
            }
        });
    }

    /// What follows if `direct` tells what follows at once from a node.
    pub(in crate::human) fn run_with(&mut self, nodes: usize, direct: impl Fn(u16, &mut dyn FnMut(u16))) {
        let words = nodes.div_ceil(64);
        self.words = words;
        self.rows.clear();
        self.rows.resize(nodes * words, 0);
        self.complete.clear();
        self.complete.resize(nodes, false);
        for start in 0..nodes {
            self.met.clear();
            self.met.resize(words, 0);
            self.done.clear();
            self.done.resize(words, 0);
            self.met[start / 64] |= 1 << (start % 64);
            let mut word = 0;
            while word < words {
                let waiting = self.met[word] & !self.done[word];
                if waiting == 0 {
                    word += 1;
                    continue;
                }
                let node = 64 * word + waiting.trailing_zeros() as usize;
                self.done[word] |= waiting & waiting.wrapping_neg();
                // What is met may lie before.
                if self.complete[node] {
                    let row = &self.rows[node * words..][..words];
                    for ((met, done), &row) in self.met.iter_mut().zip(&mut self.done).zip(row) {
                        *met |= row;
                        *done |= row;
                    }
                } else {
                    let (met, done) = (&mut self.met, &self.done);
                    direct(node as u16, &mut |end| {
                        let (at, bit) = (usize::from(end) / 64, 1 << (end % 64));
                        met[at] |= bit;
                        if done[at] & bit == 0 {
                            word = word.min(at);
                        }
                    });
                }
            }
            self.rows[start * words..][..words].copy_from_slice(&self.met);
            self.complete[start] = true;
        }
    }

    /// How many words a row has.
    #[inline]
    pub(in crate::human) fn words(&self) -> usize {
        self.words
    }

    /// For each node, the nodes from which it follows: rows and columns change places.
    pub(in crate::human) fn columns(&self) -> Vec<u64> {
        let mut columns = vec![0; 64 * self.words * self.words];
        let mut block = [0; 64];
        for down in 0..self.words {
            for across in 0..self.words {
                for (line, word) in block.iter_mut().enumerate() {
                    let row = 64 * down + line;
                    *word = self.rows.get(row * self.words + across).copied().unwrap_or(0);
                }
                transpose(&mut block);
                for (line, &word) in block.iter().enumerate() {
                    columns[(64 * across + line) * self.words + down] = word;
                }
            }
        }
        columns
    }

    /// The bits of what follows from a node.
    #[inline]
    pub(in crate::human) fn row(&self, node: u16) -> &[u64] {
        &self.rows[usize::from(node) * self.words..][..self.words]
    }

    /// Whether `end` follows from `start`.
    #[inline]
    pub(in crate::human) fn follows(&self, start: u16, end: u16) -> bool {
        self.row(start)[usize::from(end) / 64] >> (end % 64) & 1 == 1
    }
}

/// Turns a square of 64 times 64 bits about its diagonal: halves, quarters and so on change places.
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
    fn columns_are_rows_turned() {
        let mut closure = Closure::default();
        let nodes = 130;
        closure.run_with(nodes, |node, set| {
            for end in [node * 7 % 130, node / 2, (node + 64) % 130] {
                if end % 3 == node % 3 {
                    set(end);
                }
            }
        });
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
