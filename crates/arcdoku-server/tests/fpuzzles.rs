//! The protocol of the user script for f-puzzles, over real sockets. The messages have the form in which the script
//! sends them, and answers are compared with answers of the library.

#![allow(clippy::disallowed_methods, reason = "tests measure how long they wait")]

use std::net::{TcpListener, TcpStream};
use std::ops::ControlFlow;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use arcdoku::grid::{Cell, Digit};
use arcdoku::{Limits, Puzzle, Rule, Solver};
use arcdoku_server::{Config, Server, ServerLimits};
use arcdoku_service::cancel::Cancel;
use serde_json::{Map, Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

/// A puzzle whose first row is given, as packed by lz-string 1.5. It has 12 solutions.
const PACKED: &str = "N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZY8qhACZ6jFu04wefStQDMIpq3gduvEKRkIU6UUpWSAuskJTTvLkZPnrwC8ds3TBoyGwQwJAEZkY2MgHsGAGN8F30gkmY3bBI2GDB/AAc2CH9mMFCuIA";

/// The same without the last two clues; with an entered digit, center marks, and options. It has 72 solutions.
const PACKED_ENTRIES: &str = "N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZY8qhACYewEVwC6yQmN5jJ02YtHzRSkSADGLNjAwAFFhohkAsiQwBrMPgDMyROImSQ2CGBIAjMjGxkA9gwa+CAkEEHOHFQaJMyu2CQ6YH4ADmwQfszW8HggkTDRsTgJMGDMFAC2SZRpGWAAvAAcIKj+geQgjkA==";

const HARD: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The maximum wait for a message that must come.
const WAIT: Duration = Duration::from_mins(1);
/// The time in which no message may come.
const SILENCE: Duration = Duration::from_millis(700);

/// A server that ends with the test.
struct RunningServer {
    port: u16,
    main: u16,
    stop: Cancel,
    thread: Option<JoinHandle<()>>,
}

impl RunningServer {
    fn start(limits: ServerLimits) -> Self {
        // Another program may take the port before the server does.
        for _ in 0..10 {
            let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
            let port = free.expect("a free port").port();
            let config = Config { port: Some(0), fpuzzles_port: Some(port), limits, ..Config::default() };
            let server = Server::listen(config).expect("a server");
            if server.remarks().is_empty() {
                let (stop, main) = (Cancel::default(), server.address().port());
                let flag = stop.clone();
                let thread = Some(thread::spawn(move || server.run(&flag)));
                return Self { port, main, stop, thread };
            }
        }
        panic!("no free port");
    }

    fn client(&self) -> Client {
        let (socket, _) = connect(self.port, "https://f-puzzles.com").expect("a connection");
        Client { socket, nonce: 0 }
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends");
        }
    }
}

type Connected = (WebSocket<TcpStream>, tungstenite::handshake::client::Response);

/// Opens a socket. The error is the status of the response.
fn connect(port: u16, origin: &str) -> Result<Connected, u16> {
    let stream = TcpStream::connect(("127.0.0.1", port)).expect("a server");
    stream.set_nodelay(true).expect("a socket");
    let mut request = format!("ws://localhost:{port}").into_client_request().expect("a request");
    request.headers_mut().insert("origin", origin.parse().expect("an origin"));
    tungstenite::client(request, stream).map_err(|error| match error {
        tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response)) => {
            response.status().as_u16()
        }
        other => panic!("{other}"),
    })
}

struct Client {
    socket: WebSocket<TcpStream>,
    nonce: i64,
}

impl Client {
    fn send(&mut self, mut message: Value) -> i64 {
        self.nonce += 1;
        message["nonce"] = self.nonce.into();
        self.socket.send(Message::text(message.to_string())).expect("sent");
        self.nonce
    }

    /// Sends a request about a packed puzzle.
    fn request(&mut self, command: &str, data: &str) -> i64 {
        self.send(json!({ "command": command, "dataType": "fpuzzles", "data": data }))
    }

    fn cancel(&mut self) -> i64 {
        self.send(json!({ "command": "cancel" }))
    }

    /// The next message within this time.
    fn receive(&mut self, time: Duration) -> Option<Value> {
        self.socket.get_ref().set_read_timeout(Some(time)).expect("a socket");
        match self.socket.read() {
            Ok(Message::Text(text)) => Some(serde_json::from_str(&text).expect("JSON")),
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) =>
            {
                None
            }
            other => panic!("{other:?}"),
        }
    }

    /// The next message, which must answer the request with this number.
    fn reply(&mut self, nonce: i64) -> Value {
        let reply = self.receive(WAIT).expect("a reply");
        assert_eq!(reply["nonce"], nonce, "{reply}");
        reply
    }

    /// The last message about a puzzle.
    fn ask(&mut self, command: &str, puzzle: &Value) -> Value {
        let nonce = self.request(command, &packed(puzzle));
        loop {
            let reply = self.reply(nonce);
            if reply["inProgress"] != true {
                return reply;
            }
        }
    }
}

fn packed(puzzle: &Value) -> String {
    lz_str::compress_to_base64(&puzzle.to_string())
}

/// A puzzle as the page exports it, with the fields that the script adds.
fn page(size: usize, clues: &str, more: Value) -> Value {
    let clues: Vec<Option<u32>> = clues.chars().map(|c| c.to_digit(10)).collect();
    let cell = |index: usize| match clues.get(index).copied().flatten() {
        Some(digit) => json!({ "value": digit, "given": true }),
        None => json!({}),
    };
    let rows: Vec<Vec<Value>> =
        (0..size).map(|row| (0..size).map(|column| cell(row * size + column)).collect()).collect();
    let mut puzzle = json!({
        "size": size, "title": "A puzzle", "author": "", "ruleset": "Normal rules. Cells see each other 😀.",
        "grid": rows, "disabledlogic": [], "truecandidatesoptions": [],
        "line": [{ "lines": [["R1C1", "R2C2"]], "outlineC": "#000000", "width": 0.5 }],
    });
    let Value::Object(more) = more else { panic!("an object") };
    puzzle.as_object_mut().expect("an object").extend(more);
    puzzle
}

/// A puzzle of the library: clues and rules by their texts.
fn puzzle(clues: &str, size: usize, rules: &[&str]) -> Puzzle {
    let cells = size * size;
    let text: String = clues.chars().chain(std::iter::repeat('.')).take(cells).collect();
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    rules.iter().fold(puzzle, |puzzle, text| puzzle.with_rule(text.parse::<Rule>().expect("a rule")))
}

/// The number of solutions with each candidate, at most `cap`, from all solutions.
fn counted(puzzle: &Puzzle, cap: i64) -> Vec<i64> {
    let digits = puzzle.shape().digits();
    let mut counts = vec![0; puzzle.shape().cells() * digits];
    Solver::new().solutions(puzzle, &Limits::NONE, |solution| {
        for (cell, digit) in solution.digits().iter().enumerate() {
            counts[cell * digits + digit.index()] += 1;
        }
        ControlFlow::Continue(())
    });
    counts.into_iter().map(|count: i64| count.min(cap)).collect()
}

fn numbers(reply: &Value, name: &str) -> Vec<i64> {
    let list = reply[name].as_array().unwrap_or_else(|| panic!("no {name}: {reply}"));
    list.iter().map(|number| number.as_i64().expect("a number")).collect()
}

fn is_solution(puzzle: &Puzzle, reply: &Value) -> bool {
    let digits =
        numbers(reply, "solution").into_iter().map(|value| Digit::new(value as u8).expect("a digit"));
    puzzle.is_solved_by(&arcdoku::Solution::new(digits.collect::<Vec<_>>()))
}

/// Variants: the page's form and the library's form.
fn variants() -> Vec<(Value, Puzzle)> {
    let cage = |cells: &[&str], sum: &str| json!({ "cells": cells, "value": sum });
    let clues = "..3.........5..7....2......8";
    vec![
        (page(4, "1234", json!({})), puzzle("1234", 4, &[])),
        (page(9, HARD, json!({})), puzzle(HARD, 9, &[])),
        (
            page(
                6,
                "1",
                json!({
                    "killercage": [cage(&["R1C2", "R1C3"], "5"), cage(&["R6C1", "R6C2", "R5C1"], "14")],
                    "thermometer": [{ "lines": [["R2C6", "R3C6", "R4C6", "R5C6"]] }],
                    "whispers": [{ "lines": [["R4C1", "R4C2", "R4C3"]] }],
                    "littlekillersum": [{ "cell": "R0C3", "direction": "DR", "value": "11" }],
                }),
            ),
            puzzle(
                "1",
                6,
                &[
                    "cage 5: r1c2 r1c3",
                    "cage 14: r6c1 r6c2 r5c1",
                    "thermo: r2c6 r3c6 r4c6 r5c6",
                    "whisper 3: r4c1 r4c2 r4c3",
                    "little-killer 11: r1c4 r2c5 r3c6",
                ],
            ),
        ),
        (
            page(
                9,
                clues,
                json!({
                    "antiknight": true,
                    "nonconsecutive": true,
                    "diagonal+": true,
                    "arrow": [{ "cells": ["R5C5"], "lines": [["R5C5", "R6C6", "R7C7"]] }],
                    "killercage": [cage(&["R9C1", "R9C2", "R9C3"], "23")],
                }),
            ),
            puzzle(
                clues,
                9,
                &[
                    "anti-knight",
                    "non-consecutive",
                    "all-different: r9c1 r8c2 r7c3 r6c4 r5c5 r4c6 r3c7 r2c8 r1c9",
                    "arrow: r5c5 r6c6 r7c7",
                    "cage 23: r9c1 r9c2 r9c3",
                ],
            ),
        ),
    ]
}

#[test]
fn answers_are_the_answers_of_the_library() {
    let server = RunningServer::start(ServerLimits::default());
    let mut client = server.client();
    for (page, puzzle) in variants() {
        let all = Solver::new().count(&puzzle, None, &Limits::NONE).solutions;
        let reply = client.ask("count", &page);
        assert_eq!((&reply["count"], &reply["type"]), (&json!(all as u64), &json!("count")), "{puzzle}");
        assert_eq!(client.ask("check", &page)["count"], json!(all.min(2) as u64));
        let solved = client.ask("solve", &page);
        if all == 0 {
            assert_eq!(solved["type"], "invalid");
            assert_eq!(client.ask("truecandidates", &page)["message"], "There is no solution.");
            continue;
        }
        assert!(solved["type"] == "solved" && is_solution(&puzzle, &solved), "{solved}");
        for cap in [1, 3, 1000] {
            let mut page = page.clone();
            page["truecandidatesoptions"] = json!([format!("truecandidatesnumsolutions={cap}")]);
            let reply = client.ask("truecandidates", &page);
            assert_eq!(reply["type"], "truecandidates");
            assert_eq!(numbers(&reply, "solutionsPerCandidate"), counted(&puzzle, cap), "{puzzle}");
        }
        let mut page = page.clone();
        page["truecandidatesoptions"] = json!(["LOGICAL", "colored"]);
        let reply = client.ask("truecandidates", &page);
        for (found, expected) in numbers(&reply, "solutionsPerCandidate").into_iter().zip(counted(&puzzle, 8))
        {
            assert!(found == expected || (found == -1 && expected == 0), "{found} {expected}");
        }
        // An exact count is repeated, too.
        let nonce = client.request("estimate", &packed(&page));
        for _ in 0..2 {
            let reply = client.reply(nonce);
            let names = ["estimate", "stderr", "iterations", "ci95_lower", "ci95_upper", "relErrPercent"];
            assert!(names.iter().all(|name| reply[name].is_number()), "{reply}");
            assert!((reply["estimate"].as_f64().expect("a number") - all as f64).abs() <= 0.5 * all as f64);
        }
    }
}

#[test]
fn packed_puzzles_have_their_known_answers() {
    let server = RunningServer::start(ServerLimits::default());
    let mut client = server.client();
    let nonce = client.request("count", PACKED);
    assert_eq!(
        client.reply(nonce),
        json!({ "count": 12, "inProgress": false, "nonce": nonce, "type": "count" })
    );
    let nonce = client.request("count", PACKED_ENTRIES);
    assert_eq!(client.reply(nonce)["count"], 72);
    let link = format!("https://f-puzzles.com/?load={PACKED}");
    let nonce = client.request("check", &link);
    assert_eq!(client.reply(nonce)["count"], 2);
    // Entered digits and marks restrict estimates.
    let nonce = client.request("estimate", PACKED_ENTRIES);
    let mut entered = puzzle("12..", 4, &[]);
    let with = |digit: u8, entered: &mut Puzzle| {
        entered.set(Cell::new(15), Digit::new(digit));
        Solver::new().count(entered, None, &Limits::NONE).solutions as u64
    };
    let expected = with(3, &mut entered) + with(4, &mut entered);
    assert_eq!(client.reply(nonce)["estimate"].as_f64(), Some(expected as f64));
}

/// Does what the script does with the cells of a reply.
fn show(page: &mut Value, reply: &Value) {
    let cells = reply["cells"].as_array().expect("cells").iter();
    let size = page["size"].as_u64().expect("a size") as usize;
    for (index, cell) in cells.enumerate() {
        let shown = &mut page["grid"][index / size][index % size];
        if shown["given"] == true {
            continue;
        }
        let value = cell["value"].as_i64().expect("a value");
        *shown = if value == 0 {
            json!({ "centerPencilMarks": cell["candidates"].as_array().expect("candidates") })
        } else {
            json!({ "value": value })
        };
    }
}

#[test]
fn steps_begin_with_candidates_and_end_with_the_solution() {
    let server = RunningServer::start(ServerLimits::default());
    let mut client = server.client();
    let killer = json!({ "killercage": [
        { "cells": ["R1C1", "R2C1"], "value": "4" }, { "cells": ["R1C3", "R1C4"], "value": "7" },
        { "cells": ["R3C1", "R3C2", "R4C1"], "value": "7" }, { "cells": ["R4C3", "R4C4"], "value": "3" },
    ] });
    for (mut page, puzzle) in [
        (page(9, EASY, json!({})), puzzle(EASY, 9, &[])),
        (
            page(4, "", killer),
            puzzle(
                "",
                4,
                &["cage 4: r1c1 r2c1", "cage 7: r1c3 r1c4", "cage 7: r3c1 r3c2 r4c1", "cage 3: r4c3 r4c4"],
            ),
        ),
    ] {
        let path = client.ask("solvepath", &page);
        assert_eq!((&path["type"], &path["isValid"]), (&json!("logical"), &json!(true)));
        let lines = path["message"].as_str().expect("a message");
        assert!(lines.ends_with('\n') && lines.lines().count() > 3, "{lines}");
        let first = client.ask("step", &page);
        assert_eq!(first["message"], "Initial candidates.\n");
        show(&mut page, &first);
        let mut steps = String::new();
        for count in 0.. {
            assert!(count < 500, "steps make no progress: {steps}");
            let step = client.ask("step", &page);
            let message = step["message"].as_str().expect("a message").to_owned();
            show(&mut page, &step);
            if message == "The puzzle is solved.\n" || message == "No step was found.\n" {
                break;
            }
            assert_eq!(message.lines().count(), 1);
            steps += &message;
        }
        // The path and the single steps reach the same cells.
        assert_eq!(client.ask("step", &page)["cells"], path["cells"], "{steps}\n{lines}");
        if puzzle.shape().digits() == 9 {
            assert!(path["cells"].as_array().expect("cells").iter().all(|cell| cell["value"] != 0));
        }
    }
}

#[test]
fn wrong_digits_and_marks_are_contradictions() {
    let server = RunningServer::start(ServerLimits::default());
    let mut client = server.client();
    let mut wrong = page(9, EASY, json!({}));
    // The right digit is 4.
    wrong["grid"][0][2] = json!({ "value": 1 });
    let path = client.ask("solvepath", &wrong);
    assert_eq!((&path["type"], &path["isValid"]), (&json!("logical"), &json!(false)), "{path}");
    // The entered digit is no part of the puzzle.
    assert_eq!(client.ask("check", &wrong)["count"], 1);
    wrong["grid"][0][2] = json!({ "value": 5 });
    let message = client.ask("step", &wrong)["message"].clone();
    assert_eq!(message, "r1c1 and r1c3 both have the digit 5: row 1.");
    // Given marks are part of the puzzle. Marks in the center replace them for steps.
    wrong["grid"][0][2] = json!({ "givenPencilMarks": [1, 2], "centerPencilMarks": [4] });
    assert_eq!(client.ask("count", &wrong)["count"], 0);
    assert_eq!(client.ask("solvepath", &wrong)["isValid"], true);
}

#[test]
fn groups_of_techniques_are_turned_off() {
    let server = RunningServer::start(ServerLimits::default());
    let mut client = server.client();
    let open = "....7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let hard = "...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7...";
    let logical = json!(["logical"]);
    let mut uncertain = |clues: &str, disabled: Value| {
        let page = page(9, clues, json!({ "truecandidatesoptions": logical, "disabledlogic": disabled }));
        let counts = numbers(&client.ask("truecandidates", &page), "solutionsPerCandidate");
        counts.into_iter().filter(|&count| count < 0).count()
    };
    let all = json!(["tuples", "pointing", "fishes", "wings", "AIC", "contradictions", "other"]);
    for clues in [open, hard, HARD] {
        let (few, many) = (uncertain(clues, json!([])), uncertain(clues, all.clone()));
        assert!(few <= many, "{few} {many}");
    }
    assert!(uncertain(HARD, json!(["contradictions"])) > 0);
    let path = client.ask("solvepath", &page(9, hard, json!({ "disabledlogic": all })));
    let lines = path["message"].as_str().expect("a message");
    assert!(
        lines.lines().all(|line| ["Single", "Full House", "No step"].iter().any(|name| line.contains(name)))
    );
}

#[test]
fn counts_report_progress_until_they_are_cancelled() {
    let server = RunningServer::start(ServerLimits::default());
    let mut client = server.client();
    // There is nothing to cancel.
    let nonce = client.cancel();
    assert_eq!(client.reply(nonce), json!({ "nonce": nonce, "type": "canceled" }));
    let empty = page(9, "", json!({}));
    let variant = page(
        9,
        "",
        json!({ "nonconsecutive": true, "killercage": [
        { "cells": ["R1C1", "R1C2", "R1C3"], "value": "15" }] }),
    );
    for page in [&empty, &variant] {
        for command in ["count", "estimate"] {
            let nonce = client.request(command, &packed(page));
            let start = Instant::now();
            for _ in 0..2 {
                let reply = client.reply(nonce);
                assert!(reply["inProgress"] == true || reply["type"] == "estimate", "{reply}");
            }
            assert!(start.elapsed() > Duration::from_millis(900));
            let start = Instant::now();
            let cancelled = client.cancel();
            assert_eq!(client.reply(cancelled)["type"], "canceled");
            // Tests share the processors with others.
            assert!(start.elapsed() < Duration::from_millis(500), "{:?}", start.elapsed());
            assert_eq!(client.receive(SILENCE), None);
        }
    }
    let start = Instant::now();
    assert_eq!(client.ask("check", &empty)["count"], 2);
    assert!(start.elapsed() < Duration::from_secs(2), "the count has not ended");
}

#[test]
fn newer_messages_replace_requests() {
    let server = RunningServer::start(ServerLimits::default());
    let mut client = server.client();
    let empty = packed(&page(9, "", json!({})));
    client.request("count", &empty);
    client.request("estimate", &empty);
    client.request("truecandidates", &empty);
    let reply = client.ask("solve", &page(9, HARD, json!({})));
    assert_eq!(reply["type"], "solved");
    client.request("count", &empty);
    // A message that is not JSON ends the count, and has no reply.
    client.socket.send(Message::text("hello")).expect("sent");
    assert_eq!(client.receive(SILENCE * 2), None);
    client.request("count", &empty);
    client.socket.send(Message::binary(vec![1, 2, 3])).expect("sent");
    assert_eq!(client.receive(SILENCE * 2), None);
    // Bursts are answered once.
    let mut last = 0;
    for _ in 0..200 {
        last = client.request("truecandidates", &empty);
    }
    loop {
        let reply = client.receive(WAIT).expect("a reply");
        if reply["nonce"] == last {
            break;
        }
    }
    assert_eq!(client.receive(SILENCE), None);
}

#[test]
fn bad_data_is_invalid() {
    let server = RunningServer::start(ServerLimits::default());
    let mut client = server.client();
    let mut jagged = page(9, "", json!({}));
    jagged["grid"][3] = json!([]);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for (data, expected) in [
        ("!!!".to_owned(), "The data is not a puzzle packed by lz-string."),
        (String::new(), "The data is not a puzzle packed by lz-string."),
        (PACKED[..100].to_owned(), "The data is not a puzzle packed by lz-string."),
        (lz_str::compress_to_base64("{"), "The puzzle is not JSON: "),
        (lz_str::compress_to_base64("[1]"), "The puzzle is not a JSON object."),
        (lz_str::compress_to_base64(&deep), "The puzzle is not JSON: "),
        (lz_str::compress_to_base64(&" ".repeat(2_000_000)), "The data is not a puzzle packed by lz-string."),
        (packed(&json!({})), "The puzzle has no grid."),
        (packed(&json!({ "grid": [] })), "The puzzle has a size of 0"),
        (
            packed(&json!({ "grid": [[{ "value": { "a": [] }, "region": "x" }]] })),
            "The puzzle has the region",
        ),
        (packed(&jagged), "The grid is not square"),
        (
            packed(&page(9, "", json!({ "flux": [{ "cells": ["R1C1"] }] }))),
            "The puzzle has parts that are not understood: flux",
        ),
        (
            packed(&page(9, "", json!({ "xv": [{ "cells": ["R1C1", "R1C2"], "value": "Q" }] }))),
            "The puzzle has parts that are not understood: xv",
        ),
        (packed(&page(9, "11", json!({}))), "r1c1 and r1c2 both have the digit 1: row 1."),
    ] {
        for command in ["truecandidates", "solve", "check", "count", "estimate", "solvepath", "step"] {
            let nonce = client.request(command, &data);
            let reply = client.reply(nonce);
            let message = reply["message"].as_str().unwrap_or_else(|| panic!("{reply}"));
            assert!(reply["type"] == "invalid" && message.starts_with(expected), "{command} {message}");
            assert!(!message.contains('\n') && message.len() < 400, "{message}");
        }
    }
    for message in [json!({ "command": "fly" }), json!({}), json!({ "command": "solve", "data": PACKED })] {
        let nonce = client.send(message);
        assert_eq!(client.reply(nonce)["type"], "invalid");
    }
    // A message that is too large closes the connection, and only this one.
    let mut other = server.client();
    let _ = client.socket.send(Message::text(" ".repeat(5 << 20)));
    let closed = loop {
        match client.socket.read() {
            Ok(Message::Close(_)) | Err(_) => break true,
            Ok(_) => {}
        }
    };
    assert!(closed && other.ask("check", &page(4, "1234", json!({})))["count"] == 2);
}

#[test]
fn sockets_are_independent_and_their_number_is_limited() {
    let server = RunningServer::start(ServerLimits { jobs: 1, ..ServerLimits::default() });
    let empty = packed(&page(9, "", json!({})));
    let mut clients: Vec<Client> = (0..16).map(|_| server.client()).collect();
    for client in &mut clients[..4] {
        client.request("count", &empty);
    }
    assert_eq!(clients[5].ask("check", &page(9, HARD, json!({})))["count"], 1);
    assert_eq!(connect(server.port, "https://f-puzzles.com").err(), Some(429));
    for client in &mut clients[..4] {
        assert_eq!(client.receive(WAIT).expect("progress")["inProgress"], true);
    }
    // The jobs of closed connections end, and others can connect.
    drop(clients);
    let start = Instant::now();
    let mut client = loop {
        match connect(server.port, "https://www.f-puzzles.com") {
            Ok((socket, _)) => break Client { socket, nonce: 0 },
            Err(_) => assert!(start.elapsed() < Duration::from_secs(5)),
        }
        thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(client.ask("check", &page(4, "1234", json!({})))["count"], 2);
    assert_eq!(connect(server.port, "https://example.com").err(), Some(403));
    // The other port has no socket.
    assert!(connect(server.main, "https://f-puzzles.com").is_err());
}

#[test]
fn limits_apply_to_answers_but_not_to_counts() {
    let limits = ServerLimits { time: Duration::from_nanos(1), ..ServerLimits::default() };
    let server = RunningServer::start(limits);
    let mut client = server.client();
    let hard = page(9, HARD, json!({}));
    for (command, page) in [("truecandidates", page(9, "", json!({}))), ("solvepath", hard.clone())] {
        let reply = client.ask(command, &page);
        assert_eq!(reply["message"], "The request was not answered: the time limit was reached.");
    }
    assert_eq!(client.ask("count", &hard)["count"], 1);
    assert_eq!(client.ask("check", &hard)["count"], 1);
}

#[test]
fn true_candidates_are_right_after_each_edit() {
    let server = RunningServer::start(ServerLimits::default());
    let mut client = server.client();
    let (mut clues, mut state) = (vec!['.'; 36], 7_u64);
    let cage = json!({ "killercage": [{ "cells": ["R1C1", "R2C1"], "value": "7" }] });
    for edit in 0..60 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (cell, digit) = ((state >> 33) as usize % 36, (state >> 50) as u32 % 6 + 1);
        // Some edits remove a clue.
        clues[cell] = if edit % 4 == 3 { '.' } else { char::from_digit(digit, 10).expect("a digit") };
        let text: String = clues.iter().collect();
        let (more, rules): (_, &[&str]) =
            if edit % 3 == 0 { (json!({}), &[]) } else { (cage.clone(), &["cage 7: r1c1 r2c1"]) };
        let mut page = page(6, &text, more);
        page["truecandidatesoptions"] = json!(["truecandidatesnumsolutions=2"]);
        let reply = client.ask("truecandidates", &page);
        let puzzle = puzzle(&text, 6, rules);
        if reply["type"] == "invalid" {
            assert_eq!(Solver::new().count(&puzzle, Some(1), &Limits::NONE).solutions, 0, "{text} {reply}");
            clues[cell] = '.';
            continue;
        }
        let found = numbers(&reply, "solutionsPerCandidate");
        for (index, count) in found.into_iter().enumerate() {
            let mut with = puzzle.clone();
            let (cell, digit) = (Cell::new(index / 6), Digit::new((index % 6) as u8 + 1));
            let fits = with.givens()[cell.index()].is_none_or(|given| Some(given) == digit);
            with.set(cell, digit);
            let exact = if fits { Solver::new().count(&with, Some(2), &Limits::NONE).solutions } else { 0 };
            assert_eq!(count, exact as i64, "{text} {index}");
        }
    }
}

#[test]
fn replies_have_the_fields_of_the_script() {
    let server = RunningServer::start(ServerLimits::default());
    let mut client = server.client();
    let page = page(4, "1234", json!({}));
    for (command, names) in [
        ("truecandidates", &["nonce", "solutionsPerCandidate", "type"][..]),
        ("solve", &["nonce", "solution", "type"]),
        ("check", &["count", "inProgress", "nonce", "type"]),
        ("count", &["count", "inProgress", "nonce", "type"]),
        ("step", &["cells", "isValid", "message", "nonce", "type"]),
        ("solvepath", &["cells", "isValid", "message", "nonce", "type"]),
        (
            "estimate",
            &[
                "ci95_lower",
                "ci95_upper",
                "estimate",
                "iterations",
                "nonce",
                "relErrPercent",
                "stderr",
                "type",
            ],
        ),
    ] {
        let reply: Map<String, Value> = client.ask(command, &page).as_object().expect("an object").clone();
        let mut found: Vec<&String> = reply.keys().collect();
        found.sort();
        assert_eq!(found, names, "{command}");
    }
}
