//! Requests for puzzles as text: `clues 22..26; symmetry half-turn; scale se; min 7.1`.

use std::ops::RangeInclusive;

use arcdoku::Shape;
use arcdoku::deduction::Technique;
use arcdoku::generate::{Difficulty, LARGEST_CAGE, LogicDifficulty, Method, Minimality, PuzzleRequest};
use arcdoku::puzzle::Rule;
use arcdoku::rate::{Form, Level, Scale};

/// The scale of puzzles with rules and of other shapes.
const LOGIC: &str = "logic";

/// The parts of a request, with an example of each.
pub(crate) const PARTS: &[(&str, &str)] = &[
    ("shape", "2x3"),
    ("rule", "diagonals"),
    ("draw", "kropki"),
    ("cages", "2..5"),
    ("symmetry", "half-turn"),
    ("clues", "22..26"),
    ("minimal", "clues"),
    ("method", "controlled-bias"),
    ("scale", "se"),
    ("min", "7.1"),
    ("max", "8.3"),
    ("level", "hard..unfair"),
    ("hardest", "x-wing"),
];

/// A shape: boxes of R rows and C columns, or the number of digits.
pub(crate) fn shape(text: &str) -> Result<Shape, String> {
    Shape::plain(text)
        .ok_or_else(|| format!("shape {text}: expected boxes such as 2x3, or a number of digits"))
}

/// Reads a request. Parts are separated by semicolons; each is a name and a value.
///
/// # Errors
/// If a part is unknown, has an invalid value, is repeated although it has one value, or does not apply to puzzles
/// with the other parts.
pub(crate) fn read(text: &str) -> Result<PuzzleRequest, String> {
    let parts: Vec<(&str, &str)> = text
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(|part| {
            let (name, value) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
            (name, value.trim())
        })
        .collect();
    if let Some((name, _)) = parts.iter().find(|(name, _)| PARTS.iter().all(|(known, _)| known != name)) {
        let known: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
        return Err(format!("{name}: expected one of {}", known.join(", ")));
    }
    if let Some((name, text)) = parts.iter().find(|(_, text)| text.is_empty()) {
        return Err(wrong(name, text));
    }
    let is_list = |name: &str| matches!(name, "rule" | "draw");
    let is_repeated = |at: usize| parts[..at].iter().any(|earlier| earlier.0 == parts[at].0);
    if let Some(at) = (0..parts.len()).find(|&at| !is_list(parts[at].0) && is_repeated(at)) {
        return Err(format!("{}: given twice", parts[at].0));
    }
    let value = |name: &str| parts.iter().find(|part| part.0 == name).map(|part| part.1);
    let all = |name: &'static str| parts.iter().filter(move |part| part.0 == name).map(|part| part.1);

    let shape = value("shape").map_or(Ok(Shape::CLASSIC), shape)?;
    let mut request = PuzzleRequest::of(shape);
    for text in all("rule") {
        request =
            request.with_rule(Rule::parse(text, shape).map_err(|error| format!("rule {text}: {error}"))?);
    }
    for text in all("draw") {
        request = request.with_drawn(text.parse().map_err(|error| format!("draw {text}: {error}"))?);
    }
    if let Some(text) = value("cages") {
        let largest = shape.digits().min(LARGEST_CAGE);
        request = request.with_cages(range(text, 1..=largest).ok_or_else(|| wrong("cages", text))?);
    }
    if let Some(text) = value("symmetry") {
        request = request.with_symmetry(text.parse().map_err(|error| format!("symmetry {text}: {error}"))?);
    }
    if let Some(text) = value("clues") {
        request = request.with_clues(range(text, 0..=shape.cells()).ok_or_else(|| wrong("clues", text))?);
    }
    request = request.with_minimality(match value("minimal") {
        None | Some("orbits") => Minimality::Orbits,
        Some("clues") => Minimality::Clues,
        Some("any") => Minimality::Any,
        Some(text) => return Err(format!("minimal {text}: expected orbits, clues or any")),
    });
    request = request.with_method(match value("method") {
        None | Some("top-down") => Method::TopDown,
        Some("controlled-bias") => Method::ControlledBias,
        Some(text) => return Err(format!("method {text}: expected top-down or controlled-bias")),
    });
    let is_rated = ["scale", "min", "max", "level", "hardest"].iter().any(|name| value(name).is_some());
    if !is_rated {
        return Ok(request);
    }
    let hardness = |form: Form| -> Result<RangeInclusive<u32>, String> {
        let read = |name: &str, open: u32| match value(name) {
            None => Ok(open),
            Some(text) => form.read_hardness(text).ok_or_else(|| wrong(name, text)),
        };
        Ok(read("min", 0)?..=read("max", u32::MAX)?)
    };
    let is_ruled = shape != Shape::CLASSIC || !request.is_plain();
    if is_ruled {
        if let Some(name) = value("scale").filter(|name| *name != LOGIC) {
            return Err(format!("scale {name}: expected {LOGIC} for puzzles with rules or of other shapes"));
        }
        for name in ["level", "hardest"] {
            if let Some(text) = value(name) {
                return Err(format!("{name} {text}: only for 9x9 puzzles without rules"));
            }
        }
        return Ok(request.with_logic(LogicDifficulty::within(hardness(Form::Explainer)?)));
    }
    let name = value("scale").unwrap_or("hodoku");
    let scale = Scale::by_name(name).ok_or_else(|| {
        let known: Vec<&str> = Scale::ALL.iter().map(|row| row.name).collect();
        format!("scale {name}: expected one of {}", known.join(", "))
    })?;
    let range = hardness(scale.form())?;
    let levels = value("level").map(levels).transpose()?;
    let hardest = value("hardest")
        .map(|slug| Technique::by_name(slug).ok_or_else(|| wrong("hardest", slug)))
        .transpose()?;
    Ok(request.with_difficulty(
        Difficulty::on(scale).with_hardness(range).with_levels(levels).with_hardest(hardest),
    ))
}

fn wrong(name: &str, text: &str) -> String {
    let example = PARTS.iter().find(|part| part.0 == name).map_or("", |part| part.1);
    let part = format!("{name} {text}");
    format!("{}: expected a value such as {example}", part.trim_end())
}

/// Both ends of `2..5` or `2..=5`. A missing end is empty, and a single value is both ends. `None` if both are empty.
fn ends(text: &str) -> Option<(&str, &str)> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let (least, most) = (least.trim(), most.strip_prefix('=').unwrap_or(most).trim());
    if least.is_empty() && most.is_empty() { None } else { Some((least, most)) }
}

/// Reads a range: `3`, `2..5`, `2..=5`, `..4`, `2..`.
fn range(text: &str, open: RangeInclusive<usize>) -> Option<RangeInclusive<usize>> {
    let number = |text: &str, open: usize| if text.is_empty() { Some(open) } else { text.parse().ok() };
    let (least, most) = ends(text)?;
    Some(number(least, *open.start())?..=number(most, *open.end())?)
}

/// Reads a range of levels: `hard`, `medium..hard`, `..medium`, `unfair..`.
fn levels(text: &str) -> Result<RangeInclusive<Level>, String> {
    let unfit = || {
        let names = Level::ALL.map(|level| level.name().to_ascii_lowercase()).join(", ");
        format!("level {text}: expected one of {names}, or a range such as medium..hard")
    };
    let level = |text: &str, open: Level| match text {
        "" => Ok(open),
        _ => Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(text)).ok_or_else(unfit),
    };
    let (least, most) = ends(text).ok_or_else(unfit)?;
    Ok(level(least, Level::Easy)?..=level(most, Level::Extreme)?)
}
