//! Random games of one sheet, played by gates and by forward chaining side by side.

use agon_core::Random;
use agon_gdl::bits::Bits;
use agon_gdl::error::Exhausted;
use agon_gdl::machine::Machine;

fn facts(machine: &Machine, state: &Bits) -> Vec<String> {
    let mut facts: Vec<String> = state.iter().map(|fluent| machine.write_fluent(fluent)).collect();
    facts.sort();
    facts
}

/// The legal moves of a role as numbers of each machine, in the order of their texts.
fn legal(machines: [&Machine; 2], states: [&Bits; 2], role: usize) -> Result<Vec<[u32; 2]>, Exhausted> {
    let list = |index: usize| {
        let mut numbers = Vec::new();
        machines[index].legal(states[index], role, &mut numbers)?;
        let mut list: Vec<(String, u32)> =
            numbers.iter().map(|&mv| (machines[index].write_move(role, mv), mv)).collect();
        list.sort();
        Ok(list)
    };
    let [one, other] = &[list(0)?, list(1)?];
    let texts = |list: &[(String, u32)]| list.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(one), texts(other));
    Ok(one.iter().zip(other.iter()).map(|(a, b)| [a.1, b.1]).collect())
}

/// Plays games side by side and compares everything that can be asked; the number of plies.
pub(crate) fn compare(one: &Machine, other: &Machine, games: u64, cap: u32) -> Result<u64, Exhausted> {
    let machines = [one, other];
    let roles = one.roles();
    assert_eq!(roles, other.roles());
    let mut plies = 0;
    for game in 0..games {
        let mut random = Random::stream(7, game);
        let mut states = machines.map(Machine::initial);
        for ply in 0.. {
            let refs = [&states[0], &states[1]];
            assert_eq!(facts(one, refs[0]), facts(other, refs[1]));
            let ends = [one.is_terminal(refs[0])?, other.is_terminal(refs[1])?];
            assert_eq!(ends[0], ends[1]);
            if ends[0] || ply % 8 == 0 {
                for role in 0..roles.len() {
                    assert_eq!(one.goal(refs[0], role)?, other.goal(refs[1], role)?);
                }
            }
            if ends[0] || ply == cap {
                break;
            }
            let lists: Vec<Vec<[u32; 2]>> =
                (0..roles.len()).map(|role| legal(machines, refs, role)).collect::<Result<_, _>>()?;
            if lists.iter().any(Vec::is_empty) {
                break;
            }
            let chosen: Vec<[u32; 2]> = lists.iter().map(|list| random.pick(list)).collect();
            let next = |index: usize| {
                let moves: Vec<u32> = chosen.iter().map(|mv| mv[index]).collect();
                machines[index].next(&states[index], &moves)
            };
            states = [next(0)?, next(1)?];
            plies += 1;
        }
    }
    Ok(plies)
}
