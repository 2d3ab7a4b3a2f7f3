//! Many puzzles in one request, and the progress of one question.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};

use serde_json::json;

use crate::common::{ENDLESS, JSON, PUZZLE, TEXT, start};

#[test]
fn replies_have_the_order_of_the_puzzles() {
    let server = start(|_| ());
    let count = 3000;
    let body: String = (0..count)
        .map(|i| if i % 100 == 7 { "not a puzzle\n".to_owned() } else { format!("{PUZZLE}\n") })
        .collect();
    let response = server.ask("POST", "/api/v1/solve", TEXT, &body);
    assert!(response.head.contains("content-type: application/x-ndjson"), "{}", response.head);
    let lines = response.lines();
    assert_eq!(lines.len(), count);
    for (i, line) in lines.iter().enumerate() {
        assert_eq!(line["number"], i + 1);
        assert_eq!(line["outcome"], if i % 100 == 7 { "malformed" } else { "unique" });
    }
}

#[test]
fn lines_may_be_objects_with_fields() {
    let server = start(|_| ());
    let body = format!("{}\n{{\"puzzle\":7}}\n", json!({ "puzzle": PUZZLE, "id": "a" }));
    let response =
        server.ask("POST", "/api/v1/rate?scale=se", "content-type: application/x-ndjson\r\n", &body);
    let lines = response.lines();
    assert_eq!(lines[0]["id"], "a");
    assert_eq!(lines[0]["outcome"], "rated", "{lines:?}");
    assert_eq!(lines[1]["outcome"], "malformed", "{lines:?}");
}

#[test]
fn puzzles_without_replies_become_lines_with_errors() {
    let server = start(|_| ());
    let response = server.ask("POST", "/api/v1/explain", TEXT, &format!("{PUZZLE}\n12x\n"));
    let lines = response.lines();
    assert!(lines.len() > 10, "{}", response.body);
    let errors: Vec<_> = lines.iter().filter(|line| line["error"].is_string()).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    let text = server.ask("POST", "/api/v1/convert?to=line", TEXT, &format!("{PUZZLE}\n12x\n"));
    assert!(text.head.contains("content-type: text/plain"), "{}", text.head);
    assert_eq!(text.body.lines().count(), 2, "{}", text.body);
    assert!(text.body.lines().last().is_some_and(|line| line.starts_with("# body:2:4: ")), "{}", text.body);
}

#[test]
fn replies_are_sent_while_puzzles_arrive() {
    let server = start(|_| ());
    let mut stream = std::net::TcpStream::connect(server.address).expect("a connection");
    let address = server.address;
    write!(
        stream,
        "POST /api/v1/solve HTTP/1.1\r\nhost: {address}\r\n{TEXT}transfer-encoding: chunked\r\n\r\n{:x}\r\n{PUZZLE}\n\r\n",
        PUZZLE.len() + 1
    )
    .expect("half of a request");
    let mut reader = BufReader::new(stream.try_clone().expect("a reader"));
    let mut line = String::new();
    while !line.contains("\"outcome\":\"unique\"") {
        line.clear();
        assert!(reader.read_line(&mut line).expect("a line") > 0);
    }
    write!(stream, "0\r\n\r\n").expect("the end");
    let mut rest = String::new();
    reader.read_line(&mut rest).expect("the end of the piece");
    reader.read_line(&mut rest).expect("the last piece");
    assert!(rest.ends_with("0\r\n"), "{rest:?}");
}

#[test]
fn events_report_progress_and_the_reply() {
    let server = start(|_| ());
    let accepted = format!("{JSON}accept: text/event-stream\r\n");
    let body = json!({ "puzzle": "................................................................................1" });
    let response = server.ask("POST", "/api/v1/backdoors", &accepted, &body.to_string());
    assert!(response.head.contains("content-type: text/event-stream"), "{}", response.head);
    assert!(response.body.contains("event: reply\ndata: {"), "{}", response.body);
    let slow = json!({ "puzzle": PUZZLE, "minimal": "always" });
    let response = server.ask("POST", "/api/v1/check", &accepted, &slow.to_string());
    assert!(response.body.contains("event: progress\ndata: {\"done\":"), "{}", response.body);
    let wrong = server.ask("POST", "/api/v1/check", &accepted, r#"{"puzzle":""}"#);
    assert!(wrong.body.contains("event: error\ndata: {"), "{}", wrong.body);
}

/// The work on every kind of request ends when the client closes the connection.
#[test]
fn closed_connections_end_their_work() {
    let server = start(|config| config.limits.time = std::time::Duration::from_mins(10));
    let all = format!("{}\n", ".".repeat(81));
    for (path, headers, body) in [
        ("/api/v1/solve", JSON.to_owned(), ENDLESS.to_owned()),
        ("/api/v1/solve", format!("{JSON}accept: text/event-stream\r\n"), ENDLESS.to_owned()),
        ("/api/v1/solve?count=all", TEXT.to_owned(), all.clone()),
        ("/api/v1/solve?all", TEXT.to_owned(), all.clone()),
        // A body that is not read to its end.
        ("/api/v1/solve?count=all", TEXT.to_owned(), all.repeat(20_000)),
        ("/api/v1/generate", JSON.to_owned(), r#"{"count":100000000}"#.to_owned()),
    ] {
        server.wait_for(0);
        let mut stream = server.begin(path, &headers, &body);
        server.wait_for(if headers.contains("event") || headers == TEXT { 1 } else { 2 });
        if path.ends_with("all") && path.contains("?all") {
            let mut some = [0; 1000];
            stream.read_exact(&mut some).expect("solutions");
        }
        drop(stream);
        server.wait_for(0);
    }
}
