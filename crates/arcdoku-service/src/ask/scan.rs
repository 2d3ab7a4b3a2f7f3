//! Reads puzzles from photos.

use std::fs::File;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use arcdoku::Shape;
use arcdoku::puzzle::Puzzle;
use arcdoku::puzzle::format::{Notation, write};
use arcdoku_photo::{GrayImage, Label, Reader, Reading};
use arcdoku_wire::question::{Scan, ScanReply, ScannedCell};
use arcdoku_wire::{VERSION, escaped, puzzle_text, solution_text};
use image::{DynamicImage, ImageDecoder as _, ImageReader, Limits, Luma, RgbImage, RgbaImage};

use super::scan_picture::explained;
use crate::cancel::Cancel;
use crate::input::{Input, read_up_to};
use crate::output::Output;
use crate::pool::{Event, Pool};
use crate::report::{Report, unwound};
use crate::status::{Error, Status};
use crate::stream::end;
use crate::text::{Row, json_line};
use crate::whole_file::write_whole;

/// The maximum width and height of an image, the maximum number of its pixels, and their maximum size when decoded, in
/// bytes.
const MOST_SIDE: u32 = 16_384;
const MOST_PIXELS: u64 = 100_000_000;
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

/// A decoded image, upright and in gray.
pub struct Photo(image::GrayImage);

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
        let (width, height) = decoder.dimensions();
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(format!("the image has over {} million pixels", MOST_PIXELS / 1_000_000));
        }
        let orientation = decoder.orientation().map_err(message)?;
        let mut image: DynamicImage = gray(DynamicImage::from_decoder(decoder).map_err(message)?).into();
        image.apply_orientation(orientation);
        Ok(Self(image.into_luma8()))
    }

    /// An upright image from its pixels, row by row, with one byte for each of its channels: gray, RGB, or RGBA. `None`
    /// if there are fewer pixels, or another number of channels.
    pub fn of_pixels(pixels: Vec<u8>, (width, height): (u32, u32), channels: usize) -> Option<Self> {
        let image: DynamicImage = match channels {
            1 => image::GrayImage::from_raw(width, height, pixels)?.into(),
            3 => RgbImage::from_raw(width, height, pixels)?.into(),
            4 => RgbaImage::from_raw(width, height, pixels)?.into(),
            _ => return None,
        };
        Some(Self(gray(image)))
    }

    /// The grids of the photo, by [`Reader::read_with`].
    fn read(&self, reader: &mut Reader, all: bool, cancel: &Cancel) -> Vec<Reading> {
        let image = GrayImage::new(&self.0, self.0.width() as usize, self.0.height() as usize);
        image.map_or_else(Vec::new, |image| reader.read_with(&image, all, cancel.flag()))
    }
}

/// The image in gray, on white paper. Transparent pixels are often stored as black.
fn gray(image: DynamicImage) -> image::GrayImage {
    if !image.color().has_alpha() {
        return image.into_luma8();
    }
    let pixels = image.into_luma_alpha8();
    image::GrayImage::from_fn(pixels.width(), pixels.height(), |x, y| {
        let [value, alpha] = pixels.get_pixel(x, y).0.map(u16::from);
        Luma([((value * alpha + 255 * (255 - alpha)) / 255) as u8])
    })
}

/// Reads a photo, which is named `image` in the replies: one for each grid, or one with the reason why there is none.
///
/// A cancelled call returns early; its result is meaningless.
pub fn answer(question: &Scan, image: &str, photo: &Photo, cancel: &Cancel) -> Vec<ScanReply> {
    replies(image, &photo.read(&mut Reader::new(), question.all, cancel))
}

fn replies(image: &str, readings: &[Reading]) -> Vec<ScanReply> {
    if readings.is_empty() {
        return vec![without_puzzle(image, "no grid was found".to_owned())];
    }
    readings.iter().map(|reading| reply(image, reading)).collect()
}

/// The reply for an image without a puzzle.
fn without_puzzle(image: &str, error: String) -> ScanReply {
    ScanReply { version: VERSION, image: image.to_owned(), error: Some(error), ..ScanReply::default() }
}

/// The reply for a grid.
fn reply(image: &str, reading: &Reading) -> ScanReply {
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
            Label::Blank => printed[0] = rounded(*probability),
            Label::Clue(digit) => printed[digit.index() + 1] = rounded(*probability),
            Label::Entry(digit) => handwritten[digit.index()] = rounded(*probability),
        }
    }
    let probability = rounded(cell.probability);
    ScannedCell { kind: kind.to_owned(), digit, probability, printed, handwritten }
}

/// A probability with four decimals. There are many per reply.
fn rounded(probability: f32) -> f32 {
    (probability * 10_000.0).round() / 10_000.0
}

/// Reads all images, and writes a reply for each grid, in the order of the images. The picture of a readable image is
/// written to the file `explain`.
///
/// # Errors
/// If the output or the picture cannot be written.
pub fn run(
    question: &Scan,
    format: ScanFormat,
    images: Vec<PathBuf>,
    explain: Option<&Path>,
    threads: usize,
    cancel: &Cancel,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    if format == ScanFormat::Csv {
        output.write("image,puzzle,shape,solution,certain,probability,doubtful\n")?;
    }
    let (all, is_drawn) = (question.all, explain.is_some());
    let flag = cancel.clone();
    let worker = move || {
        let (mut reader, cancel) = (Reader::new(), flag.clone());
        move |path: PathBuf, emit: &mut dyn FnMut(ScannedImage) -> ControlFlow<()>| {
            let mut scanned = ScannedImage::default();
            let shown = path.display().to_string();
            let read = unwound(|| {
                let photo = Photo::decode(&file(&path)?)?;
                let readings = photo.read(&mut reader, all, &cancel);
                scanned.picture = is_drawn.then(|| explained(&photo.0, &readings)).transpose()?;
                Ok(replies(&shown, &readings))
            });
            if cancel.is_cancelled() {
                return;
            }
            let read = read.unwrap_or_else(|()| {
                scanned.report.status.note(Status::Panicked);
                reader = Reader::new();
                Err("the program panicked on this image, which is a bug".to_owned())
            });
            for reply in read.unwrap_or_else(|error| vec![without_puzzle(&shown, error)]) {
                scanned.add(&reply, format);
            }
            let _ = emit(scanned);
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
            Event::Result(ScannedImage { report, notes, picture }) => {
                if let Some((path, picture)) = explain.zip(picture) {
                    write_whole(path, picture)?;
                }
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

/// An image that was read.
#[derive(Default)]
struct ScannedImage {
    report: Report,
    notes: Vec<String>,
    picture: Option<Vec<u8>>,
}

impl ScannedImage {
    fn add(&mut self, reply: &ScanReply, format: ScanFormat) {
        let image = escaped(&reply.image);
        if let Some(error) = &reply.error {
            self.report.error(Status::Malformed, format!("{image}: {error}"));
        } else if !reply.certain {
            self.report.status.note(Status::Not);
            self.notes.push(format!("{image}: {}", doubt(reply)));
        }
        write_reply(reply, format, &mut self.report.text);
    }
}

/// Reads the images of an input, and writes a JSON line for each grid.
///
/// # Errors
/// If an image cannot be read, or the output cannot be written.
pub(super) fn lines(
    question: &Scan,
    input: Input,
    cancel: &Cancel,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    for source in input.sources {
        let (name, bytes) = source.bytes(MOST_BYTES);
        let photo = bytes.map_err(|error| error.to_string()).and_then(|bytes| Photo::decode(&bytes));
        let photo = photo.map_err(|error| Error::unreadable(format!("{name}: {error}")))?;
        let replies = answer(question, &name, &photo, cancel);
        if cancel.is_cancelled() {
            break;
        }
        let mut lines = String::new();
        replies.iter().for_each(|reply| json_line(reply, &mut lines));
        output.write(&lines)?;
    }
    Ok(end(cancel))
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

/// The bytes of a file.
fn file(path: &Path) -> Result<Vec<u8>, String> {
    File::open(path).and_then(|file| read_up_to(file, MOST_BYTES)).map_err(|error| error.to_string())
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
