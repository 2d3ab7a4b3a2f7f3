//! `page`.

use std::path::Path;
#[cfg(feature = "page")]
use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    process::Stdio,
};

#[cfg(feature = "page")]
use crate::common::program;
use crate::common::run;

#[test]
fn a_program_without_the_page_says_so() {
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
    let mut child = program()
        .args(["page", "--no-open", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut url = String::new();
    let out = child.stdout.take().expect("a pipe");
    BufReader::new(out).read_line(&mut url).expect("the address");
    let host = url.trim().trim_start_matches("http://").trim_end_matches('/');
    assert!(host.starts_with("127.0.0.1:"), "{url}");
    let mut stream = TcpStream::connect(host).expect("a connection");
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    child.kill().expect("the program runs");
    child.wait().expect("the program ends");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains("\r\ncontent-security-policy: default-src 'none'; "), "{answer}");
    assert!(answer.ends_with(&index), "{answer}");
}
