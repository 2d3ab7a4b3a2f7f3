//! The example of each technique, in the file from which `arcdoku-service` generates its pages.

use arcdoku::rate::RateScratch;
use arcdoku::testing::techniques::{first, is_vague, known, state_of};

#[test]
fn every_example_is_found() {
    let mut scratch = RateScratch::default();
    let examples = known();
    assert!(!examples.is_empty());
    for (technique, line) in examples {
        let state = state_of(&line);
        let step = first(&state, technique, &mut scratch).unwrap_or_else(|| panic!("{technique}: {line}"));
        assert_eq!(state.library_line(Some(&step)), line, "{technique}");
        assert!(!is_vague(&step, &state), "{technique}");
    }
}
