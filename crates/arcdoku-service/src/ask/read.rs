//! The content of a text.

use arcdoku::grid::{Cell, Digit};
use arcdoku::puzzle::{HouseKind, Puzzle, Rule};
use arcdoku_exchange::Policy;
use arcdoku_wire::{ConstraintRow, Fault, PuzzleInput, ReadReply, ShapeRow, VERSION, puzzle_text};

use crate::input::{
    AUTHOR, DOCUMENT, Item, Plan, RULES, ReadBuffer, Reading, Source, container_of, import, text_of,
};

/// The content of a text: its first puzzle in full, and the number of puzzles, counted up to `most`. If the text cannot
/// be read as a whole, the puzzle in it, such as a link among other words.
pub fn reply(text: &str, most: u64, policy: Policy) -> ReadReply {
    let plan = Plan::default().with_policy(policy);
    let whole = read(text, most, &plan);
    // The lines of a string of constraints are one puzzle, not several.
    let is_split = whole.puzzles > 1 && text.trim_start().starts_with(".Shape");
    if whole.fault.is_none() && !is_split {
        return whole;
    }
    let found = arcdoku_exchange::find(text).map(|found| read(&found, most, &plan));
    let is_better =
        |found: &ReadReply| found.fault.is_none() || whole.import.is_none() && found.import.is_some();
    if let Some(found) = found.filter(is_better) {
        return found;
    }
    let cells = cells_among_words(text).filter(|_| whole.fault.is_some() && whole.container.is_none());
    let fault = cells.and_then(|(line, column, cells)| {
        let fault = read(cells, most, &plan).fault.filter(|fault| fault.line == 1)?;
        Some(Fault { line, column: column + fault.column - 1, ..fault })
    });
    ReadReply { fault: fault.or(whole.fault), ..whole }
}

/// The line, the column and the symbols of the longest word of cells among other words. Its fault is more
/// precise than the fault of the whole text.
fn cells_among_words(text: &str) -> Option<(usize, usize, &str)> {
    let is_cell = |c: char| c.is_ascii_digit() || c == '.';
    let lines = text.lines().enumerate().filter(|(_, line)| line.contains(char::is_alphabetic));
    let words = lines.flat_map(|(at, line)| line.split(|c| !is_cell(c)).map(move |word| (at, line, word)));
    let (at, line, word) =
        words.max_by_key(|(_, _, word)| word.len()).filter(|(_, _, word)| word.len() > 40)?;
    let column = line.find(word).map_or(0, |begin| line[..begin].chars().count());
    Some((at + 1, column + 1, word))
}

fn read(text: &str, most: u64, plan: &Plan) -> ReadReply {
    let medium = container_of(text);
    let buffer = |raw| ReadBuffer::new(raw, std::rc::Rc::default(), Box::new(|| ()));
    let mut first: Option<Reading> = None;
    let (mut puzzles, mut unreadable) = (0, 0);
    for given in Source::text("text", text).read(plan, buffer) {
        for (_, reading) in given.readings(1) {
            let is_whole = reading.as_ref().is_err_and(|rejected| rejected.whole);
            puzzles += u64::from(!is_whole);
            unreadable += u64::from(reading.is_err() && !is_whole);
            first.get_or_insert(reading);
        }
        if puzzles >= most {
            break;
        }
    }
    let container = medium.map(|medium| medium.name().to_owned());
    let reply = ReadReply { version: VERSION, container, puzzles, unreadable, ..ReadReply::default() };
    match first {
        Some(Ok(item)) => describe(&item, reply),
        Some(Err(rejected)) => {
            ReadReply { import: import(&rejected.other, None), fault: Some(rejected.fault), ..reply }
        }
        None => reply,
    }
}

fn describe(item: &Item, reply: ReadReply) -> ReadReply {
    let record = &item.record;
    let puzzle = &record.puzzle;
    let number = |digit: &Option<Digit>| digit.map_or(0, Digit::get);
    let givens: Vec<u8> = puzzle.givens().iter().map(number).collect();
    let mut digits = givens.clone();
    for (cell, digit) in &record.placed {
        digits[cell.index()] = digit.get();
    }
    let is_restricted = puzzle.rules().iter().any(|rule| matches!(rule, Rule::Candidates(_)));
    let cells = (0..puzzle.shape().cells()).filter(|_| is_restricted).map(Cell::new);
    let candidates = cells.map(|cell| puzzle.admissible(cell).iter().map(Digit::get).collect()).collect();
    let solution = item.expected.as_ref().map(|expected| expected.text().to_owned());
    let mut input =
        PuzzleInput { name: record.name.clone(), solution: solution.clone(), ..PuzzleInput::from(puzzle) };
    for name in [AUTHOR, RULES, DOCUMENT] {
        if let Some(text) = text_of(&item.other, name) {
            input.other.insert(name.to_owned(), text.into());
        }
    }
    ReadReply {
        notation: record.notation.name().to_owned(),
        puzzle: puzzle_text(puzzle),
        ruleset: puzzle.into(),
        // All fields are strings and lists, so serialization cannot fail.
        json: serde_json::to_string(&input).unwrap_or_default(),
        name: record.name.clone(),
        solution,
        shape: shape(puzzle),
        constraints: constraints(puzzle),
        givens,
        digits,
        candidates,
        conflict: item.conflict(),
        import: import(&item.other, Some(puzzle)),
        ..reply
    }
}

fn shape(puzzle: &Puzzle) -> ShapeRow {
    let shape = puzzle.shape();
    let boxes = shape.box_size();
    let mut regions = vec![usize::MAX; shape.grid_cells()];
    let mut count = 0;
    for constraint in puzzle.all_different() {
        let kind = constraint.part().map(|house| house.kind);
        if matches!(kind, Some(HouseKind::Box | HouseKind::Region)) {
            constraint.cells().iter().for_each(|cell| regions[cell.index()] = count);
            count += 1;
        }
    }
    if regions.contains(&usize::MAX) {
        regions.clear();
    }
    let unless_plain = |number| Some(number).filter(|_| !shape.is_plain());
    ShapeRow {
        size: shape.digits(),
        rows: unless_plain(shape.rows()),
        columns: unless_plain(shape.columns()),
        least: Some(shape.least()).filter(|_| !shape.is_plain()),
        extra: unless_plain(shape.extra()),
        box_rows: boxes.map(|(rows, _)| rows),
        box_columns: boxes.map(|(_, columns)| columns),
        regions,
    }
}

fn constraints(puzzle: &Puzzle) -> Vec<ConstraintRow> {
    let row = |(rule, constraint): (usize, arcdoku::puzzle::Constraint)| ConstraintRow {
        name: constraint.to_string(),
        rule: puzzle.rules()[rule].name().to_owned(),
        cells: constraint.cells().iter().map(|cell| cell.index()).collect(),
        different: constraint.is_all_different(),
    };
    let (houses, others): (Vec<_>, Vec<_>) =
        puzzle.constraints().into_iter().partition(|(_, constraint)| constraint.part().is_some());
    houses.into_iter().chain(others).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_described_for_drawing() {
        let text =
            "{\"puzzle\": \"1..............4\", \"rules\": [\"diagonals\", \"cage 5: r1c2 r1c3\"]}\n{}\n";
        let reply = reply(text, 10, Policy::default());
        assert_eq!((reply.puzzles, reply.unreadable), (2, 1));
        assert_eq!((reply.notation.as_str(), reply.container.as_deref()), ("line", Some("json")));
        assert_eq!((reply.shape.size, reply.shape.box_rows), (4, Some(2)));
        assert_eq!(reply.shape.regions, [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]);
        let last = reply.constraints.last().unwrap();
        assert_eq!((last.name.as_str(), last.rule.as_str()), ("cage 5: r1c2 r1c3", "cage"));
        assert_eq!((&last.cells[..], last.different), (&[1, 2][..], false));
        assert_eq!(
            super::reply(&reply.json, 1, Policy::default()).constraints,
            reply.constraints,
            "the JSON is complete"
        );
    }

    #[test]
    fn texts_of_other_programs_have_an_import_report() {
        let cells = r#"[{}, {"value": 2}, {"centerPencilMarks": [4, 3], "cornerPencilMarks": [1]}, {}]"#;
        let row = "[{}, {}, {}, {}]";
        let text = |keys: &str| format!(r#"{{"size": 4, "grid": [{cells}, {row}, {row}, {row}], {keys}}}"#);
        let keys = r#""author": "An author", "ruleset": "Rules.", "text": [{}]"#;
        let import = |text: &str| {
            let import = reply(text, 1, Policy::default()).import.unwrap();
            serde_json::from_value::<arcdoku_wire::ImportReply>(import).unwrap()
        };
        let report = import(&text(keys));
        assert_eq!((report.format.as_str(), report.author.as_deref()), ("f-puzzles", Some("An author")));
        assert_eq!((report.rules.as_deref(), report.words), (Some("Rules."), None));
        let [digit, marks] = &report.entered[..] else { panic!("{:?}", report.entered) };
        assert_eq!((digit.cell.as_str(), digit.digit), ("r1c2", Some(2)));
        assert_eq!(
            (marks.cell.as_str(), &marks.corner[..], &marks.center[..]),
            ("r1c3", &[1][..], &[3, 4][..])
        );
        let refused = reply(&text(r#""mystery": true"#), 1, Policy::default());
        assert!(refused.fault.is_some());
        assert_eq!(import(&text(r#""mystery": true"#)).not_understood[0].what, "mystery");
        assert_eq!(import("https://sudokupad.app/abc123").elsewhere.as_deref(), Some("abc123"));
        assert!(reply("1..............4", 1, Policy::default()).import.is_none());
    }

    #[test]
    fn fields_of_an_import_may_have_any_value() {
        for fields in
            [r#""import": 5, "author": "x""#, r#""import": {}"#, r#""author": 5, "rules_in_words": {}"#]
        {
            let json = format!(r#"{{"puzzle": "1..............4", {fields}}}"#);
            let import = reply(&json, 1, Policy::default()).import;
            let read = import.map(serde_json::from_value::<arcdoku_wire::ImportReply>);
            assert!(read.is_none_or(|read| read.is_ok()), "{fields}");
        }
    }

    #[test]
    fn author_and_rules_in_words_of_json_are_kept() {
        let json = r#"{"puzzle": "1..............4", "author": "An author", "rules_in_words": "Rules."}"#;
        let first = reply(json, 1, Policy::default());
        for reply in [reply(&first.json, 1, Policy::default()), first] {
            let import: arcdoku_wire::ImportReply = serde_json::from_value(reply.import.unwrap()).unwrap();
            assert_eq!(
                (import.author.as_deref(), import.rules.as_deref()),
                (Some("An author"), Some("Rules."))
            );
        }
    }

    #[test]
    fn unreadable_input_is_a_fault_with_its_place() {
        let reply = reply("53..7....\n6..195...", 10, Policy::default());
        assert!(reply.fault.is_some_and(|fault| fault.line > 0 && !fault.expected.is_empty()));
        assert!(super::reply("", 10, Policy::default()).fault.is_some());
        let fault = super::reply(&format!("Hello,\ntry {} now", "1".repeat(80)), 10, Policy::default()).fault;
        let fault = fault.unwrap();
        assert_eq!((fault.line, fault.found.as_str()), (2, "80 characters"));
        // The fault of a rule in JSON stays.
        let cells = ".".repeat(54);
        let json =
            format!(r#"{{"puzzle": "{cells}", "shape": "grid 6x9", "rules": ["thermo: r1c1 r99c99"]}}"#);
        let fault = super::reply(&json, 10, Policy::default()).fault.unwrap();
        assert!(fault.found.contains("r99c99"), "{}", fault.found);
    }
}
