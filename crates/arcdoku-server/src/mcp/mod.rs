//! The Model Context Protocol, for agents: questions as tools, and texts about techniques and rules as resources.
//!
//! ```text
//!   tools       the table of tools: names, descriptions and schemas
//!   call        one call of a tool, and its result
//!   resources   texts about techniques, rules and strategies
//! ```
//!
//! Over HTTP there are no sessions. Each request is complete, so nothing expires between two calls of an agent, and no
//! client can fill the memory with sessions. A client cancels a call by closing its request.

mod call;
mod resources;
mod tools;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use arcdoku_service::cancel::Cancel;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::routing::any;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, Implementation, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, ServerInitializeError};
use rmcp::transport::stdio_pipes;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{RoleServer, ServerHandler, ServiceExt as _};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::config::{Config, ServerLimits};
use crate::guard::Guard;
use crate::refusal::Refusal;
use crate::state::{App, body_of, stopped};

/// The maximum time for work to end after the server is stopped.
const SHUTDOWN: Duration = Duration::from_millis(500);

/// What an agent reads before its first call.
const INSTRUCTIONS: &str = "\
arcdoku solves, checks, rates, explains, generates and draws Sudoku puzzles of any size, including variants with \
further rules (killer, thermometers, arrows and many others). All tools only compute: they change nothing, and read \
no files.

The argument `puzzle` is one puzzle, in one of these forms:
- A line with one character per cell, row by row, 81 for 9x9. `.` or `0` is an empty cell: \
\"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"
- Another notation: a drawn grid, a grid of pencil marks, or a link of SudokuPad, f-puzzles or Penpa.
- An object with such a line and with further rules. A killer puzzle without clues: {\"puzzle\": \"81 dots\", \"rules\": \
[\"cage 10: r1c1 r1c2\", \"cage 7: r1c3 r2c3\", \"thermo: r4c4 r4c5 r4c6\"]}. `shape` is the size of boxes that are not \
square (\"2x3\"), and `regions` are jigsaw regions, one character per cell.

`r1c2` is the cell in row 1, column 2. The resource arcdoku://rules lists all rules, arcdoku://rule/NAME describes one, \
and arcdoku://rule-syntax describes how rules are written. arcdoku://techniques lists solving techniques, and \
arcdoku://technique/NAME explains one with an example.

Use `solve` for the solution, `check` for uniqueness, `hint` for the next step of a person, `explain` for all steps, \
`rate` for the difficulty, `generate` for new puzzles, `draw` for a picture, and `scan` to read a photo. A result with \
`limit` is incomplete because the time of the call was over.";

/// The server of an agent.
#[derive(Clone)]
struct Agent {
    app: Arc<App>,
}

impl ServerHandler for Agent {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let program = Implementation::new("arcdoku", env!("CARGO_PKG_VERSION"))
            .with_title("arcdoku")
            .with_description("Questions about Sudoku of any size and with any rules");
        ServerConfig::new(capabilities).with_server_info(program).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all().to_vec()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let cancelled = context.ct.clone();
        // Without its future, a call ends.
        tokio::select! {
            result = call::call(&self.app, request, &context) => result.map(CallToolResponse::from),
            () = cancelled.cancelled() => Err(ErrorData::internal_error("the call was cancelled", None)),
        }
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::all().to_vec()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        // The example of a technique is found by a search.
        let busy = |_| ErrorData::internal_error("too many requests are being answered", None);
        let permit = self.app.work.long().await.map_err(busy)?;
        let read = permit.run(move || resources::read(&request.uri)).await;
        let result = read.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        result.map(ReadResourceResponse::from)
    }
}

/// The route of the protocol over HTTP.
pub(crate) fn router(app: &Arc<App>) -> Router<Arc<App>> {
    let (agent, app) = (Agent { app: Arc::clone(app) }, Arc::clone(app));
    // The guard of the server has checked the host and the origin.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .disable_allowed_origins()
        .with_max_request_body_bytes(app.config.limits.image_text());
    let service =
        StreamableHttpService::new(move || Ok(agent.clone()), NeverSessionManager::default().into(), config);
    let answer = move |request: Request| {
        let (service, app) = (service.clone(), Arc::clone(&app));
        async move {
            // The protocol waits for a body without a limit.
            let (parts, body) = request.into_parts();
            let (body, _large) = body_of(&app, body, app.config.limits.image_text()).await?;
            Ok::<_, Refusal>(
                service.handle(Request::from_parts(parts, Body::from(body))).await.map(Body::new),
            )
        }
    };
    Router::new().route("/mcp", any(answer))
}

/// Answers an agent over standard input and output until it closes them, or until the flag is set.
///
/// # Errors
/// If the workers cannot start, or the agent does not follow the protocol.
pub fn mcp(limits: ServerLimits, stop: &Cancel) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let config = Config { limits, ..Config::default() };
    let guard = Guard::new(&config, &[]);
    let app = Arc::new(App::new(config, guard)?);
    let ended = runtime.block_on(async {
        let (input, output) = stdio_pipes();
        tokio::select! {
            ended = serve(app, input, output) => ended,
            () = stopped(stop) => Ok(()),
        }
    });
    // Drops all calls, which ends their work.
    runtime.shutdown_timeout(SHUTDOWN);
    ended
}

/// Answers an agent until it closes the input.
async fn serve(
    app: Arc<App>,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> io::Result<()> {
    match (Agent { app }).serve((input, output)).await {
        Ok(running) => running.waiting().await.map(drop).map_err(io::Error::other),
        // An agent may also close its output before it sends anything.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(io::Error::other(error)),
    }
}

#[cfg(test)]
mod tests;
