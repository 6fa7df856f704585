//! What a repeated position means: perpetual check and perpetual chase.

use agon_core::{Ending, Player, Reason, Step};

use super::geometry::{ADVISOR, CANNON, CHARIOT, ELEPHANT, GENERAL, HORSE, SOLDIER, is_home};
use super::position::{Man, Move, Position};
use super::{PERPETUAL_CHASE, PERPETUAL_CHECK, REPEATED, Repetition, Xiangqi};

/// The ending when the last move of `cycle` closed it once too often.
pub(super) fn judge(rule: Repetition, cycle: &[Step<Xiangqi>]) -> Ending {
    if rule == Repetition::Olympiad {
        let last = &cycle[cycle.len() - 1];
        return Ending::loss(last.position.mover, REPEATED);
    }
    let checks = Player::BOTH.map(|player| always_checks(cycle, player));
    let chases = || Player::BOTH.map(|player| always_chases(cycle, player));
    match checks {
        [true, true] => Ending::draw(Reason::Repetition),
        [false, false] if rule == Repetition::Axf => one_sided(chases(), PERPETUAL_CHASE),
        _ => one_sided(checks, PERPETUAL_CHECK),
    }
}

/// What only one side does all the time, it loses by.
fn one_sided(guilty: [bool; 2], reason: Reason) -> Ending {
    match guilty {
        [true, false] => Ending::loss(Player::First, reason),
        [false, true] => Ending::loss(Player::Second, reason),
        _ => Ending::draw(Reason::Repetition),
    }
}

/// Whether every move of a player in the cycle gave check.
fn always_checks(cycle: &[Step<Xiangqi>], player: Player) -> bool {
    // The opponent is to move after each of them, and his turns are part of the same cycle.
    cycle.iter().filter(|step| step.position.mover != player).all(|step| step.position.in_check)
}

/// Whether one and the same enemy piece was chased by every move of a player in the cycle.
fn always_chases(cycle: &[Step<Xiangqi>], player: Player) -> bool {
    let moves = cycle.iter().filter(|step| step.position.mover == player);
    moves.map(|step| chased(&step.position, step.mv)).fold(u16::MAX, |all, one| all & one) != 0
}

/// The enemy pieces that a move chases, as bits of their numbers: those that it newly threatens to take for good.
pub(super) fn chased(before: &Position, mv: Move) -> u16 {
    let mut after = before.clone();
    after.play(mv);
    // The same position, as if the mover could move again: what he threatens.
    let mut again = after.clone();
    again.mover = before.mover;
    again.in_check = false;
    let (mut old, mut new, mut replies) = (Vec::new(), Vec::new(), Vec::new());
    before.list(&mut old);
    again.list(&mut new);
    after.list(&mut replies);
    let pair = |position: &Position, mv: Move| (position.men[usize::from(mv.from)], position.captured(mv));
    let old: Vec<(Man, Man)> = old.into_iter().map(|mv| pair(before, mv)).collect();

    let mut chased = 0;
    for threat in new {
        let (attacker, target) = pair(&again, threat);
        if target.is_none() || old.contains(&(attacker, target)) || !counts(attacker, target, threat) {
            continue;
        }
        let can_answer = || replies.iter().any(|mv| mv.from == threat.to && mv.to == threat.from);
        let threatened = if is_weaker(attacker.kind(), target.kind()) {
            true
        } else if attacker.kind() == target.kind() && can_answer() {
            false
        } else {
            !can_be_retaken(&again, threat)
        };
        if threatened {
            chased |= 1 << target.number();
        }
    }
    chased
}

/// Whether an attack can be part of a chase at all: generals and soldiers may attack what they like, the general is
/// not chased but checked, and a soldier is fair game until it has crossed the river.
fn counts(attacker: Man, target: Man, threat: Move) -> bool {
    let at_home = target.kind() == SOLDIER && is_home(target.side(), usize::from(threat.to));
    attacker.kind() != GENERAL && attacker.kind() != SOLDIER && target.kind() != GENERAL && !at_home
}

/// Whether the attacker would gladly be taken in exchange: then it does not matter that the target is protected.
fn is_weaker(attacker: usize, target: usize) -> bool {
    match attacker {
        HORSE | CANNON => target == CHARIOT,
        ELEPHANT | ADVISOR => [CHARIOT, CANNON, HORSE].contains(&target),
        _ => false,
    }
}

/// Whether the piece that takes can legally be taken in turn.
fn can_be_retaken(position: &Position, threat: Move) -> bool {
    let mut taken = position.clone();
    taken.play(threat);
    // The move that threatens may have given check, and taking the piece does not end it.
    taken.in_check = taken.is_attacked(taken.mover.index());
    let mut replies = Vec::new();
    taken.list(&mut replies);
    replies.iter().any(|mv| mv.to == threat.to)
}
