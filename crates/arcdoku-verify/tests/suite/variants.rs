//! Rules of variants: proofs of the numbers of solutions, with counts from the solver of arcdoku.

use arcdoku_verify::Proven;

use crate::prover::Case;

/// Rules, and the number of solutions of the puzzle below with each.
const RULES: &[(&str, usize)] = &[
    ("cage 6: r1c2 r1c3", 9),
    ("cage 7: r2c2 r2c3 r3c3", 7),
    ("cage 10: r1c2 r2c3 r3c1 r4c4", 2),
    ("sum = 7: r1c2 r2c2 r3c3", 3),
    ("sum >= 8: r1c2 2*r2c3 -r3c3", 7),
    ("sum < 6: r1c2 r2c3 r2c3", 6),
    ("arrow: r2c2 r1c2 r2c3", 6),
    ("little-killer 6: r1c2 r2c3 r3c4", 6),
    ("equal-sums: r1c2 / r2c3 / r3c4", 6),
    ("equal-sums: r1c2 r2c2 / r3c3 r4c4", 4),
    ("thermo: r1c2 r2c3 r3c4", 0),
    ("slow-thermo: r1c2 r2c3 r3c4 r4c1", 11),
    ("renban: r1c2 r2c2 r3c3", 6),
    ("renban: r1c2 r1c3 / r2c2 r3c3", 3),
    ("white-dot: r1c2 r2c3 / r3c3 r3c4", 2),
    ("black-dot: r1c2 r1c3 r2c3", 8),
    ("difference 2: r1c2 r2c2", 12),
    ("ratio 3: r1c3 r2c1", 0),
    ("v: r1c2 r2c2", 0),
    ("pair-sum 6: r1c2 r2c3", 3),
    ("greater: r1c2 r2c2", 12),
    ("whisper 2: r1c2 r2c2 r3c3", 4),
    ("nabner: r1c2 r2c3 r3c3", 0),
    ("palindrome: r1c2 r2c2 r3c3 r4c4", 2),
    ("anti-king", 0),
    ("anti-knight", 2),
    ("non-consecutive: r1c1 r1c2 / r3c3 r3c4 / r1c2 r2c2 / r2c2 r2c3 / r1c3 r1c4 / r4c1 r4c2", 0),
    ("strict-xv: r1c2 r2c2", 0),
    ("strict-sum 6", 1),
    ("pairs a=b+1 or a+b=5: r1c2 r2c2 r3c3", 1),
    ("pairs table 6 8 1 3: r1c2 r2c3 r3c3", 1),
    ("all-pairs a!=b: r1c2 r2c2 r3c3", 12),
    ("where a%2=1 or a=lo+1: r1c2 r2c3", 12),
    ("one-of 1 3: r2c2 r2c3", 3),
    ("odd: r2c2", 6),
    ("even: r1c2 r3c3", 10),
    ("contains 2 3: r1c2 r2c3 r3c3 r4c4", 8),
    ("contains-exactly 2 2: r1c2 r2c3 r3c3 r4c4", 0),
    ("quadruple 1 2 2: r2c2 r2c3 r3c2 r3c3", 0),
    ("or [thermo: r1c2 r2c2] [cage 7: r2c3 r3c3]", 13),
    ("or [cage 5: r1c2 r1c3] [and [odd: r2c2] [renban: r2c3 r3c3]]", 6),
    ("or [cage 9: r1c2 r1c3] [greater: r2c2 r2c3]", 18),
    ("and [thermo: r1c2 r2c2] [whisper 2: r2c3 r3c3]", 7),
    ("automaton ^1-2>1,3-4>0 *1-4>1: r1c2 r2c2 r3c3 r4c4", 22),
    ("automaton ^1>0,2>1,3>2,4>0 *2-4>2 1+3>1,4>0: r1c2 r2c2 r3c3 r4c4", 5),
    ("same-digits: r1c2 r2c3 / r3c4 r4c2", 0),
    ("same-digits 2: r1c2 r2c3 r3c4 r4c3", 2),
    ("same-digits 2: r1c2 r2c3", 12),
    ("all-different: r1c2 r2c3 r3c1", 6),
];

/// A 4x4 puzzle with a rule. Without the rule, it has 24 solutions.
fn puzzle(rule: &str) -> String {
    let houses = "rule rows\nrule columns\nrule boxes";
    format!("grid 4x4 boxes 2x2\n{houses}\nrule {rule}\nclues 1 . . . . . . . . . . . 4 . . .")
}

/// Proofs of all rules, which the published checker also reads.
pub(crate) fn cases() -> impl Iterator<Item = (usize, Case)> {
    RULES.iter().map(|&(rule, count)| (count, Case::prove(&puzzle(rule), 24)))
}

#[test]
fn every_rule_has_its_solutions() {
    for (count, case) in cases() {
        let expected = match count {
            0 => Proven::NoSolution,
            1 => Proven::Unique,
            _ => Proven::Exactly(count),
        };
        assert_eq!(case.verify(), Ok(expected), "{}", case.puzzle);
    }
}

/// Two cells with the values 0 to 4, or 1 to 5, and a condition.
fn pairs(condition: &str, least: i64) -> Result<usize, String> {
    let most = least + 4;
    let text = format!("grid 1x2 digits {least}-{most}\nrule pairs {condition}: r1c1 r1c2\nclues . .");
    let formula = arcdoku_verify::formula(&text, "").map_err(|defect| defect.reason)?;
    // The checker accepts exactly the solutions that the condition allows.
    let values = || least..=most;
    let solutions = values().flat_map(|a| values().map(move |b| format!("{a} {b}\n")));
    let solutions: Vec<String> =
        solutions.filter(|line| arcdoku_verify::formula(&text, line).is_ok()).collect();
    let all = solutions.concat();
    let proof = Case::prove(&text, 25);
    assert_eq!(proof.solutions.lines().count(), solutions.len(), "{condition}: {formula}");
    assert!(arcdoku_verify::formula(&text, &all).is_ok());
    Ok(solutions.len())
}

#[test]
fn expressions() {
    type Holds = fn(i64, i64) -> bool;
    let conditions: [(&str, Holds); 17] = [
        ("|a-b|>=3", |a, b| (a - b).abs() >= 3),
        ("a=2b or b=2a", |a, b| a == 2 * b || b == 2 * a),
        ("a = 2 * b or b=2*a", |a, b| a == 2 * b || b == 2 * a),
        ("a+b=2(lo+1)", |a, b| a + b == 4),
        ("a%3!=b%3 and a<b", |a, b| a % 3 != b % 3 && a < b),
        ("not (a<b or a>b)", |a, b| a == b),
        ("not a<b", |a, b| a >= b),
        ("not not a<b", |a, b| a < b),
        ("a-1=-(-b)/2-1 and b!=hi", |a, b| a == b / 2 && b != 5),
        ("lo<=a<b<=n", |a, b| a < b),
        ("lo<a<b<hi", |a, b| 1 < a && a < b && b < 5),
        ("a/(b-b)=1 or a/(b-1)=1 and not not b=2", |a, b| b == 2 && a == 1),
        ("a-b-1=1", |a, b| a - b == 2),
        ("a-(b-1)=1", |a, b| a == b),
        ("|a-|b-a||=1", |a, b| (a - (b - a).abs()).abs() == 1),
        ("10a+b>34 and a*b*1<20", |a, b| 10 * a + b > 34 && a * b < 20),
        ("a+b", |_, _| true),
    ];
    for (text, holds) in conditions {
        let expected =
            (1..=5).flat_map(|a| (1..=5).map(move |b| (a, b))).filter(|&(a, b)| holds(a, b)).count();
        assert_eq!(pairs(text, 1), Ok(expected), "{text}");
    }
    assert_eq!(pairs("a=b+lo", 0), Ok(5));
    let deep = format!("{}a=b{}", "(".repeat(40), ")".repeat(40));
    for text in
        ["a<", "a=b c", "|a-b", "(a=b", "a=99999999999999999999", "a==b", "c=1", &deep, &"-".repeat(99)]
    {
        assert!(pairs(text, 1).is_err(), "{text}");
    }
}

#[test]
fn rules_that_do_not_fit_are_rejected() {
    let rules = [
        "cage: r1c1 r1c2",
        "cage 5 6: r1c1 r1c2",
        "cage x: r1c1 r1c2",
        "cage 5: r1c1 r1c1",
        "cage 99: r1c1 r1c2",
        "cage 5:",
        "cage 5: r1c1 / ",
        "cage 5: -r1c1 r1c2",
        "sum = 5: 9999999*r1c1",
        "sum 5: r1c1",
        "sum ~ 5: r1c1",
        "thermo 3: r1c1 r1c2",
        "or",
        "or [cage 99: r1c1 r1c2]",
        "or thermo",
        "or [nothing: r1c1]",
        "automaton 1>2: r1c1",
        "automaton ^1>7: r1c1",
        "automaton ^*7>0: r1c1",
        "automaton ^1>0: r1c1",
        "pairs table 1 2 4: r1c1 r1c2",
        "pairs table 1 2 4 18: r1c1 r1c2",
        "same-digits 3: r1c1 r1c2",
        "same-digits 0: r1c1 r1c2",
        "same-digits -1: r1c1",
        "same-digits: r1c1 / r1c2 r1c3",
        "renban: r1c1 r1c2 r2c1 r2c2 r3c3",
        "whisper 1 2: r1c1 r1c2",
        "pair-sum: r1c1 r1c2",
        "white-dot 1: r1c1 r1c2",
        "contains 5: r1c1",
        "contains 1 1: r1c1",
        "regions 11112222",
        "thermo: r1c1 r1c2 / r2c1 r2c2",
        "cage 5: r1c1 / r1c2",
        "sum = 5: r1c1 | r1c2",
        "all-different: r1c1 / r1c2",
        "automaton ^*1-4>0: r1c1 / r1c2",
        "anti-knight: r1c1",
        "or [odd: r1c1]: r1c1",
        "rows (anything",
        "rows [columns]",
        "group a]: r1c1",
        "or [odd: r1c1] [even: r1c2",
        "windoku: r1c1",
        "sum = 99999999999: r1c1",
        "arrow: r9c9 r1c1",
        "x: r1c1 r1c2",
        ": r1c1",
        "",
    ];
    for rule in rules {
        assert!(arcdoku_verify::formula(&puzzle(rule), "").is_err(), "{rule}");
    }
    let nested = format!("{}odd: r1c1{}", "or [".repeat(2000), "]".repeat(2000));
    let pairs = format!("all-pairs a!=b: {}", "r1c1 r1c2 ".repeat(600));
    let states = format!("automaton ^*1-4>0{}: r1c1", " *1-4>0".repeat(1 << 16));
    for rule in [nested, pairs, states] {
        assert!(arcdoku_verify::formula(&puzzle(&rule), "").is_err());
    }
}

/// Branches with more values than cells are not in the formula.
#[test]
fn impossible_branches() {
    for name in ["contains", "contains-exactly", "quadruple"] {
        let rule = format!("or [{name} 1 2: r1c2] [odd: r2c2] [even: r2c3]");
        let formula = |rule: &str| arcdoku_verify::formula(&puzzle(rule), "").expect("a puzzle");
        assert_eq!(formula(&rule), formula("or [odd: r2c2] [even: r2c3]"));
    }
}
