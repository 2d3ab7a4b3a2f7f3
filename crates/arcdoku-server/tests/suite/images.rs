//! Photos as the body and in base64, and images that cannot be read.

use std::io::Write as _;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::common::{JSON, PHOTO, PUZZLE, TEXT, start};

const CLUES: &str = "........2..1..39...39....7.68.....4.......7......415.9....1.2.72..45..8.1..3.....";

const PATH: &str = "/api/v1/scan";
const JPEG: &str = "content-type: image/jpeg\r\n";

/// Files with over 200 MiB of pixels, with a side of 60,000 pixels, and without pixels.
const REFUSED: [&[u8]; 3] = [
    include_bytes!("../../../../fuzz/seeds/read_any_image/16384x16384.png"),
    include_bytes!("../../../../fuzz/seeds/read_any_image/60000x10.png"),
    include_bytes!("../../../../fuzz/seeds/read_any_image/without-pixels.png"),
];

#[test]
fn an_image_is_a_body_or_a_field() {
    let server = start(|_| ());
    let reply = server.ask("POST", PATH, JPEG, PHOTO);
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert!(reply.head.contains("content-type: application/json"), "{}", reply.head);
    let reply = reply.json();
    assert_eq!((&reply[0]["puzzle"], &reply[0]["certain"]), (&CLUES.into(), &true.into()), "{reply}");
    assert_eq!(reply.as_array().map(Vec::len), Some(1));
    for kind in ["image/png", "image/webp", "application/octet-stream"] {
        // The type of the file is detected.
        let headers = format!("content-type: {kind}\r\n");
        assert_eq!(server.ask("POST", "/api/v1/scan?all=true", &headers, PHOTO).json(), reply, "{kind}");
    }
    let text = STANDARD.encode(PHOTO);
    for image in [text.clone(), format!("data:image/jpeg;base64,{text}")] {
        assert_eq!(server.reply("scan", &json!({ "image": image, "all": true }).to_string()), reply);
    }
    let events = server.ask("POST", PATH, &format!("{JPEG}accept: text/event-stream\r\n"), PHOTO);
    assert!(events.body.contains("event: reply\ndata: [{"), "{}", events.body);
}

/// Images in base64 are larger than other questions.
#[test]
fn images_in_base64_may_be_larger_than_other_bodies() {
    let server = start(|config| (config.limits.body, config.limits.image) = (1000, PHOTO.len()));
    let image = STANDARD.encode(PHOTO);
    assert_eq!(server.reply("scan", &json!({ "image": image }).to_string())[0]["puzzle"], CLUES);
    let call = |image: &str| {
        let params = json!({ "name": "scan", "arguments": { "image": image } });
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string();
        let headers = format!("{JSON}accept: application/json, text/event-stream\r\n");
        server.ask("POST", "/mcp", &headers, &body).json()
    };
    let reply = call(&image);
    assert_eq!(reply["result"]["structuredContent"]["replies"][0]["puzzle"], CLUES, "{reply}");
    let larger = STANDARD.encode([PHOTO, b"x"].concat());
    let refused = server.ask("POST", PATH, JSON, &json!({ "image": larger }).to_string());
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (413, &"too-large".into()));
    assert_eq!(call(&larger)["result"]["isError"], true);
    let refused = server.ask("POST", PATH, JSON, &json!({ "image": image.repeat(2) }).to_string());
    assert_eq!(refused.status, 413, "{}", refused.body);
}

/// Uploads that do not end keep only the places for large bodies.
#[test]
fn slow_uploads_do_not_block_streams() {
    let server = start(|config| (config.limits.body, config.limits.jobs) = (1000, 1));
    let head = format!("{JPEG}content-length: {}\r\n", PHOTO.len());
    let mut slow: Vec<_> = (0..8).map(|_| server.open(PATH, &head)).collect();
    slow.iter_mut().for_each(|stream| stream.write_all(&PHOTO[..2000]).expect("a part"));
    server.wait_for(8);
    let start = Instant::now();
    while server.ask("POST", PATH, JPEG, PHOTO).status != 429 {
        assert!(start.elapsed() < Duration::from_secs(30), "large bodies are not limited");
    }
    assert_eq!(server.ask("POST", "/api/v1/solve", TEXT, PUZZLE).lines().len(), 1);
    slow.truncate(7);
    server.wait_for(7);
    assert_eq!(server.ask("POST", PATH, JPEG, PHOTO).json()[0]["puzzle"], CLUES);
}

#[test]
fn images_without_a_grid_have_a_reply() {
    let server = start(|_| ());
    let pixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==";
    let reply = server.reply("scan", &json!({ "image": pixel }).to_string());
    assert_eq!(reply[0]["error"], "no grid was found", "{reply}");
    assert!(reply[0]["puzzle"].is_null());
}

#[test]
fn images_that_cannot_be_read_are_refused() {
    let server = start(|config| config.limits.image = 100_000);
    let text = "content-type: text/plain\r\n";
    for (path, headers, body, status, code) in [
        (PATH, JPEG, Vec::new(), 422, "input"),
        (PATH, JPEG, PUZZLE.into(), 422, "input"),
        (PATH, JPEG, PHOTO[..200].to_vec(), 422, "input"),
        (PATH, JPEG, REFUSED[0].to_vec(), 422, "input"),
        (PATH, JPEG, REFUSED[1].to_vec(), 422, "input"),
        (PATH, JPEG, REFUSED[2].to_vec(), 422, "input"),
        (PATH, JPEG, vec![0; 100_001], 413, "too-large"),
        ("/api/v1/scan?every", JPEG, PHOTO.to_vec(), 422, "option"),
        ("/api/v1/scan?all=maybe", JPEG, PHOTO.to_vec(), 422, "option"),
        ("/api/v1/scan?image=x", JPEG, PHOTO.to_vec(), 422, "option"),
        (PATH, text, PHOTO.to_vec(), 415, "media-type"),
        (PATH, "", PHOTO.to_vec(), 415, "media-type"),
        ("/api/v1/solve", JPEG, PHOTO.to_vec(), 415, "media-type"),
        (PATH, JSON, "{}".into(), 422, "option"),
        (PATH, JSON, r#"{"image":5}"#.into(), 422, "option"),
        (PATH, JSON, r#"{"image":"%"}"#.into(), 422, "option"),
        (PATH, JSON, r#"{"image":"data:image/png,abcd"}"#.into(), 422, "option"),
        (PATH, JSON, r#"{"image":"abcd"}"#.into(), 422, "input"),
    ] {
        let response = server.ask("POST", path, headers, &body);
        assert_eq!(response.status, status, "{path} {headers}: {}", response.body);
        let error = &response.json()["error"];
        assert_eq!(error["code"], code, "{path} {headers}: {}", response.body);
        assert!(error["message"].as_str().is_some_and(|message| !message.contains('\n')), "{error}");
    }
    // The server still answers.
    assert_eq!(server.ask("POST", PATH, JPEG, PHOTO).json()[0]["puzzle"], CLUES);
}

#[test]
fn damaged_images_are_read_or_refused() {
    let server = start(|_| ());
    for step in 0..6 {
        let mut bytes = PHOTO[..PHOTO.len() - step * 997].to_vec();
        let place = step * 7919 % bytes.len();
        bytes[place] ^= 0x55;
        let response = server.ask("POST", PATH, JPEG, &bytes);
        assert!([200, 422].contains(&response.status), "{}", response.body);
    }
}

#[test]
fn the_description_has_the_types_of_images() {
    let server = start(|_| ());
    let description = server.ask("GET", "/api/openapi.json", "", "").json();
    let bodies = |question: &str| -> Vec<String> {
        let path = format!("/paths/~1api~1v1~1{question}/post/requestBody/content");
        let content = description.pointer(&path).and_then(Value::as_object).expect("bodies");
        content.keys().cloned().collect()
    };
    let images = ["application/json", "image/jpeg", "image/png", "image/webp", "application/octet-stream"];
    assert_eq!(bodies("scan"), images);
    assert!(!bodies("solve").iter().any(|kind| kind.starts_with("image/")));
}
