//! The Hub protocol as draughts programs speak it.

use agon_agents::dialect::hub::Message;

use crate::dialogue::Dialogue;

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

fn dialogue(spec: &str) -> Dialogue {
    let dialogue = Dialogue::new("hub", "international-draughts", spec);
    dialogue.say("hub").hear("wait");
    dialogue.say("init").hear("ready");
    dialogue
}

fn value(line: &str, name: &str) -> String {
    Message::read(line).unwrap().value(name).unwrap_or_else(|| panic!("no {name} in {line}")).to_owned()
}

#[test]
fn a_program_says_who_it_is_and_what_can_be_set() {
    let dialogue = Dialogue::new("hub", "international-draughts", "pvs");
    let lines = dialogue.say("hub").hear("wait");
    assert_eq!(value(&lines[0], "name"), "Agon");
    assert!(
        lines.contains(&"param name=variant value=normal type=enum values=normal".to_owned()),
        "{lines:?}"
    );
    assert!(lines.contains(&"param name=memory value=16 type=int min=1 max=65536".to_owned()), "{lines:?}");
    assert!(lines.contains(&"param name=quiescence value=true type=bool".to_owned()), "{lines:?}");
    dialogue.say("set-param name=memory value=1\nset-param name=variant value=normal");
    assert_eq!(dialogue.say("init").hear("ready"), ["ready"]);
    let refused = dialogue.say("set-param name=variant value=frisian").last("error");
    assert!(value(&refused, "message").contains("'frisian' is not a variant here"), "{refused}");
    assert!(dialogue.say("set-param name=memory value=none").last("error").contains("is not a value"));
    assert!(dialogue.say("dance").last("error").contains("'dance' is not a command"));
}

#[test]
fn a_search_obeys_its_level_and_tells_its_line() {
    let dialogue = dialogue("pvs");
    dialogue.say(&format!("new-game\npos pos={START} moves=\"32-28 19-23 28x19x23\""));
    let lines = dialogue.say("level depth=3\ngo think").hear("done");
    let info = &lines[lines.len() - 2];
    assert_eq!(value(info, "depth"), "3");
    let _: f64 = value(info, "score").parse().unwrap();
    let (line, done) = (value(info, "pv"), &lines[lines.len() - 1]);
    assert!(line.starts_with(&value(done, "move")), "{lines:?}");
    assert!(["14x23x19", "13x24x19"].contains(&value(done, "move").as_str()), "a capture is due: {done}");
    assert_eq!(value(done, "ponder"), line.split(' ').nth(1).unwrap());
    for level in ["level nodes=200", "level move-time=0.05", "level time=2 inc=0.1", "level moves=10 time=1"]
    {
        dialogue.say(level).say("go think").hear("done");
    }
    assert!(dialogue.say("level time=soon").last("error").contains("'soon' is not a value of time"));
    assert!(
        dialogue.say(&format!("pos pos={START} moves=\"1-2\"")).last("error").contains("not a legal move")
    );
}

#[test]
fn analysis_goes_on_until_it_is_told_to_stop_and_pondering_until_it_is_hit() {
    let dialogue = dialogue("pvs:memory=1");
    dialogue.say(&format!("pos pos={START}\nlevel move-time=0.05\ngo analyze")).hear("info depth=3");
    assert_eq!(dialogue.say("ping").last("pong"), "pong");
    dialogue.say("stop").hear("done");
    dialogue.say("go ponder").hear("info depth=3");
    dialogue.say("ponder-hit").hear("done");
    dialogue.say("quit");
    assert!(dialogue.close().is_empty());
}

#[test]
fn english_draughts_have_thirty_two_squares() {
    let dialogue = Dialogue::new("hub", "checkers", "pvs");
    let lines = dialogue.say("hub").hear("wait");
    assert!(lines.iter().any(|line| line.starts_with("param name=variant value=english")), "{lines:?}");
    dialogue.say("pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"11-15 23-19\"\nlevel depth=2");
    assert!(dialogue.say("go think").last("done").starts_with("done move="));
    // White has nothing to move with.
    dialogue.say("pos pos=Wbeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee");
    assert!(dialogue.say("go think").last("error").contains("no legal move"));
}

#[test]
fn a_win_in_sight_is_near_a_hundred() {
    let dialogue = dialogue("pvs");
    let board: String = (1..=50)
        .map(|square| match square {
            28 => 'W',
            10 => 'b',
            _ => 'e',
        })
        .collect();
    let lines = dialogue.say(&format!("pos pos=B{board}\nlevel depth=8\ngo think")).hear("done");
    let score: f64 = value(&lines[lines.len() - 2], "score").parse().unwrap();
    assert!((-100.0..-99.0).contains(&score), "{lines:?}");
}
