//! The registry of techniques, and a page for each.

mod example;
mod page;
pub(super) mod related;

use arcdoku::deduction::Technique;
use arcdoku::explain::Narrator;
use arcdoku::logic::{LogicRow, ROWS};
use arcdoku::rate::{Form, Profile, Scale, StepKind, Weight};
use arcdoku_wire::question::family_name;
use arcdoku_wire::{TechniqueRow, VERSION};

pub use self::page::{files, reply, text};
use super::ReplyFormat;
use crate::text::table::Table;
use crate::text::{Row, json_line};

/// All techniques, in the order of a scale.
pub fn rows(scale: &Scale, narrator: &Narrator) -> Vec<TechniqueRow> {
    match scale.profile() {
        Some(profile) => {
            Technique::ALL.iter().map(|&technique| row(technique, Some(profile), narrator)).collect()
        }
        None => scale.kinds().iter().map(|kind| rated(kind, narrator)).collect(),
    }
}

/// The techniques for puzzles with rules, on the scale `logic`.
pub fn rule_rows(narrator: &Narrator) -> Vec<TechniqueRow> {
    let row = |row: &LogicRow| TechniqueRow {
        version: VERSION,
        name: row.technique.slug().to_owned(),
        title: narrator.name(row.technique).to_owned(),
        family: LOGIC.to_owned(),
        definition: narrator.word(row.definition).to_owned(),
        rating: Some(row.least.into()),
        ..TechniqueRow::default()
    };
    ROWS.iter().map(row).collect()
}

/// The name of the scale for puzzles with rules.
pub const LOGIC: &str = "logic";

/// The text about a technique for puzzles with rules.
pub fn rule_text(row: &LogicRow, narrator: &Narrator) -> String {
    let (title, slug) = (narrator.name(row.technique), row.technique.slug());
    let (definition, scale) = (narrator.word(row.definition), narrator.word("Scale"));
    let least = narrator.at_least(&row.least.to_string());
    format!("{title} ({slug})\n\n{definition}\n\n{scale} {LOGIC}: {least}\n")
}

/// All techniques for puzzles with rules as text.
pub fn rule_list(format: ReplyFormat, narrator: &Narrator, colored: bool) -> String {
    let columns = |row: TechniqueRow| {
        let least = or_dash(row.rating.map(f64::from).map(|rating| format!("{rating:.1}")));
        [row.name, row.title, least, row.definition]
    };
    let header = ["name", "title", "least", "definition"];
    written(format, rule_rows(narrator), &header, &[0, 1, 3], columns, narrator, colored)
}

/// All techniques as text.
pub fn list(format: ReplyFormat, scale: &Scale, narrator: &Narrator, colored: bool) -> String {
    let rows = rows(scale, narrator);
    let (header, prose): (&[_; 7], &[_]) = match scale.form() {
        Form::Explainer => (&RATED, &[1, 2, 4, 5, 6]),
        Form::Score => (&HEADER, &[0, 1, 2, 3, 5, 6]),
    };
    let columns = |row: TechniqueRow| match scale.form() {
        Form::Explainer => rated_columns(row, narrator),
        Form::Score => columns(row, narrator),
    };
    written(format, rows, header, prose, columns, narrator, colored)
}

/// Rows as text.
fn written<const N: usize>(
    format: ReplyFormat,
    rows: Vec<TechniqueRow>,
    header: &[&'static str; N],
    prose: &[usize],
    columns: impl Fn(TechniqueRow) -> [String; N],
    narrator: &Narrator,
    colored: bool,
) -> String {
    let mut text = String::new();
    match format {
        ReplyFormat::Json => {
            for row in rows {
                json_line(&row, &mut text);
            }
        }
        ReplyFormat::Tsv => {
            let mut line = Row::new('\t');
            line.fields(header);
            line.end(&mut text);
            for row in rows {
                let mut line = Row::new('\t');
                line.fields(columns(row));
                line.end(&mut text);
            }
        }
        ReplyFormat::Text => {
            let mut table = Table::new(&header.map(|english| narrator.word(english)), prose);
            for row in rows {
                table.row(columns(row).to_vec());
            }
            text = table.text(colored);
        }
    }
    text
}

const HEADER: [&str; 7] = ["name", "title", "family", "level", "score", "single", "code"];

/// The header for scales that rate kinds of steps.
const RATED: [&str; 7] = ["row", "name", "title", "rating", "single", "which", "adds"];

fn columns(row: TechniqueRow, narrator: &Narrator) -> [String; 7] {
    let score = or_dash(row.score.map(|score| score.to_string()));
    let single = yes(row.assumes_single, narrator);
    [row.name, row.title, row.family, or_dash(row.level), score, single, or_dash(row.code)]
}

fn rated_columns(row: TechniqueRow, narrator: &Narrator) -> [String; 7] {
    let place = or_dash(row.place.map(|place| place.to_string()));
    let rating = or_dash(row.rating.map(f64::from).map(|rating| format!("{rating:.1}")));
    let single = yes(row.assumes_single, narrator);
    [place, row.name, row.title, rating, single, or_dash(row.which), or_dash(row.adds)]
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

fn yes(is: bool, narrator: &Narrator) -> String {
    narrator.word(if is { "yes" } else { "no" }).to_owned()
}

fn row(technique: Technique, profile: Option<&Profile>, narrator: &Narrator) -> TechniqueRow {
    let entry = profile.and_then(|profile| profile.entry(technique));
    TechniqueRow {
        version: VERSION,
        name: technique.slug().to_owned(),
        title: narrator.name(technique).to_owned(),
        family: family_name(technique.family()),
        definition: narrator.definition(technique),
        level: entry.map(|entry| narrator.level(entry.level).to_lowercase()),
        score: entry.map(|entry| entry.score),
        assumes_single: technique.family().assumes_proper(),
        code: (!technique.code().is_empty()).then(|| technique.code().to_owned()),
        ..TechniqueRow::default()
    }
}

/// A row of a scale that rates kinds of steps.
fn rated(kind: &StepKind, narrator: &Narrator) -> TechniqueRow {
    let some = |text: &'static str| (!text.is_empty()).then(|| narrator.word(text).to_owned());
    let rating = match kind.weight {
        Weight::Tenths(tenths) => Some(tenths.into()),
        _ => None,
    };
    TechniqueRow {
        place: Some(kind.place as u32),
        rating,
        which: some(kind.which),
        adds: some(kind.adds),
        ..row(kind.technique, None, narrator)
    }
}

#[cfg(test)]
mod tests {
    use arcdoku::explain::{Coordinates, Language};

    use super::*;

    #[test]
    fn tables_are_translated() {
        let narrator = Narrator::new(Language::German, Coordinates::RowColumn);
        let kinds = Scale::explainer().kinds();
        let values = kinds.iter().flat_map(|kind| [kind.which, kind.adds]).filter(|text| !text.is_empty());
        for text in HEADER.into_iter().chain(RATED).chain(values) {
            assert_ne!(narrator.word(text), text);
        }
    }
}
