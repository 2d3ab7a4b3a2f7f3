//! Hints for puzzles with rules, or of other shapes.

use arcdoku::explain::{Grade, Remark, RuleNarrator, look_at_rules};
use arcdoku::logic::{Board, Next, Step, Technique};
use arcdoku::puzzle::{Limit, Limits, Puzzle};
use arcdoku_wire::HintReply;

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
    pub(super) fn picture(&self, narrator: &RuleNarrator) -> Option<String> {
        ruled::figure(&self.puzzle, &self.board, Some(&self.step), narrator).ok()
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
                "unsatisfiable".clone_into(&mut reply.outcome);
                reply.text.push(self.narrator.remark(Remark::Unsolvable));
                report.error(Status::Malformed, &fault);
                reply.fault = Some(*fault);
                return;
            }
        };
        match ruled::standing(&mut self.solver, item, limits) {
            Standing::Known(solution) => {
                reply.solutions = Some(if solution.is_some() { "one" } else { "several" }.to_owned());
                if solution.is_none() {
                    report.status.note(Status::Not);
                }
            }
            Standing::Mistaken(mistakes) => {
                report.status.note(Status::Not);
                "mistakes".clone_into(&mut reply.outcome);
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
                "unsatisfiable".clone_into(&mut reply.outcome);
                reply.text.push(self.narrator.remark(Remark::Unsolvable));
                return;
            }
            Standing::Unknown(Limit::Cancelled) => {
                "unknown".clone_into(&mut reply.outcome);
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
                "hint".clone_into(&mut reply.outcome);
                reply.text.extend(told.hint(&step, &board, grade));
                reply.technique = Some(step.technique.slug().to_owned());
                reply.weight = ruled::weight(&step);
                if grade == Grade::Concrete {
                    let scopes = look_at_rules(&step);
                    reply.places = scopes.iter().map(|scope| scope.name.to_string()).collect();
                }
                if grade == Grade::Full {
                    reply.step = Some(ruled::step_reply(&step, &board, &told));
                    reply.notation = Some(told.short(&step, &board));
                }
                self.last_ruled = Some(Last { puzzle: item.record.puzzle.clone(), board, step });
                return;
            }
            Ok(Next::Solved) => ("solved", Some(Remark::Solved), Status::Fine),
            Ok(Next::Broken) => ("unsatisfiable", Some(Remark::Unsolvable), Status::Not),
            Ok(_) if self.options.quick => ("long", None, Status::Fine),
            Ok(_) => ("stuck", Some(Remark::Stuck), Status::Not),
            Err(Limit::Cancelled) => ("unknown", Some(Remark::Stopped), Status::Fine),
            Err(_) => ("unknown", Some(Remark::Stopped), Status::Limit),
        };
        outcome.clone_into(&mut reply.outcome);
        reply.text.extend(remark.map(|remark| self.narrator.remark(remark)));
        report.status.note(status);
    }
}
