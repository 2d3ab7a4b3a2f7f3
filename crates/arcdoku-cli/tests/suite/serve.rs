//! `serve` and `mcp`.

#[cfg(feature = "server")]
use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    process::{Child, Stdio},
};

use crate::common::run;
#[cfg(all(feature = "server", unix))]
use crate::common::signal;
#[cfg(feature = "server")]
use crate::common::{EASY, HARD, file, json, program};

#[test]
fn a_program_without_the_page_reports_it() {
    let built = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page/dist/index.html").exists();
    if built && cfg!(feature = "page") {
        return;
    }
    // The former name of the command.
    let ran = run(&["page"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("`cargo xtask page --program`"), "{}", ran.err);
}

#[test]
fn names_and_origins_are_checked() {
    for (option, value, is_valid) in [
        ("--host", "sudoku.example.org", true),
        ("--host", "https://sudoku.example.org", false),
        ("--origin", "https://sudoku.example.org", true),
        ("--origin", "sudoku.example.org", false),
        ("--origin", "https://sudoku.example.org/page", false),
    ] {
        // The file is missing, so no server starts.
        let ran = run(&["serve", option, value, "--token-file", "missing"]);
        assert_eq!(ran.err.contains(&format!("'{option} <")), !is_valid, "{}", ran.err);
    }
}

/// The program as a server, and its host and port.
#[cfg(feature = "server")]
fn serve(more: &[&str]) -> (Child, String) {
    let mut child = program()
        .args(["serve", "--port", "0", "--fpuzzles-port", "0"])
        .args(more)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut url = String::new();
    let out = child.stdout.take().expect("a pipe");
    BufReader::new(out).read_line(&mut url).expect("the address");
    let host = url.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    assert!(host.starts_with("127.0.0.1:"), "{url}");
    (child, host)
}

/// The response to a request.
#[cfg(feature = "server")]
fn ask(host: &str, request: &str, headers: &str, body: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(host).expect("a connection");
    let length = body.len();
    let head = format!("{request} HTTP/1.1\r\nHost: {host}\r\n{headers}Content-Length: {length}\r\n");
    write!(stream, "{head}Connection: close\r\n\r\n{body}").expect("a request");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    answer
}

#[cfg(feature = "page")]
#[test]
fn the_page_is_served_on_loopback() {
    let index = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page/dist/index.html");
    let Ok(index) = std::fs::read_to_string(index) else {
        println!("skipped: page/dist is missing (`cargo xtask page` builds it)");
        return;
    };
    let (mut child, host) = serve(&[]);
    let (answer, packed) =
        (ask(&host, "GET /", "", ""), ask(&host, "GET /", "Accept-Encoding: gzip\r\n", ""));
    let answer = String::from_utf8(answer).expect("text");
    let (head, body) = packed.split_at(packed.windows(4).position(|end| end == b"\r\n\r\n").expect("a head"));
    assert!(String::from_utf8_lossy(head).contains("\r\ncontent-encoding: gzip"), "{head:?}");
    assert!(body.len() < index.len(), "{} bytes", body.len());
    child.kill().expect("the program runs");
    child.wait().expect("the program ends");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains("\r\ncontent-security-policy: default-src 'none'; "), "{answer}");
    assert!(answer.ends_with(&index), "{answer}");
}

/// Incomplete requests do not block other requests, and do not keep a signal from ending the program.
#[cfg(all(feature = "server", unix))]
#[test]
fn incomplete_requests_do_not_block() {
    for name in ["INT", "TERM"] {
        let (mut child, host) = serve(&[]);
        let half = |_| {
            let mut stream = TcpStream::connect(&host).expect("a connection");
            write!(stream, "GET / HTTP/1.1\r\nHost: {host}").expect("half of a request");
            stream
        };
        let open: Vec<TcpStream> = (0..100).map(half).collect();
        let answer = ask(&host, "GET /healthz", "", "");
        assert!(answer.starts_with(b"HTTP/1.1 200 OK\r\n"), "{}", String::from_utf8_lossy(&answer));
        signal(&child, name);
        assert_eq!(child.wait().expect("the program ends").code(), Some(0));
        drop(open);
    }
}

/// The replies of the server are those of the command line, except for times.
#[cfg(feature = "server")]
#[test]
fn replies_are_those_of_the_command_line() {
    let (mut child, host) = serve(&[]);
    let untimed = |mut replies: Vec<serde_json::Value>| {
        replies.iter_mut().filter_map(|reply| reply["stats"].as_object_mut()).for_each(|stats| {
            stats.remove("time_us");
        });
        replies
    };
    let place = crate::common::directory("serve");
    let input = file(&place, "body", format!("{EASY}\n12x\n{HARD}\n"));
    for question in [
        "solve",
        "canon",
        "hint",
        "rate",
        "check",
        "candidates",
        "estimate",
        "necessary",
        "equal",
        "backdoors",
        "unavoidable",
        "minimize",
    ] {
        let printed = run(&[question, "--format", "json", &input]);
        let printed = printed.out.replace(&input, "body");
        let sent = std::fs::read_to_string(&input).expect("the input");
        let answer = ask(&host, &format!("POST /api/v1/{question}"), "Content-Type: text/plain\r\n", &sent);
        let answer = String::from_utf8(answer).expect("text");
        let lines: String = answer
            .lines()
            .filter(|line| line.starts_with('{'))
            .fold(String::new(), |all, line| all + line + "\n");
        assert_eq!(untimed(json(&lines)), untimed(json(&printed)), "{question}");
    }
    child.kill().expect("the program runs");
    child.wait().expect("the program ends");
}

#[cfg(feature = "server")]
#[test]
fn options_are_checked() {
    let place = crate::common::directory("serve-token");
    let empty = file(&place, "empty", "\n");
    for (options, code, message) in [
        (&["--token-file", &empty][..], 3, "expected a token"),
        (&["--token-file", "no-such-file"], 3, "--token-file no-such-file: "),
        (&["--max-time", "soon"], 2, "expected a time"),
        (&["--bind", "nowhere"], 2, "invalid value 'nowhere'"),
    ] {
        let ran = run(&[&["serve", "--port", "0"], options].concat());
        assert_eq!(ran.code, Some(code), "{options:?}: {}", ran.err);
        assert!(ran.err.contains(message), "{options:?}: {}", ran.err);
    }
}

/// An agent that closes its output ends the program.
#[cfg(feature = "server")]
#[test]
fn agents_get_tools_over_standard_input() {
    let request = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
"#;
    let ran = crate::common::run_with(&["mcp"], request.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let replies = json(&ran.out);
    assert_eq!(replies[0]["result"]["serverInfo"]["name"], "arcdoku", "{}", ran.out);
}
