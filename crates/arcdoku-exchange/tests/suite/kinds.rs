//! Every kind of rule in every format with a writer: either its meaning is preserved, or the error of the writer
//! names it.

use arcdoku::puzzle::{RulePieces, RuleTerm, Solution};
use arcdoku::testing::instances::full_grid_of;
use arcdoku::{Limits, Puzzle, Rule, Shape, Solver};
use arcdoku_exchange::{About, Format, Policy};
use fastrand::Rng;

/// The rule of an example unchanged, with a further list of cells, and with other numbers, each in a shape that fits.
fn samples(example: &str) -> Vec<Puzzle> {
    let small = Shape::boxes(2, 2).unwrap();
    let plain = [
        Shape::CLASSIC,
        Shape::latin(9).unwrap(),
        small,
        Shape::latin(4).unwrap(),
        Shape::latin(5).unwrap(),
        Shape::boxes(2, 3).unwrap(),
        small.with_values(0, 5).unwrap(),
    ];
    let shapes: Vec<Shape> = [0, 16, 32]
        .into_iter()
        .flat_map(|extra| plain.iter().filter_map(move |shape| shape.with_extra(extra)))
        .collect();
    let puzzle = |text: &str| {
        shapes
            .iter()
            .find_map(|&shape| Puzzle::new(shape).try_with_rules([Rule::parse(text, shape).ok()?]).ok())
    };
    let rule: Rule = example.parse().unwrap();
    let RulePieces { words, lists } = rule.pieces();
    let name = |terms: &[RuleTerm], down: usize| -> Option<String> {
        let term = |term: &RuleTerm| {
            let cell = term.cell.to_string();
            let (row, column) = cell.strip_prefix('r')?.split_once('c')?;
            let factor = if term.coefficient == 1 { String::new() } else { format!("{}*", term.coefficient) };
            Some(format!("{factor}r{}c{column}", row.parse::<usize>().ok()? + down))
        };
        Some(terms.iter().map(term).collect::<Option<Vec<_>>>()?.join(" "))
    };
    let mut texts = vec![example.to_owned()];
    for down in [1, 4] {
        let mut all: Vec<String> = lists.iter().filter_map(|terms| name(terms, 0)).collect();
        all.extend(lists.first().and_then(|terms| name(terms, down)));
        texts.push(format!("{} {}: {}", rule.name(), words.join(" "), all.join(" / ")));
    }
    // The cells in other orders.
    if let [first, rest @ ..] = &lists[..] {
        for turn in [1, first.len() - 1] {
            let mut turned = first.clone();
            turned.rotate_left(turn);
            let lists = std::iter::once(&turned).chain(rest).filter_map(|terms| name(terms, 0));
            texts.push(format!(
                "{} {}: {}",
                rule.name(),
                words.join(" "),
                lists.collect::<Vec<_>>().join(" / ")
            ));
        }
    }
    // Other numbers, and none.
    let written = |words: &[String]| {
        let words: String = words.iter().flat_map(|word| [" ", word]).collect();
        let lists: Option<Vec<String>> = lists.iter().map(|terms| name(terms, 0)).collect();
        let lists = lists.filter(|lists| !lists.is_empty()).map(|lists| format!(": {}", lists.join(" / ")));
        format!("{}{words}{}", rule.name(), lists.unwrap_or_default())
    };
    texts.push(written(&[]));
    for place in 0..words.len() {
        let Ok(number) = words[place].parse::<i64>() else { continue };
        for other in [0, 1, number - 1, number + 1, number + 2] {
            let mut words = words.clone();
            words[place] = other.to_string();
            texts.push(written(&words));
        }
    }
    texts.dedup();
    let found: Vec<Puzzle> = texts.iter().filter_map(|text| puzzle(text)).collect();
    assert!(!found.is_empty(), "no shape for {example}: {:?}", Rule::parse(example, Shape::CLASSIC));
    found
}

/// Grids that may or may not solve the puzzle.
fn grids(puzzle: &Puzzle, random: &mut Rng) -> Vec<Solution> {
    let limits = Limits::NONE.with_nodes(3_000);
    let mut grids: Vec<Solution> =
        Solver::new().first(puzzle, &limits).outcome.solution().cloned().into_iter().collect();
    let houses = Puzzle::new(puzzle.shape());
    grids.extend((0..8).filter_map(|_| full_grid_of(&houses, random)));
    grids
}

#[test]
fn every_kind_is_preserved_by_every_format_or_named() {
    let mut random = Rng::with_seed(7);
    let (mut written, mut named, mut wrong) = (0, 0, Vec::new());
    for kind in Rule::kinds() {
        for puzzle in samples(kind.example) {
            let rule = puzzle.rules().last().unwrap().to_string();
            let known = grids(&puzzle, &mut random);
            for format in Format::ALL.iter().filter(|format| format.is_written()) {
                let text = match format.write(&puzzle, &About::default()) {
                    Ok(text) => text,
                    Err(error) => {
                        named += 1;
                        let is_named = error.what.contains(kind.name) || error.what.contains("grid");
                        if !is_named && !error.what.contains("rows") {
                            wrong.push(format!("{}: {rule}: {error}", format.name()));
                        }
                        continue;
                    }
                };
                let again = match format.read(&text, &Policy::default()) {
                    Ok(import) => import.puzzle,
                    Err(error) => {
                        wrong.push(format!("{}: {rule}: {text:.200}: {error}", format.name()));
                        continue;
                    }
                };
                written += 1;
                if again.rules() == puzzle.rules() && again.shape() == puzzle.shape() {
                    continue;
                }
                let cells = puzzle.shape().cells();
                if again.shape().cells() != cells || again.shape().digits() != puzzle.shape().digits() {
                    wrong.push(format!("{}: {rule}: {} cells", format.name(), again.shape().cells()));
                    continue;
                }
                let both = known.iter().chain(&grids(&again, &mut random)).cloned().collect::<Vec<_>>();
                if both.iter().any(|grid| puzzle.is_solved_by(grid) != again.is_solved_by(grid)) {
                    wrong.push(format!("{}: {rule}: {text:.200}", format.name()));
                }
            }
        }
    }
    println!("{written} were written, {named} named");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
