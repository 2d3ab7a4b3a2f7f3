//! Text in lines of limited width.

/// The width of lines that are filled.
const WIDTH: usize = 98;

/// Words in lines of limited width. All lines but the first are indented.
pub(crate) fn filled(words: impl IntoIterator<Item = impl AsRef<str>>, indent: &str) -> String {
    let (mut text, mut width) = (String::new(), indent.len());
    for word in words {
        let word = word.as_ref();
        if width + 1 + word.len() > WIDTH && !text.is_empty() {
            text.push('\n');
            text.push_str(indent);
            width = indent.len();
        } else if !text.is_empty() {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += word.len();
    }
    text
}
