//! Deductions as data: a pattern and its consequences. `explain` puts them into words.

use super::candidates::{Candidate, Candidates};
use super::houses::House;
use super::rules;
use super::state::GridState;
use super::technique::Technique;
use crate::grid::{Cell, CellSet, Digit, DigitSet, Shape};

/// One deduction: an instance of a technique in a state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The digits that identify the instance: the digits of the pattern, or the eliminated digits for chains of
    /// several digits and almost locked sets.
    pub digits: DigitSet,
    /// Digits to fill in.
    pub placements: Vec<Candidate>,
    /// Candidates to eliminate, each once, in order. Singles that result from a step arise in this order, so it
    /// determines how a path continues.
    pub eliminations: Vec<Candidate>,
    /// The pattern.
    pub pattern: Pattern,
}

impl Step {
    /// A step that fills one cell.
    pub(crate) fn placing(technique: Technique, at: Candidate, pattern: Pattern) -> Self {
        let digits = DigitSet::single(at.digit);
        Self { technique, digits, placements: vec![at], eliminations: Vec::new(), pattern }
    }

    /// A step that eliminates candidates; of repeated candidates, the first is kept.
    pub(crate) fn eliminating(
        technique: Technique,
        digits: DigitSet,
        mut eliminations: Vec<Candidate>,
        pattern: Pattern,
    ) -> Self {
        let mut seen = [0_u16; 81];
        eliminations.retain(|candidate| {
            let (seen, bit) = (&mut seen[candidate.cell.index()], 1 << candidate.digit.index());
            let new = *seen & bit == 0;
            *seen |= bit;
            new
        });
        Self { technique, digits, placements: Vec::new(), eliminations, pattern }
    }

    /// Applies the step.
    pub fn apply(&self, state: &mut Candidates) {
        for &candidate in &self.placements {
            state.place(candidate);
        }
        for &candidate in &self.eliminations {
            state.eliminate(candidate);
        }
    }

    /// A step of a puzzle with rules; its digits are the digits of its conclusion.
    pub(crate) fn of_rules(
        shape: Shape,
        technique: Technique,
        [placements, eliminations]: [Vec<Candidate>; 2],
        pattern: rules::Pattern,
    ) -> Self {
        let digits = placements.iter().chain(&eliminations).map(|at| at.digit).collect();
        let pattern = Pattern::OfRules(shape, Box::new(pattern));
        Self { technique, digits, placements, eliminations, pattern }
    }

    /// Whether the step changes the state.
    pub fn is_effective(&self, state: &dyn GridState) -> bool {
        self.placements.iter().any(|at| !state.is_filled(at.cell))
            || self.eliminations.iter().any(|&candidate| state.contains(candidate))
    }
}

/// A pattern: the premises of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pattern {
    /// A cell's only candidate, or (with a house) a digit's only place in it.
    Single {
        /// The house; `None` for a naked single.
        house: Option<House>,
    },
    /// Digits whose places in house `from` are exactly `cells`, all of which are in `to` as well.
    Locked {
        /// The digits.
        digits: DigitSet,
        /// Their places.
        cells: CellSet,
        /// The house that must hold the digits there.
        from: House,
        /// The house that loses them elsewhere.
        to: House,
    },
    /// As many digits as cells: a naked subset (the cells have no other digits) or a hidden one (the digits have no
    /// other places).
    Subset {
        /// The digits.
        digits: DigitSet,
        /// The cells.
        cells: CellSet,
        /// The houses concerned: one, or two for locked pairs and triples.
        houses: Vec<House>,
        /// Whether the digits have no other place.
        hidden: bool,
    },
    /// Base sets in which cover sets contain all places of a digit, except for the fins.
    Fish(Fish),
    /// A fish with chains from its fins to each elimination, or from all places of a cover set.
    Kraken {
        /// The fish.
        fish: Fish,
        /// One chain per fin (type 1), or per cell of a cover set (type 2).
        chains: Vec<Chain>,
    },
    /// Chains of alternating inference. Two for dual patterns, otherwise one.
    Chain(Vec<Chain>),
    /// Cells of a digit in pairs of colors. Exactly one color of each pair is true.
    Coloring {
        /// The digit.
        digit: Digit,
        /// Pairs of colors.
        pairs: Vec<[CellSet; 2]>,
    },
    /// Bivalue or trivalue cells around a pivot, or joined by a strong link.
    Wing {
        /// The pivot of XY-, XYZ- and WXYZ-wings.
        pivot: Option<Cell>,
        /// The other cells.
        pincers: CellSet,
        /// The eliminated digit.
        digit: Digit,
        /// The digits of all cells.
        digits: DigitSet,
        /// The strong link of a W-wing: the house, the digit and its two places.
        link: Option<(House, Digit, CellSet)>,
    },
    /// A rectangle in two boxes that two digits could fill in two ways.
    Rectangle {
        /// The two digits.
        digits: DigitSet,
        /// The corners in reading order, so the first two are in one row.
        corners: [Cell; 4],
        /// The corners with further candidates.
        roof: CellSet,
        /// Further relevant digits: the digits of the roof, or of a subset that includes the roof.
        extra: DigitSet,
        /// Further relevant cells: the other cells of the subset.
        cells: CellSet,
        /// Relevant houses: of the subset, or of strong links.
        houses: Vec<House>,
    },
    /// All empty cells except one have two candidates, and all digits two places in each house.
    Bug {
        /// The cell with three candidates.
        cell: Cell,
    },
    /// Almost locked sets and the restricted common digits between them.
    Als {
        /// The sets, in the order of the chain.
        sets: Vec<Als>,
        /// The restricted commons: the indices of two sets, and the digit.
        commons: Vec<(u8, u8, Digit)>,
        /// The stem cell of a death blossom.
        stem: Option<Cell>,
    },
    /// An intersection of a line and a box with a set in each.
    SueDeCoq {
        /// The cells of the intersection.
        intersection: Als,
        /// The cells in the rest of the line.
        line: Als,
        /// The cells in the rest of the box.
        in_box: Als,
        /// The line and the box.
        houses: [House; 2],
    },
    /// Every branch of a premise leads to the same end, or one candidate leads to two ends that exclude each other.
    Forcing {
        /// The branches: of one assumption, or of each way to fill a cell or a house.
        branches: Vec<Net>,
        /// The cell or house. The branches of a verity start at its candidates or places; a contradiction leaves it
        /// without any.
        premise: Premise,
    },
    /// All placements of a digit in the whole grid.
    Template {
        /// The digit.
        digit: Digit,
        /// The number of remaining placements.
        ways: u32,
    },
    /// Base cells whose digits must be the digits of the targets (junior exocet).
    Exocet {
        /// The two cells of the base.
        base: CellSet,
        /// The two target cells.
        targets: CellSet,
        /// The digits of the base.
        digits: DigitSet,
        /// The cells of the cross lines.
        cross: CellSet,
        /// The houses that cover each base digit in the cross lines.
        covers: Vec<(Digit, Vec<House>)>,
    },
    /// Cells for which houses can supply exactly as many digits as there are cells (multi-sector locked sets).
    MultiSector {
        /// The cells.
        cells: CellSet,
        /// The houses and the digits that each supplies to the cells.
        sectors: Vec<(House, DigitSet)>,
    },
    /// A digit's only remaining place in a house after the eliminations of a pattern.
    Direct {
        /// The pattern: locked candidates or a hidden subset.
        through: Box<Pattern>,
        /// The house with one place left for the digit.
        house: House,
    },
    /// Cells in a loop that two digits could fill in two ways, and the digits that prevent it. A loop of four cells
    /// is a rectangle.
    UniqueLoop {
        /// The two digits.
        digits: DigitSet,
        /// The cells, in the order of the loop.
        cells: Vec<Cell>,
        /// The cells with further candidates.
        roof: CellSet,
        /// The further candidates.
        extra: DigitSet,
        /// The subset that the further candidates form with other cells of a house (type 3): the house, the other
        /// cells, all digits, and whether it is hidden.
        subset: Option<(House, CellSet, DigitSet, bool)>,
        /// The house in which one of the two digits has no place outside the roof (type 4), and the digit.
        locked: Option<(House, Digit)>,
    },
    /// Without further candidates in some cells, all empty cells would have two candidates, and all digits two places
    /// in each house (bivalue universal grave).
    Grave {
        /// The cells with further candidates.
        cells: CellSet,
        /// The further candidates.
        extra: DigitSet,
        /// The house of the subset that they form with other cells (type 3), or of a locked digit (type 4).
        house: Option<House>,
        /// The other cells of the subset.
        others: CellSet,
        /// All digits of the subset, or the locked digit.
        digits: DigitSet,
    },
    /// Two or three cells, all ways to fill them, and the cells that rule out ways.
    Aligned {
        /// The cells, in the order of the digits in ways.
        cells: Vec<Cell>,
        /// The ways with an eliminated digit, each with the cell that would be left without a candidate. `None` if the
        /// way is excluded because two of its cells see each other and would have the same digit.
        ways: Vec<(Vec<Digit>, Option<Cell>)>,
    },
    /// The digit of the solution, without a deduction.
    Revealed,
    /// A pattern of a puzzle with rules, or of a shape other than the classic grid: the shape, and the pattern.
    OfRules(Shape, Box<rules::Pattern>),
}

/// The fish of a digit: `base` houses whose places, except for the fins, are in the same number of `cover` houses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fish {
    /// The digit.
    pub digit: Digit,
    /// The base sets.
    pub base: Vec<House>,
    /// The cover sets; there are as many as base sets.
    pub cover: Vec<House>,
    /// The places in base sets that are covered; for a siamese fish, by both covers.
    pub body: CellSet,
    /// The places in base sets that are not covered, except for endo fins.
    pub fins: CellSet,
    /// The places in two base sets: fins, whether they are covered or not.
    pub endo_fins: CellSet,
    /// The eliminated places in two cover sets.
    pub cannibals: CellSet,
    /// The other cover sets of a siamese fish.
    pub twin: Vec<House>,
}

/// A node of a chain: "one of these cells is the digit" or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// One cell; a group of two or three cells in one box and line; or the places of the digit in an almost locked
    /// set.
    pub cells: CellSet,
    /// The digit.
    pub digit: Digit,
    /// Whether the node asserts this (true) or denies it (false).
    pub on: bool,
    /// The almost locked set through which this node follows from the previous node, if it does.
    pub als: Option<Als>,
}

/// Nodes each of which implies the next one. Strong links lead from off to on, weak links from on to off.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chain {
    /// The nodes, from the premise to the conclusion.
    pub nodes: Vec<Node>,
    /// Whether the last node implies the first.
    pub closed: bool,
}

/// Nodes that follow from several other nodes together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Net {
    /// The nodes; the first is the assumption, and each comes after its causes.
    pub nodes: Vec<Node>,
    /// The indices of the nodes from which each follows.
    pub causes: Vec<Vec<u16>>,
    /// The nodes that follow from their causes by a nested step, which is valid in the state without the candidates
    /// that the net denies; in ascending order of indices.
    pub nested: Vec<(u16, Step)>,
}

impl Chain {
    /// The chain as a net in which every node has one cause.
    pub fn into_net(self) -> Net {
        let causes =
            (0..self.nodes.len()).map(|i| if i == 0 { vec![] } else { vec![i as u16 - 1] }).collect();
        Net { nodes: self.nodes, causes, nested: Vec::new() }
    }
}

impl Net {
    /// The state in which the nested step of a node is valid: without the candidates denied by earlier nodes.
    pub fn state_before(&self, node: u16, state: &Candidates) -> Candidates {
        let mut state = state.clone();
        for node in self.nodes.iter().take(node.into()).filter(|node| !node.on) {
            for cell in node.cells {
                state.eliminate(Candidate { cell, digit: node.digit });
            }
        }
        state
    }
}

/// The premise of the branches of a forcing chain or net, or the statement that they contradict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Premise {
    /// One candidate, true or false: two branches of a verity, or one or two branches of a contradiction.
    Candidate(Candidate),
    /// All candidates of a cell.
    Cell(Cell),
    /// All places of a digit in a house.
    House(House, Digit),
}

/// Cells of a house and their digits: n cells, n + 1 digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Als {
    /// The cells.
    pub cells: CellSet,
    /// Their digits.
    pub digits: DigitSet,
}
