//! Aligned exclusion: every way to fill some cells that uses a removed digit, and why it fails.

use crate::deduction::Step;
use crate::explain::argument::Argument;
use crate::explain::argument::Line;
use crate::explain::speech::Speech;
use crate::grid::{Cell, CellSet, Digit};

/// A way to fill the cells, and the cell that it leaves without a candidate.
type Combination = (Vec<Digit>, Option<Cell>);

pub(super) fn aligned(speech: &Speech<'_>, step: &Step, cells: &[Cell], ways: &[Combination]) -> Argument {
    let all: CellSet = cells.iter().copied().collect();
    let mut premises = vec![Line::from(speech.phrase("aligned.premise", &[("cells", speech.cells(all))]))];
    for at in &step.eliminations {
        let Some(place) = cells.iter().position(|&cell| cell == at.cell) else { continue };
        let claim = speech.claim(CellSet::single(at.cell), at.digit, true);
        premises.push(speech.phrase("aligned.case", &[("claim", claim)]).into());
        let others: Vec<String> =
            cells.iter().filter(|&&cell| cell != at.cell).map(|&cell| speech.cell_name(cell)).collect();
        let others = speech.and(&others);
        // The failing combinations for each cell that they leave without a candidate, in the order of first occurrence.
        let mut reasons: Vec<(Option<Cell>, Vec<String>)> = Vec::new();
        for (way, excluder) in ways.iter().filter(|(way, _)| way.get(place) == Some(&at.digit)) {
            let others = way.iter().enumerate().filter(|(i, _)| *i != place);
            let text = others.map(|(_, digit)| digit.to_string()).collect::<Vec<_>>().join("-");
            match reasons.iter_mut().find(|(known, _)| known == excluder) {
                Some((_, texts)) => texts.push(text),
                None => reasons.push((*excluder, vec![text])),
            }
        }
        for (excluder, texts) in reasons {
            let mut holes = vec![("ways", speech.and(&texts)), ("others", others.clone())];
            let key = match excluder {
                Some(cell) => {
                    holes.push(("cell", speech.cell(cell)));
                    holes.push(("digits", speech.digits(speech.state.candidates(cell))));
                    "aligned.empty"
                }
                None => "aligned.same",
            };
            premises.push(Line { depth: 1, text: speech.phrase(key, &holes) });
        }
    }
    Argument { premises, why: speech.phrase("aligned.why", &[]) }
}
