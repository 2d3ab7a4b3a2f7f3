//! The vector instructions of the fast engine.

use std::env;
use std::fmt::Write as _;

use arcdoku::fast9::{Engine, TIER_VARIABLE, Tier};
pub(crate) use arcdoku_service::tier::check;
use arcdoku_service::tier::listed;

/// The tier in use.
pub(crate) fn used() -> Tier {
    Engine::new().tier()
}

/// The version. With `verbose`, also the tiers of the fast engine.
pub(crate) fn version(verbose: bool) -> String {
    let mut text = concat!("arcdoku ", env!("CARGO_PKG_VERSION"), "\n").to_owned();
    if verbose {
        let forced = env::var_os(TIER_VARIABLE).is_some_and(|name| !name.is_empty());
        let why = if forced { format!("set by {TIER_VARIABLE}") } else { "the fastest here".to_owned() };
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "fast9 tier: {} ({why})\ntiers of this machine: {}\nto force one: {TIER_VARIABLE}=portable arcdoku ...\n",
            used(),
            listed(", ")
        );
    }
    text
}
