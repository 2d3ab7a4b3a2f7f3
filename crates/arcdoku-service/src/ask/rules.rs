//! The table of rules: text, meaning and picture of each kind.

use std::fmt::Write as _;

use arcdoku::grid::Shape;
use arcdoku::puzzle::{Puzzle, Rule, RuleKind};
use arcdoku_wire::{RuleRow, VERSION};

use crate::draw::{Overlay, families, puzzle_svg};
use crate::text::{HEAD, json_line, paint};

/// The kinds of rules, by family.
pub fn rows() -> impl Iterator<Item = RuleRow> {
    families().flat_map(|(family, kinds)| kinds.into_iter().map(move |kind| row(family, kind)))
}

fn row(family: &str, kind: &RuleKind) -> RuleRow {
    RuleRow {
        version: VERSION,
        name: kind.name.to_owned(),
        family: family.to_owned(),
        example: kind.example.to_owned(),
        summary: kind.summary.to_owned(),
        style: kind.style.to_owned(),
    }
}

/// The kinds as text, or as JSON lines.
pub fn list(json: bool, colored: bool) -> String {
    let mut text = String::new();
    if json {
        rows().for_each(|row| json_line(&row, &mut text));
        return text;
    }
    for (family, kinds) in families() {
        let gap = if text.is_empty() { "" } else { "\n" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{gap}{}", paint(colored, HEAD, family));
        for kind in kinds {
            let _ = writeln!(text, "  {}\n      {}", kind.example, kind.summary);
        }
    }
    text
}

/// One kind as text.
pub fn one(kind: &RuleKind, colored: bool) -> String {
    let family = families().find(|(_, kinds)| kinds.contains(&kind)).map_or("", |(family, _)| family);
    format!(
        "{}\n\n{}\n\nFamily: {family}\nExample: {}\n",
        paint(colored, HEAD, kind.name),
        kind.summary,
        kind.example
    )
}

/// The example of a kind on the smallest board on which it can be satisfied.
fn example(kind: &RuleKind) -> Option<Puzzle> {
    let square = Shape::boxes(2, 2)?;
    let shapes = match kind.name {
        "doppelganger" | "schroedinger" => vec![square.with_values(0, 5)?],
        "dutch-flatmates" => vec![Shape::latin(5)?],
        "regions" => vec![Shape::latin(4)?],
        "grid" | "void" => vec![Shape::latin(6)?],
        _ => vec![square, Shape::boxes(2, 3)?, Shape::CLASSIC],
    };
    let extra = kind.example.split(' ').filter_map(|word| word.strip_prefix('v')?.parse().ok()).max();
    let rule: Rule = kind.example.parse().ok()?;
    let fits =
        |shape: Shape| Puzzle::new(shape.with_extra(extra.unwrap_or(0))?).try_with_rule(rule.clone()).ok();
    shapes.into_iter().find_map(fits)
}

/// The example of a kind as SVG, with its meaning if `legend` is set.
pub fn picture(kind: &RuleKind, legend: bool) -> Option<String> {
    let side = if legend { Overlay::default().side } else { 36.0 };
    Some(puzzle_svg(&example(kind)?, &Overlay { legend, side, ..Overlay::default() }))
}

/// Whether the picture of a kind shows more than an empty grid.
fn is_drawn(kind: &RuleKind) -> bool {
    !["house", "everywhere", "logic"].contains(&kind.style)
}

/// How rules are written as text.
pub const SYNTAX: &str = "\
NAME, NAME WORDS or NAME WORDS: CELLS / CELLS; what a rule needs is in its example.

Cells       r1c2, or v3 for an extra cell; several: r1-3c4, v1-81, r9-1c5 upwards
Numbers     values, sums and counts; these may be left out: difference 1, ratio 2, whisper 5,
            lockout 4, modular 3, global-modular 3, strict-difference 1, strict-ratio 2
Conditions  of pairs, all-pairs, where, count-where: = != < <= > >= + - * / % |a-b| and or not,
            with the values a and b, the least and greatest value lo and hi, their number n,
            third(a) and half(a); of windows, all-classes, sum-of: expressions of these
Tables      pairs table 1c 18 10 0 0: for each value a, from the least on, a hexadecimal mask of
            the values b, the least in the last bit
Sums        sum = 10, with = != < <= > or >=; cells with factors: 2*r1c1 -r1c2
Counts      count VALUES = NUMBER, distinct = NUMBER; look-and-say 23 05: two 3s, no 5
Automata    a word for each state, numbered from 0: ^ if it is a start, * if it accepts, then
            where values lead: ^1-3+7>2,8>0 and />1 for a break between lists
Regex       1 to 9, A for 10 and so on, . [1-3] [^2] (a|b) * + ? {2,3}
Ranks       full-rank 5 any: at any place among equal ones
Areas       connected VALUES width COLUMNS size CELLS; width is for extra cells, size optional
Rules       in brackets for or, and, not: or [cage 5: r1c1 r1c2] [not [odd: r1c1]]
";

/// The files of the documentation by name: the page and the pictures.
pub fn files() -> Vec<(String, String)> {
    let mut page = "# Rules\n\nMade by `arcdoku rules --docs docs`: the rules of the table, each with its picture, its text and its \
         meaning. The texts are those of `--rule`, of the list `rules` in JSON, and of the page's editor; the examples are of \
         the smallest grids that they fit. `arcdoku rules NAME --svg` draws the picture of a rule, `arcdoku convert --to svg` a puzzle with its \
         rules.\n\nIn texts, `r1c2` is row 1, column 2, and `v1` is the first of the extra cells (`--extra-cells`). Lists of \
         cells are separated by ` / `.\n"
        .to_owned();
    let _ = write!(page, "\n## Texts\n\n```text\n{SYNTAX}```\n");
    let mut files = Vec::new();
    for (family, kinds) in families() {
        let _ = writeln!(page, "\n## {family}\n\n| Picture | Text | Meaning |\n|---|---|---|");
        for kind in kinds {
            let picture = picture(kind, false).filter(|_| is_drawn(kind));
            let shown = match &picture {
                Some(_) => format!("![{0}](rules/{0}.svg)", kind.name),
                None => String::new(),
            };
            let text = kind.example.replace('|', "\\|");
            let _ = writeln!(page, "| {shown} | `{text}` | {} |", kind.summary.replace('|', "\\|"));
            files.extend(picture.map(|svg| (format!("rules/{}.svg", kind.name), svg)));
        }
    }
    files.insert(0, ("rules.md".to_owned(), page));
    files
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_kind_is_in_one_family_and_drawn() {
        assert_eq!(rows().count(), Rule::kinds().len());
        for kind in Rule::kinds() {
            let svg = picture(kind, true).unwrap_or_else(|| panic!("{kind:?} has no picture"));
            assert!(svg.contains(kind.name) || kind.style == "house", "{kind:?}");
        }
    }

    #[test]
    fn the_committed_documentation_is_up_to_date() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let hint = "run `arcdoku rules --docs docs`, and remove what it does not write";
        let files = files();
        let mut known: Vec<String> = std::fs::read_dir(directory.join("rules"))
            .unwrap()
            .map(|entry| format!("rules/{}", entry.unwrap().file_name().into_string().unwrap()))
            .collect();
        known.push("rules.md".to_owned());
        known.sort();
        let mut names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
        names.sort();
        assert_eq!(known, names, "{hint}");
        for (name, text) in files {
            assert!(std::fs::read_to_string(directory.join(&name)).unwrap() == text, "{name}: {hint}");
            assert!(name == "rules.md" || text.len() < 6 << 10, "{name}: {} bytes", text.len());
        }
    }
}
