//! Encodings that links use: base64, lz-string, deflate and percent signs.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The longest text that a link may unpack to, 1 MiB like the longest line of an input. Longer texts are rejected.
pub(crate) const LONGEST: usize = 1 << 20;

/// The characters that JavaScript's `encodeURIComponent` escapes.
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

/// Decodes percent-encoding. Text without it, or with sequences that are not UTF-8, is returned unchanged.
pub(crate) fn unescape(text: &str) -> String {
    percent_decode_str(text).decode_utf8().map_or_else(|_| text.to_owned(), std::borrow::Cow::into_owned)
}

/// Percent-encodes a text like `encodeURIComponent`.
pub(crate) fn escape(text: &str) -> String {
    utf8_percent_encode(text, COMPONENT).to_string()
}

/// A parameter of a link, without decoding.
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

/// Decodes lz-string's `compressToBase64` or `compressToEncodedURIComponent`. In links, plus signs often become
/// spaces, which are converted back.
pub(crate) fn unlz(text: &str) -> Option<String> {
    let text = text.trim().replace(' ', "+").replace('$', "=");
    let read = |text: &str| {
        let text = String::from_utf16(&unpacked(&sixes(text)?)?).ok()?;
        (!text.is_empty()).then_some(text)
    };
    // A hyphen is 63 in texts of lz-string, but 62 in base64url.
    let is_url64 = text.contains(['/', '_']) || !text.contains('-');
    let as_written = || read(&text.replace('-', "/"));
    if is_url64 { read(&text) } else { as_written().or_else(|| read(&text)) }
}

/// The text that lz-string packed: each number is a new character, the end, or an earlier part of the text.
fn unpacked(sixes: &[u8]) -> Option<Vec<u16>> {
    let mut bits = sixes.iter().flat_map(|six| (0..6).rev().map(move |bit| usize::from(six >> bit & 1)));
    let mut number = |width: u32| (0..width).try_fold(0, |number, bit| Some(number | bits.next()? << bit));
    let mut text: Vec<u16> = Vec::new();
    // The parts, of which the first three are empty because the numbers 0 to 2 have other meanings, and the part that
    // is added next: the last part and the character after it.
    let (mut parts, mut next) = (vec![0..0; 3], None);
    loop {
        let begin = text.len();
        match number(parts.len().ilog2() + 1)? {
            2 => return Some(text),
            code @ (0 | 1) => {
                text.push(u16::try_from(number(8 << code)?).ok()?);
                parts.push(begin..begin + 1);
                parts.extend(next);
            }
            code => {
                parts.extend(next);
                let part = parts.get(code)?.clone();
                if begin + part.len() > LONGEST {
                    return None;
                }
                // The part may overlap the end of the text: then the loop also copies characters that it has just
                // added.
                for at in part {
                    text.push(text[at]);
                }
            }
        }
        next = Some(begin..text.len() + 1);
    }
}

/// lz-string's `compressToBase64`.
pub(crate) fn lz(text: &str) -> String {
    lz_str::compress_to_base64(text)
}

/// Decodes raw deflate.
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
    fn lz_string_round_trips_also_through_a_link() {
        let text = r#"{"size":9,"title":"Übung"}"#;
        let packed = lz(text);
        assert_eq!(unlz(&packed).as_deref(), Some(text));
        assert_eq!(unlz(&unescape(&escape(&packed))).as_deref(), Some(text));
        assert_eq!(unlz(packed.replace('+', " ").trim_end_matches('=')).as_deref(), Some(text));
        assert_eq!(unlz("no base64!"), None);
        for length in [1, 2, 3, 40, 1000] {
            let text: String =
                (0..length).map(|i| format!("[{}{}],", i * i % 97, "ä€a".repeat(i % 5))).collect();
            assert_eq!(unlz(&lz(&text)).as_deref(), Some(&*text));
            assert_eq!(unlz(&lz_str::compress_to_encoded_uri_component(&text)).as_deref(), Some(&*text));
            let url = lz(&text).replace('+', "-").replace('/', "_");
            assert_eq!(unlz(url.trim_end_matches('=')).as_deref(), Some(&*text));
        }
    }

    #[test]
    fn lz_string_unpacks_up_to_a_limit() {
        // The packed text has the letter `a` and then parts that are one letter longer each, because each number refers
        // to the newest part.
        let packed = |longest: usize| {
            let number = |number: usize, width: u32| (0..width).map(move |bit| number >> bit & 1);
            let parts = (4..longest + 3).flat_map(|part| number(part, part.ilog2() + 1));
            let end = number(2, (longest + 3).ilog2() + 1);
            let bits: Vec<usize> = number(0, 2).chain(number(97, 8)).chain(parts).chain(end).collect();
            let six = |bits: &[usize]| (0..6).fold(0, |six, bit| six << 1 | bits.get(bit).unwrap_or(&0));
            let text: String = bits.chunks(6).map(|bits| url_char(six(bits) as u8)).collect();
            text.replace('-', "+").replace('_', "/")
        };
        assert_eq!(unlz(&packed(4)).as_deref(), Some("aaaaaaaaaa"));
        assert_eq!(unlz(&packed(1447)).map(|text| text.len()), Some(1447 * 1448 / 2));
        for longest in [1448, 20_000, 40_000] {
            assert!(longest * (longest + 1) / 2 > LONGEST && unlz(&packed(longest)).is_none());
        }
        for never_ends in ["A", "////"] {
            assert_eq!(unlz(&never_ends.repeat(1 << 18)), None);
        }
    }

    #[test]
    fn percent_signs() {
        assert_eq!(unescape("position%20mod%2015"), "position mod 15");
        assert_eq!(unescape("100%"), "100%");
        assert_eq!(escape("a b~c"), "a%20b~c");
    }
}
