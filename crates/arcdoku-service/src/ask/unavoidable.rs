//! The small unavoidable sets of grids, and the lower bound on clues that follows from them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use arcdoku::generate::{ClueBound, LARGEST_UNAVOIDABLE, UnavoidableKind, fewest_clues, unavoidable_sets};
use arcdoku::grid::{Cell, CellSet, Digit, Shape};
use arcdoku::proof::prove_bound;
use arcdoku::puzzle::{Limit, Limits, Outcome, Puzzle, Solution};
use arcdoku::solve::Solver;
use arcdoku_wire::UnavoidableReply;

use super::ReplyFormat;
use super::finder::{self, Finder, Question};
use super::solve::solution_text;
use crate::cancel::{Bounds, Cancel};
use crate::input::{self, Input, Item, Reading};
use crate::output::Output;
use crate::report::{Refusal, Report};
use crate::status::{Error, Status};
use crate::text::plural;

/// What is asked of each grid.
#[derive(Clone, Debug)]
pub struct UnavoidableOptions {
    /// Where to search.
    pub kind: UnavoidableKind,
    /// The maximum number of cells of a set, 4 to [`LARGEST_UNAVOIDABLE`].
    pub size: usize,
    /// Whether to compute the minimum number of clues that hit all sets.
    pub bound: bool,
    /// Limits for each grid.
    pub bounds: Bounds,
    /// The directory of proofs of the bounds, if they are wanted.
    pub proofs: Option<PathBuf>,
}

impl Default for UnavoidableOptions {
    fn default() -> Self {
        let (kind, size) = (UnavoidableKind::Any, LARGEST_UNAVOIDABLE);
        Self { kind, size, bound: false, bounds: Bounds::default(), proofs: None }
    }
}

/// The sets of a grid.
pub struct UnavoidableFound<'a> {
    item: &'a Item,
    grid: Solution,
    sets: Vec<CellSet>,
    bound: Option<ClueBound>,
    /// The bytes of the proof of the bound, and its file.
    proof: Option<(usize, PathBuf)>,
}

/// Finds the unavoidable sets of all grids of an input, and of the solutions of its puzzles.
///
/// # Errors
/// If the output cannot be written, or the bound is asked for in a format that does not have it.
pub fn run(
    options: &UnavoidableOptions,
    format: ReplyFormat,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    if options.bound && format == ReplyFormat::Tsv {
        return Err(Error::usage(
            "--bound: the format tsv has one line per set and no bound; expected text or json",
        ));
    }
    finder::run(options, format, input, threads, output)
}

/// Finds the unavoidable sets of grids, or of the solutions of puzzles, one by one.
pub type UnavoidableFinder = Finder<UnavoidableOptions>;

impl Question for UnavoidableOptions {
    type Answer<'a> = UnavoidableFound<'a>;
    type Reply = UnavoidableReply;

    fn find<'a>(
        &self,
        solver: &mut Solver,
        reading: &'a Reading,
        report: &mut Report,
    ) -> Result<UnavoidableFound<'a>, Box<Refusal>> {
        if let Ok(item) = reading
            && !(item.record.puzzle.shape() == Shape::CLASSIC && item.record.puzzle.is_plain())
        {
            return Err(report.refuse(item, "unfit", "expected a plain 9x9 grid or puzzle"));
        }
        let Self { kind, size, bound, bounds, .. } = self;
        let limits = bounds.limits();
        let (item, grid) = report.solved(solver, reading, &limits)?;
        let sets = unavoidable_sets(&grid, *kind, *size);
        let bound = bound.then(|| fewest_clues(&sets, &limits));
        if bound.is_some_and(|bound| bound.hit.is_none()) {
            if bounds.cancel.is_cancelled() {
                report.is_cut = true;
            } else {
                // The bound that is proven by then is still an answer.
                report.given_up(item, Limit::Time);
            }
        }
        let mut proof = None;
        if let (Some(directory), Some(bound)) = (&self.proofs, &bound) {
            match write_proof(&sets, &grid, bound.clues, directory, item, &limits) {
                Ok(found) => proof = Some(found),
                Err(why) => report.error(Status::Not, format!("{}: no proof: {why}", item.place())),
            }
        }
        Ok(UnavoidableFound { item, grid, sets, bound, proof })
    }

    fn text(_: u64, found: &UnavoidableFound<'_>, out: &mut String) {
        let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
        for set in &found.sets {
            *sizes.entry(set.len()).or_default() += 1;
        }
        let sizes: Vec<String> = sizes.iter().map(|(size, count)| format!("{count} of {size}")).collect();
        let count = plural(found.sets.len() as u128, "set");
        // Writing to a string cannot fail.
        let _ = write!(out, "{}  {count}", found.item.place());
        if !sizes.is_empty() {
            let _ = write!(out, ": {}", sizes.join(", "));
        }
        if let Some(bound) = &found.bound {
            let given_up = if bound.hit.is_none() { " (given up)" } else { "" };
            let _ = write!(out, "; at least {}{given_up}", plural(bound.clues as u128, "clue"));
        }
        if let Some((bytes, file)) = &found.proof {
            let _ = write!(out, "; proven in {bytes} bytes, {}", file.display());
        }
        out.push('\n');
    }

    fn tsv(number: u64, found: &UnavoidableFound<'_>, out: &mut String) {
        for &set in &found.sets {
            let _ = writeln!(out, "{number}\t{}\t{}", set.len(), names(set).join(" "));
        }
    }

    fn reply(
        &self,
        number: u64,
        reading: &Reading,
        found: Result<UnavoidableFound<'_>, Box<Refusal>>,
    ) -> UnavoidableReply {
        let mut reply = UnavoidableReply {
            head: input::head(number, reading),
            kind: self.kind.name().to_owned(),
            most: self.size,
            other: input::other(reading, UnavoidableReply::FIELDS),
            ..UnavoidableReply::default()
        };
        match found {
            Ok(UnavoidableFound { grid, sets, bound, .. }) => {
                reply.solution = Some(solution_text(Shape::CLASSIC, &grid));
                reply.sets = sets.into_iter().map(names).collect();
                reply.bound = bound.map(|bound| bound.clues);
                let hit = bound.and_then(|bound| bound.hit);
                reply.hit = hit.map(names).unwrap_or_default();
                if bound.is_some() && hit.is_none() {
                    reply.limit = Some(Limit::Time.name().to_owned());
                }
            }
            Err(refusal) => (reply.outcome, reply.limit, reply.fault) = refusal.parts(),
        }
        reply
    }

    fn cancel(&self) -> &Cancel {
        &self.bounds.cancel
    }
}

/// Proves a bound, and writes formula, proof and sets: beside each set its cells with the digits that they could have
/// instead.
fn write_proof(
    sets: &[CellSet],
    grid: &Solution,
    clues: usize,
    directory: &Path,
    item: &Item,
    limits: &Limits<'_>,
) -> Result<(usize, PathBuf), String> {
    let proof = prove_bound(sets, clues, limits).map_err(|limit| match limit {
        Some(limit) => format!("given up ({})", limit.name()),
        None => "fewer cells hit all sets".to_owned(),
    })?;
    let mut solver = Solver::new();
    let mut exchanges = String::new();
    for &set in sets {
        let cells = grid.digits().iter().enumerate();
        let givens: Vec<Option<Digit>> =
            cells.map(|(at, &digit)| (!set.contains(Cell::new(at))).then_some(digit)).collect();
        let puzzle = Puzzle::with_givens(Shape::CLASSIC, &givens);
        let Outcome::Multiple(one, other) = solver.solve(&puzzle, &Limits::NONE).outcome else {
            return Err(format!("{} is no unavoidable set", names(set).join(" ")));
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
        .and_then(|()| std::fs::write(base.with_extension("grid"), grid))
        .and_then(|()| std::fs::write(base.with_extension("sets"), exchanges))
        .and_then(|()| std::fs::write(base.with_extension("opb"), &proof.formula))
        .and_then(|()| std::fs::write(&file, &proof.proof))
        .map_err(|error| format!("{}: {error}", base.display()))?;
    Ok((proof.proof.len(), file))
}

/// The names of cells.
fn names(set: CellSet) -> Vec<String> {
    set.iter().map(|cell| Shape::CLASSIC.name(cell).to_string()).collect()
}
