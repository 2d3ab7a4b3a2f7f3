use arcdoku::grid::Shape;
use arcdoku::puzzle::{Puzzle, Rule};

use crate::{Overlay, puzzle_svg};

/// A 4x4 grid in which the example of a kind fits.
fn shape_of(example: &str) -> Shape {
    let plain = Shape::boxes(2, 2).unwrap();
    let shape = match example.split([' ', ':']).next().unwrap() {
        "doppelganger" => plain.with_values(0, 5).unwrap(),
        "dutch-flatmates" => Shape::latin(5).unwrap(),
        "regions" => Shape::latin(4).unwrap(),
        _ => plain,
    };
    if example.contains(" v1") { shape.with_extra(16).unwrap() } else { shape }
}

/// The texts of a picture that have a class.
fn texts(svg: &str, class: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let is_wanted = |node: &roxmltree::Node<'_, '_>| {
        node.attribute("class").is_some_and(|classes| classes.split(' ').any(|one| one == class))
    };
    document.descendants().filter(is_wanted).filter_map(|node| node.text().map(str::to_owned)).collect()
}

fn board(shape: Shape, rules: &[&str]) -> String {
    let add = |puzzle: Puzzle, text: &&str| puzzle.with_rule(Rule::parse(text, shape).expect(text));
    puzzle_svg(&rules.iter().fold(Puzzle::new(shape), add), &Overlay::default())
}

#[test]
fn every_kind_is_drawn_or_described() {
    let empty = board(Shape::boxes(2, 2).unwrap(), &[]);
    for kind in Rule::kinds() {
        let shape = shape_of(kind.example);
        let Ok(rule) = Rule::parse(kind.example, shape) else { continue };
        let puzzle = Puzzle::new(shape).with_rule(rule);
        let with = puzzle_svg(&puzzle, &Overlay::default());
        roxmltree::Document::parse(&with).unwrap();
        assert!(
            with.len() < 12 << 10 && (with.len() > empty.len() + 50 || kind.style == "house"),
            "{kind:?}"
        );
        let has_legend = with.contains("class=\"legend\"");
        assert!(
            has_legend || matches!(kind.style, "house" | "regions" | "void") || kind.name == "group",
            "{kind:?}"
        );
        let without = puzzle_svg(&puzzle, &Overlay { legend: false, ..Overlay::default() });
        assert!(!without.contains("class=\"legend\""), "{kind:?}");
        // Every style is documented, because each kind is in exactly one family.
        assert_eq!(super::families().filter(|(_, kinds)| kinds.contains(&kind)).count(), 1, "{kind:?}");
    }
}

#[test]
fn drawings_that_look_the_same_have_letters() {
    let shape = Shape::CLASSIC;
    let one = board(shape, &["renban: r1c1 r1c2", "renban: r3c1 r3c2", "thermo: r5c5 r5c6"]);
    assert_eq!(texts(&one, "tag"), Vec::<String>::new());
    // The colors are the usual ones of setters, so they distinguish lines.
    let colors = board(shape, &["renban: r1c1 r1c2", "whisper: r3c1 r3c2"]);
    assert_eq!(texts(&colors, "tag"), Vec::<String>::new());
    let two = board(shape, &["palindrome: r1c1 r1c2", "lunchbox 3: r3c1 r3c2 r3c3", "regex 12: r5c5 r5c6"]);
    assert_eq!(texts(&two, "tag"), ["A", "B"]);
    assert!(texts(&two, "head").starts_with(&["A palindrome:".to_owned(), "lunchbox:".to_owned()]));
    // The lists of each of these rules belong together, and are drawn as one line if they touch.
    let sums = board(shape, &["equal-sums: r1c1 / r2c2", "equal-sums: r3c3 / r4c4 / r5c5"]);
    assert_eq!(texts(&sums, "tag"), Vec::<String>::new());
    assert_eq!(
        sums.matches("class=\"line blue wide-line\"").count(),
        3,
        "two on the board, one in the legend"
    );
    let sums = board(shape, &["equal-sums: r1c1 / r2c3", "equal-sums: r3c3 / r4c9 / r5c5"]);
    assert_eq!(texts(&sums, "tag"), ["A", "A", "B", "B", "B"]);
    assert_eq!(texts(&sums, "head"), ["A B equal-sums:"]);
}

#[test]
fn clues_are_outside_at_the_start_of_their_lines() {
    let shape = Shape::boxes(2, 2).unwrap();
    let row = board(shape, &["sandwich 3: r1c1 r1c2 r1c3 r1c4"]);
    let both = board(shape, &["sandwich 3: r1c1 r1c2 r1c3 r1c4", "x-sum 7: r1c1 r1c2 r1c3 r1c4"]);
    let place = |svg: &str| {
        let document = roxmltree::Document::parse(svg).unwrap();
        let clues = document.descendants().filter(|node| node.attribute("class") == Some("clue"));
        clues.filter_map(|node| node.attribute("x")?.parse::<f32>().ok()).collect::<Vec<_>>()
    };
    // The first clue is on the board, the last one in the legend.
    let (row, both) = (place(&row), place(&both));
    assert!(row[0] < 41.0 && both[1] < both[0], "{row:?} {both:?}");
    // If the line starts inside of the grid, the line is drawn.
    let inside = board(shape, &["sandwich 3: r1c2 r1c3 r1c4"]);
    assert!(inside.contains("line gray fine") && texts(&inside, "sum") == ["3"]);
}

#[test]
fn long_words_are_cut_and_escaped() {
    let shape = Shape::CLASSIC;
    let long = format!("regex {}: r1c1 r1c2", "[1-9]?".repeat(60));
    let svg = board(shape, &[&long, "pairs a<b: r1c1 r1c2"]);
    assert!(svg.contains("a&lt;b") && svg.contains("..."));
    assert!(texts(&svg, "legend").iter().all(|line| line.chars().count() < 90), "{svg}");
}

#[test]
fn grids_of_every_form_have_lines() {
    let six = Shape::rectangle(4, 6).unwrap();
    let svg = board(six, &["grid at r1c1 4x4 boxes 2x2", "void: r1-2c5-6"]);
    assert!(svg.contains("class=\"thick\""));
    let labels = Shape::boxes(2, 2).unwrap().with_extra(5).unwrap();
    let svg = board(labels, &["sum = 9: r1c1 2*v1 -v5"]);
    assert_eq!(texts(&svg, "factor"), ["×2", "−"]);
    assert!(svg.contains(">v5</text>"));
}
