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
    ("thermo: r1c3 r2c2 r3c4", 1),
    ("slow-thermo: r1c2 r2c3 r3c4 r4c1", 11),
    ("renban: r1c2 r2c2 r3c3", 6),
    ("renban: r1c2 r1c3 / r2c2 r3c3", 3),
    ("white-dot: r1c2 r2c3 / r3c3 r3c4", 2),
    ("black-dot: r1c2 r1c3 r2c3", 8),
    ("difference 2: r1c2 r2c2", 12),
    ("ratio 3: r2c2 r2c3", 3),
    ("v: r2c2 r2c3", 6),
    ("pair-sum 6: r1c2 r2c3", 3),
    ("greater: r1c2 r2c2", 12),
    ("whisper 2: r1c2 r2c2 r3c3", 4),
    ("nabner: r1c2 r2c3", 9),
    ("palindrome: r1c2 r2c2 r3c3 r4c4", 2),
    ("anti-knight", 2),
    ("strict-sum 6", 1),
    ("pairs a=b+1 or a+b=5: r1c2 r2c2 r3c3", 1),
    ("pairs table 6 8 1 3: r1c2 r2c3 r3c3", 1),
    ("all-pairs a!=b: r1c2 r2c2 r3c3", 12),
    ("where a%2=1 or a=lo+1: r1c2 r2c3", 12),
    ("one-of 1 3: r2c2 r2c3", 3),
    ("odd: r2c2", 6),
    ("even: r1c2 r3c3", 10),
    ("contains 2 3: r1c2 r2c3 r3c3 r4c4", 8),
    ("contains-exactly 2 2: r1c2 r2c3 r3c4", 3),
    ("quadruple 2 3 3: r1c2 r1c3 r2c2 r2c3", 1),
    ("or [thermo: r1c2 r2c2] [cage 7: r2c3 r3c3]", 13),
    ("or [cage 5: r1c2 r1c3] [and [odd: r2c2] [renban: r2c3 r3c3]]", 6),
    ("or [cage 9: r1c2 r1c3] [greater: r2c2 r2c3]", 18),
    ("and [thermo: r1c2 r2c2] [whisper 2: r2c3 r3c3]", 7),
    ("automaton ^1-2>1,3-4>0 *1-4>1: r1c2 r2c2 r3c3 r4c4", 22),
    ("automaton ^1>0,2>1,3>2,4>0 *2-4>2 1+3>1,4>0: r1c2 r2c2 r3c3 r4c4", 5),
    ("same-digits: r1c2 r2c2 / r3c3 r4c3", 8),
    ("same-digits 2: r1c2 r2c3 r3c4 r4c3", 2),
    ("same-digits 2: r1c2 r2c3", 12),
    ("all-different: r1c2 r2c3 r3c1", 6),
    ("rellik-cage 6: r1c2 r2c3", 12),
    ("pill-arrow 2: r1c1 r1c2 r2c3 r3c3 r3c4 r4c4 r4c2", 2),
    ("full-rank 2: r1c1 r1c2 r1c3 r1c4", 2),
    ("full-rank 4: r1c1 r1c2 r1c3 r1c4", 4),
    ("connected 3 4: r2c1 r2c2 r2c3 r2c4 r3c1 r3c2 r3c3 r3c4", 1),
    ("connected 1 2 size 3: r2c2 r2c3 r3c2 r3c3", 2),
    ("not [all-different: r1c2 r2c3 r3c4]", 18),
    ("not [thermo: r1c2 r2c2 r3c3]", 24),
    ("not [sum = 5: r1c2 r2c3]", 18),
    ("not [sum >= 5: r1c2 r2c3]", 9),
    ("not [white-dot: r1c2 r2c3]", 21),
    ("not [odd: r1c2 r2c3] [pairs a<b: r2c2 r3c3]", 24),
    ("not [contains 2 3: r1c2 r2c3 r3c3 r4c4]", 16),
    ("not [cage 5: r1c2 r2c3]", 18),
    ("low: r2c2 r2c3", 3),
    ("high: r1c2", 18),
    ("minimum: r2c3", 12),
    ("maximum: r2c3", 6),
    ("average-arrow: r2c2 r1c2 r3c3", 1),
    ("successor-arrow: r1c2 r2c3 r3c3", 5),
    ("odd-lots: r1c2 r2c2 r2c3 r3c4", 2),
    ("even-lots: r1c2 r2c2 r2c3 r3c3 / r3c3 r4c3 r2c3", 1),
    ("clone: r1c2 r2c2 / r3c3 r4c3", 4),
    ("zipper: r1c2 r2c3 r3c3 r2c2", 2),
    ("modular 2: r1c2 r2c3 r3c3", 8),
    ("entropic: r1c2 r2c2 r2c3", 12),
    ("windows 3 half(a) + third(a): r1c2 r2c2 r2c3", 12),
    ("windows 5 a%2+2*(a>2): r1c2 r2c2 r2c3", 12),
    ("windows 2 a%2: r1c2 r2c2 r2c3 / r3c3 r3c4", 4),
    ("anti-diagonal-consecutive", 1),
    ("knightmare", 4),
    ("strict-difference 2: r1c2 r2c2", 1),
    ("global-modular 2", 20),
    ("all-classes a%3: r1c2 r2c3 r3c4", 2),
    ("taxicab 3", 2),
    ("between: r1c2 r2c2 r3c3", 5),
    ("lockout 2: r1c2 r2c3 r3c3", 2),
    ("cage-sums 4 7: r1c2 r2c3", 3),
    ("digital-root-cage 7: r1c2 r2c3 r3c3", 2),
    ("parity-cage odd: r1c2 r2c3 r3c3", 2),
    ("product-cage 12: r1c2 r2c3 r3c3", 2),
    ("equality-cage: r1c2 r2c3 r3c1 r4c4", 2),
    ("difference-cage 1: r1c2 r2c3 r3c3", 2),
    ("quotient-cage 2: r1c2 r2c3 r3c3", 2),
    ("product 12: r1c2 r2c3 r3c3", 3),
    ("look-and-say 12 21: r1c2 r2c3 r3c3 r4c4", 3),
    ("count 1 3 = 2: r1c2 r2c3 r3c3 r4c4", 9),
    ("count 1 3 > 2: r1c2 r2c3 r3c3 r4c4", 6),
    ("count-is 2 3: r3c3 / r1c2 r2c2 r2c3 r4c2", 7),
    ("count-where a>2: r2c2 / r1c2 r2c3 r3c3", 5),
    ("count-distinct: r2c2 r1c2 r2c3 r3c3", 6),
    ("distinct = 2: r1c2 r2c3 r3c3 r4c4", 8),
    ("distinct != 3: r1c2 r2c3 r3c3 r4c4", 10),
    ("counting-circles: r1c2 r2c3 r3c3 r4c4", 1),
    ("same-regions", 24),
    ("row-index: r1c2 r2c3", 6),
    ("column-index: r2c3 r3c3", 4),
    ("box-index: r2c2 r3c3", 9),
    ("index-line: r1c2 r2c3 r3c3 r3c4", 2),
    ("value-index: r2c2 r2c3 r3c3 r3c4 r4c4", 6),
    ("regex (1|[23])[^3].*: r1c2 r2c3 r3c3", 9),
    ("regex 2{1,2}3?(14|.)+: r1c2 r2c3 r3c3 r4c4", 6),
    ("automaton ^1-2>0,3-4>1 *3-4>1,/>0: r1c2 r2c3 / r2c2 r3c3", 2),
    ("automaton ^*1-2>1 ^*3-4>0: r1c2 r2c3 r3c3", 8),
    ("sandwich 2: r2c1 r2c2 r2c3 r2c4", 3),
    ("sandwich 3: r1c2 r3c2 r3c3", 3),
    ("lunchbox 3: r2c2 r3c1 r3c3", 3),
    ("x-sum 6: r2c1 r2c2 r2c3 r2c4", 9),
    ("skyscraper 2: r2c4 r2c3 r2c2 r2c1", 12),
    ("skyscraper-is: r2c3 / r1c2 r2c2 r3c3", 9),
    ("hidden-skyscraper 2: r2c1 r2c2 r2c3 r2c4", 9),
    ("numbered-room 3: r2c1 r2c2 r2c3 r2c4", 6),
    ("full-rank 3 any: r1c1 r1c2 r1c3 r1c4", 13),
    ("full-rank-different", 8),
    ("region-sum: r2c2 r1c2 r2c3 r1c4", 4),
    ("sum-line 4: r1c2 r2c3 r3c3", 3),
    ("sum-loop 5: r1c2 r1c3 r2c3 r2c2", 4),
    ("pill-arrow 1: r1c2 r2c3 r3c3", 1),
    ("ladder: r1c2 r2c3 r3c4", 6),
    ("sum != 5: r1c2 r2c3", 18),
    ("sum-of a*b = 12: r1c2 r2c2 / r2c3 r3c3", 3),
    ("sum-of |a-b| >= 3: 2*r1c2 -r2c2 / r2c3 r3c3", 8),
    ("connected 1 3: r2c1 r2c2 r2c3 r3c1 r3c2 r3c3", 2),
    ("marked-different: r1c2 r2c2 r3c3 / r3c4 r4c4 r2c3", 22),
    ("or [sandwich 2: r2c1 r2c2 r2c3 r2c4] [renban: r1c2 r2c3 r3c3] [distinct = 2: r1c2 r2c3 r3c3 r4c4]", 10),
];

/// Puzzles of other shapes, with the number of their solutions.
const PUZZLES: &[(&str, usize)] = &[
    ("grid 2x3 digits 1-4\nrule anti-king\nclues 1 2 . . . .", 4),
    ("grid 2x3 digits 1-3\nrule strict-xv: r1c1 r1c2\nclues 2 3 . . . .", 14),
    ("grid 2x3 digits 1-4\nrule non-consecutive: r1c1 r1c2\nclues 1 2 . . . .", 14),
    ("grid 2x3 digits 1-5\nrule strict-kropki: r1c1 r1c2\nclues 1 2 . . . .", 22),
    ("grid 2x3 digits 1-3\nrule global-entropy\nclues 1 2 . . . .", 22),
    ("grid 2x3 digits 1-3\nrule anti-taxicab\nclues 1 2 . . . .", 6),
    ("grid 3x3\nrule rows\nrule columns\nrule dutch-flatmates\nclues . . . . . . . . .", 6),
    (
        "grid 3x3 digits 1-9\nrule magic-square: r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3\n\
         clues . . . . . . . . .",
        8,
    ),
    (
        "grid 2x2 digits 0-4 extra 4\nrule chaos 2: v1 v2 v3 v4\nrule chaos-count 0: r1c1 / v1 v2 v3\n\
         rule chaos-arrow 1: r1c2 / v1 v2 / v1 v3\nclues . . 0 1 . . . .",
        1,
    ),
    (
        "grid 3x3 digits 1-3\nrule yin-yang 3: r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3\n\
         clues 1 . . . . . . . .",
        17,
    ),
    (
        "grid 3x4 digits 0-1\nrule one-loop 4: r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4 r3c1 r3c2 r3c3 r3c4\n\
         clues . . . . . . . . . . . .",
        9,
    ),
    (
        "grid 4x4 boxes 2x2 digits 0-4 extra 12\nrule rows\nrule columns\nrule boxes\n\
         rule doppelganger: v1 v2 v3 v4 / v5 v6 v7 v8 / v9 v10 v11 v12\n\
         clues 0 1 2 3 . . . . . . . . . . . . . . . . . . . . . . . .",
        8,
    ),
    (
        "grid 2x3 digits 1-3 extra 6\nrule rows\nrule chaos 3: v1 v2 v3 v4 v5 v6\nclues 1 2 . . . 1 . . . . . .",
        5,
    ),
    (
        "grid 3x3 digits 1-3 extra 9\nrule rows\nrule columns\nrule chaos 3: v1 v2 v3 v4 v5 v6 v7 v8 v9\n\
         clues 1 2 . . . . . . . . . . . . . . . .",
        12,
    ),
    (
        "grid 3x3 digits 0-1\nrule cave 3: r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3\n\
         clues . 1 . 0 0 . 1 . .",
        22,
    ),
    (
        "grid 2x2 digits 0-2 extra 8\nrule schroedinger: v1 v2 v3 v4 / v5 v6 v7 v8\n\
         rule schroedinger-sum 3: r1c1 r2c1 / v5 v7\nclues . . . . . . . . . . . .",
        6,
    ),
    ("grid 2x2 extra 4\nrule rows\nrule modifiers: v1 v2 v3 v4\nclues . . . . . . . .", 4),
    (
        "grid 2x2 digits 0-2 extra 4\nrule rows\nrule columns\nrule one-per-house: v1 v2 v3 v4\n\
         rule where a<=lo+1: v1 v2 v3 v4\nrule doubler-sum 4: r1c1 r1c2 / v1 v2\nclues . . . . . . . .",
        12,
    ),
    (
        "grid 3x3 digits 1-2\nrule grid at r2c2 2x2 boxes 1x2\nrule one-of 1: r1c1 r1c2 r1c3 r2c1 r3c1\n\
         clues . . . . . . . . .",
        2,
    ),
];

/// A 4x4 puzzle with a rule. Without the rule, it has 24 solutions.
fn puzzle(rule: &str) -> String {
    let houses = "rule rows\nrule columns\nrule boxes";
    format!("grid 4x4 boxes 2x2\n{houses}\nrule {rule}\nclues 1 . . . . . . . . . . . 4 . . .")
}

/// Proofs of all rules, which the published checker also reads.
pub(crate) fn cases() -> impl Iterator<Item = (usize, Case)> {
    let rules = RULES.iter().map(|&(rule, count)| (puzzle(rule), count));
    let all = rules.chain(PUZZLES.iter().map(|&(text, count)| (text.to_owned(), count)));
    all.map(|(text, count)| (count, Case::prove(&text, 24)))
}

#[test]
fn every_rule_has_its_solutions() {
    for (count, case) in cases() {
        let expected = if count == 1 { Proven::Unique } else { Proven::Exactly(count) };
        assert_eq!(case.verify(), Ok(expected), "{}", case.puzzle);
        // Without its last rule, the puzzle has another formula.
        let end = case.puzzle.rfind("\nclues").expect("clues");
        let start = case.puzzle[..end].rfind("\nrule").expect("a rule");
        let puzzle = case.puzzle[..start].to_owned() + &case.puzzle[end..];
        let other = Case { puzzle, ..case };
        assert!(other.verify().is_err(), "{}", other.puzzle);
    }
}

/// The meaning of rules is independent of their rows: of the solutions without a rule, it accepts as many as there are.
#[test]
fn other_solutions_are_rejected() {
    let all = Case::prove(&puzzle("group all: r1c1"), 24).solutions;
    assert_eq!(all.lines().count(), 24);
    for &(rule, count) in RULES {
        let text = puzzle(rule);
        let accepted = all.lines().filter(|line| arcdoku_verify::formula(&text, line).is_ok());
        assert_eq!(accepted.count(), count, "{rule}");
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
        "regex (12: r1c1 r1c2",
        "regex 1{2,1}: r1c1 r1c2",
        "regex 12: r1c1",
        "automaton ^1>0,/>2: r1c1",
        "sandwich 20: r1c1 r1c2 r1c3 r1c4",
        "skyscraper 5: r1c1 r1c2 r1c3 r1c4",
        "value-index: r1c1 r1c2",
        "sum-of a+ = 3: r1c1 / r1c2",
        "sum-of a = 3: r1c1 r1c2 / r1c3",
        "windows 1 a: r1c1 r1c2",
        "full-rank 17: r1c1 r1c2 r1c3 r1c4",
        "full-rank 2: r1c1 r1c2",
        "full-rank 2 all: r1c1 r1c2 r1c3 r1c4",
        "connected 5: r1c1 r1c2",
        "connected 1 width 0: r1c1 r1c2",
        "connected 1 size -1: r1c1 r1c2",
        "look-and-say -1x2: r1c1 r1c2",
        "magic-square: r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3 r4c4",
        "automaton ^*3-1>0: r1c1",
        "automaton ^^*1-4>0: r1c1",
        "connected 1 size 3: r1c1 r1c2",
        "chaos 4: r1c1 r1c2",
        "yin-yang 3: r1c1 r1c2",
        "cave 0: r1c1 r1c2",
        "marked-different: r1c1 r1c2 / r2c1",
        "chaos-arrow 0: r1c1 / r1c2 r1c3 / r1c3 r1c4",
        "count 1 = 3: r1c1 r1c2",
        "difference-cage 1: r1c1 r1c2 r1c3 r1c4 r2c1",
        "dutch-flatmates",
        "doppelganger: r1c1 / r1c2 / r1c3",
        "schroedinger: r1c1 / r1c2",
        "magic-square: r1c1 r1c2 r1c3",
        "taxicab 0",
        "sum-loop 1001: r1c1 r1c2",
        "grid at r2c2 4x4",
        "grid at r1c1 2x2 extra 3",
        "not [group a: r1c1]",
        "not [distinct = 2: r1c1 r1c2]",
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

/// The rows of one constraint, of all lists, and of all rules have a limit.
#[test]
fn rules_that_are_too_large_are_rejected() {
    let one = format!("rule between: {}", "r1c1 ".repeat(400));
    let lists = format!("rule between: r1c1 r1c2{}", " / r1c1 r1c1 r1c2".repeat(400));
    let rules = "rule between: r1c1 r1c1 r1c2\n".repeat(400);
    for rules in [one, lists, rules] {
        let text = format!("grid 1x2 digits 1-64\n{}\nclues . .", rules.trim());
        let defect = arcdoku_verify::formula(&text, "").expect_err("a puzzle that is too large");
        assert!(defect.reason.contains("too many rows"), "{defect}");
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
