//! Classic puzzles of `SudokuPad` (`scf`).

use arcdoku::{Rule, Shape};

use crate::draft::Draft;
use crate::error::{ReadError, quoted};
use crate::import::{Import, ImportError, Policy};

/// Reads a classic 9x9: one character for a digit and the empty cells after it. After an asterisk: `x` for diagonals,
/// `w` for Windoku, `t` and `a` for title and author, which end with an asterisk.
pub(crate) fn read(packed: &str, policy: &Policy) -> Result<Import, ImportError> {
    let (clues, more) = packed.split_once('*').unwrap_or((packed, ""));
    let mut values = Vec::new();
    for c in clues.chars() {
        let number = match c {
            '0'..='9' => c as usize - '0' as usize,
            'A'..='Z' => c as usize - 'A' as usize + 10,
            'a'..='x' => c as usize - 'a' as usize + 36,
            _ => return Err(ReadError::whole(quoted(packed), "letters and digits").into()),
        };
        values.push(number % 10);
        values.extend(std::iter::repeat_n(0, number / 10));
    }
    let side = values.len().isqrt();
    let shape = Shape::usual(side).filter(|_| side * side == values.len() && side <= 9);
    let shape = shape.ok_or_else(|| ReadError::whole(format!("{} cells", values.len()), "81 cells"))?;
    let mut draft = Draft::new(shape);
    [Rule::Rows, Rule::Columns, Rule::Boxes].into_iter().for_each(|rule| draft.base(rule));
    for (cell, &value) in values.iter().enumerate().filter(|(_, value)| **value > 0) {
        draft.clue("given", cell, value as i32);
    }
    let mut rest = more;
    while let Some(key) = rest.chars().next() {
        rest = &rest[key.len_utf8()..];
        match key {
            'x' => draft.add("x", Rule::Diagonals),
            'w' => draft.add("w", Rule::Windoku),
            't' | 'a' => {
                // A doubled asterisk represents an asterisk in the text.
                let (mut text, mut end) = (String::new(), rest.len());
                let mut symbols = rest.char_indices().peekable();
                while let Some((at, c)) = symbols.next() {
                    if c == '*' && symbols.next_if(|(_, next)| *next == '*').is_none() {
                        end = at + 1;
                        break;
                    }
                    text.push(c);
                }
                rest = &rest[end..];
                let field = if key == 't' { &mut draft.about.title } else { &mut draft.about.author };
                *field = Some(text);
            }
            '*' => {}
            other => draft.unknown("option", quoted(&other.to_string())),
        }
    }
    draft.finish(policy)
}
