//! Lines that an automaton reads.

use std::sync::Arc;

use super::pattern;
use crate::grid::{Digit, DigitSet};
use crate::puzzle::error::quoted;
use crate::puzzle::relation::{Automaton, Relation};
use crate::puzzle::rule::definition::RuleError;
use crate::puzzle::rule::listed::{ANY, Kind, Reduced, Reducer};

pub(super) const KINDS: &[Kind] = &[
    Kind::new(
        "regex",
        "regex (1|2)3*[45]+: r1c1 r1c2 r1c3",
        "The regular expression matches the values along each line, with A for 10 and so on.",
        "line gray thick",
        regex,
    )
    .words(1, 1)
    .lists(1, ANY),
    Kind::new(
        "automaton",
        "automaton ^1-2>0,3-4>1 *3-4>1,/>0: r1c1 r1c2 / r2c1 r2c2",
        "The automaton accepts the values of the lists, read in order with breaks between the lists.",
        "line gray thick",
        automaton,
    )
    .words(1, ANY)
    .lists(1, ANY)
    .cells(0),
];

fn regex(reducer: &Reducer<'_>) -> Reduced {
    let any = DigitSet::all(reducer.digits());
    let digit = |value: i64| reducer.digit(value);
    let automaton = pattern::automaton(&reducer.words()[0], any, &digit)
        .map_err(|error| reducer.refused(Some(0), error.found, error.expected).further(error.at))?;
    let automaton = Arc::new(automaton);
    let mut pieces = Vec::new();
    for list in 0..reducer.lists() {
        let relation = Relation::Automaton(Arc::clone(&automaton));
        if !relation.holds(reducer.digits(), &vec![None; reducer.list(list).len()]) {
            let found = format!("an expression that matches no {} values", reducer.list(list).len());
            return Err(reducer
                .refused(Some(0), found, "one that some values of the grid match")
                .impossible());
        }
        pieces.extend(if reducer.lists() == 1 {
            reducer.one(reducer.list(list), relation)?
        } else {
            vec![reducer.piece(reducer.list(list), relation)]
        });
    }
    Ok(pieces)
}

/// A state of the text of an automaton.
#[derive(Default)]
struct WrittenState {
    starts: bool,
    accepts: bool,
    next: Vec<(DigitSet, u32)>,
    /// The target states of a break between lists.
    after_break: Vec<u32>,
}

fn automaton(reducer: &Reducer<'_>) -> Reduced {
    let words = reducer.words();
    let mut states = Vec::new();
    for (word, text) in words.iter().enumerate() {
        states.push(state(reducer, word, text)?);
    }
    // The numbers of cells read at the ends of all lists but the last.
    let mut breaks = Vec::new();
    let mut length = 0;
    for list in 0..reducer.lists() {
        if list > 0 {
            breaks.push(length);
        }
        length += reducer.list(list).len();
    }
    let made = if breaks.is_empty() {
        let mut all: Vec<(bool, Vec<(DigitSet, u32)>)> =
            states.iter().map(|state| (state.accepts, state.next.clone())).collect();
        if !states[0].starts || states.iter().skip(1).any(|state| state.starts) {
            // State 0 must be the only start, so a state that represents all starts takes its place, and the first
            // state moves to the end.
            let (first, last) = (all[0].clone(), states.len() as u32);
            all.push(first);
            all.iter_mut()
                .flat_map(|state| &mut state.1)
                .filter(|next| next.1 == 0)
                .for_each(|next| next.1 = last);
            let starts = || (0..states.len()).filter(|&state| states[state].starts);
            let place = |state: usize| if state == 0 { states.len() } else { state };
            all[0] = (
                starts().any(|state| states[state].accepts),
                starts().flat_map(|state| all[place(state)].1.clone()).collect(),
            );
        }
        Automaton::new(all)
    } else {
        // The state: the number of cells read, and the state of the text, `None` before all starts.
        let step =
            |&(read, state): &(usize, Option<u32>), digit: Digit, next: &mut Vec<(usize, Option<u32>)>| {
                for state in after_breaks(&states, &breaks, read, state) {
                    let targets = states[state as usize].next.iter().filter(|(set, _)| set.contains(digit));
                    next.extend(targets.map(|&(_, to)| (read + 1, Some(to))));
                }
            };
        let accepts = |&(read, state): &(usize, Option<u32>)| {
            let mut ends = after_breaks(&states, &breaks, read, state).into_iter();
            read == length && ends.any(|state| states[state as usize].accepts)
        };
        Automaton::from_branches(reducer.digits(), length, (0, None), step, accepts)
    };
    let automaton = made.ok_or_else(|| reducer.refused(Some(0), "too many states", "a smaller automaton"))?;
    let relation = Relation::Automaton(Arc::new(automaton));
    if !relation.holds(reducer.digits(), &vec![None; length]) {
        let found = format!("an automaton that accepts no {length} values");
        return Err(reducer.refused(Some(0), found, "one that accepts some values of the grid").impossible());
    }
    reducer.one(reducer.cells(), relation)
}

/// The states after the breaks at which `read` cells are read. Empty lists cause several breaks there.
fn after_breaks(states: &[WrittenState], breaks: &[usize], read: usize, state: Option<u32>) -> Vec<u32> {
    let starts = || (0..states.len() as u32).filter(|&state| states[state as usize].starts);
    let mut now: Vec<u32> = state.map_or_else(|| starts().collect(), |state| vec![state]);
    for _ in breaks.iter().filter(|&&place| place == read) {
        now = now.iter().flat_map(|&state| &states[state as usize].after_break).copied().collect();
        now.sort_unstable();
        now.dedup();
    }
    now
}

/// Reads a state, `^*1-3+7>2,8>0,/>1`.
fn state(reducer: &Reducer<'_>, word: usize, text: &str) -> Result<WrittenState, RuleError> {
    let states = reducer.words().len();
    let refused = |found: &str| {
        reducer.refused(
            Some(word),
            quoted(found),
            format!("a state such as ^*1-3+7>2,8>0 with targets from 0 to {}", states - 1),
        )
    };
    let mut state = WrittenState::default();
    let mut rest = text;
    loop {
        match rest.as_bytes().first() {
            Some(b'^') if !state.starts => state.starts = true,
            Some(b'*') if !state.accepts => state.accepts = true,
            _ => break,
        }
        rest = &rest[1..];
    }
    // A dot means that the state has no transitions; without it, the text of such a state could be empty.
    if rest.is_empty() || rest == "-" || rest == "." {
        return if text.is_empty() { Err(refused(text)) } else { Ok(state) };
    }
    for transition in rest.split(',') {
        let (set, to) = transition.split_once('>').ok_or_else(|| refused(transition))?;
        let to: u32 =
            to.parse().ok().filter(|&to| (to as usize) < states).ok_or_else(|| refused(transition))?;
        if set == "/" {
            state.after_break.push(to);
        } else {
            state.next.push((values(reducer, set).ok_or_else(|| refused(transition))?, to));
        }
    }
    Ok(state)
}

/// Reads values and ranges, `1-3+7`.
fn values(reducer: &Reducer<'_>, text: &str) -> Option<DigitSet> {
    let mut set = DigitSet::EMPTY;
    for range in text.split('+') {
        let (low, high) = range.split_once('-').unwrap_or((range, range));
        let (low, high): (i64, i64) = (low.parse().ok()?, high.parse().ok()?);
        reducer.digit(low)?;
        reducer.digit(high)?;
        set |= reducer.where_value(|value| (low..=high).contains(&value));
    }
    (!set.is_empty()).then_some(set)
}
