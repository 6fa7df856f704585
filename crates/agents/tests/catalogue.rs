//! The games that come with the program.

use std::sync::Arc;

use agon_agents::Catalogue;

#[test]
fn specs_choose_games_and_their_parameters() {
    let catalogue = Catalogue::shipped();
    assert_eq!(catalogue.games().count(), agon_games::catalogue().count());
    for game in catalogue.games() {
        let found = catalogue.find(game.spec()).unwrap();
        assert!(Arc::ptr_eq(game, &found), "{} is built once", game.spec());
    }
    let families: Vec<&str> = catalogue.families().map(|game| game.spec()).collect();
    assert!(families.contains(&"tapatan") && !families.contains(&"tapatan-ludii"), "{families:?}");
    let large = catalogue.find("havannah:size=5").unwrap();
    assert_eq!((large.spec(), large.options().number("size")), ("havannah:size=5", 5));
    let larger = catalogue.vary(large.as_ref(), "size=6").unwrap();
    assert_eq!(larger.spec(), "havannah:size=6");
    assert_eq!(catalogue.find("Havannah:SIZE=5,swap=ON").unwrap().spec(), "havannah:size=5,swap=on");
    let unknown = |spec: &str| catalogue.find(spec).err().unwrap().to_string();
    assert!(
        unknown("ludo").starts_with("there is no game 'ludo'; known: tic-tac-toe, "),
        "{}",
        unknown("ludo")
    );
    let slip = unknown("Otello");
    assert!(slip.starts_with("there is no game 'Otello'; did you mean 'othello'? known: "), "{slip}");
    assert!(unknown("havannah:siz=5").contains("no parameter 'siz'; did you mean 'size'? known: "));
}
