//! One call of a tool.

use std::future::pending;

use arcdoku_service::cancel::Cancel;
use arcdoku_wire::question::QuestionRow;
use arcdoku_wire::{Fault, JobProgress};
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::RoleServer;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ContentBlock, ErrorData, ProgressNotificationParam,
    ResourceContents,
};
use rmcp::service::RequestContext;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::{Receiver, channel};

use super::tools::{self, FORMAT, REPLIES, TEXT};
use crate::answer::{BoundQuestion, row, writes_errors};
use crate::document::{self, DocumentKind};
use crate::refusal::Refusal;
use crate::state::App;
use crate::stream::{Reporter, WAITING};

/// Answers a call. An unknown tool is an error of the protocol; everything else that an agent can correct is a result.
pub(super) async fn call(
    app: &App,
    request: CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResult, ErrorData> {
    let (name, arguments) = (request.name, request.arguments.unwrap_or_default());
    if let Some(kind) = document::kind(&name) {
        return Ok(drawn(app, kind, arguments).await.unwrap_or_else(|refusal| refused(&refusal)));
    }
    let Ok(row) = row(&name) else {
        let names = tools::all().iter().map(|tool| tool.name.as_ref()).collect::<Vec<_>>().join(", ");
        let message = format!("found {}, expected one of {names}", Fault::quoted(&name));
        return Err(ErrorData::invalid_params(message, None));
    };
    let (sender, reports) = channel(WAITING);
    let cancel = match context.meta.get_progress_token() {
        Some(_) => {
            let reporter = Reporter::new(sender, |progress| Some(*progress));
            Cancel::default().with_listener(move |progress| reporter.report(progress))
        }
        None => Cancel::default(),
    };
    let answer = async {
        let asked = BoundQuestion::single(row, arguments, &app.config.limits)?;
        asked.answer_with(&app.work, cancel).await
    };
    let reply = tokio::select! {
        reply = answer => reply,
        () = forward(reports, context) => return Err(ErrorData::internal_error("the call was lost", None)),
    };
    Ok(reply.map_or_else(|refusal| refused(&refusal), |reply| answered(row, &reply)))
}

/// Sends reports of progress to the agent; never ends.
async fn forward(mut reports: Receiver<JobProgress>, context: &RequestContext<RoleServer>) {
    let mut last = 0.0;
    while let (Some(JobProgress { done, all, count }), Some(token)) =
        (reports.recv().await, context.meta.get_progress_token())
    {
        let progress = if all > 0 { done } else { count } as f64;
        // The protocol has no reports without progress.
        if progress <= last {
            continue;
        }
        last = progress;
        let report = ProgressNotificationParam::new(token, progress);
        let report = if all > 0 { report.with_total(all as f64) } else { report };
        // If the agent has disconnected, its call ends soon.
        let _ = context.peer.notify_progress(report).await;
    }
    pending::<()>().await;
}

/// The result with a reply.
fn answered(row: &QuestionRow, reply: &str) -> CallToolResult {
    let value: Value = match serde_json::from_str(reply) {
        Ok(value) => value,
        Err(error) => return failed(error.to_string()),
    };
    if let Some(message) = faults(row, &value) {
        return failed(message);
    }
    let (structured, text) = match value {
        Value::String(text) => (json!({ TEXT: text }), Some(text)),
        Value::Array(_) => (json!({ REPLIES: value }), None),
        value => (value, None),
    };
    // Numbers are read and written again, so the text is made from the value.
    let text = text.unwrap_or_else(|| structured.to_string());
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = Some(structured);
    result
}

/// The faults of the puzzle, if a reply consists of nothing else.
fn faults(row: &QuestionRow, reply: &Value) -> Option<String> {
    let fault = |reply: &Value| match &reply["error"] {
        // Other replies may have a field with this name.
        Value::String(message) if writes_errors(row) => Some(message.clone()),
        _ => serde_json::from_value(reply["fault"].clone()).ok().map(|fault: Fault| fault.to_string()),
    };
    match reply {
        Value::Array(replies) if !replies.is_empty() => {
            let faults: Option<Vec<String>> = replies.iter().map(fault).collect();
            Some(faults?.join("\n"))
        }
        Value::Object(_) => fault(reply),
        _ => None,
    }
}

/// The result of a call that was refused.
fn refused(refusal: &Refusal) -> CallToolResult {
    let is_busy = refusal.status == StatusCode::TOO_MANY_REQUESTS;
    let advice = if is_busy { "; repeat the call in a second" } else { "" };
    failed(format!("{}{advice}", refusal.message))
}

fn failed(message: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(message)])
}

/// The result with a document.
async fn drawn(
    app: &App,
    kind: DocumentKind,
    mut arguments: Map<String, Value>,
) -> Result<CallToolResult, Refusal> {
    let given = arguments.remove(FORMAT);
    let mut formats = tools::formats(kind);
    let media = match &given {
        None | Some(Value::Null) => formats.next(),
        Some(given) => formats.find(|(name, _)| given == name),
    };
    let Some((name, media)) = media else {
        let names = tools::formats(kind).map(|(name, _)| name).collect::<Vec<_>>().join(", ");
        let found = given.unwrap_or_default();
        return Err(Refusal::unprocessable(
            "option",
            format!("{FORMAT}: found {found}, expected one of {names}"),
        ));
    };
    let bytes = document::write(app, kind, arguments, media).await?;
    let block = match (media, String::from_utf8(bytes)) {
        (_, Ok(text)) => ContentBlock::text(text),
        ("image/png", Err(bytes)) => ContentBlock::image(STANDARD.encode(bytes.as_bytes()), media),
        (_, Err(bytes)) => {
            let uri = format!("arcdoku://document/{}.{name}", kind.row().name);
            let contents = ResourceContents::blob(STANDARD.encode(bytes.as_bytes()), uri);
            ContentBlock::resource(contents.with_mime_type(media))
        }
    };
    Ok(CallToolResult::success(vec![block]))
}
