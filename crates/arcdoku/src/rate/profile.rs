//! An order of techniques with levels and scores, read from a table.

use std::fmt;
use std::str::FromStr;

use crate::deduction::{Family, Technique, Techniques};

/// Difficulty of a puzzle, in five levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// Singles.
    Easy,
    /// Locked candidates and subsets.
    Medium,
    /// Patterns of one or two digits, wings, unique rectangles.
    Hard,
    /// Chains, almost locked sets, larger fish.
    Unfair,
    /// Forcing chains and nets, and puzzles that no technique solves.
    Extreme,
}

impl Level {
    /// All levels, easiest first.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Medium, Self::Hard, Self::Unfair, Self::Extreme];

    /// The English name.
    pub fn name(self) -> &'static str {
        ["Easy", "Medium", "Hard", "Unfair", "Extreme"][self as usize]
    }

    fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(word))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A row of a profile: techniques that are searched for together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The techniques, of one family.
    pub techniques: Techniques,
    /// The family of these techniques.
    pub family: Family,
    /// The minimum level of a puzzle that needs one of them.
    pub level: Level,
    /// The score of a step.
    pub score: u32,
    /// Whether these techniques are used.
    pub enabled: bool,
    /// Whether these techniques are used to measure progress. Only quick and easy techniques should be used for this.
    pub progress: bool,
}

/// An order of techniques, simplest first, with levels and scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The rows, in the order in which they are tried.
    pub entries: Vec<Entry>,
    /// The highest score of each level; `u32::MAX` for no limit.
    pub limits: [u32; 5],
}

impl Profile {
    /// The scale of HoDoKu 2.2 with its default order, levels and scores (B. Hobiger).
    pub fn hodoku() -> Self {
        Self::built_in(include_str!("hodoku.tsv"))
    }

    /// An order for hints, in which short and easily visible patterns come first. The scores of steps are the same as
    /// in [`hodoku`](Self::hodoku).
    pub fn relaxed() -> Self {
        Self::built_in(include_str!("relaxed.tsv"))
    }

    fn built_in(text: &str) -> Self {
        // This cannot fail, because the tests parse all built-in tables.
        text.parse().unwrap_or(Self { entries: Vec::new(), limits: [u32::MAX; 5] })
    }

    /// The first row that has the technique.
    pub fn entry(&self, technique: Technique) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.techniques.contains(technique))
    }

    /// The rank of the technique in the order; techniques without a row come last.
    pub fn rank(&self, technique: Technique) -> usize {
        let rows = &self.entries;
        rows.iter().position(|entry| entry.techniques.contains(technique)).unwrap_or(rows.len())
    }

    /// The order without these techniques. Rows in which no technique remains are left out.
    ///
    /// ```
    /// use arcdoku::deduction::{Technique, Techniques};
    /// use arcdoku::rate::Profile;
    ///
    /// let order = Profile::hodoku().without(Techniques::only(Technique::XWing));
    /// assert!(order.entry(Technique::XWing).is_none());
    /// assert!(order.entry(Technique::Swordfish).is_some());
    /// ```
    #[must_use]
    pub fn without(&self, techniques: Techniques) -> Self {
        let entries = self.entries.iter().map(|entry| {
            let left = entry.techniques.iter().filter(|&technique| !techniques.contains(technique));
            Entry { techniques: left.collect(), ..entry.clone() }
        });
        Self { entries: entries.filter(|entry| !entry.techniques.is_empty()).collect(), ..*self }
    }

    /// The level of a puzzle whose hardest step has this level, with this score.
    pub fn raised(&self, level: Level, score: u32) -> Level {
        let levels = Level::ALL.into_iter().skip_while(|&l| l < level);
        levels.into_iter().find(|&level| score <= self.limits[level as usize]).unwrap_or(Level::Extreme)
    }
}

/// The reason why a profile could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProfileError {
    /// The line, from 1.
    pub line: usize,
    /// The field of the line, from 1.
    pub field: usize,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: &'static str,
}

impl fmt::Display for ProfileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, field, found, expected } = self;
        write!(f, "line {line}, field {field}: found {found:?}, expected {expected}")
    }
}

impl std::error::Error for ProfileError {}

/// The start of a text, for a message.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 32;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The highest score of a step. No path is long enough for the sum to overflow.
const MOST: u32 = 1_000_000;

/// Parses lines of fields separated by tabs; `#` starts a comment.
///
/// ```text
/// limit  LEVEL  SCORE                                the highest score of a level
/// step   LEVEL  SCORE  ENABLED  PROGRESS  TECHNIQUES to 1000000; yes or no; techniques of one family, by slug
/// ```
impl FromStr for Profile {
    type Err = ProfileError;

    fn from_str(text: &str) -> Result<Self, ProfileError> {
        let mut profile = Self { entries: Vec::new(), limits: [u32::MAX; 5] };
        for (number, line) in text.lines().enumerate() {
            let line = line.trim_end();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let fields: Vec<&str> = line.split('\t').collect();
            let error = |field: usize, expected| ProfileError {
                line: number + 1,
                field: field + 1,
                found: fields.get(field).map_or(String::new(), |&found| excerpt(found)),
                expected,
            };
            let field = |at: usize| fields.get(at).copied().unwrap_or_default();
            let level =
                || Level::parse(field(1)).ok_or_else(|| error(1, "easy, medium, hard, unfair or extreme"));
            let limit = || field(2).parse::<u32>().map_err(|_| error(2, "a score, 0 or more"));
            let score = || {
                limit().ok().filter(|&score| score <= MOST).ok_or_else(|| error(2, "a score, 0 to 1000000"))
            };
            let yes = |at: usize| match field(at) {
                "yes" => Ok(true),
                "no" => Ok(false),
                _ => Err(error(at, "yes or no")),
            };
            match field(0) {
                "limit" => profile.limits[level()? as usize] = limit()?,
                "step" => {
                    let slugs = field(5).split_ascii_whitespace();
                    let techniques: Option<Vec<Technique>> = slugs.map(Technique::by_slug).collect();
                    let techniques = techniques.ok_or_else(|| error(5, "names of techniques"))?;
                    let family = techniques.first().map(|technique| technique.family());
                    let family = family.ok_or_else(|| error(5, "names of techniques"))?;
                    if techniques.iter().any(|technique| technique.family() != family) {
                        return Err(error(5, "techniques of one family"));
                    }
                    profile.entries.push(Entry {
                        techniques: Techniques::of(&techniques),
                        family,
                        level: level()?,
                        score: score()?,
                        enabled: yes(3)?,
                        progress: yes(4)?,
                    });
                }
                _ => return Err(error(0, "limit or step")),
            }
        }
        Ok(profile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_profiles_are_parsed() {
        for (profile, complete) in [(Profile::hodoku(), false), (Profile::relaxed(), true)] {
            assert!(profile.entries.len() > 80, "{}", profile.entries.len());
            assert_eq!(profile.limits, [800, 1000, 1600, 1800, u32::MAX]);
            let all = profile.entries.iter().fold(Techniques::NONE, |all, entry| all | entry.techniques);
            for technique in Technique::ALL {
                let rated = all.contains(*technique);
                let extra = matches!(
                    technique,
                    Technique::LastDigit
                        | Technique::WxyzWing
                        | Technique::JuniorExocet
                        | Technique::MultiSectorLockedSets
                );
                // The Explainer's techniques have their own order. For hints, its direct placements are ranked like
                // singles, and its chains like nice loops and forcing chains.
                let wanted = match technique.family() {
                    Family::Direct | Family::Implication => false,
                    Family::UniqueLoop | Family::Grave => complete,
                    Family::Aligned => complete && *technique == Technique::AlignedPair,
                    _ => complete || !extra,
                };
                assert_eq!(rated, wanted, "{technique}");
            }
        }
        assert_eq!(Profile::hodoku().raised(Level::Easy, 801), Level::Medium);
        assert_eq!(Profile::hodoku().raised(Level::Hard, 100), Level::Hard);
        assert_eq!(Profile::hodoku().raised(Level::Easy, 9000), Level::Extreme);
    }

    #[test]
    fn profile_errors_name_the_line_and_the_field() {
        let error = "limit\teasy\t800\nstep\teasy\tfour\tyes\tyes\tfull-house\n".parse::<Profile>();
        assert_eq!(
            error.map(|_| ()).unwrap_err().to_string(),
            r#"line 2, field 3: found "four", expected a score, 0 to 1000000"#
        );
        assert!("step\teasy\t1000001\tyes\tyes\tfull-house".parse::<Profile>().is_err());
    }
}
