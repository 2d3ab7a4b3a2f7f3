//! Grids that are drawn here, and images without one.

use std::sync::atomic::AtomicBool;

use arcdoku_photo::{GrayImage, Point, Reader};

/// An image, row by row.
struct Canvas {
    pixels: Vec<u8>,
    width: usize,
    height: usize,
}

impl Canvas {
    fn new(width: usize, height: usize, gray: u8) -> Self {
        Self { pixels: vec![gray; width * height], width, height }
    }

    fn line(&mut self, from: Point, to: Point, thickness: i32) {
        let steps = ((to.0 - from.0).hypot(to.1 - from.1) * 2.0) as i32;
        for step in 0..=steps {
            let t = step as f32 / steps as f32;
            let (x, y) = (from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t);
            for (dx, dy) in (0..thickness).flat_map(|dx| (0..thickness).map(move |dy| (dx, dy))) {
                let at = (x.round() as i32 + dx - thickness / 2, y.round() as i32 + dy - thickness / 2);
                if (0..self.width as i32).contains(&at.0) && (0..self.height as i32).contains(&at.1) {
                    self.pixels[at.1 as usize * self.width + at.0 as usize] = 30;
                }
            }
        }
    }

    fn image(&self) -> GrayImage<'_> {
        GrayImage::new(&self.pixels, self.width, self.height).expect("one byte per pixel")
    }
}

/// Draws an empty grid with these corners, and thick borders of boxes.
fn grid(size: usize, boxes: (usize, usize), corners: [Point; 4]) -> Canvas {
    let mut canvas = Canvas::new(900, 900, 215);
    let mix = |a: Point, b: Point, t: f32| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
    let [a, b, c, d] = corners;
    for line in 0..=size {
        let t = line as f32 / size as f32;
        let thickness = |side: usize| if line.is_multiple_of(side) { 5 } else { 2 };
        canvas.line(mix(a, d, t), mix(b, c, t), thickness(boxes.0));
        canvas.line(mix(a, b, t), mix(d, c, t), thickness(boxes.1));
    }
    canvas
}

/// The corners of a square, turned clockwise.
fn turned(degrees: f32) -> [Point; 4] {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .map(|(x, y): Point| (450.0 + 290.0 * (x * cos - y * sin), 450.0 + 290.0 * (x * sin + y * cos)))
}

#[test]
fn grids_of_all_sizes_and_rotations_are_located() {
    let mut reader = Reader::new();
    for (size, boxes) in [(4, (2, 2)), (6, (2, 3)), (6, (3, 2)), (9, (3, 3)), (16, (4, 4))] {
        for degrees in [0.0, -20.0, 40.0] {
            let corners = turned(degrees);
            let canvas = grid(size, boxes, corners);
            let readings = reader.read(&canvas.image());
            assert_eq!(readings.len(), 1, "{size} {degrees}");
            let reading = &readings[0];
            assert_eq!(reading.shape.digits(), size, "{degrees}");
            for (found, corner) in reading.corners.iter().zip(corners) {
                let distance = (found.0 - corner.0).hypot(found.1 - corner.1);
                assert!(distance < 6.0, "{size} {degrees}: {found:?} {corner:?}");
            }
            // A grid without clues is not a proper puzzle.
            assert!(!reading.is_certain && reading.solution.is_none());
        }
    }
}

#[test]
fn a_cancelled_reader_reads_no_grid() {
    let canvas = grid(9, (3, 3), turned(0.0));
    assert!(Reader::new().read_with(&canvas.image(), true, &AtomicBool::new(true)).is_empty());
}

#[test]
fn images_without_a_grid_have_no_reading() {
    let mut reader = Reader::new();
    for (width, height) in [(1, 1), (1, 4000), (3000, 2), (7, 5), (640, 480)] {
        for gray in [0, 128, 255] {
            assert!(reader.read(&Canvas::new(width, height, gray).image()).is_empty());
        }
    }
    // A table with three columns, and a single line.
    let mut table = Canvas::new(600, 600, 220);
    for line in 0..4 {
        let at = 50.0 + 160.0 * line as f32;
        table.line((at, 50.0), (at, 530.0), 3);
    }
    table.line((50.0, 50.0), (530.0, 50.0), 3);
    table.line((50.0, 530.0), (530.0, 530.0), 3);
    assert!(reader.read(&table.image()).is_empty());
}

#[test]
fn noise_of_any_size_is_read_without_a_panic() {
    let mut reader = Reader::new();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        // xorshift64 (G. Marsaglia, 2003).
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for _ in 0..60 {
        let (width, height) = (next() as usize % 90 + 1, next() as usize % 90 + 1);
        let shade = next() as u8;
        let pixels: Vec<u8> =
            (0..width * height).map(|_| if next() % 3 == 0 { shade } else { next() as u8 }).collect();
        reader.read(&GrayImage::new(&pixels, width, height).expect("one byte per pixel"));
    }
}

#[test]
fn an_image_has_one_byte_per_pixel() {
    assert!(GrayImage::new(&[0; 6], 2, 3).is_some());
    assert!(GrayImage::new(&[0; 6], 2, 2).is_none());
    assert!(GrayImage::new(&[], 0, 0).is_none());
    assert!(GrayImage::new(&[0; 6], usize::MAX, 2).is_none());
}
