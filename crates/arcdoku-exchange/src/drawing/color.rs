//! Colors of drawings.

/// The kind of a color, as people name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hue {
    /// No color, or a transparent one.
    None,
    White,
    Black,
    Gray,
    Red,
    Orange,
    Yellow,
    Green,
    Blue,
    Purple,
}

/// The names of CSS that drawings use.
const NAMED: &[(&str, u32)] = &[
    ("white", 0xff_ffff),
    ("black", 0),
    ("gray", 0x80_8080),
    ("grey", 0x80_8080),
    ("silver", 0xc0_c0c0),
    ("lightgray", 0xd3_d3d3),
    ("lightgrey", 0xd3_d3d3),
    ("red", 0xff_0000),
    ("orange", 0xff_a500),
    ("yellow", 0xff_ff00),
    ("green", 0x00_8000),
    ("lime", 0x00_ff00),
    ("blue", 0x00_00ff),
    ("lightblue", 0xad_d8e6),
    ("purple", 0x80_0080),
    ("violet", 0xee_82ee),
    ("pink", 0xff_c0cb),
];

/// A color that is safe in an attribute; `None` for no color, and for texts that are no color.
pub(crate) fn color(text: Option<&str>) -> Option<&str> {
    let text = text?.trim();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "#(),.% ".contains(c);
    let is_color = !text.is_empty() && text.len() <= 40 && text.chars().all(is_plain);
    (is_color && Hue::of(Some(text)) != Hue::None).then_some(text)
}

impl Hue {
    /// The kind of a color of CSS.
    pub(crate) fn of(text: Option<&str>) -> Self {
        let text = text.unwrap_or_default().trim().to_ascii_lowercase();
        let Some([red, green, blue, alpha]) = parts(&text) else { return Self::None };
        let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
        if alpha == 0 {
            return Self::None;
        }
        let spread = most - least;
        if spread < 24 {
            return match most {
                240.. => Self::White,
                0..48 => Self::Black,
                _ => Self::Gray,
            };
        }
        let sector = |a: i32, b: i32| 60 * (a - b) / spread;
        let angle = match most {
            _ if most == red => (360 + sector(green, blue)) % 360,
            _ if most == green => 120 + sector(blue, red),
            _ => 240 + sector(red, green),
        };
        match angle {
            15..45 => Self::Orange,
            45..70 => Self::Yellow,
            70..170 => Self::Green,
            170..255 => Self::Blue,
            255..345 => Self::Purple,
            _ => Self::Red,
        }
    }

    /// The color that a word names.
    pub(crate) fn named(word: &str) -> Option<Self> {
        Some(match word {
            "white" => Self::White,
            "black" => Self::Black,
            "gray" | "grey" => Self::Gray,
            "red" => Self::Red,
            "orange" | "peach" => Self::Orange,
            "yellow" => Self::Yellow,
            "green" => Self::Green,
            "blue" | "teal" | "turquoise" => Self::Blue,
            "purple" | "pink" | "magenta" | "violet" | "lavender" => Self::Purple,
            _ => return None,
        })
    }
}

/// Red, green, blue and opacity, each from 0 to 255.
fn parts(text: &str) -> Option<[i32; 4]> {
    if let Some(digits) = text.strip_prefix('#') {
        let values: Vec<i32> =
            digits.chars().map(|c| c.to_digit(16).map(|d| d as i32)).collect::<Option<_>>()?;
        return match values[..] {
            [r, g, b] => Some([r * 17, g * 17, b * 17, 255]),
            [r, g, b, a] => Some([r * 17, g * 17, b * 17, a * 17]),
            [r, r2, g, g2, b, b2] => Some([r * 16 + r2, g * 16 + g2, b * 16 + b2, 255]),
            [r, r2, g, g2, b, b2, a, a2] => Some([r * 16 + r2, g * 16 + g2, b * 16 + b2, a * 16 + a2]),
            _ => None,
        };
    }
    if let Some(list) = text.strip_prefix("rgb") {
        let list = list.trim_start_matches('a').strip_prefix('(')?.strip_suffix(')')?;
        let values: Vec<f64> = list.split(',').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
        let alpha = values.get(3).map_or(255, |alpha| (alpha * 255.0) as i32);
        let [r, g, b] = values.get(..3)?.try_into().ok()?;
        return Some([r as i32, g as i32, b as i32, alpha]);
    }
    let (_, value) = NAMED.iter().find(|(name, _)| *name == text)?;
    let [_, r, g, b] = value.to_be_bytes().map(i32::from);
    Some([r, g, b, 255])
}

#[cfg(test)]
mod tests {
    use super::{Hue, color};

    #[test]
    fn colors_have_the_names_that_people_use() {
        for (text, hue) in [
            ("#CFCFCF", Hue::Gray),
            ("#67f067", Hue::Green),
            ("#f067f0", Hue::Purple),
            ("#2ecbff", Hue::Blue),
            ("#fff", Hue::White),
            ("rgba(255, 0, 0, 0.5)", Hue::Red),
            ("#00000000", Hue::None),
            ("transparent", Hue::None),
            ("orange", Hue::Orange),
        ] {
            assert_eq!(Hue::of(Some(text)), hue, "{text}");
        }
        assert_eq!(color(Some("url(javascript:x)")), None);
        assert_eq!(color(Some("#12345678")), Some("#12345678"));
    }
}
