//! Arrows between candidates: solid for strong links, dashed for weak links, dotted for further steps.

use std::fmt::Write as _;

use arcdoku::explain::{LinkEnd, LinkKind, Picture};

use crate::sheet::number;

use super::{MARK, place};

/// Length of an arrow's head.
const HEAD: f32 = 6.5;
/// The deviation of a curve from the straight line, as a fraction of its length.
const BEND: f32 = 0.12;

/// If an end of a link has several cells, draws a band over its candidates.
pub(super) fn wide_ends(out: &mut String, drawn: &Picture) {
    let mut known: Vec<LinkEnd> = Vec::new();
    for end in drawn.links.iter().flat_map(|link| [link.from, link.to]) {
        if end.cells.len() < 2 || known.contains(&end) {
            continue;
        }
        known.push(end);
        let mut path = String::new();
        for (i, cell) in end.cells.iter().enumerate() {
            let (x, y) = place(cell, end.digit);
            let _ = write!(path, "{}{} {}", if i == 0 { 'M' } else { 'L' }, number(x), number(y));
        }
        let _ = writeln!(out, "<path class=\"wide\" d=\"{path}\"/>");
    }
}

/// The two candidates, one of each end, that are closest to each other.
fn nearest(from: LinkEnd, to: LinkEnd) -> Option<((f32, f32), (f32, f32))> {
    let length = |((ax, ay), (bx, by)): ((f32, f32), (f32, f32))| (ax - bx).hypot(ay - by);
    let all = from
        .cells
        .iter()
        .flat_map(|one| to.cells.iter().map(move |other| (place(one, from.digit), place(other, to.digit))));
    all.min_by(|a, b| length(*a).total_cmp(&length(*b)))
}

pub(super) fn arrows(out: &mut String, drawn: &Picture) {
    for link in &drawn.links {
        if let Some((from, to)) = nearest(link.from, link.to) {
            arrow(out, from, to, link.kind, 1.0);
        }
    }
}

/// Draws an arrow from the edge of one mark to the edge of another.
pub(super) fn arrow(out: &mut String, from: (f32, f32), to: (f32, f32), kind: LinkKind, bend: f32) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 1.0 {
        return;
    }
    // Long arrows bend around the candidates between their ends.
    let bend = if length < 30.0 { 0.0 } else { BEND * length.min(220.0) * bend };
    let (nx, ny) = (-dy / length, dx / length);
    let middle = (f32::midpoint(from.0, to.0) + nx * bend, f32::midpoint(from.1, to.1) + ny * bend);
    let toward = |point: (f32, f32), target: (f32, f32), by: f32| {
        let (x, y) = (target.0 - point.0, target.1 - point.1);
        let length = x.hypot(y).max(0.1);
        (point.0 + x / length * by, point.1 + y / length * by)
    };
    let start = toward(from, middle, MARK + 0.5);
    let tip = toward(to, middle, MARK + 0.5);
    let head = HEAD.min((length - 2.0 * MARK) * 0.75).max(2.5);
    let neck = toward(tip, middle, head);
    let (x, y) = ((tip.0 - neck.0) / head, (tip.1 - neck.1) / head);
    let half = head * 0.45;
    let class = match kind {
        LinkKind::Strong => "link",
        LinkKind::Weak => "link weak",
        LinkKind::Step => "link nested",
    };
    let point = |(x, y): (f32, f32)| format!("{} {}", number(x), number(y));
    let _ = writeln!(
        out,
        "<path class=\"{class}\" d=\"M{}Q{} {}\"/><path class=\"head\" d=\"M{}L{}L{}Z\"/>",
        point(start),
        point(middle),
        point(neck),
        point(tip),
        point((neck.0 - y * half, neck.1 + x * half)),
        point((neck.0 + y * half, neck.1 - x * half))
    );
}
