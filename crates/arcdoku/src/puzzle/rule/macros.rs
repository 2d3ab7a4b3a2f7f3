//! Composed rules: parsing `macros.txt`, and expanding a rule to the texts of its parts.

use std::fmt::Write as _;

use super::definition::RuleError;
use super::listed::{ANY, Kind, Reducer, Reduction, Template};
use crate::grid::{Cell, CellName};

const FILE: &str = include_str!("macros.txt");

/// The composed rules, in the order of the file.
pub(super) fn kinds() -> Vec<Kind> {
    let lines = FILE.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let mut kinds: Vec<Kind> = Vec::new();
    for line in lines {
        match line.strip_prefix("  ") {
            None => kinds.push(header(line)),
            Some(line) => {
                if let Some(kind) = kinds.last_mut() {
                    detail(kind, line);
                }
            }
        }
    }
    kinds
}

fn header(line: &'static str) -> Kind {
    let mut words = line.split(' ');
    let name = words.next().unwrap_or_default();
    let parameters: Vec<(&str, Option<&str>)> = words
        .map(|word| word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value))))
        .collect();
    let least = parameters.iter().filter(|(_, default)| default.is_none()).count();
    let most = if parameters.iter().any(|(name, _)| name.ends_with("...")) { ANY } else { parameters.len() };
    Kind {
        name,
        example: "",
        summary: "",
        style: "",
        words: (least, most),
        lists: (1, ANY),
        least: 1,
        most: ANY,
        weighted: false,
        reduction: Reduction::Text(Template { parameters, lines: Vec::new() }),
    }
}

fn detail(kind: &mut Kind, line: &'static str) {
    if let Some(example) = line.strip_prefix("example ") {
        kind.example = example;
    } else if let Some(style) = line.strip_prefix("draw ") {
        kind.style = style;
    } else if let Some(cells) = line.strip_prefix("cells ") {
        let (least, word) = cells.split_once(' ').unwrap_or((cells, ""));
        kind.least = least.parse().unwrap_or(1);
        kind.most = if word == "only" { kind.least } else { ANY };
        kind.lists.0 = usize::from(word != "optional");
    } else if kind.summary.is_empty() {
        kind.summary = line;
    } else if let Reduction::Text(template) = &mut kind.reduction {
        template.lines.push(line);
    }
}

/// The texts of the parts of a rule.
pub(super) fn expand(reducer: &Reducer<'_>, template: &Template) -> Result<Vec<String>, RuleError> {
    for word in 0..reducer.words().len() {
        reducer.number(word, "a number", (-1_000_000, 1_000_000), None)?;
    }
    let mut texts = Vec::new();
    for line in &template.lines {
        if WHOLE.iter().any(|name| line.contains(name)) {
            texts.extend(fill(reducer, template, line, None, None));
        } else {
            for list in 0..reducer.lists() {
                texts.extend(fill(reducer, template, line, Some(list), None));
            }
        }
    }
    Ok(texts)
}

/// Placeholders for all lists, or for the whole grid.
const WHOLE: [&str; 8] =
    ["{cells}", "{columns}", "{neighbors}", "{unlisted}", "{king}", "{diagonal}", "{knight}", "{squares}"];

/// The line with its placeholders filled in; `None` if it would have no cells.
fn fill(
    reducer: &Reducer<'_>,
    template: &Template,
    line: &str,
    list: Option<usize>,
    it: Option<Cell>,
) -> Option<String> {
    let mut text = String::new();
    let mut rest = line;
    while let Some(start) = rest.find('{') {
        text.push_str(&rest[..start]);
        let inside = &rest[start + 1..];
        let end = closing(inside)?;
        let name = &inside[..end];
        if let Some(each) = name.strip_prefix("each ") {
            let (part, rule) = each.split_once(' ')?;
            for (i, cell) in part_of(reducer, part, list?, it)?.into_iter().enumerate() {
                text.push_str(if i > 0 { " " } else { "" });
                text.push_str(&fill(reducer, template, rule, list, Some(cell))?);
            }
        } else if let Some(number) = parameter(reducer, template, name) {
            text.push_str(&number);
        } else if WHOLE.contains(&&*format!("{{{name}}}")) {
            let lists = whole(reducer, name);
            if lists.is_empty() {
                return None;
            }
            write_lists(reducer, &lists, &mut text);
        } else if name == "grid" {
            let (rows, columns) = reducer.sides();
            write_lists(reducer, &[(0..rows * columns).map(Cell::new).collect()], &mut text);
        } else if name == "mirrored" {
            write_lists(reducer, &mirrored(&reducer.list(list?)), &mut text);
        } else {
            let (sign, name) = name.strip_prefix('-').map_or(("", name), |name| ("-", name));
            for (i, cell) in part_of(reducer, name, list?, it)?.into_iter().enumerate() {
                let blank = if i > 0 { " " } else { "" };
                // Writing to a string does not fail.
                let _ = write!(text, "{blank}{sign}{}", reducer.shape.name(cell));
            }
        }
        rest = &inside[end + 1..];
    }
    text.push_str(rest);
    Some(text)
}

/// The position of the closing bracket of a text that begins inside of brackets.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.find(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

/// The text of a parameter.
fn parameter(reducer: &Reducer<'_>, template: &Template, name: &str) -> Option<String> {
    let is_named = |&(other, _): &(&str, _)| other.trim_end_matches("...") == name;
    let place = template.parameters.iter().position(is_named)?;
    let (full, default) = template.parameters[place];
    if full.ends_with("...") {
        return reducer.words().get(place..).map(|words| words.join(" "));
    }
    reducer.words().get(place).map(ToString::to_string).or_else(|| default.map(str::to_owned))
}

/// The cells of a part of a list.
fn part_of(reducer: &Reducer<'_>, name: &str, list: usize, it: Option<Cell>) -> Option<Vec<Cell>> {
    let cells = reducer.list(list);
    Some(match name {
        "it" => vec![it?],
        "line" => cells,
        "first" => cells.first().copied().into_iter().collect(),
        "last" => cells.last().copied().into_iter().collect(),
        "rest" => cells.get(1..)?.to_vec(),
        "inner" => cells.get(1..cells.len().saturating_sub(1)).unwrap_or_default().to_vec(),
        number => vec![*cells.get(number.parse::<usize>().ok()?.checked_sub(1)?)?],
    })
}

fn mirrored(cells: &[Cell]) -> Vec<Vec<Cell>> {
    let half = cells.len() / 2;
    let mut lists: Vec<Vec<Cell>> = (0..half).map(|i| vec![cells[i], cells[cells.len() - 1 - i]]).collect();
    if !cells.len().is_multiple_of(2) {
        lists.push(vec![cells[half]]);
    }
    lists
}

/// The lists of cells of a placeholder for all lists or the whole grid.
fn whole(reducer: &Reducer<'_>, name: &str) -> Vec<Vec<Cell>> {
    let shape = reducer.shape;
    let lists = || (0..reducer.lists()).map(|list| reducer.list(list));
    let near = |steps: &'static [(usize, isize)]| reducer.pairs_apart(steps);
    match name {
        "cells" => lists().collect(),
        "columns" => {
            let longest = lists().map(|list| list.len()).max().unwrap_or(0);
            (0..longest).map(|i| lists().filter_map(|list| list.get(i).copied()).collect()).collect()
        }
        "neighbors" => {
            let marked = reducer.cells();
            let pairs = near(&[(0, 1), (1, 0)]);
            let both = pairs.into_iter().flat_map(|[a, b]| [vec![a, b], vec![b, a]]);
            both.filter(|pair| marked.contains(&pair[0]) && !marked.contains(&pair[1])).collect()
        }
        "unlisted" => {
            let mut listed: Vec<[Cell; 2]> = Vec::new();
            for list in lists() {
                listed.extend(list.windows(2).map(|pair| [pair[0].min(pair[1]), pair[0].max(pair[1])]));
            }
            let pairs = near(&[(0, 1), (1, 0)]).into_iter();
            pairs.filter(|pair| !listed.contains(pair)).map(Vec::from).collect()
        }
        "king" => near(&[(0, 1), (1, -1), (1, 0), (1, 1)]).into_iter().map(Vec::from).collect(),
        "diagonal" => near(&[(1, -1), (1, 1)]).into_iter().map(Vec::from).collect(),
        "knight" => near(&[(1, -2), (1, 2), (2, -1), (2, 1)]).into_iter().map(Vec::from).collect(),
        _ => {
            let (rows, columns) = reducer.sides();
            let corners = (1..rows).flat_map(|row| (1..columns).map(move |col| (row, col)));
            let square = |(row, col)| {
                [(row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col)]
                    .map(|(row, col)| shape.cell(row, col))
            };
            corners.map(square).map(Vec::from).collect()
        }
    }
}

fn write_lists(reducer: &Reducer<'_>, lists: &[Vec<Cell>], text: &mut String) {
    for (i, list) in lists.iter().enumerate() {
        text.push_str(if i > 0 { " / " } else { "" });
        let names: Vec<CellName> = list.iter().map(|&cell| reducer.shape.name(cell)).collect();
        for (i, name) in names.iter().enumerate() {
            let blank = if i > 0 { " " } else { "" };
            // Writing to a string does not fail.
            let _ = write!(text, "{blank}{name}");
        }
    }
}
