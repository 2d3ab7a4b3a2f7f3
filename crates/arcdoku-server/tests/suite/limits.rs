//! Limits that no request can raise.

use std::io::{Read as _, Write as _};
use std::time::Duration;

use serde_json::json;

use crate::common::{ENDLESS, JSON, PUZZLE, TEXT, start};

#[test]
fn options_stay_within_the_limits() {
    let server = start(|config| config.limits.time = Duration::from_millis(100));
    let body = ENDLESS.replace('}', ",\"time\":\"10h\"}");
    let reply = server.reply("solve", &body);
    assert_eq!(reply["limit"], "time", "{reply}");
    // A question without a time limit ends, too.
    let endless = server.ask("POST", "/api/v1/generate", JSON, r#"{"count":100000000}"#);
    assert_eq!(endless.status, 422, "{}", endless.body);
    assert_eq!(endless.json()["error"]["code"], "limit");
    let server = start(|config| config.limits.nodes = Some(5));
    let empty = ".".repeat(256);
    let reply = server.reply("solve", &json!({ "puzzle": empty, "nodes": 1_000_000 }).to_string());
    assert_eq!(reply["limit"], "nodes", "{reply}");
}

#[test]
fn large_bodies_are_refused() {
    let server = start(|config| (config.limits.body, config.limits.puzzles) = (1000, 10));
    let large = server.ask("POST", "/api/v1/solve", JSON, &json!({ "puzzle": "1".repeat(2000) }).to_string());
    assert_eq!(large.status, 413, "{}", large.body);
    let stream = server.ask("POST", "/api/v1/solve", TEXT, &format!("{PUZZLE}\n").repeat(20));
    assert_eq!(stream.lines().len(), 11, "{}", stream.body);
    assert!(stream.body.contains("more than 10 lines"), "{}", stream.body);
}

#[test]
fn requests_beyond_the_limit_can_be_repeated_later() {
    let server = start(|config| {
        (config.limits.jobs, config.limits.waiting) = (1, 1);
        config.limits.time = Duration::from_mins(10);
    });
    let long: Vec<_> = (0..2).map(|_| server.send("POST", "/api/v1/solve", JSON, ENDLESS)).collect();
    // One runs, and one waits: two requests and the right to run.
    server.wait_for(3);
    let refused = server.ask("POST", "/api/v1/solve", JSON, ENDLESS);
    assert_eq!(refused.status, 429, "{}", refused.body);
    assert!(refused.head.contains("\r\nretry-after: 1"), "{}", refused.head);
    // Short questions do not wait for long ones.
    assert_eq!(server.reply("solve", &json!({ "puzzle": PUZZLE }).to_string())["outcome"], "unique");
    drop(long);
    server.wait_for(0);
    let stream = server.send("POST", "/api/v1/solve?count=all", TEXT, &".".repeat(81));
    server.wait_for(1);
    assert_eq!(server.ask("POST", "/api/v1/solve", TEXT, PUZZLE).status, 429);
    drop(stream);
}

#[test]
fn silent_clients_lose_their_connections() {
    let server = start(|config| config.limits.idle = Duration::from_millis(200));
    let mut stream = std::net::TcpStream::connect(server.address).expect("a connection");
    let address = server.address;
    std::io::Write::write_all(
        &mut stream,
        format!(
            "POST /api/v1/solve HTTP/1.1\r\nhost: {address}\r\n{TEXT}content-length: 100\r\n\r\n{PUZZLE}\n"
        )
        .as_bytes(),
    )
    .expect("half of a request");
    let mut response = String::new();
    stream.read_to_string(&mut response).expect("a response");
    assert!(response.contains("\"outcome\":\"unique\""), "{response}");
    assert!(response.contains("no data from the client"), "{response}");
}

/// A client that sends slowly, but without long pauses, has a reply.
#[test]
fn slow_clients_have_replies() {
    let server = start(|config| config.limits.idle = Duration::from_millis(400));
    let body = json!({ "puzzle": PUZZLE }).to_string();
    let mut stream = server.open("/api/v1/solve", &format!("{JSON}content-length: {}\r\n", body.len()));
    for piece in body.as_bytes().chunks(20) {
        std::thread::sleep(Duration::from_millis(150));
        stream.write_all(piece).expect("a piece");
    }
    let mut response = String::new();
    stream.read_to_string(&mut response).expect("a response");
    assert!(response.contains("\"outcome\":\"unique\""), "{response}");
    let mut silent = server.open("/api/v1/solve", &format!("{JSON}content-length: 100\r\n"));
    silent.write_all(b"{").expect("a piece");
    let mut response = String::new();
    silent.read_to_string(&mut response).expect("a response");
    assert!(response.starts_with("HTTP/1.1 408"), "{response}");
}

/// A client that does not read its reply does not keep the connection.
#[test]
fn unread_replies_are_dropped() {
    let server = start(|config| config.limits.idle = Duration::from_millis(300));
    let body = r#"{"count":50000}"#;
    let stream = server.send("POST", "/api/v1/generate", JSON, body);
    server.wait_for(0);
    let start = std::time::Instant::now();
    while server.count("arcdoku_connections ") > 1 {
        assert!(start.elapsed() < Duration::from_secs(30), "the connection is still open");
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(stream);
}

/// A server that is stopped ends its requests.
#[test]
fn a_stopped_server_ends() {
    let mut server = start(|config| {
        (config.limits.jobs, config.limits.time) = (2, Duration::from_mins(10));
    });
    let mut open: Vec<_> = (0..3).map(|_| server.send("POST", "/api/v1/solve", JSON, ENDLESS)).collect();
    server.wait_for(5);
    server.stop();
    for stream in &mut open {
        let mut rest = Vec::new();
        // The connection is closed or reset.
        let _ = stream.read_to_end(&mut rest);
    }
}
