//! Text notations, both ways.
