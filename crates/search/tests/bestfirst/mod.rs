//! The best-first searches against exact results, and at the limits of what they may use.

mod balance;
mod limits;
mod truth;

use agon_core::{
    Analysis, Catalogued, Clocks, Game, Heuristic, Limits, Line, Options, Outcome, Player, Proof, Random,
};
use agon_games::connect6::Connect6;
use agon_games::tapatan::Tapatan;
use agon_games::tic_tac_toe::TicTacToe;
use agon_games::tsoro_yematatu::TsoroYematatu7;
use agon_search::Limit;
use agon_search::bestfirst::{Balance, BestFirst, Common, Reach, Settings, Ties};
use agon_search::evaluate::{EndsOnly, HandMade};
use agon_search::explicit::RandomTree;
use agon_search::task::search;

use truth::{Truth, exhaust};

/// The game with this name.
pub(crate) fn rules<G: Catalogued>(id: &str) -> G {
    let info = G::RULE_SETS.iter().find(|info| info.id == id).unwrap();
    G::build(info, &Options::parse(info, "").unwrap())
}

/// Enough to finish everything here.
pub(crate) const PLENTY: u64 = 1_000_000;

/// A fresh search of one position by the ends of games alone.
pub(crate) fn analyse<G: Game>(
    game: &G,
    line: &Line<G>,
    settings: Settings,
    iterations: u64,
) -> Analysis<G::Move> {
    let mut bestfirst = BestFirst::new(settings, Box::new(EndsOnly));
    search(&mut bestfirst, game, line, &Limit::iterations(iterations))
}

fn gain(outcome: Outcome, player: Player) -> i8 {
    outcome.value().pov(player) as i8
}

/// The same settings, but for some that all searches have in common.
pub(crate) fn with(mut settings: Settings, change: impl Fn(&mut Common)) -> Settings {
    change(&mut settings.common);
    settings
}

/// Both ways to break ties, of both searches for wins.
fn winners() -> impl Iterator<Item = Settings> {
    [Settings::unbounded(), Settings::descent()].into_iter().flat_map(|settings| {
        [Ties::Least, Ties::Most].map(|ties| with(settings, |common| common.ties = ties))
    })
}

/// Every proof that an analysis of a position claims is right, and no win is said to come sooner than it can.
fn check_claims<G: Game>(game: &G, truth: &Truth<G>, line: &Line<G>, analysis: &Analysis<G::Move>) {
    let mover = line.to_move(game);
    for assessed in &analysis.moves {
        let Some(Proof { gain: claimed, distance }) = assessed.proof else { continue };
        let mut next = line.position().clone();
        game.play(&mut next, assessed.mv);
        let (outcome, plies) = truth.result(&next);
        assert_eq!(claimed, gain(outcome, mover), "{assessed:?} in {:?}", line.position());
        assert!(claimed == 0 || distance > plies, "{assessed:?} takes {plies} plies and one");
    }
}

fn is_right_everywhere<G: Game>(game: &G) {
    let truth = Truth::of(game);
    let (mut claims, mut moves) = (0, Vec::new());
    for (number, position) in truth.positions.iter().enumerate() {
        if game.generate(position, &mut moves).is_some() {
            continue;
        }
        let line = Line::from_position(game, position.clone(), Clocks::default());
        for settings in winners() {
            let analysis = analyse(game, &line, settings, 25);
            check_claims(game, &truth, &line, &analysis);
            claims += analysis.moves.iter().filter(|assessed| assessed.proof.is_some()).count();
        }
        if !number.is_multiple_of(61) {
            continue;
        }
        // To the end: what can be won is won, what is lost is known to be, and the rest is even.
        let truly = gain(truth.result(position).0, game.to_move(position));
        for settings in winners().filter(|settings| settings.common.ties == Ties::Least || number % 7 == 0) {
            let analysis = analyse(game, &line, settings, PLENTY);
            assert!(analysis.cost.iterations < PLENTY);
            check_claims(game, &truth, &line, &analysis);
            let best = analysis.best_move().unwrap();
            assert_eq!(best.proof.map_or(0, |proof| proof.gain), truly, "{position:?} {settings:?}");
            assert!(truly != 0 || best.value == 0.0, "{position:?} {settings:?} {best:?}");
        }
    }
    assert!(claims > truth.positions.len());
}

#[test]
fn tic_tac_toe_is_right_everywhere() {
    is_right_everywhere(&TicTacToe);
}

#[test]
fn tapatan_is_right_everywhere() {
    is_right_everywhere(&rules::<Tapatan>("tapatan"));
}

#[test]
fn tapatan_with_placing_is_right_everywhere() {
    is_right_everywhere(&rules::<Tapatan>("tapatan-ludii"));
}

#[test]
fn tsoro_yematatu_is_right_everywhere() {
    is_right_everywhere(&rules::<TsoroYematatu7>("tsoro-yematatu-7"));
}

#[test]
fn tic_tac_toe_is_a_draw_and_tapatan_is_won_in_the_centre() {
    for settings in winners()
        .flat_map(|settings| [true, false].map(|table| with(settings, |common| common.table = table)))
    {
        let analysis = analyse(&TicTacToe, &Line::new(&TicTacToe), settings, PLENTY);
        assert_eq!(analysis.best_move().unwrap().proof.unwrap().gain, 0);
    }
    let game = rules::<Tapatan>("tapatan-ludii");
    for settings in winners() {
        let analysis = analyse(&game, &Line::new(&game), settings, PLENTY);
        let best = analysis.best_move().unwrap();
        assert_eq!(game.write_move(&game.initial(), best.mv), "b2");
        assert_eq!(best.proof, Some(Proof { gain: 1, distance: 9 }));
    }
}

/// Games of aimless moves under tight limits. Before every move the table is filled from the same position without its
/// past; every claim made with that table is compared with what trying everything shows. This is where a proof could be
/// spoilt by the past, or a table remember what is not true any more.
#[test]
fn the_past_spoils_no_proof() {
    fn play<G: Game>(game: &G, seed: u64) -> usize {
        let mut random = Random::new(seed);
        let limits = Limits {
            repetition: [None, Some(2), Some(3)][random.below(3) as usize],
            no_progress: [None, Some(3), Some(5), Some(8)][random.below(4) as usize],
            ply_cap: Some(9 + random.below(12)),
        };
        let mut line = Line::new(game).with_limits(limits);
        let mut bestfirst = BestFirst::new(Settings::unbounded(), Box::new(EndsOnly));
        let (mut moves, mut claims) = (Vec::new(), 0);
        while line.generate(game, &mut moves).is_none() {
            let mover = line.to_move(game);
            // Early on there is too much to try.
            if limits.ply_cap.is_some_and(|cap| cap - line.clocks().plies <= 7) {
                let forgetful = Line::from_position(game, line.position().clone(), Clocks::default());
                let room = Limits { ply_cap: None, ..limits };
                search(&mut bestfirst, game, &forgetful.with_limits(room), &Limit::iterations(400));
                let analysis = search(&mut bestfirst, game, &line, &Limit::iterations(20));
                for assessed in &analysis.moves {
                    let Some(proof) = assessed.proof else { continue };
                    line.push(game, assessed.mv);
                    let truly = gain(exhaust(game, &mut line), mover);
                    line.pop();
                    assert_eq!(proof.gain, truly, "{assessed:?} {limits:?} {:?}", line.position());
                    claims += 1;
                }
            }
            // A game goes on and comes back to where it was, unless somebody blunders.
            let lasting = |mv: &G::Move| {
                let mut next = line.position().clone();
                game.play(&mut next, *mv);
                game.generate(&next, &mut Vec::new()).is_none()
            };
            let before = line.steps().len().checked_sub(4).map(|step| line.steps().nth(step).unwrap().mv);
            let again = before.filter(|mv| moves.contains(mv) && random.below(2) == 0);
            let mv = again.or_else(|| moves.iter().copied().find(|mv| random.below(3) == 0 && lasting(mv)));
            line.push(game, mv.unwrap_or_else(|| random.pick(&moves)));
        }
        claims
    }
    let mut claims = 0;
    for seed in 0..120 {
        claims += play(&rules::<Tapatan>("tapatan"), seed)
            + play(&rules::<Tapatan>("tapatan-ludii"), seed)
            + play(&rules::<TsoroYematatu7>("tsoro-yematatu-7"), seed);
    }
    assert!(claims > 1000, "{claims} claims");
}

/// The value of a tree for `First`.
fn minimax(tree: &RandomTree, position: &<RandomTree as Game>::Position) -> f32 {
    let mut moves = Vec::new();
    if let Some(ending) = tree.generate(position, &mut moves) {
        return ending.outcome.value().pov(Player::First);
    }
    let values = moves.iter().map(|&mv| {
        let mut next = *position;
        tree.play(&mut next, mv);
        minimax(tree, &next)
    });
    match tree.to_move(position) {
        Player::First => values.reduce(f32::max),
        Player::Second => values.reduce(f32::min),
    }
    .unwrap()
}

#[test]
fn completion_gives_the_value_of_a_tree() {
    for seed in 0..200 {
        let tree = RandomTree { seed, branching: 4, depth: 6, early_end: 5, alternating: seed % 2 == 0 };
        let line = Line::new(&tree);
        let mover = line.to_move(&tree);
        let truly = minimax(&tree, line.position());
        for settings in winners()
            .flat_map(|settings| [true, false].map(|table| with(settings, |common| common.table = table)))
        {
            let mut bestfirst = BestFirst::new(settings, Box::new(HandMade));
            let analysis = search(&mut bestfirst, &tree, &line, &Limit::iterations(PLENTY));
            let best = analysis.best_move().unwrap();
            assert_eq!(best.proof.unwrap().gain, (if mover == Player::First { truly } else { -truly }) as i8);
            assert_eq!(f32::from(best.proof.unwrap().gain), best.value);
            for assessed in analysis.moves.iter().filter(|assessed| assessed.proof.is_some()) {
                let mut next = *line.position();
                tree.play(&mut next, assessed.mv);
                let value = minimax(&tree, &next) * if mover == Player::First { 1.0 } else { -1.0 };
                assert_eq!(f32::from(assessed.proof.unwrap().gain), value);
            }
        }
    }
}

#[test]
fn a_win_by_two_stones_of_one_turn_is_found() {
    fn win<G: Heuristic>(game: &G) {
        let mut line = Line::new(game);
        for text in ["j10", "a1", "c1", "k10", "l10", "e1", "g1", "m10", "a19", "c19", "e19"] {
            let mv = game.read_move(line.position(), text).unwrap();
            line.push(game, mv);
        }
        for settings in [Settings::unbounded(), Settings::descent(), Settings::minibal_plus()] {
            let settings = Settings { balance: Balance { reach: Reach(2), ..settings.balance }, ..settings };
            let analysis = analyse(game, &line, settings, 500);
            let best = analysis.best_move().unwrap();
            assert_eq!(best.proof, Some(Proof { gain: 1, distance: 2 }), "{settings:?}");
            assert_eq!(analysis.line.len(), 2);
        }
    }
    win(&rules::<Connect6>("connect6"));
}
