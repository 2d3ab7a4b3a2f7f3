//! The picture that explains how a photo was read: `arcdoku scan --explain`.
//!
//! From left to right: the photo with the lines of the grids; the ink of the first pass with the outlines of large
//! figures; and each straightened grid with the contents of its cells.

use std::io::Cursor;

use arcdoku_photo::{FirstSteps, GrayImage, Label, Point, Reading};
use image::{Rgb, RgbImage};

const LINES: Rgb<u8> = Rgb([255, 140, 0]);
const CLUE: Rgb<u8> = Rgb([0, 80, 220]);
const ENTRY: Rgb<u8> = Rgb([0, 150, 0]);
const DOUBTFUL: Rgb<u8> = Rgb([220, 0, 0]);

/// The symbols 1 to 9 and A to G: five rows of three pixels each, in octal digits from the top.
const SYMBOLS: [u16; 16] = [
    0o26227, 0o71747, 0o71717, 0o55711, 0o74717, 0o74757, 0o71122, 0o75757, 0o75717, 0o25755, 0o65656,
    0o34443, 0o65556, 0o74647, 0o74644, 0o34553,
];

/// The side of a pixel of a symbol, and the space between parts of the picture.
const DOT: u32 = 2;
const SPACE: u32 = 8;

/// The picture as PNG.
///
/// # Errors
/// If the photo has no pixels, or the picture cannot be encoded.
pub(super) fn explained(photo: &image::GrayImage, readings: &[Reading]) -> Result<Vec<u8>, String> {
    let (width, height) = photo.dimensions();
    let view = GrayImage::new(photo, width as usize, height as usize).ok_or("no pixels")?;
    let sides = || readings.iter().map(|reading| reading.side as u32 + SPACE);
    let size = (2 * width + 2 * SPACE + sides().max().unwrap_or(0), height.max(sides().sum()));
    let mut picture = RgbImage::from_pixel(size.0, size.1, Rgb([255; 3]));
    let thickness = (width.max(height) as f32 / 640.0).max(1.0);
    let gray = |value: u8| Rgb([value; 3]);
    let steps = FirstSteps::new(&view);
    let factor = (width as usize).div_ceil(steps.width).max(1);
    for (x, y, value) in photo.enumerate_pixels() {
        picture.put_pixel(x, y, gray(value.0[0]));
        let (column, row) = ((x as usize / factor).min(steps.width - 1), y as usize / factor);
        let is_ink = steps.ink.get(row * steps.width + column) == Some(&true);
        picture.put_pixel(width + SPACE + x, y, gray(if is_ink { 90 } else { 240 }));
    }
    for outline in &steps.outlines {
        let moved = outline.map(|(x, y)| (x + (width + SPACE) as f32, y));
        (0..4).for_each(|side| line(&mut picture, moved[side], moved[(side + 1) % 4], thickness, LINES));
    }
    let mut top = 0;
    for reading in readings {
        lines(&mut picture, reading, thickness);
        contents(&mut picture, reading, (2 * (width + SPACE), top));
        top += reading.side as u32 + SPACE;
    }
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, image::ImageFormat::Png).map_err(|error| error.to_string())?;
    Ok(png.into_inner())
}

/// Draws the lines of a grid into the photo.
fn lines(picture: &mut RgbImage, reading: &Reading, thickness: f32) {
    let side = reading.shape.digits() + 1;
    for (index, from) in reading.crossings.iter().enumerate() {
        let neighbors = [(index % side + 1 < side, index + 1), (index + side < side * side, index + side)];
        for (_, to) in neighbors.into_iter().filter(|(is_inside, _)| *is_inside) {
            line(picture, *from, reading.crossings[to], thickness, LINES);
        }
    }
}

/// Draws a straightened grid, and the contents of its cells in their upper left corners.
fn contents(picture: &mut RgbImage, reading: &Reading, (left, top): (u32, u32)) {
    for (index, value) in reading.straightened.iter().enumerate() {
        let (x, y) = (index % reading.side, index / reading.side);
        picture.put_pixel(left + x as u32, top + y as u32, Rgb([*value; 3]));
    }
    let n = reading.shape.digits();
    let cell_side = (reading.side / n) as u32;
    for (index, cell) in reading.cells.iter().enumerate() {
        let (x, y) =
            (left + (index % n) as u32 * cell_side + DOT, top + (index / n) as u32 * cell_side + DOT);
        let (digit, color) = match cell.label {
            Label::Clue(digit) => (Some(digit), CLUE),
            Label::Entry(digit) => (Some(digit), ENTRY),
            Label::Blank => (None, DOUBTFUL),
        };
        let color = if cell.is_doubtful { DOUBTFUL } else { color };
        let symbol = match digit {
            Some(digit) => SYMBOLS.get(digit.index()).copied().unwrap_or_default(),
            // A dot.
            None if cell.is_doubtful => 0o00200,
            None => continue,
        };
        for bit in (0..15).filter(|bit| symbol >> (14 - bit) & 1 == 1) {
            let (x, y) = (x + bit % 3 * DOT, y + bit / 3 * DOT);
            for (dx, dy) in (0..DOT).flat_map(|dx| (0..DOT).map(move |dy| (dx, dy))) {
                picture.put_pixel(x + dx, y + dy, color);
            }
        }
    }
}

/// Draws a line with square ends.
fn line(picture: &mut RgbImage, from: Point, to: Point, width: f32, color: Rgb<u8>) {
    let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()).ceil().max(1.0);
    let radius = (width / 2.0) as i64;
    for step in 0..=steps as u32 {
        let t = step as f32 / steps;
        let (x, y) = ((from.0 + (to.0 - from.0) * t) as i64, (from.1 + (to.1 - from.1) * t) as i64);
        for (x, y) in (-radius..=radius).flat_map(|dy| (-radius..=radius).map(move |dx| (x + dx, y + dy))) {
            let place = u32::try_from(x).ok().zip(u32::try_from(y).ok());
            if let Some(pixel) = place.and_then(|(x, y)| picture.get_pixel_mut_checked(x, y)) {
                *pixel = color;
            }
        }
    }
}
