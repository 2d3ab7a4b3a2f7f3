//! The texts of rules. Only this module depends on their spelling.

use std::fmt::Write as _;

use arcdoku::Shape;
use arcdoku::grid::Cell;

use crate::automaton::Automaton;

/// The names of cells, separated by blanks.
pub(crate) fn names(shape: Shape, cells: &[usize]) -> String {
    let mut text = String::with_capacity(cells.len() * 5);
    for (i, &cell) in cells.iter().enumerate() {
        if i > 0 {
            text.push(' ');
        }
        // Writing to a string does not fail.
        let _ = write!(text, "{}", shape.name(Cell::new(cell)));
    }
    text
}

/// The names of several lists of cells.
pub(crate) fn lists<'a>(shape: Shape, lists: impl IntoIterator<Item = &'a [usize]>) -> String {
    lists.into_iter().map(|cells| names(shape, cells)).collect::<Vec<_>>().join(" / ")
}

/// Writes a rule with its arguments and its cells.
pub(crate) fn line(shape: Shape, rule: &str, cells: &[usize]) -> String {
    format!("{rule}: {}", names(shape, cells))
}

/// Values separated by blanks.
pub(crate) fn values(values: &[i32]) -> String {
    values.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
}

/// A name as one word.
pub(crate) fn word(text: &str) -> String {
    let word: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    word.trim_matches('-').to_owned()
}

/// The cells without repetitions.
pub(crate) fn distinct(cells: &[usize]) -> Vec<usize> {
    let mut known = vec![false; cells.iter().max().map_or(0, |last| last + 1)];
    cells.iter().copied().filter(|&cell| !std::mem::replace(&mut known[cell], true)).collect()
}

/// Writes the rule that digits are different; `None` for fewer than two cells.
pub(crate) fn all_different(shape: Shape, cells: &[usize]) -> Option<String> {
    let cells = distinct(cells);
    (cells.len() > 1).then(|| line(shape, "all-different", &cells))
}

/// Writes the rules that digits are different and have a sum. A cell that is listed twice counts twice in the sum.
pub(crate) fn cage(shape: Shape, sum: i64, cells: &[usize]) -> Vec<String> {
    let once = distinct(cells);
    if once.len() == cells.len() {
        return vec![line(shape, &format!("cage {sum}"), cells)];
    }
    let mut rules: Vec<String> = all_different(shape, &once).into_iter().collect();
    rules.push(self::sum(shape, sum, &vec![1; cells.len()], cells));
    rules
}

/// A weighted sum.
pub(crate) fn sum(shape: Shape, sum: i64, weights: &[i64], cells: &[usize]) -> String {
    let once = distinct(cells);
    let mut totals = vec![0; once.iter().max().map_or(0, |last| last + 1)];
    cells.iter().zip(weights).for_each(|(&cell, weight)| totals[cell] += weight);
    let mut text = format!("sum = {sum}:");
    for &cell in &once {
        let name = shape.name(Cell::new(cell));
        text += &match totals[cell] {
            1 => format!(" {name}"),
            -1 => format!(" -{name}"),
            weight => format!(" {weight}*{name}"),
        };
    }
    text
}

/// Writes the rule that lists of cells have equal sums; `None` for fewer than two lists.
pub(crate) fn equal_sums(shape: Shape, parts: &[&[usize]]) -> Option<String> {
    (parts.len() > 1).then(|| format!("equal-sums: {}", lists(shape, parts.iter().copied())))
}

/// Writes the rule that lists of cells have the same digits; `None` for fewer than two lists, or for equal lists.
/// `cells` holds the lists one after the other.
pub(crate) fn same_digits(shape: Shape, lists: usize, cells: &[usize]) -> Option<String> {
    let mut sets = cells.chunks(cells.len() / lists.max(1)).map(|set| {
        let mut set = set.to_vec();
        set.sort_unstable();
        set
    });
    let first = sets.next()?;
    let is_trivial = sets.all(|set| set == first);
    (!is_trivial).then(|| line(shape, &format!("same-digits {lists}"), cells))
}

/// Any `by` consecutive cells of a line have different remainders, as pairs: the first `by` cells differ, and every
/// later cell has the remainder of the cell `by` places before it, because no other remainder is left. An automaton
/// would have a state for each order of remainders.
pub(crate) fn modular(shape: Shape, by: usize, cells: &[usize]) -> Vec<String> {
    let first = &cells[..by.min(cells.len())];
    let mut rules = vec![line(shape, &format!("all-pairs a%{by}!=b%{by}"), first)];
    let later: Vec<[usize; 2]> = cells.iter().zip(cells.iter().skip(by)).map(|(&a, &b)| [a, b]).collect();
    if !later.is_empty() {
        let later = lists(shape, later.iter().map(<[usize; 2]>::as_slice));
        rules.push(format!("pairs a%{by}=b%{by}: {later}"));
    }
    rules
}

/// Writes the rule that each cell has one of these values.
pub(crate) fn one_of(shape: Shape, allowed: &[i32], cells: &[usize]) -> String {
    line(shape, &format!("one-of {}", values(allowed)), cells)
}

/// A relation, given as one mask of allowed digits for each digit, between consecutive cells or between all pairs.
pub(crate) fn table(shape: Shape, rows: &[u64], is_all: bool, cells: &[usize]) -> Option<String> {
    let name = if is_all { "all-pairs" } else { "pairs" };
    let rows: Vec<String> = rows.iter().map(|row| format!("{row:x}")).collect();
    (cells.len() > 1).then(|| line(shape, &format!("{name} table {}", rows.join(" ")), cells))
}

/// Writes a rule with an automaton. Each state is one word: `^` if words start in the state, `*` if they may end in it,
/// and its transitions.
pub(crate) fn automaton(shape: Shape, automaton: &Automaton, parts: &[&[usize]]) -> String {
    let digits = shape.digits();
    let mut states = vec![Vec::<(usize, u64, bool)>::new(); automaton.states.max(1)];
    for &(from, symbol, to) in &automaton.transitions {
        // The symbol after the last value is the break between segments. There are no further symbols.
        let (mask, is_break) = if symbol < digits { (1 << symbol, false) } else { (0, symbol == digits) };
        match states[from].iter_mut().find(|(other, ..)| *other == to) {
            Some((_, known, breaks)) => (*known, *breaks) = (*known | mask, *breaks | is_break),
            None => states[from].push((to, mask, is_break)),
        }
    }
    let mut text = String::from("automaton");
    let (mut starts, mut accepts) = (vec![false; states.len()], vec![false; states.len()]);
    automaton.start.iter().for_each(|&state| starts[state] = true);
    automaton.accept.iter().for_each(|&state| accepts[state] = true);
    for (state, next) in states.iter().enumerate() {
        text.push(' ');
        let mut is_empty = true;
        if starts[state] {
            text.push('^');
            is_empty = false;
        }
        if accepts[state] {
            text.push('*');
            is_empty = false;
        }
        let mut comma = "";
        for &(to, mask, is_break) in next {
            if mask != 0 {
                text.push_str(comma);
                write_set(shape, mask, &mut text);
                // Writing to a string does not fail.
                let _ = write!(text, ">{to}");
                comma = ",";
            }
            if is_break {
                let _ = write!(text, "{comma}/>{to}");
                comma = ",";
            }
        }
        if is_empty && comma.is_empty() {
            text.push('.');
        }
    }
    format!("{text}: {}", lists(shape, parts.iter().copied()))
}

/// The values of digits as ranges: `1-3+7`.
fn write_set(shape: Shape, mask: u64, text: &mut String) {
    let digits = shape.digits();
    let has = |digit: usize| digit < digits && mask >> digit & 1 == 1;
    let value = |digit: usize| digit as i32 + shape.least();
    let mut plus = "";
    let mut digit = 0;
    while digit < digits {
        let first = digit;
        while has(digit) {
            digit += 1;
        }
        // Writing to a string does not fail.
        let _ = match digit - first {
            0 => {
                digit += 1;
                continue;
            }
            1 => write!(text, "{plus}{}", value(first)),
            _ => write!(text, "{plus}{}-{}", value(first), value(digit - 1)),
        };
        plus = "+";
    }
}

/// Writes the rule that the cells with these values are one connected area.
pub(crate) fn connected(
    shape: Shape,
    allowed: &[i32],
    size: Option<usize>,
    columns: usize,
    cells: &[usize],
) -> String {
    let size = size.map(|size| format!(" size {size}")).unwrap_or_default();
    line(shape, &format!("connected {}{size} width {columns}", values(allowed)), cells)
}

/// Writes the rule that all rules of at least one branch hold.
pub(crate) fn any(branches: &[Vec<String>]) -> String {
    let nested = |rules: &Vec<String>| match &rules[..] {
        [rule] => format!("[{rule}]"),
        rules => {
            let rules: Vec<String> = rules.iter().map(|rule| format!("[{rule}]")).collect();
            format!("[and {}]", rules.join(" "))
        }
    };
    let branches: Vec<String> = branches.iter().map(nested).collect();
    format!("or {}", branches.join(" "))
}

/// A clue that counts the cells of runs in one unknown region.
pub(crate) fn chaos_arrow(shape: Shape, offset: u8, control: usize, arms: &[Vec<usize>]) -> String {
    let arms = lists(shape, arms.iter().map(Vec::as_slice));
    format!("chaos-arrow {offset}: {} / {arms}", names(shape, &[control]))
}

/// Writes a clue that counts the cells in the unknown region of the first cell.
pub(crate) fn chaos_count(shape: Shape, offset: u8, control: usize, cells: &[usize]) -> String {
    format!("chaos-count {offset}: {} / {}", names(shape, &[control]), names(shape, cells))
}

/// A rule for all neighbors except the exempt pairs.
pub(crate) fn except(shape: Shape, rule: &str, exempt: &[(usize, usize)]) -> String {
    let pairs: Vec<[usize; 2]> = exempt.iter().map(|&(a, b)| [a, b]).collect();
    if pairs.is_empty() {
        return rule.to_owned();
    }
    format!("{rule}: {}", lists(shape, pairs.iter().map(<[usize; 2]>::as_slice)))
}

/// Writes the rule that each row, column and box has a zero and lacks one digit. `lacking` lists the cells with the
/// lacking digits: for the rows, for the columns, and for the boxes.
pub(crate) fn doppelganger(shape: Shape, lacking: &[Vec<usize>]) -> String {
    format!("doppelganger: {}", lists(shape, lacking.iter().map(Vec::as_slice)))
}
