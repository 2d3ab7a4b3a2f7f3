//! Names and words that are vague or misleading: metaphors for types, and phrases that are not plain, current
//! English.
//!
//! A type name uses the terms of its field, and is unique enough to search for.

use super::glossary;
use super::source::{Tree, word};
use super::{Finding, Source};

/// Names that no type may have: metaphors, and words with too many possible meanings.
const TYPES: &[&str] = &[
    "Bench", "Beside", "Crew", "Desk", "Field", "Found", "Good", "Growing", "Near", "Nest", "Ready",
    "Scratch", "State", "Tap", "Told",
];

/// Phrases for which plain English has better ones. tidy: allow-phrases
const PHRASES: &[&str] = &[
    "at once",
    "beside",
    "by itself",
    "by themselves",
    "dealt",
    "dear",
    "for ever",
    "hangs on",
    "heard of",
    "in vain",
    "mend",
    "mended",
    "of its own",
    "so hard",
    "so many",
    "somebody",
    "such as is",
    "that are known",
    "that of",
    "those that",
    "told",
    "tells",
    "what is left",
    "whoever",
    "wish",
    "wished",
    "wishes",
    "worth to",
];

/// Records are not reworded after their date.
const RECORDS: &str = "bench/record/";

/// Keywords before the name of a type.
const KEYWORDS: &[&str] = &["enum", "struct", "trait", "type", "union"];

/// The mark of a file that may quote the phrases.
const MARK: &str = "tidy: allow-phrases";

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let phrases: Vec<_> = PHRASES.iter().map(|phrase| (*phrase, glossary::words(phrase))).collect();
    let mut findings = Vec::new();
    for file in &tree.files {
        if file.is("rs") {
            types(file, &mut findings);
        }
        let is_prose = ["md", "mjs", "py", "rs", "ts", "txt"].iter().any(|end| file.is(end));
        if is_prose && !file.path.starts_with(RECORDS) && !file.text.contains(MARK) {
            find_phrases(file, &phrases, &mut findings);
        }
    }
    findings
}

fn types(file: &Source, findings: &mut Vec<Finding>) {
    file.walk(false, &mut |place| {
        let name = word(place.list, place.index + 1);
        // `type Scratch` in a trait or an implementation is an associated type, named by its trait.
        let keyword = word(place.list, place.index);
        if KEYWORDS.contains(&keyword.as_str()) && TYPES.contains(&name.as_str()) {
            let line = super::source::line(&place.list[place.index]);
            let message = format!("a type named `{name}`: use a specific name, such as `SearchScratch`");
            findings.push(Finding::new(&*file.path, line, message));
        }
    });
}

fn find_phrases(file: &Source, phrases: &[(&str, Vec<String>)], findings: &mut Vec<Finding>) {
    for (number, line) in file.text.lines().enumerate() {
        let words = glossary::words(line);
        for (phrase, of_phrase) in phrases {
            if words.windows(of_phrase.len()).any(|window| window == of_phrase) {
                let message = format!("`{phrase}`: use plain, current English");
                findings.push(Finding::new(&*file.path, number + 1, message));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(path: &str, text: &str) -> Vec<String> {
        check(&Tree::new(vec![Source::new(path, text)])).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn metaphors_are_not_names_of_types() {
        let path = "crates/arcdoku/src/human/mod.rs";
        assert_eq!(findings(path, "pub struct Nest;\nenum Found { A }").len(), 2);
        assert_eq!(findings(path, "struct SearchScratch; fn f(state: State) {}"), [""; 0]);
    }

    #[test]
    fn phrases_are_found_as_whole_words() {
        assert_eq!(findings("docs/a.md", "Asked In Vain.\nDear reader").len(), 2);
        assert_eq!(findings("page/src/a.ts", "// told at once").len(), 2);
        assert_eq!(findings("docs/a.md", "An endearing vain; forever. Besides"), [""; 0]);
        assert_eq!(findings("bench/record/a.md", "told"), [""; 0]);
        assert_eq!(findings("xtask/src/a.rs", "// Whoever\nlet s = \"somebody\";").len(), 2);
        assert_eq!(findings("docs/a.md", "<!-- tidy: allow-phrases --> whoever"), [""; 0]);
    }
}
