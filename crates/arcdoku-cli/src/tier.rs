//! The vector instructions of the fast engine.

use std::env;
use std::fmt::Write as _;

use arcdoku::fast9::{Engine, TIER_VARIABLE, Tier};

use arcdoku_service::status::Error;

/// Returns an error if the environment names an unknown or unavailable tier: the engine would silently use
/// another one.
pub(crate) fn check() -> Result<(), Error> {
    let Some(named) = env::var_os(TIER_VARIABLE).filter(|name| !name.is_empty()) else { return Ok(()) };
    let named = named.to_string_lossy();
    let lack = match named.parse::<Tier>() {
        Ok(tier) if Engine::with_tier(tier).is_some() => return Ok(()),
        Ok(_) => ", which this machine does not have",
        Err(_) => "",
    };
    Err(Error::usage(format!("{TIER_VARIABLE}: found {named:?}{lack}, expected {}", listed(" or "))))
}

/// The tiers of this machine.
fn listed(last: &str) -> String {
    let names: Vec<&str> = Tier::available().map(Tier::name).collect();
    match names.as_slice() {
        [most @ .., end] if !most.is_empty() => format!("{}{last}{end}", most.join(", ")),
        _ => names.concat(),
    }
}

/// The tier in use.
pub(crate) fn used() -> Tier {
    Engine::new().tier()
}

/// The version; with `verbose`, also the tiers of the fast engine.
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
