//! Puzzles on paper: pages of boards as SVG in millimeters, and documents of such pages.

use std::fmt::Write as _;
use std::sync::Arc;

use arcdoku::grid::Digit;
use arcdoku::puzzle::Puzzle;
use krilla::Document;
use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt as _, SvgSettings};
use qrcodegen::{QrCode, QrCodeEcc};
use resvg::{tiny_skia, usvg};

use crate::escape::escape;
use crate::puzzle::{Overlay, board, used_styles};
use crate::rules::Rules;
use crate::sheet::number;
use crate::svg::{line, text};

/// Space at the edges of a page, and between boards, in millimeters.
const MARGIN: f32 = 13.0;
const GAP: f32 = 8.0;
/// Height of the line with the heading of a board, and of the line with the number of the page.
const HEADING: f32 = 7.0;
const FOOTER: f32 = 6.0;
/// Size of a module of a QR code that cameras of phones read, and the largest side of a code.
const MODULE: f32 = 0.36;
const MOST_CODE: f32 = 34.0;
/// Millimeters per unit of the texts below a board, which makes them 2.8 mm high.
const TEXT_SCALE: f32 = 0.215;

/// The texts of pages, and larger digits and lines for readers with low vision.
const STYLE: &str = "\
.sudoku .heading{font-size:4px;font-weight:bold;text-anchor:start;fill:#1b1f24}
.sudoku .title{font-size:5px;font-weight:bold;text-anchor:start;fill:#1b1f24}
.sudoku .caption{font-size:3.2px;text-anchor:start;fill:#1b1f24}
.sudoku .page{font-size:3.2px;fill:#1b1f24}
.sudoku .code{fill:#000}
.sudoku .thin{stroke:#68717c}
.sudoku .filled{fill:#1b1f24}
.sudoku .cage{stroke-width:2}
.sudoku .sum{font-size:17px}
.sudoku .killer .thick{stroke:#a9b0b8;stroke-width:5}
.sudoku .killer .thin{stroke:#c6ccd3}
.sudoku .frame{fill:none;stroke:#1b1f24;stroke-width:3}
";
const LARGE_STYLE: &str = "\
.sudoku .given,.sudoku .filled{font-size:42px}
.sudoku .thin{stroke:#4d5660;stroke-width:1.6}
.sudoku .thick{stroke:#000;stroke-width:4}
.sudoku .heading{font-size:6px}
.sudoku .caption{font-size:4.5px}
";

/// The size of pages in millimeters, and how boards are arranged.
#[derive(Clone, Copy, Debug)]
pub struct PageLayout {
    /// Width and height.
    pub size: (f32, f32),
    /// The columns and rows of boards.
    pub grid: (usize, usize),
    /// Whether digits and lines are larger.
    pub is_large: bool,
}

/// A board on a page.
#[derive(Clone, Debug)]
pub struct PrintedBoard<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The digits of all cells, for a solution.
    pub solution: Option<&'a [Digit]>,
    /// The texts above the board.
    pub heading: String,
    /// A smaller text below the heading.
    pub caption: String,
    /// The address that the QR code contains; a text that is too long for a code is left out.
    pub link: Option<String>,
}

/// A page with a title, boards and its number, as a document of SVG. Solutions have no description of the rules.
pub fn printed_page(title: &str, boards: &[PrintedBoard<'_>], layout: PageLayout, page: usize) -> String {
    let (width, height) = layout.size;
    let (columns, rows) = (layout.grid.0 as f32, layout.grid.1 as f32);
    let top = if title.is_empty() { MARGIN } else { MARGIN + HEADING };
    let room =
        (width - 2.0 * MARGIN - GAP * (columns - 1.0), height - top - MARGIN - FOOTER - GAP * (rows - 1.0));
    let slot = (room.0 / columns, room.1 / rows);
    let mut body = String::new();
    if !title.is_empty() {
        line(&mut body, &text("title", (MARGIN, MARGIN + 3.0), title));
    }
    for (place, one) in boards.iter().enumerate() {
        let (row, column) = ((place / layout.grid.0) as f32, (place % layout.grid.0) as f32);
        let corner = (MARGIN + column * (slot.0 + GAP), top + row * (slot.1 + GAP));
        one.draw(&mut body, corner, slot, layout.is_large);
    }
    line(&mut body, &text("page", (width / 2.0, height - MARGIN + 2.0), &page.to_string()));
    let mut style = used_styles(&body, false) + STYLE;
    if layout.is_large {
        style += LARGE_STYLE;
    }
    let (wide, high) = (number(width), number(height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sudoku\" width=\"{wide}mm\" height=\"{high}mm\" \
         viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-label=\"{page}\">\n<style>\n{style}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{body}</svg>\n"
    )
}

impl PrintedBoard<'_> {
    /// Draws the texts, the code and the board into a part of the page.
    fn draw(&self, out: &mut String, (left, top): (f32, f32), (width, height): (f32, f32), is_large: bool) {
        let code = self.link.as_deref().and_then(|link| QrCode::encode_text(link, QrCodeEcc::Low).ok());
        let code =
            code.map(|code| (side_of(&code), code)).filter(|(side, _)| *side <= MOST_CODE.min(width / 2.0));
        let scale = if is_large { 1.5 } else { 1.0 };
        let mut head = if self.caption.is_empty() { HEADING } else { HEADING + 5.0 } * scale;
        line(out, &text("heading", (left, top + 4.0 * scale), &self.heading));
        if !self.caption.is_empty() {
            line(out, &text("caption", (left, top + 9.5 * scale), &self.caption));
        }
        if let Some((side, code)) = code {
            head = head.max(side + 1.0);
            draw_code(out, &code, (left + width - side, top), side);
        }
        let overlay_digits: Vec<Option<Digit>> =
            self.solution.into_iter().flatten().map(|&digit| Some(digit)).collect();
        let overlay = Overlay { digits: &overlay_digits, ..Overlay::default() };
        let rules = Rules::for_print(self.puzzle);
        let mut legend = rules.legend();
        if self.solution.is_some() {
            legend.clear();
        }
        let mut below = String::new();
        let units = legend.draw(&mut below, 4.0, width / TEXT_SCALE);
        // A long description takes at most half of the room, and is then drawn smaller.
        let room = height - head;
        let texts = if legend.is_empty() { 0.0 } else { (units * TEXT_SCALE).min(room / 2.0) };
        let (mut drawing, (wide, high)) = board(self.puzzle, &rules, &overlay);
        if rules.is_killer() {
            drawing = format!("<g class=\"killer\">\n{drawing}</g>");
        }
        let scale = (width / wide).min((room - texts) / high);
        let (side_x, side_y) = (wide * scale, high * scale);
        let at = (left + (width - side_x) / 2.0, top + head);
        nested(out, at, (side_x, side_y), (wide, high), &drawing);
        if texts > 0.0 {
            nested(out, (left, top + head + side_y), (width, texts), (width / TEXT_SCALE, units), &below);
        }
    }
}

/// A drawing with its own units.
fn nested(out: &mut String, (x, y): (f32, f32), (width, height): (f32, f32), units: (f32, f32), body: &str) {
    let _ = writeln!(
        out,
        "<svg x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" viewBox=\"0 0 {} {}\" \
         preserveAspectRatio=\"xMidYMin\">\n{body}</svg>",
        number(units.0),
        number(units.1)
    );
}

/// The side of a code with its quiet zone of four modules.
fn side_of(code: &QrCode) -> f32 {
    (code.size() + 8) as f32 * MODULE
}

fn draw_code(out: &mut String, code: &QrCode, at: (f32, f32), side: f32) {
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|&x| code.get_module(x, y)) {
            let _ = write!(path, "M{x} {y}h1v1h-1z");
        }
    }
    let size = (code.size() + 8) as f32;
    let body = format!("<path class=\"code\" transform=\"translate(4 4)\" d=\"{path}\"/>\n");
    nested(out, at, (side, side), (size, size), &body);
}

/// Pages as an HTML document that prints one page on each sheet of paper.
pub fn printed_html(pages: &[String], layout: PageLayout, title: &str, language: &str) -> String {
    let (width, height) = (number(layout.size.0), number(layout.size.1));
    let title = escape(title);
    let pages = pages.concat();
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\n\
         @page{{size:{width}mm {height}mm;margin:0}}\nbody{{margin:0}}\nsvg.sudoku{{display:block;break-after:page}}\n\
         </style>\n</head>\n<body>\n{pages}</body>\n</html>\n"
    )
}

/// The options of a reader of drawings that has the fonts of this crate.
fn with_fonts() -> usvg::Options<'static> {
    let mut options = usvg::Options { font_family: "DejaVu Sans".to_owned(), ..usvg::Options::default() };
    let fonts = Arc::make_mut(&mut options.fontdb);
    for font in [dejavu::sans::regular(), dejavu::sans::bold(), dejavu::sans::oblique()] {
        fonts.load_font_data(font.to_vec());
    }
    options
}

/// A drawing of this crate as a PNG of the same size, in light colors.
///
/// # Errors
/// If it is not a valid drawing, or has no pixels or too many of them.
pub fn drawn_png(svg: &str) -> Result<Vec<u8>, String> {
    /// The maximum number of pixels, which take 64 MiB.
    const MOST: u32 = 1 << 24;
    let tree = usvg::Tree::from_str(svg, &with_fonts()).map_err(|error| error.to_string())?;
    let size = tree.size().to_int_size();
    if size.width().saturating_mul(size.height()) > MOST {
        return Err(format!(
            "found a drawing of {} x {} pixels, expected at most {MOST} pixels",
            size.width(),
            size.height()
        ));
    }
    let map = tiny_skia::Pixmap::new(size.width(), size.height());
    let mut map = map.ok_or_else(|| "a drawing has no size".to_owned())?;
    resvg::render(&tree, tiny_skia::Transform::default(), &mut map.as_mut());
    map.encode_png().map_err(|error| error.to_string())
}

/// Pages as a PDF, with the fonts that it uses.
///
/// # Errors
/// If a page is not a valid drawing, which would be a bug of this crate.
pub fn printed_pdf(pages: &[String], layout: PageLayout, title: &str) -> Result<Vec<u8>, String> {
    const POINTS: f32 = 72.0 / 25.4;
    let options = with_fonts();
    let (width, height) = (layout.size.0 * POINTS, layout.size.1 * POINTS);
    let (Some(size), Some(settings)) = (Size::from_wh(width, height), PageSettings::from_wh(width, height))
    else {
        return Err("a page has no size".to_owned());
    };
    let mut document = Document::new();
    document.set_metadata(Metadata::new().title(title.to_owned()));
    for page in pages {
        let tree = usvg::Tree::from_str(page, &options).map_err(|error| error.to_string())?;
        let mut page = document.start_page_with(settings.clone());
        let mut surface = page.surface();
        surface.draw_svg(&tree, size, SvgSettings::default());
        surface.finish();
        page.finish();
    }
    document.finish().map_err(|error| format!("{error:?}"))
}
