//! x
use agon_agents::AgentSpec;
use agon_core::{Outcome, Player};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let n: usize = args[1].parse().unwrap();
    let b: AgentSpec = args[2].parse().unwrap();
    for a in &args[3..] {
        let a: AgentSpec = a.parse().unwrap();
        let rules = agon_games::find(&args[0]).unwrap();
        let t = std::time::Instant::now();
        let results: Vec<[u32; 3]> = std::thread::scope(|s| {
            let hs: Vec<_> = (0..2)
                .map(|th| {
                    let rules = &rules;
                    let (a, b) = (&a, &b);
                    let game = &args[0];
                    s.spawn(move || {
                        let mut r = [0; 3];
                        let mut number = th;
                        while number < n {
                            let sw = (number / 2) % 2;
                            let mut ag = [
                                a.with("seed", &(number * 2).to_string()).unwrap().agent(game).unwrap(),
                                b.with("seed", &(number * 2 + 1).to_string()).unwrap().agent(game).unwrap(),
                            ];
                            let mut m = rules.start(None).unwrap();
                            while m.ending().is_none() {
                                let side = usize::from(m.to_move() == Player::Second) ^ sw;
                                let best = ag[side].analyse(&*m, &mut |_| {}).best.unwrap();
                                m.play(best);
                            }
                            match m.ending().unwrap().outcome {
                                Outcome::Draw => r[1] += 1,
                                Outcome::Win(p) if p == Player::BOTH[sw] => r[0] += 1,
                                _ => r[2] += 1,
                            }
                            number += 2;
                        }
                        r
                    })
                })
                .collect();
            hs.into_iter().map(|h| h.join().unwrap()).collect()
        });
        let r: Vec<u32> = (0..3).map(|i| results.iter().map(|r| r[i]).sum()).collect();
        println!("{} {a} vs {b}: {r:?} in {:.1?}", args[0], t.elapsed());
    }
}
