//! The meaning of the drawings of rules: a line for each group, below the board.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use arcdoku::puzzle::{Puzzle, Rule};

use super::canvas::{head, manner_class};
use super::part::Manner;
use super::{Drawn, Rules};
use crate::escape::escape;
use crate::sheet::{number, pair};
use crate::svg::{self, path, polyline, rect, text_at, wrapped};

/// Height of a line of text, and height of the space after an entry.
const LINE: f32 = 18.0;
const SPACE: f32 = 8.0;
/// The left edge of texts, next to samples.
const INDENT: f32 = 70.0;
/// The largest number of characters of words that are not on the board.
const LONGEST: usize = 110;
/// The largest number of rules of a kind that are described in words.
const MOST_LISTED: usize = 4;
/// The width of a character, on average.
const CHARACTER: f32 = 7.0;

/// The lines below a board.
pub(crate) struct Legend {
    entries: Vec<Entry>,
}

struct Entry {
    sample: Option<Manner>,
    tags: Vec<String>,
    /// The name of the rule, and its words that are not on the board.
    name: &'static str,
    words: String,
    meaning: String,
}

impl Entry {
    /// A line with only a text.
    fn of(meaning: String) -> Self {
        Self { sample: None, tags: Vec::new(), name: "", words: String::new(), meaning }
    }
}

impl Legend {
    pub(super) fn of(rules: &Rules<'_>) -> Self {
        let mut entries: Vec<Entry> = Vec::new();
        // The number of rules of each kind that are only described in words. A puzzle may have hundreds of them, so not
        // all are listed.
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (number, group) in rules.groups.iter().enumerate() {
            let Some(Drawn { part, .. }) = rules.drawn.iter().find(|drawn| drawn.group == number) else {
                continue;
            };
            let manner = part.manner();
            let (name, words) = (group.name, shortened(&group.text));
            let same = |entry: &&mut Entry| entry.name == name && entry.words == words;
            if let Some(same) = entries.iter_mut().find(same) {
                same.tags.extend(group.tag.clone());
                continue;
            }
            if manner.is_undrawn() {
                let count = counts.entry(name).or_default();
                *count += 1;
                if name == "group" || *count > MOST_LISTED {
                    continue;
                }
            }
            entries.push(Entry {
                sample: (!manner.is_undrawn()).then_some(manner),
                tags: group.tag.clone().into_iter().collect(),
                name,
                words,
                meaning: part.kind.summary.to_owned(),
            });
        }
        counts.remove("group");
        for (name, count) in counts.into_iter().filter(|(_, count)| *count > MOST_LISTED) {
            let more = count - MOST_LISTED;
            let meaning = format!("{more} more {} of this kind.", if more == 1 { "rule" } else { "rules" });
            entries.push(Entry { name, ..Entry::of(meaning) });
        }
        for (name, meaning) in unusual(rules.puzzle) {
            entries.push(Entry { name, ..Entry::of(meaning) });
        }
        Self { entries }
    }

    /// Adds a line with a text of the caller.
    pub(crate) fn add(&mut self, text: &str) {
        self.entries.push(Entry::of(text.to_owned()));
    }

    /// Removes all lines.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Draws the lines below `top`, with this width; returns their lower end.
    pub(crate) fn draw(&self, out: &mut String, mut top: f32, width: f32) -> f32 {
        let most = (((width - INDENT - 10.0) / CHARACTER) as usize).max(24);
        for entry in &self.entries {
            if let Some(manner) = &entry.sample {
                sample(out, manner, top + LINE / 2.0);
            }
            let mut heads = entry.tags.clone();
            heads.extend((!entry.name.is_empty()).then(|| entry.name.to_owned()));
            let name = match (heads.is_empty(), entry.words.is_empty()) {
                (true, _) => String::new(),
                (false, true) => format!("{}:", heads.join(" ")),
                (false, false) => heads.join(" "),
            };
            let start = match (name.is_empty(), entry.words.is_empty()) {
                (true, _) => String::new(),
                (false, true) => format!("{name} "),
                (false, false) => format!("{name} {}: ", entry.words),
            };
            for (line, text) in wrapped(&format!("{start}{}", entry.meaning), most).iter().enumerate() {
                let y = number(top + LINE * 0.72);
                let x = number(INDENT);
                // The name is bold.
                let bold = if line == 0 { name.as_str() } else { "" };
                let _ = match text.strip_prefix(bold) {
                    Some(rest) if !bold.is_empty() => writeln!(
                        out,
                        "<text class=\"legend\" x=\"{x}\" y=\"{y}\"><tspan class=\"head\">{}</tspan>{}</text>",
                        escape(bold),
                        escape(rest)
                    ),
                    _ => writeln!(out, "<text class=\"legend\" x=\"{x}\" y=\"{y}\">{}</text>", escape(text)),
                };
                top += LINE;
            }
            top += SPACE;
        }
        top
    }
}

/// Shortens long words, such as the words of an automaton, to their beginning.
fn shortened(words: &str) -> String {
    match words.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} ...", words[..end].trim_end()),
        None => words.to_owned(),
    }
}

/// The unusual properties of the grid.
fn unusual(puzzle: &Puzzle) -> Vec<(&'static str, String)> {
    let shape = puzzle.shape();
    let has = |wanted: &Rule| puzzle.rules().contains(wanted);
    let has_grids = puzzle.rules().iter().any(|rule| matches!(rule, Rule::Grid(_)));
    let mut lines = Vec::new();
    if shape.least() != 1 || shape.digits() != shape.rows().max(shape.columns()) {
        lines.push(("digits", format!("{} to {}.", shape.least(), shape.greatest())));
    }
    let rules = [
        (Rule::Rows, "rows", shape.digits() >= shape.columns()),
        (Rule::Columns, "columns", shape.digits() >= shape.rows()),
        (Rule::Boxes, "boxes", shape.has_boxes()),
    ];
    for (rule, name, could) in rules {
        if could && !has_grids && !has(&rule) {
            lines.push(("no rule", format!("Digits may repeat in {name}.")));
        }
    }
    lines
}

/// Draws a small sample of a manner, centered on a height.
fn sample(out: &mut String, manner: &Manner, y: f32) {
    let (left, right, middle) = (14.0, 58.0, 36.0);
    let line = polyline(&[(left, y), (right, y)]);
    let color = manner.color();
    let text = |class: &str, text: &str, x: f32| text_at(class, (x, y), text);
    let circle = |class: &str, radius: f32, x: f32| svg::circle(class, (x, y), radius);
    let frame = |class: &str| rect(class, (left, y - 8.0), (44.0, 16.0), 0);
    let label = || manner.label.unwrap_or_default().replace("{}", "n");
    let drawn = match manner.what {
        "line" => {
            let width = if manner.is("thick") { "wide-line" } else { "fine" };
            let (mut drawn, end) = (path(&format!("line {color} {width}"), &line), format!("end {color}"));
            if manner.is("diamond") {
                for x in [left, right] {
                    drawn += &path(&end, &format!("M{}l8 8l-8 8l-8 -8z", pair((x, y - 8.0))));
                }
            } else if manner.is("ends") || manner.is("first") {
                drawn += &circle(&end, 7.0, left);
                if manner.is("ends") {
                    drawn += &circle(&end, 7.0, right);
                }
            }
            drawn
        }
        "thermo" => {
            let class = if manner.is("thin") { "thermo slow" } else { "thermo" };
            format!("<g class=\"{class}\">{}<path d=\"{line}\"/></g>", circle("", 9.0, left + 4.0))
        }
        "arrow" => {
            let shaft = polyline(&[(left + 12.0, y), (right, y)]);
            let end = head((left, y), (right, y));
            let ring = circle("bulb", 8.0, left + 4.0);
            ring + &path("shaft", &(shaft + &end))
        }
        "cage" => {
            frame(if manner.is("dashed") { "cage open" } else { "cage" }) + &text("sum mid", &label(), middle)
        }
        "dot" => {
            let dot = circle(manner_class(manner), 7.0, middle);
            let class = if manner.is("black") { "on-black" } else { "on-white" };
            dot + &text(class, &label(), middle)
        }
        "letter" => text("letter", &label(), middle),
        "sign" => {
            let data = polyline(&[(middle - 4.5, y - 7.0), (middle + 4.5, y), (middle - 4.5, y + 7.0)]);
            path("sign", &data)
        }
        "corner" if manner.is("square") => {
            let dot = rect("dot white", (middle - 10.0, y - 10.0), (20.0, 20.0), 3);
            dot + &text("on-white", "n", middle)
        }
        "corner" => circle("dot white", 10.0, middle) + &text("on-white", "n", middle),
        "circle" => circle(if manner.is("gray") { "blob" } else { "bulb" }, 9.0, middle),
        "square" => rect("blob", (middle - 9.0, y - 9.0), (18.0, 18.0), 0),
        "arrows" => {
            let by = if manner.is("outward") { 6.0 } else { -6.0 };
            let side = |x: f32, by: f32| polyline(&[(x, y - 5.0), (x + by, y), (x, y + 5.0)]);
            let data = side(middle + 10.0, by) + &side(middle - 10.0, -by);
            path("sign", &data)
        }
        "diagonals" => {
            let data = polyline(&[(middle - 9.0, y - 9.0), (middle + 9.0, y + 9.0)]);
            let other = polyline(&[(middle - 9.0, y + 9.0), (middle + 9.0, y - 9.0)]);
            path("diagonal", &(data + &other))
        }
        "cell" if manner.is("gray") => frame("shade"),
        "outside" if manner.is("arrow") => {
            let shaft = polyline(&[(middle - 2.0, y), (middle + 14.0, y)]);
            let end = head((left, y), (middle + 14.0, y));
            text("clue", "n", middle - 12.0) + &path("tip", &(shaft + &end))
        }
        "outside" => text("clue", "n", middle),
        _ => {
            let class = if manner.is("shaded") { "shade" } else { "tint" };
            let filled = if manner.is("dashed") { String::new() } else { frame(&format!("{class} s0")) };
            filled + &frame("edge s0") + &text("sum mid", &label(), middle)
        }
    };
    svg::line(out, &drawn);
}
