//! The harness: a warm-up that checks every answer, then rounds in which all engines take turns.

use std::time::Duration;

use arcdoku::{Question, Solution};

use crate::engine::{Class, Counts, Engine, Verdict, Verdicts, write_line};
use crate::pass::{least, quantile, turns};
use crate::set::Set;

/// Measurements of one engine, one question and one set.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) set: String,
    pub(crate) puzzles: usize,
    pub(crate) engine: String,
    pub(crate) question: Question,
    /// The times of a pass over the set, one per round; empty if only text was measured.
    pub(crate) passes: Vec<Duration>,
    /// The times of a pass with reading and writing text, one per round; empty if the set has no text form.
    pub(crate) text_passes: Vec<Duration>,
    pub(crate) counts: Option<Counts>,
    /// The number of puzzles without an answer, because of a limit.
    pub(crate) unknown: usize,
}

impl Row {
    /// The time of the best pass.
    pub(crate) fn best(&self) -> Duration {
        least(&self.passes)
    }

    /// The time of the best pass from text to text.
    pub(crate) fn text_best(&self) -> Option<Duration> {
        self.text_passes.iter().min().copied()
    }

    /// Nanoseconds per puzzle from text to text, in the best pass.
    pub(crate) fn text_ns(&self) -> f64 {
        self.text_best().map_or(f64::NAN, |pass| self.per_puzzle(pass))
    }

    /// Nanoseconds per puzzle, for a pass of this time.
    pub(crate) fn per_puzzle(&self, pass: Duration) -> f64 {
        pass.as_nanos() as f64 / self.puzzles.max(1) as f64
    }

    /// The relative difference between the median pass and the best: 0.01 is one percent. The number is large if the
    /// machine was busy. `None` for one round.
    pub(crate) fn unrest(&self) -> Option<f64> {
        let passes = if self.passes.is_empty() { &self.text_passes } else { &self.passes };
        if passes.len() < 2 {
            return None;
        }
        let mut times: Vec<f64> = passes.iter().map(Duration::as_secs_f64).collect();
        let best = passes.iter().min()?.as_secs_f64();
        (best > 0.0).then(|| quantile(&mut times, 0.5) / best - 1.0)
    }
}

/// The name of a question in options and tables.
pub(crate) fn question_name(question: Question) -> &'static str {
    match question {
        Question::First => "first",
        _ => "unique",
    }
}

/// The passes that are timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Timed {
    /// Passes over parsed puzzles, and passes from text to text.
    Both,
    /// Passes from text to text.
    Text,
}

/// Measures every engine that can read the set, for all questions. Fails for a wrong answer.
pub(crate) fn measure(
    what: Timed,
    set: &Set,
    engines: &mut [Box<dyn Engine>],
    questions: &[Question],
    rounds: usize,
) -> Result<Vec<Row>, String> {
    if set.puzzles.is_empty() {
        return Err(format!("{}: no puzzles", set.name));
    }
    let mut readers: Vec<&mut Box<dyn Engine>> = Vec::new();
    for engine in engines {
        if engine.prepare(set) {
            readers.push(engine);
        } else {
            eprintln!("{}: {} cannot read this set", set.name, engine.name());
        }
    }
    let mut rows = Vec::new();
    // The results of all engines for each puzzle so far, for all questions.
    let mut known: Vec<Known> = vec![Known::default(); set.puzzles.len()];
    for &question in questions {
        let label = format!("{}: {}, {} puzzles", set.name, question_name(question), set.puzzles.len());
        eprintln!("{label}, warm-up");
        let mut checked = Vec::new();
        for engine in &mut readers {
            let verdicts = engine.answers(question, set);
            check(set, engine.name(), &verdicts, &mut known)?;
            check_text(set, &mut ***engine, question, &verdicts)?;
            let unknown = verdicts.each.iter().filter(|verdict| verdict.class == Class::Unknown).count();
            checked.push((engine.name().to_owned(), verdicts.counts, unknown));
        }
        let times = turns(&label, rounds, readers.len(), |place| {
            let parsed = (what == Timed::Both).then(|| readers[place].time(question, set)).transpose()?;
            let from_text = set.text.as_ref().map(|text| {
                let mut out = String::with_capacity(text.lines.len() + 2 * set.puzzles.len());
                readers[place].text_time(question, text, &mut out)
            });
            Ok((parsed, from_text.transpose()?))
        })?;
        for ((engine, counts, unknown), times) in checked.into_iter().zip(times) {
            rows.push(Row {
                set: set.name.clone(),
                puzzles: set.puzzles.len(),
                engine,
                question,
                passes: times.iter().filter_map(|times| times.0).collect(),
                text_passes: times.iter().filter_map(|times| times.1).collect(),
                counts,
                unknown,
            });
        }
    }
    Ok(rows)
}

/// Measures several sets.
pub(crate) fn measure_all(
    what: Timed,
    sets: &[Set],
    engines: &mut [Box<dyn Engine>],
    questions: &[Question],
    rounds: usize,
) -> Result<Vec<Row>, String> {
    let rows = sets.iter().map(|set| measure(what, set, engines, questions, rounds));
    Ok(rows.collect::<Result<Vec<_>, _>>()?.concat())
}

/// The results for one puzzle so far: whether it has a solution, and whether it has several, each with the engine that
/// found it out.
#[derive(Clone, Debug, Default)]
struct Known {
    solvable: Option<(bool, String)>,
    several: Option<(bool, String)>,
}

impl Known {
    /// Adds a class; `Err` has the engine that contradicts it.
    fn agree(&mut self, class: Class, engine: &str) -> Result<(), String> {
        let (solvable, several) = match class {
            Class::Unknown => (None, None),
            Class::None => (Some(false), None),
            Class::Some => (Some(true), None),
            Class::One => (Some(true), Some(false)),
            Class::Many => (Some(true), Some(true)),
        };
        for (answered, known) in [(solvable, &mut self.solvable), (several, &mut self.several)] {
            match (answered, &known) {
                (Some(answered), Some((before, other))) if answered != *before => return Err(other.clone()),
                (Some(answered), None) => *known = Some((answered, engine.to_owned())),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Checks every answer: solutions solve their puzzle, two solutions differ, and all engines agree.
fn check(set: &Set, engine: &str, verdicts: &Verdicts, known: &mut [Known]) -> Result<(), String> {
    if verdicts.each.len() != set.puzzles.len() {
        let (given, wanted) = (verdicts.each.len(), set.puzzles.len());
        return Err(format!("{engine} gave {given} answers to the {wanted} puzzles of {}", set.name));
    }
    for (i, verdict) in verdicts.each.iter().enumerate() {
        let fault = |what: String| format!("{}: {engine} {what}: {}", set.name, set.show(i));
        if !sound(verdict) || !verdict.solutions.iter().all(|found| set.puzzles[i].is_solved_by(found)) {
            return Err(fault(format!("gave a wrong solution ({:?})", verdict.class)));
        }
        if let Err(other) = known[i].agree(verdict.class, engine) {
            return Err(fault(format!("answers {:?}, which contradicts {other}", verdict.class)));
        }
    }
    Ok(())
}

/// Whether the number of different solutions matches the class.
fn sound(verdict: &Verdict) -> bool {
    match (verdict.class, verdict.solutions.as_slice()) {
        (Class::None, []) | (Class::Some | Class::One, [_]) | (Class::Unknown, [] | [_]) => true,
        (Class::Many, [first, second]) => first != second,
        _ => false,
    }
}

/// Checks that the pass from text to text returns the answers that were checked.
fn check_text(
    set: &Set,
    engine: &mut dyn Engine,
    question: Question,
    verdicts: &Verdicts,
) -> Result<(), String> {
    let Some(text) = &set.text else { return Ok(()) };
    let mut expected = String::new();
    for verdict in &verdicts.each {
        write_line(&mut expected, verdict.class, verdict.solutions.first().map(Solution::digits));
    }
    let mut written = String::new();
    engine.text_pass(question, text, &mut |found| found.write(question, &mut written));
    if written == expected {
        return Ok(());
    }
    let same = written.lines().zip(expected.lines()).take_while(|(one, other)| one == other).count();
    let puzzle = set.show(same.min(set.puzzles.len() - 1));
    Err(format!("{}: {} has another answer when it reads the text: {puzzle}", set.name, engine.name()))
}

#[cfg(test)]
mod tests {
    use super::{Known, Row, Timed, check, measure};
    use crate::engine::{Class, Engine, EngineAnswer, Verdict, Verdicts};
    use crate::engines::engines;
    use crate::set::{Set, Text};
    use arcdoku::{Limits, Puzzle, Question, Shape, Solution};
    use std::time::Duration;

    const LINE: &str = ".....729.8....6....69..3.1.1....8.6..2....9.8....6..3..9.....4.....4.6..71.....25";

    fn set() -> Set {
        Set::new("two", vec![LINE.parse::<Puzzle>().unwrap(), Puzzle::new(Shape::CLASSIC)], None)
    }

    fn equal(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-12
    }

    #[test]
    fn the_best_pass_counts() {
        let passes = [30, 20, 22].map(Duration::from_nanos).to_vec();
        let row = Row {
            set: "s".into(),
            puzzles: 10,
            engine: "e".into(),
            question: Question::First,
            passes,
            text_passes: Vec::new(),
            counts: None,
            unknown: 0,
        };
        assert!(equal(row.per_puzzle(row.best()), 2.0));
        assert!((row.unrest().unwrap() - 0.1).abs() < 1e-9);
        assert_eq!(row.text_best(), None);
    }

    #[test]
    fn classes_that_contradict_each_other_are_found() {
        let mut known = Known::default();
        assert_eq!(known.agree(Class::Unknown, "a"), Ok(()));
        assert_eq!(known.agree(Class::Some, "b"), Ok(()));
        assert_eq!(known.agree(Class::Many, "c"), Ok(()));
        assert_eq!(known.agree(Class::One, "d"), Err("c".into()));
        assert_eq!(known.agree(Class::None, "d"), Err("b".into()));
    }

    #[test]
    fn all_engines_pass_over_a_set_with_one_and_with_many_solutions() {
        let mut engines = engines(&["fastest,hybrid,sudoku"], Limits::NONE).unwrap();
        let rows =
            measure(Timed::Both, &set(), &mut engines, &[Question::First, Question::Unique], 2).unwrap();
        assert_eq!(rows.len(), 6);
        assert!(rows.iter().all(|row| row.passes.len() == 2 && row.text_passes.len() == 2));
        assert!(rows.iter().all(|row| row.counts.is_some() == (row.engine != "sudoku") && row.unknown == 0));
    }

    /// A wrong engine: it answers every puzzle with "exactly one solution", always the same full grid.
    struct Liar;

    impl Engine for Liar {
        fn name(&self) -> &'static str {
            "liar"
        }

        fn prepare(&mut self, _: &Set) -> bool {
            true
        }

        fn answers(&mut self, question: Question, set: &Set) -> Verdicts {
            let mut each = engines(&["fastest"], Limits::NONE).unwrap()[0].answers(question, set).each;
            for verdict in &mut each {
                verdict.class = Class::One;
                verdict.solutions.truncate(1);
            }
            Verdicts { each, counts: None }
        }

        fn pass(&mut self, _: Question, _: &Set, _: &mut dyn FnMut(&EngineAnswer<'_>)) {}

        fn text_pass(&mut self, _: Question, _: &Text, _: &mut dyn FnMut(&EngineAnswer<'_>)) {}
    }

    #[test]
    fn a_disagreement_ends_the_run_and_names_the_puzzle() {
        let mut all = engines(&["sudoku"], Limits::NONE).unwrap();
        all.push(Box::new(Liar));
        let error = measure(Timed::Both, &set(), &mut all, &[Question::Unique], 1).unwrap_err();
        assert!(error.contains("liar answers One, which contradicts sudoku: ......"), "{error}");
    }

    #[test]
    fn a_wrong_solution_is_found() {
        let set = set();
        let wrong = |class| Verdict { class, solutions: vec![Solution::new(Vec::new())] };
        let verdicts = Verdicts { each: vec![wrong(Class::One), wrong(Class::One)], counts: None };
        let mut known = vec![Known::default(); 2];
        assert!(check(&set, "e", &verdicts, &mut known).unwrap_err().contains("wrong solution"));
    }
}
