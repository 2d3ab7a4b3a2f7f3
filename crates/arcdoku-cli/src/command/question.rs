//! `arcdoku candidates`, `estimate`, `necessary`, `equal`, `verify`, `restricts` and `layouts`.

use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

use arcdoku_service::ask::equal::{self, EqualOptions};
use arcdoku_service::ask::estimate::{self, EstimateOptions};
use arcdoku_service::ask::layouts::{self, LayoutsOptions};
use arcdoku_service::ask::necessary::{self, NecessaryOptions};
use arcdoku_service::ask::prove::{self, ProveOptions};
use arcdoku_service::ask::restricts::{self, RestrictsOptions};
use arcdoku_service::ask::true_candidates::{self, TrueCandidatesOptions};
use arcdoku_service::ask::verify::{self, VerifyOptions};
use arcdoku_service::input::{Input, Medium, Plan, Source, read_one};
use arcdoku_service::status::{Error, Status};
use arcdoku_wire::Ruleset;

use crate::cli::{Candidates, Equal, Estimate, Layouts, Necessary, Prove, Restricts, Verify};
use crate::terminal::Terminal;

/// Asks a question of a module of the service about an input.
macro_rules! ask {
    ($module:ident, $input:expr, $question:expr, $arguments:expr) => {{
        let (input, arguments) = ($input, &$arguments);
        let mut terminal = Terminal::of(&input, false);
        $module::run(&$question, arguments.format, input, arguments.jobs.threads(), &mut terminal)
    }};
}

pub(crate) fn candidates(options: &Candidates) -> Result<Status, Error> {
    let question = TrueCandidatesOptions { most: options.most, bounds: options.question.limits.bounds() };
    ask!(true_candidates, options.input.input()?, question, options.question)
}

pub(crate) fn estimate(options: &Estimate) -> Result<Status, Error> {
    let Estimate { samples, seed, question, .. } = *options;
    let asked = EstimateOptions { samples, seed, bounds: question.limits.bounds() };
    ask!(estimate, options.input.input()?, asked, question)
}

pub(crate) fn prove(options: &Prove) -> Result<Status, Error> {
    let question = ProveOptions {
        directory: options.out.clone(),
        most: options.count as usize,
        strategy: options.strategy.strategy(),
        bounds: options.question.limits.bounds(),
    };
    ask!(prove, options.input.input()?, question, options.question)
}

pub(crate) fn necessary(options: &Necessary) -> Result<Status, Error> {
    let question = NecessaryOptions { bounds: options.question.limits.bounds() };
    ask!(necessary, options.input.input()?, question, options.question)
}

pub(crate) fn equal(options: &Equal) -> Result<Status, Error> {
    let question = EqualOptions { bounds: options.question.limits.bounds() };
    ask!(equal, options.input.input()?, question, options.question)
}

pub(crate) fn verify(options: &Verify) -> Result<Status, Error> {
    let question = VerifyOptions { grid: options.grid.clone(), bounds: options.question.limits.bounds() };
    ask!(verify, options.input.input()?, question, options.question)
}

pub(crate) fn restricts(options: &Restricts) -> Result<Status, Error> {
    let plan = Plan::new(options.input.from, Ruleset::default())?;
    let text = if Path::new(&options.of).is_file() {
        std::fs::read_to_string(&options.of)
            .map_err(|error| Error::unreadable(format!("--of {}: {error}", options.of)))?
    } else {
        options.of.clone()
    };
    let of = match read_one(&text, &plan) {
        Ok(item) => item.record.puzzle,
        Err(rejected) => return Err(Error::unreadable(format!("--of: {}", rejected.message()))),
    };
    let question = RestrictsOptions { of, bounds: options.question.limits.bounds() };
    ask!(restricts, options.input.input()?, question, options.question)
}

pub(crate) fn layouts(options: &Layouts) -> Result<Status, Error> {
    let plan = Plan::new(Medium::from_name("json"), Ruleset::default())?;
    let standard = [Path::new("-").to_owned()];
    let files = if options.files.is_empty() { &standard[..] } else { &options.files[..] };
    let mut sources = Vec::new();
    for file in files {
        let (name, text) = if file.as_os_str() == "-" {
            let mut text = String::new();
            ("<stdin>".to_owned(), io::stdin().read_to_string(&mut text).map(|_| text))
        } else {
            (file.display().to_string(), std::fs::read_to_string(file))
        };
        let text = text.map_err(|error| Error::unreadable(format!("{name}: {error}")))?;
        sources.push(Source::text(&name, layouts::puzzles(&text)));
    }
    let question = LayoutsOptions { bounds: options.question.limits.bounds() };
    ask!(layouts, Input { sources, plan: Arc::new(plan) }, question, options.question)
}
