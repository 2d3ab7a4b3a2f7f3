//! Proofs of lower bounds on the number of clues: fewer cells cannot hit all unavoidable sets.
//!
//! The variable of a cell means that it is a clue. For each set, a row requires a clue in it. One more row requires
//! fewer clues than the bound. Cells are chosen from one set after the other. If more disjoint sets remain than cells
//! may still be chosen, the sum of their rows is a contradiction.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use crate::grid::{Cell, CellSet, Shape};
use crate::puzzle::{Budget, Limit, Limits};

/// A proof that fewer clues cannot hit all sets.
#[derive(Debug)]
#[non_exhaustive]
pub struct BoundProof {
    /// The formula, an OPB file.
    pub formula: String,
    /// The proof.
    pub proof: String,
    /// The number of derived constraints.
    pub lines: u64,
}

/// Proves that at least `clues` cells of the classic grid hit all sets. The node limit applies to chosen cells.
///
/// # Errors
/// If a limit was reached, or the bound is wrong: fewer cells hit all sets (`None`).
pub fn prove_bound(sets: &[CellSet], clues: usize, limits: &Limits<'_>) -> Result<BoundProof, Option<Limit>> {
    let mut sets: Vec<u128> = sets.iter().map(|set| set.bits()).collect();
    sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
    sets.dedup();
    let mut writer = Writer {
        sets: &sets,
        most: clues.saturating_sub(1),
        budget: limits.start(),
        nodes: 0,
        out: String::new(),
        lines: 0,
        sums: FxHashSet::default(),
    };
    let open: Vec<usize> = (0..sets.len()).collect();
    if clues > 0 {
        writer.refute(&mut Vec::new(), &open, 0)?;
    }
    let Writer { out, lines, .. } = writer;
    let mut proof = format!("pseudo-Boolean proof version 3.0\nf {} ;\n{out}output NONE ;\n", sets.len() + 1);
    proof += &match clues {
        0 => "conclusion NONE ;\n".to_owned(),
        _ => format!("conclusion UNSAT : @p{lines} ;\n"),
    };
    proof += "end pseudo-Boolean proof ;\n";
    Ok(BoundProof { formula: formula(&sets, clues.saturating_sub(1)), proof, lines })
}

fn formula(sets: &[u128], most: usize) -> String {
    let mut text = format!("* #variable= 81 #constraint= {}\n", sets.len() + 1);
    // Writing to a string cannot fail.
    for (number, &set) in (1..).zip(sets) {
        let _ = write!(text, "@s{number}");
        for cell in CellSet::from_bits(set) {
            let _ = write!(text, " 1 h_{}", Shape::CLASSIC.name(cell));
        }
        text += " >= 1 ;\n";
    }
    text += "@few";
    for cell in (0..81).map(Cell::new) {
        let _ = write!(text, " 1 ~h_{}", Shape::CLASSIC.name(cell));
    }
    let _ = writeln!(text, " >= {} ;", 81 - most.min(81));
    text
}

struct Writer<'a> {
    sets: &'a [u128],
    /// The largest number of chosen cells according to the formula.
    most: usize,
    budget: Budget<'a>,
    nodes: u64,
    out: String,
    lines: u64,
    /// The written sums.
    sums: FxHashSet<Vec<usize>>,
}

impl Writer<'_> {
    /// Writes a line that refutes the chosen cells. `open` are the sets without a chosen cell, and `tried` are cells
    /// that were tried before. Returns the line.
    fn refute(&mut self, chosen: &mut Vec<usize>, open: &[usize], tried: u128) -> Result<u64, Option<Limit>> {
        self.nodes += 1;
        self.budget.check(self.nodes).map_err(Some)?;
        let (mut apart, mut disjoint) = (0_u128, Vec::new());
        let mut smallest: Option<(u32, u128)> = None;
        for &at in open {
            let set = self.sets[at] & !tried;
            if set & apart == 0 {
                apart |= set;
                disjoint.push(at);
            }
            if smallest.is_none_or(|(size, _)| set.count_ones() < size) {
                smallest = Some((set.count_ones(), set));
            }
        }
        let left = self.most - chosen.len();
        let mut cases = Vec::new();
        if disjoint.len() > left {
            disjoint.truncate(left + 1);
            self.sum(disjoint);
        } else {
            // If every set is hit, the bound is wrong.
            let (_, set) = smallest.ok_or(None)?;
            let mut cells: Vec<(usize, usize)> = CellSet::from_bits(set)
                .iter()
                .map(|cell| {
                    let hits = open.iter().filter(|&&at| self.sets[at] >> cell.index() & 1 == 1);
                    (hits.count(), cell.index())
                })
                .collect();
            cells.sort_unstable_by_key(|&(hits, cell)| (std::cmp::Reverse(hits), cell));
            let mut tried = tried;
            for (_, cell) in cells {
                let rest: Vec<usize> =
                    open.iter().copied().filter(|&at| self.sets[at] >> cell & 1 == 0).collect();
                chosen.push(cell);
                cases.push(self.refute(chosen, &rest, tried)?);
                chosen.pop();
                tried |= 1 << cell;
            }
        }
        let line = self.clause(chosen);
        for case in cases {
            // Writing to a string cannot fail.
            let _ = writeln!(self.out, "del id @p{case} ;");
        }
        Ok(line)
    }

    fn clause(&mut self, chosen: &[usize]) -> u64 {
        self.lines += 1;
        let _ = write!(self.out, "@p{} rup", self.lines);
        for &cell in chosen {
            let _ = write!(self.out, " 1 ~h_{}", Shape::CLASSIC.name(Cell::new(cell)));
        }
        self.out += " >= 1 ;\n";
        self.lines
    }

    /// Writes the sum of the rows of sets and the row for the number of clues.
    fn sum(&mut self, sets: Vec<usize>) {
        if self.sums.contains(&sets) {
            return;
        }
        self.lines += 1;
        let _ = write!(self.out, "@p{} pol @few", self.lines);
        for at in &sets {
            let _ = write!(self.out, " @s{} +", at + 1);
        }
        self.out += " ;\n";
        self.sums.insert(sets);
    }
}
