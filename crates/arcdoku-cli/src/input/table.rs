//! Tables with a header, and how containers are told from notations.
//!
//! Rows are split here rather than by a crate, because messages need the column of a field in its
//! line, and a quote that is never closed must not hold the rest of the file in memory.

use std::sync::Arc;

use arcdoku_wire::{Fault, PuzzleInput};
use serde_json::Value;

use super::rows::Lines;
use super::{Fields, Medium, Plan, Reading, Rejected, Tap};

/// The names that the column of puzzles may have, in any case, and the column of solutions.
const PUZZLE: [&str; 2] = ["puzzle", "quizzes"];
const SOLUTION: [&str; 2] = ["solution", "solutions"];

/// What container a text that begins like this is, if it is one.
pub(super) fn container(start: &[u8]) -> Option<Medium> {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let text = String::from_utf8_lossy(start);
    if text.trim_start().starts_with('{') {
        return Some(Medium::Json);
    }
    let header = text.lines().next()?;
    let separator = separator(header);
    let fields = split(header, separator);
    let found = fields.iter().any(|field| is_named(&field.text, &PUZZLE));
    found.then_some(if separator == '\t' { Medium::Tsv } else { Medium::Csv })
}

fn is_named(field: &str, names: &[&str]) -> bool {
    names.iter().any(|name| field.trim().eq_ignore_ascii_case(name))
}

/// Tabs if there are any, else commas if there are any, else semicolons.
fn separator(header: &str) -> char {
    ['\t', ',', ';'].into_iter().find(|&c| header.contains(c)).unwrap_or(',')
}

/// A field of a row, and where its text begins.
#[derive(Debug, PartialEq, Eq)]
struct Field {
    text: String,
    /// The line within the row, from 1, and the column, from 1.
    at: (usize, usize),
}

/// The fields of a row. Quotes hold separators and line ends; two of them are one.
fn split(row: &str, separator: char) -> Vec<Field> {
    let mut fields = Vec::new();
    let mut field = Field { text: String::new(), at: (1, 1) };
    let (mut line, mut column) = (1, 1);
    let mut quoted = false;
    let mut chars = row.chars().peekable();
    let mut fresh = true;
    while let Some(c) = chars.next() {
        column += 1;
        match c {
            '"' if fresh => {
                quoted = true;
                field.at = (line, column);
            }
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                column += 1;
                field.text.push('"');
            }
            '"' if quoted => quoted = false,
            c if c == separator && !quoted => {
                let next = Field { text: String::new(), at: (line, column) };
                fields.push(std::mem::replace(&mut field, next));
                fresh = true;
                continue;
            }
            c => field.text.push(c),
        }
        if c == '\n' {
            (line, column) = (line + 1, 1);
        }
        fresh = false;
    }
    fields.push(field);
    fields
}

/// A table with a header.
pub(super) struct Table<'a> {
    lines: Lines,
    separator: Option<char>,
    header: Option<Header>,
    source: Arc<str>,
    plan: &'a Plan,
    any: bool,
}

struct Header {
    names: Vec<Arc<str>>,
    puzzle: usize,
    solution: Option<usize>,
}

impl<'a> Table<'a> {
    pub(super) fn new(input: Tap, tabs: bool, source: Arc<str>, plan: &'a Plan) -> Self {
        let separator = tabs.then_some('\t');
        Self { lines: Lines::new(input), separator, header: None, source, plan, any: false }
    }

    /// The next row that is not empty: its first line, and its text without the end.
    fn gather(&mut self) -> Option<Result<(usize, String), Fault>> {
        let mut text = String::new();
        let mut first = None;
        // Whether a quote is open at the end of the text so far.
        let mut open = false;
        loop {
            let known = text.len();
            match self.lines.next(&mut text) {
                None => break,
                Some(Err(fault)) => {
                    return Some(Err(match first {
                        Some(line) => Fault::new((line, 1), "a quote that is not closed", "a row that ends"),
                        None => fault,
                    }));
                }
                Some(Ok(line)) => {
                    if first.is_none() && text.trim().is_empty() {
                        text.clear();
                        continue;
                    }
                    first.get_or_insert(line);
                }
            }
            let quotes = text[known..].bytes().filter(|&byte| byte == b'"').count();
            open ^= !quotes.is_multiple_of(2);
            if !open {
                break;
            }
        }
        let line = first?;
        text.truncate(text.trim_end_matches(['\n', '\r']).len());
        Some(Ok((line, text)))
    }

    fn read_header(&mut self) -> Result<Header, Fault> {
        let expected = "a header with a column 'puzzle'";
        let (line, text) = match self.gather() {
            None => return Err(Fault::new((1, 1), "the end of the file", expected)),
            Some(row) => row?,
        };
        let separator = *self.separator.get_or_insert_with(|| separator(&text));
        let fields = split(&text, separator);
        let place = |names: &[&str]| fields.iter().position(|field| is_named(&field.text, names));
        let puzzle = place(&PUZZLE).ok_or_else(|| Fault::new((line, 1), Fault::quoted(&text), expected))?;
        let solution = place(&SOLUTION);
        Ok(Header { names: fields.iter().map(|field| field.text.trim().into()).collect(), puzzle, solution })
    }

    fn row(&self, header: &Header, line: usize, text: &str) -> Reading {
        let fields = split(text, self.separator.unwrap_or(','));
        if fields.len() != header.names.len() {
            let count = |n: usize| if n == 1 { "1 field".to_owned() } else { format!("{n} fields") };
            let (found, expected) =
                (count(fields.len()), format!("{}, as in the header", count(header.names.len())));
            // The columns are named all the same: a first row like this must not hide them.
            let named = header.names.iter().enumerate();
            let others = named.filter(|(i, _)| *i != header.puzzle && header.solution != Some(*i));
            let other = others.map(|(_, name)| (Arc::clone(name), Value::String(String::new()))).collect();
            let fault = Fault::new((line, 1), found, expected).in_file(&self.source);
            return Err(Box::new(Rejected { fault, whole: false, text: None, other }));
        }
        let place = |field: &Field| (line + field.at.0 - 1, field.at.1);
        let at = place(&fields[header.puzzle]);
        let expected_at = header.solution.map_or(at, |i| place(&fields[i]));
        let mut input = PuzzleInput::default();
        let mut other = Fields::new();
        for (i, field) in fields.into_iter().enumerate() {
            if i == header.puzzle {
                input.puzzle = field.text;
            } else if header.solution == Some(i) {
                input.solution = Some(field.text).filter(|text| !text.trim().is_empty());
            } else {
                other.push((Arc::clone(&header.names[i]), Value::String(field.text)));
            }
        }
        self.plan.item(&self.source, input, at, expected_at, other)
    }
}

impl Iterator for Table<'_> {
    type Item = Reading;

    fn next(&mut self) -> Option<Reading> {
        let whole = |fault: Fault, source: &Arc<str>| Some(Err(Rejected::whole(fault.in_file(source))));
        let header = match self.header.take() {
            Some(header) => header,
            // Without a header no row can be understood: one fault, and the end.
            None if self.any => return None,
            None => match self.read_header() {
                Ok(header) => header,
                Err(error) => {
                    self.any = true;
                    return whole(error, &self.source);
                }
            },
        };
        let result = match self.gather() {
            None if self.any => None,
            None => whole(Fault::new((1, 1), "no puzzle", "at least one"), &self.source),
            Some(Err(error)) => Some(Err(error.in_file(&self.source).into())),
            Some(Ok((line, text))) => Some(self.row(&header, line, &text)),
        };
        self.any = true;
        self.header = Some(header);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(row: &str) -> Vec<(String, usize)> {
        split(row, ',').into_iter().map(|field| (field.text, field.at.1)).collect()
    }

    #[test]
    fn rows_are_split() {
        let field = |text: &str, column| (text.to_owned(), column);
        assert_eq!(texts("a,b"), [field("a", 1), field("b", 3)]);
        assert_eq!(texts("\"a,\"\"b\",c,"), [field("a,\"b", 2), field("c", 9), field("", 11)]);
        assert_eq!(texts(""), [field("", 1)]);
        assert_eq!(split("\"a\nb\",c", ',')[1], Field { text: "c".into(), at: (2, 4) });
    }

    #[test]
    fn containers_are_told() {
        assert_eq!(container(b"id,Puzzle\n1,..."), Some(Medium::Csv));
        assert_eq!(container(b"puzzle\tlevel\n"), Some(Medium::Tsv));
        assert_eq!(container(b"puzzle;level\n"), Some(Medium::Csv));
        assert_eq!(container(b"  {\"puzzle\": \"\"}"), Some(Medium::Json));
        assert_eq!(container(b"53..7...."), None);
        assert_eq!(container(b"1,2,3"), None);
        assert_eq!(container(b""), None);
    }
}
