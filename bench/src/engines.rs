//! The engines by name: strategies, the facade, the specialized engines, the peer.

use arcdoku::puzzle::format::Reader;
use arcdoku::search::NAMED;
use arcdoku::solve::FASTEST;
use arcdoku::{Limits, Puzzle, Question, Solver, Strategy};
use sudoku::Sudoku;

use crate::engine::{Engine, EngineAnswer, PEER, bytes, wanted};
use crate::fast9_engines as fast9;
use crate::set::{Set, Text};

/// The name of the facade for one puzzle at a time.
pub(crate) const FACADE_ONE: &str = "arcdoku";

/// The name of the facade for many puzzles together.
pub(crate) const FACADE_BATCH: &str = "arcdoku-many";

/// A strategy, or the default of the facade, through [`Solver`].
struct Ours {
    name: String,
    /// Whether it receives many puzzles in one call.
    in_batches: bool,
    solver: Solver,
    limits: Limits<'static>,
}

/// The number of puzzles that are read before they are answered.
const BLOCK: usize = 1024;

impl Engine for Ours {
    fn name(&self) -> &str {
        &self.name
    }

    fn prepare(&mut self, _: &Set) -> bool {
        true
    }

    fn pass(&mut self, question: Question, set: &Set, each: &mut dyn FnMut(&EngineAnswer<'_>)) {
        let Self { solver, limits, .. } = self;
        if self.in_batches {
            solver.ask_all(question, &set.puzzles, limits, |answer| each(&EngineAnswer::Answer(&answer)));
        } else {
            let answers = set.puzzles.iter().map(|puzzle| solver.ask(question, puzzle, limits));
            answers.for_each(|answer| each(&EngineAnswer::Answer(&answer)));
        }
    }

    fn text_pass(&mut self, question: Question, text: &Text, each: &mut dyn FnMut(&EngineAnswer<'_>)) {
        let Self { solver, limits, .. } = self;
        let mut records = Reader::with_options(text.lines.as_bytes(), text.options).flatten();
        if !self.in_batches {
            let answers = records.map(|record| solver.ask(question, &record.puzzle, limits));
            return answers.for_each(|answer| each(&EngineAnswer::Answer(&answer)));
        }
        loop {
            let block: Vec<Puzzle> = records.by_ref().take(BLOCK).map(|record| record.puzzle).collect();
            if block.is_empty() {
                return;
            }
            solver.ask_all(question, &block, limits, |answer| each(&EngineAnswer::Answer(&answer)));
        }
    }
}

/// The crate `sudoku`, through its public interface.
#[derive(Default)]
struct Peer {
    puzzles: Vec<Sudoku>,
}

/// Solves a puzzle with the crate `sudoku`.
#[inline]
fn ask_peer(question: Question, puzzle: Sudoku, each: &mut dyn FnMut(&EngineAnswer<'_>)) {
    let mut found = [[0; 81]; 2];
    let wanted = wanted(question);
    let count = puzzle.solutions_up_to_buffer(&mut found[..wanted], wanted);
    each(&EngineAnswer::Grids(count, &found));
}

/// A puzzle of the peer.
pub(crate) fn peer(puzzle: &Puzzle) -> Result<Sudoku, String> {
    Sudoku::from_bytes(bytes(puzzle)).map_err(|error| error.to_string())
}

impl Engine for Peer {
    fn name(&self) -> &'static str {
        PEER
    }

    fn prepare(&mut self, set: &Set) -> bool {
        if !set.is_classic() {
            return false;
        }
        self.puzzles = set.puzzles.iter().flat_map(peer).collect();
        self.puzzles.len() == set.puzzles.len()
    }

    fn pass(&mut self, question: Question, _: &Set, each: &mut dyn FnMut(&EngineAnswer<'_>)) {
        for puzzle in &self.puzzles {
            ask_peer(question, *puzzle, each);
        }
    }

    fn text_pass(&mut self, question: Question, text: &Text, each: &mut dyn FnMut(&EngineAnswer<'_>)) {
        for puzzle in text.lines.lines().flat_map(Sudoku::from_str_line) {
            ask_peer(question, puzzle, each);
        }
    }
}

/// The engines of some lists. An item is the name of a strategy, a strategy as a list of its parts, `fastest` (the
/// fastest strategy), `fast9` or `fast9-lanes` (on a tier: `fast9@avx2`), `arcdoku` or `arcdoku-many` (the facade),
/// `sudoku` (the peer), or `all` (every named strategy). In a list separated by commas, an item with `=` belongs to the
/// strategy before it, so parts have their usual syntax.
pub(crate) fn engines(lists: &[&str], limits: Limits<'static>) -> Result<Vec<Box<dyn Engine>>, String> {
    let mut engines: Vec<Box<dyn Engine>> = Vec::new();
    for name in lists.iter().flat_map(|list| split(list)) {
        if name == "all" {
            for named in NAMED {
                engines.push(Box::new(ours(named.name, named.strategy, limits)));
            }
        } else {
            engines.push(engine(&name, limits)?);
        }
    }
    let mut names: Vec<&str> = engines.iter().map(|engine| engine.name()).collect();
    names.sort_unstable();
    if let Some([twice, ..]) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("the engine {twice:?} is listed twice"));
    }
    Ok(engines)
}

/// The name of the default solver of the library.
pub(crate) const DEFAULT: &str = "default";

/// How to make a solver: by the default of the library, or with a strategy.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) name: String,
    strategy: Option<Strategy>,
}

impl Choice {
    /// The choice with the text of a strategy, or [`DEFAULT`].
    pub(crate) fn named(name: &str) -> Result<Self, String> {
        let strategy = match name {
            DEFAULT => None,
            _ => Some(name.parse().map_err(|error| format!("{error}, or {DEFAULT}"))?),
        };
        Ok(Self { name: name.into(), strategy })
    }

    /// The choices of some lists, or the default if the lists are empty.
    pub(crate) fn all(lists: &[&str]) -> Result<Vec<Self>, String> {
        let names: Vec<String> = lists.iter().flat_map(|list| split(list)).collect();
        if names.is_empty() {
            Ok(vec![Self::named(DEFAULT)?])
        } else {
            names.iter().map(|name| Self::named(name)).collect()
        }
    }

    pub(crate) fn solver(&self) -> Solver {
        self.strategy.map_or_else(Solver::new, Solver::with_strategy)
    }
}

/// The names of a list. Parts of a strategy stay with its name.
fn split(list: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        match names.last_mut() {
            Some(last) if item.contains('=') => {
                last.push(',');
                last.push_str(item);
            }
            _ => names.push(item.to_owned()),
        }
    }
    names
}

fn engine(name: &str, limits: Limits<'static>) -> Result<Box<dyn Engine>, String> {
    if let Some(engine) = fast9::named(name, limits)? {
        return Ok(engine);
    }
    Ok(match name {
        PEER => Box::new(Peer::default()),
        FACADE_ONE | FACADE_BATCH => {
            let in_batches = name == FACADE_BATCH;
            Box::new(Ours { name: name.into(), in_batches, solver: Solver::new(), limits })
        }
        "fastest" => return engine(FASTEST, limits),
        _ => {
            let strategy: Strategy = name.parse().map_err(|error| {
                format!(
                    "{error}; engines are fastest, all, fast9, fast9-lanes, arcdoku, arcdoku-many, {PEER} and every strategy"
                )
            })?;
            Box::new(ours(name, strategy, limits))
        }
    })
}

fn ours(name: &str, strategy: Strategy, limits: Limits<'static>) -> Ours {
    Ours { name: name.into(), in_batches: false, solver: Solver::with_strategy(strategy), limits }
}

#[cfg(test)]
mod tests {
    use super::{Choice, engines, ours, split};
    use crate::engine::{Engine, write_line};
    use crate::set::Set;
    use arcdoku::solve::{FASTEST, Method};
    use arcdoku::{Limits, Puzzle, Question, Shape, Strategy};

    #[test]
    fn lists_keep_parts_together() {
        assert_eq!(split("fc-mrv,value=lcv, sudoku"), ["fc-mrv,value=lcv", "sudoku"]);
        assert_eq!(split("var=mrv,value=lcv"), ["var=mrv,value=lcv"]);
        assert!(split(" , ").is_empty());
    }

    #[test]
    fn choices_are_strategies_or_the_default() {
        let names = |lists: &[&str]| -> Vec<String> {
            Choice::all(lists).unwrap().into_iter().map(|choice| choice.name).collect()
        };
        assert_eq!(names(&[]), ["default"]);
        assert_eq!(names(&["default,fc-mrv,value=lcv"]), ["default", "fc-mrv,value=lcv"]);
        assert!(Choice::all(&["nonsense"]).is_err());
        assert_eq!(
            Choice::named("default").unwrap().solver().method_for(&Puzzle::new(Shape::CLASSIC)),
            Method::Fast9
        );
    }

    #[test]
    fn unknown_and_repeated_engines_are_rejected() {
        assert!(engines(&["hybrid,sudoku", "var=mrv"], Limits::NONE).is_ok_and(|all| all.len() == 3));
        assert!(engines(&["nonsense"], Limits::NONE).is_err_and(|error| error.contains("nonsense")));
        assert!(engines(&["hybrid", "hybrid"], Limits::NONE).is_err_and(|error| error.contains("twice")));
    }

    #[test]
    fn the_fastest_strategy_is_a_strategy_and_the_facade_is_not() {
        let all = engines(&["fastest", "arcdoku"], Limits::NONE).unwrap();
        let names: Vec<&str> = all.iter().map(|engine| engine.name()).collect();
        assert_eq!(names, [FASTEST, "arcdoku"]);
        let strategy: Strategy = FASTEST.parse().unwrap();
        let solver = ours(FASTEST, strategy, Limits::NONE).solver;
        assert_eq!(solver.method_for(&Puzzle::new(Shape::CLASSIC)), Method::Search(strategy));
    }

    #[test]
    fn our_engines_and_the_peer_agree() {
        let line = ".....729.8....6....69..3.1.1....8.6..2....9.8....6..3..9.....4.....4.6..71.....25";
        let set = Set::new("one", vec![line.parse::<Puzzle>().unwrap()], None);
        for question in [Question::First, Question::Unique] {
            for mut engine in
                engines(&["fastest,fast9,fast9-lanes,arcdoku,arcdoku-many,sudoku"], Limits::NONE).unwrap()
            {
                let engine: &mut dyn Engine = &mut *engine;
                assert!(engine.prepare(&set));
                let verdicts = engine.answers(question, &set);
                let verdict = &verdicts.each[0];
                assert!(set.puzzles[0].is_solved_by(&verdict.solutions[0]));
                let mut written = String::new();
                engine.text_pass(question, set.text.as_ref().unwrap(), &mut |found| {
                    found.write(question, &mut written);
                });
                let mut expected = String::new();
                write_line(&mut expected, verdict.class, Some(verdict.solutions[0].digits()));
                assert_eq!(written, expected);
            }
        }
    }
}
