//! What becomes of the moves of a position: the three searches on which puzzles rest.

use agon_agents::{AgentSpec, Assessment, Basis, Playable};
use agon_core::{Match, Player};

/// What is known about a legal move, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fate {
    /// 1 if it wins by force, -1 if it loses by force, 0 if neither is known.
    pub(crate) gain: i8,
    /// In how many plies at most, where that is known.
    pub(crate) plies: u32,
    /// Whether it is proven that it does not win.
    pub(crate) is_no_win: bool,
}

fn fates(assessment: &Assessment) -> Vec<Fate> {
    let fate = |assessed: &agon_core::Assessed<usize>| match assessed.proof {
        Some(proof) => Fate { gain: proof.gain, plies: proof.distance, is_no_win: proof.gain < 1 },
        None => Fate { gain: 0, plies: 0, is_no_win: false },
    };
    assessment.moves.iter().map(fate).collect()
}

/// The nodes in which the search for proofs comes to ask about every move once, however many there are.
const NODES_PER_MOVE: u64 = 2304;

/// Who can be asked about the moves of a game.
pub(crate) struct Judges<'a> {
    pub(crate) rules: &'a dyn Playable,
    /// The nodes of the longest search.
    pub(crate) nodes: u64,
}

impl Judges<'_> {
    /// What a search says.
    pub(crate) fn ask(&self, spec: &AgentSpec, played: &dyn Match) -> Assessment {
        let mut agent = self.rules.agent(spec).expect("these searches play every game");
        agent.analyse(played, &mut |_| {})
    }

    /// What happens within so many plies, from looking at every line; nothing if there are too many.
    pub(crate) fn exhaust(&self, played: &dyn Match, plies: u32) -> Option<Vec<Fate>> {
        let keys = format!("eval=ends,pruning=off,quiescence=off,multipv=all,memory=64,depth={plies}");
        let assessment = self.ask(&search(&format!("pvs:{keys}"), self.nodes), played);
        let fates = fates(&assessment);
        let is_done = assessment.cost.depth >= plies || assessment.cost.nodes < self.nodes;
        is_done.then_some(fates)
    }

    /// The same by a search that keeps no table of positions and asks every question anew.
    pub(crate) fn look_at_all(&self, played: &dyn Match, plies: u32) -> Option<Vec<Fate>> {
        let spec = search(&format!("negascout:eval=ends,depth={plies}"), self.nodes);
        let assessment = self.ask(&spec, played);
        (assessment.cost.nodes < self.nodes).then(|| fates(&assessment))
    }

    /// What can be proven about each move by proof numbers.
    pub(crate) fn prove(&self, played: &dyn Match) -> Vec<Fate> {
        fates(&self.proofs(played))
    }

    fn proofs(&self, played: &dyn Match) -> Assessment {
        let nodes = self.nodes.max(played.move_count() as u64 * NODES_PER_MOVE);
        self.ask(&search("dfpn", nodes), played)
    }

    /// The answer that makes the longest proof.
    pub(crate) fn toughest(&self, played: &dyn Match) -> Option<usize> {
        self.proofs(played).best
    }

    /// What alpha-beta with all its knowledge can prove about each move.
    pub(crate) fn look(&self, played: &dyn Match) -> Vec<Fate> {
        fates(&self.ask(&search(LOOK, self.nodes), played))
    }

    /// What a strong player thinks of the moves, the best two exactly.
    pub(crate) fn survey(&self, played: &dyn Match) -> Assessment {
        let nodes = self.nodes.min(200_000);
        match Basis::of(self.rules.bare()) {
            Basis::Network | Basis::HandMade => self.ask(&search(LOOK, nodes), played),
            playouts @ Basis::Playouts { .. } => self.ask(&playouts.survey(nodes as f64), played),
        }
    }
}

/// Alpha-beta that judges the best two moves exactly.
const LOOK: &str = "pvs:multipv=2";

/// A search with so many nodes.
fn search(spec: &str, nodes: u64) -> AgentSpec {
    let spec: Result<AgentSpec, _> = spec.parse();
    spec.and_then(|spec| spec.with("nodes", &nodes.to_string())).expect("these searches exist")
}

/// The most moves that are followed further; a turn that is the only one has fewer ways to begin.
const WAYS: usize = 4;

/// The only turn whose moves are all wanted, if all ways to play it lead to the same position.
pub(crate) fn only_turn(
    played: &dyn Match,
    wanted: &mut dyn FnMut(&dyn Match) -> Option<Vec<usize>>,
) -> Option<Vec<usize>> {
    let mut ways = Vec::new();
    follow(played, wanted, &mut Vec::new(), &mut ways)?;
    let first = ways.first()?.1;
    ways.iter().all(|(_, hash)| *hash == first).then(|| ways.swap_remove(0).0)
}

/// Collects the ways to play the turn with the hashes where they lead; nothing if there are too many, or if something is not known.
fn follow(
    played: &dyn Match,
    wanted: &mut dyn FnMut(&dyn Match) -> Option<Vec<usize>>,
    path: &mut Vec<usize>,
    ways: &mut Vec<(Vec<usize>, u64)>,
) -> Option<()> {
    let solver = played.to_move();
    let found = wanted(played)?;
    if found.len() > WAYS {
        return None;
    }
    for index in found {
        let mut next = played.fork();
        next.play(index);
        path.push(index);
        if goes_on(next.as_ref(), solver) {
            follow(next.as_ref(), wanted, path, ways)?;
        } else {
            ways.push((path.clone(), next.hash()));
        }
        path.pop();
    }
    Some(())
}

/// Whether the game goes on with a move of this player.
pub(crate) fn goes_on(played: &dyn Match, player: Player) -> bool {
    played.ending().is_none() && played.to_move() == player
}
