//! Games that make do with the default knowledge.

use agon_core::Heuristic;

impl Heuristic for crate::alquerque::Alquerque {}
impl Heuristic for crate::five_field_kono::FiveFieldKono {}
impl Heuristic for crate::othello::Othello {}
impl Heuristic for crate::nine_mens_morris::NineMensMorris {}
impl Heuristic for crate::checkers::Checkers {}
impl Heuristic for crate::international_draughts::InternationalDraughts {}
impl Heuristic for crate::chess::Chess {}
impl Heuristic for crate::lines_of_action::LinesOfAction {}
impl Heuristic for crate::havannah::Havannah {}
impl Heuristic for crate::xiangqi::Xiangqi {}
impl<B: crate::line_up::Board> Heuristic for crate::line_up::LineUp<B> {}
impl<R: crate::rows::RowRules, const SIZE: usize> Heuristic for crate::rows::Rows<R, SIZE> {}
