//! Rates of one core, which determine the costs of large runs, and a set of a million puzzles.

use std::process::Command;

use super::programs::on;
use super::speed::SEED;
use super::{Scene, cluster, median};
use crate::process::text;
use crate::record::Report;
use crate::set::Data;
use crate::table::{Table, grouped};

/// The section: processor time per puzzle or grid, with one thread.
pub(super) fn section(scene: &Scene<'_>, report: &mut Report) -> Result<(), String> {
    let seeds = |count: usize, from: &str| {
        format!("(SELECT {from} AS puzzle, i FROM (SELECT unnest(range(0, {count})) AS i))")
    };
    let puzzle = format!("sudoku_generate(sudoku_seed({SEED}, i))");
    let grid = format!("sudoku_grid(sudoku_seed({SEED}, i))");
    let count_of = |minus: u32, rows: &str| {
        format!(
            "SELECT coalesce(sum(cardinality(sudoku_vicinity(puzzle, {minus}, {minus}))), 0) AS n FROM {rows}"
        )
    };
    let few = scene.size(5);
    let some = scene.size(1_000);
    let rated = scene.size(50_000);
    let grids = scene.size(1_000);
    let mut works = vec![
        (
            "made, solved, with key, rated on `hodoku`",
            rated,
            format!(
                "SELECT sum(sudoku_rate(puzzle)['hardness']) + count(sudoku_key(puzzle)) + count(sudoku_solve(puzzle)) \
                 AS n FROM {}",
                seeds(rated, &puzzle)
            ),
        ),
        (
            "made, solved, with key, rated on `se`",
            rated,
            format!(
                "SELECT sum(sudoku_rate(puzzle, 'se')['hardness']) + count(sudoku_key(puzzle)) + \
                 count(sudoku_solve(puzzle)) AS n FROM {}",
                seeds(rated, &puzzle)
            ),
        ),
        ("{-1+1} of generated puzzles", some, count_of(1, &seeds(some, &puzzle))),
        ("{-2+2} of generated puzzles", few, count_of(2, &seeds(few, &puzzle))),
        (
            "100 minimal puzzles of a grid",
            grids,
            format!(
                "SELECT count(*) FILTER (WHERE clues <= 20) AS n FROM (SELECT \
                 sudoku_clues(sudoku_minimize(puzzle, sudoku_seed(i, j))) AS clues FROM {} CROSS JOIN (SELECT \
                 unnest(range(0, 100)) AS j))",
                seeds(grids, &grid)
            ),
        ),
    ];
    let mut tables: Vec<String> = Vec::new();
    if let Data::Full(folder) = &scene.run.data {
        tables = vec!["--table".into(), format!("known={}", folder.join("seventeen_clue.txt").display())];
        let known = |count: usize| format!("(SELECT puzzle FROM known LIMIT {count})");
        works.push(("{-1+1} of puzzles with 17 clues", some, count_of(1, &known(some))));
        works.push(("{-2+2} of puzzles with 17 clues", few, count_of(2, &known(few))));
    } else {
        report.add_block("Vicinities of puzzles with 17 clues: skipped, because their set is missing.");
    }
    // The cost of a query without work.
    let mut idle = Vec::new();
    for _ in 0..3 {
        idle.push(
            text(on(&scene.programs.sql, None).args(["query", "SELECT 1 AS n", "--threads", "1"]))?
                .0
                .processor(),
        );
    }
    let idle = median(&idle);
    let mut table =
        Table::new(1, "work | puzzles or grids | s | ms each | core hours a million | found | found each");
    for (name, count, sql) in works {
        eprintln!("sql: {name}");
        let mut command = on(&scene.programs.sql, Some(scene.cores - 1));
        command.args(["query", &sql, "--threads", "1", "--format", "csv"]).args(&tables);
        let (cost, answer) = text(&mut command)?;
        let found: f64 = answer.lines().nth(1).and_then(|line| line.parse().ok()).unwrap_or(f64::NAN);
        let spent = (cost.processor() - idle).max(0.0);
        let each = spent / count as f64;
        let is_sum = name.starts_with("made");
        table.row(vec![
            name.to_owned(),
            grouped(count as f64, 0),
            format!("{spent:.2}"),
            format!("{:.4}", each * 1e3),
            grouped(each * 1e6 / 3600.0, 2),
            if is_sum { "-".into() } else { grouped(found, 0) },
            if is_sum { "-".into() } else { format!("{:.4}", found / count as f64) },
        ]);
    }
    report.add_block("Processor time of one thread of `arcdoku-sql query`, without its start:");
    report.add_block(&table.render());
    report.add_block(
        "Found: minimal puzzles, counted once for each puzzle or removal that leads to them; of the minimal puzzles \
         of grids, those with at most 20 clues.",
    );
    Ok(())
}

/// The section: a rated and split set of a million puzzles, and its picture.
pub(super) fn million(scene: &Scene<'_>, report: &mut Report) -> Result<(), String> {
    let count = scene.size(1_000_000);
    let arguments = [format!("count={count}")];
    let taken = cluster::job(scene, None, "dataset", &arguments, "million")?;
    let steps = taken.steps();
    let (rows, bytes) = ["train", "test"]
        .iter()
        .filter_map(|step| steps.get(step))
        .fold((0, 0), |(rows, bytes), step| (rows + step.0, bytes + step.1));
    report.add_block(&format!(
        "`arcdoku-sql job dataset count={count}` in one process on {} cores: {:.1} s, processor time {:.1} s; {} \
         puzzles in {} bytes, {:.1} per puzzle.",
        scene.cores,
        taken.client.wall,
        taken.client.processor(),
        grouped(rows as f64, 0),
        grouped(bytes as f64, 0),
        bytes as f64 / rows.max(1) as f64
    ));
    let folder = scene.folder.path("million");
    let sql = "SELECT clues, least(floor(hardness / 100), 60) AS rating, count(*) AS puzzles FROM (SELECT clues, \
               hardness FROM train UNION ALL SELECT clues, hardness FROM test) WHERE hardness IS NOT NULL \
               GROUP BY clues, rating ORDER BY clues, rating";
    let table = |step: &str| format!("{step}={}", folder.join(step).display());
    let mut command = Command::new(&scene.programs.sql);
    command.args(["query", sql, "--format", "csv", "--table", &table("train"), "--table", &table("test")]);
    let (_, answer) = text(&mut command)?;
    let cells: Vec<(u32, u32, u64)> = answer
        .lines()
        .skip(1)
        .filter_map(|line| {
            let mut fields = line.split(',').map(|field| field.parse::<f64>().ok());
            Some((fields.next()?? as u32, fields.next()?? as u32, fields.next()?? as u64))
        })
        .collect();
    let title = format!("{} generated puzzles: clues and ratings", grouped(rows as f64, 0));
    scene.picture("million.svg", &super::chart::map(&title, 100, &cells))
}
