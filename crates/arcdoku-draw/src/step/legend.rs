//! The meaning of the parts of a drawing.

use std::fmt::Write as _;

use arcdoku::explain::{HouseRole, LinkKind, Narrator, Picture, Role};

use crate::escape::escape;
use crate::sheet::number;

use super::{MARGIN, group_class, house_class, links, shape, strike};

/// Height of a line.
const LINE: f32 = 24.0;

/// The sample in front of a line.
enum Sample {
    Mark(Role),
    Group(String),
    House(HouseRole),
    Link(LinkKind),
}

/// The legend, with a line for each drawn part.
pub(super) struct Legend {
    lines: Vec<(Sample, String)>,
}

impl Legend {
    pub(super) fn of(drawn: &Picture, narrator: &Narrator) -> Self {
        let mut lines: Vec<(Sample, String)> = Vec::new();
        let mut add = |sample: Sample, text: String| {
            if lines.iter().all(|(_, known)| *known != text) {
                lines.push((sample, text));
            }
        };
        let mut roles: Vec<Role> = drawn.marks.iter().map(|mark| mark.role).collect();
        roles.sort_unstable();
        roles.dedup();
        for role in roles {
            add(Sample::Mark(role), narrator.role(role));
        }
        for (index, group) in drawn.groups.iter().enumerate() {
            add(Sample::Group(group_class(index, group.role)), narrator.group(group));
        }
        for &(_, role) in &drawn.houses {
            add(Sample::House(role), narrator.house_role(role));
        }
        for kind in LinkKind::ALL {
            if drawn.links.iter().any(|link| link.kind == kind) {
                add(Sample::Link(kind), narrator.link(kind));
            }
        }
        Self { lines }
    }

    pub(super) fn height(&self) -> f32 {
        self.lines.len() as f32 * LINE
    }

    /// Draws the lines below a board of this width and height.
    pub(super) fn draw(&self, out: &mut String, top: f32) {
        for (line, (sample, text)) in self.lines.iter().enumerate() {
            let (x, y) = (MARGIN + 16.0, top + line as f32 * LINE);
            match sample {
                Sample::Mark(role) => {
                    if matches!(role, Role::Eliminated | Role::Cannibal) {
                        strike(out, (x, y));
                    }
                    shape(out, *role, (x, y));
                }
                Sample::Group(class) => swatch(out, class, (x, y)),
                Sample::House(role) => swatch(out, house_class(*role).0, (x, y)),
                Sample::Link(kind) => links::arrow(out, (x - 24.0, y), (x + 24.0, y), *kind, 0.0),
            }
            let _ = writeln!(
                out,
                "<text class=\"legend\" x=\"{}\" y=\"{}\" dy=\".35em\">{}</text>",
                number(x + 24.0),
                number(y),
                escape(text)
            );
        }
    }
}

fn swatch(out: &mut String, class: &str, (x, y): (f32, f32)) {
    let (x, y) = (number(x - 14.0), number(y - 8.0));
    let _ =
        writeln!(out, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"28\" height=\"16\" rx=\"3\"/>");
}
