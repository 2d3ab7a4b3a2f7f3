//! An ISS string as a tree of clauses whose cells and arguments are resolved.

use std::collections::HashMap;

use super::class::{Class, Form};
use super::layout::Layout;
use crate::codec;
use crate::error::{ReadError, quoted};

/// A constraint of a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The class.
    pub class: Class,
    /// The arguments that are not cells, as written; a clue of an outside class comes first.
    pub arguments: Vec<String>,
    /// The name, if it has one.
    pub name: String,
    /// The lists of cells. Only classes with segments have several.
    pub segments: Vec<Vec<usize>>,
    /// Whether the last cell is followed by the first one.
    pub is_loop: bool,
    /// The byte of the text where its token starts.
    pub at: usize,
}

impl Clause {
    fn new(class: Class, at: usize) -> Self {
        Self { class, arguments: vec![], name: String::new(), segments: vec![], is_loop: false, at }
    }

    /// The cells of all lists, one after the other.
    pub fn cells(&self) -> Vec<usize> {
        self.segments.concat()
    }

    /// The number of parts of the constraint: one for the clause, and one for each cell.
    fn size(&self) -> usize {
        1 + self.segments.iter().map(Vec::len).sum::<usize>()
    }

    /// The argument at an index; empty if there are fewer.
    pub fn argument(&self, index: usize) -> &str {
        self.arguments.get(index).map_or("", String::as_str)
    }
}

/// A constraint, or several constraints of which all or at least one must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// A constraint.
    Clause(Clause),
    /// All of these hold.
    All(Vec<Self>),
    /// At least one of these holds.
    Any(Vec<Self>),
}

impl Tree {
    /// The number of clauses and of their cells.
    fn size(&self) -> usize {
        match self {
            Self::Clause(clause) => clause.size(),
            Self::All(trees) | Self::Any(trees) => trees.iter().map(Self::size).sum(),
        }
    }
}

/// An ISS string in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// The cells.
    pub layout: Layout,
    /// The constraints.
    pub trees: Vec<Tree>,
    /// The names on the first level that are not classes.
    pub unknown: Vec<String>,
}

/// A token: its class, its arguments, and the byte where it starts.
struct Token<'a> {
    class: Class,
    arguments: Vec<&'a str>,
    at: usize,
    children: Vec<Self>,
}

/// The greatest depth of nested composites.
const DEEPEST: usize = 64;
/// The largest number of clauses and cells in the expansion of a string.
const MOST_PIECES: usize = 1 << 20;

impl Tokens {
    /// Reads a string: `.Class~argument~cell.Class...`, with blanks anywhere.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let (tokens, unknown) = tokens(text)?;
        let layout = layout(text, &tokens)?;
        let mut reader = Reader { text, layout: &layout, left: MOST_PIECES };
        let trees = reader.trees(&tokens, false)?;
        Ok(Self { layout, trees, unknown })
    }
}

/// Splits a string into tokens, and nests the tokens of composites. Also returns the names on the first level that
/// are not classes.
fn tokens(text: &str) -> Result<(Vec<Token<'_>>, Vec<String>), ReadError> {
    const A_TOKEN: &str = "a dot and a constraint, such as .Cage~10~R1C1~R1C2";
    let begin = text.len() - text.trim_start().len();
    if !text[begin..].starts_with('.') {
        return Err(ReadError::at(text, begin, quoted(&text[begin..]), A_TOKEN));
    }
    let mut open: Vec<Token<'_>> = Vec::new();
    let mut done = Vec::new();
    let mut unknown = Vec::new();
    let mut at = begin + 1;
    for token in text[begin + 1..].split('.') {
        let here = at;
        at += token.len() + 1;
        let mut arguments = token.split('~').map(str::trim);
        let name = match arguments.next() {
            Some("") | None => Class::Given.name(),
            Some(name) => name,
        };
        let finished = if name == "End" {
            match open.pop() {
                Some(composite) => composite,
                None => return Err(ReadError::at(text, here, "an .End too many", "as many as composites")),
            }
        } else {
            let Some(class) = Class::named(name) else {
                if open.is_empty() && name.starts_with(|c: char| c.is_ascii_uppercase()) {
                    unknown.push(name.to_owned());
                    continue;
                }
                return Err(ReadError::at(text, here, quoted(name), "the name of a constraint"));
            };
            let token = Token { class, arguments: arguments.collect(), at: here, children: Vec::new() };
            if class.form() == Form::Composite {
                if open.len() == DEEPEST {
                    let found = format!("more than {DEEPEST} nested constraints");
                    return Err(ReadError::at(text, here, found, "fewer"));
                }
                open.push(token);
                continue;
            }
            token
        };
        open.last_mut().map_or(&mut done, |parent| &mut parent.children).push(finished);
    }
    match open.pop() {
        Some(token) => {
            Err(ReadError::at(text, token.at, format!(".{} without an end", token.class.name()), ".End"))
        }
        None => Ok((done, unknown)),
    }
}

/// Reads the grid and the variables, which may be declared anywhere on the first level.
fn layout(text: &str, tokens: &[Token<'_>]) -> Result<Layout, ReadError> {
    let mut layout = Layout::default();
    if let Some(token) = tokens.iter().find(|token| token.class == Class::Shape) {
        layout = Layout::read(&token.arguments).ok_or_else(|| {
            let found = quoted(&token.arguments.join("~"));
            ReadError::at(text, token.at, found, "a shape such as 9x9, 6x6~9 or 9x9~0-8")
        })?;
    }
    let (rows, columns) = (layout.rows, layout.columns);
    for token in tokens {
        let mut add = |prefix: &str, label: &str, count, columns| {
            let found = || format!("a second group {prefix}, or too many cells");
            let is_added = layout.add(prefix.to_owned(), label.to_owned(), count, columns);
            is_added.then_some(()).ok_or_else(|| ReadError::at(text, token.at, found(), "fewer cells"))
        };
        match token.class {
            Class::Var => {
                let prefix = token.arguments.first().copied().unwrap_or_default();
                if prefix.is_empty() || !prefix.bytes().all(|byte| byte.is_ascii_uppercase()) {
                    return Err(ReadError::at(text, token.at, quoted(prefix), "a prefix of capital letters"));
                }
                let label = codec::unescape(token.arguments.get(1).copied().unwrap_or_default());
                let (count, columns) = size(token.arguments.get(2).copied().unwrap_or_default());
                add(&format!("V{prefix}"), &label, count, columns)?;
            }
            Class::ChaosConstruction => add("CC", "regions", rows * columns, Some(columns))?,
            Class::Doppelganger => {
                let boxes = layout.box_size(rows.max(columns)).map_or(0, |(rows, columns)| rows * columns);
                let mut add =
                    |prefix: &str, label: &str, count| layout.add(prefix.into(), label.into(), count, None);
                let is_added = add("DGR", "digits that rows lack", columns)
                    && add("DGC", "digits that columns lack", rows)
                    && (boxes == 0 || add("DGB", "digits that boxes lack", boxes));
                if !is_added {
                    return Err(ReadError::at(text, token.at, "too many cells", "fewer cells"));
                }
            }
            _ => {}
        }
    }
    Ok(layout)
}

/// The size of a group: a count, or rows and columns; 1 if the text is neither.
fn size(text: &str) -> (usize, Option<usize>) {
    let number = |text: &str| text.parse::<usize>().ok().filter(|number| (1..=4096).contains(number));
    match text.split_once('x') {
        Some((rows, columns)) => match (number(rows), number(columns)) {
            (Some(rows), Some(columns)) => (rows * columns, Some(columns)),
            _ => (1, None),
        },
        None => (number(text).unwrap_or(1), None),
    }
}

struct Reader<'a> {
    text: &'a str,
    layout: &'a Layout,
    /// The number of clauses and cells that may still be created.
    left: usize,
}

impl Reader<'_> {
    fn error(&self, token: &Token<'_>, found: impl Into<String>, expected: impl Into<String>) -> ReadError {
        ReadError::at(self.text, token.at, format!("{} in .{}", found.into(), token.class.name()), expected)
    }

    fn spend(&mut self, token: &Token<'_>, count: usize) -> Result<(), ReadError> {
        self.left = self.left.checked_sub(count).ok_or_else(|| {
            self.error(token, format!("more than {MOST_PIECES} constraints and cells"), "fewer")
        })?;
        Ok(())
    }

    /// The trees of tokens. If `whole` is set, each token has exactly one tree.
    fn trees(&mut self, tokens: &[Token<'_>], whole: bool) -> Result<Vec<Tree>, ReadError> {
        let mut trees = Vec::with_capacity(tokens.len());
        for token in tokens {
            let mut own = self.token(token)?;
            if whole && own.len() != 1 {
                trees.push(Tree::All(own));
            } else {
                trees.append(&mut own);
            }
        }
        Ok(trees)
    }

    fn token(&mut self, token: &Token<'_>) -> Result<Vec<Tree>, ReadError> {
        match token.class {
            Class::And => Ok(vec![Tree::All(self.trees(&token.children, false)?)]),
            Class::Or => Ok(vec![Tree::Any(self.trees(&token.children, true)?)]),
            Class::Replicate => Ok(vec![Tree::All(self.copies(token)?)]),
            _ => {
                let clauses = self.clauses(token)?;
                self.spend(token, clauses.iter().map(Clause::size).sum())?;
                Ok(clauses.into_iter().map(Tree::Clause).collect())
            }
        }
    }

    /// Copies the children of `Replicate`, shifted to each of its targets.
    fn copies(&mut self, token: &Token<'_>) -> Result<Vec<Tree>, ReadError> {
        let template = self.trees(&token.children, false)?;
        let origin = match token.arguments.get(1).copied() {
            None | Some("") => 0,
            Some(name) => self.cell(token, name)?,
        };
        let targets = codec::sixes(token.arguments.first().copied().unwrap_or_default())
            .ok_or_else(|| self.error(token, "targets that are not base64", "a set of cells"))?;
        let bits = (0..targets.len() * 6).filter(|bit| targets[bit / 6] >> (bit % 6) & 1 == 1);
        let size: usize = template.iter().map(Tree::size).sum();
        let mut copies = Vec::new();
        for target in bits.map(|bit| origin + bit) {
            self.spend(token, size)?;
            for tree in &template {
                let shift = |cell| self.layout.shifted(cell, origin, target);
                copies.push(shifted(tree, self.layout, &shift).ok_or_else(|| {
                    let found = format!("a copy at {} that leaves its cells", self.layout.name_of(target));
                    self.error(token, found, "targets where every cell of the template exists")
                })?);
            }
        }
        Ok(copies)
    }

    fn cell(&self, token: &Token<'_>, name: &str) -> Result<usize, ReadError> {
        let expected = "a cell of the grid such as R1C9, or of a group such as VA1";
        self.layout.cell(name).ok_or_else(|| self.error(token, quoted(name), expected))
    }

    fn cells(&self, token: &Token<'_>, names: &[&str]) -> Result<Vec<usize>, ReadError> {
        names.iter().map(|name| self.cell(token, name)).collect()
    }

    /// The clauses of a token that is not a composite.
    fn clauses(&self, token: &Token<'_>) -> Result<Vec<Clause>, ReadError> {
        let arguments = &token.arguments[..];
        let clause = || Clause::new(token.class, token.at);
        let owned = |arguments: &[&str]| arguments.iter().map(|&argument| argument.to_owned()).collect();
        match token.class.form() {
            Form::Plain => self.plain(token),
            Form::Cells(lead) => {
                let mut lead = lead;
                let is_cell = |name: &&str| self.layout.cell(name).is_some();
                // The difference of a whisper may be left out.
                if token.class == Class::Whisper && arguments.first().is_some_and(is_cell) {
                    lead = 0;
                }
                if arguments.len() <= lead {
                    return Err(self.error(token, "no cells", "cells such as R1C1~R1C2"));
                }
                let (own, mut names) = arguments.split_at(lead);
                let is_loop = names.last() == Some(&"LOOP");
                if is_loop {
                    names = &names[..names.len() - 1];
                }
                let segments = vec![self.cells(token, names)?];
                let arguments = if lead == 0 && token.class == Class::Whisper {
                    vec!["5".to_owned()]
                } else {
                    owned(own)
                };
                Ok(vec![Clause { arguments, segments, is_loop, ..clause() }])
            }
            Form::Segments(lead) => {
                let (own, names) = arguments.split_at(lead.min(arguments.len()));
                let segments = if names.is_empty() { vec![] } else { self.segments(token, names)? };
                Ok(vec![Clause { arguments: owned(own), segments, ..clause() }])
            }
            Form::Groups => self.groups(token),
            Form::Ends => {
                let line = arguments.first().and_then(|name| self.layout.line(name));
                let line =
                    line.ok_or_else(|| self.error(token, quoted(&arguments.join("~")), "a line such as R2"))?;
                let clues = arguments[1..].iter().take(2).enumerate().filter(|(_, clue)| !clue.is_empty());
                let clause = |(end, clue): (usize, &&str)| {
                    let mut cells = line.clone();
                    if end == 1 {
                        cells.reverse();
                    }
                    Clause { arguments: vec![(*clue).to_owned()], segments: vec![cells], ..clause() }
                };
                Ok(clues.map(clause).collect())
            }
            Form::Line | Form::Diagonal => {
                let name = arguments.get(1).copied().unwrap_or_default();
                let cells = if token.class.form() == Form::Line {
                    self.layout.line(name)
                } else {
                    self.layout
                        .cell(name)
                        .filter(|&cell| cell < self.layout.grid_cells())
                        .and_then(|cell| self.layout.diagonal(cell))
                };
                let cells = cells.ok_or_else(|| {
                    self.error(token, quoted(name), "a row, column or diagonal of the grid")
                })?;
                Ok(vec![Clause { arguments: owned(&arguments[..1]), segments: vec![cells], ..clause() }])
            }
            Form::Given => arguments
                .iter()
                .map(|argument| {
                    let mut parts = argument.split('_');
                    let cell = self.cell(token, parts.next().unwrap_or_default())?;
                    Ok(Clause {
                        arguments: parts.map(str::to_owned).collect(),
                        segments: vec![vec![cell]],
                        ..clause()
                    })
                })
                .collect(),
            Form::Quad => {
                let first = self.cell(token, arguments.first().copied().unwrap_or_default())?;
                let (_, _, columns) = self.layout.patch(first);
                let corners = [first, first + 1, first + columns, first + columns + 1];
                let inside = |&cell: &usize| self.layout.shifted(first, first, cell).is_some();
                let (begin, ..) = self.layout.patch(first);
                if (first - begin) % columns + 1 == columns || !corners.iter().all(inside) {
                    return Err(self.error(token, quoted(arguments[0]), "the upper left of four cells"));
                }
                Ok(vec![Clause {
                    arguments: owned(&arguments[1..]),
                    segments: vec![corners.to_vec()],
                    ..clause()
                }])
            }
            Form::Composite => Ok(Vec::new()),
        }
    }

    fn segments(&self, token: &Token<'_>, names: &[&str]) -> Result<Vec<Vec<usize>>, ReadError> {
        names.split(|name| *name == "-").map(|names| self.cells(token, names)).collect()
    }

    /// Reads independent lists, each with the last name before it.
    fn groups(&self, token: &Token<'_>) -> Result<Vec<Clause>, ReadError> {
        let (key, items) = token.arguments.split_first().unwrap_or((&"", &[]));
        let mut clauses = Vec::new();
        let mut name = String::new();
        for list in items.chunk_by(|_, next| !next.is_empty() && !next.starts_with('_')) {
            let list = match list {
                ["", rest @ ..] => rest,
                [first, rest @ ..] if first.starts_with('_') => {
                    name = codec::unescape(&first[1..]);
                    rest
                }
                list => list,
            };
            if list.is_empty() {
                continue;
            }
            let mut clause = Clause::new(token.class, token.at);
            clause.arguments = vec![(*key).to_owned()];
            clause.name.clone_from(&name);
            clause.segments = self.segments(token, list)?;
            clauses.push(clause);
        }
        Ok(clauses)
    }

    /// Reads classes whose arguments are not cells.
    fn plain(&self, token: &Token<'_>) -> Result<Vec<Clause>, ReadError> {
        let arguments = &token.arguments[..];
        let clause = || Clause::new(token.class, token.at);
        match token.class {
            Class::Jigsaw => {
                let cells = self.layout.grid_cells();
                let text = arguments.last().copied().unwrap_or_default();
                if text.chars().count() != cells {
                    let found = format!("a layout of {} cells", text.chars().count());
                    return Err(self.error(token, found, format!("{cells} cells")));
                }
                let mut regions: Vec<Vec<usize>> = Vec::new();
                let mut numbers = HashMap::new();
                for (cell, symbol) in text.chars().enumerate() {
                    let number = *numbers.entry(symbol).or_insert(regions.len());
                    if number == regions.len() {
                        regions.push(Vec::new());
                    }
                    regions[number].push(cell);
                }
                let is_region =
                    |region: &[usize]| (self.layout.side()..=self.layout.values).contains(&region.len());
                if regions.len() == 1 {
                    return Ok(Vec::new());
                }
                // Several cells without a region have the same symbol.
                if regions.iter().filter(|region| !is_region(region)).count() > 1 {
                    return Err(self.error(token, "regions of several sizes", "regions of one size"));
                }
                regions.retain(|region| is_region(region));
                Ok(regions.into_iter().map(|region| Clause { segments: vec![region], ..clause() }).collect())
            }
            Class::ConnectedValues => {
                let prefix = arguments.first().copied().unwrap_or_default();
                let cells = if prefix.is_empty() {
                    (0..self.layout.grid_cells()).collect()
                } else {
                    let expected = "a group of variables";
                    let group = self
                        .layout
                        .group(prefix)
                        .ok_or_else(|| self.error(token, quoted(prefix), expected))?;
                    (group.first..group.first + group.count).collect()
                };
                let arguments = arguments[1..].iter().map(|&argument| argument.to_owned()).collect();
                Ok(vec![Clause { arguments, segments: vec![cells], ..clause() }])
            }
            _ => {
                let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
                Ok(vec![Clause { arguments, ..clause() }])
            }
        }
    }
}

/// A tree with its cells replaced; `None` if one of the new cells does not exist.
fn shifted(tree: &Tree, layout: &Layout, shift: &impl Fn(usize) -> Option<usize>) -> Option<Tree> {
    Some(match tree {
        Tree::Clause(clause) => {
            let mut clause = clause.clone();
            for cell in clause.segments.iter_mut().flatten() {
                *cell = shift(*cell)?;
            }
            // The control cell of these classes is an argument.
            if matches!(clause.class, Class::ChaosArrow | Class::ChaosCount) {
                let cell = layout.cell(clause.argument(0))?;
                clause.arguments[0] = layout.name_of(shift(cell)?);
            }
            Tree::Clause(clause)
        }
        Tree::All(trees) => {
            Tree::All(trees.iter().map(|tree| shifted(tree, layout, shift)).collect::<Option<_>>()?)
        }
        Tree::Any(trees) => {
            Tree::Any(trees.iter().map(|tree| shifted(tree, layout, shift)).collect::<Option<_>>()?)
        }
    })
}
