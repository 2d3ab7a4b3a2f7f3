//! Steps within the nets of others: told shortly, below the node that follows by them.

use super::{forcing, tell};
use crate::deduction::{Pattern, Step};
use crate::explain::Line;
use crate::explain::speech::Speech;
use crate::explain::words::Text;

/// How deep steps are told within steps; those that are deeper are named.
const DEPTH: u8 = 2;

/// What is seen of the step, as few lines; nothing below a certain depth.
pub(super) fn told(speech: &Speech<'_>, step: &Step) -> Vec<Line> {
    if speech.depth > DEPTH {
        return Vec::new();
    }
    if let Pattern::Forcing { branches, premise } = &step.pattern {
        return forcing::sentences_of(speech, step, branches, *premise);
    }
    let texts: Vec<String> = tell(speech, step).premises.into_iter().map(|line| line.text).collect();
    vec![Line::from(texts.join(" "))]
}

/// The same below a line with the name of the step and what it removes.
pub(super) fn named(speech: &Speech<'_>, step: &Step) -> Vec<Line> {
    let below = told(speech, step);
    if below.is_empty() {
        return below;
    }
    let so = Text::one(speech.conclusion(step));
    let name = speech.say("net.step.named", &[("name", speech.name(step)), ("so", so)]);
    let below = below.into_iter().map(|line| Line { depth: line.depth + 2, ..line });
    std::iter::once(Line { depth: 1, text: name }).chain(below).collect()
}
