//! The protocol of the user script that connects f-puzzles to a solver on the same computer.
//!
//! ```text
//!   socket     one task per connection: reads messages, starts and ends jobs, writes replies
//!   message    requests and replies as JSON
//!   position   the puzzle of a request, with or without the digits and marks of the player
//!   answer     solutions, true candidates, counts and estimates
//!   steps      the steps of a person
//! ```
//!
//! Every message of a connection ends the job that its last message started. A connection has at most one running job,
//! so a new request waits until the old job has noticed that it is cancelled, which takes a few milliseconds.

mod answer;
mod message;
mod position;
mod socket;
mod steps;

pub(crate) use socket::{FPuzzlesPort, answer};
