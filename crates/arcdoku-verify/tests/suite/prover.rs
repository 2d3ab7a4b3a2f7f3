//! A small prover for tests, which searches any formula and logs its refutations. It is not specific to Sudoku.

use std::collections::HashMap;
use std::fmt::Write as _;

use arcdoku_verify::{Defect, Files, Proven, formula, verify};

/// The texts of the files of a proof.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) puzzle: String,
    pub(crate) formula: String,
    pub(crate) proof: String,
    pub(crate) solutions: String,
}

impl Case {
    /// The proof that a puzzle has only the solutions that are found, at most `most`.
    pub(crate) fn prove(puzzle: &str, most: usize) -> Self {
        let mut solutions = String::new();
        while solutions.lines().count() < most {
            let text = formula(puzzle, &solutions).expect("a puzzle");
            let Some(found) = Prover::read(&text).search() else { break };
            writeln!(solutions, "{}", line(puzzle, &found)).expect("a string");
        }
        let formula = formula(puzzle, &solutions).expect("a puzzle");
        let mut prover = Prover::read(&formula);
        assert!(prover.search().is_none(), "more than {most} solutions");
        let steps = prover.log.lines().enumerate().map(|(i, line)| format!("@p{} {line}\n", i + 1));
        let steps: String = steps.collect();
        let last = prover.log.lines().count();
        let conclusion = format!("conclusion UNSAT : @p{last} ;");
        let proof = whole(&formula, &steps, &conclusion);
        Self { puzzle: puzzle.into(), formula, proof, solutions }
    }

    /// A case without solutions whose proof has these steps.
    pub(crate) fn steps(puzzle: &str, steps: &str, conclusion: &str) -> Self {
        let formula = formula(puzzle, "").expect("a puzzle");
        let proof = whole(&formula, steps, conclusion);
        Self { puzzle: puzzle.into(), formula, proof, solutions: String::new() }
    }

    pub(crate) fn verify(&self) -> Result<Proven, Defect> {
        let Self { puzzle, formula, proof, solutions } = self;
        verify(Files { puzzle, formula, proof, solutions })
    }
}

/// The line of a solution, given by the digits of the cells that have variables.
fn line(puzzle: &str, digits: &[(String, usize)]) -> String {
    let least = usize::from(!puzzle.contains("digits 0-"));
    let mut words: Vec<String> = digits.iter().map(|(_, digit)| (digit - 1 + least).to_string()).collect();
    let cells = puzzle.lines().last().expect("clues").split(' ').skip(1).count();
    if cells > digits.len() {
        // Void cells come last in these puzzles.
        words.resize(cells, ".".into());
    }
    words.join(" ")
}

/// A proof with these steps.
fn whole(formula: &str, steps: &str, conclusion: &str) -> String {
    let rows = formula.lines().count() - 1;
    format!(
        "pseudo-Boolean proof version 3.0\nf {rows} ;\n{steps}output NONE ;\n{conclusion}\nend pseudo-Boolean proof ;\n"
    )
}

/// A literal: the variable, and whether it is true.
type Literal = (usize, bool);

struct Prover {
    names: Vec<String>,
    rows: Vec<(Vec<(i64, Literal)>, i64)>,
    /// The rows that lose a term if a literal becomes false.
    places: HashMap<Literal, Vec<usize>>,
    log: String,
}

impl Prover {
    fn read(formula: &str) -> Self {
        let mut prover =
            Self { names: Vec::new(), rows: Vec::new(), places: HashMap::new(), log: String::new() };
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for line in formula.lines().skip(1) {
            let words: Vec<&str> = line.split(' ').skip(1).collect();
            let (terms, rest) = words.split_at(words.iter().position(|&word| word == ">=").expect("a row"));
            let mut row = Vec::new();
            for term in terms.chunks(2) {
                let name = term[1].trim_start_matches('~');
                let next = numbers.len();
                let number = *numbers.entry(name.into()).or_insert(next);
                if number == next {
                    prover.names.push(name.into());
                }
                let literal = (number, name.len() == term[1].len());
                row.push((term[0].parse().expect("a number"), literal));
            }
            prover.add(row, rest[1].parse().expect("a degree"));
        }
        prover
    }

    fn add(&mut self, terms: Vec<(i64, Literal)>, degree: i64) {
        for term in &terms {
            self.places.entry(term.1).or_default().push(self.rows.len());
        }
        self.rows.push((terms, degree));
    }

    /// Removes the last row.
    fn remove(&mut self) {
        for (_, literal) in self.rows.pop().expect("a row").0 {
            self.places.get_mut(&literal).expect("a place").pop();
        }
    }

    /// The values of the cells of a solution. All branches without a solution are logged.
    fn search(&mut self) -> Option<Vec<(String, usize)>> {
        let mut values = vec![None; self.names.len()];
        let all: Vec<usize> = (0..self.rows.len()).collect();
        if self.propagate(&mut values, all) {
            return self.branch(&values, &mut Vec::new());
        }
        self.learn(&[]);
        None
    }

    fn branch(
        &mut self,
        values: &[Option<bool>],
        decisions: &mut Vec<usize>,
    ) -> Option<Vec<(String, usize)>> {
        let mut values = values.to_vec();
        loop {
            // The clause with the fewest open literals, among those without a true literal.
            let open = |row: &&(Vec<(i64, Literal)>, i64)| {
                let sure = row.0.iter().any(|&(_, (variable, sign))| values[variable] == Some(sign));
                let positive = row.0.iter().all(|term| term.1.1);
                (row.1 == 1 && positive && !sure)
                    .then(|| row.0.iter().filter(|term| values[term.1.0].is_none()).count())
            };
            let Some(row) = self.rows.iter().filter(|row| open(row).is_some()).min_by_key(|row| open(row))
            else {
                return Some(self.solution(&values));
            };
            let choice = row.0.iter().map(|term| term.1.0).find(|&variable| values[variable].is_none());
            let choice = choice.expect("an open literal");
            let mut assumed = values.clone();
            assumed[choice] = Some(true);
            decisions.push(choice);
            if self.propagate(&mut assumed, self.lost((choice, true))) {
                if let Some(found) = self.branch(&assumed, decisions) {
                    return Some(found);
                }
            } else {
                self.learn(decisions);
            }
            decisions.pop();
            values[choice] = Some(false);
            if !self.propagate(&mut values, self.lost((choice, false))) {
                self.learn(decisions);
                return None;
            }
        }
    }

    fn lost(&self, (variable, value): Literal) -> Vec<usize> {
        self.places.get(&(variable, !value)).cloned().unwrap_or_default()
    }

    fn learn(&mut self, decisions: &[usize]) {
        let clause: String = decisions.iter().map(|&choice| format!("1 ~{} ", self.names[choice])).collect();
        writeln!(self.log, "rup {clause}>= 1 ;").expect("a string");
    }

    /// Assigns the literals that follow; false at a conflict.
    fn propagate(&self, values: &mut [Option<bool>], mut agenda: Vec<usize>) -> bool {
        while let Some(row) = agenda.pop() {
            let (terms, degree) = &self.rows[row];
            let possible = terms.iter().filter(|(_, (variable, sign))| values[*variable] != Some(!sign));
            let slack = possible.map(|term| term.0).sum::<i64>() - degree;
            if slack < 0 {
                return false;
            }
            for &(coefficient, (variable, sign)) in terms {
                if coefficient > slack && values[variable].is_none() {
                    values[variable] = Some(sign);
                    agenda.extend(self.lost((variable, sign)));
                }
            }
        }
        true
    }

    /// The cells and their digits, in the order in which they occur in the formula.
    fn solution(&self, values: &[Option<bool>]) -> Vec<(String, usize)> {
        let is_cell = |name: &str| name.starts_with(['r', 'v']) && !name.contains("_g");
        let digits =
            self.names.iter().zip(values).filter(|(name, value)| is_cell(name) && **value == Some(true));
        let parts = digits.map(|(name, _)| name.split_once('_').expect("a cell and a digit"));
        parts.map(|(cell, digit)| (cell.to_owned(), digit.parse().expect("a digit"))).collect()
    }
}

/// Constraints in succession, each with whether it follows by unit propagation from the formula and those before it
/// that follow. Many of them are clauses that begin with the same literals as the one before.
fn random_steps(formula: &str, mut seed: u64, count: usize) -> Vec<(String, bool)> {
    let mut prover = Prover::read(formula);
    let mut below = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % most
    };
    let mut terms: Vec<(i64, Literal)> = Vec::new();
    let mut steps = Vec::new();
    while steps.len() < count {
        terms.truncate(below(terms.len() + 1));
        while terms.len() < 2 || below(4) > 0 {
            let literal = (below(prover.names.len()), below(4) == 0);
            if terms.iter().all(|term| term.1.0 != literal.0) {
                terms.push((1, literal));
            }
        }
        let mut own = terms.clone();
        let is_clause = below(3) > 0;
        own.iter_mut().for_each(|term| term.0 += if is_clause { 0 } else { below(2) as i64 });
        let total: i64 = own.iter().map(|term| term.0).sum();
        let degree = if is_clause { 1 } else { 1 + below(3) as i64 };
        let mut text = String::new();
        for &(coefficient, (variable, sign)) in &own {
            let sign = if sign { "" } else { "~" };
            write!(text, "{coefficient} {sign}{} ", prover.names[variable]).expect("a string");
        }
        let negation = own.iter().map(|&(coefficient, (variable, sign))| (coefficient, (variable, !sign)));
        prover.add(negation.collect(), total - degree + 1);
        let all = (0..prover.rows.len()).collect();
        let follows = !prover.propagate(&mut vec![None; prover.names.len()], all);
        prover.remove();
        if follows {
            prover.add(own, degree);
        }
        steps.push((format!("rup {text}>= {degree} ;\n"), follows));
    }
    steps
}

#[test]
fn steps_are_accepted_if_they_follow() {
    let puzzle = "grid 4x4 boxes 2x2\nrule rows\nrule columns\nrule boxes\nrule cage 6: r1c2 r1c3 r2c3\n\
        rule sum = 7: r3c1 r3c2 r3c3\nrule thermo: r1c3 r2c3 r2c4\nclues . . . . . . . . . . . . . . . .";
    let text = formula(puzzle, "").expect("a puzzle");
    let mut counts = [0; 2];
    for seed in 0..3 {
        let mut accepted = String::new();
        for (step, follows) in random_steps(&text, seed, 100) {
            let found = Case::steps(puzzle, &format!("{accepted}{step}"), "conclusion NONE ;").verify();
            assert_eq!(found.is_ok(), follows, "{accepted}{step}");
            counts[usize::from(follows)] += 1;
            accepted.push_str(if follows { &step } else { "" });
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

/// The row of a formula that contradicts a step.
fn negated(step: &str) -> String {
    let words: Vec<&str> = step.split(' ').skip(1).collect();
    let (terms, rest) = words.split_at(words.iter().position(|&word| word == ">=").expect("a constraint"));
    let (mut row, mut total) = ("@negated".to_owned(), 0);
    for term in terms.chunks(2) {
        total += term[0].parse::<i64>().expect("a number");
        let literal = term[1].strip_prefix('~').map_or_else(|| format!("~{}", term[1]), Into::into);
        write!(row, " {} {literal}", term[0]).expect("a string");
    }
    format!("{row} >= {} ;\n", total + 1 - rest[1].parse::<i64>().expect("a number"))
}

#[test]
fn accepted_steps_hold_although_others_are_copied_and_deleted() {
    let puzzle = "grid 4x4 boxes 2x2\nrule rows\nrule columns\nrule boxes\nrule cage 6: r1c2 r1c3 r2c3\n\
        rule sum = 7: r3c1 r3c2 r3c3\nclues . . . . . . . . . . . . . . . .";
    let text = formula(puzzle, "").expect("a puzzle");
    let mut accepted_count = 0;
    for seed in 0..3 {
        let mut known = Vec::new();
        let mut accepted = String::new();
        for (number, (step, _)) in random_steps(&text, seed, 100).into_iter().enumerate() {
            let step = format!("@s{number} {step}");
            if Case::steps(puzzle, &format!("{accepted}{step}"), "conclusion NONE ;").verify().is_err() {
                continue;
            }
            let mut prover = Prover::read(&format!("{text}{}", negated(&step[step.find("rup").unwrap()..])));
            assert!(prover.search().is_none(), "{accepted}{step}");
            accepted_count += 1;
            accepted.push_str(&step);
            known.push(number);
            if number % 3 == 0 {
                writeln!(accepted, "@c{number} pol @s{} ;", known[known.len() / 2]).expect("a string");
            }
            if number % 2 == 0 {
                let gone = known.swap_remove(number % known.len());
                writeln!(accepted, "del id @s{gone} ;").expect("a string");
            }
        }
    }
    assert!(accepted_count > 60, "{accepted_count}");
}
