//! The prerequisites and related techniques of each technique, and the techniques with boards to practice on.

use arcdoku::deduction::Technique;

const LINES: &str = include_str!("related.txt");

/// The boards of a technique that its page links.
pub(in crate::ask) const BOARDS: usize = 3;

/// The techniques without boards that the page of the project ships.
const WITHOUT_BOARDS: &[Technique] = &[
    Technique::DynamicForcingChainsPlus,
    Technique::NestedForcingChains,
    Technique::NestedMultipleForcingChains,
    Technique::NestedDynamicForcingChains,
    Technique::AvoidableRectangle2,
    Technique::Reveal,
];

/// The prerequisites of a technique, and related techniques.
pub(super) fn related(technique: Technique) -> [Vec<Technique>; 2] {
    let line = LINES.lines().find_map(|line| line.strip_prefix(technique.slug())?.strip_prefix(':'));
    let (before, related) = line.and_then(|line| line.split_once('|')).unwrap_or_default();
    [before, related].map(|names| names.split_whitespace().filter_map(Technique::by_slug).collect())
}

/// Whether the page of the project has boards to practice a technique on.
pub(in crate::ask) fn has_boards(technique: Technique) -> bool {
    !WITHOUT_BOARDS.contains(&technique)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_has_a_line_of_known_names() {
        let lines = LINES.lines().filter(|line| !line.starts_with('#'));
        let names = |line: &str| -> Vec<String> {
            line.replace([':', '|'], " ").split_whitespace().map(str::to_owned).collect()
        };
        let lines: Vec<Vec<String>> = lines.map(names).collect();
        assert!(
            lines.iter().map(|line| &line[0]).eq(Technique::ALL.iter().map(|technique| technique.slug()))
        );
        for line in lines {
            let mut seen = std::collections::BTreeSet::new();
            for name in &line {
                assert!(Technique::by_slug(name).is_some(), "{name} in {line:?}");
                assert!(seen.insert(name), "{name} twice in {line:?}");
            }
        }
    }

    #[test]
    fn prerequisites_have_no_cycles() {
        /// Visits all prerequisites of the last technique of a path.
        fn visit(path: &mut Vec<Technique>) {
            let [before, _] = related(path[path.len() - 1]);
            for technique in before {
                assert!(!path.contains(&technique), "{path:?} {technique}");
                path.push(technique);
                visit(path);
                path.pop();
            }
        }
        for &technique in Technique::ALL {
            visit(&mut vec![technique]);
        }
    }
}
