//! Options of questions: an option that no answer reads is an error, because it would mislead users.
//!
//! Options are the fields in the braces after the name or the reply of `question!` and `options!`. An answer reads one as
//! `self.name` in a file with `impl Answer for` the question, as `question.name` in a file with a function that takes the
//! question, or in a pattern of its struct. Shared options are read by their name after a dot (on any value), or in a
//! pattern of their struct.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenTree};

use super::source::{Tree, inside, is_colons, is_punct, line, word};
use super::{Finding, Source};

const QUESTIONS: &str = "crates/arcdoku-wire/src/question/";
const ANSWERS: &str = "crates/arcdoku-service/src/";
/// The questions for web pages only, with their answers.
const OF_PAGES: &str = "crates/arcdoku-wasm/src/";
const MACROS: [&str; 2] = ["question", "options"];
/// The suffix of the names of structs of shared options.
const SHARED: &str = "Options";

/// An option of a question or of a struct of shared options.
struct OptionField {
    of: String,
    name: String,
    line: usize,
}

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let readers = |folder: &'static str| {
        tree.rust().filter(move |file| file.path.starts_with(folder) && !tree.is_test(file))
    };
    let mut findings = Vec::new();
    for file in readers(QUESTIONS).chain(readers(OF_PAGES)) {
        for OptionField { of, name, line } in options(file) {
            let is_read = if of.ends_with(SHARED) {
                readers(ANSWERS).chain(readers(QUESTIONS)).any(|file| read(file, "", SHARED).contains(&name))
            } else {
                let answer = format!("impl Answer for {of} {{");
                let parameters = ["&", "&'a ", ""].map(|kind| format!("question: {kind}{of}"));
                let is_answer = |file: &&Source| file.text.contains(&answer);
                let is_function =
                    |file: &&Source| parameters.iter().any(|parameter| file.text.contains(parameter));
                let answers = || readers(ANSWERS).chain(readers(OF_PAGES));
                answers().filter(is_answer).any(|file| read(file, "self", &of).contains(&name))
                    || answers().filter(is_function).any(|file| read(file, "question", &of).contains(&name))
            };
            if !is_read {
                let message = format!("no answer reads the option `{name}` of `{of}`");
                findings.push(Finding::new(&*file.path, line, message));
            }
        }
    }
    findings
}

/// The options that a file defines.
fn options(file: &Source) -> Vec<OptionField> {
    let mut options = Vec::new();
    file.walk(false, &mut |place| {
        let (list, index) = (place.list, place.index);
        if !MACROS.contains(&word(list, index).as_str()) || !is_punct(list.get(index + 1), '!') {
            return;
        }
        let Some(TokenTree::Group(body)) = list.get(index + 2) else { return };
        let body = inside(body);
        // The first word after the attributes.
        let of = (0..body.len()).map(|at| word(&body, at)).find(|word| !word.is_empty());
        // The first group of braces; the second one, after `with`, names shared options.
        let fields = body.iter().find_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(inside(group)),
            _ => None,
        });
        let (of, fields) = (of.unwrap_or_default(), fields.unwrap_or_default());
        for (at, token) in fields.iter().enumerate() {
            let is_path = is_colons(&fields, at + 1) || at >= 2 && is_colons(&fields, at - 2);
            let name = word(&fields, at);
            if !name.is_empty() && is_punct(fields.get(at + 1), ':') && !is_path {
                options.push(OptionField { of: of.clone(), name, line: line(token) });
            }
        }
    });
    options
}

/// The names that a file reads as fields of `of` (of anything, if `of` is empty), or in patterns of structs whose
/// names end with `end`.
fn read(file: &Source, of: &str, end: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    file.walk(false, &mut |place| {
        let (list, index) = (place.list, place.index);
        let is_field = index > 1 && is_punct(list.get(index - 1), '.');
        if is_field && (of.is_empty() || word(list, index - 2) == of) {
            names.insert(word(list, index));
        }
        if let TokenTree::Group(group) = &list[index]
            && group.delimiter() == Delimiter::Brace
            && index > 0
            && word(list, index - 1).ends_with(end)
        {
            names.extend((0..inside(group).len()).map(|at| word(&inside(group), at)));
        }
    });
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_that_nothing_reads_is_found() {
        let question = "question! {\n#[doc = \"A\"]\nOne = \"one\" -> Reply {\n#[doc = \"B\"]\nseed: u64 = 0,\n\
                        #[doc = \"C\"]\nkind: a::Kind [1 ..= 2] = a::Kind::Any,\n} with { limits: LimitOptions, } }";
        let found = |answer: &str| {
            let files = [(format!("{QUESTIONS}one.rs"), question), (format!("{ANSWERS}ask/one.rs"), answer)];
            let files = files.map(|(path, text)| Source::new(path, text));
            let found = check(&Tree::new(files.into()));
            found.iter().map(|finding| finding.message.clone()).collect::<Vec<_>>()
        };
        let answer = |body: &str| format!("impl Answer for One {{ fn f(&self) {{ {body} }} }}");
        assert_eq!(found(&answer("self.seed + self.kind")), [""; 0]);
        assert_eq!(found("fn run(question: &One) { question.seed + question.kind }"), [""; 0]);
        let none = "no answer reads the option `kind` of `One`";
        assert_eq!(found(&answer("self.seed + other.kind")), [none]);
        assert_eq!(found("fn f() { self.seed + self.kind }").len(), 2, "not in an answer");
    }
}
