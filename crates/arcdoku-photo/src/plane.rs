//! Gray images, and sums over windows of them.

/// A gray image: one byte per pixel, row by row from the top; 0 is black.
#[derive(Clone, Copy)]
pub struct GrayImage<'a> {
    pixels: &'a [u8],
    width: usize,
    height: usize,
}

impl std::fmt::Debug for GrayImage<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GrayImage({} x {})", self.width, self.height)
    }
}

impl<'a> GrayImage<'a> {
    /// An image of this size; `None` if the number of pixels is different or zero.
    pub fn new(pixels: &'a [u8], width: usize, height: usize) -> Option<Self> {
        let is_valid = width.checked_mul(height).is_some_and(|count| count == pixels.len() && count > 0);
        is_valid.then_some(Self { pixels, width, height })
    }

    /// The width in pixels.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The height in pixels.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The part from `(left, top)`, reduced by a factor: each pixel is the mean of a square of the image. Incomplete
    /// squares at the right and at the bottom are dropped.
    pub(crate) fn reduced(
        &self,
        (left, top): (usize, usize),
        (width, height): (usize, usize),
        factor: usize,
    ) -> Plane {
        let (columns, rows) = ((width / factor).max(1), (height / factor).max(1));
        let mut values = Vec::with_capacity(columns * rows);
        if factor == 1 {
            for y in top..top + rows {
                values.extend_from_slice(&self.pixels[y * self.width + left..][..columns]);
            }
            return Plane { width: columns, height: rows, values };
        }
        let mut sums = vec![(0u64, 0u64); columns];
        for row in 0..rows {
            sums.fill((0, 0));
            for y in (top + row * factor..self.height.min(top + height)).take(factor) {
                let line = &self.pixels[y * self.width + left..][..width];
                for (sum, block) in sums.iter_mut().zip(line.chunks(factor)) {
                    *sum = (
                        sum.0 + block.iter().map(|value| u64::from(*value)).sum::<u64>(),
                        sum.1 + block.len() as u64,
                    );
                }
            }
            values.extend(sums.iter().map(|(sum, count)| ((sum + count / 2) / (*count).max(1)) as u8));
        }
        Plane { width: columns, height: rows, values }
    }
}

/// A gray image that owns its pixels.
pub(crate) struct Plane {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) values: Vec<u8>,
}

impl Plane {
    /// The value at a position between pixels, whose centers are at integer coordinates. Positions outside have the
    /// value of the nearest pixel.
    pub(crate) fn at(&self, x: f32, y: f32) -> f32 {
        let (x, y) = (x.clamp(0.0, (self.width - 1) as f32), y.clamp(0.0, (self.height - 1) as f32));
        // Conversion to `i32` is faster than to `usize`, and this function takes most of the time of a reading.
        let (left, top) = (x as i32, y as i32);
        let (dx, dy) = (x - left as f32, y - top as f32);
        let (left, top) = (left as usize, top as usize);
        let first = top * self.width + left;
        let right = usize::from(left + 1 < self.width);
        let below = if top + 1 < self.height { self.width } else { 0 };
        let value = |offset: usize| f32::from(self.values[first + offset]);
        let upper = value(0) + (value(right) - value(0)) * dx;
        let lower = value(below) + (value(below + right) - value(below)) * dx;
        upper + (lower - upper) * dy
    }

    /// Which pixels are darker than their surroundings, the mean of a window with this radius, by more than this
    /// fraction and more than 3 gray levels.
    pub(crate) fn ink(&self, radius: usize, contrast: f32) -> Vec<bool> {
        let line = |y: usize| &self.values[y * self.width..][..self.width];
        let extent = |at: usize, most: usize| (at + radius + 1).min(most) - at.saturating_sub(radius);
        let widths: Vec<f32> = (0..self.width).map(|x| extent(x, self.width) as f32).collect();
        // The sums of the columns of the window. `before[i]` is the sum of the columns before column `i - radius`;
        // columns outside the image add nothing.
        let mut columns = vec![0u32; self.width];
        let mut before = vec![0u32; self.width + 2 * radius + 1];
        let mut ink = Vec::with_capacity(self.values.len());
        let mut next = 0;
        for y in 0..self.height {
            while next < self.height.min(y + radius + 1) {
                columns.iter_mut().zip(line(next)).for_each(|(sum, value)| *sum += u32::from(*value));
                next += 1;
            }
            if y > radius {
                let leaving = line(y - radius - 1);
                columns.iter_mut().zip(leaving).for_each(|(sum, value)| *sum -= u32::from(*value));
            }
            let mut sum = 0;
            for (place, column) in before[radius + 1..].iter_mut().zip(&columns) {
                sum += column;
                *place = sum;
            }
            before[radius + 1 + self.width..].fill(sum);
            let height = extent(y, self.height) as f32;
            let windows = before.iter().zip(&before[2 * radius + 1..]).zip(&widths);
            ink.extend(windows.zip(line(y)).map(|(((left, right), width), value)| {
                let (sum, count) = ((right - left) as f32, width * height);
                f32::from(*value) * count < sum - (sum * contrast).max(3.0 * count)
            }));
        }
        ink
    }
}

/// Sums over all rectangles that begin at the first pixel.
pub(crate) struct Sums {
    width: usize,
    height: usize,
    /// One more row and column than the image, both with zeros.
    table: Vec<f64>,
}

impl Sums {
    pub(crate) fn new(width: usize, height: usize, mut values: impl Iterator<Item = f64>) -> Self {
        let stride = width + 1;
        let mut table = vec![0.0; stride * (height + 1)];
        for y in 1..=height {
            let mut row = 0.0;
            for x in 1..=width {
                row += values.next().unwrap_or_default();
                table[y * stride + x] = table[(y - 1) * stride + x] + row;
            }
        }
        Self { width, height, table }
    }

    /// The sum and the number of pixels of the window with this radius around a pixel, within the image.
    pub(crate) fn window(&self, x: usize, y: usize, radius: usize) -> (f64, f64) {
        let (left, top) = (x.saturating_sub(radius), y.saturating_sub(radius));
        let (right, bottom) = ((x + radius + 1).min(self.width), (y + radius + 1).min(self.height));
        let at = |x: usize, y: usize| self.table[y * (self.width + 1) + x];
        let sum = at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
        (sum, ((right - left) * (bottom - top)) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_is_darker_than_the_mean_of_its_window() {
        let (width, height) = (13, 9);
        let values: Vec<u8> = (0..width * height).map(|i| (i * i * 89 % 251) as u8).collect();
        let plane = Plane { width, height, values };
        let at = |x: usize, y: usize| f32::from(plane.values[y * width + x]);
        // Windows smaller and larger than the image.
        for radius in [0, 1, 3, 8, 20] {
            let ink = plane.ink(radius, 0.1);
            for (index, found) in ink.iter().enumerate() {
                let (x, y) = (index % width, index / width);
                let window: Vec<f32> = (0..width * height)
                    .map(|i| (i % width, i / width))
                    .filter(|(column, row)| column.abs_diff(x).max(row.abs_diff(y)) <= radius)
                    .map(|(column, row)| at(column, row))
                    .collect();
                let mean = window.iter().sum::<f32>() / window.len() as f32;
                assert_eq!(*found, at(x, y) < mean - (mean * 0.1).max(3.0), "{radius} {x} {y}");
            }
        }
    }
}
