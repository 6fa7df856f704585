//! Which patterns are looked for on a board, as a short text such as `cell+line8+box3x3/owner`.

use std::fmt;
use std::str::FromStr;

use agon_core::layout::{Layout, Shape};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::scheme::Seen;

/// The cells that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// One cell.
    Cell,
    /// So many cells in a straight line; whole lines where the board has shorter ones.
    Line(usize),
    /// A window of so many columns and rows.
    Box(usize, usize),
    /// A cell and all its neighbours.
    Star,
}

/// One kind of patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ingredient {
    /// Which cells.
    pub figure: Figure,
    /// What is told apart on them.
    pub seen: Seen,
    /// Whether all places share their weights, not only those that a symmetry maps onto each other.
    pub tied: bool,
}

/// All kinds of patterns of a network.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Recipe(pub Vec<Ingredient>);

impl Recipe {
    /// What suits most games with such a board, for those who have not tried out anything else: with many kinds of pieces, single
    /// cells; on large boards, lines wherever they are; windows and lines in their places on the others.
    pub fn suiting(layout: &Layout, kinds: usize) -> Recipe {
        let text = match (layout.shape, layout.cells.len(), kinds) {
            (Shape::Hexes, ..) => "cell+star*+line4*",
            (_, _, 5..) => "cell",
            (_, 121.., _) => "cell+line6*",
            (_, _, 3..) => "cell+line4+box2x2",
            // The squares of one colour: a window of four by four holds eight of them.
            (_, _, 2) => "cell+box4x4/first",
            (_, ..=30, _) => "cell+line5+box3x3",
            _ => "cell+line8+box3x3",
        };
        text.parse().expect("the recipe is well formed")
    }
}

/// Why a text is not a recipe.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "'{0}' is no kind of pattern: expected cell, lineN, boxWxH or star, then /owner or /first if kinds of pieces do not matter, \
     then * if all places are alike, joined by +, as in cell+line8+box3x3/owner"
)]
pub struct RecipeError(String);

impl FromStr for Recipe {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Recipe, RecipeError> {
        text.split('+')
            .map(|word| ingredient(word).ok_or_else(|| RecipeError(word.to_owned())))
            .collect::<Result<_, _>>()
            .map(Recipe)
    }
}

fn ingredient(word: &str) -> Option<Ingredient> {
    let (word, tied) = word.strip_suffix('*').map_or((word, false), |word| (word, true));
    let (figure, seen) = match word.split_once('/') {
        Some((figure, "owner")) => (figure, Seen::Owners),
        Some((figure, "first")) => (figure, Seen::First),
        Some(_) => return None,
        None => (word, Seen::Kinds),
    };
    let size = |text: &str| text.parse().ok().filter(|size| (1..=12).contains(size));
    let figure = if figure == "cell" {
        Figure::Cell
    } else if figure == "star" {
        Figure::Star
    } else if let Some(length) = figure.strip_prefix("line") {
        Figure::Line(size(length).filter(|&length| length >= 2)?)
    } else {
        let (columns, rows) = figure.strip_prefix("box")?.split_once('x')?;
        Figure::Box(size(columns)?, size(rows)?)
    };
    Some(Ingredient { figure, seen, tied })
}

impl fmt::Display for Recipe {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, &Ingredient { figure, seen, tied }) in self.0.iter().enumerate() {
            if index > 0 {
                formatter.write_str("+")?;
            }
            match figure {
                Figure::Cell => formatter.write_str("cell")?,
                Figure::Line(length) => write!(formatter, "line{length}")?,
                Figure::Box(columns, rows) => write!(formatter, "box{columns}x{rows}")?,
                Figure::Star => formatter.write_str("star")?,
            }
            formatter.write_str(match seen {
                Seen::Kinds => "",
                Seen::Owners => "/owner",
                Seen::First => "/first",
            })?;
            if tied {
                formatter.write_str("*")?;
            }
        }
        Ok(())
    }
}

impl TryFrom<String> for Recipe {
    type Error = RecipeError;

    fn try_from(text: String) -> Result<Recipe, RecipeError> {
        text.parse()
    }
}

impl From<Recipe> for String {
    fn from(recipe: Recipe) -> String {
        recipe.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_recipe_for_every_board() {
        for info in agon_games::catalogue() {
            let rules = agon_games::find(&info.id).unwrap();
            assert!(!Recipe::suiting(&rules.layout(), rules.encoding().kinds).0.is_empty());
        }
    }

    #[test]
    fn recipes_are_read_as_they_are_written() {
        for text in ["cell", "cell+line8", "line6*+star/owner", "box4x4/first*+box2x3"] {
            assert_eq!(text.parse::<Recipe>().unwrap().to_string(), text);
        }
        for text in ["", "cells", "line", "line1", "line99", "box3", "cell/kind", "cell++star", "boxx"] {
            assert!(text.parse::<Recipe>().is_err(), "{text}");
        }
    }
}
