//! The tree for tidy: files, their tokens, and for each token its module and whether it is test code.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::Finding;

/// The folder of the library's modules.
pub(crate) const LIBRARY: &str = "crates/arcdoku/src/";

/// Folders without source of this project, or without source written by hand.
const SKIPPED: &[&str] =
    &["target", "node_modules", "dist", "pkg", "static", "corpus", "artifacts", "testdata"];

/// The keywords at the beginning of an item, after its attributes and visibility.
const ITEMS: &[&str] = &[
    "async",
    "const",
    "enum",
    "extern",
    "fn",
    "impl",
    "let",
    "macro_rules",
    "mod",
    "static",
    "struct",
    "trait",
    "type",
    "union",
    "unsafe",
    "use",
];

/// Files that count as source: code and pages.
const KINDS: &[&str] = &["rs", "md", "txt", "py", "ts", "js", "mjs", "css", "html"];

/// A text file of the tree. Its path is relative to the root and has `/`.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
    /// The tokens, for Rust only.
    pub(crate) tokens: Result<Vec<TokenTree>, Finding>,
}

/// All files that tidy checks.
pub(crate) struct Tree {
    pub(crate) files: Vec<Source>,
    /// Modules of the library whose `mod` line makes them test code.
    test_modules: BTreeSet<(String, Vec<String>)>,
}

/// The place of a token.
pub(crate) struct Place<'a> {
    /// The tokens of the innermost group around it, and its index among them.
    pub(crate) list: &'a [TokenTree],
    pub(crate) index: usize,
    /// The module that contains it.
    pub(crate) module: &'a [String],
    /// Whether it is compiled for tests only (`test`, or the feature `testing`).
    pub(crate) test: bool,
}

impl Source {
    pub(crate) fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let (path, text) = (path.into(), text.into());
        let tokens = if is_kind(&path, "rs") {
            let stream: Result<TokenStream, _> = text.parse();
            stream.map(|stream| stream.into_iter().collect()).map_err(|error: proc_macro2::LexError| {
                Finding::new(path.clone(), error.span().start().line, "this is not Rust")
            })
        } else {
            Ok(Vec::new())
        };
        Self { path, text, tokens }
    }

    pub(crate) fn is(&self, extension: &str) -> bool {
        is_kind(&self.path, extension)
    }

    /// The folder of the file's crate; empty outside crates.
    fn root(&self) -> &str {
        self.path.split_once("/src/").map_or("", |(root, _)| root)
    }

    /// The module of the file, from its path in its crate: `src/csp/mod.rs` is `csp`.
    pub(crate) fn module(&self) -> Vec<String> {
        let inside = self.path.split_once("/src/").map_or(&*self.path, |(_, inside)| inside);
        let stem = inside.strip_suffix(".rs").unwrap_or(inside);
        let mut module: Vec<String> = stem.split('/').map(str::to_owned).collect();
        let is_root = |last: &String| last == "mod" || module.len() == 1 && (last == "lib" || last == "main");
        if module.last().is_some_and(is_root) {
            module.pop();
        }
        module
    }

    /// Calls `each` for every token, in order and outer groups first.
    pub(crate) fn walk(&self, test: bool, each: &mut impl FnMut(&Place<'_>)) {
        if let Ok(tokens) = &self.tokens {
            walk(tokens, &mut self.module(), test, each);
        }
    }
}

impl Tree {
    pub(crate) fn read(root: &Path) -> io::Result<Self> {
        let mut files = Vec::new();
        read_folder(root, "", &mut files)?;
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Self::new(files))
    }

    pub(crate) fn new(files: Vec<Source>) -> Self {
        let mut test_modules = BTreeSet::new();
        for file in files.iter().filter(|file| file.is("rs")) {
            let root = file.root();
            file.walk(false, &mut |place| {
                if place.test
                    && word(place.list, place.index) == "mod"
                    && is_punct(place.list.get(place.index + 2), ';')
                {
                    let mut module = place.module.to_vec();
                    module.push(word(place.list, place.index + 1));
                    test_modules.insert((root.to_owned(), module));
                }
            });
        }
        Self { files, test_modules }
    }

    pub(crate) fn rust(&self) -> impl Iterator<Item = &Source> {
        self.files.iter().filter(|file| file.is("rs"))
    }

    /// The files of the library.
    pub(crate) fn library(&self) -> impl Iterator<Item = &Source> {
        self.rust().filter(|file| file.path.starts_with(LIBRARY))
    }

    pub(crate) fn file(&self, path: &str) -> Option<&Source> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Whether a file is test code as a whole.
    pub(crate) fn is_test(&self, file: &Source) -> bool {
        let (root, module) = (file.root().to_owned(), file.module());
        (1..=module.len())
            .any(|length| self.test_modules.contains(&(root.clone(), module[..length].to_vec())))
    }
}

fn is_kind(path: &str, extension: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, end)| end == extension)
}

fn read_folder(folder: &Path, name: &str, files: &mut Vec<Source>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let own = entry.file_name().to_string_lossy().into_owned();
        let path = if name.is_empty() { own.clone() } else { format!("{name}/{own}") };
        let kind = entry.file_type()?;
        if kind.is_dir() && !own.starts_with('.') && !SKIPPED.contains(&own.as_str()) {
            read_folder(&entry.path(), &path, files)?;
        } else if kind.is_file() && KINDS.iter().any(|extension| is_kind(&path, extension)) {
            files.push(Source::new(path, String::from_utf8_lossy(&fs::read(entry.path())?)));
        }
    }
    Ok(())
}

fn walk(list: &[TokenTree], module: &mut Vec<String>, mut test: bool, each: &mut impl FnMut(&Place<'_>)) {
    // A test attribute applies up to the end of its item. Further attributes may precede the item.
    let mut item_until: Option<usize> = None;
    for index in 0..list.len() {
        if item_until.is_some_and(|end| index > end) {
            item_until = None;
        }
        if let Some((attribute, inner)) = attribute(list, index)
            && is_test_attribute(attribute)
        {
            if inner {
                test = true;
            } else if item_until.is_none() {
                item_until = Some(item_end(list, index + 2));
            }
        }
        let test = test || item_until.is_some();
        each(&Place { list, index, module, test });
        if let TokenTree::Group(group) = &list[index] {
            let named = index >= 2 && word(list, index - 2) == "mod" && group.delimiter() == Delimiter::Brace;
            if named {
                module.push(word(list, index - 1));
            }
            walk(&inside(group), module, test, each);
            if named {
                module.pop();
            }
        }
    }
}

/// The attribute whose `#` is at this index, and whether it is an inner one (`#![...]`).
pub(crate) fn attribute(list: &[TokenTree], index: usize) -> Option<(&Group, bool)> {
    if !is_punct(list.get(index), '#') {
        return None;
    }
    let inner = is_punct(list.get(index + 1), '!');
    match list.get(index + 1 + usize::from(inner)) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => Some((group, inner)),
        _ => None,
    }
}

/// The index of the last token of the item that begins at `index`: its `;` or braces or, for a field, variant, arm or
/// argument, its comma.
fn item_end(list: &[TokenTree], mut index: usize) -> usize {
    while attribute(list, index).is_some() {
        index += 2;
    }
    let mut head = index;
    if word(list, head) == "pub" {
        head += 1;
        if matches!(list.get(head), Some(TokenTree::Group(_))) {
            head += 1;
        }
    }
    // Commas between generic parameters are not inside a group, so a comma does not end an item that begins with a
    // keyword.
    let comma_ends = !ITEMS.contains(&word(list, head).as_str());
    for (at, token) in list.iter().enumerate().skip(index) {
        let ends = match token {
            TokenTree::Punct(punct) => punct.as_char() == ';' || (comma_ends && punct.as_char() == ','),
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            _ => false,
        };
        if ends {
            return at;
        }
    }
    list.len()
}

fn is_test_attribute(attribute: &Group) -> bool {
    let tokens = inside(attribute);
    match (word(&tokens, 0).as_str(), tokens.get(1)) {
        ("test", None) => true,
        ("cfg", Some(TokenTree::Group(condition))) => implies_test(&inside(condition)),
        _ => false,
    }
}

/// Whether a `cfg` condition can hold only for tests or with the feature `testing`.
fn implies_test(condition: &[TokenTree]) -> bool {
    match (word(condition, 0).as_str(), condition.get(1)) {
        ("test", None) => true,
        ("feature", Some(_)) => condition.get(2).is_some_and(|name| name.to_string() == "\"testing\""),
        ("any", Some(TokenTree::Group(parts))) => {
            commas(&inside(parts)).iter().all(|part| implies_test(part))
        }
        ("all", Some(TokenTree::Group(parts))) => {
            commas(&inside(parts)).iter().any(|part| implies_test(part))
        }
        _ => false,
    }
}

/// The parts between commas, without empty ones.
pub(crate) fn commas(list: &[TokenTree]) -> Vec<Vec<TokenTree>> {
    let parts = list.split(|token| is_punct(Some(token), ','));
    parts.filter(|part| !part.is_empty()).map(<[TokenTree]>::to_vec).collect()
}

pub(crate) fn inside(group: &Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}

/// The identifier or keyword at this index; empty if there is none.
pub(crate) fn word(list: &[TokenTree], index: usize) -> String {
    match list.get(index) {
        Some(TokenTree::Ident(ident)) => ident.to_string(),
        _ => String::new(),
    }
}

pub(crate) fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

/// Whether `::` is at this index.
pub(crate) fn is_colons(list: &[TokenTree], index: usize) -> bool {
    is_punct(list.get(index), ':') && is_punct(list.get(index + 1), ':')
}

pub(crate) fn line(token: &TokenTree) -> usize {
    token.span().start().line
}

/// Rust text in which the content of string and character literals is blank. Comments and lines are kept.
pub(crate) fn without_strings(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let (end, keep) = piece(&chars, at);
        out.extend(chars[at..end].iter().map(|&c| if keep || c == '\n' { c } else { ' ' }));
        at = end;
    }
    out
}

/// The end of the comment, literal, word or character that begins at `at`, and whether its text is kept.
fn piece(chars: &[char], at: usize) -> (usize, bool) {
    let find = |from: usize, wanted: &[char]| {
        (from..chars.len()).find(|&i| chars[i..].starts_with(wanted)).unwrap_or(chars.len())
    };
    let next = chars.get(at + 1).copied();
    match chars[at] {
        '/' if next == Some('/') => (find(at, &['\n']), true),
        '/' if next == Some('*') => {
            let (mut depth, mut i) = (1, at + 2);
            while depth > 0 && i < chars.len() {
                if chars[i..].starts_with(&['/', '*']) {
                    (depth, i) = (depth + 1, i + 2);
                } else if chars[i..].starts_with(&['*', '/']) {
                    (depth, i) = (depth - 1, i + 2);
                } else {
                    i += 1;
                }
            }
            (i, true)
        }
        quote @ ('"' | '\'') => {
            // A quote without a second quote, as in 'a, begins a lifetime.
            if quote == '\'' && next != Some('\\') && chars.get(at + 2) != Some(&'\'') {
                return (at + 1, true);
            }
            let mut i = at + 1;
            while i < chars.len() && chars[i] != quote {
                i += if chars[i] == '\\' { 2 } else { 1 };
            }
            ((i + 1).min(chars.len()), false)
        }
        c if c.is_alphanumeric() || c == '_' => {
            let word = (at..chars.len()).find(|&i| !(chars[i].is_alphanumeric() || chars[i] == '_'));
            let word = word.unwrap_or(chars.len());
            if !matches!(chars[at..word], ['r'] | ['b' | 'c', 'r']) {
                return (word, true);
            }
            let marks = chars[word..].iter().take_while(|&&c| c == '#').count();
            if chars.get(word + marks) != Some(&'"') {
                return (word, true);
            }
            let mut close = vec!['"'];
            close.extend(&chars[word..word + marks]);
            ((find(word + marks + 1, &close) + close.len()).min(chars.len()), false)
        }
        _ => (at + 1, true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words that are marked as test code.
    fn test_words(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        Source::new("crates/arcdoku/src/csp/mod.rs", text).walk(false, &mut |place| {
            let word = word(place.list, place.index);
            if place.test && word.starts_with('t') && word.len() == 2 {
                words.push(word);
            }
        });
        words
    }

    #[test]
    fn test_code_is_distinguished() {
        assert_eq!(test_words("#[cfg(test)] mod t1 { fn t2() {} } fn t3() {}"), ["t1", "t2"]);
        assert_eq!(test_words("#[test] #[ignore] fn t1<A, B>() { t2 } const t3: u8 = 0;"), ["t1", "t2"]);
        assert_eq!(test_words("#[cfg(any(test, feature = \"testing\"))] use t1::t2; use t3;"), ["t1", "t2"]);
        assert_eq!(test_words("#[cfg(all(test, unix))] fn t1() {}"), ["t1"]);
        assert_eq!(test_words("#[cfg(not(test))] fn t1() {}"), [""; 0]);
        assert_eq!(test_words("#[cfg(any(test, unix))] fn t1() {}"), [""; 0]);
        assert_eq!(test_words("struct A { #[cfg(test)] pub(crate) t1: u8, t2: u8 }"), ["t1"]);
        assert_eq!(test_words("#![cfg(test)] fn t1() {}"), ["t1"]);
    }

    #[test]
    fn a_test_module_in_its_own_file_is_test_code() {
        let tree = Tree::new(vec![
            Source::new("crates/arcdoku/src/csp/mod.rs", "#[cfg(test)] mod tests; mod domain;"),
            Source::new("crates/arcdoku/src/csp/tests.rs", ""),
            Source::new("crates/arcdoku/src/csp/domain.rs", ""),
        ]);
        let test: Vec<bool> = tree.library().map(|file| tree.is_test(file)).collect();
        assert_eq!(test, [false, true, false]);
    }

    #[test]
    fn strings_are_blanked_and_comments_kept() {
        let text = "let a = \"x \\\" y\"; // \"kept\"\nlet b = r#\"z\"z\"#; f::<'q>('c', '\\'', r#match); /* k /* l */ m */";
        let blank = without_strings(text);
        assert_eq!(blank.len(), text.len());
        for gone in ["x", "y", "z", "'c'"] {
            assert!(!blank.contains(gone), "{gone} in {blank}");
        }
        for kept in ["let a", "// \"kept\"\nlet b", "'q", "r#match", "/* k /* l */ m */"] {
            assert!(blank.contains(kept), "{kept} not in {blank}");
        }
    }
}
