//! The page of a technique: its definition, how to find it, and an example. It is text for a terminal, or Markdown
//! with a drawing.

use std::fmt::Write as _;

use arcdoku::deduction::{Candidates, Technique};
use arcdoku::explain::{Heading, Narrator};
use arcdoku::grid::{Cell, DigitSet};
use arcdoku::rate::{Level, Profile, Scale, StepKind};
use arcdoku_wire::question::family_name;
use arcdoku_wire::{ExampleReply, TechniqueName, TechniqueReply};

use super::example::Example;
use super::related::{BOARDS, has_boards, related};
use crate::ask::state;
use crate::draw::step_svg;
use crate::text::{self, BAD, FOUND, HEAD, paint};

/// Where the page of the project practices a technique, seen from the pages that are published below it.
const PAGE: &str = "../../index.html#/techniques?name=";

/// The labels and values before the example of a page.
fn facts(technique: Technique, scale: &Scale, narrator: &Narrator) -> Vec<(String, String)> {
    let mut facts = vec![(narrator.heading(Heading::Family), family_name(technique.family()))];
    let unrated = || (narrator.heading(Heading::Level), narrator.heading(Heading::Unrated));
    let rating = rating(technique, narrator);
    match scale.profile().map(|profile| profile.entry(technique)) {
        Some(Some(entry)) => facts.extend([
            (narrator.heading(Heading::Level), narrator.level(entry.level)),
            (narrator.heading(Heading::Score), entry.score.to_string()),
        ]),
        Some(None) => facts.push(unrated()),
        None if rating.is_none() => facts.push(unrated()),
        None => {}
    }
    facts.extend(rating.map(|rating| (narrator.heading(Heading::Rating), rating)));
    if !technique.code().is_empty() {
        facts.push((narrator.heading(Heading::Code), technique.code().to_owned()));
    }
    facts
}

/// The rating by Sudoku Explainer, independent of the scale.
fn rating(technique: Technique, narrator: &Narrator) -> Option<String> {
    let kinds = Scale::explainer().kinds();
    let kinds: Vec<&StepKind> = kinds.iter().filter(|kind| kind.technique == technique).collect();
    let first = kinds.first()?.weight.short();
    if kinds.iter().any(|kind| !kind.adds.is_empty()) {
        return Some(narrator.at_least(&first));
    }
    Some(kinds.iter().map(|kind| kind.weight.short()).collect::<Vec<_>>().join(", "))
}

/// The page as data.
pub fn reply(technique: Technique, scale: &Scale, narrator: &Narrator) -> TechniqueReply {
    let example = Example::of(technique).map(|Example { line, state, step }| ExampleReply {
        library: line.to_owned(),
        words: narrator.explain(&step, &state).into(),
        notation: narrator.eureka(&step),
        step: state::step_reply(&step, &state, narrator),
    });
    let named = |techniques: Vec<Technique>| {
        let name = |technique: Technique| TechniqueName {
            name: technique.slug().to_owned(),
            title: narrator.name(technique).to_owned(),
        };
        techniques.into_iter().map(name).collect()
    };
    let [prerequisites, related] = related(technique).map(named);
    TechniqueReply {
        row: super::row(technique, scale.profile(), narrator),
        se: rating(technique, narrator),
        seeing: narrator.seeing(technique),
        origin: narrator.origin(technique).to_owned(),
        prerequisites,
        related,
        example,
    }
}

/// Prerequisites and related techniques as labels and values, each technique as `show` writes it.
fn links(
    technique: Technique,
    narrator: &Narrator,
    show: impl Fn(Technique) -> String,
) -> impl Iterator<Item = (String, String)> {
    let lists = [Heading::Prerequisites, Heading::Related].into_iter().zip(related(technique));
    lists.filter(|(_, list)| !list.is_empty()).map(move |(heading, list)| {
        (narrator.heading(heading), list.into_iter().map(&show).collect::<Vec<_>>().join(", "))
    })
}

/// The page for a terminal.
pub fn text(technique: Technique, scale: &Scale, narrator: &Narrator, colored: bool) -> String {
    let head = |heading: Heading| paint(colored, HEAD, &narrator.heading(heading));
    let mut out =
        format!("{}\n\n{}\n", paint(colored, HEAD, narrator.name(technique)), narrator.definition(technique));
    if technique.family().assumes_proper() {
        let _ = writeln!(out, "{}", narrator.heading(Heading::Proper));
    }
    out.push('\n');
    let links = links(technique, narrator, |technique| narrator.name(technique).to_owned());
    for (label, value) in facts(technique, scale, narrator).into_iter().chain(links) {
        let _ = writeln!(out, "{label}: {value}");
    }
    let _ = writeln!(out, "\n{}\n{}", head(Heading::Seeing), narrator.seeing(technique));
    if let Some(example) = Example::of(technique) {
        let words = narrator.explain(&example.step, &example.state);
        let _ = writeln!(out, "\n{}\n", head(Heading::Example));
        board(&example, colored, &mut out);
        out.push('\n');
        for line in &words.premises {
            let _ = writeln!(out, "{}{line}", "  ".repeat(line.depth.into()));
        }
        let _ = writeln!(out, "{}\n{}", words.why, words.conclusion);
        let notation = narrator.eureka(&example.step);
        let _ = writeln!(out, "\n{}\n{notation}\n{}", head(Heading::Notation), example.line);
    }
    let _ = writeln!(out, "\n{}\n{}", head(Heading::Origin), narrator.origin(technique));
    out
}

/// All candidates, with the cells of the step in color.
fn board(example: &Example, colored: bool, out: &mut String) {
    let Example { state, step, .. } = example;
    let sets: Vec<DigitSet> = (0..81).map(Cell::new).map(|cell| domain(state, cell)).collect();
    let style = |cell: Cell| {
        let loses = step.eliminations.iter().any(|at| at.cell == cell);
        let gets = step.placements.iter().any(|at| at.cell == cell);
        match (loses, gets) {
            _ if !colored => None,
            (true, _) => Some(BAD),
            (_, true) => Some(FOUND),
            _ => None,
        }
    };
    text::pencilmarks(&state.puzzle(), &sets, style, out);
}

fn domain(state: &Candidates, cell: Cell) -> DigitSet {
    state.value(cell).map_or_else(|| state.candidates(cell), DigitSet::single)
}

/// The files of the pages, by name: an index, and for each technique a page and a drawing of its example.
pub fn files(scale: &Scale, profile: &Profile, narrator: &Narrator) -> Vec<(String, String)> {
    let mut files = vec![("README.md".to_owned(), index(profile, narrator))];
    for &technique in Technique::ALL {
        let slug = technique.slug();
        let example = Example::of(technique);
        files.push((format!("{slug}.md"), markdown(technique, example.as_ref(), scale, narrator)));
        if let Some(example) = example {
            files.push((format!("{slug}.svg"), step_svg(&example.state, Some(&example.step), narrator)));
        }
    }
    files
}

/// Techniques by level, in the order of the scale.
fn index(profile: &Profile, narrator: &Narrator) -> String {
    let word = |english| narrator.word(english);
    let intro = word(
        "Each page has a definition, a way to see the technique, an example and, for most of them, boards to practice on. \
         In a clone, `arcdoku serve --open` opens a board: append the part of the link from `#` to the address of the page. \
         Levels and scores belong to the default scale; the column SE has the ratings by Sudoku Explainer. \
         `arcdoku techniques --docs` writes these pages.",
    );
    let mut out = format!("# {}\n\n{intro}\n", word("Techniques"));
    let mut ordered: Vec<Technique> = Technique::ALL.to_vec();
    ordered.sort_by_key(|&technique| profile.rank(technique));
    let levels = Level::ALL.into_iter().map(Some).chain([None]);
    for level in levels {
        let heading = level.map_or_else(|| narrator.heading(Heading::Unrated), |level| narrator.level(level));
        let _ = writeln!(out, "\n## {}\n", capital(&heading));
        let (technique, score, what) = (word("Technique"), word("Score"), word("What it is"));
        let _ = writeln!(out, "| {technique} | {score} | SE | {what} |\n|---|---|---|---|");
        for &technique in &ordered {
            let entry = profile.entry(technique);
            if entry.map(|entry| entry.level) != level {
                continue;
            }
            let score = entry.map_or_else(String::new, |entry| entry.score.to_string());
            let (name, slug) = (narrator.name(technique), technique.slug());
            let (definition, rating) = (narrator.definition(technique), rating(technique, narrator));
            let rating = rating.unwrap_or_default();
            let _ = writeln!(out, "| [{name}]({slug}.md) | {score} | {rating} | {definition} |");
        }
    }
    out
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn markdown(technique: Technique, example: Option<&Example>, scale: &Scale, narrator: &Narrator) -> String {
    let mut out = format!("# {}\n\n{}\n", narrator.name(technique), narrator.definition(technique));
    if technique.family().assumes_proper() {
        let _ = writeln!(out, "{}", narrator.heading(Heading::Proper));
    }
    out.push('\n');
    let links = links(technique, narrator, |technique| {
        format!("[{}]({}.md)", narrator.name(technique), technique.slug())
    });
    for (label, value) in facts(technique, scale, narrator).into_iter().chain(links) {
        let _ = writeln!(out, "- {label}: {value}");
    }
    let _ = writeln!(
        out,
        "\n## {}\n\n{}",
        narrator.heading(Heading::Seeing),
        text::for_markdown(&narrator.seeing(technique))
    );
    if let Some(example) = example {
        let words = narrator.explain(&example.step, &example.state);
        let _ = writeln!(
            out,
            "\n## {}\n\n![{}]({}.svg)\n",
            narrator.heading(Heading::Example),
            narrator.name(technique),
            technique.slug()
        );
        for line in &words.premises {
            let _ = writeln!(out, "{}- {}", "  ".repeat(line.depth.into()), text::for_markdown(&line.text));
        }
        let _ = writeln!(
            out,
            "\n{}\n\n**{}**",
            text::for_markdown(&words.why),
            text::for_markdown(&words.conclusion)
        );
        let _ = writeln!(
            out,
            "\n{}:\n\n```text\n{}\n{}\n```",
            narrator.heading(Heading::Notation),
            narrator.eureka(&example.step),
            example.line
        );
    }
    if has_boards(technique) {
        let [heading, boards] = [Heading::Practice, Heading::Boards].map(|heading| narrator.heading(heading));
        let link =
            |number| format!("[{}]({PAGE}{}&board={number})", narrator.board(number), technique.slug());
        let links: Vec<String> = (1..=BOARDS).map(link).collect();
        let _ = writeln!(out, "\n## {heading}\n\n{boards} {}.", links.join(", "));
    }
    let _ = writeln!(
        out,
        "\n## {}\n\n{}",
        narrator.heading(Heading::Origin),
        text::for_markdown(narrator.origin(technique))
    );
    out
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use arcdoku::explain::{Coordinates, Language};

    use arcdoku::Choice as _;

    use super::*;

    #[test]
    fn the_committed_pages_are_up_to_date() {
        let narrator = Narrator::new(Language::English, Coordinates::RowColumn);
        let scale = Scale::by_name("hodoku").unwrap();
        let files: BTreeMap<String, String> =
            files(&scale, &Profile::hodoku(), &narrator).into_iter().collect();
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/techniques");
        let mut known: Vec<String> = std::fs::read_dir(&directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        known.sort();
        let hint = "run `arcdoku techniques --docs docs/techniques`, and remove what it does not write";
        assert_eq!(known, files.keys().cloned().collect::<Vec<_>>(), "{hint}");
        for (name, text) in files {
            assert!(std::fs::read_to_string(directory.join(&name)).unwrap() == text, "{name}: {hint}");
        }
    }

    #[test]
    fn every_technique_has_a_page_in_every_language() {
        for language in Language::all() {
            let narrator = Narrator::new(language, Coordinates::Chess);
            for row in Scale::ALL {
                let scale = Scale::by_name(row.name).unwrap();
                for technique in Technique::ALL {
                    let page = text(*technique, &scale, &narrator, false);
                    assert!(page.lines().count() > 8, "{page}");
                }
            }
        }
    }
}
