//! Requests to a server over real connections.

#![allow(clippy::disallowed_methods, reason = "tests wait")]

mod common;
mod guards;
mod images;
mod limits;
mod questions;
mod streams;
