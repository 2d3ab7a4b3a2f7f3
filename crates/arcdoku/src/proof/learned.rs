//! Proofs of conflict-driven searches: a line for each learned clause.

use rustc_hash::FxHashMap;

use super::writer::{LineLabel, ProofError, ProofWriter};
use crate::csp::{Constraint, Literal, Space, Trace};
use crate::grid::Cell;
use crate::puzzle::Solution;
use crate::search::Observer;

/// Writes a proof while it observes a conflict-driven search.
pub(super) struct LearnedRecorder<'a> {
    writer: ProofWriter<'a, String>,
    vars: usize,
    solutions: Vec<Solution>,
    /// The lines of learned clauses, by their literals in order.
    lines: FxHashMap<Box<[Literal]>, LineLabel>,
    /// The line of the empty clause, which is the contradiction.
    contradiction: Option<LineLabel>,
    pub(super) failed: Option<ProofError>,
}

impl<'a> LearnedRecorder<'a> {
    pub(super) fn new(writer: ProofWriter<'a, String>) -> Self {
        let vars = writer.formula().shape().cells();
        Self {
            writer,
            vars,
            solutions: Vec::new(),
            lines: FxHashMap::default(),
            contradiction: None,
            failed: None,
        }
    }

    /// Takes the solutions that were found.
    pub(super) fn take_solutions(&mut self) -> Vec<Solution> {
        std::mem::take(&mut self.solutions)
    }

    /// The writer, and the line with the contradiction of a complete search.
    pub(super) fn finish(mut self) -> Result<(ProofWriter<'a, String>, LineLabel), ProofError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let line = self.contradiction.map_or_else(|| self.writer.clause(&[]), Ok)?;
        Ok((self.writer, line))
    }

    /// Writes, unless an earlier write failed. Auxiliary variables are not part of a formula.
    fn write<R>(
        &mut self,
        clause: &[Literal],
        write: impl FnOnce(&mut ProofWriter<'a, String>) -> Result<R, ProofError>,
    ) -> Option<R> {
        if self.failed.is_some() {
            return None;
        }
        if clause.iter().any(|literal| literal.var.index() >= self.vars) {
            self.failed = Some(ProofError::TooLong);
            return None;
        }
        let written = write(&mut self.writer);
        let written = written.and_then(|result| self.writer.within_limits().map(|()| result));
        written.map_err(|error| self.failed = Some(error)).ok()
    }
}

fn sorted(clause: &[Literal]) -> Box<[Literal]> {
    let mut clause: Box<[Literal]> = clause.into();
    clause.sort_unstable();
    clause
}

impl Trace for LearnedRecorder<'_> {}

impl Observer for LearnedRecorder<'_> {
    fn solution(&mut self, _depth: usize, space: &Space) {
        self.solutions.push(self.writer.block_found(space));
        self.write(&[], |_| Ok(()));
    }

    fn deduced(&mut self, clause: &[Literal], constraint: Option<&Constraint>) {
        let vars = constraint.map_or(&[][..], Constraint::vars);
        let cells: Vec<Cell> = vars.iter().map(|var| var.cell()).collect();
        self.write(clause, |writer| writer.lemma(clause, &cells));
    }

    fn learned(&mut self, clause: &[Literal]) {
        let Some(line) = self.write(clause, |writer| writer.clause(clause)) else { return };
        if clause.is_empty() {
            self.contradiction = Some(line);
        } else {
            self.lines.insert(sorted(clause), line);
        }
    }

    fn forgotten(&mut self, clause: &[Literal]) {
        if let Some(line) = self.lines.remove(&sorted(clause)) {
            self.write(&[], |writer| writer.delete(line));
        }
    }

    fn is_over(&self) -> bool {
        self.failed.as_ref().is_some_and(ProofError::is_limit)
    }
}
