//! Text in lines of limited width.

/// The width of lines that are filled.
const WIDTH: usize = 98;

/// Words in lines of limited width. All lines but the first are indented.
pub(crate) fn filled(words: impl IntoIterator<Item = impl AsRef<str>>, indent: &str) -> String {
    let (mut text, mut width) = (String::new(), indent.len());
    for word in words {
        let word = word.as_ref();
        if text.is_empty() {
            text += word;
        } else if width + 1 + word.len() > WIDTH {
            text += &format!("\n{indent}{word}");
            width = indent.len();
        } else {
            text += &format!(" {word}");
            width += 1;
        }
        width += word.len();
    }
    text
}
