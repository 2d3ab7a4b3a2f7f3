//! SQL compared with the program, from file to file.

use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::programs::{can_pin, on};
use super::{Scene, median};
use crate::process::{Cost, run, run_to, write_file};
use crate::record::Report;
use crate::table::{Table, grouped};

/// The maximum time of SQL, relative to the program.
const TARGET: f64 = 1.1;

/// Seed of the puzzles.
pub(super) const SEED: u64 = 17;

/// The number of different puzzles in the file for solving. The others are equivalent to these.
const DIFFERENT: usize = 100_000;

/// Work for both programs.
struct Work {
    name: &'static str,
    puzzles: usize,
    threads: usize,
    /// The arguments of the program, which writes to standard output.
    program: String,
    /// The query, and the file of its table `input`.
    sql: String,
    input: Option<PathBuf>,
    /// The part of each line that must be equal in both outputs; `None` if whole lines must be equal. If a part is
    /// given, SQL writes CSV, whose first line contains the column names.
    part: Option<fn(&str) -> Option<String>>,
}

/// The section.
pub(super) fn section(scene: &Scene<'_>, report: &mut Report) -> Result<(), String> {
    let rounds = scene.run.rounds(3);
    let mut table = Table::new(
        1,
        "work | puzzles | threads | `arcdoku`, s | SQL, s | time of SQL | target | verdict | processor",
    );
    for work in works(scene)? {
        eprintln!("sql: {}, {} threads", work.name, work.threads);
        let rounds = (0..rounds).map(|round| compare(scene, &work, round));
        let rounds: Vec<[Cost; 2]> = rounds.collect::<Result<_, _>>()?;
        let middle = |of: fn(&[Cost; 2]) -> f64| median(&rounds.iter().map(of).collect::<Vec<f64>>());
        let ratio = middle(|[program, sql]| sql.wall / program.wall);
        table.row(vec![
            work.name.to_owned(),
            grouped(work.puzzles as f64, 0),
            work.threads.to_string(),
            format!("{:.2}", middle(|[program, _]| program.wall)),
            format!("{:.2}", middle(|[_, sql]| sql.wall)),
            format!("{ratio:.3}"),
            format!("<= {TARGET}"),
            scene.word(ratio <= TARGET),
            format!("{:.3}", middle(|[program, sql]| sql.processor() / program.processor())),
        ]);
    }
    report.add_block("SQL in one process compared with the program, file to file:");
    report.add_block(&table.render());
    let bound =
        if can_pin() { "With one thread, both are bound to one core" } else { "Nothing is bound to a core" };
    report.add_block(&format!(
        "Medians of {rounds} rounds in which both take turns, including the start of the programs. `time of SQL` is \
         the median of the ratios per round, `processor` the same for processor time. {bound}. `arcdoku` is the \
         release build, `arcdoku-sql` the build with the profile `sql`. The puzzles are {} generated ones, and \
         others that are equivalent. In every round, the lines are compared as a set: puzzles with hardness, or \
         solutions.",
        grouped(DIFFERENT as f64, 0)
    ));
    Ok(())
}

/// All works, with their files.
fn works(scene: &Scene<'_>) -> Result<Vec<Work>, String> {
    let solved = scene.size(10_000_000);
    let generated = scene.size(300_000);
    let lines = scene.folder.path("puzzles.txt");
    puzzles(scene, solved, &lines)?;
    let solving = |threads| Work {
        name: "solving, lines to lines",
        puzzles: solved,
        threads,
        program: format!("solve --format line -j {threads}"),
        sql: "SELECT sudoku_solve(puzzle) AS puzzle FROM input".into(),
        input: Some(lines.clone()),
        part: None,
    };
    let mut works: Vec<Work> = (1..=scene.cores.min(2)).map(solving).collect();
    works.push(rating(scene, &lines, ("rating on `hodoku`", "hodoku"), 30_000, |line| {
        let mut fields = line.split(['\t', ',']);
        let (puzzle, hardness) = (fields.next()?, fields.next_back()?);
        Some(format!("{puzzle} {}", hardness.parse::<f64>().ok()?))
    })?);
    works.push(rating(scene, &lines, ("rating on `se`", "se"), 10_000, |line| {
        let mut fields = line.split(['\t', ',', '/']);
        Some(format!("{} {}", fields.next()?, fields.next()?.parse::<f64>().ok()?))
    })?);
    works.push(Work {
        name: "generating",
        puzzles: generated,
        threads: 1,
        program: format!("generate -n {generated} --seed {SEED} -j 1 --format line"),
        sql: format!(
            "SELECT sudoku_generate(sudoku_seed({SEED}, i)) AS puzzle FROM (SELECT unnest(range(0, {generated})) AS i)"
        ),
        input: None,
        part: None,
    });
    Ok(works)
}

/// The rating of the first lines of a file.
fn rating(
    scene: &Scene<'_>,
    lines: &Path,
    (name, scale): (&'static str, &str),
    whole: usize,
    part: fn(&str) -> Option<String>,
) -> Result<Work, String> {
    let (count, path) = (scene.size(whole), scene.folder.path(&format!("{scale}.txt")));
    let reader = BufReader::new(File::open(lines).map_err(|error| format!("{}: {error}", lines.display()))?);
    let text: Result<Vec<String>, _> = reader.lines().take(count).collect();
    write_file(&path, (text.map_err(|error| error.to_string())?.join("\n") + "\n").as_bytes())?;
    Ok(Work {
        name,
        puzzles: count,
        threads: 1,
        program: format!("rate -j 1 --scale {scale} --format tsv"),
        sql: format!(
            "SELECT puzzle, rating['hardness'] AS hardness FROM (SELECT puzzle, sudoku_rate(puzzle, '{scale}') AS \
             rating FROM input)"
        ),
        input: Some(path),
        part: Some(part),
    })
}

/// Writes a file of lines: generated puzzles, and others that are equivalent.
pub(super) fn puzzles(scene: &Scene<'_>, count: usize, path: &Path) -> Result<(), String> {
    let different = DIFFERENT.min(count);
    let copies = count.div_ceil(different);
    let base = scene.folder.path("base.parquet");
    let sql = format!(
        "SELECT i, sudoku_generate(sudoku_seed({SEED}, i)) AS puzzle FROM (SELECT unnest(range(0, {different})) AS i)"
    );
    run(Command::new(&scene.programs.sql).args(["query", &sql, "--out"]).arg(&base))?;
    let table = scene.folder.path("lines.csv");
    let sql = format!(
        "SELECT CASE WHEN c = 0 THEN puzzle ELSE sudoku_augment(puzzle, c) END AS puzzle FROM base CROSS JOIN \
         (SELECT unnest(range(0, {copies})) AS c)"
    );
    let given = format!("base={}", base.display());
    run(Command::new(&scene.programs.sql).args(["query", &sql, "--table", &given, "--out"]).arg(&table))?;
    // The first line of the file is the name of the column, so it is skipped.
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut reader = BufReader::with_capacity(1 << 20, File::open(&table).map_err(failed)?);
    reader.read_line(&mut String::new()).map_err(failed)?;
    std::io::copy(&mut reader, &mut File::create(path).map_err(failed)?).map_err(failed)?;
    std::fs::remove_file(&table).map_err(failed)
}

/// The costs of the program and SQL in a round. The two take turns in starting first.
fn compare(scene: &Scene<'_>, work: &Work, round: usize) -> Result<[Cost; 2], String> {
    let core = (work.threads == 1).then_some(scene.cores - 1);
    let outs = ["program.out", if work.part.is_some() { "sql.csv" } else { "sql.txt" }];
    let outs = outs.map(|name| scene.folder.path(name));
    let mut costs = [Cost::default(); 2];
    for turn in [round % 2, (round + 1) % 2] {
        costs[turn] = if turn == 0 {
            let mut program = on(&scene.programs.arcdoku, core);
            run_to(program.args(work.program.split(' ')).args(&work.input), &outs[0])?
        } else {
            let _ = std::fs::remove_file(&outs[1]);
            let mut sql = on(&scene.programs.sql, core);
            sql.args(["query", &work.sql, "--threads", &work.threads.to_string()]);
            if let Some(input) = &work.input {
                sql.arg("--table").arg(format!("input={}", input.display()));
            }
            run(sql.arg("--out").arg(&outs[1]))?.0
        };
    }
    let part = work.part.unwrap_or(|line| Some(line.to_owned()));
    let sums = [sum(&outs[0], 0, part)?, sum(&outs[1], usize::from(work.part.is_some()), part)?];
    if sums[0] == sums[1] && sums[0].0 == work.puzzles {
        Ok(costs)
    } else {
        Err(format!(
            "{}: the answers differ: {} lines of arcdoku, {} of arcdoku-sql, for {} puzzles",
            work.name, sums[0].0, sums[1].0, work.puzzles
        ))
    }
}

/// The number of lines of a file, and the sum of their hashes, which does not depend on their order.
fn sum(path: &Path, skip: usize, same: fn(&str) -> Option<String>) -> Result<(usize, u64), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut reader = BufReader::with_capacity(1 << 20, File::open(path).map_err(failed)?);
    let (mut line, mut number, mut sum) = (String::new(), 0, 0_u64);
    while reader.read_line(&mut line).map_err(failed)? > 0 {
        number += 1;
        if number > skip {
            let text = line.trim_end();
            let part = same(text).ok_or_else(|| format!("{}: line {number}: {text}", path.display()))?;
            let mut hasher = DefaultHasher::new();
            part.hash(&mut hasher);
            sum = sum.wrapping_add(hasher.finish());
        }
        line.clear();
    }
    Ok((number - skip.min(number), sum))
}
