//! `arcdoku techniques`: the registry, and a page for each technique.

mod example;
mod page;

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::Context as _;
use arcdoku::human::Technique;
use arcdoku::human::explain::Narrator;
use arcdoku::human::rate::Profile;
use arcdoku_wire::{TechniqueRow, VERSION};

use crate::cli::{self, ListFormat, TechniqueList, family_name};
use crate::output::table::Table;
use crate::output::{self, Row};
use crate::status::Status;

pub(crate) fn run(options: &TechniqueList) -> anyhow::Result<Status> {
    let profile = cli::profile(&options.scale)?;
    let narrator = Narrator::new(options.tell.language, options.tell.coordinates);
    if let Some(directory) = &options.docs {
        std::fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
        for (name, text) in page::files(&profile, &narrator) {
            let path = directory.join(name);
            std::fs::write(&path, text).with_context(|| path.display().to_string())?;
        }
        return Ok(Status::Fine);
    }
    let text = match options.name {
        Some(technique) => page::text(technique, &profile, &narrator),
        None => list(options.format, &profile, &narrator)?,
    };
    let mut out = output::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Status::Fine)
}

fn list(format: ListFormat, profile: &Profile, narrator: &Narrator) -> anyhow::Result<String> {
    let rows = Technique::ALL.iter().map(|&technique| row(technique, profile, narrator));
    let mut text = String::new();
    match format {
        ListFormat::Json => {
            for row in rows {
                writeln!(text, "{}", serde_json::to_string(&row)?)?;
            }
        }
        ListFormat::Tsv => {
            let mut line = Row::new('\t');
            line.fields(HEADER);
            line.end(&mut text);
            for row in rows {
                let mut line = Row::new('\t');
                line.fields(columns(row));
                line.end(&mut text);
            }
        }
        ListFormat::Text => {
            let mut table = Table::new(&HEADER, &[0, 1, 2, 3, 5, 6]);
            rows.for_each(|row| table.row(columns(row).to_vec()));
            text = table.text(output::is_colored());
        }
    }
    Ok(text)
}

const HEADER: [&str; 7] = ["name", "title", "family", "level", "score", "single", "code"];

fn columns(row: TechniqueRow) -> [String; 7] {
    let or = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let single = if row.assumes_single { "yes" } else { "no" }.to_owned();
    let score = or(row.score.map(|score| score.to_string()));
    [row.name, row.title, row.family, or(row.level), score, single, or(row.code)]
}

fn row(technique: Technique, profile: &Profile, narrator: &Narrator) -> TechniqueRow {
    let entry = profile.entry(technique);
    TechniqueRow {
        version: VERSION,
        name: technique.slug().to_owned(),
        title: narrator.name(technique).to_owned(),
        family: family_name(technique.family()),
        definition: narrator.definition(technique).to_owned(),
        level: entry.map(|entry| narrator.level(entry.level).to_lowercase()),
        score: entry.map(|entry| entry.score),
        assumes_single: technique.family().assumes_proper(),
        code: (!technique.code().is_empty()).then(|| technique.code().to_owned()),
    }
}
