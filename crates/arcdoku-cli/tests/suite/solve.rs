//! `solve` and `check`: answers, formats, inputs and exit codes.

use crate::common::{
    EASY, EASY_SOLVED, GUESSES, HARD, HARD_SOLVED, data, directory, file, json, run, run_with,
};
use arcdoku_wire::{CheckReply, SolveReply};

#[test]
fn a_puzzle_on_the_command_line() {
    let ran = run(&["solve", EASY]);
    assert_eq!((ran.code, ran.out.trim(), ran.err.as_str()), (Some(0), EASY_SOLVED, ""));
    let ran = run(&["solve", "--format", "grid", EASY]);
    assert!(ran.out.starts_with("+-------+-------+-------+\n| 5 3 4 | 6 7 8 | 9 1 2 |\n"), "{}", ran.out);
    let ran = run(&["solve", "--stats", EASY]);
    assert!(ran.out.contains("# 0 nodes, 0 backtracks, ") && ran.err.starts_with("1 puzzle in "), "{ran:?}");
    let ran = run(&["solve", "--quiet", HARD]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""));
}

#[test]
fn grids_that_are_not_plain() {
    // Two blanks between the options.
    let solve = |options: &str, puzzle: &str| {
        let options: Vec<&str> = options.split("  ").collect();
        run(&[&["solve"], &options[..], &[puzzle]].concat())
    };
    let ran = solve("--size=2x4  --digits=0-3", "0.2.\n.3.1");
    assert_eq!((ran.code, ran.out.trim()), (Some(0), "01232301"), "{ran:?}");
    let ran = solve("--size=2x4  --digits=0-3  --format=grid", "0.2..3.1");
    assert_eq!(ran.out, "+-----+-----+\n| 0 1 | 2 3 |\n| 2 3 | 0 1 |\n+-----+-----+\n", "{ran:?}");
    let extra = "--size=1x2  --extra-cells=2  --rule=thermo: v1 r1c1 v2";
    let ran = solve(&format!("{extra}  --digits=1-3"), "1.");
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""), "{ran:?}");
    assert!(ran.out.starts_with("# unsatisfiable"), "{ran:?}");
    let ran = solve(&format!("{extra}  --digits=0-2  --format=json"), "1.");
    let reply = &json(&ran.out)[0];
    assert_eq!((&reply["shape"], &reply["puzzle"]), (&"grid 1x2 digits 0-2 extra 2".into(), &"1...".into()));
    assert_eq!((&reply["solution"], &reply["outcome"]), (&"1002".into(), &"multiple".into()));
    let ran = solve("--bare  --count", &".".repeat(4));
    assert_eq!(ran.out.trim(), "16", "{ran:?}");
    for (options, error) in [
        ("--size=6", "expected rows x columns"),
        ("--size=4x6  --box=3x3", "--box: found '3x3', expected boxes that tile a grid of 4x6"),
        ("--digits=2-4", "expected at most 64 digits from 0 or 1 on"),
        ("--size=64x64  --extra-cells=1", "--extra-cells: found '1', expected at most 0"),
        ("--size=4x6  --rules=diagonals", "expected a square grid"),
    ] {
        let ran = solve(options, "1");
        assert!(ran.code == Some(2) && ran.err.contains(error), "{ran:?}");
    }
}

#[test]
fn every_strategy_and_seed_is_taken() {
    for strategy in
        ["hybrid", "var=mrv,value=lcv,inference=forward,branch=refute", "singles-mrv,value=random"]
    {
        let ran = run(&["solve", "--strategy", strategy, "--seed", "7", HARD]);
        assert_eq!((ran.code, ran.out.trim()), (Some(0), HARD_SOLVED), "{strategy}");
    }
    let ran = run(&["solve", "--strategy", "nonsense", HARD]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("unknown strategy"), "{}", ran.err);
}

#[test]
fn a_batch_continues_after_malformed_puzzles() {
    let mixed = data("mixed.txt");
    let ran = run(&["solve", &mixed]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(ran.code, Some(3));
    assert_eq!(lines.len(), 6, "a line a puzzle: {}", ran.out);
    assert_eq!((lines[0], lines[5]), (EASY_SOLVED, HARD_SOLVED));
    assert!(lines[1].ends_with(" # multiple"));
    assert_eq!(lines[2..5], ["# unsatisfiable (propagation)", "# malformed", "# unsatisfiable (clues)"]);
    let errors: Vec<&str> = ran.err.lines().collect();
    assert_eq!(errors.len(), 2, "{}", ran.err);
    assert!(errors[0].ends_with("mixed.txt:5:81: found 80 characters, expected 81 for a 9x9 grid"));
    assert!(errors[1].contains("mixed.txt:6:2: found second 5 in row 1"), "{}", errors[1]);
    // What was written can be read again: marks are comments.
    let again = run_with(&["solve", "-q"], ran.out.as_bytes());
    assert_eq!((again.code, again.err.as_str()), (Some(0), ""));
}

#[test]
fn exit_codes_and_their_precedence() {
    let easy_and = |other: &str, options: &[&str]| {
        let input = format!("{EASY}\n{other}\n");
        run_with(&[&["solve"], options].concat(), input.as_bytes()).code
    };
    let several = ".".repeat(81);
    assert_eq!(easy_and(HARD, &[]), Some(0));
    assert_eq!(easy_and(&several, &[]), Some(1));
    assert_eq!(easy_and(&several, &["--first"]), Some(0));
    assert_eq!(easy_and(&several, &["--count=3"]), Some(0));
    assert_eq!(
        easy_and(
            "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..",
            &["--first"]
        ),
        Some(1)
    );
    assert_eq!(run(&["solve", "--no-such-option"]).code, Some(2));
    assert_eq!(run(&["solve", "--box", "9x9", EASY]).code, Some(2));
    assert_eq!(run(&["solve", "--regions", "aab", EASY]).code, Some(2));
    assert_eq!(easy_and("12.", &[]), Some(3));
    assert_eq!(easy_and(GUESSES, &["--nodes", "1"]), Some(4));
    assert_eq!(easy_and(&format!("{several}\n{GUESSES}"), &["--nodes", "1"]), Some(4), "4 goes before 1");
    assert_eq!(easy_and(&format!("12.\n{GUESSES}"), &["--nodes", "1"]), Some(3), "3 goes before 4");
    let ran = run(&["solve", "--time", "0ms", "--strategy", "singles-mrv", HARD]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(4), "# unknown (time)\n"));
}

#[test]
fn unreadable_input_is_located() {
    let place = directory("unreadable");
    let ran = run(&["solve", "no-such-file.txt", EASY]);
    assert_eq!((ran.code, ran.out.trim()), (Some(3), EASY_SOLVED));
    assert_eq!(ran.err, "error: no-such-file.txt: no such file\n");
    let ran = run(&["solve", place.to_str().expect("UTF-8")]);
    assert!(ran.code == Some(3) && ran.err.ends_with(": is a directory\n"), "{}", ran.err);
    let ran = run(&["solve", &EASY[..80]]);
    assert_eq!(ran.err, "error: <argument>:1:81: found 80 characters, expected 81 for a 9x9 grid\n");
    let ran = run(&["solve", &file(&place, "empty.txt", "")]);
    assert!(ran.code == Some(3) && ran.err.contains("empty.txt:1:1: found no puzzle"), "{}", ran.err);
    let ran = run(&["solve", &file(&place, "bytes.txt", b"\xff\xfe\x00\n")]);
    assert!(ran.code == Some(3) && ran.err.contains("1:1: found byte 0xFF, expected UTF-8"), "{}", ran.err);
    let ran = run(&["solve", &file(&place, "bare.csv", "puzzle,x\n")]);
    assert!(ran.code == Some(3) && ran.err.contains("found no puzzle"), "{}", ran.err);
    let ran = run(&["solve", "--from", "csv", &file(&place, "no.csv", "a,b\n1,2\n")]);
    assert!(
        ran.code == Some(3) && ran.err.contains("expected a header with a column 'puzzle'"),
        "{}",
        ran.err
    );
    for (line, message) in [
        ("{\"puzzle\": 5}", "1:2: found a number in the field \"puzzle\", expected a string"),
        (
            "{\"rules\": [1], \"puzzle\": \"\"}",
            "1:2: found a list in the field \"rules\", expected a list of strings",
        ),
        ("{}", "1:1: found an object without a field \"puzzle\", expected an object with a field \"puzzle\""),
        ("{\"puzzle\": \"\", \"puzzle\": \"\"}", "1:2: found the field \"puzzle\" twice, expected it once"),
        ("{\"ä\": nope}", "1:8: found 'o', which is not JSON, expected an object with a field \"puzzle\""),
        ("{", "1:2: found the end of the line within JSON, expected an object with a field \"puzzle\""),
        ("[1]", "1:1: found a list, expected an object with a field \"puzzle\""),
    ] {
        let ran = run_with(&["solve", "--from", "json"], line.as_bytes());
        assert_eq!((ran.code, ran.err), (Some(3), format!("error: <stdin>:{message}\n")), "{line}");
    }
    let ran = run(&["solve", &file(&place, "broken.json", "{\"puzzle\": 5}\n{\n")]);
    assert!(ran.code == Some(3) && ran.err.lines().count() == 2, "{}", ran.err);
    let open = format!("puzzle\n\"{}", format!("{EASY}\n").repeat(20_000));
    let ran = run_with(&["solve", "-q"], open.as_bytes());
    assert!(ran.err.starts_with("error: <stdin>:2:1: found a quote that is not closed"), "{}", ran.err);
    let ran = run_with(&["solve"], format!("puzzle,x\n\"{EASY}\",\"1").as_bytes());
    assert_eq!(ran.err, "error: <stdin>:2:1: found a quote that is not closed, expected a row that ends\n");
    let ran = run_with(&["solve", "--format", "line"], format!("\"puzzle\",x\r\n\"{EASY}\",a\"b").as_bytes());
    assert_eq!((ran.code, ran.out.trim()), (Some(0), EASY_SOLVED), "a quote within a field opens nothing");
    let ran = run(&["solve", "--count", "5"]);
    assert!(ran.code == Some(2) && ran.err.contains("--count=5"), "{}", ran.err);
}

#[test]
fn nothing_panics_on_any_bytes() {
    let mut state = 1u64;
    let alphabet = b"123456789.0|-+{}\"puzzle,:[]\n\n\n\t ;#\xff\x00";
    for length in [1, 10, 100, 1000, 5000] {
        let bytes: Vec<u8> = (0..length)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                alphabet[(state >> 33) as usize % alphabet.len()]
            })
            .collect();
        for start in ["", "puzzle,solution\n", "{\"puzzle\": \""] {
            let input = [start.as_bytes(), &bytes].concat();
            let ran = run_with(&["solve", "--nodes", "10", "--format", "json"], &input);
            assert!(matches!(ran.code, Some(0..=4)), "{ran:?} on {input:?}");
            assert!(!ran.err.contains("panicked"), "{}", ran.err);
        }
    }
}

#[test]
fn counts_and_all_solutions() {
    let two = "12..34......43..";
    assert_eq!(run(&["solve", "--count", two]).out, "4\n");
    assert_eq!(run(&["solve", "--count=2", two]).out, "2+\n");
    assert_eq!(run(&["solve", "--count=all", EASY]).out, "1\n");
    let ran = run(&["solve", "--all", two]);
    assert_eq!(ran.out.lines().count(), 5);
    assert!(ran.out.ends_with("# 4 solutions\n"), "{}", ran.out);
    let ran = run(&["solve", "--all", "--format", "json", two]);
    let rows = json(&ran.out);
    assert_eq!((rows.len(), &rows[3]["index"], &rows[4]["count"]), (5, &4.into(), &"4".into()));
    let ran = run(&["solve", "--count", "--format", "json", two]);
    let reply: SolveReply = serde_json::from_str(&ran.out).expect("a reply");
    assert_eq!(
        (reply.outcome.as_str(), reply.count.as_deref(), reply.exact),
        ("counted", Some("4"), Some(true))
    );
    // More solutions than memory holds begin to come at once.
    let ran = run(&["solve", "--all", "--nodes", "60", &".".repeat(81)]);
    assert!(ran.code == Some(4) && ran.out.contains("gave up (nodes)"), "{}", ran.out);
}

#[test]
fn shapes_and_rules() {
    let six = data("six.txt");
    assert_eq!(run(&["check", &six]).code, Some(0));
    let sixteen = run(&["solve", &data("sixteen.txt")]);
    assert_eq!((sixteen.code, sixteen.out.trim().len()), (Some(0), 256));
    let empty = ".".repeat(16);
    let count = |options: &[&str]| run(&[&["solve", "--count"], options, &[&empty]].concat()).out;
    assert_eq!(count(&[]), "288\n", "4x4 grids");
    assert_eq!(count(&["--latin"]), "576\n", "Latin squares");
    assert_eq!(count(&["--box", "1x4"]), "576\n");
    assert_eq!(count(&["--rules", "diagonals"]), "48\n");
    assert_eq!(count(&["--rules", "diagonals,disjoint"]), "48\n");
    assert_eq!(count(&["--rules", "disjoint-groups"]), count(&["--rules", "disjoint"]));
    assert_eq!(
        count(&["--extra", "r1c1,r2c3,r3c2,r4c4", "--extra", "R1C4,r4c1"])
            .trim()
            .parse::<u32>()
            .map(|n| n < 288),
        Ok(true)
    );
    assert_eq!(count(&["--regions", "aabb aabb ccdd ccdd"]), "288\n");
    let place = directory("regions");
    let map = file(&place, "map.txt", "aabb\naabb\nccdd\nccdd\n");
    assert_eq!(count(&["--regions", &format!("@{map}")]), "288\n");
    let fails = |options: &[&str], code: i32, message: &str| {
        let ran = run(&[&["solve"], options, &[&empty]].concat());
        assert_eq!((ran.code, ran.err.trim_end()), (Some(code), message), "{options:?}");
    };
    let grid = "a grid of 4x4 in boxes of 2x2";
    let outside = format!("error: --extra: found cell r9c9 in {grid}, expected cells of the grid");
    fails(&["--extra", "r9c9"], 3, &outside);
    fails(&["--extra", "r9c9", "--box", "2x2"], 2, &outside);
    let twice = "error: --extra: found r1c1 twice in an extra set, expected each cell at most once";
    fails(&["--extra", "r1c1,r1c1"], 2, twice);
    let windoku =
        "error: --rules: found windoku in a grid of 6x6 in boxes of 2x3, expected a grid with square boxes";
    fails(&["--rules", "windoku", "--box", "2x3"], 2, windoku);
    let latin = "error: --rules: found disjoint in a grid without boxes, expected a grid with boxes";
    fails(&["--rules", "disjoint", "--latin"], 2, latin);
    let six = run(&["solve", "--rules", "windoku", &data("six.txt")]);
    assert!(six.code == Some(3) && six.err.starts_with(windoku), "{}", six.err);
    let row = run_with(&["solve", "--extra", "r9c9"], format!("{{\"puzzle\": \"{empty}\"}}").as_bytes());
    assert_eq!((row.code, row.err.trim_end()), (Some(3), &*outside));
    let ran = run(&["solve", "--extra", "x", &empty]);
    assert!(ran.code == Some(2) && ran.err.contains("a cell such as r1c9"), "{}", ran.err);
}

#[test]
fn tables_pass_their_columns_through() {
    let place = directory("tables");
    let text = format!(
        "id,puzzle,solution,note\n1,{EASY},{EASY_SOLVED},\"a, \"\"b\"\"\"\n2,{HARD},,\"two\nlines\"\n3,{EASY},{HARD_SOLVED},wrong\n4,{EASY}\n"
    );
    let table = file(&place, "table.csv", &text);
    let ran = run(&["solve", &table]);
    assert_eq!(ran.code, Some(3));
    let expected = format!(
        "puzzle,solution,outcome,id,note\n{EASY},{EASY_SOLVED},unique,1,\"a, \"\"b\"\"\"\n\
         {HARD},{HARD_SOLVED},unique,2,\"two\nlines\"\n{EASY},{EASY_SOLVED},unique,3,wrong\n,,malformed,,\n"
    );
    assert_eq!(ran.out, expected);
    let errors: Vec<&str> = ran.err.lines().collect();
    assert!(
        errors[0].ends_with(
            "table.csv:5:85: found a solution that does not solve the puzzle, expected its solution"
        ),
        "{}",
        errors[0]
    );
    assert!(errors[1].ends_with("table.csv:6:1: found 2 fields, expected 4 fields, as in the header"));
    // Through JSON and back the table is the same.
    let there = run(&["convert", "--to", "json", &table]);
    assert_eq!(json(&there.out)[0]["note"], "a, \"b\"");
    let back = run_with(&["convert", "--to", "csv"], there.out.as_bytes());
    assert!(
        back.out.starts_with(&format!("puzzle,solution,id,note\n{EASY},{EASY_SOLVED},1,\"a, \"\"b\"\"\"\n")),
        "{}",
        back.out
    );
    let tabs = run(&["convert", "--to", "tsv", &table]);
    assert!(tabs.out.starts_with("puzzle\tsolution\tid\tnote\n"));
    assert_eq!(
        run_with(&["solve", "--format", "line"], tabs.out.as_bytes()).out.lines().next(),
        Some(EASY_SOLVED)
    );
}

#[test]
fn fields_with_reserved_names_are_kept() {
    let text = format!(
        "outcome,puzzle,stats,shape,rules,name,id,id,number,input_outcome\n\
         a,{EASY},b,c,d,e,f,g,h,i\nj,{HARD},k,l,m,n,o,p,q,r\n"
    );
    let ran = run_with(&["solve", "--format", "csv"], text.as_bytes());
    let expected = format!(
        "puzzle,solution,outcome,input_outcome,stats,shape,rules,name,id,input_id,number,input_input_outcome\n\
         {EASY},{EASY_SOLVED},unique,a,b,c,d,e,f,g,h,i\n{HARD},{HARD_SOLVED},unique,j,k,l,m,n,o,p,q,r\n"
    );
    assert_eq!((ran.code, ran.out), (Some(0), expected));
    for command in [&["solve", "--format", "json"][..], &["check", "--json"], &["convert", "--to", "json"]] {
        let ran = run_with(command, text.as_bytes());
        let rows = json(&ran.out);
        for name in ["shape", "rules", "id"] {
            let key = format!("\"input_{name}\":");
            assert_eq!(ran.out.matches(&key).count(), 2, "{command:?}: {}", ran.out);
            assert_eq!(
                ran.out.matches(&format!("\"{name}\":")).count(),
                rows.iter().filter(|row| !row[name].is_null()).count()
            );
        }
        assert_eq!((&rows[0]["input_shape"], &rows[1]["input_id"]), (&"c".into(), &"p".into()));
    }
    let reply = format!(
        "{{\"puzzle\": \"{EASY}\", \"version\": 7, \"strategy\": [1], \"stats\": {{}}, \"level\": 3}}\n"
    );
    let ran = run_with(&["solve", "--format", "json"], reply.as_bytes());
    let row = &json(&ran.out)[0];
    assert_eq!((&row["version"], &row["input_version"], &row["level"]), (&1.into(), &7.into(), &3.into()));
    assert_eq!((&row["input_strategy"][0], row["input_stats"].is_object()), (&1.into(), true));
    for name in ["version", "strategy", "stats"] {
        assert_eq!(ran.out.matches(&format!("\"{name}\":")).count(), 1, "{}", ran.out);
    }
    // There and back the columns are the same.
    let there = run_with(&["convert", "--to", "json"], text.as_bytes());
    let back = run_with(&["convert", "--to", "csv"], there.out.as_bytes());
    assert!(
        back.out.starts_with("puzzle,name,outcome,stats,input_shape,input_rules,id,input_id,number,"),
        "{}",
        back.out
    );
}

#[test]
fn replies_name_the_strategy_and_its_seed() {
    let arguments =
        ["--format", "json", "--stats", "--strategy", "gac-mrv,value=random", "--seed", "7", HARD];
    let ran = run(&[&["solve"], &arguments[..]].concat());
    let strategy = "var=mrv,tie=first,value=random,inference=gac,branch=refute,seed=7";
    assert_eq!(json(&ran.out)[0]["strategy"], strategy);
    assert!(ran.err.trim_end().ends_with(&format!("/s), strategy {strategy}")), "{}", ran.err);
    let ran = run(&["solve", "--stats", HARD]);
    assert!(ran.err.contains("/s), fast9 ("), "{}", ran.err);
    assert_eq!(json(&run(&["solve", "--format", "json", HARD]).out)[0]["strategy"], "fast9");
    let small = "................";
    let ran = run(&["solve", "--stats", "--first", HARD, small]);
    assert!(ran.err.contains("/s), fast9 (") && ran.err.contains(") and strategy singles-mrv-md (var=mrv,"));
    assert_ne!(json(&run(&["solve", "--format", "json", small]).out)[0]["strategy"], "fast9");
    let ran = run(&["solve", "--format", "csv", "--stats", "--strategy", "ac3-mrv", EASY]);
    assert!(ran.out.starts_with(
        "puzzle,solution,outcome,nodes,backtracks,propagations,eliminations,revisions,conflicts,learned,"
    ));
}

#[test]
fn json_lines_bring_rules_and_fields() {
    let input = format!(
        "{}\n{}\n{}\n",
        r#"{"puzzle": "................", "shape": "2x2", "rules": ["diagonals"], "extra": [["r1c1","r2c1"]], "level": 3, "name": "first"}"#,
        r#"{"puzzle": "................", "regions": "aabbaabbccddccdd"}"#,
        r#"{"puzzle": "12345678..", "level": null}"#,
    );
    let ran = run_with(&["solve", "--count", "--format", "json"], input.as_bytes());
    let rows = json(&ran.out);
    assert_eq!(ran.code, Some(3));
    assert_eq!(
        (&rows[0]["count"], &rows[0]["level"], &rows[0]["name"]),
        (&"48".into(), &3.into(), &"first".into())
    );
    assert_eq!((&rows[1]["count"], &rows[1]["version"]), (&"288".into(), &1.into()));
    assert_eq!((&rows[2]["outcome"], &rows[2]["fault"]["line"]), (&"malformed".into(), &3.into()));
    // An answer can be asked again, with its rules.
    let again = run_with(&["solve", "--count", "--format", "line"], ran.out.as_bytes());
    assert!(again.out.starts_with("48\n288\n"), "{}", again.out);
    // The rules of the command line hold for those without their own.
    let ran = run_with(&["solve", "--count", "--latin"], b"{\"puzzle\": \"................\"}\n");
    assert_eq!(ran.out, "576\n");
    let ran = run_with(&["convert", "--to", "json"], input.as_bytes());
    let rows = json(&ran.out);
    assert_eq!((&rows[0]["rules"][0], &rows[0]["extra"][0][1]), (&"diagonals".into(), &"r2c1".into()));
    assert_eq!(rows[1]["regions"], "1122112233443344");
}

#[test]
fn the_order_is_that_of_the_input() {
    let mut input = String::new();
    for i in 0..3000 {
        input += if i % 7 == 0 { HARD } else { EASY };
        input.push('\n');
    }
    let one = run_with(&["solve", "-j", "1"], input.as_bytes());
    let two = run_with(&["solve", "-j", "2"], input.as_bytes());
    assert_eq!(one.out.lines().count(), 3000);
    assert!(
        one.out
            .lines()
            .enumerate()
            .all(|(i, line)| line == if i % 7 == 0 { HARD_SOLVED } else { EASY_SOLVED })
    );
    assert_eq!(one.out, two.out);
}

#[test]
fn check_reports_faults() {
    let ran = run(&["check", "--json", &data("mixed.txt")]);
    let rows: Vec<CheckReply> = ran.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(ran.code, Some(3));
    let facts: Vec<_> = rows.iter().map(|row| (row.valid, row.unique, row.minimal)).collect();
    let (yes, no) = (Some(true), Some(false));
    assert_eq!(
        facts,
        [(yes, yes, no), (yes, no, None), (no, no, None), (no, None, None), (no, no, None), (yes, yes, yes)]
    );
    assert_eq!(rows[0].redundant.len(), 22);
    let ran = run(&["check", HARD]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "<argument>:1  17 clues  valid  unique  minimal\n"));
    assert_eq!(run(&["check", EASY]).code, Some(0), "only asked for minimality is a failure");
    assert_eq!(run(&["check", "--minimal", EASY]).code, Some(1));
    assert!(!run(&["check", "--minimal=never", HARD]).out.contains("minimal"));
    assert_eq!(run(&["check", "-q", "--nodes", "0", HARD]).code, Some(4));
}
