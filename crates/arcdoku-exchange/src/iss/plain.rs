//! Grids and killers as lines of text, which ISS reads in addition to its strings.

use super::class::Class;
use super::layout::Layout;
use super::tree::{Clause, Tokens, Tree};
use crate::error::{ReadError, quoted};

/// Reads a line that is not a string of constraints; `None` if it has none of the known forms.
pub(crate) fn read(text: &str) -> Option<Result<Tokens, ReadError>> {
    let line: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if line.starts_with("3x3:") {
        return Some(long_killer(&line));
    }
    if line.len() == 81 && line.contains(['<', '>', '^', 'v', '`', '\'', ',']) {
        return short_killer(&line).transpose();
    }
    jigsaw(&line).or_else(|| grid(&line)).or_else(|| pencilmarks(&line)).map(Ok)
}

fn clause(class: Class, arguments: Vec<String>, cells: Vec<usize>) -> Tree {
    Tree::Clause(Clause {
        class,
        arguments,
        name: String::new(),
        segments: vec![cells],
        is_loop: false,
        at: 0,
    })
}

/// Reads cages. Each cell has a direction that leads to the cell with the sum. Sums are 0 to 9, A to Z from 10, and a
/// to j from 36.
fn short_killer(line: &str) -> Result<Option<Tokens>, ReadError> {
    let mut roots = Vec::with_capacity(81);
    for (cell, symbol) in line.chars().enumerate() {
        let step: isize = match symbol {
            'v' => 9,
            '^' => -9,
            '<' => -1,
            '>' => 1,
            '`' => -10,
            '\'' => -8,
            ',' => 8,
            '.' => 10,
            '0'..='9' | 'A'..='Z' | 'a'..='j' => 0,
            _ => return Ok(None),
        };
        let next = (cell as isize + step).clamp(0, 80) as usize;
        roots.push(next);
    }
    let mut cages: Vec<Vec<usize>> = vec![Vec::new(); 81];
    for cell in 0..81 {
        let mut root = cell;
        let mut steps = 0;
        while roots[root] != root {
            root = roots[root];
            steps += 1;
            if steps > 81 {
                return Err(ReadError::at(line, cell, "directions in a circle", "a path to a sum"));
            }
        }
        cages[root].push(cell);
    }
    let symbols: Vec<char> = line.chars().collect();
    let trees =
        cages.into_iter().enumerate().filter(|(_, cells)| !cells.is_empty()).filter_map(|(root, cells)| {
            let sum = match symbols[root] {
                c @ '0'..='9' => c as u32 - '0' as u32,
                c @ 'A'..='Z' => c as u32 - 'A' as u32 + 10,
                c @ 'a'..='j' => c as u32 - 'a' as u32 + 36,
                _ => return None,
            };
            Some(clause(Class::Cage, vec![sum.to_string()], cells))
        });
    Ok(Some(Tokens { layout: Layout::default(), trees: trees.collect(), unknown: vec![] }))
}

/// Reads `3x3:d:k:3841:...`: diagonals, and for each cell its cage plus 256 times the sum, or 0 for a cell without a
/// cage.
fn long_killer(line: &str) -> Result<Tokens, ReadError> {
    let parts: Vec<&str> = line.split(':').collect();
    if parts.len() != 85 || parts[2] != "k" {
        let found = format!("{} fields", parts.len());
        return Err(ReadError::at(line, 0, found, "3x3, d or nothing, k, and one number per cell"));
    }
    let mut cages: Vec<(u32, u32, Vec<usize>)> = Vec::new();
    for (cell, text) in parts[3..84].iter().enumerate() {
        let fault = || ReadError::at(line, 0, quoted(text), "one number per cell");
        let number: u32 = text.parse().map_err(|_| fault())?;
        if number == 0 {
            // A value of 0 stands for a cell without a cage, although 0 can also be the number of a cage.
            continue;
        }
        let (cage, sum) = (number % 256, number / 256);
        match cages.iter_mut().find(|(other, ..)| *other == cage) {
            Some((_, known, cells)) => {
                cells.push(cell);
                *known = (*known).max(sum);
            }
            None => cages.push((cage, sum, vec![cell])),
        }
    }
    let mut trees = Vec::new();
    if parts[1] == "d" {
        trees.extend(["1", "-1"].map(|way| clause(Class::Diagonal, vec![way.to_owned()], vec![])));
    }
    let cages = cages.into_iter().filter(|(_, sum, _)| *sum > 0);
    trees.extend(cages.map(|(_, sum, cells)| clause(Class::Cage, vec![sum.to_string()], cells)));
    Ok(Tokens { layout: Layout::default(), trees, unknown: vec![] })
}

/// The layout of a square grid.
fn square(cells: usize) -> Option<Layout> {
    let side = cells.isqrt();
    let is_square = side * side == cells && (2..=16).contains(&side);
    is_square.then(|| Layout { rows: side, columns: side, values: side, ..Layout::default() })
}

/// Reads a grid with one character per cell: digits up to 9, letters above.
fn grid(line: &str) -> Option<Tokens> {
    let layout = square(line.chars().count())?;
    let value = |c: char| {
        let value = if layout.values < 10 {
            c.to_digit(10)? as usize
        } else {
            (c as usize).checked_sub('A' as usize)? + 1
        };
        (1..=layout.values).contains(&value).then_some(value)
    };
    let mut others: Vec<char> = line.chars().filter(|&c| value(c).is_none()).collect();
    others.dedup();
    others.sort_unstable();
    others.dedup();
    if others.len() > 1 {
        return None;
    }
    let clues = line.chars().enumerate().filter_map(|(cell, c)| Some((cell, value(c)?)));
    let trees =
        clues.map(|(cell, value)| clause(Class::Given, vec![value.to_string()], vec![cell])).collect();
    Some(Tokens { layout, trees, unknown: vec![] })
}

/// Reads regions with one character per cell, after a grid or without one.
fn jigsaw(line: &str) -> Option<Tokens> {
    let symbols: Vec<char> = line.chars().collect();
    let layout_of = |symbols: &[char]| {
        let layout = square(symbols.len())?;
        let mut regions: Vec<(char, Vec<usize>)> = Vec::new();
        for (cell, &symbol) in symbols.iter().enumerate() {
            match regions.iter_mut().find(|(other, _)| *other == symbol) {
                Some((_, cells)) => cells.push(cell),
                None => regions.push((symbol, vec![cell])),
            }
        }
        let fit =
            regions.len() == layout.values && regions.iter().all(|(_, cells)| cells.len() == layout.values);
        fit.then_some((layout, regions))
    };
    let half = symbols.len() / 2;
    let (clues, (layout, regions)) = match layout_of(&symbols) {
        Some(found) => (Vec::new(), found),
        None if symbols.len().is_multiple_of(2) => {
            (grid(&symbols[..half].iter().collect::<String>())?.trees, layout_of(&symbols[half..])?)
        }
        None => return None,
    };
    let mut trees = vec![clause(Class::NoBoxes, vec![], vec![])];
    trees.extend(regions.into_iter().map(|(_, cells)| clause(Class::Jigsaw, vec![], cells)));
    trees.extend(clues);
    Some(Tokens { layout, trees, unknown: vec![] })
}

/// Reads N characters per cell: the candidates of the cell, and dots for other digits.
fn pencilmarks(line: &str) -> Option<Tokens> {
    let side = (2..=16).find(|side| side * side * side == line.len())?;
    if !line.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit()) {
        return None;
    }
    let layout = Layout { rows: side, columns: side, values: side, ..Layout::default() };
    let cells = line.as_bytes().chunks(side).enumerate();
    let trees = cells.map(|(cell, marks)| {
        let values = marks.iter().filter(|mark| **mark != b'.').map(|mark| char::from(*mark).to_string());
        clause(Class::Given, values.collect(), vec![cell])
    });
    Some(Tokens { layout, trees: trees.collect(), unknown: vec![] })
}
