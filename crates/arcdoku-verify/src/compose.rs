//! Rules that are made of other rules, which `rules.txt` lists.

use crate::constraint::ensure;
use crate::relation::Constraint;
use crate::rule::{Cells, Constraints, KNIGHT, Rule, number};

/// The lists that take the place of all lists of a rule.
const WHOLE: [&str; 8] =
    ["{cells}", "{columns}", "{neighbors}", "{unlisted}", "{king}", "{diagonal}", "{knight}", "{squares}"];

impl Rule<'_> {
    /// The parts of a composed rule, each with the default of its words; none if the rule is not composed.
    pub(crate) fn parts(&self) -> Vec<(&'static str, &'static str)> {
        let lines = include_str!("rules.txt").lines().filter_map(|line| line.split_once(": "));
        let named = lines.map(|(head, part)| (head.split_once(' ').unwrap_or((head, "")), part));
        named
            .filter(|((name, _), _)| *name == self.name)
            .map(|((_, default), part)| (default, part))
            .collect()
    }

    /// The constraints of the parts of a composed rule.
    pub(crate) fn composed(&self, parts: &[(&str, &str)]) -> Constraints {
        let (mut all, mut size) = (Vec::new(), 0);
        for (default, part) in parts {
            let fits = match self.words.len() {
                0 => !default.starts_with('N'),
                1 => !default.is_empty(),
                _ => *default == "N...",
            };
            ensure(fits, || self.refused())?;
            self.words.iter().try_for_each(|word| number(word).map(|_| ()))?;
            let words = if self.words.is_empty() { (*default).to_owned() } else { self.words.join(" ") };
            let part = part.replace("{}", &words);
            if let Some(name) = WHOLE.iter().find(|name| part.contains(**name)) {
                let lists = self.whole(name)?;
                if !lists.is_empty() {
                    let part = self.part(&part.replace(name, &self.text(&lists, "")))?;
                    all.extend(Constraint::limited(part, &mut size)?);
                }
                continue;
            }
            let fits = |list: &Cells| self.name != "magic-square" || list.len() == 9;
            ensure(!self.lists.is_empty() && self.lists.iter().all(fits), || self.refused())?;
            for list in &self.lists {
                let part = self.part(&self.filled(&part, list, None)?)?;
                all.extend(Constraint::limited(part, &mut size)?);
            }
        }
        Ok(all)
    }

    /// Lists of cells that take the place of all lists.
    fn whole(&self, name: &str) -> Result<Vec<Cells>, String> {
        let sides = [(0, 1), (1, 0)];
        let listed = self.lists.concat();
        let needs_lists = matches!(name, "{cells}" | "{columns}" | "{neighbors}");
        ensure(!needs_lists || !listed.is_empty(), || self.refused())?;
        Ok(match name {
            "{cells}" => self.lists.clone(),
            "{columns}" => {
                let longest = self.lists.iter().map(Vec::len).max().unwrap_or_default();
                let column = |i| self.lists.iter().filter_map(|list| list.get(i).copied()).collect();
                (0..longest).map(column).collect()
            }
            "{neighbors}" => {
                let both =
                    self.apart(&sides).into_iter().flat_map(|pair| [pair.clone(), vec![pair[1], pair[0]]]);
                both.filter(|pair| listed.contains(&pair[0]) && !listed.contains(&pair[1])).collect()
            }
            "{unlisted}" => {
                let pairs = self.lists.iter().flat_map(|list| list.windows(2));
                let known: Vec<Cells> =
                    pairs.map(|pair| vec![pair[0].min(pair[1]), pair[0].max(pair[1])]).collect();
                self.apart(&sides).into_iter().filter(|pair| !known.contains(pair)).collect()
            }
            "{king}" => self.apart(&[(0, 1), (1, -1), (1, 0), (1, 1)]),
            "{diagonal}" => self.apart(&[(1, -1), (1, 1)]),
            "{knight}" => self.apart(KNIGHT),
            _ => {
                let square = |pair: Cells| vec![pair[0], pair[0] + 1, pair[1] - 1, pair[1]];
                self.apart(&[(1, 1)]).into_iter().map(square).collect()
            }
        })
    }

    /// A part of the rule for one of its lists, with cells in place of names in braces.
    fn filled(&self, part: &str, list: &[usize], it: Option<usize>) -> Result<String, String> {
        let (mut text, mut rest) = (String::new(), part);
        while let Some((before, after)) = rest.split_once('{') {
            let mut depth = 1;
            let end = after.find(|c| {
                depth += i32::from(c == '{') - i32::from(c == '}');
                depth == 0
            });
            let (name, after) = after.split_at(end.ok_or_else(|| self.refused())?);
            (text, rest) = (text + before, &after[1..]);
            if let Some(inner) = name.strip_prefix("each ") {
                let each = list[1..].iter().map(|&cell| self.filled(inner, list, Some(cell)));
                text += &each.collect::<Result<Vec<_>, _>>()?.join(" ");
                continue;
            }
            let (sign, name) = name.strip_prefix('-').map_or(("", name), |name| ("-", name));
            let last = list.len() - 1;
            let lists = match name {
                "line" => vec![list.to_vec()],
                "first" => vec![list[..1].to_vec()],
                "last" => vec![list[last..].to_vec()],
                "rest" => vec![list[1..].to_vec()],
                "inner" => vec![list[1..last.max(1)].to_vec()],
                "it" => vec![it.into_iter().collect()],
                "grid" => vec![(0..self.shape.grid()).collect()],
                "mirrored" => (0..list.len().div_ceil(2))
                    .map(|i| if i == last - i { vec![list[i]] } else { vec![list[i], list[last - i]] })
                    .collect(),
                place => {
                    let cell = place.parse::<usize>().ok().and_then(|place| list.get(place - 1));
                    vec![vec![*cell.ok_or_else(|| self.refused())?]]
                }
            };
            text += &self.text(&lists, sign);
        }
        Ok(text + rest)
    }

    /// The text of lists of cells.
    fn text(&self, lists: &[Cells], sign: &str) -> String {
        let name = |&cell: &usize| sign.to_owned() + &self.shape.name(cell);
        let lists = lists.iter().map(|list| list.iter().map(name).collect::<Vec<_>>().join(" "));
        lists.collect::<Vec<_>>().join(" / ")
    }
}
