use arcdoku::Choice as _;
use arcdoku::Solver;
use arcdoku::deduction::{Candidates, Options};
use arcdoku::explain::{Coordinates, Language, Narrator};
use arcdoku::puzzle::Limits;
use arcdoku::puzzle::format::Reader;
use arcdoku::rate::{Profile, solve};

use super::*;

fn start() -> Candidates {
    let puzzle = ".....729.8....6....69..3.1.1....8.6..2....9.8....6..3..9.....4.....4.6..71.....25";
    let record = Reader::new(puzzle.as_bytes()).next().unwrap().unwrap();
    Candidates::of(&record.puzzle).unwrap()
}

#[test]
fn every_step_of_a_path_is_drawn() {
    let start = start();
    let path = solve(
        &start,
        &Profile::hodoku(),
        &Options::default().with_proper(Solver::new().solve(&start.puzzle(), &Limits::default()).proper()),
        None,
        &Limits::default(),
    );
    for language in Language::all() {
        for coordinates in Coordinates::all() {
            let narrator = Narrator::new(language, coordinates);
            for (state, step) in path.states(&start) {
                let svg = step_svg(&state, Some(&step.step), &narrator);
                let document = roxmltree::Document::parse(&svg).unwrap();
                let has = |tag: &str| document.descendants().any(|node| node.has_tag_name(tag));
                assert!(has("title") && has("desc") && has("style"), "{svg}");
                // All candidates of all empty cells are drawn.
                let minis = document
                    .descendants()
                    .filter(|node| node.attribute("class").is_some_and(|class| class.starts_with("mini")));
                let digits = minis.flat_map(|layer| layer.children().filter(roxmltree::Node::is_element));
                assert_eq!(digits.count(), state.total());
                assert!(document.descendants().any(|node| {
                    matches!(node.attribute("class"), Some("mark placed" | "mark gone" | "mark cannibal"))
                }));
            }
        }
    }
}

#[test]
fn a_board_without_a_step_has_no_legend() {
    let narrator = Narrator::new(Language::English, Coordinates::Chess);
    let svg = step_svg(&start(), None, &narrator);
    let document = roxmltree::Document::parse(&svg).unwrap();
    let classes: Vec<_> = document.descendants().filter_map(|node| node.attribute("class")).collect();
    assert!(!classes.contains(&"legend") && !classes.iter().any(|class| class.starts_with("mark")));
    assert!(svg.contains(">J</text>") && !svg.contains(">I</text>"));
}
