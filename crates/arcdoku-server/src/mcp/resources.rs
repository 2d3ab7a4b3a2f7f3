//! Texts for agents about techniques, rules and strategies.

use std::sync::OnceLock;

use arcdoku::deduction::Technique;
use arcdoku::explain::{Coordinates, Language, Narrator};
use arcdoku::logic::LogicRow;
use arcdoku::puzzle::Rule;
use arcdoku::rate::Scale;
use arcdoku_service::ask::{rules, strategies, techniques};
use arcdoku_wire::Fault;
use arcdoku_wire::TechniqueRow;
use rmcp::model::{ErrorData, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};

const TECHNIQUES: &str = "arcdoku://techniques";
const RULES: &str = "arcdoku://rules";
const SYNTAX: &str = "arcdoku://rule-syntax";
const STRATEGIES: &str = "arcdoku://strategies";
const TECHNIQUE: &str = "arcdoku://technique/";
const RULE: &str = "arcdoku://rule/";

const PLAIN: &str = "text/plain";
const MARKDOWN: &str = "text/markdown";

/// The addresses of lists, their names and what they contain.
const LISTS: [(&str, &str, &str, &str); 4] = [
    (TECHNIQUES, "techniques", "All solving techniques and their definitions", MARKDOWN),
    (RULES, "rules", "All kinds of rules, each with an example and its meaning", PLAIN),
    (SYNTAX, "rule-syntax", "How rules are written", PLAIN),
    (STRATEGIES, "strategies", "Search strategies for the option `strategy`, and their parts", PLAIN),
];

/// All resources.
pub(super) fn all() -> &'static [Resource] {
    static ALL: OnceLock<Vec<Resource>> = OnceLock::new();
    ALL.get_or_init(|| {
        let lists = LISTS.map(|(uri, name, text, media)| {
            Resource::new(uri, name).with_description(text).with_mime_type(media)
        });
        let technique = |row: TechniqueRow| {
            let resource = Resource::new(format!("{TECHNIQUE}{}", row.name), row.name);
            resource.with_title(row.title).with_description(row.definition).with_mime_type(PLAIN)
        };
        let rule = |kind: &arcdoku::puzzle::RuleKind| {
            let resource = Resource::new(format!("{RULE}{}", kind.name), kind.name);
            resource.with_description(kind.summary).with_mime_type(PLAIN)
        };
        let techniques = technique_rows().into_iter().map(technique);
        lists.into_iter().chain(techniques).chain(Rule::kinds().iter().map(rule)).collect()
    })
}

/// The templates of addresses.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    let template = |start: &str, name: &str, text: &str| {
        let template = ResourceTemplate::new(format!("{start}{{name}}"), name);
        template.with_description(text).with_mime_type(PLAIN)
    };
    vec![
        template(
            TECHNIQUE,
            "technique",
            "A solving technique, explained with an example; arcdoku://techniques has the names",
        ),
        template(RULE, "rule", "A kind of rule: its meaning and an example; arcdoku://rules has the names"),
    ]
}

/// Reads a resource.
pub(super) fn read(uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let Some((text, media)) = text(uri) else {
        let lists = LISTS.map(|(uri, ..)| uri).join(", ");
        let message = format!(
            "found {}, expected {lists}, or a technique or a rule of these lists such as {TECHNIQUE}x-wing or {RULE}cage",
            Fault::quoted(uri)
        );
        return Err(ErrorData::resource_not_found(message, None));
    };
    Ok(ReadResourceResult::new(vec![ResourceContents::text(text, uri).with_mime_type(media)]))
}

fn text(uri: &str) -> Option<(String, &'static str)> {
    let plain = |text: String| Some((text, PLAIN));
    if let Some(name) = uri.strip_prefix(TECHNIQUE) {
        return plain(technique(name)?);
    }
    if let Some(name) = uri.strip_prefix(RULE) {
        return plain(rules::one(Rule::kinds().iter().find(|kind| kind.name == name)?, false));
    }
    match uri {
        TECHNIQUES => Some((technique_list(), MARKDOWN)),
        RULES => plain(rules::list(false, false)),
        SYNTAX => plain(rules::SYNTAX.to_owned()),
        STRATEGIES => plain(strategies::list(false, false) + "\n" + &strategies::parts(false, false)),
        _ => None,
    }
}

fn narrator() -> Narrator {
    Narrator::new(Language::English, Coordinates::RowColumn)
}

fn technique(name: &str) -> Option<String> {
    let narrator = narrator();
    if let Some(technique) = Technique::by_slug(name) {
        return Some(techniques::text(technique, &Scale::by_name("hodoku")?, &narrator, false));
    }
    Some(techniques::rule_text(LogicRow::by_slug(name)?, &narrator))
}

/// The techniques of plain puzzles, easiest first, and those of puzzles with rules.
fn technique_rows() -> Vec<TechniqueRow> {
    let narrator = narrator();
    let plain = Scale::by_name("hodoku").map(|scale| techniques::rows(&scale, &narrator)).unwrap_or_default();
    plain.into_iter().chain(techniques::rule_rows(&narrator)).collect()
}

fn technique_list() -> String {
    let mut text = "# Techniques\n".to_owned();
    let mut family = String::new();
    for row in technique_rows() {
        if row.family != family {
            text += &format!("\n## {}\n\n", row.family);
            family.clone_from(&row.family);
        }
        let level = row.level.map_or_else(String::new, |level| format!(" ({level})"));
        text += &format!("- `{}`: {}{level}. {}\n", row.name, row.title, row.definition);
    }
    text
}
