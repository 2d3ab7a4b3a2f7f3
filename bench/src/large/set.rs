//! The sets of large puzzles, and the puzzles of each range of holes.

use std::fs;
use std::path::{Path, PathBuf};

use arcdoku::grid::{Digit, Shape};
use arcdoku::{Puzzle, Question};

use crate::set::Data;

/// The sets, in the order of the report. The question is a proof of uniqueness for proper sets, and a first solution
/// for others.
pub(crate) const SETS: [(&str, Question); 8] = [
    ("proper16", Question::Unique),
    ("proper25", Question::Unique),
    ("n3x4", Question::First),
    ("n4", Question::First),
    ("n5", Question::First),
    ("n6", Question::First),
    ("n7", Question::First),
    ("n8", Question::First),
];

/// Puzzles of one set with the same share of holes.
#[derive(Debug)]
pub(crate) struct Range {
    /// The name of the set and the percentage of holes, such as `n6_h47`. If the set has only one range, its name is
    /// the name of the set.
    pub(crate) name: String,
    pub(crate) question: Question,
    /// The puzzles, each with its place in the file, from 0.
    pub(crate) puzzles: Vec<(usize, Puzzle)>,
}

/// The folder with the files of the sets; `None` without the full data.
fn folder(data: &Data) -> Option<PathBuf> {
    let Data::Full(puzzles) = data else { return None };
    Some(puzzles.join("../large"))
}

/// The ranges whose set or name is in `only` (all, if it is empty), with at most `limit` puzzles each.
pub(crate) fn ranges(data: &Data, only: &[String], limit: Option<usize>) -> Result<Vec<Range>, String> {
    let folder = folder(data).ok_or("the sets of large puzzles are missing: set ARCDOKU_SHARED")?;
    let mut all = Vec::new();
    for (set, question) in SETS {
        let is_of =
            |name: &String| name == set || name.strip_prefix(set).is_some_and(|rest| rest.starts_with('_'));
        if !only.is_empty() && !only.iter().any(is_of) {
            continue;
        }
        all.extend(read(&folder.join(format!("{set}.txt")), set, question)?);
    }
    let is_wanted = |name: &String, range: &Range| {
        range.name == *name || range.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('_'))
    };
    if let Some(unknown) = only.iter().find(|name| !all.iter().any(|range| is_wanted(name, range))) {
        return Err(format!("no set or range {unknown:?} of large puzzles, such as n6 or n6_h47"));
    }
    all.retain(|range| only.is_empty() || only.iter().any(|name| is_wanted(name, range)));
    all.iter_mut().for_each(|range| range.puzzles.truncate(limit.unwrap_or(usize::MAX)));
    Ok(all)
}

fn read(path: &Path, set: &str, question: Question) -> Result<Vec<Range>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    parse(&text, set, question).map_err(|error| format!("{}: {error}", path.display()))
}

/// The ranges of a file: a head with the size of the boxes and the shares of holes, then one puzzle per line. Every
/// share has the same number of lines.
fn parse(text: &str, set: &str, question: Question) -> Result<Vec<Range>, String> {
    let (head, lines): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
    let head = head.first().ok_or("no head")?;
    let shape = shape(head).ok_or("no size of boxes in the head")?;
    let names: Vec<String> = match shares(head) {
        shares if shares.is_empty() => vec![set.to_owned()],
        shares => shares.iter().map(|share| format!("{set}_h{share}")).collect(),
    };
    if lines.is_empty() || !lines.len().is_multiple_of(names.len()) {
        return Err(format!("{} puzzles of {} shares of holes", lines.len(), names.len()));
    }
    let each = lines.len() / names.len();
    let mut ranges = Vec::new();
    for (name, (first, lines)) in names.into_iter().zip((0..).step_by(each).zip(lines.chunks(each))) {
        let numbered = (first..).zip(lines);
        let puzzles: Result<_, String> =
            numbered.map(|(place, line)| Ok((place, puzzle(line, shape)?))).collect();
        ranges.push(Range { name, question, puzzles: puzzles? });
    }
    Ok(ranges)
}

/// The shape, from `boxes 3 rows x 4 cols` or `boxes 4x4`.
fn shape(head: &str) -> Option<Shape> {
    let (_, boxes) = head.split_once("boxes")?;
    let mut numbers = boxes.split(|c: char| !c.is_ascii_digit()).filter(|text| !text.is_empty());
    Shape::boxes(numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?)
}

/// The shares of holes in percent, from `in this order: 0.50 0.60;`.
fn shares(head: &str) -> Vec<usize> {
    let list = head.split_once("in this order:").map_or("", |(_, rest)| rest);
    let list = list.split(';').next().unwrap_or_default();
    let shares = list.split_whitespace().map_while(|share| share.parse::<f64>().ok());
    shares.map(|share| (share * 100.0).round() as usize).collect()
}

/// A puzzle, from the values of its cells; 0 is empty.
fn puzzle(line: &str, shape: Shape) -> Result<Puzzle, String> {
    let digit = |text: &str| match text.parse::<usize>() {
        Ok(0) => Ok(None),
        Ok(value) if value <= shape.digits() => Ok(Some(Digit::from_index(value - 1))),
        _ => Err(format!("found {text:?}, expected one of {} digits or 0", shape.digits())),
    };
    let givens: Vec<Option<Digit>> = line.split_whitespace().map(digit).collect::<Result<_, _>>()?;
    Puzzle::try_with_givens(shape, &givens).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::{parse, shape, shares};
    use arcdoku::Question;
    use arcdoku::grid::{Cell, Digit, Shape};

    #[test]
    fn the_head_has_the_shape_and_the_shares() {
        let head = "# seed s-n3x4; N=12 boxes 3 rows x 4 cols; 10 puzzles per hole ratio, in this order: 0.50 0.58; 0=empty";
        assert_eq!(shape(head), Shape::boxes(3, 4));
        assert_eq!(shares(head), [50, 58]);
        let head = "# N=16 boxes 4x4; 20 proper puzzles; 97/0 93/0; 0=empty";
        assert_eq!(shape(head), Shape::boxes(4, 4));
        assert!(shares(head).is_empty());
        assert_eq!(shape("# seed 7"), None);
    }

    #[test]
    fn lines_are_grouped_by_shares() {
        let line = "1 0 0 0  0 0 0 0  0 0 0 0  0 0 0 4";
        let text = format!("# boxes 2x2; in this order: 0.87 0.5; x\n{}", format!("{line}\n").repeat(4));
        let ranges = parse(&text, "n2", Question::First).unwrap();
        let names: Vec<&str> = ranges.iter().map(|range| range.name.as_str()).collect();
        assert_eq!(names, ["n2_h87", "n2_h50"]);
        let places: Vec<usize> = ranges[1].puzzles.iter().map(|&(place, _)| place).collect();
        assert_eq!(places, [2, 3]);
        let puzzle = &ranges[0].puzzles[0].1;
        assert_eq!(puzzle.givens()[15], Some(Digit::from_index(3)));
        assert_eq!(puzzle.givens()[Cell::new(1).index()], None);
        let plain = parse(&format!("# boxes 2x2\n{line}\n"), "p", Question::Unique).unwrap();
        assert_eq!((plain[0].name.as_str(), plain.len()), ("p", 1));
    }

    #[test]
    fn malformed_files_are_rejected() {
        let line = "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0";
        for (text, message) in [
            (line.to_owned(), "no head"),
            (format!("# N=4\n{line}"), "size of boxes"),
            ("# boxes 2x2".to_owned(), "0 puzzles"),
            (format!("# boxes 2x2; in this order: 0.5 0.6\n{line}"), "2 shares"),
            (format!("# boxes 2x2\n{line} 5"), "digits or 0"),
            (format!("# boxes 2x2\n{line} 1"), ""),
        ] {
            let error = parse(&text, "s", Question::First).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
