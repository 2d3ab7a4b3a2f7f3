//! Reads puzzles from photos.

use std::fs::File;
use std::io::{Cursor, Read as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use arcdoku::Shape;
use arcdoku::puzzle::Puzzle;
use arcdoku::puzzle::format::{Notation, write};
use arcdoku_photo::{GrayImage, Label, Reader, Reading};
use arcdoku_wire::question::{Scan, ScanReply, ScannedCell};
use arcdoku_wire::{VERSION, escaped, puzzle_text, solution_text};
use image::{DynamicImage, ImageDecoder as _, ImageReader, Limits, Rgb, RgbImage};

use crate::cancel::Cancel;
use crate::output::Output;
use crate::pool::{Event, Pool};
use crate::report::{Report, unwound};
use crate::status::{Error, Status};
use crate::stream::end;
use crate::text::{Row, json_line};

/// The maximum width and height of an image, and the maximum size of its decoded pixels, in bytes.
const MOST_SIDE: u32 = 16_384;
const MOST_DECODED: u64 = 200 << 20;

/// The maximum size of a file, in bytes.
const MOST_BYTES: u64 = 64 << 20;

arcdoku::choices! {
    /// How readings are written.
    pub enum ScanFormat {
        /// One line of clues per grid, or a JSON line if boxes are not the usual ones
        Line = "line",
        /// Boards
        Grid = "grid",
        /// image,puzzle,shape,solution,certain,probability,doubtful
        Csv = "csv",
        /// JSON lines with the probabilities of all cells
        Json = "json",
    }
}

arcdoku_wire::choice_values!(ScanFormat);

/// A decoded image.
pub struct Photo {
    pixels: Vec<u8>,
    width: usize,
    height: usize,
}

impl Photo {
    /// Decodes JPEG, PNG or WebP, and turns the image upright as its EXIF data says.
    ///
    /// # Errors
    /// If the bytes are not such an image, or the image is too large.
    pub fn decode(bytes: &[u8]) -> Result<Self, String> {
        let mut reader =
            ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|e| e.to_string())?;
        if reader.format().is_none() {
            return Err("expected a JPEG, PNG or WebP image".to_owned());
        }
        let mut limits = Limits::default();
        (limits.max_image_width, limits.max_image_height) = (Some(MOST_SIDE), Some(MOST_SIDE));
        limits.max_alloc = Some(MOST_DECODED);
        reader.limits(limits);
        let message = |error: image::ImageError| error.to_string().replace('\n', " ");
        let mut decoder = reader.into_decoder().map_err(message)?;
        if decoder.total_bytes() > MOST_DECODED {
            return Err(format!("the decoded image has over {} MiB", MOST_DECODED >> 20));
        }
        let orientation = decoder.orientation().map_err(message)?;
        let mut image = DynamicImage::from_decoder(decoder).map_err(message)?;
        if image.color().has_alpha() {
            image = on_white(image);
        }
        image = image.into_luma8().into();
        image.apply_orientation(orientation);
        let gray = image.into_luma8();
        let (width, height) = (gray.width() as usize, gray.height() as usize);
        Ok(Self { pixels: gray.into_raw(), width, height })
    }

    /// The grids of the photo: by [`Reader::read`] if `all` is set, otherwise by [`Reader::read_one`].
    pub fn read(&self, reader: &mut Reader, all: bool) -> Vec<Reading> {
        let Some(image) = GrayImage::new(&self.pixels, self.width, self.height) else { return Vec::new() };
        if all { reader.read(&image) } else { reader.read_one(&image).into_iter().collect() }
    }

    /// The photo with the lines of grids, and a mark in each cell: blue for clues, green for handwritten digits and red
    /// for doubtful cells.
    fn explained(&self, readings: &[Reading]) -> RgbImage {
        let mut picture = RgbImage::from_fn(self.width as u32, self.height as u32, |x, y| {
            let value = self.pixels[y as usize * self.width + x as usize];
            Rgb([value, value, value])
        });
        for reading in readings {
            let side = reading.shape.digits() + 1;
            let width = (self.width.max(self.height) as f32 / 640.0).max(1.0);
            for (index, from) in reading.crossings.iter().enumerate() {
                let neighbors =
                    [(index % side + 1 < side, index + 1), (index + side < side * side, index + side)];
                for (_, to) in neighbors.into_iter().filter(|(is_inside, _)| *is_inside) {
                    line(&mut picture, *from, reading.crossings[to], width, [255, 140, 0]);
                }
            }
            for (index, cell) in reading.cells.iter().enumerate() {
                let at = index / (side - 1) * side + index % (side - 1);
                let (a, b) = (reading.crossings[at], reading.crossings[at + side + 1]);
                let center = ((a.0 * 7.0 + b.0) / 8.0, (a.1 * 7.0 + b.1) / 8.0);
                let color = match cell.label {
                    _ if cell.is_doubtful => [220, 0, 0],
                    Label::Clue(_) => [0, 80, 220],
                    Label::Entry(_) => [0, 150, 0],
                    Label::Blank => continue,
                };
                line(&mut picture, center, center, width * 4.0, color);
            }
        }
        picture
    }
}

/// The image on white paper. Transparent pixels are often stored as black.
fn on_white(image: DynamicImage) -> DynamicImage {
    let mut pixels = image.into_rgba8();
    for pixel in pixels.pixels_mut() {
        let [r, g, b, alpha] = pixel.0.map(u16::from);
        let blend = |value: u16| ((value * alpha + 255 * (255 - alpha)) / 255) as u8;
        pixel.0 = [blend(r), blend(g), blend(b), 255];
    }
    pixels.into()
}

/// Draws a line with square ends.
fn line(picture: &mut RgbImage, from: (f32, f32), to: (f32, f32), width: f32, color: [u8; 3]) {
    let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()).ceil().max(1.0);
    let radius = (width / 2.0) as i64;
    for step in 0..=steps as u32 {
        let t = step as f32 / steps;
        let (x, y) = ((from.0 + (to.0 - from.0) * t) as i64, (from.1 + (to.1 - from.1) * t) as i64);
        for (x, y) in (-radius..=radius).flat_map(|dy| (-radius..=radius).map(move |dx| (x + dx, y + dy))) {
            let place = u32::try_from(x).ok().zip(u32::try_from(y).ok());
            if let Some(pixel) = place.and_then(|(x, y)| picture.get_pixel_mut_checked(x, y)) {
                *pixel = Rgb(color);
            }
        }
    }
}

/// The reply for a grid.
pub fn reply(image: &str, reading: &Reading) -> ScanReply {
    let puzzle = reading.puzzle();
    let shape = reading.shape;
    let name =
        |index: usize| shape.name(shape.cell(index / shape.columns(), index % shape.columns())).to_string();
    let doubtful = reading.cells.iter().enumerate().filter(|(_, cell)| cell.is_doubtful);
    let second = reading.second.as_ref().map(|changes| {
        let mut clues = puzzle.givens().to_vec();
        changes.iter().for_each(|(cell, label)| clues[*cell] = label.clue());
        puzzle_text(&Puzzle::with_givens(shape, &clues))
    });
    ScanReply {
        version: VERSION,
        image: image.to_owned(),
        puzzle: Some(puzzle_text(&puzzle)),
        shape: shape.box_size().filter(|(rows, columns)| rows > columns).map(|(r, c)| format!("{r}x{c}")),
        certain: reading.is_certain,
        probability: reading.probability,
        solution: reading.solution.as_ref().map(|solution| solution_text(shape, solution)),
        second,
        corners: reading.corners.iter().map(|(x, y)| [*x, *y]).collect(),
        doubtful: doubtful.map(|(index, _)| name(index)).collect(),
        wrong: reading.wrong_entries().into_iter().map(name).collect(),
        cells: reading.cells.iter().map(|cell| scanned(cell, shape.digits())).collect(),
        error: None,
    }
}

fn scanned(cell: &arcdoku_photo::CellReading, digits: usize) -> ScannedCell {
    let (kind, digit) = match cell.label {
        Label::Blank => ("blank", None),
        Label::Clue(digit) => ("printed", Some(digit.get())),
        Label::Entry(digit) => ("handwritten", Some(digit.get())),
    };
    let (mut printed, mut handwritten) = (vec![0.0; digits + 1], vec![0.0; digits]);
    for (label, probability) in &cell.choices {
        match label {
            Label::Blank => printed[0] = *probability,
            Label::Clue(digit) => printed[digit.index() + 1] = *probability,
            Label::Entry(digit) => handwritten[digit.index()] = *probability,
        }
    }
    ScannedCell { kind: kind.to_owned(), digit, probability: cell.probability, printed, handwritten }
}

/// Reads all images, and writes a reply for each grid, in the order of the images.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    question: &Scan,
    format: ScanFormat,
    images: Vec<PathBuf>,
    threads: usize,
    cancel: &Cancel,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    if format == ScanFormat::Csv {
        output.write("image,puzzle,shape,solution,certain,probability,doubtful\n")?;
    }
    let all = question.all;
    let worker = move || {
        let mut reader = Reader::new();
        move |path: PathBuf, emit: &mut dyn FnMut((Report, Vec<String>)) -> ControlFlow<()>| {
            let (mut report, mut notes) = (Report::default(), Vec::new());
            let shown = path.display().to_string();
            let read = unwound(|| {
                file(&path).and_then(|bytes| Photo::decode(&bytes)).map(|photo| photo.read(&mut reader, all))
            });
            let replies = read.unwrap_or_else(|()| {
                report.status.note(Status::Panicked);
                reader = Reader::new();
                Err("the program panicked on this image, which is a bug".to_owned())
            });
            for reply in replies_of(&shown, replies, &mut report) {
                if reply.error.is_none() && !reply.certain {
                    report.status.note(Status::Not);
                    notes.push(format!("{}: {}", escaped(&shown), doubt(&reply)));
                }
                write_reply(&reply, format, &mut report.text);
            }
            let _ = emit((report, notes));
        }
    };
    let feed = move |mut feed: crate::pool::Feed<'_, PathBuf>| {
        for path in images {
            if feed.send(path, 1).is_break() {
                break;
            }
        }
    };
    let mut status = Status::Fine;
    Pool::new(threads, cancel).run(feed, worker, |event| {
        let flow = match event {
            Event::Result((report, notes)) => {
                notes.iter().for_each(|note| output.note(note));
                status.note(report.status);
                report.write(output)?
            }
            Event::Idle => {
                output.flush()?;
                ControlFlow::Continue(())
            }
            Event::Tick => ControlFlow::Continue(()),
        };
        Ok::<_, Error>(flow)
    })?;
    output.finish();
    status.note(end(cancel));
    Ok(status)
}

/// Why a reading is not certain.
fn doubt(reply: &ScanReply) -> String {
    if reply.solution.is_none() {
        "the clues are not a puzzle with one solution".to_owned()
    } else if reply.doubtful.is_empty() {
        "the reading is not certain".to_owned()
    } else {
        format!("the reading is not certain; doubtful: {}", reply.doubtful.join(" "))
    }
}

/// The picture of an image with the readings of its grids, as PNG.
///
/// # Errors
/// If the image cannot be read.
pub fn explain(question: &Scan, path: &Path) -> Result<Vec<u8>, String> {
    let photo = Photo::decode(&file(path)?)?;
    let readings = photo.read(&mut Reader::new(), question.all);
    let mut png = Cursor::new(Vec::new());
    let picture = photo.explained(&readings);
    picture.write_to(&mut png, image::ImageFormat::Png).map_err(|error| error.to_string())?;
    Ok(png.into_inner())
}

/// The bytes of a file.
fn file(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("the file has over {} MiB", MOST_BYTES >> 20));
    }
    Ok(bytes)
}

/// The replies for an image. A reply without a puzzle contains the reason.
fn replies_of(image: &str, readings: Result<Vec<Reading>, String>, report: &mut Report) -> Vec<ScanReply> {
    let found = readings
        .and_then(|found| if found.is_empty() { Err("no grid was found".to_owned()) } else { Ok(found) });
    match found {
        Ok(readings) => readings.iter().map(|reading| reply(image, reading)).collect(),
        Err(error) => {
            report.status.note(Status::Malformed);
            report.errors.push(format!("{}: {error}", escaped(image)));
            let image = image.to_owned();
            vec![ScanReply { version: VERSION, image, error: Some(error), ..ScanReply::default() }]
        }
    }
}

fn write_reply(reply: &ScanReply, format: ScanFormat, out: &mut String) {
    match format {
        ScanFormat::Line => {
            match (&reply.puzzle, &reply.shape) {
                (Some(puzzle), None) => out.push_str(puzzle),
                // A line of clues alone has the usual boxes.
                (Some(puzzle), Some(shape)) => {
                    out.push_str(&serde_json::json!({ "puzzle": puzzle, "shape": shape }).to_string());
                }
                (None, _) => out.push_str("# no puzzle"),
            }
            out.push('\n');
        }
        ScanFormat::Grid => {
            out.push_str(&board(reply));
            out.push('\n');
        }
        ScanFormat::Csv => {
            let mut row = Row::new(',');
            row.field(&reply.image);
            row.field(reply.puzzle.as_deref().unwrap_or_default());
            row.field(reply.shape.as_deref().unwrap_or_default());
            row.field(reply.solution.as_deref().unwrap_or_default());
            row.field(&reply.certain.to_string());
            row.field(&format!("{:.4}", reply.probability));
            row.field(&reply.doubtful.join(" "));
            row.end(out);
        }
        ScanFormat::Json => json_line(reply, out),
    }
}

/// The clues as a board.
fn board(reply: &ScanReply) -> String {
    let mut board = format!("{}:\n", escaped(&reply.image));
    let shape = reply.shape.as_deref().and_then(Shape::plain);
    let puzzle = reply.puzzle.as_ref().and_then(|text| text.parse::<Puzzle>().ok());
    match puzzle {
        Some(puzzle) => {
            let puzzle = Puzzle::with_givens(shape.unwrap_or(puzzle.shape()), puzzle.givens());
            // Writing to a string cannot fail.
            let _ = write(Notation::Grid, &puzzle, &mut board);
        }
        None => board.push_str("no puzzle\n"),
    }
    board
}
