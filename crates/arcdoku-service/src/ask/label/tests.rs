//! Replies about labelling problems.

use arcdoku_wire::LabelReply;

use arcdoku_wire::question::{ModelForm, Question as _, ScoreKind, SemiringChoice};

use super::*;
use crate::cancel::Cancel;
use crate::input::Plan;
use crate::output::Transcript;

/// A puzzle of 4x4 with one solution.
const PUZZLE: &str = "1.....3..4.....2";

fn asking(semiring: &str, method: LabelMethod) -> Label {
    let options = serde_json::json!({ "semiring": semiring, "method": method.name() });
    Label::from_options(options.as_object().unwrap()).unwrap()
}

fn reply_to(question: &Label, input: Input) -> LabelReply {
    super::reply_to(question, &Bounds::of(&question.limits, &Cancel::default()), input)
}

fn ask(text: &str, semiring: &str, method: LabelMethod) -> LabelReply {
    reply_to(&asking(semiring, method), Input::text(text, Plan::default()))
}

fn value(text: &str, semiring: &str, method: LabelMethod) -> String {
    let reply = ask(text, semiring, method);
    assert_eq!(reply.outcome, None, "{semiring} {}", method.name());
    reply.value.unwrap()
}

/// Runs a question. Returns the answers, the errors, and the status.
fn ran(question: &Label, format: ReplyFormat, text: &str) -> (String, Vec<String>, Status) {
    let mut output = Transcript::default();
    let status = run(
        question,
        &Bounds::of(&question.limits, &Cancel::default()),
        format,
        Input::text(text, Plan::default()),
        &mut output,
        &mut |_, _| Ok(()),
    );
    (output.text, output.errors, status.unwrap())
}

/// The puzzle with costs from a function of cell and digit, both from 0.
fn priced(puzzle: &str, cost: impl Fn(usize, usize) -> String) -> String {
    let row = |cell| format!("[{}]", (0..4).map(|digit| cost(cell, digit)).collect::<Vec<_>>().join(","));
    let rows: Vec<String> = (0..16).map(row).collect();
    format!("{{\"puzzle\":\"{puzzle}\",\"costs\":[{}]}}\n", rows.join(","))
}

#[test]
fn methods_agree_on_every_semiring() {
    use LabelMethod::{Auto, Decompose, Eliminate, Search, Sweep};
    let text = priced("1...............", |cell, digit| ((cell * 7 + digit * 5) % 11).to_string());
    for (semiring, methods) in [
        ("boolean", &[Auto, Search, Sweep][..]),
        ("count", &[Auto, Search, Sweep, Eliminate, Decompose]),
        ("min-cost", &[Auto, Search, Sweep]),
        ("max-gain", &[Auto, Search, Sweep]),
        ("cost-and-count", &[Auto, Sweep]),
        ("provenance", &[Auto, Sweep]),
    ] {
        let values: Vec<String> = methods.iter().map(|&method| value(&text, semiring, method)).collect();
        assert!(values.iter().all(|value| *value == values[0]), "{semiring}: {values:?}");
    }
    assert_eq!(value(&text, "count", Auto), "72");
    // The k lowest costs, and the sum of all weights from them.
    let best = ask(&text, "k-best=100", Search);
    assert_eq!(best.labellings.len(), 72);
    let costs: Vec<i64> = best.labellings.iter().map(|best| best.cost.as_i64().unwrap()).collect();
    assert!(costs.is_sorted());
    let listed = value(&text, "k-best=3", Sweep);
    assert_eq!(listed, costs[..3].iter().map(i64::to_string).collect::<Vec<_>>().join(" "));
    let weights: Vec<f64> = costs.iter().map(|&cost| (-cost as f64).exp()).collect();
    let all: f64 = weights.iter().sum();
    let mean = costs.iter().zip(&weights).map(|(&cost, weight)| cost as f64 * weight).sum::<f64>() / all;
    for (semiring, expected) in [("log-sum", all.ln()), ("expectation", mean), ("max-prob", weights[0])] {
        for method in [Auto, Sweep] {
            let found: f64 = value(&text, semiring, method).parse().unwrap();
            assert!(
                (found - expected).abs() < 1e-9 * expected.abs().max(1.0),
                "{semiring}: {found}, {expected}"
            );
        }
    }
    assert!(ask(&text, "log-sum", Search).exact, "these are all labellings");
}

#[test]
fn marginals_are_shares_or_costs() {
    let mut question = asking("count", LabelMethod::Auto);
    question.marginals = true;
    let counted = reply_to(&question, Input::text("1...............", Plan::default()));
    assert_eq!(counted.marginals[0], ["72", "0", "0", "0"]);
    assert_eq!(counted.shares[0][0].as_f64(), Some(1.0));
    let sum: f64 = counted.shares[1].iter().filter_map(serde_json::Number::as_f64).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    question.semiring = SemiringChoice::of(LabelSemiring::LogSum);
    let text = priced(PUZZLE, |_, digit| digit.to_string());
    let weighed = reply_to(&question, Input::text(text, Plan::default()));
    assert!(
        weighed.shares.iter().all(|of_cell| of_cell
            .iter()
            .filter(|share| share.as_f64() == Some(1.0))
            .count()
            == 1)
    );
    // Search gives the same marginals as tables.
    let text = priced("1...............", |cell, digit| ((cell * 3 + digit * 7) % 5).to_string());
    question.semiring = SemiringChoice::of(LabelSemiring::MinCost);
    let searched = reply_to(&question, Input::text(text.clone(), Plan::default()));
    question.by.method = LabelMethod::Sweep;
    let swept = reply_to(&question, Input::text(text, Plan::default()));
    assert_eq!(searched.marginals.len(), 16);
    let finite = |reply: &LabelReply| {
        let costs = reply.marginals.iter().flatten();
        costs.map(|cost| cost.parse::<i64>().ok()).collect::<Vec<_>>()
    };
    assert_eq!(finite(&searched), finite(&swept));
    assert!(swept.labellings.is_empty() && !searched.labellings.is_empty());
    assert!(picture_of(&searched).contains("class=\"share\""));
}

fn picture_of(reply: &LabelReply) -> String {
    let mut svg = String::new();
    let question = asking("min-cost", LabelMethod::Auto);
    let input = Input::text("1...............", Plan::default());
    let problems =
        problem::each(&question, &Bounds::default(), input, &mut Transcript::default(), &mut |_, problem| {
            svg = picture(&problem, reply).unwrap();
            Ok(ControlFlow::Break(Status::Fine))
        });
    problems.unwrap();
    svg
}

#[test]
fn only_one_problem_is_expected() {
    let only_value = |text: String| {
        reply_to_only(
            &asking("count", LabelMethod::Auto),
            &Bounds::default(),
            Input::text(text, Plan::default()),
        )
        .map(|reply| reply.value)
    };
    assert_eq!(only_value(PUZZLE.to_owned()), Ok(Some("1".to_owned())));
    assert_eq!(only_value(format!("{PUZZLE}\n{PUZZLE}\n")), Err("several problems"));
    assert_eq!(only_value(".1 .9\n".repeat(8)), Err("several problems"), "two tables of scores");
    assert_eq!(only_value("1 0 0 0 .\n".to_owned()), Ok(None), "what cannot be read is a problem");
    let nothing = Input { sources: Vec::new(), plan: std::sync::Arc::default() };
    assert_eq!(reply_to_only(&Label::default(), &Bounds::default(), nothing).err(), Some("no problem"));
}

#[test]
fn scores_are_grids_of_any_number() {
    // Digit d of cell c has the highest score if a Latin square with boxes has it there.
    let grid = "1234341221434321";
    let row = |digit: char| {
        let scores = (1..=4).map(|d| if char::from(b'0' + d) == digit { "-.1" } else { "-2.5" });
        scores.collect::<Vec<_>>().join(",")
    };
    let table: String = grid.chars().map(|digit| row(digit) + "\n").collect();
    let (text, errors, status) =
        ran(&asking("min-cost", LabelMethod::Auto), ReplyFormat::Tsv, &table.repeat(2));
    assert!(errors.is_empty() && status == Status::Fine, "{errors:?}");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!((rows.len(), rows[1][0], rows[1][1], rows[1][7]), (2, "2", "<argument>:17", grid));
    // The same table with column names, spaces, and a different meaning of the numbers.
    let named = format!("a b c d\n{}", table.replace(',', " ").replace('-', ""));
    let mut question = asking("min-cost", LabelMethod::Auto);
    question.problem.scores = ScoreKind::Cost;
    assert!(ran(&question, ReplyFormat::Text, &named).0.contains(&format!("  1.600000  {grid}")));
    // A fault ends only its own grid.
    question.problem.scores = ScoreKind::Prob;
    question.problem.form = Some(ModelForm::Scores);
    let probable = table.replace('-', "");
    let broken =
        probable.replacen("2.5", "x", 1) + &probable.replacen(",2.5", "", 1) + &probable + ".1,.2,.3,.4\n";
    let (text, errors, status) = ran(&question, ReplyFormat::Text, &broken);
    assert_eq!(status, Status::Malformed);
    assert_eq!(text.matches("min-cost").count(), 1, "{text}");
    assert_eq!(
        errors,
        [
            "<argument>:1:4: found 'x', expected a number, 0 or more",
            "<argument>:17:11: found 3 numbers, expected 4 numbers",
            "<argument>:49:12: found the end after 1 rows of a grid, expected 16 rows of 4 numbers",
        ]
    );
    for (score, kind) in [("nan", ScoreKind::Log), ("-1", ScoreKind::Prob), ("-inf", ScoreKind::Cost)] {
        question.problem.scores = kind;
        let (_, errors, _) = ran(&question, ReplyFormat::Text, &probable.replacen("2.5", score, 1));
        assert!(
            errors[0].starts_with(&format!("<argument>:1:4: found '{score}', expected a number")),
            "{errors:?}"
        );
    }
}

#[test]
fn models_of_other_programs_are_answered() {
    let text = "MARKOV 2 2 2 1 2 0 1 4 1 2 3 4";
    let reply = ask(text, "max-prob", LabelMethod::Auto);
    assert_eq!(reply.labellings[0].labels, ["1", "1"]);
    assert!((reply.value.unwrap().parse::<f64>().unwrap() - 4.0).abs() < 1e-9);
    let sum: f64 = value(text, "log-sum", LabelMethod::Auto).parse().unwrap();
    assert!((sum - 10_f64.ln()).abs() < 1e-12);
    let about: f64 = value(text, "log-sum", LabelMethod::Beliefs).parse().unwrap();
    assert!((about - sum).abs() < 1e-9, "a tree");
    let (text_reply, ..) = ran(&asking("log-sum", LabelMethod::Sample), ReplyFormat::Text, text);
    assert!(text_reply.contains("log-sum: about 2.") && text_reply.contains("95 %: 2."), "{text_reply}");
    let sampled = ask(text, "log-sum", LabelMethod::Sample);
    let end = |end: &Option<String>| end.as_ref().unwrap().parse::<f64>().unwrap();
    assert!(
        end(&sampled.low) <= sum + 0.01 && end(&sampled.high) >= sum - 0.01 && !sampled.exact,
        "{sampled:?}"
    );
    let bound: f64 = value(text, "min-cost", LabelMethod::MiniBuckets).parse().unwrap();
    assert!((bound + 4_f64.ln()).abs() < 1e-9);
    for method in [LabelMethod::Arcs, LabelMethod::Diffusion, LabelMethod::Virtual] {
        // The bound is exact because the model is a tree. The equivalent model has the same best labelling, and the
        // bound as its constant.
        let bound = ask(text, "min-cost", method);
        let found: f64 = bound.value.as_ref().unwrap().parse().unwrap();
        assert!((found + 4_f64.ln()).abs() < 1e-6 && !bound.exact && !bound.bounds.is_empty(), "{bound:?}");
        let mut output = Transcript::default();
        convert(
            &asking("min-cost", method),
            &Bounds::default(),
            LabelFormat::Cfn,
            Input::text(text, Plan::default()),
            &mut output,
        )
        .unwrap();
        let again = ask(&output.text, "min-cost", LabelMethod::Auto);
        assert_eq!(again.labellings[0].labels, ["1", "1"], "{}", output.text);
    }
    let (_, errors, status) = ran(&asking("count", LabelMethod::Auto), ReplyFormat::Text, "MARKOV 2 2 x");
    assert_eq!((errors.len(), status), (1, Status::Malformed));
    assert!(errors[0].starts_with("<argument>:1:12: found"), "{errors:?}");
    // Written and read back.
    let mut output = Transcript::default();
    let input = Input::text(PUZZLE, Plan::default());
    convert(&asking("count", LabelMethod::Auto), &Bounds::default(), LabelFormat::Wcsp, input, &mut output)
        .unwrap();
    assert_eq!(value(&output.text, "count", LabelMethod::Auto), "1");
}

#[test]
fn a_bound_excludes_costs_only_in_comparisons() {
    // Two objects with two labels that cost 0 and 1. Labellings that cost 2 or more are not counted.
    let wcsp = "x 2 2 2 2\n2 2\n1 0 0 1\n1 1\n1 1 0 1\n1 1\n";
    use LabelMethod::{Arcs, Auto, Decompose, Eliminate, MiniBuckets, Search, Sweep, Virtual};
    for (semiring, expected, methods) in [
        ("boolean", "true", &[Auto, Sweep, Eliminate][..]),
        ("count", "4", &[Auto, Search, Sweep, Eliminate, Decompose]),
        ("min-cost", "0", &[Auto, Sweep, Eliminate, Decompose, MiniBuckets, Arcs, Virtual]),
        ("k-best=4", "0", &[Search]),
        ("k-best=4", "0 1 1", &[Sweep, Eliminate]),
        ("cost-and-count", "0", &[Auto, Sweep]),
    ] {
        for &method in methods {
            assert_eq!(value(wcsp, semiring, method), expected, "{semiring} {}", method.name());
        }
    }
    assert_eq!(ask(wcsp, "k-best=4", Search).labellings.len(), 3);
    let all: f64 = [0.0_f64, 1.0, 1.0, 2.0].iter().map(|cost| (-cost).exp()).sum();
    for method in [Auto, Search, Sweep] {
        let reply = ask(wcsp, "log-sum", method);
        let found: f64 = reply.value.unwrap().parse().unwrap();
        assert!((found - all.ln()).abs() < 1e-12 && reply.exact, "{}", method.name());
    }
    // All labels cost 1, so no labelling is counted, although labellings exist.
    let none = "x 2 2 2 2\n2 2\n1 0 1 0\n1 1 1 0\n";
    for method in [Auto, Sweep, Decompose, MiniBuckets, Arcs, Virtual] {
        assert_eq!(ask(none, "min-cost", method).outcome, Some(NoAnswer::Unsatisfiable), "{}", method.name());
    }
    assert_eq!(value(none, "boolean", Auto), "true");
}

#[test]
fn large_costs_have_small_weights() {
    // The weights of these costs are below the smallest number.
    let text = priced(PUZZLE, |_, _| "100".to_owned());
    assert_eq!(value(&text, "expectation", LabelMethod::Auto), "1600");
    assert_eq!(value(&text, "log-sum", LabelMethod::Auto), "-1600");
    assert_eq!(value(&text, "max-prob", LabelMethod::Auto), "0");
    assert_eq!(value(&text, "max-prob", LabelMethod::Sweep), "0");
    let gains = priced(PUZZLE, |_, _| "-100".to_owned());
    for method in [LabelMethod::Auto, LabelMethod::Sweep] {
        assert_eq!(ask(&gains, "max-prob", method).outcome, Some(NoAnswer::Overflow));
    }
    // Whether a label is possible does not depend on its cost.
    let mut question = asking("boolean", LabelMethod::Auto);
    question.marginals = true;
    let reply = reply_to(&question, Input::text(text, Plan::default()));
    assert!(reply.shares.iter().flatten().all(|share| [Some(0.0), Some(1.0)].contains(&share.as_f64())));
}

#[test]
fn missing_answers_have_a_reason() {
    let none = priced(
        PUZZLE,
        |cell, digit| if cell == 1 && digit == 2 { "null".to_owned() } else { "0".to_owned() },
    );
    for semiring in
        ["boolean", "count", "min-cost", "k-best=2", "max-prob", "log-sum", "expectation", "provenance"]
    {
        for method in [LabelMethod::Auto, LabelMethod::Sweep] {
            let reply = ask(&none, semiring, method);
            assert_eq!((reply.outcome, reply.value), (Some(NoAnswer::Unsatisfiable), None), "{semiring}");
        }
    }
    // The reply contains the boards until a cell has no remaining digit, or rules that exclude each other.
    let mut question = asking("boolean", LabelMethod::Auto);
    question.why = true;
    let (text, errors, _) = ran(&question, ReplyFormat::Text, &none);
    assert!(
        errors[0].starts_with("<argument>:1: there is no labelling: no label is left for r1c"),
        "{errors:?}"
    );
    assert!(
        text.starts_with("<argument>:1  before arc consistency\n+") && text.contains("\nround 1: without "),
        "{text}"
    );
    let reply = reply_to(&question, Input::text(none.clone(), Plan::default()));
    assert_eq!(reply.boards[0].labels[1], ["1", "2", "4"]);
    assert!(reply.boards.last().is_some_and(|board| board.labels.iter().any(Vec::is_empty)));
    // Any two of the three objects can have different labels, but not all three. The last function is not part of the
    // contradiction.
    let differ = |scope: &str| format!("2 {scope} 0 2 0 0 1 1 1 1 ");
    let cycle =
        format!("cycle 4 2 4 1 2 2 2 2 {}{}{}2 2 3 0 1 0 0 1", differ("0 1"), differ("1 2"), differ("0 2"));
    let reply = reply_to(&question, Input::text(&*cycle, Plan::default()));
    assert_eq!((reply.outcome, reply.ran_out.len()), (Some(NoAnswer::Unsatisfiable), 0), "{reply:?}");
    let because = ["a function of x0, x1", "a function of x1, x2", "a function of x0, x2"];
    assert_eq!(reply.because, because, "{reply:?}");
    let mut small = asking("count", LabelMethod::Eliminate);
    small.by.memory = Some(Bytes(1_000_000));
    let (_, errors, status) = ran(&small, ReplyFormat::Text, PUZZLE);
    assert_eq!(status, Status::Limit);
    assert_eq!(errors, ["<argument>:1: tables of 10 objects would take 50,681,152 bytes, more than allowed"]);
    // No method is exact with this little memory, and the best labellings are not all labellings, so labellings are
    // sampled.
    let ones = " 1".repeat(1 << 17);
    let wide: String = (0..17).map(|object| format!(" {object}")).collect();
    let wide = format!("MARKOV 17{} 1 17{wide} 131072{ones}", " 2".repeat(17));
    let mut about = asking("log-sum", LabelMethod::Auto);
    about.by.memory = Some(Bytes(1000));
    let reply = reply_to(&about, Input::text(wide, Plan::default()));
    let value: f64 = reply.value.as_deref().unwrap().parse().unwrap();
    assert!(!reply.exact && (value - 17.0 * 2.0_f64.ln()).abs() < 1e-6, "{:?}", reply.value);
    assert_eq!(reply.method.as_deref(), Some("sample"));
    // The reply names the limit that left the answer incomplete.
    about.limits.nodes = Some(30);
    let reply = reply_to(
        &about,
        Input::text(
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2..............",
            Plan::default(),
        ),
    );
    assert!(!reply.exact && reply.limit == Some(arcdoku_wire::Limit::Nodes), "{reply:?}");
    let mut beliefs = asking("log-sum", LabelMethod::Beliefs);
    beliefs.limits.nodes = Some(1);
    let reply = reply_to(&beliefs, Input::text("11..............", Plan::default()));
    assert!(reply.outcome.is_none() && reply.limit.is_some(), "{reply:?}");
    let mut limited = asking("count", LabelMethod::Search);
    limited.limits.nodes = Some(1000);
    let (text, errors, status) = ran(&limited, ReplyFormat::Text, &".".repeat(81));
    assert_eq!((status, errors), (Status::Limit, vec!["<argument>:1: given up (nodes)".to_owned()]));
    assert!(text.contains("count: at least"), "{text}");
    for (costs, expected) in [
        ("3", "found no list in the field \"costs\", expected a list of 16 lists of 4 costs"),
        ("[[1]]", "found 1 lists in the field \"costs\", expected a list of 16 lists of 4 costs"),
    ] {
        let text = format!(
            "{{\"puzzle\":\"{PUZZLE}\",\"costs\":{costs}}}\n{}",
            priced(PUZZLE, |_, _| "1".to_owned())
        );
        let (text, errors, status) = ran(&asking("min-cost", LabelMethod::Auto), ReplyFormat::Json, &text);
        assert_eq!((status, errors.len()), (Status::Malformed, 1));
        assert_eq!(errors[0], format!("<argument>:1:1: {expected}"));
        let rows: Vec<LabelReply> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((rows[0].outcome, rows[1].value.as_deref()), (Some(NoAnswer::Malformed), Some("16")));
        assert!(!rows[1].other.contains_key("costs"));
    }
}

#[test]
fn semirings_have_names() {
    for (semiring, name, _) in LabelSemiring::TABLE {
        let name = if *semiring == LabelSemiring::KBest { "k-best=7" } else { name };
        let question = asking(name, LabelMethod::Auto);
        assert_eq!((question.semiring.semiring, semiring_name(&question).as_str()), (*semiring, name));
    }
    for (semiring, method, marginals) in [
        ("count", LabelMethod::Beliefs, false),
        ("log-sum", LabelMethod::MiniBuckets, false),
        ("expectation", LabelMethod::Search, false),
        ("count", LabelMethod::Decompose, true),
        ("k-best=2", LabelMethod::Auto, true),
    ] {
        let question = Label { marginals, ..asking(semiring, method) };
        assert!(check(&question).is_err(), "{semiring} {}", method.name());
    }
    for wrong in ["k-best", "k-best=0", "k-best=x", "count=2", "tropical"] {
        assert!(SemiringChoice::read(&wrong.into()).is_err(), "{wrong}");
    }
}

#[cfg(feature = "plot")]
#[test]
fn bounds_are_plotted() {
    let text = priced(&".".repeat(16), |cell, digit| ((cell * 7 + digit * 5) % 11).to_string());
    let reply = ask(&text, "min-cost", LabelMethod::Auto);
    assert!(!reply.bounds.is_empty());
    let svg = course(&reply).unwrap().plot(crate::draw::PlotFormat::Svg).unwrap();
    assert!(String::from_utf8(svg).unwrap().contains("lower bound"));
}

/// A puzzle of 9x9 with five solutions.
const FIVE: &str = ".3..7....6..195.....8....6.8...6...34....3..17...2...6.6....28....419..5....8..79";

/// The reply to a question about log Z and the share of each label.
fn shares(text: &str, method: LabelMethod) -> (LabelReply, Vec<Vec<f64>>) {
    let question = Label { marginals: true, ..asking("log-sum", method) };
    let reply = reply_to(&question, Input::text(text, Plan::default()));
    let row = |row: &Vec<serde_json::Number>| row.iter().filter_map(serde_json::Number::as_f64).collect();
    let shares = reply.shares.iter().map(row).collect();
    (reply, shares)
}

/// The same with non-integer costs.
fn real(puzzle: &str, cost: f64) -> String {
    format!("{{\"puzzle\":\"{puzzle}\",\"costs\":{}}}\n", serde_json::json!(vec![[cost; 9]; 81]))
}

#[test]
fn few_solutions_are_all_enumerated() {
    for method in [LabelMethod::Auto, LabelMethod::Search] {
        for text in [FIVE.to_owned(), real(FIVE, 0.0), real(FIVE, 0.5)] {
            let (reply, shares) = shares(&text, method);
            assert!(reply.exact && (shares[0][4] - 0.6).abs() < 1e-9, "{reply:?}");
            assert!((shares[0][8] - 0.4).abs() < 1e-9);
        }
    }
    for text in [FIVE.to_owned(), real(FIVE, 0.0), real(FIVE, 0.5)] {
        assert_eq!(ask(&text, "k-best=10", LabelMethod::Auto).labellings.len(), 5);
    }
    // The puzzle has thousands of solutions, which do not fit into a table. They must be counted as the engines count
    // them.
    let open = FIVE.replacen("195", "...", 1);
    let (reply, shares) = shares(&open, LabelMethod::Auto);
    let count: f64 = value(&open, "count", LabelMethod::Search).parse().unwrap();
    assert!(reply.exact && count > 100.0, "{count} {reply:?}");
    assert!((reply.value.unwrap().parse::<f64>().unwrap() - count.ln()).abs() < 1e-9);
    let first = format!("5{}", &open[1..]);
    let with: f64 = value(&first, "count", LabelMethod::Search).parse().unwrap();
    assert!((shares[0][4] - with / count).abs() < 1e-9);
}

#[test]
fn many_equal_solutions_are_sampled() {
    let empty = ".".repeat(81);
    for text in [empty.clone(), real(&empty, 0.0)] {
        let (reply, shares) = shares(&text, LabelMethod::Auto);
        assert_eq!((reply.method.as_deref(), reply.exact), (Some("sample"), false));
        assert!(reply.low.is_some() && reply.high.is_some());
        assert!(shares.iter().flatten().all(|share| (share - 1.0 / 9.0).abs() < 0.1), "{shares:?}");
    }
    // The first hundred solutions are not a random sample, so the reply has no shares.
    let (reply, shares) = shares(&empty, LabelMethod::Search);
    assert!(!reply.exact && shares.is_empty() && reply.value.is_some(), "{reply:?}");
}
