//! Options of questions: an option that no answer reads is an error, as its users would be misled.
//!
//! Options are the fields in the braces after the name or the reply of `question!` and `options!` in the crate of the wire.
//! An answer reads one if the service has the field's name after a dot, or in a pattern of a struct of options.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenTree};

use super::source::{Tree, inside, is_colons, is_punct, line, word};
use super::{Finding, Source};

const QUESTIONS: &str = "crates/arcdoku-wire/src/question/";
const ANSWERS: &str = "crates/arcdoku-service/src/";
const MACROS: [&str; 2] = ["question", "options"];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let answers = tree.rust().filter(|file| file.path.starts_with(ANSWERS) && !tree.is_test(file));
    let read: BTreeSet<String> = answers.flat_map(read).collect();
    let questions = tree.rust().filter(|file| file.path.starts_with(QUESTIONS));
    let unread = |file: &Source| {
        let options = options(file).into_iter().filter(|(name, _)| !read.contains(name));
        let finding =
            |(name, at)| Finding::new(&*file.path, at, format!("no answer reads the option `{name}`"));
        options.map(finding).collect::<Vec<_>>()
    };
    questions.flat_map(unread).collect()
}

/// The options that a file defines, with their lines.
fn options(file: &Source) -> Vec<(String, usize)> {
    let mut options = Vec::new();
    file.walk(false, &mut |place| {
        let (list, index) = (place.list, place.index);
        if !MACROS.contains(&word(list, index).as_str()) || !is_punct(list.get(index + 1), '!') {
            return;
        }
        let Some(TokenTree::Group(body)) = list.get(index + 2) else { return };
        // The first group of braces; the second one, after `with`, names shared options.
        let body = inside(body);
        let fields = body.iter().find_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(inside(group)),
            _ => None,
        });
        for (at, token) in fields.iter().flatten().enumerate() {
            let fields = fields.as_deref().unwrap_or_default();
            let is_path = is_colons(fields, at + 1) || at >= 2 && is_colons(fields, at - 2);
            let name = word(fields, at);
            if !name.is_empty() && is_punct(fields.get(at + 1), ':') && !is_path {
                options.push((name, line(token)));
            }
        }
    });
    options
}

/// The names that a file reads as fields.
fn read(file: &Source) -> Vec<String> {
    let mut names = Vec::new();
    file.walk(false, &mut |place| {
        let (list, index) = (place.list, place.index);
        if index > 0 && is_punct(list.get(index - 1), '.') {
            names.push(word(list, index));
        }
        if let TokenTree::Group(group) = &list[index]
            && group.delimiter() == Delimiter::Brace
            && index > 0
            && word(list, index - 1).ends_with("Options")
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
        assert_eq!(found("fn f() { self.seed + self.kind }"), [""; 0]);
        assert_eq!(found("fn f() { let OneOptions { seed, .. } = self; self.kind }"), [""; 0]);
        assert_eq!(found("fn f() { self.seed }"), ["no answer reads the option `kind`"]);
    }
}
