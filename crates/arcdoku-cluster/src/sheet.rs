//! Recipes: SQL with marks in comments.
//!
//! ```text
//! -- Sentences about the recipe.
//! -- param count = 1000: number of puzzles
//! -- table input: a column `puzzle`
//! -- step made over 0..{count} by 100
//! SELECT ...
//! -- repeat 10 while found
//! -- step found
//! SELECT ...
//! -- end
//! -- card Levels
//! SELECT ...
//! ```
//!
//! `-- param request without shape rule = : ...` rejects values in which a part begins with one of these words. The
//! name of a step is also the name of its table. It is unique, except that a step of the rounds may add to an earlier step
//! with the same name.
//!
//! These names in braces are replaced: parameters; `{from}` and `{to}` of a part; for earlier steps, `{made.rows}`,
//! `{made_last.rows}` (of the last round), and `{made.parts}`, the number of parts with `{part}` rows each.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::Done;

/// The recipes of this program.
pub(crate) const RECIPES: &[(&str, &str)] = &[
    ("dataset", include_str!("../recipes/dataset.sql")),
    ("rate", include_str!("../recipes/rate.sql")),
    ("vicinity", include_str!("../recipes/vicinity.sql")),
    ("census", include_str!("../recipes/census.sql")),
    ("audit", include_str!("../recipes/audit.sql")),
];

/// A recipe.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    /// A description.
    pub(crate) about: String,
    pub(crate) parameters: Vec<Parameter>,
    /// The tables that it reads, each with a description.
    pub(crate) tables: Vec<(String, String)>,
    pub(crate) stages: Vec<Stage>,
    /// Queries whose results are shown in the data card, with titles.
    pub(crate) cards: Vec<(String, String)>,
}

#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) default: String,
    pub(crate) meaning: String,
    /// Words with which no part of the value may begin. Semicolons separate parts.
    pub(crate) without: Vec<String>,
}

/// Steps that run once or in rounds.
#[derive(Debug)]
pub(crate) enum Stage {
    Once(Step),
    /// At most this number of rounds, as long as the last round of a step has rows.
    Rounds {
        most: String,
        step: String,
        steps: Vec<Step>,
    },
}

impl Stage {
    /// The steps of the stage.
    pub(crate) fn steps(&self) -> &[Step] {
        match self {
            Self::Once(step) => std::slice::from_ref(step),
            Self::Rounds { steps, .. } => steps,
        }
    }
}

/// A query whose rows are kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Step {
    pub(crate) name: String,
    /// Whether its rows are removed at the end of the job.
    pub(crate) is_scratch: bool,
    /// The range of numbers that is divided into parts: from, to, size of a part.
    pub(crate) over: Option<[String; 3]>,
    pub(crate) sql: String,
}

/// The owner of the lines after a mark.
enum Place {
    Head,
    Step(Step),
    Card(String, String),
}

impl Sheet {
    /// Reads a recipe.
    ///
    /// # Errors
    /// If a mark cannot be read. The message has the line.
    pub(crate) fn read(text: &str) -> Done<Self> {
        let mut sheet = Self::default();
        let mut place = Place::Head;
        let mut rounds: Option<(String, String, Vec<Step>)> = None;
        // Names of steps outside and inside rounds.
        let (mut outside, mut inside) = (BTreeSet::new(), BTreeSet::new());
        for (number, line) in (1_usize..).zip(text.lines().map(Some).chain([None])) {
            let wrong =
                |expected: &str| format!("line {number}: {}: expected {expected}", line.unwrap_or_default());
            let mark = line.and_then(mark);
            if let (Some(text), None) = (line, mark) {
                match &mut place {
                    Place::Head => sheet.about += &format!("{}\n", text.trim_start_matches("--").trim()),
                    Place::Step(step) => step.sql += &format!("{text}\n"),
                    Place::Card(_, sql) => *sql += &format!("{text}\n"),
                }
                continue;
            }
            // The text of a mark ends at the next mark, or at the end of the recipe.
            match std::mem::replace(&mut place, Place::Head) {
                Place::Head => {}
                Place::Card(title, sql) => sheet.cards.push((title, sql)),
                Place::Step(step) => match &mut rounds {
                    Some((_, _, steps)) => steps.push(step),
                    None => sheet.stages.push(Stage::Once(step)),
                },
            }
            let Some((word, rest)) = mark else { break };
            match word {
                "param" => {
                    let parameter = parameter(rest).ok_or_else(|| wrong("NAME = DEFAULT: meaning"))?;
                    sheet.parameters.push(parameter);
                }
                "table" => {
                    let (name, meaning) = rest.split_once(':').ok_or_else(|| wrong("NAME: meaning"))?;
                    sheet.tables.push((name.trim().to_owned(), meaning.trim().to_owned()));
                }
                "step" => {
                    let step = step(rest).ok_or_else(|| wrong("NAME [scratch] [over A..B by N]"))?;
                    let names = if rounds.is_some() { &mut inside } else { &mut outside };
                    let is_table = sheet.tables.iter().any(|(table, _)| *table == step.name);
                    if is_table || !names.insert(step.name.clone()) {
                        return Err(wrong("a name that no other step or table has").into());
                    }
                    place = Place::Step(step);
                }
                "card" => place = Place::Card(rest.to_owned(), String::new()),
                "repeat" => {
                    if rounds.is_some() {
                        return Err(wrong("end before repeat").into());
                    }
                    let (most, step) = rest.split_once(" while ").ok_or_else(|| wrong("N while STEP"))?;
                    rounds = Some((most.trim().to_owned(), step.trim().to_owned(), Vec::new()));
                }
                // The end of rounds.
                _ => {
                    let (most, step, steps) = rounds.take().ok_or_else(|| wrong("repeat before end"))?;
                    if !outside.contains(&step) && !inside.contains(&step) {
                        return Err(format!("repeat {most} while {step}: there is no such step").into());
                    }
                    sheet.stages.push(Stage::Rounds { most, step, steps });
                }
            }
        }
        if rounds.is_some() {
            return Err("repeat without end".into());
        }
        sheet.about.truncate(sheet.about.trim_end().len());
        Ok(sheet)
    }

    /// Values of all parameters.
    ///
    /// # Errors
    /// If the recipe does not have a parameter, or a value is not a number although the default is.
    pub(crate) fn values(&self, given: &[String]) -> Done<BTreeMap<String, String>> {
        let mut values: BTreeMap<String, String> =
            self.parameters.iter().map(|one| (one.name.clone(), one.default.clone())).collect();
        for text in given {
            let (name, value) = crate::session::pair("parameter", text)?;
            let known = self.parameters.iter().find(|one| one.name == name).ok_or_else(|| {
                let names: Vec<&str> = self.parameters.iter().map(|one| one.name.as_str()).collect();
                format!("parameter {name}: expected one of {}", names.join(", "))
            })?;
            let is_number = value.parse::<f64>().is_ok_and(f64::is_finite);
            if known.default.parse::<f64>().is_ok() && !is_number {
                return Err(format!("{name}={value}: expected a number such as {}", known.default).into());
            }
            let mut words = value.split(';').filter_map(|part| part.split_whitespace().next());
            if let Some(word) = words.find(|word| known.without.iter().any(|one| one == word)) {
                let none = known.without.join(", ");
                return Err(format!("{name}={value}: found {word}, expected none of {none}").into());
            }
            // In SQL, 1e6 is not a whole number.
            let number = known.default.parse::<u64>().ok().and_then(|_| whole(value));
            values.insert(
                name.to_owned(),
                number.map_or_else(|| value.to_owned(), |number| number.to_string()),
            );
        }
        Ok(values)
    }

    /// The help text of the recipe: description, parameters, tables.
    pub(crate) fn help(&self, name: &str) -> String {
        let mut text = format!("{name}\n");
        for line in self.about.lines() {
            let _ = writeln!(text, "  {line}");
        }
        for (table, meaning) in &self.tables {
            let _ = writeln!(text, "    --table {table}=PATH  {meaning}");
        }
        for Parameter { name, default, meaning, .. } in &self.parameters {
            let _ = writeln!(text, "    {name}={default}  {meaning}");
        }
        text
    }
}

/// The word and the rest of a line that is a mark.
fn mark(line: &str) -> Option<(&str, &str)> {
    let mark = line.strip_prefix("-- ")?;
    let (word, rest) = mark.split_once(' ').unwrap_or((mark, ""));
    let is_mark = ["param", "table", "step", "repeat", "end", "card"].contains(&word);
    is_mark.then_some((word, rest.trim()))
}

/// Reads `NAME [without WORD..] = DEFAULT: meaning`.
fn parameter(text: &str) -> Option<Parameter> {
    let (name, rest) = text.split_once('=')?;
    let (default, meaning) = rest.split_once(':')?;
    let (name, without) = name.split_once(" without ").unwrap_or((name, ""));
    let [name, default, meaning] = [name, default, meaning].map(|text| text.trim().to_owned());
    Some(Parameter {
        name,
        default,
        meaning,
        without: without.split_whitespace().map(str::to_owned).collect(),
    })
}

/// Reads a whole number, such as 1000000 or 1e6.
pub(crate) fn whole(text: &str) -> Option<u64> {
    /// `f64` represents every whole number up to this one exactly.
    const EXACT: f64 = (1_u64 << 53) as f64;
    text.parse().ok().or_else(|| {
        let number = text.parse::<f64>().ok()?;
        ((0.0..EXACT).contains(&number) && number.fract() == 0.0).then_some(number as u64)
    })
}

/// Reads `NAME [scratch] [over A..B by N]`.
fn step(text: &str) -> Option<Step> {
    let (head, over) = match text.split_once(" over ") {
        None => (text, None),
        Some((head, over)) => {
            let (range, by) = over.split_once(" by ")?;
            let (from, to) = range.split_once("..")?;
            (head, Some([from, to, by].map(|text| text.trim().to_owned())))
        }
    };
    let (name, is_scratch) = match head.trim().split_once(' ') {
        None => (head.trim(), false),
        Some((name, "scratch")) => (name, true),
        Some(_) => return None,
    };
    let is_name =
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    is_name.then(|| Step { name: name.to_owned(), is_scratch, over, sql: String::new() })
}

/// Replaces names in braces by their values. Quotes in a value are doubled, because recipes have texts in quotes.
///
/// # Errors
/// If a name has no value.
pub(crate) fn fill(text: &str, values: &BTreeMap<String, String>) -> Done<String> {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').ok_or("a brace is not closed")?;
        let value = values.get(name).ok_or_else(|| {
            let known: Vec<&str> = values.keys().map(String::as_str).collect();
            format!("{{{name}}}: expected one of {}", known.join(", "))
        })?;
        filled += before;
        filled += &value.replace('\'', "''");
        rest = after;
    }
    Ok(filled + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_can_be_read() {
        for (name, text) in RECIPES {
            let sheet = Sheet::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!sheet.about.is_empty() && !sheet.stages.is_empty(), "{name}");
            assert!(sheet.help(name).contains(name));
        }
    }

    #[test]
    fn marks_make_stages() {
        let text = "-- Shows\n-- what.\n-- param n = 3: a number\n-- table input: rows\n-- step a scratch over 0..{n} by 2\n\
                    SELECT 1\n-- repeat 9 while b\n-- step b\nSELECT 2 -- two\n-- end\n-- card All rows\nSELECT 3\n";
        let sheet = Sheet::read(text).unwrap();
        assert_eq!((sheet.about.as_str(), sheet.tables.len()), ("Shows\nwhat.", 1));
        let Stage::Once(step) = &sheet.stages[0] else { panic!("a step") };
        assert_eq!((step.name.as_str(), step.is_scratch, step.sql.trim()), ("a", true, "SELECT 1"));
        assert_eq!(step.over, Some(["0", "{n}", "2"].map(str::to_owned)));
        let Stage::Rounds { most, step, steps } = &sheet.stages[1] else { panic!("rounds") };
        assert_eq!((most.as_str(), step.as_str(), steps.len()), ("9", "b", 1));
        assert_eq!(sheet.cards, [("All rows".to_owned(), "SELECT 3\n".to_owned())]);
        let wrong = Sheet::read("-- param n 3\n").unwrap_err().to_string();
        assert_eq!(wrong, "line 1: -- param n 3: expected NAME = DEFAULT: meaning");
    }

    #[test]
    fn mistakes_are_reported() {
        for (text, expected) in [
            (
                "-- step a\n-- repeat 2 while a\n-- step b\n-- repeat 3 while b\n",
                "expected end before repeat",
            ),
            ("-- step a\n-- step a\n", "line 2: -- step a: expected a name that no other step or table has"),
            ("-- table a: rows\n-- step a\n", "line 2: -- step a: expected a name that no other"),
            ("-- step a\n-- repeat 2 while c\n-- step b\n-- end\n", "while c: there is no such step"),
            ("-- step a\n-- repeat 2 while a\n-- step b\n", "repeat without end"),
            ("-- end\n", "expected repeat before end"),
        ] {
            let error = Sheet::read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        // Comments that are not marks do not end a step.
        let sheet = Sheet::read("-- step a\nSELECT 1\n-- over all\n, 2\n-- step b\nSELECT 3\n").unwrap();
        let [Stage::Once(step), Stage::Once(_)] = sheet.stages.as_slice() else { panic!("two steps") };
        assert_eq!(step.sql, "SELECT 1\n-- over all\n, 2\n");
    }

    #[test]
    fn numbers_are_whole() {
        for (text, number) in [("0", 0), ("1e6", 1_000_000), ("7.0", 7), ("18446744073709551615", u64::MAX)] {
            assert_eq!(whole(text), Some(number), "{text}");
        }
        for text in ["-5", "nan", "inf", "1e300", "0.5", "9007199254740992.0", "many", ""] {
            assert_eq!(whole(text), None, "{text}");
        }
    }

    #[test]
    fn values_are_checked() {
        let sheet = Sheet::read(
            "-- A.\n-- param n = 3: a\n-- param w without shape = clues 24: b\n-- step a\nSELECT 1\n",
        )
        .unwrap();
        let values = sheet.values(&["n=5".to_owned(), "w=it's".to_owned()]).unwrap();
        assert_eq!(fill("{n} '{w}'", &values).unwrap(), "5 'it''s'");
        assert!(fill("{x}", &values).is_err());
        assert_eq!(sheet.values(&["n=1e6".to_owned()]).unwrap()["n"], "1000000");
        let error = sheet.values(&["w=clues 24; shape 2x2".to_owned()]).unwrap_err().to_string();
        assert_eq!(error, "w=clues 24; shape 2x2: found shape, expected none of shape");
        assert!(sheet.values(&["n=nan".to_owned()]).is_err());
        assert!(sheet.values(&["n=many".to_owned()]).unwrap_err().to_string().contains("expected a number"));
        assert!(sheet.values(&["m=1".to_owned()]).unwrap_err().to_string().contains("expected one of n, w"));
    }
}
