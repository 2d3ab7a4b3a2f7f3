//! Junior exocets, and multi-sector locked sets.

use crate::deduction::houses::House;
use crate::deduction::{Pattern, Step};
use crate::explain::argument::Argument;
use crate::explain::speech::Speech;
use crate::grid::{CellSet, DigitSet};

pub(super) fn exocet(speech: &Speech<'_>, step: &Step) -> Argument {
    let Pattern::Exocet { base, targets, digits, cross, covers } = &step.pattern else {
        return Argument::default();
    };
    let holes = [
        ("base", speech.cells(*base)),
        ("targets", speech.cells(*targets)),
        ("digits", speech.digits(*digits)),
        ("cross", speech.cells(*cross)),
    ];
    let mut premises = vec![speech.phrase("exocet.premise", &holes), speech.phrase("exocet.cross", &holes)];
    for (digit, houses) in covers {
        let digit = ("digit", speech.digit(*digit));
        premises.push(if houses.is_empty() {
            speech.phrase("exocet.cover.none", &[digit])
        } else {
            speech.phrase("exocet.cover", &[digit, ("houses", speech.houses(houses))])
        });
    }
    Argument::of(premises, speech.phrase("exocet.why", &holes))
}

pub(super) fn multi_sector(speech: &Speech<'_>, cells: CellSet, sectors: &[(House, DigitSet)]) -> Argument {
    let count: usize = sectors.iter().map(|(_, digits)| digits.len()).sum();
    let holes =
        [("cells", speech.cells(cells)), ("n", speech.number(cells.len())), ("m", speech.number(count))];
    let mut premises = vec![speech.phrase("multi-sector.premise", &holes)];
    for &(house, digits) in sectors {
        let holes = [("house", speech.house(house)), ("digits", speech.digits(digits))];
        premises.push(speech.phrase("multi-sector.sector", &holes));
    }
    Argument::of(premises, speech.phrase("multi-sector.why", &holes))
}
