use std::collections::BTreeSet;

use arcdoku::grid::Shape;
use arcdoku::puzzle::{Limits, Puzzle};
use arcdoku::search::{Branching, Stats, Strategy};
use arcdoku::solve::{Question, observe};

use crate::numbers::plural;

use super::{animation_svg, implications_svg, search_svg, tree_svg};

const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const IMPOSSIBLE: &str = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..";

fn strategy(name: &str) -> Strategy {
    name.parse().unwrap()
}

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap()
}

/// The texts of the elements that have a class, or are in a group that has it.
fn texts(svg: &str, class: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let has = |node: &roxmltree::Node<'_, '_>| {
        node.attribute("class").is_some_and(|classes| classes.split(' ').any(|one| one == class))
    };
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    let texts = texts.filter(|node| node.ancestors().any(|node| has(&node)));
    texts.filter_map(|node| node.text().map(str::to_owned)).collect()
}

/// The number of elements with a class.
fn count(svg: &str, class: &str) -> usize {
    let document = roxmltree::Document::parse(svg).unwrap();
    let classes = document.descendants().filter_map(|node| node.attribute("class"));
    classes.filter(|classes| classes.split(' ').any(|one| one == class)).count()
}

fn size(svg: &str) -> (f32, f32) {
    let document = roxmltree::Document::parse(svg).unwrap();
    let side = |name: &str| document.root_element().attribute(name).unwrap().parse().unwrap();
    (side("width"), side("height"))
}

fn stats(question: Question, puzzle: &Puzzle, strategy: &Strategy) -> Stats {
    observe(question, puzzle, strategy, &Limits::NONE, &mut ()).stats
}

/// The numbers of the nodes of a tree, without the sample node of the legend, and the number of hidden nodes.
fn nodes(svg: &str) -> (BTreeSet<u64>, u64) {
    let (mut numbers, mut hidden, mut samples) = (BTreeSet::new(), 0, 0);
    for text in texts(svg, "visit") {
        match text.split_once(" more node") {
            Some((count, _)) => hidden += count.replace(',', "").parse::<u64>().unwrap(),
            None => samples += u64::from(!numbers.insert(text.parse().unwrap())),
        }
    }
    assert_eq!(samples, u64::from(!numbers.is_empty()), "the legend has a second node 1");
    (numbers, hidden)
}

#[test]
fn trees_have_the_nodes_of_the_search() {
    let puzzles =
        ["1.....3..4.....2", "1..............2", "................", "123....4........", HARD, IMPOSSIBLE];
    for text in puzzles {
        for name in
            ["csp", "fc-mrv", "singles-mrv", "hybrid", "dom-wdeg", "singles-mrv,restarts=3", "learning"]
        {
            for question in [Question::First, Question::Unique] {
                let (puzzle, strategy) = (puzzle(text), strategy(name));
                // These cases would take seconds in a debug build.
                if question == Question::Unique && name == "csp" && puzzle.shape() == Shape::CLASSIC {
                    continue;
                }
                let svg = tree_svg(question, &puzzle, &strategy, &Limits::NONE);
                let stats = stats(question, &puzzle, &strategy);
                let (numbers, hidden) = nodes(&svg);
                assert_eq!(numbers.len() as u64 + hidden, stats.nodes, "{name} {text}");
                assert!(hidden > 0 || numbers.iter().copied().eq(1..=stats.nodes), "{name} {text}");
                let (width, height) = size(&svg);
                assert!(numbers.len() <= 150 && width <= 1200.0 && height < 4500.0, "{name} {text}");
                assert_eq!(count(&svg, "ring") > 0, stats.solutions > 0, "{name} {text}");
                // Each value that failed has a branch without it: one leaf for each failure, and the solution.
                let is_whole = question == Question::First && strategy.restarts.is_none() && hidden == 0;
                if is_whole && strategy.branching != Branching::DWay && stats.solutions > 0 {
                    let legend = u64::from(stats.backtracks > 0);
                    assert_eq!(count(&svg, "strike") as u64, stats.backtracks + legend, "{name} {text}");
                }
            }
        }
    }
}

#[test]
fn trees_name_guesses_and_what_is_excluded() {
    let tree =
        |name: &str, text: &str| tree_svg(Question::First, &puzzle(text), &strategy(name), &Limits::NONE);
    let labels = texts(&tree("csp", "1.....3..4.....2"), "literal");
    assert_eq!(labels[..4], ["start", "r1c2=2", "r1c3=4", "r1c2=3"]);
    let svg = tree("singles-mrv", HARD);
    let labels = texts(&svg, "literal");
    assert!(labels.contains(&"r8c7=3".to_owned()) && labels.contains(&"r8c7<>3".to_owned()), "{labels:?}");
    assert!(count(&svg, "dashed") > 0);
    // The search guesses nothing, so the tree has only its root, which also shows the result.
    let solved = tree("singles-mrv", "123434122143432.");
    assert_eq!((count(&solved, "won"), texts(&solved, "visit").len()), (2, 0));
    let failed = tree("singles-mrv", "123....4........");
    assert_eq!((count(&failed, "strike"), texts(&failed, "visit").len()), (2, 0));
}

#[test]
fn large_trees_are_cut() {
    let restarts = tree_svg(Question::First, &puzzle(HARD), &strategy("fc-mrv"), &Limits::NONE);
    let (numbers, hidden) = nodes(&restarts);
    assert!(hidden > 1000 && numbers.len() > 50 && count(&restarts, "way") > 0, "{} {hidden}", numbers.len());
    // This search has more branches than the recorder keeps.
    let name = strategy("backtracking");
    let svg = tree_svg(Question::First, &puzzle(IMPOSSIBLE), &name, &Limits::NONE);
    let (numbers, hidden) = nodes(&svg);
    assert_eq!(numbers.len() as u64 + hidden, stats(Question::First, &puzzle(IMPOSSIBLE), &name).nodes);
    // If a limit ends the search, one branch has no result.
    let limits = Limits::NONE.with_nodes(20);
    let svg = tree_svg(Question::First, &puzzle(HARD), &strategy("singles-mrv"), &limits);
    assert_eq!((nodes(&svg).0.len(), count(&svg, "ring"), count(&svg, "start")), (20, 0, 1));
}

#[test]
fn animations_end_with_the_solution() {
    for text in ["1.....3..4.....2", "1..............2", HARD] {
        for name in ["backtracking", "fc-mrv", "singles-mrv", "singles-mrv,restarts=3", "learning"] {
            let (puzzle, strategy) = (puzzle(text), strategy(name));
            if name == "backtracking" && puzzle.shape() == Shape::CLASSIC {
                continue;
            }
            let svg = animation_svg(Question::First, &puzzle, &strategy, &Limits::NONE);
            let (given, last) = (texts(&svg, "given"), texts(&svg, "last"));
            let nodes = stats(Question::First, &puzzle, &strategy).nodes;
            // The legend adds one sample to each count.
            assert_eq!(given.len() - 1 + last.len() - 1, puzzle.shape().cells(), "{name} {text}");
            let counter = format!("solved, {},", plural(nodes.into(), "node"));
            assert!(svg.contains(&counter), "{name} {text}");
            assert!(svg.len() < 300_000 && !svg.contains("<script"), "{name} {text}: {}", svg.len());
            assert_eq!(svg.matches("prefers-reduced-motion:reduce").count(), 1);
            assert_eq!(svg, animation_svg(Question::First, &puzzle, &strategy, &Limits::NONE));
            // All animations have frames, and the last second shows the end.
            let names: BTreeSet<&str> = svg.split("animation-name:").skip(1).map(first_word).collect();
            let frames: BTreeSet<&str> = svg.split("@keyframes ").skip(1).map(first_word).collect();
            assert!(names.iter().all(|name| frames.contains(name)) && names.len() + 1 == frames.len());
            let moments = svg.split("@keyframes ").skip(1).filter_map(|rest| rest.lines().next());
            let moments =
                moments.flat_map(|line| line.split(['{', '}']).filter_map(|part| part.strip_suffix('%')));
            assert!(moments.map(|moment| moment.parse::<f32>().unwrap()).all(|moment| moment <= 90.0));
        }
    }
    let svg = animation_svg(Question::First, &puzzle(IMPOSSIBLE), &strategy("singles-mrv"), &Limits::NONE);
    assert!(svg.contains(">unsatisfiable, ") && svg.len() < 300_000);
}

#[test]
fn long_animations_begin_with_the_clues() {
    let svg = animation_svg(Question::First, &puzzle(HARD), &strategy("singles-mrv"), &Limits::NONE);
    let frames =
        svg.lines().filter_map(|line| line.strip_prefix("@keyframes ")?.split_once("{0%{opacity:1}"));
    for (name, _) in frames {
        assert!(!svg.lines().any(|line| line.starts_with("<g") && line.contains(&format!(":{name}\""))));
    }
}

fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap()
}

#[test]
fn conflicts_are_drawn_with_their_reasons() {
    let implications = |text: &str, question: Question| {
        implications_svg(question, &puzzle(text), &strategy("learning"), &Limits::NONE, 1)
    };
    assert_eq!(implications("1.....3..4.....2", Question::Unique), None);
    assert_eq!(implications("11..............", Question::Unique), None);
    let svg = implications(HARD, Question::First).unwrap();
    let literals: Vec<String> =
        texts(&svg, "literal").into_iter().filter(|text| text.starts_with('r')).collect();
    assert_eq!(literals.len(), literals.iter().collect::<BTreeSet<_>>().len(), "each literal once");
    assert!(
        svg.contains(&format!("<title>Implication graph of a conflict, with {} literals. ", literals.len()))
    );
    // The point itself, and its sample in the legend.
    assert_eq!(count(&svg, "ring"), 2);
    let clause = texts(&svg, "head").into_iter().find_map(|text| {
        text.strip_prefix("learned clause: ").map(|clause| clause.split(" or ").map(not).collect::<Vec<_>>())
    });
    let clause = clause.unwrap();
    assert!(clause.len() > 1 && clause.iter().all(|literal| literals.contains(literal)), "{clause:?}");
    assert_eq!(count(&svg, "learned"), clause.len() + 1);
    assert!(size(&svg).0 <= 1200.0 && !svg.contains("less directly"));
}

/// Negates a literal that is given as text.
fn not(literal: &str) -> String {
    match literal.split_once("<>") {
        Some((cell, digit)) => format!("{cell}={digit}"),
        None => literal.replace('=', "<>"),
    }
}

#[test]
fn large_implication_graphs_are_shortened() {
    let strategy = strategy("learning,seed=3");
    let svg = implications_svg(Question::First, &puzzle(HARD), &strategy, &Limits::NONE, 1).unwrap();
    let note = texts(&svg, "legend").into_iter().find(|text| text.ends_with(" follows less directly"));
    let left_out = note.unwrap().split(' ').find_map(|word| word.parse::<usize>().ok()).unwrap();
    let drawn = texts(&svg, "literal").into_iter().filter(|text| text.starts_with('r')).count();
    assert!(drawn + left_out > 60 && drawn < 60, "{drawn} {left_out}");
}

#[test]
fn legends_end_within_the_picture() {
    let small = puzzle("......3..4......");
    let long = strategy("singles-mrv,restarts=3,seed=12345,value=random,tie=random");
    let learning = strategy("learning,seed=5026");
    let conflict = implications_svg(Question::First, &small, &learning, &Limits::NONE, 1).unwrap();
    let tree = tree_svg(Question::First, &small, &long, &Limits::NONE);
    let animation = animation_svg(Question::First, &small, &long, &Limits::NONE);
    for svg in [conflict, tree, animation, search_svg(&small, &long, &Limits::NONE)] {
        let document = roxmltree::Document::parse(&svg).unwrap();
        let is_legend = |node: &roxmltree::Node<'_, '_>| {
            node.attribute("class").is_some_and(|class| class.starts_with("legend"))
        };
        for node in document.descendants().filter(is_legend) {
            let left: f32 = node.attribute("x").unwrap().parse().unwrap();
            let text = node.text().unwrap();
            assert!(left + 7.2 * text.len() as f32 <= size(&svg).0, "{text}");
        }
    }
}

#[test]
fn pictures_keep_what_holds_at_restarts() {
    let picture = |name: &str| search_svg(&puzzle(HARD), &strategy(name), &Limits::NONE);
    assert_eq!(texts(&picture("singles-mrv,restarts=2"), "order").len(), 60);
    assert_eq!(texts(&picture("learning"), "filled").len(), 60);
}
