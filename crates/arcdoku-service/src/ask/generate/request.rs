//! Requirements for puzzles from options. Errors name the option.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use arcdoku::Choice as _;
use arcdoku::generate::{Difficulty, DrawnRules, LARGEST_CAGE, LogicDifficulty, PuzzleRequest, RequestError};
use arcdoku::grid::{Cell, Shape};
use arcdoku::puzzle::format::{ReadOptions, parse_one};
use arcdoku::puzzle::{Rule, Solution};
use arcdoku::rate::{Form, Scale};
use arcdoku_wire::question::{
    AnyScale, CageSizes, DifficultyOptions, Generate, Hardness, OptionValue as _, Range, RequestOptions,
};
use arcdoku_wire::solution_text;
use serde_json::Value;

use super::SetFormat;
use super::layout::column;
use crate::ask::rate::hardness;
use crate::resumable::{NO_HASH, hash_after};
use crate::status::Error;

/// The usual sizes of cages, in grids with enough digits.
const USUAL_CAGES: RangeInclusive<usize> = 2..=5;

/// The requirements of a question.
///
/// # Errors
/// The first option that is invalid.
pub fn request(question: &Generate) -> Result<PuzzleRequest, Error> {
    let RequestOptions { shape, bare, rules, draw, cages, grid, mask, clues, .. } = &question.request;
    let shape = *shape;
    let mut request = PuzzleRequest::of(shape).with_bare(*bare);
    for text in &rules.0 {
        let rule = Rule::parse(text, shape);
        request =
            request.with_rule(rule.map_err(|error| Error::usage(format!("--rules: '{text}': {error}")))?);
    }
    let largest = shape.digits().min(LARGEST_CAGE);
    let sizes = cages.map(|sizes| match sizes {
        CageSizes::Usual => {
            Ok(USUAL_CAGES.start().min(&largest).to_owned()..=USUAL_CAGES.end().min(&largest).to_owned())
        }
        CageSizes::Range(range) => within("cages", range, 1, largest),
    });
    request = request.with_cages(sizes.transpose()?);
    for text in &draw.0 {
        let drawn: DrawnRules =
            text.parse().map_err(|error| Error::usage(format!("--draw: '{text}': {error}")))?;
        drawn.check(shape).map_err(|error| Error::usage(format!("--draw: {error}")))?;
        request = request.with_drawn(drawn);
    }
    let clues = match *clues {
        Some(range) => within("clues", range, 0, shape.cells())?,
        None => 0..=shape.cells(),
    };
    let least = request.fewest();
    if *clues.end() < least && !clues.is_empty() {
        return Err(Error::usage(format!("--clues: these puzzles have at least {least} clues")));
    }
    let cells = mask.as_ref().map(|mask| mask_cells(&mask.0, shape)).transpose()?;
    if let Some(cells) = cells.as_ref().filter(|cells| cells.len() < least) {
        let found = cells.len();
        return Err(Error::usage(format!("--mask: found {found} cells, expected at least {least}")));
    }
    // Puzzles with rules have their own scale.
    let is_ruled = shape != Shape::CLASSIC || !request.is_plain();
    let logic = if is_ruled { logic(&question.difficulty)? } else { None };
    let difficulty = if logic.is_none() { difficulty(&question.difficulty)? } else { None };
    Ok(request
        .with_clues(clues)
        .with_symmetry(question.request.symmetry)
        .with_cells(cells)
        .with_grid(grid.as_ref().map(|grid| full_grid(&grid.0, shape)).transpose()?)
        .with_minimality(question.request.minimal)
        .with_method(question.request.method)
        .with_difficulty(difficulty)
        .with_logic(logic))
}

/// The range, with `least` and `most` in place of missing ends.
fn within(option: &str, range: Range, least: usize, most: usize) -> Result<RangeInclusive<usize>, Error> {
    let end = |end: Option<u64>, open| end.map_or(open, |end| usize::try_from(end).unwrap_or(usize::MAX));
    if let (Some(least), Some(most)) = (range.least, range.most)
        && least > most
    {
        return Err(Error::usage(format!("--{option}: {least} is more than {most}")));
    }
    Ok(end(range.least, least)..=end(range.most, most))
}

/// The difficulty of puzzles with rules, if an option requests one.
fn logic(options: &DifficultyOptions) -> Result<Option<LogicDifficulty>, Error> {
    let DifficultyOptions { scale, min, max, level, hardest } = options;
    let is_named = scale.as_ref().is_none_or(|scale| *scale == AnyScale::Logic);
    let is_requested = min.is_some() || max.is_some() || scale.is_some();
    if !is_named || !is_requested || level.is_some() || hardest.is_some() {
        return Ok(None);
    }
    let read = |option: &str, text: &Option<Hardness>, open: u32| {
        let Some(Hardness(text)) = text else { return Ok(open) };
        Form::Explainer
            .read_hardness(text)
            .ok_or_else(|| Error::usage(format!("--{option} {text}: expected a hardest step such as 2.4")))
    };
    let (min, max) = (read("min", min, 0)?, read("max", max, u32::MAX)?);
    Ok(Some(LogicDifficulty::within(min..=max)))
}

/// The difficulty of plain puzzles, if an option requests one.
fn difficulty(options: &DifficultyOptions) -> Result<Option<Difficulty>, Error> {
    let DifficultyOptions { scale, min, max, level, hardest } = options;
    let is_requested = min.is_some() || max.is_some() || level.is_some() || hardest.is_some();
    let scale = match scale {
        Some(AnyScale::Logic) => {
            return Err(Error::usage("--scale: logic is for puzzles with rules or of other shapes"));
        }
        Some(scale) => scale.scale(),
        None if is_requested => Scale::default(),
        None => return Ok(None),
    };
    let [least, most] = [min, max].map(|end| end.as_ref().map(|Hardness(text)| text.as_str()));
    let range = hardness(&scale, [("min", least), ("max", most)]);
    let (min, max) = range.map_err(|error| Error::usage(format!("--{error}")))?;
    Ok(Some(
        Difficulty::on(scale)
            .with_hardness(min.unwrap_or(0)..=max.unwrap_or(u32::MAX))
            .with_levels(level.map(|levels| levels.least..=levels.most))
            .with_hardest(*hardest),
    ))
}

/// The error for a request that no puzzle can meet. It names the option.
pub fn refused(error: RequestError) -> Error {
    let option = match error {
        RequestError::Rule | RequestError::Contradiction => "--rules: ",
        RequestError::Drawn => "--draw: ",
        RequestError::CageSize { .. } | RequestError::CageSizes | RequestError::Cages => "--cages: ",
        RequestError::Clues => "--clues: ",
        RequestError::Cells | RequestError::Mask | RequestError::Twins | RequestError::Loose => "--mask: ",
        RequestError::Grid => "--grid: ",
        RequestError::Rating | RequestError::Logic => "--scale: ",
        RequestError::Hardness => "--min, --max: ",
        RequestError::Level => "--level: ",
        RequestError::Technique => "--hardest: ",
        RequestError::Excluded => "--hardest, --level, --min, --max: ",
        RequestError::Bias => "--method: ",
        _ => "",
    };
    Error::usage(format!("{option}{error}"))
}

/// The scales to rate on: the scale of the request, and the scales of the question.
///
/// # Errors
/// If two scales have the same columns, or there are no ratings for the requested puzzles.
pub(super) fn rating_scales(request: &PuzzleRequest, question: &Generate) -> Result<Vec<Scale>, Error> {
    let mut scales: Vec<Scale> = request.difficulty.iter().map(|request| request.scale.clone()).collect();
    for scale in question.columns.rate.iter().map(|name| name.scale()) {
        let name = scale.name();
        match scales.iter().find(|known| column(known) == name) {
            None => scales.push(scale),
            Some(known) if known.name() == name => {}
            Some(known) => {
                let file = known.name();
                return Err(Error::usage(format!(
                    "--rate {name}: the columns of --scale {file} have that name"
                )));
            }
        }
    }
    let is_plain = request.shape == Shape::CLASSIC && request.is_plain();
    if !question.columns.rate.is_empty() && !is_plain {
        return Err(Error::usage("--rate: only 9x9 puzzles have a rating"));
    }
    Ok(scales)
}

/// All options that determine the rows, except seed and number. A run with the same signature writes the same rows.
/// The signature contains a hash of the content of files, and the version, because a different version may generate
/// different puzzles.
pub(super) fn signature(
    question: &Generate,
    request: &PuzzleRequest,
    split: Option<f64>,
    format: SetFormat,
) -> String {
    let Generate { full, difficulty, limits, columns, .. } = question;
    let none = RequestOptions::default();
    let text_of = |value: Value| value.as_str().unwrap_or_default().to_owned();
    let mut text = format!("--shape {}", text_of(request.shape.write()));
    let mut add_option = |option: &str, value: Option<String>| {
        if let Some(value) = value {
            // Writing to a string cannot fail.
            let _ = write!(text, " --{option} {value}");
        }
    };
    let flag = |set: bool| set.then(String::new);
    let span = |range: &RangeInclusive<usize>| format!("{}..{}", range.start(), range.end());
    let options = &question.request;
    add_option("bare", flag(options.bare));
    options.rules.0.iter().for_each(|rule| add_option("rule", Some(rule.clone())));
    request.drawn.iter().for_each(|drawn| add_option("draw", Some(drawn.to_string())));
    add_option("cages", request.cages.as_ref().map(span));
    add_option("full", flag(*full));
    add_option("grid", request.grid.as_ref().map(|grid| solution_text(request.shape, grid)));
    add_option("symmetry", (options.symmetry != none.symmetry).then(|| options.symmetry.to_string()));
    add_option("mask", request.cells.as_deref().map(|cells| mask_text(cells, request.shape)));
    add_option("clues", options.clues.map(|_| span(&request.clues)));
    add_option("minimal", (options.minimal != none.minimal).then(|| options.minimal.name().to_owned()));
    add_option("method", (options.method != none.method).then(|| options.method.name().to_owned()));
    if let Some(difficulty) = &request.difficulty {
        let hash = match &question.difficulty.scale {
            Some(AnyScale::Table { text, .. }) => format!(" ({:016x})", hash_after(NO_HASH, text.bytes())),
            _ => String::new(),
        };
        add_option("scale", Some(format!("{}{hash}", difficulty.scale.name())));
    }
    add_option("scale", request.logic.is_some().then(|| AnyScale::LOGIC.to_owned()));
    add_option("min", difficulty.min.as_ref().map(|min| min.0.clone()));
    add_option("max", difficulty.max.as_ref().map(|max| max.0.clone()));
    add_option("level", difficulty.level.map(|levels| text_of(levels.write())));
    add_option("hardest", difficulty.hardest.map(|technique| technique.slug().to_owned()));
    add_option("tries", limits.tries.map(|tries| tries.to_string()));
    add_option("time", limits.time.map(|time| format!("{}s", time.as_secs_f64())));
    let rate: Vec<String> = columns.rate.iter().map(|name| name.scale().name().to_owned()).collect();
    add_option("rate", (!rate.is_empty()).then(|| rate.join(",")));
    add_option("key", flag(columns.key));
    add_option("dedupe", flag(columns.dedupe));
    add_option("split", split.map(|share| share.to_string()));
    add_option("format", Some(format.name().to_owned()));
    format!("{} (arcdoku {})", text.replace("  ", " ").trim_end(), env!("CARGO_PKG_VERSION"))
}

fn mask_text(cells: &[Cell], shape: Shape) -> String {
    let mut marks = vec!['.'; shape.cells()];
    for cell in cells {
        marks[cell.index()] = 'x';
    }
    marks.into_iter().collect()
}

/// Reads a mask: one character per cell, with `.`, `0`, `-` or `_` for cells without a clue.
///
/// # Errors
/// If its number of cells differs from the shape.
fn mask_cells(text: &str, shape: Shape) -> Result<Vec<Cell>, Error> {
    let marks: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    if marks.len() != shape.cells() {
        let (found, expected) = (marks.len(), shape.cells());
        return Err(Error::usage(format!(
            "--mask: found {found} cells, expected {expected}, or a file with them"
        )));
    }
    let has_clue = |cell: &usize| !matches!(marks[*cell], '.' | '0' | '-' | '_');
    Ok((0..marks.len()).filter(has_clue).map(Cell::new).collect())
}

/// Reads a full grid, in any notation.
///
/// # Errors
/// If it cannot be read, or is not full.
fn full_grid(text: &str, shape: Shape) -> Result<Solution, Error> {
    let options = ReadOptions { shape: Some(shape), ..ReadOptions::default() };
    let record = parse_one(text, &options).map_err(|error| Error::usage(format!("--grid: {error}")))?;
    let digits: Option<Vec<_>> = record.puzzle.givens().iter().copied().collect();
    let digits = digits.ok_or_else(|| {
        let (found, expected) = (record.puzzle.clues(), shape.cells());
        Error::usage(format!("--grid: found {found} digits, expected a full grid of {expected}"))
    })?;
    Ok(Solution::new(digits))
}
