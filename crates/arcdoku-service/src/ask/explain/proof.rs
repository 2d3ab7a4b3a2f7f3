//! Proofs of paths. Every step becomes lines that an independent program checks.

use std::path::Path as FilePath;

use arcdoku::deduction::PathEnd;
use arcdoku::proof::{Formula, PathProof};
use arcdoku::puzzle::Solution;

use super::{Explainer, Path};
use crate::ask::prove::{clear, save};
use crate::input::Item;
use crate::output::Output;
use crate::status::Status;
use crate::text::plural;

/// A puzzle, and the place for the proof of its path.
pub(super) struct ProofPlace<'a> {
    /// The number of the puzzle in the input.
    pub(super) number: u64,
    pub(super) item: &'a Item,
    pub(super) solution: Option<&'a Solution>,
    pub(super) directory: &'a FilePath,
}

/// Writes the proof of a path. A path to the solution proves that there is no other solution.
pub(super) fn prove_path(
    explainer: &Explainer,
    path: &Path,
    place: &ProofPlace<'_>,
    output: &mut dyn Output,
) -> Status {
    let puzzle = &place.item.record.puzzle;
    let base = place.directory.join(format!("puzzle{}", place.number));
    if let Err(error) = clear(&base) {
        output.error(&error.to_string());
        return error.status();
    }
    let mut fail = |why: String| {
        output.error(&format!("{}: no proof: {why}", place.item.place()));
        Status::Not
    };
    if !place.item.record.placed.is_empty() {
        return fail("the formula has the clues only, not digits that were placed later".to_owned());
    }
    let mut formula = match Formula::new(puzzle) {
        Ok(formula) => formula,
        Err(why) => return fail(why.to_string()),
    };
    let solution = place.solution.filter(|_| path.end == PathEnd::Solved);
    if let Some(solution) = solution {
        formula.block(solution);
    }
    let mut proof = PathProof::new(formula.clone());
    for (number, (_, step, _)) in (1..).zip(&path.steps) {
        if let Err(why) = proof.step(&explainer.narrator.short(step), step) {
            return fail(format!("step {number}: {why}"));
        }
    }
    let lines = proof.lines();
    let text = match proof.finish(solution) {
        Ok(text) => text,
        Err(why) => return fail(why.to_string()),
    };
    let solutions: Vec<Solution> = solution.into_iter().cloned().collect();
    if let Err(error) = save(puzzle, &formula, &solutions, &text, &base) {
        output.error(&error.to_string());
        return error.status();
    }
    let lines = plural(lines.into(), "line");
    output.note(&format!("{}  {lines}, {} bytes  {}.pbp", place.item.place(), text.len(), base.display()));
    Status::Fine
}
