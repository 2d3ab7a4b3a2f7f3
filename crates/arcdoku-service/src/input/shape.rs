//! The shape of a grid from options.

use arcdoku::grid::Shape;
use arcdoku_wire::question::OptionError;

/// The parts of a shape, as in options.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShapeParts<'a> {
    /// Rows and columns of a box: `2x3`.
    pub boxes: Option<&'a str>,
    /// Whether there are no boxes.
    pub latin: bool,
    /// Whether there are no rules other than the given ones.
    pub bare: bool,
    /// Rows and columns: `6x9`.
    pub size: Option<&'a str>,
    /// The values of the digits: `0-8`.
    pub digits: Option<&'a str>,
    /// The number of extra cells.
    pub extra_cells: Option<usize>,
    /// Whether regions replace boxes.
    pub has_regions: bool,
}

impl ShapeParts<'_> {
    /// The shape in words, as in rulesets; `None` if the puzzle determines it.
    ///
    /// # Errors
    /// The first invalid option.
    pub fn text(&self) -> Result<Option<String>, OptionError> {
        let wrong = |option: &str, found: &str, expected: &str| {
            OptionError::new(option, format!("found '{found}', expected {expected}"))
        };
        let read = |option: &str, text: Option<&str>, separator: &[char], expected: &str| {
            let pair = |text: &str| pair(text, separator).ok_or_else(|| wrong(option, text, expected));
            text.map(pair).transpose()
        };
        let boxes = read("box", self.boxes, &['x', 'X'], "rows x columns, such as 2x3")?;
        let is_usual = self.size.is_none() && self.digits.is_none() && self.extra_cells.is_none();
        if is_usual && (boxes.is_none() || !self.bare) {
            return Ok(match (self.bare, self.latin) {
                (true, _) => Some("bare".to_owned()),
                (false, true) => Some("latin".to_owned()),
                (false, false) => self.boxes.map(str::to_owned),
            });
        }
        let expected = "rows x columns, each at most 64, such as 6x9";
        let size = read("size", self.size, &['x', 'X'], expected)?;
        if size.is_some_and(|(rows, columns)| Shape::rectangle(rows, columns).is_none()) {
            return Err(wrong("size", self.size.unwrap_or_default(), expected));
        }
        let expected = "at most 64 digits from 0 or 1 on, such as 0-8";
        let digits = read("digits", self.digits, &['-'], expected)?.map(|(least, most)| {
            let count = most.checked_add(1).and_then(|end| end.checked_sub(least));
            count
                .filter(|&count| Shape::CLASSIC.with_values(least, count).is_some())
                .map(|count| (least, count))
                .ok_or_else(|| wrong("digits", self.digits.unwrap_or_default(), expected))
        });
        let digits = digits.transpose()?;
        let (least, count) = digits.unwrap_or((1, size.map_or(9, |(rows, columns)| rows.max(columns))));
        let (rows, columns) = size.unwrap_or_else(|| {
            // The boxes determine the size, unless the digits do.
            let plain = boxes.filter(|_| digits.is_none()).and_then(|(rows, cols)| Shape::boxes(rows, cols));
            plain.map_or((count, count), |plain| (plain.rows(), plain.columns()))
        });
        let count = if digits.is_none() { rows.max(columns) } else { count };
        let grid = format!("{rows}x{columns}");
        let shape = Shape::rectangle(rows, columns).and_then(|shape| shape.with_values(least, count));
        let shape = shape.ok_or_else(|| wrong("size", &grid, "a grid of at most 64x64"))?;
        let shape = match boxes {
            _ if self.latin || self.has_regions => shape,
            None => shape.with_usual_boxes(),
            Some((across, down)) => shape.with_boxes(across, down).ok_or_else(|| {
                wrong("box", &format!("{across}x{down}"), &format!("boxes that tile a grid of {grid}"))
            })?,
        };
        let extra = self.extra_cells.unwrap_or_default();
        let shape = shape.with_extra(extra).ok_or_else(|| {
            let most = 4096 - shape.cells();
            wrong(
                "extra_cells",
                &extra.to_string(),
                &format!("at most {most} in addition to a grid of {grid}"),
            )
        })?;
        Ok(Some(shape.text() + if self.bare { " bare" } else { "" }))
    }
}

/// Two numbers with a separator between them.
fn pair(text: &str, separator: &[char]) -> Option<(usize, usize)> {
    let (first, second) = text.split_once(separator)?;
    first.trim().parse().ok().zip(second.trim().parse().ok())
}
