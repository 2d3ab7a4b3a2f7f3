//! Writes puzzles as ISS strings: rules by their names if the format has them, otherwise by their relations.

use arcdoku::grid::{Cell, DigitSet};
use arcdoku::puzzle::relation::{Comparison, Relation};
use arcdoku::{Puzzle, Rule, Shape};

use super::class::{Class, Form};
use super::layout::Layout;
use crate::automaton::Automaton;
use crate::codec;
use crate::error::WriteError;
use crate::spelled::{Spelled, with_single_lists};

/// The string of a puzzle.
pub(crate) fn write(puzzle: &Puzzle) -> Result<String, WriteError> {
    let shape = puzzle.shape();
    if shape.rows() > 16 || shape.columns() > 16 || shape.digits() > 16 {
        return Err(WriteError::new(format!("grids of {shape}: it has at most 16 rows, columns and values")));
    }
    let spell = |rule: &Rule| Spelled::of(rule, shape).ok_or_else(|| lacks(rule));
    let rules: Vec<Rule> = puzzle.rules().iter().flat_map(|rule| with_single_lists(rule, shape)).collect();
    let rules: Vec<(&Rule, Spelled)> =
        rules.iter().map(|rule| Ok((rule, spell(rule)?))).collect::<Result<_, WriteError>>()?;
    let (layout, mut tokens) = layout(puzzle, &rules)?;
    let writer = Writer { layout: &layout, shape, strict: strict(&rules) };
    writer.grid(puzzle, &mut tokens);
    writer.clues(puzzle, &mut tokens)?;
    for (rule, spelled) in &rules {
        tokens.extend(writer.rule(rule, spelled)?);
    }
    if tokens.is_empty() {
        tokens.push(format!(".Shape~{}", layout.spec()));
    }
    Ok(tokens.concat())
}

fn lacks(rule: &impl std::fmt::Display) -> WriteError {
    WriteError::new(format!("rule '{rule}'"))
}

/// The pairs with dots, and the pairs with letters. In this format, a rule about all unmarked pairs exempts them.
fn strict(rules: &[(&Rule, Spelled)]) -> [Vec<(usize, usize)>; 2] {
    [["white-dot", "black-dot"], ["x", "v"]].map(|names| {
        let own = rules.iter().filter(|(_, spelled)| names.contains(&spelled.name.as_str()));
        sorted(own.flat_map(|(_, spelled)| spelled.pairs()))
    })
}

fn sorted(pairs: impl IntoIterator<Item = (usize, usize)>) -> Vec<(usize, usize)> {
    let mut pairs: Vec<(usize, usize)> = pairs.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The layout of the cells, and the tokens that declare them. Each group of the puzzle becomes a group; all other extra
/// cells become one group.
fn layout(puzzle: &Puzzle, rules: &[(&Rule, Spelled)]) -> Result<(Layout, Vec<String>), WriteError> {
    let shape = puzzle.shape();
    let has = |rule: &Rule| puzzle.rules().contains(rule);
    let (has_rows, has_columns) = (has(&Rule::Rows), has(&Rule::Columns));
    let mut layout = Layout {
        rows: shape.rows(),
        columns: shape.columns(),
        values: shape.digits(),
        least: shape.least() as usize,
        is_raw: !(has_rows && has_columns),
        groups: Vec::new(),
    };
    let mut tokens = Vec::new();
    if layout != Layout::default() {
        tokens.push(format!(".Shape~{}", layout.spec()));
    }
    // Lists of cells that other constraints declare.
    let mut own: Vec<(&Rule, &str, &[usize])> = Vec::new();
    for (rule, spelled) in rules {
        let prefixes: &[&str] = match spelled.name.as_str() {
            "chaos" => &["CC"],
            "doppelganger" => &["DGC", "DGR", "DGB"],
            _ => &[],
        };
        own.extend(prefixes.iter().zip(&spelled.lists).map(|(prefix, cells)| (*rule, *prefix, &cells[..])));
    }
    let mut groups: Vec<(Option<String>, Option<usize>, Vec<usize>)> = Vec::new();
    for (_, spelled) in rules.iter().filter(|(_, spelled)| spelled.name == "group") {
        let columns = spelled.word(1).split_once('x').and_then(|(_, columns)| columns.parse().ok());
        groups.push((Some(spelled.word(0).to_owned()), columns, spelled.cells().to_vec()));
    }
    let grouped: Vec<usize> = groups.iter().flat_map(|(.., cells)| cells.clone()).collect();
    let rest: Vec<usize> =
        (shape.grid_cells()..shape.cells()).filter(|cell| !grouped.contains(cell)).collect();
    if !rest.is_empty() {
        groups.push((None, None, rest));
    }
    groups.sort_by_key(|(.., cells)| cells.first().copied());
    for (number, (label, columns, cells)) in groups.into_iter().enumerate() {
        let fault = || WriteError::new("groups whose cells do not follow each other");
        let first = layout.cells();
        if !cells.iter().copied().eq(first..first + cells.len()) {
            return Err(fault());
        }
        let declared = own.iter().find(|(.., other)| *other == cells);
        let letters = letters(number);
        let prefix = declared.map_or_else(|| format!("V{letters}"), |(_, prefix, _)| (*prefix).to_owned());
        if !layout.add(prefix, String::new(), cells.len(), columns) {
            return Err(fault());
        }
        if declared.is_none() {
            let size = match columns {
                Some(columns) => format!("{}x{columns}", cells.len() / columns),
                None => cells.len().to_string(),
            };
            tokens.push(format!(".Var~{letters}~{}~{size}", codec::escape(&label.unwrap_or_default())));
        }
    }
    // In this format, the lists of these constraints are groups, not arbitrary cells.
    match own.iter().find(|(_, prefix, _)| layout.group(prefix).is_none()) {
        Some((rule, ..)) => Err(lacks(rule)),
        None => Ok((layout, tokens)),
    }
}

/// The letters of a number: A, B, ..., Z, AA, AB, ...
fn letters(number: usize) -> String {
    let letter = |number: usize| char::from(b'A' + (number % 26) as u8);
    if number < 26 {
        letter(number).to_string()
    } else {
        format!("{}{}", letter(number / 26 - 1), letter(number))
    }
}

struct Writer<'a> {
    layout: &'a Layout,
    shape: Shape,
    /// The pairs with dots, and the pairs with letters.
    strict: [Vec<(usize, usize)>; 2],
}

impl Writer<'_> {
    fn cells(&self, cells: &[usize]) -> String {
        cells.iter().map(|&cell| format!("~{}", self.layout.name_of(cell))).collect()
    }

    fn token(&self, class: &str, arguments: &str, cells: &[usize]) -> String {
        let separator = if arguments.is_empty() { "" } else { "~" };
        format!(".{class}{separator}{arguments}{}", self.cells(cells))
    }

    /// Adds the tokens for boxes or for no boxes. A raw grid also needs tokens for its rows and columns.
    fn grid(&self, puzzle: &Puzzle, tokens: &mut Vec<String>) {
        let has = |rule: &Rule| puzzle.rules().contains(rule);
        let usual = self.layout.box_size(self.layout.side()).filter(|_| !self.layout.is_raw);
        let boxes = self.shape.box_size().filter(|_| has(&Rule::Boxes));
        if self.layout.is_raw || boxes != usual {
            match boxes {
                Some((rows, columns))
                    if !self.layout.is_raw && self.layout.box_size(rows * columns) == boxes =>
                {
                    tokens.push(format!(".RegionSize~{}", rows * columns));
                }
                _ => {
                    if !self.layout.is_raw {
                        tokens.push(".NoBoxes".to_owned());
                    }
                    for rule in [Rule::Rows, Rule::Columns, Rule::Boxes] {
                        let is_missing = has(&rule) && (self.layout.is_raw || rule == Rule::Boxes);
                        if is_missing {
                            self.sets(&rule, tokens);
                        }
                    }
                }
            }
        }
    }

    /// Adds the sets of different digits of a rule.
    fn sets(&self, rule: &Rule, tokens: &mut Vec<String>) {
        for constraint in rule.constraints(self.shape) {
            let cells: Vec<usize> = constraint.cells().iter().map(|cell| cell.index()).collect();
            tokens.push(self.token("AllDifferent", "", &cells));
        }
    }

    fn clues(&self, puzzle: &Puzzle, tokens: &mut Vec<String>) -> Result<(), WriteError> {
        let all = DigitSet::all(self.shape.digits());
        let mut clues = String::new();
        for cell in 0..self.shape.cells() {
            let set = puzzle.admissible(Cell::new(cell));
            if set.is_empty() {
                let name = self.layout.name_of(cell);
                return Err(WriteError::new(format!("cell without possible digits: {name}")));
            }
            if set != all {
                clues += &self.given(cell, set);
            }
        }
        if !clues.is_empty() {
            tokens.push(format!(".{clues}"));
        }
        Ok(())
    }

    fn given(&self, cell: usize, set: DigitSet) -> String {
        let values: String = set.iter().map(|digit| format!("_{}", self.shape.value(digit))).collect();
        format!("~{}{values}", self.layout.name_of(cell))
    }

    /// The tokens of a rule, all of which must hold.
    fn rule(&self, rule: &Rule, spelled: &Spelled) -> Result<Vec<String>, WriteError> {
        let underscored = || spelled.words.join("_");
        let with = |class: &str, argument: &str| {
            spelled.lists.iter().map(|cells| self.token(class, argument, cells)).collect()
        };
        let number = |usual: &str| {
            if spelled.words.is_empty() { usual.to_owned() } else { spelled.word(0).to_owned() }
        };
        const TOGETHER: &[&str] =
            &["equal-sums", "same-digits", "automaton", "chaos-arrow", "chaos-count", "doppelganger"];
        let name = spelled.name.as_str();
        let is_known =
            TOGETHER.contains(&name) || Class::of_rule(name).is_some_and(|class| class.form() == Form::Plain);
        if spelled.lists.len() > 1 && !is_known {
            return self.relations(rule);
        }
        Ok(match name {
            "rows" | "columns" | "boxes" | "candidates" | "group" => Vec::new(),
            "regions" => {
                let mut tokens = vec![".NoBoxes".to_owned()];
                self.sets(rule, &mut tokens);
                tokens
            }
            "diagonals" => vec![".Diagonal~1".to_owned(), ".Diagonal~-1".to_owned()],
            "sum-loop" => spelled
                .lists
                .iter()
                .map(|cells| self.token("SumLine", &number("10"), cells) + "~LOOP")
                .collect(),
            "row-index" => with("Indexing", "R"),
            "column-index" => with("Indexing", "C"),
            "contains" | "quadruple" => with("ContainAtLeast", &underscored()),
            "contains-exactly" => with("ContainExact", &underscored()),
            "look-and-say" => with("LookAndSay", &spelled.words.concat()),
            "little-killer" => with("Sum", &number("0")),
            "one-of" => {
                let cell = |&cell: &usize| format!(".~{}_{}", self.layout.name_of(cell), underscored());
                spelled.lists.iter().flatten().map(cell).collect()
            }
            "equal-sums" => {
                let lists: Vec<String> = spelled.lists.iter().map(|cells| self.cells(cells)).collect();
                vec![format!(".EqualSum{}", lists.join("~-"))]
            }
            "same-digits" if spelled.lists.len() == 1 => with("SameValues", &number("2")),
            "same-digits" => {
                vec![self.token("SameValues", &spelled.lists.len().to_string(), &spelled.lists.concat())]
            }
            "full-rank" => {
                let mut tokens = self.outside(Class::FullRank, spelled).ok_or_else(|| lacks(rule))?;
                if spelled.word(1) == "any" {
                    tokens.push(".FullRankTies~any".to_owned());
                }
                tokens
            }
            "full-rank-different" => vec![".FullRankTies~none".to_owned()],
            "regex" => {
                let pattern = codec::to_url64(spelled.word(0).as_bytes());
                spelled.lists.iter().map(|cells| self.token("Regex", &pattern, cells)).collect()
            }
            "automaton" => vec![self.automaton(spelled).ok_or_else(|| lacks(rule))?],
            "connected" => vec![self.connected(spelled).ok_or_else(|| lacks(rule))?],
            "chaos" => {
                let size: usize = spelled.word(0).parse().unwrap_or(0);
                let mut tokens = vec![".ChaosConstruction".to_owned()];
                if size != self.layout.side() {
                    tokens.push(format!(".RegionSize~{size}"));
                }
                tokens
            }
            "chaos-arrow" | "chaos-count" => {
                let [control, arms @ ..] = &spelled.lists[..] else { return Err(lacks(rule)) };
                let is_label = |cell: &usize| {
                    let group = self.layout.group("CC");
                    group.is_some_and(|group| (group.first..group.first + group.count).contains(cell))
                };
                if !arms.iter().flatten().all(is_label) {
                    return Err(lacks(rule));
                }
                let class = if spelled.name == "chaos-arrow" { "ChaosArrow" } else { "ChaosCount" };
                let arms: Vec<String> = arms.iter().map(|cells| self.cells(cells)).collect();
                vec![format!(".{class}{}~{}{}", self.cells(control), spelled.word(0), arms.join("~-"))]
            }
            "and" => self.nested(spelled)?.concat(),
            "or" => {
                let branch = |tokens: Vec<String>| match tokens.len() {
                    1 => tokens.concat(),
                    _ => format!(".And{}.End", tokens.concat()),
                };
                let branches: String = self.nested(spelled)?.into_iter().map(branch).collect();
                vec![format!(".Or{branches}.End")]
            }
            name => match Class::of_rule(name).filter(|class| self.is_fit(*class, spelled)) {
                None => self.relations(rule)?,
                Some(class) => match class.form() {
                    Form::Plain => vec![format!(".{}", class.name())],
                    Form::Ends | Form::Line => self.outside(class, spelled).ok_or_else(|| lacks(rule))?,
                    _ if class.is_mark() => {
                        spelled.pairs().iter().map(|&(a, b)| self.token(class.name(), "", &[a, b])).collect()
                    }
                    Form::Cells(0) => with(class.name(), ""),
                    _ => with(class.name(), &number(class.rule().map_or("0", |(_, usual)| usual))),
                },
            },
        })
    }

    /// Whether a class has the meaning of the rule with its name, with these arguments and cells.
    fn is_fit(&self, class: Class, spelled: &Spelled) -> bool {
        match class {
            Class::AntiConsecutive => spelled.cells().is_empty(),
            Class::StrictKropki => sorted(spelled.pairs()) == self.strict[0],
            Class::StrictXV => sorted(spelled.pairs()) == self.strict[1],
            // A pill is read in the order of the grid.
            Class::PillArrow => {
                let size = if spelled.words.is_empty() { Some(2) } else { spelled.word(0).parse().ok() };
                let size = size.filter(|size| (2..=3).contains(size));
                size.and_then(|size: usize| spelled.cells().get(..size)).is_some_and(<[usize]>::is_sorted)
            }
            Class::GlobalMod => matches!(spelled.word(0), "" | "3"),
            class if class.is_mark() => spelled.pairs().iter().all(|&(a, b)| self.layout.are_neighbors(a, b)),
            _ => true,
        }
    }

    /// The tokens of each rule in brackets.
    fn nested(&self, spelled: &Spelled) -> Result<Vec<Vec<String>>, WriteError> {
        let rule = |text: &String| {
            let rule = Rule::parse(text, self.shape).map_err(|_| lacks(text))?;
            let mut tokens = Vec::new();
            for rule in with_single_lists(&rule, self.shape) {
                let inner = Spelled::of(&rule, self.shape).ok_or_else(|| lacks(text))?;
                tokens.extend(self.rule(&rule, &inner)?);
            }
            Ok(tokens)
        };
        spelled.words.iter().map(rule).collect()
    }

    /// A clue for a whole row or column, at its first or last end.
    fn outside(&self, class: Class, spelled: &Spelled) -> Option<Vec<String>> {
        let (class, has_ends) = (class.name(), class.form() == Form::Ends);
        let (rows, columns) = (self.layout.rows, self.layout.columns);
        let lines =
            (1..=rows).map(|row| format!("R{row}")).chain((1..=columns).map(|column| format!("C{column}")));
        let clue = spelled.word(0);
        for name in lines {
            let line = self.layout.line(&name)?;
            let is_forward = line == spelled.cells();
            let is_backward = line.iter().rev().eq(spelled.cells());
            match (has_ends, is_forward, is_backward) {
                (true, true, _) => return Some(vec![format!(".{class}~{name}~{clue}~")]),
                (true, _, true) => return Some(vec![format!(".{class}~{name}~~{clue}")]),
                (false, true, _) | (false, _, true) => return Some(vec![format!(".{class}~{clue}~{name}")]),
                _ => {}
            }
        }
        None
    }

    fn connected(&self, spelled: &Spelled) -> Option<String> {
        let at = |word: &str| spelled.words.iter().position(|other| other == word);
        let end = [at("size"), at("width")].into_iter().flatten().min().unwrap_or(spelled.words.len());
        let values = spelled.words[..end].join("_");
        let size = at("size").map_or_else(String::new, |place| format!("~{}", spelled.word(place + 1)));
        let cells = spelled.cells();
        let &first = cells.first()?;
        let (begin, count, _) = self.layout.patch(first);
        if !cells.iter().copied().eq(begin..begin + count) {
            return None;
        }
        let group = self.layout.groups.iter().find(|group| group.first == begin && begin > 0);
        Some(format!(".ConnectedValues~{}~{values}{size}", group.map_or("", |group| &group.prefix)))
    }

    /// Writes an automaton, given by the words of its states.
    fn automaton(&self, spelled: &Spelled) -> Option<String> {
        let (digits, least) = (self.shape.digits(), self.shape.least());
        let mut automaton = Automaton {
            states: spelled.words.len(),
            symbols: digits,
            start: vec![],
            accept: vec![],
            transitions: vec![],
        };
        for (from, word) in spelled.words.iter().enumerate() {
            let mut word = word.as_str();
            while let Some(rest) = word.strip_prefix(['^', '*', '.']) {
                match word.as_bytes()[0] {
                    b'^' => automaton.start.push(from),
                    b'*' => automaton.accept.push(from),
                    _ => {}
                }
                word = rest;
            }
            for transition in word.split(',').filter(|part| !part.is_empty()) {
                let (set, to) = transition.split_once('>')?;
                let to: usize = to.parse().ok()?;
                if set == "/" {
                    automaton.transitions.push((from, digits, to));
                    automaton.symbols = digits + 1;
                    continue;
                }
                for range in set.split('+') {
                    let (low, high) = range.split_once('-').unwrap_or((range, range));
                    let (low, high): (i32, i32) = (low.parse().ok()?, high.parse().ok()?);
                    for value in low..=high {
                        automaton.transitions.push((from, usize::try_from(value - least).ok()?, to));
                    }
                }
            }
        }
        automaton.transitions.sort_unstable();
        let parts: Vec<String> = spelled.lists.iter().map(|cells| self.cells(cells)).collect();
        Some(format!(".NFA~{}~_{}", automaton.encode()?, parts.join("~-")))
    }

    /// Writes a rule for which the format has no name, by its relations.
    fn relations(&self, rule: &Rule) -> Result<Vec<String>, WriteError> {
        let mut tokens = Vec::new();
        for constraint in rule.constraints(self.shape) {
            let cells: Vec<usize> = constraint.cells().iter().map(|cell| cell.index()).collect();
            tokens.extend(self.relation(constraint.relation(), &cells).ok_or_else(|| lacks(rule))?);
        }
        Ok(tokens)
    }

    fn relation(&self, relation: &Relation, cells: &[usize]) -> Option<Vec<String>> {
        // The number of a digit, counted from 1, minus its value.
        let excess = 1 - i64::from(self.shape.least());
        Some(match relation {
            Relation::AllDifferent => vec![self.token("AllDifferent", "", cells)],
            Relation::Cage { sum } => {
                let sum = i64::from(*sum) - excess * cells.len() as i64;
                vec![self.token("Cage", &sum.to_string(), cells)]
            }
            Relation::Increasing => vec![self.token("Thermo", "", cells)],
            Relation::Among(set) => {
                cells.iter().map(|&cell| format!(".{}", self.given(cell, *set))).collect()
            }
            Relation::Linear(linear) if linear.comparison == Comparison::Equal => {
                let weights: Vec<i64> = linear.coefficients.iter().map(|&weight| i64::from(weight)).collect();
                let sum = linear.constant - excess * weights.iter().sum::<i64>();
                // The reader rejects a sum that no values can have. Such a sum is not written.
                let term = |(by, &cell): (&i64, &usize)| format!("{by}*{}", self.shape.name(Cell::new(cell)));
                let terms: Vec<String> = weights.iter().zip(cells).map(term).collect();
                Rule::parse(&format!("sum = {sum}: {}", terms.join(" ")), self.shape).ok()?;
                let weights: Vec<String> = weights.iter().map(i64::to_string).collect();
                vec![self.token("Sum", &format!("{sum}_=_{}", weights.join("_")), cells)]
            }
            Relation::Pair(table) => {
                let digits = self.shape.digits();
                let mut bits = vec![false; digits * digits];
                for (a, row) in table.rows()[..digits].iter().enumerate() {
                    row.iter().for_each(|b| bits[a * digits + b.index()] = true);
                }
                let six = |bits: &[bool]| bits.iter().rev().fold(0, |six, &bit| six << 1 | u8::from(bit));
                let key: String = bits.chunks(6).map(|bits| codec::url_char(six(bits))).collect();
                vec![format!(".Pair~{}~_{}", key.trim_end_matches('A'), self.cells(cells))]
            }
            Relation::SameDigits { lists } => vec![self.token("SameValues", &lists.to_string(), cells)],
            _ => return None,
        })
    }
}
