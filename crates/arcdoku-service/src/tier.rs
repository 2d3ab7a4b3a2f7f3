//! The vector instructions of the fast engine, selected by the environment.

use std::env;

use arcdoku::fast9::{Engine, TIER_VARIABLE, Tier};

use crate::status::Error;

/// Checks the tier in the environment.
///
/// # Errors
/// If it is unknown or unavailable, because the engine would silently use another tier.
pub fn check() -> Result<(), Error> {
    let Some(named) = env::var_os(TIER_VARIABLE).filter(|name| !name.is_empty()) else { return Ok(()) };
    let named = named.to_string_lossy();
    let lack = match named.parse::<Tier>() {
        Ok(tier) if Engine::with_tier(tier).is_some() => return Ok(()),
        Ok(_) => ", which this machine does not have",
        Err(_) => "",
    };
    Err(Error::usage(format!("{TIER_VARIABLE}: found {named:?}{lack}, expected {}", listed(" or "))))
}

/// The names of the tiers of this machine. The last name follows `last`.
pub fn listed(last: &str) -> String {
    let names: Vec<&str> = Tier::available().map(Tier::name).collect();
    match names.as_slice() {
        [most @ .., end] if !most.is_empty() => format!("{}{last}{end}", most.join(", ")),
        _ => names.concat(),
    }
}
