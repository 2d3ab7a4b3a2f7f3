//! Puzzles in photos: the suite `photo`.
//!
//! | section | photos | weights |
//! |---|---|---|
//! | `folds` | real photos, each fifth with weights that were trained without it | `FOLDER/fold0.bin` to `fold4.bin` |
//! | `mixed` | rendered photos of 9x9 grids with all disturbances | those of the crate |
//! | `sizes` | rendered photos of 4x4, 6x6 and 16x16 grids | those of the crate |
//! | `stress` | rendered photos with one disturbance at increasing levels, with a plot | those of the crate |
//!
//! `cargo xtask photo --folds` and `--render` write these files to `target/photo`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use arcdoku_photo::{GrayImage, Label, Reader, Reading};
use image::{DynamicImage, ImageDecoder as _, ImageReader};
use serde_json::Value;

use crate::options::Run;
use crate::pass::quantile;
use crate::record::Report;
use crate::set::Data;
use crate::table::{Table, dash, percent, word};

/// The sections of the suite, in order.
pub(crate) const SECTIONS: &[&str] = &["folds", "mixed", "sizes", "stress"];

/// The number of folds of the real photos.
const FOLDS: usize = 5;

/// The targets: the part of real boards without an error, the part of digits of boards filled in by hand, the part of
/// right readings that are certain, and the median of the times in milliseconds.
const EXACT: f64 = 0.95;
const DIGITS: f64 = 0.99;
const CERTAIN: f64 = 0.9;
const MILLISECONDS: f64 = 60.0;

/// The disturbances with their units, in the order of the plot.
const STRESSES: [(&str, &str); 9] = [
    ("rotation", "degrees"),
    ("tilt", "degrees"),
    ("blur", "deviation, % of a cell"),
    ("noise", "deviation, gray levels"),
    ("dark", "missing light"),
    ("shadow", "strength"),
    ("curl", "strength"),
    ("moire", "strength"),
    ("jpeg", "quality"),
];

/// The suite `photo`.
pub(crate) fn suite(run: &Run, report: &mut Report) -> Result<(), String> {
    let folder = run.options.photos.clone().unwrap_or_else(|| run.root.join("target/photo"));
    for &section in SECTIONS.iter().filter(|name| run.is_wanted(name)) {
        eprintln!("photo: {section}");
        match section {
            "folds" => folds(run, &folder, report)?,
            "mixed" => sets(run, "Mixed disturbances", &folder, &["mixed"], report)?,
            "sizes" => sets(run, "Other sizes", &folder, &["size-4", "size-6", "size-16"], report)?,
            _ => stress(run, &folder, report)?,
        }
    }
    Ok(())
}

/// The content of a photo: the symbols of all cells, or `.`.
#[derive(PartialEq, Eq)]
struct Truth {
    clues: String,
    entries: String,
}

impl Truth {
    /// Both kinds of digits.
    fn digits(&self) -> impl Iterator<Item = char> {
        self.clues
            .chars()
            .zip(self.entries.chars())
            .map(|(clue, entry)| if clue == '.' { entry } else { clue })
    }
}

/// Results on a set of photos.
#[derive(Default)]
struct Tally {
    photos: usize,
    /// Photos whose clues are right, and those whose entries are right, too.
    exact: usize,
    whole: usize,
    cells: usize,
    right_cells: usize,
    certain: usize,
    certain_and_wrong: usize,
    milliseconds: Vec<f64>,
    /// The times for photos of 1280 x 960 pixels.
    of_large: Vec<f64>,
}

/// The number of pixels of photos whose time has a target.
const PIXELS: usize = 1280 * 960;

impl Tally {
    const HEAD: &str = "photos | right clues | also entries | digits | certain, of right ones | certain and wrong | median ms | most ms";

    fn add(&mut self, reading: Option<&Reading>, truth: &Truth, milliseconds: f64) {
        let read = reading.map(content);
        let is_exact = read.as_ref().is_some_and(|read| read.clues == truth.clues);
        let is_certain = reading.is_some_and(|reading| reading.is_certain);
        self.photos += 1;
        self.exact += usize::from(is_exact);
        self.whole += usize::from(read.as_ref() == Some(truth));
        self.certain += usize::from(is_exact && is_certain);
        self.certain_and_wrong += usize::from(!is_exact && is_certain);
        self.cells += truth.clues.len();
        if let Some(read) = read.filter(|read| read.clues.len() == truth.clues.len()) {
            self.right_cells += read.digits().zip(truth.digits()).filter(|(a, b)| a == b).count();
        }
        self.milliseconds.push(milliseconds);
    }

    fn row(&mut self, name: &str) -> Vec<String> {
        let share =
            |part: usize, all: usize| if all == 0 { dash() } else { percent(part as f64 / all as f64) };
        let time = |milliseconds: f64| format!("{milliseconds:.0}");
        vec![
            name.to_owned(),
            self.photos.to_string(),
            format!("{} ({})", self.exact, share(self.exact, self.photos)),
            self.whole.to_string(),
            share(self.right_cells, self.cells),
            share(self.certain, self.exact),
            self.certain_and_wrong.to_string(),
            time(quantile(&mut self.milliseconds, 0.5)),
            time(quantile(&mut self.milliseconds, 1.0)),
        ]
    }
}

/// The content of a reading.
fn content(reading: &Reading) -> Truth {
    let symbols = |select: fn(Label) -> Option<arcdoku::Digit>| {
        let symbol = |digit: arcdoku::Digit| match digit.get() {
            digit @ 1..=9 => char::from(b'0' + digit),
            digit => char::from(b'A' + digit - 10),
        };
        reading.cells.iter().map(|cell| select(cell.label).map_or('.', symbol)).collect()
    };
    Truth {
        clues: symbols(Label::clue),
        entries: symbols(|label| if let Label::Entry(digit) = label { Some(digit) } else { None }),
    }
}

/// Reads a photo, upright by its metadata, and adds the result.
fn read(reader: &mut Reader, path: &Path, truth: &Truth, tally: &mut Tally) -> Result<(), String> {
    let fault = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let open = ImageReader::open(path).map_err(|error| fault(&error))?;
    let mut decoder = open.into_decoder().map_err(|error| fault(&error))?;
    let turn = decoder.orientation().map_err(|error| fault(&error))?;
    let mut photo = DynamicImage::from_decoder(decoder).map_err(|error| fault(&error))?;
    photo.apply_orientation(turn);
    let photo = photo.into_luma8();
    let image = GrayImage::new(photo.as_raw(), photo.width() as usize, photo.height() as usize);
    let image = image.ok_or_else(|| fault(&"no pixels"))?;
    let start = Instant::now();
    let reading = reader.read_one(&image);
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    if image.width() * image.height() == PIXELS {
        tally.of_large.push(milliseconds);
    }
    tally.add(reading.as_ref(), truth, milliseconds);
    Ok(())
}

/// The real photos, and the same photos filled in by hand.
fn folds(run: &Run, folder: &Path, report: &mut Report) -> Result<(), String> {
    let Data::Full(puzzles) = &run.data else { return Err("the real photos need ARCDOKU_SHARED".into()) };
    let photos = puzzles.join("../photos");
    // As in the training, photos of one puzzle have one fold.
    let mut by_puzzle: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in files(&photos.join("train"), "jpg")? {
        by_puzzle.entry(digits(&path)?).or_default().push(path);
    }
    let (mut plain, mut filled) = (Tally::default(), Tally::default());
    let mut readers = Vec::new();
    for fold in 0..FOLDS {
        let path = folder.join(format!("fold{fold}.bin"));
        let weights = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        readers
            .push(Reader::with_weights(&weights).ok_or_else(|| format!("{}: not weights", path.display()))?);
    }
    for (index, (clues, paths)) in by_puzzle.iter().enumerate() {
        let reader = &mut readers[index % FOLDS];
        for path in paths {
            let truth = Truth { clues: clues.clone(), entries: ".".repeat(81) };
            read(reader, path, &truth, &mut plain)?;
            let path = photos.join("filled").join(path.file_name().unwrap_or_default());
            if path.exists() {
                let entry = |(digit, clue): (char, char)| if clue == '.' { digit } else { '.' };
                let entries = digits(&path)?.chars().zip(clues.chars()).map(entry).collect();
                read(reader, &path, &Truth { clues: clues.clone(), entries }, &mut filled)?;
            }
        }
    }
    let mut table = Table::new(1, &format!("real photos, five folds | {}", Tally::HEAD));
    table.row(plain.row("as printed"));
    table.row(filled.row("filled in by hand"));
    report.add_block(&table.render());
    let part = |part: usize, all: usize| part as f64 / all.max(1) as f64;
    let time = quantile(&mut plain.of_large, 0.5);
    report
        .add_block(&format!("Median of {} photos of 1280 x 960 pixels: {time:.0} ms.", plain.of_large.len()));
    let targets = [
        ("95 % of boards as printed", part(plain.exact, plain.photos) >= EXACT),
        ("99 % of digits filled in by hand", part(filled.right_cells, filled.cells) >= DIGITS),
        ("no wrong reading is certain", plain.certain_and_wrong + filled.certain_and_wrong == 0),
        ("90 % of right readings are certain", part(plain.certain, plain.exact) >= CERTAIN),
        ("60 ms for 1280 x 960, in the median", time <= MILLISECONDS),
    ];
    let targets: Vec<String> = targets.iter().map(|(name, met)| format!("{name}: {}", word(*met))).collect();
    report.add_block(&format!("Targets: {}.", targets.join("; ")));
    Ok(())
}

/// The digits in the file of a real photo's truth, row by row.
fn digits(photo: &Path) -> Result<String, String> {
    let path = photo.with_extension("dat");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let rows = text.lines().skip(2).take(9);
    Ok(rows.flat_map(str::split_whitespace).map(|digit| if digit == "0" { "." } else { digit }).collect())
}

/// Reads all photos of a folder of rendered ones.
fn rendered(run: &Run, folder: &Path) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut reader = Reader::new();
    for path in files(folder, "json")?.into_iter().take(run.options.limit.unwrap_or(usize::MAX)) {
        let fault = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = fs::read_to_string(&path).map_err(|error| fault(&error))?;
        let truth: Value = serde_json::from_str(&text).map_err(|error| fault(&error))?;
        let rows =
            |key: &str| -> Option<String> { truth[key].as_array()?.iter().map(Value::as_str).collect() };
        let photo = truth["image"].as_str().zip(rows("clues")).zip(rows("handwritten"));
        let ((image, clues), entries) = photo.ok_or_else(|| fault(&"not the truth of a photo"))?;
        read(&mut reader, &folder.join(image), &Truth { clues, entries }, &mut tally)?;
    }
    Ok(tally)
}

/// The table of some sets of rendered photos.
fn sets(run: &Run, title: &str, folder: &Path, names: &[&str], report: &mut Report) -> Result<(), String> {
    let mut table = Table::new(1, &format!("{title} | {}", Tally::HEAD));
    let mut wrong = 0;
    for name in names {
        let mut tally = rendered(run, &folder.join(name))?;
        wrong += tally.certain_and_wrong;
        table.row(tally.row(name));
    }
    report.add_block(&table.render());
    report.add_block(&format!("Target: no wrong reading is certain: {}.", word(wrong == 0)));
    Ok(())
}

/// The parts of right boards by the level of each disturbance, as a table and as a plot.
fn stress(run: &Run, folder: &Path, report: &mut Report) -> Result<(), String> {
    let mut table = Table::new(1, "disturbance | level: right clues, %");
    let mut curves = Vec::new();
    for (name, unit) in STRESSES {
        let mut curve = Vec::new();
        for path in folders(folder, name)? {
            let level =
                path.to_string_lossy().rsplit_once('-').and_then(|(_, level)| level.parse::<f64>().ok());
            let tally = rendered(run, &path)?;
            if tally.certain_and_wrong > 0 {
                report.add_block(&format!(
                    "{}: {} certain and wrong",
                    path.display(),
                    tally.certain_and_wrong
                ));
            }
            curve.push((level.unwrap_or_default(), 100.0 * tally.exact as f64 / tally.photos.max(1) as f64));
        }
        curve.sort_by(|a, b| a.0.total_cmp(&b.0));
        let levels: Vec<String> = curve.iter().map(|(level, part)| format!("{level}: {part:.0}")).collect();
        table.row(vec![format!("{name}, {unit}"), levels.join(", ")]);
        curves.push((format!("{name}: {unit}"), curve));
    }
    report.add_block(&table.render());
    let path = run.root.join("docs/pictures/photo-stress.svg");
    fs::write(&path, plot(&curves)).map_err(|error| format!("{}: {error}", path.display()))
}

/// A curve with its title: levels, and parts of right boards in percent.
type Curve = (String, Vec<(f64, f64)>);

/// The size of the panel of a curve, with its frame inside it: left, top, width and height.
const PANEL: (usize, usize) = (320, 200);
const FRAME: (f64, f64, f64, f64) = (40.0, 28.0, 264.0, 140.0);

/// The curves as an SVG picture with three columns.
fn plot(curves: &[Curve]) -> String {
    let (width, height) = (3 * PANEL.0, curves.len().div_ceil(3) * PANEL.1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for (index, (title, curve)) in curves.iter().enumerate() {
        let (left, top, width, height) = FRAME;
        let (x, y) = (index % 3 * PANEL.0, index / 3 * PANEL.1);
        let (least, most) =
            curve.iter().fold((f64::MAX, f64::MIN), |(a, b), (level, _)| (a.min(*level), b.max(*level)));
        let across = |level: f64| left + width * (level - least) / (most - least).max(f64::MIN_POSITIVE);
        let down = |part: f64| top + height * (1.0 - part / 100.0);
        let mut text = |x: f64, y: f64, anchor: &str, text: &str| {
            let _ = writeln!(svg, "<text x=\"{x:.0}\" y=\"{y:.0}\" text-anchor=\"{anchor}\">{text}</text>");
        };
        let (x, y) = (x as f64, y as f64);
        text(x + left, y + 18.0, "start", title);
        for part in [0.0, 50.0, 100.0] {
            text(x + left - 6.0, y + down(part) + 4.0, "end", &part.to_string());
        }
        for (level, _) in curve {
            text(x + across(*level), y + top + height + 18.0, "middle", &level.to_string());
        }
        let points: Vec<(f64, f64)> =
            curve.iter().map(|(level, part)| (x + across(*level), y + down(*part))).collect();
        let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let (x, y, middle) = (x + left, y + top, y + down(50.0));
        let _ = writeln!(
            svg,
            "<path d=\"M{x},{y}h{width}v{height}h-{width}zM{x},{middle}h{width}\" fill=\"none\" stroke=\"#bbb\"/>\n\
             <polyline points=\"{}\" fill=\"none\" stroke=\"#06c\" stroke-width=\"2\"/>",
            line.join(" ")
        );
        for (x, y) in points {
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#06c\"/>");
        }
    }
    svg + "</svg>\n"
}

/// The files of a folder with this extension, by name.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let mut paths = entries(folder)?;
    paths.retain(|path| path.extension().is_some_and(|other| other == extension));
    Ok(paths)
}

/// The folders of a disturbance.
fn folders(folder: &Path, name: &str) -> Result<Vec<PathBuf>, String> {
    let mut paths = entries(folder)?;
    let start = format!("{name}-");
    paths.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&start)));
    Ok(paths)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let fault = |error: std::io::Error| format!("{}: {error}; see `cargo xtask photo`", folder.display());
    let read = fs::read_dir(folder).map_err(fault)?;
    let mut paths: Vec<PathBuf> =
        read.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>().map_err(fault)?;
    paths.sort();
    Ok(paths)
}
