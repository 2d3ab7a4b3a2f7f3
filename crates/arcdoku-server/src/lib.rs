//! Questions about Sudoku over HTTP, `WebSocket` and the Model Context Protocol.
//!
//! [`Server`] is a loop over the rows of `arcdoku_wire::question`: each question is a route and a tool, and its options
//! are described by its row. A question that is added to the table needs no line here.
//!
//! ```text
//!   serve       ports, the number of connections, and the shutdown
//!   connection  time limits of writes, and the detection of closed clients
//!   guard       who may send requests
//!   routes      routes, counts and logs
//!   state       what all requests share
//!   answer      one question: options within limits, then a reply
//!   stream      many puzzles as lines, and the progress of one question as events
//!   document    pictures and sheets
//!   work        first tries and long jobs
//!   fpuzzles    the protocol of the user script for f-puzzles
//!   mcp         tools and resources for agents
//! ```

// **Invariant:** no request names a file, and no work is done on the threads that accept connections.

#![allow(clippy::disallowed_methods, reason = "a program may read the clock")]

mod answer;
mod config;
mod connection;
mod document;
mod fpuzzles;
mod guard;
mod mcp;
mod metrics;
mod openapi;
mod page;
mod query;
mod refusal;
mod routes;
mod serve;
mod state;
mod stream;
mod work;

pub use config::{Config, FPUZZLES_PORT, PORT, SITES, ServerLimits};
pub use mcp::mcp;
pub use page::has_page;
pub use serve::{Server, StartError};
