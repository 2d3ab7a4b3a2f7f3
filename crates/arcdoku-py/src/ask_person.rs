//! Questions about how a person solves a puzzle: ratings, hints, steps, paths.

use std::sync::Arc;

use arcdoku::deduction::{Family, OptionError, Options as TechniqueOptions, Technique, Techniques};
use arcdoku::explain::{Coordinates, Grade, Language, Narrator};
use arcdoku::logic;
use arcdoku::rate::{Form, Scale};
use arcdoku::solve::Solver;
use arcdoku_service::ask::explain::{ExplainFormat, ExplainOptions, Explainer, StepNotation};
use arcdoku_service::ask::hint::{Helper, HintOptions};
use arcdoku_service::ask::rate::{Filter, Judge, RateOptions, hardness};
use arcdoku_service::ask::steps::{self, StepsOptions};
use arcdoku_service::ask::techniques::LOGIC;
use arcdoku_service::cancel::Bounds;
use arcdoku_service::output::Transcript;
use arcdoku_wire::question::family_name;

use crate::ask_options::{Options, chosen, json, named};
use crate::puzzle::{ReadPuzzle, plain};

pub(crate) fn answer(
    data: &ReadPuzzle,
    question: &str,
    options: &Options,
    bounds: &Bounds,
) -> Result<String, String> {
    let (reading, bounds) = (&data.reading, bounds.clone());
    let (language, coordinates) = spoken(options)?;
    match question {
        "rate" => {
            let scale = options.scale("hodoku")?;
            let flags = [("pearl", options.pearl), ("diamond", options.diamond)];
            if let Some((flag, _)) = flags.iter().find(|(_, set)| *set && scale.form() != Form::Explainer) {
                return Err(format!("{flag}: the ratings of the scale {} have no such part", scale.name()));
            }
            let range = hardness(&scale, [("min", &options.min), ("max", &options.max)]);
            let (min, max) = range.map_err(|error| plain(&error.to_string()))?;
            let filter = Filter { min, max, pearl: options.pearl, diamond: options.diamond };
            let techniques = options.techniques("hodoku")?;
            let options = Arc::new(RateOptions { scale, techniques, filter, bounds });
            json(&Judge::new(&options).reply(1, reading))
        }
        "hint" | "hint_svg" => {
            let mut helper = Helper::new(&HintOptions {
                scale: options.scale("relaxed")?,
                techniques: options.techniques("relaxed")?,
                grade: chosen("grade", options.grade.as_deref(), Grade::Vague)?,
                language,
                coordinates,
                progress: question == "hint",
                quick: options.quick,
                bounds,
            });
            let reply = helper.reply(1, reading);
            if question == "hint" { json(&reply) } else { Ok(helper.picture().unwrap_or_default()) }
        }
        "steps" => {
            let scale = options.scale("relaxed")?;
            let Some(profile) = scale.profile().cloned() else {
                return Err(format!("scale: found '{}', expected an order that is a table", scale.name()));
            };
            let asked = options.wanted()?;
            let named = !options.technique.is_empty() || !options.family.is_empty();
            let is_wanted = |technique: &Technique| {
                if named {
                    asked.contains(*technique)
                } else {
                    options.all || profile.entry(*technique).is_some_and(|entry| entry.enabled)
                }
            };
            let wanted = Technique::ALL.iter().copied().filter(is_wanted).collect();
            let mut techniques = options.techniques("relaxed")?;
            if !options.technique.is_empty() {
                techniques.left_out = techniques.left_out | logic::TECHNIQUES.minus(asked);
            }
            let most = options.most.map(|most| usize::try_from(most).unwrap_or(usize::MAX));
            let options = StepsOptions { profile, wanted, techniques, most, bounds };
            let narrator = Narrator::new(language, coordinates);
            let mut reply = steps::reply(&options, &narrator, &mut Solver::new(), reading, &|_| {});
            // There may be many: a line each.
            let steps = std::mem::take(&mut reply.steps);
            let mut text = json(&reply)?;
            for step in &steps {
                text.push('\n');
                text += &json(step)?;
            }
            Ok(text)
        }
        "explain" => {
            let formats = [
                (ExplainFormat::Text, "text"),
                (ExplainFormat::Markdown, "markdown"),
                (ExplainFormat::Html, "html"),
                (ExplainFormat::Summary, "summary"),
                (ExplainFormat::Json, "json"),
                (ExplainFormat::Svg(options.step.unwrap_or(1)), "svg"),
            ];
            let format = named("format", options.format.as_deref(), ExplainFormat::Text, formats)?;
            let asked = ExplainOptions {
                scale: options.scale("hodoku")?,
                techniques: options.techniques("hodoku")?,
                language,
                coordinates,
                notation: chosen("notation", options.notation.as_deref(), StepNotation::Words)?,
                bounds,
            };
            let mut output = Transcript::default();
            let mut explainer = Explainer::new(&asked, format, false);
            let done = explainer.explain(1, data.item(), &|_| {}, &mut output);
            done.map_err(|error| plain(&error.to_string()))?;
            if let Some(page) = explainer.page() {
                output.text += &page;
            }
            // What is said beside an empty answer is the answer.
            if output.text.is_empty() { Ok(output.errors.join("\n")) } else { Ok(output.text) }
        }
        _ => Err(format!("question: found '{question}', expected one of those of the package")),
    }
}

/// The language of words, and how they name cells.
pub(crate) fn spoken(options: &Options) -> Result<(Language, Coordinates), String> {
    let language = chosen("language", options.language.as_deref(), Language::default())?;
    let coordinates = chosen("coordinates", options.coordinates.as_deref(), Coordinates::default())?;
    Ok((language, coordinates))
}

/// A technique of the classic grid by its name or code.
pub(crate) fn classic(name: &str) -> Option<Technique> {
    Technique::by_slug(name).or_else(|| Technique::by_code(name))
}

/// A scale by its name, or as a file of techniques.
pub(crate) fn scale(name: &str) -> Result<Scale, String> {
    if let Some(scale) = Scale::by_name(name) {
        return Ok(scale);
    }
    let names: Vec<&str> = Scale::ALL.iter().map(|row| row.name).chain([LOGIC]).collect();
    let expected = || format!("scale: found '{name}', expected one of {} or a file", names.join(", "));
    let text = std::fs::read_to_string(name).map_err(|_| expected())?;
    let profile = text.parse().map_err(|error| format!("scale: {name}: {error}"))?;
    Ok(Scale::of_profile(name.to_owned(), profile))
}

impl Options {
    fn scale_name<'a>(&'a self, default: &'a str) -> &'a str {
        self.scale.as_deref().unwrap_or(default)
    }

    /// The scale without the techniques that are left out.
    fn scale(&self, default: &str) -> Result<Scale, String> {
        let name = self.scale_name(default);
        if name == LOGIC {
            return Ok(Scale::default());
        }
        let scale = scale(name)?;
        let left_out = self.left_out()?;
        let Some(profile) = scale.profile() else {
            let only_classic = |name: &String| logic::LogicRow::by_slug(name).is_none();
            let option = match (self.no_uniqueness, self.set.is_empty()) {
                (true, _) => "no_uniqueness",
                (false, false) => "set",
                (false, true) if self.without.iter().any(only_classic) => "without",
                _ => return Ok(scale),
            };
            return Err(format!("{option}: the scale {name} has no options"));
        };
        if left_out.is_empty() {
            return Ok(scale);
        }
        Ok(Scale::of_profile(name.to_owned(), profile.without(left_out)))
    }

    /// The options of the techniques.
    fn techniques(&self, default: &str) -> Result<TechniqueOptions, String> {
        let mut options = TechniqueOptions::default();
        options.by_rules = self.scale_name(default) == LOGIC;
        for (name, value) in &self.set {
            options.set(name, *value).map_err(|error| {
                if let OptionError::Range(least, most) = error {
                    return format!("set: found {name}={value}, expected a value from {least} to {most}");
                }
                let names: Vec<&str> = TechniqueOptions::TABLE.iter().map(|row| row.name).collect();
                format!("set: found '{name}', expected one of {}", names.join(", "))
            })?;
        }
        options.uniqueness &= !self.no_uniqueness;
        options.left_out = self.left_out()?;
        Ok(options)
    }

    /// The techniques that are left out.
    fn left_out(&self) -> Result<Techniques, String> {
        techniques("without", &self.without)
    }

    /// The techniques and families that are named.
    fn wanted(&self) -> Result<Techniques, String> {
        let mut wanted = techniques("technique", &self.technique)?;
        for name in &self.family {
            let of_family = |technique: &Technique| family_name(technique.family()) == *name;
            let found: Techniques = Technique::ALL.iter().copied().filter(of_family).collect();
            if found.is_empty() {
                let mut all: Vec<Family> = Technique::ALL.iter().map(|one| one.family()).collect();
                all.dedup();
                let names: Vec<String> = all.into_iter().map(family_name).collect();
                return Err(format!("family: found '{name}', expected one of {}", names.join(", ")));
            }
            wanted = wanted | found;
        }
        Ok(wanted)
    }
}

/// Techniques of any kind by their names.
fn techniques(option: &str, names: &[String]) -> Result<Techniques, String> {
    let known = |name: &String| {
        let of_rules = || logic::LogicRow::by_slug(name).map(|row| row.technique);
        classic(name).or_else(of_rules).ok_or_else(|| {
            format!("{option}: found '{name}', expected a technique; arcdoku.techniques() lists them")
        })
    };
    names.iter().map(known).collect()
}
