//! The fields of an object of JavaScript, each with its type: without the reader of JSON, which is larger.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;

use crate::error::AskError;

/// A value that is read from one of JavaScript.
pub(crate) trait FromJs: Sized {
    /// Reads a value.
    ///
    /// # Errors
    /// What was expected instead.
    fn from_js(value: &JsValue) -> Result<Self, String>;
}

/// Reads an object field by field, up to the first fault. Fields are read in place: the code for objects that are read
/// in part and dropped would be larger than the reader.
pub(crate) struct Fields<'a> {
    object: &'a JsValue,
    fault: Result<(), String>,
}

impl<'a> Fields<'a> {
    /// A reader of a value that should be an object with no other fields than these.
    pub(crate) fn new(object: &'a JsValue, known: &[&str]) -> Self {
        Self { object, fault: only(object, known) }
    }

    /// Reads a field.
    #[inline(never)]
    pub(crate) fn read<T: FromJs>(&mut self, name: &str, place: &mut T) {
        if self.fault.is_err() {
            return;
        }
        let value = Reflect::get(self.object, &JsValue::from_str(name)).unwrap_or_default();
        match T::from_js(&value) {
            Ok(read) => *place = read,
            Err(expected) => self.fault = Err(named(name, &value, &expected)),
        }
    }

    /// What was read, unless there was a fault.
    pub(crate) fn end<T>(self, read: T) -> Result<T, String> {
        self.fault.map(|()| read)
    }
}

#[inline(never)]
fn named(name: &str, value: &JsValue, expected: &str) -> String {
    // The fault of a field within.
    if expected.contains(": ") {
        return format!("{name}.{expected}");
    }
    format!("{name}: found {}, expected {expected}", found(value))
}

/// A value in words.
fn found(value: &JsValue) -> String {
    if value.is_undefined() || value.is_null() {
        return "nothing".to_owned();
    }
    if Array::is_array(value) {
        return "a list".to_owned();
    }
    if let Some(number) = value.as_f64() {
        return number.to_string();
    }
    match (value.as_string(), value.as_bool()) {
        (Some(text), _) => format!("'{text}'"),
        (_, Some(yes)) => yes.to_string(),
        _ => "an object".to_owned(),
    }
}

/// Whether a value is an object with no other fields than these.
fn only(object: &JsValue, known: &[&str]) -> Result<(), String> {
    if !object.is_object() || Array::is_array(object) {
        return Err("an object".to_owned());
    }
    for key in Object::keys(object.unchecked_ref::<Object>()).iter() {
        let key = key.as_string().unwrap_or_default();
        if !known.contains(&key.as_str()) {
            return Err(format!("{key}: found a field that is unknown, expected {}", known.join(", ")));
        }
    }
    Ok(())
}

/// Reads the object of a question; nothing is an object without fields.
pub(crate) fn ask<T: FromJs>(value: &JsValue) -> Result<T, AskError> {
    let read = if value.is_undefined() { T::from_js(&Object::new()) } else { T::from_js(value) };
    read.map_err(|fault| {
        AskError::new(if fault.contains(": ") {
            fault
        } else {
            format!("the question: found {}, expected {fault}", found(value))
        })
    })
}

impl FromJs for String {
    fn from_js(value: &JsValue) -> Result<Self, String> {
        value.as_string().ok_or_else(|| "text".to_owned())
    }
}

impl FromJs for bool {
    fn from_js(value: &JsValue) -> Result<Self, String> {
        value.as_bool().ok_or_else(|| "true or false".to_owned())
    }
}

impl FromJs for f64 {
    fn from_js(value: &JsValue) -> Result<Self, String> {
        value.as_f64().filter(|number| number.is_finite()).ok_or_else(|| "a number".to_owned())
    }
}

impl FromJs for u64 {
    fn from_js(value: &JsValue) -> Result<Self, String> {
        // All of these are exact.
        let whole = |number: &f64| (0.0..=9_007_199_254_740_991.0).contains(number) && number.fract() == 0.0;
        let number = value.as_f64().filter(whole);
        number.map(|number| number as Self).ok_or_else(|| "a whole number".to_owned())
    }
}

impl FromJs for usize {
    fn from_js(value: &JsValue) -> Result<Self, String> {
        Self::try_from(u64::from_js(value)?).map_err(|_| "a smaller number".to_owned())
    }
}

impl FromJs for u8 {
    fn from_js(value: &JsValue) -> Result<Self, String> {
        Self::try_from(u64::from_js(value)?).map_err(|_| "a digit".to_owned())
    }
}

impl<T: FromJs> FromJs for Option<T> {
    fn from_js(value: &JsValue) -> Result<Self, String> {
        if value.is_undefined() || value.is_null() { Ok(None) } else { T::from_js(value).map(Some) }
    }
}

impl<T: FromJs> FromJs for Vec<T> {
    fn from_js(value: &JsValue) -> Result<Self, String> {
        if !Array::is_array(value) {
            return Err("a list".to_owned());
        }
        let list: &Array = value.unchecked_ref();
        let item = |(index, item): (usize, JsValue)| {
            T::from_js(&item).map_err(|expected| named(&index.to_string(), &item, &expected))
        };
        list.iter().enumerate().map(item).collect()
    }
}

impl<T: FromJs> FromJs for (T, T) {
    fn from_js(value: &JsValue) -> Result<Self, String> {
        let both: [T; 2] = Vec::from_js(value)?.try_into().map_err(|_| "a list of two numbers".to_owned())?;
        let [first, second] = both;
        Ok((first, second))
    }
}

/// Reads a struct that has a default, field by field; fields that it does not have are refused.
macro_rules! from_js {
    ($name:ident { $($field:ident)* }) => {
        impl $crate::fields::FromJs for $name {
            fn from_js(value: &wasm_bindgen::JsValue) -> Result<Self, String> {
                #[allow(unused_mut, reason = "some questions have no fields")]
                let mut fields = $crate::fields::Fields::new(value, &[$(stringify!($field)),*]);
                #[allow(unused_mut, reason = "some questions have no fields")]
                let mut read = Self::default();
                $(fields.read(stringify!($field), &mut read.$field);)*
                fields.end(read)
            }
        }
    };
}

pub(crate) use from_js;
