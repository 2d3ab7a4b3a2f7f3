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
