//! Eliminations that follow within a run by a pattern or a nested chain.

use super::CandidateId;

/// A pattern that was found. Houses are indices; places and lines are masks.
#[derive(Clone, Copy, Debug)]
pub(super) enum FoundPattern {
    /// The digit's places in a house are all in another house.
    Locked { digit: usize, house: usize, other: usize, places: u16 },
    /// Two digits in two cells of a house.
    Pair { hidden: bool, house: usize, digits: u16, places: u16 },
    /// The digit's places in two lines, numbered from `base`, are in two lines that cross them, numbered from
    /// `cover`.
    XWing { digit: usize, base: usize, lines: u16, cover: usize, places: u16 },
}

/// Off nodes that follow in a run by a rule, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleList {
    pub(super) hints: Vec<RuleHint>,
    pub(super) off: Vec<CandidateId>,
    pub(super) causes: Vec<CandidateId>,
    /// Whether the last rule of the technique found these nodes.
    pub(super) last: bool,
}

/// A finding of a rule: a range of the off nodes in the list, and a range of their causes.
#[derive(Clone, Copy, Debug)]
pub(super) struct RuleHint {
    pub(super) off: (u32, u32),
    pub(super) causes: (u32, u32),
    /// The nested chain, or [`NO_CHAIN`].
    pub(super) nested: u32,
    /// The pattern, if the finding is not a nested chain.
    pub(super) shape: Option<FoundPattern>,
}

impl RuleList {
    pub(super) fn is_empty(&self) -> bool {
        self.hints.is_empty()
    }

    pub(super) fn push(
        &mut self,
        off: &[CandidateId],
        causes: &[CandidateId],
        nested: u32,
        shape: Option<FoundPattern>,
    ) {
        let (first_off, first_cause) = (self.off.len() as u32, self.causes.len() as u32);
        self.off.extend_from_slice(off);
        self.causes.extend_from_slice(causes);
        let (off, causes) = ((first_off, self.off.len() as u32), (first_cause, self.causes.len() as u32));
        self.hints.push(RuleHint { off, causes, nested, shape });
    }

    /// The first pattern that eliminates a candidate, and all its eliminations.
    pub(super) fn shape_of(&self, at: CandidateId) -> Option<(FoundPattern, &[CandidateId])> {
        self.hints.iter().find_map(|hint| {
            let off = stretch(&self.off, hint.off);
            hint.shape.filter(|_| off.contains(&at)).map(|shape| (shape, off))
        })
    }
}

pub(super) fn stretch(list: &[CandidateId], (first, end): (u32, u32)) -> &[CandidateId] {
    &list[first as usize..end as usize]
}
