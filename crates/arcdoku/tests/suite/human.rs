//! The HoDoKu scale compared with puzzles rated by the original, and with recorded ratings.

use std::collections::BTreeMap;

use arcdoku::deduction::Candidates;
use arcdoku::rate::{self, Level, PathEnd, Profile};
use arcdoku::testing::{self, neutral};
use arcdoku::{Limits, Puzzle, Solver};

/// The number of steps of each technique on a path.
type Steps = BTreeMap<String, usize>;

/// A line of the oracle: puzzle, level, score, steps.
struct Scored {
    puzzle: Puzzle,
    text: String,
    level: Level,
    score: u32,
    steps: Steps,
}

fn scored(line: &str) -> Scored {
    let fields: Vec<&str> = line.split('\t').collect();
    let steps = fields[3].split(';').map(|step| {
        let (name, count) = step.split_once('=').unwrap();
        // The original has two spellings of this name.
        (name.replace("Multi Colors", "Multi-Colors"), count.parse().unwrap())
    });
    Scored {
        puzzle: fields[0].parse().unwrap(),
        text: fields[0].to_owned(),
        level: Level::ALL.into_iter().find(|level| level.name() == fields[1]).unwrap(),
        score: fields[2].parse().unwrap(),
        steps: steps.collect(),
    }
}

/// Compares ratings of generated puzzles with the recorded ratings. A change that is not deliberate is a regression.
#[test]
fn ratings_are_unchanged() {
    let text = std::fs::read_to_string(neutral::workspace().join("testdata/human/rated.tsv")).unwrap();
    let (profile, options, mut solver) = (Profile::hodoku(), testing::proper_options(), Solver::new());
    let mut wrong = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let puzzle: Puzzle = fields[0].parse().unwrap();
        let answer = solver.solve(&puzzle, &Limits::NONE).outcome;
        let start = Candidates::of(&puzzle).unwrap();
        let path = rate::solve(&start, &profile, &options, answer.solution(), &Limits::NONE);
        let rating = format!("{}\t{}", path.level, path.score);
        if rating != fields[1..].join("\t") {
            println!("{line}: now {rating}");
            wrong += 1;
        }
    }
    assert_eq!(wrong, 0);
}

#[test]
fn levels_and_scores_agree_with_the_original() {
    let Some(text) = neutral::shared("hodoku/scores.tsv") else { return };
    let (profile, options, mut solver) = (Profile::hodoku(), testing::proper_options(), Solver::new());
    let (mut total, mut same) = (0, 0);
    for line in text.lines().skip(1).filter(|line| !line.starts_with('#')) {
        let expected = scored(line);
        let start = Candidates::of(&expected.puzzle).unwrap();
        let answer = solver.solve(&expected.puzzle, &Limits::NONE).outcome;
        let path = rate::solve(&start, &profile, &options, answer.solution(), &Limits::NONE);
        assert_eq!(path.end, PathEnd::Solved, "{}", expected.text);
        let mut steps = Steps::new();
        for step in &path.steps {
            *steps.entry(step.step.technique.name().to_owned()).or_default() += 1;
        }
        total += 1;
        if (path.level, path.score, &steps) == (expected.level, expected.score, &expected.steps) {
            same += 1;
        } else {
            println!(
                "{} {} {} expected {} {}",
                expected.text, path.level, path.score, expected.level, expected.score
            );
            let names: std::collections::BTreeSet<_> = steps.keys().chain(expected.steps.keys()).collect();
            for name in names {
                let (ours, theirs) = (steps.get(name).unwrap_or(&0), expected.steps.get(name).unwrap_or(&0));
                if ours != theirs {
                    println!("    {name}: {ours} instead of {theirs}");
                }
            }
        }
    }
    println!("{same} of {total} puzzles have the same level, score and steps");
    assert_eq!(same, total, "levels, scores and numbers of steps of each technique");
}
