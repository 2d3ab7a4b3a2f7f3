//! The subjects of sentences in authors' rules.
//!
//! A sentence is understood if it has the key words of a topic and no word that is unusual for the topic. Unusual words
//! often change the meaning: "digits in cages sum to a *prime*".

/// The table of topics.
const TABLE: &str = include_str!("topics.txt");

/// Topics that are no rules, or the rules of the grid.
pub(crate) const NO_RULE: &[&str] = &["fog", "courtesy", "given", "normal"];
const NORMAL: &str = "normal";

/// A subject of sentences.
struct Topic {
    name: &'static str,
    group: &'static str,
    keys: Vec<Vec<String>>,
    words: Vec<String>,
}

/// The common words, and the topics.
fn table() -> (Vec<String>, Vec<Topic>) {
    let all = |text: &'static str, by: [char; 2]| -> Vec<String> {
        text.split(by).filter(|word| !word.is_empty()).map(singular).collect()
    };
    let (mut common, mut topics) = (Vec::new(), Vec::new());
    for paragraph in TABLE.split("\n\n") {
        let Some((head, words)) = paragraph.split_once('\n').filter(|(head, _)| !head.starts_with('#'))
        else {
            continue;
        };
        let words = all(words, [' ', '\n']);
        match head.split_once(": ") {
            None => common = words,
            Some((title, keys)) => {
                let (group, name) = title.split_once(' ').unwrap_or_default();
                let keys = keys.split(' ').map(|key| all(key, ['+', '+'])).collect();
                topics.push(Topic { name, group, keys, words });
            }
        }
    }
    (common, topics)
}

/// A sentence with its words, and its topics. Without topics, it is not understood.
#[derive(Debug)]
pub(crate) struct Sentence {
    pub(crate) text: String,
    pub(crate) words: Vec<String>,
    pub(crate) topics: Vec<&'static str>,
}

impl Sentence {
    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|other| other == word)
    }

    /// The first number in the sentence.
    pub(crate) fn number(&self) -> Option<u32> {
        const WORDS: &[(&str, u32)] = &[("four", 4), ("five", 5), ("six", 6), ("three", 3)];
        self.words.iter().find_map(|word| {
            let named = WORDS.iter().find(|(name, _)| name == word).map(|(_, number)| *number);
            word.parse().ok().or(named)
        })
    }
}

/// The sentences of a text, each with at least one letter. `digits` is the number of digits of the grid.
pub(crate) fn sentences(text: &str, digits: usize) -> Vec<Sentence> {
    if text.is_empty() {
        return Vec::new();
    }
    let mut parts = vec![String::new()];
    let mut symbols = text.chars().peekable();
    while let Some(c) = symbols.next() {
        let ends = matches!(c, '.' | '!' | ';') && symbols.peek().is_none_or(|next| next.is_whitespace());
        if ends || c == '\n' {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    let (common, topics) = table();
    let parts = parts.iter().filter(|part| part.chars().any(char::is_alphabetic));
    let plain = |part: &String| part.split_whitespace().collect::<Vec<_>>().join(" ");
    parts.map(|part| understood(plain(part), digits, &common, &topics)).collect()
}

fn understood(text: String, digits: usize, common: &[String], topics: &[Topic]) -> Sentence {
    let words = words(&text);
    let has = |word: &str| words.iter().any(|other| other == word);
    let is_key = |topic: &&Topic| topic.keys.iter().any(|key| key.iter().all(|word| has(word)));
    let first = topics.iter().find(is_key);
    let is_one = |topic: &&Topic| first.is_some_and(|first| first.group == topic.group);
    let mut found: Vec<&Topic> = topics.iter().filter(is_one).filter(is_key).collect();
    // "Normal Sudoku and anti-knight rules apply."
    if (has("sudoku") || has(NORMAL)) && first.is_some_and(|first| first.name != NORMAL) {
        found.extend(topics.iter().filter(|topic| topic.name == NORMAL));
    }
    let is_usual = |word: &String| {
        let lists =
            |topic: &&Topic| topic.words.contains(word) || topic.keys.iter().flatten().any(|key| key == word);
        common.contains(word) || found.iter().any(lists)
    };
    // "Place the digits 1 to 6" in a grid of another size is a rule.
    let most = words.iter().filter_map(|word| word.parse::<usize>().ok()).max();
    let fits = first.is_none_or(|first| first.name != NORMAL) || most.is_none_or(|most| most == digits);
    let is_understood = fits && words.iter().all(is_usual);
    let topics = found.iter().filter(|_| is_understood).map(|topic| topic.name).collect();
    Sentence { text, words, topics }
}

/// The words of a sentence, in lower case and without plural endings. Negations become `not`, and that something must
/// not repeat becomes `unrepeated`.
fn words(text: &str) -> Vec<String> {
    let plain = text.to_lowercase().replace(['’', '‘', '`'], "'");
    let mut words: Vec<String> = Vec::new();
    for word in plain.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-') {
        // A hyphen joins words and separates numbers.
        let is_name = word.chars().any(char::is_alphabetic);
        let pieces: Vec<String> =
            if is_name { vec![word.replace('-', "")] } else { word.split('-').map(str::to_owned).collect() };
        for piece in pieces {
            let piece = piece.trim_matches('\'');
            if piece.is_empty() {
                continue;
            }
            let not = piece == "cannot" || piece == "never" || piece == "not" || piece.ends_with("n't");
            if not {
                if words.last().is_some_and(|last| {
                    ["do", "doe", "can", "may", "must", "should", "need"].contains(&&**last)
                }) {
                    words.pop();
                }
                words.push("not".to_owned());
                continue;
            }
            let word = singular(piece.split('\'').next().unwrap_or(piece));
            let repeats = ["repeat", "repeated", "repeating"].contains(&&*word);
            let is_not = |word: &String| word == "not" || word == "no" || word == "without" || word == "non";
            match words.iter().rposition(is_not).filter(|at| words.len() - at <= 2) {
                Some(at) if repeats => {
                    words.truncate(at);
                    words.push("unrepeated".to_owned());
                }
                _ if repeats => words.push("repeat".to_owned()),
                _ => words.push(word),
            }
        }
    }
    words
}

fn singular(word: &str) -> String {
    let long = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
    if long { word[..word.len() - 1].to_owned() } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::sentences;

    fn topics(text: &str) -> Vec<&'static str> {
        let found = sentences(text, 9);
        assert_eq!(found.len(), 1, "{text}");
        found[0].topics.clone()
    }

    #[test]
    fn sentences_of_usual_words_are_understood() {
        for (text, topic) in [
            ("Normal sudoku rules apply", "normal"),
            ("Standard irregular sudoku rules apply.", "normal"),
            ("Place the digits 1-9 in each row, column and box once", "normal"),
            ("Digits cannot repeat within a region", "normal"),
            ("Digits in cages sum to the given total and cannot repeat", "killer"),
            ("Numbers in a cage must add up to the number in the corner", "killer"),
            (
                "Killer cages: digits in cages must not repeat and sum to the small clue in the top left corner",
                "killer",
            ),
            ("Have fun!", "courtesy"),
            ("Digits along a thermometer increase from the bulb end.", "thermo"),
            ("Thermometers: Digits increase along each thermo, starting at the bulb.", "thermo"),
            ("Digits along an arrow sum to the digit in the attached circle.", "arrow"),
            ("Adjacent digits along a green line must differ by at least 5", "whisper"),
            ("German Whispers", "whisper"),
            ("Each purple line contains a set of consecutive digits in any order", "renban"),
            ("Grey lines are palindromes and read the same in both directions", "palindrome"),
            ("Box borders divide blue lines into segments with equal sums", "region-sum"),
            ("Digits on a blue line have an equal sum within each box the line passes through", "region-sum"),
            ("Cells separated by a knight's move cannot contain the same digit", "anti-knight"),
            ("Orthogonally adjacent cells cannot contain consecutive digits", "non-consecutive"),
            ("Digits may not repeat on the marked diagonals", "diagonal"),
            (
                "Clues outside the grid show the sum of the digits along the indicated little killer diagonal",
                "little-killer",
            ),
            (
                "Sandwich clues give the sum of digits between the 1 and the 9 in the row or column",
                "sandwich",
            ),
            ("Digits with a gray circle are odd", "odd"),
            ("Not all dots are given", "given"),
        ] {
            assert!(topics(text).contains(&topic), "{text}: {:?}", topics(text));
        }
        assert_eq!(
            topics("Cells a king's or knight's move apart cannot contain the same digit"),
            ["anti-knight", "anti-king"]
        );
        let dots =
            "White dots separate consecutive digits, and digits separated by a black dot have a ratio of 1:2";
        assert_eq!(topics(dots), ["white-dot", "black-dot"]);
        assert_eq!(topics("Normal sudoku and anti-knight rules apply"), ["anti-knight", "normal"]);
    }

    #[test]
    fn sentences_with_an_unusual_word_are_not_understood() {
        for text in [
            "Digits in cages sum to a square number of the total, and the total is unknown",
            "Normal sudoku rules do NOT apply",
            "Numbers in cages add up to prime sums",
            "Digits in cages sum to the same total",
            "Digits may repeat in cages",
            "Place the digits 1-6 in each row and column once",
            "Place the digits 0-8 in each row and column once",
            "Fill the grid with digits so that each row, column and box contains three different digits, once or twice",
            "Digits along a thermometer decrease from the bulb",
            "All dots are given",
            "The digits in the blue region are odd",
            "Xyzzy",
        ] {
            assert!(topics(text).is_empty(), "{text}: {:?}", topics(text));
        }
    }

    #[test]
    fn sentences_end_at_stops_and_lines_but_not_in_numbers() {
        let found = sentences("Normal rules apply. Sums are 1.5 times!\n\n3 lines; no more…\n---", 9);
        let texts: Vec<&str> = found.iter().map(|sentence| &*sentence.text).collect();
        assert_eq!(texts, ["Normal rules apply", "Sums are 1.5 times", "3 lines", "no more…"]);
    }
}
