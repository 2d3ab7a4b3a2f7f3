use arcdoku_service::ask::json;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, split,
};

use super::*;
use crate::document::DocumentKind;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// An agent that is connected to a server.
struct Client {
    input: WriteHalf<DuplexStream>,
    output: Lines<BufReader<ReadHalf<DuplexStream>>>,
    id: u64,
}

impl Client {
    async fn connect() -> Self {
        let limits = ServerLimits { time: Duration::from_mins(1), jobs: 1, ..ServerLimits::default() };
        let config = Config { limits, ..Config::default() };
        let guard = Guard::new(&config, &[]);
        let app = Arc::new(App::new(config, guard).unwrap());
        let (near, far) = tokio::io::duplex(1 << 16);
        let (input, output) = split(far);
        tokio::spawn(async move { serve(app, input, output).await.unwrap() });
        let (output, input) = split(near);
        let mut client = Self { input, output: BufReader::new(output).lines(), id: 0 };
        let info = json!({ "name": "test", "version": "1" });
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info });
        let reply = client.request("initialize", params).await;
        assert_eq!(reply["result"]["serverInfo"]["name"], "arcdoku");
        client.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        client
    }

    async fn send(&mut self, message: Value) {
        self.input.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    async fn receive(&mut self) -> Value {
        serde_json::from_str(&self.output.next_line().await.unwrap().unwrap()).unwrap()
    }

    async fn start(&mut self, method: &str, params: Value) {
        self.id += 1;
        let message = json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params });
        self.send(message).await;
    }

    async fn request(&mut self, method: &str, params: Value) -> Value {
        self.start(method, params).await;
        let reply = self.receive().await;
        assert_eq!(reply["id"], self.id, "{reply}");
        reply
    }

    async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let reply = self.request("tools/call", json!({ "name": tool, "arguments": arguments })).await;
        assert!(reply["error"].is_null(), "{reply}");
        reply["result"].clone()
    }

    /// The message of a result that is an error.
    async fn refusal(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments).await;
        assert_eq!(result["isError"], true, "{result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    async fn read(&mut self, uri: &str) -> String {
        let reply = self.request("resources/read", json!({ "uri": uri })).await;
        reply["result"]["contents"][0]["text"].as_str().unwrap_or_else(|| panic!("{uri}: {reply}")).to_owned()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_question_and_every_document_is_a_tool() {
    let mut client = Client::connect().await;
    let reply = client.request("tools/list", json!({})).await;
    let tools = reply["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    let expected = json::rows().map(|row| row.name).chain(DocumentKind::ALL.map(|kind| kind.row().name));
    assert_eq!(names, expected.collect::<Vec<_>>());
    for tool in tools {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        let schema = &tool["outputSchema"];
        assert!(schema.is_null() || schema["type"] == "object", "{tool}");
        let text = format!("{}{}", tool["description"], tool["inputSchema"]);
        assert!(!text.contains("`arcdoku ") && !text.contains("--"), "{text}");
        assert!(!text.contains(&u64::MAX.to_string()), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_example_of_every_tool_has_an_answer() {
    let mut client = Client::connect().await;
    for tool in tools::all() {
        let text = tool.description.as_ref().unwrap();
        let (_, example) = text.rsplit_once("Example: ").unwrap();
        let result = client.call(&tool.name, serde_json::from_str(example).unwrap()).await;
        assert_eq!(result["isError"], false, "{}: {result}", tool.name);
        assert_eq!(result["structuredContent"].is_object(), tool.output_schema.is_some(), "{}", tool.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn results_are_objects_and_text() {
    let mut client = Client::connect().await;
    let solved = client.call("solve", json!({ "puzzle": PUZZLE })).await;
    assert_eq!(solved["structuredContent"]["outcome"], "unique");
    let text: Value = serde_json::from_str(solved["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, solved["structuredContent"]);
    let steps = client.call("explain", json!({ "puzzle": PUZZLE })).await;
    assert!(steps["structuredContent"]["replies"].as_array().unwrap().len() > 1);
    let grid = client.call("convert", json!({ "puzzle": PUZZLE, "to": "grid" })).await;
    assert_eq!(grid["structuredContent"]["text"], grid["content"][0]["text"]);
    // This reply has a field `error`, which is not the error of a call.
    let estimated = client.call("estimate", json!({ "puzzle": ".".repeat(81), "samples": 100 })).await;
    assert!(estimated["structuredContent"]["error"].is_string(), "{estimated}");
    let killer = json!({ "puzzle": "................", "rules": ["cage 5: r1c1 r1c2", "cage 6: r1c3 r2c3"] });
    let killer = client.call("solve", json!({ "puzzle": killer })).await;
    assert_eq!(killer["structuredContent"]["outcome"], "multiple");
    let photo = STANDARD.encode(include_bytes!("../../../arcdoku-cli/tests/inputs/shadow.jpg"));
    let scanned = client.call("scan", json!({ "image": format!("data:image/jpeg;base64,{photo}") })).await;
    assert_eq!(scanned["structuredContent"]["replies"][0]["certain"], true, "{scanned}");
}

#[tokio::test(flavor = "multi_thread")]
async fn documents_are_images_texts_and_resources() {
    let mut client = Client::connect().await;
    let image = client.call("draw", json!({ "puzzle": PUZZLE })).await;
    assert_eq!(image["content"][0]["mimeType"], "image/png");
    assert!(image["content"][0]["data"].as_str().unwrap().starts_with("iVBOR"));
    let svg = client.call("draw", json!({ "puzzle": PUZZLE, "format": "svg" })).await;
    assert!(svg["content"][0]["text"].as_str().unwrap().starts_with("<svg"));
    let sheet = client.call("sheet", json!({ "puzzle": PUZZLE })).await;
    assert_eq!(sheet["content"][0]["resource"]["mimeType"], "application/pdf");
    let wrong = client.refusal("draw", json!({ "puzzle": PUZZLE, "format": "gif" })).await;
    assert_eq!(wrong, "format: found \"gif\", expected one of png, svg");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_agent_can_correct_is_a_result() {
    let mut client = Client::connect().await;
    assert!(client.refusal("solve", json!({ "puzzle": "abc" })).await.contains("found 'a'"));
    assert!(client.refusal("explain", json!({ "puzzle": "abc" })).await.contains("found 'a'"));
    assert!(client.refusal("draw", json!({ "puzzle": "abc" })).await.contains("found 'a'"));
    assert!(client.refusal("solve", json!({})).await.starts_with("puzzle: found nothing"));
    assert!(client.refusal("scan", json!({})).await.starts_with("image: found nothing"));
    assert!(client.refusal("scan", json!({ "image": "abcd" })).await.contains("expected a JPEG"));
    let rule = json!({ "puzzle": { "puzzle": PUZZLE, "rules": ["kage"] } });
    assert!(client.refusal("hint", rule).await.contains("the name of a rule"));
    let option = client.refusal("rate", json!({ "puzzle": PUZZLE, "kount": 1 })).await;
    assert!(option.starts_with("kount: found an unknown option"), "{option}");
    let unknown = client.request("tools/call", json!({ "name": "guess", "arguments": {} })).await;
    assert_eq!(unknown["error"]["code"], -32602);
    assert!(unknown["error"]["message"].as_str().unwrap().contains("expected one of solve"));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_resource_can_be_read() {
    let mut client = Client::connect().await;
    let reply = client.request("resources/list", json!({})).await;
    let resources = reply["result"]["resources"].as_array().unwrap();
    assert!(resources.len() > 200);
    for resource in resources {
        let text = client.read(resource["uri"].as_str().unwrap()).await;
        assert!(text.lines().count() > 2, "{resource}: {text}");
    }
    assert!(client.read("arcdoku://techniques").await.contains("- `x-wing`: X-Wing"));
    assert!(client.read("arcdoku://technique/x-wing").await.contains("Example"));
    assert!(client.read("arcdoku://rule/cage").await.contains("cage"));
    let templates = client.request("resources/templates/list", json!({})).await;
    assert_eq!(templates["result"]["resourceTemplates"][0]["uriTemplate"], "arcdoku://technique/{name}");
    let unknown = client.request("resources/read", json!({ "uri": "arcdoku://rule/none" })).await;
    assert_eq!(unknown["error"]["code"], -32002);
}

/// A call that takes longer than any test.
fn endless() -> Value {
    json!({ "name": "estimate", "arguments": { "puzzle": ".".repeat(81), "samples": 1_000_000_000 } })
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_grows_and_a_cancelled_call_ends() {
    let mut client = Client::connect().await;
    let mut params = endless();
    params["_meta"] = json!({ "progressToken": "p" });
    client.start("tools/call", params).await;
    let call = client.id;
    let mut last = 0.0;
    for _ in 0..3 {
        let report = client.receive().await;
        assert_eq!(report["method"], "notifications/progress", "{report}");
        assert_eq!(report["params"]["progressToken"], "p");
        let progress = report["params"]["progress"].as_f64().unwrap();
        assert!(progress > last);
        last = progress;
    }
    let params = json!({ "requestId": call, "reason": "test" });
    client.send(json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params })).await;
    // With one long call at a time, the next one is answered only after the end of this one.
    let next = json!({ "name": "estimate", "arguments": { "puzzle": ".".repeat(81), "samples": 100_000, "time": "1s" } });
    client.start("tools/call", next).await;
    loop {
        let message = client.receive().await;
        if message["method"] != "notifications/progress" {
            assert_eq!(message["id"], client.id, "{message}");
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_ends_with_its_input() {
    let mut client = Client::connect().await;
    client.start("tools/call", json!({ "name": "solve", "arguments": { "puzzle": PUZZLE } })).await;
    client.input.shutdown().await.unwrap();
    let reply = client.receive().await;
    assert_eq!(reply["result"]["structuredContent"]["outcome"], "unique");
    assert!(client.output.next_line().await.unwrap().is_none());
}
