//! Boards to practice techniques on: states of generated puzzles in which a step of the technique is possible.
//!
//! A seed gives a puzzle and its path. A board is a state before a step of the technique. Techniques that are on no
//! scale are searched in all states of the path without a single, and their boards may have easier steps, too.

use std::ops::ControlFlow;

use arcdoku::deduction::{Candidates, Options as TechniqueOptions, Proper, Step, Technique, Techniques};
use arcdoku::generate::{GaveUp, Maker, PuzzleRequest};
use arcdoku::puzzle::Limits;
use arcdoku::rate::{RateScratch, Rater, Scale, Search};
use arcdoku_wire::{PracticeRow, VERSION};

/// Generates boards for the techniques of a scale.
pub struct Boards {
    maker: Maker,
    scale: Scale,
    rater: Rater,
}

/// A state and a step in it.
type Board = (Candidates, Step);

impl Boards {
    /// Creates a source of boards on a scale.
    pub fn new(scale: Scale) -> Self {
        let maker = Maker::new(PuzzleRequest::default())
            .unwrap_or_else(|_| unreachable!("the default can be granted"));
        Self { maker, rater: scale.rater(), scale }
    }

    /// A board for each technique on the path of the puzzle of a seed, in the order of their first steps. The seed
    /// also selects one of the steps of a technique.
    ///
    /// # Errors
    /// If a limit was reached before a puzzle was generated.
    pub fn all(&mut self, seed: u64, limits: &Limits<'_>) -> Result<Vec<PracticeRow>, GaveUp> {
        let mut found: Vec<(Technique, Vec<Board>)> = Vec::new();
        self.walk(seed, limits, &mut |state, step, _| {
            let board = (state.clone(), step.clone());
            match found.iter_mut().find(|(technique, _)| *technique == step.technique) {
                Some((_, boards)) => boards.push(board),
                None => found.push((step.technique, vec![board])),
            }
            ControlFlow::Continue(())
        })?;
        let scale = Some(self.scale.name());
        let rows = found.into_iter().filter_map(|(_, boards)| {
            let (state, step) = boards.get((seed % boards.len() as u64) as usize)?;
            Some(row(state, step, scale, seed))
        });
        Ok(rows.collect())
    }

    /// Walks the path of the puzzle of a seed.
    fn walk(
        &mut self,
        seed: u64,
        limits: &Limits<'_>,
        each: &mut dyn FnMut(&Candidates, &Step, Proper) -> ControlFlow<()>,
    ) -> Result<(), GaveUp> {
        let made = self.maker.make(seed, limits)?;
        let Ok(state) = Candidates::of(&made.puzzle) else { return Ok(()) };
        let proper = made.proper();
        let options = TechniqueOptions::default().with_proper(Some(proper));
        let each = &mut |state: &Candidates, step: &Step, _| each(state, step, proper);
        let _ = self.rater.walk(state, &options, None, limits, each);
        Ok(())
    }
}

/// Generates boards for one technique.
pub struct Practice {
    technique: Technique,
    /// Whether the technique is a step of paths.
    is_next: bool,
    boards: Boards,
    scratch: RateScratch,
}

impl Practice {
    /// Creates a source of boards for a technique.
    pub fn new(technique: Technique) -> Self {
        let scale = Scale::ALL.iter().filter_map(|row| Scale::by_name(row.name)).find(|scale| {
            // A step of two patterns together is found only if it is requested.
            !is_dual(technique) && scale.kinds().iter().any(|kind| kind.technique == technique)
        });
        Self::on(technique, scale)
    }

    /// Creates a source of boards that have a step of a technique, but perhaps easier steps too.
    pub fn anywhere(technique: Technique) -> Self {
        Self::on(technique, None)
    }

    /// Creates a source of boards on paths of a scale, or anywhere.
    fn on(technique: Technique, scale: Option<Scale>) -> Self {
        let is_next = scale.is_some();
        let boards = Boards::new(scale.unwrap_or_default());
        Self { technique, is_next, boards, scratch: RateScratch::default() }
    }

    /// The first board of the puzzle of a seed, if it has one.
    ///
    /// # Errors
    /// If a limit was reached before a puzzle was generated.
    pub fn board(&mut self, seed: u64, limits: &Limits<'_>) -> Result<Option<PracticeRow>, GaveUp> {
        let Self { technique, is_next, boards, scratch } = self;
        let (technique, is_next) = (*technique, *is_next);
        let mut found = None;
        boards.walk(seed, limits, &mut |state, step, proper| {
            let step = if is_next {
                (step.technique == technique).then(|| step.clone())
            } else if step.technique.is_single() {
                None
            } else {
                first(state, technique, Some(proper), scratch, limits)
            };
            match step {
                Some(step) => {
                    found = Some((state.clone(), step));
                    ControlFlow::Break(())
                }
                None => ControlFlow::Continue(()),
            }
        })?;
        let scale = is_next.then(|| boards.scale.name());
        Ok(found.map(|(state, step)| row(&state, &step, scale, seed)))
    }
}

/// The first step of a technique in a state.
pub(super) fn first(
    state: &Candidates,
    technique: Technique,
    proper: Option<Proper>,
    scratch: &mut RateScratch,
    limits: &Limits<'_>,
) -> Option<Step> {
    let mut options = TechniqueOptions::default().with_proper(proper);
    options.dual = is_dual(technique);
    options.fish_size = 7;
    let mut search = Search::new(state, &options, scratch, limits);
    search.first(technique.family(), Techniques::only(technique)).ok().flatten()
}

fn is_dual(technique: Technique) -> bool {
    matches!(technique, Technique::DualTwoStringKite | Technique::DualEmptyRectangle)
}

fn row(state: &Candidates, step: &Step, scale: Option<&str>, seed: u64) -> PracticeRow {
    PracticeRow {
        version: VERSION,
        technique: step.technique.slug().to_owned(),
        library: state.library_line(Some(step)),
        scale: scale.map(str::to_owned),
        seed: seed.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::Path;

    use arcdoku::puzzle::format::{ReadOptions, parse_one};
    use arcdoku::solve::Solver;

    use super::*;
    use crate::ask::techniques::related::{BOARDS, has_boards};

    /// The state of a line.
    fn read(line: &str) -> (Candidates, Proper) {
        let record = parse_one(line, &ReadOptions::default()).unwrap();
        let proper = Solver::new().solve(&record.puzzle, &Limits::NONE).proper().unwrap();
        (Candidates::with_filled(&record.puzzle, &record.placed).unwrap(), proper)
    }

    /// The next step in the state of a line.
    fn next(scale: &Scale, line: &str) -> Option<Technique> {
        let (state, proper) = read(line);
        let options = TechniqueOptions::default().with_proper(Some(proper));
        let (step, _) = scale.rater().next(&state, &options, None, &Limits::NONE).unwrap()?;
        Some(step.technique)
    }

    #[test]
    fn shipped_boards_have_a_step_of_their_technique() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page/src/views/help/practice.txt");
        let text = std::fs::read_to_string(path).unwrap();
        let (mut boards, mut technique) = (BTreeMap::<Technique, Vec<&str>>::new(), None);
        for line in text.lines() {
            if let Some(comment) = line.strip_prefix("# ") {
                technique = comment.split(' ').next().and_then(Technique::by_slug);
                continue;
            }
            boards.entry(technique.unwrap()).or_default().push(line);
        }
        let mut scratch = RateScratch::default();
        let mut common = 0;
        for (technique, mut lines) in boards.clone() {
            let is_common = lines.len() > BOARDS;
            for line in &lines {
                let is_next = next(&Scale::default(), line) == Some(technique);
                let (state, proper) = read(line);
                let mut found = || first(&state, technique, Some(proper), &mut scratch, &Limits::NONE);
                let mut is_found = || found().is_some_and(|step| step.technique == technique);
                assert!(is_next || !is_common && is_found(), "{line}");
            }
            lines.sort_unstable();
            lines.dedup();
            assert!(lines.len() >= BOARDS, "{}", technique.slug());
            common += usize::from(lines.len() > BOARDS);
        }
        assert!(common >= 40);
        let with_boards = Technique::ALL.iter().copied().filter(|&technique| has_boards(technique));
        assert!(with_boards.collect::<BTreeSet<_>>().iter().eq(boards.keys()));
    }

    #[test]
    fn boards_are_generated_for_techniques_with_and_without_a_scale() {
        for (technique, scale) in [
            (Technique::NakedPair, Some("hodoku")),
            (Technique::LastDigit, Some("relaxed")),
            (Technique::DirectPointing, Some("se")),
            (Technique::DualEmptyRectangle, None),
            (Technique::Squirmbag, None),
        ] {
            let mut practice = Practice::new(technique);
            let mut boards = (0..1000).filter_map(|seed| practice.board(seed, &Limits::NONE).unwrap());
            let row = boards.next().unwrap();
            assert_eq!((row.technique.as_str(), row.scale.as_deref()), (technique.slug(), scale));
            if let Some(scale) = scale {
                assert_eq!(next(&Scale::by_name(scale).unwrap(), &row.library), Some(technique));
            }
        }
    }

    #[test]
    fn a_seed_gives_the_same_boards() {
        let all = |seed| Boards::new(Scale::default()).all(seed, &Limits::NONE).unwrap();
        let boards = all(7);
        assert_eq!(boards, all(7));
        assert!(
            boards.iter().all(|row| next(&Scale::default(), &row.library).unwrap().slug() == row.technique)
        );
    }
}
