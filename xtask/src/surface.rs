//! `cargo xtask surface`: compares the public items of each library with its `public-api.txt`, so that reviews show
//! changes of the public interface. `--bless` rewrites the files.
//!
//! Items are read from the source: everything marked `pub` outside test code. The lint `unreachable_pub` ensures that
//! other crates can use these items. Variants and methods of traits follow their item. Items from macros are not
//! listed. The crate `public-api` would list these too, but it reads the unstable output of one version of rustdoc.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::artifact::at;
use crate::package;
use crate::tidy::source::{Source, Tree, attribute, commas, inside, is_punct, line, word};
use crate::verdict::{Outcome, passed};

/// The name of the list in each library.
const LIST: &str = "public-api.txt";

/// Compares or rewrites the lists. Passes if they are up to date.
pub(crate) fn run(root: &Path, bless: bool) -> Outcome {
    let (tree, names) =
        Tree::read(root).and_then(|tree| Ok((tree, package::members(root)?))).map_err(at(root))?;
    let mut same = true;
    let is_library = |name: &&String| root.join("crates").join(name).join("src/lib.rs").is_file();
    for name in names.iter().filter(is_library) {
        let items = items(&tree, name);
        let path = root.join("crates").join(name).join(LIST);
        let before: BTreeSet<String> =
            fs::read_to_string(&path).unwrap_or_default().lines().map(str::to_owned).collect();
        if bless {
            let text = items.iter().fold(String::new(), |text, item| text + item + "\n");
            fs::write(&path, text).map_err(at(&path))?;
            continue;
        }
        for item in items.difference(&before) {
            println!("crates/{name}/{LIST}: new: {item}");
        }
        for item in before.difference(&items) {
            println!("crates/{name}/{LIST}: gone: {item}");
        }
        same &= items == before;
    }
    if !same && !bless {
        println!("surface: the public items have changed; `cargo xtask surface --bless` rewrites the lists");
    }
    passed(same || bless)
}

/// The public items of a library, one line each.
fn items(tree: &Tree, name: &str) -> BTreeSet<String> {
    let folder = format!("crates/{name}/src/");
    let mut items = BTreeSet::new();
    for file in tree.rust().filter(|file| file.path.starts_with(&folder) && !tree.is_test(file)) {
        file_items(file, &mut items);
    }
    items
}

fn file_items(file: &Source, items: &mut BTreeSet<String>) {
    // The header of the last implementation, and the last line of its body.
    let mut implementation = (String::new(), 0);
    file.walk(false, &mut |place| {
        let (list, index) = (place.list, place.index);
        // An `impl` after other punctuation is the type of an argument or of a result, not an item.
        let begins =
            !matches!(list.get(index.wrapping_sub(1)), Some(TokenTree::Punct(sign)) if sign.as_char() != ';');
        if word(list, index) == "impl" && begins {
            let end = body(&list[index..]).map_or(0, |body| body.span_close().end().line);
            implementation = (header(&list[index..]), end);
        }
        if place.test
            || word(list, index) != "pub"
            || matches!(list.get(index + 1), Some(TokenTree::Group(_)))
        {
            return;
        }
        let rest = &list[index + 1..];
        let module = place.module.join("::");
        let keyword = word(rest, 0);
        if keyword == "mod" {
            return;
        }
        let is_item = ["const", "enum", "fn", "static", "struct", "trait", "type", "unsafe", "use", "union"]
            .contains(&keyword.as_str());
        let in_item = is_item && keyword != "fn" && keyword != "const";
        let outside = line(&list[index]) > implementation.1;
        let owner = if in_item || outside { "" } else { implementation.0.as_str() };
        let text = if is_item { header(rest) } else { format!("field {}", field(rest)) };
        items.insert(format!("{module}: {owner}{}{text}", if owner.is_empty() { "" } else { ": " }));
        if let Some(body) = body(rest) {
            let members: Vec<String> = match keyword.as_str() {
                "enum" => commas(&inside(body)).iter().map(|part| variant(part)).collect(),
                "trait" => methods(body),
                _ => Vec::new(),
            };
            let name = word(rest, 1);
            items.extend(members.into_iter().map(|member| format!("{module}: {name}: {member}")));
        }
    });
}

/// The tokens of an item up to its body or end, as text.
fn header(list: &[TokenTree]) -> String {
    // Elsewhere, `=` begins a default or an associated type.
    let has_value = ["const", "static", "type"].contains(&word(list, 0).as_str()) && word(list, 1) != "fn";
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        token => is_punct(Some(token), ';') || has_value && is_punct(Some(token), '='),
    };
    let is_use = word(list, 0) == "use";
    let end = list.iter().position(|token| if is_use { is_punct(Some(token), ';') } else { ends(token) });
    text(&list[..end.unwrap_or(list.len()).min(list.len())])
}

/// A field: its name and type, up to the comma after it.
fn field(list: &[TokenTree]) -> String {
    let mut depth = 0;
    let ends = |token: &TokenTree| {
        depth += i32::from(is_punct(Some(token), '<')) - i32::from(is_punct(Some(token), '>'));
        depth == 0 && is_punct(Some(token), ',')
    };
    let end = list.iter().position(ends);
    text(&list[..end.unwrap_or(list.len())])
}

/// Tokens as text, with the spaces of the token printer.
fn text(list: &[TokenTree]) -> String {
    without_attributes(list).to_string().replace('\n', " ")
}

/// Tokens without attributes, such as the doc comments of the fields of a variant.
fn without_attributes(list: &[TokenTree]) -> TokenStream {
    let mut index = 0;
    let mut kept = Vec::new();
    while let Some(token) = list.get(index) {
        if attribute(list, index).is_some() {
            index += 2;
            continue;
        }
        kept.push(match token {
            TokenTree::Group(group) => {
                Group::new(group.delimiter(), without_attributes(&inside(group))).into()
            }
            token => token.clone(),
        });
        index += 1;
    }
    kept.into_iter().collect()
}

/// The braces of the item that begins at the start of the list.
fn body(list: &[TokenTree]) -> Option<&Group> {
    list.iter().take_while(|token| !is_punct(Some(token), ';')).find_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group),
        _ => None,
    })
}

/// A variant without its attributes.
fn variant(part: &[TokenTree]) -> String {
    let mut index = 0;
    while attribute(part, index).is_some() {
        index += 2;
    }
    text(&part[index.min(part.len())..])
}

/// The methods, types and constants of a trait.
fn methods(body: &Group) -> Vec<String> {
    let list = inside(body);
    let starts = (0..list.len()).filter(|&at| ["fn", "type", "const"].contains(&word(&list, at).as_str()));
    starts.map(|at| header(&list[at..])).collect()
}

#[cfg(test)]
mod tests {
    use super::file_items;
    use crate::tidy::source::Source;
    use std::collections::BTreeSet;

    fn lines(text: &str) -> Vec<String> {
        let mut items = BTreeSet::new();
        file_items(&Source::new("crates/arcdoku/src/grid/cells.rs", text), &mut items);
        items.into_iter().collect()
    }

    #[test]
    fn public_items_are_listed_with_their_members() {
        let found = lines(
            "pub struct Cell { pub n: u8, m: u8 } impl Cell { pub fn new(n: u8) -> Self { Self(n) } fn own() {} pub fn all() -> impl Iterator<Item = u8> { [].into_iter() } pub fn more() {} }
             pub enum Kind { /// One.\n A, B(u8), C { /// Two.\n n: u8 } } pub(crate) struct Inner; pub trait Walk { fn go(&self); }
             #[cfg(test)] mod tests { pub fn f() {} }",
        );
        let has = |part: &str| found.iter().any(|line| line.contains(part));
        assert!(
            has("grid::cells: struct Cell") && has("impl Cell: fn new") && has("impl Cell: fn more"),
            "{found:#?}"
        );
        assert!(has("Kind: A") && has("Kind: B (u8)") || has("Kind: B(u8)"), "{found:#?}");
        assert!(has("Kind: C { n : u8 }") && !has("Two"), "{found:#?}");
        assert!(has("field n : u8") && !has("m : u8"), "{found:#?}");
        assert!(has("Walk: fn go"), "{found:#?}");
        assert!(!has("own") && !has("Inner") && !has("fn f"), "{found:#?}");
    }

    #[test]
    fn the_lists_are_up_to_date() {
        assert!(
            super::run(&crate::root(), false).is_ok(),
            "`cargo xtask surface --bless` rewrites the lists"
        );
    }
}
