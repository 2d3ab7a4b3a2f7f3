//! Tables with a header, and the detection of containers.
//!
//! The `csv-core` crate interprets quotes. It is fed line by line, because messages need the line and
//! column of a field, and a quote that is never closed must not hold the rest of the file in memory.

use std::sync::Arc;

use arcdoku::puzzle::Rule;
use arcdoku_wire::{Fault, FaultCode, PuzzleInput};
use serde_json::Value;

use super::Medium;
use super::buffer::ReadBuffer;
use super::item::{Fields, Reading, Rejected};
use super::json::Lines;
use super::plan::{Places, Plan};

/// The names that the column of puzzles may have, in any case, and the column of solutions.
const PUZZLE: [&str; 2] = ["puzzle", "quizzes"];
const SOLUTION: [&str; 2] = ["solution", "solutions"];

/// The name of the column of rules: texts with semicolons between. It is not `rules`, which tables may have
/// for remarks of their own, and which is passed through.
pub(crate) const RULES_COLUMN: &str = "rule";

/// The container of a text that begins like this, if it is one.
pub(super) fn container(start: &[u8]) -> Option<Medium> {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let text = String::from_utf8_lossy(start);
    if text.trim_start().starts_with('{') {
        return Some(arcdoku_exchange::Format::detect(&text).map_or(Medium::Json, Medium::Exchange));
    }
    let header = text.lines().next()?;
    if let Some(format) = arcdoku_exchange::Format::detect(header) {
        return Some(Medium::Exchange(format));
    }
    let separator = separator(header);
    let fields = names(header, separator);
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
struct CsvField {
    text: String,
    /// The line within the row, from 1, and the column, from 1.
    at: (usize, usize),
}

/// Splits rows into fields, line by line. `csv-core` interprets quotes; the positions of fields are
/// determined here.
struct Splitter {
    reader: csv_core::Reader,
    fields: Vec<CsvField>,
    /// The text of the field so far, and where it began.
    text: Vec<u8>,
    begun: Option<(usize, usize)>,
}

impl Splitter {
    fn new(separator: char) -> Self {
        // A carriage return alone does not end a row: lines were split before.
        let end = csv_core::Terminator::Any(b'\n');
        let reader = csv_core::ReaderBuilder::new().delimiter(separator as u8).terminator(end).build();
        Self { reader, fields: Vec::new(), text: Vec::new(), begun: None }
    }

    /// Forgets the row before.
    fn begin(&mut self) {
        self.reader.reset();
        self.fields.clear();
        self.text.clear();
        self.begun = None;
    }

    /// Takes a line of the row, with its end, by its number in the row. Returns whether the row ends with
    /// it; if not, a quote is open.
    fn take(&mut self, number: usize, line: &str) -> bool {
        let content = line.trim_end_matches('\n');
        let returns = content.len() - content.trim_end_matches('\r').len();
        // The column at a byte that is known.
        let (mut column, mut known, mut at) = (1, 0, 0);
        while at < line.len() {
            if self.begun.is_none() {
                column += line[known..at].chars().count();
                known = at;
                self.begun = Some((number, column + usize::from(line[at..].starts_with('"'))));
            }
            let mut output = [0; 256];
            let (result, read, written) = self.reader.read_field(&line.as_bytes()[at..], &mut output);
            at += read;
            self.text.extend_from_slice(&output[..written]);
            let csv_core::ReadFieldResult::Field { record_end } = result else { continue };
            if record_end {
                self.text.truncate(self.text.len().saturating_sub(returns));
            }
            let text = String::from_utf8_lossy(&self.text).into_owned();
            self.text.clear();
            self.fields.push(CsvField { text, at: self.begun.take().unwrap_or((number, column)) });
            if record_end {
                return true;
            }
        }
        false
    }
}

/// The names in a header of one line.
fn names(header: &str, separator: char) -> Vec<CsvField> {
    let mut splitter = Splitter::new(separator);
    splitter.take(1, &format!("{header}\n"));
    splitter.fields
}

/// A table with a header.
pub(super) struct Table<'a> {
    lines: Lines<'a>,
    /// Absent until the header has shown the separator.
    splitter: Option<Splitter>,
    header: Option<Header>,
    source: Arc<str>,
    plan: &'a Plan,
    any: bool,
}

/// A row: its first line, its text with the ends of its lines, and its fields.
struct Gathered {
    line: usize,
    text: String,
    fields: Vec<CsvField>,
}

struct Header {
    names: Vec<Arc<str>>,
    puzzle: usize,
    solution: Option<usize>,
    rules: Option<usize>,
}

impl<'a> Table<'a> {
    pub(super) fn new(input: ReadBuffer<'a>, tabs: bool, source: Arc<str>, plan: &'a Plan) -> Self {
        let splitter = tabs.then(|| Splitter::new('\t'));
        Self { lines: Lines::new(input), splitter, header: None, source, plan, any: false }
    }

    /// The next row that is not empty.
    fn gather(&mut self) -> Option<Result<Gathered, Fault>> {
        let mut text = String::new();
        let mut first = None;
        loop {
            let known = text.len();
            let line = match (self.lines.next(&mut text), first) {
                (None, None) => return None,
                (Some(Err(fault)), None) => return Some(Err(fault)),
                (None | Some(Err(_)), Some(line)) => {
                    return Some(Err(Fault::new(
                        FaultCode::Structure,
                        (line, 1),
                        "a quote that is not closed",
                        "a row that ends",
                    )));
                }
                (Some(Ok(line)), _) => line,
            };
            if first.is_none() && text.trim().is_empty() {
                text.clear();
                continue;
            }
            // The end of a file ends its last line.
            if !text.ends_with('\n') {
                text.push('\n');
            }
            let splitter = self.splitter.get_or_insert_with(|| Splitter::new(separator(&text)));
            let begin = *first.get_or_insert_with(|| {
                splitter.begin();
                line
            });
            if splitter.take(line - begin + 1, &text[known..]) {
                let fields = std::mem::take(&mut splitter.fields);
                return Some(Ok(Gathered { line: begin, text, fields }));
            }
        }
    }

    fn read_header(&mut self) -> Result<Header, Fault> {
        let expected = "a header with a column 'puzzle'";
        let Gathered { line, text, fields } = match self.gather() {
            None => return Err(Fault::new(FaultCode::Structure, (1, 1), "the end of the file", expected)),
            Some(row) => row?,
        };
        let place = |names: &[&str]| fields.iter().position(|field| is_named(&field.text, names));
        let puzzle = place(&PUZZLE).ok_or_else(|| {
            Fault::new(
                FaultCode::Structure,
                (line, 1),
                Fault::quoted(text.trim_end_matches(['\n', '\r'])),
                expected,
            )
        })?;
        let (solution, rules) = (place(&SOLUTION), place(&[RULES_COLUMN]));
        let names = fields.iter().map(|field| field.text.trim().into()).collect();
        Ok(Header { names, puzzle, solution, rules })
    }

    fn row(&self, header: &Header, line: usize, fields: Vec<CsvField>) -> Reading {
        if fields.len() != header.names.len() {
            let count = |n: usize| if n == 1 { "1 field".to_owned() } else { format!("{n} fields") };
            let (found, expected) =
                (count(fields.len()), format!("{}, as in the header", count(header.names.len())));
            // The columns are named nevertheless: a faulty first row must not hide them.
            let named = header.names.iter().enumerate();
            let is_ours = |i| i == header.puzzle || header.solution == Some(i) || header.rules == Some(i);
            let others = named.filter(|(i, _)| !is_ours(*i));
            let other = others.map(|(_, name)| (Arc::clone(name), Value::String(String::new()))).collect();
            let fault = Fault::new(FaultCode::Structure, (line, 1), found, expected).in_file(&self.source);
            return Err(Box::new(Rejected { fault, option: None, whole: false, text: None, other }));
        }
        let place = |field: &CsvField| (line + field.at.0 - 1, field.at.1);
        let at = place(&fields[header.puzzle]);
        let solution = header.solution.map_or(at, |i| place(&fields[i]));
        let rule_at = header.rules.map_or(at, |i| place(&fields[i]));
        let mut columns = Vec::new();
        let mut input = PuzzleInput::default();
        let mut other = Fields::new();
        let mut fault = None;
        for (i, field) in fields.into_iter().enumerate() {
            if i == header.puzzle {
                input.puzzle = field.text;
            } else if header.solution == Some(i) {
                input.solution = Some(field.text).filter(|text| !text.trim().is_empty());
            } else if header.rules == Some(i) {
                match rules(&field.text) {
                    Ok(rules) => (columns, input.ruleset.rules) = rules.into_iter().unzip(),
                    Err(wrong) => fault = Some(wrong.within(rule_at).in_file(&self.source)),
                }
            } else {
                other.push((Arc::clone(&header.names[i]), Value::String(field.text)));
            }
        }
        if let Some(fault) = fault {
            let text = Some(input.puzzle);
            return Err(Box::new(Rejected { fault, option: None, whole: false, text, other }));
        }
        let (line, start) = rule_at;
        let rule = |_: &str, index: usize| (line, start + columns.get(index).unwrap_or(&1) - 1);
        self.plan.item(&self.source, input, &Places { puzzle: at, solution, ruleset: &rule }, other)
    }
}

/// The texts of rules, with semicolons between, each with its column; a fault is positioned in the field.
fn rules(field: &str) -> Result<Vec<(usize, String)>, Fault> {
    let mut rules = Vec::new();
    let mut column = 1;
    for part in field.split(';') {
        let text = part.trim();
        if !text.is_empty() {
            let indent = part.chars().take_while(|c| c.is_whitespace()).count();
            text.parse::<Rule>().map_err(|error| Fault::from(error).within((1, column + indent)))?;
            rules.push((column + indent, text.to_owned()));
        }
        column += part.chars().count() + 1;
    }
    Ok(rules)
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
            None => whole(Fault::new(FaultCode::Empty, (1, 1), "no puzzle", "at least one"), &self.source),
            Some(Err(error)) => Some(Err(error.in_file(&self.source).into())),
            Some(Ok(Gathered { line, fields, .. })) => Some(self.row(&header, line, fields)),
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
        names(row, ',').into_iter().map(|field| (field.text, field.at.1)).collect()
    }

    #[test]
    fn rows_are_split() {
        let field = |text: &str, column| (text.to_owned(), column);
        assert_eq!(texts("a,b"), [field("a", 1), field("b", 3)]);
        assert_eq!(texts("\"a,\"\"b\",c,"), [field("a,\"b", 2), field("c", 9), field("", 11)]);
        assert_eq!(texts(""), [], "an empty line is no row");
        assert_eq!(texts("ä,a\"b\r\"\r"), [field("ä", 1), field("a\"b\r\"", 3)]);
        assert_eq!(texts("\"a\"\r"), [field("a", 2)]);
        assert_eq!(texts(&"x".repeat(1000)), [field(&"x".repeat(1000), 1)]);
    }

    #[test]
    fn rows_span_lines() {
        let mut splitter = Splitter::new(',');
        for _ in 0..2 {
            splitter.begin();
            assert!(!splitter.take(1, "\"a\r\n") && splitter.take(2, "b\",c\r\n"));
            let fields = std::mem::take(&mut splitter.fields);
            let field = |text: &str, at| CsvField { text: text.into(), at };
            assert_eq!(fields, [field("a\r\nb", (1, 2)), field("c", (2, 4))]);
            // What is left open is forgotten with its row.
            assert!(!splitter.take(1, "x,\"y\n"));
        }
    }

    #[test]
    fn containers_are_detected() {
        assert_eq!(container(b"id,Puzzle\n1,..."), Some(Medium::Csv));
        assert_eq!(container(b"puzzle\tlevel\n"), Some(Medium::Tsv));
        assert_eq!(container(b"puzzle;level\n"), Some(Medium::Csv));
        assert_eq!(container(b"  {\"puzzle\": \"\"}"), Some(Medium::Json));
        for (text, format) in [
            (&b".Cage~10~R1C1~R1C2"[..], arcdoku_exchange::Format::Iss),
            (b"https://www.f-puzzles.com/?load=N4Ig", arcdoku_exchange::Format::FPuzzles),
            (b"https://sudokupad.app/scfM", arcdoku_exchange::Format::SudokuPad),
        ] {
            assert_eq!(container(text), Some(Medium::Exchange(format)));
        }
        assert_eq!(container(b"53..7...."), None);
        assert_eq!(container(b"1,2,3"), None);
        assert_eq!(container(b""), None);
    }
}
