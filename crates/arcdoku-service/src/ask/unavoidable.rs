//! The small unavoidable sets of grids, and the lower bound on clues that follows from them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use arcdoku::Choice as _;
use arcdoku::generate::{fewest_clues, unavoidable_sets};
use arcdoku::grid::{Cell, CellSet, Digit, Shape};
use arcdoku::proof::prove_bound;
use arcdoku::puzzle::{Limit, Limits, Outcome, Puzzle, Solution};
use arcdoku::solve::Solver;
use arcdoku_wire::NoAnswer;
use arcdoku_wire::question::{OptionError, Unavoidable, UnavoidableReply};

use super::ReplyFormat;
use super::answer::{Answer, Render, Session};
use crate::IS_NATIVE;
use crate::cancel::Listener;
use crate::input::Item;
use crate::report::Refusal;
use crate::status::{Error, Status};
use crate::text::plural;
use crate::whole_file::write_whole;
use arcdoku_wire::solution_text;

impl Answer for Unavoidable {
    fn answer(
        &self,
        session: &mut Session,
        item: &Item,
        progress: Listener<'_>,
        reply: &mut UnavoidableReply,
    ) -> Result<(), Refusal> {
        let size = self.largest as usize;
        if item.record.puzzle.shape() != Shape::CLASSIC || !item.record.puzzle.is_plain() {
            return session.refuse(item, NoAnswer::Unfit, "expected a plain 9x9 grid or puzzle");
        }
        let bounds = session.time(&self.limits);
        let limits = bounds.limits().running().with_listener(progress);
        let grid = session.solution(item, &limits)?;
        let sets = unavoidable_sets(&grid, self.kind, size);
        reply.solution = Some(solution_text(Shape::CLASSIC, &grid));
        reply.sets = sets.iter().copied().map(names).collect();
        if !self.bound {
            return Ok(());
        }
        let bound = fewest_clues(&sets, &limits);
        if bound.hit.is_none() {
            // The bound that was proven before the limit is still an answer.
            let limit = if bounds.cancel.is_cancelled() { Limit::Cancelled } else { Limit::Time };
            reply.limit = Some(session.limited(item, limit)?);
        }
        reply.bound = Some(bound.clues);
        reply.hit = bound.hit.map(names).unwrap_or_default();
        if IS_NATIVE && let Some(directory) = &self.proof {
            match write_proof(&sets, &grid, bound.clues, &directory.0, item, &limits) {
                Ok((bytes, file)) => {
                    (reply.bytes, reply.proof) = (Some(bytes as u64), Some(file.display().to_string()));
                }
                Err((status, why)) => {
                    session.report.error(status, format!("{}: no proof: {why}", item.place()));
                }
            }
        }
        Ok(())
    }

    fn check(&self, format: ReplyFormat) -> Result<(), OptionError> {
        if self.proof.is_some() && !self.bound {
            return Err(OptionError::new("proof", "requires bound"));
        }
        if self.bound && format == ReplyFormat::Tsv {
            let message = "the format tsv has one line per set and no bound; expected text or json";
            return Err(OptionError::new("bound", message));
        }
        Ok(())
    }

    fn finish(&self, reply: &mut UnavoidableReply) {
        self.kind.name().clone_into(&mut reply.kind);
        reply.most = self.largest as usize;
    }
}

impl Render for UnavoidableReply {
    fn text(&self, item: &Item, _: bool, out: &mut String) {
        let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
        for set in &self.sets {
            *sizes.entry(set.len()).or_default() += 1;
        }
        let sizes: Vec<String> = sizes.iter().map(|(size, count)| format!("{count} of {size}")).collect();
        let count = plural(self.sets.len() as u128, "set");
        // Writing to a string cannot fail.
        let _ = write!(out, "{}  {count}", item.place());
        if !sizes.is_empty() {
            let _ = write!(out, ": {}", sizes.join(", "));
        }
        if let Some(bound) = self.bound {
            let given_up = if self.limit.is_some() { " (given up)" } else { "" };
            let _ = write!(out, "; at least {}{given_up}", plural(bound as u128, "clue"));
        }
        if let (Some(bytes), Some(file)) = (self.bytes, &self.proof) {
            let _ = write!(out, "; proven in {bytes} bytes, {file}");
        }
        out.push('\n');
    }

    fn tsv(&self, _: &Item, out: &mut String) {
        for set in &self.sets {
            let _ = writeln!(out, "{}\t{}\t{}", self.head.number, set.len(), set.join(" "));
        }
    }
}

/// Proves a bound, and writes the formula, the proof and the sets. Each set is written with its cells and the other
/// digits that they could have. An error has its corresponding status.
fn write_proof(
    sets: &[CellSet],
    grid: &Solution,
    clues: usize,
    directory: &Path,
    item: &Item,
    limits: &Limits<'_>,
) -> Result<(usize, PathBuf), (Status, String)> {
    let proof = prove_bound(sets, clues, limits).map_err(|limit| match limit {
        Some(limit) => (Status::Not, format!("given up ({})", limit.name())),
        None => (Status::Not, "fewer cells hit all sets".to_owned()),
    })?;
    let mut solver = Solver::new();
    let mut exchanges = String::new();
    for &set in sets {
        let cells = grid.digits().iter().enumerate();
        let givens: Vec<Option<Digit>> =
            cells.map(|(at, &digit)| (!set.contains(Cell::new(at))).then_some(digit)).collect();
        let puzzle = Puzzle::with_givens(Shape::CLASSIC, &givens);
        let Outcome::Multiple(one, other) = solver.solve(&puzzle, &Limits::NONE).outcome else {
            return Err((Status::Not, format!("{} is no unavoidable set", names(set).join(" "))));
        };
        let other = if one == *grid { other } else { one };
        let exchanged =
            set.iter().map(|cell| format!("{}={}", Shape::CLASSIC.name(cell), other.at(cell).get()));
        exchanges += &(exchanged.collect::<Vec<_>>().join(" ") + "\n");
    }
    let base = directory.join(item.place().replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
    let file = base.with_extension("pbp");
    let grid = solution_text(Shape::CLASSIC, grid) + "\n";
    std::fs::create_dir_all(directory)
        .map_err(Error::at(directory.display()))
        .and_then(|()| write_whole(&base.with_extension("grid"), grid))
        .and_then(|()| write_whole(&base.with_extension("sets"), exchanges))
        .and_then(|()| write_whole(&base.with_extension("opb"), &proof.formula))
        .and_then(|()| write_whole(&file, &proof.proof))
        .map_err(|error| (error.status(), error.to_string()))?;
    Ok((proof.proof.len(), file))
}

/// The names of cells.
fn names(set: CellSet) -> Vec<String> {
    set.iter().map(|cell| Shape::CLASSIC.name(cell).to_string()).collect()
}
