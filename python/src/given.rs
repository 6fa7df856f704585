//! Numbers that Python gives: what is none, or does not fit, is answered with a sentence that names it.

use std::fmt::Display;

use agon_core::notation::quote;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;

use crate::sentence;

/// A type of whole numbers from 0.
pub(crate) trait Whole: TryFrom<i128> + Display {
    const MOST: Self;
}

macro_rules! whole {
    ($($number:ty),*) => {
        $(impl Whole for $number {
            const MOST: $number = <$number>::MAX;
        })*
    };
}

whole!(u8, u32, u64, usize);

/// What somebody gave, as a sentence can hold it.
pub(crate) fn told(given: &Bound<'_, PyAny>) -> String {
    given.repr().map_or_else(|_| "this object".to_owned(), |text| quote(&text.to_string_lossy()))
}

/// A whole number. What Python takes for one will do, such as `NumPy`'s.
fn at_least<T: Whole>(given: &Bound<'_, PyAny>, what: &str, least: i128) -> PyResult<T> {
    let no = || format!("{} is no {what}; expected a whole number from {least}", told(given));
    let outside = || sentence(format!("{} to {}", no(), T::MOST));
    match given.extract::<i128>() {
        Ok(number) if number >= least => T::try_from(number).map_err(|_| outside()),
        Err(error) if !error.is_instance_of::<PyOverflowError>(given.py()) => Err(PyTypeError::new_err(no())),
        _ => Err(outside()),
    }
}

/// The same where there may be none.
fn perhaps<T: Whole>(given: &Bound<'_, PyAny>, what: &str, least: i128) -> PyResult<Option<T>> {
    if given.is_none() { Ok(None) } else { at_least(given, what, least).map(Some) }
}

pub(crate) fn seed<T: Whole>(given: &Bound<'_, PyAny>) -> PyResult<T> {
    at_least(given, "seed", 0)
}

pub(crate) fn seed_if_any(given: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    perhaps(given, "seed", 0)
}

pub(crate) fn depth(given: &Bound<'_, PyAny>) -> PyResult<u8> {
    at_least(given, "depth", 0)
}

pub(crate) fn index(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    at_least(given, "index", 0)
}

pub(crate) fn player_if_any(given: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    perhaps(given, "player", 0)
}

/// How many of something.
pub(crate) fn count<T: Whole>(given: &Bound<'_, PyAny>) -> PyResult<T> {
    at_least(given, "count", 0)
}

pub(crate) fn games<T: Whole>(given: &Bound<'_, PyAny>) -> PyResult<T> {
    at_least(given, "number of games", 0)
}

pub(crate) fn plies(given: &Bound<'_, PyAny>) -> PyResult<u32> {
    at_least(given, "number of plies", 0)
}

pub(crate) fn plies_if_any(given: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    perhaps(given, "number of plies", 0)
}

pub(crate) fn jobs(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    at_least(given, "number of jobs", 1)
}

pub(crate) fn threads_if_any(given: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    perhaps(given, "number of threads", 1)
}

/// Any number.
pub(crate) fn number(given: &Bound<'_, PyAny>) -> PyResult<f64> {
    given.extract().map_err(|error: PyErr| {
        let text = format!("{} is no number", told(given));
        if error.is_instance_of::<PyOverflowError>(given.py()) {
            sentence(text)
        } else {
            PyTypeError::new_err(text)
        }
    })
}

pub(crate) fn number_if_any(given: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    if given.is_none() { Ok(None) } else { number(given).map(Some) }
}
