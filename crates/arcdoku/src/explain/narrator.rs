//! Explanations and hints of steps in a language.

use std::fmt;

use super::argument::{Argument, Line};
use super::coordinates::Coordinates;
use super::logic::RuleSpeech;
use super::manner::{fish, manner};
use super::phrases::{Phrases, sentence};
use super::sentences;
use super::speech::Speech;
use super::words::{Language, Phrase, Words};
use crate::deduction::{GridState, Pattern, Step, Technique};
use crate::grid::Shape;

crate::choice::choices! {
    /// The amount of detail of a hint.
    pub enum Grade: Vague {
        /// The technique
        Vague = "vague",
        /// The technique, its digits, and the place
        Concrete = "concrete",
        /// The whole step: pattern, conclusion and reason
        Full = "full",
    }
}

/// The explanation of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The name of the technique.
    pub title: String,
    /// The premises, as visible in the grid.
    pub premises: Vec<Line>,
    /// The conclusion.
    pub conclusion: String,
    /// The reason why it follows.
    pub why: String,
}

impl Explanation {
    /// The title, the premises, the reason and the conclusion, a line each. Premises are indented by two blanks per
    /// [depth](Line::depth).
    pub fn lines(&self) -> Vec<String> {
        let indented = |line: &Line| format!("{}{line}", "  ".repeat(line.depth.into()));
        let mut lines = vec![self.title.clone()];
        lines.extend(self.premises.iter().map(indented));
        lines.extend([self.why.clone(), self.conclusion.clone()]);
        lines
    }
}

/// Explains steps in a language.
pub struct Narrator {
    pub(super) phrases: Phrases,
    language: Language,
}

impl fmt::Debug for Narrator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Phrases { coordinates, shape, .. } = &self.phrases;
        f.debug_struct("Narrator")
            .field("coordinates", coordinates)
            .field("shape", shape)
            .finish_non_exhaustive()
    }
}

impl Narrator {
    /// Creates a narrator with the words of a language.
    pub fn new(language: Language, coordinates: Coordinates) -> Self {
        let phrases = Phrases { words: Words::of(language), coordinates, shape: Shape::CLASSIC };
        Self { phrases, language }
    }

    /// Its language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The name of a technique.
    pub fn name(&self, technique: Technique) -> &str {
        let key = format!("technique.{}.name", technique.slug());
        self.phrases.words.get(&key).unwrap_or(technique.name())
    }

    /// A word or a sentence of a program, which is English, in this language.
    pub fn word(&self, english: &'static str) -> &'static str {
        let found = self.phrases.words.get(&format!("word.{english}"));
        debug_assert!(self.language == Language::English || found.is_some(), "no words for `{english}`");
        found.unwrap_or(english)
    }

    /// The definition of a technique, in one or two sentences.
    pub fn definition(&self, technique: Technique) -> String {
        self.of_technique(technique, "definition")
    }

    /// Advice on how to find a technique.
    pub fn seeing(&self, technique: Technique) -> String {
        self.of_technique(technique, "seeing")
    }

    /// The text of a technique. A fish without a text has the text of its kind, for five and more base sets or for
    /// all sizes.
    fn of_technique(&self, technique: Technique, what: &str) -> String {
        let Phrases { words, .. } = self.phrases;
        let own = format!("technique.{}.{what}", technique.slug());
        let (Some((kind, size)), None) = (fish(technique), words.get(&own)) else {
            return words.get(&own).unwrap_or_default().to_owned();
        };
        let large = format!("technique.large-{kind}.{what}");
        let is_large = size > 4 && words.get(&large).is_some();
        let key = if is_large { large } else { format!("technique.{kind}.{what}") };
        let holes = [("n", size), ("rest", 9 - size)];
        words.filled(&key, &holes.map(|(name, number)| (name, self.phrases.number(number))))
    }

    /// The author who first described a technique, if known.
    pub fn origin(&self, technique: Technique) -> &str {
        self.phrases.words.get(&format!("origin.{}", manner(technique))).unwrap_or_default()
    }

    /// Explains a step in the state in which it was found.
    pub fn explain(&self, step: &Step, state: &dyn GridState) -> Explanation {
        let phrases = &self.phrases_of(state);
        let Argument { premises, why } = match (&step.pattern, state.classic()) {
            (Pattern::OfRules(_, pattern), _) => RuleSpeech { phrases, state, step }.argument(pattern),
            (_, Some(state)) => sentences::step_argument(
                &Speech { phrases, argument_of: sentences::step_argument, state, depth: 0 },
                step,
            ),
            // A step of the classic grid has no argument in a grid of another shape.
            (_, None) => Argument::default(),
        };
        let whole = |line: Line| Line { text: sentence(&line.text), ..line };
        Explanation {
            title: self.name(step.technique).to_owned(),
            premises: premises.into_iter().map(whole).collect(),
            conclusion: sentence(&phrases.conclusion(step)),
            why: sentence(&why),
        }
    }

    /// A hint of one of three grades, as lines of text.
    pub fn hint(&self, step: &Step, state: &dyn GridState, grade: Grade) -> Vec<String> {
        let phrases = &self.phrases_of(state);
        match (grade, &step.pattern) {
            (Grade::Vague, _) => {
                vec![phrases.phrase("hint.vague", &[("name", Phrase::one(self.name(step.technique)))])]
            }
            (Grade::Concrete, Pattern::OfRules(_, pattern)) => {
                vec![RuleSpeech { phrases, state, step }.concrete(pattern)]
            }
            (Grade::Concrete, _) => vec![phrases.concrete(step)],
            (Grade::Full, _) => self.explain(step, state).lines(),
        }
    }

    /// The phrases for the grid of a state.
    fn phrases_of(&self, state: &dyn GridState) -> Phrases {
        Phrases { shape: state.shape(), ..self.phrases }
    }
}

/// Explains a step. For many steps, keep a [`Narrator`].
pub fn explain(
    step: &Step,
    state: &dyn GridState,
    language: Language,
    coordinates: Coordinates,
) -> Explanation {
    Narrator::new(language, coordinates).explain(step, state)
}
