//! `arcdoku serve` under load: the suite `server`.
//!
//! The clients run on the same machine and take a part of its time, in all measurements alike.

mod client;
mod soak;

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, BufWriter, Read, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use self::client::{Connection, Program, constant};
use crate::options::Run;
use crate::process::Folder;
use crate::record::Report;
use crate::table::{Table, grouped, verdict};

/// The sections of the suite, in order.
pub(crate) const SECTIONS: &[&str] = &["throughput", "stream", "cancel", "soak"];

/// The set of puzzles.
const SET: &str = "random_minimal";

/// The number of connections, and the time of a round.
const CONNECTIONS: usize = 32;
const ROUND: Duration = Duration::from_secs(3);

/// The number of puzzles in a stream.
const STREAM: usize = 1_000_000;

/// The suite `server`.
pub(crate) fn suite(run: &Run, report: &mut Report) -> Result<(), String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = run.options.programs.clone().or_else(|| own.parent().map(Path::to_path_buf));
    let program = folder.ok_or("no folder of programs")?.join("arcdoku");
    let puzzles = run.data.in_order(SET)?;
    let digit = |clue: &Option<arcdoku::Digit>| clue.map_or(".".to_owned(), |digit| digit.to_string());
    let puzzles: Vec<String> =
        puzzles.iter().map(|puzzle| puzzle.givens().iter().map(digit).collect()).collect();
    let puzzles = Arc::new(puzzles);
    for &section in SECTIONS.iter().filter(|name| run.is_wanted(name)) {
        eprintln!("server: {section}");
        match section {
            "throughput" => throughput(&program, run, &puzzles, report)?,
            "stream" => stream(&program, run, &puzzles, report)?,
            "cancel" => cancel(&program, report)?,
            _ => soak::section(&program, run, &puzzles, report)?,
        }
    }
    Ok(())
}

/// The question about one puzzle.
fn body(puzzle: &str) -> String {
    json!({ "puzzle": puzzle }).to_string()
}

/// Requests per second for single puzzles, compared with a server that answers with a constant.
fn throughput(
    program: &Path,
    run: &Run,
    puzzles: &Arc<Vec<String>>,
    report: &mut Report,
) -> Result<(), String> {
    let server = Program::start(program)?;
    let mut connection = Connection::open(server.address).map_err(|error| error.to_string())?;
    let solve = |connection: &mut Connection, puzzle: &str| {
        connection.ask("POST", "/api/v1/solve", "application/json", &body(puzzle))
    };
    let (_, reply) = solve(&mut connection, &puzzles[0]).map_err(|error| error.to_string())?;
    for puzzle in puzzles.iter().take(1000) {
        let (status, reply) = solve(&mut connection, puzzle).map_err(|error| error.to_string())?;
        let reply: Value = serde_json::from_str(&reply).map_err(|error| error.to_string())?;
        if status != 200 || !is_solution(puzzle, reply["solution"].as_str().unwrap_or_default()) {
            return Err(format!("{puzzle}: {reply}"));
        }
    }
    let size = reply.len();
    let other = constant(reply)?;
    let mut best = [0.0_f64; 2];
    for _ in 0..run.rounds(5) {
        for (best, address) in best.iter_mut().zip([other, server.address]) {
            *best = best.max(rate(address, puzzles)?);
        }
    }
    let ratio = best[1] / best[0];
    let mut table = Table::new(1, "server | requests/s");
    table.row(vec![format!("a constant reply of {size} bytes, axum"), grouped(best[0], 0)]);
    table.row(vec!["`arcdoku serve`, `solve`".to_owned(), grouped(best[1], 0)]);
    report.add_block(&format!(
        "Single plain puzzles, {CONNECTIONS} connections that are kept open, best of several rounds of {} s.\n\n{}\n\n\
         Ratio {ratio:.2}, the target is 0.70: {}.",
        ROUND.as_secs(),
        table.render(),
        verdict(Some(ratio >= 0.7))
    ));
    Ok(())
}

/// Whether a solution has the clues of a puzzle, and all digits in each row, column and box.
fn is_solution(puzzle: &str, solution: &str) -> bool {
    let digits = solution.as_bytes();
    let has_clues = digits.len() == 81
        && puzzle.bytes().zip(digits).all(|(clue, digit)| !(b'1'..=b'9').contains(&clue) || clue == *digit);
    let is_house = |cell: &dyn Fn(usize) -> usize| {
        (0..9).map(|i| 1_u32 << (digits[cell(i)] - b'0')).fold(0, |all, one| all | one) == 0b11_1111_1110
    };
    has_clues
        && (0..9).all(|n| {
            is_house(&|i| 9 * n + i)
                && is_house(&|i| 9 * i + n)
                && is_house(&|i| 27 * (n / 3) + 3 * (n % 3) + 9 * (i / 3) + i % 3)
        })
}

/// The number of requests per second over several connections.
fn rate(address: SocketAddr, puzzles: &Arc<Vec<String>>) -> Result<f64, String> {
    let start = Instant::now();
    let clients: Vec<_> = (0..CONNECTIONS)
        .map(|first| {
            let puzzles = Arc::clone(puzzles);
            thread::spawn(move || {
                let mut connection = Connection::open(address)?;
                let mut count = 0_u64;
                for puzzle in puzzles.iter().cycle().skip(first * 31) {
                    if start.elapsed() > ROUND {
                        break;
                    }
                    let (status, reply) =
                        connection.ask("POST", "/api/v1/solve", "application/json", &body(puzzle))?;
                    if status != 200 || !reply.contains("\"outcome\":\"unique\"") {
                        return Err(std::io::Error::other(format!("{status}: {reply}")));
                    }
                    count += 1;
                }
                Ok(count)
            })
        })
        .collect();
    let mut all = 0;
    for client in clients {
        let count = client.join().map_err(|_| "a client panicked".to_owned())?;
        all += count.map_err(|error| error.to_string())?;
    }
    Ok(all as f64 / start.elapsed().as_secs_f64())
}

/// A stream of puzzles as JSON lines, compared with the program from file to file.
fn stream(program: &Path, run: &Run, puzzles: &[String], report: &mut Report) -> Result<(), String> {
    let failed = |error: std::io::Error| error.to_string();
    let count = STREAM / run.options.quick.unwrap_or(1).max(1);
    let folder = Folder::new("server")?;
    let (input, output) = (folder.path("in.jsonl"), folder.path("out.jsonl"));
    let mut file = BufWriter::new(File::create(&input).map_err(failed)?);
    for puzzle in puzzles.iter().cycle().take(count) {
        writeln!(file, "{}", body(puzzle)).map_err(failed)?;
    }
    file.flush().map_err(failed)?;
    drop(file);
    let server = Program::start(program)?;
    let mut best = [f64::INFINITY; 2];
    let sent = folder.path("sent.jsonl");
    for _ in 0..run.rounds(3) {
        let start = Instant::now();
        let out = File::create(&output).map_err(failed)?;
        let status =
            Command::new(program).args(["solve", "--format", "json"]).arg(&input).stdout(out).status();
        if !status.map_err(failed)?.success() {
            return Err("the program does not solve all puzzles".into());
        }
        best[0] = best[0].min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        upload(server.address, &input, &sent).map_err(failed)?;
        best[1] = best[1].min(start.elapsed().as_secs_f64());
    }
    check_equal(&output, &sent, count)?;
    let ratio = best[0] / best[1];
    report.add_block(&format!(
        "{} puzzles as JSON lines: `arcdoku solve --format json` takes {:.2} s from file to file, a request {:.2} s, \
         and the replies are equal except for times. Memory of the server afterwards: {} MiB.\n\
         Ratio {ratio:.2}, the target is 0.70: {}.",
        grouped(count as f64, 0),
        best[0],
        best[1],
        server.memory() >> 10,
        verdict(Some(ratio >= 0.7).filter(|_| count == STREAM))
    ));
    Ok(())
}

/// Sends a file, and writes the body of the response to another one at the same time.
fn upload(address: SocketAddr, input: &PathBuf, output: &PathBuf) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(address)?;
    let mut sender = stream.try_clone()?;
    let length = fs::metadata(input)?.len();
    let mut file = File::open(input)?;
    let writer = thread::spawn(move || {
        write!(
            sender,
            "POST /api/v1/solve HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/x-ndjson\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n"
        )?;
        std::io::copy(&mut file, &mut sender).map(drop)
    });
    let mut reader = BufReader::with_capacity(1 << 16, &mut stream);
    let mut line = String::new();
    while line != "\r\n" {
        line.clear();
        reader.read_line(&mut line)?;
    }
    let mut out = BufWriter::with_capacity(1 << 16, File::create(output)?);
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let size = u64::from_str_radix(line.trim(), 16).map_err(std::io::Error::other)?;
        if size == 0 {
            break;
        }
        std::io::copy(&mut (&mut reader).take(size), &mut out)?;
        reader.read_line(&mut line)?;
    }
    out.flush()?;
    stream.shutdown(Shutdown::Both)?;
    writer.join().map_err(|_| std::io::Error::other("the sender panicked"))?
}

/// Checks that two files have equal replies, except for times.
fn check_equal(left: &Path, right: &Path, count: usize) -> Result<(), String> {
    let lines = |path: &Path| {
        File::open(path).map(|file| BufReader::new(file).lines()).map_err(|error| error.to_string())
    };
    let untimed = |line: &str| {
        let (head, rest) = line.split_once("\"time_us\":").unwrap_or((line, ""));
        format!("{head}{}", rest.trim_start_matches(|c: char| c.is_ascii_digit()))
    };
    let mut number = 0;
    for (left, right) in lines(left)?.zip(lines(right)?) {
        let [left, right] = [left, right].map(Result::unwrap_or_default);
        number += 1;
        if untimed(&left) != untimed(&right) {
            return Err(format!("line {number}: {left} and {right}"));
        }
    }
    if number == count { Ok(()) } else { Err(format!("found {number} replies, expected {count}")) }
}

/// The time until work ends after its connection is closed.
fn cancel(program: &Path, report: &mut Report) -> Result<(), String> {
    let server = Program::start(program)?;
    let empty = |size: usize| ".".repeat(size * size);
    let solved = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut table = Table::new(3, "question | milliseconds, longest of 5");
    let mut longest = 0.0_f64;
    for (name, question, body) in [
        ("all solutions of 9x9", "solve", json!({ "puzzle": empty(9), "count": "all" })),
        ("all solutions of 25x25", "solve", json!({ "puzzle": empty(25), "count": "all" })),
        ("true candidates of 64x64", "candidates", json!({ "puzzle": vec!["."; 4096].join(" ") })),
        ("generate", "generate", json!({ "count": 100_000_000_u64 })),
        ("generate 16x16", "generate", json!({ "shape": "4x4", "count": 10_000 })),
        ("estimate", "estimate", json!({ "puzzle": empty(16), "samples": 1_000_000_000_u64 })),
        ("compare", "compare", json!({ "puzzle": empty(25), "strategies": ["fc-mrv"] })),
        ("vicinity", "vicinity", json!({ "puzzle": solved, "minus": 3, "plus": 3 })),
    ] {
        let mut most = 0.0_f64;
        for _ in 0..5 {
            let mut connection = Connection::open(server.address).map_err(|error| error.to_string())?;
            let path = format!("/api/v1/{question}");
            connection
                .send("POST", &path, "application/json", &body.to_string())
                .map_err(|error| error.to_string())?;
            thread::sleep(Duration::from_millis(300));
            let active = server.active().map_err(|error| error.to_string())?;
            drop(connection);
            let start = Instant::now();
            while server.active().map_err(|error| error.to_string())? > 0 {
                thread::sleep(Duration::from_millis(1));
            }
            if active > 0 {
                most = most.max(start.elapsed().as_secs_f64() * 1e3);
            }
        }
        longest = longest.max(most);
        if most == 0.0 {
            return Err(format!("{name} ends too soon to be cancelled"));
        }
        table.row(vec![name.to_owned(), format!("{most:.0}")]);
    }
    report.add_block(&format!(
        "Work after a closed connection.\n\n{}\n\nThe target is 100 ms: {}.",
        table.render(),
        verdict(Some(longest <= 100.0))
    ));
    Ok(())
}
