//! Sets of puzzles, and the places of their files.

use std::env;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use arcdoku::puzzle::format::{Notation, ReadOptions, Reader, write};
use arcdoku::{Puzzle, Shape};

/// The seed for shuffling a set. In a file that is sorted by difficulty, consecutive puzzles are similar, so the branch
/// predictor would learn from one puzzle for the next.
const SEED: u64 = 96;

/// Puzzles that are measured together, in their shuffled order.
pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) puzzles: Vec<Puzzle>,
    /// The same puzzles as text, if one text can contain all of them.
    pub(crate) text: Option<Text>,
}

/// A set as text: one puzzle per line.
pub(crate) struct Text {
    pub(crate) lines: String,
    pub(crate) options: ReadOptions,
}

impl Set {
    pub(crate) fn new(name: impl Into<String>, mut puzzles: Vec<Puzzle>, limit: Option<usize>) -> Self {
        fastrand::Rng::with_seed(SEED).shuffle(&mut puzzles);
        // The puzzles are copied, so they are in memory in the order in which they are solved, like puzzles from a
        // reader and puzzles of the peer. All copies are made before an original is dropped. Without the copies, an
        // engine that takes 200 ns per puzzle would wait even longer for memory.
        let puzzles: Vec<Puzzle> = puzzles.iter().take(limit.unwrap_or(usize::MAX)).cloned().collect();
        let text = text(&puzzles);
        Self { name: name.into(), puzzles, text }
    }

    /// Reads a file in any notation. The first error ends reading, because benchmarks need valid data.
    pub(crate) fn read(path: &Path, limit: Option<usize>) -> Result<Self, String> {
        let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Self::new(name, puzzles(path)?, limit))
    }

    /// Whether all puzzles are plain 9x9 Sudokus. Most peers read only these.
    pub(crate) fn is_classic(&self) -> bool {
        self.puzzles.iter().all(|puzzle| puzzle.is_plain() && puzzle.shape() == Shape::CLASSIC)
    }

    /// A puzzle as text, for messages.
    pub(crate) fn show(&self, index: usize) -> String {
        let puzzle = &self.puzzles[index];
        let mut text = String::new();
        for notation in [Notation::Line, Notation::Integers] {
            if notation.fits(puzzle.shape()) && write(notation, puzzle, &mut text).is_ok() {
                return text.trim_end().to_owned();
            }
        }
        format!("puzzle {} of {}", index + 1, self.name)
    }
}

/// The puzzles in a file, in file order.
fn puzzles(path: &Path) -> Result<Vec<Puzzle>, String> {
    let shown = path.display().to_string();
    let file = File::open(path).map_err(|error| format!("{shown}: {error}"))?;
    let records = Reader::new(BufReader::new(file));
    let puzzle = records.map(|record| record.map(|record| record.puzzle));
    puzzle.map(|puzzle| puzzle.map_err(|error| error.in_file(&shown).to_string())).collect()
}

/// The puzzles as lines, if they have the same shape and no other rules.
fn text(puzzles: &[Puzzle]) -> Option<Text> {
    let shape = puzzles.first()?.shape();
    let plain = Puzzle::new(shape);
    if puzzles.iter().any(|puzzle| puzzle.shape() != shape || puzzle.rules() != plain.rules()) {
        return None;
    }
    let notation = if Notation::Line.fits(shape) { Notation::Line } else { Notation::Integers };
    let mut lines = String::new();
    for puzzle in puzzles {
        write(notation, puzzle, &mut lines).ok()?;
    }
    Some(Text { lines, options: ReadOptions { notation: Some(notation), shape: Some(shape) } })
}

/// The place of the puzzles of the suites.
pub(crate) enum Data {
    /// The folder with the full sets.
    Full(PathBuf),
    /// Only the puzzles in the repository.
    Small(PathBuf),
}

impl Data {
    /// `ARCDOKU_SHARED`, or `../shared` next to the repository, or its `testdata`.
    pub(crate) fn find(root: &Path) -> Self {
        let shared = env::var_os("ARCDOKU_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
        let puzzles = shared.join("data/puzzles");
        if puzzles.is_dir() { Self::Full(puzzles) } else { Self::Small(root.join("testdata")) }
    }

    /// A note for the report, if the data is incomplete.
    pub(crate) fn note(&self) -> Option<&'static str> {
        match self {
            Self::Full(_) => None,
            Self::Small(_) => Some(
                "the full sets are missing (set ARCDOKU_SHARED to the folder that contains data/puzzles): `testdata` \
                 is used instead, and no target is judged",
            ),
        }
    }

    /// The named sets; without the full data, one set of all puzzles in the repository.
    pub(crate) fn sets(&self, names: &[&str], limit: Option<usize>) -> Result<Vec<Set>, String> {
        match self {
            Self::Full(folder) => {
                names.iter().map(|name| Set::read(&folder.join(format!("{name}.txt")), limit)).collect()
            }
            Self::Small(folder) => small(folder, limit).map(|set| vec![set]),
        }
    }

    /// The puzzles of one of the full sets in the order of its file. Without
    /// the full data, the puzzles in the repository.
    pub(crate) fn in_order(&self, name: &str) -> Result<Vec<Puzzle>, String> {
        match self {
            Self::Full(folder) => puzzles(&folder.join(format!("{name}.txt"))),
            Self::Small(folder) => small(folder, None).map(|set| set.puzzles),
        }
    }

    /// The table of puzzles with ratings of the Sudoku Explainer: from the reference, or from this project.
    pub(crate) fn ratings(&self) -> PathBuf {
        match self {
            Self::Full(folder) => folder.join("../ratings/se121.tsv"),
            Self::Small(folder) => folder.join("human/se_rated.tsv"),
        }
    }

    /// A set by the path of its file, or by the name of one of the full sets.
    pub(crate) fn set(&self, name: &str, limit: Option<usize>) -> Result<Set, String> {
        let path = Path::new(name);
        if let Self::Full(folder) = self {
            let named = folder.join(format!("{name}.txt"));
            if !path.exists() && named.exists() {
                return Set::read(&named, limit);
            }
        }
        Set::read(path, limit)
    }
}

/// All plain 9x9 puzzles in the files of a folder and below. Files that cannot be read are skipped, because other tests
/// report them.
fn small(folder: &Path, limit: Option<usize>) -> Result<Set, String> {
    let mut puzzles = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        // The order of the files in a folder depends on the file system, but a set must be the same everywhere.
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(file) = File::open(&path) {
                let records = Reader::new(BufReader::new(file)).flatten();
                let classic = records.map(|record| record.puzzle).filter(|puzzle| {
                    puzzle.is_plain() && puzzle.shape() == Shape::CLASSIC && puzzle.clues() >= 17
                });
                puzzles.extend(classic);
            }
        }
    }
    if puzzles.is_empty() {
        return Err(format!("{}: no puzzles", folder.display()));
    }
    Ok(Set::new("testdata", puzzles, limit))
}

#[cfg(test)]
mod tests {
    use super::Set;
    use arcdoku::{Puzzle, Rule, Shape};

    const LINE: &str = ".....729.8....6....69..3.1.1....8.6..2....9.8....6..3..9.....4.....4.6..71.....25";

    #[test]
    fn the_text_has_the_puzzles_in_order() {
        let puzzle: Puzzle = LINE.parse().unwrap();
        let set = Set::new("two", vec![puzzle, Puzzle::new(Shape::CLASSIC)], None);
        let lines: Vec<Puzzle> =
            set.text.as_ref().unwrap().lines.lines().map(|line| line.parse().unwrap()).collect();
        assert_eq!(lines, set.puzzles);
        assert!(set.is_classic());
    }

    #[test]
    fn rules_that_a_line_cannot_express_have_no_text() {
        let puzzle: Puzzle = LINE.parse().unwrap();
        let set = Set::new("one", vec![puzzle.with_rule(Rule::Diagonals)], None);
        assert!(set.text.is_none() && !set.is_classic());
    }

    #[test]
    fn the_limit_takes_from_the_shuffled_order() {
        let puzzles = |n| vec![Puzzle::new(Shape::CLASSIC); n];
        assert_eq!(Set::new("s", puzzles(5), Some(3)).puzzles.len(), 3);
        assert_eq!(Set::new("s", puzzles(2), Some(3)).puzzles.len(), 2);
    }
}
