//! Outlines of grids: quadrilaterals around connected ink.

use crate::plane::Plane;

/// A position in an image: x from the left, y from the top, in pixels.
pub type Point = (f32, f32);

/// The smallest part of the image's shorter side that a grid may take.
const LEAST_SIDE: f32 = 0.12;

/// The maximum number of outlines.
const MOST_OUTLINES: usize = 12;

/// The maximum number of corners of a hull. Further corners are the flattest ones.
const MOST_CORNERS: usize = 40;

/// A horizontal run of ink.
struct Run {
    row: usize,
    first: usize,
    last: usize,
    /// An earlier run of the same component, or the run itself.
    parent: usize,
}

/// The outlines of large connected figures of ink, the largest first. The corners are clockwise from the top left.
pub(crate) fn outlines(plane: &Plane, ink: &[bool]) -> Vec<[Point; 4]> {
    let mut runs = runs(plane, ink);
    let least = plane.width.min(plane.height) as f32 * LEAST_SIDE;
    let mut boxes: Vec<Option<[usize; 4]>> = Vec::new();
    boxes.resize(runs.len(), None);
    for index in 0..runs.len() {
        let root = root(&mut runs, index);
        let Run { row, first, last, .. } = runs[index];
        boxes[root] = Some(match boxes[root] {
            None => [first, row, last, row],
            Some([left, top, right, bottom]) => {
                [left.min(first), top.min(row), right.max(last), bottom.max(row)]
            }
        });
    }
    let is_large = |(_, found): &(usize, &Option<[usize; 4]>)| {
        found.is_some_and(|[left, top, right, bottom]| {
            (right - left) as f32 >= least && (bottom - top) as f32 >= least
        })
    };
    let mut large: Vec<usize> = boxes.iter().enumerate().filter(is_large).map(|(root, _)| root).collect();
    let area =
        |root: &usize| boxes[*root].map_or(0, |[left, top, right, bottom]| (right - left) * (bottom - top));
    large.sort_by_key(|root| std::cmp::Reverse(area(root)));
    large.truncate(MOST_OUTLINES);
    let mut points: Vec<Vec<Point>> = large.iter().map(|_| Vec::new()).collect();
    for index in 0..runs.len() {
        let root = root(&mut runs, index);
        if let Some(place) = large.iter().position(|large| *large == root) {
            let Run { row, first, last, .. } = runs[index];
            points[place].extend([(first as f32, row as f32), (last as f32, row as f32)]);
        }
    }
    points.into_iter().filter_map(|points| quadrilateral(&hull(points))).collect()
}

/// The runs of ink. Runs that touch have one component.
fn runs(plane: &Plane, ink: &[bool]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut above = 0..0;
    for row in 0..plane.height {
        let start = runs.len();
        let line = &ink[row * plane.width..][..plane.width];
        let mut x = 0;
        let mut before = above.start;
        while x < line.len() {
            if !line[x] {
                x += 1;
                continue;
            }
            let first = x;
            while x < line.len() && line[x] {
                x += 1;
            }
            let index = runs.len();
            runs.push(Run { row, first, last: x - 1, parent: index });
            // Runs of the row above that touch this one, also diagonally.
            while before < above.end && runs[before].last + 1 < first {
                before += 1;
            }
            let mut other = before;
            while other < above.end && runs[other].first <= x {
                let (one, two) = (root(&mut runs, index), root(&mut runs, other));
                runs[one.max(two)].parent = one.min(two);
                other += 1;
            }
        }
        above = start..runs.len();
    }
    runs
}

/// The first run of a component.
fn root(runs: &mut [Run], index: usize) -> usize {
    let mut at = index;
    while runs[at].parent != at {
        runs[at].parent = runs[runs[at].parent].parent;
        at = runs[at].parent;
    }
    at
}

/// Twice the signed area of a triangle; positive if the corners are clockwise on the screen.
fn turn(a: Point, b: Point, c: Point) -> f32 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// The convex hull, clockwise on the screen (A. M. Andrew, 1979), with at most [`MOST_CORNERS`] corners.
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    points.dedup();
    let mut hull: Vec<Point> = Vec::new();
    for pass in 0..2 {
        let start = hull.len();
        let mut add = |point: Point| {
            while hull.len() >= start + 2 && turn(hull[hull.len() - 2], hull[hull.len() - 1], point) <= 0.0 {
                hull.pop();
            }
            hull.push(point);
        };
        if pass == 0 {
            points.iter().for_each(|point| add(*point));
        } else {
            points.iter().rev().for_each(|point| add(*point));
        }
        hull.pop();
    }
    while hull.len() > MOST_CORNERS {
        let count = hull.len();
        let flatness = |i: usize| turn(hull[(i + count - 1) % count], hull[i], hull[(i + 1) % count]);
        let flattest = (0..count).min_by(|a, b| flatness(*a).total_cmp(&flatness(*b))).unwrap_or_default();
        hull.remove(flattest);
    }
    hull
}

/// The quadrilateral of corners of a hull with the largest area, clockwise from the top left.
fn quadrilateral(hull: &[Point]) -> Option<[Point; 4]> {
    let count = hull.len();
    let mut best: Option<(f32, [usize; 4])> = None;
    for a in 0..count {
        for c in a + 2..count {
            let largest = |range: std::ops::Range<usize>| {
                let area = |i: usize| turn(hull[a], hull[i % count], hull[c]).abs();
                range.map(|i| (area(i), i % count)).max_by(|one, two| one.0.total_cmp(&two.0))
            };
            let (Some(b), Some(d)) = (largest(a + 1..c), largest(c + 1..a + count)) else { continue };
            if best.is_none_or(|(area, _)| b.0 + d.0 > area) {
                best = Some((b.0 + d.0, [a, b.1, c, d.1]));
            }
        }
    }
    let (_, corners) = best?;
    Some(upright(corners.map(|i| hull[i])))
}

/// The same corners, beginning with the top left one: the top side is the one closest to horizontal.
pub(crate) fn upright(corners: [Point; 4]) -> [Point; 4] {
    let slope = |first: &usize| {
        let [a, b, c, d] = std::array::from_fn(|i| corners[(first + i) % 4]);
        // The sum of the directions of the top and of the bottom.
        let (dx, dy) = (b.0 - a.0 + c.0 - d.0, b.1 - a.1 + c.1 - d.1);
        dy.atan2(dx).abs()
    };
    let first = (0..4).min_by(|a, b| slope(a).total_cmp(&slope(b))).unwrap_or_default();
    std::array::from_fn(|i| corners[(first + i) % 4])
}
