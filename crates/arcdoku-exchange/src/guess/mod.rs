//! Rules that the drawing and the words of an author suggest.

mod clues;
mod topics;

use arcdoku::Shape;

use crate::draft::Draft;
use crate::drawing::{Canvas, Form, Hue, Point, Sketch, distance};
use crate::import::{Kind, Policy};
use crate::text;
use topics::{NO_RULE, Sentence, sentences};

/// Rules with the parts of the drawing that show them.
struct Claim {
    rules: Vec<String>,
    parts: Vec<usize>,
}

/// Guesses rules from the drawing and the words. `named` is true for formats in which rules have names: sentences are
/// then only used to explain the drawing.
pub(crate) fn guess(draft: &mut Draft, canvas: &mut Canvas, words: &str, named: bool, policy: &Policy) {
    let shape = draft.shape();
    canvas.fit(shape);
    let sentences = sentences(words, shape.digits());
    let guesser = Guesser { shape, sketches: &canvas.sketches, sentences: &sentences };
    let mut shown: Vec<&str> = Vec::new();
    let mut claimed: Vec<usize> = Vec::new();
    for topic in sentences.iter().flat_map(|sentence| &sentence.topics) {
        if shown.contains(topic) {
            continue;
        }
        let mut any = NO_RULE.contains(topic) || draft.has_rule(topic);
        if !(named && any) {
            for claim in guesser.claims(topic) {
                if draft.guess(topic, &claim.rules, &claim.parts, policy) {
                    claimed.extend(claim.parts);
                    any = true;
                }
            }
        }
        if any {
            shown.push(topic);
        }
    }
    if !named {
        for sentence in &sentences {
            let is_shown = !sentence.topics.is_empty()
                && sentence.topics.iter().all(|topic| shown.contains(topic) || *topic == "xv");
            if !is_shown {
                draft.sentence(&sentence.text);
            }
        }
    }
    if policy.guess {
        // The rules have their own drawings.
        canvas.drawing.shapes.retain(|shape| !claimed.contains(&shape.part));
    }
}

impl Draft {
    /// Reports a sentence that is not understood.
    fn sentence(&mut self, text: &str) {
        const LONGEST: usize = 400;
        let cut: String = text.chars().take(LONGEST).collect();
        self.unknown("rules", crate::draft::Why::of(Kind::Sentence, cut));
    }
}

struct Guesser<'a> {
    shape: Shape,
    sketches: &'a [Sketch],
    sentences: &'a [Sentence],
}

/// A drawn line, with its cells.
struct Line<'a> {
    sketch: &'a Sketch,
    points: &'a [Point],
    hue: Hue,
    is_arrow: bool,
    cells: Vec<usize>,
}

/// A drawn circle, rectangle or text.
struct Spot<'a> {
    part: usize,
    at: Point,
    size: (f64, f64),
    round: bool,
    fill: Hue,
    text: &'a str,
}

impl<'a> Guesser<'a> {
    fn lines(&self) -> Vec<Line<'a>> {
        let line = |sketch: &'a Sketch| match &sketch.form {
            Form::Line { points, hue, is_arrow } => {
                let cells = self.path(points);
                Some(Line { sketch, points, hue: *hue, is_arrow: *is_arrow, cells })
            }
            _ => None,
        };
        self.sketches.iter().filter_map(line).collect()
    }

    fn spots(&self) -> Vec<Spot<'a>> {
        let spot = |sketch: &'a Sketch| match &sketch.form {
            &Form::Spot { at, size, round, fill, ref text } => {
                Some(Spot { part: sketch.part, at, size, round, fill, text })
            }
            _ => None,
        };
        self.sketches.iter().filter_map(spot).collect()
    }

    fn cell(&self, (x, y): Point) -> Option<usize> {
        let (row, column) = (y.floor(), x.floor());
        let inside = (0.0..self.shape.rows() as f64).contains(&row)
            && (0.0..self.shape.columns() as f64).contains(&column);
        inside.then(|| row as usize * self.shape.columns() + column as usize)
    }

    /// The cells that a line passes through, in its order.
    fn path(&self, points: &[Point]) -> Vec<usize> {
        let mut cells: Vec<usize> = points.first().and_then(|&at| self.cell(at)).into_iter().collect();
        for pair in points.windows(2) {
            let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
            let steps = ((bx - ax).abs().max((by - ay).abs()).round() as usize).max(1);
            for step in 1..=steps {
                let part = step as f64 / steps as f64;
                let cell = self.cell((ax + (bx - ax) * part, ay + (by - ay) * part));
                cells.extend(cell.filter(|cell| cells.last() != Some(cell)));
            }
        }
        cells
    }

    fn line(&self, rule: &str, cells: &[usize]) -> String {
        text::line(self.shape, rule, cells)
    }

    fn claims(&self, topic: &str) -> Vec<Claim> {
        let plain = |rule: &str| vec![Claim { rules: vec![rule.to_owned()], parts: Vec::new() }];
        match topic {
            "anti-knight" | "anti-king" | "non-consecutive" | "disjoint-groups" => plain(topic),
            "thermo" => self.thermos(),
            "arrow" => self.arrows(),
            "between" => self.between(),
            "whisper" | "renban" | "palindrome" | "zipper" | "entropic" | "modular" | "region-sum" => {
                self.colored(topic)
            }
            "white-dot" | "black-dot" => self.dots(topic),
            "x" | "v" => self.letters(topic),
            "xv" => [self.letters("x"), self.letters("v")].into_iter().flatten().collect(),
            "quadruple" => self.quadruples(),
            "diagonal" => self.diagonals(),
            "odd" | "even" => self.parities(topic),
            "sandwich" | "x-sum" | "skyscraper" => self.outside(topic),
            "little-killer" => self.little_killers(),
            "killer" => self.outlines(),
            _ => Vec::new(),
        }
    }

    /// The circle in which a line begins or ends.
    fn bulb<'b>(&self, spots: &'b [Spot<'a>], cell: Option<&usize>) -> Option<&'b Spot<'a>> {
        let is_large =
            |spot: &&Spot<'_>| spot.round && spot.size.0.min(spot.size.1) >= 0.5 && spot.text.is_empty();
        let covers = |spot: &Spot<'_>| self.covered(spot).iter().any(|other| Some(other) == cell);
        spots.iter().filter(is_large).find(|spot| covers(spot))
    }

    /// The cells of a circle, or of a pill over several cells.
    fn covered(&self, spot: &Spot<'_>) -> Vec<usize> {
        let ((x, y), (w, h)) = (spot.at, spot.size);
        let (dx, dy) = (((w - 1.0) / 2.0).max(0.0), ((h - 1.0) / 2.0).max(0.0));
        let ends = [(x - dx.round_half(), y - dy.round_half()), (x + dx.round_half(), y + dy.round_half())];
        self.path(&ends)
    }

    fn thermos(&self) -> Vec<Claim> {
        let spots = self.spots();
        let mut claims = Vec::new();
        for line in self.lines().iter().filter(|line| !line.is_arrow && line.cells.len() > 1) {
            let (first, last) = (self.bulb(&spots, line.cells.first()), self.bulb(&spots, line.cells.last()));
            let same = |spot: &&Spot<'_>| spot.fill == line.hue;
            let (bulb, cells) = match (first.filter(same), last.filter(same)) {
                (Some(bulb), None) => (bulb, line.cells.clone()),
                (None, Some(bulb)) => (bulb, line.cells.iter().rev().copied().collect()),
                _ => continue,
            };
            let rules = vec![self.line("thermo", &cells)];
            claims.push(Claim { rules, parts: vec![line.sketch.part, bulb.part] });
        }
        claims
    }

    fn arrows(&self) -> Vec<Claim> {
        let spots = self.spots();
        let mut claims = Vec::new();
        for line in self.lines().iter().filter(|line| line.is_arrow) {
            let Some(circle) = self.bulb(&spots, line.cells.first()) else { continue };
            let mut pill = self.covered(circle);
            pill.sort_unstable();
            let shaft = line.cells.iter().copied().filter(|cell| !pill.contains(cell));
            let cells: Vec<usize> = pill.iter().copied().chain(shaft).collect();
            let rule = match pill.len() {
                1 => self.line("arrow", &cells),
                size => self.line(&format!("pill-arrow {size}"), &cells),
            };
            claims.push(Claim { rules: vec![rule], parts: vec![line.sketch.part, circle.part] });
        }
        claims
    }

    fn between(&self) -> Vec<Claim> {
        let (spots, mut claims) = (self.spots(), Vec::new());
        for line in self.lines().iter().filter(|line| !line.is_arrow && line.cells.len() > 2) {
            let ends = (self.bulb(&spots, line.cells.first()), self.bulb(&spots, line.cells.last()));
            if let (Some(first), Some(last)) = ends {
                let rules = vec![self.line("between", &line.cells)];
                claims.push(Claim { rules, parts: vec![line.sketch.part, first.part, last.part] });
            }
        }
        claims
    }

    /// The colors that a topic's sentences name, or the usual color.
    fn hues(&self, topic: &str) -> Vec<Hue> {
        let about = self.sentences.iter().filter(|sentence| sentence.topics.contains(&topic));
        let named: Vec<Hue> =
            about.flat_map(|one| one.words.iter().filter_map(|word| Hue::named(word))).collect();
        if !named.is_empty() {
            return named;
        }
        vec![match topic {
            "whisper" => Hue::Green,
            "renban" | "zipper" => Hue::Purple,
            "palindrome" => Hue::Gray,
            "entropic" => Hue::Orange,
            _ => Hue::Blue,
        }]
    }

    /// Lines whose rule depends on their color.
    fn colored(&self, topic: &str) -> Vec<Claim> {
        const COLORED: &[&str] =
            &["whisper", "renban", "palindrome", "zipper", "entropic", "modular", "region-sum"];
        let spots = self.spots();
        let is_plain = |line: &Line<'_>| {
            !line.is_arrow && line.cells.len() > 1 && self.bulb(&spots, line.cells.first()).is_none()
        };
        let lines: Vec<Line<'_>> = self.lines().into_iter().filter(is_plain).collect();
        let is_about = |other: &&&str| self.sentences.iter().any(|one| one.topics.contains(*other));
        let active: Vec<&&str> = COLORED.iter().filter(is_about).collect();
        let is_alone = active.len() == 1 && lines.windows(2).all(|pair| pair[0].hue == pair[1].hue);
        let hues = self.hues(topic);
        let is_other =
            |hue: Hue| active.iter().any(|other| ***other != *topic && self.hues(other).contains(&hue));
        let mut claims = Vec::new();
        for line in &lines {
            if is_alone || hues.contains(&line.hue) && !is_other(line.hue) {
                let about = self.sentences.iter().filter(|one| one.topics.contains(&topic));
                let rule = match topic {
                    "whisper" => {
                        let number = about.clone().find_map(Sentence::number);
                        let usual = if about.clone().any(|one| one.has("dutch")) { 4 } else { 5 };
                        format!("whisper {}", number.unwrap_or(usual))
                    }
                    "modular" => "modular 3".to_owned(),
                    rule => rule.to_owned(),
                };
                let rules = vec![self.line(&rule, &line.cells)];
                claims.push(Claim { rules, parts: vec![line.sketch.part] });
            }
        }
        claims
    }

    /// The drawn diagonals of the grid. Without a drawing, sentences about both diagonals mean both.
    fn diagonals(&self) -> Vec<Claim> {
        let n = self.shape.rows();
        if n != self.shape.columns() {
            return Vec::new();
        }
        let down: Vec<usize> = (0..n).map(|i| i * n + i).collect();
        let up: Vec<usize> = (0..n).map(|i| (n - 1 - i) * n + i).collect();
        let mut claims = Vec::new();
        let far = n as f64;
        let is_near = |at: Point, x: f64, y: f64| distance(at, (x, y)) < 0.8;
        for line in self.lines().iter().filter(|line| !line.is_arrow) {
            let (Some(&a), Some(&b)) = (line.points.first(), line.points.last()) else { continue };
            let joins = |y: f64| {
                let ends = |a, b| is_near(a, 0.0, y) && is_near(b, far, far - y);
                ends(a, b) || ends(b, a)
            };
            let cells = match (joins(0.0), joins(far)) {
                (true, _) => &down,
                (_, true) => &up,
                _ => continue,
            };
            let rules = vec![self.line("all-different", cells)];
            claims.push(Claim { rules, parts: vec![line.sketch.part] });
        }
        let about = self.sentences.iter().filter(|one| one.topics.contains(&"diagonal"));
        if claims.is_empty() && about.clone().any(|one| one.has("both") || one.has("main") || one.has("two"))
        {
            claims.push(Claim { rules: vec!["diagonals".to_owned()], parts: Vec::new() });
        }
        claims
    }

    fn parities(&self, topic: &str) -> Vec<Claim> {
        let is_one = |spot: &Spot<'_>| {
            let large = spot.size.0 >= 0.5 && spot.size.0 <= 1.0 && spot.text.is_empty();
            large && spot.fill == Hue::Gray && spot.round == (topic == "odd")
        };
        let claim = |spot: &Spot<'_>| {
            let cell = self.cell(spot.at)?;
            Some(Claim { rules: vec![self.line(topic, &[cell])], parts: vec![spot.part] })
        };
        self.spots().iter().filter(|spot| is_one(spot)).filter_map(claim).collect()
    }

    /// Cages without sums.
    fn outlines(&self) -> Vec<Claim> {
        let claim = |sketch: &Sketch| match &sketch.form {
            Form::Outline(cells) => Some(Claim {
                rules: text::all_different(self.shape, cells).into_iter().collect(),
                parts: vec![sketch.part],
            }),
            _ => None,
        };
        self.sketches.iter().filter_map(claim).collect()
    }
}

/// Rounding to multiples of a half.
trait RoundHalf {
    fn round_half(self) -> f64;
}

impl RoundHalf for f64 {
    fn round_half(self) -> f64 {
        (self * 2.0).round() / 2.0
    }
}
