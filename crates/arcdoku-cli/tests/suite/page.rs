//! `page`.

use std::path::Path;
#[cfg(feature = "page")]
use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    process::{Child, Stdio},
};

#[cfg(feature = "page")]
use crate::common::program;
use crate::common::run;
#[cfg(all(feature = "page", unix))]
use crate::common::signal;

#[test]
fn a_program_without_the_page_reports_it() {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page/dist/index.html").exists();
    if built && cfg!(feature = "page") {
        return;
    }
    let ran = run(&["page", "--no-open"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("`cargo xtask page --program`"), "{}", ran.err);
}

#[cfg(feature = "page")]
#[test]
fn the_page_is_served_on_loopback() {
    let index = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page/dist/index.html");
    let Ok(index) = std::fs::read_to_string(index) else {
        println!("skipped: page/dist is missing (`cargo xtask page` builds it)");
        return;
    };
    let (mut child, host) = serve();
    let ask = |headers: &str| {
        let mut stream = TcpStream::connect(&host).expect("a connection");
        write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\n{headers}Connection: close\r\n\r\n")
            .expect("a request");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        answer
    };
    let (answer, packed) = (ask(""), ask("Accept-Encoding: gzip\r\n"));
    let answer = String::from_utf8(answer).expect("text");
    let (head, body) = packed.split_at(packed.windows(4).position(|end| end == b"\r\n\r\n").expect("a head"));
    assert!(String::from_utf8_lossy(head).contains("\r\ncontent-encoding: gzip"), "{head:?}");
    assert!(body.len() < index.len(), "{} bytes", body.len());
    let twice = ask(&format!("Host: {host}\r\n"));
    assert!(twice.starts_with(b"HTTP/1.1 400 "), "{}", String::from_utf8_lossy(&twice));
    child.kill().expect("the program runs");
    child.wait().expect("the program ends");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains("\r\ncontent-security-policy: default-src 'none'; "), "{answer}");
    assert!(answer.ends_with(&index), "{answer}");
}

/// The program serving the page, and its host and port.
#[cfg(feature = "page")]
fn serve() -> (Child, String) {
    let mut child = program()
        .args(["page", "--no-open", "--port", "0"])
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

/// Incomplete requests do not block other requests, and do not keep Ctrl-C from ending the program.
#[cfg(all(feature = "page", unix))]
#[test]
fn incomplete_requests_do_not_block() {
    if !Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page/dist/index.html").exists() {
        println!("skipped: page/dist is missing (`cargo xtask page` builds it)");
        return;
    }
    let (mut child, host) = serve();
    let half = |_| {
        let mut stream = TcpStream::connect(&host).expect("a connection");
        write!(stream, "GET / HTTP/1.1\r\nHost: {host}").expect("half of a request");
        stream
    };
    let open: Vec<TcpStream> = (0..100).map(half).collect();
    let mut stream = TcpStream::connect(&host).expect("a connection");
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    signal(&child, "INT");
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
    drop(open);
}
