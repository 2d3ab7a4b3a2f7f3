//! Hints for puzzles with rules, or of other shapes.

use arcdoku::explain::{Grade, Remark, RuleNarrator, look_at_rules};
use arcdoku::logic::{Board, Next, Step, Technique};
use arcdoku::puzzle::{Limit, Limits, Puzzle};
use arcdoku_wire::{HintOutcome, HintReply, SolutionCount};

use super::Helper;
use crate::ask::ruled::{self, Standing};
use crate::input::Item;
use crate::report::Report;
use crate::status::Status;

/// The last step, with its puzzle and the board before it.
#[derive(Debug)]
pub(super) struct Last {
    puzzle: Puzzle,
    board: Board,
    step: Step,
}

impl Last {
    pub(super) fn picture(&self, narrator: &RuleNarrator) -> String {
        ruled::figure(&self.puzzle, &self.board, Some(&self.step), narrator)
    }
}

impl Helper {
    pub(super) fn rule_narrator(&self) -> RuleNarrator {
        RuleNarrator::new(self.options.language, self.options.coordinates)
    }

    /// Fills the reply about one state.
    pub(super) fn hint_ruled(
        &mut self,
        item: &Item,
        limits: &Limits<'_>,
        report: &mut Report,
        reply: &mut HintReply,
    ) {
        let grade = self.options.grade;
        let told = self.rule_narrator();
        let shape = item.record.puzzle.shape();
        let (mut logic, board) = match ruled::start(item) {
            Ok(start) => start,
            Err(fault) => {
                reply.outcome = HintOutcome::Unsatisfiable;
                reply.text.push(self.narrator.remark(Remark::Unsolvable));
                report.error(Status::Malformed, &fault);
                reply.fault = Some(*fault);
                return;
            }
        };
        match ruled::standing(&mut self.solver, item, limits) {
            Standing::Known(solution) => {
                reply.solutions =
                    Some(if solution.is_some() { SolutionCount::One } else { SolutionCount::Several });
                if solution.is_none() {
                    report.status.note(Status::Not);
                }
            }
            Standing::Mistaken(mistakes) => {
                report.status.note(Status::Not);
                reply.outcome = HintOutcome::Mistakes;
                reply.text = told.mistakes(&mistakes, shape, grade);
                if grade == Grade::Concrete {
                    reply.places = mistakes.iter().map(|one| shape.name(one.cell()).to_string()).collect();
                }
                if grade == Grade::Full {
                    reply.mistakes = mistakes.into_iter().map(|one| ruled::mistake(one, shape)).collect();
                }
                return;
            }
            Standing::Unsolvable => {
                report.status.note(Status::Not);
                reply.outcome = HintOutcome::Unsatisfiable;
                reply.text.push(self.narrator.remark(Remark::Unsolvable));
                return;
            }
            Standing::Unknown(Limit::Cancelled) => {
                reply.outcome = HintOutcome::Unknown;
                return;
            }
            // A step is true however many solutions there are.
            Standing::Unknown(_) => {}
        }
        let mut wanted = ruled::wanted(&self.options.techniques);
        if self.options.quick {
            wanted = wanted.without(Technique::Contradiction).without(Technique::DeepContradiction);
        }
        let (outcome, remark, status) = match logic.next(&board, wanted, limits) {
            Ok(Next::Step(step)) => {
                reply.outcome = HintOutcome::Hint;
                reply.technique = Some(step.technique.slug().to_owned());
                reply.weight = ruled::weight(&step);
                if grade == Grade::Concrete {
                    let scopes = look_at_rules(&step);
                    reply.places = scopes.iter().map(|scope| scope.name.to_string()).collect();
                }
                if grade == Grade::Full {
                    let explanation = told.explain(&step, &board);
                    reply.text.extend(explanation.lines());
                    reply.words = Some(explanation.into());
                    reply.step = Some(ruled::step_reply(&step, &board, &told));
                    reply.notation = Some(told.short(&step, &board));
                } else {
                    reply.text.extend(told.hint(&step, &board, grade));
                }
                self.last_ruled = Some(Last { puzzle: item.record.puzzle.clone(), board, step });
                return;
            }
            Ok(Next::Solved) => (HintOutcome::Solved, Some(Remark::Solved), Status::Fine),
            Ok(Next::Broken) => (HintOutcome::Unsatisfiable, Some(Remark::Unsolvable), Status::Not),
            Ok(_) if self.options.quick => (HintOutcome::Long, None, Status::Fine),
            Ok(_) => (HintOutcome::Stuck, Some(Remark::Stuck), Status::Not),
            Err(Limit::Cancelled) => (HintOutcome::Unknown, Some(Remark::Stopped), Status::Fine),
            Err(_) => (HintOutcome::Unknown, Some(Remark::Stopped), Status::Limit),
        };
        reply.outcome = outcome;
        reply.text.extend(remark.map(|remark| self.narrator.remark(remark)));
        report.status.note(status);
    }
}
