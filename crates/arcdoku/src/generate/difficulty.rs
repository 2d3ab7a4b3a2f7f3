//! The requested difficulty, and the distance of a puzzle from it.
//!
//! Generation by guided change minimizes this distance. It is 0 if the request is met. Otherwise it grows with the
//! difference in hardness, with the number of levels in between, and with the number of places between the hardest
//! technique and the requested one in the order of the scale. The rating of a puzzle ends as soon as its distance is
//! known to exceed the distance of another puzzle. It does not depend on a clock.

use std::ops::{ControlFlow, RangeInclusive};

use super::error::RequestError;
use crate::deduction::{Candidates, Family, Options, Technique};
use crate::logic;
use crate::puzzle::{Limit, Limits, Puzzle, Solution};
use crate::rate::{Entry, Form, Hardest, Level, PathEnd, Profile, Rater, Rating, Scale, StepKind, Weight};

/// A requested difficulty on a scale.
///
/// ```
/// use arcdoku::generate::{Difficulty, Maker, PuzzleRequest};
/// use arcdoku::deduction::Technique;
/// use arcdoku::rate::Scale;
/// use arcdoku::Limits;
///
/// let scale = Scale::by_name("hodoku").unwrap();
/// let difficulty = Difficulty::on(scale).with_hardest(Technique::XWing);
/// let request = PuzzleRequest::default().with_difficulty(difficulty);
/// let made = Maker::new(request)?.make(1, &Limits::NONE).expect("no limit");
/// assert_eq!(made.rated.map(|rated| rated.hardest), Some(Technique::XWing));
/// # Ok::<(), arcdoku::generate::RequestError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Difficulty {
    /// The scale. Puzzles are rated with its default options and as proper puzzles.
    pub scale: Scale,
    /// The range of [`Rating::hardness`]: a score, or an ER in tenths.
    pub hardness: RangeInclusive<u32>,
    /// The range of levels, on scales of [`Form::Score`].
    pub levels: Option<RangeInclusive<Level>>,
    /// The technique of the hardest step. On scales of [`Form::Score`] it is the technique of the path that comes
    /// last in the scale's table. If one row of the table has several techniques, which a single search finds, the last
    /// of them in [`Technique::ALL`] counts. On scales of [`Form::Explainer`] it is the technique of the step with the
    /// greatest weight. If several steps have this weight, the first of them counts.
    pub hardest: Option<Technique>,
}

/// The difficulty of a puzzle that was generated for a [`Difficulty`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rated {
    /// The rating on the requested scale.
    pub rating: Rating,
    /// The hardest technique, as defined by [`Difficulty::hardest`].
    pub hardest: Technique,
}

impl Difficulty {
    /// Any difficulty, as long as the scale's techniques solve the puzzle. Scales of [`Form::Explainer`] also rate
    /// puzzles that their techniques do not solve.
    pub fn on(scale: Scale) -> Self {
        Self { scale, hardness: 0..=u32::MAX, levels: None, hardest: None }
    }

    /// The same difficulty with this range of [hardness](Self::hardness).
    #[must_use]
    pub fn with_hardness(self, hardness: RangeInclusive<u32>) -> Self {
        Self { hardness, ..self }
    }

    /// The same difficulty with this range of [levels](Self::levels).
    #[must_use]
    pub fn with_levels(self, levels: impl Into<Option<RangeInclusive<Level>>>) -> Self {
        Self { levels: levels.into(), ..self }
    }

    /// The same difficulty with this [hardest technique](Self::hardest).
    #[must_use]
    pub fn with_hardest(self, hardest: impl Into<Option<Technique>>) -> Self {
        Self { hardest: hardest.into(), ..self }
    }

    /// Returns an error if the difficulty is impossible and this can be decided without generating puzzles.
    pub(super) fn check(&self) -> Result<(), RequestError> {
        if self.hardness.is_empty() {
            return Err(RequestError::Hardness);
        }
        if self.levels.as_ref().is_some_and(|levels| levels.is_empty() || self.scale.form() != Form::Score) {
            return Err(RequestError::Level);
        }
        if self.hardest.is_some_and(|wanted| !self.scale.kinds().iter().any(|kind| kind.technique == wanted))
        {
            return Err(RequestError::Technique);
        }
        let possible = match self.scale.profile() {
            Some(profile) => self.scores(profile),
            None => self.ratings(),
        };
        let Some((least, most)) = possible else { return Err(RequestError::Excluded) };
        let (least, most) = (least.max(*self.hardness.start()), most.min(*self.hardness.end()));
        if least <= most { Ok(()) } else { Err(RequestError::Excluded) }
    }

    /// The smallest and the largest score that the levels and the hardest step allow; `None` if they exclude each
    /// other.
    fn scores(&self, profile: &Profile) -> Option<(u32, u32)> {
        let levels = self.levels.clone().unwrap_or(Level::Easy..=Level::Extreme);
        let has = |entry: &Entry, technique| entry.enabled && entry.techniques.contains(technique);
        let last =
            self.hardest.and_then(|wanted| profile.entries.iter().position(|entry| has(entry, wanted)));
        let hardest = last.map(|last| &profile.entries[last]);
        if hardest.is_some_and(|entry| entry.level > *levels.end()) {
            return None;
        }
        // The steps that can be on the path.
        let entries = profile.entries[..last.map_or(profile.entries.len(), |last| last + 1)].iter();
        let entries = entries.filter(|entry| entry.enabled);
        let mut least = hardest.map_or(0, |entry| entry.score);
        let mut most = profile.limits[*levels.end() as usize];
        if let Some(below) = Level::ALL[..*levels.start() as usize].last() {
            // A puzzle reaches a level by a step of that level, or by its score.
            let steps =
                entries.clone().filter(|entry| entry.level >= *levels.start()).map(|entry| entry.score);
            let raised = profile.limits[*below as usize].saturating_add(1);
            least = least.max(steps.fold(raised, u32::min));
        }
        if last.is_some() && entries.clone().all(|entry| entry.family == Family::Single) {
            let step = entries.map(|entry| entry.score).max().unwrap_or(0);
            most = most.min(step.saturating_mul(MOST_OPEN));
        }
        (least <= most).then_some((least, most))
    }

    /// The range of ratings that the hardest step allows.
    fn ratings(&self) -> Option<(u32, u32)> {
        let kinds = self.scale.kinds();
        let kinds = kinds.iter().filter(|kind| self.hardest.is_none_or(|wanted| kind.technique == wanted));
        // The amounts that are added to a weight have no upper bound.
        let most = kinds.clone().map(|kind| if kind.adds.is_empty() { rank(kind) } else { u32::MAX }).max();
        Some((kinds.map(rank).min()?, most.filter(|_| self.hardest.is_some()).unwrap_or(u32::MAX)))
    }
}

/// The largest number of open cells of a puzzle with one solution (G. McGuire, B. Tugemann and G. Civario, "There is
/// no 16-clue Sudoku", 2012).
const MOST_OPEN: u32 = 81 - 17;

/// The requested difficulty of puzzles with rules, or of shapes other than 9x9: the range of the hardest step in
/// tenths, on the scale of [`logic`](crate::logic).
///
/// ```
/// use arcdoku::Limits;
/// use arcdoku::generate::{LogicDifficulty, Maker, PuzzleRequest};
///
/// let difficulty = LogicDifficulty::within(17..=30);
/// let request = PuzzleRequest::default().with_drawn("thermo".parse()?).with_logic(difficulty);
/// let made = Maker::new(request)?.make(1, &Limits::NONE)?;
/// assert!((17..=30).contains(&made.logic.expect("a rating").hardest.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LogicDifficulty {
    range: RangeInclusive<u32>,
}

impl LogicDifficulty {
    /// A difficulty whose hardest step is in this range.
    pub fn within(range: RangeInclusive<u32>) -> Self {
        Self { range }
    }

    pub(super) fn check(&self) -> Result<(), RequestError> {
        if self.range.is_empty() { Err(RequestError::Hardness) } else { Ok(()) }
    }

    /// Returns the distance of a puzzle from the request, 0 if it fits, and its rating. If no rating is returned, the
    /// distance is only known to exceed `worst`.
    pub(super) fn judge(
        &self,
        puzzle: &Puzzle,
        worst: u32,
        limits: &Limits<'_>,
    ) -> Result<(u32, Option<logic::Rating>), Limit> {
        let (least, most) = (*self.range.start(), *self.range.end());
        let Some(rating) = rate_by_logic(puzzle, most.saturating_add(worst / TENTH), limits)? else {
            return Ok((STUCK.max(worst.saturating_add(1)), None));
        };
        let hardest = u32::from(rating.hardest.0);
        let away = least.saturating_sub(hardest).max(hardest.saturating_sub(most));
        Ok((away * TENTH, Some(rating)))
    }
}

/// The rating of a puzzle with rules; `None` if a step is harder than `most`, or if no technique finds a step.
fn rate_by_logic(puzzle: &Puzzle, most: u32, limits: &Limits<'_>) -> Result<Option<logic::Rating>, Limit> {
    let mut logic = logic::Logic::new(puzzle);
    let Ok(board) = logic.start(&[]) else { return Ok(None) };
    let (_, rating, end) = logic.walk(board, logic::TECHNIQUES, limits, &mut |_, _, tenths, _| {
        if u32::from(tenths.0) > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match end {
        PathEnd::Solved => Ok(Some(rating)),
        PathEnd::Stopped(limit) => Err(limit),
        _ => Ok(None),
    }
}

/// The distance for one level, about the score of a hard step.
const LEVEL: u32 = 200;

/// The distance for one place in the order of techniques.
const PLACE: u32 = 10;

/// The distance for each missing tenth of the ER, in addition to the mass. Many puzzles have the same ER; puzzles with
/// more hard steps are closer to harder puzzles.
const TENTH: u32 = 50;

/// The largest mass that counts; a greater mass counts as this one.
const MASS: u32 = 6000;

/// The distance if the requested technique is not on the path.
const ABSENT: u32 = 1000;

/// The distance if no technique finds a step before the puzzle is solved.
const STUCK: u32 = 5000;

/// Rates puzzles, and computes their distance from a request.
pub(super) struct DifficultyRater {
    request: Difficulty,
    rater: Rater,
    options: Options,
    /// Ranks of the techniques, in their order: a place in the table, or the least weight in tenths.
    ranks: Vec<u32>,
    /// The highest scores of the levels, for scales of [`Form::Score`].
    limits: [u32; 5],
}

/// A path in progress.
struct PartialPath {
    hardest: Hardest,
    /// Whether the requested technique is on the path.
    requested: bool,
    /// The sum of the amounts by which steps of the Explainer exceed 2.0.
    mass: u32,
}

impl DifficultyRater {
    pub(super) fn new(request: &Difficulty) -> Self {
        let mut ranks = vec![0; Technique::ALL.len()];
        // If a technique is in several rows, the first of them counts.
        for kind in request.scale.kinds().into_iter().rev() {
            ranks[kind.technique as usize] = rank(&kind);
        }
        let limits = request.scale.profile().map_or([u32::MAX; 5], |profile| profile.limits);
        Self {
            rater: request.scale.rater(),
            options: Options::proven(),
            ranks,
            limits,
            request: request.clone(),
        }
    }

    /// Returns the distance of a puzzle from the request, and its rating if it fits. If the puzzle is harder than
    /// requested by more than `worst`, the distance may be too small, but it exceeds `worst`.
    pub(super) fn judge(
        &mut self,
        puzzle: &Puzzle,
        solution: &Solution,
        worst: u32,
        limits: &Limits<'_>,
    ) -> Result<(u32, Option<Rated>), Limit> {
        let Ok(state) = Candidates::of(puzzle) else { return Ok((u32::MAX, None)) };
        let Self { request, rater, options, ranks, .. } = self;
        let (ranks, levels) = (&*ranks, self.limits);
        let mut seen = PartialPath { hardest: Hardest::default(), requested: false, mass: 0 };
        let go_on = &mut |technique: Technique, weight, so_far: &Rating| {
            seen.step(technique, weight, ranks, request.hardest);
            if too_hard(request, *so_far, &seen, ranks) > worst {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let (rating, end) = rater.rate(&state, options, Some(solution), limits, go_on);
        if let PathEnd::Stopped(limit) = end {
            return Err(limit);
        }
        let above = too_hard(request, rating, &seen, ranks);
        if end == PathEnd::Enough {
            return Ok((above, None));
        }
        let mut distance = above.saturating_add(too_easy(request, rating, &seen, ranks, &levels));
        if end != PathEnd::Solved && request.scale.form() == Form::Score {
            distance = distance.saturating_add(STUCK);
        }
        // A full grid has no steps and no difficulty.
        let Some(hardest) = seen.hardest.technique() else { return Ok((u32::MAX, None)) };
        Ok((distance, (distance == 0).then_some(Rated { rating, hardest })))
    }
}

impl PartialPath {
    fn step(&mut self, technique: Technique, weight: Weight, ranks: &[u32], requested: Option<Technique>) {
        self.requested |= requested == Some(technique);
        if let Weight::Tenths(tenths) = weight {
            self.mass += u32::from(tenths.0).saturating_sub(20);
        }
        self.hardest.note(technique, weight, || ranks[technique as usize]);
    }
}

/// The rank of a kind of step, to compare it with others of its scale.
fn rank(kind: &StepKind) -> u32 {
    match kind.weight {
        Weight::Score { .. } => kind.place as u32,
        Weight::Tenths(tenths) => tenths.0.into(),
    }
}

/// How much harder a path is than requested. This number never decreases along the path.
fn too_hard(request: &Difficulty, rating: Rating, seen: &PartialPath, ranks: &[u32]) -> u32 {
    let mut above = rating.hardness().saturating_sub(*request.hardness.end());
    if let (Rating::Score { level, .. }, Some(levels)) = (rating, &request.levels) {
        above = above.saturating_add(LEVEL * (level as u32).saturating_sub(*levels.end() as u32));
    }
    // The weight of an Explainer technique varies from step to step, so weights are compared only at the end of the
    // path.
    if let (Some(requested), Form::Score) = (request.hardest, request.scale.form()) {
        above = above.saturating_add(PLACE * seen.hardest.rank().saturating_sub(ranks[requested as usize]));
    }
    above
}

/// How much easier than requested the path of a puzzle is, or how far it differs.
fn too_easy(
    request: &Difficulty,
    rating: Rating,
    seen: &PartialPath,
    ranks: &[u32],
    limits: &[u32; 5],
) -> u32 {
    let mut below = request.hardness.start().saturating_sub(rating.hardness());
    if request.scale.form() == Form::Explainer && below > 0 {
        below = below.saturating_mul(TENTH).saturating_add(MASS.saturating_sub(seen.mass));
    }
    if let (Rating::Score { level, score }, Some(levels)) = (rating, &request.levels) {
        let lowest = *levels.start();
        if level < lowest {
            // The score itself can raise the level.
            let enough = limits[lowest as usize - 1].min(2 * LEVEL * Level::ALL.len() as u32);
            let levels = LEVEL * (lowest as u32 - level as u32);
            below = below.saturating_add(levels).saturating_add(enough.saturating_sub(score));
        }
    }
    let Some(requested) = request.hardest else { return below };
    let (known, least) = (seen.hardest.rank(), ranks[requested as usize]);
    if seen.hardest.technique() == Some(requested) {
        return below;
    }
    let off = match request.scale.form() {
        Form::Score => least.saturating_sub(known),
        Form::Explainer => least.abs_diff(known),
    };
    below.saturating_add(1 + PLACE * off + if seen.requested { 0 } else { ABSENT })
}
