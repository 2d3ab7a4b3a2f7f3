//! Steps of propagation in words and as pictures: in a grid of any shape, under any rules.
//!
//! A sentence names cells, candidates and the constraint that applies, and gives the reason: `r1c3 is not 9: cage
//! 12: r1c1 r1c2 r1c3 has no combination with it, because r1c1 is not 1 or 2.`

use super::narrator::Narrator;
use super::phrases::Phrases;
use super::picture::{Area, Mark, Picture, Role};
use super::words::Phrase;
use crate::csp::{Constraint, Failure, FailureKind, Literal, Reason, Step, Var};
use crate::deduction::Candidate;
use crate::grid::{Cell, Digit, DigitSet, Shape};

impl Narrator {
    /// A step of propagation in a grid of this shape, as a sentence.
    ///
    /// ```
    /// use arcdoku::csp::{Level, Model, Step, Trace};
    /// use arcdoku::explain::{Coordinates, Language, Narrator};
    /// use arcdoku::{Puzzle, Shape};
    ///
    /// struct Sentences(Narrator, Vec<String>);
    ///
    /// impl Trace for Sentences {
    ///     fn narrowed(&mut self, step: &Step<'_>) {
    ///         self.1.push(self.0.propagation(Shape::boxes(2, 2).unwrap(), step));
    ///     }
    /// }
    ///
    /// let puzzle: Puzzle = "1...............".parse().unwrap();
    /// let mut trace = Sentences(Narrator::new(Language::English, Coordinates::RowColumn), Vec::new());
    /// let mut model: Model<Sentences> = Model::compile(&puzzle, Level::Forward);
    /// model.load(&puzzle);
    /// model.propagate(&mut trace).unwrap();
    /// assert_eq!(trace.1[0], "r1c2 is not 1: row 1 already has 1 in r1c1.");
    /// ```
    pub fn propagation(&self, shape: Shape, step: &Step<'_>) -> String {
        let phrases = Phrases { shape, ..self.phrases };
        let digits = phrases.digits_or(step.removed);
        let because: Vec<Var> = step.because();
        let left = step.left.only().filter(|_| step.decides);
        let holes = [
            ("cell", phrases.variables(&[step.var])),
            ("digits", digits),
            ("left", left.map_or_else(|| Phrase::one(""), |digit| phrases.digit(digit))),
            ("constraint", phrases.constraint(step.constraint)),
            ("cells", phrases.variables(&because)),
        ];
        let reason = match step.reason {
            Reason::Taken => {
                phrases.phrase("propagation.taken", &with(&holes, "digits", phrases.digits(step.removed)))
            }
            Reason::HiddenSingle => phrases.phrase("propagation.hidden", &holes),
            Reason::HallSet(_) => {
                let all = because.iter().filter_map(|var| step.domains.get(var.index()));
                let all = all.fold(DigitSet::default(), |all, &set| all | set);
                phrases.phrase("propagation.hall", &with(&holes, "all", phrases.digits(all)))
            }
            Reason::Arc(_) => phrases.phrase("propagation.arc", &holes),
            Reason::Literals([]) => phrases.phrase("propagation.literals.none", &holes),
            Reason::Literals(literals) => {
                phrases.phrase("propagation.literals", &with(&holes, "because", phrases.literals(literals)))
            }
            Reason::Restricted => phrases.phrase("propagation.restricted", &holes),
            Reason::Choice => phrases.phrase("propagation.chosen", &holes),
            Reason::Refuted => phrases.phrase("propagation.refuted", &holes),
        };
        let key = match (left, step.reason) {
            (Some(_), Reason::HiddenSingle | Reason::Choice) => "propagation.decided",
            (Some(_), _) if step.removed.is_empty() => "propagation.decided",
            (Some(_), _) => "propagation.last",
            (None, _) => "propagation.excluded",
        };
        phrases.phrase(key, &with(&holes, "reason", Phrase::one(reason)))
    }

    /// A contradiction that propagation found in a grid of this shape, as a sentence.
    pub fn contradiction(&self, shape: Shape, failure: &Failure<'_>) -> String {
        let phrases = Phrases { shape, ..self.phrases };
        let holes = [
            ("constraint", phrases.constraint(failure.constraint)),
            ("cells", phrases.variables(&shown(failure))),
        ];
        let reason = match failure.kind {
            FailureKind::Clash => phrases.phrase("contradiction.clash", &holes),
            FailureKind::Pigeonhole => phrases.phrase("contradiction.pigeonhole", &holes),
            FailureKind::EmptyDomain(_) => phrases.phrase("contradiction.empty", &holes),
            FailureKind::NotAllowed(_) => phrases.phrase("contradiction.not-allowed", &holes),
            FailureKind::Violated if failure.because.is_empty() => {
                phrases.phrase("contradiction.violated.none", &holes)
            }
            FailureKind::Violated => {
                let because = phrases.literals(failure.because);
                phrases.phrase("contradiction.violated", &with(&holes, "because", because))
            }
        };
        phrases.phrase("contradiction", &[("reason", Phrase::one(reason))])
    }
}

/// The holes with an additional one, which takes precedence over one of the same name.
fn with(holes: &[(&'static str, Phrase)], name: &'static str, text: Phrase) -> Vec<(&'static str, Phrase)> {
    std::iter::once((name, text)).chain(holes.iter().cloned()).collect()
}

/// The variables that show a contradiction.
fn shown(failure: &Failure<'_>) -> Vec<Var> {
    match failure.kind {
        FailureKind::EmptyDomain(var) | FailureKind::NotAllowed(var) => vec![var],
        FailureKind::Clash => {
            let vars = failure.constraint.map_or(&[][..], Constraint::vars);
            let digit = |var: &Var| failure.domains.get(var.index()).and_then(|set| set.only());
            let twice = vars.iter().enumerate().find_map(|(i, one)| {
                let other =
                    vars[i + 1..].iter().find(|other| digit(one).is_some() && digit(other) == digit(one))?;
                Some(vec![*one, *other])
            });
            twice.unwrap_or_default()
        }
        FailureKind::Pigeonhole => failure.constraint.map_or(&[][..], Constraint::vars).to_vec(),
        FailureKind::Violated => failure.variables(),
    }
}

impl Phrases {
    /// Variables by the names of their cells. Variables without a cell have a number, from 1.
    fn variables(&self, vars: &[Var]) -> Phrase {
        let is_cell = |var: &&Var| var.index() < self.shape.cells();
        let mut cells: Vec<Cell> = vars.iter().filter(is_cell).map(|var| var.cell()).collect();
        cells.sort_unstable();
        let mut names = self.coordinates.parts(self.shape, cells);
        for var in vars.iter().filter(|var| !is_cell(var)) {
            let number = Phrase::one((var.index() + 1 - self.shape.cells()).to_string());
            names.push(self.phrase("propagation.variable", &[("number", number)]));
        }
        Phrase::new(self.and(&names).text, vars.len())
    }

    /// `row 3`; the text of the rule if the constraint is not a house.
    fn constraint(&self, constraint: Option<&Constraint>) -> Phrase {
        match constraint.map(|constraint| (constraint, constraint.part())) {
            None => Phrase::one(""),
            Some((_, Some(house))) => self.houses_of_puzzle(&[house]),
            Some((constraint, None)) => Phrase::one(constraint.to_string()),
        }
    }

    /// `r1c1 is not 1 or 2 and r1c2 is 4`. The literals of a variable are together, in order of appearance.
    fn literals(&self, literals: &[Literal]) -> Phrase {
        let mut groups: Vec<(Var, bool, DigitSet)> = Vec::new();
        for &Literal { var, digit, holds } in literals {
            match groups.iter_mut().find(|group| (group.0, group.1) == (var, holds)) {
                Some(group) => group.2.insert(digit),
                None => groups.push((var, holds, DigitSet::single(digit))),
            }
        }
        let claims: Vec<String> = groups
            .into_iter()
            .map(|(var, holds, digits)| {
                let key = if holds { "propagation.literal.is" } else { "propagation.literal.not" };
                self.phrase(key, &[("cells", self.variables(&[var])), ("digits", self.digits_or(digits))])
            })
            .collect();
        self.and(&claims)
    }
}

/// The picture of a step of propagation: the candidates that it removes or places, the candidates of its reason, and
/// the constraint. Literals that deny a candidate mark it [`Role::Off`], although it no longer exists.
pub fn propagation_picture(shape: Shape, step: &Step<'_>) -> Picture {
    let mut sketch = PictureBuilder::of(shape, step.constraint);
    if let Some(digit) = step.left.only().filter(|_| step.decides) {
        sketch.mark(step.var, digit, Role::Placed);
    }
    sketch.all(step.var, step.removed, Role::Eliminated);
    if let Reason::Literals(literals) = step.reason {
        sketch.literals(literals);
    } else if step.reason != Reason::HiddenSingle {
        for var in step.because() {
            sketch.all(var, step.domains.get(var.index()).copied().unwrap_or_default(), Role::Pattern);
        }
    }
    sketch.finish()
}

/// The picture of a contradiction: the candidates that show it, and the constraint.
pub fn contradiction_picture(shape: Shape, failure: &Failure<'_>) -> Picture {
    let mut sketch = PictureBuilder::of(shape, failure.constraint);
    sketch.literals(failure.because);
    for var in shown(failure) {
        sketch.all(var, failure.domains.get(var.index()).copied().unwrap_or_default(), Role::Pattern);
    }
    sketch.finish()
}

/// A picture under construction, of marks and a constraint.
struct PictureBuilder(Picture);

impl PictureBuilder {
    fn of(shape: Shape, constraint: Option<&Constraint>) -> Self {
        let mut picture = Picture::new(shape);
        picture.areas.extend(constraint.map(|constraint| {
            let cells = constraint.vars().iter().filter(|var| var.index() < shape.cells());
            Area { name: constraint.to_string(), cells: cells.map(|var| var.cell()).collect() }
        }));
        Self(picture)
    }

    /// Marks a candidate, unless it is marked already or the variable has no cell.
    fn mark(&mut self, var: Var, digit: Digit, role: Role) {
        if var.index() >= self.0.shape.cells() {
            return;
        }
        let candidate = Candidate { cell: var.cell(), digit };
        if self.0.marks.iter().all(|mark| mark.candidate != candidate) {
            self.0.marks.push(Mark { candidate, role });
        }
    }

    fn all(&mut self, var: Var, digits: DigitSet, role: Role) {
        for digit in digits {
            self.mark(var, digit, role);
        }
    }

    fn literals(&mut self, literals: &[Literal]) {
        for literal in literals {
            self.mark(literal.var, literal.digit, if literal.holds { Role::On } else { Role::Off });
        }
    }

    fn finish(mut self) -> Picture {
        self.0.marks.sort_by_key(|mark| mark.candidate);
        self.0
    }
}
