//! Proofs of a path of human steps: each elimination or placement of a step is a line of the proof.
//!
//! Locked candidates, subsets, fish and multi-sector locked sets are sums of rows, in the cutting planes proof
//! system. Other patterns follow by unit propagation or by a case split, which begins with the cells of the pattern.

use std::fmt::{self, Write};

use super::files::{write_end, write_head};
use super::formula::{Atom, Formula};
use super::sum::Sum;
use super::writer::{LineLabel, ProofError, ProofWriter};
use crate::csp::Literal;
use crate::deduction::{Candidate, House, Pattern, Step, Technique};
use crate::grid::{Cell, DigitSet};
use crate::puzzle::Solution;

/// The reason why a step has no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepError {
    /// The technique assumes that there is one solution. A proof must not assume this.
    Assumes(Technique),
    /// The lines could not be written.
    Failed(ProofError),
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Assumes(technique) => {
                write!(f, "{technique} assumes that there is one solution, which a proof must not assume")
            }
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StepError {}

impl<E: Into<ProofError>> From<E> for StepError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Writes a path through a classic 9x9 puzzle, step by step.
#[derive(Debug)]
pub struct PathProof {
    writer: ProofWriter<'static, String>,
    /// For each of the 27 houses, its set of different cells.
    sets: [Option<usize>; 27],
    steps: usize,
    elsewhere: u64,
}

impl PathProof {
    /// Creates the proof of a path without steps. Known solutions must already be blocked in the formula.
    pub fn new(formula: Formula) -> Self {
        let mut sets = [None; 27];
        for house in House::all() {
            let same =
                |cells: &[Cell]| cells.len() == 9 && cells.iter().all(|&cell| house.cells().contains(cell));
            sets[house.index()] = formula.sets().iter().position(|set| same(&set.cells));
        }
        Self { writer: ProofWriter::new(formula, String::new()), sets, steps: 0, elsewhere: 0 }
    }

    /// The number of derived constraints.
    pub fn lines(&self) -> u64 {
        self.writer.lines()
    }

    /// The number of cells outside of patterns that were split into cases.
    pub fn elsewhere(&self) -> u64 {
        self.elsewhere
    }

    /// Writes a step, with `title` as a comment: the sums of its pattern, then a line for each placement and
    /// elimination.
    ///
    /// # Errors
    /// If the technique assumes one solution, or the step has no short proof.
    pub fn step(&mut self, title: &str, step: &Step) -> Result<(), StepError> {
        if step.technique.family().assumes_proper() {
            return Err(StepError::Assumes(step.technique));
        }
        self.steps += 1;
        self.writer.comment(&format!("{}. {title}", self.steps))?;
        self.sums(&step.pattern)?;
        self.writer.set_scope(scope(step));
        let placed = step.placements.iter().map(|&Candidate { cell, digit }| Literal::is(cell.into(), digit));
        let gone =
            step.eliminations.iter().map(|&Candidate { cell, digit }| Literal::is_not(cell.into(), digit));
        let literals: Vec<Literal> = placed.chain(gone).collect();
        for literal in literals {
            let atom: Atom = self.writer.formula().atom(literal);
            self.elsewhere += self.writer.fact(atom)?;
        }
        Ok(())
    }

    /// Writes the sums of rows that prove a pattern.
    fn sums(&mut self, pattern: &Pattern) -> Result<(), ProofError> {
        match pattern {
            Pattern::Locked { digits, from, to, .. } => {
                let (Some(from), Some(to)) = (self.set(*from), self.set(*to)) else { return Ok(()) };
                for digit in *digits {
                    let mut sum = Sum::default();
                    sum.set_least(self.writer.formula(), from, digit);
                    sum.set_most(self.writer.formula(), to, digit);
                    self.writer.sum(&sum, true)?;
                }
            }
            Pattern::Subset { digits, cells, houses, hidden } => {
                let sets: Vec<usize> = houses.iter().filter_map(|&house| self.set(house)).collect();
                for set in sets {
                    let mut sum = Sum::default();
                    let formula = self.writer.formula();
                    if *hidden {
                        digits.iter().for_each(|digit| sum.set_least(formula, set, digit));
                        cells.iter().for_each(|cell| sum.most(formula, cell));
                    } else {
                        cells.iter().for_each(|cell| sum.least(formula, cell));
                        digits.iter().for_each(|digit| sum.set_most(formula, set, digit));
                    }
                    self.writer.sum(&sum, true)?;
                }
            }
            Pattern::Fish(fish) | Pattern::Kraken { fish, .. } => {
                for covers in [&fish.cover, &fish.twin] {
                    let base = fish.base.iter().filter_map(|&house| self.set(house));
                    let cover: Vec<usize> = covers.iter().filter_map(|&house| self.set(house)).collect();
                    if cover.is_empty() {
                        continue;
                    }
                    let (formula, mut sum) = (self.writer.formula(), Sum::default());
                    base.for_each(|set| sum.set_least(formula, set, fish.digit));
                    cover.into_iter().for_each(|set| sum.set_most(formula, set, fish.digit));
                    self.writer.sum(&sum, true)?;
                }
            }
            Pattern::MultiSector { cells, sectors } => {
                let sets: Vec<(Option<usize>, DigitSet)> =
                    sectors.iter().map(|&(house, digits)| (self.set(house), digits)).collect();
                let (formula, mut sum) = (self.writer.formula(), Sum::default());
                cells.iter().for_each(|cell| sum.least(formula, cell));
                for (set, digits) in sets {
                    let Some(set) = set else { continue };
                    digits.iter().for_each(|digit| sum.set_most(formula, set, digit));
                }
                self.writer.sum(&sum, true)?;
            }
            Pattern::Direct { through, .. } => self.sums(through)?,
            _ => {}
        }
        Ok(())
    }

    fn set(&self, house: House) -> Option<usize> {
        self.sets[house.index()]
    }

    /// The proof, with a contradiction at its end if the path reached the blocked solution.
    ///
    /// # Errors
    /// If the steps do not lead to the solution, or the sink fails.
    pub fn finish(mut self, solution: Option<&Solution>) -> Result<String, ProofError> {
        let mut end: Option<LineLabel> = None;
        if solution.is_some() {
            if !self.writer.units().has_failed() {
                return Err(ProofError::False);
            }
            end = Some(self.writer.clause(&[])?);
        }
        let (formula, body) = self.writer.into_parts();
        let mut text = String::new();
        write_head(&formula, &mut text)?;
        text.write_str(&body)?;
        write_end(end, &mut text)?;
        Ok(text)
    }
}

/// The cells of a step's pattern.
fn scope(step: &Step) -> Vec<Cell> {
    let outline = step.pattern.outline();
    let marks = outline.marks.iter().map(|&(cells, ..)| cells);
    let groups = outline.groups.iter().map(|group| group.cells);
    let chains = outline.chains.iter().flat_map(|chain| &chain.nodes);
    let nets = outline.nets.iter().flat_map(|net| &net.nodes);
    let nodes = chains.chain(nets).flat_map(|node| [Some(node.cells), node.als.map(|als| als.cells)]);
    let mut cells: Vec<Cell> = marks.chain(groups).chain(nodes.flatten()).flatten().collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}
