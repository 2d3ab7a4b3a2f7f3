//! The 9x9 engines of the library, on any tier of this machine.

use arcdoku::fast9::{Board, Engine as Fast9, EngineReport, Tier};
use arcdoku::puzzle::format::{Notation, Reader};
use arcdoku::{Limits, Puzzle, Question, Shape};

use crate::engine::{Engine, EngineAnswer, bytes, wanted};
use crate::set::{Set, Text};

/// The engine for one puzzle at a time.
pub(crate) const LATENCY: &str = "fast9";

/// The engine for many puzzles together.
pub(crate) const LANES: &str = "fast9-lanes";

/// The name of one of these engines on a tier.
pub(crate) fn on_tier(engine: &str, tier: Tier) -> String {
    format!("{engine}@{tier}")
}

/// The engine with a name, if there is one: `fast9` or `fast9-lanes`, optionally with `@` and a tier. Fails if the
/// tier is unknown or not available.
pub(crate) fn named(name: &str, limits: Limits<'static>) -> Result<Option<Box<dyn Engine>>, String> {
    let (kind, tier) = name.split_once('@').map_or((name, None), |(kind, tier)| (kind, Some(tier)));
    if kind != LATENCY && kind != LANES {
        return Ok(None);
    }
    let engine = match tier {
        None => Fast9::new(),
        Some(tier) => {
            let tier: Tier = tier.parse().map_err(|error| format!("{name}: {error}"))?;
            Fast9::with_tier(tier).ok_or_else(|| format!("{name}: this machine lacks the tier {tier}"))?
        }
    };
    Ok(Some(Box::new(Own { name: name.to_owned(), in_lanes: kind == LANES, engine, limits })))
}

/// An engine of the library.
struct Own {
    name: String,
    /// Whether it receives the whole set in one call; otherwise it receives one puzzle at a time.
    in_lanes: bool,
    engine: Fast9,
    limits: Limits<'static>,
}

/// The cells of a puzzle.
const CELLS: usize = 81;

/// The number of boards that the lanes get at a time.
const BLOCK: usize = 1024;

/// The bytes of a text, if each of its lines is a plain puzzle of 81 characters, the form that peers read as well.
/// Other texts need the reader.
fn characters(text: &Text) -> Option<&[u8]> {
    let plain = text.options.notation == Some(Notation::Line) && text.options.shape == Some(Shape::CLASSIC);
    let even = || text.lines.as_bytes().chunks(CELLS + 1).all(|line| line.get(CELLS) == Some(&b'\n'));
    (plain && even()).then_some(text.lines.as_bytes())
}

/// The boards of lines of 81 characters.
fn boards(engine: &Fast9, lines: &[u8]) -> impl Iterator<Item = Board> {
    lines.chunks_exact(CELLS + 1).filter_map(|line| line.first_chunk::<CELLS>()).map(|line| {
        // A dot becomes a number above 9, which is not a clue.
        engine.load(&line.map(|symbol| symbol.wrapping_sub(b'0')))
    })
}

impl Engine for Own {
    fn name(&self) -> &str {
        &self.name
    }

    fn prepare(&mut self, set: &Set) -> bool {
        set.puzzles.iter().all(Fast9::takes)
    }

    // `prepare` rejects sets with other puzzles. If an answer were missing, the number of answers would be wrong.
    fn pass(&mut self, question: Question, set: &Set, each: &mut dyn FnMut(&EngineAnswer<'_>)) {
        let Self { engine, limits, .. } = self;
        let wanted = wanted(question) as u64;
        let mut each =
            |found: Option<&EngineReport>| found.map(EngineAnswer::Report).iter().for_each(&mut *each);
        if self.in_lanes {
            together(engine, &set.puzzles, wanted, limits, each);
        } else {
            set.puzzles
                .iter()
                .map(|puzzle| engine.solve(puzzle, wanted, limits))
                .for_each(|found| each(found.as_ref()));
        }
    }

    // The engine reads one block of puzzles at a time, so only one block is in memory.
    fn text_pass(&mut self, question: Question, text: &Text, each: &mut dyn FnMut(&EngineAnswer<'_>)) {
        let Self { engine, limits, .. } = self;
        let wanted = wanted(question) as u64;
        let records = || Reader::with_options(text.lines.as_bytes(), text.options).flatten();
        let mut each =
            |found: Option<&EngineReport>| found.map(EngineAnswer::Report).iter().for_each(&mut *each);
        match (characters(text), self.in_lanes) {
            (Some(lines), true) => {
                let mut block = Vec::with_capacity(BLOCK);
                for lines in lines.chunks(BLOCK * (CELLS + 1)) {
                    block.clear();
                    block.extend(boards(engine, lines));
                    engine.answer_all(&block, wanted, limits, |found| each(Some(found)));
                }
            }
            (Some(lines), false) => {
                for line in lines.chunks_exact(CELLS + 1) {
                    let Some(board) = boards(engine, line).next() else { continue };
                    each(Some(&engine.answer(&board, wanted, limits)));
                }
            }
            (None, true) => engine.batch(records().map(|record| record.puzzle), wanted, limits, each),
            (None, false) => {
                records().for_each(|record| each(engine.solve(&record.puzzle, wanted, limits).as_ref()));
            }
        }
    }
}

/// If all puzzles are plain, answers them by their boards, in the same way as from characters. [`Fast9::batch`] would
/// search again for puzzles with several solutions, to return the solutions of a single search.
fn together(
    engine: &mut Fast9,
    puzzles: &[Puzzle],
    wanted: u64,
    limits: &Limits<'_>,
    mut each: impl FnMut(Option<&EngineReport>),
) {
    if puzzles.iter().any(|puzzle| !Fast9::takes_together(puzzle) || puzzle.rules().len() > 3) {
        return engine.batch(puzzles, wanted, limits, each);
    }
    let mut boards = Vec::with_capacity(BLOCK);
    for block in puzzles.chunks(BLOCK) {
        boards.clear();
        boards.extend(block.iter().map(|puzzle| engine.load(&bytes(puzzle))));
        engine.answer_all(&boards, wanted, limits, |found| each(Some(found)));
    }
}

#[cfg(test)]
mod tests {
    use super::{LANES, LATENCY, named, on_tier};
    use crate::engines::engines;
    use crate::measure::{Timed, measure};
    use crate::set::Set;
    use arcdoku::fast9::Tier;
    use arcdoku::{Limits, Puzzle, Question, Rule, Shape};

    const LINE: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    #[test]
    fn names_are_read_with_and_without_a_tier() {
        let is = |name: &str| named(name, Limits::NONE).map(|engine| engine.map(|it| it.name().to_owned()));
        assert_eq!(is("fast9"), Ok(Some("fast9".into())));
        assert_eq!(is("fast9-lanes@portable"), Ok(Some("fast9-lanes@portable".into())));
        assert_eq!(is("fastest"), Ok(None));
        assert_eq!(is("hybrid@portable"), Ok(None));
        assert!(is("fast9@fast").is_err_and(|error| error.contains("expected avx512")));
        assert!(is("fast9@").is_err());
    }

    #[test]
    fn an_unavailable_tier_is_an_error() {
        let here: Vec<Tier> = Tier::available().collect();
        let away = Tier::ALL.into_iter().find(|tier| !here.contains(tier)).expect("no machine has all");
        let error = named(&on_tier(LATENCY, away), Limits::NONE).err();
        assert!(error.is_some_and(|error| error.contains("lacks the tier")));
    }

    #[test]
    fn every_tier_agrees_with_the_peer_on_one_many_and_no_solution() {
        let mut none: Puzzle = LINE.parse().unwrap();
        none.set(arcdoku::Cell::new(1), none.givens()[0]);
        let puzzles = vec![LINE.parse().unwrap(), Puzzle::new(Shape::CLASSIC), none];
        let set = Set::new("three", puzzles, None);
        let tiers = Tier::available().flat_map(|tier| [on_tier(LATENCY, tier), on_tier(LANES, tier)]);
        let names: Vec<String> = tiers.chain([LATENCY, LANES, "sudoku"].map(String::from)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut all = engines(&names, Limits::NONE).unwrap();
        let rows = measure(Timed::Both, &set, &mut all, &[Question::First, Question::Unique], 1).unwrap();
        assert_eq!(rows.len(), 2 * names.len());
        assert!(rows.iter().all(|row| row.unknown == 0 && row.text_passes.len() == 1));
    }

    #[test]
    fn other_rules_are_rejected_before_the_measurement() {
        let cage = Rule::parse("cage 10: r1c1 r1c2", Shape::CLASSIC).unwrap();
        let puzzle = Puzzle::new(Shape::CLASSIC).with_rule(cage);
        let set = Set::new("one", vec![puzzle], None);
        for name in [LATENCY, LANES] {
            assert!(!named(name, Limits::NONE).unwrap().unwrap().prepare(&set));
        }
    }
}
