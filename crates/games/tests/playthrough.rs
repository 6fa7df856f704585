//! One random game per set of rules, written out in full: any change of rules, notation, picture or encoding
//! shows up as a difference that a person can read. Accept a wanted one with `INSTA_UPDATE=always cargo test`.

use std::fmt::Write;

use agon_core::{Encode, Heuristic, Line, Random};
use agon_games::{Visitor, catalogue, visit};

struct Write1;

impl Visitor for Write1 {
    type Output = String;

    fn visit<G: Encode + Heuristic>(self, game: G, spec: String) -> String {
        let info = game.info();
        let mut text = format!("{spec}, version {}, {} features\n", info.version, game.feature_count());
        let mut random = Random::new(42);
        let mut line = Line::new(&game);
        let (mut moves, mut features) = (Vec::new(), Vec::new());
        loop {
            let ending = line.generate(&game, &mut moves);
            let position = line.position();
            let ply = line.clocks().plies;
            writeln!(text, "\n{ply}: {}", game.write_position(position, line.clocks())).unwrap();
            if let Some(ending) = ending {
                writeln!(text, "{} score {:.4}", ending.words(info), line.score(&game, ending)).unwrap();
                return text;
            }
            // The whole interface now and then, the move always.
            if ply % 16 < 2 {
                let written: Vec<String> = moves.iter().map(|&mv| game.write_move(position, mv)).collect();
                writeln!(text, "legal: {}", written.join(" ")).unwrap();
                game.features(position, &mut features);
                features.sort_unstable();
                writeln!(text, "features: {features:?}").unwrap();
                writeln!(text, "hash: {:016x}", game.hash(position)).unwrap();
            }
            let mv = random.pick(&moves);
            let trace = game.trace(position, mv);
            let side = &info.sides[line.to_move(&game).index()];
            let written = game.write_move(position, mv);
            let action = game.action(position, mv);
            write!(text, "{side}: {written} (action {action}, path {:?}", trace.path).unwrap();
            if let Some(name) = trace.action {
                write!(text, ", {name}").unwrap();
            }
            for (name, cells) in [("captured", &trace.captured), ("changed", &trace.changed)] {
                if !cells.is_empty() {
                    write!(text, ", {name} {cells:?}").unwrap();
                }
            }
            text += ")\n";
            line.push(&game, mv);
        }
    }
}

#[test]
fn random_games_are_as_recorded() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for info in catalogue() {
            insta::assert_snapshot!(&*info.id, visit(&info.id, Write1).unwrap());
        }
    });
}
