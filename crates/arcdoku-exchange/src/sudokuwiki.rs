//! Links of sudokuwiki.org: `bd=` and 81 digits, or the packed form, such as `S9B` and two characters per cell.

use arcdoku::{Digit, Puzzle, Rule, Shape};

use crate::codec;
use crate::draft::Draft;
use crate::error::{ReadError, WriteError, quoted};
use crate::import::{Entered, Import, ImportError, Policy};

/// Reads a link, or its text after `bd=`.
pub(crate) fn read(link: &str, policy: &Policy) -> Result<Import, ImportError> {
    let board = match codec::parameter(link, "bd") {
        Some(board) => codec::unescape(&board),
        None if link.contains("://") => {
            return Err(ImportError::Elsewhere(link.rsplit('/').next().unwrap_or_default().to_owned()));
        }
        None => codec::unescape(link),
    };
    let board: String = board.chars().filter(|c| !c.is_whitespace()).collect();
    let symbols: Vec<char> = board.chars().collect();
    if let [kind, size, 'B' | 'b', cells @ ..] = &symbols[..]
        && kind.is_ascii_alphabetic()
        && !cells.is_empty()
    {
        return packed(*kind, *size, cells, other_page(link), policy);
    }
    let fields = if symbols.len() == 162 || symbols.len() == 729 { 81 } else { symbols.len() };
    let side = fields.isqrt();
    let shape = Shape::usual(side).filter(|_| side * side == fields && (2..=9).contains(&side));
    let shape = shape.ok_or_else(|| ReadError::whole(quoted(&board), "81 digits"))?;
    let mut draft = classic(shape);
    on_page(other_page(link), &mut draft);
    for (cell, field) in symbols.chunks(symbols.len() / fields).enumerate() {
        match field {
            ['0' | '.'] => {}
            [c @ '1'..='9'] => draft.clue("given", cell, *c as i32 - '0' as i32),
            [c] => return Err(ReadError::at(&board, cell, quoted(&c.to_string()), "a digit").into()),
            _ => marked(cell, field, &mut draft, policy)?,
        }
    }
    draft.finish(policy)
}

/// The page of a link, if its puzzles have other rules.
fn other_page(link: &str) -> Option<&str> {
    const OTHER: &[&str] = &[
        "jigsaw",
        "killer",
        "sudokux",
        "xsudoku",
        "windoku",
        "str8",
        "kakuro",
        "kendoku",
        "kenken",
        "futoshiki",
        "hidato",
        "color",
        "colour",
        "hanidoku",
        "codeword",
    ];
    let (path, _) = link.split_once('?')?;
    let (_, page) = path.rsplit_once('/')?;
    let name = page.to_ascii_lowercase();
    OTHER.iter().any(|other| name.contains(other)).then_some(page)
}

fn on_page(page: Option<&str>, draft: &mut Draft) {
    if let Some(page) = page {
        draft.unknown("page", format!("{}, a puzzle of another kind", quoted(page)));
    }
}

/// The candidates of a cell: nine digits, or a number of base 32 whose last bit marks clues.
fn marked(cell: usize, field: &[char], draft: &mut Draft, policy: &Policy) -> Result<(), ReadError> {
    let fault = || ReadError::whole(quoted(&field.iter().collect::<String>()), "candidates of a cell");
    let (values, is_clue): (Vec<i32>, bool) = if let [high, low] = field {
        let digits = high.to_digit(32).zip(low.to_digit(32));
        let number = digits.map(|(high, low)| high * 32 + low).filter(|number| number >> 10 == 0);
        let number = number.ok_or_else(fault)?;
        ((1..=9).filter(|value| number >> value & 1 == 1).collect(), number & 1 == 1)
    } else {
        let digits = field.iter().map(|&c| if c == '.' { Some(0) } else { c.to_digit(10) });
        let digits: Vec<u32> = digits.collect::<Option<_>>().ok_or_else(fault)?;
        (digits.into_iter().filter(|digit| *digit > 0).map(|digit| digit as i32).collect(), false)
    };
    match values[..] {
        [value] if is_clue => draft.clue("given", cell, value),
        [value] => entered(value, cell, draft, policy),
        [] => {}
        _ => marks(values, cell, draft, policy),
    }
    Ok(())
}

fn entered(value: i32, cell: usize, draft: &mut Draft, policy: &Policy) {
    if policy.marks {
        draft.clue("entered", cell, value);
    } else {
        draft.entered("entered", cell, Entered { value: Some(value), ..Entered::default() });
    }
}

fn marks(center: Vec<i32>, cell: usize, draft: &mut Draft, policy: &Policy) {
    if policy.marks {
        draft.candidates("candidates", cell, center);
    } else if center.len() < draft.shape().digits() {
        draft.entered("candidates", cell, Entered { center, ..Entered::default() });
    }
}

fn classic(shape: Shape) -> Draft {
    let mut draft = Draft::new(shape);
    [Rule::Rows, Rule::Columns, Rule::Boxes].into_iter().for_each(|rule| draft.base(rule));
    draft
}

/// Reads the packed form. Each cell is a number of base 36: a clue up to N, an entered digit up to 2 N, and a set of
/// candidates above that.
fn packed(
    kind: char,
    size: char,
    cells: &[char],
    page: Option<&str>,
    policy: &Policy,
) -> Result<Import, ImportError> {
    let n = size.to_digit(36).unwrap_or(0) as usize;
    let shape = Shape::usual(n).filter(|_| (2..=9).contains(&n));
    let shape = shape.ok_or_else(|| ReadError::whole(format!("the size {size}"), "a size of 2 to 9"))?;
    let mut draft = classic(shape);
    match kind.to_ascii_uppercase() {
        'S' => on_page(page, &mut draft),
        'X' => draft.add("SudokuX", Rule::Diagonals),
        'W' => draft.add("Windoku", Rule::Windoku),
        other => {
            let found = format!("a puzzle of the kind {other}");
            return Err(ReadError::whole(found, "S, X or W: a classic, with diagonals, or a Windoku").into());
        }
    }
    if cells.len() != 2 * n * n {
        return Err(ReadError::whole(format!("{} characters", cells.len()), format!("{}", 2 * n * n)).into());
    }
    for (cell, field) in cells.chunks(2).enumerate() {
        let digit = |c: char| c.to_digit(36).map(|digit| digit as usize);
        let (Some(high), Some(low)) = (digit(field[0]), digit(field[1])) else {
            return Err(
                ReadError::whole(quoted(&field.iter().collect::<String>()), "letters and digits").into()
            );
        };
        match high * 36 + low {
            0 => {}
            clue if clue <= n => draft.clue("given", cell, clue as i32),
            value if value <= 2 * n => entered((value - n) as i32, cell, &mut draft, policy),
            set => {
                let set = set - 2 * n;
                if set >> n > 0 {
                    let field: String = field.iter().collect();
                    return Err(ReadError::whole(quoted(&field), "candidates of a cell").into());
                }
                let values = (0..n).filter(|digit| set >> digit & 1 == 1).map(|digit| digit as i32 + 1);
                marks(values.collect(), cell, &mut draft, policy);
            }
        }
    }
    draft.finish(policy)
}

/// Writes a link: digits for a classic puzzle, the packed form for puzzles with diagonals and for a Windoku.
pub(crate) fn write(puzzle: &Puzzle) -> Result<String, WriteError> {
    let shape = puzzle.shape();
    if shape != Shape::CLASSIC {
        return Err(WriteError::new(format!("a grid of {shape}")));
    }
    let mut kind = None;
    for rule in puzzle.rules() {
        kind = match (rule, kind) {
            (Rule::Rows | Rule::Columns | Rule::Boxes, kind) => kind,
            (Rule::Diagonals, None | Some('X')) => Some('X'),
            (Rule::Windoku, None | Some('W')) => Some('W'),
            (rule, _) => return Err(WriteError::new(format!("rule '{rule}'"))),
        };
    }
    if puzzle.is_bare() {
        return Err(WriteError::new("no rows, columns or boxes"));
    }
    let values = puzzle.givens().iter().map(|given| given.map_or(0, Digit::get));
    let board = match kind {
        None => values.map(|value| value.to_string()).collect(),
        Some(kind) => format!("{kind}9B") + &values.map(|value| format!("0{value}")).collect::<String>(),
    };
    Ok(format!("https://www.sudokuwiki.org/sudoku.htm?bd={board}"))
}
