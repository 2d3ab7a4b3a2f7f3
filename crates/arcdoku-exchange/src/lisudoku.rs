//! Links of lisudoku: a line of digits, or lz-string of JSON with one key for each kind of constraint.

use serde_json::{Value, json};

use crate::codec;
use crate::error::{ReadError, quoted};
use crate::fpuzzles::{self, Document, Extra, GridCell, is_off};
use crate::import::{Import, ImportError, Kind, Policy};

/// Reads a link, or its text after `import=`.
pub(crate) fn read(link: &str, policy: &Policy) -> Result<Import, ImportError> {
    let packed = match codec::parameter(link, "import") {
        Some(packed) => packed,
        None if link.contains("://") => return Err(ImportError::Elsewhere(link.to_owned())),
        None => link.to_owned(),
    };
    let value = if packed.bytes().all(|byte| byte.is_ascii_digit()) {
        Some(of_line(&packed))
    } else {
        codec::unlz(&codec::unescape(&packed)).and_then(|text| serde_json::from_str(&text).ok())
    };
    let expected = "a link with import= and digits, or lz-string base64 of JSON";
    let value: Value = value.ok_or_else(|| ReadError::whole(quoted(link), expected))?;
    let size = value.get("grid_size").and_then(Value::as_u64).unwrap_or(0) as usize;
    let size = Some(size).filter(|size| (1..=64).contains(size));
    let size = size.ok_or_else(|| ReadError::whole("a grid of no size", "grid_size from 1 to 64"))?;
    let mut reader = Reader {
        document: Document { size, grid: vec![vec![GridCell::default(); size]; size], ..Document::default() },
        extra: Vec::new(),
    };
    let keys = value.as_object().into_iter().flatten();
    for (key, value) in keys.filter(|(key, value)| !is_off(value) && *key != "grid_size") {
        if reader.key(key, value).is_none() {
            reader.extra.push((key.clone(), Err(Kind::Unknown.into())));
        }
    }
    fpuzzles::import(&reader.document, &reader.extra, policy)
}

/// The constraints of a line of digits, in which 0 is an empty cell.
fn of_line(line: &str) -> Value {
    let size = line.len().isqrt();
    let clue = |(at, digit): (usize, u8)| {
        (digit > b'0')
            .then(|| json!({"position": {"row": at / size, "col": at % size}, "value": digit - b'0'}))
    };
    let clues: Vec<Value> = line.bytes().enumerate().filter_map(clue).collect();
    let size = if size * size == line.len() { size } else { 0 };
    json!({"grid_size": size, "fixed_numbers": clues})
}

struct Reader {
    document: Document,
    extra: Vec<Extra>,
}

impl Reader {
    /// The row and column of `{"row": 0, "col": 0}`.
    fn place(&self, cell: &Value) -> Option<(usize, usize)> {
        let part = |key: &str| Some(cell.get(key)?.as_u64()? as usize).filter(|at| *at < self.document.size);
        Some((part("row")?, part("col")?))
    }

    fn name(&self, cell: &Value) -> Option<String> {
        self.place(cell).map(|(row, column)| format!("R{}C{}", row + 1, column + 1))
    }

    fn names(&self, cells: &Value) -> Option<Vec<String>> {
        cells.as_array()?.iter().map(|cell| self.name(cell)).collect()
    }

    fn push(&mut self, key: &str, item: Value) {
        let list = self.document.keys.entry(key).or_insert_with(|| json!([]));
        if let Some(list) = list.as_array_mut() {
            list.push(item);
        }
    }

    fn flag(&mut self, key: &str) {
        self.document.keys.insert(key.to_owned(), true.into());
    }

    /// Reads one key; `None` if it is not understood.
    fn key(&mut self, key: &str, value: &Value) -> Option<()> {
        let flag = match key {
            "primary_diagonal" => Some("diagonal-"),
            "secondary_diagonal" => Some("diagonal+"),
            "anti_knight" => Some("antiknight"),
            "anti_king" => Some("antiking"),
            _ => None,
        };
        if let Some(flag) = flag {
            self.flag(flag);
            return Some(());
        }
        if key == "kropki_negative" {
            self.flag("nonconsecutive");
            self.push("negative", "ratio".into());
            return Some(());
        }
        for (number, item) in value.as_array()?.iter().enumerate() {
            self.item(key, number, item)?;
        }
        Some(())
    }

    fn item(&mut self, key: &str, number: usize, item: &Value) -> Option<()> {
        match key {
            "fixed_numbers" => {
                let (row, column) = self.place(item.get("position")?)?;
                let cell = &mut self.document.grid[row][column];
                (cell.value, cell.given) = (Some(item.get("value")?.clone()), true);
            }
            "regions" => {
                for cell in item.as_array()? {
                    let (row, column) = self.place(cell)?;
                    self.document.grid[row][column].region = Some(number.into());
                }
            }
            "extra_regions" => self.push("extraregion", json!({"cells": self.names(item)?})),
            "thermos" => self.push("thermometer", json!({"lines": [self.names(item)?]})),
            "renbans" => self.push("renban", json!({"lines": [self.names(item)?]})),
            "palindromes" => self.push("palindrome", json!({"lines": [self.names(item)?]})),
            "odd_cells" => self.push("odd", json!({"cell": self.name(item)?})),
            "even_cells" => self.push("even", json!({"cell": self.name(item)?})),
            "killer_cages" => {
                let cells = self.names(item.get("region")?)?;
                let sum = item.get("sum").and_then(Value::as_u64).map(|sum| sum.to_string());
                self.push("killercage", json!({"cells": cells, "value": sum}));
            }
            "arrows" => {
                let circle = self.names(item.get("circle_cells")?)?;
                let shaft = self.names(item.get("arrow_cells")?)?;
                let line: Vec<&String> = circle.last().into_iter().chain(&shaft).collect();
                self.push("arrow", json!({"cells": circle, "lines": [line]}));
            }
            "kropki_dots" => {
                let cell = |keys: [&str; 2]| self.name(keys.iter().find_map(|key| item.get(*key))?);
                let cells = [cell(["cell_1", "cell1"])?, cell(["cell_2", "cell2"])?];
                let key = match item.get("dot_type")?.as_str()? {
                    "Consecutive" => "difference",
                    "Double" => "ratio",
                    _ => return None,
                };
                self.push(key, json!({"cells": cells}));
            }
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::codec;
    use crate::import::{ImportError, Policy};
    use serde_json::json;

    #[test]
    fn constraints_become_rules() {
        let cell = |row: usize, col: usize| json!({"row": row, "col": col});
        let value = json!({
            "grid_size": 4, "fixed_numbers": [{"position": cell(0, 1), "value": 3}], "primary_diagonal": true,
            "secondary_diagonal": false, "thermos": [[cell(1, 0), cell(1, 1)]], "anti_king": true,
            "arrows": [{"circle_cells": [cell(3, 0)], "arrow_cells": [cell(3, 1), cell(3, 2)]}],
            "killer_cages": [{"sum": 5, "region": [cell(0, 0), cell(0, 1)]}, {"sum": null, "region": [cell(2, 0), cell(2, 1)]}],
            "kropki_dots": [{"dot_type": "Double", "cell_1": cell(2, 2), "cell_2": cell(2, 3)}],
            "odd_cells": [cell(3, 3)], "extra_regions": [], "regions": null,
        });
        let link = format!("https://lisudoku.xyz/e?import={}", codec::escape(&codec::lz(&value.to_string())));
        let puzzle = read(&link, &Policy::default()).unwrap().puzzle;
        let mut rules: Vec<String> = puzzle.rules().iter().map(ToString::to_string).collect();
        rules.sort_unstable();
        assert_eq!(
            rules,
            [
                "all-different: r1c1 r2c2 r3c3 r4c4",
                "all-different: r3c1 r3c2",
                "anti-king",
                "arrow: r4c1 r4c2 r4c3",
                "black-dot: r3c3 r3c4",
                "boxes",
                "cage 5: r1c1 r1c2",
                "columns",
                "odd: r4c4",
                "rows",
                "thermo: r2c1 r2c2",
            ]
        );
        let link = "https://lisudoku.xyz/solver?import=1000003002000004";
        assert_eq!(read(link, &Policy::default()).unwrap().puzzle.clues(), 4);
        let elsewhere = read("https://lisudoku.xyz/p/abc", &Policy::default());
        assert!(matches!(elsewhere, Err(ImportError::Elsewhere(_))));
        let unknown = codec::lz(&json!({"grid_size": 4, "top_bottom": true}).to_string());
        assert!(matches!(read(&unknown, &Policy::default()), Err(ImportError::NotUnderstood(_))));
        assert!(matches!(read("123", &Policy::default()), Err(ImportError::Unreadable(_))));
    }
}
