//! Who may send requests.

use serde_json::json;

use crate::common::{JSON, PUZZLE, start};

#[test]
fn other_hosts_are_refused() {
    let server = start(|_| ());
    let port = server.address.port();
    for (host, status) in [
        (format!("127.0.0.1:{port}"), 200),
        (format!("localhost:{port}"), 200),
        (format!("[::1]:{port}"), 200),
        ("example.org".to_owned(), 421),
        (format!("example.org:{port}"), 421),
        ("127.0.0.1".to_owned(), 421),
        ("localhost:1".to_owned(), 421),
        (format!("192.168.0.1:{port}"), 421),
        (String::new(), 421),
    ] {
        let response = server.ask("GET", "/healthz", &format!("host: {host}\r\n"), "");
        assert_eq!(response.status, status, "{host}");
    }
    let own = format!("localhost:{port}");
    let twice = server.ask("GET", "/healthz", &format!("host: {own}\r\nhost: {own}\r\n"), "");
    assert_eq!(twice.status, 400);
    for (address, status) in [
        ("http://evil.com/", 421),
        ("http://evil.com", 421),
        (&format!("http://{own}/healthz"), 200),
        ("*", 400),
    ] {
        let response = server.ask("GET", address, &format!("host: {own}\r\n"), "");
        assert_eq!(response.status, status, "{address}");
    }
}

#[test]
fn further_names_can_be_given() {
    let server = start(|config| config.hosts = vec!["Sudoku.example.org".to_owned()]);
    for (host, status) in [("sudoku.example.org", 200), ("sudoku.example.org:443", 200), ("example.org", 421)]
    {
        let response = server.ask("GET", "/healthz", &format!("host: {host}\r\n"), "");
        assert_eq!(response.status, status, "{host}");
    }
}

#[test]
fn pages_of_other_sites_are_refused() {
    let server = start(|config| config.origins.push("https://tools.example.org".to_owned()));
    let address = server.address;
    let body = json!({ "puzzle": PUZZLE }).to_string();
    for (origin, status) in [
        (format!("http://{address}"), 200),
        ("https://f-puzzles.com".to_owned(), 200),
        ("https://sudokupad.app".to_owned(), 200),
        ("https://tools.example.org".to_owned(), 200),
        ("https://example.org".to_owned(), 403),
        ("http://f-puzzles.com".to_owned(), 403),
        ("https://f-puzzles.com.example.org".to_owned(), 403),
        ("null".to_owned(), 403),
        (format!("http://localhost:{}", address.port() + 1), 403),
    ] {
        let response = server.ask("POST", "/api/v1/solve", &format!("{JSON}origin: {origin}\r\n"), &body);
        assert_eq!(response.status, status, "{origin}");
        let is_named = response.head.contains(&format!("access-control-allow-origin: {origin}"));
        assert_eq!(is_named, status == 200 && !origin.starts_with("http://"), "{origin}: {}", response.head);
    }
    let asked = "origin: https://f-puzzles.com\r\naccess-control-request-method: POST\r\n";
    let response = server.ask("OPTIONS", "/api/v1/solve", asked, "");
    assert_eq!(response.status, 204);
    assert!(response.head.contains("access-control-allow-headers: authorization, content-type"));
}

#[test]
fn tokens_are_checked() {
    let server = start(|config| config.token = Some("secret".to_owned()));
    let body = json!({ "puzzle": PUZZLE }).to_string();
    for (token, status) in [
        ("", 401),
        ("authorization: secret\r\n", 401),
        ("authorization: Bearer wrong\r\n", 401),
        ("authorization: Bearer secrets\r\n", 401),
        ("authorization: Bearer secret\r\n", 200),
    ] {
        let response = server.ask("POST", "/api/v1/solve", &format!("{JSON}{token}"), &body);
        assert_eq!(response.status, status, "{token}");
        assert_eq!(response.head.contains("\r\nwww-authenticate: Bearer"), status == 401);
    }
    assert_eq!(server.ask("GET", "/healthz", "", "").status, 200);
    assert_eq!(server.ask("GET", "/metrics", "", "").status, 401);
}

#[test]
fn requests_have_ids() {
    let server = start(|_| ());
    let given = server.ask("GET", "/healthz", "x-request-id: abc-1\r\n", "");
    assert!(given.head.contains("\r\nx-request-id: abc-1"), "{}", given.head);
    let strange = server.ask("GET", "/healthz", "x-request-id: a\"b\r\n", "");
    assert!(
        strange.head.contains("\r\nx-request-id: ") && !strange.head.contains("a\"b"),
        "{}",
        strange.head
    );
}
