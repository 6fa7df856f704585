//! Every move of every game can be made by pointing.

use agon_core::pointing::{Pointed, Pointing};
use agon_core::{Layout, Match, Random};

fn after(game: &str, position: Option<&str>) -> (Box<dyn Match>, Layout) {
    let rules = agon_games::find(game).unwrap();
    (rules.start(position).unwrap(), rules.layout())
}

#[test]
fn a_stone_is_placed_by_pointing_once_and_a_piece_moved_by_pointing_twice() {
    let (played, layout) = after("othello", None);
    let pointing = Pointing::new(played.as_ref(), &[]);
    let d3 = layout.find("d3").unwrap();
    let Pointed::Play(index) = pointing.point(d3) else { panic!("d3 is a legal placement") };
    assert_eq!(played.move_text(index), "d3");
    assert_eq!(pointing.point(layout.find("a1").unwrap()), Pointed::Nothing);

    let (played, layout) = after("chess", None);
    let [e2, e4, d2] = ["e2", "e4", "d2"].map(|name| layout.find(name).unwrap());
    assert_eq!(Pointing::new(played.as_ref(), &[]).point(e2), Pointed::Select(vec![e2]));
    let selected = Pointing::new(played.as_ref(), &[e2]);
    let Pointed::Play(index) = selected.point(e4) else { panic!("e4 is a target") };
    assert_eq!(played.move_text(index), "e4");
    assert_eq!(selected.point(d2), Pointed::Select(vec![d2]), "another piece is selected instead");
    assert_eq!(selected.point(e2), Pointed::Select(vec![]), "pointing again takes the selection back");
}

#[test]
fn promotions_are_chosen() {
    let (played, layout) = after("chess", Some("8/P6k/8/8/8/8/8/K7 w - - 0 1"));
    let [a7, a8] = ["a7", "a8"].map(|name| layout.find(name).unwrap());
    let Pointed::Choose(moves) = Pointing::new(played.as_ref(), &[a7]).point(a8) else {
        panic!("four moves go there")
    };
    assert_eq!(moves.len(), 4);
}

#[test]
fn every_legal_move_of_every_game_can_be_made_by_pointing() {
    for info in agon_games::catalogue() {
        let (mut played, _) = after(&info.id, None);
        let mut random = Random::new(5);
        for _ in 0..60 {
            if played.ending().is_some() {
                break;
            }
            for index in 0..played.move_count() {
                assert!(can_be_made(played.as_ref(), index), "{}: {}", info.id, played.move_text(index));
            }
            let next = random.below(played.move_count() as u32) as usize;
            played.play(next);
        }
    }
}

/// Points at the beginning and the end of a move, or follows its path cell by cell.
fn can_be_made(played: &dyn Match, index: usize) -> bool {
    let trace = played.move_trace(index);
    if trace.action.is_some() {
        return Pointing::new(played, &[]).actions().any(|(found, _)| found == index);
    }
    let ends = [trace.path[0], trace.path[trace.path.len() - 1]];
    [&ends[..], &trace.path[..]].into_iter().any(|cells| leads_to(played, cells, index))
}

fn leads_to(played: &dyn Match, cells: &[usize], index: usize) -> bool {
    let mut selected = Vec::new();
    for &cell in cells {
        match Pointing::new(played, &selected).point(cell) {
            Pointed::Play(found) => return found == index,
            Pointed::Choose(moves) => return moves.contains(&index),
            Pointed::Select(path) => selected = path,
            Pointed::Nothing => return false,
        }
    }
    false
}
