//! Tests of the service, in one program.

mod make;
mod questions;
mod replies;
