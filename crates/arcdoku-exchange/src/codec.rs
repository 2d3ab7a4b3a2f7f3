//! Encodings that links are made of: base64, lz-string, deflate and percent signs.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The longest text that a link may unpack to; a longer one is refused.
pub(crate) const LONGEST: usize = 1 << 24;

/// The longest text that lz-string unpacks: each character may add as many as were before it.
const LONGEST_PACKED: usize = 1 << 15;

/// What JavaScript's `encodeURIComponent` leaves as it is.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// Undoes percent-encoding. Text without it, or with sequences that are not UTF-8, stays as it is.
pub(crate) fn unescape(text: &str) -> String {
    percent_decode_str(text).decode_utf8().map_or_else(|_| text.to_owned(), std::borrow::Cow::into_owned)
}

/// Percent-encodes a text as `encodeURIComponent` does.
pub(crate) fn escape(text: &str) -> String {
    utf8_percent_encode(text, COMPONENT).to_string()
}

/// A parameter of a link, as it is written.
pub(crate) fn parameter(link: &str, name: &str) -> Option<String> {
    let (_, query) = link.split_once('?')?;
    let query = query.split('#').next()?;
    query.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('=').map(str::to_owned))
}

/// The value of a base64 character, in either alphabet.
fn six(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    })
}

/// The six bits of each character of a base64 text, without padding; `None` if it has other characters.
pub(crate) fn sixes(text: &str) -> Option<Vec<u8>> {
    text.trim_end_matches('=').bytes().map(six).collect()
}

/// The character of base64url for six bits.
pub(crate) fn url_char(six: u8) -> char {
    const URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char::from(URL[usize::from(six & 63)])
}

/// The bytes of a base64 text in either alphabet, padded or not.
pub(crate) fn bytes(text: &str) -> Option<Vec<u8>> {
    let sixes = sixes(text)?;
    let mut bytes = Vec::with_capacity(sixes.len() * 3 / 4);
    for group in sixes.chunks(4) {
        let bits =
            group.iter().fold(0_u32, |bits, &six| bits << 6 | u32::from(six)) << (6 * (4 - group.len()));
        if group.len() == 1 {
            return None;
        }
        bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    Some(bytes)
}

/// Base64url without padding.
pub(crate) fn to_url64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits =
            group.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - group.len()));
        for i in 0..=group.len() {
            text.push(url_char((bits >> (18 - 6 * i)) as u8));
        }
    }
    text
}

/// Undoes lz-string's `compressToBase64` or `compressToEncodedURIComponent`. Links lose the plus sign to a
/// space; that is undone.
pub(crate) fn unlz(text: &str) -> Option<String> {
    if text.len() > LONGEST_PACKED {
        return None;
    }
    let text: String = text
        .trim()
        .chars()
        .map(|c| match c {
            ' ' | '-' => '+',
            '_' => '/',
            c => c,
        })
        .collect();
    let mut text = text.replace('$', "=");
    if !text.bytes().all(|byte| six(byte).is_some() || byte == b'=') {
        return None;
    }
    // The padding is optional in a link.
    text.truncate(text.trim_end_matches('=').len());
    while !text.len().is_multiple_of(4) {
        text.push('=');
    }
    let wide = lz_str::decompress_from_base64(&text)?;
    if wide.len() > LONGEST {
        return None;
    }
    let text = String::from_utf16(&wide).ok()?;
    (!text.is_empty()).then_some(text)
}

/// lz-string's `compressToBase64`.
pub(crate) fn lz(text: &str) -> String {
    lz_str::compress_to_base64(text)
}

/// Undoes raw deflate.
pub(crate) fn inflate(bytes: &[u8]) -> Option<String> {
    let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(bytes, LONGEST).ok()?;
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_in_both_alphabets() {
        assert_eq!(bytes("TWFu").unwrap(), b"Man");
        assert_eq!(bytes("TWE=").unwrap(), b"Ma");
        assert_eq!(bytes("TQ").unwrap(), b"M");
        assert_eq!(bytes("_-8"), bytes("/+8="));
        assert!(bytes("T").is_none() && bytes("T*Fu").is_none());
        for text in ["", "M", "Ma", "Man", "[15-7]*"] {
            assert_eq!(bytes(&to_url64(text.as_bytes())).unwrap(), text.as_bytes());
        }
    }

    #[test]
    fn lz_string_both_ways_also_through_a_link() {
        let text = r#"{"size":9,"title":"Übung"}"#;
        let packed = lz(text);
        assert_eq!(unlz(&packed).as_deref(), Some(text));
        assert_eq!(unlz(&unescape(&escape(&packed))).as_deref(), Some(text));
        assert_eq!(unlz(packed.replace('+', " ").trim_end_matches('=')).as_deref(), Some(text));
        assert_eq!(unlz("no base64!"), None);
    }

    #[test]
    fn percent_signs() {
        assert_eq!(unescape("position%20mod%2015"), "position mod 15");
        assert_eq!(unescape("100%"), "100%");
        assert_eq!(escape("a b~c"), "a%20b~c");
    }
}
